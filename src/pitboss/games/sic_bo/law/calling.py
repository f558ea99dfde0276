"""The call of the numbers, their entry and the lights, and faults of these: parts 6(e) to (h), 9(d) and 9(e) of the
facts.
"""

from __future__ import annotations

from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.games.sic_bo.law.facts import ENTERED, LIGHTS_OUT, SETTLED, WRONG_CALL, ChipMovement
from pitboss.games.sic_bo.law.house import SicBoHouse
from pitboss.games.sic_bo.law.layout import FACES, areas_at
from pitboss.games.sic_bo.law.outcome import Result, result_of, total_of, wins
from pitboss.games.sic_bo.law.settle import settle
from pitboss.games.sic_bo.law.steps import CallNumbers, Compare, Enter, PutRight, SettleByHand, in_words
from pitboss.law.force import rule
from pitboss.law.rules import Rules
from pitboss.table.steps import Announce, PlayOn, UndoCollection, UndoPayment


def result_shown(r: Round[SicBoHouse]) -> Result:
    """Return the result that the dice show."""
    return result_of(r.table.dice)


def misread_result(result: Result) -> Result:
    """Return the result as a dealer calls it who takes the lowest die for the next number, or a six for a one."""
    first, *others = result
    return tuple(sorted((first % FACES + 1, *others)))


@rule("beyond:sic-bo.2(g)", ())
def winning_areas(rules: Rules, result: Result) -> tuple[str, ...]:
    """Return the areas that win, which the table lights up."""
    return tuple(spot for spot, area in areas_at(rules).items() if wins(rules, area, result))


def lights_of_result(r: Round[SicBoHouse], result: Result) -> tuple[str, ...]:
    return () if LIGHTS_OUT(r.table) else winning_areas(r.rules, result)


def call_numbers(r: Round[SicBoHouse]) -> Procedure:
    """Call the numbers. A wrong call that somebody notices at once is put right before anything is collected."""
    t = r.table
    called = result_shown(r)
    if (when := WRONG_CALL.get(t)) is not None:
        called = misread_result(called)
    yield CallNumbers("beyond:sic-bo.6(e)", in_words(called), called)
    yield Announce("beyond:sic-bo.6(f)", f"Total {total_of(called)}")
    yield Enter("beyond:sic-bo.6(g)", called, lights_of_result(r, called))
    if LIGHTS_OUT(t):
        yield SettleByHand("beyond:sic-bo.9(e)")
    if when == "at once":
        yield from put_right(r)


def entered_result(r: Round[SicBoHouse]) -> Result:
    """Return the numbers that were entered. They may be wrong until somebody notices."""
    return ENTERED.get(r.table) or ()


def put_right(r: Round[SicBoHouse]) -> Procedure:
    """Make the lights agree with the dice, or by a reading let the entered numbers stand."""
    if r.rules.reads("lights-or-dice") == "lights":
        yield PlayOn("reading:lights-or-dice", "Lights and dice differ, and the lights count")
        return
    result = result_shown(r)
    yield PutRight("beyond:sic-bo.9(d)", in_words(result), result, lights_of_result(r, result))


def put_right_after_paying(r: Round[SicBoHouse]) -> Procedure:
    """Undo what was collected or paid by wrong numbers, the last act first, and settle by the dice."""
    t = r.table
    if WRONG_CALL.get(t) != "after paying":
        return
    yield from put_right(r)
    if r.rules.reads("lights-or-dice") == "lights":
        return
    for moved in reversed(SETTLED.of(t)):
        yield undo_settlement(moved)
    yield Compare("beyond:sic-bo.9(d)", entered_result(r))
    yield from settle(r)


def undo_settlement(moved: ChipMovement) -> UndoCollection | UndoPayment:
    cite, seat, spot = "beyond:sic-bo.9(d)", moved.seat, moved.spot
    if moved.stake < 0:
        return UndoCollection(cite, seat, seat, spot, moved.cents)
    return UndoPayment(cite, seat, seat, spot, moved.cents, moved.stake)
