"""The discard rack rebuilt into hands (20.10(d)): what a question about a hand is settled by.

From the top down the rack holds the dealer's cards and the hands in the reverse order of their collection, all face up
as they lay on the layout; then, face down as they were given up, the forfeited hands, which were collected before; then
the stub, in which a card may lie face up that nobody met; and under it a card that was found face up while dealing, if
there was one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.common.rack import Rack, rack_of
from pitboss.common.seats import dealt_in
from pitboss.engine.dispute import Disputed
from pitboss.engine.driver import Driver
from pitboss.games.three_card_poker.facts import THREE
from pitboss.games.three_card_poker.ranking import hand_class, told
from pitboss.games.three_card_poker.steps import RevealDealer
from pitboss.table.facts import FOLDED, FOLDED_CARDS

HAND = 3


class Rebuilt(NamedTuple):
    hands: dict[int, tuple[str, ...]]  # position -> its three cards, in the order they were dealt
    dealer: tuple[str, ...]  # as they were laid out


def rebuild(rack: Rack, played: Sequence[int], forfeited: Sequence[int] = ()) -> Rebuilt:
    """Positions that played and that forfeited, each in the order in which the dealer collected them.

    A rack that no such round can have left is refused.
    """
    collected = [*forfeited, *played]
    if not collected or len(set(collected)) != len(collected):
        raise ValueError(f"{collected} are not positions with a hand; name each at most once")
    shown, under = HAND * (len(played) + 1), HAND * len(forfeited)
    ups = [lying.up for lying in rack]
    if len(rack) < shown + under or not all(ups[:shown]) or any(ups[shown : shown + under]):
        raise ValueError(
            f"the top {shown} cards of the rack must be face up and the next {under}, if any, face down; these are not"
        )
    faces = [lying.card for lying in rack]
    piles = [tuple(faces[start : start + HAND]) for start in range(0, shown + under, HAND)]
    hands = dict(zip(reversed(collected), piles[1:], strict=True))
    return Rebuilt(dict(sorted(hands.items())), piles[0])


def dispute(driver: Driver, observed: Rack | None = None) -> Iterator[Disputed]:
    """Every hand of a finished round as the rack has it, and as it was settled or given up; seat and position 0 are the
    dealer's."""
    t, rules = driver.table, driver.rules
    if t.is_void:
        return

    def made(cards: Sequence[str]) -> str:
        return told(cards, hand_class(cards, rules))

    forfeited = [position for position in dealt_in(t) if FOLDED(t, position)]
    played = [position for position in dealt_in(t) if position not in forfeited]
    if rules.reads("losers-collected") == "counterclockwise":
        forfeited.reverse()
    if rules.reads("collecting-order") == "counterclockwise":
        played.reverse()
    rebuilt = rebuild(rack_of(driver, observed), played, forfeited)
    shown = next(step.cards for step in driver.log if isinstance(step, RevealDealer))
    yield Disputed(0, 0, rebuilt.dealer, made(rebuilt.dealer), shown, "20.10(d)")
    for position, cards in rebuilt.hands.items():
        settled = (FOLDED_CARDS if position in forfeited else THREE).of(t, position)
        yield Disputed(t.owners[position], position, cards, made(cards), settled, "20.10(d)")
