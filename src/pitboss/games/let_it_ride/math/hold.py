"""The expected hold of Let It Ride wagers, and the value of riding and withdrawing, from exact counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import msgspec

from pitboss.counting.card_kinds import kind_of, kinds, one_card_more
from pitboss.counting.exact_model import ImpossibleError, cache_by_readings
from pitboss.counting.hold_model import Block, HoldModel, Joint, Worths, joint
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.play import LET_IT_RIDE, WITHDRAW
from pitboss.games.let_it_ride.law.ranking import three_card_class
from pitboss.games.let_it_ride.law.wagers import BASE, BET_1, BET_2, BET_3, BONUS, BONUS_CHIP, THREE_BETS, THREE_CARD
from pitboss.games.let_it_ride.math.exact import MODEL as EXACT
from pitboss.games.let_it_ride.math.exact import Optimal, bonus_net, class_counts, pay, three_card_net
from pitboss.law.rules import Rules


def _relevant_bet(house: LetItRideHouse, bet: int) -> int:
    """Return the bet if a payout limit makes its size matter, or else the minimum. One count then serves all bets."""
    return bet if house.payout_limit is not None else house.minimum


@cache_by_readings
def joint_outcomes(rules: Rules, house: LetItRideHouse, bet: int, bonus: bool, three_card: bool) -> Joint:
    """Return the joint outcomes of the base bets and both bonus wagers, which depend on shared cards."""
    best, reading = optimal(rules, house, bet), rules.reads("ace-two-three")
    counts: Counter[tuple[int, str, str]] = Counter()
    for three, hands in kinds(3).items():
        three_card_class_, bets = (
            _three_card_class(three.cards(), reading) if three_card else "",
            1 + best(BET_1, three, 1),
        )
        for four, ways in one_card_more(three):
            in_action = bets + best(BET_2, four, bets)
            for class_name, rivers in class_counts(four):
                counts[in_action, class_name, three_card_class_] += hands * ways * rivers
    payoffs = best.pay
    zero = Fraction()
    outcomes = (
        (
            deals,
            (
                Fraction(payoffs.net[class_name][bets - 1], payoffs.parts),
                bonus_net(rules, house, class_name) if bonus else zero,
                three_card_net(rules, house, three_card_class_) if three_card else zero,
            ),
        )
        for (bets, class_name, three_card_class_), deals in counts.items()
    )
    return joint((THREE_BETS, BONUS, THREE_CARD), outcomes)


@cache
def _three_card_class(cards: tuple[str, ...], ace_two_three: str) -> str:
    return three_card_class(cards, ace_two_three)


@cache_by_readings
def optimal(rules: Rules, house: LetItRideHouse, bet: int) -> Optimal:
    return Optimal(pay(rules, house, bet))


class LetItRideHold(HoldModel[LetItRideHouse]):
    """The hold of the three equal bets together, and of each bonus."""

    def blocks(self, rules: Rules, house: LetItRideHouse, view: View) -> Iterator[Block]:
        for stakes in view.wagers.values():
            bonus = BONUS_CHIP if stakes.get(BONUS) else 0
            outcomes = joint_outcomes(
                rules, house, _relevant_bet(house, stakes[BET_3]), bool(bonus), THREE_CARD in stakes
            )
            yield outcomes.with_stakes(stakes[BET_3], bonus, stakes.get(THREE_CARD, 0))

    def worths(self, rules: Rules, house: LetItRideHouse, view: View) -> Worths:
        decision = pending_question(view)
        seen = situation_at(view, decision.position)
        if len(seen.cards) != 3 or len(seen.board) != (decision.subject == BET_2) or seen.dealer:
            raise ImpossibleError(ODD)
        stakes = {spot: seen.stakes.get(spot, 0) for spot in BASE}
        bet = stakes[BET_3]
        if seen.seen:
            answer = EXACT.ask(rules, house, bet, msgspec.structs.replace(seen, stakes=stakes))
            values = {choice.name: choice.value for choice in answer.choices}
        else:
            best = optimal(rules, house, _relevant_bet(house, bet))
            if seen.board:
                totals = best.value_of_bet_2(kind_of((*seen.cards, *seen.board)), 1 + (stakes[BET_1] > 0))
                whole = 48 * best.pay.parts
            else:
                totals = best.value_of_bet_1(kind_of(seen.cards))
                whole = 49 * 48 * best.pay.parts
            values = {WITHDRAW: Fraction(totals[0], whole), LET_IT_RIDE: Fraction(totals[1], whole)}
        return {choice: {THREE_BETS: values[choice] * bet} for choice in decision.choices}


MODEL = LetItRideHold()
