"""Staff acts about people: kicks, bans and refunds, all recorded."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from kit.inside import HOST, Inside, until
from kit.pit import Pit
from pitboss.compliance.shift.shift_reader import shift_report
from pitboss.games import REGISTERED
from pitboss.record.gaming_day import GamingDay
from pitboss.server.access.sessions import COOKIE
from pitboss.server.live.chip_count import PRACTICE
from pitboss.server.live.table import LiveTable
from pitboss.store.audit.database_audit import audit
from pitboss.store.errors import StoreError
from pitboss.store.rounds.stored_results import hold_report_of
from pitboss.store.row_types import StaffAct
from pitboss.store.staff_act_prefixes import REFUNDED
from pitboss.table.money import dollars

WHY = "a drill"
STAKES = {"bet 1": 500, "bet 2": 500, "bet 3": 500}  # at Let It Ride, which is table 1


def wager(pit: Pit, who: str) -> None:
    pit.ok(who, "POST /api/tables/1/act", id=f"{who}-bets-here", act={"input": "wager", "stakes": STAKES})


def deal(pit: Pit, who: str) -> None:
    wager(pit, who)
    pit.ok(who, "POST /api/tables/1/act", id=f"{who}-is-ready", act={"table": "ready", "round": 1})


def sums(pit: Pit, who: str) -> int:
    total: int = pit.ok(who, "GET /api/me")["sum"]
    return total


def good(path: Path) -> bool:
    return all(check.ok for check in audit(path).checks)


# --- leaving


def test_a_kicked_person_leaves_and_may_not_return_at_once(pit: Pit) -> None:
    pit.sits("Ann")
    assert "Only a supervisor" in pit.wrong("Bob", "POST /api/tables/1/kick", name="Ann", why=WHY)
    assert "reason (why) is missing" in pit.wrong("Sue", "POST /api/tables/1/kick", name="Ann")
    assert "Nobody of this name sits" in pit.wrong("Sue", "POST /api/tables/1/kick", name="Bob", why=WHY)
    pit.ok("Sue", "POST /api/tables/1/kick", name="ann", why="shouts at the dealer")
    assert pit.acts() == [("Sue", "Had somebody leave the table: Ann from seat 3", "shouts at the dealer")]
    assert pit.ok("Ann", "GET /api/me")["tables"] == []
    assert sums(pit, "Ann") == PRACTICE
    sit = {"input": "sit", "seat": 3, "chips": 10_000}
    assert "asked you to leave" in pit.wrong("Ann", "POST /api/tables/1/act", id="sits-again", act=sit)
    pit.ok("Ann", "POST /api/tables/2/act", id="sits-elsewhere", act={**sit, "chips": 50_000})
    live = pit.inside.casino.tables[1]
    live.time.now = lambda real=live.time.now: real() + 1_000
    pit.ok("Ann", "POST /api/tables/1/act", id="sits-later", act=sit)


def test_the_clock_plays_the_hand_of_a_kicked_player_at_once(pit: Pit) -> None:
    pit.sits("Ann")
    deal(pit, "Ann")
    live = pit.inside.casino.tables[1]
    assert live.driver.question is not None
    pit.ok("Sue", "POST /api/tables/1/kick", name="Ann", why=WHY)
    until(lambda: not live.seats.people)
    assert live.driver.carry.round > 1
    assert pit.ok("Ann", "GET /api/tables/1/rounds/1")["void"] == ""
    assert pit.ok("Ann", "GET /api/me")["tables"] == []


async def stands_still(table: LiveTable) -> None:
    """Stop the clock of a server that is about to be stopped."""


def test_a_kicked_person_stays_out_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, sit = tmp_path / "pitboss.db", {"input": "sit", "seat": 3, "chips": 10_000}
    with Inside(path) as inside:
        before = Pit(inside)
        before.sits("Ann")
        deal(before, "Ann")
        monkeypatch.setattr(LiveTable, "tick", stands_still)
        before.ok("Sue", "POST /api/tables/1/kick", name="Ann", why=WHY)  # in the middle of her hand
        before.sits("Bob", table=2)
        before.ok("Sue", "POST /api/tables/2/kick", name="Bob", why=WHY)
        cookies = before.cookies
    monkeypatch.undo()
    with Inside(path) as inside:
        after = Pit.__new__(Pit)
        after.inside, after.cookies = inside, cookies
        until(lambda: after.ok("Ann", "GET /api/me")["tables"] == [])
        for who, table in (("Ann", 1), ("Bob", 2)):
            refused = after.wrong(who, f"POST /api/tables/{table}/act", id="sits-again", act={**sit, "chips": 50_000})
            assert "asked you to leave" in refused
        live = inside.casino.tables[2]
        live.time.now = lambda real=live.time.now: real() + 1_000
        after.ok("Bob", "POST /api/tables/2/act", id="sits-later", act={**sit, "chips": 50_000})


def test_the_owner_of_a_table_sends_guests_from_it_and_from_no_other(pit: Pit) -> None:
    table = pit.ok("Bob", "POST /api/my/tables", name="Bob's", game="let-it-ride")["table"]
    pit.sits("Ann", table=table)
    assert "Only a supervisor" in pit.wrong("Bob", "POST /api/tables/1/kick", name="Ann", why=WHY)
    pit.ok("Bob", f"POST /api/tables/{table}/kick", name="Ann", why=WHY)
    assert pit.ok("Ann", "GET /api/me")["tables"] == []


def test_a_banned_person_is_out_until_readmitted(pit: Pit, path: Path) -> None:
    _, code = pit.inside.name("Rude")
    pit.cookies["Rude"] = pit.inside.cookie("Rude")
    pit.sits("Rude")
    assert "Only an administrator" in pit.wrong("Sue", "PUT /api/people/Rude/ban", why=WHY)
    assert "yourself" in pit.wrong("Chief", "PUT /api/people/Chief/ban", why=WHY)
    pit.ok("Chief", "PUT /api/people/Rude/ban", why="threw a chair")
    assert not pit.inside.casino.tables[1].seats.people
    assert pit.ask("Rude", "GET /api/me")[0] == 401
    recovery = {"name": "Rude", "code": code}
    assert "has banned this account" in pit.wrong("", "POST /api/session/recover", **recovery)
    assert "has banned" not in pit.wrong("", "POST /api/session/recover", name="Rude", code="wrong")  # who knows not
    found = {each["name"]: each for each in pit.ok("Chief", "GET /api/people")}
    assert (found["Rude"]["state"], found["Ann"]["state"]) == ("banned", "open")
    assert "is not banned" in pit.wrong("Chief", "DELETE /api/people/Ann/ban", why=WHY)
    pit.ok("Chief", "DELETE /api/people/Rude/ban", why="has apologized")
    assert pit.ask("Rude", "GET /api/me")[0] == 401  # the old session is over for good
    pit.ok("", "POST /api/session/recover", **recovery)
    whats = [act["what"] for act in pit.ok("Chief", "GET /api/staff-acts")]
    assert whats == ["Let Rude back in", "Had somebody leave the table: Rude from seat 3", "Banned Rude"]
    assert good(path)


def test_an_administrator_ends_the_sessions_of_somebody(pit: Pit) -> None:
    pit.ok("Chief", "POST /api/people/Ann/end-sessions", why="lost her phone")
    assert pit.ask("Ann", "GET /api/me")[0] == 401
    assert pit.ask("Bob", "GET /api/me")[0] == 200
    assert pit.ok("Chief", "GET /api/staff-acts")[0]["what"] == "Ended the sessions of Ann"


# --- deleting


def test_a_deleted_accounts_rounds_stay_without_its_name(pit: Pit, path: Path) -> None:
    _, code = pit.inside.name("Zebulon")
    pit.cookies["Zebulon"] = pit.inside.cookie("Zebulon")
    number = pit.inside.account("Zebulon").id
    pit.sits("Zebulon")
    pit.plays("Zebulon")
    assert "Have them leave it first" in pit.wrong("Chief", "DELETE /api/people/Zebulon", why=WHY)
    pit.sits("Ann", 2)
    pit.ok("Sue", "POST /api/tables/1/kick", name="Zebulon", why=WHY)
    assert "Zebulon leaves seat 3" in str(pit.ok("Ann", "GET /api/tables/1")["acts"])  # in the round that is open
    pit.ok("Chief", "DELETE /api/people/Zebulon", why="asked us to")
    assert pit.ask("Zebulon", "GET /api/me")[0] == 401
    assert pit.ask("", "POST /api/session/recover", name="Zebulon", code=code)[0] == 403
    assert pit.ask("", "POST /api/session", name="Zebulon")[0] == 409  # nobody poses as somebody who was here
    shown = "".join(
        pit.inside.request("GET", page, pit.cookies[who]).text
        for who in ("Ann", "Chief")
        for page in (
            "/api/tables", "/api/tables/1", "/api/tables/1/rounds/1", "/api/tables/1/rounds/1/replay", "/house",
            "/t/1/rounds/1", "/t/1", "/api/people", "/house/people", "/api/staff-acts",
            "/api/tables/1/staff-acts",
        )
    )  # fmt: skip
    assert "Zebulon" not in shown
    round_ = pit.ok("Ann", "GET /api/tables/1/rounds/1")
    assert f"(deleted {number})" in [seat["player"] for seat in round_["seats"]]
    assert pit.ok("Chief", "GET /api/staff-acts")[0]["what"] == f"Deleted account {number}"
    pit.plays("Ann")
    assert "Zebulon" not in str(pit.ok("Ann", "GET /api/tables/1/rounds/2"))
    pit.ok("Sue", "PUT /api/tables/1/state", state="paused", why=WHY)
    assert good(path)


# --- who has which role


def test_there_may_be_many_administrators_and_there_is_always_one(pit: Pit) -> None:
    pit.ok("Chief", "PUT /api/people/Sue/role", role="admin", why="one is not enough")

    async def both() -> list[int]:
        transport = httpx.ASGITransport(app=pit.inside.app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            asked = [
                client.put(
                    f"/api/people/{other}/role",
                    json={"role": "player", "why": WHY},
                    headers={"cookie": f"{COOKIE}={pit.cookies[who]}"},
                )
                for who, other in (("Chief", "Sue"), ("Sue", "Chief"))
            ]
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert sorted(pit.inside.wait(both())) in ([200, 403], [200, 409])
    assert [each.role for each in pit.inside.casino.store.accounts.all_not_deleted()].count("admin") == 1


@pytest.mark.parametrize("what", ["PUT /api/people/Chief/ban", "DELETE /api/people/Chief"])
def test_the_last_administrator_is_neither_banned_nor_deleted(pit: Pit, what: str) -> None:
    pit.ok("Chief", "PUT /api/people/Sue/role", role="admin", why=WHY)
    pit.ok("Sue", what, why=WHY)
    assert "only administrator" in pit.wrong("Sue", "PUT /api/people/Sue/role", role="player", why=WHY)


def test_a_person_seated_at_a_house_table_cannot_become_staff(pit: Pit) -> None:
    pit.sits("Ann")
    for role in ("auditor", "supervisor", "admin"):
        message = pit.wrong("Chief", "PUT /api/people/Ann/role", role=role, why=WHY)
        assert "has a seat at" in message
    pit.ok("Ann", "POST /api/tables/1/act", id="gets-up-now", act={"input": "leave"})
    pit.ok("Chief", "PUT /api/people/Ann/role", role="auditor", why=WHY)
    assert pit.ok("Ann", "GET /api/me")["role"] == "auditor"


def test_an_auditor_reads_finished_rounds_only(pit: Pit) -> None:
    pit.ok("Chief", "PUT /api/people/Bob/role", role="auditor", why=WHY)
    pit.sits("Ann")
    deal(pit, "Ann")
    mine = pit.ok("Ann", "GET /api/tables/1")["hands"]["3"]
    assert pit.ok("Bob", "GET /api/tables/1")["hands"]["3"] != mine
    assert pit.ask("Bob", "GET /api/tables/1/rounds/1")[0] == 404
    pit.plays("Ann")
    everybodys, anns = (pit.ok(who, "GET /api/tables/1/rounds/1")["own"] for who in ("Bob", "Ann"))
    assert everybodys.items() > anns.items()
    assert anns.keys() == {"3"}
    for read in ("/api/people", "/api/staff-acts", "/api/tables/1/supervision", "/house/people", "/api/metrics"):
        assert pit.inside.request("GET", read, pit.cookies["Bob"]).status_code == 200


# --- money that goes back


def test_voiding_a_round_by_a_paragraph_returns_every_wager(pit: Pit, path: Path) -> None:
    pit.sits("Ann")
    assert "nothing is wagered" in pit.wrong("Sue", "POST /api/tables/1/void", cite="18.12(e)", why=WHY).lower()
    deal(pit, "Ann")
    for cite in ("18.99(z)", "house:nothing", "32.1", "because"):
        assert "is not a paragraph" in pit.wrong("Sue", "POST /api/tables/1/void", cite=cite, why=WHY)
    pit.ok("Sue", "POST /api/tables/1/void", cite="18.12(e)", why="two cards stuck together")
    assert sums(pit, "Ann") == PRACTICE
    answer = pit.ok("Ann", "GET /api/tables/1/rounds/1")
    assert answer["void"] == "18.12(e)"
    assert [act["cite"] for act in answer["acts"]] == ["18.12(e)"]
    assert pit.acts()[-1] == (
        "Sue", "Voided the round by 18.12(e): every wager of it went back", "two cards stuck together",
    )  # fmt: skip
    pit.plays("Ann")
    assert good(path)


@pytest.mark.parametrize("rounds", [0, 2])
def test_a_round_that_was_voided_is_the_round_before_however_many_came_earlier(pit: Pit, rounds: int) -> None:
    pit.sits("Ann")
    for _ in range(rounds):
        pit.plays("Ann")
    assert rounds == 0 or pit.ok("Ann", "GET /api/tables/1")["settled"]["own"]
    wager(pit, "Ann")
    pit.ok("Sue", "POST /api/tables/1/void", cite="18.12(e)", why="two cards stuck together")
    before = pit.ok("Ann", "GET /api/tables/1")["settled"]
    assert (before["round"], before["void"], before["own"]) == (rounds + 1, "18.12(e)", {})
    assert before["players"]["3"] == "Ann"


def test_the_house_can_refund_money(pit: Pit, path: Path) -> None:
    refund = {"cents": 2_500, "cite": "house:refund", "why": "a chip rolled off the table", "table": 1, "round": 1}
    pit.sits("Bob")
    assert "Only a supervisor" in pit.wrong("Ann", "POST /api/people/Bob/refund", **refund)
    assert "yourself" in pit.wrong("Sue", "POST /api/people/Sue/refund", **refund)
    assert "is not a paragraph" in pit.wrong("Sue", "POST /api/people/Ann/refund", **{**refund, "cite": "house:x"})
    pit.ok("Sue", "POST /api/people/Ann/refund", **refund)
    assert pit.ok("Ann", "GET /api/me")["balance"] == PRACTICE + 2_500
    assert pit.acts() == [("Sue", "Refunded $25 to Ann by house:refund", "a chip rolled off the table")]
    assert good(path)


def test_a_supervisor_can_refund_a_limited_sum_a_day(pit: Pit) -> None:
    def give(who: str, dollars: int) -> tuple[int, Any]:
        refund = {"cents": dollars * 100, "cite": "house:refund", "why": "a chip rolled off the table"}
        return pit.ask(who, "POST /api/people/Ann/refund", **refund)

    assert "at most $1,000 a day. Ask an administrator" in give("Sue", 1_001)[1]["detail"]
    assert give("Sue", 900)[0] == 200
    assert "You have given back $900 in the last 24 hours" in give("Sue", 101)[1]["detail"]
    assert give("Sue", 100)[0] == 200
    assert give("Sue", 1)[0] == 409
    assert give("Chief", 5_000)[0] == 200
    assert pit.ok("Ann", "GET /api/me")["balance"] == PRACTICE + 600_000


def test_a_supervisor_may_refund_again_a_day_later(pit: Pit) -> None:
    store, ann, sue = pit.inside.casino.store, pit.inside.account("Ann").id, pit.inside.account("Sue").id

    def give(cents: int, at: int) -> None:
        act = StaffAct(sue, f"{REFUNDED}{dollars(cents)} to Ann by house:refund", "a reason", at=at)
        store.accounts.refund(ann, cents, act, 100_000).result()

    give(99_999, at=1_000)
    give(1, at=1_000)
    with pytest.raises(StoreError, match="at most"):
        give(1, at=1_000 + 24 * 3600 - 1)
    give(100_000, at=1_000 + 24 * 3600)


def test_numbers_must_be_whole_numbers(pit: Pit) -> None:
    """True is no cent and no first round, nor is a text with digits."""
    refund = {"cents": 500, "cite": "house:refund", "why": "a drill"}
    for wrong in ({"cents": True}, {"cents": "500"}, {"round": True, "table": 1}, {"table": True}):
        assert "is not a whole number" in pit.wrong("Sue", "POST /api/people/Ann/refund", **{**refund, **wrong})
    for what, body in (
        ("void", {"cite": "house:void", "round": True}),
        ("dispute", {"round": True}),
        ("dispute", {"round": 1, "position": True}),
        ("fill", {"cents": True}),
        ("order", {"what": "count the stub", "positions": [True]}),
    ):
        assert "is not a whole number" in pit.wrong("Sue", f"POST /api/tables/1/{what}", why="a drill", **body)


def test_look_alike_table_names_are_refused(pit: Pit) -> None:
    name = pit.ok("Ann", "GET /api/tables")[0]["name"]
    look_alike = name.replace("i", "1").replace("I", "l").upper()
    opened = pit.wrong("Chief", "POST /api/tables", name=look_alike, game="craps", why="one more")
    assert "looks like it" in opened
    assert "looks like it" in pit.wrong("Sue", "PUT /api/tables/5/name", name=look_alike, why="nicer")
    pit.ok("Sue", "PUT /api/tables/1/name", name=look_alike, why="it may change its own")
    for table, name in ((2, "桌子"), (3, "另一張")):  # signs without any look that we know
        pit.ok("Sue", f"PUT /api/tables/{table}/name", name=name, why="nicer")


def test_tables_have_names_in_any_alphabet(pit: Pit) -> None:
    def rename_table(name: str) -> str:
        return str(pit.ask("Sue", "PUT /api/tables/2/name", name=name, why="nicer")[1])

    pit.ok("Sue", "PUT /api/tables/1/name", name="Cafe 1", why="nicer")
    for alike in ("\u0421af\u0435 1", "Caf\u00e9 1", "CAFE I"):  # with letters of the Cyrillic alphabet; with an accent
        assert "looks like it" in rename_table(alike)
    pit.ok("Sue", "PUT /api/tables/1/name", name="\u0421\u0442\u043e\u043b 1", why="nicer")
    for other in ("\u0418\u0433\u0440\u0430 1", "\u684c\u5b50 1", "\u2660 1"):  # only the number is the same
        assert "looks like it" not in rename_table(other)


def test_a_deleted_table_has_its_reason_on_the_record(pit: Pit) -> None:
    pit.ok("Sue", "PUT /api/tables/5/state", state="closed", why="too quiet")
    pit.ok("Sue", "DELETE /api/tables/5", why="never used")
    assert pit.ok("Sue", "GET /api/staff-acts")[0]["why"] == "never used"
    assert 5 not in [row["table"] for row in pit.ok("Ann", "GET /api/tables")]


def test_a_table_whose_round_cannot_go_on_is_not_deleted(pit: Pit) -> None:
    pit.ok("Sue", "PUT /api/tables/5/state", state="closed", why="too quiet")
    pit.inside.casino.tables[5].service.hold("an earlier version began this round", {})
    assert not pit.ok("Sue", "GET /api/tables/5/supervision")["may_be_put_away"]
    assert "Resolve that first." in pit.wrong("Sue", "DELETE /api/tables/5", why="never used")


def test_the_rounds_of_a_deleted_table_can_still_be_read(pit: Pit) -> None:
    """The page of one's rounds was a fault of the server once a table of theirs had gone."""
    table = pit.ok("Ann", "POST /api/my/tables", name="Short-lived", game="let-it-ride")["table"]
    pit.sits("Ann", table=table)
    pit.plays("Ann", table=table)
    pit.ok("Ann", f"POST /api/tables/{table}/act", id="gets-up-now", act={"input": "leave"})
    pit.ok("Ann", f"PUT /api/tables/{table}/state", state="closed", why=WHY)
    pit.ok("Ann", f"DELETE /api/tables/{table}", why=WHY)
    assert pit.ask("Ann", f"GET /api/tables/{table}")[0] == 404
    pages = ("/history", "/api/me/rounds.json", "/api/me/rounds.csv", f"/t/{table}/rounds/1")
    for page in (*pages, f"/api/tables/{table}/rounds/1/replay", f"/api/tables/{table}/rounds"):
        assert pit.inside.request("GET", page, pit.cookies["Ann"]).status_code == 200, page
    assert "Short-lived" in pit.inside.request("GET", "/history", pit.cookies["Ann"]).text


# --- reports


def test_a_private_table_is_in_no_report(pit: Pit, path: Path) -> None:
    table = pit.ok("Sue", "POST /api/my/tables", name="Sue practices", game="let-it-ride")["table"]
    pit.sits("Sue", table=table)
    pit.plays("Sue", table=table)
    pit.sits("Ann")
    pit.plays("Ann")
    pit.ok("Sue", f"POST /api/tables/{table}/fill", cents=10_000, why="mine")
    report = shift_report(path, GamingDay())
    assert [each.table for each in report.tables] == [*range(1, len(REGISTERED) + 1)]
    assert sum(each.rounds for each in report.tables) == 1
    assert "Sue practices" not in str(report.json())
    assert "1 private table of players and staff left out" in report.notes
    held = hold_report_of(path)
    assert len(held.by("table")) == 1
    assert "1 private table of players and staff left out" in held.notes


# --- guests who cannot bet


def smallest_stakes(view: dict[str, Any]) -> dict[str, int]:
    offer = view["you"]["offers"][0]
    return dict.fromkeys(offer["spots"], offer["least"])


@pytest.mark.parametrize("table", range(1, len(REGISTERED) + 1), ids=REGISTERED)
def test_the_table_does_not_wait_for_a_guest_without_chips(
    pit: Pit, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = pit.inside.casino.tables[table]
    poor = {"input": "sit", "seat": 1, "chips": int(live.house.smallest_chip)}
    pit.ok("Bob", f"POST /api/tables/{table}/act", id="poor-but-here", act=poor)  # at craps he has the dice
    chips_of = live.round.chips_of
    monkeypatch.setattr(live.round, "chips_of", lambda seat: 0 if seat == 1 else chips_of(seat))
    pit.sits("Ann", seat=2, table=table)
    live.seats.sockets[live.seats.people[1].account] += 1  # and stays connected
    view = pit.ok("Ann", f"GET /api/tables/{table}")
    pit.ok(
        "Ann",
        f"POST /api/tables/{table}/act",
        id="bets-at-once",
        act={"input": "wager", "stakes": smallest_stakes(view)},
    )
    ready = {"table": "ready", "round": live.driver.carry.round}
    before = len(live.driver.log)
    pit.ok("Ann", f"POST /api/tables/{table}/act", id="ready-at-once", act=ready)
    dealt = live.driver.carry.round > ready["round"] or len(live.driver.log) > before
    assert dealt, live.driver.wait


def test_a_guest_with_chips_is_waited_for(pit: Pit) -> None:
    pit.sits("Ann")
    pit.sits("Bob", 2)
    deal(pit, "Ann")
    assert pit.ok("Ann", "GET /api/tables/1")["waiting"] == "wagers"
