"""One round of roulette, top to bottom: from the lifting of the marker until the next one is lifted."""

from __future__ import annotations

from pitboss.common.open_layout import NO_MORE_BETS, CallNoMoreBets, in_order
from pitboss.engine.bank import say_if_short
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, SpinWanted
from pitboss.games.roulette.law.facts import ANNOUNCED, ASTRAY, NO_SPIN, VALID, LyingWager
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.roulette.law.irregular import (
    after_no_spin,
    announce,
    ball_rests,
    has_too_few_rounds,
    look_at_ball,
    look_at_compartment,
    push_back,
    put_right_after_paying,
    rounds_counted,
)
from pitboss.games.roulette.law.layout import ORDER, number_in
from pitboss.games.roulette.law.opening import open_table
from pitboss.games.roulette.law.settle import settle
from pitboss.games.roulette.law.steps import (
    BeginSettling,
    CountRounds,
    FixWagers,
    LiftMarker,
    Rest,
    SpinBall,
    TurnWheel,
)
from pitboss.games.roulette.law.wagers import before_the_spin, return_unknown, while_the_ball_runs
from pitboss.law.force import rule
from pitboss.table.table import Table


def play(r: Round[RouletteHouse]) -> Procedure:
    t = r.table
    yield from open_table(r)
    yield TurnWheel("beyond:roulette.4(g)")
    yield from return_unknown(r)
    yield from say_if_short(r)
    yield from before_the_spin(r)
    yield from spin(r)
    while not ends_the_round(t):
        yield from after_no_spin(r)
        yield from before_the_spin(r)
        yield from spin(r)
    yield from announce(r)
    yield BeginSettling("beyond:roulette.6(h)", counted_number(r))
    yield from settle(r)
    yield from put_right_after_paying(r)
    yield LiftMarker("beyond:roulette.6(i)")


@rule("beyond:roulette.1(k)", True)
def ends_the_round(t: Table) -> bool:
    """Return whether the round is over, which is when a spin has counted."""
    return VALID(t)


def spin(r: Round[RouletteHouse]) -> Procedure:
    """Spin the ball until it rests, or until “no spin” is called."""
    t = r.table
    yield SpinBall("beyond:roulette.6(b)", ASTRAY.get(t) != "with the wheel")
    yield from look_at_ball(r)
    if NO_SPIN(t):
        return
    yield from while_the_ball_runs(r)
    yield from look_at_ball(r)
    if NO_SPIN(t):
        return
    yield CallNoMoreBets("beyond:roulette.6(d)", NO_MORE_BETS)
    yield FixWagers("beyond:roulette.5(f)", tuple(LyingWager(*lying) for lying in in_order(t, ORDER)))
    yield from push_back(r)
    stop = yield SpinWanted("beyond:roulette.6(b)", len(r.house.stops))
    if ball_rests(t):
        yield Rest("beyond:roulette.1(b)", stop, number_in(stop, r.house.wheel_zeros))
    yield from look_at_compartment(r)
    if not NO_SPIN(t):
        yield CountRounds(
            "reading:rested-before-removal" if has_too_few_rounds(r) else "beyond:roulette.6(e)", rounds_counted(r)
        )


def counted_number(r: Round[RouletteHouse]) -> str:
    """Return the number that settles wagers: the one that was called, which may be wrong until it is put right."""
    return ANNOUNCED.of(r.table)
