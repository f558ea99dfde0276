"""Compliance at the tables of a server: who sees what of it, disputes that are noted, and the report of a shift."""

from __future__ import annotations

import base64
import hashlib
import re
import time
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kit.inside import Inside
from kit.pit import Pit
from pitboss.compliance.shift.gaming_day_table import TableDays
from pitboss.compliance.shift.shift_reader import shift_report
from pitboss.games import REGISTERED, load
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.record.gaming_day import GamingDay
from pitboss.store.store import Store
from pitboss.table.money import Money, dollars

WHY = "the player says he had a pair"
BETS = {"input": "wager", "stakes": dict.fromkeys(("bet 1", "bet 2", "bet 3"), 500)}


# --- the papers of a table


def test_every_table_has_its_sign_layout_and_guide(path: Path) -> None:
    """For everybody, with the name that the table has now, and with a policy that allows their own style alone."""
    houses = [load(game).house.usual(name=f"{game} <b>") for game in REGISTERED]
    with Inside(path, houses) as inside:
        for table, house in enumerate(houses, 1):
            for paper in ("sign", "layout", "guide"):
                answer = inside.request("GET", f"/t/{table}/{paper}")
                assert answer.status_code == 200
                assert f"{house.game} &lt;b&gt;" in answer.text
                assert ("not law" if load(house.game).is_beyond else "as last held") in answer.text
                assert "style=" not in answer.text.partition("<body")[2]
                (style,) = re.findall(r"<style>(.*?)</style>", answer.text, re.S)
                digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
                policy = answer.headers["content-security-policy"]
                assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}';")
                assert "unsafe" not in policy
            assert (
                f"{dollars(house.minimum)} to {dollars(house.maximum)}"
                in inside.request("GET", f"/t/{table}/sign").text
            )
        assert inside.request("GET", "/t/99/sign").status_code == 404


def test_a_sign_follows_the_table(path: Path) -> None:
    """Another limit from the next round on is on the sign once that round has begun."""
    with Inside(path) as inside:
        pit = Pit(inside)
        setting = pit.ok("Sue", "GET /api/tables/1/setting-form")["setting"]
        setting["house"]["maximum"] = 7_700
        pit.ok("Sue", "PUT /api/tables/1/setting", **setting, why="a slow night")
        assert "$5 to $77 each" in inside.request("GET", "/t/1/sign").text


# --- what a table's setting has against it


def test_only_staff_see_the_day_and_the_report_of_the_house(pit: Pit) -> None:
    for who, is_staff in (("", False), ("Ann", False), ("Sue", True), ("Chief", True)):
        answer = pit.ok(who, "GET /api/tables/1/compliance")
        assert (answer["game"], answer["subchapter"], answer["rules"]) == ("let-it-ride", "18", "/t/1/rules")
        assert (answer["day"] is not None) is is_staff
        assert (answer["report"] == "/house/shift") is is_staff
        for finding in answer["findings"]:
            assert list(finding) == ["severity", "paragraph", "where", "message", "fix"]
    assert pit.ask("Ann", "GET /api/tables/99/compliance")[0] == 404


def test_a_table_owner_sees_its_day_but_no_report_of_the_house(pit: Pit) -> None:
    table = pit.ok("Ann", "POST /api/my/tables", name="Ann's", game="craps")["table"]
    answer = pit.ok("Ann", f"GET /api/tables/{table}/compliance")
    assert answer["day"]["rounds"] == 0
    assert answer["report"] == ""
    assert pit.ok("Bob", f"GET /api/tables/{table}/compliance")["day"] is None
    assert "Only a supervisor" in pit.wrong("Ann", "GET /api/shift")


def test_sections_without_held_text_make_one_note(path: Path) -> None:
    with Inside(path, [CrapsHouse()]) as inside:
        answer = Pit(inside).ok("", "GET /api/tables/1/compliance")
    assert "1.4" in answer["not_held"]
    notes = [finding for finding in answer["findings"] if finding["severity"] == "note"]
    assert [note["paragraph"] for note in notes] == ["house:not-held"]


def test_the_waiting_setting_has_findings_too(path: Path) -> None:
    """An inventory that cannot pay one maximum wager; and a reading that is not the usual one, from the next round."""
    with Inside(path, [ThreeCardPokerHouse(inventory=Money(100_00))]) as inside:
        pit = Pit(inside)
        answer = pit.ok("Ann", "GET /api/tables/1/compliance")
        assert ("warning", "house:fill") in [
            (finding["severity"], finding["paragraph"]) for finding in answer["findings"]
        ]
        assert answer["waiting"] is None
        pit.sits("Ann")
        setting = pit.ok("Sue", "GET /api/tables/1/setting-form")["setting"]
        setting["house"]["inventory"] = 10_000_000_00
        pit.ok("Sue", "PUT /api/tables/1/setting", **setting, why="a new tray")
        assert pit.ok("Ann", "GET /api/tables/1/compliance")["waiting"] is None
        answer = pit.ok("Sue", "GET /api/tables/1/compliance")
        assert "house:fill" in [each["paragraph"] for each in answer["findings"]]
        assert "house:fill" not in [each["paragraph"] for each in answer["waiting"]]


def test_a_reading_that_is_not_the_usual_one_is_a_warning(path: Path) -> None:
    with Inside(path) as inside:
        pit = Pit(inside)
        setting = pit.ok("Sue", "GET /api/tables/1/setting-form")["setting"]
        setting["readings"] = {"own-cards": "literal"}
        pit.ok("Sue", "PUT /api/tables/1/setting", **setting, why="as it is written")
        answer = pit.ok("Ann", "GET /api/tables/1/compliance")
        assert ("warning", "reading:own-cards") in [
            (finding["severity"], finding["paragraph"]) for finding in answer["findings"]
        ]


# --- the gaming day of a table


def test_the_day_is_the_same_as_in_the_report(path: Path) -> None:
    """From accounts alone, and the report from a replay of every round."""
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.sits("Ann")
        for _ in range(6):
            pit.plays("Ann")
        _void(pit, 7)
        first = pit.ok("Sue", "GET /api/tables/1/compliance")["day"]
        assert first["rounds"] == 7
        pit.plays("Ann")
        day = pit.ok("Sue", "GET /api/tables/1/compliance")["day"]
    (table, *_) = shift_report(path, date=day["date"]).tables
    assert day["rounds"] == table.rounds == 8
    assert day["voids"] == [[table.voids[0].paragraph, 1, 0]]
    stub = day["stub"]
    assert (stub["dealt"], stub["due"], stub["made"], stub["missed"]) == (
        table.stub.dealt,
        table.stub.due,
        table.stub.made,
        [],
    )
    assert stub["due"] >= 1


def _void(pit: Pit, round_: int) -> None:
    pit.ok("Ann", "POST /api/tables/1/act", id="ann-wagers", act=BETS)
    pit.ok("Ann", "POST /api/tables/1/act", id="ann-is-ready", act={"table": "ready", "round": round_})
    incident = {"kind": "card exposed", "place": "community", "index": 0}
    pit.ok("Sue", "POST /api/tables/1/incident", incident=incident, why="a drill")
    pit.ok("Sue", "POST /api/tables/1/order", what="void the hands", why="seat 3 saw it")


def test_a_new_gaming_day_is_empty(path: Path) -> None:
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.clock(int(time.time()) - 3 * 86_400)
        pit.sits("Ann")
        pit.plays("Ann")
        pit.clock(int(time.time()))
        pit.plays("Ann")
        days, begins = TableDays(inside.casino.store), int(time.time()) - 3_600
        assert days.sums_of(1, "today", begins).rounds == 1
        assert days.sums_of(1, "another", begins - 4 * 86_400).rounds == 2


def test_the_day_notes_wound_up_and_unreadable_rounds(path: Path) -> None:
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.sits("Ann")
        pit.plays("Ann")
        pit.ok("Ann", "POST /api/tables/1/act", id="ann-wagers", act=BETS)
        pit.ok("Sue", "PUT /api/tables/1/state", state="paused", why="a drill")
        pit.ok("Sue", "POST /api/tables/1/wind-up", why="a drill")
    store = Store(path)
    store.submit(lambda db: db.execute("UPDATE told SET account = x'00' WHERE round = 1")).result()
    day = TableDays(store).sums_of(1, "today", 0)
    store.close()
    assert (day.rounds, day.unread, day.wound_up) == (1, 1, 1)


# --- disputes


def test_a_dispute_is_noted_with_what_the_rack_says(path: Path) -> None:
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.sits("Ann")
        _void(pit, 1)
        pit.plays("Ann")
        body: dict[str, Any] = {"round": 2, "position": 3, "why": WHY}
        assert "Only a supervisor" in pit.wrong("Ann", "POST /api/tables/1/dispute", **body)
        assert "reason (why) is missing" in pit.wrong("Sue", "POST /api/tables/1/dispute", round=2, why=" ")
        assert "is not over" in pit.wrong("Sue", "POST /api/tables/1/dispute", round=99, why=WHY)
        noted = pit.ok("Sue", "POST /api/tables/1/dispute", **body)["noted"]
        assert noted == "Dispute: round 2, position 3: the discard rack agrees with what was settled"
        pit.ok("Sue", "POST /api/tables/1/dispute", round=2, why="all of it")
        pit.ok("Sue", "POST /api/tables/1/dispute", round=2, position=77, why="a seat that was empty")
        assert not re.search(r"\b[2-9TJQKA][cdhs]\b", str(pit.acts()))
    (table, *_) = shift_report(path).tables
    assert [(act.who, act.what.partition(": ")[2], act.why) for act in table.disputes] == [
        ("Sue", "round 2, position 3: the discard rack agrees with what was settled", WHY),
        ("Sue", "round 2: the discard rack agrees with what was settled", "all of it"),
        ("Sue", "round 2, position 77: no such hand was settled", "a seat that was empty"),
    ]


def test_a_dispute_over_a_rack_that_cannot_be_read_is_noted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> object:
        raise ValueError("the top 11 cards of the rack must be face up; these are not")

    monkeypatch.setattr("pitboss.games.let_it_ride.law.rack.rebuild", refuse)
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.sits("Ann")
        pit.plays("Ann")
        noted = pit.ok("Sue", "POST /api/tables/1/dispute", round=1, why=WHY)["noted"]
    assert noted == "Dispute: round 1: the hands cannot be rebuilt from the discard rack"


def test_a_dispute_over_dice_notes_that_there_is_no_rack(path: Path) -> None:
    with Inside(path, [CrapsHouse()]) as inside:
        pit = Pit(inside)
        pit.sits("Ann")
        pit.plays("Ann")
        noted = pit.ok("Sue", "POST /api/tables/1/dispute", round=1, why="the dice were cocked")["noted"]
    assert noted == "Dispute: round 1: this game has no discard rack"


# --- the report of a shift


def test_the_shift_report_can_be_downloaded(path: Path) -> None:
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.sits("Ann")
        pit.plays("Ann")
        pit.ok("Sue", "POST /api/tables/1/fill", cents=50_000, why="short of <greens>")
        for who, wanted in (("", 401), ("Ann", 403), ("Sue", 200), ("Chief", 200)):
            for where in ("/api/shift", "/house/shift", "/house/shift/report"):
                if wanted == 200 and where != "/house/shift" and who == "Chief":
                    continue
                answer = inside.request("GET", where, pit.cookies.get(who, ""))
                assert answer.status_code == wanted, (who, where)
        found = pit.ok("Sue", "GET /api/shift?table=1")
        assert found["sum"]["rounds"] == 1
        assert [table["table"] for table in found["tables"]] == [1]
        answer = inside.request("GET", "/house/shift/report", pit.cookies["Sue"])
        assert "short of &lt;greens&gt;" in answer.text
        style = re.search(r"<style>(.*?)</style>", answer.text, re.S)
        assert style is not None
        digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
        assert f"style-src 'sha256-{digest}'" in answer.headers["content-security-policy"]
        for wrong in ("day=tomorrow", "shift=dawn", "table=99"):
            assert inside.request("GET", f"/api/shift?{wrong}", pit.cookies["Sue"]).status_code == 400
        page = inside.request("GET", "/house/shift", pit.cookies["Sue"]).text
        assert "No shifts are set." in page


def test_shifts_of_the_house_are_offered(path: Path) -> None:
    with Inside(path) as inside:
        inside.app.state.books.day = GamingDay(starts="06:00", shifts={"day": "06:00", "night": "18:00"})
        pit = Pit(inside)
        page = inside.request("GET", "/house/shift", pit.cookies["Sue"]).text
        assert "<option>day</option><option>night</option>" in page
        today = date.fromisoformat(pit.ok("Sue", "GET /api/shift")["date"])
        answer = pit.ok("Sue", f"GET /api/shift?day={today}&shift=night")
        assert (answer["date"], answer["shift"]) == (today.isoformat(), "night")


def test_a_report_that_takes_too_long_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.workers.shift_reports.PATIENCE", 0.001)
    with Inside(path) as inside:
        assert "takes too long" in Pit(inside).wrong("Sue", "GET /api/shift")
