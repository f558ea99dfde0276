"""What the staff may do about people: roles, bans, sessions, deleting an account, sending somebody from a table, and
money that goes back. Every act is recorded with who and why."""

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
from pitboss.server.routes.session import must_not_sit
from pitboss.server.routes.tables import REFUSALS, Reasoned, TableId, as_json, by_staff, casino_of, row_of, table_of
from pitboss.store.errors import StoreError
from pitboss.store.row_types import Account, StaffAct
from pitboss.store.staff_act_prefixes import REFUNDED
from pitboss.table.money import MOST_CENTS, dollars

router = APIRouter(route_class=GuardedRoute)
PEOPLE = "house:people"
PersonName = Annotated[str, Path(min_length=1, max_length=24)]
Cite = Annotated[str, Field(min_length=1, max_length=60)]


class RoleBody(Reasoned):
    role: Literal["player", "auditor", "supervisor", "admin"]


class KickBody(Reasoned):
    name: str = Field(min_length=1, max_length=24)


class VoidBody(Reasoned):
    """`cite` is the paragraph, or `house:` and the rule of the house, by which the round is void; `round` is the one
    that is meant, so that none is void that began meanwhile."""

    cite: Cite
    round: int = Field(default=0, ge=0, le=2**53, strict=True)


SUPERVISOR_REFUNDS = 1_000_00  # cents that one supervisor may give back within 24 hours


class RefundBody(Reasoned):
    """By a paragraph or a rule of the house; of which table and round, if it is of one."""

    cents: int = Field(ge=1, lt=MOST_CENTS, strict=True)
    cite: Cite
    table: int = Field(default=0, ge=0, le=2**31, strict=True)
    round: int = Field(default=0, ge=0, le=2**53, strict=True)


class Person(msgspec.Struct, frozen=True):
    """Somebody who has a name here. Amounts are cents."""

    name: str
    role: str
    state: str  # "open" or "banned"
    balance: int
    connections: int  # that are open at tables
    tables: tuple[str, ...]  # at which he sits


# --- who there is


@router.get("/api/people", responses=REFUSALS)
@allow("admin")
async def everybody(request: Request) -> Response:
    """Everybody who has a name here: the role of each, whether he is banned, and where he is."""
    return as_json(await everyone(request))


async def everyone(request: Request) -> list[Person]:
    casino = casino_of(request)
    people = await asyncio.to_thread(casino.store.accounts.all_not_deleted)
    # Where they are is looked at by the one thread that has them sit down and leave.
    connections: Counter[int] = Counter()
    tables: dict[int, list[str]] = {}
    for table in casino.tables.values():
        connections.update(table.seats.sockets)
        for account in {each.account for each in table.seats.people.values()}:
            if table.seat_of(account):
                tables.setdefault(account, []).append(table.name)
    return [
        Person(each.name, each.role, each.state, each.balance, connections[each.id], tuple(tables.get(each.id, ())))
        for each in people
    ]


@router.get("/api/people/{name}/role", responses=REFUSALS)
@allow("admin")
def role_of_person(request: Request, name: PersonName) -> Response:
    return as_json({"name": (found := person(request, name)).name, "role": found.role})


@router.put("/api/people/{name}/role", responses=REFUSALS)
@allow("admin")
async def give_role(request: Request, name: PersonName, body: RoleBody) -> Response:
    """Give somebody a role, or take it. Whoever becomes staff must not sit at a table of the house."""
    somebody = person(request, name)
    act = _act(request, body, f"Made {somebody.name} {body.role} (was {somebody.role})")
    async with casino_of(request).chips.lock_tables():  # nobody sits down meanwhile
        if body.role != "player":
            must_not_sit(request, somebody)
        await _done(casino_of(request).store.accounts.set_role(somebody.id, body.role, act))
    return as_json({"name": somebody.name, "role": body.role})


# --- keeping somebody out


@router.put("/api/people/{name}/ban", responses=REFUSALS)
@allow("admin")
async def ban(request: Request, name: PersonName, body: Reasoned) -> Response:
    """Somebody leaves every table, is signed out everywhere and cannot sign in until he is let back in."""
    casino, somebody = casino_of(request), _other(request, name, "ban")
    await _done(casino.store.accounts.ban(somebody.id, _act(request, body, f"Banned {somebody.name}")))
    casino.sessions.cut_ended()
    await casino.kick_everywhere(somebody.id, by_staff(request, body))
    return as_json({"name": somebody.name, "state": "banned"})


@router.delete("/api/people/{name}/ban", responses=REFUSALS)
@allow("admin")
async def let_back(request: Request, name: PersonName, body: Reasoned) -> Response:
    somebody = person(request, name)
    if somebody.state != "banned":
        raise HTTPException(409, f"{somebody.name} is not banned.")
    await _done(
        casino_of(request).store.accounts.let_back(somebody.id, _act(request, body, f"Let {somebody.name} back in"))
    )
    return as_json({"name": somebody.name, "state": "open"})


@router.post("/api/people/{name}/end-sessions", responses=REFUSALS)
@allow("admin")
async def end_sessions(request: Request, name: PersonName, body: Reasoned) -> Response:
    """Somebody is signed out in every browser, and may sign in again with the code."""
    somebody = person(request, name)
    act = _act(request, body, f"Ended the sessions of {somebody.name}")
    await casino_of(request).end_sessions(somebody.id, act)
    return as_json({"name": somebody.name, "ended": True})


@router.delete("/api/people/{name}", responses=REFUSALS)
@allow("admin")
async def delete_account(request: Request, name: PersonName, body: Reasoned) -> Response:
    """Nobody can sign in as this any more. The rounds stay; nobody is shown the name, and nobody else can take it."""
    casino, somebody = casino_of(request), _other(request, name, "delete")
    # The record of the deletion has the number and not the name, which is to go.
    act = _act(request, body, f"Deleted account {somebody.id}")
    async with casino.chips.lock_tables():  # nobody sits down meanwhile
        if on_tables := [*casino.chips.on_tables(somebody.id)]:
            raise HTTPException(409, f"{somebody.name} is at {on_tables[0].name}. Have them leave it first.")
        await _done(casino.store.accounts.delete(somebody.id, act))
    casino.sessions.cut_ended()
    gone = casino.store.accounts.deleted_names()
    for table in casino.tables.values():
        table.forget(gone)
    return as_json({"deleted": somebody.id})


@router.post("/api/tables/{table}/kick", responses=REFUSALS)
@allow("supervisor")
async def kick(request: Request, table: TableId, body: KickBody) -> Response:
    """Somebody has to leave the table: at once, or as soon as the hand is over, which the clock plays for him."""
    live, somebody = table_of(request, table), person(request, body.name)
    outcome = await live.desk.kick(somebody.id, by_staff(request, body))
    return as_json({"refused": outcome.refused}, 409 if outcome.refused else 200)


# --- money that goes back


@router.post("/api/tables/{table}/void", responses=REFUSALS)
@allow("supervisor")
async def void(request: Request, table: TableId, body: VoidBody) -> Response:
    """The open round is void, by a paragraph or a rule of the house; every wager of it goes back."""
    live = table_of(request, table)
    known_cite(body.cite, live.game.name)
    outcome = await live.desk.wind_up(me(request).id, body.why, void=body.cite, of_round=body.round)
    if outcome.refused:
        return as_json({"refused": outcome.refused}, 409)
    return as_json({"number": outcome.number})


@router.post("/api/people/{name}/refund", responses=REFUSALS)
@allow("supervisor")
async def refund(request: Request, name: PersonName, body: RefundBody) -> Response:
    """The house gives somebody money back that no round gives back, by a paragraph or a rule of the house. A supervisor
    gives back at most $1,000 in 24 hours; an administrator has no limit."""
    somebody = _other(request, name, "refund")
    game = "" if not body.table else row_game(request, body.table)
    known_cite(body.cite, game)
    if body.round and not body.table:
        raise HTTPException(400, "A round is one of a table. Name the table as well.")
    if body.round > (casino_of(request).store.rounds.newest(body.table) if body.table else 0):
        raise HTTPException(404, f"Table {body.table} has had no round {body.round}.")
    what = f"{REFUNDED}{dollars(body.cents)} to {somebody.name} by {body.cite}"
    by, most = me(request).id, None if me(request).role == "admin" else SUPERVISOR_REFUNDS
    act = StaffAct(by, what, body.why, body.table or None, body.round, int(time.time()), body.cite)
    await _done(casino_of(request).store.accounts.refund(somebody.id, body.cents, act, most))
    return as_json({"name": somebody.name, "cents": body.cents})


def row_game(request: Request, table: int) -> str:
    row_of(request, table)
    return table_of(request, table).game.name


def known_cite(cite: str, game: str) -> None:
    """A paragraph that is held for the game, or for any, or a rule of the house; otherwise say what there is."""
    kind, _, rule = cite.partition(":")
    if kind == "house" and rule in HOUSE_RULES:
        return
    games = [game] if game else list(REGISTERED)
    if any(paragraph == cite for each in games for _, paragraph in register(load(each).package)):
        return
    of = f"of {load(game).title}" if game else "of a game held here"
    raise HTTPException(
        400,
        f"{cite!r} is not a paragraph {of} and not a rule of the house. Try 18.12(e), house:void or house:refund.",
    )


# --- what they share


def person(request: Request, name: str) -> Account:
    found = casino_of(request).store.accounts.find(name)
    if found is None or found[0].state == "gone":
        raise HTTPException(404, "Nobody has this name.")
    return found[0]


def _other(request: Request, name: str, verb: str) -> Account:
    somebody = person(request, name)
    if somebody.id == me(request).id:
        raise HTTPException(409, f"You cannot {verb} yourself. Ask somebody else of the staff.")
    return somebody


def _act(request: Request, body: Reasoned, what: str) -> StaffAct:
    return StaffAct(me(request).id, what, body.why, at=int(time.time()), cite=PEOPLE)


async def _done(writing: Future[None]) -> None:
    try:
        await asyncio.wrap_future(writing)
    except StoreError as wrong:
        raise HTTPException(409, in_sentences(str(wrong))) from None
