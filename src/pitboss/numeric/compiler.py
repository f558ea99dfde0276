"""Kernels: ordinary Python functions over arrays of integers, compiled once and kept in the user's cache folder.

A kernel is written as a function of numpy arrays and whole numbers. It runs as it stands, slowly, so that one can step
through it; `@kernel` makes it run compiled. Numba turns it into machine code the first time. That code is kept under a
digest of every kernel source, of the compiler and of the processor, so that no change in any file goes unnoticed.
After that the code is loaded by llvmlite alone, and numba, which takes half a second to import, is not needed.

Kernels allocate nothing, raise nothing and call only functions marked `@part`. Arrays that travel together are a
NamedTuple marked `@group`: kernels take it and hand it on as one argument, and nothing is left of it in machine code.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

try:
    import llvmlite.binding as llvm
    import numpy as np
except ImportError as missing:
    raise ImportError(
        f"exact analysis needs numpy and numba, and {missing.name} is not installed; "
        "install them with: pip install 'pitboss[exact]'"
    ) from missing

F = TypeVar("F", bound=Callable[..., Any])
G = TypeVar("G", bound=type)
Kind = tuple[Any, int] | type[Any]  # of an argument: an element and how many dimensions, or a group

# How an argument is written in a kernel's signature: an element type, then one colon for each dimension of an array.
ELEMENTS = {"u1": np.uint8, "u2": np.uint16, "i4": np.int32, "u4": np.uint32, "i8": np.int64, "u8": np.uint64}
C_LIBRARY = {"memset", "memcpy", "memmove"}  # what compiled code may call
# Nothing is made that would serve calls from Python, or memory that kernels do not ask for: a tenth less to compile.
BARE = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
KEPT_FOR = 30 * 24 * 3600  # seconds after which code of another digest is cleaned away

_parts: list[Callable[..., Any]] = []
_groups: dict[type, list[Kind]] = {}
_engine: Any = None
_target: Any = None
_is_reported = False
_kept_alive: list[Any] = []


def part(function: F) -> F:
    """A function that kernels may call. It stays the function it is."""
    _parts.append(function)
    return function


def group(*signature: str | type) -> Callable[[G], G]:
    """A NamedTuple that a kernel takes as one argument; its fields have types as a kernel's arguments have."""

    def mark(kind: G) -> G:
        _groups[kind] = _parse_signature(signature)
        return kind

    return mark


def _parse_signature(signature: tuple[str | type, ...]) -> list[Kind]:
    found: list[Kind] = []
    for each in signature:
        if isinstance(each, str):
            found += [(ELEMENTS[word[:2]], word.count(":")) for word in each.split()]
        else:
            found.append(each)
    return found


def _flatten_kinds(kinds: list[Kind]) -> Iterator[tuple[Any, int]]:
    """The elements and dimensions of arguments, groups taken apart."""
    for kind in kinds:
        if isinstance(kind, type):
            yield from _flatten_kinds(_groups[kind])
        else:
            yield kind


def _c_types(kinds: list[Kind]) -> Iterator[Any]:
    """What compiled code takes: numbers as they are, arrays by address and size."""
    for _, dimensions in _flatten_kinds(kinds):
        yield ctypes.c_void_p if dimensions else ctypes.c_int64
        yield from [ctypes.c_int64] * dimensions


def cache_root() -> Path:
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "pitboss"


def sources() -> list[Path]:
    """Every file whose change may change a kernel: this folder's, and all of each game's folder of kernels; twins for
    graphics cards are among them."""
    here = Path(__file__).parent
    folders = [here, *here.parent.glob("games/*/kernel")]
    return sorted(path for folder in folders for ending in ("*.py", "*.cu") for path in folder.rglob(ending))


_digest = ""


def sources_digest() -> str:
    """A digest of all kernel sources: the same on every machine."""
    told = hashlib.sha256()
    for path in sources():
        text = path.read_bytes()
        told.update(f"{path.parent.name}/{path.name} {len(text)}\n".encode() + text)
    return told.hexdigest()[:32]


def digest() -> str:
    """Of all kernel sources, the compiler's version and the processor. Results may be cached under it."""
    global _digest
    if not _digest:
        told = hashlib.sha256(sources_digest().encode())
        features = llvm.get_host_cpu_features().flatten()
        versions = (sys.version, np.__version__, _numba_version(), llvm.llvm_version_info, llvm.get_host_cpu_name())
        told.update(repr((versions, features)).encode())
        _digest = told.hexdigest()[:32]
    return _digest


def _numba_version() -> list[str]:
    """From what is installed beside it; importing it or asking for its metadata takes longer."""
    found = importlib.util.find_spec("numba")
    if found is None or found.origin is None:
        raise ImportError(
            "exact analysis needs numba, which is not installed; install it with: pip install 'pitboss[exact]'"
        )
    return sorted(path.name for path in Path(found.origin).parent.parent.glob("numba-*"))


def cache_folder() -> Path:
    return cache_root() / "kernels" / digest()


def _machine() -> Any:
    """The processor as llvmlite sees it, and the one place loaded code lives in."""
    global _engine, _target
    if _engine is None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        _target = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=3, jit=True
        )
        _engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target)
    return _engine


def _report_compiling() -> None:
    global _is_reported
    if not _is_reported:
        _is_reported = True
        print("compiling kernels (once; a few seconds, for some games about 20) ...", file=sys.stderr, flush=True)


class Kernel:
    """A compiled function. Calling it checks what it is given, then runs with nothing of Python in the way."""

    def __init__(self, function: Callable[..., Any], signature: tuple[str | type, ...]) -> None:
        self.python = function
        # By the whole name of its module, for two games may have rooms of the same name.
        self.name = f"{function.__module__}.{function.__name__}".replace(".", "_")
        self.__doc__ = function.__doc__
        self.arguments = _parse_signature(signature)
        self._call: Any = None

    @property
    def path(self) -> Path:
        return cache_folder() / f"{self.name}.o"

    def is_warm(self) -> bool:
        """Whether compiled code is there. Cheap: the file is not read."""
        return self._call is not None or self.path.exists()

    def __call__(self, *given: Any) -> int:
        if self._call is None:
            self._load()
        if len(given) != len(self.arguments):
            raise TypeError(f"{self.name} takes {len(self.arguments)} arguments, not {len(given)}")
        result, exception = ctypes.c_int64(), ctypes.c_void_p()
        plain: list[Any] = [ctypes.addressof(result), ctypes.addressof(exception)]
        for place, (value, kind) in enumerate(zip(given, self.arguments, strict=True)):
            self._flatten(f"argument {place}", value, kind, plain)
        if self._call(*plain):
            raise AssertionError(f"{self.name} has stopped: a kernel raises nothing")
        return result.value

    def of_text(self, *rest: Any) -> Callable[[bytes], int]:
        """The kernel as a function of its first argument alone, an array of bytes; the others are given here. For
        callers of single small things, who cannot wait for `__call__` to check."""
        self(np.zeros(0, np.uint8), *rest)  # checks the rest, and loads
        fixed: list[Any] = []
        for value, kind in zip(rest, self.arguments[1:], strict=True):
            self._flatten("argument", value, kind, fixed)
        # A function that is called with a text and its length, and calls the kernel with all the rest: a call through
        # ctypes costs most for its arguments.
        name = f"{self.name}_of_{len(_kept_alive)}"
        given = ", ".join(f"i64 {value}" for value in fixed)
        code = f"""
            declare i32 @{self.name}({", ".join(["ptr", "ptr", "ptr", "i64"] + ["i64"] * len(fixed))})
            define i64 @{name}(ptr %text, i64 %size) {{
                %result = alloca i64
                %exception = alloca ptr
                %status = call i32 @{self.name}(ptr %result, ptr %exception, ptr %text, i64 %size, {given})
                %found = load i64, ptr %result
                ret i64 %found
            }}"""
        engine = _machine()
        engine.add_module(llvm.parse_assembly(code))
        engine.finalize_object()
        _kept_alive.append(rest)  # what is pointed to must live
        call = ctypes.PYFUNCTYPE(ctypes.c_int64, ctypes.c_char_p, ctypes.c_int64)(engine.get_function_address(name))

        def quick(text: bytes) -> int:
            found: int = call(text, len(text))
            return found

        return quick

    def _flatten(self, where: str, value: Any, kind: Kind, plain: list[Any]) -> None:
        """Add to `plain` what compiled code takes for an argument: numbers as they are, arrays by address and size."""
        if isinstance(kind, type):
            if not isinstance(value, kind):
                raise TypeError(f"{where} of {self.name} must be {kind.__name__}")
            for name, each, field in zip(value._fields, value, _groups[kind], strict=True):
                self._flatten(f"{where}.{name}", each, field, plain)
            return
        element, dimensions = kind
        if not dimensions:
            plain.append(int(value))
            return
        if not (
            isinstance(value, np.ndarray)
            and value.dtype == element
            and value.ndim == dimensions
            and value.flags.c_contiguous
        ):
            raise TypeError(
                f"{where} of {self.name} must be a contiguous array of {element.__name__} in {dimensions} dimension(s)"
            )
        plain.append(value.ctypes.data)
        plain.extend(value.shape)

    def _load(self) -> None:
        engine = _machine()
        code = _read_cached(self.path)
        if code is None:
            _report_compiling()
            code = self._compile()
            _write_cached(self.path, code)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        types = [ctypes.c_void_p, ctypes.c_void_p, *_c_types(self.arguments)]
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(engine.get_function_address(self.name))

    def _compile(self) -> bytes:
        numba: Any = importlib.import_module("numba")
        from numba.extending import register_jitable

        while _parts:
            register_jitable(**BARE)(_parts.pop())
        outer: list[str] = []
        types: list[Any] = []
        space: dict[str, Any] = {"carray": numba.carray, "function": numba.njit(**BARE)(self.python)}

        def put_together(kind: Kind) -> str:
            """How an argument is made of the plain ones, which are added to `outer` and `types`."""
            if isinstance(kind, type):
                name = f"group{len(space)}"
                space[name] = kind
                return f"{name}({', '.join(map(put_together, _groups[kind]))})"
            element, dimensions = kind
            name, number = f"a{len(outer)}", numba.from_dtype(np.dtype(element))
            sizes = [f"{name}_{axis}" for axis in range(dimensions)]
            outer.extend([name, *sizes])
            types.extend([numba.types.CPointer(number) if sizes else number] + [numba.int64] * dimensions)
            return f"carray({name}, ({', '.join(sizes)},))" if sizes else name

        inner = ", ".join(map(put_together, self.arguments))
        exec(f"def wrapper({', '.join(outer)}):\n    return function({inner})\n", space)
        made = numba.cfunc(numba.int64(*types), error_model="numpy")(space["wrapper"])
        # Of all that numba makes only the bare function is wanted: status = f(result, exception, arguments ...). What
        # would speak to Python falls away as nobody calls it.
        bare = made.native_name.removeprefix("cfunc.")
        module = llvm.parse_assembly(made.inspect_llvm().replace(f"@{bare}(", f"@{self.name}("))
        for function in module.functions:
            if not function.is_declaration and function.name != self.name:
                function.linkage = "internal"
        builder = llvm.create_pass_builder(_target, llvm.create_pipeline_tuning_options(speed_level=3))
        builder.getModulePassManager().run(module, builder)
        strange = {each.name for each in module.functions if each.is_declaration} - C_LIBRARY
        strange = {name for name in strange if not name.startswith("llvm.")}
        if strange:
            raise NotImplementedError(f"{self.name} would need {', '.join(sorted(strange))}: a kernel stands alone")
        return bytes(_target.emit_object(module))


def kernel(*signature: str | type) -> Callable[[Callable[..., Any]], Kernel]:
    """The types of the arguments: `i8[:,:] u1[:] i8`, and groups. Every kernel returns a whole number."""
    return lambda function: Kernel(function, signature)


def _read_cached(path: Path) -> bytes | None:
    """The code if it is there and undamaged."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    return whole[32:] if whole[:32] == hashlib.sha256(whole[32:]).digest() else None


def _write_cached(path: Path, code: bytes) -> None:
    """Where the folder cannot be written, the code serves this process and is compiled anew in the next."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(code).digest() + code)
        os.replace(draft, path)
        _remove_old_digests(path.parent)
    except OSError:
        pass


def report_wait(told: str) -> None:
    """Whoever has to wait reads what for."""
    print(f"{told} ...", file=sys.stderr, flush=True)


def cached_result(name: str, told: str, compute: Callable[[], bytes]) -> bytes:
    """What kernels have counted at length, kept beside their code. The name must tell all that they were given; `told`
    is what whoever has to wait for it reads."""
    path = cache_folder() / name
    found = _read_cached(path)
    if found is None:
        report_wait(told)
        found = compute()
        _write_cached(path, found)
    return found


def _remove_old_digests(current: Path) -> None:
    """Code of other digests that nobody has added to for a while goes."""
    for other in current.parent.iterdir():
        if other != current and other.is_dir() and time.time() - other.stat().st_mtime > KEPT_FOR:
            for file in other.iterdir():
                file.unlink(missing_ok=True)
            other.rmdir()


def thread_count(most: int = 2) -> int:
    """How many threads can run at once here, and are worth it: each needs room of its own for what it finds."""
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(most, here or 1))


def run_in_threads(each: Kernel, calls: Sequence[tuple[Any, ...]]) -> None:
    """One kernel with each of these arguments, in a thread for each: compiled code does not hold Python's lock. What is
    written by one call must not be looked at by another."""
    if len(calls) == 1:
        each(*calls[0])
        return
    from concurrent.futures import ThreadPoolExecutor

    warm([each])  # loading is for one thread
    with ThreadPoolExecutor(len(calls)) as pool:
        list(pool.map(lambda call: each(*call), calls))


def warm(kernels: Iterable[Kernel]) -> None:
    """Compile what is not compiled yet and load everything."""
    for each in kernels:
        if each._call is None:
            each._load()
