"""What the simulation of a game with one result for all is made of: the course of each wager, by stop.

A *stop* is one of so many equally likely results: a compartment of a wheel, or what three dice can show. A wager that a
stop does not decide is in another state afterward, and the next stop goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.numeric import compiled as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.simulated import Column, Line, Ready, whole_cents
from pitboss.numeric import stops as kernel


class End(NamedTuple):
    """How a wager ends, and what it nets for each unit of it."""

    name: str
    net: Fraction


@dataclass(frozen=True)
class Course:
    """A wager: by state, what each stop does to it, which is another state or an end."""

    spot: str
    cents: int
    states: tuple[tuple[int | End, ...], ...]

    @property
    def ends(self) -> tuple[End, ...]:
        """In the order in which they are first met; a code is the number of one."""
        return tuple(dict.fromkeys(each for state in self.states for each in state if isinstance(each, End)))

    def weights(self) -> tuple[Fraction, ...]:
        """How often each end comes: a state is left for good sooner or later, and never for one before it."""
        found: list[dict[End, Fraction]] = [{} for _ in self.states]
        for at in reversed(range(len(self.states))):
            state = self.states[at]
            stays = sum(each == at for each in state)
            for each in state:
                if isinstance(each, End):
                    found[at][each] = found[at].get(each, Fraction()) + Fraction(1, len(state) - stays)
                elif each != at:
                    for end, often in found[each].items():
                        found[at][end] = found[at].get(end, Fraction()) + often / (len(state) - stays)
        return tuple(found[0].get(end, Fraction()) for end in self.ends)


def ready(courses: Sequence[Course], seats: int, players: Callable[[], Sequence[Any]]) -> Ready:
    """Every seat makes the same wagers."""
    tables = as_tables(courses)

    def play(seed: int, first: int, codes: Any) -> int:
        return kernel.play_stops(seed, first, tables, codes, kernel.room(len(courses)))

    several = len(courses) > 1
    columns = tuple(
        Column(
            seat + 1,
            tuple(f"{course.spot} {end.name}" if several else end.name for end in course.ends),
            course.weights(),
        )
        for seat in range(seats)
        for course in courses
    )
    return Ready(columns, tuple(lines(courses, seats)), play, tables, players=players)


def as_tables(courses: Sequence[Course]) -> kernel.Courses:
    """States and ends by where their rows begin; an end's row leads to itself."""
    stops = len(courses[0].states[0])
    sizes = [len(course.states) + len(course.ends) for course in courses]
    then = np.zeros((len(courses), max(sizes) * stops), np.uint16)
    for at, course in enumerate(courses):
        number = {end: len(course.states) + which for which, end in enumerate(course.ends)}
        rows = [number[each] if isinstance(each, End) else each for state in course.states for each in state]
        rows += [row for row in number.values() for _ in range(stops)]
        then[at, : len(rows)] = np.array(rows, np.int64) * stops
    return kernel.Courses(then, np.array([len(course.states) * stops for course in courses], np.uint16), stops)


def lines(courses: Sequence[Course], seats: int) -> Iterator[Line]:
    """A line to each wager, and one to all of them."""
    nothing = [(0,) * len(course.ends) for course in courses]
    nets = [tuple(whole_cents(end.net * course.cents) for end in course.ends) for course in courses]
    puts = [(course.cents,) * len(course.ends) for course in courses]
    for at, course in enumerate(courses):
        net, staked = list(nothing), list(nothing)
        net[at], staked[at] = nets[at], puts[at]
        yield Line(course.spot, "the wager", course.cents, tuple(net) * seats, tuple(staked) * seats)
    if len(courses) > 1:
        of = sum(course.cents for course in courses)
        yield Line("all wagers", "all wagers", of, tuple(nets) * seats, tuple(puts) * seats, "total")
