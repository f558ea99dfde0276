"""Golden rounds of Minibaccarat: both walks of the sheet of facts, every form of the game, every disturbance once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.minibaccarat.scene import Coup, middle_of_a_shoe
from kit.coups import BANKER_8, BANKER_DRAWS, DRAGON, MISLAID, PANDA, PLAYER_9, SIX, STANDS, TIE
from kit.scene import holding
from pitboss.common.punto_banco.house import DRAGON_7, PANDA_8
from pitboss.common.punto_banco.irregular import (
    BurnedWrong,
    ShoeUnsound,
    ShufflerFails,
    ThirdAtBanker,
    ThirdInError,
    ThirdLeftOut,
    WrongCount,
    WrongHand,
)
from pitboss.common.punto_banco.shoe import AskForShuffle
from pitboss.engine.incidents.incident_kinds import DrawnInError, FaceUpCard
from pitboss.engine.inputs import SUPERVISOR, Close, Credit, Cut, Fill, Leave, Order, Sit, Wager


def a_tie_by_the_one_cell_that_stays() -> Coup:
    """The first walk."""
    scene = Coup(TIE, 1, 2, 3, minimum=500)
    return scene.bet(1, "banker", 100).bet(2, "player", 50).bet(2, "tie", 10).bet(3, "banker", 7).deal()


def a_natural_with_rounded_vigorish() -> Coup:
    """The second walk, from the first card of the shoe on."""
    house: dict[str, Any] = {"vigorish_rounding": "up-to-the-next-25-cents", "minimum": 500}
    scene = Coup.new_table(f"6h 2c 3c 4d 5d 7d 8d {BANKER_8}", 1, 2, 3, 4, **house)
    return scene.bet(1, "banker", 100).bet(2, "player", 50).bet(3, "banker", 7).bet(4, "tie", 20).deal()


def marked_vigorish_is_collected_when_the_shoe_is_over() -> Coup:
    scene = Coup(f"{BANKER_8} {BANKER_8}", 1, 2, behind=None, vigorish_taken="end-of-shoe")
    return scene.bet(1, "banker", 100).bet(2, "banker", 30).deal()


def nobody_leaves_owing_vigorish() -> Coup:
    scene = Coup(f"{BANKER_8} {TIE}", 1, 2, vigorish_taken="end-of-shoe")
    scene.bet(1, "banker", 100).bet(2, "player").deal()
    return scene.give(Leave(1)).bet(2, "tie", 5).deal()


def the_cutting_card_comes_out_and_one_more_round_is_dealt() -> Coup:
    scene = Coup(f"{PLAYER_9} {BANKER_8}", 1, behind=118)
    return scene.bet(1, "player").deal().bet(1, "banker").deal()


def the_cutting_card_comes_out_first_and_the_round_is_the_last() -> Coup:
    return Coup(PLAYER_9, 1, behind=120).bet(1, "player").deal()


def dealt_covered() -> Coup:
    return Coup(BANKER_DRAWS, 1, 2, dealing="covered").bet(1, "banker").bet(2, "player").deal()


def pairs_win_with_either_hand() -> Coup:
    scene = Coup("9c 4d 9s 4h", 1, 2, pairs="offered")
    scene.bet(1, "player").bet(1, "player pair", 5).bet(1, "banker pair", 5)
    return scene.bet(2, "tie", 5).bet(2, "banker pair", 5).deal()


def without_vigorish_a_dragon_and_a_panda() -> Coup:
    scene = Coup(f"{DRAGON} {PANDA} {BANKER_8}", 1, 2, form="without-vigorish")
    scene.bet(1, "banker", 100).bet(1, "dragon 7", 5).bet(2, "player", 20).bet(2, "panda 8", 5).deal()
    scene.bet(1, "player", 100).bet(1, "dragon 7", 5).bet(2, "banker", 20).bet(2, "panda 8", 5).deal()
    return scene.bet(1, "banker", 100).deal()


def half_is_paid_on_a_bankers_six() -> Coup:
    scene = Coup(f"{SIX} {BANKER_8}", 1, form="half-on-6").bet(1, "banker", 30).deal()
    return scene.bet(1, "banker", 30).deal()


def cards_that_came_shuffled_are_shuffled_again() -> Coup:
    scene = Coup.new_table(f"As 2c {BANKER_8}", 1, 2, pre_shuffled=True)
    scene.give(AskForShuffle(2)).shoe(f"2c 3c 4c {PLAYER_9}")
    return scene.bet(1, "player").deal()


def a_supervisor_has_the_cards_cut_again() -> Coup:
    scene = Coup.new_table(f"As 2c {BANKER_8}", 1).give(Order("recut", by=SUPERVISOR), Cut(40), Cut(20))
    return scene.bet(1, "banker").deal()


def everybody_leaves_and_somebody_comes() -> Coup:
    scene = Coup(f"{TIE}", 1, shuffler="device").bet(1, "player").give(Leave(1), Sit(3, "Third Tom", 100_000), Close())
    scene.shoe(f"Ks 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc {TIE}").bet(3, "player").deal()
    scene.give(Leave(3), Sit(2, "Second Sam", 100_000), Close()).shoe(f"As 2c {BANKER_8}")
    return scene.bet(2, "banker").deal()


def a_device_shuffles_all_the_time() -> Coup:
    scene = Coup.new_table(PLAYER_9, 1, 2, shuffler="continuous").bet(1, "player").bet(2, "banker").deal()
    scene.shoe(BANKER_8).bet(1, "player").give(ShufflerFails()).deal()
    scene.shoe(BANKER_8).bet(1, "player").step(Close()).give_amid(ShufflerFails(harm=True))
    return scene.shoe(TIE)


def the_device_fails_while_it_shuffles() -> Coup:
    scene = Coup(PLAYER_9, 1, behind=None, shuffler="device").bet(1, "player").deal()
    return scene.give(ShufflerFails()).shoe(f"As 2c {BANKER_8}").bet(1, "player").deal()


def the_first_card_is_burned_by_another_reading() -> Coup:
    scene = Coup.new_table(f"5h {PLAYER_9}", 1, shuffler="continuous", readings={"continuous": "first-card-burned"})
    return scene.bet(1, "player").deal()


def an_ace_burns_eleven_by_another_reading() -> Coup:
    burned = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"
    scene = Coup.new_table(f"As {burned} {PLAYER_9}", 1, readings={"burn-ace": "eleven"})
    return scene.bet(1, "player").deal()


def void_wagers_stay_by_another_reading() -> Coup:
    scene = Coup(f"{TIE} {PLAYER_9}", 1, 2, readings={"tie-and-hands": "stay"})
    return scene.bet(1, "player").bet(2, "banker").deal().deal()


def another_round_follows_by_another_reading() -> Coup:
    scene = Coup(f"{PLAYER_9} {BANKER_8}", 1, behind=120, readings={"last-round": "one-more"})
    return scene.bet(1, "player").deal().bet(1, "player").deal()


# --- what goes wrong


def a_card_is_face_up_in_the_shoe() -> Coup:
    return Coup(f"2c {PLAYER_9}", 1).bet(1, "player").give(FaceUpCard(0)).deal()


def two_cards_are_face_up_in_the_shoe() -> Coup:
    return Coup(f"2c 3c {PLAYER_9}", 1).bet(1, "player").give(FaceUpCard(0), FaceUpCard(1)).deal()


def cards_are_drawn_in_error() -> Coup:
    scene = Coup(f"{PLAYER_9} 5h {BANKER_8}", 1).bet(1, "player").give(DrawnInError()).deal()
    return scene.bet(1, "player").give(DrawnInError(exposed=True)).deal()


def the_players_hand_stays_and_gets_a_card_that_the_banker_needs() -> Coup:
    return Coup(BANKER_DRAWS, 1).bet(1, "banker").give(ThirdInError("player", seen=False)).deal()


def a_third_card_that_nobody_saw_begins_the_next_round() -> Coup:
    scene = Coup(f"{STANDS} {PLAYER_9} {STANDS}", 1).bet(1, "player").give(ThirdInError("player", seen=False)).deal()
    scene.bet(1, "player").give(ThirdInError("banker", seen=False)).deal()
    return scene.bet(1, "player").give(ThirdInError("banker", seen=False)).deal()


def a_third_card_that_was_seen_is_discarded() -> Coup:
    scene = Coup(f"{STANDS} 2c {STANDS} 3c {SIX}", 1).bet(1, "banker").give(ThirdInError("player")).deal()
    scene.bet(1, "banker").give(ThirdInError("banker")).deal()
    return scene.bet(1, "banker").give(ThirdInError("player")).deal()


def a_third_card_that_was_seen_is_used_by_another_reading() -> Coup:
    scene = Coup(f"{STANDS} {PLAYER_9}", 1, readings={"error-card-seen": "use"})
    scene.bet(1, "banker").give(ThirdInError("banker")).deal()
    return scene.bet(1, "player").give(DrawnInError(exposed=True)).deal()


def a_card_is_laid_at_the_wrong_hand() -> Coup:
    scene = Coup(f"{PLAYER_9} {PLAYER_9}", 1).bet(1, "player").give(WrongHand()).deal()
    return scene.bet(1, "player").give(WrongHand(certain=False)).deal()


def the_players_third_card_lies_at_the_bankers_hand() -> Coup:
    """The banker's hand draws after it, or stays; the order of drawing is not certain; no card is drawn at all."""
    scene = Coup(f"2c 2d 3s Kh 5h 5c {MISLAID} {MISLAID} {STANDS}", 1, 2)
    for given in (ThirdAtBanker(), ThirdAtBanker(), ThirdAtBanker(certain=False), ThirdAtBanker()):
        scene.bet(1, "player").bet(2, "banker").give(given).deal()
    return scene


def the_round_is_void_by_another_reading() -> Coup:
    scene = Coup(MISLAID, 1, readings={"third-at-banker": "void"}).bet(1, "player")
    return scene.give(ThirdAtBanker()).deal()


def a_third_card_is_left_out_and_dealt_in_time() -> Coup:
    scene = Coup(f"{PANDA} {BANKER_DRAWS} {STANDS}", 1).bet(1, "player").give(ThirdLeftOut("player")).deal()
    scene.bet(1, "banker").give(ThirdLeftOut("banker")).deal()
    return scene.bet(1, "banker").give(ThirdLeftOut("banker")).deal()


def a_third_card_is_left_out_and_the_result_stands() -> Coup:
    return Coup(BANKER_DRAWS, 1).bet(1, "player").give(ThirdLeftOut("banker", "too late")).deal()


def one_card_is_left_out_and_the_banker_draws() -> Coup:
    return Coup("2c 2d 3s Kh 5c", 1).bet(1, "banker").give(ThirdLeftOut("player", "too late")).deal()


def the_banker_has_no_turn_by_another_reading() -> Coup:
    scene = Coup("2c 2d 3s Kh 5c", 1, readings={"bankers-turn": "no-card"}).bet(1, "banker")
    return scene.give(ThirdLeftOut("player", "too late")).deal()


def a_settled_round_is_undone_by_another_reading() -> Coup:
    scene = Coup(PANDA, 1, 2, readings={"missed-third": "undone"}, vigorish_taken="end-of-shoe")
    return scene.bet(1, "player").bet(2, "banker", 20).give(ThirdLeftOut("player", "too late")).deal()


def vigorish_that_was_taken_is_undone_too() -> Coup:
    scene = Coup(PANDA, 1, 2, readings={"missed-third": "undone"})
    return scene.bet(1, "player").bet(2, "banker", 20).give(ThirdLeftOut("player", "too late")).deal()


def a_wrong_count_is_put_right() -> Coup:
    return Coup("Kc Qd 7s 6h", 1, 2).bet(1, "player").bet(2, "banker").give(WrongCount()).deal()


def the_shoe_runs_out() -> Coup:
    scene = Coup("Kc 2d 2s Kh", 1, behind=None, left=4, vigorish_taken="end-of-shoe")
    return scene.bet(1, "player").deal()


def the_shoe_is_not_sound() -> Coup:
    scene = Coup(PLAYER_9, 1).bet(1, "player").give(ShoeUnsound("missing card")).give(Close())
    scene.shoe(f"As 2c {PLAYER_9}").bet(1, "player").deal()
    scene.bet(1, "player").give(ShoeUnsound("foreign card")).give(Close())
    scene.shoe(f"As 2c {PLAYER_9}").bet(1, "player").give(ShoeUnsound("factory order")).give(Close())
    return scene.shoe(f"As 2c {PLAYER_9}")


def too_few_and_too_many_cards_are_burned() -> Coup:
    scene = Coup(PLAYER_9, 1, behind=None).bet(1, "player").deal()
    scene.give(BurnedWrong("few")).shoe(f"3s 2c 4c {PLAYER_9}").bet(1, "player").deal()
    scene.give(ShoeUnsound("surplus card"), BurnedWrong("many"), Close()).shoe(f"As 2c 3c {PLAYER_9}")
    return scene.bet(1, "player").deal()


def a_payment_waits_for_a_fill() -> Coup:
    carry = holding(middle_of_a_shoe(8, PLAYER_9, (1,)), 5_000)
    return Coup(carry=carry).give(Credit(200, by=SUPERVISOR)).bet(1, "player", 100).deal().give(Fill(100_000))


def limits_of_dragon_7_and_panda_8() -> Coup:
    """Check the limits of two areas that only the form without vigorish has."""
    scene = Coup(DRAGON, 1, form="without-vigorish").bet(1, "banker")
    for spot in (DRAGON_7, PANDA_8):
        for cents in (400, 50_100):  # just below the least, and just above the most
            assert scene.refusal_of(Wager(1, {spot: cents})) == {"beyond:minibaccarat.5(h)"}
        scene.bet(1, spot, 500)
    return scene.deal()


ROUNDS: tuple[Callable[[], Coup], ...] = (
    a_tie_by_the_one_cell_that_stays,
    a_natural_with_rounded_vigorish,
    marked_vigorish_is_collected_when_the_shoe_is_over,
    nobody_leaves_owing_vigorish,
    the_cutting_card_comes_out_and_one_more_round_is_dealt,
    the_cutting_card_comes_out_first_and_the_round_is_the_last,
    dealt_covered,
    pairs_win_with_either_hand,
    without_vigorish_a_dragon_and_a_panda,
    half_is_paid_on_a_bankers_six,
    cards_that_came_shuffled_are_shuffled_again,
    a_supervisor_has_the_cards_cut_again,
    everybody_leaves_and_somebody_comes,
    a_device_shuffles_all_the_time,
    the_device_fails_while_it_shuffles,
    the_first_card_is_burned_by_another_reading,
    an_ace_burns_eleven_by_another_reading,
    void_wagers_stay_by_another_reading,
    another_round_follows_by_another_reading,
    a_card_is_face_up_in_the_shoe,
    two_cards_are_face_up_in_the_shoe,
    cards_are_drawn_in_error,
    the_players_hand_stays_and_gets_a_card_that_the_banker_needs,
    a_third_card_that_nobody_saw_begins_the_next_round,
    a_third_card_that_was_seen_is_discarded,
    a_third_card_that_was_seen_is_used_by_another_reading,
    a_card_is_laid_at_the_wrong_hand,
    the_players_third_card_lies_at_the_bankers_hand,
    the_round_is_void_by_another_reading,
    a_third_card_is_left_out_and_dealt_in_time,
    a_third_card_is_left_out_and_the_result_stands,
    one_card_is_left_out_and_the_banker_draws,
    the_banker_has_no_turn_by_another_reading,
    a_settled_round_is_undone_by_another_reading,
    vigorish_that_was_taken_is_undone_too,
    a_wrong_count_is_put_right,
    the_shoe_runs_out,
    the_shoe_is_not_sound,
    too_few_and_too_many_cards_are_burned,
    a_payment_waits_for_a_fill,
    limits_of_dragon_7_and_panda_8,
)
