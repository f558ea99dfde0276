"""Minibaccarat, parts 5 to 8 of its facts: wagers, the round, settlement, odds and vigorish."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from games.minibaccarat.scene import Coup, breaches_of
from games.minibaccarat.test_law_table import FACTS, faults_in, law
from kit.coups import BANKER_8, BANKER_DRAWS, DRAGON, PANDA, PLAYER_9, SIX, STANDS, TIE
from pitboss.common.open_layout import BETTING_OVER
from pitboss.common.punto_banco.facts import COUNTED, NATURAL, RESULT, STAYED
from pitboss.common.punto_banco.irregular import ThirdInError, ThirdLeftOut
from pitboss.common.punto_banco.steps import (
    CallCount,
    CallNatural,
    CallResult,
    Collect,
    CollectVigorish,
    DealCovered,
    DealOpen,
    DrawThird,
    MarkVigorish,
    MeetCuttingCard,
    Pay,
    PutCallRight,
    Stay,
    TakeVigorish,
    TurnCards,
)
from pitboss.common.punto_banco.third_card_tables import BANKER_ALONE, PLAYER_DRAWS, TABLE_T
from pitboss.engine.inputs import Close, Conduct, Leave, TakeBack, Wager
from pitboss.engine.waits import ShoeOrderWanted, Window
from pitboss.table.shoe_steps import EmptyShoe
from pitboss.table.steps import ReturnWager
from pitboss.table.table import COMMUNITY, DEALER, DISCARD_RACK

CARD = dict(enumerate("KA23456789"))  # a card for each count


def with_count(count: int, suits: str = "cd") -> tuple[str, str]:
    """Return two cards that count so much; neither is a natural of one card."""
    return f"{CARD[count]}{suits[0]}", f"K{suits[1]}"


def deal_counts(player: int, banker: int, *third: int) -> Coup:
    """Deal a round in which the hands first count so much, and these cards come next."""
    one, two = with_count(player), with_count(banker, "hs")
    cards = " ".join((one[0], two[0], one[1], two[1], *(f"{CARD[each]}h" for each in third)))
    return Coup(cards, 1).bet(1, "tie", 5).deal()


def thirds(scene: Coup) -> list[str]:
    return [act.which for act in scene.acts(DrawThird)]


# Counts of the hands from 6 to 9, where nobody draws, and the cards.
WITHOUT_DRAWING = [
    (player, banker, f"{CARD[player]}c {CARD[banker]}h Kd Ks") for player in range(6, 10) for banker in range(6, 10)
]


def win_of(spot: str, cards: str, **house: Any) -> int:
    """Return what a wager of $10 wins."""
    return Coup(cards, 1, **house).bet(1, spot).deal().winnings(1)


# --- 5: wagers


@law("5(a)")
def test_chips_on_the_areas_before_the_first_card() -> None:
    scene = Coup(TIE, 1, 2)
    assert isinstance(scene.driver.wait, Window)
    assert scene.refusal_of(Close()) == {f"{FACTS}5(a)"}
    scene.bet(1, "player").bet(1, "tie", 5).bet(2, "banker", 20)
    assert (scene.wagers_of(1), scene.wagers_of(2)) == ({"player": 1_000, "tie": 500}, {"banker": 2_000})
    scene.take_down(1, "tie").give(Leave(2))
    assert (scene.wagers_of(1), scene.winnings(1)) == ({"player": 1_000}, 0)
    assert 2 not in scene.t.players
    assert scene.wagers_of(2) == {}


@law("5(b)")
def test_no_wager_by_word_in_cash_or_by_coupon() -> None:
    whats: tuple[Literal["cash wager", "verbal wager", "match play coupon"], ...] = (
        "cash wager",
        "verbal wager",
        "match play coupon",
    )
    for what in whats:
        assert Coup(TIE, 1).refusal_of(Conduct(1, what)) == {f"{FACTS}5(b)"}


@law("5(c)1")
def test_a_wager_on_the_players_hand() -> None:
    assert [win_of("player", cards) for cards in (PLAYER_9, BANKER_8, TIE)] == [1_000, -1_000, 0]
    for player, banker, cards in WITHOUT_DRAWING:
        scene = Coup(cards, 1, 3).bet(1, "player").bet(3, "player", 20).deal()
        assert scene.winnings(1, 3) == (
            [1_000, 2_000] if player > banker else [-1_000, -2_000] if player < banker else [0, 0]
        )


@law("5(c)2")
def test_a_wager_on_the_bankers_hand() -> None:
    assert [win_of("banker", cards) for cards in (PLAYER_9, BANKER_8, TIE)] == [-1_000, 950, 0]
    for player, banker, cards in WITHOUT_DRAWING:
        scene = Coup(cards, 1, 3).bet(1, "banker").bet(3, "banker", 20).deal()
        assert scene.winnings(1, 3) == (
            [950, 1_900] if player < banker else [-1_000, -2_000] if player > banker else [0, 0]
        )


@law("5(c)3")
def test_a_wager_on_a_tie() -> None:
    assert [win_of("tie", cards) for cards in (PLAYER_9, BANKER_8, TIE)] == [-1_000, -1_000, 8_000]
    for player, banker, cards in WITHOUT_DRAWING:
        scene = Coup(cards, 1, 3).bet(1, "tie", 5).bet(3, "tie").deal()
        assert scene.winnings(1, 3) == ([4_000, 8_000] if player == banker else [-500, -1_000])


@law("5(d)")
def test_pairs_are_two_cards_of_one_rank_beside_another_wager() -> None:
    def pair_win(cards: str, spot: str, **house: Any) -> int:
        scene = Coup(cards, 1, pairs="offered", **house).bet(1, "tie", 5).bet(1, spot, 5).deal()
        return scene.winnings(1) + 500

    assert pair_win("Jc 4d Js 5h", "player pair") == 5_500
    assert pair_win("Jc 4d Js 5h", "banker pair") == -500
    assert pair_win("Jc 4d Qs 5h", "player pair") == -500
    assert pair_win("Jc 4d 9s 4h", "banker pair") == 5_500
    assert pair_win("4c 9d 5s 9h 9c", "player pair") == -500  # a third card makes none
    assert pair_win("Jc 4d Js 5h", "player pair", pair_odds="12 to 1") == 6_000
    for rank, other in zip("23456789TJQKA", "3456789TJQKA2", strict=True):
        assert pair_win(f"{rank}c {other}d {rank}s 5h 5c 5d", "player pair") >= 5_500
        assert pair_win(f"{rank}c {rank}d {other}s 5h 5c 5d", "player pair") <= 4_000  # at most the tie
    scene = Coup(TIE, 1, pairs="offered")
    assert scene.refusal_of(Wager(1, {"player pair": 500})) == {f"{FACTS}5(d)"}
    scene.give(Wager(1, {"player pair": 500, "tie": 500}))
    assert scene.refusal_of(TakeBack(1, "tie")) == {f"{FACTS}5(d)"}
    assert scene.bet(1, "player").take_down(1, "tie").wagers_of(1) == {"player": 1_000, "player pair": 500}
    assert Coup(TIE, 1).refusal_of(Wager(1, {"player": 1_000, "player pair": 500})) == {f"{FACTS}5(c)"}
    assert "player pair" not in Coup(TIE, 1).offers_to()
    beside = Coup(TIE, 1, pairs="offered").bet(1, "tie", 5).offers_to()
    assert beside == ["player", "banker", "tie", "player pair", "banker pair"]
    for odds, short in (("10 to 1", True), ("11 to 1", False), ("12 to 1", False)):
        assert (f"{FACTS}5(d)" in faults_in(f'pairs = "offered"\npair-odds = "{odds}"')) == short
    assert f"{FACTS}5(d)" in faults_in('pair-odds = "12 to 1"')
    assert faults_in('pairs = "offered"\nprinted.sign.odds.pairs."player pair" = "10 to 1"') == [f"{FACTS}5(d)"]


@law("5(e)")
def test_the_form_without_vigorish_has_its_two_wagers() -> None:
    assert Coup(TIE, 1, form="without-vigorish").offers_to() == ["player", "banker", "tie", "dragon 7", "panda 8"]
    for form in ("vigorish", "half-on-6"):
        assert Coup(TIE, 1, form=form).offers_to() == ["player", "banker", "tie"]
    assert win_of("banker", BANKER_8, form="without-vigorish") == 1_000
    assert Coup(TIE, 1).refusal_of(Wager(1, {"dragon 7": 500})) == {f"{FACTS}5(c)"}


@law("5(f)")
def test_nobody_wagers_on_both_hands() -> None:
    scene = Coup(TIE, 1, 2)
    assert scene.refusal_of(Wager(1, {"player": 1_000, "banker": 1_000})) == {f"{FACTS}5(f)"}
    scene.bet(1, "player")
    assert scene.refusal_of(Wager(1, {"banker": 1_000})) == {f"{FACTS}5(f)"}
    assert "banker" not in scene.offers_to(1)
    assert scene.bet(2, "banker").bet(1, "tie", 5).wagers_of(1) == {"player": 1_000, "tie": 500}


@law("5(g)")
def test_after_the_call_no_wager_is_made_or_taken_back() -> None:
    scene = Coup(PANDA, 1, 2).bet(1, "player").step(Close())
    assert scene.bars_against(Wager(1, {"player": 1_000})) == {f"{FACTS}5(g)"}
    assert scene.bars_against(Wager(2, {"tie": 500})) == {f"{FACTS}5(g)"}
    assert scene.bars_against(TakeBack(1, "player")) == {f"{FACTS}5(g)"}
    assert scene.bars_against(Leave(1)) == {f"{FACTS}5(g)"}
    assert not scene.bars_against(Leave(2))


@law("5(h)")
def test_least_and_most_of_each_kind_of_wager() -> None:
    for spot, least, most in (("player", 1_000, 500_000), ("banker", 1_000, 500_000), ("tie", 500, 50_000)):
        scene = Coup(TIE, 1)
        assert scene.refusal_of(Wager(1, {spot: least - 100})) == {f"{FACTS}5(h)"}
        assert scene.refusal_of(Wager(1, {spot: most + 100})) == {f"{FACTS}5(h)"}
        scene.give(Wager(1, {spot: least}))
        assert scene.refusal_of(Wager(1, {spot: most})) == {f"{FACTS}5(h)"}
        assert scene.give(Wager(1, {spot: most - least})).wagers_of(1) == {spot: most}
    rules = Coup().rules
    for house in ({"minimum": 0}, {"maximum": 900}, {"tie_minimum": 0}, {"tie_maximum": 400}, {"tie_minimum": 550}):
        assert f"{FACTS}5(h)" in breaches_of(Coup.game.house.usual(**house), rules)
    for right in ({"tie_minimum": 500, "tie_maximum": 500}, {"seats": 1}, {"seats": 9}):
        assert not breaches_of(Coup.game.house.usual(**right), rules)
    assert breaches_of(Coup.game.house.usual(seats=0), rules)
    cent = Coup.game.house.usual(tie_minimum=1, smallest_chip=1, vigorish_rounding="up-to-the-next-25-cents")
    assert not breaches_of(cent, rules)
    assert Coup(TIE, 1).offers_to() == ["player", "banker", "tie"]


# --- 6: the round


@law("6(a)")
def test_the_dealer_announces_no_more_bets() -> None:
    scene = Coup(PLAYER_9, 1).bet(1, "player").step(Close())
    assert scene.t.said == ["No more bets"]
    assert BETTING_OVER(scene.t)


@law("6(b)")
def test_four_cards_by_turns() -> None:
    scene = Coup(STANDS, 1).bet(1, "player").step(Close())
    for number, (place, cards) in enumerate(
        ((COMMUNITY, ("Kc",)), (DEALER, ("Qd",)), (COMMUNITY, ("Kc", "6s")), (DEALER, ("Qd", "7h"))), 1
    ):
        scene.run_until(DealOpen, number)
        assert scene.t.cards(place) == [(card, True) for card in cards]
    assert scene.run().cards_left() == 116


@law("6(c)")
def test_the_house_elects_open_or_covered_dealing() -> None:
    for dealing, opened, covered in (("open", 4, 0), ("covered", 0, 4)):
        scene = Coup(STANDS, 1, dealing=dealing).bet(1, "player").deal()
        assert (len(scene.acts(DealOpen)), len(scene.acts(DealCovered))) == (opened, covered)


@law("6(c)1")
def test_open_each_card_lies_face_up() -> None:
    scene = Coup(STANDS, 1).bet(1, "player").step(Close()).run_until(DealOpen, 4)
    assert all(lying.up for place in (COMMUNITY, DEALER) for lying in scene.t.cards(place))
    assert len(scene.t.cards(DEALER)) == 2
    assert scene.cards_left() == 116


@law("6(c)2")
def test_covered_the_bankers_cards_are_turned_after_the_players_hand_is_called() -> None:
    scene = Coup(STANDS, 1, dealing="covered").bet(1, "player").step(Close()).run_until(DealCovered, 4)
    assert [len(scene.t.cards(place)) for place in (COMMUNITY, DEALER)] == [2, 2]
    assert not any(lying.up for place in (COMMUNITY, DEALER) for lying in scene.t.cards(place))
    scene.run_until(TurnCards)
    assert scene.t.cards(COMMUNITY) == [("Kc", True), ("6s", True)]
    scene.run_until(CallCount)
    assert not any(lying.up for lying in scene.t.cards(DEALER))
    scene.run_until(TurnCards, 2)
    assert scene.t.cards(DEALER) == [("Qd", True), ("7h", True)]
    assert scene.run().winnings(1) == -1_000


@law("6(e)")
def test_the_players_count_is_called_and_then_the_bankers() -> None:
    scene = Coup(PANDA, 1).bet(1, "player").step(Close()).run_until(CallCount)
    assert (COUNTED.get(scene.t, "player"), COUNTED.get(scene.t, "banker")) == (5, None)
    scene.run_until(CallCount, 2)
    assert COUNTED.get(scene.t, "banker") == 7


@law("6(f)")
def test_with_a_natural_nobody_draws() -> None:
    for player, banker in ((p, b) for p in range(10) for b in range(10) if max(p, b) >= 8):
        scene = deal_counts(player, banker, 5, 5)
        assert NATURAL(scene.last.table)
        assert not thirds(scene)
        assert scene.cards_left() == 116
    assert thirds(deal_counts(7, 2, 5)) == ["banker"]


@law("6(g)")
def test_the_players_hand_draws_on_0_to_5_and_stays_on_6_and_7() -> None:
    for count, row in enumerate(PLAYER_DRAWS):
        scene = deal_counts(count, 7, 1)
        assert ("player" in thirds(scene)) == (count <= 5) == (row == "D")
        assert RESULT.of(scene.last.table).player == count + (count <= 5)
        assert scene.cards_left() == 116 - len(thirds(scene))
        assert STAYED(scene.last.table, "player") == (count > 5)


@law("6(h)")
def test_where_the_players_hand_stayed_the_bankers_draws_on_0_to_5() -> None:
    for count, row in enumerate(BANKER_ALONE):
        for player in (6, 7):
            scene = deal_counts(player, count, 1)
            assert thirds(scene) == (["banker"] if count <= 5 else [])
            assert RESULT.of(scene.last.table).banker == count + (count <= 5)
            assert scene.cards_left() == 116 - len(thirds(scene))
            assert (row == "D") == (count <= 5)
            assert STAYED(scene.last.table, "banker") == (count > 5)


# The table of the sheet once more, as it is printed there, and not as the code has it.
SHEET = """
0 D D D D D D D D D D
1 D D D D D D D D D D
2 D D D D D D D D D D
3 D D D D D D D D S D
4 S S D D D D D D S S
5 S S S S D D D D S S
6 S S S S S S D D S S
7 S S S S S S S S S S
"""
CELLS = [
    (int(line.split()[0]), third, cell)
    for line in SHEET.strip().splitlines()
    for third, cell in enumerate(line.split()[1:])
]


@law("6(i)")
def test_all_80_cells_of_table_t() -> None:
    assert len(CELLS) == 80
    for banker, third, cell in CELLS:
        scene = deal_counts(0, banker, third, 1)
        assert RESULT.of(scene.last.table)[:2] == (third, banker + (cell == "D"))
        assert scene.cards_left() == 116 - len(thirds(scene))
        assert thirds(scene) == ["player", *(["banker"] if cell == "D" else [])], (banker, third)
        assert STAYED(scene.last.table, "banker") == (cell == "S")
        assert TABLE_T[banker][third] == cell


@law("6(j)")
def test_third_cards_are_dealt_face_up_the_players_first() -> None:
    for dealing in ("open", "covered"):
        scene = Coup("2c Kd Ks 2h 3c 4c", 1, dealing=dealing).bet(1, "player").step(Close()).run_until(DrawThird)
        assert scene.t.cards(COMMUNITY)[2] == ("3c", True)
        assert len(scene.t.cards(DEALER)) == 2
        scene.run_until(DrawThird, 2)
        assert scene.t.cards(DEALER)[2] == ("4c", True)


@law("6(k)")
def test_no_hand_gets_more_than_three_cards() -> None:
    scene = Coup("2c Kd Ks 2h 3c 4c", 1).bet(1, "player").step(Close()).run_until(DrawThird)
    assert scene.bars_against(ThirdInError("player")) == {f"{FACTS}6(k)"}
    assert not scene.bars_against(ThirdInError("banker"))
    scene.run_until(DrawThird, 2)
    assert scene.bars_against(ThirdInError("banker")) == {f"{FACTS}6(k)"}
    # What else stands against it is no matter of that.
    stays = Coup(STANDS, 1).bet(1, "player").step(Close()).run_until(Stay)
    assert stays.bars_against(ThirdInError("player")) == {"house:incident"}
    natural = Coup(PLAYER_9, 1).bet(1, "player").step(Close()).run_until(CallNatural)
    assert natural.bars_against(ThirdInError("banker")) == {"house:incident"}
    for wrong in (ThirdInError("banker"), ThirdLeftOut("banker")):
        assert Coup(STANDS, 1).bet(1, "player").give(wrong).bars_against(ThirdInError("player")) == {"house:incident"}
    decided = Coup(PANDA, 1).bet(1, "player").step(Close()).run_until(CallResult)
    assert decided.bars_against(ThirdInError("banker")) == {"house:incident"}


@law("6(l)")
def test_after_the_cutting_card_the_round_is_finished_and_one_more_is_dealt() -> None:
    scene = Coup(f"{PLAYER_9} {STANDS} {STANDS}", 1, behind=117).bet(1, "player").deal()
    assert len(scene.acts(MeetCuttingCard)) == 1  # before the fourth card
    assert scene.cards_left() == 116
    assert scene.t.cutting_card is None
    scene.bet(1, "player").deal()
    assert isinstance(scene.driver.wait, ShoeOrderWanted)
    assert len(scene.driver.wait.cards) == 416
    assert [act.count for act in scene.acts(EmptyShoe)] == [120 - 8]
    first = Coup(PLAYER_9, 1, behind=120).bet(1, "player").deal()
    assert isinstance(first.driver.wait, ShoeOrderWanted)  # it came first: that round was the last
    between = Coup(f"{PLAYER_9} {STANDS}", 1, behind=116).bet(1, "player").deal()
    assert not between.acts(MeetCuttingCard)
    assert isinstance(between.bet(1, "player").deal().driver.wait, ShoeOrderWanted)


@law("6(m)")
def test_the_final_counts_and_the_winner_are_announced() -> None:
    for cards, result in (
        (PANDA, (8, 7, "player")),
        (BANKER_DRAWS, (6, 7, "banker")),
        (TIE, (3, 3, "tie")),
    ):
        scene = Coup(cards, 1).bet(1, "player").deal()
        assert RESULT.of(scene.last.table) == result
        assert not scene.acts(PutCallRight)


# --- 7: settlement


@law("7(a)")
def test_losers_are_collected_first_from_the_dealers_right() -> None:
    scene = Coup(BANKER_8, 1, 2, 3, 4).bet(1, "player").bet(2, "tie").bet(3, "banker").bet(4, "player").deal()
    taken = scene.acts(Collect)
    assert [(act.seat, act.spot) for act in taken] == [(4, "player"), (2, "tie"), (1, "player")]
    settled = [act for act in scene.acts() if isinstance(act, Collect | Pay)]
    assert settled.index(scene.acts(Pay)[0]) == 3
    assert scene.winnings(1, 2, 4) == [-1_000] * 3


@law("7(b)")
def test_then_winners_are_paid_in_the_same_order() -> None:
    scene = Coup(PLAYER_9, 1, 2, 3).bet(1, "player").bet(2, "tie").bet(3, "player", 30).deal()
    assert [act.seat for act in scene.acts(Pay)] == [3, 1]
    assert scene.winnings(1, 2, 3) == [1_000, -1_000, 3_000]


@law("7(c)")
def test_on_a_tie_wagers_on_the_hands_go_back() -> None:
    scene = Coup(TIE, 1, 2, 3, 4).bet(1, "player", 50).bet(2, "banker", 20).bet(3, "player").bet(4, "banker").deal()
    assert scene.winnings(1, 2, 3, 4) == [0] * 4
    assert [scene.wagers_of(seat) for seat in (1, 2, 3, 4)] == [{}] * 4
    assert {act.why for act in scene.acts(ReturnWager)} == {"a push: the hands tie"}


@law("7(d)")
def test_vigorish_is_taken_from_a_win_on_the_banker() -> None:
    taken = Coup(BANKER_8, 1).bet(1, "banker", 20).deal()
    assert (taken.winnings(1), [act.spot for act in taken.acts(TakeVigorish)]) == (1_900, ["banker"])
    each = Coup(BANKER_8, 1, 3, 5).bet(1, "banker", 20).bet(3, "banker").bet(5, "banker", 40).deal()
    assert each.winnings(1, 3, 5) == [1_900, 950, 3_800]
    debts = Coup(BANKER_8, 1, 3, 5, vigorish_taken="end-of-shoe").bet(1, "banker", 20).bet(3, "banker")
    debts.bet(5, "banker", 40).deal()
    assert [debts.debt_of(seat) for seat in (1, 3, 5)] == [100, 50, 200]
    marked = Coup(BANKER_8, 1, vigorish_taken="end-of-shoe").bet(1, "banker", 20).deal()
    assert (marked.winnings(1), marked.debt_of(1)) == (2_000, 100)
    assert [act.spot for act in marked.acts(MarkVigorish)] == ["banker"]


@law("7(e)")
def test_pairs_are_settled_whoever_wins() -> None:
    for cards in ("9c Kd 9s 3h", "4c Kd 4s 9h", "Kc Qd Ks 5h 5c 5d"):  # player, banker, tie
        scene = (
            Coup(cards, 1, pairs="offered").bet(1, "tie", 5).bet(1, "player pair", 5).bet(1, "banker pair", 5).deal()
        )
        on_tie = 4_000 if RESULT.of(scene.last.table).winner == "tie" else -500
        assert scene.winnings(1) - on_tie == 5_500 - 500


@law("7(f)")
def test_cards_are_collected_so_that_the_round_can_be_rebuilt() -> None:
    scene = Coup(PANDA, 1).bet(1, "player").deal()
    rack = scene.t.cards(DISCARD_RACK)[:5]
    assert [lying.card for lying in rack] == ["Kd", "7h", "2c", "3s", "3c"]  # the player's hand went first
    assert not any(lying.up for lying in rack)


# --- 8: odds and vigorish


@law("8(a)")
def test_odds_say_to_or_win() -> None:
    assert not faults_in('tie-odds = "9 to 1"')
    assert not faults_in('tie-odds = "8 to 1"')
    assert not faults_in('tie-odds = "9 win 1"')
    assert faults_in('tie-odds = "9 for 1"') == [f"{FACTS}8(a)"]
    assert f"{FACTS}8(a)" in faults_in('printed.layout.odds.odds.tie = "9 for 1"')


@law("8(b)")
def test_what_the_three_wagers_pay() -> None:
    assert win_of("player", PLAYER_9) == 1_000
    assert win_of("banker", BANKER_8) == 1_000 - 50
    assert win_of("tie", TIE) == 8_000
    assert win_of("tie", TIE, tie_odds="9 to 1") == 9_000
    for odds, short in (("7 to 1", True), ("8 to 1", False), ("9 to 1", False)):
        assert (f"{FACTS}8(b)" in faults_in(f'tie-odds = "{odds}"')) == short
    assert faults_in('printed.sign.odds.odds.player = "1 to 2"') == [f"{FACTS}8(b)"]


@law("8(c)")
def test_five_percent_of_what_was_won() -> None:
    assert win_of("banker", BANKER_8) == 950
    assert win_of("banker", BANKER_8, vigorish=4) == 960
    for percent in (3, 4, 5, 6):
        assert (f"{FACTS}8(c)" in faults_in(f"vigorish = {percent}")) == (percent in (3, 6))
    for elected, refused in ((None, []), (-1, ["vigorish"]), (0, []), (100, []), (101, ["vigorish"])):
        assert [each.key for each in Coup.game.house.usual(vigorish=elected).senseless()] == refused
    (decks,) = Coup.game.house.usual(packs=7).senseless()
    assert (decks.key, decks.right) == ("decks", "use 3, 4, 6 or 8")


@law("8(d)")
def test_vigorish_may_be_rounded_up_to_25_cents() -> None:
    up = "up-to-the-next-25-cents"
    for dollars, exact, rounded in ((10, 50, 50), (11, 55, 75), (12, 60, 75), (15, 75, 75), (16, 80, 100)):
        for elected, kept in (("exact", exact), (up, rounded)):
            scene = Coup(BANKER_8, 1, vigorish_rounding=elected).bet(1, "banker", dollars).deal()
            assert scene.winnings(1) == 100 * dollars - kept


@law("8(e)")
def test_vigorish_is_taken_at_once_or_marked() -> None:
    at_once = Coup(BANKER_8, 1, vigorish_taken="at-once").bet(1, "banker").deal()
    marked = Coup(BANKER_8, 1, vigorish_taken="end-of-shoe").bet(1, "banker").deal()
    assert (at_once.winnings(1), at_once.debt_of(1)) == (950, 0)
    assert (marked.winnings(1), marked.debt_of(1)) == (1_000, 50)
    assert faults_in('shuffler = "continuous"\nvigorish-taken = "end of shoe"') == [f"{FACTS}8(e)"]
    for sound in ('vigorish-taken = "end of shoe"', 'shuffler = "continuous"', 'form = "half on 6"'):
        assert not faults_in(sound)


@law("8(f)")
def test_marked_vigorish_falls_due_with_the_shoe_or_when_its_player_leaves() -> None:
    house: dict[str, Any] = {"vigorish_taken": "end-of-shoe"}
    over = Coup(f"{BANKER_8} {BANKER_8}", 1, 2, behind=116, **house).bet(1, "banker").bet(2, "banker", 20).deal()
    assert (over.winnings(1, 2), over.debt_of(1), over.debt_of(2)) == ([1_000, 2_000], 50, 100)
    over.bet(1, "banker").deal()  # the last round of the shoe
    assert (over.winnings(1, 2), over.debt_of(1), over.debt_of(2)) == ([1_900, 1_900], 0, 0)
    scene = Coup(f"{BANKER_8} {BANKER_8}", 1, 2, **house).bet(1, "banker", 100).bet(2, "player").deal()
    (left,) = [
        act for act in scene.give(Leave(1)).acts() if getattr(act, "player", "") == "Player 1" and hasattr(act, "chips")
    ]
    assert left.chips == 100_000_000 + 9_500
    paid = [(act.seat, act.position, act.spot) for act in (*over.acts(CollectVigorish), *scene.acts(CollectVigorish))]
    assert paid == [(2, 2, "banker"), (1, 1, "banker"), (1, 1, "banker")]
    assert "vigorish owed 1" not in scene.t.marks
    poor = Coup(f"{BANKER_8} {BANKER_8}", 1, chips=10_000, **house).bet(1, "banker", 100).deal()
    assert poor.debt_of(1) == 500
    for cents in (19_600, 20_000):
        assert poor.refusal_of(Wager(1, {"player": cents})) == {f"{FACTS}8(f)"}
    assert poor.refusal_of(Wager(1, {"player": 20_100})) == {"house:chips"}
    assert poor.give(Wager(1, {"player": 19_500})).wagers_of(1) == {"player": 19_500}


@law("8(f)")
@pytest.mark.parametrize(("chip", "most"), [(100, "$19"), (1, "$19.50")])
def test_who_owes_a_part_of_a_chip_is_told_what_chips_can_make(chip: int, most: str) -> None:
    house: dict[str, Any] = {"vigorish_taken": "end-of-shoe", "smallest_chip": chip}
    poor = Coup(f"{BANKER_8} {BANKER_8}", 1, chips=1_000, **house).bet(1, "banker", 10).deal()
    assert poor.debt_of(1) == 50
    [refused] = poor.driver.refusals(Wager(1, {"player": 2_000}))
    assert refused.cite == f"{FACTS}8(f)"
    assert (refused.wrong, refused.right) == ("You owe $0.50 of vigorish.", f"Bet {most} or less, or add chips.")


@law("8(g)")
def test_without_vigorish_a_dragon_7_gives_banker_wagers_back() -> None:
    form: dict[str, Any] = {"form": "without-vigorish"}
    assert win_of("banker", BANKER_8, **form) == 1_000
    back = Coup(DRAGON, 1, **form).bet(1, "banker").deal()
    assert (back.winnings(1), [act.why for act in back.acts(ReturnWager)]) == (0, ["a push: Dragon 7"])
    assert win_of("banker", PLAYER_9, **form) == -1_000
    assert (win_of("dragon 7", DRAGON, **form), win_of("panda 8", PANDA, **form)) == (40_000, 25_000)
    assert (win_of("dragon 7", PANDA, **form), win_of("panda 8", DRAGON, **form)) == (-1_000, -1_000)
    assert win_of("banker", DRAGON) == 950
    half: dict[str, Any] = {"form": "half-on-6"}
    assert (win_of("banker", SIX, **half), win_of("banker", BANKER_8, **half), win_of("banker", DRAGON, **half)) == (
        500,
        1_000,
        1_000,
    )
    assert win_of("player", "Kc Kd 6s 5h Kc", **half) == 1_000
    assert faults_in('form = "without vigorish"\nvigorish = 5') == [f"{FACTS}8(g)"]
    assert faults_in('form = "without vigorish"\nprinted.sign.odds.without-vigorish."dragon 7" = "39 to 1"') == [
        f"{FACTS}8(g)"
    ]


def test_stay_is_told() -> None:
    (stay,) = Coup(BANKER_DRAWS, 1).bet(1, "player").deal().acts(Stay)
    assert stay.tell() == "The player's hand stays."
