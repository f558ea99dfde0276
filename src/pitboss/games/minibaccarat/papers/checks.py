"""The check of each paragraph of Minibaccarat."""

from __future__ import annotations

from pitboss.common.punto_banco.checks import COMMON, PuntoBancoDeclared, check_decks, check_no_cutting_card
from pitboss.engine.houses.house_checks import Check, elections


class MinibaccaratDeclared(PuntoBancoDeclared, frozen=True, kw_only=True, rename="kebab"):
    """Declarations under the game's own name, which the schema of house files needs."""


DECLARED = MinibaccaratDeclared
CHECKS: dict[str, tuple[Check, ...]] = {
    **COMMON,
    "beyond:minibaccarat.2(a)": (elections, check_decks),
    "beyond:minibaccarat.2(d)": (elections,),
    "beyond:minibaccarat.2(f)": (check_no_cutting_card,),
    "beyond:minibaccarat.8(e)": (elections,),
}
UNBROKEN: dict[str, str] = {
    "beyond:minibaccarat.3(c)": "Either may be elected.",
    "beyond:minibaccarat.5(e)": "Each form may be elected.",
    "beyond:minibaccarat.6(c)": "Either may be elected.",
    "beyond:minibaccarat.8(d)": "Either may be elected.",
}
