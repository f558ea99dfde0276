"""The roads of the shoe in play, made from the stored accounts of its rounds. A new shoe begins new roads."""

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
)  # a continuous shuffler has no cutting card, so its roads have no end
MOST = 200  # rounds that are kept

draw_roads = lru_cache(maxsize=64)(roads_of)  # cached because everybody at a table is sent the same


def extend_coups(before: tuple[Coup, ...], account: Account) -> tuple[Coup, ...]:
    """Return the results of the shoe with one more round."""
    of_this_shoe = () if _begins_shoe(account) else before
    return of_this_shoe if account.coup is UNSET else (*of_this_shoe, account.coup)[-MOST:]


def recall_coups(newest_first: Iterable[Account]) -> tuple[Coup, ...]:
    """Return the results of the shoe from stored accounts, after a restart."""
    coups: list[Coup] = []
    for account in newest_first:
        if account.coup is not UNSET:
            coups.append(account.coup)
        if _begins_shoe(account) or len(coups) == MOST:
            break
    return tuple(reversed(coups))


def is_new(driver: Driver) -> bool:
    """Return whether the shoe was prepared in the open round."""
    return any(isinstance(item, PlaceCuttingCard) for item in driver.log)


def _begins_shoe(account: Account) -> bool:
    return any(act.act == BEGINS for act in account.acts)
