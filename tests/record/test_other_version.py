"""A round that another version wrote, and that this one plays differently, cannot be judged here: every command ends
with exit code 3, apart from altered rounds."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

import pitboss
from kit.records import forge_chain, join_lines, lines_of_rounds
from pitboss import __version__
from pitboss.cli.main import main
from pitboss.record.verify import Check, Findings, verify

CLOSE = b'"line":"close"'
OURS = f'"pitboss":"{__version__}"'.encode()
ANOTHERS = b'"pitboss":"0.0.9"'


def lines_of_kinds(*kinds: str) -> list[bytes]:
    """Return the lines of one round of each kind. "ours" replays, and "altered" is ours and does not. "another's" does
    not replay, and "another's that replays" does. "older rules" has another digest and does not replay. "unknown rules"
    names a reading that does not exist."""
    lines, all_lines = lines_of_rounds(len(kinds)), list[bytes]()
    ends = [number for number, line in enumerate(lines, 1) if CLOSE in line]
    for begin, end, kind in zip([0, *ends], ends, kinds, strict=False):
        all_lines += change_lines(lines[begin:end], kind)
    return forge_chain(all_lines)


def change_lines(lines: list[bytes], kind: str) -> list[bytes]:
    opening, *rest = lines
    if kind in ("another's", "another's that replays", "unknown rules"):
        opening = opening.replace(OURS, ANOTHERS)
    if kind == "older rules":
        digest = json.loads(opening)["rules"].encode()
        opening = opening.replace(digest, b"0" * 64)
    if kind == "unknown rules":
        opening = opening.replace(b'"readings":{', b'"readings":{"no-such-doubt":"yes",')
    if kind in ("another's", "older rules", "altered"):
        index = next(number for number, line in enumerate(rest) if b'"act":' in line and b'"cite":"' in line)
        rest[index] = rest[index].replace(b'"cite":"', b'"cite":"99.')
    return [opening, *rest]


def verify_kinds(*kinds: str) -> Findings:
    return verify(join_lines(lines_of_kinds(*kinds)), None)


def replay_check(findings: Findings) -> Check:
    return next(check for check in findings.checks if check.name == "replay")


@pytest.mark.parametrize("what", ["another's", "older rules", "unknown rules"])
def test_a_differing_round_of_another_version_cannot_be_judged(what: str) -> None:
    findings = verify_kinds("ours", what, "ours")
    replay = replay_check(findings)
    assert (findings.ok, findings.judged, replay.ok, replay.judged) == (True, False, None, False)
    assert replay.told.startswith("could not be judged here: 1 of 3 rounds replay differently; ")
    assert findings.first_difference is not None
    assert findings.first_difference.round == 2


def test_a_round_that_replays_is_judged_whoever_wrote_it() -> None:
    findings = verify_kinds("another's that replays", "ours")
    assert (findings.ok, findings.judged, replay_check(findings).ok) == (True, True, True)


@pytest.mark.parametrize("of", [("another's", "altered"), ("altered", "another's")])
def test_an_altered_round_fails_beside_one_of_another_version(of: tuple[str, str]) -> None:
    findings = verify_kinds(*of)
    assert (findings.ok, replay_check(findings).ok) == (False, False)
    assert findings.first_difference is not None
    assert findings.first_difference.round == of.index("altered") + 1


def test_the_next_round_must_start_where_it_ended() -> None:
    lines = lines_of_kinds("another's", "ours")
    begin = next(number for number, line in enumerate(lines) if CLOSE in line) + 1
    opening = json.loads(lines[begin])
    name, cents = next((name, cents) for name, cents in opening["carry"]["accounts"].items() if cents > 0)
    lines[begin] = lines[begin].replace(f'"{name}":{cents}'.encode(), f'"{name}":{cents + 100}'.encode())
    findings = verify(join_lines(forge_chain(lines)), None)
    assert not findings.ok
    assert replay_check(findings).told == "the round does not start where the one before it ended"


def test_a_round_of_another_version_with_a_broken_chain_fails() -> None:
    lines = lines_of_kinds("another's")
    lines[1] = lines[1].replace(lines[1][9:73], b"0" * 64)
    assert replay_check(verify(join_lines(lines), None)).ok is False


@pytest.mark.parametrize(
    ("command", "altered"), [("verify", 1), ("replay", 1), ("explain", 1), ("dispute", 2), ("hold", 1)]
)
def test_every_command_exits_with_3_for_another_version(
    command: str, altered: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for what, code in (("another's", 3), ("unknown rules", 3), ("altered", altered), ("ours", 0)):
        file = tmp_path / "round.jsonl"
        file.write_bytes(join_lines(lines_of_kinds(what)))
        more = ["--companions"] if command == "hold" else []
        assert main([command, str(file), *more]) == code, what
        told = capsys.readouterr()
        assert ("could not be judged here" in told.out + told.err) == (code == 3), what
        assert "internal error" not in told.err


@pytest.mark.parametrize(
    ("command", "code"), [("verify", 1), ("replay", 1), ("explain", 1), ("dispute", 2), ("hold", 1)]
)
def test_no_command_exits_with_3_if_the_chain_is_broken(
    command: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = lines_of_kinds("another's")
    lines[1] = lines[1].replace(lines[1][9:73], b"0" * 64)
    file = tmp_path / "round.jsonl"
    file.write_bytes(join_lines(lines))
    assert main([command, str(file)]) == code
    told = capsys.readouterr()
    assert "could not be judged here" not in told.out + told.err


def test_the_python_interface_says_that_a_round_cannot_be_judged() -> None:
    ways: list[Callable[[bytes], object]] = [
        pitboss.reopen, pitboss.explain, lambda record: list(pitboss.replay(record)),
        lambda record: pitboss.hold(record, companions=True),
    ]  # fmt: skip
    broken = lines_of_kinds("another's")
    broken[-1] = broken[-1].replace(broken[-1][9:73], b"0" * 64)
    for ask in ways:
        with pytest.raises(ValueError, match=r"^could not be judged here: the round was written by pitboss 0\.0\.9, "):
            ask(join_lines(lines_of_kinds("another's")))
        for lines in (lines_of_kinds("altered"), broken):
            with (
                warnings.catch_warnings(action="ignore"),
                pytest.raises(ValueError, match=r"line [0-9]+|replay") as raised,
            ):
                ask(join_lines(lines))
            assert "could not be judged" not in str(raised.value)


def test_dispute_reads_on_after_a_round_that_it_cannot_judge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(join_lines(lines_of_kinds("ours", "another's", "ours", "another's", "ours")))
    assert main(["dispute", str(file)]) == 3
    told = capsys.readouterr()
    assert [f"Round {number}:" in told.out for number in range(1, 6)] == [True, False, True, False, True]
    assert told.err.count("could not be judged here") == 2


def test_a_round_of_this_version_under_other_rules_is_named_as_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "round.jsonl"
    wanted = {"another's": "written by pitboss 0.0.9, and this is", "older rules": "under other rules (000"}
    for what, told in wanted.items():
        file.write_bytes(join_lines(lines_of_kinds(what)))
        assert main(["explain", str(file)]) == 3
        assert told in capsys.readouterr().err


@pytest.mark.parametrize("command", ["", "verify", "replay", "explain", "dispute", "hold", "shift"])
def test_every_help_text_explains_exit_status_3(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "could not be judged here" in text
    assert " 3" in text
    assert "another version" in text
