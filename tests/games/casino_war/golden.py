"""Golden rounds of Casino War: both walks of the sheet of facts, a shoe from new to over, and everything that can go
wrong once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.casino_war.scene import WarScene, carry_with
from kit.scene import holding
from pitboss.engine.incidents.incident_kinds import (
    CardMissing,
    CardTooMany,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    ShortCard,
)
from pitboss.engine.inputs import SUPERVISOR, Close, Credit, Cut, Fill, Leave, Sit, TakeBack, Wager
from pitboss.games.casino_war.law.burning import BurnedSeen, FewBurned, NewDealer
from pitboss.games.casino_war.law.house import INITIAL, TIE, WAR_TIE
from pitboss.games.casino_war.law.irregular import ShoeNotWhole
from pitboss.games.casino_war.law.steps import BurnForWar
from pitboss.table.card_steps import DealUp

FIRST = "9c Kd 9h 4s 9s 2c 2d 3c Jh Js"  # four players and the dealer, three burned, the war
SECOND = "Qc Qd Qh Qs 2c 2d 3c 5h Ah 8h"


def first_walk(**more: Any) -> WarScene:
    scene = WarScene(FIRST, seats=(1, 2, 3, 4), **more)
    scene.bet(1, 20, 5).bet(2, 10).bet(3, 25, 5).bet(4, 15).deal()
    return scene.answer("w s").tie_on_war(3, 10).give(Close())


def second_walk(**more: Any) -> WarScene:
    """Play the second walk. The cutting card comes out after the second of the three burned cards."""
    scene = WarScene(SECOND, seats=(1, 2, 3), behind=114, **more)
    scene.bet(1, 50).bet(2, 7).bet(3, 100).deal()
    return scene.answer("w s w").give(Close())


def a_war_tie_at_even_money() -> WarScene:
    """The first walk at a table with the plain odds."""
    return first_walk(war_tie_odds="plain")


def a_new_table_and_then_an_empty_one() -> WarScene:
    """Show and shuffle new cards; everybody leaves, so they are shuffled again."""
    scene = WarScene(carry=carry_with()).give(Sit(1, "Fay", 50_000), Sit(2, "Sam", 50_000), Close()).shuffle("Kc 4d 9s")
    scene.bet(1, 10).bet(2, 20, 5).give(TakeBack(2, TIE), Wager(2, {TIE: 300})).deal()
    scene.next_round().bet(1, 5).give(Leave(2), Leave(1))
    return scene.next_round().shuffle("8c 7d").give(Sit(1, "Fay", 50_000)).bet(1, 5).deal()


def cards_that_came_shuffled() -> WarScene:
    """Deal eight decks at a table with two positions for a player; a new dealer takes over."""
    scene = WarScene(carry=carry_with(3), packs=8, pre_shuffled=True, two_positions=True, readings={})
    scene.give(scene.order("5c Ad 9h")).give(Cut(10), Cut(104)).give(NewDealer())
    return scene.bet(3, 10).give(Wager(3, {INITIAL: 500}, 4)).deal()


def a_card_face_up_and_one_that_nobody_saw() -> WarScene:
    scene = WarScene("Kc Qh 2c 9d", seats=(1, 2)).bet(1, 10).bet(2, 10)
    return scene.give(FaceUpCard(1), DrawnInError(False)).deal()


def a_second_card_is_face_up() -> WarScene:
    scene = WarScene("Kc Qh 2c 9d", seats=(1, 2)).bet(1, 10, 5).bet(2, 10)
    return scene.give(DrawnInError(True), FaceUpCard(2)).deal()


def two_cards_none_and_two_for_the_dealer() -> WarScene:
    """Deal two cards to seat 1, none to seat 2, and then two to the dealer."""
    scene = WarScene("Kc Qh 5d 2s 9s 4c", seats=(1, 2)).bet(1, 10, 5).bet(2, 10).step(Close()).run_until(DealUp)
    scene.step(ExtraCard("hand 1")).run_until(DealUp, 2).step(ShortCard("hand 2")).run_until(DealUp, 4)
    return scene.give_amid(ExtraCard("dealer"))


def two_cards_in_a_war() -> WarScene:
    scene = WarScene("Qc Qd Qh 2c 2d 3c 5h 9s 8h", seats=(1, 2), tie_wager_on_war="not").bet(1, 10).bet(2, 10).deal()
    scene.answer("w").step(*scene.answers("w")).run_until(DealUp, 5)
    return scene.give_amid(ExtraCard("hand 2"))


def two_for_the_dealer_in_a_war() -> WarScene:
    scene = WarScene("Qc Qh 2c 2d 3c 9h Kh 4s").bet(1, 10, 5).deal().answer("w").tie_on_war(1, 1)
    return scene.step(Close()).run_until(DealUp, 4).give_amid(ExtraCard("dealer"))


def passed_over_until_the_dealer_has_his_card() -> WarScene:
    """Pass over seat 1; it gets the next card, and that one goes astray as well."""
    scene = WarScene("Kc Qh 5d 2s", seats=(1, 2)).bet(1, 10, 5).bet(2, 10).step(Close()).run_until(DealUp, 2)
    return scene.step(ShortCard("hand 1")).run_until(DealUp, 3).give_amid(ShortCard("hand 1"))


def too_few_are_burned_and_one_is_seen() -> WarScene:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 8h").bet(1, 10).deal().answer("w").give(FewBurned("in time"))
    return scene.step(Close()).run_until(BurnForWar).give_amid(BurnedSeen())


def too_few_are_burned_and_a_card_of_the_war_is_seen() -> WarScene:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 8h").bet(1, 10).deal().answer("w").give(FewBurned("too late"))
    return scene.give(Close())


def the_shoe_runs_out() -> WarScene:
    """Begin a war, which needs seven cards, with four left."""
    scene = WarScene("Qc Qh 2c 2d", left=4, behind=4, tie_wager_on_war="not").bet(1, 10).deal().answer("w")
    return scene.give(scene.order("3c 5h 8h", burned=False))


def the_shuffler_fails() -> WarScene:
    scene = WarScene(carry=carry_with(1), shuffler="device").give(Close(), DeviceJam("shuffler"))
    return scene.shuffle("Kc 9d").bet(1, 10).deal()


def a_foreign_card_is_found() -> WarScene:
    """Return every wager, also one that was settled already."""
    scene = WarScene("Qc 4d Qh", seats=(1, 2)).bet(1, 10, 5).bet(2, 10).deal()
    return scene.give(ShoeNotWhole("foreign"))


def a_card_is_gone_and_another_is_there_twice() -> WarScene:
    """Deal from a wrong deck; nobody notices before the cards are shuffled."""
    scene = WarScene("Kc Qh 9c", behind=119).bet(1, 10).give(CardMissing(), CardTooMany("As")).deal()
    return scene.next_round().give(Close()).shuffle("8c 7d").bet(1, 5).deal()


def other_readings() -> WarScene:
    """Ask each player in turn, burn three cards for each, allow another war after a tie, pay tie wagers at the end, and
    round odd halves."""
    readings = {
        "surrender-order": "in-turn",
        "burn-for-war": "each",
        "second-war": "again",
        "tie-paid-when": "end",
        "odd-half": "player-gives-way",
        "first-card-dealer": "yes",
    }
    cards = "8s Qc Qd Qh 2c 2d 3c 5h 5c 2h 2s 3d Ah 8h"
    scene = WarScene(cards, seats=(1, 2), readings=readings).give(NewDealer()).bet(1, 7, 5).bet(2, 10).deal()
    return scene.answer("w").tie_on_war(2, 1).give(Close()).answer("s")


def the_cutting_card_in_a_war_and_all_in() -> WarScene:
    """Shuffle at once in the middle of a war; one player goes to war with what he has."""
    readings = {"cover-in-war": "shuffle", "short-stack": "all-in", "odd-half": "exact-cents", "silent-tie": "war"}
    scene = WarScene("Qc Qd Qh 2c", seats=(1, 2), chips=1_500, behind=117, readings=readings, tie_wager_on_war="not")
    scene.bet(1, 10).bet(2, 7).deal().answer("sw")
    return scene.give(scene.order("3c 4c 5c Kd 9d", burned=False))


def a_payment_waits_for_a_fill() -> WarScene:
    scene = WarScene(carry=holding(WarScene("Kc 9h", seats=(1,)).driver.carry, 3_000))
    scene.give(Credit(200, by=SUPERVISOR)).bet(1, 50).deal()
    return scene.give(Fill(50_000, by=SUPERVISOR))


def limits_of_a_tie_bet_on_the_war() -> WarScene:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 5s", tie_minimum=200).bet(1, 10).deal().answer("w")
    for cents in (100, 10_100):  # just below the least, and just above the most
        assert scene.refusal_of(Wager(1, {WAR_TIE: cents})) == {"beyond:casino-war.5(e)"}
    return scene.tie_on_war(1, 100).give(Close())


ROUNDS: tuple[Callable[[], WarScene], ...] = (
    first_walk,
    second_walk,
    a_war_tie_at_even_money,
    a_new_table_and_then_an_empty_one,
    cards_that_came_shuffled,
    a_card_face_up_and_one_that_nobody_saw,
    a_second_card_is_face_up,
    two_cards_none_and_two_for_the_dealer,
    two_cards_in_a_war,
    two_for_the_dealer_in_a_war,
    passed_over_until_the_dealer_has_his_card,
    too_few_are_burned_and_one_is_seen,
    too_few_are_burned_and_a_card_of_the_war_is_seen,
    the_shoe_runs_out,
    the_shuffler_fails,
    a_foreign_card_is_found,
    a_card_is_gone_and_another_is_there_twice,
    other_readings,
    the_cutting_card_in_a_war_and_all_in,
    a_payment_waits_for_a_fill,
    limits_of_a_tie_bet_on_the_war,
)
