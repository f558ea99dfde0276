"""What the person means to wager at Let It Ride, before it lies on the layout."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pitboss.cli import keys
from pitboss.engine.inputs import TakeBack, Wager
from pitboss.games.let_it_ride.house import LetItRideHouse
from pitboss.games.let_it_ride.wagers import BASE, BET_1, BONUS, BONUS_CHIP, THREE_CARD
from pitboss.table.money import dollars


@dataclass(frozen=True)
class Wish:
    """What the person means to wager: three equal bets (18.6(d)) and, where offered, the bonus wagers."""

    house: LetItRideHouse
    bet: int
    bonus: bool = False
    three_card: bool = False

    @property
    def stakes(self) -> dict[str, int]:
        stakes = dict.fromkeys(BASE, self.bet)
        if self.bonus:
            stakes[BONUS] = BONUS_CHIP
        if self.three_card:
            stakes[THREE_CARD] = self.house.three_card_minimum
        return stakes

    @property
    def cost(self) -> int:
        return sum(self.stakes.values())

    def within(self, chips: int) -> Wish:
        """The same, or as many of its bets as the chips allow."""
        if self.cost <= chips:
            return self
        step = self.house.smallest_chip
        return Wish(self.house, max(self.house.minimum, min(self.bet, chips // len(BASE) // step * step)))

    def after(self, key: str) -> Wish | None:
        """What is meant once this key was pressed; None if the key changes nothing."""
        match key:
            case keys.UP | "+":
                return replace(self, bet=self.bet + self.house.minimum)
            case keys.DOWN | "-":
                return replace(self, bet=self.bet - self.house.minimum)
            case "b" if self.house.bonus:
                return replace(self, bonus=not self.bonus)
            case "t" if self.house.three_card_bonus:
                return replace(self, three_card=not self.three_card)
        return None

    def as_input(self, key: str, seat: int) -> Wager | TakeBack | None:
        """What a key for wagers asks for where it changes nothing: the table will say why not."""
        match key:
            case "+":
                return Wager(seat, {BET_1: self.house.minimum})
            case "-":
                return TakeBack(seat, BET_1)
            case "b":
                return Wager(seat, {BONUS: BONUS_CHIP})
            case "t":
                return Wager(seat, {THREE_CARD: self.house.three_card_minimum})
        return None

    def __str__(self) -> str:
        parts = [f"{len(BASE)} bets of {dollars(self.bet)}"]
        if self.house.bonus:
            parts.append(f"[{'x' if self.bonus else ' '}] bonus {dollars(BONUS_CHIP)}")
        if self.house.three_card_bonus:
            parts.append(f"[{'x' if self.three_card else ' '}] three card {dollars(self.house.three_card_minimum)}")
        return "   ".join([*parts, f"= {dollars(self.cost)}"])

    def offer(self) -> str:
        """What the table takes."""
        parts = [f"{dollars(self.house.minimum)} to {dollars(self.house.maximum)} a bet"]
        if self.house.bonus:
            parts.append("bonus")
        if self.house.three_card_bonus:
            parts.append(f"three card {self.house.three_card_bonus}")
        return " · ".join(parts)

    def key_help(self) -> str:
        parts = ["↑↓ bets"]
        if self.house.bonus:
            parts.append("b bonus")
        if self.house.three_card_bonus:
            parts.append("t three card")
        return " · ".join(parts)

    def least(self) -> int:
        """The fewest chips that still make wagers."""
        return len(BASE) * self.house.minimum
