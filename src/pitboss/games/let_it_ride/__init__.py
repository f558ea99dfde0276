"""Let It Ride Poker, N.J.A.C. 19:47-18."""

from __future__ import annotations

from pitboss.common import orders, shuffle
from pitboss.common.incomplete_wagers import SEND_BACK
from pitboss.engine.game import Game
from pitboss.games.let_it_ride.law import irregular, play, rack, wagers
from pitboss.games.let_it_ride.law.editions import EDITIONS
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.math.strategy import STRATEGIES
from pitboss.games.let_it_ride.papers import brief, guide, printed

GAME = Game(
    name="let-it-ride",
    title="Let It Ride Poker",
    subchapter="18",
    package=__name__,
    editions=EDITIONS,
    house=LetItRideHouse,
    play=play.play,
    void=irregular.void_round,
    bars={**shuffle.BARS, **wagers.BARS, **irregular.BARS},
    interruptions={**shuffle.INTERRUPTIONS, **wagers.INTERRUPTIONS, **irregular.INTERRUPTIONS},
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    orders=(*orders.ORDERS, SEND_BACK),
    unblock=wagers.UNFINISHED.unblock,
    more_inputs=(wagers.DeviceFault, wagers.ExtraBonusChip),
    dispute=rack.dispute,
    printed=printed.printed_layout,
    brief=brief.brief,
    guide=guide.guide,
    exact=f"{__name__}.math.exact",
    pictures=f"{__name__}.math.charts",
    checks=f"{__name__}.papers.checks",
    hold=f"{__name__}.math.hold",
    simulated=f"{__name__}.math.simulated",
)
