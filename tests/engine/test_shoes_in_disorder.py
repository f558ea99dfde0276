"""Shoes over many rounds in which people and things do anything at any moment, and rounds are wound up.

100,000 actions in a soak over every game with a shoe. Between rounds all cards are there, and what a seat owes is owed
until it is paid.
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random

import pytest
from msgspec import UNSET

from kit import conformance
from kit.series import series
from kit.shoe_toy import GAME as SHOE_TOY
from pitboss.engine.carry import Carry
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.games import REGISTERED, load
from pitboss.store.rounds.wind_up import debtor_of, wind_up
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import OUTSIDE

GAMES = {name: load(name) for name in REGISTERED if load(name).rests} | {SHOE_TOY.name: SHOE_TOY}
ACTIONS, BLOCKS = 100_000, 8  # blocks of a soak; before them is a short one, for every test run
SHARE, SHORT = 1 + ACTIONS // (BLOCKS * len(GAMES)), 300
ROUNDS_AT_A_TABLE = 150  # more than any shoe has
WINDING_UP = 0.02  # between two rounds


@pytest.fixture(autouse=True)
def _toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTERED, SHOE_TOY.name, "kit.shoe_toy")


def setting_for(game: Game, seed: int) -> conformance.Setting:
    """Return a house that elects at random; every other one marks what it can."""
    text = conformance.texts_of(game)[-1]
    return conformance.random_setting(game, text, Random(seed)) if seed % 5 else conformance.as_it_comes(game, text)


def strange_cards(carry: Carry, house: House) -> int:
    """Return how many cards are missing or too many, in the rack and in the shoe together; none where there are no
    cards."""
    shoe = () if carry.shoe is UNSET else [card for pile in carry.shoe.cards.values() for card in pile]
    lying = Counter([card for deck in carry.decks for card in deck.cards])
    lying.update(shoe)
    whole = Counter(FULL_DECK * house.packs)
    return ((whole - lying) + (lying - whole)).total() if lying else 0


def debts(carry: Carry) -> dict[str, int]:
    return {mark: cents for mark, cents in carry.marks.items() if debtor_of(mark)}


def after_winding_up(carry: Carry) -> Carry:
    """Assert that everybody sits where he sat and owes what he owed, and the shoe is gone."""
    names = {name: number for number, name in enumerate(sorted(set(carry.players.values())), 1)}
    after, _ = wind_up(carry, [], [], names)
    assert after.shoe is UNSET
    assert debts(after) == debts(carry)
    assert after.players == carry.players
    cleared, owed = wind_up(carry, [], [], names, clear=True)
    assert not debts(cleared)
    assert not cleared.players
    sums = [sum(each.accounts.values()) for each in (carry, after, cleared)]
    assert sums[0] == sums[1] == sums[2]
    gained = cleared.accounts[OUTSIDE] - carry.accounts[OUTSIDE]
    assert gained == sum(owed.values()), "what a player owes stays with the house"
    return after


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("block", series(1, 1 + BLOCKS))
def test_whole_shoes_in_disorder(name: str, block: int) -> None:
    done = rounds = over = 0
    share = SHARE if block else SHORT
    for seed in count(block * 1_000):
        setting, chance, carry = setting_for(GAMES[name], seed), Random(seed), None
        for number in range(ROUNDS_AT_A_TABLE):
            try:
                actions, carry = conformance.check_disorder(setting, seed * 1_000 + number, carry)
            except Exception as wrong:
                wrong.add_note(f"seed {seed}, round {number}: {setting.house}")
                raise
            done, rounds, over = done + actions, rounds + 1, over + (carry is not None)
            if carry is None or done >= share:
                break
            # At a real table cards get lost and found, or one is too many: at the most one in a round.
            assert strange_cards(carry, setting.house) <= (0 if name == SHOE_TOY.name else number + 1)
            assert all(cents > 0 for cents in debts(carry).values())
            assert {debtor_of(mark) for mark in debts(carry)} <= carry.players.keys(), "nobody leaves owing"
            if chance.random() < WINDING_UP:
                carry = after_winding_up(carry)
        if done >= share:
            break
    assert over > rounds / 3


def test_the_shares_come_to_a_hundred_thousand() -> None:
    assert SHARE * BLOCKS * len(GAMES) >= ACTIONS
