"""The supervisor's panel and the page "House" in a real browser: what is pressed there happens, and is recorded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from kit import programs
from kit.inside import Listening
from kit.patience import PATIENCE
from kit.serving import ask
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.server.access.sessions import COOKIE
from server.test_out_of_service import REFUSED, leave_behind

FLAGS = ("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync")
LIR, CRAPS = 1, 2
COLUMN, PHONE = 320, 390
NUMBERS = count(1)  # no two have the same name

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

# The panel by itself, in a column as wide as the page's.
MOUNTED = """async ([table, width]) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "/static/supervisor.css";
  const loaded = new Promise((resolve) => { link.onload = resolve; });
  document.head.append(link);
  await loaded;
  const column = document.createElement("div");
  column.id = "column";
  column.style.width = `${width}px`;
  const main = document.querySelector("main");
  main.style.padding = "0";
  main.style.margin = "0";
  main.replaceChildren(column);
  const { supervisorPanel } = await import("/static/supervisor.js");
  window.panel = supervisorPanel(column, table, { onCount: (count) => { window.count = count; } });
}"""


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
    houses = [LetItRideHouse(bonus=True, shuffler="shuffler"), CrapsHouse()]
    with Listening(tmp_path_factory.mktemp("panel") / "pitboss.db", houses, buffer=1 << 16) as running:
        yield running


class Staff:
    """A member of the staff with a page, whose errors are kept."""

    def __init__(self, browser: Browser, server: Listening, name: str, role: str, width: int = 1280) -> None:
        self.url, self.cookie = server.url, server.name(name)
        self.store = server.casino.store
        self.store.accounts.set_role(self.store.accounts.find(name)[0].id, role).result()
        self.context = browser.new_context(viewport={"width": width, "height": 844})
        self.context.add_cookies([{"name": COOKIE, "value": self.cookie, "url": server.url}])
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(1_000 * PATIENCE)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning") and "status of 4" not in message.text:
            self.complaints.append(message.text)

    def supervises(self, table: int, width: int = COLUMN) -> Page:
        self.page.goto(f"{self.url}/readings")  # a page with nothing of its own on it
        self.page.evaluate(MOUNTED, [table, width])
        expect(self.page.get_by_test_id("state")).to_be_visible()
        return self.page

    def did(self, table: int | None = None) -> list[tuple[str, str]]:
        """Return what the staff did and why, oldest first."""
        return [(act.what, act.why) for act in reversed(self.store.staff_acts(table))]

    def picture(self, name: str) -> None:
        """Save a screenshot, if a folder for them is set."""
        if folder := os.environ.get("PICTURES"):
            self.page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.fixture
def sue(browser: Browser, server: Listening) -> Iterator[Staff]:
    staff = Staff(browser, server, f"Sue {next(NUMBERS)}", "supervisor")
    yield staff
    staff.context.close()
    assert not staff.complaints


def act(server: Listening, cookie: str, table: int, id_: str, given: dict[str, Any]) -> None:
    body = {"id": id_, "act": given}
    answer = ask("POST", f"{server.url}/api/tables/{table}/act", cookies={COOKIE: cookie}, json=body)
    assert answer.status_code == 200, answer.text


def test_an_irregularity_is_caused_and_ruled_on(server: Listening, sue: Staff) -> None:
    ann = server.name("Ann")
    act(server, ann, LIR, "ann-sits-down", {"input": "sit", "seat": 3, "chips": 50_000})
    bets = {"bet 1": 500, "bet 2": 500, "bet 3": 500}
    act(server, ann, LIR, "ann-wagers", {"input": "wager", "stakes": bets})
    act(server, ann, LIR, "ann-is-ready", {"table": "ready", "round": 1})
    page = sue.supervises(LIR)
    assert page.evaluate("window.count") == 0
    sue.picture("panel")
    page.get_by_test_id("incident-card-exposed").click()
    page.get_by_test_id("incident-field-place").select_option(label="The community cards")
    page.get_by_test_id("incident-do").click()
    expect(page.get_by_test_id("refusal")).to_contain_text("The reason is missing")
    page.get_by_test_id("incident-why").fill("a <b>drill</b>")
    sue.picture("incident")
    page.get_by_test_id("incident-do").click()
    expect(page.get_by_test_id("order")).to_contain_text("A ruling is needed")
    assert page.evaluate("window.count") == 1
    sue.picture("ruling")
    expect(page.get_by_test_id("staff-acts").locator("li").first).to_contain_text("“a <b>drill</b>”")
    page.get_by_test_id("order").get_by_role("button", name="paragraph cited").click()
    page.get_by_test_id("order-void-the-hands").click()
    expect(page.get_by_test_id("order")).to_have_count(0)
    expect(page.get_by_test_id("staff-acts").locator("li").first).to_contain_text("Ruled: void the hands")
    assert page.evaluate("window.count") == 0
    assert sue.did(LIR)[0] == ("Caused: card exposed (the community cards, card 1)", "a <b>drill</b>")
    act(server, ann, LIR, "ann-gets-up", {"input": "leave"})


def test_typed_text_stays_while_the_table_goes_on(server: Listening, sue: Staff) -> None:
    page = sue.supervises(CRAPS)
    page.get_by_test_id("cage-chips").fill("250")
    page.get_by_test_id("incident-die-cocked").click()
    page.get_by_test_id("incident-why").fill("half a rea")
    page.get_by_test_id("state-why").fill("closing time")
    before = page.get_by_test_id("inventory").inner_text()
    answer = ask(
        "POST",
        f"{server.url}/api/tables/{CRAPS}/fill",
        cookies={COOKIE: sue.cookie},
        json={"cents": 70_000, "why": "a drill"},
    )
    assert answer.status_code == 200
    page.evaluate("window.panel.refresh()")
    expect(page.get_by_test_id("inventory")).not_to_have_text(before)
    expect(page.get_by_test_id("cage-chips")).to_have_value("250")
    expect(page.get_by_test_id("incident-why")).to_have_value("half a rea")
    expect(page.get_by_test_id("state-why")).to_have_value("closing time")


def test_state_cage_and_name_can_be_changed_on_the_page(server: Listening, sue: Staff) -> None:
    page = sue.supervises(CRAPS)
    at = len(sue.did(CRAPS))
    page.get_by_test_id("state-paused").click()
    expect(page.get_by_test_id("refusal")).to_contain_text("The reason is missing.")
    expect(page.get_by_test_id("state-why")).to_be_focused()
    page.get_by_role("button", name="dealer change").click()
    page.get_by_test_id("state-paused").click()
    expect(page.get_by_test_id("state")).to_have_text("Paused")
    expect(page.get_by_test_id("state-why")).to_have_value("")  # the next has its own
    page.get_by_test_id("state-why").fill("the new dealer is here")
    page.get_by_test_id("state-open").click()
    expect(page.get_by_test_id("state")).to_have_text("Open")
    page.get_by_test_id("cage-chips").fill("much")
    page.get_by_test_id("cage-fill").click()
    expect(page.get_by_test_id("cage").locator("xpath=..").get_by_test_id("refusal")).to_contain_text("no amount")
    page.get_by_test_id("cage-chips").fill("1,250.00")
    page.get_by_test_id("cage-why").fill("short of greens")
    page.get_by_test_id("cage-fill").click()
    expect(page.get_by_test_id("cage-chips")).to_have_value("")
    page.get_by_test_id("cage-chips").fill("50")
    page.get_by_test_id("cage-why").fill("too many")
    page.get_by_test_id("cage-credit").click()
    expect(page.get_by_test_id("staff-acts").locator("li").first).to_contain_text("Took a credit of $50")
    page.get_by_test_id("rename-name").fill("Dice & co")
    page.get_by_test_id("name-why").fill("as the sign says")
    page.get_by_test_id("rename-do").click()
    expect(page.get_by_test_id("staff-acts").locator("li").first).to_contain_text("“Dice & co”")
    assert [what for what, _ in sue.did(CRAPS)[at:]] == [
        "Paused the table",
        "Opened the table",
        "Brought a fill of $1,250",
        "Took a credit of $50",
        "Renamed the table from “Craps 1” to “Dice & co”",
    ]


def test_settings_for_the_next_round_say_what_they_call_for(server: Listening, sue: Staff) -> None:
    page = sue.supervises(LIR)
    page.get_by_text("Choose settings").click()
    page.get_by_test_id("setting-minimum").fill("25")
    page.get_by_test_id("setting-bonus").uncheck()
    page.get_by_test_id("setting-shuffler").select_option("")
    page.get_by_test_id("setting-three-card-bonus").select_option("A")
    expect(page.locator(".sup-pays").first).to_be_attached()
    expect(page.get_by_text("40 to 1")).to_be_visible()
    page.get_by_text("Readings (").click()
    page.get_by_test_id("reading-own-cards").select_option("literal")
    page.get_by_test_id("setting-try").click()
    notices = page.get_by_test_id("setting-notices")
    for cite in ("18.12(f)", "18.6A(a)"):
        expect(notices.locator(f"button[data-cite='{cite}']")).to_be_visible()
    expect(page.get_by_test_id("setting-changes").locator("li")).to_have_count(5)
    sue.picture("setting")
    page.get_by_test_id("setting-payout-limit").fill("5")
    page.get_by_test_id("setting-try").click()
    expect(page.get_by_test_id("refusal").locator("button[data-cite='18.11(c)']")).to_be_visible()
    page.get_by_test_id("setting-payout-limit").fill("")
    page.get_by_test_id("setting-why").fill("a quiet evening")
    page.get_by_test_id("setting-do").click()
    expect(page.get_by_test_id("staff-acts").locator("li").first).to_contain_text("Minimum: $5 → $25")
    live = server.casino.tables[LIR]
    assert (live.house.minimum, live.house.bonus, live.rules.reads("own-cards")) == (2_500, False, "literal")


@pytest.mark.parametrize("width", [COLUMN, PHONE])
def test_the_supervisor_panel_fits_a_narrow_column(browser: Browser, server: Listening, width: int) -> None:
    staff = Staff(browser, server, f"Narrow {width}", "supervisor", width)
    page = staff.supervises(LIR, width)
    page.get_by_text("Choose settings").click()
    expect(page.get_by_test_id("setting-minimum")).to_be_visible()
    wide = page.evaluate(
        """() => [...document.querySelectorAll("#column *")]
          .filter((each) => each.getBoundingClientRect().right > column.getBoundingClientRect().right + 1)
          .map((each) => each.outerHTML.slice(0, 80))"""
    )
    assert wide == []
    small = page.evaluate(
        """(least) => [...column.querySelectorAll("button, select, input:not([type=checkbox])")]
          .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < least - 0.5)
          .map((each) => each.outerHTML.slice(0, 80))""",
        44,
    )
    assert small == []
    staff.picture(f"narrow_{width}")
    assert not staff.complaints
    staff.context.close()


def test_the_house_has_a_page_of_its_own(browser: Browser, server: Listening) -> None:
    chief = Staff(browser, server, "Chief", "admin")
    server.name("Newcomer")
    page = chief.page
    page.goto(f"{server.url}/house")
    page.get_by_test_id("new-table-name").fill("<i>Back room</i>")
    page.get_by_test_id("new-table-game").select_option("ultimate-texas-holdem")
    page.get_by_test_id("new-table").get_by_role("button", name="more players").click()
    page.get_by_test_id("new-table-do").click()
    expect(page.get_by_test_id("house-tables")).to_contain_text("<i>Back room</i>")
    page.get_by_test_id("new-table-name").fill("<i>Back room</i>")
    page.get_by_test_id("new-table-why").fill("more players")
    page.get_by_test_id("new-table-do").click()
    expect(page.get_by_test_id("new-table").get_by_test_id("refusal")).to_contain_text("There is already a table")
    page.get_by_test_id("role-name").fill("Newcomer")
    page.get_by_test_id("role-why").fill("has learned it")
    page.get_by_test_id("role-do").click()
    expect(page.get_by_test_id("staff")).to_contain_text("Newcomer supervisor")
    expect(page.get_by_test_id("staff-acts")).to_contain_text("Made Newcomer supervisor (was player)")
    chief.picture("house")
    assert not chief.complaints
    chief.context.close()


def test_staff_see_no_seat_to_take_and_read_why(server: Listening, sue: Staff) -> None:
    sue.page.goto(server.url)
    expect(sue.page.get_by_test_id("barred")).to_contain_text("Staff do not play at tables that they supervise.")
    expect(sue.page.locator(f"[data-table='{LIR}']").get_by_text("Watch")).to_be_visible()
    expect(sue.page.locator("[data-sit]")).to_have_count(0)
    sue.page.goto(f"{server.url}/t/{LIR}")
    expect(sue.page.get_by_test_id("question")).to_contain_text("Staff do not play here.")
    expect(sue.page.locator("#bar [data-do='sit'], #ears [data-do='sit']")).to_have_count(0)
    expect(sue.page.locator("#felt .free").first).to_be_hidden()


def test_the_house_page_is_closed_to_players(server: Listening) -> None:
    ann = server.name("Curious")
    answer = ask("GET", f"{server.url}/house", cookies={COOKIE: ann})
    assert answer.status_code == 403
    assert "text/html" in answer.headers["content-type"]
    assert ask("GET", f"{server.url}/house").status_code == 401


def test_people_have_a_page_of_their_own_which_an_auditor_reads(browser: Browser, server: Listening) -> None:
    server.name("Unruly")
    chief = Staff(browser, server, "Warden", "admin")
    page = chief.page
    page.goto(f"{server.url}/house/people?q=unruly")
    unruly = page.get_by_test_id("person-Unruly")
    unruly.locator("summary").click()
    unruly.get_by_test_id("ban").get_by_label("Why").fill("threw a chair")
    unruly.get_by_test_id("ban").get_by_role("button", name="Ban", exact=True).click()
    expect(unruly).to_contain_text("banned")
    expect(page.get_by_test_id("people-count")).to_contain_text("1 of ")
    expect(page.get_by_test_id("done")).to_have_text("Done: Ban, Unruly.")
    expect(unruly.locator("summary")).to_be_focused()
    assert not chief.complaints
    chief.context.close()
    auditor = Staff(browser, server, "Reader", "auditor", 360)
    auditor.page.goto(f"{server.url}/house/people")
    expect(auditor.page.get_by_test_id("person-Unruly")).to_contain_text("banned")
    assert auditor.page.locator("form[data-call]").count() == 0
    assert auditor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    auditor.picture("people_360")
    assert not auditor.complaints
    auditor.context.close()


def test_a_supervisor_voids_a_round_and_has_somebody_leave(server: Listening, sue: Staff) -> None:
    loud = server.name("Loud")
    act(server, loud, LIR, "loud-sits-down", {"input": "sit", "seat": 2, "chips": 20_000})
    bets = {"bet 1": 2_500, "bet 2": 2_500, "bet 3": 2_500}  # also where the least was raised
    act(server, loud, LIR, "loud-wagers", {"input": "wager", "stakes": bets})
    page = sue.supervises(LIR)
    page.get_by_test_id("void-cite").fill("18.99(z)")
    page.get_by_test_id("void-why").fill("a drill")
    page.get_by_test_id("void-do").click()
    expect(page.get_by_test_id("refusal")).to_contain_text("is not a paragraph of Let It Ride")
    page.get_by_test_id("void-cite").fill("house:void")
    page.get_by_test_id("void-do").click()
    expect(page.get_by_test_id("void")).to_have_count(0)
    page.get_by_test_id("kick-name").select_option("Loud")
    page.get_by_test_id("kick-why").fill("too loud")
    sue.picture("kick")
    page.get_by_test_id("kick-do").click()
    expect(page.get_by_test_id("kick")).to_have_count(0)
    assert sue.did(LIR)[-2:] == [
        ("Voided the round by house:void: every wager of it went back", "a drill"),
        ("Had somebody leave the table: Loud from seat 2", "too loud"),
    ]


def test_an_incident_that_cannot_happen_yet_waits_for_its_moment(server: Listening, sue: Staff) -> None:
    eve, live = server.name("Eve"), server.casino.tables[LIR]
    act(server, eve, LIR, "eve-sits-down", {"input": "sit", "seat": 5, "chips": 20_000})
    bets = {"bet 1": 2_500, "bet 2": 2_500, "bet 3": 2_500}
    act(server, eve, LIR, "eve-wagers", {"input": "wager", "stakes": bets})
    page = sue.supervises(LIR)
    page.get_by_test_id("incident-later-extra-card").click()
    page.get_by_test_id("incident-field-place").select_option(label="Position 5")
    page.get_by_test_id("incident-why").fill("a drill")
    sue.picture("later")
    page.get_by_test_id("incident-do").click()
    expect(page.get_by_test_id("incident-to-come")).to_contain_text("extra card (position 5)")
    expect(page.get_by_test_id("incident-later-extra-card")).to_have_count(0)  # one at a time
    expect(page.get_by_test_id("incident-card-missing")).to_be_visible()  # what can happen now still can
    sue.picture("to_come")
    act(server, eve, LIR, "eve-is-ready", {"table": "ready", "round": live.driver.carry.round})
    page.evaluate("window.panel.refresh()")
    expect(page.get_by_test_id("incident-to-come")).to_have_count(0)
    assert sue.did(LIR)[-2:] == [
        ("To come later in this round, unless the server stops: extra card (position 5)", "a drill"),
        ("Caused: extra card (position 5)", "a drill"),
    ]


# --- a table that cannot be played at


@pytest.mark.soak
@pytest.mark.parametrize("width", [1280, PHONE])
def test_a_table_out_of_service_is_set_or_closed_and_deleted(browser: Browser, tmp_path: Path, width: int) -> None:
    for name, kind in (("set.db", "no commission"), ("gone.db", "no setting")):
        leave_behind(tmp_path / name, REFUSED[kind], seated=False)
    with Listening(tmp_path / "set.db", buffer=1 << 16) as running:
        sue = Staff(browser, running, f"Sue {next(NUMBERS)}", "supervisor", width)
        page = sue.page
        page.goto(f"{running.url}/t/1")
        expect(page.get_by_test_id("out-of-service")).to_contain_text("33.10(h)2i")
        expect(page.get_by_test_id("state-open")).to_have_count(0)
        expect(page.get_by_test_id("cage")).to_have_count(0)
        page.get_by_test_id("setting").locator("summary").first.click()
        page.get_by_test_id("setting-commission-percent").fill("10")
        page.get_by_test_id("setting-why").fill("as before")
        sue.picture(f"out-of-service-{width}")
        page.get_by_test_id("setting-do").click()
        expect(page.get_by_test_id("picture")).to_be_attached()
        assert ("Gave the table settings by which it can be played", "as before") in sue.did(1)
        assert sue.complaints == []
        sue.context.close()
    with Listening(tmp_path / "gone.db", buffer=1 << 16) as running:
        sue = Staff(browser, running, f"Sue {next(NUMBERS)}", "supervisor", width)
        page = sue.page
        page.goto(f"{running.url}/t/1")
        page.get_by_test_id("state-why").fill("nobody can play here")
        page.get_by_test_id("state-closed").click()
        page.get_by_test_id("put-away-why").fill("nobody can play here")
        page.get_by_test_id("put-away").click()
        expect(page.get_by_test_id("table-link-2")).to_be_visible()
        expect(page.get_by_test_id("table-link-1")).to_have_count(0)
        assert sue.complaints == []
        sue.context.close()
