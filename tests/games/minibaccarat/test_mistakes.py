"""Minibaccarat: what is easy to get wrong, both sides of every number, and a debt that outlives a table's accidents."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from games.minibaccarat.golden import a_natural_with_rounded_vigorish, a_tie_by_the_one_cell_that_stays
from games.minibaccarat.scene import Coup, breaches_of
from kit.coups import BANKER_8, PANDA, PLAYER_9, STANDS, TIE
from pitboss.common.punto_banco.brief import brief
from pitboss.common.punto_banco.house import vigorish
from pitboss.common.punto_banco.irregular import ShoeUnsound, ThirdInError, ThirdLeftOut, WrongCount, WrongHand
from pitboss.common.punto_banco.steps import CollectVigorish, DealOpen, Pay, ShoeReady
from pitboss.common.punto_banco.third_card_tables import (
    BANKER_ALONE,
    PLAYER_DRAWS,
    TABLE_T,
    banker_draws,
    count,
    is_pair,
    player_draws,
)
from pitboss.compliance.house_file.judgment import check
from pitboss.engine.carry import without_shoe
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import DrawnInError, FaceUpCard
from pitboss.engine.inputs import SUPERVISOR, AddChips, CardOrder, Close, Cut, Input, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.view import view
from pitboss.games.minibaccarat import GAME
from pitboss.games.minibaccarat.law.house import MinibaccaratHouse
from pitboss.server.live.setting_form import build_form
from pitboss.server.live.table_settings import setting_of
from pitboss.table.card_steps import BurnCard, DiscardFaceUp, LoadDeck, OrderRecut
from pitboss.table.table import DISCARD_RACK, SHOE

MARKED: dict[str, Any] = {"vigorish_taken": "end-of-shoe"}
UP = "up-to-the-next-25-cents"


def test_the_walks_of_the_sheet_to_the_cent() -> None:
    first = a_tie_by_the_one_cell_that_stays()
    assert first.winnings(1, 2, 3) == [0, 8_000, 0]
    second = a_natural_with_rounded_vigorish()
    assert [second.net(seat) for seat in (1, 2, 3, 4)] == [9_500, -5_000, 650, -2_000]
    assert [act.seat for act in second.acts(Pay)] == [3, 1]
    assert len(second.drivers[0].table.cards(DISCARD_RACK)) == 1 + 6 + 4


def test_the_one_s_in_row_3_and_its_neighbors() -> None:
    assert [TABLE_T[3][third] for third in (7, 8, 9)] == ["D", "S", "D"]
    assert (banker_draws(3, "7c"), banker_draws(3, "8c"), banker_draws(3, "9c")) == (True, False, True)
    assert banker_draws(5, None)
    assert not banker_draws(6, None)
    assert player_draws(5)
    assert not player_draws(6)
    assert (len(TABLE_T), {len(row) for row in TABLE_T}) == (8, {10})
    assert (len(PLAYER_DRAWS), len(BANKER_ALONE)) == (8, 8)


def test_cards_that_are_out_to_be_cut_again_are_not_cut_twice() -> None:
    again = Order("recut", by=SUPERVISOR)
    scene = Coup.new_table(f"As 2c {PLAYER_9}", 1).step(again).run_until(OrderRecut)
    assert not scene.t.cards(SHOE)
    assert scene.bars_against(again) == {"beyond:minibaccarat.4(h)"}


def test_a_third_card_that_is_a_ten_counts_nothing_but_is_a_third_card() -> None:
    """Check that the banker's 4 stays against a ten, and draws where the player's hand has stayed."""
    assert not banker_draws(4, "Kc")
    assert banker_draws(4, None)


def test_counts_and_pairs() -> None:
    assert [count(cards) for cards in (("9c", "9d", "9h"), ("5c", "5d"), ("Ac", "Ad", "Ah"), ())] == [7, 0, 3, 0]
    assert is_pair(("Tc", "Td"))
    assert not is_pair(("Tc", "Jd"))
    assert is_pair(("7c", "7c"))  # two cards of one face are two cards


def test_two_cards_of_one_face_are_two_cards() -> None:
    scene = Coup("9c 9c Kd Kd", 1, 2).bet(1, "tie", 5).bet(2, "player").deal()
    assert scene.winnings(1, 2) == [4_000, 0]
    assert scene.t.faces(DISCARD_RACK)[:4] == ("9c", "Kd", "9c", "Kd")


@pytest.mark.parametrize(
    ("dollars", "exact", "up", "down"),
    [(1, 5, 25, 0), (5, 25, 25, 25), (6, 30, 50, 25), (10, 50, 50, 50), (99, 495, 500, 475), (100, 500, 500, 500)],
)
def test_vigorish_on_both_sides_of_25_cents(dollars: int, exact: int, up: int, down: int) -> None:
    def vigorish_on(readings: dict[str, str], **house: Any) -> int:
        return vigorish(GAME.rules(readings), MinibaccaratHouse.usual(**house), 100 * dollars)

    assert vigorish_on({}) == exact
    assert vigorish_on({}, vigorish_rounding=UP) == vigorish_on({"vigorish-rounding": "up-25-cents"}) == up
    assert vigorish_on({"vigorish-rounding": "down-25-cents"}) == down
    assert vigorish_on({"vigorish-rounding": "up-25-cents"}, vigorish_rounding="exact") == exact  # the house elects


def test_vigorish_comes_out_in_cents_or_the_house_is_told() -> None:
    rules = GAME.rules({})
    for chip, right in ((20, True), (10, False)):
        house = GAME.house.usual(smallest_chip=chip)
        assert ("house:smallest-chip" not in breaches_of(house, rules)) == right
    assert not breaches_of(GAME.house.usual(smallest_chip=10, vigorish_rounding=UP), rules)


# --- a debt


def scene_with_debt() -> Coup:
    """Return a scene in the middle of a shoe in which seat 1 owes $5."""
    return Coup(f"{BANKER_8} {PLAYER_9} {STANDS}", 1, 2, **MARKED).bet(1, "banker", 100).deal()


def test_a_debt_outlives_the_round_and_a_restart() -> None:
    scene = scene_with_debt()
    carry = scene.last.next
    assert carry is not None
    read = msgspec.json.decode(msgspec.json.encode(carry), type=type(carry))
    again = Driver(GAME, scene.rules, scene.house, read)
    assert again.table.marks["vigorish owed 1"] == 500
    assert view(again, 0).marks["vigorish owed 1"] == 500  # the box lies before everybody


def test_a_debt_outlives_winding_up_which_ends_the_shoe() -> None:
    carry = scene_with_debt().bet(1, "player").driver.carry  # the round is given up: the table goes on from its carry
    wound = without_shoe(carry)
    assert wound.marks["vigorish owed 1"] == 500
    scene = Coup(carry=wound, **MARKED)
    assert scene.winnings(1) == -500  # the shoe is over: it is collected before another one
    assert scene.debt_of(1) == 0


def test_a_debt_is_collected_when_a_shoe_leaves_the_table() -> None:
    scene = scene_with_debt().give(ShoeUnsound("foreign card"))
    assert (scene.winnings(1), scene.debt_of(1)) == (9_500, 0)


def test_a_debt_stays_with_its_seat_and_no_other() -> None:
    scene = scene_with_debt().give(Leave(1), Sit(1, "Another Ann", 10_000))
    assert scene.debt_of(1) == 0
    assert scene.bet(1, "player", 100).wagers_of(1) == {"player": 10_000}


def test_a_debt_is_undone_with_the_round() -> None:
    scene = Coup(PANDA, 1, readings={"missed-third": "undone"}, **MARKED).bet(1, "banker")
    scene.give(ThirdLeftOut("player", "too late")).deal()
    assert (scene.winnings(1), scene.debt_of(1)) == (0, 0)


def test_nobody_can_wager_what_is_owed() -> None:
    scene = Coup(f"{BANKER_8} {PLAYER_9}", 1, chips=10_000, **MARKED).bet(1, "banker", 100).deal()
    for cents, taken in ((19_500, True), (19_600, False)):
        assert (not scene.bars_against(Wager(1, {"player": cents}))) == taken
    scene.give(AddChips(1, 100))
    assert not scene.bars_against(Wager(1, {"player": 19_600}))
    scene.give(Wager(1, {"banker": 19_600})).deal()
    assert scene.chips(1) == scene.debt_of(1) == 500
    assert scene.give(Leave(1)).acts(CollectVigorish)[0].cents == 500


def test_vigorish_is_never_owed_on_a_tie_or_a_loss() -> None:
    scene = Coup(f"{TIE} {PLAYER_9}", 1, **MARKED).bet(1, "banker").deal().bet(1, "banker").deal()
    assert (scene.debt_of(1), scene.winnings(1)) == (0, -1_000)


# --- the shoe


def test_the_cutting_card_between_two_rounds_comes_first_in_the_next() -> None:
    scene = Coup(f"{PLAYER_9} {PLAYER_9}", 1, behind=116).bet(1, "player").deal()
    assert scene.t.cutting_card == 116
    assert scene.bet(1, "player").deal().cards_left() == 0


@pytest.mark.parametrize(("behind", "rounds"), [(121, 1), (120, 1), (119, 2), (117, 2), (116, 2), (115, 3)])
def test_how_many_rounds_follow_the_cutting_card(behind: int, rounds: int) -> None:
    scene = Coup(f"{PLAYER_9} {PLAYER_9} {PLAYER_9}", 1, behind=behind)
    for number in range(1, rounds + 1):
        scene.bet(1, "player").deal()
        assert (scene.last.next is not None and scene.last.next.shoe is UNSET) == (number == rounds)


def test_a_void_round_is_a_round_as_to_the_last_one() -> None:
    scene = Coup(STANDS, 1, behind=None).bet(1, "player").give(WrongHand(certain=False)).deal()
    assert scene.last.next is not None
    assert scene.last.next.shoe is UNSET


def test_an_ace_burns_one_and_a_ten_burns_ten() -> None:
    for card, burned in (("As", 1), ("9s", 9), ("Ts", 10), ("Ks", 10)):
        assert Coup.new_table(card, 1).cards_left() == 416 - 1 - burned


def test_nothing_of_the_shoe_is_in_a_view() -> None:
    scene = Coup(STANDS, 1, dealing="covered").bet(1, "player").step(Close())
    seen = view(scene.driver, 1)
    assert (seen.community, seen.dealer) == ((), ())
    scene.driver.run(2)
    seen = view(scene.driver, 1)
    assert (seen.community, seen.dealer) == (("??",), ("??",))
    told = " ".join(act.told for act in seen.acts)
    assert "♣" not in told
    assert "♦" not in told


# --- errors


def test_an_error_is_made_once() -> None:
    scene = Coup(STANDS, 1).bet(1, "player").give(WrongHand())
    assert scene.refusal_of(WrongHand()) == {"house:incident"}
    scene.give(WrongCount())
    assert scene.refusal_of(WrongCount()) == {"house:incident"}
    scene.give(ThirdInError("player"))
    for again in (ThirdInError("banker"), ThirdLeftOut("banker")):
        assert scene.refusal_of(again) == {"house:incident"}
    assert scene.deal().winnings(1) == -1_000


def test_nothing_goes_wrong_with_a_round_that_is_decided() -> None:
    scene = Coup(STANDS, 1).bet(1, "player").step(Close()).run_until(DealOpen, 4)
    assert scene.bars_against(WrongHand()) == {"house:incident"}
    late: tuple[Input, ...] = (FaceUpCard(500), FaceUpCard(-1), ThirdLeftOut("player"))
    assert [bool(scene.bars_against(each)) for each in late] == [True, True, False]


def test_a_card_that_lies_face_up_is_neither_turned_first_nor_burned() -> None:
    for depth, cards in enumerate(("Kd 2d 3d 3h", "2d Kd 3d 3h")):
        scene = Coup(TIE, 1, behind=None).bet(1, "tie").deal()
        scene.shoe(cards)  # the order in which they would come
        order, cut, behind = [item for item in scene.driver.log if isinstance(item, CardOrder | Cut)]
        other = Coup(TIE, 1, behind=None).bet(1, "tie").deal().give(order, cut).step(behind).run_until(LoadDeck)
        other.give_amid(FaceUpCard(depth))
        assert [step.card for step in other.steps(DiscardFaceUp)] == ["Kd"]
        assert [step.card for step in other.steps(BurnCard)] == ["3d", "3h"]


def test_a_card_that_lay_face_up_below_the_last_one_dealt_is_met_in_the_next_round() -> None:
    scene = Coup(f"{PLAYER_9} 2c {PLAYER_9}", 1).bet(1, "player").give(FaceUpCard(4)).deal()
    assert not [item for item in scene.last.log if isinstance(item, DiscardFaceUp)]
    scene.bet(1, "player").deal()
    assert [item.card for item in scene.last.log if isinstance(item, DiscardFaceUp)] == ["2c"]


def test_a_card_found_face_up_in_the_next_round_is_counted_anew() -> None:
    scene = Coup(f"2c {PLAYER_9} {PLAYER_9}", 1).bet(1, "player").give(FaceUpCard(0)).deal()
    assert scene.bet(1, "player").give(FaceUpCard(0)).deal().last.table.void == ""


def test_a_card_drawn_in_error_after_the_result_begins_the_next_round() -> None:
    scene = Coup(f"{PLAYER_9} {BANKER_8}", 1).bet(1, "player").step(Close()).run_until(Pay)
    assert scene.give_amid(DrawnInError()).t.faces(SHOE)[:4] == ("9c", "Qd", "7s", "8h")


def test_a_pair_bet_needs_its_neighbor_until_the_end() -> None:
    scene = Coup(TIE, 1, pairs="offered").give(Wager(1, {"banker": 1_000, "banker pair": 500}))
    assert scene.refusal_of(TakeBack(1, "banker")) == {"beyond:minibaccarat.5(d)"}
    assert scene.take_down(1, "banker pair").take_down(1, "banker").wagers_of(1) == {}


def test_a_house_that_elects_no_vigorish_takes_none() -> None:
    """Check that nought is an election; only what is left out is read."""
    for elected, won in ((0, 10_000), (4, 9_600), (None, 9_500)):
        assert Coup(BANKER_8, 1, vigorish=elected).bet(1, "banker", 100).deal().winnings(1) == won


@pytest.mark.parametrize(("percent", "read"), [(-1, False), (0, True), (100, True), (101, False)])
def test_a_house_file_cannot_take_more_than_a_win_or_less_than_nothing(percent: int, read: bool) -> None:
    file = f'[[table]]\ngame = "minibaccarat"\nvigorish = {percent}\n'
    worst = check(file, "house.toml")[0]
    assert (worst.severity, worst.paragraph) == (
        ("warning", "beyond:minibaccarat.8(c)") if read else ("violation", "house:file")
    )


def test_a_number_with_bounds_is_asked_for_as_a_number() -> None:
    (asked,) = (each for each in build_form(setting_of(MinibaccaratHouse())).house if each.key == "vigorish")
    assert (asked.kind, asked.optional) == ("number", True)


def test_the_brief_says_when_a_round_is_the_last() -> None:
    for choice, told in (("that-only", True), ("one-more", False)):
        said = [each for part in brief(GAME.rules({"last-round": choice}), MinibaccaratHouse()) for each in part.said]
        last = [each.cite for each in said if "that round is the last" in each.text]
        assert last == (["reading:last-round"] if told else [])
        assert any(each.text.startswith("After a round in which the cutting card came out") for each in said)


def test_no_burn_is_told_only_where_nothing_is_burned() -> None:
    for choice, burned in (("none", False), ("first-card-burned", True)):
        scene = Coup.new_table("As", 1, readings={"continuous": choice}, shuffler="continuous")
        (ready,) = scene.acts(ShoeReady)
        assert ("no burn" in ready.tell()) != burned
        assert len(scene.acts(BurnCard)) == burned
