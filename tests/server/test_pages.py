"""The pages: nothing inline, user input is escaped, and every citation links to something."""

from __future__ import annotations

import asyncio
import json
import re
import uuid
from collections.abc import Awaitable, Callable
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from kit.inside import UncountedEdges
from kit.serving import TABLES, Person
from pitboss.engine.chance import seeded_source
from pitboss.engine.inputs import Sit
from pitboss.games import REGISTERED, load
from pitboss.server.access.permissions import role_of
from pitboss.server.app import HEADERS, build
from pitboss.server.pages import render
from pitboss.server.static_files import ADDRESS
from pitboss.server.views.table_view import TableView, view_for
from pitboss.server.workers.edge_cache import Edges
from pitboss.store.row_types import Account

T = TypeVar("T")
LET_IT_RIDE, CRAPS = 1, 2
NASTY = "<b onclick=alert(1)>x</b> \"'&"
NAMING = ("id", "class", "for", "data-key", "data-testid", "data-region", "name")  # attributes that name places
GAME_NAME = re.compile("|".join(map(re.escape, REGISTERED)))  # may have the name of a color in it
CARD = re.compile(r"(?<![a-z0-9])(10|[2-9tjqka])[cdhs](?![a-z0-9])|[♣♦♥♠]|clubs|diamonds|hearts|spades|\bred\b", re.I)


class Player(Person):
    """A player who does what the view offers."""

    def __init__(self, name: str) -> None:
        self.name, self.chance = name, Random(name)


class Guest:
    """A visitor of a server in this process."""

    def __init__(self, app: FastAPI, client: httpx.AsyncClient) -> None:
        self.app, self.client = app, client

    async def name(self, name: str) -> str:
        answer = await self.client.post("/api/session", json={"name": name})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])

    async def act(self, table: int, act: dict[str, Any]) -> dict[str, Any]:
        answer = await self.client.post(f"/api/tables/{table}/act", json={"id": uuid.uuid4().hex, "act": act})
        found: dict[str, Any] = answer.json()
        return found

    async def get(self, path: str, status: int = 200) -> str:
        answer = await self.client.get(path)
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]
        return answer.text

    def view(self, table: int, name: str = "") -> TableView:
        casino = self.app.state.casino
        found = casino.store.accounts.find(name) if name else None
        return view_for(casino.tables[table], found[0].id if found else 0)

    def account(self, name: str) -> Account:
        found = self.app.state.casino.store.accounts.find(name)
        assert found is not None
        account: Account = found[0]
        return account

    async def plays(self, table: int, name: str = "Guest") -> set[str]:
        """Play what is offered until a question or the end of the round, and return what acts cited."""
        player, cited = Player(name), set[str]()
        while not (view := self.view(table, name)).asked and view.round == 1:
            player.view = json.loads(msgspec.json.encode(view, enc_hook=int))
            act = player.something_to_do()
            assert act is not None
            assert (await self.act(table, act))["kind"] == "ack", act
            cited |= {cite for done in self.view(table, name).acts for cite in done.cite.split(", ")}
        return cited

    async def let_it_ride(self) -> None:
        """Play up to the first decision."""
        await self.act(LET_IT_RIDE, {"input": "sit", "seat": 3, "chips": 20_000})
        await self.act(LET_IT_RIDE, {"input": "wager", "stakes": {"bet 1": 500, "bet 2": 500, "bet 3": 500}})
        await self.act(LET_IT_RIDE, {"table": "ready", "round": 1})

    async def let_ride(self) -> None:
        """Play to the end of the round."""
        for _ in range(2):
            await self.act(LET_IT_RIDE, {"input": "answer", "choice": "let it ride"})

    async def craps(self) -> None:
        """Play one roll, and bet on the next."""
        await self.act(CRAPS, {"input": "sit", "seat": 3, "chips": 20_000})
        await self.act(CRAPS, {"input": "wager", "stakes": {"pass": 500, "place 6": 600}})
        await self.act(CRAPS, {"table": "ready", "round": 1})


def visit(path: Path, play: Callable[[Guest], Awaitable[T]], seed: int = 7, edges: type[Edges] = UncountedEdges) -> T:
    async def run() -> T:
        app = build(path, source=lambda: seeded_source(seed))
        app.state.edges = edges()
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                return await play(Guest(app, client))

    return asyncio.run(run())


class Tags(HTMLParser):
    """A parser that keeps the elements of a page without their texts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data

    def test_ids(self) -> set[str]:
        return {attrs["data-testid"] for _, attrs in self.found if "data-testid" in attrs}


def check(html: str) -> Tags:
    """Check what must hold for every page and every region."""
    tags = Tags(html)
    for tag, attrs in tags.found:
        assert tag not in ("style", "iframe", "object", "img"), tag
        assert "style" not in attrs, (tag, attrs)
        assert not [name for name in attrs if name.startswith("on")], (tag, attrs)
        if tag == "script":
            assert attrs["src"].startswith("/static/"), attrs
            # The theme is set before anything is shown; a module would come after.
            assert attrs.get("type") == "module" or attrs["src"] == f"{ADDRESS}/theme.js", attrs
        for name in ("href", "src", "action"):
            assert re.match(r"/(?!/)|#", attrs.get(name, "/")), (tag, attrs)
        for name in NAMING:
            assert not CARD.search(GAME_NAME.sub("", attrs.get(name, ""))), (tag, attrs)
    return tags


def check_keys(html: str) -> None:
    """Check the keys by which pages are patched: no two siblings share one, and ids are unique."""
    ids = re.findall(r'\sid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    keys = [attrs["data-key"] for _, attrs in Tags(html).found if "data-key" in attrs]
    by_hand = [key for key in keys if not key.startswith("by-")]  # the cards on the page of a round are no region's
    assert len(by_hand) == len(set(by_hand)), [key for key in by_hand if by_hand.count(key) > 1]


def test_every_page_of_a_played_table_can_be_rendered(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        lobby = check(await guest.get("/"))
        assert {"name-input", "name-button", "code", "table-link-1", "table-link-2"} <= lobby.test_ids()
        await guest.get("/history", 401)
        watched = check(await guest.get("/t/1"))
        assert not [attrs for tag, attrs in watched.found if tag == "form"]  # without a name one watches
        await guest.name("Guest")
        assert "$1,000" in check(await guest.get("/")).text
        assert {"said", "acts", "picture", "lost"} <= check(await guest.get("/t/1")).test_ids()
        await guest.let_it_ride()
        await guest.let_ride()
        why = check(await guest.get("/t/1/rounds/1"))
        assert "Seat 3: Guest" in why.text
        assert "18.10(g)" in why.text
        await guest.craps()
        check(await guest.get("/t/2"))
        mine = check(await guest.get("/history"))
        assert ("a", {"href": "/t/1/rounds/1"}) in mine.found
        assert ("a", {"href": "/t/2/rounds/1"}) in mine.found
        check(await guest.get("/history?table=1&before=1"))
        check(await guest.get("/t/2/rounds/1"))
        assert "burns the community card" in check(await guest.get("/law/18.10(c)")).text
        check(await guest.get("/readings"))
        for path in ("/t/99", "/t/1/rounds/2", "/t/99/rounds/1", "/law/99.9(z)"):
            check(await guest.get(path, 404))

    visit(tmp_path / "p.db", play)


@pytest.mark.parametrize("table", TABLES, ids=TABLES.get)
def test_every_act_leads_to_its_paragraph(tmp_path: Path, table: int) -> None:
    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        cites = await guest.plays(table)
        assert cites
        readings = await guest.get("/readings")
        for cite in cites:
            kind, _, name = cite.partition(":")
            if re.match(r"\d|beyond:", cite):
                await guest.get(f"/law/{cite}")
            elif kind == "reading":
                assert f'id="{TABLES[table]}-{name}"' in readings
            else:
                assert kind == "house", cite

    visit(tmp_path / "p.db", play)


def test_text_typed_by_people_is_escaped(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        casino = guest.app.state.casino
        made = await casino.make_table(NASTY, casino.tables[LET_IT_RIDE].terms.setting)
        await guest.name("O'Neil")
        answer = await guest.client.post("/api/session", json={"name": "<b>x"})
        assert answer.status_code == 400
        for path in ("/", f"/t/{made}"):
            page = check(await guest.get(path))
            assert NASTY in page.text
            assert not [tag for tag, _ in page.found if tag == "b"]
        await guest.act(made, {"input": "sit", "seat": 1, "chips": 20_000})
        (pit,) = [attrs for _, attrs in check(await guest.get(f"/t/{made}")).found if attrs.get("id") == "pit"]
        view = json.loads(pit["data-view"])
        assert (view["name"], view["seats"][0]["player"]) == (NASTY, "O'Neil")

    visit(tmp_path / "p.db", play)


def test_a_closed_table_still_plays_what_is_wagered(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        await guest.craps()
        table = guest.app.state.casino.tables[CRAPS]
        for state, ready, offers in (("open", True, True), ("paused", False, False), ("closed", True, False)):
            await table.desk.set_state(state)
            you = guest.view(CRAPS, "Guest").you
            assert (you.may_be_ready, bool(you.offers)) == (ready, offers), state
        told = await guest.act(CRAPS, {"table": "ready", "round": 2})
        assert told["kind"] == "ack", told
        assert guest.view(CRAPS).round == 3

    visit(tmp_path / "p.db", play)


def test_every_page_says_who_may_see_it() -> None:
    assert all(role_of(route.endpoint) == "anyone" for route in render.router.routes)  # type: ignore[attr-defined]


def test_the_printed_layout_changes_with_the_setting(tmp_path: Path) -> None:
    async def play(guest: Guest) -> tuple[str, str]:
        table = guest.app.state.casino.tables[1]
        before = (await guest.client.get("/api/tables/1/layout")).json()
        assert [pay_table["title"] for pay_table in before["pays"]] == ["Let It Ride"]
        mark = guest.view(1).layout
        table.terms.house = type(table.house)(bonus=True, three_card_bonus="B")
        after = (await guest.client.get("/api/tables/1/layout")).json()
        assert [each["title"] for each in after["pays"]] == ["Let It Ride", "Three card bonus", "$1 bonus wins"]
        return mark, guest.view(1).layout

    before, after = visit(tmp_path / "p.db", play)
    assert before != after


def test_the_law_can_be_searched_by_number_and_word(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        whole = await guest.get("/law")
        assert "430 paragraphs that we hold, and " in whole
        one = await guest.get("/law?q=19:47-18.10(c)")
        assert '<a href="/law/18.10%28c%29">18.10(c)</a>' in one
        assert "20.10(c)" not in one
        burns = await guest.get("/law?q=burn&game=ultimate-texas-holdem")
        assert "32.10(b)" in burns
        assert "/law/18." not in burns
        nothing = await guest.get("/law?q=zzz")
        assert "0 paragraphs" in nothing
        assert "Try a shorter word" in nothing
        assert "&lt;script&gt;" in await guest.get("/law?q=<script>")

    visit(tmp_path / "p.db", play)


def test_facts_from_other_sources_are_not_shown_as_law(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        for name in (name for name in REGISTERED if load(name).is_beyond):
            for path in (f"/law?game={name}", f"/law?game={name}&q=chips", f"/readings?game={name}"):
                body = (await guest.get(path)).partition("<main")[2]
                assert "not law" in body, path
                assert "N.J.A.C." not in body, path
                assert ":." not in body, path
        lobby = await guest.get("/")
        panel = lobby.partition('id="law-title"')[2].partition("</section>")[0]
        assert "not law" in panel
        chips = dict(re.findall(r'<a href="/law\?game=([^"]+)"[^>]*>([^<]+)</a>', lobby))
        assert {name for name, chip in chips.items() if "not law" in chip} == {
            name for name in REGISTERED if load(name).is_beyond
        }
        matches = re.findall(r">(Part|Section) ([^<]+)</a> <span class=.dim.>([^<]+)", await guest.get("/law?q=chips"))
        assert {word for word, *_ in matches} == {"Part", "Section"}
        for word, section, title in matches:
            assert (word == "Part") == section.startswith("beyond:") == title.endswith(", not law")

    visit(tmp_path / "p.db", play)


@pytest.mark.parametrize("path", ["/nowhere", "/t", "/t/1/nowhere", "/law/18.10(c)/more"])
def test_an_address_that_leads_nowhere_has_a_page(tmp_path: Path, path: str) -> None:
    async def play(guest: Guest) -> None:
        page = await guest.get(path, 404)
        assert "There is no such page." in page
        for where in ("/", "/history", "/law", "/readings"):
            assert f'<a href="{where}">' in page
        answer = await guest.client.get("/api/nowhere")
        assert (answer.status_code, answer.json()) == (404, {"detail": "Not Found"})
        await guest.name("Ann")
        assert ">Ann</a>" in await guest.get(path, 404)  # who has a name is not asked for one

    visit(tmp_path / "p.db", play)


def test_scripts_and_styles_load_from_this_server_alone() -> None:
    static = Path(render.__file__).parent.parent / "static"
    files = [file for file in static.rglob("*") if file.is_file()]
    for file in files:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        if file.suffix == ".js":
            text = text.replace("@import {", "")  # of types, in a comment
        assert not re.search(r"https?://|@import|url\((?!#)|eval\(|new Function", text), file.name
    assert {"table.js", "lobby.js", "morph.js", "http.js", "pitboss.css", "felt.js"} <= {file.name for file in files}


@pytest.mark.parametrize(
    ("citation", "text", "href"),
    [
        ("18.10(b)1", "18.10(b)1", "/law/18.10(b)1"),
        ("reading:the-throw", "reading: the throw", "/readings#craps-the-throw"),
        ("house:limits", "house rule", ""),
        ("13:69E-1.13H", "13:69E-1.13H", ""),
    ],
)
def test_a_citation_links_to_its_paragraph(citation: str, text: str, href: str) -> None:
    assert render.link_citations(citation, "craps") == [(text, href)]
    assert render.link_citations(f"{citation}, 1.1", "craps")[1] == ("1.1", "/law/1.1")


def test_an_open_question_keeps_its_number_and_the_next_has_another(tmp_path: Path) -> None:
    """Another person may sit down meanwhile: a button under somebody's finger stays where it is."""

    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        await guest.let_it_ride()
        asked = guest.view(LET_IT_RIDE, "Guest").asked
        casino = guest.app.state.casino
        bob = await casino.make_account("Bob", "code")
        await casino.tables[LET_IT_RIDE].act(bob.id, 1, Sit(1, "Bob", 20_000), "bob-sits-down")
        assert guest.view(LET_IT_RIDE, "Guest").asked == asked
        await guest.act(LET_IT_RIDE, {"input": "answer", "choice": "let it ride"})
        then = guest.view(LET_IT_RIDE, "Guest").asked
        assert asked is not None
        assert then is not None
        assert then.number > asked.number

    visit(tmp_path / "p.db", play)
