"""The cards of the table: opened, shuffled, cut, burned and drawn one by one. Parts 2, 3 and 4 of the facts."""

from __future__ import annotations

from collections import Counter

from pitboss.common import shoe
from pitboss.common.deck_opening import inspect
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, void_all_hands
from pitboss.games.casino_war.law.house import CasinoWarHouse, cards_behind_range
from pitboss.law.force import cites, number
from pitboss.table.card_steps import DiscardFaceUp, RemoveDeck
from pitboss.table.cards import FULL_DECK
from pitboss.table.facts import FACE_UP_MET, PRE_SHUFFLED
from pitboss.table.shoe_steps import NEW_TABLE, PACKS, cutting_card_is_due
from pitboss.table.table import DISCARD_RACK, MISSING, REMOVED, SHOE, SHUFFLER, Table

FEWEST_CUT = 10
AWAY = (SHUFFLER, REMOVED, MISSING)  # no part of the shoe
MOST_FACE_UP = 1  # in a round
NOT_WHOLE = "beyond:casino-war.9(l)"


def make_ready(r: Round[CasinoWarHouse]) -> Procedure:
    """Prepare a shoe before wagers are taken. The current shoe goes on, unless nobody sits here or it is over."""
    if shoe.in_play(r.table) and not r.table.players:
        yield from shoe.empty(r, "beyond:casino-war.4(g)")
    if not shoe.in_play(r.table):
        yield from new_shoe(r)


def new_shoe(r: Round[CasinoWarHouse]) -> Procedure:
    """Bring a new shoe into play: inspected, shuffled, cut and loaded."""
    if not is_whole(r.table):
        yield RemoveDeck(NOT_WHOLE)
    had_cards = bool(r.table.cards(DISCARD_RACK))
    yield from shoe.receive(r, "beyond:casino-war.3(a)", pre_shuffled=r.house.pre_shuffled)
    if PRE_SHUFFLED(r.table, DISCARD_RACK):
        yield from shoe.take_shuffled(r, "beyond:casino-war.3(c)", "beyond:casino-war.2(a)")
    else:
        if not had_cards:
            yield from inspect(r, DISCARD_RACK, "beyond:casino-war.3(a)", "beyond:casino-war.3(b)")
        yield from shuffle(r)
    yield from cut(r)
    yield from shoe.put_cutting_card(r, "beyond:casino-war.4(c)", *cards_behind_range(r.house))
    yield from shoe.load(cites("beyond:casino-war.4(d)", "beyond:casino-war.2(b)"))
    yield from look_at_next(r)
    yield shoe.burn(r.table, "beyond:casino-war.4(e)")


def cut(r: Round[CasinoWarHouse]) -> Procedure:
    """Have a player cut the cards. A reading decides which player."""
    fewest = number("beyond:casino-war.4(b)", "fewest", FEWEST_CUT)
    first = NEW_TABLE(r.table) and r.rules.reads("who-cuts") == "first-player"
    by = first_player if first else player_at_far_right
    yield from shoe.cut(r, "beyond:casino-war.4(b)", fewest, by, "reading:who-cuts")


def first_player(t: Table) -> int:
    """Return the seat of the player who sat down first of those who are still there; 0 if there are none."""
    return next(iter(t.players), 0)


def player_at_far_right(t: Table) -> int:
    """Return the seat farthest to the right as the dealer sees it; 0 if nobody sits here."""
    return max(t.players, default=0)


def is_whole(t: Table) -> bool:
    """Return whether the cards in the rack and on the layout are those that came to the table, if any did."""
    there = Counter(card for place in t.places if place not in AWAY for card in t.faces(place))
    return not there or there == Counter(FULL_DECK * (PACKS.get(t) or 0))


def shuffle(r: Round[CasinoWarHouse]) -> Procedure:
    by = "device" if r.house.shuffler == "device" else "hand"
    yield from shoe.shuffle(r, "beyond:casino-war.4(a)", "beyond:casino-war.2(a)", by)


def end_of_shoe(r: Round[CasinoWarHouse]) -> Procedure:
    if r.table.cutting_card is None:
        yield from shoe.empty(r, "beyond:casino-war.4(f)")


# --- card by card


def look_at_next(r: Round[CasinoWarHouse], *, war: bool = False) -> Procedure:
    """Deal with what comes before the next card: the cutting card, the end of the shoe or a card that lies face up."""
    t = r.table
    yield from meet_cutting_card(r, war)
    while not t.cards(SHOE) or t.places[SHOE][0].up:
        if not t.cards(SHOE):
            yield from refill(r, "beyond:casino-war.9(j)")
            continue
        yield DiscardFaceUp("beyond:casino-war.9(a)", SHOE, 0, t.places[SHOE][0].card)
        if FACE_UP_MET.of(t) > number("beyond:casino-war.9(b)", "face up", MOST_FACE_UP):
            yield from void_all_hands("beyond:casino-war.9(b)", "more than one card was face up in the shoe")
        yield from meet_cutting_card(r, war)  # it may have lain behind that card


def meet_cutting_card(r: Round[CasinoWarHouse], war: bool) -> Procedure:
    if cutting_card_is_due(r.table):
        yield from shoe.meet_cutting_card(r, "beyond:casino-war.4(f)")
        if war and r.rules.reads("cover-in-war") == "shuffle":
            yield from refill(r, "reading:cover-in-war")


def refill(r: Round[CasinoWarHouse], cite: str) -> Procedure:
    """Shuffle all cards that do not lie on the layout, so that the round can be finished from them."""
    yield from shoe.empty(r, cite)
    if not is_whole(r.table):
        yield from void_all_hands(NOT_WHOLE, "the cards are not as many as they should be")
    yield from shoe.shuffle(r, cite, cite)
    yield from shoe.load(cite)


def deal_up(r: Round[CasinoWarHouse], cite: str, place: str, *, war: bool = False) -> Procedure:
    yield from look_at_next(r, war=war)
    yield shoe.deal_up(r.table, cite, place)
