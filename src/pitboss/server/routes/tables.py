"""The HTTP routes of tables, their rounds and their settings. Amounts are cents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, cast

import msgspec
from fastapi import APIRouter, Body, HTTPException, Path, Query, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pitboss.engine.game import Game
from pitboss.engine.houses.house import LONGEST_NAME, Notice, name_fault
from pitboss.engine.inputs import SUPERVISOR, Credit, Fill, Order
from pitboss.engine.waits import Refusal
from pitboss.games import REGISTERED, load
from pitboss.law.rules import Rules
from pitboss.server.access.permissions import GuardedRoute, allow, charge, me
from pitboss.server.access.rate_limits import ROWS, replays
from pitboss.server.access.staff_acts import By
from pitboss.server.live import winding_up
from pitboss.server.live.chip_count import PRACTICE
from pitboss.server.live.client_actions import BadActionError, answer, carry_out, read_action
from pitboss.server.live.setting_form import describe_change, describe_differences, required_notices
from pitboss.server.live.table import LiveTable
from pitboss.server.live.table_settings import BreachError, TableSetting, from_text, resolve_setting, setting_of
from pitboss.server.live.tables import COMPANIONS, Casino
from pitboss.server.routes.error_messages import ID, NO_REASON, NOT_BLANK, describe_faults, in_sentences
from pitboss.server.views import past_rounds
from pitboss.server.views.layout import layout_of
from pitboss.server.views.table_view import schema, view_for
from pitboss.server.workers.edge_cache import Edge
from pitboss.store.errors import StoreError
from pitboss.store.keeper import HELD
from pitboss.store.row_types import Account, TableRow
from pitboss.store.staff_act_prefixes import in_one_line
from pitboss.table.money import MOST_CENTS

router = APIRouter(route_class=GuardedRoute)
OUT_OF_SERVICE = "out of service"
MENDED = "Gave the table settings by which it can be played"
LONGEST_WHY = 200  # characters of a reason
TableId = Annotated[int, Path(ge=1, le=2**31)]


class RefusedError(Exception):
    """A refused request, answered in the same form as a refused action."""

    def __init__(self, refused: Sequence[Refusal]) -> None:
        super().__init__("; ".join(refusal.wrong for refusal in refused))
        self.refused = refused


class Wrong(BaseModel):
    detail: str


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ActionBody(Strict):
    id: str = Field(min_length=8, max_length=64, pattern=ID)
    act: dict[str, Any]


Why = Annotated[str, Field(max_length=LONGEST_WHY, pattern=NOT_BLANK), AfterValidator(in_one_line)]


class StaffRequest(Strict):
    """A request of the staff. `why` gives the reason, which is recorded with the name of the person."""

    why: Why


class State(StaffRequest):
    state: Literal["open", "paused", "closed"]


class OwnTable(Strict):
    """A new table. Without a setting it is the game's usual table."""

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    game: str = Field(default="", max_length=40)
    setting: dict[str, Any] | None = None


class NewTable(OwnTable, StaffRequest):
    """A new table of the house."""


class OrderBody(StaffRequest):
    what: str = Field(max_length=200)
    positions: list[Annotated[int, Field(ge=0, le=100, strict=True)]] = Field(default=[], max_length=20)


class Chips(StaffRequest):
    cents: int = Field(ge=1, lt=MOST_CENTS, strict=True)


def casino_of(request: Request) -> Casino:
    """Return the casino of the server."""
    return cast(Casino, request.app.state.casino)


def running_casino(request: Request) -> Casino:
    """Return the casino. Raises a 503 if it is paused."""
    casino = casino_of(request)
    if casino.doubt is not None:
        raise HTTPException(503, in_sentences(HELD))
    return casino


def table_of(request: Request, table: int) -> LiveTable:
    """Return a live table. Raises a 404 if there is none, and a 503 if it is out of service."""
    casino = running_casino(request)
    if table in casino.out_of_service.why:
        account = request.state.account
        why = f": {casino.out_of_service.why[table]}" if account is not None and account.role == "admin" else ""
        raise HTTPException(503, f"The table is out of service{why}.")
    if table not in casino.tables:
        raise HTTPException(404, f"There is no table {table}.")
    return casino.tables[table]


def row_of(request: Request, table: int, *, include_deleted: bool = False) -> TableRow:
    """Return the stored row of a table, which exists also while it is out of service, and with `include_deleted` after
    it was deleted. Raises a 404 if there is none."""
    row = casino_of(request).store.tables.find(table, include_deleted=include_deleted)
    if row is None:
        raise HTTPException(404, f"There is no table {table}.")
    return row


def charge_for(request: Request, table: int, number: int) -> None:
    """Charge the caller's rate limit by the length of a round. A usual round costs no more than the route declares."""
    charge(request, casino_of(request).store.rounds.count_rows(table, number) // ROWS)


class Listed(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table in the list of tables."""

    table: int
    name: str
    state: str
    game: str
    title: str = ""  # of the game
    players: tuple[str, ...]
    seat_count: int = msgspec.field(name="places", default=0)
    free: tuple[int, ...] = ()  # free seats
    minimum: int = 0
    maximum: int = 0
    decision: int = 0  # seconds that a player has for a decision
    number: int = -1  # of the view; it grows whenever the view changes
    text: str = ""  # the text of the law by which it is dealt: subchapter and year
    texts: str = ""  # the same in words
    edge: Edge | None = None  # of the main wager
    counting: bool = False  # whether the edge is still being counted
    seat: int = 0  # your seat, if you have one
    chips: int = 0  # your chips at this table, also those on the layout
    bring: int = 0  # the buy-in that is suggested to you
    why: str = ""  # why the table is stopped; internal reasons are shown to administrators only
    stuck: bool = False  # whether an administrator may wind it up
    owner: str = ""  # the owner of a private table, who may play there and supervise it; it is in no report


STAKE = 100  # the suggested buy-in, in minimum wagers


async def list_for_viewer(request: Request) -> list[Listed]:
    """Return all tables as the caller may see them."""
    casino, account = casino_of(request), request.state.account
    admin = account is not None and account.role == "admin"
    listed = []
    for row in casino.store.tables.rows():
        live = casino.tables.get(row.id)
        if live is None:
            owed = winding_up.chips_by_account(casino.store, row.id)
            listed.append(
                Listed(
                    table=row.id,
                    name=row.name,
                    state=OUT_OF_SERVICE if casino.doubt is None else "paused",
                    game=game_of(row.setting),
                    players=(),
                    chips=owed.get(account.id, 0) if account is not None else 0,
                    why=casino.out_of_service.why.get(row.id, "") if admin and casino.doubt is None else "",
                    stuck=bool(owed) and casino.doubt is None,
                    owner=owner_name(casino, row.owner),
                )
            )
            continue
        edge = request.app.state.edges.edge_of(live.terms.setting)
        async with live.lock:  # wait for a write in progress: it has not happened yet
            listed.append(_list_live(live, account, edge, owner_name(casino, row.owner)))
    return listed


def owner_name(casino: Casino, owner: int | None) -> str:
    """Return the name of the owner of a private table, or an empty text."""
    entry = None if owner is None else casino.store.accounts.find(owner)
    return "" if entry is None else entry[0].name


def _list_live(live: LiveTable, account: Account | None, edge: Edge | None, owner: str) -> Listed:
    house, table, rules = live.house, live.driver.table, live.driver.rules
    taken = {*table.players, *(position for position, _, _ in table.wagers())}
    money = live.buy_ins.may_bring(account.id) if account is not None else PRACTICE
    return Listed(
        table=live.id,
        name=live.name,
        state=OUT_OF_SERVICE if live.service.fault else "paused" if live.service.held else live.service.state,
        game=live.game.name,
        title=live.game.title,
        players=tuple(table.players.values()),
        seat_count=house.seats,
        free=tuple(seat for seat in range(1, house.seats + 1) if seat not in taken),
        minimum=int(house.posted[0]),
        maximum=int(house.posted[1]),
        decision=int(live.terms.setting.pace.decision),
        number=live.onlookers.version,
        text=short_text_name(live.game, rules),
        texts=rules.texts,
        edge=edge if edge is not None and edge.wager else None,
        counting=edge is None,
        seat=live.seat_of(account.id) if account is not None else 0,
        chips=live.buy_ins.holds(account.id) if account is not None else 0,
        bring=min(STAKE * int(house.minimum), money) // int(house.smallest_chip) * int(house.smallest_chip),
        why=live.service.held or (live.service.fault if account is not None and account.role == "admin" else ""),
        stuck=bool(live.service.stop_reason or live.service.faulty) and not live.service.fenced,
        owner=owner,
    )


def game_of(setting: str) -> str:
    """Return the name of the game in a setting, also if this version no longer has that game."""
    try:
        return from_text(setting).game
    except ValueError:
        return ""


def as_json(value: object, status: int = 200) -> Response:
    """Return a JSON response."""
    return Response(msgspec.json.encode(value, enc_hook=int), status, media_type="application/json")


def to_json_text(value: object) -> str:
    """Encode a value of a request as JSON text. Raises a 400 for lone surrogates and infinite numbers, which have no
    JSON form."""
    try:
        return msgspec.json.encode(value).decode()
    except (ValueError, OverflowError, RecursionError):
        raise HTTPException(400, "The request contains text or a number that cannot be stored.") from None


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Wrong},
    401: {"model": Wrong},
    403: {"model": Wrong},
    404: {"model": Wrong},
    409: {
        "description": "The request was refused; the answer says what was wrong, what to do instead and by which rule."
    },
    413: {"model": Wrong},
    422: {"model": Wrong},
    429: {"model": Wrong},
    503: {"model": Wrong},
}


# --- tables


@router.get("/api/tables", responses=REFUSALS)
@allow("anyone")
async def list_tables(request: Request) -> Response:
    """List all tables, with your seat and your chips at each."""
    return as_json(await list_for_viewer(request))


@router.get("/api/tables/{table}", responses=REFUSALS)
@allow("anyone")
async def see_table(request: Request, table: TableId) -> Response:
    """Get the table as you see it: the same view that the socket sends."""
    live, account = table_of(request, table), request.state.account
    async with live.lock:  # wait for a write in progress: it has not happened yet
        return as_json(view_for(live, account.id if account else 0))


@router.get("/api/tables/{table}/layout", responses=REFUSALS)
@allow("anyone")
async def see_layout(request: Request, table: TableId) -> Response:
    """Get what is printed on the table's layout: betting areas, pay tables, inscriptions and limits, each with its
    paragraph. The `layout` of the view changes when this does."""
    return Response(layout_of(table_of(request, table)).text, media_type="application/json")


@router.post("/api/tables/{table}/act", responses=REFUSALS)
@allow("player")
async def act_at_table(request: Request, table: TableId, body: ActionBody) -> Response:
    """Act at a table, as with a message on the socket. Send an action again with the same `id` as often as you like: it
    counts once."""
    live = table_of(request, table)
    try:
        action = read_action(to_json_text(body.model_dump()))
        outcome = await carry_out(casino_of(request), live, me(request), action)
    except BadActionError as error:
        raise HTTPException(400, in_sentences(str(error))) from None
    return as_json(answer(action.id, outcome), 409 if outcome.refused else 200)


@router.get("/api/tables/{table}/rounds", responses=REFUSALS)
@allow("anyone")
def list_finished_rounds(
    request: Request, table: TableId, before: Annotated[int, Query(ge=1, le=2**53)] = 2**53, mine: bool = False
) -> Response:
    """List finished rounds, newest first, at most fifty. With `before`, list those before that round; with `mine`, only
    those in which you played."""
    row, account = row_of(request, table, include_deleted=True), request.state.account
    if mine and account is None:
        raise HTTPException(401, "Choose a name first.")
    return as_json(past_rounds.list_rounds(casino_of(request).store, row.id, account.id if mine else None, before))


@router.get("/api/tables/{table}/rounds/{number}", responses=REFUSALS)
@allow("anyone")
@replays(1)
def get_finished_round(request: Request, table: TableId, number: Annotated[int, Path(ge=1, le=2**53)]) -> Response:
    """Get the acts of a finished round with their paragraphs, and why each wager won or lost."""
    row = row_of(request, table, include_deleted=True)
    charge_for(request, row.id, number)
    account = past_rounds.tell_round(casino_of(request).store, row.id, number, request.state.account)
    if account is None:
        raise HTTPException(404, f"Table {table} has no finished round {number} that can be shown.")
    return as_json(account)


# --- the house


@router.post("/api/tables", status_code=201, responses=REFUSALS)
@allow("supervisor")
async def create_table(request: Request, body: NewTable) -> Response:
    """Open a new table of the house. Without a setting it is the game's usual table."""
    return as_json({"table": await open_table(request, body, by_staff(request, body))}, 201)


def read_setting(body: OwnTable) -> TableSetting:
    """Return the setting in a request, or the usual one of its game. Raises a 400 if no table can be played by it."""
    if body.setting is None:
        if body.game not in REGISTERED:
            raise HTTPException(400, f"There is no such game. Choose {', '.join(REGISTERED)}.")
        return setting_of(load(body.game).house.usual(), companions=COMPANIONS)
    try:
        setting = from_text(to_json_text(body.setting))
        resolve_setting(setting)
    except ValueError as error:
        raise HTTPException(400, in_sentences(str(error))) from None
    if body.game not in ("", setting.game):
        raise HTTPException(400, f"The setting is for {setting.game}. Name that game, or none.")
    return setting


async def open_table(request: Request, body: OwnTable, by: By, owner: int | None = None) -> int:
    """Open a table and return its number. With `owner` it is private."""
    setting, name = read_setting(body), body.name.strip()
    if fault := name_fault(name):
        raise HTTPException(400, in_sentences(f"{fault}; give the table 1 to {LONGEST_NAME} printable characters"))
    try:
        return await casino_of(request).make_table(name, setting, by, owner)
    except StoreError as fault:
        raise HTTPException(409, in_sentences(str(fault))) from None


def by_staff(request: Request, body: StaffRequest) -> By:
    """Return the caller, with the reason given in the request."""
    return By(me(request).id, body.why)


@router.get("/api/tables/{table}/setting", responses=REFUSALS)
@allow("supervisor")
async def get_setting(request: Request, table: TableId) -> Response:
    """Get the newest setting of a table, in force or pending."""
    try:
        return as_json(from_text(row_of(request, table).setting))
    except ValueError as error:
        raise HTTPException(503, in_sentences(str(error))) from None


@router.put("/api/tables/{table}/setting", responses=REFUSALS)
@allow("supervisor")
async def change_setting(
    request: Request,
    table: TableId,
    body: Annotated[dict[str, Any], Body()],
    dry: Annotated[bool, Query(alias="try")] = False,
) -> Response:
    """Change the setting of a table from the next round on. The body is the setting, with your reason in the additional
    key `why`. A table that was out of service is opened again if it can be played by the new setting.

    With `try=1` nothing changes: the answer says what would be different, and which paragraph requires notice or the
    removal of a device."""
    row_of(request, table)
    why = body.pop("why", None)
    by = By(me(request).id, "" if dry else read_reason(why))
    try:
        setting = from_text(to_json_text(body))
    except ValueError as error:
        raise HTTPException(400, in_sentences(str(error))) from None
    differences, notices = _plan_change(request, table, setting)
    planned = {"changes": differences, "notices": notices}
    if dry:
        return as_json({"refused": (), **planned})
    casino = casino_of(request)
    description = MENDED if table in casino.out_of_service.why else describe_change(differences, notices)
    outcome = await casino.set_setting(table, setting, by, description)
    return as_json({"refused": outcome.refused, **planned}, 409 if outcome.refused else 200)


def read_reason(why: object) -> str:
    """Validate a reason that was sent among the keys of a setting."""
    if why is None:
        raise HTTPException(422, NO_REASON)
    try:
        return TypeAdapter(Why).validate_python(why)
    except ValidationError as error:
        faults = [{**fault, "loc": ("body", "why")} for fault in error.errors()]
        raise HTTPException(422, describe_faults(faults)) from None


def _plan_change(request: Request, table: int, setting: TableSetting) -> tuple[list[str], list[Notice]]:
    """Return the differences that a setting makes and the notices it requires. Raises `RefusedError` if no table can be
    played by it."""
    live = casino_of(request).tables.get(table)
    try:
        game, _, house = resolve_setting(setting)
    except ValueError as error:
        findings = error.findings if isinstance(error, BreachError) else []
        refusals = [Refusal(finding.cite, f"{finding.key}: {finding.wrong}", finding.right) for finding in findings]
        raise RefusedError(refusals or [Refusal("house:service", str(error), "correct it")]) from None
    if live is None or game is not live.game:
        return [], []
    return describe_differences(live.terms.newest, setting), required_notices(live.rules, live.house, house)


@router.put("/api/tables/{table}/state", responses=REFUSALS)
@allow("supervisor")
async def change_state(request: Request, table: TableId, body: State) -> Response:
    """Open, pause or close a table. A table that is out of service can only be closed, once nobody has chips there."""
    casino = running_casino(request)
    if table not in casino.out_of_service.why:
        table_of(request, table)
    outcome = await casino.set_state(table, body.state, by_staff(request, body))
    if outcome.refused:
        return as_json({"refused": outcome.refused}, 409)
    return as_json({"state": body.state})


@router.post("/api/tables/{table}/order", responses=REFUSALS)
@allow("supervisor")
async def give_order(request: Request, table: TableId, body: OrderBody) -> Response:
    """Give an order as a casino supervisor: the answer to a question of the dealer, or an order of your own."""
    given = Order(body.what, tuple(body.positions), by=SUPERVISOR)
    outcome = await table_of(request, table).desk.order(given, by_staff(request, body))
    return as_json({"refused": outcome.refused}, 409 if outcome.refused else 200)


@router.post("/api/tables/{table}/fill", responses=REFUSALS)
@allow("supervisor")
async def fill(request: Request, table: TableId, body: Chips) -> Response:
    """Bring chips to the table inventory as a casino supervisor. A payment that waits for them is then made."""
    outcome = await table_of(request, table).desk.order(Fill(body.cents, by=SUPERVISOR), by_staff(request, body))
    return as_json({"refused": outcome.refused}, 409 if outcome.refused else 200)


@router.post("/api/tables/{table}/credit", responses=REFUSALS)
@allow("supervisor")
async def credit(request: Request, table: TableId, body: Chips) -> Response:
    """Send chips from the table inventory to the cage as a casino supervisor."""
    outcome = await table_of(request, table).desk.order(Credit(body.cents, by=SUPERVISOR), by_staff(request, body))
    return as_json({"refused": outcome.refused}, 409 if outcome.refused else 200)


@router.post("/api/tables/{table}/wind-up", responses=REFUSALS)
@allow("supervisor")
async def wind_up(request: Request, table: TableId, body: StaffRequest) -> Response:
    """End a round that cannot be continued, and return all its wagers. At a table that is out of service, give all
    players everything back. Your name and reason are recorded."""
    casino = casino_of(request)
    if table not in casino.tables and table not in casino.out_of_service.why:
        raise HTTPException(404, f"There is no table {table}.")
    outcome = await casino.wind_up(table, me(request).id, body.why)
    if outcome.refused:
        return as_json({"refused": outcome.refused}, 409)
    return as_json({"number": outcome.number})


def short_text_name(game: Game, rules: Rules) -> str:
    """Return a short name of the text by which a table is dealt, for the list of tables."""
    if game.is_beyond:
        return "undated default, not law"
    return f"19:47-{game.subchapter} · {max(rules.sections.values())[:4]}"


# --- games and schemas


@router.get("/api/games", responses=REFUSALS)
@allow("anyone")
def list_games() -> Response:
    """List the games, with the held texts of each."""
    return as_json(
        [
            {
                "game": game.name,
                "title": game.title,
                "subchapter": game.subchapter,
                "authority": game.authority,
                "texts": {text.date: text.title for text in game.editions.texts},
            }
            for game in map(load, REGISTERED)
        ]
    )


@router.get("/api/view.schema.json", responses=REFUSALS)
@allow("anyone")
def get_view_schema() -> Response:
    """Get the JSON Schema of the view that the socket and `/api/tables/{table}` send."""
    return as_json(schema())


@router.get("/api/openapi.json", include_in_schema=False)
@allow("anyone")
def openapi(request: Request) -> Response:
    """Get the OpenAPI description of this interface."""
    return as_json(request.app.openapi())
