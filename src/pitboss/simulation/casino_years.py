"""Simulate years of a casino: the distribution of what all its tables win together, and how often payout limits reduce
a payment.

A file lists the tables. Each kind of table is simulated alone, with a year as a session, for as many years as all
tables of the kind need. Tables are independent, so a year of the casino is the sum of one year of each table; the years
of each kind are shuffled by the seed before they are summed.
"""

from __future__ import annotations

import hashlib
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, sqrt
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss import __version__
from pitboss.analysis import setting
from pitboss.analysis.text_tables import count_of
from pitboss.counting.confidence import CONFIDENCE
from pitboss.counting.exact_model import Column, ImpossibleError, Section
from pitboss.counting.simulation_model import Array, Line, Ready
from pitboss.numeric.draws import word
from pitboss.simulation.estimates.estimate import Estimate, average, exact_deviation, exact_edge, mean, sums_of
from pitboss.simulation.estimates.share_intervals import beta, share_interval
from pitboss.simulation.plan import Plan, named_way, plan
from pitboss.simulation.tallies import Frequencies, Tally
from pitboss.table.money import Money, dollars

DAYS = 365
MOST_TABLES = 10_000
QUANTILES = {"0.5%": Fraction(1, 200), "5%": Fraction(1, 20), "50%": Fraction(1, 2), "95%": Fraction(19, 20)}
QUANTILES |= {"99.5%": Fraction(199, 200)}


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Tables of one kind, as the file describes them. Money is in dollars, as people write it there."""

    game: str
    rounds_per_hour: int
    tables: int = 1
    seats: int = 1
    hours: float = 24  # a day
    days: int = DAYS  # a year
    strategy: str = ""
    bets: dict[str, int | float | str] = {}
    settings: dict[str, Any] = {}
    name: str = ""

    @property
    def title(self) -> str:
        """The name of the kind, which is that of the game by default."""
        return self.name or self.game

    @property
    def rounds(self) -> int:
        """The number of rounds that are played at one table in a year."""
        return round(Fraction(str(self.hours)) * self.days * self.rounds_per_hour)


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file."""

    table: list[Kind]


def read_kinds(path: Path) -> list[Kind]:
    """Read the kinds of tables from a file. Raises ImpossibleError if it is wrong."""
    try:
        kinds = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), TableFile).table
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise ImpossibleError(f"{path} is no list of tables: {error}; docs/gpu.md shows one") from None
    if not kinds:
        raise ImpossibleError(f"{path} lists no table; write a [[table]] for each kind")
    for kind in kinds:
        if not 1 <= kind.tables <= MOST_TABLES:
            raise ImpossibleError(f"{kind.title}: {kind.tables} tables make no sense; give 1 to {MOST_TABLES:,}")
        if not 0 < kind.hours <= 24 or not 1 <= kind.days <= DAYS + 1 or kind.rounds_per_hour < 1 or kind.rounds < 1:
            raise ImpossibleError(
                f"{kind.title}: {kind.hours:g} hours a day on {kind.days} days with {kind.rounds_per_hour} rounds an "
                "hour make no year; give up to 24 hours and 366 days, and a round or more"
            )
    return kinds


# --- what is simulated


class LimitPlan(Plan):
    """A plan with an additional line, which counts the hands that the payout limit reduces: it loses one unit for
    each.
    """

    @cached_property
    def ready(self) -> tuple[Ready, ...]:
        """The prepared tables with the additional line."""
        unit = next(iter(self.bets.values()))
        return tuple(add_limit_line(ready, unit) for ready in super().ready)


def add_limit_line(ready: Ready, unit: int) -> Ready:
    """Add a first line that loses one unit for every hand that the payout limit reduces. The last line is still the sum
    of all wagers."""
    cut = ready.limit_cuts or tuple((0,) * len(column.outcomes) for column in ready.columns)
    net = tuple(tuple(-unit if cents else 0 for cents in column) for column in cut)
    staked = tuple((unit,) * len(column) for column in cut)
    return replace(ready, lines=(Line("payout limit", "hands", unit, net, staked, "part"), *ready.lines))


def plan_kind(kind: Kind, seed: int) -> Plan:
    """Return the plan to simulate one kind of table."""
    study = setting(kind.game, settings=kind.settings or None)
    bets = {spot: int(Money.parse(str(amount))) for spot, amount in kind.bets.items()}
    ways = [named_way(study.game.sim_model(), kind.strategy)] if kind.strategy else []
    result = plan(study, bets=bets or None, seats=kind.seats, ways=ways, seed=seed, session=kind.rounds)
    return LimitPlan(result.study, result.bets, result.seats, result.ways, result.seed, result.session)


# --- what was found


@dataclass(frozen=True)
class KindResult:
    """The result of simulating one kind of table."""

    kind: Kind
    plan: Plan
    tally: Tally

    @property
    def house(self) -> Frequencies:
        """The frequencies of what the house wins at one table in a year, in cents."""
        return {-cents: count for cents, count in self.tally.ways[0].sessions.table.items()}

    @property
    def expected_win(self) -> Fraction | None:
        """The exact expected win of the house at one table in a year, in cents, or None if the edge is not counted."""
        ready = self.plan.ready[0]
        edge = exact_edge(ready, ready.lines[-1], self.plan.seats)
        return None if edge is None else edge * self.plan.seats * ready.lines[-1].unit_cents * self.plan.session

    @property
    def exact_deviation(self) -> float | None:
        """The exact deviation of a year at one table, in cents, or None if it is not counted. It is counted for one
        seat only."""
        ready = self.plan.ready[0]
        line = ready.lines[-1]
        deviation = None if ready.packs else exact_deviation(ready, line)
        return None if deviation is None else deviation * line.unit_cents * sqrt(self.plan.session)

    @property
    def limit_hits(self) -> Estimate | None:
        """The estimated number of times per year that a payout limit binds at one table, or None without a limit."""
        ready = self.plan.ready[0]
        if not any(map(any, ready.limit_cuts)):
            return None
        line, sums = ready.lines[0], sums_of(ready, self.tally.ways[0], 0)
        # Hands of one round share cards: as many as it binds for at once, about, come together.
        times = -sums.net // line.unit_cents
        together = Fraction(sums.net2, line.unit_cents**2 * times) if times else Fraction(self.plan.seats)
        rounds = Fraction(self.plan.session) * together
        low, high = (float(rounds) * end for end in share_interval(float(times / together), self.tally.units))
        estimate = mean(-sums.net, sums.net2, self.tally.units, line.unit_cents)
        return Estimate(estimate.value * self.plan.session, low, high, estimate.error * self.plan.session)

    @property
    def limit_cut(self) -> int:
        """The total that the limit took from all players, in cents."""
        counts, cut = self.tally.ways[0].counts, self.plan.ready[0].limit_cuts
        return sum(
            count * cents
            for row, row_cuts in zip(counts, cut, strict=bool(cut))
            for count, cents in zip(row, row_cuts, strict=True)
        )


def shuffled_years(frequencies: Frequencies, seed: int) -> Array:
    """Return all years in an order that depends on the seed."""
    amounts = sorted(frequencies)
    years = np.repeat(np.array(amounts, np.int64), np.array([frequencies[amount] for amount in amounts], np.int64))
    units = np.arange(len(years), dtype=np.uint64)
    keys = word(units, np.uint64(seed), 0, 0) << np.uint64(32) | word(units, np.uint64(seed), 1, 0)
    return years[np.argsort(keys, kind="stable")]


def casino_years(results: Sequence[KindResult], years: int) -> Array:
    """Return what the house wins with all tables in each year, in cents."""
    total = np.zeros(years, np.int64)
    for result in results:
        total += shuffled_years(result.house, result.plan.seed).reshape(result.kind.tables, years).sum(axis=0)
    return total


def run(kinds: Sequence[Kind], years: int, seed: int, play: Callable[[Plan, int], Tally]) -> Casino:
    """Simulate this many years of all kinds. `play` is called with a plan and the number of rounds. Every kind gets a
    seed of its own."""
    plans = [plan_kind(kind, seed + index) for index, kind in enumerate(kinds)]
    results = [
        KindResult(kind, kind_plan, play(kind_plan, kind.tables * years * kind_plan.session))
        for kind, kind_plan in zip(kinds, plans, strict=True)
    ]
    return Casino(results, years, seed, np.sort(casino_years(results, years)))


Quantile: TypeAlias = tuple[int, int | None, int | None]


def quantiles(years: Array) -> dict[str, Quantile]:
    """Return each quantile of the years, which are in ascending order, with the ends of its 99 percent interval. An end
    is None if there are too few years to determine it."""
    count = len(years)
    result: dict[str, Quantile] = {}
    for name, p in QUANTILES.items():
        value = int(years[min(max(ceil(p * count) - 1, 0), count - 1)])
        low, high = quantile_ranks(count, float(p))
        result[name] = value, int(years[low - 1]) if low else None, int(years[high - 1]) if high <= count else None
    return result


def quantile_ranks(count: int, p: float) -> tuple[int, int]:
    """Return the ranks, counted from 1, between which the quantile p of `count` ordered numbers lies with 99 percent
    confidence. Rank 0 is below the first number, and rank `count + 1` above the last."""
    tail = (1 - CONFIDENCE / 100) / 2
    low = bisect_left(range(1, count + 1), True, key=lambda rank: 1 - beta(p, rank, count - rank + 1) > tail)
    high = bisect_left(range(1, count + 1), True, key=lambda rank: beta(p, rank, count - rank + 1) <= tail) + 1
    return low, high


@dataclass(frozen=True)
class Casino:
    """The result of simulating a casino."""

    results: list[KindResult]
    years: int
    seed: int
    totals: Array  # what the house wins in each year, in ascending order

    @property
    def mean(self) -> Estimate:
        """The estimated win of the house in a year, in cents."""
        count, total = len(self.totals), sum(self.totals.tolist())
        squares = sum(cents * cents for cents in self.totals.tolist())
        return mean(total, squares, count, 1)

    @property
    def expected_win(self) -> Fraction | None:
        """The exact expected win of the house in a year, in cents, or None if it is not counted for every table."""
        values = [result.expected_win for result in self.results]
        known = [
            part * result.kind.tables for part, result in zip(values, self.results, strict=True) if part is not None
        ]
        return sum(known, Fraction()) if len(known) == len(values) else None

    @property
    def exact_error(self) -> float | None:
        """The exact standard error of the average year, in cents, or None if the deviation is not counted for every
        table."""
        deviations = [result.exact_deviation for result in self.results]
        known = [
            cents**2 * result.kind.tables
            for cents, result in zip(deviations, self.results, strict=True)
            if cents is not None
        ]
        return sqrt(sum(known) / self.years) if len(known) == len(deviations) else None

    @property
    def limit_hits(self) -> Estimate | None:
        """The estimated number of times per year that payout limits bind, or None without limits. Kinds are independent
        of each other."""
        parts = [
            (result.kind.tables, estimate) for result in self.results if (estimate := result.limit_hits) is not None
        ]
        if not parts:
            return None
        value = sum((tables * estimate.value for tables, estimate in parts), Fraction())
        below = sqrt(sum((tables * (float(estimate.value) - estimate.low)) ** 2 for tables, estimate in parts))
        above = sqrt(sum((tables * (estimate.high - float(estimate.value))) ** 2 for tables, estimate in parts))
        error = sqrt(sum((tables * estimate.error) ** 2 for tables, estimate in parts))
        return Estimate(value, float(value) - below, float(value) + above, error)

    @property
    def digest(self) -> str:
        """A digest of what was simulated and of every number that was counted."""
        head = [__version__, self.years, self.seed]
        parts = [[result.plan.identity, msgspec.to_builtins(result.tally, str_keys=True)] for result in self.results]
        encoded = msgspec.json.encode([head, parts], order="deterministic") + self.totals.astype("<i8").tobytes()
        return hashlib.sha256(encoded).hexdigest()

    def json(self) -> dict[str, Any]:
        """Return the result as JSON values."""
        return {
            "years": self.years,
            "seed": self.seed,
            "confidence": CONFIDENCE / 100,
            "tables": [
                {
                    "name": result.kind.title,
                    "game": result.kind.game,
                    "tables": result.kind.tables,
                    "seats": result.plan.seats,
                    "rounds_a_year": result.plan.session,
                    "strategy": result.plan.ways[0].name,
                    "bets_cents": {spot: int(cents) for spot, cents in result.plan.bets.items()},
                    "average_cents": float(average(result.house)),
                    "expected_cents": None if result.expected_win is None else float(result.expected_win),
                    "house_wins_cents": _json(quantiles(sorted_years(result.house))),
                    "limit_binds_a_year": _estimate(result.limit_hits),
                    "limit_cut_cents": result.limit_cut,
                }
                for result in self.results
            ],
            "average_cents": _estimate(self.mean),
            "expected_cents": None if self.expected_win is None else float(self.expected_win),
            "house_wins_cents": _json(quantiles(self.totals)),
            "years_lost": int((self.totals < 0).sum()),
            "limits_bind_a_year": _estimate(self.limit_hits),
            "digest": self.digest,
        }

    def sections(self) -> Iterator[Section]:
        """Yield the tables of the printed result."""
        tables = sum(result.kind.tables for result in self.results)
        yield Section(f"{count_of(self.years, 'year')} of {count_of(tables, 'table')} from seed {self.seed}", (), ())
        yield self._tables()
        yield self._casino()
        if (limited := self.limit_hits) is not None:
            yield self._limits(limited)
        yield Section(f"digest {self.digest}", (), ())

    def _tables(self) -> Section:
        """Return the table of what the house wins at one table of each kind."""
        heads = [Column("table"), *(Column(name, "count") for name in ("tables", "rounds", "average", "expected"))]
        heads += [Column(name, "count") for name in QUANTILES]
        rows = []
        for result in self.results:
            values = quantiles(sorted_years(result.house))
            expected = "" if result.expected_win is None else _dollars(result.expected_win)
            first = (
                result.kind.title,
                result.kind.tables,
                result.plan.session,
                _dollars(average(result.house)),
                expected,
            )
            rows.append((*first, *(_dollars(value) for value, _, _ in values.values())))
        return Section("What the house wins at one table in a year", tuple(heads), tuple(rows))

    def _casino(self) -> Section:
        """Return the table of what the house wins with all tables."""
        rows = [
            (f"{name} of years are not above", _dollars(value), _between(low, high))
            for name, (value, low, high) in quantiles(self.totals).items()
        ]
        average, expected = self.mean, self.expected_win
        low, high = average.interval
        rows.append(("average", _dollars(average.value), f"{_dollars(low)} to {_dollars(high)}"))
        notes = [f"in {int((self.totals < 0).sum()):,} of {self.years:,} years the house loses"]
        if expected is not None:
            error = average.error if self.exact_error is None else self.exact_error
            z = float(average.value - expected) / error if error else 0.0
            notes.append(f"by the exact edges {_dollars(expected)} are expected, {z:+.2f} standard errors away")
        heads = Column(""), Column("all tables", "count"), Column(f"{CONFIDENCE}% interval", "count")
        return Section("What the house wins with all tables in a year", heads, tuple(rows), tuple(notes))

    def _limits(self, limited: Estimate) -> Section:
        """Return the table of how often payout limits bind."""
        rows = [
            (
                result.kind.title,
                *_limit_cells(estimate),
                _dollars(Fraction(result.limit_cut, result.kind.tables * self.years)),
            )
            for result in self.results
            if (estimate := result.limit_hits) is not None
        ]
        taken = sum(result.limit_cut for result in self.results)
        rows.append(("all tables", *_limit_cells(limited), _dollars(Fraction(taken, self.years))))
        heads = [Column("table"), *(Column(name, "count") for name in ("times", f"{CONFIDENCE}% interval", "takes"))]
        return Section("How often a payout limit binds in a year, and what it takes", tuple(heads), tuple(rows))

    def to_text(self) -> str:
        """Return the result as text."""
        from pitboss.analysis.text_tables import lines

        return "\n\n".join("\n".join(lines(section)) for section in self.sections())


def sorted_years(frequencies: Frequencies) -> Array:
    """Return all years in ascending order."""
    amounts = sorted(frequencies)
    return np.repeat(np.array(amounts, np.int64), np.array([frequencies[amount] for amount in amounts], np.int64))


def _limit_cells(estimate: Estimate) -> tuple[str, str]:
    """Return the cells of an estimated number and its interval."""
    low, high = estimate.interval
    return f"{float(estimate.value):.4f}", f"{max(low, 0.0):.4f} to {high:.4f}"


def _dollars(cents: Fraction | float) -> str:
    """Format cents as dollars."""
    return dollars(Money(round(cents)))


def _between(low: int | None, high: int | None) -> str:
    """Format an interval. An end that too few years were played to determine is left open."""
    if low is None and high is None:
        return "too few years"
    if low is None or high is None:
        return f"up to {_dollars(high or 0)}" if low is None else f"{_dollars(low)} or more"
    return f"{_dollars(low)} to {_dollars(high)}"


def _json(values: Mapping[str, Quantile]) -> dict[str, Any]:
    """Return quantiles as JSON values."""
    return {name: {"value": value, "interval": [low, high]} for name, (value, low, high) in values.items()}


def _estimate(estimate: Estimate | None) -> dict[str, Any] | None:
    """Return an estimate as JSON values."""
    return None if estimate is None else {"estimate": float(estimate.value), "interval": list(estimate.interval)}
