"""Play units on the workers of a Dask cluster, with the same integers as `run` as the result.

Each worker first measures its speed, and then always has stretches of units that take it a second or more. Dask gives
the stretches of a lost worker to others. A worker returns a stretch that takes too long half done, and the rest is
handed out again, so fast and slow workers may come and go.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from queue import Empty, SimpleQueue
from types import ModuleType
from typing import Any, NamedTuple

from pitboss import __version__
from pitboss.counting.exact_model import ImpossibleError
from pitboss.simulation.machines import cluster_worker
from pitboss.simulation.machines.places import Job
from pitboss.simulation.machines.stretches import Stretch, Stretches
from pitboss.simulation.tallies import Tally

SECONDS = 2.0  # that a stretch takes
LEAST = 1.0  # the same toward the end, so that all are done at about the same time
RESULTS = 20.0  # a second at most: with many workers a stretch is longer
LATE = 3  # times as long as it should take, and the rest of a stretch comes back
LOOK = 1.0  # seconds between two looks at who is there
ANSWER = 10.0  # seconds that a scheduler has to answer
MEETING = 10.0  # seconds that those who are there have to say who they are, before others begin without them
PATIENCE = 60.0  # seconds without any worker
DEATHS = 3  # stretches in a row that no worker survives; Dask has given each to several


class Worker:
    """A worker that is connected to the scheduler."""

    def __init__(self, address: str, threads: int, meeting: Any) -> None:
        self.address, self.threads, self.meeting = address, threads, meeting
        self.card, self.busy = "", 0
        self.pace: dict[int, float] = {}  # units a second by the number of the job

    @property
    def lanes(self) -> int:
        """The number of stretches that it can play at once."""
        return 1 if self.card else self.threads

    def pace_of(self, job: int) -> float:
        """Return its units per second for a job, or for its latest other job if it has not played this one yet."""
        return self.pace[job] if job in self.pace else next(reversed(self.pace.values()))


class Assignment(NamedTuple):
    """A stretch of a job, and the worker that plays it."""

    job: int
    stretch: Stretch
    worker: Worker


class Cluster:
    """The workers of a Dask scheduler, which is given by its address or its scheduler file."""

    def __init__(self, address: str, device: str) -> None:
        self.dask, self.address, self.device = import_dask(), address, device
        self.workers: dict[str, Worker] = {}
        self.played: dict[str, int] = {}  # units by worker
        where = {"scheduler_file": address} if address.endswith(".json") else {"address": address}
        if address.endswith(".json") and not Path(address).exists():
            raise ImpossibleError(
                f"{address} does not exist; it is written by: dask scheduler --scheduler-file {address}"
            )
        try:
            self.client = self.dask.Client(**where, timeout=ANSWER, set_as_default=False)
        except (OSError, ValueError) as nobody:
            raise ImpossibleError(
                f"no scheduler answers at {address} ({type(nobody).__name__}); start one with: dask scheduler, and "
                "give the address that it prints, as in tcp://10.0.0.5:8786"
            ) from None
        try:
            self._check_versions({"the scheduler": self.client.run_on_scheduler(metadata.version, "pitboss")})
        except metadata.PackageNotFoundError:
            self.close()
            raise ImpossibleError(
                f"the scheduler at {address} has no Pitboss; install version {__version__} on all machines"
            ) from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Disconnect from the scheduler."""
        self.client.close()

    def description(self) -> str:
        """Describe the workers that play: "on 3 workers of tcp://10.0.0.5:8786: 48 threads"."""
        workers = [worker for worker in self.workers.values() if worker.pace]
        cards = [worker.card for worker in workers if worker.card]
        count, threads = len(workers), sum(worker.threads for worker in workers if not worker.card)
        parts = [f"{threads} threads" if threads > 1 else "one thread"] * bool(threads)
        parts += [f"{cards.count(name)} x {name}" for name in dict.fromkeys(cards)]
        return f"on {count} worker{'s' * (count > 1)} of {self.address}: {', '.join(parts)}"

    def shares(self) -> str:
        """Describe what share of the units each worker played."""
        all_units = sum(self.played.values()) or 1
        shares = sorted((units / all_units for units in self.played.values()), reverse=True)
        if len(shares) > 8:
            return f"{len(shares)} workers played {shares[-1]:.1%} to {shares[0]:.1%} each"
        workers = f"{len(shares)} workers" if len(shares) > 1 else "one worker"
        return f"{workers} played {', '.join(f'{share:.1%}' for share in shares)}"

    def play(self, jobs: Sequence[Job]) -> Generator[tuple[int, Tally]]:
        """Play jobs. A later job begins while the last stretches of the earlier one are still being played."""
        run = Run(self, jobs)
        try:
            yield from run.play()
        finally:
            run.stop()

    def _check_versions(self, versions: Mapping[str, object]) -> None:
        """Raise ImpossibleError if a machine has no Pitboss or another version."""
        for worker, version in versions.items():
            if isinstance(version, metadata.PackageNotFoundError):
                raise ImpossibleError(f"{worker} has no Pitboss; install version {__version__} on all machines")
            if isinstance(version, str) and version != __version__:
                raise ImpossibleError(
                    f"{worker} has Pitboss {version}, and you have {__version__}; "
                    "install the same version on all machines"
                )

    def threads_by_worker(self) -> dict[str, int]:
        """Return the number of threads of every worker that the scheduler knows, by address."""
        try:
            return {
                name: worker["nthreads"] for name, worker in self.client.scheduler_info(n_workers=-1)["workers"].items()
            }
        except (OSError, ValueError, AttributeError):
            raise self.lost_scheduler() from None

    def check_workers(self, addresses: Sequence[str]) -> None:
        """Check the versions of workers before sending them anything that only the same version understands. Workers
        that are gone are ignored."""
        try:
            answers = self.client.run(metadata.version, "pitboss", workers=list(addresses), on_error="return")
        except OSError:
            return
        self._check_versions({f"worker {address}": version for address, version in answers.items()})

    def lost_scheduler(self) -> ImpossibleError:
        """Return the error to raise if the scheduler is gone."""
        return ImpossibleError(
            f"the scheduler at {self.address} is gone or was restarted; start it again, and go on with --resume if you "
            "have saved"
        )


class Run:
    """The jobs that a cluster is playing."""

    def __init__(self, cluster: Cluster, jobs: Sequence[Job]) -> None:
        self.cluster, self.client, self.workers = cluster, cluster.client, cluster.workers
        self.jobs = jobs
        self.stretches: dict[int, Stretches] = {}  # of the jobs that have begun and are not done
        self.first = 0  # job that is not done
        self.plans: dict[int, Any] = {}  # of the same: the plan, as something that workers fetch
        self.assigned: dict[str, tuple[Any, Assignment]] = {}  # by the key of a task
        self.results: SimpleQueue[Any] = SimpleQueue()
        self.updated_at = 0.0
        self.last_seen = time.monotonic()  # somebody
        self.deaths = 0
        self.workers.clear()

    def play(self) -> Generator[tuple[int, Tally]]:
        """Yield the number of a job and its tally again and again until all jobs are done."""
        since = time.monotonic()
        while not self.has_met_workers(since):
            self.update_workers()
            self.receive()
        yield 0, self.stretches_of(0).found
        while True:
            while self.first in self.stretches and self.stretches[self.first].done:
                yield self.first, self.stretches.pop(self.first).found
                self.plans.pop(self.first, None)
                self.first += 1
            if self.first == len(self.jobs):
                return
            self.update_workers()
            self.hand_out()
            job = self.receive()
            yield job, self.stretches_of(job).found

    def stretches_of(self, job: int) -> Stretches:
        """Return the stretches of a job, which begins if it has not begun yet."""
        if job not in self.stretches:
            self.stretches[job] = Stretches(*self.jobs[job])
        return self.stretches[job]

    def has_met_workers(self, since: float) -> bool:
        """Return whether all workers have reported their speed, or at least one has and MEETING seconds have passed."""
        reported = [bool(worker.pace) for worker in self.workers.values()]
        return any(reported) and (all(reported) or time.monotonic() - since > MEETING)

    def stop(self) -> None:
        """Cancel everything that the workers still have to do."""
        with suppress(Exception):  # the scheduler may be gone
            waiting = [worker.meeting for worker in self.workers.values() if not worker.pace]
            self.client.cancel([*(future for future, _ in self.assigned.values()), *waiting], force=True)

    def update_workers(self) -> None:
        """Notice workers that have come or gone. Raises ImpossibleError if there has been none for PATIENCE seconds."""
        now = time.monotonic()
        if now - self.updated_at < LOOK:
            return
        self.updated_at = now
        threads = self.cluster.threads_by_worker()
        for address in self.workers.keys() - threads.keys():
            lost = self.workers.pop(address)
            if not lost.pace:
                self.client.cancel([lost.meeting], force=True)
        if arrivals := [address for address in threads if address not in self.workers]:
            self.cluster.check_workers(arrivals)
            for address in arrivals:
                meeting = self.client.submit(
                    cluster_worker.measure_pace,
                    self.plan(self.first),
                    self.cluster.device,
                    workers=[address],
                    pure=False,
                )
                meeting.add_done_callback(self.results.put)
                self.workers[address] = Worker(address, threads[address], meeting)
        if threads:
            self.last_seen = now
        elif now - self.last_seen > PATIENCE:
            raise ImpossibleError(
                f"nobody works for the scheduler at {self.cluster.address}; start workers with: dask worker "
                f"{self.cluster.address}"
            )

    def plan(self, job: int) -> Any:
        """Return the plan of a job as a future on the cluster, which workers fetch once."""
        if job not in self.plans:
            plan = cluster_worker.pack(self.jobs[job].plan)
            self.plans[job] = self.client.submit(cluster_worker.pass_through, plan, pure=False)
        return self.plans[job]

    def hand_out(self) -> None:
        """Hand out stretches so that every worker has as many as it can play at once, and half as many again
        waiting."""
        ready = [worker for worker in self.workers.values() if worker.pace]
        lanes = sum(worker.lanes for worker in ready)
        longest = max(SECONDS, lanes / RESULTS)
        for worker in ready:
            while worker.busy < worker.lanes + max(1, worker.lanes // 2):
                job = next(
                    (number for number in range(self.first, len(self.jobs)) if self.stretches_of(number).units_left),
                    None,
                )
                if job is None:
                    return
                pace = worker.pace_of(job)
                seconds_left = self.stretches[job].units_left / sum(other.lanes * other.pace_of(job) for other in ready)
                is_last = job == len(self.jobs) - 1
                seconds = min(longest, max(LEAST, seconds_left / 2)) if is_last else longest
                stretch = self.stretches[job].take(int(pace * seconds))
                assert stretch is not None
                self.send(Assignment(job, stretch, worker), LATE * seconds)

    def send(self, handed: Assignment, seconds: float) -> None:
        """Send a stretch to a worker, which returns it after this many seconds even if it is not done."""
        future = self.client.submit(
            cluster_worker.play,
            self.plan(handed.job),
            self.cluster.device,
            handed.stretch,
            seconds,
            workers=[handed.worker.address],
            allow_other_workers=True,
            pure=False,
        )
        handed.worker.busy += 1
        self.assigned[future.key] = future, handed
        future.add_done_callback(self.results.put)

    def receive(self) -> int:
        """Wait for the next result, process it, and return the number of its job. If none comes within LOOK seconds,
        return the first job that is not done."""
        try:
            future = self.results.get(timeout=LOOK)
        except Empty:
            return self.first
        if future.key not in self.assigned:
            self.register_worker(future)
            return self.first
        _, handed = self.assigned.pop(future.key)
        handed.worker.busy -= 1
        stretches = self.stretches[handed.job]
        try:
            part = future.result()
        except self.cluster.dask.KilledWorker:
            self.deaths += 1
            if self.deaths == DEATHS:
                raise ImpossibleError(
                    f"worker after worker dies while it plays the units from {handed.stretch.first:,} on; see what "
                    "their logs say"
                ) from None
            stretches.give_back(handed.stretch)
            return handed.job
        except self.cluster.dask.CancelledError:
            raise self.cluster.lost_scheduler() from None
        self.deaths = 0
        units = part.tally.units  # before its neighbors are added to it
        stretches.add(handed.stretch, part.tally)
        self.cluster.played[part.worker] = self.cluster.played.get(part.worker, 0) + units
        if (worker := self.workers.get(part.worker)) is not None and part.seconds >= LEAST / 2:
            worker.pace[handed.job] = units / part.seconds
        return handed.job

    def register_worker(self, future: Any) -> None:
        """Note the speed that a worker has reported. A worker that was gone before is no longer listed."""
        worker = next((candidate for candidate in self.workers.values() if candidate.meeting.key == future.key), None)
        if worker is None:
            return
        try:
            info = future.result()
        except self.cluster.dask.KilledWorker:
            return  # the next look finds out
        except self.cluster.dask.CancelledError:
            raise self.cluster.lost_scheduler() from None
        worker.card, worker.pace = info.card, {self.first: info.pace}


def import_dask() -> ModuleType:
    """Import `distributed`, the part of Dask for clusters. Raises ImportError with advice if it is not installed."""
    try:
        import distributed
    except ImportError as missing:
        raise ImportError(
            f"a cluster needs Dask, and {missing.name} is not installed; install it with: pip install "
            "'pitboss[cluster]', here and on all machines of the cluster",
            name=missing.name,
        ) from missing
    module: ModuleType = distributed
    return module
