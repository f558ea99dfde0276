"""One round of Sic Bo, top to bottom: from the end of one settlement to the end of the next."""

from __future__ import annotations

from pitboss.common.open_layout import BETTING_OVER, NO_MORE_BETS, CallNoMoreBets, in_order
from pitboss.engine.bank import say_if_short
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, ThrowWanted
from pitboss.games.sic_bo.law.calling import call_numbers, entered_result, put_right_after_paying
from pitboss.games.sic_bo.law.facts import LIGHTS_OUT, NO_ROLL, LyingWager
from pitboss.games.sic_bo.law.house import SicBoHouse, has_cover, shakes_first
from pitboss.games.sic_bo.law.layout import ORDER, dice_in_the_shaker
from pitboss.games.sic_bo.law.opening import open_table
from pitboss.games.sic_bo.law.settle import settle
from pitboss.games.sic_bo.law.shaking import after_no_roll, look_at_dice, look_at_shaker, shake
from pitboss.games.sic_bo.law.steps import Compare, FixWagers, LieStill, LightsOff, OpenBets, Uncover
from pitboss.games.sic_bo.law.wagers import push_back, take_wagers
from pitboss.law.force import rule
from pitboss.table.table import Table


def play(r: Round[SicBoHouse]) -> Procedure:
    yield from open_table(r)
    yield OpenBets("beyond:sic-bo.4(a)")
    yield from say_if_short(r)
    yield from bets_and_shake(r)
    while not ends_the_round(r.table):
        yield from after_no_roll(r)
        yield from bets_and_shake(r)
    yield from call_numbers(r)
    yield Compare("beyond:sic-bo.6(h)", entered_result(r))
    yield from settle(r)
    yield from put_right_after_paying(r)
    if not LIGHTS_OUT(r.table):
        yield LightsOff("beyond:sic-bo.7(c)")


@rule("beyond:sic-bo.1(e)", True)
def ends_the_round(t: Table) -> bool:
    """Return whether the round is over. A shake that does not count does not end it."""
    return not NO_ROLL(t)


def bets_and_shake(r: Round[SicBoHouse]) -> Procedure:
    """Take bets and shake in the order of the house. After “No roll” betting may be over already."""
    first = shakes_first(r.rules, r.house)
    if first:
        yield from shake(r)
        yield from look_at_shaker(r)
        if NO_ROLL(r.table):
            return
    if not BETTING_OVER(r.table):
        yield from take_wagers(r)
        yield CallNoMoreBets("beyond:sic-bo.6(a)", NO_MORE_BETS)
        yield FixWagers("beyond:sic-bo.5(e)", tuple(LyingWager(*lying) for lying in in_order(r.table, ORDER)))
        yield from push_back(r)
    if not first:
        yield from shake(r)
    yield from come_to_rest(r)


def come_to_rest(r: Round[SicBoHouse]) -> Procedure:
    yield from look_at_shaker(r)
    if NO_ROLL(r.table):
        return
    dice = yield ThrowWanted("beyond:sic-bo.6(b)", dice_in_the_shaker())
    if has_cover(r.rules, r.house):
        yield Uncover("beyond:sic-bo.6(d)", dice)
    else:
        yield LieStill("beyond:sic-bo.6(b)", dice)
    yield from look_at_dice(r)
