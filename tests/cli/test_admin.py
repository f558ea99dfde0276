"""pitboss admin recover: gives a new code to a person who has lost the old one, on the machine of the server."""

from __future__ import annotations

import getpass
import json
import re
from pathlib import Path

import pytest

from kit.inside import Inside
from pitboss.cli.main import main
from pitboss.server.access.sessions import COOKIE
from pitboss.store.audit.database_audit import audit

WHY = ("--why", "a drill")


def test_a_lost_code_is_replaced_while_the_server_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, user = tmp_path / "pitboss.db", getpass.getuser()
    with Inside(path) as inside:
        cookie, old = inside.name("Chief")
        inside.set_role("Chief", "admin")
        assert main(["admin", "recover", "chief", "--db", str(path), "--why", "the phone is broken"]) == 0
        told = capsys.readouterr().out
        found = re.search(r"The new code of Chief \(admin\) is ([2-9A-Z-]{23})\n", told)
        assert found is not None
        assert inside.request("GET", "/api/me", cookie).status_code == 401
        assert inside.request("POST", "/api/session/recover", json={"name": "Chief", "code": old}).status_code == 403
        answer = inside.request("POST", "/api/session/recover", json={"name": "Chief", "code": found[1]})
        (act,) = inside.request("GET", "/api/staff-acts", answer.cookies[COOKIE]).json()
        assert (act["name"], act["why"]) == ("Chief", "the phone is broken")
        assert act["what"] == f"Got a new recovery code for Chief on the machine itself, as its user {user}"
        assert act["cite"] == "house:people"
    assert all(check.ok for check in audit(path).checks)
    assert main(["admin", "recover", "Chief", "--db", str(path), "--why", "lost again", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["name"], again["role"]) == ("Chief", "admin")
    assert again["code"] not in (old, found[1])
    assert main(["admin", "recover", "Chief", "--db", str(path), *WHY, "--quiet"]) == 0
    assert re.fullmatch(r"[2-9A-Z-]{23}\n", capsys.readouterr().out)  # the code, or nobody would ever know it


def test_accounts_that_cannot_be_recovered_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pitboss.db"
    with Inside(path) as inside:
        inside.name("Ann")
    (tmp_path / "text.db").write_text("not a database")
    for more, said in (
        (["Zoe", "--db", str(path), *WHY], "nobody has the name 'Zoe'"),
        (["Ann", "--db", str(path), "--why", " "], "the reason is missing; say with --why TEXT why you do this"),
        (["Ann", "--db", str(path)], "the reason is missing; say with --why TEXT why you do this"),
        (
            ["Ann", "--db", str(path), "--why", "\x1b[2J"],
            "the reason contains a character that cannot be printed; remove it",
        ),
        (["Ann", "--db", str(tmp_path / "none.db"), *WHY], "does not exist"),
        (["Ann", "--db", str(tmp_path / "text.db"), *WHY], "cannot be read"),
        (["Ann", "--db", str(tmp_path), *WHY], "is a folder"),
    ):
        assert main(["admin", "recover", *more]) == 2
        assert said in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()
