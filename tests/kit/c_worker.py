"""Loaded by a worker of a cluster (`dask worker --preload`): its graphics card is a C compiler."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp

from kit.c_machine import CMachine
from pitboss.simulation.machines import devices
from pitboss.simulation.machines.gpu_play import Twins
from pitboss.simulation.plan import Plan


def dask_setup(worker: object) -> None:
    def on_card(plan: Plan) -> Twins:
        return Twins(plan, CMachine(Path(mkdtemp())))

    devices.twins_on_card = on_card
