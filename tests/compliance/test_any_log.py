"""Any content of a log gives findings or one clear error, and never a traceback."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kit.golden import record_of
from kit.parts import ROUNDS
from pitboss.compliance.errors import LogError
from pitboss.compliance.finding import WORST_FIRST, Finding
from pitboss.compliance.observed_log.log_reader import split_lines
from pitboss.compliance.observed_log.plain_words import convert
from pitboss.compliance.observed_log.record_check import check_lines
from pitboss.games import REGISTERED

PLAIN = sorted((Path(__file__).parent / "observed").glob("*.txt"))
SETTINGS = settings(deadline=None, database=None, max_examples=40, suppress_health_check=list(HealthCheck))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=4) | st.sampled_from(["Ah", "hand 2"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=4,
)
KEYS = st.sampled_from(
    ["line", "act", "input", "seat", "spot", "cents", "place", "cards", "card", "stakes", "choice", "carry", "noted"]
)
WORDS = st.sampled_from(
    ["open", "round", "close", "wager", "answer", "deal", "pay", "cards seen", "throw", "sit", "turn hand", "void"]
)


def check_or_error(lines: list[bytes]) -> list[Finding]:
    try:
        found = check_lines(lines)
    except LogError:
        return []
    assert len(set(found)) == len(found)
    for each in found:
        where = re.search(r"line (\d+)$", each.where)
        assert where is not None
        assert 0 <= int(where[1]) <= len(lines)
        assert each.severity in WORST_FIRST
        assert all((each.paragraph, each.message, each.fix))
    return found


@SETTINGS
@given(st.binary(max_size=200))
def test_any_bytes(text: bytes) -> None:
    try:
        lines = split_lines(text)
    except LogError:
        return
    check_or_error(lines)


@SETTINGS
@given(st.sampled_from(list(REGISTERED)), st.lists(st.dictionaries(KEYS, JSON | WORDS, max_size=5), max_size=6))
def test_any_json_lines(game: str, bodies: list[dict[str, Any]]) -> None:
    header = b'{"line":"observed","format":1,"game":"%b"}' % game.encode()
    check_or_error([header, *(_as_plain_line(body) for body in bodies)])


def _as_plain_line(body: dict[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(body)
    except (OverflowError, UnicodeEncodeError):
        return b"{}"


@pytest.mark.parametrize("game", REGISTERED)
@pytest.mark.parametrize("observed", [False, True])
def test_any_mutated_log(game: str, observed: bool) -> None:
    """Replace values and keys of golden rounds, and remove, double and move lines, several at once."""
    dice = random.Random(f"{game} {observed}")
    for scenario in dice.sample(ROUNDS[game], 3):
        lines = record_of(scenario()).splitlines()
        if observed:
            opening = msgspec.json.decode(lines[0])
            named = {key: opening[key] for key in ("game", "as_of", "house", "carry")}
            lines[0] = msgspec.json.encode({"line": "observed", "format": 1, "noted": "all", **named})
        for _ in range(4):
            check_or_error(mutate_lines(dice, lines))


def mutate_lines(dice: random.Random, lines: list[bytes]) -> list[bytes]:
    found = list(lines)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(found))
        match dice.randrange(4):
            case 0:
                found.insert(dice.randrange(len(found)), found.pop(at))
            case 1:
                found.insert(at, dice.choice(found))
            case 2 if len(found) > 1:
                del found[at]
            case _:
                body = msgspec.json.decode(found[at], type=dict[str, Any])
                values: tuple[Any, ...] = (None, -1, 0, 10**15, "", "Ah", "hand 9", [], {}, ["Ah", "Ah"], True)
                body[dice.choice(list(body))] = dice.choice(values)
                found[at] = msgspec.json.encode(body)
    return found


@pytest.mark.parametrize("path", PLAIN, ids=lambda path: path.stem)
def test_any_mutated_words(path: Path) -> None:
    dice = random.Random(path.stem)
    lines = path.read_text(encoding="utf-8").splitlines()
    for _ in range(10):
        words = list(lines)
        for _ in range(3):
            at = dice.randrange(4, len(words))
            words[at] = dice.choice([words[at][:-2], dice.choice(words[4:]), words[at].replace("5", "9"), "", "round"])
        try:
            made = convert("\n".join(words))
        except LogError:
            continue
        check_or_error(made)
