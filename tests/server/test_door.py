"""Connections to the server: their number, the time for a request, host names and trusted proxies."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from kit.inside import HOST, Inside, Listening, until
from kit.patience import PATIENCE
from kit.serving import Person, Server, ask
from pitboss.server.access import connection_limits
from pitboss.server.access.connection_limits import LimitedConnection, parse_networks
from pitboss.server.access.middleware import HSTS, Access, host_name
from pitboss.server.access.rate_limits import UNLIMITED, Limiter, Rate
from pitboss.server.access.sessions import COOKIE
from pitboss.server.app import HEADERS
from pitboss.server.static_files import ADDRESS, DIGEST, DIGITS, IMMUTABLE
from pitboss.server.uvicorn_server import listen

HALF = b"GET / HTTP/1.1\r\nhost: pit.test\r\nx-half: "
HALF_BODY = b"POST /api/session HTTP/1.1\r\nhost: pit.test\r\ncontent-length: 20\r\n\r\n{"
WHOLE = b"GET /healthz HTTP/1.1\r\nhost: pit.test\r\n\r\n"
CHUNKED = b"POST /api/session HTTP/1.1\r\nhost: pit.test\r\ntransfer-encoding: chunked\r\n\r\n"
DESCRIPTORS, CALLERS = 256, 400
FEW_DESCRIPTORS = '#!/bin/sh\nulimit -n {number}\nexec "{python}" "$@"\n'


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    db = tmp_path_factory.mktemp("door") / "pitboss.db"
    with Inside(db, access=Access(hosts=frozenset((HOST, "[::1]")), scraper="x" * 20)) as server:
        yield server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with Listening(tmp_path_factory.mktemp("door") / "pitboss.db") as server:
        yield server


@pytest.fixture
def listening(running: Listening) -> Listening:
    """Run a server without any counts yet."""
    running.casino.counts.clear()
    return running


def call(server: Listening, said: bytes = b"", since: str = "127.0.0.1") -> socket.socket:
    calling = socket.create_connection((server.host, server.port), PATIENCE, (since, 0))
    calling.sendall(said)
    return calling


def receive_all(calling: socket.socket) -> bytes:
    """Return everything that is received until the server closes the connection."""
    found = b""
    try:
        while part := calling.recv(65_536):
            found += part
    except ConnectionResetError:
        pass
    calling.close()
    return found


# --- how many, and how long


def test_half_sent_requests_block_no_other_client_and_fill_no_log(tmp_path: Path) -> None:
    """More of them than the process may have files open. Whoever plays goes on, whoever comes is answered."""
    script = tmp_path / "python"
    script.write_text(FEW_DESCRIPTORS.format(number=DESCRIPTORS, python=sys.executable))
    script.chmod(0o700)
    with Server(tmp_path / "p.db", python=str(script)) as server, ExitStack() as calls:
        ann = Person(server, "Ann")
        ann.connect(server, 1)
        port = int(server.url.rpartition(":")[2])
        for number in range(CALLERS):
            calling = socket.create_connection(("127.0.0.1", port), PATIENCE)
            calls.enter_context(calling)
            calling.sendall(HALF if number % 2 else b"\x00\x01 nonsense\r\n\r\n")
        assert ask("GET", f"{server.url}/healthz").status_code == 200
        ann.play(2)
        assert ann.acked
        Person(server, "Bob").close()
        ann.close()
        assert server.stop() == 0
        log = server.errors()
    assert "Traceback" not in log
    assert len(log.splitlines()) <= 20, log


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (b"", b""),
        (HALF, b"HTTP/1.1 408 Request Timeout"),
        (HALF_BODY, b""),
        (WHOLE + HALF_BODY, b"HTTP/1.1 200 OK"),
    ],
    ids=["nothing", "half a head", "half a body", "half a body right after a whole request"],
)
def test_a_request_that_is_not_whole_in_time_is_given_up(
    listening: Listening, monkeypatch: pytest.MonkeyPatch, said: bytes, answer: bytes
) -> None:
    monkeypatch.setattr(connection_limits, "HEAD_SECONDS", 0.05)
    found = receive_all(call(listening, said))
    assert found.partition(b"\r\n")[0] == answer
    assert listening.casino.counts["timed_out"] == 1
    assert ask("GET", f"{listening.url}/healthz").status_code == 200


def test_sending_a_byte_now_and_then_gains_no_time(listening: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "HEAD_SECONDS", 0.05)
    calling = call(listening, HALF)
    calling.settimeout(0.01)
    answered = b""

    def dribbles() -> bool:
        nonlocal answered
        try:
            calling.sendall(b"x")
            answered = answered or calling.recv(100)
        except TimeoutError:
            return False
        except OSError:
            return True
        return bool(answered)

    until(dribbles)
    calling.close()
    assert listening.casino.counts["timed_out"] == 1


def test_each_request_of_a_connection_has_its_own_time_limit(
    listening: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = WHOLE
    calling = call(listening, whole)
    assert calling.recv(65_536).startswith(b"HTTP/1.1 200")
    calling.sendall(whole[:20])
    calling.sendall(whole[20:] + whole)
    found = b""
    while found.count(b"HTTP/1.1 200") < 2:
        found += calling.recv(65_536)
    monkeypatch.setattr(connection_limits, "HEAD_SECONDS", 0.05)
    calling.sendall(whole[:20])
    assert b"408" in receive_all(calling)


def test_an_open_socket_has_no_time_limit(listening: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "HEAD_SECONDS", 0.05)
    ann = Person(listening, "Waiting Ann")  # type: ignore[arg-type]
    ann.connect(listening, 1)  # type: ignore[arg-type]
    assert b"408" in receive_all(call(listening, HALF))  # which came later
    assert ann.do({"table": "sit out"})["kind"] == "refused"  # and was heard
    ann.close()


@pytest.mark.parametrize(
    "said",
    [b"GET /api/openapi.json HTTP/1.1\r\nhost: pit.test\r\n\r\n" * 20, b"GET /static/felt/parts.js HTTP/1.0\r\n\r\n"],
    ids=["long", "short"],
)
def test_a_response_that_the_client_does_not_read_is_abandoned(
    listening: Listening, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """A short response waits to be read as well, and so does one after which the connection would be closed."""
    until(lambda: listening.connections == 0)
    monkeypatch.setattr(connection_limits, "UNREAD_SECONDS", 0.05)
    calling = socket.socket()
    calling.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    calling.connect((listening.host, listening.port))
    calling.sendall(said)
    until(lambda: listening.casino.counts["timed_out"] > 0)
    until(lambda: listening.connections == 0)
    calling.close()


class StuckTransport:
    """A closed transport whose client does not read the rest."""

    left, given_up = 100, False

    def is_closing(self) -> bool:
        return True

    def get_write_buffer_size(self) -> int:
        return self.left

    def abort(self) -> None:
        self.left, self.given_up = 0, True


def test_a_socket_that_was_closed_and_is_not_read_is_given_up(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its connection stayed open for ever, although nothing was sent to it any more."""
    monkeypatch.setattr(connection_limits, "UNREAD_SECONDS", 0.01)
    stuck, counted = StuckTransport(), inside.casino.counts["timed_out"]

    async def watch_unread() -> None:
        line = LimitedConnection.__new__(LimitedConnection)
        line.transport, line.loop, line._limits = stuck, asyncio.get_running_loop(), inside.app.state.connection_limits  # type: ignore[assignment]
        line._watch_unread()

    inside.wait(watch_unread())
    until(lambda: stuck.given_up)
    assert inside.casino.counts["timed_out"] == counted + 1


@pytest.mark.parametrize("said", [CHUNKED + b"ZZZZ\r\n", CHUNKED + b"1\r\n{\r\nZZ\r\n", WHOLE + b"\x00\x01\r\n\r\n"])
def test_a_malformed_request_is_not_logged_as_a_fault(
    listening: Listening, caplog: pytest.LogCaptureFixture, said: bytes
) -> None:
    assert b"HTTP/1.1 400 Bad Request" in receive_all(call(listening, said))
    assert ask("GET", f"{listening.url}/healthz").status_code == 200
    assert not listening.casino.counts["faults"]
    assert [each.exc_info for each in caplog.records if each.exc_info] == []


def test_one_address_cannot_take_all_connections(listening: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening.app.state.connection_limits, "most_of_one", 2)
    until(lambda: listening.connections == 0)
    waiting = [call(listening, HALF) for _ in range(2)]
    until(lambda: listening.connections == 2)
    assert ask("GET", f"{listening.url}/healthz").status_code == 200  # whoever waited longest gave way
    assert receive_all(waiting[0]).startswith(b"HTTP/1.1 503")
    waiting[1].close()
    with ExitStack() as open_:
        people = [Person(listening, name) for name in ("Ann", "Bob")]  # type: ignore[arg-type]
        for person in people:
            person.connect(listening, 1)  # type: ignore[arg-type]
            open_.callback(person.close)
        until(lambda: listening.connections == 2)  # what else they asked for is over
        assert receive_all(call(listening, HALF)).startswith(b"HTTP/1.1 503")  # no socket gives way
        from_elsewhere = call(listening, b"GET /healthz HTTP/1.0\r\nhost: pit.test\r\n\r\n", "127.0.0.2")
        assert receive_all(from_elsewhere).startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(listening.app.state.connection_limits, "proxies", parse_networks(["127.0.0.0/29"]))
        assert ask("GET", f"{listening.url}/healthz").status_code == 200
    assert listening.casino.counts["turned_away"] >= 2


def test_small_answers_do_not_wait_for_each_other() -> None:
    """Every connection takes it over from the socket that listens."""
    with listen("127.0.0.1", 0) as port:
        port.listen()
        with socket.create_connection(port.getsockname(), PATIENCE), port.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


# --- names, proxies and TLS


@pytest.mark.parametrize("host", [HOST, f"{HOST}:4700", HOST.upper(), f"{HOST}.", "[::1]:4700"])
def test_requests_for_a_known_host_are_answered(inside: Inside, host: str) -> None:
    assert inside.request("GET", "/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.test", "", f"{HOST}.evil.test", f"evil.test:{HOST}", "[::1", "[::2]"])
def test_requests_for_an_unknown_host_are_refused(inside: Inside, host: str) -> None:
    for path in ("/", "/healthz", "/metrics", f"{ADDRESS}/table.js"):
        answer = inside.request("GET", path, headers={"host": host})
        assert (answer.status_code, answer.json()) == (421, {"detail": "This server is not asked for by that name."})
        assert HEADERS.items() <= dict(answer.headers).items()
    refused = inside.socket("/ws/tables/1", headers={"host": host})
    assert [message["type"] for message in refused] == ["websocket.close"]


def test_names_are_compared_without_their_port() -> None:
    assert [host_name(each) for each in ("A.b:1", "a.b.", "[::1]:80", "[::1]", "")] == [
        "a.b",
        "a.b",
        "[::1]",
        "[::1]",
        "",
    ]


def test_the_requests_of_an_address_are_rate_limited(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = msgspec.structs.replace(UNLIMITED, requests=Rate(4, 0.5))
    monkeypatch.setitem(inside.app.state._state, "limiter", Limiter(limits, lambda: 0.0))
    asked = [inside.request("GET", path).status_code for path in ("/", "/api/tables", "/static/table.js", "/no/such")]
    assert asked == [200, 200, 200, 404]
    refused = inside.request("GET", "/static/table.js")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "2")
    assert refused.json() == {"detail": "Too many requests. Try again in 2 seconds."}
    assert [each["type"] for each in inside.socket("/ws/tables/1")] == ["websocket.close"]
    assert inside.casino.counts["limited"] == 2


def test_only_a_trusted_proxy_is_believed(tmp_path: Path) -> None:
    """Without one, nobody gets limits of his own by naming another address, and nobody is told to use TLS."""
    forwarded = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
    for proxies, believed in ((("10.0.0.0/8",), False), (("10.0.0.0/8", "127.0.0.1"), True)):
        with Listening(tmp_path / f"{len(proxies)}.db", access=Access(proxies=proxies)) as server:
            answer = ask("POST", f"{server.url}/api/session", json={"name": "Ann"}, headers=forwarded)
            cookie = answer.headers["set-cookie"]
            asked = [*server.app.state.limiter.changes._held]
        assert asked == ["address 203.0.113.9" if believed else "address 127.0.0.1"]
        assert cookie.startswith(f"__Host-{COOKIE}=" if believed else f"{COOKIE}=")
        assert ("Secure" in cookie) is believed
        assert answer.headers.get("strict-transport-security") == (HSTS if believed else None)


def test_a_dual_stack_server_recognizes_a_proxy_of_ipv4(tmp_path: Path) -> None:
    """The system names it ::ffff:127.0.0.1 then; whoever asks directly has the limits of his own address, too."""
    forwarded = {"x-forwarded-for": "::ffff:203.0.113.9", "x-forwarded-proto": "https"}
    for proxies, known in (((), "127.0.0.1"), (("127.0.0.1",), "203.0.113.9"), (("127.0.0.7/8",), "203.0.113.9")):
        db = tmp_path / f"{'-'.join(proxies).replace('/', '-')}.db"
        with Listening(db, access=Access(proxies=proxies), host="::") as server:
            answer = ask("POST", f"http://127.0.0.1:{server.port}/api/session", json={"name": "Ann"}, headers=forwarded)
            asked = [*server.app.state.limiter.changes._held]
        assert asked == [f"address {known}"]
        assert ("Secure" in answer.headers["set-cookie"]) is bool(proxies)


@pytest.mark.parametrize(
    ("named", "client", "trusted"),
    [
        ("127.0.0.1", "::ffff:127.0.0.1", True),
        ("::ffff:127.0.0.1", "127.0.0.1", True),
        ("10.0.0.0/8", "::ffff:10.9.9.9", True),
        ("10.0.0.0/8", "::ffff:11.0.0.1", False),
        ("::1", "127.0.0.1", False),
    ],
)
def test_an_address_is_the_same_in_both_forms(named: str, client: str, trusted: bool) -> None:
    known = connection_limits.ConnectionLimits(UNLIMITED, (named,), Counter())
    assert known.trusts(connection_limits.host_of(SimpleNamespace(client=(client, 1)))) is trusted


# --- files that are the same for all


def test_pages_link_files_by_a_permanently_cached_address(inside: Inside) -> None:
    page = inside.request("GET", "/").text
    assert f'src="{ADDRESS}/theme.js"' in page
    assert '="/static/' not in page.replace(f'="{ADDRESS}/', "")
    first = inside.request("GET", f"{ADDRESS}/table.js")
    assert first.headers["cache-control"] == IMMUTABLE
    other = "0" * DIGITS if DIGEST != "0" * DIGITS else "1" * DIGITS
    for under in ("/static", f"/static/{other}"):  # as a page asks that was opened before an upgrade
        found = inside.request("GET", f"{under}/table.js")
        assert (found.content, found.headers["cache-control"]) == (first.content, "no-cache")
    for path in (f"{ADDRESS}/no.js", f"{ADDRESS}/", f"{ADDRESS}/../app.py", f"{ADDRESS}/{DIGEST}/table.js"):
        answer = inside.request("GET", path)
        assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store")
