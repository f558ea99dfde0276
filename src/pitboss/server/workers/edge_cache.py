"""The exact edge of each table's main wager, by the table's own house, readings and text.

Counting can take many seconds, so a separate process does it, one table at a time and at low priority; nobody waits for
it. Results are cached while the server runs, by a digest of everything that they depend on.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from hashlib import sha256

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.text_tables import percent
from pitboss.server.live.table_settings import TableSetting, from_text, resolve_setting, to_text
from pitboss.server.workers.child_processes import end_process

IRRELEVANT = ("name", "inventory")  # elections that no edge depends on
MOST_KEPT = 1_000  # cached edges; a limit, because players may open any number of tables over the years


class Edge(msgspec.Struct, frozen=True, omit_defaults=True):
    """The edge of a wager. If `wager` is empty, the edge cannot be counted."""

    wager: str = ""
    unit: str = ""  # the amount that it is a share of
    percent: str = ""
    exact: str = ""  # p/q


class CountedEdge(msgspec.Struct, frozen=True):
    """A line of the process's output: the edge of one setting."""

    key: str
    edge: Edge


class Edges:
    """The edges that were counted, and those that are still wanted."""

    def __init__(self) -> None:
        self._cached: dict[str, Edge] = {}  # least recently used first
        self._wanted: dict[str, str] = {}  # key -> setting
        self._counting: asyncio.Task[None] | None = None

    def edge_of(self, setting: TableSetting) -> Edge | None:
        """Return the edge of a setting's main wager, or None while it is being counted."""
        key = _key(setting)
        if (edge := self._cached.pop(key, None)) is not None:
            self._cached[key] = edge  # now the most recently used one
            return edge
        self._wanted.setdefault(key, to_text(setting))
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count())
        return None

    async def close(self) -> None:
        """End the counting."""
        if self._counting is not None:
            self._counting.cancel()
            with suppress(asyncio.CancelledError):
                await self._counting

    async def _count(self) -> None:
        while self._wanted:
            wanted = dict(self._wanted)
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "pitboss.server.workers.edge_cache",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
            try:
                assert child.stdin is not None
                assert child.stdout is not None
                child.stdin.write(msgspec.json.encode(wanted))
                child.stdin.close()
                async for line in child.stdout:
                    counted = msgspec.json.decode(line, type=CountedEdge)
                    self._keep(counted.key, counted.edge)
            finally:
                await end_process(child)
            for key in wanted:
                if key not in self._cached:
                    self._keep(key, Edge())
                del self._wanted[key]

    def _keep(self, key: str, edge: Edge) -> None:
        self._cached[key] = edge
        while len(self._cached) > max(MOST_KEPT, len(self._wanted)):
            del self._cached[next(iter(self._cached))]


def _key(setting: TableSetting) -> str:
    """Return a digest of everything that an edge depends on: all but the name of the house, its inventory and pace."""
    house = msgspec.json.decode(setting.house)
    for key in IRRELEVANT:
        house.pop(key, None)
    relevant = [setting.game, house, setting.readings, setting.as_of, setting.assumed]
    return sha256(msgspec.json.encode(relevant, order="deterministic")).hexdigest()


def count_edge(setting: TableSetting) -> Edge:
    """Count the edge of the wager that the model lists first, without which nobody can play."""
    game, rules, house = resolve_setting(setting)
    model = game.exact_model()
    row = next(iter(model.wagers(rules, house, model.usual_bet(house))))
    unit = f"the {row.wager} wager" if row.unit == "the wager" else row.unit
    return Edge(row.wager, unit, percent(row.house_edge), fraction(row.house_edge))


def main() -> None:
    """Read settings by key on standard input, and write a line for each as soon as it is counted, quick games first."""
    os.nice(10)
    settings = {key: from_text(text) for key, text in msgspec.json.decode(sys.stdin.buffer.read()).items()}
    for key, setting in sorted(settings.items(), key=lambda item: not resolve_setting(item[1])[0].quick):
        try:
            edge = count_edge(setting)
        except Exception:  # one table that cannot be counted must not keep the others from being counted
            edge = Edge()
        sys.stdout.buffer.write(msgspec.json.encode(CountedEdge(key, edge)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
