"""Twins of kernels compiled by a C compiler: one processor plays what a graphics card would."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kit.programs import need
from pitboss.numeric.gpu.twin import OFTEN, Shapes, Text


class CMachine:
    name = "C compiler"
    room = 0  # everything is close

    choices: Sequence[int] = (3,)

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def compile(self, text: Text, keys: NDArray[np.uint32], shapes: Shapes) -> CProgram:
        number = len(list(self.folder.glob("*.so")))
        source, library = self.folder / f"twin{number}.c", self.folder / f"twin{number}.so"
        source.write_text(text.source)
        subprocess.run([need("cc"), "-O0", "-w", "-shared", "-fPIC", "-o", library, source], check=True)
        return CProgram(library, text, keys, shapes)


class CProgram:
    crowded = False

    def __init__(self, library: Path, text: Text, keys: NDArray[np.uint32], shapes: Shapes) -> None:
        self.code, self.tables, self.shapes = ctypes.CDLL(str(library)), text.tables, shapes
        self.threads = text.threads
        pointers = np.array([table.ctypes.data for table in text.tables], np.uint64)
        self.code.set_up(ctypes.c_void_p(keys.ctypes.data), ctypes.c_void_p(pointers.ctypes.data))

    def __call__(self, first: int, end: int, opened: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        found: dict[str, NDArray[Any]] = {name: np.zeros(shape, kind) for name, (shape, kind) in self.shapes.items()}
        found["opened"][...] = opened
        pointers = [ctypes.c_void_p(each.ctypes.data) for each in found.values()]
        self.code.play(ctypes.c_uint64(first), ctypes.c_uint64(end), *pointers)
        (places,) = found[OFTEN].nonzero()
        strange = found["strange"][: 3 * int(found["many_strange"][0])]
        return {**found, "strange": strange, "places": places, OFTEN: found[OFTEN][places]}
