"""Pictures of where playing begins at Three Card Poker, and the strategy card in words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.common.ranking import NOTHING
from pitboss.counting.card_kinds import kind_of, patterns
from pitboss.counting.exact_model import Cards
from pitboss.counting.strategy_pictures import Curve, Picture, PictureModel, Point, Span, Spans, Step, describe_edge
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.play import FOLD, MAKE_IT
from pitboss.games.three_card_poker.math.exact import (
    ante_and_play,
    dealer_ranking,
    gains_by_hand,
    pair_plus_alone,
    rank_pattern,
    threshold,
)
from pitboss.law.rules import Rules

AROUND = 6  # ranks of hands on each side of the threshold
BY_SUIT, LEVEL = "by suit", "all the same"
GAIN = "playing gains (antes)"


def _class_label(rules: Rules, cards: Cards) -> str:
    class_name = dealer_ranking(rules).hand_class[kind_of(cards)]
    return "high cards" if class_name == NOTHING else class_name


def _by_rank(rules: Rules, gains: dict[Cards, Fraction]) -> list[tuple[list[Cards], Fraction, Fraction]]:
    """Return the hands of each rank from the lowest up, with the least and the most that playing one of them gains."""
    hands_by_strength: dict[int, list[Cards]] = {}
    for cards in gains:
        hands_by_strength.setdefault(dealer_ranking(rules).strength_index[kind_of(cards)], []).append(cards)
    return [
        (hands, min(gains[cards] for cards in hands), max(gains[cards] for cards in hands))
        for _, hands in sorted(hands_by_strength.items())
    ]


def _around(
    by_rank: list[tuple[list[Cards], Fraction, Fraction]],
) -> Iterator[tuple[list[Cards], Fraction, Fraction]]:
    """Yield the ranks around the threshold.

    From AROUND ranks below the first one with a hand that is played to AROUND ranks above the last one with a hand that
    is folded.
    """
    first = next(index for index, (_, _, high) in enumerate(by_rank) if high > 0)
    last = max((index for index, (_, low, _) in enumerate(by_rank) if low < 0), default=0)
    yield from by_rank[max(first - AROUND, 0) : max(first, last + 1) + AROUND]


def _choice_for(low: Fraction, high: Fraction) -> str:
    if low == high == 0:
        return LEVEL
    return MAKE_IT if low >= 0 else FOLD if high <= 0 else BY_SUIT


class ThreeCardPokerPictures(PictureModel[ThreeCardPokerHouse]):
    """The line between the hands that are played and those that are folded."""

    def pictures(self, rules: Rules, house: ThreeCardPokerHouse, bet: int) -> Iterator[Picture]:
        gains = gains_by_hand(rules, house)
        by_rank = _by_rank(rules, gains)
        title = threshold(rules, gains).title
        yield Spans(
            title=title,
            unit="What playing gains over folding, in antes, for the hands around the line, whatever their suits",
            axis=GAIN,
            choices=(MAKE_IT, BY_SUIT, LEVEL, FOLD),
            spans=tuple(
                Span(
                    rank_pattern(hands[0]),
                    _choice_for(low, high),
                    low,
                    high,
                    sum(patterns(3)[cards] for cards in hands),
                )
                for hands, low, high in reversed(list(_around(by_rank)))
            ),
        )
        yield Curve(
            title="Playing along all hands, from the lowest to the highest",
            unit="What playing gains over folding, in antes; every rank of hands is as wide as any other",
            axis=GAIN,
            points=tuple(
                Point(
                    rank_pattern(hands[0]),
                    _class_label(rules, hands[0]),
                    sum(patterns(3)[cards] for cards in hands),
                    low,
                    high,
                )
                for hands, low, high in by_rank
            ),
            above=MAKE_IT,
            below=FOLD,
        )

    def card(self, rules: Rules, house: ThreeCardPokerHouse, bet: int) -> Iterator[Step]:
        strategy = threshold(rules, gains_by_hand(rules, house))
        yield Step(
            "Your three cards",
            (
                f"{strategy.title}.",
                "Compare your cards from the highest down: the first that differs decides. A pair or better always "
                "beats high cards.",
            ),
        )
        ante, pairs = (row.house_edge for row in (ante_and_play(rules, house), pair_plus_alone(rules, house)))
        yield Step(
            "What it costs",
            (
                f"Played this way, {describe_edge(ante, 'your ante')} on average.",
                f"Pair plus needs no decision: {describe_edge(pairs, 'it')} on average.",
                "If you have both and fold, you lose both.",
            ),
        )


MODEL = ThreeCardPokerPictures()
