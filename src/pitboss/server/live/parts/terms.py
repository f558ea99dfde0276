"""The setting, law and house that a table is played by, and a setting that is pending for the next round."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET

from pitboss.engine.carry import Carry
from pitboss.engine.houses.house import House
from pitboss.law.rules import Rules
from pitboss.server.live.table_settings import TableSetting, resolve_setting


class NextTerms(NamedTuple):
    """A pending setting, with its law and house."""

    setting: TableSetting
    rules: Rules
    house: House


class Terms:
    """The setting of a table, and the game, law and house that follow from it."""

    def __init__(self, setting: TableSetting) -> None:
        """Resolve the setting. Raises `ValueError` if this version cannot play by it."""
        self.setting = setting
        self.game, self.rules, self.house = resolve_setting(setting)
        self.next: NextTerms | None = None  # pending until a round can begin with it

    @property
    def newest(self) -> TableSetting:
        """The setting that the staff chose last, in force or pending."""
        return self.setting if self.next is None else self.next.setting

    def change(self, setting: TableSetting, rules: Rules, house: House) -> None:
        """Make another setting of the same game pending for the next round."""
        self.next = NextTerms(setting, rules, house)

    def resume(self, rules: Rules, house: House) -> None:
        """Continue with the law and house of the previous round, and make the setting pending again. Called after a
        restart and after a failed write."""
        if self.next is None:
            self.next = NextTerms(self.setting, self.rules, self.house)
        self.rules, self.house = rules, house

    def begin_round(self, carry: Carry) -> None:
        """Put the pending setting in force unless the state of the table prevents it: wagers that were made under
        other readings, a shoe in play that was shuffled under the old setting, or a player at a seat that the new
        setting lacks."""
        if self.next is None:
            return
        setting, rules, house = self.next
        has_old_wagers = rules.digest != self.rules.digest and any("@" in account for account in carry.accounts)
        in_play = carry.shoe is not UNSET
        if not has_old_wagers and not in_play and all(seat <= house.seats for seat in carry.players):
            self.setting, self.rules, self.house = setting, rules, house
            self.next = None
