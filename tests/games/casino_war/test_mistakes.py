"""Casino War: what is easy to get wrong. The walks of the sheet to the cent, other readings, both sides of numbers."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec import UNSET

from games.casino_war import golden
from games.casino_war.golden import FIRST, first_walk, second_walk
from games.casino_war.scene import WarScene
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import DeviceJam, DrawnInError, ExtraCard, FaceUpCard, ShortCard
from pitboss.engine.inputs import Answer, Close, Cut, Leave, Sit, TakeBack, Wager
from pitboss.engine.waits import ShoeOrderWanted
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.law.burning import BurnedSeen, FewBurned, NewDealer
from pitboss.games.casino_war.law.house import INITIAL, TIE, WAR, WAR_TIE
from pitboss.games.casino_war.law.irregular import ShoeNotWhole
from pitboss.record.account import account_of
from pitboss.table.card_steps import BurnCard, DealUp, DiscardFaceUp, LoadDeck
from pitboss.table.cards import UP
from pitboss.table.shoe_steps import CuttingCardOut, EmptyShoe
from pitboss.table.steps import VoidHand
from pitboss.table.table import DISCARD_RACK, SHOE

RULES = GAME.rules({})


def test_first_walk() -> None:
    scene = first_walk()
    assert scene.driver.done
    assert scene.winnings(1, 2, 3, 4) == [4_000, 1_000, 20_000, -1_500]


def test_first_walk_where_a_war_tie_pays_even_money() -> None:
    assert first_walk(war_tie_odds="plain").winnings(3) == 17_500
    assert first_walk(readings={"war-tie": "1-to-1"}).winnings(3) == 17_500
    assert first_walk(war_tie_odds="4 to 1").winnings(3) == 25_000


def test_second_walk() -> None:
    scene = second_walk()
    assert scene.winnings(1, 2, 3) == [-10_000, -300, 10_000]
    log = scene.driver.log
    out = next(at for at, item in enumerate(log) if isinstance(item, CuttingCardOut))
    assert sum(isinstance(item, BurnCard) for item in log[:out]) == 2
    assert scene.driver.next is not None
    assert scene.driver.next.shoe is UNSET
    assert isinstance(Driver(GAME, RULES, scene.house, scene.driver.next).wait, ShoeOrderWanted)


def test_half_of_an_odd_wager_is_taken_as_the_reading_has_it() -> None:
    assert second_walk(readings={"odd-half": "player-gives-way"}).winnings(2) == -400
    assert second_walk(readings={"odd-half": "exact-cents"}).winnings(2) == -350


def test_the_shoe_goes_on_where_the_cutting_card_has_not_come_out() -> None:
    scene = first_walk()
    assert scene.driver.next is not None
    shoe = scene.driver.next.shoe
    assert shoe is not UNSET
    assert len(shoe.cards[SHOE]) == 110
    assert not scene.steps(EmptyShoe)


# --- the account


def story_of(scene: WarScene, seat: int) -> tuple[int, str, str, int]:
    """Return what the account says of an initial wager."""
    (story,) = (each for each in account_of(scene.driver).seats if each.seat == seat)
    (wager,) = (each for each in story.wagers if each.spot == INITIAL)
    return wager.staked, wager.hand_class, wager.outcome, wager.net


def test_of_a_surrender_the_account_tells_the_whole_wager_and_the_half_that_is_lost() -> None:
    assert story_of(first_walk(), 1) == (2_000, "surrendered", "loses", -1_000)
    assert story_of(second_walk(), 2) == (700, "surrendered", "loses", -300)
    coarse = WarScene("Qc Qh", smallest_chip=500, tie_wager="not").bet(1, 5).deal().answer("s")
    assert story_of(coarse, 1) == (500, "", "returned, the other half of what is surrendered", 0)


def test_a_surrender_in_a_void_round_was_the_whole_wager_too() -> None:
    scene = WarScene("Qc Qd Qh", seats=(1, 2)).bet(1, 20).bet(2, 20).deal().answer("s").give(ShoeNotWhole("missing"))
    assert story_of(scene, 2) == (2_000, "surrendered", "returned, the hands are void", 0)


# --- other readings


def test_three_cards_are_burned_before_each_card_of_a_war_by_the_other_reading() -> None:
    cards = "Qc Qd Qh 2c 2d 3c 5h 2h 2s 3d Ah 8h"
    scene = WarScene(cards, seats=(1, 2), readings={"burn-for-war": "each"}, tie_wager_on_war="not")
    scene.bet(1, 10).bet(2, 10).deal().answer("ww")
    assert len(scene.steps(BurnCard)) == 6
    assert scene.winnings(1, 2) == [-2_000, 1_000]


def test_each_has_his_own_war_in_turn_by_the_other_reading() -> None:
    cards = "Qc Qd Qh 2c 2d 3c 5h 8h 2h 2s 3d Ah 8c"
    scene = WarScene(cards, seats=(1, 2), readings={"surrender-order": "in-turn"}, tie_wager_on_war="not")
    scene.bet(1, 10).bet(2, 10).deal().answer("w")
    assert scene.winnings(2) == -2_000
    assert scene.answer("w").winnings(1) == 1_000


def test_a_tie_in_the_war_leads_to_another_war_by_the_other_reading() -> None:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 5c 2h 2s 3d Ah 8c", readings={"second-war": "again"})
    scene.bet(1, 10).deal().answer("w").tie_on_war(1, 1).give(Close())
    assert scene.winnings(1) == 1_000 + 1_000  # the war at even money, and the tie bet on the war deal
    assert len(scene.steps(BurnCard)) == 6


def test_a_tie_wager_is_paid_at_once_or_by_the_other_reading_at_the_end() -> None:
    for reading, paid in (("at-once", 5_000), ("end", 0)):
        scene = WarScene(FIRST[:2] + " 9s", readings={"tie-paid-when": reading}).bet(1, 20, 5).deal()
        staked = 2_000 if paid else 2_500
        assert scene.winnings(1) == paid - staked
        assert scene.answer("s").winnings(1) == 4_000


@pytest.mark.parametrize("reading", ["at-once", "end"])
@pytest.mark.parametrize("given", [ExtraCard("hand 1"), ShortCard("hand 1")], ids=["two cards", "none"])
def test_a_hand_void_in_the_war_keeps_what_the_original_deal_has_won(
    reading: str, given: ExtraCard | ShortCard
) -> None:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 9s 8h", readings={"tie-paid-when": reading}).bet(1, 10, 5).deal().answer("w")
    scene.tie_on_war(1, 1).step(Close()).run_until(DealUp, 3).step(given)
    if isinstance(given, ShortCard):  # he gets the next card, and that one goes astray as well
        scene.run_until(DealUp, 4).step(given)
    scene.run()
    assert [step.spots for step in scene.steps(VoidHand)] == [(INITIAL, WAR, WAR_TIE)]
    assert scene.winnings(1) == 5_000  # 10 to 1 on the tie wager; the others went back


def test_a_hand_void_in_the_original_deal_has_won_nothing_yet() -> None:
    scene = WarScene("Qc Qh 5d 2s", readings={"tie-paid-when": "end"}).bet(1, 10, 5).step(Close()).run_until(DealUp)
    scene.give_amid(ExtraCard("hand 1"))
    assert [step.spots for step in scene.steps(VoidHand)] == [(INITIAL, TIE)]
    assert scene.winnings(1) == 0


def test_whoever_cannot_match_his_wager_must_surrender_or_goes_all_in() -> None:
    scene = WarScene("Qc Qh 2c 2d 3c Ah 5c", chips=1_500).bet(1, 10).deal()
    assert scene.driver.question is not None
    assert scene.driver.question.choices == ("surrender",)
    scene = WarScene("Qc Qh 2c 2d 3c Ah 5c", chips=1_500, readings={"short-stack": "all-in"}).bet(1, 10).deal()
    assert scene.answer("w").give(Close()).winnings(1) == 500


def test_silence_surrenders_or_by_the_other_reading_goes_to_war() -> None:
    for reading in ("surrender", "war"):
        scene = WarScene("Qc Qh", readings={"silent-tie": reading}).bet(1, 10).deal()
        assert scene.driver.question is not None
        assert scene.driver.question.default == reading


def test_the_cutting_card_in_a_war_has_all_shuffled_by_the_other_reading() -> None:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 5c", behind=117, readings={"cover-in-war": "shuffle"}, tie_wager_on_war="not")
    scene.bet(1, 10).deal().answer("w")
    wait = scene.driver.wait
    assert isinstance(wait, ShoeOrderWanted)
    assert len(wait.cards) == 312 - 2


# --- what is refused


def test_wagers_that_cannot_be_made() -> None:
    scene = WarScene("Qc Qh", seats=(1, 2))
    assert scene.refusal_of(Wager(1, {TIE: 500})) == {"beyond:casino-war.5(d)"}
    assert scene.refusal_of(Wager(1, {INITIAL: 400})) == {"beyond:casino-war.5(e)"}
    assert scene.refusal_of(Wager(1, {INITIAL: 500}, 2)) == {"beyond:casino-war.2(f)"}
    assert scene.refusal_of(Wager(1, {WAR_TIE: 500})) == {"beyond:casino-war.5(a)"}
    assert scene.refusal_of(Wager(3, {INITIAL: 500})) == {"beyond:casino-war.2(e)"}
    assert scene.refusal_of(Close()) == {"beyond:casino-war.5(c)"}
    scene.bet(1, 10, 5)
    assert scene.refusal_of(TakeBack(1, INITIAL)) == {"beyond:casino-war.5(d)"}
    scene.deal()
    assert scene.refusal_of(Wager(1, {INITIAL: 500})) == {"beyond:casino-war.5(f)"}
    assert scene.refusal_of(Leave(1)) == {"beyond:casino-war.2(e)"}
    scene.answer("w")
    assert scene.refusal_of(Wager(2, {WAR_TIE: 500})) == {"beyond:casino-war.5(d)"}
    assert scene.refusal_of(Wager(1, {INITIAL: 500})) == {"beyond:casino-war.5(f)"}
    assert WarScene("Qc Qh", tie_wager="not").refusal_of(Wager(1, {INITIAL: 500, TIE: 500})) == {
        "beyond:casino-war.5(h)"
    }


def test_a_player_may_have_two_positions_where_the_house_allows_it() -> None:
    scene = WarScene("Kc Qd Jh 2c 2d 3c 5h", seats=(1,), two_positions=True)
    assert scene.refusal_of(Wager(1, {INITIAL: 500}, 3)) == {"beyond:casino-war.2(f)"}
    scene.bet(1, 10).give(Wager(1, {INITIAL: 500}, 2)).deal()
    assert scene.winnings(1) == 1_500


def test_what_a_house_may_elect() -> None:
    def citations_by_key(readings: dict[str, str] | None = None, **house: object) -> dict[str, str]:
        rules = GAME.rules(readings or {})
        return {found.key: found.cite for found in GAME.house.usual(**house).findings(rules)}

    assert not citations_by_key()
    assert citations_by_key(packs=5) == {"decks": "beyond:casino-war.2(a)"}
    assert citations_by_key({"decks": "without"}, packs=7) == {"decks": "beyond:casino-war.2(a)"}
    assert not citations_by_key(packs=7)
    assert citations_by_key(cover_card=77) == {"cover-card": "beyond:casino-war.4(c)"}
    assert not citations_by_key(cover_card=78)
    assert citations_by_key(seats=10) == {"seats": "beyond:casino-war.2(c)"}
    assert not citations_by_key({"tie-on-war": "not"})
    assert citations_by_key({"tie-on-war": "not"}, tie_wager_on_war="offered") == {
        "tie-wager-on-war": "beyond:casino-war.5(g)"
    }
    assert citations_by_key(tie_odds="9 to 1") == {"tie-odds": "beyond:casino-war.8(b)"}
    assert citations_by_key(war_tie_odds="2 for 1") == {"war-tie-odds": "beyond:casino-war.8(a)"}
    assert citations_by_key(tie_minimum=0) == {"tie-minimum": "beyond:casino-war.5(e)"}


# --- what goes wrong


def test_a_card_found_face_up_is_not_used_and_a_second_one_voids_the_round() -> None:
    scene = WarScene("Kc Qh 2c").bet(1, 10).give(FaceUpCard(0)).deal()
    assert [step.card for step in scene.steps(DiscardFaceUp)] == ["Kc"]
    assert scene.winnings(1) == 1_000  # queen against deuce
    scene = WarScene("Kc Qh 2c 3c").bet(1, 10).give(FaceUpCard(0), FaceUpCard(2)).deal()
    assert scene.t.void == "beyond:casino-war.9(b)"
    assert scene.winnings(1) == 0
    assert scene.driver.next is not None
    assert scene.driver.next.shoe is not UNSET


def test_a_card_drawn_in_error_is_the_next_card_or_is_out_of_use() -> None:
    unseen = WarScene("Kc Qh").bet(1, 10).give(DrawnInError(False)).deal()
    assert unseen.winnings(1) == 1_000
    seen = WarScene("Kc 3h Qd").bet(1, 10).give(DrawnInError(True)).deal()
    assert seen.winnings(1) == -1_000
    assert "beyond:casino-war.9(d)" in seen.cites()


def test_two_cards_on_one_deal_void_the_hand() -> None:
    scene = WarScene("Kc Qh 5d 2s", seats=(1, 2)).bet(1, 10, 5).bet(2, 10).step(Close()).run_until(DealUp)
    scene.give_amid(ExtraCard("hand 1"))
    assert "beyond:casino-war.9(e)" in scene.cites()
    assert scene.winnings(1, 2) == [0, 1_000]


def test_whoever_is_passed_over_gets_the_next_card() -> None:
    scene = WarScene("Kc Qh 5d 2s", seats=(1, 2)).bet(1, 10).bet(2, 10).step(Close()).run_until(DealUp, 2)
    scene.give_amid(ShortCard("hand 1"))
    assert "beyond:casino-war.9(f)" in scene.cites()
    assert scene.winnings(1, 2) == [1_000, 1_000]


def test_of_two_cards_the_dealer_keeps_the_first() -> None:
    scene = WarScene("9c Qh 2d").bet(1, 10).step(Close()).run_until(DealUp, 2)
    scene.give_amid(ExtraCard("dealer"))
    assert scene.winnings(1) == -1_000
    assert "beyond:casino-war.9(g)" in scene.cites()


def test_a_shoe_that_is_not_whole_voids_the_round_and_leaves() -> None:
    for what in ("missing", "surplus", "foreign"):
        scene = WarScene("Qc Qh").bet(1, 10).deal().give(ShoeNotWhole(what))
        assert scene.t.void == "beyond:casino-war.9(l)"
        assert scene.winnings(1) == 0
        assert scene.driver.next is not None
        assert scene.driver.next.shoe is UNSET
        assert scene.driver.next.decks[0].cards == ()


# --- burning and shuffling


def test_too_few_burned_are_made_up_for_before_a_card_of_the_war_is_seen() -> None:
    cases: tuple[tuple[Literal["in time", "too late"], int], ...] = (("in time", 3), ("too late", 2))
    for noticed, burned in cases:
        scene = WarScene("Qc Qh 2c 2d 3c 5h 8h").bet(1, 10).deal().answer("w").give(FewBurned(noticed))
        scene.give(Close())
        assert len(scene.steps(BurnCard)) == burned
        assert "beyond:casino-war.9(h)" in scene.cites()
        dealt = ("Qh", "8h", "Qc", "5h") if burned == 3 else ("Qh", "5h", "Qc", "3c")
        assert scene.t.faces(DISCARD_RACK)[:4] == dealt


def test_a_burned_card_that_is_seen_stays_burned() -> None:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 8h", tie_wager_on_war="not").bet(1, 10).deal()
    scene.step(Answer(1, "war")).run_until(BurnCard)
    assert scene.driver.submit(BurnedSeen(), stepwise=True) == []
    assert scene.run().winnings(1) == -2_000
    assert "beyond:casino-war.9(i)" in scene.cites()
    assert scene.refusal_of(BurnedSeen())


def test_a_new_dealer_burns_a_card_by_the_other_reading() -> None:
    for reading, won in (("no", 1_000), ("yes", -1_000)):
        scene = WarScene("Kc Qh Kd", readings={"first-card-dealer": reading}).bet(1, 10).give(NewDealer()).deal()
        assert scene.winnings(1) == won


def test_a_shuffler_that_fails_shuffles_again() -> None:
    house = GAME.house.usual(shuffler="device")
    driver = Driver(GAME, RULES, house, GAME.opening(house))
    assert driver.submit(Sit(1, "Ann", 10_000)) == []
    assert driver.submit(Close()) == []
    assert isinstance(driver.wait, ShoeOrderWanted)
    assert driver.submit(DeviceJam("shuffler")) == []
    assert isinstance(driver.wait, ShoeOrderWanted)
    assert driver.submit(DeviceJam("automated shoe"))


# --- both sides


def test_a_war_bet_leaves_nothing_to_the_cent() -> None:
    """Check that a player may go to war with exactly as many chips as it takes, and not with a dollar less."""
    for chips, choices in ((2_000, ("surrender", "war")), (1_900, ("surrender",))):
        asked = WarScene("Qc Qh", chips=chips).bet(1, 10).deal().driver.question
        assert asked is not None
        assert asked.choices == choices
        assert bool(asked.short) == (chips < 2_000)


def test_two_cards_of_one_face_are_two_cards() -> None:
    scene = WarScene("Qh Qh Qh 2c 2c 2c Ah Ah Ah", seats=(1, 2), tie_wager_on_war="not").bet(1, 10).bet(2, 10).deal()
    assert scene.answer("ww").winnings(1, 2) == [2_000, 2_000]
    assert scene.t.faces(DISCARD_RACK)[:9] == ("Qh", "Ah", "Qh", "Ah", "Qh", "Ah", "2c", "2c", "2c")


def test_the_rack_tells_hands_apart_from_burned_cards() -> None:
    scene = first_walk()
    assert GAME.dispute is not None
    found = {each.position: (each.cards, each.hand_class, each.agrees) for each in GAME.dispute(scene.driver)}
    assert found[3] == (("9h", "Jh"), "nine, then jack", True)
    assert found[1] == (("9c",), "nine", True)  # under the burned cards
    assert found[0] == (("9s", "Js"), "nine, then jack", True)
    rack = list(scene.t.places[DISCARD_RACK])
    rack[0], rack[1] = rack[1], rack[0]
    assert all(each.agrees for each in GAME.dispute(scene.driver, rack))  # the same cards, in another order
    rack[0] = UP["2s"]
    assert [each.position for each in GAME.dispute(scene.driver, rack) if not each.agrees] == [0]
    with pytest.raises(ValueError, match="the rack has 3 cards"):
        list(GAME.dispute(scene.driver, rack[:3]))


def test_the_rack_after_a_shoe_is_over_and_after_a_shuffle() -> None:
    assert GAME.dispute is not None
    for scene in (second_walk(), golden.the_shoe_runs_out(), golden.two_cards_none_and_two_for_the_dealer()):
        found = list(GAME.dispute(scene.driver))
        assert found
        assert all(each.agrees for each in found)
    void = WarScene("Qc Qh").bet(1, 10).deal().give(ShoeNotWhole("missing"))
    assert void.t.void
    assert list(GAME.dispute(void.driver)) == []


def test_a_second_position_has_its_own_war() -> None:
    scene = WarScene("Qc Qd Qh 2c 2d 3c 5h Ah 8h", seats=(1,), two_positions=True, tie_wager_on_war="not")
    scene.bet(1, 10).give(Wager(1, {INITIAL: 2_000}, 2)).deal()
    assert scene.driver.question is not None
    assert (scene.driver.question.seat, scene.driver.question.position) == (1, 2)
    assert scene.answer("ww").winnings(1) == 2_000 - 2_000


def test_half_of_a_bet_that_no_chip_makes_is_nothing_or_all() -> None:
    for reading, won in (("house-gives-way", 0), ("player-gives-way", -500), ("exact-cents", -250)):
        scene = WarScene("Qc Qh", smallest_chip=500, tie_wager="not", readings={"odd-half": reading}).bet(1, 5).deal()
        assert scene.answer("s").winnings(1) == won


def test_new_limits_hold_for_what_lies_there_with_what_is_added() -> None:
    scene = WarScene("Qc Qh").bet(1, 600).bet(1, 400)
    assert scene.refusal_of(Wager(1, {INITIAL: 100})) == {"beyond:casino-war.5(e)"}
    assert scene.refusal_of(Wager(1, {INITIAL: 150})) == {"house:smallest-chip"}


def test_a_last_card_before_the_cutting_card_goes_on_with_the_shoe() -> None:
    """Check that the cutting card comes out with the card that follows it, and not with the one before."""
    for behind, over in ((117, False), (118, False), (119, True), (120, True)):
        scene = WarScene("Kc 9h", behind=behind).bet(1, 10).deal()
        assert bool(scene.steps(EmptyShoe)) is over


def test_a_card_that_lay_face_up_below_the_last_one_dealt_is_met_in_the_next_round() -> None:
    scene = WarScene("Kc 9h 2d 5s 8c").bet(1, 10).give(FaceUpCard(2)).deal()
    assert not scene.steps(DiscardFaceUp)
    scene.next_round().bet(1, 10).deal()
    assert [step.card for step in scene.steps(DiscardFaceUp)] == ["2d"]
    assert scene.t.faces(DISCARD_RACK)[:3] == ("8c", "5s", "2d")


def test_a_card_that_lies_face_up_is_not_the_one_that_is_burned() -> None:
    scene = WarScene("Kc 9h", behind=119).bet(1, 10).deal().next_round()
    scene.give(scene.order("5s 8c"), Cut(10)).step(Cut(78)).run_until(LoadDeck)
    first, second = scene.t.faces(SHOE)[:2]
    scene.give_amid(FaceUpCard(0))
    assert [step.card for step in scene.steps(DiscardFaceUp)] == [first]
    assert [step.card for step in scene.steps(BurnCard)] == [second]


def test_to_a_void_hand_no_card_is_dealt_in_error() -> None:
    scene = WarScene("Kc Qh 5d 2s", seats=(1, 2)).bet(1, 10, 5).bet(2, 10).step(Close()).run_until(DealUp)
    scene.step(ExtraCard("hand 1")).run_until(VoidHand)
    assert scene.bars_against(ExtraCard("hand 1")) == scene.bars_against(ShortCard("hand 1")) == {"house:incident"}
