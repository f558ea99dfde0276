"""Offers and refusals of a card table that follow from its declared wagers.

A game adds what its law words differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pitboss.common.seats import limits_refusal
from pitboss.engine.game import Offer
from pitboss.engine.round import Round
from pitboss.engine.wager_declarations import H, Needs, WagerDeclaration, Wagers, limits_of
from pitboss.engine.waits import Refusal


def list_offers(r: Round[H], wagers: Wagers[H], seat: int) -> Iterator[Offer]:
    """Yield what a player may still wager at his own seat, in the order of the betting areas."""
    groups: dict[str, list[WagerDeclaration[H]]] = {}
    for wager in wagers.list_before_the_deal(r.rules, r.house):
        groups.setdefault(wager.together or wager.name, []).append(wager)
    for name, group in groups.items():
        areas = tuple(wager.name for wager in group)
        on_areas = {area: r.table.wager(seat, area) for area in wagers.areas}
        first = group[0]
        if not any(map(on_areas.__getitem__, areas)) and has_needed(first.needs, on_areas):
            least, most = limits_of(first, r.house)
            yield Offer(name, areas, least, most, r.house.smallest_chip, later=first.later)


def refuse_early(wagers: Wagers[H], stakes: Mapping[str, int]) -> Refusal | None:
    """Refuse wagers that are made only when the dealer asks."""
    return next((wagers[area].too_early for area in stakes if area in wagers and wagers[area].too_early), None)


def unknown_areas(wagers: Iterable[WagerDeclaration[H]], stakes: Mapping[str, int]) -> str:
    """Return the names of the areas with a stake that none of these wagers has, joined by commas; "nothing" if there is
    no stake at all.
    """
    known = {wager.name for wager in wagers}
    unknown = [area for area in stakes if area not in known]
    return ", ".join(unknown) if stakes else "nothing"


def judge_amounts(r: Round[H], wagers: Wagers[H], position: int, stakes: Mapping[str, int]) -> Iterator[Refusal]:
    """Judge declared wagers by how the layout would look with the chips on it: whether each is offered, its limits, and
    the wagers that it needs. Equal wagers that are offered together are judged once."""
    layout = {area: r.table.wager(position, area) + stakes.get(area, 0) for area in wagers.areas}
    judged: set[tuple[str, int]] = set()
    for area in stakes:
        wager, total = wagers[area], layout[area]
        if (wager.together or area, total) in judged:
            continue
        judged.add((wager.together or area, total))
        if (refusal := wager.not_offered(r.rules, r.house)) is not None:
            yield refusal
            continue
        least, most = limits_of(wager, r.house)
        if not least <= total <= most:
            yield wager.wrong_amount(total) if wager.wrong_amount else limits_refusal(total, least, most)
        if wager.needs is not None and not has_needed(wager.needs, layout):
            yield wager.needs.refusal


def has_needed(needs: Needs | None, layout: Mapping[str, int]) -> bool:
    """Return whether the layout has the wagers without which another may not be made, in equal amounts."""
    return needs is None or ((amounts := {layout[area] for area in needs.areas}) != {0} and len(amounts) == 1)
