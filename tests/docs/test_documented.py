"""Every address of the server, every command and every make target is on a page that somebody wrote."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts

from kit import pages
from kit.generated_pages import PAGES
from kit.package_map import SOURCE
from kit.parts import ROOT
from pitboss.cli.main import COMMANDS
from pitboss.server.access.permissions import role_of
from pitboss.server.app import build

WEBSOCKET = "routes/websocket.py"
GENERATED = {*PAGES, *pages.PAGES}
WRITTEN = [ROOT / "README.md", *(page for page in (ROOT / "docs").rglob("*.md") if page.name not in GENERATED)]


@cache
def routes() -> dict[tuple[str, str], tuple[str, str]]:
    """Return for each method and path for whom it is, and which file serves it."""
    with tempfile.TemporaryDirectory() as folder:
        app = build(Path(folder) / "pitboss.db")
        app.state.casino.keeper.release()
        app.state.casino.store.close()
    return dict(describe_route(each) for each in iter_route_contexts(app.routes) if each.endpoint)


def describe_route(route: Any) -> tuple[tuple[str, str], tuple[str, str]]:
    role = role_of(route.endpoint)
    assert role is not None
    if not route.methods:
        return ("WS", route.path), (role, WEBSOCKET)
    (method,) = route.methods
    return (method, route.path), (
        role,
        route.endpoint.__module__.removeprefix("pitboss.server.").replace(".", "/") + ".py",
    )


def routes_on_page() -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """Return what docs/routes.md has: method and path, for whom, and under which file."""
    page = (ROOT / "docs" / "routes.md").read_text(encoding="utf-8")
    parts = re.findall(r"(?ms)^## (\S+)\n(.*?)(?=^## |\Z)", page)
    assert all((SOURCE / "server" / module).exists() for module, _ in parts)
    return [
        ((method, path), (role, module))
        for module, part in parts
        for method, path, role in re.findall(r"(?m)^\| `([A-Z]+) (/\S*)` \| (\w+) \| \S", part)
    ]


def test_every_address_is_on_the_page_under_its_file() -> None:
    found, page = routes(), routes_on_page()
    assert len(found) > 70
    on_page = dict(page)
    assert not (missing := sorted(found.keys() - on_page.keys())), f"add to docs/routes.md: {missing}"
    assert not (gone := sorted(on_page.keys() - found.keys())), f"the server does not answer: {gone}"
    wrong = {each: (on_page[each], found[each]) for each in found if on_page[each] != found[each]}
    assert not wrong, f"for somebody else, or in another file: {wrong}"
    assert len(page) == len(on_page), "an address is listed twice"


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_is_on_a_page_that_somebody_wrote(command: str) -> None:
    """docs/commands.md has them all, made from the parser; it does not say when you want one."""
    named = re.compile(rf"\bpitboss {command}\b(?!-)")
    assert any(named.search(page.read_text(encoding="utf-8")) for page in WRITTEN), f"no page shows 'pitboss {command}'"


def test_every_make_target_is_in_contributing() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    targets = re.search(r"(?m)^\.PHONY: (.*)$", makefile)
    assert targets
    missing = [target for target in targets[1].split() if not re.search(rf"`make {target}\b", page)]
    assert not missing, f"say in CONTRIBUTING.md what these do: {missing}"
