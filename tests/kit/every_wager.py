"""Checks that everything that must know of a declared wager knows it, and under its own name.

A check is given a table and one of the wagers that its game declares, and yields what is wrong. No game is known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import msgspec

from pitboss.analysis import setting
from pitboss.analysis.study import Study
from pitboss.counting.exact_model import ImpossibleError
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game, Offer
from pitboss.engine.houses.election_table import elections_of
from pitboss.engine.inputs import Wager
from pitboss.engine.view import View, view
from pitboss.engine.wager_declarations import PayTableWager, WagerDeclaration, Wagers
from pitboss.simulation.plan import open_for_bets, plan
from pitboss.table.money import Money
from pitboss.table.printed import Printed

AMOUNT = 6_000  # cents, which can be paid exactly at all odds
Declared: TypeAlias = WagerDeclaration[Any]


class Layout(NamedTuple):
    """A table of one house, with what it offers before the first card, throw or spin."""

    study: Study
    bare: Driver  # nothing lies there
    later: Mapping[str, int]  # marks on the table when wagers are made that are not offered before
    offers: Mapping[str, Offer]  # by betting area
    wrong_bars: Mapping[str, tuple[str, ...]]  # by betting area: what is wrong with the limits of an offer, in words
    edges: Mapping[str, Set[Fraction]]  # by the name of the exact rows
    printed: Printed
    guide: tuple[str, ...]  # the wagers that the papers name, in small letters

    def view_at(self, wager: Declared) -> View:
        """Return what a player sees when he makes this wager, with nothing on the layout."""
        seen = view(self.bare, 1)
        return seen if wager.name in self.offers else msgspec.structs.replace(seen, marks={**seen.marks, **self.later})

    def stakes_with(self, wager: Declared) -> dict[str, int]:
        """Return wagers among which is this one, with what it needs."""
        offer = self.offers.get(wager.name)
        amount = AMOUNT if offer is None else max(offer.least, min(AMOUNT, offer.most))
        needed = () if wager.needs is None else wager.needs.areas
        beside = next(iter(self.offers.values())).spots
        return {**dict.fromkeys((*beside, *needed), AMOUNT), wager.name: amount}


def open_layout(
    name: str, settings: Mapping[str, object], readings: Mapping[str, str], later: Mapping[str, int]
) -> Layout:
    """Open a table and make every wager that is offered there, the least of each."""
    study = setting(name, settings=settings, readings=readings)
    game, rules, house = study.game, study.rules, study.house
    driver, offers, wrong_bars = open_for_bets(study, 1), dict[str, Offer](), dict[str, tuple[str, ...]]()
    while new := [each for each in game.offers(driver.round, 1) if not offers.keys() >= {*each.spots}]:
        for each in new:
            offers |= dict.fromkeys(each.spots, each)
            wrong_bars |= dict.fromkeys(each.spots, tuple(_list_wrong_bars(driver, each)))
        assert not driver.submit(Wager(1, dict.fromkeys(new[0].spots, new[0].least)))
    edges = dict[str, set[Fraction]]()
    for row in game.exact_model().wagers(rules, house, AMOUNT):
        edges.setdefault(row.wager, set()).add(row.house_edge)
    guide = game.guide_at(rules, house)
    names = () if guide is None else (*(each.name for each in guide.offered), *guide.called.values())
    guide_names = tuple(name.lower() for name in names)
    printed = game.printed_at(rules, house)
    return Layout(study, open_for_bets(study, 1), later, offers, wrong_bars, edges, printed, guide_names)


def _list_wrong_bars(driver: Driver, offer: Offer) -> Iterator[str]:
    """Yield amounts outside the limits that are taken, and limits that are refused."""
    for cents in (offer.least, offer.most):
        if driver.refusals(Wager(1, dict.fromkeys(offer.spots, cents))):
            yield f"{cents} cents are refused, and are within the limits"
    for cents in (offer.least - offer.step, offer.most + offer.step):
        if not driver.refusals(Wager(1, dict.fromkeys(offer.spots, cents))):
            yield f"{cents} cents are taken, and are outside the limits"


# --- what must know of a wager


def find_unpriced(table: Layout, wager: Declared) -> Iterator[str]:
    """Ensure that a wager has an exact row, its own or that of the wager with which it is reported."""
    if wager.report_name not in table.edges:
        yield f"no exact row is called {wager.report_name}"


def find_not_held(table: Layout, wager: Declared) -> Iterator[str]:
    """Ensure that the hold counts a wager, or one that lies there before it and has the same report name."""
    study, wagers, model = table.study, table.study.game.wagers, table.study.game.hold_model()
    seen = msgspec.structs.replace(table.view_at(wager), wagers={1: table.stakes_with(wager)})
    before = {wagers.report_name(area) for area in table.offers if wager.name not in table.offers}
    try:
        blocks = [] if model is None else [*model.blocks(study.rules, study.house, seen)]
    except (ImpossibleError, KeyError) as unknown:
        yield f"the hold has no such area: {unknown}"
        return
    if wager.report_name not in before.union(*(block.wagers for block in blocks)):
        yield f"the hold has no wager called {wager.report_name}"


def find_not_simulated(table: Layout, wager: Declared) -> Iterator[str]:
    """Ensure that a simulation has a line for a wager, or else refuses it by name."""
    try:
        (ready,) = plan(table.study, bets=table.stakes_with(wager)).ready
    except ImpossibleError as refusal:
        if not is_named(wager, str(refusal)):
            yield f"it is refused without its name: {refusal}"
        return
    if {line.wager for line in ready.lines}.isdisjoint((wager.name, wager.report_name, wager.simulated_as)):
        yield "it is in no line of a simulation, and not refused"


def find_ill_advised(table: Layout, wager: Declared) -> Iterator[str]:
    """Ensure that the adviser prices a wager by its own row."""
    study, seen = table.study, table.view_at(wager)
    spots = table.offers[wager.name].spots if wager.name in table.offers else (wager.name,)
    try:
        row = study.game.exact_model().offered_row(study.rules, study.house, seen, spots, AMOUNT)
    except (ImpossibleError, KeyError) as refusal:
        if not is_named(wager, str(refusal)):
            yield f"it is refused without its name: {refusal}"
        return
    if row.wager not in (wager.name, wager.report_name):
        yield f"it is advised on by the row of {row.wager}"
    elif row.house_edge not in table.edges.get(wager.report_name, ()):
        yield f"its row has an edge of {row.house_edge}, which no row of {wager.report_name} has"


def find_unprinted(table: Layout, wager: Declared) -> Iterator[str]:
    """Ensure that a wager is in print, or else refused by name."""
    if wager.name in table.printed.areas or wager.name == table.study.game.furniture.pot:
        return
    refused = table.bare.refusals(Wager(1, {wager.name: AMOUNT}))
    if not any(is_named(wager, str(refusal)) for refusal in refused):
        yield "it is neither printed on the layout nor refused by name"


def find_unlimited(table: Layout, wager: Declared) -> Iterator[str]:
    """Ensure that a wager has limits where it is offered, and that one which is not offered is refused."""
    yield from table.wrong_bars.get(wager.name, ())
    if wager.name not in table.offers and not table.bare.refusals(Wager(1, {wager.name: AMOUNT})):
        yield "it is not offered, and yet it is taken"


def find_unkeyed(table: Layout, wager: Declared) -> Iterator[str]:
    """Ensure that the limits of a wager follow the keys of a house file, unless a law fixes the amount."""
    house, keys = table.study.house, elections_of(type(table.study.house))
    if wager.limits is None or wager.wrong_amount is not None:
        return
    before = f"{wager.key}-" if f"{wager.key}-minimum" in keys else ""
    if before and f"{wager.key}-maximum" not in keys:
        yield f"no key is called {wager.key}-maximum"
    fields = {key.replace("-", "_"): value for key, value in ((f"{before}minimum", 300), (f"{before}maximum", 700))}
    changed = msgspec.structs.replace(house, **{field: Money(value) for field, value in fields.items()})
    if wager.limits(changed) != (300, 700):
        yield f"its limits do not follow the house keys {before}minimum and {before}maximum"


def find_not_in_guide(table: Layout, wager: Declared) -> Iterator[str]:
    """Ensure that the papers name a wager: alone, with others, or by the kind of wager that it is."""
    if isinstance(wager, PayTableWager):
        if not any(name.endswith(wager.name) for name in table.guide):
            yield f"the papers name no {wager.name}"
        return
    offer = table.offers.get(wager.name)
    known = [_words(name) for name in (wager.name, wager.report_name, "" if offer is None else offer.group) if name]
    if not any(words <= name or name <= words for words in known for name in map(_words, table.guide)):
        yield "the papers do not name it"


def _words(name: str) -> set[str]:
    return {word.removesuffix("s") for word in re.findall(r"[a-z'$][a-z'$\d]*", name) if word not in ("and", "or")}


def is_named(wager: Declared, words: str) -> bool:
    """Return whether words name a wager, its area or what it is counted with."""
    names = (wager.name, wager.report_name, *re.split(r", | and ", wager.report_name))
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words) for name in names)


Check: TypeAlias = Callable[[Layout, Declared], Iterator[str]]
# At one table of the game at least, because not every table has every wager.
SOMEWHERE: Mapping[str, Check] = {"priced": find_unpriced, "held": find_not_held, "in the guide": find_not_in_guide}
EVERYWHERE: Mapping[str, Check] = {
    "simulated": find_not_simulated,
    "advised on": find_ill_advised,
    "printed": find_unprinted,
    "limited": find_unlimited,
    "keyed": find_unkeyed,
}


def find_faults(tables: Iterable[Layout], wager: Declared) -> dict[str, str]:
    """Return what is wrong with a wager at the tables of a game, by what it should be."""
    faults: dict[str, str] = {}
    for aspect, check in {**SOMEWHERE, **EVERYWHERE}.items():
        found = [list(check(table, wager)) for table in tables]
        if any(found) and (aspect in EVERYWHERE or all(found)):
            faults[aspect] = next(words for each in found for words in each)
    return faults


@contextmanager
def declare_also(game: Game, wager: Declared) -> Iterator[None]:
    """Let a game declare one more wager, with nothing else done for it."""
    state = vars(game.wagers)
    before = dict(state)
    _replace(state, vars(Wagers(*game.wagers, wager)))
    try:
        yield
    finally:
        _replace(state, before)


def _replace(state: dict[str, Any], other: Mapping[str, Any]) -> None:
    state.clear()
    state.update(other)
