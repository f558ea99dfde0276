"""Open decks: cards come to the table and are inspected before they are played, or lie spread while nobody plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from pitboss.common.house import CardHouse
from pitboss.engine.inputs import Close, Input
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.table.card_steps import ReceiveDeck, SpreadCards, TurnSpread, Wash
from pitboss.table.cards import FULL_DECK
from pitboss.table.facts import PRE_SHUFFLED
from pitboss.table.table import DISCARD_RACK, SECOND_SPREAD, SHUFFLER, SPREAD, Table

INSPECTION = "inspection"


class Idle(NamedTuple):
    """A deck that lies spread while nobody plays: its own place, where it is spread, and the paragraphs for it."""

    place: str
    on: str
    idle: str
    washed: str


def both_decks(r: Round[CardHouse]) -> list[Idle]:
    """Return every deck at the table with the place where it is spread separately."""
    p = r.ids
    decks = [Idle(DISCARD_RACK, SPREAD, p.idle, p.washed)]
    if r.table.cards(SHUFFLER):
        decks.append(Idle(SHUFFLER, SECOND_SPREAD, p.idle, p.each_deck))
    return decks


def make_ready(
    r: Round[CardHouse], pre_shuffled: bool, idle: Callable[[Round[Any]], list[Idle]] = both_decks
) -> Procedure:
    """Keep the cards of an idle table spread until somebody comes, and open new decks. `idle` says which decks are
    spread."""
    t = r.table
    if not t.players and (spread := [deck for deck in idle(r) if t.cards(deck.place)]):
        yield from leave_idle(r, spread)
    yield from open_decks(r, pre_shuffled)


def open_decks(r: Round[CardHouse], pre_shuffled: bool) -> Procedure:
    """Receive and open each deck that was not received yet or was removed."""
    t = r.table
    p = r.ids
    for number, place in enumerate((DISCARD_RACK, SHUFFLER)[: len(t.backs)]):
        if not t.cards(place):
            cite = p.received if number == 0 else p.each_deck
            yield ReceiveDeck(cite, t.backs[number], place, FULL_DECK, pre_shuffled)
            if not PRE_SHUFFLED(t, place):
                yield from inspect(r, place, p.spread, p.washed)


def leave_idle(r: Round[CardHouse], decks: list[Idle]) -> Procedure:
    """Leave the cards spread while nobody plays, until a player comes and has seen them."""
    t = r.table
    idle, up = r.ids.idle, r.house.idle_spread == "face-up"
    for deck in decks:
        yield SpreadCards(deck.idle, deck.place, up, idle=True, on=deck.on)
    if not up:
        yield Window(idle, "arrival", lambda given: _until_someone_sits(t, given, idle))
        for deck in decks:
            yield TurnSpread(deck.idle, deck.on)
    yield Window(idle, INSPECTION, lambda given: _until_someone_sits(t, given, idle))
    for deck in decks:
        yield Wash(deck.washed, deck.place, deck.on)


def inspect(r: Round[Any], place: str, spreading: str, washing: str) -> Procedure:
    """Spread a deck face up for inspection by the first player, then wash and stack it."""
    yield SpreadCards(spreading, place, True)
    yield Window(washing, INSPECTION, lambda given: _until_someone_sits(r.table, given, washing))
    yield Wash(washing, place)


def _until_someone_sits(t: Table, given: Input, cite: str) -> Iterator[Refusal]:
    if not isinstance(given, Close):
        yield Refusal(cite, "The cards are spread for inspection.", "Wait until a player has seen them.")
    elif not t.players:
        yield Refusal(cite, "No player has come to the table.", "Wait for a player, who may inspect the cards.")
