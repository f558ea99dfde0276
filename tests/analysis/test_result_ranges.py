"""Sums of many rounds, compared with counting everything and with whole-number convolution, within the stated error."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from statistics import NormalDist

import pytest

from pitboss.analysis import edge
from pitboss.analysis.par_sheets import result_ranges
from pitboss.analysis.par_sheets.result_ranges import Nets, Sum, convolve, lattice, nets_of
from pitboss.counting.exact_model import Outcome, Row, row

COIN = [(Fraction(-1), Fraction(1, 2)), (Fraction(1), Fraction(1, 2))]
UNEVEN = [(Fraction(-1), Fraction(7, 10)), (Fraction(1, 3), Fraction(1, 5)), (Fraction(5, 2), Fraction(1, 10))]
RARE = [(Fraction(-1), Fraction(999, 1000)), (Fraction(900), Fraction(1, 1000))]


def brute(nets: Nets, rounds: int) -> dict[Fraction, Fraction]:
    """Count every sequence of rounds."""
    found: dict[Fraction, Fraction] = {}
    for chain in product(nets, repeat=rounds):
        often = Fraction(1)
        for _, each in chain:
            often *= each
        net = sum((net for net, _ in chain), Fraction())
        found[net] = found.get(net, Fraction()) + often
    return found


def by_whole_numbers(nets: Nets, rounds: int) -> dict[Fraction, Fraction]:
    """Compute the distribution by convolving one round after the other, in fractions."""
    sums = {Fraction(): Fraction(1)}
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for total, often in sums.items():
            for net, each in nets:
                after[total + net] = after.get(total + net, Fraction()) + often * each
        sums = after
    return sums


def smallest(exact: dict[Fraction, Fraction], probability: Fraction) -> Fraction:
    total = Fraction()
    for net, often in sorted(exact.items()):
        total += often
        if total >= probability:
            return net
    raise AssertionError(probability)


def agree(found: Sum | None, exact: dict[Fraction, Fraction]) -> None:
    assert found is not None
    total, worst = Fraction(), 0.0
    for net, often in sorted(exact.items()):
        total += often
        worst = max(worst, abs(found.at_most(net) - float(total)))
        if often > 1e-12:  # just below it, it is not counted
            assert abs(found.at_most(net - found.step / 2) - float(total - often)) <= found.error
    assert worst <= found.error < 1e-8
    for percent in (1, 5, 10, 50, 90, 95, 99):
        low, high = found.quantile(percent / 100)
        assert low <= smallest(exact, Fraction(percent, 100)) <= high


@pytest.mark.parametrize("nets", [COIN, UNEVEN, RARE])
@pytest.mark.parametrize("rounds", [1, 2, 3, 7])
def test_convolution_equals_trying_every_sequence(nets: Nets, rounds: int) -> None:
    exact = brute(nets, rounds)
    assert exact == by_whole_numbers(nets, rounds)
    agree(convolve(nets, rounds), exact)


@pytest.mark.parametrize("nets", [COIN, UNEVEN, RARE])
@pytest.mark.parametrize("rounds", [20, 61])
def test_convolution_is_exact_in_whole_numbers(nets: Nets, rounds: int) -> None:
    agree(convolve(nets, rounds), by_whole_numbers(nets, rounds))


@pytest.mark.parametrize(
    ("game", "wager"), [("three-card-poker", "ante and play"), ("three-card-poker", "pair plus"), ("craps", "horn")]
)
def test_ranges_of_wagers_equal_whole_number_arithmetic(game: str, wager: str) -> None:
    nets = nets_of(edge(game)[wager])
    agree(convolve(nets, 40), by_whole_numbers(nets, 40))


@pytest.mark.parametrize("rounds", [1_000, 10_000])
def test_a_wager_with_two_results_is_binomial(rounds: int) -> None:
    """The sum has a closed form: here each cumulative probability as a fraction."""
    wager = edge("craps")["any seven"]
    found = convolve(nets_of(wager), rounds)
    assert found is not None
    win = wager.hit_frequency
    p, q, total = win.numerator, win.denominator, 0
    mean = rounds * p // q
    for wins in range(mean + 200):
        total += comb(rounds, wins) * p**wins * (q - p) ** (rounds - wins)
        if wins > mean - 200 and wins % 10 == 0:
            net = 4 * Fraction(wins) - (rounds - wins)
            assert abs(found.at_most(net) - total / q**rounds) <= found.error


def test_quantiles_follow_their_definition_on_each_side() -> None:
    """Four coins: 1/16 of the sums are -4 and 5/16 are -2 or less."""
    found = convolve(COIN, 4)
    assert found is not None
    assert found.quantile(1 / 16 - 1e-6) == (Fraction(-4), Fraction(-4))
    assert found.quantile(1 / 16 + 1e-6) == (Fraction(-2), Fraction(-2))
    assert found.quantile(1 / 16) == (Fraction(-4), Fraction(-2)), "within the error it may be either"
    assert found.at_most(Fraction(-5)) == 0
    assert found.at_most(Fraction(100)) == pytest.approx(1)


def test_the_range_holds_what_it_says_and_a_narrower_one_less() -> None:
    wager = edge("three-card-poker")["ante and play"]
    thousand = result_ranges.ranges(wager, [1_000])[0]
    found = convolve(nets_of(wager), 1_000)
    assert found is not None
    assert thousand.method == "convolution"
    assert thousand.error is not None
    assert thousand.error < 1e-9
    for span in thousand.spans:
        assert span.exact is not None
        assert span.slack == 0
        low, high = span.exact
        below, upto = found.at_most(low - 1), found.at_most(high)
        assert upto - below >= span.percent / 100
        assert below < (100 - span.percent) / 200 <= found.at_most(low)
        assert found.at_most(high - 1) < (100 + span.percent) / 200 <= upto
    lows, highs = [span.low for span in thousand.spans], [span.high for span in thousand.spans]
    assert lows == sorted(lows, reverse=True)
    assert highs == sorted(highs)
    assert (lows[0], highs[0]) == (-119, 52)


@pytest.mark.parametrize("rounds", [1_000_000, 10_000_000])
def test_ranges_of_many_rounds_approach_the_normal_distribution(rounds: int) -> None:
    wager = edge("craps")["field"]
    found = result_ranges.ranges(wager, [rounds])[0]
    assert found.error is not None
    assert found.error < 1e-6
    assert not found.poor
    for span in found.spans:
        normal = result_ranges._normal(wager, rounds, span.percent)
        assert span.low == pytest.approx(normal.low, abs=3)
        assert span.high == pytest.approx(normal.high, abs=3)


def wager(*outcomes: Outcome) -> Row:
    return row("a wager", "the wager", outcomes)


def test_distributions_with_too_many_points_are_approximated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of a 9,973rd of a unit: ten million rounds of it lie on too many points."""
    fine = wager(Outcome(3, Fraction(9974, 9973)), Outcome(4, Fraction(-1)))
    few, many = result_ranges.ranges(fine, [1_000, 10_000_000])
    assert few.method == "convolution"  # of two results there are a thousand and one sums
    assert many.method == "convolution"
    odd = wager(Outcome(3, Fraction(9974, 9973)), Outcome(4, Fraction(-1)), Outcome(1, Fraction(1)))
    few, many = result_ranges.ranges(odd, [10, 10_000_000])
    assert few.method == "convolution"
    assert (many.method, many.error) == ("normal", None)
    assert many.spans[1].exact is None
    middle, wide = -float(odd.house_edge) * 10_000_000, sqrt(odd.variance * 10_000_000)
    assert many.spans[1].low == pytest.approx(middle - wide * NormalDist().inv_cdf(0.975))
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert result_ranges.ranges(odd, [10])[0].method == "normal", "without numpy"


def test_a_poor_normal_approximation_is_flagged() -> None:
    """On each side of a skewness of a tenth: one of a thousand wins 900."""
    rare = wager(Outcome(999, Fraction(-1)), Outcome(1, Fraction(900)))
    skew = (1 - 2 / 1000) / sqrt(999 / 1000**2)
    assert result_ranges.skewness(rare) == pytest.approx(skew)
    last = int((skew / result_ranges.SKEW) ** 2)
    assert result_ranges.normal_is_poor(rare, last).startswith("the top award is expected 1e+02 times")
    assert result_ranges.normal_is_poor(rare, last + 1) == ""
    assert result_ranges.normal_is_poor(wager(Outcome(1, Fraction(1)), Outcome(1, Fraction(-1))), 1) == ""


def test_a_certain_result_has_a_range_of_one_value() -> None:
    found = result_ranges.ranges(wager(Outcome(1, Fraction(-1))), [10])[0]
    assert found.spans[0].exact == (Fraction(-10), Fraction(-10))
    assert result_ranges.skewness(wager(Outcome(1, Fraction(-1)))) == 0


def test_a_lattice_is_as_coarse_as_it_can_be() -> None:
    one = lattice(UNEVEN)
    assert one.step == Fraction(1, 6)
    assert one.points == (0, 8, 21)
    assert lattice(COIN).step == 2
    assert one.lowest + one.step * one.mean == sum(net * often for net, often in UNEVEN)
