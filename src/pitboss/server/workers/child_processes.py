"""Ending processes that count or report for the server."""

from __future__ import annotations

import os
import signal
from asyncio.subprocess import Process
from contextlib import suppress


async def ended(child: Process) -> int:
    """Kill a process unless it is over, and return its exit status.

    `child.kill()` would look first whether it is over, and so take its status from asyncio, which then warns of an
    unknown child process.
    """
    if child.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)
    return await child.wait()
