"""Two people at one table in a real browser: they play, reload in the middle, lose the connection and come back."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import browser as chromium
from pitboss.store.audit import audit
from serving import Server

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 15_000  # milliseconds
LET_IT_RIDE, CRAPS = 1, 2  # the tables that a server opens by itself

pytestmark = [
    pytest.mark.skipif(chromium.find() is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    found = chromium.find()
    assert found is not None, "there must be a Chromium here"
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=found, args=list(FLAGS))
        yield launched
        launched.close()


class Player:
    """Somebody at a window of his own. Whatever the page complains about is kept."""

    def __init__(self, opened: Browser, server: Server, name: str, width: int = 1200) -> None:
        self.name, self.server = name, server
        self.complaints: list[str] = []
        self.context: BrowserContext = opened.new_context(viewport={"width": width, "height": 900})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._console)
        self.page.goto(server.url)
        self.page.get_by_test_id("name-input").fill(name)
        self.page.get_by_test_id("name-button").click()
        expect(self.page.get_by_test_id("code")).to_be_visible()
        self.page.get_by_test_id("code-kept").click()

    def _console(self, message: object) -> None:
        text, kind = getattr(message, "text", ""), getattr(message, "type", "")
        if kind == "error" and "WebSocket" not in text and "ERR_" not in text:
            self.complaints.append(text)

    def go_to(self, table: int) -> None:
        self.page.goto(f"{self.server.url}/t/{table}")

    def sit(self, seat: int) -> None:
        self.page.get_by_test_id(f"sit-{seat}").get_by_role("button").click()
        expect(self.page.get_by_test_id("you-chips")).to_be_visible()

    def wager(self, offer: str, dollars: str) -> None:
        form = self.page.get_by_test_id(f"offer-{offer}")
        if not form.is_visible():
            form.locator("xpath=ancestor::details/summary").click()
        form.get_by_role("spinbutton").or_(form.get_by_role("textbox")).first.fill(dollars)
        form.get_by_role("button").first.click()

    def press(self, test_id: str) -> None:
        self.page.get_by_test_id(test_id).click()


def in_front_of(players: tuple[Player, ...], words: str) -> None:
    for player in players:
        expect(player.page.locator("body")).to_contain_text(words, timeout=PATIENCE)


def decide(players: tuple[Player, ...]) -> None:
    """Whoever is asked lets it ride, until nobody is asked any more."""
    for _ in range(4):
        for player in players:
            button = player.page.get_by_test_id("move-let-it-ride")
            try:
                button.wait_for(state="visible", timeout=1500)
            except Exception:
                continue
            button.click()
            button.wait_for(state="hidden", timeout=PATIENCE)


def cards(player: Player) -> list[str]:
    """What his page shows where cards lie."""
    return player.page.locator("[data-key*='card']").all_inner_texts()


def test_two_people_play_let_it_ride_and_craps(opened: Browser, tmp_path: Path) -> None:
    db = tmp_path / "pitboss.db"
    with Server(db) as first:
        ann, bob = Player(opened, first, "Ann"), Player(opened, first, "Bob", 420)
        begin_let_it_ride(ann, bob)
        reload_in_the_middle(ann)
        first.kill()  # as by a power cut, while a question is open
        for player in (ann, bob):
            expect(player.page.get_by_test_id("lost")).to_be_visible()
    port = re.findall(r":(\d+)", first.url)[-1]
    with Server(db, "", "--port", port) as second:
        come_back_and_finish(ann, bob)
        ask_why(ann)
        play_craps(ann, bob)
        assert not [*ann.complaints, *bob.complaints]
        for player in (ann, bob):
            player.context.close()
        assert second.stop() == 0
    wrong = [check for check in audit(db) if not check.ok]
    assert not wrong, wrong


def begin_let_it_ride(ann: Player, bob: Player) -> None:
    for player, seat in ((ann, 2), (bob, 6)):
        player.go_to(LET_IT_RIDE)
        player.sit(seat)
    for player in (ann, bob):
        in_front_of((ann, bob), player.name)
        player.wager("three-equal-bets", "10")
        expect(player.page.get_by_test_id("move-take-down-bet-1")).to_be_visible()
    ann.press("ready-button")
    bob.press("ready-button")
    expect(ann.page.get_by_test_id("move-let-it-ride")).to_be_visible()
    in_front_of((ann, bob), "18.10(b)")
    in_front_of((ann, bob), "No more bets")


def reload_in_the_middle(ann: Player) -> None:
    before = cards(ann)
    assert before
    ann.page.reload()
    expect(ann.page.get_by_test_id("move-let-it-ride")).to_be_visible()
    assert cards(ann) == before


def come_back_and_finish(ann: Player, bob: Player) -> None:
    """The pages find the new server by themselves; the question still stands."""
    for player in (ann, bob):
        expect(player.page.get_by_test_id("lost")).to_be_hidden(timeout=2 * PATIENCE)
    expect(ann.page.get_by_test_id("move-let-it-ride")).to_be_visible()
    decide((ann, bob))
    for player in (ann, bob):
        expect(player.page.get_by_test_id("ready-button")).to_be_visible()
        expect(player.page.get_by_test_id("why").first).to_be_visible()


def ask_why(ann: Player) -> None:
    ann.page.goto(f"{ann.server.url}/history")
    ann.page.get_by_role("link", name="why round 1").click()
    expect(ann.page.locator("body")).to_contain_text("bet 3")
    expect(ann.page.locator("body")).to_contain_text("18.10(g)")


def play_craps(ann: Player, bob: Player) -> None:
    for player, seat in ((ann, 3), (bob, 12)):
        player.go_to(CRAPS)
        player.sit(seat)
    ann.wager("pass", "5")
    bob.wager("dont-pass", "5")
    ann.wager("field", "5.50")
    expect(ann.page.get_by_test_id("refusal").first).to_contain_text("multiple of $1")
    ann.press("ready-button")
    bob.press("ready-button")
    in_front_of((ann, bob), "round 2")
    expect(ann.page.get_by_test_id("said")).not_to_be_empty()
    expect(ann.page.get_by_test_id("why").first).to_be_visible()


def test_a_double_click_does_it_once(opened: Browser, tmp_path: Path) -> None:
    with Server(tmp_path / "pitboss.db") as server:
        ann = Player(opened, server, "Ann")
        ann.go_to(CRAPS)
        expect(ann.page.get_by_test_id("lost")).to_be_hidden()
        ann.page.get_by_test_id("sit-3").get_by_role("button").dblclick()
        expect(ann.page.get_by_test_id("you-chips")).to_have_text("$500")
        expect(ann.page.get_by_test_id("refusal")).to_have_count(0)
        ann.page.get_by_test_id("offer-pass").locator("xpath=ancestor::details/summary").click()
        for dollars, chips in (("5", "$495"), ("10", "$485")):
            form = ann.page.get_by_test_id("offer-pass")
            form.get_by_role("spinbutton").fill(dollars)
            form.get_by_role("button").dblclick(delay=80)  # the answer comes between the clicks
            expect(ann.page.get_by_test_id("you-chips")).to_have_text(chips)
            ann.page.wait_for_timeout(300)
            expect(ann.page.get_by_test_id("you-chips")).to_have_text(chips)
        # Before the answer has come, however it is sent.
        ann.page.evaluate(
            "() => { const form = document.querySelector('[data-testid=offer-field]');"
            " form.requestSubmit(); form.requestSubmit(); }"
        )
        expect(ann.page.get_by_test_id("you-chips")).to_have_text("$480")
        ann.page.wait_for_timeout(300)
        expect(ann.page.get_by_test_id("you-chips")).to_have_text("$480")
        assert not ann.complaints
        ann.context.close()
