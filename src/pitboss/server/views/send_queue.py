"""Who is shown his table next. A view takes longer to make than an action to be taken, and every action is seen by all
at its table: if all of them were made at once, the next action would wait for them. One is made between two looks at
what has come in, so actions and their acknowledgments come first. Whoever waits for his turn while his table goes on is
sent one view for all of it."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol


class Onlooker(Protocol):
    def looks(self) -> None: ...


class SendQueue:
    def __init__(self) -> None:
        self._waiting: deque[Onlooker] = deque()

    def take(self, onlooker: Onlooker) -> None:
        """Wait for one's turn behind all who wait already; nobody should twice."""
        self._waiting.append(onlooker)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        self._waiting[0].looks()
        self._waiting.popleft()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
