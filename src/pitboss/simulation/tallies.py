"""The tally of a simulation, in whole numbers only.

The tallies of parts of a run can be added in any order, except that the unfinished session is the one of the last
units.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

Frequencies: TypeAlias = dict[int, int]  # how often each number came


def add_frequencies(mine: Frequencies, others: Frequencies) -> None:
    """Add the frequencies of `others` to those of `mine`."""
    for number, count in others.items():
        mine[number] = mine.get(number, 0) + count


class Sessions(msgspec.Struct):
    """The statistics of finished sessions. Money is in cents and positive if the player wins."""

    many: int = 0
    ruined: int = 0
    won: Frequencies = {}  # by the first seat
    table: Frequencies = {}  # by all seats together
    drop: Frequencies = {}  # the deepest fall below an earlier peak, of the first seat
    wins: Frequencies = {}  # the longest run of rounds won, and lost
    losses: Frequencies = {}
    open: list[int] = []  # of the one that the units end within: what a kernel keeps of it, from which it goes on

    def add(self, other: Sessions) -> None:
        """Add the statistics of the units that come next."""
        self.open = other.open
        self.many += other.many
        self.ruined += other.ruined
        for name in ("won", "table", "drop", "wins", "losses"):
            add_frequencies(getattr(self, name), getattr(other, name))


class Sums(msgspec.Struct):
    """Sums over rounds of what all seats net and stake on a line, in cents: net, stake, their squares and their
    product."""

    net: int = 0
    net2: int = 0
    staked: int = 0
    staked2: int = 0
    both: int = 0

    def add(self, other: Sums) -> None:
        """Add the sums of other rounds."""
        for name in Sums.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class StrategyTally(msgspec.Struct, omit_defaults=True):
    """The tally of one strategy."""

    counts: list[list[int]]  # by column and code
    sums: list[Sums]  # by line; empty where counts tell them
    sessions: Sessions
    against_first: list[Sums]  # by line: what this way nets more than the first on the same cards, and its square
    made: list[Sums] = []  # by line where a unit is a shoe: as `sums`, with what a share is told of instead of stakes

    def add(self, other: StrategyTally) -> None:
        """Add the tally of the units that come next."""
        for mine, others in zip(self.counts, other.counts, strict=True):
            mine[:] = [a + b for a, b in zip(mine, others, strict=True)]
        for ours, theirs in (
            (self.sums, other.sums),
            (self.against_first, other.against_first),
            (self.made, other.made),
        ):
            for sum_, more in zip(ours, theirs, strict=True):
                sum_.add(more)
        self.sessions.add(other.sessions)


class IncidentTally(msgspec.Struct):
    """Counts of one kind of incident: how often it struck, how it was resolved, and its cost to the house in cents."""

    struck: int = 0
    impossible: int = 0  # the engine took it at no moment of the round
    void_round: int = 0
    void_hand: int = 0
    played_on: int = 0
    otherwise: int = 0
    cost: int = 0  # what the players won more than in the same round undisturbed, and its square
    cost2: int = 0

    def add(self, other: IncidentTally) -> None:
        """Add the numbers of other units."""
        for name in IncidentTally.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Tally(msgspec.Struct):
    """The tally of the units from number 0 on, or of a chunk that comes next."""

    units: int
    throws: int
    ways: list[StrategyTally]
    incidents: list[dict[str, IncidentTally]] = []  # by way and kind, where any are wanted

    def add(self, other: Tally) -> None:
        """Add the tally of the units that come next."""
        self.units += other.units
        self.throws += other.throws
        for mine, others in zip(self.ways, other.ways, strict=True):
            mine.add(others)
        for struck, more in zip(self.incidents, other.incidents, strict=True):
            for kind, counts in more.items():
                struck[kind].add(counts)


def new_tally(codes: Sequence[Sequence[int]], lines: Sequence[int], several: bool, shoes: bool = False) -> Tally:
    """Return the tally of no units.

    `codes[way][column]` is the number of codes, `lines[way]` the number of lines. `several`: keep sums over rounds,
    because there are several columns. `shoes`: the unit is a shoe.
    """
    return Tally(
        0,
        0,
        [
            StrategyTally(
                [[0] * length for length in columns],
                [Sums() for _ in range(number if several else 0)],
                Sessions(),
                [Sums() for _ in range(number if way else 0)],
                [Sums() for _ in range(number if shoes else 0)],
            )
            for way, (columns, number) in enumerate(zip(codes, lines, strict=True))
        ],
    )
