"""Where playing begins at Three Card Poker, drawn and in words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.common.ranking import NOTHING
from pitboss.counting.card_kinds import kind_of, patterns
from pitboss.counting.exact_model import Cards
from pitboss.counting.strategy_pictures import Curve, Picture, Point, Span, Spans, Step, keeps
from pitboss.games.three_card_poker.exact import (
    ante_and_play,
    gains_of,
    order,
    pair_plus_alone,
    threshold,
    told,
)
from pitboss.games.three_card_poker.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.play import FOLD, MAKE_IT
from pitboss.law.rules import Rules

AROUND = 6  # ranks of hands on each side of the threshold
BY_SUIT, LEVEL = "by suit", "all the same"
GAIN = "playing gains (antes)"


def pictures(rules: Rules, house: ThreeCardPokerHouse, bet: int) -> Iterator[Picture]:
    gains = gains_of(rules, house)
    by_rank = _by_rank(rules, gains)
    title = threshold(rules, gains).title
    yield Spans(
        title=title,
        unit="What playing gains over folding, in antes, for the hands around the line, whatever their suits",
        axis=GAIN,
        choices=(MAKE_IT, BY_SUIT, LEVEL, FOLD),
        spans=tuple(
            Span(told(hands[0]), _done(low, high), low, high, sum(patterns(3)[mine] for mine in hands))
            for hands, low, high in reversed(list(_around(by_rank)))
        ),
    )
    yield Curve(
        title="Playing along all hands, from the lowest to the highest",
        unit="What playing gains over folding, in antes; every rank of hands is as wide as any other",
        axis=GAIN,
        points=tuple(
            Point(told(hands[0]), _made(rules, hands[0]), sum(patterns(3)[mine] for mine in hands), low, high)
            for hands, low, high in by_rank
        ),
        above=MAKE_IT,
        below=FOLD,
    )


def _made(rules: Rules, mine: Cards) -> str:
    made = order(rules).made[kind_of(mine)]
    return "high cards" if made == NOTHING else made


def _by_rank(rules: Rules, gains: dict[Cards, Fraction]) -> list[tuple[list[Cards], Fraction, Fraction]]:
    """The hands of each rank from the lowest, with the least and the most that playing one of them gains."""
    found: dict[int, list[Cards]] = {}
    for mine in gains:
        found.setdefault(order(rules).at[kind_of(mine)], []).append(mine)
    return [
        (hands, min(gains[mine] for mine in hands), max(gains[mine] for mine in hands))
        for _, hands in sorted(found.items())
    ]


def _around(
    by_rank: list[tuple[list[Cards], Fraction, Fraction]],
) -> Iterator[tuple[list[Cards], Fraction, Fraction]]:
    """Some ranks below the first of which a hand is played, all to the last of which one is folded, and some above."""
    first = next(at for at, (_, _, high) in enumerate(by_rank) if high > 0)
    last = max((at for at, (_, low, _) in enumerate(by_rank) if low < 0), default=0)
    yield from by_rank[max(first - AROUND, 0) : max(first, last + 1) + AROUND]


def _done(low: Fraction, high: Fraction) -> str:
    if low == high == 0:
        return LEVEL
    return MAKE_IT if low >= 0 else FOLD if high <= 0 else BY_SUIT


def card(rules: Rules, house: ThreeCardPokerHouse, bet: int) -> Iterator[Step]:
    found = threshold(rules, gains_of(rules, house))
    yield Step(
        "Your three cards",
        (
            f"{found.title}.",
            "Compare your cards from the highest down: the first that differs decides. A pair or better always beats "
            "high cards.",
        ),
    )
    ante, pairs = (row.house_edge for row in (ante_and_play(rules, house), pair_plus_alone(rules, house)))
    yield Step(
        "What it costs",
        (
            f"Played this way, {keeps(ante, 'your ante')} on average.",
            f"Pair plus needs no decision: {keeps(pairs, 'it')} on average.",
            "If you have both and fold, you lose both.",
        ),
    )
