"""Every layout shows what it must: every item that a held text or an equipment rule calls for can be pointed at in the
picture, in its words or as a thing with a name, under each edition where they differ."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from kit import programs
from kit.parts import DEALT_TO_SEATS
from kit.serving import Server
from pitboss.games import load
from pitboss.games.let_it_ride.law.paytables import LETTERS
from server.test_browser import browser

__all__ = ["browser"]

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
BONUSES = {"bonus": True, "three_card_bonus": "D", "payout_limit": 10_000_000}
DRAW = "async ([view, printed, options]) => (await import('/static/felt/all_drawings.js')).felt(view, printed, options)"
NUMBERS = (4, 5, 6, 8, 9, 10)
LOSING = re.compile(r" (?:for|:) ")


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with Server(tmp_path_factory.mktemp("inscriptions") / "pitboss.db", limited=False) as server:
        page = browser.new_page()
        page.goto(server.url)
        yield page
        page.close()
        assert server.stop() == 0


def printed_layout(name: str, **elected: Any) -> dict[str, Any]:
    game = load(name)
    assert game.printed is not None
    elected = {**(BONUSES if name == "let-it-ride" else {}), **elected}
    found: dict[str, Any] = msgspec.to_builtins(game.printed(game.rules({}), game.house.usual(**elected)))
    return found


def seats_of(*numbers: int) -> list[dict[str, Any]]:
    more = {"chips": 10_000, "house": False, "here": True, "ready": False, "sits_out": False, "left": False}
    return [{"number": number, "player": f"Player {number}", **more} for number in numbers]


def view(name: str, **more: Any) -> dict[str, Any]:
    """Return a view from seat 3 before any card is dealt."""
    house = load(name).house.usual()
    bare: dict[str, Any] = {
        "game": name, "places": house.seats, "text": "", "seats": seats_of(3), "owners": {}, "wagers": {}, "hands": {},
        "community": [], "dealer": [], "out": {}, "piles": {"to deal": 52, "rack": 0}, "back": "red", "pot": 0,
        "button": None, "marks": {}, "lit": [], "dice": [], "last_dice": [], "said": [], "waiting": "wagers",
        "asked": None, "you": {"seat": 3, "chips": 10_000, "offers": [], "moves": [], "may_be_ready": False},
    }  # fmt: skip
    return {**bare, **more}


def draw(page: Page, seen: dict[str, Any], layout: dict[str, Any], **options: Any) -> str:
    text: str = page.evaluate(DRAW, [seen, layout, options])
    return text


def words(svg: str) -> list[str]:
    """Return the texts in the picture."""
    return [each for each in re.findall(r">([^<>]+)<", svg.partition("</defs>")[2]) if each.strip()]


def all_areas(svg: str) -> list[str]:
    return re.findall(r'data-area="([^"]+)"', svg)


@pytest.mark.parametrize("name", DEALT_TO_SEATS)
def test_every_card_table_has_its_equipment_and_all_that_is_printed(page: Page, name: str) -> None:
    layout = printed_layout(name)
    svg = draw(page, view(name), layout)
    text = " ".join(words(svg))
    for place in ("tray", "rack", "shoe"):
        assert f'data-place="{place}"' in svg
    assert "DROP" in words(svg)
    assert "TIPS" in words(svg)
    assert 'class="cover"' in svg  # 18.5(c) and its sisters
    seats = load(name).house.usual().seats
    assert sorted(map(int, re.findall(r'data-position="(\d+)"', svg))) == list(range(1, seats + 1))
    assert sorted(all_areas(svg)) == sorted(list(layout["areas"]) * seats)
    assert {"your cards"} <= set(words(svg))  # a card area
    for table in layout["pays"]:
        assert f'data-pays="{table["title"]}"' in svg
        for line in table["lines"]:
            assert set(line) <= set(words(svg))
            assert not LOSING.search(line[1])  # 18.11(a), 32.11(a), 33.11(a): "to", or "win"
    for said_there in layout["limits"]:
        assert said_there["text"] in words(svg)
    for said_there in layout["says"]:
        assert said_there["text"] in text
    assert layout["motto"]["text"].upper() in text
    assert len(re.findall(r'data-seat="\d+"', svg)) == seats - 1  # "+ Sit"


@pytest.mark.parametrize("name", DEALT_TO_SEATS)
@pytest.mark.parametrize(
    ("kind", "called"), [("shoe", "Dealing shoe"), ("shuffler", "Shuffler"), ("hand", "Dealt by hand")]
)
def test_the_drawn_device_is_the_one_that_deals(page: Page, name: str, kind: str, called: str) -> None:
    svg = draw(page, view(name, device=kind), printed_layout(name))
    assert f'data-device="{kind}"' in svg
    assert called in words(svg)


def community(svg: str) -> dict[str, float]:
    matches = re.findall(r'data-card="(community-\d)" data-x="([\d.]+)"', svg)
    return {key: float(x) for key, x in matches}


def test_let_it_ride_has_numbered_bets_the_lamp_and_its_community_cards_by_edition(page: Page) -> None:
    layout = printed_layout("let-it-ride")
    svg = draw(page, view("let-it-ride", lit=[3], waiting="decision"), layout)
    assert [words(svg).count(number) for number in ("1", "2", "$")] >= [7, 7, 7]  # 18.6(d)
    assert svg.count('data-lit="true"') == 1  # 18.6A(b)
    assert 'data-place="bonus-chips"' in svg  # 18.7(b)
    assert "Most paid: $100,000" in words(svg)  # 18.11(c)
    of_2007 = view("let-it-ride", text="text of 2007-10-15")
    x = community(draw(page, {**of_2007, "community": ["??"] * 3}, layout))
    assert x["community-0"] > x["community-1"] > x["community-2"]  # dealt from the dealer's left, the viewer's right
    burned = draw(page, {**of_2007, "community": ["9s", "??"]}, layout)  # 18.10(c), (d)
    x = community(burned)
    assert set(x) == {"community-1", "community-2"}
    assert abs(x["community-1"] - x["community-2"]) < 20  # the first is laid on the last
    assert burned.index('data-card="community-2"') < burned.index('data-card="community-1"')
    assert "burned" in words(burned)
    x = community(draw(page, {**of_2007, "community": ["9s", "Qh"]}, layout))
    assert x["community-2"] - x["community-1"] > 40  # 18.10(f): the first has gone to the dealer's right
    x = community(draw(page, view("let-it-ride", text="text of 1996-05-20", community=["??"] * 3), layout))
    assert max(x.values()) - min(x.values()) < 20  # one stack


def test_a_bonus_that_is_not_offered_is_not_drawn(page: Page) -> None:
    layout = printed_layout("let-it-ride", bonus=False, three_card_bonus=None)
    assert set(all_areas(draw(page, view("let-it-ride"), layout))) == {"bet 1", "bet 2", "bet 3"}


def test_three_card_poker_says_with_what_the_dealer_plays_and_where_the_dealers_cards_lie(page: Page) -> None:
    svg = draw(page, view("three-card-poker"), printed_layout("three-card-poker"))
    assert "DEALER PLAYS WITH QUEEN HIGH OR BETTER" in words(svg)  # 20.11(a)1
    assert "DEALER" in words(svg)
    # 20.10(b): what is forfeited lies there until the last decision
    folded = view(
        "three-card-poker", owners={"4": 4}, seats=seats_of(3, 4), hands={"4": ["??"] * 3}, out={"4": "folded"}
    )
    svg = draw(page, {**folded, "wagers": {"4": {"ante": 500}}}, printed_layout("three-card-poker"))
    assert 'data-stack="4:ante"' in svg
    assert 'data-card="hand-4-0"' in svg


def test_ultimate_has_a_covered_dealers_hand_a_board_in_reading_order_and_a_folded_hand_under_trips(page: Page) -> None:
    layout = printed_layout("ultimate-texas-holdem")
    dealt = view("ultimate-texas-holdem", dealer=["??", "??"], community=["2h", "5h", "2s", "3c", "Qd"])
    svg = draw(page, dealt, layout)
    assert "=" in words(svg)  # 32.1: ante and blind are equal
    assert [each for each in words(svg) if each in ("cover", "card")] == ["cover", "card"]  # 32.7(d)2
    x = community(svg)
    assert sorted(x, key=x.__getitem__) == [f"community-{index}" for index in range(5)]  # 32.10(b), (d)
    assert {"FLOP", "LAST TWO", "Below a straight", "push"} <= set(words(svg))  # 32.11(c)
    folded = view(
        "ultimate-texas-holdem",
        seats=seats_of(3, 4),
        owners={"4": 4},
        hands={"4": ["??", "??"]},
        out={"4": "folded"},
    )
    for trips, lies in ((500, "folded: under trips"), (0, "")):  # 32.10(e)2
        said = words(draw(page, {**folded, "wagers": {"4": {"trips": trips}}}, layout))
        assert (lies in said) == bool(trips)


def test_winners_pot_has_its_pot_its_button_and_a_folded_hand_under_jacks_plus(page: Page) -> None:
    layout = printed_layout("winners-pot-poker", commission_percent=5, commission_fixed=1_000)
    seen = view("winners-pot-poker", pot=1_500, button=3, hands={"3": ["Js", "9d", "Jh"]}, owners={"3": 3})
    svg = draw(page, seen, layout)
    assert {"WINNER’S POT", "$15", "BUTTON", "down: only you see them"} <= set(words(svg))  # 33.10(d), (f), 33.12(g)
    assert "whichever is less" in " ".join(words(svg))  # 33.10(h)2
    assert any("jacks plus" in each and " to " in each for each in words(svg))  # 33.11(c)
    assert 'data-place="button"' in draw(page, {**seen, "button": 0}, layout)
    gone = {**seen, "out": {"3": "folded"}, "wagers": {"3": {"jacks plus": 100}}, "hands": {}}
    assert "folded: under jacks plus" in words(draw(page, gone, layout))  # 33.10(c)2


@pytest.mark.parametrize("phone", [False, True])
def test_craps_has_every_kind_of_wager_with_its_odds(page: Page, phone: bool) -> None:
    layout = printed_layout("craps")
    svg = draw(page, view("craps", marks={"point": 6, "shooter": 3}, last_dice=[4, 5]), layout, phone=phone)
    there = set(all_areas(svg))
    standing = {"pass", "don't pass", "come", "don't come", "field", "any seven", "any craps", "craps two"}
    standing |= {"craps three", "craps twelve", "eleven", "c and e", "horn"}  # 1.2(a)
    standing |= {f"hard {number}" for number in (4, 6, 8, 10)}
    standing |= {f"place {number}{more}" for number in NUMBERS for more in ("", " to lose")}
    assert standing <= there
    text = " ".join(words(svg))
    assert text.count("BAR 12") >= 2  # 1.2(a)2iv, 4iv
    assert {"SIX", "NINE", "Nine"} <= set(words(svg))
    odds = {paid for line, paid in layout["pays"][0]["lines"] if not line.startswith("odds ") and paid != "1 to 1"}
    assert not {paid for paid in odds if paid not in text.replace("\u2009", " ")}
    assert svg.count("data-die=") == 2
    assert 'data-place="puck"' in svg
    assert "ON" in words(svg)
    six = re.search(r'data-place="puck" data-x="([\d.]+)"', svg)
    off = re.search(r'data-place="puck(?:-2)?" data-x="([\d.]+)"', draw(page, view("craps"), layout, phone=phone))
    assert six
    assert off
    assert six[1] != off[1]  # at the number; before a point with don't come, OFF


def test_every_wager_offered_at_craps_can_be_pressed(page: Page) -> None:
    """Odds, and buy and lay wagers, have an area when they are open."""
    spots = ["pass odds", "come 5 odds", "don't come 4 odds", "don't pass odds", "buy 4", "lay 10"]
    seen = view("craps", marks={"point": 6})
    seen["you"]["offers"] = [{"name": spot, "spots": [spot]} for spot in spots]
    svg = draw(page, seen, printed_layout("craps"))
    for spot in spots:
        assert f'data-spot="{spot}"' in svg


def test_a_place_bet_that_is_called_on_has_a_button(page: Page) -> None:
    """1.2(a)5."""
    seen = view("craps", wagers={"3": {"place 6": 600, "place 8": 600}}, marks={"on place 6 @3": 1})
    assert draw(page, seen, printed_layout("craps")).count('data-called="on"') == 1


def test_every_area_of_craps_on_the_phone_fits_a_finger(page: Page) -> None:
    for point in (0, 6):
        seen = view("craps", marks={"point": point} if point else {})
        seen["you"]["offers"] = [{"name": "come 5 odds", "spots": ["come 5 odds"]}] if point else []
        svg = draw(page, seen, printed_layout("craps"), phone=True)
        assert 'viewBox="0 0 390 594"' in svg
        sizes = re.findall(r'<rect x="[\d.]+" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" class="area', svg)
        assert len(sizes) >= 27 + bool(point)
        assert all(float(width) >= 53 and float(height) >= 46 for _, width, height in sizes)
        assert all(float(y) + float(height) <= 594 for y, _, height in sizes)


LINES = """async ([pays, spots]) => {
  const { litLines } = await import('/static/felt/winning_lines.js');
  const won = (spot, hand) => [...litLines([{ spot, hand, mark: 'won' }], pays)];
  return spots.map(([spot, hand]) => won(spot, hand));
}"""
WAGERS = {
    "Let It Ride": "bet 2", "Three card bonus": "three card bonus", "$1 bonus wins": "bonus",
    "Pair plus pays": "pair plus", "Ante bonus pays": "ante bonus", "Blind pays": "blind", "Trips pays": "trips",
    "Jacks plus pays": "jacks plus", "War pays": "war", "Tie pays": "tie",
}  # fmt: skip
OTHERS = {"Higher card": "initial"}  # a line that pays another wager than its table is called after
# Hands as the games tell them, for the lines by which they are paid.
TOLD = {
    "Royal flush": ["royal flush"], "Mini royal": ["mini-royal"], "Straight flush": ["straight flush, king high"],
    "Four of a kind": ["four-of-a-kind", "four-of-a-kind, kings", "four kings"],
    "Full house": ["full house, kings over tens"],
    "Flush": ["flush", "king-high flush"], "Straight": ["straight", "nine-high straight", "four-high straight"],
    "Three of a kind": ["three-of-a-kind", "three sixes"], "Two pair": ["two pair", "two pair, kings and nines"],
    "Pair": ["pair", "pair of fours"], "Tens or better": ["pair of tens or better", "pair of queens"],
    "Jacks or better": ["pair of jacks or better", "pair of aces"],
    "Tie in war": ["tie"], "Higher in war": ["higher card"], "Higher card": ["higher card"], "Tie": ["tie"],
}  # fmt: skip


@pytest.mark.parametrize("name", DEALT_TO_SEATS)
def test_only_the_line_that_paid_is_lit(page: Page, name: str) -> None:
    layouts = [printed_layout(name)]
    if name == "let-it-ride":
        layouts = [printed_layout(name, three_card_bonus=letter) for letter in LETTERS]
    for layout in layouts:
        asked = [
            (OTHERS.get(line) or WAGERS[table["title"]], hand, table["title"], line)
            for table in layout["pays"]
            for line, paid in table["lines"]
            if paid != "push"
            for hand in TOLD[line]
        ]
        lit = page.evaluate(LINES, [layout["pays"], [each[:2] for each in asked]])
        assert lit == [[[title, [line]]] for _, _, title, line in asked]


def test_a_blind_that_pushes_lights_its_own_line(page: Page) -> None:
    results: list[dict[str, Any]] = [
        {"seat": 3, "position": 3, "spot": "blind", "staked": 500, "net": 0, "mark": "push"}
    ]
    results[0]["outcome"] = "returned, the winning hand is below a straight"
    svg = draw(page, view("ultimate-texas-holdem", results=results), printed_layout("ultimate-texas-holdem"))
    assert 'class="line on">Below a straight<' in svg
    assert svg.count('class="paid"') == 1


@pytest.mark.parametrize("name", ["casino-war", "minibaccarat"])
def test_a_pile_of_one_card_is_drawn_as_one_card(page: Page, name: str) -> None:
    there = words(draw(page, view(name, piles={"to deal": 1, "rack": 1}), printed_layout(name)))
    assert there.count("1 card") == 2
    assert "1 cards" not in there


# Which cards of one's own, or the frame for them, lie on one's areas. Both are turned, so their corners are looked at.
LAID_ON = """async ([view, printed]) => {
  const { felt } = await import('/static/felt/all_drawings.js');
  document.querySelector("main").innerHTML = felt(view, printed, {});
  const corners = (each) => {
    const { x, y, width, height } = each.getBBox();
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
      .map(([right, down]) => new DOMPoint(right, down).matrixTransform(each.getScreenCTM()));
  };
  const edges = (all) => all.map((one, at) => [all[(at + 1) % 4].y - one.y, one.x - all[(at + 1) % 4].x]);
  const along = (all, [x, y]) => all.map((each) => each.x * x + each.y * y);
  const apart = (one, other) => [...edges(one), ...edges(other)].some((way) =>
    Math.max(...along(one, way)) <= Math.min(...along(other, way)) + 1 ||
    Math.max(...along(other, way)) <= Math.min(...along(one, way)) + 1);
  const mine = (name) => [...document.querySelectorAll(`.position.mine ${name}`)];
  const cards = [...mine("rect.empty"), ...mine("[data-card] .edge")];
  return mine("rect.area").filter((area) => cards.some((each) => !apart(corners(area), corners(each)))).length;
}"""


@pytest.mark.parametrize("own", range(1, 8))
def test_cards_of_a_war_lie_beside_the_betting_areas(page: Page, own: int) -> None:
    page.set_content('<link rel="stylesheet" href="/static/felt/felt.css"><main></main>')
    there = view("casino-war", seats=seats_of(own), owners={str(own): own})
    there["you"]["seat"] = own
    for hand in ([], ["5h"], ["5h", "9s"]):
        assert page.evaluate(LAID_ON, [{**there, "hands": {str(own): hand}}, printed_layout("casino-war")]) == 0


@pytest.mark.parametrize("name", DEALT_TO_SEATS)
def test_on_a_phone_the_name_of_an_area_is_written_once(page: Page, name: str) -> None:
    layout = printed_layout(name)
    empty = words(draw(page, view(name), layout, phone=True))
    stakes = {"3": dict.fromkeys(layout["areas"], 500)}
    laid = words(draw(page, view(name, owners={"3": 3}, wagers=stakes), layout, phone=True))
    for word in ("BET", "WAR", "TIE", "ANTE", "PLAY", "BLIND", "TRIPS", "DOUBLE"):
        in_areas = [word for text in empty if word in text.split()]
        assert len([word for text in laid if word in text.split()]) <= max(1, len(in_areas)), word


FILLS = """async ([views, printed]) => {
  const { felt } = await import('/static/felt/all_drawings.js');
  return views.map((view) => {
    document.querySelector("main").innerHTML = felt(view, printed, {});
    return [...document.querySelectorAll("rect.area:not(.dot)")].map((area) => getComputedStyle(area).fill);
  });
}"""


@pytest.mark.parametrize("name", ["minibaccarat", "roulette"])
def test_an_area_that_takes_a_bet_has_another_color_than_one_that_does_not(page: Page, name: str) -> None:
    layout = printed_layout(name)
    page.set_content('<link rel="stylesheet" href="/static/felt/felt.css"><main></main>')
    page.wait_for_function("() => document.styleSheets.length && document.styleSheets[0].cssRules.length")
    closed = view(name)
    spots = [cell["spot"] for cell in layout["drawing"]["wide"]["cells"]]
    opened_ = {**closed, "you": {**closed["you"], "offers": [{"spots": spots}]}}
    fills = page.evaluate(FILLS, [[closed, opened_], layout])
    assert all(one != other for one, other in zip(*fills, strict=True))
