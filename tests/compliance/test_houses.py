"""Every file in houses/ has exactly the findings that are written beside its lines: severity, paragraph and line."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from pitboss.compliance.house_file import Day
from pitboss.compliance.judged import check
from pitboss.games import REGISTERED, load
from pitboss.law.editions import Assume
from pitboss.law.register import register

HOUSES = sorted((Path(__file__).parent / "houses").glob("*.toml"))
MARK = re.compile(r"# ! (.*)$")
Wanted = Counter[tuple[str, str, int]]


def wanted(text: str) -> Wanted:
    """# ! violation 18.11(c); note 18.9(a)"""
    found: Wanted = Counter()
    for number, line in enumerate(text.split("\n"), 1):
        if match := MARK.search(line):
            for each in match[1].split("; "):
                severity, paragraph = each.split(" ", 1)
                found[severity, paragraph, number] += 1
    return found


def day(text: str) -> Day:
    as_of, assume = re.search(r"^# as of ([\d-]+)", text), re.search(r"^# as of \S+, assume (earlier|later)", text)
    chosen: Assume = "" if assume is None else "earlier" if assume[1] == "earlier" else "later"
    return Day(as_of[1] if as_of else None, chosen)


def line_of(where: str) -> int:
    match = re.match(r"line (\d+), ", where)
    assert match is not None
    return int(match[1])


@pytest.mark.parametrize("file", HOUSES, ids=lambda file: file.stem)
def test_exactly_what_is_written_beside_the_lines(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = check(text, file.name, day(text))
    assert Counter((each.severity, each.paragraph, line_of(each.where)) for each in found) == wanted(text)
    assert all(each.message and each.fix for each in found)


def test_there_are_many_faulty_files_and_some_have_three_faults() -> None:
    faults = [sum(count for (kind, _, _), count in wanted(file.read_text()).items() if kind != "note") for file in HOUSES]
    assert sum(count > 0 for count in faults) >= 80
    assert sum(count >= 3 for count in faults) >= 8


def cited(game: str, edition: str) -> set[str]:
    """The paragraphs that files of this game, judged by this text, are expected to break."""
    found = set()
    for file in HOUSES:
        text = file.read_text(encoding="utf-8")
        on = load(game).editions.on(*day(text)).sections if f'"{game}"' in text and "not-judged" not in file.stem else {}
        found |= {
            paragraph
            for kind, paragraph, _ in wanted(text)
            if kind != "note" and on.get(paragraph.partition("(")[0]) == edition
        }
    return found


@pytest.mark.parametrize("game", REGISTERED)
def test_every_paragraph_has_a_check_that_can_fail_or_a_reason(game: str) -> None:
    """Those of kind election, value and elsewhere, of every text; and every paragraph that a check is registered for."""
    checks = load(game).house_checks()
    held = register(load(game).package)
    assert not set(checks.CHECKS) & set(checks.UNBROKEN)
    for (edition, paragraph), body in held.items():
        if body.kind in ("election", "value", "elsewhere"):
            assert paragraph in checks.CHECKS or paragraph in checks.UNBROKEN, paragraph
        if paragraph in checks.CHECKS:
            assert paragraph in cited(game, edition), f"no file breaks {paragraph} of {edition}"
    for paragraph in checks.CHECKS:
        known = any(paragraph == id_ for _, id_ in held)
        assert known or paragraph.startswith(("house:", "reading:")), paragraph
