"""The first decision of Ultimate Texas Hold 'Em as a chart, and all three in words."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)  # isort: skip

from pitboss.counting.strategy_pictures import Grid, Square, Step, describe_edge
from pitboss.games.ultimate_texas_holdem import kernel
from pitboss.games.ultimate_texas_holdem.exact import (
    BEFORE,
    Solved,
    base,
    before_the_flop,
    edge_of,
    in_short,
    short_plan,
    solved,
)
from pitboss.games.ultimate_texas_holdem.house import UltimateHouse
from pitboss.games.ultimate_texas_holdem.play import CHECK
from pitboss.law.rules import Rules
from pitboss.table.cards import RANK_NAMES, RANKS

CHOICES = (*(f"{times}x" for times in BEFORE), CHECK)
TO_LOW = RANKS[::-1]


def pictures(rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Grid]:
    found = solved(rules, house, bet)
    check, played = before_the_flop(found, bet)
    squares = []
    for at, hole in enumerate(kernel.STARTING):
        values = sorted((check[at], *(played[times][at] for times in BEFORE)))
        row, column = divmod(at, len(RANKS))
        gain = values[-1] - values[-2]
        squares.append(Square(TO_LOW[row], TO_LOW[column], hole.name, best_at(found, at), gain))
    yield Grid(
        title="Before the flop: what is best with each hand",
        unit="What the best choice gains over the next best, in antes; suited hands above the diagonal, others below",
        labels=tuple(TO_LOW),
        choices=CHOICES,
        squares=tuple(squares),
    )


def best_at(found: Solved, at: int) -> str:
    times = found.solution.strategy.before[at]
    return f"{times}x" if times else CHECK


# --- in words


def card(rules: Rules, house: UltimateHouse, bet: int) -> Iterator[Step]:
    found = solved(rules, house, bet)
    best = {hole.name: best_at(found, at) for at, hole in enumerate(kernel.STARTING)}
    says = []
    for choice in CHOICES[:-1]:
        if hands := {name for name, what in best.items() if what == choice}:
            says.append(f"Play {choice} with {'; '.join(in_words(hands))}.")
    yield Step("Before the flop", (*says, "Check with everything else."))
    optimal = base(rules, house, bet).house_edge
    costs = f"With the best play throughout, {describe_edge(optimal, 'the ante')} on average."
    if found.solution.own:  # the rules in short are for hands of any five cards
        yield Step(
            "On the flop and on the river",
            ("There is no short rule for hands of two cards of your own. Ask about each hand.",),
        )
        yield Step("What it costs", (costs,))
        return
    plan = short_plan(found.solution)
    by_rule = edge_of(found, bet, plan)
    for when in ("flop", "river"):
        rows = [each[1:] for each in in_short(found.solution, plan, by_rule - optimal).rows if each[0] == when]
        yield Step(f"On the {when}", tuple(_told(what, with_) for what, with_ in rows))
    simple = f"With this chart and these short rules for flop and river, {describe_edge(by_rule, 'it')}."
    yield Step("What it costs", (costs, simple))


def _told(what: str, with_: str) -> str:
    return f"Play {what} with {with_}." if what.endswith("x") else f"{what.capitalize()} with {with_}."


def in_words(hands: set[str]) -> Iterator[str]:
    """Starting hands by their higher card, as a person remembers them; what does not run down from the top is named."""
    pairs = [rank for rank in TO_LOW if rank * 2 in hands]
    if pairs == list(TO_LOW):
        yield "any pair"
    elif len(pairs) == 1 or pairs != list(TO_LOW[: len(pairs)]):
        yield from (rank * 2 for rank in pairs)
    elif pairs:
        yield f"a pair of {_plural(pairs[-1])} or higher"
    for at, high in enumerate(TO_LOW[:-1]):
        lower = TO_LOW[at + 1 :]
        plain, suited = ([low for low in lower if f"{high}{low}{sort}" in hands] for sort in "os")
        if plain == suited == list(lower):
            yield f"any {_name(high)}"
        elif _from_the_top(plain, lower) and _from_the_top(suited, lower):
            if plain:
                yield f"{_a(high)} with {_down_to(plain, lower)}" + (
                    f" (suited, with {_down_to(suited, lower)})" if suited != plain else ""
                )
            elif suited:
                yield f"{_a(high)} suited with {_down_to(suited, lower)}"
        else:
            yield from (high + low + sort for sort, some in zip("os", (plain, suited), strict=True) for low in some)


def _from_the_top(some: list[str], lower: str) -> bool:
    return some == list(lower[: len(some)])


def _down_to(some: list[str], lower: str) -> str:
    if len(some) == len(lower):
        return "any card"
    return _a(some[-1]) if len(some) == 1 else f"{_a(some[-1])} or higher"


def _name(rank: str) -> str:
    return RANK_NAMES[rank]


def _a(rank: str) -> str:
    return f"{'an' if rank in 'A8' else 'a'} {_name(rank)}"


def _plural(rank: str) -> str:
    return f"{_name(rank)}{'es' if rank == '6' else 's'}"
