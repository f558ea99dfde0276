"""Let It Ride Poker, N.J.A.C. 19:47-18."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.game import Game
from pitboss.engine.inputs import Order
from pitboss.games.let_it_ride import play, wagers
from pitboss.games.let_it_ride.editions import SECTIONS, TEXTS
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.games.let_it_ride.strategy import STRATEGIES
from pitboss.law import rules
from pitboss.law.readings import choose


def make_rules(readings: Mapping[str, str]) -> rules.Rules:
    return rules.make("let-it-ride", __name__, SECTIONS, choose(__name__, dict(readings)))


GAME = Game(
    name="let-it-ride",
    title="Let It Ride Poker",
    subchapter="18",
    package=__name__,
    texts=TEXTS,
    house=LetItRideHouse,
    rules=make_rules,
    play=play.play,
    bars=wagers.BARS,
    asides={**wagers.ASIDES, Order: play.recut},
    spots=wagers.SPOTS,
    strategies=STRATEGIES,
    more_inputs=(wagers.DeviceFault,),
)
