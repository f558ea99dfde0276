"""The simulation of Let It Ride: equal to the audited engine to the cent on the same cards, and in the long run to the
exact figures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from games.let_it_ride.scene import AUTOMATED, BY_HAND, NEWEST, OLDEST
from pitboss.analysis import setting
from pitboss.common.ranking import ACE
from pitboss.counting.card_kinds import kind_of
from pitboss.counting.exact_model import ImpossibleError, Situation
from pitboss.counting.simulation_model import DECK, Array, Ready, Situations
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.play import LET_IT_RIDE, WITHDRAW
from pitboss.games.let_it_ride.law.wagers import BASE, BET_1, BET_2, BONUS, THREE_CARD
from pitboss.games.let_it_ride.math import exact, kernel, simulated
from pitboss.games.let_it_ride.math.strategy import STRATEGIES
from pitboss.numeric.choices import all_sets, set_number
from pitboss.numeric.draws import LANES, unit_cards
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import NamedWay, named_way, plan
from pitboss.simulation.rules_file import read_way
from pitboss.table.money import Money

LOW = Money(5_000_000)  # the lowest payout limit, $50,000
# The text, the wagers beside the three bets, the limit, and how cards are dealt.
TABLES: tuple[tuple[str, dict[str, Any], dict[str, int]], ...] = (
    (NEWEST, {}, {}),
    (NEWEST, {"bonus": True}, {BONUS: 100}),
    (NEWEST, {"three-card-bonus": "A"}, {THREE_CARD: 700}),
    (NEWEST, {"bonus": True, "three-card-bonus": "F", "payout-limit": 50_000}, {BONUS: 100, THREE_CARD: 2_500}),
    (NEWEST, {"payout-limit": 50_000}, {}),
    (OLDEST, {}, {}),
    (OLDEST, {"payout-limit": 50_000}, {}),
)
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"bonus-chip": "returned", "ace-two-three": "none", "limit-counts": "with-stakes"},
    {"mini-royal-without-a-line": "straight", "stack-order": "piled"},
    {"mini-royal-without-a-line": "loses", "silent-seat": "withdraws"},
)
DEALING: tuple[dict[str, Any], ...] = ({}, BY_HAND, AUTOMATED)
SEATS = (1, 2, 3, 7)
GRID = list(product(TABLES, SEATS))  # no cell of it is left out
CELLS = len(GRID)
# Those who decide by their own cards and the board: what the engine plays and the exact model weighs. Sharing has tests
# of its own (tests/simulation/test_shared.py).
ALONE = [name for name in simulated.MODEL.WAYS if name != "shared"]


def odd_ways(asked: Situations) -> Array:
    """Decide by everything a strategy can depend on: suits, bets in action, and the decision."""
    said: Array = asked.cards.astype(np.int64).sum(axis=1) * 7 + asked.features["bets"].values * 3 + len(asked.decision)
    return said // 5 % 2


def equal_rounds(cell: int, units: int, seed: int) -> set[str]:
    """Compare rounds of a cell of the grid: every seat nets the same in the engine and in the kernel. Return the
    outcomes."""
    chance = Random(f"{cell} {seed}")
    (as_of, settings, beside), seats = GRID[cell % len(GRID)]
    readings, dealing = chance.choice(READINGS), chance.choice(DEALING)
    study = setting("let-it-ride", as_of=as_of, readings=readings, settings={**settings, **dealing})
    # High bets, so that limits are reached by hands that come now and then.
    bet = chance.choice((500, 2_500, 50_000))
    model = study.game.sim_model()
    ways = [named_way(model, name) for name in ALONE]
    chosen = chance.choice([*ways, NamedWay("odd", odd_ways)])
    found = plan(study, bets={**dict.fromkeys(BASE, bet), **beside}, seats=seats, ways=[chosen], seed=seed)
    (ready,), table = found.ready, AuditedTable(found)
    first = chance.choice((0, 2**32 - 1, chance.randrange(2**61)))
    codes = play_codes(ready, seed, first, units)
    net = ready.lines[-1].net
    seen = set()
    for at in range(units):
        nets = tuple(net[seat][codes[seat, at]] for seat in range(seats))
        assert table.play(first + at).nets == nets, (cell, seed, first + at)
        seen |= {ready.columns[seat].outcomes[codes[seat, at]] for seat in range(seats)}
    return seen


def play_codes(ready: Ready, seed: int, first: int, units: int) -> Any:
    codes = np.empty((len(ready.columns), units), np.uint16)
    assert ready.play(seed, first, codes) == 0
    return codes


@pytest.mark.parametrize("cell", range(len(GRID)))
def test_rounds_are_worth_in_the_engine_what_the_kernel_finds(cell: int) -> None:
    assert equal_rounds(cell, 8, 1947)


@pytest.mark.soak
def test_many_rounds_are_worth_in_the_engine_what_the_kernel_finds() -> None:
    seen = set[str]()
    for cell in range(len(GRID)):
        for seed in range(4):
            seen |= equal_rounds(cell, 150, seed)
    assert {told.split(", ")[0] for told in seen} == set(exact.BETS[1:])


RARE = {
    "royal flush": ("AsKsQs", "JsTs"),
    "straight flush": ("5h4h3h", "2hAh"),
    "four-of-a-kind": ("9s9h9d", "9c2c"),
    "full house": ("9s9h9d", "2s2c"),
    "flush": ("As9s7s", "4s2s"),
    "straight": ("AsKhQd", "JcTs"),
}


@pytest.mark.parametrize("made", RARE)
@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("counts", ["winnings", "with-stakes"])
@pytest.mark.parametrize("name", ["optimal", "bold", "cautious"])
def test_hands_that_hardly_ever_come_are_paid_as_in_the_engine(
    made: str, limited: bool, counts: str, name: str
) -> None:
    """Play two seats, the second with nothing, at the highest bet, so that the limit is reached."""
    settings: dict[str, Any] = {"bonus": True, "three-card-bonus": "D", **({"payout-limit": 50_000} if limited else {})}
    study = setting("let-it-ride", settings=settings, readings={"limit-counts": counts})
    assert study.house == msgspec.structs.replace(study.house, payout_limit=LOW if limited else None)
    bets = {**dict.fromkeys(BASE, 50_000), BONUS: 100, THREE_CARD: 1_000}
    found = plan(study, bets=bets, seats=2, ways=[named_way(study.game.sim_model(), name)])
    own, board = RARE[made]
    cards = [card for text in (own, "8c3d6d", board) for card in (text[at : at + 2] for at in range(0, len(text), 2))]
    dealt = np.array([[DECK.index(card)] for card in cards], np.uint8)
    codes = np.empty((2, 1), np.uint16)
    (ready,) = found.ready
    kernel.play_dealt(dealt, tables_of(found.ready[0]), codes, *kernel.room())
    assert made in ready.columns[0].outcomes[codes[0, 0]]
    won = AuditedTable(found).play_cards(cards, iter(()))
    assert won.nets == tuple(ready.lines[-1].net[seat][codes[seat, 0]] for seat in range(2))


def tables_of(ready: Ready) -> kernel.Tables:
    """Return the tables that `play` reads, made from a strategy."""
    found = [cell.cell_contents for cell in ready.play.__closure__ or ()]
    (tables,) = [each for each in found if isinstance(each, kernel.Tables)]
    return tables


# --- tables


def test_every_set_of_cards_has_its_kind() -> None:
    chance = Random(5)
    for many in (3, 4):
        found, which = simulated.kinds_of_sets(many)
        for at in chance.sample(range(comb(52, many)), 500):
            cards = tuple(DECK[card] for card in all_sets(many)[at])
            assert found[which[at]] == kind_of(cards)


def test_ways_play_as_the_strategies_they_are_named_after() -> None:
    chance = Random(6)
    rules, house = GAME.rules({}), LetItRideHouse()
    for name, simple in STRATEGIES.items():
        tables = simulated.RideTables(rules, house, simulated.MODEL.WAYS[name].choose, 500)
        for _ in range(800):
            held = chance.sample(range(52), 4)
            cards = [DECK[card] for card in held]
            assert tables.first[set_number(tuple(held[:3]))] == simple.rides(BET_1, cards[:3])
            assert tables.second[set_number(tuple(held))] == 3 * simple.rides(BET_2, cards)


@pytest.mark.parametrize("limit", [None, LOW])
def test_optimal_play_is_what_the_exact_model_says(limit: Money | None) -> None:
    """Test the second decision without bet 1 too. Level decisions withdraw."""
    rules, house = GAME.rules({}), LetItRideHouse(payout_limit=limit)
    tables = simulated.RideTables(rules, house, None, 50_000)
    best = exact.Optimal(exact.pay(rules, house, 50_000))
    chance = Random(7)
    for _ in range(4_000):
        held = tuple(chance.sample(range(52), 4))
        cards = tuple(DECK[card] for card in held)
        withdraw, ride = best.value_of_bet_1(kind_of(cards[:3]))
        assert tables.first[set_number(held[:3])] == (ride > withdraw)
        for bets in (1, 2):
            withdraw, ride = best.value_of_bet_2(kind_of(cards), bets)
            assert tables.second[set_number(held)] >> (bets - 1) & 1 == (ride > withdraw)


BOOK = """
game = "let-it-ride"
name = "as the book"

[[bet-1]]
when = { class = ">= pair of tens or better" }
choose = "let it ride"

[[bet-1]]
when = { suited = 3, high = 3 }
choose = "let it ride"

[[bet-1]]
when = { suited = 3, spread = 2, lowest = ">= 3" }
choose = "let it ride"

[[bet-1]]
when = { suited = 3, spread = 3, high = ">= 1" }
choose = "let it ride"

[[bet-1]]
when = { suited = 3, spread = 4, high = ">= 2" }
choose = "let it ride"

[[bet-1]]
choose = "withdraw"

[[bet-2]]
when = { class = ">= pair of tens or better" }
choose = "let it ride"

[[bet-2]]
when = { suited = 4 }
choose = "let it ride"

[[bet-2]]
when = { class = "nothing", spread = 3, high = ">= 1", highest = "< A" }
choose = "let it ride"

[[bet-2]]
choose = "withdraw"
"""


def test_the_book_as_rules_is_the_book(tmp_path: Path) -> None:
    file = tmp_path / "book.toml"
    file.write_text(BOOK)
    mine, book = read_way(file, setting(GAME.name)), simulated.MODEL.WAYS["book"]
    assert mine.choose is not None
    assert book.choose is not None
    for asked in simulated.MODEL.decisions(GAME.rules({}), LetItRideHouse()):
        assert np.array_equal(mine.choose(asked), book.choose(asked))


def agrees_with_ask(held: Sequence[int], tables: simulated.RideTables, house: LetItRideHouse, bet: int) -> int:
    """Check that the tables decide as `ask` does on three cards, or on four with and without bet 1; count the level
    decisions.

    A level decision withdraws the bet.
    """
    rules, cards = GAME.rules({}), tuple(DECK[card] for card in held)
    at, level = set_number(tuple(held)), 0
    for beside in (0, 1) if len(cards) == 4 else (0,):
        stakes = {**dict.fromkeys(BASE, bet), BET_1: bet * beside} if len(cards) == 4 else {}
        answer = exact.MODEL.ask(rules, house, bet, Situation(cards=cards[:3], board=cards[3:], stakes=stakes))
        worth = {choice.name: choice.value for choice in answer.choices}
        rides = tables.first[at] if len(cards) == 3 else tables.second[at] >> beside & 1
        assert rides == (worth[LET_IT_RIDE] > worth[WITHDRAW]), (cards, beside)
        level += worth[LET_IT_RIDE] == worth[WITHDRAW]
    return level


@pytest.mark.parametrize("limit", [None, LOW])
def test_random_situations_are_decided_as_ask_says(limit: Money | None) -> None:
    house = LetItRideHouse(payout_limit=limit)
    tables, chance = simulated.RideTables(GAME.rules({}), house, None, 50_000), Random(8)
    for _ in range(15):
        agrees_with_ask(chance.sample(range(52), 3), tables, house, 50_000)
    for _ in range(400):
        agrees_with_ask(chance.sample(range(52), 4), tables, house, 50_000)


@pytest.mark.soak
@pytest.mark.parametrize("limit", [None, LOW])
def test_every_situation_is_decided_as_ask_says(limit: Money | None) -> None:
    """Decide one holding of each kind for the kind, because the tables are made by kinds."""
    house, chance = LetItRideHouse(payout_limit=limit), Random(9)
    tables, level = simulated.RideTables(GAME.rules({}), house, None, 50_000), 0
    for many in (3, 4):
        found, which = simulated.kinds_of_sets(many)
        order = chance.sample(range(len(which)), len(which))
        one_of = {int(which[at]): at for at in order}
        assert len(one_of) == len(found)
        for at in one_of.values():
            level += agrees_with_ask(all_sets(many)[at].tolist(), tables, house, 50_000)
    assert level > 0


@pytest.mark.parametrize("name", ALONE)
def test_weights_are_how_often_the_exact_model_has_it(name: str) -> None:
    rules, house = GAME.rules({}), LetItRideHouse(three_card_bonus="D", bonus=True, payout_limit=LOW)
    bets = {**dict.fromkeys(BASE, 50_000), THREE_CARD: 100, BONUS: 100}
    choose = simulated.MODEL.WAYS[name].choose
    ready = simulated.MODEL.prepare(rules, house, bets, 2, [choose, None])
    rule: exact.Rides
    if choose is None:
        rule = exact.Optimal(exact.pay(rules, house, 50_000))
    else:
        rule = exact._by_rule(STRATEGIES[name].rides)
    told, weights = exact.count_outcomes(rule), ready.columns[0].weights
    assert weights is not None
    threes, found = dict.fromkeys(simulated.THREE, 0), dict.fromkeys(told, 0)
    for (many, five, own), often in zip(simulated.codes(simulated.THREE), weights, strict=True):
        threes[own] += int(often)
        if often:
            found[many, five] += int(often)
    assert found == told
    assert {own: often // (49 * 48) for own, often in threes.items()} == exact.three_card_classes("run")
    for line, row in zip(ready.lines[1:3], (exact.bonus(rules, house), exact.three_card(rules, house)), strict=True):
        assert line.wager == row.wager
        assert cost(weights, line.net[0]) == row.house_edge * line.unit_cents
    base = ready.lines[0]
    assert (
        cost(ready.columns[1].weights or (), base.net[1])
        == exact.base(rules, house, 50_000).house_edge * base.unit_cents
    )


def cost(weights: Sequence[int | Fraction], net: Sequence[int]) -> Fraction:
    return -sum((weight * Fraction(cents) for weight, cents in zip(weights, net, strict=True)), Fraction()) / sum(
        weights
    )


def test_features_say_what_is_held() -> None:
    def features_of(text: str) -> dict[str, int]:
        cards = tuple(DECK.index(text[at : at + 2]) for at in range(0, len(text), 2))
        told = simulated.features(len(cards), 2)
        return {name: int(each.values[set_number(cards)]) for name, each in told.items()}

    royal = features_of("AsKsQs")
    assert (royal["class"], royal["high"], royal["suited"], royal["gaps"], royal["straights"]) == (0, 3, 3, 0, 1)
    assert (royal["highest"], royal["lowest"], royal["spread"], royal["pair"], royal["bets"]) == (ACE, 12, 2, 0, 2)
    assert features_of("As2s3h")["gaps"] == 0
    assert features_of("As2s3h")["spread"] == 12
    assert features_of("As2s3h")["straights"] == 1
    assert features_of("9h8h7h6h")["straights"] == 2
    assert features_of("9h8h7h5h")["straights"] == 1
    assert features_of("9h8h7h5d")["suited"] == 3
    assert [
        simulated.HELD[features_of(text)["class"]] for text in ("TsTh2c", "9s9h2c", "9s9h2c2d", "9s9h9c2d", "9s9h9c9d")
    ] == [
        "pair of tens or better",
        "pair below tens",
        "two pair",
        "three-of-a-kind",
        "four-of-a-kind",
    ]
    assert features_of("TsTh2c")["pair"] == 10
    assert features_of("TsTh2c")["straights"] == 0
    assert features_of("TsTh9c")["gaps"] == 13
    assert features_of("Ts8h7c")["gaps"] == 1


def test_a_unit_is_a_function_of_seed_and_number() -> None:
    rules, house = GAME.rules({}), LetItRideHouse()
    ready = simulated.MODEL.prepare(rules, house, simulated.MODEL.usual_bets(rules, house), 2, [None, None])
    whole = play_codes(ready, 7, 2**32 - 1_000, 2 * LANES)
    parts = [
        play_codes(ready, 7, 2**32 - 1_000 + begin, many)
        for begin, many in ((0, 1), (1, LANES), (LANES + 1, LANES - 1))
    ]
    assert np.array_equal(np.concatenate(parts, axis=1), whole)
    cards = np.array([unit_cards(7, 2**32 - 1_000 + at, 8) for at in range(200)], np.uint8)
    codes = np.empty((2, 200), np.uint16)
    kernel.play_dealt(np.ascontiguousarray(cards.T), tables_of(ready), codes, *kernel.room())
    assert np.array_equal(codes, whole[:, :200])


@pytest.mark.parametrize(
    "bets",
    [{BET_1: 500, BET_2: 500}, {**dict.fromkeys(BASE, 500), BET_1: 600}, {}, {BONUS: 100}, dict.fromkeys(BASE, 0)],
)
def test_bets_must_be_equal(bets: dict[str, int]) -> None:
    with pytest.raises(ImpossibleError, match=r"three equal bets \(18.6\(d\)\)"):
        simulated.MODEL.prepare(GAME.rules({}), LetItRideHouse(), bets, 1, [None])


# --- in the long run


def frequencies(units: int, name: str) -> None:
    rules, house = GAME.rules({}), LetItRideHouse(three_card_bonus="D")
    bets = {**dict.fromkeys(BASE, 500), THREE_CARD: 100}
    ready = simulated.MODEL.prepare(rules, house, bets, 3, [simulated.MODEL.WAYS[name].choose, None, None])
    codes = play_codes(ready, 1947, 0, units)
    for column, row in zip(ready.columns, codes, strict=True):
        weights = np.array(column.weights, float)
        share = weights / weights.sum()
        counts = np.bincount(row, minlength=len(share))
        assert not counts[share == 0].any()
        often = share * units >= 10
        z = (counts - units * share)[often] / np.sqrt(units * share * (1 - share))[often]
        assert abs(z).max() < 5
        assert (z**2).sum() < often.sum() + 5 * sqrt(2 * often.sum())


@pytest.mark.parametrize("name", ALONE)
def test_codes_come_as_often_as_they_should(name: str) -> None:
    frequencies(300_000, name)


@pytest.mark.soak
@pytest.mark.parametrize("name", ALONE)
def test_codes_come_as_often_as_they_should_in_millions(name: str) -> None:
    frequencies(30_000_000, name)
