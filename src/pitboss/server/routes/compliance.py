"""The HTTP routes of compliance: findings about a table's setting, its gaming day, disputes, and shift reports."""

from __future__ import annotations

import asyncio
import time
from datetime import date
from typing import Annotated, cast

import msgspec
from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from pitboss.compliance.finding import Finding
from pitboss.compliance.house_file.table_check import table_findings
from pitboss.compliance.shift.gaming_day_table import TableDay, TableDays
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules
from pitboss.record.gaming_day import GamingDay
from pitboss.record.round_playback import ReplayError
from pitboss.server.access.permissions import READS, GuardedRoute, allow, me, supervises
from pitboss.server.access.rate_limits import replays
from pitboss.server.pages.placards import self_contained_page
from pitboss.server.pages.render import PageRoute, html_page
from pitboss.server.routes.tables import REFUSALS, StaffRequest, TableId, as_json, casino_of, charge_for, table_of
from pitboss.server.workers.shift_reports import ReportAnswer, ReportRequest, ShiftDesk, TooLongError
from pitboss.store.rounds.round_rows import read_carry, replay
from pitboss.store.row_types import StaffAct
from pitboss.store.staff_act_prefixes import DISPUTED

router = APIRouter(route_class=GuardedRoute)
page_router = APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse)
MOST_POSITIONS = 100
MOST_JUDGED = 200  # settings whose findings are cached
SHIFT_COSTS = 20  # rounds that a report is charged for; the real number is not known beforehand
Text = Annotated[str, Query(max_length=60)]


class Compliance(msgspec.Struct, frozen=True):
    """The compliance of a table: what everybody may know, and under `day` what only its supervisor may."""

    table: int
    name: str
    game: str
    title: str
    subchapter: str
    authority: str
    text: str  # the held texts by which it is dealt, in words
    not_held: tuple[str, ...]  # sections that are played by defaults
    findings: list[Finding]
    waiting: list[Finding] | None  # of the pending setting, if there is one; for the supervisor only
    rules: str  # the address of the rules sheet
    report: str  # the address of shift reports; empty for callers who may not read them
    day: TableDay | None


class Books:
    """The state that compliance keeps between requests: cached findings, gaming days, and the maker of reports."""

    def __init__(self, days: TableDays, day: GamingDay) -> None:
        self.days, self.day = days, day
        self.desk = ShiftDesk()
        self._judged: dict[tuple[str, bytes], list[Finding]] = {}

    def findings(self, game: Game, rules: Rules, house: House) -> list[Finding]:
        """Return the findings about a house. Cached, because judging may have to compute odds."""
        key = rules.digest, msgspec.json.encode([house, rules.as_of], enc_hook=int)
        if len(self._judged) > MOST_JUDGED:
            self._judged.clear()
        if key not in self._judged:
            self._judged[key] = table_findings(game, rules, house)
        return self._judged[key]

    def today(self, table: int) -> TableDay:
        """Return the current gaming day of a table."""
        now = self.day.day_of(int(time.time()))
        begins, _ = self.day.span(date.fromisoformat(now))
        return self.days.sums_of(table, now, begins)


def books_of(request: Request) -> Books:
    return cast(Books, request.app.state.books)


@router.get("/api/tables/{table}/compliance", responses=REFUSALS)
@allow("anyone")
@replays(1)
async def get_compliance(request: Request, table: TableId) -> Response:
    """Get the findings of the house check about the table's setting, worst first, and the sections that are not held.
    A supervisor also gets the gaming day: its rounds, voids by paragraph, and counts of the stub due and made."""
    live, books = table_of(request, table), books_of(request)
    async with live.lock:
        game, rules, house = live.game, live.rules, live.house
        waiting = None if live.terms.next is None else (live.terms.next.rules, live.terms.next.house)
        name, owner = live.name, live.owner
    account = request.state.account
    reads = account is not None and account.role in READS
    staff = reads or supervises(account, owner)
    return as_json(
        Compliance(
            table=table,
            name=name,
            game=game.name,
            title=game.title,
            subchapter=game.subchapter,
            authority=game.authority,
            text=rules.texts,
            not_held=rules.defaults,
            findings=await asyncio.to_thread(books.findings, game, rules, house),
            waiting=await asyncio.to_thread(books.findings, game, *waiting) if staff and waiting is not None else None,
            rules=f"/t/{table}/rules",
            report="/house/shift" if reads else "",
            day=await asyncio.to_thread(books.today, table) if staff else None,
        )
    )


# --- disputes


class DisputeBody(StaffRequest):
    """A disputed round, or one position in it. Position 0 is the dealer's."""

    round: int = Field(ge=1, le=2**31, strict=True)
    position: int | None = Field(default=None, ge=0, le=MOST_POSITIONS, strict=True)


@router.post("/api/tables/{table}/dispute", responses=REFUSALS)
@allow("supervisor")
@replays(1)
async def note_dispute(request: Request, table: TableId, body: DisputeBody) -> Response:
    """Note that a finished round is disputed, and compare its discard rack with what was settled. Say in `why` what is
    disputed. Nothing at the table changes."""
    live, store = table_of(request, table), casino_of(request).store
    if not store.rounds.is_over(live.id, body.round):
        raise HTTPException(409, f"Round {body.round} is not over, or there is no such round. Name a finished one.")
    charge_for(request, live.id, body.round)
    result = await asyncio.to_thread(_compare_with_rack, request, live.id, body.round, body.position)
    where = "" if body.position is None else f", {'the dealer' if not body.position else f'position {body.position}'}"
    description = f"{DISPUTED}round {body.round}{where}: {result}"
    act = StaffAct(me(request).id, description, body.why, live.id, body.round, int(live.time.wall()))
    await asyncio.wrap_future(store.note_staff_act(act))
    return as_json({"noted": act.what})


def _compare_with_rack(request: Request, table: int, round_: int, position: int | None) -> str:
    """Compare the discard rack with what was settled, and return the result in words that name no card."""
    carry_and_lines = casino_of(request).store.rounds.lines(table, round_)
    if carry_and_lines is None or not carry_and_lines[1]:
        return "nothing was stored of it"
    try:
        driver = replay(read_carry(carry_and_lines[0]), carry_and_lines[1])
    except ReplayError:
        return "this version cannot rebuild it"
    if driver.game.dispute is None:
        return "this game has no discard rack"
    try:
        hands = [hand for hand in driver.game.dispute(driver) if position in (None, hand.position)]
    except ValueError:
        return "the hands cannot be rebuilt from the discard rack"
    if not hands:
        return "no such hand was settled" if position is not None else "no hand was settled"
    agree = all(hand.agrees for hand in hands)
    return (
        "the discard rack agrees with what was settled" if agree else "the discard rack differs from what was settled"
    )


# --- a shift


async def _make_report(request: Request, day: str, shift: str, table: list[str], *, page: bool) -> ReportAnswer:
    wanted = ReportRequest(
        str(casino_of(request).store.path), books_of(request).day, day or None, shift, tuple(table), page=page
    )
    try:
        report = await books_of(request).desk.make(wanted)
    except TooLongError:
        raise HTTPException(
            503, "This takes too long while tables are played. Use “pitboss shift” on the server."
        ) from None
    if report.wrong:
        raise HTTPException(400, f"{report.wrong[:1].upper()}{report.wrong[1:]}.")
    return report


Tables = Annotated[list[Text], Query(max_length=100)]


@router.get("/api/shift", responses=REFUSALS)
@allow("supervisor")
@replays(SHIFT_COSTS)
async def report_shift(request: Request, day: Text = "", shift: Text = "", table: Tables = []) -> Response:  # noqa: B006
    """Report a gaming day or one shift, as `pitboss shift --json` does. `day` is a date; without it, the current day is
    reported."""
    return Response((await _make_report(request, day, shift, table, page=False)).text, media_type="application/json")


@page_router.get("/house/shift")
@allow("supervisor")
async def choose_shift(request: Request) -> HTMLResponse:
    """Show the form on which a shift is chosen for a report."""
    day = books_of(request).day
    tables = [(row.id, row.name) for row in casino_of(request).store.tables.rows()]
    today = day.day_of(int(time.time()))
    return html_page(request, "shift.html", shifts=day.in_order(), told=day.describe(), today=today, tables=tables)


@page_router.get("/house/shift/report")
@allow("supervisor")
@replays(SHIFT_COSTS)
async def shift_page(request: Request, day: Text = "", shift: Text = "", table: Tables = []) -> HTMLResponse:  # noqa: B006
    """Show the page that `pitboss shift -o` writes, which contains its own style and loads nothing."""
    report = await _make_report(request, day, shift, [name for name in table if name], page=True)
    return self_contained_page(report.text)
