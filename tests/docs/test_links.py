"""Links between pages lead somewhere: to a file that is there, and to a heading that it has."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from kit.parts import ROOT

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
CODE = re.compile(r"^(```+).*?^\1$|`[^`\n]+`", re.M | re.S)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(page: Path) -> str:
    return CODE.sub("", page.read_text(encoding="utf-8"))


@cache
def anchors(page: Path) -> frozenset[str]:
    """The names of a page's headings, made as GitHub and the site make them."""
    fenced = re.sub(r"(?ms)^(```+).*?^\1$", "", page.read_text(encoding="utf-8"))
    found: set[str] = set()
    for heading in re.findall(r"(?m)^#+ +(.+?) *$", fenced):
        words = re.sub(r"[^\w\- ]", "", heading.lower())
        found.add(words.replace(" ", "-"))
    return frozenset(found)


def dead(page: Path) -> list[str]:
    found = []
    for link in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_page_that_exists(page: Path) -> None:
    assert dead(page) == []


def test_dead_links_are_detected(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    (tmp_path / "other.md").write_text("# Two words, `code`\n\n```\n# no heading\n```\n", encoding="utf-8")
    links = ["other.md", "other.md#two-words-code", "#here", "https://example.com/x", "gone.md", "other.md#no-heading"]
    page.write_text(
        "# Here\n\n" + " ".join(f"[a]({link})" for link in links) + " `[b](in-code.md)`\n", encoding="utf-8"
    )
    assert dead(page) == ["gone.md", "other.md#no-heading"]


def test_the_site_shows_every_page() -> None:
    """The same is checked by `make docs-site`, which the tests do not need."""
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in sorted((ROOT / "docs").rglob("*.md")):
        assert f" {page.relative_to(ROOT / 'docs').as_posix()}\n" in navigation
