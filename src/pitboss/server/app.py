"""The application: routes, pages and the socket put together, and what every answer has on it."""

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
from pitboss.server.access.connection_limits import Door
from pitboss.server.access.middleware import ANYBODY, Access, Entrance
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
from pitboss.server.routes.error_messages import in_sentences, in_words
from pitboss.server.routes.websocket import Connection
from pitboss.server.static_files import Files
from pitboss.server.views.replay_cache import KeptReplays
from pitboss.server.workers.edge_cache import Edges
from pitboss.store.chains.anchor_export import Anchoring
from pitboss.store.errors import StoreError

MOST_BODY = 65_536  # bytes of a request
LEAST_PRESSED = 1_000  # bytes of an answer; less is sent as it is
PRESSURE = 6  # of gzip's nine: the last three gain nothing that is worth their time
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
    """Printed once at the start, while there is no administrator; good for one use."""

    def __init__(self, wanted: bool) -> None:
        self.token = secrets.token_urlsafe(24) if wanted else ""

    def take(self, given: str) -> bool:
        """Whether it is the token; it is spent at once, so that of two who come together one is too late."""
        fits = bool(self.token) and hmac.compare_digest(self.token.encode(), given.encode())
        self.token = "" if fits else self.token
        return fits

    def put_back(self, token: str) -> None:
        """What it was taken for could not be done."""
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
    access: Access = ANYBODY,
) -> FastAPI:
    casino = Casino(path, source=source, anchoring=anchoring)
    health = Health(casino)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            await casino.open(houses)
            async with health.watched():
                yield
        finally:
            await app.state.edges.close()
            app.state.desk.adviser.close()
            app.state.replays.close()
            await casino.close()

    app = FastAPI(title="Pitboss", version=__version__, lifespan=lifespan, openapi_url=None)
    app.state.casino, app.state.health, app.state.access = casino, health, access
    app.state.door = Door(limits, access.proxies, casino.counts)
    app.state.edges = Edges()
    app.state.sessions = Sessions(casino.store.meta("secret"))
    app.state.token = OneTimeToken(not casino.store.accounts.has_admin())
    app.state.limiter = Limiter(limits)
    app.state.desk = advice.Desk()
    app.state.replays = KeptReplays()
    app.state.books = compliance.Books(TableDays(casino.store), day or GamingDay())
    for router in ROUTERS:
        app.include_router(router)
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_PRESSED, compresslevel=PRESSURE)
    app.middleware("http")(_guard)
    app.add_middleware(Entrance, access=access, headers=HEADERS)
    app.add_exception_handler(Exception, _fault)
    app.add_exception_handler(404, _nowhere)
    app.add_exception_handler(405, _nowhere)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(StoreError, _unwritten)
    app.add_exception_handler(tables.RefusedError, _refused)
    # For anyone: files that are the same for all. A mount has no endpoint that could say so.
    app.mount("/static", Files(), name="static")
    app.router.routes.append(GuardedSocketRoute("/ws/tables/{table}", _socket))
    return app


async def _guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
    """No request is read that is too long, and every answer says what a browser may do with it."""
    length = request.headers.get("content-length", "0")
    if not length.isdigit() or int(length) > MOST_BODY or "transfer-encoding" in request.headers:
        response = tables.as_json(
            {"detail": f"A request can have {MOST_BODY} bytes at most and must state its length."}, 413
        )
    else:
        response = await go_on(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


async def _fault(request: Request, wrong: Exception) -> Response:
    """A fault of ours is in the log and nowhere else."""
    request.app.state.casino.counts["faults"] += 1
    return Response('{"detail":"The server made a mistake. Nothing has changed."}', 500, HEADERS, "application/json")


async def _nowhere(request: Request, wrong: Exception) -> Response:
    """An address that leads nowhere: a page for those who read pages, JSON for programs."""
    status = getattr(wrong, "status_code", 404)
    if request.url.path.startswith(("/api/", "/static/")):
        answer = tables.as_json({"detail": getattr(wrong, "detail", "Not Found")}, status)
    else:
        answer = render.no_such_page(request, status)
    answer.headers.update(getattr(wrong, "headers", None) or {})  # which methods there are, if that was wrong
    return answer


async def _unreadable(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, RequestValidationError)
    faults = list(wrong.errors())
    if (faults[0]["loc"], faults[0]["type"]) == (("body",), "missing") and role_of(request.scope["endpoint"]) in STAFF:
        faults.append({"type": "missing", "loc": ("body", "why")})  # who sends no body at all gives no reason either
    return tables.as_json({"detail": in_words(faults)}, 422)


@allow("anyone")
async def _socket(socket: WebSocket, table: int) -> None:
    """Anyone may watch; whoever sits there plays."""
    app, account = socket.app.state, socket.state.account
    if table not in app.casino.tables:
        await socket.close(POLICY)
        return
    asker = None if account is None else account.id
    with app.limiter.socket(asker, address(socket), table) as fits:
        if fits:
            shows = socket.query_params.get("changes") == "1"
            await Connection(app.casino, app.casino.tables[table], account, socket, shows=shows).run()
        else:
            await socket.close(POLICY, "too many connections")


async def _refused(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, tables.RefusedError)
    return tables.as_json({"refused": wrong.refused}, 409)


async def _unwritten(request: Request, wrong: Exception) -> Response:
    return tables.as_json({"detail": in_sentences(f"{wrong}; nothing has changed; try again")}, 503)
