"""Casino War, parts 2 to 5 of the facts: equipment, opening, shuffle and cut, wagers."""

from __future__ import annotations

from typing import Any

import pytest

from games.casino_war.scene import FACTS, SALT, WarScene, carry_with
from pitboss.analysis import setting
from pitboss.engine.houses.elections_in_words import list_elections
from pitboss.engine.inputs import CardOrder, Close, Conduct, Cut, Leave, Sit, TakeBack, Wager
from pitboss.engine.waits import CuttingCardWanted, CutWanted, ShoeOrderWanted, Window
from pitboss.games.casino_war import GAME
from pitboss.games.casino_war.law.house import INITIAL, TIE, WAR, WAR_TIE, CasinoWarHouse
from pitboss.games.casino_war.law.irregular import ShoeNotWhole
from pitboss.games.casino_war.math import exact
from pitboss.table.cards import FULL_DECK
from pitboss.table.shoe_steps import CUT_BY, EmptyShoe, ReceivePacks
from pitboss.table.table import DECK, DISCARD_RACK, SHOE, SPREAD, hand


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law("beyond", FACTS + paragraph)


def citations_against(readings: dict[str, str] | None = None, **house: Any) -> list[str]:
    """Return the citations against a house that elects this."""
    return [each.cite for each in CasinoWarHouse(**house).breaches(GAME.rules(readings or {}))]


def advice_for(**house: Any) -> list[str]:
    """Return what would be right instead."""
    return [each.right for each in CasinoWarHouse(**house).breaches(GAME.rules({}))]


def new_table(**house: Any) -> WarScene:
    """Return a new table with one player, who has looked at the cards."""
    return WarScene(carry=carry_with(1), **house).give(Close())


# --- 2: equipment


@law("2(a)")
def test_six_seven_or_eight_decks_are_dealt() -> None:
    against = [f"{FACTS}2(a)"]
    assert [citations_against(packs=packs) for packs in (5, 6, 7, 8, 9)] == [against, [], [], [], against]
    wait = new_table(packs=7).driver.wait
    assert isinstance(wait, ShoeOrderWanted)
    assert sorted(wait.cards) == sorted(FULL_DECK * 7)
    assert new_table().refusal_of(CardOrder(FULL_DECK * 5, SALT)) == set(against)
    assert advice_for(packs=9) == ["use 6, 7, 8"]
    rules = GAME.rules({"decks": "without"})
    breaches = [CasinoWarHouse(packs=packs).breaches(rules) for packs in (5, 6, 7, 8, 9)]
    assert [[(each.reading, each.right) for each in found] for found in breaches] == [
        [("", "use 6, 8")], [], [("decks", "use 6, 8")], [], [("", "use 6, 8")]
    ]  # fmt: skip


@law("2(b)")
def test_every_card_comes_out_of_the_shoe() -> None:
    scene = new_table().shuffle("Kc 9h")
    assert len(scene.t.cards(SHOE)) == 311
    scene.bet(1, 10).deal()
    assert len(scene.t.cards(SHOE)) == 309


@law("2(c)")
def test_nine_positions_at_most() -> None:
    against = [f"{FACTS}2(c)"]
    assert [citations_against(seats=seats) for seats in (0, 1, 9, 10)] == [against, [], [], against]


@law("2(d)")
def test_each_position_has_its_areas() -> None:
    assert GAME.printed is not None
    rules = GAME.rules({})
    assert GAME.printed(rules, CasinoWarHouse()).areas == (INITIAL, TIE, WAR, WAR_TIE)
    assert GAME.printed(rules, CasinoWarHouse(tie_wager_on_war="not")).areas == (INITIAL, TIE, WAR)
    assert GAME.printed(rules, CasinoWarHouse(tie_wager="not")).areas == (INITIAL, WAR)


@law("2(e)")
def test_only_who_sits_wagers_and_he_stays() -> None:
    scene = WarScene("Qc Qh", seats=(1, 2))
    assert scene.refusal_of(Wager(3, {INITIAL: 500})) == {f"{FACTS}2(e)"}
    scene.bet(1, 10)
    assert scene.bars_against(Leave(1)) == set()
    scene.deal()
    assert scene.refusal_of(Leave(1)) == {f"{FACTS}2(e)"}
    assert scene.bars_against(Leave(2)) == set()


@law("2(f)")
def test_a_house_may_allow_two_positions() -> None:
    allowed = WarScene("Kc Qd Jh", seats=(2,), two_positions=True)
    assert (
        allowed.bars_against(Wager(2, {INITIAL: 500}, 3)) == allowed.bars_against(Wager(2, {INITIAL: 500}, 1)) == set()
    )
    assert allowed.bars_against(Wager(2, {INITIAL: 500}, 4)) == {f"{FACTS}2(f)"}
    assert allowed.bet(2, 10).give(Wager(2, {INITIAL: 500}, 3)).deal().winnings(2) == 1_500
    assert WarScene("Kc Qd Jh", seats=(2,)).refusal_of(Wager(2, {INITIAL: 500}, 3)) == {f"{FACTS}2(f)"}


# --- 3: opening


@law("3(a)")
def test_new_cards_lie_face_up_for_the_first_player() -> None:
    scene = WarScene(carry=carry_with())
    assert isinstance(scene.driver.wait, Window)
    spread = scene.t.cards(SPREAD)
    assert sorted(card.card for card in spread) == sorted(FULL_DECK * 6)
    assert all(card.up for card in spread)
    assert [(step.cards, step.packs) for step in scene.steps(ReceivePacks)] == [(FULL_DECK * 6, 6)]


@law("3(b)")
def test_they_are_turned_down_and_stacked() -> None:
    scene = WarScene(carry=carry_with(1)).give(Close())
    assert not scene.t.cards(SPREAD)
    assert len(scene.t.cards(DISCARD_RACK)) == 312
    assert not any(card.up for card in scene.t.cards(DISCARD_RACK))


@law("3(c)")
def test_cards_may_come_shuffled() -> None:
    scene = WarScene(carry=carry_with(1), pre_shuffled=True)
    assert isinstance(scene.driver.wait, ShoeOrderWanted)
    assert not scene.t.cards(SPREAD)
    scene.give(scene.order("Kc 9h"))
    assert len(scene.t.cards(DECK)) == 312
    assert scene.give(Cut(10), Cut(78)).bet(1, 10).deal().winnings(1) == 1_000


# --- 4: shuffle and cut


@law("4(a)")
@pytest.mark.parametrize("shuffler", ["none", "device"])
def test_all_decks_are_shuffled_into_one_stack(shuffler: str) -> None:
    scene = new_table(shuffler=shuffler)
    given = scene.order("Kc 9h")
    assert scene.give(given).t.places[DECK] == [(card, False) for card in given.cards]
    assert not scene.t.cards(DISCARD_RACK)


@law("4(b)")
def test_the_cut_leaves_ten_cards_on_either_side_and_the_front_goes_to_the_back() -> None:
    scene = new_table()
    given = scene.order("Kc 9h")
    scene.give(given)
    assert isinstance(scene.driver.wait, CutWanted)
    refused = {f"{FACTS}4(b)"}
    assert [scene.bars_against(Cut(count)) for count in (9, 10, 302, 303)] == [refused, set(), set(), refused]
    assert scene.give(Cut(100)).t.faces(DECK) == given.cards[100:] + given.cards[:100]


@law("4(b)")
def test_a_player_cuts_and_where_nobody_sits_the_dealer() -> None:
    """Check that the first player at a new table cuts, and later the one at the dealer's far right."""
    scene = WarScene(carry=carry_with()).give(
        Sit(4, "Fay", 50_000), Sit(2, "Sam", 50_000), Sit(7, "Ann", 50_000), Close()
    )
    scene.give(scene.order("Kc 9h"))
    assert scene.give(Cut(10)).t.faces(DECK)[1:3] == ("Kc", "9h")
    assert CUT_BY.get(scene.t) == 4
    again = WarScene("Kc 9h", seats=(2, 4, 7), behind=120).bet(2, 10).deal().next_round()
    again.give(again.order("Kc 9h"))
    assert CUT_BY.get(again.give(Cut(10)).t) == 7
    known = WarScene(carry=carry_with(2, 4)).give(Close())  # they sat here before, and nobody knows who was first
    known.give(known.order("Kc 9h"))
    assert CUT_BY.get(known.give(Cut(10)).t) == 4
    other = WarScene("Kc 9h", seats=(2, 4)).bet(2, 10).give(ShoeNotWhole("missing")).next_round().give(Close())
    other.give(other.order("Kc 9h"))
    assert CUT_BY.get(other.give(Cut(10)).t) == 4  # new cards do not make a new table
    left = WarScene(carry=carry_with(1)).give(Close(), Leave(1))
    order = left.order("Kc 9h")
    left.give(order, Cut(10))
    assert CUT_BY.get(left.t) is None
    assert left.t.faces(DECK) == order.cards[10:] + order.cards[:10]
    gone = WarScene("Kc 9h", seats=(2, 7), behind=120).bet(2, 10).deal().next_round()
    gone.give(gone.order("Kc 9h"), Leave(7), Cut(10))  # while everybody waited for him
    assert CUT_BY.get(gone.t) == 2


@law("4(c)")
def test_a_quarter_of_the_cards_lies_behind_the_cutting_card() -> None:
    scene = new_table()
    scene.give(scene.order("Kc 9h"), Cut(10))
    assert isinstance(scene.driver.wait, CuttingCardWanted)
    refused = {f"{FACTS}4(c)"}
    assert [scene.bars_against(Cut(count)) for count in (77, 78, 104, 105)] == [refused, set(), set(), refused]
    assert scene.give(Cut(78)).t.cutting_card == 78
    assert citations_against(cover_card=77) == [f"{FACTS}4(c)"]
    assert advice_for(cover_card=77) == ["leave 78 to 260 there"]
    assert citations_against(cover_card=78) == citations_against(packs=8, cover_card=104) == []
    assert citations_against(packs=8, cover_card=103) == [f"{FACTS}4(c)"]


def test_how_many_cards_lie_behind_the_cutting_card_at_the_most_is_no_fact() -> None:
    assert [citations_against(cover_card=cards) for cards in (260, 261)] == [[], ["house:cover-card"]]
    assert [citations_against(packs=8, cover_card=cards) for cards in (364, 365)] == [[], ["house:cover-card"]]
    assert advice_for(cover_card=261) == ["leave 78 to 260 there"]


@law("4(d)")
def test_the_stack_goes_into_the_shoe() -> None:
    scene = new_table().shuffle("Kc 9h")
    assert scene.t.faces(SHOE)[:2] == ("Kc", "9h")
    assert not scene.t.cards(DECK)


@law("4(e)")
def test_the_first_card_of_a_shoe_is_burned() -> None:
    scene = new_table()
    order = scene.order("Kc 9h")
    scene.give(order, Cut(10), Cut(78))
    burned = scene.t.cards(DISCARD_RACK)
    assert [(card.card, card.up) for card in burned] == [(order.cards[10], False)]
    assert scene.bet(1, 10).deal().winnings(1) == 1_000


@law("4(f)")
def test_after_the_cutting_card_the_round_is_finished_and_all_is_shuffled() -> None:
    scene = WarScene("Qc Qh 2c 2d 3c 5h 8h", behind=119, tie_wager_on_war="not").bet(1, 10).step(Close())
    scene.run_until(type(scene.steps()[-1])).run()
    assert scene.t.cutting_card is None
    assert scene.answer("w").winnings(1) == -2_000  # the war is dealt from what is left
    assert not scene.t.cards(SHOE)
    assert [step.count for step in scene.steps(EmptyShoe)] == [113]
    assert isinstance(scene.next_round().driver.wait, ShoeOrderWanted)
    on = WarScene("Kc 9h", behind=118).bet(1, 10).deal()
    assert (on.t.cutting_card, len(on.t.cards(SHOE))) == (118, 118)  # it comes out with the next card
    assert isinstance(on.next_round().driver.wait, Window)


@law("4(g)")
def test_without_players_the_cards_are_shuffled_before_play_goes_on() -> None:
    """Check that this is before anybody wagers again."""
    scene = WarScene("Kc 9h").bet(1, 10).deal().next_round().bet(1, 10).give(Leave(1))
    assert scene.driver.done
    scene.next_round()
    assert isinstance(scene.driver.wait, ShoeOrderWanted)
    assert len(scene.driver.wait.cards) == 312
    assert [step.count for step in scene.steps(EmptyShoe)] == [118]
    stayed = WarScene("Kc 9h", seats=(1, 2)).bet(1, 10).deal().next_round().give(Leave(1)).bet(2, 10).deal()
    assert not isinstance(stayed.driver.wait, ShoeOrderWanted)


# --- 5: wagers


@law("5(a)")
def test_wagers_are_chips_on_an_area_before_the_call() -> None:
    scene = WarScene("Kc 9h").bet(1, 10, 5)
    assert (scene.t.wager(1, TIE), scene.winnings(1)) == (500, -1_500)
    assert scene.refusal_of(Wager(1, {"moon": 500})) == scene.refusal_of(Wager(1, {})) == {f"{FACTS}5(a)"}
    assert scene.refusal_of(Wager(1, {WAR_TIE: 500})) == {f"{FACTS}5(a)"}
    assert scene.give(TakeBack(1, TIE)).t.wager(1, TIE) == 0


@law("5(b)")
@pytest.mark.parametrize("what", ["cash wager", "verbal wager", "match play coupon"])
def test_no_wager_by_word_in_cash_or_by_coupon(what: Any) -> None:
    assert WarScene("Kc 9h").refusal_of(Conduct(1, what)) == {f"{FACTS}5(b)"}


@law("5(c)")
def test_to_take_part_an_initial_wager_is_made() -> None:
    scene = WarScene("Kc 9h", seats=(1, 2))
    assert scene.refusal_of(Close()) == {f"{FACTS}5(c)"}
    scene.bet(2, 10)
    assert (scene.t.wager(2, INITIAL), scene.winnings(2)) == (1_000, -1_000)
    assert not scene.deal().t.cards(hand(1))


@law("5(d)")
def test_a_tie_wager_needs_an_initial_wager_or_a_war_wager() -> None:
    scene = WarScene("Qc 9d Qh", seats=(1, 2))
    assert scene.refusal_of(Wager(1, {TIE: 500})) == {f"{FACTS}5(d)"}
    scene.bet(2, 10)
    assert scene.refusal_of(Wager(1, {TIE: 500})) == {f"{FACTS}5(d)"}  # a neighbor's initial wager is none of his
    assert scene.bars_against(Wager(2, {TIE: 500})) == set()
    scene.bet(1, 10, 5)
    assert scene.refusal_of(TakeBack(1, INITIAL)) == {f"{FACTS}5(d)"}
    assert scene.bars_against(TakeBack(1, TIE)) == scene.bars_against(TakeBack(2, INITIAL)) == set()
    assert [scene.bars_against(Wager(1, {TIE: cents})) for cents in (9_500, 9_600)] == [set(), {f"{FACTS}5(e)"}]
    scene.deal().answer("w")
    assert scene.refusal_of(Wager(2, {WAR_TIE: 500})) == {f"{FACTS}5(d)"}
    assert scene.bars_against(Wager(1, {WAR_TIE: 500})) == set()
    scene.tie_on_war(1, 5)
    assert [scene.bars_against(Wager(1, {WAR_TIE: cents})) for cents in (9_500, 9_600)] == [set(), {f"{FACTS}5(e)"}]


@law("5(d)")
def test_a_tie_wager_on_the_war_is_made_in_ones_own_war() -> None:
    """Refuse the wager before a player has decided and after his war, where each has his war in turn: nothing would
    decide it."""
    cards = "Qc Qd Qh 2c 2d 3c 5h 8h 2h 2s 3d Ah 8c"
    scene = WarScene(cards, seats=(1, 2), readings={"surrender-order": "in-turn"}).bet(1, 10).bet(2, 10).deal()
    for at_war, other in ((2, 1), (1, 2)):
        scene.answer("w")
        assert scene.refusal_of(Wager(other, {WAR_TIE: 500})) == {f"{FACTS}5(d)"}
        assert not [*GAME.offers(scene.driver.round, other)]
        assert [offer.name for offer in GAME.offers(scene.driver.round, at_war)] == [WAR_TIE]
        scene.give(Close())
    assert scene.winnings(1, 2) == [1_000, -2_000]


@law("5(d)")
def test_on_two_positions_each_tie_wager_rests_on_the_wager_beside_it() -> None:
    scene = WarScene("9d Qc Qh", seats=(2,), two_positions=True).bet(2, 10, 5).give(Wager(2, {INITIAL: 500}, 3))
    assert scene.bars_against(TakeBack(2, INITIAL, 2)) == {f"{FACTS}5(d)"}
    assert scene.bars_against(TakeBack(2, INITIAL, 3)) == set()
    scene.deal().answer("w")
    assert scene.bars_against(Wager(2, {WAR_TIE: 500}, 2)) == {f"{FACTS}5(d)"}
    assert scene.bars_against(Wager(2, {WAR_TIE: 500}, 3)) == set()


@law("5(e)")
def test_the_house_sets_least_and_most() -> None:
    scene, posted = WarScene("Kc 9h"), {f"{FACTS}5(e)"}
    for spot, amounts in ((INITIAL, (400, 500, 100_000, 100_100)),):
        assert [scene.bars_against(Wager(1, {spot: cents})) for cents in amounts] == [posted, set(), set(), posted]
    scene.bet(1, 10)
    assert [scene.bars_against(Wager(1, {TIE: cents})) for cents in (100, 10_000, 10_100)] == [set(), set(), posted]
    assert (
        citations_against(minimum=1_000, maximum=900)
        == citations_against(tie_minimum=0)
        == citations_against(tie_minimum=200, tie_maximum=100)
    )
    assert citations_against(tie_minimum=0) == [f"{FACTS}5(e)"]
    assert (
        citations_against(tie_minimum=100, tie_maximum=100) == citations_against(tie_minimum=1, smallest_chip=1) == []
    )
    assert citations_against(war_tie_odds="plain", tie_minimum=0) == [f"{FACTS}5(e)"]  # and nothing else
    assert citations_against(war_tie_odds="3 to 2", tie_minimum=0) == [f"{FACTS}5(e)", f"{FACTS}8(b)"]


@law("5(f)")
def test_after_the_call_nothing_is_made_raised_or_taken_back() -> None:
    scene = WarScene("Qc Qh", seats=(1, 2)).bet(1, 10, 5).deal()
    late = {f"{FACTS}5(f)"}
    assert scene.refusal_of(Wager(1, {INITIAL: 500})) == scene.refusal_of(Wager(2, {INITIAL: 500})) == late
    assert scene.refusal_of(TakeBack(1, INITIAL)) == late
    scene.answer("w")
    assert scene.refusal_of(Wager(1, {TIE: 500})) == scene.refusal_of(TakeBack(1, INITIAL)) == late
    assert scene.tie_on_war(1, 5).t.wager(1, WAR_TIE) == 500


@law("5(g)")
def test_a_tie_wager_on_the_war_may_be_offered() -> None:
    assert isinstance(WarScene("Qc Qh").bet(1, 10).deal().answer("w").driver.wait, Window)
    without = WarScene("Qc Qh", tie_wager_on_war="not").bet(1, 10).deal().answer("w")
    assert without.driver.done
    read = {"tie-on-war": "not"}
    assert citations_against(read, tie_wager_on_war="offered") == [f"{FACTS}5(g)"]
    assert (
        citations_against(read, tie_wager_on_war="not")
        == citations_against(read)
        == citations_against()
        == citations_against(tie_wager_on_war="offered")
        == []
    )
    assert WarScene("Qc Qh", readings=read).bet(1, 10).deal().answer("w").driver.done


def test_where_no_house_may_offer_a_tie_wager_on_the_war_a_table_that_elects_nothing_has_none() -> None:
    rules, house = GAME.rules({"tie-on-war": "not"}), CasinoWarHouse()
    assert [row.wager for row in exact.MODEL.wagers(rules, house, 500)] == [INITIAL, TIE]
    assert [row.wager for row in exact.MODEL.wagers(GAME.rules({}), house, 500)] == [INITIAL, TIE, WAR_TIE]
    assert GAME.printed is not None
    assert GAME.printed(rules, house).areas == (INITIAL, TIE, WAR)
    assert house.most_won(rules) == house.most_won(GAME.rules({})) - 10 * house.tie_maximum
    shown = {each.name: each.value for each in list_elections(rules, house)}
    assert shown["tie-wager-on-war"] == "none; by the reading tie-on-war: not"


@law("5(h)")
def test_a_house_may_leave_the_tie_wager_out() -> None:
    scene = WarScene("Qc Qh", tie_wager="not")
    assert scene.refusal_of(Wager(1, {INITIAL: 500, TIE: 100})) == {f"{FACTS}5(h)"}
    assert scene.bet(1, 10).deal().answer("w").driver.done  # nor is there one on the war
    assert WarScene("Qc Qh").bars_against(Wager(1, {INITIAL: 500, TIE: 100})) == set()


@pytest.mark.parametrize("key", ["tie-wager", "tie-wager-on-war"])
def test_tie_wagers_are_offered_or_not_as_the_facts_name_it(key: str) -> None:
    field = key.replace("-", "_")
    for value in ("offered", "not"):
        assert getattr(setting("casino-war", settings={key: value}).house, field) == value
    with pytest.raises(ValueError, match="choose offered, not"):
        setting("casino-war", settings={key: "perhaps"})


def test_readings_have_the_choices_that_the_facts_name() -> None:
    for key, choice in (("decks", "without"), ("tie-on-war", "not")):
        assert GAME.rules({key: choice}).reads(key) == choice
