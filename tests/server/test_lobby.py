"""The lobby over HTTP: the row of each table, the edge of its main wager, and the player's own chips."""

from __future__ import annotations

import asyncio
import gzip
import re
import signal
import subprocess
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from kit.patience import PATIENCE
from pitboss.analysis.study import setting as study
from pitboss.engine.view import HIDDEN
from pitboss.games import REGISTERED, load
from pitboss.server.live.chip_count import PRACTICE
from pitboss.server.live.table_settings import TableSetting, setting_of
from pitboss.server.static_files import ADDRESS
from pitboss.server.workers import edge_cache as edges_module
from pitboss.server.workers.child_processes import end_process
from pitboss.server.workers.edge_cache import Edge, Edges, _key, count_edge
from pitboss.table.money import Money, dollars
from server.test_pages import CRAPS, LET_IT_RIDE, Guest, check, check_keys, visit

QUICK = [name for name in REGISTERED if load(name).quick]
MOST_BYTES = 100_000  # of a first load, compressed


@pytest.mark.parametrize("game", QUICK)
def test_the_edge_is_that_of_the_wager_counted_first(game: str) -> None:
    about = study(game)
    row = next(iter(about.model.wagers(about.rules, about.house, about.bet)))
    edge = count_edge(setting_of(load(game).house.usual()))
    assert (edge.wager, Fraction(edge.exact)) == (row.wager, row.house_edge)
    assert edge.percent.endswith("%")
    assert abs(Fraction(edge.percent[:-1]) / 100 - row.house_edge) <= Fraction(1, 10**6)


def test_the_edge_is_by_the_rules_of_the_table_itself() -> None:
    house = load("three-card-poker").house.usual()
    usual = count_edge(setting_of(house))
    read = msgspec.structs.replace(setting_of(house), readings={"equal-hands": "loses"})
    assert Fraction(count_edge(read).exact) > Fraction(usual.exact)


def test_an_edge_is_computed_once_and_nobody_waits_for_it() -> None:
    house = load("craps").house.usual()
    named = setting_of(msgspec.structs.replace(house, name="Another name"))

    async def ask(edges: Edges, setting: TableSetting) -> str:
        async with asyncio.timeout(PATIENCE):
            while (found := edges.edge_of(setting)) is None:
                await asyncio.sleep(0.01)
        return found.exact

    async def run() -> None:
        edges = Edges()
        assert edges.edge_of(setting_of(house)) is None
        assert await ask(edges, setting_of(house)) == "7/495"
        known = edges.edge_of(named)  # it has another name and the same rules
        assert known is not None
        assert known.exact == "7/495"
        unread = msgspec.structs.replace(named, readings={"no-such-reading": "x"})
        assert await ask(edges, unread) == ""  # nobody can count it, and it is not asked for again
        assert edges.edge_of(setting_of(load("let-it-ride").house.usual())) is None
        await edges.close()  # in the middle of it

    asyncio.run(run())


def test_an_edge_does_not_depend_on_the_inventory_and_the_oldest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edges_module, "MOST_KEPT", 2)
    house = load("craps").house.usual()

    async def run() -> None:
        edges = Edges()
        for cents in (1_000_000, 2_000_000):
            richer = setting_of(msgspec.structs.replace(house, inventory=Money(cents)))
            assert _key(richer) == _key(setting_of(house))
        tables = [setting_of(msgspec.structs.replace(house, minimum=Money(cents))) for cents in (500, 600, 700)]
        first, second, third = map(_key, tables)
        edges._keep(first, Edge("first"))
        edges._keep(second, Edge("second"))
        assert edges.edge_of(tables[0]) == Edge("first")  # asked for last
        edges._keep(third, Edge("third"))
        assert [*edges._cached] == [first, third]

    asyncio.run(run())


def test_only_asyncio_collects_the_status_of_a_child_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Polling a child that has just ended takes its status, and asyncio then warns of an unknown child process."""

    def poll(self: subprocess.Popen[bytes]) -> int | None:
        raise AssertionError("the child was polled")

    monkeypatch.setattr(subprocess.Popen, "poll", poll)

    async def run() -> None:
        child = await asyncio.create_subprocess_exec("true", stdout=asyncio.subprocess.PIPE)
        assert child.stdout is not None
        await child.stdout.read()
        assert await end_process(child) in (0, -signal.SIGKILL)
        waits = await asyncio.create_subprocess_exec("sleep", "600")
        assert await end_process(waits) == -signal.SIGKILL

    asyncio.run(run())


def test_a_row_of_the_lobby_describes_the_table(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        rows = (await guest.client.get("/api/tables")).json()
        ride = next(row for row in rows if row["game"] == "let-it-ride")
        assert ride["free"] == list(range(1, ride["places"] + 1))
        assert (ride["decision"], ride["text"]) == (30, "19:47-18 · 2007")
        assert ride["bring"] == 100 * ride["minimum"]  # what somebody without a name would be given
        assert ride.get("counting") or ride["edge"]["exact"]
        await guest.name("Nora")
        await guest.let_it_ride()
        rows = (await guest.client.get("/api/tables")).json()
        ride = next(row for row in rows if row["game"] == "let-it-ride")
        assert (ride["seat"], ride["chips"]) == (3, 20_000)  # also what lies on the layout
        assert 3 not in ride["free"]
        assert "Nora" in ride["players"]
        assert all("chips" not in row for row in rows if row["game"] != "let-it-ride")

    visit(tmp_path / "p.db", play, edges=Edges)


def test_a_picture_in_the_lobby_rests_on_what_somebody_who_watches_sees(tmp_path: Path) -> None:
    """The page asks without its cookie, also for the table at which one sits."""

    async def play(guest: Guest) -> None:
        await guest.name("Nora")
        await guest.let_it_ride()
        mine = (await guest.client.get(f"/api/tables/{LET_IT_RIDE}")).json()
        assert HIDDEN not in mine["hands"]["3"]
        guest.client.cookies.clear()
        watched = (await guest.client.get(f"/api/tables/{LET_IT_RIDE}")).json()
        assert set(watched["hands"]["3"]) == {HIDDEN}
        assert watched["you"]["seat"] == 0

    visit(tmp_path / "p.db", play)
    script = (Path(__file__).parents[2] / "src/pitboss/server/static/lobby.js").read_text()
    assert 'fetch(path, { credentials: "omit" })' in script


def test_the_account_has_three_lines_and_says_why_it_is_not_topped_up(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        assert "Start with $1,000" in await guest.get("/")
        await guest.name("Nora")
        page = await guest.get("/")
        assert "You have $1,000 already." in page
        await guest.let_it_ride()
        page = await guest.get("/")
        check(page)
        check_keys(page)
        lines = re.findall(r"<dt[^>]*>([^<]*)</dt><dd[^>]*>([^<]*)</dd>", page)
        assert lines == [
            ("In your account", "$800"),
            ("On Let It Ride 1", "$200"),
            ("Practice money in all", "$1,000"),
        ]
        assert "You have $1,000 already: $200 of it is on a table." in page
        assert "Sign out in every browser? Without your code this name and its chips are lost." in page
        assert "Start-up token (in the server’s console)" in page
        assert (await guest.client.post("/api/me/practice-money")).json()["given"] == 0
        await guest.let_ride()
        held = guest.app.state.casino.tables[LET_IT_RIDE].buy_ins.holds(guest.account("Nora").id)
        short = PRACTICE - 80_000 - held
        assert short > 0, "a round that is lost is wanted here"
        page = await guest.get("/")
        assert f"Adds {dollars(short)} to your account." in page
        assert (await guest.client.post("/api/me/practice-money")).json()["given"] == short
        assert "You have $1,000 already" in await guest.get("/")

    visit(tmp_path / "p.db", play, seed=2)


def test_only_staff_have_the_house_link_in_the_header(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        await guest.name("Nora")
        assert 'href="/house"' not in await guest.get("/law")
        await guest.client.post("/api/admin", json={"token": guest.app.state.token.token})
        assert 'href="/house"' in await guest.get("/law")

    visit(tmp_path / "p.db", play)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/t/abc", "Table in the address is not a whole number; give one."),
        ("/t/1/rounds/0", "Number in the address is too small; give 1 or more."),
        ("/history?table=x", "Table in the address is not a whole number; give one."),
    ],
)
def test_a_page_that_cannot_be_read_is_refused_with_a_page(tmp_path: Path, path: str, told: str) -> None:
    async def play(guest: Guest) -> None:
        page = await guest.get(path, 422)
        check(page)
        assert told in page

    visit(tmp_path / "p.db", play)


def test_a_bad_request_to_a_page_is_answered_with_a_page(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        answer = await guest.client.post("/law")
        assert answer.status_code == 405
        assert answer.headers["allow"] == "GET"
        assert "There is no such page." in answer.text
        assert (await guest.client.post("/api/games")).json() == {"detail": "Method Not Allowed"}

    visit(tmp_path / "p.db", play)


def test_static_files_are_kept_and_asked_for_by_their_mark(tmp_path: Path) -> None:
    async def play(guest: Guest) -> None:
        first = await guest.client.get("/static/pitboss.css")
        assert (first.headers["cache-control"], first.headers["content-encoding"]) == ("no-cache", "gzip")
        again = await guest.client.get("/static/pitboss.css", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert (await guest.client.get("/")).headers["cache-control"] == "no-store"
        plain = await guest.client.get("/static/pitboss.css", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == first.content

    visit(tmp_path / "p.db", play)


@pytest.mark.parametrize(
    ("path", "drawing"),
    [("/", "all_drawings"), (f"/t/{LET_IT_RIDE}", "card_drawing"), (f"/t/{CRAPS}", "craps_drawing")],
)
def test_the_first_load_of_a_page_is_small(tmp_path: Path, path: str, drawing: str) -> None:
    """The page and every file that it asks for, and that those ask for, compressed. A table's page asks for the drawing
    of its kind by a name that it puts together."""

    async def play(guest: Guest) -> dict[str, int]:
        sizes: dict[str, int] = {}
        wanted = [path, f"{ADDRESS}/felt/{drawing}.js"]
        while wanted:
            url = wanted.pop()
            answer = await guest.client.get(url)
            assert answer.status_code == 200, url
            text = answer.text
            if answer.headers.get("content-encoding") == "gzip":
                sizes[url] = len(gzip.compress(answer.content, 6))
            else:
                sizes[url] = len(answer.content)
            found = re.findall(r'(?:src|href)="(/static/[^"]+)"', text) if url == path else []
            found += [str(Path(url).parent / each) for each in re.findall(r'(?:from|import\() ?"\./([^"]+)"', text)]
            wanted += [each for each in found if each not in sizes and each not in wanted]
        return sizes

    sizes = visit(tmp_path / "p.db", play)
    assert any(url.endswith("/felt/felt.js") for url in sizes)
    print(path, sum(sizes.values()), sizes)
    assert sum(sizes.values()) < MOST_BYTES, sizes
