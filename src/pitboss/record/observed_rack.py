"""Compares a discard rack as somebody found it on the table with the one that a record leads to.

An observed rack is a text: the cards from the top down, separated by blanks or line breaks. Cards that lie face down
are in parentheses, and a # starts a comment. docs/how-to/settle-a-dispute.md describes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from pitboss.engine.dispute import DisputedHand, Rebuilds
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import CardOrder, Input
from pitboss.record.observed_shoe import replay_from_shoe
from pitboss.table.cards import DOWN, SUIT_SIGNS, Lying, pretty
from pitboss.table.money import chips_before
from pitboss.table.steps import quantity
from pitboss.table.table import DISCARD_RACK

SUIT_OF = {sign: suit for suit, sign in SUIT_SIGNS.items()}
MOST_LISTED = 8  # differing cards that are listed one by one; further ones are only counted


def parse(text: str) -> list[Lying]:
    """Parse the text of a rack, top card first. Raise a `ValueError` that names the line of anything that is not a
    card."""
    rack: list[Lying] = []
    opened_on = 0  # the line of the open parenthesis; 0 if none is open
    for number, line in enumerate(text.splitlines(), 1):
        for word in re.findall(r"[()]|[^\s(),]+", line.partition("#")[0]):
            if word == "(":
                if opened_on:
                    raise ValueError(f"line {number}: a parenthesis opens inside another one")
                opened_on = number
            elif word == ")":
                if not opened_on:
                    raise ValueError(f"line {number}: a parenthesis closes that was not opened")
                opened_on = 0
            else:
                rack.append(Lying(_card(number, word), not opened_on))
    if opened_on:
        raise ValueError(f"line {opened_on}: the parenthesis is not closed; write cards that lie face down as (As Kd)")
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
    """Return whether the observed rack includes its bottom card. It counts as whole then, because nobody has to write
    out the stub. With several decks a duplicate of the bottom card may lie anywhere, so only the number of cards
    decides."""
    faces = [lying.card for lying in recorded]
    return len(observed) >= len(recorded) or (faces.count(faces[-1]) == 1 and observed[-1].card == faces[-1])


def differences(recorded: Sequence[Lying], observed: Sequence[Lying]) -> list[str]:
    """Describe each card of the observed rack that differs from the record, counted from the top."""
    pairs = enumerate(zip(recorded, observed, strict=False), 1)
    differing = [
        f"card {number} from the top is {_describe_card(observed_card)}; the record has {_describe_card(recorded_card)}"
        for number, (recorded_card, observed_card) in pairs
        if recorded_card != observed_card
    ]
    sentences = differing[:MOST_LISTED]
    if len(differing) > MOST_LISTED:
        more = len(differing) - MOST_LISTED
        sentences.append(f"and {quantity(more, 'more card')} {'differs' if more == 1 else 'differ'}")
    if (more := len(observed) - len(recorded)) > 0:
        sentences.append(
            f"{quantity(more, 'more card')} {'lies' if more == 1 else 'lie'} under them than the record has"
        )
    return sentences


def _describe_card(lying: Lying) -> str:
    """Name a card and say whether it lies face up or down."""
    return f"{pretty(lying.card)} face {'up' if lying.up else 'down'}"


def money(driver: Driver, rebuilds: Rebuilds, observed: Sequence[Lying]) -> dict[int, int] | None:
    """Return how much more or less each seat would have, in cents, had the round been played with the observed cards.

    The round is replayed: everybody wagers and decides as he did, and each card is replaced by the one that was found
    in its place. Seats for which nothing changes are left out. Return None if the answer is not known.
    """
    cards = [lying.card for lying in observed]
    if driver.game.rests:
        replayed = replay_from_shoe(driver, cards)
    else:
        recorded = [lying.card for lying in driver.table.places[DISCARD_RACK]]
        replacements = _replacements(recorded, cards)
        replayed = None if replacements is None else _replay_with(driver, replacements)
    if replayed is None or _cards_by_position(rebuilds(replayed)) != _cards_by_position(rebuilds(driver, observed)):
        return None
    changes = {seat: _chips(replayed, seat) - _chips(driver, seat) for seat in driver.table.players}
    return {seat: cents for seat, cents in changes.items() if cents}


def _chips(driver: Driver, seat: int) -> int:
    return driver.table.ledger[chips_before(seat)]


def _cards_by_position(hands: Iterable[DisputedHand]) -> dict[int, list[str]]:
    return {hand.position: sorted(hand.cards) for hand in hands}


def _replacements(recorded: Sequence[str], observed: Sequence[str]) -> dict[str, str] | None:
    """Return the observed card for each recorded card, or None if the decks differ. Cards that nobody wrote down are
    assigned in any order."""
    deck, seen = set(recorded), set(observed)
    if len(deck) != len(recorded) or len(seen) != len(observed) or not seen <= deck:
        return None
    replacements = dict(zip(recorded, observed, strict=False))
    replacements |= zip(sorted(deck - replacements.keys()), sorted(deck - seen), strict=True)
    return replacements


def _replay_with(driver: Driver, replacements: dict[str, str]) -> Driver | None:
    """Replay the round with other cards. Return None if the players' actions are not possible with them, or if one came
    between two acts."""

    def replace_all(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(replacements.get(card, card) for card in cards)

    replace = msgspec.structs.replace
    decks = tuple(replace(deck, cards=replace_all(deck.cards)) for deck in driver.carry.decks)
    replayed = Driver(driver.game, driver.rules, driver.house, replace(driver.carry, decks=decks))
    for item in driver.log:
        if not isinstance(item, Input):
            continue
        new_input = replace(item, cards=replace_all(item.cards)) if isinstance(item, CardOrder) else item
        if item.amid or replayed.submit(new_input):
            return None
    return replayed if replayed.done else None
