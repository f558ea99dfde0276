"""What it is worth to follow a shoe of punto banco: every wager of the table by the exact count of what is left."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.common.punto_banco.house import PuntoBancoHouse, cutting_card_range, is_continuous, offered_spots
from pitboss.common.punto_banco.math.simulated import Shoes, bet_on
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.shoe_following import Followed
from pitboss.counting.shoe_simulation import require_whole_rounds
from pitboss.law.rules import Rules
from pitboss.numeric import punto_banco_shoes as kernel
from pitboss.numeric import shoes as cards

FURTHER = (26, 52, 78, 104)  # cards behind the cutting card, beside what the house elects: half a deck to two decks


def follow(rules: Rules, house: PuntoBancoHouse, bet: int, shoes: int, seed: int) -> Iterator[Followed]:
    if is_continuous(house):
        raise ImpossibleError("a continuous shuffler deals every round from all cards, so there is nothing to follow")
    spots = offered_spots(house)
    made = Shoes(rules, house, [bet_on(rules, house, spot, bet, True) for spot in spots], 1, True)
    depths = sorted({cutting_card_range(house)[0], *FURTHER})  # the deepest card first
    found = np.zeros((shoes, len(depths), 1 + 2 * len(spots)), np.int64)
    stakes = np.concatenate([-made.bets.nets.min(axis=1), np.zeros(len(spots), np.int64)])
    dealt, unseen, ways = kernel.scratch()
    done = kernel.follow_shoes(
        seed,
        0,
        made.rules,
        made.bets,
        made.terms.that_only,
        np.array(depths, np.int64),
        stakes,
        found,
        cards.scratch(house.packs),
        dealt,
        unseen,
        ways,
        np.zeros(len(depths), np.int64),
    )
    require_whole_rounds(done)
    for at, spot in enumerate(spots):
        for depth, cards_behind in enumerate(depths):
            bets: list[int] = found[:, depth, 1 + 2 * at].tolist()
            gains: list[int] = found[:, depth, 2 + 2 * at].tolist()
            yield Followed(
                wager=spot,
                behind=cards_behind,
                shoes=shoes,
                rounds=int(found[:, depth, 0].sum()),
                bets=sum(bets),
                bets2=sum(each**2 for each in bets),
                gain=Fraction(sum(gains), kernel.PARTS),
                gain2=Fraction(sum(each**2 for each in gains), kernel.PARTS**2),
                both=Fraction(sum(each * other for each, other in zip(bets, gains, strict=True)), kernel.PARTS),
            )
