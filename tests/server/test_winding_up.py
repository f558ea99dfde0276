"""Winding up tables of a server: where the money goes, failures in the middle, and what others then see."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from kit.inside import Inside
from kit.series import series
from pitboss.cli.main import main
from pitboss.engine.chance import seeded_source
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import SUPERVISOR, AddChips, Answer, Fill, Input, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.waits import Ask, FillWanted, OrderWanted, Procedure, Window
from pitboss.games import REGISTERED, load
from pitboss.games.craps.law.wagers import PassDice
from pitboss.record.account import AccountBuilder
from pitboss.record.round_playback import ReplayError
from pitboss.server.live import winding_up
from pitboss.server.live.chip_count import PRACTICE
from pitboss.server.live.outcomes import Outcome
from pitboss.server.live.parts import open_round
from pitboss.server.live.table import LiveTable
from pitboss.server.live.table_settings import Pace, setting_of
from pitboss.server.live.tables import Casino
from pitboss.server.views import past_rounds
from pitboss.store.audit.database_audit import audit
from pitboss.store.chains.anchor_export import Anchoring
from pitboss.store.keeper import open_for_command
from pitboss.store.rounds import round_rows
from pitboss.store.rounds.table_lines import lines_of
from pitboss.table.money import Money
from pitboss.table.steps import Manner

NAMES = ("Ann", "Bob", "Cy")
SLOW = Pace(decision=86_400, wagers=86_400, seat_kept=86_400)  # no clock acts
clients = (f"client-{number:06d}" for number in count())


def in_casino(path: Path, houses: list[House], test: Callable[[Casino], Awaitable[None]], seed: int = 1) -> None:
    async def whole() -> None:
        casino = Casino(path, source=lambda: seeded_source(seed), anchoring=Anchoring(go_on="the rest is well"))
        if not casino.store.tables.rows():
            for number, house in enumerate(houses, 1):
                await casino.make_table(f"{house.name} {number}", setting_of(house, SLOW, seed % 3))
        await casino.open()
        try:
            await test(casino)
        finally:
            await casino.close()

    asyncio.run(whole())


def house_of(game: str) -> House:
    return load(game).house.usual()


async def account(casino: Casino, name: str) -> int:
    found = casino.store.accounts.find(name)
    return found[0].id if found else (await casino.make_account(name, "x")).id


async def act(table: LiveTable, account: int, given: Input) -> Outcome:
    return await table.act(account, getattr(given, "seat", 0), given, next(clients))


async def act_or_fail(table: LiveTable, account: int, given: Input) -> None:
    outcome = await act(table, account, given)
    assert not outcome.refused, outcome


def worth(casino: Casino, account: int) -> int:
    """Return everything that a player has anywhere, minus debts. Paying a debt does not change it, and leaving pays
    debts, also from a round that is then wound up."""
    found = casino.store.accounts.find(account)
    assert found is not None
    stuck = sum(winding_up.chips_by_account(casino.store, table).get(account, 0) for table in casino.out_of_service.why)
    at_tables = sum(table.buy_ins.holds(account) for table in casino.tables.values())
    return found[0].balance + at_tables + stuck


def change(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Simulate another version, in which the dealer bows before every round of this game."""
    real = load(game)

    def bows(r: Round[Any]) -> Procedure:
        yield Manner("house:bow", "The dealer bows.")
        yield from real.play(r)

    monkeypatch.setattr(import_module(REGISTERED[game]), "GAME", replace(real, play=bows))


def sound(path: Path) -> None:
    wrong = [check for check in audit(path).checks if not check.ok]
    assert not [check for check in wrong if "replay differently" not in check.told], wrong


# --- money, whatever people do


async def something(casino: Casino, table: LiveTable, chance: Random) -> None:
    """Have a random player do something: sit, leave, add chips, bet, take down, answer or be ready."""
    name = chance.choice(NAMES)
    who = await account(casino, name)
    seat, wait = table.seat_of(who), table.driver.wait
    players = table.driver.table.players
    if not seat:
        free = [each for each in range(1, table.house.seats + 1) if each not in players]
        found = casino.store.accounts.find(who)
        assert found is not None
        chips = (
            min(found[0].balance, 200 * table.house.minimum) // table.house.smallest_chip * table.house.smallest_chip
        )
        if free and chips:
            await act(table, who, Sit(chance.choice(free), name, chips))
    elif chance.random() < 0.1:  # during a hand they wait for its end
        await act(table, who, AddChips(seat, chance.choice((0, 1, 20)) * table.house.smallest_chip))
    elif isinstance(wait, Ask) and wait.seat in table.seats.people:
        given = Answer(wait.seat, chance.choice(wait.choices), wait.position)
        await act(table, table.seats.people[wait.seat].account, given)
    elif isinstance(wait, FillWanted):
        await table.desk.order(Fill(wait.cents, by=SUPERVISOR))
    elif isinstance(wait, OrderWanted):
        await table.desk.order(Order(wait.choices[0], by=SUPERVISOR))
    elif chance.random() < 0.15:
        await act(table, who, Leave(seat))
    elif chance.random() < 0.6:
        if offers := list(table.game.offers(table.driver.round, seat)):
            offer = chance.choice(offers)
            await act(table, who, Wager(seat, dict.fromkeys(offer.spots, offer.least)))
    elif chance.random() < 0.2:
        mine = [(at, spot) for at, spot, _ in table.driver.table.wagers() if table.driver.table.owners[at] == seat]
        if mine:
            position, spot = chance.choice(mine)
            await act(table, who, TakeBack(seat, spot, position))
    elif isinstance(wait, Window):
        for each in NAMES:
            one = await account(casino, each)
            if at := table.seat_of(one):
                await table.ready(one, at, table.driver.carry.round, next(clients))


@pytest.mark.parametrize("game", REGISTERED)
@pytest.mark.parametrize("seed", series(2, 6, 60, first=1))
def test_winding_up_restores_what_everybody_had_before_the_round(
    game: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play for a while, change the version in the middle of a round, wind it up; and again, and again."""
    path, chance = tmp_path / "pitboss.db", Random(f"{game} {seed}")
    began: dict[str, int] = {}
    number = 0

    async def plays(casino: Casino) -> None:
        nonlocal number
        table = casino.tables[1]
        for name in NAMES:
            began.setdefault(name, worth(casino, await account(casino, name)))
        for _ in range(chance.randrange(10, 60)):
            await something(casino, table, chance)
            assert not table.service.faulty
            if table.driver.carry.round != number:
                number = table.driver.carry.round
                began.update({name: worth(casino, await account(casino, name)) for name in NAMES})

    async def is_wound_up(casino: Casino) -> None:
        table = casino.tables[1]
        if table.service.held:
            assert {name: worth(casino, await account(casino, name)) for name in NAMES} == began
            outcome = await casino.wind_up(1, await account(casino, "Ann"), "the dealer bows")
            assert not outcome.refused
            assert {name: worth(casino, await account(casino, name)) for name in NAMES} == began
            for name in NAMES:  # and everybody who sits can get at what he has
                if seat := table.seat_of(one := await account(casino, name)):
                    assert table.round.chips_of(seat) + table.buy_ins.holds(one) > 0 or not began[name]

    for phase in range(3):
        in_casino(path, [house_of(game)], plays, seed)
        with monkeypatch.context() as patch:
            change(patch, game)
            in_casino(path, [house_of(game)], is_wound_up, seed + phase)
    sound(path)


def craps_with_a_place_bet(path: Path) -> None:
    """Set up a craps table at which Bob has $60 on place 6 from an earlier round, and Ann throws."""

    async def plays(casino: Casino) -> None:
        table = casino.tables[1]
        ann, bob = [await account(casino, name) for name in ("Ann", "Bob")]
        await act_or_fail(table, ann, Sit(3, "Ann", 50_000))
        await act_or_fail(table, bob, Sit(5, "Bob", 27_000))
        for _ in range(200):
            t = table.driver.table
            if "place 6 @5" in table.driver.carry.accounts and t.marks.get("point"):
                await act_or_fail(table, ann, Wager(3, {"field": 500}))  # which opens the round
                return
            if t.marks.get("shooter") == 5:
                await act_or_fail(table, bob, PassDice(5))
            if not t.wager(3, "pass"):
                await act_or_fail(table, ann, Wager(3, {"pass": 1_000}))
            if t.marks.get("point") and not t.wager(5, "place 6"):
                await act_or_fail(table, bob, Wager(5, {"place 6": 6_000}))
            round_ = table.driver.carry.round
            for one, seat in ((ann, 3), (bob, 5)):
                await table.ready(one, seat, round_, next(clients))
        raise AssertionError("no point was set")

    in_casino(path, [house_of("craps")], plays, 3)


def test_a_place_bet_taken_down_by_a_leaver_does_not_stand_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob leaves, which takes his place bet down; Cy takes the seat; then the round is wound up, and play goes on."""
    path = tmp_path / "pitboss.db"
    craps_with_a_place_bet(path)
    before: dict[str, int] = {}

    async def bob_goes(casino: Casino) -> None:
        table = casino.tables[1]
        cy, bob = [await account(casino, name) for name in ("Cy", "Bob")]
        before.update({name: worth(casino, await account(casino, name)) for name in NAMES})
        await act_or_fail(table, bob, Leave(5))
        await act_or_fail(table, cy, Sit(5, "Cy", 30_000))

    async def wound_up(casino: Casino) -> None:
        table = casino.tables[1]
        assert not (await casino.wind_up(1, await account(casino, "Ann"), "the dealer bows")).refused
        assert {name: worth(casino, await account(casino, name)) for name in NAMES} == before
        cy = await account(casino, "Cy")
        assert table.seat_of(cy) == 5
        assert table.round.chips_of(5) == 30_000
        await act_or_fail(table, cy, Leave(5))
        ann = await account(casino, "Ann")
        round_ = table.driver.carry.round
        if not any(at == 3 for at, _, _ in table.driver.table.wagers()):
            await act_or_fail(table, ann, Wager(3, {"pass": 1_000}))
        await table.ready(ann, 3, round_, next(clients))
        assert table.driver.carry.round == round_ + 1

    in_casino(path, [house_of("craps")], bob_goes)
    change(monkeypatch, "craps")
    in_casino(path, [house_of("craps")], wound_up)
    monkeypatch.undo()
    sound(path)
    folder = tmp_path / "out"
    assert main(["export", "--db", str(path), str(folder), "--quiet"]) == 0


# --- practice money


def test_chips_at_a_second_position_are_returned_too(tmp_path: Path) -> None:
    house = msgspec.structs.replace(house_of("let-it-ride"), two_positions=True)

    async def test(casino: Casino) -> None:
        table, ann = casino.tables[1], await account(casino, "Ann")
        await act_or_fail(table, ann, Sit(3, "Ann", 50_000))
        for position in (3, 4):
            await act_or_fail(table, ann, Wager(3, dict.fromkeys(("bet 1", "bet 2", "bet 3"), 500), position))
        assert worth(casino, ann) == PRACTICE
        assert (await casino.chips.top_up(ann)).given == 0

    in_casino(tmp_path / "pitboss.db", [house], test)


def test_chips_at_a_table_of_another_server_are_counted(tmp_path: Path) -> None:
    async def test(casino: Casino) -> None:
        table, ann = casino.tables[1], await account(casino, "Ann")
        await act_or_fail(table, ann, Sit(3, "Ann", 50_000))
        await asyncio.wrap_future(casino.store.tables.take(1))  # as another server does
        assert (await act(table, ann, Leave(3))).refused
        assert table.service.fenced
        assert (await casino.chips.top_up(ann)).given == 0
        assert (await casino.wind_up(1, ann, "not ours to wind up")).refused
        assert table.service.fault

    in_casino(tmp_path / "pitboss.db", [house_of("craps")], test)


# --- what breaks in the middle


def one_round_in(game: str, path: Path) -> None:
    async def plays(casino: Casino) -> None:
        table, ann = casino.tables[1], await account(casino, "Ann")
        await act_or_fail(table, ann, Sit(3, "Ann", 50_000))
        offer = next(iter(table.game.offers(table.driver.round, 3)))
        await act_or_fail(table, ann, Wager(3, dict.fromkeys(offer.spots, offer.least)))

    in_casino(path, [house_of(game)], plays)


def test_chips_are_returned_if_the_version_fails_later_in_the_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round replays the same so far, and the next act falls over: the table is paused by hand and wound up."""
    path = tmp_path / "pitboss.db"
    one_round_in("let-it-ride", path)
    from pitboss.games.let_it_ride.law import deal

    def falls_over(*arguments: object) -> Any:
        raise KeyError("hand 5")

    monkeypatch.setattr(deal, "no_more_bets", falls_over)

    async def test(casino: Casino) -> None:
        table, ann = casino.tables[1], await account(casino, "Ann")
        assert not casino.troubles()
        await table.ready(ann, 3, table.driver.carry.round, next(clients))
        assert [trouble["table"] for trouble in casino.troubles()] == [1]
        await table.desk.set_state("paused")
        assert not (await casino.wind_up(1, ann, "it falls over")).refused
        assert not casino.troubles()
        assert worth(casino, ann) == PRACTICE
        await table.desk.set_state("open")
        await act_or_fail(table, ann, Leave(3))

    in_casino(path, [], test)
    sound(path)


def test_a_table_that_cannot_be_opened_does_not_affect_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that falls over on one table's carry, in whatever way: the others are served."""
    path = tmp_path / "pitboss.db"
    houses = [house_of("craps"), house_of("let-it-ride")]

    async def sits(casino: Casino) -> None:
        ann = await account(casino, "Ann")
        await act_or_fail(casino.tables[1], ann, Sit(3, "Ann", 50_000))

    in_casino(path, houses, sits)
    real = load("craps")

    def falls_over(r: Round[Any]) -> Procedure:
        raise KeyError("point")
        yield

    monkeypatch.setattr(import_module(REGISTERED["craps"]), "GAME", replace(real, play=falls_over))

    async def test(casino: Casino) -> None:
        ann = await account(casino, "Ann")
        assert set(casino.out_of_service.why) == {1}
        assert worth(casino, ann) == PRACTICE
        assert (await casino.chips.top_up(ann)).given == 0
        kept, why = casino.store.tables.rows()[0].setting, casino.out_of_service.why
        assert (await casino.set_setting(1, setting_of(real.house.usual(seats=5)))).refused
        assert (casino.store.tables.rows()[0].setting, set(why)) == (kept, {1})  # refused means unchanged
        assert not (await casino.wind_up(1, ann, "it falls over")).refused
        found = casino.store.accounts.find(ann)
        assert found is not None
        assert found[0].balance == PRACTICE
        await act_or_fail(casino.tables[2], ann, Sit(1, "Ann", 10_000))

    in_casino(path, houses, test)
    sound(path)


def test_winding_up_a_table_in_play_is_refused_as_not_paused(tmp_path: Path) -> None:
    """There is a round, and that it goes on is the reason."""

    async def test(casino: Casino) -> None:
        [why] = (await casino.wind_up(1, await account(casino, "Ann"), "enough of it")).refused
        assert (why.wrong, why.right) == ("This table is not paused.", "Pause the table first.")

    in_casino(tmp_path / "pitboss.db", [house_of("craps")], test)


def test_winding_up_without_an_open_round_mends_the_table_or_is_refused(tmp_path: Path) -> None:
    """Mended, it is not said to be refused; with nothing wrong it is refused, and nothing changes."""

    async def test(casino: Casino) -> None:
        table, ann = casino.tables[1], await account(casino, "Ann")
        await table.desk.set_state("paused")
        driver, version = table.driver, table.onlookers.version
        assert (await casino.wind_up(1, ann, "nothing is wrong")).refused
        assert (table.driver, table.onlookers.version) == (driver, version)
        table.service.stop("an internal error stopped it")
        assert not (await casino.wind_up(1, ann, "it fell over")).refused
        assert (table.service.fault, table.service.stop_reason) == ("", "")

    in_casino(tmp_path / "pitboss.db", [house_of("craps")], test)


@pytest.mark.parametrize("row", ['{"prev":"0","line":"nonsense"}', "no JSON at all", '{"prev":"0","line":"input"'])
def test_chips_are_returned_despite_unreadable_rows(tmp_path: Path, row: str) -> None:
    path = tmp_path / "pitboss.db"
    one_round_in("let-it-ride", path)
    with closing(sqlite3.connect(path)) as db:
        db.execute('UPDATE rows SET line = ? WHERE number = (SELECT max(number) FROM rows WHERE "table" = 1)', (row,))
        db.commit()

    async def test(casino: Casino) -> None:
        ann, bob = await account(casino, "Ann"), await account(casino, "Bob")
        assert set(casino.out_of_service.why) == {1}
        assert (await casino.chips.top_up(bob)).given == 0
        assert (await casino.chips.top_up(ann)).given == 0
        assert not (await casino.wind_up(1, ann, "a row is broken")).refused
        assert worth(casino, ann) == PRACTICE

    in_casino(path, [], test)


@pytest.mark.parametrize("failing", ["add_new", "account"])
def test_a_failing_account_does_not_prevent_the_winding_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def untold(*_: object) -> Any:
        raise KeyError(5)

    monkeypatch.setattr(open_round, "account_of", untold)
    monkeypatch.setattr(AccountBuilder, failing, untold)

    async def test(casino: Casino) -> None:
        table, ann = casino.tables[1], await account(casino, "Ann")
        await act_or_fail(table, ann, Sit(3, "Ann", 50_000))
        await act_or_fail(table, ann, Wager(3, {"pass": 1_000}))
        await table.ready(ann, 3, table.driver.carry.round, next(clients))
        told = past_rounds.account_of_round(casino.store, 1, 1)
        assert told is not None
        assert (told.seats, told.acts[-1].act) == ((), "not told")
        assert len(told.acts) > 5

    in_casino(tmp_path / "pitboss.db", [house_of("craps")], test)
    monkeypatch.undo()
    folder = tmp_path / "out"
    assert main(["export", "--db", str(tmp_path / "pitboss.db"), str(folder), "--quiet"]) == 0


# --- what others then see


def test_a_held_table_shows_its_open_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pitboss.db"
    craps_with_a_place_bet(path)
    change(monkeypatch, "craps")
    with Inside(path) as server:
        view = server.request("GET", "/api/tables/1").json()
        assert view["held"]
        assert view["acts"] == []
        open_round = server.casino.store.rounds.newest(1)
        assert view["round"] == open_round
        listed = [row["round"] for row in server.request("GET", "/api/tables/1/rounds").json()]
        assert listed == list(range(open_round - 1, 0, -1))


def test_past_rounds_of_a_table_out_of_service_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that this version takes opens the table again."""
    path = tmp_path / "pitboss.db"
    craps_with_a_place_bet(path)
    with open_for_command(path) as store:
        sql = "UPDATE tables SET setting = json_set(setting, '$.house.seats', 99)"
        store.submit(lambda db: db.execute(sql)).result()
    with Inside(path) as server:
        cookie, _ = server.name("Chief")
        server.set_role("Chief", "admin")
        assert server.request("GET", "/api/tables/1").status_code == 503
        assert server.request("GET", "/api/tables/1/rounds").json()
        assert server.request("GET", "/api/tables/1/rounds/1").json()["game"] == "craps"
        assert server.request("GET", "/t/1/rounds/1").status_code == 200
        asked = {**server.request("GET", "/api/tables/1/setting", cookie).json(), "why": "it cannot be played at"}
        assert asked["house"]["seats"] == 99
        assert server.request("PUT", "/api/tables/1/setting", cookie, json=asked).status_code == 409
        del asked["house"]["seats"]
        assert server.request("PUT", "/api/tables/1/setting", cookie, json=asked).status_code == 200
        assert server.request("GET", "/api/tables/1").json()["state"] == "open"
        assert server.request("GET", "/readyz").status_code == 200


def test_the_account_of_a_wound_up_round_distinguishes_persons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pitboss.db"
    one_round_in("let-it-ride", path)

    async def swaps(casino: Casino) -> None:
        table, ann, bob = casino.tables[1], await account(casino, "Ann"), await account(casino, "Bob")
        for spot in ("bet 1", "bet 2", "bet 3"):
            await act_or_fail(table, ann, TakeBack(3, spot))
        await table.ready(ann, 3, table.driver.carry.round, next(clients))
        await act_or_fail(table, ann, Leave(3))
        await act_or_fail(table, bob, Sit(3, "Bob", 20_000))

    async def wound_up(casino: Casino) -> None:
        number = casino.store.rounds.newest(1)
        assert not (await casino.wind_up(1, await account(casino, "Ann"), "the dealer bows")).refused
        told = past_rounds.account_of_round(casino.store, 1, number)
        assert told is not None
        assert {story.player: (story.before, story.after, story.brought) for story in told.seats} in (
            {"Ann": (50_000, 0, -50_000), "Bob": (0, 20_000, 20_000)},
            {"Bob": (0, 20_000, 20_000)},  # if the round began without Ann
        )

    in_casino(path, [], swaps)
    change(monkeypatch, "let-it-ride")
    in_casino(path, [], wound_up)


def test_a_waiting_setting_survives_a_stop_and_a_winding_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a stop nor winding up puts a setting in force against which something stands."""
    path = tmp_path / "pitboss.db"
    craps_with_a_place_bet(path)
    narrow = msgspec.structs.replace(house_of("craps"), seats=4, maximum=Money(70_000))

    async def asks(casino: Casino) -> None:
        assert not (await casino.set_setting(1, setting_of(narrow, SLOW))).refused

    async def still_waits(casino: Casino) -> None:
        table = casino.tables[1]
        if table.service.held:
            assert not (await casino.wind_up(1, await account(casino, "Ann"), "the dealer bows")).refused
        assert table.house.seats > 4  # Bob sits in seat 5
        await act_or_fail(table, bob := await account(casino, "Bob"), Leave(5))
        assert bob

    in_casino(path, [], asks)
    change(monkeypatch, "craps")
    in_casino(path, [], still_waits)


# --- the database


def test_a_database_path_may_hold_any_characters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my#casino%20?.db"
    one_round_in("let-it-ride", path)
    assert main(["verify", "--db", str(path)]) == 0
    assert main(["backup", "--db", str(path), str(tmp_path / "copy.db")]) == 0
    assert (tmp_path / "copy.db").stat().st_size > 10_000
    assert main(["export", "--db", str(path), str(tmp_path / "out"), "--quiet"]) == 0
    assert sorted(each.name for each in tmp_path.glob("my*")) == sorted(
        each.name for each in tmp_path.glob("my#casino%20[?].db*")
    )
    assert main(["verify", "--db", str(tmp_path)]) == 2
    capsys.readouterr()


def test_the_rows_of_a_round_are_found_without_reading_the_chain(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"
    one_round_in("let-it-ride", path)
    asked: list[str] = []
    with closing(sqlite3.connect(path)) as db:
        db.set_trace_callback(asked.append)
        assert lines_of(db, 1, 1)
        [plan] = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {asked[0]}")]
    assert "rows_of_round" in plan


def test_a_forged_digest_of_this_version_disables_no_check(tmp_path: Path) -> None:
    record = tmp_path / "r.jsonl"
    assert main(["play", "let-it-ride", "--seed", "7", "--record", str(record), "--quiet"]) == 0
    from kit.records import forge_chain, join_lines
    from pitboss.record.verify import verify

    lines = record.read_bytes().splitlines()
    body = json.loads(lines[0])
    forged = {**body, "rules": "0" * 64, "sections": {**body["sections"], "18.1": "1066-10-14"}}
    lines[0] = json.dumps(forged, separators=(",", ":"), ensure_ascii=False).encode()
    [rules] = [check for check in verify(join_lines(forge_chain(lines)), None).checks if check.name == "rules"]
    assert not rules.ok


def test_rows_without_an_opening_are_refused() -> None:
    with pytest.raises(ReplayError, match="do not open"):
        round_rows.read([])
