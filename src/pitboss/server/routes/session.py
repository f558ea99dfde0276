"""The HTTP routes of a player's own account: name, session, recovery code and chips."""

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
DUMMY_HASH = sessions.hash_code(sessions.new_code())  # compared if there is no account, so that it takes as long


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
    """Create an account by picking a name. You get a session, and a recovery code that is shown only this once."""
    if fault := sessions.name_fault(body.name):
        raise HTTPException(400, fault)
    code = sessions.new_code()
    try:
        code_hash = await asyncio.to_thread(sessions.hash_code, code)  # deliberately slow
        account = await casino_of(request).make_account(body.name, code_hash)
    except StoreError as wrong_now:
        raise HTTPException(409, in_sentences(str(wrong_now))) from None
    return _session(request, account, 201, {"code": code})


@router.post("/api/session/recover", responses=REFUSALS)
@allow("anyone")
async def recover(request: Request, body: Recovery) -> Response:
    """Sign in with a name and its recovery code. Repeated failures are delayed, longer each time."""
    app, entry = request.app.state, casino_of(request).store.accounts.find(body.name)
    browser = "" if entry is None else app.sessions.known_browser(request, entry[0].id)
    attempt = app.limiter.guesses.attempt(body.name.casefold(), address(request), browser=browser)
    if attempt.wait:
        sentence = f"Too many wrong codes. Try again in {attempt.wait} {'second' if attempt.wait == 1 else 'seconds'}."
        raise HTTPException(429, sentence, {"retry-after": str(attempt.wait)})
    matches = await asyncio.to_thread(
        sessions.code_matches, body.code, DUMMY_HASH if entry is None else entry[1] or DUMMY_HASH
    )
    if entry is None or not matches or entry[0].state == "gone":
        raise HTTPException(403, "No account has this name and code.")
    attempt.succeed()
    if entry[0].state == "banned":
        raise HTTPException(403, "The house has banned this account.")
    return _session(request, casino_of(request).sessions.as_now(entry[0]), 200, {})


@router.post("/api/session/end", responses=REFUSALS)
@allow("named")
async def end_session(request: Request) -> Response:
    """Sign out. All your sessions end, in every browser, and so do their open connections."""
    await casino_of(request).end_sessions(me(request).id)
    response = as_json({"ended": True})
    sessions.Sessions.take_back(request, response)
    return response


@router.post("/api/me/code", responses=REFUSALS)
@allow("named")
async def replace_recovery_code(request: Request) -> Response:
    """Get another recovery code, which is shown only this once. The old one stops working, and your other sessions
    end."""
    code = sessions.new_code()
    code_hash = await asyncio.to_thread(sessions.hash_code, code)
    try:
        account = await casino_of(request).sessions.change_code(me(request), code_hash)
    except TooLateError as error:
        raise HTTPException(409, in_sentences(str(error))) from None
    return _session(request, account, 200, {"code": code})


def _session(request: Request, account: Account, status: int, fields: dict[str, str]) -> Response:
    response = as_json({"name": account.name, "role": account.role, "balance": account.balance, **fields}, status)
    request.app.state.sessions.give(request, response, account.id, account.signed_out)
    return response


@router.get("/api/me", responses=REFUSALS)
@allow("player")
async def get_me(request: Request) -> Response:
    """Get your name, role and money: in your account and at each table."""
    account = me(request)
    has = await casino_of(request).chips.holdings(account.id)
    return as_json({"name": account.name, "role": account.role, **_money(has), "tables": has.tables})


def _money(has: Holdings) -> dict[str, int]:
    return {"balance": has.balance, "on_tables": has.on_tables, "sum": has.sum}


@router.post("/api/me/practice-money", responses=REFUSALS)
@allow("player")
async def top_up_practice_money(request: Request) -> Response:
    """Bring your practice money back up to the starting amount, counting your chips at tables. If nothing is given,
    `why` says why."""
    given, has = await casino_of(request).chips.top_up(me(request).id)
    on_tables = f"{dollars(has.balance)} in your account, {dollars(has.on_tables)} on tables"
    why = "" if given else f"You have {dollars(PRACTICE)} or more in all: {on_tables}."
    return as_json({"given": given, **_money(has), "why": why})


@router.post("/api/admin", responses=REFUSALS)
@allow("player")
async def become_admin(request: Request, body: Token) -> Response:
    """Make yourself an administrator with the one-time token that the server printed when it started."""
    token, account = request.app.state.token, me(request)
    description, now = "Became administrator with the start-up token", int(time.time())
    act = StaffAct(account.id, description, "the first one", at=now, cite="house:people")
    async with casino_of(request).chips.lock_tables():
        check_has_no_seat(request, account)
        if not token.take(body.token):
            raise HTTPException(403, "This is not the start-up token that the server printed, or it was already used.")
        try:
            await asyncio.wrap_future(casino_of(request).store.accounts.set_role(account.id, "admin", act))
        except StoreError:
            token.put_back(body.token)
            raise
    return as_json({"role": "admin"})


def check_has_no_seat(request: Request, account: Account) -> None:
    """Raise a 409 if an account that is to become staff plays at a table of the house, where staff may not play."""
    if table_names := casino_of(request).plays_at(account.id):
        raise HTTPException(
            409, f"{account.name} has a seat at {table_names[0]}. Staff do not play there: leave the table first."
        )
