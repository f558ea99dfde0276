"""How often Python looks for garbage while a server runs. What is not reached any more goes by itself; only what refers
to itself in a circle has to be looked for. To look through everything stops all tables for as long as it takes, so that
is done rarely; what is young is looked through in small portions."""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 5_000, 10, 200


def settle() -> None:
    """All that is there when the tables are open stays: nobody looks through it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
