"""The FastAPI application: its routes, pages and socket, and the headers and error handlers of every response."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware

from pitboss import __version__
from pitboss.compliance.shift.gaming_day_table import TableDays
from pitboss.engine.chance import Source, live_source
from pitboss.engine.houses.house import House
from pitboss.record.gaming_day import GamingDay
from pitboss.server.access.connection_limits import ConnectionLimits
from pitboss.server.access.middleware import OPEN_ACCESS, Access, EntranceMiddleware
from pitboss.server.access.permissions import POLICY, STAFF, GuardedSocketRoute, address, allow, role_of
from pitboss.server.access.rate_limits import LIMITS, Limiter, Limits
from pitboss.server.access.sessions import Sessions
from pitboss.server.live.tables import Casino
from pitboss.server.ops.health import Health
from pitboss.server.pages import house, people, placards, render
from pitboss.server.pages import law as law_pages
from pitboss.server.pages import rounds as round_pages
from pitboss.server.routes import accounts, advice, compliance, integrity, law, rounds, session, supervision, tables
from pitboss.server.routes import health as health_routes
from pitboss.server.routes.error_messages import describe_faults, in_sentences
from pitboss.server.routes.websocket import Connection
from pitboss.server.static_files import Files
from pitboss.server.views.replay_cache import ReplayCache
from pitboss.server.workers.edge_cache import Edges
from pitboss.store.chains.anchor_export import Anchoring
from pitboss.store.errors import StoreError

MOST_BODY = 65_536  # bytes of a request
LEAST_COMPRESSED = 1_000  # bytes of a response; a smaller one is sent uncompressed
COMPRESSION = 6  # gzip level: the higher ones take more time than they save
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


class OneTimeToken:
    """A token that makes its bearer the administrator. It is printed at the start while there is none, and works
    once."""

    def __init__(self, wanted: bool) -> None:
        self.token = secrets.token_urlsafe(24) if wanted else ""

    def take(self, given: str) -> bool:
        """Return whether this is the token, and use it up at once, so that two requests at the same time cannot both
        use it."""
        matches = bool(self.token) and hmac.compare_digest(self.token.encode(), given.encode())
        self.token = "" if matches else self.token
        return matches

    def put_back(self, token: str) -> None:
        """Make the token valid again, because what it was used for failed."""
        self.token = token


ROUTERS = (
    tables.router,
    health_routes.router,
    session.router,
    accounts.router,
    people.router,
    advice.router,
    rounds.router,
    round_pages.router,
    supervision.router,
    integrity.router,
    compliance.router,
    compliance.page_router,
    render.router,
    house.router,
    law.router,
    law_pages.router,
    placards.router,
)


def build(
    path: Path,
    houses: Sequence[House] | None = None,
    source: Callable[[], Source] = live_source,
    limits: Limits = LIMITS,
    day: GamingDay | None = None,
    anchoring: Anchoring | None = None,
    access: Access = OPEN_ACCESS,
) -> FastAPI:
    """Build the application on a database. Tables are opened when its lifespan starts.

    Raises `StoreError` if the database cannot be used or another server runs on it."""
    casino = Casino(path, source=source, anchoring=anchoring)
    health = Health(casino)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            await casino.open(houses)
            async with health.watching():
                yield
        finally:
            await app.state.edges.close()
            app.state.desk.adviser.close()
            app.state.replays.close()
            await casino.close()

    app = FastAPI(title="Pitboss", version=__version__, lifespan=lifespan, openapi_url=None)
    app.state.casino, app.state.health, app.state.access = casino, health, access
    app.state.connection_limits = ConnectionLimits(limits, access.proxies, casino.counts)
    app.state.edges = Edges()
    app.state.sessions = Sessions(casino.store.meta("secret"))
    app.state.token = OneTimeToken(not casino.store.accounts.has_admin())
    app.state.limiter = Limiter(limits)
    app.state.desk = advice.Desk()
    app.state.replays = ReplayCache()
    app.state.books = compliance.Books(TableDays(casino.store), day or GamingDay())
    for router in ROUTERS:
        app.include_router(router)
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED, compresslevel=COMPRESSION)
    app.middleware("http")(_guard)
    app.add_middleware(EntranceMiddleware, access=access, headers=HEADERS)
    app.add_exception_handler(Exception, _answer_fault)
    app.add_exception_handler(404, _answer_not_found)
    app.add_exception_handler(405, _answer_not_found)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(StoreError, _answer_unwritten)
    app.add_exception_handler(tables.RefusedError, _answer_refusal)
    # Static files are open to anyone. A mount has no endpoint that could carry `@allow`.
    app.mount("/static", Files(), name="static")
    app.router.routes.append(GuardedSocketRoute("/ws/tables/{table}", _socket))
    return app


async def _guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    """Refuse requests that are too long, and add the security headers to every response."""
    length = request.headers.get("content-length", "0")
    if not length.isdigit() or int(length) > MOST_BODY or "transfer-encoding" in request.headers:
        response = tables.as_json(
            {"detail": f"A request can have {MOST_BODY} bytes at most and must state its length."}, 413
        )
    else:
        response = await call_next(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


async def _answer_fault(request: Request, error: Exception) -> Response:
    """Answer 500 without details, which go to the log only."""
    request.app.state.casino.counts["faults"] += 1
    return Response('{"detail":"The server made a mistake. Nothing has changed."}', 500, HEADERS, "application/json")


async def _answer_not_found(request: Request, error: Exception) -> Response:
    """Answer 404 or 405, with JSON under `/api/` and `/static/` and with a page elsewhere."""
    status = getattr(error, "status_code", 404)
    if request.url.path.startswith(("/api/", "/static/")):
        answer = tables.as_json({"detail": getattr(error, "detail", "Not Found")}, status)
    else:
        answer = render.no_such_page(request, status)
    answer.headers.update(getattr(error, "headers", None) or {})  # a 405 lists the allowed methods
    return answer


async def _answer_invalid(request: Request, error: Exception) -> Response:
    """Answer 422 with a sentence for each fault of the request."""
    assert isinstance(error, RequestValidationError)
    faults = list(error.errors())
    if (faults[0]["loc"], faults[0]["type"]) == (("body",), "missing") and role_of(request.scope["endpoint"]) in STAFF:
        faults.append({"type": "missing", "loc": ("body", "why")})  # a missing body also lacks the reason
    return tables.as_json({"detail": describe_faults(faults)}, 422)


@allow("anyone")
async def _socket(socket: WebSocket, table: int) -> None:
    """Connect to a table. Anyone may watch; a seated player may also act."""
    app, account = socket.app.state, socket.state.account
    if table not in app.casino.tables:
        await socket.close(POLICY)
        return
    account_id = None if account is None else account.id
    with app.limiter.socket(account_id, address(socket), table) as allowed:
        if allowed:
            shows = socket.query_params.get("changes") == "1"
            await Connection(app.casino, app.casino.tables[table], account, socket, shows=shows).run()
        else:
            await socket.close(POLICY, "too many connections")


async def _answer_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, tables.RefusedError)
    return tables.as_json({"refused": error.refused}, 409)


async def _answer_unwritten(request: Request, error: Exception) -> Response:
    return tables.as_json({"detail": in_sentences(f"{error}; nothing has changed; try again")}, 503)
