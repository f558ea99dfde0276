"""The view that a seat is sent: what it may see, what it may do, and how long it has. Documented by its JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pitboss.engine.inputs import Answer, Input, Leave, TakeBack
from pitboss.engine.view import Act, view
from pitboss.engine.waits import Ask, OrderWanted, Window
from pitboss.server.live_table import HOUSE, LiveTable
from pitboss.table.facts import AWAY
from pitboss.table.steps import Step

MOST_ACTS = 100  # of a round, the newest; all of them are on the page of the round when it is over
MOST_LAST_ACTS = 100  # of the round before


class Seat(msgspec.Struct, frozen=True):
    number: int
    player: str
    chips: int
    house: bool  # a companion that the house plays
    here: bool  # a connection is open, or was a moment ago
    ready: bool
    sits_out: bool
    left: bool  # he has gone; wagers of his must stand


class Clock(msgspec.Struct, frozen=True):
    left: int  # whole seconds
    warning: bool
    warns: int  # from so many seconds before the end


class Offered(msgspec.Struct, frozen=True):
    """A wager that may be made now: these areas, the same amount on each."""

    name: str
    spots: tuple[str, ...]
    least: int
    most: int
    step: int
    group: str  # the heading under which it is offered, where many are


class Move(msgspec.Struct, frozen=True):
    """Something that would be taken now: send `act` as it is."""

    name: str
    act: dict[str, Any]
    cite: str = ""


class You(msgspec.Struct, frozen=True):
    seat: int  # 0: you watch
    chips: int
    offers: tuple[Offered, ...]
    moves: tuple[Move, ...]
    may_be_ready: bool


class Question(msgspec.Struct, frozen=True):
    number: int  # how many were answered in this round before: the same may be asked again in the same words
    seat: int
    position: int
    subject: str
    choices: tuple[str, ...]
    cite: str


class Settled(msgspec.Struct, frozen=True):
    """What became of a wager; seat 0: of everybody's."""

    seat: int
    act: Act


class TableView(msgspec.Struct, frozen=True):
    """One table as one seat sees it. Amounts are cents. "??" is a card that you may not see."""

    table: int
    number: int  # grows with every change; the highest is the newest
    name: str
    game: str
    title: str
    text: str  # which text of the law is dealt
    state: str
    notice: str  # why nothing goes on, if nothing does
    held: bool  # this version plays the open round differently: nothing is taken until it is wound up
    stuck: bool  # an administrator may wind the round up
    round: int
    minimum: int
    maximum: int
    smallest_chip: int
    seat_count: int = msgspec.field(name="places")
    with_cards: bool  # and not with dice
    seats: tuple[Seat, ...]
    wagers: dict[int, dict[str, int]]  # position -> betting area -> cents
    owners: dict[int, int]  # position -> seat
    hands: dict[int, tuple[str, ...]]
    community: tuple[str, ...]
    dealer: tuple[str, ...]
    out: dict[int, str]  # positions that take no more part: "folded", "void" or "dead"; 0 is the dealer
    marks: dict[str, int]
    lit: tuple[int, ...]
    dice: tuple[int, ...]
    said: tuple[str, ...]
    acts: tuple[Act, ...]  # the newest of this round
    acts_before: int  # how many there were before these
    last: tuple[Act, ...]  # what was done last in the round before
    last_before: int
    last_settled: tuple[Settled, ...]
    last_cards: dict[str, tuple[str, ...]]  # how they lay when it was settled
    last_dice: tuple[int, ...]
    waiting: str
    asked: Question | None
    clock: Clock | None
    you: You


def seen(table: LiveTable, account: int) -> TableView:
    seat = table.seat_of(account)
    driver = table.driver
    at, before = _newest(driver.log)
    what = view(driver, seat, at)
    clock = table.clock()
    house = table.house
    return TableView(
        table=table.id,
        number=table.version,
        name=table.name,
        game=table.game.name,
        title=table.game.title,
        text=driver.rules.texts,
        state="paused" if table.held else table.state,
        notice=_notice(table),
        held=bool(table.held),
        stuck=table.may_be_wound_up,
        round=what.round - bool(table.held),  # what is shown of a held table is what its round would leave
        minimum=int(house.minimum),
        maximum=int(house.maximum),
        smallest_chip=int(house.smallest_chip),
        seat_count=house.seats,
        with_cards=bool(house.decks),
        seats=tuple(_seat(table, number) for number in sorted(what.players)),
        wagers=what.wagers,
        owners=what.owners,
        hands=what.hands,
        community=what.community,
        dealer=what.dealer,
        out=what.out,
        marks=what.marks,
        lit=what.lit,
        dice=what.dice,
        said=what.said,
        acts=() if table.held else what.acts,
        acts_before=before,
        last=table.last_acts[-MOST_LAST_ACTS:],
        last_before=max(0, len(table.last_acts) - MOST_LAST_ACTS),
        last_settled=tuple(Settled(seat, act) for seat, act in table.last_settled),
        last_cards=table.last_cards,
        last_dice=table.last_dice,
        waiting=what.waiting,
        asked=_question(what.asked, driver.log),
        clock=None if clock is None else Clock(*clock, int(table.setting.pace.warning)),
        you=_you(table, seat),
    )


def _newest(log: Sequence[Input | Step]) -> tuple[int, int]:
    """Where in the log the newest acts begin, and how many acts there are before."""
    acts = [at for at, item in enumerate(log) if isinstance(item, Step)]
    return (acts[-MOST_ACTS], len(acts) - MOST_ACTS) if len(acts) > MOST_ACTS else (0, 0)


def _notice(table: LiveTable) -> str:
    if table.fault:
        return f"out of service: {table.fault}"  # one of a few sentences, made to be read by all
    if table.held:
        return f"paused: {table.held}"
    if table.state != "open":
        return f"the table is {table.state}"
    if isinstance(table.driver.wait, OrderWanted):
        return "play waits for a casino supervisor"
    if (wanted := table.wants_company()) is not None and len(table.driver.table.players) < wanted.least:
        return wanted.why
    return ""


def _seat(table: LiveTable, number: int) -> Seat:
    name = table.driver.table.players[number]
    person = table.people.get(number)
    return Seat(
        number=number,
        player=name,
        chips=table.chips_of(number),
        house=name.endswith(HOUSE),
        here=person is None or table.is_there(number),
        ready=person is not None and person.ready,
        sits_out=person is not None and person.sits_out,
        left=AWAY.word(number) in table.driver.table.marks,
    )


def _question(asked: Ask | None, log: Sequence[Input | Step]) -> Question | None:
    if asked is None:
        return None
    number = sum(isinstance(item, Answer) for item in log)
    return Question(number, asked.seat, asked.position, asked.subject, asked.choices, asked.cite)


def _you(table: LiveTable, seat: int) -> You:
    if not seat:
        return You(0, 0, (), (), False)
    wait = table.driver.wait
    window = isinstance(wait, Window) and wait.what == "wagers" and not table.stopped
    offers: tuple[Offered, ...] = ()
    if window and table.state == "open":
        made = table.game.offers(table.driver.round, seat)
        offers = tuple(Offered(*each) for each in made)
    moves = tuple(_moves(table, seat))
    # At a closed table what is wagered is still played.
    may_be_ready = window and table.state != "paused" and not table.people[seat].ready
    return You(seat, table.chips_of(seat), offers, moves, may_be_ready)


def _moves(table: LiveTable, seat: int) -> Iterator[Move]:
    """Everything else that a player may do now, found by asking the table."""
    driver = table.driver
    if table.stopped:
        return
    asked = driver.asked
    if asked is not None and asked.seat == seat:
        for choice in asked.choices:
            yield Move(choice, {"input": "answer", "choice": choice, "position": asked.position}, asked.cite)
    mine = [
        (position, spot) for position, spot, _ in driver.table.wagers() if driver.table.owners.get(position) == seat
    ]
    for position, spot in mine:
        if not driver.refusals(TakeBack(seat, spot, position)):
            yield Move(f"take down {spot}", {"input": "take back", "spot": spot, "position": position})
    for kind in table.game.more_inputs:
        if kind.by_player:
            yield from _of_kind(table, seat, kind, mine)
    if not driver.refusals(Leave(seat)):
        yield Move("leave the table", {"input": "leave"})


def _of_kind(table: LiveTable, seat: int, kind: type[Input], mine: list[tuple[int, str]]) -> Iterator[Move]:
    tag = str(kind.__struct_config__.tag)
    fields = {field.name for field in msgspec.structs.fields(kind)} - {"by", "amid", "seat"}
    abouts: list[dict[str, Any]] = [{"spot": spot} for _, spot in mine] if fields == {"spot"} else [{}]
    for about in abouts:
        given = msgspec.convert({"seat": seat, **about}, kind)
        if not table.driver.refusals(given):
            yield Move(" ".join([tag, *about.values()]), {"input": tag, **about})


def schema() -> dict[str, Any]:
    """JSON Schema of the view."""
    return msgspec.json.schema(TableView)
