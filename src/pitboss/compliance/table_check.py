"""What can be said of a table as it is set: the same as of a table in a house file."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.analysis.given_away import given_away
from pitboss.compliance.finding import Finding, Severity, worst_first
from pitboss.engine.game import Game
from pitboss.engine.house import House
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules


def table_findings(game: Game, rules: Rules, house: House) -> list[Finding]:
    """The worst first. Odds that favor the player are counted out where that takes less than a second."""
    return worst_first(_found(game, rules, house))


def _found(game: Game, rules: Rules, house: House) -> Iterator[Finding]:
    for each in house.breaches(rules):
        weight: Severity = "warning" if each.cite.startswith("reading:") else "violation"
        yield Finding(weight, each.cite, each.key, each.wrong, each.right)
    for each in (*house.unsound(rules), *house.warnings(rules), *given_away(game, rules, house)):
        yield Finding("warning", each.cite, each.key, each.wrong, each.right)
    for reading in readings_of(game.package).values():
        if (choice := rules.reads(reading.id)) != reading.default:
            stands = "what is not held" if reading.stands_in else reading.paragraph
            wrong = f"the table reads {stands} another way than by default: {choice}, not {reading.default}"
            yield Finding("warning", f"reading:{reading.id}", f"readings.{reading.id}", wrong, "be ready to say why")
    if rules.defaults or rules.assumed:
        wrong = f"the table is judged by the {rules.texts}"
        yield Finding("note", "house:not-held", "game", wrong, "compare it with those sections if you hold them")
