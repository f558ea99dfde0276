"""What a supervisor has at a table: rulings, incidents, settings for the next round, and all that the staff did.

Whoever opened a table of his own is its supervisor, there and nowhere else. Every act is recorded with who and why.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, HTTPException, Query, Request, Response
from pydantic import Field

from pitboss.engine.houses.house import LONGEST_NAME, name_fault
from pitboss.engine.incidents.possible_incidents import Causable, parse_incident, possible_later, possible_now
from pitboss.engine.value_errors import describe_value_error
from pitboss.engine.waits import FillWanted, OrderWanted
from pitboss.server.access.permissions import GuardedRoute, allow, me, supervises
from pitboss.server.access.staff_acts import By, without_pending
from pitboss.server.live import winding_up
from pitboss.server.live.setting_form import build_form, describe_differences
from pitboss.server.live.table import LiveTable
from pitboss.server.live.table_settings import from_text
from pitboss.server.routes.error_messages import in_sentences
from pitboss.server.routes.tables import (
    REFUSALS,
    OwnTable,
    Reasoned,
    TableId,
    as_json,
    by_staff,
    casino_going_on,
    casino_of,
    game_of,
    opened,
    row_of,
    table_of,
)
from pitboss.store.errors import StoreError
from pitboss.store.row_types import TableRow, ToldStaffAct
from pitboss.table.money import INVENTORY

router = APIRouter(route_class=GuardedRoute)
MOST_ACTS = 100  # of the staff, the newest
Before = Annotated[int | None, Query(ge=1, le=2**53)]  # the number of an act
FOR_ONESELF = "to play there"  # nobody has to say why he opens a table of his own


class Asked(msgspec.Struct, frozen=True):
    """What a supervisor must decide now."""

    question: str
    cite: str
    choices: tuple[str, ...]
    positions: tuple[int, ...]  # those that the order may name
    naming: str  # the choice that names them
    cents: int = 0  # the fill that a payment waits for, if it is that


class Inventory(msgspec.Struct, frozen=True):
    held: int  # cents
    needed: int  # what one maximum wager may win


class Supervision(msgspec.Struct, frozen=True):
    """All that a supervisor sees and may do at one table. Amounts are cents."""

    table: int
    name: str
    game: str
    round: int
    state: str
    held: bool  # this version plays the open round differently: it has to be wound up
    stuck: bool  # whether the round may be wound up
    owned: bool  # whether somebody opened the table for himself
    may_be_put_away: bool
    asked: Asked | None
    orders: tuple[str, ...]  # that may be given unasked
    incidents: tuple[Causable, ...]  # that can be caused now
    later: tuple[Causable, ...]  # that cannot happen now, and may later in the round
    to_come: str  # one that waits for its moment; until it has come, or the round is over, no other can
    players: tuple[str, ...]  # who sits there and is no companion of the house
    wagered: bool  # whether anything is, which goes back if the round is void
    inventory: Inventory
    smallest_chip: int
    next: tuple[str, ...] | None  # what a setting changes that waits for the next round
    acts: tuple[ToldStaffAct, ...]  # of the staff, the newest first
    out_of_service: str = ""  # why this version cannot play at the table: set it anew, close it or delete it


class IncidentBody(Reasoned):
    incident: dict[str, Any]
    later: bool = False  # not only now, but as soon as it can happen in this round


class TableName(Reasoned):
    name: str = Field(min_length=1, max_length=LONGEST_NAME)


# --- one table


@router.get("/api/tables/{table}/supervision", responses=REFUSALS)
@allow("supervisor")
async def supervision(request: Request, table: TableId) -> Response:
    """What a supervisor is asked, may order, cause and change at this table. At one that this version cannot play at:
    why, and what may be done with it."""
    if table in casino_going_on(request).out_of_service.why:
        return as_json(out_of_service(request, row_of(request, table)))
    live = table_of(request, table)
    async with live.lock:  # what is being written has not happened yet
        found = supervised(live)
        if not supervises(me(request), live.owner):  # who only reads learns of an incident when it happens
            acts = tuple(known_to(request, found.acts))
            found = msgspec.structs.replace(found, later=(), to_come="", acts=acts)
        return as_json(found)


def known_to(request: Request, acts: Iterable[ToldStaffAct]) -> list[ToldStaffAct]:
    """Return those of these acts that the caller may know: an incident that waits for its moment is for supervisors."""
    return [*acts] if supervises(me(request)) else without_pending(acts, casino_of(request).waiting())


def supervised(live: LiveTable) -> Supervision:
    asked, orders = live.desk.supervision()
    waiting = live.terms.next
    held, needed = live.driver.table.ledger[INVENTORY], live.house.bank_needed(live.rules)
    return Supervision(
        table=live.id,
        name=live.name,
        game=live.game.name,
        round=live.driver.carry.round,
        state=live.service.state,
        held=bool(live.service.held),
        stuck=live.service.may_be_wound_up,
        owned=live.owner is not None,
        may_be_put_away=live.service.state == "closed" and not live.seats.people and not live.service.stop_reason,
        asked=None if asked is None or live.service.stop_reason else _asked(asked),
        orders=orders,
        incidents=() if live.service.stop_reason else tuple(possible_now(live.driver)),
        later=() if live.service.stop_reason or live.round.to_come is not None else tuple(possible_later(live.driver)),
        to_come="" if live.service.stop_reason or live.round.to_come is None else live.round.to_come.description,
        players=tuple(live.driver.table.players[seat] for seat in sorted(live.seats.people) if live.seats.sits(seat)),
        wagered=bool(live.driver.table.wagers()) and not live.service.stop_reason,
        inventory=Inventory(held, needed),
        smallest_chip=int(live.house.smallest_chip),
        next=None if waiting is None else tuple(describe_differences(live.terms.setting, waiting.setting)),
        acts=tuple(live.store.staff_acts(live.id, MOST_ACTS)),
    )


def out_of_service(request: Request, row: TableRow) -> Supervision:
    """What may be done with a table that this version cannot play at."""
    casino = casino_of(request)
    return Supervision(
        table=row.id,
        name=row.name,
        game=game_of(row.setting),
        round=casino.store.tables.read_as_written(row.id).round,
        state=row.state,
        held=False,
        stuck=bool(winding_up.chips_by_account(casino.store, row.id)),
        owned=row.owner is not None,
        may_be_put_away=row.id in casino.out_of_service.shut,
        asked=None,
        orders=(),
        incidents=(),
        later=(),
        to_come="",
        players=(),
        wagered=False,
        inventory=Inventory(0, 0),
        smallest_chip=0,
        next=None,
        acts=tuple(casino.store.staff_acts(row.id, MOST_ACTS)),
        out_of_service=casino.out_of_service.explain(me(request), row),
    )


def _asked(wait: OrderWanted) -> Asked:
    cents = wait.cents if isinstance(wait, FillWanted) else 0
    return Asked(wait.question, wait.cite, wait.choices, wait.positions, wait.naming, cents)


@router.post("/api/tables/{table}/incident", responses=REFUSALS)
@allow("supervisor")
async def incident(request: Request, table: TableId, body: IncidentBody) -> Response:
    """Something goes wrong at the table; the law finds it where it looks. `kind` and its fields are as the supervision
    of the table describes them. With `later`, what cannot happen now happens between two acts to come, as soon as it
    can in this round; `to_come` in the answer says what waits. If the round or the server ends first, it does not
    happen."""
    live, by = table_of(request, table), by_staff(request, body)
    try:
        given = parse_incident(live.game, body.incident)
    except msgspec.ValidationError as wrong:
        raise HTTPException(400, in_sentences(describe_value_error(wrong))) from None
    except ValueError as wrong:
        raise HTTPException(400, in_sentences(str(wrong))) from None
    outcome = await (live.desk.cause_later(given, by) if body.later else live.desk.order(given, by))
    waits = "" if live.round.to_come is None else live.round.to_come.description
    return as_json({"refused": outcome.refused, "to_come": waits}, 409 if outcome.refused else 200)


@router.get("/api/tables/{table}/setting-form", responses=REFUSALS)
@allow("supervisor")
async def setting_form(request: Request, table: TableId) -> Response:
    """What may be chosen from the next round on: text of the law, elections, pay tables, readings, pace. Also where
    this version refuses the setting: what it can read of it is kept."""
    if table in casino_going_on(request).out_of_service.why:
        try:
            return as_json(build_form(from_text(row_of(request, table).setting)))
        except ValueError as wrong:  # a game that this version does not know, or no setting at all
            raise HTTPException(409, in_sentences(str(wrong))) from None
    live = table_of(request, table)
    return as_json(build_form(live.terms.newest))


@router.get("/api/tables/{table}/staff-acts", responses=REFUSALS)
@allow("supervisor")
async def staff_acts(request: Request, table: TableId, before: Before = None) -> Response:
    """What the staff did at this table, the newest first, at most a hundred; with `before`, those before that number.
    Also of a table that was deleted, or while the server is paused."""
    row = row_of(request, table, gone=True)
    acts = casino_of(request).store.staff_acts(row.id, MOST_ACTS, before)
    return as_json(acts if supervises(me(request), row.owner) else known_to(request, acts))


@router.put("/api/tables/{table}/name", responses=REFUSALS)
@allow("supervisor")
async def rename(request: Request, table: TableId, body: TableName) -> Response:
    if wrong := name_fault(body.name):
        raise HTTPException(400, in_sentences(f"{wrong}; give the table 1 to {LONGEST_NAME} printable characters"))
    try:
        await table_of(request, table).desk.rename(body.name.strip(), by_staff(request, body))
    except StoreError as wrong:
        raise HTTPException(409, in_sentences(str(wrong))) from None
    return as_json({"name": body.name.strip()})


@router.delete("/api/tables/{table}", responses=REFUSALS)
@allow("supervisor")
async def put_away(request: Request, table: TableId, body: Reasoned) -> Response:
    """Delete a table that is closed and empty: it is listed no more. Its rounds stay in the database."""
    casino = casino_going_on(request)
    if table not in casino.out_of_service.why:
        table_of(request, table)
    outcome = await casino.put_away(table, by_staff(request, body))
    return as_json({"refused": outcome.refused}, 409 if outcome.refused else 200)


# --- a table of one's own


@router.post("/api/my/tables", status_code=201, responses=REFUSALS)
@allow("player")
async def own_table(request: Request, body: OwnTable) -> Response:
    """Open a table of your own: you are its supervisor. Without a setting it is the game's usual table."""
    account = me(request)
    return as_json({"table": await opened(request, body, By(account.id, FOR_ONESELF), account.id)}, 201)


# --- the staff


@router.get("/api/staff-acts", responses=REFUSALS)
@allow("supervisor")
def all_staff_acts(request: Request, before: Before = None) -> Response:
    """What the staff did anywhere in the house, the newest first, at most a hundred; with `before`, those before that
    number."""
    return as_json(known_to(request, casino_of(request).store.staff_acts(limit=MOST_ACTS, before=before)))
