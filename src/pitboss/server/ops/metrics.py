"""The metrics of the server in the text format of Prometheus.

A few lines of text need no library. No metric names a person, a card or an amount of money.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from pitboss.server.live.tables import Casino
from pitboss.server.ops.health import Health
from pitboss.server.ops.histogram import Histogram
from pitboss.server.ops.open_files import descriptor_limit
from pitboss.store.database.read_only import wal_path

# Name in Casino.counts -> what it counts. Counters at 0 are reported too, so that their first rise is visible.
COUNTED = {
    "rounds": "rounds that are over",
    "actions": "actions that somebody sent",
    "refused": "actions that were refused",
    "nonsense": "messages that made no sense",
    "connections": "sockets that were opened",
    "faults": "actions and requests that a mistake of ours stopped",
    "requests": "requests that were answered",
    "limited": "requests over a limit",
    "turned_away": "connections that were closed because there were too many",
    "timed_out": "connections that were closed because nothing more came, or nothing was read",
}


def render_metrics(casino: Casino, health: Health) -> str:
    """Return all metrics in the text format of Prometheus."""
    return "".join(f"{line}\n" for line in (*_gauges(casino, health), *_counters(casino), *_histograms(casino)))


def _gauges(casino: Casino, health: Health) -> Iterator[str]:
    tables, troubles, path = casino.tables.values(), casino.troubles(), casino.store.path
    sizes = [file.stat().st_size for file in (path, wal_path(path)) if file.exists()]
    yield from _gauge("ready", "1 while nothing stands in the way, as /readyz says", int(not health.reasons()))
    yield from _gauge("tables", "tables that can be played at", len(tables))
    yield from _gauge("tables_out_of_service", "tables at which nothing goes on", len(troubles))
    yield from _gauge("people", "people who have a seat", sum(len(table.seats.people) for table in tables))
    sockets = sum(len(table.onlookers.connections) for table in tables)
    yield from _gauge("open_sockets", "sockets that are open now", sockets)
    yield from _gauge("write_queue", "writes that nobody has begun with", casino.store.backlog)
    yield from _gauge("database_bytes", "size of the database and its log", sum(sizes))
    yield from _gauge("disk_free_bytes", "free space on the disk of the database", health.free)
    yield from _gauge("open_descriptors", "files and sockets that the process has open", open_descriptors())
    yield from _gauge("descriptor_limit", "files and sockets that the process may have open", descriptor_limit())


def _gauge(name: str, help_text: str, value: int) -> Iterator[str]:
    yield from _head(name, help_text, "gauge")
    yield f"pitboss_{name} {value}"


def _counters(casino: Casino) -> Iterator[str]:
    for name, help_text in COUNTED.items():
        yield from _head(f"{name}_total", help_text, "counter")
        yield f"pitboss_{name}_total {casino.counts[name]}"


def _histograms(casino: Casino) -> Iterator[str]:
    yield from _histogram("ack_seconds", "from an action to its acknowledgment, on the disk", casino.acks)
    yield from _histogram("commit_seconds", "one commit to the disk, without what is written in it", casino.commits)


def _histogram(name: str, help_text: str, histogram: Histogram) -> Iterator[str]:
    yield from _head(name, help_text, "histogram")
    buckets = histogram.buckets()
    for bound, count in buckets:
        yield f'pitboss_{name}_bucket{{le="{bound}"}} {count}'
    yield f"pitboss_{name}_sum {histogram.sum:.6f}"
    yield f"pitboss_{name}_count {buckets[-1][1]}"


def _head(name: str, help_text: str, kind: str) -> tuple[str, str]:
    return f"# HELP pitboss_{name} {help_text}", f"# TYPE pitboss_{name} {kind}"


def open_descriptors() -> int:
    """Return the number of open files and sockets, or 0 if the system does not tell."""
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
