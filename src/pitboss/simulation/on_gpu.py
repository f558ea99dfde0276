"""Units played on a graphics card: the same integers as `run` has them, many more at once.

Every thread of the card plays whole sessions. A launch has as many sessions as the card has threads, or a multiple.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pitboss.numeric import compiled as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.model import ImpossibleError
from pitboss.numeric.gpu.twin import HERE, OFTEN, THREADS, Shapes, Text, Twin, put_together, round_keys, selected
from pitboss.numeric.hands import I8
from pitboss.numeric.tally import STATE
from pitboss.simulation.adding import MOST, most_of, widened
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import in_grains, longest_session, nothing, ruin_below
from pitboss.simulation.tallies import Often, Sessions, Sums, Tally

LONGEST = 2**14  # units of a session, for one thread plays it
WINDOW = 2**20  # amounts that sessions may come to and that are counted; others are written down one by one
MOST_STRANGE = 2**20  # of them
FLUSH = 2**10  # units whose sums a thread keeps before it hands them over
MOST_EACH = 2**21  # units that a thread plays in one launch, so that nothing that it counts overflows
LAUNCH = 0.2  # seconds that a launch should take at least
FIELDS = ("won", "table", "drop", "wins", "losses")  # of sessions
PARTS = 5  # of sums over rounds


class Playing(Protocol):
    """A compiled twin: plays units from the first to before the end, and tells what it found."""

    def __call__(self, first: int, end: int, opened: Any) -> Mapping[str, Any]: ...


class Machine(Protocol):
    """What twins are compiled for."""

    name: str
    room: int  # bytes of memory close to the threads

    @property
    def threads(self) -> int:
        """How many sessions it plays at once."""

    def compiled(self, text: Text, keys: Any, shapes: Shapes) -> Playing: ...


class Paid(NamedTuple):
    """What codes are worth, in grains, by way: [line, column, code], columns that are paid alike once."""

    net: list[I8]
    staked: list[I8]
    like: list[int]  # by column: which of them
    most: int

    @classmethod
    def of(cls, net: Sequence[I8], staked: Sequence[I8]) -> Paid:
        most = most_of([*net, *staked])
        codes = max(each.shape[2] for each in net)
        every = np.stack([widened(each, codes) for each in (*net, *staked)])  # [way, line, column, code]
        different: list[int] = []
        like = []
        for column in range(every.shape[2]):
            same = [at for at, other in enumerate(different) if np.array_equal(every[:, :, column], every[:, :, other])]
            like.append(same[0] if same else len(different))
            if not same:
                different.append(column)
        kept = list(every[:, :, different])
        return cls(kept[: len(net)], kept[len(net) :], like, most)

    def fitted(self, table: I8, times: int = 1) -> Any:
        """In 32 bits if nothing that so many rounds come to needs more."""
        return table if self.most * times >= 2**31 else table.astype(np.int32)


class Twins:
    """The twins of a plan's ways to play, compiled as one."""

    def __init__(self, plan: Plan, machine: Machine) -> None:
        self.plan, self.machine, ready = plan, machine, plan.ready
        self.grain, net, staked = in_grains(ready)
        self.columns, self.lines = len(ready[0].columns), len(ready[0].lines)
        self.codes = max(each.shape[2] for each in net)
        made = [each.twin() for each in ready if each.twin is not None]
        self.check(made, net, staked)
        self.strange = max(MOST_STRANGE, 3 * machine.threads * len(ready))
        counters = 4 * len(ready) * self.columns * self.codes
        paid = Paid.of(net, staked)
        tables = {"worth": [paid.fitted(each[-1], plan.session) for each in paid.net]}
        if self.columns > 1 or len(ready) > 1:
            tables["net"] = [paid.fitted(each) for each in paid.net]
            tables["staked"] = [paid.fitted(each) for each in paid.staked]
        sizes = {**made[0].sizes, **self.sizes(), **self.paid(paid)}
        sizes["MONEY"] = tables["worth"][0].dtype.str[1:]
        tables |= {name: [twin.tables[name] for twin in made] for name in made[0].tables}
        sources = [HERE / "draws.cu", made[0].source, HERE / "tally.cu"]
        self.text = put_together(sources, sizes, tables, counters, machine.room)
        self.program = machine.compiled(self.text, round_keys(plan.seed), self.shapes())

    def going(self, units: int, so_far: Tally | None = None) -> Generator[Tally]:
        """As `run.going`."""
        found, length = nothing(self.plan) if so_far is None else so_far, self.plan.session
        self.play(0, 1, nothing(self.plan))  # brings the card up to speed
        yield found
        times = 1
        while found.units < units:
            begun, first = time.monotonic(), found.units
            end = min(units, (first // length + self.machine.threads * times) * length)
            more = self.play(first, end, found)
            if more is None:
                times = max(1, times // 2)
                continue
            found.add(more)
            if time.monotonic() - begun < LAUNCH:
                times = max(1, min(2 * times, MOST_EACH // length))
            yield found

    def check(self, made: Sequence[Twin], net: Sequence[I8], staked: Sequence[I8]) -> None:
        """What a card cannot play, or not all at once."""
        if len(made) < len(self.plan.ready):
            raise ImpossibleError(f"{self.plan.study.game.name} has no twin for a graphics card")
        if any(twin.sizes != made[0].sizes for twin in made):
            raise ImpossibleError("a graphics card cannot play these strategies side by side; name one at a time")
        if self.plan.session > (longest := min(LONGEST, longest_session(net))):
            raise ImpossibleError(
                f"a session of {self.plan.session:,} rounds is too long for a graphics card; ask for {longest:,} at "
                "most"
            )
        if most_of([*net, *staked]) ** 2 * FLUSH > MOST:
            raise ImpossibleError("these bets are too large to be added up on a graphics card; bet less")

    def sizes(self) -> dict[str, int | str]:
        plan = self.plan
        own = [column.seat == 1 for column in plan.ready[0].columns]
        return {
            "THREADS": THREADS,
            "WAYS": len(plan.ready),
            "SEATS": plan.seats,
            "COLUMNS": self.columns,
            "CODES": self.codes,
            "LINES": self.lines,
            "SUMMED": int(self.columns > 1),
            "LENGTH": f"{plan.session}ull",
            "RUNS": plan.session + 1,
            "WINDOW": WINDOW,
            "MOST_STRANGE": self.strange,
            "FLUSH": FLUSH,
            "ALONE": int(all(own)),
            "OWNED(column)": selected("column", [int(each) for each in own]),
        }

    def paid(self, paid: Paid) -> dict[str, int | str]:
        plan = self.plan
        return {
            "DIFFERENT": max(paid.like) + 1,
            "LIKE(column)": selected("column", paid.like),
            "RUIN_MATTERS": int(plan.bankroll > 0),
            "RUIN": selected("way", [ruin_below(plan, each, self.grain) for each in plan.ready]),
        }

    def shapes(self) -> Shapes:
        ways = len(self.plan.ready)
        fields = 3 * WINDOW + 2 * (self.plan.session + 1) + 1
        return {
            "counts": ((ways, self.columns, self.codes), np.uint64),
            "sums": ((ways, self.lines, PARTS, 2), np.uint64),
            "more": ((ways, self.lines, 2, 2), np.uint64),
            "throws": ((1,), np.uint64),
            OFTEN: ((ways * fields,), np.uint32),
            "strange": ((3 * self.strange,), np.int64),
            "many_strange": ((1,), np.uint32),
            "opened": ((ways, STATE), np.int64),
            "open": ((ways, STATE), np.int64),
        }

    def play(self, first: int, end: int, before: Tally) -> Tally | None:
        """Of these units alone, but for the session that was open `before` them. None if that was too much at once."""
        opened = np.array([each.sessions.open or [0] * STATE for each in before.ways], np.int64)
        raw = self.program(first, end, opened)
        if raw["many_strange"][0] > self.strange:
            return None
        found, length = nothing(self.plan), self.plan.session
        found.units, found.throws = end - first, int(raw["throws"][0])
        sessions = Told(raw, length, self.grain)
        for way, played in enumerate(found.ways):
            counts = raw["counts"][way]
            played.counts = [row[: len(had)].tolist() for row, had in zip(counts, played.counts, strict=True)]
            for at, sums in enumerate(played.sums):
                sums.add(self._sums([_whole(part) for part in raw["sums"][way, at]]))
            for at, sums in enumerate(played.against_first):
                sums.add(self._sums([*(_whole(part) for part in raw["more"][way, at]), 0, 0, 0]))
            played.sessions = sessions.of(way)
            played.sessions.many = end // length - first // length
        return found

    def _sums(self, parts: Sequence[int]) -> Sums:
        net, net2, staked, staked2, both = parts
        once, twice = self.grain, self.grain**2
        return Sums(net * once, net2 * twice, staked * once, staked2 * twice, both * twice)


class Told:
    """What sessions were like, from what the card counted and wrote down."""

    def __init__(self, raw: Mapping[str, Any], length: int, grain: int) -> None:
        self.raw, self.grain = raw, grain
        self.strange = raw["strange"].reshape(-1, 3)  # way, field and amount
        runs = length + 1
        self.begins = (0, WINDOW, 2 * WINDOW, 3 * WINDOW, 3 * WINDOW + runs, 3 * WINDOW + 2 * runs)
        self.all = self.begins[-1] + 1

    def of(self, way: int) -> Sessions:
        where = self.raw["places"] - way * self.all
        found = Sessions(open=self.raw["open"][way].tolist())
        for at, name in enumerate(FIELDS):
            chosen = (where >= self.begins[at]) & (where < self.begins[at + 1])
            times, less = (self.grain if at < 3 else 1), self.begins[at] + (WINDOW // 2 if at < 2 else 0)
            values: Often = dict(
                zip(((where[chosen] - less) * times).tolist(), self.raw[OFTEN][chosen].tolist(), strict=True)
            )
            mine = (self.strange[:, 0] == way) & (self.strange[:, 1] == at)
            for amount in self.strange[mine, 2].tolist():
                values[amount * times] = values.get(amount * times, 0) + 1
            setattr(found, name, values)
        found.ruined = int(self.raw[OFTEN][where == self.begins[-1]].sum())
        return found


def _whole(halves: Any) -> int:
    """A sum of its lower and upper halves."""
    low, high = int(halves[0]), int(halves[1])
    return low + ((high - 2**64 if high >= 2**63 else high) << 32)
