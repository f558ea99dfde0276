"""A round of Let It Ride, top to bottom, as the subchapter tells it (text of 2007-10-15, manual dealing shoe).

Positions are numbered clockwise from the dealer's left, so the player farthest to the left is the lowest number and
the player farthest to the right the highest.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pitboss.engine.inputs import Order
from pitboss.engine.waits import Ask, CardOrderWanted, CutWanted, OrderWanted, Procedure, Wait
from pitboss.games.let_it_ride import wagers
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.games.let_it_ride.settle import settle_player
from pitboss.games.let_it_ride.steps import (
    AllSettled,
    BonusRuling,
    Burn,
    ChipsToInventory,
    CollectChips,
    CountChips,
    LayDown,
    LetItRide,
    MoveFirst,
    ReturnChips,
    TurnFirst,
    TurnSecond,
)
from pitboss.games.let_it_ride.wagers import BET_1, BET_2, BONUS
from pitboss.law.force import number, rule
from pitboss.law.rules import Rules
from pitboss.table.steps import (
    CallForCut,
    CollectCards,
    CompleteCut,
    CoverCardToRack,
    CutCards,
    Deal,
    Examine,
    OrderRecut,
    PlaceCoverCard,
    PlaceInShoe,
    ReturnWager,
    Shuffle,
    Step,
    StubToRack,
)
from pitboss.table.table import COMMUNITY, DISCARD_RACK, SHOE, Table, hand

LET_IT_RIDE, WITHDRAW = "let it ride", "withdraw"
FEWEST_CUT = 10


def play(t: Table, rules: Rules, house: LetItRideHouse) -> Procedure:
    yield from shuffle_and_cut(t, rules)
    yield PlaceInShoe("18.7(a)")
    yield from wagers.take_wagers(t, rules, house)
    yield from wagers.no_more_bets(t, "18.7(b)")
    yield from collect_bonus_wagers(t, rules)
    yield from deal_from_manual_shoe(t)
    yield from completion(t, rules, house)


# --- 18.5 shuffle and cut


def shuffle_and_cut(t: Table, rules: Rules) -> Procedure:
    cards = t.faces(DISCARD_RACK)
    order = yield CardOrderWanted("18.5(a)", "18.2(a)", cards)
    yield Shuffle("18.5(a)", order)
    yield CallForCut("18.5(b)2")
    if t.facts.get("to be cut"):
        yield from cut(rules, len(cards))


def cut(rules: Rules, cards: int) -> Procedure:
    left = 1 if rules.reads("most-cards-cut") == "one-left" else 10
    count = yield CutWanted("18.5(c)1ii", number("18.5(c)1ii", "fewest", FEWEST_CUT), cards - left)
    yield PlaceCoverCard("18.5(c)1i")
    yield CutCards("18.5(c)1ii", count)
    yield CompleteCut("18.5(c)1iii")
    yield CoverCardToRack("18.5(c)1iv")


def recut(t: Table, rules: Rules, house: LetItRideHouse, given: Order) -> Procedure | None:
    """On a supervisor's order, after the cut and before any card is dealt."""
    return _recut(t, rules) if given.what == "recut" else None


def _recut(t: Table, rules: Rules) -> Procedure:
    yield OrderRecut("18.5(d)")
    yield from cut(rules, sum(map(len, t.places.values())))
    yield PlaceInShoe("18.7(a)")


# --- 18.7 dealing from a manual dealing shoe


def collect_bonus_wagers(t: Table, rules: Rules) -> Procedure:
    """Bonus chips are collected and counted against the devices before any card is dealt (18.7(b))."""
    chips, shown = wagers.bonus_chips(t), wagers.devices_lit(t)
    if not chips and not shown:
        return
    for position in chips:
        yield CollectChips("18.7(b)", t.owners[position], position, BONUS, t.wager(position, BONUS))
    yield CountChips("18.7(b)", len(chips), len(shown))
    stand = tuple(chips)
    if not t.facts["bonus chips counted"]:
        stand = yield from rule_on_bonus_wagers(t, rules, chips, shown)
    yield ChipsToInventory("18.7(b)", wagers.BONUS_CHIP * len(stand), stand)


def rule_on_bonus_wagers(
    t: Table, rules: Rules, chips: list[int], shown: list[int]
) -> Generator[Step | Wait, Any, tuple[int, ...]]:
    """The count failed and the text gives no remedy: the reading bonus-count. Other wagers stay as they are."""
    way = rules.reads("bonus-count")
    by = f"reading:bonus-count={way}"
    if way == "supervisor":
        order = yield OrderWanted(
            "reading:bonus-count",
            "at which positions does a bonus wager stand?",
            ("bonus wagers at", "return bonus chips"),
            tuple(chips),
        )
        assert isinstance(order, Order)
        stand = order.positions if order.what == "bonus wagers at" else ()
    else:
        stand = tuple(p for p in chips if way == "chips" or p in shown)
    yield BonusRuling("reading:bonus-count", stand, by)
    for position in chips:
        if position not in stand:
            yield ReturnChips("18.6A(d)", t.owners[position], position, BONUS, wagers.BONUS_CHIP, "the count failed")
    return stand


@rule("18.7(c)", [])
def in_dealing_order(t: Table) -> list[int]:
    """Clockwise from the player farthest to the dealer's left, everyone with three wagers out."""
    return [position for position in sorted(t.owners) if wagers.complete(t, position)]


def deal_from_manual_shoe(t: Table) -> Procedure:
    players = in_dealing_order(t)
    for to_player, to_community in (
        ("18.7(c)1", "18.7(c)2"),
        ("18.7(c)3", "18.7(c)4"),
        ("18.7(c)5", "18.7(c)6"),
    ):
        for position in players:
            yield Deal(to_player, hand(position), t.places[SHOE][0].card)
        yield Deal(to_community, COMMUNITY, t.places[SHOE][0].card)
    yield StubToRack("18.7(d)", len(t.places[SHOE]))


# --- 18.10 completion of the round


def completion(t: Table, rules: Rules, house: LetItRideHouse) -> Procedure:
    for position in t.live():
        yield Examine("18.10(a)", t.owners[position], position)
    yield from decide(t, rules, BET_1, "18.10(b)", "18.10(b)1", "18.10(b)2")
    yield Burn("18.10(c)", t.places[COMMUNITY][0].card)
    yield TurnFirst("18.10(d)", t.places[COMMUNITY][0].card)
    yield from decide(t, rules, BET_2, "18.10(e)", "18.10(e)1", "18.10(e)2")
    for position in t.live():
        yield LayDown("18.10(a)3", t.owners[position], position)
    yield MoveFirst("18.10(f)")
    yield TurnSecond("18.10(f)", t.places[COMMUNITY][0].card)
    for position in in_settling_order(t):
        yield from settle_player(t, rules, house, position)
    yield AllSettled("18.10(g)4", tuple(t.live()))
    assert t.facts["settled"]
    yield from collect_cards(t, rules)


def decide(t: Table, rules: Rules, bet: str, asking: str, riding: str, withdrawing: str) -> Procedure:
    """Clockwise from the dealer's left, each player withdraws the bet or lets it ride."""
    silent = LET_IT_RIDE if rules.reads("silent-seat") == "rides" else WITHDRAW
    for position in t.live():
        seat = t.owners[position]
        choice = yield Ask(asking, seat, position, bet, (LET_IT_RIDE, WITHDRAW), silent)
        if choice == LET_IT_RIDE:
            yield LetItRide(riding, seat, position, bet)
        else:
            yield ReturnWager(withdrawing, seat, position, bet, t.wager(position, bet), "withdrawn")


@rule("18.10(g)", [])
def in_settling_order(t: Table) -> list[int]:
    """Counterclockwise from the player farthest to the dealer's right."""
    return t.live()[::-1]


def collect_cards(t: Table, rules: Rules) -> Procedure:
    """In order, so that every hand can be rebuilt: the first collected lies lowest in the rack."""
    order = t.live() if rules.reads("collecting-order") == "clockwise" else t.live()[::-1]
    for place in [*map(hand, order), COMMUNITY]:
        yield CollectCards("18.10(h)", place, t.faces(place))
