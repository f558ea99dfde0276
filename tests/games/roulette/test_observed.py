"""Logs of roulette that somebody watched: a round goes on after a spin that does not count."""

from __future__ import annotations

import json
from pathlib import Path

from pitboss.compliance.observed_log.plain_words import convert
from pitboss.compliance.observed_log.record_check import check_lines

SEEN = """\
game roulette
house usual
noted wagers, decisions, money, counts, voids
round
seat 1 buys color chips of $5
seat 1 bets $15 on black
seat 2 bets $5 on split 0-00
spin goes astray: between two stops
no more bets
ball rests in 4
seat 1 takes back black
seat 1 bets $15 on red
no more bets
seat 2 is too late with chips
ball rests in 00
dealer collects $7 on red from seat 1
dealer returns $8 on red to seat 1
dealer pays seat 2 $85 on split 0-00
round
seat 1 sells color chips
seat 1 bets $10 on red
no more bets
ball rests in 1
dealer pays seat 1 $10 on red
"""


def warnings(text: str) -> list[str]:
    found = check_lines(convert(text))
    assert {each.severity for each in found} <= {"note", "warning"}
    return [each.paragraph for each in found if each.severity == "warning"]


def test_a_spin_that_goes_astray_does_not_end_its_round() -> None:
    bodies = [json.loads(line) for line in convert(SEEN) if line]
    assert sum(body.get("line") == "round" for body in bodies) == 2


def test_a_faithful_log_of_it_has_no_fault_and_another_one_has() -> None:
    """Check that what a player took back does not stand in the next round."""
    assert warnings(SEEN) == []
    assert warnings(SEEN.replace("dealer pays seat 1 $10 on red\n", "dealer pays seat 1 $15 on red\n"))
    assert warnings(SEEN.replace("dealer collects $7", "dealer collects $8"))


def test_a_number_is_sought_on_the_wheel_of_the_table(tmp_path: Path) -> None:
    """Check that 32 is at another stop of a wheel with one zero, and 00 at none."""
    house = tmp_path / "house.toml"
    house.write_text('[[table]]\ngame = "roulette"\nwheel = "single-zero"\n', encoding="utf-8")
    paid = "noted wagers, money\nround\nseat 1 bets $5 on straight 32\nno more bets\nball rests in 32\n"
    paid += "dealer pays seat 1 $175 on straight 32\nend\n"
    for wheel in (house, None):
        found = check_lines(convert(f"game roulette\n{paid}"), house=wheel)
        assert {each.severity for each in found} <= {"note"}
    (left_out, *_) = check_lines(convert(f"game roulette\n{paid.replace('rests in 32', 'rests in 00')}"), house=house)
    assert (left_out.severity, "the wheel of this table does not show '00'" in left_out.message) == ("warning", True)
