"""The report of a shift: what belongs to it, who ruled and why, and what it says about unknown facts."""

from __future__ import annotations

import json
import lzma
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from kit.inside import Inside
from kit.night import Night, sits
from kit.parts import ROOT
from kit.pit import Pit
from pitboss import __version__
from pitboss.compliance.shift.report_sections import as_text
from pitboss.compliance.shift.shift_reader import NoShiftError, shift_report
from pitboss.compliance.shift.shift_report import ShiftReport, TableShift
from pitboss.engine.inputs import COMPANION, Leave
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.record.gaming_day import GamingDay
from pitboss.store.errors import StoreError
from pitboss.store.rounds import round_rows
from pitboss.store.rounds.stored_results import hold_report_of
from pitboss.store.row_types import StaffAct

NEW_YORK = ZoneInfo("America/New_York")
DAY = GamingDay(starts="06:00", shifts={"day": "06:00", "swing": "14:00", "night": "22:00"})
DATE = "2026-11-14"


def moment(clock: str, day: int = 14) -> int:
    hours, minutes = map(int, clock.split(":"))
    return int(datetime(2026, 11, day, hours, minutes, tzinfo=NEW_YORK).timestamp())


SWING, NIGHT, OVER = moment("14:00"), moment("22:00"), moment("06:00", 15)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pitboss.db"


@pytest.fixture
def night(path: Path) -> Iterator[Night]:
    night = Night(path)
    night.people("Ann", "Bob")
    yield night
    night.close()


def swing(path: Path, **more: Any) -> ShiftReport:
    return shift_report(path, DAY, date=DATE, shift="swing", **more)


def of(report: ShiftReport, name: str) -> TableShift:
    (found,) = [each for each in report.tables if each.name == name]
    return found


# --- the hours


def test_shifts_meet_and_make_a_day() -> None:
    day = date(2026, 11, 14)
    spans = [DAY.span(day, name) for name in DAY.in_order()]
    assert spans == [(moment("06:00"), SWING), (SWING, NIGHT), (NIGHT, OVER)]
    assert DAY.span(day) == (moment("06:00"), OVER)
    assert GamingDay().span(day) == (moment("00:00"), moment("00:00", 15))


@pytest.mark.parametrize("day", [date(2026, 3, 7), date(2026, 3, 8), date(2026, 10, 31), date(2026, 11, 1)])
@pytest.mark.parametrize("starts", ["00:30", "02:30", "06:00"])
def test_a_span_is_what_its_moments_belong_to(day: date, starts: str) -> None:
    """This holds on the nights, too, on which clocks go forward over half past two, and back over it."""
    house = GamingDay(starts=starts, shifts={"first": starts, "late": "23:00", "small": "01:45"})
    for name in house.in_order():
        begins, ends = house.span(day, name)
        for at, inside in ((begins, True), (ends - 1, True), (begins - 1, False), (ends, False)):
            assert ((house.day_of(at), house.shift_of(at)) == (day.isoformat(), name)) is inside


# --- what belongs to a shift


def test_a_round_belongs_to_the_shift_in_which_it_ended(path: Path, night: Night) -> None:
    dice = night.table("Dice 1", "craps")
    dice.play(SWING - 1, {1: "line"}, sits(1, "Ann"))
    dice.play(SWING, {1: "line"})
    dice.play(NIGHT - 1, {1: "line"})
    dice.play(NIGHT, {1: "line"})
    report = swing(path)
    assert of(report, "Dice 1").rounds == 2
    assert of(report, "Dice 1").open_before == (2,)  # the kit opens a round a minute before its end
    assert of(report, "Dice 1").open_after == (4,)
    assert (report.hold.all.rounds, report.begins, report.ends) == (2, SWING, NIGHT)
    assert shift_report(path, DAY, date=DATE).hold.all.rounds == 4
    assert "round 2 had begun before and is counted here" in as_text(report)
    assert "round 4 was open at the end and is not counted here" in as_text(report)


def test_the_hold_is_that_of_the_hold_report(path: Path, night: Night) -> None:
    """Ann takes her chips to another table, and brings chips from the shift before: the drop counts them once."""
    dice, cards = night.table("Dice 1", "craps"), night.table("Cards", "three-card-poker")
    dice.play(SWING - 60, {1: "line"}, sits(1, "Ann", 50_000))
    dice.play(SWING + 60, {2: "line"}, {1: Leave(1), **sits(2, "Bob", 20_000)})
    cards.play(SWING + 120, {1: "book"}, sits(1, "ann", 80_000))
    cards.play(NIGHT + 10, {1: "book"}, {**sits(2, "Bob", 10_000)}, sat_at=NIGHT - 10)
    cards.play(SWING + 150, {1: "book", 3: "book"}, sits(3, "Cleo (house)", 90_000, by=COMPANION))
    report, whole = swing(path), hold_report_of(path, DAY)
    (row,) = [row for row in whole.by("shift") if row.name == f"{DATE} swing"]
    found = report.hold.all
    assert row.drop is not None
    assert 0 < row.drop < 50_000 + 80_000 + 30_000
    for key in ("rounds", "handle", "win", "drop", "theory", "play", "variance", "at_most"):
        assert getattr(found, key) == getattr(row, key), key
    assert sum(each.hold.win for each in report.tables if each.hold) == found.win
    assert sum(each.hold.drop or 0 for each in report.tables if each.hold) == found.drop


def test_it_names_the_texts_that_it_cites(path: Path, night: Night) -> None:
    night.table("Dice 1", "craps").play(SWING, {1: "line"}, sits(1, "Ann"))
    old = night.table("Old", "let-it-ride")
    old.rules = old.game.rules(old.house.readings, "1996-05-20")
    old.play(SWING, {1: "book"}, sits(1, "Bob"))
    (told,) = [note for note in swing(path).notes if note.startswith("paragraphs are those of")]
    assert "N.J.A.C. 19:47-1 as last held: text of 1996" in told
    assert "N.J.A.C. 19:47-18 as last held: text of May 20, 1996" in told
    assert "19:47-20" not in told
    assert not [note for note in shift_report(path, DAY, date=DATE, shift="day").notes if "as last held" in note]


def test_an_empty_shift(path: Path, night: Night) -> None:
    night.table("Dice 1", "craps").play(SWING - 1, {1: "line"}, sits(1, "Ann"))
    report = shift_report(path, DAY, date=DATE, shift="night")
    assert report.summary() == "No round ended in this shift."
    assert [each.quiet for each in report.tables] == [True]
    assert "nothing happened at Dice 1" in as_text(report) or not report.tables[0].rounds
    assert not report.flagged
    assert report.json()["sum"]["rounds"] == 0


def test_by_default_the_newest_day_on_which_anything_happened(path: Path, night: Night) -> None:
    dice = night.table("Dice 1", "craps")
    dice.play(SWING, {1: "line"}, sits(1, "Ann"))
    dice.play(moment("05:59", 16), {1: "line"})
    assert shift_report(path, DAY).date == "2026-11-15"
    assert of(shift_report(path, DAY), "Dice 1").rounds == 1


def test_one_table_of_many(path: Path, night: Night) -> None:
    for name in ("Dice 1", "Dice 2"):
        night.table(name, "craps").play(SWING, {1: "line"}, sits(1, "Ann"))
    assert [each.name for each in swing(path, tables=["Dice 2"]).tables] == ["Dice 2"]
    assert [each.name for each in swing(path, tables=["1"]).tables] == ["Dice 1"]
    assert swing(path, tables=["1", "Dice 2"]).hold.all.rounds == 2
    with pytest.raises(NoShiftError, match=r"no table '3'; tables are 1 \(Dice 1\), 2 \(Dice 2\)"):
        swing(path, tables=["3"])


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"date": "yesterday"}, "'yesterday' is not a day; write it as 2026-11-15"),
        ({"date": "1970-01-01"}, "is no day of a casino"),
        ({"date": "9999-12-31"}, "is no day of a casino"),
        ({"shift": "dawn"}, "there is no shift 'dawn'; shifts are day, swing, night"),
    ],
)
def test_an_unknown_shift_is_refused(path: Path, night: Night, asked: dict[str, str], why: str) -> None:
    with pytest.raises(NoShiftError, match=why):
        shift_report(path, DAY, **asked)  # type: ignore[arg-type]


def test_how_far_it_is(path: Path, night: Night) -> None:
    dice = night.table("Dice 1", "craps")
    for at in (SWING - 86_400, SWING - 1, SWING, NIGHT + 60):
        dice.play(at, {1: "line"}, sits(1, "Ann") if not dice.drivers else None)
    heard: list[tuple[int, int]] = []
    swing(path, on_progress=lambda done, of: heard.append((done, of)))
    assert heard == [(1, 2), (2, 2)]  # only rounds of the gaming day are played again, and none after the shift


# --- counts of the stub


@pytest.mark.parametrize(
    ("game", "paragraph"),
    [
        ("let-it-ride", "18.7(e)"),
        ("three-card-poker", "20.7(e)"),
        ("ultimate-texas-holdem", "32.7(f)"),
        ("winners-pot-poker", "reading:stub-count"),
    ],
)
@pytest.mark.parametrize("every", [1, 5])
def test_counts_due_are_counts_made(path: Path, night: Night, game: str, paragraph: str, every: int) -> None:
    """Play one round more than twice the allowed interval: two counts are due, or one in each round."""
    table = night.table("Cards", game, stub_count_every=every)
    for number in range(2 * every + 1):
        table.play(SWING + number, {1: "book", 2: "book"}, {**sits(1, "Ann"), **sits(2, "Bob")} if not number else None)
    stub = of(swing(path), "Cards").stub
    wanted = 2 if every > 1 else 3
    assert (stub.dealt, stub.due, stub.made, stub.missed) == (2 * every + 1, wanted, wanted, ())
    assert stub.paragraph == paragraph


@pytest.mark.parametrize(
    ("house", "excused"),
    [
        (ThreeCardPokerHouse, True),
        (LetItRideHouse, True),
        (UltimateHouse, False),  # no device excuses its dealer
    ],
)
def test_a_device_that_counts_excuses_where_the_text_says_so(path: Path, house: Any, excused: bool) -> None:
    night = Night(path)
    night.people("Ann")
    table = night.table("Cards", house.usual().game, shuffler="counting-shuffler", dealing="automated-shoe")
    for number in range(6):
        table.play(SWING + number, {1: "book"}, None if number else sits(1, "Ann"))
    night.close()
    stub = of(swing(path), "Cards").stub
    assert (stub.excused, stub.due, stub.made) == ((6, 0, 0) if excused else (0, 1, 1))


def test_a_count_that_was_not_made_is_a_finding(path: Path, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer never counts: the report must not rely on the procedure that left out the count."""
    monkeypatch.setattr("pitboss.games.three_card_poker.law.deal.count_is_due", lambda r: False)
    table = night.table("Cards", "three-card-poker")
    for number in range(6):
        table.play(SWING + number, {1: "book"}, None if number else sits(1, "Ann"))
    report = swing(path)
    assert of(report, "Cards").stub.missed == (5, 6)
    assert [(each.severity, each.paragraph, each.where) for each in report.findings()] == [
        ("violation", "20.7(e)", "Cards, round 5"),
        ("violation", "20.7(e)", "Cards, round 6"),
    ]
    assert report.flagged
    assert "violation: Cards, round 5: a count of the stub was due and none was made" in as_text(report)


# --- what the staff did


def test_rulings_voids_fills_and_who(path: Path) -> None:
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.clock(SWING - 100)
        pit.ok("Sue", "POST /api/tables/1/fill", cents=70_000, why="the shift before")
        pit.clock(SWING)
        pit.ok("Sue", "POST /api/tables/1/fill", cents=50_000, why="short of greens")
        pit.ok("Chief", "POST /api/tables/1/credit", cents=20_000, why="too many blacks")
        pit.sits("Ann")
        pit.ok("Sue", "POST /api/tables/1/order", what="count the stub", why="it looks thin")
        _to_a_decision(pit)
        incident = {"kind": "card exposed", "place": "community", "index": 0}
        pit.clock(SWING + 60)
        pit.ok("Sue", "POST /api/tables/1/incident", incident=incident, why="a drill")
        pit.ok("Sue", "POST /api/tables/1/order", what="void the hands", why="three saw it")
        pit.ok("Sue", "PUT /api/tables/1/state", state="closed", why="end of the evening")
    report = swing(path)
    table = report.tables[0]
    assert [(each.ruled, each.who, each.why, each.paragraph) for each in table.rulings] == [
        ("count the stub", "Sue", "it looks thin", "18.7(e)"),
        ("void the hands", "Sue", "three saw it", table.rulings[1].paragraph),
    ]
    asked = table.rulings[1]
    assert asked.paragraph.startswith("18.12") or asked.paragraph.startswith("reading:")
    assert asked.asked
    assert not table.rulings[0].asked
    assert [(each.cents, each.who, each.why) for each in table.chips] == [
        (50_000, "Sue", "short of greens"),
        (-20_000, "Chief", "too many blacks"),
    ]
    (void,) = table.voids
    assert (void.round, void.at, void.hand) == (1, SWING + 60, False)
    assert (table.stub.due, table.stub.made, table.stub.ordered) == (1, 1, 1)
    assert [act.what for act in table.acts][-1] == "Closed the table after this round"
    text = as_text(report)
    for told in ("short of greens", "three saw it", "Closed the table", void.paragraph, "$500", "$200"):
        assert told in text
    assert "the shift before" not in text
    found = report.json()
    assert found["voids_by_paragraph"][0]["paragraph"] == void.paragraph
    assert found["sum"]["rulings"] == 2
    assert json.loads(json.dumps(found))["tables"][0]["rulings"][1]["why"] == "three saw it"


def _to_a_decision(pit: Pit) -> None:
    pit.ok("Ann", "POST /api/tables/1/act", id="ann-bets", act={"input": "wager", "stakes": dict.fromkeys(BETS, 500)})
    pit.ok("Ann", "POST /api/tables/1/act", id="ann-ready", act={"table": "ready", "round": 1})


BETS = ("bet 1", "bet 2", "bet 3")


def test_a_round_wound_up(path: Path) -> None:
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.clock(SWING)
        pit.sits("Ann")
        _to_a_decision(pit)
        pit.ok("Sue", "POST /api/tables/1/fill", cents=50_000, why="kept, though the round was not")
        pit.ok("Sue", "PUT /api/tables/1/state", state="paused", why="the lamp flickers")
        pit.ok("Sue", "POST /api/tables/1/wind-up", why="the lamp fell down")
    report = swing(path)
    table = report.tables[0]
    assert [(each.round, each.who, each.why) for each in table.wound_up] == [(1, "Sue", "the lamp fell down")]
    assert (table.rounds, table.fills) == (0, 50_000)
    assert not table.voids
    assert "the lamp fell down" in as_text(report)
    assert not report.flagged


def test_a_running_server_is_read(path: Path) -> None:
    """A round that is not over is reported as such, with what was done in it so far."""
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.clock(SWING)
        pit.sits("Ann")
        pit.ok("Sue", "POST /api/tables/1/order", what="count the stub", why="it looks thin")
        _to_a_decision(pit)
        table = swing(path).tables[0]
        assert (table.rounds, table.open_after) == (0, (1,))
        assert [(each.ruled, each.paragraph) for each in table.rulings] == [("count the stub", "18.7(e)")]


def test_acts_of_the_house_and_tables_opened_later(path: Path) -> None:
    with Inside(path) as inside:
        sue = Pit(inside).inside.account("Sue").id
        store = inside.casino.store
        store.note_staff_act(StaffAct(sue, "Made Ann supervisor (was player)", "she has learned it", at=SWING)).result()
        opened = StaffAct(sue, "Opened a table, “Later”", "more players", at=NIGHT)
        store.tables.create("Later", "{}", act=opened).result()
    report = swing(path)
    assert [(act.who, act.what) for act in report.house] == [("Sue", "Made Ann supervisor (was player)")]
    assert "Later" not in [each.name for each in report.tables]
    assert "Later" in [each.name for each in shift_report(path, DAY, date=DATE, shift="night").tables]
    assert not swing(path, tables=["1"]).house


# --- what was played by another version, and what was altered


def test_an_upgrade_in_the_middle(path: Path, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first two rounds come from a version that dealt otherwise: they are described from their accounts, and not
    valued."""
    table = night.table("Cards", "three-card-poker", stub_count_every=1)
    monkeypatch.setattr(round_rows, "__version__", "0.0.9")
    monkeypatch.setattr(round_rows, "events_digest", lambda items: "0" * 64)
    for number in range(2):
        table.play(SWING + number, {1: "book"}, None if number else sits(1, "Ann"))
    monkeypatch.undo()
    table.play(SWING + 10, {1: "book"})
    report = swing(path)
    found = of(report, "Cards")
    assert (found.rounds, found.unknown) == (3, 0)
    assert found.versions == {"0.0.9": 2, __version__: 1}
    assert (found.stub.dealt, found.stub.made, found.stub.unknown) == (1, 3, 2)
    assert report.hold.all.rounds == 1
    assert not report.warnings
    assert any(note.startswith("2 rounds of another version") and "Cards 1-2" in note for note in report.notes)
    assert f"Pitboss was upgraded in between; rounds 2 by 0.0.9, 1 by {__version__}" in as_text(report)


def test_a_database_of_an_old_version(path: Path) -> None:
    """Version 0.1.0 dealt some things otherwise, and kept no accounts and no staff acts."""
    path.write_bytes(lzma.decompress((ROOT / "tests" / "upgrade" / "v0.1.0" / "pitboss.db.xz").read_bytes()))
    report = shift_report(path)
    found = report.json()["sum"]
    assert (found["rounds"], found["void_rounds"], found["rulings"], found["unknown"]) == (161, 4, 6, 136)
    assert "Of 136 rounds of another version nothing more is known." in report.summary()
    assert not report.warnings
    assert any("of another version" in note for note in report.notes)
    assert any("did not keep what the staff did" in note for note in report.notes)


def test_a_round_of_another_version_without_its_account(
    path: Path, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = night.table("Cards", "three-card-poker")
    monkeypatch.setattr(round_rows, "__version__", "0.0.9")
    monkeypatch.setattr(round_rows, "events_digest", lambda items: "0" * 64)
    table.play(SWING, {1: "book"}, sits(1, "Ann"))
    monkeypatch.undo()
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE told SET account = x'00'")
        db.commit()
    found = of(swing(path), "Cards")
    assert (found.rounds, found.unknown) == (1, 1)
    assert "nothing more is known of 1 of the rounds" in as_text(swing(path))


def test_rows_that_were_altered(path: Path, night: Night) -> None:
    dice = night.table("Dice 1", "craps")
    for number in range(3):
        dice.play(SWING + number, {1: "line"}, None if number else sits(1, "Ann"))
    assert swing(path).warnings == ()
    with closing(sqlite3.connect(path)) as db:
        sql = "UPDATE rows SET line = json_set(line, '$.code', 'x') WHERE round = 2 AND line LIKE '%\"line\":\"open\"%'"
        assert db.execute(sql).rowcount == 1
        db.commit()
    report = swing(path)
    (warning,) = report.warnings
    assert warning.startswith("Dice 1: rows were altered or are missing in 1 round (2)")
    assert report.flagged


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DELETE FROM rows WHERE round = 2", ["no row is left of 1 round (2)", "missing in 1 round (3)"]),
        ("DELETE FROM rows WHERE round = 3", ["the chain ends at row"]),
        ("DELETE FROM rows WHERE number = (SELECT max(number) FROM rows)", ["the chain ends at row"]),
    ],
)
def test_rows_that_are_gone(path: Path, night: Night, damage: str, told: list[str]) -> None:
    dice = night.table("Dice 1", "craps")
    for number in range(3):
        dice.play(SWING + number, {1: "line"}, None if number else sits(1, "Ann"))
    with closing(sqlite3.connect(path)) as db:
        db.execute(damage)
        db.commit()
    warnings = " ".join(swing(path).warnings)
    assert all(each in warnings for each in told), warnings


def test_staff_acts_that_were_altered(path: Path) -> None:
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.clock(SWING)
        pit.ok("Sue", "POST /api/tables/1/fill", cents=50_000, why="short of greens")
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE staff_acts SET line = replace(line, 'greens', 'blacks')")
        db.commit()
    assert any(each.startswith("what the staff did: number 1") for each in swing(path).warnings)


def test_a_database_from_before_staff_acts_were_kept(path: Path) -> None:
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.clock(SWING)
        pit.ok("Sue", "POST /api/tables/1/fill", cents=50_000, why="short of greens")
    with closing(sqlite3.connect(path)) as db:
        db.executescript("DROP TABLE staff_acts; PRAGMA user_version = 2")
    report = swing(path)
    assert [(each.cents, each.who) for each in report.tables[0].chips] == [(50_000, "")]
    assert any("did not keep what the staff did" in note for note in report.notes)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("UPDATE rows SET line = 'xx' WHERE number = 3", "Dice 1, round 1, cannot be read: a row cannot be read: JSON"),
        ("UPDATE rows SET line = 'xx' WHERE number = 1", "cannot be read: malformed JSON"),
        ("UPDATE carries SET carry = '{}' WHERE round = 1", "Dice 1, round 1, cannot be read: Object missing"),
        ("DELETE FROM tables", "table 1, round 1, cannot be read: there are rows of a table that does not exist"),
        ("DELETE FROM rows WHERE number = 1", "Dice 1, round 1, cannot be read: the rows do not open a round"),
        ("UPDATE rows SET line = json_set(line, '$.at', 'x') WHERE number = 2", "cannot be read"),
        ("UPDATE rows SET line = json_set(line, '$.at', 'x') WHERE number = 1", "a time that no clock shows"),
        (
            "UPDATE rows SET line = json_set(line, '$.at', 10000000000000) WHERE number = 2",
            "a time that no clock shows",
        ),
        ("UPDATE rows SET line = json_set(line, '$.given', json('{}')) WHERE number = 2", None),
    ],
)
def test_damage_gives_one_line(path: Path, night: Night, damage: str, why: str | None) -> None:
    dice = night.table("Dice 1", "craps")
    for number in range(2):
        dice.play(SWING + number, {1: "line"}, None if number else sits(1, "Ann"))
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute(damage)
        db.commit()
    if why is None:
        assert swing(path).warnings
        return
    with pytest.raises(StoreError, match=why) as told:
        swing(path)
    assert "\n" not in str(told.value)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database without faults, with acts of the staff."""
    path = tmp_path_factory.mktemp("sound") / "pitboss.db"
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.clock(SWING)
        pit.sits("Ann")
        pit.ok("Sue", "POST /api/tables/1/fill", cents=50_000, why="greens")
        pit.ok("Sue", "POST /api/tables/1/order", what="count the stub", why="it looks thin")
        pit.plays("Ann")
        pit.plays("Ann")
    return path


COLUMNS = {"rows": "line", "carries": "carry", "staff_acts": "line", "told": "account", "tables": "setting"}


@pytest.mark.parametrize("seed", range(40))
def test_any_altered_database_gives_a_report_or_one_line(sound: Path, tmp_path: Path, seed: int) -> None:
    """One random cell loses a part, gains one, or has its numbers changed."""
    chance = Random(seed)
    path = tmp_path / "pitboss.db"
    path.write_bytes(sound.read_bytes())
    table = chance.choice(list(COLUMNS))
    column = COLUMNS[table]
    with closing(sqlite3.connect(path)) as db:
        cells = db.execute(f"SELECT {column} FROM {table}").fetchall()
        (cell,) = chance.choice(cells)
        db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (alter_cell(cell, chance), cell))
        db.commit()
    try:
        report = swing(path)
    except StoreError as wrong:
        lines = str(wrong).splitlines()
    else:
        lines = [report.source]
        assert report.text()
        assert json.dumps(report.json())
        assert report.html()
    assert len(lines) == 1


def alter_cell(cell: str | bytes, chance: Random) -> str | bytes:
    if isinstance(cell, bytes):
        at = chance.randrange(len(cell))
        return cell[:at] + bytes([cell[at] ^ 1]) + cell[at + 1 :]
    at, size = chance.randrange(len(cell)), chance.randrange(1, 12)
    numbers = re.sub(r"\d+", lambda match: str(chance.choice((0, -1, 10**20, int(match[0]) + 1))), cell, count=0)
    names = cell.replace(chance.choice(('"at"', '"input"', '"line"', '"round"', '"marks"', '"given"')), '"x"')
    return chance.choice((cell[:at] + cell[at + size :], cell[:at] + cell[at : at + size] + cell[at:], numbers, names))


def test_a_file_that_is_no_database(path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        swing(path)
    path.write_bytes(b"not a database at all, but long enough to look at" * 100)
    with pytest.raises(StoreError, match="cannot be read"):
        swing(path)


def test_a_shift_that_is_not_over(path: Path, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    night.table("Dice 1", "craps").play(SWING, {1: "line"}, sits(1, "Ann"))
    for now, over in ((NIGHT - 1, False), (NIGHT, True)):
        with monkeypatch.context() as clock:
            clock.setattr("pitboss.compliance.shift.shift_reader.time.time", lambda now=now: now)
            report = swing(path)
        assert (report.over, report.made) == (over, DATE)
        assert ("the shift is not over yet" in report.notes) is not over
        assert ("Not over yet" in report.html()) is not over


def test_a_database_in_which_nothing_happened(path: Path) -> None:
    Night(path).close()
    report = shift_report(path)
    assert (report.tables, report.summary()) == ((), "No round ended on this gaming day.")
