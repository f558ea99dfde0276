"""Rounds that are over, told from their rows: what was done and why, in words that name no card nobody has seen."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.engine.driver import Driver
from pitboss.engine.record import Chain
from pitboss.record.explain import SeatStory, explain
from pitboss.record.replay import read
from pitboss.server.table import LiveTable
from pitboss.store.rounds import ReplayError, read_carry, replay
from pitboss.store.store import Store
from pitboss.table.steps import Step
from pitboss.table.steps import told as told_step

PAGE = 50


def rounds(store: Store, table: LiveTable, account: int | None, before: int) -> list[dict[str, int]]:
    over = min(before, table.driver.carry.round)
    return [{"round": number, "seat": seat} for number, seat in store.rounds(table.id, account, over, PAGE)]


def told(store: Store, table: LiveTable, number: int) -> dict[str, Any] | None:
    if not store.is_over(table.id, number):
        return None
    found = store.round_lines(table.id, number)
    if found is None or not found[1]:
        return None
    try:
        driver = replay(read_carry(found[0]), found[1])
    except ReplayError:  # it was played by other rules than this version has
        return None
    return {
        "round": number,
        "text": driver.rules.texts,
        "acts": [{"cite": item.cite, "told": told_step(item)} for item in driver.log if isinstance(item, Step)],
        "seats": [{**msgspec.to_builtins(story), "net": story.net} for story in _stories(driver)],
    }


def _stories(driver: Driver) -> list[SeatStory]:
    _, (record,) = read(b"\n".join(Chain().append(driver, "stored", "")))
    return explain(record)
