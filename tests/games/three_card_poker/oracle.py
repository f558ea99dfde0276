"""An independent oracle for Three Card Poker: a ladder of all hands, and sums.

Nothing is classified here. The ladder lists the rungs from the top down, in the order of the ranking, and a hand is
looked up on it. What a seat wins is one sum over its wagers, with no order of acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

ORDER = "AKQJT98765432"
RUNS = [ORDER[top : top + 3] for top in range(11)] + ["32A"]
PAIR_PLUS = {"pair": 1, "flush": 4, "straight": 6, "three-of-a-kind": 30, "straight flush": 40}
ANTE_BONUS = {"straight": 1, "three-of-a-kind": 4, "straight flush": 5}


@cache
def ladder(ace_two_three: str, ranking: str) -> dict[tuple[frozenset[tuple[str, int]], bool], tuple[int, str]]:
    """Map ranks with their counts, and whether suited, to the rung (0 is the highest) and the name of the class."""
    runs = RUNS if ace_two_three == "run" else RUNS[:-1]
    spelled = {frozenset(run) for run in runs}
    loose = ["".join(three) for three in combinations(ORDER, 3) if frozenset(three) not in spelled]
    pairs = [pair * 2 + kicker for pair in ORDER for kicker in ORDER if kicker != pair]
    blocks = [
        ("straight flush", True, runs),
        ("three-of-a-kind", False, [rank * 3 for rank in ORDER]),
        ("straight", False, runs),
        ("flush", True, loose),
        ("pair", False, pairs),
        ("nothing", False, loose),
    ]
    rungs: dict[tuple[frozenset[tuple[str, int]], bool], tuple[int, str]] = {}
    for name, suited, hands in blocks:
        if ranking == "highest-card":
            hands = sorted(hands, key=lambda hand: sorted(map(ORDER.index, hand)))
        for hand in hands:
            rungs[_key(hand), suited] = len(rungs), name
    return rungs


def _key(ranks: str) -> frozenset[tuple[str, int]]:
    return frozenset((rank, ranks.count(rank)) for rank in ranks)


def rung(cards: Sequence[str], ace_two_three: str = "run", ranking: str = "order-of-the-class") -> tuple[int, str]:
    ranks, suits = "".join(card[0] for card in cards), {card[1] for card in cards}
    return ladder(ace_two_three, ranking)[_key(ranks), len(suits) == 1]


def net(
    cards: Sequence[str],
    dealer: Sequence[str],
    ante: int,
    pair_plus: int,
    plays: bool,
    readings: dict[str, str],
) -> int:
    """Return what a seat has gained or lost after the round."""
    if ante and not plays:
        return -ante - pair_plus
    ladder_read = readings["ace-two-three"], readings["ranking"]
    mine, made = rung(cards, *ladder_read)
    his, dealers = rung(dealer, *ladder_read)
    side = pair_plus * PAIR_PLUS.get(made, -1)
    if not ante:
        return side
    bonus = ante * ANTE_BONUS.get(made, 0) * (2 if readings["ante-bonus"] == "ante-and-play" else 1)
    if dealers == "nothing" and not {card[0] for card in dealer} & set("AKQ"):
        return ante + bonus + side
    equal = 0 if readings["equal-hands"] == "push" else -1
    sign = (mine < his) - (mine > his) or equal
    if sign < 0 and readings["ante-bonus"] == "ante-unless-beaten":
        bonus = 0
    return 2 * ante * sign + bonus + side
