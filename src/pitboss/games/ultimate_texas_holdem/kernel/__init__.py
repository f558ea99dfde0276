"""Ultimate Texas Hold 'Em, counted: the fast kernel for a deck of 52, and a plain one for any deck (`plain`).

What a hole and a board are worth against all dealer hands depends on little. Where no suit is on the board three times,
no flush can be made and only ranks matter: 6,175 boards by 91 holes. Where one is, that suit matters against the other
three together: 36,608 boards (which ranks the suit has, which ranks the others) by at most 338 kinds of hole. The worth
of a hole on a flop is then the sum by ranks over all turns and rivers, corrected, for each suit on the flop, by what
changes where that suit comes to three or more. These corrections are sums over the same 36,608 boards and are shared by
all flops and holes that look alike from that suit.

    numbering      how boards, flops and holes are numbered
    hole_tables    the kinds of hole, and what each hole is worth on each board by ranks
    holes          the 169 starting holes
    payments       what a round brings (`Pay`), and as factors of what is counted
    work_arrays    the arrays that counting works in

    boards/        dealer_hands: the dealer's hands against each hole on a board. boards_by_ranks: all boards by ranks.
                   flush_board: one board with three or more of a suit; boards_by_suits: all of them. runouts: between a
                   flop and its boards. flops: flops put together, and decided. river_outs: outs. solution: the whole
                   game, from its end to its beginning and back
    known_cards/   known_boards: boards for one who knows one or both of the dealer's cards; flop_cubes: their flops put
                   together. exposed_cards: the whole game for one who has seen cards too early. single_hole: one hole
                   before the flop, whatever is known. dealer_card_check: a dealer card known, counted another way, to
                   check `exposed_cards` by
    play/          strategy_lookup: where a way to play is looked up. dealt_rounds: rounds dealt and played by the
                   million; shared_cards: the same by players who share what they see
    plain/         plain_game: the game again, slowly and from any deck; a single situation. plain_boards: every board,
                   hole and dealer hand of it

The longest passes (`by_suit`, `book_suits`, `at_flops`) give each of two threads an equal share. What is compiled is
the share.

Payments are an argument, `Pay`: what the whole round brings the player in whole units, by how it ended. Counting goes
both ways: `solve` from the river back to the first decision, `distribution` from the first decision to the river.
"""

from pitboss.games.ultimate_texas_holdem.kernel.boards.boards_by_ranks import book_ranks, by_ranks
from pitboss.games.ultimate_texas_holdem.kernel.boards.boards_by_suits import share_booked, share_by_suit
from pitboss.games.ultimate_texas_holdem.kernel.boards.flops import list_flops, share_at_flops
from pitboss.games.ultimate_texas_holdem.kernel.boards.river_outs import look_at_rivers, river_outs
from pitboss.games.ultimate_texas_holdem.kernel.boards.runouts import to_rank_flops
from pitboss.games.ultimate_texas_holdem.kernel.boards.solution import (
    Distribution,
    Solution,
    Strategy,
    distribution,
    flop_values,
    solve,
)
from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import sort_boards
from pitboss.games.ultimate_texas_holdem.kernel.holes import (
    DEALERS,
    DEALS,
    FLOPS,
    HOLES,
    RANKS,
    RUNOUTS,
    SEEN_DEALS,
    STARTING,
)
from pitboss.games.ultimate_texas_holdem.kernel.known_cards.dealer_card_check import SeenHole, seen_card
from pitboss.games.ultimate_texas_holdem.kernel.known_cards.exposed_cards import KERNELS as OF_GLIMPSES
from pitboss.games.ultimate_texas_holdem.kernel.known_cards.exposed_cards import Glimpses, one_alone, seen_early
from pitboss.games.ultimate_texas_holdem.kernel.known_cards.single_hole import before_the_flop, first_decision
from pitboss.games.ultimate_texas_holdem.kernel.payments import Pay
from pitboss.games.ultimate_texas_holdem.kernel.plain.plain_boards import play_boards
from pitboss.games.ultimate_texas_holdem.kernel.play.dealt_rounds import play_dealt, play_units
from pitboss.games.ultimate_texas_holdem.kernel.play.shared_cards import share_dealt

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
    "Pay",
    "SeenHole",
    "Solution",
    "Strategy",
    "distribution",
    "first_decision",
    "flop_values",
    "one_alone",
    "river_outs",
    "seen_card",
    "seen_early",
    "solve",
]

KERNELS = (
    sort_boards,
    by_ranks,
    share_by_suit,
    share_booked,
    to_rank_flops,
    book_ranks,
    list_flops,
    share_at_flops,
    look_at_rivers,
    play_boards,
    before_the_flop,
    play_dealt,
    play_units,
    share_dealt,
    *OF_GLIMPSES,
)
