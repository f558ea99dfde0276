"""A graphics card of NVIDIA's, by way of CuPy: compiles a twin and lets it play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.numeric.gpu.twin import OFTEN, Shapes, Text

THE_DRIVERS = 1024  # bytes of shared memory that nobody else may have
SPILLED = 64  # bytes of a thread that are not in registers and do no harm


class NoCardError(Exception):
    """There is no card that could be used; the message says what is missing."""


class Card:
    """The first card of the machine."""

    # Threads of a block, one block to a multiprocessor: the more there are, the fewer registers each has.
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
        return Program(self, text, keys, shapes)


class Program:
    """A twin that is ready to play."""

    def __init__(self, card: Card, text: Text, keys: NDArray[np.uint32], shapes: Shapes) -> None:
        cupy = self.cupy = card.cupy
        self.blocks, self.block, self.room = card.processors, text.threads, text.room
        self.module = cupy.RawModule(code=text.source, options=("--std=c++17",))
        self.kernel = self.module.get_function("play")
        self.kernel.max_dynamic_shared_size_bytes = text.room
        self.tables = [cupy.asarray(each) for each in text.tables]
        self._set("round_key", keys)
        self._set("table_of", np.array([each.data.ptr for each in self.tables], np.uint64))
        self.found = {name: cupy.zeros(shape, kind) for name, (shape, kind) in shapes.items()}

    @property
    def threads(self) -> int:
        """Sessions that are played at once."""
        return self.blocks * self.block

    @property
    def crowded(self) -> bool:
        """Whether fewer threads may do better."""
        return bool(self.kernel.local_size_bytes > SPILLED)

    def _set(self, name: str, values: NDArray[Any]) -> None:
        """A constant of the source."""
        self.module.get_global(name).copy_from_host(values.ctypes.data, values.nbytes)

    def __call__(self, first: int, end: int, opened: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """Play the units from the first to before the end. What comes often is told by places that are not empty, and
        what each holds."""
        for name, each in self.found.items():
            if name != "strange":  # as much of it as is written will be looked at
                each.fill(0)
        self.found["opened"].set(opened)
        given = (np.uint64(first), np.uint64(end), *self.found.values())
        self.kernel((self.blocks,), (self.block,), given, shared_mem=self.room)
        (places,) = self.cupy.nonzero(self.found[OFTEN])
        many = int(self.found["many_strange"][0])
        found = {name: each.get() for name, each in self.found.items() if name not in (OFTEN, "strange")}
        found["strange"] = self.found["strange"][: 3 * many].get()
        return {**found, "places": places.get(), OFTEN: self.found[OFTEN][places].get()}
