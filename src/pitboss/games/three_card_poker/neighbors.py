"""Three Card Poker for one who has seen the neighbors' hands: every hand left to the dealer counted, deal by deal."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.neighbors import Seen, summed
from pitboss.games.three_card_poker import exact, simulated
from pitboss.games.three_card_poker.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.ranking import FROM_THE_LOWEST
from pitboss.games.three_card_poker.wagers import ANTE
from pitboss.law.rules import Rules
from pitboss.numeric.choices import number
from pitboss.numeric.draws import CARDS, unit_cards

from pitboss.games.three_card_poker import kernel  # isort: skip
import numpy as np  # isort: skip


def neighbors(rules: Rules, house: ThreeCardPokerHouse, bet: int, seen: int, deals: int, seed: int) -> Seen:
    if not 1 <= seen < house.seats:
        most = house.seats - 1
        raise ImpossibleError(f"{seen} neighbors cannot be seen at a table of {house.seats}; ask for 1 to {most}")
    made, paid = simulated.hands(rules), exact.nets(rules, house)
    plays = simulated.plays(rules, house, None, {ANTE: bet})
    tables = kernel.Tables(made.strength, made.made, made.dealer_plays, plays[None])
    in_all = comb(CARDS - 3 - 3 * seen, 3) * paid.parts
    lost = []
    for deal in range(deals):
        known = unit_cards(seed, deal, 3 + 3 * seen)
        against = np.zeros(kernel.RESULTS, np.int64)
        kernel.dealers_left(np.array(known, np.uint8), tables, against)
        hand = number(known[:3])
        idle, above, level, below = against.tolist()
        gain = paid.gain((idle, above, level, below), FROM_THE_LOWEST[made.made[hand]])
        lost.append(Fraction(max(gain, 0) - (gain if plays[hand] else 0), in_all))
    return Seen(seen, exact.UNIT, exact.ante_and_play(rules, house).house_edge, (summed(lost),))
