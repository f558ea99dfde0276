"""Common mistakes of other programs at Ultimate Texas Hold 'Em, and both sides of every number in it."""

from __future__ import annotations

from typing import Any

import pytest

from games.ultimate_texas_holdem.scene import Scene
from kit.scene import seated_carry
from pitboss.cli.terminal.table_session import describe_wager
from pitboss.engine.chance import seeded_source
from pitboss.engine.inputs import Answer, Close, Wager
from pitboss.engine.record import Chain
from pitboss.engine.runner import play_round
from pitboss.engine.view import view
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.games.ultimate_texas_holdem.law.house import BetterPay, UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.play import ALL_IN
from pitboss.games.ultimate_texas_holdem.law.ranking import hand_in_words
from pitboss.games.ultimate_texas_holdem.law.steps import Warn
from pitboss.games.ultimate_texas_holdem.math.strategy import STRATEGIES, raises_before_the_flop
from pitboss.record.explain import explain
from pitboss.record.replay import read
from pitboss.table.card_steps import CountStub
from pitboss.table.cards import FULL_DECK, RANKS, parse_cards
from pitboss.table.money import Money
from pitboss.table.steps import CollectWager, PayWager, PlaceWager, WagerStep

PAIRED = "4c 4d 9h Js Kc"
HIGH = "2c 7d 9h Js Kc"
FLUSH = "3d 5d 9d Jh 2s"


def payments_of(scene: Scene) -> dict[str, int]:
    return {step.spot: step.cents for step in scene.steps(PayWager)}


# --- what others get wrong


def test_the_blind_pays_3_to_2_on_a_flush_not_3_to_1() -> None:
    scene = Scene({1: "Ad 8d"}, "Kc Ks", FLUSH).deal(1000).answer("4")
    assert payments_of(scene)["blind"] == 1500


def test_the_ante_is_not_lost_to_a_dealer_below_a_pair_who_wins() -> None:
    scene = Scene({1: "3d 4d"}, "As 5h", HIGH).deal().answer("c c 1")
    assert scene.winnings(1) == -500 - 500  # blind and play; the ante is back


def test_nor_is_it_won_from_one() -> None:
    scene = Scene({1: "Ad 4d"}, "8s 5h", HIGH).deal().answer("4")
    assert scene.winnings(1) == 2000  # play; ante back, blind below a straight


def test_a_dealer_below_a_pair_still_beats_and_pays_blind_and_play() -> None:
    assert Scene({1: "Qh Th"}, "4s 5h", HIGH).deal().answer("4").winnings(1) == 500 + 2000


def test_trips_are_paid_on_a_hand_that_loses_pushes_or_was_folded() -> None:
    lost = Scene({1: "4h 5c"}, "4s As", PAIRED).deal(trips={1: 500}).answer("4")
    assert lost.winnings(1) == -3000 + 1500
    pushed = Scene({1: "2c 3d"}, "2h 3h", "Ts Jd Qh Ks 9c").deal(trips={1: 500}).answer("4")
    assert pushed.winnings(1) == 2000
    folded = Scene({1: "4h 5c"}, "4s As", PAIRED).deal(trips={1: 500}).answer("c c f")
    assert folded.winnings(1) == -1000 + 1500


def test_trips_count_community_cards_and_need_no_card_of_ones_own() -> None:
    scene = Scene({1: "2h 3d"}, "As Kd", "4c 4d 4h Js Kc").deal(trips={1: 500}).answer("c c f")
    assert scene.winnings(1) == -1000 + 1500


def test_three_times_the_ante_may_be_played_before_the_flop() -> None:
    scene = Scene({1: "Ad 8d"}, "Kc Ks", FLUSH).deal(1000).answer("3")
    assert payments_of(scene)["play"] == 3000


def test_a_play_wager_once_made_ends_the_asking() -> None:
    for answers in ("4", "3", "c2", "cc1"):
        assert Scene({1: ""}).deal().answer(answers).driver.done


def test_a_winning_blind_below_a_straight_is_not_lost() -> None:
    scene = Scene({1: "4h 5c"}, "As 7s", PAIRED).deal().answer("4")
    assert scene.winnings(1) == 500 + 2000


def test_a_losing_straight_earns_nothing_on_the_blind() -> None:
    scene = Scene({1: "Th 8s"}, "Ah Kd", "9c Jd Qh 7s Tc").deal().answer("4")
    assert scene.winnings(1) == -3000


def test_kickers_play_and_the_board_may_counterfeit_them() -> None:
    assert Scene({1: "Kd Ah"}, "Ks Qh", "Kc 9h 7d 4s 2c").deal().answer("4").winnings(1) > 0
    assert Scene({1: "Kd 3h"}, "Ks 5d", "Kc Ah Qd Js 9c").deal().answer("4").winnings(1) == 0  # ace, queen, jack play


def test_a_pair_of_threes_beats_twos_with_an_ace() -> None:
    """Check that 32.5(b) comes before (c), though the ace is the highest card that the other hand lacks."""
    assert Scene({1: "3d Kh"}, "2d Ah", "3c 2h 9d 7s Jc").deal().answer("4").winnings(1) == 500 + 2000


def test_the_wheel_is_the_lowest_straight() -> None:
    assert Scene({1: "6d Kh"}, "Ad Kc", "2c 3h 4d 5s Jc").deal().answer("4").winnings(1) == 500 + 500 + 2000


def test_a_comparison_is_told_in_few_words() -> None:
    def classes_of(scene: Scene) -> set[str]:
        return {step.hand_class for step in scene.steps(PayWager) + scene.steps(CollectWager) if step.spot == "play"}

    three = "three fours against the dealer's pair of fours"
    assert classes_of(Scene({1: "4h 5c"}, "As 7s", PAIRED).deal().answer("4")) == {three}
    assert classes_of(Scene({1: "3d 4d"}, "As 5h", HIGH).deal().answer("4")) == {
        "king high against the dealer's ace high"
    }
    won = Scene({1: "4h 5c"}, "As 7s", PAIRED).deal().answer("4")
    (play,) = (step for step in won.steps(PayWager) if step.spot == "play")
    assert set(play.decided_by) == {"4h", "4c", "4d", "Js", "Kc", "As"}  # each once, the player's and the dealer's
    (record,) = read(b"\n".join(Chain().append(won.driver, "test", "00" * 32)))[1]
    (story,) = explain(record)
    assert describe_wager(story.wagers[-1]) == f"play $20 wins, {three}: 1 to 1 × $20 = $20"


def test_where_a_single_card_decides_it_is_named() -> None:
    """Check 32.5(c). If the descriptions differ, or nothing decides, no card is named."""

    def words_of(mine: str, dealers: str, board: str) -> str:
        scene = Scene({1: mine}, dealers, board).deal().answer("4")
        (said,) = {
            getattr(step, "hand_class", "") or getattr(step, "why", "")
            for step in scene.steps(WagerStep)
            if step.spot == "play" and not isinstance(step, PlaceWager)
        }
        return str(said)

    kings = "Kc 9h 7d 4s 2c"
    alike = "pair of kings against the dealer's pair of kings"
    assert words_of("Kd Ah", "Ks Qh", kings) == f"{alike}, the ace decides (32.5(c))"
    assert words_of("Kd Jh", "Ks Qh", kings) == f"{alike}, the queen decides (32.5(c))"
    assert words_of("Kd 3h", "Ks 3d", kings) == f"a push, {alike}"
    high = "ace high against the dealer's ace high, the king decides (32.5(c))"
    assert words_of("Ad Kh", "Ah 3d", "Qc 9h 7d 4s 2c") == high
    assert words_of("Ad 5h", "Kh 3d", "Qc 9h 7d 4s 2c") == "ace high against the dealer's king high"
    assert words_of("2d 2h", "3d 3h", "Qc 9h 7d 4s Jc") == "pair of twos against the dealer's pair of threes"


def test_no_hand_is_called_nothing() -> None:
    """Call a hand below a pair by its highest card; a lost trips wager names what would have won."""
    scene = Scene({1: "3d 4d", 3: "4h 4s"}, "As 5h", HIGH).deal(trips={1: 500, 3: 500}).answer("4 4")
    told = [step.tell() for step in scene.steps()]
    assert not [line for line in told if "nothing" in line]
    assert "The dealer announces the hand of position 1: king high, 4♦ 7♦ 9♥ J♠ K♣." in told
    assert "The dealer collects $5 on trips from seat 1: king high, less than three-of-a-kind." in told
    assert "The trips wager of seat 3 loses on its own: pair of fours, less than three-of-a-kind." in told


def test_hands_are_called_as_people_call_them() -> None:
    calls = {
        "Ah Kh Qh Jh Th": "royal flush",
        "5d 4d 3d 2d Ad": "five-high straight flush",
        "6c 6d 6h 6s Ac": "four sixes",
        "2c 2d 2h Ac Ad": "full house, twos over aces",
        "7c 5c 4c 3c 2c": "seven-high flush",
        "Ac Kd Qh Js Tc": "ace-high straight",
        "3c 3d 3h 4c 2d": "three threes",
        "Kc Kd Qh Qs Ac": "two pair, kings and queens",
        "Tc Td 2h 3s Ac": "pair of tens",
        "Kc Qh Js 9c 2d": "king high",
    }
    assert {cards: hand_in_words(parse_cards(cards)) for cards in calls} == calls


# --- both sides of every number


@pytest.mark.parametrize(
    ("chips", "choices"),
    [
        (1000 + 2000, ("check", "play 4x", "play 3x")),
        (1000 + 1999, ("check", "play 3x")),
        (1000 + 1500, ("check", "play 3x")),
        (1000 + 1499, ("check",)),
    ],
)
def test_what_a_player_cannot_afford_is_not_offered_before_the_flop(chips: int, choices: tuple[str, ...]) -> None:
    scene = Scene({1: ""}, chips=chips, smallest_chip=Money(2)).deal()
    assert scene.driver.question is not None
    assert scene.driver.question.choices == choices


@pytest.mark.parametrize(
    ("left", "flop", "end"),
    [
        (1000, ("check", "play 2x"), ("fold", "play 1x")),
        (998, ("check",), ("fold", "play 1x")),
        (498, ("check",), ("fold",)),
    ],
)
def test_nor_later(left: int, flop: tuple[str, ...], end: tuple[str, ...]) -> None:
    scene = Scene({1: ""}, chips=1000 + left, smallest_chip=Money(2)).deal().answer("c")
    assert scene.driver.question is not None
    assert scene.driver.question.choices == flop
    scene.answer("c")
    assert scene.driver.question is not None
    assert scene.driver.question.choices == end
    assert bool(scene.steps(Warn)) == (left < 500)  # and told when he put down his ante


def test_all_in_is_read_as_what_is_left() -> None:
    scene = Scene({1: "Kd Kh"}, "As 7s", PAIRED, chips=1200, readings={"short-stack": "all-in"}).deal()
    assert scene.steps(Warn) == []
    scene.give(Answer(1, ALL_IN))
    assert scene.winnings(1) == 500 + 3 * 500 + 200  # ante, blind on a full house, and what he had


@pytest.mark.parametrize(("ante", "taken"), [(499, False), (500, True), (50_000, True), (50_100, False)])
def test_the_limits_of_ante_and_blind(ante: int, taken: bool) -> None:
    scene = Scene({1: ""}).open_betting()
    assert (not scene.driver.refusals(Wager(1, {"ante": ante, "blind": ante}))) == taken


@pytest.mark.parametrize(("trips", "taken"), [(400, False), (500, True), (10_000, True), (10_100, False)])
def test_the_limits_of_trips(trips: int, taken: bool) -> None:
    scene = Scene({1: ""}).open_betting().bet(1)
    assert (not scene.driver.refusals(Wager(1, {"trips": trips}))) == taken


def test_the_stub_waits_four_rounds_and_not_five() -> None:
    for rounds, counted in ((3, 0), (4, 1), (9, 1)):
        scene = Scene({1: ""}, marks={"rounds since count": rounds}).deal().answer("4")
        assert len(scene.steps(CountStub)) == counted


@pytest.mark.parametrize(
    ("house", "keys"),
    [
        ({"seats": 0}, ["seats"]),
        ({"seats": 8}, ["seats"]),
        ({"seats": 7}, []),
        ({"trips_maximum": Money(400)}, ["trips-maximum"]),
        ({"trips_minimum": Money(550)}, ["trips-minimum"]),
        ({"smallest_chip": Money(1)}, ["smallest-chip"]),  # half a cent on 3 to 2
        ({"smallest_chip": Money(2)}, []),
        ({"pay": BetterPay(trips={"flush": "7 to 3"})}, ["pay.trips.flush", "pay.trips.flush"]),
        ({"pay": BetterPay(trips={"flush": "15 to 2"})}, []),
    ],
)
def test_what_a_house_may_not_elect(house: dict[str, Any], keys: list[str]) -> None:
    assert [finding.key for finding in UltimateHouse(**house).breaches(GAME.rules({}))] == keys


@pytest.mark.parametrize(("choice", "cents"), [("exact", 750), ("up", 800), ("down", 700)])
def test_the_odd_chip_of_a_flush(choice: str, cents: int) -> None:
    readings = {"odd-chip": choice}
    scene = Scene({1: "Ad 8d"}, "Kc Ks", FLUSH, readings=readings).deal(500).answer("4")
    assert payments_of(scene)["blind"] == cents
    even = Scene({1: "Ad 8d"}, "Kc Ks", FLUSH, readings=readings).deal(600).answer("4")
    assert payments_of(even)["blind"] == 900
    house = UltimateHouse(smallest_chip=Money(1))
    assert [finding.key for finding in house.breaches(GAME.rules(readings))] == ["smallest-chip"] * (choice == "exact")


def test_with_stakes_the_limit_counts_what_comes_back() -> None:
    for ante in (9_000, 9_800, 9_900, 20_000):
        scene = Scene({1: "As Ks"}, "Ah Ac", "Qs Js Ts 4d 8h", readings={"limit-counts": "with-stakes"})
        scene.deal(ante, trips={1: 500}).answer("4")
        total = sum(step.cents + step.stake for step in scene.steps(PayWager))
        assert total == min(5_000_000, ante * 511 + 500 * 51)


# --- the simple ways to play


def test_the_book_raises_69_of_169_classes() -> None:
    """Count pairs, suited and offsuit hands; the literature counts the classes, not their 1,326 hands."""
    classes = [(RANKS[a] + "c", RANKS[b] + ("c" if a < b else "d")) for a in range(13) for b in range(13)]
    assert len(set(classes)) == 169
    assert sum(raises_before_the_flop(hand) for hand in classes) == 69


@pytest.mark.parametrize("name", list(STRATEGIES))
def test_a_strategy_plays_whole_rounds(name: str) -> None:
    carry, rules, house = seated_carry(1, 4, chips=200_000), GAME.rules({}), UltimateHouse()
    plays, source = set(), seeded_source(5)
    for _ in range(60):
        driver = play_round(GAME, rules, house, carry, source, {1: STRATEGIES[name], 4: STRATEGIES[name]})
        plays |= {item.choice for item in driver.log if isinstance(item, Answer)}
        assert driver.next is not None
        carry = driver.next
    wanted = {"bold": {"play 4x"}, "cautious": {"check", "fold", "play 4x", "play 2x", "play 1x"}}
    assert plays == wanted.get(name, wanted["cautious"])
    assert sorted(carry.decks[0].cards) == sorted(FULL_DECK)


def test_a_player_who_cannot_play_places_nothing() -> None:
    scene = Scene({1: ""}, chips=1499).open_betting()
    assert list(STRATEGIES["book"].wagers(view(scene.driver, 1), scene.house)) == []
    scene = Scene({1: ""}, chips=1500).open_betting()
    (wager,) = STRATEGIES["book"].wagers(view(scene.driver, 1), scene.house)
    assert scene.give(wager, Close()).driver.question is not None
