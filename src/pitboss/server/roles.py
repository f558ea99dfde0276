"""Who may call what. Every route declares it; a route that does not is closed to everybody."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Literal, TypeVar

from fastapi import HTTPException, Request, Response
from fastapi.requests import HTTPConnection
from fastapi.routing import APIRoute, APIWebSocketRoute
from fastapi.websockets import WebSocket
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from pitboss.server.casino import Casino
from pitboss.server.people import COOKIE, Sessions
from pitboss.store.store import Account

Role = Literal["anyone", "player", "admin"]
ROLES: tuple[Role, ...] = ("anyone", "player", "admin")
SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
POLICY = 1008  # how a socket is told that it may not

F = TypeVar("F", bound=Callable[..., Any])


def allow(role: Role) -> Callable[[F], F]:
    """Who may call this, and whoever may do more."""

    def mark(endpoint: F) -> F:
        endpoint.role = role  # type: ignore[attr-defined]
        return endpoint

    return mark


def role_of(endpoint: object) -> Role | None:
    return getattr(endpoint, "role", None)


def caller(casino: Casino, sessions: Sessions, cookie: str | None) -> Account | None:
    """The account a session is for, as it is now."""
    account = sessions.read(cookie)
    found = None if account is None else casino.store.account(account)
    return None if found is None else found[0]


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from our own pages. What is no browser sends no origin."""
    return origin is None or (host is not None and origin.partition("://")[2] == host)


def address(connection: HTTPConnection) -> str | None:
    return None if connection.client is None else connection.client.host


class GuardedRoute(APIRoute):
    """Checks origin, role and how much is asked before anything of the request is read."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        role = role_of(self.endpoint)

        async def guarded(request: Request) -> Response:
            app = request.app.state
            request.state.account = caller(app.casino, app.sessions, request.cookies.get(COOKIE))
            if role is None:
                raise HTTPException(403, "nobody can call this")
            headers = request.headers
            if request.method not in SAFE and not same_origin(headers.get("origin"), headers.get("host")):
                raise HTTPException(403, "the request comes from another site")
            if role != "anyone" and request.state.account is None:
                raise HTTPException(401, "pick a name first")
            if role == "admin" and request.state.account.role != "admin":
                raise HTTPException(403, "only an administrator can do this")
            asker = None if request.state.account is None else request.state.account.id
            if wait := app.limiter.wait(self.endpoint, request.method in SAFE, asker, address(request)):
                said = f"too many requests; try again in {wait} {'second' if wait == 1 else 'seconds'}"
                raise HTTPException(429, said, {"retry-after": str(wait)})
            return await handle(request)

        return guarded


class GuardedSocketRoute(APIWebSocketRoute):
    """Checks origin and role before a socket is accepted."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        role = role_of(self.endpoint)
        socket = WebSocket(scope, receive, send)
        app = socket.app.state
        socket.state.account = account = caller(app.casino, app.sessions, socket.cookies.get(COOKIE))
        allowed = role == "anyone" or (account is not None and role in ("player", account.role))
        if not allowed or not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
            await WebSocketClose(POLICY)(scope, receive, send)
            return
        await super().handle(scope, receive, send)


def me(request: Request) -> Account:
    """The account of the caller, on a route that is not for anyone."""
    account = request.state.account
    assert isinstance(account, Account)
    return account
