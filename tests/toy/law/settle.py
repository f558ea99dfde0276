"""Settlement (99.5): turn, compare, collect what lost, return what is level, pay what won."""

from __future__ import annotations

from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.law.force import rule
from pitboss.table.card_steps import CollectCards, TurnHand
from pitboss.table.cards import RANK_OF
from pitboss.table.paytable import show, winnings
from pitboss.table.steps import CollectWager, PayWager, ReturnWager
from pitboss.table.table import DEALER, hand
from toy.law.house import HighCardHouse, base_table
from toy.law.wagers import BET


@rule("99.1", 0)
def rank(card: str) -> int:
    return RANK_OF[card[0]]


def settle(r: Round[HighCardHouse]) -> Procedure:
    """Settle all wagers, counterclockwise from the dealer's right."""
    t = r.table
    for position in t.live_positions()[::-1]:
        yield TurnHand("99.5(a)", t.owners[position], position, t.faces(hand(position)))
        yield from settle_wager(r, position)
    for place in (*map(hand, t.live_positions()[::-1]), DEALER):
        yield CollectCards("99.5(f)", place)


def settle_wager(r: Round[HighCardHouse], position: int) -> Procedure:
    t = r.table
    seat, stake = t.owners[position], t.wager(position, BET)
    cards = (*t.faces(hand(position)), *t.faces(DEALER))
    mine, dealers = map(rank, cards)
    if mine < dealers:
        yield CollectWager("99.5(b)", seat, position, BET, stake, cards, "lower card")
    elif mine == dealers:
        yield ReturnWager("99.5(c)", seat, position, BET, stake, "the cards are of one rank")
    else:
        table, made = base_table(), "higher card"
        rate = table.rate(made)
        assert rate is not None
        cents = winnings(rate, stake)
        yield PayWager("99.5(d)", seat, position, BET, table.cite, stake, cards, made, show(rate), cents)
