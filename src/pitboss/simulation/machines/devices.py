"""The device that plays units: the processor or a graphics card. Both compute the same integers."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from pitboss.counting.exact_model import ImpossibleError
from pitboss.simulation.plan import Plan
from pitboss.simulation.run import play_in_turn, play_units
from pitboss.simulation.tallies import Tally

if TYPE_CHECKING:
    from pitboss.simulation.machines.gpu_play import Twins

CPU, GPU, AUTO = DEVICES = ("cpu", "gpu", "auto")


class Device:
    """The device that plays a plan. If `asked` is "auto", it is the graphics card if that can play the plan; otherwise
    `why_not` says why it cannot."""

    def __init__(self, plan: Plan, asked: str) -> None:
        self.plan, self.why_not = plan, ""
        self.twins: Twins | None = None
        if asked not in DEVICES:
            raise ImpossibleError(f"there is no device {asked!r}; choose {', '.join(DEVICES[:-1])} or {DEVICES[-1]}")
        if asked == CPU:
            return
        try:
            self.twins = twins_on_card(plan)
        except ImpossibleError as missing:
            if asked == GPU:
                raise ImpossibleError(f"{missing}; or leave out --device gpu") from None
            self.why_not = str(missing)

    @property
    def name(self) -> str:
        """The name of the graphics card; empty if it is the processor."""
        return "" if self.twins is None else self.twins.machine.name

    def play(self, units: int, so_far: Tally | None = None, workers: int = 1) -> Generator[Tally]:
        """Play up to `units` units, as `run.play_units` does. A graphics card needs no workers."""
        return (
            play_units(self.plan, units, so_far, workers)
            if self.twins is None
            else self.twins.play_units(units, so_far)
        )

    def play_in_turn(self, units: int, so_far: Tally) -> Generator[Tally]:
        """Play in a single thread, and yield the tally only after units have been played."""
        return play_in_turn(self.plan, units, so_far) if self.twins is None else self.twins.play_units(units, so_far)


def twins_on_card(plan: Plan) -> Twins:
    """Return a plan's twins, compiled for the graphics card. Raises ImpossibleError if the card cannot play it."""
    from pitboss.numeric.gpu.graphics_card import Card, NoCardError
    from pitboss.simulation.machines.gpu_play import Twins

    if plan.audited:
        raise ImpossibleError("the audited engine plays on the processor alone; leave out --audited")
    try:
        return Twins(plan, Card())
    except NoCardError as missing:
        raise ImpossibleError(str(missing)) from missing
