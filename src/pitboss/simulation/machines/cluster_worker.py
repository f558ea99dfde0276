"""The functions that run on a worker of a cluster: measure its speed, and play stretches of units."""

from __future__ import annotations

import hashlib
import pickle
import sys
import time
import zlib
from collections import OrderedDict
from contextlib import nullcontext
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Ready
from pitboss.numeric.compiler import sources_digest
from pitboss.simulation.machines.devices import Device
from pitboss.simulation.machines.stretches import Stretch, tally_from
from pitboss.simulation.plan import NamedWay, Plan
from pitboss.simulation.run import chunk_size, play_chunk
from pitboss.simulation.tallies import Tally

KEPT = 4  # plans that a worker keeps ready
TRIAL = 0.25  # seconds by which a pace is measured


class PackedPlan(NamedTuple):
    """A plan in the form in which it is sent to workers: all strategies are tables, and it contains none of the user's
    functions."""

    digest: str
    python: str  # what is packed holds compiled Python, which no other version reads
    kernels: str
    content: bytes


class WorkerInfo(NamedTuple):
    """The report that a worker gives about itself before it plays."""

    card: str  # its name; nothing if it is the processor
    pace: float  # units a second, by one thread


class PlayedPart(NamedTuple):
    """The tally of a stretch or of its first units."""

    tally: Tally
    seconds: float
    worker: str


def pack(plan: Plan) -> PackedPlan:
    """Return a plan in the form in which it is sent to workers."""
    import cloudpickle  # it comes with Dask

    bare = replace(plan, ways=tuple(NamedWay(way.name, None, way.digest, way.file) for way in plan.ways))
    bare.__dict__["ready"] = tuple(map(_without_engine, plan.ready))
    content = zlib.compress(cloudpickle.dumps(bare), 1)
    return PackedPlan(hashlib.sha256(content).hexdigest(), _python_version(), plan.identity["kernels"], content)


def _without_engine(ready: Ready) -> Ready:
    """Return prepared tables without the parts for the audited engine, which refer to the user's functions."""
    return replace(ready, players=tuple, stack_deck=None)


def _python_version() -> str:
    """Return the version of Python, such as "3.12"."""
    return "{}.{}".format(*sys.version_info)


def pass_through(plan: PackedPlan) -> PackedPlan:
    """Return the plan unchanged, so that it is the result of a task: each worker fetches it once, and Dask recreates it
    if it is lost."""
    return plan


def measure_pace(plan: PackedPlan, device: str) -> WorkerInfo:
    """Return on what this worker plays a plan and how fast. Raises ImpossibleError if it cannot play it."""
    place = _prepared_device(plan, device)
    units, begun_at = max(1, chunk_size(place.plan) // 16), time.monotonic()
    while True:  # more and more, until it is long enough to be timed
        part = _play_stretch(place, Stretch(0, units), 2 * TRIAL)
        if (took := time.monotonic() - begun_at) >= TRIAL or part.units < units:
            return WorkerInfo(place.name, part.units / took)
        units, begun_at = 2 * units, time.monotonic()


def play(plan: PackedPlan, device: str, stretch: Stretch, seconds: float) -> PlayedPart:
    """Play a stretch for about this many seconds, until the next end of a chunk or launch, and return the part that is
    done."""
    place = _prepared_device(plan, device)
    begun_at = time.monotonic()
    tally = _play_stretch(place, stretch, seconds)
    return PlayedPart(tally, time.monotonic() - begun_at, _worker_address())


_card = Lock()  # which is one thread's at a time


def _play_stretch(place: Device, stretch: Stretch, seconds: float) -> Tally:
    """Play a stretch until it is done or the time is up. Return the tally of the units that were played."""
    tally = tally_from(place.plan, stretch)
    with _card if place.name else nullcontext():
        deadline = time.monotonic() + seconds
        steps = place.play_in_turn(stretch.end, tally)
        for tally in steps:
            if time.monotonic() >= deadline and tally.units > stretch.first:
                break
        steps.close()
    tally.units -= stretch.first
    return tally


_places: OrderedDict[tuple[str, str], Device] = OrderedDict()
_placing = Lock()


def _prepared_device(plan: PackedPlan, device: str) -> Device:
    """Return the device on which this worker plays a plan, which is kept for the next stretch. One thread at a time,
    because loading compiled code is not thread-safe."""
    key = plan.digest, device
    with _placing:
        if key not in _places:
            try:
                _places[key] = _prepare_device(plan, device)
            except (ImpossibleError, ImportError) as missing:
                raise ImpossibleError(f"worker {_worker_address()}: {missing}") from None
            if len(_places) > KEPT:
                _places.popitem(last=False)
        _places.move_to_end(key)
        return _places[key]


def _prepare_device(plan: PackedPlan, device: str) -> Device:
    """Unpack a plan, load its kernels, and return the device to play it on. Raises ImpossibleError if versions
    differ."""
    if plan.python != _python_version():
        raise ImpossibleError(
            f"it runs Python {_python_version()}, and you run {plan.python}; use the same on all machines"
        )
    if plan.kernels != sources_digest():
        raise ImpossibleError("its kernels are those of another Pitboss; install the same version on all machines")
    unpacked: Plan = pickle.loads(zlib.decompress(plan.content))
    place = Device(unpacked, device)
    play_chunk(unpacked, 0, 1)
    return place


def _worker_address() -> str:
    """Return the address of this worker."""
    from distributed import get_worker

    address: str = get_worker().address
    return address
