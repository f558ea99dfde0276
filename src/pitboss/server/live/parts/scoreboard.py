"""The results of earlier rounds, as everybody at the table sees them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pitboss.engine.driver import Driver
from pitboss.record.account import Account
from pitboss.server.live.parts.terms import Terms
from pitboss.server.views import shoe_roads
from pitboss.server.views.last_round import Settled
from pitboss.server.views.redact_names import redact
from pitboss.table.roads import Coup, Roads

OwnCards = Mapping[int, Mapping[int, tuple[str, ...]]]  # account -> position -> cards that only this player has seen


class Scoreboard:
    """The settlement of the last round and, in games with roads, the results of the shoe."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.last: Settled | None = None  # for everybody
        self.own: OwnCards = {}
        self.coups: tuple[Coup, ...] = ()  # of this shoe

    @property
    def has_roads(self) -> bool:
        return self._terms.game.furniture.road is not None

    def show(self, last: Settled, own: OwnCards) -> None:
        """Show the settlement of a round instead of the previous one."""
        self.last, self.own = last, own

    def show_roads(self, coups: tuple[Coup, ...]) -> None:
        """Show these results of the shoe."""
        self.coups = coups

    def clear(self) -> None:
        """Show nothing."""
        self.last, self.own, self.coups = None, {}, ()

    def forget(self, deleted_names: Mapping[str, str]) -> None:
        """Remove these names of deleted accounts from the last round."""
        if self.last is not None:
            self.last = redact(self.last, deleted_names)

    def last_for(self, account: int) -> Settled | None:
        """Return the last round as this account may see it."""
        if self.last is None or not (own := self.own.get(account)):
            return self.last
        return msgspec.structs.replace(self.last, own=own)

    def coups_after(self, before: tuple[Coup, ...] | None, account: Account) -> tuple[Coup, ...] | None:
        """Return the results of the shoe with one more round. `before` are results that are not shown yet, or None to
        start from those that are. Return None in games without roads."""
        return shoe_roads.extend_coups(self.coups if before is None else before, account) if self.has_roads else None

    def roads(self, driver: Driver) -> Roads | None:
        """Return the roads of the shoe that is in play now; None in games without roads."""
        road = self._terms.game.furniture.road
        return None if road is None else shoe_roads.draw_roads(road, () if shoe_roads.is_new(driver) else self.coups)
