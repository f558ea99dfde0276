"""The log says what was done, by whom and where, and names no card."""

from __future__ import annotations

import json
import logging
import re
import stat
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from kit.inside import Inside
from kit.leaky import Guest
from kit.serving import TABLES, Person, Server
from pitboss.server.ops import logs
from pitboss.server.ops.logs import MOST_ALIKE, Formatter, PrivateFile, RepeatFilter
from pitboss.table.cards import SUIT_SIGNS, card_name

ROUNDS = 2
SECRET = "the next card is As, the ace of spades"
RANKS, SUITS = "23456789TJQKA", "cdhs"
WORDS = {card_name(f"{rank}{suit}") for rank in RANKS for suit in SUITS}
CARD = re.compile(
    rf"\b(?:[2-9TJQKA]|10)[cdhs]\b|[{''.join(SUIT_SIGNS.values())}]|{'|'.join(sorted(WORDS))}", re.IGNORECASE
)


class KeepingHandler(logging.Handler):
    """A log handler that keeps every line as the server would write it."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(Formatter(as_json=True))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]


@pytest.fixture
def log_lines() -> Iterator[KeepingHandler]:
    handler, ours, root = KeepingHandler(), logging.getLogger("pitboss"), logging.getLogger()
    levels = ours.level, root.level
    root.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    root.setLevel(logging.DEBUG)
    yield handler
    root.removeHandler(handler)
    ours.setLevel(levels[0])
    root.setLevel(levels[1])


def plays(inside: Inside, cookie: str, table: int, rounds: int) -> None:
    """Play what the view offers, with a refused action now and then."""
    player = Guest("Player", table)
    for number in range(200):
        player.view = inside.request("GET", f"/api/tables/{table}", cookie).json()
        if player.view["round"] > rounds:
            return
        act = {"input": "answer", "choice": "no such"} if number % 7 == 3 else player.something_to_do()
        inside.request("POST", f"/api/tables/{table}/act", cookie, json={"id": f"action-{number:03d}", "act": act})
    raise AssertionError("the rounds do not end")


def test_no_log_line_names_a_card(tmp_path: Path, log_lines: KeepingHandler) -> None:
    """Rounds of every game, seen by whoever reads the log with everything in it."""
    assert CARD.search(SECRET)
    with Inside(tmp_path / "pitboss.db") as inside:
        for table in TABLES:
            cookie, _ = inside.name(f"Player {table}")
            plays(inside, cookie, table, ROUNDS)
            inside.request("GET", f"/api/tables/{table}/rounds/1", cookie)
            assert inside.socket(f"/ws/tables/{table}", cookie)
    named = [line for line in log_lines.lines if CARD.search(line)]
    assert not named
    acted = [line for line in log_lines.entries if line["message"] == "action"]
    assert {line["table"] for line in acted} == {*TABLES}
    assert {line["refused"] for line in acted} == {True, False}
    assert all({"request", "account", "table", "row"} <= line.keys() for line in acted)
    asked = {line["request"]: line for line in log_lines.entries if line["message"] == "request"}
    assert all(asked[line["request"]]["account"] == line["account"] for line in acted)
    assert all(str(asked[line["request"]]["table"]) == str(line["table"]) for line in acted)
    assert any(line["message"] == "socket" for line in log_lines.entries)


def test_a_fault_is_logged_by_its_kind_and_place_alone(tmp_path: Path, log_lines: KeepingHandler) -> None:
    """The text of an exception may be a card, so only an operator who asks for it gets it."""
    with Inside(tmp_path / "pitboss.db") as inside:
        cookie, _ = inside.name("Ann")
        failed: Future[int] = Future()
        failed.set_exception(ValueError(SECRET))
        inside.casino.store.tables.append = lambda batch: failed
        sits = {"id": "sits-down-1", "act": {"input": "sit", "seat": 1, "chips": 50_000}}
        answer = inside.request("POST", "/api/tables/1/act", cookie, json=sits)
        del inside.casino.store.tables.append
        assert "internal error" in answer.text
        assert inside.casino.counts["faults"] == 1
    (line,) = [line for line in log_lines.entries if line["level"] == "error" and "fault" in line]
    assert (line["table"], line["fault"][-1]) == (1, "ValueError")
    assert any("live/commit.py" in frame for frame in line["fault"])
    assert not [line for line in log_lines.lines if CARD.search(line)]


def record(message: str, name: str = "uvicorn.error", **more: Any) -> logging.LogRecord:
    made = logging.LogRecord(name, logging.WARNING, "x.py", 1, message, (), more.pop("exc_info", None))
    made.__dict__.update(more)
    return made


def error_info() -> tuple[Any, ...]:
    try:
        try:
            raise KeyError("7h")
        except KeyError as first:
            raise ValueError(SECRET) from first
    except ValueError as wrong:
        return (type(wrong), wrong, wrong.__traceback__)


def test_text_lines_show_the_exception_only_on_request() -> None:
    found = record("it broke", exc_info=error_info(), fields={"table": 3, "row": None})
    plain = Formatter().format(found)
    assert re.match(r"\d{4}-\d\d-\d\dT[\d:.]+Z WARNING it broke table=3\n", plain)
    assert "KeyError\n" in plain
    assert not CARD.search(plain)
    asked = Formatter(messages=True).format(found)
    assert f"ValueError: {SECRET}" in asked
    assert "KeyError: '7h'" in asked


def test_a_log_entry_is_one_line_whatever_it_contains() -> None:
    line = Formatter(as_json=True).format(record("a\nb\x00", fields={"path": "/\r\n{}\ud800"}))
    assert "\n" not in line
    assert json.loads(line)["message"] == "a\nb\x00"
    assert Formatter().format(record("a\nb", fields={"path": "/\u2028"})).endswith("a?b path=/?")


def test_repeated_lines_of_libraries_are_limited_and_ours_are_not() -> None:
    now = [0.0]
    seldom = RepeatFilter(lambda: now[0])
    told = [each for each in (record("Invalid HTTP request received.") for _ in range(500)) if seldom.filter(each)]
    assert len(told) == MOST_ALIKE
    assert "not said again for a minute" in told[-1].msg
    assert seldom.filter(record("something else"))
    assert all(seldom.filter(record("not ready: x", "pitboss")) for _ in range(50))
    now[0] += logs.WINDOW
    assert seldom.filter(record("Invalid HTTP request received."))


def test_a_log_file_is_for_its_owner_and_may_be_moved_away(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.log"
    handler = PrivateFile(path)
    handler.setFormatter(Formatter())
    handler.emit(record("one"))
    path.rename(tmp_path / "pitboss.log.1")
    handler.emit(record("two"))
    handler.close()
    assert [file.read_text().split()[-1] for file in sorted(tmp_path.iterdir())] == ["two", "one"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


def test_the_server_writes_its_log_as_the_options_say(tmp_path: Path) -> None:
    """All its files are readable by their owner alone, also those that were not before."""
    db, log = tmp_path / "p.db", tmp_path / "p.log"
    for path in (db, tmp_path / "p.db.heads"):
        path.touch(0o644)
        path.chmod(0o644)
    with Server(db, "", "--log-json", "--log-file", str(log)) as server:
        ann = Person(server, "Ann")
        ann.connect(server, 1)
        ann.play(1)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
        ann.close()
        assert server.stop() == 0
        assert server.errors() == ""
    assert modes == dict.fromkeys(("p.db", "p.db-wal", "p.db-shm", "p.db.heads", "p.db.lock", "p.log"), 0o600)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    (acted,) = [line for line in lines if line["message"] == "action"]
    (socket,) = [line for line in lines if line["message"] == "socket"]
    assert (acted["account"], acted["table"], acted["request"]) == (1, 1, socket["request"])
    assert acted["row"] > 0
