"""Winner's Pot Poker, N.J.A.C. 19:47-33."""

from __future__ import annotations

from pitboss.common import orders, shuffle
from pitboss.engine.game import Furniture, Game
from pitboss.engine.incidents.incident_kinds import MissedBurn
from pitboss.games.winners_pot_poker import brief, guide, irregular, play, printed, rack, wagers
from pitboss.games.winners_pot_poker.editions import EDITIONS
from pitboss.games.winners_pot_poker.facts import BUTTON
from pitboss.games.winners_pot_poker.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.steps import POT
from pitboss.games.winners_pot_poker.strategy import STRATEGIES

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
    spots=wagers.SPOTS,
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
    exact=f"{__name__}.exact",
    pictures=f"{__name__}.pictures",
    checks=f"{__name__}.checks",
    hold=f"{__name__}.hold",
    simulated=f"{__name__}.simulated",
)
