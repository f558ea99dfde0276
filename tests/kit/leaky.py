"""A server in this process with a tap on its wire: everything it sends to anybody is checked for leaks when it is sent.

Which cards are secret is found by replaying the round beside the server, act by act. A card is open to everybody once
it has lain face up since it was shuffled, and to its owner once the owner has examined the hand. In a shoe of several
decks two cards may have the same face, so there cards are tracked by their index in the shuffled order. This module
knows no game.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, MutableMapping
from contextlib import ExitStack, asynccontextmanager
from functools import lru_cache
from html import unescape
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints
from unittest.mock import patch

import httpx
import msgspec
from fastapi import FastAPI

from kit.inside import UncountedEdges
from kit.patience import PATIENCE
from kit.serving import Person
from pitboss.engine.chance import Source, seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import CardOrder, Cut, Input
from pitboss.engine.view import HIDDEN
from pitboss.engine.waits import CardOrderWanted, ShoeOrderWanted, Wait
from pitboss.games import REGISTERED, load
from pitboss.law import force
from pitboss.law.register import register
from pitboss.server import app as application
from pitboss.server.access.rate_limits import UNLIMITED
from pitboss.server.access.sessions import COOKIE
from pitboss.server.live.client_actions import player_inputs
from pitboss.server.live.table import LiveTable
from pitboss.server.routes import websocket as sockets
from pitboss.table.card_steps import BurnCard
from pitboss.table.cards import RANK_NAMES, SUIT_NAMES, SUIT_SIGNS
from pitboss.table.facts import FOLDED
from pitboss.table.table import COMMUNITY, DEALER, SPREAD, hand

Frame = dict[str, Any]
Message = dict[str, Any]
Event = tuple[str, ...]
Cards = tuple[str, ...]
PLAIN = {"accept-encoding": "identity"}  # compressed answers could not be searched
TABLE = 1
BRING = 90_000
NEVER = 1_000_000
PLAYERS = ("Ann", "Bob", "Cyd")
BOSS = "Boss"  # an administrator without a seat
NOBODY = ""
# Sockets by label: whose each is, and its query. Some open and close during a night.
SOCKETS = {
    "Ann": ("Ann", ""),
    "Bob": ("Bob", ""),
    "Cyd": ("Cyd", ""),
    "nobody": (NOBODY, ""),
    "Cyd again": ("Cyd", "again=1"),
    "Ann's page": ("Ann", "changes=1"),
    "nobody's page": (NOBODY, "changes=1"),
    "Boss's page": (BOSS, "changes=1"),
}
COME_AND_GO = tuple(SOCKETS)[4:]


class LeakError(AssertionError):
    """Raised if a person was sent something that he may not know."""


class StuckError(AssertionError):
    """The table has stopped."""


# --- every spelling of a card

_SIGNS = {sign: suit for suit, sign in SUIT_SIGNS.items()} | dict(zip("♧♢♡♤", "cdhs", strict=True))
_RANKS = {name: rank for rank, name in RANK_NAMES.items()} | {rank.lower(): rank for rank in RANK_NAMES} | {"10": "T"}
_SUITS = {name[:-1]: suit for suit, name in SUIT_NAMES.items()} | {suit: suit for suit in SUIT_NAMES} | _SIGNS
_RANK, _SUIT, _SIGN = "10|[2-9TJQKA]", "[cdhs]", f"[{''.join(_SIGNS)}]"
_RANK_WORD = "|".join((*RANK_NAMES.values(), _RANK))
_SUIT_WORD = "|".join(name[:-1] for name in SUIT_NAMES.values())

CODES = re.compile(rf"(?<![A-Za-z0-9])(?:(?:{_RANK}){_SUIT})+(?![A-Za-z0-9])")  # Ah, 10d, AhTd
CODE = re.compile(rf"(?P<rank>{_RANK})(?P<suit>{_SUIT})")
SIGNED = re.compile(rf"(?P<rank>{_RANK})\s*(?P<suit>{_SIGN})")  # A♥
WORDS = re.compile(rf"(?<![a-z0-9])(?P<rank>{_RANK_WORD})[\s_-]*(?:of)?[\s_-]*(?P<suit>{_SUIT_WORD})s?(?![a-z])", re.I)
# In the name of an HTML element a card may be written in lower case, or with its suit first.
NAMING = re.compile(r"""\b(?:id|class|for|name|value|data-key|data-testid|data-region)\s*=\s*["']([^"']*)["']""")
NAMED = re.compile(rf"(?<![a-z0-9])(?P<rank>{_RANK})(?P<suit>{_SUIT})(?![a-z0-9])", re.I)
TURNED = re.compile(rf"(?<![a-z0-9])(?P<suit>{_SUIT_WORD}|{_SUIT})s?[\s_-]*(?P<rank>{_RANK_WORD})(?![a-z0-9])", re.I)
TAG = re.compile(r"<[^>]*>")
LONG_HEX = re.compile(r"[0-9a-f]{16}")
HASH = "a hash of something"  # treated like a card that nobody may know
PICTURES = {
    chr(0x1F0A0 + 16 * row + column): rank + suit
    for row, suit in enumerate("shdc")
    for column, rank in zip((*range(1, 12), 13, 14), "A23456789TJQK", strict=True)
}
PICTURE = re.compile(f"[{''.join(PICTURES)}]")


def _cards(pattern: re.Pattern[str], text: str) -> set[str]:
    return {_RANKS[match["rank"].lower()] + _SUITS[match["suit"].lower()] for match in pattern.finditer(text)}


def _cards_in_text(text: str) -> set[str]:
    cards = {PICTURES[sign] for sign in PICTURE.findall(text)} | _cards(SIGNED, text) | _cards(WORDS, text)
    for run in CODES.findall(text):
        cards |= _cards(CODE, run)
    if LONG_HEX.search(text):
        cards.add(HASH)
    return cards


@lru_cache(maxsize=2_000)  # a text may be a whole page
def cards_named(text: str) -> frozenset[str]:
    """The cards that a text names, in whatever spelling. The text may be a page."""
    found = _cards_in_text(unescape(text) if "&" in text else text)
    if "<" in text:
        for attribute in NAMING.findall(text):
            found |= _cards(NAMED, attribute) | _cards(TURNED, attribute)
        found |= _cards_in_text(unescape(TAG.sub("", text))) | _cards_in_text(unescape(TAG.sub(" ", text)))
    return frozenset(found)


@lru_cache(maxsize=2_000)  # a text may be a whole page
def cards_in_json(raw: bytes) -> frozenset[str]:
    """Return the cards that any text in a piece of JSON names, including its keys."""
    return frozenset().union(*map(cards_named, _texts(msgspec.json.decode(raw))))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


# --- what is secret


class Shadow:
    """A replay of the live round, act by act, that records which cards have been open to whom. It uses no view."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.event = 0
        # round -> card that has lain face up since the shuffle -> event since which it has
        self.open: dict[int, dict[str, int]] = {}
        # round -> player -> card that the player has looked at -> event since which it is known
        self.own: dict[int, dict[str, dict[str, int]]] = {}
        self.orders: dict[int, tuple[str, ...]] = {}  # round -> the cards in the order of the last shuffle
        # For a shoe: the round in which it was shuffled, where it was cut, how many cards have left it, and by round
        # and index in the shuffled order the event at which a card left it. Burned cards leave it unseen.
        self.shuffled, self.cut_at, self.taken = 0, 0, 0
        self.out: dict[int, dict[int, int]] = {}
        self._begin()

    def _begin(self) -> None:
        self.live = live = self.table.driver
        self.driver = Driver(live.game, live.rules, live.house, live.carry, stepwise=True)
        self.at = 0
        self.round = live.carry.round
        self.open[self.round] = {}
        self.own[self.round] = {}
        self.folded: dict[int, tuple[str, ...]] = {}  # by position
        self._run()

    def follow(self) -> None:
        """Follow the live table up to its latest act."""
        while not self.table.service.fault:  # after a fault nothing is written, so nothing happens
            driver = self.table.driver
            if driver is not self.live and driver.carry.round == self.round:
                self._begin()  # the last acts were not written, so they have not happened
            self._catch_up()
            if driver is self.live:
                return
            assert self.driver.done
            assert driver.carry.round == self.round + 1, "a round went by unseen"
            self._begin()

    def _catch_up(self) -> None:
        for item in self.live.log[self.at :]:
            if isinstance(item, Input):
                assert not self.driver.submit(item, stepwise=True)
                if isinstance(item, CardOrder):
                    self.orders[self.round] = item.cards
                    self.shuffled, self.cut_at, self.taken = self.round, 0, 0
                    self.out[self.round] = {}
                elif isinstance(item, Cut) and not self.cut_at:
                    self.cut_at = item.count
                self._run()
        self.at = len(self.live.log)

    def _run(self) -> None:
        self._look()
        while self.driver.wait is None and not self.driver.done:
            self.driver.run(1)
            self._look()

    def _look(self) -> None:
        """Record which cards are open now. A deck spread for inspection does not count: it is shuffled afterwards."""
        t, event = self.driver.table, self.event
        self._look_at_shoe()
        for place, pile in t.places.items():
            if place != SPREAD:
                for lying in pile:
                    if lying.up:
                        self.open[self.round].setdefault(lying.card, event)
        for position in t.examined:
            own = self.own[self.round].setdefault(t.players.get(t.owners.get(position, 0), ""), {})
            for card in t.faces(hand(position)):
                own.setdefault(card, event)
            if t.has_hand(position) and not FOLDED(t, position):
                self.folded[position] = t.faces(hand(position))  # the hand as it was before folding

    def _look_at_shoe(self) -> None:
        left = sum(len(self.driver.table.cards(place)) for place in self.driver.game.rests)
        if not left or self.shuffled not in self.orders:
            return
        total = len(self.orders[self.shuffled])
        while self.taken < total - left:
            place, act = (self.cut_at + self.taken) % total, self.driver.log[-1]
            if not isinstance(act, BurnCard):
                self.out[self.shuffled][place] = self.event
            self.taken += 1

    def known_cards(self, name: str) -> set[str]:
        """Return the cards of this round that a person may know."""
        return self.open[self.round].keys() | self.own[self.round].get(name, {}).keys()

    def comes_up(self, round_: int) -> list[int]:
        """Return the indexes in the shuffled order of a round of the cards that come to lie open."""
        if self.table.game.rests:
            return list(self.out[round_])
        return [self.orders[round_].index(card) for card in self.open[round_]]

    def known_since(self, round_: int, name: str, places: Iterable[int]) -> int:
        """Return the first event at which a person may know a card at one of these indexes of the shuffled order."""
        if self.table.game.rests:
            return min((self.out[round_][place] for place in places if place in self.out[round_]), default=NEVER)
        cards = [self.orders[round_][place] for place in places]
        sources = (self.open[round_], self.own[round_].get(name, {}))
        return min((events[card] for events in sources for card in cards if card in events), default=NEVER)

    def lies(self, place: str, name: str, position: int = 0) -> tuple[str, ...]:
        """Return the cards of a place as a person sees them now."""
        t = self.driver.table
        mine = bool(name) and position in t.examined and t.players.get(t.owners[position]) == name
        lying = tuple(lying.card if lying.up or mine else HIDDEN for lying in t.cards(place))
        # Players may see their folded hand until the end of the round, also after it has gone to the rack.
        return lying or (self.folded.get(position, ()) if mine else ())


# --- the tap


class Tap:
    """An ASGI application around the application, which records everything that is sent, to whom and at which event."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.event = 0
        self.sent: dict[str, list[tuple[int, str]]] = {}  # by recipient
        self.check: Callable[[str, str, str], None] = lambda who, path, text: None
        self.problems: list[LeakError] = []
        self.looked_at = 0

    def caller(self, scope: Message) -> str:
        """Return the name of the person whose session a request carries."""
        cookies = httpx.Headers(scope["headers"]).get("cookie", "")
        cookie = re.search(rf"{COOKIE}=([^;]*)", cookies)
        session = self.app.state.sessions.read(cookie[1]) if cookie else None
        account = None if session is None else session.account
        row = None if account is None else self.app.state.casino.store.accounts.find(account)
        return NOBODY if row is None else str(row[0].name)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        who = self.caller(scope)
        query = scope["query_string"].decode()
        recipient = f"{who} {scope.get('method', 'WS')} {scope['path']}?{query}"
        body = bytearray()

        async def send_and_record(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = [f"{name.decode()}: {value.decode('latin-1')}" for name, value in message["headers"]]
                self._keep(who, "headers", recipient, f"{message['status']} {' | '.join(headers)}")
            elif message["type"] == "http.response.body":
                body.extend(message.get("body", b""))
                if not message.get("more_body"):
                    self._keep(who, scope["path"], recipient, body.decode())
            elif message["type"] == "websocket.send":
                self._keep(who, scope["path"], recipient, message["text"])
            else:
                self._keep(who, "headers", recipient, f"{message['type']} {message.get('reason', '')}")
            await send(message)

        await self.app(scope, receive, send_and_record)

    def _keep(self, who: str, path: str, recipient: str, text: str) -> None:
        self.sent.setdefault(recipient, []).append((self.event, text))
        self.looked_at += 1
        try:
            self.check(who, path, text)
        except LeakError as leak:
            self.problems.append(leak)  # raised here it would only look like a fault of the server


ROUND = re.compile(rf"/(?:api/tables|t)/{TABLE}/rounds/(\d+)(?:/replay)?")
OWN_ROUNDS = ("/history", "/api/me/rounds.json", "/api/me/rounds.csv")


_pieces = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode  # raw, so that pieces sent to many are searched only once
_acts = msgspec.json.Decoder(list[msgspec.Raw]).decode


class Detector:
    """Raises `LeakError` for a text with a card that its recipient may not know at this moment."""

    def __init__(self, table: LiveTable) -> None:
        self.shadow = Shadow(table)
        self.source = table.dealer.source.label

    def __call__(self, who: str, path: str, text: str) -> None:
        shadow = self.shadow
        shadow.follow()
        if self.source in text:
            raise LeakError(f"{who!r} is told where chance comes from: {text}")
        if text.startswith(('{"kind":"view"', '{"kind":"changes"')):
            frame = _pieces(text)
            self._view(who, path, _pieces(frame.pop("view")))
            for act in _acts(frame.pop("shown", b"[]")):
                fields = _pieces(act)
                allowed = self._in_round(who, msgspec.json.decode(fields["round"]))
                self._only(allowed, cards_in_json(bytes(act)), who, f"{path} an act", bytes(act))
            for key, raw in frame.items():
                self._only(
                    shadow.known_cards(who),
                    cards_named(key) | cards_in_json(bytes(raw)),
                    who,
                    f"{path} {key}",
                    bytes(raw),
                )
        elif path == f"/api/tables/{TABLE}" and '"hands":' in text:
            self._view(who, path, _pieces(text))
        else:
            self._only(self._allowed_cards(who, path), _cards_in_body(_without_law(text)), who, path, text)

    def _allowed_cards(self, who: str, path: str) -> set[str]:
        """Return the cards that an answer from this path may name."""
        shadow = self.shadow
        if (of_round := ROUND.fullmatch(path)) is not None:
            number = int(of_round[1])
            return set() if number >= shadow.round else self._in_round(who, number)
        if path in OWN_ROUNDS and who:
            over = (number for number in shadow.own if number < shadow.round)
            return {card for number in over for card in shadow.own[number].get(who, {})}
        if path == f"/t/{TABLE}":
            return shadow.known_cards(who) | self._in_round(who, shadow.round - 1)
        if path in (f"/ws/tables/{TABLE}", f"/api/tables/{TABLE}/act"):
            return shadow.known_cards(who)
        return set()

    def _view(self, who: str, path: str, view: dict[str, msgspec.Raw]) -> None:
        places = [place for place in (COMMUNITY, DEALER) if place in view]  # only changed fields are sent
        open_to_all = [(place, 0, msgspec.json.decode(view[place], type=Cards)) for place in places]
        hands = msgspec.json.decode(view.get("hands", b"{}"), type=dict[int, Cards])
        in_hands = ((hand(position), position, cards) for position, cards in hands.items())
        for place, position, cards in (*open_to_all, *in_hands):
            if cards not in ((), lies := self.shadow.lies(place, who, position)):
                raise LeakError(f"{who!r} is shown {cards} at {place}, may see {lies}")
        known, before = self.shadow.known_cards(who), self._in_round(who, self.shadow.round - 1)
        for key, raw in view.items():
            allowed = before if key == "settled" else known
            self._only(allowed, cards_named(key) | cards_in_json(bytes(raw)), who, f"{path} {key}", bytes(raw))

    def _in_round(self, who: str, number: int) -> set[str]:
        """Return the cards of a round that a person may know: those that lay open, and those in the person's hand."""
        own = self.shadow.own.get(number, {}).get(who, {}) if who else {}
        return {*self.shadow.open.get(number, ()), *own}

    def _only(self, allowed: set[str], cards: frozenset[str], who: str, where: str, text: object) -> None:
        if hidden := cards - allowed:
            raise LeakError(f"{who!r} is told of {sorted(hidden)} at {where}: {str(text)[:3000]}")


def _without_law(text: str) -> str:
    """Return a replay without its gists of the law, in which "As" begins sentences and which do not depend on cards."""
    if not text.startswith('{"printed":'):
        return text
    body = msgspec.json.decode(text, type=dict[str, Any])
    held = {(id_, law.gist) for name in REGISTERED for (_, id_), law in register(load(name).package).items()}
    if not_law := body.pop("gists", {}).items() - held:
        raise LeakError(f"what is told as the law is not: {not_law}")
    return msgspec.json.encode(body).decode()


def _cards_in_body(text: str) -> frozenset[str]:
    return cards_in_json(text.encode()) if text[:1] in ("{", "[") else cards_named(text)


# --- people


class SeededSource(Source):
    """A source of chance with a seed for each draw. It deals the same cards whatever their order before the shuffle. It
    can exchange two cards in the shuffled order of a round (`swap`), or draw differently from some draw on (`fork`)."""

    def __init__(self, seed: int, swap: tuple[int, int, int] | None = None, fork: int = NEVER) -> None:
        super().__init__(f"seeded:{seed:09d}", seeded_source(seed)._draw)
        self.seed, self.swap, self.fork = seed, swap, fork
        self.draws = 0
        self.table: LiveTable | None = None  # the table that it draws for

    def source_from(self, draw: int) -> Source:
        return seeded_source(self.seed * NEVER + draw * 2 + (draw >= self.fork))

    def answers(self, wait: Wait | None) -> Input | None:
        if wait is None or not wait.for_chance:
            return None
        self.draws += 1
        source = self.source_from(self.draws)
        if not isinstance(wait, CardOrderWanted):
            return source.answers(wait)
        order = [*source.order(sorted(wait.cards))]
        assert self.table is not None
        if self.swap is not None and self.swap[0] == self.table.driver.carry.round:
            _, this, that = self.swap
            order[this], order[that] = order[that], order[this]
        return CardOrder(tuple(order), source.salt() if isinstance(wait, ShoeOrderWanted) else "")


class Wire:
    """One open socket without a network in between."""

    def __init__(self, app: Callable[..., Coroutine[Any, Any, None]], path: str, query: str, cookie: str) -> None:
        self.inbox: asyncio.Queue[Message] = asyncio.Queue()
        self.view: Frame = {}
        self.answers: list[Frame] = []
        self.heard: list[Frame] = []  # views and changes
        self.frames = 0
        self.closed = False
        headers = [(b"host", b"pit.test")] + ([(b"cookie", f"{COOKIE}={cookie}".encode())] if cookie else [])
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "scheme": "ws", "http_version": "1.1", "path": path,
            "raw_path": path.encode(), "root_path": "", "query_string": query.encode(), "headers": headers,
            "subprotocols": [], "client": ("127.0.0.1", 1), "server": ("pit.test", 80), "state": {},
        }  # fmt: skip
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(scope, self.inbox.get, self._receive))

    async def _receive(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.frames += 1
            frame = msgspec.json.decode(message["text"])
            if frame["kind"] in ("view", "changes"):
                self.heard.append(frame)
                self.view = {**self.view, **frame["view"]}
            else:
                self.answers.append(frame)
        elif message["type"] == "websocket.close":
            self.closed = True

    def say(self, what: str | bytes) -> None:
        self.inbox.put_nowait({"type": "websocket.receive", "text" if isinstance(what, str) else "bytes": what})

    async def close(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self.task


class Guest(Person):
    """A player who does what the view offers, like a `Person`, but at a server in this process."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.chance, self.view = name, Random(f"{name} {seed}"), {}

    def something_to_do(self) -> Frame | None:
        act = super().something_to_do()
        return {**act, "chips": BRING} if act is not None and act.get("input") == "sit" else act


class Room:
    """One table, everybody who watches it, and the events of a night."""

    def __init__(self, app: FastAPI, tap: Tap, clients: dict[str, httpx.AsyncClient], seed: int) -> None:
        self.app, self.tap, self.clients = app, tap, clients
        self.table: LiveTable = app.state.casino.tables[TABLE]
        self.clock = 1_000.0
        self.table.time.now = lambda: self.clock
        self.detector = Detector(self.table)
        self.shadow = self.detector.shadow
        self.tap.check = self.detector
        self.chance = Random(seed)
        self.guests = {name: Guest(name, seed) for name in PLAYERS}
        self.playing: tuple[str, ...] = PLAYERS  # the others only watch
        self.come_and_go = COME_AND_GO
        self.wires: dict[str, Wire] = {}
        self.events: list[Event] = []
        self.draws: list[int] = []  # the number of draws after each event
        self._actions = 0

    # --- what happens

    async def happens(self, *event: str) -> None:
        """Make one event happen, and wait until everybody has been sent the newest view."""
        self.tap.event = self.shadow.event = len(self.events)
        self.events.append(event)
        source = self.table.dealer.source
        assert isinstance(source, SeededSource)
        match event:
            case "open", label:
                who, query = SOCKETS[label]
                cookie = self.clients[who].cookies.get(COOKIE, "")
                self.wires[label] = Wire(self.tap, f"/ws/tables/{TABLE}", query, cookie or "")
            case "close", label:
                await self.wires.pop(label).close()
            case "say", label, text:
                wire = self.wires[label]
                heard = len(wire.answers)
                wire.say(text)
                while len(wire.answers) == heard and not wire.closed:
                    await asyncio.sleep(0.0002)
            case ("wait",):  # longer than the clock waits for anybody
                self.clock += 60
                await self.table.tick()
            case "get", who, path:
                await self.clients[who].get(path)
            case "post", who, path, text:
                await self.clients[who].post(path, content=text, headers={"content-type": "application/json"})
        await self._until_all_are_sent()
        self.shadow.follow()
        self.draws.append(source.draws)
        if self.tap.problems:
            raise self.tap.problems[0]

    async def _until_all_are_sent(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            await asyncio.sleep(0)
            wires = self.wires.values()
            if all(wire.closed or wire.view.get("number") == self.table.onlookers.version for wire in wires):
                return
        raise AssertionError("somebody is not sent what there is to see")

    def action(self, act: Frame) -> str:
        self._actions += 1
        return json.dumps({"id": f"action_{self._actions:06d}", "act": act})

    # --- a night at the table

    async def everybody_comes(self, pages: bool = True) -> None:
        """Open the sockets, and have the players sit down."""
        self.come_and_go = COME_AND_GO if pages else COME_AND_GO[:1]
        for label in SOCKETS:
            if pages or label not in COME_AND_GO:
                await self.happens("open", label)
        for name in self.playing:
            await self._plays(name)

    async def plays_on(self, rounds: int, disturbance: float) -> None:
        """Play until this many rounds are over. With a probability of `disturbance`, somebody asks for pages,
        reconnects or tries something forbidden between two actions."""
        until = self.table.driver.carry.round + rounds
        for _ in range(rounds * 60):
            for name in self.chance.sample(PLAYERS, len(PLAYERS)):
                if name in self.playing or self.wires[name].view["you"]["seat"]:
                    await self._plays(name)
                if self.chance.random() < disturbance:
                    await self._disturbs()
            if self.chance.random() < 0.1:
                await self.happens("wait")
            if self.table.driver.carry.round >= until:
                return
            if self.table.service.fault:
                break
        raise StuckError(f"{rounds} rounds do not come to an end: {self.table.service.fault or self.table.driver.wait}")

    async def looks_back(self) -> None:
        """Have everybody ask for the pages of finished rounds."""
        for who in (*PLAYERS, NOBODY, BOSS):
            for path in (*OWN_ROUNDS, "/", f"/t/{TABLE}", f"/api/tables/{TABLE}", f"/api/tables/{TABLE}/rounds"):
                await self.happens("get", who, path)
        for number in range(1, self.table.driver.carry.round + 1):
            await self.happens("get", self.chance.choice(PLAYERS), f"/api/tables/{TABLE}/rounds/{number}")
            await self.happens("get", self.chance.choice(PLAYERS), f"/t/{TABLE}/rounds/{number}")
            await self.happens("get", self.chance.choice(PLAYERS), f"/api/tables/{TABLE}/rounds/{number}/replay")

    async def _plays(self, name: str) -> None:
        guest = self.guests[name]
        guest.view = self.wires[name].view
        act = guest.something_to_do()
        if act is None:
            return
        if self.chance.random() < 0.1:
            await self.happens("post", name, f"/api/tables/{TABLE}/act", self.action(act))
        else:
            await self.happens("say", name, self.action(act))

    async def _disturbs(self) -> None:
        chance = self.chance
        match chance.randrange(5):
            case 0:
                label = chance.choice(self.come_and_go)
                await self.happens("close" if label in self.wires else "open", label)
            case 1 | 2:
                await self.happens("get", chance.choice((*PLAYERS, NOBODY, BOSS)), chance.choice(self._pages()))
            case 3:
                label = chance.choice(list(self.wires))
                await self.happens("say", label, self.action(self._random_act()))
            case 4:
                who = chance.choice((*PLAYERS, NOBODY))
                await self.happens("post", who, f"/api/tables/{TABLE}/act", self.action(self._random_act()))

    def _pages(self) -> list[str]:
        now = self.table.driver.carry.round
        number = self.chance.choice([now, max(1, now - 1), self.chance.randint(1, now)])
        return [
            *[f"/api/tables/{TABLE}"] * 5,
            f"/t/{TABLE}",
            f"/api/tables/{TABLE}/rounds",
            f"/api/tables/{TABLE}/rounds?mine=true",
            f"/api/tables/{TABLE}/rounds/{number}",
            f"/t/{TABLE}/rounds/{number}",
            "/api/tables",
            "/",
            "/api/me",
            "/api/metrics",
            f"/api/tables/{TABLE}/setting",
            "/api/tables/99",
            "/no/such/page",
            *(["/history"] if now < 5 else []),  # with many rounds it is slow
        ]

    def _random_act(self) -> Frame:
        """Return a random act, which is mostly refused."""
        kinds = player_inputs(self.table.game)
        tag = self.chance.choice([*(tag for tag in kinds if tag != "leave"), *["no such thing"] * 3, "ready"])
        if tag == "ready":
            return {"table": "ready", "round": self.chance.choice((0, 1, 10_000))}
        if tag not in kinds:
            return {"input": tag}
        hints = get_type_hints(kinds[tag])
        names = {field.name for field in msgspec.structs.fields(kinds[tag])} - {"by", "amid", "player"}
        act = {"input": tag, **{name: self._value(hints[name]) for name in sorted(names)}}
        return (
            {**act, "chips": 100_000_000} if "chips" in act else act
        )  # too many chips, so that nobody sits down by accident

    def _value(self, kind: Any) -> object:
        if kind is int:
            return self.chance.randint(0, 8)
        if kind == dict[str, int]:
            return {self.chance.choice(self.table.game.spots): self.chance.choice((1, 500, 100_000_000))}
        asked = self.table.driver.question
        words = ("no such choice", *(asked.choices if asked is not None else ()), *self.table.game.spots)
        return self.chance.choice(get_args(kind) or words)


@asynccontextmanager
async def room(folder: Path, house: House, source: SeededSource, *, companions: int = 0) -> AsyncIterator[Room]:
    """Open a room in which everybody has a name and a cookie, and nobody has a seat. Its clock moves only on demand."""
    with ExitStack() as patches:
        patches.enter_context(patch.object(sockets, "MESSAGES", UNLIMITED.changes))
        patches.enter_context(patch.object(force, "watcher", None))  # not needed outside tests of the law, and slow
        folder.mkdir(parents=True, exist_ok=True)
        app = application.build(folder / "pitboss.db", [house], lambda: source, UNLIMITED)
        app.state.edges = UncountedEdges()
        tap = Tap(app)
        transport = httpx.ASGITransport(app=tap)
        names = (*PLAYERS, BOSS, NOBODY)
        clients = {
            name: httpx.AsyncClient(transport=transport, base_url="http://pit.test", headers=PLAIN) for name in names
        }
        async with app.router.lifespan_context(app):
            table: LiveTable = app.state.casino.tables[TABLE]
            table.time.wall = lambda: 1_000_000_000.0
            source.table = table
            table.terms.setting = msgspec.structs.replace(table.terms.setting, companions=companions)
            for name in (*PLAYERS, BOSS):
                answer = await clients[name].post("/api/session", json={"name": name})
                assert answer.status_code == 201, answer.text
            token = {"token": app.state.token.token}
            assert (await clients[BOSS].post("/api/admin", json=token)).status_code == 200
            tap.sent.clear()
            opened = Room(app, tap, clients, source.seed)
            yield opened
            for wire in opened.wires.values():
                await wire.close()
            for client in clients.values():
                await client.aclose()
