"""Golden rounds of Three Card Poker. `test_golden.py` plays them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from games.three_card_poker.scene import AUTOMATED, BY_HAND, Scene
from kit.scene import seated_carry
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
from pitboss.engine.inputs import SUPERVISOR, Answer, Close, Credit, Cut, Fill, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.waits import Window
from pitboss.table.card_steps import CollectCards, Deal, DeliverStack
from pitboss.table.cards import FULL_DECK

TWO = {2: "Kc 9d 4h", 5: "8c 8d 3h"}
DEALER = "Qh Td 5s"


def one_player_beats_the_dealer() -> Scene:
    return Scene({4: "Kh 9s 4d"}, "Qc Jd 5s").deal().answer("p")


def pair_plus_alone_and_a_forfeit() -> Scene:
    """Play seat 3 with pair plus alone, who is never asked, seat 5, who forfeits, and seat 6, who loses the ante and
    gets its bonus."""
    hands = {2: "Ac Ad 9h", 3: "7c 7d 2h", 5: "Tc 6d 3h", 6: "4c 5d 6h"}
    scene = Scene(hands, "9c Td Jh")
    return scene.deal(seat_2=(1000, 500), seat_3=(0, 500), seat_5=(500, 500), seat_6=(700, 0)).answer("pfp")


def a_full_table_with_every_payout() -> Scene:
    hands = {
        1: "Ah Kh Qh",
        2: "6c 6d 6h",
        3: "Ac 2d 3h",
        4: "2c 5c 9c",
        5: "Jc Jd 4s",
        6: "Kd Tc 7s",
        7: "9h 5s 2h",
    }
    scene = Scene(hands, "Qs 8d 3c")
    return scene.deal(**{f"seat_{seat}": (500, 500) for seat in hands}).answer("ppppppf")


def the_dealer_does_not_play() -> Scene:
    hands = {1: "2c 4d 7h", 3: "Ks Qd 2h", 6: "3c 3d 3h"}
    return Scene(hands, "Jh Td 5s").deal(seat_3=(500, 500)).answer("ppp")


def the_dealer_wins_and_a_straight_flush_has_its_bonus() -> Scene:
    return Scene({2: "4c 5c 6c", 5: "Kc Kd 9h"}, "Ah Kh Qh").deal(seat_2=(500, 500)).answer("pp")


def equal_hands() -> Scene:
    return Scene({2: "Kc 9d 4h", 5: "Ks 9c 3d"}, "Kd 9h 4s").deal(seat_2=(500, 300)).answer("pp")


def ace_two_three_against_two_three_four() -> Scene:
    return Scene({2: "Ac 2d 3h", 5: "Qc Kd As"}, "2c 3d 4h").deal().answer("pp")


def everybody_forfeits() -> Scene:
    return Scene({2: "9c 7d 4h", 5: "8c 6d 3h"}, DEALER).deal(seat_5=(500, 500)).answer("ff")


def a_pair_is_forfeited_with_its_pair_plus_wager() -> Scene:
    return Scene(TWO, DEALER).deal(seat_5=(500, 500)).answer("pf")


def a_stack_too_short_for_the_play_wager() -> Scene:
    scene = Scene({2: "Ac Ad Ah"}, DEALER, chips=900).deal()
    return scene.give(Answer(2, "fold", by="clock"))


def from_the_hand() -> Scene:
    return Scene(TWO, DEALER, **BY_HAND).deal().answer("pp")


def from_an_automated_shoe_with_two_decks() -> Scene:
    return Scene(TWO, DEALER, backs=("red", "blue"), **AUTOMATED).deal(seat_5=(0, 500)).answer("p")


def one_player_at_two_positions() -> Scene:
    scene = Scene(
        {3: "Ac Ad 9h", 4: "7c 5d 2h"}, DEALER, seats=(3,), readings={"positions": "two-adjacent"}
    ).open_betting()
    scene.bet(3).give(Wager(3, {"ante": 1000, "pair plus": 500}, position=4)).give(Close())
    return scene.answer("pf")


def comings_and_goings() -> Scene:
    scene = Scene({1: "", 5: "Qs Qd 3h"}, "Kc 7d 9h", seats=(1, 5, 6)).open_betting().give(Sit(7, "Late Lou", 50_000))
    scene.bet(1).bet(5).bet(6).give(TakeBack(6, "ante")).bet(7, 0, 2000).give(TakeBack(7, "pair plus"))
    return scene.give(Leave(1)).give(Close()).answer("p")


def a_supervisor_orders_a_recut() -> Scene:
    return Scene({3: ""}).open_betting().bet(3).give(Order("recut")).give(Cut(10)).give(Close()).answer("f")


def opening_table(scene: Scene) -> Scene:
    """Open the table: the first player sits down, sees the cards, and plays."""
    scene.give(Sit(3, "First Fay", 50_000))
    while isinstance(scene.driver.wait, Window) and scene.driver.wait.what != "wagers":
        scene.give(Close())
    return scene.deal().answer("p")


ONE = {3: "Ah 5d 9c"}


def the_table_opens() -> Scene:
    return opening_table(Scene(ONE, DEALER, carry=opening(10_000_000)))


def the_table_opens_with_two_decks() -> Scene:
    backs = ("red", "blue")
    return opening_table(Scene(ONE, DEALER, carry=opening(10_000_000, backs), backs=backs, shuffler="shuffler"))


def an_idle_table_with_cards_face_down() -> Scene:
    return opening_table(Scene(ONE, DEALER, carry=seated_carry(), idle_spread="face-down"))


def the_stub_is_counted() -> Scene:
    return Scene(ONE, DEALER, marks={"rounds since count": 4}).deal().answer("p")


def the_stub_is_counted_from_the_hand() -> Scene:
    return Scene(ONE, DEALER, marks={"rounds since count": 4}, **BY_HAND).deal().answer("p")


def the_stub_is_counted_from_an_automated_shoe() -> Scene:
    return Scene(ONE, DEALER, marks={"rounds since count": 4}, **AUTOMATED).deal().answer("p")


def a_counting_shuffler() -> Scene:
    return Scene(ONE, DEALER, marks={"rounds since count": 4}, shuffler="counting-shuffler").deal().answer("p")


def one_card_face_up() -> Scene:
    return Scene(TWO, DEALER).deal_until(Deal, 2).give_amid(FaceUpCard(1)).all_play()


def two_cards_face_up() -> Scene:
    return Scene(TWO, DEALER).deal_until(Deal, 2, seat_5=(500, 500)).give_amid(FaceUpCard(1), FaceUpCard(2))


def face_up_in_the_stub() -> Scene:
    return Scene(TWO, DEALER).deal_until(Deal, 2).give_amid(FaceUpCard(40)).all_play()


def face_up_in_a_stack() -> Scene:
    return Scene(TWO, DEALER, **AUTOMATED).deal_until(DeliverStack, 1).give_amid(FaceUpCard(1)).all_play()


def drawn_in_error() -> Scene:
    return Scene(TWO, DEALER).deal_until(Deal, 4).give_amid(DrawnInError()).all_play()


def drawn_in_error_and_exposed() -> Scene:
    return (
        Scene(TWO, DEALER)
        .deal_until(Deal, 4)
        .give_amid(DrawnInError(exposed=True))
        .give(Order("discard it"))
        .all_play()
    )


def a_card_too_many_in_a_hand() -> Scene:
    return Scene(TWO, DEALER).deal_until(Deal, 5, seat_5=(500, 500)).give_amid(ExtraCard("hand 2"))


def the_dealer_left_short_found_by_the_count() -> Scene:
    return Scene(TWO, DEALER, stub_count_every=1).deal_until(Deal, 6).give_amid(ShortCard("dealer"))


def a_deck_of_fifty_one_found_by_the_count() -> Scene:
    return Scene(TWO, DEALER, stub_count_every=1).deal_until(Deal, 5).give_amid(CardMissing())


def a_deck_of_fifty_three_not_found() -> Scene:
    return Scene(TWO, DEALER).deal_until(Deal, 5).give_amid(CardTooMany("Ah")).all_play()


def a_dealers_card_is_seen_after_a_forfeit() -> Scene:
    return Scene(TWO, DEALER).deal(seat_2=(500, 500)).answer("f").give(CardExposed("dealer", 1))


def a_dealers_card_is_seen_when_the_forfeits_are_collected() -> Scene:
    scene = Scene(TWO, DEALER).deal(seat_2=(500, 500)).answer("f")
    assert scene.driver.submit(Answer(5, "play"), stepwise=True) == []
    return scene.run_until(CollectCards).give_amid(CardExposed("dealer", 0))


def a_players_card_is_seen() -> Scene:
    return Scene(TWO, DEALER).deal().give(CardExposed("hand 5", 0)).all_play()


def the_shuffler_jams() -> Scene:
    return Scene(TWO, DEALER, **BY_HAND).give(DeviceJam("shuffler")).deal().all_play()


def the_automated_shoe_jams() -> Scene:
    scene = Scene(TWO, DEALER, **AUTOMATED).deal_until(DeliverStack, 1, seat_5=(500, 500))
    return scene.give_amid(DeviceJam("automated shoe"))


def a_device_is_taken_away() -> Scene:
    scene = Scene(TWO, DEALER, marks={"automated shoe": 1}, **BY_HAND)
    return scene.give(RemoveDevice("automated shoe")).deal().all_play()


def a_stack_is_missing_in_the_automated_shoe() -> Scene:
    """Deal from an uncounted deck with nine cards left when three stacks are needed and one card is gone."""
    carry = msgspec.structs.replace(seated_carry(2, 5), decks=(Deck("red", FULL_DECK[:9]),))
    scene = Scene({2: "", 5: ""}, carry=carry, order=FULL_DECK[:9], **AUTOMATED)
    return scene.deal_until(DeliverStack, 1).give_amid(CardMissing())


def the_stub_is_counted_on_order() -> Scene:
    scene = Scene(ONE, DEALER).place_wagers().give(Order("count the stub", by=SUPERVISOR), Close())
    return scene.answer("p")


# --- a table that cannot pay


def a_payment_waits_for_a_fill() -> Scene:
    scene = Scene({4: "Kh 9s 4d"}, "Qc Jd 5s", carry=seated_carry(4, inventory=700)).place_wagers()
    return scene.give(Credit(200, by=SUPERVISOR), Close()).answer("p").give(Fill(500, by=SUPERVISOR))


ROUNDS: tuple[Callable[[], Scene], ...] = (
    one_player_beats_the_dealer,
    pair_plus_alone_and_a_forfeit,
    a_full_table_with_every_payout,
    the_dealer_does_not_play,
    the_dealer_wins_and_a_straight_flush_has_its_bonus,
    equal_hands,
    ace_two_three_against_two_three_four,
    everybody_forfeits,
    a_pair_is_forfeited_with_its_pair_plus_wager,
    a_stack_too_short_for_the_play_wager,
    from_the_hand,
    from_an_automated_shoe_with_two_decks,
    one_player_at_two_positions,
    comings_and_goings,
    a_supervisor_orders_a_recut,
    the_table_opens,
    the_table_opens_with_two_decks,
    an_idle_table_with_cards_face_down,
    the_stub_is_counted,
    the_stub_is_counted_from_the_hand,
    the_stub_is_counted_from_an_automated_shoe,
    a_counting_shuffler,
    one_card_face_up,
    two_cards_face_up,
    face_up_in_the_stub,
    face_up_in_a_stack,
    drawn_in_error,
    drawn_in_error_and_exposed,
    a_card_too_many_in_a_hand,
    the_dealer_left_short_found_by_the_count,
    a_deck_of_fifty_one_found_by_the_count,
    a_deck_of_fifty_three_not_found,
    a_dealers_card_is_seen_after_a_forfeit,
    a_dealers_card_is_seen_when_the_forfeits_are_collected,
    a_players_card_is_seen,
    the_shuffler_jams,
    the_automated_shoe_jams,
    a_device_is_taken_away,
    a_stack_is_missing_in_the_automated_shoe,
    the_stub_is_counted_on_order,
    a_payment_waits_for_a_fill,
)
