"""A round from a shoe of several decks, played again with the cards that were found in the discard rack.

Two cards of one face are two cards, so they are told apart by their places: in the stack as it was dealt, and in the
rack. Which place of the stack lies where in the rack is found by trying, where several cards of one face were dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product

import msgspec
from msgspec import UNSET

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import CardOrder, Cut, Input
from pitboss.table.shoe_steps import EmptyShoe
from pitboss.table.table import DISCARD_RACK

MOST_TRIED = 1_000  # ways in which cards of one face may have come to lie

replace = msgspec.structs.replace


@dataclass(frozen=True)
class Stack:
    """What a round is dealt from, in the order in which it is dealt."""

    cards: tuple[str, ...]
    taken: int  # in this round, from the front
    in_rack: int  # of them in the rack: those, or all if the shoe is over
    place: str
    cut: int | None  # where it was cut, if it was shuffled in this round


def from_shoe(driver: Driver, found: Sequence[str]) -> Driver | None:
    """The round with these cards in its rack, from the top down; None if it cannot have been dealt so."""
    stack = _stack(driver)
    if stack is None:
        return None
    recorded = driver.table.faces(DISCARD_RACK)
    # What lies deeper is of earlier rounds, and decides nothing of this one.
    of_round = len(recorded) - (len(driver.carry.decks[0].cards) if stack.cut is None else 0)
    recorded, seen = recorded[:of_round], tuple(found[:of_round])
    for cards in islice(_dealt_so(stack, recorded, seen), MOST_TRIED):
        other = _played_with(driver, stack, cards)
        if other is not None and other.table.faces(DISCARD_RACK)[: len(seen)] == seen:
            return other
    return None


def _stack(driver: Driver) -> Stack | None:
    """None if cards were shuffled twice in the round, or none lie in a shoe."""
    place = driver.game.rests[0]
    taken = sum(getattr(item, "source", "") == place and hasattr(item, "card") for item in driver.log)
    is_over = any(isinstance(item, EmptyShoe) for item in driver.log)
    orders, cut = [item for item in driver.log if isinstance(item, CardOrder)], None
    if len(orders) == 1:
        cut = next((item.count for item in driver.log if isinstance(item, Cut)), 0)
        cards = orders[0].cards[cut:] + orders[0].cards[:cut]
    elif not orders and driver.carry.shoe is not UNSET:
        cards = driver.carry.shoe.cards[place]
    else:
        return None
    return Stack(cards, taken, len(cards) if is_over else taken, place, cut)


def _dealt_so(stack: Stack, recorded: Sequence[str], found: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Stacks that may have been dealt, if these cards were found where those are recorded."""
    other = {face for face, now in zip(recorded, found, strict=False) if face != now}
    ways = []
    for face in sorted(other):
        lies = [at for at, card in enumerate(recorded) if card == face]
        came = [at for at, card in enumerate(stack.cards[: stack.in_rack]) if card == face]
        if len(lies) != len(came):
            return
        ways.append([list(zip(came, order, strict=True)) for order in permutations(lies)])
    for way in product(*ways):
        dealt = list(stack.cards)
        for here, there in (pair for group in way for pair in group):
            dealt[here] = found[there] if there < len(found) else recorded[there]
        if (whole := _made_whole(stack, dealt)) is not None:
            yield whole


def _made_whole(stack: Stack, dealt: list[str]) -> tuple[str, ...] | None:
    """With as many cards of each face as there were: what was dealt instead comes from what was not dealt."""
    before, now = Counter(stack.cards), Counter(dealt)
    missing = list((before - now).elements())
    for face in (now - before).elements():
        try:
            dealt[dealt.index(face, stack.taken)] = missing.pop()
        except ValueError:
            return None
    return tuple(dealt)


def _played_with(driver: Driver, stack: Stack, cards: tuple[str, ...]) -> Driver | None:
    """The round with another stack; None if what people did is not possible with it, or came between two acts."""
    carry, order = driver.carry, cards
    if stack.cut is None:
        assert carry.shoe is not UNSET
        carry = replace(carry, shoe=replace(carry.shoe, cards={**carry.shoe.cards, stack.place: cards}))
    else:
        back = len(cards) - stack.cut
        order = cards[back:] + cards[:back]
    again = Driver(driver.game, driver.rules, driver.house, carry)
    for item in driver.log:
        if not isinstance(item, Input):
            continue
        given = replace(item, cards=order) if isinstance(item, CardOrder) else item
        if item.amid or again.submit(given):
            return None
    return again if again.done else None
