"""Describes the house's own side wagers on its papers, each labeled as the house's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from pitboss.engine.houses.house import House
from pitboss.engine.houses.side_wager_findings import cards_in_words
from pitboss.table.brief import Chapter, Sentence
from pitboss.table.guide import Guide, GuideWager, between
from pitboss.table.printed import Inscription, Pays, Printed, limit_inscription
from pitboss.table.side_wager import CITE, SideWager

DECIDING = {
    "hand": "your own {cards}",
    "first three": "your first three cards",
    "hand and flop": "your two cards and the flop",
    "hand and board": "your own cards and the community cards",
}
FOLDED = {
    "settled": "If you fold, your cards still settle it.",
    "lost": "If you fold, you lose it.",
    None: "",
}
VOID = "If your hand or the round is void, it comes back."


def print_side_wagers(layout: Printed, wagers: Iterable[SideWager]) -> Printed:
    """Return what is printed on a layout with the areas, pay tables and limits of described wagers."""
    wagers = tuple(wagers)
    if not wagers:
        return layout
    return msgspec.structs.replace(
        layout,
        areas=(*layout.areas, *(wager.name for wager in wagers)),
        pays=(*layout.pays, *map(pays_of, wagers)),
        says=(*layout.says, Inscription(CITE, f"{_names(wagers)}: offered by this house, not by the regulation")),
        limits=(*layout.limits, *(limit_inscription(each.minimum, each.maximum, each.name, CITE) for each in wagers)),
    )


def pays_of(wager: SideWager) -> Pays:
    """Return the pay table of a described wager as it is printed, in the order of its lines."""
    lines = tuple((line.hand.capitalize(), line.pays) for line in wager.pay)
    return Pays(f"{wager.name.capitalize()} pays", CITE, lines)


def brief_side_wagers(house: House) -> Iterator[Chapter]:
    """Yield the chapter on described wagers, if there are any."""
    if house.side_wagers:
        sentences = [sentence for wager in house.side_wagers for sentence in _sentences(house, wager)]
        yield Chapter("This house's own wagers", (*sentences, Sentence(VOID, CITE)))


def guide_side_wagers(guide: Guide, house: House) -> Guide:
    """Return what the papers of a table show, with the described wagers."""
    own = [
        GuideWager(
            f"{wager.name.capitalize()} (this house's own wager)",
            between(wager.minimum, wager.maximum, cite=CITE),
            Sentence(" ".join(sentence.text for sentence in _sentences(house, wager)), CITE),
            (pays_of(wager),),
        )
        for wager in house.side_wagers
    ]
    areas = (*guide.areas, *house.more_areas) if guide.areas else ()
    return guide._replace(offered=(*guide.offered, *own), areas=areas) if own else guide


def _sentences(house: House, wager: SideWager) -> Iterator[Sentence]:
    """Yield when a described wager wins, and what a fold does to it."""
    size = house.side_terms.cards[wager.cards]
    cards = DECIDING[wager.cards].format(cards=cards_in_words(size))
    yield Sentence(f"{wager.name.capitalize()} is decided by {cards} alone. The first line that fits pays.", CITE)
    if FOLDED[wager.when_folded]:
        yield Sentence(FOLDED[wager.when_folded], CITE)


def _names(wagers: Iterable[SideWager]) -> str:
    return ", ".join(wager.name.capitalize() for wager in wagers)
