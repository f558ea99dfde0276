"""A dealer's hand with a wrong number of cards: whenever it is noticed, the next cards are those of the deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.ultimate_texas_holdem.scene import AUTOMATED, BY_HAND, TEXT, Scene
from pitboss.common.steps import CondemnDeck
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    CardTooMany,
    ExtraCard,
    FaceUpCard,
    MissedBurn,
    ShortCard,
)
from pitboss.engine.inputs import Answer, Close, Input, Order
from pitboss.engine.view import HIDDEN, view
from pitboss.engine.waits import OrderWanted
from pitboss.games.ultimate_texas_holdem.law.facts import BURNS
from pitboss.games.ultimate_texas_holdem.law.steps import (
    CountDeck,
    DealForTrips,
    SurplusSeen,
    TakeBackBurn,
    TakeStubBack,
)
from pitboss.table.card_steps import BurnCard, Deal, DealUp, DiscardFaceUp, StubToRack
from pitboss.table.steps import ReturnWager, VoidRound

HANDS = {2: "Ac 3d", 5: "7c 7h"}
BOARD = "2h 7d 9h Js 5c"  # three sevens in position 5
SURPLUS, SHORT, SEEN = ExtraCard("dealer"), ShortCard("dealer"), CardExposed("dealer", 0)
READING = "reading:void-and-misdealt"


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law(TEXT, paragraph)


def two(**more: Any) -> Scene:
    return Scene(HANDS, "Kh Ks", BOARD, **more)


def cards_up(scene: Scene) -> tuple[str, ...]:
    return tuple(step.card for step in scene.steps(DealUp))


def board_of_deck(scene: Scene) -> tuple[str, ...]:
    return scene.order[7:10] + scene.order[11:13]


class Moments:
    """A round in which everybody checks, act by act. Moment 0 is the end of the deal; each act is one more."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene.place_wagers(trips={5: 500}).step(Close()).run_until(Deal, 6)
        self.now = 0

    def go_on(self) -> None:
        asked = self.scene.driver.question
        if asked is not None:
            self.scene.step(Answer(asked.seat, asked.choices[0], asked.position))
        else:
            self.scene.driver.run(1)
        self.now += 1

    def play(self, plan: Mapping[int, list[Input]]) -> Scene:
        """Play to the end of the round, with these incidents at these moments."""
        left = dict(plan)
        while not self.scene.driver.done:
            for given in left.pop(self.now, ()):
                self.scene.step(given)
            self.go_on()
        assert not left, f"the round was over at moment {self.now}"
        return self.scene


def moments_before_the_flop(**more: Any) -> int:
    """Count the moments up to the act that turns up the first card of the flop, which is not among them."""
    moments = Moments(two(**more))
    while not moments.scene.steps(DealUp):
        moments.go_on()
    return moments.now - 1


@law("32.13(a)")
@pytest.mark.parametrize("wrong", [SURPLUS, SHORT], ids=["surplus", "short"])
@pytest.mark.parametrize("house", [{}, BY_HAND, AUTOMATED], ids=["manual", "hand", "automated"])
def test_exposed_and_misdealt_comes_to_the_same_at_every_moment(house: dict[str, Any], wrong: Input) -> None:
    """Cause both before the counting act, after it and between its own acts, the one first or the other. Trips win, on
    one board."""
    if house == AUTOMATED:
        scene = two(**house).deal(trips={5: 500}).give(wrong, SEEN)
        assert (cards_up(scene), scene.winnings(2, 5), scene.t.void) == (board_of_deck(scene), [0, 1500], "")
        return
    last = moments_before_the_flop(**house)
    assert last > 5
    counted = 0
    for misdealt_at in range(last + 1):
        for exposed_at in range(last + 1):
            plan = {misdealt_at: [wrong]}
            plan[exposed_at] = [*plan.get(exposed_at, []), SEEN]
            scene = Moments(two(**house)).play(plan)
            where = (misdealt_at, exposed_at)
            assert cards_up(scene) == board_of_deck(scene), where
            assert scene.winnings(2, 5) == [0, 1500], where
            assert scene.t.void == "", where
            counted += bool(scene.steps(CountDeck))
            assert scene.driver.next is not None
            assert len(scene.driver.next.decks[0].cards) == 52
    assert counted == (last + 1) ** 2  # it never went unnoticed


@pytest.mark.parametrize("wrong", [SURPLUS, SHORT], ids=["surplus", "short"])
def test_once_the_hands_are_void_the_cards_still_to_come_are_those_of_the_deck(wrong: Input) -> None:
    """Check the board, whatever slips out or in while the rest is dealt for trips wagers."""
    moments = Moments(two())
    moments.scene.step(SEEN)
    while len(moments.scene.steps(DealUp)) < 4:
        moments.go_on()
    for moment in range(moments.now + 1):
        scene = Moments(two()).play({0: [SEEN], moment: [SEEN, wrong] if moment == 0 else [wrong]})
        assert cards_up(scene) == board_of_deck(scene), moment
        assert scene.winnings(2, 5) == [0, 1500], moment


@pytest.mark.parametrize("wrong", [SURPLUS, SHORT], ids=["surplus", "short"])
def test_after_the_flop_what_comes_is_as_in_the_deck(wrong: Input) -> None:
    exposed = two().deal(trips={5: 500}).answer("c c").give(wrong, SEEN)
    assert cards_up(exposed) == board_of_deck(exposed)
    burned = two().deal(trips={5: 500}).answer("c c c").give(wrong).step(Answer(5, "check")).run_until(BurnCard, 2)
    burned.step(SEEN).run()  # the second burn is put right too
    assert cards_up(burned) == board_of_deck(burned)
    assert BURNS.of(burned.t) == 2


@law("32.7(f)2")
@pytest.mark.parametrize("wrong", [SURPLUS, SHORT], ids=["surplus", "short"])
@pytest.mark.parametrize("cards", [CardMissing(), CardTooMany("Ah")], ids=["51", "53"])
def test_a_deck_that_is_not_whole_besides_gives_trips_back_at_every_moment(wrong: Input, cards: Input) -> None:
    last = moments_before_the_flop()
    voids = set()
    for exposed_at in range(last + 1):
        for misdealt_at in range(last + 1):
            moments = Moments(two())
            plan = {0: [cards]}
            plan[misdealt_at] = [*plan.get(misdealt_at, []), wrong]
            plan[exposed_at] = [*plan.get(exposed_at, []), SEEN]
            while not moments.scene.driver.done:
                for given in plan.pop(moments.now, ()):
                    if not moments.scene.driver.refusals(given):  # the round may be over before
                        moments.scene.step(given)
                moments.go_on()
            scene = moments.scene
            assert scene.winnings(2, 5) == [0, 0], (misdealt_at, exposed_at)
            assert [step.cite for step in scene.steps(CondemnDeck)] == ["reading:misdealt-and-not-whole"]
            voids.add(scene.t.void)
    assert voids == {"32.7(f)2", "32.13(d)"}  # the second where it was counted before anything was exposed
    gone = two().deal(trips={5: 500}).give(cards, wrong, SEEN)
    assert gone.t.void == "32.7(f)2"
    assert {step.cite for step in gone.steps(ReturnWager) if step.spot == "trips"} == {"32.7(f)2"}


def test_cards_found_face_up_are_no_other_case() -> None:
    """Check that 32.13(b) has trips wagers settled as (a) has."""
    for wrong in (SURPLUS, SHORT):
        scene = two().deal(trips={5: 500}).answer("c c").give(FaceUpCard(4), FaceUpCard(5), wrong).answer("c c")
        assert scene.t.void == ""
        cites = {step.cite for step in scene.steps(CountDeck)}
        assert cites == ({READING} if scene.steps(CountDeck) else set())
    over = two().deal(trips={5: 500}).give(FaceUpCard(1), FaceUpCard(2), SURPLUS).answer("c c")
    assert [step.cite for step in over.steps(DealForTrips)] == ["32.13(b)"]
    assert [step.cite for step in over.steps(CountDeck)] == [READING]
    assert len(cards_up(over)) == 5


def test_an_extra_card_that_was_seen_is_not_used() -> None:
    scene = two().deal(trips={5: 500}).give(SURPLUS, CardExposed("dealer", 2))
    assert [step.card for step in scene.steps(DiscardFaceUp)] == [scene.order[6]]
    assert cards_up(scene) == scene.order[8:11] + scene.order[12:14]  # one card later each
    assert scene.driver.done


@pytest.mark.parametrize("left_his_hand", [1, 2])
def test_an_exposed_card_may_have_left_the_dealers_hand_before_it_is_ruled_on(left_his_hand: int) -> None:
    scene = two().deal(trips={5: 500}).give(SURPLUS).step(CardExposed("dealer", 2))
    scene.step(*[SHORT] * left_his_hand).run()
    assert (cards_up(scene), scene.winnings(2, 5), scene.t.void) == (board_of_deck(scene), [0, 1500], "")
    assert scene.steps(SurplusSeen) == []


def decided_and_burned(**readings: str) -> Scene:
    """Return a scene in which everybody has a play wager out, and the next card is the first of the flop."""
    scene = two(readings=readings).deal().answer("4").step(Answer(5, "play 4x")).run_until(BurnCard)
    return scene.step(SURPLUS, CardExposed("dealer", 2)).run()


@law("32.13(b)")
def test_an_extra_card_that_was_seen_is_not_used_where_the_hands_stand() -> None:
    """Check that the reading `drawn-and-exposed` decides, since 32.13(c) speaks of a card that was not exposed."""
    scene = decided_and_burned()
    assert isinstance(scene.driver.wait, OrderWanted)
    assert scene.driver.wait.cite == "reading:drawn-and-exposed"
    scene.give(Order("discard it"))
    assert [(step.cite, step.card) for step in scene.steps(DiscardFaceUp)] == [("32.13(b)", scene.order[7])]
    assert cards_up(scene) == scene.order[8:11] + scene.order[12:14]
    assert scene.t.void == ""
    assert cards_up(decided_and_burned(**{"drawn-and-exposed": "discard"})) == cards_up(scene)
    assert decided_and_burned().give(Order("void the hands")).t.void == "reading:drawn-and-exposed"
    assert decided_and_burned(**{"drawn-and-exposed": "void"}).t.void == "reading:drawn-and-exposed"
    own = two().deal().answer("4").step(Answer(5, "play 4x")).run_until(BurnCard)
    own.step(SURPLUS, CardExposed("dealer", 1)).run()  # not the one too many, which nobody has seen
    assert cards_up(own) == board_of_deck(own)


def test_nor_is_it_used_once_it_has_gone_back_to_the_deck() -> None:
    scene = two().deal(trips={5: 500}).give(SURPLUS).step(CardExposed("dealer", 2)).run_until(SurplusSeen)
    scene.step(SHORT).run()
    assert [step.card for step in scene.steps(DiscardFaceUp)] == [scene.order[6]]
    assert cards_up(scene) == scene.order[8:11] + scene.order[12:14]


# --- a card face up is never the extra card


@law("32.13(b)")
@pytest.mark.parametrize("place", ["dealer", "hand 5"])
@pytest.mark.parametrize("house", [{}, BY_HAND], ids=["manual", "hand"])
def test_a_card_face_up_is_never_the_extra_card(house: dict[str, Any], place: str) -> None:
    scene = two(**house).place_wagers(trips={5: 500}).step(Close()).run_until(Deal, 6)
    scene.step(ShortCard(place))
    (found,) = (lying.card for lying in scene.t.cards(scene.t.undealt_place() or "")[:1])
    scene.step(FaceUpCard(0)).give_amid(ExtraCard(place))
    assert [(step.cite, step.card) for step in scene.steps(DiscardFaceUp)] == [("32.13(b)", found)]
    assert not any(found in scene.t.faces(where) for where in scene.t.places if where != "discard rack")
    assert view(scene.driver, 2).dealer == (HIDDEN, HIDDEN)
    assert scene.t.void == ""


@law("32.13(b)")
def test_a_second_one_that_an_extra_card_meets_voids_the_hands() -> None:
    before = two().place_wagers(trips={5: 500}).step(Close()).run_until(Deal, 5)
    before.step(FaceUpCard(0), FaceUpCard(1)).give_amid(ExtraCard("hand 5"))
    assert before.t.void == "32.13(b)"
    after = two().deal(trips={5: 500}).give(FaceUpCard(0), FaceUpCard(1), SURPLUS)
    assert [step.cite for step in after.steps(DealForTrips)] == ["32.13(b)"]
    assert cards_up(after) == after.order[9:12] + after.order[13:15]  # the extra card, put back, is the burn
    reads = {"face-up-after-the-hole-cards": "hands-void"}
    one = two(readings=reads).deal().give(FaceUpCard(0), SURPLUS)
    assert one.t.void == "reading:face-up-after-the-hole-cards"
    in_the_deal = two(readings=reads).place_wagers().step(Close()).run_until(Deal, 5)
    assert in_the_deal.step(FaceUpCard(0)).give_amid(SURPLUS).t.void == ""


def test_as_the_house_may_read_it_trips_go_back() -> None:
    scene = two(readings={"void-and-misdealt": "trips-back"}).deal(trips={5: 500}).give(SURPLUS, SEEN)
    assert scene.t.void == READING
    assert scene.winnings(2, 5) == [0, 0]
    assert {step.cite for step in scene.steps(ReturnWager) if step.spot == "trips"} == {READING}
    alone = two(readings={"void-and-misdealt": "trips-back"}).deal(trips={5: 500}).give(SEEN)
    assert alone.winnings(2, 5) == [0, 1500]
    settled = {"dealer-over": "void", "trips-when-the-dealer-is-misdealt": "settled", "void-and-misdealt": "trips-back"}
    by_d = two(readings=settled).place_wagers(trips={5: 500}).step(Close()).run_until(Deal, 6).step(SURPLUS).run()
    assert by_d.winnings(2, 5) == [0, 1500]  # nothing was exposed: this is 32.13(d) alone, read otherwise
    assert cards_up(by_d) == board_of_deck(by_d)


# --- what came up in the place of a card that had gone astray


def exposed_later(wrong: Input, out: int, later: int, **more: Any) -> tuple[Scene, tuple[str, ...], bool]:
    """A card goes astray with so many community cards up, and so many acts later one of the dealer's is exposed. With
    the board in the end, and whether the stub was away by then."""
    moments = Moments(two(**more))
    scene = moments.scene
    while len(scene.steps(DealUp)) < out:
        moments.go_on()
    scene.step(wrong)
    for _ in range(later):
        moments.go_on()
    away = bool(scene.steps(StubToRack))
    scene.step(SEEN)
    board: tuple[str, ...] = ()
    while not scene.driver.done:
        moments.go_on()
        board = scene.t.faces("community") if len(scene.t.cards("community")) == 5 else board
    return scene, board, away


@law("32.13(a)")
@pytest.mark.parametrize("wrong", [SURPLUS, SHORT], ids=["surplus", "short"])
@pytest.mark.parametrize("out", range(1, 6))
def test_what_came_up_in_the_wrong_place_is_laid_as_in_the_deck(out: int, wrong: Input) -> None:
    """Check every moment until the last player has decided, also when the stub is away."""
    exposed = []
    for later in range(60):
        scene, board, away = exposed_later(wrong, out, later)
        if scene.t.void:
            break
        exposed.append(away)
        assert scene.winnings(2, 5) == [0, 1500], later
        assert board == board_of_deck(scene), later
        assert len(scene.steps(TakeStubBack)) == (away and out < 5), later
        assert scene.driver.next is not None
        assert len(set(scene.driver.next.decks[0].cards)) == 52
    assert scene.t.void == "32.13(d)"  # everybody had decided
    assert True in exposed
    assert False in exposed


def test_trips_do_not_swing_with_the_moment_of_the_exposure() -> None:
    """The extra card is the seven that wins, and the flop is full without it before anybody notices."""
    for later in range(16):
        scene = Scene(HANDS, "Kh Ks", "2h 7d 9h Js 5c", burns="4c 4d")
        scene.deal(trips={5: 500}).answer("c").step(Answer(5, "check")).run_until(DealUp, 1).step(SURPLUS)
        for _ in range(later):
            if (asked := scene.driver.question) is not None:
                scene.step(Answer(asked.seat, "check" if "check" in asked.choices else "fold", asked.position))
            else:
                scene.driver.run(1)
        assert scene.step(SEEN).run().winnings(5) == 1500, later


@law("32.7(f)2")
def test_a_deck_that_is_not_whole_gives_trips_back_when_the_stub_is_away_too() -> None:
    moments = Moments(two())
    while len(moments.scene.steps(DealUp)) < 1:
        moments.go_on()
    moments.scene.step(SURPLUS, CardMissing())
    while not moments.scene.steps(StubToRack):
        moments.go_on()
    scene = moments.scene.step(SEEN).run()
    assert (scene.t.void, scene.winnings(2, 5)) == ("32.7(f)2", [0, 0])


def test_an_extra_card_that_was_seen_moves_nothing_that_lies_face_up() -> None:
    for more in (1, 2, 3):
        scene = two().deal(trips={5: 500}).answer("c").step(Answer(5, "check")).run_until(DealUp, 1)
        scene.step(SURPLUS).run_until(DealUp, more).step(CardExposed("dealer", 2)).run()
        assert cards_up(scene) == (scene.order[7], *scene.order[9:11], *scene.order[12:14]), more
        assert [step.card for step in scene.steps(DiscardFaceUp)] == [scene.order[8]]


# --- a surplus taken before the burn


@pytest.mark.parametrize("extra", [1, 2, 3])
def test_a_surplus_taken_before_the_burn_is_the_burn(extra: int) -> None:
    scene = two().deal().answer("c").give(*[SURPLUS] * extra).answer("c")
    assert scene.t.faces("dealer") == ("Kh", "Ks")
    assert scene.t.faces("community") == scene.order[7:10]
    assert scene.t.places["discard rack"] == [(scene.order[6], False)]
    assert [step.card for step in scene.steps(BurnCard)] == [scene.order[6 + extra], scene.order[6]]
    assert BURNS.of(scene.t) == 1
    scene.answer("c c")
    assert cards_up(scene) == board_of_deck(scene)


def test_a_surplus_may_have_left_the_dealers_hand_while_the_burn_is_taken_back() -> None:
    scene = two().deal().answer("4").give(SURPLUS).step(Answer(5, "play 4x")).run_until(TakeBackBurn)
    scene.step(SHORT, SHORT, SHORT).run()
    assert scene.t.void == "32.13(d)"
    once = two().deal().answer("4").give(SURPLUS).step(Answer(5, "play 4x")).run_until(TakeBackBurn)
    once.step(SHORT).run()
    assert (cards_up(once), once.t.void) == (board_of_deck(once), "")


def test_a_surplus_taken_after_the_burn_is_the_next_card() -> None:
    """Check that the burn stands, and that of two, one before it and one after, each goes where it belongs."""
    after = two().deal().answer("c").step(Answer(5, "check")).run_until(BurnCard).step(SURPLUS).run()
    assert after.steps(TakeBackBurn) == []
    assert len(after.steps(BurnCard)) == 1
    assert after.t.faces("community") == after.order[7:10]
    both = two().deal().answer("c").give(SURPLUS).step(Answer(5, "check")).run_until(BurnCard).step(SURPLUS).run()
    assert len(both.steps(TakeBackBurn)) == 1
    assert both.t.places["discard rack"] == [(both.order[6], False)]
    assert both.t.faces("community") == both.order[7:10]


def test_where_no_card_was_burned_there_is_none_to_take_back() -> None:
    readings = {"missed-burn": "play-on"}
    missed = two(readings=readings).deal().answer("c").give(MissedBurn(), SURPLUS).answer("c")
    assert missed.steps(BurnCard) + missed.steps(TakeBackBurn) == []
    assert missed.t.faces("community") == missed.order[6:9]
    up_there = two(readings={"face-up-burn": "it-is-the-burn"}).deal().answer("c").give(SURPLUS, FaceUpCard(0))
    up_there.answer("c")
    assert up_there.steps(TakeBackBurn) == []
    assert up_there.t.faces("community") == (up_there.order[6], *up_there.order[8:10])


def test_a_card_face_up_under_the_burn_is_still_set_aside() -> None:
    scene = two().deal().answer("c").give(FaceUpCard(0), SURPLUS).answer("c")  # the surplus itself lay face up
    assert [step.card for step in scene.steps(DiscardFaceUp)] == [scene.order[6]]
    assert scene.t.faces("community") == scene.order[8:11]
    assert [lying for lying in scene.t.cards("discard rack") if not lying.up] == [(scene.order[7], False)]


# --- from a deck that is not whole


@law("32.13(d)")
@pytest.mark.parametrize(("cards", "deck"), [([CardMissing()], 51), ([CardTooMany("Ah")], 53)], ids=["51", "53"])
@pytest.mark.parametrize("wrong", [SURPLUS, SHORT], ids=["surplus", "short"])
def test_the_dealer_completes_his_hand_from_no_other_deck_than_a_whole_one(
    wrong: Input, cards: list[Input], deck: int
) -> None:
    scene = two().place_wagers(trips={5: 500}).step(Close()).run_until(Deal, 6)
    scene.step(*cards, wrong).run()
    assert scene.t.void == "32.13(d)"
    assert [step.deck for step in scene.steps(CountDeck)] == [deck]
    (void,) = scene.steps(VoidRound)
    assert f"the deck holds {deck} cards" in void.why
    assert len([step for step in scene.steps(Deal) if step.place == "dealer"]) == 2  # nothing was put right
    assert scene.winnings(2, 5) == [0, 0]
    assert scene.driver.next is not None
    assert scene.driver.next.decks[0].cards == ()
    mended = two().place_wagers().step(Close()).run_until(Deal, 6)
    mended.step(CardMissing(), CardTooMany(mended.order[-1]), wrong).run()
    assert mended.t.void == ""  # 52 again
    assert mended.t.faces("dealer") == ("Kh", "Ks")


@pytest.mark.parametrize("every", [1, 5], ids=["counted", "not counted"])
def test_a_count_of_the_stub_does_not_bring_it_up_again(every: int) -> None:
    scene = two(stub_count_every=every).deal(trips={5: 500}).give(SURPLUS, SEEN)
    assert (scene.t.void, scene.winnings(2, 5), cards_up(scene)) == ("", [0, 1500], board_of_deck(scene))
