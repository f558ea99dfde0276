"""Baccarat-Punto Banco. No text of it is held: it is played by facts of other sources, cited `beyond:`."""

from __future__ import annotations

from functools import partial

from pitboss.common.punto_banco import irregular as errors
from pitboss.common.punto_banco import shoe, wagers
from pitboss.common.punto_banco.printed import printed_layout
from pitboss.common.punto_banco.road_mark import ROAD
from pitboss.common.punto_banco.strategy import STRATEGIES
from pitboss.engine.game import Furniture, Game
from pitboss.games.baccarat.law import curator, irregular, play
from pitboss.games.baccarat.law.editions import EDITIONS
from pitboss.games.baccarat.law.facts import CURATOR
from pitboss.games.baccarat.law.house import BaccaratHouse
from pitboss.games.baccarat.papers import guide
from pitboss.table.table import SHOE

GAME = Game(
    name="baccarat",
    title="Baccarat-Punto Banco",
    subchapter="",
    package=__name__,
    shares="pitboss.common.punto_banco",
    editions=EDITIONS,
    house=BaccaratHouse,
    play=play.play,
    void=errors.void_round,
    bars={**wagers.BARS, **shoe.BARS, **irregular.BARS, **curator.BARS},
    interruptions={
        **wagers.INTERRUPTIONS,
        **shoe.INTERRUPTIONS,
        **irregular.INTERRUPTIONS,
        **curator.INTERRUPTIONS,
    },
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    orders=curator.ORDERS,
    more_inputs=(shoe.AskForShuffle, *errors.INPUTS, curator.GiveUpShoe),
    furniture=Furniture(middle="Player", opposite="Banker", road=ROAD, button=CURATOR, questions=curator.QUESTIONS),
    rests=(SHOE,),
    standing_wagers=True,
    exact=f"{__name__}.math.exact",
    pictures=f"{__name__}.math.exact",
    hold=f"{__name__}.math.exact",
    simulated="pitboss.common.punto_banco.math.simulated",
    following="pitboss.common.punto_banco.math.shoe_following",
    printed=partial(printed_layout, button="has the shoe"),
    brief=guide.brief,
    guide=guide.guide,
    checks=f"{__name__}.papers.checks",
)
