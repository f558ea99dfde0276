"""The contents of a table's papers besides its layout and its brief rules: wagers, hands, and what must be printed.

A game provides it in `guide.py`. Signs, inscriptions, gaming guides and submissions are made from it and know no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from pitboss.table.brief import Sentence
from pitboss.table.money import Money, dollars
from pitboss.table.printed import Pays

Surface = Literal["layout", "sign", "brochure", "publication"]  # the printed things that a paragraph may speak of
SURFACES: tuple[Surface, ...] = get_args(Surface)


class GuideWager(NamedTuple):
    """A wager as a sign shows it."""

    name: str
    limits: Sentence  # how much it may be
    wins: Sentence  # when it wins, in a sentence
    pays: tuple[Pays, ...] = ()


class Hand(NamedTuple):
    """A hand to draw, in cards, or a throw in dice."""

    name: str
    cards: tuple[str, ...] = ()
    dice: tuple[tuple[int, int], ...] = ()
    says: str = ""


class Ranking(NamedTuple):
    """A list of hands by rank."""

    title: str
    hands: tuple[Hand, ...]  # the best first
    says: str
    cite: str


class Demand(NamedTuple):
    """A duty to print something, by a paragraph."""

    surfaces: tuple[Surface, ...]
    says: str
    cite: str


class Part(NamedTuple):
    """The sections of the subchapter on one subject, in the order in which they come up at a table."""

    title: str
    sections: tuple[str, ...]  # or single paragraphs, each with all below it: "18.7(e)"


class Guide(NamedTuple):
    """The contents that a game provides for the papers of a table."""

    about: str  # what the game is, in a sentence or two
    offered: tuple[GuideWager, ...]
    decide: tuple[Sentence, ...]  # what you choose, and when
    rankings: tuple[Ranking, ...]
    edge: str  # where the house has its advantage, in words
    posted: tuple[Sentence, ...]  # what else the sign says: payout limits, commission
    demands: tuple[Demand, ...]  # by the held text, and what we know of other chapters
    parts: tuple[Part, ...]
    called: Mapping[str, str] = MappingProxyType({})  # plain names of wagers that exact analysis names in its own way
    title: str = ""  # if the table has another name than its game
    areas: tuple[str, ...] = ()  # the betting areas, if not all that its layout may have
    edges: str = "House edge, if you play as well as can be"  # what the figures are


def between(least: Money, most: Money, more: str = "", cite: str = "house:limits") -> Sentence:
    """Say how much a wager may be."""
    return Sentence(f"{dollars(least)} to {dollars(most)}{more}", cite)
