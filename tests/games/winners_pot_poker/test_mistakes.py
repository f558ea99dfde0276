"""Winner's Pot Poker where it is easily got wrong: hands of one name, both sides of each number, untimely acts."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from games.winners_pot_poker.scene import Pot
from kit.scene import seated_carry
from pitboss.engine.chance import seeded_source
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    CardTooMany,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    Incident,
    MissedBurn,
    ShortCard,
)
from pitboss.engine.inputs import Close, Input, Leave, Order, TakeBack, Wager
from pitboss.engine.runner import play_round
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.engine.waits import OrderWanted
from pitboss.games.winners_pot_poker import GAME
from pitboss.games.winners_pot_poker.law.facts import BUTTON, FIVE
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.irregular import ForgottenButton
from pitboss.games.winners_pot_poker.law.rack import rebuild
from pitboss.games.winners_pot_poker.law.ranking import hand_in_words, jacks_plus_class, strength
from pitboss.games.winners_pot_poker.law.steps import AwardPot, DealerOut, DealThirdDown, EndStreet, TakeBackStake
from pitboss.law.editions import NotHeldError
from pitboss.table.card_steps import (
    BurnCard,
    CollectCards,
    Deal,
    DealUp,
    DiscardFaceUp,
    PutBackDrawn,
    StubToRack,
    TurnHand,
    UseDrawn,
)
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.facts import DEAD, FOLDED, STUB_COUNTED, VOID
from pitboss.table.money import Money
from pitboss.table.steps import JudgeWager, PayWager, PlaceWager, PlayOn, PlayOnUnaware, VoidHand

AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "shuffler"}
ACES, KINGS, QUEENS, NOTHING = "Ac Ad 9h 7s 3c", "Kc Kd 8h 6s 4c", "Qc Qd Th 5s 2c", "Jc 9d 7h 4s 2d"

# --- hands of one name, from high to low


LADDER = (
    "Ah Kh Qh Jh Th", "Kc Qc Jc Tc 9c", "5d 4d 3d 2d Ad",
    "3c 3d 3h 3s 2c", "2c 2d 2h 2s Ac", "2c 2d 2h 2s Kc",
    "3c 3d 3h 2c 2d", "2c 2d 2h Ac Ad", "2c 2d 2h Kc Kd",
    "Ac Tc 9c 8c 6c", "Ac Tc 9c 8c 5c", "Kc Qc Jc Tc 8c", "7c 5c 4c 3c 2c",
    "Ac Kd Qh Js Tc", "6c 5d 4h 3s 2c", "Ac 2d 3h 4s 5c",
    "3c 3d 3h 4c 2d", "2c 2d 2h Ac Kd", "2c 2d 2h Ac Qd",
    "Ac Ad 2h 2s 3c", "Kc Kd Qh Qs Ac", "3c 3d 2h 2s 5c", "3c 3d 2h 2s 4c",
    "3c 3d Kh 8s 7c", "2c 2d Ah 8s 7c", "2c 2d Ah 8s 6c",
    "Ac Kd Qh Js 9c", "Ac Kd Qh Js 8c", "7c 5d 4h 3s 2c",
)  # fmt: skip


def test_each_class_orders_its_own_hands() -> None:
    """Order groups before single cards in every class: threes with a king beat twos with an ace, and so for three and
    four of a kind and full houses; 5-4-3-2-A is the lowest straight."""
    for higher, lower in pairwise(LADDER):
        assert strength(parse_cards(higher), "groups-first") > strength(parse_cards(lower), "groups-first"), higher
    for one, other in (("Ac Kd Qh Js 9c", "Ad Kh Qs Jc 9d"), ("Ac Ad 9h 7s 3c", "Ah As 9c 7d 3h")):
        assert strength(parse_cards(one), "groups-first") == strength(parse_cards(other), "groups-first")
    literal = [strength(parse_cards(cards), "highest-card") for cards in ("2c 2d Ah 8s 7c", "3c 3d Kh 8s 7c")]
    assert literal[0] > literal[1]


@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("Jc Jd", "pair of jacks or better"),
        ("Tc Td", "pair below jacks"),
        ("Ac Kc Qc", "nothing"),  # three suited cards in a row are no hand of three
        ("Ac Kc Qc Jc", "nothing"),
        ("2c 3c 4c", "nothing"),
        ("2c 2d 2h", "three-of-a-kind"),
        ("2c 2d 2h 2s", "four-of-a-kind"),
        ("2c 2d 3h 3s", "two pair"),
        ("Ac Ad 3h 4s", "pair of jacks or better"),
        ("2c 2d 2h 3s", "three-of-a-kind"),
    ],
)
def test_fewer_than_five_cards_make_nothing_but_equal_ranks(cards: str, made: str) -> None:
    assert jacks_plus_class(parse_cards(cards)) == made


def test_hands_are_called_as_people_call_them() -> None:
    calls = {
        "Ah Kh Qh Jh Th": "royal flush",
        "5d 4d 3d 2d Ad": "straight flush, five high",
        "6c 6d 6h 6s 2c": "four-of-a-kind, sixes",
        "2c 2d 2h Ac Ad": "full house, twos over aces",
        "7c 5c 4c 3c 2c": "flush, seven high",
        "Ac 2d 3h 4s 5c": "straight, five high",
        "3c 3d 3h 4c 2d": "three-of-a-kind, threes",
        "Kc Kd Qh Qs Ac": "two pair, kings and queens",
        "Tc Td 2h 3s 4c": "pair of tens",
        "Ac Kd Qh Js 9c": "ace high",
    }
    assert {cards: hand_in_words(parse_cards(cards)) for cards in calls} == calls


def test_a_pair_of_the_dealers_up_cards_is_no_concern_of_jacks_plus() -> None:
    """Judge jacks plus on the player's own five cards, also when he loses the pot to the dealer."""
    scene = Pot({1: QUEENS}, ACES).play(jacks={1: 300})
    assert scene.winnings(1) == -2000 + 300


def test_the_stake_comes_back_with_the_odds() -> None:
    scene = Pot({1: "5s 5d 5h 8c 9s"}, NOTHING, commission_percent=0).play(jacks={1: 100})
    assert scene.winnings(1) == 700
    (paid,) = [step for step in scene.steps(PayWager) if step.spot == "jacks plus"]
    assert (paid.cents, paid.stake) == (700, 100)


def test_a_folded_hand_never_wins_the_pot() -> None:
    scene = Pot({1: ACES, 3: QUEENS}, NOTHING, folds={1: "double"}).play()
    assert (scene.winnings(1), scene.winnings(3)) == (-1000, 1000 - 300)


# --- both sides of every number


def test_limits_of_ante_and_jacks_plus() -> None:
    scene = Pot({1: "", 3: ""}).open_betting()
    antes = {400: False, 500: True, 50_000: True, 50_100: False, 550: False, 0: False, -500: False}
    for cents, ok in antes.items():
        assert (scene.driver.refusals(Wager(1, {"ante": cents})) == []) is ok, cents
    scene.give(Wager(1, {"ante": 500}))
    for cents, ok in ((0, False), (100, True), (10_000, True), (10_100, False), (150, False)):
        assert (scene.driver.refusals(Wager(1, {"jacks plus": cents})) == []) is ok, cents
    assert scene.bars_against(Wager(3, {"jacks plus": 100})) == {"reading:making-wagers"}
    assert scene.driver.refusals(Wager(3, {"ante": 500, "jacks plus": 100})) == []
    for spot in ("bet", "double", "pot", "no such spot"):
        assert scene.bars_against(Wager(3, {spot: 500})) == {"reading:making-wagers"}
    assert scene.driver.refusals(Wager(3, {})) != []


def test_a_wager_is_offered_as_long_as_the_chips_reach() -> None:
    def choices_offered(scene: Pot) -> tuple[str, ...]:
        assert scene.driver.question is not None
        return scene.driver.question.choices

    assert choices_offered(Pot({1: "", 3: ""}, chips=900).deal()) == ("fold",)
    for chips, choices in ((1000, ("fold",)), (1900, ("fold",)), (2000, ("double", "fold"))):
        scene = Pot({1: "", 3: ""}, chips=chips).deal()
        assert choices_offered(scene) == ("bet", "fold")
        assert choices_offered(scene.answer("b", "b")) == choices
    just = Pot({1: "", 3: ""}, chips=1900).open_betting().give(Wager(1, {"ante": 500}))
    assert just.steps()[-1].cite == "reading:short-stack"
    enough = Pot({1: "", 3: ""}, chips=2000).open_betting().give(Wager(1, {"ante": 500}))
    assert enough.steps()[-1].cite == "reading:making-wagers"
    whole = {"short-stack": "whole-round"}
    assert Pot({1: ""}, chips=1900, readings=whole).open_betting().bars_against(Wager(1, {"ante": 500})) == {
        "reading:short-stack"
    }
    assert Pot({1: ""}, chips=2000, readings=whole).open_betting().driver.refusals(Wager(1, {"ante": 500})) == []


def test_sizes_are_the_houses() -> None:
    scene = Pot({1: ""}, bet_times=3, double_times=5).deal(700).answer("b", "d")
    assert scene.driver.done
    assert [step.cents for step in scene.steps(PlaceWager)] == [700, 2100, 3500]


@pytest.mark.parametrize(
    ("house", "key", "cite"),
    [
        ({"seats": 0}, "seats", "house:seats"),
        ({"seats": 10}, "seats", "house:seats"),
        ({"bet_times": 0}, "bet-times", "house:sizes"),
        ({"bet_times": 101}, "bet-times", "house:sizes"),
        ({"double_times": 0}, "double-times", "house:sizes"),
        ({"jacks_plus_minimum": Money(50)}, "jacks-plus-minimum", "house:limits"),
        ({"jacks_plus_maximum": Money(99)}, "jacks-plus-maximum", "house:limits"),
        ({"dealer_stake": Money(50)}, "dealer-stake", "house:dealer-stake"),
        ({"stub_count_every": 6}, "stub-count-every", "reading:stub-count"),
        ({"dealing": "hand"}, "dealing", "reading:dealing-methods"),
        ({"backs": ("red", "blue")}, "backs", "reading:preparing-the-deck"),
        ({"pay": {"flush": "31 to 2"}, "smallest_chip": Money(1)}, "pay.flush", "house:smallest-chip"),
        ({"pay": {"mini-royal": "40 to 1"}}, "pay.mini-royal", "33.11(b)"),
        ({"pay": {"full house": "29 to 1"}}, "pay.full house", "33.11(b)"),
    ],
)
def test_what_a_house_may_not_elect(house: dict[str, Any], key: str, cite: str) -> None:
    assert [(found.key, found.cite) for found in WinnersPotHouse.usual(**house).breaches(GAME.rules({}))] == [
        (key, cite)
    ]


@pytest.mark.parametrize("house", [{"seats": 1}, {"seats": 9}, {"bet_times": 100}, {"stub_count_every": 1}, AUTOMATED])
def test_what_a_house_may_elect(house: dict[str, Any]) -> None:
    assert WinnersPotHouse.usual(**house).breaches(GAME.rules({})) == []


def test_nine_players_use_exactly_the_deck() -> None:
    nine = dict.fromkeys(range(1, 10), "")
    scene = Pot(nine).play()
    assert (scene.t.void, scene.driver.done) == ("", True)
    assert len(scene.steps(Deal)) + len(scene.steps(DealUp)) + len(scene.steps(BurnCard)) == 52
    owed = Pot(nine).deal().give(MissedBurn()).go_on()  # the burn that is owed was a card more to deal from
    assert (owed.t.void, len(owed.steps(BurnCard))) == ("", 2)
    short = Pot(nine).deal().give(FaceUpCard(3)).go_on()
    assert short.t.void == "reading:deck-exhausted"
    assert [short.winnings(seat) for seat in nine] == [0] * 9
    eight = Pot(dict.fromkeys(range(1, 9), "")).deal().give(FaceUpCard(3)).go_on()
    assert eight.t.void == ""
    one_folds = Pot(nine, folds={4: "double"}).deal().give(FaceUpCard(3)).go_on()
    assert one_folds.t.void == ""  # his fifth card makes up for the one set aside
    counted = Pot(nine, stub_count_every=1).play()
    assert STUB_COUNTED.of(counted.t) == 52  # of an empty stub


def test_the_stub_is_counted_after_five_rounds() -> None:
    for rounds, counted in ((3, False), (4, True)):
        scene = Pot(marks={"rounds since count": rounds}).play()
        assert (STUB_COUNTED.get(scene.t) is not None) is counted
    wrong = Pot(marks={"rounds since count": 4}, folds={1: "bet"}).deal().give(CardTooMany("Ah")).go_on()
    assert wrong.t.void == "reading:stub-count"
    assert [wrong.winnings(seat) for seat in (1, 3, 5)] == [0, 0, 0]
    assert wrong.driver.next is not None
    assert wrong.driver.next.decks[0].cards == ()  # the deck has left


def test_days() -> None:
    assert GAME.rules({}, "2008-09-02").sections["33.10"] == "2008-09-02"
    assert GAME.rules({}, "2026-01-01").defaults == (
        *(f"33.{number}" for number in range(1, 10)),
        "33.10(a)",
        "33.10(b)",
    )
    assert "33.1 to 33.10(b) not held" in GAME.rules({}).texts
    with pytest.raises(NotHeldError, match="was adopted on 2008-09-02"):
        GAME.rules({}, "2008-09-01")


# --- what comes untimely


def test_a_game_that_wants_company_says_so() -> None:
    assert GAME.company is not None
    wanted = GAME.company(WinnersPotHouse.usual())
    assert wanted is not None
    assert wanted.least == 2
    alone = Pot({4: KINGS}, NOTHING).open_betting()
    assert alone.t.said == [wanted.why]
    assert wanted.why in view(alone.driver, 4).said
    alone.give(Wager(4, {"ante": 500}), Close()).go_on()
    assert alone.winnings(4) == -200  # he has won, and has less than before
    assert alone.t.said.count(wanted.why) == 1
    beside = Pot({4: ""}, seats=(2, 4)).open_betting()  # another sits there but does not play
    assert beside.t.said == []
    beside.give(Wager(4, {"ante": 500}), Close())
    assert wanted.why in beside.t.said
    assert GAME.company(WinnersPotHouse.usual(dealer_stake=Money(100))) is None
    assert Pot({4: ""}, dealer_stake=Money(100)).open_betting().t.said == []
    assert Pot({1: "", 3: ""}).deal().t.said == ["No more bets"]


@pytest.mark.parametrize(
    "incident",
    [MissedBurn(), ForgottenButton(), ExtraCard("hand 1"), ShortCard("dealer"), CardExposed("hand 1"), DrawnInError()],
)
def test_what_cannot_happen_before_the_deal_is_refused(incident: Input) -> None:
    scene = Pot()
    assert scene.refusal_of(incident) == {"house:incident"}


def test_what_cannot_happen_between_two_streets_is_refused() -> None:
    scene = Pot(folds={1: "bet"}).deal(jacks={1: 100}).answer("f")
    for place in ("hand 1", "hand 3", "dealer", "community", "hand 99", "hand x", "nowhere"):
        for incident in (ExtraCard(place), ShortCard(place)):
            assert scene.refusal_of(incident) == {"house:incident"}
    assert scene.refusal_of(ForgottenButton()) == {"house:incident"}
    scene.give(MissedBurn())
    assert scene.refusal_of(MissedBurn()) == {"house:incident"}  # it is forgotten already
    scene.answer("b", "b")
    scene.give(MissedBurn()).answer("d", "d")  # now the last one; both are missed, and nothing can be made up for
    assert scene.steps(BurnCard) == []
    assert scene.driver.done
    last = Pot().deal().answer("b", "b", "b", "d", "d").run_until(DealUp, 9)
    assert last.refusal_of(MissedBurn()) == {"house:incident"}


def test_a_burn_cannot_be_missed_once_it_is_made_or_no_card_follows() -> None:
    late = Pot().deal().run_until(BurnCard, 2).give_amid(MissedBurn())  # between it and the fifth cards
    assert [(step.cite, step.why) for step in late.steps(PlayOnUnaware)] == [
        ("33.12(e)", "The last burn was already under way, and none follows it")
    ]
    assert (late.driver.done, len(late.steps(BurnCard))) == (True, 2)
    fourth = Pot({1: "", 3: ""}).deal().run_until(BurnCard, 1).give_amid(MissedBurn()).go_on()
    assert len(fourth.steps(BurnCard)) == 1  # there the next is missed
    folded = {1: "bet", 3: "bet"}
    nothing = Pot(dict.fromkeys(folded, ""), folds=folded, readings={"all-folded": "at-once"}).deal()
    assert nothing.run_until(StubToRack).refusal_of(MissedBurn()) == {"house:incident"}


def test_a_folded_hand_under_its_wager_gets_no_card_and_is_void_to_nobody() -> None:
    scene = Pot(folds={1: "bet"}).deal_until(DealUp, 5, jacks={1: 100})
    assert scene.refusal_of(ExtraCard("hand 1")) == {"house:incident"}
    assert len(scene.t.cards("hand 1")) == 3


def test_the_first_button_cannot_be_forgotten_nor_one_that_has_moved() -> None:
    assert Pot().open_betting().refusal_of(ForgottenButton()) == {"house:incident"}
    scene = Pot(marks={"button": 1}).open_betting().give(ForgottenButton())
    assert scene.refusal_of(ForgottenButton()) == {"house:incident"}


def test_a_button_passes_over_who_does_not_play() -> None:
    for before, after in ((0, 2), (1, 2), (2, 6), (4, 6), (6, 0)):
        scene = Pot({2: "", 6: ""}, seats=(1, 2, 4, 6), marks={"button": before}).deal()
        assert BUTTON.of(scene.t) == after


def test_two_hole_cards_turned_up_one_after_the_other() -> None:
    for first, second in ((0, 1), (1, 0)):
        scene = Pot({1: "", 3: ""}).deal_until(Deal, 4)
        scene.give_amid(CardExposed("hand 1", first), CardExposed("hand 1", second))
        assert DEAD(scene.t, 1)
        scene.go_on()
        assert scene.winnings(1) == 0
    late = Pot({1: "", 3: ""}).deal_until(DealUp, 1)  # it has its third card, but others are still to get theirs
    late.give_amid(CardExposed("hand 1", 0), CardExposed("hand 1", 1))
    assert not DEAD(late.t, 1)
    assert [step.cite for step in late.steps(PlayOn)] == ["reading:dealing-process"] * 2
    late.give(CardExposed("hand 1", 0))  # once all are dealt, what is seen is what a player shows
    assert [step.cite for step in late.steps(PlayOn)][2:] == ["33.12(h)"]


def test_a_third_card_that_went_down_and_is_seen_changes_nothing() -> None:
    scene = Pot({1: "", 3: ""}).deal_until(Deal, 4)
    assert scene.driver.submit(CardExposed("hand 1", 0), stepwise=True) == []
    scene.run_until(DealThirdDown, 1)
    scene.give_amid(CardExposed("hand 1", 2))
    assert not DEAD(scene.t, 1)
    assert [step.cite for step in scene.steps(PlayOn)] == ["reading:dealing-process"]
    assert [lying.up for lying in scene.t.places["hand 1"]] == [True, False, False]


def test_everybody_is_dead() -> None:
    scene = Pot({1: "", 3: ""}).deal_until(Deal, 6, jacks={1: 100})
    both = [CardExposed(place, index) for place in ("hand 1", "hand 3", "dealer") for index in (0, 1)]
    scene.give_amid(*both)
    assert scene.driver.done
    assert [scene.winnings(1), scene.winnings(3), scene.house_won()] == [0, 0, 0]


def test_a_card_left_out_goes_back_unseen() -> None:
    scene = Pot(readings={"short-hand": "void-hand"}).deal_until(DealUp, 1).give_amid(ShortCard("hand 1"))
    assert scene.steps(DiscardFaceUp) == []
    assert VOID(scene.t, 1)
    scene.go_on()
    assert scene.winnings(1) == 0
    mended = Pot().deal_until(DealUp, 1).give_amid(ShortCard("hand 1"), ExtraCard("hand 1"))
    assert (mended.t.void, [step.cite for step in mended.steps(PlayOn)]) == ("", ["33.12(d)"])


def test_a_hand_that_is_being_voided_is_not_called_dead_as_well() -> None:
    """Check that 33.12(d) has hand 5 out from its first act on; nothing follows if its cards are seen before they are
    collected."""
    whole = {"dealing-process": "whole-deal"}
    scene = Pot(readings=whole).deal_until(DealUp, 1).step(ExtraCard("hand 5"), CardExposed("hand 5", 0))
    scene.run_until(VoidHand).give_amid(CardExposed("hand 5", 1))
    assert (VOID(scene.t, 5), DEAD(scene.t, 5)) == (True, False)
    assert [step.cite for step in scene.steps(CollectCards)] == ["33.12(d)"]
    assert [step.cite for step in scene.steps(PlayOn)] == ["house:incident"]
    assert scene.go_on().winnings(5) == 0
    other = Pot(readings=whole).deal_until(DealUp, 1).step(ExtraCard("hand 1"), ExtraCard("hand 5")).run_until(VoidHand)
    other.give_amid(CardExposed("hand 5", 0), CardExposed("hand 5", 1))  # dead before the dealer comes to it
    assert [(VOID(other.t, seat), DEAD(other.t, seat)) for seat in (1, 5)] == [(True, False), (False, True)]
    assert other.go_on().winnings(1, 5) == [0, 0]
    dealer = Pot(readings={**whole, "dealer-over": "dealer-out"}).deal_until(DealUp, 1)
    dealer.step(ExtraCard("dealer"), CardExposed("dealer", 0)).run_until(DealerOut).give_amid(CardExposed("dealer", 1))
    assert (VOID(dealer.t, 0), DEAD(dealer.t, 0)) == (True, False)
    assert dealer.go_on().driver.done


@pytest.mark.parametrize("last", [3, 4, 5])
def test_a_card_too_many_while_another_hand_is_voided_is_found_too(last: int) -> None:
    """Check 33.12(d): hand 1 was right when the dealer came to hand 5, and is wrong before he goes on."""
    scene = Pot().deal_until(DealUp, 4 * (last - 3) + 1).step(ExtraCard("hand 5")).run_until(VoidHand)
    scene.give_amid(ExtraCard("hand 1")).go_on()
    assert [step.position for step in scene.steps(VoidHand)] == [5, 1]
    assert scene.winnings(1, 5) == [0, 0]


def test_a_card_that_was_dealt_up_is_none_that_was_turned_up() -> None:
    """Check a hand with one down card, which is a misdeal: 33.12(a) has a hand dead if both down cards were turned
    up."""
    for order in ((ShortCard("hand 1"), CardExposed("hand 1", 0)), (CardExposed("hand 1", 0), ShortCard("hand 1"))):
        scene = Pot().deal_until(Deal, 8).step(*order).run_until(DealUp, 1).run()
        assert not DEAD(scene.t, 1)
        assert scene.t.void == "33.12(f), reading:short-hand"
    late = Pot().deal_until(Deal, 8).step(ShortCard("hand 1")).run_until(DealUp, 1).give_amid(CardExposed("hand 1", 0))
    assert (DEAD(late.t, 1), late.t.void) == (False, "33.12(f), reading:short-hand")


def test_a_void_gives_back_what_was_folded_wherever_it_is() -> None:
    readings = {"first-fold": "inventory"}
    scene = Pot(folds={1: "bet"}, readings=readings, dealer_stake=Money(1000)).deal(jacks={1: 100}).answer("f", "b")
    assert scene.house_won() == 500 - 1000
    scene.give(CardExposed("dealer", 0), Order("void the hands"))
    assert [scene.winnings(1), scene.winnings(3), scene.winnings(5), scene.house_won()] == [0, 0, 0, 0]


def test_face_up_after_the_last_card_is_counted_by_nobody() -> None:
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING).deal_until(EndStreet, 3)
    scene.give_amid(FaceUpCard(0), FaceUpCard(1), DrawnInError())  # the card drawn lies face up: it is seen
    assert (scene.t.void, scene.winnings(3)) == ("", 2000 - 400)  # and nobody is asked
    (put_back,) = scene.steps(PutBackDrawn)
    assert (put_back.cite, scene.steps(DiscardFaceUp)) == ("33.12(b)", [])
    before = Pot({1: QUEENS, 3: KINGS}, NOTHING).deal_until(EndStreet, 2).give_amid(DrawnInError(exposed=True))
    assert isinstance(before.driver.wait, OrderWanted)  # while a card is still to be dealt, somebody must rule
    before.give(Order("discard it")).go_on()
    assert [step.cite for step in before.steps(DiscardFaceUp)] == ["33.12(b)"]
    assert (before.t.void, [step.cite for step in before.steps(UseDrawn)]) == ("", ["reading:drawn-and-exposed"])
    assert not any("used as the next card" in step.tell() for step in before.steps())


def test_a_dead_hands_jacks_plus_goes_back_and_is_never_called_lost() -> None:
    scene = Pot({1: "2c 3d", 3: ""}).deal_until(Deal, 6, jacks={1: 100})
    scene.give_amid(CardExposed("hand 1", 0), CardExposed("hand 1", 1)).go_on()
    assert scene.winnings(1) == 0
    assert [step for step in scene.steps(JudgeWager) if step.spot == "jacks plus"] == []
    winner = Pot({1: "Jc Jd", 3: ""}).deal_until(Deal, 6, jacks={1: 100})
    winner.give_amid(CardExposed("hand 1", 0), CardExposed("hand 1", 1)).go_on()
    assert winner.winnings(1) == 100


def test_the_usual_house_elects_a_commission_that_gives_way_to_any_other() -> None:
    """A table that nobody has configured takes ten percent because it says so, and not because nobody said anything."""
    elected = [
        WinnersPotHouse.usual(**more) for more in ({}, {"commission_percent": 5}, {"commission_fixed": Money(1)})
    ]
    assert [(each.commission_percent, each.commission_fixed) for each in elected] == [(10, None), (5, None), (None, 1)]
    for choice in ("ten-percent", "fixed-alone"):
        scene = Pot({1: QUEENS, 3: KINGS}, NOTHING, readings={"commission-figures": choice})
        assert scene.play().winnings(3) == 2000 - 400  # the reading is about a fixed amount alone


@pytest.mark.parametrize("stake", [0, 1000])
def test_the_dealers_stake_comes_back_with_a_hand_that_is_dead_or_void(stake: int) -> None:
    """Check that 33.12(a) voids the wagers of a dead hand, the dealer's too; a dealer's hand that is void is no
    different."""
    house: dict[str, Any] = {"dealer_stake": Money(stake), "commission_percent": 0}
    dead = Pot({1: QUEENS, 3: KINGS}, NOTHING, **house).deal_until(Deal, 6)
    dead.give_amid(CardExposed("dealer", 0), CardExposed("dealer", 1))
    assert DEAD(dead.t, 0)
    assert [(step.cite, step.cents) for step in dead.steps(TakeBackStake)] == [("33.12(a)", 1000)] * (stake > 0)
    assert [step.cite for step in dead.steps(PlayOn)] == ["reading:dealer-dead"]
    assert (dead.go_on().winnings(3), dead.house_won()) == (2000, 0)
    over = Pot({1: QUEENS, 3: KINGS}, NOTHING, readings={"dealer-over": "dealer-out"}, **house).deal_until(DealUp, 1)
    over.give_amid(ExtraCard("dealer"))
    assert VOID(over.t, 0)
    assert [step.cite for step in over.steps(TakeBackStake)] == ["reading:dealer-over"] * (stake > 0)
    assert over.go_on().house_won() == 0
    folded = Pot({1: "", 3: ""}, folds={1: "bet", 3: "bet"}, **house).deal_until(Deal, 6)
    folded.give_amid(CardExposed("dealer", 0), CardExposed("dealer", 1)).go_on()
    assert (folded.winnings(1, 3), folded.house_won()) == ([0, 0], 0)
    kept = Pot({1: QUEENS, 3: KINGS}, NOTHING, **house).play()
    assert (kept.winnings(3), kept.house_won()) == (2000 + stake, -stake)


def test_who_is_dealt_in_stays() -> None:
    scene = Pot(seats=(1, 2, 3, 5)).deal()
    assert scene.refusal_of(Leave(1)) == {"reading:making-wagers"}
    scene.give(Leave(2))  # he has wagered nothing
    scene.answer("f")
    assert scene.refusal_of(Leave(1)) == {"reading:making-wagers"}  # his ante is in the pot
    as_placed = Pot(readings={"making-wagers": "as-placed"}).open_betting().give(Wager(1, {"ante": 500}))
    assert as_placed.refusal_of(Leave(1)) == {"reading:making-wagers"}
    assert as_placed.refusal_of(TakeBack(1, "ante")) == {"reading:making-wagers"}
    as_placed.give(Leave(3))


def test_nobody_with_an_ante_nobody_to_deal_to() -> None:
    scene = Pot().open_betting()
    assert scene.refusal_of(Close()) == {"reading:making-wagers"}
    scene.give(Wager(1, {"ante": 500}), TakeBack(1, "ante"))
    assert scene.refusal_of(Close()) == {"reading:making-wagers"}
    assert scene.refusal_of(TakeBack(1, "ante")) == {"house:wagers"}


# --- what is seen


def test_down_cards_are_their_players_alone_and_up_cards_everybodys() -> None:
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING).deal(jacks={3: 100})
    assert view(scene.driver, 1).hands == {1: ("Qc", "Qd", "Th"), 3: (HIDDEN, HIDDEN, "8h")}
    assert view(scene.driver, SPECTATOR).dealer == (HIDDEN, HIDDEN, "7h")
    scene.answer("b", "f")
    assert view(scene.driver, 1).hands[3] == (HIDDEN,) * 3  # turned down under jacks plus
    assert view(scene.driver, 3).hands[3] == ("Kc", "Kd", "8h")
    assert view(scene.driver, 1).wagers[3] == {"jacks plus": 100, "pot": 500}
    assert view(scene.driver, 1).marks["button"] == 0


def test_nothing_but_the_folded_hand_is_turned_for_jacks_plus() -> None:
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING, folds={1: "bet"}).play()
    assert [step.position for step in scene.steps(TurnHand)] == [3]  # without jacks plus nobody sees what was folded


def test_strategies_play_from_views_and_within_their_chips() -> None:
    rules, house = GAME.rules({}), WinnersPotHouse.usual()
    folds = dict.fromkeys(GAME.strategies, 0)
    for seed in range(60):
        names = list(GAME.strategies)
        driver = play_round(
            GAME,
            rules,
            house,
            seated_carry(1, 2, 3, chips=2100),
            seeded_source(seed),
            dict(enumerate(GAME.strategies.values(), 1)),
        )
        for seat, name in enumerate(names, 1):
            folds[name] += FOLDED(driver.table, seat)
    assert folds["bold"] == 0
    assert 10 < folds["book"] < folds["cautious"] < 60
    book = GAME.strategies["book"]
    for dealer, choice in (("2d 3s 9h Kh", "double"), ("2d 3s Ah As", "fold")):  # kings against what lies open
        scene = Pot({1: "Kc Kd 8h 6s", 2: "4c 7d 9s Jd"}, dealer).deal().answer("b", "b")
        assert scene.driver.question is not None
        assert book.choose(view(scene.driver, 1), scene.driver.question) == choice
    poor = Pot({1: "", 2: ""}, chips=1900).open_betting()
    for strategy in GAME.strategies.values():
        assert list(strategy.wagers(view(poor.driver, 1), house)) == []  # it would not reach to the end


# --- the rack


def test_every_hand_that_was_settled_is_rebuilt_from_the_rack() -> None:
    folded_hands = 0
    for seed in range(40):
        chance = random.Random(seed)
        seats = sorted(chance.sample(range(1, 7), chance.randint(1, 6)))
        folds = {seat: chance.choice(["bet", "double"]) for seat in seats if chance.random() < 0.3}
        order = chance.choice(["clockwise", "counterclockwise"])
        scene = Pot(
            dict.fromkeys(seats, ""), order=seeded_source(seed).order(FULL_DECK), folds=folds,
            readings={"collecting-order": order},
        ).deal(jacks=dict.fromkeys(seats[:2], 100))  # fmt: skip
        if chance.random() < 0.3:
            scene.give(FaceUpCard(1))
        scene.go_on()
        left = [seat for seat in seats if seat not in folds]
        tucked = {seat: 3 if folds[seat] == "bet" else 4 for seat in seats[:2] if seat in folds}
        rack = scene.t.places["discard rack"]
        rebuilt = rebuild(rack, left, tucked, clockwise=order == "clockwise")
        under = {step.position: step.cards for step in scene.steps(TurnHand) if step.position in tucked}
        assert rebuilt == {place: FIVE.of(scene.t, place) for place in (0, *left)} | under
        assert {seat: len(cards) for seat, cards in under.items()} == tucked
        folded_hands += len(tucked)
        assert GAME.dispute is not None
        rows = list(GAME.dispute(scene.driver))
        assert all(row.agrees for row in rows)
        assert [row.position for row in rows] == sorted([0, *left, *tucked])
        if tucked and left:
            with pytest.raises(ValueError, match="face down"):
                rebuild(rack, left[1:], tucked, clockwise=order == "clockwise")
        mixed = list(rack)
        mixed[0], mixed[-1] = mixed[-1], mixed[0]
        with pytest.raises(ValueError, match="face up"):
            rebuild(mixed, left, tucked, clockwise=order == "clockwise")
    assert folded_hands > 5
    for twice in ([1, 1], [1]):
        with pytest.raises(ValueError, match="not positions"):
            rebuild(rack, twice, {1: 3})


def test_a_round_without_hands_has_nothing_to_dispute() -> None:
    assert GAME.dispute is not None
    scene = Pot({1: ""}, folds={1: "bet"}, readings={"all-folded": "at-once"}).play()
    assert list(GAME.dispute(scene.driver)) == []
    (row,) = GAME.dispute(Pot({1: ""}, folds={1: "bet"}).play().driver)
    assert (row.position, row.agrees) == (0, True)


def test_incidents_at_the_very_end_cost_nobody_anything() -> None:
    """Check that nothing voids the round any more once jacks plus is being paid."""
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING, **AUTOMATED).deal_until(AwardPot, 1, jacks={1: 100})
    untimely: list[Incident | Input] = [FaceUpCard(), ExtraCard("hand 1"), ShortCard("dealer"), MissedBurn()]
    for incident in untimely:
        assert scene.refusal_of(incident) == {"house:incident"}
    scene.driver.run()
    assert scene.winnings(3) == 2000 - 400


# --- cards that ran out, lay face up, or were turned up


@pytest.mark.parametrize("house", [{}, {"dealing": "hand", "shuffler": "shuffler"}, AUTOMATED])
@pytest.mark.parametrize("counted", ["as-sister-games", "never"])
def test_a_deck_that_ran_out_and_is_not_whole_leaves_the_table(house: dict[str, Any], counted: str) -> None:
    def deck_after_loss(gone: int, **more: str) -> tuple[str, int]:
        scene = Pot({1: "", 3: ""}, readings={"stub-count": counted, **more}, **house).deal_until(Deal, 4)
        scene.give_amid(*[CardMissing()] * gone).go_on()
        assert scene.driver.next is not None
        assert not scene.t.void or scene.winnings(1, 3) == [0, 0]
        return scene.t.void, len(scene.driver.next.decks[0].cards)

    assert deck_after_loss(35) == ("", 17)  # two players and the dealer take fifteen cards, and two are burned
    dry = "33.12(j)" if house.get("dealing") == "automated-shoe" else "reading:deck-exhausted"
    assert deck_after_loss(36) == (dry, 0)
    assert deck_after_loss(48) == (dry, 0)
    assert deck_after_loss(48, **{"misdealt-and-not-whole": "reshuffled"}) == (dry, 4)


def test_a_whole_deck_that_ran_out_stays() -> None:
    scene = Pot({1: "", 3: ""}).deal_until(Deal, 4).give_amid(*[ExtraCard("hand 1")] * 48)
    assert scene.t.void == "reading:deck-exhausted"
    assert scene.driver.next is not None
    assert len(scene.driver.next.decks[0].cards) == 52
