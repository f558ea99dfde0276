"""Pictures of strategies: what is drawn is what `strategy` and `edge` say, to the last digit of the fraction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any
from xml.etree import ElementTree

import altair as alt
import pytest

from kit.series import two_games
from pitboss.analysis import PictureReport, ask, edge, setting, strategy
from pitboss.analysis.charts import chart_style
from pitboss.analysis.charts.strategy_card import card
from pitboss.analysis.charts.strategy_charts import Label, draw_report, frame, overlap, place_labels
from pitboss.analysis.comparison.nondefault_elections import list_nondefault
from pitboss.counting import exact_model, wager_costs
from pitboss.counting.exact_model import Outcome
from pitboss.counting.strategy_pictures import Curve, Grid, Scatter, Spans, describe_edge
from pitboss.games import REGISTERED
from pitboss.games.ultimate_texas_holdem.math.charts import starting_hands_in_words


@cache
def report(game: str) -> PictureReport:
    return setting(game).pictures()


def rows_of(chart: alt.VConcatChart) -> list[dict[str, Any]]:
    """Return all data of a chart."""
    return [row for rows in chart.to_dict()["datasets"].values() for row in rows]


def exactly(rows: list[dict[str, Any]], *keys: str) -> set[tuple[Any, ...]]:
    """Return the rows that have all of these keys, with fractions as numbers."""
    return {
        tuple(Fraction(row[key]) if "/" in str(row[key]) else row[key] for key in keys)
        for row in rows
        if all(key in row for key in keys)
    }


# --- what is drawn, beside what is counted


def test_ultimate_is_a_square_of_all_starting_hands() -> None:
    [grid] = report("ultimate-texas-holdem").pictures
    assert isinstance(grid, Grid)
    told = strategy("ultimate-texas-holdem").tables[2]
    expected = {}
    for hand, _, four, three, check, _ in told.rows:
        by_value = sorted([(four, "4x"), (three, "3x"), (check, "check")], key=lambda each: each[0])
        expected[hand] = by_value[-1][1], by_value[-1][0] - by_value[-2][0]
    assert len(expected) == len(grid.squares) == 169
    assert {each.name: (each.best, each.gain) for each in grid.squares} == expected
    found = exactly(rows_of(draw_report(report("ultimate-texas-holdem"))), "hand", "best", "exactly")
    assert found == {(hand, *best) for hand, best in expected.items()}


def test_ultimate_has_suited_hands_above_the_diagonal() -> None:
    [grid] = report("ultimate-texas-holdem").pictures
    assert isinstance(grid, Grid)
    assert {(each.row, each.column) for each in grid.squares} == {(a, b) for a in grid.labels for b in grid.labels}
    for each in grid.squares:
        row, column = grid.labels.index(each.row), grid.labels.index(each.column)
        assert each.name.endswith("s") is (column > row)
        assert each.name.endswith("o") is (column < row)


def test_let_it_ride_draws_the_rows_of_its_strategy_and_the_rest() -> None:
    tables = strategy("let-it-ride").tables
    pictures = report("let-it-ride").pictures
    assert len(pictures) == 2
    found = exactly(rows_of(draw_report(report("let-it-ride"))), "name", "what", "exactly low", "exactly high", "hands")
    for picture, table, every in zip(pictures, tables, (22_100, 270_725), strict=False):
        assert isinstance(picture, Spans)
        assert picture.title == table.title
        assert tuple(map(tuple, picture.spans[:-1])) == tuple(map(tuple, table.rows))
        rest = picture.spans[-1]
        assert (rest.name, rest.what) == ("everything else", "withdraw")
        assert rest.low <= rest.high < 0 <= min(each.low for each in picture.spans[:-1])
        assert sum(each.hands for each in picture.spans) == every
        assert set(picture.spans) <= found


def test_let_it_ride_under_a_limit_tells_bet_2_twice() -> None:
    limited = setting("let-it-ride", settings={"payout-limit": 50_000}, bet=500)
    titles = [picture.title for picture in limited.pictures(cache=False).pictures]
    assert titles == [table.title for table in limited.strategy(cache=False).tables[:-1]]
    assert len(titles) == 3


def test_three_card_poker_turns_at_its_threshold() -> None:
    around, curve = report("three-card-poker").pictures
    assert isinstance(around, Spans)
    assert isinstance(curve, Curve)
    table = strategy("three-card-poker").tables[0]
    assert around.title == table.title == "Play Q-6-4 or better; fold everything below"
    spans = {each.name: each for each in around.spans}
    assert [each.name for each in around.spans][4:8] == ["Q-6-5", "Q-6-4", "Q-6-3", "Q-6-2"]
    for name in {row[0] for row in table.rows}:
        gains = [row[3] for row in table.rows if row[0] == name]
        assert (spans[name].low, spans[name].high) == (min(gains), max(gains))
        assert spans[name].hands == sum(row[2] for row in table.rows if row[0] == name)
        assert {spans[name].what} == {row[4] for row in table.rows if row[0] == name}
    play, fold = ask("three-card-poker", "Qh 6c 4d").answer.choices
    assert play.value - fold.value == spans["Q-6-4"].high
    assert sum(point.hands for point in curve.points) == 22_100
    names = [point.name for point in curve.points]
    assert all(point.high < 0 for point in curve.points[: names.index("Q-6-4")])
    assert all(point.low > 0 for point in curve.points[names.index("Q-6-4") :])
    rows = rows_of(draw_report(report("three-card-poker")))
    assert exactly(rows, "hand", "exactly low", "exactly high") == {
        (each.name, each.low, each.high) for each in curve.points
    }
    marked = [row for row in rows if "told" in row and "and above" in str(row["told"])]
    assert {(row["at"], row["told"]) for row in marked} == {(names.index("Q-6-4"), "play Q-6-4 and above, fold below")}


def test_the_craps_chart_shows_every_wager_made() -> None:
    [picture] = report("craps").pictures
    assert isinstance(picture, Scatter)
    rows = [wager.row for wager in edge("craps").wagers if wager.row.unit != "the wager resolved"]
    expected = {(row.house_edge, row.variance) for row in rows}
    assert {(dot.house_edge, dot.variance) for dot in picture.dots} == expected
    assert len(picture.dots) == len(expected)
    found = exactly(rows_of(draw_report(report("craps"))), "wager", "exactly", "variance")
    assert found == set(picture.dots)
    names = {(dot.house_edge, dot.variance): dot.name for dot in picture.dots}
    assert all(row.wager in names[row.house_edge, row.variance] for row in rows)
    assert names[Fraction(7, 495), edge("craps")["pass"].variance] == "pass, come"


def test_winners_pot_draws_what_folding_costs() -> None:
    [picture] = report("winners-pot-poker").pictures
    assert isinstance(picture, Spans)
    table = strategy("winners-pot-poker").tables[0]
    assert [(each.name, each.low) for each in picture.spans] == [row[:2] for row in table.rows]
    assert all(each.low == each.high for each in picture.spans)
    assert "There is no picture of the pot" in picture.unit


def test_charts_follow_the_settings_of_the_table() -> None:
    table = setting("three-card-poker", settings={"against-the-dealer.play": "5 to 1"})
    assert table.pictures(cache=False).pictures[0].title == table.strategy(cache=False).tables[0].title
    assert table.pictures(cache=False).pictures[0].title != report("three-card-poker").pictures[0].title


# --- how it looks


@pytest.mark.parametrize("game", two_games(0))
def test_every_picture_has_a_title_a_unit_and_a_source(game: str) -> None:
    summary = report(game)
    text = chart_style.svg(draw_report(summary))
    told = " ".join(each.text for each in ElementTree.fromstring(text).iter() if each.text)
    for picture in summary.pictures:
        assert picture.title in told
        assert picture.unit in told
        assert re.search(r"antes|bets|wagers|percent|edge", picture.unit)
    assert chart_style.source(summary) in told
    assert text == chart_style.svg(draw_report(summary))


@pytest.mark.parametrize("game", two_games(3))
def test_cached_charts_equal_the_computed_ones(game: str) -> None:
    counted = setting(game).pictures(cache=False)
    setting(game).pictures()
    pictures = setting(game).pictures()
    assert pictures == counted
    assert pictures is not counted
    assert card(pictures) == card(counted)


def scales(part: Any, name: str) -> Iterator[dict[str, list[str]]]:
    """Return the scales of a chart for an encoding such as color or shape."""
    if isinstance(part, dict):
        if isinstance(part.get(name), dict) and "scale" in part[name]:
            yield part[name]["scale"]
        for value in part.values():
            yield from scales(value, name)
    elif isinstance(part, list):
        for value in part:
            yield from scales(value, name)


def test_marks_that_differ_in_color_differ_in_shape_or_words() -> None:
    for game in ("let-it-ride", "three-card-poker"):
        spec = draw_report(report(game)).to_dict()
        shapes, colors = list(scales(spec, "shape")), list(scales(spec, "color"))
        assert [each["domain"] for each in shapes] == [each["domain"] for each in colors]
        assert shapes
        for each in (*shapes, *colors):
            assert len(set(each["range"])) == len(each["domain"]) > 1
    [grid] = report("ultimate-texas-holdem").pictures
    assert isinstance(grid, Grid)
    texts = [
        each.text
        for each in ElementTree.fromstring(chart_style.svg(draw_report(report("ultimate-texas-holdem")))).iter()
    ]
    for choice in ("4x", "check"):
        squares = sum(each.best == choice for each in grid.squares)
        assert texts.count(choice) == squares + 1  # and once to explain the color


def overlaps(dots: list[tuple[float, float]], labels: list[Label]) -> int:
    boxes = [label.box for label in labels]
    over_dots = sum(overlap(box, (x - 4, y - 4, x + 4, y + 4)) for box in boxes for x, y in dots)
    return over_dots + sum(overlap(one, other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize(
    ("settings", "readings"),
    [
        ({}, {}),
        ({"buy-and-lay": "true"}, {}),
        ({"buy-and-lay": "true"}, {"contract-wagers": "may-come-down", "hardways-lost": "returned"}),
    ],
)
def test_names_of_wagers_do_not_overlap(settings: dict[str, object], readings: dict[str, str]) -> None:
    [picture] = setting("craps", settings=settings, readings=readings).pictures(cache=False).pictures
    assert isinstance(picture, Scatter)
    at = [frame(picture.dots).at(dot) for dot in picture.dots]
    assert not overlaps(at, place_labels(at, [dot.name for dot in picture.dots]))


def test_names_find_a_place_however_the_dots_lie() -> None:
    random = Random(17)
    for number in (1, 5, 30, 80):
        dots = [(random.uniform(0, 620), random.uniform(0, 520)) for _ in range(number)]
        assert not overlaps(dots, place_labels(dots, ["a wager with a long name"] * number))
    crowded = [(300.0, 200.0 + at / 10) for at in range(40)]
    assert not overlaps(crowded, place_labels(crowded, ["one of many at the same place"] * 40))


# --- the card


def test_the_card_of_ultimate_names_the_hands_of_the_chart() -> None:
    first = report("ultimate-texas-holdem").card[0]
    assert first.say == (
        "Play 4x with a pair of threes or higher; any ace; a king with a five or higher (suited, with any card); "
        "a queen with an eight or higher (suited, with a six or higher); a jack with a ten (suited, with an eight or "
        "higher).",
        "Check with everything else.",
    )


ALL = "AKQJT98765432"


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ({rank * 2 for rank in ALL}, ["any pair"]),
        ({"AA"}, ["AA"]),
        ({"AA", "KK"}, ["a pair of kings or higher"]),
        ({"AA", "QQ"}, ["AA", "QQ"]),
        ({*(rank * 2 for rank in ALL[:9])}, ["a pair of sixes or higher"]),
        ({f"A{low}{sort}" for low in ALL[1:] for sort in "os"}, ["any ace"]),
        ({f"A{low}s" for low in ALL[1:]}, ["an ace suited with any card"]),
        ({"KQo", "KQs"}, ["a king with a queen"]),
        ({"T9s"}, ["a ten suited with a nine"]),
        ({"98s", "97s", "98o"}, ["a nine with an eight (suited, with a seven or higher)"]),
        ({"QTs"}, ["QTs"]),
        ({"32o", "32s"}, ["any three"]),
    ],
)
def test_starting_hands_are_described_in_words(hands: set[str], words: list[str]) -> None:
    assert list(starting_hands_in_words(hands)) == words


@pytest.mark.parametrize(
    ("game", "wager", "of"),
    [
        ("three-card-poker", "ante and play", "your ante"),
        ("let-it-ride", "base", "one bet"),
        ("ultimate-texas-holdem", "ante, blind and play", "the ante"),
        ("winners-pot-poker", "jacks plus", "it"),
    ],
)
def test_a_card_says_what_it_costs(game: str, wager: str, of: str) -> None:
    text = " ".join(line for step in report(game).card for line in step.say)
    assert describe_edge(edge(game)[wager].house_edge, of) in text


def test_a_negative_edge_is_described_as_a_gain() -> None:
    assert describe_edge(Fraction(1, 80), "it") == "the house keeps 1.25% of it"
    assert describe_edge(Fraction(), "it") == "the house keeps 0.00% of it"
    assert describe_edge(Fraction(-1, 80), "it") == "you gain 1.25% of it"


def test_the_card_of_craps_has_every_wager_once_by_what_it_costs() -> None:
    steps = {step.when: step.say[0] for step in report("craps").card}
    assert steps["Costs nothing"] == "pass odds, don't pass odds, come odds, don't come odds"
    assert steps["Costs 2% or less"].startswith(
        "don't pass, don't come (1.36%); pass, come (1.41%); place to win 6 or 8"
    )
    assert "any seven (16.67%)" in steps["Costs more than 10%"]
    text = "; ".join(steps.values())
    for wager in edge("craps").wagers:
        assert wager.row.wager in text
    assert "Odds" not in {
        step.when for step in setting("craps", settings={"odds": [0, 0, 0]}).pictures(cache=False).card
    }


def test_the_bands_of_a_card_end_at_their_limits() -> None:
    edges = ["1/19", "1/20", "1/49", "1/50", "0", "-1/50", "1/10"]
    rows = [exact_model.row(edge, "the wager", [Outcome(1, -Fraction(edge))]) for edge in edges]
    assert {step.when: step.say for step in wager_costs.card(rows, (2, 5))} == {
        "Pays you in the long run": ("-1/50 (-2.00%)",),
        "Costs nothing": ("0",),
        "Costs 2% or less": ("1/50 (2.00%)",),
        "Costs more than 2%, up to 5%": ("1/49 (2.04%); 1/20 (5.00%)",),
        "Costs more than 5%": ("1/19 (5.26%); 1/10 (10.00%)",),
    }


def test_a_strategy_card_loads_nothing_and_lists_its_elections() -> None:
    page = card(setting("let-it-ride", settings={"base.flush": "7 to 1", "payout-limit": 50_000}, bet=500).pictures())
    assert not re.search(r"<script|<link|<img|@import|url\((?!#)|src=", page)
    assert "Elected: payout-limit: $50,000; pay base, flush: 7 to 1" in page
    assert "warning: pay.base.flush: flush pays 7 to 1, less than 8 to 1" in page
    assert "<svg" in page


def test_a_default_table_lists_no_elections() -> None:
    for game in REGISTERED:
        table = setting(game)
        assert list_nondefault(table.game, table.rules, table.house) == ()
    table = setting("craps", settings={"buy-and-lay": "true", "field 12": "3 to 1"}, readings={"void-wagers": "stay"})
    assert list_nondefault(table.game, table.rules, table.house) == (
        "buy-and-lay: yes",
        "pay, field 12: 3 to 1",
        "reading void-wagers: stay",
    )
