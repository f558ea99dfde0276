"""Three Card Poker, N.J.A.C. 19:47-20."""

from __future__ import annotations

from pitboss.common import orders, shuffle, stub
from pitboss.engine.game import Game
from pitboss.engine.inputs import Order
from pitboss.games.three_card_poker.law import irregular, play, rack, wagers
from pitboss.games.three_card_poker.law.editions import EDITIONS
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.math.strategy import STRATEGIES
from pitboss.games.three_card_poker.papers import brief, guide, printed

GAME = Game(
    name="three-card-poker",
    title="Three Card Poker",
    subchapter="20",
    package=__name__,
    editions=EDITIONS,
    house=ThreeCardPokerHouse,
    play=play.play,
    void=irregular.void_round,
    bars={
        **shuffle.BARS,
        **wagers.BARS,
        **irregular.BARS,
        Order: orders.combine_bars(irregular.bar_order, stub.bar_count),
    },
    interruptions={
        **shuffle.INTERRUPTIONS,
        **wagers.INTERRUPTIONS,
        **irregular.INTERRUPTIONS,
        Order: orders.carry_out_order,
    },
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    orders=orders.ORDERS,
    dispute=rack.dispute,
    printed=printed.printed_layout,
    brief=brief.brief,
    guide=guide.guide,
    exact=f"{__name__}.math.exact",
    pictures=f"{__name__}.math.charts",
    checks=f"{__name__}.papers.checks",
    hold=f"{__name__}.math.hold",
    simulated=f"{__name__}.math.simulated",
    neighbors=f"{__name__}.math.seen_hands",
)
