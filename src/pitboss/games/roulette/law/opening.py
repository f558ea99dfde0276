"""Opening and closing: the inspection of wheel and ball, work on the wheel, and the cover."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.engine.inputs import Closing, Input, Order
from pitboss.engine.round import Round
from pitboss.engine.waits import OrderWanted, Procedure, Refusal
from pitboss.games.roulette.law.facts import BALL_RUNS, BROKEN, BY_HOUSE, BY_ORDER, COVERED, INSPECTED
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.roulette.law.steps import CoverWheel, Inspect, InspectAgain, LogWork, UncoverWheel
from pitboss.table.steps import Manner
from pitboss.table.table import Table

CLOSE, OPEN, ADJUST, REPLACE = "close the table", "open the table", "adjust the wheel", "replace a part"
ORDERS = (CLOSE, ADJUST, REPLACE)
LAYOUT = (
    "On the layout the columns are past the last row. The dozens run along the side, and outside them, from the zeros "
    "on, lie 1 to 18, even, red, black, odd and 19 to 36."
)
WORK = {ADJUST: "that the wheel was adjusted", REPLACE: "that an outer part was replaced"}


def open_table(r: Round[RouletteHouse]) -> Procedure:
    """Have the table inspected before anything is wagered."""
    t = r.table
    if BROKEN(t) or COVERED.get(t) == BY_ORDER:
        yield from wait_for_opening("beyond:roulette.9(k)" if BROKEN(t) else "beyond:roulette.3(e)")
    if INSPECTED.get(t) != inspections(r) and not COVERED(t):
        yield from inspect(r)


def inspections(r: Round[RouletteHouse]) -> int:
    """Return how many things are inspected before the table opens: one more if a double-zero wheel is used as a
    single-zero wheel.
    """
    return 5 if r.house.used_as_single_zero else 4


def wait_for_opening(cite: str) -> Procedure:
    """Wait for an order to open a closed table. Work on the wheel may be ordered meanwhile."""
    question = "the wheel is out of use; the casino supervisor has the table inspected and opened"
    yield OrderWanted(cite, question, (OPEN,))
    yield UncoverWheel(cite)


def inspect(r: Round[RouletteHouse]) -> Procedure:
    yield Inspect("beyond:roulette.3(a)1", 1, "passes the ball over a magnet: it is not magnetic")
    yield Inspect("beyond:roulette.3(a)2", 2, "finds no magnet and no contrivance in table and wheel")
    yield Inspect("beyond:roulette.3(a)3", 3, "finds the wheel level, and it turns freely and evenly")
    yield Inspect("beyond:roulette.3(a)4", 4, "finds all parts secure")
    yield Manner("beyond:roulette.2(i)", LAYOUT)
    if r.house.used_as_single_zero:
        yield Inspect(
            "beyond:roulette.3(a)5", 5, "finds that layout and sign both say that the wheel has a single zero"
        )


def work(r: Round[RouletteHouse], what: str) -> Procedure:
    """Log work on a closed wheel and have the table inspected before it opens."""
    yield LogWork("beyond:roulette.3(d)", WORK[what])
    yield InspectAgain("beyond:roulette.3(c)")


# --- the house closes the table, and orders work


def is_closed(t: Table) -> bool:
    return COVERED(t) or BROKEN(t)


def is_in_use(t: Table) -> bool:
    """Return whether wagers lie on the layout or a spin is under way."""
    return bool(t.wagers()) or BALL_RUNS(t) or t.wheel is not None


def closing_input(r: Round[RouletteHouse], closed: bool) -> Closing | None:
    """Return the input that tells the table that the house has closed or opened it; None if it need not be told.

    What is wagered is played out first.
    """
    t = r.table
    if BROKEN(t) or COVERED.get(t) == BY_ORDER or is_in_use(t) or closed == COVERED(t):
        return None
    return Closing(closes=closed)


def bar_closing(r: Round[RouletteHouse], given: Closing) -> Iterator[Refusal]:
    t = r.table
    if given.closes == is_closed(t) or COVERED.get(t) == BY_ORDER or BROKEN(t):
        problem = "The table is already closed." if is_closed(t) else "The table is open."
        yield Refusal("house:closing", problem, "There is nothing to do.")
    elif is_in_use(t):
        yield Refusal("house:closing", "Wagers are on the layout.", "Close the table once they are settled.")


def close(r: Round[RouletteHouse], given: Closing) -> Procedure:
    if given.closes:
        yield CoverWheel("beyond:roulette.3(e)", BY_HOUSE)
    else:
        yield UncoverWheel("house:closing")
        yield from inspect(r)


def bar_order(r: Round[RouletteHouse], given: Order) -> Iterator[Refusal]:
    t = r.table
    if given.what in WORK and not is_closed(t):
        problem = "The table is open."
        yield Refusal("beyond:roulette.3(b)", problem, "Close the table before anybody works on the wheel.")
    elif given.what == CLOSE and (is_closed(t) or is_in_use(t)):
        remedy = "There is nothing to do." if is_closed(t) else "Close the table once the wagers are settled."
        yield Refusal("house:orders", "The table cannot be closed now.", remedy)
    elif given.what == OPEN and not is_closed(t):
        yield Refusal("house:orders", "The table is open.", "There is nothing to do.")
    elif given.what not in (*ORDERS, OPEN):
        yield Refusal("house:orders", f"{given.what!r} is no order at this table.", f"Order {' or '.join(ORDERS)}.")


def obey(r: Round[RouletteHouse], given: Order) -> Procedure | None:
    match given.what:
        case "close the table":
            return close_and_open(r)
        case "adjust the wheel" | "replace a part":
            return work(r, given.what)
    return None


def close_and_open(r: Round[RouletteHouse]) -> Procedure:
    yield CoverWheel("beyond:roulette.3(e)", BY_ORDER)
    yield from wait_for_opening("beyond:roulette.3(e)")
    yield from inspect(r)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {Closing: bar_closing, Order: bar_order}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure | None]] = {Closing: close, Order: obey}
