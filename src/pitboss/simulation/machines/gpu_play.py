"""Play units on a graphics card, with the same integers as `run` as the result.

Every thread of the card plays whole sessions. A launch plays one session per thread or a multiple of that.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Column
from pitboss.numeric.gpu.twin import HERE, OFTEN, Shapes, Text, Twin, assemble_source, index_expression, round_keys
from pitboss.numeric.hands import I8
from pitboss.numeric.tally import STATE
from pitboss.simulation.batch_sums import MOST, largest_amount, pad_codes
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import empty_tally, longest_session, payment_tables, ruin_threshold
from pitboss.simulation.tallies import Frequencies, Sessions, Sums, Tally

LONGEST = 2**20  # units of a session, for one thread plays it
QUICK = 2**12  # units of one that is short enough for a trial
WINDOW = 2**20  # amounts that sessions may come to and that are counted; others are written down one by one
MOST_STRANGE = 2**20  # of them
FLUSH = 2**10  # units whose sums a thread keeps before it hands them over
MOST_EACH = 2**21  # units that a thread plays in one launch, so that nothing that it counts overflows
LAUNCH = 0.2  # seconds that a launch should take at least
AT_ONCE = 64  # columns, and eight times as many of all lines, that are written out one after the other
FIELDS = ("won", "table", "drop", "wins", "losses")  # of sessions
PARTS = 5  # of sums over rounds


class Playing(Protocol):
    """A compiled twin, which can be called to play the units from `first` up to but not including `end`."""

    @property
    def threads(self) -> int:
        """The number of sessions that it plays at once."""

    @property
    def crowded(self) -> bool:
        """True if fewer threads may be faster."""

    def __call__(self, first: int, end: int, opened: Any) -> Mapping[str, Any]:
        """Play units and return the result arrays. `opened[way]` is the state of the session that `first` lies in."""


class Machine(Protocol):
    """The machine that twins are compiled for."""

    name: str
    room: int  # bytes of memory close to the threads
    choices: Sequence[int]  # threads of a block, the most first

    def compile(self, text: Text, keys: Any, shapes: Shapes) -> Playing:
        """Compile a twin with these keys of the generator and these shapes of the result arrays."""


class CodePayments(NamedTuple):
    """The payments of codes, in grains, by strategy: tables [line, distinct column, code]. Columns that are paid alike
    are stored once."""

    net: list[I8]
    staked: list[I8]
    like: list[int]  # by column: which of them
    owned: list[int]  # by column: whether it is the first seat's
    lines: list[int]  # by line: a bit for each of those that it is about
    most: int

    @classmethod
    def from_tables(cls, columns: Sequence[Column], net: Sequence[I8], staked: Sequence[I8]) -> CodePayments:
        """Find the columns that are paid alike in net[way] and staked[way], which are [line, column, code]."""
        bound = largest_amount([*net, *staked])
        codes = max(table.shape[2] for table in net)
        tables = np.stack([pad_codes(table, codes) for table in (*net, *staked)])  # [way, line, column, code]
        distinct: list[int] = []
        like = []
        for column in range(tables.shape[2]):
            equal = [
                index
                for index, other in enumerate(distinct)
                if np.array_equal(tables[:, :, column], tables[:, :, other])
            ]
            like.append(equal[0] if equal else len(distinct))
            if not equal:
                distinct.append(column)
        kept_tables = tables[:, :, distinct]
        pays: list[list[bool]] = np.any(kept_tables, axis=(0, 3)).tolist()
        line_bits = [sum(1 << index for index, does in enumerate(line) if does) for line in pays]
        owned = [int(column.seat == 1) for column in columns]
        return cls(list(kept_tables[: len(net)]), list(kept_tables[len(net) :]), like, owned, line_bits, bound)

    def narrow(self, table: I8, times: int = 1) -> Any:
        """Return a table as 32-bit integers if the sums of this many rounds fit into them."""
        return table if self.most * times >= 2**31 else table.astype(np.int32)


class Twins:
    """The twins of all strategies of a plan, compiled as one program."""

    def __init__(self, plan: Plan, machine: Machine) -> None:
        self.plan, self.machine, ready = plan, machine, plan.ready
        self.grain, net, staked, _ = payment_tables(ready)
        self.columns, self.lines = len(ready[0].columns), len(ready[0].lines)
        self.codes = max(table.shape[2] for table in net)
        twins = [table.twin() for table in ready if table.twin is not None]
        self.check(twins, net, staked)
        paid = CodePayments.from_tables(ready[0].columns, net, staked)
        tables = {"worth": [paid.narrow(table[-1], plan.session) for table in paid.net]}
        if self.columns > 1 or len(ready) > 1:
            tables["net"] = [paid.narrow(table) for table in paid.net]
            tables["staked"] = [paid.narrow(table) for table in paid.staked]
        if self.columns > AT_ONCE:
            tables["like"], tables["owned"] = [np.array(paid.like, np.uint16)], [np.array(paid.owned, np.uint8)]
        sizes = {
            **twins[0].sizes,
            **self.plan_constants(),
            **self.payment_constants(paid),
            "MONEY": tables["worth"][0].dtype.str[1:],
        }
        sizes["SHARED"] = int(any(twin.shares for twin in twins))
        sizes["SHARES(way)"] = index_expression("way", [int(twin.shares) for twin in twins])
        tables |= tables_by_name(twins)
        sources = [HERE / "draws.cu", twins[0].source, HERE / "tally.cu"]
        counters = 4 * len(ready) * self.columns * self.codes
        if 0 < machine.room < counters:
            raise ImpossibleError("a graphics card cannot play so many strategies side by side; name fewer")

        def compile_for(threads: int) -> Playing:
            text = assemble_source(sources, sizes, tables, threads=threads, counters=counters, most_room=machine.room)
            return machine.compile(text, round_keys(plan.seed), self.shapes())

        self.program = compile_for(machine.choices[0])
        if self.program.crowded and plan.session <= QUICK:
            self.program = max([self.program, *map(compile_for, machine.choices[1:])], key=self.pace)
        elif self.program.crowded:
            self.program = compile_for(machine.choices[1])

    def pace(self, program: Playing) -> float:
        """Return the measured number of sessions that a program plays per second."""
        opened = np.zeros((len(self.plan.ready), STATE), np.int64)
        program(0, 1, opened)
        started = time.perf_counter()
        program(0, program.threads * self.plan.session, opened)
        return program.threads / (time.perf_counter() - started)

    def play_units(self, units: int, so_far: Tally | None = None) -> Generator[Tally]:
        """Play up to `units` units in launches, and yield the tally, as `run.play_units` does."""
        tally, length = empty_tally(self.plan) if so_far is None else so_far, self.plan.session
        self.launch(0, 1, empty_tally(self.plan))  # brings the card up to speed
        yield tally
        sessions = self.program.threads
        while tally.units < units:
            begun, first = time.monotonic(), tally.units
            chunk = self.launch(first, min(units, (first // length + sessions) * length), tally)
            if chunk is None:
                sessions //= 2
                continue
            tally.add(chunk)
            if time.monotonic() - begun < LAUNCH and 2 * sessions * length <= self.program.threads * MOST_EACH:
                sessions *= 2
            yield tally

    def check(self, twins: Sequence[Twin], net: Sequence[I8], staked: Sequence[I8]) -> None:
        """Raise ImpossibleError if a graphics card cannot play these strategies, sessions or bets."""
        if len(twins) < len(self.plan.ready):
            raise ImpossibleError(f"{self.plan.study.game.name} has no twin for a graphics card")
        if any(twin.sizes != twins[0].sizes for twin in twins):
            raise ImpossibleError("a graphics card cannot play these strategies side by side; name one at a time")
        if self.plan.session > (longest := min(LONGEST, longest_session(net))):
            raise ImpossibleError(
                f"a session of {self.plan.session:,} rounds is too long for a graphics card; ask for {longest:,} at "
                "most"
            )
        if largest_amount([*net, *staked]) ** 2 * FLUSH > MOST:
            raise ImpossibleError("these bets are too large to be added up on a graphics card; bet less")

    def plan_constants(self) -> dict[str, int | str]:
        """Return the constants of the source that depend on the plan."""
        plan = self.plan
        return {
            "WAYS": len(plan.ready),
            "SEATS": plan.seats,
            "COLUMNS": self.columns,
            "CODES": self.codes,
            "LINES": self.lines,
            "SUMMED": int(self.columns > 1),
            "LENGTH": f"{plan.session}ull",
            "RUNS": plan.session + 1,
            "WINDOW": WINDOW,
            "MOST_STRANGE": MOST_STRANGE,
            "FLUSH": FLUSH,
            "ALONE": int(all(column.seat == 1 for column in plan.ready[0].columns)),
            "COLUMNS_AT_ONCE": self.columns if self.columns <= AT_ONCE else 1,
            "LINES_AT_ONCE": self.lines if self.lines * self.columns <= 8 * AT_ONCE else 1,
        }

    def payment_constants(self, paid: CodePayments) -> dict[str, int | str]:
        """Return the constants of the source that depend on what codes pay."""
        plan, is_many = self.plan, self.columns > AT_ONCE
        return {
            "DIFFERENT": max(paid.like) + 1,
            "OWNED(column)": "T_owned(column)" if is_many else index_expression("column", paid.owned),
            "LIKE(column)": "T_like(column)" if is_many else index_expression("column", paid.like),
            "PAYS(line, column)": 1 if is_many else f"({index_expression('line', paid.lines)} >> LIKE(column) & 1)",
            "RUIN_MATTERS": int(plan.bankroll > 0),
            "RUIN": index_expression("way", [ruin_threshold(plan, ready, self.grain) for ready in plan.ready]),
        }

    def shapes(self) -> Shapes:
        """Return the shapes of the result arrays, in the order of the C parameters."""
        ways = len(self.plan.ready)
        fields = 3 * WINDOW + 2 * (self.plan.session + 1) + 1
        return {
            "counts": ((ways, self.columns, self.codes), np.uint64),
            "sums": ((ways, self.lines, PARTS, 2), np.uint64),
            "more": ((ways, self.lines, 2, 2), np.uint64),
            "throws": ((1,), np.uint64),
            OFTEN: ((ways * fields,), np.uint32),
            "strange": ((3 * MOST_STRANGE,), np.int64),
            "many_strange": ((1,), np.uint32),
            "opened": ((ways, STATE), np.int64),
            "open": ((ways, STATE), np.int64),
        }

    def launch(self, first: int, end: int, before: Tally) -> Tally | None:
        """Return the tally of the units from `first` up to but not including `end`, which continue the unfinished
        session of `before`.

        Return None if too many amounts lay outside the windows; then the caller must launch fewer units.
        """
        opened = np.array([played.sessions.open or [0] * STATE for played in before.ways], np.int64)
        raw = self.program(first, end, opened)
        if raw["many_strange"][0] > MOST_STRANGE:
            return None
        tally, length = empty_tally(self.plan), self.plan.session
        tally.units, tally.throws = end - first, int(raw["throws"][0])
        sessions = SessionCounts(raw, length, self.grain)
        for way, played in enumerate(tally.ways):
            counts = raw["counts"][way]
            played.counts = [row[: len(old)].tolist() for row, old in zip(counts, played.counts, strict=True)]
            for line, sums in enumerate(played.sums):
                sums.add(self._sums([_join_halves(part) for part in raw["sums"][way, line]]))
            for line, sums in enumerate(played.against_first):
                sums.add(self._sums([*(_join_halves(part) for part in raw["more"][way, line]), 0, 0, 0]))
            played.sessions = sessions.sessions_of(way)
            played.sessions.many = end // length - first // length
        return tally

    def _sums(self, parts: Sequence[int]) -> Sums:
        """Convert sums in grains to cents."""
        net, net2, staked, staked2, both = parts
        once, twice = self.grain, self.grain**2
        return Sums(net * once, net2 * twice, staked * once, staked2 * twice, both * twice)


class SessionCounts:
    """The statistics of sessions in the result arrays of a launch."""

    def __init__(self, raw: Mapping[str, Any], length: int, grain: int) -> None:
        self.raw, self.grain = raw, grain
        self.strange = raw["strange"].reshape(-1, 3)  # way, field and amount
        runs = length + 1
        self.begins = (0, WINDOW, 2 * WINDOW, 3 * WINDOW, 3 * WINDOW + runs, 3 * WINDOW + 2 * runs)
        self.all = self.begins[-1] + 1

    def sessions_of(self, way: int) -> Sessions:
        """Return the sessions of one strategy, converted to cents."""
        places = self.raw["places"] - way * self.all
        sessions = Sessions(open=self.raw["open"][way].tolist())
        for number, name in enumerate(FIELDS):
            chosen = (places >= self.begins[number]) & (places < self.begins[number + 1])
            scale, offset = (self.grain if number < 3 else 1), self.begins[number] + (WINDOW // 2 if number < 2 else 0)
            values: Frequencies = dict(
                zip(((places[chosen] - offset) * scale).tolist(), self.raw[OFTEN][chosen].tolist(), strict=True)
            )
            is_own = (self.strange[:, 0] == way) & (self.strange[:, 1] == number)
            for amount in self.strange[is_own, 2].tolist():
                values[amount * scale] = values.get(amount * scale, 0) + 1
            setattr(sessions, name, values)
        sessions.ruined = int(self.raw[OFTEN][places == self.begins[-1]].sum())
        return sessions


def tables_by_name(twins: Sequence[Twin]) -> dict[str, list[Any]]:
    """Return the tables of all strategies by name, one array per strategy. A strategy that does not use a table gets
    another one's array."""
    tables: dict[str, list[Any]] = {}
    for name in dict.fromkeys(name for twin in twins for name in twin.tables):
        arrays = [twin.tables[name] for twin in twins if name in twin.tables]
        tables[name] = [twin.tables.get(name, arrays[0]) for twin in twins]
    return tables


def _join_halves(halves: Any) -> int:
    """Return a sum from its lower and upper halves."""
    low, high = int(halves[0]), int(halves[1])
    return low + ((high - 2**64 if high >= 2**63 else high) << 32)
