"""Limits on connections: how many there may be, from one address and in all, and how long each may take to send a
request.

When there is no room for a new connection, the one that has waited longest without a complete request is closed, so
half-sent requests never shut others out. The response to a complete request is cut off only if the client does not read
it.
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

from pitboss.server.access.rate_limits import Limits, limit_key, without_ipv6_form
from pitboss.server.ops.open_files import descriptor_limit

HEAD_SECONDS = 10.0  # from the connection, or the first byte of a request, until the request is complete
UNREAD_SECONDS = 30.0  # for which a client may leave a response unread
RESERVED = 96  # descriptors kept for the database, the worker processes, and connections that arrive together

TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n"

Network = IPv4Network | IPv6Network


class ConnectionLimits:
    """The limits and counts that all connections of one server share."""

    def __init__(self, limits: Limits, proxies: Sequence[str], counts: Counter[str]) -> None:
        self.most = max(descriptor_limit() - RESERVED, RESERVED)
        self.most_of_one = min(limits.connections, self.most // 2)
        self.proxies = parse_networks(proxies)
        self.counts = counts

    def has_room_for(self, connection: LimitedConnection, connections: Iterable[Any]) -> bool:
        """Return whether a new connection may stay besides the others, closing a waiting one to make room if needed."""
        others = [other for other in connections if other is not connection]
        client = host_of(connection)
        same_host = [other for other in others if host_key(host_of(other)) == host_key(client)]
        for crowd, most in (([] if self.trusts(client) else same_host, self.most_of_one), (others, self.most)):
            if len(crowd) >= most and not self._make_room(crowd):
                return False
        return True

    def _make_room(self, crowd: list[Any]) -> bool:
        """Close the connection that has waited longest without a request. Return False if none waits."""
        waiting = [other for other in crowd if isinstance(other, LimitedConnection) and other.waits_since is not None]
        if not waiting:
            return False
        min(waiting, key=lambda other: other.waits_since or 0.0).give_way(NO_ROOM)
        self.counts["turned_away"] += 1
        return True

    def trusts(self, client: str | None) -> bool:
        """Return whether an address is a trusted proxy. Its connections belong to many people, whose requests are
        counted one by one, so the limit of one address does not hold for it."""
        try:
            client_address = ip_address(client or "")
        except ValueError:
            return False
        return any(client_address in network for network in self.proxies)


class LimitedConnection(H11Protocol):
    """One HTTP connection, closed when it sends too slowly or reads nothing. A websocket leaves it when upgraded."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits: ConnectionLimits = config.app.state.connection_limits  # type: ignore[union-attr]
        self._patience: asyncio.TimerHandle | None = None  # runs while a request is incomplete
        self._unread: asyncio.TimerHandle | None = None  # runs while a response is not read
        self.waits_since: float | None = None  # when it began to wait for a complete request; None if it has one

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # so that `pause_writing` is called as soon as anything is unread
        if not self._limits.has_room_for(self, self.connections):
            self._limits.counts["turned_away"] += 1
            transport.write(NO_ROOM)
            transport.close()
            return
        self._start_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._note_read()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it was upgraded to a websocket
            self._stop_waiting()
            self._note_read()
            self.transport.set_write_buffer_limits()
            self._watch_unread()
        elif self.conn.their_state not in (h11.IDLE, h11.SEND_BODY) or self.transport.is_closing():
            self._stop_waiting()
        elif self._patience is None:
            self._start_waiting()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:
            self.waits_since = self.loop.time()  # kept alive for the next request; it may give way to others
        elif self.conn.their_state is h11.SEND_BODY and self._patience is None:
            self._start_waiting()  # part of the next request came with this one

    def send_400_response(self, msg: str) -> None:
        """Handle a malformed request. If a response has begun, its handler sees a disconnected client."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def _watch_unread(self, was_closing: bool = False) -> None:
        """Abort an upgraded connection that is closed but not read: it would wait forever to send its buffer."""
        closing = self.transport.is_closing()
        if closing and not self.transport.get_write_buffer_size():
            return
        if closing and was_closing:
            self._abort_unread()
        else:
            self.loop.call_later(UNREAD_SECONDS, self._watch_unread, closing)

    def _start_waiting(self) -> None:
        self.waits_since = self.loop.time()
        self._patience = self.loop.call_later(HEAD_SECONDS, self._time_out)

    def _stop_waiting(self) -> None:
        self.waits_since = None
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _time_out(self) -> None:
        self._limits.counts["timed_out"] += 1
        self.give_way(TOO_SLOW)

    def give_way(self, why: bytes) -> None:
        """Close the connection, sending `why` if part of a request has arrived."""
        self._stop_waiting()
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.abort()  # the handler of the request sees a disconnected client
            return
        received, _ = self.conn.trailing_data
        if received:
            self.transport.write(why)
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(UNREAD_SECONDS, self._abort_unread)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._note_read()

    def _note_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _abort_unread(self) -> None:
        self._limits.counts["timed_out"] += 1
        self.transport.abort()


def host_of(connection: Any) -> str | None:
    """Return the address of the client of a connection, if it is known."""
    client = getattr(connection, "client", None)
    return None if client is None else without_ipv6_form(str(client[0]))


@lru_cache(maxsize=4096)
def host_key(host: str | None) -> str:
    """Return the key under which the limits of an address are counted."""
    return limit_key(None, host)


def parse_networks(words: Sequence[str]) -> tuple[Network, ...]:
    """Parse addresses and networks. Raises `ValueError` if one is neither."""
    return tuple(ip_network(without_ipv6_form(word), strict=False) for word in words)


def as_trusted_hosts(trusted: Sequence[Network]) -> list[str]:
    """Return the networks as text for uvicorn. Networks of IPv4 are also given in the mapped form of IPv6, in which a
    socket that listens on "::" sees them."""
    mapped = [f"::ffff:{net.network_address}/{96 + net.prefixlen}" for net in trusted if net.version == 4]
    return [*map(str, trusted), *mapped]
