"""Replays a round from a shoe of several decks with the cards that were found in the discard rack.

Two cards of one face are two cards, so cards are told apart by index: in the stack as it was dealt, and in the rack.
Where several cards of one face were dealt, the code tries which index of the stack belongs to which index of the rack.
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

MOST_ATTEMPTS = 1_000  # orders of cards of one face that are tried

replace = msgspec.structs.replace


@dataclass(frozen=True)
class Stack:
    """The cards that a round is dealt from, in the order in which they are dealt."""

    cards: tuple[str, ...]
    taken: int  # number dealt in this round, from the front
    in_rack: int  # number in the rack: those dealt, or all if the shoe is over
    place: str
    cut: int | None  # where it was cut, if it was shuffled in this round


def replay_from_shoe(driver: Driver, observed: Sequence[str]) -> Driver | None:
    """Replay the round so that its rack holds these cards, from the top down. Return None if it cannot have been dealt
    that way."""
    stack = _stack(driver)
    if stack is None:
        return None
    recorded = driver.table.faces(DISCARD_RACK)
    # Deeper cards are from earlier rounds and decide nothing in this one.
    count = len(recorded) - (len(driver.carry.decks[0].cards) if stack.cut is None else 0)
    recorded, wanted = recorded[:count], tuple(observed[:count])
    for cards in islice(_possible_stacks(stack, recorded, wanted), MOST_ATTEMPTS):
        replayed = _replay_with(driver, stack, cards)
        if replayed is not None and replayed.table.faces(DISCARD_RACK)[: len(wanted)] == wanted:
            return replayed
    return None


def _stack(driver: Driver) -> Stack | None:
    """Return the stack of a round, or None if cards were shuffled twice in it or none lie in a shoe."""
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


def _possible_stacks(stack: Stack, recorded: Sequence[str], observed: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the stacks that may have been dealt if the observed cards lay where the recorded ones are."""
    changed_faces = {face for face, seen in zip(recorded, observed, strict=False) if face != seen}
    assignments = []
    for face in sorted(changed_faces):
        rack_indexes = [index for index, card in enumerate(recorded) if card == face]
        stack_indexes = [index for index, card in enumerate(stack.cards[: stack.in_rack]) if card == face]
        if len(rack_indexes) != len(stack_indexes):
            return
        assignments.append([list(zip(stack_indexes, order, strict=True)) for order in permutations(rack_indexes)])
    for assignment in product(*assignments):
        dealt = list(stack.cards)
        for stack_index, rack_index in (pair for group in assignment for pair in group):
            dealt[stack_index] = observed[rack_index] if rack_index < len(observed) else recorded[rack_index]
        if (stack_cards := _complete(stack, dealt)) is not None:
            yield stack_cards


def _complete(stack: Stack, dealt: list[str]) -> tuple[str, ...] | None:
    """Return the stack with as many cards of each face as the shoe has, by taking the missing ones from the undealt
    part. Return None if that is not possible."""
    needed_cards, counts = Counter(stack.cards), Counter(dealt)
    missing_cards = list((needed_cards - counts).elements())
    for face in (counts - needed_cards).elements():
        try:
            dealt[dealt.index(face, stack.taken)] = missing_cards.pop()
        except ValueError:
            return None
    return tuple(dealt)


def _replay_with(driver: Driver, stack: Stack, cards: tuple[str, ...]) -> Driver | None:
    """Replay the round with another stack. Return None if the players' actions are not possible with it, or if one came
    between two acts."""
    carry, order = driver.carry, cards
    if stack.cut is None:
        assert carry.shoe is not UNSET
        carry = replace(carry, shoe=replace(carry.shoe, cards={**carry.shoe.cards, stack.place: cards}))
    else:
        uncut = len(cards) - stack.cut
        order = cards[uncut:] + cards[:uncut]
    replayed = Driver(driver.game, driver.rules, driver.house, carry)
    for item in driver.log:
        if not isinstance(item, Input):
            continue
        new_input = replace(item, cards=order) if isinstance(item, CardOrder) else item
        if item.amid or replayed.submit(new_input):
            return None
    return replayed if replayed.done else None
