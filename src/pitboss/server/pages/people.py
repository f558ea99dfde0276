"""The page "People": who has a name here, which role, who is banned, and where each one is."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from pitboss.server.access.permissions import allow
from pitboss.server.pages.render import PageRoute, html_page
from pitboss.server.routes.accounts import Person, read_people

router = APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse)
MOST_SHOWN = 100
ROLES = {"player": "player", "auditor": "auditor", "supervisor": "supervisor", "admin": "administrator"}


@router.get("/house/people")
@allow("admin")
async def people_page(request: Request, q: Annotated[str, Query(max_length=24)] = "") -> HTMLResponse:
    """An administrator may change what an auditor reads. Staff, banned people and those who are here come first."""
    every = await read_people(request)
    found = sorted((each for each in every if q.casefold() in each.name.casefold()), key=_order)
    return html_page(
        request,
        "people.html",
        people=found[:MOST_SHOWN],
        found=len(found),
        all=len(every),
        q=q,
        roles=ROLES,
        changes=request.state.account.role == "admin",
    )


def _order(each: Person) -> tuple[bool, bool, bool, str]:
    return each.role == "player", each.state == "open", not (each.connections or each.tables), each.name.casefold()
