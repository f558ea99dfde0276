"""docs/amending-the-law.md is true: in a copy of the tree, its blocks make a second edition of the toy that works.

PITBOSS_UPDATE=1 writes the golden round into the page.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kit import blocks
from kit.parts import ROOT

FIRST, SECOND = (ROOT / "docs" / name for name in ("adding-a-game.md", "amending-the-law.md"))
HIGH_CARD = "tests/games/high_card"
GOLDEN = f"{HIGH_CARD}/pages/losers_are_collected_first.txt"
LEFT_OUT = shutil.ignore_patterns("data", "upgrade", "server", "browser")  # large, and the toy asks for none of them
# What `make corpus` does for games that are registered.
FREEZE = """
from pathlib import Path
from corpus.make import check, make
from pitboss.games import REGISTERED
from toy import GAME

REGISTERED[GAME.name] = GAME.package
about = GAME, Path("frozen"), "| high-card | 1 | 2000-01-01 | all paragraphs held | The first number. |"
print(check(*about))
"""


class Tree:
    """A copy of the tree, in which a reader follows the pages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
        shutil.copy(ROOT / "pyproject.toml", folder)

    def follow(self, *pages: Path) -> None:
        for path, text in blocks.files(self.folder, *pages).items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(text, encoding="utf-8")

    def python(self, *words: str) -> str:
        paths = os.pathsep.join(str(self.folder / name) for name in ("src", "tests"))
        environment = {**os.environ, "PYTHONPATH": paths, "XDG_CACHE_HOME": str(self.folder / "cache")}
        environment.pop("PITBOSS_UPDATE", None)
        process = subprocess.run(
            [sys.executable, *words], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert process.returncode == 0, process.stdout + process.stderr
        return process.stdout


def commands() -> list[tuple[str, str]]:
    """Yield each command that a reader types, and the output that he sees."""
    shown = re.findall(r"```console\n(.*?)```", SECOND.read_text(encoding="utf-8"), re.S)
    parts = [part.partition("\n") for block in shown for part in re.split(r"(?m)^\$ ", block)[1:]]
    return [(command, output) for command, _, output in parts]


def test_the_page_makes_a_second_edition(tmp_path: Path) -> None:
    """One test, since it takes seconds to get there."""
    tree = Tree(tmp_path)
    tree.follow(FIRST)
    assert tree.python("-c", f"{FREEZE}make(*about, 12)").startswith("new\n")
    tree.follow(SECOND)
    every_round_of_the_first_text_is_played_as_before(tree)
    law_tests_bite_and_rounds_verify(tree)
    no_paragraph_of_either_text_is_open(tree)
    golden_rounds_are_played_as_printed(tree)
    for command, output in commands():
        prints(tree, command, output)


def every_round_of_the_first_text_is_played_as_before(tree: Tree) -> None:
    assert tree.python("-c", FREEZE) == "acts are as they were\n"


def law_tests_bite_and_rounds_verify(tree: Tree) -> None:
    rounds = "tests/engine/test_conformance.py::test_rounds_end_and_their_record_verifies"
    words = ("-q", "-p", "no:cacheprovider", "-m", "not soak", "-k", "high_card or high-card-2010-06-01")
    told = tree.python("-m", "pytest", *words, "--teeth", "--evidence=write", HIGH_CARD, rounds)
    written = [file.read_text(encoding="utf-8") for file in (tree.folder / HIGH_CARD).glob("test_*.py")]
    passed = re.search(r"(\d+) passed", told)
    assert passed
    assert int(passed[1]) > sum(text.count("\ndef test_") for text in written)


def no_paragraph_of_either_text_is_open(tree: Tree) -> None:
    rows = json.loads(tree.python("-m", "toy", "law", "--coverage", "--json"))
    of_toy = [row for row in rows if row["paragraph"].startswith("99.")]
    assert {row["edition"] for row in of_toy} == {"2000-01-01", "2010-06-01"}
    assert [row for row in of_toy if row["status"] == "open"] == []


def golden_rounds_are_played_as_printed(tree: Tree) -> None:
    pages = sorted((tree.folder / HIGH_CARD / "pages").iterdir())
    printed = [page.read_text(encoding="utf-8") for page in pages]
    tree.python("-m", "kit.golden", "games.high_card.golden")
    played = [page.read_text(encoding="utf-8") for page in pages]
    if os.environ.get("PITBOSS_UPDATE"):
        blocks.replace(SECOND, GOLDEN, (tree.folder / GOLDEN).read_text(encoding="utf-8"))
    else:
        assert played == printed
    assert len(pages) == 2


def prints(tree: Tree, command: str, output: str) -> None:
    """Compare an output with the page, where '...' stands for anything."""
    words = shlex.split(command)
    assert words[0] == "toy"
    wanted = ".*".join(re.escape(part) for part in output.strip().split("..."))
    printed = tree.python("-m", *words).strip()
    assert re.fullmatch(wanted, printed, re.S), f"{command} prints\n{printed}"


def test_steps_are_numbered_in_order() -> None:
    numbers = [int(number) for number in re.findall(r"^## (\d+)\. ", SECOND.read_text(encoding="utf-8"), re.M)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert commands()


# --- the blocks themselves


@pytest.mark.parametrize(
    ("diff", "then"),
    [
        ("-a\n+b\n", "b\n\nc\nd\n"),
        (" c\n+e\n d\n", "a\n\nc\ne\nd\n"),
        (" a\n\n-c\n@@\n-d\n+e\n", "a\n\ne\n"),
    ],
)
def test_a_diff_is_applied_where_its_lines_are(diff: str, then: str) -> None:
    assert blocks.apply_diff("a\n\nc\nd\n", diff, "a file") == then


@pytest.mark.parametrize(("diff", "why"), [("-x\n", "0 times"), ("-a\n", "2 times"), ("a\n", "begins with")])
def test_a_diff_that_fits_nowhere_or_twice_is_an_error(diff: str, why: str) -> None:
    with pytest.raises(blocks.PlaceError, match=why):
        blocks.apply_diff("a\nb\na\n", diff, "a file")
