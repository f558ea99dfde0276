"""The page of a finished round in a real browser: a slider by keys, the same picture as the table, nothing too wide."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from kit import programs
from kit.series import first_two
from kit.serving import TABLES, Person, Server
from pitboss.server.views.round_replay import Replay, ShownAct
from server.test_browser import MILLISECONDS, browser
from server.test_history import looks

__all__ = ["browser"]

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


class Frugal(Person):
    """A person who brings little enough to sit at every table."""

    def _bring(self) -> int:
        chips = super()._bring() // 4
        return chips - chips % int(self.view["smallest_chip"])


class Reader:
    """Ann's browser. She has played a round at every table. What the page logs to the console is kept."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.url = server.url
        ann = Frugal(server, "Ann", 1)
        for table in TABLES:
            ann.connect(server, table)
            for _ in range(400):
                ann.play(1)
                if ann.view["round"] > 1:
                    break
        ann.close()
        self.ann = ann
        self.said: list[str] = []
        self.context = browser.new_context(viewport=DESK)  # type: ignore[arg-type]
        self.context.add_cookies([{"name": key, "value": value, "url": self.url} for key, value in ann.cookies.items()])
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(MILLISECONDS)
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    def opens(self, table: int, more: str = "") -> None:
        self.page.goto("about:blank")
        self.page.goto(f"{self.url}/t/{table}/rounds/1{more}")
        expect(self.page.locator("#replay[data-ready=yes]")).to_be_visible()

    def too_wide(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


@pytest.fixture(scope="module")
def reader(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    with Server(tmp_path_factory.mktemp("replay") / "pitboss.db", limited=False) as server:
        found = Reader(browser, server)
        yield found
        assert not found.said
        found.context.close()
        assert server.stop() == 0


def test_the_slider_moves_by_keys(reader: Reader) -> None:
    reader.opens(1)
    page, at = reader.page, reader.page.locator("#replay")
    acts = len(reader.ann.get("/api/tables/1/rounds/1/replay")["acts"])
    number = page.get_by_test_id("act-number")
    expect(number).to_have_text("Before the first act")
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text(f"Act 1 of {acts}")
    page.keyboard.press("End")
    expect(number).to_have_text("Settled")
    page.keyboard.press("ArrowLeft")
    expect(number).to_have_text(f"Act {acts} of {acts}")
    page.keyboard.press("Home")
    expect(at).to_have_attribute("data-at", "0")
    page.get_by_test_id("slider").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(at).to_have_attribute("data-at", "2")  # once for each press, though the slider knows the arrows too
    told = page.get_by_test_id("act-told").inner_text()
    assert told in (page.get_by_test_id("slider").get_attribute("aria-valuetext") or "")
    page.get_by_test_id("speed").select_option("4")
    page.get_by_test_id("slider").focus()
    page.keyboard.press("Space")
    expect(page.get_by_test_id("play")).to_contain_text("Pause")
    page.wait_for_function("() => Number(document.getElementById('replay').dataset.at) > 3")
    page.keyboard.press("Space")
    expect(page.get_by_test_id("play")).to_contain_text("Play")


def test_a_link_leads_to_an_act(reader: Reader) -> None:
    reader.opens(1, "#act=5")
    replay = reader.ann.get("/api/tables/1/rounds/1/replay")
    expect(reader.page.get_by_test_id("act-told")).to_have_text(replay["acts"][4]["told"])
    expect(reader.page.get_by_test_id("act-link")).to_have_attribute("href", "#act=5")
    reader.page.keyboard.press("ArrowRight")
    assert reader.page.evaluate("location.hash") == "#act=6"
    expect(reader.page.get_by_test_id("verified")).to_contain_text("Record intact")


@pytest.mark.parametrize("table", first_two(TABLES), ids=TABLES.get)
def test_every_stop_is_drawn_and_fits(reader: Reader, table: int) -> None:
    replay = reader.ann.get(f"/api/tables/{table}/rounds/1/replay")
    reader.page.set_viewport_size(DESK)  # type: ignore[arg-type]
    reader.opens(table)
    acts = tuple(ShownAct(**act) for act in replay["acts"])
    last = looks(Replay(replay["view"], acts))[-1]
    applied = reader.page.evaluate(
        """async (replay) => {
          const { applyChanges } = await import("/static/changes.js");
          return replay.acts.reduce((view, act) => applyChanges(view, act.changes), replay.view);
        }""",
        replay,
    )
    derived = {key: applied.pop(key) for key in ("said",)}
    assert derived["said"] == ([last["words"]] if last["words"] else [])
    seats = [{**seat, "chips": last["chips"][str(seat["number"])]} for seat in last["seats"]]
    assert applied == {**last, "seats": seats}
    for size in (DESK, PHONE):
        reader.page.set_viewport_size(size)  # type: ignore[arg-type]
        for key in ("Home", "End"):
            reader.page.keyboard.press(key)
            expect(reader.page.get_by_test_id("picture").locator("svg")).to_be_visible()
            assert not reader.too_wide(), key
    reader.page.set_viewport_size(DESK)  # type: ignore[arg-type]


def test_the_list_has_a_chart_that_keys_walk_along(reader: Reader) -> None:
    for size in (DESK, PHONE):
        reader.page.set_viewport_size(size)  # type: ignore[arg-type]
        reader.page.goto(f"{reader.url}/history")
        slider = reader.page.get_by_label("Round on the chart")
        expect(slider).to_have_value(str(len(TABLES)))
        slider.focus()
        reader.page.keyboard.press("Home")
        link = reader.page.get_by_test_id("chart-value").get_by_role("link")
        first = reader.ann.get("/api/me/rounds.json")["rounds"][-1]
        expect(link).to_have_attribute("href", f"/t/{first['table']}/rounds/{first['round']}")
        assert not reader.too_wide()
        expect(reader.page.get_by_test_id("rounds").locator("tbody tr")).to_have_count(len(TABLES))


def test_a_round_page_without_a_replay_says_so(reader: Reader) -> None:
    page = reader.context.new_page()
    page.route("**/replay", lambda route: route.fulfill(status=404, json={"detail": "it cannot"}))
    page.goto(f"{reader.url}/t/1/rounds/1")
    expect(page.get_by_test_id("no-replay")).to_contain_text("read below")
    expect(page.get_by_test_id("replay")).to_be_hidden()
    page.close()
