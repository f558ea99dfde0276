"""The check of each paragraph of Baccarat, and of Minibaccarat where it applies to both."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common.punto_banco.checks import COMMON, PuntoBancoDeclared, check_decks
from pitboss.engine.houses.house_checks import AtTable, Check, Issue, elections
from pitboss.law.force import number

MOST_DEALERS = 3


def check_dealers(subject: AtTable) -> Iterator[Issue]:
    stated, most = subject.declared.equipment.dealers, number("beyond:baccarat.2(a)", "dealers", MOST_DEALERS)
    if stated is not None and not 1 <= stated <= most:
        yield Issue("equipment.dealers", "beyond:baccarat.2(a)", f"there are {stated} dealers", f"have 1 to {most}")


class BaccaratDeclared(PuntoBancoDeclared, frozen=True, kw_only=True, rename="kebab"):
    """Declarations under the game's own name, which the schema of house files needs."""


DECLARED = BaccaratDeclared
CHECKS: dict[str, tuple[Check, ...]] = {
    **COMMON,
    "beyond:minibaccarat.2(a)": (check_decks,),
    "beyond:baccarat.2(a)": (elections, check_dealers),
    "beyond:baccarat.2(b)": (elections,),
    "beyond:baccarat.6(a)": (elections,),
    "beyond:baccarat.7(c)": (elections,),
}
UNBROKEN: dict[str, str] = {}
