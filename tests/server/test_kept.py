"""Caches: what is cached equals what would be computed anew."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from pitboss.engine.inputs import AddChips, Answer, Sit, TakeBack, Wager
from pitboss.engine.view import hands_seen
from pitboss.engine.waits import Window
from pitboss.games import REGISTERED
from pitboss.record.account import account_of, unpack
from pitboss.server.live.table import LiveTable
from pitboss.server.live.tables import Casino
from pitboss.server.views import table_view
from pitboss.server.views.act_diffs import ShownAct, drawable_fields
from pitboss.server.views.table_view import TableView, encoder_of
from pitboss.store.rounds import round_rows
from pitboss.store.row_types import Account
from server.test_winding_up import account, act_or_fail, clients, house_of, in_casino

ROUNDS = 3


class Page:
    """A listener for which acts are shown one by one."""

    account: Account | None = None
    shows = True
    shown = -1

    def end(self, why: str) -> None:
        pass

    def wake(self) -> None:
        pass


async def plays(table: LiveTable, who: int, rounds: int) -> None:
    """Play the first thing that is offered, round after round."""
    until = table.driver.carry.round + rounds
    while table.driver.carry.round < until:
        seat, wait = table.seat_of(who), table.driver.wait
        if isinstance(wait, Window):
            offer = table_view._you(table, seat).offers[0]
            await act_or_fail(table, who, Wager(seat, dict.fromkeys(offer.spots, offer.least)))
            assert not (await table.ready(who, seat, table.driver.carry.round, next(clients))).refused
        else:
            asked = table.driver.question
            assert asked is not None
            assert asked.seat == seat
            await act_or_fail(table, who, Answer(seat, asked.choices[0], asked.position))


@pytest.mark.parametrize("game", REGISTERED)
@pytest.mark.parametrize("shown", [False, True])
def test_a_live_account_of_a_round_equals_the_later_one(tmp_path: Path, game: str, shown: bool) -> None:
    async def test(casino: Casino) -> None:
        table, ann = casino.tables[1], await account(casino, "Ann")
        if shown:
            table.onlookers.listen(Page())
        await act_or_fail(table, ann, Sit(1, "Ann", 60_000))
        first = table.driver.carry.round
        await plays(table, ann, ROUNDS)
        for number in range(first, first + ROUNDS):
            told, found = casino.store.rounds.account_of(1, number), casino.store.rounds.lines(1, number)
            assert told is not None
            assert found is not None
            assert unpack(told) == account_of(round_rows.replay(round_rows.read_carry(found[0]), found[1]))

    in_casino(tmp_path / "pitboss.db", [house_of(game)], test)


@pytest.mark.parametrize("game", REGISTERED)
def test_the_kept_drawable_fields_equal_those_of_the_table(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = 0
    plain = ShownAct.__init__

    def init_and_compare(self: ShownAct, *what: object) -> None:
        nonlocal looked
        plain(self, *what)  # type: ignore[arg-type]
        driver, people = tables[0].driver, tables[0].seats.people
        if driver.log and driver.log[-1] is what[2]:
            looked += 1
            assert self.after.common == drawable_fields(driver)
            assert all(self.after.hands_for(seat) == hands_seen(driver.table, seat) for seat in (0, *people))

    tables: list[LiveTable] = []

    async def test(casino: Casino) -> None:
        table, ann = casino.tables[1], await account(casino, "Ann")
        tables.append(table)
        table.onlookers.listen(Page())
        monkeypatch.setattr(ShownAct, "__init__", init_and_compare)
        await act_or_fail(table, ann, Sit(1, "Ann", 60_000))
        await plays(table, ann, ROUNDS)
        assert looked > 5 * ROUNDS

    in_casino(tmp_path / "pitboss.db", [house_of(game)], test)


@pytest.mark.parametrize("game", REGISTERED)
def test_the_view_sent_in_pieces_equals_the_whole_view(tmp_path: Path, game: str) -> None:
    """The pieces of which a view is put together make the same view, also for names that are not ASCII."""

    async def test(casino: Casino) -> None:
        table, who = casino.tables[1], await account(casino, "Zoë 𝄞")
        await act_or_fail(table, who, Sit(1, "Zoë 𝄞", 60_000))
        for _ in range(2 * ROUNDS):
            for each in (who, 0):
                raw = encoder_of(table).whole(each)
                assert raw.isascii()
                view = msgspec.json.decode(raw, type=TableView)
                assert view == table_view.view_for(table, each)
                assert json.loads(raw) == json.loads(msgspec.json.encode(view))
            await plays(table, who, 1)

    in_casino(tmp_path / "pitboss.db", [house_of(game)], test)


def test_an_action_sent_again_much_later_counts_once(tmp_path: Path) -> None:
    """The later moments are three: it could be done again, it makes no sense any more, and it would wait to be done."""

    async def test(casino: Casino) -> None:
        table, ann = casino.tables[1], await account(casino, "Ann")
        await act_or_fail(table, ann, Sit(1, "Ann", 20_000))
        wager, more = Wager(1, {"pass": 1_000}), AddChips(1, 5_000)
        made = await table.act(ann, 1, wager, "wager-0001")
        added = await table.act(ann, 1, more, "chips-0001")
        assert made.number
        assert added.number
        await act_or_fail(table, ann, TakeBack(1, "pass", 1))
        before, held = casino.store.heads()["1"], table.round.chips_of(1)
        for open_again in (True, False):
            table.receipts._outcomes.clear()
            assert await table.act(ann, 1, wager, "wager-0001") == made
            assert await table.act(ann, 1, more, "chips-0001") == added
            table.receipts._outcomes.clear()
            [other] = (await table.act(ann, 1, TakeBack(1, "pass", 1), "wager-0001")).refused
            assert other.wrong == "This id belongs to another action."
            assert (casino.store.heads()["1"], table.round.chips_of(1)) == (before, held)
            assert table.seats.people[1].arriving == 0
            if open_again:
                await table.desk.set_state("paused")

    in_casino(tmp_path / "pitboss.db", [house_of("craps")], test)
