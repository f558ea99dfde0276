"""A connection to one table: views go out as they change, actions come in.

Nothing accumulates for a client that does not read: there is only the newest view, and a few answers; a client that
leaves too many unread is disconnected. Frames are JSON:

    out  {"kind": "view", "view": {...}}                      what the seat sees now
         {"kind": "changes", "since": 7, "view": {...}, "shown": [...]}
                                                              with `?changes=1`, after a first whole view: the fields
                                                              that differ from view 7, and each act that led there
         {"kind": "ack", "id": "...", "number": 12}           the action counts, under this number
         {"kind": "refused", "id": "...", "refused": [{"cite", "wrong", "right"}]}
         {"kind": "error", "wrong": "..."}                     the message was not understood
    in   {"id": "...", "act": {...}}                           as in `client_actions.py`
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from itertools import takewhile
from typing import Any, Protocol

import msgspec
from fastapi import WebSocketDisconnect

from pitboss.server.access.permissions import POLICY
from pitboss.server.access.rate_limits import Buckets, Rate
from pitboss.server.live.client_actions import (
    Acknowledged,
    BadActionError,
    Counters,
    Refused,
    answer,
    carry_out,
    read_action,
)
from pitboss.server.live.table import LiveTable
from pitboss.server.views.act_diffs import Fields
from pitboss.server.views.send_queue import SendQueue
from pitboss.server.views.table_view import Pieces, TableView, ViewEncoder, encoder_of
from pitboss.store.database import crash_points
from pitboss.store.row_types import Account

MOST_BYTES = 16_384  # of one message
MESSAGES = Rate(40, 20)
MOST_ANSWERS = 64  # answers that may wait to be read
SEND_SECONDS = 10.0  # for one frame
CLOSE_SECONDS = 1.0
TOO_SLOW, NOT_READ = 1013, "you are not reading your messages"

WHOLE = b'{"kind":"view","view":%s}'


class ViewFrame(msgspec.Struct, frozen=True, tag_field="kind", tag="view"):
    """The whole view of the seat. Like the next frame, it is assembled from encoded pieces."""

    view: TableView


class ShownNow(msgspec.Struct, frozen=True):
    """An act to be shown, with the changes it made (`act_diffs.ShownAct`)."""

    round: int
    kind: str
    cite: str
    told: str
    changes: Fields


class ChangesFrame(msgspec.Struct, frozen=True, tag_field="kind", tag="changes"):
    """The fields of the view that differ from the one sent last, and the acts that led to the new one."""

    since: int
    view: Fields
    shown: tuple[ShownNow, ...]


class NotUnderstood(msgspec.Struct, frozen=True, tag_field="kind", tag="error"):
    """The answer to a message that was not understood."""

    wrong: str


Answer = Acknowledged | Refused | NotUnderstood

_encode = msgspec.json.Encoder(enc_hook=int).encode


class Transport(Protocol):
    """The carrier of frames: a websocket of the server, or a stand-in of a test."""

    async def accept(self) -> None: ...

    async def receive(self) -> MutableMapping[str, Any]: ...

    async def send_text(self, data: str) -> None: ...

    async def close(self, code: int, reason: str) -> None: ...


class Host(Counters, Protocol):
    """The parts of the server that a connection needs."""

    send_queue: SendQueue


class Connection:
    """One player or spectator at one table, for as long as the transport lasts. With `shows` it belongs to a page,
    which is sent acts one by one."""

    def __init__(
        self,
        host: Host,
        table: LiveTable,
        account: Account | None,
        transport: Transport,
        *,
        shows: bool,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.host, self.table, self.account, self.transport = host, table, account, transport
        self.shows, self._now = shows, now
        self._answers: deque[Answer] = deque()
        self._news = asyncio.Event()
        self._is_queued = self._has_turn = False  # whether it waits for its turn, and whether it has it
        self._seen = -1  # number of the view sent last
        self._sent: tuple[Pieces, Pieces] = {}, {}  # common and own pieces of that view, where changes are sent
        self.shown = -1  # number of the act shown last
        self._seat = 0  # the seat to which it was shown
        self._sending_since: float | None = None  # when sending the current frame began
        self._messages = Buckets(MESSAGES, now)
        self._ended = ""  # why the session that opened it has ended; empty while it lasts

    async def run(self) -> None:
        """Serve the connection until it is closed."""
        await self.transport.accept()
        self.table.onlookers.listen(self)
        account_id = self.account.id if self.account else 0
        self.table.count_connection(account_id, 1)
        self.host.counts["connections"] += 1
        self.wake()
        sender, receiver = asyncio.create_task(self._send()), asyncio.create_task(self._receive())
        try:
            await self._until_one_ends(sender, receiver)
        finally:
            self.table.onlookers.stop_listening(self)
            self.table.count_connection(account_id, -1)
            sender.cancel()
            receiver.cancel()  # an action in progress still runs to completion

    async def _until_one_ends(self, *both: asyncio.Task[None]) -> None:
        """Wait until a task ends, or disconnect a client to which one frame takes too long. It is checked only now and
        then, because a timer for each frame would cost more than sending it."""
        ended: set[asyncio.Task[None]] = set()
        while not ended:
            since = self._sending_since
            ended, _ = await asyncio.wait(both, timeout=SEND_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if not ended and since is not None and self._sending_since == since:
                await self._cut(TOO_SLOW, NOT_READ)
                return
        for task in ended:
            task.result()

    def wake(self) -> None:
        """Note that the table has changed, and queue for a turn to send the view."""
        if not self._is_queued:
            self._is_queued = True
            self.host.send_queue.add(self)

    def take_turn(self) -> None:
        """Note that it is this connection's turn."""
        self._is_queued, self._has_turn = False, True
        self._news.set()

    def end(self, why: str) -> None:
        """Note that the session has ended: take no more actions, send no more views, and close."""
        self._ended = why
        self._news.set()

    # --- out

    async def _send(self) -> None:
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                if self._ended:
                    await self._cut(POLICY, self._ended)
                    return
                while self._answers:
                    await self._frame(self._answers.popleft())
                has_turn, self._has_turn = self._has_turn, False
                if has_turn and self.table.onlookers.version != self._seen:
                    await self._text(await self._view())
                    crash_points.point("mid-frame")
        except (WebSocketDisconnect, RuntimeError):
            await self._cut(TOO_SLOW, NOT_READ)

    async def _view(self) -> str:
        async with self.table.lock:  # wait for a write in progress: it has not happened yet
            encoder, account = encoder_of(self.table), self.account.id if self.account else 0
            frame = self._changes(encoder, account) if self.shows else None
            if frame is None:
                frame = WHOLE % encoder.whole(account)
            self._seen = self.table.onlookers.version
        return frame.decode()

    def _changes(self, encoder: ViewEncoder, account: int) -> bytes | None:
        """Return the frame with the changes since the last view. Return None if none was sent or acts are missing; then
        the whole view must be sent."""
        table = self.table
        seat = table.seat_of(account)
        common, own = encoder.common(), encoder.own(account, seat)
        shown = [*takewhile(lambda act: act.number > self.shown, reversed(table.onlookers.shown))][::-1]
        first = shown[0].number if shown else table.onlookers.acts_shown + 1
        # A player who has changed seats must not be shown acts from the time when somebody else had the new one.
        missing = first != self.shown + 1 or seat != self._seat
        common_before, own_before = self._sent
        self.shown, self._sent, self._seat = table.onlookers.acts_shown, (common, own), seat
        if not common_before or missing:
            return None
        news = [piece for name, piece in own.items() if own_before[name] != piece]
        if common is not common_before:
            news = encoder.news(common_before) + news
        acts = b",".join([act.text(seat) for act in shown])
        return b'{"kind":"changes","since":%d,"view":{%s},"shown":[%s]}' % (self._seen, b",".join(news), acts)

    async def _frame(self, frame: Answer) -> None:
        await self._text(_encode(frame).decode())

    async def _text(self, text: str) -> None:
        self._sending_since = self._now()
        await self.transport.send_text(text)
        self._sending_since = None

    def _answer(self, frame: Answer) -> None:
        self._answers.append(frame)
        self._news.set()

    async def _cut(self, code: int, why: str) -> None:
        # The client may be gone already, or not read the reason.
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.transport.close(code, why)

    # --- in

    async def _receive(self) -> None:
        while True:
            message = await self.transport.receive()
            if message["type"] == "websocket.disconnect":
                return
            raw = message.get("text") if message.get("text") is not None else message.get("bytes", b"")
            if self._ended:
                return
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
            outcome = await carry_out(self.host, self.table, self.account, action)
        except BadActionError as error:
            self.host.counts["nonsense"] += 1
            self._answer(NotUnderstood(str(error)))
            return
        self._answer(answer(action.id, outcome))
