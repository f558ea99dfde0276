"""Who you are: a name, a session, a code that brings it back, and what is yours."""

from __future__ import annotations

import asyncio
import time

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import Field

from pitboss.server.access import sessions
from pitboss.server.access.permissions import GuardedRoute, address, allow, me
from pitboss.server.access.rate_limits import creates_account
from pitboss.server.live.chip_count import PRACTICE, Holdings
from pitboss.server.routes.error_messages import in_sentences
from pitboss.server.routes.tables import REFUSALS, Strict, as_json, casino_of
from pitboss.store.errors import StoreError, TooLateError
from pitboss.store.row_types import Account, StaffAct
from pitboss.table.money import dollars

router = APIRouter(route_class=GuardedRoute)
NOBODYS = sessions.hash_code(sessions.new_code())  # compared where there is no account, so that it takes as long


class Name(Strict):
    name: str = Field(min_length=1, max_length=24)


class Recovery(Strict):
    name: str = Field(min_length=1, max_length=24)
    code: str = Field(min_length=1, max_length=64)


class Token(Strict):
    token: str = Field(min_length=1, max_length=128)


@router.post("/api/session", status_code=201, responses=REFUSALS)
@allow("anyone")
@creates_account
async def pick_a_name(request: Request, body: Name) -> Response:
    """Pick a name. You get a session, and a recovery code that is shown this once."""
    if wrong := sessions.name_fault(body.name):
        raise HTTPException(400, wrong)
    code = sessions.new_code()
    try:
        kept = await asyncio.to_thread(sessions.hash_code, code)  # slow, as it is meant to be
        account = await casino_of(request).make_account(body.name, kept)
    except StoreError as wrong_now:
        raise HTTPException(409, in_sentences(str(wrong_now))) from None
    return _session(request, account, 201, {"code": code})


@router.post("/api/session/recover", responses=REFUSALS)
@allow("anyone")
async def recover(request: Request, body: Recovery) -> Response:
    """Come back as who you were, with the code. After wrong ones you wait, ever longer."""
    app, found = request.app.state, casino_of(request).store.accounts.find(body.name)
    browser = "" if found is None else app.sessions.known_browser(request, found[0].id)
    trying = app.limiter.guesses.attempt(body.name.casefold(), address(request), browser=browser)
    if trying.wait:
        said = f"Too many wrong codes. Try again in {trying.wait} {'second' if trying.wait == 1 else 'seconds'}."
        raise HTTPException(429, said, {"retry-after": str(trying.wait)})
    fits = await asyncio.to_thread(sessions.code_matches, body.code, NOBODYS if found is None else found[1] or NOBODYS)
    if found is None or not fits or found[0].state == "gone":
        raise HTTPException(403, "No account has this name and code.")
    trying.succeed()
    if found[0].state == "banned":
        raise HTTPException(403, "The house has banned this account.")
    return _session(request, casino_of(request).sessions.as_now(found[0]), 200, {})


@router.post("/api/session/end", responses=REFUSALS)
@allow("named")
async def end_session(request: Request) -> Response:
    """Sign out: every session of yours ends, in every browser, and open connections with it."""
    await casino_of(request).end_sessions(me(request).id)
    response = as_json({"ended": True})
    sessions.Sessions.take_back(request, response)
    return response


@router.post("/api/me/code", responses=REFUSALS)
@allow("named")
async def new_code(request: Request) -> Response:
    """Another recovery code, which is shown this once; the old one stops working. Your other sessions end."""
    code = sessions.new_code()
    kept = await asyncio.to_thread(sessions.hash_code, code)
    try:
        account = await casino_of(request).sessions.change_code(me(request), kept)
    except TooLateError as wrong:
        raise HTTPException(409, in_sentences(str(wrong))) from None
    return _session(request, account, 200, {"code": code})


def _session(request: Request, account: Account, status: int, more: dict[str, str]) -> Response:
    response = as_json({"name": account.name, "role": account.role, "balance": account.balance, **more}, status)
    request.app.state.sessions.give(request, response, account.id, account.signed_out)
    return response


@router.get("/api/me", responses=REFUSALS)
@allow("player")
async def who_am_i(request: Request) -> Response:
    """Who you are, and all that you have: in your account and at each table."""
    account = me(request)
    has = await casino_of(request).chips.holdings(account.id)
    return as_json({"name": account.name, "role": account.role, **_money(has), "tables": has.tables})


def _money(has: Holdings) -> dict[str, int]:
    return {"balance": has.balance, "on_tables": has.on_tables, "sum": has.sum}


@router.post("/api/me/practice-money", responses=REFUSALS)
@allow("player")
async def practice_money(request: Request) -> Response:
    """Practice money up to what one starts with, counted with what lies on tables; if there is none, why not."""
    given, has = await casino_of(request).chips.top_up(me(request).id)
    on_tables = f"{dollars(has.balance)} in your account, {dollars(has.on_tables)} on tables"
    why = "" if given else f"You have {dollars(PRACTICE)} or more in all: {on_tables}."
    return as_json({"given": given, **_money(has), "why": why})


@router.post("/api/admin", responses=REFUSALS)
@allow("player")
async def become_admin(request: Request, body: Token) -> Response:
    """The one-time token that the server printed when it started makes you an administrator."""
    token, account = request.app.state.token, me(request)
    what, at = "Became administrator with the start-up token", int(time.time())
    act = StaffAct(account.id, what, "the first one", at=at, cite="house:people")
    async with casino_of(request).chips.lock_tables():
        must_not_sit(request, account)
        if not token.take(body.token):
            raise HTTPException(403, "This is not the start-up token that the server printed, or it was already used.")
        try:
            await asyncio.wrap_future(casino_of(request).store.accounts.set_role(account.id, "admin", act))
        except StoreError:
            token.put_back(body.token)
            raise
    return as_json({"role": "admin"})


def must_not_sit(request: Request, account: Account) -> None:
    """Staff do not play at the tables of the house, so whoever becomes staff has left them."""
    if at := casino_of(request).plays_at(account.id):
        raise HTTPException(
            409, f"{account.name} has a seat at {at[0]}. Staff do not play there: leave the table first."
        )
