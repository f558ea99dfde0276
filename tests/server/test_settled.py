"""The settlement of the last round: whose each result is, and which wagers are void and not a push."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pitboss
from games.roulette.scene import Roulette
from kit.parts import ROUNDS
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.spin_incidents import SpinAstray, WheelBroken
from pitboss.games import REGISTERED
from pitboss.record.account import Account, account_of
from pitboss.record.explain import SeatStory, WagerStory
from pitboss.server.views.last_round import settled_of
from pitboss.table.steps import BY_THE_PLAYER, UNDEALT, VOIDED

SOURCES = Path(pitboss.__file__).parent


def account(*seats: SeatStory, void: str = "") -> Account:
    return Account(pitboss="", game="minibaccarat", rules="", text="", round=1, acts=(), seats=seats, void=void)


def story(seat: int, player: str, *wagers: WagerStory) -> SeatStory:
    return SeatStory(seat, player, 0, 0, wagers=list(wagers), notes=[f"A note for {player}."])


def wager(spot: str, outcome: str, net: int = 0, cite: str = "9(f)") -> WagerStory:
    return WagerStory(3, 3, spot, 500, outcome, cite, net=net)


def test_two_people_at_one_seat_have_each_their_own_results() -> None:
    """A player who left pays the vigorish that he owes; whoever has the seat now has nothing to do with it."""
    gone, here = wager("banker", "wins", 800), wager("player", "loses", -500)
    told = settled_of(account(story(3, "Gone", gone), story(3, "Here", here)))
    assert [(result.player, result.spot, result.net) for result in told.results] == [
        ("Gone", "banker", 800),
        ("Here", "player", -500),
    ]
    assert (told.players, told.nets) == ({3: "Here"}, {3: -500})
    assert told.notes == {3: ("A note for Here.",)}


def test_results_of_a_player_who_returned_to_his_seat_are_added_up() -> None:
    first, again = wager("banker", "wins", 800), wager("player", "loses", -500)
    assert settled_of(account(story(3, "Ann", first), story(3, "Ann", again))).nets == {3: 300}


@pytest.mark.parametrize(
    ("outcome", "void", "mark"),
    [
        ("returned, the round is void", "9(f)", "void"),
        ("returned, a die is flawed", "9(f)", "void"),  # by the paragraph that voids the round
        ("returned, the hand is void", "", "void"),  # while the round goes on
        ("returned, the hand is dead and has not won it", "", "void"),
        ("returned, the spin did not count", "", "void"),
        ("returned, its hand, void already, holds 3 cards", "", "void"),
        ("returned, no hand is left to win the pot", "", "void"),
        ("returned, a push: the hands tie", "9(f)", "push"),
        ("returned, the dealer does not qualify", "", "push"),
        ("returned, withdrawn", "9(f)", "back"),
        ("returned, the player leaves before “No more bets”", "", "back"),
        ("returned, three equal wagers are needed", "", "back"),
        ("returned, the count failed", "", "back"),
        ("returned, the table closes, and no other wager is left to decide", "", "back"),
        ("returned, taken down with come", "", "back"),
    ],
)
def test_a_void_wager_is_not_shown_as_a_push(outcome: str, void: str, mark: str) -> None:
    [only] = settled_of(account(story(3, "Ann", wager("bet", outcome)), void=void)).results
    assert only.mark == mark


# Why a wager goes back that was decided: neither side won it.
EVEN = (
    *("a push", "the dealer does not qualify", "the dealer has less than a pair"),
    *("the winning hand is below a straight", "free again, because "),
    *("void by 12 (6-6)", "off on a come out roll, and 7 "),
)


@pytest.mark.parametrize("game", REGISTERED)
def test_only_a_decided_even_result_is_called_a_push(game: str) -> None:
    pushes = {
        result.outcome.removeprefix("returned, ")
        for scenario in ROUNDS[game]
        for driver in scenario().rounds
        for result in settled_of(account_of(driver)).results
        if result.mark == "push" and result.outcome.startswith("returned")
    }
    assert not [why for why in pushes if not why.startswith(EVEN)]


def test_a_round_that_was_wound_up_is_void_for_everybody_at_it() -> None:
    """Players hear that their wagers went back, but not which wagers lay where."""
    told = settled_of(account(story(3, "Ann"), story(4, "Bob"), void="house:wind-up"))
    assert (told.void, told.results, told.players) == ("house:wind-up", (), {3: "Ann", 4: "Bob"})
    assert told.notes[3] == ("A note for Ann.",)
    assert not settled_of(account(story(3, "Ann"))).players


def test_a_broken_wheel_voids_the_round_without_naming_hands() -> None:
    scene = Roulette(1, 2).bet(1, "red").bet(2, "straight 4").ball().give(WheelBroken())
    told = account_of(_over(scene))
    assert {result.mark for result in settled_of(told).results} == {"void"}
    assert [act.told for act in told.acts if act.act == "void round"] == [
        "The round is void: the wheel cannot be used further."
    ]


def test_a_spin_that_does_not_count_returns_wagers_as_void() -> None:
    scene = Roulette(1, 2, readings={"wagers-after-no-spin": "returned"}).bet(1, "red")
    scene.give(SpinAstray("with the wheel")).ball().bet(2, "red").spin(3)
    told = settled_of(account_of(_over(scene)))
    assert [(result.seat, result.mark) for result in told.results] == [(1, "void"), (2, "won")]


def _over(scene: Roulette) -> Driver:
    return scene.drivers[-1] if scene.drivers else scene.driver


@pytest.mark.parametrize("why", [*BY_THE_PLAYER, *UNDEALT, *VOIDED])
def test_every_reason_is_one_that_a_game_gives(why: str) -> None:
    sources = [*SOURCES.glob("games/**/*.py"), *SOURCES.glob("common/**/*.py")]
    constants = SOURCES / "table" / "steps.py"
    named = re.search(rf"^WITHDRAWN.*\"{re.escape(why)}\"", constants.read_text(encoding="utf-8"), re.M)
    assert named or any(f'"{why}' in source.read_text(encoding="utf-8") for source in sources)
