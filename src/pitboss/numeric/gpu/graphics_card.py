"""Compile a twin for an NVIDIA graphics card with CuPy, and let it play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.numeric.gpu.twin import OFTEN, Shapes, Text

THE_DRIVERS = 1024  # bytes of shared memory that the driver reserves
SPILLED = 64  # bytes per thread that may spill from registers without making it slow


class NoCardError(Exception):
    """Raised if there is no usable graphics card. The message says what is missing."""


class Card:
    """The machine's first graphics card."""

    # Threads per block to choose from, with one block per multiprocessor: more threads have fewer registers each.
    choices: Sequence[int] = (1024, 512, 384)

    def __init__(self) -> None:
        try:
            import cupy
        except ImportError as missing:
            raise NoCardError(
                "a graphics card needs CuPy, which is not installed; install it with: pip install 'pitboss[gpu]' "
                "(for CUDA 12: pip install 'pitboss[gpu12]')"
            ) from missing
        self.cupy: Any = cupy
        try:
            held = cupy.cuda.Device(0).attributes
            self.name: str = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
        except cupy.cuda.runtime.CUDARuntimeError as missing:
            raise NoCardError(f"CuPy finds no graphics card that it can use here ({missing})") from missing
        self.processors = int(held["MultiProcessorCount"])
        self.room = int(held["MaxSharedMemoryPerBlockOptin"]) - THE_DRIVERS

    def compile(self, text: Text, keys: NDArray[np.uint32], shapes: Shapes) -> Program:
        """Compile a twin. `keys` are its `round_key`, `shapes` those of its result arrays."""
        return Program(self, text, keys, shapes)


class Program:
    """A compiled twin with its tables and result arrays in the card's memory."""

    def __init__(self, card: Card, text: Text, keys: NDArray[np.uint32], shapes: Shapes) -> None:
        cupy = self.cupy = card.cupy
        self.blocks, self.block, self.room = card.processors, text.threads, text.room
        self.module = cupy.RawModule(code=text.source, options=("--std=c++17",))
        self.kernel = self.module.get_function("play")
        self.kernel.max_dynamic_shared_size_bytes = text.room
        self.tables = [cupy.asarray(table) for table in text.tables]
        self._set("round_key", keys)
        self._set("table_of", np.array([table.data.ptr for table in self.tables], np.uint64))
        self.results = {name: cupy.zeros(shape, kind) for name, (shape, kind) in shapes.items()}

    @property
    def threads(self) -> int:
        """The number of threads, each of which plays a session."""
        return self.blocks * self.block

    @property
    def crowded(self) -> bool:
        """True if registers spill, so that fewer threads may be faster."""
        return bool(self.kernel.local_size_bytes > SPILLED)

    def _set(self, name: str, values: NDArray[Any]) -> None:
        """Set a constant of the source."""
        self.module.get_global(name).copy_from_host(values.ctypes.data, values.nbytes)

    def __call__(self, first: int, end: int, opened: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """Play the units from `first` up to but not including `end`, and return the result arrays.

        The array OFTEN is returned sparsely: "places" are the indices of its nonzero entries, OFTEN their values.
        `opened[way]` is the state of the session that `first` lies in.
        """
        for name, array in self.results.items():
            if name != "strange":  # only the part that this launch writes is read
                array.fill(0)
        self.results["opened"].set(opened)
        arguments = (np.uint64(first), np.uint64(end), *self.results.values())
        self.kernel((self.blocks,), (self.block,), arguments, shared_mem=self.room)
        (places,) = self.cupy.nonzero(self.results[OFTEN])
        strange = int(self.results["many_strange"][0])
        copies = {name: array.get() for name, array in self.results.items() if name not in (OFTEN, "strange")}
        copies["strange"] = self.results["strange"][: 3 * strange].get()
        return {**copies, "places": places.get(), OFTEN: self.results[OFTEN][places].get()}
