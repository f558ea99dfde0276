"""Pay tables of whole numbers whose edge lies in a band: those that rank first, and whether all were looked at.

A table ranks by how much it looks like a printed one and by how close its edge is to the target; the lowest sum is the
first. Every line that pays something else than in the printed table costs 1, and 1 more for each whole time that it
has doubled or halved, and 2 more if it is no round number; the distance from the target costs 1 at the ends of the band
and nothing at the target. Where there are several printed tables, the one counts from which the sum is lowest.

What a search rests on: paying more for a line never raises the edge. That bounds every line, for each alone would bring
the edge below the band. Tables are looked for with a limit on what their lines cost; if enough are found no other can
rank before them, and if not the limit is raised until there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, Protocol

Pays = tuple[int, ...]  # line by line, the best hand first
LIMITS = (1, 2, 3, 4, 5, 6, 8, 10, 13)  # on what lines cost, before there is none
UNROUND = 2
MOST_DOUBLINGS = 30  # a billion times as much


class Curve(Protocol):
    """What a wager costs by what its lines pay."""

    rising: bool  # whether paying more for a line raises the variance, unless players win more than they wager
    looks: int  # how often one may look at an edge, in a few seconds
    heavy: int  # how many looks at an edge take as long as one at a variance

    def edge(self, pays: Sequence[int]) -> Fraction: ...

    def variance(self, pays: Sequence[int]) -> Fraction: ...


class Band(NamedTuple):
    target: Fraction
    within: Fraction
    most_variance: Fraction | None = None

    @property
    def low(self) -> Fraction:
        return self.target - self.within

    @property
    def high(self) -> Fraction:
        return self.target + self.within

    def away(self, edge: Fraction) -> Fraction:
        """From the target, as a part of what is allowed."""
        return abs(edge - self.target) / self.within if self.within else Fraction()


class Found(NamedTuple):
    rank: Fraction
    pays: Pays
    like: str  # the letter of the nearest printed table


class Result(NamedTuple):
    found: list[Found]
    tried: int
    whole: bool  # whether every table that ranks before the last of these was found; if they are too few, every table


class OutOfTriesError(Exception):
    pass


# --- how a line looks


def _step(number: int) -> int:
    """Of what a round number of this size is a multiple."""
    if number <= 10:
        return 1
    step = 5
    while number > 20 * step:
        step *= 10
    return step


def is_round(number: int) -> bool:
    """Up to ten, a multiple of 5 up to a hundred, of 50 up to a thousand, of 500 up to ten thousand, and so on."""
    return number % _step(number) == 0


def rounds(low: int, high: int) -> Iterator[int]:
    """Every round number from one to another."""
    number = low + -low % _step(low)
    while number <= high:
        yield number
        number += 1
        number += -number % _step(number)


def cost(number: int, printed: int) -> int:
    """Of a line that is printed with another number."""
    if number == printed:
        return 0
    doubled = (max(number, printed) // min(number, printed)).bit_length() - 1
    return 1 + doubled + (0 if is_round(number) else UNROUND)


# --- the search


class Search:
    def __init__(
        self,
        printed: Mapping[str, Pays],  # the least that may be paid, by letter
        kept: Mapping[int, int],  # what a line must pay, by its place
        curve: Curve,
        band: Band,
        *,
        most: int,  # tables that are wanted
        cap: int,  # more than that no line can pay
    ) -> None:
        self.printed, self.kept, self.curve, self.band = printed, kept, curve, band
        self.most, self.cap = most, cap
        self.tried = 0
        # Paying more raises the variance as long as a line that pays even money nets more than the average.
        self.rising = curve.rising and band.low >= -1
        self.found: dict[Pays, Found] = {}
        self.least = tuple(map(min, zip(*printed.values(), strict=True)))  # below which no letter lets a line go
        # Lines that change the edge most have the fewest numbers to try and come first.
        start = curve.edge(self.least)
        free = [place for place in range(len(self.least)) if place not in kept]
        self.order = sorted(free, key=lambda at: curve.edge(_with(self.least, at, self.least[at] + 1)) - start)

    def run(self) -> Result:
        try:
            for limit in (*LIMITS, self.cap):
                for letter, floor in self.printed.items():
                    pays = [self.kept.get(place, pay) for place, pay in enumerate(floor)]
                    self._fill(pays, 0, limit, letter)
                best = sorted(self.found.values())[: self.most]
                if len(best) == self.most and best[-1].rank <= limit + 1:
                    break  # whatever costs more than the limit ranks after that
        except OutOfTriesError:
            return Result(sorted(self.found.values())[: self.most], self.tried, False)
        return Result(best, self.tried, True)

    def lawful(self, pays: Pays) -> bool:
        """No line below one letter, and pays never fall as hands rise."""
        falls = any(high < low for high, low in pairwise(pays))
        return not falls and any(all(map(int.__ge__, pays, floor)) for floor in self.printed.values())

    def _fill(self, pays: list[int], done: int, left: int, letter: str) -> None:
        """The next line gets every number that costs no more than what is left of the limit."""
        if done == len(self.order):
            self._keep(tuple(pays))
            return
        open_ = self.order[done:]
        bounds = {place: self._bounds(pays, place, open_, left, letter) for place in open_}
        low, high = list(pays), list(pays)
        for place, (least, most) in bounds.items():
            if least > most:
                return
            low[place], high[place] = least, most
        if self._edge(low) < self.band.low or self._edge(high) > self.band.high:
            return
        place = open_[0]
        if len(open_) == 1:
            self._last(pays, place, *bounds[place], left, letter)
            return
        printed = self.printed[letter][place]
        for number in numbers(*bounds[place], printed, left):
            low[place] = number
            if self._edge(low) < self.band.low or (self.rising and self._wild(low)):
                break  # and more would be lower still, or wilder
            self._fill(_with(pays, place, number), done + 1, left - cost(number, printed), letter)

    def _bounds(self, pays: list[int], place: int, open_: list[int], left: int, letter: str) -> tuple[int, int]:
        """What a line may pay between the lines above and below it that are settled, and within the limit."""
        below = [pays[at] for at in range(place + 1, len(pays)) if at not in open_]
        above = [pays[at] for at in range(place) if at not in open_]
        printed = self.printed[letter][place]
        dearest = printed if not left else min(self.cap, (printed << min(left, MOST_DOUBLINGS)) - 1)
        return max([self.least[place], *below]), min([self.cap, dearest, *above])

    def _last(self, pays: list[int], place: int, low: int, high: int, left: int, letter: str) -> None:
        """The one line left: the numbers that bring the edge into the band."""

        def above(bound: Fraction) -> Callable[[int], Fraction]:
            return lambda number: self._edge(_with(pays, place, number)) - bound

        start = first(above(self.band.high), low, high)
        if start is None:
            return
        after = first(above(self.band.low), start, high, below=True)
        end = high if after is None else after - 1
        printed = self.printed[letter][place]
        for number in (printed, *rounds(start, end)):
            if start <= number <= end and cost(number, printed) <= left:
                self._keep(tuple(_with(pays, place, number)))
        # Of other numbers that cost the same only those nearest to the target can be among the first.
        for least, most in doublings(start, end, printed, left - 1 - UNROUND):
            nearest = first(above(self.band.target), least, most)
            middle = most if nearest is None else nearest
            for side in (range(middle, most + 1), range(middle - 1, least - 1, -1)):
                self._nearest(pays, place, side)

    def _nearest(self, pays: list[int], place: int, side: range) -> None:
        kept = 0
        for number in side:
            if not is_round(number) and self._keep(tuple(_with(pays, place, number))):
                kept += 1
                if kept == self.most:
                    break

    def _keep(self, pays: Pays) -> bool:
        if pays in self.found:
            return True
        edge = self._edge(pays)
        if not self.band.low <= edge <= self.band.high or not self.lawful(pays) or self._wild(pays):
            return False
        looks = {
            letter: sum(cost(pay, floor[at]) for at, pay in enumerate(pays) if at not in self.kept)
            for letter, floor in self.printed.items()
        }
        like = min(looks, key=lambda letter: (looks[letter], letter))
        self.found[pays] = Found(looks[like] + self.band.away(edge), pays, like)
        return True

    # --- what it costs the player

    def _look(self, looks: int = 1) -> None:
        self.tried += looks
        if self.tried > self.curve.looks:
            raise OutOfTriesError

    def _edge(self, pays: Sequence[int]) -> Fraction:
        self._look()
        return self.curve.edge(pays)

    def _wild(self, pays: Sequence[int]) -> bool:
        if self.band.most_variance is None:
            return False
        self._look(self.curve.heavy)
        return self.curve.variance(pays) > self.band.most_variance


def _with(pays: Sequence[int], place: int, number: int) -> list[int]:
    return [*pays[:place], number, *pays[place + 1 :]]


def numbers(low: int, high: int, printed: int, left: int) -> Iterator[int]:
    """From one number to another, those that cost no more than what is left."""
    if left > UNROUND:
        return (number for number in range(low, high + 1) if cost(number, printed) <= left)
    few = {printed, *rounds(low, high)} if left else {printed}
    return iter(sorted(number for number in few if low <= number <= high and cost(number, printed) <= left))


def doublings(low: int, high: int, printed: int, most: int) -> Iterator[tuple[int, int]]:
    """Parts of a range in which a number has doubled, or halved, as often: up to so many times."""
    for times in range(min(most, MOST_DOUBLINGS) + 1):
        for least, last in (
            (max(printed << times, printed + 1), (printed << (times + 1)) - 1),
            ((printed >> (times + 1)) + 1, min(printed >> times, printed - 1)),
        ):
            if max(low, least) <= min(high, last):
                yield max(low, least), min(high, last)


def first(falls: Callable[[int], Fraction], low: int, high: int, *, below: bool = False) -> int | None:
    """The least number from `low` to `high` at which something that falls is no more than nothing, or is below it.
    Where it falls in a straight line a few looks are enough; halving sees to the rest."""

    def down(value: Fraction) -> bool:
        return value < 0 or (value == 0 and not below)

    above, under = falls(low), falls(high)
    if down(above):
        return low
    if not down(under):
        return None
    turn = 0
    while high - low > 1:
        turn += 1
        guess = low + int(above / (above - under) * (high - low)) if turn % 3 and above != under else (low + high) // 2
        guess = min(max(guess, low + 1), high - 1)
        if down(here := falls(guess)):
            high, under = guess, here
        else:
            low, above = guess, here
    return high
