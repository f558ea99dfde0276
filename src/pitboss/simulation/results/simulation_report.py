"""Report a simulation next to the exact figures: as text, as JSON, and in a notebook."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, TypeAlias

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.exact_reports import PrintableReport
from pitboss.analysis.text_tables import count_of, percent
from pitboss.counting.confidence import CONFIDENCE
from pitboss.counting.exact_model import Column, Section
from pitboss.counting.simulation_model import Column as Coded
from pitboss.counting.simulation_model import Role
from pitboss.games import load
from pitboss.simulation.audited_play.incident_report import IncidentRow, incident_rows, incident_sections
from pitboss.simulation.estimates.estimate import (
    Estimate,
    Method,
    average,
    difference,
    edge_of,
    edge_per_wagered,
    exact_deviation_of_a_seat,
    exact_edge,
    is_certain,
    net_per_shoe,
    quantile,
    sums_of,
)
from pitboss.simulation.estimates.share_intervals import share_interval
from pitboss.simulation.plan import Plan
from pitboss.simulation.tallies import Sessions, Sums, Tally
from pitboss.table.money import Money, dollars

SHOWN = 40  # outcomes in a terminal
Interval: TypeAlias = tuple[float, float]


class SimulatedRow(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a wager under one strategy. The edge is the house's."""

    strategy: str
    wager: str
    role: Role  # of the line among the others
    unit: str
    unit_cents: int
    estimate: Fraction
    interval: Interval | None  # none where all units came out alike and need not have: how sure that is nobody knows
    exact: Fraction | None
    per_wagered: Fraction
    per_wagered_interval: Interval | None
    # Of a round, for one seat, in units; none where several seats each have wagers with ends of their own in this line.
    deviation: float | None
    exact_deviation: float | None  # the same, where it is counted
    error: float | None  # of the estimate: exact where the distribution of a round is counted, else measured
    method: Method  # what the interval comes from
    per_wagered_method: Method
    # How often a seat is ahead after the round, and level; none where its wagers have ends of their own.
    hit_rate: Fraction | None
    push_rate: Fraction | None
    wagered_cents: int
    net_cents: int  # the players'
    outcomes: dict[str, int]
    nets: dict[str, int]  # cents by outcome; of wagers that stand side by side there is none
    # Where the unit is a shoe: cents wagered of what the estimate is a share of, and what a shoe brings the players.
    made_cents: int | None = None
    shoe: Estimate | None = None
    shoe_interval: Interval | None = None

    @property
    def was_made(self) -> bool:
        """False if nobody made the wager, because what it waits for never happened; then there is no result."""
        return self.wagered_cents > 0

    @property
    def z(self) -> float | None:
        """The number of standard errors between the estimate and the exact figure, or None if either or the error is
        unknown, as after a single round."""
        if self.exact is None or self.interval is None or not self.error:
            return None
        return float(self.estimate - self.exact) / self.error

    def json(self) -> dict[str, Any]:
        """Return the row as JSON values."""
        return {
            "strategy": self.strategy,
            "wager": self.wager,
            "role": self.role,
            "unit": self.unit,
            "unit_cents": self.unit_cents,
            "estimate": float(self.estimate) if self.was_made else None,
            "interval": _ends(self.interval) if self.was_made else None,
            "interval_method": self.method if self.was_made and self.interval else None,
            "error": self.error if self.was_made else None,
            "exact": None if self.exact is None else fraction(self.exact),
            "z": self.z,
            "per_wagered": {
                "estimate": float(self.per_wagered) if self.was_made else None,
                "interval": _ends(self.per_wagered_interval) if self.was_made else None,
                "interval_method": self.per_wagered_method if self.was_made and self.per_wagered_interval else None,
            },
            "deviation": self.deviation,
            "exact_deviation": self.exact_deviation,
            "hit_rate": None if self.hit_rate is None else float(self.hit_rate),
            "push_rate": None if self.push_rate is None else float(self.push_rate),
            "wagered_cents": self.wagered_cents,
            "net_cents": self.net_cents,
            "outcomes": self.outcomes,
            **self._of_shoes(),
        }

    def _of_shoes(self) -> dict[str, Any]:
        """Return the JSON values that only shoes have."""
        if self.shoe is None:
            return {}
        per_shoe = {
            "net_cents": float(self.shoe.value),
            "interval": _ends(self.shoe_interval),
            "interval_method": self.shoe.method if self.shoe_interval else None,
        }
        return {"made_cents": self.made_cents, "per_shoe": per_shoe}


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The additional cost of a strategy over the first one, on the same cards."""

    strategy: str
    than: str
    wager: str
    estimate: Fraction
    interval: Interval | None
    method: Method

    def json(self) -> dict[str, Any]:
        """Return the difference as JSON values."""
        return {
            "strategy": self.strategy,
            "than": self.than,
            "wager": self.wager,
            "estimate": float(self.estimate),
            "interval": _ends(self.interval),
            "interval_method": self.method if self.interval else None,
        }


class SessionsRow(msgspec.Struct, frozen=True, kw_only=True):
    """The statistics of the sessions of one strategy. Money is in cents and positive if the player wins."""

    strategy: str
    rounds: int  # of a session
    sessions: int
    average: Fraction
    deviation: float
    ahead: Fraction  # how many ended ahead
    quantiles: dict[str, int]  # of what a session won
    table_average: Fraction
    table_quantiles: dict[str, int]  # the same for all seats together
    drawdown: dict[str, int]
    longest_winning: dict[str, int]
    longest_losing: dict[str, int]
    ruined: int | None  # none without a bankroll
    ruin_interval: tuple[float, float] | None

    def json(self) -> dict[str, Any]:
        """Return the row as JSON values."""
        return {
            "strategy": self.strategy,
            "rounds": self.rounds,
            "sessions": self.sessions,
            "average_cents": float(self.average),
            "deviation_cents": self.deviation,
            "ahead": float(self.ahead),
            "won_cents": self.quantiles,
            "table_average_cents": float(self.table_average),
            "table_won_cents": self.table_quantiles,
            "drawdown_cents": self.drawdown,
            "longest_winning_run": self.longest_winning,
            "longest_losing_run": self.longest_losing,
            "ruined": self.ruined,
            "risk_of_ruin": None if self.ruined is None else self.ruined / self.sessions,
            "risk_of_ruin_interval": None if self.ruin_interval is None else list(self.ruin_interval),
        }


QUANTILES = {
    "0.5%": Fraction(1, 200),
    "5%": Fraction(1, 20),
    "50%": Fraction(1, 2),
    "95%": Fraction(19, 20),
    "99.5%": Fraction(199, 200),
}


class SimulationReport(PrintableReport, frozen=True, kw_only=True):
    """The result of a simulation."""

    game: str
    edition: str
    texts: str
    identity: dict[str, Any]
    rounds: int
    throws: int  # or rounds, where the unit is a shoe
    unit: str  # what a round is called that was asked for: a shoe where cards stay in play
    rows: tuple[SimulatedRow, ...]
    differences: tuple[Difference, ...]
    sessions: tuple[SessionsRow, ...]
    incidents: tuple[IncidentRow, ...]
    bankroll: int
    files: dict[str, str]  # by strategy that was read from a file: how the file is called
    hours: str  # what a session stands for, in words; empty where nobody said
    digest: str  # over what was simulated and every integer that was counted

    def json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "game": self.game,
            "edition": self.edition,
            "rules": self.identity["rules"],
            "seed": self.identity["seed"],
            "rounds": self.rounds,
            "unit": self.unit,
            "throws": self.throws or None,
            "strategy": ",".join(name for name, _ in self.identity["strategies"]),
            "strategy_files": {
                name: {"file": self.files[name], "sha256": digest}
                for name, digest in self.identity["strategies"]
                if digest
            },
            "seats": self.identity["seats"],
            "bets_cents": self.identity["bets"],
            "session_rounds": self.identity["session"],
            "bankroll_cents": self.bankroll,
            "version": self.identity["pitboss"],
            "house": self.identity["house"],
            "kernels": self.identity["kernels"],
            "tables": dict(
                zip((name for name, _ in self.identity["strategies"]), self.identity["tables"], strict=True)
            ),
            "audited": self.identity["audited"],
            "confidence": CONFIDENCE / 100,
            "rows": [row.json() for row in self.rows],
            "differences": [part.json() for part in self.differences],
            "sessions": [part.json() for part in self.sessions],
            "incidents": [part.json() for part in self.incidents],
            "warnings": list(self.warnings),
            "digest": self.digest,
        }

    def title(self) -> str:
        """Return the game, the texts, the number of rounds and the seed, on two lines."""
        seats = self.identity["seats"]
        word = "round" if self.unit == "shoe" else load(self.game).furniture.go.lower()
        throws = f" ({count_of(self.throws, word)})" if self.throws else ""
        table = "one seat" if seats == 1 else f"{seats} seats"
        audited = ", each played by the audited engine too" if self.identity["audited"] else ""
        seed = self.identity["seed"]
        return (
            f"{self.game}, {self.texts}\n{count_of(self.rounds, self.unit)}{throws} from seed {seed}, {table}{audited}"
        )

    def sections(self) -> Iterator[Section]:
        """Yield the tables of the printed report."""
        yield self._edges()
        yield self._rounds()
        if self.unit == "shoe":
            yield self._shoes()
        if self.differences:
            yield self._differences()
        yield from _outcomes(self.rows)
        for row in self.sessions:
            yield _session(row, self.bankroll, self.hours, self.unit)
        if not self.sessions:
            length = count_of(self.identity["session"], self.unit)
            yield Section(f"Sessions of {length}", (), (), (f"no session was whole; ask for {length} or more",))
        if self.incidents:
            yield from incident_sections(self.incidents)
        yield Section(f"digest {self.digest}", (), ())

    def _edges(self) -> Section:
        """Return the table of house edges."""
        heads = _heads("house edge", "99% interval", "exact", "z")
        rows = tuple(
            (
                *self._strategy_and_wager(row),
                _share(row.estimate) if row.was_made else "never made",
                _range(row.interval) if row.was_made else "",
                "" if row.exact is None else percent(row.exact),
                "" if row.z is None else f"{row.z:+.2f}",
            )
            for row in self.rows
        )
        parts = {"wager": "", "part": "; a part of another line, which has it too", "total": "; all wagers together"}
        units = dict.fromkeys(f"{row.wager}: a share of {row.unit}{parts[row.role]}" for row in self.rows)
        if self.unit == "shoe" and any(row.exact is not None for row in self.rows):
            units["exact: of a round from a whole shoe"] = None
        if any(row.z is not None and row.method == "exact" for row in self.rows):
            units["z: by the exact deviation"] = None
        units |= dict.fromkeys(_doubts((row.wager, row.method, row.interval) for row in self.rows if row.was_made))
        return Section("What was found", heads, rows, tuple(units))

    def _rounds(self) -> Section:
        """Return the table of edges per money wagered and of single rounds. It is separate so that both tables fit into
        100 columns."""
        heads = _heads("of money wagered", "99% interval", "std dev", "exact", "ahead", "level")
        rows = tuple(
            (
                *self._strategy_and_wager(row),
                _share(row.per_wagered) if row.was_made else "never made",
                _range(row.per_wagered_interval) if row.was_made else "",
                "" if row.deviation is None else f"{row.deviation:.4f}",
                "" if row.exact_deviation is None else f"{row.exact_deviation:.4f}",
                "" if row.hit_rate is None else f"{float(row.hit_rate):.2%}",
                "" if row.push_rate is None else f"{float(row.push_rate):.2%}",
            )
            for row in self.rows
        )
        doubts = _doubts(
            (row.wager, row.per_wagered_method, row.per_wagered_interval) for row in self.rows if row.was_made
        )
        return Section("Of the money wagered, and round by round", heads, rows, tuple(dict.fromkeys(doubts)))

    def _shoes(self) -> Section:
        """Return the table of what a shoe brings one seat."""
        heads = _heads("a shoe brings you", "99% interval", "bets a shoe", "of rounds")
        rows, doubts = [], dict[str, None]()
        for row in self.rows:
            assert row.shoe is not None
            assert row.made_cents is not None
            bets = Fraction(row.made_cents, row.unit_cents * self.identity["seats"])
            is_single = row.role != "total"  # several wagers are not made equally often
            doubts |= dict.fromkeys(_doubts([(row.wager, row.shoe.method, row.shoe_interval)]))
            rows.append(
                (
                    *self._strategy_and_wager(row),
                    f"{float(row.shoe.value) / 100:,.4f}",
                    " to ".join(f"{cents / 100:,.4f}" for cents in row.shoe_interval or ()),
                    f"{float(bets / self.rounds):.3f}" if is_single else "",
                    f"{float(bets / self.throws):.3%}" if is_single else "",
                )
            )
        return Section("Shoe by shoe, in dollars for one seat", heads, tuple(rows), tuple(doubts))

    def _strategy_and_wager(self, row: SimulatedRow) -> tuple[str, str]:
        """Return the first two cells of a row. The strategy is left out if there is only one."""
        several = len(self.identity["strategies"]) > 1
        return row.strategy if several else "", row.wager

    def _differences(self) -> Section:
        """Return the table of what strategies cost more than the first."""
        heads = (
            Column("strategy"),
            Column("than"),
            Column("wager"),
            Column("costs more", "count"),
            Column("99% interval", "count"),
        )
        rows = tuple(
            (row.strategy, row.than, row.wager, _share(row.estimate), _range(row.interval)) for row in self.differences
        )
        doubts = _doubts((f"{row.strategy}, {row.wager}", row.method, row.interval) for row in self.differences)
        return Section("On the same cards", heads, rows, tuple(doubts))


def _doubts(estimates: Iterable[tuple[str, Method, Interval | None]]) -> Iterator[str]:
    """Yield a note for each estimate that is doubtful."""
    for name, method, interval in estimates:
        if method == "doubtful" and interval is not None:
            yield f"{name}: too few rounds for payments this rare; the interval may hold less than {CONFIDENCE}%"


def _heads(*numbers: str) -> tuple[Column, ...]:
    """Return the headings of the strategy, the wager and columns of numbers."""
    return Column("strategy"), Column("wager"), *(Column(name, "count") for name in numbers)


def _share(value: Fraction) -> str:
    """Format a share as a percentage."""
    return f"{float(value):.4%}"


def _range(interval: Interval | None) -> str:
    """Format an interval of shares."""
    return "" if interval is None else f"{interval[0]:.4%} to {interval[1]:.4%}"


def _outcomes(rows: Sequence[SimulatedRow]) -> Iterator[Section]:
    """Yield the tables of outcomes. Lines about the same seats and wagers have the same outcomes, and share a table."""
    groups: dict[tuple[str, tuple[str, ...]], list[SimulatedRow]] = {}
    for row in rows:
        if row.nets:
            groups.setdefault((row.strategy, tuple(row.outcomes)), []).append(row)
    for (strategy, names), group in groups.items():
        last, total = group[-1], sum(group[-1].outcomes.values())
        heads = [Column(row.wager, "count") for row in group]
        cells = tuple(
            (
                name,
                last.outcomes[name],
                f"{last.outcomes[name] / total:.6%}",
                *(dollars(Money(row.nets[name])) for row in group),
            )
            for name in sorted(names, key=lambda name: (-last.nets[name], name))
        )
        columns = (Column("outcome"), Column("times", "count"), Column("share", "count"), *heads)
        note = (f"the {SHOWN} best of {len(cells)}; --json has all",) if len(cells) > SHOWN else ()
        yield Section(f"Outcomes, {strategy}, and what each nets", columns, cells, note, first=SHOWN)


def _session(row: SessionsRow, bankroll: int, hours: str, unit: str) -> Section:
    """Return the table of the sessions of one strategy."""
    quantiles = tuple(row.quantiles)
    heads = (Column(""), *(Column(name, "count") for name in quantiles))
    money = (
        ("what you win", row.quantiles),
        ("what all seats win", row.table_quantiles),
        ("deepest drawdown", row.drawdown),
    )
    runs = (f"longest run of {unit}s won", row.longest_winning), (f"longest run of {unit}s lost", row.longest_losing)
    rows = [(label, *(dollars(Money(values[name])) for name in quantiles)) for label, values in money]
    rows += [(label, *(f"{values[name]}" for name in quantiles)) for label, values in runs]
    notes = [
        f"{count_of(row.sessions, 'session')}; on average you win {_money(row.average)}, deviation "
        f"{_money(Fraction(row.deviation))}; {float(row.ahead):.2%} end ahead",
        "a column is the value that so many sessions do not exceed; a push neither ends a run nor adds to it",
    ]
    if row.ruined is not None and row.ruin_interval is not None:
        notes.append(
            f"a bankroll of {dollars(Money(bankroll))} gave out in {row.ruined:,} of them: "
            f"{row.ruined / row.sessions:.4%}, 99% interval {_range(row.ruin_interval)}"
        )
        notes.append(
            "it gives out when it does not cover the most that a round can take: then you stop, and the table plays on"
        )
    called = f" ({hours})" if hours else ""
    return Section(
        f"Sessions of {count_of(row.rounds, unit)}{called}, {row.strategy}", heads, tuple(rows), tuple(notes)
    )


def _money(cents: Fraction) -> str:
    """Format cents as dollars, rounded to the cent."""
    return dollars(Money(round(cents)))


# --- made of a tally


def report(plan: Plan, tally: Tally, hours: str = "") -> SimulationReport:
    """Return the report of a tally. `hours` is the length of a session in words, where it was given as a time."""
    study = plan.study
    head = study._head()
    identity = plan.identity
    # Whether the engine was asked too changes nothing that is counted: the same digest says that both agree.
    compared = {name: value for name, value in identity.items() if name != "audited"}
    counted = msgspec.json.encode([compared, msgspec.to_builtins(tally, str_keys=True)], order="deterministic")
    return SimulationReport(
        game=study.game.name,
        edition=head["edition"],
        texts=head["texts"],
        warnings=study.warnings,
        bet_matters=True,
        identity=identity,
        rounds=tally.units,
        throws=tally.throws,
        unit=plan.unit,
        rows=tuple(_rows(plan, tally)),
        differences=tuple(_difference_rows(plan, tally)),
        sessions=tuple(_sessions(plan, tally)),
        incidents=tuple(incident_rows(plan, tally)),
        bankroll=plan.bankroll,
        files={way.name: way.file for way in plan.ways},
        hours=hours,
        digest=hashlib.sha256(counted).hexdigest(),
    )


def _rows(plan: Plan, tally: Tally) -> Iterator[SimulatedRow]:
    """Yield a row for each strategy and line."""
    for way, ready, played in zip(plan.ways, plan.ready, tally.ways, strict=True):
        for line_number, line in enumerate(ready.lines):
            staking = [column.seat for column, staked in zip(ready.columns, line.staked, strict=True) if any(staked)]
            by_seat = len(set(staking)) == len(staking)  # then a code determines what its seat nets on this line
            sums = sums_of(ready, played, line_number)
            edge = edge_of(ready, played, line_number, tally.units, plan.seats)
            per_wagered = edge_per_wagered(ready, played, line_number, tally.units)
            alike = _is_alike(sums, tally.units)
            shoe = net_per_shoe(ready, played, line_number, tally.units, plan.seats) if ready.packs else None
            certain = is_certain(line)
            outcomes: dict[str, int] = {}
            nets: dict[str, int] = {}
            ahead = level = squares = bets = 0
            for column, counts, net, staked in zip(ready.columns, played.counts, line.net, line.staked, strict=True):
                if not any(staked):
                    continue
                for name, count, cents in _outcome_counts(column, counts, net):
                    outcomes[name] = outcomes.get(name, 0) + count
                    nets[name] = cents
                    ahead += count if cents > 0 else 0
                    level += count if cents == 0 else 0
                    squares += count * cents**2
                    bets += count
            if ready.packs:
                by_seat = line.role != "total"  # there the end of a bet determines its net
            bets = bets if ready.packs else plan.seats * tally.units
            deviation = None
            if by_seat and bets:
                deviation = _deviation(sums.net, squares, bets) / line.unit_cents
            elif plan.seats == 1 and not ready.packs:
                deviation = _deviation(sums.net, sums.net2, tally.units) / line.unit_cents
            yield SimulatedRow(
                strategy=way.name,
                wager=line.wager,
                role=line.role,
                unit=line.unit,
                unit_cents=int(line.unit_cents),
                estimate=edge.value,
                interval=_reportable_interval(edge, certain, alike),
                exact=exact_edge(ready, line, plan.seats),
                per_wagered=per_wagered.value,
                per_wagered_interval=_reportable_interval(per_wagered, certain, alike),
                deviation=deviation,
                exact_deviation=exact_deviation_of_a_seat(ready, line) if by_seat else None,
                error=edge.error or None,
                method=edge.method,
                per_wagered_method=per_wagered.method,
                hit_rate=Fraction(ahead, bets) if by_seat and bets else None,
                push_rate=Fraction(level, bets) if by_seat and bets else None,
                wagered_cents=sums.staked,
                net_cents=sums.net,
                outcomes={name: count for name, count in outcomes.items() if count},
                nets=nets if by_seat else {},
                made_cents=played.made[line_number].staked if ready.packs else None,
                shoe=shoe,
                shoe_interval=None if shoe is None else _reportable_interval(shoe, certain),
            )


def _deviation(total: int, squares: int, count: int) -> float:
    """Return the deviation of `count` amounts, given their total and the sum of their squares."""
    return sqrt(Fraction(squares, count) - Fraction(total, count) ** 2)


def _outcome_counts(column: Coded, counts: Sequence[int], net: Sequence[int]) -> Iterator[tuple[str, int, int]]:
    """Yield the name, the count and the net in cents of each outcome of a column. If a code is how often something
    occurred in a shoe, sum over all shoes."""
    if column.counts:
        yield column.counts, sum(code * times for code, times in enumerate(counts)), net[1]
    else:
        yield from zip(column.outcomes, counts, net, strict=True)


def _difference_rows(plan: Plan, tally: Tally) -> Iterator[Difference]:
    """Yield what each strategy costs more than the first, line by line."""
    first, alike = plan.ways[0].name, plan.ready[0].digest
    for way, ready, played in zip(plan.ways[1:], plan.ready[1:], tally.ways[1:], strict=True):
        for line, sums in zip(ready.lines, played.against_first, strict=True):
            most = max(max(nets) - min(nets) for nets in line.net)
            more = difference(sums, tally.units, plan.seats * line.unit_cents, most)
            yield Difference(
                strategy=way.name,
                than=first,
                wager=line.wager,
                estimate=more.value,
                interval=_reportable_interval(more, ready.digest == alike),
                method=more.method,
            )


def _is_alike(sums: Sums, units: int) -> bool:
    """Return whether all units had the same net and the same stake."""
    return units * sums.net2 == sums.net**2 and units * sums.staked2 == sums.staked**2


def _reportable_interval(estimate: Estimate, certain: bool, alike: bool = False) -> Interval | None:
    """Return the interval of an estimate, or None if it has no width only because too few units were played."""
    return estimate.interval if certain or (estimate.half and not alike) else None


def _ends(interval: Interval | None) -> list[float] | None:
    """Return the ends of an interval as JSON values."""
    return None if interval is None else list(interval)


def _sessions(plan: Plan, tally: Tally) -> Iterator[SessionsRow]:
    """Yield a row for each strategy that has finished sessions."""
    for way, played in zip(plan.ways, tally.ways, strict=True):
        if played.sessions.many:
            yield _session_row(way.name, plan, played.sessions)


def _session_row(name: str, plan: Plan, sessions: Sessions) -> SessionsRow:
    """Return the row of a strategy's sessions."""
    won = average(sessions.won)
    square = Fraction(sum(cents**2 * count for cents, count in sessions.won.items()), sessions.many)
    ahead = sum(count for cents, count in sessions.won.items() if cents > 0)
    values = {
        field: {name: quantile(getattr(sessions, field), p) for name, p in QUANTILES.items()}
        for field in ("won", "table", "drop", "wins", "losses")
    }
    return SessionsRow(
        strategy=name,
        rounds=plan.session,
        sessions=sessions.many,
        average=won,
        deviation=sqrt(square - won**2),
        ahead=Fraction(ahead, sessions.many),
        quantiles=values["won"],
        table_average=average(sessions.table),
        table_quantiles=values["table"],
        drawdown=values["drop"],
        longest_winning=values["wins"],
        longest_losing=values["losses"],
        ruined=sessions.ruined if plan.bankroll else None,
        ruin_interval=share_interval(sessions.ruined, sessions.many) if plan.bankroll else None,
    )
