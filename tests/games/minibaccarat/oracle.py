"""A second opinion on punto banco, written without the game's code: cards drawn one after the other, and the third card
rules as sentences instead of tables."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

TENS = "TJQK"


def counts_by_value(ranks: Counter[str]) -> list[int]:
    counts = [0] * 10
    for rank, many in ranks.items():
        counts[1 if rank == "A" else 0 if rank in TENS else int(rank)] += many
    return counts


def banker_draws(count: int, third: int | None) -> bool:
    if third is None or count <= 2:
        return count <= 5
    return (
        (count == 3 and third != 8)
        or (count == 4 and 2 <= third <= 7)
        or (count == 5 and 4 <= third <= 7)
        or (count == 6 and third in (6, 7))
    )


def results(ranks: Counter[str]) -> dict[tuple[int, int, int, int], Fraction]:
    """Map both counts, and how many cards either hand has, to how likely they are."""
    left, found = counts_by_value(ranks), Counter[tuple[int, int, int, int]]()
    total = sum(left)

    def draw(hands: tuple[tuple[int, ...], tuple[int, ...]], ways: int) -> None:
        player, banker = hands
        turn = hands.index(min(hands, key=len))
        if len(player) + len(banker) < 4:
            deal(hands, turn, ways)
            return
        mine, theirs = sum(player) % 10, sum(banker) % 10
        natural = max(sum(player[:2]) % 10, sum(banker[:2]) % 10) >= 8
        if not natural and len(player) == 2 == len(banker) and mine <= 5:
            deal(hands, 0, ways)
        elif not natural and len(banker) == 2 and banker_draws(theirs, player[2] if len(player) == 3 else None):
            deal(hands, 1, ways)
        else:
            unused = 6 - len(player) - len(banker)
            for at in range(unused):
                ways *= sum(left) - at
            found[mine, theirs, len(player), len(banker)] += ways

    def deal(hands: tuple[tuple[int, ...], tuple[int, ...]], turn: int, ways: int) -> None:
        for card in range(10):
            if left[card]:
                more = ways * left[card]
                left[card] -= 1
                player, banker = hands
                draw((player, (*banker, card)) if turn else ((*player, card), banker), more)
                left[card] += 1

    draw(((), ()), 1)
    whole = 1
    for at in range(6):
        whole *= total - at
    assert sum(found.values()) == whole
    return {key: Fraction(ways, whole) for key, ways in found.items()}


def pair(ranks: Counter[str]) -> Fraction:
    total = sum(ranks.values())
    return Fraction(sum(many * (many - 1) for many in ranks.values()), total * (total - 1))
