"""PAR sheets: every number is that of `edge`, totals add up, and nothing is loaded from elsewhere."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from math import sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from playwright.sync_api import sync_playwright

from kit import programs
from kit.series import two_games
from pitboss import __version__
from pitboss.analysis import edge, par, setting
from pitboss.analysis.charts import chart_style
from pitboss.analysis.par_sheets import bet_sizes, par_page
from pitboss.analysis.par_sheets.bet_sizes import Bent, BetSizes
from pitboss.analysis.par_sheets.par_sheet import ParReport, par_sheet
from pitboss.cli.main import main
from pitboss.counting.exact_model import Outcome, Row
from pitboss.counting.exact_model import row as row_of
from pitboss.counting.strategy_pictures import Picture
from pitboss.games import REGISTERED, load

ALL = list(REGISTERED)
LIMITED = {"payout-limit": 50000}


@pytest.fixture(autouse=True)
def _few_bets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count only the smallest and the largest bet where a count takes long."""

    def count_few(study: Any, listener: Any) -> BetSizes:
        if study.game.quick:
            return count_all(study, listener)
        monkeypatch.setattr(bet_sizes, "ODD_CHIPS", 1)
        monkeypatch.setattr(bet_sizes, "SERIES", ())
        monkeypatch.setattr(bet_sizes, "_find_first_bend", lambda *_: None)
        return count_all(study, listener)

    count_all = bet_sizes._count_sizes
    monkeypatch.setattr(bet_sizes, "_count_sizes", count_few)
    monkeypatch.setattr(bet_sizes, "load_or_compute", lambda question, study, kind, compute, use: compute())


@pytest.fixture(autouse=True)
def _drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw each picture once: drawing takes most of the time, and most of these sheets have the same pictures."""

    def chart(sheet: ParReport, picture: Picture) -> str:
        chart_style.altair()  # which may be missing
        key = chart_style.source(sheet), repr(picture)
        if key not in drawn:
            drawn[key] = whole(sheet, picture)
        return drawn[key]

    whole = par_page.strategy_chart
    monkeypatch.setattr(par_page, "strategy_chart", chart)


drawn: dict[tuple[str, str], str] = {}


@cache
def sheet_of(game: str) -> ParReport:
    """Return the PAR sheet of each game, made once."""
    return par(game)


@cache
def page_of(game: str) -> str:
    return sheet_of(game).html()


@pytest.fixture
def sheet(request: pytest.FixtureRequest) -> ParReport:
    game: str = request.param
    return sheet_of(game)


every = pytest.mark.parametrize("sheet", two_games(3, ALL), indirect=True)


def format_rounded(value: Fraction, digits: int) -> str:
    """Round half to even, with commas, independently of the tested code."""
    return f"{Decimal(round(value * 10**digits)).scaleb(-digits):,.{digits}f}"


# --- JSON


@every
def test_the_json_holds_what_the_format_promises(sheet: ParReport) -> None:
    data = json.loads(json.dumps(sheet.json()))
    report = edge(sheet.game)
    assert (data["game"], data["edition"], data["rules"]) == (report.game, report.edition, report.rules)
    assert data["uncounted"] == list(report.uncounted)
    assert len(data["wagers"]) == len(report.wagers)
    for found, row in zip(data["wagers"], (wager.row for wager in report.wagers), strict=True):
        assert (found["wager"], found["variant"], found["unit"], found["ways"]) == (
            row.wager, row.variant, row.unit, row.ways,
        )  # fmt: skip
        assert Fraction(found["house_edge"]) == row.house_edge
        assert Fraction(found["variance"]) == row.variance
        assert Fraction(found["element_of_risk"]) == row.element_of_risk
        assert Fraction(found["exact"]["hit_frequency"]) == row.hit_frequency
        assert found["hit_frequency"] == float(row.hit_frequency)
        assert Fraction(found["exact"]["push_frequency"]) == row.push_frequency
        assert found["push_frequency"] == float(row.push_frequency)
        assert found["standard_deviation"] == pytest.approx(sqrt(row.variance))
        assert found["volatility_index"] == {z: pytest.approx(float(z) * sqrt(row.variance)) for z in ("1.645", "1.96")}
        assert found["decimal"]["house_edge"] == float(row.house_edge)
        lines = found["outcomes"]
        assert all(set(line) == {"outcome", "ways", "probability", "pays", "net", "return"} for line in lines)
        assert all(re.fullmatch(r"-?\d+/\d+", line[key]) for line in lines for key in ("probability", "net", "return"))
        for line, result in zip(lines, row.results, strict=True):
            assert (line["outcome"], line["ways"]) == (result.outcome, result.ways)
            assert (Fraction(line["probability"]), Fraction(line["net"])) == (result.probability, result.net)


@every
def test_the_totals_of_a_sheet_add_up(sheet: ParReport) -> None:
    for wager in sheet.json()["wagers"]:
        lines = wager["outcomes"]
        assert sum(Fraction(line["probability"]) for line in lines) == 1
        returns = [Fraction(line["return"]) for line in lines]
        assert sum(returns) == -Fraction(wager["house_edge"])
        assert returns == [Fraction(line["probability"]) * Fraction(line["net"]) for line in lines]
        squares = sum(Fraction(line["probability"]) * Fraction(line["net"]) ** 2 for line in lines)
        assert squares - sum(returns) ** 2 == Fraction(wager["variance"])
        if wager["ways"] is None:
            assert sheet.game == "craps"
            assert all(line["ways"] is None for line in lines)
        else:
            assert sum(line["ways"] for line in lines) == wager["ways"]
        best = [Fraction(line["probability"]) for line in lines if line["net"] == lines[0]["net"]]
        assert Fraction(wager["top_award"]["probability"]) == sum(best)
        assert wager["top_award"]["one_in"] == pytest.approx(float(1 / sum(best)))


@every
def test_ranges_hold_the_expected_result_and_grow_with_the_percentage(sheet: ParReport) -> None:
    for wager in sheet.wagers:
        mean, deviation = -float(wager.row.house_edge), sqrt(wager.row.variance)
        assert [found.rounds for found in wager.ranges] == [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
        for found in wager.ranges:
            assert found.method == "convolution"
            assert found.error is not None
            assert found.error < 1e-6
            assert [span.percent for span in found.spans] == [90, 95, 99]
            assert all(span.low < mean * found.rounds < span.high for span in found.spans)
            lows, highs = [span.low for span in found.spans], [span.high for span in found.spans]
            assert lows == sorted(lows, reverse=True)
            assert highs == sorted(highs)
            if not found.poor:
                wide = 1.96 * deviation * sqrt(found.rounds)
                span = found.spans[1]
                assert span.low == pytest.approx(mean * found.rounds - wide, abs=0.15 * wide + 10)
                assert span.high == pytest.approx(mean * found.rounds + wide, abs=0.15 * wide + 10)
        told = wager.json()["ranges"][0]
        assert told["percent"]["95"]["return_low"] == pytest.approx(told["percent"]["95"]["low"] / 1_000)
        assert float(Fraction(told["percent"]["95"]["exact"][0])) == told["percent"]["95"]["low"]


# --- the page


class Tables(HTMLParser):
    """Every table of a page as rows of texts, under the heading before it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, list[list[str]]]] = []
        self.heading, self.text = "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.found.append((self.heading, []))
        elif tag == "tr":
            self.found[-1][1].append([])
        if tag in ("td", "th", "h2", "h3"):
            self.text = ""

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.found[-1][1][-1].append(self.text)
        elif tag in ("h2", "h3"):
            self.heading = self.text

    def handle_data(self, data: str) -> None:
        self.text += data


@every
def test_every_outcome_on_the_page_is_that_of_edge(sheet: ParReport) -> None:
    rows = [wager.row for wager in edge(sheet.game).wagers]
    tables = [found for _, found in Tables(page_of(sheet.game)).found if found[0][0] == "outcome"]
    assert len(tables) == len(rows)
    for row, (head, *lines, total) in zip(rows, tables, strict=True):
        shown = [dict(zip(head, cells, strict=True)) for cells in lines]
        assert len(shown) == len(row.results)
        for cells, result in zip(shown, row.results, strict=True):
            assert cells["outcome"] == result.outcome
            assert cells["probability"] == f"{format_rounded(result.probability * 100, 6)}%"
            assert cells["net"] == format_rounded(result.net, 4)
            assert cells["return"] == f"{format_rounded(result.probability * result.net * 100, 6)}%"
            assert cells.get("pays", "") == result.pays
            if result.ways is not None:
                assert cells["ways"] == f"{result.ways:,}"
            else:
                assert Fraction(cells["exactly"]) == result.probability
        last = dict(zip(head, total, strict=True))
        assert last["probability"] == "100.000000%"
        assert last["return"] == f"{format_rounded(-row.house_edge * 100, 6)}%"
        assert row.ways is None or last["ways"] == f"{row.ways:,}"


@every
def test_every_figure_on_the_page_is_that_of_edge(sheet: ParReport) -> None:
    page = page_of(sheet.game)
    rows = [wager.row for wager in edge(sheet.game).wagers]
    (summary,) = [found for heading, found in Tables(page).found if heading == "All wagers"]
    for cells, row in zip(summary[1:], rows, strict=True):
        assert cells == [
            ", ".join(filter(None, (row.wager, row.variant))),
            row.unit,
            *(
                f"{format_rounded(value * 100, 4)}%"
                for value in (row.house_edge, row.element_of_risk, row.hit_frequency, row.push_frequency)
            ),
            f"{sqrt(row.variance):.4f}",
        ]
    figures = re.findall(r'<dl class="figures">(.*?)</dl>', page, re.S)
    for found, row in zip(figures, rows, strict=True):
        named = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", found))
        assert f"{row.house_edge.numerator}/{row.house_edge.denominator}" in re.sub("<[^>]*>", "", named["house edge"])
        assert named["variance"] == format_rounded(row.variance, 4)
        assert named["volatility, z = 1.645"] == f"{1.645 * sqrt(row.variance):.4f}"
        assert named["volatility, z = 1.96"] == f"{1.96 * sqrt(row.variance):.4f}"
        assert named["element of risk"] == f"{format_rounded(row.element_of_risk * 100, 4)}%"


@every
def test_the_page_has_its_title_and_loads_nothing(sheet: ParReport) -> None:
    page = page_of(sheet.game)
    game = load(sheet.game)
    for said in (game.title, sheet.rules, sheet.table_digest, sheet.digest, f"Pitboss {__version__}", sheet.texts):
        assert said.replace("'", "&#x27;") in page
    for heading in ("Wager limits", "Rules in brief", "Each wager", "The edge by bet size", "Strategy", "Signature"):
        assert f"<h2>{heading}</h2>" in page
    for chapter in sheet.brief:
        for message in chapter.said:
            assert message.cite in page
    assert "<figure><svg" in page
    addresses = set(re.findall(r"https?://[^\"' )]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert not re.search(r"<script|<link|<img|<iframe|@import|\ssrc=|url\((?!#)", page)


def test_the_page_names_what_is_not_computed() -> None:
    page = page_of("winners-pot-poker")
    assert "Not on this sheet: ante, bets and pot; what you win depends on how the others play." in page
    assert "ante, bets and pot are not counted" in page


def test_the_sheet_marks_break_even_plays() -> None:
    """Let It Ride's element of risk depends on what is done where both choices are worth the same."""
    page = page_of("let-it-ride")
    assert "the smaller wager is counted" in page
    assert "1.2237 bets in action on average, 1.2321 if you ride where it makes no difference." in page
    assert "the smaller wager is counted" not in page_of("craps")


def test_the_same_table_has_the_same_digest_on_another_day() -> None:
    one = sheet_of("three-card-poker")
    other = msgspec.structs.replace(one, day="1999-12-31")
    assert one.digest == other.digest
    assert one.json()["digest"] == one.digest
    assert "December 31, 1999" in other.html()
    assert par("three-card-poker", settings={"pair-plus.flush": "3 to 1"}).digest != one.digest
    assert par("three-card-poker", readings={"equal-hands": "loses"}).digest != one.digest
    assert date.fromisoformat(one.day) >= date(2024, 1, 1)


def test_the_sheet_shows_what_the_house_elects() -> None:
    sheet = par("three-card-poker", settings={"pair-plus.flush": "3 to 1", "minimum": 10}, bet=10)
    page = sheet.html()
    (elections,) = [rows for heading, rows in Tables(page).found if heading == "What the house elects"]
    told = {name: (value, usual) for name, value, usual, *_ in elections[1:]}
    assert told["minimum"] == ("$10", "$5")
    assert told["maximum"] == ("$500", par_page.AS_DEFAULT)
    assert told["pair plus: flush"] == ("3 to 1", "as the text has it")
    assert "Pay tables on the layout" not in page, "no layout has these odds"
    assert "Warning: " in page
    command = "pitboss edge three-card-poker --set &#x27;pair-plus.flush=3 to 1&#x27; --set minimum=10 --bet 10"
    assert command in page
    assert sheet["pair plus"].row.house_edge == edge("three-card-poker", settings={"pair-plus.flush": "3 to 1"})[
        "pair plus"
    ].house_edge  # fmt: skip
    assert "Pay tables on the layout" in par("three-card-poker", settings={"minimum": 10}).html()
    with pytest.raises(KeyError, match="the wagers are"):
        sheet["straight"]


def test_a_reading_that_differs_is_on_the_sheet() -> None:
    page = par("three-card-poker", readings={"equal-hands": "loses"}).html()
    assert "(by default: push)" in page
    assert "with “push” ante and play 3.504%\u00a0→\u00a03.373%" in page
    (priced,) = [rows for heading, rows in Tables(page).found if heading == "Readings in force"]
    assert {row[0] for row in priced[1:]} == {"ace two three", "equal hands", "ante bonus"}


# --- bets


def test_the_sheet_shows_the_edge_by_bet_size() -> None:
    """The limit of $50,000 cuts three bets of $17 on a royal flush, which would win $51,000, and none of $16."""
    sheet = par("let-it-ride", settings=LIMITED)
    sizes, (bent,) = sheet.bets.sizes, sheet.bets.bent
    assert bent.name == "base"
    by_size = dict(zip(sizes, bent.edges, strict=True))
    assert {500, 600, 700, 1600, 1700, 50_000} <= set(sizes)
    assert by_size[1600] == by_size[500] == edge("let-it-ride")["base"].house_edge
    for size in (500, 1700, 50_000):
        assert by_size[size] == edge("let-it-ride", settings=LIMITED, bet=size // 100)["base"].house_edge
    cut = by_size[1700]
    assert cut is not None
    assert cut > edge("let-it-ride")["base"].house_edge
    assert "three card bonus A" in sheet.bets.same
    page = sheet.html()
    assert "House edge of base by bet size" in page
    (listed,) = [rows for heading, rows in Tables(page).found if heading == "The edge by bet size"]
    assert ["$17", f"{format_rounded(cut * 100, 4)}%"] in listed


def test_no_bet_sizes_are_computed_where_the_bet_makes_no_difference() -> None:
    assert sheet_of("craps").bets == BetSizes((), (), ())
    assert "It is the same at every bet size." in page_of("craps")
    assert sheet_of("winners-pot-poker").bets.bent == ()


@pytest.mark.soak
def test_a_limit_bends_ultimate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    found = bet_sizes.bet_sizes(setting("ultimate-texas-holdem"))
    assert {9000, 9100} <= set(found.sizes)
    trips = next(each for each in found.bent if each.variant == "A")
    by_size = dict(zip(found.sizes, trips.edges, strict=True))
    assert by_size[9000] == by_size[500] != by_size[9100]
    assert found.odd == ()


class ChippedModel:
    """A model whose bets come out even in twos, whose limit is at 90 chips and whose side bet ends at 50."""

    def __init__(self, least: int = 500, side: int | None = 5000) -> None:
        self.least, self.side = least, side

    def bet_matters(self, house: object) -> bool:
        return True

    def limits(self, house: object) -> tuple[int, int]:
        return self.least, 50_000

    def wagers(self, rules: object, house: object, bet: int) -> list[Row]:
        uneven, beyond = bet % 200 > 0, max(0, bet - 9000)
        main = Outcome(1, -Fraction(1, 100) - Fraction(uneven, bet) - Fraction(beyond, bet))
        side = Outcome(1, -Fraction(1, 50) - (bet > 2000) * Fraction(1, 100))
        return [row_of("main", "it", [main]), row_of("side", "it", [side], notes=("beside main",), most=self.side)]


def count_bet_sizes(model: ChippedModel) -> BetSizes:
    quick = SimpleNamespace(quick=True)
    about = SimpleNamespace(
        game=quick, model=model, house=SimpleNamespace(smallest_chip=100), rules=None, bet=max(600, model.least)
    )
    return bet_sizes._count_sizes(about, lambda _: None)  # type: ignore[arg-type]


def test_odd_chips_do_not_hide_a_limit() -> None:
    found = count_bet_sizes(ChippedModel(side=None))
    main, side = (dict(zip(found.sizes, each.edges, strict=True)) for each in found.bent)
    assert found.even == 200
    assert found.odd == (500, 700)
    assert (main[500], main[700]) == (Fraction(1, 100) + Fraction(1, 500), Fraction(1, 100) + Fraction(1, 700))
    assert main[600] == main[800] == main[1000] == main[2000] == Fraction(1, 100)
    assert side[2000] == Fraction(1, 50) != side[2200], "the first bend is found in steps of even bets"
    assert set(count_bet_sizes(ChippedModel(least=8600)).sizes) >= {8600, 8700, 8800, 9000, 9200}
    assert count_bet_sizes(ChippedModel(least=9000)).even == 0, (
        "the limit bends the smallest bets, so nothing tells of odd chips"
    )


def test_a_wager_is_charted_up_to_its_own_maximum() -> None:
    _, side = count_bet_sizes(ChippedModel()).bent
    by_size = dict(zip(count_bet_sizes(ChippedModel()).sizes, side.edges, strict=True))
    assert {size for size, edge in by_size.items() if edge is None} == {size for size in by_size if size > 5000}
    assert by_size[5000] == Fraction(3, 100)
    assert side.notes == ("beside main",)
    below = count_bet_sizes(ChippedModel(side=2000))
    assert [each.wager for each in below.bent] == ["main"]
    assert below.same == ("side",)


@pytest.mark.parametrize(("edges", "said"), [((3, 2, 3, 2), "above"), ((1, 2, 1, 2), "below"), ((2, 2, 2, 3), "")])
def test_the_chart_marks_bets_that_cannot_be_paid_evenly(edges: tuple[int, ...], said: str) -> None:
    sheet = sheet_of("three-card-poker")
    bent = Bent("main", "", "the ante", tuple(Fraction(edge, 100) for edge in edges), ("it shares the limit",))
    bets = BetSizes((500, 600, 700, 800), (bent,), (), 200)
    drawn = par_page.bet_chart(msgspec.structs.replace(sheet, bets=bets), bent)
    text = " ".join(re.sub("<[^>]*>", " ", drawn).split())
    assert ("Bets that do not come out even lie" in text) == bool(said)
    assert f"lie {said}" in text or not said
    page = msgspec.structs.replace(sheet, bets=bets).html()
    assert "Payments on $5, $7 do not all come out even in chips." in page
    assert "Main: it shares the limit." in page


# --- without extras


def test_a_page_without_the_drawing_extra_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = sheet_of("three-card-poker")
    monkeypatch.setitem(sys.modules, "altair", None)
    page = found.html()
    assert "<svg" not in page
    assert "A chart is missing here (Play Q-6-4 or better; fold everything below): pictures need altair" in page


def test_ranges_without_numpy_are_normal_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    found = par("three-card-poker")
    assert {each.method for sheet in found.wagers for each in sheet.ranges} == {"normal"}
    page = found.html()
    assert "* Normal approximation, without an error bound." in page
    assert "The normal approximation is poor up to 1,000 rounds" in page


# --- the command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["par", *words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_has_a_default_file_name(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    assert run(capsys, "three-card-poker") == (0, "wrote par-three-card-poker.html\n", "")
    assert (here / "par-three-card-poker.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    code, out, err = run(capsys, "three-card-poker")
    assert (code, out) == (2, "")
    assert err == "pitboss par: par-three-card-poker.html already exists and was not changed; name a file with -o\n"
    assert os.listdir(here) == ["par-three-card-poker.html"]


def test_a_page_that_is_named_is_replaced(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "sheet.html").write_text("old")
    assert run(capsys, "three-card-poker", "-o", "sheet.html")[0] == 0
    assert "PAR sheet" in (here / "sheet.html").read_text(encoding="utf-8")
    (here / "folder.html").mkdir()
    code, _, err = run(capsys, "three-card-poker", "-o", "folder.html")
    assert (code, err) == (2, "pitboss par: folder.html is a folder; name a file\n")
    (here / "folder.html").rmdir()
    code, _, err = run(capsys, "three-card-poker", "-o", "sheet.pdf")
    assert (code, err) == (2, "pitboss par: sheet.pdf should end in .html, because it is a page\n")
    code, _, err = run(capsys, "three-card-poker", "-o", "nowhere/sheet.html")
    assert code == 2
    assert "the folder nowhere does not exist" in err
    assert os.listdir(here) == ["sheet.html"]


def test_the_page_can_be_printed(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    code, out, _ = run(capsys, "three-card-poker", "-o", "-")
    assert code == 0
    assert out.startswith("<!doctype html>")
    assert out.endswith("</html>\n")
    assert run(capsys, "three-card-poker", "-o", "-", "--json")[0] == 2
    assert os.listdir(here) == []


def test_json_and_csv_agree(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    code, out, _ = run(capsys, "craps", "--json", "--csv", "tables")
    assert code == 0
    data = json.loads(out)
    assert os.listdir(here) == ["tables"]
    files = {path.name: list(csv.DictReader(io.StringIO(path.read_text("utf-8")))) for path in Path("tables").iterdir()}
    assert len(files) == 1 + len(data["wagers"])
    for record, wager in zip(files["summary.csv"], data["wagers"], strict=True):
        assert (record["wager"], record["house_edge"]) == (wager["wager"], wager["house_edge"])
        assert float(record["high_95_of_1000"]) == wager["ranges"][0]["percent"]["95"]["high"]
    *lines, total = files["field.csv"]
    assert sum(Fraction(line["return"]) for line in lines) == Fraction(total["return"]) == Fraction(-1, 18)
    assert sum(Fraction(line["probability"]) for line in lines) == Fraction(total["probability"]) == 1
    assert {"don-t-pass-made.csv", "don-t-pass-resolved.csv"} <= set(files)
    assert {line["unit"] for line in files["don-t-pass-resolved.csv"]} == {"the wager resolved"}
    listed = {record["file"]: record["unit"] for record in files["summary.csv"]}
    assert {"summary.csv", *listed} == set(files)
    assert listed["don-t-pass-made.csv"] == "the wager made"
    code, _, err = run(capsys, "craps", "--csv", "tables")
    assert code == 2
    assert "tables already exists and was not changed" in err


def test_csv_files_are_not_printed(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    code, out, err = run(capsys, "craps", "--csv", "-")
    assert (code, out) == (2, "")
    assert err == "pitboss par: --csv writes several files and cannot print them; name a new folder\n"
    assert os.listdir(here) == []


def test_the_sheet_names_wagers_that_the_table_does_not_offer() -> None:
    bare, full = sheet_of("let-it-ride"), par("let-it-ride", settings={"bonus": True, "three-card-bonus": "B"})
    assert [wager.row.offered for wager in bare.wagers] == [True] + 7 * [False]
    assert "does not offer them: bonus; three card bonus, A; three card bonus, B;" in bare.html()
    assert all(each.row.offered for each in full.wagers)
    assert "does not offer" not in full.html()
    assert par_page.AS_DEFAULT in full.html()


def test_the_sheet_says_why_a_wager_is_not_computed() -> None:
    data = sheet_of("winners-pot-poker").json()
    assert list(data["why_uncounted"]) == data["uncounted"] == ["ante, bets and pot"]
    assert "`pitboss edge winners-pot-poker --players 2` counts" in data["why_uncounted"]["ante, bets and pot"]


def test_csv_files_are_written_all_or_none(
    capsys: pytest.CaptureFixture[str], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrote = Path.write_text

    def full(path: Path, *rest: Any, **more: Any) -> int:
        if path.name == "pair-plus.csv":
            raise OSError(28, "No space left on device", str(path))
        return wrote(path, *rest, **more)

    monkeypatch.setattr(Path, "write_text", full)
    assert run(capsys, "three-card-poker", "--csv", "tables")[0] == 2
    assert os.listdir(here) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("no-such-game",), "no-such-game"),
        (("three-card-poker", "--set", "pair-plus.flsh=3 to 1"), "has no line 'flsh'"),
        (("three-card-poker", "--set", "flush"), "KEY=VALUE"),
        (("three-card-poker", "--reading", "equal-hands=wins"), "choose push or loses"),
        (("three-card-poker", "--bet", "0"), "the bet must be a cent or more"),
        (("three-card-poker", "--table", "A"), "name the house file too"),
        (("three-card-poker", "--as-of", "1990-01-01"), "adopted on 1997-03-17"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], here: Path, words: tuple[str, ...], said: str
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert said in err
    assert os.listdir(here) == []


def test_a_sheet_can_be_made_of_a_house_file(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    Path("house.toml").write_text(
        '[[table]]\nname = "Ride 7"\ngame = "let-it-ride"\nseats = 7\nminimum = 10\nmaximum = 100\n'
    )
    code, out, err = run(capsys, "let-it-ride", "--house", "house.toml", "--json")
    assert code == 0, err
    data = json.loads(out)
    assert data["table"]["name"] == "Ride 7"
    assert data["command"] == "pitboss par let-it-ride --house house.toml --json"


def test_progress_is_reported_to_the_watcher() -> None:
    heard: list[str] = []
    par_sheet(setting("let-it-ride", settings=LIMITED), watch=heard.append)
    assert heard[0] == "counting every wager"
    assert "counting a bet of $5.00 (1)" in heard
    assert heard[-1] == "the strategy"


# --- in a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    chromium = programs.find("chromium")
    if chromium is None and not os.environ.get("CI"):
        pytest.skip("NO CHROMIUM: browser not tested")
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield launched
        launched.close()


PAPERS = {"A4": (210, 297), "Letter": (216, 279)}
MARGINS = 26  # millimeters, left and right
WIDE = "() => document.documentElement.scrollWidth"
HIGH = "() => Math.max(0, ...[...document.querySelectorAll('figure')].map(each => each.offsetHeight))"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@every
def test_the_page_fits_the_paper_and_needs_no_network(sheet: ParReport, browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    path.write_text(page_of(sheet.game), encoding="utf-8")
    asked: list[str] = []
    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    for millimeters, _ in PAPERS.values():
        wide = int((millimeters - MARGINS) / 25.4 * 96)
        page.set_viewport_size({"width": wide, "height": 1000})
        page.emulate_media(media="print")
        assert page.evaluate(WIDE) <= wide
        assert page.evaluate(HIGH) < (279 - 30) / 25.4 * 96, "a chart fits on a page"
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(WIDE) <= 390
    assert asked == [path.as_uri()]
    page.close()


def test_a_fraction_ends_a_line_within_no_number() -> None:
    """A line may end after the slash. A number that is too long for a column gets a line of its own."""
    for game in ("craps", "three-card-poker"):
        sheet = par(game)
        html = sheet.html()
        for wager in sheet.wagers:
            above, _, below = f"{wager.row.house_edge.numerator}/{wager.row.house_edge.denominator}".partition("/")
            value = f"<small><span>{above}/</span><wbr><span>{below}</span></small>"
            wide = ' class="wide"' if max(len(above), len(below)) > par_page.COLUMN_DIGITS else ""
            assert re.search(f"<div{wide}><dt>house edge</dt><dd>[^<]*{re.escape(value)}", html)
    assert "dd small span { white-space: nowrap; }" in html
