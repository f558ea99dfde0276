"""The wagers that the person plans before they lie on the layout: which of the offers he makes, and for how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pitboss.cli.terminal import keys
from pitboss.engine.game import Offer
from pitboss.engine.inputs import Wager


def place_on(offer: Offer, seat: int, cents: int) -> Wager:
    """Return the input that wagers `cents` on each area of an offer."""
    return Wager(seat, dict.fromkeys(offer.spots, cents))


@dataclass(frozen=True)
class WagerPlan:
    """The plan of the person: the offers of the table, the amount of each, and which of them he makes."""

    offers: tuple[Offer, ...]
    amounts: Mapping[str, int]  # cents on each area, by name of the offer; also of offers that are left out
    included: frozenset[str]  # names of the offers that are made
    index: int = 0  # of the current offer, which keys change

    @classmethod
    def first(cls, offers: Sequence[Offer]) -> WagerPlan:
        """Return the plan with the least amount on the first offer, and all others left out."""
        least = {offer.name: offer.least for offer in offers}
        return cls(tuple(offers), least, frozenset(offer.name for offer in offers[:1]))

    @property
    def current(self) -> Offer:
        return self.offers[self.index]

    @property
    def cost(self) -> int:
        """The cents that the whole plan takes."""
        return sum(self.amounts[offer.name] * len(offer.spots) for offer in self.offers if offer.name in self.included)

    def wagers(self, seat: int) -> Iterator[Wager]:
        """Yield the wagers in the order of the offers, because some are accepted only beside an earlier one."""
        for offer in self.offers:
            if offer.name in self.included:
                yield place_on(offer, seat, self.amounts[offer.name])

    def limited_to(self, offers: Sequence[Offer]) -> WagerPlan:
        """Return this plan limited to the offers that the table makes now. A plan without wagers stays empty."""
        new_plan = WagerPlan.first(offers)
        amounts = {
            offer.name: max(offer.least, min(self.amounts.get(offer.name, offer.least), offer.most)) for offer in offers
        }
        included = self.included & amounts.keys()
        return replace(new_plan, amounts=amounts, included=included) if included or not self.included else new_plan

    def affordable(self, chips: int) -> WagerPlan:
        """Return this plan if the chips suffice, or else as much of its first wager as they allow, alone."""
        if self.cost <= chips:
            return self
        offer = next(offer for offer in self.offers if offer.name in self.included)
        most = chips // len(offer.spots) // offer.step * offer.step
        amounts = {**self.amounts, offer.name: max(offer.least, min(self.amounts[offer.name], most))}
        return replace(self, amounts=amounts, included=frozenset([offer.name]))

    # --- what keys change

    def after_key(self, key: str) -> WagerPlan | None:
        """Return the plan after a key was pressed; None if the key changes nothing."""
        offer = self.current
        match key:
            case keys.UP:
                return self.raise_by(max(offer.least, offer.step))
            case keys.DOWN:
                return self.raise_by(-max(offer.least, offer.step))
            case "+":
                return self.raise_by(offer.step)
            case "-":
                return self.raise_by(-offer.step)
            case keys.SPACE:
                return self.toggle(offer.name)
            case keys.RIGHT | keys.TAB:
                return replace(self, index=(self.index + 1) % len(self.offers))
            case keys.LEFT:
                return replace(self, index=(self.index - 1) % len(self.offers))
        return None

    def raise_by(self, cents: int) -> WagerPlan:
        """Return the plan with the current amount raised or lowered by `cents`, within the limits of the offer.

        At a limit the amount goes one step beyond it, so that the table explains the refusal. An offer that was left
        out is put in unchanged.
        """
        offer, amount = self.current, self.amounts[self.current.name]
        if offer.name not in self.included:
            return self.toggle(offer.name)
        step = offer.step if cents > 0 else -offer.step
        bounded = max(offer.least, min(amount + cents, offer.most))
        return self.with_amount(amount + step if bounded == amount else bounded)

    def with_amount(self, cents: int) -> WagerPlan:
        """Return the plan with this amount on the current offer."""
        name = self.current.name
        return replace(self, amounts={**self.amounts, name: cents}, included=self.included | {name})

    def toggle(self, name: str) -> WagerPlan:
        """Return the plan with an offer put in if it was left out, or left out if it was in."""
        index = next(number for number, offer in enumerate(self.offers) if offer.name == name)
        return replace(self, index=index, included=self.included ^ {name})
