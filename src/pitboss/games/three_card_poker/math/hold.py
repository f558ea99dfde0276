"""The expected hold of Three Card Poker wagers, and the value of each decision, from exact counts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from pitboss.counting.exact_model import ImpossibleError, cache_by_readings
from pitboss.counting.hold_model import Block, HoldModel, Joint, Worths, joint
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.play import FOLD, MAKE_IT
from pitboss.games.three_card_poker.law.ranking import hand_class
from pitboss.games.three_card_poker.law.wagers import ANTE, ANTE_AND_PLAY, PAIR_PLUS
from pitboss.games.three_card_poker.math.exact import DEALERS, dealer_ranking, nets
from pitboss.games.three_card_poker.math.exact import MODEL as EXACT
from pitboss.law.rules import Rules


@cache_by_readings
def joint_outcomes(
    rules: Rules, house: ThreeCardPokerHouse, with_ante: bool, numerator: int, denominator: int
) -> Joint:
    """Return the joint outcomes of ante and pair plus.

    A player who folds forfeits both, so the size of the pair plus wager bears on the decision: it is `numerator` /
    `denominator` antes. Without an ante there is no decision.
    """
    results, outcomes = nets(rules, house), []
    ratio = Fraction(numerator, denominator)
    for _, hands, class_name, against in dealer_ranking(rules).hands:
        pair_plus = results.pair_plus[class_name]
        if not with_ante:
            outcomes.append((hands, (0, pair_plus)))
        elif is_gain(results.gain(against, class_name), pair_plus + results.parts, sum(against), ratio):
            played = zip(against, results.played[class_name], strict=True)
            outcomes += [(hands * count, (net, pair_plus)) for count, net in played]
        else:
            outcomes.append((hands * DEALERS, (-results.parts, -results.parts)))
    return joint((ANTE_AND_PLAY, PAIR_PLUS), outcomes, results.parts)


def is_gain(against_the_dealer: int, pair_plus_gain: int, hands: int, ratio: Fraction) -> bool:
    """Return whether playing nets more than folding.

    `against_the_dealer` is that gain without pair plus, summed over the dealer's `hands`. Folding also forfeits pair
    plus: `pair_plus_gain` is what playing saves for each ante on it, and `ratio` is the number of antes on it.
    """
    return against_the_dealer + hands * pair_plus_gain * ratio > 0


class ThreeCardPokerHold(HoldModel[ThreeCardPokerHouse]):
    """The hold of ante and play together, and of pair plus."""

    def blocks(self, rules: Rules, house: ThreeCardPokerHouse, view: View) -> Iterator[Block]:
        for stakes in view.wagers.values():
            ante, pair_plus = stakes.get(ANTE, 0), stakes.get(PAIR_PLUS, 0)
            ratio = Fraction(pair_plus, ante) if ante else Fraction()
            yield joint_outcomes(rules, house, bool(ante), ratio.numerator, ratio.denominator).with_stakes(
                ante, pair_plus
            )

    def worths(self, rules: Rules, house: ThreeCardPokerHouse, view: View) -> Worths:
        decision = pending_question(view)
        seen = situation_at(view, decision.position)
        if len(seen.cards) != 3 or seen.board:
            raise ImpossibleError(ODD)
        ante, pair_plus = seen.stakes[ANTE], seen.stakes.get(PAIR_PLUS, 0)
        results, class_name = nets(rules, house), hand_class(seen.cards, rules)
        if seen.seen or len(seen.dealer) > 2:
            answer = EXACT.ask(rules, house, ante, msgspec.structs.replace(seen, stakes={ANTE: ante}))
            value = next(choice.value for choice in answer.choices if choice.name == MAKE_IT)
        else:
            against = dealer_ranking(rules).against(seen.cards, seen.dealer)
            value = Fraction(results.gain(against, class_name), sum(against) * results.parts) - 1
        values = {
            MAKE_IT: {
                ANTE_AND_PLAY: value * ante,
                PAIR_PLUS: Fraction(results.pair_plus[class_name] * pair_plus, results.parts),
            },
            FOLD: {ANTE_AND_PLAY: Fraction(-ante), PAIR_PLUS: Fraction(-pair_plus)},
        }
        return {choice: values[choice] for choice in decision.choices}


MODEL = ThreeCardPokerHold()
