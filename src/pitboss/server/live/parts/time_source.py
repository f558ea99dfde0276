"""The source of time of a table. It is passed in when the table is opened, so that tests can control it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class TimeSource:
    """The two clocks of a table, both in seconds: `now` is monotonic and measures durations; `wall` counts since 1970
    and dates records."""

    now: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
