"""The elections of a house at a Baccarat table: those of a Minibaccarat table, except for a few facts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

from pitboss.common.punto_banco.house import PuntoBancoHouse
from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding
from pitboss.law.rules import Rules


class BaccaratHouse(PuntoBancoHouse, frozen=True, kw_only=True, rename="kebab"):
    package: ClassVar[str] = "pitboss.games.baccarat"
    most_seats: ClassVar[tuple[str, int]] = ("beyond:baccarat.2(a)", 14)
    decks_by: ClassVar[str] = "beyond:baccarat.2(b)"
    worn_by: ClassVar[str] = "beyond:baccarat.6(e)"
    with_the_left: ClassVar[str] = (  # a curator holds cards as he likes
        "A dealer who draws cards takes them with the left hand and lays them down with the right."
    )
    elections: ClassVar[tuple[Election, ...]] = (
        Election("seats", left_by="beyond:baccarat.2(a)", cites=("beyond:baccarat.2(a)",)),
        Election("decks", left_by="beyond:baccarat.2(b)", cites=("beyond:baccarat.2(b)",)),
        Election(
            "dealing",
            "The curator deals the first four cards covered.",
            left_by="beyond:baccarat.6(a)",
            cites=("beyond:baccarat.6(a)",),
        ),
        Election(
            "vigorish-taken",
            "Vigorish is marked, and collected at the end of the shoe.",
            left_by="beyond:baccarat.7(c)",
            cites=("beyond:minibaccarat.8(e)", "beyond:minibaccarat.8(g)", "beyond:baccarat.7(c)"),
        ),
        Election("shuffler", "Who shuffles: none (by hand), or a device.", left_by="beyond:minibaccarat.4(a)"),
    )

    name: str = "Baccarat 1"
    game: str = "baccarat"
    seats: int = 12
    dealing: Literal["open", "covered"] = "covered"
    shuffler: Literal["none", "device"] = "none"

    def read_for(self, key: str) -> str:
        return "" if key == "vigorish-taken" else super().read_for(key)

    def marks_vigorish(self, rules: Rules) -> bool:
        return True

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        if self.dealing == "open":
            problem = "the first four cards are dealt open"
            yield Finding("dealing", "beyond:baccarat.6(a)", problem, "have the curator deal them covered")
        if self.vigorish_taken == "at-once":
            problem = "vigorish is taken at once"
            yield Finding("vigorish-taken", "beyond:baccarat.7(c)", problem, "mark it until the end of the shoe")
