"""The rules of wagering: what may be wagered, by whom, when and how much (32.1, 32.6, 32.12), and which conduct is
barred."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from pitboss.common import seats
from pitboss.common.declared_wagers import judge_amounts, list_offers, refuse_early, unknown_areas
from pitboss.common.incomplete_wagers import INCOMPLETE, SEND_BACK, Incomplete
from pitboss.common.orders import bar_order, carry_out_order
from pitboss.common.seats import (
    NO_MORE_BETS,
    refuse_bad_chips,
    refuse_foreign_wager,
    refuse_other_position,
    refuse_second_position,
)
from pitboss.common.side_wagers.side_bets import bar_orphans, cite_for, judge_beside, offer_side_wagers
from pitboss.engine.bank import say_if_short
from pitboss.engine.game import Offer
from pitboss.engine.inputs import Close, Input, Order, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.wager_declarations import Needs, PayTableWager, WagerDeclaration, Wagers, forfeit_always
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.games.ultimate_texas_holdem.law.paytables import trips_table
from pitboss.games.ultimate_texas_holdem.law.steps import Warn
from pitboss.table.brief import Sentence
from pitboss.table.money import area, chips_before
from pitboss.table.side_wager import CITE
from pitboss.table.steps import TAKEN_BACK, Announce, PlaceWager, ReturnWager
from pitboss.table.table import Table

if TYPE_CHECKING:  # the house is checked against these declarations
    from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse

ANTE, BLIND, TRIPS, PLAY = SPOTS = ("ante", "blind", "trips", "play")
BY_HAND = (ANTE, BLIND, PLAY)  # settled by comparing hands, in this order

MOST_BEFORE_THE_FLOP, LEAST_BEFORE_THE_FLOP = 4, 3  # a play wager, in antes
AGAINST_DEALER = "ante, blind and play"
TRIPS_WINS = Sentence("Wins when your own five cards are three of a kind or better, whatever the dealer has.", "32.1")

WAGERS: Wagers[UltimateHouse] = Wagers(
    *(
        WagerDeclaration(
            name=name,
            cite="32.6(b)",
            reported_as=AGAINST_DEALER,
            limits=lambda house: (house.minimum, house.maximum),
            together="ante and blind",
            later=MOST_BEFORE_THE_FLOP,
            forfeited=forfeit_always,
        )
        for name in (ANTE, BLIND)
    ),
    PayTableWager(
        name=TRIPS,
        cite="32.6(c)",
        limits=lambda house: (house.trips_minimum, house.trips_maximum),
        needs=Needs(
            (ANTE, BLIND),
            Refusal("32.6(c)", "Trips needs an equal ante and blind.", "Make those bets first, or all three at once."),
        ),
        cards="the hand and the board",
        pays=lambda rules, house: trips_table(house),
        wins=lambda rules, house: TRIPS_WINS,
    ),
    WagerDeclaration(
        name=PLAY,
        cite="32.6(d)",
        reported_as=AGAINST_DEALER,
        too_early=Refusal("32.6(d)", "The play bet comes after the deal.", "Make it when the dealer asks."),
    ),
)


def has_ante_and_blind(t: Table, position: int) -> bool:
    """Return whether equal ante and blind wagers are in their areas (32.1). Only then is a hand dealt there."""
    balance = t.ledger.accounts.get
    return 0 < balance(area(position, ANTE), 0) == balance(area(position, BLIND))


def makes_hand(layout: Mapping[str, int]) -> bool:
    """Return whether wagers are enough for a hand to be dealt: cents by betting area."""
    return 0 < layout[ANTE] == layout[BLIND]


def take_wagers(r: Round[UltimateHouse]) -> Procedure:
    """Take wagers until the dealer closes the betting."""
    yield from say_if_short(r)
    window = Window("32.6(b)", "wagers", partial(judge, r))
    while not isinstance(given := (yield window), Close):
        if isinstance(given, Order):
            yield from UNFINISHED.send_back(r)
            continue
        position = given.position or given.seat
        if isinstance(given, Wager):
            for spot, cents in given.stakes.items():
                if given.seat not in r.table.players:  # the player left between two wagers
                    break
                cite = WAGERS[spot].cite if spot in WAGERS else CITE
                yield PlaceWager(cite, given.seat, position, spot, cents)
            yield from warn_of_short_stack(r, given.seat)
        else:
            yield from return_wagers(r, position, (given.spot,), "32.6(b)", TAKEN_BACK)


def warn_of_short_stack(r: Round[UltimateHouse], seat: int) -> Procedure:
    """Warn a player, in time, whose chips cannot cover even a play wager of one ante and who would have to fold."""
    t = r.table
    left, ante = t.ledger[chips_before(seat)], t.wager(seat, ANTE)
    if r.rules.reads("short-stack") == "no-all-in" and has_ante_and_blind(t, seat) and left < ante:
        yield Warn("reading:short-stack", seat, left, ante)


def return_wagers(r: Round[UltimateHouse], position: int, spots: tuple[str, ...], cite: str, why: str) -> Procedure:
    t = r.table
    for spot in spots:
        if cents := t.wager(position, spot):
            yield ReturnWager(cite_for(r, spot, cite), t.owners[position], position, spot, cents, why)


def no_more_bets(r: Round[UltimateHouse], cite: str) -> Procedure:
    """End the betting. A player without equal ante and blind wagers gets no cards, and the chips back."""
    t = r.table
    yield Announce(cite, NO_MORE_BETS)
    for position in sorted(t.owners):
        if not has_ante_and_blind(t, position):
            yield from return_incomplete_wagers(r, position)


def return_incomplete_wagers(r: Round[UltimateHouse], position: int) -> Procedure:
    yield from return_wagers(
        r, position, (*SPOTS, *r.house.more_areas), INCOMPLETE, "ante and blind are both needed, and equal"
    )


UNFINISHED = Incomplete(has_ante_and_blind, return_incomplete_wagers)


# --- inputs while wagers are being taken


def judge(r: Round[UltimateHouse], given: Input) -> Iterator[Refusal]:
    """Yield every reason to refuse this input while wagers are being taken."""
    t = r.table
    match given:
        case Close():
            if not any(has_ante_and_blind(t, position) for position in t.owners):
                yield Refusal("32.1", "Nobody has an equal ante and blind down.", "Wait until someone does.")
            else:
                yield from _judge_waiting(r)
        case Order() if given.what == SEND_BACK:
            yield from UNFINISHED.judge(r)
        case Wager():
            yield from judge_beside(r, given, _judge_wager, makes_hand)
        case TakeBack():
            yield from bar_orphans(r, given, makes_hand)
            if (refusal := refuse_foreign_wager(t, given)) is not None:
                yield refusal
        case _:
            yield Refusal("32.6(b)", "Bets are open.", "Bet, or let the dealer close the betting.")


def _judge_waiting(r: Round[UltimateHouse]) -> Iterator[Refusal]:
    for position in UNFINISHED.positions_awaited(r):
        yield Refusal(
            "32.1",
            f"Seat {position} needs an equal ante and blind before the deal.",
            "Wait, or have the bets corrected.",
        )


def _judge_wager(r: Round[UltimateHouse], given: Wager) -> Iterator[Refusal]:
    """Judge a wager by how the layout would look with the chips on it."""
    t = r.table
    seat, position, stakes = given.seat, given.position or given.seat, given.stakes
    if unknown := unknown_areas(WAGERS, stakes):
        yield Refusal("32.6(a)", f"There is no bet on {unknown}.", f"The bets are {', '.join(SPOTS)}.")
        return
    if (refusal := refuse_early(WAGERS, stakes)) is not None:
        yield refusal
        return
    yield from refuse_bad_chips(r, given)
    if position != seat:
        yield refuse_other_position("32.12")
    yield from refuse_second_position(t, seat, "32.12")
    yield from judge_amounts(r, WAGERS, position, {spot: stakes[spot] for spot in SPOTS if spot in stakes})


def offers(r: Round[UltimateHouse], seat: int) -> Iterator[Offer]:
    """Yield what a player may wager at his own seat: ante and blind together, then trips."""
    yield from list_offers(r, WAGERS, seat)
    yield from offer_side_wagers(r, seat, makes_hand)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    **seats.BARS,
    Order: bar_order,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure | None]] = {
    **seats.INTERRUPTIONS,
    Order: carry_out_order,
}
