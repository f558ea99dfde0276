"""Cards come to the table and are looked at before they are played, or while nobody plays."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.common.house import CardHouse
from pitboss.engine.inputs import Close, Input
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.table.card_steps import ReceiveDeck, SpreadCards, TurnSpread, Wash
from pitboss.table.cards import FULL_DECK
from pitboss.table.facts import PRE_SHUFFLED
from pitboss.table.table import DISCARD_RACK, SHUFFLER, Table

INSPECTION = "inspection"


def make_ready(r: Round[CardHouse], pre_shuffled: bool) -> Procedure:
    """New cards are opened; at an idle table they lie spread until somebody comes."""
    t = r.table
    if not all(map(t.cards, t.places)):
        yield from open_decks(r, pre_shuffled)
    elif not t.players:
        yield from leave_idle(r)


def open_decks(r: Round[CardHouse], pre_shuffled: bool) -> Procedure:
    """Decks that were not received yet, or were removed, are received and opened, each by itself."""
    t = r.table
    p = r.ids
    for number, place in enumerate((DISCARD_RACK, SHUFFLER)[: len(t.backs)]):
        if not t.cards(place):
            cite = p.received if number == 0 else p.each_deck
            yield ReceiveDeck(cite, t.backs[number], place, FULL_DECK, pre_shuffled)
            if not PRE_SHUFFLED(t, place):
                yield from inspect(r, place, p.spread, p.washed)


def leave_idle(r: Round[CardHouse]) -> Procedure:
    """Nobody is playing: the cards lie spread until a player comes and has seen them."""
    t = r.table
    idle, up = r.ids.idle, r.house.idle_spread == "face-up"
    yield SpreadCards(idle, DISCARD_RACK, up, idle=True)
    if not up:
        yield Window(idle, "arrival", lambda given: _until_someone_sits(t, given, idle))
        yield TurnSpread(idle)
    yield Window(idle, INSPECTION, lambda given: _until_someone_sits(t, given, idle))
    yield Wash(r.ids.washed, DISCARD_RACK)


def inspect(r: Round[CardHouse], place: str, spreading: str, washing: str) -> Procedure:
    """Spread face up for the first player, then washed and stacked."""
    yield SpreadCards(spreading, place, True)
    yield Window(washing, INSPECTION, lambda given: _until_someone_sits(r.table, given, washing))
    yield Wash(washing, place)


def _until_someone_sits(t: Table, given: Input, cite: str) -> Iterator[Refusal]:
    if not isinstance(given, Close):
        yield Refusal(cite, "the cards are being inspected", "wait until a player has seen them")
    elif not t.players:
        yield Refusal(cite, "no player has come to the table", "wait for a player, who may inspect the cards")
