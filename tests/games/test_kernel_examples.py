"""The examples by hand in the docstrings of kernels, counted by stepping through the Python functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pitboss.analysis import setting
from pitboss.common.punto_banco.math import simulated as punto_banco
from pitboss.games.casino_war.math import kernel as casino_war
from pitboss.games.craps.math import kernel as craps
from pitboss.games.let_it_ride.math import kernel as let_it_ride
from pitboss.games.three_card_poker.math import kernel as three_card_poker
from pitboss.games.three_card_poker.math import simulated as three_cards
from pitboss.games.winners_pot_poker.math.kernel import HANDS, Hands, pots, rounds
from pitboss.games.winners_pot_poker.math.kernel.hands import rank_addends, sum_of_ranks
from pitboss.numeric import punto_banco_shoes
from pitboss.numeric.draws import FACES
from pitboss.table.cards import RANKS


def numbers_of(text: str) -> list[int]:
    """Return the kernels' numbers of cards such as "2h 4d"."""
    return [4 * "23456789TJQKA".index(card[0]) + "cdhs".index(card[1]) for card in text.split()]


def test_three_card_poker_compares_ten_hands() -> None:
    ranked = three_cards.hands(setting("three-card-poker").rules)
    tables = three_card_poker.Tables(
        ranked.strength, ranked.class_index, ranked.dealer_plays, np.zeros((1, len(ranked.strength)), np.uint8)
    )
    own, left = numbers_of("Jh Js Ac"), numbers_of("5c 9h Jc Jd As")
    others = [card for card in range(52) if card not in (*own, *left)]
    against = np.zeros(three_card_poker.RESULTS, np.int64)
    three_card_poker.dealers_left.python(np.array([*own, *others], np.uint8), tables, against)
    assert against.tolist() == [2, 7, 1, 0]


def test_let_it_ride_numbers_sets_and_codes_rounds() -> None:
    cards = np.array([[2, 0, 1, 3], [2, 0, 1, 4]], np.uint8).T.copy()
    of_three, of_four = np.zeros(2, np.uint32), np.zeros(2, np.uint32)
    let_it_ride.number_sets(cards, 0, 3, 2, of_three, of_four)
    assert (of_three.tolist(), of_four.tolist()) == ([0, 0], [0, 1])
    class_one_and_rides, rides_beside_bet_1 = np.uint8(0b11), np.uint8(0b10)
    assert let_it_ride.round_code(class_one_and_rides, rides_beside_bet_1, np.uint8(5)) == 60


def test_winners_pot_poker_divides_ten_ranks() -> None:
    empty: Any = np.zeros(0)
    tables = Hands(*[empty] * len(Hands._fields))._replace(adds=rank_addends())
    room = pots.new_room()
    room.held[:3] = 4, 4, 2
    count = pots.divide_ranks(tables, room)
    ways = room.lines[:count, 3].tolist()
    assert (count, sum(ways)) == (13, 252)
    four_deuces = sum_of_ranks((0, 0, 0, 0, 1)), sum_of_ranks((1, 1, 1, 2, 2))
    (line,) = (line for line in room.lines[:count].tolist() if tuple(line[1:3]) == four_deuces)
    assert (line[0], line[3]) == (5, 4)


def test_winners_pot_poker_sums_and_cases() -> None:
    assert sum_of_ranks((11, 12, 12, 12, 12)) == 0  # A-A-A-A-K
    assert sum_of_ranks((0, 0, 0, 0, 1)) == HANDS - 1
    assert [rounds.pot_case(2, staying, four) for staying, four in [(1, 0), (1, 1), (2, 0)]] == [0, 1, 2]


def test_casino_war_goes_to_war_and_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    def next_card(key: Any, unit: Any, shoe: Any, at: Any) -> Any:
        """Deal the shoe in order."""
        return shoe[at]

    monkeypatch.setattr(casino_war, "draw_card", next_card)
    shoe = np.array(numbers_of("7h 7s 2c 2d 2h 9c 8c"), np.uint8)
    table = casino_war.Table(np.ones((1, 13), np.uint8), 0, 0, 0, 0)
    ends = np.zeros((1, 3), np.int64)
    assert casino_war.play_round(0, 0, shoe, 0, table, ends) == 2 + 3 + 2
    assert ends.tolist() == [[casino_war.WAR_WON, 1, casino_war.NOT_TIED_IN_WAR]]


def test_craps_follows_a_chain_of_two_states() -> None:
    then = np.zeros((1, 2 * FACES), np.uint16)
    then[0, 5] = FACES
    then[0, FACES:] = FACES
    chains = craps.Tables(then, np.array([FACES], np.uint16))
    first_throw_5 = -(-5 * 2**32 // FACES)
    assert craps.throws_of(first_throw_5, chains, 0, 0) == (FACES, 1)


def test_punto_banco_with_two_nines_and_four_kings() -> None:
    study: Any = setting("minibaccarat")
    drawing = punto_banco.tables(study.rules, study.house)
    _, unseen, ways = punto_banco_shoes.scratch()
    unseen[RANKS.index("9")], unseen[RANKS.index("K")] = 2, 4
    assert punto_banco_shoes.count_ways(unseen, drawing, ways) == 720
    by_winner: dict[str, int] = {}
    for (winner, _), count in zip(punto_banco.KINDS, ways[: punto_banco_shoes.KINDS].tolist(), strict=True):
        by_winner[winner] = by_winner.get(winner, 0) + count
    assert sorted(by_winner.values()) == [240, 240, 240]
