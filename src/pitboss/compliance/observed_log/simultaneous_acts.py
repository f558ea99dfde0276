"""What is settled at one moment: no paragraph says in which order, so an observer may have seen any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any, Protocol

from pitboss.compliance.observed_log.log_reader import Item

SETTLED_AFTER = frozenset(("32.10(h)4",))  # wagers that are settled after the others of the same seat


# Paragraphs by which wagers of several seats are collected, in an order that only a reading sets.
OF_ANY_SEAT = frozenset(("18.10(h)", "20.10(b)", "20.10(c)"))


class Act(Protocol):
    """An act of the law's."""

    @property
    def body(self) -> dict[str, Any]: ...

    @property
    def group(self) -> str: ...


def in_the_order_of(law: Sequence[Act], seen: Sequence[Item], at_once: bool) -> list[Item]:
    """What was seen, with what is settled at one moment in the order in which the law's own acts have it."""
    places = _found(_places(law, at_once), seen)
    found: list[Item] = []
    for moment, run in groupby(zip(seen, places, strict=True), key=lambda each: each[1][0]):
        items = list(run)
        found += [item for item, _ in (items if not moment else sorted(items, key=lambda each: each[1][1]))]
    return found


Place = tuple[int, int]  # at which moment, and where among the acts of that moment


def _found(places: dict[tuple[object, ...], list[Place]], seen: Sequence[Item]) -> list[Place]:
    """The place of each act that was seen. What becomes of a wager last counts, unless the same is done to it again."""
    found = []
    left = Counter(_doing(item.body) for item in seen)
    for item in seen:
        doing = _doing(item.body)
        known = places.get(doing) or places.get(_wager(item.body), [(0, 0)])
        found.append(known[max(-left[doing], -len(known))] if doing in places else known[-1])
        left[doing] -= 1
    return found


def _places(law: Sequence[Act], at_once: bool) -> dict[tuple[object, ...], list[Place]]:
    """By wager, and by what is done to it: where the acts are that settle it."""
    found: dict[tuple[object, ...], list[Place]] = {}
    before: tuple[object, ...] = ()
    moment = 1
    for place, act in enumerate(law):
        if act.group != "money":
            continue
        wager = _wager(act.body)
        cite, takes = act.body.get("cite"), _takes(act.body)
        seat = None if takes and cite in OF_ANY_SEAT else wager[0]
        kind = () if at_once else (seat, takes, cite in SETTLED_AFTER)
        moment += kind != before
        before = kind
        for key in (wager, _doing(act.body)):
            found.setdefault(key, []).append((moment, place))
    return found


def _doing(body: dict[str, Any]) -> tuple[object, ...]:
    """What is done to a wager, by the first word of its act."""
    return (*_wager(body), str(body.get("act")).partition(" ")[0])


def _takes(body: dict[str, Any]) -> bool:
    return "collect" in str(body.get("act")) or body.get("act") == "forfeit"


def _wager(body: dict[str, Any]) -> tuple[object, object]:
    return body.get("position", body.get("seat")), body.get("spot")
