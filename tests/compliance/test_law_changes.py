"""Tests of the law on two days: each side of every amendment that the texts name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pitboss.cli.main import main
from pitboss.compliance.amendments.law_changes import Span, compare_law, compare_law_or_explain
from pitboss.games import REGISTERED, load
from pitboss.law.editions import Assume, NotHeldError

LET_IT_RIDE = load("let-it-ride")
# What the two texts differ in, by section.
DEALING = ["18.7(b)", "18.7(c)4", "18.9(c)", "18.10(c)", "18.10(d)", "18.10(g)"]
ODDS = ["18.11(c)", "18.11(d)"]
PRE_SHUFFLED, BONUS, THREE_CARD = "18.5(a)", "18.6A(a)", "18.6B(a)"


def changed_paragraphs(first: str, second: str, assume: Assume = "") -> list[str]:
    return [change.paragraph for change in compare_law(LET_IT_RIDE, Span(first, second, assume)).changes]


@pytest.mark.parametrize(
    ("eve", "day", "earlier", "later"),
    [
        ("1996-06-16", "1996-06-17", [], DEALING),  # 18.7 to 18.10 amended
        ("1998-09-07", "1998-09-08", [], []),  # 18.2, of which both days are played by the later text
        ("1998-11-15", "1998-11-16", [], [BONUS, *ODDS]),  # 18.6A adopted; 18.7 to 18.11 amended
        ("2001-03-18", "2001-03-19", [], []),  # 18.11 again
        ("2007-03-18", "2007-03-19", [PRE_SHUFFLED], [PRE_SHUFFLED]),  # 18.4 and 18.5, both held
        ("2007-10-14", "2007-10-15", [BONUS, THREE_CARD, *DEALING, *ODDS], [THREE_CARD]),
    ],
)
def test_each_side_of_every_amendment(eve: str, day: str, earlier: list[str], later: list[str]) -> None:
    """Except for the last, neither day is held completely; the assumed text decides what the amendment did."""
    with pytest.raises(NotHeldError, match="--assume earlier or --assume later"):
        changed_paragraphs(eve, day)
    assert changed_paragraphs(eve, day, "earlier") == earlier
    assert changed_paragraphs(eve, day, "later") == later


def test_the_first_days() -> None:
    """Adopted on October 2, 1995; 18.5 as it was before May 20, 1996 is not held."""
    with pytest.raises(NotHeldError, match="adopted on 1995-10-02"):
        changed_paragraphs("1995-10-01", "1996-05-20")
    with pytest.raises(NotHeldError, match=r"18\.5"):
        changed_paragraphs("1995-10-02", "1996-05-20")
    assert changed_paragraphs("1995-10-02", "1996-05-20", "later") == []
    assert changed_paragraphs("1996-05-19", "1996-05-20", "later") == []
    with pytest.raises(NotHeldError, match="nothing earlier is held"):
        changed_paragraphs("1996-05-19", "1996-05-20", "earlier")


def test_days_under_one_text() -> None:
    assert changed_paragraphs("1996-05-20", "1996-06-16") == []
    assert changed_paragraphs("2007-10-15", "2026-01-01") == []
    assert changed_paragraphs("1996-06-16", "2007-10-15") == [PRE_SHUFFLED, BONUS, THREE_CARD, *DEALING, *ODDS]
    assert changed_paragraphs("2007-10-15", "1996-06-16") == changed_paragraphs("1996-06-16", "2007-10-15")


def test_facts_without_a_date_are_the_same_on_every_day() -> None:
    found = compare_law(load("sic-bo"), Span("1996-05-20", "2007-10-15"))
    assert [note for note in found.notes if "the same on every day" in note] == list(found.notes)
    assert not any("not held" in told for told in found.to_lines())


def test_unheld_sections_are_named() -> None:
    found = compare_law(LET_IT_RIDE, Span("1996-05-20", "2007-10-15"))
    assert found.days == ("1996-06-17", "1998-09-08", "1998-11-16", "2001-03-19", "2007-03-19", "2007-10-15")
    assert found.notes == ("1996-05-20: 18.2, 18.3, 18.4 not held; the later text is played",)
    assert "18.6A of 1998-11-16; 18.7, 18.8, 18.9, 18.10 of 1996-06-17, 1998-11-16; 18.11 of" in found.undated
    assert found.undated in list(found.to_lines())
    assumed = compare_law(LET_IT_RIDE, Span("1996-05-20", "2007-10-14", "earlier"))
    assert any("18.11 not held; the earlier text is assumed" in note for note in assumed.notes)
    assert compare_law(LET_IT_RIDE, Span("2007-10-15", "2020-01-01")).undated == ""


@pytest.mark.parametrize("name", [name for name in REGISTERED if name != "let-it-ride"])
def test_a_game_without_amendments_says_so(name: str) -> None:
    found = compare_law_or_explain(load(name), Span("2008-09-02", "2026-01-01"))
    assert not found.changes
    assert list(found.to_lines())[-1] == "no difference between these days: no amendment in between is known"


@pytest.mark.parametrize(
    ("name", "eve", "day"),
    [
        ("three-card-poker", "1997-03-16", "1997-03-17"),
        ("ultimate-texas-holdem", "2008-04-20", "2008-04-21"),
        ("winners-pot-poker", "2008-09-01", "2008-09-02"),
    ],
)
def test_a_game_not_yet_adopted(name: str, eve: str, day: str) -> None:
    game = load(name)
    assert compare_law_or_explain(game, Span(eve, day)).why_not == f"there is no such game on {eve}: adopted on {day}"
    assert compare_law_or_explain(game, Span(day, eve)).why_not == f"there is no such game on {eve}: adopted on {day}"
    assert compare_law_or_explain(game, Span(day, "2026-01-01")).why_not == ""
    neither = compare_law_or_explain(game, Span("1996-01-01", eve))
    assert neither.why_not == f"there is no such game on 1996-01-01 or {eve}: adopted on {day}"
    assert list(neither.to_lines()) == [neither.why_not]


def test_craps_is_older_than_its_text() -> None:
    game = load("craps")
    assert (
        "no such game on 1978-06-01: adopted" in compare_law_or_explain(game, Span("1978-06-01", "2000-01-01")).why_not
    )
    assert "no held text covers" in compare_law_or_explain(game, Span("1978-06-02", "2000-01-01")).why_not
    assert compare_law_or_explain(game, Span("1978-06-02", "2000-01-01", "later")).why_not == ""
    assert compare_law_or_explain(game, Span("1995-12-31", "1996-01-01", "later")).changes == ()


# --- the command


def diff_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["diff", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    found = diff_json(capsys, "1996-05-20", "2007-10-15")
    assert [each["game"] for each in found["games"]] == list(REGISTERED)
    games = {each["game"]: each for each in found["games"]}
    assert len(games["let-it-ride"]["changes"]) == 11
    assert games["let-it-ride"]["why_not"] is None
    assert games["craps"]["changes"] == []
    assert "1997-03-17" in games["three-card-poker"]["why_not"]
    assert main(["diff", "1996-05-20", "2007-10-15"]) == 0
    out = capsys.readouterr().out
    assert out.index("let-it-ride\n") < out.index("  18.10(g)  settle\n") < out.index("craps\n")


def test_a_game_without_a_held_text_for_a_day_hides_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    games = {each["game"]: each for each in diff_json(capsys, "2000-01-01", "2007-10-15")["games"]}
    assert "18.10 (from 1998-11-16 until 2007-10-15)" in games["let-it-ride"]["why_not"]
    assert games["three-card-poker"]["why_not"] is None
    games = {each["game"]: each for each in diff_json(capsys, "2000-01-01", "2007-10-15", "--assume", "later")["games"]}
    assert [each["paragraph"] for each in games["let-it-ride"]["changes"]] == [PRE_SHUFFLED, THREE_CARD]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["let-it-ride", "2007-10-15"], "name a game and two days"),
        (["2007-10-15", "let-it-ride"], "name a game and two days"),
        (["2007-10-15", "house.toml"], "name a game and two days"),
        (["let-it-ride", "house.toml"], "name a game and two days"),
        (["let-it-ride", "craps", "2007-10-15"], "name a game and two days"),
        (["house.toml", "2007-10-15"], "name a game and two days"),
        (["faro", "1996-05-20", "2007-10-15"], "there is no game called 'faro'"),
        (["somewhere", "2007-10-15"], "'somewhere' is not a game, a house file (.toml) or a day"),
        (["2007-10-15", "yesterday"], "'yesterday' is not a game"),
        (["2007-02-30", "2007-10-15"], "'2007-02-30' is not a date; write it as 2007-10-15"),
        (["let-it-ride", "10/15/2007", "2007-10-15"], "'10/15/2007' is not a date"),
        (["craps", "1990-01-01", "2000-01-01"], "no held text covers these sections on 1990-01-01: 1.1"),
        (["nowhere.toml", "1996-05-20", "2007-10-15"], "nowhere.toml does not exist"),
        (["nowhere.toml", "elsewhere.toml"], "nowhere.toml does not exist"),
        (["craps", "1997-01-01", "2000-01-01", "--as-of", "2007-10-15"], "--as-of is for two house files"),
        (["craps", "1997-01-01", "2000-01-01", "--no-edge"], "--no-edge: no house edge is counted here"),
    ],
)
def test_days_that_cannot_be_compared_give_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert says in err


def test_a_text_without_a_day_is_a_day_of_its_game_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "craps", "1996", "2007-10-15", "--quiet"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["diff", "1996", "2007-10-15"]) == 2
    assert "'1996' is not a date" in capsys.readouterr().err
