"""One round of Big Six, top to bottom: from the end of one settlement to the end of the next."""

from __future__ import annotations

from pitboss.common.open_layout import NO_MORE_BETS, CallNoMoreBets, in_order
from pitboss.engine.bank import say_if_short
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, SpinWanted
from pitboss.games.big_six.law.facts import OTHER_WAY, LyingWager
from pitboss.games.big_six.law.house import BigSixHouse, wheel_of
from pitboss.games.big_six.law.irregular import (
    after_void,
    announce,
    is_void,
    look_at_spin,
    push_back,
    put_right_after_paying,
    reading_on_turns,
    turns_counted,
)
from pitboss.games.big_six.law.layout import CHANGED, ORDER, section_count, section_under_clapper, winning_symbol
from pitboss.games.big_six.law.opening import open_table
from pitboss.games.big_six.law.settle import settle
from pitboss.games.big_six.law.steps import CountTurns, FixWagers, SpinWheel, Stand
from pitboss.games.big_six.law.wagers import take_wagers
from pitboss.law.force import cites, rule
from pitboss.table.table import Table


def play(r: Round[BigSixHouse]) -> Procedure:
    yield from open_table(r)
    yield from say_if_short(r)
    yield from take_wagers(r)
    yield from spin(r)
    while not ends_the_round(r.table):
        yield from after_void(r)
        yield from take_wagers(r)
        yield from spin(r)
    yield from announce(r)
    yield from settle(r)
    yield from put_right_after_paying(r)


@rule("beyond:big-six.1(f)", True)
def ends_the_round(t: Table) -> bool:
    """Return whether the round is over, which is when a spin has been settled."""
    return not is_void(t)


def spin(r: Round[BigSixHouse]) -> Procedure:
    """Spin the wheel until it stands still or the spin is void."""
    t = r.table
    yield CallNoMoreBets(cites("beyond:big-six.4(b)", "beyond:big-six.6(a)"), NO_MORE_BETS)
    lying = tuple(LyingWager(*wager) for wager in in_order(t, ORDER))
    yield FixWagers(cites("beyond:big-six.5(e)", "beyond:big-six.5(f)"), lying)
    yield SpinWheel("beyond:big-six.6(b)", "counterclockwise" if OTHER_WAY(t) else "clockwise")
    yield from push_back(r)
    stop = yield SpinWanted("beyond:big-six.6(b)", section_count())
    yield from look_at_spin(r)
    if not is_void(t):
        yield CountTurns(cites("beyond:big-six.6(c)", reading_on_turns(r)), turns_counted(r))
        yield from stand_still(r, section_under_clapper(stop))


def stand_still(r: Round[BigSixHouse], section: int) -> Procedure:
    by_count = "reading:wheel-count" if section == CHANGED and r.house.wheel is None else ""
    symbol = winning_symbol(wheel_of(r.rules, r.house), section)
    yield Stand(cites("beyond:big-six.6(e)", by_count), section, symbol)
