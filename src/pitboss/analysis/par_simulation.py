"""The simulation that confirms a PAR sheet: a result of `pitboss simulate --json`, held against the sheet.

Simulations stand above this layer, so a result is read here as the file that it is.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from pitboss.counting.model import ImpossibleError
from pitboss.table.money import Money, dollars


class SimulatedEdge(msgspec.Struct, frozen=True):
    """A row of a result: what was found of a wager under one way to play."""

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


class Simulation(msgspec.Struct, frozen=True):
    """A result, as far as a sheet shows it; what else the file holds is left alone."""

    game: str
    rules: str
    house: str
    seed: int
    rounds: int
    strategy: str
    strategy_files: dict[str, str]  # strategy -> SHA-256 of the file it was read from
    seats: int
    bets_cents: dict[str, int]
    session_rounds: int
    bankroll_cents: int
    audited: bool
    confidence: float
    version: str
    rows: Annotated[tuple[SimulatedEdge, ...], msgspec.Meta(min_length=1)]
    digest: str

    def words(self) -> Iterator[str]:
        """The options that ask for it again, but for those that name the table."""
        names = [f"{name}.toml" if name in self.strategy_files else name for name in self.strategy.split(",")]
        yield from ("--rounds", str(self.rounds), "--seed", str(self.seed), "--seats", str(self.seats))
        yield from ("--strategy", ",".join(names))
        for spot, cents in self.bets_cents.items():
            yield from ("--bet", f"{spot}={dollars(Money(cents)).lstrip('$').replace(',', '')}")
        yield from ("--session", str(self.session_rounds))
        if self.bankroll_cents:
            yield from ("--bankroll", dollars(Money(self.bankroll_cents)).lstrip("$").replace(",", ""))
        if self.audited:
            yield "--audited"

    def command(self, table: Sequence[str]) -> str:
        """As it is typed; `table` are the options that name the table."""
        return shlex.join(("pitboss", "simulate", self.game, *table, *self.words()))

    def records(self, command: str) -> list[dict[str, Any]]:
        """One record to each row, for a file."""
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
        found: dict[str, Any] = msgspec.to_builtins(self)
        return {**found, "command": command}


def read_simulation(path: Path) -> Simulation:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Simulation)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ImpossibleError(
            f"{path} is not the result of a simulation; write one with: pitboss simulate GAME --json > {path.name}"
        ) from None


def agreeing(found: Simulation, *, game: str, rules: str, house: str, bet: int | None) -> Simulation:
    """The result, if it is about the table of the sheet; `bet` is none where every bet has the same edge."""
    if found.game != game:
        raise ImpossibleError(f"the simulation is about {found.game}, and the sheet about {game}")
    if found.rules != rules:
        raise ImpossibleError(
            f"the simulation was played by other rules (digest {found.rules[:12]}, the sheet's is {rules[:12]}); ask "
            "for both with the same --as-of and --reading"
        )
    if found.house != house:
        raise ImpossibleError(
            f"the simulation was played at another table (digest {found.house[:12]}, the sheet's is {house[:12]}); ask "
            "for both with the same --house and --set"
        )
    main = found.rows[0]  # others may go with it at amounts of their own
    if bet is not None and main.unit_cents != bet:
        raise ImpossibleError(
            f"the simulation bets {dollars(Money(main.unit_cents))} on {main.wager}, and the sheet is about bets of "
            f"{dollars(Money(bet))}; ask for both with the same --bet"
        )
    return found
