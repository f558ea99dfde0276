"""Play the units of a simulation through the audited engine, which judges every input and cites every act.

The cards of a unit are dealt to the places where the kernel has them. Where a card of the shuffled deck goes depends on
how the house deals, so one round is dealt from a deck in a known order to find out. If it also depends on the unit, the
game stacks the deck. Every unit starts from the same carry: that of a table after its first round; if wagers outlive a
round, that of a table at which everybody has just sat down. A game may set marks for each unit. If the unit is a shoe,
it starts at a table whose shoe is out of play, and lasts until it is out of play again.
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
    """A source of chance that returns the cards, throws and spins of a unit. Other chance, such as where the deck is
    cut, is always the same."""

    def __init__(self, order: Sequence[str], throws: Iterator[tuple[int, int]], unit: tuple[int, int] = (0, 0)) -> None:
        super().__init__("simulated", lambda size: bytes(size))
        self._order, self._throws, self._unit = tuple(order), throws, unit
        self._stops: Iterator[int] | None = None  # once it is known how many there are

    def order(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the unit's order of the cards."""
        return self._order or tuple(cards)

    def salt(self) -> str:
        """Return a constant, because nothing about a unit is secret."""
        return bytes(SALT_BYTES).hex()

    def answers(self, wait: Wait | None) -> Input | None:
        """Answer a question about chance. Return None for any other question."""
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
        """Return the unit's next stop of a wheel, or result of several dice."""
        if self._stops is None:
            self._stops = unit_stops(*self._unit, stops)
        return next(self._stops)


def dice_faces(stop: int, dice: int) -> tuple[int, ...]:
    """Return the faces of this many dice from the number of their result. The last die changes fastest."""
    return tuple(stop // FACES ** (dice - 1 - die) % FACES + 1 for die in range(dice))


@runtime_checkable
class Stander(Strategy, Protocol):
    """A strategy for a table where wagers outlive a round."""

    def goes_on(self, driver: Driver, seat: int) -> bool:
        """Return whether any wager of the seat is undecided after a round, so that the unit goes on."""


@runtime_checkable
class Looker(Strategy, Protocol):
    """A strategy that follows the cards of a shoe."""

    def look(self, acts: Sequence[Step]) -> None:
        """Note the acts that people at the table have noticed since the last call."""


@dataclass(frozen=True)
class UnitResult:
    """The result of a unit: what each seat netted and staked, in cents, and the engine's rounds."""

    nets: tuple[int, ...]
    staked: tuple[int, ...]
    rounds: tuple[Driver, ...]


class AuditedTable:
    """A table at which the engine plays the units of one strategy of a plan."""

    def __init__(self, plan: Plan, way: int = 0) -> None:
        self.plan, self.ready = plan, plan.ready[way]
        self.start = self._carry_after_shoe() if self.ready.packs else self._carry_after_round()
        self.deck_positions = (
            self._positions_in_dealing_order() if self.ready.stack_deck else self._find_deck_positions()
        )
        self.cut = self._find_cut() if self.ready.packs else 0

    def play(self, unit: int) -> UnitResult:
        """Play a unit."""
        carry, deck = self.unit_start(unit)
        return self._play_rounds(carry, UnitSource(deck, unit_throws(self.plan.seed, unit), (self.plan.seed, unit)))

    def play_cards(self, cards: Sequence[str], throws: Iterator[tuple[int, int]]) -> UnitResult:
        """Play a unit with these cards and throws until everything is decided."""
        return self._play_rounds(self.start, UnitSource(self.deck_order(cards), throws))

    def _play_rounds(self, carry: Carry, source: UnitSource) -> UnitResult:
        """Play rounds until the unit is over."""
        players = dict(enumerate(self.ready.players(), 1))
        rounds = [self._play_round(carry, source, players)]
        while self.goes_on(rounds[-1], players):
            rounds.append(self._play_round(rounds[-1].next, source, players))
        staked = tuple(total_staked(rounds, seat) for seat in range(1, self.plan.seats + 1))
        return UnitResult(self.nets(rounds[-1]), staked, tuple(rounds))

    def unit_start(self, unit: int) -> tuple[Carry, tuple[str, ...]]:
        """Return the carry from which a unit starts, and the order of its deck."""
        if self.ready.packs:
            shoe = tuple(DECK[card] for card in unit_shoe(self.plan.seed, unit, self.ready.packs))
            return self.start, shoe[-self.cut :] + shoe[: -self.cut] if self.cut else shoe
        cards: Sequence[str] = [DECK[card] for card in unit_cards(self.plan.seed, unit, len(self.ready.card_places))]
        if self.ready.stack_deck is None:
            return self.start, self.deck_order(cards)
        marks, stacked = self.ready.stack_deck(unit, cards)
        return msgspec.structs.replace(self.start, marks={**self.start.marks, **marks}), self.deck_order(stacked)

    def goes_on(self, driver: Driver, players: Mapping[int, Strategy]) -> bool:
        """Return whether the unit goes on after a round."""
        if self.ready.packs:
            assert driver.next is not None
            return driver.next.shoe is not UNSET
        answers = [goes_on(player, driver, seat) for seat, player in players.items()]  # everybody has a look
        return any(answers)

    def nets(self, last: Driver) -> tuple[int, ...]:
        """Return what each seat netted in a unit, given its last round. Wagers that have won and still lie on the
        layout count."""
        assert last.next is not None
        before, after = self.start.accounts, last.next.accounts
        seats = [(seat, chips_before(seat)) for seat in range(1, self.plan.seats + 1)]
        return tuple(after[chips] - before[chips] + cents_in_play(last, seat) for seat, chips in seats)

    def deck_order(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the deck that deals these cards to their places. The other cards are in any order."""
        if not self.deck_positions:
            return FULL_DECK
        rest = iter([card for card in DECK if card not in cards])
        card_at = dict(zip(self.deck_positions, cards, strict=True))
        return tuple(card_at[index] if index in card_at else next(rest) for index in range(len(DECK)))

    def _carry_after_round(self) -> Carry:
        """Return the carry from which units start: that after the first round, because all later rounds begin alike.
        Where wagers outlive a round, it is that of a table at which everybody has just sat down.
        """
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

    def _carry_after_shoe(self) -> Carry:
        """Return the carry from which units start: that after the first shoe, because all later shoes begin alike."""
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
        """Return how many cards go to the back before a shoe is dealt, found by dealing a shoe of cards in a known
        order."""
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
        (cut,) = (index for index in range(len(order)) if (order[index:] + order[:index])[burned:] == dealt)
        return cut

    def _find_deck_positions(self) -> tuple[int, ...]:
        """Return the position in the deck from which each card of a unit is dealt, found by dealing a deck in a known
        order."""
        if not self.ready.card_places:
            return ()
        played = self._play_round(self.start, UnitSource(FULL_DECK, iter(())), dict(enumerate(self.ready.players(), 1)))
        cards = cards_dealt_to(played, [place for place, _ in self.ready.card_places])
        return tuple(FULL_DECK.index(cards[place][index]) for place, index in self.ready.card_places)

    def _positions_in_dealing_order(self) -> tuple[int, ...]:
        """Return the positions in the deck in dealing order. They do not begin with 0, because the deck is cut."""
        played = self._play_round(self.start, UnitSource(FULL_DECK, iter(())), dict(enumerate(self.ready.players(), 1)))
        first = next(FULL_DECK.index(item.card) for item in played.log if isinstance(item, Deal))
        return tuple((first + turn) % len(FULL_DECK) for turn in range(len(FULL_DECK)))

    def _play_round(self, carry: Carry | None, source: Source, players: Mapping[int, Strategy]) -> Driver:
        """Play a round. At a game with a shoe, the players look at the cards after every act."""
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
    """Return whether a player's wagers are undecided after a round."""
    return isinstance(player, Stander) and player.goes_on(driver, seat)


def total_staked(rounds: Sequence[Driver], seat: int) -> int:
    """Return the cents that a seat has wagered in these rounds, including fees, without bets that it withdrew before
    they were decided."""
    cents = 0
    for item in (item for driver in rounds for item in driver.log):
        if isinstance(item, PlaceWager) and item.seat == seat:
            cents += item.cents + getattr(item, "fee", 0)
        elif isinstance(item, ReturnWager) and item.seat == seat and item.why in (WITHDRAWN, TAKEN_BACK):
            cents -= item.cents
    return cents


def cents_in_play(driver: Driver, seat: int) -> int:
    """Return the cents of a seat's wagers that lie on the layout."""
    return sum(cents for owner, _, cents in driver.table.wagers() if owner == seat)
