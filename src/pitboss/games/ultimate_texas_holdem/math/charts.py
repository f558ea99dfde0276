"""A chart of the first decision of Ultimate Texas Hold 'Em, and the strategy card for all three decisions."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)  # isort: skip

from pitboss.counting.strategy_pictures import Grid, PictureModel, Square, Step, describe_edge
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.law.play import CHECK
from pitboss.games.ultimate_texas_holdem.math import kernel
from pitboss.games.ultimate_texas_holdem.math.exact import (
    BEFORE,
    OptimalPlay,
    base,
    edge_of_plan,
    rules_in_short,
    short_plan,
    solve,
    values_before_the_flop,
)
from pitboss.law.rules import Rules
from pitboss.table.cards import RANK_NAMES, RANKS

CHOICES = (*(f"{times}x" for times in BEFORE), CHECK)
TO_LOW = RANKS[::-1]


def best_choice(solved: OptimalPlay, index: int) -> str:
    times = solved.solution.strategy.before[index]
    return f"{times}x" if times else CHECK


# --- in words


def _rule_in_words(action: str, hands: str) -> str:
    return f"Play {action} with {hands}." if action.endswith("x") else f"{action.capitalize()} with {hands}."


def starting_hands_in_words(hands: set[str]) -> Iterator[str]:
    """Yield starting hands in words, by their higher card.

    Hands that do not run down from the top without a gap are listed one by one.
    """
    pairs = [rank for rank in TO_LOW if rank * 2 in hands]
    if pairs == list(TO_LOW):
        yield "any pair"
    elif len(pairs) == 1 or pairs != list(TO_LOW[: len(pairs)]):
        yield from (rank * 2 for rank in pairs)
    elif pairs:
        yield f"a pair of {_plural(pairs[-1])} or higher"
    for index, high in enumerate(TO_LOW[:-1]):
        lower = TO_LOW[index + 1 :]
        offsuit, suited = ([low for low in lower if f"{high}{low}{sort}" in hands] for sort in "os")
        if offsuit == suited == list(lower):
            yield f"any {_name(high)}"
        elif _runs_from_the_top(offsuit, lower) and _runs_from_the_top(suited, lower):
            if offsuit:
                yield f"{_with_article(high)} with {_down_to(offsuit, lower)}" + (
                    f" (suited, with {_down_to(suited, lower)})" if suited != offsuit else ""
                )
            elif suited:
                yield f"{_with_article(high)} suited with {_down_to(suited, lower)}"
        else:
            yield from (high + low + sort for sort, lows in zip("os", (offsuit, suited), strict=True) for low in lows)


def _runs_from_the_top(lows: list[str], lower: str) -> bool:
    return lows == list(lower[: len(lows)])


def _down_to(lows: list[str], lower: str) -> str:
    if len(lows) == len(lower):
        return "any card"
    return _with_article(lows[-1]) if len(lows) == 1 else f"{_with_article(lows[-1])} or higher"


def _name(rank: str) -> str:
    return RANK_NAMES[rank]


def _with_article(rank: str) -> str:
    return f"{'an' if rank in 'A8' else 'a'} {_name(rank)}"


def _plural(rank: str) -> str:
    return f"{_name(rank)}{'es' if rank == '6' else 's'}"


class UltimateTexasHoldemPictures(PictureModel[UltimateHouse]):
    """The best choice before the flop for every two cards."""

    def pictures(self, rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Grid]:
        solved = solve(rules, house, bet)
        check, played = values_before_the_flop(solved, bet)
        squares = []
        for index, hole in enumerate(kernel.STARTING):
            values = sorted((check[index], *(played[times][index] for times in BEFORE)))
            row, column = divmod(index, len(RANKS))
            gain = values[-1] - values[-2]
            squares.append(Square(TO_LOW[row], TO_LOW[column], hole.name, best_choice(solved, index), gain))
        yield Grid(
            title="Before the flop: what is best with each hand",
            unit="What the best choice gains over the next best, in antes; suited hands above the diagonal, others "
            "below",
            labels=tuple(TO_LOW),
            choices=CHOICES,
            squares=tuple(squares),
        )

    def card(self, rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Step]:
        solved = solve(rules, house, bet)
        best = {hole.name: best_choice(solved, index) for index, hole in enumerate(kernel.STARTING)}
        lines = []
        for choice in CHOICES[:-1]:
            if hands := {name for name, chosen in best.items() if chosen == choice}:
                lines.append(f"Play {choice} with {'; '.join(starting_hands_in_words(hands))}.")
        yield Step("Before the flop", (*lines, "Check with everything else."))
        optimal = base(rules, house, bet).house_edge
        costs = f"With the best play throughout, {describe_edge(optimal, 'the ante')} on average."
        if solved.solution.own:  # the rules in short are for hands of any five cards
            yield Step(
                "On the flop and on the river",
                ("There is no short rule for hands of two cards of your own. Ask about each hand.",),
            )
            yield Step("What it costs", (costs,))
            return
        plan = short_plan(solved.solution)
        by_rule = edge_of_plan(solved, bet, plan)
        for street in ("flop", "river"):
            rows = [
                entry[1:]
                for entry in rules_in_short(solved.solution, plan, by_rule - optimal).rows
                if entry[0] == street
            ]
            yield Step(f"On the {street}", tuple(_rule_in_words(action, hands) for action, hands in rows))
        simple = f"With this chart and these short rules for flop and river, {describe_edge(by_rule, 'it')}."
        yield Step("What it costs", (costs, simple))


MODEL = UltimateTexasHoldemPictures()
