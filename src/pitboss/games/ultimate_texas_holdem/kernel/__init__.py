"""Ultimate Texas Hold 'Em, counted: the fast kernel for a deck of 52, and a plain one for any deck (`plain`).

What a hole and a board are worth against all dealer hands depends on little. Where no suit is on the board three times,
no flush can be made and only ranks matter: 6,175 boards by 91 holes. Where one is, that suit matters against the other
three together: 36,608 boards (which ranks the suit has, which ranks the others) by at most 338 kinds of hole. The worth
of a hole on a flop is then the sum by ranks over all turns and rivers, corrected, for each suit on the flop, by what
changes where that suit comes to three or more. These corrections are sums over the same 36,608 boards and are shared by
all flops and holes that look alike from that suit.

    numbering     how boards, flops and holes are numbered
    tables        the kinds of hole, and what each hole is worth on each board by ranks
    holes         the 169 starting holes
    payments      what a round brings (`Pay`), and as factors of what is counted
    desk          the arrays that counting works in
    dealers       the dealer's hands against each hole on a board
    ranks         all boards by ranks
    flushes       one board with three or more of a suit
    suits         all such boards
    runouts       between a flop and its boards
    flops         flops put together, and decided
    rivers        outs
    solving       the whole game, from its end to its beginning and back
    known         boards for one who knows one or both of the dealer's cards
    cubes         their flops put together
    glimpses      the whole game for one who has seen cards too early
    single        one hole before the flop, whatever is known
    seen          the same with a dealer card known, another way: to check `glimpses` by
    places        where a way to play is looked up
    rounds        rounds dealt and played by the million
    shared        the same by players who share what they see
    plain         the game again, slowly and from any deck; a single situation
    plain_boards  every board, hole and dealer hand of it

The longest passes (`by_suit`, `book_suits`, `at_flops`) give each of two threads an equal share. What is compiled is
the share.

Payments are an argument, `Pay`: what the whole round brings the player in whole units, by how it ended. Counting goes
both ways: `solve` from the river back to the first decision, `distribution` from the first decision to the river.
"""

from pitboss.games.ultimate_texas_holdem.kernel.flops import list_flops, share_at_flops
from pitboss.games.ultimate_texas_holdem.kernel.glimpses import KERNELS as OF_GLIMPSES
from pitboss.games.ultimate_texas_holdem.kernel.glimpses import Glimpses, one_alone, seen_early
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
from pitboss.games.ultimate_texas_holdem.kernel.payments import Pay
from pitboss.games.ultimate_texas_holdem.kernel.plain_boards import play_boards
from pitboss.games.ultimate_texas_holdem.kernel.ranks import book_ranks, by_ranks
from pitboss.games.ultimate_texas_holdem.kernel.rivers import look_at_rivers, river_outs
from pitboss.games.ultimate_texas_holdem.kernel.rounds import play_dealt, play_units
from pitboss.games.ultimate_texas_holdem.kernel.runouts import to_rank_flops
from pitboss.games.ultimate_texas_holdem.kernel.seen import SeenHole, seen_card
from pitboss.games.ultimate_texas_holdem.kernel.shared import share_dealt
from pitboss.games.ultimate_texas_holdem.kernel.single import before_the_flop, first_decision
from pitboss.games.ultimate_texas_holdem.kernel.solving import (
    Distribution,
    Solution,
    Strategy,
    distribution,
    flop_values,
    solve,
)
from pitboss.games.ultimate_texas_holdem.kernel.suits import share_booked, share_by_suit
from pitboss.games.ultimate_texas_holdem.kernel.tables import sort_boards

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
