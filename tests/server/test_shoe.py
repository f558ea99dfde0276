"""A shoe at a server's table: over rounds, over a stop, and out of play when a round is void."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from kit.inside import Inside
from kit.pit import Pit
from kit.shoes import Twin, other_shoe
from pitboss.engine.carry import Shoe
from pitboss.engine.chance import seeded
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import CardOrder
from pitboss.games import REGISTERED
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.house import CasinoWarHouse, least_behind
from pitboss.store.audit import audit
from pitboss.store.export import export
from pitboss.store.rounds import read_carry, replay

ROUNDS = 4
HEAD = re.compile(r'"head":"[0-9a-f]{8}"')
SEEN = (
    "/api/tables",
    "/api/tables/1",
    "/api/tables/1/rounds",
    "/api/tables/1/rounds/2",
    "/api/tables/1/rounds/2/replay",
    "/api/tables/1/rounds/2/verified",
    "/api/me/rounds.json",
    "/api/me/rounds.csv",
)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTERED, GAME.name, GAME.package)


def shoe_at(inside: Inside) -> Shoe | None:
    """Of the table between rounds."""
    shoe = inside.casino.tables[1].driver.carry.shoe
    return None if shoe is UNSET else shoe


def seen(pit: Pit) -> list[str]:
    """Whatever players, people who watch and the staff are sent of the rounds so far."""
    who = [*pit.cookies.values(), ""]
    found = [pit.inside.request("GET", where, cookie).text for where in SEEN for cookie in who]
    return found + [str(pit.inside.socket("/ws/tables/1", cookie)) for cookie in who]


def evening(path: Path, source: Any) -> tuple[list[str], list[Driver]]:
    """What everybody is sent of some rounds, and the rounds themselves."""
    inside = Inside(path, [CasinoWarHouse()])
    inside.casino._source = lambda: source
    with inside:
        pit = Pit(inside)
        pit.clock(1_000_000)
        pit.sits("Ann")
        told = []
        for _ in range(ROUNDS):
            pit.plays("Ann")
            told += seen(pit)
        lines = [inside.casino.store.round_lines(1, number) for number in range(1, ROUNDS + 1)]
        return told, [replay(read_carry(carry), rows) for carry, rows in lines]


def test_nobody_is_sent_what_is_still_in_the_shoe(tmp_path: Path) -> None:
    """The same evening from two shoes that differ in nothing but what nobody has seen. Only the first digits of a head
    differ, which covers the salts."""
    told, drivers = evening(tmp_path / "one.db", seeded(3))
    drawn = other_shoe(drivers, least_behind(CasinoWarHouse()), Random(3))
    other, others = evening(tmp_path / "other.db", Twin(drawn))
    assert [driver.next.shoe for driver in drivers] != [driver.next.shoe for driver in others]  # type: ignore[union-attr]
    assert [HEAD.sub("", text) for text in told] == [HEAD.sub("", text) for text in other]


def test_a_shoe_outlives_a_stop_and_leaves_with_a_void_round(path: Path, tmp_path: Path) -> None:
    with Inside(path, [CasinoWarHouse()]) as inside:
        pit = Pit(inside)
        pit.sits("Ann")
        for _ in range(ROUNDS):
            pit.plays("Ann")
        shoe = shoe_at(inside)
        assert shoe is not None
        told = [
            inside.request("GET", where, pit.cookies[who]).text for where in SEEN for who in ("Ann", "Bob", "Chief")
        ]
        cookie = pit.cookies["Sue"]
    with Inside(path) as inside:
        assert shoe_at(inside) == shoe
        live = inside.casino.tables[1]
        wager = {"input": "wager", "stakes": {"initial": 500}}
        ann = inside.cookie("Ann")
        asked = inside.request("POST", "/api/tables/1/act", ann, json={"id": "one-more-wager", "act": wager})
        assert asked.status_code == 200, asked.text
        why = {"why": "the shoe fell over", "cite": "house:void", "round": live.driver.carry.round}
        found = inside.request("POST", "/api/tables/1/void", cookie, json=why)
        assert found.status_code == 200, found.text
        assert shoe_at(inside) is None
        order = next(item for item in live.driver.log if isinstance(item, CardOrder))
        assert len(order.cards) == 6 * 52
        told.append(inside.request("GET", "/api/tables/1", ann).text)
    assert audit(path).ok
    export(path, tmp_path / "exported", "jsonl")
    told += [file.read_text() for file in (tmp_path / "exported").iterdir()]
    assert not [text for text in told if shoe.salt in text or "seeded:" in text]
