"""Take the pictures of the documents: `make pictures` plays at a server with a fixed seed. Look at each picture before
you commit it."""

from __future__ import annotations

import base64
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from kit import programs
from kit.animated import make_animation
from kit.evening import DATE, HOUSE, play_evening
from kit.inside import Listening
from kit.serving import TABLES, ask
from pitboss.cli.main import main as command

NUMBER = {game: number for number, game in TABLES.items()}
DESK, PHONE = (1280, 800), (390, 844)
QUALITY = 82
FLAGS = ("--no-sandbox", "--disable-gpu", "--force-color-profile=srgb", "--hide-scrollbars")
PATIENT = 30_000  # milliseconds
STATE = "state => document.body.dataset.state === state"
MOMENT = "() => document.querySelector('#bar .choices').dataset.key"
LIES = "spot => document.querySelector(`#panel-bets .bets li[data-key$='${spot}']`)"
BETS = "many => document.querySelectorAll('#panel-bets .bets li').length >= many"
LISTENED = "() => ['asked', 'held', 'betting'].includes(document.body.dataset.state)"


def put(page: Page, spot: str) -> None:
    """Place the selected chip on an area, or the smallest wager there if the page asks for more."""
    page.locator(f"#ears button[data-area='{spot}']").first.evaluate("button => button.click()")
    more = page.get_by_test_id("more")
    if more.count():
        more.click()


class Sitting:
    """The page of Ann, who sits at a table of her own server."""

    def __init__(self, page: Page, url: str, game: str) -> None:
        self.page, self.url, self.table = page, url, NUMBER[game]

    def sit(self) -> None:
        self.page.goto(f"{self.url}/t/{self.table}")
        self.press("sit")
        self.press("chips-take")
        self.state("betting")

    def press(self, testid: str) -> None:
        self.page.get_by_test_id(testid).click()

    def state(self, wanted: str) -> None:
        self.page.wait_for_function(STATE, arg=wanted)

    def bet(self, *spots: str) -> None:
        """Place the selected chip on these areas, or on the first one offered."""
        for spot in spots:
            put(self.page, spot)
            self.page.wait_for_function(LIES, arg=spot.replace(" ", "-"))
        if not spots:
            self.press("bet-first")
            self.page.get_by_test_id("ready-button").wait_for()

    def answer(self, *choices: str) -> None:
        for choice in choices:
            self.state("asked")
            self.goes_on(f"move-{choice.replace(' ', '-')}")

    def goes_on(self, testid: str) -> None:
        """Press a button, and wait until something else can be done."""
        before = self.page.evaluate(MOMENT)
        self.press(testid)
        self.page.wait_for_function(f"before => ({MOMENT})() !== before", arg=before)
        self.page.wait_for_function(LISTENED)

    def round(self, *choices: str) -> None:
        self.bet()
        self.press("ready-button")
        self.answer(*choices)
        self.state("held")


Scene = Callable[[Sitting], None]


def betting(desk: Sitting) -> None:
    desk.bet()
    desk.page.mouse.move(5, 5)


def decision(*choices: str) -> Scene:
    def scene(desk: Sitting) -> None:
        desk.bet()
        desk.press("ready-button")
        desk.answer(*choices)
        desk.state("asked")

    return scene


def settled_round(*choices: str) -> Scene:
    return lambda desk: desk.round(*choices)


def law_and_adviser(desk: Sitting) -> None:
    desk.press("adviser")
    decision()(desk)
    desk.page.wait_for_function("() => /worth|costs|\\d/.test(document.querySelector('.adviser-line').textContent)")
    desk.page.locator("#bar .question .cite").first.click()
    desk.page.get_by_test_id("law-panel").wait_for()


def rolls(number: int) -> Scene:
    def scene(desk: Sitting) -> None:
        desk.bet("pass")
        for _ in range(number):
            desk.goes_on("ready-button")
            if desk.page.evaluate("document.body.dataset.state") == "held":
                desk.press("next")
                desk.state("betting")

    return scene


def simple_round(*spots: str) -> Scene:
    """Return the scene of a round without decisions, from the bets to the end."""

    def scene(desk: Sitting) -> None:
        for count, spot in enumerate(spots, 1):
            put(desk.page, spot)
            desk.page.wait_for_function(BETS, arg=count)
        while desk.page.evaluate("document.body.dataset.state") != "held":
            desk.goes_on("ready-button")
        desk.page.mouse.move(5, 5)

    return scene


def shoe_rounds(count: int, *spots: str) -> Scene:
    """Return the scene of this many rounds of a shoe, for its roads."""
    one_round = simple_round(*spots)

    def scene(desk: Sitting) -> None:
        for _ in range(count - 1):
            one_round(desk)
            desk.press("next")
            desk.state("betting")
        one_round(desk)

    return scene


def replay(desk: Sitting) -> None:
    desk.round("withdraw", "let it ride")
    desk.page.goto(f"{desk.url}/t/{desk.table}/rounds/1#act=44")
    desk.page.get_by_test_id("act-told").wait_for()
    desk.page.get_by_test_id("verified").get_by_text("intact").wait_for()


def rounds(desk: Sitting) -> None:
    for number in range(12):
        desk.round("let it ride" if number % 3 == 0 else "withdraw", "let it ride" if number % 2 else "withdraw")
        desk.press("next")
        desk.state("betting")
    desk.page.goto(f"{desk.url}/history")
    desk.page.get_by_test_id("chart").locator("svg").wait_for()


def supervisor(desk: Sitting) -> None:
    decision()(desk)
    desk.press("tab-staff")
    desk.page.locator("[data-testid^=incident-]").first.click()
    desk.page.locator(".sup-cause .usual-one").first.click()
    desk.page.get_by_test_id("incident-do").scroll_into_view_if_needed()


def compliance(desk: Sitting) -> None:
    decision()(desk)
    desk.press("tab-compliance")
    desk.page.get_by_test_id("day").wait_for()


def lobby(desk: Sitting) -> None:
    decision()(desk)
    desk.page.goto(desk.url)
    desk.page.wait_for_function("() => !document.body.innerText.includes('counting')")


LIR, UTH, TCP, POT, CRAPS = "let-it-ride", "ultimate-texas-holdem", "three-card-poker", "winners-pot-poker", "craps"
ON_THE_WHEEL = simple_round("red", "straight 17", "split 17-20", "dozen 2")
ON_THE_DICE = simple_round("big", "total 12", "two-dice 2-5", "one of a kind 2")

# name -> the game whose strategy is drawn
STRATEGIES = {"ultimate-strategy": "ultimate-texas-holdem", "craps-wagers": "craps"}
# name -> game, and the heading at the top of the picture
SHEETS = {"par-three-card": (TCP, "Each wager"), "par-ultimate": (UTH, "The edge by bet size")}
SHEET_SIZE, SHEET_QUALITY = (900, 1000), 60  # text on white needs less quality than felt
# name -> the page of a placard of the example house
PLACARDS = {"placard-sign": "ultimate-texas-hold-em-1-sign.html", "placard-guide": "let-it-ride-1-guide.html"}
SUBMISSION = "submission"
PAPER_SIZE = (840, 1130)
SHIFT = "shift-report"
# name -> game, seed, scene, size, dark
PICTURES: dict[str, tuple[str, int, Scene, tuple[int, int], bool]] = {
    "let-it-ride-betting": (LIR, 6, betting, DESK, False),
    "let-it-ride-decision": (LIR, 4, law_and_adviser, DESK, False),
    "let-it-ride-settled": (LIR, 6, settled_round("let it ride", "let it ride"), DESK, False),
    "let-it-ride-dark": (LIR, 1, decision(), DESK, True),
    "three-card-decision": (TCP, 4, decision(), DESK, False),
    "ultimate-settled": (UTH, 2, settled_round("check", "play 2x"), DESK, False),
    "winners-pot-settled": (POT, 5, settled_round("bet", "double"), DESK, False),
    "craps": (CRAPS, 1, rolls(1), DESK, False),
    "phone-let-it-ride": (LIR, 4, decision(), PHONE, False),
    "phone-ultimate": (UTH, 2, settled_round("check", "play 2x"), PHONE, True),
    "phone-craps": (CRAPS, 1, rolls(1), PHONE, False),
    "roulette": ("roulette", 3, ON_THE_WHEEL, DESK, False),
    "big-six": ("big-six", 3, simple_round("$1", "$5", "joker"), DESK, True),
    "sic-bo": ("sic-bo", 3, ON_THE_DICE, DESK, False),
    "phone-roulette": ("roulette", 3, ON_THE_WHEEL, PHONE, True),
    "phone-big-six": ("big-six", 3, simple_round("$1", "$5", "joker"), PHONE, False),
    "phone-sic-bo": ("sic-bo", 3, ON_THE_DICE, PHONE, True),
    "minibaccarat": ("minibaccarat", 5, shoe_rounds(24, "banker", "tie"), DESK, False),
    "phone-minibaccarat": ("minibaccarat", 5, shoe_rounds(24, "banker", "tie"), PHONE, True),
    "casino-war": ("casino-war", 3, simple_round("initial", "tie"), DESK, False),
    "lobby": (LIR, 1, lobby, DESK, False),
    "replay": (LIR, 6, replay, DESK, False),
    "rounds": (LIR, 1, rounds, DESK, False),
    "supervisor": (LIR, 1, supervisor, DESK, False),
    "compliance": (TCP, 1, compliance, DESK, False),
}
OWN = "Ann’s table"
ROUND = "round"  # the animated one
ROUND_SEED = 6
ROUND_SIZE = (800, 500)


@contextmanager
def open_sitting(
    browser: Browser, game: str, seed: int, size: tuple[int, int], dark: bool, script: str = "", *, own: bool = False
) -> Iterator[Sitting]:
    """Seat Ann at a table in a new browser context. With `own`, it is a private table, of which she is supervisor."""
    with tempfile.TemporaryDirectory() as folder, Listening(Path(folder) / "p.db", buffer=65_536, seed=seed) as server:
        phone = size == PHONE
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            device_scale_factor=2 if phone else 1,
            has_touch=phone,
        )
        page = context.new_page()
        page.set_default_timeout(PATIENT)
        pace = "normal" if script else "instant"
        page.add_init_script(
            f"localStorage.setItem('pitboss', JSON.stringify({{ pace: '{pace}', hold: 30 }})); {script}"
        )
        cookies = ask("POST", f"{server.url}/api/session", json={"name": "Ann"}).cookies
        context.add_cookies([{"name": key, "value": value, "url": server.url} for key, value in cookies.items()])
        desk = Sitting(page, server.url, game)
        if own:  # a supervisor may not play at a table of the house
            opening = {"name": OWN, "game": game}
            desk.table = ask("POST", f"{server.url}/api/my/tables", json=opening, cookies=cookies).json()["table"]
        desk.sit()
        yield desk
        context.close()


def take_picture(page: Page, quality: int = QUALITY) -> bytes:
    page.evaluate("document.fonts.ready")
    page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
    line = page.context.new_cdp_session(page)
    taken = line.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
    return base64.b64decode(taken["data"])


class Film:
    """Screenshots of a page, each with the milliseconds for which it is shown. The page's time is slowed down, because
    a screenshot takes time."""

    SLOWED = 6
    BETWEEN = 110  # least milliseconds of the page's time between two screenshots
    TIME = f"""
      const [timer, now] = [window.setTimeout.bind(window), performance.now.bind(performance)];
      window.setTimeout = (does, wait, ...more) => timer(does, (wait ?? 0) * {SLOWED}, ...more);
      performance.now = () => now() / {SLOWED};
    """

    def __init__(self, page: Page) -> None:
        self.page, self.shots, self._at = page, list[tuple[int, bytes]](), time.monotonic()
        line = page.context.new_cdp_session(page)
        line.send("Animation.enable")
        line.send("Animation.setPlaybackRate", {"playbackRate": 1 / self.SLOWED})

    def take(self, stands: int = 0) -> None:
        while (passed := round((time.monotonic() - self._at) * 1000 / self.SLOWED)) < self.BETWEEN:
            self.page.wait_for_timeout((self.BETWEEN - passed) * self.SLOWED)
        if self.shots:
            last = self.shots[-1]
            self.shots[-1] = (last[0] or passed, last[1])
        self._at = time.monotonic()
        self.shots.append((stands, self.page.screenshot()))

    def until(self, state: str) -> None:
        while self.page.evaluate("document.body.dataset.state") != state:
            self.take()


def whole_round(desk: Sitting) -> bytes:
    film = Film(desk.page)
    film.take(1_000)
    desk.press("bet-first")
    desk.page.get_by_test_id("ready-button").wait_for()
    film.take(1_200)
    desk.press("ready-button")
    film.until("asked")
    film.take(2_500)
    for choice, then in (("move-withdraw", "asked"), ("move-let-it-ride", "held")):
        desk.press(choice)
        film.until(then)
        film.take(2_500 if then == "asked" else 5_000)
    return make_animation(desk.page.context.new_page(), film.shots, *ROUND_SIZE, quality=0.62, loops=3)


def strategies(folder: Path, *names: str) -> None:
    """Draw the strategy charts, which need no table."""
    for name, game in STRATEGIES.items():
        if not names or name in names:
            assert command(["strategy", game, "--plot", str(folder / f"{name}.svg"), "--quiet"]) == 0
            print(name, flush=True)


def sheets(folder: Path, browser: Browser, *names: str) -> None:
    """Take the pictures of PAR sheets."""
    for name, (game, heading) in SHEETS.items():
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as beside:
            written = Path(beside) / "sheet.html"
            assert command(["par", game, "-o", str(written), "--quiet"]) == 0
            page = browser.new_page(viewport={"width": SHEET_SIZE[0], "height": SHEET_SIZE[1]})
            page.goto(written.as_uri())
            page.get_by_role("heading", name=heading).evaluate("each => scrollTo(0, each.offsetTop - 40)")
            (folder / f"{name}.webp").write_bytes(take_picture(page, SHEET_QUALITY))
            page.close()
        print(name, flush=True)


def papers(folder: Path, browser: Browser, *names: str) -> None:
    """Take the pictures of placards and a submission of the example house."""
    page = browser.new_page(viewport={"width": PAPER_SIZE[0], "height": PAPER_SIZE[1]})
    with tempfile.TemporaryDirectory() as beside:
        house, written, filed = (str(Path(beside) / name) for name in ("house.toml", "papers", "filed.html"))
        assert command(["init-house", house, "--quiet"]) == 0
        assert command(["placard", house, "-o", written, "--quiet"]) == 0
        assert command(["submission", house, "-o", filed, "--table", "Let It Ride 1", "--quiet"]) == 0
        files = {name: Path(written) / file for name, file in PLACARDS.items()} | {SUBMISSION: Path(filed)}
        for name, path in files.items():
            if not names or name in names:
                page.goto(path.as_uri())
                page.evaluate("(document.getElementById('s3') ?? document.body).scrollIntoView()")
                (folder / f"{name}.webp").write_bytes(take_picture(page, SHEET_QUALITY))
                print(name, flush=True)
    page.close()


def shift(folder: Path, browser: Browser) -> None:
    """Take the picture of a shift report."""
    with tempfile.TemporaryDirectory() as beside:
        database, house, written = (Path(beside) / name for name in ("pitboss.db", "house.toml", "report.html"))
        play_evening(database)
        house.write_text(HOUSE, encoding="utf-8")
        words = ["--db", str(database), "--house", str(house), "--day", DATE, "--shift", "swing", "-o", str(written)]
        assert command(["shift", *words, "--quiet"]) == 0
        page = browser.new_page(viewport={"width": SHEET_SIZE[0], "height": SHEET_SIZE[1]})
        page.goto(written.as_uri())
        (folder / f"{SHIFT}.webp").write_bytes(take_picture(page, SHEET_QUALITY))
        page.close()
    print(SHIFT, flush=True)


def main(folder: Path, *names: str) -> None:
    folder.mkdir(exist_ok=True)
    strategies(folder, *names)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=programs.find("chromium"), args=list(FLAGS))
        sheets(folder, browser, *names)
        papers(folder, browser, *names)
        if not names or SHIFT in names:
            shift(folder, browser)
        for name, (game, seed, scene, size, dark) in PICTURES.items():
            if names and name not in names:
                continue
            with open_sitting(browser, game, seed, size, dark, own=scene in (supervisor, compliance)) as desk:
                scene(desk)
                (folder / f"{name}.webp").write_bytes(take_picture(desk.page))
            print(name, flush=True)
        if not names or ROUND in names:
            with open_sitting(browser, LIR, ROUND_SEED, DESK, False, Film.TIME) as desk:
                (folder / f"{ROUND}.webp").write_bytes(whole_round(desk))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
