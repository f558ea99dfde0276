"""The value of the neighbors' hands: no extra knowledge loses nothing, and the parts of a deal add up."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from pitboss.counting.exact_model import ImpossibleError
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.math import exact, kernel, situations
from pitboss.games.ultimate_texas_holdem.math.kernel.plain import plain_game
from pitboss.games.ultimate_texas_holdem.math.seen_hands import (
    evaluation_chances,
    loss_before_the_flop,
    losses_after_the_flop,
    neighbors,
)

RULES, HOUSE, BET = GAME.rules({}), UltimateHouse(), 500


def test_whoever_knows_nothing_more_loses_nothing() -> None:
    solution = exact.solve(RULES, HOUSE, BET).solution
    plan, chance = situations.optimal_plan(solution), Random(1)
    for number in range(30):
        p, q, *board = chance.sample(range(52), 7)
        assert number % 10 or loss_before_the_flop(solution, plan, (p, q), ()) == 0
        assert not any(losses_after_the_flop(solution, plan, (p, q), (), board))


def test_the_same_seed_finds_the_same() -> None:
    found = neighbors(RULES, HOUSE, BET, 5, 50, 1947)
    assert found == neighbors(RULES, HOUSE, BET, 5, 50, 1947)
    assert [part.deals for part in found.parts] == [25, 50]
    assert found.without == exact.base(RULES, HOUSE, BET).house_edge
    assert 0 < found.gain < 1


def test_the_first_decision_is_looked_at_where_it_is_close() -> None:
    """Check that aces, which are far from a check, are evaluated in 4 of 64 deals, which count 16 times."""
    chances = evaluation_chances(exact.solve(RULES, HOUSE, BET), BET)
    by_name = {hole.name: chance for hole, chance in zip(kernel.STARTING, chances, strict=True)}
    assert by_name["AA"] == by_name["72o"] == 4
    assert by_name["K5o"] == by_name["K4o"] == 64


def test_what_is_lost_on_all_rivers_is_what_the_flop_is_worth_less() -> None:
    """Compare a check continued by the plan with optimal play that knows which aces and kings are out."""
    solution = exact.solve(RULES, HOUSE, BET).solution
    plan = situations.optimal_plan(solution)
    own, out, flop = (40, 21), (48, 49, 50, 44, 45, 46), (5, 18, 35)  # Qc 7d, flop 3d 6h Ts
    assert plan.choice(own, ()) == plan.choice(own, flop) == 0
    deck = [card for card in range(52) if card not in out]
    rest = [card for card in deck if card not in (*own, *flop)]
    by_plan = lost = 0
    for number, two in enumerate(combinations(rest, 2)):
        board = (*flop, *two)
        told = plain_game.ask(solution.pay, own, board, (), deck)
        chosen = told.choices["play" if plan.choice(own, board) else "fold"]
        by_plan += chosen
        lost += max(told.choices.values()) - chosen
        if number % 50 == 0:
            *_, here = losses_after_the_flop(solution, plan, own, out, board)
            assert here * told.deals == max(told.choices.values()) - chosen
    known = plain_game.ask(solution.pay, own, flop, (), deck)
    assert known.choices["check"] - by_plan == lost > 0


def test_a_hand_between_two_choices_is_played_otherwise_by_one_who_knows() -> None:
    """Check K4 offsuit, which is worth four antes with all aces out."""
    solution = exact.solve(RULES, HOUSE, BET).solution
    plan = situations.optimal_plan(solution)
    own = (44, 9)
    assert plan.choice(own, ()) == 0
    assert loss_before_the_flop(solution, plan, own, (48, 49, 50, 51)) > 0
    assert loss_before_the_flop(solution, plan, own, ()) == 0


@pytest.mark.parametrize("seen", [0, 6])
def test_no_more_neighbors_are_seen_than_there_are(seen: int) -> None:
    with pytest.raises(ImpossibleError, match="1 to 5"):
        neighbors(RULES, HOUSE, BET, seen, 1, 1947)
