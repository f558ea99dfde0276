"""The commands of exact analysis: what they print, what they cache, and how they refuse what makes no sense."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kit.same_rounds import Reads, noticed_of, play_round_of
from kit.series import for_soak, two_games
from pitboss.analysis import ask, cache, edge, exposure, prices, strategy
from pitboss.analysis.reading_prices.prices import Price
from pitboss.analysis.text_tables import decimal, percent
from pitboss.cli.main import main
from pitboss.counting.exact_model import ExactModel, Row, record_readings
from pitboss.games import REGISTERED, load
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.math import exact as ultimate
from pitboss.games.ultimate_texas_holdem.math.what_if import SupposedPay
from pitboss.law.readings import readings_of
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import Money, Odds

LIR, UTH = "let-it-ride", "ultimate-texas-holdem"
MOST_ROUNDS = 100  # in which a wager is waited for that wins, and one that loses
OUT = " ".join(card for card in FULL_DECK if card not in "Ah Kd Qd Qs Js")  # all cards but these


@pytest.fixture(scope="module")
def counted_here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("results")


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, counted_here: Path) -> None:
    """Use a cache folder of these tests, with the compiled code of the real one."""
    monkeypatch.setattr(cache, "cache_folder", lambda: counted_here)


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return a cache folder for one test."""
    found = tmp_path / "results"
    monkeypatch.setattr(cache, "cache_folder", lambda: found)
    return found


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


# --- JSON


@pytest.mark.parametrize("game", two_games(0))
def test_the_json_has_its_documented_keys(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "edge", game, "--json")
    data = json.loads(out)
    assert (code, err) == (0, "")
    assert data["game"] == game
    assert data["edition"] == load(game).editions.newest
    assert data["rules"] == load(game).rules({}).digest
    assert data["wagers"]
    known = readings_of(load(game).package)
    for row in data["wagers"]:
        assert {"wager", "variant", "unit", "kind", "house_edge", "house_edge_decimal", "readings"} <= row.keys()
        assert row["kind"] == "exact"
        assert re.fullmatch(r"-?\d+/\d+", row["house_edge"])
        exact = Fraction(row["house_edge"])
        assert f"{exact.numerator}/{exact.denominator}" == row["house_edge"], "lowest terms"
        assert row["house_edge_decimal"] == pytest.approx(float(exact))
        assert row["standard_deviation"] ** 2 == pytest.approx(row["variance"])
        assert row["element_of_risk"] * row["average_wager"] == pytest.approx(row["house_edge_decimal"])
        assert 0 <= row["hit_frequency"] <= 1
        for reading, edges in row["readings"].items():
            assert set(edges) == set(known[reading].choices)
            assert edges[known[reading].default] == row["house_edge"]
    names = [(row["wager"], row["variant"], row["unit"]) for row in data["wagers"]]
    assert len(set(names)) == len(names)


def test_every_lettered_table_is_a_row() -> None:
    variants = {wager.row.variant for wager in edge(LIR).wagers if wager.row.wager == "three card bonus"}
    assert variants == set("ABCDEF")
    chosen = [each.row.variant for each in edge(LIR, settings={"three-card-bonus": "D"}).wagers]
    assert chosen == ["", "", "D"]
    assert [each.row.wager for each in edge(LIR, as_of="1996-05-20").wagers] == ["base"]


def test_prices_of_readings_equal_the_edge_under_that_reading() -> None:
    rows = edge(LIR)
    for wager in rows.wagers:
        for reading, edges in wager.readings.items():
            for choice, then in edges.items():
                other = edge(LIR, readings={reading: choice})
                assert other[wager.row.wager, wager.row.variant].house_edge == then


@functools.cache
def prices_of_game(game: str) -> dict[str, Price]:
    """Return the edges of each game, counted once."""
    return prices(game)


def won_and_lost(play: Callable[[Reads, int], list[int]], many: int) -> list[list[int]]:
    """Play so many rounds, and more until something has won and something has lost: a game with one wager may lose it
    several times on end."""
    plain: list[list[int]] = []
    for seed in range(MOST_ROUNDS):
        plain.append(play({}, seed))
        won = [cents for each in plain for cents in each]
        if len(plain) >= many and min(won) < 0 < max(won):
            return plain
    pytest.fail(f"in {MOST_ROUNDS} rounds nothing won, or nothing lost; let same_rounds.py deal other cards")


@pytest.mark.parametrize("many", [3, for_soak(8)])
@pytest.mark.parametrize("game", two_games(1))
def test_readings_that_no_row_mentions_do_not_change_the_edge(game: str, many: int) -> None:
    """Rounds are played in the engine, the same cards and answers each time. Under every choice of every reading that
    no row rests on, the counted wagers win what they win by default; under one that has a price they do not. The rounds
    are regular ones: a reading about an irregularity does not come up in them, and passes for that reason."""
    readings, play = readings_of(load(game).package), play_round_of(game)
    asked = {reading for reading, price in prices_of_game(game).items() if price.asked}
    plain = won_and_lost(play, many)
    seeds = range(len(plain))
    noticed = noticed_of(game)
    assert (noticed is None) == (not any(price.changes for price in prices_of_game(game).values()))
    if noticed is not None:
        assert [play(dict([noticed]), seed) for seed in seeds] != plain
        assert noticed[0] in asked
    for each in readings.values():
        for choice in each.choices:
            if each.id not in asked and choice != each.default:
                assert [play({each.id: choice}, seed) for seed in seeds] == plain, (each.id, choice)


def only_in(winning: int, reads: Reads, seed: int) -> list[int]:
    return [500 if seed == winning else -500]


def test_a_game_with_one_wager_is_played_until_it_has_won_and_lost() -> None:
    for at in (0, 2, 5):  # the only round that wins
        assert len(won_and_lost(functools.partial(only_in, at), 3)) == max(3, at + 1)
    with pytest.raises(pytest.fail.Exception, match="nothing won, or nothing lost"):
        won_and_lost(lambda _, seed: [-500 * (seed % 2)], 3)


def test_every_reading_has_a_price() -> None:
    for game in REGISTERED:
        found = prices_of_game(game)
        assert found.keys() == readings_of(load(game).package).keys()
        assert all(price.asked or not price.changes for price in found.values())
    assert str(prices_of_game(LIR)["own-cards"]) == "none at the tables counted, because no wager depends on it"
    assert "an ante of $500 at a minimum of $100" in str(prices_of_game(UTH)["most-a-patron-wins"])
    assert any(change.then != change.now for change in prices_of_game(UTH)["most-a-patron-wins"].changes)
    level = [price for price in prices_of_game("craps").values() if price.asked and not price.changes]
    assert level
    assert all("at the tables counted (the default table with a bet of $5)" in str(price) for price in level)


def test_a_wager_without_a_computed_edge_is_not_called_free(capsys: pytest.CaptureFixture[str]) -> None:
    for price in prices_of_game("winners-pot-poker").values():
        assert price.asked or str(price).startswith("not counted, because no counted wager depends on it")
    assert edge("winners-pot-poker").json()["uncounted"] == ["ante, bets and pot"]
    assert "(ante, bets and pot: not counted; what you win" in run(capsys, "edge", "winners-pot-poker")[1]
    assert edge(LIR).json()["uncounted"] == []


def test_prices_are_those_of_a_bonus_chip() -> None:
    assert "with “returned” bonus 24.071% -> 21.200%" in str(prices_of_game(LIR)["bonus-chip"])


# --- inputs


def test_a_pay_table_can_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    plain = edge(LIR)["base"].house_edge
    assert edge(LIR, settings={"base.flush": "9 to 1"})["base"].house_edge < plain
    assert edge(LIR, settings={"pay.base.flush": "9 to 1"}) == edge(LIR, settings={"base.flush": "9 to 1"})
    code, out, err = run(capsys, "edge", LIR, "--set", "base.flush=7 to 1")
    assert code == 0
    assert "warning: pay.base.flush: flush pays 7 to 1, less than 8 to 1" in err
    assert "[18.11(b)]" in err
    assert percent(edge(LIR, settings={"base.flush": "7 to 1"})["base"].house_edge) in out
    err = run(capsys, "edge", LIR, "--set", "three-card-bonus.flush=3 to 1")[2]
    assert [line.split(", pay.")[0] for line in err.splitlines()] == [
        "warning: table A",  # which may select C instead
        "warning: table B, E",
        "warning: table D",  # C or F
    ]
    assert run(capsys, "edge", LIR, "--set", "base.flush=7 to 1", "--quiet")[1:] == ("", "")


def test_a_changed_table_changes_how_to_play() -> None:
    plain, changed = (strategy(LIR, settings=each).tables for each in ({}, {"base.straight": "9 to 1"}))
    assert plain[1].rows != changed[1].rows
    assert any("open at one place" in str(row[0]) and row[1] == "rides" for row in changed[1].rows)


def test_elections_can_be_added_to_a_house_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.toml"
    path.write_text('[[table]]\nname = "One"\ngame = "let-it-ride"\nthree-card-bonus = "B"\npayout-limit = 50000\n')
    data = json.loads(run(capsys, "edge", LIR, "--house", str(path), "--bet", "500", "--json")[1])
    assert [row["variant"] for row in data["wagers"]] == ["", "", "B"]
    same = edge(LIR, house=LetItRideHouse(payout_limit=Money(5_000_000)), bet=500)["base"]
    assert data["wagers"][0]["house_edge"] == f"{same.house_edge.numerator}/{same.house_edge.denominator}"
    assert "limit" in data["wagers"][0]["notes"][0]
    lower = run(capsys, "edge", LIR, "--house", str(path), "--set", "payout-limit=1000")
    assert "18.11(c)" in lower[2]


@pytest.mark.parametrize(
    ("game", "key"), [(LIR, "base.flush"), (UTH, "trips.flush"), ("winners-pot-poker", "jacks-plus.flush")]
)
def test_odds_set_with_win_equal_those_with_to(game: str, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    win, to = (run(capsys, "edge", game, "--set", f"{key}=20 {word} 1", "--json") for word in ("win", "to"))
    assert win[0] == to[0] == 0
    assert [row["house_edge"] for row in json.loads(win[1])["wagers"]] == [
        row["house_edge"] for row in json.loads(to[1])["wagers"]
    ]


WRONG = [
    (("edge", "whist"), "there is no game called 'whist'"),
    (("edge", LIR, "--set", "base.flush=6 for 1"), 'write them with "to" or "win", as in "3 to 2" [18.11(a)]'),
    (("edge", LIR, "--set", "three-card-bonus.flush=6 for 1"), "[18.11(a)]"),
    (("edge", "ultimate-texas-holdem", "--set", "trips.flush=6 for 1"), "[32.11(a)]"),
    (("edge", "winners-pot-poker", "--set", "jacks-plus.flush=6 for 1"), "[33.11(a)]"),
    (("edge", LIR, "--set", "base.flush=lots"), 'write them with "to"'),
    (("edge", LIR, "--set", "base.flash=6 to 1"), "base has no line 'flash'"),
    (("edge", LIR, "--set", "trips.flush=6 to 1"), "is not a line of a let-it-ride pay table"),
    (("edge", LIR, "--set", "payout-limits=50000"), "did you mean 'payout-limit'?"),
    (("edge", LIR, "--set", "three-card-bonus=G"), "three-card-bonus"),
    (("edge", LIR, "--set", "bonus"), "should look like KEY=VALUE"),
    (("edge", LIR, "--bet", "0"), "the bet must be a cent or more"),
    (("edge", LIR, "--bet", "-5"), "is not an amount"),
    (("edge", LIR, "--bet", "five"), "is not an amount"),
    (("edge", LIR, "--reading", "ace-two-three=maybe"), "has no choice 'maybe'"),
    (("edge", LIR, "--reading", "acetwothree=run"), "there is no reading"),
    (("edge", LIR, "--as-of", "1997-01-01"), "no held text"),
    (("edge", LIR, "--as-of", "yesterday"), "yesterday"),
    (("edge", LIR, "--table", "One"), "--house"),
    (("ask", LIR, "--cards", "Ah Ah Kd"), "appears more than once"),
    (("ask", LIR, "--cards", "Ah Kd Qd", "--board", "Ah"), "appears more than once"),
    (("ask", LIR, "--cards", "Ah Kd Zd"), "is not a card"),
    (("ask", LIR, "--cards", "Ah Kd"), "three cards"),
    (("ask", LIR, "--cards", "Ah Kd Qd", "--board", "2c 3c"), "one --board card"),
    (("ask", LIR, "--cards", "Ah Kd Qd", "--dealer", "2c"), "three cards"),
    (("ask", LIR, "--cards", "Ah Kd Qd", "--wager", "trips=5"), "there is no base wager called 'trips'"),
    (("ask", LIR, "--cards", "Ah Kd Qd", "--wager", "bet 1=0"), "18.6(d)"),
    (("ask", LIR, "--cards", "Ah Kd Qd", "--wager", "bet 1=5", "--wager", "bet 3=10"), "18.6(d)"),
    (("ask", "craps", "--cards", "Ah"), "no cards"),
    (("ask", "craps", "--point", "7"), "7 is not a point"),
    (("ask", "craps", "--wager", "pas=5"), "there is no betting area called 'pas'"),
    (("edge", "craps", "--set", "horns=3 to 1"), "horns"),
    (("edge", "craps", "--set", "minimum=5", "--set", "minimum=10"), "--set minimum is given twice"),
    (("edge", LIR, "--set", "flush=9 to 1", "--set", "pay.base.flush=9 to 1"), "no setting 'flush'"),
    (("edge", LIR, "--set", "base.flush=9 to 1", "--set", "pay.base.Flush=9 to 1"), "are the same setting"),
    (("edge", LIR, "--reading", "bonus-chip=kept", "--reading", "bonus-chip=returned"), "bonus-chip is given twice"),
    (("edge", LIR, "--as-of", "1996-05-20", "--set", "bonus=true"), "no 18.6A is in force that day"),
    (("edge", LIR, "--as-of", "1996-05-20", "--set", "bonus.flush=60"), "no 18.6A is in force that day"),
    (("edge", LIR, "--as-of", "1996-05-20", "--set", "pay.bonus.flush=60"), "no 18.6A is in force that day"),
    (("edge", LIR, "--as-of", "1996-05-20", "--set", "three-card-bonus.pair=2 to 1"), "no 18.6B is in force"),
    (("edge", UTH, "--bet", "1" + 20 * "0"), "stay below $1,000,000,000"),
    (("edge", UTH, "--bet", "999999999"), "this bet is too high to calculate"),
    (("edge", UTH, "--set", "blind.flush=999983 to 999979"), "parts of a cent that are too small"),
    (("edge", LIR, "--bet", 5_000 * "9"), "stay below $1,000,000,000"),
    (("edge", LIR, "--set", f"payout-limit={5_000 * '9'}"), "stay below $1,000,000,000"),
    (("edge", LIR, "--set", f"base.flush={400 * '9'} to 1"), "a number above 1,000,000"),
    (("edge", LIR, "--set", f"base.flush=1 to {5_000 * '9'}"), "a number above 1,000,000"),
    (("ask", UTH, "--cards", "2h 7d", "--wager", f"ante={23 * '9'}"), "stay below $1,000,000,000"),
    (("ask", UTH, "--cards", "Ah Kd", "--board", "Qd Qs Js", "--seen", OUT), "0 cards are left, but 4 more"),
    (("ask", "three-card-poker", "--cards", "Ah Kd Qd", "--seen", OUT), "2 cards are left, but 3 more"),
    (("ask", "winners-pot-poker", "--cards", "Ah Kd Qd", "--seen", f"{OUT} Js"), "1 cards are left, but 2 more"),
    (("ask", LIR, "--cards", "Ah Kd Qd", "--seen", f"{OUT} Js"), "1 cards are left, but 2 more"),
    (("edge", UTH, "--set", "smallest-chip=0"), "the smallest chip must be worth a cent"),
    (("edge", "craps", "--set", "smallest-chip=0", "--set", "buy-and-lay=true"), "a cent or more"),
    (("edge", "craps", "--set", "odds=[-1,2,3]"), "odds: the odds are out of range; use 0 to 100 times the bet"),
    (("edge", "craps", "--set", "seats=99"), "seats: craps cannot have 99 seats"),
    (("edge", "craps", "--set", "place 6=1 to 1"), "place 6 or 8 to win"),
    (("edge", UTH, "--set", "trips.flush=6"), 'write them with "to", as in "6 to 1"'),
    (("edge", UTH, "--set", "trips=Z"), "trips: 'Z' is not a choice; choose A, B, C, D"),
    (("edge", LIR, "--set", "three-card-bonus=G"), "'G' is not a choice; choose A, B, C, D, E, F"),
    (("edge", "three-card-poker", "--set", "pair-plus.flush=4 for 1"), "no held paragraph of three-card-poker"),
    (("edge", "three-card-poker", "--set", "pair-plus.flush=4 win 1"), "no held paragraph of three-card-poker"),
    (("edge", "craps", "--set", "place 6 or 8 to win=7 win 6"), "[house:file]"),
    (("ask", "craps", "--wager", "buy 4=20"), "not offered at this table"),
    (("ask", "craps", "--wager", "come=5"), "there is no wager on come before a come out roll"),
    (("ask", "craps", "--wager", "pass=0"), "there is nothing on pass"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "told"), WRONG, ids=lambda each: " ".join(each) if isinstance(each, tuple) else "")
def test_impossible_options_are_refused_in_one_line(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert told in err
    assert len(err.splitlines()) == 1
    assert "fault of ours" not in err


def test_games_without_exposed_cards_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "exposure", "craps")
    assert (code, err) == (0, "")
    assert out.splitlines()[2:] == [  # no table, and no head of one
        "Nothing is exposed: at craps no face-down card can be seen early to any use"
    ]
    assert "<table" not in exposure("craps")._repr_html_()
    code, out, _ = run(capsys, "exposure", "craps", "--json")
    assert (code, json.loads(out)["exposures"]) == (0, [])


@pytest.mark.parametrize(("game", "named"), [("minibaccarat", True), ("baccarat", True), ("casino-war", False)])
def test_games_whose_shoe_can_be_tracked_say_so(game: str, named: bool, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "exposure", game)
    assert "Nothing is exposed" in out
    assert (f"pitboss exposure {game} --shoes" in out) == named


@pytest.mark.parametrize(
    ("game", "bet", "said"),
    [
        (LIR, "4", "$4 is outside the limits of this table, $5 to $500"),
        (LIR, "5", ""),
        (LIR, "500", ""),
        (LIR, "501", "$501 is outside the limits of this table, $5 to $500"),
        ("craps", "1001", "$5 to $1,000"),
        ("winners-pot-poker", "100", ""),
        ("winners-pot-poker", "101", "$1 to $100"),  # of jacks plus
        ("minibaccarat", "1", "of this table, $10 to $5,000 player or banker, $5 to $500 all others\n"),
        ("minibaccarat", "7", "of this table, $10 to $5,000 player or banker\n"),
        ("minibaccarat", "10", ""),
        ("casino-war", "101", "of this table, $1 to $100 tie\n"),
        ("roulette", "5", "of this table, $10 to $5,000 outside\n"),
        ("sic-bo", "26", "of this table, $1 to $25 three of a kind\n"),
    ],
)
def test_a_bet_outside_the_limits_gets_a_warning(
    game: str, bet: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, "edge", game, "--bet", bet)
    assert code == 0
    assert said in err
    assert ("outside the limits" in err) == bool(said)


@pytest.mark.parametrize(("game", "odds"), [("winners-pot-poker", "flush=47 to 3"), (LIR, "base.flush=26 to 3")])
def test_uneven_odds_are_computed_at_every_bet(game: str, odds: str, capsys: pytest.CaptureFixture[str]) -> None:
    for bet in ("5", "100", "5000"):
        code, out, err = run(capsys, "edge", game, "--set", odds, "--bet", bet)
        assert code == 0
        assert "cannot be paid exactly on every wager" in err
        assert "exactly" in out


def test_the_payout_limit_uses_the_supposed_odds() -> None:
    """32.11(e): what the minimum could win, at 2,000 to 1 on a royal flush and a minimum of $100."""
    house = ultimate.MODEL.what_if(UltimateHouse(minimum=Money(10_000)))
    rules = load(UTH).rules({})
    assert ultimate.limit_of(rules, house) == 10_000 * (5 + 500) + 500 * 50
    pay = SupposedPay(blind={"royal flush": "2,000 to 1"})
    better = msgspec.structs.replace(house, pay=pay)
    assert ultimate.limit_of(rules, better) == 10_000 * (5 + 2_000) + 500 * 50
    pay = SupposedPay(even={"ante": "2 to 1"})
    assert ultimate.limit_of(rules, msgspec.structs.replace(house, pay=pay)) == 10_000 * (6 + 500) + 500 * 50
    due = ultimate.dues(rules, better, 10_000, 4, "royal flush", True)
    paid = ultimate.net(rules, better, 10_000, 4, "royal flush", ultimate.WON, True)
    assert paid == sum(due.values()) == 10_000 * 2_005  # nothing is cut at the minimum
    over = ultimate.net(rules, better, 10_100, 4, "royal flush", ultimate.WON, True)
    assert over == ultimate.limit_of(rules, better) < 10_100 * 2_005


def test_amounts_and_odds_have_upper_limits() -> None:
    assert Money.parse(999_999_999) == Money.parse("$999,999,999.00") == 99_999_999_900
    assert Odds.parse("1,000,000 to 1") == (1_000_000, 1)
    assert Odds.parse(f"{5_000 * '0'}3 to 2") == (3, 2)
    for amount in (10**9, 10**30, 10**5_000, str(10**9), 5_000 * "9"):
        with pytest.raises(ValueError, match="a billion dollars or more"):
            Money.parse(amount)
        with pytest.raises(ValueError, match="a billion dollars or more"):
            ask(LIR, "Ah Kh Qh", bet=amount)
    for odds in ("1000001 to 1", "1 to 1000001", f"{5_000 * '9'} to 1"):
        with pytest.raises(ValueError, match="a number above 1,000,000"):
            Odds.parse(odds)


def test_the_bet_is_shown_where_it_matters(capsys: pytest.CaptureFixture[str]) -> None:
    assert str(edge(UTH)).startswith("ultimate-texas-holdem, text of 2008-04-21, bets of $6\n")
    moved = edge(UTH, settings={"blind.flush": "300 to 197"})
    assert (moved.bet, moved.title()[-12:]) == (19_700, "bets of $197")
    assert moved["ante, blind and play"].notes == ("the payout limit cuts what the best hands are paid (32.11(e))",)
    assert "with an ante and blind of the same amount" in moved["trips", "C"].notes[0]
    assert not any(wager.row.notes for wager in edge(UTH).wagers)
    assert "bets of" not in edge(LIR, bet=25).title()
    assert edge(LIR, bet=25, settings={"payout-limit": 50_000}).title().endswith("bets of $25")
    assert run(capsys, "edge", "craps", "--bet", "25")[2] == "the bet size makes no difference here\n"
    assert ask(UTH, "Ah Kh", wagers={"ante": 25}).title().endswith("bets of $25")


# --- what is kept


def test_cached_results_are_reused_unless_damaged(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.games.let_it_ride.math import exact

    counted: list[object] = []
    real = exact.MODEL.wagers

    def wagers(*given: Any) -> Iterator[Row]:
        counted.append(given)
        return real(*given)

    monkeypatch.setattr(exact.MODEL, "wagers", wagers)
    first = edge(LIR)
    runs = len(counted)
    assert runs > 0
    assert edge(LIR) == first
    assert len(counted) == runs, "the second answer comes from the file"
    (path,) = results.iterdir()
    whole = path.read_bytes()
    for damaged in (b"", whole[:-20], whole.replace(b"37963", b"37964"), b"\xff" + whole[1:], whole + b" "):
        path.write_bytes(damaged)
        assert edge(LIR) == first
        assert path.read_bytes() == whole, "rebuilt"
    runs = len(counted)
    assert edge(LIR, cache=False) == first
    assert len(counted) > runs


def test_each_question_has_its_own_cache_file(results: Path) -> None:
    """Another reading, election, bet or day has another file, and a file under a wrong name is not used."""
    edge(LIR)
    edge(LIR, readings={"bonus-chip": "returned"})
    edge(LIR, settings={"base.flush": "9 to 1"})
    edge(LIR, bet=25)
    edge(LIR, as_of="1996-05-20")
    strategy(LIR)
    files = sorted(results.iterdir())
    assert len(files) == 6
    texts = [path.read_bytes() for path in files]
    for path, text in zip(files, [*texts[1:], texts[0]], strict=True):
        path.write_bytes(text)
    assert edge(LIR)["base"].house_edge == Fraction(37_963, 1_082_900)


def test_changed_model_code_changes_the_cache_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.analysis import setting

    about = setting(LIR)
    names = {cache._name("edge", about)}
    real = cache.source_digest
    packages = (*cache.COUNTING, "pitboss.games.let_it_ride")
    for changed in packages:

        def digest(name: str, changed: str = changed) -> str:
            return "changed" if name == changed else real(name)

        monkeypatch.setattr(cache, "source_digest", digest)
        names.add(cache._name("edge", about))
    assert len(names) == 1 + len(packages)


@pytest.mark.parametrize("game", two_games(3))
def test_cache_names_cover_all_source_that_a_result_depends_on(game: str) -> None:
    """Every module that an answer imports is in a folder that the name covers, or decides nothing: the package's own
    front."""
    asked = f"from pitboss.analysis import edge; edge({game!r}, cache=False); import sys"
    told = "print(*sorted(each for each in sys.modules if each.startswith('pitboss.')))"
    process = subprocess.run([sys.executable, "-c", f"{asked}; {told}"], capture_output=True, text=True, check=True)
    covered = (*cache.COUNTING, load(game).package)
    front = {"pitboss.games"}  # it only finds a game by its name
    outside = {
        module for module in process.stdout.split() if not any(f"{module}.".startswith(f"{each}.") for each in covered)
    }
    assert outside == front


def test_a_cached_answer_names_the_day_asked_about() -> None:
    """The law is the same on both days, but only one of them is the day of the text."""
    days = {day: edge("craps", as_of=day).texts for day in (None, "2024-06-01", "2025-06-01")}
    assert all(f"on {day}" in texts for day, texts in days.items() if day)
    assert len(set(days.values())) == len(days)


def test_an_unwritable_cache_folder_is_tolerated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "file")
    assert edge(LIR)["base"].house_edge == Fraction(37_963, 1_082_900)


def test_no_cache_writes_no_file(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "edge", LIR, "--no-cache", "--quiet")[0] == 0
    assert not results.exists()


# --- how it looks


def test_a_report_is_a_table_in_a_notebook() -> None:
    for report in (edge(LIR), strategy(LIR), exposure(LIR), ask(LIR, "Ah Kh Qh")):
        page = report._repr_html_()
        assert page.count("<table>") == page.count("</table>") >= 1
        assert len(set(re.findall(r"<(\w+)>", page)) - {"table", "caption", "tr", "th", "td", "p"}) == 0
        assert str(report)
        assert f"<p>{report.game}, {report.texts}" in page


def test_warnings_are_not_lost_outside_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    report = edge(LIR, settings={"base.flush": "7 to 1"})
    told = "warning: pay.base.flush: flush pays 7 to 1"
    assert str(report).startswith(told)
    assert f"<p>{told}" in report._repr_html_()
    _, out, err = run(capsys, "edge", LIR, "--set", "base.flush=7 to 1")
    assert (told in err, "warning" in out) == (True, False)


def test_numbers_are_rounded_from_fractions() -> None:
    assert decimal(Fraction(1, 3)) == "0.3333"
    assert decimal(Fraction(-2, 3)) == "-0.6667"
    assert decimal(Fraction(-1, 10**9)) == "0.0000"
    assert decimal(Fraction(123_456_789, 2), 0) == "61,728,394"
    assert percent(Fraction(7, 495)) == "1.4141%"


def test_exposure_of_let_it_ride_is_worth_more_the_more_is_seen() -> None:
    report = exposure(LIR)
    edges = [each.house_edge for each in report.exposures]
    assert edges == sorted(edges, reverse=True)
    assert all(each.cite == "" for each in report.exposures)
    assert "no paragraph" in str(report)


# --- the contract


@pytest.mark.parametrize("game", list(REGISTERED))
def test_every_game_has_a_model(game: str) -> None:
    model = load(game).exact_model()
    for name in (
        "LINES", "UNCOUNTED", "what_if", "usual_bet", "bet_matters", "houses", "floors", "pricing_cases", "wagers",
        "strategy", "ask", "exposure",
    ):  # fmt: skip
        assert name in dir(ExactModel)
        assert hasattr(model, name)
    assert strategy(game).tables


def test_recording_rules_equal_the_plain_rules() -> None:
    rules = load(LIR).rules({})
    ears = record_readings(rules)
    assert ears.digest == rules.digest
    assert ears.reads("bonus-chip") == "kept"
    assert ears.asked == {"bonus-chip"}


def test_games_and_questions_do_not_import_the_models() -> None:
    """Dealing needs no numpy, and a question about a game that needs none imports none."""
    script = (
        "import sys\n"
        "from pitboss.games import REGISTERED, load\n"
        "from pitboss.analysis import edge\n"
        "[load(name).rules({}) for name in REGISTERED]\n"
        "[edge(name, cache=False) for name in ('let-it-ride', 'three-card-poker', 'craps', 'winners-pot-poker')]\n"
        "print({'numpy', 'numba', 'llvmlite'} & set(sys.modules))"
    )
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert process.stdout == "set()\n"


def test_ultimate_without_numpy_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # what was counted before could be told without it
    script = "import sys; sys.modules['numpy'] = None; from pitboss.cli.main import main; sys.exit(main(sys.argv[1:]))"
    for words in (("edge", "ultimate-texas-holdem"), ("warm",)):
        process = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True)
        assert process.returncode == 2
        assert "pip install 'pitboss[exact]'" in process.stderr
        assert len(process.stderr.splitlines()) == 1
    fine = subprocess.run(
        [sys.executable, "-c", script, "readings", "ultimate-texas-holdem"], capture_output=True, text=True
    )
    assert fine.returncode == 0
    assert "price in house edge: unknown" in fine.stdout


def test_the_warm_command_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, "warm", "--json")[1])
    assert data["kernels"] >= 10
    assert re.fullmatch(r"\d+ kernels are ready, 0 of them compiled now, in .*\n", run(capsys, "warm")[1])
