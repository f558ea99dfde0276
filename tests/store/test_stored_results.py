"""The hold of a server's database: who counts, when rounds belong, and what is left out."""

from __future__ import annotations

import json
import re
import sqlite3
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from kit.night import Night, sits
from pitboss.analysis import edge
from pitboss.compliance.shift.shift_reader import shift_report
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import COMPANION, Leave, Wager
from pitboss.record.gaming_day import GamingDay
from pitboss.store.errors import StoreError
from pitboss.store.rounds import round_rows
from pitboss.store.rounds.stored_results import format_ranges, hold_report_of
from pitboss.table.money import bank_of
from pitboss.table.steps import LeaveSeat

BEGINS = int(datetime(2026, 11, 15, 6, 0, tzinfo=ZoneInfo("America/New_York")).timestamp())
DAY = GamingDay(starts="06:00", shifts={"day": "06:00", "night": "18:00"})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pitboss.db"


def ann_rolls(path: Path, rolls: int) -> Driver:
    """Let Ann roll alone at a craps table this many times, and return the last round."""
    night = Night(path)
    night.people("Ann")
    table = night.table("Dice 1", "craps")
    last = table.play(BEGINS, {1: "line"}, sits(1, "Ann"))
    for _ in range(1, rolls):
        last = table.play(BEGINS, {1: "line"})
    night.close()
    return last


def test_a_night_is_reported_by_gaming_day(path: Path) -> None:
    """A round that ends as the gaming day begins belongs to it; one that ends a second earlier does not."""
    night = Night(path)
    night.people("Ann", "Bob")
    cards, dice = night.table("Pit 1", "three-card-poker"), night.table("Dice 1", "craps")
    cards.play(BEGINS - 1, {1: "book"}, sits(1, "Ann", 50_000))
    cards.play(BEGINS, {1: "book"})
    dice.play(BEGINS + 60, {2: "line"}, sits(2, "bob", 80_000))
    for _ in range(5):
        dice.play(BEGINS + 12 * 3_600, {2: "line"})
    night.close()
    report = hold_report_of(path, DAY)
    drivers = [*cards.drivers, *dice.drivers]
    assert report.all.win == sum(
        bank_of(driver.next.accounts) - bank_of(driver.carry.accounts) for driver in drivers if driver.next is not None
    )
    assert [(row.name, row.rounds, row.drop) for row in report.by("table")] == [
        ("Pit 1", 2, 50_000),
        ("Dice 1", 6, 80_000),
    ]
    assert [(row.name, row.rounds) for row in report.by("day")] == [("2026-11-14", 1), ("2026-11-15", 7)]
    assert [(row.name, row.rounds) for row in report.by("shift")] == [
        ("2026-11-14 night", 1),
        ("2026-11-15 day", 2),
        ("2026-11-15 night", 5),
    ]


@pytest.mark.parametrize("game", ["minibaccarat", "baccarat", "casino-war"])
def test_a_night_of_cards_from_a_shoe_has_the_theory_of_its_wagers(path: Path, game: str) -> None:
    """Ann wagers the same in every round, so theory is the same in every round, whatever she wins. At punto banco a
    wager that ties stands for the next round."""
    strategy, wager = {"casino-war": ("war", "initial")}.get(game, ("banker", "banker"))
    night = Night(path)
    night.people("Ann")
    table = night.table("Pit 1", game)
    table.play(BEGINS + 60, {1: strategy}, sits(1, "Ann"))
    for _ in range(5):
        table.play(BEGINS + 60, {1: strategy})
    night.close()
    stakes = [sum(item.stakes.values()) for driver in table.drivers for item in driver.log if isinstance(item, Wager)]
    exact = edge(game, bet=stakes[0] // 100)[wager].house_edge * stakes[0] * 6
    report, shift = hold_report_of(path, DAY), shift_report(path, DAY, date="2026-11-15", shift="day")
    for row in (report.all, *report.by("wager"), shift.hold.all, *shift.hold.by("wager")):
        assert (row.theory, row.rounds) == (exact, 6)
        assert row.luck + row.play == row.win - exact != 0


def test_results_leave_companions_out_by_default(path: Path) -> None:
    night = Night(path)
    night.people("Ann")
    table = night.table("Pit 1", "three-card-poker")
    table.play(BEGINS, {1: "book", 2: "book"}, {**sits(1, "Ann"), **sits(2, "Cleo (house)", by=COMPANION)})
    night.close()
    people, everybody = hold_report_of(path), hold_report_of(path, companions=True)
    assert (people.all.drop, everybody.all.drop) == (100_000, 200_000)
    assert people.all.is_bound is False
    assert everybody.all.is_bound is True
    assert any(note.startswith("seats that the house plays") for note in people.notes)


def test_progress_is_reported(path: Path) -> None:
    ann_rolls(path, 2)
    heard: list[tuple[int, int]] = []
    hold_report_of(path, progress=lambda done, of: heard.append((done, of)))
    assert heard == [(1, 3), (2, 3), (3, 3)]  # the last is the round that is about to open


def test_a_round_that_replays_differently_is_left_out(path: Path) -> None:
    ann_rolls(path, 2)
    with sqlite3.connect(path) as db:
        (line,) = db.execute("SELECT line FROM rows WHERE round = 2 AND line LIKE '%\"throw\"%'").fetchone()
        dice = line.partition('"dice":[')[2].partition("]")[0]
        other = line.replace(f'"dice":[{dice}]', '"dice":[1,1]' if dice != "1,1" else '"dice":[2,2]')
        db.execute("UPDATE rows SET line = ? WHERE line = ?", (other, line))
    report = hold_report_of(path)
    assert report.all.rounds == 1
    check = f"run: pitboss verify --db {path}"
    altered, differs = report.warnings
    assert altered.startswith("Dice 1: number ")
    assert altered.endswith(f"its rounds are counted as they stand; {check}")
    say = "does not replay as written and is left out"
    assert differs == f"Dice 1: 1 round (2) {say}; {check}"


def test_whole_rows_give_no_warning_and_altered_times_do(path: Path) -> None:
    """A time changes no act: the round replays, and only the chain shows the change."""
    night = Night(path)
    night.people("Ann")
    for name in ("Dice 1", "Dice 2"):
        night.table(name, "craps").play(BEGINS, {1: "line"}, sits(1, "Ann"))
    night.close()
    assert hold_report_of(path).warnings == ()
    sql = "UPDATE rows SET line = json_set(line, '$.at', ?) WHERE \"table\" = 2 AND number = 2"
    with sqlite3.connect(path) as db:
        db.execute(sql, (BEGINS + 3_600,))
    (warning,) = hold_report_of(path).warnings
    assert warning.startswith("Dice 2: number 2 does not have the hash of the one before it, or was changed")
    with sqlite3.connect(path) as db:
        db.execute('DELETE FROM rows WHERE "table" = 1 AND number = (SELECT number FROM tables WHERE id = 1)')
    assert "rows are missing" in hold_report_of(path).warnings[0]


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ([4], "4"),
        ([4, 5, 6], "4-6"),
        ([1, 3, 4, 9], "1, 3-4, 9"),
        (list(range(1, 21, 2)), "1, 3, 5, 7, 9, 11, 13, 15, 17, 19"),
        (list(range(1, 23, 2)), "1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and others"),
    ],
)
def test_numbers_of_rounds_are_written_as_ranges(numbers: list[int], told: str) -> None:
    assert format_ranges(numbers) == told


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (
            "UPDATE rows SET line = 'xx' WHERE number = 3",
            "round 1, cannot be read: a row cannot be read: JSON is malformed",
        ),
        ("UPDATE carries SET carry = 'xx' WHERE round = 2", "round 2, cannot be read: JSON is malformed"),
        ("UPDATE carries SET carry = '{}' WHERE round = 2", "round 2, cannot be read: Object missing required field"),
        (
            "UPDATE rows SET line = json_set(line, '$.at', 100000000000000) WHERE number = 2",
            "a time that no clock shows",
        ),
        ("UPDATE rows SET line = json_set(line, '$.at', -1) WHERE number = 2", "a time that no clock shows"),
        ("DELETE FROM tables", "table 1, round 1, cannot be read: there are rows of a table that does not exist"),
        ("DELETE FROM rows WHERE number = 1", "Dice 1, round 1, cannot be read: the rows do not open a round"),
    ],
)
def test_damage_is_reported_with_its_table_and_round(path: Path, damage: str, why: str) -> None:
    ann_rolls(path, 2)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute(damage)
    with pytest.raises(StoreError, match=re.escape(why)) as error:
        hold_report_of(path)
    assert "\n" not in str(error.value)
    assert str(error.value).endswith(f"run: pitboss verify --db {path}")


def test_chips_are_counted_once_and_when_they_came(path: Path) -> None:
    """Ann sits down a minute before six, and the round ends after it. She takes her chips to another table."""
    night = Night(path)
    night.people("Ann", "Bob")
    dice, cards = night.table("Dice 1", "craps"), night.table("Pit 2", "three-card-poker")
    dice.play(BEGINS + 1, {1: "line"}, sits(1, "Ann", 50_000), sat_at=BEGINS - 60)
    dice.play(BEGINS + 60, {2: "line"}, {1: Leave(1), **sits(2, "Bob", 20_000)})
    cards.play(BEGINS + 120, {1: "book"}, sits(1, "ann", 80_000))
    night.close()
    report = hold_report_of(path, DAY)
    (took,) = [-item.chips for driver in dice.drivers for item in driver.log if isinstance(item, LeaveSeat)]
    assert [(row.name, row.drop) for row in report.by("table")] == [("Dice 1", 70_000), ("Pit 2", 80_000 + took)]
    assert [(row.name, row.rounds, row.drop) for row in report.by("shift")] == [
        ("2026-11-14 night", 0, 50_000),
        ("2026-11-15 day", 3, 100_000 + took),
    ]


def test_open_and_wound_up_rounds_are_left_out(path: Path) -> None:
    last = ann_rolls(path, 3)
    assert last.next is not None
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM rows WHERE round = 2 AND json_extract(line, '$.line') = 'close'")
        body = round_rows.wind_up_body(last.next, 1, "a fault", BEGINS, b"", clear=False)
        sql = "UPDATE rows SET line = ? WHERE round = 3 AND json_extract(line, '$.line') = 'close'"
        db.execute(sql, (json.dumps({**body, "number": 99}),))
    report = hold_report_of(path)
    assert report.all.rounds == 1
    assert "1 round not over yet and left out, with chips brought in them" in report.notes
    assert any(note.startswith("1 round wound up by the house") for note in report.notes)


def test_a_report_of_a_file_that_is_no_database_is_refused(path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        hold_report_of(path)
    path.write_bytes(b"not a database at all, but long enough to look at" * 100)
    with pytest.raises(StoreError, match="cannot be read"):
        hold_report_of(path)
    path.unlink()
    sqlite3.connect(path).execute("CREATE TABLE other (a)").connection.close()
    with pytest.raises(StoreError, match="is not a Pitboss database"):
        hold_report_of(path)
