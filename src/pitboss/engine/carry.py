"""The carry: all that outlives a round, as plain frozen data with a digest."""

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

LEAST_SALT = 32  # letters; a source of chance draws twice as many

K = TypeVar("K", int, str)
V = TypeVar("V")

_encode = msgspec.json.Encoder(enc_hook=int).encode


class Deck(msgspec.Struct, frozen=True):
    """A deck at the table; without cards it has been removed, or has not been received yet."""

    back: str
    cards: tuple[str, ...]  # as they lie, top card first


class Shoe(msgspec.Struct, frozen=True):
    """Cards that go on being dealt in the next round. Until they are out of play nobody may know them, so a digest of
    them is salted."""

    cards: dict[str, tuple[str, ...]]  # by the place that the game leaves them at, as they lie
    cutting_card: int | None  # how many of them lie behind it; None once it has come out
    salt: str
    face_up: dict[str, tuple[int, ...]] | UnsetType = UNSET  # those that lie so, by place and counted from 0, if any do


class Carry(msgspec.Struct, frozen=True):
    round: int  # the number of the round about to be played
    players: dict[int, str]  # seat -> name
    accounts: dict[str, int]  # chips before each seat, inventory, standing wagers; in cents
    decks: tuple[Deck, ...]  # the first lies in the discard rack, a second in the shuffler; none at a dice table
    marks: dict[str, int]  # counters, buttons, devices at the table
    shoe: Shoe | UnsetType = UNSET  # the rest of the first deck, where it stays in play; what is dealt is in the rack

    @property
    def digest(self) -> str:
        return hashlib.sha256(_encode(self)).hexdigest()


def opening(inventory: int, backs: tuple[str, ...] = ("red",)) -> Carry:
    """A table about to open: nobody sits, and the cards, if it has any, have yet to be received."""
    return Carry(1, {}, {INVENTORY: inventory, OUTSIDE: -inventory}, tuple(Deck(back, ()) for back in backs), {})


def unpack(carry: Carry, positions: int, packs: int = 1) -> Table:
    places = {place: deck.cards for place, deck in zip(AT_REST, carry.decks, strict=False)}
    backs = [deck.back for deck in carry.decks]
    shoe = carry.shoe
    if shoe is not UNSET:
        places |= shoe.cards
    t = Table(positions, dict(carry.players), carry.accounts, places, backs, dict(carry.marks))
    t.packs = packs
    if shoe is not UNSET:
        t.cutting_card, t.salt = shoe.cutting_card, shoe.salt
        for place, depths in (shoe.face_up or {}).items():
            for depth in depths:
                t.places[place][depth] = UP[t.places[place][depth].card]
    return t


def pack(t: Table, carry: Carry, rests: tuple[str, ...] = ()) -> Carry:
    """Sorted, so that equal tables have equal digests whatever happened on the way. `rests` are the places at which the
    game leaves cards that stay in play."""
    decks = tuple([Deck(back, t.faces(place)) for back, place in zip(t.backs, AT_REST, strict=False)])
    left = {place: t.faces(place) for place in rests if t.places.get(place)}
    assert not left or len(t.salt) >= LEAST_SALT, "the cards that stay in play have no salt"
    shoe = Shoe(left, t.cutting_card, t.salt, _face_up(t, left)) if left else UNSET
    return Carry(
        carry.round + 1, _sort_keys(t.players), _sort_keys(t.ledger.accounts), decks, _sort_keys(t.marks), shoe
    )


def _face_up(t: Table, places: Iterable[str]) -> dict[str, tuple[int, ...]] | UnsetType:
    """Cards that lie wrong in what stays in play: a later round comes to them."""
    found = {place: tuple([at for at, lying in enumerate(t.places[place]) if lying.up]) for place in places}
    return {place: depths for place, depths in found.items() if depths} or UNSET


def without_shoe(carry: Carry) -> Carry:
    """Its cards are out of play and leave the table; the next round opens new ones."""
    if carry.shoe is UNSET:
        return carry
    first, *others = carry.decks
    return msgspec.structs.replace(carry, decks=(Deck(first.back, ()), *others), shoe=UNSET)


def _sort_keys(held: dict[K, V]) -> dict[K, V]:
    return {key: held[key] for key in sorted(held)}
