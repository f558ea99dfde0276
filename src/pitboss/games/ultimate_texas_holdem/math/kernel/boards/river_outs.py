"""Count what a player can see on the river: outs against the hand, and whether the hole adds to the board.

Example: on the board 2 3 6 9 J with no flush possible, ace-king has 15 outs against it, the cards that pair the board:
one of them in the dealer's hand is enough to beat it. The hole adds nothing that makes a better class of hand.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import (
    Boards,
    Kinds,
    Lookup,
    kinds,
    lookup_for,
    sorted_boards,
    worth_by_rank,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    KINDS,
    PAIRS,
    RANK_BOARDS,
    SUIT_BOARDS,
    Five,
    board_number_of_counts,
    first_suit_board,
)
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U1, U2
from pitboss.numeric.rank_worths import CLASS, FULL_HOUSE, QUADS, STRAIGHT, TRIPS, count_ranks, straight

NO_HOLE = 255


@group("u1[:,:] u1[:,:] u1[:,:] u1[:,:]")
class Rivers(NamedTuple):
    """Two things a player sees on the river, for every board and hole, with the indices of a `Strategy`: the outs
    against the hand, and whether the hole adds to the board (a hidden hand).

    Outs are the unseen cards that would each give the dealer, together with the board alone, a better hand than the
    player's.
    """

    rank_outs: U1  # [board by ranks, pair]: outs; NO_HOLE if there is no such hole
    # [board by ranks, pair]: 1 if a hole card pairs the board or the other hole card, or the hand has a better class
    # than the board's.
    rank_hidden: U1
    suit_outs: U1  # [suit board, kind]: the same
    suit_hidden: U1  # [suit board, kind]

    def rule(self, outs_below: int) -> tuple[U1, U1]:
        """Return the strategy `by_ranks` and `by_suit` that plays with a hidden hand, or with fewer outs than this
        against the hand.
        """
        ranks = (self.rank_hidden == 1) | (self.rank_outs < outs_below)
        suits = (self.suit_hidden == 1) | (self.suit_outs < outs_below)
        return ranks.astype(np.uint8), suits.astype(np.uint8)


@group("i8[:] i8[:] i8[:] i8[:]")
class Sight(NamedTuple):
    """Work arrays for one board."""

    ranks: I8  # [rank]: cards on the board
    have: I8  # [kind of card]: cards not on the board
    six: I8  # [kind of card]: the worth of that card and the board; -1 if there is no such card
    ahead: I8  # [pair]: cards that, with the board, make the dealer more than the hole has


@part
def place_board_by_ranks(five: Five, sight: Sight) -> None:
    """Fill `sight` for a board on which no flush can be made."""
    a, b, c, d, e = five
    for x in range(13):
        sight.ranks[x] = (a == x) + (b == x) + (c == x) + (d == x) + (e == x)
        sight.have[x] = 4 - sight.ranks[x]
        sight.have[13 + x] = 0


@part
def place_suit_board(mask: int, t: int, u: int, sight: Sight) -> None:
    """Fill `sight` for the board with the ranks `mask` in the suit, and t and u elsewhere (-1 for none)."""
    for x in range(13):
        inside, outside = mask >> x & 1, (x == t) + (x == u)
        sight.ranks[x] = inside + outside
        sight.have[x] = 3 - outside
        sight.have[13 + x] = 1 - inside


@part
def class_of_board(mask: int, suited: U2, ranks: I8) -> Any:
    """Return the class of hand that the five cards of the board make."""
    if count_ranks(mask) == 5:
        return np.int64(suited[mask]) >> CLASS
    paired_ranks = most = all_ranks = 0
    for x in range(13):
        paired_ranks, most = paired_ranks + (ranks[x] >= 2), max(most, ranks[x])
        all_ranks |= int(ranks[x] > 0) << x
    if paired_ranks == 0 and straight(all_ranks) >= 0:
        return STRAIGHT
    return (
        QUADS if most == 4 else FULL_HOUSE if most == 3 and paired_ranks == 2 else TRIPS if most == 3 else paired_ranks
    )


@part
def fill_six_card_worths(mask: int, six: Lookup, suited: U2, sight: Sight) -> None:
    """Fill `sight.six` for each kind of card."""
    base, size = 0, count_ranks(mask)
    for x in range(13):
        base += sight.ranks[x] * six.number[x]
    for x in range(26):
        sight.six[x] = -1
        if sight.have[x] > 0:
            if size + (x >= 13) < 5:
                sight.six[x] = worth_by_rank(six, base + six.number[x % 13])
            else:
                sight.six[x] = suited[mask | 1 << (x - 13)] if x >= 13 else suited[mask]


@part
def count_cards_ahead(mine: Any, sight: Sight) -> int:
    """Count the cards that make the dealer, with the board alone, more than a hand of this worth."""
    count = 0
    for x in range(26):
        if sight.six[x] > mine:
            count += sight.have[x]
    return count


@part
def count_outs(mask: int, boards: Boards, kinds: Kinds, six: Lookup, outs: U1, hidden: U1, sight: Sight) -> None:
    """Fill `outs` and `hidden` for every hole on the board in `sight`.

    The holes are pairs of ranks if `outs` has 91 places, and kinds of hole if it has 338.
    """
    fill_six_card_worths(mask, six, boards.suited, sight)
    board, board_class = board_number_of_counts(sight.ranks), class_of_board(mask, boards.suited, sight.ranks)
    for hole in range(PAIRS):
        sight.ahead[hole] = count_cards_ahead(np.int64(boards.worth[board, hole]), sight)
    for kind in range(outs.shape[0]):
        a, b, hole = int(kinds.first[kind]), int(kinds.second[kind]), int(kinds.pair[kind])
        if not (sight.have[a] > (a == b) and sight.have[b] > 0):
            continue
        mine, ahead = np.int64(boards.worth[board, hole]), sight.ahead[hole]
        suit_mask = mask
        if a >= 13:
            suit_mask |= 1 << (a - 13)
        if b >= 13:
            suit_mask |= 1 << (b - 13)
        if count_ranks(suit_mask) >= 5:
            mine = np.int64(boards.suited[suit_mask])
            ahead = count_cards_ahead(mine, sight)
        outs[kind] = ahead - (sight.six[a] > mine) - (sight.six[b] > mine)
        x, y = a % 13, b % 13
        hidden[kind] = x == y or sight.ranks[x] > 0 or sight.ranks[y] > 0 or mine >> CLASS > board_class


@kernel(Boards, Kinds, Lookup, Rivers, Sight)
def fill_river_outs(boards: Boards, kinds: Kinds, six: Lookup, rivers: Rivers, sight: Sight) -> int:
    """Fill `rivers` for every board by ranks, then for every suit board."""
    rivers.rank_outs[:] = NO_HOLE
    rivers.suit_outs[:] = NO_HOLE
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        place_board_by_ranks(Five(a, b, c, d, e), sight)
                        line = board_number_of_counts(sight.ranks)
                        outs, hidden = rivers.rank_outs[line], rivers.rank_hidden[line]
                        count_outs(0, boards, kinds, six, outs, hidden, sight)
    for mask in range(8192):
        size = count_ranks(mask)
        if size < 3 or size > 5:
            continue
        line = first_suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                line += 1
                place_suit_board(mask, t, u, sight)
                count_outs(mask, boards, kinds, six, rivers.suit_outs[line], rivers.suit_hidden[line], sight)
    return 0


def new_sight() -> Sight:
    """Return work arrays for one board."""
    return Sight(*(np.zeros(places, np.int64) for places in (13, 26, 26, PAIRS)))


def river_outs() -> Rivers:
    """Return outs and hidden hands for every board and hole."""
    ranks, suits = (RANK_BOARDS, PAIRS), (SUIT_BOARDS, KINDS)
    rivers = Rivers(*(np.zeros(shape, np.uint8) for shape in (ranks, ranks, suits, suits)))
    fill_river_outs(sorted_boards(), kinds(), lookup_for(6), rivers, new_sight())
    return rivers
