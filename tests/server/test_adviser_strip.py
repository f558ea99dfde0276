"""The adviser's line in a browser, mounted by itself: it is given views and shows advice for the newest one only."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from kit import programs
from kit.serving import TABLES, Server
from server.test_browser import browser

__all__ = ["browser"]

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
RIDE, CRAPS = (next(number for number, game in TABLES.items() if game == name) for name in ("let-it-ride", "craps"))
MOUNT = """async (table) => {
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/static/adviser.css" });
  const strip = Object.assign(document.createElement("div"), { id: "strip" });
  document.head.append(style);
  document.querySelector("main").append(strip);
  window.strip = (await import("/static/adviser.js")).adviser(strip, table);
}"""


class Guest:
    """A player who acts over HTTP, with the adviser's line on an otherwise idle page."""

    def __init__(self, browser: Browser, url: str, name: str, table: int) -> None:
        self.url, self.table = url, table
        self.context: BrowserContext = browser.new_context(base_url=url)
        made = self.context.request.post(f"{url}/api/session", data={"name": name})
        assert made.status == 201, made.text()
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto("/law")
        self.page.evaluate(MOUNT, table)
        self.line, self.toggle = self.page.get_by_test_id("advice"), self.page.get_by_test_id("adviser")

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.context.request.get(f"{self.url}/api/tables/{self.table}").json()
        return found

    def act(self, act: dict[str, Any]) -> None:
        action = {"id": uuid.uuid4().hex, "act": act}
        answer = self.context.request.post(f"{self.url}/api/tables/{self.table}/act", data=action)
        assert answer.ok, answer.text()

    def look(self) -> dict[str, Any]:
        view = self.view()
        self.page.evaluate("(view) => { window.strip.ask(view); }", view)
        return view

    def until_asked(self) -> dict[str, Any]:
        while not ((asked := (view := self.view())["asked"]) and asked["seat"] == view["you"]["seat"]):
            self.page.wait_for_timeout(10)
        return self.look()

    def rides(self) -> None:
        """Play up to the first question."""
        self.act({"input": "wager", "stakes": {"bet 1": 1_000, "bet 2": 1_000, "bet 3": 1_000}})
        self.act({"table": "ready", "round": self.view()["round"]})
        self.until_asked()

    def sits(self) -> None:
        view = self.view()
        taken = {seat["number"] for seat in view["seats"]}
        free = next(seat for seat in range(1, view["places"] + 1) if seat not in taken)
        self.act({"input": "sit", "seat": free, "chips": 40_000})

    def place(self) -> list[int]:
        """Return the position of the adviser's line on its page."""
        found: list[int] = self.page.evaluate(
            "(({ offsetTop, offsetHeight }) => [offsetTop, offsetHeight])(document.getElementById('strip'))"
        )
        return found

    def goes(self) -> None:
        """Leave, so that the table is free for the next player."""
        while (asked := self.view()["asked"]) is not None:
            self.act({"input": "answer", "choice": asked["choices"][0]})
        if not self.view()["wagers"]:
            self.act({"input": "leave"})

    def advice(self) -> dict[str, Any]:
        found: dict[str, Any] = self.context.request.get(f"{self.url}/api/tables/{self.table}/advice").json()
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("strip") / "pitboss.db", limited=False) as server:
        yield server
        assert server.stop() == 0


@pytest.fixture
def guest(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Guest]:
    one = Guest(browser, server.url, uuid.uuid4().hex[:12], getattr(request, "param", RIDE))
    one.sits()
    yield one
    one.page.unroute_all(behavior="ignoreErrors")
    one.goes()
    assert not one.complaints
    one.context.close()


def test_the_adviser_is_off_until_switched_on_and_stays_on(guest: Guest) -> None:
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.rides()
    expect(guest.toggle).to_have_text("Adviser offV")
    expect(guest.toggle).to_have_attribute("aria-checked", "false")
    expect(guest.line).to_be_empty()
    assert not asked
    guest.toggle.click()
    expect(guest.toggle).to_have_attribute("aria-checked", "true")
    expect(guest.line).to_contain_text("★ best")
    guest.page.reload()
    guest.page.evaluate(MOUNT, RIDE)
    assert guest.page.evaluate("window.strip.isOn")
    guest.look()
    expect(guest.line).to_contain_text("★ best")
    place = guest.place()
    guest.toggle.click()
    expect(guest.line).to_be_empty()
    assert guest.place() == place


def test_the_strip_shows_advice_through_a_round(guest: Guest) -> None:
    guest.page.evaluate("window.strip.on()")
    guest.look()
    expect(guest.line).to_contain_text("Three equal bets, house edge 3.51%")
    guest.rides()
    found = guest.advice()
    for choice in found["choices"]:
        word = choice["choice"].capitalize()
        expect(guest.line).to_contain_text(f"{word} {choice['dollars']}" + (" ★ best" if choice["best"] else ""))
    place = guest.place()
    guest.page.get_by_text("Exact figures").click()
    for choice in found["choices"]:
        expect(guest.page.locator(".adviser-panel")).to_contain_text(choice["counted"])
    expect(guest.page.locator(".adviser-panel .cite")).to_have_attribute("data-cite", found["cite"])
    assert guest.place() == place  # the panel moves nothing
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator(".adviser-panel")).to_be_hidden()
    said = {each["choice"]: each["said"] for each in found["choices"]}
    guest.act({"input": "answer", "choice": "withdraw"})
    guest.until_asked()
    expect(guest.line).not_to_contain_text("Counting")
    second = {each["choice"]: each["said"] for each in guest.advice()["choices"]}
    guest.act({"input": "answer", "choice": "withdraw"})
    while guest.view()["asked"]:
        guest.page.wait_for_timeout(10)
    guest.look()
    expect(guest.line).to_have_text(second["withdraw"])
    guest.page.get_by_text("Exact figures").click()
    expect(guest.page.locator(".adviser-panel")).to_contain_text(f"Bet 1, withdraw: {said['withdraw']}")


def test_advice_for_a_question_that_is_over_is_never_shown(guest: Guest) -> None:
    held: list[Route] = []
    guest.page.route("**/advice", lambda route: held.append(route))
    guest.page.evaluate("window.strip.on()")
    guest.rides()
    expect(guest.line).to_have_text("Counting…")
    while len(held) < 1:
        guest.page.wait_for_timeout(10)
    first = held[0].fetch().json()
    guest.act({"input": "answer", "choice": "let it ride"})
    guest.until_asked()
    while len(held) < 2:
        guest.page.wait_for_timeout(10)
    held[0].fulfill(json=first)
    held[1].fulfill(json=first)  # too late as well: it says which question it is about
    guest.page.wait_for_load_state("networkidle")
    expect(guest.line).to_have_text("Counting…")


@pytest.mark.parametrize("guest", [CRAPS], indirect=True)
def test_the_strip_shows_the_cost_of_the_craps_layout(guest: Guest) -> None:
    guest.page.evaluate("window.strip.on()")
    guest.act({"input": "wager", "stakes": {"field": 500}})
    guest.look()
    expect(guest.line).to_contain_text("On the table $5")
    expect(guest.line).to_contain_text("Next roll costs on average $0.28")
    expect(guest.line).to_contain_text("Best next dollar don't pass, edge 1.36%")
