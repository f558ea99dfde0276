"""What an action costs the store when there are few tables and when there are very many, most of them deleted long ago:
written, committed to the disk and marked in the checkpoint file. The first ratio
is to be about one; the second depends on what else uses the disk.

    make bench
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from pitboss.store.elsewhere import Anchoring
from pitboss.store.keeper import Keeper
from pitboss.store.rows import Batch, Line
from pitboss.store.store import Store

FEW, MANY = 11, 10_000
APPENDS = 1_000
SETTING = "{}".ljust(1_500)  # as long as a table's usually is


def make(store: Store, first: int, last: int) -> None:
    """Tables up to a number; of ten, nine are deleted again."""
    making = [store.create_table(f"Table {number}", SETTING) for number in range(first, last + 1)]
    made = [each.result() for each in making]
    taken = [(table, store.take(table)) for table in made if table > FEW and table % 10]
    for each in [store.put_away(table, future.result().epoch) for table, future in taken]:
        each.result()


def measured(store: Store, table: int, epoch: int) -> tuple[float, float]:
    """Milliseconds of one append: of the processor, on the thread that writes, and until it is on the disk."""
    spent, took = on_the_thread(store), []
    for _ in range(APPENDS):
        begun = time.perf_counter()
        store.append(Batch(table, epoch, [Line(1, {"line": "bench"})])).result()
        took.append(time.perf_counter() - begun)
    return 1000 * (on_the_thread(store) - spent) / APPENDS, 1000 * sorted(took)[APPENDS // 2]


def on_the_thread(store: Store) -> float:
    return store.submit(lambda db: time.thread_time()).result()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pitboss.db"
        keeper, store = Keeper(path, Anchoring()), Store(path)
        keeper.attach(store)
        make(store, 1, FEW)
        epoch = store.take(FEW).result().epoch
        keeper.note(store)  # as a server does every second
        few = measured(store, FEW, epoch)
        make(store, FEW + 1, MANY)
        keeper.note(store)
        many = measured(store, FEW, epoch)
        keeper.close(store)
        store.close()
        print("milliseconds of one append         processor   until it is on the disk")
        print(f"  {FEW:6,} tables                  {few[0]:10.3f}   {few[1]:10.3f}")
        print(f"  {MANY:6,} tables                  {many[0]:10.3f}   {many[1]:10.3f}")
        print(f"  times as long                  {many[0] / few[0]:10.2f}   {many[1] / few[1]:10.2f}")


if __name__ == "__main__":
    main()
