"""How the rounds before came out, as everybody at the table sees it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pitboss.engine.driver import Driver
from pitboss.record.account import Account
from pitboss.server.live.parts.terms import Terms
from pitboss.server.views import shoe_roads
from pitboss.server.views.last_round import Settled
from pitboss.server.views.redact_names import without
from pitboss.table.roads import Coup, Roads

OwnCards = Mapping[int, Mapping[int, tuple[str, ...]]]  # by account, by position: cards that only he has seen


class Scoreboard:
    """The round before as it was settled, and the rounds of the shoe where players keep roads."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.last: Settled | None = None  # for everybody
        self.own: OwnCards = {}
        self.coups: tuple[Coup, ...] = ()  # of this shoe

    @property
    def has_roads(self) -> bool:
        return self._terms.game.furniture.road is not None

    def show(self, last: Settled, own: OwnCards) -> None:
        """Show a round in place of the one before."""
        self.last, self.own = last, own

    def show_roads(self, coups: tuple[Coup, ...]) -> None:
        """Show the rounds of the shoe."""
        self.coups = coups

    def clear(self) -> None:
        """Show nothing."""
        self.last, self.own, self.coups = None, {}, ()

    def forget(self, gone: Mapping[str, str]) -> None:
        """Show the round without these names."""
        if self.last is not None:
            self.last = without(self.last, gone)

    def last_for(self, account: int) -> Settled | None:
        """Return the round before as somebody may see it."""
        if self.last is None or not (own := self.own.get(account)):
            return self.last
        return msgspec.structs.replace(self.last, own=own)

    def coups_after(self, before: tuple[Coup, ...] | None, told: Account) -> tuple[Coup, ...] | None:
        """Return the rounds of the shoe after one more, `before` being those that are not shown yet; None where
        nobody keeps roads."""
        return shoe_roads.after(self.coups if before is None else before, told) if self.has_roads else None

    def roads(self, driver: Driver) -> Roads | None:
        """Return the roads of the shoe that is in play now; None where nobody keeps any."""
        road = self._terms.game.furniture.road
        return None if road is None else shoe_roads.drawn(road, () if shoe_roads.is_new(driver) else self.coups)
