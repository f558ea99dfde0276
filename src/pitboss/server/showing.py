"""What each act changed, for pages that show acts one by one, live and in a replay.

A look is all that can be drawn of a table at one moment, for nobody in particular: what everybody sees is kept once,
and hands as each player sees them. What a seat is sent of it is decided by its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from pitboss.engine.driver import Driver
from pitboss.engine.game import Furniture
from pitboss.engine.view import SPECTATOR, View, hands_seen_by, view
from pitboss.table.steps import Step, noticed

Fields = dict[str, Any]
# Of these only the entries that differ are sent.
KEYED = frozenset(("chips", "wagers", "owners", "hands", "out", "piles", "marks"))
# Seconds, about as long as static/dealer.js takes at its normal pace.
DEALT, TURNED, PAID, ROLLED = 0.15, 0.35, 0.5, 1.1
_encode = msgspec.json.Encoder(enc_hook=int).encode


class Look(NamedTuple):
    common: Fields
    hands: Mapping[int, dict[int, tuple[str, ...]]]  # by seat; under 0 as everybody sees them

    def of(self, seat: int) -> Fields:
        return {**self.common, "hands": self.seen_from(seat)}

    def seen_from(self, seat: int) -> dict[int, tuple[str, ...]]:
        return self.hands.get(seat, self.hands[SPECTATOR])


def look_at(driver: Driver, seats: Iterable[int] = ()) -> Look:
    """The table as it lies now, with the eyes of these seats besides everybody's."""
    what = view(driver, SPECTATOR, len(driver.log))
    hands = hands_seen_by(driver.table, seats, what.hands)
    return Look(drawable(what, driver.game.furniture), hands)


def drawable(what: View, furniture: Furniture) -> Fields:
    """What of a view everybody sees and a picture shows, without the hands."""
    return {
        "chips": what.chips,
        "wagers": what.wagers,
        "owners": what.owners,
        "community": what.community,
        "dealer": what.dealer,
        "out": what.out,
        "piles": what.piles,
        "back": what.back,
        "marks": what.marks,
        "lit": what.lit,
        "dice": what.dice,
        "words": what.said[-1] if what.said else "",
        "pot": sum(spots.get(furniture.pot, 0) for spots in what.wagers.values()),
        "button": None if furniture.button is None else what.marks.get(furniture.button.word),
    }


def changes(before: Fields, after: Fields) -> Fields:
    """What makes `after` of `before`: whole fields, or the entries that differ, null for one that is gone."""
    found: Fields = {}
    for name, now in after.items():
        if name not in before:
            found[name] = now
            continue
        was = before[name]
        if was == now:
            continue
        if name in KEYED:
            found[name] = {key: now.get(key) for key in {**was, **now} if was.get(key) != now.get(key)}
        else:
            found[name] = now
    return found


class Shown:
    """One act as it is shown: the paragraph, the words and what it changed."""

    __slots__ = ("_texts", "after", "before", "cite", "kind", "number", "round", "told")

    def __init__(self, round_: int, number: int, step: Step, before: Look | None, after: Look) -> None:
        self.round, self.number = round_, number  # the number among all acts that the table has shown
        self.kind, self.cite, self.told = str(type(step).__struct_config__.tag), step.cite, noticed(step)
        self.before, self.after = before, after  # nothing comes before the first act of a round
        self._texts: dict[bytes, bytes] = {}  # by what it changes of the hands

    @property
    def seconds(self) -> float:
        """About how long a page takes to show it."""
        if self.before is None:
            return 0.0
        was, now = self.before.common, self.after.common
        lay, lie = (sum(map(len, (each["community"], each["dealer"]))) for each in (was, now))
        held, hold = (sum(map(len, look.hands[SPECTATOR].values())) for look in (self.before, self.after))
        if now["dice"] != was["dice"]:
            return ROLLED
        if lie + hold != lay + held:
            return DEALT
        if (now["community"], now["dealer"], self.after.hands) != (was["community"], was["dealer"], self.before.hands):
            return TURNED
        return PAID if now["wagers"] != was["wagers"] else 0.0

    def to(self, seat: int) -> Fields:
        before = {} if self.before is None else self.before.of(seat)
        found = {"round": self.round, "kind": self.kind, "cite": self.cite, "told": self.told}
        return {**found, "changes": changes(before, self.after.of(seat))}

    def text(self, seat: int) -> bytes:
        """As JSON; made once for all to whose eyes it changes the same. Only hands can look otherwise from a seat."""
        before = {} if self.before is None else {"hands": self.before.seen_from(seat)}
        hands = _encode(changes(before, {"hands": self.after.seen_from(seat)}))
        if hands not in self._texts:
            self._texts[hands] = _encode(self.to(seat))
        return self._texts[hands]


class Stage:
    """Watches a table being played from some moment on, act by act."""

    def __init__(self, driver: Driver, seats: Iterable[int] = (), number: int = 0) -> None:
        self.number = number  # of the act that was shown last; a jump tells a page that it has missed something
        self._round, self._at = driver.carry.round, len(driver.log)
        self._before: Look | None = look_at(driver, seats)

    def watch(self, driver: Driver, seats: Iterable[int]) -> list[Shown]:
        """What was done since it looked last; it should look after each act. One that nobody notices is seen in what
        the next one changes."""
        if driver.carry.round != self._round:
            self._round, self._at, self._before = driver.carry.round, 0, None
        fresh = [item for item in driver.log[self._at :] if isinstance(item, Step) and not item.unnoticed]
        self._at = len(driver.log)
        found = []
        if fresh:
            after = look_at(driver, seats)
            for step in fresh:
                self.number += 1
                found.append(Shown(self._round, self.number, step, self._before, after))
                self._before = after
        return found
