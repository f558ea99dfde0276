"""Roads of the shoe in play, made from the accounts that are kept of its rounds; a new shoe begins new ones."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import UNSET

from pitboss.engine.driver import Driver
from pitboss.record.account import Account
from pitboss.table.roads import Coup, roads_of
from pitboss.table.shoe_steps import PlaceCuttingCard

BEGINS = str(
    PlaceCuttingCard.__struct_config__.tag
)  # a device that shuffles all the time has no cutting card, and no end
MOST = 200  # rounds that are kept

draw_roads = lru_cache(maxsize=64)(roads_of)  # everybody at a table is sent the same


def extend_coups(before: tuple[Coup, ...], told: Account) -> tuple[Coup, ...]:
    """With one round more."""
    of_this_shoe = () if _begins_shoe(told) else before
    return of_this_shoe if told.coup is UNSET else (*of_this_shoe, told.coup)[-MOST:]


def recall_coups(newest_first: Iterable[Account]) -> tuple[Coup, ...]:
    """After a start, from what was kept."""
    found: list[Coup] = []
    for told in newest_first:
        if told.coup is not UNSET:
            found.append(told.coup)
        if _begins_shoe(told) or len(found) == MOST:
            break
    return tuple(reversed(found))


def is_new(driver: Driver) -> bool:
    """Whether the shoe was made ready in the round that is open."""
    return any(isinstance(item, PlaceCuttingCard) for item in driver.log)


def _begins_shoe(told: Account) -> bool:
    return any(act.act == BEGINS for act in told.acts)
