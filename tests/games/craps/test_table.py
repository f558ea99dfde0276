"""Events at a craps table: players and shooters come and go, settings change, rolls are void, and a game is put
away."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from games.craps.scene import FREE, Craps
from kit.scene import CHIPS
from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import DiceAstray, DieCocked
from pitboss.engine.inputs import Close, Closing, Conduct, Input, Leave, Sit, TakeBack, Throw, Wager
from pitboss.games.craps import GAME
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.craps.law.steps import NoRoll, OfferDice
from pitboss.games.craps.law.wagers import Call, PassDice
from pitboss.table.facts import AWAY
from pitboss.table.money import OUTSIDE
from pitboss.table.steps import LeaveSeat, ReturnWager, SendAfter, StandWager, StepAway

STANDING = {  # of every sort, by a player who has been at it for a while
    "pass": 500,
    "pass odds": 1000,
    "come 5": 500,
    "come 5 odds": 600,
    "don't come 9": 500,
    "don't come 9 odds": 600,
    "place 8": 600,
    "hard 8": 100,
}


def chips_gone(scene: Craps) -> int:
    """Return what has left the table since the scene began."""
    return int(scene.t.ledger[OUTSIDE] - scene.start.accounts[OUTSIDE])


# --- leaving


def test_who_leaves_takes_down_what_may_come_down_and_the_rest_stands() -> None:
    scene = Craps(1, 2, point=6, shooter=2, standing={1: STANDING}).give(Leave(1))
    assert scene.wagers_of(1) == {"pass": 500, "come 5": 500}
    assert chips_gone(scene) == CHIPS + sum(STANDING.values()) - 1000
    assert scene.chips(1) == 0
    (away,) = scene.steps(StepAway)
    assert away.chips == chips_gone(scene)
    assert scene.shooter == 2


def test_what_stands_is_decided_and_the_win_is_kept_for_him() -> None:
    scene = Craps(1, 2, point=6, shooter=2, standing={1: STANDING}).give(Leave(1))
    taken = chips_gone(scene)
    scene.roll_totals(6)  # pass wins and comes back; come 5 still stands
    assert (scene.wagers_of(1), scene.chips(1)) == ({"come 5": 500}, 1000)
    assert (chips_gone(scene), scene.steps(SendAfter)) == (taken, [])
    scene.bet(2, "pass").roll_totals(5)
    (sent,) = scene.steps(SendAfter)
    assert (sent.seat, sent.player, sent.chips) == (1, "Player 1", 2000)
    assert chips_gone(scene) == taken + 2000
    assert 1 not in scene.t.players
    assert not AWAY.at(1)(scene.t)


def test_what_stands_and_loses_leaves_nothing_to_be_kept() -> None:
    scene = Craps(1, 2, point=6, shooter=2, standing={1: STANDING}).give(Leave(1))
    taken = chips_gone(scene)
    scene.roll_totals(7)
    assert [step.chips for step in scene.steps(SendAfter)] == [0]
    assert chips_gone(scene) == taken
    assert set(scene.t.players) == {2}


def test_his_seat_is_not_free_until_then_and_he_cannot_act() -> None:
    scene = Craps(1, 2, point=6, shooter=2, standing={1: {"pass": 500, "come 5": 500}}).give(Leave(1))
    acts: tuple[Input, ...] = (
        Sit(1, "Ada", 10_000),
        Leave(1),
        Wager(1, {"field": 500}),
        TakeBack(1, "pass"),
        Call(1, "come 5"),
        PassDice(1),
    )
    for given in acts:
        assert scene.refusal_of(given) == {"house:seats"}
    scene.roll_totals(7).give(Sit(1, "Ada", 10_000))
    assert scene.t.players == {1: "Ada", 2: "Player 2"}
    assert scene.chips(1) == 10_000


def test_who_has_nothing_that_must_stand_is_gone_at_once() -> None:
    scene = Craps(1, 2, point=6, shooter=2, standing={1: {"don't pass": 500, "don't pass odds": 600}}).give(Leave(1))
    assert (chips_gone(scene), set(scene.t.players)) == (CHIPS + 1100, {2})
    assert len(scene.steps(LeaveSeat)) == 1
    assert scene.steps(StepAway) == []


def test_a_wager_that_no_dice_were_thrown_for_comes_down_with_the_leaver() -> None:
    scene = Craps(1, 2, point=6, shooter=2).bet(1, "come").give(Leave(1))
    assert (scene.wagers_of(1), chips_gone(scene)) == ({}, CHIPS)
    scene = Craps(1, 2, shooter=2).bet(1, "pass").give(Leave(1))
    assert (scene.wagers_of(1), chips_gone(scene)) == ({}, CHIPS)


def test_by_the_other_reading_he_stays_until_it_is_decided() -> None:
    scene = Craps(1, 2, point=6, shooter=2, standing={1: {"pass": 500}}, readings={"leaving": "stays"})
    assert scene.refusal_of(Leave(1)) == {"reading:leaving"}
    assert set(scene.roll_totals(7).give(Leave(1)).t.players) == {2}


def test_who_leaves_between_two_chips_of_a_wager_puts_down_no_more() -> None:
    driver = Craps(1, 2, shooter=2).driver
    assert not driver.submit(Wager(1, {"field": 500, "any seven": 500}), stepwise=True)
    assert not driver.submit(Leave(1))
    assert set(driver.table.players) == {2}
    assert not driver.table.wagers()
    assert not driver.submit(Wager(2, {"field": 500}))


# --- taking down


def test_only_what_was_added_comes_down_and_only_once() -> None:
    scene = Craps(1, point=6, standing={1: {"pass": 500}}, readings={"raising-pass": "allowed"})
    assert scene.refusal_of(TakeBack(1, "pass")) == {"reading:contract-wagers"}
    assert scene.bet(1, "pass", 700).take_down(1, "pass").wagers_of(1) == {"pass": 500}
    assert scene.refusal_of(TakeBack(1, "pass")) == {"reading:contract-wagers"}
    scene.bet(1, "pass", 300).roll_totals(5)
    assert scene.refusal_of(TakeBack(1, "pass")) == {"reading:contract-wagers"}  # dice were thrown for all of it
    assert scene.wagers_of(1) == {"pass": 800}


def test_odds_do_not_outgrow_a_bet_of_which_some_comes_down() -> None:
    scene = Craps(1, point=6, standing={1: {"pass": 500}}, readings={"raising-pass": "allowed"})
    scene.bet(1, "pass", 500).bet(1, "pass odds", 5000)
    assert scene.refusal_of(TakeBack(1, "pass")) == {"reading:supplemental-odds"}
    assert scene.take_down(1, "pass odds").take_down(1, "pass").wagers_of(1) == {"pass": 500}
    both = scene.give(Wager(1, {"pass": 500, "pass odds": 5000}))  # at once: judged by how the layout would look
    assert both.wagers_of(1) == {"pass": 1000, "pass odds": 5000}


STUCK = {"taking-down": "stand", "leaving": "stays"}


def test_nobody_is_kept_for_odds_that_he_no_longer_has() -> None:
    standing = {1: {"don't come 9": 500, "don't come 9 odds": 300}}
    scene = Craps(1, 2, point=6, shooter=2, standing=standing, readings=STUCK)
    scene.bet(1, "don't come 9 odds", 300).take_down(
        1, "don't come 9"
    )  # the odds go back with it, old ones and new ones
    assert scene.wagers_of(1) == {}
    assert set(scene.give(Leave(1)).t.players) == {2}


def test_nobody_is_kept_for_odds_that_come_down_with_their_bet() -> None:
    standing = {1: {"don't come 9": 500, "don't come 9 odds": 600}}
    scene = Craps(1, 2, point=6, shooter=2, standing=standing, readings=STUCK).give(Leave(1))
    assert set(scene.t.players) == {2}
    assert chips_gone(scene) == CHIPS + 1100
    kept = Craps(1, 2, point=6, shooter=2, standing=standing, readings={**STUCK, "taking-down-donts": "stand"})
    (refused,) = kept.driver.refusals(Leave(1))
    assert refused.wrong == "Your don't come 9 bet cannot come down."
    other = Craps(1, 2, point=6, shooter=2, standing={1: {"place 8": 600}}, readings=STUCK)
    assert other.refusal_of(Leave(1)) == {"reading:leaving"}


def test_a_wager_on_the_line_that_has_won_and_stays_is_taken_up_or_bet_again() -> None:
    reads = {"line-winners": "stay-up", "taking-down": "stand"}
    for line, roll in (("pass", (3, 4)), ("don't pass", (1, 2))):
        scene = Craps(1, readings=reads).bet(1, line).roll(*roll)
        assert (scene.winnings(1), scene.wagers_of(1)) == (500, {line: 500})
        assert scene.take_down(1, line).wagers_of(1) == {}
        again = Craps(1, readings=reads).bet(1, line).roll(*roll).roll(*roll)
        assert (again.winnings(1), again.wagers_of(1)) == (1000, {line: 500})
    made = Craps(1, readings=reads).bet(1, "pass").roll_totals(6).bet(1, "pass odds", 500).roll_totals(6)
    assert (made.winnings(1), made.wagers_of(1)) == (
        500 + 600,
        {"pass": 500},
    )  # odds come back: they have no point any more
    assert made.roll_totals(2).wagers_of(1) == {}


def test_what_a_player_wins_who_has_left_does_not_stay_up_without_him() -> None:
    reads = {"line-winners": "stay-up", "taking-down": "stand"}
    standing = {1: {"pass": 500, "place 8": 600}}
    scene = Craps(1, 2, point=6, shooter=2, standing=standing, readings=reads).give(Leave(1)).roll_totals(8)
    assert (scene.wagers_of(1), scene.chips(1)) == ({"pass": 500}, 1300)
    scene.roll_totals(6)
    assert [step.chips for step in scene.steps(SendAfter)] == [1300 + 1000]


# --- the table closes


CLOSED = {1: {"come 5": 500, "come 5 odds": 600, "place 8": 600}}


def test_at_a_table_that_closes_the_shooter_throws_without_a_wager_on_the_line() -> None:
    scene = Craps(1, standing=CLOSED)
    assert scene.refusal_of(Close()) == {"reading:shooter-wagers"}
    scene.give(Closing())
    assert scene.wagers_of(1) == CLOSED[1]
    scene.roll_totals(4, 9, 6, 8)  # a point, which nobody has a wager on; nothing is decided but place 8
    assert scene.wagers_of(1) == {"come 5": 500, "come 5 odds": 600}
    assert scene.winnings(1) == 700
    scene.roll_totals(5)
    assert (scene.winnings(1), scene.wagers_of(1)) == (700 + 500 + 900, {})
    assert scene.refusal_of(Close()) == {"reading:closing-table"}  # nothing is left to throw for
    assert set(scene.give(Leave(1)).t.players) == set()


def test_nothing_more_is_wagered_at_a_table_that_closes() -> None:
    scene = Craps(1, 2, 3, point=6, standing=CLOSED).give(Closing())
    for given in (Wager(1, {"field": 500}), Wager(1, {"come 5 odds": 600})):
        assert scene.refusal_of(given) == {"reading:closing-table"}
    assert list(GAME.offers(scene.driver.round, 1)) == []
    own, other = (scene.driver.refusals(Wager(seat, {"field": 500}))[0].right for seat in (1, 3))
    assert "Wait until your bets are decided" in own
    assert "your bets" not in other  # he has none
    assert scene.refusal_of(Closing()) == {"house:closing"}
    scene.take_down(1, "place 8").give(PassDice(1)).give(Closing(closes=False)).bet(1, "field")
    assert "closing" not in scene.t.marks
    assert scene.refusal_of(Closing(closes=False)) == {"house:closing"}
    scene.give(Close())
    assert scene.refusal_of(Closing()) == {"house:closing"}  # the dice are out


def test_what_the_dice_need_not_decide_is_not_thrown_for() -> None:
    standing = {1: {"place 8": 600, "hard 4": 100}, 2: {"buy 4": 2000}}
    scene = Craps(1, 2, standing=standing, buy_and_lay=True).give(Closing()).take_down(1, "hard 4").give(Close())
    assert not scene.t.wagers()
    assert (scene.winnings(1), scene.winnings(2)) == (0, 0)
    assert [step.cite for step in scene.steps(ReturnWager)] == ["reading:taking-down", *["reading:closing-table"] * 2]
    bound = Craps(1, standing={1: {"place 8": 600}}, readings={"taking-down": "stand"}).give(Closing())
    assert bound.roll_totals(4, 8).wagers_of(1) == {}  # it must stand until it is decided; a win decides it
    assert bound.winnings(1) == 700
    for spot in ("pass", "don't come 9", "field"):
        thrown = Craps(1, 2, standing={1: {spot: 500}}).give(Closing(), Close(), Throw((1, 1)))
        assert thrown.last.table.dice == (1, 1)


def test_wagers_go_back_only_when_nobody_is_left_to_throw() -> None:
    scene = Craps(1, 2, standing={1: CLOSED[1], 2: {"come 9": 500}}).give(Leave(1), Closing())
    assert scene.wagers_of(1) == {"come 5": 500}
    scene.give(Leave(2))
    assert not scene.t.wagers()
    assert not scene.t.players
    assert chips_gone(scene) == 2 * CHIPS + sum(CLOSED[1].values()) + 500
    back = [(step.seat, step.spot, step.cite) for step in scene.steps(ReturnWager)][-2:]
    assert back == [(1, "come 5", "reading:closing-table"), (2, "come 9", "reading:closing-table")]


def test_wagers_go_back_when_a_table_closes_that_nobody_is_at() -> None:
    scene = Craps(1, point=6, standing={1: {"pass": 500}}).give(Leave(1))
    assert scene.wagers_of(1) == {"pass": 500}
    scene.give(Closing())
    assert not scene.t.players
    assert [step.chips for step in scene.steps(SendAfter)] == [500]


def test_a_won_wager_does_not_stay_on_the_line_of_a_table_that_closes() -> None:
    scene = Craps(1, readings={"line-winners": "stay-up"}).bet(1, "pass").give(Closing()).roll_totals(7)
    assert (scene.winnings(1), scene.wagers_of(1)) == (500, {})


def test_a_silent_shooter_holds_nobody_up_at_a_table_that_closes() -> None:
    assert GAME.unblock is not None
    assert GAME.closing is not None
    scene = Craps(1, 2, standing=CLOSED)
    assert GAME.unblock(scene.driver.round) == PassDice(1)
    assert GAME.closing(scene.driver.round, True) == Closing()
    assert GAME.closing(scene.driver.round, False) is None
    scene.give(Closing())
    assert GAME.closing(scene.driver.round, True) is None
    assert GAME.closing(scene.driver.round, False) == Closing(closes=False)
    assert GAME.unblock(scene.driver.round) is None  # time is up: he throws
    scene.take_down(1, "place 8").roll_totals(7)
    assert GAME.unblock(scene.driver.round) is None
    assert GAME.closing(Craps(1).driver.round, True) is None  # nothing lies on the layout


@pytest.mark.parametrize("taking_down", ["may-come-down", "stand"])
def test_odds_do_not_stand_behind_nothing(taking_down: str) -> None:
    standing = {"don't come 9": 500, "don't come 9 odds": 600}
    scene = Craps(1, point=6, standing={1: standing}, readings={"taking-down": taking_down}).take_down(
        1, "don't come 9"
    )
    assert scene.wagers_of(1) == {}
    assert [step.cents for step in scene.steps(ReturnWager)] == [500, 600]


# --- the dice


def test_the_first_to_sit_gets_the_dice() -> None:
    scene = Craps(carry=GAME.opening(CrapsHouse()))
    assert scene.shooter is None
    assert scene.refusal_of(Close()) == {"reading:next-shooter"}
    scene.give(Sit(5, "Ada", 10_000), Sit(2, "Bob", 10_000))
    assert scene.shooter == 5


def test_a_seven_out_passes_the_dice_clockwise_and_nothing_else_does() -> None:
    scene = Craps(2, 5, 9, readings=FREE)
    for rolls, shooter in (((7,), 2), ((11, 2, 3, 12), 2), ((6, 6), 2), ((6, 5, 7), 5), ((8, 7), 9), ((8, 7), 2)):
        assert scene.roll_totals(*rolls).shooter == shooter
    assert [step.seat for step in scene.steps(OfferDice)] == [5, 9, 2]


def test_a_shooter_who_is_alone_keeps_the_dice_after_a_seven_out() -> None:
    assert Craps(4, point=6).roll_totals(7).shooter == 4


def test_a_shooter_who_leaves_passes_the_dice() -> None:
    scene = Craps(2, 5, 9, shooter=5, point=6, standing={5: {"pass": 500}}).give(Leave(5))
    assert (scene.shooter, scene.point, scene.wagers_of(5)) == (9, 6, {"pass": 500})
    assert scene.roll_totals(6).shooter == 9
    assert scene.bet(9, "pass").roll_totals(6, 7).shooter == 2  # past the seat that is empty now


def test_the_dice_go_past_a_player_who_has_left_while_his_wager_stands() -> None:
    scene = Craps(2, 5, 9, point=6, standing={5: {"come 4": 500}}).give(Leave(5)).give(PassDice(2))
    assert scene.shooter == 9


def test_when_nobody_is_there_nobody_throws() -> None:
    scene = Craps(1, point=6, standing={1: {"pass": 500}}).give(Leave(1))
    assert scene.shooter is None
    assert scene.refusal_of(Close()) == {"reading:next-shooter"}
    assert scene.give(Sit(3, "Cy", 1000)).shooter == 3
    scene.roll_totals(6)  # with the point on, nobody asks a new shooter for a wager
    assert [step.chips for step in scene.steps(SendAfter)] == [1000]


def test_the_shooter_may_pass_the_dice_before_any_roll() -> None:
    scene = Craps(1, 2, 3, point=6)
    for seat, then in ((1, 2), (2, 3), (3, 1)):
        assert scene.give(PassDice(seat)).shooter == then
    assert scene.refusal_of(PassDice(2)) == {"reading:next-shooter"}
    assert Craps(1).refusal_of(PassDice(1)) == {"reading:next-shooter"}


def test_the_shooter_has_a_wager_on_the_line_before_a_come_out_roll() -> None:
    scene = Craps(1, 2).bet(2, "pass").bet(1, "field")
    assert scene.refusal_of(Close()) == {"reading:shooter-wagers"}
    for line in ("pass", "don't pass"):
        assert Craps(1, 2).bet(1, line).roll_totals(6).point == 6
    assert Craps(1, 2, point=6).roll_totals(5).point == 6
    assert scene.give(PassDice(1)).roll_totals(6).point == 6  # seat 2 has one


def test_while_the_dice_are_out_nothing_is_wagered_taken_down_called_or_left() -> None:
    scene = Craps(1, 2, point=6, standing={1: {"place 8": 600}}).give(Close())
    acts: tuple[Input, ...] = (Wager(1, {"field": 500}), TakeBack(1, "place 8"), Call(1, "place 8"), PassDice(1))
    for given in acts:
        assert scene.refusal_of(given) == {"reading:late-wagers"}
    assert scene.refusal_of(Leave(1)) == {"reading:leaving"}
    assert scene.refusal_of(Close()) == {"reading:the-throw"}
    for throw in ((0, 1), (7, 1), (1,), (1, 2, 3)):
        assert scene.refusal_of(Throw(throw)) == {"reading:the-throw"}
    scene.give(Sit(7, "Cy", 1000), Throw((4, 4)))
    assert scene.winnings(1) == 700
    assert 7 in scene.t.players


def test_a_throw_before_the_dice_are_out_and_cash_at_any_time_are_refused() -> None:
    scene = Craps(1, point=6)
    assert scene.refusal_of(Throw((1, 1))) == {"1.2(a)"}
    assert scene.refusal_of(Conduct(1, "cash wager")) == {"house:wagers"}


# --- seats


def test_sixteen_sit_at_craps_and_no_seventeenth() -> None:
    house = CrapsHouse()
    scene = Craps(carry=GAME.opening(house))
    for seat in range(1, 17):
        scene.give(Sit(seat, f"Player {seat}", 1000))
    for seat in (0, 17, 16, -1):
        assert scene.refusal_of(Sit(seat, "Late", 1000)) == {"house:seats"}
    assert len(scene.t.players) == 16
    rules = GAME.rules({})
    assert house.breaches(rules) == []
    assert [finding.key for finding in CrapsHouse(seats=17).breaches(rules)] == ["seats"]
    assert [finding.key for finding in CrapsHouse(seats=0).breaches(rules)] == ["seats"]


def test_nine_sit_at_mini_craps() -> None:
    rules = GAME.rules({})
    assert CrapsHouse(mini_craps=True, seats=9).breaches(rules) == []
    assert [finding.key for finding in CrapsHouse(mini_craps=True, seats=10).breaches(rules)] == ["seats"]
    assert [finding.key for finding in CrapsHouse(mini_craps=True).breaches(rules)] == ["seats"]
    scene = Craps(*range(1, 10), mini_craps=True, seats=9)
    assert scene.refusal_of(Sit(10, "Late", 1000)) == {"house:seats"}


# --- settings


def test_settings_change_between_rolls_and_what_stands_is_unharmed() -> None:
    standing = {**STANDING, "buy 4": 2000, "lay 10": 2000}
    lower: dict[str, Any] = {"minimum": 2500, "maximum": 5000, "odds": (0, 0, 0), "proposition_minimum": 500}
    for total in range(2, 13):
        before = Craps(1, point=6, standing={1: standing}, buy_and_lay=True)
        changed = Craps(1, point=6, standing={1: standing}, buy_and_lay=True)
        changed.open(**lower, buy_and_lay=False)
        assert changed.wagers_of(1) == standing
        assert changed.refusal_of(Wager(1, {"field": 500})) == {"house:limits"}  # new wagers by the new limits
        assert changed.refusal_of(Wager(1, {"come 5 odds": 600})) == {"reading:supplemental-odds"}
        before.roll_totals(total)
        changed.roll_totals(total)
        assert changed.wagers_of(1) == before.wagers_of(1)
        assert changed.winnings(1) == before.winnings(1)


def test_settings_change_in_the_middle_of_a_game_that_was_played_here() -> None:
    scene = Craps(1).bet(1, "pass", 1000).roll_totals(9).bet(1, "come", 1000).roll_totals(5)
    scene.open(minimum=2500, odds=(1, 1, 1)).bet(1, "come 5 odds", 1000)
    assert scene.refusal_of(Wager(1, {"come": 1000})) == {"house:limits"}
    assert (
        scene.roll_totals(5).open(odds=(10, 10, 10)).bet(1, "pass odds", 10_000).roll_totals(9).winnings(1)
        == 1000 + 1500 + 16_000
    )


# --- no roll

How = Literal["off the table", "among the chips", "not together", "short of the wall"]
FAULTS: tuple[tuple[Input, ...], ...] = (
    (DieCocked(1, 2),),
    (DieCocked(2, 2),),
    (DieCocked(1, 1), DieCocked(2, 2)),
    *((DiceAstray(how),) for how in ("off the table", "among the chips", "not together", "short of the wall")),
)


@pytest.mark.parametrize("faults", FAULTS, ids=str)
@pytest.mark.parametrize("point", [0, 6])
def test_a_void_roll_changes_nothing(faults: tuple[Input, ...], point: int) -> None:
    standing = {spot: cents for spot, cents in STANDING.items() if point or spot != "pass odds"}
    scene = Craps(1, 2, point=point, standing={1: standing}).bet(1, "field").bet(1, "c and e", 100).bet(2, "hard 4")
    if not point:
        scene.call(1, "place 8").call(1, "come 5 odds")
    lay, marks = (scene.wagers_of(1), scene.wagers_of(2)), dict(scene.t.marks)
    for dice in ((3, 4), (6, 6), (4, 4), (5, 6)):
        scene.give(Close(), *faults, Throw(dice))
        assert ((scene.wagers_of(1), scene.wagers_of(2)), dict(scene.t.marks)) == (lay, marks)
        assert (scene.winnings(1), scene.winnings(2)) == (0, 0)
        assert any(isinstance(step, NoRoll) for step in scene.last.log)
        stood = [step for step in scene.last.log if isinstance(step, StandWager)]
        assert len(stood) == len(lay[0]) + len(lay[1])  # each is accounted for
    scene.roll(4, 4)  # and counts for the next throw
    assert "field" not in scene.wagers_of(1)
    if not point:
        assert scene.winnings(1) == 700 + 900 - 500 - 100  # place 8 was still on, hard 8; field, c and e


def test_the_first_come_out_roll_is_not_made_by_a_void_roll() -> None:
    scene = Craps(carry=GAME.opening(CrapsHouse())).give(Sit(1, "Ada", 10_000)).bet(1, "pass")
    scene.give(Close(), DiceAstray("off the table"), Throw((3, 3)))
    assert scene.t.marks == {"shooter": 1}
    assert scene.roll_totals(6).t.marks == {"shooter": 1, "point": 6, "come out made": 1}


@pytest.mark.parametrize("die", [1, 2])
def test_a_die_that_leans_with_one_side_is_read_as_the_opposite_face(die: Literal[1, 2]) -> None:
    for face in range(1, 7):
        scene = Craps(1, point=6, standing={1: {"hard 8": 500}}).give(Close(), DieCocked(die))
        scene.give(Throw((face, 4) if die == 1 else (4, face)))
        read = 7 - face
        assert scene.last.table.dice == ((read, 4) if die == 1 else (4, read))
        assert scene.winnings(1) == (4500 if read == 4 else -500 if read == 3 else 0)


def test_what_goes_wrong_goes_wrong_once() -> None:
    scene = Craps(1, point=6).give(DieCocked(1), DiceAstray("off the table"))
    for given in (DieCocked(1), DieCocked(1, 2), DiceAstray("not together")):
        assert scene.refusal_of(given) == {"house:incident"}


# --- a game that is put away


def carry_in_mid_game() -> Carry:
    """Return a carry in which wagers of every sort stand, two are called on, one player has left, and the last throw
    was no roll."""
    standing = {spot: cents for spot, cents in STANDING.items() if not spot.startswith("pass")}
    scene = Craps(1, 2, 3, shooter=2, standing={1: standing, 3: {"come 4": 500}}).give(Leave(3)).bet(2, "don't pass")
    scene.call(1, "place 8").call(1, "come 5 odds").give(Close(), DiceAstray("off the table"), Throw((1, 1)))
    return scene.driver.carry


def play_on(carry: Carry) -> list[Driver]:
    scene = Craps(carry=carry).roll(4, 4).roll(2, 3).bet(1, "come").roll(6, 6).roll(3, 4).bet(1, "pass").roll(5, 6)
    return scene.drivers


def test_a_game_in_the_middle_comes_back_from_json_and_goes_on_alike() -> None:
    carry = carry_in_mid_game()
    assert {"away 3", "on place 8 @1", "on come 5 odds @1", "shooter", "come out made"} == carry.marks.keys()
    again = msgspec.json.decode(msgspec.json.encode(carry), type=Carry)
    assert (again, again.digest) == (carry, carry.digest)
    for one, other in zip(play_on(carry), play_on(again), strict=True):
        assert one.log == other.log
        assert one.next is not None
        assert one.next == other.next
        halfway = msgspec.json.decode(msgspec.json.encode(one.next), type=Carry)  # and at every stop on the way
        assert halfway.digest == one.next.digest


def test_equal_tables_have_equal_digests_whatever_happened_on_the_way() -> None:
    one = (
        Craps(1, 2, point=6).bet(1, "field").take_down(1, "field").bet(1, "come").bet(2, "place 8", 600).roll_totals(5)
    )
    other = Craps(1, 2, point=6).bet(2, "place 8", 600).give(PassDice(1), PassDice(2)).bet(1, "come").roll_totals(5)
    assert one.driver.carry.digest == other.driver.carry.digest


# --- settings that change while wagers stand


def test_what_changed_odds_cannot_pay_exactly_goes_back() -> None:
    standing = {1: {"pass": 500, "pass odds": 1500, "place 8": 500, "place 10": 500}}
    scene = Craps(1, point=6, standing=standing, pay={"place 6 or 8 to win": "1 to 1"}).open(pay={})
    assert scene.wagers_of(1) == {"pass": 500, "pass odds": 1500, "place 10": 500}  # $5 is not paid exactly at 7 to 6
    assert scene.winnings(1) == 0
    (back,) = scene.steps(ReturnWager)
    assert (back.cite, back.spot, back.cents) == ("reading:payout-odds", "place 8", 500)
    scene.roll_totals(8, 6)
    assert scene.winnings(1) == 500 + 1800


def test_odds_go_back_with_a_bet_that_cannot_be_paid() -> None:
    scene = Craps(1, point=6, standing={1: {"pass": 500, "pass odds": 1000}})
    scene.open(pay={"pass": "1 to 3"})
    assert scene.wagers_of(1) == {}
    assert scene.winnings(1) == 0


def test_nobody_deserts_a_table_that_nobody_else_can_come_to() -> None:
    standing = {1: {"pass": 500}}
    assert Craps(1, point=6, standing=standing, seats=1).refusal_of(Leave(1)) == {"reading:leaving"}
    scene = Craps(1, point=6, standing=standing, seats=2).give(Leave(1), Sit(2, "Somebody", 10_000))
    assert scene.shooter == 2


def test_a_window_takes_any_number_of_inputs() -> None:
    """Pass the dice round for long before somebody throws."""
    scene = Craps(1, 2)
    for number in range(21_000):
        scene.give(PassDice(1 + number % 2))
    scene.bet(1, "pass").roll_totals(7)
    assert scene.winnings(1) == 500
