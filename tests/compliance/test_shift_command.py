"""`pitboss shift`: what it prints and writes, what it refuses, and the page that prints."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

import pitboss
from kit import programs
from kit.inside import Inside
from kit.night import Night, sits
from kit.pit import Pit
from pitboss.cli.main import main
from pitboss.compliance.shift.shift_page import NOTHING

HOUSE = """\
[gaming-day]
starts = "06:00"

[gaming-day.shifts]
day = "06:00"
swing = "14:00"
night = "22:00"
"""
SWING = 1_794_682_800  # 14:00 on 2026-11-14 in New York
ASKED = ("--db", "pitboss.db", "--house", "house.toml")


@pytest.fixture(scope="module")
def shift(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database of an evening at two tables: a fill with words that a page must escape, and a closed table."""
    folder = tmp_path_factory.mktemp("shift")
    night = Night(folder / "pitboss.db")
    night.people("Ann")
    dice = night.table("Dice <1>", "craps")
    for number in range(4):
        dice.play(SWING + number, {1: "line"}, None if number else sits(1, "Ann"))
    night.table("Cards", "three-card-poker")
    night.close()
    (folder / "house.toml").write_text(HOUSE, encoding="utf-8")
    return folder


@pytest.fixture
def here(shift: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(shift)
    return shift


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["shift", *words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_what_it_prints(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *ASKED, "--shift", "swing")
    assert (code, err) == (0, "")
    assert out.startswith("pitboss.db: 2026-11-14, shift swing\n  2026-11-14 14:00 to 2026-11-14 22:00")
    assert "Hold beside theory" in out
    assert "nothing happened at Cards" in out
    assert run(capsys, *ASKED, "--quiet")[:2] == (0, "")


def test_json_and_page_tell_the_same(here: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    code, out, _ = run(capsys, *ASKED, "--json", "-o", str(page))
    assert code == 0
    found = json.loads(out)
    assert found["sum"]["rounds"] == 4
    assert [each["name"] for each in found["tables"]] == ["Dice <1>", "Cards"]
    text = page.read_text(encoding="utf-8")
    assert "Dice &lt;1&gt;" in text
    assert "<1>" not in text
    assert pitboss.shift_report("pitboss.db", house="house.toml").json() == found
    assert run(capsys, *ASKED, "-o", "-")[1] == text
    assert run(capsys, *ASKED, "-o", str(page))[1] == f"wrote {page}\n"


def test_sections_of_the_page_are_known(here: Path) -> None:
    text = pitboss.shift_report("pitboss.db", house="house.toml", day="2026-01-01").html()
    assert pitboss.shift_report("pitboss.db", house="house.toml", day=date(2026, 1, 1)).html() == text
    for title, said in NOTHING.items():
        assert title.replace("'", "&#x27;") in text
        assert said in text


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--shift", "dawn"), "there is no shift 'dawn'; shifts are day, swing, night"),
        (("--day", "tomorrow"), "'tomorrow' is not a day; write it as 2026-11-15"),
        (("--table", "9"), "there is no table '9'; tables are 1 (Dice <1>), 2 (Cards)"),
        (("-o", "report.pdf"), "report.pdf should end in .html, because it is a page"),
        (("-o", "-", "--json"), "-o - and --json both print; name a file for the page"),
        (("-o", "nowhere/report.html"), "the folder nowhere does not exist"),
        (("--db", "none.db"), "none.db does not exist"),
        (("--db", "house.toml"), "house.toml cannot be read"),
        (("--house", "none.toml"), "none.toml does not exist"),
    ],
)
def test_bad_input(here: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], wanted: str) -> None:
    code, out, err = run(capsys, *ASKED, *words)
    assert (code, out) == (2, "")
    assert wanted in err
    assert len(err.splitlines()) == 1


def test_shifts_must_be_set(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "--db", "pitboss.db", "--shift", "swing")
    assert code == 2
    assert "no shifts are set" in err


def test_the_exit_code_says_that_somebody_should_look(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pitboss.db"
    with Inside(path) as inside:
        Pit(inside).ok("Sue", "POST /api/tables/1/fill", cents=50_000, why="greens")
    assert run(capsys, "--db", str(path))[0] == 0
    with sqlite3.connect(path) as db:
        db.execute("UPDATE staff_acts SET line = replace(line, 'greens', 'blacks')")
    code, out, _ = run(capsys, "--db", str(path))
    assert code == 1
    assert "WARNING: what the staff did: number 1" in out


# --- as a page


class LoadedParts(HTMLParser):
    """Collects what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("src", "href")]
        self.found += [tag] if tag in ("script", "iframe", "object") else []


def test_nothing_is_loaded_from_elsewhere(here: Path) -> None:
    text = pitboss.shift_report("pitboss.db", house="house.toml").html()
    loads = LoadedParts()
    loads.feed(text)
    assert loads.found == []
    assert not re.search(r"url\(|@import|https?:", text)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    found = programs.find("chromium")
    if found is None and not os.environ.get("CI"):
        pytest.skip("NO CHROMIUM: browser not tested")
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield launched
        launched.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_it_fits_on_paper_and_on_a_phone(browser: Any, here: Path, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(pitboss.shift_report("pitboss.db", house="house.toml").html(), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    for media, millimeters in (("print", 210 - 26), ("print", 216 - 26), ("screen", 103)):
        wide = int(millimeters / 25.4 * 96)
        page.set_viewport_size({"width": wide, "height": 1000})
        page.emulate_media(media=media)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= wide
    page.close()
