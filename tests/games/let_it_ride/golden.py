"""Golden rounds of Let It Ride. `test_golden.py` plays them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from games.let_it_ride.scene import AUTOMATED, BY_HAND, OLDEST, Scene
from kit.scene import BANK, seated_carry
from pitboss.engine.carry import Deck, opening
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    CardTooMany,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    RemoveDevice,
    ShortCard,
)
from pitboss.engine.inputs import (
    SUPERVISOR,
    CardOrder,
    Close,
    Credit,
    Cut,
    Fill,
    Leave,
    Order,
    Sit,
    TakeBack,
    Wager,
)
from pitboss.engine.waits import Window
from pitboss.games.let_it_ride.law.wagers import DeviceFault, ExtraBonusChip
from pitboss.table.card_steps import Deal, DeliverStack
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import Money


def one_player_rides_a_pair_of_jacks() -> Scene:
    return Scene({4: "Jh 7s 2d"}, "9c Jd 5s").deal().answer("w", "r")


def full_table_with_both_bonuses() -> Scene:
    hands = {
        1: "Ah Kh Qh",
        2: "9c 9d 4s",
        3: "5c 6d 7h",
        4: "Tc Td 8h",
        5: "2c 4c 8c",
        6: "3s 3h 3d",
        7: "Ks 7d 2h",
    }
    scene = Scene(hands, "6s Jh Th", bonus=True, three_card_bonus="D")
    scene.deal(1000, bonus={1: 100, 3: 100, 6: 100}, three_card_bonus={1: 500, 2: 500, 5: 2500, 7: 500})
    return scene.answer("r", "w", "w", "r", "w", "r", "w", "r", "w", "w", "r", "w", "r", "w")


def bonus_count_fails_and_a_supervisor_names_the_positions() -> Scene:
    scene = Scene({2: "4c 5d 6h", 5: "8s 8d 8c"}, "Kc 2s Qd", bonus=True).open_betting().bet(2).bet(5)
    scene.give(Wager(2, {"bonus": 100})).give(Wager(5, {"bonus": 100})).give(DeviceFault(2, False)).give(Close())
    return scene.give(Order("bonus wagers at", (5,))).answer("w", "r", "w", "r")


def supervisor_orders_a_recut() -> Scene:
    scene = Scene({3: ""}).open_betting().bet(3).give(Order("recut"))
    return scene.give(Cut(10)).give(Close()).answer("w", "w")


def payout_limit_cuts_a_royal_flush() -> Scene:
    scene = Scene({6: "As Ks Qs"}, "2d Js Ts", payout_limit=Money(5_000_000), bonus=True)
    return scene.deal(2500, bonus={6: 100}).answer("r", "r")


def one_player_at_two_positions() -> Scene:
    scene = Scene({3: "Ad Ac 9s", 4: "7c 8c 9c"}, "4h Tc 2s", seats=(3,), two_positions=True, three_card_bonus="B")
    scene.open_betting().bet(3, 500).bet(3, 1500, position=4).give(Wager(3, {"three card bonus": 500}, position=4))
    return scene.give(Close()).answer("r", "r", "r", "w")


def comings_goings_and_wagers_that_are_not_three() -> Scene:
    scene = Scene({1: "", 5: "Qs Qd 3h"}, "2c 7d 9h", seats=(1, 5, 6)).open_betting()
    scene.give(Sit(7, "Late Lou", 50_000)).bet(1).bet(5)
    scene.give(Wager(6, {"bet 1": 500})).give(Wager(6, {"bet 2": 500}))
    scene.give(Wager(7, {"bet 1": 2000})).give(TakeBack(7, "bet 1"))
    scene.give(Leave(1)).give(Close())
    return scene.answer("r", "r")


FOUR = {2: "Tc Td 4h", 3: "2c 7d 9h", 5: "3c 8d Jh", 6: "Kc Kd 6h"}
BOARD = "2s 5s Qd"


def the_text_of_1996_from_a_manual_shoe() -> Scene:
    return Scene(FOUR, BOARD, as_of=OLDEST).deal().answer("r", "w", "w", "r", "r", "w", "w", "r")


def the_text_of_1996_from_the_hand() -> Scene:
    return Scene({1: "9h Th Jh", 4: "2c 7d 9d"}, "4c Qh Kh", as_of=OLDEST, **BY_HAND).deal().answer("r", "w", "r", "w")


def the_text_of_1996_from_an_automated_shoe() -> Scene:
    scene = Scene({2: "6c 6d 6h", 7: "Ac 3d 9s"}, "4c 6s Kh", as_of=OLDEST, payout_limit=Money(5_000_000), **AUTOMATED)
    return scene.deal(100_00).answer("r", "w", "r", "w")


def from_the_hand() -> Scene:
    return Scene({1: "9h Th Jh", 4: "2c 7d 9d"}, "4c Qh Kh", **BY_HAND).deal().answer("r", "w", "r", "w")


def from_an_automated_shoe_with_two_decks() -> Scene:
    scene = Scene({2: "6c 6d 6h", 7: "Ac 3d 9s"}, "4c 6s Kh", backs=("red", "blue"), bonus=True, **AUTOMATED)
    return scene.deal(bonus={2: 100, 7: 100}).answer("r", "w", "r", "w")


def opening_table(scene: Scene) -> Scene:
    """Open the table: the first player sits down, sees the cards, and plays."""
    scene.give(Sit(3, "First Fay", 50_000))
    while isinstance(scene.driver.wait, Window) and scene.driver.wait.what != "wagers":
        scene.give(Close())
    return scene.deal().answer("w", "w")


def the_table_opens() -> Scene:
    return opening_table(Scene({3: "Ah 5d 9c"}, "2c 7h Kd", carry=opening(BANK)))


def the_table_opens_with_pre_shuffled_cards() -> Scene:
    return opening_table(Scene({3: "Ah 5d 9c"}, "2c 7h Kd", carry=opening(BANK), pre_shuffled=True))


def the_table_opens_with_two_decks() -> Scene:
    backs = ("red", "blue")
    scene = Scene({3: "Ah 5d 9c"}, "2c 7h Kd", carry=opening(BANK, backs), backs=backs, shuffler="shuffler")
    return opening_table(scene)


def an_idle_table_with_cards_face_down() -> Scene:
    return opening_table(Scene({3: "Ah 5d 9c"}, "2c 7h Kd", carry=seated_carry(), idle_spread="face-down"))


def the_stub_is_counted() -> Scene:
    return Scene({3: "Ah 5d 9c"}, "2c 7h Kd", marks={"rounds since count": 4}).deal().answer("w", "w")


def the_stub_is_counted_on_order() -> Scene:
    scene = Scene({3: "Ah 5d 9c"}, "2c 7h Kd").place_wagers().give(Order("count the stub", by="supervisor"))
    return scene.give(Close()).answer("w", "w")


def a_supervisor_sends_incomplete_wagers_back() -> Scene:
    scene = Scene({2: "", 5: ""}, readings={"incomplete-wagers": "wait"}).open_betting().bet(2)
    scene.give(Wager(5, {"bet 1": 500}), Order("send incomplete wagers back", by="supervisor"))
    return scene.give(Close()).answer("w", "w")


def an_idle_table_with_two_decks() -> Scene:
    backs = ("red", "blue")
    scene = Scene({3: "Ah 5d 9c"}, "2c 7h Kd", carry=seated_carry(backs=backs), backs=backs, shuffler="shuffler")
    return opening_table(scene)


def the_text_of_1996_a_recut() -> Scene:
    scene = Scene({3: ""}, as_of=OLDEST).open_betting().bet(3).give(Order("recut"))
    return scene.give(Cut(10)).give(Close()).answer("w", "w")


def the_text_of_1996_an_idle_table() -> Scene:
    return opening_table(
        Scene({3: "Ah 5d 9c"}, "2c 7h Kd", as_of=OLDEST, carry=seated_carry(), idle_spread="face-down")
    )


def the_text_of_1996_the_stub_is_counted() -> Scene:
    marks = {"rounds since count": 4}
    return Scene({3: "Ah 5d 9c"}, "2c 7h Kd", as_of=OLDEST, marks=marks).deal().answer("w", "w")


def the_text_of_1996_a_hand_left_short_found_by_the_count() -> Scene:
    return Scene({2: "", 5: ""}, as_of=OLDEST, stub_count_every=1).deal_until(Deal, 5).give_amid(ShortCard("hand 2"))


def the_text_of_1996_a_deck_of_fifty_one_found_by_the_count() -> Scene:
    return Scene({2: "", 5: ""}, as_of=OLDEST, stub_count_every=1).deal_until(Deal, 5).give_amid(CardMissing())


def the_text_of_1996_a_shuffler_counts_fifty_one() -> Scene:
    """Remove the deck before a card of it is dealt. A new one is opened, inspected, shuffled and counted."""
    short = msgspec.structs.replace(seated_carry(3), decks=(Deck("red", FULL_DECK[1:]),))
    scene = Scene({3: "Ah 5d 9c"}, "2c 7h Kd", as_of=OLDEST, carry=short, shuffler="counting-shuffler")
    scene.give(CardOrder(FULL_DECK[1:]), Close(), CardOrder(scene.order))
    return scene.bet(3).give(Close()).answer("w", "w")


def play_until_count(**more: Any) -> Scene:
    return Scene({3: "Ah 5d 9c"}, "2c 7h Kd", marks={"rounds since count": 4}, **more).deal().answer("w", "w")


def the_stub_is_counted_from_the_hand() -> Scene:
    return play_until_count(**BY_HAND)


def the_stub_is_counted_from_an_automated_shoe() -> Scene:
    return play_until_count(**AUTOMATED)


def in_1996_the_stub_is_counted_from_the_hand() -> Scene:
    return play_until_count(as_of=OLDEST, **BY_HAND)


def in_1996_the_stub_is_counted_from_an_automated_shoe() -> Scene:
    return play_until_count(as_of=OLDEST, **AUTOMATED)


def a_counting_shuffler() -> Scene:
    return Scene({3: "Ah 5d 9c"}, "2c 7h Kd", shuffler="counting-shuffler").deal().answer("w", "w")


def one_card_face_up() -> Scene:
    return Scene({2: "", 5: ""}).deal_until(Deal, 2).give_amid(FaceUpCard(1)).answer("w", "w", "w", "w")


def two_cards_face_up() -> Scene:
    return Scene({2: "", 5: ""}).deal_until(Deal, 2).give_amid(FaceUpCard(1), FaceUpCard(2))


def face_up_in_the_stub() -> Scene:
    return Scene({2: "", 5: ""}).deal_until(Deal, 2).give_amid(FaceUpCard(40)).answer("w", "w", "w", "w")


def face_up_in_a_stack() -> Scene:
    scene = Scene({2: "", 5: ""}, as_of=OLDEST, **AUTOMATED)
    return scene.deal_until(DeliverStack, 1).give_amid(FaceUpCard(1)).answer("w", "w", "w", "w")


def drawn_in_error() -> Scene:
    return Scene({2: "", 5: ""}).deal_until(Deal, 4).give_amid(DrawnInError()).answer("w", "w", "w", "w")


def drawn_in_error_and_exposed() -> Scene:
    return (
        Scene({2: "", 5: ""})
        .deal_until(Deal, 4)
        .give_amid(DrawnInError(exposed=True))
        .give(Order("discard it"))
        .answer("w", "w", "w", "w")
    )


def a_card_too_many_in_a_hand() -> Scene:
    return Scene({2: "", 5: ""}).deal_until(Deal, 5).give_amid(ExtraCard("hand 2"))


def a_hand_left_short_found_by_the_count() -> Scene:
    return Scene({2: "", 5: ""}, stub_count_every=1).deal_until(Deal, 5).give_amid(ShortCard("hand 2"))


def a_deck_of_fifty_one_found_by_the_count() -> Scene:
    return Scene({2: "", 5: ""}, stub_count_every=1).deal_until(Deal, 5).give_amid(CardMissing())


def a_deck_of_fifty_three_not_found() -> Scene:
    return Scene({2: "", 5: ""}).deal_until(Deal, 5).give_amid(CardTooMany("Ah")).answer("w", "w", "w", "w")


def the_shuffler_jams() -> Scene:
    scene = Scene({2: "", 5: ""}, **BY_HAND).give(DeviceJam("shuffler"))
    return scene.deal().answer("w", "w", "w", "w")


def the_automated_shoe_jams() -> Scene:
    scene = Scene({2: "", 5: ""}, bonus=True, **AUTOMATED).open_betting().bet(2).bet(5).give(Wager(2, {"bonus": 100}))
    assert scene.driver.submit(Close(), stepwise=True) == []
    while len(scene.steps(DeliverStack)) < 1:
        scene.driver.run(1)
    return scene.give(DeviceJam("automated shoe"))


def a_device_is_taken_away() -> Scene:
    marks = {"automated shoe": 1}
    scene = Scene({2: ""}, marks=marks, **BY_HAND).give(RemoveDevice("automated shoe"))
    return scene.deal().answer("w", "w")


def a_community_card_is_seen_and_the_supervisor_voids() -> Scene:
    scene = Scene({2: "", 5: ""}, three_card_bonus="B").deal(three_card_bonus={5: 500}).answer("w")
    return scene.give(CardExposed("community", 2)).give(Order("void the hands"))


def a_players_card_is_seen() -> Scene:
    return Scene({2: "", 5: ""}).deal().give(CardExposed("hand 5", 0)).answer("w", "w", "w", "w")


def a_bonus_chip_too_many() -> Scene:
    scene = Scene({2: "", 5: ""}, bonus=True).open_betting().bet(2).bet(5).give(Wager(2, {"bonus": 100}))
    return scene.give(ExtraBonusChip(2)).give(Close()).give(Order("return bonus chips")).answer("w", "w", "w", "w")


def in_1996_a_card_is_drawn_in_error() -> Scene:
    return Scene({2: "", 5: ""}, as_of=OLDEST).deal_until(Deal, 4).give_amid(DrawnInError()).answer("w", "w", "w", "w")


def in_1996_the_community_cards_are_one_too_many() -> Scene:
    return Scene({2: "", 5: ""}, as_of=OLDEST).deal_until(Deal, 5).give_amid(ExtraCard("community"))


def in_1996_the_shuffler_jams() -> Scene:
    scene = Scene({2: "", 5: ""}, as_of=OLDEST, **BY_HAND).give(DeviceJam("shuffler"))
    return scene.deal().answer("w", "w", "w", "w")


def in_1996_the_automated_shoe_jams() -> Scene:
    scene = Scene({2: "", 5: ""}, as_of=OLDEST, **AUTOMATED)
    return scene.deal_until(DeliverStack, 1).give_amid(DeviceJam("automated shoe"))


def a_card_face_up_is_not_the_extra_card() -> Scene:
    scene = Scene({2: "", 5: ""}).deal_until(Deal, 2).step(FaceUpCard(0), ExtraCard("hand 2"))
    return scene.run_until(Deal, 4).give_amid(ShortCard("hand 2")).answer("w", "w", "w", "w")


def the_cards_run_out() -> Scene:
    """Deal from an uncounted deck with nine cards left when nine are needed and one is gone."""
    carry = msgspec.structs.replace(seated_carry(2, 5), decks=(Deck("red", FULL_DECK[:9]),))
    return (
        Scene({2: "", 5: ""}, carry=carry, order=FULL_DECK[:9], **BY_HAND).deal_until(Deal, 6).give_amid(CardMissing())
    )


# --- a table that cannot pay


def a_payment_waits_for_a_fill() -> Scene:
    scene = Scene({3: "Th Td 2c"}, "3c 7h Kd", carry=seated_carry(3, inventory=1_200)).place_wagers()
    return scene.give(Credit(200, by=SUPERVISOR), Close()).all_ride().give(Fill(500, by=SUPERVISOR))


ROUNDS: tuple[Callable[[], Scene], ...] = (
    one_player_rides_a_pair_of_jacks,
    full_table_with_both_bonuses,
    bonus_count_fails_and_a_supervisor_names_the_positions,
    supervisor_orders_a_recut,
    payout_limit_cuts_a_royal_flush,
    one_player_at_two_positions,
    comings_goings_and_wagers_that_are_not_three,
    the_text_of_1996_from_a_manual_shoe,
    the_text_of_1996_from_the_hand,
    the_text_of_1996_from_an_automated_shoe,
    the_text_of_1996_a_recut,
    the_text_of_1996_an_idle_table,
    the_text_of_1996_the_stub_is_counted,
    the_text_of_1996_a_hand_left_short_found_by_the_count,
    the_text_of_1996_a_deck_of_fifty_one_found_by_the_count,
    the_text_of_1996_a_shuffler_counts_fifty_one,
    from_the_hand,
    from_an_automated_shoe_with_two_decks,
    the_table_opens,
    the_table_opens_with_pre_shuffled_cards,
    the_table_opens_with_two_decks,
    an_idle_table_with_cards_face_down,
    an_idle_table_with_two_decks,
    the_stub_is_counted,
    the_stub_is_counted_on_order,
    a_supervisor_sends_incomplete_wagers_back,
    the_stub_is_counted_from_the_hand,
    the_stub_is_counted_from_an_automated_shoe,
    in_1996_the_stub_is_counted_from_the_hand,
    in_1996_the_stub_is_counted_from_an_automated_shoe,
    a_counting_shuffler,
    one_card_face_up,
    two_cards_face_up,
    face_up_in_the_stub,
    face_up_in_a_stack,
    drawn_in_error,
    drawn_in_error_and_exposed,
    a_card_too_many_in_a_hand,
    a_hand_left_short_found_by_the_count,
    a_deck_of_fifty_one_found_by_the_count,
    a_deck_of_fifty_three_not_found,
    the_shuffler_jams,
    the_automated_shoe_jams,
    a_device_is_taken_away,
    a_community_card_is_seen_and_the_supervisor_voids,
    a_players_card_is_seen,
    a_bonus_chip_too_many,
    in_1996_a_card_is_drawn_in_error,
    in_1996_the_community_cards_are_one_too_many,
    in_1996_the_shuffler_jams,
    in_1996_the_automated_shoe_jams,
    a_card_face_up_is_not_the_extra_card,
    the_cards_run_out,
    a_payment_waits_for_a_fill,
)
