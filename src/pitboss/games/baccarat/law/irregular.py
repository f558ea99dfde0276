"""Faults where players handle cards, and what is ruled: 6(e) and 9(a) of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.common.punto_banco import irregular, wagers
from pitboss.common.punto_banco.third_card_tables import HANDS, MOST_CARDS, place_of
from pitboss.engine.incidents.incident_kinds import CardExposed, DrawnInError
from pitboss.engine.inputs import Conduct, Input
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal, never_here
from pitboss.games.baccarat.law.house import BaccaratHouse
from pitboss.games.baccarat.law.steps import TurnEarly
from pitboss.table.steps import PlayOn
from pitboss.table.table import Table

Dealt = Round[BaccaratHouse]


def bar_conduct(r: Dealt, given: Conduct) -> Iterator[Refusal]:
    if given.what in ("touch cards", "hide cards"):
        problem = "Only the curator and the player with the most on the player's hand handle cards."
        yield Refusal("beyond:baccarat.6(e)", problem, "Leave them to the caller and to these two.")
    else:
        yield from wagers.bar_conduct(r, given)


def draw_in_error(r: Dealt, given: DrawnInError) -> Procedure:
    yield from irregular.draw_in_error(r, given, "beyond:baccarat.9(a)")


def hand_at(place: str) -> str:
    """Return the hand that lies at a place; empty if none does."""
    return next((hand for hand in HANDS if place_of(hand) == place), "")


def is_face_down(t: Table, given: CardExposed) -> bool:
    cards = t.cards(given.place)
    return bool(hand_at(given.place)) and 0 <= given.index < len(cards) and not cards[given.index].up


def bar_exposed(r: Dealt, given: CardExposed) -> Iterator[Refusal]:
    if not hand_at(given.place):
        yield never_here("The players here have no cards.")
    elif not 0 <= given.index < MOST_CARDS:
        yield never_here(f"A hand here has at most {MOST_CARDS} cards.")
    elif r.table.is_void or not is_face_down(r.table, given):
        problem = f"No such card lies face down at {given.place}."
        yield Refusal(irregular.BY_INCIDENT, problem, "This cannot happen at the table now.")


def turn_card_early(r: Dealt, given: CardExposed) -> Procedure:
    """Turn a card too early. It was drawn in its turn and lies at its own hand, so nothing follows."""
    card = r.table.places[given.place][given.index].card
    yield TurnEarly(irregular.BY_INCIDENT, hand_at(given.place), given.index, card)
    yield PlayOn("beyond:baccarat.9(a)", "A card was turned too early. It was drawn in its turn, so it counts")


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    **irregular.BARS,
    Conduct: bar_conduct,
    CardExposed: bar_exposed,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {
    **irregular.INTERRUPTIONS,
    DrawnInError: draw_in_error,
    CardExposed: turn_card_early,
}
