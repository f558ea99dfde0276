"""Winner's Pot Poker over thousands of random rounds: the game and a second opinion agree to the cent."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from games.winners_pot_poker import oracle as wp_oracle
from games.winners_pot_poker.scene import DEALER, Pot, deck_for
from kit.series import series
from pitboss.engine.record import Chain
from pitboss.games.winners_pot_poker.law.facts import HIGHEST
from pitboss.games.winners_pot_poker.law.ranking import strength
from pitboss.games.winners_pot_poker.law.steps import ShareLimit
from pitboss.record.explain import explain
from pitboss.record.replay import read
from pitboss.table.cards import FULL_DECK, RANKS, SUITS
from pitboss.table.money import Money
from pitboss.table.steps import LimitPayout

READ = {
    "commission-base": ("whole-pot", "others-money"),
    "commission-rounding": ("cent", "chip"),
    "commission-figures": ("ten-percent", "fixed-alone"),
    "tied-commission": ("once", "each"),
    "odd-cents": ("button", "inventory"),
    "royals": ("when-exceeded", "always"),
    "limit-counts": ("winnings", "with-stakes"),
    "folded-jacks-plus": ("cards-held", "loses"),
    "dealer-in-rotation": ("in-rotation", "in-rotation", "in-rotation", "last"),
}


def tied_hands(chance: random.Random, positions: list[int]) -> dict[int, str]:
    """Return hands of the same ranks for some of the players, perhaps the dealer too, so that they tie."""
    ranks = "AKQJT" if chance.random() < 0.3 else "".join(chance.sample(RANKS, 5))
    sharers = chance.sample([*positions, DEALER], chance.randint(2, min(4, len(positions) + 1)))
    one_suit_each = chance.random() < (0.9 if ranks == "AKQJT" else 0.3)
    suits = {rank: chance.sample(SUITS, 4) for rank in ranks}
    if one_suit_each:
        suits = dict.fromkeys(ranks, chance.sample(SUITS, 4))
    hands = {
        place: [rank + suits[rank][number] for rank in chance.sample(ranks, 5)] for number, place in enumerate(sharers)
    }
    return {place: " ".join(cards) for place, cards in hands.items()}


def random_round(seed: int) -> tuple[wp_oracle.Table, wp_oracle.Round, Pot]:
    chance = random.Random(seed)
    positions = sorted(chance.sample(range(1, 10), chance.randint(1, 9)))
    antes = {position: 100 * chance.randint(5, 300) for position in positions}
    jacks = {p: 100 * chance.choice([1, 2, 37, 125, 126, 1000]) for p in positions if chance.random() < 0.6}
    folds = {p: chance.choice(["bet", "double"]) for p in positions if chance.random() < 0.3}
    button = chance.choice([DEALER, *positions])
    readings = {key: chance.choice(choices) for key, choices in READ.items()} if chance.random() < 0.7 else {}
    percent = chance.choice([None, 0, 1, 5, "2.5", "9.99", 10])
    fixed = chance.choice([None, None, 1, 99, 333, 1250, 100_000])
    percent = 10 if percent is None and fixed is None else percent  # neither would be no table
    stake = chance.choice([0, 0, 500])
    minimum = chance.choice([100, 100, 100, 12_600]) if all(cents >= 12_600 for cents in jacks.values()) else 100
    house: dict[str, Any] = {
        "commission_percent": percent,
        "commission_fixed": None if fixed is None else Money(fixed),
        "dealer_stake": Money(stake),
        "jacks_plus_minimum": Money(minimum),
        "jacks_plus_maximum": Money(10_000_000),
        "bet_times": chance.randint(1, 3),
        "double_times": chance.randint(1, 3),
    }
    named = tied_hands(chance, positions) if chance.random() < 0.6 else {}
    left = [card for card in FULL_DECK if card not in " ".join(named.values()).split()]
    chance.shuffle(left)
    hands = {place: named.get(place) or " ".join(left.pop() for _ in range(5)) for place in (*positions, DEALER)}
    dealer = hands.pop(DEALER)
    order = deck_for(hands, dealer, " ".join(left[:2]), folds, button)
    table = wp_oracle.Table(
        house["bet_times"], house["double_times"], None if percent is None else Fraction(percent), fixed, 100, stake,
        minimum, readings,
    )  # fmt: skip
    scene = Pot(hands, order=order, folds=folds, button=button, readings=readings, **house)
    return table, wp_oracle.Round(order, button, antes, jacks, folds), scene


@pytest.mark.parametrize("block", series(2, 20, 106))
def test_the_game_and_a_second_opinion_agree_to_the_cent(block: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(block * 500, block * 500 + 500):
        table, played, scene = random_round(seed)
        wanted = wp_oracle.settle(table, played)
        scene.play(antes=played.antes, jacks=played.jacks)
        assert scene.driver.done
        assert {DEALER: scene.house_won(), **{seat: scene.winnings(seat) for seat in played.antes}} == wanted, (
            f"seed {seed}"
        )
        highest = HIGHEST.of(scene.t)
        seen["dealer wins"] += highest == (DEALER,)
        seen["one player wins"] += len(highest) == 1 and highest != (DEALER,)
        seen["players tie"] += len(highest) > 1 and DEALER not in highest
        seen["a tie with the dealer"] += len(highest) > 1 and DEALER in highest
        seen["royals share"] += bool(scene.steps(ShareLimit))
        seen["limited"] += any(type(step) is LimitPayout for step in scene.steps())
        seen["odd cents"] += any(scene.winnings(seat) % 100 for seat in played.antes)
        seen["all fold"] += set(played.folds) == set(played.antes)
        if seed % 10 == 0:  # every wager is accounted for in words, too
            _, (record,) = read(b"\n".join(Chain().append(scene.driver, "seeded", "00" * 32)))
            assert {story.seat: story.net for story in explain(record)} == {
                seat: scene.winnings(seat) for seat in played.antes
            }
    assert len(seen) == 8
    assert min(seen.values()) >= 3, seen  # each kind of round was among them


def test_the_ranking_and_a_second_opinion_order_hands_alike() -> None:
    chance = random.Random(33)
    ties = 0
    for _ in range(20_000):
        ranks = chance.sample(RANKS, chance.choice([3, 4, 5, 6, 13]))  # few ranks, so that they pair and tie
        some = [rank + suit for rank in ranks for suit in SUITS]
        cards = chance.sample(some, 10)
        one, other = cards[:5], cards[5:]
        ours = strength(one, "groups-first"), strength(other, "groups-first")
        theirs = wp_oracle.letters(one), wp_oracle.letters(other)
        assert (ours[0] > ours[1], ours[0] == ours[1]) == (theirs[0] > theirs[1], theirs[0] == theirs[1]), cards
        ties += theirs[0] == theirs[1]
    assert ties > 100
