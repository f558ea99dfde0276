"""Ultimate Texas Hold 'Em for one who has seen the neighbors' hands before the first decision.

The first decision takes twenty times as long to count as those that follow. It is looked at in deals of its own, one to
two of the others, and where the two choices are far apart only in some of these, which then count for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.neighbors import Seen, sum_losses
from pitboss.games.ultimate_texas_holdem import exact, kernel, situations
from pitboss.games.ultimate_texas_holdem.hands import FLOP, HAND
from pitboss.games.ultimate_texas_holdem.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.kernel.plain import plain_game
from pitboss.games.ultimate_texas_holdem.kernel.play import strategy_lookup
from pitboss.games.ultimate_texas_holdem.ranking import FIVE
from pitboss.games.ultimate_texas_holdem.situations import TIMES, Plan
from pitboss.law.rules import Rules
from pitboss.numeric.compiler import report_wait
from pitboss.numeric.draws import CARDS, plain_word, unit_cards

FEWER = 2  # deals to one in which the first decision is looked at
NEAR = Fraction(3, 20)  # antes between the two choices, up to which it is looked at in each of those
PARTS, LEAST = 64, 4  # the chance of looking elsewhere falls with the square of that, in parts, to so many of them
CHOICES = ("check", "raise"), ("fold", "play")  # of the plain count, as the dealer's questions have them


def neighbors(rules: Rules, house: UltimateHouse, bet: int, seen: int, deals: int, seed: int) -> Seen:
    if not 1 <= seen < house.seats:
        raise ImpossibleError(
            f"{seen} neighbors cannot be seen at a table of {house.seats}; ask for 1 to {house.seats - 1}"
        )
    found = exact.solved(rules, house, bet)
    plan, unit, chances = situations.best(found.solution), found.parts * bet, looked_at(found, bet)
    report_wait(f"counting {deals:,} deals with cards of {seen} neighbors known (about {deals // 70 + 1:,} seconds)")
    before, later = [], []
    for deal in range(deals):
        own, out, board = dealt(seed, deal, seen)
        later.append(sum(lost_later(found.solution, plan, own, out, board), Fraction()) / unit)
    for deal in range(deals, deals + -(-deals // FEWER)):
        own, out, _ = dealt(seed, deal, seen)
        chance = chances[strategy_lookup.starting()[0][strategy_lookup.hole_numbers()[own]]]
        look = plain_word(seed, deal, CARDS, 0) * PARTS >> 32 < chance  # a word that no card is drawn from
        lost = lost_before(found.solution, plan, own, out) if look else Fraction()
        before.append(lost * Fraction(PARTS, chance) / unit)
    without = exact.base(rules, house, bet).house_edge
    return Seen(seen, exact.UNIT, without, (sum_losses(before), sum_losses(later)))


def dealt(seed: int, deal: int, seen: int) -> tuple[tuple[int, int], Sequence[int], Sequence[int]]:
    """One's own cards, the neighbors' and the board."""
    cards = unit_cards(seed, deal, HAND + HAND * seen + FIVE)
    return (cards[0], cards[1]), cards[HAND:-FIVE], cards[-FIVE:]


def looked_at(found: exact.Solved, bet: int) -> list[int]:
    """By starting hole, in how many of PARTS deals the first decision is looked at."""
    check, played = exact.before_the_flop(found, bet)
    apart = [max(abs(four - waiting), NEAR) for four, waiting in zip(played[4], check, strict=True)]
    return [max(LEAST, int(PARTS * (NEAR / each) ** 2)) for each in apart]


def lost_before(solution: kernel.Solution, plan: Plan, own: tuple[int, int], out: Sequence[int]) -> Fraction:
    """What the first choice is worth less than the best one, knowing which cards are out; in units of the kernel."""
    told = kernel.first_decision(solution.pay, own, (), out, solution.own)
    worths = [told.checked, *(told.played[times] for times in TIMES[:2])]
    return Fraction(max(worths) - worths[plan.choice(own, ())], told.deals)


def lost_later(
    solution: kernel.Solution, plan: Plan, own: tuple[int, int], out: Sequence[int], board: Sequence[int]
) -> Iterator[Fraction]:
    """The same on the flop and on the river, as far as the plan comes to a decision there."""
    if plan.choice(own, ()):
        return
    deck = [card for card in range(52) if card not in out]
    for cards, names in zip((board[:FLOP], board), CHOICES, strict=True):
        told = plain_game.ask(solution.pay, own, cards, (), deck, solution.own)
        worths = [told.choices[name] for name in names]
        choice = plan.choice(own, cards)
        yield Fraction(max(worths) - worths[choice], told.deals)
        if choice:
            return
