"""Incidents at a layout on which all wager, as a supervisor causes them on a page. No game is known here.

A game's `disturbed.py` has the tables, and a case for the paragraphs that each irregularity is ruled by.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.engine.houses.house import House


class Case(NamedTuple):
    house: House
    stakes: Mapping[str, int]  # what a player has on the layout
    kind: str  # of incident; empty where chance alone brings it
    fields: Mapping[str, str]  # as the panel has them
    after: bool = False  # whether betting is over when it comes
    again: bool = False  # whether betting opens again in the same round
    ends: bool = False  # whether it ends the round by itself
    order: str = ""  # what a supervisor has to order before the next round
    stop: int | None = None  # where the wheel comes to rest first, if nobody causes anything
    cards: str = ""  # what comes out of the shoe first, at a table that nobody has played at yet
    then: Mapping[str, str] | None = None  # it happens once more in the round, with these fields
    cites: str = ""  # the game whose paragraphs are named, if it is a sister of this one
    later: bool = False  # whether it cannot happen when it is caused, but between two acts that follow
    empty: bool = False  # whether nobody sits there yet when it comes
    answers: tuple[str, ...] | None = None  # betting is over when it comes, and the player has answered this
    left: int = 0  # cards in the shoe when it comes, because it has happened so often before
    readings: Mapping[str, str] | None = None  # by which the table is played, where it is not the usual ones
