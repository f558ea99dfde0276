"""Pages that are generated are fresh; examples in pages that are written are true; the register shows its proof."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest

from kit.generated_pages import PAGES, PRICES, price_list
from kit.parts import ROOT
from pitboss.cli.main import main

DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", list(PAGES))
def test_every_generated_page_is_fresh(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "stale: run 'make renew' and commit the result"


def test_the_prices_that_the_server_shows_are_fresh() -> None:
    assert PRICES.read_text(encoding="utf-8") == price_list(), "stale: run 'make renew' and commit the result"


# A console block, or a file that the reader is told to write: a block under its name.
SHOWN = re.compile(r"^`(?P<file>[\w.-]+)`\n\n?```\w+\n(?P<text>.*?)^```|^```console\n(?P<console>.*?)^```", re.M | re.S)
WRITTEN = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]


def examples(page: Path) -> list[tuple[str, str]]:
    """List what a page has its reader do, in order: a command and its output, or a file's name and its text."""
    found = []
    for block in SHOWN.finditer(page.read_text(encoding="utf-8")):
        if block["file"]:
            found.append((block["file"], block["text"]))
            continue
        for part in re.split(r"(?m)^\$ ", block["console"])[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("pitboss "):
                found.append((command, output))
    return found


WITH_EXAMPLES = [page for page in WRITTEN if page.name != "adding-a-game.md" and examples(page)]


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_of_a_page_print_what_it_shows(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Run as printed, from top to bottom in one empty folder; '...' in the page stands for anything."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for command, shown in examples(page):
        if not command.startswith("pitboss "):
            Path(command).write_text(shown, encoding="utf-8")
            continue
        main(shlex.split(command)[1:])
        printed = capsys.readouterr()
        wanted = ".*".join(re.escape(part) for part in shown.strip().split("..."))
        told = (printed.out + printed.err).strip()
        assert re.fullmatch(wanted, told, re.S), f"$ {command}\n{told}"


def test_there_are_examples() -> None:
    assert sum(len(examples(page)) for page in WITH_EXAMPLES) >= 30


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_law_shows_gist_kind_code_and_proof(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "law", "18.10(c)", "--edition", "2007-10-15")
    assert code == 0
    assert "act, done" in out
    assert "let_it_ride/law/play.py:completion" in out
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
    """List every Python block with prompts, page by page; the blocks of a page go together."""
    found = []
    for page in WRITTEN:
        blocks = re.findall(r"```python\n(>>> .*?)```", page.read_text(encoding="utf-8"), re.S)
        if blocks:
            found.append((page.name, "\n".join(blocks)))
    return found


@pytest.mark.parametrize(("page", "text"), python_examples())
def test_python_examples_of_a_page_hold(page: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    told: list[str] = []
    doctest.DocTestRunner().run(test, out=told.append)
    assert not told, "".join(told)
    assert test.examples
