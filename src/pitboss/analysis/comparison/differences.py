"""In what two tables of a game differ, and the first of them with a single one of these things as at the second."""

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

APART = ("name", "game", "readings", "pay")  # told otherwise, or no difference at all
DEFAULT = "as by default"


class Difference(NamedTuple):
    what: str
    was: str
    now: str
    made: Callable[[Study], Study]  # the first table with this one thing changed

    def __str__(self) -> str:
        return f"{self.what}: {self.was} -> {self.now}"


def supposing(study: Study) -> Study:
    """The same table as one whose every line may be set, so that two are of one kind whatever is set of them."""
    plain = type(study.house) is study.game.house
    return replace(study, house=study.model.what_if(study.house)) if plain else study


def differences(first: Study, second: Study) -> Iterator[Difference]:
    """Law, readings, elections, lines of pay tables and the bet, of tables of one kind."""
    was, now = first.rules, second.rules
    if (was.sections, was.defaults) != (now.sections, now.defaults):
        yield Difference("law", was.texts, now.texts, partial(_with_law, as_of=now.as_of, assumed=now.assumed))
    for reading, choice in was.readings.items():
        if now.readings[reading] != choice:
            changed = partial(_with_reading, reading=reading, choice=now.readings[reading])
            yield Difference(f"reading {reading}", choice, now.readings[reading], changed)
    yield from _elections(first.house, second.house)
    yield from _odds(first, second)
    if first.bet != second.bet:
        yield Difference("bet", dollars(first.bet), dollars(second.bet), partial(replace, bet=second.bet))


def _with_law(study: Study, *, as_of: str, assumed: Any) -> Study:
    return replace(study, rules=study.game.rules(study.rules.readings, as_of, assumed))


def _with_reading(study: Study, *, reading: str, choice: str) -> Study:
    rules = study.rules
    return replace(study, rules=study.game.rules({**rules.readings, reading: choice}, rules.as_of, rules.assumed))


def _elections(first: House, second: House) -> Iterator[Difference]:
    for field in msgspec.structs.fields(type(first)):
        was, now = getattr(first, field.name), getattr(second, field.name)
        if field.name not in APART and was != now:
            changed = partial(_with_election, name=field.name, value=now)
            yield Difference(field.encode_name, _shown(was), _shown(now), changed)


def _with_election(study: Study, *, name: str, value: object) -> Study:
    return replace(study, house=msgspec.structs.replace(study.house, **{name: value}))


def _odds(first: Study, second: Study) -> Iterator[Difference]:
    law, theirs = _law(first), _law(second)
    for table, lines in first.model.LINES.items():
        was, now = _table(first.house, table), _table(second.house, table)
        for line in lines:
            told = [
                _shown(set_[line]) if line in set_ else by_law.get((table, line), DEFAULT)
                for set_, by_law in ((was, law), (now, theirs))
            ]
            if was.get(line) != now.get(line) and (told[0] != told[1] or law != theirs):
                changed = partial(_with_odds, table=table, line=line, rate=now.get(line))
                yield Difference(f"{table}.{line}" if table else line, told[0], told[1], changed)


def _law(study: Study) -> dict[tuple[str, str], str]:
    """What every line pays if the house sets nothing else."""
    found = {}
    for floor in study.model.floors(study.rules, study.house):
        letter = getattr(study.house, floor.election.replace("-", "_")) if floor.election else ""
        for line, rate in floor.tables.get(letter or "", {}).items():
            if line not in floor.added.get(letter or "", ()):
                found[floor.table, line] = show(rate)
    return found


def _table(house: Any, table: str) -> dict[str, Any]:
    """The lines that a house sets of one of its pay tables."""
    if not table:
        return dict(house.pay)
    names = {field.encode_name: field.name for field in msgspec.structs.fields(house.pay)}
    return dict(getattr(house.pay, names[table]))


def _with_odds(study: Study, *, table: str, line: str, rate: object) -> Study:
    house: Any = study.house
    lines = {**_table(house, table), line: rate}
    if rate is None:
        del lines[line]
    if table:
        name = next(field.name for field in msgspec.structs.fields(house.pay) if field.encode_name == table)
        return replace(
            study, house=msgspec.structs.replace(house, pay=msgspec.structs.replace(house.pay, **{name: lines}))
        )
    return replace(study, house=msgspec.structs.replace(house, pay=lines))


def _shown(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Money):
        return dollars(value)
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)
