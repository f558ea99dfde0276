"""Permissions of routes. Every route declares the role that it needs; a route that does not is closed to everybody."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from typing import Any, Literal, TypeVar

from fastapi import HTTPException, Request, Response
from fastapi.requests import HTTPConnection
from fastapi.routing import APIRoute, APIWebSocketRoute
from fastapi.websockets import WebSocket
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from pitboss.server.access.sessions import Sessions, came_by_tls
from pitboss.server.live.tables import Casino
from pitboss.store.row_types import Account

# The role that a route needs. Each role includes those before it. An auditor may read everything, and may change only
# what needs no more than a name.
Role = Literal["anyone", "named", "player", "supervisor", "admin"]
STAFF = ("supervisor", "admin")  # roles that run every table of the house
READS = (*STAFF, "auditor")  # roles that may read everything about a finished round
SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
POLICY = 1008  # the close code of a websocket that is not permitted

F = TypeVar("F", bound=Callable[..., Any])


def allow(role: Role) -> Callable[[F], F]:
    """Allow a route for a role and for every role that includes it."""

    def mark(endpoint: F) -> F:
        endpoint.role = role  # type: ignore[attr-defined]
        return endpoint

    return mark


def role_of(endpoint: object) -> Role | None:
    """Return the role that an endpoint needs, or None if it declares none."""
    return getattr(endpoint, "role", None)


def caller(casino: Casino, sessions: Sessions, connection: HTTPConnection) -> Account | None:
    """Return the account whose valid session a request or socket carries, in its current state, or None."""
    session = sessions.read_from(connection)
    entry = None if session is None else casino.store.accounts.find(session.account)
    if session is None or entry is None:
        return None
    account = casino.sessions.as_now(entry[0])
    return account if (account.state, account.signed_out) == ("open", session.signed_out) else None


def supervises(account: Account | None, owner: int | None = None) -> bool:
    """Return whether an account is a supervisor at a table: by its role, or because it owns the table."""
    if account is None:
        return False
    return account.role in STAFF or (owner is not None and owner == account.id)


def role_refusal(role: Role, account: Account, owner: int | None, *, safe: bool, at_table: bool = True) -> str:
    """Return why an account may not call a route for this role, or an empty text if it may. `owner` is the owner of
    the table concerned, if any."""
    if account.role == "auditor":
        return "" if safe or role in ("anyone", "named") else "An auditor reads everything and changes nothing."
    if role == "admin" and account.role != "admin":
        return "Only an administrator can do this."
    if role == "supervisor" and not supervises(account, owner):
        return f"Only a supervisor can do this{', or the player who opened the table' if at_table else ''}."
    return ""


def owner_of(casino: Casino, table: object) -> int | None:
    """Return the owner of the table whose number stands in an address; None if there is no such table or owner."""
    number = re.fullmatch(r"[0-9]{1,10}", table) if isinstance(table, str) else None
    row = None if number is None else casino.store.tables.find(int(number[0]))
    return None if row is None else row.owner


def refuse_other_site(connection: HTTPConnection) -> str:
    """Return why a request comes from another site, or an empty text if it does not. Only browsers send an origin."""
    origin, host = connection.headers.get("origin"), connection.headers.get("host")
    if origin is None:
        return ""
    scheme, _, name = origin.partition("://")
    if host is None or name != host:
        return "The request comes from another site."
    own_scheme = "https" if came_by_tls(connection) else "http"
    if scheme == own_scheme:
        return ""
    reason = f"The page came by {scheme!r} and its request by {own_scheme!r}, so it counts as another site."
    return f"{reason} If a proxy ends TLS before this server, name it with --trusted-proxies."


def address(connection: HTTPConnection) -> str | None:
    """Return the address of the client, if it is known."""
    return None if connection.client is None else connection.client.host


class GuardedRoute(APIRoute):
    """A route that checks origin, role and rate limits before it reads the body of a request."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        role = role_of(self.endpoint)

        async def check_and_handle(request: Request) -> Response:
            app = request.app.state
            request.state.account = caller(app.casino, app.sessions, request)
            if role is None:
                raise HTTPException(403, "Nobody can call this.")
            if request.method not in SAFE and (reason := refuse_other_site(request)):
                raise HTTPException(403, reason)
            if role != "anyone" and request.state.account is None:
                raise HTTPException(401, "Choose a name first.")
            if request.state.account is not None:
                table = request.path_params.get("table")
                owner = owner_of(app.casino, table) if role == "supervisor" else None
                safe = request.method in SAFE
                if reason := role_refusal(role, request.state.account, owner, safe=safe, at_table=table is not None):
                    raise HTTPException(403, reason)
            if wait := app.limiter.wait(self.endpoint, request.method in SAFE, *_asker(request)):
                raise TooManyError(wait)
            if request.method not in SAFE:
                await _check_body_arrived(request)
            return _renew_session(request, await handle(request))

        async def handle_or_delay(request: Request) -> Response:
            try:
                return await check_and_handle(request)
            except TooManyError:
                await asyncio.sleep(request.app.state.limiter.limits.pause)
                raise

        return handle_or_delay


def charge(request: Request, rounds: int) -> None:
    """Charge the caller's rate limit for more rounds than the route declares. Raises `TooManyError` if that exceeds the
    limit."""
    if wait := request.app.state.limiter.charge(rounds, *_asker(request)):
        raise TooManyError(wait)


def _asker(request: Request) -> tuple[int | None, str | None]:
    account = request.state.account
    return None if account is None else account.id, address(request)


class TooManyError(HTTPException):
    """A request over a rate limit."""

    def __init__(self, wait: int) -> None:
        sentence = f"Too many requests. Try again in {wait} {'second' if wait == 1 else 'seconds'}."
        super().__init__(429, sentence, {"retry-after": str(wait)})


async def _check_body_arrived(request: Request) -> None:
    """Read the body, then refuse the request if its account was signed out, banned or given another role in the
    meantime."""
    app, before = request.app.state, request.state.account
    try:
        await request.body()
    except ClientDisconnect:
        raise HTTPException(400, "The request ended before it was whole.") from None
    now = caller(app.casino, app.sessions, request)
    if before is not None and (now is None or now.role != before.role):
        raise HTTPException(401 if now is None else 403, "Your session or your role has changed meanwhile. Try again.")


def _renew_session(request: Request, response: Response) -> Response:
    """Renew the session of a request if it is old, unless the response sets a cookie already."""
    sessions, account = request.app.state.sessions, request.state.account
    if account is not None and "set-cookie" not in response.headers:
        session = sessions.read_from(request)
        if session is not None and session.old:
            sessions.give(request, response, account.id, account.signed_out)
    return response


class GuardedSocketRoute(APIWebSocketRoute):
    """A websocket route that checks origin and role before the socket is accepted."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        role = role_of(self.endpoint)
        socket = WebSocket(scope, receive, send)
        app = socket.app.state
        socket.state.account = account = caller(app.casino, app.sessions, socket)
        owner = owner_of(app.casino, socket.path_params.get("table"))
        permitted = account is not None and role is not None and not role_refusal(role, account, owner, safe=False)
        allowed = role == "anyone" or permitted
        if not allowed or refuse_other_site(socket):
            await WebSocketClose(POLICY)(scope, receive, send)
            return
        await super().handle(scope, receive, send)


def me(request: Request) -> Account:
    """Return the account of the caller, on a route that needs one."""
    account = request.state.account
    assert isinstance(account, Account)
    return account
