"""Every choice of every reading makes the difference it claims, and each has its scene."""

from __future__ import annotations

import pytest

from kit.parts import CHOICES
from pitboss.games import REGISTERED, load
from pitboss.law.readings import readings_of

every_game = pytest.mark.parametrize("game", CHOICES)


def test_no_choice_is_without_its_scene() -> None:
    assert CHOICES.keys() == REGISTERED.keys()
    for game, scenes in CHOICES.items():
        readings = readings_of(REGISTERED[game])
        assert {key: set(reading.choices) for key, reading in readings.items()} == {
            key: set(wanted) for key, (_, wanted) in scenes.items()
        }


@pytest.mark.parametrize(
    ("game", "reading", "choice"),
    [
        (game, key, choice)
        for game, scenes in CHOICES.items()
        for key, (_, wanted) in scenes.items()
        for choice in wanted
    ],
)
def test_choice(game: str, reading: str, choice: str) -> None:
    scene_of, wanted = CHOICES[game][reading]
    assert scene_of(choice) == wanted[choice]
    assert len({repr(value) for value in wanted.values()}) == len(wanted)  # each makes a difference


@every_game
def test_a_choice_is_in_the_digest(game: str) -> None:
    wanted = CHOICES[game]
    digests = {load(game).rules({reading: choice}).digest for reading, (_, each) in wanted.items() for choice in each}
    digests.add(load(game).rules({}).digest)
    defaults = len(wanted)
    assert len(digests) == sum(len(each) for _, each in wanted.values()) - defaults + 1


@every_game
def test_unknown_readings_are_refused(game: str) -> None:
    with pytest.raises(ValueError, match="no reading"):
        load(game).rules({"mood": "good"})
    for reading in CHOICES[game]:
        with pytest.raises(ValueError, match="no choice"):
            load(game).rules({reading: "eaten"})
