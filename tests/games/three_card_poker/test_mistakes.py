"""Common mistakes of other programs at Three Card Poker that are not made here. Tests both sides of every boundary."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.three_card_poker.scene import Scene, win_against
from pitboss.common.steps import ReturnFromInventory
from pitboss.engine.incidents.incident_kinds import CardExposed
from pitboss.engine.inputs import Answer, Wager
from pitboss.games.three_card_poker.law.steps import CollectForfeit, Compare, PayBonus
from pitboss.table.cards import parse_cards
from pitboss.table.steps import CollectWager, PayWager, ReturnWager

ANTE = 500
WINS, LOSES, NO_CONTEST = 2 * ANTE, -2 * ANTE, ANTE


# --- straights


def test_ace_two_three_is_a_straight() -> None:
    assert win_against("Ac 2d 3h", "Kc Kd 9s") == WINS + ANTE  # beats a pair, and 1 to 1 of bonus
    assert win_against("9c 9d 3h", "Ac 2d 3s") == LOSES


def test_suited_it_is_a_straight_flush() -> None:
    assert win_against("Ac 2c 3c", "Kc Kd Kh") == WINS + 5 * ANTE


def test_it_is_the_lowest_straight_though_it_holds_an_ace() -> None:
    assert win_against("Ac 2d 3h", "2c 3d 4h") == LOSES + ANTE
    assert win_against("2c 3d 4h", "Ac 2d 3h") == WINS + ANTE
    assert win_against("Ac 2c 3c", "2d 3d 4d") == LOSES + 5 * ANTE


@pytest.mark.parametrize("cards", ["Kc Ad 2h", "Kc Ac 2c", "Qc Ad 2h"])
def test_no_straight_goes_round_the_corner(cards: str) -> None:
    flush = 4 if len({card[1] for card in parse_cards(cards)}) == 1 else -1
    assert win_against(cards, "Jc 9d 4h", pair_plus=100) == NO_CONTEST + flush * 100


@pytest.mark.parametrize("order", list(permutations(["Ac", "2d", "3h"])), ids=" ".join)
def test_the_order_of_the_cards_does_not_matter(order: tuple[str, ...]) -> None:
    assert win_against(" ".join(order), "Jc 9d 4h") == NO_CONTEST + ANTE


# --- three-card order of classes, which is not the five-card one


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac 2c 3c", "Ah Ad As"),  # the lowest straight flush, the highest three-of-a-kind
        ("2c 2d 2h", "As Kd Qh"),  # the lowest three-of-a-kind, the highest straight
        ("Ac 2d 3h", "As Ks Js"),  # the lowest straight, the highest flush
        ("2c 3c 5c", "As Ad Kh"),  # the lowest flush, the highest pair
        ("2c 2d 3h", "As Kd Jh"),  # the lowest pair, the highest of the rest
    ],
)
def test_the_lowest_of_a_class_beats_the_highest_of_the_next(higher: str, lower: str) -> None:
    assert compare_hands(higher, lower) == "higher"
    assert compare_hands(lower, higher) == "lower"


def compare_hands(player: str, dealer: str) -> str:
    (step,) = Scene({1: player}, dealer).deal().all_play().steps(Compare)
    return str(step.against)


# --- ties: every card counts, from the highest down, and no suit


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac Jc 2c", "Ad Td 9d"),  # flush, by the second card
        ("Ac Jc 3c", "Ad Jd 2d"),  # flush, by the third
        ("Ac Jd 2h", "Ad Th 9s"),  # no class, by the second
        ("Kc 9d 4h", "Kd 9h 3s"),  # no class, by the third
        ("3c 3d Kh", "2c 2d Ah"),  # a pair by its rank, not by its ace
        ("9c 9d 4h", "9h 9s 3c"),  # the same pair, by the third card
        ("3c 3d 3h", "2c 2d 2h"),
        ("Kc Qd Jh", "Qc Jd Th"),
        ("Ac Kd Qh", "Kc Qs Jd"),
        ("4c 3c 2c", "3d 2d Ad"),
    ],
)
def test_hands_of_one_class_are_compared_by_their_ranks(higher: str, lower: str) -> None:
    assert compare_hands(higher, lower) == "higher"
    assert compare_hands(lower, higher) == "lower"


@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("Ac Jc 2c", "Ad Jd 2d"),
        ("Kc 9d 4h", "Kd 9h 4s"),
        ("9c 9d 4h", "9h 9s 4c"),
        ("Ac 2d 3h", "Ad 2h 3s"),
        ("Qc Kc Ac", "Qd Kd Ad"),
    ],
)
def test_equal_hands_push_whatever_the_suits(player: str, dealer: str) -> None:
    scene = Scene({1: player}, dealer).deal().all_play()
    assert [(step.cite, step.spot, step.cents) for step in scene.steps(ReturnWager)] == [
        ("reading:equal-hands", "ante", ANTE),
        ("reading:equal-hands", "play", ANTE),
    ]
    assert scene.winnings(1) == sum(step.cents for step in scene.steps(PayWager))  # the bonus, if there is one


# --- the dealer's hand


@pytest.mark.parametrize("player", ["2c 3d 5h", "Ac Kd 9h", "7c 7d 2h"])
def test_below_queen_high_the_ante_is_paid_and_the_play_wager_goes_back(player: str) -> None:
    """Check any hand of the player, even one that ranks below the dealer's."""
    scene = Scene({1: player}, "Js Ts 8d").deal().all_play()
    assert scene.winnings(1) == NO_CONTEST
    assert [(step.cite, step.spot, step.cents) for step in scene.steps(ReturnWager)] == [("20.11(a)1", "play", ANTE)]
    assert scene.steps(CollectWager) == []


@pytest.mark.parametrize(
    ("dealer", "plays"),
    [
        ("Qs 3d 2c", True),  # the lowest that plays
        ("Js Td 8c", False),  # the highest that does not
        ("2s 2d 3c", True),  # a pair is better than queen high
        ("2s 3s 5s", True),
        ("Js Td 9c", True),  # a straight
        ("As 3d 2c", True),
        ("Ks 3d 2h", True),
    ],
)
def test_the_dealer_plays_with_queen_high_or_better(dealer: str, plays: bool) -> None:
    assert Scene({1: "Ac Ad 9h"}, dealer).deal().all_play().winnings(1) in ({WINS, LOSES} if plays else {NO_CONTEST})
    (step,) = Scene({1: "Ac Ad 9h"}, dealer).deal().all_play().steps(Compare)
    assert (step.against != "no contest") == plays


# --- the ante bonus


@pytest.mark.parametrize(("player", "times"), [("4c 5d 6h", 1), ("6c 6d 6h", 4), ("4c 5c 6c", 5)])
@pytest.mark.parametrize("dealer", ["As Ks Qs", "Js 9d 2h", "As Kd 9h"], ids=["beaten", "does not play", "loses"])
def test_the_bonus_is_paid_whatever_the_dealer_holds(player: str, times: int, dealer: str) -> None:
    base = {"As Ks Qs": LOSES, "Js 9d 2h": NO_CONTEST, "As Kd 9h": WINS}[dealer]
    assert win_against(player, dealer) == base + times * ANTE


def test_the_bonus_on_a_lost_ante_is_reckoned_on_its_amount() -> None:
    scene = Scene({1: "4c 5d 6h"}, "7s 8d 9h").deal(700).all_play()
    assert scene.winnings(1) == -1400 + 700
    (bonus,) = scene.steps(PayWager)
    assert (bonus.cents, bonus.on, bonus.stake) == (700, 700, 0)
    collected = [step.spot for step in scene.steps(CollectWager)]
    assert collected == ["ante", "play"]


def test_what_the_bonus_is_reckoned_on_is_a_reading_and_cited_so() -> None:
    (bonus,) = Scene({1: "4c 5d 6h"}, "7s 8d 9h").deal(700).all_play().steps(PayBonus)
    assert (bonus.cite, bonus.by) == ("reading:ante-bonus", "20.11(a)3")
    doubled = Scene({1: "4c 5d 6h"}, "7s 8d 9h", readings={"ante-bonus": "ante-and-play"}).deal(700).all_play()
    assert [step.on for step in doubled.steps(PayBonus)] == [1400]


def test_equal_hands_that_lose_are_beaten() -> None:
    for equal, won in (("push", 500), ("loses", -1000)):
        readings = {"ante-bonus": "ante-unless-beaten", "equal-hands": equal}
        assert win_against("4c 5d 6h", "4d 5h 6s", readings=readings) == won


@pytest.mark.parametrize("player", ["Ac Kc 9c", "Ac Ad 9h"])
def test_no_bonus_below_a_straight(player: str) -> None:
    assert win_against(player, "Js 9d 2h") == NO_CONTEST


def test_no_bonus_for_pair_plus_alone() -> None:
    scene = Scene({1: "4c 5c 6c"}, "As Ks Qs").deal(seat_1=(0, 500))
    assert scene.driver.done  # never asked
    assert scene.winnings(1) == 40 * 500


def test_no_bonus_for_a_straight_flush_that_was_folded() -> None:
    assert Scene({1: "4c 5c 6c"}, "As Ks Qs").deal().answer("f").winnings(1) == -ANTE


# --- the pair plus wager


@pytest.mark.parametrize(
    ("player", "times"),
    [
        ("2c 2d 3h", 1),
        ("2c 3c 5c", 4),
        ("Ac 2d 3h", 6),
        ("2c 2d 2h", 30),
        ("Ac 2c 3c", 40),
        ("Ac Kc Qc", 40),  # no mini-royal here
        ("Ac Kd Jh", -1),
    ],
)
@pytest.mark.parametrize("dealer", ["Js 9d 4h", "As Ks Qs"])
def test_pair_plus_is_settled_by_the_players_hand_alone(player: str, times: int, dealer: str) -> None:
    assert (
        Scene({1: player}, dealer_without_shared_cards(player, dealer)).deal(seat_1=(0, 300)).winnings(1) == times * 300
    )


def dealer_without_shared_cards(player: str, dealer: str) -> str:
    """Return the dealer's hand, in a suit that the player does not use if they would share a card."""
    return dealer if not set(player.split()) & set(dealer.split()) else dealer.replace("s", "h")


def test_a_winner_gets_the_stake_back_besides() -> None:
    scene = Scene({1: "2c 2d 3h"}, "As Ks Qs").deal(seat_1=(0, 300))
    (paid,) = scene.steps(PayWager)
    assert (paid.stake, paid.cents) == (300, 300)


def test_who_folds_a_pair_forfeits_his_pair_plus_wager() -> None:
    """Fold a pair, which is never advisable: the law has everything at the position forfeited."""
    scene = Scene({1: "Ac Ad 9h", 4: "Kc Kd 8h"}, "Js 9d 4s").deal(seat_1=(500, 300), seat_4=(500, 300))
    scene.answer("fp")
    assert scene.winnings(1) == -800
    assert scene.winnings(4) == NO_CONTEST + 300


def test_what_is_forfeited_comes_back_from_a_void_round_by_a_reading_only() -> None:
    for collected in (0, 2):
        scene = Scene({1: "", 4: ""}).deal(seat_1=(500, 300)).answer("f")
        assert scene.driver.submit(Answer(4, "play"), stepwise=True) == []
        scene.run_until(CollectForfeit, collected).give_amid(CardExposed("dealer", 1))
        cites = {(step.seat, step.cite) for step in scene.steps(ReturnWager)}
        assert cites == {(1, "reading:forfeits-when-void"), (4, "20.12(d)")}
        assert (scene.winnings(1), scene.winnings(4), len(scene.steps(ReturnFromInventory))) == (0, 0, collected)


def test_a_folder_beside_a_dealer_who_does_not_play_gets_nothing_back() -> None:
    scene = Scene({1: "2c 3d 5h", 4: "Kc Qd 8h"}, "Js 9d 4s").deal().answer("fp")
    assert (scene.winnings(1), scene.winnings(4)) == (-ANTE, NO_CONTEST)


def test_ante_and_pair_plus_need_not_be_equal() -> None:
    scene = Scene({1: "2c 2d 3h"}, "Js 9d 4s").open_betting().give(Wager(1, {"ante": 500, "pair plus": 12_300}))
    assert scene.t.wager(1, "pair plus") == 12_300


def test_nothing_limits_a_payout() -> None:
    """Check that a straight flush at the maximum wagers is paid in full, because the text has no payout limit."""
    scene = Scene({1: "Ac Kc Qc"}, "Js 9d 4s").deal(seat_1=(50_000, 50_000)).all_play()
    assert scene.winnings(1) == 50_000 * (1 + 5 + 40)
