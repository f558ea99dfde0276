"""The messages to a page: a whole view, then the changes and the acts that led there. Put together they always give the
view that others are sent whole, and the acts lead from one look at the table to the next."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kit.leaky import Frame, SeededSource, room
from kit.series import series, two_games
from pitboss.games import load
from pitboss.server.routes.websocket import Answer, ChangesFrame, ViewFrame
from pitboss.server.views.act_diffs import KEYED

ACTS = ("acts", "acts_before")  # a page is told them one by one
# Of a view: what a picture shows and acts change.
DRAWN = [
    "wagers",
    "owners",
    "community",
    "dealer",
    "hands",
    "out",
    "piles",
    "back",
    "marks",
    "lit",
    "dice",
    "wheel",
    "cutting_card",
    "pot",
    "button",
]


def apply(look: Frame, changes: Frame) -> Frame:
    """Apply changes to a view as static/changes.js does."""
    after = dict(look)
    for name, value in changes.items():
        if name not in KEYED or name not in look:
            after[name] = value
            continue
        after[name] = {**look[name], **value}
        after[name] = {key: entry for key, entry in after[name].items() if entry is not None}
    return after


def look_of(view: Frame) -> Frame:
    chips = {str(seat["number"]): seat["chips"] for seat in view["seats"]}
    return {**{name: view[name] for name in DRAWN}, "chips": chips, "words": view["said"][-1] if view["said"] else ""}


class Reader:
    """A client that reads frames as a page does, without drawing."""

    def __init__(self) -> None:
        self.view: Frame = {}
        self.look: Frame = {}
        self.acts: list[Frame] = []
        self.whole = 0

    def hear(self, frame: Frame) -> None:
        if frame["kind"] == "view":
            self.view, self.whole = frame["view"], self.whole + 1
        else:
            assert frame["since"] == self.view["number"]
            assert not [name for name in ACTS if name in frame["view"]]
            for act in frame["shown"]:
                begins = bool(self.acts) and act["round"] != self.acts[-1]["round"]
                self.look = apply({} if begins else self.look, act["changes"])
                self.acts.append(act)
            self.view |= frame["view"]
            if frame["shown"] and frame["shown"][-1]["round"] == self.view["round"]:
                assert self.look == look_of(self.view), "the acts do not lead to what is seen"
        self.look = look_of(self.view)


async def night(folder: Path, game: str, seed: int, rounds: int) -> tuple[list[Reader], dict[str, list[Frame]]]:
    """Play a night, and return what pages have read and everything that was sent."""
    async with room(folder, load(game).house.usual(), SeededSource(seed), companions=1) as here:
        await here.everybody_comes()
        here.come_and_go = ("Cyd again",)  # pages stay
        await here.plays_on(rounds, 0.1)
        readers = []
        for label in ("Ann's page", "nobody's page"):
            reader = Reader()
            for frame in here.wires[label].heard:
                reader.hear(frame)
            readers.append(reader)
        return readers, {label: list(wire.heard) for label, wire in here.wires.items()}


@pytest.mark.parametrize("game", two_games(3))
@pytest.mark.parametrize("seed", series(1, 5, 20, first=1))
def test_the_changes_sent_add_up_to_the_view(tmp_path: Path, game: str, seed: int) -> None:
    readers, sent = asyncio.run(night(tmp_path, game, seed, 3))
    for reader, other in zip(readers, ("Ann", "nobody"), strict=True):
        whole = sent[other][-1]["view"]
        assert {**reader.view, **{name: whole[name] for name in ACTS}} == whole
        assert reader.whole == (2 if other == "Ann" else 1)  # the first frame, and for a player when he sits down
        assert len(reader.acts) > 20
        assert {act["round"] for act in reader.acts} >= {1, 2, 3}


@pytest.mark.parametrize("game", two_games(0))
def test_the_changes_sent_are_much_smaller_than_the_view(tmp_path: Path, game: str) -> None:
    _, sent = asyncio.run(night(tmp_path, game, 3, 3))
    page, whole = (sum(len(str(frame)) for frame in sent[label]) for label in ("Ann's page", "Ann"))
    assert page < whole * 2 / 3


def test_a_page_that_missed_acts_gets_the_whole_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a page that has not read for long, the acts that it missed are not kept."""

    async def play() -> Any:
        async with room(tmp_path, load("let-it-ride").house.usual(), SeededSource(5)) as here:
            await here.everybody_comes()
            for act in list(here.table.onlookers.shown)[:3]:
                here.table.onlookers.shown.remove(act)
            for connection in here.table.onlookers.connections:
                connection.shown = 0
            here.table.onlookers.touch()
            await here.happens("get", "", "/")
            return here.wires["Ann's page"].heard[-1]["kind"]

    assert asyncio.run(play()) == "view"


@pytest.mark.parametrize("game", two_games(2))
def test_frames_are_what_their_types_say(tmp_path: Path, game: str) -> None:
    """Views and changes are put together of pieces that are JSON already; the page is checked against the types."""
    _, sent = asyncio.run(night(tmp_path, game, 2, 2))
    frames = [frame for heard in sent.values() for frame in heard]
    for frame in frames:
        read = msgspec.json.decode(msgspec.json.encode(frame), type=ViewFrame | ChangesFrame | Answer)
        assert msgspec.json.decode(msgspec.json.encode(read, enc_hook=int)) == frame
    assert {frame["kind"] for frame in frames} >= {"view", "changes"}
