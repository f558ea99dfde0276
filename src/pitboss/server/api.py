"""The HTTP interface: tables, seats, history, the law and the readings. Amounts are cents."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal, cast

import msgspec
from fastapi import APIRouter, Body, HTTPException, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss import __version__
from pitboss.engine.inputs import SUPERVISOR, Credit, Fill, Order
from pitboss.games import REGISTERED, load
from pitboss.law.coverage import coverage
from pitboss.law.readings import readings_of
from pitboss.law.register import register
from pitboss.server import history, people
from pitboss.server.actions import BadActionError, answer, carry_out, read_action
from pitboss.server.casino import Casino
from pitboss.server.layout import layout_of
from pitboss.server.limits import makes_account, replays
from pitboss.server.live_table import LiveTable
from pitboss.server.roles import GuardedRoute, allow, me
from pitboss.server.seen import schema, seen
from pitboss.server.setting import from_text, played_by
from pitboss.server.unread import ID, NOT_BLANK
from pitboss.store.errors import StoreError
from pitboss.store.store import Account, TableRow
from pitboss.table.money import MOST_CENTS

router = APIRouter(route_class=GuardedRoute)
OUT_OF_SERVICE = "out of service"
TableId = Annotated[int, Path(ge=1, le=2**31)]


class Wrong(BaseModel):
    detail: str


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Name(Strict):
    name: str = Field(min_length=1, max_length=24)


class Recovery(Strict):
    name: str = Field(min_length=1, max_length=24)
    code: str = Field(min_length=1, max_length=64)


class Token(Strict):
    token: str = Field(min_length=1, max_length=128)


class ActionBody(Strict):
    id: str = Field(min_length=8, max_length=64, pattern=ID)
    act: dict[str, Any]


class State(Strict):
    state: Literal["open", "paused", "closed"]


class NewTable(Strict):
    name: str = Field(min_length=1, max_length=60)
    setting: dict[str, Any]


class WindUpBody(Strict):
    why: str = Field(min_length=1, max_length=200, pattern=NOT_BLANK)


class OrderBody(Strict):
    what: str = Field(max_length=200)
    positions: list[Annotated[int, Field(ge=0, le=100)]] = Field(default=[], max_length=20)


class Chips(Strict):
    cents: int = Field(ge=1, lt=MOST_CENTS)


def casino_of(request: Request) -> Casino:
    return cast(Casino, request.app.state.casino)


def table_of(request: Request, table: int) -> LiveTable:
    casino = casino_of(request)
    if table in casino.broken:
        account = request.state.account
        why = f": {casino.broken[table]}" if account is not None and account.role == "admin" else ""
        raise HTTPException(503, f"the table is out of service{why}")
    if table not in casino.tables:
        raise HTTPException(404, f"table {table} does not exist")
    return casino.tables[table]


def row_of(request: Request, table: int) -> TableRow:
    """A table as it is written: its rounds can be told also if nobody can play at it."""
    row = casino_of(request).store.table(table)
    if row is None:
        raise HTTPException(404, f"table {table} does not exist")
    return row


class Listed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table among all tables."""

    table: int
    name: str
    state: str
    game: str
    players: tuple[str, ...]
    seat_count: int = msgspec.field(name="places")
    minimum: int
    maximum: int
    seat: int = 0  # yours, if you have one
    why: str = ""  # nothing goes on there; what is no sentence made for all is for administrators
    stuck: bool = False  # an administrator may wind it up


async def listed(request: Request) -> list[Listed]:
    casino, account = casino_of(request), request.state.account
    admin = account is not None and account.role == "admin"
    found = []
    for row in casino.store.tables():
        live = casino.tables.get(row.id)
        if live is None:
            why = casino.broken.get(row.id, "") if admin else ""
            game = _game(row.setting)
            stuck = bool(casino.stuck(row.id))
            found.append(Listed(row.id, row.name, OUT_OF_SERVICE, game, (), 0, 0, 0, why=why, stuck=stuck))
            continue
        async with live.lock:  # what is being written has not happened yet
            house, players = live.house, tuple(live.driver.table.players.values())
            state = OUT_OF_SERVICE if live.fault else "paused" if live.held else live.state
            limits = (house.seats, int(house.minimum), int(house.maximum))
            seat = live.seat_of(account.id) if account is not None else 0
            why = live.held or (live.fault if admin else "")
            stuck = bool(live.stopped or live.faulty) and not live.fenced
        found.append(Listed(row.id, live.name, state, live.game.name, players, *limits, seat, why, stuck))
    return found


def _game(setting: str) -> str:
    """Which game it was, also if there is no such game any more."""
    try:
        return from_text(setting).game
    except ValueError:
        return ""


def as_json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value, enc_hook=int), status, media_type="application/json")


def as_text(value: object) -> str:
    """What was sent, as JSON again; half characters and endless numbers are in no JSON of ours."""
    try:
        return msgspec.json.encode(value).decode()
    except (ValueError, OverflowError, RecursionError):
        raise HTTPException(400, "the request contains text or a number that cannot be stored") from None


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Wrong},
    401: {"model": Wrong},
    403: {"model": Wrong},
    404: {"model": Wrong},
    409: {"description": "refused: what was wrong, what to do instead, and which paragraph says so"},
    413: {"model": Wrong},
    422: {"model": Wrong},
    429: {"model": Wrong},
    503: {"model": Wrong},
}


# --- who you are


@router.post("/api/session", status_code=201, responses=REFUSALS)
@allow("anyone")
@makes_account
async def pick_a_name(request: Request, body: Name) -> Response:
    """Pick a name. You get a session, and a recovery code that is shown this once."""
    if not people.NAME.fullmatch(body.name):
        raise HTTPException(
            400, "a name has 1 to 24 letters, digits, spaces or . _ ' -, and starts and ends with a letter or digit"
        )
    code = people.new_code()
    try:
        kept = await asyncio.to_thread(people.keep, code)  # slow, as it is meant to be
        account = await casino_of(request).make_account(body.name, kept)
    except StoreError as wrong:
        raise HTTPException(409, str(wrong)) from None
    return _session(request, account, 201, {"code": code})


@router.post("/api/session/recover", responses=REFUSALS)
@allow("anyone")
def recover(request: Request, body: Recovery) -> Response:
    """Come back as who you were, with the code."""
    found = casino_of(request).store.account(body.name)
    if found is None or not people.fits(body.code, found[1]):
        raise HTTPException(403, "no account has this name and code")
    return _session(request, found[0], 200, {})


@router.post("/api/session/end", responses=REFUSALS)
@allow("player")
def end_session(request: Request) -> Response:
    response = as_json({"ended": True})
    response.delete_cookie(people.COOKIE)
    return response


def _session(request: Request, account: Account, status: int, more: dict[str, str]) -> Response:
    response = as_json({"name": account.name, "role": account.role, "balance": account.balance, **more}, status)
    response.set_cookie(
        people.COOKIE,
        request.app.state.sessions.make(account.id),
        max_age=people.SESSION_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


@router.get("/api/me", responses=REFUSALS)
@allow("player")
def who_am_i(request: Request) -> Response:
    account = me(request)
    return as_json({"name": account.name, "role": account.role, "balance": account.balance})


@router.post("/api/me/practice-money", responses=REFUSALS)
@allow("player")
async def practice_money(request: Request) -> Response:
    """Practice money back to what one starts with."""
    given = await casino_of(request).top_up(me(request).id)
    return as_json({"given": given})


@router.post("/api/admin", responses=REFUSALS)
@allow("player")
async def become_admin(request: Request, body: Token) -> Response:
    """The one-time token that the server printed when it started makes you an administrator."""
    token = request.app.state.token
    if not token.fits(body.token):
        raise HTTPException(403, "this is not the token that the server printed, or it was already used")
    await asyncio.wrap_future(casino_of(request).store.set_role(me(request).id, "admin"))
    token.spend()
    return as_json({"role": "admin"})


# --- tables


@router.get("/api/tables", responses=REFUSALS)
@allow("anyone")
async def list_tables(request: Request) -> Response:
    return as_json(await listed(request))


@router.get("/api/tables/{table}", responses=REFUSALS)
@allow("anyone")
async def see_table(request: Request, table: TableId) -> Response:
    """The table as you see it: the same view that the socket sends."""
    live, account = table_of(request, table), request.state.account
    async with live.lock:  # what is being written has not happened yet
        return as_json(seen(live, account.id if account else 0))


@router.get("/api/tables/{table}/layout", responses=REFUSALS)
@allow("anyone")
async def see_layout(request: Request, table: TableId) -> Response:
    """What is printed on the table's layout: betting areas, pay tables, inscriptions and limits, each with its
    paragraph. The view's `layout` changes when this does."""
    return Response(layout_of(table_of(request, table)).text, media_type="application/json")


@router.post("/api/tables/{table}/act", responses=REFUSALS)
@allow("player")
async def act(request: Request, table: TableId, body: ActionBody) -> Response:
    """Do something at a table; the same as a message on the socket."""
    live = table_of(request, table)
    try:
        action = read_action(as_text(body.model_dump()))
        outcome = await carry_out(casino_of(request), live, me(request), action)
    except BadActionError as wrong:
        raise HTTPException(400, str(wrong)) from None
    return as_json(answer(action.id, outcome), 409 if outcome.refused else 200)


@router.get("/api/tables/{table}/rounds", responses=REFUSALS)
@allow("anyone")
def rounds_at(
    request: Request, table: TableId, before: Annotated[int, Query(ge=1, le=2**53)] = 2**53, mine: bool = False
) -> Response:
    """Rounds that are over, the newest first, at most fifty."""
    row, account = row_of(request, table), request.state.account
    if mine and account is None:
        raise HTTPException(401, "pick a name first")
    return as_json(history.rounds(casino_of(request).store, row.id, account.id if mine else None, before))


@router.get("/api/tables/{table}/rounds/{number}", responses=REFUSALS)
@allow("anyone")
@replays(1)
def round_at(request: Request, table: TableId, number: Annotated[int, Path(ge=1, le=2**53)]) -> Response:
    """What was done in a round that is over, with the paragraph behind each act, and why each wager went as it did."""
    told = history.told(casino_of(request).store, row_of(request, table).id, number, request.state.account)
    if told is None:
        raise HTTPException(404, f"table {table} has no finished round {number} that can be shown")
    return as_json(told)


# --- the house


@router.post("/api/tables", status_code=201, responses=REFUSALS)
@allow("admin")
async def new_table(request: Request, body: NewTable) -> Response:
    try:
        setting = from_text(as_text(body.setting))
        played_by(setting)
        made = await casino_of(request).make_table(body.name, setting)
    except ValueError as wrong:
        raise HTTPException(400, str(wrong)) from None
    except StoreError as wrong:
        raise HTTPException(409, str(wrong)) from None
    return as_json({"table": made}, 201)


@router.get("/api/tables/{table}/setting", responses=REFUSALS)
@allow("admin")
async def setting_of_table(request: Request, table: TableId) -> Response:
    try:
        return as_json(from_text(row_of(request, table).setting))
    except ValueError as wrong:
        raise HTTPException(503, str(wrong)) from None


@router.put("/api/tables/{table}/setting", responses=REFUSALS)
@allow("admin")
async def change_setting(request: Request, table: TableId, body: Annotated[dict[str, Any], Body()]) -> Response:
    """In force from the next round on. A table that could not be played at is opened again."""
    row_of(request, table)
    try:
        setting = from_text(as_text(body))
    except ValueError as wrong:
        raise HTTPException(400, str(wrong)) from None
    outcome = await casino_of(request).set_setting(table, setting)
    return as_json({"refused": outcome.refused}, 409 if outcome.refused else 200)


@router.put("/api/tables/{table}/state", responses=REFUSALS)
@allow("admin")
async def change_state(request: Request, table: TableId, body: State) -> Response:
    """Open, pause or close a table."""
    await table_of(request, table).set_state(body.state)
    return as_json({"state": body.state})


@router.post("/api/tables/{table}/order", responses=REFUSALS)
@allow("admin")
async def order(request: Request, table: TableId, body: OrderBody) -> Response:
    """What a casino supervisor orders."""
    outcome = await table_of(request, table).order(Order(body.what, tuple(body.positions), by=SUPERVISOR))
    return as_json({"refused": outcome.refused}, 409 if outcome.refused else 200)


@router.post("/api/tables/{table}/fill", responses=REFUSALS)
@allow("admin")
async def fill(request: Request, table: TableId, body: Chips) -> Response:
    """A casino supervisor has chips brought to the table inventory; a payment that waited for them is made."""
    outcome = await table_of(request, table).order(Fill(body.cents, by=SUPERVISOR))
    return as_json({"refused": outcome.refused}, 409 if outcome.refused else 200)


@router.post("/api/tables/{table}/credit", responses=REFUSALS)
@allow("admin")
async def credit(request: Request, table: TableId, body: Chips) -> Response:
    """A casino supervisor has chips taken from the table inventory to the cage."""
    outcome = await table_of(request, table).order(Credit(body.cents, by=SUPERVISOR))
    return as_json({"refused": outcome.refused}, 409 if outcome.refused else 200)


@router.post("/api/tables/{table}/wind-up", responses=REFUSALS)
@allow("admin")
async def wind_up(request: Request, table: TableId, body: WindUpBody) -> Response:
    """End a round that this version cannot play on; every wager of it goes back. It is recorded with who and why."""
    casino = casino_of(request)
    if table not in casino.tables and table not in casino.broken:
        raise HTTPException(404, f"table {table} does not exist")
    outcome = await casino.wind_up(table, me(request).id, " ".join(body.why.split()))
    if outcome.refused:
        return as_json({"refused": outcome.refused}, 409)
    return as_json({"number": outcome.number})


@router.get("/api/metrics", responses={**REFUSALS, 200: {"content": {"text/plain": {}}}})
@allow("admin")
async def metrics(request: Request) -> Response:
    """Plain counts, one to a line."""
    casino = casino_of(request)
    values = {
        "tables": len(casino.tables),
        "tables_out_of_service": len(casino.troubles()),
        "people": sum(len(table.people) for table in casino.tables.values()),
        "open_sockets": sum(len(table.connections) for table in casino.tables.values()),
        **{f"{name}_total": count for name, count in sorted(casino.counts.items())},
    }
    text = "".join(f"pitboss_{name} {value}\n" for name, value in values.items())
    return Response(text, media_type="text/plain; charset=utf-8")


@router.get("/healthz", responses={503: {"model": Wrong}})
@allow("anyone")
async def health(request: Request) -> Response:
    casino = casino_of(request)
    troubles = casino.troubles()
    ok = not troubles and not casino.unanchored
    told = {"ok": ok, "version": __version__, "tables": troubles}
    if casino.unanchored:
        told["why"] = "the checkpoint file cannot be written"
    return as_json(told, 200 if ok else 503)


# --- the law


@router.get("/api/games", responses=REFUSALS)
@allow("anyone")
def games() -> Response:
    found = [load(name) for name in REGISTERED]
    return as_json(
        [
            {
                "game": game.name,
                "title": game.title,
                "subchapter": game.subchapter,
                "texts": {text.date: text.title for text in game.editions.texts},
            }
            for game in found
        ]
    )


@router.get("/api/law/{paragraph}", responses=REFUSALS)
@allow("anyone")
def law(paragraph: Annotated[str, Path(max_length=40)]) -> Response:
    """A paragraph, in our own words, in every held text that has it."""
    found = [
        {"game": name, **msgspec.to_builtins(each), "status": row.status, "code": row.code, "tests": row.tests}
        for name in REGISTERED
        for row in coverage(load(name).package)
        if row.paragraph == paragraph
        for each in [register(load(name).package)[row.edition, row.paragraph]]
    ]
    if not found:
        raise HTTPException(404, f"no held text has a paragraph {paragraph!r}")
    return as_json(found)


@router.get("/api/readings", responses=REFUSALS)
@allow("anyone")
def readings() -> Response:
    return as_json(
        [
            {"game": name, **msgspec.to_builtins(reading)}
            for name in REGISTERED
            for reading in readings_of(load(name).package).values()
        ]
    )


@router.get("/api/view.schema.json", responses=REFUSALS)
@allow("anyone")
def view_schema() -> Response:
    """JSON Schema of the view that the socket and `/api/tables/{table}` send."""
    return as_json(schema())


@router.get("/api/openapi.json", include_in_schema=False)
@allow("anyone")
def openapi(request: Request) -> Response:
    """This interface, described for programs."""
    return as_json(request.app.openapi())
