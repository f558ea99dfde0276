"""A copy of the database is put back, or somebody goes on without what is missing: people have seen the cards that came
next, so nobody deals those again."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from msgspec import UNSET

from kit.inside import Inside
from kit.leaky import Guest
from kit.pit import Pit
from kit.series import first
from pitboss.engine.carry import Carry
from pitboss.engine.chance import live_source
from pitboss.games import REGISTERED, load
from pitboss.server.live import winding_up
from pitboss.server.live.table import LiveTable
from pitboss.store.audit.database_audit import audit
from pitboss.store.chains.checkpoint_file import checkpoint_path
from pitboss.store.copies.restore import restore
from pitboss.store.copies.snapshots import backup

FROM_A_SHOE = [name for name in REGISTERED if load(name).rests]


class CopiedFile(NamedTuple):
    file: Path
    carry: Carry  # of its round
    has: int  # what Ann had at the table, in cents


def open_server(db: Path, game: str) -> Inside:
    inside = Inside(db, [load(game).house.usual()])
    inside.casino._source = live_source  # no start deals what another did
    return inside


def table_of_server(inside: Inside) -> LiveTable:
    live_table: LiveTable = inside.casino.tables[1]
    return live_table


def copy_during_round(db: Path, game: str, rounds: int, until: Callable[[LiveTable], bool]) -> CopiedFile:
    """Have Ann play this many rounds, copy the database during the next one, and play one more."""
    copy = db.with_name("copy.db")
    with open_server(db, game) as inside:
        pit, guest = Pit(inside), Guest("Ann", 1)
        pit.sits("Ann")
        for _ in range(rounds):
            pit.plays("Ann")
        for number in range(100):
            if until(table_of_server(inside)):
                break
            guest.view = pit.ok("Ann", "GET /api/tables/1")
            pit.ask("Ann", "POST /api/tables/1/act", id=f"ann-plays-on-{number}", act=guest.something_to_do())
        else:
            raise AssertionError("it never comes to that")
        backup(db, copy)
        found = CopiedFile(
            copy, table_of_server(inside).driver.carry, table_of_server(inside).buy_ins.holds(inside.account("Ann").id)
        )
        for _ in range(2):
            pit.plays("Ann")
    return found


def between_rounds(live: LiveTable) -> bool:
    return not live.driver.table.wagers()


def waits_for_player(live: LiveTable) -> bool:
    return live.driver.wait is not None and hasattr(live.driver.wait, "seat")


def verifies(db: Path) -> bool:
    return all(check.ok for check in audit(db).checks)


@pytest.mark.parametrize("game", first(1, FROM_A_SHOE))
def test_a_shoe_of_a_copy_is_out_of_play(tmp_path: Path, game: str, caplog: pytest.LogCaptureFixture) -> None:
    db = tmp_path / "pit.db"
    copy = copy_during_round(db, game, 2, between_rounds)
    assert copy.carry.shoe is not UNSET
    restore(copy.file, db)
    with caplog.at_level(logging.WARNING), open_server(db, game) as inside:
        now = table_of_server(inside).driver.carry
        assert (now.round, now.shoe) == (copy.carry.round + 1, UNSET)
        assert table_of_server(inside).buy_ins.holds(inside.account("Ann").id) == copy.has
        assert winding_up.KNOWN in caplog.text
        inside.wait(table_of_server(inside).tick())  # the dealer goes on by himself
        Pit.after_restart(inside, "Ann").plays("Ann")
        fresh = table_of_server(inside).driver.carry
        assert fresh.shoe is not UNSET
        assert fresh.shoe.salt != copy.carry.shoe.salt
    assert verifies(db)
    with open_server(db, game) as inside:  # it is a shoe like any other by now
        assert table_of_server(inside).driver.carry == fresh


def test_an_open_round_in_which_cards_were_dealt_is_wound_up(tmp_path: Path) -> None:
    db = tmp_path / "pit.db"
    copy = copy_during_round(db, "let-it-ride", 0, waits_for_player)
    restore(copy.file, db)
    with open_server(db, "let-it-ride") as inside:
        assert table_of_server(inside).driver.carry.round == copy.carry.round + 1
        assert not table_of_server(inside).driver.table.wagers()
        assert table_of_server(inside).buy_ins.holds(inside.account("Ann").id) == copy.has
    assert verifies(db)


@pytest.mark.parametrize("game", ["craps", "roulette"])
def test_wagers_stay_after_a_restore_before_cards_are_known(tmp_path: Path, game: str) -> None:
    db = tmp_path / "pit.db"
    copy = copy_during_round(db, game, 0, lambda live: bool(live.driver.table.wagers()) and not waits_for_player(live))
    restore(copy.file, db)
    with open_server(db, game) as inside:
        assert table_of_server(inside).driver.carry.round == copy.carry.round
        assert table_of_server(inside).driver.table.wagers()
    assert verifies(db)


def test_a_stop_alone_keeps_the_shoe_in_play(tmp_path: Path) -> None:
    db = tmp_path / "pit.db"
    copy_during_round(db, FROM_A_SHOE[0], 1, between_rounds)
    with open_server(db, FROM_A_SHOE[0]) as inside:
        assert table_of_server(inside).driver.carry.shoe is not UNSET


def test_going_on_despite_missing_lines_drops_the_shoe(tmp_path: Path) -> None:
    """An older file lies in the place of the database, and nobody has restored it."""
    db, game = tmp_path / "pit.db", FROM_A_SHOE[0]
    copy = copy_during_round(db, game, 2, between_rounds)
    for end in ("-wal", "-shm"):
        db.with_name(db.name + end).unlink(missing_ok=True)
    shutil.copy(copy.file, db)
    assert checkpoint_path(db).exists()
    with open_server(db, game) as inside:
        assert inside.casino.doubt is not None
        inside.wait(inside.casino.go_on(inside.account("Chief"), "the disk lost it"))
        now = table_of_server(inside).driver.carry
        assert (now.round, now.shoe) == (copy.carry.round + 1, UNSET)
    assert verifies(db)


def test_a_table_that_cannot_be_read_keeps_no_other_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db, game = tmp_path / "pit.db", FROM_A_SHOE[0]
    restore(copy_during_round(db, game, 1, between_rounds).file, db)

    def unreadable(text: str) -> Carry:
        raise msgspec.DecodeError("no carry")

    monkeypatch.setattr("pitboss.store.rounds.round_rows.read_carry", unreadable)
    with open_server(db, game) as inside:
        assert inside.casino.out_of_service.why == {1: "no carry"}
