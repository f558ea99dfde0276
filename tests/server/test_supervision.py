"""Supervisors: who is one, what they may do at a table, and that each act is recorded with who and why."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from kit.inside import Inside
from kit.pit import Ear, Pit
from pitboss.engine.inputs import CardOrder
from pitboss.engine.waits import CardOrderWanted, OrderWanted, Window
from pitboss.games import REGISTERED, load
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.server.live.chip_count import PRACTICE
from pitboss.server.live.setting_form import build_form, describe_differences, required_notices
from pitboss.server.live.staff import UNUSED
from pitboss.server.live.table_settings import setting_of
from pitboss.store.audit.database_audit import audit
from pitboss.store.chains import chain_entries
from pitboss.store.chains.chain_entries import add_entry
from pitboss.store.database.schema import MIGRATIONS
from pitboss.store.row_types import Entry
from pitboss.store.store import Store
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import Money

WHY = "a drill"


# --- who is a supervisor


def test_an_administrator_gives_and_takes_the_supervisor_role(pit: Pit) -> None:
    assert "Only a supervisor" in pit.wrong("Ann", "GET /api/tables/1/supervision")
    assert "Only an administrator" in pit.wrong("Sue", "PUT /api/people/Ann/role", role="supervisor", why=WHY)
    assert "the reason (why) is missing" in pit.wrong("Chief", "PUT /api/people/Ann/role", role="supervisor", why=" ")
    assert "Nobody has this name" in pit.wrong("Chief", "PUT /api/people/Zoe/role", role="supervisor", why=WHY)
    pit.ok("Chief", "PUT /api/people/ann/role", role="supervisor", why="she has learned it")
    assert pit.ok("Chief", "GET /api/people/Ann/role") == {"name": "Ann", "role": "supervisor"}
    pit.ok("Ann", "GET /api/tables/1/supervision")
    pit.ok("Chief", "PUT /api/people/Ann/role", role="player", why="she has left")
    pit.wrong("Ann", "GET /api/tables/1/supervision")
    acts = pit.ok("Chief", "GET /api/staff-acts")
    assert [(act["name"], act["what"], act["why"], act["table"]) for act in acts] == [
        ("Chief", "Made Ann player (was supervisor)", "she has left", None),
        ("Chief", "Made Ann supervisor (was player)", "she has learned it", None),
    ]


def test_the_last_administrator_cannot_be_dismissed(pit: Pit) -> None:
    assert "only administrator" in pit.wrong("Chief", "PUT /api/people/Chief/role", role="player", why=WHY)
    pit.ok("Chief", "PUT /api/people/Sue/role", role="admin", why=WHY)
    pit.ok("Chief", "PUT /api/people/Chief/role", role="player", why=WHY)
    assert pit.ok("Sue", "GET /api/people")[0] == {
        "name": "Ann",
        "role": "player",
        "state": "open",
        "balance": PRACTICE,
        "connections": 0,
        "tables": [],
    }


def test_a_table_owner_is_supervisor_there_and_nowhere_else(pit: Pit) -> None:
    made = pit.ok("Ann", "POST /api/my/tables", name="Ann's", game="let-it-ride")["table"]
    own = pit.ok("Ann", f"GET /api/tables/{made}/supervision")
    assert (own["name"], own["owned"]) == ("Ann's", True)
    assert pit.ok("Ann", f"GET /api/tables/{made}/setting")["companions"] == 2
    pit.ok("Ann", f"PUT /api/tables/{made}/name", name="Ann's den", why="it is hers")
    pit.ok("Ann", f"POST /api/tables/{made}/fill", cents=50_000, why="a long night")
    assert pit.ok("Bob", f"GET /api/tables/{made}")["name"] == "Ann's den"
    for what in ("GET /api/tables/1/supervision", "GET /api/tables/1/staff-acts", "GET /api/staff-acts"):
        assert "Only a supervisor" in pit.wrong("Ann", what)
    for method, path in (
        ("PUT", "state"),
        ("PUT", "setting"),
        ("POST", "fill"),
        ("POST", "order"),
        ("POST", "incident"),
    ):
        assert pit.ask("Bob", f"{method} /api/tables/{made}/{path}")[0] == 403
        assert pit.ask("Ann", f"{method} /api/tables/1/{path}")[0] == 403
        assert pit.ask("", f"{method} /api/tables/{made}/{path}")[0] == 401
    pit.ok("Sue", f"GET /api/tables/{made}/supervision")
    assert pit.acts(made)[0] == ("Ann", "Opened a table, “Ann's”", "to play there")


def bets(pit: Pit, who: str, table: int, seat: int = 3) -> int:
    """Sit down at a private table of Let It Ride with $500 and bet. Return the number of the round."""
    pit.sits(who, seat, table)
    stakes = dict.fromkeys(("bet 1", "bet 2", "bet 3"), 500)
    wager = {"input": "wager", "stakes": stakes}
    pit.ok(who, f"POST /api/tables/{table}/act", id=f"{who}-bets-at-{table}", act=wager)
    return int(pit.ok(who, f"GET /api/tables/{table}")["round"])


def test_a_supervisor_with_a_wager_at_the_table_cannot_rule(pit: Pit) -> None:
    """An owner who sees his cards would void the round, or order and cause what helps him."""
    made = pit.ok("Ann", "POST /api/my/tables", name="Ann's", game="let-it-ride")["table"]
    round_ = bets(pit, "Ann", made)
    at = f"/api/tables/{made}"
    rulings: tuple[tuple[str, dict[str, Any]], ...] = (
        (f"POST {at}/void", {"cite": "house:void", "round": round_}),
        (f"POST {at}/order", {"what": "count the stub"}),
        (f"POST {at}/incident", {"incident": {"kind": "card missing"}}),
        (f"POST {at}/incident", {"incident": {"kind": "card missing"}, "later": True}),
    )
    for what, body in rulings:
        assert "Nobody rules on a round in which he has a wager out" in pit.wrong("Ann", what, **body, why=WHY)
    pit.ok("Ann", f"PUT {at}/state", state="paused", why=WHY)  # nor by winding up a round that he has paused
    wound_up = pit.wrong("Ann", f"POST {at}/wind-up", why=WHY)
    assert "Nobody rules on a round in which he has a wager out" in wound_up
    pit.ok("Ann", f"PUT {at}/state", state="open", why=WHY)
    pit.ok("Sue", f"POST {at}/void", cite="house:void", round=round_, why=WHY)  # a supervisor of the house may
    pit.ok("Ann", f"POST {at}/incident", incident={"kind": "card missing"}, why=WHY)  # and he, before he bets


def test_a_pending_ruling_can_always_be_made_by_somebody(pit: Pit) -> None:
    """An incident that Ann has caused before she bet asks for the supervisor: she may not rule, and there is perhaps
    nobody else. The round can be wound up."""
    made = pit.ok("Ann", "POST /api/my/tables", name="Ann's", game="let-it-ride")["table"]
    at = f"/api/tables/{made}"
    incident = {"kind": "card exposed", "place": "community"}
    pit.ok("Ann", f"POST {at}/incident", incident=incident, later=True, why=WHY)
    round_ = bets(pit, "Ann", made)
    live = pit.inside.casino.tables[made]
    while isinstance(live.driver.wait, Window):
        pit.ok("Ann", f"POST {at}/act", id="ann-is-ready", act={"table": "ready", "round": round_})
    assert isinstance(live.driver.wait, OrderWanted)
    message = pit.wrong("Ann", f"POST {at}/order", what="void the hands", why=WHY)
    assert "or pause the table and wind up the round" in message
    assert "Nobody rules" in pit.wrong("Ann", f"POST {at}/void", cite="house:void", round=round_, why=WHY)
    pit.ok("Ann", f"PUT {at}/state", state="paused", why=WHY)
    pit.ok("Ann", f"POST {at}/wind-up", why=WHY)
    pit.ok("Ann", f"POST {at}/act", id="ann-gets-up", act={"input": "leave"})
    assert pit.ok("Ann", "GET /api/me")["sum"] == PRACTICE


def test_chips_of_a_private_table_are_its_own(pit: Pit, path: Path) -> None:
    """Winnings there are nobody's money; a friend who plays and tells gains nothing either."""
    made = pit.ok("Ann", "POST /api/my/tables", name="Ann's", game="let-it-ride")["table"]
    for who, seat in (("Ann", 3), ("Bob", 1)):
        bets(pit, who, made, seat)
        me = pit.ok(who, "GET /api/me")
        assert (me["balance"], me["on_tables"], me["sum"]) == (PRACTICE, 0, PRACTICE)
        (table,) = me["tables"]
        assert (table["cents"], table["private"]) == (50_000, True)
    live = pit.inside.casino.tables[made]
    pit.ok("Sue", f"POST /api/tables/{made}/void", cite="house:void", why=WHY)
    leave = {"input": "leave"}
    pit.ok("Bob", f"POST /api/tables/{made}/act", id="bob-gets-up", act=leave)
    before = live.round.chips_of(3)
    pit.plays("Ann", made)
    assert live.round.chips_of(3) != before
    pit.ok("Ann", f"POST /api/tables/{made}/act", id="ann-gets-up", act=leave)
    assert [pit.ok(who, "GET /api/me")["sum"] for who in ("Ann", "Bob")] == [PRACTICE, PRACTICE]
    too_many = pit.wrong(
        "Ann", f"POST /api/tables/{made}/act", id="ann-sits-again", act={"input": "sit", "seat": 3, "chips": 1_000_500}
    )
    assert "at a private table nobody brings more than $10,000 at a time" in too_many.replace("At a", "at a")
    found = {check.name: check for check in audit(path).checks}
    assert all(check.ok for check in found.values()), found


def test_chips_bought_for_a_private_table_come_back_once(pit: Pit, path: Path) -> None:
    """At a private table of an earlier version, where chips were bought from the account."""
    made = pit.ok("Ann", "POST /api/my/tables", name="Ann's", game="craps")["table"]
    store, ann = pit.inside.casino.store, pit.inside.account("Ann").id
    with patch.object(
        chain_entries, "move_chips", lambda db, entry, table, row: add_entry(db, entry, {"table": table, "row": row})
    ):
        pit.sits("Ann", table=made)
    assert pit.ok("Ann", "GET /api/me")["balance"] == PRACTICE - 50_000
    assert pit.ok("Ann", "GET /api/me")["sum"] == PRACTICE  # they are still hers, and count
    assert pit.ok("Ann", "POST /api/me/practice-money")["given"] == 0
    act = {"input": "add chips", "chips": 20_000}
    pit.ok("Ann", f"POST /api/tables/{made}/act", id="ann-adds-chips", act=act)
    assert store.accounts.find(ann)[0].balance == PRACTICE - 50_000
    pit.ok("Ann", f"POST /api/tables/{made}/act", id="ann-gets-up", act={"input": "leave"})
    assert pit.ok("Ann", "GET /api/me")["sum"] == PRACTICE
    assert all(check.ok for check in audit(path).checks)


@pytest.mark.parametrize("took_away", [0, 90_000])
def test_earlier_private_results_do_not_reach_the_account(pit: Pit, took_away: int) -> None:
    """In an earlier version Ann lost all that she had brought, or won; she sits down again and again since."""
    made = pit.ok("Ann", "POST /api/my/tables", name="Ann's", game="craps")["table"]
    store, ann = pit.inside.casino.store, pit.inside.account("Ann").id

    def before(db: sqlite3.Connection, entry: Entry, table: int, row: int) -> None:
        cents = entry.cents if entry.cents < 0 else took_away
        add_entry(db, Entry(entry.account, cents, entry.what), {"table": table, "row": row})

    def does(act: dict[str, Any], number: int) -> int:
        pit.ok("Ann", f"POST /api/tables/{made}/act", id=f"ann-acts-{number}", act=act)
        return int(store.accounts.find(ann)[0].balance)

    sits: dict[str, Any] = {"input": "sit", "seat": 3, "chips": 50_000}
    leaves: dict[str, Any] = {"input": "leave"}
    with patch.object(chain_entries, "move_chips", before):
        had = [does(act, number) for number, act in enumerate((sits, leaves))][-1]
    assert had == PRACTICE - 50_000 + took_away
    assert [does(act, number) for number, act in enumerate((sits, leaves, sits, leaves), 2)] == [had] * 4
    with patch.object(
        chain_entries, "move_chips", lambda db, entry, table, row: add_entry(db, entry, {"table": table, "row": row})
    ):
        assert does(sits, 6) == had - 50_000  # chips of an earlier version
    assert does(leaves, 7) == had


def test_a_person_owns_at_most_three_tables(pit: Pit) -> None:
    tables = [pit.ok("Ann", "POST /api/my/tables", name=f"T{n}", game="craps")["table"] for n in range(3)]
    assert "You have 3 tables" in pit.wrong("Ann", "POST /api/my/tables", name="T4", game="craps")
    assert "Choose another name" in pit.wrong("Bob", "POST /api/my/tables", name="T1", game="craps")
    assert "no such game" in pit.wrong("Bob", "POST /api/my/tables", name="B", game="faro")
    assert "printable" in pit.wrong("Bob", "POST /api/my/tables", name="a\nb", game="craps")
    broken = msgspec.json.decode(msgspec.json.encode(setting_of(CrapsHouse(seats=99))))
    assert "seats" in pit.wrong("Bob", "POST /api/my/tables", name="B", game="craps", setting=broken)
    assert "the reason (why) is missing" in pit.wrong("Ann", f"PUT /api/tables/{tables[0]}/state", state="closed")
    assert "Close it first" in pit.wrong("Ann", f"DELETE /api/tables/{tables[0]}", why=WHY)
    pit.ok("Ann", f"PUT /api/tables/{tables[0]}/state", state="closed", why="over")
    assert "Close and delete one first" in pit.wrong("Ann", "POST /api/my/tables", name="T4", game="craps")
    pit.ok("Ann", f"DELETE /api/tables/{tables[0]}", why="over")
    pit.ok("Ann", "POST /api/my/tables", name="T4", game="craps")
    for number in range(5, 11):
        last = pit.inside.casino.store.tables.rows()[-1].id
        pit.ok("Ann", f"PUT /api/tables/{last}/state", state="closed", why="over")
        pit.ok("Ann", f"DELETE /api/tables/{last}", why="over")
        pit.ok("Ann", "POST /api/my/tables", name=f"T{number}", game="craps")
    pit.ok("Ann", f"PUT /api/tables/{tables[1]}/state", state="closed", why="over")
    pit.ok("Ann", f"DELETE /api/tables/{tables[1]}", why="over")
    assert "You have made 10 tables in a day" in pit.wrong("Ann", "POST /api/my/tables", name="T11", game="craps")


def later(pit: Pit, table: int, seconds: float = UNUSED) -> None:
    """Advance the clock of a table, and have the server look for unused tables."""
    live = pit.inside.casino.tables[table]
    was = live.time.now()
    live.time.now = lambda: was + seconds

    async def looks() -> None:
        await live.tick()
        await pit.inside.casino._put_unused_away()

    pit.inside.wait(looks())


def test_a_private_table_unused_for_an_hour_is_removed(pit: Pit, path: Path) -> None:
    made = pit.ok("Ann", "POST /api/my/tables", name="Den", game="let-it-ride")["table"]
    later(pit, made, UNUSED - 60)
    pit.sits("Ann", table=made)
    later(pit, made, 30)  # somebody sits there again
    pit.inside.casino.tables[made].seats.people[3].heard_at += 10 * UNUSED
    later(pit, made, 2 * UNUSED)
    assert pit.ok("Ann", f"GET /api/tables/{made}")["you"]["seat"] == 3
    pit.ok("Ann", f"POST /api/tables/{made}/act", id="ann-gets-up", act={"input": "leave"})
    later(pit, made, UNUSED - 1)
    assert pit.ask("Ann", f"GET /api/tables/{made}")[0] == 200
    later(pit, made, 2)
    assert pit.ask("Ann", f"GET /api/tables/{made}")[0] == 404
    assert made not in [row["table"] for row in pit.ok("Ann", "GET /api/tables")]
    later(pit, 1, 10 * UNUSED)
    assert pit.ok("Ann", "GET /api/tables/1")["state"] == "open"  # tables of the house stay
    pit.ok("Bob", "POST /api/my/tables", name="Den", game="let-it-ride")  # the name is free
    found = {check.name: check for check in audit(path).checks}
    assert found[f"table {made}"].ok
    assert found["register"].ok


def test_a_private_table_stays_open_for_somebody_who_has_just_sat_down(pit: Pit) -> None:
    """The clock of the table has not looked since."""
    made = pit.ok("Ann", "POST /api/my/tables", name="Den", game="let-it-ride")["table"]
    live = pit.inside.casino.tables[made]
    was = live.time.now()
    with patch.object(type(live), "tick", lambda table: asyncio.sleep(0)):
        live.time.now = lambda: was + 2 * UNUSED
        pit.sits("Ann", table=made)
        pit.inside.wait(pit.inside.casino._put_unused_away())
    assert live.service.state == "open"


def test_a_private_table_with_a_wager_on_it_is_not_removed(pit: Pit) -> None:
    """Ann leaves the craps table while her pass bet stands: it is decided, or comes back, before the table goes."""
    made = pit.ok("Ann", "POST /api/my/tables", name="Den", game="craps")["table"]
    live = pit.inside.casino.tables[made]
    pit.sits("Ann", table=made)
    pit.sits("Bob", seat=4, table=made)
    for number in range(99):
        for who in ("Ann", "Bob"):
            acts = [{"input": "wager", "stakes": {"pass": 500}}, {"table": "ready", "round": live.driver.carry.round}]
            for act in acts:
                pit.ask(who, f"POST /api/tables/{made}/act", id=f"{who}-{act.get('table', 'bets')}-{number}", act=act)
        if live.driver.table.marks.get("point") and live.driver.table.wager(3, "pass"):
            break
    for who in ("Ann", "Bob"):
        pit.ok(who, f"POST /api/tables/{made}/act", id=f"{who}-gets-up", act={"input": "leave"})
    assert live.seats.people
    assert live.seat_of(pit.inside.account("Ann").id) == 0
    has = pit.ok("Ann", "GET /api/me")["sum"]
    for _ in range(200):
        later(pit, made)
        if made not in pit.inside.casino.tables:
            break
        assert live.service.state == "closed"
    assert made not in pit.inside.casino.tables
    assert pit.ok("Ann", "GET /api/me")["on_tables"] == 0
    assert pit.ok("Ann", "GET /api/me")["sum"] >= has - 500


def test_a_table_put_away_is_listed_no_more_and_its_rounds_stay(pit: Pit, path: Path) -> None:
    made = pit.ok("Ann", "POST /api/my/tables", name="Den", game="let-it-ride")["table"]
    pit.sits("Ann", table=made)
    pit.plays("Ann", made)
    pit.ok("Ann", f"PUT /api/tables/{made}/state", state="closed", why="over")
    assert "Close it first" in pit.wrong("Ann", f"DELETE /api/tables/{made}", why=WHY)  # she sits there
    pit.ok("Ann", f"POST /api/tables/{made}/act", id="ann-gets-up", act={"input": "leave"})
    assert pit.ok("Ann", f"GET /api/tables/{made}/supervision")["may_be_put_away"]
    pit.ok("Ann", f"DELETE /api/tables/{made}", why=WHY)
    assert made not in [row["table"] for row in pit.ok("Ann", "GET /api/tables")]
    assert pit.ask("Ann", f"GET /api/tables/{made}")[0] == 404
    pit.ok("Bob", "POST /api/my/tables", name="Den", game="let-it-ride")  # the name is free
    found = {check.name: check for check in audit(path).checks}
    assert found[f"table {made}"].ok
    assert found["staff"].ok


# --- what they do is kept


def test_every_act_of_the_staff_is_kept_with_who_and_why(pit: Pit, path: Path) -> None:
    pit.sits("Ann")
    pit.ok("Sue", "PUT /api/tables/1/state", state="paused", why="the lamp flickers")
    pit.ok("Sue", "PUT /api/tables/1/state", state="open", why="the lamp is mended")
    pit.ok("Sue", "POST /api/tables/1/fill", cents=50_000, why="  short of\n greens ")
    pit.ok("Chief", "POST /api/tables/1/credit", cents=20_000, why="too many blacks")
    pit.ok("Sue", "POST /api/tables/1/incident", incident={"kind": "card missing"}, why=WHY)
    setting = pit.ok("Sue", "GET /api/tables/1/setting-form")["setting"]
    setting["house"]["minimum"] = 1_000
    pit.ok("Sue", "PUT /api/tables/1/setting", **setting, why="a busy night")
    pit.ok("Sue", "PUT /api/tables/1/name", name="The ride", why="as the sign says")
    pit.ok("Sue", "PUT /api/tables/1/state", state="paused", why="to wind it up")
    pit.ok("Sue", "POST /api/tables/1/wind-up", why="it is a drill")
    kept = [
        ("Sue", "Paused the table", "the lamp flickers"),
        ("Sue", "Opened the table", "the lamp is mended"),
        ("Sue", "Brought a fill of $500", "short of greens"),
        ("Chief", "Took a credit of $200", "too many blacks"),
        ("Sue", "Caused: card missing", WHY),
        ("Sue", "Changed the settings from the next round on: Minimum: $5 → $10", "a busy night"),
        ("Sue", "Renamed the table from “Let It Ride 1” to “The ride”", "as the sign says"),
        ("Sue", "Paused the table", "to wind it up"),
        ("Sue", "Wound up the round: every wager of it went back", "it is a drill"),
    ]
    assert pit.acts() == kept
    assert [act["what"] for act in pit.ok("Sue", "GET /api/tables/1/supervision")["acts"]] == [
        what for _, what, _ in reversed(kept)
    ]
    found = {check.name: check for check in audit(path).checks}
    assert found["staff"].told == f"{len(kept)} acts of the staff, each with who did it"


def test_a_single_staff_act_is_counted_in_the_singular(pit: Pit, path: Path) -> None:
    pit.ok("Sue", "PUT /api/tables/1/state", state="paused", why="the lamp flickers")
    found = {check.name: check for check in audit(path).checks}
    assert found["staff"].told == "1 act of the staff, each with who did it"


@pytest.mark.parametrize(
    "tampered",
    [
        "UPDATE staff_acts SET line = replace(line, 'greens', 'blacks')",
        "DELETE FROM staff_acts WHERE number = 1",
        'UPDATE staff_acts SET "table" = 2 WHERE number = 2',
    ],
)
def test_an_altered_staff_act_is_detected(path: Path, tampered: str) -> None:
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.ok("Sue", "POST /api/tables/1/fill", cents=50_000, why="short of greens")
        pit.ok("Sue", "POST /api/tables/1/fill", cents=60_000, why="short of greens")
    assert audit(path).ok
    with closing(sqlite3.connect(path)) as db:
        db.execute(tampered)
        db.commit()
    found = {check.name: check.ok for check in audit(path).checks}
    assert not found["staff"]


def test_staff_acts_are_anchored(path: Path) -> None:
    with Inside(path) as inside:
        pit = Pit(inside)
        pit.ok("Sue", "POST /api/tables/1/fill", cents=50_000, why=WHY)
        pit.ok("Sue", "POST /api/tables/1/fill", cents=60_000, why=WHY)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM staff_acts WHERE number = 2")
        db.commit()
    found = {check.name: check for check in audit(path).checks}
    assert found["staff"].ok  # what is left is a whole chain
    assert "staff is good up to line 1, 1 anchored line came later" in found["anchors"].told


def test_a_refused_staff_request_is_not_recorded(pit: Pit) -> None:
    for what, body in (
        ("POST /api/tables/1/order", {"what": "dance", "why": WHY}),
        ("POST /api/tables/1/fill", {"cents": 50, "why": WHY}),
        ("POST /api/tables/1/fill", {"cents": 50_000}),
        ("POST /api/tables/1/credit", {"cents": 50_000}),
        ("POST /api/tables/1/incident", {"incident": {"kind": "card missing"}}),
        ("POST /api/tables/1/incident", {"incident": {"kind": "card exposed", "place": "hand 3"}, "why": WHY}),
        ("POST /api/tables/1/incident", {"incident": {"kind": "moonquake"}, "why": WHY}),
        ("POST /api/tables/1/incident", {"incident": {"kind": "card missing", "by": "clock"}, "why": WHY}),
        ("POST /api/tables/1/incident", {"incident": {"kind": "face up card", "depth": "deep"}, "why": WHY}),
        ("PUT /api/tables/1/setting", {"game": "craps", "why": WHY}),
        ("PUT /api/tables/1/name", {"name": "Craps 1", "why": WHY}),
        ("PUT /api/tables/1/name", {"name": " ", "why": WHY}),
    ):
        pit.wrong("Sue", what, **body)
    assert pit.acts() == []


def test_a_database_of_an_earlier_version_gains_the_role_and_keeps_its_people(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(";".join(MIGRATIONS[:2]) + ";PRAGMA user_version = 2;")
        db.execute("INSERT INTO accounts VALUES (7, 'Ann', 'admin', 'x:y', 0)")
        db.execute("INSERT INTO tables (id, name, state, setting, head) VALUES (1, 'T', 'open', '{}', '')")
        db.execute("INSERT INTO played VALUES (7, 1, 1, 1)")
        db.commit()
    store = Store(path)
    try:
        assert [(each.id, each.name, each.role) for each in store.accounts.all_not_deleted()] == [(7, "Ann", "admin")]
        assert (store.tables.rows()[0].owner, store.staff_acts()) == (None, [])
        store.accounts.set_role(7, "supervisor").result()
        with pytest.raises(Exception, match="CHECK"):
            store.accounts.set_role(7, "king").result()
        with pytest.raises(Exception, match="FOREIGN KEY"):
            store.submit(lambda db: db.execute("INSERT INTO played VALUES (8, 1, 1, 1, 0)")).result()
    finally:
        store.close()


# --- incidents


@pytest.mark.parametrize("game", REGISTERED)
def test_incidents_on_offer_are_accepted_and_no_others(path: Path, game: str) -> None:
    with Inside(path, [load(game).house.usual()]) as inside:
        pit = Pit(inside)
        pit.sits("Ann")
        offered = pit.ok("Sue", "GET /api/tables/1/supervision")["incidents"]
        assert offered
        first = offered[0]
        values = {each["name"]: each["choices"][0]["value"] if "choices" in each else 0 for each in first["fields"]}
        pit.ok("Sue", "POST /api/tables/1/incident", incident={"kind": first["kind"], **values}, why=WHY)
        assert pit.acts()[-1][1].startswith(f"Caused: {first['kind']}")
        for each in offered:
            assert each["title"], each
            assert each["means"].endswith("."), each
            for field in each["fields"]:
                assert field["label"]
                assert field.get("choices") or field["most"], field


def test_an_unnoticed_incident_does_not_change_what_players_are_sent(tmp_path: Path) -> None:
    """The same evening with a whole deck and with a card gone: a player is sent the same, whatever he asks for."""

    def evening(path: Path, *, disturbed: bool) -> list[Any]:
        with Inside(path, [UltimateHouse()]) as inside:
            pit, found = Pit(inside), []
            pit.sits("Ann")
            stakes = {"ante": 500, "blind": 500}
            pit.ok("Ann", "POST /api/tables/1/act", id="ann-wagers", act={"input": "wager", "stakes": stakes})
            pit.ok("Ann", "POST /api/tables/1/act", id="ann-is-ready", act={"table": "ready", "round": 1})
            if disturbed:
                pit.ok("Sue", "POST /api/tables/1/incident", incident={"kind": "card missing"}, why=WHY)
            found.append(pit.ok("Ann", "GET /api/tables/1"))
            pit.plays("Ann")
            for what in ("GET /api/tables/1", "GET /api/tables", "GET /api/tables/1/rounds/1", "GET /api/me"):
                found.append(pit.ok("Ann", what))
            found.append(pit.wrong("Ann", "GET /api/tables/1/supervision"))
            found.append(pit.wrong("Ann", "GET /api/tables/1/staff-acts"))
            for view in found[:2]:
                del view["clock"]  # whole seconds, of two evenings
            told = pit.ok("Sue", "GET /api/tables/1/rounds/1")["unnoticed"]
            assert any("gone" in act["told"] for act in told) is disturbed
            return found

    whole, gone = evening(tmp_path / "whole.db", disturbed=False), evening(tmp_path / "gone.db", disturbed=True)
    # The next shuffle and cut are chance's, and of another deck.
    whole[1].pop("acts"), gone[1].pop("acts")
    assert whole == gone


def test_an_unnoticed_incident_sends_no_frame_and_restarts_no_clock(path: Path) -> None:
    with Inside(path, [UltimateHouse()]) as inside:
        pit, ear = Pit(inside), Ear()
        pit.sits("Ann")
        table = inside.casino.tables[1]
        stakes = {"ante": 500, "blind": 500}
        pit.ok("Ann", "POST /api/tables/1/act", id="ann-wagers", act={"input": "wager", "stakes": stakes})
        pit.ok("Ann", "POST /api/tables/1/act", id="ann-is-ready", act={"table": "ready", "round": 1})
        assert pit.ok("Ann", "GET /api/tables/1")["asked"]["seat"] == 3
        table.onlookers.listen(ear)
        before = (table.onlookers.version, table.clock.deadline, table.onlookers.acts_shown)
        pit.ok("Sue", "POST /api/tables/1/incident", incident={"kind": "card missing"}, why=WHY)
        assert (table.onlookers.version, table.clock.deadline, table.onlookers.acts_shown) == before
        assert ear.woken == 0
        exposed = {"kind": "card exposed", "place": "dealer", "index": 0}
        pit.ok("Sue", "POST /api/tables/1/incident", incident=exposed, why=WHY)
        assert table.onlookers.version > before[0]  # what lies before everybody is news
        assert ear.woken


def test_a_chance_incident_that_the_table_refuses_is_not_logged(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Inside(path, [UltimateHouse()]) as inside:
        pit = Pit(inside)
        table = inside.casino.tables[1]
        order = CardOrder(FULL_DECK[:-1])
        answers = table.dealer.source.answers

        def short(wait: Any) -> Any:
            return order if isinstance(wait, CardOrderWanted) else answers(wait)

        monkeypatch.setattr(type(table.dealer.source), "answers", lambda self, wait: short(wait))
        act = {"input": "sit", "seat": 3, "chips": 50_000}
        assert "internal error" in pit.wrong("Ann", "POST /api/tables/1/act", id="ann-sits-down", act=act).lower()
        said = caplog.text
        assert "CardOrder was refused" in said
        assert not [card for card in FULL_DECK if f"'{card}'" in said]


def test_a_ruling_that_is_asked_for_is_given(pit: Pit) -> None:
    pit.sits("Ann")
    bets = {"bet 1": 500, "bet 2": 500, "bet 3": 500}
    pit.ok("Ann", "POST /api/tables/1/act", id="ann-wagers", act={"input": "wager", "stakes": bets})
    pit.ok("Ann", "POST /api/tables/1/act", id="ann-is-ready", act={"table": "ready", "round": 1})
    before = pit.ok("Sue", "GET /api/tables/1/supervision")
    assert before["asked"] is None
    (exposed,) = [each for each in before["incidents"] if each["kind"] == "card exposed"]
    place = exposed["fields"][0]["choices"][0]
    assert place == {"value": "community", "label": "the community cards"}
    incident = {"kind": "card exposed", "place": "community", "index": 0}
    pit.ok("Sue", "POST /api/tables/1/incident", incident=incident, why=WHY)
    asked = pit.ok("Sue", "GET /api/tables/1/supervision")["asked"]
    assert "void the hands" in asked["choices"]
    assert asked["cite"]
    pit.ok("Sue", "POST /api/tables/1/order", what="void the hands", why="seat 3 saw it")
    who, what, why = pit.acts()[-1]
    assert (who, why) == ("Sue", "seat 3 saw it")
    assert pit.ok("Sue", "GET /api/staff-acts")[0]["cite"] == asked["cite"]
    assert what.startswith("Ruled: void the hands (")
    assert pit.ok("Ann", "GET /api/tables/1")["round"] == 2


# --- settings for the next round


@pytest.mark.parametrize("game", REGISTERED)
def test_sending_the_setting_form_back_changes_nothing(pit: Pit, game: str) -> None:
    table = list(REGISTERED).index(game) + 1
    answer = pit.ok("Sue", f"GET /api/tables/{table}/setting-form")
    told = pit.ok("Sue", f"PUT /api/tables/{table}/setting?try=1", **answer["setting"])
    assert told == {"refused": [], "changes": [], "notices": []}
    assert {each["key"] for each in answer["house"]} < answer["setting"]["house"].keys()
    assert all(each["means"] for each in answer["house"])
    assert all(reading["value"] in reading["choices"] for reading in answer["readings"])
    assert pit.acts(table) == []


def test_elections_have_their_paragraphs_and_pay_tables() -> None:
    found = {each.key: each for each in build_form(setting_of(LetItRideHouse())).house}
    assert (found["payout-limit"].cite, found["payout-limit"].kind) == ("18.11(c)", "money")
    assert found["dealing"].cite == "18.8(b)1"
    assert found["three-card-bonus"].choices == ("A", "B", "C", "D", "E", "F")
    assert found["three-card-bonus"].pays["A"][0].lines[0] == ("Straight flush", "40 to 1")
    assert found["bonus"].pays["yes"][0].cite == found["bonus"].cite == "18.11(d)"


def test_a_change_is_tried_before_it_is_made(pit: Pit) -> None:
    setting = pit.ok("Sue", "GET /api/tables/1/setting-form")["setting"]
    setting["house"] |= {"payout-limit": 10_000_000, "minimum": 2_500}
    setting["readings"] = {"own-cards": "literal"}
    tried = pit.ok("Sue", "PUT /api/tables/1/setting?try=1", **setting)
    assert tried["changes"] == [
        "Minimum: $5 → $25",
        "Payout limit: none → $100,000",
        "Reading own-cards: third-person → literal",
    ]
    assert [each["cite"] for each in tried["notices"]] == ["18.11(c)"]
    assert pit.ok("Ann", "GET /api/tables/1")["minimum"] == 500
    pit.ok("Sue", "PUT /api/tables/1/setting", **setting, why=WHY)
    assert pit.ok("Ann", "GET /api/tables/1")["minimum"] == 2_500
    assert "Notice [18.11(c)]: The payout limit goes down" in pit.acts()[-1][1]
    setting["house"]["payout-limit"] = 100
    status, refused = pit.ask("Sue", "PUT /api/tables/1/setting?try=1", **setting)
    assert (status, refused["refused"][0]["cite"]) == (409, "18.11(c)")


def test_a_waiting_setting_is_shown(pit: Pit) -> None:
    pit.sits("Ann")
    setting = pit.ok("Sue", "GET /api/tables/1/setting-form")["setting"]
    setting["house"]["minimum"] = 1_000
    pit.ok("Sue", "PUT /api/tables/1/setting", **setting, why=WHY)
    assert pit.ok("Sue", "GET /api/tables/1/supervision")["next"] == ["Minimum: $5 → $10"]
    assert pit.ok("Sue", "GET /api/tables/1/setting-form")["setting"]["house"]["minimum"] == 1_000
    pit.plays("Ann")
    assert pit.ok("Sue", "GET /api/tables/1/supervision")["next"] is None


@pytest.mark.parametrize(
    ("old", "new", "cites"),
    [
        (LetItRideHouse(bonus=True), LetItRideHouse(), ["18.6A(a)"]),
        (LetItRideHouse(three_card_bonus="A"), LetItRideHouse(three_card_bonus="B"), []),
        (LetItRideHouse(three_card_bonus="A"), LetItRideHouse(), ["18.6B(a)"]),
        (LetItRideHouse(payout_limit=Money(6_000_000)), LetItRideHouse(payout_limit=Money(5_000_000)), ["18.11(c)"]),
        (LetItRideHouse(payout_limit=Money(5_000_000)), LetItRideHouse(payout_limit=Money(6_000_000)), []),
        (LetItRideHouse(payout_limit=Money(5_000_000)), LetItRideHouse(), []),
        (LetItRideHouse(shuffler="shuffler"), LetItRideHouse(), ["18.12(f)"]),
        (LetItRideHouse(shuffler="shuffler"), LetItRideHouse(shuffler="counting-shuffler"), []),
        (ThreeCardPokerHouse(shuffler="shuffler", dealing="automated-shoe"), ThreeCardPokerHouse(), ["20.12(g)"] * 2),
        (UltimateHouse(dealing="automated-shoe"), UltimateHouse(), ["32.13(g)"]),
        (UltimateHouse(), UltimateHouse(dealing="automated-shoe"), []),
        (CrapsHouse(), CrapsHouse(buy_and_lay=True), []),
        (
            load("winners-pot-poker").house.usual(shuffler="shuffler"),
            load("winners-pot-poker").house.usual(),
            ["33.12(k)"],
        ),
    ],
)
def test_a_change_that_needs_notice_cites_its_paragraph(old: Any, new: Any, cites: list[str]) -> None:
    found = required_notices(load(old.game).rules({}), old, new)
    assert [each.cite for each in found] == cites
    assert all(each.told.endswith(".") for each in found)
    assert bool(describe_differences(setting_of(old), setting_of(new))) is (old != new)


@pytest.mark.parametrize("house", [LetItRideHouse(shuffler="shuffler"), UltimateHouse(dealing="automated-shoe")])
def test_a_device_that_is_not_used_any_more_is_taken_away(path: Path, house: Any) -> None:
    with Inside(path, [house]) as inside:
        pit = Pit(inside)
        pit.sits("Ann")
        pit.plays("Ann")
        setting = pit.ok("Sue", "GET /api/tables/1/setting-form")["setting"]
        setting["house"] |= {"shuffler": None, "dealing": "manual-shoe"}
        answer = pit.ok("Sue", "PUT /api/tables/1/setting", **setting, why="it squeaks")
        assert answer["notices"][0]["cite"] in ("18.12(f)", "32.13(g)")
        pit.plays("Ann")
        pit.plays("Ann")
        rounds = [pit.ok("Ann", f"GET /api/tables/1/rounds/{number}")["acts"] for number in (1, 2, 3)]
        cites = {act["cite"] for acts in rounds for act in acts if "removed" in act["told"]}
        assert answer["notices"][0]["cite"] in cites
    assert audit(path).ok
