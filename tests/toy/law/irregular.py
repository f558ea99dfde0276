"""Irregularities (99.6). An incident only changes the table; the paragraph finds it where it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.engine.incidents.incident_kinds import ExtraCard
from pitboss.engine.inputs import Input
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal
from pitboss.table.card_steps import CollectCards, MoveCard, place_name
from pitboss.table.steps import ReturnWager, VoidRound
from pitboss.table.table import DEALER, SHOE, hand
from toy.law.house import HighCardHouse
from toy.law.wagers import BET, wagered_positions

INCIDENT = "house:incident"


# --- where the law looks, and what it rules


def count_cards(r: Round[HighCardHouse]) -> Procedure:
    """Void the round unless everybody holds one card once all is dealt."""
    t = r.table
    places = (*map(hand, wagered_positions(t)), DEALER)
    if wrong := [place for place in places if len(t.cards(place)) != 1]:
        counts = ", ".join(f"{len(t.cards(place))} cards at {place_name(place)}" for place in wrong)
        yield VoidRound("99.6", counts)


def void_round(r: Round[HighCardHouse]) -> Procedure:
    """Wind up a round that a step has voided. The driver runs this, wherever the round was."""
    t = r.table
    for position in wagered_positions(t)[::-1]:
        yield ReturnWager(t.void, t.owners[position], position, BET, t.wager(position, BET), "the hands are void")
    for place in (*map(hand, sorted(t.owners, reverse=True)), DEALER, SHOE):
        if t.cards(place):
            yield CollectCards(t.void, place)


# --- what happens at the table, and what cannot


def bar_extra(r: Round[HighCardHouse], given: ExtraCard) -> Iterator[Refusal]:
    t = r.table
    dealt_to = given.place in (*map(hand, t.live_positions()), DEALER) and t.cards(given.place)
    if not dealt_to or not t.cards(SHOE):
        yield Refusal(INCIDENT, f"No card is being dealt to {given.place}.", "This cannot happen at the table now.")


def extra(r: Round[HighCardHouse], given: ExtraCard) -> Procedure:
    what = f"{place_name(given.place)} gets a card too many"
    yield MoveCard(INCIDENT, SHOE, True, given.place, False, what)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {ExtraCard: bar_extra}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {ExtraCard: extra}
