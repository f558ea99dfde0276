"""Stretches may come back in any order, half done or not at all: their sum is the same."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from pitboss.analysis import setting
from pitboss.simulation import run
from pitboss.simulation.machines.stretches import Stretch, Stretches, tally_from
from pitboss.simulation.plan import Plan, named_way, plan
from pitboss.simulation.run import play_in_turn, play_units
from pitboss.simulation.tallies import Tally

UNITS = 4_850  # the last session stays open


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK", 400)


@cache
def make_plan(session: int = 300) -> Plan:
    study = setting("three-card-poker")
    ways = [named_way(study.game.sim_model(), name) for name in ("optimal", "bold")]
    return plan(study, seats=2, ways=ways, session=session, bankroll=20_000)


def whole(found: Plan, units: int = UNITS) -> Tally:
    *_, tally = play_units(found, units)
    return tally


def play_part(found: Plan, stretch: Stretch, most: int) -> Tally:
    """Return the tally of a player who plays at most so many units of a stretch."""
    tally = tally_from(found, stretch)
    for _ in play_in_turn(found, min(stretch.end, stretch.first + most), tally):
        pass
    tally.units -= stretch.first
    return tally


@pytest.mark.parametrize(("session", "already"), [(1, 0), (300, 450), (2_000, 450), (20_000, 0)])
def test_stretches_in_any_order_give_the_same_result(session: int, already: int) -> None:
    """Five players take stretches of any length; some finish, some return them half done, some never return."""
    found, chance = make_plan(session), Random(session + already)
    stretches = Stretches(found, UNITS, whole(found, already) if already else None)
    out: list[Stretch] = []
    furthest = already
    while not stretches.done:
        while len(out) < 5 and (taken := stretches.take(chance.choice([1, 250, 900]))) is not None:
            assert taken.end == UNITS or taken.end % session == 0
            out.append(taken)
        stretch = out.pop(chance.randrange(len(out)))
        if chance.random() < 0.2:
            stretches.give_back(stretch)
            continue
        stretches.add(stretch, play_part(found, stretch, chance.choice([77, 310, 5_000])))
        assert stretches.found.units >= furthest  # what can be saved never shrinks
        furthest = stretches.found.units
    assert stretches.units_left == 0
    assert not out
    assert stretches.take(1) is None
    assert stretches.found == whole(found)


def test_early_stretches_are_merged_while_they_wait() -> None:
    """This holds however many stretches follow one that does not come back."""
    run_plan = make_plan()
    stretches = Stretches(run_plan, UNITS)
    first = stretches.take(1)
    assert first == Stretch(0, 300, ((), ()))
    while (stretch := stretches.take(300)) is not None:
        stretches.add(stretch, play_part(run_plan, stretch, 300))
    assert stretches.found.units == 0
    assert [tally.units for tally in stretches._waiting.values()] == [UNITS - 300]
    stretches.add(first, play_part(run_plan, first, 300))
    assert stretches.found == whole(run_plan)


def test_a_complete_run_has_no_stretch_left() -> None:
    run_plan = make_plan()
    stretches = Stretches(run_plan, UNITS, whole(run_plan))
    assert stretches.done
    assert stretches.take(100) is None
