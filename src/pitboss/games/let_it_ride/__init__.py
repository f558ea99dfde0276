"""Let It Ride Poker, N.J.A.C. 19:47-18."""

from __future__ import annotations

from pitboss.engine.game import Game
from pitboss.engine.incidents import RemoveDevice
from pitboss.engine.inputs import CardOrder, Order
from pitboss.games.let_it_ride import irregular, play, rack, shuffle, wagers
from pitboss.games.let_it_ride.editions import EDITIONS
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.games.let_it_ride.strategy import STRATEGIES

GAME = Game(
    name="let-it-ride",
    title="Let It Ride Poker",
    subchapter="18",
    package=__name__,
    editions=EDITIONS,
    house=LetItRideHouse,
    play=play.play,
    void=irregular.void_round,
    bars={
        **wagers.BARS,
        **irregular.BARS,
        Order: shuffle.bar_recut,
        CardOrder: shuffle.bar_other_method,
        RemoveDevice: shuffle.bar_removal,
    },
    asides={
        **wagers.ASIDES,
        **irregular.ASIDES,
        Order: shuffle.recut,
        RemoveDevice: shuffle.remove_device,
    },
    spots=wagers.SPOTS,
    strategies=STRATEGIES,
    offers=wagers.offers,
    more_inputs=(wagers.DeviceFault, wagers.ExtraBonusChip),
    dispute=rack.dispute,
    exact=f"{__name__}.exact",
)
