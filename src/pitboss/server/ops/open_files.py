"""The limit of open files and sockets of the process. This module needs POSIX, as the server does."""

from __future__ import annotations

import resource

MOST = 65_536  # the limit that is requested, if the system allows it


def descriptor_limit() -> int:
    """Return how many files and sockets this process may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else min(soft, MOST)


def raise_descriptor_limit() -> None:
    """Raise the soft limit as far as the hard limit allows, up to `MOST`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
