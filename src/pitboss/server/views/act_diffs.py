"""What each act changed, for pages that show acts one by one, live and in a replay.

A look is all that can be drawn of a table at one moment, for nobody in particular: what everybody sees is kept once,
and hands as each player sees them. What a seat is sent of it is decided by its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from pitboss.engine.driver import Driver
from pitboss.engine.view import (
    SPECTATOR,
    back_of,
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
# Of these only the entries that differ are sent.
KEYED = frozenset(("chips", "wagers", "owners", "hands", "out", "piles", "marks"))
# Seconds, about as long as static/dealer.js takes at its normal pace.
DEALT, TURNED, PAID, ROLLED = 0.15, 0.35, 0.5, 1.1
_encode = msgspec.json.Encoder(enc_hook=int).encode


class Look(NamedTuple):
    common: Fields
    hands: Mapping[int, Hands]  # by seat; under 0 as everybody sees them

    def seen_from(self, seat: int) -> Hands:
        return self.hands.get(seat, self.hands[SPECTATOR])


class LookCache:
    """Looks at a table again and again: after every act, and for every view. What is as it was is the same object as
    before, so that differences are found, and JSON is made, only where something has changed."""

    def __init__(self) -> None:
        self._common: Fields = {}
        self._hands: dict[int, Hands] = {}
        # Copies of what these were made of.
        self._money: object = None
        self._places: dict[str, list[Lying]] | None = None
        self._held: object = None

    def look(self, driver: Driver, seats: Iterable[int]) -> Look:
        """The table as it lies now, with the eyes of these seats besides everybody's."""
        t = driver.table
        found = table_state(driver)
        if (t.ledger.accounts, t.owners, t.players) != self._money:
            self._money = tuple([each.copy() for each in (t.ledger.accounts, t.owners, t.players)])
            found |= chips_and_wagers(driver)
        held = t.owners, t.examined, [*seats], [FOLDED_CARDS.get(t, position) for position in t.examined]
        if (moved := t.places != self._places) or held != self._held:
            everybody = hands_seen(t, SPECTATOR)
            self._hands = _reuse_equal(self._hands, hands_seen_by(t, seats, everybody))
            self._held = (dict(t.owners), set(t.examined), *held[2:])
        if moved:
            self._places = {place: pile.copy() for place, pile in t.places.items()}
            found |= visible_cards(t)
        self._common = _reuse_equal(self._common, {**self._common, **found})
        return Look(self._common, self._hands)


def _reuse_equal(before: dict[K, T], now: dict[K, T]) -> dict[K, T]:
    """What is equal, as the object that it was."""
    if before == now:
        return before
    return {key: was if (was := before.get(key)) == value else value for key, value in now.items()}


def drawable_fields(driver: Driver) -> Fields:
    """What everybody sees of a table and a picture shows, without the hands."""
    return {**chips_and_wagers(driver), **visible_cards(driver.table), **table_state(driver)}


def chips_and_wagers(driver: Driver) -> Fields:
    t, wagers, pot = driver.table, wagers_seen(driver), driver.game.furniture.pot
    return {
        "chips": {who: t.ledger[chips_before(who)] for who in t.players},
        "wagers": wagers,
        "owners": dict(t.owners),
        "pot": sum(spots.get(pot, 0) for spots in wagers.values()),
    }


def visible_cards(t: Table) -> Fields:
    return {"community": cards_seen(t.cards(COMMUNITY)), "dealer": cards_seen(t.cards(DEALER)), "piles": piles_seen(t)}


def table_state(driver: Driver) -> Fields:
    """What is found as quickly as it is compared."""
    t, button = driver.table, driver.game.furniture.button
    return {
        "out": out_of_play(t),
        "back": back_of(t),
        "marks": dict(t.marks),
        "lit": tuple(sorted(t.lit)),
        "dice": t.dice,
        "wheel": t.wheel,
        "cutting_card": cutting_card_seen(driver),
        "words": t.said[-1] if t.said else "",
        "button": None if button is None else t.marks.get(button.word),
    }


def changes(before: Fields, after: Fields) -> Fields:
    """What makes `after` of `before`: whole fields, or the entries that differ, null for one that is gone."""
    found: Fields = {}
    for name, now in after.items():
        if name not in before:
            found[name] = now
            continue
        was = before[name]
        if was is now or was == now:
            continue
        if name in KEYED:
            found[name] = {key: now.get(key) for key in {**was, **now} if was.get(key) != now.get(key)}
        else:
            found[name] = now
    return found


class ShownAct:
    """One act as it is shown: the paragraph, the words and what it changed."""

    __slots__ = ("_common", "_texts", "after", "before", "cite", "kind", "number", "round", "told")

    def __init__(self, round_: int, number: int, step: Step, before: Look | None, after: Look) -> None:
        self.round, self.number = round_, number  # the number among all acts that the table has shown
        self.kind, self.cite, self.told = str(type(step).__struct_config__.tag), step.cite, sentence_for_players(step)
        self.before, self.after = before, after  # nothing comes before the first act of a round
        self._common: Fields | None = None  # what it changes of what everybody sees, once somebody asks
        self._texts: dict[bytes, bytes] = {}  # by what it changes of the hands

    @property
    def seconds(self) -> float:
        """About how long a page takes to show it."""
        if self.before is None:
            return 0.0
        was, now = self.before.common, self.after.common
        if now["dice"] != was["dice"] or now["wheel"] != was["wheel"]:
            return ROLLED
        if (now["community"], now["dealer"], self.after.hands) == (was["community"], was["dealer"], self.before.hands):
            return PAID if now["wagers"] != was["wagers"] else 0.0
        return DEALT if _card_count(self.after) != _card_count(self.before) else TURNED

    def text(self, seat: int) -> bytes:
        """As JSON; made once for all to whose eyes it changes the same. Only hands can look otherwise from a seat."""
        was, now = None if self.before is None else self.before.seen_from(seat), self.after.seen_from(seat)
        hands = {} if was is now else changes({} if was is None else {"hands": was}, {"hands": now})
        key = _encode(hands) if hands else b""
        if key not in self._texts:
            if self._common is None:
                self._common = changes({} if self.before is None else self.before.common, self.after.common)
            told = {"round": self.round, "kind": self.kind, "cite": self.cite, "told": self.told}
            self._texts[key] = _encode({**told, "changes": {**self._common, **hands}})
        return self._texts[key]


def _card_count(look: Look) -> int:
    """How many cards."""
    return sum(map(len, (look.common["community"], look.common["dealer"], *look.hands[SPECTATOR].values())))


class ActWatcher:
    """Watches a table being played from some moment on, act by act."""

    def __init__(self, eye: LookCache, driver: Driver, seats: Iterable[int], number: int = 0) -> None:
        self.number = number  # of the act that was shown last; a jump tells a page that it has missed something
        self._eye, self._round, self._at = eye, driver.carry.round, len(driver.log)
        self._before: Look | None = eye.look(driver, seats)

    def watch(self, driver: Driver, seats: Iterable[int]) -> list[ShownAct]:
        """What was done since it looked last; it should look after each act. One that nobody notices is seen in what
        the next one changes."""
        if driver.carry.round != self._round:
            self._round, self._at, self._before = driver.carry.round, 0, None
        fresh = [item for item in driver.log[self._at :] if isinstance(item, Step) and not item.unnoticed]
        self._at = len(driver.log)
        found = []
        if fresh:
            after = self._eye.look(driver, seats)
            for step in fresh:
                self.number += 1
                found.append(ShownAct(self._round, self.number, step, self._before, after))
                self._before = after
        return found
