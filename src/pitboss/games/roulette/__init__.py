"""Roulette with one zero or two. No text of it is held: it is played by facts of other sources, cited `beyond:`."""

from __future__ import annotations

from pitboss.engine.game import Furniture, Game
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.games.roulette import brief, chips, guide, irregular, opening, play, printed, wagers
from pitboss.games.roulette.editions import EDITIONS
from pitboss.games.roulette.facts import MARKER
from pitboss.games.roulette.house import RouletteHouse
from pitboss.games.roulette.layout import SPOTS
from pitboss.games.roulette.strategy import STRATEGIES

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
    spots=SPOTS,
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
    exact=f"{__name__}.exact",
    pictures=f"{__name__}.pictures",
    checks=f"{__name__}.checks",
    hold=f"{__name__}.hold",
    simulated=f"{__name__}.simulated",
)
