"""The value of seeing the neighbors' hands at Three Card Poker: samples deals and counts every hand left to the
dealer."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.neighbors import NeighborsGain, sum_losses
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.ranking import FROM_THE_LOWEST
from pitboss.games.three_card_poker.law.wagers import ANTE
from pitboss.games.three_card_poker.math import exact, simulated
from pitboss.law.rules import Rules
from pitboss.numeric.choices import set_number
from pitboss.numeric.draws import CARDS, unit_cards

from pitboss.games.three_card_poker.math import kernel  # isort: skip
import numpy as np  # isort: skip


def neighbors(rules: Rules, house: ThreeCardPokerHouse, bet: int, seen: int, deals: int, seed: int) -> NeighborsGain:
    if not 1 <= seen < house.seats:
        most = house.seats - 1
        raise ImpossibleError(f"{seen} neighbors cannot be seen at a table of {house.seats}; ask for 1 to {most}")
    hands, net_results = simulated.hands(rules), exact.nets(rules, house)
    plays = simulated.plays(rules, house, None, {ANTE: bet})
    tables = kernel.Tables(hands.strength, hands.class_index, hands.dealer_plays, plays[None])
    total_parts = comb(CARDS - 3 - 3 * seen, 3) * net_results.parts
    losses = []
    for deal_number in range(deals):
        known_cards = unit_cards(seed, deal_number, 3 + 3 * seen)
        against = np.zeros(kernel.RESULTS, np.int64)
        kernel.dealers_left(np.array(known_cards, np.uint8), tables, against)
        hand = set_number(known_cards[:3])
        idle, above, level, below = against.tolist()
        gain = net_results.gain((idle, above, level, below), FROM_THE_LOWEST[hands.class_index[hand]])
        losses.append(Fraction(max(gain, 0) - (gain if plays[hand] else 0), total_parts))
    return NeighborsGain(seen, exact.UNIT, exact.ante_and_play(rules, house).house_edge, (sum_losses(losses),))
