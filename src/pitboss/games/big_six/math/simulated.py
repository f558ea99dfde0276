"""The simulation of Big Six. Its unit is a spin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.common.unit_player import Once
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Chooser, Ready, Situations, Way
from pitboss.counting.spin_simulation import prepare_spins as made_ready
from pitboss.games.big_six.law.house import BigSixHouse
from pitboss.games.big_six.law.layout import SPOTS
from pitboss.games.big_six.math.courses import course
from pitboss.law.rules import Rules

WAYS = {"optimal": Way("leaves every wager where it is until it is decided")}


def usual_bets(rules: Rules, house: BigSixHouse) -> dict[str, int]:
    return {"$1": int(house.minimum)}


def opening_bets(bets: Mapping[str, int]) -> dict[str, int]:
    return dict(bets)


def decisions(rules: Rules, house: BigSixHouse) -> Iterator[Situations]:
    """Return nothing: the choice of wagers is the only decision at Big Six."""
    return iter(())


def prepare(
    rules: Rules, house: BigSixHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
) -> Ready:
    if unknown := [spot for spot in bets if spot not in SPOTS]:
        remedy = f"bet on {', '.join(SPOTS)} (beyond:big-six.5(c))"
        raise ImpossibleError(f"there is no bet on {unknown[0]} at this table; {remedy}")
    made = [course(rules, house, spot, bets[spot]) for spot in SPOTS if spot in bets]
    return made_ready(made, seats, lambda: [Once(bets) for _ in range(seats)])
