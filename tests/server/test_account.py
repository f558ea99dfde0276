"""Count a player's money in the account and on tables, and top up practice money by the sum of both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kit.inside import Inside
from pitboss.server.live.chip_count import PRACTICE


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    with Inside(tmp_path / "pitboss.db") as server:
        yield server


def has(inside: Inside, cookie: str) -> dict[str, Any]:
    answer: dict[str, Any] = inside.request("GET", "/api/me", cookie).json()
    return answer


def top_up(inside: Inside, cookie: str) -> dict[str, Any]:
    answer = inside.request("POST", "/api/me/practice-money", cookie)
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


def sit(inside: Inside, cookie: str, table: int, seat: int, chips: int) -> None:
    body = {"id": f"sits-down-{table}", "act": {"input": "sit", "seat": seat, "chips": chips}}
    assert inside.request("POST", f"/api/tables/{table}/act", cookie, json=body).json()["kind"] == "ack"


def spend(inside: Inside, name: str, cents: int) -> None:
    found = inside.casino.store.accounts.find(name)
    assert found is not None
    inside.casino.store.accounts.grant(found[0].id, -cents, "for the test").result()


def test_an_account_lists_the_chips_at_each_table(inside: Inside) -> None:
    ann = inside.name("Ann")[0]
    nothing = {"balance": PRACTICE, "on_tables": 0, "sum": PRACTICE, "tables": []}
    assert has(inside, ann) == {"name": "Ann", "role": "player", **nothing}
    sit(inside, ann, 1, 3, 40_000)
    sit(inside, ann, 2, 2, 19_500)
    names = {row.id: row.name for row in inside.casino.store.tables.rows()}
    assert has(inside, ann) == {
        "name": "Ann",
        "role": "player",
        "balance": 40_500,
        "on_tables": 59_500,
        "sum": PRACTICE,
        "tables": [
            {"table": 1, "name": names[1], "seat": 3, "cents": 40_000},
            {"table": 2, "name": names[2], "seat": 2, "cents": 19_500},
        ],
    }
    stakes = {"bet 1": 500, "bet 2": 500, "bet 3": 500}
    body = {"id": "wagers-once", "act": {"input": "wager", "stakes": stakes}}
    assert inside.request("POST", "/api/tables/1/act", ann, json=body).json()["kind"] == "ack"
    assert has(inside, ann)["on_tables"] == 59_500  # also what is wagered
    bob = inside.name("Bob")[0]
    assert has(inside, bob)["tables"] == []


def test_vigorish_owed_at_a_table_is_not_the_players_money(inside: Inside) -> None:
    """Marked vigorish is paid when its player goes."""
    ann, ben = inside.name("Ann")[0], inside.name("Ben")[0]
    sit(inside, ann, 1, 3, 40_000)
    sit(inside, ben, 1, 2, 40_000)
    inside.casino.tables[1].driver.table.marks["vigorish owed 3"] = 50
    assert (has(inside, ann)["on_tables"], has(inside, ann)["sum"]) == (39_950, PRACTICE - 50)
    assert has(inside, ben)["sum"] == PRACTICE


def test_practice_money_says_what_it_gave_or_why_it_gave_none(inside: Inside) -> None:
    cat = inside.name("Cat")[0]
    sit(inside, cat, 1, 3, 59_500)
    assert top_up(inside, cat) == {
        "given": 0,
        "balance": 40_500,
        "on_tables": 59_500,
        "sum": PRACTICE,
        "why": "You have $1,000 or more in all: $405 in your account, $595 on tables.",
    }
    spend(inside, "Cat", 1)  # one cent below
    assert top_up(inside, cat) == {
        "given": 1,
        "balance": 40_500,
        "on_tables": 59_500,
        "sum": PRACTICE,
        "why": "",
    }
    spend(inside, "Cat", 40_500)
    assert top_up(inside, cat)["given"] == 40_500
    spend(inside, "Cat", -1)
    assert top_up(inside, cat)["given"] == 0
