"""What a player can count on the river at the table: outs, and whether the hole adds to the board."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import (
    Boards,
    Kinds,
    Lookup,
    kinds,
    lookup_for,
    sorted_boards,
    worth_by_rank,
)
from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    KINDS,
    PAIRS,
    RANK_BOARDS,
    SUIT_BOARDS,
    Five,
    board_of_counts,
    suit_board,
)
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U1, U2
from pitboss.numeric.rank_worths import CLASS, FULL_HOUSE, QUADS, STRAIGHT, TRIPS, count_ranks, straight

NO_HOLE = 255


@group("u1[:,:] u1[:,:] u1[:,:] u1[:,:]")
class Rivers(NamedTuple):
    """Every board and hole, in the order of a `Strategy`; NO_HOLE outs where there is no such hole.

    Outs are the unseen cards any one of which makes the dealer, with the board alone, a better hand than the player's.
    `hidden` is 1 where a hole card pairs the board or the other, or the hand is of a better class than the board's.
    """

    rank_outs: U1
    rank_hidden: U1
    suit_outs: U1
    suit_hidden: U1

    def rule(self, outs_below: int) -> tuple[U1, U1]:
        """Play with a hidden pair or better, or with fewer outs against one than this: `by_ranks` and `by_suit`."""
        ranks = (self.rank_hidden == 1) | (self.rank_outs < outs_below)
        suits = (self.suit_hidden == 1) | (self.suit_outs < outs_below)
        return ranks.astype(np.uint8), suits.astype(np.uint8)


@group("i8[:] i8[:] i8[:] i8[:]")
class Sight(NamedTuple):
    """Room for one board."""

    ranks: I8  # [rank]: cards on the board
    have: I8  # [kind of card]: cards not on the board
    six: I8  # [kind of card]: what the dealer has with it and the board alone; -1 where there is no such card
    ahead: I8  # [hole by ranks]: cards that make the dealer more than the hole has


@part
def lay_ranks(five: Five, sight: Sight) -> None:
    """A board on which no flush can be made."""
    a, b, c, d, e = five
    for x in range(13):
        sight.ranks[x] = (a == x) + (b == x) + (c == x) + (d == x) + (e == x)
        sight.have[x] = 4 - sight.ranks[x]
        sight.have[13 + x] = 0


@part
def lay_suit(mask: int, t: int, u: int, sight: Sight) -> None:
    """The board with these ranks in the suit, and t and u elsewhere."""
    for x in range(13):
        inside, outside = mask >> x & 1, (x == t) + (x == u)
        sight.ranks[x] = inside + outside
        sight.have[x] = 3 - outside
        sight.have[13 + x] = 1 - inside


@part
def class_of_board(mask: int, suited: U2, ranks: I8) -> Any:
    """The class of hand that the board's five make."""
    if count_ranks(mask) == 5:
        return np.int64(suited[mask]) >> CLASS
    paired = most = one = 0
    for x in range(13):
        paired, most = paired + (ranks[x] >= 2), max(most, ranks[x])
        one |= int(ranks[x] > 0) << x
    if paired == 0 and straight(one) >= 0:
        return STRAIGHT
    return QUADS if most == 4 else FULL_HOUSE if most == 3 and paired == 2 else TRIPS if most == 3 else paired


@part
def six_cards(mask: int, six: Lookup, suited: U2, sight: Sight) -> None:
    """What the dealer has with the board and each kind of card."""
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
def cards_ahead(mine: Any, sight: Sight) -> int:
    """How many cards make the dealer more with the board alone than a hand is worth."""
    many = 0
    for x in range(26):
        if sight.six[x] > mine:
            many += sight.have[x]
    return many


@part
def one_board(mask: int, boards: Boards, kinds: Kinds, six: Lookup, outs: U1, hidden: U1, sight: Sight) -> None:
    """Every hole on the board in sight: by ranks if `outs` has a place for each of these, else each kind of hole."""
    six_cards(mask, six, boards.suited, sight)
    board, own = board_of_counts(sight.ranks), class_of_board(mask, boards.suited, sight.ranks)
    for hole in range(PAIRS):
        sight.ahead[hole] = cards_ahead(np.int64(boards.worth[board, hole]), sight)
    for kind in range(outs.shape[0]):
        a, b, hole = int(kinds.first[kind]), int(kinds.second[kind]), int(kinds.pair[kind])
        if not (sight.have[a] > (a == b) and sight.have[b] > 0):
            continue
        mine, many = np.int64(boards.worth[board, hole]), sight.ahead[hole]
        whole = mask
        if a >= 13:
            whole |= 1 << (a - 13)
        if b >= 13:
            whole |= 1 << (b - 13)
        if count_ranks(whole) >= 5:
            mine = np.int64(boards.suited[whole])
            many = cards_ahead(mine, sight)
        outs[kind] = many - (sight.six[a] > mine) - (sight.six[b] > mine)
        x, y = a % 13, b % 13
        hidden[kind] = x == y or sight.ranks[x] > 0 or sight.ranks[y] > 0 or mine >> CLASS > own


@kernel(Boards, Kinds, Lookup, Rivers, Sight)
def look_at_rivers(boards: Boards, kinds: Kinds, six: Lookup, found: Rivers, sight: Sight) -> int:
    """Every board on which no flush can be made, then every board with three or more of a suit."""
    found.rank_outs[:] = NO_HOLE
    found.suit_outs[:] = NO_HOLE
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        lay_ranks(Five(a, b, c, d, e), sight)
                        line = board_of_counts(sight.ranks)
                        outs, hidden = found.rank_outs[line], found.rank_hidden[line]
                        one_board(0, boards, kinds, six, outs, hidden, sight)
    for mask in range(8192):
        size = count_ranks(mask)
        if size < 3 or size > 5:
            continue
        line = suit_board(mask, size) - 1
        for t in range(-1 if size == 5 else 0, 0 if size == 5 else 13):
            for u in range(0 if size == 3 else -1, t + 1 if size == 3 else 0):
                line += 1
                lay_suit(mask, t, u, sight)
                one_board(mask, boards, kinds, six, found.suit_outs[line], found.suit_hidden[line], sight)
    return 0


def new_sight() -> Sight:
    return Sight(*(np.zeros(places, np.int64) for places in (13, 26, 26, PAIRS)))


def river_outs() -> Rivers:
    ranks, suits = (RANK_BOARDS, PAIRS), (SUIT_BOARDS, KINDS)
    found = Rivers(*(np.zeros(shape, np.uint8) for shape in (ranks, ranks, suits, suits)))
    look_at_rivers(sorted_boards(), kinds(), lookup_for(6), found, new_sight())
    return found
