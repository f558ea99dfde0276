"""The rules' digest names what the law is: everything that it covers changes it, and nothing else does."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from dataclasses import replace
from typing import Any

import pytest

from pitboss.engine.game import Game
from pitboss.games import REGISTERED, load
from pitboss.law import rules as law_rules
from pitboss.law.editions import EditionTable, InForce
from pitboss.law.readings import readings_of


def digest(game: Game, **readings: str) -> str:
    return game.rules(readings).digest


@pytest.mark.parametrize("name", REGISTERED)
def test_what_the_law_is_changes_the_digest(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(name)
    found = {digest(game)}

    def note_digest(changed: Game) -> None:
        one = digest(changed)
        assert one not in found
        found.add(one)

    note_digest(replace(game, name="another game"))
    note_digest(replace(game, editions=replace(game.editions, behaviour=game.editions.behaviour + 1)))
    reading = next(iter(readings_of(game.package).values()))
    other = next(choice for choice in reading.choices if choice != reading.default)
    found.add(digest(game, **{reading.id: other}))
    assert len(found) == 4
    for change in (_another_text, _another_default):
        with monkeypatch.context() as patch:
            patch.setattr(EditionTable, "law_on", change(EditionTable.law_on))
            note_digest(game)
    tables = dict(law_rules._pay_tables(game.package))
    first = next(iter(tables))
    with monkeypatch.context() as patch:
        patch.setattr(law_rules, "_pay_tables", lambda package: {**tables, first: {"cite": "changed"}})
        note_digest(game)
    assert digest(game) in found


def _another_text(on: Any) -> Any:
    def change_law(table: EditionTable, *asked: Any) -> InForce:
        law: InForce = on(table, *asked)
        return replace(law, sections={**law.sections, min(law.sections): "1066-10-14"})

    return change_law


def _another_default(on: Any) -> Any:
    def change_law(table: EditionTable, *asked: Any) -> InForce:
        law: InForce = on(table, *asked)
        return replace(law, defaults=(*law.defaults, min(law.sections)))

    return change_law


def test_days_with_the_same_law_have_the_same_digest() -> None:
    game = load("let-it-ride")
    assert game.rules({}, "2008-01-01").digest == game.rules({}).digest != game.rules({}, "1996-06-01").digest


def test_no_digest_is_made_of_source() -> None:
    """Assert that making rules for the first time opens tables and readings, and no source."""
    opens = "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)"
    asked = "[load(name).rules({}).digest for name in REGISTERED]"
    told = "print(*{each.rpartition('.')[2] for each in opened if '/pitboss/' in each})"
    loaded = "import sys; from pitboss.games import REGISTERED, load; [load(name) for name in REGISTERED]; opened = []"
    code = f"{loaded}; {opens}; {asked}; {told}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["toml"]


@pytest.mark.parametrize("name", REGISTERED)
def test_a_comment_in_a_pay_table_is_no_law(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(name)
    before, real = digest(game), tomllib.loads
    law_rules._pay_tables.cache_clear()
    monkeypatch.setattr(tomllib, "loads", lambda text: real(f"# a comment\n\n{text}\n# another\n"))
    assert digest(game) == before
    law_rules._pay_tables.cache_clear()
