"""The table's page as people use it: by eye, by key and by ear, on a desk and on a phone. Every frame of a page is
watched: what is said here about a round holds in each of its moments."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from kit import programs
from kit.parts import WITH_CARDS
from kit.series import SOAK, first, first_two
from kit.serving import Person, Server
from pitboss.games import REGISTERED, load
from server.test_browser import DESK, MOST_ANSWERS, PHONE, Player, browser, table_of

__all__ = ["browser"]

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
CARDS = WITH_CARDS
FOLDING = ("three-card-poker", "ultimate-texas-holdem", "winners-pot-poker")
ONE_ROLL = "offer-field"  # decided by any throw
SUM = re.compile(r"^\W*(You win|You lose|Even|None of your bets)")

# Every frame is looked at, and everything that is said is heard.
WATCHED = """
window.watch = { corners: {}, states: [], wrong: [], polite: [], urgent: [], frames: [] };
window.inside = (box) =>
  box && box.width > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
const Socketed = window.WebSocket;
window.WebSocket = class extends Socketed {
  constructor(...all) {
    super(...all);
    this.onmessage = ({ data }) => window.watch.frames.push(data);
  }
};
addEventListener("DOMContentLoaded", () => {
  const { watch } = window;
  const at = (id) => document.getElementById(id);
  if (!at("pit")) return;
  for (const id of ["polite", "urgent"]) {
    const hear = () => at(id).textContent && watch[id].push(at(id).textContent);
    new MutationObserver(hear).observe(at(id), { childList: true });
  }
  const look = () => {
    requestAnimationFrame(look);
    const first = document.querySelector("#bar [data-first]");
    const seated = document.querySelector("[data-testid='you-chips']");
    if (!first || !seated) return;
    const state = `${document.body.dataset.state}: ${first.querySelector(".word").textContent}`;
    if (watch.states.at(-1) !== state) watch.states.push(state);
    const wrong = (words) => watch.wrong.push(`${state}: ${words}`);
    const { left, top } = first.getBoundingClientRect();
    const corner = (watch.corners[`${left} ${top}`] ??= []);
    if (!corner.includes(state)) corner.push(state);
    const page = document.documentElement;
    if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth)
      wrong(`the page scrolls, ${page.scrollWidth} ${page.scrollHeight}`);
    for (const each of document.querySelectorAll("#bar .choices button")) {
      const box = each.getBoundingClientRect();
      if (!window.inside(box)) wrong(`${each.textContent} is out of the window`);
      if (box.width < 60 || box.height < 24 || each.scrollWidth > each.clientWidth + 1)
        wrong(`${each.textContent} is too small`);
    }
    if (document.body.classList.contains("dice")) {
      const dice = [...document.querySelectorAll("#felt [data-die]")];
      watch.thrown ||= dice.length > 0; // none lie there before the first throw
      const lie = dice.filter((die) => window.inside(die.getBoundingClientRect()));
      if (watch.thrown && lie.length < 2) wrong(`no dice`);
    }
  };
  look();
});
"""


@dataclass
class House:
    browser: Browser
    server: Server
    people: list[Player] = field(default_factory=list)
    number: Iterator[int] = field(default_factory=itertools.count)

    def player(self, size: tuple[int, int] = DESK, **more: Any) -> Player:
        """Open a page for a new person."""
        found = Player(self.browser, self.server.url, f"Ann {next(self.number)}", size, **more)
        found.page.add_init_script(WATCHED)
        self.people.append(found)
        return found

    def seat_player(self, game: str, size: tuple[int, int] = DESK, dollars: int = 200, **more: Any) -> Player:
        found = self.player(size, **more)
        found.go_to(table_of(game))
        found.sit(dollars=dollars)
        return found


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("pit") / "pitboss.db", limited=False) as server:
        yield server
        assert server.stop() == 0


@pytest.fixture
def house(browser: Browser, running: Server) -> Iterator[House]:
    """Yield the house, and have everybody leave afterwards, because seats are few."""
    found = House(browser, running, number=NUMBERS)
    yield found
    complaints = [each for player in found.people for each in player.complaints]
    for player in found.people:
        if player.table and player.page.url.startswith(f"{running.url}/t/"):
            leave(player)
        player.context.close()
    assert not complaints


NUMBERS = itertools.count(1)


def view_of(player: Player) -> dict[str, Any]:
    found: dict[str, Any] = player.context.request.get(f"{player.url}/api/tables/{player.table}").json()
    return found


def leave(player: Player) -> None:
    """Play a person's round to its end without a page, and leave; a player with standing bets sits out instead."""
    if not view_of(player)["you"]["seat"]:
        return
    if view_of(player)["waiting"] != "wagers":
        player.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        player.go_to(player.table)
        to_the_end(player)
    acts = [move["act"] for move in view_of(player)["you"]["moves"]]
    leaves = (act for act in acts if act["input"] == "leave")
    sent = {"id": f"leave-{next(NUMBERS):08}", "act": next(leaves, {"table": "sit out"})}
    answer = player.context.request.post(f"{player.url}/api/tables/{player.table}/act", data=sent)
    assert answer.ok, answer.text()


def wealth(player: Player) -> int:
    """Return the player's chips before the seat and on the layout."""
    view = view_of(player)
    seat = view["you"]["seat"]
    out = [spots for position, spots in view["wagers"].items() if view["owners"][position] == seat]
    return int(view["you"]["chips"]) + sum(sum(spots.values()) for spots in out)


def state_is(player: Player, *states: str) -> str:
    player.page.wait_for_function("states => states.includes(document.body.dataset.state)", arg=list(states))
    return player.state


def bet(player: Player) -> None:
    """Bet on the first offer and, if that may stand for long, also on one that the next throw decides."""
    player.wager()
    one_roll = player.page.get_by_test_id(ONE_ROLL)
    if one_roll.count():
        one_roll.press("Enter")
        player.is_answered()


def dollars(cents: int) -> str:
    return f"${cents // 100:,}" + (f".{cents % 100:02d}" if cents % 100 else "")


MAY_CLOSE_BETS = """() => document.body.dataset.state !== "betting"
  || document.querySelector("[data-testid='ready-button']")?.disabled === false"""


def to_the_end(player: Player, choice: str = "") -> None:
    """Close the bets, and answer with the wanted choice where it is offered, else with the first, until the table is
    settled."""
    for _ in range(MOST_ANSWERS):
        player.is_answered()
        state = state_is(player, "betting", "asked", "held")
        if state == "held":
            return
        if state == "betting":
            player.page.wait_for_function(MAY_CLOSE_BETS)
            if player.state == "betting":  # at roulette bets stay open while the ball spins
                player.ready()
            continue
        wanted = player.page.get_by_test_id(f"move-{choice}".replace(" ", "-"))
        asked = player.page.get_by_test_id("choices").get_attribute("data-key")
        (wanted if choice and wanted.count() else player.answers.first).click()
        expect(player.page.locator(f"[data-key='{asked}']")).to_have_count(0)
    raise AssertionError("the questions do not end")


def layout_watch(player: Player) -> dict[str, Any]:
    found: dict[str, Any] = player.page.evaluate("window.watch")
    return found


# --- 1: regions never move, and what was settled is held


def mine(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [result for result in view["settled"]["results"] if result["seat"] == view["you"]["seat"]]


@pytest.mark.parametrize("rounds", [1, pytest.param(10, marks=SOAK)])
@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=SOAK)], ids=["desk", "phone"])
@pytest.mark.parametrize("game", first(1, REGISTERED))
def test_the_layout_does_not_shift_and_the_settled_table_stays_in_view(
    house: House, game: str, size: tuple[int, int], rounds: int
) -> None:
    player = house.seat_player(game, size, 900 if rounds > 1 else 200)
    for _ in range(rounds):
        before = wealth(player)
        bet(player)
        player.ready()
        to_the_end(player)
        player.is_answered()
        view = view_of(player)
        settled = view["settled"]
        shown = player.page.get_by_test_id("sum").inner_text()
        change = wealth(player) - before
        assert sum(each["net"] for each in mine(view)) == change == settled["nets"][str(view["you"]["seat"])]
        word = f"You win {dollars(change)}" if change > 0 else f"You lose {dollars(-change)}" if change else "Even"
        assert shown.split(maxsplit=1)[1] == word
        assert shown[0] == ("▲" if change > 0 else "▼" if change else "=")
        for each in mine(view):
            # What was paid without a wager of its own, a bonus on the ante, is written beside the ante.
            if each["mark"] in ("won", "lost", "push") and each["staked"] and each["spot"] != "pot":
                stack = player.page.locator(f"#felt [data-stack='{each['position']}:{each['spot']}']")
                assert stack.get_attribute("data-mark") == each["mark"], each
        hands = {place: cards for place, cards in settled["cards"].items() if "??" not in cards}
        hands |= {f"hand {position}": cards for position, cards in settled["own"].items()}
        for place, cards in hands.items():
            if size == DESK or place in ("community", "dealer", f"hand {view['you']['seat']}"):
                key = place.replace(" ", "-")
                lie = player.page.locator(
                    f"#felt [data-card^='{key}-'] .rank, #felt [data-card^='{key}-'] [href^='#rank']"
                )
                assert lie.count() >= len(cards), (place, cards)
        player.goes_on()
    seen = layout_watch(player)
    assert len(seen["corners"]) == 1, seen["corners"]
    assert not seen["wrong"], set(seen["wrong"])
    assert game != "craps" or seen["thrown"]
    assert {"betting", "held"} <= {state.partition(":")[0] for state in seen["states"]}


# --- 2: by keys alone


def rings(page: Page) -> bool:
    """Return whether the focus is visible: on the control itself or, for areas of the felt, on the picture."""
    found: bool = page.evaluate(
        """() => {
          const style = getComputedStyle(document.activeElement);
          const ringed = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
          return document.activeElement.closest("#ears") ? Boolean(document.querySelector("#felt .focused")) : ringed;
        }"""
    )
    return found


def press_until(page: Page, key: str, wanted: str, most: int = 60) -> None:
    """Press a key until a control of this kind has the focus."""
    for _ in range(most):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never comes to {wanted}")


@pytest.mark.parametrize("game", first_two(REGISTERED))
def test_a_whole_round_can_be_played_by_keys(house: House, game: str) -> None:
    player = house.player()
    player.go_to(table_of(game))
    page = player.page
    press_until(page, "Tab", "[data-testid='sit']")
    assert rings(page)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("chips-amount")).to_be_focused()
    page.keyboard.type("200")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("you-chips")).to_have_text("$200")
    expect(page.locator("#sheet")).to_be_hidden()
    player.is_answered()
    press_until(page, "ArrowRight", "#ears button[data-do='bet']")
    assert rings(page)
    if page.get_by_test_id(ONE_ROLL).count():
        page.keyboard.press("Enter")
        player.is_answered()
        press_until(page, "ArrowRight", f"[data-testid='{ONE_ROLL}']")
        page.keyboard.press("Space")
        player.is_answered()
        page.keyboard.press("r")
    else:
        page.keyboard.press("Space")
        player.is_answered()
        if page.get_by_test_id("more").count():  # the area takes more than the chip in hand
            page.get_by_test_id("more").press("Enter")
            player.is_answered()
        assert player.chips < 20_000
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(str(player.first.get_attribute("data-press")))
    for _ in range(MOST_ANSWERS):
        if state_is(player, "asked", "held") == "held":
            break
        asked = page.get_by_test_id("choices").get_attribute("data-key")
        expect(page.get_by_test_id("question")).to_be_focused()
        page.keyboard.press("Enter")  # decides nothing until a choice has the focus
        page.keyboard.press("ArrowRight")
        expect(player.first).to_be_focused()
        assert page.get_by_test_id("choices").get_attribute("data-key") == asked
        assert rings(page)
        page.wait_for_timeout(300)  # a key pressed just as the question appears was meant for something else
        page.keyboard.press(str(player.answers.first.get_attribute("data-press")))
        expect(page.locator(f"[data-key='{asked}']")).to_have_count(0)
    page.keyboard.press("y")
    expect(page.get_by_test_id("own-story")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("own-story")).to_be_hidden()
    page.keyboard.press("Enter")
    state_is(player, "betting")


def test_letter_keys_are_ignored_in_fields_and_can_be_switched_off(house: House) -> None:
    player = house.seat_player("let-it-ride")
    page = player.page
    page.keyboard.press("b")
    expect(page.get_by_test_id("chips-amount")).to_be_focused()
    page.keyboard.press("i")
    assert page.get_by_test_id("tab-rules").get_attribute("aria-selected") == "false"
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    page.keyboard.press("i")
    expect(page.get_by_test_id("tab-rules")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Help and settings")).to_be_focused()
    page.get_by_label("Letter keys").uncheck()
    page.get_by_test_id("help-close").click()
    page.get_by_test_id("tab-acts").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("i")
    page.keyboard.press("b")
    assert page.get_by_test_id("tab-rules").get_attribute("aria-selected") == "false"
    expect(page.locator("#sheet")).to_be_hidden()
    page.keyboard.press("Enter")  # no letter
    expect(page.get_by_test_id("ready-button")).to_be_visible()
    player.page.reload()
    player.page.wait_for_function("() => window.line?.shown >= 0")
    page.keyboard.press("i")
    assert page.get_by_test_id("tab-rules").get_attribute("aria-selected") == "false"
    player.ready()
    to_the_end(player)


def test_leaving_the_table_leads_to_the_lobby(house: House) -> None:
    player = house.seat_player("three-card-poker")
    player.page.get_by_test_id("move-leave-the-table").click()
    player.page.wait_for_url(f"{player.url}/")
    assert not view_of(player)["you"]["seat"]


# --- 3: by ear


@pytest.mark.parametrize("game", first(1, CARDS))
def test_the_screen_reader_announces_a_turn_and_the_result_once(house: House, game: str) -> None:
    player = house.seat_player(game)
    bet(player)
    player.ready()
    questions = 0
    while state_is(player, "asked", "held") == "asked":
        questions += 1
        own = player.page.get_by_test_id("own-hand").inner_text()
        assert re.search(r"[a-z]+ of (spades|hearts|diamonds|clubs)", own) or own.startswith("No cards dealt.")
        asked = player.page.get_by_test_id("choices").get_attribute("data-key")
        player.answers.first.click()
        expect(player.page.locator(f"[data-key='{asked}']")).to_have_count(0)
    seen = layout_watch(player)
    turns = [said for said in seen["urgent"] if said.startswith("Your turn.")]
    assert len(turns) == questions
    assert questions or load(game).rests  # of a shoe few rounds ask anything
    results = [said for said in seen["polite"] if SUM.match(said)]
    told = player.page.get_by_test_id("sum").inner_text()[1:].strip()
    assert len(results) == 1
    assert results[0].startswith(f"{told}. ")
    live = player.page.evaluate(
        "[...document.querySelectorAll('[aria-live], [role=status], [role=log], [role=alert]')].map((each) => each.id)"
    )
    assert set(live) <= {"polite", "urgent", "lost", ""}
    assert not player.page.locator("#side [aria-live], #ears [aria-live]").count()
    assert len(seen["polite"]) < len(view_of(player)["acts"]) + 12  # never every act


# --- 4: the law beside the game


def test_a_citation_can_be_opened_during_a_decision(house: House) -> None:
    player = house.seat_player("let-it-ride")
    bet(player)
    player.ready()
    state_is(player, "asked")
    page = player.page
    chip = page.locator("#bar .ask .cite").first
    left = page.locator("[data-left]")
    before = int(left.inner_text())
    chip.focus()
    page.keyboard.press("Enter")
    panel = page.get_by_test_id("law-panel")
    expect(panel).to_be_visible()
    expect(panel.locator(".gist").first).to_be_visible()
    assert page.evaluate("window.inside(document.querySelector('[data-left]').getBoundingClientRect())")
    page.wait_for_function("before => Number(document.querySelector('[data-left]').textContent) < before", arg=before)
    assert player.state == "asked"
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(chip).to_be_focused()
    expect(page.locator("#felt svg")).to_be_visible()
    to_the_end(player)


# --- 5: less motion, fewer colors, larger text


@pytest.mark.parametrize(
    "how", first(1, [{"forced_colors": "active"}, {"reduced_motion": "reduce"}]), ids=["colors", "still"]
)
def test_the_result_is_shown_at_every_display_setting(house: House, how: dict[str, Any]) -> None:
    player = house.seat_player("three-card-poker", slow="reduced_motion" in how, **how)
    bet(player)
    player.ready()
    to_the_end(player)
    assert SUM.match(player.page.get_by_test_id("sum").inner_text())
    assert player.page.locator("#felt .pill.won, #felt .pill.lost, #felt .pill.push").count()
    assert not layout_watch(player)["wrong"]


@pytest.mark.parametrize("size", [pytest.param(DESK, marks=SOAK), PHONE], ids=["desk", "phone"])
def test_twice_as_large_text_leaves_every_choice_in_the_window(house: House, size: tuple[int, int]) -> None:
    player = house.seat_player("ultimate-texas-holdem", size)
    player.page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    bet(player)
    player.page.evaluate("() => { window.watch.wrong.length = 0; }")
    player.ready()
    to_the_end(player)
    assert not layout_watch(player)["wrong"], set(layout_watch(player)["wrong"])
    assert player.page.evaluate("window.inside(document.querySelector('[data-testid=sum]').getBoundingClientRect())")


# --- 6: nothing for axe to find


def found_by_axe(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for each in found for node in each["nodes"]
    ]


@pytest.mark.parametrize(
    ("size", "scheme"),
    [pytest.param(DESK, "light", marks=SOAK), pytest.param(DESK, "dark", marks=SOAK), (PHONE, "dark")],
    ids=str,
)
@pytest.mark.parametrize("game", first(1, sorted(REGISTERED, key="craps".__ne__)))
def test_axe_reports_no_fault_at_a_table(house: House, game: str, size: tuple[int, int], scheme: str) -> None:
    player = house.seat_player(game, size, color_scheme=scheme)
    bet(player)
    wrong = {"betting": found_by_axe(player.page)}
    player.ready()
    if state_is(player, "asked", "held") == "asked":
        wrong["asked"] = found_by_axe(player.page)
    to_the_end(player)
    wrong["held"] = found_by_axe(player.page)
    player.page.keyboard.press("y")
    wrong["why"] = found_by_axe(player.page)
    assert not any(wrong.values()), wrong


PAGES = ("/", "/history", "/house", "/nowhere")
LONG_PAGES = ("/law", "/readings", "/t/1/rules")


@pytest.mark.parametrize(
    ("scheme", "paths"), first(1, [("dark", PAGES), ("dark", LONG_PAGES), ("light", PAGES), ("light", LONG_PAGES)])
)
def test_axe_reports_no_fault_on_pages(house: House, scheme: str, paths: tuple[str, ...]) -> None:
    player = house.player(color_scheme=scheme)
    wrong = {}
    for path in paths:
        player.page.goto(f"{player.url}{path}")
        wrong[path] = found_by_axe(player.page)
    player.complaints.clear()  # that there is no such page
    assert not any(wrong.values()), {where: each for where, each in wrong.items() if each}


@pytest.mark.parametrize("scheme", first(1, ["dark", "light"]))
def test_axe_reports_no_fault_in_the_side_column(house: House, scheme: str) -> None:
    player = house.player(color_scheme=scheme)
    page = player.page
    wrong = {}
    player.go_to(table_of("let-it-ride"))
    wrong["watching"] = found_by_axe(page)
    page.get_by_test_id("sit").click()
    expect(page.get_by_test_id("chips-amount")).to_be_focused()
    wrong["sit"] = found_by_axe(page)
    page.keyboard.press("Escape")
    page.get_by_test_id("help").click()
    wrong["help"] = found_by_axe(page)
    page.keyboard.press("Escape")
    page.get_by_test_id("tab-rules").click()
    expect(page.locator("#panel-rules h2, #panel-rules h3").first).to_be_visible()
    wrong["pay tables"] = found_by_axe(page)
    page.locator("#panel-rules .cite").first.click()
    expect(page.get_by_test_id("law-panel").locator("p").first).to_be_visible()
    wrong["law"] = found_by_axe(page)
    assert not any(wrong.values()), {where: each for where, each in wrong.items() if each}


# --- 7: a page that is late

HIDDEN = """
window.veiled = false;
Object.defineProperty(document, "hidden", { get: () => window.veiled });
Object.defineProperty(document, "visibilityState", { get: () => (window.veiled ? "hidden" : "visible") });
window.veil = (veiled) => {
  window.veiled = veiled;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


def test_a_hidden_page_skips_animations(house: House) -> None:
    player = house.player(slow=True)
    player.page.add_init_script(HIDDEN)
    player.go_to(table_of("three-card-poker"))
    player.sit(dollars=100)
    bet(player)
    player.page.evaluate("window.veil(true)")
    player.page.get_by_test_id("ready-button").evaluate("button => button.click()")
    player.page.wait_for_function("() => document.body.dataset.state === 'asked'")
    player.page.evaluate("window.veil(false)")
    assert player.state == "asked"
    newest = view_of(player)
    seat = str(newest["you"]["seat"])
    lie = player.page.locator(f"#felt [data-card^='hand-{seat}-']")
    assert lie.count() == len(newest["hands"][seat])
    to_the_end(player)


def test_the_space_bar_skips_the_dealing_animation(house: House) -> None:
    player = house.seat_player("ultimate-texas-holdem", slow=True)
    bet(player)
    player.page.evaluate("document.activeElement.blur()")
    player.ready()
    player.page.wait_for_function("() => document.querySelector('#bar [data-do=hurry]')")
    player.page.keyboard.press("Space")
    player.page.wait_for_function(
        "() => !document.querySelector('#bar [data-do=hurry]') && "
        "!document.getElementById('felt').getAnimations({ subtree: true }).some((each) => each.playState === 'running')"
    )
    to_the_end(player)


@pytest.mark.soak
def test_another_player_plays_on_while_a_page_holds_the_result(house: House) -> None:
    player = house.seat_player("three-card-poker")
    bet(player)
    player.ready()
    to_the_end(player)  # at the pace "instant", which holds the settled table none the less
    held = player.page.get_by_test_id("sum").inner_text()
    before = view_of(player)["round"]
    program = Person(house.server, f"Program {next(NUMBERS)}", seed=1)
    program.connect(house.server, player.table)
    program.play(3)
    while view_of(player)["round"] == before:
        program.play(1)
    program.catch_up()
    program.do({"input": "leave"})
    program.close()
    assert player.page.get_by_test_id("sum").inner_text() == held
    assert player.state == "held"
    player.goes_on()
    player.is_answered()


# --- 8: what is hidden, and what is one's own


@pytest.mark.parametrize("game", first(1, FOLDING))
def test_only_ones_own_folded_hand_stays_visible(house: House, game: str) -> None:
    player = house.seat_player(game)
    bet(player)
    player.ready()
    state_is(player, "asked")
    seat = str(view_of(player)["you"]["seat"])
    own = view_of(player)["hands"][seat]
    to_the_end(player, "fold")
    settled = view_of(player)["settled"]
    assert settled["own"][seat][: len(own)] == own
    lie = player.page.locator(f"#felt [data-card^='hand-{seat}-'] [href^='#rank']")
    assert lie.count() >= len(own)
    shown = {card for cards in (*settled["cards"].values(), settled["own"][seat]) for card in cards}
    text = " ".join(layout_watch(player)["frames"])
    told = set(re.findall(r'"([2-9TJQKA][shdc])"', text))
    assert told <= shown, told - shown


# --- 9: money


def test_a_choice_the_player_cannot_pay_is_shown_with_its_reason(house: House) -> None:
    player = house.seat_player("ultimate-texas-holdem", dollars=12)
    page = player.page
    expect(page.locator("#news")).to_contain_text("may need $20 more; you will have $2")
    bet(player)
    player.ready()
    state_is(player, "asked")
    off = page.locator("#bar .choices [aria-disabled='true']")
    expect(off.first).to_be_visible()
    assert "Play 4x" in off.first.inner_text()
    assert "$18 short" in off.first.inner_text()
    page.get_by_test_id("add-chips").click()
    expect(page.locator("#sheet")).to_contain_text("Chips arrive after this round.")
    page.get_by_test_id("chips-amount").fill("100")
    page.get_by_test_id("chips-take").click()
    expect(page.locator("#bar")).to_contain_text("+$100 after this round")
    to_the_end(player)
    player.goes_on()
    player.is_answered()
    assert player.chips >= 10_000
    expect(page.locator("#bar")).not_to_contain_text("after this round")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("s")  # same again
    expect(page.get_by_test_id("ready-button")).to_be_visible()
    assert wealth(player) - player.chips == 1_000
    player.ready()
    to_the_end(player)


def test_a_refused_press_is_answered_in_words(house: House) -> None:
    player = house.seat_player("craps")
    bet(player)
    offered = {spot for offer in view_of(player)["you"]["offers"] for spot in offer["spots"]}
    drawn = player.page.locator("#felt [data-spot]").evaluate_all("all => all.map((each) => each.dataset.spot)")
    closed = next(spot for spot in drawn if spot not in offered)
    player.page.locator(f'#felt [data-spot="{closed}"]').first.dispatch_event("click")
    refusal = player.page.get_by_test_id("refusal").first
    expect(refusal).to_be_visible()
    assert refusal.locator(".cite").count()
    assert re.search(r"[A-Z].{10,}\.", refusal.inner_text())
    player.ready()
    to_the_end(player)


# Of the head of a page: how wide the table's name is, and what is cut off or hidden under something else.
HEAD = """() => {
  const box = (each) => each.getBoundingClientRect();
  const seen = (each) => box(each).width > 0;
  const beside = [document.querySelector(".burger"), document.getElementById("menu")].find(seen);
  const tags = [...document.querySelectorAll("#head .tag")].filter(seen);
  const cut = tags.filter((tag) =>
    box(tag).right > Math.min(box(beside).left, box(tag.parentElement).right) + 1 ||
    (tag.scrollWidth > tag.clientWidth + 1 && getComputedStyle(tag).textOverflow !== "ellipsis"));
  return {
    name: box(document.querySelector("#head h1")).width,
    tags: tags.map((tag) => tag.innerText.trim()),
    cut: cut.map((tag) => tag.innerText), beside: box(beside).right <= innerWidth + 1,
  };
}"""


def test_the_head_of_a_private_table_fits(house: House) -> None:
    owner = house.player()
    opening = {"name": "Mini of mine", "game": "minibaccarat"}
    made = owner.context.request.post(f"{owner.url}/api/my/tables", data=opening)
    owner.go_to(made.json()["table"])
    owner.sit()
    for width, height in (DESK, (1024, 768), PHONE, (360, 640)):
        owner.page.set_viewport_size({"width": width, "height": height})
        result = owner.page.evaluate(HEAD)
        assert result["name"] >= 60, (width, result)
        assert not result["cut"], (width, result)
        assert result["beside"], (width, result)
        assert result["tags"][0].startswith("Private")
        assert "not law" in result["tags"]


def test_a_long_refusal_is_read_whole_on_a_phone(house: House) -> None:
    player = house.seat_player("casino-war", PHONE)
    player.page.locator('#felt [data-spot="war"]').dispatch_event("click")
    refusal = player.page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("There is no bet on war.")
    line, whole = player.page.locator("#news").bounding_box(), refusal.bounding_box()
    assert line is not None
    assert whole is not None
    assert line["y"] <= whole["y"]
    assert whole["y"] + whole["height"] <= line["y"] + line["height"]


def test_the_sum_fits_one_line_although_roads_share_its_classes(house: House) -> None:
    """Both have classes of what was won, and the style of the one is not the other's."""
    player = house.seat_player("minibaccarat")
    player.page.wait_for_function("() => document.querySelector('#panel-roads .won')")
    result = player.page.evaluate(
        """() => {
          const ask = document.querySelector("#bar .ask");
          ask.innerHTML = '<p class="sum won"><span>▲</span> You win $9.50</p>';
          const [sum, sign] = [ask.querySelector(".sum"), ask.querySelector("span")];
          return [sum.offsetHeight < 2 * sign.offsetHeight, getComputedStyle(sign, "::before").content];
        }"""
    )
    assert result == [True, "none"]
