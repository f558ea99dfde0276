"""Sic Bo: three dice in a shaker. No text of it is held: it is played by facts of other sources, cited `beyond:`."""

from __future__ import annotations

from pitboss.engine.game import Furniture, Game
from pitboss.engine.incidents.spin_incidents import LateChips, WrongCall
from pitboss.games.sic_bo.law import irregular, opening, play, wagers
from pitboss.games.sic_bo.law.editions import EDITIONS
from pitboss.games.sic_bo.law.facts import LIT
from pitboss.games.sic_bo.law.house import SicBoHouse
from pitboss.games.sic_bo.math.strategy import STRATEGIES
from pitboss.games.sic_bo.papers import guide, printed

GAME = Game(
    name="sic-bo",
    title="Sic Bo",
    subchapter="",
    package=__name__,
    editions=EDITIONS,
    house=SicBoHouse,
    play=play.play,
    void=irregular.wind_up,
    bars={**wagers.BARS, **opening.BARS, **irregular.BARS},
    interruptions={**wagers.INTERRUPTIONS, **opening.INTERRUPTIONS, **irregular.INTERRUPTIONS},
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    orders=opening.ORDERS,
    closing=opening.closing_input,
    more_inputs=(
        wagers.TouchShaker,
        irregular.DieLies,
        irregular.ShakerOpens,
        irregular.ShakerStops,
        irregular.UncoveredEarly,
        irregular.LightsFail,
        irregular.FlawFound,
        WrongCall,
        LateChips,
    ),
    furniture=Furniture(lit=LIT, go="Shake", wait="Shake"),
    printed=printed.printed_layout,
    brief=guide.brief,
    guide=guide.guide,
    exact=f"{__name__}.math.exact",
    pictures=f"{__name__}.math.exact",
    checks=f"{__name__}.papers.checks",
    hold=f"{__name__}.math.exact",
    simulated=f"{__name__}.math.exact",
)
