"""Minibaccarat. No text of it is held: it is played by facts of other sources, cited `beyond:`."""

from __future__ import annotations

from pitboss.common.punto_banco import brief, guide, irregular, shoe, wagers
from pitboss.common.punto_banco.printed import printed_layout
from pitboss.common.punto_banco.road_mark import ROAD
from pitboss.common.punto_banco.strategy import STRATEGIES
from pitboss.engine.game import Furniture, Game
from pitboss.games.minibaccarat.law import play
from pitboss.games.minibaccarat.law.editions import EDITIONS
from pitboss.games.minibaccarat.law.house import MinibaccaratHouse
from pitboss.table.table import SHOE

GAME = Game(
    name="minibaccarat",
    title="Minibaccarat",
    subchapter="",
    package=__name__,
    shares="pitboss.common.punto_banco",
    editions=EDITIONS,
    house=MinibaccaratHouse,
    play=play.play,
    void=irregular.void_round,
    bars={**wagers.BARS, **shoe.BARS, **irregular.BARS},
    interruptions={**wagers.INTERRUPTIONS, **shoe.INTERRUPTIONS, **irregular.INTERRUPTIONS},
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    orders=shoe.ORDERS,
    more_inputs=(shoe.AskForShuffle, *irregular.INPUTS),
    furniture=Furniture(middle="Player", opposite="Banker", road=ROAD),
    rests=(SHOE,),
    standing_wagers=True,
    printed=printed_layout,
    brief=brief.brief,
    guide=guide.guide,
    checks=f"{__name__}.papers.checks",
    exact=f"{__name__}.math.exact",
    pictures=f"{__name__}.math.exact",
    hold=f"{__name__}.math.exact",
    simulated="pitboss.common.punto_banco.math.simulated",
    following="pitboss.common.punto_banco.math.shoe_following",
)
