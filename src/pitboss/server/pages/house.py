"""The page "House": tables, people and roles, and the staff's acts. The acts that concern one table are on that table's
page."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.games import REGISTERED, load
from pitboss.server.access.permissions import allow, me
from pitboss.server.pages.render import PageRoute, html_page
from pitboss.server.routes.supervision import MOST_ACTS, Before, visible_acts
from pitboss.server.routes.tables import casino_of, list_for_viewer

router = APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/house")
@allow("supervisor")
async def house_page(request: Request, before: Before = None) -> HTMLResponse:
    """Show the house. With `before`, list the staff's acts before that number."""
    store, account = casino_of(request).store, me(request)
    people = store.accounts.all_not_deleted()
    tables = [(row, row.owner) for row in await list_for_viewer(request)]
    acts = [
        (act, datetime.fromtimestamp(act.at, UTC).strftime("%Y-%m-%d %H:%M UTC"))
        for act in visible_acts(request, store.staff_acts(limit=MOST_ACTS, before=before))
    ]
    return html_page(
        request,
        "house.html",
        tables=tables,
        titles={name: load(name).title for name in REGISTERED},
        people=people if account.role == "admin" else [],
        acts=acts,
        newest=before is None,
        older=acts[-1][0].number if len(acts) == MOST_ACTS else 0,
        doubt=casino_of(request).doubt,
        names={row.table: row.name for row, _ in tables},
        games={row.table: row.game for row, _ in tables},
    )
