"""The door: how many connections there may be, of one address and in all, and how long each may take to ask.

When there is no room, whoever has waited longest without a whole request gives way: half-sent requests never shut
others out. The answer to a request that is whole is only cut off when nobody reads it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from pitboss.server.access.rate_limits import Limits, key, plain
from pitboss.server.ops.open_files import descriptors

HEAD_SECONDS = 10.0  # from the first byte of a request, or from the connection on, until it is whole
UNREAD_SECONDS = 30.0  # for which a client may leave an answer unread
RESERVED = 96  # descriptors for the database, the processes that count, and connections that come at the same time

TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n"

Network = IPv4Network | IPv6Network


class Door:
    """What all connections of one server share."""

    def __init__(self, limits: Limits, proxies: Sequence[str], counts: Counter[str]) -> None:
        self.most = max(descriptors() - RESERVED, RESERVED)
        self.most_of_one = min(limits.connections, self.most // 2)
        self.proxies = networks(proxies)
        self.counts = counts

    def lets_in(self, line: Line, lines: Iterable[Any]) -> bool:
        """Whether there is room for one more among those that are there; if need be, another makes it."""
        others = [each for each in lines if each is not line]
        client = host_of(line)
        of_one = [] if self.trusts(client) else [each for each in others if who(host_of(each)) == who(client)]
        for crowd, most in ((of_one, self.most_of_one), (others, self.most)):
            if len(crowd) >= most and not self._makes_room(crowd):
                return False
        return True

    def _makes_room(self, crowd: list[Any]) -> bool:
        waiting = [each for each in crowd if isinstance(each, Line) and each.waits_since is not None]
        if not waiting:
            return False
        min(waiting, key=lambda each: each.waits_since or 0.0).gives_way(NO_ROOM)
        self.counts["turned_away"] += 1
        return True

    def trusts(self, client: str | None) -> bool:
        """A proxy brings many people, and each of them is counted by himself once he has asked for something."""
        try:
            found = ip_address(client or "")
        except ValueError:
            return False
        return any(found in network for network in self.proxies)


class Line(H11Protocol):
    """One connection, from its first byte on; a socket leaves it when it is upgraded."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._door: Door = config.app.state.door  # type: ignore[union-attr]
        self._patience: asyncio.TimerHandle | None = None  # with a request that is not whole
        self._unread: asyncio.TimerHandle | None = None  # with an answer that nobody reads
        self.waits_since: float | None = None  # while there is no whole request to answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # whatever waits there has not been read
        if not self._door.lets_in(self, self.connections):
            self._door.counts["turned_away"] += 1
            transport.write(NO_ROOM)
            transport.close()
            return
        self._waits()

    def connection_lost(self, exc: Exception | None) -> None:
        self._no_longer()
        self._is_read()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it was upgraded, and is none of ours any more
            self._no_longer()
            self._is_read()
            self.transport.set_write_buffer_limits()
            self._watches()
        elif self.conn.their_state not in (h11.IDLE, h11.SEND_BODY) or self.transport.is_closing():
            self._no_longer()
        elif self._patience is None:
            self._waits()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:
            self.waits_since = self.loop.time()  # it is kept for the next request, and may give way to others
        elif self.conn.their_state is h11.SEND_BODY and self._patience is None:
            self._waits()  # the next request came with the last one, and is not whole

    def send_400_response(self, msg: str) -> None:
        """Nonsense in the middle of a request: whoever has begun to answer it finds that nobody is there."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def _watches(self, was_closing: bool = False) -> None:
        """A socket that was closed while its client did not read would wait for ever to be rid of what it has said."""
        closing = self.transport.is_closing()
        if closing and not self.transport.get_write_buffer_size():
            return
        if closing and was_closing:
            self._is_not_read()
        else:
            self.loop.call_later(UNREAD_SECONDS, self._watches, closing)

    def _waits(self) -> None:
        self.waits_since = self.loop.time()
        self._patience = self.loop.call_later(HEAD_SECONDS, self._times_out)

    def _no_longer(self) -> None:
        self.waits_since = None
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _times_out(self) -> None:
        self._door.counts["timed_out"] += 1
        self.gives_way(TOO_SLOW)

    def gives_way(self, why: bytes) -> None:
        """Whoever has begun to ask for something is told why he is not answered."""
        self._no_longer()
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.abort()  # what has begun to answer finds that nobody is there
            return
        begun, _ = self.conn.trailing_data
        if begun:
            self.transport.write(why)
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(UNREAD_SECONDS, self._is_not_read)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_read()

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _is_not_read(self) -> None:
        self._door.counts["timed_out"] += 1
        self.transport.abort()


def host_of(line: Any) -> str | None:
    client = getattr(line, "client", None)
    return None if client is None else plain(str(client[0]))


@lru_cache(maxsize=4096)
def who(host: str | None) -> str:
    """Whose limits hold for an address."""
    return key(None, host)


def networks(words: Sequence[str]) -> tuple[Network, ...]:
    """A ValueError if one is no address and no network."""
    return tuple(ip_network(plain(word), strict=False) for word in words)


def every_form(trusted: Sequence[Network]) -> list[str]:
    """Networks as whoever connects may be named: those of IPv4 also in the form in which "::" hears of them."""
    mapped = [f"::ffff:{each.network_address}/{96 + each.prefixlen}" for each in trusted if each.version == 4]
    return [*map(str, trusted), *mapped]
