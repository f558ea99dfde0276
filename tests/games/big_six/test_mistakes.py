"""Big Six: what is easy to get wrong."""

from __future__ import annotations

import pytest

from games.big_six.golden import five_wins, the_same_walk_in_nevada, two_void_spins_and_then_a_picture
from games.big_six.scene import BigSix
from games.big_six.test_law_wheel import findings_in
from pitboss.engine.incidents.spin_incidents import LateChips, ShortSpin, SpinAstray, WheelBroken, WrongCall
from pitboss.engine.inputs import Close, Closing, Leave, Order, Sit, Spin, TakeBack, Wager
from pitboss.games.big_six import GAME
from pitboss.games.big_six.law.irregular import LookAtWheel, SpinCounterclockwise, TouchWheel
from pitboss.games.big_six.law.steps import Collect, CountTurns, FewTurns, LeadAstray, PushBack, TurnOtherWay, VoidSpin
from pitboss.table.money import INVENTORY


def test_both_walks_come_out_as_the_sheet_has_them() -> None:
    first = five_wins()
    assert first.winnings(1, 2, 3) == [-700, 4_900, -300]
    assert first.t.ledger[INVENTORY] - first.start.accounts[INVENTORY] == -3_900
    second = two_void_spins_and_then_a_picture()
    assert second.winnings(1, 2, 3) == [-700, -1_100, 22_500]
    assert len(second.acts(VoidSpin)) == 2
    assert the_same_walk_in_nevada().winnings(3) == 20_000


def test_an_incident_of_one_spin_is_none_of_the_next() -> None:
    scene = BigSix(1).bet(1, "$1").close_betting().give(ShortSpin(2)).rest("$1").spin("$1")
    assert len(scene.acts(VoidSpin)) == 1
    assert scene.bet(1, "$1").spin("$1").winnings(1) == 2_000
    assert [step.turns for step in scene.acts(CountTurns)] == [3, 3]


def test_three_void_spins_in_a_row() -> None:
    scene = BigSix(1).bet(1, "$1")
    for how in ("touched", "in no stop", "between two stops"):
        scene.give(SpinAstray(how)).spin("$1")
    assert len(scene.acts(VoidSpin)) == 3
    assert scene.spin("$1").winnings(1) == 1_000


def test_the_neighbors_of_a_picture_are_no_picture() -> None:
    for at in (1, 26, 28, 53):
        assert BigSix(1).bet(1, "joker").bet(1, "flag").spin(at).winnings(1) == -2_000


def test_turns_on_both_sides_of_the_number_by_either_reading() -> None:
    """Check that the reading says which turn decides, and that it is named only where it decides."""
    named = {}
    for choice in ("from-release", "until-braked"):
        for turns in (2, 3, 4):
            scene = BigSix(1, readings={"turns-counted": choice}).bet(1, "$1").give(ShortSpin(turns)).spin("$1")
            (act,) = scene.acts(VoidSpin) or scene.acts(CountTurns)
            named[choice, turns] = type(act), "reading:turns-counted" in act.cite
    assert named == {
        ("from-release", 2): (VoidSpin, False),
        ("from-release", 3): (CountTurns, True),
        ("from-release", 4): (CountTurns, False),
        ("until-braked", 2): (VoidSpin, False),
        ("until-braked", 3): (VoidSpin, True),
        ("until-braked", 4): (CountTurns, False),
    }


def test_incidents_that_cannot_happen_are_refused() -> None:
    scene, impossible = BigSix(1).bet(1, "$1"), {"house:incident"}
    for how in ("with the wheel", "out of the wheel"):
        assert scene.refusal_of(SpinAstray(how)) == impossible
    assert scene.refusal_of(LateChips(5)) == {"house:seats"}
    assert scene.give(LateChips(1)).refusal_of(LateChips(1)) == impossible
    scene.give(SpinCounterclockwise(), SpinAstray("in no stop"))
    assert scene.refusal_of(SpinCounterclockwise()) == impossible
    assert scene.refusal_of(SpinAstray("touched")) == scene.refusal_of(ShortSpin(2)) == impossible
    scene.close_betting().give(WrongCall("at once"))
    assert scene.refusal_of(WrongCall("at once")) == scene.refusal_of(SpinCounterclockwise()) == impossible
    assert (len(scene.acts(LeadAstray)), len(scene.acts(TurnOtherWay))) == (1, 1)
    scene.rest(1).close_betting().step(Spin(1)).run_until(CountTurns)
    assert scene.refusal_of(SpinAstray("touched")) == scene.refusal_of(ShortSpin(1)) == impossible
    few = BigSix(1).bet(1, "$1").give(ShortSpin(5))
    assert few.refusal_of(SpinAstray("touched")) == few.refusal_of(ShortSpin(1)) == impossible
    assert len(few.acts(FewTurns)) == 1


def test_nothing_happens_at_a_closed_table() -> None:
    scene = BigSix(1).give(Closing())
    for given in (
        SpinAstray("touched"),
        ShortSpin(1),
        SpinCounterclockwise(),
        LookAtWheel(),
        TouchWheel(1),
        WrongCall("at once"),
        WheelBroken(),
        LateChips(1),
    ):
        assert scene.refusal_of(given) == {"house:incident"}, given


def test_chips_come_too_late_at_any_moment_after_the_call() -> None:
    """Check late chips also when the wheel stands and money moves, but once for each time, however often the wheel is
    spun."""
    scene = BigSix(1, 2).bet(1, "$1").close_betting().step(Spin(2)).run_until(Collect).give(LateChips(2)).run()
    assert [step.seat for step in scene.acts(PushBack)] == [2]
    assert scene.winnings(1, 2) == [-1_000, 0]
    again = BigSix(1, 2).bet(1, "$1").give(LateChips(2), ShortSpin(2)).spin(1).spin(1)
    assert [step.seat for step in again.acts(PushBack)] == [2]
    gone = BigSix(1, 2).bet(1, "$1").give(LateChips(2), Leave(2)).spin(1)
    assert not gone.acts(PushBack)


def test_nobody_can_miscall_what_nobody_calls() -> None:
    scene = BigSix(1, readings={"announce": "no"}).bet(1, "$1")
    assert scene.refusal_of(WrongCall("at once")) == {"house:incident"}


def test_a_table_in_use_is_not_closed() -> None:
    scene = BigSix(1).bet(1, "$1")
    assert GAME.closing is not None
    assert scene.refusal_of(Closing()) == {"house:closing"}
    assert scene.refusal_of(Order("close the table")) == {"house:orders"}
    assert GAME.closing(scene.driver.round, True) is None
    scene.spin("$1")
    assert GAME.closing(scene.driver.round, True) == Closing()
    assert scene.refusal_of(Closing(closes=False)) == {"house:closing"}
    assert scene.refusal_of(Order("open the table")) == scene.refusal_of(Order("dance")) == {"house:orders"}
    scene.give(Closing())
    assert GAME.closing(scene.driver.round, True) is None
    assert GAME.closing(scene.driver.round, False) == Closing(closes=False)
    assert scene.refusal_of(Order("close the table")) == {"house:orders"}


@pytest.mark.parametrize("cents", [0, -100, 150, 5])
def test_amounts_that_chips_do_not_make(cents: int) -> None:
    assert BigSix(1).refusal_of(Wager(1, {"$1": cents})) == {"house:smallest-chip"}


def test_both_sides_of_both_limits() -> None:
    scene, posted = BigSix(1, minimum=500, maximum=2_000), {"beyond:big-six.5(g)"}
    taken = {cents: scene.bars_against(Wager(1, {"flag": cents})) for cents in (400, 500, 2_000, 2_100)}
    assert taken == {400: posted, 500: set(), 2_000: set(), 2_100: posted}
    scene.bet(1, "flag", 500)  # what is added makes one wager with what lies there
    added = {cents: scene.bars_against(Wager(1, {"flag": cents})) for cents in (100, 1_500, 1_600)}
    assert added == {100: set(), 1_500: set(), 1_600: posted}
    assert scene.bars_against(Wager(1, {"flag": 100, "$1": 400})) == posted


def test_a_table_whose_wagers_went_back_after_a_void_spin_can_be_closed() -> None:
    scene = BigSix(1, readings={"void-wagers": "returned"}).bet(1, "$1").give(ShortSpin(2)).spin(1)
    assert scene.give(Closing()).refusal_of(Wager(1, {"$1": 1_000})) == {"beyond:big-six.3(c)"}
    assert scene.give(Closing(closes=False)).bet(1, "$2").spin("$2").winnings(1) == 2_000


def test_nobody_bets_more_than_he_has_or_for_somebody_else() -> None:
    scene = BigSix(1, 2, chips=1_500).bet(1, "$1")
    assert scene.refusal_of(Wager(1, {"$1": 1_000})) == {"house:chips"}
    assert scene.refusal_of(Wager(1, {"$1": 100}, 2)) == scene.refusal_of(TakeBack(2, "$1")) == {"house:wagers"}
    assert scene.refusal_of(Wager(3, {"$1": 1_000})) == scene.refusal_of(TouchWheel(3)) == {"house:seats"}


def test_a_player_may_sit_down_while_the_wheel_turns_and_bets_on_the_next_spin() -> None:
    scene = BigSix(1).bet(1, "$1").close_betting().give(Sit(2, "Sam", 10_000))
    assert scene.refusal_of(Wager(2, {"$1": 1_000})) == {"beyond:big-six.4(c)"}
    assert scene.rest("$1").bet(2, "$1").spin("$1").chips(2) == 11_000


def test_the_dealer_does_not_spin_for_nobody() -> None:
    assert BigSix(1).refusal_of(Close()) == BigSix(1).refusal_of(Spin(3)) == {"beyond:big-six.4(a)"}
    all_gone = BigSix(1, readings={"void-wagers": "returned"}).bet(1, "$1").give(ShortSpin(1)).spin("$1")
    assert all_gone.refusal_of(Close()) == {"beyond:big-six.4(a)"}


def test_offers_end_at_the_maximum() -> None:
    scene = BigSix(1).bet(1, "$2", 49_900)
    offers = {offer.name: (offer.least, offer.most, offer.step) for offer in GAME.offers(scene.driver.round, 1)}
    assert (offers["$1"], offers["$2"]) == ((100, 50_000, 100), (100, 100, 100))
    scene.bet(1, "$2", 100)
    assert "$2" not in {offer.name for offer in GAME.offers(scene.driver.round, 1)}


def test_elections_that_make_no_sense() -> None:
    assert findings_in("seats = 0") == findings_in("seats = 9") == [("warning", "house:seats")]
    assert findings_in("seats = 1") == findings_in("seats = 8") == []
    assert findings_in('[table.pay]\n"$3" = "3 to 1"') == [("warning", "house:file")]
    assert findings_in('[table.pay]\n"$1" = "3 to 2"') == [("warning", "house:smallest-chip")]
    assert findings_in('picture-odds = "91 to 2"') == [("warning", "house:smallest-chip")]


def test_better_odds_of_one_picture_leave_the_other() -> None:
    scene = BigSix(1, picture_odds="nevada", pay={"joker": "41 to 1"}).bet(1, "joker").bet(1, "flag")
    assert scene.spin("joker").winnings(1) == 40_000
    assert scene.bet(1, "flag").spin("flag").winnings(1) == 80_000
