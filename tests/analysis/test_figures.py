"""Every published figure is reproduced, and the page that shows them is fresh."""

from __future__ import annotations

import pytest

from analysis.figures import FIGURES, Figure, page
from kit.parts import ROOT

PAGE = ROOT / "docs" / "figures.md"


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: f"{figure.game} {figure.what}".strip())
def test_figure(figure: Figure) -> None:
    assert figure.agrees() is not bool(figure.differs), figure.shown()


def test_the_page_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "stale: run 'make docs' and commit the result"
