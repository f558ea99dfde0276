"""What each reading is worth in house edge: every wager counted out under every choice.

Which readings a count asks for is recorded while counting. Prices hold at the tables that a model names; at another one
a reading without a price may have one. Where a model leaves wagers out, what no count asks for may bear on those.
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

DIGITS = 3  # of percent


class Change(NamedTuple):
    """A wager whose edge another choice changes; `then` is None where it is not counted under it."""

    choice: str
    wager: str
    now: Fraction
    then: Fraction | None


class Price(NamedTuple):
    asked: bool  # whether any count rests on the reading
    changes: tuple[Change, ...]
    unknown: str = ""  # why nothing could be counted out
    tables: tuple[str, ...] = ()  # at which it was counted
    uncounted: tuple[str, ...] = ()  # wagers that were not

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
        return "; ".join(f"with “{choice}” {', '.join(told)}" for choice, told in self.by_choice.items())

    @property
    def by_choice(self) -> dict[str, list[str]]:
        """Each choice that changes something, with the wagers and how."""
        found: dict[str, list[str]] = {}
        for change in self.changes:
            found.setdefault(change.choice, [])
            if change.then is not None:
                found[change.choice].append(f"{change.wager} {_told(change.now, change.then)}")
        return {choice: told or ["not counted"] for choice, told in found.items()}


def _told(now: Fraction, then: Fraction) -> str:
    """With as many digits as it takes to tell them apart."""
    digits = DIGITS
    while percent(now, digits) == percent(then, digits):
        digits += 1
    return f"{percent(now, digits)} -> {percent(then, digits)}"


@cache
def prices(name: str) -> dict[str, Price]:
    """Every reading of a game with its price, at tables where all that can cost something does."""
    game = load(name)
    rules = game.rules({})
    if not game.exact:
        return _unknown(game, f"{name} has no exact model")
    tables = game.askable_model().pricing_cases()
    try:
        reports = [(label, Study(game, rules, house, bet, ()).edge()) for label, house, bet in tables]
    except ImportError as missing:  # none that can be used here, and no answers that are kept
        return _unknown(game, str(missing))
    asked: set[str] = set()
    changes: dict[str, list[Change]] = {}
    for label, report in reports:
        for each in report.wagers:
            wager = " ".join(filter(None, (each.row.wager, each.row.variant)))
            wager += f" ({label})" if label else ""
            asked |= set(each.readings)
            for reading, edges in each.readings.items():
                for choice, then in edges.items():
                    change = Change(choice, wager, each.row.house_edge, then)
                    if then != each.row.house_edge and not _known(change, changes.setdefault(reading, [])):
                        changes[reading].append(change)
    named, left_out = tables_counted(name), tuple(game.askable_model().UNCOUNTED)
    return {
        reading: Price(reading in asked, tuple(changes.get(reading, ())), "", named, left_out)
        for reading in readings_of(game.package)
    }


def _unknown(game: Game, why: str) -> dict[str, Price]:
    return dict.fromkeys(readings_of(game.package), Price(False, (), why))


def tables_counted(name: str) -> tuple[str, ...]:
    """The tables at which prices are counted, in words."""
    tables = load(name).askable_model().pricing_cases()
    return tuple(label or f"the default table with a bet of {dollars(bet)}" for label, _, bet in tables)


def _known(change: Change, others: list[Change]) -> bool:
    """Whether the same was said of the wager at another table."""
    bare = change.wager.partition(" (")[0]
    return any(other == change or other == change._replace(wager=bare) for other in others)
