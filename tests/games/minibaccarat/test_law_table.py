"""Minibaccarat, parts 1 to 4 of its facts: one test for each paragraph, named after what it says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.minibaccarat.scene import Coup, breaches_of
from kit.coups import BANKER_8, DRAGON, PANDA, PLAYER_9, STANDS, TIE
from pitboss.common.punto_banco.facts import COUNTED, CUT_OUT, FIRST_CARD, LATER, NATURAL, RESULT
from pitboss.common.punto_banco.shoe import AskForShuffle
from pitboss.common.punto_banco.steps import BackToShuffler, CallNatural, DealOpen, ShoeReady, TurnFirstCard
from pitboss.common.punto_banco.third_card_tables import HANDS, place_of
from pitboss.compliance.house_file.judgment import check
from pitboss.engine.inputs import SUPERVISOR, CardOrder, Close, Cut, Leave, Order, Sit, Wager
from pitboss.engine.waits import CuttingCardWanted, CutWanted, ShoeOrderWanted, Window
from pitboss.table.card_steps import BurnCard, ReceiveDeck, SpreadCards, Wash
from pitboss.table.cards import FULL_DECK, RANKS, parse_cards
from pitboss.table.facts import PRE_SHUFFLED
from pitboss.table.shoe_steps import CUT_BY, PACKS, EmptyShoe
from pitboss.table.steps import Manner
from pitboss.table.table import COMMUNITY, DEALER, DECK, DISCARD_RACK, SHOE, SHUFFLER, SPREAD

FACTS = "beyond:minibaccarat."


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law("beyond", f"{FACTS}{paragraph}")


def faults_in(lines: str) -> list[str]:
    """Return the paragraphs that a house file about one table breaks."""
    file = f'[[table]]\ngame = "minibaccarat"\n{lines}\n'
    return [each.paragraph for each in check(file, "house.toml") if each.severity == "warning"]


def count_of(first: str, second: str) -> int:
    """Return the count of a player's hand of these two cards."""
    scene = Coup(f"{first} Kd {second} 7d", 1).bet(1, "player").deal()
    count = COUNTED.get(scene.last.table, "player")
    assert count is not None
    return count


# --- 1: definitions


@law("1(a)")
def test_two_hands_that_are_nobodys() -> None:
    scene = Coup(STANDS, 1, 2).bet(1, "player").bet(2, "banker").step(Close()).run_until(DealOpen, 4)
    assert [scene.t.faces(place) for place in (COMMUNITY, DEALER)] == [("Kc", "6s"), ("Qd", "7h")]
    assert not scene.t.live_positions()
    assert scene.run().winnings(1, 2) == [-1_000, 950]


@law("1(b)")
def test_what_a_card_counts() -> None:
    assert {rank: count_of(f"{rank}s", "Kh") for rank in RANKS} == {
        "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 0, "J": 0, "Q": 0, "K": 0,
    }  # fmt: skip
    assert {count_of(f"5{suit}", "Ks") for suit in "cdhs"} == {5}
    for key, right in (("ace-counts", 1), ("picture-counts", 0)):
        for stated in (right - 1, right, right + 1):
            assert faults_in(f"equipment.{key} = {stated}").count(f"{FACTS}1(b)") == (stated != right)


@law("1(c)")
def test_only_the_last_digit_of_the_sum_counts() -> None:
    assert [count_of("9s", "8h"), count_of("5s", "5h"), count_of("9s", "Ah"), count_of("4s", "5h")] == [7, 0, 0, 9]
    scene = Coup("2c Kd 3s 7h 9c", 1).bet(1, "player").deal()  # 5 and 9 are 4
    assert RESULT.of(scene.last.table) == (4, 7, "banker")


@law("1(d)")
def test_a_natural_is_an_8_or_a_9_of_two_cards() -> None:
    for card, natural in (("7s", False), ("8s", True), ("9s", True)):
        scene = Coup(f"Kc Kd {card} 6h", 1).bet(1, "player").deal()
        assert NATURAL(scene.last.table) == natural
        assert len(scene.acts(CallNatural)) == natural
    assert not NATURAL(Coup(PANDA, 1).bet(1, "player").deal().last.table)  # an 8 of three cards


@law("1(e)")
def test_a_round_begins_with_its_first_card() -> None:
    """Check that a cutting card that comes after it does not come first."""
    scene = Coup(f"{PLAYER_9} {PLAYER_9}", 1, behind=119).bet(1, "player").deal()
    assert CUT_OUT.get(scene.last.table) == LATER
    assert scene.cards_left() == 116
    assert scene.bet(1, "player").deal().cards_left() == 0


@law("1(f)")
def test_vigorish_is_what_the_house_keeps_of_a_bankers_win() -> None:
    assert Coup(BANKER_8, 1).bet(1, "banker", 100).deal().winnings(1) == 9_500
    assert Coup(PLAYER_9, 1).bet(1, "player", 100).deal().winnings(1) == 10_000
    assert Coup(PLAYER_9, 1).bet(1, "banker", 100).deal().winnings(1) == -10_000
    for rounding in ("up-25-cents", "down-25-cents"):
        for dollars, kept in ((5, 25), (1_000, 5_000)):
            scene = Coup(BANKER_8, 1, minimum=500, readings={"vigorish-rounding": rounding}).bet(1, "banker", dollars)
            assert scene.deal().winnings(1) == 100 * dollars - kept


@law("1(g)")
def test_a_dragon_7_and_a_panda_8_have_three_cards_and_win() -> None:
    def wins(spot: str, cards: str) -> bool:
        return Coup(cards, 1, form="without-vigorish").bet(1, spot).deal().winnings(1) > 0

    assert wins("dragon 7", DRAGON)
    assert wins("panda 8", PANDA)
    for cards in (STANDS, "Kc 2d 7s Ah 4c", "Kc 2d 6s Ah 3c", PANDA):  # two cards, a tie at 7, a 6, the other one
        assert not wins("dragon 7", cards)
    for cards in ("8c Kd Ks 7h", "2c 8d 3s Kh 3c", "2c 4d 3s Kh 3c 4c", "2c Kd 3s 7h 4c", "2c Kd 3s 8h 3c", DRAGON):
        assert not wins("panda 8", cards)


# --- 2: equipment


@law("2(a)")
def test_six_or_eight_decks_with_backs_alike_and_a_cutting_card() -> None:
    for decks in range(4, 10):
        house = Coup.game.house.usual(packs=decks)
        assert (f"{FACTS}2(a)" in breaches_of(house, Coup().rules)) == (decks not in (6, 8))
    for decks in (6, 8):
        scene = Coup.new_table("As", 1, packs=decks)
        assert Counter([*scene.t.faces(SHOE), *scene.t.faces(DISCARD_RACK)]) == Counter(FULL_DECK * decks)
    backs = ["red"] * 8
    assert not faults_in(f"equipment.backs = {backs}")
    assert faults_in(f"equipment.backs = {backs[:-1]}") == [f"{FACTS}2(a)"]
    assert faults_in(f"equipment.backs = {[*backs[:-1], 'blue']}") == [f"{FACTS}2(a)"]
    assert faults_in("equipment.cutting-cards = 0") == [f"{FACTS}2(a)"]
    changed = Coup(carry=Coup(PLAYER_9, 1, behind=None).bet(1, "player").deal().last.next, packs=6)
    assert changed.acts(ReceiveDeck)[0].cards == FULL_DECK * 6


@law("2(b)")
def test_every_card_comes_from_the_shoe() -> None:
    scene = Coup.new_table(f"As 2c {PANDA}", 1)
    assert scene.t.faces(SHOE)[:5] == parse_cards(PANDA)
    scene.bet(1, "player").deal()
    assert {deal.source for deal in scene.acts(DealOpen)} == {SHOE}
    assert scene.cards_left() == 416 - 2 - 5


@law("2(c)")
def test_a_numbered_box_for_each_seats_vigorish() -> None:
    scene = Coup(BANKER_8, 1, 3, vigorish_taken="end-of-shoe").bet(1, "banker").bet(3, "banker", 40).deal()
    assert (scene.debt_of(1), scene.debt_of(2), scene.debt_of(3)) == (50, 0, 200)
    assert scene.t.marks["vigorish owed 3"] == 200


@law("2(d)")
def test_up_to_nine_seats() -> None:
    for seats in (0, 1, 9, 10):
        house = Coup.game.house.usual(seats=seats)
        assert (f"{FACTS}2(d)" in breaches_of(house, Coup().rules)) == (seats in (0, 10))


@law("2(e)")
def test_used_cards_go_to_the_discard_rack() -> None:
    scene = Coup(PANDA, 1).bet(1, "player").deal()
    assert not any(scene.t.cards(place_of(which)) for which in HANDS)
    assert len(scene.t.cards(DISCARD_RACK)) == 8 * 52 - 120 + 5


@law("2(f)")
def test_a_continuous_shuffler_leaves_no_cut_no_cutting_card_and_no_burn() -> None:
    scene = Coup.new_table(PLAYER_9, 1, shuffler="continuous")
    assert scene.cards_left() == 8 * 52
    assert scene.t.faces(SHOE)[:4] == parse_cards(PLAYER_9)
    assert scene.t.cutting_card is None
    assert not scene.acts(BurnCard)
    assert not scene.acts(TurnFirstCard)
    assert "no burn" in scene.acts(ShoeReady)[0].tell()
    scene.bet(1, "player").deal()
    assert isinstance(scene.driver.wait, ShoeOrderWanted)  # every round anew, of all cards
    assert len(scene.driver.wait.cards) == 8 * 52
    assert [act.count for act in scene.acts(BackToShuffler)] == [8 * 52 - 4]
    assert not scene.t.cards(DISCARD_RACK)
    assert len(scene.t.cards(SHUFFLER)) == 8 * 52
    assert faults_in('shuffler = "continuous"\nequipment.cutting-cards = 1') == [f"{FACTS}2(f)"]
    assert not faults_in("equipment.cutting-cards = 1")


# --- 3: opening


def opening(**house: Any) -> Coup:
    scene = Coup(carry=Coup.game.opening(Coup.game.house.usual()), **house)
    return scene.give(Sit(1, "First Fay", 100_000))


@law("3(a)")
def test_new_cards_lie_spread_for_the_first_player() -> None:
    scene = opening()
    assert scene.t.faces(SPREAD) == FULL_DECK * 8
    assert all(lying.up for lying in scene.t.cards(SPREAD))
    assert PACKS.of(scene.t) == 8
    empty = Coup(carry=Coup.game.opening(Coup.game.house.usual()))
    assert empty.refusal_of(Close())


@law("3(b)")
def test_they_are_turned_down_washed_and_stacked() -> None:
    scene = opening().give(Close())
    assert not scene.t.cards(SPREAD)
    assert not any(lying.up for lying in scene.t.cards(DISCARD_RACK))
    assert len(scene.acts(Wash)) == 1
    assert scene.shoe("As").cards_left() == 414


@law("3(c)")
def test_cards_that_came_shuffled_are_not_inspected_or_shuffled() -> None:
    scene = opening(pre_shuffled=True)
    assert not scene.acts(SpreadCards)
    assert isinstance(scene.driver.wait, ShoeOrderWanted)
    assert PRE_SHUFFLED(scene.t, DISCARD_RACK)
    assert PACKS.of(scene.t) == 8
    (stacked,) = [act for act in scene.shoe("As").acts() if act.cite == f"{FACTS}3(c)" and hasattr(act, "order")]
    assert "came shuffled" in stacked.tell()
    assert scene.acts(TurnFirstCard)[0].card == "As"
    assert len(scene.t.cards(DISCARD_RACK)) == 2
    again = Coup(PLAYER_9, 1, behind=None, pre_shuffled=True).bet(1, "player").deal()
    again.shoe(f"As 2c {PLAYER_9}")  # these were dealt from here: they are shuffled
    assert f"{FACTS}4(a)" in again.cites()


@law("3(d)")
def test_a_player_may_have_them_shuffled_at_the_table() -> None:
    scene = Coup.new_table(f"As 2c {PLAYER_9}", 1, 2, pre_shuffled=True).give(AskForShuffle(2))
    assert isinstance(scene.driver.wait, ShoeOrderWanted)
    assert len(scene.driver.wait.cards) == 416
    scene.shoe(f"2c 3c 4c {BANKER_8}").bet(1, "banker")
    assert scene.cards_left() == 413
    assert scene.refusal_of(AskForShuffle(1)) == {f"{FACTS}3(d)"}
    assert scene.deal().winnings(1) == 950
    assert Coup.new_table("As", 1).refusal_of(AskForShuffle(1)) == {f"{FACTS}3(d)"}


# --- 4: shuffle, cut and burn


@law("4(a)")
def test_all_decks_are_shuffled_into_one_stack_when_a_shoe_is_over() -> None:
    for by, told in (("none", "The dealer shuffles"), ("device", "The automated shuffler shuffles")):
        scene = Coup(PLAYER_9, 1, behind=None, shuffler=by).bet(1, "player").deal()
        wait = scene.driver.wait
        assert isinstance(wait, ShoeOrderWanted)
        order = (*FULL_DECK[5:], *FULL_DECK[:5]) * 8
        scene.give(CardOrder(order, "5a" * 32))
        assert scene.t.places[DECK] == [(card, False) for card in order]
        assert not scene.t.cards(DISCARD_RACK)
        assert scene.t.salt == "5a" * 32
        assert any(act.tell().startswith(told) for act in scene.acts())


@law("4(b)")
def test_a_player_cuts_ten_cards_from_either_end_at_the_least() -> None:
    scene = opening().give(Sit(4, "Fourth Fred", 0), Close())
    order = (*FULL_DECK[5:], *FULL_DECK[:5]) * 8
    scene.give(CardOrder(order, "5a" * 32))
    assert isinstance(scene.driver.wait, CutWanted)
    assert scene.refusal_of(Cut(9)) == scene.refusal_of(Cut(407)) == {f"{FACTS}4(b)"}
    assert not scene.bars_against(Cut(10))
    assert not scene.bars_against(Cut(406))
    scene.give(Cut(15))
    assert scene.t.faces(DECK) == order[15:] + order[:15]
    assert CUT_BY.get(scene.t) == 1  # at a new table
    for came in ((5, 3, 7), (3, 7, 5), (7, 5, 3)):  # who came first, in whatever seat
        assert CUT_BY.get(Coup.new_table("As", *came).t) == came[0]
    gone = Coup(carry=Coup.game.opening(Coup.game.house.usual()))
    gone.give(Sit(5, "Fifth Fay", 0), Sit(3, "Third Tom", 0), Sit(4, "Fourth Fred", 0), Leave(5), Close()).shoe("As")
    assert CUT_BY.get(gone.t) == 3  # the first of those who are still here
    changed = Coup(carry=Coup(PLAYER_9, 2, 5, behind=None).bet(2, "player").deal().last.next, packs=6).deal().shoe("As")
    assert CUT_BY.get(changed.t) == 5  # new cards make no new table
    again = Coup(PLAYER_9, 1, 4, 6, behind=None).bet(1, "player").deal().shoe("As")
    assert CUT_BY.get(again.t) == 6  # at the dealer's far right
    nobody = opening().give(Close(), Leave(1), CardOrder(order, "5a" * 32), Cut(15))
    assert CUT_BY.get(nobody.t) is None
    assert nobody.t.faces(DECK)[:5] == order[15:20]
    over = Coup(PLAYER_9, 1, behind=None).bet(1, "player").deal().give(Leave(1), CardOrder(order, "5a" * 32), Cut(15))
    assert CUT_BY.get(over.t) is None


@law("4(c)")
def test_the_cutting_card_goes_14_cards_from_the_back_at_the_least() -> None:
    for behind in (13, 14, 15):
        house = Coup.game.house.usual(cutting_card=behind)
        assert (f"{FACTS}4(c)" in breaches_of(house, Coup().rules)) == (behind < 14)
    most = 8 * 52 // 2 - 13
    for behind in (most, most + 1):
        house = Coup.game.house.usual(cutting_card=behind)
        assert breaches_of(house, Coup().rules) == (
            {"house:cutting-card"} if behind > most else set()
        )  # a limit of ours
    scene = opening(cutting_card=14).give(Close(), CardOrder(FULL_DECK * 8, "5a" * 32), Cut(15))
    assert isinstance(scene.driver.wait, CuttingCardWanted)
    assert scene.refusal_of(Cut(13)) == scene.refusal_of(Cut(28)) == {f"{FACTS}4(c)"}
    assert not scene.bars_against(Cut(27))
    assert scene.give(Cut(14)).t.cutting_card == 14


@law("4(d)")
def test_the_stack_goes_into_the_shoe() -> None:
    scene = Coup.new_table("As", 1)
    assert not scene.t.cards(DECK)
    assert scene.cards_left() == 414


@law("4(e)")
def test_the_first_card_is_turned_up() -> None:
    scene = opening().give(Close(), CardOrder(stack_before_cut("5h", "2c"), "5a" * 32), Cut(20)).step(Cut(20))
    scene.run_until(TurnFirstCard)
    (first,) = scene.t.cards(FIRST_CARD)
    assert first == ("5h", True)
    assert scene.t.faces(SHOE)[0] == "2c"


def stack_before_cut(*cards: str) -> tuple[str, ...]:
    """Return a stack that, cut at 20, has these on top."""
    rest = list((Counter(FULL_DECK * 8) - Counter(cards)).elements())
    order = (*cards, *rest)
    return order[-20:] + order[:-20]


@law("4(f)")
def test_it_says_how_many_are_burned() -> None:
    wanted = {
        "A": 1,
        "2": 2,
        "3": 3,
        "4": 4,
        "5": 5,
        "6": 6,
        "7": 7,
        "8": 8,
        "9": 9,
        "T": 10,
        "J": 10,
        "Q": 10,
        "K": 10,
    }
    for rank, burned in wanted.items():
        scene = Coup.new_table(f"{rank}s", 1)
        assert len(scene.acts(BurnCard)) == burned
        assert scene.cards_left() == 416 - 1 - burned
        assert not any(lying.up for lying in scene.t.cards(DISCARD_RACK)[1:])
    for stated in (9, 10, 11):
        assert faults_in(f"equipment.burned-for-a-ten = {stated}").count(f"{FACTS}4(f)") == (stated != 10)


@law("4(g)")
def test_first_card_and_burned_ones_lie_in_the_discard_rack() -> None:
    scene = Coup.new_table(f"3s 2c 4c 5c {PLAYER_9}", 1)
    assert scene.t.faces(DISCARD_RACK) == ("3s", "5c", "4c", "2c")
    assert not scene.t.cards(FIRST_CARD)
    assert not scene.bars_against(Order("recut", by=SUPERVISOR))


@law("4(h)")
def test_a_supervisor_may_have_them_cut_again_before_a_card_is_dealt() -> None:
    scene = Coup.new_table(f"As 2c {PLAYER_9}", 1)
    was = scene.t.faces(SHOE)
    scene.give(Order("recut", by=SUPERVISOR), Cut(50), Cut(25))
    assert scene.t.faces(SHOE) == was[50:] + was[:50]
    assert scene.t.cutting_card == 25
    scene.bet(1, "tie", 5).step(Close()).run_until(DealOpen)
    assert scene.bars_against(Order("recut", by=SUPERVISOR)) == {f"{FACTS}4(h)"}
    scene.run()
    assert scene.refusal_of(Order("recut", by=SUPERVISOR)) == {f"{FACTS}4(h)"}
    assert scene.refusal_of(Order("dance", by=SUPERVISOR)) == {"house:orders"}


@law("4(i)")
def test_at_an_idle_table_the_cards_are_spread() -> None:
    left = Coup(f"{TIE} {PLAYER_9}", 1, 2).bet(1, "player").deal().bet(1, "player").give(Leave(1))
    assert left.cards_left() == 120 - 5  # somebody is still there
    left.give(Leave(2), Sit(4, "Fourth Fred", 100_000))
    assert (left.last.table.void, [act.count for act in left.acts(EmptyShoe)]) == (f"{FACTS}4(i)", [120 - 5])
    assert len(left.t.cards(SPREAD)) == 416  # before anybody wagers again
    assert left.refusal_of(Wager(4, {"player": 1_000})) == {f"{FACTS}4(i)"}
    left.give(Close())
    assert [act.cite for act in left.acts(Wash)] == [f"{FACTS}3(b)"]
    assert left.shoe(f"As 2c {PLAYER_9}").bet(4, "player").deal().chips(4) == 101_000
    fresh = Coup.new_table("As", 1).give(Leave(1))
    assert len(fresh.t.cards(SPREAD)) == 416  # from this shoe nothing was dealt yet
    carry = Coup(TIE, 1, behind=None).bet(1, "player").step(Close()).run().last.next
    assert carry is not None
    idle = Coup(carry=carry).give(Leave(1)).driver.carry
    nobody = Coup(carry=type(idle)(idle.round, {}, {}, idle.decks, idle.marks))
    assert isinstance(nobody.driver.wait, Window)
    assert len(nobody.t.cards(SPREAD)) == 416
    assert all(lying.up for lying in nobody.t.cards(SPREAD))
    assert nobody.refusal_of(Close())
    nobody.give(Sit(1, "First Fay", 0), Close())
    assert isinstance(nobody.driver.wait, ShoeOrderWanted)


def test_out_of_the_shoe_with_the_left_hand_and_down_with_the_right() -> None:
    (manner,) = [act for act in Coup.new_table("As", 1).acts(Manner) if act.cite == f"{FACTS}6(d)"]
    assert "left hand" in manner.words
    assert "right" in manner.words
