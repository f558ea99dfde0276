"""Roulette: what is easy to get wrong."""

from __future__ import annotations

import pytest

from games.roulette.scene import Roulette
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import Close, Closing, Leave, Sit, Spin, TakeBack, Wager
from pitboss.games.roulette import GAME
from pitboss.games.roulette.law.chips import BuyColor
from pitboss.games.roulette.law.layout import SPOTS
from pitboss.games.roulette.law.steps import CallNoSpin, LeadAstray
from pitboss.table.money import Money


def test_two_no_spins_in_a_row() -> None:
    scene = Roulette(1).bet(1, "red").give(ShortSpin(1)).ball().give(SpinAstray("object in the wheel")).ball()
    assert len(scene.acts(CallNoSpin)) == 2
    assert scene.spin(3).winnings(1) == 1_000


def test_an_incident_of_one_spin_is_none_of_the_next() -> None:
    scene = Roulette(1).bet(1, "red").ball().close_betting().give(ShortSpin(2)).rest(3)
    assert scene.spin(3).winnings(1) == 1_000
    assert len(scene.acts(CallNoSpin)) == 1


def test_all_may_take_their_bets_back_while_the_ball_runs() -> None:
    scene = Roulette(1).bet(1, "red").ball().take_down(1, "red").close_betting().rest(3)
    assert (len(scene.drivers), scene.winnings(1)) == (1, 0)


def test_a_player_may_sit_down_while_the_ball_runs() -> None:
    scene = Roulette(1).bet(1, "red").ball().give(Sit(2, "Sam", 10_000)).bet(2, "black", 1_000).close_betting().rest(2)
    assert scene.t.players[2] == "Sam"
    assert scene.chips(2) == 11_000


def test_incidents_that_cannot_happen_are_refused() -> None:
    scene = Roulette(1).bet(1, "red")
    assert scene.refusal_of(SpinAstray("touched")) == {"house:incident"}
    assert scene.refusal_of(LateChips(5)) == {"house:seats"}
    scene.ball()
    assert scene.refusal_of(SpinAstray("with the wheel")) == {"house:incident"}
    scene.give(SpinAstray("in no stop"))
    assert scene.refusal_of(SpinAstray("in no stop")) == scene.refusal_of(ShortSpin(2)) == {"house:incident"}
    scene.close_betting().give(WrongCall("at once"))
    assert scene.refusal_of(WrongCall("at once")) == {"house:incident"}
    assert len(scene.acts(LeadAstray)) == 1


def test_a_closed_table_waits_until_its_wagers_are_settled() -> None:
    scene = Roulette(1).bet(1, "red")
    assert scene.refusal_of(Closing()) == {"house:closing"}
    assert GAME.closing is not None
    assert GAME.closing(scene.driver.round, True) is None
    scene.spin(3)
    assert GAME.closing(scene.driver.round, True) == Closing()
    scene.give(Closing())
    assert GAME.closing(scene.driver.round, True) is None
    assert GAME.closing(scene.driver.round, False) == Closing(closes=False)
    assert scene.refusal_of(WheelBroken()) == scene.refusal_of(LateChips(1)) == {"house:incident"}


def test_a_wager_in_prison_is_its_players_and_nobody_takes_it() -> None:
    scene = Roulette(1, 2, readings={"imprisonment": "second-zero-loses"}).bet(1, "red").spin(0)
    assert scene.wagers_of(1) == {"red in prison": 1_000}
    assert scene.refusal_of(TakeBack(1, "red in prison")) == scene.refusal_of(Leave(1)) == {"reading:imprisonment"}
    assert scene.refusal_of(Wager(1, {"red in prison": 1_000})) == {"beyond:roulette.5(e)"}
    assert scene.bet(1, "red").spin(3).winnings(1) == 1_000


def test_prison_and_a_wheel_that_breaks() -> None:
    scene = Roulette(1, readings={"imprisonment": "second-zero-stays"}).bet(1, "red").spin(0).give(WheelBroken())
    assert (scene.winnings(1), scene.wagers_of(1)) == (0, {})


def test_what_stays_on_an_area_that_is_gone_comes_back() -> None:
    standing = {1: {"five numbers 0-00-1-2-3": 1_000, "red": 1_000}}
    scene = Roulette(1, wheel="single-zero", standing=standing, readings={"winning-stake": "stays"})
    assert (scene.wagers_of(1), scene.winnings(1)) == ({"red": 1_000}, 0)


@pytest.mark.parametrize("cents", [0, -500, 550, 5])
def test_amounts_that_chips_do_not_make(cents: int) -> None:
    assert Roulette(1).refusal_of(Wager(1, {"straight 1": cents})) == {"house:smallest-chip"}


def test_nobody_bets_more_than_he_has_or_for_somebody_else() -> None:
    scene = Roulette(1, 2, chips=1_500).bet(1, "red")
    assert scene.refusal_of(Wager(1, {"red": 1_000})) == {"house:chips"}
    assert scene.refusal_of(Wager(1, {"red": 1_000}, 2)) == {"house:wagers"}
    assert scene.refusal_of(TakeBack(2, "red")) == {"house:wagers"}
    assert scene.refusal_of(Wager(3, {"red": 1_000})) == scene.refusal_of(BuyColor(3)) == {"house:seats"}


def test_offers_are_multiples_of_a_color_and_stay_below_the_limit_on_a_number() -> None:
    scene = Roulette(1, number_maximum=Money(2_000)).color(1, 700)
    offers = {offer.name: offer for offer in GAME.offers(scene.driver.round, 1)}
    assert (offers["straight 1"].least, offers["straight 1"].most, offers["straight 1"].step) == (700, 1_400, 700)
    assert offers["red"].least == 1_400
    scene.bet(1, "straight 1", 1_400)
    left = {offer.name for offer in GAME.offers(scene.driver.round, 1)}
    assert "split 1-2" not in left
    assert "split 2-3" in left


def test_the_dealer_does_not_spin_for_nobody() -> None:
    assert Roulette(1).refusal_of(Close()) == {"beyond:roulette.6(a)"}
    assert Roulette(1).refusal_of(Spin(3)) == {"beyond:roulette.6(a)"}


def test_every_area_has_one_name() -> None:
    assert len(SPOTS) == len(set(SPOTS)) == 38 + 63 + 16 + 23 + 1 + 11 + 3 + 3 + 6 + 6
