"""Computes what a wager costs, given what its lines pay, for the search of pay tables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from operator import mul

from pitboss.counting.exact_model import Outcome, Row, row
from pitboss.counting.floors import EdgeUnderBestPlay, Floor


class Straight:
    """A wager without decisions: every line contributes its odds times its frequency."""

    rising = True
    most_edges = 300_000
    heavy = 3

    def __init__(self, counted: Row, floor: Floor) -> None:
        self.counted, self.lines, self.beyond = counted, floor.lines, floor.beyond
        line_of_outcome = {floor.outcomes.get(line, line): line for line in self.lines}
        ways_of_line = dict.fromkeys(self.lines, 0)
        self.rest: list[Outcome] = []  # the outcomes that no line pays
        denominator = lcm(*(result.probability.denominator for result in counted.results))
        for result in counted.results:
            ways = int(result.probability * denominator)  # a wager that waits in between has no ways of its own
            if (line := line_of_outcome.get(result.outcome)) is not None:
                ways_of_line[line] += ways
            else:
                self.rest.append(Outcome(ways, result.net, name=result.outcome))
        assert any(ways_of_line.values()), f"{counted.wager} has no result that a line of its odds pays"
        self.ways = tuple(ways_of_line.values())
        self.all = sum(self.ways) + int(sum(outcome.weight for outcome in self.rest))
        lost = -sum((outcome.weight * outcome.net for outcome in self.rest), Fraction()) - sum(self.ways) * self.beyond
        self.lost, self.parts = lost.numerator, lost.denominator
        self.square = sum((outcome.weight * outcome.net**2 for outcome in self.rest), Fraction())

    def edge(self, pays: Sequence[int]) -> Fraction:
        """Return the house edge of a pay table."""
        won = sum(map(mul, self.ways, pays))
        return Fraction(self.lost - self.parts * won, self.parts * self.all)

    def variance(self, pays: Sequence[int]) -> Fraction:
        """Return the variance of a pay table."""
        won = sum((ways * (pay + self.beyond) ** 2 for ways, pay in zip(self.ways, pays, strict=True)), Fraction())
        return (won + self.square) / self.all - self.edge(pays) ** 2

    def row(self, pays: Sequence[int]) -> Row:
        """Return the row of the wager with a pay table."""
        paid = [
            Outcome(ways, pay + self.beyond, name=line)
            for line, ways, pay in zip(self.lines, self.ways, pays, strict=True)
        ]
        return row(self.counted.wager, self.counted.unit, [*paid, *self.rest])


class SolvedWager:
    """A wager whose player decides: solved again for every pay table."""

    rising = False  # other odds change which hands are played
    most_edges = 50_000
    heavy = 20

    def __init__(self, decided: EdgeUnderBestPlay, lines: Sequence[str]) -> None:
        self.decided, self.lines = decided, tuple(lines)

    def edge(self, pays: Sequence[int]) -> Fraction:
        return self.decided.edge(dict(zip(self.lines, pays, strict=True)))

    def variance(self, pays: Sequence[int]) -> Fraction:
        return self.row(pays).variance

    def row(self, pays: Sequence[int]) -> Row:
        return self.decided.row(dict(zip(self.lines, pays, strict=True)))
