"""What a table is played by: the setting in force, and one that waits for the next round."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET

from pitboss.engine.carry import Carry
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules
from pitboss.server.live.table_settings import TableSetting, played_by


class NextTerms(NamedTuple):
    """A setting that waits, with the law and the house that it means."""

    setting: TableSetting
    rules: Rules
    house: House


class Terms:
    """The setting of a table with the game, the law and the house that it means to the engine."""

    def __init__(self, setting: TableSetting) -> None:
        """Raise a `ValueError` if this version cannot play by the setting."""
        self.setting = setting
        self.game, self.rules, self.house = played_by(setting)
        self.next: NextTerms | None = None  # waits until a round begins with nothing against it

    @property
    def newest(self) -> TableSetting:
        """The setting that the staff chose last, in force or not."""
        return self.setting if self.next is None else self.next.setting

    def change(self, setting: TableSetting, rules: Rules, house: House) -> None:
        """Have another setting of the same game wait for the next round."""
        self.next = NextTerms(setting, rules, house)

    def resume(self, rules: Rules, house: House) -> None:
        """Play on by the law and the house of the round before, and have the setting wait as it did before a stop, or
        before something could not be written."""
        if self.next is None:
            self.next = NextTerms(self.setting, self.rules, self.house)
        self.rules, self.house = rules, house

    def begin_round(self, carry: Carry) -> None:
        """Put the setting that waits in force, unless the table as the round finds it stands against it: with wagers
        made by other readings, with cards in play that were shuffled for the table as it was, or with somebody at a
        seat that there is no more."""
        if self.next is None:
            return
        setting, rules, house = self.next
        wagered = rules.digest != self.rules.digest and any("@" in account for account in carry.accounts)
        in_play = carry.shoe is not UNSET
        if not wagered and not in_play and all(seat <= house.seats for seat in carry.players):
            self.setting, self.rules, self.house = setting, rules, house
            self.next = None
