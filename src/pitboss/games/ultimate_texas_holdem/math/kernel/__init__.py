"""Count Ultimate Texas Hold 'Em exactly: a fast kernel for a deck of 52, and a plain one for any deck (`plain`).

The game. A player holds two cards (the *hole*), five cards are common (the *board*), and the dealer holds two. The
player may raise before the flop; if not, on the flop; if not, he plays or folds on the river. Both hands are the best
five of seven cards, and the dealer qualifies with a pair. There are 1326 holes. For each there are 19,600 flops, 1081
ways to deal turn and river after it, and 990 dealer hands: DEALS = C(50, 3) * C(47, 2) * C(45, 2). We want, for each
hole, the sum over all deals of what optimal play brings. All sums are whole numbers; nothing is rounded or sampled.

The recursion. On the river the value of a hole is max(play, fold), each summed over the 990 dealer hands. The value of
a flop is the larger of two sums over the 1081 runouts: of the river values (checked), or of the raise. The value of a
hole is the larger of the sum of flop values, and of raising, over all boards. So the work is to know, for each hole and
board, how many dealer hands do not qualify, lose and tie (`payments`).

The symmetry. Suits matter only for flushes, and a flush needs three cards of one suit on the board. So:

1. If no suit is on the board three times, only ranks matter: 6175 boards by 91 pairs of ranks.
2. If one is, that suit matters against the other three together: 36,608 boards (which ranks are in the suit, which
   elsewhere) by at most 338 kinds of hole, seen from that suit. Only one suit can be there three times.

Write r(b, h) for the value of hole h on board b by ranks, as if no flush could be made, and s(b, h) for the true value
where one suit can make one. The sum over the runouts of a flop is then

    sum of r(b, h)  +  for each suit on the flop: sum of s(b, h) - r(b, h) over the boards b with 3+ of that suit.

The first sum depends on ranks alone (455 flops by 91 pairs). The second, for one suit, depends on how the flop and the
hole look from that suit (2483 rows by 338 kinds), and is the same for all four suits. So two tables that fit in memory
give the value of every flop for every hole with four lookups. `numbering` says how all of these are numbered.

The passes, and the arrays each one fills (`boards.solution` runs them):

    sort_boards           Boards.worth, Boards.order   the worth and order of holes by ranks, once for all payments
    value_by_ranks        ByRanks.river, .tally, .sums r(b, h), and the dealer's hands behind it
    value_share_by_suit   BySuit.table, .sums, .counts s(b, h) - r(b, h), added up on the flop rows
    sum_rank_runouts      FlopSums.by_ranks            r(b, h), added up on the flops by ranks
    share_of_flops        Asked.raises, .out, .worth   the value of each flop and the decision there, for each hole

The way back fills the same arrays with numbers of visits instead of values, from the flops to the boards; then
`count_ends_share` and `count_ends_by_ranks` count how the rounds end.

Payments are an argument, `RoundPayments`: the player's result of the whole round in whole units, by its end.

Conventions. In comments an array is described by its indices, [board, pair, (checked, raised)] for example. A comment
names the slot that holds a total, if there is one. The *worth* of a hand is its number in the ranking; a *value* is an
amount of money, summed over deals.

Where things are:

    numbering      how boards, flops and holes are numbered
    hole_tables    the kinds of hole, and the worth of each hole on each board by ranks
    holes          the 169 starting holes
    payments       the payments of a round (`RoundPayments`), and as factors of the counts
    work_arrays    the arrays that are filled again for each board

    boards/        dealer_hands: counts the dealer's hands against each hole on a board. boards_by_ranks: all boards by
                   ranks. flush_board: one board with three or more of a suit; boards_by_suits: all of them. runouts:
                   between a flop and its boards. flops: values of flops, and decisions there. river_outs: outs.
                   solution: the whole game, from its end to its beginning and back
    known_cards/   known_boards: boards for a player who knows one or both of the dealer's cards; flop_cubes: their
                   flops. exposed_cards: the whole game for a player who has seen cards too early. single_hole: one hole
                   before the flop, whatever is known. dealer_card_check: one known dealer card, counted another way, to
                   check `exposed_cards`
    play/          strategy_lookup: where a strategy is looked up. dealt_rounds: rounds dealt and played by the million;
                   shared_cards: the same for players who share what they see
    plain/         plain_game: the game counted slowly, from any deck; a single situation. plain_boards: every board,
                   hole and dealer hand of it

The parameter `own` is how many of its own cards a hand must use: 0 at this game, or 2 under another reading of the law.

The longest passes (`value_by_suit`, `count_ends_by_suit`, `process_flops`) give each of two threads an equal share; the
kernel that is compiled computes one share.

Example, by hand. On a board of the ranks 2 3 6 9 J with no flush possible, ace-king meets 990 dealer hands. Of the 45
cards left, 30 do not pair the board. Of their 435 hands 42 are pairs, and 16 are 5-4, which makes a straight. The other
377 do not qualify: 9 are ace-king and tie, 368 are beaten. So low is 377, beaten 368 and tied 9. If the whole board is
hearts and ace-king has none, each of the eight hearts left beats the flush on the board, and the C(37, 2) = 666 hands
without one tie. Then s(b, h) - r(b, h) is what these counts bring, less what the counts by ranks bring.
"""

from pitboss.games.ultimate_texas_holdem.math.kernel.boards.boards_by_ranks import count_ends_by_ranks, value_by_ranks
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.boards_by_suits import count_ends_share, value_share_by_suit
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.flops import list_flops, share_of_flops
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.river_outs import fill_river_outs, river_outs
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.runouts import sum_rank_runouts
from pitboss.games.ultimate_texas_holdem.math.kernel.boards.solution import (
    Distribution,
    Solution,
    Strategy,
    distribution,
    flop_values,
    solve,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import sort_boards
from pitboss.games.ultimate_texas_holdem.math.kernel.holes import (
    DEALERS,
    DEALS,
    FLOPS,
    HOLES,
    RANKS,
    RUNOUTS,
    SEEN_DEALS,
    STARTING,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards.dealer_card_check import (
    SeenHole,
    solve_with_dealer_card,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards.exposed_cards import KERNELS as KNOWN_CARD_KERNELS
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards.exposed_cards import (
    Glimpses,
    value_glimpses,
    value_one_dealer_card,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.known_cards.single_hole import before_the_flop, first_decision
from pitboss.games.ultimate_texas_holdem.math.kernel.payments import RoundPayments
from pitboss.games.ultimate_texas_holdem.math.kernel.plain.plain_boards import play_boards
from pitboss.games.ultimate_texas_holdem.math.kernel.play.dealt_rounds import play_dealt, play_units
from pitboss.games.ultimate_texas_holdem.math.kernel.play.shared_cards import share_dealt

__all__ = [
    "DEALERS",
    "DEALS",
    "FLOPS",
    "HOLES",
    "KERNELS",
    "RANKS",
    "RUNOUTS",
    "SEEN_DEALS",
    "STARTING",
    "Distribution",
    "Glimpses",
    "RoundPayments",
    "SeenHole",
    "Solution",
    "Strategy",
    "distribution",
    "first_decision",
    "flop_values",
    "river_outs",
    "solve",
    "solve_with_dealer_card",
    "value_glimpses",
    "value_one_dealer_card",
]

KERNELS = (
    sort_boards,
    value_by_ranks,
    value_share_by_suit,
    count_ends_share,
    sum_rank_runouts,
    count_ends_by_ranks,
    list_flops,
    share_of_flops,
    fill_river_outs,
    play_boards,
    before_the_flop,
    play_dealt,
    play_units,
    share_dealt,
    *KNOWN_CARD_KERNELS,
)
