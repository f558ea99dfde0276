"""Ties a worker process to its parent."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """Make this worker end with its parent. A worker calls it first. The worker ignores Ctrl-C, because that is meant
    for the parent, which then ends the worker. It also ends if the parent dies in any other way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def leave() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=leave, daemon=True).start()
