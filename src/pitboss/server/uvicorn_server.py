"""The listening socket and the configuration of uvicorn."""

from __future__ import annotations

import logging
import socket

import uvicorn
from fastapi import FastAPI

from pitboss.server.access.connection_limits import LimitedConnection, as_trusted_hosts
from pitboss.server.routes.websocket import MOST_BYTES

AT_ONCE = 8  # connections that asyncio accepts in one go, before `ConnectionLimits` counts them
QUEUE = 1024  # connections that the system queues until they are accepted
GRACE = 3  # seconds to finish requests in progress when the server stops


def listen(host: str, port: int) -> socket.socket:
    """Return a bound socket. Raises `OSError` or `OverflowError` if the address cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Name the protocol: otherwise asyncio does not recognize the socket as TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit this. Without it a response could wait up to 40 ms for the previous one's confirmation.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.bind((host, port))
    except (OSError, OverflowError):
        listening.close()
        raise
    return listening


class Server(uvicorn.Server):
    """A uvicorn server with a longer queue of connections than it accepts in one go."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(QUEUE)  # asyncio has set the queue to AT_ONCE


def uvicorn_config(app: FastAPI) -> uvicorn.Config:
    """Return the configuration of uvicorn, without its own logging: requests and errors go to our log."""
    proxies = as_trusted_hosts(app.state.connection_limits.proxies)
    return uvicorn.Config(
        app,
        http=LimitedConnection,
        lifespan="off",  # the caller opens the tables first, and reports in a sentence if that fails
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        backlog=AT_ONCE,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        ws_max_size=MOST_BYTES,
        timeout_graceful_shutdown=GRACE,
    )
