"""Compile kernels, which are Python functions over arrays of integers, and cache their machine code on disk.

A kernel is a function of numpy arrays and whole numbers. As plain Python it runs slowly, so that one can step through
it; `@kernel` makes it run compiled. Numba compiles it the first time. The machine code is cached under a digest of all
kernel sources, the compiler and the processor, so that a change in any file is noticed. Later llvmlite loads the code
without numba, which takes half a second to import.

Kernels allocate nothing, raise nothing and call only functions marked `@part`. Arrays that belong together are a
NamedTuple marked `@group`, which kernels take and pass on as one argument; in machine code only its fields remain.
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
Kind = tuple[Any, int] | type[Any]  # of an argument: the element type and the number of dimensions, or a group

# A signature writes an argument as an element type, then one colon for each dimension of an array: "i8[:,:]".
ELEMENTS = {"u1": np.uint8, "u2": np.uint16, "i4": np.int32, "u4": np.uint32, "i8": np.int64, "u8": np.uint64}
C_LIBRARY = {"memset", "memcpy", "memmove"}  # what compiled code may call
# Leave out the wrappers for calls from Python and the runtime for allocation: compiling takes a tenth less time.
BARE = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
KEPT_FOR = 30 * 24 * 3600  # seconds after which unused code of another digest is deleted

_parts: list[Callable[..., Any]] = []
_groups: dict[type, list[Kind]] = {}
_engine: Any = None
_target: Any = None
_is_reported = False
_kept_alive: list[Any] = []


def part(function: F) -> F:
    """Mark a function that kernels may call, and return it unchanged."""
    _parts.append(function)
    return function


def group(*signature: str | type) -> Callable[[G], G]:
    """Mark a NamedTuple that kernels take as one argument. The signature gives the types of its fields."""

    def mark(kind: G) -> G:
        """Register the class and return it unchanged."""
        _groups[kind] = _parse_signature(signature)
        return kind

    return mark


def _parse_signature(signature: tuple[str | type, ...]) -> list[Kind]:
    """Return the kinds of the arguments that a signature lists."""
    kinds: list[Kind] = []
    for entry in signature:
        if isinstance(entry, str):
            kinds += [(ELEMENTS[word[:2]], word.count(":")) for word in entry.split()]
        else:
            kinds.append(entry)
    return kinds


def _flatten_kinds(kinds: list[Kind]) -> Iterator[tuple[Any, int]]:
    """Yield the element type and the number of dimensions of each argument, with groups replaced by their fields."""
    for kind in kinds:
        if isinstance(kind, type):
            yield from _flatten_kinds(_groups[kind])
        else:
            yield kind


def _c_types(kinds: list[Kind]) -> Iterator[Any]:
    """Yield the C types of the arguments: an integer for a number; an address and the sizes for an array."""
    for _, dimensions in _flatten_kinds(kinds):
        yield ctypes.c_void_p if dimensions else ctypes.c_int64
        yield from [ctypes.c_int64] * dimensions


def cache_root() -> Path:
    """Return the folder of Pitboss in the user's cache."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "pitboss"


def sources() -> list[Path]:
    """Return every file whose change may change a kernel: this package, and the kernel packages of all games with their
    twins for graphics cards."""
    here = Path(__file__).parent
    folders = [here, *here.parent.glob("games/*/math/kernel")]
    return sorted(path for folder in folders for ending in ("*.py", "*.cu") for path in folder.rglob(ending))


_digest = ""


def sources_digest() -> str:
    """Return a digest of all kernel sources, which is the same on every machine."""
    hasher = hashlib.sha256()
    for path in sources():
        text = path.read_bytes()
        hasher.update(f"{path.parent.name}/{path.name} {len(text)}\n".encode() + text)
    return hasher.hexdigest()[:32]


def digest() -> str:
    """Return a digest of all kernel sources, the compiler's version and the processor, to cache results under."""
    global _digest
    if not _digest:
        hasher = hashlib.sha256(sources_digest().encode())
        features = llvm.get_host_cpu_features().flatten()
        versions = (sys.version, np.__version__, _numba_version(), llvm.llvm_version_info, llvm.get_host_cpu_name())
        hasher.update(repr((versions, features)).encode())
        _digest = hasher.hexdigest()[:32]
    return _digest


def _numba_version() -> list[str]:
    """Return the names of numba's metadata folders, which contain its version. (Importing numba takes longer.)"""
    spec = importlib.util.find_spec("numba")
    if spec is None or spec.origin is None:
        raise ImportError(
            "exact analysis needs numba, which is not installed; install it with: pip install 'pitboss[exact]'"
        )
    return sorted(path.name for path in Path(spec.origin).parent.parent.glob("numba-*"))


def cache_folder() -> Path:
    """Return the folder of the machine code for the current digest."""
    return cache_root() / "kernels" / digest()


def _machine() -> Any:
    """Return llvmlite's execution engine, which holds all loaded code. Create it for this processor the first time."""
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
    """Tell the user once that kernels are being compiled."""
    global _is_reported
    if not _is_reported:
        _is_reported = True
        print("compiling kernels (once; a few seconds, for some games about 20) ...", file=sys.stderr, flush=True)


class Kernel:
    """A compiled function. Calling it checks the arguments, then runs machine code without holding Python's lock."""

    def __init__(self, function: Callable[..., Any], signature: tuple[str | type, ...]) -> None:
        self.python = function
        # The full name of the module is part of it, because two games may have kernels of the same name.
        self.name = f"{function.__module__}.{function.__name__}".replace(".", "_")
        self.__doc__ = function.__doc__
        self.arguments = _parse_signature(signature)
        self._call: Any = None

    @property
    def path(self) -> Path:
        """The file of its machine code."""
        return cache_folder() / f"{self.name}.o"

    def is_warm(self) -> bool:
        """Return whether machine code exists. This is fast, because the file is not read."""
        return self._call is not None or self.path.exists()

    def __call__(self, *arguments: Any) -> int:
        """Run the kernel and return its result. Raises TypeError if the arguments do not match the signature."""
        if self._call is None:
            self._load()
        if len(arguments) != len(self.arguments):
            raise TypeError(f"{self.name} takes {len(self.arguments)} arguments, not {len(arguments)}")
        result, exception = ctypes.c_int64(), ctypes.c_void_p()
        flat: list[Any] = [ctypes.addressof(result), ctypes.addressof(exception)]
        for index, (value, kind) in enumerate(zip(arguments, self.arguments, strict=True)):
            self._flatten(f"argument {index}", value, kind, flat)
        if self._call(*flat):
            raise AssertionError(f"{self.name} has stopped: a kernel raises nothing")
        return result.value

    def of_text(self, *rest: Any) -> Callable[[bytes], int]:
        """Bind all arguments but the first, which is an array of bytes, and return a fast function of that one.

        It skips the checks of `__call__`, which take longer than the kernel for a single small argument.
        """
        self(np.zeros(0, np.uint8), *rest)  # checks the other arguments, and loads the code
        fixed: list[Any] = []
        for value, kind in zip(rest, self.arguments[1:], strict=True):
            self._flatten("argument", value, kind, fixed)
        # Compile a function of the text and its length that calls the kernel with constants for the rest, because most
        # of the time of a call through ctypes goes into converting arguments.
        name = f"{self.name}_of_{len(_kept_alive)}"
        constants = ", ".join(f"i64 {value}" for value in fixed)
        code = f"""
            declare i32 @{self.name}({", ".join(["ptr", "ptr", "ptr", "i64"] + ["i64"] * len(fixed))})
            define i64 @{name}(ptr %text, i64 %size) {{
                %result = alloca i64
                %exception = alloca ptr
                %status = call i32 @{self.name}(ptr %result, ptr %exception, ptr %text, i64 %size, {constants})
                %value = load i64, ptr %result
                ret i64 %value
            }}"""
        engine = _machine()
        engine.add_module(llvm.parse_assembly(code))
        engine.finalize_object()
        _kept_alive.append(rest)  # the arrays whose addresses are in the code
        call = ctypes.PYFUNCTYPE(ctypes.c_int64, ctypes.c_char_p, ctypes.c_int64)(engine.get_function_address(name))

        def run(text: bytes) -> int:
            """Call the kernel with this text."""
            value: int = call(text, len(text))
            return value

        return run

    def _flatten(self, where: str, value: Any, kind: Kind, flat: list[Any]) -> None:
        """Append what machine code takes for an argument to `flat`: a number, or the address and sizes of an array.

        Raises TypeError, naming the argument by `where`, if the value is not of this kind.
        """
        if isinstance(kind, type):
            if not isinstance(value, kind):
                raise TypeError(f"{where} of {self.name} must be {kind.__name__}")
            for name, field, field_kind in zip(value._fields, value, _groups[kind], strict=True):
                self._flatten(f"{where}.{name}", field, field_kind, flat)
            return
        element, dimensions = kind
        if not dimensions:
            flat.append(int(value))
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
        flat.append(value.ctypes.data)
        flat.extend(value.shape)

    def _load(self) -> None:
        """Load the machine code from the cache, or compile it and write it there."""
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
        """Compile the function to an object file. Raises NotImplementedError if it calls anything outside itself."""
        numba: Any = importlib.import_module("numba")
        from numba.extending import register_jitable

        while _parts:
            register_jitable(**BARE)(_parts.pop())
        parameters: list[str] = []  # of a wrapper that takes numbers and addresses, and their types
        types: list[Any] = []
        namespace: dict[str, Any] = {"carray": numba.carray, "function": numba.njit(**BARE)(self.python)}

        def argument_expression(kind: Kind) -> str:
            """Return the expression that builds an argument in the wrapper, and append the parameters it needs."""
            if isinstance(kind, type):
                name = f"group{len(namespace)}"
                namespace[name] = kind
                return f"{name}({', '.join(map(argument_expression, _groups[kind]))})"
            element, dimensions = kind
            name, number = f"a{len(parameters)}", numba.from_dtype(np.dtype(element))
            sizes = [f"{name}_{axis}" for axis in range(dimensions)]
            parameters.extend([name, *sizes])
            types.extend([numba.types.CPointer(number) if sizes else number] + [numba.int64] * dimensions)
            return f"carray({name}, ({', '.join(sizes)},))" if sizes else name

        expressions = ", ".join(map(argument_expression, self.arguments))
        exec(f"def wrapper({', '.join(parameters)}):\n    return function({expressions})\n", namespace)
        compiled = numba.cfunc(numba.int64(*types), error_model="numpy")(namespace["wrapper"])
        # Keep only the native function, status = f(result, exception, arguments ...). The optimizer removes everything
        # that would talk to Python, because nothing calls it.
        native = compiled.native_name.removeprefix("cfunc.")
        module = llvm.parse_assembly(compiled.inspect_llvm().replace(f"@{native}(", f"@{self.name}("))
        for function in module.functions:
            if not function.is_declaration and function.name != self.name:
                function.linkage = "internal"
        builder = llvm.create_pass_builder(_target, llvm.create_pipeline_tuning_options(speed_level=3))
        builder.getModulePassManager().run(module, builder)
        external = {function.name for function in module.functions if function.is_declaration} - C_LIBRARY
        external = {name for name in external if not name.startswith("llvm.")}
        if external:
            raise NotImplementedError(f"{self.name} would need {', '.join(sorted(external))}: a kernel stands alone")
        return bytes(_target.emit_object(module))


def kernel(*signature: str | type) -> Callable[[Callable[..., Any]], Kernel]:
    """Make a function a kernel. The signature lists argument types, such as `i8[:,:] u1[:] i8`, and groups. Every
    kernel returns a whole number."""
    return lambda function: Kernel(function, signature)


def _read_cached(path: Path) -> bytes | None:
    """Return the content of a cache file, or None if the file is missing or damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    return content[32:] if content[:32] == hashlib.sha256(content[32:]).digest() else None


def _write_cached(path: Path, code: bytes) -> None:
    """Write a cache file with its checksum. Do nothing if the folder cannot be written; then the next process compiles
    again."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(code).digest() + code)
        os.replace(draft, path)
        _remove_old_digests(path.parent)
    except OSError:
        pass


def report_wait(message: str) -> None:
    """Tell the user on standard error what takes long."""
    print(f"{message} ...", file=sys.stderr, flush=True)


def cached_result(name: str, message: str, compute: Callable[[], bytes]) -> bytes:
    """Return a result of kernels that takes long to compute from the cache, or compute it and cache it.

    The name must contain everything that the result depends on besides the kernels. The message tells a waiting user
    what is being computed.
    """
    path = cache_folder() / name
    result = _read_cached(path)
    if result is None:
        report_wait(message)
        result = compute()
        _write_cached(path, result)
    return result


def _remove_old_digests(current: Path) -> None:
    """Delete the folders of other digests that have not been written to for KEPT_FOR seconds."""
    for other in current.parent.iterdir():
        if other != current and other.is_dir() and time.time() - other.stat().st_mtime > KEPT_FOR:
            for file in other.iterdir():
                file.unlink(missing_ok=True)
            other.rmdir()


def thread_count(most: int = 2) -> int:
    """Return the number of available processors, at most `most`. (Each thread needs result arrays of its own.)"""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(most, processors or 1))


def run_in_threads(kernel: Kernel, calls: Sequence[tuple[Any, ...]]) -> None:
    """Call a kernel once with each tuple of arguments, in one thread per call.

    Machine code does not hold Python's lock. No call may read what another one writes.
    """
    if len(calls) == 1:
        kernel(*calls[0])
        return
    from concurrent.futures import ThreadPoolExecutor

    warm([kernel])  # loading is not thread-safe
    with ThreadPoolExecutor(len(calls)) as pool:
        list(pool.map(lambda call: kernel(*call), calls))


def warm(kernels: Iterable[Kernel]) -> None:
    """Load kernels, and compile those that are not in the cache."""
    for kernel in kernels:
        if kernel._call is None:
            kernel._load()
