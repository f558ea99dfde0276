"""Reads the simulation that confirms a PAR sheet, a result of `pitboss simulate --json`, and compares it with the
sheet.

Simulations belong to a higher layer, so a result is read here as a file.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import isclose, sqrt
from pathlib import Path
from typing import Annotated, Any

import msgspec

from pitboss.analysis.text_tables import percent
from pitboss.counting.confidence import Z
from pitboss.counting.exact_model import ImpossibleError, Row
from pitboss.table.money import Money, dollars

OPTIMAL = "optimal"  # the strategy that a sheet counts
TOLERANCE, Z_TOLERANCE = 1e-12, 1e-6  # tolerance of floats, and of a z, which divides by a small interval


class SimulatedEdge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of a result: the estimate for a wager under one strategy."""

    strategy: str
    wager: str
    unit: str
    unit_cents: int
    estimate: float
    interval: tuple[float, float]
    exact: str | None
    z: float | None
    wagered_cents: int
    net_cents: int
    made_cents: int | None = None  # where the unit is a shoe: the amount that the estimate is a share of
    # Results of versions up to 0.2.0 have none of these: their interval is centered on the estimate.
    error: float | None = None  # the standard error that z is measured in
    interval_method: str | None = None
    exact_deviation: float | None = None

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.interval[1] - self.interval[0]) / 2


class StrategyFile(msgspec.Struct, frozen=True):
    """A strategy file that the simulation used."""

    file: str
    sha256: str


class SimulatedIncident(msgspec.Struct, frozen=True):
    """An incident that was simulated on purpose, and how often."""

    kind: str
    rate: str


class Simulation(msgspec.Struct, frozen=True):
    """The parts of a result that a sheet shows. Everything else in the file is ignored."""

    game: str
    rules: str
    house: str
    seed: int
    rounds: int
    strategy: str
    strategy_files: dict[str, StrategyFile]
    seats: int
    bets_cents: dict[str, int]
    session_rounds: int
    bankroll_cents: int
    audited: bool
    confidence: float
    version: str
    rows: Annotated[tuple[SimulatedEdge, ...], msgspec.Meta(min_length=1)]
    incidents: tuple[SimulatedIncident, ...]  # by strategy
    digest: str

    def words(self) -> Iterator[str]:
        """Yield the options that repeat the simulation, without those that name the table."""
        files = self.strategy_files
        names = [files[name].file if name in files else name for name in self.strategy.split(",")]
        yield from ("--rounds", str(self.rounds), "--seed", str(self.seed), "--seats", str(self.seats))
        yield from ("--strategy", ",".join(names))
        for spot, cents in self.bets_cents.items():
            yield from ("--bet", f"{spot}={dollars(Money(cents)).lstrip('$').replace(',', '')}")
        yield from ("--session", str(self.session_rounds))
        if self.bankroll_cents:
            yield from ("--bankroll", dollars(Money(self.bankroll_cents)).lstrip("$").replace(",", ""))
        if self.audited:
            yield "--audited"
        if rates := {incident.kind: incident.rate for incident in self.incidents}:
            yield from ("--incidents", ",".join(f"{kind.replace(' ', '_')}={rate}" for kind, rate in rates.items()))

    def command(self, table: Sequence[str]) -> str:
        """Return the command that repeats the simulation. `table` are the options that name the table."""
        return shlex.join(("pitboss", "simulate", self.game, *table, *self.words()))

    def records(self, command: str) -> list[dict[str, Any]]:
        """List one record for each row, for a file."""
        return [
            {
                "rounds": self.rounds,
                "seed": self.seed,
                "seats": self.seats,
                "strategy": row.strategy,
                "wager": row.wager,
                "unit": row.unit,
                "estimate": row.estimate,
                "low": row.interval[0],
                "high": row.interval[1],
                "confidence": self.confidence,
                "exact": row.exact or "",
                "z": "" if row.z is None else row.z,
                "wagered_cents": row.wagered_cents,
                "net_cents": row.net_cents,
                "audited": self.audited,
                "version": self.version,
                "digest": self.digest,
                "command": command,
            }
            for row in self.rows
        ]

    def json(self, command: str) -> dict[str, Any]:
        body: dict[str, Any] = msgspec.to_builtins(self)
        return {**body, "command": command}


def read_simulation(path: Path) -> Simulation:
    """Read a result. Raise `ImpossibleError` if it is not one, or was changed after it was written."""
    try:
        simulation = msgspec.json.decode(path.read_bytes(), type=Simulation)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ImpossibleError(
            f"{path} is not the result of a simulation; write one with: pitboss simulate GAME --json > {path.name}"
        ) from None
    for row in simulation.rows:
        if reason := find_contradiction(simulation, row):
            raise ImpossibleError(f"{path} was changed after it was written: {reason}; simulate again")
    return simulation


def find_contradiction(simulation: Simulation, row: SimulatedEdge) -> str:
    """Describe what in a row does not follow from the counts, or return an empty string. The counts do not determine
    the width of the interval."""
    base = simulation.rounds * simulation.seats * row.unit_cents if row.made_cents is None else row.made_cents
    if base <= 0:
        return f"{row.wager} has no rounds, seats or bet"
    estimate = float(Fraction(-row.net_cents, base))
    if not isclose(row.estimate, estimate, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        return f"{row.wager} has an estimate of {row.estimate:.4%}, and what was counted comes to {estimate:.4%}"
    low, high = row.interval
    middle = sum(row.interval) / 2 if row.error is None else estimate
    if not low <= estimate <= high or not isclose(middle, estimate, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        return f"the interval of {row.wager} does not lie around its estimate of {estimate:.4%}"
    if row.interval_method == "exact" and simulation.seats == 1 and row.exact_deviation is not None:
        error = row.exact_deviation / sqrt(simulation.rounds)
        if row.error is None or not isclose(row.error, error, rel_tol=Z_TOLERANCE):
            return f"the standard error of {row.wager} does not follow from its exact deviation, which makes it {error}"
    if row.exact is None or not row.half:
        return "" if not row.z else f"{row.wager} has a z of {row.z:+.2f}, and there is nothing to tell it from"
    try:
        z = (estimate - float(Fraction(row.exact))) / (row.half / Z if row.error is None else row.error)
    except (ValueError, ZeroDivisionError):
        return f"{row.exact!r} is no exact edge"
    if row.z is None or not isclose(row.z, z, rel_tol=Z_TOLERANCE, abs_tol=Z_TOLERANCE):
        return f"z of {row.wager} does not follow from its estimate, interval and exact edge, which make it {z:+.2f}"
    return ""


def _offered_edges(rows: Iterable[Row]) -> dict[tuple[str, str], Fraction]:
    """Map wager and unit to the edge of the one row that the table offers; if it offers several, to that of the plain
    one."""
    offered: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row.offered:
            offered.setdefault((row.wager, row.unit), []).append(row)
    plain = {key: [row for row in rows if not row.variant or len(rows) == 1] for key, rows in offered.items()}
    return {key: rows[0].house_edge for key, rows in plain.items() if rows}


def require_agreement(
    result: Simulation, *, game: str, rules: str, house: str, bet: int | None, counted: Iterable[Row]
) -> Simulation:
    """Return the result. Raise `ImpossibleError` unless it is about the table of the sheet and has the same exact
    edges. `bet` is None if every bet has the same edge."""
    if result.game != game:
        raise ImpossibleError(f"the simulation is about {result.game}, and the sheet about {game}")
    if result.rules != rules:
        raise ImpossibleError(
            f"the simulation was played by other rules (digest {result.rules[:12]}, the sheet's is {rules[:12]}); ask "
            "for both with the same --as-of and --reading"
        )
    if result.house != house:
        raise ImpossibleError(
            f"the simulation was played at another table (digest {result.house[:12]}, the sheet's is {house[:12]}); "
            "ask for both with the same --house and --set"
        )
    main = result.rows[0]  # other wagers may go with it at amounts of their own
    if bet is not None and main.unit_cents != bet:
        raise ImpossibleError(
            f"the simulation bets {dollars(Money(main.unit_cents))} on {main.wager}, and the sheet is about bets of "
            f"{dollars(Money(bet))}; ask for both with the same --bet"
        )
    edges = _offered_edges(counted)
    for row in result.rows:
        edge = edges.get((row.wager, row.unit)) if row.strategy == OPTIMAL and bet in (None, row.unit_cents) else None
        if edge is not None and row.exact is not None and Fraction(row.exact) != edge:
            raise ImpossibleError(
                f"the simulation has an exact edge of {percent(Fraction(row.exact))} for {row.wager}, and the sheet "
                f"counts {percent(edge)}; simulate again with this version"
            )
    return result
