"""The expected result of jacks plus, and the cost of a fold for that wager.

The worth of the pot depends on the other players, so it has no expected result here. It is not known whether a fold was
right for the pot either: only its cost for jacks plus is stated.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.hold_model import Block, HoldModel, Moments, Worths
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.play import FOLD
from pitboss.games.winners_pot_poker.law.wagers import JACKS_PLUS
from pitboss.games.winners_pot_poker.math.exact import COMPLETED, STAY, jacks_plus
from pitboss.games.winners_pot_poker.math.exact import MODEL as EXACT
from pitboss.law.rules import Rules


class WinnersPotPokerHold(HoldModel[WinnersPotHouse]):
    """The hold of jacks plus alone."""

    def blocks(self, rules: Rules, house: WinnersPotHouse, view: View) -> Iterator[Block]:
        for stakes in view.wagers.values():
            if stake := stakes.get(JACKS_PLUS, 0):
                row = jacks_plus(rules, house, stake, COMPLETED)
                moments = Moments(row.house_edge * stake, row.variance * stake**2)
                yield Block({JACKS_PLUS: moments}, moments.variance)

    def worths(self, rules: Rules, house: WinnersPotHouse, view: View) -> Worths:
        asked = pending_question(view)
        seen = situation_at(view, asked.position)
        if JACKS_PLUS not in seen.stakes:
            return {}
        if not 3 <= len(seen.cards) <= 4 or seen.board:
            raise ImpossibleError(ODD)
        # The dealer's open cards are out of the deck like any other.
        stake, out = seen.stakes[JACKS_PLUS], (*seen.seen, *seen.dealer)
        situation = msgspec.structs.replace(seen, dealer=(), seen=out, stakes={JACKS_PLUS: stake})
        values = {choice.name: choice.value * stake for choice in EXACT.ask(rules, house, stake, situation).choices}
        return {choice: {JACKS_PLUS: values[FOLD if choice == FOLD else STAY]} for choice in asked.choices}


MODEL = WinnersPotPokerHold()
