"""Chips lie beside the odds that are printed on a layout, never on them: one player's and everybody's, a few dollars
and thousands, while bets are open and when they are settled."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from kit import programs
from kit.parts import ON_ONE_LAYOUT
from kit.series import for_soak
from pitboss.games import load
from server.test_inscriptions import browser, page, seats_of, view

__all__ = ["browser", "page"]

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
OWN, OTHER = 3, 4  # seats
FEW, MUCH = 500, 500_000
# Elections and readings by which a layout has more areas, or others.
MORE: dict[str, tuple[tuple[dict[str, Any], dict[str, str]], ...]] = {
    "minibaccarat": (({"pairs": "offered"}, {}), ({"pairs": "offered", "form": "without-vigorish"}, {})),
    "baccarat": (({"pairs": "offered"}, {}),),
    "roulette": (({"wheel": "single-zero"}, {}),),
    "sic-bo": (({}, {"total-three-eighteen": "areas"}),),
}
USUAL: list[tuple[str, dict[str, Any], dict[str, str]]] = [(name, {}, {}) for name in ON_ONE_LAYOUT]
OTHERS = [(name, *more) for name, tables in MORE.items() for more in tables]
STYLED = '<link rel="stylesheet" href="/static/felt/felt.css"><main></main>'
# Odds end with "to 1", while "1 to 18" names an area. A mark may be wider than the chips that it lies on.
MEASURED = """async ([views, printed, options]) => {
  const { felt } = await import('/static/felt/all_drawings.js');
  const apart = (one, other) =>
    one.right < other.left || other.right < one.left || one.bottom < other.top || other.bottom < one.top;
  const boxes = (found) => [...found].map((each) => [each, each.getBoundingClientRect()]);
  const PARTS = "circle, path, rect, text";
  const all = (name) => document.querySelectorAll(name);
  return views.map((view) => {
    document.querySelector("main").innerHTML = felt(view, printed, options);
    const odds = boxes([...all("[data-area] text")].filter((text) => / to \\d(,|$)/.test(text.textContent)));
    const chips = boxes(all("[data-stack]"));
    const covered = chips.flatMap(([disc, lies]) => odds
      .filter(([, stands]) => !apart(lies, stands))
      .filter(([, stands]) => boxes(disc.querySelectorAll(PARTS)).some(([, part]) => !apart(part, stands)))
      .map(([text]) => `${disc.dataset.stack} on ${text.closest("[data-area]").dataset.area} ${text.textContent}`));
    return { odds: odds.length, chips: chips.length, covered };
  });
}"""


def lying(name: str, spots: list[str], seats: list[int], cents: int, mark: str = "") -> dict[str, Any]:
    """Return a view from seat 3 with chips of each of these seats on each of these areas, settled if marked."""
    net = {"won": cents, "lost": -cents}.get(mark, 0)
    results = [
        {"seat": seat, "position": seat, "spot": spot, "staked": cents, "net": net, "mark": mark, "outcome": mark}
        for seat in seats
        for spot in spots
        if mark
    ]
    wagers = {str(seat): dict.fromkeys(spots, cents) for seat in seats}
    return view(name, seats=seats_of(*seats), wagers=wagers, **({"results": results} if mark else {}))


def scenes(name: str, spots: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    everybody = list(range(1, load(name).house.usual().seats + 1))
    for whose, seats in (("your own", [OWN]), ("another's", [OTHER]), ("two", [OWN, OTHER]), ("all", everybody)):
        for cents, mark in ((FEW, ""), (MUCH, ""), (MUCH, "won"), (FEW, "lost")):
            yield f"{whose}, {cents}, {mark}", lying(name, spots, seats, cents, mark)
    watched = lying(name, spots, everybody, MUCH)
    yield "all, seen by somebody who does not play", {**watched, "you": {**watched["you"], "seat": None}}


@pytest.mark.parametrize(("name", "elected", "read"), [*USUAL, *map(for_soak, OTHERS)])
@pytest.mark.parametrize("seen", ["wide", "phone", for_soak("turned")])
def test_chips_do_not_cover_printed_odds(
    page: Page, name: str, elected: dict[str, Any], read: dict[str, str], seen: str
) -> None:
    game, phone = load(name), seen == "phone"
    assert game.printed is not None
    layout = msgspec.to_builtins(game.printed(game.rules(read), game.house.usual(**elected)))
    cells = layout["drawing"]["narrow" if phone else "wide"]["cells"]
    spots = [cell["spot"] for cell in cells]
    views = dict(scenes(name, spots))
    page.set_content(STYLED)
    result = page.evaluate(MEASURED, [list(views.values()), layout, {"phone": phone, "turned": seen == "turned"}])
    for (what, there), measured in zip(views.items(), result, strict=True):
        bettors = set(map(int, there["wagers"]))
        drawn = bettors & {OWN} if phone and there["you"]["seat"] else bettors  # on a phone your own
        assert not measured["covered"], what
        assert measured["chips"] == len(drawn) * len(spots)
        assert measured["odds"] == sum(bool(cell["says"]) for cell in cells)


# Marks that lie on each other, and words of a plate that leave it.
UNREADABLE = """async ([view, printed, options = {}]) => {
  const { felt } = await import('/static/felt/all_drawings.js');
  document.querySelector("main").innerHTML = felt(view, printed, options);
  const box = (each) => each.getBoundingClientRect();
  const marks = [...document.querySelectorAll("[data-stack] .pill rect")].map(box);
  const apart = (one, other) =>
    one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
  const lie = marks.filter((one) => marks.some((other) => one !== other && !apart(one, other)));
  const plates = [...document.querySelectorAll(".plate")];
  const leave = plates.flatMap((plate) => [...plate.querySelectorAll("text")]
    .filter((text) => box(text).right > box(plate.querySelector("rect")).right)
    .map((text) => text.textContent));
  const mine = document.querySelectorAll("[data-stack] .mine .pill rect").length;
  const buttons = [...document.querySelectorAll("[data-place='button'] circle")];
  const touch = plates.some((plate) => [...plate.querySelectorAll("text")]
    .some((text) => buttons.some((button) => !apart(box(text), box(button)))));
  return { marks: marks.length, lie: lie.length, mine, plates: plates.length, leave, buttons: buttons.length, touch };
}"""


@pytest.mark.parametrize("name", ["minibaccarat", "baccarat"])
def test_wide_areas_have_room_for_the_marks_of_three_and_plates_for_their_chips(page: Page, name: str) -> None:
    game = load(name)
    assert game.printed is not None
    layout = msgspec.to_builtins(game.printed(game.rules({}), game.house.usual()))
    spots = [cell["spot"] for cell in layout["drawing"]["wide"]["cells"]]
    seats = [OWN, OTHER, 5]
    there = lying(name, spots, seats, MUCH, "won")
    there["seats"] = [{**seat, "player": "Wilhelmina", "chips": 123_456_750} for seat in there["seats"]]
    there["nets"] = dict.fromkeys(map(str, seats), -123_456_750)
    page.set_content(STYLED)
    result = page.evaluate(UNREADABLE, [there, layout])
    assert (result["marks"], result["lie"]) == (len(seats) * len(spots), 0)
    assert (result["plates"], result["leave"]) == (len(seats), [])


SMALL = {"form": "without-vigorish", "pairs": "offered"}  # five areas side by side


@pytest.mark.parametrize("seen", ["wide", "turned", "phone"])
def test_overlapping_marks_of_other_players_are_left_out(page: Page, seen: str) -> None:
    game = load("minibaccarat")
    assert game.printed is not None
    layout = msgspec.to_builtins(game.printed(game.rules({}), game.house.usual(**SMALL)))
    plan = layout["drawing"]["narrow" if seen == "phone" else "wide"]
    spots = [cell["spot"] for cell in plan["cells"]]
    there = lying("minibaccarat", spots, [1, 2, OWN, OTHER, 5, 6], FEW, "lost")
    page.set_content(STYLED)
    options = {"phone": seen == "phone", "turned": seen == "turned"}
    result = page.evaluate(UNREADABLE, [there, layout, options])
    assert result["lie"] == 0
    assert result["mine"] == len(spots)
    watched = page.evaluate(UNREADABLE, [{**there, "you": {**there["you"], "seat": None}}, layout, options])
    assert watched["lie"] == 0
    assert watched["mine"] == 0


def test_the_button_of_a_plate_does_not_cover_its_words(page: Page) -> None:
    game = load("baccarat")
    assert game.printed is not None
    layout = msgspec.to_builtins(game.printed(game.rules({}), game.house.usual()))
    there = {**lying("baccarat", [], [OWN], FEW), "button": OWN}
    there["seats"] = [{**seat, "player": "Wilhelmina", "chips": 123_456_750} for seat in there["seats"]]
    page.set_content(STYLED)
    result = page.evaluate(UNREADABLE, [there, layout])
    assert result["buttons"] == 1
    assert not result["touch"]
