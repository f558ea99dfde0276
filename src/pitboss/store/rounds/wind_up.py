"""Winds up a round: the house ends a round that cannot be continued, and every wager of that round goes back.

Nothing is replayed. The chips that everybody has follow from the table as the round found it (its carry) and from the
chips that people have bought and taken away since (the entries of their accounts). Wagers that stood on the layout
before the round began do not belong to that round, and stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from pitboss.engine.carry import Carry, without_shoe
from pitboss.engine.inputs import COMPANION
from pitboss.table.facts import AWAY
from pitboss.table.money import CAGE, INVENTORY, OUTSIDE, chips_before

WENT_BACK = "All wagers of this round were returned."  # the note of each player whose wagers of the round went back


class ChipMove(NamedTuple):
    """Chips between an account and the table since the round began: negative if bought, positive if taken away."""

    account: int
    cents: int


class _Sits(msgspec.Struct, tag_field="input", tag="sit"):
    seat: int
    player: str
    by: str = ""


class _Fills(msgspec.Struct, tag_field="input", tag="fill"):
    cents: int


class _Credits(msgspec.Struct, tag_field="input", tag="credit"):
    cents: int


class _Row(msgspec.Struct):
    given: _Sits | _Fills | _Credits


class WoundUp(NamedTuple):
    """The result of winding up a round."""

    carry: Carry  # the table as the next round finds it
    owed: dict[int, int]  # account -> cents that go to people who no longer have a seat


@dataclass
class _Guest:
    """A person who sat at the table in the round."""

    name: str
    account: int  # 0: a companion of the house
    seat: int  # where he sits or last sat
    purse: int  # all that he has, without wagers that stand from before the round
    here: bool  # False if he has left; his seat is kept while a wager of his stands
    stood: int = 0  # the seat at which his wagers stood when the round began


def wind_up(
    carry: Carry, lines: Iterable[str], moves: Iterable[ChipMove], accounts: Mapping[str, int], *, clear: bool = False
) -> WoundUp:
    """Return the table after the open round of these rows is wound up. `accounts` has the people who sat there in the
    round, by name; anybody else is a companion of the house. With `clear` nobody can play at the table any more:
    everybody gets up, and wagers on the layout go back as well."""
    guests = _guests(carry, lines, moves, accounts)
    guest_at = {guest.seat: guest for guest in guests if guest.account and guest.here}
    seats_cleared = set()  # seats whose standing wagers come down
    kept = []
    owed = {}
    borne_by_house = paid_debts = 0
    debts = {seat: (mark, cents) for mark, cents in carry.marks.items() if (seat := debtor_of(mark))}
    marks = {mark: value for mark, value in carry.marks.items() if not debtor_of(mark)}
    for guest in guests:
        displaced = guest_at.get(guest.stood, guest) is not guest
        # A player who left may have taken his wagers down: he has the chips, and the wagers stand no more.
        if guest.stood and (clear or displaced or guest.seat != guest.stood or guest.purse < 0):
            guest.purse += chips_standing(carry, guest.stood)
            seats_cleared.add(guest.stood)
        borne_by_house -= min(guest.purse, 0)  # won in the voided round and taken away: the house bears it
        guest.purse = max(guest.purse, 0)
        is_seated = guest.here and (bool(guest.account) or not displaced)  # a companion gives up the seat
        stays = not clear and (is_seated or (guest.stood not in seats_cleared and chips_standing(carry, guest.stood)))
        if guest.stood in debts:  # who stays still owes it, and who leaves pays it
            mark, cents = debts[guest.stood]
            if stays:
                marks[f"{mark.rpartition(' ')[0]} {guest.seat}"] = cents
            else:
                paid_debts += min(cents, guest.purse)
                guest.purse -= min(cents, guest.purse)
        if stays:
            kept.append(guest)
        elif guest.account and guest.purse:
            owed[guest.account] = guest.purse
    players = {guest.seat: guest.name for guest in kept}
    stands = {account: position_of(account) for account in carry.accounts}
    chips = {
        account: carry.accounts[account]
        for account, position in stands.items()
        if position and position not in seats_cleared
    }
    assert len(players) == len(kept), "two people in one seat"
    assert {position_of(account) for account in chips} <= players.keys(), "a wager that belongs to nobody"
    chips |= {chips_before(guest.seat): guest.purse for guest in kept}
    net_fill = _net_fill(lines)
    inventory = carry.accounts.get(INVENTORY, 0) + net_fill - borne_by_house + paid_debts
    net_fill -= min(inventory, 0)  # the cage brings what the table lacks
    chips[INVENTORY] = max(inventory, 0)
    chips[CAGE] = carry.accounts.get(CAGE, 0) - net_fill
    chips[OUTSIDE] = sum(carry.accounts.values()) - sum(chips.values())
    marks = {mark: value for mark, value in marks.items() if position_of(mark) not in seats_cleared}
    marks = {mark: value for mark, value in marks.items() if mark not in map(AWAY.word, carry.players)}
    marks |= {AWAY.word(guest.seat): 1 for guest in kept if not guest.here}
    chips = {account: cents for account, cents in sorted(chips.items()) if cents}
    decks = without_shoe(carry).decks  # cards dealt in the voided round do not stay in play
    after = Carry(carry.round + 1, dict(sorted(players.items())), chips, decks, dict(sorted(marks.items())))
    return WoundUp(after, owed)


def _guests(carry: Carry, lines: Iterable[str], moves: Iterable[ChipMove], accounts: Mapping[str, int]) -> list[_Guest]:
    """Return everybody who sat at the table in the round, with what he has."""
    guests = [
        _Guest(
            name,
            accounts.get(name, 0),
            seat,
            carry.accounts.get(chips_before(seat), 0),
            AWAY.word(seat) not in carry.marks,
            seat,
        )
        for seat, name in carry.players.items()
    ]
    people = {guest.account: guest for guest in guests if guest.account}
    names = {account: name for name, account in accounts.items()}
    sat_down = _sat_down(lines)
    for account, cents in moves:
        if account not in people:
            people[account] = _Guest(names.get(account, ""), account, 0, 0, False)
            guests.append(people[account])
        person = people[account]
        person.purse -= cents
        # Somebody who is here and buys adds to his chips. The row that seats him may be unreadable.
        person.here = cents < 0 and (person.here or person.name in sat_down)
        if person.here:
            person.seat = sat_down.get(person.name, person.seat)
    return guests


def chips_standing(carry: Carry, seat: int) -> int:
    """Return the chips of a seat's wagers that stood on the layout before the round."""
    return sum(cents for account, cents in carry.accounts.items() if seat and position_of(account) == seat)


def debtor_of(word: str) -> int:
    """Return the seat in the name of a mark for a debt to the house, such as "vigorish owed 3"; 0 for any other
    mark."""
    _, separator, seat = word.rpartition(" owed ")
    return int(seat) if separator and seat.isdigit() else 0


def position_of(word: str) -> int:
    """Return the position in the name of a betting area, or of a mark that belongs to one; 0 if it has none."""
    _, separator, position = word.rpartition(" @")
    return int(position) if separator and position.isdigit() else 0


def names_in_round(carry: Carry, lines: Iterable[str]) -> set[str]:
    """Return the names of all who sat at the table in the round, including companions of the house."""
    return {*carry.players.values(), *_sat_down(lines)}


def _sat_down(lines: Iterable[str]) -> dict[str, int]:
    """Return the last seat that each person took in these rows. Rows that cannot be read are skipped."""
    seated = (sit for sit in _read_inputs(lines) if isinstance(sit, _Sits))
    return {sit.player: sit.seat for sit in seated if sit.by != COMPANION}


def _net_fill(lines: Iterable[str]) -> int:
    """Return what the cage brought in these rows, less what it took. Winding up a round does not undo fills and
    credits."""
    moves = (move for move in _read_inputs(lines) if not isinstance(move, _Sits))
    return sum(move.cents if isinstance(move, _Fills) else -move.cents for move in moves)


def _read_inputs(lines: Iterable[str]) -> Iterator[_Sits | _Fills | _Credits]:
    """Yield the inputs of these rows that seat people or move chips between table and cage."""
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=_Row).given
        except msgspec.DecodeError:
            continue
