"""The HTTP routes of finished rounds: replays, verification, and files with a player's own rounds."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from pitboss.analysis.frames import as_text
from pitboss.server.access.permissions import GuardedRoute, allow, me
from pitboss.server.access.rate_limits import replays
from pitboss.server.routes.tables import REFUSALS, TableId, as_json, casino_of, charge_for, row_of
from pitboss.server.views import past_rounds
from pitboss.server.views.replay_cache import BusyError, Key, decompress
from pitboss.store.row_types import Account
from pitboss.store.store import Store

router = APIRouter(route_class=GuardedRoute)

RoundNumber = Annotated[int, Path(ge=1, le=2**53)]
OneTable = Annotated[int, Query(ge=0, le=2**31)]
OneGame = Annotated[str, Query(max_length=40)]
CHUNK = 200  # rounds that are read at a time for a file
COST = 50  # replayed rounds that take as long as a usual file
COLUMNS = (
    "time", "table", "table_name", "game", "round", "seat", "staked_cents", "staked", "net_cents", "net", "cards",
    "text", "void", "private",
)  # fmt: skip


@router.get("/api/tables/{table}/rounds/{number}/replay", responses=REFUSALS)
@allow("anyone")
@replays(2)
async def get_replay(request: Request, table: TableId, number: RoundNumber) -> Response:
    """Replay a finished round act by act as you saw it: the view before the first act, and the changes that each act
    made. Apply `changes` to the previous view: a field replaces the one before it. In chips, wagers, owners, hands,
    out, piles and marks, only the entries that differ are given, with null for one that is gone."""
    store, row, replays_ = (
        casino_of(request).store,
        row_of(request, table, include_deleted=True),
        request.app.state.replays,
    )
    name = past_rounds.name_in(store, row.id, number, request.state.account)
    key = Key(row.id, number, name, frozenset(store.accounts.deleted_names()))
    body = replays_.find(key)
    if body is None:
        charge_for(request, row.id, number)
        try:
            body = await replays_.make(key, partial(past_rounds.stored_round, store, row.id, number, name))
        except BusyError:
            raise HTTPException(503, "Many long rounds are being replayed. Try again in a moment.") from None
    if body is None:
        why = f"Round {number} of table {table} cannot be replayed. Its page still shows what happened."
        raise HTTPException(404, why)
    headers = {"vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(await asyncio.to_thread(decompress, body), headers=headers, media_type="application/json")
    return Response(body, headers={**headers, "content-encoding": "gzip"}, media_type="application/json")


@router.get("/api/tables/{table}/rounds/{number}/verified", responses=REFUSALS)
@allow("anyone")
@replays(1)
def verify_finished_round(request: Request, table: TableId, number: RoundNumber) -> Response:
    """Tell whether the rows of a finished round are linked by their hashes, and whether its account is the one noted in
    them."""
    row = row_of(request, table, include_deleted=True)
    charge_for(request, row.id, number)
    result = past_rounds.verify_round(casino_of(request).store, row.id, number)
    if result is None:
        raise HTTPException(404, f"Table {table} has no finished round {number}.")
    return as_json(result)


# --- files with a player's own rounds


@router.get("/api/me/rounds.json", responses=REFUSALS)
@allow("player")
@replays(COST)
def export_rounds_as_json(request: Request, table: OneTable = 0, game: OneGame = "") -> Response:
    """Export all your finished rounds as JSON, newest first, optionally of one table or game only. Amounts are given in
    cents, and in dollars as text."""
    person = me(request)
    rows = _read_rounds(casino_of(request).store, person, table, game)
    return _file(_json(person, rows), "application/json", "pitboss-rounds.json")


@router.get("/api/me/rounds.csv", responses={**REFUSALS, 200: {"content": {"text/csv": {}}}})
@allow("player")
@replays(COST)
def export_rounds_as_csv(request: Request, table: OneTable = 0, game: OneGame = "") -> Response:
    """Export all your finished rounds as CSV for a spreadsheet, optionally of one table or game only."""
    rows = _read_rounds(casino_of(request).store, me(request), table, game)
    return _file(_csv(rows), "text/csv; charset=utf-8", "pitboss-rounds.csv")


def _file(parts: Iterator[str], kind: str, name: str) -> Response:
    return StreamingResponse(parts, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


def _read_rounds(store: Store, person: Account, table: int, game: str) -> Iterator[past_rounds.MyRound]:
    """Yield the player's rounds, read in chunks so that nobody else has to wait for a long file."""
    offset = 0
    while rows := list(past_rounds.my_rounds(store, person, CHUNK, table=table, offset=offset)):
        yield from (row for row in rows if game in ("", row.game))
        offset += len(rows)


def _json(person: Account, rows: Iterator[past_rounds.MyRound]) -> Iterator[str]:
    yield f'{{"name":{msgspec.json.encode(person.name).decode()},"rounds":['
    for index, row in enumerate(rows):
        yield ("," if index else "") + msgspec.json.encode(_record(row)).decode()
    yield "]}\n"


def _record(row: past_rounds.MyRound) -> dict[str, Any]:
    wagers = [
        {
            "spot": wager.spot,
            **_amounts(wager.staked, wager.net),
            "outcome": wager.outcome,
            "hand": wager.hand_class,
            "cite": wager.cite,
        }
        for wager in row.wagers
    ]
    return {
        "time": _iso(row.at),
        "table": row.table,
        "table_name": row.name,
        "game": row.game,
        "round": row.round,
        "seat": row.seat,
        **_amounts(row.staked if row.bets_known else None, row.net if row.known else None),
        "cards": row.cards,
        "text": row.text,
        "void": row.void,
        "private": row.private,
        "wagers": wagers,
    }


def _csv(rows: Iterator[past_rounds.MyRound]) -> Iterator[str]:
    line = io.StringIO()
    writer = csv.DictWriter(line, COLUMNS, extrasaction="ignore")
    writer.writeheader()
    for row in rows:
        record = _record(row)
        writer.writerow(
            {
                **record,
                "table_name": as_text(row.name),
                "cards": " ".join(row.cards),
            }
        )
        yield line.getvalue()
        line.seek(0)
        line.truncate()
    yield line.getvalue()


def _amounts(staked: int | None, net: int | None) -> dict[str, int | str | None]:
    """Return both amounts in cents and in dollars as text; None is an amount that is not known."""
    return {"staked_cents": staked, "staked": _dollars(staked), "net_cents": net, "net": _dollars(net)}


def _dollars(cents: int | None) -> str | None:
    if cents is None:
        return None
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02d}"


def _iso(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
