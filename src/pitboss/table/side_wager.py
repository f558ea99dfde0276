"""A side wager as a house describes it: a name, the cards that decide it, and what each hand pays.

It depends on the cards of one hand, or of a hand and the board, and on nothing else. A hand is paid by the first line
of the table that it fits, and loses where it fits none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Literal, NamedTuple

import msgspec

from pitboss.table.money import Money, Odds, dollars
from pitboss.table.paytable import PayTable

CITE = "house:side-wager"
PUSH = "push"  # what a line pays that only gives the stake back
WhenFolded = Literal["settled", "lost"]


class SideLine(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True
):
    """A line of the pay table of a described wager."""

    means: ClassVar[dict[str, str]] = {
        "hand": 'The hand, such as "flush", "pair of tens or better" or "ace-king suited".',
        "pays": 'What it pays: odds such as "40 to 1", or "push" to give the stake back.',
    }

    hand: str
    pays: str

    @property
    def rate(self) -> Odds:
        """The odds that it pays. Raises ValueError if that cannot be read."""
        return Odds(0) if self.pays.strip().lower() == PUSH else Odds.parse(self.pays)


class SideWager(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True
):
    """A side wager that the house describes."""

    means: ClassVar[dict[str, str]] = {
        "name": "What the wager is called, on the layout and everywhere else.",
        "cards": "The cards that decide it.",
        "minimum": "The least you may put on it.",
        "maximum": "The most you may put on it.",
        "when-folded": "What becomes of it if the player folds the hand: it is settled by the cards, or lost. A hand "
        "or a round that is void always gives it back.",
        "pay": "The pay table. A hand is paid by the first line that it fits.",
    }

    name: str
    cards: str
    minimum: Money
    maximum: Money
    when_folded: WhenFolded | None = None  # None where no hand is folded
    pay: tuple[SideLine, ...]

    def __str__(self) -> str:
        lines = ", ".join(f"{line.hand} {line.pays}" for line in self.pay)
        folded = f", {self.when_folded} if folded" if self.when_folded else ""
        return f"{self.name} (by {self.cards}, {dollars(self.minimum)} to {dollars(self.maximum)}{folded}): {lines}"

    @property
    def table(self) -> PayTable:
        """The pay table, by the names of its lines."""
        return PayTable(self.name, CITE, {line.hand: line.rate for line in self.pay})


class SideTerms(NamedTuple):
    """The cards that side wagers of a game can depend on, and the names that they cannot have."""

    cards: Mapping[str, int]  # the words for the cards that decide, with their number
    taken: Callable[[], tuple[str, ...]]  # returns the names of the game's own wagers and payments
    # By the words for the cards: what may become of the wager if the hand is folded. Nobody folds where it is empty.
    folded: Mapping[str, tuple[WhenFolded, ...]] = {}
    unknown: Mapping[str, str] = {}  # words for other cards that the game deals: why they cannot decide


NO_SIDE_WAGERS = SideTerms({}, tuple)
