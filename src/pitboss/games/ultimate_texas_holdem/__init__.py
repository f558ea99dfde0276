"""Ultimate Texas Hold 'Em, N.J.A.C. 19:47-32."""

from __future__ import annotations

from pitboss.common import orders, shuffle
from pitboss.common.incomplete_wagers import SEND_BACK
from pitboss.engine.game import Game
from pitboss.engine.incidents.incident_kinds import MissedBurn
from pitboss.games.ultimate_texas_holdem.law import irregular, play, rack, wagers
from pitboss.games.ultimate_texas_holdem.law.editions import EDITIONS
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.math.strategy import STRATEGIES
from pitboss.games.ultimate_texas_holdem.papers import brief, guide, printed

GAME = Game(
    name="ultimate-texas-holdem",
    title="Ultimate Texas Hold 'Em",
    subchapter="32",
    package=__name__,
    editions=EDITIONS,
    house=UltimateHouse,
    play=play.play,
    void=irregular.void_round,
    bars={**wagers.BARS, **irregular.BARS, **shuffle.BARS},
    interruptions={**wagers.INTERRUPTIONS, **irregular.INTERRUPTIONS, **shuffle.INTERRUPTIONS},
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    orders=(*orders.ORDERS, SEND_BACK),
    unblock=wagers.UNFINISHED.unblock,
    more_inputs=(MissedBurn,),
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
    askable=f"{__name__}.math.what_if",
    quick=False,
)
