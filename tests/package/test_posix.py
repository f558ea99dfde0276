"""Parts that need POSIX say so. Dealing, records and analysis run without it, as on Windows."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss

SOURCE = Path(pitboss.__file__).parent
# Modules of the standard library that Windows lacks, as far as anybody could want them here.
POSIX = ("fcntl", "termios", "tty", "pty", "resource", "grp", "pwd", "syslog", "readline", "curses")
# What `os`, `signal` and `socket` lack there.
NAMES = {"SIGHUP", "SIGKILL", "SIGWINCH", "SIGTSTP", "SIGALRM", "SIGUSR1", "SIGUSR2", "fork", "getuid", "fchmod",
         "chown", "mkfifo", "sendfile", "killpg", "setsid", "AF_UNIX"}  # fmt: skip
NEED_IT = {
    "cli/terminal/posix_terminal.py": {"termios", "tty"}, "cli/commands/admin.py": {"pwd"},
    "store/database/locks.py": {"fcntl"}, "server/ops/open_files.py": {"resource"},
}  # fmt: skip
LOCKING = ("store/copies/restore.py", "store/keeper.py")  # they lock a database
WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({POSIX!r}))\n"
COMMAND = "from pitboss.cli.main import entry; entry()"


def without_posix(
    code: str, *words: str, home: Path, stdin: int = subprocess.DEVNULL, stdout: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    settings = os.environ | {"XDG_DATA_HOME": str(home), "PYTHONPATH": str(SOURCE.parent)}
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + code, *words], env=settings, stdin=stdin, stdout=stdout,
        stderr=subprocess.PIPE, text=True, timeout=120,
    )  # fmt: skip


def imported_names(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def test_only_the_listed_modules_need_posix() -> None:
    needed = {path.relative_to(SOURCE).as_posix(): imported_names(path) & set(POSIX) for path in SOURCE.rglob("*.py")}
    assert {path: names for path, names in needed.items() if names} == NEED_IT


def test_only_the_listed_modules_use_what_windows_lacks() -> None:
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in NAMES
    }
    where_there_is_a_server = {"server/workers/child_processes.py", "store/chains/anchor_export.py"}
    for_tests = {"store/database/crash_points.py"}
    assert found - NEED_IT.keys() == where_there_is_a_server | for_tests


def test_every_other_module_can_be_imported_without_posix(tmp_path: Path) -> None:
    """The server and all that it is made of go without, for it starts only where its files can be locked."""
    modules = [
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for path in sorted(SOURCE.rglob("*.py"))
        if path.relative_to(SOURCE).as_posix()
        not in (*NEED_IT, "store/copies/restore.py", "store/keeper.py")  # they lock a database
        and path.relative_to(SOURCE).parts[0] not in ("server", "__main__.py")
    ]
    code = "from importlib import import_module\nfor name in sys.argv[1:]: import_module(name)"
    done = without_posix(code, *(name.removesuffix(".__init__") for name in modules), home=tmp_path)
    assert done.returncode == 0, done.stderr


def test_commands_run_without_posix(tmp_path: Path) -> None:
    record = str(tmp_path / "round.jsonl")
    played = without_posix(COMMAND, "play", "let-it-ride", "--seed", "7", "--record", record, home=tmp_path)
    assert played.returncode == 0, played.stderr
    assert "18.10(c)" in played.stdout
    for words in (["verify", record], ["explain", record], ["edge", "craps"], ["strategy", "three-card-poker"]):
        done = without_posix(COMMAND, *words, home=tmp_path)
        assert done.returncode == 0, done.stderr


def test_a_table_in_the_terminal_says_that_it_needs_posix(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    try:
        refused = without_posix(COMMAND, "play", "craps", home=tmp_path, stdin=theirs, stdout=theirs)
    finally:
        os.close(ours)
        os.close(theirs)
    assert refused.returncode == 2
    assert "needs POSIX" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert not list(tmp_path.rglob("*.jsonl")), "a record without a round is not left behind"


def test_restore_says_that_it_needs_posix(tmp_path: Path) -> None:
    refused = without_posix(COMMAND, "restore", "copy.db", "--db", str(tmp_path / "p.db"), home=tmp_path)
    assert refused.returncode == 2
    assert "restore needs POSIX file locks" in refused.stderr
    assert not list(tmp_path.iterdir()), "nothing was begun"


def test_the_server_says_that_it_needs_posix(tmp_path: Path) -> None:
    refused = without_posix(COMMAND, "serve", "--port", "0", home=tmp_path)
    assert refused.returncode == 2
    assert "needs POSIX" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir()), "nothing was begun"
