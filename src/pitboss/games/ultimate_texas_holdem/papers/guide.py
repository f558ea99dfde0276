"""The papers of an Ultimate Texas Hold 'Em table."""

from __future__ import annotations

from pitboss.common.guide import FIVE_CARDS, demand_odds_wording, describe_wager
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse, payout_limit
from pitboss.games.ultimate_texas_holdem.law.paytables import blind_table, even_table
from pitboss.games.ultimate_texas_holdem.law.wagers import WAGERS
from pitboss.law.rules import Rules
from pitboss.table.brief import Sentence
from pitboss.table.guide import Demand, Guide, GuideWager, Hand, Part, Ranking, between
from pitboss.table.money import dollars
from pitboss.table.printed import printed_pay_table

# The other dealing methods count the stub as the first does; an automated shoe's community cards come from the hand.
DEAL = {
    "manual-shoe": ("32.7",),
    "hand": ("32.8", "32.7(f)"),
    "automated-shoe": ("32.9", "32.8(b)2", "32.8(b)3", "32.7(f)"),
}
DEALER = {"manual-shoe": "32.7(d)2", "hand": "32.8(c)2", "automated-shoe": "32.9(c)"}
PAIR = (
    Hand("Pair", ("9s", "9h", "Kd", "6c", "2s"), says="two of one rank"),
    Hand("High card", ("Ah", "Jd", "8c", "6s", "3h"), says="nothing of the above"),
)


def guide(rules: Rules, house: UltimateHouse) -> Guide:
    limit = dollars(payout_limit(house, rules))
    return Guide(
        about="You and the dealer get two cards each and share five in the middle. The better hand of five cards wins. "
        "You raise once. The earlier you do, the more you may bet.",
        offered=_offered_wagers(rules, house),
        decide=(
            Sentence("With your two cards: play three or four times the ante, or check.", "32.10(a)"),
            Sentence("With three cards up, if you have not played: twice the ante, or check.", "32.10(c)"),
            Sentence("With all five up, if you have not played: once the ante, or fold.", "32.10(e)"),
        ),
        rankings=(
            Ranking(
                "Five cards, best hand first",
                (*FIVE_CARDS, *PAIR),
                "The ace is high. It is also low in 5-4-3-2-A. No suit is better than another.",
                "32.5(a), 32.5(b), 32.1",
            ),
        ),
        edge="The house has its advantage because a winning hand does not always win all of its wagers: the blind is "
        "paid only from a straight on, and the ante only if the dealer has a pair or better. The better you choose "
        "when to play, the smaller it is.",
        posted=(
            Sentence(f"One hand wins {limit} at the most, on all of its wagers together.", "32.11(e)"),
            Sentence("The dealer needs a pair or better. Otherwise the ante comes back.", "32.10(g)"),
        ),
        demands=(
            demand_odds_wording("32.11(a)", "sign", "brochure", "publication"),
            Demand(("layout",), "Each position has separate areas for ante, blind and play.", "32.1, 32.6(a)"),
            Demand(("layout",), "Each position has an area marked for the trips wager.", "32.6(c)"),
            Demand(("layout",), "One area for the dealer's hand.", DEALER[house.dealing]),
            Demand(("layout",), "One area for the five shared cards.", "32.10(b), 32.10(d)"),
            Demand(("sign",), "The odds of the trips wager, by the table selected in advance.", "32.1, 32.11(d)"),
        ),
        parts=(
            Part("Terms, cards, and how a table is opened", ("32.1", "32.2", "32.3")),
            Part("Shuffle and cut", ("32.4",)),
            Part("Ranking of hands", ("32.5",)),
            Part("Wagers", ("32.6", "32.12")),
            Part("Deal", DEAL[house.dealing]),
            Part("Play, burn, settlement and collecting", ("32.10",)),
            Part("Payout odds and limit", ("32.11",)),
            Part("Irregularities and what answers them", ("32.13",)),
        ),
    )


def _offered_wagers(rules: Rules, house: UltimateHouse) -> tuple[GuideWager, ...]:
    return (
        GuideWager(
            "Ante",
            between(house.minimum, house.maximum),
            Sentence(
                "Wins with the better hand; comes back when the dealer has less than a pair.", "32.10(g), 32.10(h)2"
            ),
            (printed_pay_table("Ante and play pay", even_table()),),
        ),
        GuideWager(
            "Blind",
            Sentence("as much as the ante", "32.1"),
            Sentence("Wins with the better hand from a straight on, and comes back below it.", "32.11(c)"),
            (printed_pay_table("Blind pays", blind_table(), [("Below a straight", "push")]),),
        ),
        GuideWager(
            "Play",
            Sentence("4, 3, 2 or 1 times the ante", "32.10(a)1, 32.10(c)1, 32.10(e)1"),
            Sentence("Wins with the better hand.", "32.11(b)"),
        ),
        *(describe_wager(wager, rules, house) for wager in WAGERS.list_paid_by_table(rules, house)),
    )
