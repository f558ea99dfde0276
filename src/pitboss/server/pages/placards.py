"""The papers of a table as pages, for everybody: its sign, what its layout says, and its gaming guide.

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
    """A page that brings its own style and loads nothing: the browser is told to allow that style alone."""
    digests = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'"
        for style in STYLE.findall(page)
    )
    policy = f"default-src 'none'; style-src {digests}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return HTMLResponse(page, headers={"content-security-policy": policy})


async def _paper(request: Request, table: int, made: Callable[[Subject], str]) -> HTMLResponse:
    live = table_of(request, table)
    async with live.lock:
        name, house, rules = live.name, live.house, live.rules
    try:
        # No edges are counted while tables are played: the guide says in words where they are.
        return self_contained_page(made(Subject(msgspec.structs.replace(house, name=name), rules, counts=False)))
    except NoPapersError as wrong:
        raise HTTPException(404, f"This table has no such paper: {wrong}.") from None


@router.get("/t/{table}/sign")
@allow("anyone")
async def sign_page(request: Request, table: TableId) -> HTMLResponse:
    """Wagers, limits and odds, to print and to hang up."""
    return await _paper(request, table, sign)


@router.get("/t/{table}/layout")
@allow("anyone")
async def layout_page(request: Request, table: TableId) -> HTMLResponse:
    """What the layout says, and which paragraph asks for it."""
    return await _paper(request, table, layout)


@router.get("/t/{table}/guide")
@allow("anyone")
async def guide_page(request: Request, table: TableId) -> HTMLResponse:
    """How the game is played, to print and to take along."""
    return await _paper(request, table, guide)
