"""A minimal websocket client for one table, which passes frames on without decoding them. A generator of load must not
take processor time from what it measures, and the client of `websockets` needs several times as much."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LAST, MASKED = 0x80, 0x80
NO_MASK = bytes(4)  # clients must mask what they send; a mask of zeros changes nothing
KEY = "cGl0Ym9zcyBsb2FkcyBpdA=="  # sixteen bytes, as the handshake requires


class Line(asyncio.Protocol):
    """A connection. Calls `heard` with each text frame, and `lost` with the reason when the connection is lost."""

    def __init__(self, heard: Callable[[bytes], None], lost: Callable[[str], None]) -> None:
        self._heard, self._lost = heard, lost
        self._raw = bytearray()
        self._upgraded = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._why = "the connection was lost"

    @classmethod
    async def connect(
        cls,
        port: int,
        path: str,
        address: str,
        cookie: str,
        heard: Callable[[bytes], None],
        lost: Callable[[str], None],
    ) -> Line:
        """Connect from a given local address. Each person has a different one, so that the server's limits apply as
        usual."""
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
        """Abort the connection, as when somebody closes a laptop."""
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
        offset, end = 0, len(raw)
        while end - offset >= 2:
            size, start = raw[offset + 1], offset + 2
            if size > 125:
                start += 2 if size == 126 else 8
                size = int.from_bytes(raw[offset + 2 : start])
            if end < start + size:
                break
            self._take(raw[offset] & 15, bytes(raw[start : start + size]))
            offset = start + size
        del raw[:offset]

    def _head(self) -> bool:
        """Read the answer to the upgrade request, and return whether it has arrived. Frames follow it."""
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
