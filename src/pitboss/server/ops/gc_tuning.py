"""Tuning of Python's garbage collector for a running server.

Only reference cycles need it, and every closed connection leaves one. A full collection stops all tables while it runs,
so it is done rarely; young objects are collected in small portions."""

from __future__ import annotations

import asyncio
import gc

YOUNG, MIDDLE, OLD = 5_000, 10, 200
EVERY = 300.0  # seconds between two full collections of what was created after the tables were opened


def freeze_startup_objects() -> None:
    """Exclude all objects that exist after startup from garbage collection. Call it once the tables are open."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


async def collect_periodically() -> None:
    """Run a full collection every few minutes.

    A long connection is in the oldest generation when it is closed. By itself Python collects that generation only when
    much has accumulated in it, and keeps all lost connections until then."""
    while True:
        await asyncio.sleep(EVERY)
        gc.collect()
