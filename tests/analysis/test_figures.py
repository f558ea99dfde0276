"""Every published figure is reproduced, and the page shows it."""

from __future__ import annotations

import pytest

from analysis.figures import FIGURES, Figure, page


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: f"{figure.game} {figure.what}".strip())
def test_every_figure_agrees_with_its_published_value(figure: Figure) -> None:
    assert figure.agrees() is not bool(figure.differs), figure.our_value()


def test_every_figure_is_on_the_page() -> None:
    rows = [line for line in page().splitlines() if line.startswith("| ") and "DIFFERS" not in line]
    assert len(rows) - len({figure.game for figure in FIGURES}) == len(FIGURES)
