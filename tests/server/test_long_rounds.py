"""Long rounds: they are limited, and reading them is charged and delays nobody."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from bench import lever

from kit.inside import Inside
from kit.pit import Pit
from pitboss.engine.driver import Driver
from pitboss.engine.waits import FillWanted
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.server.access.rate_limits import LIMITS, UNLIMITED, Limiter, Rate
from pitboss.server.live import house_bars, staff
from pitboss.server.live import table as live_table
from pitboss.server.live.parts import receipts
from pitboss.server.routes import tables
from pitboss.server.views import past_rounds, replay_cache
from pitboss.server.views.past_rounds import StoredRound
from pitboss.server.views.replay_cache import BusyError, Key, ReplayCache
from pitboss.store.rounds import round_rows

TABLE, SEAT = 1, 1
BET: dict[str, Any] = {"input": "wager", "stakes": {"field": 500}}
BACK: dict[str, Any] = {"input": "take back", "spot": "field"}
PASS: dict[str, Any] = {"input": "wager", "stakes": {"pass": 500}}


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    with Inside(tmp_path / "pitboss.db", [CrapsHouse()]) as server:
        yield Pit(server)


class Player:
    """A player at the craps table. Each action has a new id."""

    def __init__(self, pit: Pit, name: str) -> None:
        self.pit, self.name, self.sent = pit, name, 0

    def does(self, act: dict[str, Any], again: int | None = None) -> str:
        """Send an action and return the refusal in words. With `again`, send the action of that number once more."""
        self.sent += again is None
        body = {"id": f"{self.name}-action-{self.sent if again is None else again:04}", "act": act}
        answer = self.pit.ask(self.name, f"POST /api/tables/{TABLE}/act", **body)[1]
        return "; ".join(each["wrong"] for each in answer.get("refused", ()))

    def sits(self, seat: int = SEAT) -> str:
        return self.does({"input": "sit", "seat": seat, "chips": 20_000})

    def ready(self) -> str:
        live = self.pit.inside.casino.tables[TABLE]
        return self.does({"table": "ready", "round": live.driver.carry.round})

    def changes(self, times: int) -> None:
        for number in range(times):
            assert not self.does(BACK if number % 2 else BET)


# --- how long it gets


def test_the_number_of_wager_changes_in_a_round_is_limited(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_bars, "MOST_CHANGES", 5)
    ann, bob = Player(pit, "Ann"), Player(pit, "Bob")
    assert not ann.sits()
    ann.changes(4)
    assert "changed your wagers 5 times in this round" in ann.does({"input": "add chips", "chips": 500})
    assert not bob.sits(2)  # it is counted for each
    bob.changes(1)
    # Without a wager the round might never end: a first one is taken, and stays.
    assert not ann.does(PASS)
    assert "changed your wagers" in ann.does(BACK | {"spot": "pass"})
    assert "changed your wagers" in ann.does(BET)
    live = pit.inside.casino.tables[TABLE]
    before = live.driver.carry.round
    assert not ann.ready()
    assert not bob.ready()
    assert live.driver.carry.round > before
    assert not ann.does(BET)  # in the next round it begins again


def test_the_count_of_changes_survives_a_change_of_seat_and_a_restart(
    pit: Pit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_bars, "MOST_CHANGES", 5)
    ann = Player(pit, "Ann")
    assert not ann.sits()
    ann.changes(2)
    assert not ann.does({"input": "leave"})
    assert not ann.sits(2)
    live = pit.inside.casino.tables[TABLE]
    live.recovery.reload()
    ann.changes(1)
    assert "changed your wagers" in ann.does(BACK)
    assert not ann.does({"input": "leave"})  # which is never refused
    assert "changed your wagers" in ann.sits(3)


def test_the_owner_of_a_private_table_makes_no_round_endless(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fills, credits, orders and incidents are rows of the round like wagers."""
    monkeypatch.setattr(staff, "MOST_STAFF_INPUTS", 5)
    made = pit.ok("Ann", "POST /api/my/tables", name="Ann's", game="let-it-ride")["table"]
    at, why = f"/api/tables/{made}", "a drill"
    for number in range(5):
        pit.ok("Ann", f"POST {at}/{'credit' if number % 2 else 'fill'}", cents=500, why=why)
    incident = {"incident": {"kind": "card missing"}}
    for what, body in (
        *((f"POST {at}/fill", {"cents": 500}), (f"POST {at}/credit", {"cents": 500})),
        *((f"POST {at}/incident", incident), (f"POST {at}/incident", incident | {"later": True})),
    ):
        assert "The staff has acted 5 times in this round" in pit.wrong("Ann", what, **body, why=why)
    live = pit.inside.casino.tables[made]
    with patch.object(type(live.round), "awaits_order", lambda round_: FillWanted):  # what is waited for is taken
        pit.ok("Ann", f"POST {at}/fill", cents=500, why=why)


def test_an_action_that_was_counted_long_ago_does_not_have_a_long_round_built_again(
    pit: Pit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "LONG", 10)
    monkeypatch.setattr(receipts, "REMEMBERED", 2)
    ann = Player(pit, "Ann")
    assert not ann.sits()
    ann.changes(6)
    replayed: list[Driver] = []
    replay = round_rows.replay

    def record_replay(*given: Any) -> Driver:
        replayed.append(replay(*given))
        return replayed[-1]

    monkeypatch.setattr(round_rows, "replay", record_replay)
    assert not ann.does(BET, again=2)
    assert replayed == []


# --- whoever reads it


def long_round(pit: Pit, changes: int = 4) -> str:
    """Return the address of a finished long round of Ann."""
    ann = Player(pit, "Ann")
    assert not ann.sits()
    assert not ann.does(PASS)
    ann.changes(changes)
    round_ = pit.inside.casino.tables[TABLE].driver.carry.round
    assert not ann.ready()
    return f"/api/tables/{TABLE}/rounds/{round_}"


def count_replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record for whom rounds are replayed from now on."""
    names: list[str] = []
    shown = past_rounds.replay_round

    def record_name(round_: past_rounds.StoredRound) -> past_rounds.RoundOnPage | None:
        names.append(round_.name)
        return shown(round_)

    monkeypatch.setattr(past_rounds, "replay_round", record_name)
    return names


def test_a_replay_is_made_once_for_all_with_the_same_view(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"{long_round(pit)}/replay"
    names = count_replays(monkeypatch)
    found = [pit.ok(who, f"GET {path}") for who in ("", "Bob", "", "Ann", "Bob", "Ann")]
    assert sorted(names) == ["", "Ann"]
    assert found[0] == found[1] == found[2] == found[4]
    assert found[3] == found[5] != found[0]
    inside = pit.inside
    pressed = inside.request("GET", path, headers={"accept-encoding": "gzip"})
    plain = inside.request("GET", path, headers={"accept-encoding": "identity"})
    assert pressed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert pressed.json() == plain.json() == found[0]
    live, ann = pit.inside.casino.tables[TABLE], Player(pit, "Ann")
    ann.sent = 100
    while live.driver.table.wagers():  # her bet is decided
        assert not ann.ready()
    assert not ann.does({"input": "leave"})
    pit.ok("Chief", "DELETE /api/people/Ann", why="she asked for it")
    assert "Ann" not in str(pit.ok("Bob", f"GET {path}"))  # what was kept before is shown to nobody
    assert len(names) == 3


class Pool:
    """A stand-in for a process pool that runs work in place."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def submit(self, run: Callable[..., bytes | None], *args: Any) -> Future[bytes | None]:
        self.given.append(args)
        done: Future[bytes | None] = Future()
        done.set_result(run(*args))
        return done


def test_only_long_rounds_go_to_the_process_and_few_at_a_time(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    path, pool = f"{long_round(pit)}/replay", Pool()
    monkeypatch.setattr(ReplayCache, "_start", lambda self: pool)
    monkeypatch.setattr(
        "pitboss.server.views.replay_cache.signal.alarm", lambda seconds: None
    )  # this is not the process
    pit.ok("Ann", f"GET {path}")
    assert not pool.given
    monkeypatch.setattr(replay_cache, "SHORT", 3)
    assert pit.ok("Bob", f"GET {path}")["acts"]
    assert len(pool.given) == 1
    monkeypatch.setattr(replay_cache, "MOST_WAITING", 0)
    pit.inside.app.state.replays = ReplayCache()
    assert "Try again in a moment" in pit.wrong("Bob", f"GET {path}")


def test_ending_one_process_does_not_end_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rounds wait for it; when the second hears that it is over, a new one may replay already."""
    monkeypatch.setattr(replay_cache, "SHORT", 0)
    replays: Any = ReplayCache()
    dead, fresh = Pool(), Pool()
    broken: list[Future[bytes | None]] = [Future(), Future()]
    left = iter(broken)
    monkeypatch.setattr(dead, "submit", lambda *given: next(left))
    read = partial(StoredRound, "", ["row"], None, "", {})

    async def test() -> None:
        replays._pool = dead
        waiting = {asyncio.create_task(replays.make(Key(1, number, "", frozenset()), read)) for number in (1, 2)}
        while replays._long < 2:
            await asyncio.sleep(0)
        for each, then in zip(broken, (None, fresh), strict=True):
            each.set_exception(BrokenProcessPool())
            ended, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            with pytest.raises(BusyError):
                await ended.pop()
            assert replays._pool is then
            replays._pool = fresh

    asyncio.run(test())


def test_the_cache_of_replays_is_bounded_and_keeps_the_latest_used(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_cache, "MOST_BYTES", 10)
    monkeypatch.setattr(replay_cache, "compressed_replay", lambda round_: b"12345")
    replays = ReplayCache()
    keys = [Key(TABLE, number, "", frozenset()) for number in range(3)]

    async def make(key: Key) -> None:
        assert await replays.make(key, lambda: past_rounds.StoredRound("", [], None, "", {})) == b"12345"

    for key in keys[:2]:
        pit.inside.wait(make(key))
    assert replays.find(keys[0])
    pit.inside.wait(make(keys[2]))
    assert [key for key in keys if replays.find(key)] == [keys[0], keys[2]]


@pytest.mark.parametrize("what", ["", "/replay", "/verified"])
def test_the_cost_of_reading_a_round_grows_with_its_length(
    pit: Pit, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    path = long_round(pit)
    rows = pit.inside.casino.store.rounds.count_rows(TABLE, int(path.rpartition("/")[2]))
    assert rows > 8
    monkeypatch.setattr(tables, "ROWS", 4)
    now = [1000.0]
    limits = msgspec.structs.replace(UNLIMITED, replays=Rate(rows // 4 + 2, 1))
    pit.inside.app.state.limiter = Limiter(limits, lambda: now[0])
    assert pit.ask("", f"GET {path}{what}")[0] == 200
    now[0] += 1
    if what == "/replay":  # it is kept
        assert pit.ask("", f"GET {path}{what}")[0] == 429
        now[0] += 1
        assert pit.ask("", f"GET {path}{what}")[0] == 200
    else:
        answer = pit.inside.request("GET", f"{path}{what}")
        assert (answer.status_code, answer.headers["retry-after"]) == (429, str(rows // 4 - 1))
        page = pit.inside.request("GET", path.removeprefix("/api").replace("/tables/", "/t/"))
        assert page.status_code == 429
    assert pit.ask("", "GET /api/tables")[0] == 200


@pytest.mark.parametrize("what", ["", "/replay", "/verified"])
def test_a_round_of_any_length_can_be_read_by_whoever_waits(
    pit: Pit, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    path = long_round(pit)
    monkeypatch.setattr("pitboss.store.round_reads.RoundReads.count_rows", lambda rounds, table, number: 25_000)
    now = [1000.0]
    pit.inside.app.state.limiter = Limiter(LIMITS, lambda: now[0])
    for _ in range(2):
        assert pit.ask("", f"GET {path}{what}")[0] == 200
        now[0] += LIMITS.replays.burst / LIMITS.replays.per_second


def test_an_answer_over_a_limit_is_held_back(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    give_way = asyncio.sleep

    async def sleep(seconds: float, *_: object) -> None:
        waited.append(seconds)
        await give_way(0)  # the server's own loops sleep as well: without a turn for others they would run for ever

    path = f"GET {long_round(pit)}"
    none = msgspec.structs.replace(LIMITS, replays=Rate(0.5, 1e-9), requests=Rate(3, 1e-9))
    pit.inside.app.state.limiter = Limiter(none)
    monkeypatch.setattr("pitboss.server.access.permissions.asyncio.sleep", sleep)
    assert [pit.ask("", path)[0] for _ in range(4)] == [200, 429, 429, 429]
    monkeypatch.undo()
    assert [seconds for seconds in waited if seconds == LIMITS.pause] == [LIMITS.pause] * 3


# --- in earnest


@pytest.mark.soak
def test_a_long_round_is_replayed_in_a_process_that_ends_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_cache, "SHORT", 3)
    with Inside(tmp_path / "pitboss.db", [CrapsHouse()]) as inside:
        pit = Pit(inside)
        path = f"{long_round(pit)}/replay"
        names = count_replays(monkeypatch)
        assert pit.ok("", f"GET {path}")["acts"]
        assert names == []  # not here
        number = inside.app.state.replays._process.result()
        assert number != os.getpid()
    assert number not in [child.pid for child in active_children() if child.is_alive()]


@pytest.mark.soak
def test_readers_of_a_long_round_do_not_hold_up_players() -> None:
    found = lever.run(1_000)
    assert found.answers[200] > lever.READERS
    assert found.ratio <= 2, found
