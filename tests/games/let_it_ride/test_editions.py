"""Editions by date: every change date and the day before it, with refusals, assumptions and defaults."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from importlib.resources import files
from pathlib import Path

import pytest

from games.let_it_ride.scene import NEWEST, OLDEST, Scene
from pitboss.cli.main import main
from pitboss.games.craps import GAME as CRAPS
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.editions import EDITIONS
from pitboss.law.editions import UNHELD, Assume, NotHeldError
from pitboss.law.register import leads_to_paragraph, register

# day -> what each side of it is: refused ("") or (text of 18.5, text of 18.7, text of 18.11, 18.6A there, 18.6B there)
WALK = {
    "1995-10-02": ("gone", ""),
    "1996-05-20": ("", (OLDEST, OLDEST, OLDEST, False, False)),
    "1996-06-17": ((OLDEST, OLDEST, OLDEST, False, False), ""),
    "1998-09-08": ("", ""),
    "1998-11-16": ("", ""),
    "2001-03-19": ("", ""),
    "2007-03-19": ("", ""),
    "2007-10-15": ("", (NEWEST, NEWEST, NEWEST, True, True)),
}


def texts_on(day: str) -> object:
    try:
        law = EDITIONS.law_on(day)
    except NotHeldError as wrong:
        return "gone" if "was adopted on" in str(wrong) else ""
    return (
        *(law.sections[section] for section in ("18.5", "18.7", "18.11")),
        bool(law.provisions["bonus wager"]),
        bool(law.provisions["three card bonus"]),
    )


def test_the_walk_names_every_change_date() -> None:
    assert sorted(WALK) == EDITIONS.change_dates()


@pytest.mark.parametrize("day", sorted(WALK))
def test_each_side_of_every_change_date(day: str) -> None:
    before, after = WALK[day]
    assert texts_on((date.fromisoformat(day) - timedelta(days=1)).isoformat()) == before
    assert texts_on(day) == after


# What the texts say of themselves: when each section was adopted and amended, and which held text has its words since.
ROWS = {
    "18.1": {"1995-10-02": NEWEST},
    "18.2": {"1995-10-02": UNHELD, "1998-09-08": NEWEST},
    "18.3": {"1995-10-02": UNHELD, "2007-10-15": NEWEST},
    "18.4": {"1995-10-02": UNHELD, "2007-03-19": NEWEST},
    "18.5": {"1995-10-02": UNHELD, "1996-05-20": OLDEST, "2007-03-19": NEWEST},
    "18.6": {"1995-10-02": OLDEST, "2007-10-15": NEWEST},  # never amended: both texts have it
    "18.6A": {"1998-11-16": UNHELD, "2007-10-15": NEWEST},
    "18.6B": {"2007-10-15": NEWEST},
    "18.7": {"1995-10-02": OLDEST, "1996-06-17": UNHELD, "1998-11-16": UNHELD, "2007-10-15": NEWEST},
    "18.8": {"1995-10-02": OLDEST, "1996-06-17": UNHELD, "1998-11-16": UNHELD, "2007-10-15": NEWEST},
    "18.9": {"1995-10-02": OLDEST, "1996-06-17": UNHELD, "1998-11-16": UNHELD, "2007-10-15": NEWEST},
    "18.10": {"1995-10-02": OLDEST, "1996-06-17": UNHELD, "1998-11-16": UNHELD, "2007-10-15": NEWEST},
    "18.11": {"1995-10-02": OLDEST, "1998-11-16": UNHELD, "2001-03-19": UNHELD, "2007-10-15": NEWEST},
    "18.12": {"1995-10-02": OLDEST, "2007-10-15": NEWEST},  # never amended
}


def test_every_row_of_the_edition_table() -> None:
    assert {section.id: dict(section.history) for section in EDITIONS.sections} == ROWS


def test_labels_say_what_is_not_held() -> None:
    assert "18.2, 18.3, 18.4 not held for that day, played as a default" in GAME.rules({}, "1996-06-01").texts
    assert "as last held" in GAME.rules({}, "2020-01-01").texts
    assert GAME.rules({}).texts == "text of 2007-10-15"


def test_a_house_file_is_judged_by_the_day(tmp_path: object) -> None:
    file = f"{tmp_path}/house.toml"
    with open(file, "w", encoding="utf-8") as target:
        target.write('[[table]]\nname = "T"\ngame = "let-it-ride"\nminimum = 25\npayout-limit = 50000\n')
    assert main(["house", file, "--quiet"]) == 1  # the later text asks for $75,000
    assert main(["house", file, "--quiet", "--as-of", "1996-06-01"]) == 0
    assert main(["house", file, "--quiet", "--as-of", "2000-01-01"]) == 1  # no text of that day is held
    record = f"{tmp_path}/record.jsonl"
    words = ["play", "let-it-ride", "--house", file, "--as-of", "1996-06-01", "--record", record, "--quiet"]
    assert main(words) == 0


def test_the_last_held_text_runs_on() -> None:
    assert EDITIONS.law_on("2026-01-01").sections == EDITIONS.law_on(None).sections == EDITIONS.law_on(NEWEST).sections


def test_a_refusal_names_the_rows_that_are_missing() -> None:
    with pytest.raises(NotHeldError, match=r"18\.7 \(from 1996-06-17 until 2007-10-15\).*--assume"):
        EDITIONS.law_on("1997-01-01")
    with pytest.raises(NotHeldError, match=r"18\.5 \(from 1995-10-02 until 1996-05-20\)"):
        EDITIONS.law_on("1996-01-01")
    for wrong in ("last week", "20070101", "2007-13-01"):
        with pytest.raises(NotHeldError, match="is not a date"):
            EDITIONS.law_on(wrong)
    with pytest.raises(NotHeldError, match="nothing earlier is held"):
        EDITIONS.law_on("1996-01-01", "earlier")


@pytest.mark.parametrize(
    ("day", "assume", "wanted"),
    [
        ("1996-01-01", "later", (OLDEST, OLDEST, OLDEST, False, False)),
        ("1997-01-01", "earlier", (OLDEST, OLDEST, OLDEST, False, False)),
        ("1997-01-01", "later", (OLDEST, NEWEST, OLDEST, False, False)),
        ("2000-01-01", "earlier", (OLDEST, OLDEST, OLDEST, False, False)),
        ("2000-01-01", "later", (OLDEST, NEWEST, NEWEST, True, False)),  # 18.6B is of 2007-10-15 for certain
        ("2007-05-01", "earlier", (NEWEST, OLDEST, OLDEST, False, False)),  # 18.5 is attested from 2007-03-19
        ("2007-05-01", "later", (NEWEST, NEWEST, NEWEST, True, False)),
    ],
)
def test_what_is_assumed_is_taken_and_recorded(day: str, assume: str, wanted: object) -> None:
    law = EDITIONS.law_on(day, assume)  # type: ignore[arg-type]
    assert law.assumed == assume
    got = (
        *(law.sections[section] for section in ("18.5", "18.7", "18.11")),
        bool(law.provisions["bonus wager"]),
        bool(law.provisions["three card bonus"]),
    )
    assert got == wanted
    rules = GAME.rules({}, day, assume)
    assert rules.assumed == assume
    assert assume in rules.texts


def test_an_assumption_that_is_not_needed_is_none() -> None:
    assert EDITIONS.law_on(NEWEST, "earlier").assumed == ""


def test_sections_never_held_are_labelled_defaults() -> None:
    assert EDITIONS.law_on("1996-06-01").defaults == ("18.2", "18.3", "18.4")
    assert EDITIONS.law_on(NEWEST).defaults == ()
    assert EDITIONS.law_on("2007-05-01", "later").defaults == ("18.3",)


def test_the_date_axis_has_no_gap_and_no_overlap() -> None:
    for section in EDITIONS.sections:
        assert list(section.history) == sorted(section.history)
        assert min(section.history) >= EDITIONS.adopted
    for provision in EDITIONS.provisions:
        assert provision.was.keys() <= {text.date for text in EDITIONS.texts}
        for text in provision.told:
            assert leads_to_paragraph(GAME.package, text, provision.cite), (text, provision.cite)


def test_every_text_in_the_register_is_an_edition() -> None:
    assert {edition for edition, _ in register(GAME.package)} == {text.date for text in EDITIONS.texts}


@pytest.mark.parametrize(
    ("day", "assume"), [("2000-01-01", "earlier"), ("2000-01-01", "later"), ("2007-05-01", "earlier")]
)
def test_a_round_is_played_on_an_assumed_day(day: str, assume: str, tmp_path: object) -> None:
    file = f"{tmp_path}/round.jsonl"
    assert main(["play", "let-it-ride", "--as-of", day, "--assume", assume, "--record", file, "--quiet"]) == 0
    assert main(["verify", file, "--quiet"]) == 0


def test_a_date_that_is_not_held_is_refused_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "let-it-ride", "--as-of", "2000-01-01", "--quiet"]) == 2
    assert "18.10 (from 1998-11-16 until 2007-10-15)" in capsys.readouterr().err
    assert main(["play", "let-it-ride", "--as-of", "1996-06-01", "--bonus", "--quiet"]) == 2
    assert "there is no bonus wager on 1996-06-01" in capsys.readouterr().err


def test_diff_tells_what_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "let-it-ride", OLDEST, NEWEST, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    paragraphs = [change["paragraph"] for change in told["changes"]]
    assert {"18.6A(a)", "18.7(c)4", "18.10(c)", "18.10(g)", "18.11(c)"} <= set(paragraphs)
    assert main(["diff", "let-it-ride", NEWEST, "2020-01-01"]) == 0
    assert "no difference" in capsys.readouterr().out
    assert main(["diff", "let-it-ride", "2000-01-01", NEWEST]) == 2


def test_the_same_cards_burn_another_card_in_1996() -> None:
    old, new = (Scene({1: ""}, order=None, as_of=day).deal() for day in (OLDEST, NEWEST))
    assert old.driver.rules.digest != new.driver.rules.digest


# --- craps: one text, which gives no day


@pytest.mark.parametrize(
    ("day", "assume", "texts"),
    [
        ("1978-06-01", "", "was adopted on 1978-06-02"),
        ("1978-06-02", "", "1.1 (from 1978-06-02 until 1996), 1.2 (from 1978-06-02 until 1996)"),
        ("1995-12-31", "", "no held text"),
        ("1995-12-31", "earlier", "nothing earlier is held"),
        ("1995-12-31", "later", "text of 1996, which gives no day (on 1995-12-31, later text assumed"),
        ("1996-01-01", "", "text of 1996, which gives no day (on 1996-01-01, 1.3 to 1.11 not held"),
        ("1997-01-01", "", "text of 1996, which gives no day (on 1997-01-01, as last held"),
        ("2026-01-01", "", "text of 1996, which gives no day (on 2026-01-01, as last held"),
        (None, "", "text of 1996, which gives no day (1.3 to 1.11 not held"),
        ("1996", "", "text of 1996, which gives no day (1.3 to 1.11 not held"),
        ("1997", "", "is not a date"),
    ],
)
def test_craps_is_played_by_a_text_that_gives_no_day(day: str | None, assume: Assume, texts: str) -> None:
    try:
        told = CRAPS.rules({}, day, assume).texts
    except NotHeldError as wrong:
        told = str(wrong)
    assert texts in told


def test_sections_never_held_are_named_and_never_cited() -> None:
    law = CRAPS.editions.law_on(None)
    assert law.defaults == CRAPS.editions.never_held == tuple(f"1.{number}" for number in range(3, 12))
    assert law.sections == {"1.1": "1996", "1.2": "1996"}
    source = "".join(path.read_text(encoding="utf-8") for path in Path(str(files(CRAPS.package))).glob("*.py"))
    assert not re.findall(r"""["']1\.(?:[3-9]|1[01])\b""", source)
