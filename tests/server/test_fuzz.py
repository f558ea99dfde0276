"""The server answers everything that is sent to it, in order, and what it refuses changes nothing.

The HTTP interface is tried by what its own description allows and by what it does not; the socket by messages of every
kind, thrown at the table that a game is being played at.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any, get_args, get_type_hints

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from msgspec import structs
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kit import conformance
from kit.inside import Inside, Listening, until
from kit.leaky import Guest, Wire
from kit.patience import PATIENCE
from kit.series import SOAK, first, series
from kit.serving import TABLES, ask
from pitboss.engine.game import Game
from pitboss.games import load
from pitboss.server.access.permissions import POLICY
from pitboss.server.access.rate_limits import UNLIMITED
from pitboss.server.access.sessions import COOKIE
from pitboss.server.live.client_actions import player_inputs
from pitboss.server.live.table import LiveTable
from pitboss.server.routes import websocket as sockets
from pitboss.store.audit.database_audit import audit
from pitboss.store.rounds import round_rows

TOO_BIG = 1009  # how the protocol itself says it
PEOPLE = ("nobody", "player", "admin")
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


# --- the HTTP interface


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    db = tmp_path_factory.mktemp("fuzz") / "pitboss.db"
    with Inside(db) as server:
        yield server
    wrong = [check for check in audit(db).checks if not check.ok]
    assert not wrong, wrong


@pytest.fixture(scope="module")
def cookies(inside: Inside) -> dict[str, str]:
    found = {"nobody": "", "player": inside.name("Player")[0], "admin": inside.name("Admin")[0]}
    inside.set_role("Admin", "admin")
    return found


def send(inside: Inside, cookie: str, kwargs: dict[str, Any]) -> Any:
    wanted = requests.Request(**kwargs).prepare()
    headers = {str(name): str(value) for name, value in wanted.headers.items() if str(name).lower() != "cookie"}
    return inside.request(wanted.method or "GET", wanted.path_url, cookie, headers, content=wanted.body or b"")


@pytest.mark.parametrize("examples", [4, pytest.param(20, marks=SOAK)])
@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("who", first(1, reversed(PEOPLE)))
def test_every_route_answers_as_its_schema_says(
    inside: Inside, cookies: dict[str, str], who: str, mode: GenerationMode, examples: int
) -> None:
    schema = schemathesis.openapi.from_dict(inside.request("GET", "/api/openapi.json").json())
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()

        @seed(1)
        @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(operation.as_strategy(generation_mode=mode))
        def holds(case: Any) -> None:
            nonlocal tried
            tried += 1
            answer = send(inside, cookies[who], case.as_transport_kwargs(base_url="http://pit.test"))
            case.validate_response(answer, checks=CHECKS)

        with suppress(Unsatisfiable):  # where nothing is asked for, nothing can be wrong
            holds()
    assert tried > 100


NASTY = {
    "nothing": b"",
    "no JSON": b"{",
    "no text": b"\xff\xfe\x00",
    "half a character": b'{"name": "\\ud800", "code": "\\udfff", "token": "\\ud800", "id": "\\ud800", "\\ud800": 1}',
    "half a character in an act": b'{"id": "action-001", "act": {"input": "\\ud800"}}',
    "half a character for a key": b'{"id": "action-001", "act": {"input": "sit", "\\ud800": 1}}',
    "half a character in a setting": b'{"name": "x", "setting": {"game": "\\ud800"}}',
    "no number": b'{"name": NaN, "id": Infinity, "act": {"a": NaN}, "setting": {"pace": -Infinity}, "state": NaN}',
    "no number in an act": b'{"id": "action-001", "act": {"input": "sit", "seat": NaN}}',
    "no number in a setting": b'{"name": "x", "setting": {"game": NaN}}',
    "huge in an act": b'{"id": "action-001", "act": {"input": "sit", "seat": 1%s}}' % (b"0" * 40),
    "huge in a setting": b'{"name": "x", "setting": {"game": 1%s}}' % (b"0" * 40),
    "too huge": b'{"name": "x", "setting": {"game": 1%s}}' % (b"0" * 6_000),
    "deep": b'{"name": "x", "setting": ' + b'{"a":' * 5_000 + b"1" + b"}" * 5_005,
    "deep list": b"[" * 30_000,
    "a list": b"[1, 2]",
    "null": b"null",
    "a text": b'"open"',
    "twice": b'{"state": "open", "state": "closed", "state": 1}',
    "too many": b'{"what": "x", "positions": [%s]}' % b",".join([b"1"] * 5_000),
    "control characters": b'{"name": "\\u0000\\u202e", "token": "\\u0000", "code": "\\u0000", "what": "\\u0000"}',
    "negative": b'{"id": "action-001", "act": {"input": "sit", "seat": -1, "chips": -9223372036854775808}}',
    "strange house": b'{"name": "x", "setting": {"game": "craps", "house": {"name": "x", "seats": 1e400}}}',
    "strange setting": b'{"game": "craps", "house": {"name": "x", "game": "craps", "seats": 9999999999999}}',
    "strange readings": b'{"game": "craps", "house": {"name": "x"}, "readings": {"x": "y"}, "as_of": "x"}',
}  # fmt: skip


KINDS = ("application/json", "text/plain", "application/x-www-form-urlencoded")
OF_ANY_KIND = ("nothing", "no text", "deep list", "twice")  # what is no JSON by its name is never read


@pytest.mark.parametrize("what", NASTY)
@pytest.mark.parametrize("who", first(2, ("admin", "nobody", "player")))
def test_malformed_bodies_are_refused_properly(inside: Inside, cookies: dict[str, str], who: str, what: str) -> None:
    description = inside.request("GET", "/api/openapi.json").json()
    for path, methods in description["paths"].items():
        for method in methods.keys() - {"get"}:
            where = path.format(table=1, name="Ann")
            for kind in KINDS if what in OF_ANY_KIND else KINDS[:1]:
                answer = inside.request(
                    method.upper(), where, cookies[who], {"content-type": kind}, content=NASTY[what]
                )
                assert answer.status_code < 500, (method, where, answer.text)
                assert str(answer.status_code) in methods[method]["responses"], (method, where, answer.text)
                assert answer.json() is not None


# --- messages on the socket

MESSAGES = 1_000  # at a table
AT_ONCE = 25
SETTINGS = settings(
    max_examples=ceil(MESSAGES / AT_ONCE),
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

HUGE = st.sampled_from(
    [
        2**31,
        2**53,
        2**63 - 1,
        2**63,
        2**64,
        -(2**63),
        10**40,
        -(10**40),
        1.5,
        2.0,
        1e308,
        float("nan"),
        -1,
        0,
        True,
        "1",
    ]
)
WORDS = st.sampled_from(["", "??", "Ah", "\x00", "\ud800", "\udfff\ud800", "x" * 300, "🂡", "constructor", "__class__"])
SCALARS = st.none() | st.booleans() | st.integers(-2, 9) | HUGE | WORDS | st.text(max_size=8)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
IDS = st.one_of(
    st.from_regex(r"[A-Za-z0-9_-]{8,64}", fullmatch=True),
    st.sampled_from(["", "short", "x" * 65, "action 01", "äction-01", "action-01\n", "action-0\x00", "action-0\ud800"]),
    st.none() | st.integers() | st.lists(st.integers(), max_size=2),
)


@cache
def choices(name: str) -> tuple[str, ...]:
    """Return the choices that players are offered in some rounds of a game."""
    game = load(name)
    setting = conformance.as_it_comes(game, conformance.texts_of(game)[-1])
    found = {"no such choice": 0}
    for number in range(20):
        played = conformance.Round(setting, number)
        for _ in played.moments():
            if played.driver.question is not None:
                found |= dict.fromkeys(played.driver.question.choices, 0)
    return tuple(found)


def of_type(kind: Any, game: Game) -> st.SearchStrategy[Any]:
    """Generate values mostly of the right type."""
    if kind is int:
        return st.integers(-1, 8) | st.sampled_from([100, 500, 1_000, 20_000]) | HUGE
    if kind == dict[str, int]:
        amounts = st.sampled_from([1, 100, 500, 600, 1_000, -500]) | HUGE
        return st.dictionaries(st.sampled_from(game.spots) | WORDS, amounts, max_size=4)
    return st.sampled_from([*(get_args(kind) or choices(game.name)), *game.spots]) | WORDS


GOOD_IDS = st.integers(0, 10**9).map("action-{:010d}".format)


def acts(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Generate acts that a player might send."""
    kinds = {"ready": {"table": st.just("ready"), "round": st.integers(0, 40) | HUGE}}
    for tag, kind in player_inputs(game).items():
        hints = get_type_hints(kind)
        names = [field.name for field in structs.fields(kind) if field.name not in ("by", "amid", "player")]
        kinds[tag] = {"input": st.just(tag), **{name: of_type(hints[name], game) for name in names}}
    every = [st.fixed_dictionaries(fields) for fields in kinds.values()]
    without = [
        st.fixed_dictionaries({name: fields[name] for name in fields if name != "seat"}) for fields in kinds.values()
    ]
    return st.one_of(*every, *without, st.sampled_from([{"table": "sit out"}, {"table": "sit in"}]))


@st.composite
def spoiled_messages(
    draw: st.DrawFn, whole: st.SearchStrategy[dict[str, Any]], more: tuple[str, ...]
) -> dict[str, Any]:
    """Yield spoiled copies of a message, with a key removed, added or changed."""
    found = dict(draw(whole))
    key = draw(st.sampled_from((*found, *more)))
    if key in found and draw(st.booleans()):
        del found[key]
    else:
        found[key] = draw(ANYTHING)
    return found


def messages(game: Game) -> st.SearchStrategy[str | bytes]:
    bad_acts = spoiled_messages(acts(game), ("by", "amid", "player", "extra", "table", "input", "", "\ud800"))
    right = st.fixed_dictionaries({"id": GOOD_IDS, "act": acts(game)}).map(json.dumps)
    wrong = st.fixed_dictionaries({"id": GOOD_IDS, "act": bad_acts}).map(json.dumps)
    unnamed = st.fixed_dictionaries({"id": IDS, "act": acts(game)}).map(json.dumps)
    worse = spoiled_messages(st.fixed_dictionaries({"id": GOOD_IDS, "act": acts(game)}), ("more",)).map(json.dumps)
    return st.one_of(
        *(right, right, right, right, right.map(str.encode), wrong, unnamed, worse),
        st.builds(lambda text, at: text[:at], right, st.integers(0, 60)),
        ANYTHING.map(json.dumps),
        st.text(max_size=40),
        st.binary(max_size=40),
        st.integers(1, 5_000).map(lambda deep: '{"id": "deep-0001", "act": ' + "[" * deep),
        st.integers(1, 2_000).map(lambda deep: '{"id": "deep-0001", "act": ' + '{"a":' * deep + "1" + "}" * (deep + 1)),
    )


class Target:
    """A table with two people, and the state that a refused message must not change."""

    def __init__(self, inside: Inside, number: int) -> None:
        self.inside = inside
        self.table: LiveTable = inside.casino.tables[number]
        self.guests = {name: Guest(name, number) for name in (f"Ann {number}", f"Bob {number}")}
        self.wires: dict[str, Wire] = {}
        self.actions = 0
        self.counts: Counter[str] = Counter()
        self.chips = self.table.driver.table.ledger.total()

    async def open(self, cookies: dict[str, str]) -> None:
        for name in self.guests:
            self.wires[name] = Wire(self.inside.app, f"/ws/tables/{self.table.id}", "", cookies[name])

    async def close(self) -> None:
        for wire in self.wires.values():
            await wire.close()

    def state(self) -> object:
        people = {seat: (each.account, each.ready, each.sits_out) for seat, each in self.table.seats.people.items()}
        store = self.table.store
        rows = [(row.number, row.head, row.setting, row.state) for row in store.tables.rows()]
        accounts = [store.accounts.find(name) for name in self.guests]
        service = self.table.service
        return conformance.snapshot(self.table.driver), people, service.state, service.fault, rows, accounts

    async def answer(self, name: str, message: str | bytes) -> dict[str, Any]:
        wire = self.wires[name]
        heard = len(wire.answers)
        wire.say(message)
        while len(wire.answers) == heard:
            assert not wire.closed
            assert not wire.task.done(), wire.task.exception()
            await asyncio.sleep(0)
        return wire.answers[heard]

    async def throw(self, thrown: list[tuple[int, str | bytes]]) -> None:
        """Send messages, and check that each is answered once, that a refused one changes nothing, and that no chip is
        created or lost."""
        names = list(self.guests)
        for who, message in thrown:
            before = self.state()
            answer = await self.answer(names[who], message)
            self.counts[answer["kind"]] += 1
            assert self.table.driver.table.ledger.total() == self.chips
            if answer["kind"] == "ack":  # sent again, it counts no second time
                before = self.state()
                assert await self.answer(names[who], message) == answer
            assert answer["kind"] in ("ack", "error", "refused")
            assert self.state() == before, (message, answer)

    async def play(self) -> None:
        """Have everybody act sensibly, so that the next messages meet another state of the table."""
        for name, guest in self.guests.items():
            while self.wires[name].view.get("number") != self.table.onlookers.version:
                await asyncio.sleep(0)
            guest.view = self.wires[name].view
            act = guest.something_to_do()
            if act is not None:
                self.actions += 1
                answer = await self.answer(name, json.dumps({"id": f"sensible-{self.actions:05d}", "act": act}))
                self.counts[f"sensible {answer['kind']}"] += 1
                if answer["kind"] == "refused" and self.table.clock.deadline is not None:
                    # Somebody holds up the table until his time is up.
                    self.table.clock.deadline = self.table.time.now()
                    await self.table.tick()


@pytest.mark.parametrize("number", first(1, TABLES), ids=lambda number: TABLES[number])
@pytest.mark.parametrize("block", series(1, 6, 58, first=1))
def test_random_messages_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, block: int) -> None:
    monkeypatch.setattr(sockets, "MESSAGES", UNLIMITED.changes)
    game = load(TABLES[number])
    db = tmp_path / "pitboss.db"
    with Inside(db) as inside:
        target = Target(inside, number)
        inside.wait(target.open({name: inside.name(name)[0] for name in target.guests}))

        @seed(block)
        @SETTINGS
        @given(st.lists(st.tuples(st.integers(0, 1), messages(game)), min_size=AT_ONCE, max_size=AT_ONCE))
        def harmless(thrown: list[tuple[int, str | bytes]]) -> None:
            inside.wait(target.throw(thrown))
            inside.wait(target.play())

        try:
            harmless()
        finally:
            inside.wait(target.close())
        assert not target.table.service.fault
    thrown = sum(target.counts[kind] for kind in ("ack", "refused", "error"))
    assert thrown >= MESSAGES
    assert all(target.counts[kind] > thrown // 100 for kind in ("refused", "error", "sensible ack")), target.counts
    assert target.counts["ack"]  # of what makes no sense little is taken, and how much depends on what else is done
    assert target.table.driver.carry.round > 5
    wrong = [check for check in audit(db).checks if not check.ok]
    assert not wrong, wrong


# --- breaking off


@pytest.mark.parametrize("number", first(1, TABLES), ids=lambda number: TABLES[number])
def test_a_request_dropped_midway_happens_wholly_or_not_at_all(tmp_path: Path, number: int) -> None:
    """A request is dropped at any moment, also while it is being written: it has happened wholly or not at all."""
    db = tmp_path / "pitboss.db"
    with Inside(db) as inside:
        cookie, _ = inside.name("Ann")
        table: LiveTable = inside.casino.tables[number]
        player, path = Guest("Ann", number), f"/api/tables/{number}"

        async def drop_midway(action: dict[str, Any], after: int) -> None:
            client = httpx.AsyncClient(transport=httpx.ASGITransport(app=inside.app), base_url="http://pit.test")
            asking = asyncio.create_task(
                client.post(f"{path}/act", json=action, headers={"cookie": f"{COOKIE}={cookie}"})
            )
            for _ in range(after):
                await asyncio.sleep(0.0001)
            asking.cancel()
            with suppress(asyncio.CancelledError):
                await asking
            await client.aclose()

        for turn in range(120):
            player.view = inside.request("GET", path, cookie).json()
            act = player.something_to_do()
            assert act is not None
            inside.wait(drop_midway({"id": f"action-{turn:04d}", "act": act}, turn % 24))
            inside.casino.store.submit(lambda db: None).result(
                timeout=PATIENCE
            )  # by now all of it is written, or nothing
            written = table.store.tables.read_as_written(number)
            assert written.carry is None or written.round == table.driver.carry.round
            if written.lines:
                again = round_rows.replay(round_rows.read_carry(written.carry or ""), written.lines)
                assert repr(again.log) == repr(table.driver.log)
        assert not table.service.fault
        assert table.driver.carry.round > 3
    wrong = [check for check in audit(db).checks if not check.ok]
    assert not wrong, wrong


# --- real sockets


def wire(server: Listening, cookie: str = "", query: str = "") -> ClientConnection:
    headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
    return connect(f"ws://{server.host}:{server.port}/ws/tables/1{query}", additional_headers=headers)


def raw_wire(server: Listening, query: str = "") -> socket.socket:
    """Open a websocket on a raw socket."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
    made.connect((server.host, server.port))
    made.sendall(
        f"GET /ws/tables/1{query} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert made.recv(12) == b"HTTP/1.1 101"
    return made


def closed_with(client: ClientConnection) -> int:
    try:
        while True:
            client.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 0


def still_plays(server: Listening, cookie: str, rounds: int = 1) -> None:
    """Check that a new player can take a seat over another socket, play and leave."""
    player = Guest("Player", 1)
    with wire(server, cookie) as client:
        number, begun = 0, server.casino.tables[1].driver.carry.round
        while server.casino.tables[1].driver.carry.round < begun + rounds:
            frame = json.loads(client.recv(timeout=PATIENCE))
            if frame["kind"] != "view":
                assert frame["kind"] == "ack", frame
                continue
            player.view = frame["view"]
            act = player.something_to_do()
            if act is not None:
                number += 1
                client.send(json.dumps({"id": f"round-{begun}-{number:04d}", "act": act}))
        while server.casino.tables[1].seats.people:
            number += 1
            client.send(json.dumps({"id": f"round-{begun}-{number:04d}", "act": {"input": "leave"}}))
            until(lambda: not server.casino.tables[1].seats.people)


@pytest.fixture
def listening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    db = tmp_path / "pitboss.db"
    with Listening(db) as server:
        yield server
        assert not any(table.service.fault for table in server.casino.tables.values())
    wrong = [check for check in audit(db).checks if not check.ok]
    assert not wrong, wrong


def test_a_real_socket_survives_random_messages(listening: Listening) -> None:
    cookie = listening.name("Ann")

    @seed(3)
    @settings(SETTINGS, max_examples=10)
    @given(st.lists(messages(load(TABLES[1])), min_size=35, max_size=35))
    def count_answers(thrown: list[str | bytes]) -> None:
        with wire(listening, cookie) as client:
            answers = 0
            for message in thrown:
                client.send(message)
            while answers < len(thrown):
                answers += json.loads(client.recv(timeout=PATIENCE))["kind"] != "view"

    count_answers()
    assert ask("GET", f"{listening.url}/healthz").json()["ok"] is True


@pytest.mark.parametrize("size", [sockets.MOST_BYTES + 1, 10 * sockets.MOST_BYTES, 5_000_000])
def test_a_message_that_is_too_long_ends_the_connection(listening: Listening, size: int) -> None:
    for message in ("x" * size, b"x" * size):
        with wire(listening) as client:
            with suppress(ConnectionClosed):
                client.send(message)
            assert closed_with(client) in (POLICY, TOO_BIG)
    with wire(listening) as client:
        client.send("x" * sockets.MOST_BYTES)
        assert {json.loads(client.recv(timeout=PATIENCE))["kind"] for _ in range(2)} == {"view", "error"}
    still_plays(listening, listening.name("Ann"))


def test_too_many_messages_end_the_connection(listening: Listening) -> None:
    with wire(listening) as client:
        with suppress(ConnectionClosed):
            for _ in range(500):
                client.send("{}")
        assert closed_with(client) == POLICY
    assert listening.casino.counts["nonsense"] < 100
    still_plays(listening, listening.name("Ann"))


def test_a_binary_frame_is_as_good_as_text(listening: Listening) -> None:
    with wire(listening, listening.name("Ann")) as client:
        client.send(json.dumps({"id": "action-01", "act": {"input": "sit", "seat": 1, "chips": 20_000}}).encode())
        kinds = iter(lambda: json.loads(client.recv(timeout=PATIENCE))["kind"], "ack")
        assert set(kinds) <= {"view"}  # until it is acknowledged


@pytest.mark.parametrize("query", ["", "?changes=1"])
def test_a_client_that_does_not_read_is_dropped_and_harms_nobody(
    listening: Listening, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    """His frames pile up nowhere, the others play on as if he were not there, and in the end he is let go."""
    monkeypatch.setattr(sockets, "SEND_SECONDS", 1.0)
    monkeypatch.setattr(sockets, "MESSAGES", UNLIMITED.changes)
    table = listening.casino.tables[1]
    stalled = [raw_wire(listening, query) for _ in range(5)]
    until(lambda: len(table.onlookers.connections) == 5)
    still_plays(listening, listening.name("Ann"), rounds=20)
    assert all(len(each._answers) <= sockets.MOST_ANSWERS for each in list(table.onlookers.connections))
    until(lambda: not table.onlookers.connections)
    for each in stalled:
        each.close()
    still_plays(listening, listening.name("Bob"))


def test_a_client_that_asks_and_does_not_read_is_cut_off(listening: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers wait for him up to a number, and no further."""
    monkeypatch.setattr(sockets, "MESSAGES", UNLIMITED.changes)
    table = listening.casino.tables[1]
    stalled = raw_wire(listening)
    nonsense = b"\x81\xfe\x03\xe8\x00\x00\x00\x00" + b"x" * 1_000
    with suppress(ConnectionError):
        for _ in range(3_000):
            stalled.sendall(nonsense)
    until(lambda: not table.onlookers.connections)
    assert listening.casino.counts["nonsense"] < 3_000
    stalled.close()
    still_plays(listening, listening.name("Ann"))


def test_a_client_that_vanishes_is_forgotten(listening: Listening) -> None:
    table = listening.casino.tables[1]
    vanishing = [raw_wire(listening) for _ in range(5)]
    until(lambda: len(table.onlookers.connections) == 5)
    for each in vanishing:
        each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        each.close()  # at once, without a word
    until(lambda: not table.onlookers.connections)
    half = socket.create_connection((listening.host, listening.port))
    half.sendall(b"GET /ws/tables/1 HTTP/1.1\r\nHost: ")
    still_plays(listening, listening.name("Ann"))
    half.close()
