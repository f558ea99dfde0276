"""One gaming table as it stands: where every card, die and chip is, and what has been said and done.

Places are named as the regulation names them. A list of cards runs from the top of a pile downwards, or from the
dealer's left to his right where cards lie side by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any

from pitboss.table.cards import DOWN, Lying
from pitboss.table.money import MOST_NAMES, Ledger, area, parse_area

DECK = "deck"  # stacked before the dealer
CUT_STACK = "cut stack"
SHOE = "shoe"
DEALERS_HAND = "dealer's hand"
AUTOMATED_SHOE = "automated shoe"
STUB = "stub"
DISCARD_RACK = "discard rack"
SHUFFLER = "shuffler"
SPREAD = "spread"  # fanned out on the layout to be looked at
SECOND_SPREAD = "second spread"  # for another deck beside it
COMMUNITY = "community"
DEALER = "dealer"  # the dealer's own cards on the layout
DRAWN = "drawn in error"
REMOVED = "removed"  # taken from the table
MISSING = "missing"  # gone, and nobody knows where

FACES = 6  # of a die

DEALT_FROM = (SHOE, DEALERS_HAND, AUTOMATED_SHOE)


@lru_cache(MOST_NAMES)
def hand(position: int) -> str:
    """Return the place of the cards dealt to a betting position."""
    return f"hand {position}"


_face = itemgetter(0)  # of a lying card


class Table:
    """A gaming table. Only the effects of steps change it."""

    __slots__ = (
        "backs",
        "cover_card",
        "cutting_card",
        "dice",
        "examined",
        "facts",
        "ledger",
        "lit",
        "marks",
        "owners",
        "packs",
        "places",
        "players",
        "positions",
        "said",
        "salt",
        "void",
        "wheel",
    )

    def __init__(
        self,
        positions: int,
        players: dict[int, str],
        accounts: dict[str, int],
        cards: Mapping[str, tuple[str, ...]],
        backs: list[str],
        marks: dict[str, int],
    ) -> None:
        self.positions = positions
        self.players = players  # who sits where
        self.ledger = Ledger(accounts)
        self.places: dict[str, list[Lying]] = {place: list(map(DOWN.__getitem__, cards[place])) for place in cards}
        self.backs = backs  # of the deck in the discard rack, and of the one in the shuffler
        self.cover_card = DISCARD_RACK
        self.packs = 1  # how many times 52 cards the deck in play is
        # For a shoe that lasts many rounds: how many cards lie behind the cutting card, None once it is out, and the
        # salt that keeps the cards secret in digests.
        self.cutting_card: int | None = None
        self.salt = ""
        self.marks = marks  # what outlives the round: counters and buttons
        self.said: list[str] = []
        self.dice: tuple[int, ...] = ()  # as they lie, once they were thrown
        self.wheel: int | None = None  # the stop where it rests, from 0, once it was spun
        # Betting position -> seat of the player who wagered there. A wager that stands from an earlier round is at its
        # player's own position.
        self.owners: dict[int, int] = {
            parsed[0]: parsed[0] for parsed in map(parse_area, accounts) if parsed is not None
        }
        self.examined: set[int] = set()  # positions whose cards their player has looked at
        self.lit: set[int] = set()  # positions whose wagering device shows a wager
        self.facts: dict[Any, Any] = {}  # what one act establishes for a later one to read: see facts.py
        self.void = ""  # the paragraph by which the round is void, once it is

    @property
    def is_void(self) -> bool:
        """True once the round is void."""
        return bool(self.void)

    def wager(self, position: int, spot: str) -> int:
        """Return how many cents lie on a betting area of a position."""
        return self.ledger.accounts.get(area(position, spot), 0)

    def wagers(self) -> list[tuple[int, str, int]]:
        """List everything that lies on the layout: position, betting area, cents."""
        accounts = self.ledger.accounts
        return [(parsed[0], parsed[1], accounts[name]) for name in accounts if (parsed := parse_area(name)) is not None]

    def cards(self, place: str) -> list[Lying]:
        """Return the cards of a place as they lie."""
        return self.places.get(place, [])

    def faces(self, place: str) -> tuple[str, ...]:
        """Return the cards of a place, without the way they lie."""
        return tuple(map(_face, self.places.get(place, ())))

    def has_hand(self, position: int) -> bool:
        """Return whether a position has cards."""
        return bool(self.places.get(hand(position)))

    def live_positions(self) -> list[int]:
        """List the positions with a hand in play, clockwise from the dealer's left to his right."""
        places = self.places
        return [position for position in sorted(self.owners) if places.get(hand(position))]

    def undealt_place(self) -> str | None:
        """Return the place of the cards that are still to be dealt; None if there are none."""
        return next((place for place in (*DEALT_FROM, DECK) if self.places.get(place)), None)

    def count(self, back: int = 0) -> int:
        """Count the cards of the deck in play at the table, wherever they lie; with `back` 1, those of the other
        deck."""
        if back:
            return len(self.cards(SHUFFLER))
        return sum(len(pile) for place, pile in self.places.items() if place not in (SHUFFLER, REMOVED, MISSING))

    def different_cards(self) -> set[str]:
        """Return the set of cards of the deck in play, so that a duplicate counts once."""
        away = (SHUFFLER, REMOVED, MISSING)
        return {lying.card for place, pile in self.places.items() if place not in away for lying in pile}
