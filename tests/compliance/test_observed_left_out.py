"""A faithful log from which something is missing: what cannot be judged is said, and nobody is accused."""

from __future__ import annotations

import msgspec
import pytest

from compliance.observed_left_out import LEFT_OUT
from compliance.observed_mutations import GAMES, goldens
from kit.series import SOAK
from pitboss.compliance.check_record import check_lines
from pitboss.compliance.errors import LogError
from pitboss.compliance.finding import Finding

FEW = 6  # golden rounds of a game in each test run


def judged(game: str, what: str, golden: str) -> list[Finding] | None:
    """What is found in the rest of a golden round; None if so much is left out that there is no log any more."""
    log = LEFT_OUT[what](goldens(game)[golden])
    try:
        return check_lines([msgspec.json.encode(body) for body in log])
    except LogError:
        assert len(log) <= 2 + sum(body.get("line") == "open" for body in goldens(game)[golden])
        return None


@pytest.mark.parametrize("what", LEFT_OUT)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", ["few", pytest.param("all", marks=SOAK)])
def test_what_is_left_out_is_held_against_nobody(part: str, game: str, what: str) -> None:
    names = list(goldens(game))
    for golden in names if part == "all" else names[:: len(names) // FEW]:
        for found in judged(game, what, golden) or []:
            assert found.severity == "note", f"{golden}: {found}"
