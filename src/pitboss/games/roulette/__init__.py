"""Roulette with one zero or two. No text of it is held: it is played by facts of other sources, cited `beyond:`."""

from __future__ import annotations

from pitboss.engine.game import Furniture, Game
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.games.roulette.law import chips, irregular, opening, play, wagers
from pitboss.games.roulette.law.editions import EDITIONS
from pitboss.games.roulette.law.facts import MARKER
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.roulette.math.strategy import STRATEGIES
from pitboss.games.roulette.papers import brief, guide, printed

GAME = Game(
    name="roulette",
    title="Roulette",
    subchapter="",
    package=__name__,
    editions=EDITIONS,
    house=RouletteHouse,
    play=play.play,
    void=irregular.give_up_wheel,
    bars={**wagers.BARS, **chips.BARS, **opening.BARS, **irregular.BARS},
    interruptions={
        **wagers.INTERRUPTIONS,
        **chips.INTERRUPTIONS,
        **opening.INTERRUPTIONS,
        **irregular.INTERRUPTIONS,
    },
    wagers=wagers.WAGERS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    orders=opening.ORDERS,
    closing=opening.closing_input,
    more_inputs=(
        chips.BuyColor,
        chips.SellColor,
        chips.TakeColorAway,
        SpinAstray,
        ShortSpin,
        WrongCall,
        WheelBroken,
        LateChips,
    ),
    standing_wagers=True,
    furniture=Furniture(marker=MARKER, go="Spin", wait="Spin"),
    printed=printed.printed_layout,
    brief=brief.brief,
    guide=guide.guide,
    exact=f"{__name__}.math.exact",
    pictures=f"{__name__}.math.exact",
    checks=f"{__name__}.papers.checks",
    hold=f"{__name__}.math.exact",
    simulated=f"{__name__}.math.exact",
)
