"""Where plans are played: on this machine, or by the workers of a cluster. What is found is the same."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import NamedTuple, Protocol

from pitboss.counting.exact_model import ImpossibleError
from pitboss.simulation.plan import Plan
from pitboss.simulation.tallies import Tally


class Job(NamedTuple):
    """A plan, how far it goes, and how far it is."""

    plan: Plan
    units: int
    so_far: Tally | None = None


class Place(Protocol):
    def play(self, jobs: Sequence[Job]) -> Generator[tuple[int, Tally]]:
        """The number of a job and its tally, again and again: at first before anything of it is played, and sometimes
        though nothing has changed. What was handed out last is whole."""

    def description(self) -> str:
        """What plays, in words; nothing if that is the processor as always."""

    def shares(self) -> str:
        """Who played how much; nothing if that is no question."""

    def close(self) -> None: ...


class LocalMachine:
    """This machine, which plays one job after the other."""

    def __init__(self, device: str, workers: int) -> None:
        if workers < 1:
            raise ImpossibleError("it takes one worker or more")
        self.device, self.workers = device, workers
        self._told = ""

    def play(self, jobs: Sequence[Job]) -> Generator[tuple[int, Tally]]:
        from pitboss.simulation.audited_play.audited_run import play_audited
        from pitboss.simulation.machines.devices import Device

        for at, (plan, units, so_far) in enumerate(jobs):
            device = Device(plan, self.device)
            self._told = f"on {device.name}" if device.name else ""
            if device.why_not:
                self._told = f"on the processor: {device.why_not}"
            play = play_audited(plan, units, so_far, self.workers) if plan.audited else None
            with closing(play or device.play(units, so_far, self.workers)) as steps:
                for tally in steps:
                    yield at, tally

    def description(self) -> str:
        return self._told

    def shares(self) -> str:
        return ""

    def close(self) -> None:
        pass


def choose_place(device: str, workers: int, cluster: str | None) -> Place:
    if cluster is None:
        return LocalMachine(device, workers)
    from pitboss.simulation.machines.cluster_play import Cluster

    return Cluster(cluster, device)
