"""How often Python looks for garbage while a server runs. What is not reached any more goes by itself; only what refers
to itself in a circle has to be looked for, and every connection that was closed does. To look through everything stops
all tables for as long as it takes, so that is done rarely; what is young is looked through in small portions."""

from __future__ import annotations

import asyncio
import gc

YOUNG, MIDDLE, OLD = 5_000, 10, 200
EVERY = 300.0  # seconds between two looks through everything that came since the tables were opened


def settle() -> None:
    """All that is there when the tables are open stays: nobody looks through it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


async def look_now_and_then() -> None:
    """A connection that has lasted for a while is old when it is closed. Left to itself, Python looks for what is old
    only once much has come to be old, and until then keeps all connections that were ever lost."""
    while True:
        await asyncio.sleep(EVERY)
        gc.collect()
