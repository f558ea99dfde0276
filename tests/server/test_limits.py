"""Rate limits: how much a client may ask for, and that a request over a limit does nothing."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import uuid
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Literal
from weakref import ref

import httpx
import msgspec
import pytest
from fastapi import FastAPI, WebSocket

from kit.inside import HOST, Inside
from kit.leaky import Wire
from kit.patience import PATIENCE
from pitboss.engine.chance import seeded_source
from pitboss.games.baccarat.law.house import BaccaratHouse
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.server import app as application
from pitboss.server.access import rate_limits as limits_
from pitboss.server.access import sessions
from pitboss.server.access.permissions import GuardedSocketRoute, role_of
from pitboss.server.access.rate_limits import UNLIMITED, Buckets, Limiter, Limits, Rate, limit_key
from pitboss.server.access.sessions import COOKIE
from pitboss.server.live.table import LiveTable
from pitboss.server.live.table_settings import LONGEST, MOST_CENTS, Pace, from_text, resolve_setting, setting_of
from pitboss.server.views import table_view
from pitboss.server.views.act_diffs import Fields

LET_IT_RIDE, CRAPS = 1, 2
MOST = 100  # acts in a view
SECRET = "the ace of spades is next"


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


# --- buckets


def test_a_bucket_gives_what_it_holds_and_fills_again() -> None:
    time = Time()
    buckets = Buckets(Rate(3, 0.5), time)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 2]
    assert buckets.take("b") == 0  # everybody has one of his own
    time.now += 2
    assert [buckets.take("a"), buckets.take("a")] == [0, 2]
    time.now += 1_000
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 2]
    assert buckets.take("c", 100) == 0  # whatever costs more than a bucket holds costs all of it, and is waited for
    assert buckets.take("c") == pytest.approx(2 * (100 - 3 + 1))


def test_a_full_bucket_is_forgotten_and_there_are_never_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_, "MOST_BUCKETS", 50)
    time = Time()
    buckets = Buckets(Rate(2, 1), time)
    for number in range(500):
        assert buckets.take(f"{number}") == 0
    assert len(buckets) == 50
    time.now += 10
    buckets.take("new")
    assert len(buckets) == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((None, "10.0.0.1"), (None, "10.0.0.2"), False),
        ((None, "2001:db8::1"), (None, "2001:db8::ffff:2"), True),
        ((None, "2001:db8::1"), (None, "2001:db8:0:1::1"), False),
        ((None, "::ffff:10.0.0.1"), (None, "::ffff:10.0.0.2"), False),
        ((7, "10.0.0.1"), (7, "10.0.0.2"), True),
        ((7, "10.0.0.1"), (8, "10.0.0.1"), False),
        ((None, None), (None, "a pipe"), False),
    ],
)
def test_the_limit_key_says_which_clients_share_a_limit(
    one: tuple[Any, Any], other: tuple[Any, Any], same: bool
) -> None:
    assert (limit_key(*one) == limit_key(*other)) is same


# --- requests


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    with Inside(tmp_path / "pitboss.db") as server:
        yield server


def set_limits(inside: Inside, **limits: Any) -> Time:
    """Apply these limits from now on, with a clock that only the test moves."""
    time = Time()
    inside.app.state.limiter = Limiter(msgspec.structs.replace(UNLIMITED, **limits), time)
    return time


def statuses(inside: Inside, times: int, method: str, path: str, cookie: str = "", **more: Any) -> list[int]:
    return [inside.request(method, path, cookie, **more).status_code for _ in range(times)]


def test_changes_have_a_rate_for_each_account(inside: Inside) -> None:
    ann, bob = inside.name("Ann")[0], inside.name("Bob")[0]
    time = set_limits(inside, changes=Rate(3, 0.5))
    path = "/api/me/practice-money"
    assert statuses(inside, 4, "POST", path, ann) == [200, 200, 200, 429]
    refused = inside.request("POST", f"/api/tables/{LET_IT_RIDE}/act", ann, json={})
    assert refused.status_code == 429
    assert refused.json() == {"detail": "Too many requests. Try again in 2 seconds."}
    assert refused.headers["retry-after"] == "2"
    assert statuses(inside, 1, "GET", "/api/me", ann) == [200]
    assert statuses(inside, 1, "POST", path, bob) == [200]
    time.now += 2
    assert statuses(inside, 2, "POST", path, ann) == [200, 429]
    wrong = {"name": "Ann", "code": "x"}
    assert statuses(inside, 4, "POST", "/api/session/recover", json=wrong) == [403, 403, 403, 429]


def test_replays_are_rate_limited(inside: Inside) -> None:
    ann = inside.name("Ann")[0]
    set_limits(inside, replays=Rate(3, 1))
    api, page = f"/api/tables/{LET_IT_RIDE}/rounds/1", f"/t/{LET_IT_RIDE}/rounds/1"
    assert statuses(inside, 2, "GET", api) + statuses(inside, 2, "GET", page) == [404, 404, 404, 429]
    refused = inside.request("GET", page)
    assert refused.headers["content-type"].startswith("text/html")
    assert "Try again in 1 second" in refused.text
    assert statuses(inside, 2, "GET", "/history", ann) == [200, 429]
    assert statuses(inside, 5, "GET", "/api/tables", ann) == [200] * 5
    assert statuses(inside, 5, "GET", f"/api/tables/{LET_IT_RIDE}/rounds", ann) == [200] * 5


def test_new_accounts_from_one_address_are_rate_limited(inside: Inside) -> None:
    cookie, _ = inside.name("Ann")
    time = set_limits(inside, accounts=Limits().accounts)
    made = [inside.request("POST", "/api/session", json={"name": f"Name {number}"}) for number in range(10)]
    assert {answer.status_code for answer in made} == {201}
    assert statuses(inside, 1, "POST", "/api/session", json={"name": "One more"}) == [429]
    assert statuses(inside, 1, "POST", "/api/session", cookie, json={"name": "One more"}) == [429]
    time.now += 10
    assert statuses(inside, 2, "POST", "/api/session", json={"name": "One more"}) == [201, 429]


def test_limits_apply_by_default(tmp_path: Path) -> None:
    app = application.build(tmp_path / "pitboss.db")
    app.state.casino.keeper.release()
    app.state.casino.store.close()
    assert app.state.limiter.limits == Limits()


def test_hashing_a_code_blocks_nobody(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []
    for name in ("hash_code", "code_matches"):
        slow = getattr(sessions, name)

        def record_thread(*given: str, slow: Callable[..., Any] = slow) -> Any:
            threads.append(threading.current_thread())
            return slow(*given)

        monkeypatch.setattr(sessions, name, record_thread)
    code = inside.request("POST", "/api/session", json={"name": "Ann"}).json()["code"]
    assert statuses(inside, 1, "POST", "/api/session/recover", json={"name": "Ann", "code": code}) == [200]
    assert len(threads) == 2
    assert inside._thread not in threads


# --- sockets


def wires(inside: Inside, many: int, table: int = 1, cookie: str = "", query: str = "") -> list[Wire]:
    """Open this many sockets, and wait until each has its view or is closed."""

    async def open_wires() -> list[Wire]:
        found = [Wire(inside.app, f"/ws/tables/{table}", query, cookie) for _ in range(many)]
        for wire in found:
            while not wire.view and not wire.closed:
                await asyncio.sleep(0.001)
        return found

    return inside.wait(open_wires())


def close(inside: Inside, opened: list[Wire]) -> None:
    async def close_wires() -> None:
        for wire in opened:
            await wire.close()

    inside.wait(close_wires())


def test_a_person_and_a_table_have_a_limit_of_sockets(inside: Inside) -> None:
    ann, bob = inside.name("Ann")[0], inside.name("Bob")[0]
    set_limits(inside, sockets=3, sockets_at_table=7)
    first = wires(inside, 4, LET_IT_RIDE)
    assert [wire.closed for wire in first] == [False, False, False, True]
    assert [wire.closed for wire in wires(inside, 1, CRAPS)] == [True]
    own = [*wires(inside, 2, LET_IT_RIDE, ann), *wires(inside, 1, CRAPS, ann), *wires(inside, 1, CRAPS, ann)]
    assert [wire.closed for wire in own] == [False, False, False, True]
    full = wires(inside, 3, LET_IT_RIDE, bob)
    assert [wire.closed for wire in full] == [False, False, True]
    refused = inside.socket(f"/ws/tables/{LET_IT_RIDE}", bob)
    assert [(refusal["type"], refusal["code"]) for refusal in refused] == [("websocket.close", 1008)]
    close(inside, [wire for wire in (*first, *own, *full) if not wire.closed])
    assert not inside.app.state.limiter.sockets
    again = wires(inside, 3, LET_IT_RIDE)
    assert not any(wire.closed for wire in again)
    close(inside, again)


@pytest.mark.parametrize("query", ["", "changes=1"])
def test_the_part_of_a_view_that_all_share_is_made_once(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    made: list[int] = []
    plain = table_view._common

    def count_and_render(table: LiveTable, drawn: Fields) -> dict[str, Any]:
        made.append(table.onlookers.version)
        return plain(table, drawn)

    monkeypatch.setattr(table_view, "_common", count_and_render)
    cookie, _ = inside.name("Ann")
    table = inside.casino.tables[LET_IT_RIDE]
    watching = wires(inside, 5, LET_IT_RIDE, query=query)
    playing = wires(inside, 2, LET_IT_RIDE, cookie, query)

    async def sat() -> None:
        act = {"input": "sit", "seat": 3, "chips": 20_000}
        playing[0].say(json.dumps({"id": uuid.uuid4().hex, "act": act}))
        looking = table.onlookers
        while any(wire.view["number"] < looking.version or not wire.view["seats"] for wire in watching + playing):
            await asyncio.sleep(0.001)

    inside.wait(sat())
    assert all(wire.view == watching[0].view for wire in watching)
    assert [wire.view["you"]["seat"] for wire in (watching[0], playing[0])] == [0, 3]
    assert 0 < len(made) == len(set(made)) <= table.onlookers.version + 1
    close(inside, watching + playing)


def test_a_spectator_who_comes_later_gets_the_current_time(inside: Inside) -> None:
    table = inside.casino.tables[LET_IT_RIDE]
    time = Time()
    table.time.now = time
    table.clock.deadline = 1024.0
    (first,) = wires(inside, 1, LET_IT_RIDE)
    time.now += 20
    (second,) = wires(inside, 1, LET_IT_RIDE)
    assert [wire.view["clock"]["left"] for wire in (first, second)] == [24, 4]
    table.clock.deadline = None
    close(inside, [first, second])


@pytest.mark.parametrize(
    ("role", "who", "let"),
    [
        (None, "admin", False),
        ("player", "", False),
        ("admin", "player", False),
        ("player", "admin", True),
        ("admin", "admin", True),
    ],
)
def test_a_socket_is_for_whom_it_says(inside: Inside, role: str | None, who: str, let: bool) -> None:
    async def endpoint(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text('{"kind": "view"}')

    if role is not None:
        endpoint.role = role  # type: ignore[attr-defined]
    inside.app.router.routes.append(GuardedSocketRoute("/ws/other", endpoint))
    cookie = inside.name("Ann")[0] if who else ""
    if who:
        inside.set_role("Ann", who)
    first, *_ = inside.socket("/ws/other", cookie)
    assert first["type"] == ("websocket.accept" if let else "websocket.close")
    assert let or first["code"] == 1008


def test_the_socket_of_a_table_is_for_anyone() -> None:
    assert role_of(application._socket) == "anyone"


# --- views


def test_a_view_holds_the_newest_acts_and_says_how_many_there_were(inside: Inside) -> None:
    cookie, _ = inside.name("Ann")

    def act(what: dict[str, Any]) -> None:
        action = {"id": uuid.uuid4().hex, "act": what}
        assert inside.request("POST", f"/api/tables/{CRAPS}/act", cookie, json=action).status_code == 200

    act({"input": "sit", "seat": 3, "chips": 20_000})
    act({"input": "wager", "stakes": {"pass": 500}})
    assert MOST == table_view.MOST_ACTS
    for _ in range(MOST):
        act({"input": "wager", "stakes": {"field": 500}})
        act({"input": "take back", "spot": "field", "position": 3})
    view = inside.request("GET", f"/api/tables/{CRAPS}", cookie).json()
    assert len(view["acts"]) == MOST
    assert view["acts_before"] > 0
    act({"table": "ready", "round": 1})
    after = inside.request("GET", f"/api/tables/{CRAPS}", cookie).json()
    assert after["settled"]["round"] == 1
    data = inside.request("GET", f"/api/tables/{CRAPS}/rounds/1").json()
    assert len(data["acts"]) > MOST + view["acts_before"]


# --- settings

BAD_HOUSES: list[tuple[dict[str, Any], str]] = [
    ({"colour": "red"}, "unknown key colour"),
    ({"smallest_chip": 100}, "unknown key smallest_chip"),  # it is called smallest-chip
    ({"pay": {"royal": 1}}, "pay: there is no key royal"),
    ({"inventory": -1}, "inventory is -1 cents"),
    ({"inventory": MOST_CENTS + 1}, f"use 0 to {MOST_CENTS:,}"),
    ({"payout-limit": 10**15}, "payout-limit is"),
    ({"minimum": "5"}, "whole cents"),
    ({"seats": "many"}, "seats: this is text"),
    ({"game": "craps"}, "this is a craps house"),
]
BAD_SETTINGS: list[tuple[dict[str, Any], str]] = [
    *(({"house": house}, wrong) for house, wrong in BAD_HOUSES),
    *(({"pace": {name: value}}, f"{name} is") for name in Pace.__struct_fields__ for value in (-1, LONGEST + 1, 1e300)),
    ({"companions": -1}, "use 0 to 20"),
    ({"companions": 21}, "use 0 to 20"),
    ({"house": 5}, "this is not a valid"),
    ({"house": []}, "this is not a valid"),
    ({"game": "whist"}, "there is no game called"),
    ({"more": 1}, "these are not valid table settings"),
    ({"pace": {"more": 1}}, "these are not valid table settings"),
]


def setting_json(setting: dict[str, Any]) -> dict[str, Any]:
    whole: dict[str, Any] = msgspec.to_builtins(msgspec.json.decode(msgspec.json.encode(setting_of(LetItRideHouse()))))
    house = setting.get("house", {})
    return {**whole, **setting, "house": {**whole["house"], **house} if isinstance(house, dict) else house}


WHY = {"why": "a quiet evening"}


def test_an_impossible_setting_is_refused_in_words(inside: Inside) -> None:
    cookie, _ = inside.name("Ann")
    inside.set_role("Ann", "admin")
    before = inside.casino.tables[LET_IT_RIDE].terms.setting
    path = f"/api/tables/{LET_IT_RIDE}/setting"
    for setting, wrong in BAD_SETTINGS:
        answer = inside.request(
            "POST", "/api/tables", cookie, json={**WHY, "name": "New", "setting": setting_json(setting)}
        )
        changed = inside.request("PUT", path, cookie, json={**WHY, **setting_json(setting)})
        assert (answer.status_code, changed.status_code) in ((400, 400), (400, 409)), (
            setting,
            answer.text,
            changed.text,
        )
        assert wrong.lower() in answer.text.lower(), setting
        assert wrong.lower() in changed.text.lower(), setting
    assert inside.casino.tables[LET_IT_RIDE].terms.setting == before
    good = setting_json(
        {"companions": 3, "pace": {"decision": 0, "seat_kept": LONGEST}, "house": {"payout-limit": 10**8}}
    )
    assert "the reason (why) is missing" in inside.request("PUT", path, cookie, json=good).json()["detail"]
    assert inside.casino.tables[LET_IT_RIDE].terms.setting == before
    assert inside.request("PUT", path, cookie, json={**WHY, **good}).status_code == 200


@pytest.mark.parametrize("house", [LetItRideHouse(), CrapsHouse(), CrapsHouse(pay={})])
def test_a_written_house_is_read_back_the_same(house: Any) -> None:
    setting = from_text(msgspec.json.encode(setting_of(house)).decode())
    assert resolve_setting(setting)[2] == house


def test_an_election_that_is_not_offered_is_refused_with_those_that_are() -> None:
    setting = setting_of(BaccaratHouse())
    elected = {**msgspec.json.decode(setting.house), "vigorish-taken": "at-the-end"}
    with pytest.raises(ValueError, match="valid baccarat house") as refused:
        resolve_setting(msgspec.structs.replace(setting, house=msgspec.Raw(msgspec.json.encode(elected))))
    wrong, _, right = str(refused.value).partition("; ")
    assert wrong.endswith("vigorish-taken: 'at-the-end' is not an accepted value")
    assert right == "use at-once, end-of-shoe"


# --- with tables that are out of service


def visit(app: FastAPI, play: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    async def run() -> None:
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                await play(client)

    asyncio.run(run())


@pytest.mark.parametrize("setting", ['{"game": "whist", "house": {}}', "{"])
def test_only_the_table_of_a_removed_game_is_out_of_service(tmp_path: Path, setting: str) -> None:
    app = application.build(tmp_path / "pitboss.db", source=lambda: seeded_source(1))
    casino = app.state.casino

    async def play(client: httpx.AsyncClient) -> None:
        casino.out_of_service.why[CRAPS] = SECRET
        del casino.tables[CRAPS]
        casino.store.submit(
            lambda db: db.execute("UPDATE tables SET setting = ? WHERE id = ?", (setting, CRAPS))
        ).result()
        lobby = await client.get("/")
        assert lobby.status_code == 200
        assert "out of service" in lobby.text
        assert SECRET not in lobby.text
        first, second, *_ = (await client.get("/api/tables")).json()
        assert (first["state"], second["state"], second["players"]) == ("open", "out of service", [])
        assert "why" not in first.keys() | second.keys()
        assert (await client.get(f"/api/tables/{CRAPS}/rounds")).json() == []  # what was played there could be read
        for path in (f"/t/{CRAPS}", f"/api/tables/{CRAPS}"):
            answer = await client.get(path)
            assert answer.status_code == 503
            assert "table is out of service" in answer.text
            assert SECRET not in answer.text
        made = await client.post("/api/session", json={"name": "Ann"})
        assert made.cookies[COOKIE]
        await client.post("/api/admin", json={"token": app.state.token.token})
        asked = await client.get(f"/api/tables/{CRAPS}/setting")
        assert asked.status_code == (503 if setting == "{" else 200)
        for path in ("/", "/api/tables", f"/api/tables/{CRAPS}", f"/t/{CRAPS}"):
            assert SECRET in (await client.get(path)).text

    visit(app, play)


def test_a_table_that_has_stopped_is_listed_as_out_of_service(inside: Inside) -> None:
    inside.casino.tables[LET_IT_RIDE].service.stop("another server has taken this table")
    stopped, *others = [row["state"] for row in inside.request("GET", "/api/tables").json()]
    assert stopped == "out of service"
    assert set(others) == {"open"}
    assert "out of service" in inside.request("GET", "/").text


class NotingLock(asyncio.Lock):
    """A lock that notes when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted = asyncio.Event()

    async def acquire(self) -> Literal[True]:
        self.wanted.set()
        return await super().acquire()


@pytest.mark.parametrize("path", ["/", "/api/tables"])
def test_a_list_waits_for_a_pending_write(tmp_path: Path, path: str) -> None:
    app = application.build(tmp_path / "pitboss.db", source=lambda: seeded_source(1))

    async def play(client: httpx.AsyncClient) -> None:
        table = app.state.casino.tables[CRAPS]
        table.lock = lock = NotingLock()
        async with lock:
            lock.wanted.clear()
            asking = asyncio.create_task(client.get(path))
            await asyncio.wait_for(lock.wanted.wait(), PATIENCE)
            assert not asking.done()
        assert (await asking).status_code == 200

    visit(app, play)


def test_a_closed_server_frees_its_tables(tmp_path: Path) -> None:
    with Inside(tmp_path / "pit.db") as pit:
        cookie, _ = pit.name("Ann")
        assert pit.request("GET", "/t/1", cookie).status_code == 200
        assert pit.socket("/ws/tables/1", cookie)
        tables = [ref(table) for table in pit.casino.tables.values()]
    del pit
    gc.collect()
    assert not [table for table in tables if table() is not None]
