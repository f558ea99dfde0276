"""Computes what each reading is worth in house edge: every wager counted under every choice.

Each count records the readings that it looks up. Prices hold at the tables that a model names; at other tables, a
reading without a price may have one. If a model leaves wagers out, a reading that no count asks for may matter to
those.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pitboss.analysis.study import Study
from pitboss.analysis.text_tables import percent
from pitboss.engine.game import Game
from pitboss.games import load
from pitboss.law.readings import readings_of
from pitboss.table.money import dollars

DIGITS = 3  # digits of percents, unless more are needed


class Change(NamedTuple):
    """A wager whose edge another choice changes. `then` is None if the wager is not counted under that choice."""

    choice: str
    wager: str
    now: Fraction
    then: Fraction | None


class Price(NamedTuple):
    """The price of a reading: the wagers whose edges its other choices change."""

    asked: bool  # whether any count rests on the reading
    changes: tuple[Change, ...]
    unknown: str = ""  # why nothing could be counted
    tables: tuple[str, ...] = ()  # the tables at which it was counted
    uncounted: tuple[str, ...] = ()  # wagers that were not counted

    def __str__(self) -> str:
        if self.unknown:
            return f"unknown, {self.unknown}"
        if not self.asked and self.uncounted:
            left_out = ", ".join(self.uncounted)
            return f"not counted, because no counted wager depends on it and {left_out} are not counted"
        if not self.asked:
            return "none at the tables counted, because no wager depends on it"
        if not self.changes:
            tables = "; ".join(self.tables)
            return f"none at the tables counted ({tables}), because every wager has the same edge under each choice"
        return "; ".join(f"with “{choice}” {', '.join(sentences)}" for choice, sentences in self.by_choice.items())

    @property
    def by_choice(self) -> dict[str, list[str]]:
        """The changed wagers and their edges, for each choice that changes something."""
        sentences: dict[str, list[str]] = {}
        for change in self.changes:
            sentences.setdefault(change.choice, [])
            if change.then is not None:
                sentences[change.choice].append(f"{change.wager} {_format_change(change.now, change.then)}")
        return {choice: changes or ["not counted"] for choice, changes in sentences.items()}


def _format_change(now: Fraction, then: Fraction) -> str:
    """Format two edges with as many digits as it takes to tell them apart."""
    digits = DIGITS
    while percent(now, digits) == percent(then, digits):
        digits += 1
    return f"{percent(now, digits)} -> {percent(then, digits)}"


@cache
def prices(name: str) -> dict[str, Price]:
    """Return every reading of a game with its price, at tables that have everything which can cost something."""
    game = load(name)
    rules = game.rules({})
    if not game.exact:
        return _unknown(game, f"{name} has no exact model")
    tables = game.askable_model().pricing_cases()
    try:
        reports = [(label, Study(game, rules, house, bet, ()).edge()) for label, house, bet in tables]
    except ImportError as missing:  # the model cannot run here, and its answers are not cached
        return _unknown(game, str(missing))
    asked: set[str] = set()
    changes: dict[str, list[Change]] = {}
    for label, report in reports:
        for priced in report.wagers:
            wager = " ".join(filter(None, (priced.row.wager, priced.row.variant)))
            wager += f" ({label})" if label else ""
            asked |= set(priced.readings)
            for reading, edges in priced.readings.items():
                for choice, then in edges.items():
                    change = Change(choice, wager, priced.row.house_edge, then)
                    if then != priced.row.house_edge and not _is_known(change, changes.setdefault(reading, [])):
                        changes[reading].append(change)
    labels, left_out = tables_counted(name), tuple(game.askable_model().UNCOUNTED)
    return {
        reading: Price(reading in asked, tuple(changes.get(reading, ())), "", labels, left_out)
        for reading in readings_of(game.package)
    }


def _unknown(game: Game, why: str) -> dict[str, Price]:
    return dict.fromkeys(readings_of(game.package), Price(False, (), why))


def tables_counted(name: str) -> tuple[str, ...]:
    """Return the tables at which prices are counted, in words."""
    tables = load(name).askable_model().pricing_cases()
    return tuple(label or f"the default table with a bet of {dollars(bet)}" for label, _, bet in tables)


def _is_known(change: Change, known_changes: list[Change]) -> bool:
    """Return whether the same change of the wager is known from another table."""
    wager = change.wager.partition(" (")[0]
    return any(known_change == change or known_change == change._replace(wager=wager) for known_change in known_changes)
