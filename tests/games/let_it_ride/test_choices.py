"""Readings of Let It Ride, beyond what each single choice changes."""

from __future__ import annotations

import pytest

from games.let_it_ride.scene import OLDEST, Scene
from pitboss.engine.inputs import Close
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.house import BetterPay, LetItRideHouse, limit_floor
from pitboss.games.let_it_ride.law.rack import dispute
from pitboss.table.card_steps import CollectCards
from pitboss.table.money import Money
from pitboss.table.steps import PayWager


def test_with_stakes_never_overshoots() -> None:
    readings = {"limit-counts": "with-stakes"}
    for bet in (1_600, 1_700, 2_500, 50_000):
        scene = Scene({1: "Ah Kh Qh"}, "2c Jh Th", payout_limit=Money(5_000_000), readings=readings)
        scene.deal(bet).all_ride()
        paid = sum(step.cents + step.stake for step in scene.steps(PayWager))
        assert paid == min(5_000_000, 3 * bet * 1001)


@pytest.mark.parametrize("winners", ["counterclockwise", "clockwise"])
@pytest.mark.parametrize("losers", ["counterclockwise", "clockwise"])
def test_in_1996_the_winners_cards_are_collected_in_the_order_read_and_every_hand_is_rebuilt(
    losers: str, winners: str
) -> None:
    hands = {1: "Tc Td 4h", 2: "2c 7d 9h", 5: "3c 8d Jh", 6: "Kc Kd 6h"}
    readings = {"losers-collected": losers, "collecting-order": winners}
    scene = Scene(hands, "2s 5s Qd", as_of=OLDEST, readings=readings).deal().all_ride()
    order = [*sorted((2, 5), reverse=losers != "clockwise"), *sorted((1, 6), reverse=winners != "clockwise")]
    assert [step.place for step in scene.steps(CollectCards)] == [*(f"hand {at}" for at in order), "community"]
    disputed = list(dispute(scene.driver))
    assert len(disputed) == 4
    assert all(each.agrees for each in disputed)


def floor(choice: str, pay: dict[str, str] | None = None, minimum: int = 10_000) -> int:
    house = LetItRideHouse(two_positions=True, minimum=Money(minimum), pay=BetterPay(base=pay or {}))
    return limit_floor(house, GAME.rules({"most-a-patron-wins": choice}))


def test_two_hands_on_one_board_are_not_both_royal() -> None:
    """A royal flush and a straight flush at $100 on each of three bets win at 1,000 and 200 to 1."""
    assert floor("one-hand") == 3 * 10_000 * 1_000
    assert floor("both-positions") == 3 * 10_000 * (1_000 + 200)
    assert floor("both-positions", {"straight flush": "1,200 to 1"}) == 3 * 10_000 * (1_200 + 1_200)
    both = Scene({3: "Ah Kh Qh", 4: "9h 8h 7h"}, "2c Jh Th", seats=(3,), two_positions=True)
    both.open_betting().bet(3).bet(3, position=4).give(Close()).all_ride()
    assert both.winnings(3) == 3 * 500 * (1_000 + 200)
