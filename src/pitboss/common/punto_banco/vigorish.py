"""Vigorish: taken at the win or marked in the box of a seat, and collected. 7(d) and 8(c) to 8(f) of the facts."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common.punto_banco.facts import OWED
from pitboss.common.punto_banco.house import BANKER, PuntoBancoHouse, vigorish
from pitboss.common.punto_banco.steps import CollectVigorish, MarkVigorish, TakeVigorish
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure
from pitboss.law.force import cites, rule
from pitboss.law.rules import Rules
from pitboss.table.table import Table

Dealt = Round[PuntoBancoHouse]


@rule("beyond:minibaccarat.2(c)", 0)
def vigorish_owed(t: Table, seat: int) -> int:
    """Return what is marked in the numbered box of a seat, in cents."""
    return OWED.at(seat).get(t) or 0


@rule("beyond:minibaccarat.8(e)", False)
def is_marked(rules: Rules, house: PuntoBancoHouse) -> bool:
    """Return whether vigorish is marked, to be collected later."""
    return house.marks_vigorish(rules)


def take_vigorish(r: Dealt, seat: int, won: int, marking: str = "") -> Procedure:
    """Take or mark the vigorish of a win on the banker's hand. `marking` is a game's own paragraph about the box."""
    if not (cents := vigorish(r.rules, r.house, won)):
        return
    cite = cites("beyond:minibaccarat.7(d)", marking, *readings_used(r))
    if is_marked(r.rules, r.house):
        yield MarkVigorish(cite, seat, seat, BANKER, cents)
    else:
        yield TakeVigorish(cite, seat, seat, BANKER, cents)


def readings_used(r: Dealt) -> Iterator[str]:
    """Yield the readings that decided the amount, where the house elects nothing and the choice is not the default."""
    if r.house.vigorish is None and r.rules.reads("vigorish-rate") != "5":
        yield "reading:vigorish-rate"
    if r.house.vigorish_rounding is None and r.rules.reads("vigorish-rounding") != "exact":
        yield "reading:vigorish-rounding"


def collect_from(t: Table, seat: int) -> Procedure:
    """Collect what a seat owes. The player always has the chips, because nobody may wager what he owes."""
    if cents := vigorish_owed(t, seat):
        yield CollectVigorish("beyond:minibaccarat.8(f)", seat, seat, BANKER, cents)


def collect_marked(r: Dealt) -> Procedure:
    """Collect the vigorish that every seat owes, from the dealer's right, at the end of a shoe.

    A void round costs nobody anything, so after one it is collected before the next shoe.
    """
    if not r.table.is_void:
        for seat in sorted(r.table.players, reverse=True):
            yield from collect_from(r.table, seat)
