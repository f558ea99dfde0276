"""What every request and every socket passes first: its id, the name of the host it asks for, and how much one address
may ask for. Behind TLS it tells browsers to come back by TLS alone."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import time
from collections.abc import Mapping
from math import ceil

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from pitboss.server.access.permissions import POLICY
from pitboss.server.access.rate_limits import key, plain
from pitboss.server.ops.logs import REQUEST
from pitboss.server.ops.metrics import told
from pitboss.server.routes.health import TEXT

METRICS = "/metrics"
WORDS = {"http": "request", "websocket": "socket"}  # in the log
BY_TLS = "max-age=31536000"  # seconds: a year

log = logging.getLogger("pitboss")


class Access(msgspec.Struct, frozen=True):
    """Who may come in, as whoever runs the server says."""

    hosts: frozenset[str] = frozenset()  # names that the server is asked for by; none is any
    scraper: str = ""  # the token of what reads the metrics; none is nobody's
    proxies: tuple[str, ...] = ()  # addresses and networks whose word about the client and TLS counts


ANYBODY = Access()


class Entrance:
    def __init__(self, app: ASGIApp, access: Access, headers: Mapping[str, str]) -> None:
        self._app, self._access, self._headers = app, access, headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})
        if scope["client"] is not None:
            scope["client"] = (plain(scope["client"][0]), scope["client"][1])
        REQUEST.set(secrets.token_hex(6))  # for the log alone: what people are sent is the same for the same table
        begun, status = time.perf_counter(), 0
        secure = scope["scheme"] in ("https", "wss")

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if secure:
                    MutableHeaders(scope=message)["strict-transport-security"] = BY_TLS
            await send(message)

        try:
            await (self._refused(scope) or self._app)(scope, receive, sent)
        finally:
            scope["app"].state.casino.counts["requests"] += scope["type"] == "http"
            if log.isEnabledFor(logging.INFO):
                log.info(WORDS[scope["type"]], extra={"fields": about(scope, status, time.perf_counter() - begun)})

    def _refused(self, scope: Scope) -> ASGIApp | None:
        """The answer to what does not come in, and to whoever reads the metrics."""
        headers, state = Headers(scope=scope), scope["app"].state
        host = host_of(headers.get("host", ""))
        if self._access.hosts and host not in self._access.hosts:
            return self._answer(scope, 421, "This server is not asked for by that name.")
        client = None if scope["client"] is None else scope["client"][0]
        if wait := ceil(state.limiter.requests.take(key(None, client))):
            state.casino.counts["limited"] += 1
            said = f"Too many requests. Try again in {wait} {'second' if wait == 1 else 'seconds'}."
            refused = self._answer(scope, 429, said, {"retry-after": str(wait)})
            return _held_back(refused, state.limiter.limits.pause)
        if scope["path"] == METRICS and scope["type"] == "http" and self._access.scraper:
            wanted = f"Bearer {self._access.scraper}"
            if not hmac.compare_digest(headers.get("authorization", "").encode(), wanted.encode()):
                told_by = {"www-authenticate": "Bearer"}
                return self._answer(scope, 401, "The metrics need the scraper's token.", told_by)
            return Response(told(state.casino, state.health), 200, dict(self._headers), TEXT)
        return None

    def _answer(self, scope: Scope, status: int, wrong: str, more: Mapping[str, str] | None = None) -> ASGIApp:
        if scope["type"] == "websocket":
            return WebSocketClose(POLICY, wrong)
        body = msgspec.json.encode({"detail": wrong})
        return Response(body, status, {**self._headers, **(more or {})}, "application/json")


def _held_back(answer: ASGIApp, seconds: float) -> ASGIApp:
    async def later(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(seconds)
        await answer(scope, receive, send)

    return later


def host_of(header: str) -> str:
    """A name without its port, as names are compared."""
    name = header.rpartition("]")[0] + "]" if header.startswith("[") else header.partition(":")[0]
    return name.lower().rstrip(".")


def about(scope: Scope, status: int, took: float) -> dict[str, object]:
    """A request or a socket that is over, for the log. What it asks for beside its path is not told."""
    account = scope["state"].get("account")
    return {
        "method": scope.get("method"),
        "path": scope["path"],
        "status": status or None,
        "ms": round(took * 1000, 1),
        "address": None if scope["client"] is None else scope["client"][0],
        "account": None if account is None else account.id,
        "table": scope.get("path_params", {}).get("table"),
    }
