"""Health: the server reports whether it can work, and why not, at /readyz, in the log and on the pages."""

from __future__ import annotations

import logging
import re
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kit.disks import Disk, can_be_made
from kit.inside import Inside, until
from kit.patience import PATIENCE
from kit.serving import Person, Server, ask
from pitboss.server.live.tables import FAULTY
from pitboss.server.ops import health
from pitboss.server.ops.health import HELD_UP, LATE, LOADED, NARROW, UNANCHORED, UNSENT
from pitboss.store.database import writer

CRAPS = 2
SITS = {"id": "sits-down-1", "act": {"input": "sit", "seat": 1, "chips": 5000}}
ROOM = 115_000  # bytes of a file: enough for the shape of a database, too little for its tables
SIZE = 40 * 2**20  # of a small disk: a little more than the server wants to be free


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    """Run a server that checks its health continuously, with short limits."""
    for name, seconds in (("EVERY", 0.01), ("AGAIN", 0.01), ("STUCK", 0.05)):
        monkeypatch.setattr(health, name, seconds)
    with Inside(tmp_path / "pitboss.db") as server:
        yield server


def reasons(inside: Inside) -> dict[str, Any]:
    """Return the reasons at /readyz, with their tables."""
    answer = inside.request("GET", "/readyz")
    data = answer.json()
    assert answer.status_code == (200 if data["ready"] else 503)
    assert data["ready"] is not bool(data["reasons"])
    for each in data["reasons"]:
        assert each.keys() == {"what", "table", "since"}
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", each["since"])
    return {each["what"]: each["table"] for each in data["reasons"]}


def sentences(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "pitboss"]


def test_a_server_is_ready_and_alive(inside: Inside) -> None:
    assert inside.request("GET", "/healthz").json()["ok"] is True
    assert reasons(inside) == {}
    assert "not-ready" not in inside.request("GET", "/").text


def test_a_stuck_writer_is_reported_until_it_goes_on(inside: Inside, caplog: pytest.LogCaptureFixture) -> None:
    gate = threading.Event()
    inside.casino.store.submit(lambda db: gate.wait(PATIENCE))
    until(lambda: reasons(inside) == {HELD_UP: None})
    assert inside.request("GET", "/healthz").status_code == 200  # it is alive, and says what it can say
    assert HELD_UP in inside.request("GET", "/").text.lower()
    assert 'data-testid="not-ready"' not in inside.request("GET", f"/t/{CRAPS}").text  # the view says it there
    assert inside.request("GET", f"/api/tables/{CRAPS}").json()["notice"] == f"out of service: {HELD_UP}"
    gate.set()
    until(lambda: reasons(inside) == {})
    assert inside.request("GET", f"/api/tables/{CRAPS}").json()["notice"] == ""
    assert sentences(caplog).count(f"not ready: {HELD_UP}") == sentences(caplog).count(f"over: {HELD_UP}") == 1


def test_a_slow_disk_is_reported(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "SLOW", 0.0)
    until(lambda: reasons(inside) == {LATE: None})
    assert inside.request("GET", f"/api/tables/{CRAPS}").json()["notice"] == ""  # play goes on
    monkeypatch.setattr(health, "SLOW", PATIENCE)
    until(lambda: reasons(inside) == {})


@pytest.mark.parametrize(("slow", "told"), [("COMMIT", LATE), ("SAVEPOINT job", LOADED)])
def test_only_the_commit_itself_counts_as_disk_time(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, slow: str, told: str
) -> None:
    """The clock runs during the COMMIT statement alone, whether the commit takes long or the writes in it."""
    clock = [time.perf_counter()]  # a write may be under way already

    def passes(statement: str) -> None:
        clock[0] += 100.0 if statement == slow else 0.0

    monkeypatch.setattr(writer, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    store, commits = inside.casino.store, inside.casino.commits
    store.submit(lambda db: db.set_trace_callback(passes)).result(PATIENCE)
    until(lambda: reasons(inside) == {told: None})
    assert inside.request("GET", f"/api/tables/{CRAPS}").json()["notice"] == ""  # play goes on
    assert (commits.sum >= 100.0) is (told == LATE)
    store.submit(lambda db: db.set_trace_callback(None)).result(PATIENCE)
    until(lambda: reasons(inside) == {})


def test_a_failed_write_is_reported_at_once_and_in_words(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """The action that failed reports it, before a write is tried for its own sake."""
    ann, _ = inside.name("Ann")
    store = inside.casino.store
    store.submit(lambda db: db.execute("PRAGMA query_only = ON") and None).result(PATIENCE)
    failed = inside.request("POST", "/api/session", json={"name": "Bob"})
    until(lambda: reasons(inside) == {"nothing can be written: it is read-only": None})
    assert "it is read-only" in failed.text
    refused = inside.request("POST", f"/api/tables/{CRAPS}/act", ann, json=SITS)
    assert refused.json()["refused"][0]["cite"] == "house:store"
    assert inside.casino.counts["faults"] == 0  # it is no mistake of ours


def test_low_disk_space_a_broken_table_and_a_missing_anchor_are_reported(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    inside.casino.tables[CRAPS].service.fail()
    keeper = inside.casino.keeper
    for name in ("note_heads", "send_anchors"):  # which would find that nothing is wrong
        monkeypatch.setattr(keeper, name, lambda *_, **__: None)
    keeper.unanchored = keeper.unsent = "no"
    monkeypatch.setattr(health, "LEAST_FREE", 2**62)
    with caplog.at_level(logging.ERROR):
        assert reasons(inside) == {NARROW: None, UNANCHORED: None, UNSENT: None, FAULTY: CRAPS}
    about = {record.getMessage(): getattr(record, "fields", {}) for record in caplog.records}
    assert about[f"not ready: {FAULTY}"] == {"table": CRAPS}
    page = inside.request("GET", "/").text
    assert "The disk is almost full" in page
    assert "The checkpoint file cannot be written." in page


def test_a_reason_keeps_the_time_at_which_it_arose(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    inside.casino.tables[CRAPS].service.fail()
    times = iter(("2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"))
    monkeypatch.setattr(health, "utc_now", lambda: next(times))
    until(lambda: len(reasons(inside)) == 1)
    inside.casino.tables[1].service.fail()
    found = inside.request("GET", "/readyz").json()["reasons"]
    assert {each["table"]: each["since"][-3:-1] for each in found} == {CRAPS: "00", 1: "01"}


# --- real disks


def ready(server: Server) -> tuple[int, str]:
    answer = ask("GET", f"{server.url}/readyz")
    return answer.status_code, answer.text


def test_a_server_whose_disk_fails_says_so_and_recovers(tmp_path: Path) -> None:
    """No file can grow from here on, as the system decides it; then they can again."""
    with Server(tmp_path / "p.db") as server:
        ann = Person(server, "Ann")
        number = server.process.pid
        before = resource.prlimit(number, resource.RLIMIT_FSIZE)
        resource.prlimit(number, resource.RLIMIT_FSIZE, (4096, before[1]))
        refused = ann.post("/api/tables/1/act", SITS)
        assert refused.json()["refused"][0]["cite"] == "house:store", refused.text
        until(lambda: ready(server)[0] == 503)
        assert "nothing can be written: the disk fails" in ready(server)[1]
        resource.prlimit(number, resource.RLIMIT_FSIZE, before)
        until(lambda: ready(server)[0] == 200)
        assert ann.post("/api/tables/1/act", SITS).is_success
        assert server.stop() == 0
        log = server.errors()
    assert "not ready: nothing can be written: the disk fails" in log
    assert "over: nothing can be written" in log
    assert "Traceback" not in log


@pytest.mark.skipif(not can_be_made(), reason="the system lets nobody make a disk")
def test_a_full_disk_is_reported_until_there_is_room(tmp_path: Path) -> None:
    disk = Disk(tmp_path, SIZE)
    with Server(disk.folder / "p.db", python=disk.python) as server:
        ann = Person(server, "Ann")
        filler = disk.fill(server.process.pid)
        assert "the disk is full" in ann.post("/api/tables/1/act", SITS).text
        until(lambda: "nothing can be written: the disk is full" in ready(server)[1])
        filler.unlink()
        until(lambda: ready(server)[0] == 200)
        assert server.stop() == 0


def test_starting_without_room_for_the_tables_fails_with_a_sentence(tmp_path: Path) -> None:
    """The database is made, and then no file can grow: one line, and no traceback."""

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))

    command = [sys.executable, "-m", "pitboss", "serve", "--json", "--db", str(tmp_path / "p.db"), "--port", "0"]
    process = subprocess.run(command, capture_output=True, text=True, preexec_fn=little, timeout=PATIENCE, check=False)
    assert process.returncode == 2
    assert "the disk fails" in process.stderr
    assert [
        line for line in process.stderr.splitlines() if line.startswith("pitboss serve: ")
    ] == process.stderr.splitlines()


@pytest.mark.skipif(not can_be_made(), reason="the system lets nobody make a disk")
def test_starting_on_a_full_disk_fails_with_a_sentence(tmp_path: Path) -> None:
    disk = Disk(tmp_path, 64 * 2**10)
    with Server(disk.folder / "p.db", python=disk.python) as server:
        assert server.dies()
        assert server.process.returncode == 2
        assert server.errors() == f"pitboss serve: {disk.folder / 'p.db'} cannot be used: the disk is full\n"
