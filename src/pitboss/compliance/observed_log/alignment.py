"""Compares what was seen with what the law required, act by act: acts not done, not called for, done differently, or
done at another moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pitboss.compliance.observed_log.lawful_play import body_of
from pitboss.compliance.observed_log.log_reader import Item
from pitboss.compliance.observed_log.simultaneous_acts import sort_like_required
from pitboss.table.steps import Step

# Keys of whom and what an act is about; the others say how it is done.
SUBJECT_KEYS = ("seat", "position", "spot", "place")
NOT_COMPARED = frozenset(("act", "cite", "prev", "line"))
IN_ANY_ORDER = frozenset(("cards", "decided_by"))

# Words of an observer who does not distinguish the acts of one kind.
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
# Chips stay on the layout or in the inventory: no money changes hands.
NO_MONEY = frozenset(("move wager", "stand wager", "slip chip", "keep stake"))
MISSING_COSTS, EXTRA_COSTS, OTHERWISE_COSTS, ELSEWHERE_COSTS = 10, 11, 8, 14


class RequiredAct(NamedTuple):
    """An act that the law requires."""

    step: Step
    body: dict[str, Any]
    tag: str
    group: str


def required_acts(steps: Sequence[Step]) -> list[RequiredAct]:
    """Return the steps as required acts, with their keys and groups."""
    acts = []
    for step in steps:
        body = body_of(step)
        tag = str(body["act"])
        acts.append(RequiredAct(step, body, tag, group_of(tag, body)))
    return acts


def group_of(tag: str, body: dict[str, Any]) -> str:
    """Return the group of an act: observers note all acts of a group or do not."""
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
    """A difference between what was seen and what the law required.

    `seen` alone: nothing calls for the act. `law` alone: it was not done. Both: it differs in `keys`, or, if these are
    empty, it was done at another moment.
    """

    seen: Item | None
    law: RequiredAct | None
    keys: tuple[str, ...] = ()
    line: int = 0  # of the act itself, or, if it was not seen, of the act seen before it
    law_index: int = 0  # index among the required acts

    @property
    def body(self) -> dict[str, Any]:
        """The fields of the act that was seen, or else of the one that the law required."""
        act = self.law if self.seen is None else self.seen
        return {} if act is None else act.body


@dataclass
class Alignment:
    """The alignment of a round: its cost, the departures, and the pairs of acts that belong together."""

    cost: int = 0
    departures: list[Departure] = field(default_factory=list)
    pairs: list[tuple[Item, RequiredAct]] = field(default_factory=list)


class ComparisonMode(NamedTuple):
    """The settings of a comparison: how strictly acts are compared, and which keys are left out."""

    exact: bool  # the acts are written as in a record: all keys, in order
    ignored: frozenset[str] = NOT_COMPARED
    at_once: bool = False  # no paragraph says which wager of a round is settled first


EXACTLY = ComparisonMode(exact=True)
# Observers see no names and do not count chips.
AS_SEEN = ComparisonMode(exact=False, ignored=NOT_COMPARED | {"player", "chips"})
BUT_FOR_CARDS = ComparisonMode(
    exact=False, ignored=NOT_COMPARED | {"card", "cards", "decided_by", "hand_class", "words", "why"}
)


def align(seen: Sequence[Item], law: Sequence[RequiredAct], noted: frozenset[str], mode: ComparisonMode) -> Alignment:
    """Align the acts that were seen with the required ones. Missing acts of groups not in `noted` are no departures."""
    alignment = Alignment()
    if not mode.exact:
        seen = sort_like_required(law, seen, mode.at_once)
    same_at_start = 0
    while same_at_start < min(len(seen), len(law)) and _is_same(seen[same_at_start], law[same_at_start], mode):
        alignment.pairs.append((seen[same_at_start], law[same_at_start]))
        same_at_start += 1
    if same_at_start == len(seen) == len(law):
        return alignment
    same_at_end = 0  # number of equal acts at the end
    while same_at_end < min(len(seen), len(law)) - same_at_start and _is_same(
        seen[-1 - same_at_end], law[-1 - same_at_end], mode
    ):
        same_at_end += 1
    end = len(law) - same_at_end
    steps, alignment.cost = _align_at_least_cost(
        seen[same_at_start : len(seen) - same_at_end], law[same_at_start:end], noted, mode
    )
    steps += [(seen[len(seen) - same_at_end + offset], end - same_at_start + offset) for offset in range(same_at_end)]
    line = seen[same_at_start - 1].line if same_at_start else (seen[0].line - 1 if seen else 0)
    for item, index in steps:
        act = None if index is None else law[same_at_start + index]
        line = item.line if item is not None else line
        if item is not None and act is not None:
            alignment.pairs.append((item, act))
            if keys := _differing_keys(item, act, mode):
                alignment.departures.append(Departure(item, act, keys, line, same_at_start + (index or 0)))
        elif item is not None:
            alignment.departures.append(Departure(item, None, (), line))
        elif act is not None:
            alignment.departures.append(Departure(None, act, (), line, same_at_start + (index or 0)))
    departures = _join_moved(alignment.departures, mode)
    alignment.departures = [
        departure
        for departure in departures
        if departure.seen is not None or (departure.law and departure.law.group in noted)
    ]
    return alignment


def _align_at_least_cost(
    seen: Sequence[Item], law: Sequence[RequiredAct], noted: frozenset[str], mode: ComparisonMode
) -> tuple[list[tuple[Item | None, int | None]], int]:
    """Align two sequences of acts at the least cost. Skipping a required act of a group that nobody noted costs
    nothing."""
    skips = [MISSING_COSTS if act.group in noted else 0 for act in law]
    costs = _costs(seen, law, mode)
    rows = [[0] * (len(law) + 1) for _ in range(len(seen) + 1)]
    for column in range(len(law) - 1, -1, -1):
        rows[-1][column] = rows[-1][column + 1] + skips[column]
    for row in range(len(seen) - 1, -1, -1):
        costs_here, costs_below, candidates = rows[row], rows[row + 1], costs[row]
        best = costs_here[-1] = costs_below[-1] + EXTRA_COSTS
        for column in range(len(law) - 1, -1, -1):
            best += skips[column]
            if (extra := costs_below[column] + EXTRA_COSTS) < best:
                best = extra
            if column in candidates and (matched := costs_below[column + 1] + candidates[column]) < best:
                best = matched
            costs_here[column] = best
    steps: list[tuple[Item | None, int | None]] = []
    row = column = 0
    while row < len(seen) or column < len(law):
        cost_here = rows[row][column]
        cost = costs[row].get(column) if row < len(seen) else None
        if cost is not None and cost_here == rows[row + 1][column + 1] + cost:
            steps.append((seen[row], column))
            row, column = row + 1, column + 1
        elif column < len(law) and cost_here == rows[row][column + 1] + skips[column]:
            steps.append((None, column))
            column += 1
        else:
            steps.append((seen[row], None))
            row += 1
    return steps, rows[0][0]


def _costs(seen: Sequence[Item], law: Sequence[RequiredAct], mode: ComparisonMode) -> list[dict[int, int]]:
    """Return, for each act seen, the required acts that it may be (by index) with the cost of taking it for them."""
    columns: dict[str, list[int]] = {}
    for column, act in enumerate(law):
        columns.setdefault(act.tag, []).append(column)
    costs = []
    for item in seen:
        tag = str(item.body.get("act"))
        kinds = {tag} if mode.exact else {tag, *FAMILIES.get(tag, ())}
        candidates = {column: _cost(item, law[column], mode) for kind in kinds for column in columns.get(kind, ())}
        costs.append({column: cost for column, cost in candidates.items() if cost is not None})
    return costs


def _cost(item: Item, act: RequiredAct, mode: ComparisonMode) -> int | None:
    """Return the cost of taking an act for another; None if they are of different kinds."""
    if not _kind_fits(item.body.get("act"), act, mode):
        return None
    keys = _differing_keys(item, act, mode)
    if not keys:
        return 0
    differences = len({"seat" if key == "position" else key for key in keys if key in SUBJECT_KEYS})
    if differences and "cents" in keys:  # another wager and another amount: a different act
        differences += 1
    return ELSEWHERE_COSTS * differences or OTHERWISE_COSTS


def _kind_fits(tag: object, act: RequiredAct, mode: ComparisonMode) -> bool:
    if tag == act.tag:
        return True
    if mode.exact or not isinstance(tag, str) or act.tag not in FAMILIES.get(tag, ()):
        return False
    return tag != "collect" or "cents" in act.body


def _is_same(item: Item, act: RequiredAct, mode: ComparisonMode) -> bool:
    return _kind_fits(item.body.get("act"), act, mode) and not _differing_keys(item, act, mode)


def _differing_keys(item: Item, act: RequiredAct, mode: ComparisonMode) -> tuple[str, ...]:
    """Return the keys in which an act that was seen differs from the required one."""
    law = act.body
    seen = item.body
    keys = [key for key in seen if key not in mode.ignored and (key in law or mode.exact)]
    if mode.exact:
        keys += [key for key in law if key not in seen and key not in mode.ignored]
        return tuple(key for key in keys if key not in seen or key not in law or seen[key] != law[key])
    if "spot" in law and "spot" not in seen:
        keys = [key for key in keys if key != "cents"]  # the amount may be for several wagers at once
    return tuple(key for key in keys if not _values_agree(key, seen[key], law[key]))


def _values_agree(key: str, seen: object, law: object) -> bool:
    if seen == law or not (key in IN_ANY_ORDER and isinstance(seen, list) and isinstance(law, list)):
        return seen == law
    return sorted(map(str, seen)) == sorted(map(str, law))


def _join_moved(departures: Sequence[Departure], mode: ComparisonMode) -> list[Departure]:
    """Join a missing act and an equal superfluous one into a departure: the act was done at another moment."""
    joined = list(departures)
    extra = [superfluous for superfluous in departures if superfluous.law is None]
    for superfluous in extra:
        assert superfluous.seen is not None
        missing_acts = (missing for missing in joined if missing.seen is None and missing.law is not None)
        missing = next(
            (missing for missing in missing_acts if missing.law and _is_same(superfluous.seen, missing.law, mode)), None
        )
        if missing is not None:
            joined[joined.index(superfluous)] = Departure(
                superfluous.seen, missing.law, (), superfluous.line, missing.law_index
            )
            joined.remove(missing)
    return joined
