"""Golden rounds of Winner's Pot Poker: each way a pot can go, and each irregularity of 33.12, as pages to read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.winners_pot_poker.scene import Pot
from kit.scene import seated_carry
from pitboss.engine.carry import opening
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    MissedBurn,
    RemoveDevice,
    ShortCard,
)
from pitboss.engine.inputs import SUPERVISOR, Close, Credit, Fill, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.waits import Window
from pitboss.games.winners_pot_poker.law.irregular import ForgottenButton
from pitboss.table.card_steps import Deal, DealUp
from pitboss.table.money import Money

BY_HAND: dict[str, Any] = {"dealing": "hand", "shuffler": "shuffler"}
AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "shuffler"}

ACES, KINGS, QUEENS = "Ac Ad 9h 7s 3c", "Kc Kd 8h 6s 4c", "Qc Qd Th 5s 2c"
NOTHING = "Jc 9d 7h 4s 2d"
TIE = {1: "Ac Kd 9h 7s 3c", 3: "Ad Kc 9d 7c 3d", 5: "As Ks 9c 7h 3h"}


class Rounds:
    """A table's rounds, one after the other."""

    def __init__(self) -> None:
        self.rounds: list[Driver] = []

    def play(self, *incidents: Any, **scene: Any) -> Rounds:
        carry = self.rounds[-1].next if self.rounds else None
        played = Pot({1: "", 3: "", 6: ""}, carry=carry, **scene).open_betting().give(*incidents)
        for seat in (1, 3, 6):
            played.give(Wager(seat, {"ante": 500}))
        self.rounds.append(played.give(Close()).go_on().driver)
        return self

    @property
    def driver(self) -> Driver:
        return self.rounds[-1]


# --- the pot


def one_wins_one_folds_on_three_cards_and_one_on_four() -> Pot:
    hands = {1: ACES, 3: "Kc Kd 8h 6s", 5: "Tc Td 8d"}
    return Pot(hands, NOTHING, folds={3: "double", 5: "bet"}).play(jacks={1: 100, 3: 200, 5: 300})


def a_pot_of_six_with_the_button_at_four() -> Pot:
    hands = {1: QUEENS, 2: "2s 5h 9s", 3: "Kc Kd 8h 6s 4c", 4: "3c 3d 3h 3s 8c", 5: "Tc Ts 6d 6c", 6: "Ah Jh 8s 7d 2h"}
    scene = Pot(hands, "As Ks 9c 5c 4d", folds={2: "bet", 5: "double"}, button=4)
    return scene.play(1000, jacks={2: 100, 4: 500, 5: 500, 6: 100})


def the_dealer_takes_the_pot() -> Pot:
    return Pot({1: QUEENS, 3: KINGS, 5: NOTHING}, ACES, folds={5: "double"}).play(jacks={3: 100, 5: 100})


def three_players_tie_and_a_cent_is_left_over() -> Pot:
    return Pot(TIE, NOTHING.replace("9d", "8d").replace("7h", "6h"), button=1, commission_fixed=Money(125)).play()


def a_tie_with_the_dealer() -> Pot:
    hands = {1: TIE[1], 3: TIE[3], 5: QUEENS.replace("Qd", "Jd")}
    return Pot(hands, TIE[5]).play()


def a_commission_of_a_fixed_amount() -> Pot:
    return Pot({1: QUEENS, 3: KINGS}, NOTHING, commission_percent="7.5", commission_fixed=Money(300)).play(2500)


def alone_against_the_dealer() -> Pot:
    return Pot({4: KINGS}, NOTHING).play(jacks={4: 100})


def everybody_folds() -> Pot:
    return Pot({1: QUEENS, 3: KINGS}, NOTHING, folds={1: "bet", 3: "double"}).play(jacks={3: 100})


def the_house_stakes_the_pot() -> Pot:
    return Pot({4: KINGS}, NOTHING, dealer_stake=Money(1000), bet_times=2, double_times=3).play()


def royal_flushes_share_the_limit() -> Pot:
    hands = {1: "Th Jh Qh Kh Ah", 3: "Tc Jc Qc Kc Ac", 5: "Ts Js Qs Ks As"}
    return Pot(hands, "2d 3d 4s 6s 8d").play(jacks={1: 5_000, 3: 10_000})


def the_limit_cuts_a_jacks_plus_wager() -> Pot:
    scene = Pot({2: "9h Th Jh Qh Kh", 5: KINGS}, NOTHING.replace("9d", "9s"), jacks_plus_maximum=Money(100_000))
    return scene.play(jacks={2: 70_000})


# --- seats and stacks


def comings_goings_and_jacks_plus_without_an_ante() -> Pot:
    scene = Pot({1: QUEENS, 5: KINGS}, NOTHING, seats=(1, 3, 5)).open_betting().give(Sit(6, "Late Lou", 50_000))
    scene.give(Wager(1, {"ante": 500, "jacks plus": 100}), Wager(5, {"ante": 500}))
    scene.give(Wager(3, {"ante": 500}), Leave(3))
    scene.give(Wager(6, {"ante": 500, "jacks plus": 100}), TakeBack(6, "ante"), Close())
    return scene.go_on()


def a_stack_too_short_for_the_double() -> Pot:
    return Pot({1: QUEENS, 3: KINGS}, NOTHING, folds={3: "double"}, chips=1900).play()


# --- methods, openings, the stub


def from_the_hand() -> Pot:
    return Pot({1: QUEENS, 3: KINGS}, NOTHING, **BY_HAND).play()


def from_an_automated_shoe_with_two_decks() -> Pot:
    return Pot({1: QUEENS, 3: KINGS}, NOTHING, backs=("red", "blue"), **AUTOMATED).play()


def the_table_opens() -> Pot:
    scene = Pot({2: QUEENS, 3: KINGS}, NOTHING, carry=opening(10_000_000))
    scene.give(Sit(2, "First Fay", 50_000))
    while isinstance(scene.driver.wait, Window) and scene.driver.wait.what != "wagers":
        scene.give(Close())
    return scene.give(Sit(3, "Second Sam", 50_000)).play()


def the_stub_is_counted() -> Pot:
    return Pot({1: QUEENS, 3: KINGS}, NOTHING, marks={"rounds since count": 4}).play()


def a_deck_of_fifty_one_found_by_the_count() -> Pot:
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING, folds={1: "bet"}, stub_count_every=1)
    return scene.deal_until(Deal, 3).give_amid(CardMissing()).go_on()


# --- 33.12


def a_hole_card_is_turned_up_in_the_dealing() -> Pot:
    return Pot({1: QUEENS, 3: KINGS}, NOTHING).deal_until(Deal, 4).give_amid(CardExposed("hand 1", 1)).go_on()


def a_hand_is_dead_and_its_jacks_plus_wins() -> Pot:
    scene = Pot({1: "Jh Jd 4h", 3: KINGS, 5: QUEENS}, NOTHING).deal_until(Deal, 6, jacks={1: 100, 3: 100})
    return scene.give_amid(CardExposed("hand 1", 0), CardExposed("hand 1", 1)).go_on()


def the_dealers_hand_is_dead() -> Pot:
    scene = Pot({1: QUEENS, 3: KINGS}, ACES).deal_until(Deal, 6)
    return scene.give_amid(CardExposed("dealer", 0), CardExposed("dealer", 1)).go_on()


def no_hand_is_left_to_win_the_pot() -> Pot:
    scene = Pot({1: QUEENS, 3: KINGS}, ACES, folds={1: "bet", 3: "double"}).deal_until(Deal, 6)
    return scene.give_amid(CardExposed("dealer", 0), CardExposed("dealer", 1)).go_on()


def one_card_face_up() -> Pot:
    return Pot().deal_until(Deal, 2).give_amid(FaceUpCard(0)).go_on()


def two_cards_face_up_after_a_fold() -> Pot:
    scene = Pot(folds={1: "bet", 3: "bet"}).deal_until(Deal, 2, jacks={3: 100})
    return scene.give_amid(FaceUpCard(0), FaceUpCard(13)).go_on()


def face_up_after_the_last_card() -> Pot:
    return Pot().deal_until(Deal, 2).give_amid(FaceUpCard(35), FaceUpCard(36)).go_on()


def drawn_in_error_while_a_player_thinks() -> Pot:
    return Pot().deal().give(DrawnInError()).go_on()


def drawn_in_error_and_exposed() -> Pot:
    return Pot().deal().give(DrawnInError(exposed=True), Order("discard it")).go_on()


def a_card_too_many_voids_one_hand() -> Pot:
    return Pot().deal_until(DealUp, 5, jacks={1: 100}).give_amid(ExtraCard("hand 1")).go_on()


def a_card_too_many_for_the_dealer() -> Pot:
    return Pot(folds={1: "bet"}).deal_until(DealUp, 7).give_amid(ExtraCard("dealer"))


def a_card_is_left_out() -> Pot:
    return Pot(folds={1: "bet"}).deal_until(DealUp, 5, jacks={1: 100}).give_amid(ShortCard("hand 3"))


def a_burn_is_missed() -> Pot:
    return Pot().deal().give(MissedBurn()).go_on()


def the_last_burn_is_missed() -> Pot:
    return Pot().deal().answer("b", "b", "b").give(MissedBurn()).go_on()


def the_button_goes_round_and_is_forgotten_once() -> Rounds:
    return Rounds().play().play().play(ForgottenButton()).play().play()


def a_player_shows_his_own_card() -> Pot:
    return Pot().deal().give(CardExposed("hand 3", 1)).go_on()


def the_dealers_card_is_seen_and_the_supervisor_voids() -> Pot:
    scene = Pot(folds={1: "bet"}).deal(jacks={1: 100}).answer("f")
    return scene.give(CardExposed("dealer", 1), Order("void the hands"))


def the_shuffler_jams() -> Pot:
    return Pot(**BY_HAND).give(DeviceJam("shuffler")).play()


def the_automated_shoe_jams() -> Pot:
    scene = Pot(folds={1: "bet"}, **AUTOMATED).deal(jacks={3: 100}).answer("f", "b")
    return scene.give(DeviceJam("automated shoe"))


def a_device_is_taken_away() -> Pot:
    return Pot(marks={"automated shoe": 1}, **BY_HAND).give(RemoveDevice("automated shoe")).play()


def nine_players_exhaust_the_deck() -> Pot:
    return Pot(dict.fromkeys(range(1, 10), "")).deal().give(FaceUpCard(0)).go_on()


def the_stub_is_counted_on_order() -> Pot:
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING).place_wagers().give(Order("count the stub", by=SUPERVISOR), Close())
    return scene.go_on()


# --- a table that cannot pay


def a_payment_waits_for_a_fill() -> Pot:
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING, carry=seated_carry(1, 3, inventory=200)).place_wagers(jacks={3: 100})
    return scene.give(Credit(200, by=SUPERVISOR), Close()).go_on().give(Fill(100, by=SUPERVISOR))


ROUNDS: tuple[Callable[[], Pot | Rounds], ...] = (
    one_wins_one_folds_on_three_cards_and_one_on_four,
    a_pot_of_six_with_the_button_at_four,
    the_dealer_takes_the_pot,
    three_players_tie_and_a_cent_is_left_over,
    a_tie_with_the_dealer,
    a_commission_of_a_fixed_amount,
    alone_against_the_dealer,
    everybody_folds,
    the_house_stakes_the_pot,
    royal_flushes_share_the_limit,
    the_limit_cuts_a_jacks_plus_wager,
    comings_goings_and_jacks_plus_without_an_ante,
    a_stack_too_short_for_the_double,
    from_the_hand,
    from_an_automated_shoe_with_two_decks,
    the_table_opens,
    the_stub_is_counted,
    a_deck_of_fifty_one_found_by_the_count,
    a_hole_card_is_turned_up_in_the_dealing,
    a_hand_is_dead_and_its_jacks_plus_wins,
    the_dealers_hand_is_dead,
    no_hand_is_left_to_win_the_pot,
    one_card_face_up,
    two_cards_face_up_after_a_fold,
    face_up_after_the_last_card,
    drawn_in_error_while_a_player_thinks,
    drawn_in_error_and_exposed,
    a_card_too_many_voids_one_hand,
    a_card_too_many_for_the_dealer,
    a_card_is_left_out,
    a_burn_is_missed,
    the_last_burn_is_missed,
    the_button_goes_round_and_is_forgotten_once,
    a_player_shows_his_own_card,
    the_dealers_card_is_seen_and_the_supervisor_voids,
    the_shuffler_jams,
    the_automated_shoe_jams,
    a_device_is_taken_away,
    nine_players_exhaust_the_deck,
    the_stub_is_counted_on_order,
    a_payment_waits_for_a_fill,
)
