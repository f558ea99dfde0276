"""What the person means to wager, before it lies on the layout: each wager that is offered, in or out, and how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pitboss.cli.terminal import keys
from pitboss.engine.game import Offer
from pitboss.engine.inputs import Wager


def put(offer: Offer, seat: int, cents: int) -> Wager:
    return Wager(seat, dict.fromkeys(offer.spots, cents))


@dataclass(frozen=True)
class Wish:
    offers: tuple[Offer, ...]
    amounts: Mapping[str, int]  # by offer, on each of its areas; also of those left out
    made: frozenset[str]  # the offers that are wagered on
    at: int = 0  # the offer that keys change

    @classmethod
    def first(cls, offers: Sequence[Offer]) -> Wish:
        """The least on what is offered first; what may stand beside it is left out until it is asked for."""
        least = {offer.name: offer.least for offer in offers}
        return cls(tuple(offers), least, frozenset(offer.name for offer in offers[:1]))

    @property
    def chosen(self) -> Offer:
        return self.offers[self.at]

    @property
    def cost(self) -> int:
        return sum(self.amounts[offer.name] * len(offer.spots) for offer in self.offers if offer.name in self.made)

    def wagers(self, seat: int) -> Iterator[Wager]:
        """Offer by offer, for one may only be taken beside another."""
        for offer in self.offers:
            if offer.name in self.made:
                yield put(offer, seat, self.amounts[offer.name])

    def among(self, offers: Sequence[Offer]) -> Wish:
        """The same as far as it is offered now. Whoever wants nothing is not given anything."""
        fresh = Wish.first(offers)
        amounts = {
            offer.name: max(offer.least, min(self.amounts.get(offer.name, offer.least), offer.most)) for offer in offers
        }
        made = self.made & amounts.keys()
        return replace(fresh, amounts=amounts, made=made) if made or not self.made else fresh

    def within(self, chips: int) -> Wish:
        """The same; or of its first wager as much as the chips allow, and nothing beside it."""
        if self.cost <= chips:
            return self
        offer = next(offer for offer in self.offers if offer.name in self.made)
        most = chips // len(offer.spots) // offer.step * offer.step
        amounts = {**self.amounts, offer.name: max(offer.least, min(self.amounts[offer.name], most))}
        return replace(self, amounts=amounts, made=frozenset([offer.name]))

    # --- what keys change

    def after(self, key: str) -> Wish | None:
        """What is meant once this key was pressed; None if the key changes nothing."""
        offer = self.chosen
        match key:
            case keys.UP:
                return self.raised(max(offer.least, offer.step))
            case keys.DOWN:
                return self.raised(-max(offer.least, offer.step))
            case "+":
                return self.raised(offer.step)
            case "-":
                return self.raised(-offer.step)
            case keys.SPACE:
                return self.toggled(offer.name)
            case keys.RIGHT | keys.TAB:
                return replace(self, at=(self.at + 1) % len(self.offers))
            case keys.LEFT:
                return replace(self, at=(self.at - 1) % len(self.offers))
        return None

    def raised(self, cents: int) -> Wish:
        """More or less on the chosen wager, within what is offered. At its bound one step beyond, for the table to say
        why not. What was left out comes in as it is."""
        offer, amount = self.chosen, self.amounts[self.chosen.name]
        if offer.name not in self.made:
            return self.toggled(offer.name)
        step = offer.step if cents > 0 else -offer.step
        bounded = max(offer.least, min(amount + cents, offer.most))
        return self.of(amount + step if bounded == amount else bounded)

    def of(self, cents: int) -> Wish:
        """So much on the chosen wager."""
        name = self.chosen.name
        return replace(self, amounts={**self.amounts, name: cents}, made=self.made | {name})

    def toggled(self, name: str) -> Wish:
        """In if it was out, out if it was in."""
        at = next(number for number, offer in enumerate(self.offers) if offer.name == name)
        return replace(self, at=at, made=self.made ^ {name})
