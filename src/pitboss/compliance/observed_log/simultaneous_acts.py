"""Acts that are settled at one moment: no paragraph gives their order, so an observer may have seen them in any
order."""

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
    """The interface of a required act: its fields, and the group that observers note it by."""

    @property
    def body(self) -> dict[str, Any]: ...

    @property
    def group(self) -> str: ...


def sort_like_required(law: Sequence[Act], seen: Sequence[Item], at_once: bool) -> list[Item]:
    """Return the acts that were seen, with those of one moment sorted in the order of the required acts."""
    slots = _find_slots(_slots(law, at_once), seen)
    ordered: list[Item] = []
    for moment, run in groupby(zip(seen, slots, strict=True), key=lambda item_and_slot: item_and_slot[1][0]):
        items = list(run)
        ordered += [
            item for item, _ in (items if not moment else sorted(items, key=lambda item_and_slot: item_and_slot[1][1]))
        ]
    return ordered


Slot = tuple[int, int]  # (number of the moment, index of the act among all required acts)


def _find_slots(slots: dict[tuple[object, ...], list[Slot]], seen: Sequence[Item]) -> list[Slot]:
    """Return the slot of each act that was seen.

    If a wager has several slots, the last one counts, unless a later act does the same to the wager again.
    """
    chosen = []
    remaining = Counter(_action_key(item.body) for item in seen)
    for item in seen:
        action = _action_key(item.body)
        candidates = slots.get(action) or slots.get(_wager_key(item.body), [(0, 0)])
        chosen.append(candidates[max(-remaining[action], -len(candidates))] if action in slots else candidates[-1])
        remaining[action] -= 1
    return chosen


def _slots(law: Sequence[Act], at_once: bool) -> dict[tuple[object, ...], list[Slot]]:
    """Return, by wager and by what is done to it, the slots of the acts that settle it."""
    slots_by_key: dict[tuple[object, ...], list[Slot]] = {}
    previous_kind: tuple[object, ...] = ()
    moment = 1
    for index, act in enumerate(law):
        if act.group != "money":
            continue
        wager = _wager_key(act.body)
        cite, takes = act.body.get("cite"), _is_collected(act.body)
        seat = None if takes and cite in OF_ANY_SEAT else wager[0]
        kind = () if at_once else (seat, takes, cite in SETTLED_AFTER)
        moment += kind != previous_kind
        previous_kind = kind
        for key in (wager, _action_key(act.body)):
            slots_by_key.setdefault(key, []).append((moment, index))
    return slots_by_key


def _action_key(body: dict[str, Any]) -> tuple[object, ...]:
    """Return a key of what is done to a wager: the wager and the first word of the act."""
    return (*_wager_key(body), str(body.get("act")).partition(" ")[0])


def _is_collected(body: dict[str, Any]) -> bool:
    return "collect" in str(body.get("act")) or body.get("act") == "forfeit"


def _wager_key(body: dict[str, Any]) -> tuple[object, object]:
    return body.get("position", body.get("seat")), body.get("spot")
