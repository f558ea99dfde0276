"""Sic Bo: what is easy to get wrong."""

from __future__ import annotations

import pytest

from games.sic_bo.golden import no_roll_and_then_a_triple, three_shakes_and_small
from games.sic_bo.scene import SicBo, carry_with
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.spin_incidents import LateChips, WrongCall
from pitboss.engine.inputs import SUPERVISOR, Close, Closing, Input, Leave, Order, Sit, TakeBack, Throw, Wager
from pitboss.engine.view import view
from pitboss.engine.waits import ThrowWanted
from pitboss.games.sic_bo import GAME
from pitboss.games.sic_bo.law.facts import LIGHTS_OUT, SEALED, SHAKES
from pitboss.games.sic_bo.law.irregular import (
    DieLies,
    FlawFound,
    LightsFail,
    ShakerOpens,
    ShakerStops,
    UncoveredEarly,
)
from pitboss.games.sic_bo.law.layout import SPOTS
from pitboss.games.sic_bo.law.steps import CallNoRoll, Collect, Compare, LieStill, OpenBets, Pay, Shake
from pitboss.table.money import Money


def test_the_walks_of_the_sheet_to_the_cent() -> None:
    first = three_shakes_and_small()
    assert first.chips(1) == 50_000 + 5_000
    assert first.chips(2) == 50_000 + 4_500
    paid = {(act.seat, act.spot): act.cents for act in first.acts(Pay)}
    assert paid == {
        (2, "one of a kind 2"): 600,
        (2, "two of a kind 2"): 4_000,
        (1, "small"): 1_000,
        (1, "total 9"): 3_000,
        (1, "two-dice 2-5"): 1_000,
    }
    second = no_roll_and_then_a_triple()
    assert second.winnings(1, 2) == [19_000, 4_600]
    assert [(act.seat, act.cents) for act in second.acts(Collect)] == [(2, 1_000), (1, 2_000)]


def test_two_no_rolls_in_a_row_and_an_incident_of_one_shake_is_none_of_the_next() -> None:
    scene = SicBo(1).bet(1, "small").give(DieLies("leaning")).shake(1, 2, 3).give(DieLies("on another die"))
    assert len(scene.rest(1, 2, 3).acts(CallNoRoll)) == 2
    assert scene.rest(1, 2, 3).winnings(1) == 1_000


def test_the_dice_of_a_shake_that_does_not_count_are_not_called() -> None:
    scene = SicBo(1).bet(1, "big").give(DieLies("leaning")).shake(6, 6, 5)
    assert scene.acts(Compare) == []
    assert scene.rest(1, 2, 3).winnings(1) == -1_000


def test_covered_dice_are_not_known_before_the_cover_comes_off() -> None:
    scene = SicBo(1, order="shake-then-call").bet(1, "big")
    assert (scene.t.dice, SHAKES.get(scene.t)) == ((), 3)
    assert isinstance(scene.close_betting().driver.wait, ThrowWanted)
    assert scene.t.dice == ()


def test_a_house_without_a_cover_does_not_shake_first() -> None:
    scene = SicBo(1, covered=False, readings={"shake-order": "shake-first"})
    assert SHAKES.get(scene.t) is None
    assert SHAKES.get(SicBo(1, shaker="automated", readings={"shake-order": "shake-first"}).t) is None


def test_incidents_that_cannot_happen_are_refused() -> None:
    scene = SicBo(1).bet(1, "small")
    for never in (ShakerStops(), UncoveredEarly()):
        assert scene.refusal_of(never) == {"house:incident"}
    assert scene.refusal_of(LateChips(5)) == {"house:seats"}
    assert scene.give(LateChips(1)).refusal_of(LateChips(1)) == {"house:incident"}
    scene.give(ShakerOpens("open"))
    assert scene.refusal_of(ShakerOpens("die out")) == scene.refusal_of(DieLies("leaning")) == {"house:incident"}
    scene.close_betting().give(WrongCall("at once"), LightsFail())
    assert scene.refusal_of(WrongCall("at once")) == scene.refusal_of(LightsFail()) == {"house:incident"}
    scene.step(Throw((1, 2, 4))).run_until(Compare)
    for late in (DieLies("leaning"), ShakerOpens("open"), WrongCall("at once")):
        assert scene.refusal_of(late) == {"house:incident"}
    first = SicBo(1, order="shake-then-call").bet(1, "small").close_betting()
    assert first.refusal_of(UncoveredEarly()) == {"house:incident"}


@pytest.mark.parametrize("given", [DieLies("leaning"), DieLies("on another die", 2), ShakerOpens("open")])
def test_dice_that_lie_there_do_not_count_before_they_are_called(given: DieLies | ShakerOpens) -> None:
    scene = SicBo(1).bet(1, "small").close_betting().step(Throw((1, 2, 4))).run_until(LieStill)
    scene.step(given).run()
    assert (scene.t.said[-1], scene.t.dice, scene.wagers_of(1)) == ("No roll", (), {"small": 1_000})
    assert scene.rest(6, 5, 4).winnings(1) == -1_000
    run = SicBo(1, shaker="automated").bet(1, "small").close_betting().step(Throw((1, 2, 4))).run_until(LieStill)
    assert run.refusal_of(ShakerStops()) == {"house:incident"}


@pytest.mark.parametrize("given", [DieLies("leaning"), ShakerOpens("open"), WrongCall("at once"), LateChips(2)])
def test_nobody_is_told_what_nobody_can_have_noticed(given: Input) -> None:
    scene, other = (SicBo(1, 2).bet(1, "small") for _ in range(2))
    scene.give(given)
    assert view(scene.driver, 2) == view(other.driver, 2)


def test_a_shaker_that_opens_before_the_first_shake_is_shaken_again_before_betting() -> None:
    scene = SicBo(1, order="shake-then-call")
    scene.driver = Driver(GAME, scene.rules, scene.house, carry_with(1), stepwise=True)
    scene.run_until(OpenBets).step(ShakerOpens("open")).run_until(CallNoRoll)
    assert scene.refusal_of(DieLies("leaning")) == {"house:incident"}
    scene.run()
    assert (scene.t.said, SHAKES.get(scene.t), len(scene.acts(Shake))) == (["No roll"], 3, 2)
    assert scene.bet(1, "big").shake(6, 5, 4).winnings(1) == 1_000


def test_nothing_happens_to_dice_at_a_closed_table() -> None:
    scene = SicBo(1).give(Closing())
    for never in (FlawFound("die"), LightsFail(), DieLies("leaning"), WrongCall("at once")):
        assert scene.refusal_of(never) == {"house:incident"}
    assert scene.refusal_of(Wager(1, {"small": 500})) == {"house:wagers"}
    assert scene.offers_to() == []


def test_a_wrong_call_that_would_have_won_is_taken_back_to_the_cent() -> None:
    scene = SicBo(1, 2, chips=1_000).bet(1, "big").bet(2, "small", 500).give(WrongCall("after paying")).shake(2, 3, 5)
    assert scene.winnings(1, 2) == [-1_000, 500]


def test_a_six_is_misread_too() -> None:
    scene = SicBo(1).bet(1, "big").give(WrongCall("at once")).shake(6, 6, 6)
    assert scene.winnings(1) == -1_000


def test_a_table_closes_between_rounds_and_while_nobody_bets() -> None:
    scene = SicBo(1).bet(1, "small")
    assert scene.refusal_of(Closing()) == {"house:closing"}
    assert scene.refusal_of(Order("close the table", by=SUPERVISOR)) == {"house:orders"}
    assert GAME.closing is not None
    assert GAME.closing(scene.driver.round, True) is None
    scene.shake(1, 2, 4)
    assert GAME.closing(scene.driver.round, True) == Closing()
    scene.give(Closing())
    assert GAME.closing(scene.driver.round, True) is None
    assert GAME.closing(scene.driver.round, False) == Closing(closes=False)
    for what in ("close the table", "lights repaired", "dance"):
        assert scene.refusal_of(Order(what, by=SUPERVISOR)) == {"house:orders"}
    assert scene.refusal_of(Closing()) == {"house:closing"}
    assert SEALED.get(scene.give(Closing(closes=False)).t) == 3
    assert scene.refusal_of(Closing(closes=False)) == {"house:closing"}
    assert scene.refusal_of(Order("open the table", by=SUPERVISOR)) == {"house:orders"}


def test_lights_that_fail_at_a_table_that_closes() -> None:
    scene = SicBo(1).bet(1, "small").give(LightsFail()).shake(1, 2, 4).give(Closing(), Closing(closes=False))
    scene.give(Order("lights repaired", by=SUPERVISOR)).bet(1, "small").shake(1, 2, 4)
    assert (scene.winnings(1), LIGHTS_OUT(scene.t)) == (2_000, False)


def test_a_player_who_takes_part_stays_and_another_may_go() -> None:
    scene = SicBo(1, 2).bet(1, "small").close_betting()
    assert scene.refusal_of(Leave(1)) == {"beyond:sic-bo.5(f)"}
    scene.give(Leave(2)).rest(1, 2, 4).bet(1, "big").give(Leave(1))
    assert scene.t.players == {}


def test_a_player_may_sit_down_while_the_dice_are_shaken() -> None:
    scene = SicBo(1).bet(1, "small").close_betting().give(Sit(2, "Sam", 10_000)).rest(1, 2, 4)
    assert scene.bet(2, "big").shake(6, 6, 5).chips(2) == 11_000


@pytest.mark.parametrize("cents", [0, -500, 550, 5])
def test_amounts_that_chips_do_not_make(cents: int) -> None:
    assert SicBo(1).refusal_of(Wager(1, {"small": cents})) == {"house:smallest-chip"}


def test_nobody_bets_more_than_he_has_or_for_somebody_else() -> None:
    scene = SicBo(1, 2, chips=1_500).bet(1, "small")
    assert scene.refusal_of(Wager(1, {"small": 1_000})) == {"house:chips"}
    assert scene.refusal_of(Wager(1, {"small": 500}, 2)) == {"house:wagers"}
    assert scene.refusal_of(TakeBack(2, "small")) == {"house:wagers"}
    assert scene.refusal_of(Wager(3, {"small": 500})) == {"house:seats"}


def test_offers_are_what_chips_can_pay() -> None:
    scene = SicBo(1, pay={"small, big": "3 to 2"}, small_big_maximum=Money(700))
    offers = {offer.name: offer for offer in GAME.offers(scene.driver.round, 1)}
    assert (offers["small"].least, offers["small"].most, offers["small"].step) == (600, 600, 200)


def test_the_dealer_does_not_shake_for_nobody() -> None:
    assert SicBo(1).refusal_of(Close()) == {"beyond:sic-bo.6(a)"}
    assert SicBo(1).refusal_of(Throw((1, 2, 3))) == {"beyond:sic-bo.4(a)"}


def test_every_area_has_one_name() -> None:
    assert len(SPOTS) == len(set(SPOTS)) == 1 + 1 + 6 + 16 + 15 + 6 + 6 + 1
