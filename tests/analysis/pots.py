"""The pot of two players, way against way: python -m analysis.pots docs/winners-pot.md. A long test compares it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path

import numpy as np

from pitboss.analysis.text_tables import percent
from pitboss.common.ranking import Shape
from pitboss.counting.exact_model import Row, row
from pitboss.games.winners_pot_poker import GAME
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.ranking import ranks_by_group
from pitboss.games.winners_pot_poker.law.wagers import ALL_STREETS
from pitboss.games.winners_pot_poker.math import kernel
from pitboss.games.winners_pot_poker.math import two_players as pots
from pitboss.games.winners_pot_poker.math.kernel.hands import I8, Ranks
from pitboss.table.cards import RANKS

RULES, HOUSE, ANTE = GAME.rules({}), WinnersPotHouse.usual(), 500
MOST_TURNS = 10
MOST_NAMED = 20


def against(folds: pots.Folds) -> I8:
    """Return the counts against somebody who folds this way."""
    made = pots.hands(RULES)
    return kernel.cached_counts(made, kernel.deck(made), np.array([pots.weights(made, folds)]))[:, 0]


def loss_row(folds: pots.Folds, counts: I8) -> Row:
    made = pots.hands(RULES)
    own = pots.weights_by_strength(made, pots.weights(made, folds))
    return row(ALL_STREETS, pots.UNIT, pots.outcomes(RULES, HOUSE, ANTE, counts, own))


def best_against_itself() -> tuple[pots.Reply, Row, int]:
    """Repeat best replies until one is the best reply to itself, and return it with the number of repetitions."""
    folds = list(pots.WAYS.values())[-1]
    for turn in range(1, MOST_TURNS):
        counts = against(folds)
        reply = pots.best_reply(RULES, HOUSE, ANTE, counts)
        if all(reply.folds(ranks) == folds(ranks) for ranks in reachable_ranks(folds)):
            return reply, loss_row(folds, counts), turn
        folds = reply.folds
    raise AssertionError("no reply is the best one to itself")


def sets(size: int) -> list[Ranks]:
    """Return every set of this many ranks from the lowest hand to the highest. Runs and suits do not matter before the
    fifth card."""

    def height(ranks: Ranks) -> tuple[tuple[int, ...], tuple[int, ...]]:
        high = tuple(sorted((rank + 2 for rank in ranks), reverse=True))
        groups = tuple(sorted((ranks.count(rank) for rank in {*ranks}), reverse=True))
        return groups, ranks_by_group(Shape(high, groups, False))

    every = combinations_with_replacement(range(len(RANKS)), size)
    return sorted((ranks for ranks in every if max(map(ranks.count, ranks)) <= 4), key=height)


def reachable_ranks(folds: Callable[[Ranks], bool]) -> set[Ranks]:
    """Return every three ranks, and every four that a player who folds this way can hold."""
    stays = {ranks for ranks in sets(3) if not folds(ranks)}
    return {*sets(3), *(ranks for ranks in sets(4) if stays & pots.ranks_without_one(ranks).keys())}


def least(stays: Collection[Ranks], among: list[Ranks]) -> str:
    """Return the lowest hand to stay in with, if all higher ones are; and single lower ones, if they are few."""
    kept = [ranks for ranks in among if ranks in stays]
    if kept == among:
        return "everything"
    gaps = [at for at, ranks in enumerate(among) if ranks not in stays]
    below, above = [ranks for ranks in among[: gaps[-1]] if ranks in stays], among[gaps[-1] + 1 :]
    assert above
    assert len(below) <= MOST_NAMED
    told = f"{in_ranks(above[0])} or better"
    return ", ".join([told, *map(in_ranks, reversed(below))])


def in_ranks(ranks: Ranks) -> str:
    """Format ranks as people say them: pairs first, then from high to low."""
    ordered = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    return "-".join(RANKS[rank].replace("T", "10") for rank in ordered)


def in_short(reply: pots.Reply) -> tuple[str, str]:
    held = reachable_ranks(reply.folds)
    fours = [ranks for ranks in sets(4) if ranks in held]
    return least(reply.bets, sets(3)), least(reply.doubles, fours)


def table(heads: list[str], rows: Iterable[Iterable[str]], under: str) -> list[str]:
    lines = [heads, ["---", *[under] * (len(heads) - 1)], *map(list, rows)]
    return [f"| {' | '.join(line)} |" for line in lines]


WAYS = list(pots.WAYS)


def losses() -> list[str]:
    edges = {
        mine: [pots.pot_row(RULES, HOUSE, ANTE, mine, other).house_edge for other in WAYS]
        for mine in (*WAYS, pots.BEST)
    }
    return table(["you", *WAYS], ([mine, *map(percent, row)] for mine, row in edges.items()), "---:")


def replies() -> list[str]:
    found = [pots.best_reply(RULES, HOUSE, ANTE, pots.count_against_ways(RULES)[:, at]) for at in range(len(WAYS))]
    return table(
        ["the other", "you bet on", "you double on"],
        ((way, *in_short(reply)) for way, reply in zip(WAYS, found, strict=True)),
        "---",
    )


def page() -> str:
    reply, itself, turns = best_against_itself()
    bets, doubles = in_short(reply)
    return TEXT.format(
        losses="\n".join(losses()),
        replies="\n".join(replies()),
        settled=f"both bet on {bets},\nand then double on {doubles}. "
        f"Each loses {percent(itself.house_edge)} of the ante. That is the best reply to itself, found after {turns} "
        "replies.",
        deals=f"{comb(52, 5) * comb(47, 5) * comb(42, 5):,}",
    )


TEXT = """\
# Winner's Pot Poker for two

The pot of Winner's Pot Poker depends on how everybody plays, so its cost is not one number. This page has what can
be counted exactly: two players and the dealer at the default table (antes of $5, a bet of one ante and a double of
two, a commission of 10 percent), if both players go by the ranks of their own cards alone. `make pots` counts it
and writes this page. `pitboss edge winners-pot-poker --players 2` counts it for your table.

What is not counted: players who look at the face-up cards of the others and of the dealer, players who go by suits
before the fifth card, and more than two players. The decisions then depend on cards of several hands at once, and
there are too many deals to count them one by one. [Winner's Pot Poker for two to six](winners-pot-tables.md) simulates
them.

## What you lose

In percent of your ante, to the house and to the other player together. Your way is on the left, the other's on top.

{losses}

If both play alike, this is also what the house keeps of each ante.

## The best replies

What costs you least against each way, as long as you go by your own ranks. Where folding costs the same, you fold.

{replies}

If each player gives the best reply to the other until nobody wants to change, {settled}

## How it is counted

Three hands of five cards can be dealt in {deals} ways. A hand's strength depends on its ranks,
and on whether all five cards are of one suit. So the count goes by ranks: for each of the 566,280 sets of ten ranks
that the two players may hold, it adds up the dealer's hands in the order of strength, and then divides the ten
ranks between the players in every way. Hands of one suit are put right afterwards, exactly, by adding and taking
off (`games/winners_pot_poker/math/kernel/pots.py`). A player who folds is counted as if the cards had been dealt to the
end, which changes nothing for the others. Odd cents of a pot that three share go to the player next after the
button, and each player is that one half of the time.

Tests compare the count with every deal of small decks, every end of a round with the engine to the cent, and the
averages with random rounds of the engine.
"""


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
