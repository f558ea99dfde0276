"""A discard rack as somebody found it on the table, beside the one that a record comes to.

It is a text: the cards from the top down, separated by blanks or on lines of their own. Cards that lie face down stand
in parentheses, and what follows a # on its line is a remark. docs/how-to/settle-a-dispute.md describes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from pitboss.engine.dispute import Disputed, Rebuilds
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import CardOrder, Input
from pitboss.record.observed_shoe import from_shoe
from pitboss.table.cards import DOWN, SUIT_SIGNS, Lying, pretty
from pitboss.table.money import chips_before
from pitboss.table.steps import many
from pitboss.table.table import DISCARD_RACK

SUIT_OF = {sign: suit for suit, sign in SUIT_SIGNS.items()}
MOST_TOLD = 8  # cards that differ; more are counted


def parse(text: str) -> list[Lying]:
    """A rack, top card first. A `ValueError` names the line of what is no card."""
    rack: list[Lying] = []
    down = 0  # the line on which parentheses were opened
    for number, line in enumerate(text.splitlines(), 1):
        for word in re.findall(r"[()]|[^\s(),]+", line.partition("#")[0]):
            if word == "(":
                if down:
                    raise ValueError(f"line {number}: a parenthesis opens inside another one")
                down = number
            elif word == ")":
                if not down:
                    raise ValueError(f"line {number}: a parenthesis closes that was not opened")
                down = 0
            else:
                rack.append(Lying(_card(number, word), not down))
    if down:
        raise ValueError(f"line {down}: the parenthesis is not closed; write cards that lie face down as (As Kd)")
    if not rack:
        raise ValueError("there is no card in it; write the cards from the top down, as in: As 10h (2c 7d)")
    return rack


def _card(number: int, word: str) -> str:
    rank, suit = word[:-1].upper(), SUIT_OF.get(word[-1], word[-1].lower())
    card = ("T" if rank == "10" else rank) + suit
    if card not in DOWN:
        raise ValueError(f"line {number}: {word[:20]!r} is not a card; write rank and suit, as in As, 10h or 2c")
    return card


def is_whole(recorded: Sequence[Lying], observed: Sequence[Lying]) -> bool:
    """Whether it was written down to its bottom; nobody needs to write out the stub. Of several decks a card like the
    bottom one may lie anywhere."""
    faces = [lying.card for lying in recorded]
    return len(observed) >= len(recorded) or (faces.count(faces[-1]) == 1 and observed[-1].card == faces[-1])


def differences(recorded: Sequence[Lying], observed: Sequence[Lying]) -> list[str]:
    """Where the rack that was found is not the one of the record, counted from the top."""
    pairs = enumerate(zip(recorded, observed, strict=False), 1)
    other = [
        f"card {number} from the top is {_told(found)}; the record has {_told(was)}"
        for number, (was, found) in pairs
        if was != found
    ]
    told = other[:MOST_TOLD]
    if len(other) > MOST_TOLD:
        more = len(other) - MOST_TOLD
        told.append(f"and {many(more, 'more card')} {'differs' if more == 1 else 'differ'}")
    if (more := len(observed) - len(recorded)) > 0:
        told.append(f"{many(more, 'more card')} {'lies' if more == 1 else 'lie'} under them than the record has")
    return told


def _told(lying: Lying) -> str:
    return f"{pretty(lying.card)} face {'up' if lying.up else 'down'}"


def money(driver: Driver, rebuilds: Rebuilds, observed: Sequence[Lying]) -> dict[int, int] | None:
    """What each seat would have more or less, in cents, had the round been played with the cards that were found; seats
    for which nothing changes are left out. None if that cannot be said.

    The round is played again: everybody wagers and decides as he did, and for each card the one is dealt that was found
    where it should lie.
    """
    found = [lying.card for lying in observed]
    if driver.game.rests:
        other = from_shoe(driver, found)
    else:
        recorded = [lying.card for lying in driver.table.places[DISCARD_RACK]]
        stead = _in_whose_stead(recorded, found)
        other = None if stead is None else _played_with(driver, stead)
    if other is None or _held(rebuilds(other)) != _held(rebuilds(driver, observed)):
        return None
    changes = {seat: _chips(other, seat) - _chips(driver, seat) for seat in driver.table.players}
    return {seat: cents for seat, cents in changes.items() if cents}


def _chips(driver: Driver, seat: int) -> int:
    return driver.table.ledger[chips_before(seat)]


def _held(hands: Iterable[Disputed]) -> dict[int, list[str]]:
    return {hand.position: sorted(hand.cards) for hand in hands}


def _in_whose_stead(recorded: Sequence[str], observed: Sequence[str]) -> dict[str, str] | None:
    """Which card was found for each of the record; None if they are not the same deck. Of cards that nobody has written
    down it does not matter which lies where."""
    deck, found = set(recorded), set(observed)
    if len(deck) != len(recorded) or len(found) != len(observed) or not found <= deck:
        return None
    stead = dict(zip(recorded, observed, strict=False))
    stead |= zip(sorted(deck - stead.keys()), sorted(deck - found), strict=True)
    return stead


def _played_with(driver: Driver, stead: dict[str, str]) -> Driver | None:
    """The round with other cards; None if what people did is not possible with them, or came between two acts."""

    def other(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(stead.get(card, card) for card in cards)

    replace = msgspec.structs.replace
    decks = tuple(replace(deck, cards=other(deck.cards)) for deck in driver.carry.decks)
    again = Driver(driver.game, driver.rules, driver.house, replace(driver.carry, decks=decks))
    for item in driver.log:
        if not isinstance(item, Input):
            continue
        given = replace(item, cards=other(item.cards)) if isinstance(item, CardOrder) else item
        if item.amid or again.submit(given):
            return None
    return again if again.done else None
