"""Winner's Pot Poker, N.J.A.C. 19:47-33."""

from __future__ import annotations

from pitboss.common import orders, shuffle
from pitboss.engine.game import Furniture, Game
from pitboss.engine.incidents.incident_kinds import MissedBurn
from pitboss.games.winners_pot_poker.law import irregular, play, rack, wagers
from pitboss.games.winners_pot_poker.law.editions import EDITIONS
from pitboss.games.winners_pot_poker.law.facts import BUTTON
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.steps import POT
from pitboss.games.winners_pot_poker.math.strategy import STRATEGIES
from pitboss.games.winners_pot_poker.papers import brief, guide, printed

GAME = Game(
    name="winners-pot-poker",
    title="Winner's Pot Poker",
    subchapter="33",
    package=__name__,
    editions=EDITIONS,
    house=WinnersPotHouse,
    play=play.play,
    void=irregular.void_round,
    bars={**wagers.BARS, **irregular.BARS, **shuffle.BARS},
    interruptions={**wagers.INTERRUPTIONS, **irregular.INTERRUPTIONS, **shuffle.INTERRUPTIONS},
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    orders=orders.ORDERS,
    more_inputs=(MissedBurn, irregular.ForgottenButton),
    furniture=Furniture(pot=POT, button=BUTTON),
    company=wagers.company,
    dispute=rack.dispute,
    printed=printed.printed_layout,
    brief=brief.brief,
    guide=guide.guide,
    exact=f"{__name__}.math.exact",
    pictures=f"{__name__}.math.exact",
    checks=f"{__name__}.papers.checks",
    hold=f"{__name__}.math.exact",
    simulated=f"{__name__}.math.simulated",
)
