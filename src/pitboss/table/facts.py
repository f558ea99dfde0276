"""Facts and marks: what one act establishes for a later one to read, each declared once with its type.

A fact lasts until the round is over. A mark outlives it: a counter, a button, a device; its word is part of the carry
and of views. Only a step's effect may set or clear them, so that a test can switch a step off and see what depends on
it.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from pitboss.table.cards import Lying
from pitboss.table.table import Table

T = TypeVar("T")


class Fact(Generic[T]):
    """A fact about the table as a whole."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def set(self, t: Table, value: T) -> None:
        t.facts[self] = value

    def get(self, t: Table) -> T | None:
        value: T | None = t.facts.get(self)
        return value

    def of(self, t: Table) -> T:
        """Return the established value. Raises AssertionError if there is none, which is a fault in the code."""
        assert self in t.facts, f"nothing has established “{self.name}” yet"
        value: T = t.facts[self]
        return value


class Flag(Fact[bool]):
    """A fact that is true or not."""

    __slots__ = ()

    def set(self, t: Table, value: bool = True) -> None:
        t.facts[self] = value

    def __call__(self, t: Table) -> bool:
        return t.facts.get(self) is True


A = TypeVar("A")


class FactAt(Generic[A, T]):
    """A fact about one betting position, seat, place or wager."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def set(self, t: Table, key: A, value: T) -> None:
        t.facts[self, key] = value

    def get(self, t: Table, key: A) -> T | None:
        value: T | None = t.facts.get((self, key))
        return value

    def of(self, t: Table, key: A) -> T:
        """Return the value established for this key. Raises AssertionError if there is none."""
        assert (self, key) in t.facts, f"nothing has established “{self.name}” at {key} yet"
        value: T = t.facts[self, key]
        return value


class FlagAt(FactAt[A, bool]):
    """A fact that is true or not, of one betting position, seat, place or wager."""

    __slots__ = ()

    def set(self, t: Table, key: A, value: bool = True) -> None:
        t.facts[self, key] = value

    def __call__(self, t: Table, key: A) -> bool:
        return t.facts.get((self, key)) is True


class Mark:
    """A number that everybody sees and that outlives the round, under this word."""

    __slots__ = ("word",)

    def __init__(self, word: str) -> None:
        self.word = word

    def set(self, t: Table, value: int = 1) -> None:
        t.marks[self.word] = value

    def get(self, t: Table) -> int | None:
        return t.marks.get(self.word)

    def of(self, t: Table) -> int:
        return t.marks[self.word]

    def clear(self, t: Table) -> None:
        t.marks.pop(self.word, None)

    def __call__(self, t: Table) -> bool:
        """Return whether the mark is there and is not zero."""
        return bool(t.marks.get(self.word))


class MarkAt:
    """A mark for each of several things. `words` has "{}" where the name of the thing goes."""

    __slots__ = ("_marks", "words")

    def __init__(self, words: str) -> None:
        assert "{}" in words
        self.words = words
        self._marks: dict[tuple[object, ...], Mark] = {}  # made once, because a full table asks for them all the time

    def at(self, *names: object) -> Mark:
        """Return the mark for these names. Marks are cached, because a full table asks for them all the time."""
        mark = self._marks.get(names)
        if mark is None:
            mark = self._marks[names] = Mark(self.words.format(*names))
        return mark

    def word(self, *names: object) -> str:
        """Return the word of the mark for these names."""
        return self.at(*names).word


# --- seats and wagers

LEAVING = FlagAt[int]("gets up and takes part in nothing more")  # by seat
VOID = FlagAt[int]("void")  # the hand at a position takes no more part, though the round goes on; 0 is the dealer's
DEAD = FlagAt[int]("dead")
FOLDED = FlagAt[int]("folded")
FOLDED_CARDS = FactAt[int, tuple[str, ...]]("the cards of a folded hand")  # by position; its player has seen them
OUT = {
    "folded": FOLDED,
    "dead": DEAD,
    "void": VOID,
}  # why a hand takes no more part; a later entry overrides an earlier one
PAYABLE = FactAt[int, int]("payable on one hand under the table's limit")
WAGER_CLASS = FactAt[tuple[int, str], str]("hand class that decides a wager by itself")  # by position and area
WAGER_WINS = FactAt[tuple[int, str], bool]("whether a wager wins by itself")

PLAYED_ON = Fact[str]("what was recorded and played on")

# --- cards

PRE_SHUFFLED = FlagAt[str]("came shuffled")  # by place
DEVICE_COUNTS = Fact[int]("cards that the shuffler has counted")
SHUFFLING = Flag("the cards are being shuffled")
TO_BE_CUT = Flag("the cards must be cut")
READY = Flag("the cards may be dealt")
CUT = Flag("the cards were cut")
STUB_COUNTED = Fact[int]("cards of the deck, by the count of the stub")
HAND_CLASS = FactAt[int, str]("what a hand is worth")  # by position
HAND_WINS = FlagAt[int]("the hand wins")

# --- what goes wrong with cards

INCIDENT = Flag("something went wrong")
TURNED_IN_PILE = Flag("a card was turned in a pile")
STUB_IN_RACK = Fact[tuple[Lying, ...]]("the stub as it was put into the discard rack")
# Keyed by the card, the hand concerned, and whether that hand got the card (or was left without it).
ASTRAY = FactAt[tuple[str, str, bool], int]("community cards that were up when a card went astray")
HANDS_DISTURBED = Flag("a card lies where it should not")
DECK_DISTURBED = Flag("a card is missing, or one too many")
FACE_UP_MET = Fact[int]("cards that were met face up in dealing")

AWAY = MarkAt("away {}")  # the seat of a player who has left while wagers of his must stand
