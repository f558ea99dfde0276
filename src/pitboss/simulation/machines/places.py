"""The places where plans are played: this machine, or the workers of a cluster. Both compute the same integers."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import NamedTuple, Protocol

from pitboss.counting.exact_model import ImpossibleError
from pitboss.simulation.plan import Plan
from pitboss.simulation.tallies import Tally


class Job(NamedTuple):
    """A plan, the number of units to play, and the tally of those played so far."""

    plan: Plan
    units: int
    so_far: Tally | None = None


class Place(Protocol):
    """A machine or a cluster that plays jobs."""

    def play(self, jobs: Sequence[Job]) -> Generator[tuple[int, Tally]]:
        """Yield the number of a job and its tally again and again: first before any unit is played, and sometimes
        unchanged. The tally yielded last is complete."""

    def description(self) -> str:
        """Describe what plays, in words; empty for the usual processor."""

    def shares(self) -> str:
        """Describe who played how much, in words; empty for a single machine."""

    def close(self) -> None:
        """Release connections."""


class LocalMachine:
    """The place that is this machine, which plays one job after the other."""

    def __init__(self, device: str, workers: int) -> None:
        if workers < 1:
            raise ImpossibleError("it takes one worker or more")
        self.device, self.workers = device, workers
        self._told = ""

    def play(self, jobs: Sequence[Job]) -> Generator[tuple[int, Tally]]:
        """Play the jobs on the device, or with the audited engine if the plan asks for it."""
        from pitboss.simulation.audited_play.audited_run import play_audited
        from pitboss.simulation.machines.devices import Device

        for number, (plan, units, so_far) in enumerate(jobs):
            device = Device(plan, self.device)
            self._told = f"on {device.name}" if device.name else ""
            if device.why_not:
                self._told = f"on the processor: {device.why_not}"
            play = play_audited(plan, units, so_far, self.workers) if plan.audited else None
            with closing(play or device.play(units, so_far, self.workers)) as steps:
                for tally in steps:
                    yield number, tally

    def description(self) -> str:
        """Describe the device that plays, and why it is not the graphics card."""
        return self._told

    def shares(self) -> str:
        """Return nothing, because there is only one machine."""
        return ""

    def close(self) -> None:
        """Release nothing, because there are no connections."""


def choose_place(device: str, workers: int, cluster: str | None) -> Place:
    """Return the cluster at an address, or this machine if there is none."""
    if cluster is None:
        return LocalMachine(device, workers)
    from pitboss.simulation.machines.cluster_play import Cluster

    return Cluster(cluster, device)
