"""A game with one result for all made ready to be simulated, from the course of each wager."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.courses import Course, End
from pitboss.counting.simulation_model import Column, Line, Ready, whole_cents
from pitboss.numeric import stops as kernel


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
    return Ready(columns, tuple(lines(courses, seats)), play, tables, players=players, twin=lambda: kernel.twin(tables))


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
