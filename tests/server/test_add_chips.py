"""Chips added at a seat: from the account, at once between rounds, after the hand during one."""

from __future__ import annotations

from unittest.mock import patch

from pitboss.engine.inputs import AddChips
from pitboss.engine.waits import Ask
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.server.live.chip_count import PRACTICE
from pitboss.store.errors import StoreError
from pitboss.store.row_types import Account
from server.test_table_life import BETS, RIDE, Evening, evening_at


def add(cents: int) -> dict[str, object]:
    return {"input": "add chips", "chips": cents}


async def dealt_in(here: Evening, person: Account) -> None:
    await here.bet(person, BETS)
    await here.ready(person)
    assert isinstance(here.table.driver.wait, Ask)


async def play_on(here: Evening, person: Account) -> None:
    round_ = here.table.driver.carry.round
    while here.table.driver.carry.round == round_:
        await here.ok(person, RIDE)


@evening_at(LetItRideHouse)
async def test_chips_added_between_rounds_arrive_at_once(here: Evening) -> None:
    ann = await here.person("Ann", 3, 50_000)
    before = here.table.round.chips_of(3)
    await here.ok(ann, add(10_000))
    assert here.table.round.chips_of(3) == before + 10_000
    assert here.balance(ann) == PRACTICE - 60_000
    assert here.view(ann).you.arriving == 0
    assert here.view(ann).acts[-1].told == "Ann in seat 3 adds $100 in chips."
    with here.casino.store.read() as db:
        last = db.execute("SELECT line FROM entries ORDER BY number DESC LIMIT 1").fetchone()[0]
    assert '"chips added"' in last


@evening_at(LetItRideHouse)
async def test_nobody_adds_more_chips_than_the_account_holds(here: Evening) -> None:
    ann = await here.person("Ann", 3, PRACTICE - 4_000)
    [refused] = (await here.act(ann, add(4_100))).refused
    assert str(refused) == "You have $40 in your account. Add $40 or less. [house:chips]"
    assert (await here.act(ann, add(3_950))).refused
    await here.ok(ann, add(4_000))
    assert here.balance(ann) == 0
    [refused] = (await here.act(ann, add(100))).refused
    assert str(refused) == "You have $0 in your account. Top up, or take chips off a table. [house:chips]"
    for nothing in (0, -100):
        assert (await here.act(ann, add(nothing))).refused


@evening_at(LetItRideHouse)
async def test_chips_added_during_a_round_arrive_after_it(here: Evening) -> None:
    ann, bob = await here.person("Ann", 3, 50_000), await here.person("Bob", 4, 50_000)
    await here.ok(bob, {"table": "sit out"})
    await dealt_in(here, ann)
    chips = here.table.round.chips_of(3)
    await here.ok(ann, add(10_000), again="added-once")
    await here.ok(ann, add(10_000), again="added-once")  # sent twice, counted once
    assert here.view(ann).you.arriving == 10_000
    assert here.view(bob).you.arriving == 0
    assert (here.table.round.chips_of(3), here.balance(ann)) == (chips, PRACTICE - 50_000)
    await here.ok(ann, add(5_000))  # and more
    assert here.view(ann).you.arriving == 15_000
    [refused] = (await here.act(ann, add(35_100))).refused
    told = "You have $350 in your account besides the $150 that arrives after this round. Add $350 or less."
    assert str(refused) == f"{told} [house:chips]"
    assert here.inputs_of(AddChips) == []
    await play_on(here, ann)
    assert here.inputs_of(AddChips) == [AddChips(3, 15_000)]
    assert here.view(ann).you.arriving == 0
    assert here.balance(ann) == PRACTICE - 65_000
    assert here.view(bob).seats[1].sits_out


@evening_at(LetItRideHouse)
async def test_added_chips_that_still_wait_can_be_canceled(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await dealt_in(here, ann)
    assert (await here.act(ann, add(0))).refused
    assert (await here.act(ann, add(150))).refused
    await here.ok(ann, add(10_000))
    await here.ok(ann, add(0))
    assert here.view(ann).you.arriving == 0
    await play_on(here, ann)
    assert here.inputs_of(AddChips) == []
    assert here.balance(ann) == PRACTICE - 50_000


@evening_at(LetItRideHouse)
async def test_added_chips_do_not_arrive_if_the_account_no_longer_holds_them(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await dealt_in(here, ann)
    await here.ok(ann, add(10_000))
    await here.casino.chips.top_up(ann.id)  # nothing is missing: what waits is still in the account
    here.casino.store.accounts.grant(ann.id, 4_050 - here.balance(ann), "spent elsewhere").result()
    await play_on(here, ann)
    assert here.inputs_of(AddChips) == [AddChips(3, 4_000)]
    assert here.balance(ann) == 50


@evening_at(LetItRideHouse)
async def test_a_failed_write_loses_no_added_chips(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await dealt_in(here, ann)
    await here.ok(ann, add(10_000))
    real = here.table.committer._write

    async def fails(pending: object) -> int:
        if pending.entries:  # type: ignore[attr-defined]
            raise StoreError("the disk is full")
        return await real(pending)  # type: ignore[arg-type]

    with patch.object(here.table.committer, "_write", fails):
        await play_on(here, ann)
        assert here.view(ann).you.arriving == 10_000
        assert here.balance(ann) == PRACTICE - 50_000
    await here.wait(1)
    assert here.view(ann).you.arriving == 0
    assert here.balance(ann) == PRACTICE - 60_000


@evening_at(LetItRideHouse)
async def test_a_table_that_is_not_open_takes_no_chips(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await dealt_in(here, ann)
    await here.ok(ann, add(10_000))
    await here.table.desk.set_state("closed")
    assert "The table is closed" in str((await here.act(ann, add(100))).refused[0])
    await play_on(here, ann)
    assert here.view(ann).you.arriving == 10_000
    await here.table.desk.set_state("open")
    await here.wait(1)
    assert here.balance(ann) == PRACTICE - 60_000


@evening_at(LetItRideHouse)
async def test_a_person_without_a_seat_cannot_add_chips(here: Evening) -> None:
    ann = await here.person("Ann")
    assert "not seated" in str((await here.act(ann, add(100))).refused[0])


@evening_at(LetItRideHouse)
async def test_a_player_who_leaves_takes_the_added_chips_along(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.ok(ann, add(10_000))
    await here.ok(ann, {"input": "leave"})
    assert here.balance(ann) == PRACTICE


@evening_at(CrapsHouse)
async def test_a_player_who_left_with_wagers_standing_gets_no_more_chips(here: Evening) -> None:
    ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
    for _ in range(99):
        await here.bet(ann, {"pass": 1000})
        if here.table.driver.table.marks["shooter"] == 4:
            await here.bet(bob, {"pass": 1000})
        await here.ready(ann)
        await here.ready(bob)
        if here.table.driver.table.marks.get("point") and here.table.driver.table.wager(3, "pass"):
            break
    await here.ok(ann, add(1_000))  # between two rolls
    held = here.balance(ann) + here.table.round.chips_of(3)
    here.table.seats.people[3].arriving = 1_000
    await here.ok(ann, {"input": "leave"})
    assert here.table.driver.table.players[3] == "Ann"  # for the wager that stands
    assert here.balance(ann) == held
    await here.wait(1)
    assert here.balance(ann) == held


@evening_at(WinnersPotHouse.usual, companions=2)
async def test_companions_never_add_chips(here: Evening) -> None:
    ann = await here.person("Ann", 1)
    await here.ok(ann, add(1_000))
    assert [given.seat for given in here.inputs_of(AddChips)] == [1]  # type: ignore[attr-defined]
