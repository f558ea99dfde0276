"""Roads of a shoe at a server's table: made from its history, so a stop changes nothing; a new shoe begins new ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kit.inside import Inside
from kit.leaky import Guest
from kit.pit import Pit
from kit.series import first
from pitboss.games import REGISTERED, load
from pitboss.server.views import shoe_roads
from pitboss.store.rounds.round_rows import read_carry, replay
from pitboss.table.roads import FIRST, SECOND, TIE, Coup
from pitboss.table.steps import Step

GAMES = [name for name in REGISTERED if load(name).furniture.road is not None]
ROUNDS = 6
SAID = {"Player wins": FIRST, "Banker wins": SECOND, "Tie": TIE}  # how the dealer's call of a result ends


def plays(pit: Pit, guest: Guest) -> None:
    before = pit.inside.casino.tables[1].driver.carry.round
    for number in range(200):
        guest.view = pit.ok(guest.name, "GET /api/tables/1")
        if guest.view["round"] > before:
            return
        if (act := guest.something_to_do()) is not None:
            pit.ask(guest.name, "POST /api/tables/1/act", id=f"r{before}-action-{number}", act=act)
    raise AssertionError("the round does not end")


def roads(inside: Inside, cookie: str) -> dict[str, Any]:
    found: dict[str, Any] = inside.request("GET", "/api/tables/1", cookie).json()["roads"]
    return found


def results(inside: Inside) -> list[int]:
    """Return who won each round, from the stored cards and not from the stored result."""
    found = []
    for number in range(1, inside.casino.tables[1].driver.carry.round):
        carry, rows = inside.casino.store.rounds.lines(1, number)
        driver = replay(read_carry(carry), rows)
        called = [step.tell() for step in driver.log if isinstance(step, Step)]
        found += [SAID[word] for told in called for word in SAID if told.endswith(f"{word}”.")]
    return found


@pytest.mark.parametrize("game", first(1, GAMES))
def test_roads_are_rebuilt_from_history_after_a_stop(path: Path, game: str) -> None:
    with Inside(path, [load(game).house.usual()]) as inside:
        pit = Pit(inside)
        guest = Guest("Ann", 7)
        assert pit.ok("", "GET /api/tables/1")["roads"]["beads"] == []
        for _ in range(ROUNDS):
            plays(pit, guest)
        before = roads(inside, pit.cookies["Ann"])
        assert [side for side, _ in before["beads"]] == results(inside)
        assert len(before["beads"]) == ROUNDS
        assert sum(before["won"]) == ROUNDS
        assert before == roads(inside, ""), "whoever watches sees the same"
    with Inside(path) as inside:
        ann, sue = inside.cookie("Ann"), inside.cookie("Sue")
        assert roads(inside, ann) == before
        table = inside.casino.tables[1]
        offer = inside.request("GET", "/api/tables/1", ann).json()["you"]["offers"][0]
        wager = {"input": "wager", "stakes": {offer["spots"][0]: offer["least"]}}
        asked = inside.request("POST", "/api/tables/1/act", ann, json={"id": "one-more-wager", "act": wager})
        assert asked.status_code == 200, asked.text
        why = {"why": "the shoe fell over", "cite": "house:void", "round": table.driver.carry.round}
        assert inside.request("POST", "/api/tables/1/void", sue, json=why).status_code == 200
        assert roads(inside, ann)["beads"] == [], "a new shoe begins new roads"


def test_a_shuffler_that_never_ends_keeps_the_newest_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    class AccountStub:
        acts = ()

        def __init__(self, side: int) -> None:
            self.coup = Coup(side)

    monkeypatch.setattr(shoe_roads, "MOST", 4)
    before: tuple[Coup, ...] = ()
    for number in range(7):
        before = shoe_roads.extend_coups(before, AccountStub(number % 2))  # type: ignore[arg-type]
    assert [coup.side for coup in before] == [1, 0, 1, 0]
    newest_first = [AccountStub(number % 2) for number in reversed(range(7))]
    assert shoe_roads.recall_coups(newest_first) == before  # type: ignore[arg-type]
