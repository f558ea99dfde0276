"""Opening and closing: the inspection of the wheel, and its cover."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.engine.inputs import Closing, Input, Order
from pitboss.engine.round import Round
from pitboss.engine.waits import OrderWanted, Procedure, Refusal
from pitboss.games.big_six.law.facts import BROKEN, BY_HOUSE, BY_ORDER, COVERED, INSPECTED, TURNS
from pitboss.games.big_six.law.house import BigSixHouse
from pitboss.games.big_six.law.steps import Inspect, LockWheel, OpenWheel
from pitboss.table.table import Table

CLOSE, OPEN = "close the table", "open the table"
ORDERS = (CLOSE,)


def open_table(r: Round[BigSixHouse]) -> Procedure:
    """Have the wheel inspected before anything is wagered."""
    t = r.table
    if BROKEN(t) or COVERED.get(t) == BY_ORDER:
        yield from wait_for_opening("beyond:big-six.9(h)" if BROKEN(t) else "beyond:big-six.3(c)")
    if not INSPECTED(t) and not COVERED(t):
        yield from inspect()


def wait_for_opening(cite: str) -> Procedure:
    question = "the wheel is out of use; the casino supervisor has it inspected and the table opened"
    yield OrderWanted(cite, question, (OPEN,))
    yield OpenWheel(cite)


def inspect() -> Procedure:
    yield Inspect("beyond:big-six.3(a)", 1, "looks over the wheel, its pegs and its clapper")
    yield Inspect("beyond:big-six.3(b)", 2, "turns the wheel by hand: it is balanced and turns freely")


# --- the house closes the table


def is_closed(t: Table) -> bool:
    return COVERED(t) or BROKEN(t)


def is_in_use(t: Table) -> bool:
    """Return whether wagers lie on the layout or a spin is under way."""
    return bool(t.wagers()) or TURNS.get(t) is not None


def closing_input(r: Round[BigSixHouse], closed: bool) -> Closing | None:
    """Return the input that tells the table that the house has closed or opened it; None if it need not be told.

    What is wagered is played out first.
    """
    t = r.table
    if BROKEN(t) or COVERED.get(t) == BY_ORDER or is_in_use(t) or closed == COVERED(t):
        return None
    return Closing(closes=closed)


def bar_closing(r: Round[BigSixHouse], given: Closing) -> Iterator[Refusal]:
    t = r.table
    if given.closes == is_closed(t) or COVERED.get(t) == BY_ORDER or BROKEN(t):
        problem = "The table is already closed." if is_closed(t) else "The table is open."
        yield Refusal("house:closing", problem, "There is nothing to do.")
    elif is_in_use(t):
        yield Refusal("house:closing", "Wagers are on the layout.", "Close the table once they are settled.")


def close(r: Round[BigSixHouse], given: Closing) -> Procedure:
    if given.closes:
        yield LockWheel("beyond:big-six.3(c)", BY_HOUSE)
    else:
        yield OpenWheel("house:closing")
        yield from inspect()


def bar_order(r: Round[BigSixHouse], given: Order) -> Iterator[Refusal]:
    t = r.table
    if given.what == CLOSE and (is_closed(t) or is_in_use(t)):
        remedy = "There is nothing to do." if is_closed(t) else "Close the table once the wagers are settled."
        yield Refusal("house:orders", "The table cannot be closed now.", remedy)
    elif given.what == OPEN and not is_closed(t):
        yield Refusal("house:orders", "The table is open.", "There is nothing to do.")
    elif given.what not in (CLOSE, OPEN):
        yield Refusal("house:orders", f"{given.what!r} is no order at this table.", f"Order {' or '.join(ORDERS)}.")


def obey(r: Round[BigSixHouse], given: Order) -> Procedure | None:
    return close_and_open() if given.what == CLOSE else None


def close_and_open() -> Procedure:
    yield LockWheel("beyond:big-six.3(c)", BY_ORDER)
    yield from wait_for_opening("beyond:big-six.3(c)")
    yield from inspect()


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {Closing: bar_closing, Order: bar_order}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure | None]] = {Closing: close, Order: obey}
