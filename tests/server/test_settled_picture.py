"""The settled table as it is held: every wager carries its mark, and what moves between two views moves."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from playwright.sync_api import Page

from kit import programs
from kit.parts import DRAWN
from pitboss.games import REGISTERED, load
from server.test_inscriptions import browser, draw, page, printed_layout, seats_of, view, words

__all__ = ["browser", "page"]

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
CARDS = ("Jd", "Tc", "8h", "9s", "Qh")
MOVED = """async ([before, after, how]) => {
  await import('/static/felt/all_drawings.js');
  const { movesBetween } = await import('/static/felt/motion.js');
  return movesBetween(before, after, how).map(({ ghost, ...move }) => move);
}"""


def result(spot: str, staked: int, net: int, mark: str, hand: str = "", cards: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"seat": 3, "player": "Player 3", "position": 3, "spot": spot, "staked": staked, "net": net, "mark": mark,
            "hand": hand, "cards": cards, "outcome": mark, "why": ""}  # fmt: skip


def settlement(**more: Any) -> dict[str, Any]:
    """Return a settlement of Let It Ride: bet 1 withdrawn, two bets won by a straight, the three card bonus lost."""
    return view(
        "let-it-ride",
        **{
            "waiting": "over",
            "seats": seats_of(3, 4),
            "owners": {"3": 3},
            "hands": {"3": CARDS[:3]},
            "community": CARDS[3:],
            "wagers": {"3": {"bet 2": 1_000, "bet 3": 1_000, "three card bonus": 500}},
            "results": [
                result("bet 1", 1_000, 0, "back"),
                result("bet 2", 1_000, 5_000, "won", "straight", CARDS),
                result("bet 3", 1_000, 5_000, "won", "straight", CARDS),
                result("three card bonus", 500, -500, "lost"),
            ],
            "nets": {"3": 9_500, "4": -500},
            **more,
        },
    )


def test_every_settled_wager_is_marked_by_sign_shape_and_word(page: Page) -> None:
    for phone in (False, True):
        svg = draw(page, settlement(), printed_layout("let-it-ride"), phone=phone)
        assert words(svg).count("▲ +$50") == 2
        assert "✕ −$5" in words(svg)
        assert words(svg).count("back") == 1
        assert 'class="pill lost"' in svg
        assert re.search(r'class="pill lost"><rect [^>]*rx="1"', svg)  # square ends
        assert re.search(r'class="pill won"><rect [^>]*rx="8"', svg)  # round ends
        assert svg.count('class="cross"') == 1
        assert svg.count('class="edge gold"') == 5
        assert 'class="line on">Straight<' in svg
        if not phone:
            assert {"▲ +$95", "▼ −$5"} <= set(words(svg))


def test_a_push_is_marked_with_the_word(page: Page) -> None:
    seen = view("three-card-poker", results=[result("ante", 500, 0, "push")], owners={"3": 3})
    assert "= push" in words(draw(page, seen, printed_layout("three-card-poker")))


def test_cards_already_in_the_rack_are_drawn_as_a_record(page: Page) -> None:
    for phone in (False, True):
        svg = draw(page, settlement(record=True, results=[]), printed_layout("let-it-ride"), phone=phone)
        assert "Hands shown are a record" in words(svg)
        assert svg.count('class="edge record"') == 5
    assert "Hands shown are a record" not in words(draw(page, settlement(), printed_layout("let-it-ride")))


def test_a_withdrawn_bet_is_marked_with_a_word(page: Page) -> None:
    seen = settlement(results=None)
    assert words(draw(page, seen, printed_layout("let-it-ride"))).count("back") == 1


def test_your_folded_hand_stays_at_half_strength(page: Page) -> None:
    seen = view("three-card-poker", hands={"3": ["Qc", "7d", "4s"]}, owners={"3": 3}, out={"3": "folded"})
    for phone in (False, True):
        svg = draw(page, seen, printed_layout("three-card-poker"), phone=phone)
        assert svg.count('opacity="0.5"') == 3
        assert svg.count("data-card=") == 3


def test_marks_lie_on_the_craps_layout_too(page: Page) -> None:
    lost, won = result("hard 8", 500, -500, "lost"), result("place 8", 1_200, 1_400, "won")
    seen = view("craps", wagers={"3": {"place 8": 1_200}}, results=[lost, won], nets={"3": 900}, dice=[5, 3])
    for phone in (False, True):
        svg = draw(page, seen, printed_layout("craps"), phone=phone)
        assert {"▲ +$14", "✕ −$5"} <= set(words(svg))
        assert 'data-stack="3:hard 8"' in svg  # it has gone to the tray, and is still shown
    assert "the hard way" in words(draw(page, {**seen, "dice": [4, 4]}, printed_layout("craps")))


def test_a_come_bet_moving_in_does_not_hide_what_was_won_there(page: Page) -> None:
    won, moved = result("come 9", 500, 500, "won"), result("come 9", 500, 0, "stands")
    for results in ([won, moved], [moved, won]):
        seen = view("craps", wagers={"3": {"come 9": 500}}, results=results, nets={"3": 500}, dice=[5, 4])
        for phone in (False, True):
            svg = draw(page, seen, printed_layout("craps"), phone=phone)
            assert "▲ +$5" in words(svg)
            assert svg.count('data-mark="won"') == 1


@pytest.mark.parametrize("name", REGISTERED)
def test_the_dealers_view_keeps_words_upright(page: Page, name: str) -> None:
    seen = view(name, community=["2h", "5h"], said=["No more bets"])
    plain, turned = (draw(page, seen, printed_layout(name), turned=turned) for turned in (False, True))
    assert sorted(words(plain)) == sorted(words(turned))
    assert re.search(r"rotate\(180 480 \d+\)", turned)
    page.set_content(f'<link rel="stylesheet" href="/static/felt/felt.css">{turned}')
    upside_down = page.evaluate(
        "[...document.querySelectorAll('svg text')].filter((text) => {"
        " const { a, b } = text.getScreenCTM();"
        " const turned = Math.abs(Math.atan2(b, a)) > Math.PI / 2 + 0.01;"
        " return turned && !text.querySelector('textPath') && !text.closest('[data-wheel]');"  # a wheel has no upright
        "}).map((text) => text.textContent)"
    )
    assert upside_down == []


def test_every_moving_piece_names_itself_and_its_place(page: Page) -> None:
    svg = draw(page, settlement(), printed_layout("let-it-ride"))
    named = re.findall(r'<g data-(card|stack|place)="([^"]+)" data-x="-?[\d.]+" data-y="-?[\d.]+"', svg)
    assert {key for kind, key in named if kind == "card"} == {f"hand-3-{index}" for index in range(3)} | {
        "community-1",
        "community-2",
    }
    assert {key for kind, key in named if kind == "stack"} == {"3:bet 2", "3:bet 3", "3:three card bonus"}
    assert {"tray", "rack", "shoe", "plate-3", "plate-4"} <= {key for kind, key in named if kind == "place"}
    assert len(set(named)) == len(named)


def moved_pieces(
    page: Page, before: dict[str, Any], after: dict[str, Any], options: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(MOVED, [before, after, options or {}])
    return found


def test_cards_move_from_the_shoe_in_order_and_on_to_the_rack(page: Page) -> None:
    bare = view("let-it-ride", seats=seats_of(3, 4), owners={"3": 3, "4": 4})
    dealt = {**bare, "hands": {"3": CARDS[:3], "4": ["??"] * 3}, "community": ["??"] * 3}
    deal = moved_pieces(page, bare, dealt)
    assert [move["key"] for move in deal[:4]] == ["card hand-3-0", "card hand-4-0", "card community-0", "card hand-3-1"]
    assert {(move["kind"], move["from"]["x"], move["from"]["y"]) for move in deal} == {("deal", 875, 49)}
    burned = moved_pieces(page, dealt, {**dealt, "community": ["9s", "??"]})
    kinds = {move["key"]: move["kind"] for move in burned}
    assert (kinds["card community-0"], kinds["card community-1"]) == ("collect", "turn")
    gone = moved_pieces(page, dealt, bare)
    assert {(move["kind"], move["to"]["x"], move["to"]["y"]) for move in gone} == {("collect", 93, 52)}
    assert not moved_pieces(page, dealt, dealt)


def test_chips_move_from_the_player_and_lost_ones_in_lawful_order_to_the_tray(page: Page) -> None:
    before = settlement(results=None, nets=None)
    [bet] = moved_pieces(page, {**before, "wagers": {"3": {"bet 2": 1_000, "bet 3": 1_000}}}, before)
    assert (bet["kind"], bet["key"]) == ("bet", "stack 3:three card bonus")
    after = moved_pieces(page, before, settlement())
    told = [(move["kind"], move["key"]) for move in after]
    assert told == [("pay", "stack 3:bet 2"), ("pay", "stack 3:bet 3"), ("take", "stack 3:three card bonus")]
    assert after[0]["from"] == after[2]["to"]  # the tray


def test_dice_are_thrown_and_the_puck_travels(page: Page) -> None:
    before, after = view("craps"), view("craps", dice=[5, 4], marks={"point": 9})
    told = [(move["kind"], move["key"]) for move in moved_pieces(page, before, after)]
    assert told == [("puck", "place puck"), ("puck", "place puck-2"), ("dice", "die 0"), ("dice", "die 1")]


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("phone", [False, True])
def test_chips_and_what_decides_move_on_a_layout_that_its_game_draws(page: Page, name: str, phone: bool) -> None:
    layout = printed_layout(name)
    spot, options = layout["areas"][0], {"phone": phone, "drawing": layout["drawing"]}
    bare = view(name, wheel=None)
    bet = {**bare, "wagers": {"3": {spot: 500}}}
    decided = {**bet, "wheel": 7} if layout["drawing"]["wheel"] else {**bet, "dice": [1, 2, 3]}
    lost = {**bare, "results": [result(spot, 500, -500, "lost")]}
    told = [(move["kind"], move["key"]) for move in moved_pieces(page, bare, bet, options)]
    assert told == [("bet", f"stack 3:{spot}")]
    assert {move["kind"] for move in moved_pieces(page, bet, decided, options)} <= {"spin", "dice"}
    assert moved_pieces(page, bet, decided, options)
    (gone,) = moved_pieces(page, bet, lost, options)
    assert (gone["kind"], gone["to"]["y"]) == ("take", -20)


def test_discs_in_a_large_area_cover_neither_words_nor_each_other(page: Page) -> None:
    wagers = {str(seat): dict.fromkeys(("$1", "joker"), 500) for seat in range(1, 7)}
    seen = view("big-six", seats=seats_of(*range(1, 7)), wagers=wagers)
    for phone in (False, True):
        svg = draw(page, seen, printed_layout("big-six"), phone=phone)
        page.set_content(f'<link rel="stylesheet" href="/static/felt/felt.css">{svg}')
        assert page.evaluate(COVERED) == []
        assert svg.count("data-stack=") == (2 if phone else 12)  # on a phone your own


@pytest.mark.parametrize("name", [name for name in DRAWN if printed_layout(name)["drawing"]["colors"]])
def test_chips_of_ones_own_color_are_drawn_in_it_and_say_what_they_are_worth(page: Page, name: str) -> None:
    layout = printed_layout(name)
    color, spot = layout["drawing"]["colors"][2], layout["areas"][0]
    seen = view(
        name, seats=seats_of(3, 4), wagers={"3": {spot: 1_500}, "4": {spot: 1_500}}, marks={"color chips 3": 500}
    )
    svg = draw(page, seen, layout)
    discs = re.findall(rf'data-stack="(\d):{spot}".*?<circle r="13" fill="([^"]*)"', svg)
    assert discs[0] != discs[1] == ("3", color) or discs[1] != discs[0] == ("3", color)
    plate = svg.partition('data-place="plate-3"')[2].partition('data-place="plate-4"')[0]
    assert f'fill="{color}"' in plate
    assert ">5</text>" in plate


COVERED = """() => {
  const boxes = (found) => [...document.querySelectorAll(found)].map((each) => [each, each.getBoundingClientRect()]);
  const beside = (one, other) => one.right <= other.left || other.right <= one.left;
  const apart = (one, other) => beside(one, other) || one.bottom <= other.top || other.bottom <= one.top;
  const written = boxes("[data-area] text");
  return boxes("[data-stack]").flatMap(([disc, lies]) =>
    written.filter(([, stands]) => !apart(lies, stands)).map(([text]) => [disc.dataset.stack, text.textContent]));
}"""
PLAYED = """async ([before, after, printed, how]) => {
  const { felt } = await import('/static/felt/all_drawings.js');
  const motion = await import('/static/felt/motion.js');
  document.body.innerHTML = felt(after, printed);
  const svg = document.body.firstChild;
  const moves = motion.movesBetween(before, after);
  const running = motion.play(document.body, moves, how);
  const all = svg.getAnimations({ subtree: true });
  const touched = new Set(all.flatMap((each) => each.effect.getKeyframes().flatMap((frame) => Object.keys(frame))));
  const ends = Math.max(0, ...all.map((each) => each.effect.getComputedTiming().endTime));
  motion.finish(svg);
  await running;
  return { count: all.length, touched: [...touched].filter((name) => !/offset|easing|composite/i.test(name)).sort(),
    ends, left: svg.getAnimations({ subtree: true }).length, ghosts: svg.querySelectorAll('.ghost').length };
}"""


def play_change(page: Page, before: dict[str, Any], after: dict[str, Any], **how: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(PLAYED, [before, after, printed_layout(before["game"]), how])
    return found


def test_animations_use_transform_and_opacity_and_end_with_one_call(page: Page) -> None:
    bare = view("let-it-ride", seats=seats_of(1, 2, 3, 4), owners={str(seat): seat for seat in (1, 2, 3, 4)})
    dealt = {**bare, "hands": {str(seat): ["??"] * 3 for seat in (1, 2, 3, 4)}, "community": ["??"] * 3}
    shown = play_change(page, bare, dealt)
    assert shown["count"] == 15
    assert shown["ends"] <= 2_500  # a whole deal of four players
    assert shown["touched"] == ["transform"]
    assert (shown["left"], shown["ghosts"]) == (0, 0)
    assert play_change(page, bare, dealt, speed=2)["ends"] == shown["ends"] / 2
    swept = play_change(page, dealt, bare)
    assert swept["touched"] == ["opacity", "transform"]
    assert (swept["left"], swept["ghosts"]) == (0, 0)


def test_reduced_motion_fades_and_travels_nowhere(page: Page) -> None:
    before, after = view("craps"), view("craps", dice=[5, 4], marks={"point": 9})
    shown = play_change(page, before, after, reduced=True)
    assert shown["touched"] == ["opacity"]
    assert shown["count"] == 4


@pytest.mark.parametrize("name", [name for name in DRAWN if load(name).furniture.lit is not None])
def test_a_lit_area_looks_lit_whatever_its_tone_and_can_be_read(page: Page, name: str) -> None:
    layout, lit = printed_layout(name), load(name).furniture.lit
    assert lit is not None
    for phone in (False, True):
        cells = layout["drawing"]["narrow" if phone else "wide"]["cells"]
        marks = {lit.word(cell["spot"]): 1 for cell in cells[::2]}
        svg = draw(page, view(name, marks=marks), layout, phone=phone)
        page.set_content(f'<link rel="stylesheet" href="/static/felt/felt.css">{svg}')
        looks = page.evaluate(
            "[...document.querySelectorAll('.area[data-spot]')].map((area) => [area.dataset.spot,"
            " getComputedStyle(area).fill, getComputedStyle(area.parentNode.querySelector('.cell-text')).fill])"
        )
        on = {(fill, ink) for spot, fill, ink in looks if lit.word(spot) in marks}
        off = {(fill, ink) for spot, fill, ink in looks if lit.word(spot) not in marks}
        assert len(on) == 1
        assert not {fill for fill, _ in on} & {fill for fill, _ in off}
        assert not {ink for _, ink in on} & {ink for _, ink in off}


# --- beside the picture


BEADS = [[1, 0], [0, 1], [1, 2], [2, 0]]  # who won, and which side had a pair
BIG = [[0, 0, 1, 0, 0], [1, 0, 0, 0, 1], [2, 0, 1, 1, 2]]
STYLES = "".join(f'<link rel="stylesheet" href="/static/{name}.css">' for name in ("pitboss", "table", "roads"))
ROADS = """async ([roads, width]) => {
  const { roadsPanel } = await import('/static/roads.js');
  const panel = document.getElementById("panel-roads");
  panel.style.width = `${width}px`;
  roadsPanel(panel, roads);
  const wide = (each) => each.getBoundingClientRect().width;
  const papers = [...panel.querySelectorAll(".paper")];
  const free = papers.map((paper) => paper.clientWidth - wide(paper.querySelector("svg")));
  return { free: Math.max(...free), text: panel.innerText };
}"""


@pytest.mark.parametrize("width", [320, 333, 420])
def test_roads_reach_the_edge_and_say_what_their_dots_are(page: Page, width: int) -> None:
    sides, nothing = ["Player", "Banker", "Tie"], [[None] * 3, [None] * 3]
    empty = {"sides": sides, "won": [0, 0, 0], "beads": [], "big": [], "children": [[], [], []], "after": nothing}
    page.set_content(f'{STYLES}<div class="tab" id="panel-roads"></div>')
    result = page.evaluate(ROADS, [empty, width])
    assert result["free"] <= 1
    assert "pair" not in result["text"]
    assert "Next" not in result["text"]
    roads = {**empty, "won": [1, 2, 1], "beads": BEADS, "big": BIG, "after": [[1, None, None], [0, None, None]]}
    result = page.evaluate(ROADS, [roads, width])
    assert result["free"] <= 1
    for words_ in ("Player pair", "Banker pair", "Next Player", "Next Banker"):
        assert words_ in result["text"]


WHY = """async ([settled, view, printed]) => {
  const { whyPanel } = await import('/static/bets_panel.js');
  document.body.innerHTML = "<div></div>";
  whyPanel(document.querySelector("div"), settled, view, printed, "Player 3");
  return document.querySelector(".reasons li").innerText;
}"""


def test_the_explanation_says_whose_cards_decided(page: Page) -> None:
    hands: dict[str, tuple[str, ...]] = {"community": ("3s", "7h", "2h"), "dealer": ("4h", "Kc")}
    cards = (*hands["community"], *hands["dealer"])
    won = {**result("banker", 1_000, 950, "won", "player 2, banker 4", cards), "outcome": "wins"}
    there = {"round": 1, "void": "", "players": {"3": "Player 3"}, "nets": {"3": 950}, "notes": {}, "cards": hands}
    told = page.evaluate(WHY, [{**there, "results": [won]}, view("minibaccarat"), printed_layout("minibaccarat")])
    assert "player’s three of spades, seven of hearts, two of hearts; banker’s four of hearts, king of clubs" in told
