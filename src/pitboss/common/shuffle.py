"""Shuffle and cut: two decks in turn, the devices at the table, and the shuffler that counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.common.deck_opening import open_decks
from pitboss.common.facts import DEALING, DEVICES
from pitboss.common.house import CardHouse
from pitboss.common.steps import DeviceAtTable, DeviceAway
from pitboss.common.stub import WHOLE_DECK
from pitboss.engine.incidents.incident_kinds import RemoveDevice
from pitboss.engine.inputs import CardOrder, Input, Order
from pitboss.engine.round import Round
from pitboss.engine.waits import CardOrderWanted, CutWanted, Procedure, Refusal
from pitboss.law.force import in_force, number
from pitboss.table.card_steps import (
    CallForCut,
    ChangeDecks,
    CompleteCut,
    CoverCardToRack,
    CutCards,
    DeviceCount,
    EmptyRack,
    LoadDeck,
    LoadShuffler,
    NoCut,
    OrderRecut,
    PlaceCoverCard,
    RemoveDeck,
    Shuffle,
    StartShuffler,
    TakePreShuffled,
)
from pitboss.table.facts import CUT, DEVICE_COUNTS, PRE_SHUFFLED, TO_BE_CUT
from pitboss.table.table import DECK, DISCARD_RACK, SHUFFLER

FEWEST_CUT = 10
RECUT = "recut"  # what a supervisor may order


def two_decks(r: Round[CardHouse]) -> bool:
    """Return whether the table plays with two decks."""
    return len(r.table.backs) == 2 and in_force(r.ids.second_deck)


def shuffle(r: Round[CardHouse], pre_shuffled: bool, *, as_they_come: bool = True) -> Procedure:
    """Shuffle the cards by hand or by a device and stack them, and cut them if they must be cut.

    `pre_shuffled` is whether new cards come shuffled; `as_they_come` whether such cards are left as they are.
    """
    t = r.table
    p = r.ids
    yield from set_up_devices(r)
    if as_they_come and PRE_SHUFFLED(t, DISCARD_RACK) and not is_other_decks_turn(r):
        yield from take_pre_shuffled(r)
    elif r.house.shuffler is None:
        order = yield CardOrderWanted(p.shuffled, p.deck, t.faces(DISCARD_RACK))
        yield Shuffle(p.shuffled, DISCARD_RACK, "hand", order)
        yield CallForCut(p.to_be_cut)
    else:
        yield from shuffle_by_device(r, pre_shuffled, as_they_come)
    if TO_BE_CUT(t):
        yield from cut(r, len(t.places[DECK]))


def is_other_decks_turn(r: Round[CardHouse]) -> bool:
    """Return whether the other of two decks is dealt next. A new deck that replaces a removed one waits until the other
    has been dealt for a round.

    If both are new, either may begin.
    """
    return two_decks(r) and not PRE_SHUFFLED(r.table, SHUFFLER)


def take_pre_shuffled(r: Round[CardHouse]) -> Procedure:
    """Stack and cut cards that came shuffled."""
    p = r.ids
    order = yield CardOrderWanted(p.shuffled, p.deck, r.table.faces(DISCARD_RACK))
    yield TakePreShuffled(p.shuffled, order)
    yield CallForCut(p.to_be_cut)


def shuffle_by_device(r: Round[CardHouse], pre_shuffled: bool, as_they_come: bool) -> Procedure:
    """Shuffle the cards in the shuffler, and have it count them if it can."""
    t = r.table
    p = r.ids
    if two_decks(r):
        order = yield CardOrderWanted(p.shuffled, p.deck, t.faces(SHUFFLER))
        yield Shuffle(p.shuffled, SHUFFLER, "device", order)
        yield ChangeDecks(p.alternated)
        yield EmptyRack(p.one_in_rack)
        yield StartShuffler(p.shuffled_meanwhile)
    else:
        yield LoadShuffler(p.shuffled, DISCARD_RACK)
        order = yield CardOrderWanted(p.shuffled, p.deck, t.faces(SHUFFLER))
        yield Shuffle(p.shuffled, SHUFFLER, "device", order)
    while r.house.shuffler == "counting-shuffler" and p.device_count:
        yield DeviceCount(p.device_count, len(t.places[DECK]))
        if DEVICE_COUNTS.of(t) == WHOLE_DECK:
            break
        yield RemoveDeck(p.device_count)
        yield from open_decks(r, pre_shuffled)  # a new deck in place of the one that is not whole
        if as_they_come and PRE_SHUFFLED(t, DISCARD_RACK):
            yield from take_pre_shuffled(r)
            return
        order = yield CardOrderWanted(p.shuffled, p.deck, t.faces(DISCARD_RACK))
        yield Shuffle(p.shuffled, DISCARD_RACK, "device", order)
    yield NoCut(p.not_cut)


def cut(r: Round[CardHouse], cards: int) -> Procedure:
    """Cut the deck with the cover card."""
    p = r.ids
    fewest, left = number(p.cut, "fewest", FEWEST_CUT), 1 if r.rules.reads("most-cards-cut") == "one-left" else 10
    if cards < fewest + left:  # so many cards are missing that the deck is cut wherever it can be
        fewest, left = 1, min(1, cards - 1)
    count = yield CutWanted(p.cut, fewest, cards - left)
    yield PlaceCoverCard(p.cover_card)
    yield CutCards(p.cut, count)
    yield CompleteCut(p.rest_on_top)
    yield CoverCardToRack(p.cover_card_away)


# --- a supervisor may require a recut


def recut(r: Round[CardHouse], given: Order) -> Procedure | None:
    """Carry out the order to cut the cards again; None for another order."""
    return _recut(r) if given.what == RECUT else None


def _recut(r: Round[CardHouse]) -> Procedure:
    t = r.table
    place = t.undealt_place()
    assert place is not None
    yield OrderRecut(r.ids.recut, place)
    yield from cut(r, len(t.places[DECK]))
    if place != DECK:
        yield LoadDeck(r.ids.dealt_after_cut, place)


def bar_recut(r: Round[CardHouse], given: Order) -> Iterator[Refusal]:
    """Refuse a recut before the cut and after the first card."""
    t = r.table
    too_late = DEALING(t) or t.is_void or t.undealt_place() is None
    if given.what == RECUT and (not CUT(t) or too_late):
        wrong, right = "The cards cannot be cut again now.", "Order it after the cut and before the first card."
        yield Refusal(r.ids.recut, wrong, right)


# --- one device, one method


def device_usage(house: CardHouse) -> dict[str, bool]:
    """Return each device that there may be, with whether this table's methods use it."""
    return {"shuffler": house.shuffler is not None, "automated shoe": house.dealing == "automated-shoe"}


def set_up_devices(r: Round[CardHouse]) -> Procedure:
    """Set up the devices that the table uses and does not have yet."""
    for device, is_used in device_usage(r.house).items():
        if is_used and not DEVICES[device](r.table):
            yield DeviceAtTable("house:devices", device)


def bar_other_method(r: Round[CardHouse], given: CardOrder) -> Iterator[Refusal]:
    """Refuse to shuffle while a device stands at the table that is no longer used."""
    for device, is_used in device_usage(r.house).items():
        if DEVICES[device](r.table) and not is_used:
            wrong, right = f"The {device} is still at the table.", "Remove it before you use another method."
            yield Refusal(r.ids.other_method, wrong, right)


def bar_removal(r: Round[CardHouse], given: RemoveDevice) -> Iterator[Refusal]:
    """Refuse to remove a device that is not there or is in use."""
    if not DEVICES[given.device](r.table):
        yield Refusal("house:devices", f"There is no {given.device} at the table.", "There is nothing to remove.")
    elif device_usage(r.house)[given.device]:
        yield Refusal("house:devices", f"The {given.device} is in use.", "Choose another method first.")


def remove_device(r: Round[CardHouse], given: RemoveDevice) -> Procedure:
    yield DeviceAway(r.ids.other_method, given.device)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    CardOrder: bar_other_method,
    RemoveDevice: bar_removal,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {RemoveDevice: remove_device}
