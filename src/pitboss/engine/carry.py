"""The carry: everything that outlives a round, as plain frozen data with a digest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.table.cards import UP
from pitboss.table.money import INVENTORY, OUTSIDE
from pitboss.table.table import DISCARD_RACK, SHUFFLER, Table

AT_REST = (DISCARD_RACK, SHUFFLER)  # where every game leaves its decks, in the order of the carry

LEAST_SALT = 32  # characters; a source of chance draws twice as many

K = TypeVar("K", int, str)
V = TypeVar("V")

_encode = msgspec.json.Encoder(enc_hook=int).encode


class Deck(msgspec.Struct, frozen=True):
    """A deck at the table. It has no cards if it has been removed, or has not been received yet."""

    back: str
    cards: tuple[str, ...]  # as they lie, top card first


class Shoe(msgspec.Struct, frozen=True):
    """Cards that stay in play for the next round. They must stay secret until then, so their digest is salted."""

    cards: dict[str, tuple[str, ...]]  # by the place where the game leaves them, as they lie
    cutting_card: int | None  # how many cards lie behind it; None once it has come out
    salt: str
    face_up: dict[str, tuple[int, ...]] | UnsetType = (
        UNSET  # the indexes of cards that lie face up, by place, if there are any
    )


class Carry(msgspec.Struct, frozen=True):
    """The state of a table between two rounds."""

    round: int  # the number of the round about to be played
    players: dict[int, str]  # seat -> name
    accounts: dict[str, int]  # chips before each seat, inventory, standing wagers; in cents
    decks: tuple[Deck, ...]  # the first lies in the discard rack, a second in the shuffler; none at a dice table
    marks: dict[str, int]  # counters, buttons, devices at the table
    shoe: Shoe | UnsetType = UNSET  # the rest of the first deck, where it stays in play; what is dealt is in the rack

    @property
    def digest(self) -> str:
        """The hash of the carry."""
        return hashlib.sha256(_encode(self)).hexdigest()


def opening(inventory: int, backs: tuple[str, ...] = ("red",)) -> Carry:
    """Return the carry of a table about to open: nobody sits, and its cards, if it has any, have yet to be received."""
    return Carry(1, {}, {INVENTORY: inventory, OUTSIDE: -inventory}, tuple(Deck(back, ()) for back in backs), {})


def unpack(carry: Carry, positions: int, packs: int = 1) -> Table:
    """Lay out a table from its carry. `packs` is the number of 52-card packs in the deck in play."""
    places = {place: deck.cards for place, deck in zip(AT_REST, carry.decks, strict=False)}
    backs = [deck.back for deck in carry.decks]
    shoe = carry.shoe
    if shoe is not UNSET:
        places |= shoe.cards
    table = Table(positions, dict(carry.players), carry.accounts, places, backs, dict(carry.marks))
    table.packs = packs
    if shoe is not UNSET:
        table.cutting_card, table.salt = shoe.cutting_card, shoe.salt
        for place, depths in (shoe.face_up or {}).items():
            for depth in depths:
                table.places[place][depth] = UP[table.places[place][depth].card]
    return table


def pack(table: Table, carry: Carry, rests: tuple[str, ...] = ()) -> Carry:
    """Return the carry of a table whose round is over. `rests` are the places where the game leaves cards in play.

    Everything is sorted, so that equal tables have equal digests however they came about.
    """
    decks = tuple([Deck(back, table.faces(place)) for back, place in zip(table.backs, AT_REST, strict=False)])
    left = {place: table.faces(place) for place in rests if table.places.get(place)}
    assert not left or len(table.salt) >= LEAST_SALT, "the cards that stay in play have no salt"
    shoe = Shoe(left, table.cutting_card, table.salt, _face_up(table, left)) if left else UNSET
    return Carry(
        carry.round + 1,
        _sort_keys(table.players),
        _sort_keys(table.ledger.accounts),
        decks,
        _sort_keys(table.marks),
        shoe,
    )


def _face_up(table: Table, places: Iterable[str]) -> dict[str, tuple[int, ...]] | UnsetType:
    """Return, by place, the depths of cards that wrongly lie face up. They stay in play, so a later round comes to
    them."""
    depths_by_place = {
        place: tuple([depth for depth, lying in enumerate(table.places[place]) if lying.up]) for place in places
    }
    return {place: depths for place, depths in depths_by_place.items() if depths} or UNSET


def without_shoe(carry: Carry) -> Carry:
    """Take the shoe out of a carry: its cards leave the table, and the next round opens new ones."""
    if carry.shoe is UNSET:
        return carry
    first, *other_decks = carry.decks
    return msgspec.structs.replace(carry, decks=(Deck(first.back, ()), *other_decks), shoe=UNSET)


def _sort_keys(mapping: dict[K, V]) -> dict[K, V]:
    return {key: mapping[key] for key in sorted(mapping)}
