"""Compute the value of following a shoe of punto banco: every wager of the table by the exact count of the remaining
cards."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.common.punto_banco.house import PuntoBancoHouse, cutting_card_range, is_continuous, offered_spots
from pitboss.common.punto_banco.math.simulated import Shoes, bet_on
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.shoe_following import FollowedWager
from pitboss.counting.shoe_simulation import require_whole_rounds
from pitboss.law.rules import Rules
from pitboss.numeric import punto_banco_shoes as kernel
from pitboss.numeric import shoes as cards

FURTHER = (26, 52, 78, 104)  # cards behind the cutting card, beside what the house elects: half a deck to two decks


def follow(rules: Rules, house: PuntoBancoHouse, bet: int, shoes: int, seed: int) -> Iterator[FollowedWager]:
    """Simulate shoes in which a player makes each wager only when the remaining cards favor it, for several depths of
    the cutting card.
    """
    if is_continuous(house):
        raise ImpossibleError("a continuous shuffler deals every round from all cards, so there is nothing to follow")
    spots = offered_spots(house)
    simulated = Shoes(rules, house, [bet_on(rules, house, spot, bet, True) for spot in spots], 1, True)
    depths = sorted({cutting_card_range(house)[0], *FURTHER})  # the deepest card first
    tallies = np.zeros((shoes, len(depths), 1 + 2 * len(spots)), np.int64)
    stakes = np.concatenate([-simulated.bets.nets.min(axis=1), np.zeros(len(spots), np.int64)])
    dealt, unseen, ways = kernel.scratch()
    done = kernel.follow_shoes(
        seed,
        0,
        simulated.rules,
        simulated.bets,
        simulated.terms.that_only,
        np.array(depths, np.int64),
        stakes,
        tallies,
        cards.scratch(house.packs),
        dealt,
        unseen,
        ways,
        np.zeros(len(depths), np.int64),
    )
    require_whole_rounds(done)
    for index, spot in enumerate(spots):
        for depth, cards_behind in enumerate(depths):
            bets: list[int] = tallies[:, depth, 1 + 2 * index].tolist()
            gains: list[int] = tallies[:, depth, 2 + 2 * index].tolist()
            yield FollowedWager(
                wager=spot,
                behind=cards_behind,
                shoes=shoes,
                rounds=int(tallies[:, depth, 0].sum()),
                bets=sum(bets),
                bets2=sum(count**2 for count in bets),
                gain=Fraction(sum(gains), kernel.PARTS),
                gain2=Fraction(sum(count**2 for count in gains), kernel.PARTS**2),
                both=Fraction(sum(count * other for count, other in zip(bets, gains, strict=True)), kernel.PARTS),
            )
