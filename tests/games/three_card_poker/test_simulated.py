"""The simulation of Three Card Poker: equal to the audited table on the same units, to the answers of `ask`, and in the
long run to the exact figures."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest

from games.three_card_poker.scene import METHODS
from kit.series import CAMPAIGN, SOAK
from pitboss.analysis import setting
from pitboss.analysis.study import Study
from pitboss.counting.card_kinds import normalize_suits, patterns
from pitboss.counting.exact_model import Situation
from pitboss.counting.simulation_model import DECK, Situations
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.ranking import FROM_THE_LOWEST
from pitboss.games.three_card_poker.math import exact, kernel, simulated
from pitboss.games.three_card_poker.math import seen_hands as neighbors
from pitboss.games.three_card_poker.math.strategy import STRATEGIES
from pitboss.numeric.choices import all_sets, set_number
from pitboss.numeric.draws import unit_cards
from pitboss.simulation.audited_play.audited_table import AuditedTable
from pitboss.simulation.plan import named_way, plan

GAME, HOUSE = "three-card-poker", ThreeCardPokerHouse()
BETS = ({"ante": 500}, {"ante": 1_000, "pair plus": 500}, {"pair plus": 700})
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"equal-hands": "loses"},
    {"ante-bonus": "ante-and-play"},
    {"ante-bonus": "ante-unless-beaten"},
)
# The engine plays no seats that share what they see; tests/simulation/test_shared.py has them.
ALONE = [name for name in simulated.MODEL.WAYS if name != "shared"]
GRID = list(product(range(1, 8), BETS, READINGS, ALONE))
CELLS = len(GRID)
DEALING = list(METHODS.values())


def study(**more: object) -> Study:
    return setting(GAME, **more)  # type: ignore[arg-type]


def equal_rounds(cell: int, units: int, seed: int) -> set[int]:
    """Compare units with the audited table, each seat to the cent; return the codes that came."""
    seats, bets, readings, name = GRID[cell]
    about = study(readings=readings, settings=DEALING[(cell + seed) % len(DEALING)])
    found = plan(about, bets=bets, seats=seats, ways=[named_way(about.game.sim_model(), name)], seed=seed)
    (ready,) = found.ready
    codes = np.zeros((seats, units), np.uint16)
    ready.play(seed, first := cell * 10**6, codes)
    table = AuditedTable(found)
    for at in range(units):
        won = tuple(ready.lines[-1].net[seat][codes[seat, at]] for seat in range(seats))
        assert table.play(first + at).nets == won, (GRID[cell], seed, first + at)
    return set(codes.ravel().tolist())


def test_every_seat_wins_to_the_cent_what_it_wins_at_the_table() -> None:
    seen: set[int] = set()
    for cell in Random(20).sample(range(CELLS), 12):
        seen |= equal_rounds(cell, 12, seed=1)
    assert len(seen) > 12


@pytest.mark.soak
def test_every_cell_of_the_grid_is_equal() -> None:
    seen = set().union(*(equal_rounds(cell, 40, seed=2) for cell in range(CELLS)))
    assert len(seen) > 25


def test_rare_hands_are_paid_as_at_the_table() -> None:
    """Play every class of the player's hand against a dealer who plays and one who does not."""
    hands = {
        "nothing": "Ah 9d 7c",
        "pair": "Ah Ad 7c",
        "flush": "Ah 9h 7h",
        "straight": "5h 4d 3c",
        "three-of-a-kind": "5h 5d 5c",
        "straight flush": "5h 4h 3h",
    }
    dealers = ("Qs 8c 2s", "Js 8c 2s", "Ks Kc 2s", "As Kc 2s")
    found = plan(about := study(), bets=BETS[1], ways=[named_way(about.game.sim_model(), "bold")])
    (ready,), table = found.ready, AuditedTable(found)
    tables = kernel.Tables(*_hands(about), np.ones((1, len(all_sets(3))), np.uint8))
    codes = set()
    for mine, theirs in product(hands.values(), dealers):
        cards = f"{mine} {theirs}".split()
        code = np.zeros((1, 1), np.uint16)
        given = np.array([[DECK.index(card)] for card in cards], np.uint8)
        kernel.play_dealt(given, tables, code)
        assert table.play_cards(cards, iter(())).nets == (ready.lines[-1].net[0][code[0, 0]],), cards
        codes.add(int(code[0, 0]))
    assert {(code - kernel.PLAYED) // kernel.RESULTS for code in codes} == set(range(kernel.CLASSES))


def _hands(about: Study) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    made = simulated.hands(about.rules)
    return made.strength, made.class_index, made.dealer_plays


@pytest.mark.parametrize("bets", BETS[:2])
@pytest.mark.parametrize("many", [6, pytest.param(len(patterns(3)), marks=CAMPAIGN)])
def test_optimal_play_is_what_ask_says(bets: dict[str, int], many: int) -> None:
    """Compare hands; in a soak, every hand there is up to the names of suits. None is level."""
    about = study()
    plays = simulated.plays(about.rules, HOUSE, None, bets)
    for cards in Random(1).sample(list(patterns(3)), many):
        best = exact.MODEL.ask(about.rules, HOUSE, bets["ante"], Situation(cards=cards, stakes=dict(bets))).best
        assert best == (simulated.CHOICES[plays[set_number(tuple(map(DECK.index, cards)))]],)


def test_the_names_of_suits_do_not_matter() -> None:
    about = study()
    plays = simulated.plays(about.rules, HOUSE, None, {"ante": 500})
    found: dict[tuple[str, ...], int] = {}
    for at, hand in enumerate(all_sets(3)):
        pattern = normalize_suits(tuple(DECK[card] for card in hand))
        assert found.setdefault(pattern, plays[at]) == plays[at]
    assert len(found) == len(patterns(3))


def test_ways_play_as_the_strategies_they_are_named_after() -> None:
    (asked,) = simulated.MODEL.decisions(study().rules, HOUSE)
    for name in ("book", "cautious", "bold"):
        choose = simulated.MODEL.WAYS[name].choose
        assert choose is not None
        chosen = choose(asked)
        for at in Random(3).sample(range(len(asked)), 400):
            cards = [DECK[card] for card in asked.cards[at]]
            assert bool(chosen[at]) == STRATEGIES[name].plays(cards)


def test_features_say_what_is_held() -> None:
    (asked,) = simulated.MODEL.decisions(study().rules, HOUSE)
    at = set_number(tuple(DECK.index(card) for card in ("Qh", "6c", "4d")))
    assert {name: int(each.values[at]) for name, each in asked.features.items()} == {
        "class": FROM_THE_LOWEST.index("nothing"),
        "high": 12,
        "middle": 6,
        "low": 4,
    }


@pytest.mark.parametrize("readings", READINGS)
def test_weights_are_the_exact_model(readings: dict[str, str]) -> None:
    about = study(readings=readings)
    rows = {row.wager: row.house_edge for row in exact.MODEL.wagers(about.rules, HOUSE, 500)}
    for bets in ({"ante": 500}, {"pair plus": 500}, {"ante": 500, "pair plus": 500}):
        (ready,) = plan(about, bets=bets).ready
        weights = ready.columns[0].weights
        assert weights is not None
        assert sum(weights) == 22_100 * 18_424
        line = ready.lines[-1]
        net = sum(Fraction(weight * cents) for weight, cents in zip(weights, line.net[0], strict=True))
        assert -net / sum(weights) / 500 == rows[line.wager]


@pytest.mark.parametrize("many", [2**19, pytest.param(2**25, marks=SOAK)])
def test_codes_come_as_often_as_they_should(many: int) -> None:
    (ready,) = (found := plan(study(), seats=2)).ready
    counts = np.zeros(kernel.CODES)
    codes = np.zeros((2, 2**16), np.uint16)
    for first in range(0, many, codes.shape[1]):
        ready.play(found.seed, first, codes)
        counts += np.bincount(codes[1], minlength=kernel.CODES)  # the second seat, of the same deck
    weights = np.array(ready.columns[1].weights, float)
    expected = weights / weights.sum() * many
    often = expected > 5
    chi2 = float(((counts - expected)[often] ** 2 / expected[often]).sum())
    assert chi2 < 70  # 20 degrees of freedom or so
    assert counts[expected == 0].sum() == 0


# --- neighbors' hands


@pytest.mark.parametrize("seen", [1, 6])
def test_a_deal_with_seen_hands_is_counted_as_ask_counts_it(seen: int) -> None:
    about = study()
    found = neighbors.neighbors(about.rules, HOUSE, 500, seen, 3, 1947)
    plays = simulated.plays(about.rules, HOUSE, None, {"ante": 500})
    lost = Fraction()
    for deal in range(3):
        cards = unit_cards(1947, deal, 3 + 3 * seen)
        named = tuple(DECK[card] for card in cards)
        situation = Situation(cards=named[:3], seen=named[3:])
        values = {choice.name: choice.value for choice in exact.MODEL.ask(about.rules, HOUSE, 500, situation).choices}
        lost += max(values.values()) - values[simulated.CHOICES[plays[set_number(cards[:3])]]]
    assert found.gain == lost / 3


@pytest.mark.soak
def test_one_neighbor_is_worth_what_is_counted_exactly() -> None:
    about = study()
    found = neighbors.neighbors(about.rules, HOUSE, 500, 1, 200_000, 1947)
    (counted,) = (each for each in about.exposure().exposures if each.seen == "a neighbor's three cards")
    assert abs(float(found.gain - (counted.without - counted.house_edge))) < found.half


def test_a_chooser_is_asked_about_every_hand_once() -> None:
    asked: list[Situations] = []

    def fold(given: Situations) -> np.ndarray:
        asked.append(given)
        return np.zeros(len(given), int)

    about = study()
    ready = simulated.MODEL.prepare(about.rules, HOUSE, {"ante": 500}, 1, [fold])
    assert [len(each) for each in asked] == [len(all_sets(3))]
    weights = ready.columns[0].weights
    assert weights is not None
    assert sum(weights[: kernel.CLASSES]) == sum(weights)  # all are folded
