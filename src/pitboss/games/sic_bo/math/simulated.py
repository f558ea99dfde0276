"""The simulation of Sic Bo. Its unit is a shake that counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.common.unit_player import Once
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Chooser, Ready, Situations, Way
from pitboss.counting.spin_simulation import prepare_spins as made_ready
from pitboss.games.sic_bo.law.house import SicBoHouse, payable_unit
from pitboss.games.sic_bo.law.layout import ORDER, areas_at
from pitboss.games.sic_bo.math.courses import course
from pitboss.law.rules import Rules

WAYS = {"optimal": Way("leaves every wager where it is until it is decided")}


def usual_bets(rules: Rules, house: SicBoHouse) -> dict[str, int]:
    step = payable_unit(rules, house, areas_at(rules)["small"])
    return {"small": -(-house.small_big_minimum // step) * step}


def opening_bets(bets: Mapping[str, int]) -> dict[str, int]:
    return dict(bets)


def decisions(rules: Rules, house: SicBoHouse) -> Iterator[Situations]:
    """Return nothing: the choice of wagers is the only decision at Sic Bo."""
    return iter(())


def prepare(
    rules: Rules, house: SicBoHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
) -> Ready:
    known = areas_at(rules)
    if unknown := [spot for spot in bets if spot not in known]:
        raise ImpossibleError(
            f"there is no bet on {unknown[0]} at this table; bet on an area of the layout (beyond:sic-bo.5(d))"
        )
    made = [course(rules, house, spot, bets[spot]) for spot in sorted(bets, key=ORDER.__getitem__)]
    return made_ready(made, seats, lambda: [Once(bets) for _ in range(seats)])
