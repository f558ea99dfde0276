"""Write out every round: a row for each unit, strategy, seat and wager, in this order.

A unit is a pure function of the seed and its number, so it is played again to be written. The file is the same however
many workers there are, and whether the run was resumed. Lines that are a sum or a part of other lines are left out, so
that the sums of all rows are the totals of the report.
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
    """A wager of a seat under one strategy. Its results are numbered in order of first occurrence."""

    def __init__(self, way: str, seat: int, ready: Ready, line: Line) -> None:
        self.way, self.seat, self.wager = way, seat, line.wager
        self.columns = [
            index for index, column in enumerate(ready.columns) if column.seat == seat and any(line.staked[index])
        ] or [index for index, column in enumerate(ready.columns) if column.seat == seat]
        self._ready, self._line = ready, line
        self._numbers: dict[tuple[int, ...], int] = {}
        self.outcomes: list[str] = []
        self.staked: list[int] = []
        self.net: list[int] = []

    def result_numbers(self, codes: Array) -> Array:
        """Return the number of each unit's result, given codes[column, unit]."""
        distinct, inverse = np.unique(codes[self.columns], axis=1, return_inverse=True)
        return np.array([self._number(tuple(row)) for row in distinct.T.tolist()], np.int64)[inverse.reshape(-1)]

    def _number(self, codes: tuple[int, ...]) -> int:
        """Return the number of a result, given its codes. Note its outcome, stake and net if it is new."""
        if codes not in self._numbers:
            self._numbers[codes] = len(self._numbers)
            pairs = list(zip(self.columns, codes, strict=True))
            self.outcomes.append("; ".join(self._ready.columns[index].outcomes[code] for index, code in pairs))
            self.staked.append(sum(self._line.staked[index][code] for index, code in pairs))
            self.net.append(sum(self._line.net[index][code] for index, code in pairs))
        return self._numbers[codes]

    def record(self, number: int) -> dict[str, Any]:
        """Return the cells of a result, by column."""
        values = (self.way, self.seat, self.wager, self.outcomes[number], self.staked[number], self.net[number])
        return dict(zip(FIELDS, values, strict=True))


class Sink(Protocol):
    """A file format that accepts rows."""

    def add(self, first: int, throws: list[int] | None, groups: Sequence[Group], numbers: Sequence[Array]) -> None:
        """Write the rows of the units from number `first` on: numbers[group][unit] are the results."""

    def close(self) -> None:
        """Finish the file."""


class Texts:
    """A text format. All of a row but the unit repeats again and again, so it is formatted once per result."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self._ends: dict[int, list[str]] = {}

    def add(self, first: int, throws: list[int] | None, groups: Sequence[Group], numbers: Sequence[Array]) -> None:
        """Write the rows of the units from number `first` on: numbers[group][unit] are the results."""
        columns = []
        for index, (group, number) in enumerate(zip(groups, numbers, strict=True)):
            ends = self._ends.setdefault(index, [])
            ends += [self.end(group.record(result)) for result in range(len(ends), len(group.outcomes))]
            columns.append([ends[result] for result in number.tolist()])
        begins = self.begins(first, throws, len(columns[0]))
        text = "".join(begin + end for begin, *ends in zip(begins, *columns, strict=True) for end in ends)
        self.file.write(text.encode())

    def begins(self, first: int, throws: list[int] | None, count: int) -> Iterator[str]:
        """Yield, for each of `count` units from number `first` on, the text with which its rows begin: the unit and its
        throws.
        """
        raise NotImplementedError

    def end(self, record: dict[str, Any]) -> str:
        """Return the rest of a row, after the unit and its throws, from a result's cells."""
        raise NotImplementedError

    def close(self) -> None:
        """Finish the file, which needs nothing more."""


class Csv(Texts):
    """The CSV format."""

    def __init__(self, file: BinaryIO, throws: bool) -> None:
        super().__init__(file)
        file.write((",".join(("unit", *(("throws",) if throws else ()), *FIELDS)) + "\n").encode())

    def begins(self, first: int, throws: list[int] | None, count: int) -> Iterator[str]:
        """Yield, for each of `count` units from number `first` on, the cells with which its rows begin: the unit and
        its throws.
        """
        units = range(first, first + count)
        if throws is None:
            return (f"{unit}," for unit in units)
        return (f"{unit},{times}," for unit, times in zip(units, throws, strict=True))

    def end(self, record: dict[str, Any]) -> str:
        """Return a result's cells as the rest of a CSV line, with its line end."""
        text = io.StringIO()
        cells = [as_text(value) if isinstance(value, str) else value for value in record.values()]
        csv.writer(text, lineterminator="\n").writerow(cells)
        return text.getvalue()


class Jsonl(Texts):
    """The format with a JSON object on each line."""

    def begins(self, first: int, throws: list[int] | None, count: int) -> Iterator[str]:
        """Yield, for each of `count` units from number `first` on, the keys with which its rows begin: the unit and its
        throws.
        """
        units = range(first, first + count)
        if throws is None:
            return (f'{{"unit":{unit},' for unit in units)
        return (f'{{"unit":{unit},"throws":{times},' for unit, times in zip(units, throws, strict=True))

    def end(self, record: dict[str, Any]) -> str:
        """Return a result's cells as the rest of a JSON object, with its closing brace and line end."""
        return msgspec.json.encode(record).decode()[1:] + "\n"


def arrow() -> tuple[ModuleType, ModuleType]:
    """Import the modules that write Parquet. Raises ImportError with advice if they are not installed."""
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
    """The Parquet format."""

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
        """Write the rows of the units from number `first` on: numbers[group][unit] are the results."""
        count = len(numbers[0])
        words = list(dict.fromkeys(word for group in groups for word in (group.way, group.wager, *group.outcomes)))
        number_of = {word: number for number, word in enumerate(words)}

        def side_by_side(columns: list[Any]) -> Array:
            """Return columns, one per group, interleaved into one column in order of units."""
            return np.stack([np.broadcast_to(column, count) for column in columns], axis=1).reshape(-1)

        def in_words(columns: list[Any]) -> Any:
            """Return columns of indices into `words`, interleaved into one column of words."""
            return self.arrow.DictionaryArray.from_arrays(side_by_side(columns).astype(np.int32), words)

        def value_by_unit(values: Sequence[Sequence[int]]) -> list[Array]:
            """Return a table's value for the result of each unit, by group."""
            return [np.array(by_result, np.int64)[number] for by_result, number in zip(values, numbers, strict=True)]

        outcomes = value_by_unit([[number_of[word] for word in group.outcomes] for group in groups])
        arrays = [
            np.repeat(np.arange(first, first + count), len(groups)),
            *(() if throws is None else (np.repeat(np.array(throws, np.int64), len(groups)),)),
            in_words([number_of[group.way] for group in groups]),
            side_by_side([group.seat for group in groups]).astype(np.int16),
            in_words([number_of[group.wager] for group in groups]),
            in_words(outcomes),
            side_by_side(value_by_unit([group.staked for group in groups])),
            side_by_side(value_by_unit([group.net for group in groups])),
        ]
        self.writer.write_table(self.arrow.Table.from_arrays(list(map(self.arrow.array, arrays)), schema=self.schema))

    def close(self) -> None:
        """Finish the file."""
        self.writer.close()


ENDINGS = (".csv", ".jsonl", ".parquet")


def check_form(path: Path) -> None:
    """Raise ImpossibleError before anything is played if no file can be written with this extension."""
    if path.suffix.lower() not in ENDINGS:
        raise ImpossibleError(f"{path} should end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
    if path.suffix.lower() == ".parquet":
        arrow()


def open_sink(form: str, file: BinaryIO, throws: bool) -> Sink:
    """Return the writer for a file extension."""
    match form.lower():
        case ".csv":
            return Csv(file, throws)
        case ".jsonl":
            return Jsonl(file)
    return Parquet(file, throws)


class Writer:
    """Writes the units of a plan to a file, one after the other."""

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
        """Write the units that are not written yet, up to but not including number `units`."""
        while self.units < units:
            count = min(BATCH, units - self.units)
            self._write(count)
            self.units += count

    def _write(self, count: int) -> None:
        """Play the next `count` units and write their rows."""
        groups, numbers = [], []
        throws = None
        for ready, own_groups in zip(self.plan.ready, self.groups, strict=True):
            codes = np.zeros((len(ready.columns), count), np.uint16)
            thrown = self._play(ready, codes)
            throws = thrown if throws is None else throws
            groups += own_groups
            numbers += [group.result_numbers(codes) for group in own_groups]
        self.sink.add(self.units, throws, groups, numbers)
        self.rows += count * len(groups)

    def _play(self, ready: Ready, codes: Array) -> list[int] | None:
        """Play the next units and fill codes[column, unit]. Return the number of throws of each unit, or None at a game
        without dice. Throws are known only for a unit that is played by itself."""
        if not self.dice:
            ready.play(self.plan.seed, self.units, codes)
            return None
        throws, single = [], np.zeros((len(ready.columns), 1), np.uint16)
        for unit in range(codes.shape[1]):
            throws.append(ready.play(self.plan.seed, self.units + unit, single))
            codes[:, unit] = single[:, 0]
        return throws

    def close(self) -> None:
        """Finish the file."""
        self.sink.close()


def check_room(plan: Plan, path: Path, units: int) -> None:
    """Raise ImpossibleError if the disk has no room for this many rounds. The size is estimated from the first ones."""
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


def format_size(count: int) -> str:
    """Format a number of bytes in kB, MB or GB."""
    unit, name = next(((unit, name) for unit, name in ((10**9, "GB"), (10**6, "MB")) if count >= unit), (1_000, "kB"))
    return f"{count / unit:,.1f} {name}"
