"""Opening and closing: dice, shaker and lights are made ready, and the shaker is inspected and put away."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.common.open_layout import BETTING_OVER
from pitboss.engine.inputs import Closing, Input, Order
from pitboss.engine.round import Round
from pitboss.engine.waits import OrderWanted, Procedure, Refusal
from pitboss.games.sic_bo.law.facts import (
    BY_HOUSE,
    BY_ORDER,
    FOUND_FLAWED,
    LIGHTS_OUT,
    OUT_OF_USE,
    PUT_AWAY,
    SEALED,
    SHAKES,
)
from pitboss.games.sic_bo.law.house import SicBoHouse, is_automated
from pitboss.games.sic_bo.law.layout import dice_in_the_shaker
from pitboss.games.sic_bo.law.shaking import shake
from pitboss.games.sic_bo.law.steps import (
    LookOver,
    PutAway,
    RepairLights,
    SealDice,
    TakeOutShaker,
    TryLights,
    TryShaker,
)
from pitboss.table.table import Table

CLOSE, OPEN, REPAIRED = "close the table", "open the table", "lights repaired"
ORDERS = (CLOSE,)
TRIAL = (1, 2, 3)  # with which the lights are tried


def open_table(r: Round[SicBoHouse]) -> Procedure:
    """Make dice, shaker and lights ready before anything is wagered."""
    t = r.table
    if OUT_OF_USE(t) or PUT_AWAY.get(t) == BY_ORDER:
        yield from wait_for_opening("beyond:sic-bo.9(g)" if OUT_OF_USE(t) else "beyond:sic-bo.2(d)")
    if LIGHTS_OUT(t):
        question = "the lights have failed; the casino supervisor has them repaired"
        yield OrderWanted("beyond:sic-bo.9(e)", question, (REPAIRED,))
        yield RepairLights("beyond:sic-bo.9(e)")
    if not SEALED(t) and not PUT_AWAY(t):
        yield from make_ready(r)


def wait_for_opening(cite: str) -> Procedure:
    question = "the table is closed; the casino supervisor has it opened with inspected dice and a sealed shaker"
    yield OrderWanted(cite, question, (OPEN,))
    yield TakeOutShaker(cite)


def make_ready(r: Round[SicBoHouse]) -> Procedure:
    yield SealDice("beyond:sic-bo.3(a)", dice_in_the_shaker())
    yield TryShaker("beyond:sic-bo.3(b)")
    yield TryLights("beyond:sic-bo.3(c)", TRIAL)


def put_away(r: Round[SicBoHouse], by: int) -> Procedure:
    yield LookOver("beyond:sic-bo.2(e)", FOUND_FLAWED(r.table))
    yield PutAway("beyond:sic-bo.2(d)", by, is_automated(r.house))


# --- the house closes the table


def is_closed(t: Table) -> bool:
    return PUT_AWAY(t) or OUT_OF_USE(t)


def is_in_use(t: Table) -> bool:
    """Return whether wagers lie on the layout or a shake is about to decide them."""
    return bool(t.wagers()) or BETTING_OVER(t)


def closing_input(r: Round[SicBoHouse], closed: bool) -> Closing | None:
    """Return the input that tells the table that the house has closed or opened it; None if it need not be told.

    What is wagered is played out first.
    """
    t = r.table
    if OUT_OF_USE(t) or PUT_AWAY.get(t) == BY_ORDER or is_in_use(t) or closed == PUT_AWAY(t):
        return None
    return Closing(closes=closed)


def bar_closing(r: Round[SicBoHouse], given: Closing) -> Iterator[Refusal]:
    t = r.table
    if given.closes == is_closed(t) or PUT_AWAY.get(t) == BY_ORDER or OUT_OF_USE(t):
        problem = "The table is already closed." if is_closed(t) else "The table is open."
        yield Refusal("house:closing", problem, "There is nothing to do.")
    elif is_in_use(t):
        yield Refusal("house:closing", "Wagers are on the layout.", "Close the table once they are settled.")


def close(r: Round[SicBoHouse], given: Closing) -> Procedure:
    if given.closes:
        yield from put_away(r, BY_HOUSE)
    else:
        yield TakeOutShaker("house:closing")
        yield from make_ready_again(r)


def make_ready_again(r: Round[SicBoHouse]) -> Procedure:
    """Make the table ready between two rounds or during betting. Dice that were shaken before betting are
    shaken again.
    """
    yield from make_ready(r)
    if SHAKES.get(r.table):
        yield from shake(r)


def bar_order(r: Round[SicBoHouse], given: Order) -> Iterator[Refusal]:
    t = r.table
    if given.what == CLOSE and (is_closed(t) or is_in_use(t)):
        remedy = "There is nothing to do." if is_closed(t) else "Close the table once the wagers are settled."
        yield Refusal("house:orders", "The table cannot be closed now.", remedy)
    elif given.what == OPEN and not is_closed(t):
        yield Refusal("house:orders", "The table is open.", "There is nothing to do.")
    elif given.what == REPAIRED and not LIGHTS_OUT(t):
        yield Refusal("house:orders", "The lights work.", "There is nothing to do.")
    elif given.what not in (CLOSE, OPEN, REPAIRED):
        yield Refusal("house:orders", f"{given.what!r} is no order at this table.", f"Order {' or '.join(ORDERS)}.")


def obey(r: Round[SicBoHouse], given: Order) -> Procedure | None:
    return close_and_open(r) if given.what == CLOSE else None


def close_and_open(r: Round[SicBoHouse]) -> Procedure:
    yield from put_away(r, BY_ORDER)
    yield from wait_for_opening("beyond:sic-bo.2(d)")
    yield from make_ready_again(r)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {Closing: bar_closing, Order: bar_order}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure | None]] = {Closing: close, Order: obey}
