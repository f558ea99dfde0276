"""Records replay byte for byte, and verify says which of four things failed, and where."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import msgspec
import pytest

from kit.parts import TESTS
from kit.records import forge_chain, join_lines, lines_of_rounds
from pitboss import __version__
from pitboss.record.explain import explain
from pitboss.record.replay import read, replay, replay_to_end
from pitboss.record.round_playback import UnreadableError
from pitboss.record.verify import Check, verify


def failures(lines: list[bytes], head: tuple[int, str] | None = None) -> dict[str, object]:
    return {check.name: check.line for check in verify(join_lines(lines), head).checks if check.ok is False}


def line_number_of(lines: list[bytes], part: bytes) -> int:
    """Return the number, from 1, of the first line that holds this."""
    return next(number for number, line in enumerate(lines, 1) if part in line)


def test_an_honest_record_passes() -> None:
    lines = lines_of_rounds()
    checks = verify(join_lines(lines), (len(lines), hashlib.sha256(lines[-1]).hexdigest())).checks
    assert [(check.name, check.ok) for check in checks] == [
        ("chain", True), ("rules", True), ("replay", True), ("head", True),
    ]  # fmt: skip
    assert all(isinstance(check, Check) and check.told for check in checks)


def test_every_single_changed_line_is_noticed() -> None:
    lines = lines_of_rounds(1)
    for number in range(len(lines)):
        body = lines[number]
        changed = body.replace(b'"', b'" ', 3) if number == len(lines) - 1 else body[:-1] + b" }"
        tampered = [*lines[:number], changed, *lines[number + 1 :]]
        failed = failures(tampered)
        assert failed, number
        if number < len(lines) - 1:
            assert failed["chain"] == number + 2


def test_chain_failure_names_the_line() -> None:
    lines = lines_of_rounds()
    number = line_number_of(lines, b'"act":"burn"')
    del lines[number - 1]
    assert failures(lines)["chain"] == number


def test_replay_failure_survives_a_mended_chain() -> None:
    lines = lines_of_rounds()
    number = line_number_of(lines, b'"input":"answer"')
    old, new = (b"let it ride", b"withdraw") if b"let it ride" in lines[number - 1] else (b"withdraw", b"let it ride")
    lines[number - 1] = lines[number - 1].replace(old, new)
    failed = failures(forge_chain(lines))
    assert set(failed) == {"replay"}
    assert failed["replay"] == number + 1  # the act that follows is not the one recorded


def test_a_forged_payment_does_not_replay() -> None:
    lines = lines_of_rounds(12)
    number = line_number_of(lines, b'"act":"pay wager"')
    body = msgspec.json.decode(lines[number - 1])
    lines[number - 1] = lines[number - 1].replace(b'"cents":%d' % body["cents"], b'"cents":%d' % (body["cents"] + 1))
    assert failures(forge_chain(lines)) == {"replay": number}


def test_a_forged_carry_between_rounds_does_not_replay() -> None:
    lines = lines_of_rounds(2)
    number = [i for i, line in enumerate(lines, 1) if b'"line":"open"' in line][1]
    lines[number - 1] = lines[number - 1].replace(b'"rack 2":', b'"rack 2":1')
    assert failures(forge_chain(lines)) == {"replay": number}


def test_a_forged_closing_does_not_replay() -> None:
    lines = lines_of_rounds(1)
    lines[-1] = lines[-1].replace(b'"carry":"', b'"carry":"0')
    assert failures(forge_chain(lines)) == {"replay": len(lines)}


def test_a_round_under_other_rules_is_named_and_replayed() -> None:
    lines = lines_of_rounds(1)
    lines[0] = lines[0].replace(b'"rules":"', b'"rules":"0', 1)
    other = forge_chain(lines)
    assert failures(other) == {}
    [rules] = [check for check in verify(join_lines(other), None).checks if check.name == "rules"]
    assert rules.told == "1 of 1 rounds name another version's rules; replay decides whether they agree"


def test_a_round_of_another_version_is_named() -> None:
    lines = lines_of_rounds(1)
    assert (verify(join_lines(lines), None).version, verify(join_lines(lines), None).another) == ((__version__,), "")
    lines[0] = lines[0].replace(f'"pitboss":"{__version__}"'.encode(), b'"pitboss":"0.0.9"', 1)
    findings = verify(join_lines(forge_chain(lines)), None)
    assert findings.ok
    assert findings.another == f"written by pitboss 0.0.9; this is {__version__}"


def test_the_first_difference_has_both_acts() -> None:
    lines = lines_of_rounds(12)
    number = line_number_of(lines, b'"act":"pay wager"')
    body = msgspec.json.decode(lines[number - 1])
    lines[number - 1] = lines[number - 1].replace(b'"cents":%d' % body["cents"], b'"cents":%d' % (body["cents"] + 1))
    first = verify(join_lines(forge_chain(lines)), None).first_difference
    assert first is not None
    assert first.recorded is not None
    assert first.replayed is not None
    assert first.line == number
    assert first.recorded == {**first.replayed, "cents": body["cents"] + 1}


def test_head_notices_what_was_cut_off_and_what_was_rewritten() -> None:
    lines = lines_of_rounds()
    head = (len(lines), hashlib.sha256(lines[-1]).hexdigest())
    first_round = next(i for i, line in enumerate(lines) if b'"line":"close"' in line) + 1
    assert failures(lines[:first_round]) == {}  # without a head, a cut end is not seen: the docs say so
    assert failures(lines[:first_round], head) == {"head": first_round}
    assert failures(lines_of_rounds(2, seed=6), head)["head"] is not None
    longer = lines_of_rounds(3)
    assert failures(longer, head) == {}  # the record has grown since


def test_a_parked_round_replays_as_far_as_it_goes() -> None:
    lines = lines_of_rounds(1)
    assert failures(lines[: line_number_of(lines, b'"act":"burn"')]) == {}


@pytest.mark.parametrize(
    "raw",
    [b"", b"hello\n", b"[1]\n", b'{"prev":"0","line":"open","format":99}\n', b'{"prev":"0","act":"burn"}\n', b"\xff\n"],
)
def test_a_file_that_is_no_record_is_unreadable(raw: bytes) -> None:
    with pytest.raises(UnreadableError):
        verify(raw, None)


def with_opening_changed(lines: list[bytes], *changes: tuple[bytes, bytes]) -> list[bytes]:
    """Return the record with its first line changed and its chain made anew."""
    opened = lines[0]
    for old, new in changes:
        assert old in opened
        opened = opened.replace(old, new, 1)
    return forge_chain([opened, *lines[1:]])


def without_key(line: bytes, key: str) -> bytes:
    body = msgspec.json.decode(line)
    del body[key]
    return msgspec.json.encode(body)


@pytest.mark.parametrize(
    "change",
    [
        (b'"game":"let-it-ride"', b'"game":"whist"'),
        (b'"game":"let-it-ride"', b'"game":[]'),
        (b'"round":1', b'"round":"x"'),
        (b'"readings":{', b'"readings":null,"was":{'),
        (b'"source":"seeded:5"', b'"source":5'),
        (b'"assumed":""', b'"assumed":"now"'),
        (b'"as_of":"2007-10-15"', b'"as_of":"soon"'),
        (b'"salt":', b'"pepper":1,"salt":'),
        (b'"minimum":500', b'"minimum":true'),
        (b'"house":{', b'"house":{"seets":3,'),
        (b'"house":{', b'"house":{"pay":{"bass":{}},'),
    ],
)
def test_an_opening_that_cannot_be_played_is_unreadable(change: tuple[bytes, bytes]) -> None:
    with pytest.raises(UnreadableError, match="line 1"):
        verify(join_lines(with_opening_changed(lines_of_rounds(1), change)), None)


@pytest.mark.parametrize("key", list(msgspec.json.decode(lines_of_rounds(1)[0])))
def test_an_opening_needs_every_key(key: str) -> None:
    lines = lines_of_rounds(1)
    lines[0] = without_key(lines[0], key)
    with pytest.raises(UnreadableError, match="line 1"):
        verify(join_lines(lines), None)


@pytest.mark.parametrize(
    "change",
    [
        (b'"house":{', b'"house":{"minimum":100,'),
        (b'"house":{', b'"house": {'),
        (b'"house":{', b'"house":{"name":"\\u0041",'),
        (b'"carry":{', b'"carry":{"owed":3,'),
        (b'"2c"', b'"Xx"'),
        (b'"source":"seeded:5"', b'"source":"live","source":"seeded:5"'),
        (b'"format":1', b'"format": 1'),
    ],
)
def test_an_opening_that_is_not_as_written_does_not_replay(change: tuple[bytes, bytes]) -> None:
    """An unknown key, a key that occurs twice, a card that does not exist: nothing may hide in an opening."""
    assert failures(with_opening_changed(lines_of_rounds(1), change)) == {"replay": 1}


@pytest.mark.parametrize("named", [b'"seats":7,', b'"payout-limit":null,', b'"pay":{"base":{}},'])
def test_a_record_may_name_a_default_election(named: bytes) -> None:
    """A version with another default writes what this one leaves out, and means the same."""
    assert failures(with_opening_changed(lines_of_rounds(1), (b'"house":{', b'"house":{' + named))) == {}


def test_elections_may_be_in_any_order() -> None:
    lines = lines_of_rounds(1)
    house = msgspec.json.decode(lines[0])["house"]
    turned = msgspec.json.encode(dict(reversed(house.items())))
    assert failures(with_opening_changed(lines, (msgspec.json.encode(house), turned))) == {}


def test_a_deck_that_cannot_be_dealt_does_not_replay() -> None:
    lines = lines_of_rounds(1)
    failed = failures(with_opening_changed(lines, (b'"2c","3c",', b"")))
    assert set(failed) == {"replay"}
    assert failed["replay"] is not None


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ((b'"bonus":true', b'"bonus":true,"payout-limit":1'), "payout-limit: the payout limit is $0.01, "),
        ((b'"minimum":500', b'"minimum":50'), "minimum: the minimum is not a multiple of the smallest chip, "),
    ],
)
def test_a_house_against_the_law_is_named_with_its_paragraph(change: tuple[bytes, bytes], told: str) -> None:
    lines = with_opening_changed(lines_of_rounds(1), change)
    [rules] = [check for check in verify(join_lines(lines), None).checks if check.name == "rules"]
    assert (rules.ok, rules.line) == (False, 1)
    assert told in rules.told
    assert "[18.11(c)]" in rules.told or "[house:limits]" in rules.told


def test_impossible_odds_fail_both_checks() -> None:
    """The house is against the law, and a winning hand cannot be paid."""
    lines = lines_of_rounds(12)
    house = msgspec.json.decode(lines[0])["house"]
    made = {"pay": {"base": dict.fromkeys(["pair of tens or better", "two pair"], "junk")}}
    old, new = msgspec.json.encode(house), msgspec.json.encode(house | made)
    changed = forge_chain([line.replace(b'"house":' + old, b'"house":' + new) for line in lines])
    checks = {check.name: check for check in verify(join_lines(changed), None).checks}
    assert (checks["rules"].line, checks["replay"].ok) == (1, False)
    assert "18.11(b)" in checks["rules"].told
    assert "'junk' does not state odds" in checks["replay"].told


def test_leaving_readings_out_makes_other_rules() -> None:
    lines = lines_of_rounds(1)
    readings = msgspec.json.encode(msgspec.json.decode(lines[0])["readings"])
    assert failures(with_opening_changed(lines, (b'"readings":' + readings, b'"readings":{}'))) == {"rules": 1}


def test_a_reading_added_later_does_not_count_as_other_rules() -> None:
    """A build between two versions has the name of the earlier one, and its rules have another digest."""
    opened = msgspec.json.decode(lines_of_rounds(1)[0])
    named = dict(list(opened["readings"].items())[1:])
    earlier = (
        (msgspec.json.encode(opened["readings"]), msgspec.json.encode(named)),
        (opened["rules"].encode(), b"0" * 64),
    )
    assert failures(with_opening_changed(lines_of_rounds(1), *earlier)) == {}


@pytest.mark.parametrize("line", [b'{"act":"burn"}', b'{"input":"close"}'])
def test_a_line_without_a_hash_is_reported_by_its_number(line: bytes) -> None:
    lines = lines_of_rounds(1)
    assert failures([*lines[:3], line, *lines[4:]]).keys() == {"chain", "replay"}


# --- where a round opens and closes


def test_a_record_of_one_line_is_a_parked_round() -> None:
    opened = lines_of_rounds(1)[:1]
    assert failures(opened) == {}
    _, [record] = read(join_lines(opened))
    assert replay_to_end(record).log == []
    assert [story.net for story in explain(record)] == [0, 0]


def test_only_an_opening_may_follow_a_close() -> None:
    lines = lines_of_rounds(2)
    number = line_number_of(lines, b'"line":"close"')
    for more in (lines[number - 1], lines[number - 2]):
        with pytest.raises(UnreadableError, match=f"line {number + 1} follows the close"):
            verify(join_lines(forge_chain([*lines[:number], more, *lines[number:]])), None)


def test_a_close_in_mid_round_is_noticed() -> None:
    lines = lines_of_rounds(1)
    number = line_number_of(lines, b'"act":"burn"')
    moved = [*lines[: number - 1], lines[-1], *lines[number - 1 : -1]]
    with pytest.raises(UnreadableError, match=f"line {number + 1} follows the close"):
        verify(join_lines(forge_chain(moved)), None)
    assert failures(forge_chain(moved[:number])) == {"replay": number}


def test_a_round_opens_only_after_a_close() -> None:
    lines = lines_of_rounds(2)
    number = line_number_of(lines, b'"line":"close"')
    with pytest.raises(UnreadableError, match=f"line {number} opens a round before the last one is closed"):
        verify(join_lines(forge_chain([*lines[: number - 1], *lines[number:]])), None)


def test_a_close_line_may_have_no_other_keys() -> None:
    lines = lines_of_rounds(1)
    lines[-1] = lines[-1][:-1] + b',"note":"paid"}'
    assert failures(forge_chain(lines)) == {"replay": len(lines)}


def test_a_seeded_record_says_so() -> None:
    _, rounds = read(join_lines(lines_of_rounds(1)))
    assert rounds[0].opening.source == "seeded:5"


def test_every_round_has_a_long_salt_of_its_own() -> None:
    _, rounds = read(join_lines(lines_of_rounds(2)))
    salts = [record.opening.salt for record in rounds]
    assert len(set(salts)) == 2
    assert all(len(bytes.fromhex(salt)) == 32 for salt in salts)


def test_replay_hands_over_every_item_in_order() -> None:
    _, (record,) = read(join_lines(lines_of_rounds(1)))
    assert [type(item).__struct_config__.tag for _, item in replay(record)] == [
        body.get("act") or body.get("input") for _, _, body in record.lines
    ]


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_record_does_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    code = "import sys; from kit import records as r; sys.stdout.buffer.write(r.join_lines(r.lines_of_rounds(5)))"
    out = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        check=True,
    )
    assert out.stdout == join_lines(lines_of_rounds(5))
    assert verify(out.stdout, None).ok


def test_a_check_that_was_not_asked_is_null() -> None:
    """Without a head kept elsewhere, none is compared; whether the last round is over is a separate answer."""
    lines = lines_of_rounds(2)
    head = (len(lines), hashlib.sha256(lines[-1]).hexdigest())
    for given, answer in ((None, None), (head, True), ((len(lines), "0" * 64), False)):
        findings = verify(join_lines(lines), given)
        assert findings.ok is (answer is not False)
        assert (findings.as_json()["head"], findings.checks[-1].ok, findings.as_json()["open_round"]) == (
            answer,
            answer,
            None,
        )
    assert verify(join_lines(lines[:-1]), None).as_json()["open_round"] == 2
