"""Baccarat: one test for each paragraph in which it differs from Minibaccarat, named after what it says."""

from __future__ import annotations

import pytest

from games.baccarat.scene import Punto
from kit.coups import BANKER_8, BANKER_DRAWS, PANDA, PLAYER_9, STANDS, TIE, breaches_of
from pitboss.common.punto_banco.facts import RESULT
from pitboss.common.punto_banco.steps import CallCount, DrawThird, MarkVigorish
from pitboss.compliance.house_file.judgment import check
from pitboss.engine.incidents.incident_kinds import CardExposed, DrawnInError
from pitboss.engine.inputs import SUPERVISOR, Answer, Close, Conduct, Leave, Order, Sit
from pitboss.games.baccarat.law.curator import TAKE, TAKE_AWAY, GiveUpShoe
from pitboss.games.baccarat.law.facts import LOOKS, PASSED_BY
from pitboss.games.baccarat.law.steps import (
    DealByCurator,
    DealByDealer,
    DeclineShoe,
    GiveBack,
    TurnByCaller,
    TurnByCurator,
)
from pitboss.table.card_steps import ReceiveDeck
from pitboss.table.facts import PLAYED_ON
from pitboss.table.table import COMMUNITY, DEALER, SHOE

FACTS = "beyond:baccarat."


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law("beyond", f"{FACTS}{paragraph}")


def faults_in(lines: str) -> list[str]:
    file = f'[[table]]\ngame = "baccarat"\n{lines}\n'
    return [each.paragraph for each in check(file, "house.toml") if each.severity == "warning"]


def seat_asked(scene: Punto) -> int | None:
    """Return the seat that is offered the shoe."""
    return None if scene.driver.question is None else scene.driver.question.seat


@law("2(a)")
def test_up_to_fourteen_places_and_three_dealers() -> None:
    rules = Punto().rules
    for seats in (0, 1, 14, 15):
        assert (f"{FACTS}2(a)" in breaches_of(Punto.game.house.usual(seats=seats), rules)) == (seats in (0, 15))
    assert Punto.game.house.usual().seats == 12
    for dealers in (0, 1, 3, 4):
        assert (f"{FACTS}2(a)" in faults_in(f"equipment.dealers = {dealers}")) == (dealers in (0, 4))


@law("2(b)")
def test_six_or_eight_decks_only() -> None:
    rules = Punto().rules
    for decks in range(4, 10):
        assert (f"{FACTS}2(b)" in breaches_of(Punto.game.house.usual(packs=decks), rules)) == (decks not in (6, 8))


@law("4(a)")
def test_the_shoe_is_offered_from_seat_1_on_counterclockwise() -> None:
    scene = Punto(BANKER_8, 1, 3, 9)
    for seat in (1, 3, 9):
        scene.bet(seat, "banker")
    scene.deal()
    order = []
    while (offered := seat_asked(scene)) is not None:
        order.append(offered)
        scene.answer("d" if len(order) < 3 else "t")
    assert order == [1, 9, 3]
    assert scene.curator == 3
    assert len(scene.acts(DealByCurator)) == 4
    later = Punto(BANKER_8, 4, 9).bet(4, "banker").bet(9, "banker").deal()
    assert seat_asked(later) == 9  # nobody is in seat 1
    assert later.answer("t").curator == 9
    assert Punto(BANKER_8, 1).bet(1, "banker").deal().answer("d").acts(DealByDealer)


@law("4(a)")
def test_who_declined_is_offered_the_shoe_when_it_next_passes() -> None:
    def round_of(scene: Punto) -> list[int]:
        """A round with a wager from everybody who sits, and who was asked, declining."""
        order = []
        for seat in scene.t.players:
            scene.bet(seat, "tie", 10)
        scene.deal()
        while (offered := seat_asked(scene)) is not None:
            order.append(offered)
            scene.answer("d")
        return order

    scene = Punto(f"{BANKER_8} {TIE} {PLAYER_9} {BANKER_8} {BANKER_8}", 1, 2)
    assert (round_of(scene), round_of(scene), round_of(scene)) == ([1, 2], [], [])
    assert round_of(scene) == [1, 2]  # the player's hand has won, and a dealer had drawn
    scene.give(Leave(2), Sit(2, "Stranger", 100_000), Sit(5, "Another", 100_000))
    assert round_of(scene) == [5, 2]  # these have not been asked
    assert {act.cite for act in scene.acts(DeclineShoe)} == {f"{FACTS}4(a), reading:shoe-again"}
    passes = Punto(f"{BANKER_8} {BANKER_8} {BANKER_8}", 1, 2).bet(1, "banker").bet(2, "banker").deal().answer("dt")
    assert (round_of(passes), passes.curator) == ([], 2)
    assert round_of(passes.give(GiveUpShoe(2))) == [1, 2]
    taken = Punto(f"{BANKER_8} {BANKER_8} {BANKER_8}", 1, 2).bet(1, "banker").bet(2, "banker").deal().answer("dt")
    assert round_of(taken.give(Order(TAKE_AWAY, by=SUPERVISOR))) == [1]  # in that round not to him
    assert round_of(taken) == [2]


@law("4(b)")
def test_a_curator_has_the_minimum_on_the_round() -> None:
    scene = Punto(f"{BANKER_8} {BANKER_8}", 1, 2, 3).bet(1, "tie", 5).bet(2, "tie", 10).bet(3, "banker").deal()
    assert seat_asked(scene) == 3
    assert scene.refusal_of(Answer(1, TAKE)) == {f"{FACTS}4(b)"}
    scene.answer("d")
    assert seat_asked(scene) == 2  # ten dollars on a tie will do
    assert scene.answer("t").curator == 2
    scene.bet(1, "banker").bet(2, "tie", 9).deal()
    assert seat_asked(scene) == 1
    assert scene.curator == 0
    assert PASSED_BY.get(scene.t) == 2
    last = Punto(f"{BANKER_8} {BANKER_8}", 1, 2).bet(1, "banker").bet(2, "tie", 5).deal()
    assert last.refusal_of(Answer(2, TAKE)) == {f"{FACTS}4(b)"}
    keeps = Punto(f"{BANKER_8} {BANKER_8}", 1, 2, 3).bet(2, "banker").deal().answer("t").bet(2, "banker").deal()
    assert keeps.curator == 2  # and nobody was asked, though seat 3 has no bet


@law("6(a)")
def test_the_curator_draws_four_cards_face_down() -> None:
    scene = Punto(STANDS, 1).bet(1, "player").deal().step(Answer(1, TAKE)).run_until(DealByCurator, 4)
    assert scene.t.faces(COMMUNITY) == ("Kc", "6s")
    assert scene.t.faces(DEALER) == ("Qd", "7h")
    assert not any(lying.up for place in (COMMUNITY, DEALER) for lying in scene.t.cards(place))
    assert faults_in('dealing = "open"') == [f"{FACTS}6(a)"]


@law("6(b)")
def test_whoever_has_the_most_on_the_players_hand_looks_at_its_cards() -> None:
    scene = Punto(STANDS, 1, 2, 3).bet(1, "player", 20).bet(2, "player", 30).bet(3, "banker", 90).deal()
    scene.answer("dd").step(Answer(2, "decline")).run_until(GiveBack)
    assert LOOKS.get(scene.t) == 2
    assert scene.t.cards(COMMUNITY) == [("Kc", True), ("6s", True)]
    assert not any(lying.up for lying in scene.t.cards(DEALER))
    none = Punto(STANDS, 1).bet(1, "banker").deal().step(Answer(1, "decline")).run_until(TurnByCaller)
    assert LOOKS.get(none.t) is None
    assert none.t.cards(COMMUNITY) == [("Kc", True), ("6s", True)]
    equal = Punto(STANDS, 1, 2).bet(1, "player").bet(2, "player").deal().all_answer("d")
    assert LOOKS.get(equal.last.table) == 2  # from the dealer's right


@law("6(c)")
def test_then_the_curator_turns_the_bankers_cards() -> None:
    scene = Punto(STANDS, 1).bet(1, "player").deal().step(Answer(1, TAKE)).run_until(CallCount)
    assert not any(lying.up for lying in scene.t.cards(DEALER))
    scene.run_until(TurnByCurator)
    assert scene.t.cards(DEALER) == [("Qd", True), ("7h", True)]


@law("6(d)")
def test_third_cards_are_drawn_by_the_same_rules() -> None:
    for cards, drawn, counts in (
        (PANDA, ["player"], (8, 7)),
        (BANKER_DRAWS, ["banker"], (6, 7)),
        (STANDS, [], (6, 7)),
        (BANKER_8, [], (6, 8)),
    ):
        scene = Punto(cards, 1).bet(1, "tie", 10).deal().answer("t")
        assert [act.which for act in scene.acts(DrawThird)] == drawn
        assert scene.cards_left() == 116 - len(drawn)
        result = RESULT.of(scene.last.table)
        assert (result.player, result.banker) == counts
        if drawn:
            third = Punto(cards, 1).bet(1, "tie", 10).deal().step(Answer(1, TAKE)).run_until(DrawThird)
            assert third.t.cards(COMMUNITY if drawn == ["player"] else DEALER)[2].up


@law("6(e)")
def test_nobody_else_handles_cards_and_handled_cards_serve_for_one_shoe() -> None:
    scene = Punto(PLAYER_9, 1, 2, behind=None).bet(1, "player")
    assert scene.refusal_of(Conduct(2, "touch cards")) == {f"{FACTS}6(e)"}
    scene.deal().answer("t")
    assert scene.last.next is not None
    assert scene.last.next.decks[0].cards == ()
    assert len(scene.acts(ReceiveDeck)) == 1  # new cards come


@law("7(a)")
def test_the_shoe_passes_when_the_players_hand_wins() -> None:
    for cards, keeps in ((BANKER_8, True), (TIE, True), (PLAYER_9, False)):
        scene = Punto(f"{cards} {STANDS}", 1, 2, 5)
        for seat in (1, 2, 5):
            scene.bet(seat, "tie", 10)
        scene.deal().answer("dt")
        assert scene.curator == (5 if keeps else 0)
        for seat in (1, 2, 5):
            scene.bet(seat, "tie", 10)
        assert seat_asked(scene.deal()) == (None if keeps else 2)  # counterclockwise from seat 5


@law("7(b)")
def test_a_curator_may_give_the_shoe_up_and_loses_it_by_leaving_or_by_an_order() -> None:
    def with_the_shoe() -> Punto:
        scene = Punto(f"{BANKER_8} {STANDS}", 1, 2, 5).bet(5, "banker").deal().answer("t")
        assert scene.curator == 5
        return scene

    up = with_the_shoe()
    assert up.refusal_of(GiveUpShoe(2)) == {f"{FACTS}7(b)"}
    assert up.give(GiveUpShoe(5)).curator == 0
    assert seat_asked(up.bet(5, "banker").bet(1, "banker").deal()) == 1
    gone = with_the_shoe().give(Leave(5))
    assert (gone.curator, seat_asked(gone.bet(2, "banker").bet(1, "banker").deal())) == (0, 2)
    ordered = with_the_shoe().give(Order(TAKE_AWAY, by=SUPERVISOR))
    assert ordered.curator == 0
    assert ordered.refusal_of(Order(TAKE_AWAY, by=SUPERVISOR)) == {f"{FACTS}7(b)"}
    ordered.bet(5, "banker").deal()
    assert seat_asked(ordered) is None  # not to him, in that round
    late = with_the_shoe().bet(5, "banker").step(Close())
    assert late.bars_against(GiveUpShoe(5)) == late.bars_against(Order(TAKE_AWAY, by=SUPERVISOR)) == {f"{FACTS}7(b)"}


@law("7(c)")
def test_vigorish_is_marked_in_the_box_of_the_seat() -> None:
    scene = Punto(f"{BANKER_8} {BANKER_8}", 1, 12, behind=118).bet(1, "banker", 20).bet(12, "banker").deal()
    scene.answer("t")
    assert [(act.seat, act.spot) for act in scene.acts(MarkVigorish)] == [(12, "banker"), (1, "banker")]
    assert (scene.winnings(1, 12), scene.debt_of(1), scene.debt_of(12)) == ([2_000, 1_000], 100, 50)
    scene.bet(12, "player").deal().all_answer("d")
    assert (scene.winnings(1, 12), scene.debt_of(1), scene.debt_of(12)) == ([1_900, -50], 0, 0)
    assert faults_in('vigorish-taken = "at once"') == [f"{FACTS}7(c)"]
    assert not faults_in('vigorish-taken = "end of shoe"')


@law("9(a)")
def test_a_card_turned_too_early_is_dealt_with_as_the_dealers() -> None:
    scene = Punto(STANDS, 1).bet(1, "banker").deal().step(Answer(1, TAKE)).run_until(DealByCurator, 4)
    scene.step(CardExposed("dealer", 1))
    assert scene.t.cards(DEALER) == [("Qd", False), ("7h", True)]
    assert scene.bars_against(CardExposed("dealer", 1)) == {"house:incident"}
    scene.run()
    assert scene.winnings(1) == 1_000
    told = "A card was turned too early. It was drawn in its turn, so it counts"
    assert PLAYED_ON.get(scene.last.table) == told
    drawn = Punto(PLAYER_9, 1).bet(1, "player").give(DrawnInError())
    assert drawn.t.faces(SHOE)[0] == "9c"
    assert drawn.deal().answer("d").winnings(1) == 1_000
