"""Memory that a server releases: lost connections and everything that people send."""

from __future__ import annotations

import asyncio
import gc
from weakref import ref

import pytest

from kit.patience import PATIENCE
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Sit, TakeBack
from pitboss.games import load
from pitboss.server.ops import gc_tuning
from pitboss.table.money import MOST_NAMES, area


class Circle:
    """An object with a reference to itself, like a connection."""

    def __init__(self) -> None:
        self.itself = self


def test_old_reference_cycles_are_freed_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "EVERY", 0.001)
    lost = Circle()
    gc.collect()  # it has lasted for a while
    kept = ref(lost)
    del lost

    async def until_gone() -> None:
        looking = asyncio.create_task(gc_tuning.collect_periodically())
        async with asyncio.timeout(PATIENCE):
            while kept() is not None:
                await asyncio.sleep(0)
        looking.cancel()

    gc.disable()
    try:
        assert kept() is not None
        asyncio.run(until_gone())
    finally:
        gc.enable()


def test_nonsense_that_people_send_is_not_kept() -> None:
    game = load("roulette")  # whose betting areas are looked up by the name that was sent
    house = game.house.usual()
    driver = Driver(game, game.rules({}), house, game.opening(house))
    assert not driver.submit(Sit(1, "Ann", 10_000))
    area.cache_clear()
    for number in range(MOST_NAMES + 1):
        assert driver.refusals(TakeBack(1, f"nonsense {number}"))
    assert area.cache_info().currsize == MOST_NAMES
