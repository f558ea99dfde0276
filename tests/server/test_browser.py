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
from kit.serving import TABLES, Server
from pitboss.games import REGISTERED
from pitboss.server.casino import PRACTICE
from pitboss.store.audit import audit

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
NARROW, WIDE = 420, 1200
LASTING = ("head", "you", "wagers", "seats")
OF_THE_ROUND = ("said", "board")  # while no round goes on they show the one before, which a new server has not seen

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    found = programs.find("chromium")
    assert found is not None, "there must be a Chromium here"
    expect.set_options(timeout=MILLISECONDS)
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=found, args=list(FLAGS))
        yield launched
        launched.close()


# What goes over the newest socket of a page: how many actions were sent and answered, and the newest view shown.
COUNTED = """
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...all) {
    super(...all);
    this.line = window.line = { sent: 0, answered: 0, shown: -1 };
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
      if (frame.kind === "view") this.line.shown = Math.max(this.line.shown, frame.view.number);
      else this.line.answered += 1;
    });
  }
};
"""


class Player:
    """Somebody at a window of his own. Whatever the page complains about is kept."""

    def __init__(self, opened: Browser, url: str, name: str, width: int = WIDE) -> None:
        self.name, self.url = name, url
        self.complaints: list[str] = []
        self.context: BrowserContext = opened.new_context(viewport={"width": width, "height": 900})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(MILLISECONDS)
        self.page.add_init_script(COUNTED)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._console)
        self.page.goto(url)
        self.page.get_by_test_id("name-input").fill(name)
        self.page.get_by_test_id("name-button").click()
        expect(self.page.get_by_test_id("code")).to_be_visible()
        self.page.get_by_test_id("code-kept").click()

    def _console(self, message: object) -> None:
        text, kind = getattr(message, "text", ""), getattr(message, "type", "")
        if kind == "error" and "WebSocket" not in text and "ERR_" not in text:
            self.complaints.append(text)

    def go_to(self, table: int) -> None:
        self.table = table
        self.page.goto(f"{self.url}/t/{table}")
        expect(self.lost).to_be_hidden()

    # --- what the page shows

    @property
    def lost(self) -> Locator:
        return self.page.get_by_test_id("lost")

    @property
    def chips(self) -> int:
        """His own, in cents."""
        return _cents(self.page.get_by_test_id("you-chips").inner_text())

    @property
    def round(self) -> int:
        found = re.search(r"round (\d+)", self.region("head").inner_text())
        assert found is not None
        return int(found[1])

    def region(self, name: str) -> Locator:
        return self.page.locator(f"[data-region='{name}']")

    @property
    def answers(self) -> Locator:
        return self.page.locator("[data-key='answers'] button")

    @property
    def offers(self) -> Locator:
        return self.page.locator("form[data-testid^='offer-']")

    def is_answered(self) -> None:
        """Waits until whatever the page has sent is answered and it shows the newest view."""
        self.page.wait_for_function("() => window.line?.sent === window.line?.answered")
        newest = self.context.request.get(f"{self.url}/api/tables/{self.table}").json()["number"]
        self.page.wait_for_function("newest => window.line?.shown >= newest", arg=newest)

    def sees(self) -> dict[str, str]:
        """Everything that stands still while nobody acts, folded away or not; once all is there to be seen."""
        self.is_answered()
        return {name: " ".join((self.region(name).text_content() or "").split()) for name in (*LASTING, *OF_THE_ROUND)}

    # --- what he does with it

    def seats(self) -> Locator:
        return self.page.locator("form[data-testid^='sit-']")

    def sit(self, at: int) -> None:
        """With a share of his money, so that it does for a seat at every table."""
        form = self.seats().nth(at)
        form.locator("input").fill(str(PRACTICE // 100 // len(TABLES) // 20 * 20))
        form.get_by_role("button").click()
        expect(self.page.get_by_test_id("you-chips")).to_be_visible()

    def first_offer(self) -> Locator:
        form = self.offers.first
        if not form.is_visible():
            form.locator("xpath=ancestor::details/summary").click()
        return form

    def wager(self) -> None:
        """What is offered first, as it stands there."""
        before = self.chips
        form = self.first_offer()
        due = staked(form)
        form.get_by_role("button").click()
        expect(self.page.get_by_test_id("you-chips")).to_have_text(_dollars(before - due))

    def ready(self) -> None:
        self.page.get_by_test_id("ready-button").click()


def staked(form: Locator) -> int:
    """What an offer costs as it stands in its form: the same on each of its areas."""
    areas = len(form.evaluate("form => JSON.parse(form.dataset.spots)"))
    return areas * _cents(form.locator("input").input_value())


def _cents(shown: str) -> int:
    dollars, _, cents = shown.strip().lstrip("$").replace(",", "").partition(".")
    return int(dollars) * 100 + int((cents + "00")[:2])


def _dollars(cents: int) -> str:
    return f"${cents // 100:,}" + (f".{cents % 100:02d}" if cents % 100 else "")


class Hall:
    """One server, killed and started again under the same address, and two people who go from table to table."""

    def __init__(self, opened: Browser, db: Path) -> None:
        self.db = db
        self.server = Server(db)
        self.url = self.server.url
        self.people = (Player(opened, self.url, "Ann", WIDE), Player(opened, self.url, "Bob", NARROW))

    def kill(self) -> None:
        """As by a power cut."""
        self.server.kill()
        self.server.__exit__()

    def start_again(self) -> None:
        port = re.findall(r":(\d+)", self.url)[-1]
        self.server = Server(self.db, "", "--port", port)
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
def hall(opened: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    found = Hall(opened, tmp_path_factory.mktemp("hall") / "pitboss.db")
    yield found
    found.close()


def table_of(game: str) -> int:
    return next(table for table in TABLES if TABLES[table] == game)


@pytest.mark.parametrize("game", REGISTERED)
def test_two_people_play(hall: Hall, game: str) -> None:
    for at, player in enumerate(hall.people):
        player.go_to(table_of(game))
        player.sit(at)
    for player in hall.people:
        for other in hall.people:
            expect(player.region("seats")).to_contain_text(other.name)
    round_ = hall.people[0].round
    for player in hall.people:
        player.wager()
    for player in hall.people:
        player.ready()
    asked = in_the_middle(hall.people, round_)
    before = [player.sees() for player in hall.people]
    for player, seen in zip(hall.people, before, strict=True):
        player.page.reload()
        expect(player.lost).to_be_hidden()
        assert player.sees() == seen
    hall.kill()
    for player in hall.people:
        expect(player.lost).to_be_visible()
    hall.start_again()
    for player, seen in zip(hall.people, before, strict=True):
        expect(player.lost).to_be_hidden()  # the page finds the new server by itself
        now = player.sees()
        assert [now[name] for name in LASTING] == [seen[name] for name in LASTING]
        assert not asked or now == seen
    if asked:
        answer_all(hall.people, round_)
    for player in hall.people:
        expect(player.region("head")).to_contain_text(f"round {round_ + 1}")
        expect(player.page.get_by_test_id("why")).to_be_visible()
        ask_why(player, table_of(game), round_)
        player.page.get_by_role("link", name="to the table").click()
        expect(player.page.get_by_test_id("you-chips")).to_be_visible()
        assert not player.complaints


def in_the_middle(people: tuple[Player, ...], round_: int) -> bool:
    """Whether somebody is asked; a game that asks nobody has come to the next round instead."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if any(player.answers.count() for player in people):
            return True
        if all(player.round > round_ for player in people):
            return False
        people[0].page.wait_for_timeout(20)  # lets the page go on
    raise AssertionError("nobody is asked, and the round does not end")


def answer_all(people: tuple[Player, ...], round_: int) -> None:
    """Whoever is asked takes the first of the answers on his page, until the round is over."""
    for _ in range(MOST_ANSWERS):
        if not in_the_middle(people, round_):
            return
        player = next(player for player in people if player.answers.count())
        question = player.page.locator("[data-key='answers'] .row").get_attribute("data-key")
        player.answers.first.click()
        expect(player.page.locator(f"[data-key='{question}']")).to_have_count(0)
    raise AssertionError("the questions do not end")


def ask_why(player: Player, table: int, round_: int) -> None:
    """From the list of his rounds to the page of this one: his own wagers, and every act with its paragraph."""
    player.page.goto(f"{player.url}/history")
    player.page.locator(f"a[href='/t/{table}/rounds/{round_}']").click()
    mine = player.page.locator(".story.own")
    expect(mine).to_contain_text(player.name)
    assert mine.locator(".why li").count()
    acts = player.page.locator(".told.whole li")
    assert acts.count() > 5
    assert acts.locator(".cite").count() == acts.count()


@pytest.mark.parametrize("game", REGISTERED)
def test_a_double_click_does_it_once(opened: Browser, hall: Hall, game: str) -> None:
    cyd = Player(opened, hall.url, f"Cyd {table_of(game)}")
    cyd.go_to(table_of(game))
    sits = cyd.seats().last
    brought = _cents(sits.locator("input").input_value())
    sits.get_by_role("button").dblclick()
    expect(cyd.page.get_by_test_id("you-chips")).to_have_text(_dollars(brought))
    expect(cyd.page.get_by_test_id("refusal")).to_have_count(0)
    left = brought
    offer = cyd.first_offer()
    amount = offer.locator("input")
    least = amount.input_value()
    amount.fill(str(float(least) / 2))  # too little, whatever is played: refused beside the form, with its reason
    offer.get_by_role("button").click()
    expect(cyd.page.get_by_test_id("refusal")).to_be_visible()
    stays(cyd, left)
    amount.fill(least)
    left -= staked(offer)
    offer.get_by_role("button").hover()
    for click in (1, 2):  # the answer comes between the clicks
        cyd.page.mouse.down(click_count=click)
        cyd.page.mouse.up(click_count=click)
        stays(cyd, left)
    if cyd.offers.count():
        # Before the answer has come, however it is sent.
        offer = cyd.offers.first
        left -= staked(offer)
        offer.evaluate("form => { form.requestSubmit(); form.requestSubmit(); }")
        stays(cyd, left)
    assert not cyd.complaints
    cyd.context.close()


def stays(player: Player, cents: int) -> None:
    player.is_answered()
    assert player.chips == cents


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


def test_what_is_done_before_the_first_view_counts(opened: Browser, tmp_path: Path) -> None:
    """A quick hand on a slow line: the page was served with the table on it, and what is done there is meant."""
    with Server(tmp_path / "pitboss.db") as server:
        player = Player(opened, server.url, "Ann")
        player.page.add_init_script(LATE_VIEWS)
        player.go_to(1)
        form = player.seats().first
        form.locator("input").fill("100")
        form.get_by_role("button").click()
        player.page.evaluate("window.hear()")
        expect(player.page.get_by_test_id("you-chips")).to_be_visible()
        expect(player.page.get_by_test_id("refusal")).to_have_count(0)
        player.context.close()
        assert server.stop() == 0


# --- a new version that plays an open round differently


def test_an_administrator_winds_a_round_up_on_the_page(opened: Browser, tmp_path: Path) -> None:
    """The player reads why nothing goes on; the administrator gives a reason; the wagers are back and play goes on."""
    data = TESTS / "upgrade" / "v0.1.0"
    db = tmp_path / "pitboss.db"
    db.write_bytes(lzma.decompress((data / "pitboss.db.xz").read_bytes()))
    shutil.copy(data / "pitboss.db.heads", tmp_path)
    accounts = json.loads((data / "contents.json").read_text(encoding="utf-8"))["accounts"]
    codes = {each["name"]: each["code"] for each in accounts}
    changed = tmp_path / "src"
    shutil.copytree(Path(pitboss.__file__).parent, changed / "pitboss", ignore=shutil.ignore_patterns("__pycache__"))
    seats = changed / "pitboss" / "common" / "seats.py"
    seats.write_text(seats.read_text("utf-8").replace('"No more bets"', '"No more bets, please"', 1), encoding="utf-8")
    with Server(db, source=changed) as server:
        pages = {}
        for name in ("Ann", "Boss"):
            context = opened.new_context(viewport={"width": NARROW, "height": 900})
            page = pages[name] = context.new_page()
            page.set_default_timeout(MILLISECONDS)
            page.goto(f"{server.url}/")
            page.get_by_text("Come back with a code").click()
            page.get_by_test_id("recover-name").fill(name)
            page.get_by_test_id("recover-code").fill(codes[name])
            page.get_by_test_id("recover-button").click()
            expect(page.get_by_test_id("balance")).to_be_visible()
            page.goto(f"{server.url}/t/3")
            expect(page.locator(".notice")).to_contain_text("was begun by pitboss 0.1.0")
        assert pages["Ann"].get_by_test_id("wind-up").count() == 0
        pages["Boss"].get_by_test_id("wind-up-why").fill("the dealer says please now")
        pages["Boss"].get_by_test_id("wind-up-do").click()
        expect(pages["Boss"].get_by_test_id("wind-up")).to_have_count(0)
        expect(pages["Ann"].locator(".notice")).to_have_count(0)
        pages["Ann"].get_by_test_id("why").click()
        expect(pages["Ann"].locator("ol.told")).to_contain_text("the dealer says please now")
        for page in pages.values():
            page.context.close()
        assert server.stop() == 0
