"""Where units are played: on the processor, or on a graphics card. What is found is the same."""

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
    """One that can play a plan. If `asked` is "auto", that is the card if there is one that can, and `why_not` tells
    what is missing."""

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
        """Of the card; nothing if it is the processor."""
        return "" if self.twins is None else self.twins.machine.name

    def play(self, units: int, so_far: Tally | None = None, workers: int = 1) -> Generator[Tally]:
        """As `run.going`; a card needs no workers."""
        return (
            play_units(self.plan, units, so_far, workers)
            if self.twins is None
            else self.twins.play_units(units, so_far)
        )

    def play_in_turn(self, units: int, so_far: Tally) -> Generator[Tally]:
        """The same by one thread, and without the first look."""
        return play_in_turn(self.plan, units, so_far) if self.twins is None else self.twins.play_units(units, so_far)


def twins_on_card(plan: Plan) -> Twins:
    from pitboss.numeric.gpu.graphics_card import Card, NoCardError
    from pitboss.simulation.machines.gpu_play import Twins

    if plan.audited:
        raise ImpossibleError("the audited engine plays on the processor alone; leave out --audited")
    try:
        return Twins(plan, Card())
    except NoCardError as missing:
        raise ImpossibleError(str(missing)) from missing
