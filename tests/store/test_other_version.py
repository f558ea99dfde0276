"""Rounds of a database that another version wrote and this one plays differently, apart from altered rounds."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from kit.night import Night, NightTable, sits
from pitboss import __version__
from pitboss.cli.main import main
from pitboss.engine.inputs import COMPANION
from pitboss.store.audit.database_audit import audit
from pitboss.store.chains.checkpoint_file import Checkpoint, checkpoint_path
from pitboss.store.database.locks import lock
from pitboss.store.rounds import round_rows

AT = 1_794_700_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pitboss.db"


@contextmanager
def written_otherwise(version: str = "", rules: str = "") -> Iterator[None]:
    """Write rows whose acts this version does not come to, by a version of this name or rules of this digest."""
    open_body = round_rows.open_body
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(round_rows, "events_digest", lambda items: "0" * 64)
        if rules:
            patch.setattr(round_rows, "open_body", lambda *given: {**open_body(*given), "rules": rules})
        if version:
            patch.setattr(round_rows, "__version__", version)
        yield


def add_mixed_rounds(night: Night, name: str) -> NightTable:
    """A table with a round of this version, one of another that replays otherwise, and one more of this. Nobody's
    account is asked for chips."""
    table = night.table(name, "three-card-poker")
    table.play(AT, {1: "book"}, sits(1, name, by=COMPANION))
    with written_otherwise("0.0.9"):
        table.play(AT + 60, {1: "book"})
    table.play(AT + 120, {1: "book"})
    return table


def end_night(night: Night, path: Path) -> None:
    """End the night, and anchor what it left."""
    checkpoint = Checkpoint(checkpoint_path(path), night.store.meta("id"), lock(checkpoint_path(path)), now=lambda: AT)
    checkpoint.write(night.store.heads())
    checkpoint.close()
    night.close()


def test_a_round_of_another_version_neither_passes_nor_fails(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    night = Night(path)
    night.people("Ann")
    add_mixed_rounds(night, "Ann")
    end_night(night, path)
    assert main(["verify", "--db", str(path)]) == 3
    out = capsys.readouterr().out
    wanted = (
        r"^table 1 +\?     Ann: could not be judged here: 1 of 3 rounds replay differently; round 2, begun by pitboss "
    )
    assert re.search(wanted + r"0\.0\.9, replays differently from row \d+ on", out, re.M)
    assert "FAIL" not in out
    audit_report = audit(path)
    assert (audit_report.ok, audit_report.judged) == (True, False)
    assert audit_report.answers() | {"head": None} == {"chain": True, "rules": True, "replay": None, "head": None}
    assert main(["hold", "--db", str(path), "--json"]) == 3
    data = json.loads(capsys.readouterr().out)
    assert (data["unjudged_rounds"], data["rows"][0]["rounds"], data["warnings"]) == (1, 2, [])
    assert data["notes"][0].startswith("Ann: 1 round (2) could not be judged here: another version wrote them")
    assert main(["shift", "--db", str(path), "--json"]) == 3
    data = json.loads(capsys.readouterr().out)
    assert (data["hold"]["unjudged_rounds"], data["warnings"]) == (1, [])
    assert any(note.startswith("1 round of another version could not be judged here") for note in data["notes"])


def test_rounds_under_other_rules_of_this_version_are_named(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Between two releases a version may have had other rules."""
    night = Night(path)
    night.people("Ann")
    with written_otherwise(rules="0" * 64):
        night.table("Ann", "three-card-poker").play(AT, {1: "book"}, sits(1, "Ann", by=COMPANION))
    end_night(night, path)
    assert main(["verify", "--db", str(path)]) == 3
    assert f"round 1, begun by pitboss {__version__} under other rules, replays differently" in capsys.readouterr().out


def test_an_altered_round_fails_beside_one_of_another_version(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A round of this version replays differently at another table. It is the first difference that is shown."""
    night = Night(path)
    night.people("Ann", "Bob")
    add_mixed_rounds(night, "Ann")
    altered = add_mixed_rounds(night, "Bob")
    with written_otherwise():
        altered.play(AT + 180, {1: "book"})
    end_night(night, path)
    assert main(["verify", "--db", str(path), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["replay"], data["judged"]) == (False, False)
    assert (data["first_difference"]["table"], data["first_difference"]["round"]) == (2, 4)
    assert {check["name"]: check["ok"] for check in data["checks"][:2]} == {"table 1": None, "table 2": False}
    assert main(["hold", "--db", str(path), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["unjudged_rounds"] == 2
    assert [warning.partition(";")[0] for warning in data["warnings"]] == [
        "Bob: 1 round (4) does not replay as written and is left out"
    ]
    assert main(["shift", "--db", str(path), "--quiet"]) == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("""UPDATE rows SET line = replace(line, '"code":"0.0.9"', '"code":"0.0.8"')""", "Ann: number "),
        (
            "UPDATE carries SET carry = replace(carry, '\"round\":3', '\"round\":4') WHERE round = 3",
            "Ann: the carry of round 3 is not the one that row ",
        ),
        ("UPDATE accounts SET balance = balance + 100", "Ann"),
    ],
)
def test_rounds_of_another_version_need_a_whole_chain_and_balanced_money(
    change: str, told: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    night = Night(path)
    night.people("Ann")
    add_mixed_rounds(night, "Ann")
    end_night(night, path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(change)
        db.commit()
    assert main(["verify", "--db", str(path)]) == 1
    assert re.search(rf"^\w.* FAIL +.*{re.escape(told)}", capsys.readouterr().out, re.M)


def test_a_single_round_is_counted_in_the_singular(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    night = Night(path)
    night.people("Ann")
    night.table("Ann", "three-card-poker").play(AT, {1: "book"}, sits(1, "Ann", by=COMPANION))
    end_night(night, path)
    assert main(["verify", "--db", str(path)]) == 0
    assert " rows, 1 round replays the same\n" in capsys.readouterr().out
