"""Prepare the simulation of a game of wheels or shaken dice from the courses of its wagers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.courses import Course, End
from pitboss.counting.simulation_model import Column, Line, Ready, whole_cents
from pitboss.numeric import stops as kernel


def prepare_spins(courses: Sequence[Course], seats: int, players: Callable[[], Sequence[Any]]) -> Ready:
    """Prepare a table at which every seat makes the same wagers. There is a column for each seat and wager."""
    tables = course_tables(courses)

    def play(seed: int, first: int, codes: Any) -> int:
        return kernel.play_stops(seed, first, tables, codes, kernel.scratch(len(courses)))

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


def course_tables(courses: Sequence[Course]) -> kernel.Courses:
    """Encode the courses as the flat arrays of the kernel: ends are further states, whose rows lead to themselves."""
    stops = len(courses[0].states[0])
    sizes = [len(course.states) + len(course.ends) for course in courses]
    next_row = np.zeros((len(courses), max(sizes) * stops), np.uint16)  # [wager, row of the state + stop]
    for wager, course in enumerate(courses):
        numbers = {end: len(course.states) + code for code, end in enumerate(course.ends)}
        states = [numbers[target] if isinstance(target, End) else target for state in course.states for target in state]
        states += [number for number in numbers.values() for _ in range(stops)]
        next_row[wager, : len(states)] = np.array(states, np.int64) * stops
    return kernel.Courses(next_row, np.array([len(course.states) * stops for course in courses], np.uint16), stops)


def lines(courses: Sequence[Course], seats: int) -> Iterator[Line]:
    """Yield a line for each wager and, if there are several, one for all of them."""
    zeros = [(0,) * len(course.ends) for course in courses]  # [wager][code], as `nets` and `stakes`
    nets = [tuple(whole_cents(end.net * course.cents) for end in course.ends) for course in courses]
    stakes = [(course.cents,) * len(course.ends) for course in courses]
    for wager, course in enumerate(courses):
        net, staked = list(zeros), list(zeros)
        net[wager], staked[wager] = nets[wager], stakes[wager]
        yield Line(course.spot, "the wager", course.cents, tuple(net) * seats, tuple(staked) * seats)
    if len(courses) > 1:
        unit_cents = sum(course.cents for course in courses)
        yield Line("all wagers", "all wagers", unit_cents, tuple(nets) * seats, tuple(stakes) * seats, "total")
