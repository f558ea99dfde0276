"""A round in which bets are open twice, in a browser: what the page asks and offers then, and what it repeats
afterwards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from kit import programs
from kit.inside import Listening
from pitboss.engine.waits import Ask
from pitboss.games import load
from pitboss.games.baccarat.law import curator
from pitboss.server.views.table_view import question_of
from server.test_browser import Player, browser, table_of

__all__ = ["browser"]

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
OWN, ANOTHERS = 5, 3  # seeds by which the first round has a war of seat 4, and one of a companion alone


@contextmanager
def player_at_dealt_round(browser: Browser, folder: Path, seed: int) -> Iterator[Player]:
    """Seat Ann at seat 4 of a Casino War table with companions, with the first cards of a round dealt."""
    with Listening(folder / "pitboss.db", buffer=65_536, seed=seed) as server:
        ann = Player(browser, server.url, "Ann")
        ann.go_to(table_of("casino-war"))
        ann.sit(dollars=200)
        ann.wager()
        ann.ready()
        yield ann
        assert not ann.complaints
        ann.context.close()


def same_again(ann: Player) -> None:
    """Repeat the bet of the last round with the button of the settled table."""
    again = ann.page.get_by_test_id("same")
    expect(again).to_contain_text("$5")
    again.click()
    expect(ann.page.get_by_test_id("question")).to_contain_text("You have $5 out.")
    expect(ann.page.get_by_test_id("refusal")).to_have_count(0)


def test_after_ones_own_war_the_first_bet_alone_is_repeated(browser: Browser, tmp_path: Path) -> None:
    with player_at_dealt_round(browser, tmp_path, OWN) as ann:
        expect(ann.page.locator("#felt .bubble")).to_have_text("No more bets")
        ann.page.get_by_test_id("move-war").click()
        expect(ann.page.get_by_test_id("question")).to_contain_text("You have $10 out. Bets are open.")
        expect(ann.page.locator("#felt .bubble")).to_have_count(0)
        double = ann.page.get_by_test_id("double")
        expect(double).to_have_count(0)  # nothing that lies there takes more
        ann.wager()
        expect(double).to_contain_text("$5")
        double.click()
        expect(ann.page.get_by_test_id("question")).to_contain_text("You have $20 out.")
        ann.ready()
        same_again(ann)


def test_after_anothers_war_ones_own_bet_is_repeated(browser: Browser, tmp_path: Path) -> None:
    with player_at_dealt_round(browser, tmp_path, ANOTHERS) as ann:
        expect(ann.page.get_by_test_id("question")).to_contain_text("Others may bet now.")
        expect(ann.page.get_by_test_id("same-again")).to_have_count(0)
        ann.ready()
        same_again(ann)


# The words of a question and its keys, by a view of which only the question matters.
ASKED = """async (asked) => {
  const { situation } = await import('/static/situation.js');
  const you = { seat: 4, chips: 10000, offers: [], moves: [] };
  const view = { seats: [{ number: 4, player: "Ann" }], you, wagers: {}, owners: {}, hands: {}, notice: "", asked };
  const { text, buttons } = situation({ view, showing: false, hold: null, chip: 500, last: {} });
  return [text, buttons.map(({ key }) => key)];
}"""


def test_a_question_says_what_it_is_about_and_has_keys(browser: Browser, tmp_path: Path) -> None:
    with player_at_dealt_round(browser, tmp_path, OWN) as ann:
        expect(ann.page.get_by_test_id("question")).to_contain_text("Surrender, or go to war?")
        assert [each.get_attribute("data-press") for each in ann.answers.all()] == ["W", "S"]
        shoe = Ask("beyond:baccarat.4(a)", 4, 4, curator.THE_SHOE, (curator.TAKE, curator.DECLINE), curator.TAKE)
        asked = msgspec.to_builtins(question_of(shoe, SimpleNamespace(log=(), game=load("baccarat"))))  # type: ignore[arg-type]
        assert ann.page.evaluate(ASKED, asked) == ["Take the shoe and deal, or pass it on?", ["T", "D"]]
