"""Assemble the C source of a twin: a game's kernel written again in C, joined with drawing and tallying.

The same text compiles for a graphics card (CUDA) and with any C compiler; the latter plays on one processor, which is
how machines without a card test it. Sizes are constants of the text. Tables are in the card's memory; those that fit
are first copied to shared memory, close to the threads, in the order in which the game lists them.
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
OFTEN = "often"  # the name of the result array that is mostly zero
Shapes: TypeAlias = Mapping[str, tuple[tuple[int, ...], type]]  # of result arrays, in the order of the C parameters


@dataclass(frozen=True)
class Twin:
    """A game's part of the source: C file, constants to compile it with, and tables, the most used first."""

    source: Path
    sizes: Mapping[str, int | str]  # `#define` name -> value
    tables: Mapping[str, NDArray[Any]]  # a table named x is read in C by T_x(index)
    shares: bool = False  # whether the seats know each other's cards


@dataclass(frozen=True)
class Text:
    """The assembled source and the tables that it reads."""

    source: str
    tables: list[NDArray[Any]]  # in the order of the C array `table_of`
    threads: int  # per block
    room: int  # bytes of shared memory


def distinct_rows(rows: Sequence[NDArray[Any]], name: str) -> tuple[NDArray[Any], dict[str, str]]:
    """Return the rows without repetition, and a C macro `name(seat)` that gives the index of a seat's row among them.
    There is one row for each seat.
    """
    distinct: list[NDArray[Any]] = []
    indices = []
    for row in rows:
        index = next((i for i, other in enumerate(distinct) if np.array_equal(row, other)), len(distinct))
        if index == len(distinct):
            distinct.append(row)
        indices.append(index)
    return np.stack(distinct), {f"{name}(seat)": index_expression("seat", indices)}


def index_expression(index: str, values: Sequence[int]) -> str:
    """Return a C expression whose value is `values[index]`."""
    if len(set(values)) == 1:
        return str(values[0])
    conditions = "".join(f"({index}) == {number} ? {value} : " for number, value in enumerate(values[:-1]))
    return f"({conditions}{values[-1]})"


def assemble_source(
    sources: Sequence[Path],
    sizes: Mapping[str, int | str],
    tables: Mapping[str, Sequence[NDArray[Any]]],
    *,
    threads: int,
    counters: int,
    most_room: int,
) -> Text:
    """Join the first source, macros to read the tables, and the other sources.

    `tables[name]` has one array for each way to play; if they are equal, only one is kept. `counters` is the number of
    bytes of shared memory already in use; tables are copied to shared memory as long as they fit into `most_room`.
    """
    packed: list[NDArray[Any]] = []
    macros, copies = [], []
    room = -(-counters // ALIGNED) * ALIGNED
    for name, arrays in tables.items():
        first, kind = len(packed), arrays[0].dtype.str[1:]
        same = all(np.array_equal(arrays[0], other) for other in arrays[1:])
        packed += [pad(array) for array in (arrays[:1] if same else arrays)]
        macros.append(f"#define FIRST_{name}(at) READ((const {kind} *)table_of[{first}] + (at))")
        size = packed[first].nbytes
        if same and room + size <= most_room:
            macros.append(f"#define T_{name}(at) (((const {kind} *)(room + {room}))[at])")
            copies.append(f"  bring({first}, {room}, {size});\n")
            room += size
        else:
            index = str(first) if same else f"{first} + way"
            macros.append(f"#define T_{name}(at) READ((const {kind} *)table_of[{index}] + (at))")
    constants = {**sizes, "THREADS": threads, "TABLES": len(packed)}
    defines = [f"#define {name} {value}" for name, value in constants.items()]
    begin, *rest = (path.read_text(encoding="utf-8") for path in sources)
    source = "\n".join([*defines, begin, *macros, BRING % "".join(copies), *rest])
    return Text(source, packed, threads, room)


def pad(table: NDArray[Any]) -> NDArray[Any]:
    """Return the bytes of a table, padded with zeros to a multiple of ALIGNED, the unit in which the card copies."""
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
    """Return the two key words of each of the generator's ten rounds: keys[2 * round] and keys[2 * round + 1]."""
    low, high = seed & LOW, seed >> 32
    keys = [key & LOW for i in range(10) for key in (low + i * W0, high + i * W1)]
    return np.array(keys, np.uint32)
