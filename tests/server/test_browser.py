"""Two people at the table of every game in a real browser: they play by what the page offers, reload in the middle,
lose the connection and come back. No game is known here."""

from __future__ import annotations

import json
import lzma
import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

import pitboss
from kit import programs
from kit.parts import TESTS
from kit.patience import PATIENCE
from kit.series import first, first_two
from kit.serving import TABLES, Server
from pitboss.games import REGISTERED
from pitboss.server.live.chip_count import PRACTICE
from pitboss.store.audit.database_audit import audit

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MILLISECONDS = 1_000 * PATIENCE
MOST_ANSWERS = 30  # of two people in one round
DESK, PHONE = (1280, 800), (390, 844)
AGAIN = 20_000  # milliseconds after which a key that did nothing is pressed again
BRING = PRACTICE // 100 // len(TABLES) // 20 * 20  # dollars: a share, so that it does for a seat at every table

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
    expect.set_options(timeout=MILLISECONDS)
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield launched
        launched.close()


# What goes over the newest socket of a page: how many actions were sent and answered, and the newest view drawn.
COUNTED = """
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...all) {
    super(...all);
    this.line = window.line = { sent: 0, answered: 0, shown: -1, cut: () => this.close() };
  }
  send(frame) {
    this.line.sent += 1;
    super.send(frame);
  }
  addEventListener(kind, hear) {
    super.addEventListener(kind, (event) => {
      hear(event);
      if (kind !== "message") return;
      const frame = JSON.parse(event.data);
      requestAnimationFrame(() => {
        if (frame.view) this.line.shown = Math.max(this.line.shown, frame.view.number ?? -1);
        else this.line.answered += 1;
      });
    });
  }
};
"""
FAST = """
const chosen = JSON.parse(localStorage.getItem("pitboss") ?? "{}");
localStorage.setItem("pitboss", JSON.stringify({ ...chosen, pace: "instant", hold: 120 }));
"""


class Player:
    """A person at a window of his own. The complaints of the page are kept. Acts are shown at once, unless somebody
    wants to see them one by one."""

    def __init__(
        self, browser: Browser, url: str, name: str, size: tuple[int, int] = DESK, *, slow: bool = False, **more: object
    ) -> None:
        self.name, self.url, self.table = name, url, 0  # 0: at no table yet
        self.complaints: list[str] = []
        viewport = {"width": size[0], "height": size[1]}
        self.context: BrowserContext = browser.new_context(viewport=viewport, **more)  # type: ignore[arg-type]
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(MILLISECONDS)
        self.page.add_init_script(COUNTED)
        if not slow:
            self.page.add_init_script(FAST)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._console)
        answer = self.context.request.post(f"{url}/api/session", data={"name": name})
        assert answer.ok, answer.text()

    def _console(self, message: object) -> None:
        text, kind = getattr(message, "text", ""), getattr(message, "type", "")
        if kind in ("error", "warning") and "WebSocket" not in text and "ERR_" not in text:
            self.complaints.append(text)

    def go_to(self, table: int) -> None:
        self.table = table
        self.page.goto(f"{self.url}/t/{table}")
        expect(self.lost_notice).to_be_hidden()
        self.page.wait_for_function("() => window.line?.shown >= 0")

    def reload(self) -> None:
        """Load the page anew and wait for its first view."""
        self.page.reload()
        self.page.wait_for_function("() => window.line?.shown >= 0")

    def lose_the_connection(self) -> None:
        """Cut the page's connection and wait for the first view of the next one."""
        self.page.evaluate("() => { window.before = window.line; window.line.cut(); }")
        self.page.wait_for_function("() => window.line !== window.before && window.line.shown >= 0")

    # --- what the page shows

    @property
    def lost_notice(self) -> Locator:
        return self.page.get_by_test_id("lost")

    @property
    def state(self) -> str:
        """The state of the bar: "asked", "betting", "held" or something else."""
        return str(self.page.evaluate("document.body.dataset.state"))

    @property
    def chips(self) -> int:
        """The player's own chips, in cents."""
        return _cents(self.page.get_by_test_id("you-chips").inner_text())

    @property
    def round(self) -> int:
        """The number of the round at the table, whatever the page shows."""
        return int(self.context.request.get(f"{self.url}/api/tables/{self.table}").json()["round"])

    def region(self, name: str) -> Locator:
        return self.page.locator(f"[data-region='{name}']")

    @property
    def first(self) -> Locator:
        return self.page.locator("#bar [data-first]")

    @property
    def answers(self) -> Locator:
        return self.page.locator("#bar button[data-do='answer']")

    @property
    def offers(self) -> Locator:
        """The offers as buttons, for players who do not press the felt."""
        return self.page.locator("#ears button[data-do='bet']")

    def is_answered(self) -> None:
        """Wait until everything that the page has sent is answered and it has received the newest view."""
        self.page.wait_for_function("() => window.line?.sent === window.line?.answered")
        newest = self.context.request.get(f"{self.url}/api/tables/{self.table}").json()["number"]
        self.page.wait_for_function("newest => window.line?.shown >= newest", arg=newest)

    def sees(self) -> dict[str, str]:
        """Return what the page shows once everything is drawn, without the clock."""
        self.is_answered()
        found = {name: self.region(name).text_content() or "" for name in ("head", "ears", "bets")}
        found["choices"] = self.page.get_by_test_id("choices").text_content() or ""
        found["question"] = self.page.locator("#bar .ask").text_content() or ""
        return {name: " ".join(text.split()) for name, text in found.items()}

    # --- what he does with it

    def sit(self, at: int | None = None, dollars: int = BRING) -> None:
        """Sit down at a free seat by its index among them, or where the page proposes."""
        if at is None:
            self.page.get_by_test_id("sit").click()
        else:
            self.page.locator("#ears button[data-do='sit']").nth(at).press("Enter")
        self.page.get_by_test_id("chips-amount").fill(str(dollars))
        self.page.get_by_test_id("chips-take").click()
        expect(self.page.get_by_test_id("you-chips")).to_be_visible()
        expect(self.page.locator("#sheet")).to_be_hidden()  # where color chips are bought too, not at once

    def wager(self) -> None:
        """Bet on the first offer, with its minimum if that is more than the selected chip."""
        before = self.chips
        chips = self.page.get_by_test_id("you-chips")
        asks = not (self.offers.first.text_content() or "").startswith("Bet $")
        self.offers.first.press("Enter")
        if asks:
            self.page.get_by_test_id("more").click()
        try:  # the bar may be drawn anew between the focus and the key, and then nobody has pressed anything
            expect(chips).not_to_have_text(_dollars(before), timeout=AGAIN)
        except AssertionError:
            self.offers.first.press("Enter")
            expect(chips).not_to_have_text(_dollars(before))
        self.is_answered()

    def ready(self) -> None:
        self.page.get_by_test_id("ready-button").click()

    def answer(self) -> None:
        """Press the first answer on the page."""
        asked = self.page.get_by_test_id("choices").get_attribute("data-key")
        self.answers.first.click()
        expect(self.page.locator(f"[data-key='{asked}']")).to_have_count(0)

    def goes_on(self) -> None:
        """Go on from the settled table to the next round."""
        if self.state == "held":
            self.page.get_by_test_id("next").click()
        expect(self.page.locator("body")).not_to_have_attribute("data-state", "held")


def _cents(shown: str) -> int:
    dollars, _, cents = shown.strip().lstrip("$").replace(",", "").partition(".")
    return int(dollars) * 100 + int((cents + "00")[:2])


def _dollars(cents: int) -> str:
    return f"${cents // 100:,}" + (f".{cents % 100:02d}" if cents % 100 else "")


class Hall:
    """One server, killed and started again under the same address, and two people who go from table to table."""

    def __init__(self, browser: Browser, db: Path) -> None:
        self.db = db
        self.server = Server(db, limited=False)
        self.url = self.server.url
        self.people = (Player(browser, self.url, "Ann", DESK), Player(browser, self.url, "Bob", PHONE))

    def kill(self) -> None:
        """Kill the server, as a power cut would."""
        self.server.kill()
        self.server.__exit__()

    def start_again(self) -> None:
        port = re.findall(r":(\d+)", self.url)[-1]
        self.server = Server(self.db, "", "--port", port, limited=False)
        assert not self.server.died, self.server.errors()

    def close(self) -> None:
        complaints = [each for player in self.people for each in player.complaints]
        for player in self.people:
            player.context.close()
        stopped = self.server.stop()
        self.server.__exit__()
        assert not complaints
        assert stopped == 0
        wrong = [check for check in audit(self.db).checks if not check.ok]
        assert not wrong, wrong


@pytest.fixture(scope="module")
def hall(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    found = Hall(browser, tmp_path_factory.mktemp("hall") / "pitboss.db")
    yield found
    found.close()


def table_of(game: str) -> int:
    return next(table for table in TABLES if TABLES[table] == game)


@pytest.mark.parametrize("game", first(1, REGISTERED))
def test_two_people_play_a_round_of_every_game(hall: Hall, game: str) -> None:
    for at, player in enumerate(hall.people):
        player.go_to(table_of(game))
        player.sit(at)
    for player in hall.people:
        for other in hall.people:
            expect(player.region("ears")).to_contain_text("you" if other is player else other.name)
    round_ = hall.people[0].round
    for player in hall.people:
        player.wager()
    for player in hall.people:
        player.ready()
    asked = in_the_middle(hall.people, round_)
    before = [player.sees() for player in hall.people]
    for player, seen in zip(hall.people, before, strict=True):
        player.page.reload()
        player.page.wait_for_function("() => window.line?.shown >= 0")
        assert not asked or player.sees() == seen
    hall.kill()
    for player in hall.people:
        expect(player.lost_notice).to_be_visible()
    hall.start_again()
    for player, seen in zip(hall.people, before, strict=True):
        expect(player.lost_notice).to_be_hidden()  # the page finds the new server by itself
        assert not asked or player.sees() == seen
    answer_all(hall.people, round_)
    for player in hall.people:
        player.is_answered()
        if asked:
            expect(player.page.get_by_test_id("sum")).to_have_text(re.compile("You win|You lose|Even"))
        player.page.keyboard.press("y")
        mine = player.page.get_by_test_id("own-story")
        expect(mine).to_be_visible()
        assert mine.locator("li").count()
        assert mine.locator("li .cite").count() >= mine.locator("li").count()
        player.page.keyboard.press("Escape")
        expect(mine).to_be_hidden()
        player.goes_on()
        expect(player.region("head")).to_contain_text(f"Round {round_ + 1}")
        assert not player.complaints


def in_the_middle(people: tuple[Player, ...], round_: int) -> bool:
    """Return whether a player is asked. In a game without questions, return whether the next round has begun."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if any(player.answers.count() for player in people):
            return True
        if people[0].round > round_:
            return False
        people[0].page.wait_for_timeout(100)  # lets the page go on
    raise AssertionError("nobody is asked, and the round does not end")


def answer_all(people: tuple[Player, ...], round_: int) -> None:
    """Answer every question with the first answer on the page, until the round is over."""
    for _ in range(MOST_ANSWERS):
        if not in_the_middle(people, round_):
            return
        next(player for player in people if player.answers.count()).answer()
    raise AssertionError("the questions do not end")


def test_a_script_that_failed_to_load_is_requested_again(browser: Browser, hall: Hall) -> None:
    """A script fails to load if, for example, the server is killed while a page loads."""
    dot = Player(browser, hall.url, "Dot")
    dot.page.route("**/static/*/rules_sheet.js", lambda route: route.abort())
    dot.go_to(table_of(first_two(REGISTERED)[0]))
    dot.page.get_by_test_id("tab-rules").click()
    expect(dot.page.locator("#panel-rules h3").first).to_be_visible()
    assert not dot.complaints
    dot.context.close()


@pytest.mark.parametrize("game", first(1, REGISTERED))
def test_a_double_click_acts_once(browser: Browser, hall: Hall, game: str) -> None:
    cyd = Player(browser, hall.url, f"Cyd {table_of(game)}")
    cyd.go_to(table_of(game))
    cyd.page.get_by_test_id("sit").click()
    cyd.page.get_by_test_id("chips-amount").fill("100")
    cyd.page.get_by_test_id("chips-take").dblclick()
    expect(cyd.page.get_by_test_id("you-chips")).to_have_text("$100")
    expect(cyd.page.get_by_test_id("refusal")).to_have_count(0)
    expect(cyd.page.locator("#sheet")).to_be_hidden()
    before, api = cyd.chips, f"{hall.url}/api/tables/{cyd.table}"
    data = cyd.context.request.get(api).json()
    least = max(data["minimum"], data["you"]["offers"][0]["least"])  # of one click
    twice = "button => { button.click(); button.click(); }"  # before the answer has come
    cyd.offers.first.evaluate(twice)
    cyd.is_answered()
    if (more := cyd.page.get_by_test_id("more")).count():  # the page asks before it bets more than the chip in hand
        assert cyd.chips == before
        more.evaluate(twice)
        cyd.is_answered()
    once = before - cyd.chips
    assert once > 0
    view = cyd.context.request.get(api).json()
    seat = str(view["you"]["seat"])
    assert sum(view["wagers"][seat].values()) == once == least * len(view["wagers"][seat])
    assert not cyd.complaints
    cyd.context.close()


LATE_VIEWS = """
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  addEventListener(kind, hear) {
    const late = (event) => window.heard ? window.heard.then(() => hear(event)) : hear(event);
    super.addEventListener(kind, kind === "message" ? late : hear);
  }
};
window.heard = new Promise((hear) => { window.hear = hear; });
"""


def test_a_press_before_the_first_view_counts(browser: Browser, tmp_path: Path) -> None:
    """A quick hand on a slow line: the page was served with the table on it, and what is done there is meant."""
    with Server(tmp_path / "pitboss.db", limited=False) as server:
        player = Player(browser, server.url, "Ann")
        player.page.add_init_script(LATE_VIEWS)
        player.page.goto(f"{server.url}/t/1")
        player.page.get_by_test_id("sit").click()
        player.page.get_by_test_id("chips-amount").fill("100")
        player.page.get_by_test_id("chips-take").click()
        player.page.evaluate("window.hear()")
        expect(player.page.get_by_test_id("you-chips")).to_have_text("$100")
        expect(player.page.get_by_test_id("refusal")).to_have_count(0)
        player.context.close()
        assert server.stop() == 0


# Fifty views that lie waiting in the browser, each with an act that nobody could see; and how often that is drawn.
MANY_VIEWS = """
const Line = window.WebSocket;
window.WebSocket = class extends Line {
  constructor(...all) {
    super(...all);
    window.socket = this;
  }
};
window.drawn = 0;
window.many = (round) => {
  const head = document.querySelector("#head h1");
  new MutationObserver((all) => { window.drawn += all.length; }).observe(head, { characterData: true, subtree: true });
  for (let number = 1; number <= 50; number += 1) {
    const act = { round, kind: "announce", cite: "house:table", told: `Act ${number}.`, changes: {} };
    const data = JSON.stringify({ kind: "changes", view: { name: `Table ${number}` }, shown: [act] });
    window.socket.dispatchEvent(new MessageEvent("message", { data }));
  }
};
"""


def test_views_that_arrive_faster_than_they_are_drawn_are_merged(browser: Browser, hall: Hall) -> None:
    """Otherwise a page would fall behind for as long as others act quickly, and offer what was there long ago."""
    eve = Player(browser, hall.url, "Eve")
    eve.page.add_init_script(MANY_VIEWS)
    eve.go_to(table_of(first_two(REGISTERED)[0]))
    eve.page.evaluate("round => window.many(round)", eve.round)
    expect(eve.page.locator("#head h1")).to_have_text("Table 50")
    assert eve.page.evaluate("window.drawn") == 1
    expect(eve.page.locator("#latest")).to_have_text("Act 50.")
    told = eve.page.locator("#panel-acts").text_content() or ""
    assert all(f"Act {number}." in told for number in range(1, 51))
    assert not eve.complaints
    eve.context.close()


# --- a new version that plays an open round differently


def test_an_administrator_winds_a_round_up_on_the_page(browser: Browser, tmp_path: Path) -> None:
    """The player reads why nothing goes on; the administrator gives a reason; the wagers are back and play goes on."""
    data = TESTS / "upgrade" / "v0.1.0"
    db = tmp_path / "pitboss.db"
    db.write_bytes(lzma.decompress((data / "pitboss.db.xz").read_bytes()))
    shutil.copy(data / "pitboss.db.heads", tmp_path)
    accounts = json.loads((data / "contents.json").read_text(encoding="utf-8"))["accounts"]
    codes = {account["name"]: account["code"] for account in accounts}
    changed = tmp_path / "src"
    shutil.copytree(Path(pitboss.__file__).parent, changed / "pitboss", ignore=shutil.ignore_patterns("__pycache__"))
    seats = changed / "pitboss" / "common" / "seats.py"
    seats.write_text(seats.read_text("utf-8").replace('"No more bets"', '"No more bets, please"', 1), encoding="utf-8")
    with Server(db, source=changed) as server:
        pages, complaints = {}, list[str]()
        for name in ("Ann", "Boss"):
            context = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]})
            page = pages[name] = context.new_page()
            page.set_default_timeout(MILLISECONDS)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            given = {"name": name, "code": codes[name]}
            assert context.request.post(f"{server.url}/api/session/recover", data=given).ok
            page.goto(f"{server.url}/t/3")
            expect(page.get_by_test_id("question")).to_contain_text("was begun by pitboss 0.1.0")
        assert pages["Ann"].get_by_test_id("tab-staff").count() == 0
        pages["Boss"].get_by_test_id("tab-staff").click()
        pages["Boss"].get_by_test_id("wind-up-why").fill("the dealer says please now")
        pages["Boss"].get_by_test_id("wind-up-do").click()
        expect(pages["Boss"].get_by_test_id("wind-up")).to_have_count(0)
        expect(pages["Ann"].get_by_test_id("question")).not_to_contain_text("was begun by pitboss 0.1.0")
        assert not complaints
        for page in pages.values():
            page.context.close()
        assert server.stop() == 0
