"""How the server listens: one socket, whose small answers do not wait for each other, and what uvicorn is told."""

from __future__ import annotations

import logging
import socket

import uvicorn
from fastapi import FastAPI

from pitboss.server.access.connection_limits import Line, every_form
from pitboss.server.routes.websocket import MOST_BYTES

AT_ONCE = 8  # connections that are accepted before those accepted last are counted
QUEUE = 1024  # connections that the system keeps until then
GRACE = 3  # seconds for requests that are being answered when the server stops


def listen(host: str, port: int) -> socket.socket:
    """An OSError, or an OverflowError, if it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only of a socket that names its protocol does asyncio know that it is TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections take it over: an answer would otherwise wait up to 40 ms until the one before it is confirmed.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.bind((host, port))
    except (OSError, OverflowError):
        listening.close()
        raise
    return listening


class Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(QUEUE)  # asyncio has told the system what it accepts at once


def config(app: FastAPI) -> uvicorn.Config:
    """Without uvicorn's own logging: requests are in our log, and what is wrong goes where all goes."""
    proxies = every_form(app.state.door.proxies)
    return uvicorn.Config(
        app,
        http=Line,
        lifespan="off",  # whoever runs it opens the tables first, and says in a sentence if they cannot be
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
