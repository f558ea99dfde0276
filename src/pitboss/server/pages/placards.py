"""The papers of a table as public pages: its sign, its layout inscriptions and its gaming guide.

`pitboss placard` writes the same for all tables of a house file.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable

import msgspec
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse

from pitboss.compliance.papers.paper import NoPapersError, Subject
from pitboss.compliance.papers.placard import guide, layout, sign
from pitboss.server.access.permissions import allow
from pitboss.server.pages.render import PageRoute
from pitboss.server.routes.tables import TableId, table_of

router = APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse)
STYLE = re.compile(r"<style>(.*?)</style>", re.S)


def self_contained_page(page: str) -> HTMLResponse:
    """Return a page that contains its own style and loads nothing, with a policy that allows that style only."""
    digests = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"
        for style in STYLE.findall(page)
    )
    policy = f"default-src 'none'; style-src {digests}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return HTMLResponse(page, headers={"content-security-policy": policy})


async def _paper(request: Request, table: int, render: Callable[[Subject], str]) -> HTMLResponse:
    live = table_of(request, table)
    async with live.lock:
        name, house, rules = live.name, live.house, live.rules
    try:
        # No edges are counted while tables are played; the guide says instead where to find them.
        return self_contained_page(render(Subject(msgspec.structs.replace(house, name=name), rules, counts=False)))
    except NoPapersError as error:
        raise HTTPException(404, f"This table has no such paper: {error}.") from None


@router.get("/t/{table}/sign")
@allow("anyone")
async def sign_page(request: Request, table: TableId) -> HTMLResponse:
    """Show the sign with wagers, limits and odds, to print and hang up."""
    return await _paper(request, table, sign)


@router.get("/t/{table}/layout")
@allow("anyone")
async def layout_page(request: Request, table: TableId) -> HTMLResponse:
    """Show the inscriptions of the layout, and the paragraphs that require them."""
    return await _paper(request, table, layout)


@router.get("/t/{table}/guide")
@allow("anyone")
async def guide_page(request: Request, table: TableId) -> HTMLResponse:
    """Show the gaming guide, which explains how the game is played, to print and take along."""
    return await _paper(request, table, guide)
