"""The changes that each act made, for pages that show acts one by one, live and in a replay.

A `Look` is everything that can be drawn of a table at one moment: what everybody sees, stored once, and the hands as
each seat sees them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from pitboss.engine.driver import Driver
from pitboss.engine.view import (
    SPECTATOR,
    back_color,
    cards_seen,
    cutting_card_seen,
    hands_seen,
    hands_seen_by,
    out_of_play,
    piles_seen,
    wagers_seen,
)
from pitboss.table.cards import Lying
from pitboss.table.facts import FOLDED_CARDS
from pitboss.table.money import chips_before
from pitboss.table.steps import Step, sentence_for_players
from pitboss.table.table import COMMUNITY, DEALER, Table

K = TypeVar("K")
T = TypeVar("T")
Fields = dict[str, Any]
Hands = dict[int, tuple[str, ...]]
# Fields of which only the entries that differ are sent.
KEYED = frozenset(("chips", "wagers", "owners", "hands", "out", "piles", "marks"))
# Seconds, about as long as static/dealer.js takes at its normal pace.
DEALT, TURNED, PAID, ROLLED = 0.15, 0.35, 0.5, 1.1
_encode = msgspec.json.Encoder(enc_hook=int).encode


class Look(NamedTuple):
    """The state of a table at one moment, with everything that can be drawn of it."""

    common: Fields  # what everybody sees
    hands: Mapping[int, Hands]  # by seat; under 0 as spectators see them

    def hands_for(self, seat: int) -> Hands:
        """Return the hands as a seat sees them."""
        return self.hands.get(seat, self.hands[SPECTATOR])


class LookCache:
    """Makes a `Look` at a table after every act and for every view. It reuses the object for everything that has not
    changed, so that differences are computed, and JSON is encoded, only where something has."""

    def __init__(self) -> None:
        self._common: Fields = {}
        self._hands: dict[int, Hands] = {}
        # Copies of the values that the fields above were made from.
        self._money: object = None
        self._places: dict[str, list[Lying]] | None = None
        self._held: object = None

    def look(self, driver: Driver, seats: Iterable[int]) -> Look:
        """Return a look at the table now, as spectators and these seats see it."""
        t = driver.table
        changed = table_state(driver)
        if (t.ledger.accounts, t.owners, t.players) != self._money:
            self._money = tuple([value.copy() for value in (t.ledger.accounts, t.owners, t.players)])
            changed |= chips_and_wagers(driver)
        holders = t.owners, t.examined, [*seats], [FOLDED_CARDS.get(t, position) for position in t.examined]
        if (moved := t.places != self._places) or holders != self._held:
            everybody = hands_seen(t, SPECTATOR)
            self._hands = _reuse_equal(self._hands, hands_seen_by(t, seats, everybody))
            self._held = (dict(t.owners), set(t.examined), *holders[2:])
        if moved:
            self._places = {place: pile.copy() for place, pile in t.places.items()}
            changed |= visible_cards(t)
        self._common = _reuse_equal(self._common, {**self._common, **changed})
        return Look(self._common, self._hands)


def _reuse_equal(before: dict[K, T], now: dict[K, T]) -> dict[K, T]:
    """Return `now` with every value that equals the one before replaced by that object."""
    if before == now:
        return before
    return {key: was if (was := before.get(key)) == value else value for key, value in now.items()}


def drawable_fields(driver: Driver) -> Fields:
    """Return everything that everybody sees and a picture shows of a table, without the hands."""
    return {**chips_and_wagers(driver), **visible_cards(driver.table), **table_state(driver)}


def chips_and_wagers(driver: Driver) -> Fields:
    t, wagers, pot = driver.table, wagers_seen(driver), driver.game.furniture.pot
    return {
        "chips": {seat_number: t.ledger[chips_before(seat_number)] for seat_number in t.players},
        "wagers": wagers,
        "owners": dict(t.owners),
        "pot": sum(spots.get(pot, 0) for spots in wagers.values()),
    }


def visible_cards(t: Table) -> Fields:
    return {"community": cards_seen(t.cards(COMMUNITY)), "dealer": cards_seen(t.cards(DEALER)), "piles": piles_seen(t)}


def table_state(driver: Driver) -> Fields:
    """Return the fields that are as quick to make as to compare, so that they are made each time."""
    t, button = driver.table, driver.game.furniture.button
    return {
        "out": out_of_play(t),
        "back": back_color(t),
        "marks": dict(t.marks),
        "lit": tuple(sorted(t.lit)),
        "dice": t.dice,
        "wheel": t.wheel,
        "cutting_card": cutting_card_seen(driver),
        "words": t.said[-1] if t.said else "",
        "button": None if button is None else t.marks.get(button.word),
    }


def changes(before: Fields, after: Fields) -> Fields:
    """Return what turns `before` into `after`: whole fields, or the entries that differ, with None for one that is
    gone."""
    difference: Fields = {}
    for name, now in after.items():
        if name not in before:
            difference[name] = now
            continue
        was = before[name]
        if was is now or was == now:
            continue
        if name in KEYED:
            difference[name] = {key: now.get(key) for key in {**was, **now} if was.get(key) != now.get(key)}
        else:
            difference[name] = now
    return difference


class ShownAct:
    """One act as pages show it: the paragraph, the words, and what it changed."""

    __slots__ = ("_common", "_texts", "after", "before", "cite", "kind", "number", "round", "told")

    def __init__(self, round_: int, number: int, step: Step, before: Look | None, after: Look) -> None:
        self.round, self.number = round_, number  # the number among all acts that the table has shown
        self.kind, self.cite, self.told = str(type(step).__struct_config__.tag), step.cite, sentence_for_players(step)
        self.before, self.after = before, after  # before the first act of a round there is no look
        self._common: Fields | None = None  # the changes that everybody sees, computed when first needed
        self._texts: dict[bytes, bytes] = {}  # changes of the hands -> the act as JSON

    @property
    def seconds(self) -> float:
        """The approximate time that a page takes to show it."""
        if self.before is None:
            return 0.0
        was, now = self.before.common, self.after.common
        if now["dice"] != was["dice"] or now["wheel"] != was["wheel"]:
            return ROLLED
        if (now["community"], now["dealer"], self.after.hands) == (was["community"], was["dealer"], self.before.hands):
            return PAID if now["wagers"] != was["wagers"] else 0.0
        return DEALT if _card_count(self.after) != _card_count(self.before) else TURNED

    def text(self, seat: int) -> bytes:
        """Return the act as JSON for a seat. It is encoded once for all seats that see the same hands."""
        was, now = None if self.before is None else self.before.hands_for(seat), self.after.hands_for(seat)
        hands = {} if was is now else changes({} if was is None else {"hands": was}, {"hands": now})
        key = _encode(hands) if hands else b""
        if key not in self._texts:
            if self._common is None:
                self._common = changes({} if self.before is None else self.before.common, self.after.common)
            act = {"round": self.round, "kind": self.kind, "cite": self.cite, "told": self.told}
            self._texts[key] = _encode({**act, "changes": {**self._common, **hands}})
        return self._texts[key]


def _card_count(look: Look) -> int:
    """Return the number of cards that everybody can see lying, face up or down."""
    return sum(map(len, (look.common["community"], look.common["dealer"], *look.hands[SPECTATOR].values())))


class ActWatcher:
    """Watches a table from some moment on, and returns what each act changed."""

    def __init__(self, eye: LookCache, driver: Driver, seats: Iterable[int], number: int = 0) -> None:
        self.number = number  # of the last act that was shown; a gap tells a page that it has missed something
        self._eye, self._round, self._read_upto = eye, driver.carry.round, len(driver.log)
        self._before: Look | None = eye.look(driver, seats)

    def watch(self, driver: Driver, seats: Iterable[int]) -> list[ShownAct]:
        """Return the acts since the last call. Call it after each act. The changes of an unnoticed act appear with
        those of the next act."""
        if driver.carry.round != self._round:
            self._round, self._read_upto, self._before = driver.carry.round, 0, None
        steps = [item for item in driver.log[self._read_upto :] if isinstance(item, Step) and not item.unnoticed]
        self._read_upto = len(driver.log)
        shown = []
        if steps:
            after = self._eye.look(driver, seats)
            for step in steps:
                self.number += 1
                shown.append(ShownAct(self._round, self.number, step, self._before, after))
                self._before = after
        return shown
