"""The printed layout of a live table, cached: it changes only when the table's setting does."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules
from pitboss.server.live.table import LiveTable


class Layout(NamedTuple):
    """The printed layout of a table, with the rules and the house that it was made for."""

    rules: Rules
    house: House
    text: bytes  # as JSON
    mark: str  # a digest of the text


_layouts: WeakKeyDictionary[LiveTable, Layout] = WeakKeyDictionary()


def layout_of(table: LiveTable) -> Layout:
    """Return the printed layout of a table."""
    layout = _layouts.get(table)
    if layout is None or layout.rules is not table.driver.rules or layout.house is not table.house:
        layout = _layouts[table] = _make_layout(table)
    return layout


def _make_layout(table: LiveTable) -> Layout:
    rules, house = table.driver.rules, table.house
    text = printed_on(table.game, rules, house)
    return Layout(rules, house, text, sha256(text).hexdigest()[:8])


def printed_on(game: Game, rules: Rules, house: House) -> bytes:
    """Return the print on the layout of a game under these rules, as JSON."""
    return msgspec.json.encode(game.printed_at(rules, house))
