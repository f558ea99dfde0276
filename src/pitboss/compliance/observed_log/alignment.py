"""What was seen beside what the law required, act by act: what was not done, done though nothing calls for it, done
otherwise, or done at another moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pitboss.compliance.observed_log.lawful_play import body_of
from pitboss.compliance.observed_log.log_reader import Item
from pitboss.compliance.observed_log.simultaneous_acts import in_the_order_of
from pitboss.table.steps import Step

WHO = ("seat", "position", "spot", "place")  # whom and what an act is about; the rest is how it is done
NOT_COMPARED = frozenset(("act", "cite", "prev", "line"))
IN_ANY_ORDER = frozenset(("cards", "decided_by"))

# What an observer may write who does not tell the acts of one kind apart.
FAMILIES: dict[str, frozenset[str]] = {
    "pay": frozenset(("pay wager", "pay bonus", "pay standing wager", "award pot")),
    "collect": frozenset(("collect wager", "collect forfeit", "forfeit", "collect chips")),
    "return": frozenset(
        ("return wager", "return from inventory", "return forfeit", "return wager with fee", "return chips")
    ),
    "burn": frozenset(("burn", "burn card")),
    "examine": frozenset(("examine", "examine and replace")),
    "turn hand": frozenset(("turn hand", "expose hand")),
    "turn dealer": frozenset(("turn dealer", "expose dealer")),
    "count": frozenset(("count stub", "count deck", "count for trips")),
    "void": frozenset(("void round", "void hand", "no roll")),
    "call": frozenset(("announce", "call total", "call number", "call symbol", "call numbers")),
}
PLACED = frozenset(("place wager", "put down wager", "put down wager with fee", "make play wager"))
COUNTS = FAMILIES["count"] | {"device count"}
# About chips that stay on the layout, or in the inventory: no money changes hands.
NO_MONEY = frozenset(("move wager", "stand wager", "slip chip", "keep stake"))
MISSING_COSTS, EXTRA_COSTS, OTHERWISE_COSTS, ELSEWHERE_COSTS = 10, 11, 8, 14


class Required(NamedTuple):
    """An act of the law's."""

    step: Step
    body: dict[str, Any]
    tag: str
    group: str


def required(steps: Sequence[Step]) -> list[Required]:
    found = []
    for step in steps:
        body = body_of(step)
        tag = str(body["act"])
        found.append(Required(step, body, tag, group_of(tag, body)))
    return found


def group_of(tag: str, body: dict[str, Any]) -> str:
    """What an observer notes, or does not, as a whole."""
    if tag in PLACED:
        return "wagers"
    if tag in COUNTS or tag == "count":
        return "counts"
    if tag in FAMILIES["void"] or tag == "void":
        return "voids"
    if tag in FAMILIES["call"] or tag == "call":
        return "calls"
    if tag == "ask player":
        return "questions"
    if "cents" in body and "seat" in body and tag not in NO_MONEY:
        return "money"
    return "cards" if {"card", "source", "place", "cards"} & body.keys() else "rest"


class Departure(NamedTuple):
    """`seen` alone: nothing calls for it. `law` alone: it was not done. Both: otherwise, in these keys, or, if none
    differs, at another moment."""

    seen: Item | None
    law: Required | None
    keys: tuple[str, ...] = ()
    line: int = 0  # of the act seen before it, where the act itself was not seen
    at: int = 0  # its place among the acts required


@dataclass
class Compared:
    cost: int = 0
    departures: list[Departure] = field(default_factory=list)
    pairs: list[tuple[Item, Required]] = field(default_factory=list)


class Comparing(NamedTuple):
    exact: bool  # the acts are written as we write them, every key and in its order
    ignored: frozenset[str] = NOT_COMPARED
    at_once: bool = False  # no paragraph says which wager of a round is settled first


EXACTLY = Comparing(exact=True)
AS_SEEN = Comparing(exact=False, ignored=NOT_COMPARED | {"player", "chips"})  # nobody sees a name, or counts a rack
BUT_FOR_CARDS = Comparing(
    exact=False, ignored=NOT_COMPARED | {"card", "cards", "decided_by", "hand_class", "words", "why"}
)


def compared(seen: Sequence[Item], law: Sequence[Required], noted: frozenset[str], by: Comparing) -> Compared:
    found = Compared()
    if not by.exact:
        seen = in_the_order_of(law, seen, by.at_once)
    first = 0
    while first < min(len(seen), len(law)) and _same(seen[first], law[first], by):
        found.pairs.append((seen[first], law[first]))
        first += 1
    if first == len(seen) == len(law):
        return found
    last = 0  # how many are the same at the end
    while last < min(len(seen), len(law)) - first and _same(seen[-1 - last], law[-1 - last], by):
        last += 1
    end = len(law) - last
    steps, found.cost = _aligned(seen[first : len(seen) - last], law[first:end], noted, by)
    steps += [(seen[len(seen) - last + at], end - first + at) for at in range(last)]
    line = seen[first - 1].line if first else (seen[0].line - 1 if seen else 0)
    for item, index in steps:
        act = None if index is None else law[first + index]
        line = item.line if item is not None else line
        if item is not None and act is not None:
            found.pairs.append((item, act))
            if keys := _differing(item, act, by):
                found.departures.append(Departure(item, act, keys, line, first + (index or 0)))
        elif item is not None:
            found.departures.append(Departure(item, None, (), line))
        elif act is not None:
            found.departures.append(Departure(None, act, (), line, first + (index or 0)))
    paired = _paired(found.departures, by)
    found.departures = [each for each in paired if each.seen is not None or (each.law and each.law.group in noted)]
    return found


def _aligned(
    seen: Sequence[Item], law: Sequence[Required], noted: frozenset[str], by: Comparing
) -> tuple[list[tuple[Item | None, int | None]], int]:
    """Both rows side by side at the least cost; acts that nobody was going to note cost nothing."""
    skips = [MISSING_COSTS if act.group in noted else 0 for act in law]
    costs = _costs(seen, law, by)
    rows = [[0] * (len(law) + 1) for _ in range(len(seen) + 1)]
    for column in range(len(law) - 1, -1, -1):
        rows[-1][column] = rows[-1][column + 1] + skips[column]
    for row in range(len(seen) - 1, -1, -1):
        here, below, fitting = rows[row], rows[row + 1], costs[row]
        best = here[-1] = below[-1] + EXTRA_COSTS
        for column in range(len(law) - 1, -1, -1):
            best += skips[column]
            if (extra := below[column] + EXTRA_COSTS) < best:
                best = extra
            if column in fitting and (both := below[column + 1] + fitting[column]) < best:
                best = both
            here[column] = best
    found: list[tuple[Item | None, int | None]] = []
    row = column = 0
    while row < len(seen) or column < len(law):
        now = rows[row][column]
        cost = costs[row].get(column) if row < len(seen) else None
        if cost is not None and now == rows[row + 1][column + 1] + cost:
            found.append((seen[row], column))
            row, column = row + 1, column + 1
        elif column < len(law) and now == rows[row][column + 1] + skips[column]:
            found.append((None, column))
            column += 1
        else:
            found.append((seen[row], None))
            row += 1
    return found, rows[0][0]


def _costs(seen: Sequence[Item], law: Sequence[Required], by: Comparing) -> list[dict[int, int]]:
    """For each act that was seen: which of the law's acts it may be, and what it costs to take it for that."""
    columns: dict[str, list[int]] = {}
    for column, act in enumerate(law):
        columns.setdefault(act.tag, []).append(column)
    found = []
    for item in seen:
        tag = str(item.body.get("act"))
        kinds = {tag} if by.exact else {tag, *FAMILIES.get(tag, ())}
        fitting = {column: _cost(item, law[column], by) for kind in kinds for column in columns.get(kind, ())}
        found.append({column: cost for column, cost in fitting.items() if cost is not None})
    return found


def _cost(item: Item, act: Required, by: Comparing) -> int | None:
    """What it costs to take one for the other; None if they are acts of another kind."""
    if not _kind_fits(item.body.get("act"), act, by):
        return None
    keys = _differing(item, act, by)
    if not keys:
        return 0
    strange = len({"seat" if key == "position" else key for key in keys if key in WHO})
    if strange and "cents" in keys:  # another wager and another amount: another act
        strange += 1
    return ELSEWHERE_COSTS * strange or OTHERWISE_COSTS


def _kind_fits(tag: object, act: Required, by: Comparing) -> bool:
    if tag == act.tag:
        return True
    if by.exact or not isinstance(tag, str) or act.tag not in FAMILIES.get(tag, ()):
        return False
    return tag != "collect" or "cents" in act.body


def _same(item: Item, act: Required, by: Comparing) -> bool:
    return _kind_fits(item.body.get("act"), act, by) and not _differing(item, act, by)


def _differing(item: Item, act: Required, by: Comparing) -> tuple[str, ...]:
    law = act.body
    seen = item.body
    keys = [key for key in seen if key not in by.ignored and (key in law or by.exact)]
    if by.exact:
        keys += [key for key in law if key not in seen and key not in by.ignored]
        return tuple(key for key in keys if key not in seen or key not in law or seen[key] != law[key])
    if "spot" in law and "spot" not in seen:
        keys = [key for key in keys if key != "cents"]  # it may be for several wagers at once
    return tuple(key for key in keys if not _agree(key, seen[key], law[key]))


def _agree(key: str, seen: object, law: object) -> bool:
    if seen == law or not (key in IN_ANY_ORDER and isinstance(seen, list) and isinstance(law, list)):
        return seen == law
    return sorted(map(str, seen)) == sorted(map(str, law))


def _paired(departures: Sequence[Departure], by: Comparing) -> list[Departure]:
    """What is missing in one place and too much in another was done at another moment."""
    left = list(departures)
    extra = [each for each in departures if each.law is None]
    for each in extra:
        assert each.seen is not None
        same = (other for other in left if other.seen is None and other.law is not None)
        other = next((other for other in same if other.law and _same(each.seen, other.law, by)), None)
        if other is not None:
            left[left.index(each)] = Departure(each.seen, other.law, (), each.line, other.at)
            left.remove(other)
    return left
