"""The picture of a table: it depends only on the view, shows what the view contains, and takes bets."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from kit import programs
from kit.parts import DEALT_TO_SEATS
from kit.series import first_two, two_games
from kit.serving import Server
from pitboss.games import load
from server.test_browser import Player, browser, table_of

__all__ = ["browser"]

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
CARDS = DEALT_TO_SEATS


@pytest.fixture(scope="module")
def player(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    with Server(tmp_path_factory.mktemp("picture") / "pitboss.db", limited=False) as server:
        ann = Player(browser, server.url, "Ann")
        yield ann
        assert not ann.complaints
        ann.context.close()
        assert server.stop() == 0


def look(player: Player, game: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the newest view, and what is printed on the layout."""
    table = table_of(game)
    found = [player.context.request.get(f"{player.url}/api/tables/{table}{more}").json() for more in ("", "/layout")]
    return found[0], found[1]


def draw_picture(page: Page, view: dict[str, Any], printed: dict[str, Any]) -> str:
    text: str = page.evaluate(
        "async ([view, printed]) => (await import('/static/felt/all_drawings.js')).felt(view, printed)", [view, printed]
    )
    return text


def faces(svg: str) -> list[str]:
    """Return the ranks of the face-up cards in a picture."""
    return re.findall(r'href="#rank-(\w+)"', svg.partition("</defs>")[2])


@pytest.mark.parametrize("game", two_games(1))
def test_the_picture_depends_only_on_the_view_and_the_printed_layout(player: Player, game: str) -> None:
    player.go_to(table_of(game))
    view, printed = look(player, game)
    svg = draw_picture(player.page, view, printed)
    assert svg == draw_picture(player.page, json.loads(json.dumps(view)), printed)
    assert svg.startswith("<svg")
    for table in printed["pays"]:
        assert all(paid in svg for _, paid in table["lines"] if game in DEALT_TO_SEATS)
    for said in printed["limits"]:
        assert said["text"].split(" × ")[0] in svg
    with_cards = {**view, "hands": {"1": ["Ah", "??", "Td"]}, "owners": {"1": 1}, "community": [], "dealer": []}
    assert faces(draw_picture(player.page, with_cards, printed)) == (["A", "T"] if game in DEALT_TO_SEATS else [])


def test_names_are_drawn_as_text_and_not_as_markup(player: Player) -> None:
    player.go_to(1)
    view, printed = look(player, "let-it-ride")
    seat = {"number": 2, "player": "<b>&\"'", "chips": 1, "house": False, "here": True, "ready": True}
    svg = draw_picture(player.page, {**view, "seats": [{**seat, "sits_out": False, "left": False}]}, printed)
    assert "&lt;b&gt;&amp;&quot;" in svg
    assert "<b>" not in svg


@pytest.mark.parametrize("game", first_two(CARDS))
def test_a_press_on_an_area_bets_there(player: Player, game: str) -> None:
    """The picture then shows the chips and one's own cards, but no face of others' cards."""
    player.go_to(table_of(game))
    picture = player.page.get_by_test_id("picture")
    expect(picture.locator("svg")).to_be_visible()
    picture.locator("[data-seat='3']").click()
    expect(player.page.get_by_role("heading", name="Sit at seat 3")).to_be_visible()
    player.page.get_by_test_id("chips-amount").fill("100")
    player.page.get_by_test_id("chips-take").click()
    expect(player.page.get_by_test_id("you-chips")).to_have_text("$100")
    area = picture.locator("g.mine [data-spot='ante'], g.mine [data-spot='bet 1'], g.mine [data-spot='initial']")
    expect(area).to_be_visible()
    area.click()
    expect(player.page.get_by_test_id("you-chips")).not_to_have_text("$100")
    expect(picture.locator("g.mine .pill.mine").first).to_be_visible()
    player.is_answered()
    if load(game).rests:
        return  # of a shoe few rounds ask anything
    player.ready()
    expect(player.answers.first).to_be_visible()
    view, printed = look(player, game)
    svg = draw_picture(player.page, view, printed)
    up = [
        card for pile in (*view["hands"].values(), view["community"], view["dealer"]) for card in pile if card != "??"
    ]
    assert sorted(faces(svg)) == sorted(card[:-1] for card in up)
    assert up


def test_a_press_on_the_craps_layout_bets_there(player: Player) -> None:
    player.go_to(table_of("craps"))
    picture = player.page.get_by_test_id("picture")
    player.sit(dollars=100)
    player.is_answered()
    picture.locator("[data-spot='field']").first.dispatch_event("click")
    expect(player.page.get_by_test_id("you-chips")).to_have_text("$95")
    expect(picture.locator(".disc.mine")).to_have_count(1)
