"""Roulette as somebody writes down who watches it: a round goes on after a spin that does not count."""

from __future__ import annotations

import json

from pitboss.compliance.check_record import check_lines
from pitboss.compliance.plain_words import convert

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
    """What a player took back does not stand in the next round."""
    assert warnings(SEEN) == []
    assert warnings(SEEN.replace("dealer pays seat 1 $10 on red\n", "dealer pays seat 1 $15 on red\n"))
    assert warnings(SEEN.replace("dealer collects $7", "dealer collects $8"))
