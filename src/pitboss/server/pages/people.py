"""The page "People": everybody with an account, with roles, bans and tables."""

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
    """Show everybody with an account. Staff, banned people and people at tables come first. An auditor can only read
    it; an administrator can also make changes."""
    everybody = await read_people(request)
    matches = sorted((person for person in everybody if q.casefold() in person.name.casefold()), key=_sort_key)
    return html_page(
        request,
        "people.html",
        people=matches[:MOST_SHOWN],
        found=len(matches),
        all=len(everybody),
        q=q,
        roles=ROLES,
        changes=request.state.account.role == "admin",
    )


def _sort_key(person: Person) -> tuple[bool, bool, bool, str]:
    is_away = not (person.connections or person.tables)
    return person.role == "player", person.state == "open", is_away, person.name.casefold()
