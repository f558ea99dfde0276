"""Races: bans, roles, sessions and rounds that change between the check of a permission and the act."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from kit.inside import HOST, Inside
from kit.pit import Pit
from pitboss.engine.inputs import Sit
from pitboss.server.access.rate_limits import FREE_GUESSES
from pitboss.server.access.sessions import COOKIE, DEVICE
from pitboss.server.live.outcomes import Outcome

WHY = "a drill"
SIT = {"input": "sit", "seat": 3, "chips": 10_000}
WRONG = "AAAAA-AAAAA-AAAAA-AAAAA"


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    with Inside(tmp_path / "pitboss.db") as inside:
        yield Pit(inside)


def slowly(pit: Pit, who: str, what: str, body: dict[str, Any], meanwhile: Callable[[], Any]) -> httpx.Response:
    """Send a request whose body arrives after something else has happened."""
    method, path = what.split(" ")
    said = json.dumps(body).encode()

    async def send_slowly() -> AsyncIterator[bytes]:
        yield said[:1]
        await asyncio.to_thread(meanwhile)
        yield said[1:]

    async def request_slowly() -> httpx.Response:
        transport = httpx.ASGITransport(app=pit.inside.app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            headers = {"cookie": f"{COOKIE}={pit.cookies[who]}", "content-length": str(len(said))}
            headers["content-type"] = "application/json"
            return await client.request(method, path, headers=headers, content=send_slowly())

    return pit.inside.wait(request_slowly())


def test_a_role_lost_while_the_request_arrives_counts(pit: Pit) -> None:
    """The role was looked at before the body came, which may take ten seconds."""
    body = {"role": "admin", "why": WHY}
    pit.inside.set_role("Ann", "admin")
    answer = slowly(pit, "Ann", "PUT /api/people/Bob/role", body, lambda: pit.inside.set_role("Ann", "player"))
    assert answer.status_code == 403
    assert pit.inside.account("Bob").role == "player"


@pytest.mark.parametrize(
    "how", ["PUT /api/people/Ann/ban", "POST /api/people/Ann/end-sessions", "DELETE /api/people/Ann"]
)
def test_a_ban_given_while_the_request_arrives_counts(pit: Pit, how: str) -> None:
    body = {"id": "ann-sits-late", "act": SIT}
    answer = slowly(pit, "Ann", "POST /api/tables/1/act", body, lambda: pit.ok("Chief", how.format("Ann"), why=WHY))
    assert answer.status_code == 401
    assert not pit.inside.casino.tables[1].seats.people


@pytest.mark.parametrize("what", ["PUT /api/people/Ann/ban", "DELETE /api/people/Ann"])
def test_a_ban_given_while_waiting_for_the_table_counts(pit: Pit, what: str) -> None:
    """The action was let in, and waits until another at the table is written; behind what the staff does."""
    method, path = what.split(" ")
    table, ann = pit.inside.casino.tables[1], pit.inside.account("Ann").id

    async def both() -> tuple[int, Outcome]:
        transport = httpx.ASGITransport(app=pit.inside.app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            headers = {"cookie": f"{COOKIE}={pit.cookies['Chief']}"}
            async with table.lock:
                acting = asyncio.create_task(client.request(method, path, headers=headers, json={"why": WHY}))
                # The clock of the table may wait, too.
                while len(table.lock._waiters or ()) < 2 and pit.inside.account("Ann").state == "open":
                    await asyncio.sleep(0)
                sitting = asyncio.ensure_future(table.act(ann, 0, Sit(3, "Ann", 10_000), "ann-sits-late"))
                await asyncio.sleep(0)
            return (await acting).status_code, await sitting

    status, outcome = pit.inside.wait(both())
    assert status == 200
    assert "banned or deleted" in outcome.refused[0].wrong
    assert not table.seats.people


# --- a round that is over


def test_a_round_that_began_meanwhile_is_not_voided_for_another(pit: Pit) -> None:
    pit.sits("Ann")
    pit.plays("Ann")
    stakes = {"bet 1": 500, "bet 2": 500, "bet 3": 500}
    pit.ok("Ann", "POST /api/tables/1/act", id="ann-bets-again", act={"input": "wager", "stakes": stakes})
    body = {"cite": "house:void", "why": WHY}
    assert "Round 1 is over, and round 2 is open." in pit.wrong("Sue", "POST /api/tables/1/void", round=1, **body)
    assert pit.inside.casino.tables[1].driver.table.wagers()
    assert pit.ok("Sue", "GET /api/tables/1/supervision")["round"] == 2
    pit.ok("Sue", "POST /api/tables/1/void", round=2, **body)
    assert not pit.inside.casino.tables[1].driver.table.wagers()


def test_a_refund_names_a_round_that_there_was(pit: Pit) -> None:
    pit.sits("Ann")
    pit.plays("Ann")
    body = {"cents": 500, "cite": "house:refund", "why": WHY}
    path = "POST /api/people/Ann/refund"
    assert "Table 1 has had no round 9." in pit.wrong("Sue", path, table=1, round=9, **body)
    assert "Name the table as well." in pit.wrong("Sue", path, round=1, **body)
    before = pit.ok("Ann", "GET /api/me")["balance"]
    pit.ok("Sue", path, table=1, round=1, **body)
    assert pit.ok("Ann", "GET /api/me")["balance"] == before + 500


# --- a machine that others use as well


def test_wrong_codes_on_one_device_do_not_lock_out_the_owner_on_another(pit: Pit) -> None:
    _, code = pit.inside.name("Owner")
    body = {"name": "Owner", "code": code}
    devices = [pit.inside.request("POST", "/api/session/recover", json=body).cookies[DEVICE] for _ in range(2)]
    cafe, home = ({"cookie": f"{DEVICE}={device}"} for device in devices)
    wrong = {"name": "Owner", "code": WRONG}
    for _ in range(FREE_GUESSES):
        pit.inside.request("POST", "/api/session/recover", headers=cafe, json=wrong)
    assert pit.inside.request("POST", "/api/session/recover", headers=cafe, json=body).status_code == 429
    assert pit.inside.request("POST", "/api/session/recover", headers=home, json=body).status_code == 200
