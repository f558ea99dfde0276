"""The exact value of the pot for two players and the dealer, over all deals of a hand to each of the three.

Each player decides by the ranks of his own cards alone, whatever other cards are open: a way to fold says with which
three cards he folds, and with which four. Only that makes counting possible (see the folder `kernel`). A player who
looks at other players' open cards, or a third player, is not counted.

Cards that a folded hand is no longer dealt go to nobody, so it may be assumed that they were dealt. Each hand of five
cards comes in twenty orders that matter for decisions: which card is the fifth, and which the fourth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.card_kinds import RANK_VALUES, Kind
from pitboss.counting.exact_model import Outcome, Row, cache_by_readings, row
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.ranking import JACK, strength
from pitboss.games.winners_pot_poker.law.settle import divide
from pitboss.games.winners_pot_poker.law.wagers import ALL_STREETS, BET, DOUBLE, wager_size
from pitboss.games.winners_pot_poker.math import kernel
from pitboss.games.winners_pot_poker.math.kernel.hands import I8, Ranks
from pitboss.games.winners_pot_poker.math.kernel.pots import FOUR, STAYS, THREE
from pitboss.law.rules import Rules
from pitboss.table.money import dollars

UNIT = "the ante"
BEST = "plays best on own ranks"

Folds = Callable[[Ranks], bool]  # with three ranks, and again with four; from low to high, 0 is the deuce


def is_unpaired(ranks: Ranks) -> bool:
    return len(set(ranks)) == len(ranks)


def is_low(ranks: Ranks) -> bool:
    return is_unpaired(ranks) and ranks[-1] < RANK_VALUES.index(JACK)


# Each by the least hand that places the wager.
WAYS: dict[str, Folds] = {
    "stays to the end": lambda ranks: False,
    "bets on jack high or better": lambda ranks: len(ranks) == 3 and is_low(ranks),
    "doubles on a pair or better": lambda ranks: len(ranks) == 4 and is_unpaired(ranks),
    "bets on a pair or better": is_unpaired,
}


# --- what is counted


@cache_by_readings
def hands(rules: Rules) -> kernel.Hands:
    """Return the hands in the order of the game's own ranking."""
    ranking = rules.reads("ranking")
    return kernel.hands(
        lambda ranks, suited: strength(Kind(tuple(rank + 2 for rank in ranks), suited).cards(), ranking)
    )


def weights(made: kernel.Hands, folds: Folds) -> I8:
    """Count how many of the twenty orders of each hand lead to staying, to a fold with three cards and with four."""
    found = np.zeros((3, kernel.HANDS), np.int64)
    folds = cache(folds)
    for at, ranks in enumerate(kernel.ranks_of(made)):
        for four, ways in ranks_without_one(ranks).items():
            for three, more in ranks_without_one(four).items():
                found[THREE if folds(three) else FOUR if folds(four) else STAYS, at] += ways * more
    return found


@cache
def ranks_without_one(ranks: Ranks) -> Counter[Ranks]:
    """Return the ranks that remain without one of the cards, and how many cards that may be."""
    return Counter(ranks[:at] + ranks[at + 1 :] for at in range(len(ranks)))


@cache_by_readings
def count_against_ways(rules: Rules) -> I8:
    """Count the ends against each of the ways to fold, in their order. The first call takes a while."""
    made = hands(rules)
    return kernel.cached_counts(made, kernel.deck(made), np.array([weights(made, folds) for folds in WAYS.values()]))


# --- what it comes to


class End(NamedTuple):
    """The end of a round for the first player: what he and the other did, and who has the highest hand."""

    mine: int
    other: int
    highest: tuple[str, ...]


Highest: TypeAlias = tuple[tuple[str, ...], ...]


def _ends() -> Iterator[tuple[int, End]]:
    """Yield each column of the counts with the end that it counts. If a hand folds, two columns count the same end."""
    alone: Highest = (("me",), ("me", "dealer"), ("dealer",))
    both: Highest = (
        ("me",),
        ("me", "dealer"),
        ("me", "other"),
        ("me", "other", "dealer"),
        ("other",),
        ("other", "dealer"),
    )
    his: Highest = (("other",), ("other", "dealer"), ("dealer",))
    column = 0
    for highest in (*both, ("dealer",)):
        yield column, End(STAYS, STAYS, highest)
        column += 1
    for other in (THREE, FOUR):
        for highest in alone:
            yield column, End(STAYS, other, highest)
            column += 1
    for mine in (THREE, FOUR):
        for more, highest in enumerate(his):
            yield column + more, End(mine, STAYS, highest)
        for more, other in enumerate((THREE, FOUR)):
            yield column + 3 + more, End(mine, other, ("dealer",))


ENDS = tuple(_ends())


def stakes(house: WinnersPotHouse, ante: int) -> dict[int, int]:
    """Return what a player has put in, by what he did."""
    bet, double = (wager_size(house, wager, ante) for wager in (BET, DOUBLE))
    return {THREE: ante, FOUR: ante + bet, STAYS: ante + bet + double}


def nets(rules: Rules, house: WinnersPotHouse, ante: int, end: End) -> tuple[int, int]:
    """Return what the first player nets in cents, as the first after the button and as the second.

    The two differ if a shared pot leaves a cent over.
    """
    put = stakes(house, ante)
    into_the_pot = {**put, THREE: put[THREE] * (rules.reads("first-fold") == "pot")}
    pot = into_the_pot[end.mine] + into_the_pot[end.other] + house.dealer_stake
    own = {who: put[STAYS] for who in ("me", "other") if who in end.highest}
    if "me" not in own:
        return -put[end.mine], -put[end.mine]
    first, second = (
        divide(rules, house, pot, {key: own[hers] for key, hers in enumerate(order)}, "dealer" in end.highest).players
        for order in (list(own), list(own)[::-1])
    )
    return first[0] - put[STAYS], second[len(own) - 1] - put[STAYS]


@cache_by_readings
def nets_by_column(rules: Rules, house: WinnersPotHouse, ante: int) -> list[tuple[int, End, tuple[int, int]]]:
    return [(column, end, nets(rules, house, ante, end)) for column, end in ENDS]


def outcomes(rules: Rules, house: WinnersPotHouse, ante: int, counts: I8, mine: I8) -> Iterator[Outcome]:
    """Yield every end of a round for a player who folds by `mine` while the other folds as in `counts`.

    The seat is as often the first after the button as the second.
    """
    put = stakes(house, ante)
    for column, end, cents in nets_by_column(rules, house, ante):
        ways = int(mine[end.mine].astype(object) @ counts[:, column].astype(object))
        for net in cents:
            yield Outcome(ways, Fraction(net, ante), Fraction(put[end.mine], ante), end_in_words(end))


DOES = {STAYS: "stays", THREE: "folds with three cards", FOUR: "folds with four cards"}


def end_in_words(end: End) -> str:
    if end.mine != STAYS:
        return DOES[end.mine]
    if "me" not in end.highest:
        return "stays and loses"
    how = {1: "wins the pot", 2: "shares the pot", 3: "shares the pot with both"}[len(end.highest)]
    return how if end.other == STAYS else f"{how}, the other {DOES[end.other]}"


def weights_by_strength(made: kernel.Hands, mine: I8) -> I8:
    """Convert weights by hand to weights by strength, under which a hand that is suited is separate. Folding does not
    depend on suits, so both have the same weight.
    """
    found = np.zeros((3, kernel.STRENGTHS), np.int64)
    found[:, made.plain] = mine
    found[:, made.suited[made.hand]] = mine[:, made.hand]
    return found


class Reply(NamedTuple):
    """A way to play by the ranks of one's own cards: with which three cards to bet, and with which four to double."""

    bets: frozenset[Ranks]
    doubles: frozenset[Ranks]

    def folds(self, ranks: Ranks) -> bool:
        return ranks not in (self.bets if len(ranks) == 3 else self.doubles)


def best_reply(rules: Rules, house: WinnersPotHouse, ante: int, counts: I8) -> Reply:
    """Return the best play against a player whose way to fold gave these counts, solved backward from the fifth card to
    the third. If two choices are worth the same, it folds.
    """
    made, put = hands(rules), stakes(house, ante)
    nets_of = {column: sum(cents) for column, end, cents in nets_by_column(rules, house, ante) if end.mine == STAYS}
    staying = counts[:, list(nets_of)].astype(object)
    values, deals = staying @ np.array(list(nets_of.values()), object), staying.sum(axis=1)
    with_four: dict[Ranks, list[int]] = {}
    for at, ranks in enumerate(kernel.ranks_of(made)):
        places = [made.plain[at], *([made.suited[at]] if made.suited[at] >= 0 else [])]
        for four, ways in ranks_without_one(ranks).items():
            known = with_four.setdefault(four, [0, 0])
            known[0] += ways * sum(values[place] for place in places)
            known[1] += ways * sum(deals[place] for place in places)
    doubles = {ranks for ranks, (value, often) in with_four.items() if value > -2 * put[FOUR] * often}
    with_three: dict[Ranks, list[int]] = {}
    for ranks, (value, often) in with_four.items():
        for three, ways in ranks_without_one(ranks).items():
            known = with_three.setdefault(three, [0, 0])
            known[0] += ways * (value if ranks in doubles else -2 * put[FOUR] * often)
            known[1] += ways * often
    bets = {ranks for ranks, (value, often) in with_three.items() if value > -2 * put[THREE] * often}
    return Reply(frozenset(bets), frozenset(doubles))


# --- rows


def pot_rows(rules: Rules, house: WinnersPotHouse, ante: int) -> Iterator[Row]:
    """Yield a row for each way if both players use it, and one for the best reply to each."""
    for way in WAYS:
        yield pot_row(rules, house, ante, way, way)
    for way in WAYS:
        yield pot_row(rules, house, ante, BEST, way)


@cache_by_readings
def pot_row(rules: Rules, house: WinnersPotHouse, ante: int, mine: str, other: str) -> Row:
    counts, made = count_against_ways(rules)[:, list(WAYS).index(other)], hands(rules)
    folds = WAYS[mine] if mine in WAYS else best_reply(rules, house, ante, counts).folds
    found = outcomes(rules, house, ante, counts, weights_by_strength(made, weights(made, folds)))
    variant = f"{mine}, as the other does" if mine == other else f"{mine}; the other {other}"
    return row(ALL_STREETS, UNIT, found, variant=variant, asked=rules, notes=notes(ante), by_net=True)


def notes(ante: int) -> tuple[str, ...]:
    return (
        f"two players and the dealer, antes of {dollars(ante)}; both go by the ranks of their own cards alone "
        "and ignore the cards that are face up",
        "the edge is what you lose, to the house and to the other player",
    )
