"""A view is what one seat may see. Pages, terminals, strategies and companions get views, never the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Input
from pitboss.engine.waits import Ask, OrderWanted, Window
from pitboss.table.cards import FULL_DECK, Lying
from pitboss.table.facts import FOLDED_CARDS, OUT
from pitboss.table.money import chips_before
from pitboss.table.steps import Step, noticed
from pitboss.table.table import (
    COMMUNITY,
    CUT_STACK,
    DEALER,
    DEALT_FROM,
    DECK,
    DISCARD_RACK,
    MISSING,
    SHUFFLER,
    STUB,
    Table,
    hand,
)

HIDDEN = "??"
SPECTATOR = 0
TO_DEAL, RACK = "to deal", "rack"
PILES = (*DEALT_FROM, DECK, CUT_STACK, STUB)  # of cards still to be dealt
UNSEEN = frozenset((*PILES, DISCARD_RACK, SHUFFLER, MISSING))


class Act(msgspec.Struct, frozen=True):
    """Something that was done, as people at the table have noticed it."""

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
    """`acts_from` leaves out acts the viewer has already been told."""
    t = driver.table
    order = driver.game.order
    wagers: dict[int, dict[str, int]] = {}
    for position, spot, cents in sorted(t.wagers(), key=lambda placed: (placed[0], order.get(placed[1], 0))):
        if spot in order:
            wagers.setdefault(position, {})[spot] = cents
    return View(
        game=driver.game.name,
        round=driver.carry.round,
        seat=seat,
        players=dict(t.players),
        chips={who: t.ledger[chips_before(who)] for who in t.players},
        owners=dict(t.owners),
        wagers=wagers,
        lit=tuple(sorted(t.lit)),
        marks=dict(t.marks),
        dice=t.dice,
        community=_seen(t.cards(COMMUNITY)),
        dealer=_seen(t.cards(DEALER)),
        hands=hands_seen(t, seat),
        out={at: word for word, fact in OUT.items() for at in (0, *t.owners) if (fact, at) in t.facts},
        piles=_piles(t),
        back=t.backs[0] if t.backs else "",
        said=tuple(t.said),
        waiting=_waiting(driver),
        asked=driver.asked,
        acts=tuple(Act(step.cite, noticed(step)) for step in seen_acts(driver.log[acts_from:])),
    )


def hands_seen(t: Table, seat: int) -> dict[int, tuple[str, ...]]:
    """The cards of every position: the faces of those that are up, and a seat's own once it has looked at them; what it
    has folded, wherever that lies now."""
    hands = {}
    for position in sorted(t.owners):
        mine = t.owners[position] == seat and position in t.examined
        if pile := t.places.get(hand(position)):
            hands[position] = tuple(lying.card if lying.up or mine else HIDDEN for lying in pile)
        elif mine and (folded := FOLDED_CARDS.get(t, position)):
            hands[position] = folded
    return hands


def seen_acts(log: Iterable[Step | Input]) -> list[Step]:
    """The acts that people at the table see; of what nobody notices, nobody is told."""
    return [item for item in log if isinstance(item, Step) and not item.unnoticed]


def _seen(cards: list[Lying]) -> tuple[str, ...]:
    """Cards that lie before everybody: the face of what is up, the back of what is not."""
    return tuple(lying.card if lying.up else HIDDEN for lying in cards)


def _piles(t: Table) -> dict[str, int]:
    """Nobody counts a pile by looking at it. People see what was dealt and collected and take the deck to be whole, so
    these numbers are the same whether or not a card is missing that nobody has missed."""
    if not t.places:
        return {}
    rack = len(t.cards(DISCARD_RACK))
    out = sum(len(pile) for place, pile in t.places.items() if place not in UNSEEN)
    to_deal = any(t.places.get(place) for place in PILES)
    return {TO_DEAL: len(FULL_DECK) - out - rack, RACK: rack} if to_deal else {TO_DEAL: 0, RACK: len(FULL_DECK) - out}


def _waiting(driver: Driver) -> str:
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
