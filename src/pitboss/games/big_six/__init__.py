"""Big Six, the wheel of 54 sections. No text of it is held: it is played by facts of other sources, cited `beyond:`."""

from __future__ import annotations

from pitboss.engine.game import Furniture, Game
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.games.big_six.law import irregular, opening, play, wagers
from pitboss.games.big_six.law.editions import EDITIONS
from pitboss.games.big_six.law.house import BigSixHouse
from pitboss.games.big_six.math.strategy import STRATEGIES
from pitboss.games.big_six.papers import guide, printed

GAME = Game(
    name="big-six",
    title="Big Six",
    subchapter="",
    package=__name__,
    editions=EDITIONS,
    house=BigSixHouse,
    play=play.play,
    void=irregular.give_up_wheel,
    bars={**wagers.BARS, **opening.BARS, **irregular.BARS},
    interruptions={**wagers.INTERRUPTIONS, **opening.INTERRUPTIONS, **irregular.INTERRUPTIONS},
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    orders=opening.ORDERS,
    closing=opening.closing_input,
    more_inputs=(
        irregular.SpinCounterclockwise,
        irregular.LookAtWheel,
        irregular.TouchWheel,
        SpinAstray,
        ShortSpin,
        WrongCall,
        WheelBroken,
        LateChips,
    ),
    furniture=Furniture(go="Spin", wait="Spin"),
    printed=printed.printed_layout,
    brief=guide.brief,
    guide=guide.guide,
    exact=f"{__name__}.math.exact",
    pictures=f"{__name__}.math.exact",
    checks=f"{__name__}.papers.checks",
    hold=f"{__name__}.math.exact",
    simulated=f"{__name__}.math.exact",
)
