"""A shoe of several decks that is dealt for many rounds: made ready, drawn from, and taken out of play.

Each function takes the citations of the game that calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.engine.round import Round
from pitboss.engine.waits import CuttingCardWanted, CutWanted, Procedure, ShoeOrderWanted
from pitboss.law.force import cites
from pitboss.table.card_steps import BurnCard, CompleteCut, DealUp, LoadDeck, RemoveDeck
from pitboss.table.cards import FULL_DECK
from pitboss.table.shoe_steps import (
    PACKS,
    CutByDealer,
    CutByPlayer,
    CuttingCardOut,
    EmptyShoe,
    PlaceCuttingCard,
    ReceivePacks,
    ShuffleShoe,
    TakeShuffled,
    cutting_card_is_due,
)
from pitboss.table.steps import Step
from pitboss.table.table import DECK, DISCARD_RACK, SHOE, Table

AnyRound = Round[Any]


def in_play(t: Table) -> bool:
    """Return whether there is a shoe from which the next round can be dealt."""
    return bool(t.cards(SHOE))


def receive(r: AnyRound, cite: str, *, pre_shuffled: bool = False) -> Procedure:
    """Receive new cards at a table that has none, or that has another number of decks than the house has now."""
    t, packs = r.table, r.house.packs
    if t.cards(DISCARD_RACK) and PACKS.get(t) != packs:
        yield RemoveDeck(cite)
    if not t.cards(DISCARD_RACK):
        yield ReceivePacks(cite, t.backs[0], DISCARD_RACK, FULL_DECK * packs, pre_shuffled, packs)


def shuffle(r: AnyRound, cite: str, deck: str, by: str = "hand") -> Procedure:
    """Shuffle all cards into one stack. `deck` is the paragraph that says which cards there are."""
    drawn = yield ShoeOrderWanted(cite, deck, r.table.faces(DISCARD_RACK))
    yield ShuffleShoe(cite, DISCARD_RACK, by, drawn.cards, drawn.salt)


def shuffle_in(r: AnyRound, cite: str, deck: str, place: str) -> Procedure:
    """Shuffle all cards in the device that holds them."""
    drawn = yield ShoeOrderWanted(cite, deck, r.table.faces(place))
    yield ShuffleShoe(cite, place, "device", drawn.cards, drawn.salt)


def take_shuffled(r: AnyRound, cite: str, deck: str) -> Procedure:
    """Stack cards that came shuffled. As after a shuffle at the table, nobody knows their order."""
    drawn = yield ShoeOrderWanted(cite, deck, r.table.faces(DISCARD_RACK))
    yield TakeShuffled(cite, DISCARD_RACK, "elsewhere", drawn.cards, drawn.salt)


def the_dealer(t: Table) -> int:
    """Return seat 0: the dealer cuts, because no player does."""
    return 0


def cut(r: AnyRound, cite: str, least: int, by: Callable[[Table], int] = the_dealer, reading: str = "") -> Procedure:
    """Cut the cards: those before the cut go to the back, and at least `least` must be on either side of it.

    `by` returns the seat that cuts. It is called at the cut, because a player may have left by then. `reading` is the
    reading that decides who cuts.
    """
    count = yield CutWanted(cite, least, len(r.table.places[DECK]) - least)
    if seat := by(r.table):
        yield CutByPlayer(cites(cite, reading), count, seat)
    else:
        yield CutByDealer(cite, count)
    yield CompleteCut(cite)


def put_cutting_card(r: AnyRound, cite: str, fewest: int, most: int) -> Procedure:
    """Put the cutting card somewhere between the fewest and the most cards from the back, where nobody knows."""
    behind = yield CuttingCardWanted(cite, fewest, most)
    yield PlaceCuttingCard(cite, behind)


def load(cite: str) -> Procedure:
    """Put the stacked cards into the shoe."""
    yield LoadDeck(cite, SHOE)


def burn(t: Table, cite: str) -> Step:
    """Return the step that burns the next card, unseen, to the discard rack."""
    return BurnCard(cite, SHOE, t.places[SHOE][0].card)


def deal_up(t: Table, cite: str, place: str) -> Step:
    """Return the step that deals the next card face up to a place."""
    return DealUp(cite, SHOE, place, t.places[SHOE][0].card)


def meet_cutting_card(r: AnyRound, cite: str) -> Procedure:
    """Take the cutting card out if it is the next card."""
    if cutting_card_is_due(r.table):
        yield CuttingCardOut(cite)


def empty(r: AnyRound, cite: str) -> Procedure:
    """Take the shoe out of play: all its cards go to the discard rack."""
    if in_play(r.table):
        yield EmptyShoe(cite, len(r.table.places[SHOE]))
