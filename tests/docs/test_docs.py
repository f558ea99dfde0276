"""Pages that are generated are fresh; examples in pages that are written are true; the register shows its proof."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest

from kit.parts import ROOT
from pitboss.cli.docs import PAGES
from pitboss.cli.main import main

DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", list(PAGES))
def test_generated_page_is_fresh(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "stale: run 'make docs' and commit the result"


def examples() -> list[tuple[str, str, str]]:
    """Every console block that starts with '$ pitboss': page, command, output."""
    found = []
    for page in [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]:
        for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
            for part in re.split(r"(?m)^\$ ", block)[1:]:
                command, _, output = part.partition("\n")
                if command.startswith("pitboss "):
                    found.append((page.name, command, output))
    return found


@pytest.mark.parametrize(("page", "command", "output"), examples())
def test_example(
    page: str, command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    """Run as printed, in an empty folder; '...' in the page stands for anything."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    words = shlex.split(command)[1:]
    if "demo.jsonl" in words and "play" not in words:
        main(["play", "let-it-ride", "--seed", "7", "--record", "demo.jsonl", "--quiet"])
        capsys.readouterr()
    main(words)
    printed = capsys.readouterr()
    wanted = ".*".join(re.escape(part) for part in output.strip().split("..."))
    assert re.fullmatch(wanted, (printed.out + printed.err).strip(), re.S), printed.out


def test_there_are_examples() -> None:
    assert len(examples()) >= 5


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_law_shows_gist_kind_code_and_proof(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "law", "18.10(c)", "--edition", "2007-10-15")
    assert code == 0
    assert "act, done" in out
    assert "let_it_ride/play.py:completion" in out
    assert "test_the_community_card_at_the_left_is_burned_face_down" in out
    assert "golden" in out
    rows = json.loads(run(capsys, "law", "19:47-18.10(c)", "--json")[1])
    assert rows[0]["status"] == "done"
    code, _, err = run(capsys, "law", "18.10(z)")
    assert code == 2
    assert "18.10(h)" in err
    assert run(capsys, "law", "99.1")[0] == 2
    assert run(capsys, "law")[0] == 2


def test_coverage_lists_every_paragraph(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "law", "--coverage")[1]
    assert out.splitlines()[0].startswith("let-it-ride 2007-10-15: ")
    rows = json.loads(run(capsys, "law", "--coverage", "--json")[1])
    assert all(row.keys() == {"edition", "paragraph", "kind", "status", "code", "tests"} for row in rows)
    of_2007 = [row for row in rows if row["edition"] == "2007-10-15"]
    assert len(of_2007) == 123
    assert all(row["tests"] and row["code"] for row in of_2007 if row["status"] == "done")


def python_examples() -> list[tuple[str, str]]:
    """Every Python block with prompts, page by page; the blocks of a page go together."""
    found = []
    for page in [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]:
        blocks = re.findall(r"```python\n(>>> .*?)```", page.read_text(encoding="utf-8"), re.S)
        if blocks:
            found.append((page.name, "\n".join(blocks)))
    return found


@pytest.mark.parametrize(("page", "text"), python_examples())
def test_python_example(page: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    told: list[str] = []
    doctest.DocTestRunner().run(test, out=told.append)
    assert not told, "".join(told)
    assert test.examples
