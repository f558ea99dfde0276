"""A shoe in a browser: two people play it to its end, over a restart, an upgrade and a round that is wound up."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import pitboss
from kit import programs
from kit.series import for_soak
from kit.serving import Server, ask
from pitboss.games import REGISTERED, load
from pitboss.server.live.chip_count import PRACTICE
from server.test_browser import Hall, answer_all, browser, table_of

__all__ = ["browser"]

pytestmark = [
    pytest.mark.skipif(
        programs.find("chromium") is None and not os.environ.get("CI"), reason="NO CHROMIUM: browser not tested"
    ),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
GAMES = [name for name in REGISTERED if load(name).furniture.road is not None]
WHOLE_SHOE = 150  # rounds; none lasts so long
ENOUGH = PRACTICE // 100 // len(GAMES)  # dollars: all that an account has, so that it lasts for a shoe of each
SOURCE = Path(pitboss.__file__).parent


class Room(Hall):
    """A hall with an administrator."""

    def __init__(self, browser: Browser, db: Path) -> None:
        super().__init__(browser, db)
        self.boss = dict(ask("POST", f"{self.url}/api/session", json={"name": "Boss"}).cookies)
        answer = ask("POST", f"{self.url}/api/admin", cookies=self.boss, json={"token": self.server.token})
        assert answer.status_code == 200, answer.text


@pytest.fixture(scope="module")
def hall(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    found = Room(browser, tmp_path_factory.mktemp("shoes") / "pitboss.db")
    yield found
    found.close()


def plays(hall: Room) -> None:
    """Play one round with both players."""
    round_ = hall.people[0].round
    for player in hall.people:
        player.goes_on()
        player.wager()
    for player in hall.people:
        player.ready()
    answer_all(hall.people, round_)
    for player in hall.people:
        player.is_answered()


def rounds_on_the_road(hall: Room) -> list[int]:
    """Return the number of rounds that each player sees on the bead plate."""
    found = []
    for player in hall.people:
        player.goes_on()
        player.page.evaluate("document.getElementById('tab-roads').click()")
        beads = player.page.locator("[data-testid='road-beads'] .bead")
        found.append(beads.count())
        player.page.evaluate("document.querySelector('[data-fold]').click()")
    return found


def shoe_is_over(hall: Room) -> bool:
    """Return whether this round begins a new shoe, with nothing on its road yet."""
    player = hall.people[0]
    view = player.context.request.get(f"{hall.url}/api/tables/{player.table}").json()
    return not view["roads"]["beads"]


def starts_as_another_version(hall: Room, folder: Path) -> None:
    """The program lies elsewhere, and every module of its server says something else of itself."""
    other = folder / "other"
    shutil.copytree(SOURCE, other / "pitboss", ignore=shutil.ignore_patterns("__pycache__"))
    for file in (other / "pitboss" / "server").glob("*.py"):
        file.write_text(file.read_text(encoding="utf-8") + "\n# another version\n", encoding="utf-8")
    assert hall.server.stop() == 0
    hall.server.__exit__()
    port = re.findall(r":(\d+)", hall.url)[-1]
    hall.server = Server(hall.db, "", "--port", port, source=other, limited=False)
    assert not hall.server.died, hall.server.errors()


def winds_up(hall: Room) -> None:
    """Have the house void the round: its wagers are returned, and the shoe is removed."""
    ann = hall.people[0]
    ann.goes_on()
    ann.wager()
    why = {"why": "the shoe fell over", "cite": "house:void", "round": ann.round}
    answer = ask("POST", f"{hall.url}/api/tables/{ann.table}/void", cookies=hall.boss, json=why)
    assert answer.status_code == 200, answer.text
    for player in hall.people:
        player.is_answered()


@pytest.mark.parametrize(("game", "rounds"), [(GAMES[0], 2), *(for_soak((game, WHOLE_SHOE)) for game in GAMES)])
def test_two_people_play_a_shoe_to_its_end(hall: Room, game: str, rounds: int, tmp_path: Path) -> None:
    for at, player in enumerate(hall.people):
        player.go_to(table_of(game))
        if not player.page.get_by_test_id("you-chips").count():
            player.sit(at, ENOUGH)
    winds_up(hall)  # whatever was played there before
    assert rounds_on_the_road(hall) == [0, 0]
    for played in range(1, rounds + 1):
        plays(hall)
        if shoe_is_over(hall):
            assert played > rounds / 4, "the shoe is over too soon"
            break
        if played in (1, 2, rounds // 2):
            assert rounds_on_the_road(hall) == [played, played]
        if played == 1:
            hall.kill()
            hall.start_again()
            assert rounds_on_the_road(hall) == [1, 1], "after a restart the road is as it was"
        if played == rounds // 2 and rounds > 2:
            starts_as_another_version(hall, tmp_path)
            assert rounds_on_the_road(hall) == [played, played]
    winds_up(hall)
    assert rounds_on_the_road(hall) == [0, 0], "a new shoe begins new roads"
    for player in hall.people:
        assert not player.complaints
