"""The carry: all that outlives a round, as plain frozen data with a digest."""

from __future__ import annotations

import hashlib

import msgspec

from pitboss.table.cards import FULL_DECK
from pitboss.table.money import INVENTORY, OUTSIDE
from pitboss.table.table import Table

_encode = msgspec.json.Encoder(enc_hook=int).encode


class Carry(msgspec.Struct, frozen=True):
    round: int  # the number of the round about to be played
    players: dict[int, str]  # seat -> name
    accounts: dict[str, int]  # racks, inventory, standing wagers; in cents
    cards: tuple[str, ...]  # the deck as it lies in the discard rack, top card first
    marks: dict[str, int]  # counters and buttons

    @property
    def digest(self) -> str:
        return hashlib.sha256(_encode(self)).hexdigest()


def opening(inventory: int) -> Carry:
    """A table that has just been opened: nobody sits, one deck of 52 is at hand."""
    return Carry(1, {}, {INVENTORY: inventory, OUTSIDE: -inventory}, FULL_DECK, {})


def unpack(carry: Carry, positions: int) -> Table:
    return Table(positions, dict(carry.players), carry.accounts, carry.cards, dict(carry.marks))


def pack(t: Table, carry: Carry, cards: tuple[str, ...]) -> Carry:
    """Sorted, so that equal tables have equal digests whatever happened on the way."""
    players = dict(sorted(t.players.items()))
    accounts = dict(sorted(t.ledger.accounts.items()))
    return Carry(carry.round + 1, players, accounts, cards, dict(sorted(t.marks.items())))
