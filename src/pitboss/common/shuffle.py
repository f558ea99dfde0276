"""Shuffle and cut of the cards, two decks in turn, the devices at the table, and the shuffler that counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.common.house import CardHouse
from pitboss.common.opening import open_decks
from pitboss.common.steps import DeviceAtTable, DeviceAway
from pitboss.common.stub import WHOLE_DECK
from pitboss.engine.incidents import RemoveDevice
from pitboss.engine.inputs import CardOrder, Input, Order
from pitboss.engine.waits import CardOrderWanted, CutWanted, Procedure, Refusal
from pitboss.law.force import in_force, number
from pitboss.law.rules import Rules
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
from pitboss.table.table import DECK, DISCARD_RACK, SHUFFLER, Table

FEWEST_CUT = 10


def two_decks(t: Table, house: CardHouse) -> bool:
    return len(t.backs) == 2 and in_force(house.paragraphs.second_deck)


def shuffle(t: Table, rules: Rules, house: CardHouse, pre_shuffled: bool, *, as_they_come: bool = True) -> Procedure:
    """The cards are shuffled by hand or by a device and stacked; whether they must be cut follows from that.

    `pre_shuffled` is how new cards would come; `as_they_come` whether such cards are left unshuffled.
    """
    p = house.paragraphs
    yield from set_up_devices(t, house)
    if as_they_come and t.facts.get(f"{DISCARD_RACK} pre-shuffled"):
        yield from take_pre_shuffled(t, house)
    elif house.shuffler is None:
        order = yield CardOrderWanted(p.shuffled, p.deck, t.faces(DISCARD_RACK))
        yield Shuffle(p.shuffled, DISCARD_RACK, "hand", order)
        yield CallForCut(p.to_be_cut)
    else:
        yield from shuffle_by_device(t, house, pre_shuffled, as_they_come)
    if t.facts.get("to be cut"):
        yield from cut(rules, house, len(t.places[DECK]))


def take_pre_shuffled(t: Table, house: CardHouse) -> Procedure:
    """Cards that came shuffled are only cut."""
    p = house.paragraphs
    order = yield CardOrderWanted(p.shuffled, p.deck, t.faces(DISCARD_RACK))
    yield TakePreShuffled(p.shuffled, order)
    yield CallForCut(p.to_be_cut)


def shuffle_by_device(t: Table, house: CardHouse, pre_shuffled: bool, as_they_come: bool) -> Procedure:
    p = house.paragraphs
    if two_decks(t, house):
        order = yield CardOrderWanted(p.shuffled, p.deck, t.faces(SHUFFLER))
        yield Shuffle(p.shuffled, SHUFFLER, "device", order)
        yield ChangeDecks(p.alternated)
        yield EmptyRack(p.one_in_rack)
        yield StartShuffler(p.shuffled_meanwhile)
    else:
        yield LoadShuffler(p.shuffled, DISCARD_RACK)
        order = yield CardOrderWanted(p.shuffled, p.deck, t.faces(SHUFFLER))
        yield Shuffle(p.shuffled, SHUFFLER, "device", order)
    while house.shuffler == "counting-shuffler" and p.device_count:
        yield DeviceCount(p.device_count, len(t.places[DECK]))
        if t.facts["device counts"] == WHOLE_DECK:
            break
        yield RemoveDeck(p.device_count)
        yield from open_decks(t, house, pre_shuffled)  # a new deck in place of the one that is not whole
        if as_they_come and t.facts.get(f"{DISCARD_RACK} pre-shuffled"):
            yield from take_pre_shuffled(t, house)
            return
        order = yield CardOrderWanted(p.shuffled, p.deck, t.faces(DISCARD_RACK))
        yield Shuffle(p.shuffled, DISCARD_RACK, "device", order)
    yield NoCut(p.not_cut)


def cut(rules: Rules, house: CardHouse, cards: int) -> Procedure:
    p = house.paragraphs
    left = 1 if rules.reads("most-cards-cut") == "one-left" else 10
    count = yield CutWanted(p.cut, number(p.cut, "fewest", FEWEST_CUT), cards - left)
    yield PlaceCoverCard(p.cover_card)
    yield CutCards(p.cut, count)
    yield CompleteCut(p.rest_on_top)
    yield CoverCardToRack(p.cover_card_away)


# --- a supervisor may require a recut


def recut(t: Table, rules: Rules, house: CardHouse, given: Order) -> Procedure | None:
    return _recut(t, rules, house) if given.what == "recut" else None


def _recut(t: Table, rules: Rules, house: CardHouse) -> Procedure:
    place = t.undealt()
    assert place is not None
    yield OrderRecut(house.paragraphs.recut, place)
    yield from cut(rules, house, len(t.places[DECK]))
    if place != DECK:
        yield LoadDeck(house.paragraphs.dealt_after_cut, place)


def bar_recut(t: Table, rules: Rules, house: CardHouse, given: Order) -> Iterator[Refusal]:
    too_late = t.facts.get("dealing") or t.void or t.undealt() is None
    if given.what == "recut" and (not t.facts.get("cut") or too_late):
        wrong, right = "a recut cannot be ordered now", "after the cut and before a card is dealt"
        yield Refusal(house.paragraphs.recut, wrong, right)


# --- one device, one method


def in_use(house: CardHouse) -> dict[str, bool]:
    """Each device there may be, and whether this table's methods use it."""
    return {"shuffler": house.shuffler is not None, "automated shoe": house.dealing == "automated-shoe"}


def set_up_devices(t: Table, house: CardHouse) -> Procedure:
    for device, used in in_use(house).items():
        if used and not t.marks.get(device):
            yield DeviceAtTable("house:devices", device)


def bar_other_method(t: Table, rules: Rules, house: CardHouse, given: CardOrder) -> Iterator[Refusal]:
    """No card is shuffled while a device stands there that this table does not use any more."""
    for device, used in in_use(house).items():
        if t.marks.get(device) and not used:
            wrong, right = f"the {device} is still at the table", "remove it before another method is used"
            yield Refusal(house.paragraphs.other_method, wrong, right)


def bar_removal(t: Table, rules: Rules, house: CardHouse, given: RemoveDevice) -> Iterator[Refusal]:
    if not t.marks.get(given.device):
        yield Refusal("house:devices", f"no {given.device} is at the table", "there is nothing to remove")
    elif in_use(house)[given.device]:
        yield Refusal("house:devices", f"the {given.device} is in use", "elect another method first")


def remove_device(t: Table, rules: Rules, house: CardHouse, given: RemoveDevice) -> Procedure:
    yield DeviceAway(house.paragraphs.other_method, given.device)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    Order: bar_recut,
    CardOrder: bar_other_method,
    RemoveDevice: bar_removal,
}
ASIDES: dict[type[Input], Callable[..., Procedure | None]] = {Order: recut, RemoveDevice: remove_device}
