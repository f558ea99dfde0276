"""The discard rack rebuilt into hands (33.10(i)): what a question about a hand is settled by.

From the top down the rack holds the dealer's five cards, then the hands that were shown down in the reverse order of
their collection, all face up as they lay; under them, face down, the folded hands on which jacks plus was settled, in
the reverse order of its settlement; then other folded hands, the stub, burned cards, and whatever was put away before,
among it cards that were found face up and hands that were dead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.common.rack import Rack, rack_of
from pitboss.engine.dispute import DisputedHand
from pitboss.engine.driver import Driver
from pitboss.games.winners_pot_poker.law.facts import FIVE
from pitboss.games.winners_pot_poker.law.house import MOST_SEATS
from pitboss.games.winners_pot_poker.law.ranking import hand_in_words
from pitboss.games.winners_pot_poker.law.rotation import is_dealer_in, remaining_positions
from pitboss.games.winners_pot_poker.law.steps import THE_DEALER
from pitboss.games.winners_pot_poker.law.wagers import JACKS_PLUS
from pitboss.table.facts import FOLDED_CARDS, WAGER_CLASS

HAND = 5


def rebuild(
    rack: Rack,
    positions: Sequence[int],
    folded: Mapping[int, int],
    *,
    dealer: bool = True,
    clockwise: bool = False,
) -> dict[int, tuple[str, ...]]:
    """Return every hand on which something was settled, the dealer's under 0, from the rack (top card first).

    `positions` were still in; `folded` had jacks plus and were folded with so many cards. `clockwise` is for a table
    whose collecting-order reading is clockwise. Raises ValueError for a rack that no such round can have left.
    """
    named = [*positions, *folded]
    if len(set(named)) != len(named) or not all(1 <= position <= MOST_SEATS for position in named):
        raise ValueError(f"{named} are not positions; name each of 1 to {MOST_SEATS} at most once")
    order = [THE_DEALER] * dealer + sorted(positions, reverse=clockwise)
    shown = HAND * len(order)
    if len(rack) < shown or not all(lying.up for lying in rack[:shown]):
        raise ValueError(f"the top {shown} cards of the rack must be face up, five to a hand; these are not")
    under = sum(folded.values())
    if len(rack) < shown + under or any(lying.up for lying in rack[shown : shown + under]):
        raise ValueError(f"the next {under} cards of the rack, of folded hands, must be face down; these are not")
    left = iter(lying.card for lying in rack)
    sizes = {**dict.fromkeys(order, HAND), **{position: folded[position] for position in sorted(folded)}}
    return {holder: tuple(next(left) for _ in range(size)) for holder, size in sizes.items()}


def dispute(driver: Driver, observed: Rack | None = None) -> Iterator[DisputedHand]:
    """Yield every hand as the rack has it and as it was settled. Seat and position 0 are the dealer's."""
    t, rules = driver.table, driver.rules
    if t.is_void or (FIVE.get(t, THE_DEALER) is None and not remaining_positions(t)):
        return
    clockwise = rules.reads("collecting-order") == "clockwise"
    folded = {
        position: cards
        for position in sorted(t.owners)
        if (cards := FOLDED_CARDS.get(t, position)) is not None
        and WAGER_CLASS.get(t, (position, JACKS_PLUS)) is not None
    }
    sizes = {position: len(cards) for position, cards in folded.items()}
    rebuilt = rebuild(
        rack_of(driver, observed), remaining_positions(t), sizes, dealer=is_dealer_in(t), clockwise=clockwise
    )
    for holder, cards in sorted(rebuilt.items()):
        settled = folded.get(holder) or FIVE.of(t, holder)
        yield DisputedHand(t.owners.get(holder, THE_DEALER), holder, cards, hand_in_words(cards), settled, "33.10(i)")
