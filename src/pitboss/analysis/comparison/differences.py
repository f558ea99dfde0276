"""Finds the differences between two tables of a game, and can apply any single one of them to the first table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import msgspec

from pitboss.analysis.study import Study
from pitboss.engine.houses.house import House
from pitboss.table.money import Money, dollars
from pitboss.table.paytable import show

NOT_COMPARED = ("name", "game", "readings", "pay")  # described elsewhere, or no difference at all
DEFAULT = "as by default"


class Difference(NamedTuple):
    """One thing in which two tables differ."""

    what: str
    was: str
    now: str
    made: Callable[[Study], Study]  # makes the first table with this one thing changed

    def __str__(self) -> str:
        return f"{self.what}: {self.was} -> {self.now}"


def with_settable_lines(study: Study) -> Study:
    """Return the same table with a house of the type in which every line may be set, so that the houses of two tables
    have the same type whatever lines they set.
    """
    plain = type(study.house) is study.game.house
    return replace(study, house=study.model.what_if(study.house)) if plain else study


def differences(first: Study, second: Study) -> Iterator[Difference]:
    """Yield the differences between two tables of one type: law, readings, elections, lines of pay tables and the
    bet."""
    first_rules, second_rules = first.rules, second.rules
    if (first_rules.sections, first_rules.defaults) != (second_rules.sections, second_rules.defaults):
        yield Difference(
            "law",
            first_rules.texts,
            second_rules.texts,
            partial(_with_law, as_of=second_rules.as_of, assumed=second_rules.assumed),
        )
    for reading, choice in first_rules.readings.items():
        if second_rules.readings[reading] != choice:
            change = partial(_with_reading, reading=reading, choice=second_rules.readings[reading])
            yield Difference(f"reading {reading}", choice, second_rules.readings[reading], change)
    yield from _elections(first.house, second.house)
    yield from _odds(first, second)
    if first.bet != second.bet:
        yield Difference("bet", dollars(first.bet), dollars(second.bet), partial(replace, bet=second.bet))


def _with_law(study: Study, *, as_of: str, assumed: Any) -> Study:
    """Return the table under the law of another day."""
    return replace(study, rules=study.game.rules(study.rules.readings, as_of, assumed))


def _with_reading(study: Study, *, reading: str, choice: str) -> Study:
    """Return the table with another choice for a reading."""
    rules = study.rules
    return replace(study, rules=study.game.rules({**rules.readings, reading: choice}, rules.as_of, rules.assumed))


def _elections(first: House, second: House) -> Iterator[Difference]:
    for field in msgspec.structs.fields(type(first)):
        was, now = getattr(first, field.name), getattr(second, field.name)
        if field.name not in NOT_COMPARED and was != now:
            change = partial(_with_election, name=field.name, value=now)
            yield Difference(field.encode_name, _format_value(was), _format_value(now), change)


def _with_election(study: Study, *, name: str, value: object) -> Study:
    """Return the table with another election."""
    return replace(study, house=msgspec.structs.replace(study.house, **{name: value}))


def _odds(first: Study, second: Study) -> Iterator[Difference]:
    first_law, second_law = _lines_by_law(first), _lines_by_law(second)
    for table, lines in first.model.LINES.items():
        was, now = _own_lines(first.house, table), _own_lines(second.house, table)
        for line in lines:
            descriptions = [
                _format_value(own[line]) if line in own else by_law.get((table, line), DEFAULT)
                for own, by_law in ((was, first_law), (now, second_law))
            ]
            if was.get(line) != now.get(line) and (descriptions[0] != descriptions[1] or first_law != second_law):
                change = partial(_with_odds, table=table, line=line, rate=now.get(line))
                yield Difference(f"{table}.{line}" if table else line, descriptions[0], descriptions[1], change)


def _lines_by_law(study: Study) -> dict[tuple[str, str], str]:
    """Return what each line of each pay table pays if the house elects no odds of its own."""
    rates = {}
    for floor in study.model.floors(study.rules, study.house):
        letter = getattr(study.house, floor.election.replace("-", "_")) if floor.election else ""
        for line, rate in floor.tables.get(letter or "", {}).items():
            if line not in floor.added.get(letter or "", ()):
                rates[floor.table, line] = show(rate)
    return rates


def _own_lines(house: Any, table: str) -> dict[str, Any]:
    """Return the lines that a house sets in one of its pay tables."""
    if not table:
        return dict(house.pay)
    names = {field.encode_name: field.name for field in msgspec.structs.fields(house.pay)}
    return dict(getattr(house.pay, names[table]))


def _with_odds(study: Study, *, table: str, line: str, rate: object) -> Study:
    """Return the table with another rate for a line, or with the law's rate if `rate` is None."""
    house: Any = study.house
    lines = {**_own_lines(house, table), line: rate}
    if rate is None:
        del lines[line]
    if table:
        name = next(field.name for field in msgspec.structs.fields(house.pay) if field.encode_name == table)
        return replace(
            study, house=msgspec.structs.replace(house, pay=msgspec.structs.replace(house.pay, **{name: lines}))
        )
    return replace(study, house=msgspec.structs.replace(house, pay=lines))


def _format_value(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Money):
        return dollars(value)
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)
