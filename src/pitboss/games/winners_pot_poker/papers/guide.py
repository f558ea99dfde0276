"""The contents of a Winner's Pot Poker table's papers."""

from __future__ import annotations

from pitboss.common.guide import FIVE_CARDS, demand_odds_wording, describe_wager
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse, payout_limit
from pitboss.games.winners_pot_poker.law.wagers import WAGERS
from pitboss.games.winners_pot_poker.papers.printed import commission
from pitboss.law.rules import Rules
from pitboss.table.brief import Sentence
from pitboss.table.guide import Demand, Guide, GuideWager, Hand, Part, Ranking, between
from pitboss.table.money import dollars

ROYALS = {
    "when-exceeded": "Players with royal flushes in one round share that amount, if more is due to them together.",
    "always": "Players with royal flushes in one round share that amount.",
}
PAIRS = (
    Hand("Jacks or better", ("Js", "Jd", "8h", "5c", "3s"), says="a pair of jacks, queens, kings or aces"),
    Hand("Lower pair", ("9s", "9h", "Kd", "6c", "2s"), says="takes a pot, but wins no jacks plus"),
    Hand("High card", ("Ah", "Jd", "8c", "6s", "3h"), says="nothing of the above"),
)


def guide(rules: Rules, house: WinnersPotHouse) -> Guide:
    return Guide(
        about="You, the other players and the dealer play for one pot. The highest hand of five cards takes it, and "
        "the house takes a commission on a pot that a player wins.",
        offered=_offered_wagers(rules, house),
        decide=(
            Sentence("On three cards: bet, or fold.", "reading:first-street"),
            Sentence("On four cards: double, or fold.", "33.10(c)"),
            Sentence("If you fold on four cards, your ante and bet stay in the pot.", "33.10(c)2"),
        ),
        rankings=(
            Ranking(
                "Five cards, best hand first",
                (*FIVE_CARDS, *PAIRS),
                "The ace is high. It is also low in 5-4-3-2-A. No suit is better than another.",
                "33.11(b), reading:ranking",
            ),
        ),
        edge="The house has its advantage because it takes a commission on pots that players win, and all of a pot "
        "that the dealer wins. What you win depends on how the other players play, so there is no one figure for it. "
        "On jacks plus the odds do not make up for how seldom it wins.",
        posted=(
            Sentence(f"{commission(house)}.", "33.10(h)2"),
            Sentence(
                f"Jacks plus pays one player {dollars(payout_limit(house))} at the most. "
                + ROYALS[rules.reads("royals")],
                "33.11(c), reading:royals",
            ),
        ),
        demands=(
            demand_odds_wording("33.11(a)", "sign", "brochure", "publication", wagers="winning jacks plus wagers"),
            Demand(("layout",), "Each position has an area for the double wager.", "33.10(c)1"),
            Demand(("layout",), "One area for the winner's pot.", "33.10(e)"),
        ),
        parts=(
            Part("Cards, shuffle and cut, ranking, wagers and deal", tuple(f"33.{number}" for number in range(1, 10))),
            Part("Play, burn, pot, settlement and collecting", ("33.10",)),
            Part("Payout odds and limit of jacks plus", ("33.11",)),
            Part("Irregularities and what answers them", ("33.12",)),
            Part("Positions", ("33.13",)),
        ),
        edges="House edge, from never folding to folding every hand",
    )


def _offered_wagers(rules: Rules, house: WinnersPotHouse) -> tuple[GuideWager, ...]:
    return (
        GuideWager(
            "Ante",
            between(house.minimum, house.maximum),
            _ante(house),
        ),
        GuideWager(
            "Bet",
            _times(house.bet_times),
            Sentence("Keeps you in after three cards, and goes into the pot.", "33.10(e), reading:first-street"),
        ),
        GuideWager(
            "Double",
            _times(house.double_times),
            Sentence("Keeps you in after four cards, and goes into the pot.", "33.10(c)1, 33.10(e)"),
        ),
        *(describe_wager(wager, rules, house) for wager in WAGERS.list_paid_by_table(rules, house)),
    )


def _ante(house: WinnersPotHouse) -> Sentence:
    pot, cites = "Goes into the pot. The highest hand takes the pot; hands that tie share it.", "33.10(e), 33.10(h)"
    if not house.dealer_stake:
        return Sentence(pot, cites)
    return Sentence(
        f"{pot} The house puts {dollars(house.dealer_stake)} into each pot.", f"{cites}, house:dealer-stake"
    )


def _times(number: int) -> Sentence:
    return Sentence("as much as the ante" if number == 1 else f"{number} times the ante", "house:sizes")
