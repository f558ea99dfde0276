"""What an action costs the store when there are few tables and when there are very many, most of them deleted long ago:
written, committed to the disk and marked in the checkpoint file. The first ratio is to be about one; the second depends
on what else uses the disk.

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
APPENDS = 100  # in each turn
TURNS = 10  # of a database with few tables and one with many
SETTING = "{}".ljust(1_500)  # as long as a table's usually is


class Tables:
    """A database with so many tables, of which one is played at."""

    def __init__(self, path: Path, many: int) -> None:
        self.keeper, self.store = Keeper(path, Anchoring()), Store(path)
        self.keeper.attach(self.store)
        make(self.store, many)
        self.epoch = self.store.tables.take(FEW).result().epoch
        self.keeper.note_heads(self.store)  # as a server does every second
        self.processor: list[float] = []  # milliseconds of one append on the thread that writes, turn by turn
        self.took: list[float] = []  # milliseconds until an append is on the disk

    def turn(self) -> None:
        """Append so many times, each when the one before is on the disk."""
        spent = on_the_thread(self.store)
        for _ in range(APPENDS):
            begun = time.perf_counter()
            self.store.tables.append(Batch(FEW, self.epoch, [Line(1, {"line": "bench"})])).result()
            self.took.append(1000 * (time.perf_counter() - begun))
        self.processor.append(1000 * (on_the_thread(self.store) - spent) / APPENDS)

    def close(self) -> None:
        self.keeper.close(self.store)
        self.store.close()


def make(store: Store, many: int) -> None:
    """Tables up to a number; of ten, nine are deleted again, but for the first few."""
    making = [store.tables.create(f"Table {number}", SETTING) for number in range(1, many + 1)]
    made = [each.result() for each in making]
    taken = [(table, store.tables.take(table)) for table in made if table > FEW and table % 10]
    for each in [store.tables.put_away(table, future.result().epoch) for table, future in taken]:
        each.result()


def on_the_thread(store: Store) -> float:
    return store.submit(lambda db: time.thread_time()).result()


def middle(found: list[float]) -> float:
    return sorted(found)[len(found) // 2]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        few, many = (Tables(Path(folder) / f"{number}.db", number) for number in (FEW, MANY))
        for _ in range(TURNS):  # they take turns, so that whatever else the machine does meets both
            few.turn()
            many.turn()
        for each in (few, many):
            each.close()
    print("milliseconds of one append         processor   until it is on the disk")
    for number, each in ((FEW, few), (MANY, many)):
        print(f"  {number:6,} tables                  {middle(each.processor):10.3f}   {middle(each.took):10.3f}")
    ratios = middle(many.processor) / middle(few.processor), middle(many.took) / middle(few.took)
    print(f"  times as long                  {ratios[0]:10.2f}   {ratios[1]:10.2f}")


if __name__ == "__main__":
    main()
