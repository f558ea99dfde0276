"""Rendering of the pages. The page of a table is drawn in the browser from the view that the socket sends; all others
are rendered here."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pitboss.engine.view import HIDDEN
from pitboss.engine.waits import sentence
from pitboss.games import REGISTERED, load
from pitboss.law.unheld_games import full_citation, is_assumed, is_beyond
from pitboss.record.explain import signed_dollars
from pitboss.server.access.permissions import GuardedRoute, allow, caller, supervises
from pitboss.server.live.chip_count import PRACTICE
from pitboss.server.live.parts.buy_ins import MOST_OWN_CHIPS
from pitboss.server.routes.error_messages import describe_faults
from pitboss.server.routes.tables import TableId, casino_of, list_for_viewer, owner_name, row_of, table_of
from pitboss.server.static_files import ADDRESS
from pitboss.server.views.layout import layout_of
from pitboss.server.views.table_view import encoder_of
from pitboss.table.cards import SUIT_SIGNS, card_name, pretty
from pitboss.table.money import dollars


class PageRoute(GuardedRoute):
    """A route that answers errors with a page."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_with_pages(request: Request) -> Response:
            try:
                return await handle(request)
            except HTTPException as error:
                page = sorry_page(request, error.status_code, str(error.detail))
                page.headers.update(error.headers or {})
                return page
            except RequestValidationError as error:
                return sorry_page(request, 422, describe_faults(error.errors()))

        return handle_with_pages


router = APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse)

RED = frozenset("dh")
FACES = " ⚀⚁⚂⚃⚄⚅"


# --- filters of the templates


class LinkedCitation(NamedTuple):
    """A citation as a page shows it, with the address that it links to."""

    text: str
    href: str = ""


def link_citations(citation: str, game: str = "") -> list[LinkedCitation]:
    """Link each part of a citation: a paragraph to its page, a reading to the list of readings, a house rule to
    nothing."""
    return [_link_citation(part, game) for part in citation.split(", ") if part]


def _link_citation(citation: str, game: str) -> LinkedCitation:
    kind, colon, name = citation.partition(":")
    if kind == "reading" and colon:
        return LinkedCitation(f"reading: {name.replace('-', ' ')}", f"/readings#{game}-{name}" if game else "/readings")
    if is_beyond(citation):
        return LinkedCitation(citation, f"/law/{quote(citation, safe='():')}")
    if kind == "house" and colon:
        return LinkedCitation("house rule")
    return LinkedCitation(citation, f"/law/{quote(citation, safe='()')}" if re.match(r"\d+\.\d", citation) else "")


def to_json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def card(code: str) -> Markup:
    """Return a card as symbols, and in words for screen readers."""
    if code == HIDDEN:
        return Markup('<span class="face" aria-hidden="true">░░</span><span class="unseen">face down</span>')
    rank, suit = "10" if code[0] == "T" else code[0], code[1]
    tag = "em" if suit in RED else "b"
    symbols = Markup('<span class="face" aria-hidden="true">{}<{}>{}</{}></span>').format(
        rank, Markup(tag), SUIT_SIGNS[suit], Markup(tag)
    )
    return symbols + Markup('<span class="unseen">{}</span>').format(card_name(code))


ENVIRONMENT = Environment(
    loader=PackageLoader("pitboss.server"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
ENVIRONMENT.filters.update(
    dollars=dollars,
    signed=signed_dollars,
    card=card,
    cited=link_citations,
    pretty=pretty,
    json=to_json,
    sentence=sentence,
    in_full=full_citation,
    assumed=is_assumed,
)
ENVIRONMENT.globals.update(hidden=HIDDEN, faces=FACES, static=ADDRESS)


def render_template(template: str, **context: Any) -> str:
    return ENVIRONMENT.get_template(template).render(**context)


# --- the table


@router.get("/t/{table}")
@allow("anyone")
async def table_page(request: Request, table: TableId) -> HTMLResponse:
    """Show the table as the caller sees it now; a script draws it and keeps it up to date. If the table is out of
    service, its supervisors see why, and what can be done about it."""
    account, casino = request.state.account, casino_of(request)
    is_out = casino.doubt is None and table in casino.out_of_service.why
    if is_out and supervises(account, (row := row_of(request, table)).owner):
        return html_page(request, "out_of_service.html", table=row, why=casino.out_of_service.explain(account, row))
    live = table_of(request, table)
    async with live.lock:  # wait for a write in progress: it has not happened yet
        view = encoder_of(live).whole(account.id if account else 0).decode()
        printed = layout_of(live).text.decode()
    staff = supervises(account, live.owner)
    owner = owner_name(casino_of(request), live.owner)
    own_chips = "" if live.owner is None else MOST_OWN_CHIPS
    return html_page(
        request, "table.html", table=live, view=view, printed=printed, staff=staff, owner=owner, own_chips=own_chips
    )


# --- the other pages


def html_page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """Render a template with what every page shows: the account, the address and the reasons of poor health."""
    me, here = request.state.account, request.url.path
    reasons = [reason.what for reason in request.app.state.health.reasons() if reason.table is None]
    return HTMLResponse(render_template(template, me=me, here=here, status=status, reasons=reasons, **context), status)


def sorry_page(request: Request, status: int, wrong: str) -> HTMLResponse:
    """Render the page of an error."""
    return html_page(request, "sorry.html", status, wrong=wrong)


@router.get("/")
@allow("anyone")
async def lobby(request: Request) -> HTMLResponse:
    """Show the tables, and the caller's chips."""
    rows = await list_for_viewer(request)
    account = request.state.account
    on_tables = [(row.name, row.chips) for row in rows if row.chips and not row.owner]
    return html_page(
        request,
        "lobby.html",
        tables=rows,
        games=[(name, load(name).title) for name in REGISTERED],
        practice=PRACTICE,
        on_tables=on_tables,
        sum=sum(cents for _, cents in on_tables) + (account.balance if account else 0),
        admin_wanted=bool(request.app.state.token.token),
        doubt=request.app.state.casino.doubt,
    )


def no_such_page(request: Request, status: int) -> HTMLResponse:
    """Render the page for an address that does not exist."""
    app = request.app.state
    request.state.account = caller(app.casino, app.sessions, request)
    return sorry_page(request, status, "There is no such page.")
