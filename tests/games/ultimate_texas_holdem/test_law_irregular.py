"""Ultimate Texas Hold 'Em 32.13: irregularities, each detected where its paragraph looks, and the boundary of each."""

from __future__ import annotations

from typing import Any

import pytest

from games.ultimate_texas_holdem.scene import AUTOMATED, BY_HAND, SHUFFLER, TEXT, TWO_DECKS, Scene
from kit.devices import assert_devices_are_noticed
from kit.scene import BANK
from pitboss.common.facts import DEVICES, RESHUFFLED
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    MissedBurn,
    RemoveDevice,
    ShortCard,
)
from pitboss.engine.inputs import Answer, CardOrder, Close, Input, Order, Wager
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.games.ultimate_texas_holdem.law.facts import BEST_FIVE, BURNS, DECK_COUNTED
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.paytables import trips_table
from pitboss.games.ultimate_texas_holdem.law.ranking import hand_class
from pitboss.games.ultimate_texas_holdem.law.steps import CountDeck, DealForTrips, LeaveOutBurn, ReturnForfeit, TakeRest
from pitboss.table.card_steps import BurnCard, Deal, DealUp, DeliverStack, DiscardFaceUp, TurnDealer, TurnHand
from pitboss.table.cards import FULL_DECK
from pitboss.table.facts import FACE_UP_MET, STUB_COUNTED
from pitboss.table.money import INVENTORY
from pitboss.table.steps import CollectWager, JudgeWager, PlayOn, ReturnWager, Step, VoidHand, VoidRound

BOARD = "2h 7d 9h Js 5c"


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law(TEXT, paragraph)


def two(hands: dict[int, str] | None = None, **more: Any) -> Scene:
    """Return a scene with two players and a dealer with kings. The sevens in position 5 are three of a kind with the
    board."""
    return Scene(hands or {2: "Ac 3d", 5: "7c 7h"}, "Kh Ks", BOARD, **more)


def scene_amid(
    scene: Scene, kind: type[Step], count: int, *incidents: Input, trips: dict[int, int] | None = None
) -> Scene:
    """Return a scene in which incidents come after this many acts of a kind; the round goes on to the next wait."""
    scene.place_wagers(trips=trips).step(Close()).run_until(kind, count)
    for incident in incidents:
        scene.step(incident)
    return scene.run()


def all_cards_shuffled_next(scene: Scene) -> bool:
    """Return whether the round is over and all cards go to the next shuffle."""
    return scene.driver.next is not None and sorted(scene.driver.next.decks[0].cards) == sorted(FULL_DECK)


# --- 32.13(a)


@law("32.13(a)")
def test_an_exposed_dealers_card_voids_all_hands_while_somebody_is_undecided() -> None:
    plain = two().deal().answer("4").give(CardExposed("dealer", 0))
    assert plain.t.void == "32.13(a)"
    assert plain.winnings(2, 5) == [0, 0]
    assert all_cards_shuffled_next(plain)

    trips = two().deal(trips={5: 500}).answer("4").give(CardExposed("dealer", 1))
    assert trips.driver.done
    assert trips.t.void == ""  # the round goes on, for trips
    assert trips.winnings(2) == 0  # ante, blind and play are back
    assert trips.winnings(5) == 1500  # three sevens with the community cards
    assert [step.cite for step in trips.steps(JudgeWager)] == ["32.13(a)"]
    assert len(trips.steps(DealUp)) == 5
    assert len(trips.steps(BurnCard)) == 2  # with their burns
    assert trips.steps(TurnDealer) == []  # nothing is compared
    assert all_cards_shuffled_next(trips)
    both = two().deal(trips={2: 600, 5: 500}).answer("4").step(CardExposed("dealer", 1))
    for count, seat in enumerate((5, 2), 1):  # each who has a trips wager
        both.run_until(TurnHand, count)
        assert [lying.up for lying in both.t.cards(f"hand {seat}")] == [True, True]
    assert both.run().winnings(2, 5) == [-600, 1500]

    for winner in (1, 3, 6):
        hands = {
            seat: "7c 7h" if seat == winner else others for seat, others in ((1, "Ac 3d"), (3, "4c 3h"), (6, "Qd 2c"))
        }
        three = two(hands).deal(trips=dict.fromkeys(hands, 500)).answer("4").give(CardExposed("dealer", 0))
        assert {seat: three.winnings(seat) for seat in hands} == {
            seat: 1500 if seat == winner else -500 for seat in hands
        }


def test_once_everybody_has_decided_an_exposed_dealers_card_voids_nothing() -> None:
    scene = two().deal().answer("4").step(Answer(5, "play 4x")).run_until(BurnCard)
    scene.step(CardExposed("dealer", 0)).run()
    assert [step.cite for step in scene.steps(PlayOn)] == ["32.13(a)"]
    assert scene.winnings(2, 5) == [-3000, 500 + 2000]
    last = two().deal().answer("c c c c f").step(Answer(5, "fold")).run_until(BurnCard)
    assert last.step(CardExposed("dealer", 0)).run().winnings(2, 5) == [-1000, -1000]
    over = two().deal().answer("4").step(Answer(5, "play 4x")).run_until(TurnDealer)
    assert over.refusal_of(CardExposed("dealer", 0)) == {"house:incident"}  # they lie face up


def test_whoever_is_asked_when_his_hand_becomes_void_is_not_waited_for() -> None:
    scene = two().deal(trips={2: 500})
    assert scene.driver.question is not None
    scene.give(CardExposed("dealer", 0))
    assert scene.driver.done
    assert scene.winnings(2) == -500  # trips lose
    assert scene.refusal_of(Answer(2, "check")) == {"house:round"}


@pytest.mark.parametrize(("choice", "won"), [("finish-the-deal", [-500, 1500]), ("trips-back", [0, 0])])
def test_an_exposed_dealers_card_before_all_hands_are_dealt(choice: str, won: list[int]) -> None:
    scene = two(readings={"exposed-in-the-deal": choice})
    scene_amid(scene, Deal, 3, CardExposed("dealer", 0), trips={2: 500, 5: 500})
    assert scene.driver.done
    assert scene.winnings(2, 5) == won
    assert scene.t.void == ("reading:exposed-in-the-deal" if choice == "trips-back" else "")


@pytest.mark.parametrize(("choice", "back"), [("returned", 0), ("kept", -1000)])
def test_what_a_folder_had_lost_comes_back_when_all_hands_are_void(choice: str, back: int) -> None:
    readings = {"folded-then-void": choice}
    scene = two(readings=readings).deal(trips={2: 500}).answer("c c c c f").give(CardExposed("dealer", 0))
    assert scene.winnings(2) == back - 500  # his trips are settled, not returned
    assert scene.winnings(5) == 0
    assert len(scene.steps(ReturnForfeit)) == (2 if choice == "returned" else 0)
    no_trips = two(readings=readings).deal().answer("c c c c f").give(CardExposed("dealer", 0))
    assert no_trips.t.void == "32.13(a)"
    assert no_trips.winnings(2, 5) == [back, 0]


def test_what_comes_back_comes_back_once_whatever_else_happens_meanwhile() -> None:
    readings = {"stub-moment": "after-the-decisions", "drawn-and-exposed": "void"}
    for acts in range(12):  # the rulings that follow the exposure, interrupted after so many of them
        for again in (CardExposed("dealer", 1), DrawnInError(exposed=True)):
            scene = two(readings=readings).deal(trips={2: 500, 5: 500}).answer("c c c c f")
            scene.step(CardExposed("dealer", 0))
            scene.driver.run(acts)
            if not scene.driver.done and not scene.driver.refusals(again):
                scene.step(again)
            scene.run()
            assert scene.driver.done
            assert scene.winnings(2, 5) == ([0, 0] if scene.t.void else [-500, 1500]), (acts, again)


@pytest.mark.parametrize("trips", [{}, {2: 500}, {5: 500}], ids=["none", "his", "another's"])
def test_a_fold_may_be_interrupted_by_a_ruling(trips: dict[int, int]) -> None:
    """Check that wagers collected by then are returned, and the others are not collected."""
    for acts in range(5):
        scene = two().deal(trips=trips).answer("c c c c").step(Answer(2, "fold"))
        scene.driver.run(acts)
        scene.step(CardExposed("dealer", 0)).run()
        assert scene.driver.done
        assert scene.winnings(2, 5) == [-500 if 2 in trips else 0, 1500 if 5 in trips else 0], acts
        assert all_cards_shuffled_next(scene)


# --- 32.13(b)


@law("32.13(b)")
@pytest.mark.parametrize("house", [{}, BY_HAND, AUTOMATED], ids=["manual", "hand", "automated"])
def test_one_face_up_card_is_set_aside_two_void_the_hands(house: dict[str, Any]) -> None:
    kind = DeliverStack if house == AUTOMATED else Deal
    one = scene_amid(two(**house), kind, 1, FaceUpCard(1))
    assert one.t.void == ""
    (discarded,) = one.steps(DiscardFaceUp)
    assert one.t.places["discard rack"] == [(discarded.card, True)]
    assert [len(one.t.cards(place)) for place in ("hand 2", "hand 5", "dealer")] == [2, 2, 2]
    assert discarded.card not in one.t.faces("hand 2") + one.t.faces("hand 5") + one.t.faces("dealer")
    one.answer("4 4")  # and the round is played

    early = scene_amid(two(**house), kind, 1, FaceUpCard(1), FaceUpCard(3), trips={5: 500})
    assert early.t.void == "32.13(b)"
    assert early.winnings(2, 5) == [0, 0]  # trips too
    assert all_cards_shuffled_next(early)

    turned = two(**house).deal(trips={5: 500}).answer("c").give(FaceUpCard(1), FaceUpCard(3))
    turned.step(Answer(5, "play 4x")).run_until(TurnHand)
    assert [lying.up for lying in turned.t.cards("hand 5")] == [True, True]
    late = two(**house).deal(trips={5: 500}).answer("c").give(FaceUpCard(1), FaceUpCard(3)).answer("4")
    assert late.driver.done
    assert late.t.void == ""
    assert late.winnings(2) == 0
    wins = trips_table(late.house).rate(hand_class(BEST_FIVE.of(late.t, 5))) is not None
    assert [(step.position, step.spot, step.wins) for step in late.steps(JudgeWager)] == [(5, "trips", wins)]
    assert (late.winnings(5) > 0) == wins
    assert [step.cite for step in late.steps(JudgeWager)] == ["32.13(b)"]
    assert len(BEST_FIVE.of(late.t, 5)) == 5
    assert len(late.steps(DealUp)) == 5
    no_trips = two(**house).deal().answer("c").give(FaceUpCard(1), FaceUpCard(3)).answer("4")
    assert no_trips.t.void == "32.13(b)"

    hands = {1: "Ac 3d", 3: "7c 7h", 6: "Qd 2c"}
    three = two(hands, **house).deal(trips=dict.fromkeys(hands, 500)).answer("c")
    three.give(FaceUpCard(1), FaceUpCard(3)).answer("4 4")
    assert [step.position for step in three.steps(JudgeWager)] == [6, 3, 1]
    assert not any(three.t.wager(seat, "trips") for seat in hands)
    turned = two(hands, **house).deal(trips=dict.fromkeys(hands, 500)).answer("c")
    turned.give(FaceUpCard(1), FaceUpCard(3)).answer("4").step(Answer(6, "play 4x"))
    for count, position in enumerate((6, 3, 1), 1):
        turned.run_until(TurnHand, count)
        assert [lying.up for lying in turned.t.cards(f"hand {position}")] == [True, True]


def test_one_before_and_one_after_all_hands_are_dealt_are_two() -> None:
    scene = scene_amid(two(), Deal, 1, FaceUpCard(1), trips={5: 500}).give(FaceUpCard(2)).answer("4 4")
    assert len(scene.steps(DiscardFaceUp)) == 2
    assert {step.position for step in scene.steps(VoidHand)} == {2, 5}
    assert scene.winnings(2) == 0
    assert len(scene.steps(DealForTrips)) == 1


@pytest.mark.parametrize(("choice", "won"), [("trips-settled", [0, 1500]), ("trips-back", [0, 0])])
def test_whether_trips_outlive_a_card_found_before_and_one_after(choice: str, won: list[int]) -> None:
    def scene() -> Scene:
        return two(readings={"face-up-before-and-after": choice})

    both = scene_amid(scene(), Deal, 5, FaceUpCard(0), trips={5: 500}).answer("c c").give(FaceUpCard(2)).answer("c c")
    assert both.driver.done
    assert both.winnings(2, 5) == won
    assert both.t.void == ("" if choice == "trips-settled" else "reading:face-up-before-and-after")
    after = scene().deal(trips={5: 500}).answer("c c").give(FaceUpCard(0), FaceUpCard(2)).answer("c c")
    assert after.t.void == ""
    assert after.winnings(2, 5) == [0, 1500]


@law("32.13(b)")
def test_two_face_up_before_all_hands_are_dealt_end_a_round_that_goes_on_for_trips() -> None:
    """The last sentence of (b) keeps trips wagers alive only if the cards are found afterwards."""
    readings = {"exposed-in-the-deal": "finish-the-deal"}
    exposed = two(readings=readings).place_wagers(trips={5: 500}).step(Close()).run_until(Deal, 3)
    exposed.step(CardExposed("dealer", 0)).run_until(DealForTrips)
    early = exposed.step(FaceUpCard(0)).step(FaceUpCard(1)).run()
    assert early.t.void == "32.13(b)"
    assert early.winnings(2, 5) == [0, 0]
    assert all_cards_shuffled_next(early)
    late = two(readings=readings).place_wagers(trips={5: 500}).step(Close()).run_until(Deal, 3)
    late.step(CardExposed("dealer", 0)).run_until(Deal, 6).step(FaceUpCard(30)).step(FaceUpCard(0))
    late.step(FaceUpCard(2)).run()
    assert late.t.void == ""  # the hands were void already, and no more is void by this
    assert len(late.steps(JudgeWager)) == 1


def test_a_dealer_who_is_a_card_short_has_not_received_his_two() -> None:
    scene = two().deal(trips={5: 500}).answer("c").give(ShortCard("dealer"), FaceUpCard(0), FaceUpCard(1))
    assert scene.answer("c").t.void == "32.13(b)"
    assert scene.winnings(2, 5) == [0, 0]


@pytest.mark.parametrize(("choice", "void"), [("next-card", ""), ("void", "reading:face-up-in-a-stack")])
def test_a_card_face_up_in_a_stack(choice: str, void: str) -> None:
    for stacks in (1, 2):  # in a player's stack, in the dealer's
        scene = two(readings={"face-up-in-a-stack": choice}, **AUTOMATED)
        scene_amid(scene, DeliverStack, stacks, FaceUpCard(1), trips={5: 500})
        assert scene.t.void == void
        assert len(scene.steps(DiscardFaceUp)) == 1
        if void:
            assert scene.winnings(2, 5) == [0, 0]
        else:
            assert len(scene.t.cards("dealer")) == 2


@pytest.mark.parametrize(("choice", "void"), [("play-on", []), ("hands-void", [2, 5])])
def test_one_face_up_after_all_hands_are_dealt(choice: str, void: list[int]) -> None:
    scene = two(readings={"face-up-after-the-hole-cards": choice}).deal(trips={5: 500}).answer("4").give(FaceUpCard(2))
    scene.answer("4")
    assert [step.position for step in scene.steps(VoidHand)] == void
    assert scene.driver.done


def test_a_burn_that_lies_face_up() -> None:
    """A reading: another card is burned, because a card found face up is not used."""
    scene = two().deal().give(FaceUpCard(0)).answer("c c")
    assert scene.steps(DiscardFaceUp)[0].card == scene.order[6]
    assert scene.steps(BurnCard)[0].card == scene.order[7]
    assert scene.t.faces("community") == scene.order[8:11]
    other = two(readings={"face-up-burn": "it-is-the-burn"}).deal().give(FaceUpCard(0)).answer("c c")
    assert other.steps(BurnCard) == []
    assert other.t.faces("community") == other.order[7:10]
    assert "reading:face-up-burn" in other.cites()


def test_the_dealing_ends_with_the_river() -> None:
    scene = two().deal().give(FaceUpCard(30), FaceUpCard(31)).answer("4 4")
    assert scene.t.void == ""
    assert [step.cite for step in scene.steps(PlayOn)] == ["reading:end-of-dealing"]
    literal = two(readings={"end-of-dealing": "stub-too"}).deal().give(FaceUpCard(30), FaceUpCard(31)).answer("4 4")
    assert literal.t.void == "reading:end-of-dealing"
    trips = two(readings={"end-of-dealing": "stub-too"}).deal(trips={5: 500}).give(FaceUpCard(30), FaceUpCard(31))
    assert trips.answer("4 4").winnings(2, 5) == [0, 1500]
    last = two().deal().answer("c c c c")
    assert last.refusal_of(FaceUpCard(0)) == {"house:incident"}  # nothing is left to be dealt


# --- 32.13(c)


@law("32.13(c)")
def test_an_unexposed_card_drawn_in_error_is_the_next_card() -> None:
    scene = two()
    scene.place_wagers().step(Close()).run_until(Deal, 1).step(DrawnInError())
    assert scene.t.places["drawn in error"] == [(scene.order[1], False)]
    scene.run()
    assert scene.t.places == two().deal().t.places  # as though nothing had happened
    burn = two().deal().give(DrawnInError()).answer("c c")
    assert burn.steps(BurnCard)[0].card == burn.order[6]
    assert burn.t.faces("community") == burn.order[7:10]
    late = two().deal().answer("c c c").step(Answer(5, "check")).run_until(DealUp, 5).step(DrawnInError()).run()
    assert late.t.faces("discard rack")[:39] == late.order[13:]  # drawn after the river it belongs to the stub


@pytest.mark.parametrize(
    ("reading", "order", "void"),
    [
        ("supervisor", "discard it", False),
        ("supervisor", "void the hands", True),
        ("discard", None, False),
        ("void", None, True),
    ],
)
def test_a_card_drawn_in_error_and_exposed(reading: str, order: str | None, void: bool) -> None:
    scene = two(readings={"drawn-and-exposed": reading}).deal().give(DrawnInError(exposed=True))
    if order is not None:
        scene.give(Order(order))
    assert bool(scene.t.void) == void
    if not void:
        assert scene.t.places["discard rack"] == [(scene.order[6], True)]
        assert FACE_UP_MET.of(scene.t) == 1
        scene.answer("4 4")


@pytest.mark.parametrize("reading", ["supervisor", "void", "discard"])
def test_nobody_is_asked_whether_hands_are_void_that_are_so_already(reading: str) -> None:
    scene = two(readings={"drawn-and-exposed": reading}).deal(trips={5: 500})
    scene.step(CardExposed("dealer", 0)).run_until(BurnCard).step(DrawnInError(exposed=True)).run()
    assert scene.driver.done
    assert scene.t.void == ""
    assert [step.card for step in scene.steps(DiscardFaceUp)] == [scene.order[7]]
    assert scene.steps(DealUp)[0].card == scene.order[8]
    hidden = two().deal(trips={5: 500}).step(CardExposed("dealer", 0)).run_until(BurnCard)
    hidden.step(DrawnInError()).run()
    assert hidden.steps(DealUp)[0].card == hidden.order[7]  # used as the next


# --- 32.13(d)


@law("32.13(d)")
@pytest.mark.parametrize("incident", [ExtraCard("hand 2"), ShortCard("hand 2")], ids=["three", "one"])
def test_a_players_wrong_number_of_cards_voids_his_hand_alone(incident: Input) -> None:
    scene = scene_amid(two(), Deal, 4, incident, trips={2: 500, 5: 500})
    assert [(step.position, step.cite) for step in scene.steps(VoidHand)] == [(2, "32.13(d)")]
    assert scene.winnings(2) == 0  # trips too: there is no hand to win them with
    assert "hand 2" not in scene.t.places
    assert scene.driver.question is not None
    assert scene.driver.question.seat == 5
    assert view(scene.driver, SPECTATOR).hands == {5: (HIDDEN, HIDDEN)}
    scene.answer("4")
    assert scene.driver.done
    assert scene.winnings(5) != 0
    assert all_cards_shuffled_next(scene)


def test_a_wrong_hand_is_found_whenever_the_dealer_turns_to_it() -> None:
    flop = two().deal().answer("c c").give(ExtraCard("hand 5"))
    flop.answer("c")  # seat 2, and then the dealer comes to 5
    assert [step.position for step in flop.steps(VoidHand)] == [5]
    end = two().deal().answer("c c c").give(ShortCard("hand 2")).answer("c")
    assert [step.position for step in end.steps(VoidHand)] == [2]
    settled = two().deal(trips={2: 500}).answer("4").give(ExtraCard("hand 2")).answer("4")
    assert [step.position for step in settled.steps(VoidHand)] == [2]
    assert settled.winnings(2) == 0
    readings = {"stub-moment": "after-the-decisions"}
    under = two(readings=readings).deal(trips={2: 500}).answer("c c c c f").give(ExtraCard("hand 2")).answer("f")
    assert under.winnings(2) == 0  # found under his trips wager: what he had lost is back too
    mended = scene_amid(two(), Deal, 4, ExtraCard("hand 2"), ShortCard("hand 2")).answer("4 4")
    assert mended.steps(VoidHand) == []
    assert [step.cite for step in mended.steps(PlayOn)] == ["32.13(d)"]


@law("32.13(d)")
@pytest.mark.parametrize("incident", [ExtraCard("hand 2"), ShortCard("hand 2")], ids=["three", "one"])
@pytest.mark.parametrize("trips", [{}, {2: 500}], ids=["no trips", "trips"])
def test_a_wrong_hand_that_is_folded_is_found_at_the_fold(trips: dict[int, int], incident: Input) -> None:
    """Spread its cards, or lay them under the trips wager; the result is the same with and without trips."""
    readings = {"stub-moment": "after-the-decisions"}
    for acts in range(5):  # it goes wrong while he is asked, or between the acts of his fold
        scene = two(readings=readings).deal(trips=trips).answer("c c c c")
        if acts == 0:
            scene.give(incident).step(Answer(2, "fold"))
        else:
            scene.step(Answer(2, "fold"))
            scene.driver.run(acts - 1)
            if "hand 2" not in scene.t.places:
                assert not trips
                continue  # they are in the rack already, two of them
            scene.step(incident)
        scene.run().answer("f")
        assert [(step.position, step.cite) for step in scene.steps(VoidHand)] == [(2, "32.13(d)")], acts
        assert scene.winnings(2, 5) == [0, -1000], acts
        assert not [step for step in scene.steps(PlayOn) if "two cards" in step.why]
        assert all_cards_shuffled_next(scene)
    asked = two(readings=readings).deal(trips=trips).answer("c c c c").give(incident).answer("f")
    assert asked.steps(CollectWager) == []  # nothing was collected to begin with
    right = two(readings=readings).deal(trips=trips).answer("c c c c f f")
    assert right.winnings(2) == -1000 - sum(trips.values())


@law("32.13(d)")
@pytest.mark.parametrize("incident", [ExtraCard("hand 5"), ShortCard("hand 5")], ids=["three", "one"])
def test_of_a_hand_that_is_void_already_only_the_trips_wager_is_left(incident: Input) -> None:
    """Check that a wrong number of cards voids nothing a second time after 32.13(a) has voided the hand and returned
    ante and blind."""
    hands = {2: "Ac 3d", 5: "7c 7h", 6: "7s Qd"}
    for bet in (500, 0):
        scene = two(hands).deal(trips={5: bet, 6: 500} if bet else {6: 500}).answer("c")
        scene.give(incident).give(CardExposed("dealer", 0))
        assert scene.driver.done
        assert [(step.cite, step.position) for step in scene.steps(VoidHand)] == [
            ("32.13(a)", position) for position in hands
        ]
        back = [step for step in scene.steps(ReturnWager) if step.position == 5]
        assert [(step.cite, step.spot) for step in back[:2]] == [("32.13(a)", "ante"), ("32.13(a)", "blind")]
        assert [(step.cite, step.spot, step.cents) for step in back[2:]] == (
            [("32.13(d), reading:trips-of-a-misdealt-hand", "trips", 500)] if bet else []
        )
        assert [(step.position, step.spot) for step in scene.steps(JudgeWager)] == [(6, "trips")]
        assert scene.winnings(2, 5) == [0, 0]
        assert all_cards_shuffled_next(scene)


@pytest.mark.parametrize(
    ("incidents", "own"),
    [([ExtraCard("hand 5")], ("7c", "7h")), ([ShortCard("hand 5")], ("7c",)), ([ShortCard("hand 5")] * 2, ())],
    ids=["three", "one", "none"],
)
def test_trips_of_a_misdealt_hand_may_be_read_to_be_settled(incidents: list[Input], own: tuple[str, ...]) -> None:
    for way in ("any-five", "two-and-three"):
        readings = {"trips-of-a-misdealt-hand": "settled", "hand-of-seven": way}
        scene = two(readings=readings).deal(trips={5: 500}).answer("c").give(*incidents, CardExposed("dealer", 0))
        five = BEST_FIVE.of(scene.t, 5)
        assert set(five) <= {*own, *scene.t.faces("discard rack")}
        assert len(five) == 5
        assert scene.winnings(5) == (1500 if len(own) == 2 else -500)
        assert [step.cite for step in scene.steps(JudgeWager)] == ["reading:trips-of-a-misdealt-hand"]
        assert all_cards_shuffled_next(scene)


def test_when_no_hand_is_left_the_round_is_void() -> None:
    scene = scene_amid(two({2: "Ac 3d"}), Deal, 2, ExtraCard("hand 2"))
    assert scene.t.void == "32.13(d)"
    assert scene.winnings(2) == 0
    assert scene.steps(BurnCard) == []
    folder = two().deal().answer("c 4").give(ExtraCard("hand 5")).answer("c f")
    assert folder.t.void == ""  # 2 has folded in a round that stands
    assert folder.winnings(2, 5) == [-1000, 0]


@law("32.13(d)")
def test_the_dealer_completes_his_hand_in_sequence() -> None:
    short = scene_amid(two(), Deal, 6, ShortCard("dealer"))
    # The card that stayed in the shoe was the next.
    assert short.t.places["dealer"] == [("Kh", False), ("Ks", False)]
    assert DECK_COUNTED.of(short.t) == 52
    assert [(step.left, step.deck) for step in short.steps(CountDeck)] == [(47, 52)]
    short.answer("4 4")
    assert short.t.void == ""
    over = scene_amid(two(), Deal, 6, ExtraCard("dealer"))
    assert over.t.faces("dealer") == ("Kh", "Ks")
    assert over.t.faces("shoe")[0] == over.order[6]  # the surplus is the next card
    over.answer("4 4")
    assert over.t.faces("discard rack")[:5] == over.order[7:10] + over.order[11:13]
    void = scene_amid(two(readings={"dealer-over": "void"}), Deal, 6, ExtraCard("dealer"), trips={5: 500})
    assert void.t.void == "reading:dealer-over"
    assert void.winnings(2, 5) == [0, 0]


@law("32.13(d)")
def test_the_dealer_cannot_complete_from_a_deck_that_is_not_whole() -> None:
    scene = scene_amid(two(), Deal, 6, CardMissing(), ShortCard("dealer"), trips={5: 500})
    assert scene.t.void == "32.13(d)"
    assert scene.winnings(2, 5) == [0, 0]
    assert [(step.left, step.deck) for step in scene.steps(CountDeck)] == [(46, 51)]
    assert scene.driver.next is not None
    assert scene.driver.next.decks[0].cards == ()  # a reading: the deck leaves the table
    kept = two(readings={"misdealt-and-not-whole": "reshuffled"})
    scene_amid(kept, Deal, 6, CardMissing(), ShortCard("dealer"))
    assert kept.driver.next is not None
    assert len(kept.driver.next.decks[0].cards) == 51


def test_the_burned_card_completes_the_dealers_hand() -> None:
    scene = two().deal().answer("c").step(Answer(5, "check")).run_until(BurnCard).step(ShortCard("dealer")).run()
    assert scene.t.faces("dealer") == ("Kh", scene.order[6])
    assert [step.card for step in scene.steps(BurnCard)] == [scene.order[6], "Ks"]  # and another is burned
    assert scene.t.faces("community") == scene.order[7:10]
    hidden = two().deal().answer("c").step(Answer(5, "check")).run_until(BurnCard).step(ShortCard("dealer"))
    hidden.step(DrawnInError(exposed=True)).run().give(Order("discard it"))  # it lies on the burn
    assert hidden.t.faces("dealer") == ("Kh", hidden.order[6])
    assert BURNS.of(hidden.t) == 1
    assert [lying.up for lying in hidden.t.cards("discard rack")] == [False, True]
    void = two(readings={"dealer-short": "void"}).deal().answer("c").step(Answer(5, "check")).run_until(BurnCard)
    assert void.step(ShortCard("dealer")).run().t.void == "reading:dealer-short"


def test_once_a_community_card_is_up_the_dealers_wrong_hand_voids_all() -> None:
    for incident in (ShortCard("dealer"), ExtraCard("dealer")):
        scene = two().deal(trips={5: 500}).answer("c c").give(incident).answer("c c f f")
        assert scene.t.void == "32.13(d)"  # seen when he uncovers it
        assert scene.winnings(2, 5) == [0, 0]
        assert scene.steps(TurnDealer) == []
    settled = two(readings={"trips-when-the-dealer-is-misdealt": "settled"}).deal(trips={5: 500})
    settled.answer("c c").give(ShortCard("dealer")).answer("c c f f")
    assert settled.t.void == ""
    assert settled.winnings(2, 5) == [0, 1500]


@pytest.mark.parametrize(
    ("choice", "void", "won"),
    [("all-void", "reading:misdeal-found-by-the-count", [0, 0]), ("that-hand", "", [0, 1500])],
)
def test_a_wrong_hand_found_by_the_count(choice: str, void: str, won: list[int]) -> None:
    scene = two(stub_count_every=1, readings={"misdeal-found-by-the-count": choice}).deal(trips={2: 500})
    scene.answer("4 c").give(ShortCard("hand 2")).answer("2")  # after the flop, which gave 5 three sevens
    assert scene.t.void == void
    assert scene.winnings(2, 5) == won


@law("32.7(f)2")
@pytest.mark.parametrize("every", [1, 5], ids=["counted", "not counted"])
@pytest.mark.parametrize("place", ["dealer", "hand 2", "hand 5"])
def test_a_count_of_the_stub_makes_no_difference_to_trips_that_outlive_the_hands(every: int, place: str) -> None:
    scene = two(stub_count_every=every).deal(trips={5: 500}).answer("c").give(ExtraCard(place))
    scene.give(CardExposed("dealer", 0))
    assert scene.driver.done
    assert (STUB_COUNTED.get(scene.t) is not None) == (every == 1)
    assert scene.t.void == ""
    settled = [step.position for step in scene.steps(JudgeWager)]
    assert settled == ([] if place == "hand 5" else [5])  # only the trips of a wrong hand go back
    assert scene.winnings(2) == 0
    assert scene.winnings(5) == 0 or place != "hand 5"
    assert all_cards_shuffled_next(scene)
    gone = two(stub_count_every=1).deal(trips={5: 500}).answer("c").give(CardMissing(), CardExposed("dealer", 0))
    assert gone.t.void == "32.7(f)2"  # but a deck that is not whole is one for nobody
    assert gone.winnings(2, 5) == [0, 0]


def test_what_the_text_does_not_say_is_not_cited_from_it() -> None:
    def cites_of_returns(scene: Scene) -> dict[str, str]:
        return {step.spot: step.cite for step in scene.steps(ReturnWager) if step.seat == 2}

    dealers = two().deal(trips={2: 500}).answer("4 c").give(ExtraCard("dealer")).answer("c f")
    assert dealers.t.void == "32.13(d)"
    assert cites_of_returns(dealers) == {
        "ante": "32.13(d)",
        "blind": "32.13(d)",
        "play": "32.13(d)",
        "trips": "reading:trips-when-the-dealer-is-misdealt",
    }
    readings = {"trips-when-the-dealer-is-misdealt": "settled"}
    gone = scene_amid(two(readings=readings), Deal, 6, CardMissing(), ShortCard("dealer"), trips={2: 500})
    assert cites_of_returns(gone)["trips"] == "reading:misdealt-and-not-whole"
    folder = two().deal().answer("c c c c f").give(CardExposed("dealer", 0))
    assert cites_of_returns(folder) == {"ante": "reading:folded-then-void", "blind": "reading:folded-then-void"}
    alone = two().open_betting().bet(5).give(Wager(2, {"ante": 500}), Close())
    assert cites_of_returns(alone) == {"ante": "reading:incomplete-wagers"}


# --- 32.13(e), (f), (g)


@law("32.13(e)")
def test_a_shuffler_that_fails_has_its_cards_reshuffled() -> None:
    scene = two(**SHUFFLER).give(DeviceJam("shuffler"))
    assert RESHUFFLED(scene.t)
    scene.deal().give(DeviceJam("shuffler"))  # idle now
    assert [step.cite for step in scene.steps(PlayOn)] == ["32.13(e)"]
    assert two().refusal_of(DeviceJam("shuffler")) == {"house:incident"}
    other = two(**TWO_DECKS).deal().give(DeviceJam("shuffler"))  # it is shuffling the other deck
    assert RESHUFFLED(other.t)
    assert other.answer("4 4").t.void == ""


@law("32.13(f)")
def test_an_automated_shoe_that_fails_voids_the_round_and_trips() -> None:
    for stacks in (0, 1, 2):
        scene = two(**AUTOMATED).place_wagers(trips={5: 500}).step(Close()).run_until(DeliverStack, stacks)
        scene.step(DeviceJam("automated shoe")).run()
        assert scene.t.void == "32.13(f)", stacks
        assert scene.winnings(2, 5) == [0, 0]
        assert all_cards_shuffled_next(scene)
    last = scene_amid(two(**AUTOMATED), DeliverStack, 3, DeviceJam("automated shoe"))
    assert last.t.void == ""  # every stack is out: a reading
    literal = two(readings={"jam-after-the-last-stack": "void"}, **AUTOMATED)
    scene_amid(literal, DeliverStack, 3, DeviceJam("automated shoe"))
    assert literal.t.void == "reading:jam-after-the-last-stack"
    in_hand = (
        two(readings={"jam-after-the-last-stack": "void"}, **AUTOMATED).place_wagers().step(Close()).run_until(TakeRest)
    )
    assert in_hand.step(DeviceJam("automated shoe")).run().t.void == ""  # the board is in the hand
    assert [step.cite for step in in_hand.steps(PlayOn)] == ["32.13(f)"]
    assert two().deal().refusal_of(DeviceJam("automated shoe")) == {"house:incident"}


@law("32.13(g)")
def test_a_device_is_removed_before_another_method_is_used() -> None:
    first = two(**AUTOMATED).deal().answer("4 4")
    second = first.play_again(dealing="hand")
    assert second.refusal_of(CardOrder(FULL_DECK)) == {"32.13(g)"}
    assert second.refusal_of(RemoveDevice("shuffler")) == {"house:devices"}  # that one is in use
    second.give(RemoveDevice("automated shoe"))
    assert DEVICES["automated shoe"].get(second.t) is None
    second.give(CardOrder(FULL_DECK))
    first.play_again().give(CardOrder(FULL_DECK))  # the same methods need nothing
    assert_devices_are_noticed(UltimateHouse(), GAME.rules({}), "32.13(g)")


# --- what no paragraph answers


@pytest.mark.parametrize("incident", [ExtraCard("community"), ShortCard("community")], ids=["four", "two"])
def test_a_flop_of_a_wrong_number_is_the_supervisors(incident: Input) -> None:
    def flop(**more: Any) -> Scene:
        scene = two(**more).deal().answer("c").step(Answer(5, "check")).run_until(DealUp, 2)
        return scene.step(incident).run()

    scene = flop()
    assert scene.refusal_of(Answer(2, "check")) == {"reading:miscounted-board"}
    scene.give(Order("set it right"))
    assert len(scene.t.cards("community")) == 3
    assert all(lying.up for lying in scene.t.cards("community"))
    scene.answer("c c f f")
    assert scene.steps(PlayOn) == []  # no hand was wrong, and 32.13(d) has nothing to do with it
    assert flop().give(Order("void the hands")).t.void == "reading:miscounted-board"
    assert len(flop(readings={"miscounted-board": "set-right"}).t.cards("community")) == 3


def test_a_missed_burn_is_the_supervisors() -> None:
    for burn, before in ((0, ""), (1, "c c")):
        missed = two().deal().answer(before).give(MissedBurn())
        assert missed.refusal_of(MissedBurn()) == {"house:incident"}  # it is forgotten already
        missed.answer("c c")
        assert missed.refusal_of(Answer(2, "check")) == {"reading:missed-burn"}
        missed.give(Order("play on"))
        assert len(missed.steps(BurnCard)) == burn
        first = 6 if burn == 0 else 10
        assert missed.t.faces("community")[3 * burn :] == missed.order[first : first + (2 if burn else 3)]
        if burn:
            assert missed.refusal_of(MissedBurn()) == {"house:incident"}  # no other is to come
        else:
            missed.answer("c c")
            assert len(missed.steps(BurnCard)) == 1  # the other is made
        void = two().deal(trips={5: 500}).answer(before).give(MissedBurn()).answer("c c")
        assert void.give(Order("void the hands")).t.void == "reading:missed-burn"
        assert void.winnings(2, 5) == [0, 0]
    assert two().open_betting().refusal_of(MissedBurn()) == {"house:incident"}
    trips = two().deal(trips={5: 500}).give(MissedBurn(), CardExposed("dealer", 0))
    assert trips.driver.done  # nobody is asked: the hands are void already
    assert len(trips.steps(BurnCard)) == 1
    short = two(readings={"missed-burn": "play-on"}).deal().give(MissedBurn()).answer("c")
    short.step(Answer(5, "check")).run_until(LeaveOutBurn).step(ShortCard("dealer")).run()
    assert short.t.faces("dealer") == ("Kh", "Ks")  # there is no burned card to take
    assert short.steps(BurnCard) == []


def test_a_players_card_that_is_seen_is_played_on() -> None:
    scene = two().deal().give(CardExposed("hand 5", 1)).answer("4 4")
    assert [step.cite for step in scene.steps(PlayOn)] == ["reading:exposed-player-card"]
    strict = two(readings={"exposed-player-card": "supervisor"}).deal().give(CardExposed("hand 5", 1))
    assert strict.give(Order("void the hands")).t.void == "reading:exposed-player-card"


def test_void_is_never_the_answer_to_what_cannot_happen() -> None:
    scene = two().deal().answer("c c c c")
    for incident in (FaceUpCard(), DrawnInError(), ExtraCard("hand 2"), ShortCard("dealer"), DeviceJam("shuffler")):
        assert scene.refusal_of(incident) == {"house:incident"}
    assert scene.steps(VoidRound) == []
    assert scene.t.ledger[INVENTORY] == BANK
