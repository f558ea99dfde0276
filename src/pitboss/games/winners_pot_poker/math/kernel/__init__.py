"""Count Winner's Pot Poker exactly: what happens to the pot of two players and the dealer. And play it by the million.

    hands   sets of ranks by number, and the order of strength
    pots    all deals of three hands
    rounds  rounds of up to nine players

For the count, a player folds or stays by the ranks of his own cards alone. How often each hand folds with three cards,
with four, or not at all is an argument. So is the order of strength: the game's own ranking says which hand is higher.
"""

from pitboss.games.winners_pot_poker.math.kernel.hands import HANDS, STRENGTHS, Deck, Hands, deck, hands, ranks_of
from pitboss.games.winners_pot_poker.math.kernel.pots import COLUMNS, cached_counts, count_pots
from pitboss.games.winners_pot_poker.math.kernel.rounds import play_dealt, play_units

__all__ = ["COLUMNS", "HANDS", "KERNELS", "STRENGTHS", "Deck", "Hands", "cached_counts", "deck", "hands", "ranks_of"]

KERNELS = (count_pots, play_dealt, play_units)
