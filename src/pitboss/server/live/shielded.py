"""Protect what has begun at a table from cancellation."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def run_to_completion(method: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Run a coroutine to completion even if its caller is cancelled (`asyncio.shield`)."""
    running: set[asyncio.Future[T]] = set()

    @wraps(method)
    async def run_shielded(*args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.ensure_future(method(*args, **kwargs))
        running.add(task)
        task.add_done_callback(running.discard)
        return await asyncio.shield(task)

    return run_shielded
