"""Searches pay tables of whole numbers whose edge lies in a band: those that rank first, and whether the search was
complete.

A table ranks by how much it looks like a printed one and by how close its edge is to the target; the lowest sum is
first. Every line that pays something other than the printed table costs 1, plus 1 for each whole time that it has
doubled or halved, plus 2 if it is not a round number. The distance from the target costs 1 at the ends of the band and
nothing at the target. With several printed tables, the one with the lowest sum counts.

The search rests on one fact: paying more for a line never raises the edge. That bounds every line, because raising it
alone would bring the edge below the band. Tables are searched with a limit on the cost of their lines. If enough are
found, no other table can rank before them; otherwise the limit is raised, and finally dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, Protocol

Pays = tuple[int, ...]  # line by line, the best hand first
COST_LIMITS = (1, 2, 3, 4, 5, 6, 8, 10, 13)  # on the cost of lines, before the limit is dropped
UNROUND_COST = 2
MOST_DOUBLINGS = 30  # a billion times as much


class Curve(Protocol):
    """Computes the cost of a wager from what its lines pay."""

    rising: bool  # whether paying more for a line raises the variance, unless players win more than they wager
    most_edges: int  # how many edges can be computed in a few seconds
    heavy: int  # how many edges take as long as one variance

    def edge(self, pays: Sequence[int]) -> Fraction: ...

    def variance(self, pays: Sequence[int]) -> Fraction: ...


class Band(NamedTuple):
    """The house edges that are wanted, and the highest variance."""

    target: Fraction
    within: Fraction
    most_variance: Fraction | None = None

    @property
    def low(self) -> Fraction:
        """The lowest wanted edge."""
        return self.target - self.within

    @property
    def high(self) -> Fraction:
        """The highest wanted edge."""
        return self.target + self.within

    def away(self, edge: Fraction) -> Fraction:
        """Return the distance of an edge from the target, as a part of the allowed distance."""
        return abs(edge - self.target) / self.within if self.within else Fraction()


class FoundTable(NamedTuple):
    """A pay table in the band. Tables sort by rank."""

    rank: Fraction
    pays: Pays
    like: str  # the letter of the nearest printed table


class SearchResult(NamedTuple):
    """The tables that a search found, how many edges it computed, and whether it was complete."""

    found: list[FoundTable]
    tried: int
    whole: bool  # whether every table that ranks before the last of these was found


class OutOfTriesError(Exception):
    """Raised when the search has computed as many edges as it may."""


# --- the cost of a line


def _round_step(number: int) -> int:
    """Return the step between round numbers of this size: 1 up to 10, then 5, 50 and so on."""
    if number <= 10:
        return 1
    step = 5
    while number > 20 * step:
        step *= 10
    return step


def is_round(number: int) -> bool:
    """Return whether a number is round: any number up to 10, a multiple of 5 up to 100, of 50 up to 1,000, of 500 up to
    10,000, and so on."""
    return number % _round_step(number) == 0


def round_numbers(low: int, high: int) -> Iterator[int]:
    """Yield every round number from `low` to `high`."""
    number = low + -low % _round_step(low)
    while number <= high:
        yield number
        number += 1
        number += -number % _round_step(number)


def cost(number: int, printed: int) -> int:
    """Return the cost of a line that pays `number` and is printed with another number."""
    if number == printed:
        return 0
    doublings = (max(number, printed) // min(number, printed)).bit_length() - 1
    return 1 + doublings + (0 if is_round(number) else UNROUND_COST)


# --- the search


class Search:
    """A search for pay tables in a band."""

    def __init__(
        self,
        printed: Mapping[str, Pays],  # the least that may be paid, by letter
        kept: Mapping[int, int],  # what a line must pay, by its index
        curve: Curve,
        band: Band,
        *,
        most: int,  # number of tables that are wanted
        cap: int,  # the most that a line can pay
    ) -> None:
        self.printed, self.kept, self.curve, self.band = printed, kept, curve, band
        self.most, self.cap = most, cap
        self.tried = 0
        # Paying more raises the variance as long as a line that pays even money nets more than the average.
        self.rising = curve.rising and band.low >= -1
        self.found: dict[Pays, FoundTable] = {}
        self.least = tuple(
            map(min, zip(*printed.values(), strict=True))
        )  # the least that any letter allows for each line
        # Lines that change the edge most have the fewest numbers to try, so they come first.
        start = curve.edge(self.least)
        free = [index for index in range(len(self.least)) if index not in kept]
        self.order = sorted(
            free, key=lambda line: curve.edge(_with_line(self.least, line, self.least[line] + 1)) - start
        )

    def run(self) -> SearchResult:
        """Search with rising cost limits until enough tables are found or no more edges may be computed."""
        try:
            for limit in (*COST_LIMITS, self.cap):
                for letter, floor in self.printed.items():
                    pays = [self.kept.get(index, pay) for index, pay in enumerate(floor)]
                    self._fill(pays, 0, limit, letter)
                best = sorted(self.found.values())[: self.most]
                if len(best) == self.most and best[-1].rank <= limit + 1:
                    break  # tables that cost more than the limit rank after these
        except OutOfTriesError:
            return SearchResult(sorted(self.found.values())[: self.most], self.tried, False)
        return SearchResult(best, self.tried, True)

    def is_lawful(self, pays: Pays) -> bool:
        """Return whether every line pays at least what one of the printed tables pays for it, and a better hand never
        pays less than a worse one.
        """
        falls = any(high < low for high, low in pairwise(pays))
        return not falls and any(all(map(int.__ge__, pays, floor)) for floor in self.printed.values())

    def _fill(self, pays: list[int], done: int, left: int, letter: str) -> None:
        """Try for the next open line every number whose cost fits into what remains of the cost limit (`left`), and
        fill the lines after it in the same way.
        """
        if done == len(self.order):
            self._keep(tuple(pays))
            return
        open_lines = self.order[done:]
        bounds = {index: self._bounds(pays, index, open_lines, left, letter) for index in open_lines}
        low, high = list(pays), list(pays)
        for index, (least, most) in bounds.items():
            if least > most:
                return
            low[index], high[index] = least, most
        if self._edge(low) < self.band.low or self._edge(high) > self.band.high:
            return
        index = open_lines[0]
        if len(open_lines) == 1:
            self._fill_last(pays, index, *bounds[index], left, letter)
            return
        printed = self.printed[letter][index]
        for number in affordable_numbers(*bounds[index], printed, left):
            low[index] = number
            if self._edge(low) < self.band.low or (self.rising and self._is_too_wild(low)):
                break  # larger numbers only lower the edge or raise the variance further
            self._fill(_with_line(pays, index, number), done + 1, left - cost(number, printed), letter)

    def _bounds(self, pays: list[int], index: int, open_lines: list[int], left: int, letter: str) -> tuple[int, int]:
        """Return the least and the most that an open line may pay: no less than the filled lines for worse hands, no
        more than those for better hands, and within what remains of the cost limit.
        """
        below = [pays[other] for other in range(index + 1, len(pays)) if other not in open_lines]
        above = [pays[other] for other in range(index) if other not in open_lines]
        printed = self.printed[letter][index]
        highest = printed if not left else min(self.cap, (printed << min(left, MOST_DOUBLINGS)) - 1)
        return max([self.least[index], *below]), min([self.cap, highest, *above])

    def _fill_last(self, pays: list[int], index: int, low: int, high: int, left: int, letter: str) -> None:
        """Try the numbers for the last line that bring the edge into the band."""

        def distance_above(bound: Fraction) -> Callable[[int], Fraction]:
            return lambda number: self._edge(_with_line(pays, index, number)) - bound

        start = first_at_or_below(distance_above(self.band.high), low, high)
        if start is None:
            return
        after = first_at_or_below(distance_above(self.band.low), start, high, below=True)
        end = high if after is None else after - 1
        printed = self.printed[letter][index]
        for number in (printed, *round_numbers(start, end)):
            if start <= number <= end and cost(number, printed) <= left:
                self._keep(tuple(_with_line(pays, index, number)))
        # Among other numbers of the same cost, only those nearest to the target can rank first.
        for least, most in doubling_ranges(start, end, printed, left - 1 - UNROUND_COST):
            nearest = first_at_or_below(distance_above(self.band.target), least, most)
            middle = most if nearest is None else nearest
            for side in (range(middle, most + 1), range(middle - 1, least - 1, -1)):
                self._keep_nearest(pays, index, side)

    def _keep_nearest(self, pays: list[int], index: int, side: range) -> None:
        """Keep the tables with the first numbers of `side` that are not round, up to as many tables as are wanted."""
        count = 0
        for number in side:
            if not is_round(number) and self._keep(tuple(_with_line(pays, index, number))):
                count += 1
                if count == self.most:
                    break

    def _keep(self, pays: Pays) -> bool:
        """Keep a table if it is lawful and in the band, and return whether it is."""
        if pays in self.found:
            return True
        edge = self._edge(pays)
        if not self.band.low <= edge <= self.band.high or not self.is_lawful(pays) or self._is_too_wild(pays):
            return False
        costs = {
            letter: sum(cost(pay, floor[index]) for index, pay in enumerate(pays) if index not in self.kept)
            for letter, floor in self.printed.items()
        }
        like = min(costs, key=lambda letter: (costs[letter], letter))
        self.found[pays] = FoundTable(costs[like] + self.band.away(edge), pays, like)
        return True

    # --- edge and variance

    def _count_edges(self, count: int = 1) -> None:
        """Count edges that are computed. Raise `OutOfTriesError` once there are more than the search may compute."""
        self.tried += count
        if self.tried > self.curve.most_edges:
            raise OutOfTriesError

    def _edge(self, pays: Sequence[int]) -> Fraction:
        self._count_edges()
        return self.curve.edge(pays)

    def _is_too_wild(self, pays: Sequence[int]) -> bool:
        """Return whether the variance of a table is above the highest that is wanted."""
        if self.band.most_variance is None:
            return False
        self._count_edges(self.curve.heavy)
        return self.curve.variance(pays) > self.band.most_variance


def _with_line(pays: Sequence[int], index: int, number: int) -> list[int]:
    return [*pays[:index], number, *pays[index + 1 :]]


def affordable_numbers(low: int, high: int, printed: int, left: int) -> Iterator[int]:
    """Return the numbers from `low` to `high` that cost no more than `left`, for a line that is printed with
    `printed`.
    """
    if left > UNROUND_COST:
        return (number for number in range(low, high + 1) if cost(number, printed) <= left)
    numbers = {printed, *round_numbers(low, high)} if left else {printed}
    return iter(sorted(number for number in numbers if low <= number <= high and cost(number, printed) <= left))


def doubling_ranges(low: int, high: int, printed: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of the range from `low` to `high` in which numbers are the printed number doubled or halved
    equally often, for none to `most` times.
    """
    for times in range(min(most, MOST_DOUBLINGS) + 1):
        for least, last in (
            (max(printed << times, printed + 1), (printed << (times + 1)) - 1),
            ((printed >> (times + 1)) + 1, min(printed >> times, printed - 1)),
        ):
            if max(low, least) <= min(high, last):
                yield max(low, least), min(high, last)


def first_at_or_below(function: Callable[[int], Fraction], low: int, high: int, *, below: bool = False) -> int | None:
    """Return the least whole number from `low` to `high` at which a falling function is zero or less (with `below`,
    less than zero); None if there is none.

    Most guesses assume that the function falls in a straight line. Every third guess halves the range, which always
    ends.
    """

    def is_past(value: Fraction) -> bool:
        return value < 0 or (value == 0 and not below)

    value_at_low, value_at_high = function(low), function(high)
    if is_past(value_at_low):
        return low
    if not is_past(value_at_high):
        return None
    attempt = 0
    while high - low > 1:
        attempt += 1
        guess = (
            low + int(value_at_low / (value_at_low - value_at_high) * (high - low))
            if attempt % 3 and value_at_low != value_at_high
            else (low + high) // 2
        )
        guess = min(max(guess, low + 1), high - 1)
        if is_past(value := function(guess)):
            high, value_at_high = guess, value
        else:
            low, value_at_low = guess, value
    return high
