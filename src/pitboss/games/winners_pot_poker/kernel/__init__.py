"""Winner's Pot Poker, counted: what becomes of the pot of two players and the dealer. And played by the million.

    hands   sets of ranks by number, and the order of strength
    pots    all deals of three hands
    rounds  rounds of up to nine players

In the first two a player folds or stays by the ranks of the own cards alone. How often each hand folds with three
cards, with four or not at all is an argument, and so is the order of strength: the game's own ranking says what is
higher.
"""

from pitboss.games.winners_pot_poker.kernel.hands import HANDS, STRENGTHS, Deck, Hands, deck, hands, ranks_of
from pitboss.games.winners_pot_poker.kernel.pots import COLUMNS, count_pots, counted
from pitboss.games.winners_pot_poker.kernel.rounds import play_dealt, play_units

__all__ = ["COLUMNS", "HANDS", "KERNELS", "STRENGTHS", "Deck", "Hands", "counted", "deck", "hands", "ranks_of"]

KERNELS = (count_pots, play_dealt, play_units)
