"""Every act of the staff is recorded with who and why. Every route is tried with and without a reason."""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute, iter_route_contexts

from kit.inside import Inside
from kit.pit import Pit
from pitboss.compliance.shift.shift_reader import shift_report
from pitboss.engine.incidents.incident_kinds import INCIDENTS
from pitboss.engine.inputs import Credit, Fill, Order
from pitboss.games import REGISTERED, load
from pitboss.server.access.permissions import SAFE, STAFF, role_of
from pitboss.server.app import build
from pitboss.server.live.client_actions import player_inputs
from pitboss.server.routes.error_messages import NO_REASON
from pitboss.store.copies.export import export
from pitboss.store.row_types import StaffAct

FILLED = {"table": "1", "name": "Ann"}
BETS = {"input": "wager", "stakes": dict.fromkeys(("bet 1", "bet 2", "bet 3"), 500)}
EXPOSED = {"kind": "card exposed", "place": "community", "index": 0}
# What the staff does on an evening, in order: the route, what is sent beside the reason, how it is recorded and which
# paragraph or rule of the house answers for it.
EVENING: tuple[tuple[str, dict[str, Any], str, str], ...] = (
    ("POST /api/tables/{table}/incident", {"incident": EXPOSED}, "Caused: card exposed", "house:incident"),
    (
        "POST /api/tables/{table}/order",
        {"what": "void the hands"},
        "Ruled: void the hands (",
        "reading:exposed-community-card",
    ),
    ("POST /api/tables/{table}/order", {"what": "count the stub"}, "Ordered: count the stub", "house:orders"),
    ("POST /api/tables/{table}/fill", {"cents": 50_000}, "Brought a fill of $500", "house:fill"),
    ("POST /api/tables/{table}/credit", {"cents": 20_000}, "Took a credit of $200", "house:credit"),
    ("POST /api/tables/{table}/dispute", {"round": 1}, "Dispute: round 1", ""),
    ("PUT /api/tables/{table}/setting", {}, "Changed the settings from the next round on", "house:tables"),
    ("PUT /api/tables/{table}/name", {"name": "The ride"}, "Renamed the table", "house:name"),
    ("POST /api/tables/{table}/void", {"cite": "18.12(e)"}, "Voided the round by 18.12(e)", "18.12(e)"),
    ("PUT /api/tables/{table}/state", {"state": "paused"}, "Paused the table", "house:service"),
    ("POST /api/tables/{table}/wind-up", {}, "Wound up the round", "house:wind-up"),
    ("POST /api/tables/{table}/kick", {"name": "Ann"}, "Had somebody leave the table: Ann", "house:staff"),
    ("PUT /api/tables/{table}/state", {"state": "closed"}, "Closed the table", "house:service"),
    ("DELETE /api/tables/{table}", {}, "Put the table “The ride” away", "house:tables"),
    ("POST /api/tables", {"name": "Den", "game": "craps"}, "Opened a table, “Den”", "house:tables"),
    ("POST /api/people/{name}/refund", {"cents": 500, "cite": "house:refund"}, "Refunded $5 to Ann", "house:refund"),
    ("PUT /api/people/{name}/role", {"role": "auditor"}, "Made Ann auditor (was player)", "house:people"),
    ("POST /api/people/{name}/end-sessions", {}, "Ended the sessions of Ann", "house:people"),
    ("PUT /api/people/{name}/ban", {}, "Banned Ann", "house:people"),
    ("DELETE /api/people/{name}/ban", {}, "Let Ann back in", "house:people"),
    ("DELETE /api/people/{name}", {}, "Deleted account", "house:people"),
)
GO_ON = "POST /api/house/go-on"  # while the server is paused; its record is looked at in test_own_state.py


def staff_routes() -> list[str]:
    """Return the method and path of every route with which only the staff may change something."""
    with tempfile.TemporaryDirectory() as folder:
        app = build(Path(folder) / "pitboss.db")
        app.state.casino.keeper.release()
        app.state.casino.store.close()
    return [
        f"{method} {each.path}"
        for each in iter_route_contexts(app.routes)
        if isinstance(each.original_route, APIRoute) and role_of(each.endpoint) in STAFF
        for method in sorted((each.methods or set()) - SAFE)
    ]


ROUTES = staff_routes()


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    """Run a server at which nothing is done."""
    with Inside(tmp_path_factory.mktemp("reasons") / "pitboss.db") as inside:
        yield Pit(inside)


@pytest.mark.parametrize("route", ROUTES)
def test_a_staff_act_without_a_reason_is_refused(quiet: Pit, route: str) -> None:
    method, path = route.format(**FILLED).split(" ")
    body = next((body for each, body, _, _ in EVENING if each == route), {})
    bodies: Iterator[dict[str, Any]] = (
        {"json": given} for given in (body, {**body, "why": ""}, {**body, "why": " \n "})
    )
    for sent in ({}, *bodies):  # no body at all, and one without a reason
        answer = quiet.inside.request(method, path, quiet.cookies["Chief"], **sent)
        assert (answer.status_code, NO_REASON in answer.json()["detail"]) == (422, True), answer.text
    assert quiet.ok("Chief", "GET /api/staff-acts") == []


def test_a_reason_with_unprintable_characters_is_refused(pit: Pit, path: Path) -> None:
    """Reports are read in terminals, where an escape could clear the screen or write a line that nobody wrote."""
    for sign in "\x1b", "\x07", "\x7f", "\x9b", "\u202e", "\u200b", "\x00":
        refused = pit.wrong("Sue", "PUT /api/tables/1/state", state="paused", why=f"too{sign}loud")
        assert "why contains a character that cannot be printed; remove it" in refused
        setting = pit.ok("Sue", "GET /api/tables/1/setting")
        assert "cannot be printed" in pit.wrong("Sue", "PUT /api/tables/1/setting", **setting, why=f"{sign}2J")
    pit.ok("Sue", "PUT /api/tables/1/state", state="paused", why="Zoë’s\nlate\u2028again \N{BELL}")
    assert pit.acts() == [("Sue", "Paused the table", "Zoë’s late again \N{BELL}")]
    sue = pit.inside.account("Sue").id
    old = StaffAct(sue, "Paused the table", "\x1b[2Jold", 1, 1, int(time.time()))  # as older versions took it
    pit.inside.casino.store.note_staff_act(old).result()
    told = shift_report(path).text()
    assert "?[2Jold" in told
    assert all(line.isprintable() for line in told.splitlines())


def test_a_staff_act_is_recorded_with_who_and_why(pit: Pit, path: Path, tmp_path: Path) -> None:
    assert {route for route, _, _, _ in EVENING} | {GO_ON} == set(ROUTES)
    pit.sits("Ann")
    round_ = 0
    for number, (route, body, what, cite) in enumerate(EVENING):
        if route.endswith(("/incident", "/void")) or body == {"state": "paused"}:
            round_ = bets(pit, deal=route.endswith("/incident"))
        if route.endswith("/setting"):
            body = {**pit.ok("Chief", "GET /api/tables/1/setting"), "companions": 3}
        pit.ok("Chief", route.format(**FILLED), **body, why=f"reason  {number}")
        act = pit.ok("Chief", "GET /api/staff-acts")[0]
        assert (act["name"], act["why"], act["cite"]) == ("Chief", f"reason {number}", cite), route
        assert act["what"].startswith(what)
        assert act["at"] > 0
    assert round_ > 1
    every = [f"reason {number}" for number in range(len(EVENING))]
    export(path, tmp_path / "out", "jsonl")
    written = [json.loads(line) for line in (tmp_path / "out" / "staff.jsonl").read_text().splitlines()]
    assert [(act["name"], act["why"]) for act in written] == [("Chief", why) for why in every]
    assert [act["cite"] for act in written] == [cite for _, _, _, cite in EVENING]
    report = shift_report(path)
    told = [act for table in report.tables for act in table.acts] + list(report.house)
    assert {act.why: act.cite for act in told} == dict(zip(every, [cite for _, _, _, cite in EVENING], strict=True))


def bets(pit: Pit, *, deal: bool) -> int:
    """Have Ann bet in a round without bets, and return its number."""
    round_: int = pit.ok("Ann", "GET /api/tables/1")["round"]
    pit.ok("Ann", "POST /api/tables/1/act", id=f"ann-bets-in-{round_}", act=BETS)
    if deal:
        pit.ok("Ann", "POST /api/tables/1/act", id=f"ann-is-ready-{round_}", act={"table": "ready", "round": round_})
    return round_


def test_the_socket_takes_no_staff_acts() -> None:
    """An input that is sent to a table without a reason is a player's."""
    for name in REGISTERED:
        kinds = player_inputs(load(name)).values()
        assert kinds
        assert not {Order, Fill, Credit, *INCIDENTS} & set(kinds)


def test_a_table_owner_must_give_a_reason_too(pit: Pit) -> None:
    made = pit.ok("Ann", "POST /api/my/tables", name="Den", game="craps")["table"]
    assert NO_REASON in pit.wrong("Ann", f"PUT /api/tables/{made}/state", state="paused")
    pit.ok("Ann", f"PUT /api/tables/{made}/state", state="paused", why="dinner")
    assert pit.acts(made)[-1] == ("Ann", "Paused the table", "dinner")


def test_older_acts_are_found_page_by_page(pit: Pit, path: Path) -> None:
    """An auditor reads all of them, whatever the newest hundred are."""
    pit.ok("Chief", "PUT /api/people/Bob/role", role="auditor", why="to read")
    chief, store = pit.inside.account("Chief").id, pit.inside.casino.store
    for number in range(2, 252):  # the first was Bob's role
        store.note_staff_act(StaffAct(chief, "Paused the table", f"reason {number}", 1 + number % 2, 1, 1))
    store.barrier().result()
    link, read, told = "/house", [], []
    while link:
        page = pit.inside.request("GET", link, pit.cookies["Bob"]).text
        read += re.findall("<q>reason ([0-9]+)</q>", page)
        link = next(iter(re.findall('href="([^"]*)" data-testid="older-acts"', page)), "")
    assert [*map(int, read)] == [*range(251, 1, -1)]
    at = 252
    while found := pit.ok("Bob", f"GET /api/staff-acts?before={at}"):
        told += [each["number"] for each in found]
        at = told[-1]
    assert told == [*range(251, 0, -1)]
    assert [each["number"] for each in pit.ok("Bob", "GET /api/tables/1/staff-acts?before=6")] == [4, 2]
    assert "before in the address is too small; give 1 or more" in pit.wrong("Bob", "GET /api/staff-acts?before=0")
