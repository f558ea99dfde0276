"""Irregularities of games beyond the held texts, caused on the page of a table and ruled there, in a real browser."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from kit import programs
from kit.disturbed import Case
from kit.inside import Listening, until
from kit.parts import part
from kit.patience import PATIENCE
from kit.serving import ask
from kit.stacked import StackedSource
from pitboss.engine.chance import Source
from pitboss.engine.inputs import Input, Spin
from pitboss.engine.waits import SpinWanted, Wait, Window
from pitboss.games import REGISTERED, load
from pitboss.law.force import split_citation
from pitboss.law.register import register
from pitboss.server.access.sessions import COOKIE
from pitboss.store.staff_act_prefixes import CAUSED, TO_COME
from pitboss.table.cards import parse_cards
from pitboss.table.steps import Step
from pitboss.table.table import SHOE

GAMES = [game for game in REGISTERED if load(game).is_beyond]
ALL = [  # one of each game always, the others now and then
    pytest.param(game, name, marks=[pytest.mark.soak] if at else [])
    for game in GAMES
    for at, name in enumerate(part(game, "disturbed").CASES)
]
HOUSES = [house for game in GAMES for house in part(game, "disturbed").HOUSES]
AT_ONCE = 'localStorage.setItem("pitboss", JSON.stringify({ pace: "instant", hold: 120 }));'

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


class RiggedSource(Source):
    """A source of chance that has the wheel come to rest at a given stop once."""

    def __init__(self, source: Source, stop: int) -> None:
        super().__init__(source.label, source._draw)
        self._stops = [stop]

    def answers(self, wait: Wait | None) -> Input | None:
        return Spin(self._stops.pop()) if isinstance(wait, SpinWanted) and self._stops else super().answers(wait)


class WatchedTable:
    """A server, a player who acts without a page, and a supervisor at a window."""

    def __init__(self, browser: Browser, server: Listening) -> None:
        self.server, self.done, self.players = server, 0, dict[int, str]()  # the cookie of the player at each table
        store, self.cookie = server.casino.store, server.name("Sue")
        store.accounts.set_role(store.accounts.find("Sue")[0].id, "supervisor").result()
        self.context = browser.new_context(viewport={"width": 1280, "height": 800})
        self.context.add_cookies([{"name": COOKIE, "value": self.cookie, "url": server.url}])
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(1_000 * PATIENCE)
        self.page.add_init_script(AT_ONCE)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def table(self, case: Case) -> int:
        tables = self.server.casino.tables.items()
        return int(next(number for number, live in tables if live.house.name == case.house.name))

    def round(self, table: int) -> int:
        return int(self.server.casino.tables[table].driver.carry.round)

    def player(self, table: int) -> str:
        if table not in self.players:
            self.players[table] = self.server.name(f"Ann {table}")
        return self.players[table]

    def act(self, table: int, given: dict[str, Any]) -> None:
        self.done += 1
        body = {"id": f"ann-does-{self.done}", "act": given}
        answer = ask(
            "POST", f"{self.server.url}/api/tables/{table}/act", cookies={COOKIE: self.player(table)}, json=body
        )
        assert answer.status_code == 200, answer.text

    def wagers(self, table: int, case: Case) -> None:
        if 1 not in self.server.casino.tables[table].driver.table.players:
            self.act(table, {"input": "sit", "seat": 1, "chips": 100_000})
        self.act(table, {"input": "wager", "stakes": dict(case.stakes)})

    def ready(self, table: int) -> None:
        self.act(table, {"table": "ready", "round": self.round(table)})

    def answers(self, table: int, choice: str) -> None:
        self.act(table, {"input": "answer", "choice": choice})

    def supervises(self, method: str, table: int, path: str, **body: Any) -> Any:
        """Act as a supervisor without a page."""
        url, cookies = f"{self.server.url}/api/tables/{table}/{path}", {COOKIE: self.cookie}
        answer = ask(method, url, cookies=cookies, **({} if method == "GET" else {"json": {**body, "why": "a drill"}}))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def is_read_by(self, table: int, case: Case) -> None:
        setting = self.supervises("GET", table, "setting-form")["setting"]
        self.supervises("PUT", table, "setting", **{**setting, "readings": case.readings})

    def few_are_left(self, table: int, case: Case) -> None:
        """Repeat the incident without a page until the shoe has this few cards."""
        offered = self.supervises("GET", table, "supervision")["incidents"]
        (kind,) = [each for each in offered if each["kind"] == case.kind]
        values = {
            field["name"]: choice["value"]
            for field in kind["fields"]
            for choice in field["choices"]
            if choice["label"] == case.fields[field["name"]]
        }
        while len(self.server.casino.tables[table].driver.table.cards(SHOE)) > case.left:
            self.supervises("POST", table, "incident", incident={"kind": case.kind, **values})

    def ready_until(self, table: int, holds: Callable[[], bool]) -> None:
        """Have the players be ready until the condition holds."""

        def condition_holds() -> bool:
            live = self.server.casino.tables[table]
            if holds():
                return True
            if (asked := live.driver.question) is not None and asked.seat == 1:
                self.act(table, {"input": "answer", "choice": asked.default, "position": asked.position})
            elif isinstance(live.driver.wait, Window) and live.driver.table.wagers() and not live.seats.people[1].ready:
                self.ready(table)
            return False

        until(condition_holds)

    def round_cites(self, table: int, cites: list[str]) -> bool:
        """Return whether acts of the round cite all of these."""
        log = self.server.casino.tables[table].driver.log
        return {*cites} <= {each for item in log if isinstance(item, Step) for each in split_citation(item.cite)}

    def comes_to_rest(self, table: int, stop: int) -> None:
        live = self.server.casino.tables[table]
        live.dealer.source = RiggedSource(live.dealer.source, stop)

    def lies_in_the_shoe(self, table: int, case: Case) -> None:
        live = self.server.casino.tables[table]
        assert live.driver.carry.round == 1, "cards are stacked where nobody has played yet"
        cut = live.house.dealt_from == "shoe"
        live.dealer.source = StackedSource(parse_cards(case.cards, live.house.packs), cut=cut)

    def causes(self, case: Case, fields: Mapping[str, str]) -> None:
        kind = case.kind.replace(" ", "-")
        self.page.get_by_test_id(f"incident-later-{kind}" if case.later else f"incident-{kind}").click()
        for field, label in fields.items():
            control = self.page.get_by_test_id(f"incident-field-{field}")
            if control.evaluate("field => field.tagName") == "INPUT":
                control.fill(label)
            else:
                control.select_option(label=label[:1].upper() + label[1:])
        self.page.get_by_test_id("incident-why").fill("a drill")
        self.page.get_by_test_id("incident-do").click()
        newest = self.page.get_by_test_id("staff-acts").locator("li").first
        expect(newest).to_contain_text(f"{TO_COME if case.later else CAUSED}{case.kind}")
        if case.later:
            expect(self.page.get_by_test_id("incident-to-come")).to_contain_text(case.kind)


@pytest.fixture(scope="module")
def incident_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedTable]:
    chromium = programs.find("chromium")
    assert chromium is not None, "there must be a Chromium here"
    expect.set_options(timeout=1_000 * PATIENCE)
    with (
        Listening(tmp_path_factory.mktemp("disturbed") / "pitboss.db", HOUSES, buffer=1 << 16) as server,
        sync_playwright() as play,
    ):
        launched = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        found_ = WatchedTable(launched, server)
        yield found_
        assert not found_.complaints
        launched.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_of_the_facts_has_a_case(game: str) -> None:
    known = part(game, "disturbed")
    own = [name for name, case in known.CASES.items() if not case.cites]
    ruled = {f"beyond:{game}.{each}" for name in own for each in name.split(", ")}
    asked = {id_ for _, id_ in register(load(game).package) if id_.startswith(f"beyond:{game}.9(")}
    assert asked
    assert asked <= ruled


@pytest.mark.parametrize("width", [1280, 900, 390])
def test_every_window_says_that_it_is_no_law(incident_pages: WatchedTable, width: int) -> None:
    page = incident_pages.page
    for table in incident_pages.server.casino.tables:
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{incident_pages.server.url}/t/{table}")
        expect(page.get_by_test_id("undated")).to_be_visible()
        expect(page.get_by_test_id("undated")).to_contain_text("not law")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.locator("ol.acts").first).not_to_contain_text("Section")  # its parts are no sections of a text
    page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.parametrize(("game", "name"), ALL)
def test_an_incident_is_caused_and_ruled_on_the_page(incident_pages: WatchedTable, game: str, name: str) -> None:
    case: Case = part(game, "disturbed").CASES[name]
    cites = [f"beyond:{case.cites or game}.{paragraph}" for paragraph in name.split(", ")]
    page, table = incident_pages.page, incident_pages.table(case)
    if case.readings:
        incident_pages.is_read_by(table, case)
    if case.cards:
        incident_pages.lies_in_the_shoe(table, case)
    if not case.empty:
        incident_pages.wagers(table, case)
    if case.left:
        incident_pages.few_are_left(table, case)
    if case.after or case.answers is not None:
        incident_pages.ready(table)
    for choice in case.answers or ():
        incident_pages.answers(table, choice)
    page.goto(f"{incident_pages.server.url}/t/{table}")
    page.get_by_test_id("tab-staff").click()
    before = incident_pages.round(table)
    if case.kind:
        incident_pages.causes(case, case.fields)
    if case.then is not None:
        incident_pages.causes(case, case.then)
    if case.empty:
        incident_pages.wagers(table, case)
    if case.stop is not None:
        incident_pages.comes_to_rest(table, case.stop)
    if case.again:
        incident_pages.ready_until(table, lambda: incident_pages.round_cites(table, cites))
        for cite in cites:
            expect(page.locator("ol.acts").locator(f"[data-cite='{cite}']").first).to_be_attached()
    if case.after:
        page.get_by_test_id("order-fill").click()  # the payment that betting was over for
    incident_pages.ready_until(table, lambda: incident_pages.round(table) == before + 1)
    if case.later:
        expect(page.get_by_test_id("staff-acts").locator("li").first).to_contain_text(CAUSED + case.kind)
        expect(page.get_by_test_id("incident-to-come")).to_have_count(0)
    if case.order:
        page.get_by_test_id("ruling-why").fill("the drill is over")
        page.get_by_test_id(f"order-{case.order.replace(' ', '-')}").click()
        expect(page.get_by_test_id("order")).to_have_count(0)
    page.goto(f"{incident_pages.server.url}/t/{table}/rounds/{before}")
    for cite in cites:
        expect(page.locator("ol.told").get_by_role("link", name=cite, exact=True).first).to_be_visible()
