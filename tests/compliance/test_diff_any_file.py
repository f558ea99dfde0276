"""Any two house files give a diff, or a short message why not."""

from __future__ import annotations

import itertools
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kit.series import SOAK
from kit.toml_text import to_toml
from pitboss.cli.main import main
from pitboss.engine.houses.house import choices
from pitboss.games import REGISTERED, load

HOUSES = sorted((Path(__file__).parent / "houses").glob("*.toml"))
KEYS = sorted({field.encode_name for name in REGISTERED for field in msgspec.structs.fields(load(name).house)})
WORDS = sorted(
    {word for name in REGISTERED for field in msgspec.structs.fields(load(name).house) for word in choices(field.type)}
)
ODDS = st.dictionaries(
    st.sampled_from(["flush", "royal flush", "field 12", "pair", "nothing"]),
    st.sampled_from(["9 to 1", "9 for 1", "0 to 1", "1 to 3", "9", ""]),
    max_size=2,
)
VALUES: st.SearchStrategy[Any] = st.one_of(
    st.booleans(),
    st.integers(-1, 7),
    st.sampled_from([25, 500, 49_999, 50_000, 10**9, "0.01", "16.67", "red", "", "three card bonus"]),
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(["red", "blue", 1, 2]), max_size=3),
    st.dictionaries(st.sampled_from(["base", "bonus", "trips", "bonus-chip", "flush", "layout"]), ODDS, max_size=2),
    ODDS,
)
TABLES = st.lists(
    st.builds(
        lambda game, more: {"game": game, **more},
        st.sampled_from([*REGISTERED, *["let-it-ride"] * 4]),
        st.dictionaries(st.sampled_from([*KEYS, "name", "name", "printed", "nonsense"]), VALUES, max_size=3),
    ),
    max_size=3,
)


def file_of(tables: list[dict[str, Any]], day: Any) -> bytes:
    head = [] if day is None else [f"gaming-day = {to_toml(day)}"]
    lines = [["[[table]]", *(f"{to_toml(key)} = {to_toml(part)}" for key, part in table.items())] for table in tables]
    return "\n".join([*head, *(line for table in lines for line in table)]).encode()


FILES = st.one_of(
    st.builds(file_of, TABLES, st.one_of(st.none(), VALUES, st.just({"starts": "06:00"}))),
    st.binary(max_size=40),
)


def answers(*words: str) -> int:
    told = StringIO()
    with redirect_stderr(told), redirect_stdout(StringIO()):
        code = main(["diff", *words, "--no-edge"])
    assert "internal error" not in told.getvalue()
    assert bool(told.getvalue()) == (code == 2)
    return code


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(FILES, FILES)
def test_any_two_files(old: bytes, new: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("old.toml", "new.toml")]
        for file, text in zip(files, (old, new), strict=True):
            file.write_bytes(text)
        assert answers(*map(str, files)) in (0, 1, 2)
        assert answers(str(files[0]), "1996-05-20", "2007-10-15") in (0, 1, 2)


EVERY = 25  # files: five of them in a test run, a soak takes all


@pytest.mark.parametrize(
    "at",
    [pytest.param(at, marks=SOAK if at % EVERY else ()) for at in range(0, len(HOUSES), 5)],
    ids=lambda at: HOUSES[at].stem,
)
def test_files_with_faults_beside_each_other(at: int) -> None:
    """Compare each faulty file with the next one, and one of five under two laws."""
    for old, new in itertools.pairwise([*HOUSES, HOUSES[0]][at : at + 6]):
        there, back = answers(str(old), str(new)), answers(str(new), str(old))
        assert (there == 2) == (back == 2)
    assert answers(str(HOUSES[at]), "1996-05-20", "2008-09-02") in (0, 1, 2)
