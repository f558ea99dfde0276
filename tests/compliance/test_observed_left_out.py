"""Faithful logs with something missing: the check says what cannot be judged, and reports no violation."""

from __future__ import annotations

import msgspec
import pytest

from compliance.observed_left_out import LEFT_OUT, NOT_ALWAYS, all_that_can_be_seen, is_plain
from compliance.observed_mutations import GAMES, KINDS, accusations, golden_rounds, sample
from kit.series import two_games
from pitboss.compliance.errors import LogError
from pitboss.compliance.finding import Finding
from pitboss.compliance.observed_log.record_check import check_lines

# Faithful logs that are accused all the same, and why. Whoever mends one takes it out.
STILL_ACCUSED = {
    (
        "baccarat",
        "what was decided",
        "the_shoe_passes_counterclockwise",
    ): "who takes the shoe was not noted",
    (
        "baccarat",
        "what was decided",
        "who_declined_is_asked_when_the_shoe_next_passes",
    ): "who takes the shoe was not noted",
    (
        "baccarat",
        "every second act",
        "who_declined_is_asked_when_the_shoe_next_passes",
    ): "that the player's hand was turned was not noted, and the banker's is taken for it",
    (
        "minibaccarat",
        "every fifth act",
        "a_payment_waits_for_a_fill",
    ): "that the table was short was not noted",
}


def check_rest(game: str, what: str, golden: str) -> list[Finding] | None:
    """Return the findings about a golden round with something left out; None if nothing is left of the log."""
    log = LEFT_OUT[what](golden_rounds(game)[golden])
    try:
        return check_lines([msgspec.json.encode(body) for body in log])
    except LogError:
        assert len(log) <= 2 + sum(body.get("line") == "open" for body in golden_rounds(game)[golden])
        return None


def check_briefly(game: str, what: str, golden: str) -> list[str]:
    return [str(found) for found in check_rest(game, what, golden) or [] if found.severity != "note"]


@pytest.mark.parametrize("game", two_games(1))
def test_missing_lines_are_no_violations(game: str) -> None:
    """Use another golden round for each thing that is left out."""
    names = list(golden_rounds(game))
    for number, what in enumerate(LEFT_OUT):
        golden = names[number * len(names) // len(LEFT_OUT)]
        assert check_briefly(game, what, golden) == [], f"{what} of {golden}"


@pytest.mark.soak
@pytest.mark.parametrize("what", LEFT_OUT)
@pytest.mark.parametrize("game", GAMES)
def test_missing_lines_of_any_round_are_no_violations(game: str, what: str) -> None:
    for golden in golden_rounds(game):
        found = check_briefly(game, what, golden)
        assert bool(found) == ((game, what, golden) in STILL_ACCUSED), f"{golden}: {found}"


# --- what is still found


def missed_mistakes(game: str, most: int) -> list[str]:
    """Return mistakes in plain rounds that are not found although everything that can be seen was noted."""
    return [
        str(mutant)
        for kind in KINDS
        if kind.moves != "law" and kind.name not in NOT_ALWAYS
        for mutant in sample(kind, game, most, is_plain)
        if not accusations(
            check_lines([msgspec.json.encode(body) for body in all_that_can_be_seen(mutant.lines)]), game
        )
    ]


@pytest.mark.parametrize("game", two_games(3))
def test_mistakes_are_found_without_inputs_and_hashes(game: str) -> None:
    assert missed_mistakes(game, 1) == []


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_more_mistakes_are_found_without_inputs_and_hashes(game: str) -> None:
    assert missed_mistakes(game, 8) == []
