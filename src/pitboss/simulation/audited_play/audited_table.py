"""The same units through the audited engine: every input judged, every act cited.

A unit's cards are dealt to the places where the kernel has them. Which card of a shuffled deck goes where depends on
the house's way to deal, so it is not written down: a round is dealt from a deck in a known order, and where each card
went is looked up. Where it depends on the unit too, the game stacks the deck. Every unit starts from the same carry:
that of a table after its first round, or where wagers outlive a round, of one that everybody has just sat down at; but
for marks that a game has in each unit. Where the unit is a shoe, it starts at a table whose shoe is out of play, and is
dealt until it is out of play again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import msgspec
from msgspec import UNSET

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)  # isort: skip

from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import DECK
from pitboss.engine.carry import Carry, pack
from pitboss.engine.chance import SALT_BYTES, Source
from pitboss.engine.dealt_places import cards_dealt_to
from pitboss.engine.driver import Driver
from pitboss.engine.game import Strategy
from pitboss.engine.inputs import CardOrder, Close, Cut, Input, Spin, Throw
from pitboss.engine.runner import act_for, play_round, submit_or_raise
from pitboss.engine.view import seen_acts
from pitboss.engine.waits import CardOrderWanted, CutWanted, ShoeOrderWanted, SpinWanted, ThrowWanted, Wait
from pitboss.numeric.draws import unit_cards, unit_throws
from pitboss.numeric.shoes import unit_shoe
from pitboss.numeric.stops import unit_stops
from pitboss.simulation.plan import Plan, open_for_bets
from pitboss.table.card_steps import Deal
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import chips_before
from pitboss.table.steps import TAKEN_BACK, WITHDRAWN, PlaceWager, ReturnWager, Step
from pitboss.table.table import FACES, SHOE


class UnitSource(Source):
    """Answers for chance as a unit has it. What a unit does not say (where the deck is cut) is always the same."""

    def __init__(self, order: Sequence[str], throws: Iterator[tuple[int, int]], unit: tuple[int, int] = (0, 0)) -> None:
        super().__init__("simulated", lambda size: bytes(size))
        self._order, self._throws, self._unit = tuple(order), throws, unit
        self._stops: Iterator[int] | None = None  # once it is known how many there are

    def order(self, cards: Sequence[str]) -> tuple[str, ...]:
        return self._order or tuple(cards)

    def salt(self) -> str:
        """Nothing of a unit is secret."""
        return bytes(SALT_BYTES).hex()

    def answers(self, wait: Wait | None) -> Input | None:
        match wait:
            case ShoeOrderWanted():
                return CardOrder(self.order(wait.cards), self.salt())
            case CardOrderWanted():
                return CardOrder(self.order(wait.cards))
            case CutWanted():
                return Cut(wait.fewest)
            case ThrowWanted(dice=2):
                return Throw(next(self._throws))
            case ThrowWanted():
                return Throw(dice_faces(self._next_stop(FACES**wait.dice), wait.dice))
            case SpinWanted():
                return Spin(self._next_stop(wait.stops))
            case _:
                return None

    def _next_stop(self, stops: int) -> int:
        if self._stops is None:
            self._stops = unit_stops(*self._unit, stops)
        return next(self._stops)


def dice_faces(stop: int, dice: int) -> tuple[int, ...]:
    """What so many dice show, by the number of what they show: the last die changes first."""
    return tuple(stop // FACES ** (dice - 1 - at) % FACES + 1 for at in range(dice))


@runtime_checkable
class Stander(Strategy, Protocol):
    """A strategy at a table where wagers outlive a round."""

    def goes_on(self, driver: Driver, seat: int) -> bool:
        """After a round: whether anything of his is undecided, so that the unit is not over."""


@runtime_checkable
class Looker(Strategy, Protocol):
    """A strategy that follows the cards of a shoe."""

    def look(self, acts: Sequence[Step]) -> None:
        """What people at the table have noticed since it looked last."""


@dataclass(frozen=True)
class UnitResult:
    """What became of a unit: what each seat won and had put down, in cents, in how many throws or rounds."""

    nets: tuple[int, ...]
    staked: tuple[int, ...]
    rounds: tuple[Driver, ...]


class AuditedTable:
    """A table of a plan, at which units of one way to play are played."""

    def __init__(self, plan: Plan, way: int = 0) -> None:
        self.plan, self.ready = plan, plan.ready[way]
        self.start = self._after_a_shoe() if self.ready.packs else self._after_a_round()
        self.deck_positions = (
            self._positions_in_dealing_order() if self.ready.stack_deck else self._find_deck_positions()
        )
        self.cut = self._find_cut() if self.ready.packs else 0

    def play(self, unit: int) -> UnitResult:
        carry, deck = self.unit_start(unit)
        return self._play_rounds(carry, UnitSource(deck, unit_throws(self.plan.seed, unit), (self.plan.seed, unit)))

    def play_cards(self, cards: Sequence[str], throws: Iterator[tuple[int, int]]) -> UnitResult:
        """From the carry of the start until everything is decided."""
        return self._play_rounds(self.start, UnitSource(self.deck_order(cards), throws))

    def _play_rounds(self, carry: Carry, source: UnitSource) -> UnitResult:
        players = dict(enumerate(self.ready.players(), 1))
        rounds = [self._play_round(carry, source, players)]
        while self.goes_on(rounds[-1], players):
            rounds.append(self._play_round(rounds[-1].next, source, players))
        staked = tuple(total_staked(rounds, seat) for seat in range(1, self.plan.seats + 1))
        return UnitResult(self.nets(rounds[-1]), staked, tuple(rounds))

    def unit_start(self, unit: int) -> tuple[Carry, tuple[str, ...]]:
        """From what a unit starts, and the order of its deck."""
        if self.ready.packs:
            shoe = tuple(DECK[card] for card in unit_shoe(self.plan.seed, unit, self.ready.packs))
            return self.start, shoe[-self.cut :] + shoe[: -self.cut] if self.cut else shoe
        cards: Sequence[str] = [DECK[card] for card in unit_cards(self.plan.seed, unit, len(self.ready.card_places))]
        if self.ready.stack_deck is None:
            return self.start, self.deck_order(cards)
        marks, stacked = self.ready.stack_deck(unit, cards)
        return msgspec.structs.replace(self.start, marks={**self.start.marks, **marks}), self.deck_order(stacked)

    def goes_on(self, driver: Driver, players: Mapping[int, Strategy]) -> bool:
        """After a round: whether the unit is not over."""
        if self.ready.packs:
            assert driver.next is not None
            return driver.next.shoe is not UNSET
        found = [goes_on(player, driver, seat) for seat, player in players.items()]  # everybody has a look
        return any(found)

    def nets(self, last: Driver) -> tuple[int, ...]:
        """What each seat has more than at the start, after the last round of a unit. What has won and still lies there
        is its owner's."""
        assert last.next is not None
        before, after = self.start.accounts, last.next.accounts
        seats = [(seat, chips_before(seat)) for seat in range(1, self.plan.seats + 1)]
        return tuple(after[chips] - before[chips] + cents_in_play(last, seat) for seat, chips in seats)

    def deck_order(self, cards: Sequence[str]) -> tuple[str, ...]:
        """The deck that deals these cards to their places; the others lie as they come."""
        if not self.deck_positions:
            return FULL_DECK
        rest = iter([card for card in DECK if card not in cards])
        at = dict(zip(self.deck_positions, cards, strict=True))
        return tuple(at[index] if index in at else next(rest) for index in range(len(DECK)))

    def _after_a_round(self) -> Carry:
        """The first round opens the table; from the second on all are alike."""
        study, players = self.plan.study, dict(enumerate(self.ready.players(), 1))
        if len(players) > study.house.seats:
            raise ImpossibleError(
                f"somebody else has to throw here; leave a seat free, so {study.house.seats - 1} at most"
            )
        driver, source = open_for_bets(study, len(players)), UnitSource(FULL_DECK, unit_throws(0, 0))
        if study.game.standing_wagers:  # nothing is to lie there from another unit
            return pack(driver.table, driver.carry)
        while not driver.done:
            act_for(driver, source, players)
        assert driver.next is not None
        return driver.next

    def _after_a_shoe(self) -> Carry:
        """The first shoe opens the table; from the second on all are alike."""
        study, players = self.plan.study, dict(enumerate(self.ready.players(), 1))
        if len(players) > study.house.seats:
            raise ImpossibleError(
                f"somebody else has to bet in every round here; leave a seat free, so {study.house.seats - 1} at most"
            )
        driver = open_for_bets(study, len(players))
        source = UnitSource((), iter(()))
        while not driver.done:
            act_for(driver, source, players)
        while self.goes_on(driver, players):
            driver = self._play_round(driver.next, source, players)
        assert driver.next is not None
        return driver.next

    def _find_cut(self) -> int:
        """How many cards go to the back before a shoe is dealt: found with cards that lie by faces."""
        order = tuple(card for card in FULL_DECK for _ in range(self.ready.packs))
        study = self.plan.study
        driver, source = (
            Driver(study.game, study.rules, study.house, self.start, stepwise=True),
            UnitSource(order, iter(())),
        )
        while not driver.table.cards(SHOE):
            if driver.wait is None:
                driver.run(1)
            else:  # chance, or somebody who looks at new cards
                submit_or_raise(driver, source.answers(driver.wait) or Close(), stepwise=True)
        dealt = driver.table.faces(SHOE)
        burned = len(order) - len(dealt)  # the table goes on to its next wait, so that cards may be out by now
        (cut,) = (at for at in range(len(order)) if (order[at:] + order[:at])[burned:] == dealt)
        return cut

    def _find_deck_positions(self) -> tuple[int, ...]:
        """For each card of a unit the place in the deck from which it is dealt."""
        if not self.ready.card_places:
            return ()
        played = self._play_round(self.start, UnitSource(FULL_DECK, iter(())), dict(enumerate(self.ready.players(), 1)))
        found = cards_dealt_to(played, [place for place, _ in self.ready.card_places])
        return tuple(FULL_DECK.index(found[place][index]) for place, index in self.ready.card_places)

    def _positions_in_dealing_order(self) -> tuple[int, ...]:
        """The places in the deck as they are dealt from: from the first one on, which a cut has moved."""
        played = self._play_round(self.start, UnitSource(FULL_DECK, iter(())), dict(enumerate(self.ready.players(), 1)))
        first = next(FULL_DECK.index(item.card) for item in played.log if isinstance(item, Deal))
        return tuple((first + turn) % len(FULL_DECK) for turn in range(len(FULL_DECK)))

    def _play_round(self, carry: Carry | None, source: Source, players: Mapping[int, Strategy]) -> Driver:
        assert carry is not None
        study = self.plan.study
        if not self.ready.packs:
            return play_round(study.game, study.rules, study.house, carry, source, players)
        driver, seen = Driver(study.game, study.rules, study.house, carry), 0
        while not driver.done:
            act_for(driver, source, players)
            acts, seen = seen_acts(driver.log[seen:]), len(driver.log)
            for player in players.values():
                if isinstance(player, Looker):
                    player.look(acts)
        return driver


def goes_on(player: Strategy, driver: Driver, seat: int) -> bool:
    return isinstance(player, Stander) and player.goes_on(driver, seat)


def total_staked(rounds: Sequence[Driver], seat: int) -> int:
    """What a seat has wagered, with what it paid to wager; a bet that it withdrew before it was decided is none."""
    put = 0
    for item in (item for each in rounds for item in each.log):
        if isinstance(item, PlaceWager) and item.seat == seat:
            put += item.cents + getattr(item, "fee", 0)
        elif isinstance(item, ReturnWager) and item.seat == seat and item.why in (WITHDRAWN, TAKEN_BACK):
            put -= item.cents
    return put


def cents_in_play(driver: Driver, seat: int) -> int:
    return sum(cents for owner, _, cents in driver.table.wagers() if owner == seat)
