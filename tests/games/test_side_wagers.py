"""Side wagers that the house describes are taken, settled after the game's own, and given back by a void hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.let_it_ride.scene import OLDEST
from games.let_it_ride.scene import Scene as LetItRide
from games.three_card_poker.scene import Scene as ThreeCards
from games.ultimate_texas_holdem.scene import Scene as Ultimate
from games.winners_pot_poker.scene import Pot
from kit.scene import CardScene
from pitboss.engine.incidents.incident_kinds import CardExposed, ExtraCard
from pitboss.engine.inputs import Close, Leave, TakeBack, Wager
from pitboss.games import REGISTERED, load
from pitboss.table.card_steps import CollectCards, Deal, TurnHand
from pitboss.table.money import Money
from pitboss.table.side_wager import CITE, SideLine, SideWager, WhenFolded
from pitboss.table.steps import CollectWager, JudgeWager, PayWager, ReturnWager, Step
from pitboss.table.table import DEALER

OWN = {name for name in REGISTERED if load(name).house.side_terms.cards}


def describe(
    *lines: tuple[str, str], name: str = "lucky", cards: str = "hand", when_folded: WhenFolded | None = "settled"
) -> SideWager:
    pay = tuple(SideLine(hand=hand, pays=pays) for hand, pays in lines)
    return SideWager(name=name, cards=cards, minimum=Money(100), maximum=Money(5_000), when_folded=when_folded, pay=pay)


PAIRS = (("three of a kind", "30 to 1"), ("pair", "5 to 2"), ("ace high", "push"))


def of_side(scene: CardScene, *kinds: type[Any]) -> list[Any]:
    """Return what was done about described wagers, by the kind of act."""
    return [step for step in scene.steps() if isinstance(step, kinds or Step) and step.cite == CITE]


def test_a_game_knows_the_names_that_a_side_wager_cannot_have() -> None:
    assert sorted(OWN) == ["let-it-ride", "three-card-poker", "ultimate-texas-holdem", "winners-pot-poker"]
    for name in OWN:
        game = load(name)
        taken = game.house.side_terms.taken()
        assert set(game.spots) <= set(taken)
        assert len(set(taken)) == len(taken)
        assert game.house.usual().more_areas == ()
        assert game.spots_at(game.house.usual()) == game.spots


# --- betting


def test_a_side_wager_lies_beside_a_hand_within_its_limits() -> None:
    scene = ThreeCards({1: "", 4: ""}, side_wager=(describe(*PAIRS),)).open_betting()
    assert scene.refusal_of(Wager(1, {"lucky": 100})) == {CITE}  # without a hand
    scene.give(Wager(1, {"ante": 500}))
    assert [offer.name for offer in scene.game.offers(scene.driver.round, 1)] == ["pair plus", "lucky"]
    assert scene.refusal_of(Wager(1, {"lucky": 5_100})) == {"house:limits"}
    assert scene.refusal_of(Wager(1, {"lucky": 150})) == {"house:smallest-chip"}
    assert scene.refusal_of(Wager(4, {"lucky": 100}, 1)) == {CITE}  # at somebody else's hand
    scene.give(Wager(1, {"lucky": 100}), Wager(4, {"ante": 500, "lucky": 200}))
    assert scene.refusal_of(TakeBack(1, "ante")) == {CITE}
    assert [offer.name for offer in scene.game.offers(scene.driver.round, 1)] == ["pair plus"]
    scene.give(TakeBack(1, "lucky"), TakeBack(1, "ante"))
    assert scene.winnings(1, 4) == [0, -700]
    assert [step.cite for step in scene.steps(ReturnWager)] == [CITE, "reading:wagers"]


def test_a_table_without_the_wager_has_no_such_area() -> None:
    scene = ThreeCards({1: ""}).open_betting()
    assert scene.refusal_of(Wager(1, {"ante": 500, "lucky": 100})) == {"reading:wagers"}


def test_a_player_who_leaves_takes_it_along() -> None:
    for game in (ThreeCards, LetItRide, Ultimate, Pot):
        fold: WhenFolded | None = None if game is LetItRide else "settled"
        cards = "first three" if game is Pot else "hand"
        scene = game({1: "", 3: ""}, side_wager=(describe(("pair", "1 to 1"), cards=cards, when_folded=fold),))
        scene.place_wagers().give(Wager(1, {"lucky": 300}), Leave(1))
        assert 1 not in scene.t.players
        assert not any(spot == "lucky" for _, spot, _ in scene.t.wagers())


# --- Three Card Poker


@pytest.mark.parametrize(
    ("cards", "won", "act"),
    [
        ("9s 9c 9d", 9_000, PayWager),
        ("9s 9c 2d", 750, PayWager),
        ("As Kc 2d", 0, ReturnWager),
        ("Ks 9c 2d", -300, CollectWager),
    ],
)
def test_three_card_poker_settles_it_by_the_first_line_that_fits(cards: str, won: int, act: type[Any]) -> None:
    scene = ThreeCards({1: cards, 4: ""}, "Qs Jd 3h", side_wager=(describe(*PAIRS),))
    scene.place_wagers().give(Wager(1, {"lucky": 300}), Close()).all_play()
    assert scene.driver.done
    without = ThreeCards({1: cards, 4: ""}, "Qs Jd 3h").deal().all_play()
    assert scene.winnings(1) - without.winnings(1) == won
    placed, judged, settled = of_side(scene)
    assert (placed.spot, type(judged), type(settled)) == ("lucky", JudgeWager, act)
    own = [step for step in scene.steps() if isinstance(step, PayWager | CollectWager | ReturnWager)]
    mine = [step for step in own if step.position == 1]
    assert mine[-1] is settled  # after the game's own


@pytest.mark.parametrize(("when_folded", "won"), [("settled", 750), ("lost", -300)])
def test_a_fold_does_to_it_what_the_description_says(when_folded: WhenFolded, won: int) -> None:
    scene = ThreeCards({1: "2s 2c 3d", 4: ""}, side_wager=(describe(*PAIRS, when_folded=when_folded),))
    scene.place_wagers().give(Wager(1, {"lucky": 300}), Close()).answer("f p")
    assert scene.winnings(1) == won - 500
    turned = [step.position for step in scene.steps(TurnHand) if step.cite == CITE]
    assert turned == ([1] if when_folded == "settled" else [])
    told = next(step.tell_players() for step in scene.steps() if "forfeit" in step.__struct_config__.tag)
    assert ("but the house's own" in told) is (when_folded == "settled")


def test_a_void_round_gives_it_back() -> None:
    scene = ThreeCards({1: "", 4: ""}, side_wager=(describe(*PAIRS),))
    scene.place_wagers().give(Wager(1, {"lucky": 300}), Close(), CardExposed(DEALER, 0))
    assert scene.t.is_void
    assert scene.winnings(1, 4) == [0, 0]
    assert [step.spot for step in of_side(scene, ReturnWager)] == ["lucky"]


# --- Let It Ride


@pytest.mark.parametrize("as_of", ["2007-10-15", OLDEST])
def test_let_it_ride_settles_it_by_three_or_five_cards(as_of: str) -> None:
    three = describe(("pair", "2 to 1"), when_folded=None)
    five = describe(
        ("full house", "20 to 1"), ("pair of jacks or better", "1 to 1"),
        name="five", cards="hand and board", when_folded=None,
    )  # fmt: skip
    hands = {1: "2s 2c 5d", 4: "Ks 9c 7d", 7: "4s 7c 9d"}
    scene = LetItRide(hands, "3c 2h 5h", as_of=as_of, side_wager=(three, five))
    scene.place_wagers()
    for seat in hands:
        scene.give(Wager(seat, {"lucky": 100, "five": 100}))
    scene.give(Close()).all_answer("w")
    without = LetItRide(hands, "3c 2h 5h", as_of=as_of).deal().all_answer("w")
    gains = [a - b for a, b in zip(scene.winnings(1, 4, 7), without.winnings(1, 4, 7), strict=True)]
    assert gains == [200 + 2_000, -200, -200]
    assert not any(spot in ("lucky", "five") for _, spot, _ in scene.t.wagers())


# --- Ultimate Texas Hold 'Em

BOARD = "Ah 9h 4c Kd 2s"


def ultimate(hands: dict[int, str], *wagers: SideWager, **more: Any) -> Ultimate:
    scene = Ultimate(hands, "Qs Qd", BOARD, side_wager=wagers, **more).place_wagers()
    for seat in hands:
        scene.give(Wager(seat, {wager.name: 100 for wager in wagers}))
    return scene.give(Close())


def test_ultimate_settles_it_by_two_five_or_seven_cards() -> None:
    wagers = (
        describe(("ace-king suited", "25 to 1"), ("suited", "2 to 1")),
        describe(("pair of aces or better", "7 to 1"), name="flopped", cards="hand and flop"),
        describe(("two pair or better", "3 to 1"), name="boarded", cards="hand and board"),
    )
    hands = {1: "As Ks", 3: "Jc 4d"}
    scene = ultimate(hands, *wagers).answer("4 4")
    plain = Ultimate(hands, "Qs Qd", BOARD).deal().answer("4 4")
    gains = [a - b for a, b in zip(scene.winnings(1, 3), plain.winnings(1, 3), strict=True)]
    assert gains == [2_500 + 700 + 300, -300]


@pytest.mark.parametrize("trips", [{}, {1: 500}])
def test_ultimate_keeps_folded_cards_for_it(trips: dict[int, int]) -> None:
    wagers = (describe(("pair", "8 to 1")), describe(("suited", "2 to 1"), name="gone", when_folded="lost"))
    scene = Ultimate({1: "3s 3c", 3: "Jc 5d"}, "Qs Qd", BOARD, side_wager=wagers).place_wagers(trips=trips)
    scene.give(Wager(1, {"lucky": 100, "gone": 100}), Close()).answer("c c c c f f")
    assert scene.driver.done
    assert scene.winnings(1) == -1_000 - 100 + 800 - trips.get(1, 0)
    judged = next(step for step in scene.steps(JudgeWager) if step.spot == "lucky")
    folded = next(index for index, step in enumerate(scene.steps()) if type(step).__name__ == "Fold")
    assert scene.steps().index(judged) > folded
    assert [step.spot for step in of_side(scene, CollectWager)] == ["gone"]
    assert sum(len(cards) for cards in scene.t.places.values()) == 52


def test_ultimate_gives_it_back_with_a_void_hand() -> None:
    scene = Ultimate({1: "", 3: ""}, side_wager=(describe(("pair", "8 to 1")),)).place_wagers()
    scene.give(Wager(1, {"lucky": 100})).step(Close()).run_until(Deal)
    scene.give_amid(ExtraCard("hand 1"))
    while scene.driver.question is not None:
        scene.answer("4" if scene.driver.question.position == 3 else "c")
    assert scene.driver.done
    assert [step.spot for step in of_side(scene, ReturnWager)] == ["lucky"]
    assert scene.winnings(1) == 0


# --- Winner's Pot Poker


@pytest.mark.parametrize("jacks", [{}, {1: 500}])
def test_winners_pot_keeps_folded_cards_for_the_first_three(jacks: dict[int, int]) -> None:
    first = describe(("pair", "5 to 1"), cards="first three")
    five = describe(("pair or better", "1 to 1"), name="five", cards="hand", when_folded="lost")
    hands = {1: "8s 8d 2c", 3: "Ks Kd 4c 5c 9h", 5: "Qs Jd 3c 6c 2h"}
    scene = Pot(hands, "As Td 7c 6d 3d", folds={1: "double"}, side_wager=(first, five)).place_wagers(jacks=jacks)
    for seat in hands:
        scene.give(Wager(seat, {"lucky": 100, "five": 100}))
    scene.give(Close()).go_on()
    plain = Pot(hands, "As Td 7c 6d 3d", folds={1: "double"}).play(jacks=jacks)
    gains = [a - b for a, b in zip(scene.winnings(1, 3, 5), plain.winnings(1, 3, 5), strict=True)]
    assert gains == [500 - 100, 500 + 100, -200]
    assert scene.driver.done
    assert sum(len(cards) for cards in scene.t.places.values()) == 52
    assert scene.steps(CollectCards)
