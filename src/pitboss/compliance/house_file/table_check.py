"""Checks a table as it is set on a server, like a table in a house file."""

from __future__ import annotations

import msgspec

from pitboss.compliance.finding import Finding, sort_worst_first
from pitboss.compliance.house_file.judgment import remarks_on
from pitboss.compliance.house_file.reader import Entry, declared_type
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.engine.houses.house_checks import AtTable
from pitboss.law.rules import Rules


def table_findings(game: Game, rules: Rules, house: House) -> list[Finding]:
    """Check a table as it is set on a server. Violations come first; each finding has the key of its setting.

    No declarations are checked, because a server knows nothing of signs and brochures. The readings are those of the
    rules, which include the readings chosen in the setting.
    """
    house_as_read = msgspec.structs.replace(house, readings=dict(rules.readings))
    declared = declared_type(game)()
    entry = Entry((), house.name, game, house_as_read, declared, (), {})
    remarks = remarks_on(game, entry, AtTable(rules, house_as_read, declared))
    return sort_worst_first(
        Finding(remark.weight or "violation", remark.cite, remark.key, remark.wrong, remark.right) for remark in remarks
    )
