"""Every round written out: a row for each unit, way to play, seat and wager, in this order.

A unit is a pure function of the seed and its number, so it is played again to be written: however many workers there
are, and whether the run is whole or resumed, the file is the same. A line that adds up others or is a part of another
is left out, so that the sums of all rows are the totals of the summary.
"""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO, Protocol

import msgspec

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.analysis.frames import as_text
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Array, Line, Ready
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import BATCH

SAMPLE = 5_000  # units by which the size of a file is estimated
FIELDS = ("strategy", "seat", "wager", "outcome", "staked_cents", "net_cents")


class Group:
    """A wager of a seat under one way to play. What can become of it has a number, in the order in which it came."""

    def __init__(self, way: str, seat: int, ready: Ready, line: Line) -> None:
        self.way, self.seat, self.wager = way, seat, line.wager
        self.columns = [
            at for at, column in enumerate(ready.columns) if column.seat == seat and any(line.staked[at])
        ] or [at for at, column in enumerate(ready.columns) if column.seat == seat]
        self._ready, self._line = ready, line
        self._numbers: dict[tuple[int, ...], int] = {}
        self.outcomes: list[str] = []
        self.staked: list[int] = []
        self.net: list[int] = []

    def result_numbers(self, codes: Array) -> Array:
        """For each unit the number of what became of it."""
        seen, which = np.unique(codes[self.columns], axis=1, return_inverse=True)
        return np.array([self._number(tuple(each)) for each in seen.T.tolist()], np.int64)[which.reshape(-1)]

    def _number(self, codes: tuple[int, ...]) -> int:
        if codes not in self._numbers:
            self._numbers[codes] = len(self._numbers)
            came = list(zip(self.columns, codes, strict=True))
            self.outcomes.append("; ".join(self._ready.columns[at].outcomes[code] for at, code in came))
            self.staked.append(sum(self._line.staked[at][code] for at, code in came))
            self.net.append(sum(self._line.net[at][code] for at, code in came))
        return self._numbers[codes]

    def record(self, number: int) -> dict[str, Any]:
        values = (self.way, self.seat, self.wager, self.outcomes[number], self.staked[number], self.net[number])
        return dict(zip(FIELDS, values, strict=True))


class Sink(Protocol):
    """A form of file that takes rows."""

    def add(self, first: int, throws: list[int] | None, groups: Sequence[Group], numbers: Sequence[Array]) -> None:
        """Units from `first` on, with the number of what became of each group."""

    def close(self) -> None:
        """No more will come."""


class Texts:
    """Rows as text. All but the number of the unit is the same again and again, so it is made once."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self._ends: dict[int, list[str]] = {}

    def add(self, first: int, throws: list[int] | None, groups: Sequence[Group], numbers: Sequence[Array]) -> None:
        columns = []
        for at, (group, number) in enumerate(zip(groups, numbers, strict=True)):
            ends = self._ends.setdefault(at, [])
            ends += [self.end(group.record(new)) for new in range(len(ends), len(group.outcomes))]
            columns.append([ends[each] for each in number.tolist()])
        begins = self.begins(first, throws, len(columns[0]))
        text = "".join(begin + end for begin, *ends in zip(begins, *columns, strict=True) for end in ends)
        self.file.write(text.encode())

    def begins(self, first: int, throws: list[int] | None, many: int) -> Iterator[str]:
        raise NotImplementedError

    def end(self, record: dict[str, Any]) -> str:
        raise NotImplementedError

    def close(self) -> None:
        pass


class Csv(Texts):
    def __init__(self, file: BinaryIO, throws: bool) -> None:
        super().__init__(file)
        file.write((",".join(("unit", *(("throws",) if throws else ()), *FIELDS)) + "\n").encode())

    def begins(self, first: int, throws: list[int] | None, many: int) -> Iterator[str]:
        units = range(first, first + many)
        if throws is None:
            return (f"{unit}," for unit in units)
        return (f"{unit},{thrown}," for unit, thrown in zip(units, throws, strict=True))

    def end(self, record: dict[str, Any]) -> str:
        text = io.StringIO()
        cells = [as_text(value) if isinstance(value, str) else value for value in record.values()]
        csv.writer(text, lineterminator="\n").writerow(cells)
        return text.getvalue()


class Jsonl(Texts):
    def begins(self, first: int, throws: list[int] | None, many: int) -> Iterator[str]:
        units = range(first, first + many)
        if throws is None:
            return (f'{{"unit":{unit},' for unit in units)
        return (f'{{"unit":{unit},"throws":{thrown},' for unit, thrown in zip(units, throws, strict=True))

    def end(self, record: dict[str, Any]) -> str:
        return msgspec.json.encode(record).decode()[1:] + "\n"


def arrow() -> tuple[ModuleType, ModuleType]:
    """The modules that write Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as missing:
        raise ImportError(
            f"a .parquet file needs pyarrow, and {missing.name} is not installed; install it with: pip install "
            "'pitboss[parquet]', or write a .csv or .jsonl file"
        ) from missing
    return pyarrow, pyarrow.parquet


class Parquet:
    def __init__(self, file: BinaryIO, throws: bool) -> None:
        self.arrow, parquet = arrow()
        word = self.arrow.dictionary(self.arrow.int32(), self.arrow.string())
        kinds = (word, self.arrow.int16(), word, word, self.arrow.int64(), self.arrow.int64())
        fields = [("unit", self.arrow.int64()), *zip(FIELDS, kinds, strict=True)]
        if throws:
            fields.insert(1, ("throws", self.arrow.int64()))
        self.schema = self.arrow.schema(fields)
        self.writer = parquet.ParquetWriter(file, self.schema)

    def add(self, first: int, throws: list[int] | None, groups: Sequence[Group], numbers: Sequence[Array]) -> None:
        many = len(numbers[0])
        words = list(dict.fromkeys(word for group in groups for word in (group.way, group.wager, *group.outcomes)))
        number_of = {word: number for number, word in enumerate(words)}

        def side_by_side(columns: list[Any]) -> Array:
            return np.stack([np.broadcast_to(column, many) for column in columns], axis=1).reshape(-1)

        def in_words(columns: list[Any]) -> Any:
            return self.arrow.DictionaryArray.from_arrays(side_by_side(columns).astype(np.int32), words)

        def of(values: Sequence[Sequence[int]]) -> list[Array]:
            return [np.array(each, np.int64)[number] for each, number in zip(values, numbers, strict=True)]

        outcomes = of([[number_of[word] for word in group.outcomes] for group in groups])
        arrays = [
            np.repeat(np.arange(first, first + many), len(groups)),
            *(() if throws is None else (np.repeat(np.array(throws, np.int64), len(groups)),)),
            in_words([number_of[group.way] for group in groups]),
            side_by_side([group.seat for group in groups]).astype(np.int16),
            in_words([number_of[group.wager] for group in groups]),
            in_words(outcomes),
            side_by_side(of([group.staked for group in groups])),
            side_by_side(of([group.net for group in groups])),
        ]
        self.writer.write_table(self.arrow.Table.from_arrays(list(map(self.arrow.array, arrays)), schema=self.schema))

    def close(self) -> None:
        self.writer.close()


ENDINGS = (".csv", ".jsonl", ".parquet")


def check_form(path: Path) -> None:
    """Before anything is played for it."""
    if path.suffix.lower() not in ENDINGS:
        raise ImpossibleError(f"{path} should end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
    if path.suffix.lower() == ".parquet":
        arrow()


def open_sink(form: str, file: BinaryIO, throws: bool) -> Sink:
    match form.lower():
        case ".csv":
            return Csv(file, throws)
        case ".jsonl":
            return Jsonl(file)
    return Parquet(file, throws)


class Writer:
    """The units of a plan, one after the other, to a file of a form."""

    def __init__(self, plan: Plan, form: str, file: BinaryIO) -> None:
        self.plan = plan
        first = plan.ready[0]
        self.dice = bool(first.play(plan.seed, 0, np.zeros((len(first.columns), 1), np.uint16)))  # then throws are told
        self.sink = open_sink(form, file, self.dice)
        self.groups = [
            [
                Group(way.name, seat, ready, line)
                for seat in range(1, plan.seats + 1)
                for line in ready.lines
                if line.role == "wager"
            ]
            for way, ready in zip(plan.ways, plan.ready, strict=True)
        ]
        self.units = self.rows = 0

    def write_until(self, units: int) -> None:
        """Those that are still to be written before this one."""
        while self.units < units:
            many = min(BATCH, units - self.units)
            self._write(many)
            self.units += many

    def _write(self, many: int) -> None:
        groups, numbers = [], []
        throws = None
        for ready, mine in zip(self.plan.ready, self.groups, strict=True):
            codes = np.zeros((len(ready.columns), many), np.uint16)
            thrown = self._play(ready, codes)
            throws = thrown if throws is None else throws
            groups += mine
            numbers += [group.result_numbers(codes) for group in mine]
        self.sink.add(self.units, throws, groups, numbers)
        self.rows += many * len(groups)

    def _play(self, ready: Ready, codes: Array) -> list[int] | None:
        """How often each unit threw, which only a unit that is played by itself tells."""
        if not self.dice:
            ready.play(self.plan.seed, self.units, codes)
            return None
        throws, one = [], np.zeros((len(ready.columns), 1), np.uint16)
        for unit in range(codes.shape[1]):
            throws.append(ready.play(self.plan.seed, self.units + unit, one))
            codes[:, unit] = one[:, 0]
        return throws

    def close(self) -> None:
        self.sink.close()


def check_room(plan: Plan, path: Path, units: int) -> None:
    """Whether the disk holds so many rounds. The size is estimated from the first ones."""
    room, sample = io.BytesIO(), min(units, SAMPLE)
    writer = Writer(plan, path.suffix, room)
    writer.write_until(sample)
    writer.close()
    needed, free = room.tell() * units // sample, shutil.disk_usage(path.parent).free
    if needed > free:
        raise ImpossibleError(
            f"{units:,} rounds in {path} would take about {format_size(needed)}, and {format_size(free)} are free; "
            "ask for fewer rounds" + ("" if path.suffix.lower() == ENDINGS[-1] else ", or write a .parquet file")
        )


def format_size(many: int) -> str:
    """So many bytes, in a unit of which there are some."""
    unit, name = next(((unit, name) for unit, name in ((10**9, "GB"), (10**6, "MB")) if many >= unit), (1_000, "kB"))
    return f"{many / unit:,.1f} {name}"
