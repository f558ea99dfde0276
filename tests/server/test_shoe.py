"""A shoe at a server's table: over rounds, over a stop, and out of play when a round is void."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import UNSET

from kit.inside import Inside
from kit.pit import Pit
from pitboss.engine.carry import Shoe
from pitboss.engine.inputs import CardOrder
from pitboss.games import REGISTERED
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.house import CasinoWarHouse
from pitboss.store.audit import audit
from pitboss.store.export import export

ROUNDS = 4
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
