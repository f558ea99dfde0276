"""Odds that a house elects and by which a wager favors the player: allowed, and hardly meant."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.text_tables import percent
from pitboss.counting.exact_model import ImpossibleError, Row
from pitboss.engine.game import Game
from pitboss.engine.houses.house import Finding, House
from pitboss.law.rules import Rules

CITE = "house:given-away"


def given_away(game: Game, rules: Rules, house: Any) -> Iterator[Finding]:
    """Only where odds are elected, at the usual bet, and counted out exactly."""
    lines = list(_elected(house))
    if not lines or not game.quick:
        return
    without = {key: _edges(game, rules, other) for key, other in lines}
    told = set()  # one wager for each line is enough
    for name, edge in _edges(game, rules, house).items():
        # The line that gives most away: without it the house would have the best of this wager.
        line = max(without, key=lambda key: without[key].get(name, edge))
        if edge < 0 and line not in told and without[line].get(name, edge) > edge:
            told.add(line)
            wrong = f"{' '.join(name).strip()} gives the player an edge of {percent(-edge)}"
            yield Finding(line, CITE, wrong, "lower the odds, unless you mean to give it away")


def uncounted(game: Game, house: Any) -> Iterator[Finding]:
    """Where counting takes too long for a check, it says so."""
    lines = list(_elected(house))
    if lines and not game.quick:
        wrong = "whether these odds favor the player is not counted here, because it takes more than a second"
        yield Finding(lines[0][0], CITE, wrong, f"ask with 'pitboss edge {game.name} --house FILE'")


def _elected(house: Any) -> Iterator[tuple[str, House]]:
    """Each line that the house pays its own way, and the house without it."""
    pay = getattr(house, "pay", {})
    if isinstance(pay, dict):
        for line in pay:
            yield f"pay.{line}", msgspec.structs.replace(house, pay={at: pay[at] for at in pay if at != line})
        return
    for field in msgspec.structs.fields(pay):
        lines = getattr(pay, field.name)
        for line in lines:
            less = {field.name: {at: lines[at] for at in lines if at != line}}
            without = msgspec.structs.replace(house, pay=msgspec.structs.replace(pay, **less))
            yield f"pay.{field.encode_name}.{line}", without


def _edges(game: Game, rules: Rules, house: House) -> dict[tuple[str, str], Fraction]:
    """The edge of every wager by itself; of several rows about the same, the first."""
    model = game.exact_model()
    try:
        rows: list[Row] = list(model.wagers(rules, house, model.usual_bet(house)))
    except ImpossibleError:  # the model does not count out what is read so
        return {}
    found: dict[tuple[str, str], Fraction] = {}
    for row in rows:
        found.setdefault((row.wager, row.variant), row.house_edge)
    return found
