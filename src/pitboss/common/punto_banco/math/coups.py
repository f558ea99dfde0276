"""Count every round of punto banco that a shoe of any composition can deal: how often each result comes.

Hands are counted over the ten values. Ranks matter only for pairs, and only the value ten has several ranks. The counts
are numbers of ways to draw six cards in order; a round may leave some of the six unused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pitboss.common.punto_banco.house import BANKER, PLAYER, TIE
from pitboss.common.punto_banco.third_card_tables import (
    banker_draws,
    is_dragon_7,
    is_natural,
    is_panda_8,
    player_draws,
    value,
)
from pitboss.counting.exact_model import ImpossibleError
from pitboss.table.cards import FULL_DECK, RANKS
from pitboss.table.steps import quantity

MOST_CARDS = 6  # the most that a round may use
VALUES = 10
SIX, SEVEN_OF_DRAGON, EIGHT_OF_PANDA = "6", "dragon 7", "panda 8"
_OF_VALUE = tuple(next(card for card in FULL_DECK if value(card) == number) for number in range(VALUES))
_TENS = tuple(index for index, rank in enumerate(RANKS) if not value(rank + "s"))

Ranks = tuple[int, ...]  # how many cards of each rank may still come, as RANKS has them


class Coup(NamedTuple):
    """The facts of a round that decide a wager."""

    winner: str  # a hand, or tie
    special: str = ""  # what the winning hand is: a banker's 6, a Dragon 7 or a Panda 8
    player_pair: bool = False
    banker_pair: bool = False


def composition(packs: int, removed: tuple[str, ...] = ()) -> Ranks:
    """Return how many cards of each rank a shoe of so many packs has without the removed cards. Raises ImpossibleError
    if too few are left for a round.

    The caller has checked that no card is removed more often than the shoe contains it.
    """
    left = Counter(card[0] for card in FULL_DECK * packs)
    left.subtract(card[0] for card in removed)
    if sum(left.values()) < MOST_CARDS:
        left_in_words = quantity(sum(left.values()), "card")
        raise ImpossibleError(f"the shoe has {left_in_words} left, and a round may take {MOST_CARDS}; remove fewer")
    return tuple(left[rank] for rank in RANKS)


class Drawing(NamedTuple):
    """The rules of drawing, 6(f) to 6(i), and the results, all by counts: read from the game's own tables."""

    natural: tuple[bool, ...]
    player: tuple[bool, ...]
    banker: tuple[tuple[bool, ...], ...]  # by the banker's count and the value of the player's third card, if any
    coups: tuple[tuple[tuple[tuple[Coup, ...], ...], ...], ...]  # by third cards of either hand, and by both counts


ALONE = VALUES  # stands for a third card where the player's hand has stayed


def drawing() -> Drawing:
    """Read the rules of drawing from the game's tables."""
    counts = range(VALUES)
    return Drawing(
        tuple(map(is_natural, counts)),
        tuple(map(player_draws, counts)),
        tuple(tuple(banker_draws(own, third) for third in (*_OF_VALUE, None)) for own in counts),
        tuple(
            tuple(tuple(tuple(_coup(p, b, drew, drawn) for b in counts) for p in counts) for drawn in (False, True))
            for drew in (False, True)
        ),
    )


def _coup(player: int, banker: int, player_drew: bool, banker_drew: bool) -> Coup:
    """Return the result of two hands with these counts."""
    zero = _OF_VALUE[0]
    players = (_OF_VALUE[player], zero, *((zero,) if player_drew else ()))
    bankers = (_OF_VALUE[banker], zero, *((zero,) if banker_drew else ()))
    if player == banker:
        return Coup(TIE)
    if player > banker:
        return Coup(PLAYER, EIGHT_OF_PANDA if is_panda_8(players, bankers) else "")
    if is_dragon_7(players, bankers):
        return Coup(BANKER, SEVEN_OF_DRAGON)
    return Coup(BANKER, SIX if banker == 6 else "")


def coups(left: Ranks) -> dict[Coup, int]:
    """Return how many of all ways to draw six cards lead to each result."""
    return _count_coups(left, drawing())


@lru_cache(64)
def _count_coups(left: Ranks, rules: Drawing) -> dict[Coup, int]:
    counts = _by_value(left)
    pairs = _Tens(left)
    ways_by_coup: Counter[Coup] = Counter()
    for p1, p2, players in _first_two_cards(counts):
        after = _take_away(counts, p1, p2)
        for b1, b2, bankers in _first_two_cards(after):
            tail = _count_third_cards(_take_away(after, b1, b2), (p1 + p2) % VALUES, (b1 + b2) % VALUES, rules)
            for player_pair, banker_pair, ways in pairs.split((p1, p2), (b1, b2), players * bankers):
                for (winner, special, *_), more in tail.items():
                    ways_by_coup[Coup(winner, special, player_pair, banker_pair)] += ways * more
    return {coup: ways for coup, ways in ways_by_coup.items() if ways}


def _by_value(left: Ranks) -> list[int]:
    """Count the cards of each value."""
    counts = [0] * VALUES
    for rank, count in zip(RANKS, left, strict=True):
        counts[value(rank + "s")] += count
    return counts


def _first_two_cards(counts: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield each pair of values for a hand's first two cards, in either order, with the number of ways to draw them."""
    for first in range(VALUES):
        for second in range(first, VALUES):
            ways = counts[first] * (counts[first] - 1) if first == second else 2 * counts[first] * counts[second]
            if ways > 0:
                yield first, second, ways


def _take_away(counts: list[int], *cards: int) -> list[int]:
    """Return the counts after these cards have been taken away."""
    after = counts.copy()
    for card in cards:
        after[card] -= 1
    return after


def _count_third_cards(left: list[int], player: int, banker: int, rules: Drawing) -> dict[Coup, int]:
    """Return how many ways to draw the next two cards lead to each result, after four cards have given these counts."""
    total = sum(left)
    if rules.natural[player] or rules.natural[banker]:
        return {rules.coups[0][0][player][banker]: total * (total - 1)}
    if not rules.player[player]:
        if not rules.banker[banker][ALONE]:
            return {rules.coups[0][0][player][banker]: total * (total - 1)}
        ways_by_coup: dict[Coup, int] = {}
        for third, ways in enumerate(left):
            coup = rules.coups[0][1][player][(banker + third) % VALUES]
            ways_by_coup[coup] = ways_by_coup.get(coup, 0) + ways * (total - 1)
        return ways_by_coup
    ways_by_coup = {}
    for third, ways in enumerate(left):
        if not ways:
            continue
        final = (player + third) % VALUES
        if not rules.banker[banker][third]:
            coup = rules.coups[1][0][final][banker]
            ways_by_coup[coup] = ways_by_coup.get(coup, 0) + ways * (total - 1)
            continue
        results = rules.coups[1][1][final]
        for last, more in enumerate(left):
            coup = results[(banker + last) % VALUES]
            ways_by_coup[coup] = ways_by_coup.get(coup, 0) + ways * (more - (last == third))
    return ways_by_coup


class _Tens:
    """Pairs among the first four cards. Two cards of one value are a pair, except that tens have several ranks."""

    def __init__(self, left: Ranks) -> None:
        ranks = [left[index] for index in _TENS]
        total = sum(ranks)
        pairs = [count * (count - 1) for count in ranks]
        self.two, self.pair = total * (total - 1), sum(pairs)
        self.four = self.two * (total - 2) * (total - 3)
        self.pair_and_two = self.pair * (total - 2) * (total - 3)
        self.two_pairs = sum(
            pair * (sum(pairs) - pair + (count - 2) * (count - 3)) for count, pair in zip(ranks, pairs, strict=True)
        )

    def split(self, players: tuple[int, int], bankers: tuple[int, int], ways: int) -> Iterator[tuple[bool, bool, int]]:
        """Split the ways to draw four cards of these values by whether either hand is a pair."""
        if players == bankers == (0, 0):
            both = ways * self.two_pairs // self.four
            one = ways * self.pair_and_two // self.four - both
            yield from (
                (True, True, both),
                (True, False, one),
                (False, True, one),
                (False, False, ways - both - 2 * one),
            )
            return
        player, banker = players[0] == players[1], bankers[0] == bankers[1]
        if (0, 0) not in (players, bankers):
            yield player, banker, ways
            return
        paired = ways * self.pair // self.two
        if players == (0, 0):
            yield from ((True, banker, paired), (False, banker, ways - paired))
        else:
            yield from ((player, True, paired), (player, False, ways - paired))
