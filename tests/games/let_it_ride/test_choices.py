"""Readings of Let It Ride, beyond what each choice of one changes."""

from __future__ import annotations

from games.let_it_ride.scene import Scene
from pitboss.table.money import Money
from pitboss.table.steps import PayWager


def test_with_stakes_never_overshoots() -> None:
    readings = {"limit-counts": "with-stakes"}
    for bet in (1_600, 1_700, 2_500, 50_000):
        scene = Scene({1: "Ah Kh Qh"}, "2c Jh Th", payout_limit=Money(5_000_000), readings=readings)
        scene.dealt(bet).all_ride()
        paid = sum(step.cents + step.stake for step in scene.steps(PayWager))
        assert paid == min(5_000_000, 3 * bet * 1001)
