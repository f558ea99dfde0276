"""The house closes a table at which wagers stand. The text does not say what becomes of them: a reading.

The shooter throws, without a wager on the line, until everything is decided that the dice must decide. Then the rest
goes back, if its players have not taken it down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.engine.inputs import Closing, Input
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal
from pitboss.games.craps.facts import CLOSING, DICE_OUT
from pitboss.games.craps.house import CrapsHouse
from pitboss.games.craps.steps import CloseTable, ReopenTable
from pitboss.games.craps.wagers import CLOSES, give_all_back, unless_somebody_throws


def due(r: Round[CrapsHouse], closed: bool) -> Closing | None:
    """What the table has to be told when the house has closed or opened it. An empty layout needs no closing."""
    t = r.table
    if closed == CLOSING(t) or (closed and not t.wagers()):
        return None
    return Closing(closes=closed)


def bar_closing(r: Round[CrapsHouse], given: Closing) -> Iterator[Refusal]:
    t = r.table
    if given.closes == CLOSING(t):
        wrong = "The table is already closing." if given.closes else "The table is open."
        yield Refusal("house:closing", wrong, "There is nothing to do.")
    elif DICE_OUT(t):
        yield Refusal("house:closing", "The dice are out.", "Wait until the bets are settled.")


def close(r: Round[CrapsHouse], given: Closing) -> Procedure:
    if not given.closes:
        yield ReopenTable("house:closing")
        return
    yield CloseTable(CLOSES)
    if r.rules.reads("closing-table") == "returned":
        yield from give_all_back(r, "the table closes")
    else:
        yield from unless_somebody_throws(r)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {Closing: bar_closing}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {Closing: close}
