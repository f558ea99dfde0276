"""What the main wager of each table costs, exactly, by the table's own house, readings and text.

Counting can take a second or many, so a process of its own does it, one at a time and behind everything else; nobody
waits for it. What was counted is kept as long as the server runs, under all that it depends on.
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
from pitboss.server.workers.child_processes import ended

BESIDE_THE_POINT = ("name", "inventory")  # elections that no edge depends on
MOST_KEPT = 1_000  # edges; people may open as many tables as they like over the years


class Edge(msgspec.Struct, frozen=True, omit_defaults=True):
    """The edge of a wager; without a wager: nobody can count it."""

    wager: str = ""
    unit: str = ""  # what it is a share of
    percent: str = ""
    exact: str = ""  # p/q


class Counted(msgspec.Struct, frozen=True):
    key: str
    edge: Edge


class Edges:
    def __init__(self) -> None:
        self._found: dict[str, Edge] = {}
        self._wanted: dict[str, str] = {}  # key -> setting
        self._counting: asyncio.Task[None] | None = None

    def of(self, setting: TableSetting) -> Edge | None:
        """None while it is being counted."""
        key = _key(setting)
        if (found := self._found.pop(key, None)) is not None:
            self._found[key] = found  # the one that was asked for last is forgotten last
            return found
        self._wanted.setdefault(key, to_text(setting))
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count())
        return None

    async def close(self) -> None:
        if self._counting is not None:
            self._counting.cancel()
            with suppress(asyncio.CancelledError):
                await self._counting

    async def _count(self) -> None:
        while self._wanted:
            asked = dict(self._wanted)
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
                child.stdin.write(msgspec.json.encode(asked))
                child.stdin.close()
                async for line in child.stdout:
                    counted = msgspec.json.decode(line, type=Counted)
                    self._keep(counted.key, counted.edge)
            finally:
                await ended(child)  # it is over, or nobody wants it any more
            for key in asked:
                if key not in self._found:
                    self._keep(key, Edge())
                del self._wanted[key]

    def _keep(self, key: str, edge: Edge) -> None:
        self._found[key] = edge
        while len(self._found) > max(MOST_KEPT, len(self._wanted)):
            del self._found[next(iter(self._found))]


def _key(setting: TableSetting) -> str:
    """Return a digest of all that an edge depends on: not the name of the house, its inventory, or the pace."""
    house = msgspec.json.decode(setting.house)
    for key in BESIDE_THE_POINT:
        house.pop(key, None)
    told = [setting.game, house, setting.readings, setting.as_of, setting.assumed]
    return sha256(msgspec.json.encode(told, order="deterministic")).hexdigest()


def counted(setting: TableSetting) -> Edge:
    """The wager that a model names first is the one that nobody can play without."""
    game, rules, house = resolve_setting(setting)
    model = game.exact_model()
    row = next(iter(model.wagers(rules, house, model.usual_bet(house))))
    unit = f"the {row.wager} wager" if row.unit == "the wager" else row.unit
    return Edge(row.wager, unit, percent(row.house_edge), fraction(row.house_edge))


def main() -> None:
    """Settings by key on standard input; one line of output for each as soon as it is counted, the quick ones first."""
    os.nice(10)
    asked = {key: from_text(text) for key, text in msgspec.json.decode(sys.stdin.buffer.read()).items()}
    for key, setting in sorted(asked.items(), key=lambda each: not resolve_setting(each[1])[0].quick):
        try:
            edge = counted(setting)
        except Exception:  # a table that cannot be counted has no edge to show, and the others do
            edge = Edge()
        sys.stdout.buffer.write(msgspec.json.encode(Counted(key, edge)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
