"""Named points at which a test may kill the process as a power cut would. Without a plan they do nothing.

The plan is in the environment: PITBOSS_CRASH="before commit:3" kills at the third time that point is reached.
"""

from __future__ import annotations

import os
import signal

_plan, _, _times = os.environ.get("PITBOSS_CRASH", "").rpartition(":")
_left = int(_times) if _plan else 0

POINTS = (
    "before commit",
    "before mark",  # on the disk, but not marked in the checkpoint file
    "after commit",  # marked, but nobody has been informed
    "mid-anchor",  # a line of the checkpoint file is written over the mark, and not forced to the disk
    "mid-frame",  # some of the seats have been sent their views
    "mid-settlement",  # the round is being settled, and nothing of it is on the disk yet
    "during recovery",
    "mid-register",  # a line of the register is written, and not on the disk yet
)
DECIDING = "mid-decision"  # a decision to go on is in the database, and not in the checkpoint file
COPYING = "backup half made"
# Only when a database of an older version is opened.
MIGRATING = (
    "copy half made",
    "copy made",  # and the database is as it was
    "mid-migration",  # the database has its new schema, and it is not on the disk yet
)


def point(name: str) -> None:
    """Kill the process if the plan calls for that at this point."""
    global _left
    if name == _plan:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
