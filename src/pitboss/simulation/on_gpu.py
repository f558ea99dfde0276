"""Units played on a graphics card: the same integers as `run` has them, many more at once.

Every thread of the card plays whole sessions. A launch has as many sessions as the card has threads, or a multiple.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Protocol

from pitboss.numeric import compiled as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.model import ImpossibleError
from pitboss.numeric.gpu.twin import HERE, Text, put_together, round_keys, selected
from pitboss.numeric.hands import I8
from pitboss.numeric.tally import STATE
from pitboss.simulation.adding import MOST, most_of
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import in_grains, longest_session, nothing, ruin_below
from pitboss.simulation.tallies import Often, Sessions, Sums, Tally

LONGEST = 2**14  # units of a session that one thread plays
WINDOW = 2**17  # amounts that sessions may come to and are counted at once; the few others are written down
FLUSH = 2**10  # units whose sums a thread keeps before it hands them over
PARTS, FIELDS = 5, ("won", "table", "drop", "wins", "losses")
MOST_EACH = 2**21  # units that a thread plays in one launch
LAUNCH = 0.3  # seconds that a launch should take
COPIES = 8


class Playing(Protocol):
    """A compiled twin: plays units from the first to before the end, and fills the arrays."""

    def __call__(self, first: int, end: int, arrays: Mapping[str, Any]) -> None: ...


class Machine(Protocol):
    """What twins are compiled for."""

    room: int  # bytes of memory close to the threads

    @property
    def threads(self) -> int: ...

    def compiled(self, text: Text, keys: Any) -> Playing: ...


def going_on_gpu(plan: Plan, units: int, so_far: Tally | None, machine: Machine) -> Generator[Tally]:
    """As `run.going`."""
    found = nothing(plan) if so_far is None else so_far
    twins = Twins(plan, machine)
    twins.play(0, 1, nothing(plan))  # compiles what was not, and brings the card up to speed
    yield found
    times = 1
    while found.units < units:
        first = found.units
        whole = first // plan.session * plan.session
        end = min(units, whole + machine.threads * plan.session * times)
        begun = time.monotonic()
        found.add(twins.play(first, end, found))
        took = time.monotonic() - begun
        times = max(1, min(2 * times if took < LAUNCH / 2 else times, MOST_EACH // plan.session))
        yield found


class Twins:
    """The twins of a plan's ways to play, compiled as one."""

    def __init__(self, plan: Plan, machine: Machine) -> None:
        self.plan, ready = plan, plan.ready
        self.grain, net, staked = in_grains(ready)
        made = [each.twin() for each in ready if each.twin is not None]
        if len(made) < len(ready):
            raise ImpossibleError(f"{plan.study.game.name} has no twin for a graphics card; leave out --device gpu")
        if any(twin.sizes != made[0].sizes for twin in made):
            raise ImpossibleError("these strategies cannot be played together on a graphics card; leave out --device gpu")
        if plan.session > min(LONGEST, longest_session(net)):
            raise ImpossibleError(
                f"a session of {plan.session:,} rounds is too long for a graphics card; ask for "
                f"{min(LONGEST, longest_session(net)):,} at most, or leave out --device gpu"
            )
        most = most_of([*net, *staked])
        if most**2 * FLUSH > MOST:
            raise ImpossibleError("these bets are too large to be added up on a graphics card; leave out --device gpu")
        self.columns, self.lines = len(ready[0].columns), len(ready[0].lines)
        self.codes = max(each.shape[2] for each in net)
        self.summed = self.columns > 1
        counters = len(ready) * self.columns * self.codes
        copies = max((many for many in (32, 16, 8, 4, 2, 1) if many <= COPIES and 4 * counters * many <= machine.room // 6), default=1)
        tables = {"worth": [self._fitted(each[-1], most * plan.session) for each in net]}
        tables |= {name: [twin.tables[name] for twin in made] for name in made[0].tables}
        if self.summed or len(ready) > 1:
            tables["net"] = [self._fitted(each, most) for each in net]
            tables["staked"] = [self._fitted(each, most) for each in staked]
        sizes: dict[str, int | str] = {
            **made[0].sizes,
            "WAYS": len(ready),
            "SEATS": plan.seats,
            "COLUMNS": self.columns,
            "CODES": self.codes,
            "LINES": self.lines,
            "SUMMED": int(self.summed),
            "LENGTH": f"{plan.session}ull",
            "RUNS": plan.session + 1,
            "WINDOW": WINDOW,
            "COPIES": copies,
            "THREADS": 1024,
            "MONEY": tables["worth"][0].dtype.str[1:],
            "ALONE": int(all(column.seat == 1 for column in ready[0].columns)),
            "OWNED(column)": selected("column", [int(column.seat == 1) for column in ready[0].columns]),
            "RUIN_MATTERS": int(plan.bankroll > 0),
            "RUIN": selected("way", [ruin_below(plan, each, self.grain) for each in ready]),
            "FIRST_NET(at)": "FIRST_net(at)",
        }
        sources = [HERE / "draws.cu", made[0].source, HERE / "tally.cu"]
        aligned = -(-4 * counters * copies // 16) * 16
        self.text = put_together(sources, sizes, tables, aligned, machine.room)
        self.program = machine.compiled(self.text, round_keys(plan.seed))

    def _fitted(self, table: I8, most: int) -> Any:
        """Every code in as many places, in 32 bits if nothing that is added up needs more."""
        wide = np.zeros((*table.shape[:-1], self.codes), np.int64)
        wide[..., : table.shape[-1]] = table
        return wide if most >= 2**31 else wide.astype(np.int32)

    def play(self, first: int, end: int, before: Tally) -> Tally:
        """Of these units alone, but for the session that was open `before` them."""
        ways, length = len(self.plan.ready), self.plan.session
        sessions = -(-end // length) - first // length
        fields = 3 * WINDOW + 2 * (length + 1) + 1
        arrays = {
            "counts": np.zeros((ways, self.columns, self.codes), np.uint64),
            "sums": np.zeros((ways, self.lines, PARTS, 2), np.uint64),
            "more": np.zeros((ways, self.lines, 2, 2), np.uint64),
            "throws": np.zeros(1, np.uint64),
            "often": np.zeros((ways, fields), np.uint32),
            "strange": np.zeros(3 * 3 * sessions * ways, np.int64),
            "many_strange": np.zeros(1, np.uint32),
            "opened": np.array([each.sessions.open or [0] * STATE for each in before.ways], np.int64),
            "open": np.zeros((ways, STATE), np.int64),
        }
        self.program(first, end, arrays)
        found = nothing(self.plan)
        found.units, found.throws = end - first, int(arrays["throws"][0])
        strange = arrays["strange"][: 3 * int(arrays["many_strange"][0])].reshape(-1, 3)
        for way, played in enumerate(found.ways):
            counts = arrays["counts"][way]
            played.counts = [row[: len(had)].tolist() for row, had in zip(counts, played.counts, strict=True)]
            for sums, parts in zip(played.sums, arrays["sums"][way], strict=False):
                sums.add(self._sums([_whole(part) for part in parts]))
            for sums, parts in zip(played.against_first, arrays["more"][way], strict=False):
                sums.add(self._sums([*(_whole(part) for part in parts), 0, 0, 0]))
            played.sessions = self._sessions(
                arrays["often"][way], strange[strange[:, 0] == way, 1:], arrays["open"][way].tolist()
            )
            played.sessions.many = end // length - first // length
        return found

    def _sums(self, parts: Sequence[int]) -> Sums:
        net, net2, staked, staked2, both = parts
        once, twice = self.grain, self.grain**2
        return Sums(net * once, net2 * twice, staked * once, staked2 * twice, both * twice)

    def _sessions(self, often: Any, strange: Any, opened: list[int]) -> Sessions:
        found = Sessions(open=opened, ruined=int(often[-1]))
        runs = self.plan.session + 1
        begins = (0, WINDOW, 2 * WINDOW, 3 * WINDOW, 3 * WINDOW + runs, 3 * WINDOW + 2 * runs)
        for at, name in enumerate(FIELDS):
            window = often[begins[at] : begins[at + 1]]
            lowest, times = (-WINDOW // 2 if at < 2 else 0), self.grain if at < 3 else 1
            (which,) = window.nonzero()
            values: Often = {(int(each) + lowest) * times: int(window[each]) for each in which}
            for value in strange[strange[:, 0] == at, 1].tolist():
                values[value * times] = values.get(value * times, 0) + 1
            setattr(found, name, dict(sorted(values.items())))
        return found


def _whole(halves: Any) -> int:
    """A sum of its lower and upper halves."""
    low, high = int(halves[0]), int(halves[1])
    return low + ((high - 2**64 if high >= 2**63 else high) << 32)
