"""The study of the simulated pot: its steps are the game's, its differences those of the cards, its page fresh."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from analysis import pot_tables as study
from games.winners_pot_poker.test_two_players import counted_at
from kit.parts import ROOT
from pitboss.counting.confidence import Z
from pitboss.counting.exact_model import row
from pitboss.games.winners_pot_poker.law.wagers import ANTE
from pitboss.games.winners_pot_poker.math import simulated
from pitboss.games.winners_pot_poker.math import two_players as pots
from pitboss.games.winners_pot_poker.math.kernel.pots import FOUR, STAYS, THREE
from pitboss.games.winners_pot_poker.math.situations import PAIRS, STEPS, AtLeast, held_sets, situations, step
from pitboss.numeric.choices import set_number
from pitboss.simulation.estimates.estimate import estimate_around

MANY = 40_000
WAYS = (AtLeast(0), AtLeast(9), AtLeast(PAIRS), AtLeast(PAIRS + 4), AtLeast(11, PAIRS), AtLeast(STEPS))


def test_the_steps_are_those_of_the_situations() -> None:
    chance = Random(1)
    cards = np.array([chance.sample(range(52), 4) for _ in range(500)], np.uint8).T
    steps = [step(situations(wager, 0))[::shows] for wager, shows in (("bet", 13), ("double", 26))]
    for own, found in zip(cards.T.tolist(), study.cells(cards).tolist(), strict=True):
        three, four = (
            int(of[held_sets(many).of[set_number(tuple(own[:many]))]]) for of, many in zip(steps, (3, 4), strict=True)
        )
        assert found == three * STEPS + four


@pytest.mark.parametrize("way", WAYS[:5])
def test_the_pot_tables_fold_the_same_hands_as_the_simulation(way: AtLeast) -> None:
    """With every three ranks, and every four."""
    stays = simulated.Choices(way, 2).by_kind()
    assert stays is not None
    for kind, staying in stays.items():
        assert study.folds(way)(tuple(rank - 2 for rank in kind.ranks)) is not staying


@pytest.mark.parametrize("players", [3, 5])
def test_one_run_gives_the_result_of_every_threshold(players: int) -> None:
    """The same as playing the threshold on the same cards, to the cent."""
    others = AtLeast(9)
    study_result = study.simulate_staying(players, others, MANY, 7)
    assert int(study_result.often.sum()) == MANY
    nets = {}
    for way in WAYS:
        ready = simulated.MODEL.prepare(
            study.RULES, study.HOUSE, {ANTE: study.CENTS}, players, [way, *[others] * (players - 1)]
        )
        codes = np.empty((players, MANY), np.uint16)
        ready.play(7, 0, codes)
        nets[way] = np.array(ready.lines[-1].net[0])[codes[0]]
        assert study_result.net(way).value == Fraction(int(nets[way].sum()), MANY * study.CENTS)
    for one in WAYS:
        for other in WAYS:
            apart, told = nets[one] - nets[other], study_result.more(one, other)
            assert told.value == Fraction(int(apart.sum()), MANY * study.CENTS)
            error = float(apart.std()) / MANY**0.5 / study.CENTS
            assert told.half == pytest.approx(2.5758293 * error, rel=1e-3)


def test_the_exact_loss_equals_the_edge_of_the_row() -> None:
    made, counts = pots.hands(study.RULES), counted_at(study.RULES.reads("ranking"), "8 by 2")[:, 1]
    for way in (*WAYS[:5], AtLeast(3)):
        own = pots.weights_by_strength(made, pots.weights(made, study.folds(way)))
        told = row("", "", pots.outcomes(study.RULES, study.HOUSE, study.CENTS, counts, own))
        assert study.exactly(way, counts) == told.house_edge
        assert study.exactly(way, counts << 38) == told.house_edge  # as large as those of a whole deck


def test_a_threshold_folds_below_it_and_stays_from_it_on() -> None:
    acts = study.does(AtLeast(PAIRS, PAIRS + 3)).reshape(STEPS, STEPS)
    assert (acts[:PAIRS] == THREE).all()
    assert (acts[PAIRS:, : PAIRS + 3] == FOUR).all()
    assert (acts[PAIRS:, PAIRS + 3 :] == STAYS).all()


def test_the_house_takes_what_the_players_lose() -> None:
    results = study.simulate_players(3, study.WAYS["mixed"], 20_000)
    assert results.player.value == results.commission.value + results.dealer.value
    assert results.player.value == (2 * results.by_seat[0].value + results.by_seat[1].value) / 3
    assert results.by_seat[0].value < results.by_seat[1].value  # tight loses less than loose
    assert results.commission.half < results.player.half


def test_thresholds_are_ranked_best_first_and_no_two_play_alike() -> None:
    study_result = study.simulate_staying(3, AtLeast(PAIRS), MANY, 7)
    ranked = study_result.thresholds_by_value()
    values = [value for value, _ in ranked]
    assert values == sorted(values, reverse=True)
    acts = {study.does(way)[study_result.often > 0].tobytes() for _, way in ranked}
    assert len(acts) == len(ranked)
    best = ranked[0][1]
    assert best not in study_result.not_worse(best)
    assert ranked[1][1] in study_result.not_worse(best)  # 40,000 rounds are few
    assert ranked[-1][1] not in study_result.not_worse(best)
    # Whoever has a pair on three cards has one on four, so doubling on any pair is doubling on everything.
    assert AtLeast(PAIRS) in [way for _, way in ranked]
    assert AtLeast(PAIRS, PAIRS) not in [way for _, way in ranked]


def test_figures_are_shown_with_their_interval() -> None:
    assert study.format_estimate(estimate_around(Fraction(1, 8), 0.00125 / Z, 10**9)) == "12.500% ± 0.125%"
    assert study.z(estimate_around(Fraction(1, 8), 1e-3, 10**9), Fraction(124, 1000)) == "+1.00"
    assert study.way_in_words(AtLeast(11, PAIRS)) == "king high or better, doubles on a pair of twos or better"
    assert study.way_in_words(AtLeast(STEPS)) == "nothing"


@pytest.mark.soak
@pytest.mark.campaign
def test_the_page_is_fresh() -> None:
    assert (ROOT / "docs" / "winners-pot-tables.md").read_text(encoding="utf-8") == study.page(), (
        "stale: run 'make pots'"
    )
