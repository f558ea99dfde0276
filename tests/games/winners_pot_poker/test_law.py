"""Winner's Pot Poker, text of 2008: one test per paragraph, in the order of the text, each with its own scene."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.winners_pot_poker.scene import TEXT, Pot
from kit.devices import assert_devices_are_noticed
from kit.scene import seated_carry
from pitboss.common.dealer_questions import AskPlayer
from pitboss.common.facts import RESHUFFLED
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
from pitboss.engine.inputs import CardOrder, Close, Sit, TakeBack, Wager
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.games.winners_pot_poker import GAME
from pitboss.games.winners_pot_poker.law.facts import BUTTON, FIVE, HIGHEST
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse, payout_limit
from pitboss.games.winners_pot_poker.law.irregular import ForgottenButton
from pitboss.games.winners_pot_poker.law.paragraphs import WAGERS
from pitboss.games.winners_pot_poker.law.steps import (
    AwardPot,
    BeginSettling,
    BeginStreet,
    CallHighest,
    DealThirdDown,
    EndStreet,
    ExposeDealer,
    ExposeHand,
    KillHand,
    LosePot,
    MoveButton,
    ShareLimit,
    SupposeButton,
    TakeFromPot,
)
from pitboss.law.force import split_citation
from pitboss.table.card_steps import BurnCard, CollectCards, Deal, DealUp, DiscardFaceUp
from pitboss.table.cards import FULL_DECK
from pitboss.table.facts import DEAD, PLAYED_ON, WAGER_WINS
from pitboss.table.money import Money
from pitboss.table.steps import JudgeWager, LimitPayout, MoveWager, PayWager, PlaceWager, PlayOn, ReturnWager, VoidHand

AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "shuffler"}

# Nobody makes a straight or a flush: aces beat kings beat queens; the dealer holds nothing.
ACES, KINGS, QUEENS = "Ac Ad 9h 7s 3c", "Kc Kd 8h 6s 4c", "Qc Qd Th 5s 2c"
NOTHING = "Jc 9d 7h 4s 2d"


def law(paragraph: str) -> pytest.MarkDecorator:
    return pytest.mark.law(TEXT, paragraph)


# --- 33.10(c): double or fold


@law("33.10(c)")
def test_each_player_with_a_bet_doubles_or_folds_on_four_cards() -> None:
    scene = Pot({1: "", 3: "", 5: ""}, folds={3: "bet"}).deal().answer("b", "f", "b")
    assert [len(scene.t.faces(place)) for place in ("hand 1", "hand 5", "dealer")] == [4, 4, 4]
    for seat in (1, 5):  # seat 3 has folded and is not asked
        asked = scene.driver.question
        assert asked is not None
        assert (asked.seat, asked.subject, asked.choices) == (seat, "double", ("double", "fold"))
        scene.answer("d")
    assert scene.driver.question is None
    assert scene.driver.done


@law("33.10(c)1")
def test_the_double_wager_lies_on_its_own_area() -> None:
    scene = Pot({1: "", 3: ""}).deal(700).answer("b", "b", "d")
    assert scene.t.wager(1, "double") == 1400
    assert scene.t.wager(1, "ante") == scene.t.wager(1, "bet") == 700  # the others stay where they are
    assert scene.t.wager(1, "pot") == 0
    assert scene.winnings(1) == -2800
    several = Pot({1: "", 3: "", 5: "", 6: ""}).deal(antes={1: 700, 3: 500, 5: 900, 6: 600}).answer("bbbb", "ddd")
    assert [several.t.wager(seat, "double") for seat in (1, 3, 5, 6)] == [1400, 1000, 1800, 0]
    assert [several.winnings(seat) for seat in (1, 3, 5)] == [-2800, -2000, -3600]


@law("33.10(c)2")
def test_who_folds_on_four_cards_gives_ante_and_bet_to_the_pot() -> None:
    scene = Pot({1: "", 3: "", 5: ""}).deal(jacks={3: 200}).answer("b", "b", "b")
    four = scene.t.faces("hand 1")
    scene.answer("f")
    assert (scene.t.wager(1, "pot"), scene.t.wager(1, "ante"), scene.t.wager(1, "bet")) == (1000, 0, 0)
    assert scene.t.cards("hand 1") == []
    assert scene.t.places["discard rack"][:4] == [(card, False) for card in four]
    four = scene.t.faces("hand 3")
    scene.answer("f")  # with jacks plus the cards wait under that wager, face down
    assert scene.t.places["hand 3"] == [(card, False) for card in four]
    assert (scene.t.wager(3, "pot"), scene.t.wager(3, "jacks plus")) == (1000, 200)
    assert view(scene.driver, 1).hands[3] == (HIDDEN,) * 4


@law("33.10(c)3")
@pytest.mark.parametrize(("button", "turns"), [(0, [1, 3, 5]), (1, [3, 5, 1]), (3, [5, 1, 3]), (5, [1, 3, 5])])
def test_players_are_asked_clockwise_from_the_first_after_the_button(button: int, turns: list[int]) -> None:
    scene = Pot({1: "", 3: "", 5: ""}, button=button).deal().answer("b", "b", "b")
    asked = []
    while scene.driver.question is not None:
        asked.append(scene.driver.question.seat)
        scene.answer("d")
    assert asked == turns
    assert [step.tell() for step in scene.steps(AskPlayer) if "33.10(c)3" in split_citation(step.cite)] == [
        f"The dealer asks seat {seat}: a double wager of $10, or fold?" for seat in turns
    ]


# --- 33.10(d) to (f)


@law("33.10(d)")
def test_a_burn_and_a_fifth_card_face_up_to_everybody_still_in() -> None:
    scene = Pot({1: "", 3: "", 5: ""}, burns="2s 3s", button=3, folds={1: "double"}).deal().answer("b", "b", "b")
    rack = len(scene.t.cards("discard rack"))
    assert scene.t.faces("shoe")[0] == "3s"
    scene.answer("d", "f")  # seats 5 and 1; 3 decides last
    assert len(scene.t.cards("discard rack")) == rack + 4  # the four folded cards
    dealt = len(scene.steps(DealUp))
    scene.answer("d")
    last = scene.steps(DealUp)[dealt:]
    assert [step.place for step in last] == ["hand 5", "dealer", "hand 3"]  # clockwise, the dealer in the rotation
    assert [FIVE.of(scene.t, place)[4] for place in (5, 0, 3)] == [step.card for step in last]
    assert ("3s", False) in scene.t.places["discard rack"]
    shown = Pot({1: "", 3: "", 5: ""}).deal_until(DealUp, 12)
    for place in ("hand 1", "hand 3", "hand 5", "dealer"):
        assert [lying.up for lying in shown.t.places[place]] == [False, False, True, True, True]
    assert "3s" not in {step.card for step in last}
    assert (last[0].card, last[1].card, last[2].card) == scene.order[scene.order.index("3s") + 1 :][:3]
    assert [step.due for step in scene.steps(BeginStreet)] == [step.due for step in scene.steps(EndStreet)] == [3, 4, 5]
    # The burn is made, and told, before anything is said of the fifth cards; so it is before the fourth.
    told = [step.tell() for step in scene.steps() if "33.10(d)" in split_citation(step.cite)]
    assert told == [
        "The dealer burns the next card, face down into the discard rack.",
        "The fifth and last card goes face up to everyone still in.",
        *(step.tell() for step in last),
        "Every hand still in has 5 cards.",
    ]
    fourth, fifth = (scene.driver.log.index(step) for step in scene.steps(BeginStreet)[1:])
    assert [scene.driver.log[at - 1] for at in (fourth, fifth)] == scene.steps(BurnCard)
    for button, places in ((0, "135D"), (1, "35D1"), (3, "5D13"), (5, "135D")):  # it begins with a player
        order = [step.place for step in Pot({1: "", 3: "", 5: ""}, button=button).play().steps(DealUp)]
        assert order[-4:] == ["dealer" if place == "D" else f"hand {place}" for place in places]


@law("33.10(e)")
def test_all_wagers_are_collected_into_the_pot_after_the_fifth_card() -> None:
    scene = Pot({1: "", 3: ""}, folds={1: "bet"}).deal(jacks={3: 100}).answer("f", "b").run_until(DealUp, 7)
    assert (scene.t.wager(1, "pot"), scene.t.wager(3, "pot")) == (500, 0)  # a folder's is there already
    scene.run_until(MoveWager, 4)
    assert (scene.t.wager(1, "pot"), scene.t.wager(3, "pot")) == (500, 500 + 500 + 1000)
    assert [scene.t.wager(3, spot) for spot in ("ante", "bet", "double", "jacks plus")] == [0, 0, 0, 100]
    # Those of each of several, one of whom has folded the double.
    seats, antes = (1, 2, 3, 5, 6), {1: 500, 2: 600, 3: 700, 5: 800, 6: 900}
    many = Pot(dict.fromkeys(seats, ""), folds={5: "double"}).deal_until(
        DealUp, 17, jacks={1: 100, 6: 300}, antes=antes
    )
    assert [many.t.wager(seat, "pot") for seat in seats] == [0, 0, 0, 1600, 0]
    assert [many.t.wager(seat, "double") for seat in seats] == [1000, 1200, 1400, 0, 1800]
    many.run_until(ExposeDealer)
    assert [many.t.wager(seat, "pot") for seat in seats] == [2000, 2400, 2800, 1600, 3600]
    assert [many.t.wager(seat, spot) for seat in seats for spot in ("ante", "bet", "double")] == [0] * 15
    assert [many.t.wager(seat, "jacks plus") for seat in seats] == [100, 0, 0, 0, 300]


@law("33.10(f)")
def test_the_dealers_hand_is_exposed_first_and_then_players_from_the_right() -> None:
    scene = Pot({1: ACES, 3: KINGS, 5: QUEENS}, NOTHING, folds={3: "double"}).deal().answer("b", "b", "b")
    scene.answer("d", "f").run_until(ExposeDealer, 1)
    seen = view(scene.driver, SPECTATOR)
    assert seen.dealer == tuple(NOTHING.split())
    assert seen.hands[5] == (HIDDEN, HIDDEN, "Th", "5s", "2c")
    scene.run_until(ExposeHand, 1)
    seen = view(scene.driver, SPECTATOR)
    assert (seen.hands[5], seen.hands[1][:2]) == (tuple(QUEENS.split()), (HIDDEN, HIDDEN))
    scene.run_until(ExposeHand, 2)
    seen = view(scene.driver, SPECTATOR)
    assert (seen.hands[5], seen.hands[1]) == (tuple(QUEENS.split()), tuple(ACES.split()))
    scene.driver.run()
    assert scene.t.said[-4:] == ["jack high", "pair of queens", "pair of aces", "pair of aces"]
    assert [step.position for step in scene.steps(ExposeHand)] == [5, 1]  # nobody turns a folded hand
    # The three cards that were dealt face up are not exposed a second time.
    assert [step.tell() for step in scene.steps(ExposeDealer)] == [
        "The dealer exposes the down cards of the dealer's hand: J♣ 9♦."
    ]
    assert [(step.position, step.tell()) for step in scene.steps(ExposeHand)] == [
        (5, "The dealer exposes the down cards of seat 5: Q♣ Q♦."),
        (1, "The dealer exposes the down cards of seat 1: A♣ A♦."),
    ]


@law("33.10(f)")
def test_where_a_down_card_was_turned_up_the_third_card_is_exposed_in_its_place() -> None:
    """Check the third card of that hand, which 33.12(a) has dealt face down, so that it is one of the two down
    cards."""
    scene = Pot({1: ACES, 3: KINGS}, NOTHING).deal_until(Deal, 3).give_amid(CardExposed("hand 1", 0)).go_on()
    assert [(step.position, step.cards) for step in scene.steps(ExposeHand)] == [(3, ("Kc", "Kd")), (1, ("Ad", "9h"))]
    assert set(FIVE.of(scene.t, 1)) == set(ACES.split())
    dealer = Pot({1: ACES, 3: KINGS}, NOTHING).deal_until(Deal, 6).give_amid(CardExposed("dealer", 1)).go_on()
    assert [step.cards for step in dealer.steps(ExposeDealer)] == [("Jc", "7h")]
    assert set(FIVE.of(dealer.t, 0)) == set(NOTHING.split())


# --- 33.10(g) to (i)


@law("33.10(g)")
def test_jacks_plus_is_settled_from_the_inventory_before_the_pot_also_for_who_folded() -> None:
    hands = {1: "Ac Ad 9h 7s 3c", 3: "Kc Kd 8h 6s", 5: "Tc Td 8d"}
    scene = Pot(hands, NOTHING, folds={3: "double", 5: "bet"}).play(jacks={1: 100, 3: 200, 5: 300})
    pots = [scene.driver.log.index(step) for step in scene.steps(AwardPot)]
    (one, two) = scene.steps(PayWager)[:2]
    assert max(map(scene.driver.log.index, (one, two))) < min(pots)
    assert [(step.position, step.cents) for step in (one, two)] == [(3, 200), (1, 100)]  # from the right
    judged = [(step.position, step.spot, step.wins) for step in scene.steps(JudgeWager) if step.spot == "jacks plus"]
    assert judged == [(5, "jacks plus", False), (3, "jacks plus", True), (1, "jacks plus", True)]
    assert [WAGER_WINS.of(scene.t, (seat, "jacks plus")) for seat in (5, 3, 1)] == [False, True, True]
    commission = (2000 + 1000 + 500) // 10
    assert scene.winnings(3) == -1000 + 200  # the pair of kings on four cards pays; the pot is gone
    assert scene.winnings(5) == -500 - 300  # the tens on three do not
    assert scene.winnings(1) == 100 + 1500 - commission
    assert scene.house_won() == commission - 200 - 100 + 300
    assert [step.tell() for step in scene.steps(BeginSettling)] == ["The dealer settles the jacks plus wagers."]
    rack = scene.t.places["discard rack"]
    assert (rack[10], rack[14]) == (("Kc", False), ("Tc", False))  # under two hands shown: folded ones, face down
    # Those of each of several go into the inventory or are paid from it; the pot is what it is without them.
    many, jacks = {1: QUEENS, 2: "8c 7d 5h 3s 2h", 3: KINGS, 5: "9c 8d 6d 4h 3h", 6: "Tc 7c 5d 3d 2s"}, (1, 2, 3, 5, 6)
    beside, without = (Pot(many, NOTHING).play(jacks=out) for out in ({seat: 100 * seat for seat in jacks}, {}))
    assert [beside.winnings(seat) - without.winnings(seat) for seat in jacks] == [100, -200, 300, -500, -600]
    assert beside.house_won() - without.house_won() == 1300 - 400


@law("33.10(g)")
@pytest.mark.parametrize("folds", [{}, {1: "double"}, {1: "bet", 3: "double"}])
def test_where_no_jacks_plus_wager_lies_none_is_settled(folds: dict[int, str]) -> None:
    """Check that nothing is said of the pot either: that is 33.10(h)'s, and nothing voids the round from there on."""
    hands, stubborn = {1: QUEENS, 3: KINGS}, {"jam-after-the-last-card": "void"}
    none = Pot(hands, NOTHING, folds=folds).play()
    assert [step.tell() for step in none.steps() if "33.10(g)" in split_citation(step.cite)] == []
    one = Pot(hands, NOTHING, folds=folds).play(jacks={1: 100})
    assert next(step for step in one.steps() if "33.10(g)" in split_citation(step.cite)) == one.steps(BeginSettling)[0]
    late = Pot(hands, NOTHING, folds=folds, readings=stubborn, **AUTOMATED).deal_until(CallHighest, 1)
    late.give(DeviceJam("automated shoe")).driver.run()
    assert (late.t.void, late.winnings(1, 3)) == ("", none.winnings(1, 3))


@law("33.10(h)")
def test_the_dealer_calls_the_highest_hand_and_all_stay_up_until_the_pot_is_awarded() -> None:
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING).play()
    assert HIGHEST.of(scene.t) == (3,)
    assert scene.t.said[-1] == "pair of kings"
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING).deal().answer("b", "b", "d").run_until(AwardPot, 1)
    seen = view(scene.driver, SPECTATOR)
    assert (seen.hands[1], seen.hands[3], seen.dealer) == tuple(tuple(h.split()) for h in (QUEENS, KINGS, NOTHING))


@law("33.10(h)1")
def test_the_dealers_highest_hand_takes_the_pot_without_commission() -> None:
    scene = Pot({1: QUEENS, 3: NOTHING}, KINGS, folds={3: "double"}).play()
    assert (scene.winnings(1), scene.winnings(3), scene.house_won()) == (-2000, -1000, 3000)
    assert scene.steps(AwardPot) == []
    assert scene.steps(TakeFromPot) == []  # each player's part is collected from the pot, and nothing is left there


@law("33.10(h)2")
def test_the_pot_goes_to_the_player_with_the_highest_hand() -> None:
    scene = Pot({1: QUEENS, 3: KINGS, 5: NOTHING}, "Ts 8d 6c 5c 3d", folds={5: "bet"}, commission_percent=0).play()
    assert (scene.winnings(1), scene.winnings(3), scene.winnings(5), scene.house_won()) == (-2000, 2000 + 500, -500, 0)
    assert [(step.position, step.spot, step.wins) for step in scene.steps(LosePot)] == [
        (5, "pot", False),
        (1, "pot", False),
    ]
    assert [WAGER_WINS.of(scene.t, (seat, "pot")) for seat in (1, 5)] == [False, False]
    # All that lay in the pot is in what is awarded: nothing goes back beside it.
    assert [(step.position, step.spot, step.stake) for step in scene.steps(AwardPot)] == [(3, "pot", 0)]


@law("33.10(h)2i")
def test_commission_is_the_lesser_of_ten_percent_and_a_fixed_amount() -> None:
    def commission(ante: int, **house: Any) -> int:
        scene = Pot({1: QUEENS, 3: KINGS}, NOTHING, **house).play(ante)
        (taken,) = scene.steps(TakeFromPot)
        assert scene.winnings(3) == 4 * ante - taken.cents
        assert scene.winnings(1) == -4 * ante
        assert scene.house_won() == taken.cents
        return int(taken.cents)

    assert commission(500) == 400  # the pot is 8 antes
    assert commission(500, commission_percent=5) == 200
    assert commission(500, commission_percent="2.5") == 100
    assert commission(500, commission_percent=10, commission_fixed=Money(399)) == 399
    assert commission(500, commission_percent=10, commission_fixed=Money(400)) == 400
    assert commission(500, commission_percent=10, commission_fixed=Money(401)) == 400
    assert commission(500, commission_fixed=Money(100_000)) == 400  # a fixed amount alone never exceeds ten percent
    rules = GAME.rules({})
    assert WinnersPotHouse.usual(commission_percent=10).breaches(rules) == []
    for elected in ({"commission_percent": 0}, {"commission_fixed": Money(0)}, {"commission_fixed": Money(500)}):
        assert WinnersPotHouse(**elected).breaches(rules) == []
    (neither,) = WinnersPotHouse().breaches(rules)
    assert (neither.key, neither.cite) == ("commission-percent", "33.10(h)2i")
    assert neither.wrong == "no commission is set, neither a percentage nor a fixed amount"
    for wrong in (11, "10.01", -1, "ten", "1e1"):
        (finding,) = WinnersPotHouse.usual(commission_percent=wrong).breaches(rules)
        assert (finding.key, finding.cite) == ("commission-percent", "33.10(h)2i")


@law("33.10(h)2ii")
def test_tied_hands_share_and_the_dealers_share_bears_no_commission() -> None:
    tie = {1: "Ac Kd 9h 7s 3c", 3: "Ad Kc 9d 7c 3d", 5: "Qc Jd 8h 6s 2c"}
    players = Pot(tie, "Qd Jc 8d 6c 2d").play()
    # 60 dollars, less 6, are 27 for each of two.
    assert (players.winnings(1), players.winnings(3), players.winnings(5), players.house_won()) == (
        700,
        700,
        -2000,
        600,
    )
    three = Pot(tie, "Ah Kh 9c 7h 3h").play()
    # The dealer has 20 of 60 for himself; ten percent comes off the other 40, which are then 18 each.
    assert (three.winnings(1), three.winnings(3), three.winnings(5)) == (-200, -200, -2000)
    assert three.house_won() == 2000 + 400
    fixed = Pot(tie, "Ah Kh 9c 7h 3h", commission_fixed=Money(100)).play()
    assert (fixed.winnings(1), fixed.winnings(3), fixed.house_won()) == (-50, -50, 2000 + 100)
    # A fixed amount alone, as it is read, is no more than ten percent of that part.
    for cents, taken in ((399, 399), (400, 400), (401, 400), (100_000, 400)):
        alone = Pot(tie, "Ah Kh 9c 7h 3h", commission_fixed=Money(cents)).play()
        assert alone.house_won() == 2000 + taken


@law("33.10(i)")
def test_cards_are_collected_in_order_so_that_every_hand_can_be_rebuilt() -> None:
    scene = Pot({1: ACES, 3: KINGS, 5: QUEENS}, NOTHING, folds={3: "double"}).play()
    assert [step.place for step in scene.steps(CollectCards)] == ["hand 5", "hand 1", "dealer"]
    assert scene.t.faces("discard rack")[:15] == tuple(f"{NOTHING} {ACES} {QUEENS}".split())
    assert GAME.dispute is not None
    hands = {row.position: row.cards for row in GAME.dispute(scene.driver)}
    assert hands == {0: tuple(NOTHING.split()), 1: tuple(ACES.split()), 5: tuple(QUEENS.split())}


# --- 33.11


@law("33.11(a)")
def test_odds_read_to_and_never_for() -> None:
    rules = GAME.rules({})
    assert WinnersPotHouse.usual(pay={"flush": "16 to 1"}).breaches(rules) == []
    assert WinnersPotHouse.usual(pay={"flush": "16 win 1"}).breaches(rules) == []
    (finding,) = WinnersPotHouse.usual(pay={"flush": "1 win 1"}).breaches(rules)
    assert (finding.key, finding.cite) == ("pay.flush", "33.11(b)")
    (finding,) = WinnersPotHouse.usual(pay={"flush": "17 for 1"}).breaches(rules)
    assert (finding.key, finding.cite) == ("pay.flush", "33.11(a)")
    (finding,) = WinnersPotHouse.usual(pay={"flush": "lots"}).breaches(rules)
    assert finding.cite == "33.11(b)"


PAID = {
    "Th Jh Qh Kh Ah": 400,
    "9h Th Jh Qh Kh": 80,
    "Ah 2h 3h 4h 5h": 80,
    "2c 2d 2h 2s Ah": 50,
    "3c 3d 3h 2s 2h": 30,
    "2s 4s 6s 8s Ts": 15,
    "Ts Jd Qh Kc As": 10,
    "As 2d 3h 4c 5s": 10,
    "5s 5d 5h 8c 9s": 7,
    "2s 2d 3h 3c 9s": 3,
    "Js Jd 3h 4c 9s": 1,
    "Qs Qd 3h 4c 9s": 1,
    "Ks Kd 3h 4c 9s": 1,
    "As Ad 3h 4c 9s": 1,
    "Ts Td 3h 4c 9s": -1,
    "As Kd Qh Jc 9s": -1,
    "Ks Ad 2h 3c 4s": -1,  # no straight goes round the corner
}


@law("33.11(b)")
def test_each_line_of_jacks_plus() -> None:
    for cards, times in PAID.items():
        scene = Pot({1: cards}).play(jacks={1: 100})
        paid = [step.cents for step in scene.steps(PayWager) if step.spot == "jacks plus"]
        assert paid == ([100 * times] if times > 0 else []), cards
    several, jacks = {1: "5s 5d 5h 8c 9s", 3: "2s 2d 3h 3c 9c", 5: "Js Jd 4h 6c 9d", 6: KINGS}, {1: 100, 3: 200, 5: 300}
    beside, without = (Pot(several).play(jacks=out) for out in (jacks, {}))
    assert [beside.winnings(seat) - without.winnings(seat) for seat in several] == [700, 600, 300, 0]
    for rank in "23456789TJQKA":
        one, two, three = [card for card in ("3h", "5s", "7d", "9h") if card[0] != rank][:3]
        for cards, times in ((f"{rank}c {rank}d {rank}h {one} {two}", 7), (f"{rank}c {rank}d {one} {two} {three}", 1)):
            paid = [step.cents for step in Pot({1: cards}).play(jacks={1: 100}).steps(PayWager)]
            assert paid == ([100 * times] if times == 7 or rank in "JQKA" else []), cards
    rules = GAME.rules({})
    assert WinnersPotHouse.usual(pay={"straight": "10 to 1"}).breaches(rules) == []
    (finding,) = WinnersPotHouse.usual(pay={"straight": "9 to 1"}).breaches(rules)
    assert (finding.key, finding.cite) == ("pay.straight", "33.11(b)")
    for line, odds in (("pair of jacks or better", "1 to 2"), ("royal flush", "399 to 1"), ("two pair", "5 to 2")):
        assert [found.cite for found in WinnersPotHouse.usual(pay={line: odds}).breaches(rules)] == ["33.11(b)"]


@law("33.11(c)")
def test_the_payout_limit_and_royals_that_share_it() -> None:
    limits: dict[str, Any] = {"jacks_plus_maximum": Money(100_000)}
    royals = {1: "Th Jh Qh Kh Ah", 3: "Tc Jc Qc Kc Ac"}

    def payments_for(jacks: dict[int, int], **more: Any) -> list[int]:
        scene = Pot(royals, NOTHING.replace("Jc", "Jd"), **limits, **more).play(jacks=jacks)
        return [step.cents for step in scene.steps(PayWager) if step.spot == "jacks plus"]

    assert payments_for({1: 12_500}) == [5_000_000]  # exactly the limit
    assert payments_for({1: 12_600}) == [5_000_000]
    assert payments_for({1: 12_400}) == [4_960_000]
    assert payments_for({1: 5_000, 3: 7_500}) == [
        3_000_000,
        2_000_000,
    ]  # together the limit, and no more: nothing is shared
    assert Pot(royals, NOTHING.replace("Jc", "Jd"), **limits).play(jacks={1: 5_000, 3: 7_500}).steps(ShareLimit) == []
    assert payments_for({1: 5_000, 3: 10_000}) == [3_333_333, 1_666_666]  # shared as 2 to 1, rounded down
    assert payments_for({1: 100_000, 3: 100_000}) == [2_500_000, 2_500_000]
    one = Pot(royals, NOTHING.replace("Jc", "Jd"), **limits).play(jacks={1: 12_600})
    assert [(step.seat, step.position, step.due, step.limit) for step in one.steps(LimitPayout)] == [
        (1, 1, 5_040_000, 5_000_000)
    ]
    exact = Pot(royals, NOTHING.replace("Jc", "Jd"), **limits).play(jacks={1: 12_500})
    assert exact.steps(LimitPayout) == []
    two = Pot(royals, NOTHING.replace("Jc", "Jd"), **limits).play(jacks={1: 5_000, 3: 10_000})
    assert [(step.position, step.due, step.limit, step.whole) for step in two.steps(ShareLimit)] == [
        (3, 4_000_000, 3_333_333, 5_000_000),
        (1, 2_000_000, 1_666_666, 5_000_000),
    ]
    stakes: dict[str, Any] = {"readings": {"limit-counts": "with-stakes"}}  # what comes back counts as well
    assert payments_for({1: 12_500}, **stakes) == [5_000_000 - 12_500]
    own = Pot(royals, NOTHING.replace("Jc", "Jd"), **limits, **stakes).play(jacks={1: 12_500})
    assert [step.due for step in own.steps(LimitPayout)] == [5_000_000 + 12_500]
    assert payments_for({1: 12_400}, **stakes) == [4_960_000]
    assert payments_for({1: 12_468}, smallest_chip=Money(1), **stakes) == [12_468 * 400]
    assert payments_for({1: 5_000, 3: 7_500}, **stakes) == [3_000_000 - 7_500, 2_000_000 - 5_000]
    high: dict[str, Any] = {"jacks_plus_maximum": Money(10_000_000), **stakes}
    rich = Pot({1: royals[1]}, NOTHING.replace("Jc", "Jd"), **high).play(jacks={1: 6_000_000})
    assert [step.cents for step in rich.steps(PayWager) if step.spot == "jacks plus"] == [0]  # less than nothing is due
    better = payments_for({1: 100}, pay={"royal flush": "500 to 1"})
    assert better == [50_000]
    # The most the minimum could win, where that is more; a wager at the minimum is then never cut.
    assert payments_for({1: 12_600}, jacks_plus_minimum=Money(12_600)) == [5_040_000]
    assert payout_limit(WinnersPotHouse.usual(jacks_plus_minimum=Money(12_500))) == 5_000_000
    assert payout_limit(WinnersPotHouse.usual(jacks_plus_minimum=Money(12_600))) == 5_040_000


# --- 33.12


@law("33.12(a)")
def test_a_hole_card_turned_up_in_the_dealing_puts_the_third_down_and_two_kill_the_hand() -> None:
    one = Pot({1: "2c 3d 4h", 3: "5c 6d 7h"}).deal_until(Deal, 3).give_amid(CardExposed("hand 1", 0))
    assert [lying.up for lying in one.t.places["hand 1"]] == [True, False, False]
    assert [lying.up for lying in one.t.places["hand 3"]] == [False, False, True]
    assert view(one.driver, 3).hands[1] == ("2c", HIDDEN, HIDDEN)
    second = Pot({1: "2c 3d 4h", 3: ""}).deal_until(Deal, 4).give_amid(CardExposed("hand 1", 1))
    assert [lying.up for lying in second.t.places["hand 1"]] == [False, True, False]
    dealers = Pot({1: "", 3: ""}).deal_until(Deal, 3).give_amid(CardExposed("dealer", 0))
    assert [lying.up for lying in dealers.t.places["dealer"]] == [True, False, False]

    both = (CardExposed("hand 1", 0), CardExposed("hand 1", 1))
    dead = Pot({1: "2c 3d 4h", 3: KINGS}, NOTHING).deal_until(Deal, 6, jacks={1: 100}).give_amid(*both)
    assert "Dead" in dead.t.said
    assert dead.t.faces("discard rack")[-2:] == ("2c", "3d")
    assert (dead.winnings(1), dead.t.has_hand(1)) == (-100, False)  # the ante is back; jacks plus waits for its time
    dead.go_on()
    assert dead.winnings(1) == 0  # a dead wager that does not win is void
    assert dead.winnings(3) == -2000 + 1800  # the pot holds his own money alone
    jacks = Pot({1: "Jh Jd 4h", 3: KINGS}, NOTHING).deal_until(Deal, 6, jacks={1: 100}).give_amid(*both).go_on()
    assert jacks.winnings(1) == 100  # the two cards are a pair of jacks: 1 to 1
    assert WAGER_WINS.of(jacks.t, (1, "jacks plus"))
    assert [step.cite for step in jacks.steps(PayWager) if step.spot == "jacks plus"] == ["33.12(a)"]
    tens = Pot({1: "Th Td 4h", 3: KINGS}, NOTHING).deal_until(Deal, 6, jacks={1: 100}).give_amid(*both).go_on()
    assert tens.winnings(1) == 0
    # Whose hand it is, and how many of them are, is all one.
    hands = {1: "3c 4d 5h", 3: "Jh Jd 6c", 5: QUEENS, 6: "Tc Td 8s"}
    exposed = [CardExposed(f"hand {seat}", index) for seat in (1, 3, 6) for index in (0, 1)]
    several = Pot(hands, NOTHING).deal_until(Deal, 10, jacks={1: 100, 3: 200, 6: 300}).give_amid(*exposed).go_on()
    assert sorted(step.holder for step in several.steps(KillHand)) == [1, 3, 6]
    assert several.winnings(1, 3, 6) == [0, 200, 0]
    downs = Pot(dict.fromkeys(hands, "")).deal_until(Deal, 10)
    downs.give_amid(*(CardExposed(f"hand {seat}", seat % 2) for seat in hands))
    assert [lying.up for seat in hands for lying in downs.t.places[f"hand {seat}"]] == [
        *(False, True, False) * 3,
        *(True, False, False),
    ]

    house = Pot({1: QUEENS, 3: KINGS}, ACES).deal_until(Deal, 6)
    house.give_amid(CardExposed("dealer", 0), CardExposed("dealer", 1)).go_on()
    assert (house.winnings(1), house.winnings(3), house.house_won()) == (
        -2000,
        2000 - 400,
        400,
    )  # his aces are out of it


@law("33.12(a)")
def test_a_hand_is_dead_by_two_cards_that_it_holds() -> None:
    """Check that a card that was turned up and left the hand is not one of both."""
    scene = Pot({1: ACES, 3: KINGS}).deal_until(Deal, 4)
    scene.step(CardExposed("hand 1", 1), ShortCard("hand 1")).driver.run(1)
    scene.step(ExtraCard("hand 1"), CardExposed("hand 1", 0)).run()
    assert not DEAD(scene.t, 1)
    assert len(scene.steps(DealThirdDown)) == 1  # one of them is up
    both = Pot({1: ACES, 3: KINGS}).deal_until(Deal, 6)
    both.step(CardExposed("hand 1", 0), CardExposed("hand 1", 1)).run()
    assert DEAD(both.t, 1)


@law("33.12(b)")
def test_one_card_face_up_is_set_aside_two_void_all_hands_unless_all_are_dealt() -> None:
    one = Pot().deal_until(Deal, 2).give_amid(FaceUpCard(0))
    assert (one.t.void, (one.order[2], True) in one.t.places["discard rack"]) == ("", True)
    one.go_on()
    assert one.t.void == ""
    two = Pot(folds={1: "bet"}).deal_until(Deal, 2, jacks={3: 100}).give_amid(FaceUpCard(0), FaceUpCard(13)).go_on()
    assert two.t.void == "33.12(b)"  # the second is met on the fourth card, when one player has folded
    assert [two.winnings(seat) for seat in (1, 3, 5)] == [0, 0, 0]
    assert two.driver.next is not None
    assert sorted(two.driver.next.decks[0].cards) == sorted(FULL_DECK)
    late = (
        Pot({1: QUEENS, 3: KINGS}, NOTHING)
        .deal_until(Deal, 2)
        .give_amid(FaceUpCard(40), FaceUpCard(39), FaceUpCard(38))
    )
    late.go_on()
    assert late.t.void == ""
    assert PLAYED_ON.of(late.t) == "A card face up in the stub was found only after all cards had been dealt"
    assert late.winnings(3) == 2000 - 400  # settled as ever


@law("33.12(b)")
@pytest.mark.parametrize("place", ["hand 1", "dealer"])
def test_a_card_face_up_is_never_the_extra_card(place: str) -> None:
    scene = Pot({1: "", 3: ""}).deal_until(Deal, 6).step(ShortCard(place))
    (found,) = (lying.card for lying in scene.t.cards("shoe")[:1])
    scene.step(FaceUpCard(0)).give_amid(ExtraCard(place))
    assert [(step.cite, step.card) for step in scene.steps(DiscardFaceUp)] == [("33.12(b)", found)]
    assert not any(found in scene.t.faces(where) for where in scene.t.places if where != "discard rack")
    assert scene.go_on().t.void == ""
    second = Pot().deal_until(Deal, 4).step(FaceUpCard(0), FaceUpCard(1)).give_amid(ExtraCard(place))
    assert second.t.void == "33.12(b)"


@law("33.12(c)")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    plain = Pot().deal()
    scene = Pot().deal_until(Deal, 2).give_amid(DrawnInError())
    assert scene.t.faces("hand 5")[0] == scene.order[2]
    assert "drawn in error" not in scene.t.places
    assert scene.t.places == plain.t.places
    asked = Pot().deal().give(DrawnInError()).go_on()  # drawn while a player thinks: it is burned as the next card
    assert FIVE.of(asked.t, 1) == FIVE.of(Pot().play().t, 1)


@law("33.12(d)")
@pytest.mark.parametrize("street", [3, 4, 5])
def test_a_card_too_many_voids_that_players_hand_alone(street: int) -> None:
    hands = {1: "Ts Js Qs Ks As", 3: KINGS, 5: QUEENS}  # a royal flush, if it were one
    wagered = {3: ("ante",), 4: ("ante", "bet"), 5: ("ante", "bet", "double")}[street]
    scene = Pot(hands, NOTHING, commission_percent=0).deal_until(DealUp, {3: 1, 4: 5, 5: 9}[street], jacks={1: 100})
    scene.give_amid(ExtraCard("hand 1"))
    (void,) = scene.steps(VoidHand)
    assert (void.position, void.spots) == (1, (*wagered, "jacks plus"))
    assert [step.spot for step in scene.steps(ReturnWager)] == [*wagered, "jacks plus"]
    assert (scene.winnings(1), scene.t.cards("hand 1")) == (0, [])  # ante, bet, double and jacks plus are back
    assert scene.t.void == ""
    asked = scene.driver.question
    assert asked is None or asked.seat == 3  # he is asked nothing more
    dealt = len(scene.steps(DealUp))
    scene.go_on()
    assert scene.winnings(1) == 0
    assert scene.winnings(3) + scene.winnings(5) + scene.house_won() == 0
    assert min(scene.winnings(3, 5)) == -2000  # they play for the pot, which is theirs alone
    assert len(scene.steps(DealUp)) == dealt + 3 * (5 - street)  # and he is dealt no further card
    assert 1 not in HIGHEST.of(scene.t)
    assert FIVE.of(scene.t, 3)
    assert FIVE.get(scene.t, 1) is None


@law("33.12(d)")
def test_the_right_number_of_cards_voids_nobodys_hand_and_two_wrong_ones_two() -> None:
    two = Pot().deal_until(DealUp, 1).step(ExtraCard("hand 5")).run_until(DealUp, 3).give_amid(ExtraCard("hand 3"))
    assert [(step.cite, step.position) for step in two.steps(VoidHand)] == [("33.12(d)", 3), ("33.12(d)", 5)]
    assert two.t.void == ""
    assert two.go_on().winnings(3, 5) == [0, 0]
    mended = Pot().deal_until(DealUp, 1).step(ExtraCard("hand 1")).give_amid(ShortCard("hand 1"))
    assert mended.steps(VoidHand) == []
    assert [step.cite for step in mended.steps(PlayOn)] == ["33.12(d)"]
    assert len(mended.t.cards("hand 1")) == 3


@law("33.12(e)")
def test_a_missed_burn_is_made_up_for_before_the_fifth_card() -> None:
    scene = Pot({1: "", 3: ""}).deal().give(MissedBurn()).answer("b", "b")
    assert scene.steps(BurnCard) == []
    assert scene.t.faces("hand 1")[3] == scene.order[9]  # the card that should have been burned
    four = scene.order[9 + 3 :]
    scene.answer("d", "d")
    assert [step.card for step in scene.steps(BurnCard)] == list(four[:2])
    assert all((card, False) in scene.t.places["discard rack"] for card in four[:2])
    assert FIVE.of(scene.t, 1)[4] == four[2]
    plain = Pot({1: "", 3: ""}).play()
    assert len(plain.steps(BurnCard)) == 2
    last = Pot({1: "", 3: ""}).deal().answer("b", "b").give(MissedBurn()).answer("d", "d")
    assert len(last.steps(BurnCard)) == 1
    assert PLAYED_ON.of(last.t).startswith("The burn before the fifth card was missed")
    assert last.t.void == ""


@law("33.12(f)")
@pytest.mark.parametrize(("place", "cite"), [("hand 3", "33.12(f), reading:short-hand"), ("dealer", "33.12(f)")])
def test_a_card_left_out_is_a_misdeal(place: str, cite: str) -> None:
    scene = Pot(folds={1: "bet"}).deal_until(DealUp, 5, jacks={1: 100}).run_until(DealUp, 7).give_amid(ShortCard(place))
    assert scene.t.void == cite
    assert scene.driver.done
    assert [scene.winnings(seat) for seat in (1, 3, 5)] == [0, 0, 0]  # what was folded comes back out of the pot
    assert scene.driver.next is not None
    assert sorted(scene.driver.next.decks[0].cards) == sorted(FULL_DECK)


def forget_button(lies: int) -> Pot:
    """Begin a round at which the button is not moved from where it lies."""
    scene = Pot({1: "", 3: "", 6: ""}, marks={"button": lies}).open_betting().give(ForgottenButton())
    for seat in (1, 3, 6):
        scene.give(Wager(seat, {"ante": 500}))
    return scene.give(Close())


@law("33.12(g)")
def test_the_button_goes_round_through_the_dealer_and_may_be_forgotten() -> None:
    carry, places = None, []
    for _ in range(5):
        scene = Pot({1: "", 3: "", 6: ""}, carry=carry).play()
        places.append(BUTTON.of(scene.t))
        carry = scene.driver.next
    assert places == [0, 1, 3, 6, 0]
    scene = forget_button(1)
    assert BUTTON.of(scene.t) == 1  # there it lies
    asked = scene.driver.question
    assert asked is not None
    assert asked.seat == 6  # and yet the round begins after position 3
    assert [step.to for step in scene.steps(SupposeButton)] == [3]
    carry = scene.go_on().driver.next
    after = Pot({1: "", 3: "", 6: ""}, carry=carry).play()
    assert after.t.marks == {"button": 6, "rounds since count": 2}  # from where it should have been


@law("33.12(g)")
@pytest.mark.parametrize(("lies", "supposed", "next_"), [(0, 1, 3), (1, 3, 6), (3, 6, 0), (6, 0, 1)])
def test_a_forgotten_button_changes_nothing_but_where_it_lies(lies: int, supposed: int, next_: int) -> None:
    """Deal, decide and settle as if the dealer had moved it; then it goes to the next player or, from the one farthest
    to the right, to the dealer."""
    forgotten = forget_button(lies).go_on()
    moved = Pot({1: "", 3: "", 6: ""}, marks={"button": lies}).play()
    assert ([step.to for step in forgotten.steps(SupposeButton)], BUTTON.of(forgotten.t)) == ([supposed], lies)
    assert ([step.to for step in moved.steps(MoveButton)], BUTTON.of(moved.t)) == ([supposed], supposed)
    for kind in (Deal, DealUp, BurnCard, PlaceWager, AwardPot):
        assert [repr(step) for step in forgotten.steps(kind)] == [repr(step) for step in moved.steps(kind)]
    assert forgotten.winnings(1, 3, 6) == moved.winnings(1, 3, 6)
    after = Pot({1: "", 3: "", 6: ""}, carry=forgotten.driver.next).deal()
    assert [(step.cite, step.to) for step in after.steps(MoveButton)] == [("33.12(g)", next_)]
    assert after.t.marks["button"] == next_


@law("33.12(h)")
@pytest.mark.parametrize("index", [0, 1])
@pytest.mark.parametrize("when", ["", "bb", "bbd"])
def test_a_player_who_shows_his_own_card_stays_in(when: str, index: int) -> None:
    """Show any down card at any time before the dealer exposes it: the hand is asked, dealt to and settled as if nobody
    had seen it."""
    plain = Pot({1: QUEENS, 3: KINGS}, NOTHING).play(jacks={1: 100, 3: 100})
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING).deal(jacks={1: 100, 3: 100}).answer(when)
    scene.give(CardExposed("hand 3", index))
    assert PLAYED_ON.of(scene.t) == "A down card of position 3 was seen; the hand stays as it is"
    assert [step.cite for step in scene.steps(PlayOn)] == ["33.12(h)"]
    assert view(scene.driver, 1).hands[3][:2] == (HIDDEN, HIDDEN)  # it is laid down again
    assert not scene.steps(KillHand) + scene.steps(VoidHand)
    assert view(scene.driver, 1).out == {}
    scene.go_on()
    assert FIVE.of(scene.t, 3) == FIVE.of(plain.t, 3)
    assert scene.winnings(1, 3) == plain.winnings(1, 3)
    assert scene.winnings(3) == 2000 - 400 + 100


@law("33.12(h)")
def test_both_cards_shown_by_a_player_do_not_make_the_hand_dead() -> None:
    """Check that only cards that the dealer exposes in the deal do so, by 33.12(a)."""
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING).deal().give(CardExposed("hand 3", 0), CardExposed("hand 3", 1))
    assert [step.cite for step in scene.steps(PlayOn)] == ["33.12(h)", "33.12(h)"]
    assert scene.go_on().winnings(3) == 2000 - 400
    last = Pot({1: QUEENS, 3: KINGS}, NOTHING).deal_until(EndStreet, 3).give_amid(CardExposed("hand 3", 0))
    assert [step.cite for step in last.steps(PlayOn)] == ["33.12(h)"]  # the last card is out, the hands not yet turned
    assert (
        PLAYED_ON.of(last.t) == PLAYED_ON.of(scene.t) == "A down card of position 3 was seen; the hand stays as it is"
    )
    assert last.winnings(3) == 2000 - 400
    dealer = Pot().deal().give(CardExposed("dealer", 0))
    assert dealer.steps(PlayOn) == []  # of the dealer's own card the paragraph says nothing


@law("33.12(i)")
def test_a_shuffler_that_fails_has_its_cards_reshuffled() -> None:
    scene = Pot(shuffler="shuffler")
    assert len(scene.t.cards("shuffler")) == 52
    scene.give(DeviceJam("shuffler"))
    assert RESHUFFLED(scene.t)
    scene.deal().give(DeviceJam("shuffler"))  # idle now
    assert [step.cite for step in scene.steps(PlayOn)] == ["33.12(i)"]
    assert Pot().refusal_of(DeviceJam("shuffler")) == {"house:incident"}


@law("33.12(j)")
def test_an_automated_shoe_that_fails_voids_the_round() -> None:
    for cards in (0, 1, 5):
        scene = Pot(**AUTOMATED).deal_until(Deal, cards, jacks={1: 100}).give_amid(DeviceJam("automated shoe"))
        assert (scene.t.void, [scene.winnings(seat) for seat in (1, 3, 5)]) == ("33.12(j)", [0, 0, 0])
    asked = Pot(folds={1: "bet"}, **AUTOMATED).deal().answer("f").give(DeviceJam("automated shoe"))
    assert (asked.t.void, asked.winnings(1)) == ("33.12(j)", 0)
    last = Pot({1: QUEENS, 3: KINGS}, NOTHING, **AUTOMATED).deal_until(DealUp, 9).give_amid(DeviceJam("automated shoe"))
    assert (last.t.void, last.winnings(3)) == ("", 2000 - 400)
    assert Pot().deal().refusal_of(DeviceJam("automated shoe")) == {"house:incident"}


@law("33.12(j)")
@pytest.mark.parametrize("gone", [1, 10, 11])
def test_an_automated_shoe_that_runs_dry_has_failed_to_deal(gone: int) -> None:
    """Check a shoe that lacks a card that is due, or the one to be burned. No paragraph speaks of other decks that run
    out."""
    nine = dict.fromkeys(range(1, 10), "")  # with the dealer they need all 52
    hand: dict[str, Any] = {"dealing": "hand", "shuffler": "shuffler"}
    silent = "reading:deck-exhausted"
    for house, cite in ((AUTOMATED, "33.12(j)"), (hand, silent), ({}, silent)):
        scene = Pot(nine, **house).deal().give(*[CardMissing()] * gone).go_on()
        assert (scene.t.void, {step.cite for step in scene.steps(ReturnWager)}) == (cite, {cite})
        assert len(scene.steps(BurnCard)) == (2 if gone < 11 else 1)
        assert [scene.winnings(seat) for seat in nine] == [0] * 9


@law("33.12(k)")
def test_a_device_is_removed_before_another_method_is_used() -> None:
    first = Pot(**AUTOMATED).play()
    by_hand = {**msgspec.structs.asdict(first.house), "dealing": "hand"}
    second = Pot(carry=first.driver.next, **by_hand)
    assert second.refusal_of(CardOrder(FULL_DECK)) == {"33.12(k)"}
    assert second.refusal_of(RemoveDevice("shuffler")) == {"house:devices"}
    second.give(RemoveDevice("automated shoe"))
    assert "automated shoe" not in second.t.marks
    second.give(CardOrder(FULL_DECK))
    assert_devices_are_noticed(WinnersPotHouse(), GAME.rules({}), "33.12(k)")


# --- 33.13


@law("33.13")
def test_a_player_wagers_at_one_position_only() -> None:
    scene = Pot({1: "", 3: ""}).open_betting()
    for other in (2, 3, 6):  # before anything lies on his own as well: that one is his, and any other a second
        assert scene.refusal_of(Wager(1, {"ante": 500}, position=other)) == {"33.13"}
    # The text bars the wager and not the chair: one seat for each person is the house's own rule.
    assert scene.refusal_of(Sit(2, scene.t.players[1], 50_000)) == {"house:seats"}
    scene.give(Wager(1, {"ante": 500}))
    assert scene.refusal_of(Wager(1, {"ante": 500}, position=2)) == {"33.13"}
    scene.give(Wager(1, {"ante": 500}, position=1))  # his own, raised
    assert scene.t.wager(1, "ante") == 1000
    twice = seated_carry(1, 3)
    twice = msgspec.structs.replace(twice, players={1: "Ann", 3: "Ann"})  # as a table of earlier times may have it
    person = Pot({1: "", 3: ""}, carry=twice).open_betting().give(Wager(1, {"ante": 500}))
    assert person.refusal_of(Wager(3, {"ante": 500})) == {"33.13"}
    person.give(TakeBack(1, "ante"), Wager(3, {"ante": 500}))
    # What may be wagered there is a reading: an ante, and jacks plus beside one's own.
    beside = Pot({3: "", 4: ""}).open_betting().give(Wager(4, {"ante": 500, "jacks plus": 100}))
    for wrong in ({}, {"elsewhere": 500}, {"ante": 500, "elsewhere": 500}, {"jacks plus": 100}):
        assert beside.refusal_of(Wager(3, wrong)) == {WAGERS}
    beside.give(Wager(4, {"jacks plus": 100}))
    whole = {"short-stack": "whole-round"}
    enough = Pot({3: "", 4: ""}, chips=2000, readings=whole).open_betting()  # the bet is an ante, the double two
    assert enough.bars_against(Wager(3, {"ante": 500})) == set()
    assert enough.refusal_of(Wager(3, {"ante": 600})) == {"reading:short-stack"}
    enough.give(Wager(4, {"ante": 500}))
    assert enough.bars_against(Wager(3, {"ante": 500})) == set()  # whatever his neighbour has left
