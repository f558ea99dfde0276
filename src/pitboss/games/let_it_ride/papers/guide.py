"""The papers of a Let It Ride table."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common.guide import FIVE_CARDS, demand_odds_wording, describe_wager
from pitboss.engine.wager_declarations import PayTableWager
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.paytables import base_table, bonus_table, three_card_table
from pitboss.games.let_it_ride.law.wagers import MINI_ROYAL_PAID, WAGERS
from pitboss.law.rules import Rules
from pitboss.table.brief import Sentence
from pitboss.table.guide import Demand, Guide, GuideWager, Hand, Part, Ranking, between
from pitboss.table.money import dollars
from pitboss.table.printed import printed_pay_table

ACE = {"run": "A-2-3 is the lowest straight; K-A-2 is not one.", "none": "A-2-3 is not a straight, nor is K-A-2."}
LAYOUT = "13:69E-1.13H"  # from a later chapter, known second-hand
# The other dealing methods count the stub as the first does.
DEAL = {
    "manual-shoe": ("18.7",),
    "hand": ("18.8", "18.7(e)", "18.7(f)"),
    "automated-shoe": ("18.9", "18.7(e)", "18.7(f)"),
}
COMMUNITY = {"manual-shoe": "18.7(c)2", "hand": "18.8(c)2", "automated-shoe": "18.9(c)"}
PAIRS = (
    Hand("Tens or better", ("Ts", "Td", "8h", "5c", "3s"), says="a pair of tens, jacks, queens, kings or aces"),
    Hand("Lower pair", ("9s", "9h", "Kd", "6c", "2s"), says="loses"),
)
THREE_CARDS = (
    Hand("Mini royal", ("Ah", "Kh", "Qh"), says="A-K-Q in one suit"),
    Hand("Straight flush", ("9s", "8s", "7s"), says="three in a row, one suit"),
    Hand("Three of a kind", ("6s", "6h", "6d"), says="three of one rank"),
    Hand("Straight", ("Jc", "Td", "9h"), says="three in a row"),
    Hand("Flush", ("Kd", "8d", "3d"), says="three of one suit"),
    Hand("Pair", ("4s", "4h", "Qc"), says="two of one rank"),
)


def guide(rules: Rules, house: LetItRideHouse) -> Guide:
    return Guide(
        about="You play for a poker hand of five cards: three of your own and two that all players share. You put up "
        "three equal bets and may take back two of them. You do not play against the dealer or the other players.",
        offered=tuple(_offered_wagers(rules, house)),
        decide=(
            *_positions(house),
            Sentence("With your three cards: take back bet 1, or let it ride. The dealer asks you.", "18.10(b)"),
            Sentence("With the first shared card up: the same for bet 2, whatever you did with bet 1.", "18.10(e)"),
            Sentence("Bet 3 stays. There is nothing to decide about it.", "18.6(d)"),
        ),
        rankings=tuple(_rankings(rules, house)),
        edge="The house has its advantage because winning hands come less often than their odds would make up for. "
        "The better you choose which bets ride, the smaller it is.",
        posted=tuple(_posted_notices(house)),
        demands=tuple(_demands(rules, house)),
        parts=_parts(house),
        called={"base": "bets 1 to 3", "bonus": "$1 bonus"},
    )


def _offered_wagers(rules: Rules, house: LetItRideHouse) -> Iterator[GuideWager]:
    yield GuideWager(
        "Bets 1, 2 and 3",
        between(house.minimum, house.maximum, " each, all equal", "house:limits, 18.6(d)"),
        Sentence("Each bet left up wins with a pair of tens or better, and loses below it.", "18.11(b)"),
        (printed_pay_table("Each bet pays", base_table(house)),),
    )
    for wager in reversed(WAGERS.list_paid_by_table(rules, house)):
        is_one_dollar = wager.wrong_amount is not None
        yield _one_dollar_bonus(wager, rules, house) if is_one_dollar else describe_wager(wager, rules, house)


def _one_dollar_bonus(wager: PayTableWager[LetItRideHouse], rules: Rules, house: LetItRideHouse) -> GuideWager:
    return GuideWager(
        "$1 bonus",
        Sentence("$1, no more and no less", "18.6A(b)"),
        wager.wins(rules, house),
        (printed_pay_table("The $1 bonus wins", bonus_table(house)),),
    )


def _has_mini_royal(house: LetItRideHouse) -> bool:
    return "mini-royal" in three_card_table(house).lines


def _positions(house: LetItRideHouse) -> Iterator[Sentence]:
    if house.two_positions:
        yield Sentence("You may bet at two positions that are next to each other.", "18.6(e)")


def _rankings(rules: Rules, house: LetItRideHouse) -> Iterator[Ranking]:
    yield Ranking(
        "Five cards, best hand first",
        (*FIVE_CARDS, *PAIRS),
        "The ace is high. It is also low in 5-4-3-2-A. No suit is better than another.",
        "18.3(a), 18.3(b)",
    )
    if house.three_card_bonus is not None:
        mini = _has_mini_royal(house)
        shown = tuple(hand for hand in THREE_CARDS if mini or hand.name != "Mini royal")
        says = ACE[rules.reads("ace-two-three")]
        says += "" if mini else f" {MINI_ROYAL_PAID[rules.reads('mini-royal-without-a-line')]}"
        cites = ("18.3(c)", "reading:ace-two-three", *(() if mini else ("reading:mini-royal-without-a-line",)))
        yield Ranking("Your three cards, for the three card bonus", shown, says, ", ".join(cites))


def _posted_notices(house: LetItRideHouse) -> Iterator[Sentence]:
    if house.payout_limit is not None:
        exception = ", bonus wagers apart" if house.bonus or house.three_card_bonus is not None else ""
        yield Sentence(
            f"The most paid to one player on one hand is {dollars(house.payout_limit)}{exception}.", "18.11(c)"
        )
    yield from _positions(house)


def _demands(rules: Rules, house: LetItRideHouse) -> Iterator[Demand]:
    yield demand_odds_wording("18.11(a)", "layout", "brochure", "publication")
    yield Demand(("layout",), "Each position has three separate areas: bet 1, bet 2 and bet 3.", "18.6(d)")
    yield Demand(("layout",), "One area for the community cards.", COMMUNITY[house.dealing])
    if house.three_card_bonus is not None:
        yield Demand(("layout",), "Each position has an area of its own for the three card bonus.", "18.6B(b)")
    if house.bonus:
        yield Demand(("layout",), "Each position has a device that takes the one-dollar chip.", "18.6A(b)")
    if house.payout_limit is not None:
        limit = dollars(house.payout_limit)
        yield Demand(("layout",), f"The payout limit, {limit}; or notice before it ever goes down.", "18.11(c)")
    shown = "the payout odds" + (", those of the bonus wagers too," if house.bonus or house.three_card_bonus else "")
    yield Demand(
        ("layout", "sign"),
        f"The layout shows {shown} and any payout limit or a reference to it, and a sign explains the limit. (A later "
        "chapter, which is not held; known second-hand.)",
        LAYOUT,
    )


def _parts(house: LetItRideHouse) -> tuple[Part, ...]:
    bonuses = (("18.6A", house.bonus), ("18.6B", house.three_card_bonus is not None))
    return (
        Part("Cards, and how a table is opened", ("18.1", "18.2", "18.4")),
        Part("Shuffle and cut", ("18.5",)),
        Part("Ranking of hands", ("18.3",)),
        Part("Wagers", ("18.6", *(section for section, offered in bonuses if offered))),
        Part("Deal", DEAL[house.dealing]),
        Part("Play, burn, settlement and collecting", ("18.10",)),
        Part("Payout odds and limits", ("18.11",)),
        Part("Irregularities and what answers them", ("18.12",)),
    )
