"""Two shoes that differ only in cards nobody has seen, in the place of the cutting card and in their salts.

Whoever is told the same of both has learned nothing of what is still to be dealt. No game is known here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET

from pitboss.engine.carry import Carry
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game, Strategy
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import CardOrder, Cut, Input
from pitboss.engine.record import Chain
from pitboss.engine.runner import act_for
from pitboss.engine.view import SPECTATOR, view
from pitboss.engine.waits import CuttingCardWanted, CutWanted, ShoeOrderWanted, Wait
from pitboss.law.rules import Rules
from pitboss.record.account import account_of
from pitboss.record.players_record import make_players_record
from pitboss.server.views.round_replay import replay_as_seen
from pitboss.table.card_steps import BurnCard, Deal, DealUp
from pitboss.table.money import OUTSIDE, chips_before
from pitboss.table.shoe_steps import CuttingCardOut
from pitboss.table.table import SHOE

CHIPS = 1_000_000
STRANGER = "nobody at the table"


@dataclass
class ShoeChance:
    """The inputs of chance for one shoe."""

    order: CardOrder
    cut: Cut
    behind: Cut


class Twin:
    """A source of chance that gives what it is told for the first shoe, and then no more."""

    label = "live"

    def __init__(self, drawn: ShoeChance) -> None:
        self._drawn = drawn

    def answers(self, wait: Wait | None) -> Input | None:
        match wait:
            case ShoeOrderWanted():
                return self._drawn.order
            case CuttingCardWanted():
                return self._drawn.behind
            case CutWanted():
                return self._drawn.cut
        return None

    def salt(self) -> str:
        return seeded_source(12_345).salt()


@dataclass(frozen=True)
class Table:
    game: Game
    rules: Rules
    house: House
    players: Mapping[int, Strategy]

    def opening(self) -> Carry:
        carry = self.game.opening(self.house)
        chips = {chips_before(seat): CHIPS for seat in self.players}
        accounts = {**carry.accounts, **chips, OUTSIDE: carry.accounts[OUTSIDE] - sum(chips.values())}
        names = {seat: f"Player {seat}" for seat in self.players}
        return msgspec.structs.replace(carry, players=names, accounts=accounts)


def table_of(game: Game, seats: int = 2) -> Table:
    ways = [*game.strategies.values()]
    return Table(game, game.rules({}), game.house.usual(), {1 + at: ways[at % len(ways)] for at in range(seats)})


class ShoeRounds:
    """Rounds from one shoe, with all that anybody is told of them."""

    def __init__(self, table: Table, source: Any, rounds: int) -> None:
        """Play up to so many rounds, or to the last before the shoe is out of play."""
        self.table, self.drivers = table, list[Driver]()
        self.told: list[str] = []
        self.fewest = 0  # cards behind the cutting card
        self._source, self._chain, self._lines = source, Chain(), list[bytes]()
        carry = table.opening()
        for _ in range(rounds):
            driver, told = self._round(carry)
            if driver.next is None or driver.next.shoe is UNSET:
                break
            self.drivers.append(driver)
            self.told += told
            self._lines += self._chain.append(driver, "seeded:12345", "ab" * 32)
            carry = driver.next

    @property
    def record(self) -> bytes:
        return b"".join(line + b"\n" for line in self._lines)

    def _round(self, carry: Carry) -> tuple[Driver, list[str]]:
        table = self.table
        driver = Driver(table.game, table.rules, table.house, carry)
        told: list[str] = []
        while not driver.done:
            told += self._view_texts(driver)
            if isinstance(driver.wait, CuttingCardWanted):
                self.fewest = driver.wait.fewest
            act_for(driver, self._source, table.players)
        told += self._view_texts(driver)
        account = account_of(driver)
        for name in (*carry.players.values(), STRANGER):
            told.append(_text(account.seen_by(name)))
            told.append(_text(replay_as_seen(driver, name)))
        return driver, told

    def _view_texts(self, driver: Driver) -> Iterator[str]:
        for seat in (SPECTATOR, *self.table.players):
            yield _text(view(driver, seat))

    def for_players(self) -> list[dict[str, Any]]:
        """The record that players get, without its hashes."""
        lines = [json.loads(line) for line in make_players_record(self.record).splitlines()]
        return [{key: value for key, value in line.items() if key not in ("prev", "head")} for line in lines]

    def chance(self) -> ShoeChance:
        return drawn_for(self.drivers)

    def other(self, chance: Random) -> ShoeChance:
        return other_shoe(self.drivers, self.fewest, chance)


def drawn_for(drivers: Sequence[Driver]) -> ShoeChance:
    """Return the inputs of chance for the shoe of these rounds, the first of which it was shuffled in."""
    order, cut_at, behind = [item for item in drivers[0].log if isinstance(item, CardOrder | Cut)]
    assert isinstance(order, CardOrder)
    assert isinstance(cut_at, Cut)
    assert isinstance(behind, Cut)
    return ShoeChance(order, cut_at, behind)


def other_shoe(drivers: Sequence[Driver], fewest: int, chance: Random) -> ShoeChance:
    """Draw another shoe of which everybody has seen the same in these rounds."""
    drawn, taken = drawn_for(drivers), [item for driver in drivers for item in driver.log]
    out = [item for item in taken if isinstance(item, Deal | DealUp | BurnCard) and item.source == SHOE]
    total, first = len(drawn.order.cards), drawn.cut.count
    dealing = [drawn.order.cards[(first + at) % total] for at in range(total)]
    assert [item.card for item in out] == dealing[: len(out)], "the shoe is not dealt from its front"
    hidden = [at for at in range(total) if at >= len(out) or isinstance(out[at], BurnCard)]
    for at, card in zip(hidden, chance.sample([dealing[at] for at in hidden], len(hidden)), strict=True):
        dealing[at] = card
    order = [dealing[(at - first) % total] for at in range(total)]
    behind = drawn.behind.count
    if not cutting_card_is_out(drivers):  # everybody has seen where it was
        behind += -1 if behind > fewest else 1
        assert behind < total - len(out), "the cutting card would have come out"
    return ShoeChance(CardOrder(tuple(order), seeded_source(chance.randrange(10**6)).salt()), drawn.cut, Cut(behind))


def cutting_card_is_out(drivers: Sequence[Driver]) -> bool:
    return any(isinstance(item, CuttingCardOut) for driver in drivers for item in driver.log)


def _text(value: object) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()
