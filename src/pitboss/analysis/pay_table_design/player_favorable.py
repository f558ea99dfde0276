"""Warns of elected odds that give the player the edge, which is allowed and hardly intended."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.text_tables import percent
from pitboss.counting.exact_model import ImpossibleError, Row
from pitboss.counting.side_wager_counts import side_wager_row
from pitboss.engine.game import Game
from pitboss.engine.houses.house import Finding, House
from pitboss.law.rules import Rules

CITE = "house:given-away"


def find_player_favorable(game: Game, rules: Rules, house: Any) -> Iterator[Finding]:
    """Yield a warning for each line that makes a wager favor the player. Checked only if odds are elected, at the usual
    bet, and where the count is exact."""
    yield from _find_favorable_side_wagers(house)
    lines = list(_elected_lines(house))
    if not lines or not game.quick:
        return
    without = {key: _edges(game, rules, house_without) for key, house_without in lines}
    warned_lines = set()  # lines already warned of: one wager for each is enough
    for name, edge in _edges(game, rules, house).items():
        # The line that gives away most: without it the house edge of this wager would be highest.
        line = max(without, key=lambda key: without[key].get(name, edge))
        if edge < 0 and line not in warned_lines and without[line].get(name, edge) > edge:
            warned_lines.add(line)
            message = f"{' '.join(name).strip()} gives the player an edge of {percent(-edge)}"
            yield Finding(line, CITE, message, "lower the odds, unless you mean to give it away")


def _find_favorable_side_wagers(house: House) -> Iterator[Finding]:
    for index, wager in enumerate(house.side_wagers):
        edge = side_wager_row(wager, house.side_terms.cards[wager.cards]).house_edge
        if edge < 0:
            message = f"{wager.name} gives the player an edge of {percent(-edge)}"
            yield Finding(f"side-wager.{index}.pay", CITE, message, "lower the odds, unless you mean to give it away")


def note_if_uncounted(game: Game, house: Any) -> Iterator[Finding]:
    """Yield a note if elected odds are not checked because counting takes too long."""
    lines = list(_elected_lines(house))
    if lines and not game.quick:
        message = "whether these odds favor the player is not counted here, because it takes more than a second"
        yield Finding(lines[0][0], CITE, message, f"ask with 'pitboss edge {game.name} --house FILE'")


def _elected_lines(house: Any) -> Iterator[tuple[str, House]]:
    """Yield each line that the house sets itself, with the house without it."""
    pay = getattr(house, "pay", {})
    if isinstance(pay, dict):
        for line in pay:
            yield (
                f"pay.{line}",
                msgspec.structs.replace(house, pay={other: pay[other] for other in pay if other != line}),
            )
        return
    for field in msgspec.structs.fields(pay):
        lines = getattr(pay, field.name)
        for line in lines:
            remaining = {field.name: {other: lines[other] for other in lines if other != line}}
            without = msgspec.structs.replace(house, pay=msgspec.structs.replace(pay, **remaining))
            yield f"pay.{field.encode_name}.{line}", without


def _edges(game: Game, rules: Rules, house: House) -> dict[tuple[str, str], Fraction]:
    """Return the edge of every wager, by its name and variant; empty if the model does not count the table's readings.
    If several rows are about one wager, the first counts.
    """
    model = game.exact_model()
    try:
        rows: list[Row] = list(model.wagers(rules, house, model.usual_bet(house)))
    except ImpossibleError:  # the model does not count this reading
        return {}
    edges: dict[tuple[str, str], Fraction] = {}
    for row in rows:
        edges.setdefault((row.wager, row.variant), row.house_edge)
    return edges
