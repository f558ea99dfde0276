"""Three Card Poker compared with an independent oracle: every hand, and thousands of random rounds, to the cent."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

from games.three_card_poker.oracle import net, rung
from games.three_card_poker.scene import METHODS, Scene
from kit.series import series
from pitboss.engine.chance import seeded_source
from pitboss.engine.inputs import Close
from pitboss.games.three_card_poker import GAME
from pitboss.games.three_card_poker.law.paytables import pair_plus
from pitboss.games.three_card_poker.law.ranking import hand_class, strength
from pitboss.games.three_card_poker.law.steps import Compare, Forfeit, PayBonus
from pitboss.table.card_steps import Deal, DeliverStack
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import INVENTORY
from pitboss.table.paytable import winnings
from pitboss.table.table import DEALER, hand

READINGS = {
    "ace-two-three": ("run", "none"),
    "ranking": ("order-of-the-class", "highest-card"),
    "equal-hands": ("push", "loses"),
    "ante-bonus": ("ante-always", "ante-unless-beaten", "ante-and-play"),
}
DEFAULTS = {reading: choices[0] for reading, choices in READINGS.items()}
# From the literature, high card to straight flush.
COUNTS = {
    "nothing": 16440,
    "pair": 3744,
    "flush": 1096,
    "straight": 720,
    "three-of-a-kind": 52,
    "straight flush": 48,
}


@pytest.mark.parametrize("ranking", READINGS["ranking"])
@pytest.mark.parametrize("ace", READINGS["ace-two-three"])
def test_every_hand_ranks_as_on_the_ladder(ace: str, ranking: str) -> None:
    """Check that all 22,100 hands have the same class, and the same order from the highest to the lowest."""
    rules = GAME.rules({"ace-two-three": ace, "ranking": ranking})
    by_rung: dict[int, set[tuple[int, ...]]] = {}
    counts: Counter[str] = Counter()
    for cards in combinations(FULL_DECK, 3):
        place, name = rung(cards, ace, ranking)
        made = hand_class(cards, rules)
        assert made == name, cards
        counts[made] += 1
        by_rung.setdefault(place, set()).add(strength(cards, rules))
    assert all(len(strengths) == 1 for strengths in by_rung.values())
    inorder = [strengths.pop() for _, strengths in sorted(by_rung.items())]
    assert inorder == sorted(set(inorder), reverse=True)
    if ace == "run":
        assert counts == COUNTS
        # The edge of the pair plus wager, 2.32 percent in the literature.
        paid = {made: winnings(rate, 1) for made in counts if (rate := pair_plus().rate(made)) is not None}
        assert sum(paid.get(made, -1) * count for made, count in counts.items()) == -512


def random_round(seed: int, method: str, readings: dict[str, str]) -> tuple[Scene, dict[int, int]]:
    """Play a round with one to seven players and all mixtures of wagers and decisions; return it and what the oracle
    expects."""
    chance = random.Random(f"{seed} {method}")
    seats = sorted(chance.sample(range(1, 8), chance.choice((1, 2, 2, 3, 3, 4, 5, 6, 7))))
    order = rich_deck(seeded_source(seed).order(FULL_DECK), chance, len(seats))
    scene = Scene(dict.fromkeys(seats, ""), order=order, readings=readings, **METHODS[method]).open_betting()
    stakes = {}
    for seat in seats:
        ante, pair_plus = (100 * chance.randint(5, 500) for _ in range(2))
        stakes[seat] = chance.choice([(ante, 0), (0, pair_plus), (ante, pair_plus)])
        scene.bet(seat, *stakes[seat])
    scene.give(Close())
    hands = cards_dealt(scene)
    wanted = {}
    for seat, (ante, pair_plus) in stakes.items():
        plays = chance.random() < 0.7
        if ante:
            assert scene.driver.question is not None
            assert scene.driver.question.seat == seat
            scene.answer("p" if plays else "f")
        wanted[seat] = net(hands[hand(seat)], hands[DEALER], ante, pair_plus, plays, readings)
    assert scene.driver.done
    return scene, wanted


def cards_dealt(scene: Scene) -> dict[str, list[str]]:
    """Return the cards dealt to each place, from the record: if nobody is asked, the cards are already collected."""
    hands: dict[str, list[str]] = {}
    for step in scene.steps():
        if isinstance(step, Deal | DeliverStack):
            hands.setdefault(step.place, []).extend([step.card] if isinstance(step, Deal) else step.cards)
    return hands


def rich_deck(order: tuple[str, ...], chance: random.Random, players: int) -> tuple[str, ...]:
    """Return a deck that usually has few ranks or two suits on top, so that good, equal and weak hands all occur."""
    few = (3, 4) if players <= 3 else (6, 4)
    how_many_ranks, how_many_suits = chance.choice((few, few, few, (13, 2), (13, 4)))
    ranks, suits = set(chance.sample("23456789TJQKA", how_many_ranks)), set(chance.sample("cdhs", how_many_suits))
    first = [card for card in order if card[0] in ranks and card[1] in suits]
    return (*first, *(card for card in order if card not in first))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("block", series(4, 40))
def test_random_rounds_are_settled_as_the_oracle_says(block: int, method: str) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(block * 200, block * 200 + 200):
        scene, wanted = random_round(seed, method, DEFAULTS)
        assert {seat: scene.winnings(seat) for seat in wanted} == wanted, seed
        assert scene.t.ledger[INVENTORY] == scene.driver.carry.accounts[INVENTORY] - sum(wanted.values())
        kinds.update(step.against for step in scene.steps(Compare))
        kinds.update("ante bonus" for _ in scene.steps(PayBonus))
        kinds.update("forfeits" for _ in scene.steps(Forfeit))
    # Every outcome was among them, or the comparison would have seen too little.
    assert all(kinds[kind] for kind in ("higher", "lower", "equal", "no contest", "ante bonus", "forfeits")), kinds


@pytest.mark.parametrize("choices", list(product(*READINGS.values()))[1:], ids=" ".join)
def test_under_other_readings_too(choices: tuple[str, ...]) -> None:
    readings = dict(zip(READINGS, choices, strict=True))
    for seed in range(30):
        scene, wanted = random_round(seed, "20.7", readings)
        assert {seat: scene.winnings(seat) for seat in wanted} == wanted, seed
