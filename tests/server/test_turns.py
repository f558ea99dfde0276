"""The queue of views: one per pass of the event loop, so that actions are acknowledged first."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from kit.inside import Inside
from kit.leaky import Wire
from pitboss.server.views.send_queue import SendQueue


class Somebody:
    def __init__(self, name: str, seen: list[str]) -> None:
        self._name, self._seen = name, seen

    def take_turn(self) -> None:
        self._seen.append(self._name)


def test_views_are_made_one_by_one_and_incoming_messages_go_first() -> None:
    seen: list[str] = []

    async def crowd() -> None:
        send_queue, loop = SendQueue(), asyncio.get_running_loop()
        for name in ("Ann", "Bob", "Cid"):
            send_queue.add(Somebody(name, seen))
        await asyncio.sleep(0)
        assert seen == ["Ann"]
        loop.call_soon(seen.append, "an action")  # behind Bob, whose turn it is, and before Cid
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert seen == ["Ann", "Bob", "an action", "Cid"]
        send_queue.add(Somebody("Dee", seen))  # and on from the beginning
        await asyncio.sleep(0)
        assert seen[-1] == "Dee"

    asyncio.run(crowd())


class HeldQueue(SendQueue):
    """A queue in which no turn comes until `let` is called."""

    def _next(self) -> None:
        pass

    def let(self) -> None:
        super()._next()


def test_an_acknowledgment_does_not_wait_for_a_view_and_one_view_shows_all(path: Path) -> None:
    with Inside(path) as inside:
        cookie, _ = inside.name("Ann")
        table = inside.casino.tables[1]

        async def sits_and_leaves() -> None:
            wire = Wire(inside.app, "/ws/tables/1", "", cookie)
            while not wire.view:
                await asyncio.sleep(0)
            before, frames = wire.view["number"], len(wire.heard)
            held = inside.casino.send_queue = HeldQueue()
            for number, act in enumerate(({"input": "sit", "seat": 3, "chips": 20_000}, {"input": "leave"}), 1):
                wire.say(json.dumps({"id": f"action-{number:04}", "act": act}))
                while len(wire.answers) < number:
                    await asyncio.sleep(0)
            assert [answer["kind"] for answer in wire.answers] == ["ack", "ack"]
            assert table.onlookers.version > before + 1
            assert len(wire.heard) == frames  # nothing was shown yet
            held.let()
            while len(wire.heard) == frames:
                await asyncio.sleep(0)
            assert wire.view["number"] == table.onlookers.version
            assert len(wire.heard) == frames + 1
            await wire.close()

        inside.wait(sits_and_leaves())
