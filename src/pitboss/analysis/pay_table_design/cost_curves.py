"""What a wager costs by what its lines pay, for those who look for a pay table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from operator import mul

from pitboss.counting.exact_model import Outcome, Row, row
from pitboss.counting.floors import Decided, Floor


class Straight:
    """A wager without decisions: every line adds its odds times how often it comes."""

    rising = True
    looks = 300_000
    heavy = 3

    def __init__(self, counted: Row, floor: Floor) -> None:
        self.counted, self.lines, self.beyond = counted, floor.lines, floor.beyond
        of_line = {floor.outcomes.get(line, line): line for line in self.lines}
        often = dict.fromkeys(self.lines, 0)
        self.rest: list[Outcome] = []  # what no line pays
        alike = lcm(*(result.probability.denominator for result in counted.results))
        for result in counted.results:
            ways = int(result.probability * alike)  # a wager that waits in between is not counted in ways of its own
            if (line := of_line.get(result.outcome)) is not None:
                often[line] += ways
            else:
                self.rest.append(Outcome(ways, result.net, name=result.outcome))
        assert any(often.values()), f"{counted.wager} has no result that a line of its odds pays"
        self.ways = tuple(often.values())
        self.all = sum(self.ways) + int(sum(each.weight for each in self.rest))
        lost = -sum((each.weight * each.net for each in self.rest), Fraction()) - sum(self.ways) * self.beyond
        self.lost, self.parts = lost.numerator, lost.denominator
        self.square = sum((each.weight * each.net**2 for each in self.rest), Fraction())

    def edge(self, pays: Sequence[int]) -> Fraction:
        won = sum(map(mul, self.ways, pays))
        return Fraction(self.lost - self.parts * won, self.parts * self.all)

    def variance(self, pays: Sequence[int]) -> Fraction:
        won = sum((ways * (pay + self.beyond) ** 2 for ways, pay in zip(self.ways, pays, strict=True)), Fraction())
        return (won + self.square) / self.all - self.edge(pays) ** 2

    def row(self, pays: Sequence[int]) -> Row:
        paid = [
            Outcome(ways, pay + self.beyond, name=line)
            for line, ways, pay in zip(self.lines, self.ways, pays, strict=True)
        ]
        return row(self.counted.wager, self.counted.unit, [*paid, *self.rest])


class Played:
    """A wager whose player decides: solved anew for every table."""

    rising = False  # with other odds other hands are played
    looks = 50_000
    heavy = 20

    def __init__(self, decided: Decided, lines: Sequence[str]) -> None:
        self.decided, self.lines = decided, tuple(lines)

    def edge(self, pays: Sequence[int]) -> Fraction:
        return self.decided.edge(dict(zip(self.lines, pays, strict=True)))

    def variance(self, pays: Sequence[int]) -> Fraction:
        return self.row(pays).variance

    def row(self, pays: Sequence[int]) -> Row:
        return self.decided.row(dict(zip(self.lines, pays, strict=True)))
