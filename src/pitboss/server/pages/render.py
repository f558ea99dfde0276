"""The pages. The table's is drawn in the browser from the view that the socket sends; the others are made here."""

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
    """Refuses with a page."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def shown(request: Request) -> Response:
            try:
                return await handle(request)
            except HTTPException as wrong:
                refused = sorry_page(request, wrong.status_code, str(wrong.detail))
                refused.headers.update(wrong.headers or {})
                return refused
            except RequestValidationError as wrong:
                return sorry_page(request, 422, describe_faults(wrong.errors()))

        return shown


router = APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse)

RED = frozenset("dh")
FACES = " ⚀⚁⚂⚃⚄⚅"


# --- words and signs


class Cited(NamedTuple):
    text: str
    href: str = ""


def link_citations(citation: str, game: str = "") -> list[Cited]:
    """Where a citation leads: a paragraph to its gist, a reading to the doubt; a house rule is the house's own."""
    return [_link_citation(each, game) for each in citation.split(", ") if each]


def _link_citation(citation: str, game: str) -> Cited:
    kind, colon, name = citation.partition(":")
    if kind == "reading" and colon:
        return Cited(f"reading: {name.replace('-', ' ')}", f"/readings#{game}-{name}" if game else "/readings")
    if is_beyond(citation):
        return Cited(citation, f"/law/{quote(citation, safe='():')}")
    if kind == "house" and colon:
        return Cited("house rule")
    return Cited(citation, f"/law/{quote(citation, safe='()')}" if re.match(r"\d+\.\d", citation) else "")


def to_json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def card(code: str) -> Markup:
    """A card as signs, and in words for whoever hears the page."""
    if code == HIDDEN:
        return Markup('<span class="face" aria-hidden="true">░░</span><span class="unseen">face down</span>')
    rank, suit = "10" if code[0] == "T" else code[0], code[1]
    tag = "em" if suit in RED else "b"
    signs = Markup('<span class="face" aria-hidden="true">{}<{}>{}</{}></span>').format(
        rank, Markup(tag), SUIT_SIGNS[suit], Markup(tag)
    )
    return signs + Markup('<span class="unseen">{}</span>').format(card_name(code))


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
    """The table as you see it now, for the script to draw and to keep so. Its staff also see why it is out of service,
    and what may be done about it."""
    account, casino = request.state.account, casino_of(request)
    out = casino.doubt is None and table in casino.out_of_service.why
    if out and supervises(account, (row := row_of(request, table)).owner):
        return html_page(request, "out_of_service.html", table=row, why=casino.out_of_service.explain(account, row))
    live = table_of(request, table)
    async with live.lock:  # what is being written has not happened yet
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
    me, here = request.state.account, request.url.path
    reasons = [each.what for each in request.app.state.health.reasons() if each.table is None]
    return HTMLResponse(render_template(template, me=me, here=here, status=status, reasons=reasons, **context), status)


def sorry_page(request: Request, status: int, wrong: str) -> HTMLResponse:
    return html_page(request, "sorry.html", status, wrong=wrong)


@router.get("/")
@allow("anyone")
async def lobby(request: Request) -> HTMLResponse:
    """The tables, and what is yours."""
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
    """For an address that leads nowhere."""
    app = request.app.state
    request.state.account = caller(app.casino, app.sessions, request)
    return sorry_page(request, status, "There is no such page.")
