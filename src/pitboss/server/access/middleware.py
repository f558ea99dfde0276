"""The middleware that every request and websocket passes first.

It assigns the request id, checks the host name, limits the rate of one address and serves the metrics. Behind TLS it
tells browsers to use TLS only."""

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
from pitboss.server.access.rate_limits import limit_key, without_ipv6_form
from pitboss.server.ops.logs import REQUEST
from pitboss.server.ops.metrics import render_metrics
from pitboss.server.routes.health import TEXT

METRICS = "/metrics"
WORDS = {"http": "request", "websocket": "socket"}  # in the log
HSTS = "max-age=31536000"  # seconds: a year

log = logging.getLogger("pitboss")


class Access(msgspec.Struct, frozen=True):
    """The operator's options about who may connect."""

    hosts: frozenset[str] = frozenset()  # host names that the server answers to; empty means any
    scraper: str = ""  # the token with which the metrics are read; empty means nobody may
    proxies: tuple[str, ...] = ()  # addresses and networks whose forwarded headers are trusted


OPEN_ACCESS = Access()


class EntranceMiddleware:
    """The outermost ASGI middleware."""

    def __init__(self, app: ASGIApp, access: Access, headers: Mapping[str, str]) -> None:
        self._app, self._access, self._headers = app, access, headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})
        if scope["client"] is not None:
            scope["client"] = (without_ipv6_form(scope["client"][0]), scope["client"][1])
        REQUEST.set(secrets.token_hex(6))  # for the log only: responses must not differ by it
        started, status = time.perf_counter(), 0
        secure = scope["scheme"] in ("https", "wss")

        async def send_with_hsts(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if secure:
                    MutableHeaders(scope=message)["strict-transport-security"] = HSTS
            await send(message)

        try:
            await (self._answer_here(scope) or self._app)(scope, receive, send_with_hsts)
        finally:
            scope["app"].state.casino.counts["requests"] += scope["type"] == "http"
            if log.isEnabledFor(logging.INFO):
                log.info(
                    WORDS[scope["type"]], extra={"fields": log_fields(scope, status, time.perf_counter() - started)}
                )

    def _answer_here(self, scope: Scope) -> ASGIApp | None:
        """Return the response to a request that is refused here or asks for the metrics; None for all others."""
        headers, state = Headers(scope=scope), scope["app"].state
        host = host_name(headers.get("host", ""))
        if self._access.hosts and host not in self._access.hosts:
            return self._answer(scope, 421, "This server is not asked for by that name.")
        client = None if scope["client"] is None else scope["client"][0]
        if wait := ceil(state.limiter.requests.take(limit_key(None, client))):
            state.casino.counts["limited"] += 1
            sentence = f"Too many requests. Try again in {wait} {'second' if wait == 1 else 'seconds'}."
            refused = self._answer(scope, 429, sentence, {"retry-after": str(wait)})
            return _delayed_answer(refused, state.limiter.limits.pause)
        if scope["path"] == METRICS and scope["type"] == "http" and self._access.scraper:
            wanted = f"Bearer {self._access.scraper}"
            if not hmac.compare_digest(headers.get("authorization", "").encode(), wanted.encode()):
                challenge = {"www-authenticate": "Bearer"}
                return self._answer(scope, 401, "The metrics need the scraper's token.", challenge)
            return Response(render_metrics(state.casino, state.health), 200, dict(self._headers), TEXT)
        return None

    def _answer(self, scope: Scope, status: int, detail: str, headers: Mapping[str, str] | None = None) -> ASGIApp:
        if scope["type"] == "websocket":
            return WebSocketClose(POLICY, detail)
        body = msgspec.json.encode({"detail": detail})
        return Response(body, status, {**self._headers, **(headers or {})}, "application/json")


def _delayed_answer(answer: ASGIApp, seconds: float) -> ASGIApp:
    async def answer_later(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(seconds)
        await answer(scope, receive, send)

    return answer_later


def host_name(header: str) -> str:
    """Return the host name of a header without its port, normalized for comparison."""
    name = header.rpartition("]")[0] + "]" if header.startswith("[") else header.partition(":")[0]
    return name.lower().rstrip(".")


def log_fields(scope: Scope, status: int, took: float) -> dict[str, object]:
    """Return the fields of the log record of a finished request or socket. The query string is left out."""
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
