"""End the processes that count or report for the server."""

from __future__ import annotations

import os
import signal
from asyncio.subprocess import Process
from contextlib import suppress


async def end_process(child: Process) -> int:
    """Kill a process unless it has ended, and return its exit status.

    `child.kill()` would first poll the process and so take its exit status away from asyncio, which then warns of an
    unknown child process.
    """
    if child.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)
    return await child.wait()
