"""What can be said of a table as it is set on a server: the same as of a table in a house file."""

from __future__ import annotations

import msgspec

from pitboss.compliance.finding import Finding, sort_worst_first
from pitboss.compliance.house_file.judgment import said_of
from pitboss.compliance.house_file.reader import Entry, declares
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.engine.houses.house_checks import AtTable
from pitboss.law.rules import Rules


def table_findings(game: Game, rules: Rules, house: House) -> list[Finding]:
    """The worst first, each under the key of its setting. A server knows nothing of signs and brochures, so nothing is
    declared. A setting chooses readings beside those of its house: the rules have them all."""
    read_so = msgspec.structs.replace(house, readings=dict(rules.readings))
    declared = declares(game)()
    entry = Entry((), house.name, game, read_so, declared, (), {})
    said = said_of(game, entry, AtTable(rules, read_so, declared))
    return sort_worst_first(
        Finding(each.weight or "violation", each.cite, each.key, each.wrong, each.right) for each in said
    )
