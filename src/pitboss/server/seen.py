"""The view that a seat is sent: what it may see, what it may do, and how long it has. Documented by its JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pitboss.engine.inputs import Answer, Input, Leave, TakeBack
from pitboss.engine.view import Act, view
from pitboss.engine.waits import Ask, FillWanted, OrderWanted, Window
from pitboss.server.layout import layout_of
from pitboss.server.live_table import HOUSE, LiveTable
from pitboss.table.facts import AWAY
from pitboss.table.steps import Step

MOST_ACTS = 100  # of a round, the newest; all of them are on the page of the round when it is over
MOST_LAST_ACTS = 100  # of the round before


class Seat(msgspec.Struct, frozen=True):
    number: Annotated[int, Meta(description="the seat's number")]
    player: Annotated[str, Meta(description="the name of the player")]
    chips: Annotated[int, Meta(description="the chips before the player, in cents")]
    house: Annotated[bool, Meta(description="whether it is a companion that the house plays")]
    here: Annotated[bool, Meta(description="whether a connection is open, or was a moment ago")]
    ready: Annotated[bool, Meta(description="whether the player has said that the wagers are made")]
    sits_out: Annotated[bool, Meta(description="whether the player sits this round out")]
    left: Annotated[bool, Meta(description="whether the player has gone while wagers must stand")]


class Clock(msgspec.Struct, frozen=True):
    left: Annotated[int, Meta(description="whole seconds that are left")]
    warning: Annotated[bool, Meta(description="whether the time is nearly up")]
    warns: Annotated[int, Meta(description="how many seconds before the end the warning comes")]


class Offered(msgspec.Struct, frozen=True):
    """A wager that may be made now: these areas, the same amount on each."""

    name: Annotated[str, Meta(description="what the wager is called")]
    spots: Annotated[tuple[str, ...], Meta(description="the betting areas that it takes, the same amount on each")]
    least: Annotated[int, Meta(description="the least, in cents")]
    most: Annotated[int, Meta(description="the most, in cents")]
    step: Annotated[int, Meta(description="amounts are multiples of this many cents")]
    group: Annotated[str, Meta(description="the heading under which it is offered, where there are many")]


class Move(msgspec.Struct, frozen=True):
    """Something that would be taken now: send `act` as it is."""

    name: Annotated[str, Meta(description="what to write on the button")]
    act: Annotated[dict[str, Any], Meta(description="what to send, as it is")]
    cite: Annotated[str, Meta(description="the paragraph that asks for it")] = ""


class You(msgspec.Struct, frozen=True):
    seat: Annotated[int, Meta(description="your seat; 0 while you watch")]
    chips: Annotated[int, Meta(description="your chips, in cents")]
    offers: Annotated[tuple[Offered, ...], Meta(description="the wagers that you may make now")]
    moves: Annotated[tuple[Move, ...], Meta(description="everything else that would be taken from you now")]
    may_be_ready: Annotated[bool, Meta(description="whether you may say that your wagers are made")]


class Question(msgspec.Struct, frozen=True):
    number: Annotated[
        int,
        Meta(description="how many questions of this round were answered before; the same words may be asked again"),
    ]
    seat: Annotated[int, Meta(description="the seat that is asked")]
    position: Annotated[int, Meta(description="the betting position that it is about")]
    subject: Annotated[str, Meta(description="what the question is about")]
    choices: Annotated[tuple[str, ...], Meta(description="the answers that would be taken")]
    cite: Annotated[str, Meta(description="the paragraph that asks it")]


class Settled(msgspec.Struct, frozen=True):
    """What became of a wager; seat 0: of everybody's."""

    seat: Annotated[int, Meta(description="the seat whose wager it is; 0 for everybody's")]
    act: Annotated[Act, Meta(description="the act that settled it")]


class TableView(msgspec.Struct, frozen=True):
    """One table as one seat sees it. Amounts are cents. "??" is a card that you may not see."""

    table: Annotated[int, Meta(description="the number of the table")]
    number: Annotated[int, Meta(description="grows with every change; the highest is the newest")]
    name: Annotated[str, Meta(description="the name of the table")]
    game: Annotated[str, Meta(description="the game, as commands name it")]
    title: Annotated[str, Meta(description="the game, as people name it")]
    text: Annotated[str, Meta(description="which text of the law is dealt")]
    state: Annotated[str, Meta(description="open, paused or closed")]
    notice: Annotated[str, Meta(description="why nothing goes on, if nothing does")]
    held: Annotated[
        bool,
        Meta(
            description="whether this version plays the open round differently; nothing is taken until it is wound up"
        ),
    ]
    stuck: Annotated[bool, Meta(description="whether an administrator may wind the round up")]
    round: Annotated[int, Meta(description="the number of the round")]
    minimum: Annotated[int, Meta(description="the table's minimum, in cents")]
    maximum: Annotated[int, Meta(description="the table's maximum, in cents")]
    smallest_chip: Annotated[int, Meta(description="the smallest chip, in cents")]
    layout: Annotated[
        str, Meta(description="changes when what is printed on the layout does; see /api/tables/N/layout")
    ]
    seat_count: Annotated[int, Meta(description="how many places the table has")] = msgspec.field(name="places")
    with_cards: Annotated[bool, Meta(description="whether it is played with cards, and not with dice")]
    seats: Annotated[tuple[Seat, ...], Meta(description="the seats that are taken")]
    wagers: Annotated[dict[int, dict[str, int]], Meta(description="by betting position, then by betting area: cents")]
    owners: Annotated[dict[int, int], Meta(description="by betting position: the seat that wagers there")]
    hands: Annotated[dict[int, tuple[str, ...]], Meta(description="by betting position: its cards")]
    community: Annotated[tuple[str, ...], Meta(description="the community cards")]
    dealer: Annotated[tuple[str, ...], Meta(description="the dealer's own cards")]
    out: Annotated[
        dict[int, str],
        Meta(description='positions that take no more part: "folded", "void" or "dead"; 0 is the dealer'),
    ]
    piles: Annotated[
        dict[str, int],
        Meta(description='cards still "to deal" and in the discard "rack", as far as people at the table can tell'),
    ]
    back: Annotated[str, Meta(description="the color of the backs of the deck in play")]
    pot: Annotated[int, Meta(description="what players have put together, in cents")]
    button: Annotated[int | None, Meta(description="the position before which the button lies; 0 is the dealer")]
    marks: Annotated[dict[str, int], Meta(description="buttons and counters that everybody sees")]
    lit: Annotated[tuple[int, ...], Meta(description="positions whose wagering device shows a wager")]
    dice: Annotated[tuple[int, ...], Meta(description="the dice as they lie, once thrown")]
    said: Annotated[tuple[str, ...], Meta(description="what the dealer has called out")]
    acts: Annotated[tuple[Act, ...], Meta(description="the newest acts of this round")]
    acts_before: Annotated[int, Meta(description="how many acts of the round came before these")]
    last: Annotated[tuple[Act, ...], Meta(description="the newest acts of the round before")]
    last_before: Annotated[int, Meta(description="how many acts of that round came before these")]
    last_settled: Annotated[tuple[Settled, ...], Meta(description="what became of each wager of the round before")]
    last_cards: Annotated[
        dict[str, tuple[str, ...]], Meta(description="how the cards of the round before lay when it was settled")
    ]
    last_dice: Annotated[tuple[int, ...], Meta(description="the dice of the round before")]
    waiting: Annotated[
        str, Meta(description='"arrival", "inspection", "wagers", "decision", "supervisor", "dealer" or "over"')
    ]
    asked: Annotated[Question | None, Meta(description="the question that a seat is asked now; everybody hears it")]
    clock: Annotated[Clock | None, Meta(description="how long the table waits, while it does")]
    you: Annotated[You, Meta(description="what is yours")]


def seen(table: LiveTable, account: int) -> TableView:
    seat = table.seat_of(account)
    driver = table.driver
    at, before = _newest(driver.log)
    what = view(driver, seat, at)
    clock = table.clock()
    house, furniture = table.house, table.game.furniture
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
        layout=layout_of(table).mark,
        seat_count=house.seats,
        with_cards=bool(house.decks),
        seats=tuple(_seat(table, number) for number in sorted(what.players)),
        wagers=what.wagers,
        owners=what.owners,
        hands=what.hands,
        community=what.community,
        dealer=what.dealer,
        out=what.out,
        piles=what.piles,
        back=what.back,
        pot=sum(spots.get(furniture.pot, 0) for spots in what.wagers.values()),
        button=None if furniture.button is None else what.marks.get(furniture.button.word),
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
    acts = [at for at, item in enumerate(log) if isinstance(item, Step) and not item.unnoticed]
    return (acts[-MOST_ACTS], len(acts) - MOST_ACTS) if len(acts) > MOST_ACTS else (0, 0)


def _notice(table: LiveTable) -> str:
    if table.fault:
        return f"out of service: {table.fault}"  # one of a few sentences, made to be read by all
    if table.held:
        return f"paused: {table.held}"
    if isinstance(table.driver.wait, FillWanted):
        return "a payment is waiting for a fill"
    if isinstance(table.driver.wait, OrderWanted):
        return "the game is waiting for a casino supervisor"
    if table.state != "open":
        return f"the table is {table.state}"
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
    may_be_ready = window and table.state != "paused" and not table.played_out and not table.people[seat].ready
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
