"""Tests of the effect of an amendment on a table of a house."""

from __future__ import annotations

import json
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.analysis import edge
from pitboss.cli.main import main
from pitboss.compliance.amendments.house_file_changes import ListedTable
from pitboss.compliance.amendments.law_changes import Span
from pitboss.compliance.amendments.table_impact import TableImpact, assess_table, make_lawful
from pitboss.engine.houses.house import House
from pitboss.games import REGISTERED, load
from pitboss.games.let_it_ride.law.house import BetterPay, LetItRideHouse
from pitboss.table.money import Money

OLD, NEW = "1996-05-20", "2007-10-15"
SPAN = Span(OLD, NEW)
BONUSES = LetItRideHouse(bonus=True, three_card_bonus="B")


def assess(house: House, span: Span = SPAN) -> TableImpact:
    return assess_table(ListedTable(house), span, count=False)


def changes_touching(house: House, span: Span = SPAN) -> set[str]:
    return {change.paragraph for change in assess(house, span).touching}


ALWAYS = {"18.10(c)", "18.10(d)", "18.10(g)"}


@pytest.mark.parametrize(
    ("house", "more"),
    [
        (LetItRideHouse(), {"18.7(c)4"}),
        (LetItRideHouse(dealing="automated-shoe"), {"18.9(c)"}),
        (LetItRideHouse(dealing="hand", shuffler="shuffler"), {"18.7(c)4"}),
        (LetItRideHouse(pre_shuffled=True), {"18.7(c)4", "18.5(a)"}),
        (LetItRideHouse(payout_limit=Money(5_000_000)), {"18.7(c)4", "18.11(c)"}),
        (LetItRideHouse(bonus=True), {"18.7(c)4", "18.6A(a)", "18.7(b)", "18.11(d)"}),
        (LetItRideHouse(three_card_bonus="A"), {"18.7(c)4", "18.6B(a)", "18.11(d)"}),
    ],
)
def test_changes_are_divided_by_whether_they_touch_the_table(house: House, more: set[str]) -> None:
    found = assess(house)
    assert {change.paragraph for change in found.touching} == ALWAYS | more
    assert changes_touching(house, Span(NEW, OLD)) == ALWAYS | more
    assert len(found.touching) + len(found.others) == len(found.law.changes) == 11


def test_an_election_that_the_law_of_a_day_does_not_allow_is_left_out() -> None:
    found = assess(BONUSES)
    assert [(each.day, each.key, each.paragraph) for each in found.left_out] == [
        (OLD, "bonus", "house:editions"),
        (OLD, "three-card-bonus", "house:editions"),
    ]
    assert found.notices == ()
    assert found.play is not None
    acts = {each.now.act for each in found.play.departures if each.what == "new" and each.now}
    assert {"place wager", "acknowledge", "collect chips", "count chips", "chips to inventory"} <= acts


def test_what_can_no_longer_be_offered_is_withdrawn_with_notice() -> None:
    found = assess(BONUSES, Span(NEW, OLD))
    assert [notice.cite for notice in found.notices] == ["18.6A(a)", "18.6B(a)"]
    assert assess(LetItRideHouse(bonus=True), Span(NEW, OLD)).notices[0].cite == "18.6A(a)"
    assert assess(LetItRideHouse(), Span(NEW, OLD)).notices == ()


def test_a_table_is_made_lawful_election_by_election() -> None:
    rules = load("let-it-ride").rules({}, NEW)
    low = LetItRideHouse(payout_limit=Money(4_999_999), bonus=True, pay=BetterPay(base={"flush": "7 to 1"}))
    table, found = make_lawful(low, rules)
    assert table == LetItRideHouse(bonus=True)
    assert [finding.cite for finding in found] == ["18.11(b)", "18.11(c)"]
    assert make_lawful(BONUSES, rules) == (BONUSES, [])


def test_the_edges_before_and_after() -> None:
    found = assess_table(ListedTable(BONUSES), SPAN).edges
    assert found.edges is not None
    edges = {each.wager: (each.was, each.now) for each in found.edges}
    base = edge("let-it-ride")["base"].house_edge
    assert edges["base"] == (base, base)
    assert edges["bonus"] == (None, edge("let-it-ride")["bonus"].house_edge)
    assert edges["three card bonus"][1] == edge("let-it-ride")["three card bonus", "B"].house_edge
    assert all(isinstance(now, Fraction) for _, now in edges.values())


@pytest.mark.parametrize("name", [name for name in REGISTERED if name != "let-it-ride"])
def test_without_an_amendment_nothing_is_played_or_counted(name: str) -> None:
    found = assess_table(ListedTable(load(name).house.usual()), Span("2008-09-02", "2020-01-01"))
    assert (found.play, found.edges.edges) == (None, None)
    assert list(found.to_lines())[-1].strip() == "no difference between these days: no amendment in between is known"


# --- the command


def house(folder: Path, text: str) -> str:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def diff_json(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    assert main(["diff", *words, "--json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


TABLE = '[[table]]\nname = "LIR 1"\ngame = "let-it-ride"\n'
BOUNDARY = '{}payout-limit = 50000\nsmallest-chip = "0.01"\nminimum = "{}"\n'


@pytest.mark.parametrize(("minimum", "appeared"), [("16.66", 0), ("16.67", 1)])
def test_a_limit_that_the_later_text_finds_too_low(
    minimum: str, appeared: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three bets at 1,000 to 1 pay $49,980 or $50,010 at the minimum (18.11(c) of 2007; the text of 1996 has no such
    limit)."""
    file = house(tmp_path, BOUNDARY.format(TABLE, minimum))
    found = diff_json(capsys, file, OLD, NEW, "--no-edge", code=appeared)
    assert [each["paragraph"] for each in found["appeared"] if each["severity"] == "violation"] == [
        "18.11(c)"
    ] * appeared
    assert [each["key"] for each in found["tables"][0]["left_out"]] == ["payout-limit"] * appeared
    found = diff_json(capsys, file, NEW, OLD, "--no-edge")
    assert [each["paragraph"] for each in found["vanished"] if each["severity"] == "violation"] == [
        "18.11(c)"
    ] * appeared


@pytest.mark.parametrize(
    ("election", "eve", "day", "gone"),
    [
        ('backs = ["red", "blue"]\nshuffler = "shuffler"', "1998-09-07", "1998-09-08", ("warning", "18.2(b)")),
        ("bonus = true", "1998-11-15", "1998-11-16", ("violation", "house:editions")),
        ("pre-shuffled = true", "2007-03-18", "2007-03-19", ("violation", "18.5(a)")),
        ('three-card-bonus = "A"', "2007-10-14", "2007-10-15", ("violation", "house:editions")),
    ],
)
def test_an_election_on_each_side_of_the_day_that_allows_it(
    election: str, eve: str, day: str, gone: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = house(tmp_path, f"{TABLE}{election}\n")
    words = ["--assume", "later", "--no-edge"]
    found = diff_json(capsys, file, eve, day, *words)
    assert [(each["severity"], each["paragraph"]) for each in found["vanished"]] == [gone]
    assert found["appeared"] == []
    back = diff_json(capsys, file, day, eve, *words, code=1 if gone[0] == "violation" else 0)
    assert [(each["severity"], each["paragraph"]) for each in back["appeared"]] == [gone]
    before = (date.fromisoformat(eve) - timedelta(days=1)).isoformat()
    same = diff_json(capsys, file, before, eve, *words)
    assert (same["appeared"], same["vanished"]) == ([], [])


def test_a_finding_that_weighs_more_on_the_later_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two decks of one color are against 18.2, which is held from 1998-09-08 on, and before that against a labeled
    default."""
    file = house(tmp_path, f'{TABLE}backs = ["red", "red"]\nshuffler = "shuffler"\n')
    found = diff_json(capsys, file, "1998-09-07", "1998-09-08", "--assume", "later", "--no-edge", code=1)
    both = [[each for each in found[side] if each["paragraph"] == "18.2(b)2"] for side in ("vanished", "appeared")]
    assert [[each["severity"] for each in side] for side in both] == [["warning"], ["violation"]]


def test_a_house_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = house(tmp_path, f"{TABLE}bonus = true\n")
    found = diff_json(capsys, file, OLD, NEW)
    assert found.keys() == {"house", "from", "to", "appeared", "vanished", "tables"}
    assert [each["paragraph"] for each in found["vanished"]] == ["house:editions"]
    [table] = found["tables"]
    assert (table["table"], table["game"], table["why_not"]) == ("LIR 1", "let-it-ride", None)
    assert table["play"]["rounds"] == 6
    assert table["play"]["departures"][0].keys() == {"what", "round", "was", "is", "times", "rounds"}
    assert {each["what"] for each in table["play"]["departures"]} == {"new", "moved", "otherwise", "cited"}
    assert table["edges"][0]["was"] == table["edges"][0]["is"]
    assert table["edges"][1]["was"] is None
    assert diff_json(capsys, file, OLD, NEW, "--no-edge")["tables"][0]["edges"] is None


def test_a_house_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = house(tmp_path, f"{TABLE}bonus = true\n")
    assert main(["diff", file, OLD, NEW]) == 0
    out = capsys.readouterr().out
    for line in (
        f"  On {OLD} bonus is left as by default: there is no bonus wager on {OLD} (no 18.6A is in force that day)",
        "    18.10(g) -> 18.10(g)1  the same act under another paragraph, 18 times in 6 rounds",
        "    18.10(g)4  new, 6 times in 6 rounds",
        "  House edge unchanged: base 3.5057%",
        "Findings that are gone",
    ):
        assert line in out


def test_a_table_without_a_held_text_hides_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    craps = '[[table]]\ngame = "craps"\n'
    file = house(tmp_path, f"{TABLE}bonus = true\n{craps}")
    found = diff_json(capsys, file, "2000-01-01", NEW)
    assert "--assume" in found["tables"][0]["why_not"]
    assert found["tables"][1]["why_not"] is None
    assert (found["appeared"], found["vanished"]) == ([], [])
    found = diff_json(capsys, file, "2000-01-01", NEW, "--assume", "earlier", "--no-edge")
    assert len(found["tables"][0]["changes"]) == 11
    assert "the earlier text is assumed" in " ".join(found["tables"][0]["notes"])
    assert main(["diff", house(tmp_path, TABLE), "2000-01-01", NEW]) == 2
    assert "none of its tables can be compared: no held text covers" in capsys.readouterr().err
    assert main(["diff", house(tmp_path, TABLE), "1990-01-01", NEW]) == 2
    assert "there is no such game on 1990-01-01: adopted on 1995-10-02" in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, says in (
        ("[[table]", "is not TOML"),
        ("", "cannot be compared"),
        ('[[table]]\ngame = "whist"\n', "there is no game called 'whist'"),
        (f'{TABLE}bonus = "perhaps"\n', "bonus"),
        (f'{TABLE}readings = {{ perhaps = "so" }}\n', "perhaps"),
        ("table = 5\n", "cannot be compared"),
    ):
        assert main(["diff", house(tmp_path, text), OLD, NEW]) == 2, text
        err = capsys.readouterr().err
        assert says in err
        assert "internal error" not in err
