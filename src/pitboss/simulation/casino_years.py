"""A casino's years: what all of its tables win together, as a distribution, and how often payout limits bind.

A file lists the tables. Each kind is simulated by itself, a session being a year, so many years for every table of the
kind. Tables are independent, so a year of the casino is one year of each of its tables: the years of a table are put in
an order that the seed gives, and added up table by table.
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
    """Tables of one kind, as a file has them. Money in dollars, as people write it there."""

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
        return self.name or self.game

    @property
    def rounds(self) -> int:
        """Of a year at one table."""
        return round(Fraction(str(self.hours)) * self.days * self.rounds_per_hour)


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: list[Kind]


def read_kinds(path: Path) -> list[Kind]:
    """The tables of a file, each looked at."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), TableFile).table
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as wrong:
        raise ImpossibleError(f"{path} is no list of tables: {wrong}; docs/gpu.md shows one") from None
    if not found:
        raise ImpossibleError(f"{path} lists no table; write a [[table]] for each kind")
    for each in found:
        if not 1 <= each.tables <= MOST_TABLES:
            raise ImpossibleError(f"{each.title}: {each.tables} tables make no sense; give 1 to {MOST_TABLES:,}")
        if not 0 < each.hours <= 24 or not 1 <= each.days <= DAYS + 1 or each.rounds_per_hour < 1 or each.rounds < 1:
            raise ImpossibleError(
                f"{each.title}: {each.hours:g} hours a day on {each.days} days with {each.rounds_per_hour} rounds an "
                "hour make no year; give up to 24 hours and 366 days, and a round or more"
            )
    return found


# --- what is simulated


class LimitPlan(Plan):
    """A plan with a line of its own that tells how often the payout limit binds: in units of one bet, by round."""

    @cached_property
    def ready(self) -> tuple[Ready, ...]:
        unit = next(iter(self.bets.values()))
        return tuple(add_limit_line(each, unit) for each in super().ready)


def add_limit_line(ready: Ready, unit: int) -> Ready:
    """With a first line that loses a unit for every hand that the limit cuts; the last still adds up all wagers."""
    cut = ready.limit_cuts or tuple((0,) * len(column.outcomes) for column in ready.columns)
    net = tuple(tuple(-unit if cents else 0 for cents in column) for column in cut)
    staked = tuple((unit,) * len(column) for column in cut)
    return replace(ready, lines=(Line("payout limit", "hands", unit, net, staked, "part"), *ready.lines))


def plan_kind(kind: Kind, seed: int) -> Plan:
    study = setting(kind.game, settings=kind.settings or None)
    bets = {spot: int(Money.parse(str(amount))) for spot, amount in kind.bets.items()}
    ways = [named_way(study.game.sim_model(), kind.strategy)] if kind.strategy else []
    found = plan(study, bets=bets or None, seats=kind.seats, ways=ways, seed=seed, session=kind.rounds)
    return LimitPlan(found.study, found.bets, found.seats, found.ways, found.seed, found.session)


# --- what was found


@dataclass(frozen=True)
class KindResult:
    """Of one kind of table."""

    kind: Kind
    plan: Plan
    tally: Tally

    @property
    def house(self) -> Frequencies:
        """How often a year of one table brought the house so many cents."""
        return {-cents: often for cents, often in self.tally.ways[0].sessions.table.items()}

    @property
    def expected(self) -> Fraction | None:
        """Of a year at one table, in cents, where the edge is counted."""
        ready = self.plan.ready[0]
        edge = exact_edge(ready, ready.lines[-1], self.plan.seats)
        return None if edge is None else edge * self.plan.seats * ready.lines[-1].unit_cents * self.plan.session

    @property
    def exact_deviation(self) -> float | None:
        """Of a year at one table, in cents, where the distribution of its rounds is counted: with one seat."""
        ready = self.plan.ready[0]
        line = ready.lines[-1]
        found = None if ready.packs else exact_deviation(ready, line)
        return None if found is None else found * line.unit_cents * sqrt(self.plan.session)

    @property
    def limit_hits(self) -> Estimate | None:
        """How often a payout limit binds at one table in a year; none without a limit."""
        ready = self.plan.ready[0]
        if not any(map(any, ready.limit_cuts)):
            return None
        line, sums = ready.lines[0], sums_of(ready, self.tally.ways[0], 0)
        # Hands of one round share cards: as many as it binds for at once, about, come together.
        times = -sums.net // line.unit_cents
        together = Fraction(sums.net2, line.unit_cents**2 * times) if times else Fraction(self.plan.seats)
        rounds = Fraction(self.plan.session) * together
        low, high = (float(rounds) * end for end in share_interval(float(times / together), self.tally.units))
        found = mean(-sums.net, sums.net2, self.tally.units, line.unit_cents)
        return Estimate(found.value * self.plan.session, low, high, found.error * self.plan.session)

    @property
    def limit_cut(self) -> int:
        """What the limit took from all players, in cents."""
        counts, cut = self.tally.ways[0].counts, self.plan.ready[0].limit_cuts
        return sum(a * b for row, less in zip(counts, cut, strict=bool(cut)) for a, b in zip(row, less, strict=True))


def shuffled_years(often: Frequencies, seed: int) -> Array:
    """Years in an order that the seed gives."""
    amounts = sorted(often)
    years = np.repeat(np.array(amounts, np.int64), np.array([often[each] for each in amounts], np.int64))
    units = np.arange(len(years), dtype=np.uint64)
    keys = word(units, np.uint64(seed), 0, 0) << np.uint64(32) | word(units, np.uint64(seed), 1, 0)
    return years[np.argsort(keys, kind="stable")]


def casino_years(found: Sequence[KindResult], years: int) -> Array:
    """What the house wins with all tables in each year, in cents."""
    total = np.zeros(years, np.int64)
    for each in found:
        total += shuffled_years(each.house, each.plan.seed).reshape(each.kind.tables, years).sum(axis=0)
    return total


def run(kinds: Sequence[Kind], years: int, seed: int, play: Callable[[Plan, int], Tally]) -> Casino:
    """So many years; `play` plays so many rounds of a plan. Every kind has a seed of its own."""
    plans = [plan_kind(kind, seed + at) for at, kind in enumerate(kinds)]
    found = [
        KindResult(kind, made, play(made, kind.tables * years * made.session))
        for kind, made in zip(kinds, plans, strict=True)
    ]
    return Casino(found, years, seed, np.sort(casino_years(found, years)))


Quantile: TypeAlias = tuple[int, int | None, int | None]


def quantiles(years: Array) -> dict[str, Quantile]:
    """Each with its interval: between these years it lies in at least 99 of 100 such simulations. Years are in order,
    and an end is None where they are too few to tell it."""
    many = len(years)
    found: dict[str, Quantile] = {}
    for name, p in QUANTILES.items():
        value = int(years[min(max(ceil(p * many) - 1, 0), many - 1)])
        low, high = quantile_ranks(many, float(p))
        found[name] = value, int(years[low - 1]) if low else None, int(years[high - 1]) if high <= many else None
    return found


def quantile_ranks(many: int, p: float) -> tuple[int, int]:
    """Return between which of so many, in ascending order and counted from 1, the quantile p lies with 99 percent: 0 is
    below the first, and one more than there are is above the last."""
    tail = (1 - CONFIDENCE / 100) / 2
    low = bisect_left(range(1, many + 1), True, key=lambda rank: 1 - beta(p, rank, many - rank + 1) > tail)
    high = bisect_left(range(1, many + 1), True, key=lambda rank: beta(p, rank, many - rank + 1) <= tail) + 1
    return low, high


@dataclass(frozen=True)
class Casino:
    results: list[KindResult]
    years: int
    seed: int
    totals: Array  # what the house wins in each year, in ascending order

    @property
    def mean(self) -> Estimate:
        """In cents."""
        many, total = len(self.totals), sum(self.totals.tolist())
        squares = sum(each * each for each in self.totals.tolist())
        return mean(total, squares, many, 1)

    @property
    def expected(self) -> Fraction | None:
        parts = [each.expected for each in self.results]
        known = [part * each.kind.tables for part, each in zip(parts, self.results, strict=True) if part is not None]
        return sum(known, Fraction()) if len(known) == len(parts) else None

    @property
    def exact_error(self) -> float | None:
        """Of the average year, in cents; none unless what a round brings is counted at every table."""
        deviations = [each.exact_deviation for each in self.results]
        known = [
            cents**2 * each.kind.tables
            for cents, each in zip(deviations, self.results, strict=True)
            if cents is not None
        ]
        return sqrt(sum(known) / self.years) if len(known) == len(deviations) else None

    @property
    def limit_hits(self) -> Estimate | None:
        """How often payout limits bind in a year. Kinds of tables are independent; of a kind, the mean is of all."""
        parts = [(each.kind.tables, told) for each in self.results if (told := each.limit_hits) is not None]
        if not parts:
            return None
        value = sum((many * told.value for many, told in parts), Fraction())
        below = sqrt(sum((many * (float(told.value) - told.low)) ** 2 for many, told in parts))
        above = sqrt(sum((many * (told.high - float(told.value))) ** 2 for many, told in parts))
        error = sqrt(sum((many * told.error) ** 2 for many, told in parts))
        return Estimate(value, float(value) - below, float(value) + above, error)

    @property
    def digest(self) -> str:
        told = [__version__, self.years, self.seed]
        parts = [[each.plan.identity, msgspec.to_builtins(each.tally, str_keys=True)] for each in self.results]
        encoded = msgspec.json.encode([told, parts], order="deterministic") + self.totals.astype("<i8").tobytes()
        return hashlib.sha256(encoded).hexdigest()

    def json(self) -> dict[str, Any]:
        return {
            "years": self.years,
            "seed": self.seed,
            "confidence": CONFIDENCE / 100,
            "tables": [
                {
                    "name": each.kind.title,
                    "game": each.kind.game,
                    "tables": each.kind.tables,
                    "seats": each.plan.seats,
                    "rounds_a_year": each.plan.session,
                    "strategy": each.plan.ways[0].name,
                    "bets_cents": {spot: int(cents) for spot, cents in each.plan.bets.items()},
                    "average_cents": float(average(each.house)),
                    "expected_cents": None if each.expected is None else float(each.expected),
                    "house_wins_cents": _json(quantiles(sorted_years(each.house))),
                    "limit_binds_a_year": _estimate(each.limit_hits),
                    "limit_cut_cents": each.limit_cut,
                }
                for each in self.results
            ],
            "average_cents": _estimate(self.mean),
            "expected_cents": None if self.expected is None else float(self.expected),
            "house_wins_cents": _json(quantiles(self.totals)),
            "years_lost": int((self.totals < 0).sum()),
            "limits_bind_a_year": _estimate(self.limit_hits),
            "digest": self.digest,
        }

    def sections(self) -> Iterator[Section]:
        many = sum(each.kind.tables for each in self.results)
        yield Section(f"{count_of(self.years, 'year')} of {count_of(many, 'table')} from seed {self.seed}", (), ())
        yield self._tables()
        yield self._casino()
        if (limited := self.limit_hits) is not None:
            yield self._limits(limited)
        yield Section(f"digest {self.digest}", (), ())

    def _tables(self) -> Section:
        heads = [Column("table"), *(Column(name, "count") for name in ("tables", "rounds", "average", "expected"))]
        heads += [Column(name, "count") for name in QUANTILES]
        rows = []
        for each in self.results:
            at = quantiles(sorted_years(each.house))
            expected = "" if each.expected is None else _dollars(each.expected)
            first = each.kind.title, each.kind.tables, each.plan.session, _dollars(average(each.house)), expected
            rows.append((*first, *(_dollars(value) for value, _, _ in at.values())))
        return Section("What the house wins at one table in a year", tuple(heads), tuple(rows))

    def _casino(self) -> Section:
        rows = [
            (f"{name} of years are not above", _dollars(value), _between(low, high))
            for name, (value, low, high) in quantiles(self.totals).items()
        ]
        found, expected = self.mean, self.expected
        low, high = found.interval
        rows.append(("average", _dollars(found.value), f"{_dollars(low)} to {_dollars(high)}"))
        notes = [f"in {int((self.totals < 0).sum()):,} of {self.years:,} years the house loses"]
        if expected is not None:
            error = found.error if self.exact_error is None else self.exact_error
            z = float(found.value - expected) / error if error else 0.0
            notes.append(f"by the exact edges {_dollars(expected)} are expected, {z:+.2f} standard errors away")
        heads = Column(""), Column("all tables", "count"), Column(f"{CONFIDENCE}% interval", "count")
        return Section("What the house wins with all tables in a year", heads, tuple(rows), tuple(notes))

    def _limits(self, limited: Estimate) -> Section:
        rows = [
            (each.kind.title, *_limit_cells(told), _dollars(Fraction(each.limit_cut, each.kind.tables * self.years)))
            for each in self.results
            if (told := each.limit_hits) is not None
        ]
        taken = sum(each.limit_cut for each in self.results)
        rows.append(("all tables", *_limit_cells(limited), _dollars(Fraction(taken, self.years))))
        heads = [Column("table"), *(Column(name, "count") for name in ("times", f"{CONFIDENCE}% interval", "takes"))]
        return Section("How often a payout limit binds in a year, and what it takes", tuple(heads), tuple(rows))

    def to_text(self) -> str:
        from pitboss.analysis.text_tables import lines

        return "\n\n".join("\n".join(lines(section)) for section in self.sections())


def sorted_years(often: Frequencies) -> Array:
    amounts = sorted(often)
    return np.repeat(np.array(amounts, np.int64), np.array([often[each] for each in amounts], np.int64))


def _limit_cells(told: Estimate) -> tuple[str, str]:
    low, high = told.interval
    return f"{float(told.value):.4f}", f"{max(low, 0.0):.4f} to {high:.4f}"


def _dollars(cents: Fraction | float) -> str:
    return dollars(Money(round(cents)))


def _between(low: int | None, high: int | None) -> str:
    """The ends of an interval; one that too few years were played to tell is left open."""
    if low is None and high is None:
        return "too few years"
    if low is None or high is None:
        return f"up to {_dollars(high or 0)}" if low is None else f"{_dollars(low)} or more"
    return f"{_dollars(low)} to {_dollars(high)}"


def _json(at: Mapping[str, Quantile]) -> dict[str, Any]:
    return {name: {"value": value, "interval": [low, high]} for name, (value, low, high) in at.items()}


def _estimate(told: Estimate | None) -> dict[str, Any] | None:
    return None if told is None else {"estimate": float(told.value), "interval": list(told.interval)}
