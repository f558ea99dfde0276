"""A process that works for another one."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process


def ends_with_its_parent() -> None:
    """Of the worker, as its first act: whoever presses Ctrl-C means the process that it works for, which then ends it;
    and it never outlives that one, however that one ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def leave() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=leave, daemon=True).start()
