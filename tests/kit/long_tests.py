"""The cases of long tests that a test run takes: as many as `long_tests.txt` says. The soak takes the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import pytest

FILE = Path(__file__).with_name("long_tests.txt")
NEVER = ("law", "golden")  # what proves a paragraph is in every run


def shares() -> dict[str, int]:
    """Read how many cases a test run takes, by the id of a test, or of one case of it, in the folder of tests."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = (line.split(maxsplit=1) for line in lines if not line.startswith("#"))
    return {name: int(many) for many, name in rows}


def leave_to_the_soak(items: Sequence[pytest.Item]) -> None:
    listed = shares()
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        case = item.nodeid.removeprefix("tests/")
        name = case if case in listed else case.partition("[")[0]
        if name in listed and item.get_closest_marker("soak") is None:
            assert not any(map(item.get_closest_marker, NEVER)), (
                f"{name} proves a paragraph: {FILE.name} may not name it"
            )
            cases.setdefault(name, []).append(item)
    for name, found in cases.items():
        taken = some(len(found), listed[name], name)
        for number, item in enumerate(found):
            if number not in taken:
                item.add_marker(pytest.mark.soak)


def some(cases: int, taken: int, name: str) -> set[int]:
    """Choose this many cases, far from each other, and others for each test: so all games have their turn somewhere."""
    first, taken = crc32(name.encode()), min(cases, taken)
    return {(first + number * cases // taken) % cases for number in range(taken)}
