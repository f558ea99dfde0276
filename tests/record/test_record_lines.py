"""A record is read from the front, one round at a time; a torn record is read up to its last complete line."""

from __future__ import annotations

import hashlib
import io
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pytest

import pitboss
from kit.records import forge_chain, join_lines, lines_of_rounds
from pitboss.cli.main import main
from pitboss.engine.chance import seeded_source
from pitboss.record.explain import explain
from pitboss.record.replay import rounds_in
from pitboss.record.round_playback import UnreadableError
from pitboss.record.verify import Check, verify

CLOSE = b'"line":"close"'


def checks(raw: bytes) -> dict[str, Check]:
    return {check.name: check for check in verify(raw, None).checks}


def line_counts_at_round_ends(lines: list[bytes]) -> list[int]:
    """Return how many lines the file has up to the end of each round."""
    return [number for number, line in enumerate(lines, 1) if CLOSE in line]


# --- torn


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_torn_last_line_is_named_and_the_rounds_before_it_are_read(cut: int) -> None:
    lines = lines_of_rounds(3)
    first, second, _ = line_counts_at_round_ends(lines)
    raw = join_lines(lines[:second]) + lines[second][:cut]  # the third round's opening, cut off
    found = checks(raw)
    assert not found["chain"].ok
    assert found["chain"].line == second + 1
    assert found["chain"].told.startswith(f"line {second + 1} is torn")
    assert found["replay"].told == "2 rounds replay the same"
    assert f"the head is {second}:{hashlib.sha256(lines[second - 1]).hexdigest()}" in found["head"].told
    read = [record for _, record in rounds_in(io.BytesIO(raw))]
    assert [record.first for record in read] == [1, first + 1]
    assert all(explain(record) for record in read)


def test_a_tear_in_the_middle_of_a_round_leaves_it_open() -> None:
    lines = lines_of_rounds(2)
    raw = join_lines(lines[:-2]) + lines[-2][:-5]
    found = checks(raw)
    assert found["chain"].line == len(lines) - 1
    assert found["replay"].told == "2 rounds replay the same; the last one is not over"


def test_a_last_line_without_its_end_is_whole() -> None:
    lines = lines_of_rounds(1)
    assert all(check.ok is not False for check in checks(join_lines(lines)[:-1]).values())
    assert all(check.ok is not False for check in checks(join_lines(lines).replace(b"\n", b"\r\n")).values())


@pytest.mark.parametrize("raw", [b"", b'{"prev":"00', b"\n", b"\0" * 512])
def test_a_file_without_a_whole_line_is_no_record(raw: bytes) -> None:
    with pytest.raises(UnreadableError):
        verify(raw, None)


def test_an_unreadable_line_with_a_line_end_is_not_torn() -> None:
    """Somebody has put it there. The rounds before it are still yielded."""
    lines = lines_of_rounds(2)
    first, _ = line_counts_at_round_ends(lines)
    spoiled = join_lines(
        [*lines[:first], lines[first].replace(b"let-it-ride", b"let-it-rid\xe9", 1), *lines[first + 1 :]]
    )
    read = []
    with pytest.raises(UnreadableError, match=rf"line {first + 1} is not a line of a record: byte \d+ is not UTF-8"):
        read += list(rounds_in(io.BytesIO(spoiled)))
    rounds = rounds_in(io.BytesIO(spoiled))
    assert next(rounds)[0] == 1
    with pytest.raises(UnreadableError, match=f"line {first + 1} "):
        next(rounds)


@pytest.mark.parametrize("command", ["explain", "replay", "dispute"])
def test_commands_tell_the_rounds_before_a_tear_and_warn(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = lines_of_rounds(2)
    file = tmp_path / "torn.jsonl"
    file.write_bytes(join_lines(lines[: line_counts_at_round_ends(lines)[0]]) + lines[-1][:30])
    assert main([command, str(file)]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("Round 1: let-it-ride")
    assert f"warning: {file}: line {line_counts_at_round_ends(lines)[0] + 1} is torn" in told.err


# --- the chain


@pytest.mark.parametrize("command", ["explain", "replay"])
def test_commands_warn_of_a_broken_chain(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The changed salt is in no act, so only the chain shows the change."""
    lines = lines_of_rounds(2)
    file = tmp_path / "changed.jsonl"
    assert b'"salt":"' in lines[0]
    file.write_bytes(join_lines([lines[0].replace(b'"salt":"', b'"salt":"0', 1), *lines[1:]]))
    for words in ([], ["--round", "2"]):
        assert main([command, str(file), *words]) == 0
        told = capsys.readouterr()
        assert told.err == f"warning: {file}: line 2 does not have the hash of the line before it\n"
        assert "Round 2" in told.out


def test_a_dispute_is_not_settled_by_a_changed_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of_rounds(2)
    file = tmp_path / "changed.jsonl"
    file.write_bytes(join_lines([lines[0].replace(b'"salt":"', b'"salt":"0', 1), *lines[1:]]))
    assert main(["dispute", str(file), "--round", "2"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "line 2 does not have the hash of the line before it, so the record was changed" in told.err


def test_the_python_interface_warns_of_a_torn_record(tmp_path: Path) -> None:
    lines = lines_of_rounds(2)
    torn = join_lines(lines[: line_counts_at_round_ends(lines)[0]]) + lines[-1][:30]
    with pytest.warns(UserWarning, match="is torn"):
        assert len(pitboss.explain(torn)) == 1
    with pytest.warns(UserWarning, match="is torn"):
        assert list(pitboss.replay(torn))
    with pytest.raises(ValueError, match="is torn"):
        pitboss.reopen(torn)


# --- streaming


def test_only_the_round_that_is_asked_for_is_kept() -> None:
    lines = lines_of_rounds(3)
    first, second, _ = line_counts_at_round_ends(lines)
    [(number, record)] = rounds_in(io.BytesIO(join_lines(lines)), 2)
    assert (number, record.first, len(record.lines)) == (2, first + 1, second - first - 2)
    # What follows is not read.
    [(number, _)] = rounds_in(io.BytesIO(join_lines([*lines[:second], b"nonsense"])), 2)
    assert number == 2
    for wrong in (0, 4, -1):
        with pytest.raises(UnreadableError, match=f"it has rounds 1 to 3, but no round {wrong}"):
            list(rounds_in(io.BytesIO(join_lines(lines)), wrong))


def peak_memory(work: Callable[[BinaryIO], Any], path: Path) -> int:
    with path.open("rb") as file:
        tracemalloc.start()
        work(file)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return most


def read_all(file: BinaryIO) -> None:
    for _ in rounds_in(file):
        pass


@pytest.mark.parametrize("work", [read_all, lambda file: verify(file, None)], ids=["read", "verify"])
def test_memory_does_not_grow_with_the_record(work: Callable[[BinaryIO], Any], tmp_path: Path) -> None:
    lines = lines_of_rounds(60)
    short, long = tmp_path / "short.jsonl", tmp_path / "long.jsonl"
    short.write_bytes(join_lines(lines[: line_counts_at_round_ends(lines)[5]]))
    long.write_bytes(join_lines(lines))
    peak_memory(work, short)  # what is cached is cached
    small, large = peak_memory(work, short), peak_memory(work, long)
    assert large < 1.5 * small, f"{small} bytes for 6 rounds, {large} for 60"
    assert large < long.stat().st_size / 2


def test_a_record_can_be_read_from_a_pipe(tmp_path: Path) -> None:
    import subprocess
    import sys

    file = tmp_path / "round.jsonl"
    file.write_bytes(join_lines(lines_of_rounds(1)))
    command = f"cat {file} | {sys.executable} -m pitboss explain /dev/stdin"
    process = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert (process.stdout[:7], process.stderr) == ("Round 1", "")


# --- seeds


def with_other_seed(lines: list[bytes], seed: int) -> list[bytes]:
    return forge_chain([line.replace(b'"source":"seeded:5"', b'"source":"seeded:%d"' % seed) for line in lines])


def test_the_cards_must_be_those_of_the_seed() -> None:
    lines = lines_of_rounds(2)
    assert verify(join_lines(lines), None).ok
    number = next(number for number, line in enumerate(lines, 1) if b'"input":"card order"' in line)
    findings = verify(join_lines(with_other_seed(lines, 6)), None)
    replay = next(check for check in findings.checks if check.name == "replay")
    assert (replay.ok, replay.line) == (False, number)
    assert replay.told == "the round says seeded:6, but that seed gives other cards here"
    first = findings.first_difference
    assert first is not None
    assert first.recorded is not None
    assert first.replayed is not None
    assert first.recorded["cards"] != first.replayed["cards"]
    assert sorted(first.recorded["cards"]) == sorted(first.replayed["cards"])


def test_a_wrong_seed_is_found_in_the_second_round_too() -> None:
    lines = lines_of_rounds(2)
    first = line_counts_at_round_ends(lines)[0]
    forged = [*lines[:first], *with_other_seed(lines[first:], 8)]
    found = checks(join_lines(forge_chain(forged)))
    assert found["replay"].told == "the round says seeded:8, but that seed gives other cards here"
    assert (found["replay"].line or 0) > first


def test_a_table_opened_again_begins_its_seed_anew() -> None:
    table = pitboss.open_table("craps", seed=3)
    table.sit(3, "Ann", 100_000)
    table.give(pitboss.Wager(3, {"pass": 1000}))
    table.give(pitboss.Close())  # the point is ten, and the wager stands
    reopened = pitboss.reopen(table.record, seed=3)
    reopened.give(pitboss.Close())
    again = reopened.record
    throws = [json.loads(line)["dice"] for line in again.splitlines() if b'"input":"throw"' in line]
    assert throws[0] == throws[1]
    assert pitboss.verify(again).ok
    off = again.replace(b'"source":"seeded:3"', b'"source":"seeded:4"')
    assert "other dice" in checks(join_lines(forge_chain(off.splitlines())))["replay"].told


def test_the_salt_must_be_that_of_the_seed() -> None:
    lines = lines_of_rounds(1)
    salt = json.loads(lines[0])["salt"].encode()
    changed = [lines[0].replace(salt, b"0" * 64), *lines[1:]]
    found = checks(join_lines(forge_chain(changed)))
    assert found["replay"].told == "the round says seeded:5, but that seed gives another salt"
    assert found["replay"].line == 1


@pytest.mark.parametrize("seed", ["", "x", "05", "5.0", " 5", "٥", "9" * 5000])
def test_a_seed_that_is_no_number_is_reported(seed: str) -> None:
    lines = lines_of_rounds(1)
    named = f'"source":"seeded:{seed}"'.encode()
    found = checks(join_lines(forge_chain([lines[0].replace(b'"source":"seeded:5"', named), *lines[1:]])))
    assert not found["replay"].ok
    assert "a seed is a whole number" in found["replay"].told
    assert len(found["replay"].told) < 200


def test_a_negative_seed_is_valid() -> None:
    assert seeded_source(-3).label == "seeded:-3"
    assert verify(join_lines(lines_of_rounds(1, seed=-3)), None).ok


def test_live_chance_has_no_seed_to_check() -> None:
    lines = lines_of_rounds(1)
    live = forge_chain([lines[0].replace(b'"source":"seeded:5"', b'"source":"live"'), *lines[1:]])
    assert verify(join_lines(live), None).ok
