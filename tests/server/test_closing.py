"""A craps table that the house closes while wagers stand: they are played out, and go back only if nobody throws."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.inputs import SUPERVISOR, Closing, Input, Throw
from pitboss.engine.waits import Wait
from pitboss.games.craps.law.facts import CLOSING
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.store.row_types import Account
from server.test_table_life import Evening, evening_at

CHIPS = 50_000


def fix_dice(here: Evening, *rolls: tuple[int, int]) -> None:
    """Set the dice of all later rolls."""
    left: Iterator[tuple[int, int]] = iter(rolls)

    def answers(wait: Wait | None) -> Input | None:
        return Throw(next(left)) if wait is not None and wait.for_chance else None

    here.table.dealer.source.answers = answers  # type: ignore[method-assign]


def lies(here: Evening) -> dict[tuple[int, str], int]:
    return {(seat, spot): cents for seat, spot, cents in here.table.driver.table.wagers()}


async def come_bet_up(here: Evening) -> Account:
    """Give Ann a come bet on the 5 after the point was made, with nothing on the line."""
    fix_dice(here, (2, 4), (1, 4), (2, 4))
    ann = await here.person("Ann", 3)
    await here.bet(ann, {"pass": 500})
    await here.ready(ann)
    await here.bet(ann, {"come": 500})
    await here.ready(ann)
    await here.ready(ann)
    assert lies(here) == {(3, "come 5"): 500}
    return ann


@evening_at(CrapsHouse)
async def test_come_bets_are_played_out_at_a_table_that_closes(here: Evening) -> None:
    ann = await come_bet_up(here)
    await here.table.desk.set_state("closed")
    told = await here.act(ann, {"input": "wager", "stakes": {"pass": 500}})
    assert told.refused[0].wrong == "The table is closed."
    fix_dice(here, (2, 2), (1, 4))
    assert not (await here.ready(ann)).refused  # a come out roll, and the shooter has nothing on the line
    assert lies(here) == {(3, "come 5"): 500}
    assert not (await here.ready(ann)).refused
    assert lies(here) == {}
    assert not here.view(ann).you.may_be_ready  # what would be refused is not offered
    assert [refusal.wrong for refusal in (await here.ready(ann)).refused] == ["The table is closed."]
    await here.ok(ann, {"input": "leave"})
    assert here.result(ann) == 1000  # pass and come
    assert [item for item in here.stored_inputs() if isinstance(item, Closing)] == [Closing(by=SUPERVISOR)]


@evening_at(CrapsHouse)
async def test_the_clock_throws_for_a_silent_shooter(here: Evening) -> None:
    await come_bet_up(here)
    await here.table.desk.set_state("closed")
    fix_dice(here, (6, 1))
    await here.wait(26)
    assert lies(here) == {}


@evening_at(CrapsHouse)
async def test_returnable_wagers_go_back_when_time_is_up(here: Evening) -> None:
    ann = await come_bet_up(here)
    await here.bet(ann, {"place 8": 600})
    await here.table.desk.set_state("closed")
    fix_dice(here, (6, 1))
    await here.wait(26)
    assert lies(here) == {(3, "place 8"): 600}  # the come bet is lost; place bets rest on a come out roll
    await here.wait(26)
    assert lies(here) == {}
    assert here.table.round.chips_of(3) == CHIPS  # a pass bet won, a come bet lost


@evening_at(CrapsHouse)
async def test_standing_wagers_go_back_when_the_last_player_leaves(here: Evening) -> None:
    ann = await come_bet_up(here)
    await here.table.desk.set_state("closed")
    assert lies(here) == {(3, "come 5"): 500}
    await here.ok(ann, {"input": "leave"})
    assert lies(here) == {}
    assert here.result(ann) == 500  # the pass bet; the come bet is hers again
    assert not here.table.seats.people


@evening_at(CrapsHouse)
async def test_ownerless_wagers_go_back_when_the_table_closes(here: Evening) -> None:
    ann = await come_bet_up(here)
    await here.ok(ann, {"input": "leave"})
    assert lies(here) == {(3, "come 5"): 500}  # somebody may come and throw
    await here.table.desk.set_state("closed")
    assert lies(here) == {}
    assert here.result(ann) == 500


@evening_at(CrapsHouse)
async def test_a_table_that_opens_again_takes_wagers(here: Evening) -> None:
    ann = await come_bet_up(here)
    for state, closing in (("closed", True), ("paused", True), ("open", False)):
        await here.table.desk.set_state(state)
        assert CLOSING(here.table.driver.table) == closing
    assert [refusal.cite for refusal in (await here.ready(ann)).refused] == ["reading:shooter-wagers"]
    await here.bet(ann, {"pass": 500})


@evening_at(CrapsHouse)
async def test_the_clock_announces_a_closing_that_was_not_announced(here: Evening) -> None:
    """An upgrade, for example, or a failed write leaves a closing unannounced."""
    await come_bet_up(here)
    here.table.service.set_state("closed")
    await here.wait(1)
    assert CLOSING(here.table.driver.table)
    assert len(here.inputs_of(Closing)) == 1
    await here.wait(1)
    assert len(here.inputs_of(Closing)) == 1


@evening_at(CrapsHouse)
async def test_an_empty_layout_gets_no_announcement_of_closing(here: Evening) -> None:
    await here.person("Ann", 3)
    await here.table.desk.set_state("closed")
    assert not here.inputs_of(Closing)


@evening_at(CrapsHouse, companions=2)
async def test_companions_throw_for_players_who_left_and_stop_wagering(here: Evening) -> None:
    ann = await here.person("Ann", 3)
    fix_dice(here, *[(2, 4), (1, 4), (2, 4)])
    await here.bet(ann, {"pass": 500})
    await here.ready(ann)
    await here.bet(ann, {"come": 500})
    await here.ready(ann)
    await here.ok(ann, {"input": "leave"})
    assert {seat for seat, _ in lies(here)} > {3}
    await here.table.desk.set_state("closed")
    before = {key for key in lies(here) if key[0] != 3}
    fix_dice(here, (1, 1), (2, 3), (2, 4), (3, 4))
    for _ in range(4):
        await here.wait(26)
    assert not any(key[0] == 3 for key in lies(here))
    assert lies(here).keys() <= before
    assert here.result(ann) == 1000  # both won, one roll after the other
