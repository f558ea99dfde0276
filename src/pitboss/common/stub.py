"""The stub: when it must be counted, how, and what follows from the count."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.common.facts import CONDEMNED, COUNT_ORDERED, DEALING, MISDEALT
from pitboss.common.house import MOST_ROUNDS_UNCOUNTED, CardHouse
from pitboss.common.steps import CondemnDeck, OrderCount
from pitboss.engine.inputs import Order
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, Refusal, void_all_hands
from pitboss.law.force import in_force, number
from pitboss.table.card_steps import CountStub, RemoveDeck, StubToRack
from pitboss.table.facts import DEVICE_COUNTS, STUB_COUNTED, Mark
from pitboss.table.table import DISCARD_RACK, STUB, Table

WHOLE_DECK = 52
COUNTER = "rounds since count"  # the beginning of every mark that counts rounds towards the next count
COUNT = "count the stub"  # what a supervisor may order
MISDEALT_TOO = "reading:misdealt-and-not-whole"


def counter(r: Round[CardHouse]) -> str:
    """Return the mark that counts rounds towards the next count of the stub: the table's, or each deck's own."""
    return COUNTER + (f", {r.table.backs[0]}" if r.rules.reads("stub-counter") == "deck" else "")


def count_is_due(r: Round[CardHouse]) -> bool:
    """Return whether the stub must be counted now: at least every five rounds, and whenever a supervisor has ordered
    it.

    The text may excuse a shuffler that has counted this round's cards.
    """
    t = r.table
    p = r.ids
    if COUNT_ORDERED(t):
        return True
    if p.device_count and DEVICE_COUNTS.get(t) is not None and in_force(p.device_count):
        return False
    interval = min(r.house.stub_count_every, number(p.stub_count, "rounds", MOST_ROUNDS_UNCOUNTED))
    return Mark(counter(r)).of(t) >= interval


def no_misdealt_hands(t: Table) -> str:
    """Return an empty string, in games in which a misdealt hand has no consequence."""
    return ""


def void_misdealt(r: Round[CardHouse], misdealt: str) -> Procedure:
    """Void all hands because some were misdealt."""
    yield from void_all_hands(r.ids.stub_wrong, f"misdealt, {misdealt}")


def count_stub(
    r: Round[CardHouse],
    cite: str,
    misdealt: Callable[[Table], str] = no_misdealt_hands,
    then: Callable[..., Procedure] = void_misdealt,
) -> Procedure:
    """Count the stub to see that all 52 cards are there.

    `misdealt` says which hands are wrong, if any, and `then` what becomes of those while the deck is whole.
    """
    t = r.table
    p = r.ids
    yield CountStub(cite, len(t.places[STUB]), t.count(), counter(r))
    wrong = misdealt(t)
    if STUB_COUNTED.of(t) != WHOLE_DECK:
        yield from condemn(r, misdealt=bool(wrong))
        why = f"the deck holds {STUB_COUNTED.of(t)} cards"
        if wrong:
            yield from void_all_hands(MISDEALT_TOO, f"misdealt, {wrong}, and {why}")
        yield from void_all_hands(p.stub_wrong, why)
    elif wrong:
        yield from then(r, wrong)
    yield StubToRack(p.stub_right, STUB, len(t.places[STUB]))


def condemn(r: Round[CardHouse], *, misdealt: bool) -> Procedure:
    """Have a deck that is not whole leave the table. No text covers the case that cards were misdealt as well, so a
    reading decides."""
    if not misdealt:
        yield CondemnDeck(r.ids.stub_wrong)
    elif r.rules.reads("misdealt-and-not-whole") == "removed":
        yield CondemnDeck(MISDEALT_TOO)


def count_after_void(r: Round[CardHouse]) -> Procedure:
    """Make a count that was due although the hands are void: all cards are in the rack, so the whole deck is
    counted.
    """
    t = r.table
    p = r.ids
    if DEALING(t) and STUB_COUNTED.get(t) is None and count_is_due(r):
        yield CountStub(p.stub_count, len(t.places[DISCARD_RACK]), t.count(), counter(r))
        if STUB_COUNTED.of(t) != WHOLE_DECK:
            yield from condemn(r, misdealt=MISDEALT(t))
    yield from remove_condemned(r)


def remove_condemned(r: Round[CardHouse]) -> Procedure:
    """Remove a deck that was found not to be whole."""
    if condemned := CONDEMNED.get(r.table):
        yield RemoveDeck(condemned)


# --- a supervisor may have the stub counted earlier


def order_count(r: Round[CardHouse], given: Order) -> Procedure | None:
    """Carry out the order to count the stub; None for another order."""
    return _order_count(r) if given.what == COUNT else None


def _order_count(r: Round[CardHouse]) -> Procedure:
    yield OrderCount(r.ids.stub_count)


def bar_count(r: Round[CardHouse], given: Order) -> Iterator[Refusal]:
    """Refuse a count of the stub unless there are cards to deal and no count is ordered yet.

    The law sets how seldom the stub may be counted, not how often. The count is made when the stub comes out.
    """
    t = r.table
    if given.what != COUNT:
        return
    if t.is_void or t.undealt_place() is None:
        wrong, right = "There is no stub to count.", "Order it after the shuffle and before the stub is put away."
        yield Refusal(r.ids.stub_count, wrong, right)
    elif COUNT_ORDERED(t):
        yield Refusal(r.ids.stub_count, "A count of the stub is already ordered.", "Wait until the stub comes out.")
