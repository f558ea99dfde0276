"""The pages of finished rounds: the list of a player's own rounds with their results, and each round act by act."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import accumulate
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse

from pitboss.games import REGISTERED
from pitboss.record.explain import WagerStory
from pitboss.server.access.permissions import allow
from pitboss.server.access.rate_limits import replays
from pitboss.server.pages.render import PageRoute, html_page
from pitboss.server.routes.rounds import OneGame, OneTable
from pitboss.server.routes.tables import TableId, casino_of, charge_for, row_of
from pitboss.server.views import past_rounds
from pitboss.server.views.last_round import mark_of
from pitboss.server.views.past_rounds import PAGE, MyRound, title_of

router = APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse)

MOST_ROUNDS = 1_000  # newest rounds that are added up on one page; the file has all of them
COST = 20  # replayed rounds that take as long as reading the accounts of so many


class Row(NamedTuple):
    """A line of the list: a round, and the total of the player's own money up to and including it, in cents."""

    round: MyRound
    total: int
    counts: bool  # False for a round with a private table's chips: it is in no total


def moment(seconds: int) -> tuple[str, str]:
    """Return a time in ISO format for scripts, and in words for browsers that do not convert it to local time."""
    utc_time = datetime.fromtimestamp(seconds, UTC)
    return utc_time.isoformat().replace("+00:00", "Z"), f"{utc_time:%b} {utc_time.day}, {utc_time:%Y, %H:%M} UTC"


def marks_of(story: dict[str, Any], void: str) -> list[str]:
    """Return the result of each wager of a player in one word. A void round without known wagers gives one "void"."""
    marks = [mark_of(msgspec.convert(wager, WagerStory), void) for wager in story["wagers"]]
    return marks or ["void"] * bool(void and story["notes"])


@router.get("/history")
@allow("anyone")
@replays(COST)
def my_history(
    request: Request,
    table: OneTable = 0,
    game: OneGame = "",
    page: Annotated[int, Query(ge=1, le=2**31)] = 1,
    before: Annotated[int, Query(ge=1, le=2**53)] = 2**53,
) -> HTMLResponse:
    """Show the caller's rounds, newest first, with running totals. With `table` and `before`, show those at one table
    before a round. Rounds with a private table's chips are in no total, unless that table alone is chosen."""
    person = request.state.account
    if person is None:
        return html_page(request, "sorry.html", 401, wrong="Pick a name first. Your rounds are kept under it.")
    store = casino_of(request).store
    rounds = [
        round_
        for round_ in past_rounds.my_rounds(store, person, MOST_ROUNDS, table=table)
        if game in ("", round_.game) and (not table or round_.round < before)
    ]
    counts = [bool(table) or not round_.private for round_ in rounds]
    nets = [round_.net if counted else 0 for round_, counted in zip(rounds, counts, strict=True)]
    totals = list(accumulate(reversed(nets)))[::-1]
    rows = [Row(*fields) for fields in zip(rounds, totals, counts, strict=True)]
    first = (page - 1) * PAGE
    chosen = {key: value for key, value in (("table", table), ("game", game)) if value}
    return html_page(
        request,
        "history.html",
        moment=moment,
        rows=rows[first : first + PAGE],
        count=len(rows),
        counted=sum(counts),
        all_private=bool(rounds) and all(round_.private for round_ in rounds),
        most=MOST_ROUNDS,
        page=page,
        pages=-(-len(rows) // PAGE),
        total=totals[0] if totals else 0,
        points=[
            [row.round.at, row.round.table, row.round.round, row.round.net, bool(row.round.void)]
            for row in reversed(rows)
            if row.counts
        ],
        tables=[(row.id, row.name) for row in store.tables.rows()],
        games=[(name, title_of(name)) for name in REGISTERED],
        table=table,
        game=game,
        query=urlencode(chosen),
    )


@router.get("/t/{table}/rounds/{number}")
@allow("anyone")
@replays(1)
def round_page(request: Request, table: TableId, number: Annotated[int, Path(ge=1, le=2**53)]) -> HTMLResponse:
    """Show a finished round act by act, and why each wager won or lost."""
    store, row = casino_of(request).store, row_of(request, table, include_deleted=True)
    charge_for(request, row.id, number)
    account = past_rounds.tell_round(store, row.id, number, request.state.account)
    if account is None:
        return html_page(
            request, "sorry.html", 404, wrong=f"Table {table} has no finished round {number} that can be shown."
        )
    name = request.state.account.name if request.state.account else ""
    return html_page(
        request,
        "round.html",
        moment=moment,
        round=account,
        stories=sorted(account["seats"], key=lambda story: story["player"] != name),
        marks_of=lambda story: marks_of(story, account["void"]),
        table=row,
        own=name,
        newest=store.rounds.newest(table) - 1,
        game=account["game"],
        title=title_of(account["game"]),
        at=store.rounds.last_action_time(table, number),
    )
