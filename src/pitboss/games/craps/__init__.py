"""Craps and Mini-Craps, N.J.A.C. 19:47-1."""

from __future__ import annotations

from pitboss.engine.game import Furniture, Game
from pitboss.games.craps.law import closing, dice, play, settle, wagers
from pitboss.games.craps.law.editions import EDITIONS
from pitboss.games.craps.law.facts import ON_BUTTON, POINT, SHOOTER
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.math.strategy import STRATEGIES
from pitboss.games.craps.papers import brief, guide, printed

GAME = Game(
    name="craps",
    title="Craps",
    subchapter="1",
    package=__name__,
    editions=EDITIONS,
    house=CrapsHouse,
    play=play.play,
    void=settle.no_roll,
    bars={**wagers.BARS, **dice.BARS, **closing.BARS},
    interruptions={**wagers.INTERRUPTIONS, **dice.INTERRUPTIONS, **closing.INTERRUPTIONS},
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    unblock=wagers.pass_dice_of_silent_shooter,
    closing=closing.closing_input,
    more_inputs=(wagers.Call, wagers.PassDice),
    standing_wagers=True,
    furniture=Furniture(shooter=SHOOTER, puck=POINT, on=ON_BUTTON, go="Roll"),
    printed=printed.printed_layout,
    brief=brief.brief,
    guide=guide.guide,
    exact=f"{__name__}.math.exact",
    pictures=f"{__name__}.math.charts",
    checks=f"{__name__}.papers.checks",
    hold=f"{__name__}.math.exact",
    simulated=f"{__name__}.math.simulated",
)
