"""Baccarat: what is easy to get wrong about who deals."""

from __future__ import annotations

import msgspec

from games.baccarat.golden import a_natural_with_marked_and_rounded_vigorish, a_tie_and_the_curator_goes_on
from games.baccarat.scene import Punto
from kit.coups import BANKER_8, PLAYER_9, STANDS, TIE
from pitboss.engine.inputs import Answer, Close, Leave, Sit
from pitboss.engine.view import view
from pitboss.games.baccarat.law.curator import TAKE
from pitboss.games.baccarat.law.steps import DealByCurator, DealByDealer, ForgetDecline, GiveToLook
from pitboss.store.rounds.wind_up import ChipMove, wind_up
from pitboss.table.card_steps import ReceiveDeck
from pitboss.table.money import chips_before
from pitboss.table.shoe_steps import CutByPlayer
from pitboss.table.steps import Manner, VoidRound
from pitboss.table.table import SPREAD


def test_the_walks_of_the_sheet_to_the_cent() -> None:
    first = a_tie_and_the_curator_goes_on()
    assert [
        first.drivers[0].next and first.drivers[0].next.accounts[f"rack {seat}"] - 100_000_000 for seat in (1, 2, 3)
    ] == [
        0,
        8_000,
        0,
    ]
    second = a_natural_with_marked_and_rounded_vigorish()
    assert [second.net(seat) - second.debt_of(seat) for seat in (1, 2, 3, 4)] == [9_500, -5_000, 650, -2_000]


def test_one_cent_less_than_the_minimum_is_too_little_to_deal() -> None:
    for dollars, asked in ((9, False), (10, True)):
        scene = Punto(TIE, 1).bet(1, "tie", dollars).deal()
        assert (scene.driver.question is not None) == asked


def test_several_wagers_add_up_to_the_minimum() -> None:
    assert Punto(TIE, 1).bet(1, "tie", 5).deal().driver.question is None
    scene = Punto(TIE, 1, pairs="offered").bet(1, "tie", 5).bet(1, "banker pair", 5).deal()
    assert scene.driver.question is not None


def test_the_curator_is_a_mark_that_outlives_the_round() -> None:
    scene = Punto(f"{BANKER_8} {STANDS}", 1, 2).bet(2, "banker").deal().answer("t")
    carry = scene.last.next
    assert carry is not None
    assert msgspec.json.decode(msgspec.json.encode(carry), type=type(carry)).marks["curator"] == 2
    assert view(scene.driver, 0).marks["curator"] == 2


def test_a_void_round_leaves_the_shoe_with_its_curator() -> None:
    scene = Punto(f"{PLAYER_9} {STANDS}", 1).bet(1, "player").deal().step(Answer(1, TAKE)).run_until(DealByCurator, 2)
    scene.driver.table.places["shoe"][0] = scene.driver.table.places["shoe"][0]._replace(up=True)
    scene.driver.table.places["shoe"][1] = scene.driver.table.places["shoe"][1]._replace(up=True)
    scene.run()
    assert len(scene.acts(VoidRound)) == 1
    assert scene.curator == 1


def wound_up_with(
    curator: int, moved: tuple[ChipMove, ...], *sits: str, clear: bool = False, reads: str = "yes"
) -> Punto:
    """A table whose round was wound up while seat 2 or 5 had the shoe; the first accounts are those of these seats."""
    scene = Punto(f"{BANKER_8} {STANDS}", 2, 5).bet(curator, "banker").deal().answer("t")
    assert scene.curator == curator
    carry = scene.last.next
    assert carry is not None
    accounts = {"Player 2": 1, "Player 5": 2, "Stranger": 3}
    found = wind_up(carry, sits, moved, accounts, clear=clear)
    return Punto(carry=found.carry, readings={"curator-minimum": reads})


def test_a_curator_who_sits_on_after_winding_up_goes_on() -> None:
    scene = wound_up_with(5, ()).give(Close()).shoe("As 2c").bet(5, "banker").deal()
    assert (scene.curator, scene.driver.question) == (5, None)


def test_winding_up_takes_the_shoe_from_a_curator_who_left() -> None:
    """Check that nobody deals from an empty seat, and that whoever has the seat now is asked first."""
    gone = ChipMove(2, 100_000_950)
    scene = wound_up_with(5, (gone,), reads="no").give(Close()).shoe("As 2c").bet(2, "banker").deal()
    assert (scene.curator, scene.driver.question and scene.driver.question.seat) == (0, 2)
    sat = '{"given":{"input":"sit","seat":5,"player":"Stranger"}}'
    other = wound_up_with(5, (gone, ChipMove(3, -100_000)), sat)
    assert other.t.players == {2: "Player 2", 5: "Stranger"}
    other.give(Close()).shoe("As 2c").bet(5, "banker").deal()
    assert (other.curator, other.driver.question and other.driver.question.seat) == (0, 5)


def test_a_decline_goes_with_a_player_who_left_in_a_round_that_was_wound_up() -> None:
    """Check that the next player at that seat counts as not asked yet."""
    scene = Punto(f"{BANKER_8} {STANDS}", 2, 5).bet(2, "banker").bet(5, "banker").deal().answer("dt")
    carry = scene.last.next
    assert carry is not None
    assert (scene.curator, carry.marks["shoe declined @5"]) == (2, 1)
    gone = ChipMove(2, carry.accounts[chips_before(5)])
    found = wind_up(carry, (), (gone,), {"Player 2": 1, "Player 5": 2})
    after = Punto(carry=found.carry)
    assert "shoe declined @5" not in after.t.marks
    assert [step.cite for step in after.acts(ForgetDecline)] == ["reading:shoe-again"]


def test_at_a_cleared_table_the_shoe_is_offered_from_seat_1_on() -> None:
    scene = wound_up_with(5, (), clear=True)
    assert scene.curator == 0
    scene.give(*(Sit(seat, f"Stranger {seat}", 100_000) for seat in (5, 3, 1)), Close()).shoe("As 2c")
    for seat in (1, 3, 5):
        scene.bet(seat, "banker")
    scene.deal()
    assert scene.driver.question is not None
    assert scene.driver.question.seat == 1  # and not 3, which is next to seat 5


def test_at_an_idle_table_the_shoe_is_offered_from_seat_1_on() -> None:
    """Check that new cards come, since players have handled the old ones, and are spread before anybody wagers."""
    scene = Punto(f"{BANKER_8} {STANDS}", 4, 5).bet(4, "banker").deal().answer("t").give(Leave(4), Leave(5))
    assert (scene.last.table.void, scene.curator) == ("beyond:minibaccarat.4(i)", 0)
    assert len(scene.t.cards(SPREAD)) == 416
    scene.give(*(Sit(seat, f"Stranger {seat}", 100_000) for seat in (3, 1)), Close()).shoe("As 2c")
    scene.bet(1, "banker").bet(3, "banker").deal()
    assert scene.driver.question is not None
    assert scene.driver.question.seat == 1


def test_cards_that_nobody_has_handled_stay_at_an_idle_table() -> None:
    fresh = Punto.new_table("As", 1).give(Leave(1))
    assert len(fresh.acts(ReceiveDeck)) == 1
    assert len(fresh.t.cards(SPREAD)) == 416
    handled = Punto(BANKER_8, 1).bet(1, "banker").deal().answer("t").give(Leave(1))
    assert len(handled.acts(ReceiveDeck)) == 1
    assert len(handled.t.cards(SPREAD)) == 416


def test_new_cards_for_each_shoe_make_no_new_table() -> None:
    """Check that the player at the dealer's far right cuts the second shoe, though its cards are new."""
    scene = Punto(BANKER_8, 2, 5, 9, behind=None).bet(2, "banker").deal().answer("t")
    assert scene.give(Close()).shoe("As").acts(CutByPlayer)[-1].seat == 9
    opened = Punto.new_table("As", 5, 2, 9)
    assert [act.seat for act in opened.acts(CutByPlayer)] == [5]  # who came first


def test_nobody_looks_where_nobody_wagers_on_the_player() -> None:
    scene = Punto(STANDS, 1).bet(1, "banker").deal().answer("d")
    assert not scene.acts(GiveToLook)
    assert len(scene.acts(DealByDealer)) == 4


def test_no_card_is_seen_before_it_is_turned() -> None:
    scene = Punto(STANDS, 1, 2).bet(1, "player").deal().step(Answer(1, TAKE)).run_until(DealByCurator, 4)
    for seat in (0, 1, 2):
        seen = view(scene.driver, seat)
        assert (seen.community, seen.dealer) == (("??", "??"), ("??", "??"))


def test_the_silent_decline_when_the_clock_runs_out() -> None:
    scene = Punto(STANDS, 1).bet(1, "player").give(Close())
    assert scene.driver.question is not None
    assert scene.driver.question.default == "decline"


def test_the_dealers_left_hand_is_told_of_the_dealer_only() -> None:
    (manner,) = [act for act in Punto.new_table("As", 1).acts(Manner) if act.cite == "beyond:minibaccarat.6(d)"]
    assert manner.words.startswith("A dealer who draws")
