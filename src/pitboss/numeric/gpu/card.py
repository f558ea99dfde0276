"""A graphics card of NVIDIA's, by way of CuPy: compiles a twin and lets it play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.numeric.gpu.twin import Text

THREADS = 1024  # of a block, and one block to a multiprocessor


class NoCardError(RuntimeError):
    """There is no card that could be used; the message says what is missing."""


class Card:
    """The first card of the machine."""

    def __init__(self) -> None:
        self.cupy = cupy = _cupy()
        try:
            self.device = cupy.cuda.Device(0)
            held = self.device.attributes
        except cupy.cuda.runtime.CUDARuntimeError as missing:
            raise NoCardError(f"no graphics card can be used here ({missing}); leave out --device gpu") from missing
        self.processors = int(held["MultiProcessorCount"])
        self.room = int(held["MaxSharedMemoryPerBlockOptin"]) - 1024  # some of it is the driver's own

    @property
    def name(self) -> str:
        found: str = self.cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
        return found

    @property
    def threads(self) -> int:
        """Sessions that are played at once."""
        return self.processors * THREADS

    def compiled(self, text: Text, keys: NDArray[np.uint32]) -> Program:
        return Program(self, text, keys)


class Program:
    """A twin that is ready to play. What it finds stays on the card until it is asked for."""

    def __init__(self, card: Card, text: Text, keys: NDArray[np.uint32]) -> None:
        cupy = self.cupy = card.cupy
        self.card, self.text = card, text
        module = self.module = cupy.RawModule(code=text.source, options=("--std=c++17",), name_expressions=None)
        self.kernel = module.get_function("play")
        self.kernel.max_dynamic_shared_size_bytes = text.room
        self.tables = [cupy.asarray(each) for each in text.tables]
        self._set("round_key", keys)
        self._set("table_of", np.array([each.data.ptr for each in self.tables], np.uint64))

    def _set(self, name: str, values: NDArray[Any]) -> None:
        """A constant of the source."""
        place = self.module.get_global(name)
        place.copy_from_host(values.ctypes.data, values.nbytes)

    def __call__(self, first: int, end: int, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Play the units; the arrays are filled as the source names them."""
        cupy = self.cupy
        there = {name: cupy.zeros(each.shape, each.dtype) for name, each in arrays.items()}
        there["opened"].set(arrays["opened"])
        given = (np.uint64(first), np.uint64(end), *there.values())
        self.kernel((self.card.processors,), (THREADS,), given, shared_mem=self.text.room)
        many = int(there["many_strange"][0])
        for name, each in arrays.items():
            if name == "strange":
                each[: 3 * many] = there[name][: 3 * many].get()
            else:
                each[...] = there[name].get()


def _cupy() -> Any:
    try:
        import cupy
    except ImportError as missing:
        raise NoCardError(
            "--device gpu needs CuPy, which is not installed; install it with: pip install 'pitboss[gpu]' "
            "(for CUDA 12: 'pitboss[gpu12]')"
        ) from missing
    return cupy
