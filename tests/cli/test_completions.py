"""Completions: each shell on this machine loads its script, which offers what the parser accepts."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from kit import programs
from pitboss.cli.commands.completions import WRITERS, list_arguments
from pitboss.cli.main import COMMANDS, main
from pitboss.games import REGISTERED


def needs(shell: str) -> pytest.MarkDecorator:
    """Skip without the shell, which `make test` installs. Its script is then only read, below. Under CI the test
    fails."""
    missing = programs.find(shell) is None and not os.environ.get("CI")
    return pytest.mark.skipif(missing, reason=f"NO {shell.upper()}: its completions not tested")


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completions")
    for shell, written in WRITERS.items():
        (folder / shell).write_text(written(), encoding="utf-8")
    (folder / "house.toml").touch()
    (folder / "a record").touch()
    return folder


def complete_in_bash(folder: Path, *words: str) -> list[str]:
    """Return what a real bash offers for the last of these words."""
    asked = "\n".join(
        [
            f"source {folder}/bash",
            f"COMP_WORDS=(pitboss {shlex.join(words)})",
            f"COMP_CWORD={len(words)}",
            "_pitboss",
            "printf '%s\\n' \"${COMPREPLY[@]}\"",
        ]
    )
    done = subprocess.run(["bash", "-u", "-c", asked], cwd=folder, check=True, capture_output=True, text=True)
    assert not done.stderr
    return done.stdout.strip().splitlines()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ([""], [*COMMANDS, "--help", "--version"]),
        (["ex"], ["export", "explain", "exposure"]),
        (["play", ""], list(REGISTERED)),
        (["play", "--seed", "7", "l"], ["let-it-ride"]),
        (["play", "--quick", "--seed=7", "cr"], ["craps"]),
        (["play", "--seed", "="], []),
        (["play", "--seed", "=", "7", "cr"], ["craps"]),  # as bash takes --seed=7 apart
        (["play", "--as"], ["--as-of", "--assume"]),
        (["play", "craps", "--assume", ""], ["earlier", "later"]),
        (["play", "craps", "--assume", "=", "l"], ["later"]),
        (["play", "craps", ""], []),
        (["play", "craps", "--seed", ""], []),
        (["edge", "--house", "h"], ["house.toml"]),
        (["export", "--format", ""], ["csv", "jsonl"]),
        (["verify", "a"], ["a record"]),
        (["verify", "--head", "h"], []),
        (["diff", "win"], ["winners-pot-poker"]),
        (["readings", "thr"], ["three-card-poker"]),
        (["completions", ""], ["bash", "zsh", "fish"]),
        (["deal", ""], []),
    ],
)
def test_bash(words: list[str], offered: list[str], scripts: Path) -> None:
    assert complete_in_bash(scripts, *words) == offered


@needs("fish")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("pitboss play l", ["let-it-ride"]),
        ("pitboss play craps --assume ", ["earlier", "later"]),
        ("pitboss ex", ["explain", "export", "exposure"]),
        ("pitboss edge --house h", ["house.toml"]),
    ],
)
def test_fish(line: str, offered: list[str], scripts: Path) -> None:
    code = f"source {scripts}/fish; complete -C {shlex.quote(line)}"
    done = subprocess.run(["fish", "-N", "-c", code], cwd=scripts, check=True, capture_output=True, text=True)
    assert sorted(each.partition("\t")[0] for each in done.stdout.splitlines()) == offered


@pytest.mark.parametrize(
    "shell", ["bash", pytest.param("zsh", marks=needs("zsh")), pytest.param("fish", marks=needs("fish"))]
)
def test_the_shell_accepts_the_script(shell: str, scripts: Path) -> None:
    subprocess.run([shell, "-n", str(scripts / shell)], check=True, capture_output=True)


@pytest.mark.parametrize("shell", list(WRITERS))
def test_scripts_have_every_command_option_and_choice(shell: str, scripts: Path) -> None:
    lines = (scripts / shell).read_text(encoding="utf-8").splitlines()
    for command in COMMANDS:
        mine = _lines_of_command(command, shell, lines)
        for place in list_arguments(command):
            for flag in place.flags:
                assert any((f"-l {flag[2:]} " if shell == "fish" and flag[1] == "-" else flag[1:]) in f"{line} "
                           for line in mine), f"{command} {flag}"  # fmt: skip
            assert not place.words or any(" ".join(place.words) in line for line in mine), f"{command} {place.name}"


def _lines_of_command(command: str, shell: str, lines: list[str]) -> list[str]:
    """Return the lines about what follows a command."""
    if shell == "zsh":
        start = lines.index(f"        {command})")
        return lines[start : lines.index("            ;;", start)]
    mark = {"bash": f"        {command},", "fish": f"__fish_seen_subcommand_from {command}'"}[shell]
    return [line for line in lines if mark in line]


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completions", "zsh"]) == 0
    assert capsys.readouterr().out == WRITERS["zsh"]()
    assert main(["completions", "fish", "--quiet"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["completions", "fish", "--json"]) == 0
    assert '"shell": "fish"' in capsys.readouterr().out
