"""Any content of a file gives findings or one clear error, and never a traceback."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kit.series import series
from kit.toml_text import NAMES, VALUES, to_toml
from pitboss.compliance.errors import HouseFileError
from pitboss.compliance.finding import WORST_FIRST, Finding
from pitboss.compliance.house_file.judgment import check
from pitboss.compliance.house_file.reader import Day, declared_type
from pitboss.games import REGISTERED, load

HOUSES = sorted((Path(__file__).parent / "houses").glob("*.toml"))
SETTINGS = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))


def check_or_error(text: bytes | str, day: Day) -> list[Finding]:
    try:
        found = check(text, "a file", day)
    except HouseFileError:
        return []
    lines = (text if isinstance(text, str) else text.decode("utf-8-sig")).count("\n") + 1
    assert len(set(found)) == len(found)
    for each in found:
        where = re.match(r"line (\d+), ", each.where)
        assert where is not None
        assert 1 <= int(where[1]) <= lines
        assert each.severity in WORST_FIRST
        assert all((each.paragraph, each.message, each.fix))
    return found


DAYS = st.sampled_from([Day(), Day("1996-05-20"), Day("2000-01-01"), Day("2000-01-01", "later"), Day("2030-01-01")])


@SETTINGS
@given(st.binary(max_size=200), DAYS)
def test_any_bytes(text: bytes, day: Day) -> None:
    check_or_error(text, day)


@SETTINGS
@given(st.dictionaries(st.sampled_from(["table", "gaming-day"]) | NAMES, VALUES, max_size=3), DAYS)
def test_any_toml(value: dict[str, Any], day: Day) -> None:
    check_or_error("\n".join(f"{to_toml(name)} = {to_toml(part)}" for name, part in value.items()), day)


def keys(game: str) -> list[str]:
    kinds = (load(game).house, declared_type(load(game)))
    return sorted({field.encode_name for kind in kinds for field in msgspec.structs.fields(kind)} - {"game"})


ODDS = st.sampled_from(["1 to 1", "8 to 1", "9 for 1", "0 to 1", "1 to 3", "x", "1000000 to 1", 0, 3, 1.5])
PARTS: dict[str, st.SearchStrategy[Any]] = {
    "pay": st.dictionaries(
        st.sampled_from(["base", "bonus", "trips", "blind", "even", "pair-plus", "flush", "pass", "x"]),
        ODDS | st.dictionaries(st.sampled_from(["flush", "ante", "royal flush", "x"]), ODDS, max_size=3),
        max_size=3,
    ),
    "equipment": st.dictionaries(
        st.sampled_from(["shuffling", "dealing", "stack-size", "cover-cards", "alternating", "decks"]),
        st.sampled_from([["hand"], ["shuffler", "hand"], ["automated-shoe"], [], 3, -1, True, ["", "red"], "x"]),
        max_size=4,
    ),
    "printed": st.dictionaries(
        st.sampled_from(["layout", "sign", "x"]),
        st.dictionaries(st.sampled_from(["odds", "says", "payout-limit"]), VALUES, max_size=3)
        | st.just({"odds": {"base": {"flush": "8 for 1"}, "trips": {"flush": "1 for 2"}, "odds": {"any seven": 3}}}),
        max_size=2,
    ),
    "readings": st.dictionaries(st.sampled_from(["vigorish", "odd-chip", "x"]), st.sampled_from(["up", "none", 3])),
}  # fmt: skip
LIKELY = st.sampled_from(
    [0, 1, -1, 5, 6, 10**12, "0.01", "0", "50000.00", True, False, "A", "hand", "automated-shoe", "shuffler", ["red"],
     ["red", "red"], [], [3, 4, 5], "counting-shuffler", "10.01", ""]
)  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> str:
    game = draw(st.sampled_from(sorted(REGISTERED)))
    chosen = draw(st.lists(st.sampled_from(keys(game)), unique=True, max_size=7))
    lines = [f"{to_toml(key)} = {to_toml(draw(PARTS.get(key, LIKELY) | VALUES))}" for key in chosen]
    return "\n".join(["[[table]]", f'game = "{game}"', *lines])


@settings(SETTINGS, max_examples=50)
@given(st.lists(tables(), min_size=1, max_size=2), DAYS)
def test_tables_of_any_values(made: list[str], day: Day) -> None:
    check_or_error("\n".join(made), day)


@pytest.mark.parametrize("seed", series(12, 40))
def test_known_files_with_one_line_changed(seed: int) -> None:
    """Leave out a line, double it, cut it short, or change a character."""
    change = random.Random(seed)
    for file in change.sample(HOUSES, 5):
        lines = file.read_text(encoding="utf-8").split("\n")
        at = change.randrange(len(lines))
        cut = change.randrange(len(lines[at]) + 1)
        lines[at : at + 1] = change.choice(
            [
                [],
                [lines[at]] * 2,
                [lines[at][:cut]],
                [lines[at][:cut] + change.choice('"[]{}=#,.0x\0') + lines[at][cut:]],
            ]
        )
        check_or_error("\n".join(lines), Day())
        check_or_error("\n".join(lines).encode("utf-16" if seed % 10 == 0 else "utf-8"), Day())


def test_deep_nesting_is_refused() -> None:
    check_or_error("a = " + "[" * 100_000, Day())
    check_or_error("[[table]]\ngame = 'craps'\npay = " + "{a=" * 400 + "1" + "}" * 400, Day())
