"""The situations in which a player decides, as a simulation distinguishes them, and ways to play by them.

A player knows his own cards, who is still in, and every open card of those players and of the dealer. A simulation
knows less of that. It distinguishes own cards as sets, apart from the names of the suits: 1,755 sets of three cards and
16,432 of four. Of the others it knows how many are still in, and what the highest open hand among them and the dealer
shows: a pair, or its highest card. It does not know the other open cards, nor which of the others have yet to decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.common.ranking import NOTHING
from pitboss.counting.simulation_model import Array, Chooser, Feature, Situations
from pitboss.games.winners_pot_poker.law.play import FOLD
from pitboss.games.winners_pot_poker.law.ranking import OF_A_KIND, singular
from pitboss.games.winners_pot_poker.law.wagers import BET, DOUBLE
from pitboss.games.winners_pot_poker.math.kernel.rounds import RANKS, SHOWN
from pitboss.numeric.choices import all_sets
from pitboss.table.cards import RANK_OF, SUITS
from pitboss.table.cards import RANKS as LETTERS

HELD = {BET: 3, DOUBLE: 4}  # cards, when the wager is asked for
SHOWS = {BET: RANKS, DOUBLE: SHOWN}  # one open card makes no pair
LOWEST = RANK_OF[LETTERS[0]]
# From the lowest; four cards make no full house.
MADE = (NOTHING, *(each.name for each in reversed(OF_A_KIND) if each.name != "full house"))


@dataclass(frozen=True)
class CardSets:
    """All sets of a number of cards, those that differ only in the names of suits counted as one."""

    of: Array  # by the number of any such set of cards: which of them it is
    cards: Array  # one set of cards for each, the lowest card first


@cache
def held_sets(many: int) -> CardSets:
    """Return the sets of so many cards that differ in more than the names of their suits."""
    cards = all_sets(many).astype(np.int64)
    suits = [np.where(cards & 3 == suit, 1 << (cards >> 2), 0).sum(axis=1) for suit in range(len(SUITS))]
    masks = np.sort(np.stack(suits, axis=1), axis=1)
    key = sum(masks[:, suit] << RANKS * suit for suit in range(len(SUITS)))
    _, first, of = np.unique(key, return_index=True, return_inverse=True)
    return CardSets(of.astype(np.uint16), all_sets(many)[first])


# --- what can be asked about a situation


@cache
def own_features(many: int) -> Mapping[str, Array]:
    """Return the features of own cards, by set of cards."""
    cards = held_sets(many).cards.astype(np.int64)
    ranks = cards >> 2
    often = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    most = often.max(axis=1)
    pairs = (often == 2).sum(axis=1) // 2
    made = np.where(most == 1, NOTHING, np.where(most == 2, "pair", np.where(most == 3, "three-of-a-kind", "")))
    made = np.where(pairs == 2, "two pair", np.where(most == 4, "four-of-a-kind", made))
    suits = [(cards & 3 == suit).sum(axis=1) for suit in range(len(SUITS))]
    return {
        "class": np.array([MADE.index(name) for name in made]),
        "rank": np.where(often == most[:, None], ranks, -1).max(axis=1) + LOWEST,
        "high": ranks.max(axis=1) + LOWEST,
        "low": ranks.min(axis=1) + LOWEST,
        "suited": np.max(suits, axis=0),
    }


@cache
def known_features(wager: str) -> tuple[Array, Array, Mapping[str, Feature]]:
    """Return the cards, the empty board and all features but the number of others still in.

    Rows are ordered by own cards, then by what is shown.
    """
    many, shows = HELD[wager], SHOWS[wager]
    own = {name: np.repeat(values.astype(np.int16), shows) for name, values in own_features(many).items()}
    shown = np.tile(np.arange(shows, dtype=np.int16), len(held_sets(many).cards))
    names = dict(RANK_OF)
    features = {
        "class": Feature("what your cards make", own["class"], {name: at for at, name in enumerate(MADE)}),
        "rank": Feature("the rank of your pair, or of what you hold most often", own["rank"], names),
        "high": Feature("the rank of your highest card", own["high"], names),
        "low": Feature("the rank of your lowest card", own["low"], names),
        "suited": Feature("how many of your cards are of one suit", own["suited"]),
        "shown": Feature("what the highest open hand of the others shows", shown // RANKS, {NOTHING: 0, "pair": 1}),
        "shown_rank": Feature("the rank of that pair, or of that hand's highest card", shown % RANKS + LOWEST, names),
    }
    cards = np.repeat(held_sets(many).cards, shows, axis=0)
    return cards, np.zeros((len(cards), 0), np.uint8), features


def situations(wager: str, others: int) -> Situations:
    """Return the situations with so many other players still in."""
    cards, board, features = known_features(wager)
    still_in = Feature("how many other players are still in", np.full(len(cards), others, np.int16))
    return Situations(wager, (FOLD, wager), cards, board, {**features, "others": still_in})


def every_situation(seats: int) -> Iterator[Situations]:
    for wager in HELD:
        for others in range(seats):
            yield situations(wager, others)


# --- ways to play

# Own cards in steps, whatever lies open: by the highest card, then by pairs, then everything better.
STEPS = 2 * RANKS + 1
PAIRS, BETTER = RANKS, 2 * RANKS
JACK_HIGH = LETTERS.index("J")


def step(asked: Situations) -> Array:
    made, rank = asked.features["class"].values, asked.features["rank"].values - LOWEST
    steps: Array = np.where(made == MADE.index("pair"), PAIRS + rank, np.where(made == 0, rank, BETTER))
    return steps


@dataclass(frozen=True)
class AtLeast:
    """A way to play: place the bet with three cards from step `bets` on, and the double wager with four from step
    `doubles` on. Steps rank hands (`step`).
    """

    bets: int
    doubles: int = 0

    def __call__(self, asked: Situations) -> Array:
        least = self.bets if asked.decision == BET else self.doubles
        return np.asarray(step(asked) >= least, np.uint8)


@dataclass(frozen=True)
class BySeat:
    """A way for each seat: the first seat plays the first of them, and so on around the table."""

    ways: tuple[Chooser, ...]

    def at(self, seat: int) -> Chooser:
        return self.ways[seat % len(self.ways)]

    def __call__(self, asked: Situations) -> Array:
        return self.at(0)(asked)


def pairs_only(asked: Situations) -> Array:
    return np.asarray(asked.features["class"].values > 0, np.uint8)


def ahead_of_what_shows(asked: Situations) -> Array:
    """Return 1 for a pair or better that no other hand's open cards beat, and for cards of one suit so far; else 0."""
    features = {name: feature.values for name, feature in asked.features.items()}
    made = features["class"]
    beaten = (made == 1) & (features["shown"] == 1) & (features["shown_rank"] > features["rank"])
    suited = features["suited"] == asked.cards.shape[1]
    return np.asarray(np.where(made > 0, ~beaten, suited), np.uint8)


def step_in_words(least: int) -> str:
    """Name the weakest hand of a step, with "or better"."""
    if least == 0:
        return "everything"
    if least == BETTER:
        return "more than a pair"
    name = singular(least % RANKS + LOWEST)
    if least < PAIRS:
        return f"{name} high or better"
    return f"a pair of {name}{'es' if name == 'six' else 's'} or better"


def short_name_of_step(least: int) -> str:
    """Return a short name for the hands of a step and better, such as "J-high+" or "55+"."""
    letter = LETTERS[least % RANKS]
    return f"{letter}-high+" if least < PAIRS else f"{letter}{letter}+"
