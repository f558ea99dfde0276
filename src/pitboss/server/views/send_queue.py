"""The queue of connections that are to be sent a view.

Making a view takes longer than carrying out an action, and everybody at a table is sent a view of every action. If all
views were made at once, the next action would have to wait. Instead one view is made per pass of the event loop, so
actions are acknowledged first. A connection whose table changes several times while it waits is sent one view."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol


class Onlooker(Protocol):
    """A connection that waits for its turn."""

    def take_turn(self) -> None:
        """Make the view now."""


class SendQueue:
    """Gives one connection its turn per pass of the event loop."""

    def __init__(self) -> None:
        self._waiting: deque[Onlooker] = deque()

    def add(self, onlooker: Onlooker) -> None:
        """Queue a connection, which must not be queued already."""
        self._waiting.append(onlooker)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        self._waiting[0].take_turn()
        self._waiting.popleft()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
