"""The rows of CHANGELOG.md that explain each number of `behaviour`. No game is known here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from kit.parts import ROOT
from pitboss.engine.game import Game
from pitboss.law.readings import readings_of
from pitboss.law.register import leads_to_paragraph

CHANGELOG = ROOT / "CHANGELOG.md"
FORM = "| <game> | <number> | <texts> | <paragraphs> | <what changed> |"
HEAD = "| game | behaviour | texts | paragraphs | what changed |\n|---|---|---|---|---|\n"
ALL = ("all paragraphs held", "all paragraphs")  # for a first number; the second if no text is held
CELL = r"[^|\s][^|\n]*"
ROW = re.compile(
    rf"^\| (?P<game>[\w-]+) \| (?P<number>\d+) \| (?P<texts>{CELL}) \| (?P<ids>{CELL}) \| {CELL} \|$", re.M
)
RELEASE = re.compile(r"\[(?P<version>\d+\.\d+\.\d+)\] - (?P<day>\d{4}-\d{2}-\d{2})$", re.M)
TABLED = "Behaviour"
SECTIONS = (
    "When you upgrade",
    "Added",
    "Changed",
    "Removed",
    "Fixed",
    TABLED,
)  # the sections of a release, in this order


def rows(changelog: str) -> Iterator[re.Match[str]]:
    """Yield each row about a number: its game, number, texts and ids."""
    return ROW.finditer(changelog)


def faults(game: Game, changelog: str) -> list[str]:
    """List what is wrong with the rows about this game: each number from 1 to the present one has one, and it names
    paragraphs and texts that exist."""
    numbers_found: set[int] = set()
    messages: list[str] = []
    for row in rows(changelog):
        if row["game"] == game.name:
            number = int(row["number"])
            messages += [f"{game.name} has two rows for behaviour {number}"] if number in numbers_found else []
            numbers_found.add(number)
            messages += _faults(game, number, row["ids"].split(", "), row["texts"].split(", "))
    numbers = range(1, game.editions.behaviour + 1)
    messages += [
        f"{game.name} has no row for behaviour {missing}: {FORM}" for missing in numbers if missing not in numbers_found
    ]
    messages += [
        f"{game.name} has no behaviour {missing} yet" for missing in sorted(numbers_found) if missing not in numbers
    ]
    return messages


def _faults(game: Game, number: int, ids: list[str], texts: list[str]) -> list[str]:
    place = f"{game.name}, behaviour {number}"
    dates = [text.date for text in game.editions.texts]
    messages = [f"{place} names the text {text}; held are {', '.join(dates)}" for text in texts if text not in dates]
    if len(ids) == 1 and ids[0] in ALL:
        return messages + ([f"{place} must name the paragraphs touched"] if number > 1 else [])
    return messages + [
        f"{place} names {id_}, which leads nowhere in those texts" for id_ in ids if not _is(game, id_, texts)
    ]


def _is(game: Game, cite: str, texts: list[str]) -> bool:
    """Return whether a citation leads to a paragraph of one of the texts, or to a reading that stands in for one."""
    if cite.startswith("reading:"):
        return cite.removeprefix("reading:").partition("=")[0] in readings_of(game.package)
    return any(leads_to_paragraph(game.package, text, cite) for text in texts)


def faults_of_form(changelog: str) -> list[str]:
    """List what is wrong with the form: releases from newest to oldest, their days, their sections and their tables."""
    first, *releases = re.split(r"(?m)^## ", changelog)[1:] or [""]
    messages = [] if first.startswith("[Unreleased]\n") else ["[Unreleased] does not come first"]
    releases_by_day: list[tuple[list[int], date]] = []
    for release in releases:
        if match := RELEASE.match(release):
            releases_by_day.append(
                ([int(part) for part in match["version"].split(".")], date.fromisoformat(match["day"]))
            )
        else:
            messages.append(f"{release.partition(chr(10))[0]} is not [X.Y.Z] - YYYY-MM-DD")
    for (version, day), (older, earlier) in pairwise(releases_by_day):
        if version <= older or day < earlier:
            messages.append(f"{version} of {day} stands above {older} of {earlier}")
    return messages + [fault for release in (first, *releases) for fault in _faults_of_sections(release)]


def _faults_of_sections(release: str) -> Iterator[str]:
    heading, *sections = re.split(r"(?m)^### ", release)
    name, titles = heading.partition("\n")[0], [section.partition("\n")[0] for section in sections]
    if titles != [title for title in SECTIONS if title in titles]:
        yield f"{name} has {', '.join(titles)}; it may have {', '.join(SECTIONS)}, in this order"
    for title, section in zip(titles, sections, strict=True):
        lines = [line for line in section.splitlines(keepends=True) if line.startswith("|")]
        if title != TABLED:
            yield from (f"{name} has a row outside of {TABLED}: {line}" for line in lines if ROW.match(line))
        elif "".join(lines[:2]) != HEAD:
            yield f"{name} has no table under {TABLED} that begins with {HEAD}"
        else:
            yield from (f"{name}, {TABLED}: this is not {FORM}: {line}" for line in lines[2:] if not ROW.match(line))
