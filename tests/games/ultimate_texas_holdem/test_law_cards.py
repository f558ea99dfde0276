"""Ultimate Texas Hold 'Em: decks, opening, shuffle and cut (32.2-32.4), rankings (32.5), dealing (32.7-32.9)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from games.ultimate_texas_holdem.scene import AUTOMATED, BY_HAND, SHUFFLER, TEXT, TWO_DECKS, Scene
from kit.scene import CUT, ROUNDS_UNCOUNTED, before_cut, cite_of, seated_carry
from pitboss.engine.carry import opening
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import CardExposed, CardMissing, CardTooMany, ExtraCard
from pitboss.engine.inputs import CardOrder, Close, Cut, Input, Order, Sit, Wager
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.games.ultimate_texas_holdem.law.facts import BEST_FIVE, COVERED
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.ranking import best_hand, hand_class, strength
from pitboss.table.card_steps import (
    CountStub,
    Deal,
    DealUp,
    DeliverStack,
    ReceiveDeck,
    RemoveDeck,
    Shuffle,
    StubToRack,
    Wash,
)
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.facts import CUT as WAS_CUT
from pitboss.table.facts import READY, SHUFFLING, STUB_COUNTED
from pitboss.table.steps import Manner


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law(TEXT, paragraph)


def breaches(**elected: Any) -> list[str]:
    return [finding.cite for finding in UltimateHouse(**elected).breaches(GAME.rules({}))]


def class_of(cards: str) -> str:
    GAME.rules({})  # the ranking speaks for the text in play
    return hand_class(parse_cards(cards))


def is_strictly_descending(*hands: str) -> bool:
    """Return whether these hands go from the higher to the lower, each strictly above the next."""
    GAME.rules({})
    weights = [strength(parse_cards(cards)) for cards in hands]
    return all(higher > lower for higher, lower in pairwise(weights))


def are_equal(one: str, other: str) -> bool:
    GAME.rules({})
    return strength(parse_cards(one)) == strength(parse_cards(other))


# --- 32.2 decks


@law("32.2(a)")
@pytest.mark.parametrize(
    "cards", [FULL_DECK[:-1], (*FULL_DECK, "Ah"), (*FULL_DECK[:-1], FULL_DECK[0])], ids=["51", "53", "one twice"]
)
def test_one_whole_deck_and_nothing_else(cards: tuple[str, ...]) -> None:
    for house in ({}, SHUFFLER, TWO_DECKS):
        scene = Scene(**house)
        assert scene.refusal_of(CardOrder(cards)) == {"32.2(a)"}
        scene.give(CardOrder(FULL_DECK))
    assert breaches(backs=("red", "blue", "green"), **SHUFFLER) == ["32.2(a)"]


@law("32.2(b)")
def test_a_second_deck_only_with_a_shuffler() -> None:
    assert breaches(backs=("red", "blue")) == ["32.2(b)"]
    assert breaches(**TWO_DECKS) == []
    scene = Scene({1: ""}, **TWO_DECKS).deal()
    assert scene.t.backs == ["blue", "red"]  # the one that was in the shuffler is in play
    assert len(scene.t.cards("shuffler")) == 52


@law("32.2(b)2")
def test_two_decks_have_backs_of_two_colours() -> None:
    assert breaches(backs=("red", "red"), **SHUFFLER) == ["32.2(b)2"]
    assert breaches(backs=("red", "green"), **SHUFFLER) == []


@law("32.2(b)3")
def test_one_deck_is_shuffled_while_the_other_is_played() -> None:
    scene = Scene({1: ""}, **TWO_DECKS).open_betting()
    assert SHUFFLING(scene.t)
    assert len(scene.t.cards("shuffler")) == len(scene.t.cards("shoe")) == 52


@law("32.2(b)4")
def test_decks_take_turns_round_by_round() -> None:
    scene, colours = Scene({1: ""}, **TWO_DECKS), []
    for _ in range(4):
        scene.deal().answer("4")
        colours.append(scene.t.backs[0])
        scene = scene.play_again()
    assert colours == ["blue", "red", "blue", "red"]


@law("32.2(b)5")
def test_only_one_deck_is_in_the_discard_rack() -> None:
    scene = Scene({1: ""}, **TWO_DECKS).deal().answer("4")
    assert len(scene.t.cards("discard rack")) == 52
    second = scene.play_again().open_betting()
    assert second.t.cards("discard rack") == []  # emptied before a card of the other deck can get there
    assert len(second.t.cards("shuffler")) == 52


# --- 32.3 opening of the table


def new_driver(readings: dict[str, str] | None = None, **house: Any) -> Driver:
    elected = UltimateHouse(**house)
    return Driver(GAME, GAME.rules(readings or {}), elected, opening(10_000_000, elected.backs))


def submit_all(driver: Driver, *given: Input) -> None:
    for one in given:
        assert driver.submit(one) == []


@law("32.3(a)")
def test_cards_are_received_and_inspected() -> None:
    driver = new_driver()
    assert driver.table.faces("spread") == FULL_DECK
    ready = new_driver(pre_shuffled=True)  # the other way: neither spread nor washed
    assert ready.table.faces("discard rack") == FULL_DECK
    assert "spread" not in ready.table.places


@law("32.3(b)")
def test_cards_are_spread_face_up_for_the_first_player() -> None:
    for house in ({}, TWO_DECKS):
        driver = new_driver(**house)
        assert driver.table.places["spread"] == [(card, True) for card in FULL_DECK]  # by suit, in sequence
        assert cite_of(driver.submit(Close())) == {"32.3(c)"}  # nobody has come
    submit_all(driver, Sit(3, "First", 50_000), Close())
    assert driver.table.places["spread"] == [(card, True) for card in FULL_DECK]  # the second deck too


@law("32.3(c)")
def test_after_inspection_the_cards_are_washed_and_shuffled() -> None:
    driver = new_driver()
    assert cite_of(driver.submit(CardOrder(FULL_DECK))) == {"32.3(c)"}
    submit_all(driver, Sit(3, "First", 50_000), Close())
    assert "spread" not in driver.table.places
    assert not any(lying.up for lying in driver.table.places["discard rack"])
    submit_all(driver, CardOrder(FULL_DECK), Cut(20))


@law("32.3(d)")
def test_two_decks_are_opened_each_by_itself() -> None:
    driver = new_driver(**TWO_DECKS)
    places, face_up = driver.table.places, [(card, True) for card in FULL_DECK]
    assert [places[place] for place in ("spread", "discard rack", "shuffler")] == [face_up, [], []]
    assert cite_of(driver.submit(Close())) == {"32.3(c)"}
    submit_all(driver, Sit(3, "First", 50_000), Close())
    assert (places["spread"], places["shuffler"]) == (face_up, [])  # the second, after the first
    assert places["discard rack"] == [(card, False) for card in FULL_DECK]
    assert cite_of(driver.submit(CardOrder(FULL_DECK))) == {"32.3(c)"}  # it has not been seen yet
    submit_all(driver, Close())
    assert "spread" not in places
    assert places["shuffler"] == [(card, False) for card in FULL_DECK]
    received = [(step.back, step.place) for step in driver.log if isinstance(step, ReceiveDeck)]
    assert received == [("red", "discard rack"), ("blue", "shuffler")]  # each with the color of its own backs
    assert [(step.place, step.on) for step in driver.log if isinstance(step, Wash)] == [
        ("discard rack", "spread"),
        ("shuffler", "spread"),
    ]


# --- 32.4 shuffle and cut


def piles(scene: Scene) -> dict[str, int]:
    """Return where cards of the deck in play are, and how many."""
    return {place: len(cards) for place, cards in scene.t.places.items() if cards and place != "shuffler"}


@law("32.4(a)")
@pytest.mark.parametrize(
    ("house", "by"), [({}, "hand"), (SHUFFLER, "device"), (TWO_DECKS, "device")], ids=["hand", "shuffler", "two decks"]
)
def test_cards_are_shuffled_before_play_and_after_every_round(house: dict[str, Any], by: str) -> None:
    """Check that no wager is taken before the shuffle, also after a void round, and that then all cards lie in one
    stack, face down, in the order that chance gave."""
    scene = Scene({1: ""}, **house)
    for order in (FULL_DECK, tuple(reversed(FULL_DECK)), (*FULL_DECK[26:], *FULL_DECK[:26])):
        for early in (Wager(1, {"ante": 500, "blind": 500}), Close(), Cut(CUT)):
            assert scene.refusal_of(early) == {"32.4(a)"}
        assert scene.driver.next is None
        scene.give(CardOrder(order))
        (step,) = scene.steps(Shuffle)
        assert (step.by, step.order) == (by, order)
        stack = "deck" if by == "hand" else "shoe"  # a device's stack may go straight into the shoe
        assert piles(scene) == {stack: 52}
        assert scene.t.places[stack] == [(card, False) for card in order]
        if by == "hand":
            scene.give(Cut(CUT))
        scene.bet(1).give(Close())
        if order[0] == FULL_DECK[0]:
            scene.answer("4")
        else:
            scene.give(CardExposed("dealer", 0))
            assert scene.t.void == "32.13(a)"
        scene = scene.play_again()


@law("32.4(a)")
def test_what_was_collected_face_up_lies_face_down_after_the_shuffle() -> None:
    scene = Scene({1: ""}).deal().answer("4")
    assert any(lying.up for lying in scene.t.places["discard rack"])
    again = scene.play_again().shuffle()
    assert again.t.faces("deck") == before_cut(again.order)
    assert not any(lying.up for lying in again.t.places["deck"])
    assert again.t.cards("discard rack") == []


@law("32.4(a)")
def test_pre_shuffled_cards_are_shuffled_all_the_same() -> None:
    """The reading pre-shuffled: 32.4(a) makes no exception."""
    driver = new_driver(pre_shuffled=True)
    submit_all(driver, Sit(1, "First", 50_000), CardOrder(FULL_DECK))
    assert "Shuffle" in {type(item).__name__ for item in driver.log}
    other = new_driver({"pre-shuffled": "as-they-came"}, pre_shuffled=True)
    submit_all(other, Sit(1, "First", 50_000), CardOrder(FULL_DECK))
    assert "Shuffle" not in {type(item).__name__ for item in other.log}
    assert other.table.faces("deck") == FULL_DECK
    assert cite_of(other.submit(Close())) == {"32.4(c)1ii"}  # still cut


@law("32.4(b)1")
def test_shuffled_by_a_device_the_cards_are_not_cut() -> None:
    scene = Scene({1: ""}, **SHUFFLER).shuffle()
    assert READY(scene.t)
    assert scene.t.faces("shoe") == scene.order
    assert scene.refusal_of(Cut(20)) == {"32.6(b)"}  # wagers are what is awaited


@law("32.4(b)2")
def test_shuffled_by_hand_the_cards_are_cut() -> None:
    scene = Scene({1: ""})
    for count in (10, 26, 42):  # round after round
        scene.shuffle()
        for early in (Close(), Wager(1, {"ante": 500, "blind": 500})):
            assert scene.refusal_of(early) == {"32.4(c)1ii"}  # the cut is awaited
        assert "shoe" not in scene.t.places
        scene.give(Cut(count))
        assert scene.t.faces("shoe") == before_cut(scene.order)[count:] + before_cut(scene.order)[:count]
        scene = scene.bet(1).give(Close()).answer("4").play_again()
    came_shuffled = new_driver(pre_shuffled=True)
    submit_all(came_shuffled, Sit(1, "First", 50_000), CardOrder(FULL_DECK))
    assert cite_of(came_shuffled.submit(Close())) == {"32.4(c)1ii"}  # those too are shuffled by hand first


def cutting(count: int) -> Driver:
    driver = Driver(GAME, GAME.rules({}), UltimateHouse(), seated_carry(1))
    submit_all(driver, CardOrder(FULL_DECK))
    assert driver.submit(Cut(count), stepwise=True) == []
    return driver


@law("32.4(c)1i")
def test_a_cover_card_is_laid_before_the_deck() -> None:
    driver = cutting(12)
    assert driver.table.cover_card == "table"
    assert len(driver.table.places["deck"]) == 52  # nothing lifted yet


@law("32.4(c)1ii")
def test_at_least_ten_cards_are_lifted() -> None:
    for wrong in (0, 9, 43):  # ten left at least is a reading
        assert Scene().shuffle().refusal_of(Cut(wrong)) == {"32.4(c)1ii"}
    for enough in (10, 42):
        driver = cutting(enough)
        driver.run(1)
        assert driver.table.faces("cut stack") == FULL_DECK[:enough]
        assert driver.table.faces("deck") == FULL_DECK[enough:]


@law("32.4(c)1iii")
def test_the_rest_goes_on_top_of_the_cut_cards() -> None:
    scene = Scene().give(CardOrder(FULL_DECK), Cut(15))
    assert scene.t.faces("shoe") == FULL_DECK[15:] + FULL_DECK[:15]


@law("32.4(c)1iv")
def test_the_cover_card_ends_in_the_discard_rack() -> None:
    scene = Scene().open_betting()
    assert scene.t.cover_card == "discard rack"
    assert WAS_CUT(scene.t)


@law("32.4(d)")
def test_a_supervisor_may_order_a_recut_before_the_deal() -> None:
    scene = Scene()
    assert scene.refusal_of(Order("recut")) == {"32.4(d)"}  # nothing is cut yet
    scene.open_betting().bet(1).give(Order("recut"))
    assert "shoe" not in scene.t.places
    scene.give(Cut(30))
    assert scene.t.faces("shoe") == scene.order[30:] + scene.order[:30]
    assert scene.give(Close()).refusal_of(Order("recut")) == {"32.4(d)"}  # cards are dealt


@law("32.4(e)")
@pytest.mark.parametrize("spread", ["face-up", "face-down"])
def test_at_an_idle_table_the_cards_lie_spread(spread: Any) -> None:
    driver = Driver(GAME, GAME.rules({}), UltimateHouse(idle_spread=spread), seated_carry())
    assert len(driver.table.places["spread"]) == 52
    assert all(lying.up == (spread == "face-up") for lying in driver.table.places["spread"])
    assert cite_of(driver.submit(Close())) == {"32.4(e)"}
    submit_all(driver, Sit(2, "Late", 50_000), Close())
    if spread == "face-down":
        assert all(lying.up for lying in driver.table.places["spread"])  # turned up once somebody came
        submit_all(driver, Close())
    assert not any(lying.up for lying in driver.table.places["discard rack"])
    submit_all(driver, CardOrder(FULL_DECK))


@law("32.4(e)")
@pytest.mark.parametrize("spread", ["face-up", "face-down"])
def test_at_an_idle_table_both_decks_lie_spread(spread: Any) -> None:
    """Check 32.4(e), which refers to 32.3(d) as well, unlike the same paragraph of other games."""
    house = UltimateHouse(idle_spread=spread, **TWO_DECKS)
    driver = Driver(GAME, GAME.rules({}), house, seated_carry(backs=("red", "blue")))
    places = driver.table.places
    assert places["shuffler"] == places["discard rack"] == []
    for deck in ("spread", "second spread"):
        assert {lying.card for lying in places[deck]} == set(FULL_DECK)
        assert all(lying.up == (spread == "face-up") for lying in places[deck])
    assert cite_of(driver.submit(Close())) == {"32.4(e)"}  # nobody has come
    submit_all(driver, Sit(2, "Late", 50_000))
    if spread == "face-down":
        submit_all(driver, Close())
    assert all(lying.up for deck in ("spread", "second spread") for lying in places[deck])
    submit_all(driver, Close())
    assert "spread" not in places
    assert "second spread" not in places
    assert [(step.cite, step.place) for step in driver.log if isinstance(step, Wash)] == [
        ("32.3(c)", "discard rack"),
        ("32.3(d)", "shuffler"),
    ]
    submit_all(driver, CardOrder(FULL_DECK))


# --- 32.5 rankings: the class, the order within it, and then the card


@law("32.5(a)")
def test_the_ace_is_high_and_also_low_before_2_3_4_5() -> None:
    assert class_of("Ah 2c 3d 4s 5h") == "straight"
    assert class_of("Ah 2h 3h 4h 5h") == "straight flush"
    assert is_strictly_descending("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c")  # as low as that
    assert is_strictly_descending(
        "Ac Kd 9h 7s 3c", "Kc Qd 9h 7s 3c", "Qc Jd 9h 7s 3c", "Jc Td 9h 7s 3c", "Tc 9d 8h 7s 3c"
    )


@law("32.5(b)1")
def test_royal_flush() -> None:
    assert class_of("Th Jh Qh Kh Ah") == "royal flush"
    assert class_of("Th Jh Qh Kh Ad") == "straight"
    assert is_strictly_descending("Th Jh Qh Kh Ah", "9s Ts Js Qs Ks")
    assert are_equal("Th Jh Qh Kh Ah", "Tc Jc Qc Kc Ac")


@law("32.5(b)2")
def test_straight_flushes_by_their_top_card() -> None:
    assert class_of("9h Th Jh Qh Kh") == "straight flush"
    assert is_strictly_descending(
        "9h Th Jh Qh Kh", "8c 9c Tc Jc Qc", "2d 3d 4d 5d 6d", "Ah 2h 3h 4h 5h", "Ac Ad Ah As Kc"
    )
    assert are_equal("Ah 2h 3h 4h 5h", "As 2s 3s 4s 5s")


@law("32.5(b)3")
def test_four_of_a_kind_by_rank_before_the_card_beside_them() -> None:
    assert class_of("2c 2d 2h 2s Ah") == "four-of-a-kind"
    assert is_strictly_descending(
        "Ac Ad Ah As 2c", "Kc Kd Kh Ks Ah", "3c 3d 3h 3s 4h", "2c 2d 2h 2s Ah", "Ac Ad Ah Kc Kd"
    )
    assert is_strictly_descending("9c 9d 9h 9s 8c", "9c 9d 9h 9s 7c")  # the fifth card, by (c)


@law("32.5(b)4")
def test_full_houses_by_the_three_then_the_pair() -> None:
    assert class_of("3c 3d 3h 2s 2h") == "full house"
    assert is_strictly_descending(
        "Ac Ad Ah Kc Kd", "Ac Ad Ah 2c 2d", "Kc Kd Kh As Ac", "3c 3d 3h 2c 2d", "2c 2d 2h Ac Ad", "2c 2d 2h 3c 3d"
    )
    assert is_strictly_descending("2c 2d 2h 3c 3d", "Ah Kh Qh Jh 9h")
    assert are_equal("7c 7d 7h 4c 4d", "7c 7d 7h 4h 4s")


@law("32.5(b)5")
def test_flushes_from_ace_king_queen_jack_nine_down() -> None:
    assert class_of("2s 4s 6s 8s Ts") == "flush"
    assert class_of("2s 4s 6s 8s Th") == "nothing"
    assert is_strictly_descending(
        "Ah Kh Qh Jh 9h", "As Ks Qs Js 8s", "Ac Kc 4c 3c 2c", "Kd Qd Jd Td 8d", "7h 5h 4h 3h 2h", "Ac Kd Qh Js Tc"
    )
    assert is_strictly_descending("Ah 9h 8h 7h 3h", "As 9s 8s 7s 2s")  # the last card decides as well as the first
    assert are_equal("Ah Kh Qh Jh 9h", "Ac Kc Qc Jc 9c")


@law("32.5(b)6")
def test_straights_by_their_top_card_and_round_no_corner() -> None:
    assert class_of("5s 6d 7h 8c 9s") == "straight"
    assert class_of("Qs Kd Ah 2c 3s") == class_of("Ks Ad 2h 3c 4s") == "nothing"
    assert is_strictly_descending(
        "Ac Kd Qh Js Tc", "Kc Qd Jh Ts 9c", "6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac", "Ac Ad Ah Kc Qd"
    )
    assert are_equal("5c 4d 3h 2s Ac", "5d 4h 3s 2c Ah")


@law("32.5(b)7")
def test_three_of_a_kind_by_rank_before_the_cards_beside_them() -> None:
    assert class_of("5s 5d 5h 8c 9s") == "three-of-a-kind"
    assert is_strictly_descending(
        "Ac Ad Ah 3c 2d", "Kc Kd Kh As Qc", "3c 3d 3h 5c 4d", "2c 2d 2h Ac Kd", "Ac Ad Kc Kd Qh"
    )
    assert is_strictly_descending("8c 8d 8h Ac 2d", "8c 8d 8h Kc Qd")
    assert is_strictly_descending("8c 8d 8h Ac 3d", "8c 8d 8h As 2d")


@law("32.5(b)8")
def test_two_pairs_by_the_higher_then_the_lower() -> None:
    assert class_of("2s 2d 3h 3c 9s") == "two pair"
    assert is_strictly_descending(
        "Ac Ad Kc Kd 2h", "Ac Ad 2c 2d Kh", "Kc Kd Qc Qd Ah", "4c 4d 2c 2d 3h", "3c 3d 2c 2d Ah", "Ac Ad Kc Qd Jh"
    )
    assert is_strictly_descending("Tc Td 5c 5d Ah", "Th Ts 5h 5s Kh")  # the fifth card, by (c)
    assert are_equal("Tc Td 5c 5d Ah", "Th Ts 5h 5s Ad")


@law("32.5(b)9")
def test_pairs_by_rank_before_the_cards_beside_them() -> None:
    assert class_of("9s 9d 3h 4c Ts") == "pair"
    assert is_strictly_descending(
        "Ac Ad 4c 3d 2h", "Kc Kd As Qc Jh", "3c 3d 6c 5d 4h", "2c 2d Ac Kd Qh", "Ac Kd Qh Js 9c"
    )


@law("32.5(c)")
def test_then_the_highest_card_that_the_other_hand_lacks() -> None:
    assert is_strictly_descending("Ac Kd 9h 7s 3c", "As Kh 9c 7d 2s")  # no class at all, down to the last card
    assert is_strictly_descending("9c 9d Ah 4c 3d", "9h 9s Kh Qc Jd")
    assert is_strictly_descending("9c 9d Ah Kc 3d", "9h 9s Ad Kh 2c")
    assert are_equal("Ac Kd 9h 7s 3c", "As Kh 9c 7d 3s")  # suits do not matter: a push
    assert is_strictly_descending("3c 3d Kh 6c 5d", "2h 2s Ah Kc Qd")  # the pair before the ace beside twos


# --- 32.1


@law("32.1")
def test_a_hand_is_the_best_five_of_seven() -> None:
    GAME.rules({})
    board = parse_cards("Th Jh Qh 2c 2d")
    assert hand_class(best_hand(parse_cards("Ah Kh"), board)) == "royal flush"  # both own cards
    assert hand_class(best_hand(parse_cards("2h 9c"), board)) == "three-of-a-kind"  # one of them
    straight = parse_cards("9c Th Jd Qs Kc")
    assert set(best_hand(parse_cards("2c 3d"), straight)) == set(straight)  # none
    assert set(best_hand(parse_cards("2c 3d"), straight, "two-and-three")) == set(parse_cards("2c 3d Jd Qs Kc"))
    scene = Scene({1: "2c 3d"}, "4h 5h", "9c Th Jd Qs Kc").deal().answer("4")
    assert set(BEST_FIVE.of(scene.t, 1)) == set(straight)
    assert scene.winnings(1) == 0  # a push with the dealer, who plays the same five


# --- 32.7 manual shoe


@law("32.7(a)")
def test_the_stacked_deck_goes_into_the_manual_shoe() -> None:
    scene = Scene({1: ""}).open_betting()
    assert scene.t.faces("shoe") == scene.order
    assert "deck" not in scene.t.places


@law("32.7(b)")
def test_no_more_bets_before_the_first_card() -> None:
    scene = Scene({1: ""}).place_wagers().step(Close())
    assert scene.t.said == ["No more bets"]
    assert scene.steps(Deal) == []


@law("32.7(d)")
def test_the_deal_goes_clockwise_from_the_dealers_left() -> None:
    scene = Scene({1: "", 4: "", 6: ""}, seats=(1, 2, 4, 6)).place_wagers().give(Close())
    assert [step.place for step in scene.steps(Deal)] == 2 * ["hand 1", "hand 4", "hand 6", "dealer"]
    assert "hand 2" not in scene.t.places  # who has not wagered gets nothing


def passes(scene: Scene, first: int, last: int) -> list[Any]:
    """Return the table after the first and after the last of these cards was dealt."""
    scene.place_wagers().step(Close()).run_until(Deal, first)
    before = {place: tuple(cards) for place, cards in scene.t.places.items()}
    scene.run_until(Deal, last)
    return [before, scene.t.places]


@pytest.mark.parametrize(
    ("house", "player"),
    [
        pytest.param({}, "32.7(d)1", marks=law("32.7(d)1")),
        pytest.param(BY_HAND, "32.8(c)1", marks=law("32.8(c)1")),
    ],
)
def test_first_a_card_face_down_to_each_player(house: dict[str, Any], player: str) -> None:
    scene = Scene({2: "", 5: "", 6: ""}, **house)
    _, places = passes(scene, 1, 3)
    assert [places[f"hand {seat}"] for seat in (2, 5, 6)] == [[(card, False)] for card in scene.order[:3]]
    assert [step.cite for step in scene.steps(Deal)] == [player] * 3


@pytest.mark.parametrize(
    ("house", "dealer"),
    [
        pytest.param({}, "32.7(d)2", marks=law("32.7(d)2")),
        pytest.param(BY_HAND, "32.8(c)2", marks=law("32.8(c)2")),
    ],
)
def test_then_one_to_the_dealer_under_a_cover_card(house: dict[str, Any], dealer: str) -> None:
    scene = Scene({2: "", 5: ""}, **house)
    before, places = passes(scene, 2, 3)
    assert "dealer" not in before
    assert places["dealer"] == [(scene.order[2], False)]
    assert COVERED(scene.t)
    assert view(scene.driver, SPECTATOR).dealer == (HIDDEN,)
    assert scene.cites()[-1] == dealer


@pytest.mark.parametrize(
    ("house", "player"),
    [
        pytest.param({}, "32.7(d)3", marks=law("32.7(d)3")),
        pytest.param(BY_HAND, "32.8(c)3", marks=law("32.8(c)3")),
    ],
)
def test_then_a_second_card_to_each_player(house: dict[str, Any], player: str) -> None:
    scene = Scene({2: "", 5: "", 6: ""}, **house)
    _, places = passes(scene, 4, 7)
    for turn, seat in enumerate((2, 5, 6)):
        assert places[f"hand {seat}"] == [(scene.order[turn], False), (scene.order[turn + 4], False)]
    assert scene.cites()[-3:] == [player] * 3


@pytest.mark.parametrize(
    ("house", "dealer"),
    [
        pytest.param({}, "32.7(d)4", marks=law("32.7(d)4")),
        pytest.param(BY_HAND, "32.8(c)4", marks=law("32.8(c)4")),
    ],
)
def test_then_a_second_card_to_the_dealer(house: dict[str, Any], dealer: str) -> None:
    for seats in ((2,), (2, 5), (1, 2, 5, 6)):
        scene, players = Scene(dict.fromkeys(seats, ""), **house), len(seats)
        _, places = passes(scene, 2 * players + 1, 2 * players + 2)
        assert places["dealer"] == [(scene.order[players], False), (scene.order[2 * players + 1], False)]
        assert COVERED(scene.t)  # under the cover card like the first
        assert view(scene.driver, SPECTATOR).dealer == (HIDDEN, HIDDEN)
        assert scene.cites()[-1] == dealer


@pytest.mark.parametrize(
    ("house", "away"),
    [
        pytest.param({}, "32.7(e)", marks=law("32.7(e)")),
        pytest.param(BY_HAND, "32.8(d)", marks=law("32.8(d)")),
    ],
)
def test_after_the_last_community_card_the_stub_goes_to_the_rack_unexposed(house: dict[str, Any], away: str) -> None:
    scene = Scene({2: "", 5: ""}, **house).deal().answer("c c c c")
    assert [step.cite for step in scene.steps(StubToRack)] == [away]  # before the last decisions: a reading
    assert scene.t.undealt_place() is None
    assert scene.t.faces("discard rack")[:39] == scene.order[13:]
    assert not any(lying.up for lying in scene.t.cards("discard rack"))
    late = Scene({2: "", 5: ""}, readings={"stub-moment": "after-the-decisions"}, **house).deal().answer("c c c c f")
    assert late.steps(StubToRack) == []
    assert len(late.answer("f").steps(StubToRack)) == 1


COUNTING = [
    pytest.param({}, "32.7(f)", id="manual"),  # claimed by the test after this one
    pytest.param(BY_HAND, "32.8(e)", marks=law("32.8(e)"), id="hand"),
    pytest.param(AUTOMATED, "32.9(e)", marks=law("32.9(e)"), id="automated"),
]


@pytest.mark.parametrize(("house", "cite"), COUNTING)
def test_the_stub_is_counted_at_least_every_fifth_round(house: dict[str, Any], cite: str) -> None:
    scene, counted = Scene({1: ""}, **house), []
    for _ in range(10):
        scene.deal().answer("4")
        counted.append([(step.cite, step.counted, step.deck) for step in scene.steps(CountStub)])
        assert len(scene.steps(StubToRack)) == 1
        scene = scene.play_again()
    assert counted == 2 * [[], [], [], [], [(cite, 41, 52)]]
    assert ROUNDS_UNCOUNTED.of(scene.t) == 0


@law("32.7(f)")
def test_no_shuffler_excuses_the_dealer_and_no_house_counts_less_often() -> None:
    marks = {"rounds since count": 4}
    scene = Scene({1: ""}, shuffler="counting-shuffler", marks=marks).deal().answer("4")
    assert len(scene.steps(CountStub)) == 1
    assert breaches(stub_count_every=6) == ["32.7(f)"] == breaches(stub_count_every=0)
    assert breaches(stub_count_every=5) == [] == breaches(stub_count_every=1)
    early = Scene({1: ""}, stub_count_every=3, marks={"rounds since count": 2}).deal().answer("4")
    assert len(early.steps(CountStub)) == 1


@law("32.7(f)1")
def test_a_whole_deck_goes_on() -> None:
    scene = Scene({1: ""}, stub_count_every=1).deal().answer("c c")
    assert scene.driver.question is not None
    assert STUB_COUNTED.of(scene.t) == 52
    assert scene.t.undealt_place() is None
    assert "stub" not in scene.t.places
    assert not any(lying.up for lying in scene.t.cards("discard rack"))


@law("32.7(f)2")
def test_a_wrong_count_voids_all_hands() -> None:
    misdealt = Scene({1: "", 4: ""}, stub_count_every=1).deal(trips={4: 500}).answer("4").give(ExtraCard("hand 1"))
    misdealt.answer("4")
    assert misdealt.t.void == "reading:misdeal-found-by-the-count"  # 32.13(d) would void that hand alone
    assert misdealt.winnings(1, 4) == [0, 0]  # trips too
    assert misdealt.steps(RemoveDeck) == []
    dealers = Scene({1: "", 4: ""}, stub_count_every=1).deal(trips={4: 500}).answer("4 c").give(ExtraCard("dealer"))
    dealers.answer("c")
    assert dealers.t.void == "32.7(f)2"
    assert dealers.winnings(1, 4) == [0, 0]
    assert dealers.steps(RemoveDeck) == []
    assert misdealt.driver.next is not None
    assert sorted(misdealt.driver.next.decks[0].cards) == sorted(FULL_DECK)
    for incident, cards in ((CardMissing(), 51), (CardTooMany("Ah"), 53)):
        wrong = Scene({1: "", 4: ""}, stub_count_every=1).deal(trips={4: 500}).give(incident).answer("4 4")
        assert wrong.t.void == "32.7(f)2"
        assert wrong.winnings(1, 4) == [0, 0]
        assert STUB_COUNTED.of(wrong.t) == cards
        assert wrong.driver.next is not None
        assert wrong.driver.next.decks[0].cards == ()  # the whole deck is gone, and a new one is opened
        assert wrong.play_again().t.faces("spread") == FULL_DECK


def test_misdealt_and_not_whole_besides() -> None:
    """A reading: 32.7(f)2 provides for either case alone."""
    for choice, left in (("removed", 0), ("reshuffled", 51)):
        scene = Scene({1: "", 4: ""}, stub_count_every=1, readings={"misdealt-and-not-whole": choice}).deal()
        scene.answer("4").give(ExtraCard("hand 1"), CardMissing()).answer("4")
        assert scene.t.void == "reading:misdealt-and-not-whole"
        assert scene.driver.next is not None
        assert len(scene.driver.next.decks[0].cards) == left


# --- 32.8 from the hand


@law("32.8(a)")
def test_dealt_from_the_hand_if_the_licensee_likes() -> None:
    assert {step.source for step in Scene({1: ""}, **BY_HAND).deal().steps(Deal)} == {"dealer's hand"}


@law("32.8(b)1")
def test_from_the_hand_only_with_a_shuffler() -> None:
    assert breaches(dealing="hand") == ["32.8(b)1"]
    assert breaches(**BY_HAND) == []


@law("32.8(b)2")
def test_the_stacked_deck_goes_into_the_hand() -> None:
    scene = Scene({1: ""}, **BY_HAND).open_betting()
    assert scene.t.faces("dealer's hand") == scene.order
    held = [step.cite for step in scene.steps(Manner)]
    assert held == ["32.8(b)2i", "32.8(b)2ii"]


@law("32.8(b)3")
def test_from_the_hand_no_more_bets_and_then_the_top_card() -> None:
    scene = Scene({1: ""}, **BY_HAND).place_wagers().step(Close())
    assert scene.t.said == ["No more bets"]
    scene.run_until(Deal)
    assert scene.t.places["hand 1"] == [(scene.order[0], False)]


@law("32.8(c)")
def test_from_the_hand_clockwise_from_the_left() -> None:
    scene = Scene({2: "", 5: ""}, seats=(1, 2, 5), **BY_HAND).place_wagers().give(Close())
    assert [step.place for step in scene.steps(Deal)] == 2 * ["hand 2", "hand 5", "dealer"]


# --- 32.9 automated shoe


@law("32.9(a)")
def test_from_an_automated_shoe_in_stacks_of_two() -> None:
    scene = Scene({1: "", 4: ""}, **AUTOMATED).deal()
    assert [len(step.cards) for step in scene.steps(DeliverStack)] == [2, 2, 2]
    assert scene.steps(Deal) == []
    assert breaches(**AUTOMATED) == [] == breaches(dealing="automated-shoe")  # 32.9 asks for no shuffler


@law("32.9(b)1")
def test_the_cards_go_into_the_automated_shoe() -> None:
    scene = Scene({1: ""}, **AUTOMATED).open_betting()
    assert scene.t.faces("automated shoe") == scene.order


@law("32.9(b)2")
def test_no_more_bets_before_the_first_stack() -> None:
    scene = Scene({1: ""}, **AUTOMATED).place_wagers().step(Close())
    assert scene.t.said == ["No more bets"]
    assert scene.steps(DeliverStack) == []


@law("32.9(c)")
def test_stacks_clockwise_and_the_dealers_covered() -> None:
    scene = Scene({1: "", 4: ""}, seats=(1, 2, 4), **AUTOMATED).deal()
    assert [scene.t.faces(place) for place in ("hand 1", "hand 4", "dealer")] == [
        scene.order[0:2],
        scene.order[2:4],
        scene.order[4:6],
    ]
    assert scene.t.faces("dealer's hand") == scene.order[6:]  # each stack came off the shoe
    assert COVERED(scene.t)
    # Before the players have looked at their cards and put them back.
    laid = Scene({1: "", 4: ""}, seats=(1, 2, 4), **AUTOMATED).deal_until(DeliverStack, 2)
    laid.driver.run(1)
    assert not any(lying.up for place in ("hand 1", "hand 4", "dealer") for lying in laid.t.cards(place))
    piled = Scene({1: "", 4: ""}, readings={"stack-order": "piled"}, **AUTOMATED).deal()
    assert piled.t.faces("hand 1") == piled.order[1::-1]


@law("32.9(d)")
def test_the_board_comes_from_the_hand_and_then_the_stub_goes_away() -> None:
    scene = Scene({1: "", 4: ""}, **AUTOMATED).deal()
    assert scene.t.faces("dealer's hand") == scene.order[6:]
    assert "automated shoe" not in scene.t.places
    scene.answer("c c")
    assert {step.source for step in scene.steps(DealUp)} == {"dealer's hand"}
    assert scene.t.faces("community") == scene.order[7:10]
    scene.answer("c c")
    assert [step.cite for step in scene.steps(StubToRack)] == ["32.9(d)"]
    assert not any(lying.up for lying in scene.t.cards("discard rack"))
    assert scene.t.undealt_place() is None
