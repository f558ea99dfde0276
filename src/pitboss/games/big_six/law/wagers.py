"""Wagers, their limits and their times, and players who come and go: parts 4 and 5 of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from pitboss.common import open_layout
from pitboss.engine.game import Offer
from pitboss.engine.inputs import Close, Conduct, Input, Leave, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.seating import bar_sitting, is_seated
from pitboss.engine.wager_declarations import WagerDeclaration, Wagers
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.games.big_six.law.facts import FIXED
from pitboss.games.big_six.law.house import BigSixHouse
from pitboss.games.big_six.law.layout import NAMED, ORDER, areas
from pitboss.games.big_six.law.opening import is_closed
from pitboss.table.table import Table

WAGERS: Wagers[BigSixHouse] = Wagers(*(WagerDeclaration(name=spot, cite=cite) for spot, cite in NAMED.items()))


def take_wagers(r: Round[BigSixHouse]) -> Procedure:
    """Take wagers and give them back until the dealer goes on."""
    window = Window("beyond:big-six.4(a)", "wagers", partial(judge, r))
    while not isinstance(given := (yield window), Close):
        if isinstance(given, Wager):
            yield from open_layout.put_down(r, given, "beyond:big-six.5(a)")
        else:
            yield from open_layout.take_back(r, given, "beyond:big-six.4(a)")


# --- what is taken while betting is open


def judge(r: Round[BigSixHouse], given: Input) -> Iterable[Refusal]:
    match given:
        case Wager():
            return judge_wager(r, given)
        case TakeBack():
            return open_layout.judge_taking(r, given)
        case Close():
            return open_layout.somebody_wagers(r, "beyond:big-six.4(a)")
        case _:
            return (Refusal("beyond:big-six.4(a)", "Bets are open.", "Bet, or let the dealer spin."),)


def judge_wager(r: Round[BigSixHouse], given: Wager) -> Iterator[Refusal]:
    known = areas()
    yield from open_layout.judge_place(r, given, known.__contains__, "beyond:big-six.5(a)")
    if given.stakes and all(spot in known for spot in given.stakes):
        yield from open_layout.judge_amounts(r, given, lambda spot: limits(r), "beyond:big-six.5(g)")


def limits(r: Round[BigSixHouse]) -> tuple[int, int]:
    return r.house.minimum, r.house.maximum


# --- what is refused at any moment


def bar_acting(r: Round[BigSixHouse], given: Wager | TakeBack) -> Iterator[Refusal]:
    if is_closed(r.table) and is_seated(r.table, given.seat):
        yield Refusal("beyond:big-six.3(c)", "The table is closed.", "Wait until it is open.")
    else:
        yield from open_layout.bar_acting(r, given, "beyond:big-six.4(c)")


def bar_leaving(r: Round[BigSixHouse], given: Leave) -> Iterator[Refusal]:
    t = r.table
    if open_layout.BETTING_OVER(t) and _takes_part(t, given.seat):
        yield Refusal("beyond:big-six.4(c)", "The dealer has called “No more bets”.", "Stay until you are settled.")
    else:
        yield from open_layout.bar_leaving(r, given, "beyond:big-six.4(c)")


def _takes_part(t: Table, seat: int) -> bool:
    """Return whether a player is in the round, also if his wagers are settled: a wrong call may have to be undone."""
    return any(lying.seat == seat for lying in FIXED.get(t) or ())


def bar_conduct(r: Round[BigSixHouse], given: Conduct) -> Iterator[Refusal]:
    yield from open_layout.bar_conduct(r, given, "beyond:big-six.5(b)", "beyond:big-six.5(b)")


# --- who goes


def leave(r: Round[BigSixHouse], given: Leave) -> Procedure:
    yield from open_layout.leave(r, given, ORDER, "beyond:big-six.4(a)")


def offers(r: Round[BigSixHouse], seat: int) -> Iterable[Offer]:
    """Return every symbol on which a player may put chips now."""
    if is_closed(r.table):
        return ()
    offered = open_layout.make_offers((spot, limits(r), int(r.house.smallest_chip), "") for spot in areas())
    return open_layout.adjust_offers(r.table, seat, offered)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    Wager: bar_acting,
    TakeBack: bar_acting,
    Sit: bar_sitting,
    Leave: bar_leaving,
    Conduct: bar_conduct,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {Sit: open_layout.sit, Leave: leave}
