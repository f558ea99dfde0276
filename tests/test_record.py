"""Records: replay is byte for byte, and verify says which of four things failed, and where."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pitboss.engine.chance import seeded
from pitboss.engine.record import START, Chain
from pitboss.engine.runner import play_round
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.record.replay import UnreadableError, read, replay
from pitboss.record.verify import Check, verify
from scene import seated


def lines_of_rounds(rounds: int = 2, seed: int = 5) -> list[bytes]:
    source, chain, lines = seeded(seed), Chain(), []
    carry = seated(2, 6)
    house = LetItRideHouse(bonus=True, three_card_bonus="E")
    seats = {2: GAME.strategies["book"], 6: GAME.strategies["bold"]}
    for _ in range(rounds):
        driver = play_round(GAME, GAME.rules({}), house, carry, source, seats)
        lines += chain.append(driver, source.label, source.salt())
        assert driver.next is not None
        carry = driver.next
    assert (chain.count, chain.head) == (len(lines), hashlib.sha256(lines[-1]).hexdigest())
    return lines


def joined(lines: list[bytes]) -> bytes:
    return b"\n".join(lines) + b"\n"


def chained_anew(lines: list[bytes]) -> list[bytes]:
    """What a forger with the whole file would do: every hash made to fit."""
    head, forged = START, []
    for line in lines:
        forged.append(b'{"prev":"%b",%b' % (head.encode(), line.split(b",", 1)[1]))
        head = hashlib.sha256(forged[-1]).hexdigest()
    return forged


def failures(lines: list[bytes], head: tuple[int, str] | None = None) -> dict[str, int | None]:
    return {check.name: check.line for check in verify(joined(lines), head) if not check.ok}


def find(lines: list[bytes], part: bytes) -> int:
    """Line number, from 1, of the first line holding this."""
    return next(number for number, line in enumerate(lines, 1) if part in line)


def test_an_honest_record_passes() -> None:
    lines = lines_of_rounds()
    checks = verify(joined(lines), (len(lines), hashlib.sha256(lines[-1]).hexdigest()))
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
    number = find(lines, b'"act":"burn"')
    del lines[number - 1]
    assert failures(lines)["chain"] == number


def test_replay_failure_survives_a_mended_chain() -> None:
    lines = lines_of_rounds()
    number = find(lines, b'"input":"answer"')
    old, new = (b"let it ride", b"withdraw") if b"let it ride" in lines[number - 1] else (b"withdraw", b"let it ride")
    lines[number - 1] = lines[number - 1].replace(old, new)
    failed = failures(chained_anew(lines))
    assert set(failed) == {"replay"}
    assert failed["replay"] == number + 1  # the act that follows is not the one recorded


def test_a_forged_payment_does_not_replay() -> None:
    lines = lines_of_rounds(12)
    number = find(lines, b'"act":"pay wager"')
    body = msgspec.json.decode(lines[number - 1])
    lines[number - 1] = lines[number - 1].replace(b'"cents":%d' % body["cents"], b'"cents":%d' % (body["cents"] + 1))
    assert failures(chained_anew(lines)) == {"replay": number}


def test_a_forged_carry_between_rounds_does_not_replay() -> None:
    lines = lines_of_rounds(2)
    number = [i for i, line in enumerate(lines, 1) if b'"line":"open"' in line][1]
    lines[number - 1] = lines[number - 1].replace(b'"rack 2":', b'"rack 2":1')
    assert failures(chained_anew(lines)) == {"replay": number}


def test_a_forged_closing_does_not_replay() -> None:
    lines = lines_of_rounds(1)
    lines[-1] = lines[-1].replace(b'"carry":"', b'"carry":"0')
    assert failures(chained_anew(lines)) == {"replay": len(lines)}


def test_other_rules_are_named() -> None:
    lines = lines_of_rounds(1)
    lines[0] = lines[0].replace(b'"rules":"', b'"rules":"0', 1)
    assert failures(chained_anew(lines)) == {"rules": 1}


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
    assert failures(lines[: find(lines, b'"act":"burn"')]) == {}


@pytest.mark.parametrize(
    "raw",
    [b"", b"hello\n", b"[1]\n", b'{"prev":"0","line":"open","format":99}\n', b'{"prev":"0","act":"burn"}\n', b"\xff\n"],
)
def test_what_is_no_record_is_unreadable(raw: bytes) -> None:
    with pytest.raises(UnreadableError):
        verify(raw, None)


@pytest.mark.parametrize("change", [(b'"game":"let-it-ride"', b'"game":"whist"'), (b'"seats":', b'"seets":')])
def test_an_opening_that_cannot_be_played_is_unreadable(change: tuple[bytes, bytes]) -> None:
    lines = lines_of_rounds(1)
    lines[0] = lines[0].replace(*change) if change[0] in lines[0] else lines[0].replace(b'"round":1', b'"round":"x"')
    with pytest.raises(UnreadableError):
        verify(joined(lines), None)


def test_a_seeded_record_says_so() -> None:
    _, rounds = read(joined(lines_of_rounds(1)))
    assert rounds[0].opening["source"] == "seeded:5"


def test_salt_is_long_and_in_every_round() -> None:
    _, rounds = read(joined(lines_of_rounds(2)))
    salts = [record.opening["salt"] for record in rounds]
    assert len(set(salts)) == 2
    assert all(len(bytes.fromhex(salt)) == 32 for salt in salts)


def test_replay_hands_over_every_item_in_order() -> None:
    _, (record,) = read(joined(lines_of_rounds(1)))
    assert [type(item).__struct_config__.tag for _, item in replay(record)] == [
        body.get("act") or body.get("input") for _, _, body in record.lines
    ]


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_record_does_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    code = "import sys, test_record as t; sys.stdout.buffer.write(t.joined(t.lines_of_rounds(5)))"
    out = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True,
        check=True,
    )
    assert out.stdout == joined(lines_of_rounds(5))
    assert all(check.ok for check in verify(out.stdout, None))
