"""The tab “Compliance” of a table and the report of a shift, in a real browser."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect, sync_playwright

from kit import programs
from kit.inside import Listening
from kit.patience import PATIENCE
from kit.series import first
from kit.serving import ask
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.record.gaming_day import GamingDay
from pitboss.server.access.sessions import COOKIE
from pitboss.table.money import Money

FLAGS = ("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync")
DESK, PHONE = 1280, 390

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = programs.find("chromium")
    assert chromium is not None, "there must be a Chromium here"
    expect.set_options(timeout=1_000 * PATIENCE)
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    """Run a server with a table whose inventory is too small, and with a void round."""
    house = LetItRideHouse(inventory=Money(500_00))
    with Listening(tmp_path_factory.mktemp("tab") / "pitboss.db", [house], buffer=1 << 16) as running:
        running.app.state.books.day = GamingDay(starts="06:00", shifts={"day": "06:00", "night": "18:00"})
        sue, ann = running.name("Sue"), running.name("Ann")
        store = running.casino.store
        store.accounts.set_role(store.accounts.find("Sue")[0].id, "supervisor").result()

        def does(cookie: str, request: str, /, **body: Any) -> None:
            method, path = request.split(" ")
            answer = ask(method, f"{running.url}/api/tables/1/{path}", cookies={COOKIE: cookie}, json=body)
            assert answer.status_code == 200, answer.text

        does(ann, "POST act", id="ann-sits-down", act={"input": "sit", "seat": 3, "chips": 50_000})
        stakes = {"bet 1": 500, "bet 2": 500, "bet 3": 500}
        does(ann, "POST act", id="ann-wagers", act={"input": "wager", "stakes": stakes})
        does(ann, "POST act", id="ann-is-ready", act={"table": "ready", "round": 1})
        incident = {"kind": "card exposed", "place": "community", "index": 0}
        does(sue, "POST incident", incident=incident, why="a drill")
        does(sue, "POST order", what="void the hands", why="two <saw> it")
        running.cookies = {"Sue": sue, "Ann": ann}  # type: ignore[attr-defined]
        yield running


@pytest.fixture
def window(browser: Browser, server: Listening) -> Iterator[Any]:
    """Open a page for a person, and fail at the end if it has logged errors."""
    contexts, complaints = [], []

    def page_of(name: str, width: int = DESK) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 844})
        cookies = server.cookies  # type: ignore[attr-defined]
        context.add_cookies([{"name": COOKIE, "value": cookies[name], "url": server.url}])
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1_000 * PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        return page

    yield page_of
    for context in contexts:
        context.close()
    assert not [each for each in complaints if "status of 4" not in each]


def picture(page: Page, name: str) -> None:
    """Save a screenshot, if a folder for them is set."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def found_by_axe(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("width", first(1, [DESK, PHONE]))
def test_the_tab_says_what_was_found_and_notes_a_dispute(server: Listening, window: Any, width: int) -> None:
    page = window("Sue", width)
    page.goto(f"{server.url}/t/1")
    if width == PHONE:
        page.locator("#latest").click()
    page.get_by_test_id("tab-compliance").click()
    tab = page.get_by_test_id("compliance")
    expect(tab.get_by_test_id("findings")).to_contain_text("Warning: inventory")
    expect(tab.get_by_test_id("voids")).to_contain_text("exposed community card: 1 round")
    expect(tab.get_by_test_id("day")).to_contain_text("Counts of the stub due")
    tab.get_by_test_id("dispute-do").click()
    expect(tab.get_by_test_id("refusal")).to_contain_text("Enter the number of the round")
    tab.get_by_test_id("dispute-round").fill("1")
    tab.get_by_test_id("dispute-why").fill("he says the card was his")
    picture(page, f"compliance-{width}")
    assert found_by_axe(page) == []
    tab.get_by_test_id("dispute-do").click()
    expect(tab.get_by_role("status")).to_contain_text("Noted. Dispute: round 1: ")
    edges = "() => [...document.querySelectorAll('[role=tab]')].map((each) => each.getBoundingClientRect().right)"
    assert max(page.evaluate(edges)) <= width


def test_the_tables_papers_are_a_click_away_and_print_on_one_page(server: Listening, window: Any) -> None:
    """For a player from the pay tables, for the supervisor from the tab. The strict policy of the page leaves type and
    drawn hands at their sizes; a complaint of the browser would fail the test."""
    page = window("Ann")
    page.goto(f"{server.url}/t/1")
    page.get_by_test_id("tab-rules").click()
    expect(page.get_by_role("link", name="The table’s sign")).to_have_attribute("href", "/t/1/sign")
    page.goto(f"{server.url}/t/1/guide")
    assert page.locator("svg.cards").first.evaluate("(each) => Math.round(each.getBoundingClientRect().height)") == 29
    assert 100 < page.locator("svg.cards").first.evaluate("(each) => each.getBoundingClientRect().width") < 140
    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--size')") != ""
    for paper in ("sign", "layout", "guide"):
        page.goto(f"{server.url}/t/1/{paper}")
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="Letter"))) == 1
    picture(page, "paper-guide")
    page = window("Sue")
    page.goto(f"{server.url}/t/1")
    page.get_by_test_id("tab-compliance").click()
    for paper in ("rules sheet", "sign", "layout inscriptions", "gaming guide"):
        expect(page.get_by_test_id("compliance").get_by_role("link", name=paper, exact=True)).to_be_visible()


def test_players_have_no_such_tab(server: Listening, window: Any) -> None:
    page = window("Ann")
    page.goto(f"{server.url}/t/1")
    expect(page.get_by_test_id("tab-rules")).to_be_visible()
    assert page.get_by_test_id("tab-compliance").count() == 0


def test_the_staff_make_a_report(server: Listening, window: Any) -> None:
    page = window("Sue")
    page.goto(f"{server.url}/house")
    page.get_by_test_id("to-shift").click()
    expect(page.get_by_test_id("shift-name")).to_contain_text("night")
    assert found_by_axe(page) == []
    picture(page, "shift-form")
    page.get_by_test_id("shift-do").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Shift report: ")
    expect(page.locator("body")).to_contain_text("two <saw> it")
    edge = page.evaluate("() => getComputedStyle(document.querySelector('h2')).borderBottomStyle")
    assert edge == "solid", "the page has its style"
    assert found_by_axe(page) == []
    picture(page, "shift-report")
