"""Facts in pages that can be counted are counted: how many games, of how many a text is held, and from which years."""

from __future__ import annotations

import re
import tomllib
from functools import cache

import pytest

from kit.parts import ROOT
from pitboss.games import REGISTERED, load
from pitboss.law.register import register

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
GAMES = [load(name) for name in REGISTERED]
HELD = [game for game in GAMES if not game.is_beyond]
BEYOND = [game for game in GAMES if game.is_beyond]
IN_PART = [game for game in HELD if game.editions.never_held]
YEARS = sorted(text.date[:4] for game in HELD for text in game.editions.texts)
WAGERS = [each for _, each in register(load("craps").package) if re.fullmatch(r"1\.2\(a\)\d+", each)]
OTHER_GAMES = {"docs/gpu.md": {"eight"}}  # counted below: those of examples/casino.toml
GENERATED = (
    "coverage",
    "coverage-beyond",
    "corpus",
    "held",
    "readings",
    "mutants",
    "sweep",
    "commands",
    "house",
    "api",
)
MANY_GAMES = re.compile(
    rf"\b({'|'.join(WORDS[4:])}|\d+) (?:(?:more|other|casino|card|table|casino table) )?games\b", re.I
)


def word(count: int) -> str:
    return WORDS[count]


@cache
def prose(page: str) -> str:
    return " ".join((ROOT / page).read_text(encoding="utf-8").split())


FACTS = {
    "README.md": (
        f"deals {word(len(HELD))} games from texts of {YEARS[0]} to {YEARS[-1]}, and {word(len(BEYOND))} more",
    ),
    "docs/index.md": (
        f"deals {word(len(HELD))} games from texts of {YEARS[0]} to {YEARS[-1]}, and {word(len(BEYOND))} more",
        f"Of {word(len(BEYOND))} games it holds no text at all",
    ),
    "docs/comparison.md": (
        f"**Few games.** {word(len(GAMES)).capitalize()}. The text of {word(len(HELD))} is held, and of "
        f"{word(len(IN_PART))} of these only in part; the other {word(len(BEYOND))} are dealt from facts",
        f"**Old law of one state.** New Jersey, {YEARS[0]} to {YEARS[-1]}.",
        f"The {word(len(load('craps').strategies))} ways of betting from roll to roll",
        f"all {'nineteen' if len(WAGERS) == 19 else len(WAGERS)} wagers of the held text",
        f"only {' and '.join(game.title for game in GAMES if game.furniture.pot)} has players betting into a pot",
    ),
    "docs/faq.md": (
        f"{word(len(HELD)).capitalize()} show that the design holds",
        f"{word(len(BEYOND)).capitalize()} more, from {BEYOND[0].title} to {BEYOND[-1].title}, show a game of which",
    ),
    "docs/beyond.md": (f"Pitboss holds the text of {word(len(HELD))} games.",),
}


@pytest.mark.parametrize(("page", "fact"), [(page, fact) for page, facts in FACTS.items() for fact in facts])
def test_a_page_says_what_is_counted(page: str, fact: str) -> None:
    assert fact in prose(page)


def test_every_game_is_in_the_readmes_table() -> None:
    table = prose("README.md").partition("## What it deals")[2].partition("It prices")[0]
    assert [game.title for game in GAMES if f"**{game.title}**" not in table] == []


def test_the_example_of_a_casino_is_as_large_as_its_page_says() -> None:
    tables = tomllib.loads((ROOT / "examples" / "casino.toml").read_text(encoding="utf-8"))["table"]
    some, games = sum(table.get("tables", 1) for table in tables), len({each["game"] for each in tables})
    assert f"`examples/casino.toml` has {some} tables of {word(games)} games" in prose("docs/gpu.md")


def test_no_page_states_another_number_of_games() -> None:
    """A number of games anywhere in what people wrote, from four on, is one of those counted above: two or three are
    some that are named beside it."""
    counted = {word(len(some)) for some in (GAMES, HELD, BEYOND)}
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    wrong = {
        (name, number)
        for page in pages
        if page.stem not in GENERATED
        for name in [page.relative_to(ROOT).as_posix()]
        for number in map(str.lower, MANY_GAMES.findall(prose(name)))
        if number not in counted | OTHER_GAMES.get(name, set())
    }
    assert wrong == set()
    assert MANY_GAMES.findall("deals five casino table games, 12 games and Six more games") == ["five", "12", "Six"]
