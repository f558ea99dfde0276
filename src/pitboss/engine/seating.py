"""Rules about seats that hold in every game. They are the house's own: no paragraph is behind them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pitboss.engine.houses.house import House
from pitboss.engine.inputs import AddChips, Sit
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal, Wait, Window
from pitboss.table.facts import AWAY, LEAVING
from pitboss.table.money import dollars
from pitboss.table.steps import BringChips
from pitboss.table.table import Table

CHIPS = "house:chips"
IN_PLAY = Refusal(CHIPS, "Chips do not enter a hand in play.", "Add them when bets are open again.")


def is_seated(t: Table, seat: int) -> bool:
    """Return whether a player who can act sits there. Players who are getting up, or who left and still have wagers on
    the layout, cannot."""
    # Called for every input and every view, so it reads the facts directly.
    return seat in t.players and not t.facts.get((LEAVING, seat)) and not t.marks.get(_away(seat))


_away = cache(AWAY.word)


def empty_seat_refusal(seat: int, cite: str = "house:seats") -> Refusal:
    """Refuse an input from a seat where nobody sits."""
    return Refusal(cite, f"Nobody is in seat {seat}.", "Take a seat first.")


def chips_refusal(held: int, cite: str = "house:chips") -> Refusal:
    """Refuse to put down more chips than the player has."""
    right = f"Bet {dollars(held)} or less, or add chips." if held else "Add chips."
    return Refusal(cite, f"You have {dollars(held) if held else 'no chips'}.", right)


def same_person(name: str, other_name: str) -> bool:
    """Return whether two names belong to one person, ignoring case and surrounding blanks."""
    return name.strip().casefold() == other_name.strip().casefold()


def bar_sitting(r: Round[House], given: Sit) -> Iterator[Refusal]:
    """Refuse a seat that does not exist or is taken, a second seat, an amount that cannot be made in chips, and an
    empty name."""
    if not 1 <= given.seat <= r.house.seats:
        yield Refusal("house:seats", f"There is no seat {given.seat}.", f"Choose seat 1 to {r.house.seats}.")
    elif given.seat in r.table.players:
        yield Refusal("house:seats", f"Seat {given.seat} is taken.", "Choose an open seat.")
    # A text that counts a player's positions means the person, so nobody may have a second seat to wager from.
    if own := [seat for seat, player in r.table.players.items() if same_person(player, given.player)]:
        wrong = f"Seat {own[0]} already belongs to {given.player.strip()}."
        yield Refusal("house:seats", wrong, "A player takes one seat. Leave that one first.")
    if given.chips < 0 or given.chips % r.house.smallest_chip:
        yield Refusal(
            CHIPS,
            f"{dollars(given.chips)} cannot be made in chips.",
            f"Bring a multiple of {dollars(r.house.smallest_chip)}.",
        )
    if not given.player.strip():
        yield Refusal("house:seats", "A player needs a name.", "Enter one.")


def bar_adding(r: Round[House], given: AddChips, wait: Wait | None) -> Iterator[Refusal]:
    """Refuse more chips except while wagers may be made, so that none arrive during a hand. This holds at every
    table."""
    if not is_seated(r.table, given.seat):
        yield empty_seat_refusal(given.seat)
    if given.chips < 1 or given.chips % r.house.smallest_chip:
        right = f"Add a multiple of {dollars(r.house.smallest_chip)}."
        yield Refusal(CHIPS, f"{dollars(given.chips)} cannot be added in chips.", right)
    if not isinstance(wait, Window):
        yield IN_PLAY


def add(r: Round[House], given: AddChips) -> Procedure:
    yield BringChips(CHIPS, given.seat, r.table.players[given.seat], given.chips)
