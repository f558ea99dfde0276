"""Jacks plus of Winner's Pot Poker counted out: equal to the engine to the cent, and to a slow path."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from games.winners_pot_poker.scene import Pot
from pitboss.analysis import ask, edge
from pitboss.analysis.comparison.elections import elect
from pitboss.counting.card_kinds import kind_of, kinds, one_card_more
from pitboss.counting.exact_model import ImpossibleError
from pitboss.games.winners_pot_poker import GAME
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.ranking import jacks_plus_class
from pitboss.games.winners_pot_poker.math import exact
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import Money

WP = "winners-pot-poker"


# --- the engine, to the cent

GRID = list(
    product(
        ((2,), (1, 3, 5)),
        ("", "bet", "double"),  # instead of which wager the first player folds
        ("cards-held", "loses"),
        ("winnings", "with-stakes"),
        (500, 20_000),  # the limit binds on a royal flush at the second
    )
)
BEST = ["Ah Kh Qh Jh Th", "Qc Qd Qh Qs 2c", "Jc Jd 3h 4s 5c", "9s 8s 7s 6s 5s", "2c 2d 2h 3s 3c", "Tc Td 3h 4s 5c"]


@pytest.mark.parametrize(("seats", "folds", "folded", "limit", "stake"), GRID)
def test_the_engine_pays_what_the_model_counts(
    seats: tuple[int, ...], folds: str, folded: str, limit: str, stake: int
) -> None:
    chance = Random(f"{seats} {folds} {folded} {limit} {stake}")
    readings = {"folded-jacks-plus": folded, "limit-counts": limit}
    for number in range(6):
        mine = BEST[number].split()
        chance.shuffle(mine)
        rest = chance.sample([card for card in FULL_DECK if card not in mine], 5 * len(seats))
        hands = {seats[0]: " ".join(mine)}
        hands |= {seat: " ".join(rest[5 * at : 5 * at + 5]) for at, seat in enumerate(seats[1:], 1)}
        held = {"": 5, "bet": 3, "double": 4}[folds]
        hands[seats[0]] = " ".join(mine[:held])
        more: dict[str, Any] = {"folds": {seats[0]: folds} if folds else {}, "readings": readings}
        more["jacks_plus_maximum"] = Money(1_000_000)
        dealer = " ".join(rest[:5])
        # What the wager nets is what the seat has more with it than without it, the pot being the same.
        with_it, without = (
            Pot(hands, dealer, **more).play(jacks=jacks).winnings(seats[0]) for jacks in ({seats[0]: stake}, {})
        )
        rules, house = GAME.rules(readings), WinnersPotHouse.usual(seats=6, jacks_plus_maximum=Money(1_000_000))
        made = jacks_plus_class(tuple(mine[:held]))
        judged = exact.judged_as(rules, made, bool(folds))
        assert with_it - without == exact.net(rules, house, stake, judged) * stake, (mine, folds)


# --- counted one by one


def test_five_cards_by_class() -> None:
    counted = exact.count_judgments(lambda held: False)
    assert sum(counted.values()) == exact.DEALS
    assert not any(folded for _, folded in counted)
    times = Fraction(exact.DEALS, 2_598_960)
    paying_pairs = 1_098_240 * 4 // 13
    assert counted["pair of jacks or better", False] == paying_pairs * times
    assert counted["royal flush", False] == 4 * times
    assert edge(WP)["jacks plus", "completed hand"].house_edge == Fraction(473, 1911)


@pytest.mark.parametrize("name", list(exact.FOLDING))
def test_folding_rules_hand_by_hand(name: str) -> None:
    """A rule applied to random hands card by card, beside the kind that stands for them."""
    chance, folds = Random(name), exact.FOLDING[name]
    for _ in range(300):
        cards = tuple(chance.sample(FULL_DECK, chance.choice([3, 4])))
        ranks = ["23456789TJQKA".index(card[0]) for card in cards]
        paired, low, three = len(set(ranks)) < len(ranks), max(ranks) < 9, len(cards) == 3
        want = {
            "completed hand": False,
            "folds three low cards without a pair": three and not paired and low,
            "folds four cards without a pair": not three and not paired,
            "folds three low cards, and four cards, without a pair": not paired and (low or not three),
            "folds three cards without a pair": three and not paired,
            "folds every hand at three cards": True,
        }[name]
        assert folds(kind_of(cards)) is want, cards


@pytest.mark.parametrize("seed", range(3))
def test_any_table_against_card_by_card(seed: int) -> None:
    chance = Random(seed)
    lines = {line: f"{chance.choice([0, 1, 2, 7, 90])} to {chance.choice([1, 2, 3])}" for line in exact.MODEL.LINES[""]}
    house = elect(GAME, WinnersPotHouse.usual(), lines)
    assert isinstance(house, WinnersPotHouse)
    rules = GAME.rules({})
    cards = tuple(chance.sample(FULL_DECK, 3))
    found: Counter[str] = Counter()
    for rest in combinations([card for card in FULL_DECK if card not in cards], 2):
        found[jacks_plus_class((*cards, *rest))] += 1
    nets = [often * exact.net(rules, house, 500, made) for made, often in found.items()]
    want = sum(nets, Fraction()) / 1_176
    told = ask(WP, " ".join(cards), settings=lines, bet=5).answer
    assert told.choices[0].value == want
    assert told.choices[1].value == exact.net(rules, house, 500, jacks_plus_class(cards))


def test_staying_never_makes_less_of_a_hand() -> None:
    """Check that the completed hand is the best that a jacks plus wager can be played."""
    rules, house = GAME.rules({}), WinnersPotHouse.usual()
    for size in (3, 4):
        for held in kinds(size):
            now = exact.net(rules, house, 500, exact.class_of(held))
            assert all(exact.net(rules, house, 500, exact.class_of(then)) >= now for then, _ in one_card_more(held))


def test_the_limit_cuts_a_royal_flush() -> None:
    rules, house = GAME.rules({}), WinnersPotHouse.usual()
    assert exact.net(rules, house, 12_500, "royal flush") == 400
    assert exact.net(rules, house, 20_000, "royal flush") == 250
    low, high = (edge(WP, bet=bet)["jacks plus", "completed hand"].house_edge for bet in (5, 200))
    assert low < high


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"cards": "Ah Kd"}, "three or four --cards"),
        ({"cards": "Ah Kd Qd Jd Td"}, "three or four --cards"),
        ({"cards": "Ah Kd Qd", "wagers": {"ante": 5}}, "only jacks plus"),
        ({"cards": "Ah Kd Qd", "wagers": {"jacks plus": 0}}, "without a jacks plus wager"),
    ],
)
def test_impossible_situations(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ImpossibleError) as wrong:
        ask(WP, **given)
    assert told in str(wrong.value)
