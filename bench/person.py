"""A person at a table of a server under load. To save processor time, frames are decoded only when the person is to
act, and only the parts of a view that decisions depend on."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from bench.line import Line
from msgspec import UNSET, UnsetType

from pitboss.server.live.chip_count import PRACTICE

BRINGS = 150  # minimum wagers
MORE = 0.3  # probability of a second bet in a round
ACK, REFUSED, ERROR, WHOLE = b'{"kind":"ack"', b'{"kind":"refused"', b'{"kind":"error"', b'{"kind":"view"'


class Offer(msgspec.Struct):
    spots: list[str]
    least: int


class Move(msgspec.Struct):
    act: dict[str, Any]


class You(msgspec.Struct):
    seat: int
    chips: int
    offers: list[Offer]
    moves: list[Move]
    may_be_ready: bool


class Seat(msgspec.Struct):
    number: int
    chips: int


class Question(msgspec.Struct):
    number: int
    seat: int
    position: int


class View(msgspec.Struct):
    """The part of a view that decisions depend on."""

    number: int
    round: int
    places: int
    minimum: int
    seats: list[Seat]
    wagers: dict[str, dict[str, int]]
    you: You
    asked: Question | None
    shooter: int | None


class Changed(msgspec.Struct):
    """The changed fields of a view."""

    number: int | UnsetType = UNSET
    round: int | UnsetType = UNSET
    places: int | UnsetType = UNSET
    minimum: int | UnsetType = UNSET
    seats: list[Seat] | UnsetType = UNSET
    wagers: dict[str, dict[str, int]] | UnsetType = UNSET
    you: You | UnsetType = UNSET
    asked: Question | UnsetType | None = UNSET
    shooter: int | UnsetType | None = UNSET


class WholeFrame(msgspec.Struct):
    view: View


class ChangesFrame(msgspec.Struct):
    view: Changed


class Answer(msgspec.Struct):
    id: str
    number: int = 0
    refused: list[dict[str, Any]] = []


read_whole = msgspec.json.Decoder(WholeFrame).decode
read_changes = msgspec.json.Decoder(ChangesFrame).decode
read_answer = msgspec.json.Decoder(Answer).decode
read_view = msgspec.json.Decoder(View).decode
_encode = msgspec.json.encode


class Tally:
    """The measurements of all people together since one moment."""

    def __init__(self) -> None:
        self.began = time.perf_counter()
        self.seconds: list[float] = []  # from each action to its acknowledgement
        self.sent_again = 0  # actions acknowledged after a lost connection, which are left out of the percentiles
        self.refused: Counter[str] = Counter()
        self.strange: Counter[str] = Counter()  # events that must not occur
        self.missed = 0  # times when an action was due and nobody at the table could act


class Person:
    """A player who decides at random among what the view offers."""

    def __init__(self, name: str, table: int, address: str, *, changes: bool, chance: Random) -> None:
        self.name, self.table, self.address, self.changes, self.chance = name, table, address, changes, chance
        self.tally = Tally()
        self.acked: dict[str, int] = {}  # id -> number of each action that must be in the database
        self.news: Callable[[], None] = lambda: None  # called when there may be something to do
        self.cookie = ""
        self._port = 0
        self._line: Line | None = None
        self._frames: list[bytes] = []  # not decoded yet
        self._view: View | None = None
        self._unanswered: tuple[str, bytes, float] | None = None  # id, frame and time of the action without answer
        self._again = False  # whether it was sent again
        self._sent = 0
        self._idle = False  # whether nothing has come since there was nothing to do
        self._round = self._bets = 0
        self._bet_in = 0  # the round of the last acknowledged bet
        self._done: tuple[object, ...] = ()  # the last act of those that are done only once
        self._top_up: asyncio.Task[None] | None = None

    # --- coming and going

    async def arrive(self, port: int) -> None:
        """Create an account and connect."""
        self._port = port
        status, head, body = await self.ask("POST", "/api/session", {"name": self.name})
        assert status == 201, body
        self.cookie = next(line[12:].partition(";")[0] for line in head.splitlines() if line.startswith("set-cookie: "))
        await self.connect()

    async def connect(self) -> None:
        path = f"/ws/tables/{self.table}{'?changes=1' if self.changes else ''}"
        self._frames, self._view = [], None
        self._line = await Line.connect(self._port, path, self.address, self.cookie, self.hear, self._lost)
        if self._unanswered is not None:  # it may have been counted; with the same id it counts once
            self._again = True
            self._line.send(self._unanswered[1])

    async def reconnect(self) -> None:
        self.leave()
        await self.connect()

    def leave(self) -> None:
        if self._line is not None:
            self._line.drop()
            self._line = None

    def _lost(self, why: str) -> None:
        self.tally.strange[f"cut off: {why}"] += 1
        self._line = None

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, str, bytes]:
        """Send a request, and return status, headers and body of the answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self.address, 0))
        raw = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nConnection: close\r\n"
            f"Cookie: {self.cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(raw)}\r\n\r\n"
        )
        writer.write(head.encode() + raw)
        answer = await reader.read()
        writer.close()
        headers, _, content = answer.partition(b"\r\n\r\n")
        return int(headers.split()[1]), headers.decode().replace("\r\n", "\n"), content

    # --- what is received

    @property
    def free(self) -> bool:
        """True if connected and not waiting for an answer."""
        return self._line is not None and self._unanswered is None and self._top_up is None

    @property
    def sees(self) -> bool:
        return self._view is not None or bool(self._frames)

    @property
    def takes_part(self) -> bool:
        """True if the person has a seat, or there is none left."""
        view = self.view()
        return view is not None and (view.you.seat > 0 or not _free_seats(view))

    def hear(self, frame: bytes) -> None:
        """Take a frame."""
        if frame.startswith((ACK, REFUSED)):
            self._take_answer(read_answer(frame))
        elif frame.startswith(ERROR):
            self.tally.strange[frame.decode()] += 1
        else:
            if frame.startswith(WHOLE):
                self._frames.clear()
            self._frames.append(frame)
            self._idle = False
        self.news()

    def _take_answer(self, answer: Answer) -> None:
        if self._unanswered is None or self._unanswered[0] != answer.id:
            return  # it was sent twice, and answered before
        if answer.refused:
            first = answer.refused[0]
            self.tally.refused[f"{first['wrong']} [{first['cite']}]"] += 1
            self._done = ()
        else:
            if self._again:
                self.tally.sent_again += 1
            else:
                self.tally.seconds.append(time.perf_counter() - self._unanswered[2])
            if answer.number and b'"input"' in self._unanswered[1]:
                self.acked[answer.id] = answer.number
            if b'"wager"' in self._unanswered[1]:
                self._bet_in = self._round
        self._unanswered, self._again = None, False

    def view(self) -> View | None:
        """Decode the frames that have come, and return the newest view."""
        for frame in self._frames:
            if frame.startswith(WHOLE):
                self._view = read_whole(frame).view
            elif self._view is not None:
                changed = read_changes(frame).view
                for name in Changed.__struct_fields__:
                    if (value := getattr(changed, name)) is not UNSET:
                        setattr(self._view, name, value)
        self._frames.clear()
        return self._view

    # --- what the person does

    def act(self) -> bool:
        """Do something if possible, and return whether there was anything to do."""
        if self._idle or not self.free or (view := self.view()) is None:
            return False
        act = self._todo(view)
        self._idle = act is None
        if act is not None:
            self.send(act)
        return act is not None

    def send(self, act: dict[str, Any]) -> None:
        """Send an action."""
        assert self._line is not None
        self._sent += 1
        action = f"{self.table}-{self.address}-{self._sent:06}".replace(".", "-")
        raw = _encode({"id": action, "act": act})
        self._unanswered = action, raw, time.perf_counter()
        self._line.send(raw)

    def _todo(self, view: View) -> dict[str, Any] | None:
        you = view.you
        if not you.seat:
            return self._sit(view)
        if view.round != self._round:
            self._round, self._bets = view.round, 0
        if view.asked is not None:
            answers = [move.act for move in you.moves if move.act["input"] == "answer"]
            asked = ("answer", view.round, view.asked.number, view.asked.position)
            return self._once(asked, self.chance.choice(answers)) if answers else None
        if not you.may_be_ready:
            return None
        if self._bet_in == view.round and not view.wagers.get(str(you.seat)):
            return None  # the bet was acknowledged, but the view does not show it yet
        if (wager := self._wager(view)) is not None:
            return wager
        if not view.wagers.get(str(you.seat)) and not self._bets:
            leave = next((move.act for move in you.moves if move.act["input"] == "leave"), None)
            if leave is not None:
                return self._once(("leave", view.round), leave)  # to come back with more
        return self._once(("ready", view.round), {"table": "ready", "round": view.round})

    def _wager(self, view: View) -> dict[str, Any] | None:
        """Return a bet, or None: one in each round unless one stands from before, and sometimes a second. The shooter
        must make the first bet."""
        affordable = [offer for offer in view.you.offers if offer.least * len(offer.spots) <= view.you.chips]
        mine = view.wagers.get(str(view.you.seat), {})
        shoots = view.shooter == view.you.seat and bool(affordable) and affordable[0].spots[0] not in mine
        out = (bool(mine) and not shoots) or self._bets > 0
        if not affordable or self._bets > 1 or (out and self.chance.random() >= MORE):
            self._bets = 2 if out else self._bets
            return None
        offer = self.chance.choice(affordable) if out else affordable[0]
        key = ("bet", view.round, self._bets)
        self._bets = 2 if out else 1
        return self._once(key, {"input": "wager", "stakes": dict.fromkeys(offer.spots, offer.least)})

    def _sit(self, view: View) -> dict[str, Any] | None:
        free = _free_seats(view)
        if not free or (self._done and self._done[0] == "sit"):
            return None
        if self._done:  # the person has left the seat with too few chips
            self._top_up = asyncio.ensure_future(self._top_up_money())
            return None
        return self._once(("sit",), {"input": "sit", "seat": free[0], "chips": min(BRINGS * view.minimum, PRACTICE)})

    async def _top_up_money(self) -> None:
        status, _, body = await self.ask("POST", "/api/me/practice-money")
        if status != 200:
            self.tally.strange[f"no practice money: {body.decode()}"] += 1
        self._done, self._idle, self._top_up = (), False, None

    def _once(self, key: tuple[object, ...], act: dict[str, Any]) -> dict[str, Any] | None:
        """Return the act, or None if it was the last one already: the view may show it later than its answer."""
        if key == self._done:
            return None
        self._done = key
        return act

    async def compare_with_server(self) -> str:
        """Describe the difference between this person's view and the server's, or return an empty text. Tries several
        times, because the clock may act in between."""
        difference = ""
        for _ in range(50):
            _, _, body = await self.ask("GET", f"/api/tables/{self.table}")
            own, servers = self.view(), read_view(body)
            if own == servers:
                return ""
            difference = f"{self.name} at table {self.table} sees {own}, and the server has {servers}"
            await asyncio.sleep(0.1)
        return difference


def _free_seats(view: View) -> list[int]:
    taken = {seat.number for seat in view.seats} | {int(position) for position in view.wagers}
    return [number for number in range(1, view.places + 1) if number not in taken]
