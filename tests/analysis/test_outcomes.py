"""Every wager as its distribution: it adds up, and says the same in every form."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from fractions import Fraction
from functools import partial
from math import comb
from pathlib import Path
from typing import Any

import pytest

from kit.parts import WITH_CARDS
from pitboss.analysis import ask, cache, edge
from pitboss.analysis.text_tables import percent
from pitboss.cli.main import main
from pitboss.counting.exact_model import Outcome, row
from pitboss.games import REGISTERED, load
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.math import exact as let_it_ride

ALL = {
    ("three-card-poker", "ante and play", ""): comb(52, 3) * comb(49, 3),
    ("three-card-poker", "pair plus", ""): comb(52, 3),
    ("let-it-ride", "base", ""): comb(52, 3) * 49 * 48,
    ("let-it-ride", "bonus", ""): comb(52, 5),
    ("let-it-ride", "three card bonus", "D"): comb(52, 3),
    ("ultimate-texas-holdem", "ante, blind and play", ""): comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2),
    ("ultimate-texas-holdem", "trips", "A"): comb(52, 7),
    ("winners-pot-poker", "jacks plus", "completed hand"): comb(52, 3) * 49 * 48,
}


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "results")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.mark.parametrize("game", list(REGISTERED))
def test_the_ways_of_every_distribution_add_up(game: str) -> None:
    for each in (priced.row for priced in edge(game).wagers):
        results = each.results
        mean = sum(result.probability * result.net for result in results)
        square = sum(result.probability * result.net**2 for result in results)
        assert sum(result.probability for result in results) == 1
        assert sum(result.contribution for result in results) == mean == -each.house_edge
        assert square - mean**2 == each.variance
        assert each.hit_frequency == sum(result.probability for result in results if result.net > 0)
        assert each.push_frequency == sum(result.probability for result in results if result.net == 0)
        assert [result.net for result in results] == sorted((result.net for result in results), reverse=True)
        assert all(result.probability > 0 and result.outcome for result in results)
        lines = [(result.outcome, result.net, result.pays) for result in results]
        assert len(set(lines)) == len(lines)
        if game not in WITH_CARDS and each.ways is None:
            assert {result.ways for result in results} == {None} == {each.ways}
        else:
            assert each.ways == ALL.get((game, each.wager, each.variant), each.ways)
            assert all(result.probability == Fraction(result.ways or 0, each.ways or 1) for result in results)


def test_the_full_counts_are_the_well_known_ones() -> None:
    rows = {(game, wager.row.wager, wager.row.variant): wager.row for game in REGISTERED for wager in edge(game).wagers}
    for key, ways in ALL.items():
        assert rows[key].ways == ways
    pairs = {result.outcome: result.ways for result in rows["three-card-poker", "pair plus", ""].results}
    assert pairs["straight flush"] == 48
    assert pairs["pair"] == 3744
    seven = {result.outcome: result.ways for result in rows["ultimate-texas-holdem", "trips", "A"].results}
    assert (seven["royal flush"], seven["four-of-a-kind"], seven["full house"]) == (4324, 224_848, 3_473_184)


def test_a_hand_of_two_and_three_is_counted_by_deals() -> None:
    """Here it matters which two of the seven are the player's own."""
    trips = edge("ultimate-texas-holdem", readings={"hand-of-seven": "two-and-three"})["trips", "D"]
    assert trips.ways == ALL["ultimate-texas-holdem", "ante, blind and play", ""]
    assert sum(result.contribution for result in trips.results) == -trips.house_edge
    assert percent(trips.house_edge) == "33.7771%"


def test_outcomes_with_decisions_have_one_line_for_each_net_result() -> None:
    nets = [int(result.net) for result in edge("three-card-poker")["ante and play"].results]
    assert nets == [7, 6, 5, 3, 2, 1, 0, -1, -2]  # nine
    for game, wager in (("let-it-ride", "base"), ("ultimate-texas-holdem", "ante, blind and play")):
        found = [result.net for result in edge(game)[wager].results]
        assert len(set(found)) == len(found)
    ride = {result.net: result for result in edge("let-it-ride")["base"].results}
    assert ride[Fraction(3000)].outcome == "three bets, royal flush"
    assert ride[Fraction(3000)].ways == 80  # four suits, and the last two cards came in twenty orders
    assert ride[Fraction(6)].outcome == "three bets, two pair; two bets, three-of-a-kind"


def test_an_indifferent_choice_takes_the_smaller_wager() -> None:
    """At Let It Ride some holdings are worth the same either way; they are withdrawn."""
    base, house = edge("let-it-ride")["base"], LetItRideHouse()
    paid = let_it_ride.pay(load("let-it-ride").rules({}), house, house.minimum)
    best = let_it_ride.Optimal(paid)
    riding = let_it_ride.count_outcomes(partial(best, level_rides=True))
    other = row("", "", let_it_ride.outcomes(paid, riding), by_net=True)
    assert other.house_edge == base.house_edge
    assert other.average_wager > base.average_wager
    plain = row("", "", let_it_ride.outcomes(paid, let_it_ride.count_outcomes(best)), by_net=True)
    assert other.results != base.results == plain.results


def test_resolved_rows_leave_void_results_out() -> None:
    rows = [wager.row for wager in edge("craps").wagers]
    made, resolved = (row for row in rows if (row.wager, row.variant) == ("don't pass", ""))
    assert [result.outcome for result in made.results] == ["wins", "comes back", "loses"]
    assert [result.outcome for result in resolved.results] == ["wins", "loses"]
    won = {result.outcome: result.probability for result in made.results}
    assert resolved.results[0].probability == won["wins"] / (1 - won["comes back"])


def test_outcomes_of_one_net_are_named_by_the_most_frequent() -> None:
    names = [Outcome(often, Fraction(1), name=name) for often, name in enumerate("abcd", 1)]
    assert row("", "", names, by_net=True).results[0].outcome == "d; c; b; a"
    more = [*names, Outcome(9, Fraction(1), name="e")]
    assert row("", "", more, by_net=True).results[0].outcome == "e; d; c; 2 other ways"
    assert [result.outcome for result in row("", "", more).results] == list("abcde")


def test_outcomes_are_the_same_in_every_output_format(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "edge", "three-card-poker", "--outcomes", "--json")
    data = json.loads(out)
    assert (code, err) == (0, "")
    one = data["wagers"][1]
    assert (one["wager"], one["ways"]) == ("pair plus", 22_100)
    top = one["outcomes"][0]
    assert top == {
        "outcome": "straight flush",
        "ways": 48,
        "probability": "12/5525",
        "pays": "40 to 1",
        "net": "40/1",
        "return": "96/1105",
    }
    assert one["outcomes"][-1]["pays"] is None
    code, out, _ = run(capsys, "edge", "three-card-poker", "--outcomes", "--csv")
    lines = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert len(lines) == sum(len(wager["outcomes"]) for wager in data["wagers"])
    assert lines[9]["return"] == "96/1105"
    code, out, _ = run(capsys, "edge", "three-card-poker", "--outcomes")
    assert "pair plus, 22,100 ways" in out
    assert re.search(r"straight flush +48 +0\.2172% +40 to 1 +40\.0000 +8\.6878%", out)
    code, out, _ = run(capsys, "edge", "craps", "--outcomes", "--json")
    assert {each["ways"] for each in json.loads(out)["wagers"]} == {None}
    code, out, _ = run(capsys, "edge", "craps", "--csv")
    assert out.startswith("wager,variant,unit,house_edge,")
    code, _, err = run(capsys, "edge", "craps", "--csv", "--json")
    assert (code, err.count("\n")) == (2, 1)
    assert "ask for one" in err


def test_data_frames_keep_fractions() -> None:
    report = edge("let-it-ride")
    frame: Any = report.outcomes().frame()
    base = frame[frame["wager"] == "base"]
    assert base["return"].sum() == -report["base"].house_edge
    assert list(report.frame()["house_edge"]) == [wager.row.house_edge for wager in report.wagers]


def test_without_pandas_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install 'pitboss\[frames\]'"):
        edge("let-it-ride").frame()


def test_a_notebook_shows_the_distribution() -> None:
    page = edge("three-card-poker").outcomes()._repr_html_()
    assert "<caption>pair plus, 22,100 ways</caption>" in page
    assert "<td>straight flush</td><td>48</td>" in page


def test_a_cached_edge_equals_the_computed_one() -> None:
    fresh, kept = edge("three-card-poker"), edge("three-card-poker")
    assert fresh == kept
    assert kept.outcomes() == fresh.outcomes()


def test_a_folded_hand_that_is_paid_says_what_it_pays() -> None:
    """33.11 pays jacks plus by the cards held, unless the reading says that a folded wager loses."""
    every = "folds every hand at three cards"
    held = edge("winners-pot-poker")["jacks plus", every]
    assert {result.outcome: (result.pays, result.net) for result in held.results} == {
        "folds, three-of-a-kind": ("7 to 1", Fraction(7)),
        "folds, pair of jacks or better": ("1 to 1", Fraction(1)),
        "folds, pair below jacks": ("", Fraction(-1)),
        "folds, nothing": ("", Fraction(-1)),
    }
    loses = edge("winners-pot-poker", readings={"folded-jacks-plus": "loses"})["jacks plus", every]
    assert {(each.pays, each.net) for each in loses.results} == {("", Fraction(-1))}


@pytest.mark.parametrize("game", ["three-card-poker", "let-it-ride", "winners-pot-poker"])
def test_cards_that_are_out_are_in_what_was_asked(game: str) -> None:
    with_seen = ask(game, cards="Qh 6d 4c", seen="As")
    assert with_seen.answer.asked.endswith("holding Qh 6d 4c, As being out")
    assert "out" not in ask(game, cards="Qh 6d 4c").answer.asked
