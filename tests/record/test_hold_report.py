"""Adds up many rounds: rows, deviations that are never added as variances, the flag, days and shifts."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from fractions import Fraction
from math import sqrt
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pitboss.record.drop import Chips
from pitboss.record.gaming_day import GamingDay, zone_of
from pitboss.record.hold_report import hold
from pitboss.record.round_result import Part, Result

NEW_YORK = ZoneInfo("America/New_York")
SHIFTS = {"day": "06:00", "swing": "14:00", "graveyard": "22:00"}
CASINO = GamingDay(starts="06:00", shifts=SHIFTS)


def new_york_time(*moment: int) -> int:
    """Return a moment by a clock in New Jersey, in seconds since 1970."""
    year, month, day, hour, minute, second = (*moment, 0)[:6]
    return int(datetime(year, month, day, hour, minute, second, tzinfo=NEW_YORK).timestamp())


def as_tuple(*values: object) -> tuple[object, ...]:
    """Return the values as a tuple, so that fractions can be compared with whole numbers."""
    return values


def a_round(win: int = 500, theory: int = 100, play: int = 0, *variances: int, **more: Any) -> Result:
    blocks = tuple(map(Fraction, variances or (10_000,)))
    part = Part(wager="field", handle=1_000, win=win, theory=Fraction(theory), play=Fraction(play), variances=blocks)
    told = {"game": "craps", "table": "Dice 1", "round": 1, **more}
    return Result(parts=(part,), variances=blocks, **told)


def chips_brought(cents: int, player: str = "Ann", when: int | None = None) -> tuple[Chips, ...]:
    return (Chips(player, cents, when),)


# --- rows


def test_rows_add_up_in_every_way() -> None:
    rounds = [
        a_round(500, 100, 20, table="Dice 1", at=new_york_time(2026, 11, 15, 13, 0)),
        a_round(-300, 50, 0, table="Dice 2", at=new_york_time(2026, 11, 15, 14, 0)),
        a_round(200, 70, 10, table="Dice 1", at=new_york_time(2026, 11, 16, 5, 0), chips=chips_brought(9_000)),
    ]
    report = hold(rounds, CASINO)
    assert as_tuple(report.all.win, report.all.theory, report.all.play, report.all.luck) == (400, 220, 30, 150)
    for by in ("table", "game", "wager", "day", "shift"):
        rows = report.by(by)
        assert sum(row.win for row in rows) == report.all.win
        assert sum(row.theory + row.play + row.luck for row in rows) == report.all.win
        assert sum(row.rounds for row in rows) == report.all.rounds == 3
    assert [(row.name, row.win) for row in report.by("table")] == [("Dice 1", 700), ("Dice 2", -300)]
    assert [row.name for row in report.by("wager")] == ["Craps, field"]
    assert [row.name for row in report.by("day")] == ["2026-11-15"]
    assert [row.name for row in report.by("shift")] == [
        "2026-11-15 day",
        "2026-11-15 swing",
        "2026-11-15 graveyard",
    ]


def test_hold_is_win_over_drop_and_also_over_handle() -> None:
    row = hold([a_round(500, chips=chips_brought(cents), game="three-card-poker") for cents in (2_000, 500)]).all
    assert (row.of_drop, row.of_handle, row.in_theory) == (Fraction(2, 5), Fraction(1, 2), Fraction(1, 10))
    (wager,) = hold([a_round(chips=chips_brought(2_000))]).by("wager")
    assert (wager.drop, wager.of_drop) == (None, None)
    assert hold([a_round()]).all.of_drop is None


def test_wagers_without_theory_are_listed_beside_the_others() -> None:
    pot = Part(wager="ante, bets and pot", handle=4_000, win=300)
    with_pot = Result(game="winners-pot-poker", table="Pot", round=1, parts=(pot,))
    report = hold([a_round(500, 100), with_pot])
    row = report.all
    assert (row.win, row.counted_win, row.handle, row.counted_handle) == (800, 500, 5_000, 1_000)
    assert row.luck == 400
    assert row.theory + row.play + row.luck + 300 == row.win
    assert "no theory yet: ante, bets and pot" in report.notes
    (_, pots) = report.by("wager")
    assert (pots.record()["theory"], pots.record()["deviation"], pots.flag) == (None, None, "")
    assert "There is no theory yet to compare $3 won on ante, bets and pot with." in pots.describe()


# --- deviations


def test_rounds_are_independent_and_hands_of_one_round_are_not() -> None:
    two_rounds = hold([a_round(500, 100, 0, 900), a_round(500, 100, 0, 1_600)]).all
    assert as_tuple(two_rounds.variance, two_rounds.at_most, two_rounds.is_bound) == (2_500, 0, False)
    assert two_rounds.deviation == 50
    one_round = hold([a_round(500, 100, 0, 900, 1_600)]).all
    assert as_tuple(one_round.variance, one_round.is_bound, one_round.deviation) == (0, True, 30 + 40)
    both = hold([a_round(500, 100, 0, 900, 1_600), a_round(500, 100, 0, 900)])
    assert both.all.deviation == sqrt(70**2 + 900)
    assert any(note.startswith("≤") for note in both.notes)
    assert both.all.record()["deviation_is"] == "at most"
    assert not any(note.startswith("≤") for note in hold([a_round()]).notes)


# --- the flag


@pytest.mark.parametrize(("win", "flag"), [(296, ""), (297, "above"), (-96, ""), (-97, "below"), (100, "")])
def test_the_flag_on_each_side_of_95_percent(win: int, flag: str) -> None:
    """The deviation is 100 cents and theory 100: 1.96 deviations are 196 to each side."""
    row = hold([a_round(win, 100, 0, 10_000)]).all
    assert row.flag == flag
    assert row.range == (-96, 296)
    assert ("is outside" in row.describe()) is bool(flag)


@pytest.mark.parametrize(("win", "flag"), [(296 + 50, ""), (297 + 50, "above"), (-96 + 50, ""), (-97 + 50, "below")])
def test_what_players_gave_away_does_not_count_as_luck(win: int, flag: str) -> None:
    assert hold([a_round(win, 100, 50, 10_000)]).all.flag == flag


def test_a_result_without_variance_is_not_flagged() -> None:
    row = hold([a_round(100, 100, 0, 0)]).all
    assert (row.flag, row.deviations) == ("", None)


def test_flags_are_explained_in_sentences() -> None:
    report = hold([a_round(900, 100, 50, 10_000)])
    assert [row.by for row in report.flagged] == ["all", "table", "game", "wager"]
    text = report.to_text()
    assert "The house won $9 in 1 round, 90.00% of all that was wagered and decided." in text
    assert "worth $1 to the house under best play, and players gave away $0.50 by how they played." in text
    best = "which is 1.96 deviations of best play to each side, and not all played best"
    assert f"Luck made it $7.50 more: the result is outside -$0.46 to $3.46, {best}." in text
    assert "it is not known how often honest results lie outside when players do not play best" in text
    assert "95 of 100" not in text
    assert "lost $2 in 1 round" in hold([a_round(-200)]).to_text()


def test_sentences_claim_no_more_than_the_deviation_supports() -> None:
    exact, bound = hold([a_round(900, 100)]).all, hold([a_round(900, 100, 0, 2_500, 2_500)]).all
    assert "is outside -$0.96 to $2.96, where 95 of 100 such results lie." in exact.describe()
    assert "about one in 20 honest results lies outside" in exact.describe()
    assert "is outside -$0.96 to $2.96, where at least 95 of 100 such results lie." in bound.describe()
    assert "fewer than one in 20 honest results lies outside" in bound.describe()


def test_results_are_stated_from_the_side_of_the_house() -> None:
    report = hold([a_round(-200, at=new_york_time(2026, 11, 15, 7, 0))], CASINO)
    told = {row.by: row.describe().partition(" in 1 ro")[0] for row in report.rows}
    assert " in 1 round, " in report.all.describe()
    assert " in 1 round, 20.00% of all that was wagered and decided." in report.by("wager")[0].describe()
    assert told == {
        "all": "The house lost $2",
        "table": "The house lost $2 at Dice 1",
        "game": "The house lost $2 at Craps",
        "wager": "The house lost $2 on Craps, field",
        "day": "The house lost $2 on 2026-11-15",
        "shift": "The house lost $2 in the shift 2026-11-15 day",
    }


def test_the_report_says_how_many_flags_to_expect() -> None:
    (note,) = [note for note in hold([a_round(900, 100)]).notes if "flagged; by luck alone" in note]
    assert note.startswith("4 of all 4 rows flagged; by luck alone about 0.2 would be")


def test_theory_is_no_share_of_the_handle_where_wagers_stand() -> None:
    assert hold([a_round()]).all.in_theory is None
    assert hold([a_round(game="three-card-poker")]).all.in_theory == Fraction(1, 10)
    mixed = hold([a_round(), a_round(game="three-card-poker")])
    assert [row.in_theory for row in (mixed.all, *mixed.by("game"))] == [None, None, Fraction(1, 10)]


def test_warnings_are_printed_first() -> None:
    report = hold([a_round()], warnings=["Dice 1: 1 round was altered"])
    assert report.to_text().startswith("WARNING: Dice 1: 1 round was altered\n\nThe house won")
    assert report.json()["warnings"] == ["Dice 1: 1 round was altered"]
    assert report._repr_html_().startswith("<p>WARNING: ")
    assert hold([], warnings=["a"]).to_text().startswith("WARNING: a\nno finished round")


def test_a_name_that_looks_like_a_formula_is_escaped() -> None:
    rows = list(csv.DictReader(hold([a_round(-100, table="=1+1"), a_round(table="Dice 2")]).csv().splitlines()))
    assert [row["name"] for row in rows if row["by"] == "table"] == ["'=1+1", "Dice 2"]
    assert rows[1]["win"] == "-100"
    assert rows[1]["luck"] == "-200/1"


# --- the drop


def test_the_same_chips_are_not_counted_twice_in_one_gaming_day() -> None:
    """Ann brings $10, takes $8 to another table, and brings $2 more. Bob and the next day start with nothing taken
    away."""
    day = [new_york_time(2026, 11, 15, hour, 0) for hour in (7, 8, 9, 10)]
    dice, cards = "Dice 1", "Pit 2"
    rounds = [
        a_round(table=cards, at=day[2], chips=chips_brought(1_000, "ann", day[2])),
        a_round(table=dice, at=day[3], chips=(Chips("Ann", 1_000, day[0]), Chips("Ann", -800, day[1]))),
        a_round(table=dice, at=day[3], chips=chips_brought(300, "Bob", day[3])),
        a_round(table=dice, at=day[3], chips=(Chips("Ann", -5_000, day[3]),)),
        a_round(table=dice, at=day[3] + 86_400, chips=chips_brought(700, "Ann", day[3] + 86_400)),
    ]
    report = hold(rounds, CASINO)
    assert {row.name: row.drop for row in report.by("table")} == {cards: 200, dice: 1_000 + 300 + 700}
    assert {row.name: row.drop for row in report.by("day")} == {"2026-11-15": 1_500, "2026-11-16": 700}
    assert report.all.drop == 2_200


@pytest.mark.parametrize(("again", "drop"), [(799, 1_000), (800, 1_000), (801, 1_001)])
def test_chips_beyond_those_taken_away_are_new(again: int, drop: int) -> None:
    assert hold([a_round(chips=(Chips("Ann", 1_000), Chips("Ann", -800), Chips("Ann", again)))]).all.drop == drop


def test_chips_belong_to_the_shift_in_which_they_came() -> None:
    """They came before two in the afternoon, and the round ended after it."""
    result = a_round(
        at=new_york_time(2026, 11, 15, 14, 1), chips=chips_brought(900, "Ann", new_york_time(2026, 11, 15, 13, 59))
    )
    shifts = hold([result], CASINO).by("shift")
    assert [(row.name, row.rounds, row.drop) for row in shifts] == [
        ("2026-11-15 day", 0, 900),
        ("2026-11-15 swing", 1, 0),
    ]


def test_a_report_of_no_rounds_says_so() -> None:
    report = hold([])
    assert report.to_text() == "no finished round has a decided wager in it"
    assert (report.all.rounds, report.all.flag, report.all.describe()) == (0, "", "The house won $0 in 0 rounds.")


def test_json_has_exact_fractions() -> None:
    report = hold([a_round(500, 100, 7)])
    told = report.json()["rows"][0]
    assert (told["theory"], told["play"], told["luck"], told["win"]) == ("100/1", "7/1", "393/1", 500)
    assert (told["win_of_handle"], told["deviation"], told["deviation_is"]) == ("1/2", 100.0, "exact")


def test_records_keep_fractions() -> None:
    report = hold([a_round(500, 100, 7), a_round(500, 100, 0)])
    assert sum(record["luck"] for record in report.records() if record["by"] == "wager") == Fraction(793)
    assert report.csv().splitlines()[0].startswith("by,name,rounds,drop,handle,win")
    assert report.frame()["theory"][0] == Fraction(200)


def test_a_notebook_shows_tables() -> None:
    assert "<table>" in hold([a_round()])._repr_html_()


# --- gaming days and shifts


@pytest.mark.parametrize(
    ("moment", "day", "shift"),
    [
        ((2026, 11, 15, 5, 59, 59), "2026-11-14", "graveyard"),
        ((2026, 11, 15, 6, 0, 0), "2026-11-15", "day"),  # what ends as the day begins belongs to it
        ((2026, 11, 15, 13, 59, 59), "2026-11-15", "day"),
        ((2026, 11, 15, 14, 0, 0), "2026-11-15", "swing"),
        ((2026, 11, 15, 21, 59, 59), "2026-11-15", "swing"),
        ((2026, 11, 15, 22, 0, 0), "2026-11-15", "graveyard"),
        ((2026, 11, 16, 0, 0, 0), "2026-11-15", "graveyard"),
    ],
)
def test_boundaries_of_shifts_and_days_are_exact(moment: tuple[int, ...], day: str, shift: str) -> None:
    assert (CASINO.day_of(new_york_time(*moment)), CASINO.shift_of(new_york_time(*moment))) == (day, shift)


def test_a_gaming_day_follows_local_time() -> None:
    """On 2026-11-01 clocks go back at two in the morning: that night has one more hour, and the day begins at six."""
    before, after = new_york_time(2026, 11, 1, 5, 59, 59), new_york_time(2026, 11, 1, 6, 0)
    assert after - new_york_time(2026, 10, 31, 6, 0) == 25 * 3_600
    assert (CASINO.day_of(before), CASINO.day_of(after)) == ("2026-10-31", "2026-11-01")
    assert GamingDay(time_zone="UTC").day_of(new_york_time(2026, 11, 15, 19, 0)) == "2026-11-16"
    assert GamingDay().day_of(new_york_time(2026, 11, 15, 23, 59, 59)) == "2026-11-15"
    assert GamingDay().shift_of(new_york_time(2026, 11, 15, 12, 0)) == ""


TWICE = int(datetime(2026, 11, 1, 1, 30, tzinfo=NEW_YORK).timestamp())  # and an hour later once more


@pytest.mark.parametrize(
    ("moment", "day", "shift"),
    [
        (TWICE - 1, "2026-10-31", "late"),
        (TWICE, "2026-11-01", "early"),
        (TWICE + 1_800, "2026-11-01", "early"),  # 01:00 for the second time
        (TWICE + 3_599, "2026-11-01", "early"),
        (TWICE + 3_600, "2026-11-01", "early"),  # 01:30 for the second time
    ],
)
def test_a_gaming_day_continues_when_clocks_go_back(moment: int, day: str, shift: str) -> None:
    early = GamingDay(starts="01:30", shifts={"early": "01:30", "late": "13:30"})
    assert (early.day_of(moment), early.shift_of(moment)) == (day, shift)


def test_a_shift_continues_when_clocks_go_back() -> None:
    night = GamingDay(starts="06:00", shifts={"day": "06:00", "evening": "18:00", "night": "01:30"})
    shifts = [
        night.shift_of(TWICE + more) for more in (-1, 0, 1_799, 1_800, 3_600, 5 * 3_600 + 1_799, 5 * 3_600 + 1_800)
    ]
    assert shifts == ["evening", "night", "night", "night", "night", "night", "day"]


def test_a_day_begins_where_clocks_go_forward_over_its_time() -> None:
    """On 2026-03-08 no clock shows 02:30: after 01:59:59 comes 03:00."""
    gone = GamingDay(starts="02:30")
    three = int(datetime(2026, 3, 8, 3, 0, tzinfo=NEW_YORK).timestamp())
    assert (gone.day_of(three - 1), gone.day_of(three)) == ("2026-03-07", "2026-03-08")


def test_the_repeated_hour_before_midnight_belongs_to_the_earlier_day() -> None:
    """In Asuncion clocks went back from midnight to 23:00 on 2024-03-24."""
    there = GamingDay(time_zone="America/Asuncion")
    midnight = int(datetime(2024, 3, 24, 3, 0, tzinfo=UTC).timestamp())
    assert [there.day_of(midnight + more) for more in (-3_601, -1, 0, 3_600)] == ["2024-03-23"] * 3 + ["2024-03-24"]


@pytest.mark.parametrize(
    ("given", "key", "wrong"),
    [
        ({"time_zone": "New Jersey"}, "time-zone", "no time zone 'New Jersey'"),
        ({"time_zone": "America"}, "time-zone", "no time zone"),
        ({"time_zone": "../etc"}, "time-zone", "no time zone"),
        ({"starts": "6:00"}, "starts", "'6:00' is not a time"),
        ({"starts": "24:00"}, "starts", "is not a time"),
        ({"starts": "23:60"}, "starts", "is not a time"),
        ({"shifts": {"day": "noon"}}, "shifts.day", "is not a time"),
        ({"shifts": {"day": "00:00", "": "12:00"}}, "shifts", "the name is empty"),
        ({"shifts": {"day": "00:00", "late": "00:00"}}, "shifts", "two shifts begin at the same time"),
        ({"shifts": {"day": "06:00"}}, "shifts", "no shift begins at 00:00"),
    ],
)
def test_an_invalid_gaming_day_is_a_finding(given: dict[str, Any], key: str, wrong: str) -> None:
    (finding, *_) = GamingDay(**given).findings()
    assert (finding.key, finding.cite) == (key, "house:gaming-day")
    assert wrong in finding.wrong


def test_a_valid_gaming_day_has_no_findings() -> None:
    assert not list(CASINO.findings())
    assert not list(GamingDay().findings())
    assert zone_of("UTC") is not None


def test_the_report_notes_what_a_record_does_not_hold() -> None:
    report = hold([a_round()])
    assert not report.by("day")
    assert "no times are stored in a record, so there is no gaming day and no shift" in report.notes
    timed = hold([a_round(at=new_york_time(2026, 11, 15, 12, 0))])
    assert [row.name for row in timed.by("day")] == ["2026-11-15"]
    assert any(note.startswith("no shifts are set") for note in timed.notes)
    assert "gaming days begin at 00:00 America/New_York" in timed.notes


def test_void_rounds_and_decisions_without_a_value_are_noted() -> None:
    void = Result(game="craps", table="Dice 1", round=2, void=True)
    report = hold([a_round(unvalued=2, companions=1), void])
    assert "1 round void and left out" in report.notes
    kept = hold([a_round(void=True)])
    assert "1 round void, but wagers were kept or settled in them and are counted" in kept.notes
    assert not any(note.endswith("void and left out") for note in kept.notes)
    assert kept.void == 0
    assert any(note.startswith("2 decisions without an exact value") for note in report.notes)
    assert any(note.startswith("seats that the house plays") for note in report.notes)
    assert (report.void, report.all.rounds) == (1, 1)


def test_old_names_of_reports_go_on_working_with_a_warning() -> None:
    report = hold([a_round(-200)])
    with pytest.warns(DeprecationWarning, match=r"told\(\) is called to_text\(\) now"):
        assert report.told() == report.to_text()
    with pytest.warns(DeprecationWarning, match=r"told\(\) is called describe\(\) now"):
        assert report.all.told() == report.all.describe()
