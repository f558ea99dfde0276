"""Roads of the shoe in play, made from the accounts that are kept of its rounds; a new shoe begins new ones."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pitboss.engine.driver import Driver
from pitboss.record.account import Account
from pitboss.table.roads import Coup, Road, Roads, roads_of
from pitboss.table.shoe_steps import ShuffleShoe, TakeShuffled

SHUFFLED = {str(kind.__struct_config__.tag) for kind in (ShuffleShoe, TakeShuffled)}  # what a new shoe begins with
MOST = 200  # rounds that are kept, where cards are shuffled without an end

drawn = lru_cache(maxsize=64)(roads_of)  # everybody at a table is sent the same


def after(road: Road, before: tuple[Coup, ...], told: Account) -> tuple[Coup, ...]:
    """With one round more."""
    coup = None if told.void else road.read(told.cards)
    of_this_shoe = () if _begins(told) else before
    return of_this_shoe if coup is None else (*of_this_shoe, coup)[-MOST:]


def recalled(road: Road, newest_first: Iterable[Account]) -> tuple[Coup, ...]:
    """After a start, from what was kept."""
    found: list[Coup] = []
    for told in newest_first:
        if not told.void and (coup := road.read(told.cards)) is not None:
            found.append(coup)
        if _begins(told) or len(found) == MOST:
            break
    return tuple(reversed(found))


def is_new(driver: Driver) -> bool:
    """Whether the shoe was shuffled in the round that is open."""
    return any(isinstance(item, ShuffleShoe) for item in driver.log)


def _begins(told: Account) -> bool:
    return any(act.act in SHUFFLED for act in told.acts)
