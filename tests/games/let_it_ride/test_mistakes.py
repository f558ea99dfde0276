"""House limits on both sides of each, and moments at which an input must be refused or must not break the table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.let_it_ride.scene import Scene
from kit.scene import ROUNDS_UNCOUNTED, cite_of, seated_carry
from pitboss.common.steps import BeginDealing
from pitboss.engine.carry import Deck
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import DeviceJam, DrawnInError, ExtraCard, FaceUpCard, ShortCard
from pitboss.engine.inputs import CardOrder, Close, Cut, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.view import HIDDEN, view
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.house import BetterPay, LetItRideHouse
from pitboss.games.let_it_ride.law.wagers import DeviceFault, ExtraBonusChip
from pitboss.table.card_steps import CountStub, Deal, UseDrawn
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import Money
from pitboss.table.steps import LimitPayout


@pytest.mark.parametrize(
    ("stakes", "cites"),
    [
        ({"bet 1": 400}, {"house:limits"}),
        ({"bet 1": 500}, set()),
        ({"bet 1": 50_000}, set()),
        ({"bet 1": 50_100}, {"house:limits"}),
        ({"bet 1": 550}, {"house:smallest-chip"}),
        ({"bet 1": 0}, {"house:smallest-chip", "house:limits"}),
        ({"bet 1": -500}, {"house:smallest-chip", "house:limits"}),
        ({}, {"18.6(d)"}),
        ({"bet 9": 500}, {"18.6(d)"}),
    ],
)
def test_limits_of_the_base_wagers(stakes: dict[str, int], cites: set[str]) -> None:
    assert Scene({1: ""}).open_betting().bars_against(Wager(1, stakes)) == cites


@pytest.mark.parametrize(
    ("cents", "cites"),
    [(0, {"house:smallest-chip", "house:limits"}), (100, set()), (10_000, set()), (10_100, {"house:limits"})],
)
def test_limits_of_the_three_card_bonus(cents: int, cites: set[str]) -> None:
    scene = Scene({1: ""}, three_card_bonus="A").open_betting().bet(1)
    assert scene.bars_against(Wager(1, {"three card bonus": cents})) == cites


def test_a_wager_is_taken_whole_or_not_at_all() -> None:
    scene = Scene({1: ""}, chips=1400).open_betting()
    assert scene.refusal_of(Wager(1, dict.fromkeys(("bet 1", "bet 2", "bet 3"), 500))) == {"18.6(a)"}
    assert scene.chips(1) == 1400


def test_sitting_down() -> None:
    scene = Scene({1: ""}, seats=(1, 2), two_positions=True).open_betting()
    assert scene.refusal_of(Sit(1, "Cuckoo", 50_000)) == {"house:seats"}
    assert scene.refusal_of(Sit(8, "Eighth", 50_000)) == {"house:seats"}
    assert scene.refusal_of(Sit(5, "", 50_000)) == {"house:seats"}
    assert scene.refusal_of(Sit(5, "Odd", 50_050)) == {"house:chips"}
    scene.bet(2, position=3)
    assert scene.refusal_of(Sit(3, "Third", 50_000)) == {"18.6(e)"}
    scene.give(Sit(5, "Fifth", 50_000))
    assert scene.t.players[5] == "Fifth"


def test_leaving_is_over_once_the_wagers_are_called() -> None:
    scene = Scene({1: "", 4: ""}, bonus=True).open_betting().bet(1).bet(4).give(Wager(1, {"bonus": 100}))
    scene.give(DeviceFault(4, True)).give(Close())  # the supervisor is asked about the bonus chips
    assert scene.refusal_of(Leave(1)) == {"18.6(c)"}
    scene.give(Order("bonus wagers at", (1,)))
    assert scene.refusal_of(Leave(4)) == {"18.6(b)"}


def test_leaving_between_two_cards() -> None:
    scene = Scene({1: "", 4: ""}).open_betting().bet(1).bet(4)
    assert scene.driver.submit(Close(), stepwise=True) == []
    while not scene.steps(Deal):
        assert cite_of(scene.driver.submit(Leave(4))) <= {"18.6(b)", "18.6(c)"}
        assert 4 in scene.t.players
        scene.driver.run(1)
    assert cite_of(scene.driver.submit(Leave(4))) == {"18.6(b)"}


def test_leaving_between_two_wagers_of_three() -> None:
    scene = Scene({1: "", 4: ""}).open_betting().bet(1)
    assert scene.driver.submit(Wager(4, dict.fromkeys(("bet 1", "bet 2", "bet 3"), 500)), stepwise=True) == []
    assert scene.driver.submit(Leave(4)) == []
    scene.driver.run()
    assert 4 not in scene.t.players
    assert not any(scene.t.wager(4, spot) for spot in ("bet 1", "bet 2", "bet 3"))
    scene.give(Close()).all_ride()


def test_nobody_leaves_twice() -> None:
    scene = Scene({1: "", 4: ""}).open_betting().bet(1).bet(4)
    assert scene.driver.submit(Leave(4), stepwise=True) == []
    assert cite_of(scene.driver.submit(Leave(4))) == {"18.6(b)"}
    assert cite_of(scene.driver.submit(Wager(4, {"bet 1": 500}))) == {"18.6(b)"}
    scene.driver.run()
    assert 4 not in scene.t.players
    assert scene.give(Close()).t.live_positions() == [1]


def test_orders_name_each_position_once_and_only_where_asked() -> None:
    scene = Scene({1: "", 7: ""}, bonus=True).open_betting().bet(1).bet(7).give(Wager(7, {"bonus": 100}))
    scene.give(DeviceFault(1, True)).give(Close())
    for wrong in (Order("bonus wagers at", (7, 7)), Order("return bonus chips", (7,)), Order("bonus wagers at", (1,))):
        assert scene.refusal_of(wrong) == {"reading:bonus-count"}
    scene.give(Order("bonus wagers at", (7,)))


def test_a_recut_at_any_moment_breaks_nothing() -> None:
    scene = Scene({1: ""}).shuffle()
    driver = scene.driver
    assert driver.submit(Cut(20), stepwise=True) == []
    taken = 0
    for _ in range(60):
        if driver.wait is None and not driver.done and not driver.submit(Order("recut"), stepwise=True):
            taken += 1
            driver.run()
            assert driver.submit(Cut(12)) == []
            break
        driver.run(1)
    assert taken == 1
    scene.bet(1).give(Close()).all_ride()
    assert driver.done


def test_a_seat_sees_its_cards_only_once_it_has_examined_them() -> None:
    scene = Scene({1: "", 4: ""}).open_betting().bet(1).bet(4)
    assert scene.driver.submit(Close(), stepwise=True) == []
    while "18.10(a)" not in scene.cites():
        assert all(card == HIDDEN for cards in view(scene.driver, 1).hands.values() for card in cards)
        scene.driver.run(1)
    assert HIDDEN not in view(scene.driver, 1).hands[1]


def test_late_and_pointless_device_faults() -> None:
    scene = Scene({1: ""}, bonus=True).open_betting().bet(1)
    assert scene.refusal_of(DeviceFault(1, False)) == {"house:incident"}
    assert scene.refusal_of(DeviceFault(8, True)) == {"house:incident"}
    scene.give(Close())
    assert scene.refusal_of(DeviceFault(1, True)) == {"18.7(b)"}
    assert scene.refusal_of(TakeBack(1, "bet 1")) == {"18.6(c)"}


def test_the_limit_is_told_only_when_it_bites() -> None:
    def is_limited(bet: int) -> bool:
        scene = Scene({1: "Ah Kh Qh"}, "2c Jh Th", payout_limit=Money(5_100_000)).deal(bet).all_ride()
        return bool(scene.steps(LimitPayout))

    assert [is_limited(bet) for bet in (1_600, 1_700, 1_800)] == [False, False, True]


@pytest.mark.parametrize(
    ("elected", "cites"),
    [
        ({"three_card_bonus": "B", "pay": BetterPay(three_card_bonus={"mini-royal": "0 to 1"})}, ["18.11(e)"]),
        ({"three_card_bonus": "B", "pay": BetterPay(three_card_bonus={"mini-royal": "39 to 1"})}, ["18.11(e)"]),
        ({"three_card_bonus": "B", "pay": BetterPay(three_card_bonus={"mini-royal": "40 to 1"})}, []),
        ({"pay": BetterPay(base={"flush": "25 to 3"})}, ["house:smallest-chip"]),
        ({"pay": BetterPay(base={"flush": "25 to 3"}), "payout_limit": Money(5_000_000)}, ["house:smallest-chip"]),
        ({"pay": BetterPay(base={"flush": "17 to 2"})}, []),
        ({"smallest_chip": Money(500), "bonus": True}, ["18.6A(b)"]),
        ({"smallest_chip": Money(500), "three_card_bonus": "A"}, ["house:limits"]),
        ({"smallest_chip": Money(50), "bonus": True, "three_card_bonus": "A"}, []),
    ],
)
def test_elections_that_could_not_be_played(elected: dict[str, Any], cites: list[str]) -> None:
    assert [found.cite for found in LetItRideHouse(**elected).breaches(GAME.rules({}))] == cites


def test_a_face_up_card_is_met_however_it_travels() -> None:
    """Check that a card drawn in error, or dealt too many and taken back, is not used."""
    for travels in ((DrawnInError(),), (ExtraCard("hand 1"), ShortCard("hand 1"))):
        scene = Scene({1: "", 4: ""}, readings={"drawn-and-exposed": "discard"}).open_betting().bet(1).bet(4)
        assert scene.driver.submit(Close(), stepwise=True) == []
        while not scene.steps(Deal):
            scene.driver.run(1)
        card = scene.t.places["shoe"][0].card
        for incident in (FaceUpCard(0), *travels):
            assert scene.driver.submit(incident, stepwise=True) == []
        scene.driver.run()
        assert (card, True) in scene.t.places["discard rack"]
        assert card not in scene.t.faces("hand 1") + scene.t.faces("hand 4") + scene.t.faces("community")


def test_two_cards_drawn_in_error_one_after_the_other_keep_their_order() -> None:
    scene = Scene({1: "", 4: ""}).open_betting().bet(1).bet(4)
    assert scene.driver.submit(Close(), stepwise=True) == []
    while not scene.steps(BeginDealing):
        scene.driver.run(1)
    assert scene.driver.submit(DrawnInError(), stepwise=True) == []
    while not scene.steps(UseDrawn):
        scene.driver.run(1)
    assert scene.driver.submit(DrawnInError(), stepwise=True) == []
    scene.driver.run()
    assert (scene.t.faces("hand 1")[0], scene.t.faces("hand 4")[0]) == scene.order[:2]


def test_nothing_happens_to_a_void_round() -> None:
    house: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "shuffler", "bonus": True}
    scene = Scene({1: "", 4: ""}, **house).open_betting().bet(1).bet(4)
    assert scene.driver.submit(DeviceJam("automated shoe"), stepwise=True) == []
    while not scene.driver.done:
        for late in (Order("recut"), ExtraBonusChip(4), DeviceFault(4, True), DeviceJam("automated shoe")):
            assert scene.driver.refusals(late)
        scene.driver.run(1)
    assert scene.winnings(1) == scene.winnings(4) == 0


def test_when_the_last_player_leaves_the_table_is_idle_again() -> None:
    scene = Scene({1: ""}).open_betting().bet(1).give(Leave(1))
    assert scene.driver.done
    assert scene.cites()[-2:] == ["18.5(e)", "18.5(e)"]
    assert scene.driver.next is not None
    after = Driver(GAME, scene.driver.rules, scene.house, scene.driver.next)
    assert len(after.table.places["spread"]) == 52  # the next one to come sees the cards first


def test_a_count_that_is_due_is_made_though_the_hands_are_void() -> None:
    scene = Scene({1: "", 4: ""}, marks={"rounds since count": 4}).open_betting().bet(1).bet(4)
    assert scene.driver.submit(Close(), stepwise=True) == []
    while not scene.steps(Deal):
        scene.driver.run(1)
    for incident in (FaceUpCard(0), FaceUpCard(1)):
        assert scene.driver.submit(incident, stepwise=True) == []
    scene.driver.run()
    assert scene.t.void == "18.12(a)"
    assert [step.deck for step in scene.steps(CountStub)] == [52]
    assert ROUNDS_UNCOUNTED.of(scene.t) == 0


def test_a_pre_shuffled_deck_that_no_device_counted_is_counted_by_hand() -> None:
    house: dict[str, Any] = {"shuffler": "counting-shuffler", "pre_shuffled": True, "stub_count_every": 1}
    fresh = msgspec.structs.replace(seated_carry(1), decks=(Deck("red", ()),))
    scene = Scene({1: ""}, carry=fresh, **house)
    scene.give(CardOrder(FULL_DECK)).give(Cut(20)).bet(1).give(Close())
    assert [step.deck for step in scene.steps(CountStub)] == [52]  # 18.7(f) excuses only what the device counted


def test_a_deck_that_is_not_whole_is_replaced_without_changing_turns() -> None:
    house: dict[str, Any] = {"shuffler": "counting-shuffler", "backs": ("red", "blue")}
    carry = seated_carry(1, backs=("red", "blue"))
    short = msgspec.structs.replace(carry, decks=(carry.decks[0], Deck("blue", FULL_DECK[1:])))
    scene = Scene({1: ""}, carry=short, **house)
    scene.give(CardOrder(FULL_DECK[1:])).give(Close()).give(CardOrder(FULL_DECK))
    assert scene.t.backs == ["blue", "red"]  # the blue deck's turn is played with a blue deck
    assert len(scene.t.cards("shoe")) == len(scene.t.cards("shuffler")) == 52
