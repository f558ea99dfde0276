"""Ultimate Texas Hold 'Em for a player who has seen the neighbors' hands before the first decision.

The first decision takes twenty times as long to count as the later ones. It is evaluated in deals of its own, one for
every FEWER of the others. If the two choices are far apart, only some of these deals are evaluated, with weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.neighbors import NeighborsGain, sum_losses
from pitboss.games.ultimate_texas_holdem.law.hands import FLOP, HAND
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.ranking import FIVE
from pitboss.games.ultimate_texas_holdem.math import exact, kernel, situations
from pitboss.games.ultimate_texas_holdem.math.kernel.plain import plain_game
from pitboss.games.ultimate_texas_holdem.math.kernel.play import strategy_lookup
from pitboss.games.ultimate_texas_holdem.math.situations import TIMES, Plan
from pitboss.law.rules import Rules
from pitboss.numeric.compiler import report_wait
from pitboss.numeric.draws import CARDS, plain_word, unit_cards

FEWER = 2  # deals of later decisions for each deal of the first decision
NEAR = Fraction(3, 20)  # antes between the two choices, up to which every deal of the first decision is evaluated
PARTS, LEAST = 64, 4  # beyond NEAR the chance falls with the square of the distance; in parts, and at least LEAST
CHOICES = ("check", "raise"), ("fold", "play")  # choices of the plain count, in the order of the dealer's questions


def neighbors(rules: Rules, house: UltimateHouse, bet: int, seen: int, deals: int, seed: int) -> NeighborsGain:
    if not 1 <= seen < house.seats:
        raise ImpossibleError(
            f"{seen} neighbors cannot be seen at a table of {house.seats}; ask for 1 to {house.seats - 1}"
        )
    solved = exact.solve(rules, house, bet)
    plan, unit, chances = situations.optimal_plan(solved.solution), solved.parts * bet, evaluation_chances(solved, bet)
    report_wait(f"counting {deals:,} deals with cards of {seen} neighbors known (about {deals // 70 + 1:,} seconds)")
    before, later = [], []
    for deal in range(deals):
        own, out, board = sample_deal(seed, deal, seen)
        later.append(sum(losses_after_the_flop(solved.solution, plan, own, out, board), Fraction()) / unit)
    for deal in range(deals, deals + -(-deals // FEWER)):
        own, out, _ = sample_deal(seed, deal, seen)
        chance = chances[strategy_lookup.starting()[0][strategy_lookup.hole_numbers()[own]]]
        is_evaluated = plain_word(seed, deal, CARDS, 0) * PARTS >> 32 < chance  # this random word draws no card
        loss = loss_before_the_flop(solved.solution, plan, own, out) if is_evaluated else Fraction()
        before.append(loss * Fraction(PARTS, chance) / unit)
    without = exact.base(rules, house, bet).house_edge
    return NeighborsGain(seen, exact.UNIT, without, (sum_losses(before), sum_losses(later)))


def sample_deal(seed: int, deal: int, seen: int) -> tuple[tuple[int, int], Sequence[int], Sequence[int]]:
    """Return the player's own cards, the neighbors' cards and the board of a random deal."""
    cards = unit_cards(seed, deal, HAND + HAND * seen + FIVE)
    return (cards[0], cards[1]), cards[HAND:-FIVE], cards[-FIVE:]


def evaluation_chances(solved: exact.OptimalPlay, bet: int) -> list[int]:
    """Return, by starting hand, in how many of PARTS deals the first decision is evaluated."""
    check, played = exact.values_before_the_flop(solved, bet)
    distances = [max(abs(four - waiting), NEAR) for four, waiting in zip(played[4], check, strict=True)]
    return [max(LEAST, int(PARTS * (NEAR / distance) ** 2)) for distance in distances]


def loss_before_the_flop(solution: kernel.Solution, plan: Plan, own: tuple[int, int], out: Sequence[int]) -> Fraction:
    """Return what the plan's first choice is worth less than the best one, given the cards that are out.

    The loss is in the kernel's units.
    """
    decision = kernel.first_decision(solution.pay, own, (), out, solution.own)
    worths = [decision.checked, *(decision.played[times] for times in TIMES[:2])]
    return Fraction(max(worths) - worths[plan.choice(own, ())], decision.deals)


def losses_after_the_flop(
    solution: kernel.Solution, plan: Plan, own: tuple[int, int], out: Sequence[int], board: Sequence[int]
) -> Iterator[Fraction]:
    """Yield what the plan's choices on the flop and on the river are worth less than the best ones, given the cards
    that are out. Nothing is yielded for a decision that the plan does not come to.
    """
    if plan.choice(own, ()):
        return
    deck = [card for card in range(52) if card not in out]
    for cards, names in zip((board[:FLOP], board), CHOICES, strict=True):
        answer = plain_game.ask(solution.pay, own, cards, (), deck, solution.own)
        worths = [answer.choices[name] for name in names]
        choice = plan.choice(own, cards)
        yield Fraction(max(worths) - worths[choice], answer.deals)
        if choice:
            return
