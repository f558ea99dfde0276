"""What is settled at one moment: no paragraph says in which order, so an observer may have seen any."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Protocol

from pitboss.compliance.log_lines import Item

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
    places = _places(law, at_once)
    found: list[Item] = []
    for moment, run in groupby(seen, key=lambda item: places.get(_wager(item.body), (0, 0))[0]):
        items = list(run)
        found += items if not moment else sorted(items, key=lambda item: places[_wager(item.body)][1])
    return found


def _places(law: Sequence[Act], at_once: bool) -> dict[tuple[object, object], tuple[int, int]]:
    """By wager: at which moment it is settled, and its place among the acts of that moment. A wager whose settlement is
    undone is settled at two moments, and has no place."""
    found: dict[tuple[object, object], tuple[int, int]] = {}
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
        found[wager] = (moment, place)  # what becomes of it last counts
    undone = {_wager(act.body) for act in law if str(act.body.get("act")).startswith("undo ")}
    return {wager: place for wager, place in found.items() if wager not in undone}


def _takes(body: dict[str, Any]) -> bool:
    return "collect" in str(body.get("act")) or body.get("act") == "forfeit"


def _wager(body: dict[str, Any]) -> tuple[object, object]:
    return body.get("position", body.get("seat")), body.get("spot")
