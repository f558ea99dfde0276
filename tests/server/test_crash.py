"""The server is killed as by a power cut, at named points and at any moment, and nothing acknowledged is lost.

Each test kills one server after the other over the same database. After every kill the audit finds every chain whole,
every round played again the same, and every rack and account exact; and at the next server each action that was
acknowledged is there under its number; sent again, it is not counted again; and play goes on.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from kit.patience import PATIENCE
from kit.series import SOAK, series
from kit.serving import GONE, TABLES, Person, Server
from pitboss.games import REGISTERED
from pitboss.store import crash
from pitboss.store.audit import audit

PLANS = (*crash.POINTS, "at random")
KILLS = 10  # in one test of a soak: by every plan at the table of one game, and then some at the next
FIRST, *OTHERS = REGISTERED  # a test run takes turns between two tables, one with cards and one with dice
MOST_TIMES = {"mid-settlement": 3}  # how often a point is passed before it kills; others up to a dozen times
SENT_AGAIN = 5  # of the actions acknowledged at a table, the last


def sound(db: Path) -> None:
    wrong = [check for check in audit(db).checks if not check.ok]
    assert not wrong, wrong


def all_is_there(server: Server, people: list[Person]) -> None:
    """Whatever was acknowledged at any table still has its number, and is not counted again."""
    for person in people:
        for table in sorted({table for table, _ in person.acked}):
            person.connect(server, table)
            mine = {action: kept for (at, action), kept in person.acked.items() if at == table}
            for action, (number, act) in list(mine.items())[-SENT_AGAIN:]:
                assert person.do(act, again=action) == {"kind": "ack", "id": action, "number": number}
            person.close()


def play_until_it_dies(server: Server, people: list[Person], table: int, kill_at: float | None, chance: Random) -> None:
    start = time.monotonic()
    try:
        all_is_there(server, people)
        for person in people:
            person.connect(server, table)
        while time.monotonic() - start < PATIENCE:
            for person in people:
                person.play(chance.randint(1, 3))
                if kill_at is not None and time.monotonic() - start > kill_at:
                    server.kill()
    except GONE:
        pass
    for person in people:
        person.close()


@pytest.mark.parametrize("game", [FIRST, *(pytest.param(game, marks=SOAK) for game in OTHERS)])
@pytest.mark.parametrize("seed", series(1, 5, 20))
def test_nothing_acknowledged_is_lost(tmp_path: Path, game: str, seed: int, request: pytest.FixtureRequest) -> None:
    db, chance = tmp_path / "pitboss.db", Random(f"{game} {seed}")
    here = next(table for table in TABLES if TABLES[table] == game)
    there = here % len(TABLES) + 1
    with Server(db) as server:
        people = [Person(server, "Ann", seed), Person(server, "Bob", seed + 1)]
        assert server.stop() == 0
    killed: Counter[str] = Counter()
    soak = request.node.get_closest_marker("soak") is not None
    kills = KILLS if soak else len(PLANS)
    for number, plan in enumerate([*PLANS, *PLANS][:kills]):
        table = here if (number < len(PLANS) if soak else number % 2) else there
        # Tables are taken one after the other: it is this one whose recovery is cut off.
        times = table if plan == "during recovery" else chance.randint(1, MOST_TIMES.get(plan, 12))
        with Server(db, "" if plan == "at random" else f"{plan}:{times}") as server:
            if not server.died:
                kill_at = chance.uniform(0.05, 0.6) if plan == "at random" else None
                play_until_it_dies(server, people, table, kill_at, chance)
            assert server.dies(), f"{plan}:{times} was never reached"
            assert server.process.returncode == -9, server.errors()
        killed[plan] += 1
        sound(db)
    assert all(killed[plan] for plan in PLANS), killed
    assert sum(killed.values()) == kills
    with Server(db) as server:
        assert not server.died, server.errors()
        all_is_there(server, people)
        for table in (here, there):  # a kill may have come before anybody had done anything there
            for person in people:
                person.connect(server, table)
                person.play(3)
                person.close()
        all_is_there(server, people)
        assert server.stop() == 0
    sound(db)
    for person in people:
        assert {here, there} <= {table for table, _ in person.acked}
