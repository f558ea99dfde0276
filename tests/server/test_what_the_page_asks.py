"""The page's proposals and its report of a round: nothing is given up by Enter, no stake is raised unasked, nobody
reads another person's money as his own, and a void round is no push."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from kit import programs
from kit.inside import Listening
from kit.serving import ask
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.server.access.sessions import COOKIE
from server.test_browser import PHONE, Player
from server.test_inscriptions import browser, draw, page, printed_layout, seats_of, view
from server.test_settled_picture import WHY, result, settlement

__all__ = ["browser", "page"]

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

# The bar of a view, as its first button, the one that stands out, and what is given the focus.
BAR = """async ([view, chip]) => {
  const { situation } = await import('/static/situation.js');
  const { barRegion } = await import('/static/action_bar.js');
  const { lookOf } = await import('/static/changes.js');
  const now = situation({ view, showing: false, hold: null, chip, last: {}, me: "Player 3", barred: "" });
  const shown = { chip, own: null, look: lookOf(view), hold: null, left: null };
  document.body.innerHTML = String(barRegion(view, now, shown));
  const words = (all) => [...document.querySelectorAll(all)].map((each) => each.querySelector(".word")?.textContent);
  return { all: words(".choices button"), main: words(".choices .main"), entered: words("[data-press=Enter]"),
    focused: [...document.querySelectorAll("[data-focus]")].map(({ tagName }) => tagName) };
}"""


def at_the_table(game: str, **more: Any) -> dict[str, Any]:
    """Complete a view with the fields that the bar needs."""
    pace = {"notice": "", "held": "", "state": "open", "round": 1, "with_cards": True, "go": "Deal", "wait": "Ready"}
    limits = {"minimum": 500, "maximum": 50_000, "smallest_chip": 100, "shooter": None}
    seat = {"sits_out": False, "ready": False}
    bare = view(game, **pace, **limits)
    return {**bare, "seats": [{**each, **seat} for each in bare["seats"]], **more}


def question_view(game: str, *choices: str) -> dict[str, Any]:
    return at_the_table(
        game,
        waiting="answer",
        asked={"seat": 3, "position": 3, "subject": "play", "choices": choices, "default": choices[0],
               "cite": "32.10(e)", "number": 1, "short": [], "words": ""},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("game", "choices", "main"),
    [
        ("ultimate-texas-holdem", ("fold", "play 1x"), ["Play 1x"]),
        ("casino-war", ("surrender", "war"), ["War"]),
        ("three-card-poker", ("play", "fold"), ["Play"]),
        ("ultimate-texas-holdem", ("fold",), []),
        ("let-it-ride", ("let it ride", "withdraw"), ["Let it ride"]),
    ],
)
def test_choices_that_give_money_up_are_neither_primary_nor_focused(
    page: Page, game: str, choices: tuple[str, ...], main: list[str]
) -> None:
    result = page.evaluate(BAR, [question_view(game, *choices), 500])
    assert sorted(result["all"]) == sorted(choice.capitalize() for choice in choices)
    assert result["main"] == main
    assert result["focused"] == ["P"]  # the question: no button is pressed by Enter
    assert result["entered"] == []


@pytest.mark.parametrize(
    ("chip", "least", "most", "step", "amount"),
    [
        (500, 500, 50_000, 100, 500),
        (500, 10_000, 50_000, 10_000, 0),  # the least is more than the chip: the page asks
        (500, 600, 50_000, 600, 0),
        (2_500, 600, 50_000, 600, 2_400),  # in whole steps, and never upward
        (50_000, 100, 10_000, 100, 10_000),
    ],
)
def test_a_press_bets_no_more_than_the_chip_in_hand(
    page: Page, chip: int, least: int, most: int, step: int, amount: int
) -> None:
    offer = {"name": "red", "spots": ["red"], "least": least, "most": most, "step": step, "later": 0}
    asks = "async ([offer, chip]) => (await import('/static/situation.js')).pressAmountOf(offer, chip)"
    assert page.evaluate(asks, [offer, chip]) == amount


def test_a_button_that_bets_more_than_the_chip_names_the_amount_and_has_no_key(page: Page) -> None:
    offer = {"name": "red", "spots": ["red"], "least": 1_000, "most": 50_000, "step": 100, "later": 0, "group": ""}
    open_ = at_the_table("roulette", waiting="wagers", you={**view("roulette")["you"], "offers": [offer]})
    result = page.evaluate(BAR, [open_, 500])
    assert (result["all"][0], result["entered"]) == ("Bet $10", [])
    assert page.evaluate(BAR, [open_, 1_000])["entered"] == ["Bet $10"]


WORDS = """async ([view, printed, chip, offers]) => {
  const { situation } = await import('/static/situation.js');
  const { tableInWords } = await import('/static/screen_reader.js');
  const { settledInWords } = await import('/static/differences.js');
  const { takesInWords } = await import('/static/player_actions.js');
  const now = situation({ view, showing: false, hold: null, chip, last: {}, me: "Player 3", barred: "" });
  document.body.innerHTML = String(tableInWords(view, printed, now));
  return { title: document.querySelector("h2").textContent, settled: settledInWords(view),
    areas: [...document.querySelectorAll("[data-area]")].map((each) => each.textContent),
    takes: offers.map(({ name, spots, least }) => takesInWords(name, least, spots.length)),
    buttons: Object.fromEntries(now.buttons.map(({ word, sub, why, off }) => [word, sub || why || Boolean(off)])) };
}"""


def words_of(page: Page, seen: dict[str, Any], chip: int = 500) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(WORDS, [seen, printed_layout(seen["game"]), chip, seen["you"]["offers"]])
    return found


def betting(game: str, *offers: dict[str, Any], chips: int = 20_000, **more: Any) -> dict[str, Any]:
    """Return a view in which bets are open for the viewer at seat 3."""
    you = {**view(game)["you"], "offers": offers, "chips": chips}
    return at_the_table(game, waiting="wagers", you=you, **more)


def offer(name: str, *spots: str, least: int = 500, most: int = 50_000) -> dict[str, Any]:
    return {"name": name, "spots": spots, "least": least, "most": most, "step": 100, "later": 0, "group": ""}


def test_a_label_names_all_that_a_press_puts_down(page: Page) -> None:
    three = offer("three equal bets", "bet 1", "bet 2", "bet 3")
    found = words_of(page, betting("let-it-ride", three, offer("three card bonus", "three card bonus")))
    assert found["areas"] == [
        "Bet $15 on three equal bets ($5 each), $5 to $500 each",
        "Bet $5 on three card bonus, $5 to $500",
    ]
    assert found["takes"] == ["three equal bets take $5 or more each", "three card bonus takes $5 or more"]
    poor = words_of(page, betting("let-it-ride", three), chip=100)
    assert poor["areas"] == ["Bet on three equal bets, $5 to $500 each"]


def test_games_without_cards_do_not_mention_hands(page: Page) -> None:
    for game, title, settled_words in (
        ("let-it-ride", "Your hand and bets", "All is settled. Hands shown are a record."),
        ("roulette", "Your bets", "All is settled. Wagers shown are a record."),
    ):
        found = words_of(page, betting(game, with_cards=game == "let-it-ride"))
        assert (found["title"], found["settled"]) == (title, settled_words)


def test_the_button_for_the_most_odds_names_their_sum(page: Page) -> None:
    odds = [offer("pass odds", "pass odds", most=1_500), offer("come 4 odds", "come 4 odds", most=1_000)]
    for chips, said in ((20_000, "$25"), (1_850, "$18"), (50, "too few chips")):
        seen = betting("craps", *odds, chips=chips, with_cards=False)
        assert words_of(page, seen)["buttons"]["Max odds"] == said


def test_betting_more_than_the_chip_by_key_asks_first(browser: Browser, tmp_path: Path) -> None:
    """On the picture he sees where he is, and not what the button says."""
    with Listening(tmp_path / "pitboss.db", [RouletteHouse()], buffer=1 << 16) as server:
        ann = Player(browser, server.url, "Ann")
        ann.go_to(1)
        ann.sit(dollars=200)
        red = ann.page.locator("#ears button[data-area='red']")
        expect(red).to_have_text("Bet on red, $10 to $5,000")
        red.press("Enter")
        expect(ann.page.get_by_test_id("refusal")).to_have_text("Red takes $10 or more; the chip in your hand is $5.")
        ann.is_answered()
        assert ann.chips == 20_000
        ann.page.get_by_test_id("more").click()
        expect(ann.page.get_by_test_id("you-chips")).to_have_text("$190")
        seventeen = ann.page.locator("#ears button[data-area='straight 17']")
        expect(seventeen).to_have_text("Bet $5 on straight 17, $5 to $500")
        seventeen.press("Enter")
        expect(ann.page.get_by_test_id("you-chips")).to_have_text("$185")
        assert not ann.complaints
        ann.context.close()


def test_questions_are_legible_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    """Beside two buttons the words were a column as wide as a word, and the end of them out of sight."""
    with Listening(tmp_path / "pitboss.db", [RouletteHouse()], buffer=1 << 16) as server:
        url = f"{server.url}/api/tables/1/act"
        for seat, name in enumerate(("Bob", "Cy"), 1):  # their $5 are one chip, and five of $1
            cookies = {COOKIE: server.name(name)}
            sits: dict[str, Any] = {"input": "sit", "seat": seat, "chips": 20_000}
            for number, act in enumerate((sits, {"input": "wager", "stakes": {"straight 17": 500}})):
                answer = ask("POST", url, cookies=cookies, json={"id": f"{name}-action-{number}", "act": act})
                assert answer.status_code == 200, answer.text
        ann = Player(browser, server.url, "Ann", PHONE)
        ann.go_to(1)
        ann.page.get_by_test_id("sit").click()
        ann.page.get_by_test_id("chips-value").check()
        ann.page.get_by_test_id("chips-take").click()
        expect(ann.page.get_by_test_id("you-chips")).to_be_visible()
        ann.page.locator("#ears button[data-area='straight 17']").press("Enter")
        expect(ann.page.get_by_test_id("refusal")).to_contain_text("Straight 17 takes $25 or more")
        strip = "() => { const line = document.getElementById('news'); return line.scrollHeight - line.clientHeight; }"
        assert ann.page.evaluate(strip) == 0
        words = ann.page.get_by_test_id("refusal").bounding_box()
        assert words is not None
        assert words["width"] > PHONE[0] / 2
        ann.context.close()


SHEET = """async ([view, colored, worth, kind]) => {
  const { sitSheet } = await import('/static/sheets.js');
  document.body.innerHTML = "<dialog></dialog>";
  const sheet = document.querySelector("dialog");
  const taken = [];
  const take = async (...all) => taken.push(all);
  sitSheet(sheet, { title: "Sit", word: "Sit", view, account: 100_000, colored }, take);
  const form = sheet.querySelector("form");
  form.elements.amount.value = "200";
  if (worth) form.elements.worth.value = worth;
  if (kind) form.elements.kind.value = kind;
  form.requestSubmit();
  await new Promise((done) => setTimeout(done));
  return [taken, sheet.querySelector(".refusal").textContent];
}"""


def test_a_new_player_gets_color_chips_unless_he_wants_value_chips(page: Page) -> None:
    wheel = view("roulette", minimum=500, maximum=50_000, smallest_chip=100, waiting="wagers")
    assert page.evaluate(SHEET, [wheel, True, "", ""]) == [[[20_000, 500]], ""]
    assert page.evaluate(SHEET, [wheel, True, "25", ""]) == [[[20_000, 2_500]], ""]
    assert page.evaluate(SHEET, [wheel, True, "", "value"]) == [[[20_000, 0]], ""]
    assert page.evaluate(SHEET, [wheel, False, "", ""]) == [[[20_000, 0]], ""]
    taken, why = page.evaluate(SHEET, [wheel, True, "0.50", ""])
    assert not taken
    assert why == "One chip may be worth $5 to $200, in steps of $1."


MEANWHILE = """async ([answered, meanwhile]) => {
  const { PlayerActions } = await import('/static/player_actions.js');
  document.body.innerHTML = "<dialog id=sheet></dialog>";
  let answer;
  const stream = { send: () => new Promise((done) => { answer = done; }) };
  const page = { root: document.body, news: { refused: ["of before"] }, stream, draw: () => {} };
  const sent = new PlayerActions(page).send({ input: "sit" });
  const shown = [...page.news.refused];
  if (meanwhile.length) page.news.refused = meanwhile;
  answer({ refused: answered });
  await sent;
  return [shown, page.news.refused];
}"""


@pytest.mark.parametrize(
    ("answered", "meanwhile", "shown"),
    [
        ([], [], []),
        (["no chips"], [], ["no chips"]),
        ([], ["takes $10 or more"], ["takes $10 or more"]),
        (["no chips"], ["takes $10 or more"], ["no chips"]),
    ],
)
def test_an_answer_does_not_erase_a_later_message(
    answered: list[str], meanwhile: list[str], shown: list[str], page: Page
) -> None:
    """Color chips are bought right after somebody has sat down, while a press on an area is refused already."""
    assert page.evaluate(MEANWHILE, [answered, meanwhile]) == [[], shown]


# --- whose money it is


def before(*, void: str = "") -> dict[str, Any]:
    """Return a last round in which a person who has left won $8 at seat 3, whose new owner lost $5 there."""
    return {
        "round": 1, "void": void, "players": {"3": "Player 3"}, "nets": {"3": -500}, "notes": {}, "cards": {},
        "own": {}, "dice": [], "wheel": None,
        "results": [{**result("player", 800, 800, "won"), "player": "Gone"}, result("banker", 500, -500, "lost")],
    }  # fmt: skip


AS_HELD = """async ([view, settled]) => {
  const { settledView } = await import('/static/changes.js');
  const { results, nets, voided } = settledView(view, settled, null);
  return [results.map(({ player }) => player), nets, voided];
}"""


def test_a_seat_shows_no_result_of_its_former_player(page: Page) -> None:
    here = view("minibaccarat")
    assert page.evaluate(AS_HELD, [here, before()])[:2] == [["Player 3"], {"3": -500}]
    gone = {**before(), "players": {"3": "Gone"}, "nets": {"3": 800}, "results": before()["results"][:1]}
    assert page.evaluate(AS_HELD, [here, gone])[:2] == [[], {}]


TOLD = WHY.replace('document.querySelector(".reasons li").innerText', 'document.querySelector("div").innerText')


def test_the_explanation_covers_each_person_separately(page: Page) -> None:
    result = page.evaluate(TOLD, [before(), view("minibaccarat"), printed_layout("minibaccarat")])
    assert result.index("You") < result.index("−$5") < result.index("Gone") < result.index("+$8")


# --- a void round

OUTCOME = "async ([results, voided]) => (await import('/static/money.js')).describeOutcome(results, voided)"


def test_a_void_round_is_not_shown_as_a_push(page: Page) -> None:
    void = [result("red", 1_000, 0, "void"), result("straight 17", 500, 0, "void")]
    found = page.evaluate(OUTCOME, [void, "beyond:roulette.9(k)"])
    assert found == {"mark": "↩", "kind": "void", "cite": "beyond:roulette.9(k)",
                     "words": "Void: $15 came back"}  # fmt: skip
    hand = [{**result("ante", 500, 0, "void"), "cite": "32.11(b)"}]
    assert page.evaluate(OUTCOME, [hand, ""])["words"] == "Void: $5 came back"
    kept = [*void, result("trips", 500, -500, "lost")]
    assert page.evaluate(OUTCOME, [kept, "32.13(b)"])["words"] == "Void. You lose $5"
    assert page.evaluate(OUTCOME, [[result("red", 500, 0, "push")], ""])["words"] == "Even"


def test_a_void_wager_says_so_on_the_layout(page: Page) -> None:
    void = result("bet 2", 1_000, 0, "void")
    svg = draw(page, settlement(results=[void], nets={"3": 0}, voided="18.12(b)"), printed_layout("let-it-ride"))
    assert 'data-mark="void"' in svg
    assert "↩ void" in svg
    assert "= push" not in svg
    assert "= even" not in svg


@pytest.mark.parametrize("game", ["roulette", "big-six", "sic-bo", "minibaccarat"])
def test_a_void_wager_says_so_on_a_layout_that_all_share(page: Page, game: str) -> None:
    area = next(cell["spot"] for cell in printed_layout(game)["drawing"]["wide"]["cells"] if cell["spot"])
    void = view(game, results=[result(area, 1_000, 0, "void")], nets={"3": 0}, voided="9(f)", seats=seats_of(3))
    for phone in (False, True):
        assert "↩ void" in draw(page, void, printed_layout(game), phone=phone)


def test_a_single_void_hand_is_marked_at_its_seat(page: Page) -> None:
    """The round goes on for the others, one of whom has the same sum by a push."""
    results = [result("ante", 500, 0, "void"), {**result("ante", 500, 0, "push"), "seat": 4, "position": 4}]
    seen = view("ultimate-texas-holdem", results=results, nets={"3": 0, "4": 0}, voided="", seats=seats_of(3, 4))
    svg = draw(page, seen, printed_layout("ultimate-texas-holdem"))
    assert svg.count("↩ void") == 2  # at the wager and at the seat
    assert svg.count("= even") == 1


def test_a_question_points_at_the_area_that_it_is_about(page: Page) -> None:
    for game, subject, choices, areas in (
        ("casino-war", "the tie", ["surrender", "war"], ["war"]),
        ("three-card-poker", "the play wager", ["play", "fold"], ["play"]),
        ("let-it-ride", "bet 2", ["let it ride", "withdraw"], ["bet 2"]),
        ("ultimate-texas-holdem", "play", ["check", "play 4x"], ["play"]),
    ):
        about = {**question_view(game, *choices)["asked"], "subject": subject}
        for phone in (False, True):
            svg = draw(page, at_the_table(game, waiting="answer", asked=about), printed_layout(game), phone=phone)
            assert re.findall(r'data-area="([^"]*)"[^>]*>(?:<[^>]*>)?<[^>]*class="area[^"]* asked"', svg) == areas, game


def test_players_of_a_wound_up_round_are_told_that_it_was_void(browser: Browser, tmp_path: Path) -> None:
    """They are told again after they reload the page or lose the connection, until they go on."""
    with Listening(tmp_path / "pitboss.db", [LetItRideHouse(), RouletteHouse()], buffer=1 << 16) as server:
        sue, store = server.name("Sue"), server.casino.store
        store.accounts.set_role(store.accounts.find("Sue")[0].id, "supervisor").result()
        for table in (1, 2):
            ann = Player(browser, server.url, f"Ann {table}")
            ann.go_to(table)
            ann.sit(dollars=200)
            ann.wager()
            if table == 1:
                ann.ready()
                expect(ann.answers.first).to_be_visible()
            void = {"cite": "house:void", "why": "somebody saw the cards", "round": 1}
            answer = ask("POST", f"{server.url}/api/tables/{table}/void", cookies={COOKIE: sue}, json=void)
            assert answer.status_code == 200, answer.text
            back = ("Void: $15 came back", "Void: $10 came back")[table - 1]
            expect(ann.page.get_by_test_id("sum")).to_contain_text(back)
            ann.reload()
            expect(ann.page.get_by_test_id("sum")).to_contain_text(back)
            ann.lose_the_connection()
            expect(ann.page.get_by_test_id("sum")).to_contain_text(back)
            ann.page.keyboard.press("y")
            expect(ann.page.get_by_test_id("own-story")).to_contain_text("returned, the round is void")
            expect(ann.page.get_by_test_id("own-story")).to_contain_text("All wagers of this round were returned.")
            ann.page.keyboard.press("Escape")
            ann.page.get_by_test_id("next").click()
            expect(ann.page.get_by_test_id("question")).to_contain_text("Place your bets")
            ann.reload()
            expect(ann.page.get_by_test_id("question")).to_contain_text("Place your bets")
            assert not ann.complaints
            ann.context.close()


def test_a_round_voided_by_a_broken_wheel_is_announced_when_bets_reopen(browser: Browser, tmp_path: Path) -> None:
    """To whoever reloads the page while a supervisor decides."""
    with Listening(tmp_path / "pitboss.db", [RouletteHouse()], buffer=1 << 16) as server:
        sue, store = server.name("Sue"), server.casino.store
        store.accounts.set_role(store.accounts.find("Sue")[0].id, "supervisor").result()

        def supervises(what: str, /, **body: Any) -> None:
            answer = ask("POST", f"{server.url}/api/tables/1/{what}", cookies={COOKIE: sue}, json=body)
            assert answer.status_code == 200, answer.text

        ann = Player(browser, server.url, "Ann")
        ann.go_to(1)
        ann.sit(dollars=200)
        ann.wager()
        supervises("incident", incident={"kind": "wheel broken"}, why="it wobbles")
        expect(ann.page.get_by_test_id("sum")).to_contain_text("Void: $10 came back")
        ann.reload()
        expect(ann.page.get_by_test_id("question")).to_contain_text("A supervisor is deciding")
        supervises("order", what="open the table", why="it is whole again")
        expect(ann.page.get_by_test_id("sum")).to_contain_text("Void: $10 came back")
        ann.page.get_by_test_id("next").click()
        expect(ann.page.get_by_test_id("question")).to_contain_text("Place your bets")
        assert not ann.complaints
        ann.context.close()


def test_a_chart_of_rounds_without_gain_or_loss_has_a_scale(page: Page) -> None:
    steps = "async (both) => (await import('/static/history.js')).gridLines(...both)"
    for both in ([0, 0], [-500, -500], [-500, 700]):
        lines = page.evaluate(steps, both)
        assert lines[0] <= both[0] <= both[1] <= lines[-1]
        assert lines[0] < lines[-1]
    words = "async (both) => (await import('/static/history.js')).resultInWords(...both)"
    assert [page.evaluate(words, both) for both in ([0, True], [0, False], [-500, True])] == [
        "↩ void",
        "= even",
        "▼ −$5",
    ]
