"""Views: what one seat may see. Pages, terminals, strategies and companions get views, never the table.

There are two kinds. `view` makes a `View`: all of it, as it is at that moment. A `LiveView` is for strategies, which
look and act at once: it works out a field when it is asked for, from the table as it is then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Input
from pitboss.engine.waits import Ask, OrderWanted, Window
from pitboss.table.cards import FULL_DECK, Lying
from pitboss.table.facts import FOLDED_CARDS, OUT
from pitboss.table.money import chips_before
from pitboss.table.steps import Step, sentence_for_players
from pitboss.table.table import (
    COMMUNITY,
    CUT_STACK,
    DEALER,
    DEALT_FROM,
    DECK,
    DISCARD_RACK,
    MISSING,
    REMOVED,
    SECOND_SPREAD,
    SHUFFLER,
    STUB,
    Table,
    hand,
)

HIDDEN = "??"
SPECTATOR = 0
TO_DEAL, RACK = "to deal", "rack"
PILES = (*DEALT_FROM, DECK, CUT_STACK, STUB)  # the piles of cards still to be dealt
# Places whose cards count as not dealt out.
NOT_OUT = frozenset((*PILES, DISCARD_RACK, SHUFFLER, SECOND_SPREAD, REMOVED, MISSING))


class Act(msgspec.Struct, frozen=True):
    """An act, as people at the table saw it."""

    cite: Annotated[str, Meta(description="the paragraph behind it; reading:... or house:... where none says it")]
    told: Annotated[str, Meta(description="the act in words that name no hidden card")]


class View(msgspec.Struct, frozen=True):
    """The table as one seat may see it."""

    game: str
    round: int
    seat: int  # whose view; 0 is a spectator
    players: dict[int, str]
    chips: dict[int, int]  # seat -> cents before the player
    owners: dict[int, int]  # betting position -> seat that wagered there
    wagers: dict[int, dict[str, int]]  # betting position -> betting area -> cents
    lit: tuple[int, ...]  # positions whose wagering device shows a wager
    marks: dict[str, int]  # buttons and counters that everybody sees
    dice: tuple[int, ...]  # as they lie, once they were thrown
    wheel: int | None  # the stop where it rests, from 0, once it was spun
    community: tuple[str, ...]  # the dealer's left to his right; "??" lies face down
    dealer: tuple[str, ...]  # the dealer's own cards
    hands: dict[int, tuple[str, ...]]  # also the viewer's own that he has folded, wherever they lie now
    out: dict[int, str]  # betting positions that take no more part: "folded", "void" or "dead"; 0 is the dealer
    piles: dict[str, int]  # cards still to be dealt and in the discard rack, as far as people at the table can tell
    back: str  # the color of the backs of the deck in play; empty where there is none
    said: tuple[str, ...]
    waiting: str  # "wagers", "decision", "supervisor", "dealer" or "over"
    asked: Ask | None  # the pending question, which everybody at the table hears
    acts: tuple[Act, ...]  # what has been done this round, in words that name no hidden card


def view(driver: Driver, seat: int, acts_from: int = 0) -> View:
    """Return the table as a seat sees it. `acts_from` is the index of the first act to include; the viewer already
    knows the earlier ones."""
    t = driver.table
    return View(
        game=driver.game.name,
        round=driver.carry.round,
        seat=seat,
        players=dict(t.players),
        chips={seat_number: t.ledger[chips_before(seat_number)] for seat_number in t.players},
        owners=dict(t.owners),
        wagers=wagers_seen(driver),
        lit=tuple(sorted(t.lit)),
        marks=dict(t.marks),
        dice=t.dice,
        wheel=t.wheel,
        community=cards_seen(t.cards(COMMUNITY)),
        dealer=cards_seen(t.cards(DEALER)),
        hands=hands_seen(t, seat),
        out=out_of_play(t),
        piles=piles_seen(t),
        back=back_color(t),
        said=tuple(t.said),
        waiting=waiting_for(driver),
        asked=driver.question,
        acts=_acts(driver, acts_from),
    )


def without_areas(seen: View, areas: Collection[str]) -> View:
    """Return a view without the wagers on some betting areas."""
    if not areas:
        return seen
    wagers = {
        position: {spot: cents for spot, cents in stakes.items() if spot not in areas}
        for position, stakes in seen.wagers.items()
    }
    return msgspec.structs.replace(seen, wagers={position: stakes for position, stakes in wagers.items() if stakes})


T = TypeVar("T")


class _ByNumber(Mapping[int, T], Generic[T]):
    """A mapping by seat or betting position that works out each value when it is asked for. None means no entry."""

    __slots__ = ("_numbers", "_of")

    def __init__(self, numbers: Iterable[int], value_of: Callable[[int], T | None]) -> None:
        self._numbers, self._of = numbers, value_of

    def __getitem__(self, number: int) -> T:
        if (value := self._of(number)) is None:
            raise KeyError(number)
        return value

    def get(self, number: int, default: Any = None) -> Any:
        """Return the value or the default like any mapping, but without raising an exception internally, which is
        faster."""
        value = self._of(number)
        return default if value is None else value

    def __iter__(self) -> Iterator[int]:
        return (number for number in sorted(self._numbers) if self._of(number) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class LiveView:
    """The fields of a `View`, read from the table as it is when they are asked for."""

    __slots__ = ("_acts_from", "_driver", "seat")

    def __init__(self, driver: Driver, seat: int, acts_from: int | None = None) -> None:
        """Watch a table from a seat. `acts_from` is the index of the first act to include; by default, acts so far are
        left out."""
        self.seat = seat
        self._driver = driver
        self._acts_from = len(driver.log) if acts_from is None else acts_from

    @property
    def game(self) -> str:
        return self._driver.game.name

    @property
    def round(self) -> int:
        return self._driver.carry.round

    @property
    def players(self) -> Mapping[int, str]:
        return dict(self._driver.table.players)

    @property
    def chips(self) -> Mapping[int, int]:
        t = self._driver.table
        return _ByNumber(t.players, lambda seat: t.ledger[chips_before(seat)] if seat in t.players else None)

    @property
    def owners(self) -> Mapping[int, int]:
        return dict(self._driver.table.owners)

    @property
    def wagers(self) -> Mapping[int, Mapping[str, int]]:
        """The wagers by position. A position without a wager is left out."""
        t, areas = self._driver.table, self._driver.game.areas_at(self._driver.house)
        return _ByNumber(t.owners, lambda position: _wagers_at(t, areas[position]) or None)

    @property
    def lit(self) -> tuple[int, ...]:
        return tuple(sorted(self._driver.table.lit))

    @property
    def marks(self) -> Mapping[str, int]:
        return MappingProxyType(self._driver.table.marks)

    @property
    def dice(self) -> tuple[int, ...]:
        return self._driver.table.dice

    @property
    def wheel(self) -> int | None:
        return self._driver.table.wheel

    @property
    def community(self) -> tuple[str, ...]:
        return cards_seen(self._driver.table.cards(COMMUNITY))

    @property
    def dealer(self) -> tuple[str, ...]:
        return cards_seen(self._driver.table.cards(DEALER))

    @property
    def hands(self) -> Mapping[int, tuple[str, ...]]:
        t, seat = self._driver.table, self.seat
        return _ByNumber(t.owners, lambda position: _hand_seen(t, seat, position))

    @property
    def out(self) -> Mapping[int, str]:
        return out_of_play(self._driver.table)

    @property
    def piles(self) -> Mapping[str, int]:
        return piles_seen(self._driver.table)

    @property
    def back(self) -> str:
        return back_color(self._driver.table)

    @property
    def said(self) -> tuple[str, ...]:
        return tuple(self._driver.table.said)

    @property
    def waiting(self) -> str:
        return waiting_for(self._driver)

    @property
    def asked(self) -> Ask | None:
        return self._driver.question

    @property
    def acts(self) -> tuple[Act, ...]:
        return _acts(self._driver, self._acts_from)


Seen: TypeAlias = View | LiveView  # what a strategy looks at: either kind


def hands_seen(t: Table, seat: int) -> dict[int, tuple[str, ...]]:
    """Return the cards of every position as a seat sees them: faces that are up, its own once it has looked, and what
    it folded."""
    hands = ((position, _hand_seen(t, seat, position)) for position in sorted(t.owners))
    return {position: cards for position, cards in hands if cards is not None}


def hands_seen_by(
    t: Table, seats: Iterable[int], everybody: dict[int, tuple[str, ...]]
) -> dict[int, dict[int, tuple[str, ...]]]:
    """Return, by seat, all hands as that seat sees them; under key 0, as everybody sees them.

    `everybody` is what everybody sees. Seats that see no more than that share this dictionary.
    """
    own: dict[int, dict[int, tuple[str, ...]]] = {}
    for position in sorted(t.examined):
        if (seat := t.owners.get(position)) is not None and (cards := _hand_seen(t, seat, position)) is not None:
            own.setdefault(seat, {})[position] = cards
    hands = {seat: dict(sorted((everybody | own[seat]).items())) if seat in own else everybody for seat in seats}
    return {**hands, SPECTATOR: everybody}


def _hand_seen(t: Table, seat: int, position: int) -> tuple[str, ...] | None:
    is_own = t.owners.get(position) == seat and position in t.examined
    if pile := t.places.get(hand(position)):
        return tuple([lying.card for lying in pile]) if is_own else cards_seen(pile)
    return FOLDED_CARDS.get(t, position) or None if is_own else None


def wagers_seen(driver: Driver) -> dict[int, dict[str, int]]:
    """Return the wagers on the layout: betting position -> betting area -> cents."""
    order = driver.game.order_at(driver.house)
    wagers: dict[int, dict[str, int]] = {}
    for position, spot, cents in sorted(driver.table.wagers(), key=lambda wager: (wager[0], order.get(wager[1], 0))):
        if spot in order:
            wagers.setdefault(position, {})[spot] = cents
    return wagers


def _wagers_at(t: Table, areas: dict[str, tuple[int, str]]) -> dict[str, int]:
    accounts = t.ledger.accounts
    if len(areas) < len(accounts):  # search the smaller of the two
        wagered = [*filter(accounts.__contains__, areas)]
    else:
        wagered = sorted(filter(areas.__contains__, accounts), key=areas.__getitem__)
    return {areas[account][1]: accounts[account] for account in wagered}


def out_of_play(t: Table) -> dict[int, str]:
    """Return the positions that take no more part, each with the word for why; 0 is the dealer."""
    return {position: word for word, fact in OUT.items() for position in (0, *t.owners) if (fact, position) in t.facts}


def back_color(t: Table) -> str:
    """Return the color of the backs of the deck in play; empty where there is none."""
    return t.backs[0] if t.backs else ""


def _acts(driver: Driver, since: int) -> tuple[Act, ...]:
    return tuple(Act(step.cite, sentence_for_players(step)) for step in seen_acts(driver.log[since:]))


def seen_acts(log: Iterable[Step | Input]) -> list[Step]:
    """Return the acts that people at the table see, leaving out those that nobody notices."""
    return [item for item in log if isinstance(item, Step) and not item.unnoticed]


def cards_seen(cards: list[Lying]) -> tuple[str, ...]:
    """Return cards as everybody sees them: the face of those that are up, "??" for those that are not."""
    return tuple([lying.card if lying.up else HIDDEN for lying in cards])


def piles_seen(t: Table) -> dict[str, int]:
    """Return how many cards are left to deal and in the discard rack, as far as people can tell without counting.

    They see what was dealt and collected and take the deck to be whole, so the numbers stay the same if a card is
    missing that nobody has missed.
    """
    if not t.places:
        return {}
    rack = len(t.cards(DISCARD_RACK))
    out = sum(len(pile) for place, pile in t.places.items() if place not in NOT_OUT)
    to_deal = any(t.places.get(place) for place in PILES)
    removed = bool(t.places.get(REMOVED)) and not t.count()  # and new cards have not come yet
    whole = 0 if removed else len(FULL_DECK) * t.packs
    return {TO_DEAL: whole - out - rack, RACK: rack} if to_deal else {TO_DEAL: 0, RACK: whole - out}


def cutting_card_seen(driver: Driver) -> str:
    """Return "in" while the cutting card is in the shoe and "out" after that, never where it lies; empty if there is
    none."""
    t = driver.table
    if not driver.game.rests or driver.house.dealt_from != "shoe" or not any(map(t.cards, driver.game.rests)):
        return ""
    return "out" if t.cutting_card is None else "in"


def waiting_for(driver: Driver) -> str:
    """Return what the table waits for: "over", "decision", "supervisor", "dealer", or what an open window is for."""
    if driver.done:
        return "over"
    match driver.wait:
        case Ask():
            return "decision"
        case Window(what=what):
            return what
        case OrderWanted():
            return "supervisor"
        case _:
            return "dealer"
