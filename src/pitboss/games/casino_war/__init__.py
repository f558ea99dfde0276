"""Casino War. No text of it is held: it is played by facts of other sources, cited `beyond:`."""

from __future__ import annotations

from pitboss.engine.game import Furniture, Game
from pitboss.games.casino_war import brief, burning, guide, irregular, play, printed, rack, wagers
from pitboss.games.casino_war.editions import EDITIONS
from pitboss.games.casino_war.house import SPOTS, CasinoWarHouse
from pitboss.games.casino_war.strategy import STRATEGIES
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
    spots=SPOTS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    more_inputs=(irregular.ShoeNotWhole, burning.FewBurned, burning.BurnedSeen, burning.NewDealer),
    furniture=Furniture(questions=play.QUESTIONS),
    rests=(SHOE,),
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
