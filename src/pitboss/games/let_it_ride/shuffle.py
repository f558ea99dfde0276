"""Shuffle and cut of the cards (18.5), two decks in turn (18.2(b)), and the device that counts (18.7(f))."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.incidents import RemoveDevice
from pitboss.engine.inputs import CardOrder, Order
from pitboss.engine.waits import CardOrderWanted, CutWanted, Procedure, Refusal
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.games.let_it_ride.opening import open_decks
from pitboss.games.let_it_ride.steps import DeviceAtTable, DeviceAway
from pitboss.games.let_it_ride.stub import WHOLE_DECK
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


def two_decks(t: Table) -> bool:
    return len(t.backs) == 2 and in_force("18.2(b)")


def shuffle(t: Table, rules: Rules, house: LetItRideHouse) -> Procedure:
    """The cards are shuffled by hand or by a device and stacked; whether they must be cut follows from that."""
    yield from set_up_devices(t, house)
    if t.facts.get(f"{DISCARD_RACK} pre-shuffled"):
        yield from take_pre_shuffled(t)
    elif house.shuffler is None:
        order = yield CardOrderWanted("18.5(a)", "18.2(a)", t.faces(DISCARD_RACK))
        yield Shuffle("18.5(a)", DISCARD_RACK, "hand", order)
        yield CallForCut("18.5(b)2")
    else:
        yield from shuffle_by_device(t, rules, house)
    if t.facts.get("to be cut"):
        yield from cut(rules, len(t.places[DECK]))


def take_pre_shuffled(t: Table) -> Procedure:
    """Cards that came shuffled are only cut."""
    order = yield CardOrderWanted("18.5(a)", "18.2(a)", t.faces(DISCARD_RACK))
    yield TakePreShuffled("18.5(a)", order)
    yield CallForCut("18.5(b)2")


def shuffle_by_device(t: Table, rules: Rules, house: LetItRideHouse) -> Procedure:
    if two_decks(t):
        order = yield CardOrderWanted("18.5(a)", "18.2(a)", t.faces(SHUFFLER))
        yield Shuffle("18.5(a)", SHUFFLER, "device", order)
        yield ChangeDecks("18.2(b)4")
        yield EmptyRack("18.2(b)5")
        yield StartShuffler("18.2(b)3")
    else:
        yield LoadShuffler("18.5(a)", DISCARD_RACK)
        order = yield CardOrderWanted("18.5(a)", "18.2(a)", t.faces(SHUFFLER))
        yield Shuffle("18.5(a)", SHUFFLER, "device", order)
    while house.shuffler == "counting-shuffler":
        yield DeviceCount("18.7(f)", len(t.places[DECK]))
        if t.facts["device counts"] == WHOLE_DECK:
            break
        yield RemoveDeck("18.7(f)")
        yield from open_decks(t, rules, house)  # a new deck in place of the one that is not whole
        if t.facts.get(f"{DISCARD_RACK} pre-shuffled"):
            yield from take_pre_shuffled(t)
            return
        order = yield CardOrderWanted("18.5(a)", "18.2(a)", t.faces(DISCARD_RACK))
        yield Shuffle("18.5(a)", DISCARD_RACK, "device", order)
    yield NoCut("18.5(b)1")


def cut(rules: Rules, cards: int) -> Procedure:
    left = 1 if rules.reads("most-cards-cut") == "one-left" else 10
    count = yield CutWanted("18.5(c)1ii", number("18.5(c)1ii", "fewest", FEWEST_CUT), cards - left)
    yield PlaceCoverCard("18.5(c)1i")
    yield CutCards("18.5(c)1ii", count)
    yield CompleteCut("18.5(c)1iii")
    yield CoverCardToRack("18.5(c)1iv")


# --- 18.5(d): a supervisor may require a recut


def recut(t: Table, rules: Rules, house: LetItRideHouse, given: Order) -> Procedure | None:
    return _recut(t, rules) if given.what == "recut" else None


def _recut(t: Table, rules: Rules) -> Procedure:
    place = t.undealt()
    assert place is not None
    yield OrderRecut("18.5(d)", place)
    yield from cut(rules, len(t.places[DECK]))
    if place != DECK:
        yield LoadDeck("18.5(c)2", place)


def bar_recut(t: Table, rules: Rules, house: LetItRideHouse, given: Order) -> Iterator[Refusal]:
    too_late = t.facts.get("dealing") or t.void or t.undealt() is None
    if given.what == "recut" and (not t.facts.get("cut") or too_late):
        yield Refusal("18.5(d)", "a recut cannot be ordered now", "after the cut and before a card is dealt")


# --- 18.12(f): one device, one method


def in_use(house: LetItRideHouse) -> dict[str, bool]:
    """Each device there may be, and whether this table's methods use it."""
    return {"shuffler": house.shuffler is not None, "automated shoe": house.dealing == "automated-shoe"}


def set_up_devices(t: Table, house: LetItRideHouse) -> Procedure:
    for device, used in in_use(house).items():
        if used and not t.marks.get(device):
            yield DeviceAtTable("house:devices", device)


def bar_other_method(t: Table, rules: Rules, house: LetItRideHouse, given: CardOrder) -> Iterator[Refusal]:
    """No card is shuffled while a device stands there that this table does not use any more."""
    for device, used in in_use(house).items():
        if t.marks.get(device) and not used:
            yield Refusal("18.12(f)", f"the {device} is still at the table", "remove it before another method is used")


def bar_removal(t: Table, rules: Rules, house: LetItRideHouse, given: RemoveDevice) -> Iterator[Refusal]:
    if not t.marks.get(given.device):
        yield Refusal("house:devices", f"no {given.device} is at the table", "there is nothing to remove")
    elif in_use(house)[given.device]:
        yield Refusal("house:devices", f"the {given.device} is in use", "elect another method first")


def remove_device(t: Table, rules: Rules, house: LetItRideHouse, given: RemoveDevice) -> Procedure:
    yield DeviceAway("18.12(f)", given.device)
