"""Casino War, parts 1 and 6 to 8 of the facts: definitions, the round, settlement and odds."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from games.casino_war.scene import FACTS, WarScene
from games.casino_war.test_law_table import advice_for, citations_against, law
from pitboss.analysis import setting
from pitboss.engine.inputs import Answer, Close, Leave, Wager
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.law.burning import BurnedSeen
from pitboss.games.casino_war.law.house import INITIAL, TIE, WAR, WAR_TIE, CasinoWarHouse
from pitboss.games.casino_war.law.ranking import is_higher, is_tie_hand
from pitboss.games.casino_war.law.settle import is_decided
from pitboss.games.casino_war.law.steps import BurnForWar, CallTie, Collect, Compare, GoToWar, Pay
from pitboss.table.card_steps import CollectCards, DealUp
from pitboss.table.cards import RANKS
from pitboss.table.steps import CollectWager, PayWager, ReturnWager
from pitboss.table.table import DEALER, DISCARD_RACK, SHOE, hand

WAR_CARDS = "Qc Qh 2c 2d 3c"  # a tie and three burned


def at_war(cards: str, **more: object) -> WarScene:
    """Send one player with $10 to war, in which these cards are dealt."""
    scene = WarScene(f"{WAR_CARDS} {cards}", tie_wager_on_war="not", **more)  # type: ignore[arg-type]
    return scene.bet(1, 10).deal().answer("w")


def all_at_war(cards: str, dealers: str, **more: object) -> WarScene:
    """Have three players with $10, $20 and $40 all tie and go to war, in which these cards are dealt."""
    war = f"Qc Qd Qs Qh 2c 2d 3c {cards} {dealers}"
    scene = WarScene(war, seats=(1, 3, 4), tie_wager_on_war="not", **more)  # type: ignore[arg-type]
    return scene.bet(1, 10).bet(3, 20).bet(4, 40).deal().answer("www")


def decisions(scene: WarScene, kind: type[Collect] | type[Pay]) -> list[tuple[str, ...]]:
    """Return the wagers that were settled by such an act, each with the player's card and the dealer's."""
    return [(step.spot, *step.decided_by) for step in scene.steps(kind)]


# --- 1: definitions


@law("1(a)")
def test_who_has_an_initial_wager_takes_part() -> None:
    scene = WarScene("Kc 9h", seats=(1, 2)).bet(1, 10).deal()
    assert scene.winnings(1, 2) == [1_000, 0]
    assert scene.t.faces(DISCARD_RACK)[:2] == ("9h", "Kc")


@law("1(b)")
def test_the_first_cards_decide_the_initial_wager() -> None:
    assert WarScene("Kc 9h").bet(1, 10).deal().winnings(1) == 1_000
    assert WarScene("8c 9h").bet(1, 10).deal().winnings(1) == -1_000
    scene = WarScene("Kc 9h").bet(1, 10).step(Close())
    dealt = [is_decided(scene.t, 1), *(is_decided(scene.run_until(DealUp, count).t, 1) for count in (1, 2))]
    assert dealt == [False, False, True]  # no card, his card, and the dealer's too


@law("1(c)")
def test_a_card_of_the_dealers_rank_is_a_tie_hand() -> None:
    assert [is_tie_hand("9c", card) for card in ("9c", "9s", "Ts", "8s")] == [True, True, False, False]
    for one, other in product(RANKS, RANKS):
        assert is_tie_hand(f"{one}c", f"{other}h") == (one == other)
    for rank in RANKS:
        tied = WarScene(f"{rank}c {rank}d {rank}s", seats=(1, 2)).bet(1, 10).bet(2, 10).deal()
        assert [step.position for step in tied.steps(CallTie)] == [2, 1]
    scene = WarScene("9c 9s").bet(1, 10).deal()
    assert scene.driver.question is not None


@law("1(d)")
def test_a_player_with_a_tie_hand_may_go_to_war() -> None:
    scene = WarScene("Qc Qh").bet(1, 10).deal()
    assert scene.driver.question is not None
    assert scene.driver.question.choices == ("surrender", "war")
    assert scene.answer("w").t.wager(1, WAR) == 1_000


@law("1(e)")
def test_a_war_wager_is_as_large_as_the_initial_wager() -> None:
    scene = WarScene("Qc Qd Qh", seats=(1, 2)).bet(1, 7).bet(2, 25).deal().answer("ww")
    assert (scene.t.wager(1, WAR), scene.t.wager(2, WAR)) == (700, 2_500)
    short = WarScene("Qc Qd Qh", seats=(1, 2), chips=1_000, readings={"short-stack": "all-in"}).bet(1, 7).bet(2, 5)
    short.deal().answer("ww")
    assert (short.t.wager(1, WAR), short.t.wager(2, WAR)) == (300, 500)


@law("1(f)")
def test_the_war_deal_comes_when_the_war_wagers_are_up() -> None:
    scene = WarScene("Qc Qd Qh 2c 2d 3c 5h Ah 8h", seats=(1, 2), tie_wager_on_war="not").bet(1, 10).bet(2, 10).deal()
    assert len(scene.answer("w").t.cards(hand(2))) == 1
    scene.answer("w")
    assert scene.winnings(1, 2) == [-2_000, 1_000]


@law("1(g)")
def test_a_tie_wager_is_on_the_deal_for_which_it_was_made() -> None:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 8h").bet(1, 10, 5).deal()
    assert scene.winnings(1) == 5_000 - 1_000
    scene.answer("w").tie_on_war(1, 5).give(Close())
    assert scene.winnings(1) == 5_000 - 2_000 - 500
    tied = WarScene("Qc Qh 2c 2d 3c 5h 5c").bet(1, 10).deal().answer("w").tie_on_war(1, 5).give(Close())
    assert tied.winnings(1) == 2_000 + 5_000


@law("1(h)")
def test_a_burned_card_lies_face_down_and_nobody_sees_it() -> None:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 8h", tie_wager_on_war="not").bet(1, 10).deal()
    scene.step(Answer(1, "war")).run_until(BurnForWar)
    top = scene.t.cards(DISCARD_RACK)[0]
    assert (top.card, top.up) == ("2c", False)
    for seat in (1, SPECTATOR):
        seen = view(scene.driver, seat)
        assert "2c" not in repr((seen.hands, seen.dealer, seen.community))
    assert scene.bars_against(BurnedSeen()) == set()  # only what nobody has seen can be seen by mistake
    assert scene.step(BurnedSeen()).bars_against(BurnedSeen()) == {"house:incident"}


@law("1(i)")
def test_a_round_lasts_until_everybody_is_settled_with() -> None:
    """Check that seat 2, who has won, waits for the war of seat 1."""
    scene = WarScene("Qc Kd Qh 2c 2d 3c 5h 8h", seats=(1, 2)).bet(1, 10).bet(2, 10).deal()
    assert scene.winnings(2) == 1_000
    assert scene.refusal_of(Leave(2)) == {f"{FACTS}2(e)"}
    scene.answer("s")
    assert scene.driver.done
    assert scene.next_round().bars_against(Leave(2)) == set()


@law("1(j)")
def test_cards_rank_from_the_ace_down_and_suits_do_not_count() -> None:
    for at, rank in enumerate(RANKS):
        higher = [other for other in RANKS if is_higher(f"{rank}c", f"{other}d")]
        assert higher == list(RANKS[:at])
    assert RANKS[0] + RANKS[-1] == "2A"
    assert WarScene("Ac Kh").bet(1, 10).deal().winnings(1) == 1_000
    assert WarScene("2c 3h").bet(1, 10).deal().winnings(1) == -1_000


@law("1(k)")
def test_to_surrender_is_to_give_up_half() -> None:
    scene = WarScene("Qc Qh").bet(1, 20).deal().answer("s")
    assert (scene.winnings(1), scene.house_won()) == (-1_000, 1_000)


# --- 6: the round


@law("6(a)")
def test_no_more_bets_is_called_before_the_deal() -> None:
    scene = WarScene("Kc 9h").bet(1, 10).step(Close())
    assert scene.t.said == ["No more bets"]
    assert not scene.t.cards(hand(1))


@law("6(b)")
def test_one_card_face_up_to_each_from_the_dealers_left() -> None:
    scene = WarScene("Kc 9h 4d 2s", seats=(2, 5, 7)).bet(7, 10).bet(2, 10).step(Close()).run_until(DealUp, 2)
    assert [(card.card, card.up) for position in (2, 7) for card in scene.t.cards(hand(position))] == [
        ("Kc", True), ("9h", True)
    ]  # fmt: skip
    assert not scene.t.cards(hand(5))
    assert not scene.t.cards(DEALER)


@law("6(c)")
def test_then_one_card_face_up_to_the_dealer() -> None:
    scene = WarScene("Kc 9h").bet(1, 10).step(Close()).run_until(DealUp, 2)
    assert [(card.card, card.up) for card in scene.t.cards(DEALER)] == [("9h", True)]
    assert view(scene.driver, SPECTATOR).dealer == ("9h",)
    assert [step.source for step in scene.steps(DealUp)] == [SHOE, SHOE]
    assert HIDDEN not in view(scene.driver, SPECTATOR).hands[1]


@law("6(d)")
def test_from_the_dealers_right_cards_are_compared_and_what_is_decided_is_settled() -> None:
    scene = WarScene("Kc Qd 4d Qs", seats=(1, 2, 3)).bet(1, 10).bet(2, 10).bet(3, 10).deal()
    moved = [step.position for step in scene.steps() if isinstance(step, CollectWager | PayWager | CallTie)]
    assert moved == [3, 2, 1]
    assert [len(scene.steps(kind)) for kind in (Compare, CallTie)] == [1, 1]
    assert scene.winnings(1, 2, 3) == [1_000, -1_000, -1_000]
    assert scene.driver.question is not None
    assert scene.driver.question.position == 2


@law("6(e)")
def test_who_ties_chooses_between_surrender_and_war() -> None:
    for letter, won in (("s", -500), ("w", -2_000)):
        scene = WarScene("Qc Qh").bet(1, 10).deal()
        assert scene.driver.question is not None
        assert scene.driver.question.choices == ("surrender", "war")
        assert scene.answer(letter).winnings(1) == won
    scene = WarScene("Qc 9d Qd Qs Qh", seats=(1, 2, 3, 4))
    for seat in (1, 2, 3, 4):
        scene.bet(seat, 10)
    scene.deal()
    for seat, letter in ((4, "w"), (3, "s"), (1, "w")):  # each of those who tie, and no other
        assert scene.driver.question is not None
        assert (scene.driver.question.seat, scene.driver.question.choices) == (seat, ("surrender", "war"))
        scene.answer(letter)
    assert scene.driver.question is None


@law("6(f)")
def test_all_are_asked_from_the_right_before_a_card_of_the_war_is_dealt() -> None:
    scene = WarScene("Qc Qd Qs Qh 2c 2d 3c 5h 6h 7h 8h", seats=(1, 2, 3), tie_wager_on_war="not")
    scene.bet(1, 10).bet(2, 10).bet(3, 10).deal()
    for position in (3, 2, 1):
        assert scene.driver.question is not None
        assert scene.driver.question.position == position
        assert not scene.steps(BurnForWar)
        scene.answer("w")
    assert scene.winnings(1, 2, 3) == [-2_000] * 3


@law("6(g)")
def test_on_surrender_half_is_collected_half_goes_back_and_the_card_too() -> None:
    scene = WarScene("Qc 9d Qh", seats=(1, 2)).bet(1, 10).bet(2, 10).deal().answer("s")
    assert (scene.winnings(1), scene.house_won()) == (-500, 1_500)
    assert decisions(scene, Collect) == [(INITIAL, "9d", "Qh"), (INITIAL, "Qc", "Qh")]
    scene = WarScene("Qc Qd Qh", seats=(1, 2)).bet(1, 10).bet(2, 10).deal().answer("s")
    assert scene.t.live_positions() == [1]
    assert scene.t.faces(DISCARD_RACK)[0] == "Qd"
    assert scene.t.wager(2, INITIAL) == 0
    bets = {1: 10, 3: 20, 4: 8}
    several = WarScene("Qc Qd Qs Qh", seats=(1, 3, 4))
    for seat, dollars in bets.items():
        several.bet(seat, dollars)
    several.deal().answer("ss")
    assert several.t.faces(DISCARD_RACK)[:2] == ("Qd", "Qs")
    several.answer("s")
    for seat, dollars in bets.items():
        assert several.winnings(seat) == -50 * dollars
        assert [step.cents for step in several.steps(ReturnWager) if step.seat == seat] == [50 * dollars]
    collected = [step.place for step in several.steps(CollectCards) if step.cite == f"{FACTS}6(g)"]
    assert collected == [hand(4), hand(3), hand(1)]


@law("6(h)")
def test_a_war_wager_is_placed_and_a_tie_wager_may_be() -> None:
    scene = WarScene("Qc Qd Qh 2c 2d 3c 5h 9s 8h", seats=(1, 2)).bet(1, 10).bet(2, 20).deal().answer("ws")
    assert scene.t.wager(2, WAR) == 2_000
    assert not scene.t.said  # bets are open again, so no “No more bets” stands
    assert [step.cents for step in scene.steps(GoToWar)] == [2_000]
    assert scene.bars_against(Wager(1, {WAR_TIE: 100})) == {f"{FACTS}5(d)"}
    assert scene.tie_on_war(2, 3).t.wager(2, WAR_TIE) == 300
    assert scene.bars_against(Wager(2, {WAR_TIE: 9_700})) == set()
    short = WarScene("Qc Qd Qh", seats=(1, 2), chips=1_500, readings={"short-stack": "all-in"}).bet(1, 10).bet(2, 5)
    short.deal().answer("ww")
    assert (short.t.wager(1, WAR), short.t.wager(2, WAR)) == (500, 500)
    assert scene.bars_against(Wager(2, {WAR_TIE: 9_800})) == {f"{FACTS}5(e)"}


@law("6(i)")
def test_three_cards_are_burned_if_there_is_a_war() -> None:
    scene = at_war("5h 8h")
    assert scene.t.faces(DISCARD_RACK)[:7] == ("Qh", "8h", "Qc", "5h", "3c", "2d", "2c")
    assert not any(lying.up for lying in scene.t.cards(DISCARD_RACK)[4:7])
    peace = WarScene("Qc Qh").bet(1, 10).deal().answer("s")
    assert not peace.steps(BurnForWar)
    assert peace.t.faces(DISCARD_RACK)[:2] == ("Qh", "Qc")


@law("6(j)")
def test_each_at_war_gets_a_card_and_the_dealer_one_for_all() -> None:
    scene = WarScene("Qc Qd Qs Qh 2c 2d 3c 5h Ah 8h", seats=(1, 2, 3), tie_wager_on_war="not")
    scene.bet(1, 10).bet(2, 10).bet(3, 10).deal().answer("ws").step(Answer(1, "war")).run_until(DealUp, 7)
    assert [scene.t.faces(place) for place in (hand(1), hand(3), DEALER)] == [("Qc", "5h"), ("Qs", "Ah"), ("Qh", "8h")]
    assert all(card.up for card in scene.t.cards(hand(3)))


@law("6(k)")
def test_wars_are_settled_from_the_right() -> None:
    scene = WarScene("Qc Qs Qh 2c 2d 3c 5h Ah 8h", seats=(1, 3), tie_wager_on_war="not").bet(1, 10).bet(3, 10).deal()
    scene.answer("w").step(Answer(1, "war")).run_until(Pay)
    assert scene.winnings(1, 3) == [-2_000, 0]  # the initial wager of seat 3 has not come back yet
    assert scene.run().winnings(1, 3) == [-2_000, 1_000]
    assert [step.position for step in scene.steps(Pay) + scene.steps(Collect)] == [3, 1, 1]
    assert decisions(scene, Pay) + decisions(scene, Collect) == [
        (WAR, "Ah", "8h"), (WAR, "5h", "8h"), (INITIAL, "5h", "8h")
    ]  # fmt: skip


@law("6(l)")
def test_cards_are_racked_so_that_each_hand_can_be_rebuilt() -> None:
    scene = WarScene("Kc 4d 9s", seats=(2, 6)).bet(2, 10).bet(6, 10).deal()
    assert scene.t.faces(DISCARD_RACK)[:3] == ("9s", "Kc", "4d")
    assert GAME.dispute is not None
    hands = list(GAME.dispute(scene.driver))
    assert [(each.position, each.cards, each.agrees) for each in hands] == [
        (0, ("9s",), True), (2, ("Kc",), True), (6, ("4d",), True)
    ]  # fmt: skip


# --- 7: settlement


LOWER_THAN_NINE = ("8c", "2d", "5s", "7c", "3d", "6h", "4d")


@law("7(a)")
def test_a_lower_card_loses_initial_and_tie_wager() -> None:
    scene = WarScene("8c 9h").bet(1, 10, 5).deal()
    assert (scene.winnings(1), scene.house_won()) == (-1_500, 1_500)
    assert decisions(scene, Collect) == [(INITIAL, "8c", "9h"), (TIE, "8c", "9h")]
    for low, high in combinations(RANKS, 2):
        lower = WarScene(f"{low}c {low}s {high}h", seats=(1, 4)).bet(1, 10, 5).bet(4, 20, 5).deal()
        assert lower.winnings(1, 4) == [-1_500, -2_500], (low, high)
    for players in range(3, 8):
        seats = range(1, players + 1)
        many = WarScene(" ".join(LOWER_THAN_NINE[:players]) + " 9h", seats=(*seats,))
        for seat in seats:
            many.bet(seat, 10, 5)
        assert many.deal().winnings(*seats) == [-1_500] * players


HIGHER_THAN_NINE = ("Tc", "Ad", "Js", "Kc", "Td", "Qh", "Jd")


@law("7(b)")
def test_a_higher_card_wins_even_money_and_the_tie_wager_loses() -> None:
    scene = WarScene("Tc 9h").bet(1, 10, 5).deal()
    for low, high in combinations(RANKS, 2):
        higher = WarScene(f"{high}c {high}s {low}h", seats=(1, 4)).bet(1, 10, 5).bet(4, 20, 5).deal()
        assert higher.winnings(1, 4) == [500, 1_500], (low, high)
    for players in range(3, 8):
        seats = range(1, players + 1)
        many = WarScene(" ".join(HIGHER_THAN_NINE[:players]) + " 9h", seats=(*seats,))
        for seat in seats:
            many.bet(seat, 10, 5)
        assert many.deal().winnings(*seats) == [500] * players
    assert (scene.winnings(1), scene.house_won()) == (500, -500)
    assert decisions(scene, Pay) + decisions(scene, Collect) == [(INITIAL, "Tc", "9h"), (TIE, "Tc", "9h")]


@law("7(c)")
def test_a_tie_wager_is_paid_before_the_player_decides() -> None:
    scene = WarScene("9c 9h").bet(1, 10, 5).deal()
    assert scene.driver.question is not None
    assert scene.winnings(1) == 5_000 - 1_000
    assert scene.t.wager(1, TIE) == 0
    assert decisions(scene, Pay) == [(TIE, "9c", "9h")]
    later = WarScene("9c 9d 9h", seats=(1, 2), readings={"tie-paid-when": "end"}).bet(1, 10, 5).bet(2, 10, 3).deal()
    assert not later.steps(Pay)
    assert [(step.seat, step.position, step.cents) for step in later.answer("ss").steps(Pay)] == [
        (2, 2, 3_000), (1, 1, 5_000)
    ]  # fmt: skip
    mixed = WarScene("9c 9d 9h", seats=(1, 2), readings={"tie-paid-when": "end"}).bet(1, 10, 5).bet(2, 10, 3).deal()
    mixed.answer("ws").give(Close())
    assert [step.decided_by for step in mixed.steps(Pay) if step.spot == TIE] == [("9d", "9h"), ()]


@law("7(d)")
def test_a_higher_card_in_the_war_is_paid_on_the_war_wager_alone() -> None:
    scene = at_war("9h 8h")
    assert decisions(scene, Pay) == [(WAR, "9h", "8h")]
    assert (scene.winnings(1), scene.house_won()) == (1_000, -1_000)
    assert [step.cents for step in scene.steps(ReturnWager)] == [1_000]
    assert all_at_war("9h Th Ah", "8h").winnings(1, 3, 4) == [1_000, 2_000, 4_000]


@law("7(e)")
def test_a_tie_in_the_war_pays_2_to_1_and_ends_it() -> None:
    scene = at_war("8c 8h")
    assert scene.driver.done
    assert (scene.winnings(1), scene.house_won()) == (2_000, -2_000)
    assert decisions(scene, Pay) == [(WAR, "8c", "8h")]
    assert [step.cents for step in scene.steps(ReturnWager)] == [1_000]
    several = all_at_war("8c 8d 8s", "8h")
    assert several.driver.done
    assert several.winnings(1, 3, 4) == [2_000, 4_000, 8_000]


@law("7(f)")
def test_a_lower_card_in_the_war_loses_both() -> None:
    scene = at_war("7c 8h")
    assert (scene.winnings(1), scene.house_won()) == (-2_000, 2_000)
    assert decisions(scene, Collect) == [(WAR, "7c", "8h"), (INITIAL, "7c", "8h")]
    assert all_at_war("7c 2h 6d", "8h").winnings(1, 3, 4) == [-2_000, -4_000, -8_000]


@law("7(g)")
def test_a_tie_wager_on_the_war_wins_by_a_tie_and_else_loses() -> None:
    for cards, won in (("8c 8h", 2_000 + 5_000), ("9c 8h", 1_000 - 500), ("7c 8h", -2_000 - 500)):
        scene = WarScene(f"{WAR_CARDS} {cards}").bet(1, 10).deal().answer("w").tie_on_war(1, 5).give(Close())
        assert scene.winnings(1) == won
        assert (WAR_TIE, *cards.split()) in decisions(scene, Pay) + decisions(scene, Collect)
    scene = WarScene("Qc Qd Qs Qh 2c 2d 3c 8c 9d 8s 8h", seats=(1, 3, 4)).bet(1, 10).bet(3, 10).bet(4, 10).deal()
    scene.answer("www").tie_on_war(1, 5).tie_on_war(3, 20).tie_on_war(4, 10).give(Close())
    assert scene.winnings(1, 3, 4) == [2_000 + 5_000, 1_000 - 2_000, 2_000 + 10_000]


@law("7(h)")
def test_of_an_odd_half_the_next_lower_amount_is_taken() -> None:
    for bet, taken in ((6, 300), (7, 300), (8, 400), (9, 400)):
        scene = WarScene("Qc Qh").bet(1, bet).deal().answer("s")
        assert scene.winnings(1) == -taken
        assert decisions(scene, Collect) == [(INITIAL, "Qc", "Qh")]
    for reading, taken in (("player-gives-way", 400), ("exact-cents", 350)):
        scene = WarScene("Qc Qh", readings={"odd-half": reading}).bet(1, 7).deal().answer("s")
        assert scene.winnings(1) == -taken
        assert [step.cite for step in scene.steps(Collect)] == [f"{FACTS}6(g), reading:odd-half"]
        assert WarScene("Qc Qh", readings={"odd-half": reading}).bet(1, 8).deal().answer("s").winnings(1) == -400
    several = WarScene("Qc Qd Qs Qh", seats=(1, 3, 4)).bet(1, 7).bet(3, 9).bet(4, 11).deal().answer("sss")
    assert several.winnings(1, 3, 4) == [-300, -400, -500]
    coarse = WarScene("Qc Qh", smallest_chip=500, tie_wager="not").bet(1, 5).deal().answer("s")
    assert coarse.winnings(1) == 0  # no chip is small enough


# --- 8: odds


@law("8(a)")
def test_odds_are_stated_with_to_or_win() -> None:
    assert citations_against(war_tie_odds="2 to 1") == citations_against(war_tie_odds="3 win 1") == []
    assert citations_against(war_tie_odds="3 for 1") == citations_against(tie_odds="11 for 1") == [f"{FACTS}8(a)"]


@law("8(b)")
def test_the_pay_table_says_what_is_paid() -> None:
    assert WarScene("Tc 9h").bet(1, 10).deal().winnings(1) == 1_000
    assert at_war("9h 8h").winnings(1) == 1_000
    assert at_war("8c 8h").winnings(1) == 2_000
    by = f"{FACTS}8(b)"
    assert [step.by for step in at_war("8c 8h").steps(Pay)] == [f"{by}, reading:war-tie"]
    assert [step.by for step in at_war("8c 8h", war_tie_odds="2 to 1").steps(Pay)] == [by]
    assert [step.by for step in at_war("9h 8h").steps(Pay)] == [by]
    assert [step.hand_class for cards in ("8c 8h", "9h 8h") for step in at_war(cards).steps(Pay)] == [
        "tie", "higher card"
    ]  # fmt: skip
    even = {"war-tie": "1-to-1"}
    assert at_war("8c 8h", readings=even).winnings(1) == 1_000
    assert at_war("8c 8h", readings=even, war_tie_odds="2 to 1").winnings(1) == 2_000  # elected, so nothing is read
    assert GAME.printed is not None
    assert [table.lines for table in GAME.printed(GAME.rules({}), CasinoWarHouse()).pays] == [
        (("Tie in war", "2 to 1"), ("Higher in war", "1 to 1"), ("Higher card", "1 to 1")), (("Tie", "10 to 1"),)
    ]  # fmt: skip
    assert len(GAME.printed(GAME.rules({}), CasinoWarHouse(tie_wager="not")).pays) == 1
    assert (
        at_war("8c 8h", war_tie_odds="plain").winnings(1) == at_war("8c 8h", war_tie_odds="1 to 1").winnings(1) == 1_000
    )
    assert at_war("9c 8h", war_tie_odds="plain").winnings(1) == 1_000
    assert WarScene("9c 8h", war_tie_odds="plain").bet(1, 10).deal().winnings(1) == 1_000
    assert WarScene("9c 9h", war_tie_odds="plain").bet(1, 10, 1).deal().answer("s").winnings(1) == 1_000 - 500
    assert at_war("8c 8h", war_tie_odds="4 to 1").winnings(1) == 4_000
    assert WarScene("9c 9h").bet(1, 10, 1).deal().answer("s").winnings(1) == 1_000 - 500
    assert WarScene("9c 9h", tie_odds="11 to 1").bet(1, 10, 1).deal().answer("s").winnings(1) == 1_100 - 500
    assert citations_against(tie_odds="9 to 1") == [f"{FACTS}8(b)"]
    assert advice_for(tie_odds="9 to 1") == ["pay 10 to 1 or more"]
    assert advice_for(war_tie_odds="3 to 2") == ["pay 2 to 1 or more, or name plain (1 to 1) or triple bonus (4 to 1)"]
    assert citations_against(tie_odds="10 to 1") == citations_against(tie_odds="11 to 1") == []
    assert citations_against(war_tie_odds="plain") == []
    assert CasinoWarHouse(war_tie_odds="3 to 2").breaches(GAME.rules({}))[0].cite == f"{FACTS}8(b)"


@law("8(b)")
@pytest.mark.parametrize(
    ("elected", "won"),
    [
        ("plain", 1_000),
        ("Plain", 1_000),
        ("1 win 1", 1_000),
        ("triple bonus", 4_000),
        ("triple-bonus", 4_000),
        ("Triple Bonus", 4_000),
    ],
)
def test_a_pay_table_is_elected_by_its_name(elected: str, won: int) -> None:
    house = setting("casino-war", settings={"war-tie-odds": elected}).house
    assert not house.breaches(GAME.rules({}))
    scene = at_war("8c 8h", war_tie_odds=elected)
    assert scene.winnings(1) == won
    assert [step.by for step in scene.steps(Pay)] == [f"{FACTS}8(b)"]  # elected, so nothing is read
    assert at_war("9c 8h", war_tie_odds=elected).winnings(1) == 1_000  # the rest is as in every table
    assert WarScene("9c 8h", war_tie_odds=elected).bet(1, 10).deal().winnings(1) == 1_000
    assert WarScene("9c 9h", war_tie_odds=elected).bet(1, 10, 1).deal().answer("s").winnings(1) == 1_000 - 500


@pytest.mark.parametrize("elected", ["triple", "double bonus", "plainly"])
def test_what_is_no_name_is_refused_with_the_names(elected: str) -> None:
    assert citations_against(war_tie_odds=elected) == [f"{FACTS}8(a)"]
    assert advice_for(war_tie_odds=elected)[0].endswith(", or name plain (1 to 1) or triple bonus (4 to 1)")
    assert "plain" not in advice_for(tie_odds=elected)[0]
