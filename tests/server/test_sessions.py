"""Sessions: how they end, renew and come back; names that look alike; codes that are guessed; the one-time token."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kit.inside import HOST, Inside, Listening, until
from kit.patience import PATIENCE
from kit.serving import ask
from pitboss.server.access import sessions as people
from pitboss.server.access.rate_limits import FORGOTTEN, FREE_AT_ADDRESS, FREE_GUESSES, LONGEST_WAIT, CodeGuesses
from pitboss.server.access.sessions import COOKIE, DEVICE, RENEW_SECONDS, SESSION_SECONDS, Sessions
from pitboss.store.account_names import skeleton

NOW = 1_900_000_000
WRONG = "AAAAA-AAAAA-AAAAA-AAAAA"


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("sessions") / "pitboss.db") as server:
        yield server


def is_in(inside: Inside, cookie: str) -> bool:
    return inside.request("GET", "/api/me", cookie).status_code == 200


# --- signing out


def test_signing_out_ends_every_copy_of_a_session(inside: Inside) -> None:
    cookie, code = inside.name("Out")
    other = inside.request("POST", "/api/session/recover", json={"name": "Out", "code": code}).cookies[COOKIE]
    bystander, _ = inside.name("Bystander")
    assert is_in(inside, cookie)
    assert is_in(inside, other)
    assert inside.request("POST", "/api/session/end", cookie).status_code == 200
    assert not is_in(inside, cookie)
    assert not is_in(inside, other)
    assert is_in(inside, bystander)
    again = inside.request("POST", "/api/session/recover", json={"name": "Out", "code": code})
    assert is_in(inside, again.cookies[COOKIE])


def test_signing_out_closes_the_sockets_of_the_account_and_no_others(tmp_path: Path) -> None:
    with Listening(tmp_path / "pitboss.db") as server:
        cookies = [server.name("Leaves"), server.name("Stays")]
        at = server.url.replace("http", "ws") + "/ws/tables/1"
        with ExitStack() as open_:
            leaves, stays = (
                open_.enter_context(connect(at, additional_headers={"cookie": f"{COOKIE}={cookie}"}))
                for cookie in cookies
            )
            for each in (leaves, stays):
                assert json.loads(each.recv(timeout=PATIENCE))["kind"] == "view"
            ask("POST", f"{server.url}/api/session/end", cookies={COOKIE: cookies[0]})
            code, why = close_code(leaves)
            assert code == 1008
            assert "signed out" in why
            until(lambda: len(server.casino.tables[1].onlookers.connections) == 1)
            stays.send(json.dumps({"id": "still-here", "act": {"table": "sit out"}}))
            while json.loads(stays.recv(timeout=PATIENCE))["kind"] != "refused":
                pass


def test_sessions_that_another_process_ended_lose_their_sockets(tmp_path: Path) -> None:
    with Listening(tmp_path / "pitboss.db") as server:
        cookie = server.name("Ann")
        at = server.url.replace("http", "ws") + "/ws/tables/1"
        with connect(at, additional_headers={"cookie": f"{COOKIE}={cookie}"}) as socket:
            socket.recv(timeout=PATIENCE)
            server.casino.store.accounts.end_sessions(1).result()  # as `pitboss admin` does
            assert close_code(socket)[0] == 1008


def close_code(socket: ClientConnection) -> tuple[int, str]:
    """Return the code with which the server closes a socket, after reading everything that it sent before."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=PATIENCE)
    return socket.close_code or 0, socket.close_reason or ""


# --- renewing


def test_an_idle_session_ends_and_a_used_one_goes_on(inside: Inside) -> None:
    inside.name("Regular")
    account = inside.account("Regular").id
    sessions: Sessions = inside.app.state.sessions
    with patch("time.time", return_value=NOW):
        cookie = unused = sessions.make(account)
    for day in range(1, 100):
        with patch("time.time", return_value=NOW + day * (RENEW_SECONDS + 1)):
            answer = inside.request("GET", "/api/me", cookie)
            assert answer.status_code == 200, day
            cookie = answer.cookies[COOKIE]
            assert "httponly" in answer.headers["set-cookie"].lower()
            assert COOKIE not in inside.request("GET", "/api/me", cookie).cookies  # it is new
    assert day * RENEW_SECONDS > 3 * SESSION_SECONDS
    with patch("time.time", return_value=NOW + SESSION_SECONDS + 1):
        assert not is_in(inside, unused)


def test_a_clock_set_back_signs_nobody_out(inside: Inside) -> None:
    inside.name("Patient")
    with patch("time.time", return_value=NOW):
        cookie = inside.app.state.sessions.make(inside.account("Patient").id)
    for back in (1, 3600, 10 * SESSION_SECONDS):
        with patch("time.time", return_value=NOW - back):
            assert is_in(inside, cookie), back


def test_a_session_of_an_earlier_version_is_still_valid(inside: Inside) -> None:
    cookie, _ = inside.name("Old hand")
    account = inside.account("Old hand").id
    earlier = str(inside.app.state.sessions._signers[False].dumps(account))
    assert is_in(inside, earlier)
    inside.request("POST", "/api/session/end", cookie)
    assert not is_in(inside, earlier)


# --- codes


def test_changing_the_code_ends_the_old_one_and_other_sessions(inside: Inside) -> None:
    cookie, old = inside.name("Changer")
    other = inside.cookie("Changer")
    answer = inside.request("POST", "/api/me/code", cookie)
    new = answer.json()["code"]
    assert answer.status_code == 200
    assert new != old
    assert is_in(inside, answer.cookies[COOKIE])
    assert not is_in(inside, other)
    for code, status in ((old, 403), (new, 200)):
        body = {"name": "Changer", "code": code}
        assert inside.request("POST", "/api/session/recover", json=body).status_code == status


def test_concurrent_changes_of_the_code_leave_one_that_works(inside: Inside) -> None:
    cookie, old = inside.name("Hasty")

    async def change_code_thrice() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app=inside.app)
        async with httpx.AsyncClient(
            transport=transport, base_url=f"http://{HOST}", cookies={COOKIE: cookie}
        ) as client:
            return await asyncio.gather(*(client.post("/api/me/code") for _ in range(3)))

    answers = inside.wait(change_code_thrice())
    (got,) = [answer for answer in answers if answer.status_code == 200]
    assert {answer.json()["detail"] for answer in answers if answer is not got} == {
        "This session was ended meanwhile. Sign in again with the newest code."
    }
    assert is_in(inside, got.cookies[COOKIE])
    for code, status in ((old, 403), (got.json()["code"], 200)):
        body = {"name": "Hasty", "code": code}
        assert inside.request("POST", "/api/session/recover", json=body).status_code == status


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def waits(guesses: CodeGuesses, clock: Clock, name: str, address: str, times: int) -> list[int]:
    """Return the wait before each of this many wrong attempts."""
    found = []
    for _ in range(times):
        trying = guesses.attempt(name, address)
        found.append(trying.wait)
        if trying.wait:
            clock.at += trying.wait
            assert guesses.attempt(name, address).wait == 0
    return found


def test_waits_after_wrong_codes_grow_up_to_a_limit() -> None:
    clock = Clock()
    guesses = CodeGuesses(clock)
    found = waits(guesses, clock, "ann", "192.0.2.1", FREE_GUESSES + 14)
    assert found == [0] * FREE_GUESSES + [min(2**n, int(LONGEST_WAIT)) for n in range(14)]
    clock.at += FORGOTTEN
    assert guesses.attempt("ann", "192.0.2.1").wait == 0


def test_wrong_guesses_do_not_lock_out_the_owner() -> None:
    clock = Clock()
    guesses = CodeGuesses(clock)
    waits(guesses, clock, "ann", "192.0.2.1", 30)
    assert guesses.attempt("ann", "192.0.2.1").wait > 1000
    assert guesses.attempt("ann", "192.0.2.2").wait == 0  # Ann at home
    assert guesses.attempt("ann", "192.0.2.1", browser="hers").wait == 0  # Ann beside the thief, in her own browser
    assert guesses.attempt("ben", "192.0.2.1").wait <= 60


def test_an_address_that_tries_many_names_waits_too() -> None:
    clock = Clock()
    guesses = CodeGuesses(clock)
    for number in range(FREE_AT_ADDRESS):
        assert guesses.attempt(f"name {number}", "192.0.2.1").wait == 0
    assert guesses.attempt("another", "192.0.2.1").wait == 1
    assert guesses.attempt("another", "192.0.2.2").wait == 0


def test_concurrent_tries_are_all_counted(inside: Inside) -> None:
    inside.name("Rushed")

    async def rush() -> list[int]:
        transport = httpx.ASGITransport(app=inside.app, client=("192.0.2.9", 1))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            body = {"name": "Rushed", "code": WRONG}
            tries = (client.post("/api/session/recover", json=body) for _ in range(FREE_GUESSES + 3))
            return [answer.status_code for answer in await asyncio.gather(*tries)]

    assert sorted(inside.wait(rush())) == [403] * FREE_GUESSES + [429] * 3


def test_the_owner_signs_in_from_his_browser_despite_wrong_guesses(inside: Inside) -> None:
    _, code = inside.name("Owner")
    body = {"name": "Owner", "code": code}
    device = inside.request("POST", "/api/session/recover", json=body).cookies[DEVICE]
    for _ in range(FREE_GUESSES + 1):
        inside.request("POST", "/api/session/recover", json={"name": "Owner", "code": WRONG})
    refused = inside.request("POST", "/api/session/recover", json=body)
    assert refused.status_code == 429
    assert refused.json()["detail"].startswith("Too many wrong codes. Try again in ")
    assert int(refused.headers["retry-after"]) >= 1
    own = {"cookie": f"{DEVICE}={device}"}
    assert inside.request("POST", "/api/session/recover", headers=own, json=body).status_code == 200
    forged = {"cookie": f"{DEVICE}={device[:-2]}xx"}
    assert inside.request("POST", "/api/session/recover", headers=forged, json=body).status_code == 429


def test_a_restart_that_forgets_wrong_codes_helps_no_guesser(tmp_path: Path) -> None:
    """Wrong codes are counted in memory: the waits save work, and it is the code itself that nobody finds."""
    body = {"name": "Owner", "code": WRONG}
    for _ in range(2):
        with Inside(tmp_path / "pitboss.db") as inside:
            if inside.casino.store.accounts.find("Owner") is None:
                inside.name("Owner")
            tried = [inside.request("POST", "/api/session/recover", json=body) for _ in range(FREE_GUESSES + 1)]
            assert [answer.status_code for answer in tried] == [403] * FREE_GUESSES + [429]
    drawn = [people.new_code().replace("-", "") for _ in range(2_000)]
    signs = set("".join(drawn))
    assert all({code[at] for code in drawn} == signs for at in range(20))  # every sign at every place
    assert {len(code) for code in drawn} == {20}
    tries = 1_000 * 3600 * 24 * 365 * 100  # a thousand a second for a hundred years
    assert tries * 10**17 < len(signs) ** 20


# --- names

REFUSED = (
    "Bob  Smith", "Bob -Smith", "Dealer", "admin", "Adm1n", "ADMINISTRATOR", "The House", "Ada house", "Pit-Boss",
    "Pitboss", "Supervisor 2", "System", "Dealer7", "2Admin", "AdminBob", "Pit Boss 2", "The Pit Boss", "Dealers",
)  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_could_be_the_houses_is_refused(inside: Inside, name: str) -> None:
    answer = inside.request("POST", "/api/session", json={"name": name})
    assert answer.status_code == 400
    assert answer.json()["detail"] == people.name_fault(name) != ""


@pytest.mark.parametrize("name", ["Bob", "O'Neil", "Jean-Luc", "Guest 1234", "Dealey", "Housman", "x", "J. R. Doe"])
def test_names_that_people_have_are_taken(name: str) -> None:
    assert people.name_fault(name) == ""


def test_a_name_that_looks_like_anothers_is_refused(inside: Inside) -> None:
    assert inside.request("POST", "/api/session", json={"name": "Bill Smith"}).status_code == 201
    for like in ("B1ll Smith", "bill-smith", "BiII.Smith", "Bill_5mith", "bill smith"):
        answer = inside.request("POST", "/api/session", json={"name": like})
        assert answer.status_code == 409, like
        assert "Bill Smith" in answer.json()["detail"] or like == "bill smith"
    assert inside.request("POST", "/api/session", json={"name": "Will Smith"}).status_code == 201
    assert skeleton("Guest 1234") != skeleton("Guest 1235")


# --- the one-time token


def test_only_one_of_two_concurrent_tokens_makes_an_administrator(tmp_path: Path) -> None:
    with Inside(tmp_path / "pitboss.db") as inside:
        token = inside.app.state.token.token
        cookies = [inside.name(f"Racer {number}")[0] for number in range(6)]

        async def race() -> list[int]:
            transport = httpx.ASGITransport(app=inside.app)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                asked = [
                    client.post("/api/admin", json={"token": token}, headers={"cookie": f"{COOKIE}={cookie}"})
                    for cookie in cookies
                ]
                return [answer.status_code for answer in await asyncio.gather(*asked)]

        assert sorted(inside.wait(race())) == [200] + [403] * 5
        roles = [each.role for each in inside.casino.store.accounts.all_not_deleted()]
        assert sorted(roles) == ["admin"] + ["player"] * 5


# --- ids of actions


def test_the_same_id_for_another_action_is_refused(inside: Inside) -> None:
    """Not only for another kind of action, as it was: for another amount, another seat, another round."""
    cookie, _ = inside.name("Twice")

    def act(id_: str, act: dict[str, Any]) -> tuple[str, Any]:
        answer = inside.request("POST", "/api/tables/1/act", cookie, json={"id": id_, "act": act}).json()
        return answer["kind"], answer.get("number", answer.get("refused"))

    def another(id_: str, other: dict[str, Any]) -> bool:
        kind, refused = act(id_, other)
        return kind == "refused" and refused[0]["wrong"] == "This id belongs to another action."

    stakes = {"bet 1": 500, "bet 2": 500, "bet 3": 500}
    for id_, first, other in (
        ("sit-down-1", {"input": "sit", "seat": 3, "chips": 50_000}, {"input": "sit", "seat": 4, "chips": 50_000}),
        ("add-chips-1", {"input": "add chips", "chips": 1_000}, {"input": "add chips", "chips": 2_000}),
        ("bet-once-1", {"input": "wager", "stakes": stakes}, {"input": "wager", "stakes": {**stakes, "bet 1": 1000}}),
        ("sit-out-1", {"table": "sit out"}, {"table": "sit in"}),
        ("ready-once", {"table": "ready", "round": 1}, {"table": "ready", "round": 2}),
    ):
        kind, number = act(id_, first)
        assert kind == "ack", (id_, number)
        assert act(id_, first) == ("ack", number)
        assert another(id_, other), id_
        inside.casino.tables[1].receipts._outcomes.clear()  # as after a restart, or long ago
        if number:
            assert act(id_, first) == ("ack", number)
            assert another(id_, other), id_
