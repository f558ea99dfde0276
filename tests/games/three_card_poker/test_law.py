"""Three Card Poker, text of 1997: one test per paragraph, in the order of the text, each with its own scene."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from games.three_card_poker.scene import AUTOMATED, BY_HAND, METHODS, Scene, win_against
from kit.devices import assert_devices_are_noticed
from pitboss.common.facts import DEVICES, RESHUFFLED
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    CardTooMany,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    RemoveDevice,
    ShortCard,
)
from pitboss.engine.inputs import Answer, CardOrder, Close, Conduct, Wager
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.games.three_card_poker import GAME
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.rack import rebuild
from pitboss.games.three_card_poker.law.steps import CollectForfeit, Compare, Forfeit, PayBonus, ReadHand, RevealDealer
from pitboss.table.card_steps import (
    CollectCards,
    CountStub,
    Deal,
    DeliverStack,
    DeviceCount,
    DiscardFaceUp,
    RemoveDeck,
    StubToRack,
    TurnHand,
)
from pitboss.table.cards import FULL_DECK
from pitboss.table.facts import STUB_COUNTED
from pitboss.table.money import INVENTORY
from pitboss.table.steps import Announce, CollectWager, JudgeWager, Manner, PayWager, PlayOn, ReturnWager

EDITION = "1997-03-17"
COUNTING: dict[str, Any] = {"shuffler": "counting-shuffler"}


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law(EDITION, paragraph)


def breaches(**elected: Any) -> list[str]:
    return [finding.cite for finding in ThreeCardPokerHouse(**elected).breaches(GAME.rules({}))]


def next_round(scene: Scene, **house: Any) -> Scene:
    """Return a scene of the next round at the same table, with the same players and new cards in natural order."""
    assert scene.driver.next is not None, scene.driver.wait
    elected = {**msgspec.structs.asdict(scene.house), **house}
    return Scene(scene.hands, carry=scene.driver.next, **elected)


def deck_is_whole(scene: Scene) -> bool:
    """Return whether all 52 cards of the deck are there for the next shuffle."""
    assert scene.driver.next is not None
    return sorted(scene.driver.next.decks[0].cards) == sorted(FULL_DECK)


# --- 20.7 manual shoe


@law("20.7(b)")
def test_no_more_bets_before_any_card() -> None:
    scene = Scene({1: "", 4: ""}).deal()
    assert scene.t.said == ["No more bets"]
    told = [type(step) for step in scene.steps() if isinstance(step, Announce | Deal)]
    assert told.index(Announce) < told.index(Deal)
    assert scene.refusal_of(Wager(1, {"pair plus": 500})) == {"reading:wagers"}


def places_dealt(scene: Scene) -> list[str]:
    return [step.place for step in scene.steps(Deal)]


def dealt_one_by_one(house: dict[str, Any], cite: str) -> None:
    scene = Scene({2: "", 3: "", 6: ""}, **house).deal(seat_3=(0, 500), seat_6=(500, 500))
    assert places_dealt(scene) == ["hand 2", "hand 3", "hand 6", "dealer"] * 3
    assert {step.cite for step in scene.steps(Deal)} == {cite}
    for turn, place in enumerate(("hand 2", "hand 3", "hand 6", "dealer")):
        assert scene.t.places[place] == [(scene.order[turn + 4 * n], False) for n in range(3)]
    alone = Scene({2: "", 3: ""}, **house).open_betting().bet(3, 0, 500).give(Close())  # seat 2 has wagered nothing
    assert places_dealt(alone) == ["hand 3", "dealer"] * 3


@law("20.7(c)")
def test_one_card_at_a_time_to_each_player_and_the_dealer() -> None:
    dealt_one_by_one({}, "20.7(c)")


@law("20.7(d)")
def test_the_stub_leaves_the_manual_shoe_unexposed() -> None:
    scene = Scene({1: "", 4: ""}).deal()
    assert scene.t.faces("discard rack") == scene.order[9:]
    assert not any(lying.up for lying in scene.t.places["discard rack"])
    assert not scene.t.cards("shoe")


def is_counted(scene: Scene) -> bool:
    return bool(scene.steps(CountStub))


@law("20.7(e)")
def test_the_stub_is_counted_at_least_every_five_rounds() -> None:
    marks = [{"rounds since count": passed} for passed in (0, 3, 4)]
    assert [is_counted(Scene({1: ""}, marks=mark).deal()) for mark in marks] == [False, False, True]
    scene = Scene({1: ""}, marks={"rounds since count": 3})
    done = []
    for _ in range(7):
        done.append(is_counted(scene.deal().all_play()))
        scene = next_round(scene)
    assert done == [False, True, False, False, False, False, True]
    found = {every: breaches(stub_count_every=every) for every in (0, 1, 5, 6)}
    assert found == {0: ["20.7(e)"], 1: [], 5: [], 6: ["20.7(e)"]}
    (count,) = Scene({1: ""}, stub_count_every=1).deal().steps(CountStub)
    assert (count.counted, count.deck) == (46, 52)


@law("20.7(e)1")
def test_fifty_two_cards_and_the_stub_goes_to_the_rack() -> None:
    scene = Scene({1: "", 4: ""}, stub_count_every=1).deal()
    assert scene.t.faces("discard rack") == scene.order[9:]
    assert "stub" not in scene.t.places
    assert not any(lying.up for lying in scene.t.places["discard rack"])
    scene.all_play()
    assert scene.t.void == ""


@law("20.7(e)2")
def test_a_wrong_count_voids_and_a_deck_that_is_not_whole_leaves() -> None:
    for incident in (ExtraCard("hand 4"), ShortCard("hand 1"), ExtraCard("dealer"), ShortCard("dealer")):
        scene = Scene({1: "", 4: ""}, stub_count_every=1).deal_until(Deal, 3, seat_1=(500, 500)).give_amid(incident)
        assert scene.t.void == "20.7(e)2", incident
        assert (scene.winnings(1), scene.winnings(4)) == (0, 0)
        assert deck_is_whole(scene)  # it stays, to be reshuffled
    for wrong in (CardMissing(), CardTooMany("Ah")):
        scene = Scene({1: "", 4: ""}, stub_count_every=1).deal_until(Deal, 3, seat_1=(500, 500)).give_amid(wrong)
        assert scene.t.void == "20.7(e)2"
        assert (scene.winnings(1), scene.winnings(4)) == (0, 0)
        assert scene.driver.next is not None
        assert scene.driver.next.decks[0].cards == ()  # the whole deck is removed
        assert [step.cite for step in scene.steps(RemoveDeck)] == ["20.7(e)2"]


@law("20.7(f)")
def test_a_shuffler_that_counts_excuses_the_stub() -> None:
    due = {"rounds since count": 4}
    scene = Scene({1: ""}, marks=due, **COUNTING).deal()
    assert not is_counted(scene)
    assert [step.cards for step in scene.steps(DeviceCount)] == [52]
    assert is_counted(Scene({1: ""}, marks=due, shuffler="shuffler").deal())  # one that does not count excuses nothing
    for cards in (FULL_DECK[1:], (*FULL_DECK, "Ah")):  # 51 and 53
        wrong = Scene({1: ""}, carry=with_deck(cards), **COUNTING)
        wrong.give(CardOrder(cards))
        assert [step.cards for step in wrong.steps(DeviceCount)] == [len(cards)]
        assert [step.cite for step in wrong.steps(RemoveDeck)] == ["20.7(f)"]


def with_deck(cards: tuple[str, ...]) -> Any:
    carry = Scene({1: ""}).driver.carry
    return msgspec.structs.replace(carry, decks=(msgspec.structs.replace(carry.decks[0], cards=cards),))


# --- 20.8 from the hand


@law("20.8(a)")
def test_a_licensee_may_have_the_cards_dealt_from_the_hand() -> None:
    assert breaches(**BY_HAND) == []
    scene = Scene({1: ""}, **BY_HAND).open_betting()
    assert scene.t.faces("dealer's hand") == scene.order
    assert not scene.t.cards("shoe")


@law("20.8(b)1")
def test_from_the_hand_only_what_a_device_has_shuffled() -> None:
    assert breaches(dealing="hand") == ["20.8(b)1"]
    assert breaches(dealing="hand", shuffler="counting-shuffler") == []


@law("20.8(b)2")
def test_the_stacked_deck_goes_into_the_dealers_hand() -> None:
    scene = Scene({1: ""}, **BY_HAND).shuffle()
    assert scene.t.faces("dealer's hand") == scene.order
    assert "20.8(b)2" in scene.cites()


def test_how_the_deck_is_held_is_told() -> None:
    told = {step.cite for step in Scene({1: ""}, **BY_HAND).deal().steps(Manner)}
    assert told == {"20.8(b)2i", "20.8(b)2ii", "20.8(b)3"}


@law("20.8(b)3")
def test_from_the_hand_no_more_bets_before_any_card() -> None:
    scene = Scene({1: "", 4: ""}, **BY_HAND).deal()
    assert scene.t.said == ["No more bets"]
    told = [type(step) for step in scene.steps() if isinstance(step, Announce | Deal)]
    assert told.index(Announce) < told.index(Deal)


@law("20.8(c)")
def test_from_the_hand_one_card_at_a_time() -> None:
    dealt_one_by_one(BY_HAND, "20.8(c)")


@law("20.8(d)")
def test_the_stub_leaves_the_dealers_hand_unexposed() -> None:
    scene = Scene({1: "", 4: ""}, **BY_HAND).deal()
    assert [step.cite for step in scene.steps(StubToRack)] == ["20.8(d)"]
    assert scene.t.faces("discard rack") == scene.order[9:]
    assert not any(lying.up for lying in scene.t.places["discard rack"])


def a_wrong_count_voids(cite: str, house: dict[str, Any]) -> None:
    """Check that only the count finds 51 or 53 cards, or a card astray, and voids the round."""
    (count,) = Scene({1: ""}, stub_count_every=1, **house).deal().steps(CountStub)
    assert (count.cite, count.counted, count.deck) == (cite, 46, 52)
    for wrong in (CardMissing(), CardTooMany("Ah"), ExtraCard("hand 1")):
        kind = DeliverStack if house == AUTOMATED else Deal
        scene = (
            Scene({1: "", 4: ""}, stub_count_every=1, **house).deal_until(kind, 1, seat_1=(500, 300)).give_amid(wrong)
        )
        assert (scene.t.void, scene.winnings(1), scene.winnings(4)) == ("20.7(e)2", 0, 0), wrong
        assert len(scene.steps(RemoveDeck)) == (not isinstance(wrong, ExtraCard))


@law("20.8(e)")
def test_dealt_from_the_hand_the_stub_is_counted_too() -> None:
    marks = [{"rounds since count": passed} for passed in (3, 4)]
    counts = [STUB_COUNTED.get(Scene({1: ""}, marks=mark, **BY_HAND).deal().t) for mark in marks]
    assert counts == [None, 52]
    due = Scene({1: "", 4: ""}, marks=marks[1], **BY_HAND).deal()
    (count,) = due.steps(CountStub)
    assert (count.cite, count.counted, count.deck) == ("20.8(e)", 43, 52)
    assert [step.cite for step in due.steps(StubToRack)] == ["20.7(e)1"]  # counted as 20.7(e) has it
    assert not any(lying.up for lying in due.t.places["discard rack"])
    later = next_round(due.all_play()).deal()  # the five rounds begin anew
    assert not is_counted(later)
    assert later.t.marks["rounds since count"] == 1
    a_wrong_count_voids("20.8(e)", BY_HAND)
    excused = Scene({1: ""}, marks=marks[1], dealing="hand", **COUNTING).deal()
    assert not is_counted(excused)


# --- 20.9 automated shoe


@law("20.9(a)")
def test_a_licensee_may_use_an_automated_shoe_for_stacks_of_three() -> None:
    assert breaches(**AUTOMATED) == []
    scene = Scene({1: "", 4: ""}, **AUTOMATED).deal()
    assert [len(step.cards) for step in scene.steps(DeliverStack)] == [3, 3, 3]


@law("20.9(b)1")
def test_the_cards_go_into_the_automated_shoe() -> None:
    scene = Scene({1: ""}, **AUTOMATED).shuffle()
    assert scene.t.faces("automated shoe") == scene.order


@law("20.9(b)2")
def test_no_more_bets_before_any_stack() -> None:
    scene = Scene({1: "", 4: ""}, **AUTOMATED).deal()
    assert scene.t.said == ["No more bets"]
    told = [type(step) for step in scene.steps() if isinstance(step, Announce | DeliverStack)]
    assert told == [Announce, DeliverStack, DeliverStack, DeliverStack]


@law("20.9(c)")
def test_stacks_clockwise_from_the_left_and_the_last_to_the_dealer() -> None:
    scene = Scene({2: "", 5: "", 6: ""}, **AUTOMATED).deal(seat_5=(0, 500))
    assert [step.place for step in scene.steps(DeliverStack)] == ["hand 2", "hand 5", "hand 6", "dealer"]
    for turn, place in enumerate(("hand 2", "hand 5", "hand 6", "dealer")):
        assert scene.t.places[place] == [(card, False) for card in scene.order[3 * turn : 3 * turn + 3]]


@law("20.9(d)")
def test_the_stub_leaves_the_automated_shoe_unexposed() -> None:
    scene = Scene({1: "", 4: ""}, **AUTOMATED).deal()
    assert [step.cite for step in scene.steps(StubToRack)] == ["20.9(d)"]
    assert scene.t.faces("discard rack") == scene.order[9:]
    assert not any(lying.up for lying in scene.t.places["discard rack"])


@law("20.9(e)")
def test_dealt_from_an_automated_shoe_the_stub_is_counted_too() -> None:
    marks = [{"rounds since count": passed} for passed in (3, 4)]
    counts = [STUB_COUNTED.get(Scene({1: ""}, marks=mark, **AUTOMATED).deal().t) for mark in marks]
    assert counts == [None, 52]
    a_wrong_count_voids("20.9(e)", AUTOMATED)
    excused = Scene({1: ""}, marks=marks[1], dealing="automated-shoe", **COUNTING).deal()
    assert not is_counted(excused)


# --- 20.10 completion of the round


@law("20.10(a)")
def test_each_player_looks_at_his_own_cards_and_nobody_touches_them() -> None:
    scene = Scene({1: "", 4: ""}).deal(seat_4=(0, 500))
    for seat, other in ((1, 4), (4, 1)):
        assert view(scene.driver, seat).hands[seat] == scene.t.faces(f"hand {seat}")
        assert view(scene.driver, other).hands[seat] == (HIDDEN,) * 3
        scene.give(Conduct(seat, "touch cards"))
        assert scene.refusal_of(Conduct(other, "touch cards", position=seat)) == {"20.10(a)"}


@law("20.10(b)")
def test_play_or_forfeit_then_the_dealer_then_the_hands_from_the_right() -> None:
    hands = {2: "Ac Kd 9h", 3: "7c 7d 2h", 5: "Kc 8d 3h", 6: "Qc Jd 9s"}
    scene = Scene(hands, "Jh Td 4s")
    scene.deal(seat_2=(700, 0), seat_3=(0, 500), seat_5=(500, 300), seat_6=(500, 300))
    before = scene.t.ledger[INVENTORY]
    asked = []
    for choice in ("play", "fold", "play"):
        ask = scene.driver.question
        assert ask is not None
        asked.append((ask.seat, ask.choices))
        last = ask.seat == 6
        assert scene.driver.submit(Answer(ask.seat, choice), stepwise=last) == []
        if not last:  # what is forfeited lies where it is until the last one has decided
            assert scene.t.ledger[INVENTORY] == before
            assert [len(scene.t.cards(f"hand {seat}")) for seat in hands] == [3, 3, 3, 3]
    assert asked == [(2, ("play", "fold")), (5, ("play", "fold")), (6, ("play", "fold"))]  # clockwise; 3 has no ante
    assert [scene.t.wager(seat, "play") for seat in hands] == [700, 0, 0, 500]  # as large as the ante

    scene.run_until(CollectCards)
    assert scene.t.ledger[INVENTORY] == before + 800  # ante and pair plus
    assert [lying.up for lying in scene.t.places["discard rack"][:3]] == [False] * 3
    assert scene.t.faces("discard rack")[:3] == ("Kc", "8d", "3h")
    assert view(scene.driver, SPECTATOR).dealer == (HIDDEN,) * 3
    scene.run_until(RevealDealer)
    assert view(scene.driver, SPECTATOR).hands == {2: (HIDDEN,) * 3, 3: (HIDDEN,) * 3, 6: (HIDDEN,) * 3}
    scene.run_until(TurnHand)
    assert view(scene.driver, SPECTATOR).hands == {2: (HIDDEN,) * 3, 3: (HIDDEN,) * 3, 6: ("Qc", "Jd", "9s")}
    scene.run_until(TurnHand, 3)  # each of them
    for seat in (2, 3, 6):
        assert scene.t.places[f"hand {seat}"] == [(card, True) for card in hands[seat].split()]
    scene.driver.run()
    assert [step.position for step in scene.steps(TurnHand)] == [6, 3, 2]
    assert scene.winnings(5) == -800
    # What each of several forfeits is collected, with the cards.
    several = Scene(dict.fromkeys(hands, ""))
    several.deal(seat_2=(700, 0), seat_3=(500, 200), seat_5=(500, 300), seat_6=(600, 400))
    several.answer("ffp").step(Answer(6, "fold")).run_until(RevealDealer)
    assert several.winnings(2, 3, 6) == [-700, -700, -1000]
    assert several.t.ledger[INVENTORY] == before + 2400
    assert [len(several.t.cards(f"hand {seat}")) for seat in hands] == [0, 0, 3, 0]


@law("20.10(b)")
@pytest.mark.parametrize(
    ("dealt", "laid"),
    [("4s Qh Qd", "Qh Qd 4s"), ("3h Ac 2d", "3h 2d Ac"), ("2d Ac Kh", "Ac Kh 2d"), ("9c Jd Th", "Jd Th 9c")],
)
def test_the_dealers_cards_are_laid_out_as_his_highest_hand(dealt: str, laid: str) -> None:
    scene = Scene({1: ""}, dealt).deal()
    assert scene.driver.submit(Answer(1, "play"), stepwise=True) == []
    scene.run_until(RevealDealer)
    assert scene.t.places["dealer"] == [(card, True) for card in laid.split()]


WINNER_LOSER = {1: "Ac Ad 9h", 4: "7c 5d 2h", 6: "Kc Qd 9s"}


@law("20.10(c)")
def test_all_losing_wagers_are_collected_before_any_is_paid() -> None:
    scene = Scene(WINNER_LOSER, "Kd Th 8s").deal(seat_1=(500, 300), seat_4=(500, 300), seat_6=(500, 300))
    assert scene.driver.submit(Answer(1, "play"), stepwise=True) == []
    scene.driver.run()
    scene.answer("p")
    assert scene.driver.submit(Answer(6, "play"), stepwise=True) == []
    scene.run_until(PayWager)
    assert len(scene.steps(CollectWager)) == 4  # of 4 ante, play and pair plus; of 6 the pair plus
    assert [step.position for step in scene.steps(CollectWager)] == [6, 4, 4, 4]  # a reading: from the right as well
    assert [scene.t.wager(4, spot) for spot in ("ante", "play", "pair plus")] == [0, 0, 0]
    scene.run_until(PayWager, 5)
    for seat in WINNER_LOSER:  # every hand still lies face up
        assert all(lying.up for lying in scene.t.places[f"hand {seat}"])
    assert scene.steps(CollectCards) == []
    scene.driver.run()
    assert (scene.winnings(1), scene.winnings(4), scene.winnings(6)) == (1300, -1300, 700)


@law("20.10(c)1")
def test_winners_are_paid_from_the_right() -> None:
    scene = Scene(WINNER_LOSER, "Jd Th 8s").deal().all_play()
    assert [step.position for step in scene.steps(PayWager)] == [6, 4, 1]


@law("20.10(c)2")
def test_then_all_cards_are_collected_the_dealers_too() -> None:
    scene = Scene(WINNER_LOSER, "Jd Th 8s").deal().all_play()
    acts = [type(step) for step in scene.steps()]
    assert acts.index(CollectCards) > len(acts) - acts[::-1].index(PayWager) - 1
    assert [step.place for step in scene.steps(CollectCards)] == ["hand 6", "hand 4", "hand 1", "dealer"]
    assert len(scene.t.cards("discard rack")) == 52
    # Everybody's, whatever he wagered and whether it won: those with a pair plus wager alone, and a folder's before.
    hands = {1: "Ac Ad 9h", 2: "7c 5d 2h", 3: "8d 8c 3s", 5: "Tc 6d 4s", 6: "Kc Qd 9s"}
    for dealer in ("Jd Th 8s", "Kd Th 8s", "2c 2d 2s"):  # he does not play, he plays, he beats all
        some = Scene(hands, dealer).deal(seat_1=(500, 300), seat_3=(0, 300), seat_5=(0, 500)).answer("pfp")
        places = ["hand 6", "hand 5", "hand 3", "hand 1", "dealer"]
        assert [step.place for step in some.steps(CollectCards) if step.cite == "20.10(c)2"] == places
        assert {lying.card for lying in some.t.cards("discard rack")} == set(FULL_DECK)
        assert not any(some.t.cards(place) for place in places)
        # The dealer's own lie on top, then the hands from the one collected last to the first.
        assert some.t.faces("discard rack")[:15] == tuple(
            f"{dealer} {hands[1]} {hands[3]} {hands[5]} {hands[6]}".split()
        )
    late = Scene(hands, "Kd Th 8s").deal(seat_1=(500, 300), seat_3=(0, 300)).answer("ppp")
    assert late.driver.submit(Answer(6, "play"), stepwise=True) == []
    late.run_until(PayWager, 6)
    assert late.steps(CollectCards) == []  # not before the last wager is paid


@law("20.10(d)")
def test_every_hand_can_be_rebuilt_from_the_rack() -> None:
    scene = Scene({**WINNER_LOSER, 7: "2c 3d 5h"}, "Jd Th 8s").deal().answer("pfpf")
    rebuilt = rebuild(scene.t.places["discard rack"], played=[6, 1], forfeited=[7, 4])
    assert rebuilt.hands == {seat: tuple(cards.split()) for seat, cards in scene.hands.items()}
    assert rebuilt.dealer == ("Jd", "Th", "8s")


# --- 20.11 payout odds


@law("20.11(a)1")
def test_against_the_dealer() -> None:
    assert win_against("Kc Qd 9s", "Kd Th 8s") == 1000  # higher: 1 to 1 on both
    assert win_against("Kc Td 7s", "Kd Th 8s") == -1000
    assert win_against("2c 3d 5h", "Qd 3h 2s") == -1000  # queen high plays
    assert win_against("2c 3d 5h", "Jd Th 8s") == 500  # below it: ante 1 to 1, play returned
    (step,) = Scene({1: "2c 3d 5h"}, "Jd Th 8s").deal().all_play().steps(Compare)
    assert step.against == "no contest"
    assert win_against("2c 2d 4h", "Ad Kh 8s") == 1000  # a pair is above any high card
    (step,) = Scene({1: "6c 6d 2d"}, "7d 7h 8s").deal().all_play().steps(Compare)
    assert step.words == "pair of sixes loses to the dealer's pair of sevens"
    for choice, won in (("push", 0), ("loses", -1000)):  # of equal hands: a reading
        assert win_against("Kc Td 8h", "Kd Th 8s", readings={"equal-hands": choice}) == won
    # The paragraph pays the higher hand; which one that is may rest on a reading, and then the reading is named.
    for mine, dealers, cite in (
        ("3c 3d Kh", "2c 2d Ah", "reading:ranking"),
        ("3c 3d Ah", "2c 2d Kh", "20.11(a)1"),
        ("3c 3d Kh", "Ac Kd Qs", "20.11(a)1"),
        ("Ac 2d 3h", "Kc Kd 9s", "reading:ace-two-three"),
        ("Kc Kd 9s", "Ac 2d 3h", "reading:ace-two-three"),
        ("Qc Kd As", "Ac 2d 3h", "20.11(a)1"),
        ("8c Td 9s", "Ac 2d 3h", "reading:ranking"),
        ("6c 6d 6h", "Ac Kd Jh", "20.11(a)1"),
    ):
        (step,) = Scene({1: mine}, dealers).deal().all_play().steps(Compare)
        assert step.cite == cite, (mine, dealers)
    highest = {"ranking": "highest-card"}
    (step,) = Scene({1: "3c 3d Ah"}, "3h 3s Kd", readings=highest).deal().all_play().steps(Compare)
    assert (step.against, step.cite) == ("higher", "20.11(a)1")  # by either ranking
    assert step.words == "pair of threes beats the dealer's pair of threes, ace against king"
    # Each hand by itself, seats side by side: one above the dealer's, one below, one without an ante.
    three = Scene({3: "Kc Qd 9s", 4: "7c 5d 2h", 5: "6c 6d 2d"}, "Kd Th 8s").deal(seat_5=(0, 300)).all_play()
    assert [(step.position, step.against) for step in three.steps(Compare)] == [(4, "lower"), (3, "higher")]
    assert [three.winnings(seat) for seat in (3, 4, 5)] == [1000, -1000, 300]
    words = [step.words for step in three.steps(Compare)]
    assert words == [
        "seven high loses to the dealer's king high",
        "king high beats the dealer's king high, queen against ten",
    ]
    pair = Scene({3: "5c 5d 9s"}, "Jd Th 8s").deal(seat_3=(500, 300)).all_play()
    assert pair.winnings(3) == 800  # the pair plus wager beside them
    idle = Scene({3: "2c 3d 5h", 4: "9c 7d 2h", 5: "6c 6d 2d"}, "Jd Th 8s").deal(seat_5=(0, 300)).all_play()
    assert [(step.seat, step.position, step.spot) for step in idle.steps(ReturnWager)] == [
        (4, 4, "play"),
        (3, 3, "play"),
    ]


KINDS = "23456789TJQKA"
RUNS = ("A23", *(KINDS[lowest : lowest + 3] for lowest in range(11)))


def pair_plus_win(cards: str) -> int:
    """Return what a pair plus wager of five dollars wins on these three cards."""
    return int(Scene({1: cards}, "8s 6s 3s").deal(seat_1=(0, 500)).winnings(1))


@law("20.11(a)2")
def test_pair_plus() -> None:
    ledger = {"2c 2d 9h": 1, "2c 4c 9c": 4, "2c 3d 4h": 6, "2c 2d 2h": 30, "2c 3c 4c": 40, "2c 4c 9h": -1}
    for cards, times in ledger.items():
        assert pair_plus_win(cards) == times * 500
    for rank, other in zip(KINDS, KINDS[1:] + KINDS[:1], strict=True):
        assert pair_plus_win(f"{rank}c {other}d {rank}d") == 500
        assert pair_plus_win(f"{rank}c {rank}h {rank}d") == 15_000
    for ranks in RUNS:
        assert pair_plus_win(" ".join(map("".join, zip(ranks, "cdh", strict=True)))) == 3_000
        assert {pair_plus_win(" ".join(rank + suit for rank in ranks)) for suit in "cdh"} == {20_000}
    for ranks, suit in product(("247", "39T", "58K", "QKT", "KA2"), "cdh"):
        assert pair_plus_win(" ".join(rank + suit for rank in ranks)) == 2_000
        assert pair_plus_win(f"{ranks[0]}{suit} {ranks[1]}{suit} {ranks[2]}s") == -500
    # What class a hand is rests on readings; that it wins is the paragraph's, but for A-2-3.
    low, ranked = "reading:ace-two-three", "reading:ranking"
    for cards, read, judged_by in (
        ("2c 3d 4h", ranked, "20.11(a)2"),
        ("Ac 2d 3h", low, low),
        ("Ac 3d 4h", ranked, "20.11(a)2"),
    ):
        alone = Scene({1: cards}, "As Ks Qs").deal(seat_1=(0, 500))
        assert [step.cite for step in alone.steps(ReadHand)] == [read], cards
        assert [step.cite for step in alone.steps(JudgeWager)] == [judged_by], cards
    beside = Scene({3: "2c 2d 9h", 4: "3c 3d 8h", 5: "4c 6d 8s"}, "As Ks Qs")
    beside.deal(seat_3=(0, 500), seat_4=(0, 300), seat_5=(0, 700))
    for seat_4, won in (((500, 300), -700), ((500, 0), -1000)):  # with an ante, and with an ante alone
        with_ante = Scene({3: "5c 7d 9h", 4: "3c 3d 8h"}, "As Ad Qs").deal(seat_3=(0, 300), seat_4=seat_4).all_play()
        assert (with_ante.winnings(3), with_ante.winnings(4)) == (-300, won)
        assert [step.position for step in with_ante.steps(Compare)] == [4]
    judged = [(step.seat, step.position, step.wins) for step in beside.steps(JudgeWager)]
    assert judged == [(5, 5, False), (4, 4, True), (3, 3, True)]
    assert [beside.winnings(seat) for seat in (3, 4, 5)] == [500, 300, -700]


@law("20.11(a)3")
def test_ante_bonus() -> None:
    ledger = {"2c 3d 4h": 1, "2c 2d 2h": 4, "2c 3c 4c": 5, "2c 4c 9c": 0, "2c 2d 9h": 0}
    for cards, times in ledger.items():  # beaten by the dealer, and with the dealer out of it
        assert win_against(cards, "As Ks Qs") == -1000 + times * 500
        assert win_against(cards, "Js 9d 8h") == 500 + times * 500
        both = {"ante-bonus": "ante-and-play"}
        assert win_against(cards, "As Ks Qs", readings=both) == -1000 + times * 1000
    for equal, hand, won in (
        ("push", "2c 3d 4c", 500),  # equal to the dealer's: not beaten
        ("loses", "2c 3d 4c", -1000),
        ("loses", "3c 4d 5h", 1500),
        ("push", "Ac 2d 3h", -1000),
    ):
        unless = {"ante-bonus": "ante-unless-beaten", "equal-hands": equal}
        assert win_against(hand, "2s 3s 4h", readings=unless) == won
    beside = Scene({3: "2c 3d 4h", 4: "5c 5d 5h", 5: "6c 8d Th"}, "As Ks Qs").deal(seat_3=(500, 0), seat_4=(700, 0))
    beside.all_play()
    assert [step.decided_by for step in beside.steps(PayBonus)] == [("5c", "5d", "5h"), ("2c", "3d", "4h")]
    assert [(step.seat, step.position, step.cents) for step in beside.steps(PayBonus)] == [(4, 4, 2800), (3, 3, 500)]
    several = {2: "Ac Kd Qc", 3: "2s 2d 2h", 5: "9h Jd Ks", 6: "4s 5s 6s", 7: "Tc Jh Qd"}
    every = Scene(several, "8d 6h 2c").deal(seat_7=(900, 0)).answer("pp p p p")
    assert [(step.position, step.cents) for step in every.steps(PayBonus)] == [(7, 900), (6, 2500), (3, 2000), (2, 500)]
    for ranks in RUNS:
        assert ante_bonus_paid(" ".join(map("".join, zip(ranks, "csd", strict=True)))) == [500]
        assert ante_bonus_paid(" ".join(rank + "s" for rank in ranks)) == [2500]
    for rank in KINDS:
        assert ante_bonus_paid(f"{rank}c {rank}d {rank}s") == [2000]
    for no_run in ("Kc As 2d", "Qc As 2d", "Qc Js 9d"):
        assert ante_bonus_paid(no_run) == []


def ante_bonus_paid(cards: str) -> list[int]:
    """Return the ante bonus paid to these three cards on an ante of five dollars."""
    return [step.cents for step in Scene({1: cards}, "Jh 9h 8h").deal().all_play().steps(PayBonus)]


# --- 20.12 irregularities


@law("20.12(a)")
@pytest.mark.parametrize("method", METHODS)
def test_one_face_up_card_is_set_aside_two_void_the_hands(method: str) -> None:
    house, kind = METHODS[method], DeliverStack if method == "20.9" else Deal
    one = Scene({1: "", 4: ""}, **house).deal_until(kind, 1).give_amid(FaceUpCard(1))
    assert one.t.void == ""
    (discarded,) = one.steps(DiscardFaceUp)
    assert (discarded.card, True) in one.t.places["discard rack"]
    hands = [one.t.faces(place) for place in ("hand 1", "hand 4", "dealer")]
    assert [len(cards) for cards in hands] == [3, 3, 3]
    assert not any(discarded.card in cards for cards in hands)
    one.all_play()

    two = Scene({1: "", 4: ""}, **house).deal_until(kind, 1, seat_1=(500, 300)).give_amid(FaceUpCard(1), FaceUpCard(3))
    assert two.t.void == "20.12(a)"
    assert (two.winnings(1), two.winnings(4)) == (0, 0)
    assert deck_is_whole(two)

    deep = Scene({1: "", 4: ""}, **house).deal_until(kind, 1).give_amid(FaceUpCard(30), FaceUpCard(31))
    assert deep.t.void == ""  # never met while the cards were dealt
    assert [step.cite for step in deep.steps(PlayOn)] == ["reading:end-of-dealing"]
    single = Scene({1: "", 4: ""}, **house).deal_until(kind, 1).give_amid(FaceUpCard(30))
    assert [step.cite for step in single.steps(PlayOn)] == ["20.12(a)"]  # one alone voids nothing, wherever it lies
    assert deep.refusal_of(FaceUpCard(0)) == {"house:incident"}  # nothing is left to be dealt


@law("20.12(b)")
def test_an_unexposed_card_drawn_in_error_is_the_next_card() -> None:
    scene = Scene({1: "", 4: ""}).deal_until(Deal, 1)
    assert scene.driver.submit(DrawnInError(), stepwise=True) == []
    assert scene.t.places["drawn in error"] == [(scene.order[1], False)]
    scene.driver.run()
    assert scene.t.places == Scene({1: "", 4: ""}).deal().t.places  # as though nothing had happened
    late = Scene({1: "", 4: ""}).deal_until(Deal, 9).give_amid(DrawnInError())
    assert late.t.faces("discard rack") == late.order[9:]  # after the last card it belongs to the stub


@law("20.12(c)")
def test_a_wrong_number_of_cards_voids_all_hands() -> None:
    for incident in (ExtraCard("hand 1"), ShortCard("hand 4"), ExtraCard("dealer"), ShortCard("dealer")):
        scene = Scene({1: "", 4: ""}).deal_until(Deal, 6, seat_1=(500, 300)).give_amid(incident)
        assert scene.t.void == "20.12(c)", incident
        assert (scene.winnings(1), scene.winnings(4)) == (0, 0)
        assert scene.driver.done
        assert deck_is_whole(scene)
    mended = Scene({1: "", 4: ""}).deal_until(Deal, 6).give_amid(ExtraCard("hand 1"), ShortCard("hand 1"))
    assert mended.t.void == ""
    assert Scene({1: ""}).deal().refusal_of(ExtraCard("hand 1")) == {"house:incident"}  # the deal is over


@law("20.12(d)")
def test_a_card_of_the_dealers_seen_too_early_voids_all_hands() -> None:
    dealing = Scene({1: "", 4: ""}).deal_until(Deal, 3).give_amid(CardExposed("dealer", 0))
    asked = Scene({1: "", 4: ""}).deal(seat_1=(500, 300)).answer("f").give(CardExposed("dealer", 2))
    for scene in (dealing, asked):
        assert scene.t.void == "20.12(d)"
        assert (scene.winnings(1), scene.winnings(4)) == (0, 0)  # a folder's money too: a reading
        assert scene.driver.done
        assert deck_is_whole(scene)
    # Up to the last act before the reveal, with the forfeits in the inventory and their cards in the rack.
    late = Scene({1: "", 4: ""}).deal(seat_1=(500, 300)).answer("f")
    assert late.driver.submit(Answer(4, "play"), stepwise=True) == []
    late.run_until(CollectCards)
    assert len(late.steps(CollectForfeit)) == 2
    assert late.winnings(1) == -800
    late.give_amid(CardExposed("dealer", 0))
    assert (late.t.void, late.winnings(1), late.winnings(4)) == ("20.12(d)", 0, 0)
    assert deck_is_whole(late)
    # Once they are turned there is nothing to be seen too early.
    shown = Scene({1: ""}).deal()
    assert shown.driver.submit(Answer(1, "play"), stepwise=True) == []
    shown.run_until(RevealDealer)
    assert shown.refusal_of(CardExposed("dealer", 0)) == {"house:incident"}
    assert Scene({1: ""}).open_betting().refusal_of(CardExposed("dealer", 0)) == {"house:incident"}


@law("20.12(e)")
def test_a_shuffler_that_fails_has_its_cards_reshuffled() -> None:
    scene = Scene({1: ""}, shuffler="shuffler")
    assert len(scene.t.cards("shuffler")) == 52
    scene.give(DeviceJam("shuffler"))
    assert RESHUFFLED(scene.t)
    scene.deal().give(DeviceJam("shuffler"))  # idle now
    assert [step.cite for step in scene.steps(PlayOn)] == ["20.12(e)"]
    assert Scene({1: ""}).refusal_of(DeviceJam("shuffler")) == {"house:incident"}


@law("20.12(f)")
def test_an_automated_shoe_that_fails_voids_the_round() -> None:
    for stacks in (0, 1, 2):
        scene = Scene({1: "", 4: ""}, **AUTOMATED).deal_until(DeliverStack, stacks, seat_1=(500, 300))
        scene.give_amid(DeviceJam("automated shoe"))
        assert scene.t.void == "20.12(f)", stacks
        assert (scene.winnings(1), scene.winnings(4)) == (0, 0)
        assert deck_is_whole(scene)
    last = Scene({1: "", 4: ""}, **AUTOMATED).deal_until(DeliverStack, 3).give_amid(DeviceJam("automated shoe"))
    assert last.t.void == ""  # every stack is out: a reading
    assert [step.cite for step in last.steps(PlayOn)] == ["reading:jam-after-the-last-stack"]
    assert Scene({1: ""}).deal().refusal_of(DeviceJam("automated shoe")) == {"house:incident"}


@law("20.12(g)")
def test_a_device_is_removed_before_another_method_is_used() -> None:
    first = Scene({1: ""}, **AUTOMATED).deal().all_play()
    assert first.driver.next is not None
    assert first.driver.next.marks["automated shoe"] == 1
    second = next_round(first, dealing="hand")
    assert second.refusal_of(CardOrder(FULL_DECK)) == {"20.12(g)"}
    assert second.refusal_of(RemoveDevice("shuffler")) == {"house:devices"}  # that one is in use
    second.give(RemoveDevice("automated shoe"))
    assert not DEVICES["automated shoe"](second.t)
    second.give(CardOrder(FULL_DECK))
    next_round(first).give(CardOrder(FULL_DECK))  # the same method needs nothing
    assert_devices_are_noticed(ThreeCardPokerHouse(), GAME.rules({}), "20.12(g)")


def test_a_forfeit_is_remembered_only_where_one_was_made() -> None:
    scene = Scene({1: "", 4: ""}).deal().answer("fp")
    assert [step.position for step in scene.steps(Forfeit)] == [1]
    assert [step.position for step in scene.steps(CollectForfeit)] == [1]
