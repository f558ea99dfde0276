"""The load test itself: it reads what a server sends, counts correctly, and runs."""

from __future__ import annotations

import asyncio
import json
import math
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bench import load
from bench.line import CLOSE, PING, TEXT, Line
from bench.person import Person, Tally

YOU = {"seat": 2, "chips": 500, "offers": [], "moves": [], "may_be_ready": True}
VIEW = {
    "number": 7, "round": 3, "places": 6, "minimum": 500, "seats": [{"number": 2, "chips": 500}],
    "wagers": {"2": {"ante": 500}}, "you": YOU, "asked": None, "shooter": None,
}  # fmt: skip


def frame(kind: int, payload: bytes) -> bytes:
    size = len(payload)
    return bytes((0x80 | kind,)) + (bytes((size,)) if size < 126 else b"\x7e" + size.to_bytes(2)) + payload


class SentBytes(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.raw = b""

    def write(self, data: Any) -> None:
        self.raw += data


def test_frames_are_found_however_they_are_cut() -> None:
    short, long = b'{"kind":"ack"}', b"x" * 3000
    raw = b"HTTP/1.1 101 Switching\r\nupgrade: websocket\r\n\r\n"
    raw += frame(TEXT, short) + frame(PING, b"!") + frame(TEXT, long) + frame(CLOSE, b"\x03\xf5not read")

    async def heard_in(pieces: int) -> tuple[list[bytes], list[str], bytes]:
        heard: list[bytes] = []
        lost: list[str] = []
        line, to = Line(heard.append, lost.append), SentBytes()
        line.connection_made(to)
        for at in range(0, len(raw), pieces):
            line.data_received(raw[at : at + pieces])
        line.connection_lost(None)
        return heard, lost, to.raw

    for pieces in (1, 7, 1000, len(raw)):
        heard, lost, sent = asyncio.run(heard_in(pieces))
        assert heard == [short, long]
        assert lost == ["1013 not read"]
        assert sent == b"\x8a\x81" + bytes(4) + b"!"  # a ping is answered, or the server hangs up


def person(changes: bool = True) -> Person:
    return Person("Ann", 1, "127.1.0.1", changes=changes, chance=Random(1))


def encode_frame(kind: str, **more: object) -> bytes:
    return json.dumps({"kind": kind, **more}, separators=(",", ":")).encode()


def test_a_client_applies_changes_to_its_view() -> None:
    ann = person()
    ann.hear(encode_frame("view", view=VIEW))
    ann.hear(
        encode_frame(
            "changes", since=7, view={"number": 8, "wagers": {}, "said": ["No more bets"]}, shown=[{"told": "x"}]
        )
    )
    ann.hear(encode_frame("changes", since=8, view={"number": 9, "you": {**YOU, "chips": 700}}, shown=[]))
    view = ann.view()
    assert view is not None
    assert (view.number, view.round, view.wagers, view.you.chips) == (9, 3, {}, 700)


def test_answers_are_counted_by_kind() -> None:
    class Wire:
        def send(self, text: bytes) -> None: ...

    ann, tally = person(), Tally()
    ann.tally, ann._line = tally, Wire()  # type: ignore[assignment]
    ann.send({"input": "wager", "stakes": {"ante": 500}})
    ann.hear(encode_frame("ack", id="1-127-1-0-1-000001", number=12))
    ann.send({"table": "ready", "round": 3})
    ann.hear(encode_frame("ack", id="1-127-1-0-1-000002", number=13))
    ann.send({"table": "ready", "round": 3})
    ann.hear(
        encode_frame(
            "refused", id="1-127-1-0-1-000003", refused=[{"cite": "1.2(a)", "wrong": "Too late.", "right": ""}]
        )
    )
    ann.hear(encode_frame("error", wrong="this is not an action"))
    assert len(tally.seconds) == 2
    assert ann.acked == {"1-127-1-0-1-000001": 12}  # to be ready is not always a line of its own
    assert tally.refused == {"Too late. [1.2(a)]": 1}
    assert sum(tally.strange.values()) == 1
    assert ann.free


def test_growing_memory_is_distinguished_from_steady_memory() -> None:
    chance = Random(1)
    noise = [chance.randint(-200_000, 200_000) for _ in range(90)]
    still = [(10.0 * at, 200_000_000 + off) for at, off in enumerate(noise)]
    grows = [(at, size + int(at) * 10_000) for at, size in still]
    assert load.slope(still).flat
    found = load.slope(grows)
    assert not found.flat
    assert abs(found.hourly - 36e6) < found.plus_minus


def test_percentiles_are_taken_over_measured_times_alone() -> None:
    assert load.percentiles(at / 1000 for at in range(100, 0, -1)) == {"50%": 51, "90%": 91, "99%": 100, "most": 100}
    assert load.percentiles([])["99%"] == math.inf  # nothing acknowledged is not quick


def test_an_acknowledged_action_that_is_not_in_the_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    with sqlite3.connect(path) as db:
        db.execute('CREATE TABLE rows ("table", client, number)')
        db.executemany("INSERT INTO rows VALUES (?, ?, ?)", [(1, "4:first", 3), (1, "4:second", 4), (1, None, 5)])
    assert load.lost_actions(path, [(1, "first", 3)]) == []
    assert load.lost_actions(path, [(1, "second", 3), (2, "first", 3)]) == ["table 1: second", "table 2: first"]


@pytest.mark.parametrize("words", [["--tables", "0"], ["--seats", "7"], ["--minutes", "0"], ["--warm", "-1"]])
def test_impossible_options_of_a_load_test_are_refused_in_a_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        load.main(words)
    assert "at least one table, 1 to 6 seats" in capsys.readouterr().err


@pytest.mark.soak
def test_the_server_carries_a_small_load(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """On a machine with other work: nothing lost, nothing refused, everybody sees what the server has."""
    monkeypatch.setattr(load, "BOUND", 10_000.0)
    words = ["--tables", "12", "--seats", "3", "--minutes", "0.33", "--warm", "0.1", "--lost", "50", "--ramp", "0"]
    assert load.main([*words, "--no-browser"]) == 0, capsys.readouterr().out
