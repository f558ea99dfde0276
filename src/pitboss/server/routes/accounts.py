"""The HTTP routes with which the staff manages people: roles, bans, sessions, deleted accounts, kicks and refunds.
Every act is recorded with who did it and why."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from concurrent.futures import Future
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, HTTPException, Path, Request, Response
from pydantic import Field

from pitboss.games import REGISTERED, load
from pitboss.law.house_rules import HOUSE_RULES
from pitboss.law.register import register
from pitboss.server.access.permissions import GuardedRoute, allow, me
from pitboss.server.routes.error_messages import in_sentences
from pitboss.server.routes.session import check_has_no_seat
from pitboss.server.routes.tables import REFUSALS, StaffRequest, TableId, as_json, by_staff, casino_of, row_of, table_of
from pitboss.store.errors import StoreError
from pitboss.store.row_types import Account, StaffAct
from pitboss.store.staff_act_prefixes import REFUNDED
from pitboss.table.money import MOST_CENTS, dollars

router = APIRouter(route_class=GuardedRoute)
PEOPLE = "house:people"
PersonName = Annotated[str, Path(min_length=1, max_length=24)]
Cite = Annotated[str, Field(min_length=1, max_length=60)]


class RoleBody(StaffRequest):
    role: Literal["player", "auditor", "supervisor", "admin"]


class KickBody(StaffRequest):
    name: str = Field(min_length=1, max_length=24)


class VoidBody(StaffRequest):
    """A round to void. `cite` is the paragraph, or `house:` and the rule of the house, by which it is void. Give
    `round` to make sure that no later round is voided by mistake."""

    cite: Cite
    round: int = Field(default=0, ge=0, le=2**53, strict=True)


SUPERVISOR_REFUNDS = 1_000_00  # cents that one supervisor may refund within 24 hours


class RefundBody(StaffRequest):
    """A refund. `cite` is the paragraph or rule of the house behind it. Give `table` and `round` if it concerns one."""

    cents: int = Field(ge=1, lt=MOST_CENTS, strict=True)
    cite: Cite
    table: int = Field(default=0, ge=0, le=2**31, strict=True)
    round: int = Field(default=0, ge=0, le=2**53, strict=True)


class Person(msgspec.Struct, frozen=True):
    """A person with an account. Amounts are cents."""

    name: str
    role: str
    state: str  # "open" or "banned"
    balance: int
    connections: int  # open connections to tables
    tables: tuple[str, ...]  # the names of the tables at which this person sits


# --- list of people


@router.get("/api/people", responses=REFUSALS)
@allow("admin")
async def list_people(request: Request) -> Response:
    """List everybody who has an account, with role, state and tables."""
    return as_json(await read_people(request))


async def read_people(request: Request) -> list[Person]:
    casino = casino_of(request)
    people = await asyncio.to_thread(casino.store.accounts.all_not_deleted)
    # Where they are is looked at by the one thread that has them sit down and leave.
    connections: Counter[int] = Counter()
    tables: dict[int, list[str]] = {}
    for table in casino.tables.values():
        connections.update(table.seats.sockets)
        for account in {presence.account for presence in table.seats.people.values()}:
            if table.seat_of(account):
                tables.setdefault(account, []).append(table.name)
    return [
        Person(
            name=person.name,
            role=person.role,
            state=person.state,
            balance=person.balance,
            connections=connections[person.id],
            tables=tuple(tables.get(person.id, ())),
        )
        for person in people
    ]


@router.get("/api/people/{name}/role", responses=REFUSALS)
@allow("admin")
def get_role(request: Request, name: PersonName) -> Response:
    """Get the role of a person."""
    person = find_person(request, name)
    return as_json({"name": person.name, "role": person.role})


@router.put("/api/people/{name}/role", responses=REFUSALS)
@allow("admin")
async def give_role(request: Request, name: PersonName, body: RoleBody) -> Response:
    """Change the role of a person. A person who becomes staff must not have a seat at a table of the house."""
    person = find_person(request, name)
    act = _act(request, body, f"Made {person.name} {body.role} (was {person.role})")
    async with casino_of(request).chips.lock_tables():  # so that nobody sits down in between
        if body.role != "player":
            check_has_no_seat(request, person)
        await _await_write(casino_of(request).store.accounts.set_role(person.id, body.role, act))
    return as_json({"name": person.name, "role": body.role})


# --- bans, sessions and deleted accounts


@router.put("/api/people/{name}/ban", responses=REFUSALS)
@allow("admin")
async def ban(request: Request, name: PersonName, body: StaffRequest) -> Response:
    """Bar a person, who leaves every table, is signed out everywhere and cannot sign in until the ban is ended."""
    casino, person = casino_of(request), _find_other_person(request, name, "ban")
    await _await_write(casino.store.accounts.ban(person.id, _act(request, body, f"Banned {person.name}")))
    casino.sessions.cut_ended()
    await casino.kick_everywhere(person.id, by_staff(request, body))
    return as_json({"name": person.name, "state": "banned"})


@router.delete("/api/people/{name}/ban", responses=REFUSALS)
@allow("admin")
async def let_back(request: Request, name: PersonName, body: StaffRequest) -> Response:
    """End the ban on a person."""
    person = find_person(request, name)
    if person.state != "banned":
        raise HTTPException(409, f"{person.name} is not banned.")
    await _await_write(
        casino_of(request).store.accounts.let_back(person.id, _act(request, body, f"Let {person.name} back in"))
    )
    return as_json({"name": person.name, "state": "open"})


@router.post("/api/people/{name}/end-sessions", responses=REFUSALS)
@allow("admin")
async def end_sessions(request: Request, name: PersonName, body: StaffRequest) -> Response:
    """Sign a person out in every browser. The person may sign in again with the recovery code."""
    person = find_person(request, name)
    act = _act(request, body, f"Ended the sessions of {person.name}")
    await casino_of(request).end_sessions(person.id, act)
    return as_json({"name": person.name, "ended": True})


@router.delete("/api/people/{name}", responses=REFUSALS)
@allow("admin")
async def delete_account(request: Request, name: PersonName, body: StaffRequest) -> Response:
    """Delete an account. Its rounds stay, without the name. The name cannot be taken again."""
    casino, person = casino_of(request), _find_other_person(request, name, "delete")
    # The record of the deletion gives the number instead of the name, which must disappear.
    act = _act(request, body, f"Deleted account {person.id}")
    async with casino.chips.lock_tables():  # so that nobody sits down in between
        if on_tables := [*casino.chips.on_tables(person.id)]:
            raise HTTPException(409, f"{person.name} is at {on_tables[0].name}. Have them leave it first.")
        await _await_write(casino.store.accounts.delete(person.id, act))
    casino.sessions.cut_ended()
    deleted_names = casino.store.accounts.deleted_names()
    for table in casino.tables.values():
        table.forget(deleted_names)
    return as_json({"deleted": person.id})


@router.post("/api/tables/{table}/kick", responses=REFUSALS)
@allow("supervisor")
async def kick(request: Request, table: TableId, body: KickBody) -> Response:
    """Remove a player from the table: at once, or as soon as the hand is over, which the clock then plays for the
    player."""
    live, person = table_of(request, table), find_person(request, body.name)
    outcome = await live.desk.kick(person.id, by_staff(request, body))
    return as_json({"refused": outcome.refused}, 409 if outcome.refused else 200)


# --- void rounds and refunds


@router.post("/api/tables/{table}/void", responses=REFUSALS)
@allow("supervisor")
async def void(request: Request, table: TableId, body: VoidBody) -> Response:
    """Void the open round by a paragraph or a rule of the house. All its wagers are returned."""
    live = table_of(request, table)
    check_cite(body.cite, live.game.name)
    outcome = await live.desk.wind_up(me(request).id, body.why, void=body.cite, of_round=body.round)
    if outcome.refused:
        return as_json({"refused": outcome.refused}, 409)
    return as_json({"number": outcome.number})


@router.post("/api/people/{name}/refund", responses=REFUSALS)
@allow("supervisor")
async def refund(request: Request, name: PersonName, body: RefundBody) -> Response:
    """Refund money to a person, by a paragraph or a rule of the house. A supervisor may refund at most $1,000 in 24
    hours; an administrator has no limit."""
    person = _find_other_person(request, name, "refund")
    game = "" if not body.table else game_of_table(request, body.table)
    check_cite(body.cite, game)
    if body.round and not body.table:
        raise HTTPException(400, "A round is one of a table. Name the table as well.")
    if body.round > (casino_of(request).store.rounds.newest(body.table) if body.table else 0):
        raise HTTPException(404, f"Table {body.table} has had no round {body.round}.")
    description = f"{REFUNDED}{dollars(body.cents)} to {person.name} by {body.cite}"
    by, most = me(request).id, None if me(request).role == "admin" else SUPERVISOR_REFUNDS
    act = StaffAct(by, description, body.why, body.table or None, body.round, int(time.time()), body.cite)
    await _await_write(casino_of(request).store.accounts.refund(person.id, body.cents, act, most))
    return as_json({"name": person.name, "cents": body.cents})


def game_of_table(request: Request, table: int) -> str:
    """Return the name of the game of a live table."""
    row_of(request, table)
    return table_of(request, table).game.name


def check_cite(cite: str, game: str) -> None:
    """Raise a 400 unless `cite` is a rule of the house or a held paragraph of the game, or of any game if none is
    given."""
    kind, _, rule = cite.partition(":")
    if kind == "house" and rule in HOUSE_RULES:
        return
    games = [game] if game else list(REGISTERED)
    if any(paragraph == cite for name in games for _, paragraph in register(load(name).package)):
        return
    held_for = f"of {load(game).title}" if game else "of a game held here"
    raise HTTPException(
        400,
        f"{cite!r} is not a paragraph {held_for} and not a rule of the house. "
        "Try 18.12(e), house:void or house:refund.",
    )


# --- shared helpers


def find_person(request: Request, name: str) -> Account:
    """Return the account of this name. Raises a 404 if there is none."""
    entry = casino_of(request).store.accounts.find(name)
    if entry is None or entry[0].state == "gone":
        raise HTTPException(404, "Nobody has this name.")
    return entry[0]


def _find_other_person(request: Request, name: str, verb: str) -> Account:
    person = find_person(request, name)
    if person.id == me(request).id:
        raise HTTPException(409, f"You cannot {verb} yourself. Ask somebody else of the staff.")
    return person


def _act(request: Request, body: StaffRequest, description: str) -> StaffAct:
    return StaffAct(me(request).id, description, body.why, at=int(time.time()), cite=PEOPLE)


async def _await_write(writing: Future[None]) -> None:
    try:
        await asyncio.wrap_future(writing)
    except StoreError as error:
        raise HTTPException(409, in_sentences(str(error))) from None
