"""What has begun at a table is done to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def unbroken(method: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """What has begun is done to its end, even if whoever asked for it does not wait any more."""
    running: set[asyncio.Future[T]] = set()

    @wraps(method)
    async def whole(*args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.ensure_future(method(*args, **kwargs))
        running.add(task)
        task.add_done_callback(running.discard)
        return await asyncio.shield(task)

    return whole
