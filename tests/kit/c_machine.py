"""Twins of kernels compiled by a C compiler: one processor plays what a graphics card would."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.numeric.gpu.twin import Text

COMPILER = shutil.which("cc") or shutil.which("gcc")


class CMachine:
    room = 0  # everything is close

    def __init__(self, folder: Path, threads: int = 3) -> None:
        self.folder, self.threads = folder, threads

    def compiled(self, text: Text, keys: Any) -> CProgram:
        assert COMPILER is not None
        number = len(list(self.folder.glob("*.so")))
        source, library = self.folder / f"twin{number}.c", self.folder / f"twin{number}.so"
        source.write_text(text.source)
        subprocess.run([COMPILER, "-O1", "-w", "-shared", "-fPIC", "-o", library, source], check=True)
        return CProgram(library, text, keys)


class CProgram:
    def __init__(self, library: Path, text: Text, keys: Any) -> None:
        self.code, self.tables = ctypes.CDLL(str(library)), text.tables
        pointers = np.array([each.ctypes.data for each in text.tables], np.uint64)
        self.code.set_up(ctypes.c_void_p(keys.ctypes.data), ctypes.c_void_p(pointers.ctypes.data))

    def __call__(self, first: int, end: int, arrays: Mapping[str, Any]) -> None:
        pointers = [ctypes.c_void_p(each.ctypes.data) for each in arrays.values()]
        self.code.play(ctypes.c_uint64(first), ctypes.c_uint64(end), *pointers)
