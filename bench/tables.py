"""Measure what an action costs the store with few tables and with very many, most of them deleted long ago: writing,
committing to the disk and marking in the checkpoint file. The first ratio should be about one; the second depends on
what else uses the disk.

    make bench
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from pitboss.store.chains.anchor_export import Anchoring
from pitboss.store.keeper import Keeper
from pitboss.store.row_types import Batch, Line
from pitboss.store.store import Store

FEW, MANY = 11, 10_000
APPENDS = 100  # appends in each turn
TURNS = 10  # turns of each database
SETTING = "{}".ljust(1_500)  # as long as a table's usually is


class Tables:
    """A database with this many tables, one of which is played at."""

    def __init__(self, path: Path, count: int) -> None:
        self.keeper, self.store = Keeper(path, Anchoring()), Store(path)
        self.keeper.attach(self.store)
        make_tables(self.store, count)
        self.epoch = self.store.tables.take(FEW).result().epoch
        self.keeper.note_heads(self.store)  # as a server does every second
        self.processor: list[float] = []  # milliseconds of one append on the thread that writes, turn by turn
        self.took: list[float] = []  # milliseconds until an append is on the disk

    def turn(self) -> None:
        """Append `APPENDS` times, each time after the previous append is on the disk."""
        before = writer_cpu_seconds(self.store)
        for _ in range(APPENDS):
            started = time.perf_counter()
            self.store.tables.append(Batch(FEW, self.epoch, [Line(1, {"line": "bench"})])).result()
            self.took.append(1000 * (time.perf_counter() - started))
        self.processor.append(1000 * (writer_cpu_seconds(self.store) - before) / APPENDS)

    def close(self) -> None:
        self.keeper.close(self.store)
        self.store.close()


def make_tables(store: Store, count: int) -> None:
    """Make tables with the numbers 1 to `count`, and delete nine of ten, except the first few."""
    creating = [store.tables.create(f"Table {number}", SETTING) for number in range(1, count + 1)]
    numbers = [future.result() for future in creating]
    taking = [(table, store.tables.take(table)) for table in numbers if table > FEW and table % 10]
    for deleting in [store.tables.put_away(table, future.result().epoch) for table, future in taking]:
        deleting.result()


def writer_cpu_seconds(store: Store) -> float:
    """Return the processor time of the thread that writes."""
    return store.submit(lambda db: time.thread_time()).result()


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        few, many = (Tables(Path(folder) / f"{number}.db", number) for number in (FEW, MANY))
        for _ in range(TURNS):  # in turns, so that other load on the machine affects both
            few.turn()
            many.turn()
        for tables in (few, many):
            tables.close()
    print("milliseconds of one append         processor   until it is on the disk")
    for number, tables in ((FEW, few), (MANY, many)):
        print(f"  {number:6,} tables                  {median(tables.processor):10.3f}   {median(tables.took):10.3f}")
    ratios = median(many.processor) / median(few.processor), median(many.took) / median(few.took)
    print(f"  times as long                  {ratios[0]:10.2f}   {ratios[1]:10.2f}")


if __name__ == "__main__":
    main()
