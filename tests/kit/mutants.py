"""Acts done wrongly: one thing at a time in what a paragraph's act does, to see whether its law test notices.

An act is frozen data, so what it does can be changed where it is done, without touching the code: a count off by one,
an order reversed, a condition turned, a wrong seat, a wrong place. Words and citations are left alone. `survivors.toml`
beside this file says why each kind that nobody notices is none of the law's, or that it is open.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

SEATS = ("seat", "position", "whose", "to_seat")
PLACES = ("place", "source", "on", "to", "spot")
WORDS = {"cite", "words", "why", "hand_class", "rate", "by", "player"}
WORDS |= {"what", "until", "last", "counter", "device", "how"}
ELSEWHERE = ("discard rack", "stub")


@dataclass(frozen=True)
class Mutant:
    paragraph: str
    act: str  # its kind
    field: str
    how: str

    def applied(self, step: Any) -> Any:
        if step.cite != self.paragraph or type(step).__name__ != self.act:
            return step
        return msgspec.structs.replace(step, **{self.field: _other(getattr(step, self.field), self.how)})

    def __str__(self) -> str:
        return f"{self.act}.{self.field}: {self.how}"


def mutants_of(paragraph: str, acts: Iterable[Any]) -> Iterator[Mutant]:
    """Every way in which an act that cites the paragraph was seen and can be done wrongly."""
    known = set()
    for act in acts:
        if act.cite == paragraph:
            for field in msgspec.structs.fields(act):
                how = _how(field.name, getattr(act, field.name))
                mutant = Mutant(paragraph, type(act).__name__, field.name, how)
                if how and mutant not in known:
                    known.add(mutant)
                    yield mutant


def _how(name: str, value: object) -> str:
    if name in WORDS:
        return ""
    if isinstance(value, bool):
        return "a condition turned"
    if isinstance(value, int):
        return "a wrong seat" if name in SEATS else "a count off by one"
    if isinstance(value, tuple):
        return "an order reversed" if len(set(value)) > 1 else ""
    return "a wrong place" if name in PLACES and isinstance(value, str) else ""


def _other(value: Any, how: str) -> Any:
    match how:
        case "a condition turned":
            return not value
        case "a wrong seat" | "a count off by one":
            return value + 1
        case "an order reversed":
            return value[::-1]
    return next(place for place in ELSEWHERE if place != value)


# --- what was found


class Tried(NamedTuple):
    text: str
    paragraph: str
    what: str  # was done wrongly
    noticed: bool
    test: str


LISTED = Path(__file__).parent / "survivors.toml"
PAGE = Path(__file__).parent.parent.parent / "docs" / "mutants.md"
ABOUT = """# Acts done wrongly

A law test must fail when its paragraph is switched off. It must also fail when the paragraph's act is done wrongly.
`make mutants` runs each law test again with one thing changed in an act that cites the paragraph it claims: a count off
by one, an order reversed, a condition turned, a wrong seat, a wrong place. Every act in a law test is also asked
whether it tells the truth about the table (`tests/kit/truth.py`). Written by `make mutants`.
"""
OPEN = "open"  # the reason of a survivor that a test should notice


def survivors(tried: Iterable[Tried]) -> dict[str, list[Tried]]:
    """By what was done wrongly: those that no test of their paragraph noticed."""
    noticed = {each[:3] for each in tried if each.noticed}
    found: dict[str, list[Tried]] = {}
    for each in sorted(tried):
        if each[:3] not in noticed:
            found.setdefault(each.what, []).append(each)
    return found


def complaints(tried: list[Tried]) -> list[str]:
    """Survivors that are not listed, and what is listed and survives no more."""
    listed, found = tomllib.loads(LISTED.read_text(encoding="utf-8")), survivors(tried)
    new = [
        f"{each.paragraph} of {each.text}: {what} ({each.test})"
        for what in found.keys() - listed
        for each in found[what]
    ]
    return [f"nobody notices {each}" for each in sorted(new)] + [
        f"{what} is noticed by now: strike it from {LISTED.name}" for what in sorted(listed.keys() - found)
    ]


def page(tried: list[Tried]) -> str:
    listed, found = tomllib.loads(LISTED.read_text(encoding="utf-8")), survivors(tried)
    whole = {each[:3] for each in tried}
    left = sum(len({each[:3] for each in rows}) for rows in found.values())
    still = sum(len({each[:3] for each in found[what]}) for what in found if listed.get(what) == OPEN)
    kinds = Counter(what.partition(": ")[2] for _, _, what in whole)
    counted = ", ".join(f"{count:,} × {kind}" for kind, count in sorted(kinds.items()))
    lines = [
        ABOUT,
        f"{len(whole):,} changes ({counted}). {len(whole) - left:,} are noticed.",
        f"{left - still:,} change nothing that a paragraph rules, for the reasons below. {still:,} are open:",
        "a test should notice them and none does yet.",
        "",
        "| what is done wrongly | where nobody notices | why |",
        "|---|---|---|",
    ]
    for what in sorted(found, key=lambda what: (listed.get(what) == OPEN, what)):
        where = sorted({f"{each.paragraph} of {each.text}" for each in found[what]})
        lines.append(f"| {what} | {', '.join(where)} | {listed.get(what, OPEN)} |")
    return "\n".join(lines) + "\n"
