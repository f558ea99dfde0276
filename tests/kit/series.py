"""The part of a long series that is run: a fixed sample in every test run, more in a soak, all of it in a campaign."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from kit.parts import WITH_CARDS
from pitboss.games import REGISTERED, load

SOAK = (pytest.mark.soak,)
CAMPAIGN = (pytest.mark.soak, pytest.mark.campaign)  # whoever leaves out the soak leaves out campaigns, too
soaking = (
    True  # or a test run, in which the rest of a series is not even made: it is longer than all tests that are run
)


def series(test: int, soak: int, campaign: int = 0, *, first: int = 0) -> list[Any]:
    """Return numbers for `parametrize`: so many in a test run, more in a soak, and more in a campaign."""
    assert test < soak <= (campaign or soak)
    if not soaking:
        return list(range(first, first + test))
    return [
        *range(first, first + test),
        *(pytest.param(number, marks=SOAK) for number in range(first + test, first + soak)),
        *(pytest.param(number, marks=CAMPAIGN) for number in range(first + soak, first + campaign)),
    ]


def first_two(values: Iterable[Any]) -> list[Any]:
    """Return values for `parametrize`: two in a test run, all in a soak. Of the games, one has cards and one dice."""
    return first(2, values)


def first(many: int, values: Iterable[Any]) -> list[Any]:
    """Return values for `parametrize`: the first so many in a test run, all in a soak."""
    listed = list(values)
    assert 0 < many <= len(listed)
    return [*listed[:many], *(for_soak(value) for value in listed[many:])]


def two_games(turn: int, games: Iterable[str] = REGISTERED) -> list[Any]:
    """Return games for `parametrize`: in a test run one with cards and one without, others for each turn; all in a
    soak."""
    listed = list(games)
    cards = [game for game in listed if game in WITH_CARDS]
    others = [game for game in listed if game not in WITH_CARDS]
    taken = {kind[turn % len(kind)] for kind in (cards, others) if kind}
    return [game if game in taken else for_soak(game) for game in listed]


def of_each_kind(turn: int, games: Iterable[str] = REGISTERED) -> list[Any]:
    """The same with three: one that is shuffled for each round, one from a shoe that lasts, one without cards."""
    listed = list(games)
    shoes = [game for game in listed if load(game).rests]
    decks = [game for game in listed if game in WITH_CARDS and game not in shoes]
    others = [game for game in listed if game not in WITH_CARDS]
    taken = {kind[turn % len(kind)] for kind in (decks, shoes, others) if kind}
    return [game if game in taken else for_soak(game) for game in listed]


def for_soak(value: Any) -> Any:
    """Mark a case as one that only a soak has."""
    return pytest.param(*value, marks=SOAK) if isinstance(value, tuple) else pytest.param(value, marks=SOAK)
