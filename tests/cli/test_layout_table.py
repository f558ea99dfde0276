"""The layout in the terminal, which knows no game: every registered game that draws its own layout, by typed lines.

PITBOSS_UPDATE=1 rewrites the screens of the games instead of comparing them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kit.parts import DRAWN, folder_of
from kit.terminal import ScriptedTerminal as Keys
from pitboss.cli.commands.play import RecordFile
from pitboss.cli.tables import find_sitting
from pitboss.cli.tables.layout.table_session import LayoutSitting
from pitboss.cli.tables.layout.typed_wagers import Areas, Unclear, parse_line
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.screen import HEIGHT, WIDTH
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine import chance
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import AddChips, Sit, TakeBack, Wager
from pitboss.games import load
from pitboss.games.roulette.law.chips import BuyColor
from pitboss.record.verify import verify
from pitboss.table.printed import Cell

SEED = 7


class ScriptedKeys(Keys):
    leaves = keys.QUIT


def keys_for(*lines: str) -> list[str]:
    return [key for line in lines for key in (*(keys.SPACE if sign == " " else sign for sign in line), keys.ENTER)]


class Session:
    def __init__(self, terminal: ScriptedKeys, sitting: LayoutSitting, path: Path) -> None:
        self.terminal, self.sitting, self.path = terminal, sitting, path

    @property
    def screens(self) -> list[str]:
        """The screens on which nothing had been typed yet."""
        return [
            text for text in ("\n".join(lines) for lines in self.terminal.asked) if "> _" in text or "> " not in text
        ]


Play = Callable[..., Session]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    def play_lines(name: str, *lines: str, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Session:
        game, source, path = load(name), chance.seeded_source(SEED), tmp_path / "played.pitboss.jsonl"
        path.unlink(missing_ok=True)
        terminal = ScriptedKeys(keys_for(*lines), size)
        with RecordFile(path, source) as record:
            terms = TableTerms(game, game.rules({}), game.house.usual(), source, 2, record.append)
            sitting = LayoutSitting(terms, terminal)
            sitting.play()
        return Session(terminal, sitting, path)

    return play_lines


def bets(name: str) -> tuple[str, str]:
    """Return two bets that every table of the game takes, as lines."""
    game = load(name)
    house = game.house.usual()
    driver = Driver(game, game.rules({}), house, game.opening(house))
    driver.submit(Sit(1, "Ann", 100_000))
    offers = list(game.offers(driver.round, 1))
    first, last = offers[0], offers[-1]
    return f"{first.name} {first.least // 100}", f"{last.name} {last.least // 100}"


@pytest.mark.parametrize("name", DRAWN)
def test_the_game_gets_this_table(name: str) -> None:
    assert find_sitting(load(name).house.usual()) is LayoutSitting


@pytest.mark.parametrize("name", DRAWN)
def test_screens(play: Play, name: str) -> None:
    """The bets, what became of them, and why; the record verifies."""
    first, last = bets(name)
    played = play(name, f"{first}, {last}", "", "", "why", "", "all", "")
    wagers = next(text for text in played.screens if "Place your bets" in text and "_   $0 out" not in text)
    why = next(text for text in played.screens if "── why" in text)
    folder = folder_of(name) / "screens"
    found = {"wagers": wagers + "\n", "why": why + "\n", "end": played.screens[-1] + "\n"}
    assert all(load(name).is_beyond == ("not law" in text.splitlines()[1]) for text in found.values())
    if os.environ.get("PITBOSS_UPDATE"):
        folder.mkdir(exist_ok=True)
        for what, text in found.items():
            (folder / f"{what}.txt").write_text(text, encoding="utf-8")
    assert {path.stem: path.read_text(encoding="utf-8") for path in folder.iterdir()} == found
    assert all(check.ok is not False for check in verify(played.path.read_bytes(), None).checks)


@pytest.mark.parametrize("name", DRAWN)
def test_every_area_that_is_drawn_can_be_named_and_no_line_is_too_long(play: Play, name: str) -> None:
    game = load(name)
    assert game.printed is not None
    drawing = game.printed(game.rules({}), game.house.usual()).drawing
    assert drawing is not None
    spots = game.spots
    assert {cell.spot for cell in drawing.text.cells} <= set(spots)
    areas = Areas(spots, drawing.text.cells)
    assert all(areas.find(spot) == spot for spot in spots)
    assert all(areas.find(cell.label.lower()) == cell.spot for cell in drawing.text.cells)
    for lines in play(name, "?", "", "nonsense 5", "down nothing", "same", "clear", "undo", "chips 5").terminal.shown:
        assert all(len(line) <= WIDTH for line in lines)
        assert len(lines) <= HEIGHT


@pytest.mark.parametrize("name", DRAWN)
def test_bets_come_back_by_clear_and_by_undo(play: Play, name: str) -> None:
    first, _ = bets(name)
    for back in ("clear", "undo", f"down {first.rpartition(' ')[0]}"):
        sitting = play(name, first, back).sitting
        assert sitting.tally.wagered == 0


def test_once_the_ball_runs_only_betting_is_left_to_end(play: Play) -> None:
    hints = [text.splitlines()[-1].split(" · ")[0].strip() for text in play("roulette", "red 10", "", "").screens]
    asked = [hint for hint, before in zip(hints, ["", *hints], strict=False) if hint != before and "Enter" in hint]
    assert asked[:3] == ["Enter spin", "Enter no more bets", "Enter spin"]


def test_lines_become_inputs() -> None:
    spots = Areas(("straight 17", "split 17-20", "red"))
    assert parse_line("17 5, red 10", 3, spots, {}) == [Wager(3, {"straight 17": 500}), Wager(3, {"red": 1_000})]
    assert parse_line("Split 17-20 $2.50", 1, spots, {}) == [Wager(1, {"split 17-20": 250})]
    assert parse_line("down red", 1, spots, {}) == [TakeBack(1, "red")]
    assert parse_line("chips 1,000", 1, spots, {}) == [AddChips(1, 100_000)]
    buy = {"buy color chips": BuyColor(1)}
    assert parse_line("buy color chips", 1, spots, buy) == [BuyColor(1)]
    assert parse_line("buy color chips $25", 1, spots, buy) == [BuyColor(1, 2_500)]
    assert parse_line(" ", 1, spots, {}) == "go"
    assert parse_line("same again", 1, spots, {}) == "same"
    assert parse_line("rod 5", 1, spots, {}) == Unclear("There is no area 'rod'. Did you mean 'red'?")
    assert parse_line("red", 1, spots, {}) == Unclear("Type an area and an amount, as in “straight 17 10”.")
    alike = Areas(("one of a kind 4", "total 4", "two of a kind 4"), (Cell("total 4", 0, 0, 5, 1, "4"),))
    assert parse_line("4 5", 1, alike, {}) == [Wager(1, {"total 4": 500})]
    twice = Areas(("one of a kind 4", "two of a kind 4"))
    assert parse_line("down 4", 1, twice, {}) == Unclear("'4' may be one of a kind 4 or two of a kind 4.")
