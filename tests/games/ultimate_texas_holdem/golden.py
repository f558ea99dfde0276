"""Golden rounds of Ultimate Texas Hold 'Em: every method, every decision, every irregularity once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ultimate_texas_holdem.scene import AUTOMATED, BY_HAND, TWO_DECKS, Scene
from kit.scene import seated_carry
from pitboss.engine.carry import opening
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    CardTooMany,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    MissedBurn,
    RemoveDevice,
    ShortCard,
)
from pitboss.engine.inputs import (
    SUPERVISOR,
    Answer,
    Close,
    Credit,
    Cut,
    Fill,
    Input,
    Leave,
    Order,
    Sit,
    TakeBack,
    Wager,
)
from pitboss.engine.waits import Window
from pitboss.table.card_steps import BurnCard, Deal, DealUp, DeliverStack, Examine
from pitboss.table.steps import Step

HIGH_CARD_BOARD = "2c 7d 9h Js Kc"
PAIR_BOARD = "4c 4d 9h Js Kc"


def a_folder_with_trips_and_a_dealer_below_a_pair() -> Scene:
    scene = Scene({1: "3d 4d", 3: "Qh Th", 6: "7h 7s"}, "4s 5h", HIGH_CARD_BOARD)
    return scene.deal(1000, trips={3: 500, 6: 500}).answer("c 3 c  c c  1 f")


def a_full_table_plays_in_every_way() -> Scene:
    hands = {1: "Ah Kh", 2: "9c 9d", 3: "5c 6d", 4: "Kd Qd", 5: "2c 7s", 6: "As 8s"}
    scene = Scene(hands, "Jc Jh", "4c 4d 9h 3s 2s")
    scene.deal(1000, trips={2: 500, 4: 500, 6: 2500})
    return scene.answer("4 3 c c c c  2 c c c  1 f f")


def everybody_folds() -> Scene:
    return Scene({2: "5c 7d", 5: "3c 8d"}, "Ah Ad", PAIR_BOARD).deal(trips={5: 500}).answer("c c c c f f")


def the_community_cards_are_everybodys_hand() -> Scene:
    scene = Scene({2: "2c 3d", 5: "Ac 3h"}, "4h 5h", "Ts Jd Qh Ks 9c")
    return scene.deal(trips={2: 500}).answer("c c c c 1 1")


def a_flush_on_an_odd_blind() -> Scene:
    return Scene({3: "Ad 8d"}, "Kc Ks", "3d 5d 9d Jh 2s").deal(500, trips={3: 500}).answer("4")


def the_limit_cuts_a_royal_flush() -> Scene:
    return Scene({4: "As Ks"}, "Ah Ac", "Qs Js Ts 4d 8h").deal(10_000, trips={4: 1000}).answer("4")


def comings_goings_and_wagers_that_do_not_match() -> Scene:
    scene = Scene({1: "", 5: "Qs Qd"}, "7c 8d", HIGH_CARD_BOARD, seats=(1, 4, 5)).open_betting()
    scene.give(Sit(6, "Late Lou", 1200)).bet(1).bet(5)
    scene.give(Wager(4, {"ante": 500})).give(Wager(4, {"blind": 600})).give(Leave(1))
    scene.bet(6).give(Wager(5, {"trips": 500}), TakeBack(5, "trips"), Close())
    return scene.answer("3 c  c  f")


def a_supervisor_orders_a_recut() -> Scene:
    scene = Scene({3: ""}).open_betting().bet(3).give(Order("recut"), Cut(10), Close())
    return scene.answer("c c f")


def from_the_hand() -> Scene:
    return Scene({1: "9h Th", 4: "2c 7d"}, "Ac 3d", "Jh Qh 4s 4d 5c", **BY_HAND).deal().answer("c c  2 c  f")


def from_an_automated_shoe_with_two_decks() -> Scene:
    scene = Scene({2: "6c 6d", 6: "Ac 3d"}, "Kh Qs", "6h Kd 2s 8c 9d", **(AUTOMATED | TWO_DECKS))
    return scene.deal(trips={2: 500}).answer("4 c c 1")


# --- the table's life


def opening_table(scene: Scene) -> Scene:
    """The table opens: the first player sits down, sees the cards, and plays."""
    scene.give(Sit(3, "First Fay", 50_000))
    while isinstance(scene.driver.wait, Window) and scene.driver.wait.what != "wagers":
        scene.give(Close())
    return scene.deal().answer("c c f")


def the_table_opens() -> Scene:
    return opening_table(Scene({3: "5c 7d"}, "Ah Kd", PAIR_BOARD, carry=opening(10_000_000)))


def the_table_opens_with_pre_shuffled_cards() -> Scene:
    return opening_table(Scene({3: "5c 7d"}, "Ah Kd", PAIR_BOARD, carry=opening(10_000_000), pre_shuffled=True))


def the_table_opens_with_two_decks() -> Scene:
    scene = Scene({3: "5c 7d"}, "Ah Kd", PAIR_BOARD, carry=opening(10_000_000, ("red", "blue")), **TWO_DECKS)
    return opening_table(scene)


def an_idle_table_with_two_decks_face_down() -> Scene:
    carry = seated_carry(backs=("red", "blue"))
    return opening_table(Scene({3: "5c 7d"}, "Ah Kd", PAIR_BOARD, carry=carry, idle_spread="face-down", **TWO_DECKS))


def the_stub_is_counted_though_the_shuffler_counts() -> Scene:
    marks = {"rounds since count": 4}
    scene = Scene({3: "5c 7d"}, "Ah Kd", PAIR_BOARD, marks=marks, shuffler="counting-shuffler")
    return scene.deal().answer("c c 1")


# --- 32.13


TWO = {2: "Ac 3d", 5: "9c 8d"}


def two(**house: Any) -> Scene:
    """Return a scene with two players, a dealer with kings, and no pair on the board."""
    return Scene(TWO, "Kh Ks", "2h 7d 9h Js 5c", **house)


def scene_amid(
    scene: Scene, kind: type[Step], count: int, *incidents: Input, trips: dict[int, int] | None = None
) -> Scene:
    """Return a scene in which incidents come after this many acts of a kind; the round goes on to the next wait."""
    scene.place_wagers(trips=trips).step(Close()).run_until(kind, count)
    for incident in incidents:
        scene.step(incident)
    return scene.run()


def scene_after_answer(scene: Scene, kind: type[Step], count: int, *incidents: Input) -> Scene:
    """Give the last answer; incidents come after this many later acts of a kind."""
    asked = scene.driver.question
    assert asked is not None
    scene.step(Answer(asked.seat, asked.choices[0], asked.position)).run_until(kind, count)
    for incident in incidents:
        scene.step(incident)
    return scene.run()


def a_dealers_card_is_exposed_and_trips_are_settled() -> Scene:
    scene = two().deal(trips={5: 500}).answer("4")
    return scene.give(CardExposed("dealer", 0))


def a_dealers_card_is_exposed_and_nobody_has_trips() -> Scene:
    return two().deal().answer("c c  c c  f").give(CardExposed("dealer", 1))


def a_dealers_card_is_exposed_while_the_hands_are_dealt() -> Scene:
    return scene_amid(two(), Deal, 3, CardExposed("dealer", 0), trips={2: 500, 5: 500})


def a_dealers_card_is_exposed_when_all_have_decided() -> Scene:
    scene = two().deal().answer("4").step(Answer(5, "play 3x")).run_until(BurnCard)
    return scene.step(CardExposed("dealer", 0)).run()


def one_card_face_up() -> Scene:
    return scene_amid(two(), Deal, 2, FaceUpCard(1)).answer("c c c c f f")


def two_cards_face_up_while_the_hands_are_dealt() -> Scene:
    return scene_amid(two(), Deal, 2, FaceUpCard(1), FaceUpCard(2), trips={2: 500})


def two_cards_face_up_after_the_hands_are_dealt() -> Scene:
    return two().deal(trips={2: 500}).answer("c").give(FaceUpCard(1), FaceUpCard(3)).answer("4")


def the_burn_lies_face_up() -> Scene:
    return two().deal().give(FaceUpCard(0)).answer("c c 2 c f")


def a_card_face_up_in_the_stub() -> Scene:
    return two().deal().give(FaceUpCard(30)).answer("4 c 2")


def a_card_face_up_in_a_stack() -> Scene:
    return scene_amid(two(**AUTOMATED), DeliverStack, 1, FaceUpCard(1)).answer("4 4")


def a_card_is_drawn_in_error() -> Scene:
    return scene_amid(two(), Deal, 4, DrawnInError()).answer("4 4")


def a_card_is_drawn_in_error_and_exposed() -> Scene:
    return two().deal().answer("4").give(DrawnInError(exposed=True), Order("discard it")).answer("4")


def a_player_has_three_cards() -> Scene:
    return scene_amid(two(), Deal, 4, ExtraCard("hand 2"), trips={2: 500}).answer("4")


def a_hand_with_a_play_wager_is_found_short() -> Scene:
    return two().deal(trips={2: 500}).answer("4").give(ShortCard("hand 2")).answer("4")


def the_dealer_is_short_and_takes_the_next_card() -> Scene:
    return scene_amid(two(), Deal, 6, ShortCard("dealer")).answer("4 4")


def the_dealer_is_short_after_the_burn() -> Scene:
    return scene_after_answer(two().deal().answer("4"), BurnCard, 1, ShortCard("dealer")).answer("2")


def the_dealer_has_a_card_too_many() -> Scene:
    return scene_amid(two(), Deal, 6, ExtraCard("dealer")).answer("4 4")


def the_dealer_draws_a_card_too_many_before_the_burn() -> Scene:
    return two().deal().answer("4").give(ExtraCard("dealer")).answer("c 2")


def the_dealer_has_a_card_too_many_and_one_is_exposed() -> Scene:
    return two().deal(trips={5: 500}).answer("4").give(ExtraCard("dealer"), CardExposed("dealer", 0))


def a_hand_of_three_cards_is_folded() -> Scene:
    scene = two(readings={"stub-moment": "after-the-decisions"}).deal(trips={2: 500}).answer("c c c c")
    return scene.give(ExtraCard("hand 2")).answer("f f")


def the_dealer_is_short_and_the_deck_is_not_whole() -> Scene:
    return scene_amid(two(), Deal, 6, CardMissing(), ShortCard("dealer"), trips={2: 500})


def the_dealers_hand_is_found_wrong_at_the_end() -> Scene:
    return two().deal(trips={2: 500}).answer("4 c").give(ExtraCard("dealer")).answer("c f")


def a_misdeal_is_found_by_the_count() -> Scene:
    return two(stub_count_every=1).deal(trips={2: 500}).answer("4 c").give(ExtraCard("hand 2")).answer("c")


def a_deck_of_fifty_one_is_found_by_the_count() -> Scene:
    return two(stub_count_every=1).deal().give(CardMissing()).answer("4 4")


def a_deck_of_fifty_three_is_not_found() -> Scene:
    return two().deal().give(CardTooMany("Ah")).answer("4 4")


def a_flop_of_four_cards_is_set_right() -> Scene:
    scene = two().deal().answer("4").step(Answer(5, "check")).run_until(DealUp, 2).step(ExtraCard("community"))
    return scene.run().give(Order("set it right")).answer("2")


def a_burn_is_missed() -> Scene:
    return two().deal().answer("4").give(MissedBurn()).answer("c").give(Order("play on")).answer("2")


def two_cards_face_up_while_the_hands_are_dealt_for_trips() -> Scene:
    incidents = (CardExposed("dealer", 0), FaceUpCard(0), FaceUpCard(1))
    return scene_amid(two(), Deal, 3, *incidents, trips={2: 500, 5: 500})


def the_shuffler_jams() -> Scene:
    return two(**BY_HAND).give(DeviceJam("shuffler")).deal().answer("4 4")


def the_automated_shoe_jams() -> Scene:
    return scene_amid(two(**AUTOMATED), DeliverStack, 1, DeviceJam("automated shoe"), trips={2: 500})


def the_automated_shoe_jams_with_the_board_in_the_hand() -> Scene:
    return two(**AUTOMATED).deal().give(DeviceJam("automated shoe")).answer("4 4")


def a_device_is_taken_away() -> Scene:
    return two(marks={"automated shoe": 1}, **BY_HAND).give(RemoveDevice("automated shoe")).deal().answer("4 4")


def a_players_card_is_seen() -> Scene:
    scene = two().place_wagers().step(Close()).run_until(Examine, 2).step(CardExposed("hand 5", 0)).run()
    return scene.answer("4 4")


def the_stub_is_counted_on_order() -> Scene:
    scene = (
        Scene({3: "5c 7d"}, "Ah Kd", PAIR_BOARD).place_wagers().give(Order("count the stub", by=SUPERVISOR), Close())
    )
    return scene.answer("c c 1")


# --- a table that cannot pay


def a_payment_waits_for_a_fill() -> Scene:
    scene = Scene({5: "7c 7h"}, "Kh Ks", "2h 7d 9h Js 5c", carry=seated_carry(5, inventory=300)).place_wagers()
    return scene.give(Credit(200, by=SUPERVISOR), Close()).answer("c c 1").give(Fill(900, by=SUPERVISOR))


ROUNDS: tuple[Callable[[], Scene], ...] = (
    a_folder_with_trips_and_a_dealer_below_a_pair,
    a_full_table_plays_in_every_way,
    everybody_folds,
    the_community_cards_are_everybodys_hand,
    a_flush_on_an_odd_blind,
    the_limit_cuts_a_royal_flush,
    comings_goings_and_wagers_that_do_not_match,
    a_supervisor_orders_a_recut,
    from_the_hand,
    from_an_automated_shoe_with_two_decks,
    the_table_opens,
    the_table_opens_with_pre_shuffled_cards,
    the_table_opens_with_two_decks,
    an_idle_table_with_two_decks_face_down,
    the_stub_is_counted_though_the_shuffler_counts,
    a_dealers_card_is_exposed_and_trips_are_settled,
    a_dealers_card_is_exposed_and_nobody_has_trips,
    a_dealers_card_is_exposed_while_the_hands_are_dealt,
    a_dealers_card_is_exposed_when_all_have_decided,
    one_card_face_up,
    two_cards_face_up_while_the_hands_are_dealt,
    two_cards_face_up_after_the_hands_are_dealt,
    the_burn_lies_face_up,
    a_card_face_up_in_the_stub,
    a_card_face_up_in_a_stack,
    a_card_is_drawn_in_error,
    a_card_is_drawn_in_error_and_exposed,
    a_player_has_three_cards,
    a_hand_with_a_play_wager_is_found_short,
    the_dealer_is_short_and_takes_the_next_card,
    the_dealer_is_short_after_the_burn,
    the_dealer_has_a_card_too_many,
    the_dealer_draws_a_card_too_many_before_the_burn,
    the_dealer_has_a_card_too_many_and_one_is_exposed,
    a_hand_of_three_cards_is_folded,
    the_dealer_is_short_and_the_deck_is_not_whole,
    the_dealers_hand_is_found_wrong_at_the_end,
    a_misdeal_is_found_by_the_count,
    a_deck_of_fifty_one_is_found_by_the_count,
    a_deck_of_fifty_three_is_not_found,
    a_flop_of_four_cards_is_set_right,
    a_burn_is_missed,
    two_cards_face_up_while_the_hands_are_dealt_for_trips,
    the_shuffler_jams,
    the_automated_shoe_jams,
    the_automated_shoe_jams_with_the_board_in_the_hand,
    a_device_is_taken_away,
    a_players_card_is_seen,
    the_stub_is_counted_on_order,
    a_payment_waits_for_a_fill,
)
