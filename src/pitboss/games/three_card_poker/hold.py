"""What the house expects of Three Card Poker wagers, and what a decision is worth, hand by hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from pitboss.counting.exact_model import ImpossibleError, remembered
from pitboss.counting.hold_model import Block, Joint, Worths, joint
from pitboss.engine.situation import ODD, question, seen_at
from pitboss.engine.view import View
from pitboss.games.three_card_poker.exact import DEALERS, ask, nets, order
from pitboss.games.three_card_poker.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.play import FOLD, MAKE_IT
from pitboss.games.three_card_poker.ranking import hand_class
from pitboss.games.three_card_poker.wagers import ANTE, PAIR_PLUS
from pitboss.law.rules import Rules

AGAINST_DEALER = "ante and play"


def named(spot: str) -> str:
    return PAIR_PLUS if spot == PAIR_PLUS else AGAINST_DEALER


def blocks(rules: Rules, house: ThreeCardPokerHouse, view: View) -> Iterator[Block]:
    for stakes in view.wagers.values():
        ante, beside = stakes.get(ANTE, 0), stakes.get(PAIR_PLUS, 0)
        ratio = Fraction(beside, ante) if ante else Fraction()
        yield together(rules, house, bool(ante), ratio.numerator, ratio.denominator).staked(ante, beside)


@remembered
def together(rules: Rules, house: ThreeCardPokerHouse, with_ante: bool, beside: int, of: int) -> Joint:
    """A player who does not play forfeits both, so that how much lies on pair plus may bear on the decision. Without an
    ante there is none."""
    paid, outcomes = nets(rules, house), []
    for _, hands, made, against in order(rules).hands:
        if not with_ante:
            outcomes.append((hands, (0, paid.pair_plus[made])))
        elif gains(paid.gain(against, made), paid.pair_plus[made] + paid.parts, sum(against), Fraction(beside, of)):
            played = zip(against, paid.played[made], strict=True)
            outcomes += [(hands * often, (net, paid.pair_plus[made])) for often, net in played]
        else:
            outcomes.append((hands * DEALERS, (-paid.parts, -paid.parts)))
    return joint((AGAINST_DEALER, PAIR_PLUS), outcomes, paid.parts)


def gains(against_the_dealer: int, by_itself: int, hands: int, beside: Fraction) -> bool:
    """Whether playing nets more than folding; `by_itself` is what pair plus nets more if it is not forfeited."""
    return against_the_dealer + hands * by_itself * beside > 0


def worths(rules: Rules, house: ThreeCardPokerHouse, view: View) -> Worths:
    asked = question(view)
    seen = seen_at(view, asked.position)
    if len(seen.cards) != 3 or seen.board:
        raise ImpossibleError(ODD)
    ante, beside = seen.stakes[ANTE], seen.stakes.get(PAIR_PLUS, 0)
    paid, made = nets(rules, house), hand_class(seen.cards, rules)
    if seen.seen or len(seen.dealer) > 2:
        answer = ask(rules, house, ante, msgspec.structs.replace(seen, stakes={ANTE: ante}))
        value = next(each.value for each in answer.choices if each.name == MAKE_IT)
    else:
        against = order(rules).against(seen.cards, seen.dealer)
        value = Fraction(paid.gain(against, made), sum(against) * paid.parts) - 1
    found = {
        MAKE_IT: {AGAINST_DEALER: value * ante, PAIR_PLUS: Fraction(paid.pair_plus[made] * beside, paid.parts)},
        FOLD: {AGAINST_DEALER: Fraction(-ante), PAIR_PLUS: Fraction(-beside)},
    }
    return {choice: found[choice] for choice in asked.choices}
