"""Who may call what. Every route declares it; a route that does not is closed to everybody."""

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

from pitboss.server.access.sessions import Sessions, by_tls
from pitboss.server.live.tables import Casino
from pitboss.store.row_types import Account

# For whom a route is. Each may do what those before it may; an auditor may read all of it, and change nothing but what
# is for whoever has a name.
Role = Literal["anyone", "named", "player", "supervisor", "admin"]
STAFF = ("supervisor", "admin")  # who runs every table of the house
READS = (*STAFF, "auditor")  # who may be told everything once it is over
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


def caller(casino: Casino, sessions: Sessions, connection: HTTPConnection) -> Account | None:
    """Return the account whose session a request or socket brings, as it is now."""
    session = sessions.of(connection)
    found = None if session is None else casino.store.accounts.find(session.account)
    if session is None or found is None:
        return None
    account = casino.sessions.as_now(found[0])
    return account if (account.state, account.signed_out) == ("open", session.signed_out) else None


def supervises(account: Account | None, owner: int | None = None) -> bool:
    """Whether somebody is supervisor at a table: by the role, everywhere; or of a table that he opened himself."""
    if account is None:
        return False
    return account.role in STAFF or (owner is not None and owner == account.id)


def refusal_of(role: Role, account: Account, owner: int | None, *, safe: bool, at_table: bool = True) -> str:
    """Why somebody with a name may not call what is for a role; empty if he may. What is no table's has no owner."""
    if account.role == "auditor":
        return "" if safe or role in ("anyone", "named") else "An auditor reads everything and changes nothing."
    if role == "admin" and account.role != "admin":
        return "Only an administrator can do this."
    if role == "supervisor" and not supervises(account, owner):
        return f"Only a supervisor can do this{', or the player who opened the table' if at_table else ''}."
    return ""


def owner_of(casino: Casino, table: object) -> int | None:
    """Whose the table in an address is; it may be no number, or no table's."""
    found = re.fullmatch(r"[0-9]{1,10}", table) if isinstance(table, str) else None
    row = None if found is None else casino.store.tables.find(int(found[0]))
    return None if row is None else row.owner


def foreign(connection: HTTPConnection) -> str:
    """Return why a request does not come from our own pages, or nothing. Only browsers send an origin."""
    origin, host = connection.headers.get("origin"), connection.headers.get("host")
    if origin is None:
        return ""
    scheme, _, name = origin.partition("://")
    if host is None or name != host:
        return "The request comes from another site."
    here = "https" if by_tls(connection) else "http"
    if scheme == here:
        return ""
    wrong = f"The page came by {scheme!r} and its request by {here!r}, so it counts as another site."
    return f"{wrong} If a proxy ends TLS before this server, name it with --trusted-proxies."


def address(connection: HTTPConnection) -> str | None:
    return None if connection.client is None else connection.client.host


class GuardedRoute(APIRoute):
    """Checks origin, role and how much is asked before anything of the request is read."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        role = role_of(self.endpoint)

        async def guarded(request: Request) -> Response:
            app = request.app.state
            request.state.account = caller(app.casino, app.sessions, request)
            if role is None:
                raise HTTPException(403, "Nobody can call this.")
            if request.method not in SAFE and (wrong := foreign(request)):
                raise HTTPException(403, wrong)
            if role != "anyone" and request.state.account is None:
                raise HTTPException(401, "Choose a name first.")
            if request.state.account is not None:
                table = request.path_params.get("table")
                owner = owner_of(app.casino, table) if role == "supervisor" else None
                safe = request.method in SAFE
                if wrong := refusal_of(role, request.state.account, owner, safe=safe, at_table=table is not None):
                    raise HTTPException(403, wrong)
            if wait := app.limiter.wait(self.endpoint, request.method in SAFE, *_asker(request)):
                raise TooManyError(wait)
            if request.method not in SAFE:
                await _asked_to_the_end(request)
            return _renewed(request, await handle(request))

        async def held_back(request: Request) -> Response:
            try:
                return await guarded(request)
            except TooManyError:
                await asyncio.sleep(request.app.state.limiter.limits.pause)
                raise

        return held_back


def charge(request: Request, rounds: int) -> None:
    """Count what an answer costs beyond what its route declares, before it is made."""
    if wait := request.app.state.limiter.charge(rounds, *_asker(request)):
        raise TooManyError(wait)


def _asker(request: Request) -> tuple[int | None, str | None]:
    account = request.state.account
    return None if account is None else account.id, address(request)


class TooManyError(HTTPException):
    """Somebody asks for more than he may."""

    def __init__(self, wait: int) -> None:
        said = f"Too many requests. Try again in {wait} {'second' if wait == 1 else 'seconds'}."
        super().__init__(429, said, {"retry-after": str(wait)})


async def _asked_to_the_end(request: Request) -> None:
    """A request may take its time to arrive. Whoever was signed out, banned or given another role meanwhile is not
    who was let in."""
    app, before = request.app.state, request.state.account
    try:
        await request.body()
    except ClientDisconnect:
        raise HTTPException(400, "The request ended before it was whole.") from None
    now = caller(app.casino, app.sessions, request)
    if before is not None and (now is None or now.role != before.role):
        raise HTTPException(401 if now is None else 403, "Your session or your role has changed meanwhile. Try again.")


def _renewed(request: Request, response: Response) -> Response:
    """A session that is used does not end, unless it was ended or another was just given."""
    sessions, account = request.app.state.sessions, request.state.account
    if account is not None and "set-cookie" not in response.headers:
        session = sessions.of(request)
        if session is not None and session.old:
            sessions.give(request, response, account.id, account.signed_out)
    return response


class GuardedSocketRoute(APIWebSocketRoute):
    """Checks origin and role before a socket is accepted."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        role = role_of(self.endpoint)
        socket = WebSocket(scope, receive, send)
        app = socket.app.state
        socket.state.account = account = caller(app.casino, app.sessions, socket)
        owner = owner_of(app.casino, socket.path_params.get("table"))
        known = account is not None and role is not None and not refusal_of(role, account, owner, safe=False)
        allowed = role == "anyone" or known
        if not allowed or foreign(socket):
            await WebSocketClose(POLICY)(scope, receive, send)
            return
        await super().handle(scope, receive, send)


def me(request: Request) -> Account:
    """The account of the caller, on a route that is not for anyone."""
    account = request.state.account
    assert isinstance(account, Account)
    return account
