"""The lines of CHANGELOG.md that say what a new number of `behaviour` is about. No game is known here."""

from __future__ import annotations

import re

from kit.parts import ROOT
from pitboss.engine.game import Game
from pitboss.law.readings import readings_of
from pitboss.law.register import resolves

CHANGELOG = ROOT / "CHANGELOG.md"
FORM = "- **<game>, behaviour <n>** (<paragraphs>; texts <texts>): what changed."
ALL = ("all paragraphs held", "all paragraphs")  # of a first number; the second where no text is held
LINE = re.compile(
    r"^- \*\*(?P<game>[\w-]+), behaviour (?P<number>\d+)\*\* \((?P<ids>.+?); texts (?P<texts>.+?)\): \S", re.S
)


def faults(game: Game, changelog: str) -> list[str]:
    """What is wrong with the lines about this game: each number from 1 to the present one has one, and it names
    paragraphs and texts that there are."""
    found: dict[int, re.Match[str]] = {}
    wrong: list[str] = []
    for entry in re.split(r"\n(?=- |#|\n)", changelog):
        line = LINE.match(" ".join(entry.split()))
        if line is not None and line["game"] == game.name:
            number = int(line["number"])
            wrong += [f"{game.name} has two lines for behaviour {number}"] if number in found else []
            found[number] = line
            wrong += _faults(game, number, line["ids"].split(", "), line["texts"].split(", "))
    numbers = range(1, game.editions.behaviour + 1)
    wrong += [f"{game.name} has no line for behaviour {each}: {FORM}" for each in numbers if each not in found]
    wrong += [f"{game.name} has no behaviour {each} yet" for each in found if each not in numbers]
    return wrong


def _faults(game: Game, number: int, ids: list[str], texts: list[str]) -> list[str]:
    where = f"{game.name}, behaviour {number}"
    held = [text.date for text in game.editions.texts]
    wrong = [f"{where} names the text {text}; held are {', '.join(held)}" for text in texts if text not in held]
    if len(ids) == 1 and ids[0] in ALL:
        return wrong + ([f"{where} must name the paragraphs touched"] if number > 1 else [])
    return wrong + [
        f"{where} names {id_}, which leads nowhere in those texts" for id_ in ids if not _is(game, id_, texts)
    ]


def _is(game: Game, cite: str, texts: list[str]) -> bool:
    """A paragraph of one of the texts, or the reading that stands in the place of one."""
    if cite.startswith("reading:"):
        return cite.removeprefix("reading:").partition("=")[0] in readings_of(game.package)
    return any(resolves(game.package, text, cite) for text in texts)
