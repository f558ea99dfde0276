"""A connection to one table: views go out as they change, actions come in.

Nothing piles up for a client that does not read: there is one newest view, not a queue of old ones, and a few answers;
a client that lets those pile up is cut off. Frames are JSON:

    out  {"kind": "view", "view": {...}}                      what the seat sees now
         {"kind": "ack", "id": "...", "number": 12}           the action counts, under this number
         {"kind": "refused", "id": "...", "refused": [{"cite", "wrong", "right"}]}
         {"kind": "error", "wrong": "..."}                     the message made no sense
    in   {"id": "...", "act": {...}}                           as in `actions.py`
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from fastapi import WebSocket, WebSocketDisconnect

from pitboss.server.actions import BadActionError, answer, carry_out, read_action
from pitboss.server.casino import Casino
from pitboss.server.limits import Buckets, Rate
from pitboss.server.live_table import LiveTable
from pitboss.server.pages import regions
from pitboss.server.roles import POLICY
from pitboss.server.seen import TableView, seen
from pitboss.store import crash
from pitboss.store.store import Account

MOST_BYTES = 16_384  # of one message
MESSAGES = Rate(40, 20)
MOST_ANSWERS = 64  # that wait to be read
SEND_SECONDS = 10.0  # for one frame
CLOSE_SECONDS = 1.0
TOO_SLOW = 1013

_encode = msgspec.json.Encoder(enc_hook=int).encode
# What spectators of a table are sent, with and without html, and all that it depends on.
_watched: WeakKeyDictionary[LiveTable, tuple[tuple[object, ...], dict[bool, str]]] = WeakKeyDictionary()


class Connection:
    def __init__(self, casino: Casino, table: LiveTable, account: Account | None, socket: WebSocket) -> None:
        self.casino, self.table, self.account, self.socket = casino, table, account, socket
        self.html = socket.query_params.get("html") == "1"
        self._answers: deque[dict[str, Any]] = deque()
        self._news = asyncio.Event()
        self._seen = -1  # number of the view sent last
        self._messages = Buckets(MESSAGES, time.monotonic)

    async def run(self) -> None:
        await self.socket.accept()
        self.table.connections.add(self)
        who = self.account.id if self.account else 0
        self.table.connected(who, 1)
        self.casino.counts["connections"] += 1
        self.wake()
        sender = asyncio.create_task(self._send())
        try:
            await self._receive(sender)
        except WebSocketDisconnect:
            pass
        finally:
            self.table.connections.discard(self)
            self.table.connected(who, -1)
            sender.cancel()

    def wake(self) -> None:
        self._news.set()

    # --- out

    async def _send(self) -> None:
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                while self._answers:
                    await self._frame(self._answers.popleft())
                if self.table.version != self._seen:
                    await self._text(await self._view())
                    crash.point("mid-frame")
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            await self._cut(TOO_SLOW, "you are not reading your messages")

    async def _view(self) -> str:
        async with self.table.lock:  # what is being written has not happened yet
            self._seen = self.table.version
            if self.account is None:
                return self._spectators_view()
            what = seen(self.table, self.account.id)
        return self._as_text(what)

    def _spectators_view(self) -> str:
        """The same for all who only watch: it is made once for all that it depends on."""
        table = self.table
        there = tuple(map(table.is_there, table.people))
        state = (table.version, table.state, table.stopped, table.clock(), there)
        kept, texts = _watched.get(table, ((), {}))
        if kept != state:
            _watched[table] = (state, texts := {})
        if self.html not in texts:
            texts[self.html] = self._as_text(seen(table, 0))
        return texts[self.html]

    def _as_text(self, what: TableView) -> str:
        frame: dict[str, Any] = {"kind": "view", "view": what}
        if self.html:
            frame["html"] = self._regions(what)
        return _encode(frame).decode()

    def _regions(self, what: TableView) -> dict[str, str]:
        found = self.casino.store.account(self.account.id) if self.account else None
        account = found[0] if found else None
        orders = self.table.supervision() if account is not None and account.role == "admin" else (None, ())
        return regions(what, account, *orders)

    async def _frame(self, frame: dict[str, Any]) -> None:
        await self._text(_encode(frame).decode())

    async def _text(self, text: str) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await self.socket.send_text(text)

    def _answer(self, frame: dict[str, Any]) -> None:
        self._answers.append(frame)
        self.wake()

    async def _cut(self, code: int, why: str) -> None:
        # It may have gone already, and to whoever does not read nothing can be said.
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.socket.close(code, why)

    # --- in

    async def _receive(self, sender: asyncio.Task[None]) -> None:
        """Until either side has gone. What is being carried out is never broken off."""
        while True:
            coming = asyncio.ensure_future(self.socket.receive())
            try:
                done, _ = await asyncio.wait((coming, sender), return_when=asyncio.FIRST_COMPLETED)
            finally:
                coming.cancel()  # which is nothing to what has come
            if coming not in done:
                return
            message = coming.result()
            if message["type"] == "websocket.disconnect":
                return
            raw = message.get("text") if message.get("text") is not None else message.get("bytes", b"")
            if self._messages.take("") or len(self._answers) >= MOST_ANSWERS:
                await self._cut(POLICY, "too many messages")
                return
            if raw is None or len(raw) > MOST_BYTES:
                await self._cut(POLICY, f"a message can have {MOST_BYTES} bytes at most")
                return
            await self._take(raw)

    async def _take(self, raw: str | bytes) -> None:
        try:
            action = read_action(raw)
            if self.account is None:
                raise BadActionError("you are only watching; pick a name and take a seat")
            outcome = await carry_out(self.casino, self.table, self.account, action)
        except BadActionError as wrong:
            self.casino.counts["nonsense"] += 1
            self._answer({"kind": "error", "wrong": str(wrong)})
            return
        self._answer(answer(action.id, outcome))
