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
    """What is marked in the numbered box of a seat, in cents."""
    return OWED.at(seat).get(t) or 0


@rule("beyond:minibaccarat.8(e)", False)
def is_marked(rules: Rules, house: PuntoBancoHouse) -> bool:
    return house.marks_vigorish(rules)


def take_vigorish(r: Dealt, seat: int, won: int, marking: str = "") -> Procedure:
    """Of a win on the banker's hand; `marking` is a game's own paragraph about the box."""
    if not (cents := vigorish(r.rules, r.house, won)):
        return
    cite = cites("beyond:minibaccarat.7(d)", marking, *readings_used(r))
    if is_marked(r.rules, r.house):
        yield MarkVigorish(cite, seat, seat, BANKER, cents)
    else:
        yield TakeVigorish(cite, seat, seat, BANKER, cents)


def readings_used(r: Dealt) -> Iterator[str]:
    """The readings that decided how much it is, where the house has elected nothing and it is not read by default."""
    if r.house.vigorish is None and r.rules.reads("vigorish-rate") != "5":
        yield "reading:vigorish-rate"
    if r.house.vigorish_rounding is None and r.rules.reads("vigorish-rounding") != "exact":
        yield "reading:vigorish-rounding"


def collect_from(t: Table, seat: int) -> Procedure:
    """He always has the chips: nobody may wager what he owes."""
    if cents := vigorish_owed(t, seat):
        yield CollectVigorish("beyond:minibaccarat.8(f)", seat, seat, BANKER, cents)


def collect_marked(r: Dealt) -> Procedure:
    """The shoe is over: from the dealer's right, whoever owes vigorish pays it. A void round costs nobody anything:
    after one it is paid before the next shoe."""
    if not r.table.is_void:
        for seat in sorted(r.table.players, reverse=True):
            yield from collect_from(r.table, seat)
