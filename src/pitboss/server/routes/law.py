"""The HTTP routes of the law: paragraphs, readings with their prices, citations, and a table's rules sheet."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, HTTPException, Path, Query, Request, Response

from pitboss.games import REGISTERED, load
from pitboss.law.coverage import coverage
from pitboss.law.readings import price_of, readings_of
from pitboss.law.register import register
from pitboss.law.rules import Rules
from pitboss.server.access.permissions import GuardedRoute, allow
from pitboss.server.access.rate_limits import replays
from pitboss.server.pages.rules_sheet import rules_sheet
from pitboss.server.routes.tables import REFUSALS, TableId, as_json, casino_of, table_of
from pitboss.server.views.citation_panel import citation_content, game_of

router = APIRouter(route_class=GuardedRoute)
Cite = Annotated[str, Path(max_length=40)]


@router.get("/api/law/stand-ins.js", include_in_schema=False)
@allow("anyone")
def stand_ins_module() -> Response:
    """Serve, as a module for the page, the ids by game of the readings that stand in for a text that is not held."""
    ids = {
        name: [reading.id for reading in readings_of(load(name).package).values() if reading.stands_in]
        for name in REGISTERED
    }
    return Response(f"export default {msgspec.json.encode(ids).decode()};\n", media_type="text/javascript")


@router.get("/api/law/{paragraph}", responses=REFUSALS)
@allow("anyone")
def get_paragraph(paragraph: Cite) -> Response:
    """Get a paragraph in our own words, as each held text has it."""
    if paragraph not in paragraph_answers():
        raise HTTPException(404, f"No held text has a paragraph {paragraph!r}.")
    return as_json(paragraph_answers()[paragraph])


@cache
def paragraph_answers() -> dict[str, list[dict[str, Any]]]:
    """Return the answers of `get_paragraph` by paragraph: one row for each text that has it."""
    by_paragraph: dict[str, list[dict[str, Any]]] = {}
    for name in REGISTERED:
        paragraphs = register(load(name).package)
        for row in coverage(load(name).package):
            law = msgspec.to_builtins(paragraphs[row.edition, row.paragraph])
            about = {"game": name, **law, "status": row.status, "code": row.code, "tests": row.tests}
            by_paragraph.setdefault(row.paragraph, []).append(about)
    return by_paragraph


@router.get("/api/law/{paragraph}/beside", responses=REFUSALS)
@allow("anyone")
def explain_citation(
    request: Request,
    paragraph: Cite,
    game: Annotated[str, Query(max_length=40)] = "",
    table: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> Response:
    """Get what stands behind a citation: a paragraph, `reading:NAME` or `house:NAME`. With `table`, the text in force
    at that table is marked, otherwise the newest one. For a reading, give its game or a table."""
    rules = _rules_at(request, table)
    content = citation_content(paragraph, game_of(paragraph, game or (rules.game if rules else "")), rules)
    if content is None:
        raise HTTPException(404, f"Nothing is held under {paragraph!r}.")
    return as_json(content)


def _rules_at(request: Request, table: int) -> Rules | None:
    """Return the rules of a live table, or None for no table and for one out of service."""
    live = casino_of(request).tables.get(table)
    return None if live is None else live.driver.rules


@router.get("/api/readings", responses=REFUSALS)
@allow("anyone")
@replays(1)
def list_readings() -> Response:
    """List every doubt in the texts, how it is read, and how each other choice changes the house edge."""
    return as_json(
        [
            {"game": name, **msgspec.to_builtins(reading), "price": price_of(name, reading.id).text}
            for name in REGISTERED
            for reading in readings_of(load(name).package).values()
        ]
    )


@router.get("/api/tables/{table}/rules", responses=REFUSALS)
@allow("anyone")
async def get_rules_sheet(request: Request, table: TableId) -> Response:
    """Get the rules of one table on one sheet: limits, pay tables, the rules in brief with their paragraphs, the
    elections of the house, and the readings that differ from the usual ones."""
    live = table_of(request, table)
    async with live.lock:  # wait for a write in progress: it has not happened yet
        subject = (live.id, live.name, live.game, live.driver.rules, live.house)
    return as_json(await asyncio.to_thread(rules_sheet, *subject))
