"""How many files and sockets the process may have open. This module needs POSIX, as the server does."""

from __future__ import annotations

import resource

MOST = 65_536  # that are asked for, if the system gives them


def descriptors() -> int:
    """How many files and sockets this process may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else min(soft, MOST)


def ask_for_descriptors() -> None:
    """As many as the system gives without being asked twice."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
