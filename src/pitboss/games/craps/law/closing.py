"""A table that the house closes while wagers stand on it. The text does not say what becomes of these wagers, so a
reading decides.

The shooter throws, without a wager on the line, until the dice have decided every wager that only they can decide. Then
the other wagers go back, unless their players have taken them down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.engine.inputs import Closing, Input
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal
from pitboss.games.craps.law.facts import CLOSING, DICE_OUT
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.steps import CloseTable, ReopenTable
from pitboss.games.craps.law.wagers import CLOSES, give_all_back, give_back_without_shooter


def closing_input(r: Round[CrapsHouse], closed: bool) -> Closing | None:
    """Return the input that tells the table that the house has closed or opened it.

    Return None if it knows, or if it closes with an empty layout.
    """
    t = r.table
    if closed == CLOSING(t) or (closed and not t.wagers()):
        return None
    return Closing(closes=closed)


def bar_closing(r: Round[CrapsHouse], given: Closing) -> Iterator[Refusal]:
    t = r.table
    if given.closes == CLOSING(t):
        problem = "The table is already closing." if given.closes else "The table is open."
        yield Refusal("house:closing", problem, "There is nothing to do.")
    elif DICE_OUT(t):
        yield Refusal("house:closing", "The dice are out.", "Wait until the bets are settled.")


def close_or_reopen(r: Round[CrapsHouse], given: Closing) -> Procedure:
    if not given.closes:
        yield ReopenTable("house:closing")
        return
    yield CloseTable(CLOSES)
    if r.rules.reads("closing-table") == "returned":
        yield from give_all_back(r, "the table closes")
    else:
        yield from give_back_without_shooter(r)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {Closing: bar_closing}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {Closing: close_or_reopen}
