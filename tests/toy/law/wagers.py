"""The rules of wagering: what may be wagered, when and how much (99.2), and players who come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pitboss.engine.bank import say_if_short
from pitboss.engine.game import Offer
from pitboss.engine.inputs import Close, Input, Leave, Sit, Wager
from pitboss.engine.round import Round
from pitboss.engine.wager_declarations import WagerDeclaration, Wagers
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.table.money import chips_before, dollars
from pitboss.table.steps import LeaveSeat, PlaceWager, TakeSeat
from pitboss.table.table import Table
from toy.law.house import HighCardHouse

BET = "bet"
NO_MORE_BETS = "No more bets"

WAGERS: Wagers[HighCardHouse] = Wagers(
    WagerDeclaration(name=BET, cite="99.2(b)", limits=lambda house: (house.minimum, house.maximum)),
)


def wagered_positions(t: Table) -> list[int]:
    """Return the positions with a wager out, clockwise."""
    return [position for position in sorted(t.owners) if t.wager(position, BET)]


def take_wagers(r: Round[HighCardHouse]) -> Procedure:
    """Take wagers until the dealer ends the betting."""
    yield from say_if_short(r)
    window = Window("99.2(b)", "wagers", partial(judge, r))
    while isinstance(given := (yield window), Wager):
        yield PlaceWager("99.2(b)", given.seat, given.seat, BET, given.stakes[BET])


# --- what is taken while the window for wagers is open


def judge(r: Round[HighCardHouse], given: Input) -> Iterator[Refusal]:
    """Yield every reason why this input is not taken while betting is open."""
    match given:
        case Wager():
            yield from _judge_wager(r, given)
        case Close():
            if not wagered_positions(r.table):
                yield Refusal("99.3(b)", "Nobody has a bet down.", "Wait until someone does.")
        case _:
            yield Refusal("99.2(b)", "Bets are open.", "Bet, or let the dealer close the betting.")


def _judge_wager(r: Round[HighCardHouse], given: Wager) -> Iterator[Refusal]:
    t = r.table
    if given.stakes.keys() != {BET} or given.position not in (0, given.seat):
        yield Refusal("99.2(b)", "That spot is not yours.", f"Bet on {BET} at your own seat.")
        return
    cents, chips = given.stakes[BET], t.ledger[chips_before(given.seat)]
    if cents <= 0 or cents % r.house.smallest_chip:
        right = f"Bet a multiple of {dollars(r.house.smallest_chip)}."
        yield Refusal("house:smallest-chip", f"{dollars(cents)} cannot be made in chips.", right)
    if cents > chips:
        yield Refusal("99.2(b)", f"You have {dollars(chips)}.", "Bet less, or add chips.")
    if not r.house.minimum <= t.wager(given.seat, BET) + cents <= r.house.maximum:
        right = f"Bet {dollars(r.house.minimum)} to {dollars(r.house.maximum)}."
        yield Refusal("house:limits", f"{dollars(cents)} is outside the table limits.", right)


def offers(r: Round[HighCardHouse], seat: int) -> Iterator[Offer]:
    """Yield what a player may wager now, for pages that offer it."""
    if not r.table.wager(seat, BET):
        yield Offer(BET, (BET,), r.house.minimum, r.house.maximum, r.house.smallest_chip)


# --- bars: what is refused at any moment of the round, whatever the dealer is waiting for


def bar_wager(r: Round[HighCardHouse], given: Wager) -> Iterator[Refusal]:
    t = r.table
    if given.seat not in t.players:
        yield Refusal("house:seats", f"Nobody is in seat {given.seat}.", "Take a seat first.")
    if NO_MORE_BETS in t.said:
        yield Refusal("99.2(c)", "The dealer has called “No more bets”.", "Wait for the next round.")


def bar_sitting(r: Round[HighCardHouse], given: Sit) -> Iterator[Refusal]:
    if not 1 <= given.seat <= r.house.seats or given.seat in r.table.players:
        yield Refusal("house:seats", f"Seat {given.seat} is not open.", f"Choose an open one of 1 to {r.house.seats}.")
    if given.chips < 0 or given.chips % r.house.smallest_chip:
        yield Refusal(
            "house:chips", f"{dollars(given.chips)} cannot be made in chips.", "Bring a multiple of the smallest chip."
        )


def bar_leaving(r: Round[HighCardHouse], given: Leave) -> Iterator[Refusal]:
    t = r.table
    if given.seat not in t.players:
        yield Refusal("house:seats", f"Nobody is in seat {given.seat}.", "Name a seat that is taken.")
    if t.wager(given.seat, BET) or t.has_hand(given.seat):
        yield Refusal("99.2(c)", "Your bet is down.", "Stay until it is settled.")


# --- interruptions: what interrupts the dealer, once nothing bars it


def sit(r: Round[HighCardHouse], given: Sit) -> Procedure:
    yield TakeSeat("house:seats", given.seat, given.player, given.chips)


def leave(r: Round[HighCardHouse], given: Leave) -> Procedure:
    t = r.table
    yield LeaveSeat("house:seats", given.seat, t.players[given.seat], t.ledger[chips_before(given.seat)])


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {Wager: bar_wager, Sit: bar_sitting, Leave: bar_leaving}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {Sit: sit, Leave: leave}
