"""The errors of the public interface besides ValueError. Imports nothing heavy, so that catching one is cheap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.compliance.errors import HouseFileError as HouseFileError

if TYPE_CHECKING:
    from pitboss.engine.waits import Refusal


class Refused(Exception):  # noqa: N818, it reads as what happened
    """Raised when the table does not take an input. Nothing has changed. `reasons` says why, each with its
    paragraph."""

    def __init__(self, reasons: tuple[Refusal, ...]) -> None:
        super().__init__("; ".join(map(str, reasons)))
        self.reasons = reasons
