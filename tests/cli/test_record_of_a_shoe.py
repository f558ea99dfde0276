"""The record that a table in the terminal writes reveals nothing of a shoe that is still in play."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import UNSET

from kit.shoe_toy import GAME as SHOE_TOY
from kit.shoes import table_of
from pitboss.cli.commands.play import RecordFile
from pitboss.engine.chance import seeded_source
from pitboss.engine.runner import play_round
from pitboss.games import REGISTERED
from pitboss.record.replay import read
from pitboss.record.verify import verify

ROUNDS = 70  # more than two shoes


def test_a_record_grows_by_whole_shoes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTERED, SHOE_TOY.name, "kit.shoe_toy")
    path, source, table = tmp_path / "record.jsonl", seeded_source(7), table_of(SHOE_TOY)
    carry, in_play, shoes = table.opening(), 0, 0
    with RecordFile(path, source) as record:
        for number in range(1, ROUNDS + 1):
            driver = play_round(table.game, table.rules, table.house, carry, source, table.players)
            record.append(driver)
            assert driver.next is not None
            carry = driver.next
            in_play = 0 if carry.shoe is UNSET else in_play + 1
            shoes += carry.shoe is UNSET
            written = read(path.read_bytes())[1] if path.read_bytes() else []
            assert len(written) == number - in_play, "rounds of a shoe that is in play are in the file"
    assert shoes >= 2
    assert in_play, "the last shoe is still in play when the player gets up"
    assert len(read(path.read_bytes())[1]) == ROUNDS
    assert verify(path.read_bytes(), None).ok
