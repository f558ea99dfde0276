"""The law over HTTP: paragraphs, readings with their prices, what stands behind a citation, a table's rules sheet."""

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
from pitboss.server.pages.rules_sheet import sheet
from pitboss.server.routes.tables import REFUSALS, TableId, as_json, casino_of, table_of
from pitboss.server.views.citation_panel import citation_content, game_of

router = APIRouter(route_class=GuardedRoute)
Cite = Annotated[str, Path(max_length=40)]


@router.get("/api/law/stand-ins.js", include_in_schema=False)
@allow("anyone")
def stand_ins() -> Response:
    """For the page, which marks them: by game, the readings that are defaults in place of a text that is not held."""
    found = {
        name: [each.id for each in readings_of(load(name).package).values() if each.stands_in] for name in REGISTERED
    }
    return Response(f"export default {msgspec.json.encode(found).decode()};\n", media_type="text/javascript")


@router.get("/api/law/{paragraph}", responses=REFUSALS)
@allow("anyone")
def law(paragraph: Cite) -> Response:
    """A paragraph, in our own words, in every held text that has it."""
    if paragraph not in answers():
        raise HTTPException(404, f"No held text has a paragraph {paragraph!r}.")
    return as_json(answers()[paragraph])


@cache
def answers() -> dict[str, list[dict[str, Any]]]:
    """Return the answer about each paragraph by its number: one row for each text that has it."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name in REGISTERED:
        paragraphs = register(load(name).package)
        for row in coverage(load(name).package):
            law = msgspec.to_builtins(paragraphs[row.edition, row.paragraph])
            about = {"game": name, **law, "status": row.status, "code": row.code, "tests": row.tests}
            found.setdefault(row.paragraph, []).append(about)
    return found


@router.get("/api/law/{paragraph}/beside", responses=REFUSALS)
@allow("anyone")
def law_beside(
    request: Request,
    paragraph: Cite,
    game: Annotated[str, Query(max_length=40)] = "",
    table: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> Response:
    """What stands behind a citation: a paragraph, `reading:NAME` or `house:NAME`. In force is what is in force at the
    table, or the newest text where none is named. A reading needs its game or a table."""
    rules = _rules_at(request, table)
    found = citation_content(paragraph, game_of(paragraph, game or (rules.game if rules else "")), rules)
    if found is None:
        raise HTTPException(404, f"Nothing is held under {paragraph!r}.")
    return as_json(found)


def _rules_at(request: Request, table: int) -> Rules | None:
    """What is told about a table out of service is told by the newest text."""
    live = casino_of(request).tables.get(table)
    return None if live is None else live.driver.rules


@router.get("/api/readings", responses=REFUSALS)
@allow("anyone")
@replays(1)
def readings() -> Response:
    """Every doubt, how it is read, and what each other choice changes in house edge."""
    return as_json(
        [
            {"game": name, **msgspec.to_builtins(reading), "price": price_of(name, reading.id).text}
            for name in REGISTERED
            for reading in readings_of(load(name).package).values()
        ]
    )


@router.get("/api/tables/{table}/rules", responses=REFUSALS)
@allow("anyone")
async def rules_sheet(request: Request, table: TableId) -> Response:
    """The rules of one table on one sheet: limits, pay tables, the rules in brief with their paragraphs, what the
    house elects, and the readings that differ from the usual ones."""
    live = table_of(request, table)
    async with live.lock:  # what is being written has not happened yet
        found = (live.id, live.name, live.game, live.driver.rules, live.house)
    return as_json(await asyncio.to_thread(sheet, *found))
