"""The view of a table that a seat is sent: what it may see, what it may do, and how long it has. Its JSON Schema is its
documentation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Annotated, Any
from weakref import WeakKeyDictionary, ref

import msgspec
from msgspec import Meta

from pitboss.engine.driver import Driver
from pitboss.engine.game import Offer
from pitboss.engine.inputs import Answer, Input, Leave, TakeBack
from pitboss.engine.view import Act, hands_seen, seen_acts, waiting_for
from pitboss.engine.waits import Ask, FillWanted, OrderWanted, Window
from pitboss.server.live.parts.presence import HOUSE
from pitboss.server.live.table import LiveTable
from pitboss.server.views.act_diffs import Fields, Hands, Look
from pitboss.server.views.last_round import Settled
from pitboss.server.views.layout import layout_of
from pitboss.table.facts import AWAY
from pitboss.table.roads import Roads
from pitboss.table.steps import Step

ELSEWHERE = ("chips", "words")  # drawn fields that the view has under other names, in `seats` and `said`
AT_ONCE = 0.1  # seconds within which presence is not checked again if nothing has happened
MOST_OFFERS = 4_096  # offers that are cached
MOST_ACTS = 100  # the newest acts of a round in a view; the page of the finished round has all of them


class Seat(msgspec.Struct, frozen=True):
    """A taken seat."""

    number: Annotated[int, Meta(description="the seat's number")]
    player: Annotated[str, Meta(description="the name of the player")]
    chips: Annotated[int, Meta(description="the chips before the player, in cents")]
    house: Annotated[bool, Meta(description="whether it is a companion that the house plays")]
    here: Annotated[bool, Meta(description="whether the player has a connection, or had one a moment ago")]
    ready: Annotated[bool, Meta(description="whether the player is done wagering")]
    sits_out: Annotated[bool, Meta(description="whether the player sits this round out")]
    left: Annotated[bool, Meta(description="whether the player has left while wagers still stand")]


class Clock(msgspec.Struct, frozen=True):
    """The time that is left."""

    left: Annotated[int, Meta(description="whole seconds left")]
    warning: Annotated[bool, Meta(description="whether the time is nearly up")]
    starts_in: Annotated[
        int, Meta(description="milliseconds until it starts to run, while a page still shows what led to the question")
    ]
    warns: Annotated[int, Meta(description="how many seconds before the end the warning comes")]


class Offered(msgspec.Struct, frozen=True):
    """A wager that may be made now: the same amount on each of its betting areas."""

    name: Annotated[str, Meta(description="the name of the wager")]
    spots: Annotated[tuple[str, ...], Meta(description="the betting areas that it takes, the same amount on each")]
    least: Annotated[int, Meta(description="the smallest amount on each area, in cents")]
    most: Annotated[int, Meta(description="the largest amount on each area, in cents")]
    step: Annotated[int, Meta(description="amounts are multiples of this many cents")]
    group: Annotated[str, Meta(description="the heading under which to list it, where there are many")]
    later: Annotated[int, Meta(description="the largest later wager, as a multiple of the amount on one area")]


class Move(msgspec.Struct, frozen=True):
    """An action that would be accepted now. Send `act` as it is."""

    name: Annotated[str, Meta(description="the label of its button")]
    act: Annotated[dict[str, Any], Meta(description="the act to send, as it is")]
    cite: Annotated[str, Meta(description="the paragraph that asks for it")] = ""


class You(msgspec.Struct, frozen=True):
    """The part of the view about your own seat."""

    seat: Annotated[int, Meta(description="your seat; 0 while you watch")]
    chips: Annotated[int, Meta(description="your chips, in cents")]
    offers: Annotated[tuple[Offered, ...], Meta(description="the wagers that you may make now")]
    moves: Annotated[tuple[Move, ...], Meta(description="the other actions that would be accepted from you now")]
    may_be_ready: Annotated[bool, Meta(description="whether you may say that you are done wagering")]
    arriving: Annotated[
        int, Meta(description="chips that you have asked for and that arrive after this round, in cents")
    ] = 0


class TooDear(msgspec.Struct, frozen=True):
    """A choice that you do not have enough chips for."""

    choice: Annotated[str, Meta(description="the answer that would be refused")]
    cents: Annotated[int, Meta(description="the chips that it needs, in cents")]
    short: Annotated[int, Meta(description="how much of that is missing, in cents")]
    at: Annotated[int, Meta(description="its index among all choices, affordable or not, from 0")]


class Question(msgspec.Struct, frozen=True):
    """A question that a player is asked."""

    number: Annotated[
        int,
        Meta(description="how many questions of this round were answered before; the same words may be asked again"),
    ]
    seat: Annotated[int, Meta(description="the seat that is asked")]
    position: Annotated[int, Meta(description="the betting position that it is about")]
    subject: Annotated[str, Meta(description="the subject of the question")]
    choices: Annotated[tuple[str, ...], Meta(description="the answers that would be accepted")]
    default: Annotated[str, Meta(description="the answer that counts if the time runs out")]
    cite: Annotated[str, Meta(description="the paragraph that asks it")]
    short: Annotated[
        tuple[TooDear, ...], Meta(description="the choices for which the player has too few chips, in the law's order")
    ] = ()
    words: Annotated[str, Meta(description="its wording, where the choices alone do not make it clear")] = ""


class TableView(msgspec.Struct, frozen=True):
    """One table as one seat sees it. Amounts are cents. "??" is a card that you may not see."""

    table: Annotated[int, Meta(description="the number of the table")]
    number: Annotated[int, Meta(description="grows with every change; the highest is the newest")]
    name: Annotated[str, Meta(description="the name of the table")]
    game: Annotated[str, Meta(description="the name of the game in commands")]
    title: Annotated[str, Meta(description="the title of the game")]
    text: Annotated[str, Meta(description="the text of the law by which it is dealt")]
    state: Annotated[str, Meta(description="open, paused or closed")]
    notice: Annotated[str, Meta(description="why the table is stopped or waiting, if it is")]
    held: Annotated[
        bool,
        Meta(
            description="whether this version plays the open round differently; "
            "no action is accepted until it is wound up"
        ),
    ]
    stuck: Annotated[bool, Meta(description="whether an administrator may wind the round up")]
    round: Annotated[int, Meta(description="the number of the round")]
    minimum: Annotated[int, Meta(description="the table's minimum, in cents")]
    maximum: Annotated[int, Meta(description="the table's maximum, in cents")]
    smallest_chip: Annotated[int, Meta(description="the smallest chip, in cents")]
    layout: Annotated[str, Meta(description="a digest of what is printed on the layout; see /api/tables/N/layout")]
    seat_count: Annotated[int, Meta(description="how many seats the table has")] = msgspec.field(name="places")
    with_cards: Annotated[bool, Meta(description="whether the game is played with cards")]
    go: Annotated[str, Meta(description="label of the button with which a player is done wagering")]
    wait: Annotated[str, Meta(description="label of the same button for a player who does not have the dice")]
    shooter: Annotated[int | None, Meta(description="the seat that has the dice")]
    seats: Annotated[tuple[Seat, ...], Meta(description="the seats that are taken")]
    wagers: Annotated[dict[int, dict[str, int]], Meta(description="by betting position, then by betting area: cents")]
    owners: Annotated[dict[int, int], Meta(description="by betting position: the seat that wagers there")]
    hands: Annotated[
        dict[int, tuple[str, ...]],
        Meta(description="by betting position: its cards; your own stay here after you fold"),
    ]
    community: Annotated[tuple[str, ...], Meta(description="the community cards")]
    dealer: Annotated[tuple[str, ...], Meta(description="the dealer's own cards")]
    out: Annotated[
        dict[int, str],
        Meta(description='positions that no longer take part: "folded", "void" or "dead"; 0 is the dealer'),
    ]
    piles: Annotated[
        dict[str, int],
        Meta(description='cards still "to deal" and in the discard "rack", as far as people at the table can tell'),
    ]
    back: Annotated[str, Meta(description="the color of the backs of the deck in play")]
    device: Annotated[
        str, Meta(description='what the cards are dealt from: "shoe" or "shuffler"; empty at a dice table')
    ]
    cutting_card: Annotated[
        str,
        Meta(description='"in" a shoe that is dealt for many rounds, "out" once it has come up; empty without one'),
    ]
    roads: Annotated[Roads | None, Meta(description="the roads of this shoe, in games with roads")]
    pot: Annotated[int, Meta(description="the pot of the players, in cents")]
    button: Annotated[int | None, Meta(description="the position before which the button lies; 0 is the dealer")]
    marks: Annotated[dict[str, int], Meta(description="buttons and counters that everybody sees")]
    lit: Annotated[tuple[int, ...], Meta(description="positions whose wagering device shows a wager")]
    dice: Annotated[tuple[int, ...], Meta(description="the dice as they lie, once thrown")]
    wheel: Annotated[int | None, Meta(description="the stop where the wheel rests, from 0, once it was spun")]
    said: Annotated[tuple[str, ...], Meta(description="the dealer's calls in this round")]
    acts: Annotated[tuple[Act, ...], Meta(description="the newest acts of this round")]
    acts_before: Annotated[int, Meta(description="how many acts of the round came before these")]
    settled: Annotated[Settled | None, Meta(description="the settlement of the last round")]
    waiting: Annotated[
        str, Meta(description='"arrival", "inspection", "wagers", "decision", "supervisor", "dealer" or "over"')
    ]
    asked: Annotated[Question | None, Meta(description="the question that a seat is asked now; everybody hears it")]
    clock: Annotated[Clock | None, Meta(description="the time left, while the table waits for a player")]
    you: Annotated[You, Meta(description="your own seat and what you may do")]


def view_for(table: LiveTable, account: int) -> TableView:
    """Return the view of a table for an account; 0 is a spectator without one."""
    start, before = _newest_acts(table.driver.log)
    steps = [] if table.service.held else seen_acts(table.driver.log[start:])
    acts = tuple(Act(step.cite, table.onlookers.describe(step)) for step in steps)
    settled, hands = table.scoreboard.last_for(account), hands_seen(table.driver.table, table.seat_of(account))
    own = _own(table, table.seat_of(account))
    drawn = table.onlookers.look().common
    return TableView(**_common(table, drawn), hands=hands, **own, settled=settled, acts=acts, acts_before=before)


def _common(table: LiveTable, drawn: Fields) -> dict[str, Any]:
    """Return the fields that are the same for everybody."""
    driver, house, furniture = table.driver, table.house, table.game.furniture
    t = driver.table
    return {
        **{name: value for name, value in drawn.items() if name not in ELSEWHERE},
        "table": table.id,
        "number": table.onlookers.version,
        "name": table.name,
        "game": table.game.name,
        "title": table.game.title,
        "text": driver.rules.texts,
        "state": "paused" if table.service.held else table.service.state,
        "notice": _notice(table),
        "held": bool(table.service.held),
        "stuck": table.service.may_be_wound_up,
        "round": driver.carry.round - bool(table.service.held),  # a held table is shown as after winding up
        "minimum": int(house.posted[0]),
        "maximum": int(house.posted[1]),
        "smallest_chip": int(house.smallest_chip),
        "layout": layout_of(table).mark,
        "seat_count": house.seats,
        "with_cards": bool(house.decks),
        "device": house.dealt_from,
        "go": driver.wait.closed_by(furniture.go) if isinstance(driver.wait, Window) else furniture.go,
        "wait": furniture.wait,
        "shooter": None if furniture.shooter is None else t.marks.get(furniture.shooter.word),
        "roads": table.scoreboard.roads(driver),
        "seats": tuple([_seat(table, number) for number in sorted(t.players)]),
        "said": tuple(t.said),
        "waiting": waiting_for(driver),
        "asked": question_of(driver.question, driver),
    }


def _own(table: LiveTable, seat: int) -> dict[str, Any]:
    """Return the fields that depend on the viewer and on the time, without the hands."""
    clock = table.clock.time_left()
    return {
        "clock": None if clock is None else Clock(*clock, int(table.terms.setting.pace.warning)),
        "you": _you(table, seat),
    }


_encode = msgspec.json.Encoder(enc_hook=int).encode
_NAMES = {field.name: field.encode_name.encode() for field in msgspec.structs.fields(TableView)}
_NOTHING = object()
Pieces = dict[str, bytes]  # field -> its name and value as they stand in a JSON object


class ViewEncoder:
    """Encodes the views of a table as JSON, field by field. The fields that everybody sees are encoded once for all
    viewers, and only when they change."""

    def __init__(self, table: LiveTable) -> None:
        self._table_ref = ref(table)  # weak, because a strong reference would keep a closed table forever
        self._encoded_for: tuple[object, ...] = ()  # version and state that the fields below were encoded for
        self._presence: list[bool] = []  # of the people, likewise
        self._encoded_at = 0.0
        self._drawn = Look({}, {})
        self._values: dict[str, Any] = {}  # the fields that everybody sees
        self._common: Pieces = {}  # the same as JSON
        self._joined = b""  # the same with the acts, as the beginning of a JSON object
        self._before: Pieces = {}  # the JSON before the last change
        self._news: list[bytes] = []  # the pieces that changed since then
        self._hands: dict[int, tuple[Hands, bytes]] = {}  # by seat; under 0 as spectators see them
        self._driver: Driver | None = None  # the driver whose acts `_acts` are
        self._gone: Mapping[str, str] | None = None  # the deleted names that `_acts` leave out
        self._read_upto = 0  # how much of the driver's log `_acts` cover
        self._acts: list[bytes] = []
        self._last: Settled | None = None
        self._settled: dict[int, bytes] = {}  # by account

    @property
    def _table(self) -> LiveTable:
        table = self._table_ref()
        assert table is not None
        return table

    def common(self) -> Pieces:
        """Return the fields that everybody sees, without the acts. It is the same object as long as nothing changes."""
        self._refresh()
        return self._common

    def own(self, account: int, seat: int) -> Pieces:
        """Return the fields that depend on the viewer."""
        hands = self._drawn.hands_for(seat)
        if seat not in self._hands or self._hands[seat][0] is not hands:
            self._hands[seat] = hands, _piece("hands", hands)
        own = {name: _piece(name, value) for name, value in _own(self._table, seat).items()}
        return {"hands": self._hands[seat][1], **own, "settled": self._settled_for(account)}

    def news(self, since: Pieces) -> list[bytes]:
        """Return those pieces of the common fields that differ from an earlier result of `common`."""
        if since is self._before:
            return self._news
        return [piece for name, piece in self._common.items() if since.get(name) != piece]

    def whole(self, account: int) -> bytes:
        """Return the whole view as one JSON object."""
        self._refresh()
        if not self._joined:
            self._joined = b",".join([*self._common.values(), *self._acts_of(self._table)])
        return b"{%s,%s}" % (self._joined, b",".join(self.own(account, self._table.seat_of(account)).values()))

    def _refresh(self) -> None:
        """Encode the fields that have changed."""
        table = self._table
        state = (table.onlookers.version, table.service.state, table.service.stop_reason)
        if state == self._encoded_for and table.time.now() - self._encoded_at < AT_ONCE:
            return
        presence = [*map(table.seats.is_present, table.seats.people)]
        unchanged = state == self._encoded_for and presence == self._presence
        self._encoded_for, self._presence, self._encoded_at = state, presence, table.time.now()
        if unchanged:
            return
        self._drawn = table.onlookers.look()
        values, news = _common(table, self._drawn.common), {}
        for name, value in values.items():
            if (was := self._values.get(name, _NOTHING)) is not value and was != value:
                news[name] = _piece(name, value)
        if news:
            self._before, self._common = self._common, {**self._common, **news}
            self._values, self._news, self._joined = values, [*news.values()], b""

    def _acts_of(self, table: LiveTable) -> tuple[bytes, bytes]:
        """Return the fields about acts. Each act is described only once."""
        if table.driver is not self._driver or table.onlookers.gone is not self._gone:
            self._driver, self._gone, self._read_upto, self._acts = table.driver, table.onlookers.gone, 0, []
        log = table.driver.log
        new_steps = seen_acts(log[self._read_upto :])
        self._acts += [_ascii_json(Act(step.cite, table.onlookers.describe(step))) for step in new_steps]
        self._read_upto = len(log)
        acts = [] if table.service.held else self._acts
        before = max(0, len(self._acts) - MOST_ACTS)
        return b'"acts":[%s]' % b",".join(acts[-MOST_ACTS:]), b'"acts_before":%d' % before

    def _settled_for(self, account: int) -> bytes:
        """Return the settlement of the last round. It differs only for players with cards of their own."""
        last, own = self._table.scoreboard.last, self._table.scoreboard.own
        if last is not self._last:
            self._last, self._settled = last, {}
        key = account if own.get(account) else 0
        if key not in self._settled:
            self._settled[key] = _piece("settled", self._table.scoreboard.last_for(key))
        return self._settled[key]


_encoders: WeakKeyDictionary[LiveTable, ViewEncoder] = WeakKeyDictionary()


def encoder_of(table: LiveTable) -> ViewEncoder:
    """Return the view encoder of a table."""
    if table not in _encoders:
        _encoders[table] = ViewEncoder(table)
    return _encoders[table]


def _piece(name: str, value: object) -> bytes:
    return b'"%s":%s' % (_NAMES[name], _ascii_json(value))


def _ascii_json(value: object) -> bytes:
    """Encode as JSON in ASCII. Every frame is decoded to text and encoded again for each recipient, which is fast only
    for ASCII."""
    raw = _encode(value)
    return raw if raw.isascii() else _NON_ASCII.sub(lambda match: _escape(match[0]), raw.decode()).encode()


_NON_ASCII = re.compile(r"[^\x00-\x7f]")


@lru_cache
def _escape(character: str) -> str:
    return json.dumps(character)[1:-1]


def _newest_acts(log: Sequence[Input | Step]) -> tuple[int, int]:
    """Return the index in the log at which the newest acts begin, and the number of acts before them."""
    acts = [index for index, item in enumerate(log) if isinstance(item, Step) and not item.unnoticed]
    return (acts[-MOST_ACTS], len(acts) - MOST_ACTS) if len(acts) > MOST_ACTS else (0, 0)


def _notice(table: LiveTable) -> str:
    if table.service.fault:
        return f"out of service: {table.service.fault}"  # one of a few sentences that may be shown to anybody
    if table.service.held:
        return f"paused: {table.service.held}"
    if table.service.unwritten:
        return f"out of service: {table.service.unwritten}"
    if isinstance(table.driver.wait, FillWanted):
        return "a payment is waiting for a fill"
    if isinstance(table.driver.wait, OrderWanted):
        return "the game is waiting for a casino supervisor"
    if table.service.state != "open":
        return f"the table is {table.service.state}"
    if (wanted := table.companions.company_wanted()) is not None and len(table.driver.table.players) < wanted.least:
        return wanted.why
    return ""


def _seat(table: LiveTable, number: int) -> Seat:
    name = table.driver.table.players[number]
    person = table.seats.people.get(number)
    return Seat(
        number=number,
        player=name,
        chips=table.round.chips_of(number),
        house=name.endswith(HOUSE),
        here=person is None or table.seats.is_present(number),
        ready=person is not None and person.ready,
        sits_out=person is not None and person.sits_out,
        left=AWAY.word(number) in table.driver.table.marks,
    )


def question_of(asked: Ask | None, driver: Driver) -> Question | None:
    """Return a question in the form in which the view has it; None if nothing is asked."""
    if asked is None:
        return None
    number = [*map(type, driver.log)].count(Answer)
    short = tuple(TooDear(choice.choice, choice.cents, choice.short, choice.at) for choice in asked.short)
    words = driver.game.furniture.questions.get(asked.subject, "")
    about = (asked.seat, asked.position, asked.subject, asked.choices, asked.default, asked.cite)
    return Question(number, *about, short, words)


def _you(table: LiveTable, seat: int) -> You:
    if not seat:
        return You(0, 0, (), (), False)
    wait = table.driver.wait
    window = isinstance(wait, Window) and wait.what == "wagers" and not table.service.stop_reason
    offers: tuple[Offered, ...] = ()
    if window and table.service.state == "open":
        offers = tuple(map(_offer_in_view, table.game.offers(table.driver.round, seat)))
    moves = tuple(_moves(table, seat))
    person = table.seats.people[seat]
    # At a closed table standing wagers are still played.
    may_be_ready = window and table.service.state != "paused" and not table.played_out and not person.ready
    return You(seat, table.round.chips_of(seat), offers, moves, may_be_ready, person.arriving)


@lru_cache(MOST_OFFERS)
def _offer_in_view(offer: Offer) -> Offered:
    """Return an offer in the form in which the view has it. Cached, because layouts have many areas and most offers
    stay the same.
    """
    return Offered(*offer)


def _moves(table: LiveTable, seat: int) -> Iterator[Move]:
    """Yield the actions besides wagers that the table would accept from a player now."""
    driver = table.driver
    if table.service.stop_reason:
        return
    asked = driver.question
    if asked is not None and asked.seat == seat:
        for choice in asked.choices:
            yield Move(choice, {"input": "answer", "choice": choice, "position": asked.position}, asked.cite)
    # Decide cheaply first: this runs for every seat after every act.
    may_take_back = isinstance(driver.wait, Window) or TakeBack in table.game.interruptions
    more_kinds = [kind for kind in table.game.more_inputs if kind.by_player]
    owners = driver.table.owners
    wagers = driver.table.wagers() if may_take_back or more_kinds else ()
    mine = [(position, spot) for position, spot, _ in wagers if owners.get(position) == seat]
    for position, spot in mine if may_take_back else ():
        if not driver.refusals(TakeBack(seat, spot, position)):
            yield Move(f"take down {spot}", {"input": "take back", "spot": spot, "position": position})
    for kind in more_kinds:
        yield from _moves_of_kind(table, seat, kind, mine)
    if not driver.refusals(Leave(seat)):
        yield Move("leave the table", {"input": "leave"})


def _moves_of_kind(table: LiveTable, seat: int, kind: type[Input], mine: list[tuple[int, str]]) -> Iterator[Move]:
    tag = str(kind.__struct_config__.tag)
    if _is_about(kind, "value"):  # the value of a player's chips, which the player chooses; 0 stands for any
        if not table.driver.refusals(msgspec.convert({"seat": seat}, kind)):
            yield Move(tag, {"input": tag, "value": 0})
        return
    choices: list[dict[str, Any]] = [{"spot": spot} for _, spot in mine] if _is_about(kind, "spot") else [{}]
    for fields in choices:
        given = msgspec.convert({"seat": seat, **fields}, kind)
        if not table.driver.refusals(given):
            yield Move(" ".join([tag, *fields.values()]), {"input": tag, **fields})


@cache
def _is_about(kind: type[Input], field_name: str) -> bool:
    return {field.name for field in msgspec.structs.fields(kind)} - {"by", "amid", "seat"} == {field_name}


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of the view."""
    return msgspec.json.schema(TableView)
