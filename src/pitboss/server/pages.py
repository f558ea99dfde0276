"""The pages, rendered on the server from the same view that the socket sends.

The table's page is made of regions. Each has a key, and so has whatever changes inside it; keys, ids and classes name
places (seat 3, the first card there) and never what lies in them, so a card that lies face down looks the same in every
byte whatever it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterable, Iterator
from functools import cache
from typing import Annotated, Any, NamedTuple
from urllib.parse import quote

import msgspec
from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pitboss.engine.view import HIDDEN, Act
from pitboss.engine.waits import OrderWanted
from pitboss.games import REGISTERED, load
from pitboss.law.coverage import coverage
from pitboss.law.readings import readings_of
from pitboss.law.register import register
from pitboss.record.explain import signed
from pitboss.server import history
from pitboss.server.api import TableId, casino_of, listed, row_of, table_of
from pitboss.server.casino import PRACTICE
from pitboss.server.layout import layout_of
from pitboss.server.limits import replays
from pitboss.server.roles import GuardedRoute, allow
from pitboss.server.seen import Move, Offered, Seat, TableView, seen
from pitboss.store.store import Account
from pitboss.table.cards import SUIT_SIGNS, pretty, spelled
from pitboss.table.facts import Mark
from pitboss.table.money import dollars
from pitboss.table.table import COMMUNITY, DEALER


class PageRoute(GuardedRoute):
    """Refuses with a page."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def shown(request: Request) -> Response:
            try:
                return await handle(request)
            except HTTPException as wrong:
                refused = _sorry(request, wrong.status_code, str(wrong.detail))
                refused.headers.update(wrong.headers or {})
                return refused

        return shown


router = APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse)

REGIONS = ("head", "said", "clock", "board", "last", "you", "wagers", "seats", "order", "house", "acts")
ROUNDS = 20  # of one table on a page of the history
STAKE = 100  # minimum wagers that a player is offered to bring
CHIPS = (100, 500, 600, 1_000, 2_500, 10_000)  # amounts at hand for a click on the layout

RED = frozenset("dh")
BOARD = {DEALER: "the dealer", COMMUNITY: "community cards"}  # the cards that are no player's
FACES = " ⚀⚁⚂⚃⚄⚅"

_ANNOUNCED = re.compile(r"(?:announces|calls): “(.*)”\.$")


# --- words and signs


class Cited(NamedTuple):
    text: str
    href: str = ""


def cited(citation: str, game: str = "") -> list[Cited]:
    """Where a citation leads: a paragraph to its gist, a reading to the doubt; a house rule is the house's own."""
    return [_one_citation(each, game) for each in citation.split(", ") if each]


def _one_citation(citation: str, game: str) -> Cited:
    kind, colon, name = citation.partition(":")
    if kind == "reading" and colon:
        return Cited(f"reading: {name.replace('-', ' ')}", f"/readings#{game}-{name}" if game else "/readings")
    if kind == "house" and colon:
        return Cited("house rule")
    return Cited(citation, f"/law/{quote(citation, safe='()')}" if re.match(r"\d+\.\d", citation) else "")


def either(choices: Iterable[str]) -> str:
    """What somebody may choose: check, play 3x or play 4x."""
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


def slug(text: str) -> str:
    """A name as a key: don't pass odds becomes dont-pass-odds."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("'", "")).strip("-")


def plain(cents: int) -> str:
    """An amount for an input field: dollars without the sign."""
    return dollars(cents).replace("$", "").replace(",", "")


def as_json(value: object) -> str:
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
    return signs + Markup('<span class="unseen">{}</span>').format(spelled(code))


ENVIRONMENT = Environment(
    loader=PackageLoader("pitboss.server"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
ENVIRONMENT.filters.update(
    dollars=dollars,
    signed=signed,
    plain=plain,
    slug=slug,
    json=as_json,
    card=card,
    cited=cited,
    pretty=pretty,
    either=either,
)
ENVIRONMENT.globals.update(hidden=HIDDEN, faces=FACES)


def rendered(template: str, **context: Any) -> str:
    return ENVIRONMENT.get_template(template).render(**context)


# --- the table


class Position(NamedTuple):
    """A betting position with whoever sits before it and what lies there."""

    number: int
    seat: Seat | None
    owner: int  # the seat that wagers here, 0 if none does
    cards: tuple[str, ...]
    wagers: dict[str, int]
    lit: bool
    out: str  # "folded", "void" or "dead", once it takes no more part


class Chip(NamedTuple):
    """Chips of one player on a betting area."""

    position: int
    cents: int
    mine: bool
    on: bool  # an "on" button lies on top


class Mine(NamedTuple):
    """A wager of the viewer's, with what he may do about it."""

    position: int
    spot: str
    cents: int
    moves: tuple[Move, ...]


def regions(
    view: TableView, account: Account | None = None, order: OrderWanted | None = None, orders: tuple[str, ...] = ()
) -> dict[str, str]:
    """The parts of the table's page that change, each under its key. `order` is what a supervisor is asked, `orders`
    what he may order unasked."""
    context = {**_context(view, account), "order": order, "orders": orders}
    found = {key: rendered(f"region_{key}.html", **context) for key in REGIONS if key != "board"}
    # A game whose table has a layout of its own has a template of its own name.
    board = ENVIRONMENT.select_template((f"board_{view.game}.html", "board_cards.html"))
    found["board"] = board.render(**context)
    return {key: found[key] for key in REGIONS}


def _context(view: TableView, account: Account | None) -> dict[str, Any]:
    you, furniture = view.you, load(view.game).furniture
    positions = [_position(view, number) for number in range(1, view.seat_count + 1)]
    balance = account.balance if account else 0
    return {
        "view": view,
        "account": account,
        "admin": account is not None and account.role == "admin",
        "positions": positions,
        "own": [each for each in positions if you.seat and you.seat in (each.number, each.owner)],
        "mine": _mine(view),
        "answers": [move for move in you.moves if move.act.get("input") == "answer"],
        "others": [move for move in you.moves if move.act.get("input") != "answer" and "spot" not in move.act],
        "groups": _groups(view),
        "sits_out": any(seat.number == you.seat and seat.sits_out for seat in view.seats),
        "is_ready": any(seat.number == you.seat and seat.ready for seat in view.seats),
        "may_sit": account is not None and not you.seat and view.state == "open",
        "free": [each.number for each in positions if each.seat is None and not each.owner],
        "ready": _ready_word(view),
        "names": {seat.number: seat.player for seat in view.seats},
        "said": _said(view),
        "settled": _settled(view),
        "last_hands": _last_hands(view),
        "bring": min(STAKE * view.minimum, balance) // view.smallest_chip * view.smallest_chip,
        "pot": view.pot,
        "button": view.button,
        "shooter": _mark(view, furniture.shooter),
        "puck": _mark(view, furniture.puck),
        "chips": _chips(view),
        "on_offer": {offer.spots[0] for offer in you.offers if len(offer.spots) == 1},
        "amounts": [cents for cents in CHIPS if view.smallest_chip <= cents <= view.maximum],
    }


def _position(view: TableView, number: int) -> Position:
    seat = next((seat for seat in view.seats if seat.number == number), None)
    wagers = view.wagers.get(number, {})
    owner = view.owners.get(number, 0) if wagers or number in view.hands else 0
    out = view.out.get(number, "")
    return Position(number, seat, owner, view.hands.get(number, ()), wagers, number in view.lit, out)


def _mine(view: TableView) -> list[Mine]:
    seat = view.you.seat
    found = []
    for position, spots in view.wagers.items():
        if seat and view.owners.get(position) == seat:
            for spot, cents in spots.items():
                moves = tuple(
                    move
                    for move in view.you.moves
                    if move.act.get("spot") == spot and move.act.get("position", position) == position
                )
                found.append(Mine(position, spot, cents, moves))
    return found


def _chips(view: TableView) -> dict[str, list[Chip]]:
    """What lies on each betting area, everybody's."""
    on = load(view.game).furniture.on
    found: dict[str, list[Chip]] = {}
    for position, spots in sorted(view.wagers.items()):
        for spot, cents in spots.items():
            mine = bool(view.you.seat) and view.owners.get(position) == view.you.seat
            lit = on is not None and on.word(spot, position) in view.marks
            found.setdefault(spot, []).append(Chip(position, cents, mine, lit))
    return found


def _mark(view: TableView, mark: Mark | None) -> int | None:
    """What a mark of the table says; None where the game has no such thing, or it is not out."""
    return None if mark is None else view.marks.get(mark.word)


def _groups(view: TableView) -> dict[str, list[Offered]]:
    """The offers under headings, where there are many; otherwise under none."""
    found: dict[str, list[Offered]] = {}
    for offer in view.you.offers:
        found.setdefault(offer.group, []).append(offer)
    return found


def _ready_word(view: TableView) -> str:
    furniture = load(view.game).furniture
    waits = furniture.shooter is not None and _mark(view, furniture.shooter) != view.you.seat
    return furniture.wait if waits else furniture.go


def _said(view: TableView) -> list[tuple[str, str]]:
    """What the dealer said, each with a key. How the dice fell is said last of all and still stands a round later."""
    if view.said or not view.last_dice:
        return [(f"{view.round}-{at}", words) for at, words in enumerate(view.said)]
    heard = (_ANNOUNCED.search(act.told) for act in view.last)
    return [(f"{view.round - 1}-{at}", found[1]) for at, found in enumerate(each for each in heard if each)]


def _settled(view: TableView) -> list[Act]:
    """What became of the wagers in the round before: the viewer's own, or everybody's for somebody who watches."""
    return [each.act for each in view.last_settled if not view.you.seat or each.seat in (0, view.you.seat)]


def _last_hands(view: TableView) -> list[tuple[str, str, tuple[str, ...]]]:
    """The cards as they lay when the round before was settled: key, whose, which."""
    found = []
    for place, cards in view.last_cards.items():
        whose = BOARD.get(place) or f"seat {place.rpartition(' ')[2]}"
        found.append((slug(place), whose, cards))
    first = (*BOARD.values(), f"seat {view.you.seat}")
    # The rest by their numbers: a shorter name is a lower seat.
    return sorted(found, key=lambda each: (first.index(each[1]) if each[1] in first else 9, len(each[1]), each[1]))


@router.get("/t/{table}")
@allow("anyone")
async def table_page(request: Request, table: TableId) -> HTMLResponse:
    """The table as you see it now; the script keeps it so."""
    live, account = table_of(request, table), request.state.account
    async with live.lock:  # what is being written has not happened yet
        view = seen(live, account.id if account else 0)
        orders = live.supervision() if account is not None and account.role == "admin" else (None, ())
        printed = layout_of(live).text.decode()
    parts = {key: Markup(html) for key, html in regions(view, account, *orders).items()}
    return _page(request, "table.html", view=view, regions=parts, printed=printed)


# --- the other pages


def _page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    return HTMLResponse(rendered(template, me=request.state.account, here=request.url.path, **context), status)


def _sorry(request: Request, status: int, wrong: str) -> HTMLResponse:
    return _page(request, "sorry.html", status, wrong=wrong)


@router.get("/")
@allow("anyone")
async def lobby(request: Request) -> HTMLResponse:
    rows = [(row, _title(row.game)) for row in await listed(request)]
    admin_wanted = bool(request.app.state.token.token)
    return _page(request, "lobby.html", tables=rows, practice=PRACTICE, admin_wanted=admin_wanted)


def _title(game: str) -> str:
    return load(game).title if game in REGISTERED else game


@router.get("/history")
@allow("anyone")
@replays(ROUNDS)
def my_history(
    request: Request,
    table: Annotated[int, Query(ge=0, le=2**31)] = 0,
    before: Annotated[int, Query(ge=1, le=2**53)] = 2**53,
) -> HTMLResponse:
    """My rounds at all tables, the newest first; with `table` and `before`, older ones of one table."""
    account = request.state.account
    if account is None:
        return _sorry(request, 401, "Pick a name first. Your rounds are kept under it.")
    casino = casino_of(request)
    found = []
    for each in casino.store.tables():
        if table in (0, each.id):
            rounds = history.rounds(casino.store, each.id, account.id, before if table else 2**53)
            rows = [{**row, "net": _net(request, each.id, row["round"], account.name)} for row in rounds[:ROUNDS]]
            if rows:
                found.append({"id": each.id, "name": each.name, "rows": rows, "more": len(rounds) > ROUNDS})
    return _page(request, "history.html", tables=found, older=bool(table))


def _net(request: Request, table: int, number: int, player: str) -> int | None:
    casino = casino_of(request)
    told = history.account(casino.store, table, number)
    return None if told is None else sum(story.net for story in told.seats if story.player == player)


@router.get("/t/{table}/rounds/{number}")
@allow("anyone")
@replays(1)
def round_page(request: Request, table: TableId, number: Annotated[int, Path(ge=1, le=2**53)]) -> HTMLResponse:
    """One round that is over: why each wager went as it did, and every act with its paragraph."""
    store, row = casino_of(request).store, row_of(request, table)
    told = history.told(store, row.id, number, request.state.account)
    if told is None:
        return _sorry(request, 404, f"Table {table} has no finished round {number} that can be shown.")
    account = request.state.account
    name = account.name if account else ""
    stories = sorted(told["seats"], key=lambda story: story["player"] != name)
    newest = store.newest_round(table) - 1
    context = {"game": told["game"], "title": _title(told["game"])}
    return _page(request, "round.html", round=told, stories=stories, table=row, own=name, newest=newest, **context)


class Section(NamedTuple):
    """A section of the law, with what its paragraphs say."""

    id: str
    game: str
    title: str
    paragraphs: tuple[tuple[str, str, str], ...]  # paragraph, text and gist


@cache
def _sections() -> tuple[Section, ...]:
    found: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for name in REGISTERED:
        for (edition, id_), law in register(load(name).package).items():
            found.setdefault((id_.partition("(")[0], name), []).append((id_, edition, law.gist))
    return tuple(
        Section(section, name, load(name).title, tuple(paragraphs)) for (section, name), paragraphs in found.items()
    )


@router.get("/law")
@allow("anyone")
def law_index(
    request: Request, q: Annotated[str, Query(max_length=80)] = "", game: Annotated[str, Query(max_length=40)] = ""
) -> HTMLResponse:
    """Every paragraph held, section by section; with a search by its number and by words."""
    words = q.lower().removeprefix("19:47-").split()

    def fits(paragraph: tuple[str, str, str]) -> bool:
        text = f"{paragraph[0]} {paragraph[2]}".lower()
        return all(word in text for word in words)

    chosen = [section for section in _sections() if game in ("", section.game)]
    found = [section._replace(paragraphs=tuple(filter(fits, section.paragraphs))) for section in chosen]
    found = [section for section in found if section.paragraphs]
    games = [(name, load(name).title) for name in REGISTERED]
    count = sum(len(section.paragraphs) for section in found)
    return _page(request, "law_index.html", sections=found, q=q, game=game, games=games, count=count)


@router.get("/law/{paragraph}")
@allow("anyone")
def law_page(request: Request, paragraph: Annotated[str, Path(max_length=40)]) -> HTMLResponse:
    """A paragraph in our own words, in every held text that has it."""
    wanted = paragraph.strip().removeprefix("19:47-")
    found = []
    near: list[str] = []
    for name in REGISTERED:
        game = load(name)
        held = register(game.package)
        near += _near(wanted, (id_ for _, id_ in held))
        for row in coverage(game.package) if any(id_ == wanted for _, id_ in held) else ():
            if row.paragraph == wanted:
                found.append({"title": game.title, "row": row, "law": held[row.edition, row.paragraph]})
    near = list(dict.fromkeys(near))
    if not found:
        context = {"wrong": f"No held text has a paragraph {wanted}.", "near": near}
        return _page(request, "sorry.html", 404, **context)
    return _page(request, "law.html", paragraph=wanted, found=found, near=near)


def _near(wanted: str, ids: Iterable[str]) -> Iterator[str]:
    """The paragraphs of the same section."""
    section = wanted.partition("(")[0]
    return (id_ for id_ in ids if id_.partition("(")[0] == section and id_ != wanted)


def no_such_page(request: Request) -> HTMLResponse:
    """For an address that leads nowhere."""
    request.state.account = getattr(request.state, "account", None)
    return _sorry(request, 404, "There is no such page.")


@router.get("/readings")
@allow("anyone")
def readings_page(request: Request) -> HTMLResponse:
    games = [load(name) for name in REGISTERED]
    found = [(game.name, game.title, list(readings_of(game.package).values())) for game in games]
    return _page(request, "readings.html", games=found)
