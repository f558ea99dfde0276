"""Python in pages is run, in order and in one program for each page; what it prints is what the page shows."""

from __future__ import annotations

import io
import os
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from kit.parts import ROOT

BLOCK = re.compile(r"```python\n((?!>>>).*?)```\n(?:\n```text\n(.*?)```\n)?", re.S)  # an example with >>> is a doctest
PAGES = sorted(page for page in (ROOT / "docs").rglob("*.md") if BLOCK.search(page.read_text(encoding="utf-8")))
FILES = ("adding-a-game.md", "amending-the-law.md")  # their code is files, which have tests of their own
PAGES = [page for page in PAGES if page.name not in FILES]


def run_and_capture(code: str, known: dict[str, object]) -> str:
    heard = io.StringIO()
    with redirect_stdout(heard):
        exec(compile(code, "a page", "exec", dont_inherit=True), known)
    return heard.getvalue()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_blocks_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PITBOSS_UPDATE=1 writes what is printed into the page instead."""
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {"__name__": page.stem}
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        code, shown = block.groups()
        told = run_and_capture(code, known)
        if os.environ.get("PITBOSS_UPDATE") and shown is not None:
            text = text.replace(block[0], f"```python\n{code}```\n\n```text\n{told}```\n")
        else:
            assert told == (shown or ""), f"{page.name} shows something else after:\n{code}"
    page.write_text(text, encoding="utf-8")


def test_the_tutorial_has_its_blocks() -> None:
    embedding = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")
    assert len(BLOCK.findall(embedding)) >= 8
    first = BLOCK.findall(embedding)[0][0]
    assert len([line for line in first.splitlines() if line.strip()]) <= 15
