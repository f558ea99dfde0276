"""Records outlive new elections: a later version of the whole package, written as source, reads all that was left.

Every game of it has an optional amount, an optional wager with a betting area and limits, and an optional switch.
`test_elections.py` holds each house class against the same rule, and each command that reads records.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pitboss.games import REGISTERED, load
from upgrade.later_version import (
    ADDED,
    AREA,
    TESTS,
    Report,
    describe_house,
    read_files,
    report_of,
    run_python,
    substitute,
    write_copy,
)
from upgrade.test_upgrade import NEWEST


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the package of the later version."""
    return write_copy(tmp_path_factory.mktemp("later"))


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["sample", "whole"])
def test_a_later_version_reads_what_was_left_as_this_one_does(later: Path, whole: bool) -> None:
    report = report_of(later, whole=whole)
    assert report["package"] == str(later)
    for name in REGISTERED:
        has_new_elections(name, report)
        assert report[f"corpus {name}"] == ""
        assert report[f"elections {NEWEST} {name}"] == []
    before = json.loads(json.dumps(read_files(whole=whole)))
    assert len(before) > (50 if whole else 10)
    assert {name: report[name] for name in before} == before


def has_new_elections(name: str, report: Report) -> None:
    """Check that a game has its elections, its area and its wager in the later version."""
    now, then = describe_house(load(name)), report[f"house {name}"]
    assert then["keys"] == [*now["keys"], *ADDED]
    assert then["areas"] == [*now["areas"][:1], AREA, *now["areas"][1:]]
    assert sorted(then["offers"]) == sorted([*now["offers"], AREA])
    assert [json.loads(act)["cite"] for act in then["begins with"]] == ["house:opening"]


# By game: what is wrong with its elections, what says so of the elections, and what becomes of the corpus.
FAULTS = {
    "casino-war": (
        substitute('tie_wager: Literal["offered", "not"] = "offered"', 'tie_wager: Literal["offered", "not"] = "not"'),
        f'tie-wager is "not" by itself, and was "offered", which records of {NEWEST} do not say',
        "is refused by beyond:casino-war.5(h)",
    ),
    "roulette": (
        substitute("value_chips: bool = True", 'value_chips: bool = msgspec.field(default=True, name="chips")'),
        f"there is no value-chips any more, and records of {NEWEST} may elect it",
        "is:  it breaks off, ",
    ),
    "craps": (
        substitute("opening_announced: bool = False", "opening_announced: bool = True"),
        f"opening-announced is true where a record of {NEWEST} lacks it",
        "is:  house:opening The dealer announces the round.",
    ),
}


def test_a_changed_default_a_removed_key_and_a_new_default_that_is_elected_are_noticed(tmp_path: Path) -> None:
    games = [*FAULTS, "big-six"]  # the last has no fault
    report = report_of(write_copy(tmp_path, {name: edit for name, (edit, _, _) in FAULTS.items()}), games)
    before = json.loads(json.dumps(read_files(games)))
    for name, (_, elections, corpus) in FAULTS.items():
        assert any(elections in told for told in report[f"elections {NEWEST} {name}"]), name
        assert corpus in report[f"corpus {name}"], name
    unlike = {name.split()[-1] for name in before if report[name] != before[name]}
    assert unlike == {"casino-war.jsonl.xz", "craps.jsonl.xz"}  # roulette elected no removed key there
    assert (report["corpus big-six"], report[f"elections {NEWEST} big-six"]) == ("", [])


@pytest.mark.soak
def test_tables_of_earlier_versions_continue_in_a_later_version(later: Path) -> None:
    """The drill of an upgrade, with the later version instead of this one."""
    chosen = "old_version_continues or record_of_the_old_version or old_rounds_keep or every_round_can_be_read"
    words = ("-q", "-p", "no:cacheprovider", "-k", chosen, str(TESTS / "upgrade" / "test_upgrade.py"))
    process = run_python(later, "-m", "pytest", *words)
    assert process.returncode == 0, process.stdout
    assert int(re.findall(r"(\d+) passed", process.stdout)[-1]) > 100
