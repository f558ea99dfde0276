"""What is printed on the layout of a table that is being played at. It changes only when the table's setting does."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules
from pitboss.server.live.table import LiveTable
from pitboss.table.printed import Printed


class Layout(NamedTuple):
    rules: Rules
    house: House
    text: bytes  # as JSON
    mark: str  # changes with it


_layouts: WeakKeyDictionary[LiveTable, Layout] = WeakKeyDictionary()


def layout_of(table: LiveTable) -> Layout:
    kept = _layouts.get(table)
    if kept is None or kept.rules is not table.driver.rules or kept.house is not table.house:
        kept = _layouts[table] = _made(table)
    return kept


def _made(table: LiveTable) -> Layout:
    rules, house = table.driver.rules, table.house
    text = printed_on(table.game, rules, house)
    return Layout(rules, house, text, sha256(text).hexdigest()[:8])


def printed_on(game: Game, rules: Rules, house: House) -> bytes:
    """What is printed on the layout of a game by these rules, as JSON."""
    found = game.printed(rules, house) if game.printed is not None else Printed(areas=game.spots)
    return msgspec.json.encode(found)
