"""The HTTP routes of supervision: rulings, incidents, settings for the next round, and the record of staff acts.

A player who opened a private table is its supervisor, and nowhere else. Every act is recorded with who did it and why.
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
    StaffRequest,
    TableId,
    as_json,
    by_staff,
    casino_of,
    game_of,
    open_table,
    row_of,
    running_casino,
    table_of,
)
from pitboss.store.errors import StoreError
from pitboss.store.row_types import TableRow, ToldStaffAct
from pitboss.table.money import INVENTORY

router = APIRouter(route_class=GuardedRoute)
MOST_ACTS = 100  # staff acts in one answer, the newest ones
Before = Annotated[int | None, Query(ge=1, le=2**53)]  # the number of an act
FOR_ONESELF = "to play there"  # the recorded reason for opening a private table, which nobody is asked for


class Asked(msgspec.Struct, frozen=True):
    """A question that a supervisor must decide now."""

    question: str
    cite: str
    choices: tuple[str, ...]
    positions: tuple[int, ...]  # positions that the order may name
    naming: str  # the choice with which they are named
    cents: int = 0  # the size of the fill that a payment waits for, if the question is about one


class Inventory(msgspec.Struct, frozen=True):
    """The table inventory, in cents."""

    held: int
    needed: int  # the most that one maximum wager can win


class Supervision(msgspec.Struct, frozen=True):
    """The information and the options that a supervisor has at one table. Amounts are cents."""

    table: int
    name: str
    game: str
    round: int
    state: str
    held: bool  # whether the open round must be wound up because this version plays it differently
    stuck: bool  # whether the round may be wound up
    owned: bool  # whether it is a private table
    may_be_put_away: bool
    asked: Asked | None
    orders: tuple[str, ...]  # orders that may be given unasked
    incidents: tuple[Causable, ...]  # incidents that can be caused now
    later: tuple[Causable, ...]  # incidents that cannot happen now, but later in the round
    to_come: str  # the planned incident; until it has happened, or the round is over, no other can be planned
    players: tuple[str, ...]  # the seated players, without companions of the house
    wagered: bool  # whether any wager stands, which would be returned if the round were void
    inventory: Inventory
    smallest_chip: int
    next: tuple[str, ...] | None  # the differences that a pending setting makes
    acts: tuple[ToldStaffAct, ...]  # staff acts, newest first
    out_of_service: str = ""  # why this version cannot run the table, which can be given settings, closed or deleted


class IncidentBody(StaffRequest):
    """An incident to cause, as the supervision of the table describes it. With `later`, it happens as soon as it can in
    this round if it cannot happen now."""

    incident: dict[str, Any]
    later: bool = False


class TableName(StaffRequest):
    name: str = Field(min_length=1, max_length=LONGEST_NAME)


# --- one table


@router.get("/api/tables/{table}/supervision", responses=REFUSALS)
@allow("supervisor")
async def get_supervision(request: Request, table: TableId) -> Response:
    """Get what a supervisor is asked and may order, cause and change at this table. For a table out of service, get the
    reason, and what can be done with it."""
    if table in running_casino(request).out_of_service.why:
        return as_json(supervision_out_of_service(request, row_of(request, table)))
    live = table_of(request, table)
    async with live.lock:  # wait for a write in progress: it has not happened yet
        supervision = supervision_of(live)
        if not supervises(me(request), live.owner):  # an auditor learns of an incident only when it happens
            acts = tuple(visible_acts(request, supervision.acts))
            supervision = msgspec.structs.replace(supervision, later=(), to_come="", acts=acts)
        return as_json(supervision)


def visible_acts(request: Request, acts: Iterable[ToldStaffAct]) -> list[ToldStaffAct]:
    """Return the acts that the caller may know of. Only supervisors may know of planned incidents."""
    return [*acts] if supervises(me(request)) else without_pending(acts, casino_of(request).waiting())


def supervision_of(live: LiveTable) -> Supervision:
    """Return everything that a supervisor sees and may do at a live table."""
    question, orders = live.desk.supervision()
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
        asked=None if question is None or live.service.stop_reason else _question(question),
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


def supervision_out_of_service(request: Request, row: TableRow) -> Supervision:
    """Return what a supervisor sees and may do at a table that this version cannot run."""
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


def _question(wait: OrderWanted) -> Asked:
    cents = wait.cents if isinstance(wait, FillWanted) else 0
    return Asked(wait.question, wait.cite, wait.choices, wait.positions, wait.naming, cents)


@router.post("/api/tables/{table}/incident", responses=REFUSALS)
@allow("supervisor")
async def cause_incident(request: Request, table: TableId, body: IncidentBody) -> Response:
    """Make an incident happen at the table, for the dealer to find. Its `kind` and fields are as the supervision of the
    table describes them. With `later`, an incident that cannot happen now is planned: it happens between two later
    acts, as soon as it can in this round. `to_come` in the answer describes the planned incident. If the round or the
    server ends first, it does not happen."""
    live, by = table_of(request, table), by_staff(request, body)
    try:
        given = parse_incident(live.game, body.incident)
    except msgspec.ValidationError as error:
        raise HTTPException(400, in_sentences(describe_value_error(error))) from None
    except ValueError as error:
        raise HTTPException(400, in_sentences(str(error))) from None
    outcome = await (live.desk.cause_later(given, by) if body.later else live.desk.order(given, by))
    waits = "" if live.round.to_come is None else live.round.to_come.description
    return as_json({"refused": outcome.refused, "to_come": waits}, 409 if outcome.refused else 200)


@router.get("/api/tables/{table}/setting-form", responses=REFUSALS)
@allow("supervisor")
async def get_setting_form(request: Request, table: TableId) -> Response:
    """Get the form for the setting from the next round on: text of the law, elections, pay tables, readings and pace.
    If this version refuses the present setting, the form starts from what it can read of it."""
    if table in running_casino(request).out_of_service.why:
        try:
            return as_json(build_form(from_text(row_of(request, table).setting)))
        except ValueError as error:  # an unknown game, or no valid setting
            raise HTTPException(409, in_sentences(str(error))) from None
    live = table_of(request, table)
    return as_json(build_form(live.terms.newest))


@router.get("/api/tables/{table}/staff-acts", responses=REFUSALS)
@allow("supervisor")
async def list_staff_acts(request: Request, table: TableId, before: Before = None) -> Response:
    """List the staff's acts at this table, newest first, at most a hundred. With `before`, list those before that
    number. Works also for a deleted table, and while the server is paused."""
    row = row_of(request, table, include_deleted=True)
    acts = casino_of(request).store.staff_acts(row.id, MOST_ACTS, before)
    return as_json(acts if supervises(me(request), row.owner) else visible_acts(request, acts))


@router.put("/api/tables/{table}/name", responses=REFUSALS)
@allow("supervisor")
async def rename(request: Request, table: TableId, body: TableName) -> Response:
    """Rename a table."""
    if error := name_fault(body.name):
        raise HTTPException(400, in_sentences(f"{error}; give the table 1 to {LONGEST_NAME} printable characters"))
    try:
        await table_of(request, table).desk.rename(body.name.strip(), by_staff(request, body))
    except StoreError as error:
        raise HTTPException(409, in_sentences(str(error))) from None
    return as_json({"name": body.name.strip()})


@router.delete("/api/tables/{table}", responses=REFUSALS)
@allow("supervisor")
async def put_away(request: Request, table: TableId, body: StaffRequest) -> Response:
    """Delete a table that is closed and empty. It is no longer listed; its rounds stay in the database."""
    casino = running_casino(request)
    if table not in casino.out_of_service.why:
        table_of(request, table)
    outcome = await casino.put_away(table, by_staff(request, body))
    return as_json({"refused": outcome.refused}, 409 if outcome.refused else 200)


# --- private tables


@router.post("/api/my/tables", status_code=201, responses=REFUSALS)
@allow("player")
async def open_own_table(request: Request, body: OwnTable) -> Response:
    """Open a private table, of which you are the supervisor. Without a setting it is the game's usual table."""
    account = me(request)
    return as_json({"table": await open_table(request, body, By(account.id, FOR_ONESELF), account.id)}, 201)


# --- the staff


@router.get("/api/staff-acts", responses=REFUSALS)
@allow("supervisor")
def list_all_staff_acts(request: Request, before: Before = None) -> Response:
    """List the staff's acts anywhere in the house, newest first, at most a hundred. With `before`, list those before
    that number."""
    return as_json(visible_acts(request, casino_of(request).store.staff_acts(limit=MOST_ACTS, before=before)))
