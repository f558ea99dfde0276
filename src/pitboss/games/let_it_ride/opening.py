"""Cards come to the table and are looked at before they are played (18.4), or while nobody plays (18.5(e))."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.inputs import Close, Input
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.law.rules import Rules
from pitboss.table.card_steps import ReceiveDeck, SpreadCards, TurnSpread, Wash
from pitboss.table.cards import FULL_DECK
from pitboss.table.table import DISCARD_RACK, SHUFFLER, Table

INSPECTION = "inspection"


def open_decks(t: Table, rules: Rules, house: LetItRideHouse) -> Procedure:
    """Decks that were not received yet, or were removed, are received and opened, each by itself."""
    for number, place in enumerate((DISCARD_RACK, SHUFFLER)[: len(t.backs)]):
        if not t.cards(place):
            shuffled = house.pre_shuffled and rules.has("pre-shuffled")
            cite = "18.4(a)" if number == 0 else "18.4(d)"
            yield ReceiveDeck(cite, t.backs[number], place, FULL_DECK, shuffled)
            if not t.facts.get(f"{place} pre-shuffled"):
                yield from inspect(t, place, "18.4(b)", "18.4(c)")


def leave_idle(t: Table, house: LetItRideHouse) -> Procedure:
    """Nobody is playing: the cards lie spread until a player comes and has seen them."""
    up = house.idle_spread == "face-up"
    yield SpreadCards("18.5(e)", DISCARD_RACK, up, idle=True)
    if not up:
        yield Window("18.5(e)", "arrival", lambda given: _until_someone_sits(t, given, "18.5(e)"))
        yield TurnSpread("18.5(e)")
    yield Window("18.5(e)", INSPECTION, lambda given: _until_someone_sits(t, given, "18.5(e)"))
    yield Wash("18.4(c)", DISCARD_RACK)


def inspect(t: Table, place: str, spreading: str, washing: str) -> Procedure:
    """Spread face up for the first player, then washed and stacked."""
    yield SpreadCards(spreading, place, True)
    yield Window(washing, INSPECTION, lambda given: _until_someone_sits(t, given, washing))
    yield Wash(washing, place)


def _until_someone_sits(t: Table, given: Input, cite: str) -> Iterator[Refusal]:
    if not isinstance(given, Close):
        yield Refusal(cite, "the cards are being inspected", "they are shuffled once a player has seen them")
    elif not t.players:
        yield Refusal(cite, "no player has come to the table", "the first player must be able to inspect the cards")
