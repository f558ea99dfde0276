"""Two tables compared: every figure is that of `edge`, and single changes and the rest add up."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.analysis import ImpossibleError, Study, compare, edge, presets, setting
from pitboss.analysis.comparison.table_comparison import rows_of
from pitboss.analysis.pay_table_design.presets import preset
from pitboss.cli.main import main
from pitboss.counting.exact_model import Row

LIR, TCP = "let-it-ride", "three-card-poker"
UTH = "ultimate-texas-holdem"


def test_every_figure_is_that_of_edge() -> None:
    better = {"base.flush": "9 to 1"}
    comparison = compare(setting(LIR), setting(LIR, settings=better))
    for wager in comparison.wagers:
        mine, theirs = edge(LIR)[wager.wager, wager.variant], edge(LIR, settings=better)[wager.wager, wager.variant]
        assert wager.a is not None
        assert wager.b is not None
        assert (wager.a.house_edge, wager.a.variance) == (mine.house_edge, mine.variance)
        assert (wager.b.house_edge, wager.b.hit_frequency) == (theirs.house_edge, theirs.hit_frequency)
        assert wager.difference is not None
        assert wager.difference.hold == theirs.element_of_risk - mine.element_of_risk


def test_single_changes_and_what_they_do_together_add_up() -> None:
    both = {"base.flush": "9 to 1", "base.straight": "6 to 1"}
    comparison = compare(setting(LIR), setting(LIR, settings=both))
    assert [str(effect.description) for effect in comparison.effects] == [
        "base.flush: 8 to 1 -> 9 to 1",
        "base.straight: 5 to 1 -> 6 to 1",
    ]
    alone = [effect.wagers[0] for effect in comparison.effects]
    rest, whole = comparison.together(0), comparison["base"].difference
    assert alone[0] is not None
    assert alone[1] is not None
    assert rest is not None
    assert whole is not None
    assert alone[0].house_edge + alone[1].house_edge + rest.house_edge == whole.house_edge
    assert rest.house_edge < 0  # the two together make it worth while to ride on more hands
    one = edge(LIR, settings={"base.flush": "9 to 1"})["base"].house_edge
    assert alone[0].house_edge == one - edge(LIR)["base"].house_edge


def test_changes_of_odds_add_up_in_games_without_decisions() -> None:
    comparison = compare(setting(TCP), setting(TCP, settings=preset("pennsylvania-a").settings))
    at = [wager.wager for wager in comparison.wagers].index("pair plus")
    rest = comparison.together(at)
    assert rest is not None
    assert rest.house_edge == rest.hold == rest.hit_frequency == 0
    assert [effect.what for effect in comparison.effects] == ["pair-plus.three-of-a-kind", "pair-plus.straight flush"]


def test_readings_days_bets_and_elections_are_changes() -> None:
    read = compare(setting(TCP), setting(TCP, readings={"ace-two-three": "none"}))
    assert [effect.description for effect in read.effects] == ["reading ace-two-three: run -> none"]
    assert read["pair plus"].difference is not None
    then = compare(setting(LIR), setting(LIR, as_of="1996-05-20"))
    assert [effect.what for effect in then.effects] == ["law"]
    assert then["bonus"].b is None
    assert then["bonus"].difference is None
    assert "bonus: there is none then" in str(then)
    limited = {"payout-limit": "50000"}
    bets = compare(setting(LIR, settings=limited, bet=5), setting(LIR, settings=limited, bet=500))
    assert [effect.description for effect in bets.effects] == ["bet: $5 -> $500"]
    assert bets["base"].difference is not None
    assert bets["base"].difference.house_edge > 0


def test_tables_that_elect_other_letters_are_compared_by_the_wager() -> None:
    comparison = compare(
        setting(LIR, settings={"three-card-bonus": "A"}), setting(LIR, settings={"three-card-bonus": "C"})
    )
    lettered = comparison["three card bonus"]
    assert lettered.variant == "A -> C"
    assert lettered.difference is not None
    assert lettered.difference.house_edge == Fraction(1096, 22100)
    # One that elects none is compared by the letter of the other.
    other = compare(setting(LIR), setting(LIR, settings={"three-card-bonus": "C"}))
    assert [wager.variant for wager in other.wagers if wager.wager == "three card bonus"] == ["C"]


def test_a_comparison_names_what_a_table_does_not_offer() -> None:
    bare, full = setting(LIR), setting(LIR, settings={"three-card-bonus": "C", "bonus": True})
    only_letter = setting(LIR, settings={"three-card-bonus": "C"})

    def offer_notes(a: Study, b: Study) -> list[str]:
        return [note for note in next(iter(compare(a, b).sections())).notes if "offer" in note]

    assert offer_notes(full, full) == []
    assert offer_notes(bare, full) == ["A does not offer: bonus; three card bonus C"]
    assert offer_notes(full, bare) == ["B does not offer: bonus; three card bonus C"]
    assert offer_notes(bare, only_letter) == ["A does not offer: three card bonus C", "neither table offers: bonus"]
    told = compare(bare, full)["bonus"]
    assert (told.a and told.a.offered, told.b and told.b.offered) == (False, True)


def test_the_letter_of_trips_is_compared_and_odds_the_law_fixes_can_be_supposed() -> None:
    comparison = compare(setting(UTH, bet=6), setting(UTH, bet=6, settings={"trips": "B", "blind.flush": "2 to 1"}))
    assert [wager.name for wager in comparison.wagers] == ["ante, blind and play", "trips A -> B"]
    assert [effect.description for effect in comparison.effects] == ["trips: A -> B", "blind.flush: 3 to 2 -> 2 to 1"]
    only_trips = comparison.effects[0].wagers
    assert not only_trips[0]
    assert only_trips[1]
    assert any("[32.11(c)]" in warning and warning.startswith("B: ") for warning in comparison.warnings)


def test_a_table_does_not_differ_from_itself() -> None:
    comparison = compare(setting(LIR), setting(LIR, settings={"base.flush": "8 to 1"}))
    assert comparison.effects == ()
    assert "do not differ" in str(comparison)


def test_two_games_are_not_compared() -> None:
    with pytest.raises(ImpossibleError, match="two games"):
        compare(setting(LIR), setting(TCP))


def test_rows_that_differ_by_the_unit_alone_are_distinguished() -> None:
    comparison = compare(setting("craps"), setting("craps", settings={"don't pass": "1 to 2"}))
    changed = [wager.name for wager in comparison.wagers if wager.difference]
    assert changed[:2] == ["don't pass of the wager made", "don't pass of the wager resolved"]
    text = str(comparison)
    assert "other rows are the same at both tables" in text
    assert "hardway" not in text
    assert "<table>" in comparison._repr_html_()


def test_a_change_that_cannot_be_made_alone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"base.flush": "9 to 1", "base.straight": "6 to 1"}
    a, b = setting(LIR), setting(LIR, settings=both)

    def refuses(study: Study) -> list[Row]:
        if study.house.pay.base.keys() == {"flush"}:  # type: ignore[attr-defined]
            raise ImpossibleError("not alone")
        return rows_of(study)

    monkeypatch.setattr(sys.modules["pitboss.analysis.comparison.table_comparison"], "rows_of", refuses)
    comparison = compare(a, b)
    assert [effect.why_not for effect in comparison.effects] == ["not alone", ""]
    assert comparison.together(0) is None
    assert "base.flush: 8 to 1 -> 9 to 1 cannot be made alone: not alone" in str(comparison)
    assert comparison.json()["changes"][0]["why_not"] == "not alone"


# --- presets


@pytest.mark.parametrize(
    ("name", "pays"),
    [
        ("pennsylvania-a", (35, 25, 6, 4, 1)),
        ("pennsylvania-b", (40, 30, 5, 4, 1)),
        ("pennsylvania-c", (40, 30, 6, 3, 1)),
        ("pennsylvania-d", (40, 30, 6, 4, 1)),
        ("pennsylvania-e", (40, 25, 6, 4, 1)),
    ],
)
def test_presets_pay_what_they_say_and_are_never_called_the_law(name: str, pays: tuple[int, ...]) -> None:
    ways = (48, 52, 720, 1096, 3744)
    row = edge(TCP, settings=preset(name).settings)["pair plus"]
    assert row.house_edge == Fraction(16440 - sum(a * b for a, b in zip(ways, pays, strict=True)), 22100)
    assert "second hand" in preset(name).source
    assert "not New Jersey's law" in preset(name).source
    assert preset(name).game == TCP


def test_there_are_no_other_presets() -> None:
    assert list(presets()) == [f"pennsylvania-{letter}" for letter in "abcde"]


# --- the command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


HOUSE = """
[[table]]
game = "let-it-ride"
name = "First"
[[table]]
game = "let-it-ride"
name = "Table 3"
[table.pay.base]
"flush" = "9 to 1"
[[table]]
game = "craps"
"""


def test_house_files_and_lists_of_settings_can_be_compared(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house.toml").write_text(HOUSE, encoding="utf-8")
    code, out, _ = run(capsys, "compare", LIR, "house.toml", "house.toml#Table 3+set:base.straight=6 to 1", "--json")
    data = json.loads(out)
    assert code == 0
    assert [change["change"] for change in data["changes"]] == ["base.flush", "base.straight"]
    base = data["wagers"][0]
    whole, rest = Fraction(base["difference"]["house_edge"]), Fraction(base["together"]["house_edge"])
    singles = [Fraction(each["wagers"][0]["house_edge"]) for each in data["changes"]]
    assert sum(singles) + rest == whole
    # The table's name says which game is meant; the file alone does not.
    assert run(capsys, "compare", "house.toml#First", "house.toml#Table 3")[0] == 0
    code, _, err = run(capsys, "compare", "house.toml", "house.toml")
    assert code == 2
    assert "name the game first" in err
    code, _, err = run(capsys, "compare", LIR, "house.toml#Fourth", "law")
    assert code == 2
    assert "'Table 3'" in err


def test_a_preset_says_which_game_is_meant_and_its_label_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "compare", "law", "preset:pennsylvania-b")
    assert code == 0
    assert "at second hand; not New Jersey's law" in out
    assert "[20.11(a)2]" in err
    code, out, _ = run(capsys, "compare", "--presets", "--json")
    assert code == 0
    assert len(json.loads(out)["presets"]) == 5
    assert "second hand" in run(capsys, "compare", "--presets")[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "name the two tables"),
        (["law"], "name the two tables"),
        ([LIR, "law"], "name the two tables"),
        ([LIR, "law", "law", "law"], "name the two tables"),
        (["law", "law"], "name the game first"),
        (["whist", "law", "law"], "there is no game called 'whist'"),
        ([LIR, "law", "nonsense"], "'nonsense' is not a table to compare"),
        ([LIR, "law", "none.toml"], "none.toml does not exist"),
        ([LIR, "law", "preset:nevada"], "there is no preset 'nevada'; the presets are pennsylvania-a"),
        ([LIR, "law", "preset:pennsylvania-a"], "is a pay table of three-card-poker, not of let-it-ride"),
        ([LIR, "law", "set:base.flsh=9 to 1"], "base has no line 'flsh'"),
        ([LIR, "law", "set:base.flush"], "should look like KEY=VALUE"),
        ([LIR, "law", "reading:x=y"], "there is no reading 'x'"),
        ([LIR, "law", "as-of:1990-01-01"], "the game was adopted on 1995-10-02"),
        ([LIR, "law", "assume:now"], "write assume:earlier or assume:later"),
        ([LIR, "law", "bet:5+bet:6"], "says bet twice"),
        ([LIR, "law", "set:seats=5+set:seats=6"], "says seats twice"),
        ([LIR, "law", "a.toml+b.toml"], "names two house files"),
        ([LIR, "law", "law", "--table", "x"], "name the house file too"),
    ],
)
def test_tables_that_cannot_be_compared_are_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    code, out, err = run(capsys, "compare", *words)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
