"""Seats at a card table: who sits, who leaves, and what may not be put down or done."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.common.facts import DEALT_IN
from pitboss.common.house import CardHouse
from pitboss.common.steps import NobodyPlays
from pitboss.engine.inputs import Conduct, Input, Leave, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.seating import bar_sitting, chips_refusal, empty_seat_refusal, is_seated, same_person
from pitboss.engine.waits import Procedure, Refusal
from pitboss.table.facts import READY
from pitboss.table.money import chips_before, dollars
from pitboss.table.steps import LeaveSeat, ReturnWager, Rise, TakeSeat
from pitboss.table.table import Table

NO_MORE_BETS = "No more bets"


def positions_dealt_in(t: Table) -> tuple[int, ...]:
    """Return the positions that get cards this round, in the order of the deal; none before the deal begins."""
    return DEALT_IN.get(t) or ()


def wagers_of(t: Table, seat: int) -> list[tuple[int, str, int]]:
    """List what a player has on the layout: position, betting area, cents."""
    return [wager for wager in t.wagers() if t.owners[wager[0]] == seat]


# --- what is refused at any moment of the round, whatever the dealer is waiting for


def bar_wager(r: Round[CardHouse], given: Wager | TakeBack) -> Iterator[Refusal]:
    """Refuse a wager from an empty seat, or after "No more bets"."""
    t = r.table
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat, r.ids.seated)
    if NO_MORE_BETS in t.said:
        yield Refusal(
            r.ids.no_late_wagers,
            "The dealer has called “No more bets”.",
            "Bet, raise, or take a bet back before that. After it, bet only when the dealer asks.",
        )


def bar_leaving(r: Round[CardHouse], given: Leave) -> Iterator[Refusal]:
    """Refuse to let a player leave a seat where nobody sits, or leave during a hand, or leave wagers behind after "No
    more bets".
    """
    t = r.table
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat, r.ids.seated)
        return
    p = r.ids
    if any(t.owners.get(position) == given.seat for position in positions_dealt_in(t)):
        yield Refusal(p.seated, "You are in this hand.", "Stay in your seat until the round is over.")
    elif NO_MORE_BETS in t.said and wagers_of(t, given.seat):
        yield Refusal(p.no_late_wagers, "The dealer has called “No more bets”.", "Your bets stay where they are.")


def bar_conduct(r: Round[CardHouse], given: Conduct) -> Iterator[Refusal]:
    """Refuse cash, spoken wagers and, by a reading, match play coupons."""
    cite = r.ids.chips_only
    match given.what:
        case "cash wager" | "verbal wager":
            yield Refusal(
                cite, f"This table does not take a {given.what}.", "Put gaming chips or plaques on the layout."
            )
        case "match play coupon" if r.rules.reads("match-play") == "refused":
            yield Refusal(
                cite, "This house does not take match play coupons.", "Put gaming chips or plaques on the layout."
            )


# --- what interrupts the dealer, once nothing bars it


def sit(r: Round[CardHouse], given: Sit) -> Procedure:
    yield TakeSeat("house:seats", given.seat, given.player, given.chips)


def leave(r: Round[CardHouse], given: Leave) -> Procedure:
    """Have a player leave: his wagers go back to him first."""
    t = r.table
    yield Rise("house:seats", given.seat, t.players[given.seat])
    for position, spot, cents in wagers_of(t, given.seat):
        why = "the player leaves before “No more bets”"
        yield ReturnWager(r.ids.no_late_wagers, given.seat, position, spot, cents, why)
    yield from empty_seat(r, given.seat)


def empty_seat(r: Round[CardHouse], seat: int) -> Procedure:
    """Have a player go with his chips. When nobody is left, the table is idle again."""
    t = r.table
    yield LeaveSeat("house:seats", seat, t.players[seat], t.ledger[chips_before(seat)])
    if not t.players and READY(t) and NO_MORE_BETS not in t.said:
        yield NobodyPlays(r.ids.idle)  # the cards are spread again before anyone is dealt to


def allow_conduct(r: Round[CardHouse], given: Conduct) -> Procedure:
    """Allow conduct that nothing bars, without any effect."""
    yield from ()


# --- what every wager must keep to


def refuse_bad_chips(r: Round[CardHouse], given: Wager) -> Iterator[Refusal]:
    """Refuse chips that do not exist, or that the player does not have."""
    if unpayable := [cents for cents in given.stakes.values() if cents <= 0 or cents % r.house.smallest_chip]:
        chip = dollars(r.house.smallest_chip)
        yield Refusal(
            "house:smallest-chip", f"{dollars(unpayable[0])} cannot be made in chips.", f"Bet a multiple of {chip}."
        )
    if sum(given.stakes.values()) > (held := r.table.ledger[chips_before(given.seat)]):
        yield chips_refusal(held, r.ids.chips_only)


def refuse_foreign_wager(t: Table, given: TakeBack) -> Refusal | None:
    """Refuse to take back a wager that is not there or not the player's own."""
    position = given.position or given.seat
    if t.owners.get(position) == given.seat and t.wager(position, given.spot):
        return None
    return Refusal("house:wagers", f"You have no {given.spot} bet at seat {position}.", "Name one of your bets.")


def refuse_second_position(t: Table, seat: int, cite: str) -> Iterator[Refusal]:
    """Refuse a second position where a player may have only one, even if the player wagers from another seat.

    A player can no longer sit down twice, but a table stored by an older version may have one who did.
    """
    player = t.players[seat]
    other_seats = [
        other_seat for other_seat, name in t.players.items() if other_seat != seat and same_person(name, player)
    ]
    if other_seats and any(t.owners[position] in other_seats for position, _, _ in t.wagers()):
        yield Refusal(cite, "You already have a bet at another seat.", "Play one seat.")


def refuse_other_position(cite: str) -> Refusal:
    """Refuse a wager on a position that is not the player's own, where the paragraph gives each player one only.

    It does not matter whether anything lies on his own yet: any other position would be a second one.
    """
    return Refusal(cite, "Each player has one seat at this table.", "Bet at your own seat.")


def limits_refusal(total: int, least: int, most: int) -> Refusal:
    """Refuse a total outside the table's limits."""
    end = f"least here is {dollars(least)}" if total < least else f"most here is {dollars(most)}"
    wrong = f"The {end}. You bet {dollars(total)}."
    return Refusal("house:limits", wrong, f"Bet {dollars(least)} to {dollars(most)}.")


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    Wager: bar_wager,
    TakeBack: bar_wager,
    Leave: bar_leaving,
    Sit: bar_sitting,
    Conduct: bar_conduct,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {Sit: sit, Leave: leave, Conduct: allow_conduct}
