"""The pages: the same regions in the first page and in a frame, nothing inline, and nothing that betrays a card."""

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

from kit.serving import TABLES, Person
from pitboss.engine.chance import seeded
from pitboss.engine.inputs import Sit
from pitboss.engine.view import HIDDEN, Act
from pitboss.engine.waits import FillWanted, OrderWanted
from pitboss.games import REGISTERED
from pitboss.server import pages
from pitboss.server.app import HEADERS, build
from pitboss.server.pages import REGIONS, regions
from pitboss.server.roles import role_of
from pitboss.server.seen import TableView, seen
from pitboss.store.store import Account
from pitboss.table.cards import FULL_DECK, pretty

T = TypeVar("T")
LET_IT_RIDE, CRAPS = 1, 2
NASTY = "<b onclick=alert(1)>x</b> \"'&"
NAMING = ("id", "class", "for", "data-key", "data-testid", "data-region", "name")  # attributes that name places
GAME_NAME = re.compile("|".join(map(re.escape, REGISTERED)))  # may have the name of a color in it
CARD = re.compile(r"(?<![a-z0-9])(10|[2-9tjqka])[cdhs](?![a-z0-9])|[♣♦♥♠]|clubs|diamonds|hearts|spades|\bred\b", re.I)


class Player(Person):
    """Plays by what a view offers."""

    def __init__(self, name: str) -> None:
        self.name, self.chance = name, Random(name)


class Guest:
    """Somebody at a server in this process."""

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
        found = casino.store.account(name) if name else None
        return seen(casino.tables[table], found[0].id if found else 0)

    def account(self, name: str) -> Account:
        found = self.app.state.casino.store.account(name)
        assert found is not None
        account: Account = found[0]
        return account

    async def plays(self, table: int, name: str = "Guest") -> None:
        """Until he is asked something, or a round is over; by what is offered and nothing else."""
        player = Player(name)
        while not (view := self.view(table, name)).asked and view.round == 1:
            player.view = json.loads(msgspec.json.encode(view, enc_hook=int))
            act = player.something_to_do()
            assert act is not None
            assert (await self.act(table, act))["kind"] == "ack", act

    async def let_it_ride(self) -> None:
        """Up to the first decision."""
        await self.act(LET_IT_RIDE, {"input": "sit", "seat": 3, "chips": 20_000})
        await self.act(LET_IT_RIDE, {"input": "wager", "stakes": {"bet 1": 500, "bet 2": 500, "bet 3": 500}})
        await self.act(LET_IT_RIDE, {"table": "ready", "round": 1})

    async def let_ride(self) -> None:
        """To the end of the round."""
        for _ in range(2):
            await self.act(LET_IT_RIDE, {"input": "answer", "choice": "let it ride"})

    async def craps(self) -> None:
        """One roll, and wagers for the next."""
        await self.act(CRAPS, {"input": "sit", "seat": 3, "chips": 20_000})
        await self.act(CRAPS, {"input": "wager", "stakes": {"pass": 500, "place 6": 600}})
        await self.act(CRAPS, {"table": "ready", "round": 1})


def visit(path: Path, play: Callable[[Guest], Awaitable[T]], seed: int = 7) -> T:
    async def run() -> T:
        app = build(path, source=lambda: seeded(seed))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                return await play(Guest(app, client))

    return asyncio.run(run())


class Tags(HTMLParser):
    """The elements of a page, without what is written in them."""

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

    def tested(self) -> set[str]:
        return {attrs["data-testid"] for _, attrs in self.found if "data-testid" in attrs}


def check(html: str) -> Tags:
    """What holds of every page and of every region."""
    tags = Tags(html)
    for tag, attrs in tags.found:
        assert tag not in ("style", "iframe", "object", "img"), tag
        assert "style" not in attrs, (tag, attrs)
        assert not [name for name in attrs if name.startswith("on")], (tag, attrs)
        if tag == "script":
            assert attrs["src"].startswith("/static/"), attrs
            assert attrs["type"] == "module", attrs
        for name in ("href", "src", "action"):
            assert re.match(r"/(?!/)|#", attrs.get(name, "/")), (tag, attrs)
        for name in NAMING:
            assert not CARD.search(GAME_NAME.sub("", attrs.get(name, ""))), (tag, attrs)
    return tags


def check_keys(html: str) -> None:
    """Keys are what a patch goes by: none twice beside each other, and ids once in all."""
    ids = re.findall(r'\sid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    keys = [attrs["data-key"] for _, attrs in Tags(html).found if "data-key" in attrs]
    by_hand = [key for key in keys if not key.startswith("by-")]  # the cards on the page of a round are no region's
    assert len(by_hand) == len(set(by_hand)), [key for key in by_hand if by_hand.count(key) > 1]


def test_every_page_of_a_played_table(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        lobby = check(await guest.get("/"))
        assert {"name-input", "name-button", "code", "table-link-1", "table-link-2"} <= lobby.tested()
        await guest.get("/history", 401)
        watched = check(await guest.get("/t/1"))
        assert not [attrs for tag, attrs in watched.found if tag == "form"]  # without a name one watches
        await guest.name("Guest")
        assert "$1,000" in check(await guest.get("/")).text
        page = check(await guest.get("/t/1"))
        assert {"said", "clock", "acts", *(f"sit-{seat}" for seat in range(1, 8)), "chips-input"} <= page.tested()
        await guest.let_it_ride()
        page = check(await guest.get("/t/1"))
        assert {"you-chips", "move-let-it-ride", "move-withdraw"} <= page.tested()
        assert "“No more bets”" in page.text
        await guest.let_ride()
        page = check(await guest.get("/t/1"))
        assert {"ready-button", "offer-three-equal-bets", "why"} <= page.tested()
        why = check(await guest.get("/t/1/rounds/1"))
        assert "Seat 3: Guest" in why.text
        assert "18.10(g)" in why.text
        await guest.craps()
        page = check(await guest.get("/t/2"))
        assert {"spot-pass", "spot-place-6", "spot-field", "offer-hard-8", "ready-button"} <= page.tested()
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
def test_the_first_page_holds_the_regions_of_a_frame(tmp_path: Path, table: int) -> None:
    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        await guest.plays(table)
        html = await guest.get(f"/t/{table}")
        check_keys(html)
        found = regions(guest.view(table, "Guest"), guest.account("Guest"))
        assert tuple(found) == REGIONS
        for key, part in found.items():
            check(part)
            assert f'data-region="{key}"' in html
            if key != "clock":  # it may have gone on
                assert part in html, key

    visit(tmp_path / "p.db", play)


@pytest.mark.parametrize("table", TABLES, ids=TABLES.get)
def test_every_act_has_its_paragraph_beside_it(tmp_path: Path, table: int) -> None:
    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        await guest.plays(table)
        view = guest.view(table)
        acts = regions(view)["acts"]
        assert acts.count('class="cite"') == len(view.acts) > 0
        paragraphs = {act.cite for act in view.acts if re.match(r"\d", act.cite)}
        for paragraph in paragraphs:
            assert f'href="/law/{paragraph}"' in acts
            await guest.get(f"/law/{paragraph}")
        readings = await guest.get("/readings")
        for anchor in re.findall(r'href="/readings#([^"]+)"', acts):
            assert f'id="{anchor}"' in readings

    visit(tmp_path / "p.db", play)


def test_nothing_but_the_text_tells_an_open_card(tmp_path: Path) -> None:
    """With other cards in the same places, of the same colours, all that is not text is the same to the byte."""

    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        await guest.let_it_ride()
        view = guest.view(LET_IT_RIDE, "Guest")
        held = view.hands[3]
        assert HIDDEN not in held
        others = tuple(next(card for card in FULL_DECK if card[1] == old[1] and card not in held) for old in held)
        changed = msgspec.structs.replace(view, hands={**view.hands, 3: others})
        before, after = regions(view), regions(changed)
        assert before != after
        for key in REGIONS:
            assert Tags(before[key]).found == Tags(after[key]).found

    visit(tmp_path / "p.db", play)


def test_a_card_face_down_is_the_same_in_every_byte(tmp_path: Path) -> None:
    """Two tables with other cards, seen by somebody who watches: not a byte differs, and no card is named."""

    async def play(guest: Guest) -> tuple[dict[str, str], tuple[str, ...]]:
        await guest.name("Guest")
        await guest.let_it_ride()
        watching = guest.view(LET_IT_RIDE)
        assert {card for cards in (*watching.hands.values(), watching.community) for card in cards} == {HIDDEN}
        return regions(watching), guest.view(LET_IT_RIDE, "Guest").hands[3]

    one, some_cards = visit(tmp_path / "1.db", play, seed=1)
    other, other_cards = visit(tmp_path / "2.db", play, seed=2)
    assert some_cards != other_cards
    for key in REGIONS:
        if key not in ("acts", "clock"):  # the acts tell where the cards were cut
            assert one[key] == other[key]
        assert not [card for card in FULL_DECK if pretty(card) in Tags(one[key]).text]
    faces = re.findall(r'<span class="card[ "][^>]*>.*?</span></span>', one["board"] + one["seats"])
    assert len(faces) == 3 + 3 * 3
    assert len({re.sub(r'data-key="[^"]*"', "", face) for face in faces}) == 1


def test_what_people_write_is_text(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        casino = guest.app.state.casino
        made = await casino.make_table(NASTY, casino.tables[LET_IT_RIDE].setting)
        await guest.name("O'Neil")
        answer = await guest.client.post("/api/session", json={"name": "<b>x"})
        assert answer.status_code == 400
        for path in ("/", f"/t/{made}"):
            page = check(await guest.get(path))
            assert NASTY in page.text
        await guest.act(made, {"input": "sit", "seat": 1, "chips": 20_000})
        assert "O'Neil" in check(regions(guest.view(made))["seats"]).text
        view = msgspec.structs.replace(guest.view(made), said=(NASTY,), notice=NASTY, waiting=NASTY)
        for html in regions(view).values():
            assert not [tag for tag, _ in check(html).found if tag == "b"]

    visit(tmp_path / "p.db", play)


def test_a_supervisor_gets_the_order_form_and_nobody_else_does(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        view, account = guest.view(LET_IT_RIDE), guest.account("Guest")
        admin = msgspec.structs.replace(account, role="admin")
        wanted = OrderWanted("reading:bonus-count", "who?", ("bonus wagers at", "return"), (2, 5), "bonus wagers at")
        form = check(regions(view, admin, wanted)["order"])
        assert {"order", "order-bonus-wagers-at", "order-return"} <= form.tested()
        unasked = check(regions(view, admin, None, ("count the stub",))["order"])
        assert {"orders", "orders-count-the-stub"} <= unasked.tested()
        assert [attrs["value"] for _, attrs in form.found if attrs.get("name") == "position"] == ["2", "5"]
        fill = check(regions(view, admin, FillWanted("house:fill", "bring a fill", (), cents=1_250))["order"])
        assert "order-fill" in fill.tested()
        assert "order-fill" not in form.tested()
        assert {"cage-fill", "cage-credit"} <= check(regions(view, admin)["house"]).tested()
        assert "state-paused" in check(regions(view, admin)["house"]).tested()
        assert regions(view, account)["order"].strip() == regions(view, account)["house"].strip() == ""
        await guest.client.post("/api/admin", json={"token": guest.app.state.token.token})
        assert "state-closed" in check(await guest.get("/t/1")).tested()

    visit(tmp_path / "p.db", play)


def test_what_a_button_sends_is_taken(tmp_path: Path) -> None:
    """The acts that the page holds are acts that the table takes."""

    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        await guest.let_it_ride()
        for wanted in ("move-let-it-ride", "move-withdraw", "sit-out", "sit-in"):
            page = Tags(await guest.get("/t/1"))
            (act,) = [json.loads(attrs["data-act"]) for _, attrs in page.found if attrs.get("data-testid") == wanted]
            assert (await guest.act(LET_IT_RIDE, act))["kind"] == "ack", wanted

    visit(tmp_path / "p.db", play)


def test_all_offers_of_craps_are_on_the_layout_and_in_a_group(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        await guest.craps()
        view = guest.view(CRAPS, "Guest")
        found = regions(view, guest.account("Guest"))
        layout, you = Tags(found["board"]).tested(), Tags(found["you"]).tested()
        slugs = {pages.slug(offer.name) for offer in view.you.offers}
        assert len(slugs) == len(view.you.offers) > 20
        assert {f"spot-{name}" for name in slugs} <= layout
        assert {f"offer-{name}" for name in slugs} <= you
        for position, spots in view.wagers.items():
            for spot in spots:
                assert f'data-key="chip-{pages.slug(spot)}-{position}"' in found["board"]

    visit(tmp_path / "p.db", play)


def test_a_closed_table_still_plays_what_is_wagered(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        await guest.craps()
        table = guest.app.state.casino.tables[CRAPS]
        for state, ready, offers in (("open", True, True), ("paused", False, False), ("closed", True, False)):
            await table.set_state(state)
            you = guest.view(CRAPS, "Guest").you
            assert (you.may_be_ready, bool(you.offers)) == (ready, offers), state
        told = await guest.act(CRAPS, {"table": "ready", "round": 2})
        assert told["kind"] == "ack", told
        assert guest.view(CRAPS).round == 3

    visit(tmp_path / "p.db", play)


def test_what_sends_a_wager_or_takes_a_seat_is_good_for_one_click(tmp_path: Path) -> None:
    """What the script makes of it is tried in a browser."""

    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        seats = Tags(regions(guest.view(CRAPS), guest.account("Guest"))["seats"]).found
        await guest.craps()
        you = Tags(regions(guest.view(CRAPS, "Guest"), guest.account("Guest"))["you"]).found
        for found, key in ((seats, r"sit-\d+-button"), (you, "put-.*")):
            buttons = [
                attrs for tag, attrs in found if tag == "button" and re.fullmatch(key, attrs.get("data-key", ""))
            ]
            assert buttons
            assert all("once" in attrs["class"].split() for attrs in buttons)

    visit(tmp_path / "p.db", play)


def test_what_became_of_ones_own_wagers_is_told(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.name("Guest")
        await guest.craps()
        view = guest.view(CRAPS, "Guest")
        nothing = "None of your wagers was decided"
        mine = [each.act.told for each in view.last_settled if each.seat == 3]
        assert len(mine) == 2  # the pass line, and place six
        assert all(told in Tags(regions(view)["last"]).text for told in mine)
        assert nothing not in regions(view)["last"]
        others = tuple(msgspec.structs.replace(each, seat=5) for each in view.last_settled)
        assert nothing in regions(msgspec.structs.replace(view, last_settled=others))["last"]
        everybody = msgspec.structs.replace(others[0], seat=0)
        assert everybody.act.told in regions(msgspec.structs.replace(view, last_settled=(everybody,)))["last"]

    visit(tmp_path / "p.db", play)


def test_every_page_says_who_may_see_it() -> None:
    assert all(role_of(route.endpoint) == "anyone" for route in pages.router.routes)  # type: ignore[attr-defined]


def test_what_is_printed_changes_with_the_setting(tmp_path: Path) -> None:
    async def play(guest: Guest) -> tuple[str, str]:
        table = guest.app.state.casino.tables[1]
        before = (await guest.client.get("/api/tables/1/layout")).json()
        assert [each["title"] for each in before["pays"]] == ["Let It Ride"]
        mark = guest.view(1).layout
        table.house = type(table.house)(bonus=True, three_card_bonus="B")
        after = (await guest.client.get("/api/tables/1/layout")).json()
        assert [each["title"] for each in after["pays"]] == ["Let It Ride", "Three card bonus", "$1 bonus wins"]
        return mark, guest.view(1).layout

    before, after = visit(tmp_path / "p.db", play)
    assert before != after


def test_the_law_is_found_by_number_and_by_word(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        whole = await guest.get("/law")
        assert "430 paragraphs." in whole
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


@pytest.mark.parametrize("path", ["/nowhere", "/t", "/t/1/nowhere", "/law/18.10(c)/more"])
def test_an_address_that_leads_nowhere_has_a_page(tmp_path: Path, path: str) -> None:
    async def play(guest: Guest) -> None:
        page = await guest.get(path, 404)
        assert "There is no such page." in page
        for where in ("/", "/history", "/law", "/readings"):
            assert f'<a href="{where}">' in page
        answer = await guest.client.get("/api/nowhere")
        assert (answer.status_code, answer.json()) == (404, {"detail": "Not Found"})

    visit(tmp_path / "p.db", play)


def test_scripts_and_styles_load_nothing_from_elsewhere() -> None:
    static = Path(pages.__file__).parent / "static"
    files = [file for file in static.rglob("*") if file.is_file()]
    for file in files:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|@import|url\((?!#)|eval\(|new Function", text), file.name
    assert {"table.js", "lobby.js", "morph.js", "calls.js", "pitboss.css", "felt.js"} <= {file.name for file in files}


@pytest.mark.parametrize("told", ["The dealer announces: “Six”.", "The stickperson calls: “Six”."])
def test_how_the_dice_fell_is_heard_in_the_next_round(tmp_path: Path, told: str) -> None:
    async def play(guest: Guest) -> None:
        view = msgspec.structs.replace(guest.view(CRAPS), round=2, last=(Act("1.1", told),), last_dice=(3, 3))
        found = regions(view)
        assert "“Six”" in Tags(found["said"]).text
        assert "⚂" in Tags(found["board"]).text
        assert "“Six”" not in Tags(regions(msgspec.structs.replace(view, last_dice=()))["said"]).text

    visit(tmp_path / "p.db", play)


@pytest.mark.parametrize(
    ("citation", "text", "href"),
    [
        ("18.10(b)1", "18.10(b)1", "/law/18.10(b)1"),
        ("reading:the-throw", "reading: the throw", "/readings#craps-the-throw"),
        ("house:limits", "house rule", ""),
        ("13:69E-1.13H", "13:69E-1.13H", ""),
    ],
)
def test_where_a_citation_leads(citation: str, text: str, href: str) -> None:
    assert pages.cited(citation, "craps") == [(text, href)]
    assert pages.cited(f"{citation}, 1.1", "craps")[1] == ("1.1", "/law/1.1")


def test_a_question_keeps_its_number_while_it_stands_and_the_next_has_another(tmp_path: Path) -> None:
    """Whoever sits down meanwhile: a button under somebody's finger stays where it is."""

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
