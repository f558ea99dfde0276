"""Where time comes from. A table asks; whoever opens it hands a source in, which a test moves on by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class TimeSource:
    """The two clocks of a table, both in seconds: `now` only measures how long something lasts, `wall` counts since
    1970 and is what records are dated by."""

    now: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
