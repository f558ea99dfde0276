"""The messages that each person may send to a table: every kind from everybody, at a house table and a private one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from kit.inside import Inside
from pitboss.engine import inputs
from pitboss.engine.incidents import incident_kinds
from pitboss.games import REGISTERED, load

PEOPLE = ("nobody", "player", "auditor", "supervisor", "admin")
GAMES = [load(name) for name in REGISTERED]
EVERY = {*inputs.COMMON, *incident_kinds.INCIDENTS, *(kind for game in GAMES for kind in game.more_inputs)}
TAGS = {str(kind.__struct_config__.tag): kind for kind in EVERY}
AT_THE_TABLE = ({"table": "ready", "round": 1}, {"table": "sit out"}, {"table": "sit in"})
WATCHES, UNKNOWN = "you are only watching", "is not an action for players here"
ids = (f"message-{number:04d}" for number in count())


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("messages") / "pitboss.db") as server:
        for who in PEOPLE[1:]:
            server.name(who.capitalize())
            server.set_role(who.capitalize(), who)
        yield server


@pytest.mark.parametrize("round_", [True, "1", 1.0, None])
def test_a_round_must_be_a_whole_number(inside: Inside, round_: Any) -> None:
    answer = send_message(inside, 1, "player", {"table": "ready", "round": round_})
    assert (answer["kind"], "at the table you can be" in answer["wrong"]) == ("error", True)


def send_message(inside: Inside, table: int, who: str, act: dict[str, Any]) -> dict[str, Any]:
    cookie = "" if who == "nobody" else inside.cookie(who.capitalize())
    *_, answer = inside.socket(f"/ws/tables/{table}", cookie, say=json.dumps({"id": next(ids), "act": act}))
    found: dict[str, Any] = json.loads(answer["text"])
    return found


def sit(seat: int) -> dict[str, Any]:
    return {"input": "sit", "seat": seat, "chips": 10_000}


def test_every_kind_of_input_is_tested() -> None:
    """Every input of all games is listed as a player's or not, so a new one has to be decided on. A game's own inputs
    are decided on in its folder."""
    players = {tag for tag, kind in TAGS.items() if kind.by_player}
    own = {kind.__struct_config__.tag for game in REGISTERED for kind in load(game).more_inputs if kind.by_player}
    assert players - own == {"add chips", "answer", "conduct", "leave", "sit", "take back", "wager"}
    assert own <= players
    assert {"close", "order", "fill", "credit", "cut", "throw"} <= TAGS.keys() - players


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("tag", sorted(TAGS))
def test_players_send_player_inputs_only_and_strangers_none(inside: Inside, tag: str, who: str) -> None:
    """At the craps table, which has the most inputs; nobody sits there."""
    craps = next(number for number, live in inside.casino.tables.items() if live.game.name == "craps")
    before = inside.casino.tables[craps].driver.log[:]
    answer = send_message(inside, craps, who, {"input": tag} if tag != "sit" else {**sit(1), "chips": 1})
    if who == "nobody":
        assert WATCHES in answer["wrong"]
    elif not TAGS[tag].by_player or TAGS[tag] not in {*inputs.COMMON, *load("craps").more_inputs}:
        assert UNKNOWN in answer["wrong"]
    else:
        assert answer["kind"] in ("refused", "error")
    assert inside.casino.tables[craps].driver.log == before


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("act", AT_THE_TABLE, ids=lambda act: act["table"])
def test_a_person_without_a_seat_cannot_send_inputs(inside: Inside, act: dict[str, Any], who: str) -> None:
    answer = send_message(inside, 1, who, act)
    if who == "nobody":
        assert WATCHES in answer["wrong"]
    else:
        assert answer["refused"][0]["cite"] == "house:seats"


@pytest.mark.parametrize("who", PEOPLE)
def test_only_players_may_sit_at_a_house_table(inside: Inside, who: str) -> None:
    answer = send_message(inside, 1, who, sit(2))
    if who == "nobody":
        assert WATCHES in answer["wrong"]
    elif who == "player":
        assert answer["kind"] == "ack"
        assert send_message(inside, 1, who, {"input": "leave"})["kind"] == "ack"
    else:
        assert answer["refused"][0]["cite"] == "house:staff"
        assert "staff do not play" in answer["refused"][0]["wrong"].lower()


@pytest.mark.parametrize("who", ["player", "supervisor", "admin"])
def test_staff_play_at_a_private_table_of_their_own_which_is_marked(inside: Inside, who: str) -> None:
    cookie = inside.cookie(who.capitalize())
    body = {"name": f"{who}'s own", "game": "let-it-ride"}
    table = inside.request("POST", "/api/my/tables", cookie, json=body).json()["table"]
    assert send_message(inside, table, who, sit(2))["kind"] == "ack"
    rows = {row["table"]: row for row in inside.request("GET", "/api/tables").json()}
    assert rows[table]["owner"] == who.capitalize()
    assert "owner" not in rows[1]
    assert f'data-owner="{who.capitalize()}"' in inside.request("GET", f"/t/{table}").text
    others = {"player": "supervisor", "supervisor": "admin", "admin": "supervisor"}
    assert send_message(inside, table, others[who], sit(3))["refused"][0]["cite"] == "house:staff"


def test_an_auditor_has_no_table_of_his_own(inside: Inside) -> None:
    body = {"name": "Mine", "game": "let-it-ride"}
    answer = inside.request("POST", "/api/my/tables", inside.cookie("Auditor"), json=body)
    assert (answer.status_code, answer.json()["detail"]) == (403, "An auditor reads everything and changes nothing.")


def test_a_foreign_seat_is_refused_and_not_replaced(inside: Inside) -> None:
    for who, seat in (("Seat one", 1), ("Seat two", 2)):
        inside.name(who)
        assert send_message(inside, 2, who, sit(seat))["kind"] == "ack"
    one = send_message(inside, 2, "seat one", {"input": "leave", "seat": 2})
    assert one["refused"] == [
        {"cite": "house:seats", "wrong": "This is not your seat.", "right": "Act from seat 1, or leave the seat out."}
    ]
    assert set(inside.casino.tables[2].seats.people) == {1, 2}
    assert send_message(inside, 2, "seat one", {"input": "leave", "seat": 1})["kind"] == "ack"
    assert set(inside.casino.tables[2].seats.people) == {2}
