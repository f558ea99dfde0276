"""Casino War. No text of it is held: it is played by facts of other sources, cited `beyond:`."""

from __future__ import annotations

from pitboss.engine.game import Furniture, Game
from pitboss.games.casino_war.law import burning, irregular, play, rack, wagers
from pitboss.games.casino_war.law.editions import EDITIONS
from pitboss.games.casino_war.law.house import CasinoWarHouse
from pitboss.games.casino_war.math.strategy import STRATEGIES
from pitboss.games.casino_war.papers import guide, printed
from pitboss.table.table import SHOE

GAME = Game(
    name="casino-war",
    title="Casino War",
    subchapter="",
    package=__name__,
    editions=EDITIONS,
    house=CasinoWarHouse,
    play=play.play,
    void=irregular.void_round,
    bars={**wagers.BARS, **irregular.BARS, **burning.BARS},
    interruptions={**wagers.INTERRUPTIONS, **irregular.INTERRUPTIONS, **burning.INTERRUPTIONS},
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    more_inputs=(irregular.ShoeNotWhole, burning.FewBurned, burning.BurnedSeen, burning.NewDealer),
    furniture=Furniture(questions=play.QUESTIONS),
    rests=(SHOE,),
    dispute=rack.dispute,
    printed=printed.printed_layout,
    brief=guide.brief,
    guide=guide.guide,
    exact=f"{__name__}.math.exact",
    pictures=f"{__name__}.math.exact",
    checks=f"{__name__}.papers.checks",
    hold=f"{__name__}.math.exact",
    simulated=f"{__name__}.math.simulated",
)
