"""The marks by which a test claims a paragraph of a held text of Let It Ride."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from games.let_it_ride.scene import NEWEST, OLDEST, Scene


def law(paragraph: str, edition: str = NEWEST) -> pytest.MarkDecorator:
    return pytest.mark.law(edition, paragraph)


def law_1996(paragraph: str) -> pytest.MarkDecorator:
    return law(paragraph, OLDEST)


def both(paragraph: str) -> pytest.MarkDecorator:
    """Run the test once under each text, and claim the same paragraph in both."""
    return pytest.mark.parametrize(
        "as_of", [pytest.param(edition, marks=law(paragraph, edition)) for edition in (NEWEST, OLDEST)]
    )


def scene_under(as_of: str) -> Callable[..., Scene]:
    return partial(Scene, as_of=as_of)
