"""The carry: all that outlives a round, as plain frozen data with a digest."""

from __future__ import annotations

import hashlib
from typing import TypeVar

import msgspec

from pitboss.table.money import INVENTORY, OUTSIDE
from pitboss.table.table import DISCARD_RACK, SHUFFLER, Table

AT_REST = (DISCARD_RACK, SHUFFLER)  # where the decks are between rounds, in the order of the carry

K = TypeVar("K", int, str)
V = TypeVar("V")

_encode = msgspec.json.Encoder(enc_hook=int).encode


class Deck(msgspec.Struct, frozen=True):
    """A deck at the table; without cards it has been removed, or has not been received yet."""

    back: str
    cards: tuple[str, ...]  # as they lie, top card first


class Carry(msgspec.Struct, frozen=True):
    round: int  # the number of the round about to be played
    players: dict[int, str]  # seat -> name
    accounts: dict[str, int]  # chips before each seat, inventory, standing wagers; in cents
    decks: tuple[Deck, ...]  # the first lies in the discard rack, a second in the shuffler; none at a dice table
    marks: dict[str, int]  # counters, buttons, devices at the table

    @property
    def digest(self) -> str:
        return hashlib.sha256(_encode(self)).hexdigest()


def opening(inventory: int, backs: tuple[str, ...] = ("red",)) -> Carry:
    """A table about to open: nobody sits, and the cards, if it has any, have yet to be received."""
    return Carry(1, {}, {INVENTORY: inventory, OUTSIDE: -inventory}, tuple(Deck(back, ()) for back in backs), {})


def unpack(carry: Carry, positions: int) -> Table:
    places = {place: deck.cards for place, deck in zip(AT_REST, carry.decks, strict=False)}
    backs = [deck.back for deck in carry.decks]
    return Table(positions, dict(carry.players), carry.accounts, places, backs, dict(carry.marks))


def pack(t: Table, carry: Carry) -> Carry:
    """Sorted, so that equal tables have equal digests whatever happened on the way."""
    decks = tuple([Deck(back, t.faces(place)) for back, place in zip(t.backs, AT_REST, strict=False)])
    return Carry(carry.round + 1, _sorted(t.players), _sorted(t.ledger.accounts), decks, _sorted(t.marks))


def _sorted(held: dict[K, V]) -> dict[K, V]:
    return {key: held[key] for key in sorted(held)}
