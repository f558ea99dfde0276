"""The source of a twin: what a game's kernel does, once more in C, put together with draws and tally.

The text is for the card's compiler (CUDA's), and for any C compiler: then one processor plays it, which is how machines
without a card test it. Sizes are constants of the text. Tables are in the card's memory; those that fit are brought
close to the threads first (shared memory), in the order in which a game names them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.numeric.draws import LOW, W0, W1

HERE = Path(__file__).parent
ALIGNED = 16  # bytes
OFTEN = "often"  # the array that is mostly empty
Shapes: TypeAlias = Mapping[str, tuple[tuple[int, ...], type]]  # of what is found, in the order of the source


@dataclass(frozen=True)
class Twin:
    """What a game hands over: its source, the sizes that it is compiled for, and its tables, those that are looked at
    most often first."""

    source: Path
    sizes: Mapping[str, int | str]
    tables: Mapping[str, NDArray[Any]]
    shares: bool = False  # whether the seats know each other's cards


@dataclass(frozen=True)
class Text:
    """What is compiled, and what it is given."""

    source: str
    tables: list[NDArray[Any]]  # in the order of `table_of`
    threads: int  # of a block
    room: int  # bytes of shared memory


def distinct_rows(rows: Sequence[NDArray[Any]], name: str) -> tuple[NDArray[Any], dict[str, str]]:
    """Rows that are different, and a macro that says which of them each seat has."""
    different: list[NDArray[Any]] = []
    which = []
    for row in rows:
        at = next((at for at, other in enumerate(different) if np.array_equal(row, other)), len(different))
        if at == len(different):
            different.append(row)
        which.append(at)
    return np.stack(different), {f"{name}(seat)": index_expression("seat", which)}


def index_expression(index: str, values: Sequence[int]) -> str:
    """A number for each index, as an expression."""
    if len(set(values)) == 1:
        return str(values[0])
    told = "".join(f"({index}) == {at} ? {value} : " for at, value in enumerate(values[:-1]))
    return f"({told}{values[-1]})"


def assemble_source(
    sources: Sequence[Path],
    sizes: Mapping[str, int | str],
    tables: Mapping[str, Sequence[NDArray[Any]]],
    *,
    threads: int,
    counters: int,
    most_room: int,
) -> Text:
    """The text of the first source, the tables and the others. A table has an array for each way to play, or one for
    all. `counters` are bytes of shared memory that are taken; what is left of `most_room` is for tables."""
    given: list[NDArray[Any]] = []
    named, brought = [], []
    room = -(-counters // ALIGNED) * ALIGNED
    for name, arrays in tables.items():
        first, kind = len(given), arrays[0].dtype.str[1:]
        same = all(np.array_equal(arrays[0], other) for other in arrays[1:])
        given += [pad(each) for each in (arrays[:1] if same else arrays)]
        named.append(f"#define FIRST_{name}(at) READ((const {kind} *)table_of[{first}] + (at))")
        size = given[first].nbytes
        if same and room + size <= most_room:
            named.append(f"#define T_{name}(at) (((const {kind} *)(room + {room}))[at])")
            brought.append(f"  bring({first}, {room}, {size});\n")
            room += size
        else:
            which = str(first) if same else f"{first} + way"
            named.append(f"#define T_{name}(at) READ((const {kind} *)table_of[{which}] + (at))")
    defined = [f"#define {name} {value}" for name, value in {**sizes, "THREADS": threads, "TABLES": len(given)}.items()]
    begin, *rest = (path.read_text(encoding="utf-8") for path in sources)
    source = "\n".join([*defined, begin, *named, BRING % "".join(brought), *rest])
    return Text(source, given, threads, room)


def pad(table: NDArray[Any]) -> NDArray[Any]:
    """In whole pieces that can be copied at once."""
    raw = np.ascontiguousarray(table).reshape(-1).view(np.uint8)
    return np.concatenate([raw, np.zeros(-len(raw) % ALIGNED, np.uint8)])


BRING = """
#ifdef __CUDACC__
extern __shared__ __align__(16) unsigned char room[];
PART void bring(int table, u4 to, u4 size) {
  const uint4 *from = (const uint4 *)table_of[table];
  for (u4 i = threadIdx.x; i < size / 16; i += THREADS) ((uint4 *)(room + to))[i] = from[i];
}
PART void bring_tables(void) {
%s}
#endif
"""


def round_keys(seed: int) -> NDArray[np.uint32]:
    """The seed as the rounds of the generator use it: `numeric.draws` adds these constants round by round."""
    low, high = seed & LOW, seed >> 32
    found = [each & LOW for i in range(10) for each in (low + i * W0, high + i * W1)]
    return np.array(found, np.uint32)
