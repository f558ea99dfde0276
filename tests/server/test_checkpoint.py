"""The checkpoint file keeps its chain, whoever notes heads and when."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from pitboss.server.live.tables import Casino
from pitboss.store.chains import checkpoint_file
from pitboss.store.chains.checkpoint_file import checkpoint_path, read
from pitboss.store.chains.hash_chain import link


def test_heads_noted_while_the_server_stops_are_not_interleaved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread is in the middle of a line when the server writes its last one: they come one after the other."""
    path = tmp_path / "pitboss.db"
    inside, second = threading.Event(), threading.Event()

    def slow_link(last: str, body: dict[str, object]) -> tuple[str, str]:
        if inside.is_set():
            second.set()
        else:
            inside.set()
            second.wait(1)  # for what must not come: another line, begun before this one is written
        return link(last, body)

    async def test() -> None:
        casino = Casino(path)
        await casino.open()
        database = casino.store.meta("id")
        await casino.make_account("Ann", "code")
        monkeypatch.setattr(checkpoint_file, "link", slow_link)
        noting = asyncio.create_task(asyncio.to_thread(casino.keeper.note_heads, casino.store))
        await asyncio.to_thread(inside.wait)
        await casino.make_account("Ben", "code")
        noting.cancel()
        await casino.close()
        casino.keeper.note_heads(casino.store)  # a thread that came too late
        noted = read(checkpoint_path(path), database)[2]
        assert len(noted) >= 2

    asyncio.run(test())
    assert second.is_set()
