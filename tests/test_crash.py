"""The server is killed as by a power cut, at named points and at any moment, and nothing acknowledged is lost.

Each test kills one server after the other over the same database. After every kill: each action that was acknowledged
is there under its number; sent again, it is not counted again; the audit finds every chain whole, every round played
again the same, and every rack and account exact; and play goes on.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from pitboss.store import crash
from pitboss.store.audit import audit
from serving import GONE, Person, Server

TABLES = (1, 2)  # one of each game
KILLS = 10  # in one test


def after_a_kill(db: Path, people: list[Person]) -> None:
    """What must hold whenever the lights come back."""
    with Server(db) as server:
        assert not server.died, server.errors()
        for person in people:
            for table in TABLES:
                person.connect(server, table)
                mine = {key[1]: kept for key, kept in person.acked.items() if key[0] == table}
                for action, (number, act) in list(mine.items())[-5:]:
                    frame = person.do(act, again=action)
                    assert frame == {"kind": "ack", "id": action, "number": number}
                person.close()
        assert server.stop() == 0
    wrong = [check for check in audit(db) if not check.ok]
    assert not wrong, wrong


def play_until_it_dies(server: Server, people: list[Person], table: int, kill_at: float | None, chance: Random) -> None:
    start = time.monotonic()
    try:
        for person in people:
            person.connect(server, table)
        while time.monotonic() - start < 20:
            for person in people:
                person.play(chance.randint(1, 3))
                if kill_at is not None and time.monotonic() - start > kill_at:
                    server.kill()
    except GONE:
        pass
    for person in people:
        person.close()


@pytest.mark.parametrize("block", [*range(5), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(5, 100))])
def test_nothing_acknowledged_is_lost(tmp_path: Path, block: int) -> None:
    db, chance = tmp_path / "pitboss.db", Random(block)
    with Server(db) as server:
        people = [Person(server, "Ann", block), Person(server, "Bob", block + 1)]
        assert server.stop() == 0
    killed: Counter[str] = Counter()
    plans = [*crash.POINTS, "at random"] * 2
    for number, plan in enumerate(plans[:KILLS]):
        table = TABLES[(number + block) % len(TABLES)]
        times = 1 if plan == "during recovery" else chance.randint(1, 12)
        with Server(db, "" if plan == "at random" else f"{plan}:{times}") as server:
            if not server.died:
                kill_at = chance.uniform(0.05, 0.6) if plan == "at random" else None
                play_until_it_dies(server, people, table, kill_at, chance)
            assert server.wait(5), f"{plan}:{times} was never reached"
            assert server.process.returncode == -9, server.errors()
        killed[plan] += 1
        after_a_kill(db, people)
    assert all(killed[plan] for plan in crash.POINTS), killed
    assert sum(killed.values()) == KILLS
    assert all(person.acked for person in people)
