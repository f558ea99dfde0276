"""The bounds of the waits for chance: an input at each bound is taken, and one beyond it is refused."""

from __future__ import annotations

import pytest

from pitboss.engine.inputs import Close, Throw
from pitboss.engine.waits import ThrowWanted, refusals_in_force


@pytest.mark.parametrize("dice", [(1, 1), (6, 6), (1, 6)])
def test_a_roll(dice: tuple[int, ...]) -> None:
    assert refusals_in_force(ThrowWanted("reading:the-throw").refusals(Throw(dice))) == []


@pytest.mark.parametrize("dice", [(0, 1), (6, 7), (-1, 3), (1,), (1, 2, 3), ()])
def test_no_roll(dice: tuple[int, ...]) -> None:
    refused = refusals_in_force(ThrowWanted("reading:the-throw").refusals(Throw(dice)))
    assert [refusal.right for refusal in refused] == ["Enter 2 dice, each 1 to 6."]


def test_dice_that_are_out_are_waited_for() -> None:
    refused = refusals_in_force(ThrowWanted("reading:the-throw").refusals(Close()))
    assert [refusal.wrong for refusal in refused] == ["The dice are out."]


def test_as_many_dice_as_are_wanted() -> None:
    assert refusals_in_force(ThrowWanted("reading:the-throw", 3).refusals(Throw((2, 2, 2)))) == []
