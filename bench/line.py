"""A line to one table with as little as it takes: frames are found and handed on as they are, for a generator of load
that must not take the processor from what it measures. The client of `websockets` costs several times as much."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LAST, MASKED = 0x80, 0x80
NO_MASK = bytes(4)  # a client has to mask what it sends; with zeros that changes nothing
KEY = "cGl0Ym9zcyBsb2FkcyBpdA=="  # sixteen bytes, as the handshake wants them


class Line(asyncio.Protocol):
    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[str], None]) -> None:
        self._heard, self._lost = heard, lost
        self._raw = bytearray()
        self._upgraded = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._why = "the connection was lost"

    @classmethod
    async def to(
        cls,
        port: int,
        path: str,
        address: str,
        cookie: str,
        heard: Callable[[bytes], None],
        lost: Callable[[str], None],
    ) -> Line:
        """From an address of this machine: each person has one, as people do, and the server's limits stay as they
        are."""
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(heard, lost), "127.0.0.1", port, local_addr=(address, 0))
        assert line._transport is not None
        head = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\nCookie: {cookie}\r\n\r\n"
        )
        line._transport.write(head.encode())
        await line._upgraded
        return line

    def send(self, text: bytes) -> None:
        self._frame(TEXT, text)

    def drop(self) -> None:
        """As when somebody closes his computer."""
        self._lost = lambda why: None
        if self._transport is not None:
            self._transport.abort()

    # --- what asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, fault: Exception | None) -> None:
        if not self._upgraded.done():
            self._upgraded.set_exception(ConnectionError(self._why))
        else:
            self._lost(self._why)

    def data_received(self, data: bytes) -> None:
        raw = self._raw
        raw += data
        if not self._upgraded.done() and not self._head():
            return
        at, end = 0, len(raw)
        while end - at >= 2:
            size, start = raw[at + 1], at + 2
            if size > 125:
                start += 2 if size == 126 else 8
                size = int.from_bytes(raw[at + 2 : start])
            if end < start + size:
                break
            self._take(raw[at] & 15, bytes(raw[start : start + size]))
            at = start + size
        del raw[:at]

    def _head(self) -> bool:
        """Whether the answer to the request is there; what follows it are frames."""
        end = self._raw.find(b"\r\n\r\n")
        if end < 0:
            return False
        status = bytes(self._raw[: self._raw.find(b"\r\n")]).decode()
        del self._raw[: end + 4]
        if " 101 " in status:
            self._upgraded.set_result(None)
            return True
        self._upgraded.set_exception(ConnectionError(status))
        return False

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self._heard(payload)
        elif kind == PING:
            self._frame(PONG, payload)
        elif kind == CLOSE:
            self._why = f"{int.from_bytes(payload[:2])} {payload[2:].decode()}"

    def _frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        assert size < 1 << 16, "an action is short"
        head = (
            bytes((LAST | kind, MASKED | size)) if size < 126 else bytes((LAST | kind, MASKED | 126)) + size.to_bytes(2)
        )
        if self._transport is not None:
            self._transport.write(head + NO_MASK + payload)
