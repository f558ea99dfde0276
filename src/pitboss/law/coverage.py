"""Coverage: what carries out each paragraph of the law, and what tests it. Statuses are computed, never written by
hand.

There are two kinds of evidence. Code: the functions that carry the paragraph out, found in the source by `make renew`
and listed in carriers.json. Tests: the one test that claims the paragraph and the golden rounds that ran it, collected
by the test run into evidence.json.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec

from pitboss.law.register import Kind, Paragraph, leads_to_paragraph, register

Status = Literal["done", "manner", "elsewhere", "pointer", "open"]
COMMON = "common/"  # where the code is that games share
Listed: TypeAlias = dict[str, dict[str, tuple[str, ...]]]  # by text and paragraph
STATUSES: tuple[Status, ...] = ("done", "manner", "elsewhere", "pointer", "open")


class Row(msgspec.Struct, frozen=True):
    """The coverage of one paragraph: its status, the functions that carry it out, and the tests that ran it."""

    edition: str
    paragraph: str
    kind: Kind
    status: Status
    code: tuple[str, ...]
    tests: tuple[str, ...]


def coverage(package: str) -> list[Row]:
    """Return one row for each paragraph of a game, in the order of its register."""
    paragraphs = register(package)
    code, tests = carriers(), evidence()
    proven: dict[tuple[str, str], Row] = {}
    # Children before parents: a lead-in rests on what it introduces.
    for key, paragraph in sorted(paragraphs.items(), key=lambda item: -len(item[0][1])):
        children = [row for other, row in proven.items() if is_child(other, key)]
        own_code = code.get(paragraph.edition, {}).get(paragraph.id, ())
        own_tests = tests.get(paragraph.edition, {}).get(paragraph.id, ())
        if paragraph.kind == "lead-in":
            both = dict.fromkeys([*own_code, *(where for row in children for where in row.code)])
            own_code = tuple(sorted(both, key=_is_shared))
            own_tests = tuple(dict.fromkeys([*own_tests, *(test for row in children for test in row.tests)]))
        status = _status(package, paragraph, own_code, own_tests, children)
        proven[key] = Row(paragraph.edition, paragraph.id, paragraph.kind, status, own_code, own_tests)
    return [proven[key] for key in paragraphs]


def _is_shared(where: str) -> bool:
    return where.startswith(COMMON)


def is_child(paragraph: tuple[str, str], ancestor: tuple[str, str]) -> bool:
    """Return whether the first paragraph lies below the second: 18.5(c)1ii below 18.5(c)1, but not 18.10 below 18.1."""
    (edition, id_), (same_edition, prefix) = paragraph, ancestor
    rest = id_.removeprefix(prefix)
    if edition != same_edition or rest in ("", id_):
        return False
    return not (prefix[-1].isdigit() and rest[0].isdigit())


def _status(
    package: str, paragraph: Paragraph, code: tuple[str, ...], tests: tuple[str, ...], children: list[Row]
) -> Status:
    match paragraph.kind:
        case "elsewhere":
            return "elsewhere" if paragraph.reason and paragraph.who else "open"
        case "pointer":
            return "pointer" if leads_to_paragraph(package, paragraph.edition, paragraph.to) else "open"
        case "lead-in":
            return "done" if children and all(row.status != "open" for row in children) else "open"
        case "manner":
            return "manner" if code and tests else "open"
        case _:
            return "done" if code and tests else "open"


@cache
def carriers() -> Listed:
    """Read carriers.json: edition -> paragraph -> the functions that carry it out, the game's own first."""
    return _read("carriers.json")


@cache
def evidence() -> Listed:
    """Read evidence.json: edition -> paragraph -> the tests and golden rounds that ran it."""
    return _read("evidence.json")


def _read(name: str) -> Listed:
    file = files("pitboss.law").joinpath(name)
    raw = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {edition: {key: tuple(listed) for key, listed in by_key.items()} for edition, by_key in raw.items()}
