"""The life of a table: clocks, silent players, arrivals and departures, settings, and failing writes."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from pitboss.common.incomplete_wagers import SEND_BACK
from pitboss.engine.chance import seeded_source
from pitboss.engine.game import Company, Game
from pitboss.engine.houses.house import House
from pitboss.engine.incidents.incident_kinds import CardExposed, CardMissing, CardTooMany, Incident
from pitboss.engine.incidents.spin_incidents import ShortSpin
from pitboss.engine.inputs import (
    CLOCK,
    COMPANION,
    SUPERVISOR,
    Answer,
    Close,
    Credit,
    Fill,
    Input,
    Leave,
    Order,
    Sit,
    Wager,
)
from pitboss.engine.waits import Ask, FillWanted
from pitboss.games import REGISTERED, load
from pitboss.games.big_six.law.house import BigSixHouse
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.wagers import PassDice
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.server.live.chip_count import PRACTICE
from pitboss.server.live.client_actions import carry_out, read_action
from pitboss.server.live.outcomes import Outcome
from pitboss.server.live.parts.pending import Pending
from pitboss.server.live.parts.presence import HOUSE
from pitboss.server.live.table import LiveTable
from pitboss.server.live.table_settings import Pace, setting_of
from pitboss.server.live.tables import Casino
from pitboss.server.views import past_rounds
from pitboss.server.views.table_view import TableView, view_for
from pitboss.store.audit.database_audit import audit
from pitboss.store.errors import StoreError
from pitboss.store.row_types import Account
from pitboss.table.money import CAGE, INVENTORY, OUTSIDE, Money, chips_before

PACE = Pace(decision=30, wagers=25, warning=10, seat_kept=300)
BETS = {"bet 1": 500, "bet 2": 500, "bet 3": 500}
RIDE = {"input": "answer", "choice": "let it ride"}


def _company(game: Game) -> Company | None:
    return None if game.company is None else game.company(game.house.usual())


class Evening:
    """A casino with one table, people with accounts, and a clock that the test moves."""

    def __init__(self, path: Path, house: House, companions: int = 0) -> None:
        self.path, self.house, self.companions = path, house, companions
        self.time = 1000.0

    async def __aenter__(self) -> Evening:
        self.casino = Casino(self.path, source=lambda: seeded_source(7))
        if not self.casino.store.tables.rows():
            await self.casino.make_table(self.house.name, setting_of(self.house, PACE, self.companions))
        await self.casino.open()
        for task in self.casino._tasks:
            task.cancel()  # time passes only when a test says so
        self.table.time.now = lambda: self.time
        self.table.clock.restart()
        return self

    async def __aexit__(self, *fault: object) -> None:
        await self.casino.close()

    @property
    def table(self) -> LiveTable:
        return self.casino.tables[1]

    async def person(self, name: str, seat: int = 0, chips: int = 50_000) -> Account:
        found = self.casino.store.accounts.find(name)
        account = found[0] if found else await self.casino.make_account(name, "x")
        if seat:
            await self.ok(account, {"input": "sit", "seat": seat, "chips": chips})
            self.table.count_connection(account.id, 1)
        return account

    async def act(self, account: Account, act: dict[str, Any], again: str | None = None) -> Outcome:
        action = read_action({"id": again or uuid.uuid4().hex, "act": act})
        return await carry_out(self.casino, self.table, account, action)

    async def ok(self, account: Account, act: dict[str, Any], again: str | None = None) -> Outcome:
        outcome = await self.act(account, act, again)
        assert not outcome.refused, outcome
        return outcome

    async def bet(self, account: Account, stakes: dict[str, int]) -> None:
        await self.ok(account, {"input": "wager", "stakes": stakes})

    async def ready(self, account: Account) -> Outcome:
        return await self.act(account, {"table": "ready", "round": self.table.driver.carry.round})

    async def wait(self, seconds: float) -> None:
        """Advance the time, and let the table act on it."""
        self.time += seconds
        await self.table.tick()

    def view(self, account: Account) -> TableView:
        return view_for(self.table, account.id)

    def balance(self, account: Account) -> int:
        found = self.casino.store.accounts.find(account.id)
        assert found is not None
        return found[0].balance

    def stored_inputs(self) -> list[Input]:
        """Return all inputs of the table as they are on the disk."""
        with self.casino.store.read() as db:
            lines = [line for (line,) in db.execute("SELECT line FROM rows ORDER BY number")]
        bodies = [msgspec.json.decode(line, type=dict[str, msgspec.Raw]) for line in lines]
        return [self.table.game.read_input.decode(body["given"]) for body in bodies if "given" in body]

    def result(self, account: Account) -> int:
        """Return what a player has won or lost, by the entries of the account."""
        with self.casino.store.read() as db:
            lines = [line for (line,) in db.execute("SELECT line FROM entries WHERE account = ?", (account.id,))]
        return sum(body["cents"] for line in lines if "table" in (body := msgspec.json.decode(line)))

    def inputs_of(self, kind: type[Input]) -> list[Input]:
        return [item for item in self.table.driver.log if isinstance(item, kind)]


def evening(test: Callable[[Evening], Awaitable[None]], house: House, companions: int = 0) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        async def whole() -> None:
            async with Evening(path, house, companions) as here:
                await test(here)

        asyncio.run(whole())
        wrong = [check for check in audit(path).checks if not check.ok]
        assert not wrong, wrong

    return run


def evening_at(
    house: Callable[[], House], companions: int = 0
) -> Callable[[Callable[[Evening], Awaitable[None]]], Any]:
    """Run the test as an evening at such a table, and check afterwards that the books balance."""

    def mark(test: Callable[[Evening], Awaitable[None]]) -> Any:
        def run(tmp_path: Path) -> None:
            evening(test, house(), companions)(tmp_path / "pitboss.db")

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return mark


# --- nobody waits without need


@evening_at(LetItRideHouse)
async def test_a_lone_player_does_not_wait_for_the_clock(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, BETS)
    assert not (await here.ready(ann)).refused
    assert isinstance(here.table.driver.wait, Ask)


@evening_at(LetItRideHouse)
async def test_two_players_wait_for_each_other_until_both_are_ready(here: Evening) -> None:
    ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
    await here.bet(ann, BETS)
    await here.ready(ann)
    assert here.table.driver.question is None
    assert [seat.ready for seat in here.view(bob).seats] == [True, False]
    await here.bet(bob, BETS)
    await here.ready(bob)
    assert here.table.driver.question is not None


@evening_at(LetItRideHouse)
async def test_the_table_does_not_wait_for_players_who_sit_out_or_left(here: Evening) -> None:
    ann, bob, cal = [await here.person(name, seat) for name, seat in (("Ann", 3), ("Bob", 4), ("Cal", 5))]
    await here.ok(bob, {"table": "sit out"})
    here.table.count_connection(cal.id, -1)
    here.time += 60
    await here.bet(ann, BETS)
    await here.ready(ann)
    assert here.table.driver.question is not None
    assert [(seat.sits_out, seat.here) for seat in here.view(ann).seats] == [
        (False, True),
        (True, True),
        (False, False),
    ]
    await here.ok(bob, {"table": "sit in"})
    assert not here.view(ann).seats[1].sits_out


@evening_at(LetItRideHouse)
async def test_a_silent_guest_holds_up_two_windows_and_then_sits_out_until_heard_from(here: Evening) -> None:
    """With chips for a bet and an open connection he would have everybody wait for the clock in every round."""
    ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
    for waits in (True, True, False):
        await here.bet(ann, BETS)
        await here.ready(ann)
        assert (here.table.driver.question is None) is waits
        if waits:
            here.time += PACE.wagers
            await here.table.tick()
        assert here.table.driver.question is not None
        while here.table.driver.question is not None:
            await here.ok(ann, RIDE)
    assert [seat.sits_out for seat in here.view(bob).seats] == [False, True]
    await here.bet(bob, BETS)  # he is heard from, and waited for again
    await here.bet(ann, BETS)
    await here.ready(ann)
    assert here.table.driver.question is None
    assert [seat.sits_out for seat in here.view(bob).seats] == [False, False]


@evening_at(LetItRideHouse)
async def test_a_player_active_between_silent_windows_is_waited_for(here: Evening) -> None:
    ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
    for _ in range(3):
        await here.ok(bob, {"table": "sit in"})
        await here.bet(ann, BETS)
        await here.ready(ann)
        here.time += PACE.wagers
        await here.table.tick()
        while here.table.driver.question is not None:
            await here.ok(ann, RIDE)
    assert not here.view(bob).seats[1].sits_out


@evening_at(LetItRideHouse)
async def test_a_player_may_sit_out_while_the_clock_closes_the_window(here: Evening) -> None:
    ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
    await here.bet(ann, BETS)
    await here.ready(ann)
    write = here.table.committer._write

    async def writes(pending: Pending) -> int:
        await here.ok(bob, {"table": "sit out"})
        return await write(pending)

    with patch.object(here.table.committer, "_write", writes):
        here.time += PACE.wagers
        await here.table.tick()
    assert [seat.sits_out for seat in here.view(bob).seats] == [False, True]


@evening_at(LetItRideHouse)
async def test_being_ready_counts_for_one_round(here: Evening) -> None:
    """Sent once more after the round is over, it does not count for the next."""
    ann = await here.person("Ann", 3)
    await here.bet(ann, BETS)
    ready = {"table": "ready", "round": here.table.driver.carry.round}
    first = await here.ok(ann, ready, again="ready-one")
    for _ in range(2):
        await here.ok(ann, RIDE)
    await here.bet(ann, BETS)
    assert await here.act(ann, ready, again="ready-one") == first
    assert (await here.act(ann, ready)).refused
    assert here.table.driver.question is None


# --- the clock


@evening_at(LetItRideHouse)
async def test_the_clock_closes_the_window_and_answers_for_a_silent_seat(here: Evening) -> None:
    ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
    assert here.table.clock.time_left() is None  # nobody has wagered: there is nothing to hurry
    await here.bet(ann, BETS)
    await here.bet(bob, BETS)
    assert here.table.clock.time_left() == (25, False, 0)
    await here.wait(15)
    assert here.table.clock.time_left() == (10, True, 0)
    assert here.table.driver.question is None
    await here.wait(10)
    asked = here.table.driver.question
    assert asked is not None
    assert [(item.by, type(item)) for item in here.inputs_of(Close)][-1] == (CLOCK, Close)
    assert here.table.clock.time_left() == (30, False, 0)
    await here.wait(29.5)
    assert here.table.driver.question is asked
    await here.wait(0.5)
    (answer,) = here.inputs_of(Answer)
    assert answer == Answer(asked.seat, "let it ride", asked.position, by=CLOCK)  # the reading silent-seat
    assert here.table.clock.time_left() == (30, False, 0)  # the next one has his own time


@evening_at(LetItRideHouse)
async def test_one_players_wagers_do_not_extend_anothers_time(here: Evening) -> None:
    ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
    await here.bet(ann, BETS)
    await here.wait(20)
    await here.bet(bob, BETS)
    assert here.table.clock.time_left() == (5, True, 0)


def test_the_clock_does_not_run_while_the_server_is_down(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"

    async def play() -> None:
        async with Evening(path, LetItRideHouse()) as here:
            ann = await here.person("Ann", 3)
            await here.bet(ann, BETS)
            await here.ready(ann)
            await here.wait(25)
            assert here.table.clock.time_left() == (5, True, 0)
        async with Evening(path, LetItRideHouse()) as again:
            again.time = 9_000_000.0
            again.table.clock.restart()
            assert again.table.clock.time_left() == (30, False, 0)
            await again.table.tick()
            assert again.table.driver.question is not None
            ann = await again.person("Ann")
            await again.ok(ann, RIDE)

    asyncio.run(play())
    assert audit(path).ok


@evening_at(BigSixHouse)
async def test_bets_that_open_again_in_a_round_have_their_own_time_each_time(here: Evening) -> None:
    """After a void spin; whether all were ready or time was up, and after the second void spin as after the first."""
    ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
    await here.bet(ann, {"$1": 500})
    for by_clock in (False, False, True, True):
        await here.wait(20)
        assert not (await here.table.desk.order(ShortSpin(2, by=SUPERVISOR))).refused
        await here.ready(ann)
        await (here.wait(5) if by_clock else here.ready(bob))
        assert (here.table.clock.time_left(), here.table.driver.carry.round) == ((25, False, 0), 1)
        assert [seat.ready for seat in here.view(bob).seats] == [False, False]
    await here.ok(bob, {"table": "sit in"})  # after two windows without a word he sits out
    await here.ready(ann)
    assert here.table.driver.carry.round == 1
    await here.ready(bob)
    assert here.table.driver.carry.round == 2


@evening_at(CrapsHouse)
async def test_standing_craps_wagers_keep_the_dice_going(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, {"place 6": 600, "pass": 500})
    await here.wait(25)
    rolled = here.table.driver.carry.round
    assert rolled == 2
    await here.wait(25)
    assert here.table.driver.carry.round == 3 or not here.table.driver.table.wager(3, "pass")


@evening_at(CrapsHouse)
async def test_a_silent_shooter_is_replaced_when_time_is_up(here: Evening) -> None:
    await here.person("Ann", 3)
    bob = await here.person("Bob", 4)
    assert here.table.driver.table.marks["shooter"] == 3
    await here.bet(bob, {"pass": 500})
    await here.wait(25)
    assert here.table.driver.table.marks["shooter"] == 4
    assert here.inputs_of(PassDice) == [PassDice(3, by=CLOCK)]
    await here.wait(25)
    assert here.table.driver.carry.round == 2


@evening_at(CrapsHouse)
async def test_a_standing_wager_does_not_count_as_activity(here: Evening) -> None:
    """Its silent owner would have everybody wait for the clock until it is decided. It stays where it is."""
    ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
    await here.bet(bob, {"place 6": 600})
    for waits in (True, True, True, False):  # in the first of them he has bet
        before = here.table.driver.carry.round
        if not here.table.driver.table.wager(3, "pass"):
            await here.bet(ann, {"pass": 500})
        assert here.table.driver.table.wager(4, "place 6") == 600
        await here.ready(ann)
        assert (here.table.driver.carry.round == before) is waits
        await here.wait(PACE.wagers if waits else 0)
        assert here.table.driver.carry.round == before + 1
    assert [seat.sits_out for seat in here.view(bob).seats] == [False, True]


WAITS = {"incomplete-wagers": "wait"}


@pytest.mark.parametrize(
    ("house", "whole", "part"),
    [
        (LetItRideHouse(readings=WAITS), BETS, {"bet 1": 500}),
        (UltimateHouse(readings=WAITS), {"ante": 500, "blind": 500}, {"ante": 500}),
    ],
    ids=lambda given: given.game if isinstance(given, House) else "",
)
def test_a_silent_seat_with_one_chip_out_is_not_waited_for(
    tmp_path: Path, house: House, whole: dict[str, int], part: dict[str, int]
) -> None:
    """Though the dealer is read to wait for complete wagers: his time is up with the clock's."""

    async def waits(here: Evening) -> None:
        ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
        await here.bet(bob, part)
        await here.wait(25)  # nobody can be dealt to: there is nothing to go on with
        assert here.table.round.chips_of(4) == 49_500
        await here.bet(ann, whole)
        assert (await here.ready(ann)).number == 0
        await here.wait(24)
        assert here.table.driver.question is None
        await here.wait(1)
        assert here.table.round.chips_of(4) == 50_000
        assert here.inputs_of(Order) == [Order(SEND_BACK, by=CLOCK)]
        assert here.table.driver.question is not None
        assert here.table.driver.question.seat == 3

    evening(waits, house)(tmp_path / "pitboss.db")


@evening_at(lambda: LetItRideHouse(readings=WAITS))
async def test_a_supervisor_ends_the_wait_sooner(here: Evening) -> None:
    ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
    await here.bet(bob, {"bet 1": 500})
    await here.bet(ann, BETS)
    assert SEND_BACK in here.table.desk.supervision()[1]
    assert not (await here.table.desk.order(Order(SEND_BACK, by=SUPERVISOR))).refused
    assert SEND_BACK not in here.table.desk.supervision()[1]
    assert here.table.round.chips_of(4) == 50_000
    await here.ok(bob, {"table": "sit out"})
    assert not (await here.ready(ann)).refused
    assert here.table.driver.question is not None


# --- people who go


@evening_at(LetItRideHouse)
async def test_a_lost_players_seat_is_kept_and_then_given_up(here: Evening) -> None:
    ann = await here.person("Ann", 3, 30_000)
    assert here.balance(ann) == PRACTICE - 30_000
    here.table.count_connection(ann.id, -1)
    await here.wait(299)
    assert here.table.seat_of(ann.id) == 3
    await here.wait(1)
    assert here.table.seat_of(ann.id) == 0
    assert Leave(3, by=CLOCK) in here.stored_inputs()
    assert here.balance(ann) == PRACTICE


@evening_at(LetItRideHouse)
async def test_a_lost_player_who_is_dealt_in_stays_until_the_round_is_over(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, BETS)
    await here.ready(ann)
    here.table.count_connection(ann.id, -1)
    await here.wait(400)
    assert here.table.seat_of(ann.id) == 3  # 18.6(b): he has wagered
    await here.wait(30)  # both answers were given for him
    await here.wait(1)
    assert here.table.seat_of(ann.id) == 0
    assert here.balance(ann) == PRACTICE + here.result(ann)


@evening_at(LetItRideHouse)
async def test_coming_back_in_time_keeps_the_seat(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    here.table.count_connection(ann.id, -1)
    await here.wait(250)
    here.table.count_connection(ann.id, 1)
    await here.wait(250)
    assert here.table.seat_of(ann.id) == 3


@evening_at(CrapsHouse)
async def test_winnings_of_a_leavers_contract_wagers_reach_his_account(here: Evening) -> None:
    ann, bob = await here.person("Ann", 3, 10_000), await here.person("Bob", 4, 50_000)
    for number in range(300):
        if here.table.driver.table.marks.get("point"):
            break
        await here.bet(ann, {"pass": 500})
        here.time += 1
        await here.ready(ann)
        await here.ready(bob)
        assert number < 299
    await here.ok(ann, {"input": "leave"})
    assert here.table.seat_of(ann.id) == 0
    assert here.view(bob).seats[0].left
    taken = here.balance(ann)
    assert (await here.act(ann, {"input": "sit", "seat": 9, "chips": 1000})).refused
    for _ in range(300):
        if not here.table.driver.table.marks.get("point"):
            break
        await here.ready(bob)
    assert 3 not in here.table.driver.table.players
    assert here.balance(ann) in (taken, taken + 1000)
    await here.ok(ann, {"input": "sit", "seat": 3, "chips": 1000})


# --- money


@evening_at(LetItRideHouse)
async def test_chips_are_bought_from_the_account_and_taken_back_to_it(here: Evening) -> None:
    ann = await here.person("Ann")
    refused = (await here.act(ann, {"input": "sit", "seat": 3, "chips": PRACTICE + 100})).refused
    assert str(refused[0]) == "You have $1,000 in your account. Bring $1,000 or less. [house:chips]"
    await here.ok(ann, {"input": "sit", "seat": 3, "chips": 40_000})
    assert here.balance(ann) == PRACTICE - 40_000
    assert "You already have a seat" in str((await here.act(ann, {"input": "sit", "seat": 4, "chips": 100})).refused[0])
    await here.ok(ann, {"input": "leave"})
    assert here.balance(ann) == PRACTICE


@evening_at(LetItRideHouse)
async def test_practice_money_is_brought_back_to_what_it_was(here: Evening) -> None:
    ann = await here.person("Ann", 3, 40_000)
    assert (await here.casino.chips.top_up(ann.id)).given == 0
    await here.bet(ann, BETS)
    assert (await here.casino.chips.top_up(ann.id)).given == 0  # what lies on the layout is his as well
    await asyncio.wrap_future(here.casino.store.accounts.grant(ann.id, -50_000, "for the test"))
    both = await asyncio.gather(here.casino.chips.top_up(ann.id), here.casino.chips.top_up(ann.id))
    assert [each.given for each in both] == [50_000, 0]


# --- an action counts once, or not at all


@evening_at(LetItRideHouse)
async def test_an_action_sent_again_counts_once(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    wager = {"input": "wager", "stakes": BETS}
    outcomes = await asyncio.gather(*(here.act(ann, wager, again="the-same-id") for _ in range(5)))
    assert len(set(outcomes)) == 1
    assert here.table.round.chips_of(3) == 50_000 - 1500
    here.table.receipts._outcomes.clear()  # as after a restart
    assert await here.act(ann, wager, again="the-same-id") == outcomes[0]
    assert len(here.inputs_of(Wager)) == 1
    left = await here.ok(ann, {"input": "take back", "spot": "bet 1"})
    await here.ok(ann, {"input": "leave"}, again="leave-once")
    assert (await here.ok(ann, {"input": "leave"}, again="leave-once")).number > left.number


@evening_at(LetItRideHouse)
async def test_a_repeated_ready_gets_the_same_answer_after_leaving(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, BETS)
    ready = {"table": "ready", "round": here.table.driver.carry.round}
    outcome = await here.ok(ann, ready, again="was-ready")
    while here.table.seat_of(ann.id):
        moves = [move.act for move in here.view(ann).you.moves]
        await here.ok(ann, next(act for act in moves if act["input"] in ("answer", "leave")))
    for _ in range(2):
        assert outcome.number
        assert await here.act(ann, ready, again="was-ready") == outcome
        here.table.receipts._outcomes.clear()  # as after a restart
    for new in (ready, {"table": "sit out"}):
        assert "You are not seated" in str((await here.act(ann, new)).refused[0])


@evening_at(LetItRideHouse)
async def test_the_same_id_of_another_person_is_another_action(here: Evening) -> None:
    ann, bob = await here.person("Ann", 3), await here.person("Bob", 4)
    first = await here.ok(ann, {"input": "wager", "stakes": BETS}, again="an-id-of-ours")
    second = await here.ok(bob, {"input": "wager", "stakes": BETS}, again="an-id-of-ours")
    assert first.number != second.number


@evening_at(LetItRideHouse)
async def test_a_write_that_fails_refuses_cleanly(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, BETS)
    store = here.casino.store
    good, before = store.tables.append, here.view(ann)

    def fails(batch: object) -> Future[int]:
        failed: Future[int] = Future()
        failed.set_exception(StoreError("nothing can be written: disk full"))
        return failed

    store.tables.append = fails  # type: ignore[method-assign]
    for act in ({"table": "ready", "round": 1}, {"input": "take back", "spot": "bet 1"}, {"input": "leave"}):
        outcome = await here.act(ann, act)
        assert outcome.refused[0].cite == "house:store"
        now = here.view(ann)
        assert (now.wagers, now.seats[0].chips, now.waiting, now.acts) == (
            before.wagers,
            before.seats[0].chips,
            before.waiting,
            before.acts,
        )
    store.tables.append = good  # type: ignore[method-assign]
    await here.ready(ann)
    assert here.table.driver.question is not None


@evening_at(WinnersPotHouse.usual)
async def test_a_refused_ready_leaves_everybody_as_ready_as_before(here: Evening) -> None:
    ann, bob = await here.person("Ann", 1), await here.person("Bob", 3)

    def people() -> list[tuple[bool, bool, float]]:
        return [(person.ready, person.sits_out, person.heard_at) for person in here.table.seats.people.values()]

    await here.ok(bob, {"table": "sit out"})
    here.time += 5
    before, version = people(), here.table.onlookers.version
    refused = (await here.ready(ann)).refused  # nobody else is waited for, and nobody has an ante out
    assert [refusal.wrong for refusal in refused] == ["Nobody has an ante down."]
    assert (people(), here.table.onlookers.version) == (before, version)
    await here.ok(bob, {"table": "sit in"})
    assert not (await here.ready(ann)).refused
    before, version = people(), here.table.onlookers.version
    assert [ready for ready, _, _ in before] == [True, False]
    assert (await here.ready(bob)).refused == refused
    assert (people(), here.table.onlookers.version) == (before, version)
    await here.bet(bob, {"ante": 500})
    assert not (await here.ready(bob)).refused  # Ann has said so already
    assert here.table.driver.question is not None


@pytest.mark.parametrize("fault", [StoreError("disk full"), ZeroDivisionError()])
def test_a_ready_that_could_not_be_written_leaves_everybody_as_before(tmp_path: Path, fault: Exception) -> None:
    async def test(here: Evening) -> None:
        def people() -> list[dict[str, Any]]:
            return [dict(vars(person)) for person in here.table.seats.people.values()]

        ann, bob = await here.person("Ann", 1), await here.person("Bob", 3)
        await here.bet(ann, BETS)
        await here.ready(ann)
        before = people()
        failed: Future[int] = Future()
        failed.set_exception(fault)
        with patch.object(here.casino.store.tables, "append", lambda batch: failed):
            assert (await here.ready(bob)).refused
        assert people() == before
        assert not (await here.ready(bob)).refused
        assert here.table.driver.question is not None

    evening(test, LetItRideHouse())(tmp_path / "pitboss.db")


@evening_at(LetItRideHouse)
async def test_an_internal_error_changes_nothing(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, BETS)
    before = here.view(ann)
    draw = here.table.dealer.source.answers
    here.table.dealer.source.answers = lambda wait: 1 / 0  # type: ignore[method-assign, assignment, return-value]
    outcome = await here.ready(ann)
    here.table.dealer.source.answers = draw  # type: ignore[method-assign]
    assert outcome.refused[0].wrong == "An internal error stopped this."
    now = here.view(ann)
    assert (now.wagers, now.waiting, now.acts) == (before.wagers, before.waiting, before.acts)
    assert not (await here.ready(ann)).refused


@evening_at(LetItRideHouse)
async def test_a_table_driven_by_another_server_is_left_alone_and_hidden(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, BETS)
    await here.ready(ann)
    assert here.view(ann).hands
    await asyncio.wrap_future(here.casino.store.tables.take(1))  # as another server would
    outcome = await here.act(ann, RIDE)
    assert "Another server" in str(outcome.refused[0])
    seen_now = here.view(ann)
    assert "another server" in seen_now.notice
    assert (seen_now.hands, seen_now.seats, seen_now.settled) == ({}, (), None)
    assert (await here.act(ann, RIDE)).refused


def test_a_second_server_over_the_same_file_does_not_start(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.db"

    async def play() -> None:
        async with Evening(path, LetItRideHouse()):
            with pytest.raises(StoreError, match="another server is running on this database"):
                Casino(path)

    asyncio.run(play())


@evening_at(LetItRideHouse)
async def test_a_person_who_left_cannot_act_with_his_successors_chips(here: Evening) -> None:
    """Everything is sent at once and waits its turn."""
    ann, bob = await here.person("Ann", 3), await here.person("Bob")
    await here.table.lock.acquire()
    sent = [
        asyncio.create_task(here.act(ann, {"input": "leave"})),
        asyncio.create_task(here.act(bob, {"input": "sit", "seat": 3, "chips": 50_000})),
        asyncio.create_task(here.act(ann, {"input": "wager", "stakes": BETS})),
        asyncio.create_task(here.ready(ann)),
    ]
    await asyncio.sleep(0)
    here.table.lock.release()
    left, sat, wagered, ready = await asyncio.gather(*sent)
    assert not left.refused
    assert not sat.refused
    assert wagered.refused
    assert ready.refused
    assert here.table.round.chips_of(3) == 50_000
    assert not here.table.seats.people[3].ready


@evening_at(LetItRideHouse)
async def test_an_id_is_for_one_action(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.ok(ann, {"input": "wager", "stakes": BETS}, again="one-id-only")
    for _ in range(2):
        refused = (await here.act(ann, {"input": "leave"}, again="one-id-only")).refused
        assert "another action" in str(refused[0])
        here.table.receipts._outcomes.clear()  # as after a restart


# --- companions


@evening_at(LetItRideHouse, companions=2)
async def test_companions_are_marked_and_play_only_with_somebody(here: Evening) -> None:
    assert not here.table.driver.table.players
    ann = await here.person("Ann", 3)
    seats = here.view(ann).seats
    assert [seat.house for seat in seats].count(True) == 2
    assert all(seat.player.endswith("(house)") == seat.house for seat in seats)
    await here.bet(ann, BETS)
    await here.ready(ann)
    by = {item.seat: item.by for item in here.inputs_of(Wager) if isinstance(item, Wager)}
    assert by == {seat.number: COMPANION if seat.house else "" for seat in seats}
    for _ in range(2):
        await here.ok(ann, RIDE)
    await here.ok(ann, {"input": "leave"})
    assert not here.table.driver.table.players  # they go when nobody is left
    before = len(here.table.driver.log)
    await here.wait(1000)
    assert len(here.table.driver.log) == before


@evening_at(lambda: LetItRideHouse(minimum=Money(10_000), maximum=Money(10_000)), companions=1)
async def test_a_companion_without_chips_is_replaced(here: Evening) -> None:
    """A hundred minimum wagers are gone sooner or later; whoever plays then has brought chips of his own."""
    ann = await here.person("Ann", 3, 100_000)
    sat = [item for item in here.stored_inputs() if isinstance(item, Sit) and item.by == COMPANION]
    assert len(sat) == 1
    t = here.table.driver.table
    t.ledger.move(chips_before(sat[0].seat), OUTSIDE, here.table.round.chips_of(sat[0].seat))  # they are gone at once
    pending = Pending()
    here.table.dealer.go_on(pending)
    kinds = [line.body["given"] for line in pending.lines if "given" in line.body]
    assert [type(given) for given in kinds] == [Leave, Sit]
    here.table.recovery.reload()
    assert here.view(ann).seats


@evening_at(LetItRideHouse, companions=2)
async def test_companions_wager_once_whatever_happens(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, BETS)
    here.table.recovery.reload()  # as after a restart
    await here.ok(ann, {"input": "take back", "spot": "bet 1"})
    await here.bet(ann, {"bet 1": 500})
    assert len([item for item in here.inputs_of(Wager) if item.by == COMPANION]) == 2


@evening_at(LetItRideHouse)
async def test_an_action_that_has_begun_completes_although_its_caller_is_gone(here: Evening) -> None:
    """The caller breaks off, as when a connection is lost."""
    ann = await here.person("Ann", 3)
    asked = asyncio.create_task(here.act(ann, {"input": "wager", "stakes": BETS}, again="broken-off"))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    async with here.table.lock:
        assert here.table.round.chips_of(3) == 50_000 - 1500
    assert (await here.ok(ann, {"input": "wager", "stakes": BETS}, again="broken-off")).number
    assert here.table.round.chips_of(3) == 50_000 - 1500


# --- the house


@evening_at(LetItRideHouse)
async def test_a_paused_table_refuses_actions_and_stops_its_clock(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, BETS)
    await here.table.desk.set_state("paused")
    assert here.table.clock.time_left() is None
    await here.wait(1000)
    assert (await here.ready(ann)).refused[0].wrong == "The table is paused."
    assert (await here.act(ann, {"input": "wager", "stakes": BETS})).refused
    assert here.view(ann).notice == "the table is paused"
    await here.table.desk.set_state("open")
    assert here.table.clock.time_left() == (25, False, 0)
    await here.ready(ann)
    assert here.table.driver.question is not None


@evening_at(LetItRideHouse)
async def test_a_closed_table_finishes_its_round_and_seats_nobody(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, BETS)
    await here.ready(ann)
    await here.table.desk.set_state("closed")
    bob = await here.person("Bob")
    assert (await here.act(bob, {"input": "sit", "seat": 4, "chips": 1000})).refused
    for _ in range(2):
        await here.ok(ann, RIDE)
    assert (await here.act(ann, {"input": "wager", "stakes": BETS})).refused
    await here.ok(ann, {"input": "leave"})


@evening_at(LetItRideHouse)
async def test_settings_do_not_change_while_a_round_is_under_way(here: Evening) -> None:
    changed = setting_of(LetItRideHouse(bonus=True), PACE)
    assert not (await here.table.desk.set_setting(changed)).refused
    assert getattr(here.table.driver.house, "bonus") is True  # noqa: B009  # nothing has happened yet
    ann = await here.person("Ann", 3)
    await here.bet(ann, {**BETS, "bonus": 100})
    assert not (await here.table.desk.set_setting(setting_of(LetItRideHouse(maximum=Money(60_000)), PACE))).refused
    await here.ready(ann)
    assert here.table.driver.house.maximum == 50_000  # this round goes on as it began
    for _ in range(2):
        await here.ok(ann, RIDE)
    assert here.table.driver.house.maximum == 60_000
    assert (await here.act(ann, {"input": "wager", "stakes": {**BETS, "bonus": 100}})).refused


@evening_at(CrapsHouse)
async def test_craps_settings_change_between_two_rolls(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, {"place 6": 600, "pass": 500})
    assert not (await here.table.desk.set_setting(setting_of(CrapsHouse(maximum=Money(60_000)), PACE))).refused
    assert here.table.driver.house.maximum == 100_000
    await here.ready(ann)
    assert here.table.driver.house.maximum == 60_000
    assert here.table.driver.table.wager(3, "place 6") == 600
    other = setting_of(CrapsHouse(readings={"hardways-on-come-out": "off"}), PACE)
    assert not (await here.table.desk.set_setting(other)).refused
    assert here.table.driver.rules.reads("hardways-on-come-out") == "working"  # wagers stand that were made by it
    await here.ok(ann, {"input": "take back", "spot": "place 6"})
    for _ in range(300):
        if not here.table.driver.table.wagers():
            break
        await here.ready(ann)
    assert here.table.driver.rules.reads("hardways-on-come-out") == "off"
    wrong = setting_of(CrapsHouse(mini_craps=True), PACE)
    assert "mini-craps cannot have 16 seats" in str((await here.table.desk.set_setting(wrong)).refused[0])
    other = setting_of(LetItRideHouse(), PACE)
    assert "You cannot change the game" in str((await here.table.desk.set_setting(other)).refused[0])


@evening_at(CrapsHouse)
async def test_a_waiting_setting_survives_a_failed_write(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, {"place 6": 600, "pass": 500})
    await here.ready(ann)
    other = setting_of(CrapsHouse(readings={"hardways-on-come-out": "off"}), PACE)
    assert not (await here.table.desk.set_setting(other)).refused
    assert here.table.terms.next is not None  # wagers stand that were made by another reading
    failed: Future[int] = Future()
    failed.set_exception(StoreError("disk full"))
    with patch.object(here.casino.store.tables, "append", lambda batch: failed):
        assert (await here.ready(ann)).refused
    assert here.table.terms.newest == other
    await here.ok(ann, {"input": "take back", "spot": "place 6"})
    for _ in range(300):
        if not here.table.driver.table.wagers():
            break
        await here.ready(ann)
    assert here.table.driver.rules.reads("hardways-on-come-out") == "off"


@evening_at(LetItRideHouse)
async def test_a_person_cannot_act_for_another_or_for_the_house(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.person("Bob", 4)
    for act in (
        {"input": "close"},
        {"input": "card order", "cards": []},
        {"input": "order", "what": "recut"},
        {"input": "face up card"},
        {"input": "device fault", "position": 3, "shown": False},
        {"input": "wager", "stakes": BETS, "by": "clock"},
        {"input": "wager", "stakes": BETS, "amid": True},
        {"input": "sit", "seat": 5, "chips": 100, "player": "Zed"},
        {"input": "wager", "stakes": BETS, "more": 1},
        {"table": "close"},
        {},
    ):
        with pytest.raises(ValueError):
            await here.act(ann, act)
    foreign = await here.act(ann, {"input": "wager", "stakes": BETS, "seat": 4})
    assert [refusal.wrong for refusal in foreign.refused] == ["This is not your seat."]
    assert here.table.driver.table.wager(3, "bet 1") == 0
    assert here.table.driver.table.wager(4, "bet 1") == 0


@evening_at(LetItRideHouse)
async def test_play_waits_for_a_supervisors_ruling(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    await here.bet(ann, BETS)
    await here.ready(ann)
    assert not (await here.table.desk.order(CardExposed("community", 0, by=SUPERVISOR))).refused
    assert here.table.round.awaits_order() is not None
    assert here.view(ann).notice == "the game is waiting for a casino supervisor"
    assert (await here.act(ann, RIDE)).refused
    assert not (await here.table.desk.order(Order("void the hands", by=SUPERVISOR))).refused
    assert here.table.round.chips_of(3) == 50_000


@pytest.mark.parametrize("wrong", [CardMissing(by=SUPERVISOR), CardTooMany("Ah", by=SUPERVISOR)])
def test_an_unnoticed_incident_is_on_no_players_page(tmp_path: Path, wrong: Incident) -> None:
    """The same evening with a whole deck and with another: the same views, the same history, but for a supervisor."""

    async def look(here: Evening, *incidents: Incident) -> tuple[list[object], dict[str, Any]]:
        ann = await here.person("Ann", 3)
        await here.bet(ann, {"ante": 500, "blind": 500})
        found: list[object] = []
        await here.ready(ann)
        for incident in incidents:
            assert not (await here.table.desk.order(incident)).refused
        while (asked := here.table.driver.question) is not None:
            found.append(msgspec.structs.replace(here.view(ann), number=0))
            await here.ok(ann, {"input": "answer", "choice": asked.choices[0]})
        found.append(here.view(ann).settled)
        found.append(past_rounds.tell_round(here.casino.store, 1, 1, ann))
        boss = past_rounds.tell_round(here.casino.store, 1, 1, msgspec.structs.replace(ann, role="admin"))
        assert boss is not None
        return found, boss

    seen_by: list[tuple[list[object], dict[str, Any]]] = []
    for at_, incidents in enumerate([(), (wrong,)]):

        async def evening_of(here: Evening, incidents: tuple[Incident, ...] = incidents) -> None:
            seen_by.append(await look(here, *incidents))

        evening(evening_of, UltimateHouse())(tmp_path / f"{at_}.db")
    (whole, _), (other, boss) = seen_by
    assert other == whole
    assert any("Incident" in act["told"] for act in boss["unnoticed"])


def poor() -> CrapsHouse:
    return CrapsHouse(inventory=Money(0))


@evening_at(poor)
async def test_a_payment_waits_until_a_supervisor_brings_a_fill(here: Evening) -> None:
    ann = await here.person("Ann", 1)
    assert any("cannot pay one maximum wager" in act.told for act in here.view(ann).acts)
    while here.table.round.awaits_order() is None:  # until she wins
        await here.bet(ann, {"place 6": 1_200} if here.table.driver.table.marks.get("point") else {"pass": 500})
        if not here.table.driver.table.wager(1, "pass"):
            await here.bet(ann, {"pass": 500})
        await here.ready(ann)
        if here.table.driver.table.ledger[INVENTORY]:
            held = here.table.driver.table.ledger[INVENTORY]
            assert not (await here.table.desk.order(Credit(held, by=SUPERVISOR))).refused
    wanted = here.table.round.awaits_order()
    assert isinstance(wanted, FillWanted)
    for state in ("closed", "open"):
        await here.table.desk.set_state(state)
        assert here.view(ann).notice == "a payment is waiting for a fill"
    assert (await here.act(ann, {"input": "leave"})).refused
    assert (await here.table.desk.order(Fill(50, by=SUPERVISOR))).refused  # not in chips
    assert not (await here.table.desk.order(Fill(wanted.cents, by=SUPERVISOR))).refused
    assert here.table.round.awaits_order() is None
    assert here.table.driver.carry.accounts.get(INVENTORY, 0) == 0


@evening_at(CrapsHouse)
async def test_a_fill_stays_when_the_round_is_wound_up(here: Evening) -> None:
    ann = await here.person("Ann", 1)
    held = here.table.driver.table.ledger[INVENTORY]
    await here.bet(ann, {"pass": 500})
    assert not (await here.table.desk.order(Fill(700, by=SUPERVISOR))).refused
    assert not (await here.table.desk.order(Credit(200, by=SUPERVISOR))).refused
    sue = await here.casino.make_account("Sue", "x")
    await here.table.desk.set_state("paused")
    assert not (await here.table.desk.wind_up(sue.id, "a test")).refused
    assert here.table.driver.carry.accounts[INVENTORY] == held + 500
    assert here.table.driver.carry.accounts[CAGE] == -500
    assert here.table.round.chips_of(1) == 50_000


# --- a game that makes no sense alone

WANTING = {name: company for name in REGISTERED if (company := _company(load(name)))}


def test_a_stored_table_without_a_commission_is_out_of_service_until_one_is_set(tmp_path: Path) -> None:
    """33.10(h)2i: the versions before took ten percent that nobody had elected."""

    async def open_and_mend() -> None:
        casino = Casino(tmp_path / "pitboss.db")
        await casino.make_table("Winner's Pot", setting_of(WinnersPotHouse()))
        await casino.open()
        assert "33.10(h)2i" in casino.out_of_service.why[1]
        assert (await casino.set_setting(1, setting_of(WinnersPotHouse(seats=5)))).refused
        assert set(casino.out_of_service.why) == {1}
        assert not (await casino.set_setting(1, setting_of(WinnersPotHouse(commission_percent=5)))).refused
        assert casino.tables[1].house == WinnersPotHouse(commission_percent=5)
        await casino.close()

    asyncio.run(open_and_mend())


@pytest.mark.parametrize("name", WANTING)
def test_a_lone_player_gets_a_companion_where_the_game_needs_two(tmp_path: Path, name: str) -> None:
    """A companion comes whatever the setting says, before the player is told that he is alone; it goes when he does."""
    wanted, house = WANTING[name], load(name).house.usual()

    async def alone(here: Evening) -> None:
        ann = await here.person("Ann", 1)
        players = here.table.driver.table.players
        assert len(players) == wanted.least
        assert sum(name.endswith(HOUSE) for name in players.values()) == wanted.least - 1
        assert not here.view(ann).notice
        assert wanted.why not in here.view(ann).said
        await here.ok(ann, {"input": "leave"})
        assert not here.table.driver.table.players

    evening(alone, house)(tmp_path / "pitboss.db")


@pytest.mark.parametrize("name", WANTING)
def test_a_player_left_alone_is_told_what_that_means(tmp_path: Path, name: str) -> None:
    """At a table of two seats the other is kept free for people: the dealer and the page say what that means."""
    wanted, house = WANTING[name], load(name).house.usual(seats=2)

    async def alone(here: Evening) -> None:
        ann = await here.person("Ann", 1)
        assert list(here.table.driver.table.players) == [1]
        assert here.view(ann).notice == wanted.why
        assert wanted.why in here.view(ann).said
        await here.person("Bob", 2)
        assert not here.view(ann).notice

    evening(alone, house)(tmp_path / "pitboss.db")
