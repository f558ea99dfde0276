"""Designed pay tables are lawful, cost what they say, and none better is missed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest

from pitboss.analysis import ImpossibleError, design, edge, setting
from pitboss.analysis.pay_table_design import cost_curves
from pitboss.analysis.pay_table_design.pay_table_search import Band, Search, cost, is_round, round_numbers
from pitboss.cli.main import join_negative_values, main
from pitboss.counting.floors import Floor
from pitboss.games import REGISTERED, load
from pitboss.games.let_it_ride.math.exact import base, edge_by_pays, row_by_pays

LIR, UTH, WPP, TCP = "let-it-ride", "ultimate-texas-holdem", "winners-pot-poker", "three-card-poker"


@pytest.fixture
def few_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a search that finds nothing give up after a fifth of the edges that it may count."""
    monkeypatch.setattr(cost_curves.Straight, "most_edges", cost_curves.Straight.most_edges // 5)


# --- what is found


@pytest.mark.parametrize(
    ("game", "wager", "target"),
    [
        (UTH, "trips", "3.5%"),
        (LIR, "base", "3%"),
        (LIR, "bonus", "10%"),
        (LIR, "three card bonus", "5%"),
        (WPP, "jacks plus", "5%"),
    ],
)
def test_designed_tables_are_lawful_and_cost_what_they_say(game: str, wager: str, target: str) -> None:
    answer = design(game, wager, target, most=6)
    assert len(answer.tables) == 6
    assert answer.complete
    assert [each.rank for each in answer.tables] == sorted(each.rank for each in answer.tables)
    for each in answer.tables:
        table = setting(game, settings=each.settings)
        assert not table.warnings  # the law allows it
        same = [row for row in table.model.wagers(table.rules, table.house, table.bet) if row.wager == wager]
        letter = each.settings.get("trips", each.settings.get("three-card-bonus", ""))
        row = next(row for row in same if row.variant in ("", letter, "completed hand"))
        assert row.house_edge == each.row.house_edge
        assert row.variance == each.row.variance
        assert row.hit_frequency == each.row.hit_frequency
        assert abs(row.house_edge - answer.target) <= answer.within
        assert list(each.pays.values()) == sorted(each.pays.values(), reverse=True)


@pytest.mark.parametrize(
    ("game", "wager", "target", "readings"),
    [
        ("roulette", "straight", "2.6%", {}),
        ("roulette", "red", "2.7%", {"imprisonment": "second-zero-loses"}),  # not counted in ways
        ("big-six", "joker", "11.1%", {}),
        ("sic-bo", "total 9 or 12", "7.4%", {}),
        ("sic-bo", "one of a kind, named", "4.2%", {}),
    ],
)
def test_one_result_odds_set_for_all_cost_what_they_say(
    game: str, wager: str, target: str, readings: dict[str, str]
) -> None:
    answer = design(game, wager, target, readings=readings)
    assert answer.tables
    for each in answer.tables:
        table = setting(game, settings=each.settings, readings=readings)
        rows = table.model.wagers(table.rules, table.house, table.bet)
        assert not table.warnings
        assert next(row for row in rows if row.wager == wager).house_edge == each.row.house_edge


def test_a_table_that_a_house_elects_for_all_wagers_is_a_letter() -> None:
    answer = design("sic-bo", "total 5 or 16", "47.2%", letter="a")
    assert [table.settings for table in answer.tables] == [{"pay-table": "a"}]


def test_no_single_line_is_designed_where_lines_add_up() -> None:
    added = design("sic-bo", "one of a kind, named", "4%", readings={"single-on-triple": "lines-added"})
    assert not added.free
    whole = design("sic-bo", "small", "4%", readings={"partial-tables": "whole-table"})
    assert not whole.free


def test_a_printed_table_that_meets_the_target_ranks_first() -> None:
    first = design(UTH, "trips", "3.5%").tables[0]
    assert (first.like, first.settings) == ("C", {"trips": "C"})
    assert first.row.house_edge == edge(UTH)["trips", "C"].house_edge


def test_twenty_tables_are_listed_by_default() -> None:
    assert len(design(UTH, "trips", "3.5%").tables) == 20
    assert len(design(UTH, "trips", "3.5%", most=1).tables) == 1


@pytest.mark.usefixtures("few_edges")
def test_the_band_includes_its_ends() -> None:
    """Table C has 3.4979...%: in the band that ends there, on either side, and not in one that ends just before."""
    of_c = edge(UTH)["trips", "C"].house_edge
    keep = dict(zip(design(UTH, "trips", "7%").lines, (50, 40, 30, 8, 7, 4, 3), strict=True))
    tiny = Fraction(1, 10**9)
    for target in (of_c - Fraction(1, 1000), of_c + Fraction(1, 1000)):
        assert len(design(UTH, "trips", target, within=Fraction(1, 1000), keep=keep).tables) == 1
        none = design(UTH, "trips", target, within=Fraction(1, 1000) - tiny, keep=keep)
        assert none.tables == ()
        assert none.complete
    assert len(design(UTH, "trips", of_c, within=Fraction(), keep=keep).tables) == 1


def test_kept_lines_and_a_chosen_letter_are_respected() -> None:
    answer = design(UTH, "trips", "1.5%", keep={"flush": "8 to 1", "Full House": 8}, most=5)
    assert all((table.pays["flush"], table.pays["full house"]) == (8, 8) for table in answer.tables)
    for each in design(UTH, "trips", "3%", letter="C", most=5).tables:
        assert "C" in each.letters
        assert all(map(int.__ge__, each.pays.values(), (50, 40, 30, 8, 7, 4, 3)))


def test_the_deviation_option_limits_the_variance() -> None:
    plain = design(UTH, "trips", "3.5%", most=8).tables
    calmer = design(UTH, "trips", "3.5%", most=8, deviation="2.6")
    assert any(each.row.variance > Fraction("2.6") ** 2 for each in plain)
    assert all(table.row.variance <= Fraction("2.6") ** 2 for table in calmer.tables)
    # On either side of a table's own deviation.
    lowest = min(calmer.tables, key=lambda each: each.row.variance)
    keep = dict(lowest.pays)
    above, below = Fraction("2.527"), Fraction("2.526")
    assert below**2 < lowest.row.variance < above**2
    assert design(UTH, "trips", "3.5%", keep=keep, deviation=above).tables
    assert not design(UTH, "trips", "3.5%", keep=keep, deviation=below).tables


# --- why there is none


@pytest.mark.parametrize(
    ("game", "wager", "cite"),
    [
        (UTH, "ante", "32.11(b)"),
        (UTH, "play", "32.11(b)"),
        (UTH, "blind", "32.11(c)"),
        (UTH, "ante, blind and play", "32.11(b) and (c)"),
        (TCP, "pair plus", "20.11(a)2"),
        (TCP, "ante and play", "20.11(a)1"),
        (TCP, "ante bonus", "20.11(a)3"),
        ("craps", "field", "reading:payout-odds has the customary odds: 1.4 is not held"),
    ],
)
def test_a_fixed_pay_table_has_an_empty_answer_that_names_the_paragraph(game: str, wager: str, cite: str) -> None:
    answer = design(game, wager, "3.5%")
    assert answer.tables == ()
    assert answer.reason.startswith(cite)


@pytest.mark.usefixtures("few_edges")
def test_a_target_above_the_floor_is_out_of_reach_and_one_at_it_is_not() -> None:
    most = edge(UTH)["trips", "D"].house_edge
    tiny = Fraction(1, 10**9)
    at = design(UTH, "trips", most, within=Fraction())
    assert at.tables[0].settings == {"trips": "D"}
    above = design(UTH, "trips", most + tiny, within=Fraction())
    assert above.tables == ()
    assert "table D of 32.11(d), leaves the house 6.1808%" in above.reason
    assert "even the least" in design(WPP, "jacks plus", "25%").reason


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"keep": {"flush": 9}}, "with what you keep, the house has -5.1492% at most"),
        ({"keep": {"flush": 9}}, "without what you keep, the text allows up to 6.1808%"),
        ({"letter": "A"}, "table A of 32.11(d), leaves the house 0.9018%"),
        (
            {"deviation": "2.4"},
            "every table that the text and your other conditions allow has a deviation of 2.4481 or more",
        ),
        ({"deviation": "2.5"}, "every table that meets the target has a higher deviation"),
        ({"within": "0%"}, "no table of whole odds comes within 0.0000%"),
    ],
)
def test_an_empty_answer_gives_its_reason(options: dict[str, object], told: str) -> None:
    keep = {"royal flush": 50, "straight flush": 40} if "within" in options else {}
    answer = design(UTH, "trips", "3.5%", **({"keep": keep} | options))  # type: ignore[arg-type]
    assert answer.tables == ()
    assert told in answer.reason


def test_lines_that_are_kept_hold_down_those_below_them() -> None:
    keep = {"mini-royal": 50, "straight flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 4}
    answer = design(LIR, "three card bonus", "-60%", keep=keep)
    assert "leave the house" in answer.reason


def test_an_unfinished_search_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.analysis.pay_table_design.cost_curves.Straight.most_edges", 60)
    answer = design(UTH, "trips", "3.3%", within="0.0001%")
    assert not answer.complete
    assert "not complete" in answer.reason


# --- nothing is missed


class Line:
    """A wager made up for a test."""

    rising, most_edges, heavy = True, 10**7, 1

    def __init__(self, ways: Sequence[int], all_: int) -> None:
        self.ways, self.all = tuple(ways), all_

    def edge(self, pays: Sequence[int]) -> Fraction:
        won = sum(a * b for a, b in zip(self.ways, pays, strict=True))
        return Fraction(self.all - sum(self.ways) - won, self.all)

    def variance(self, pays: Sequence[int]) -> Fraction:
        square = sum(a * b * b for a, b in zip(self.ways, pays, strict=True)) + self.all - sum(self.ways)
        return Fraction(square, self.all) - self.edge(pays) ** 2


class Bent(Line):
    """One whose player may double his wager before it is decided, on half of the deals, if that pays."""

    rising = False

    def edge(self, pays: Sequence[int]) -> Fraction:
        plain = super().edge(pays)
        better = sum((a * b for a, b in zip(self.ways, pays, strict=True)), -self.all // 3)
        return plain - Fraction(max(better, 0), 2 * self.all)


CAP = 40  # that a line may pay there


@pytest.mark.parametrize("seed", range(60))
def test_the_search_finds_what_trying_all_tables_finds(seed: int) -> None:
    random = Random(seed)
    lines = random.choice((2, 3))
    letters = {letter: tuple(sorted((random.randint(1, 14) for _ in range(lines)), reverse=True)) for letter in "AB"}
    ways = sorted(random.sample(range(1, 15), lines))
    curve = random.choice((Line, Bent))(ways, random.randint(300, 700))
    least = tuple(map(min, zip(*letters.values(), strict=True)))
    target = curve.edge(least) - Fraction(random.randint(0, 300), 1000)
    deviation = Fraction(random.randint(2, 40)) if random.random() < 0.2 else None
    band = Band(target, Fraction(random.randint(0, 40), 1000), deviation)
    place = random.randrange(lines)
    kept = {place: least[place] + random.randint(0, 8)} if random.random() < 0.4 else {}
    printed = {each: floor for each, floor in letters.items() if all(pay >= floor[at] for at, pay in kept.items())}
    most = random.choice((3, 1000))
    found = Search(printed, kept, curve, band, most=most, cap=CAP).run()
    expected = sorted(through_all(printed, kept, curve, band))
    assert found.whole
    assert [(each.rank, each.pays) for each in found.found] == expected[:most]


def through_all(
    printed: dict[str, tuple[int, ...]], kept: dict[int, int], curve: Line, band: Band
) -> list[tuple[Fraction, tuple[int, ...]]]:
    least = [min(pays) for pays in zip(*printed.values(), strict=True)]
    found = []
    for pays in product(*(range(low, CAP + 1) for low in least)):
        if any(pays[at] != pay for at, pay in kept.items()) or any(high < low for high, low in pairwise(pays)):
            continue
        if not any(all(map(int.__ge__, pays, floor)) for floor in printed.values()):
            continue
        if not band.target - band.within <= (here := curve.edge(pays)) <= band.target + band.within:
            continue
        if band.most_variance is not None and curve.variance(pays) > band.most_variance:
            continue
        looks = min(
            sum(cost(pay, floor[at]) for at, pay in enumerate(pays) if at not in kept) for floor in printed.values()
        )
        away = abs(here - band.target) / band.within if band.within else Fraction()
        found.append((looks + away, pays))
    return found


@pytest.mark.parametrize(
    ("number", "printed", "costs"),
    [
        (8, 8, 0), (11, 11, 0), (9, 8, 1), (10, 8, 1), (15, 8, 1), (16, 8, 4), (20, 8, 2), (11, 8, 3),
        (50, 50, 0), (100, 50, 2), (95, 50, 1), (150, 50, 2), (200, 50, 3), (4, 8, 2), (5, 8, 1), (2, 1, 2),
    ],
)  # fmt: skip
def test_the_cost_of_a_changed_line_is_reported(number: int, printed: int, costs: int) -> None:
    assert cost(number, printed) == costs


def test_round_numbers_are_listed_in_order() -> None:
    assert list(round_numbers(1, 1200)) == [number for number in range(1, 1201) if is_round(number)]
    assert list(round_numbers(9, 210)) == [9, 10, *range(15, 101, 5), 150, 200]
    assert [is_round(number) for number in (100, 105, 1000, 1050, 1500, 10_000, 10_500)] == [
        True, False, True, False, True, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize("pays", [(1000, 200, 50, 11, 8, 5, 3, 2, 1), (4321, 777, 99, 12, 12, 9, 4, 3, 1)])
def test_the_quick_count_of_let_it_ride_is_exact(pays: tuple[int, ...]) -> None:
    lines = load(LIR).exact_model().LINES["base"]
    by_line = dict(zip(lines, pays, strict=True))
    table = setting(LIR, settings={f"base.{line}": f"{pay} to 1" for line, pay in by_line.items()})
    row, quick = base(table.rules, table.house, table.bet), row_by_pays(by_line)
    assert edge_by_pays(by_line) == row.house_edge == quick.house_edge
    assert (quick.variance, quick.results) == (row.variance, row.results)


# --- what the law says of each wager


@pytest.mark.parametrize("game", list(REGISTERED))
def test_every_wager_has_a_paragraph_and_every_line_a_name(game: str) -> None:
    played = load(game)
    floors = played.exact_model().floors(played.rules({}), played.house.usual())
    assert floors
    for floor in floors:
        assert isinstance(floor, Floor)
        assert floor.cite
        assert not floor.table or set(floor.lines) <= set(played.exact_model().LINES[floor.table])


# --- the command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.mark.usefixtures("few_edges")
def test_the_command_prints_tables_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "design", UTH, "--wager", "trips", "--target", "3.5%", "--most", "2")
    assert code == 0
    assert "50-40-30-8-7-4-3" in out
    code, out, _ = run(capsys, "design", UTH, "--wager", "Trips", "--target", "3.5%", "--most", "2", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["complete"] is True
    assert data["tables"][0]["pays"]["royal flush"] == 50
    assert Fraction(data["tables"][0]["house_edge"]) == edge(UTH)["trips", "C"].house_edge
    code, out, _ = run(capsys, "design", TCP, "--wager", "pair plus", "--target", "3%", "--json")
    assert code == 0
    assert json.loads(out)["tables"] == []
    assert "20.11(a)2" in json.loads(out)["reason"]
    code, out, _ = run(capsys, "design", UTH, "--wager", "trips", "--target", "9%", "--json")
    assert code == 2  # D, the lowest of the printed tables, keeps 6.2%
    assert json.loads(out)["tables"] == []
    assert json.loads(out)["reason"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--wager", "pairs", "--target", "3%"], "has no wager 'pairs' here; the wagers are ante; play; blind;"),
        (["--wager", "trips", "--target", "150%"], "between -100% and 100%"),
        (["--wager", "trips", "--target", "100%"], "between -100% and 100%"),
        (["--wager", "trips", "--target=-100%"], "between -100% and 100%"),
        (["--wager", "trips", "--target", "abc"], "is not a percentage"),
        (["--wager", "trips", "--target", "3.5"], "write it with a percent sign"),
        (["--wager", "trips", "--target", "3%", "--within", "x"], "within 'x' is not a percentage"),
        (["--wager", "trips", "--target", "3%", "--within=-0.1%"], "write 0% or more"),
        (["--wager", "trips", "--target", "3%", "--keep", "flsh=7"], "trips has no line 'flsh'; its lines are royal"),
        (["--wager", "trips", "--target", "3%", "--keep", "flush=5"], "asks for 6 to 1 or more [32.11(d)]"),
        (["--wager", "trips", "--target", "3%", "--keep", "flush"], "should look like KEY=VALUE"),
        (["--wager", "trips", "--target", "3%", "--keep", "flush=x"], "does not state odds"),
        (["--wager", "trips", "--target", "3%", "--keep", "flush=15 to 2"], "tables are made of whole odds"),
        (["--wager", "trips", "--target", "3%", "--keep", "flush=8", "--keep", "straight=9"], "never fall as hands"),
        (["--wager", "trips", "--target", "3%", "--keep", "full house=7", "--keep", "straight=4"], "allowed together"),
        (["--wager", "trips", "--target", "3%", "--letter", "E"], "has no table 'E' in 32.11(d); A, B, C, D"),
        (["--wager", "trips", "--target", "3%", "--most", "0"], "ask for 1 to 1,000"),
        (["--wager", "trips", "--target", "3%", "--most", "1001"], "ask for 1 to 1,000"),
        (["--wager", "trips", "--target", "3%", "--most", "x"], "is not a number of tables"),
        (["--wager", "trips", "--target", "3%", "--deviation", "x"], "deviation 'x' is not a number"),
        (["--wager", "trips", "--target", "3%", "--deviation", "0"], "must be above 0"),
    ],
)
def test_bad_input_is_refused_in_one_line(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    code, out, err = run(capsys, "design", UTH, *words)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_lines_kept_may_be_in_dollars_and_depend_on_the_day() -> None:
    answer = design(LIR, "bonus", "10%", keep={"royal flush": "$50,000"}, most=3)
    assert all(table.pays["royal flush"] == 50_000 for table in answer.tables)
    with pytest.raises(ImpossibleError, match="asks for \\$25,000 or more"):
        design(LIR, "bonus", "10%", keep={"royal flush": 24_999})
    with pytest.raises(ImpossibleError, match="no wager 'bonus' here; the wagers are base"):
        design(LIR, "bonus", "10%", as_of="1996-05-20")
    back = design(LIR, "bonus", "10%", most=1, readings={"bonus-chip": "returned"})
    row = edge(LIR, settings=back.tables[0].settings, readings={"bonus-chip": "returned"})["bonus"]
    assert row.house_edge == back.tables[0].row.house_edge


def test_a_target_below_zero_can_be_given_either_way(capsys: pytest.CaptureFixture[str]) -> None:
    """Both "--edge -1%" and "--edge=-1%" are understood; argparse by itself would only like the second."""
    told = []
    for words in (("--target", "-5%"), ("--target=-5%",)):
        code = main(["design", "ultimate-texas-holdem", "--wager", "trips", *words, "--most", "1"])
        told.append((code, *capsys.readouterr()))
    assert told[0] == told[1]
    assert told[0][0] == 0
    assert "the player has the edge" in told[0][1]
    assert main(["design", "craps", "--wager", "field", "--target", "5%", "--within", "-1%"]) == 2
    assert "within -1.00% makes no sense" in capsys.readouterr().err


def test_only_negative_values_are_joined_to_their_option() -> None:
    joined = join_negative_values(["ask", "-5", "--target", "-$5", "--json", "-x", "--", "--target", "-5%"])
    assert joined == ["ask", "-5", "--target=-$5", "--json", "-x", "--", "--target", "-5%"]
