"""What goes wrong, at stated rates, and what it costs the house beside the same round undisturbed.

Whether a kind of incident strikes in unit i, when and where is a pure function of the seed and i. It is drawn from
words of the unit from `FIRST_WORD` on: cards and throws begin at word 0 and never come so far. Each kind has WORDS of
its own by its place among all kinds of the game, so that it strikes in the same units whichever others are asked for.
Within them, the first ones say whether it strikes, then come one for the moment and one for what exactly happens, and
the rest are for cards that are shuffled anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from math import floor

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)  # isort: skip

from pitboss.counting.exact_model import ImpossibleError
from pitboss.engine.carry import Carry
from pitboss.engine.chance import Source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game, Strategy
from pitboss.engine.incidents.possible_incidents import acceptable_inputs, kinds_of
from pitboss.engine.inputs import SUPERVISOR, Answer, Close, Fill, Input, Order
from pitboss.engine.view import view
from pitboss.engine.waits import Ask, FillWanted, OrderWanted, Window
from pitboss.numeric.draws import bounded_numbers, plain_word, unit_throws
from pitboss.simulation.audited_play.audited_table import AuditedTable, UnitSource
from pitboss.simulation.tallies import Struck
from pitboss.table.cards import FULL_DECK
from pitboss.table.steps import PlayOn, VoidHand

FIRST_WORD = 2**31
WORDS = 2**16  # to a kind
MOMENT, FIELDS, CARDS = 64, 65, 66  # which words of a kind these begin at
HALF = 1 << 32
# Any card of the deck may be the one that should not be there, at any depth.
TRIED = {"depth": range(len(FULL_DECK)), "card": FULL_DECK}
MOST_ACTS = 100_000  # of a unit; one that takes more goes in a circle


def parse_rates(game: Game, given: str) -> dict[str, Fraction]:
    """From "face_up=1e-4,device-jam=1/500": by kind, how likely it is to strike in a round. A name may be cut short as
    long as one kind alone begins with it."""
    kinds, found = kinds_of(game), dict[str, Fraction]()
    for each in filter(None, (part.strip() for part in given.split(","))):
        name, equals, rate = (part.strip() for part in each.partition("="))
        plain = name.replace("_", " ").replace("-", " ").lower()
        meant = [plain] if plain in kinds else [kind for kind in kinds if kind.startswith(plain)]
        if not plain or not meant:
            raise ImpossibleError(
                f"{name!r} cannot happen at {game.name}; choose from {', '.join(map(_option_name, kinds))}"
            )
        if len(meant) > 1:
            raise ImpossibleError(f"{name!r} may be {' or '.join(map(_option_name, meant))}; write more of it")
        (kind,) = meant
        if kind in found:
            raise ImpossibleError(f"{_option_name(kind)} is given twice; give it once")
        try:
            found[kind] = Fraction(rate)
        except (ValueError, ZeroDivisionError):
            said = f"{rate!r} is not a rate" if equals else "it has no rate"
            raise ImpossibleError(f"{name}: {said}; write it like {_option_name(kind)}=1e-4") from None
        if not 0 < found[kind] <= 1:
            raise ImpossibleError(f"{name}={rate} makes no sense; a rate is above 0 and at most 1, for each round")
    if not found:
        raise ImpossibleError(f"no incident is named; choose from {', '.join(map(_option_name, kinds))}")
    return {kind: found[kind] for kind in kinds if kind in found}


def _option_name(kind: str) -> str:
    return kind.replace(" ", "_")


def first_word(game: Game, kind: str) -> int:
    return FIRST_WORD + WORDS * list(kinds_of(game)).index(kind)


def strikes(seed: int, unit: int, first: int, rate: Fraction) -> bool:
    """With this probability exactly: a number of endless length, drawn 32 bits at a time, is below the rate."""
    for at in count(first):
        rate *= HALF
        drawn = plain_word(seed, unit, at, 0)
        if drawn != (whole := floor(rate)):
            return drawn < whole
        rate -= whole
    raise AssertionError


def play_incidents(table: AuditedTable, unit: int, wanted: Mapping[str, Fraction]) -> Iterator[tuple[str, Struck]]:
    """What becomes of a unit by each kind that strikes in it; where several do, each comes alone."""
    game, seed = table.plan.study.game, table.plan.seed
    for kind, rate in wanted.items():
        if strikes(seed, unit, first := first_word(game, kind), rate):
            yield kind, compare_with_incident(table, unit, kinds_of(game)[kind], first)


def compare_with_incident(table: AuditedTable, unit: int, kind: type[Input], first: int) -> Struck:
    """The unit undisturbed, with a look after every act at whether this would be taken; then again, with it."""
    seed = table.plan.seed
    last: dict[tuple[int, int], int | None] = {}  # moments; one at which the dealer waits stands for that before it

    def look(unit: Unit) -> None:
        last[len(unit.rounds), len(unit.driver.log)] = unit.acts if acceptable_inputs(unit.driver, kind) else None

    calm = Unit(table, unit, first)
    calm.play(look)
    moments = [acts for acts in last.values() if acts is not None]
    if not moments:
        return Struck(1, impossible=1)
    when = moments[bounded_numbers(seed, unit, first + MOMENT, (len(moments),))[0]]
    told: list[tuple[int, int]] = []

    def strike(unit: Unit) -> None:
        if unit.acts == when and not told:
            ways = acceptable_inputs(unit.driver, kind, TRIED)
            told.append((len(unit.rounds), len(unit.driver.log)))
            unit.disturb(ways[bounded_numbers(seed, unit.number, first + FIELDS, (len(ways),))[0]])

    disturbed = Unit(table, unit, first)
    disturbed.play(strike)
    ((round_, at),) = told
    cost = sum(disturbed.nets()) - sum(calm.nets())
    return _classify(disturbed.rounds[round_:], at, cost)


def _classify(rounds: list[Driver], at: int, cost: int) -> Struck:
    """By the strongest answer that there was from that moment on."""
    acts = [item for number, driver in enumerate(rounds) for item in driver.log[0 if number else at :]]
    found = Struck(1, cost=cost, cost2=cost**2)
    if any(driver.table.void for driver in rounds):
        found.void_round = 1
    elif any(isinstance(act, VoidHand) for act in acts):
        found.void_hand = 1
    elif any(isinstance(act, PlayOn) for act in acts):
        found.played_on = 1
    else:
        found.otherwise = 1
    return found


class DisturbedSource(UnitSource):
    """The unit's cards in their order as long as they are there; a deck with a card too many is shuffled anew."""

    def __init__(self, deck: Sequence[str], seed: int, unit: int, first: int) -> None:
        super().__init__(deck, unit_throws(seed, unit), (seed, unit))
        words = count(first + CARDS)
        self._draw = lambda size: b"".join(
            plain_word(seed, unit, next(words), 0).to_bytes(4) for _ in range(-(-size // 4))
        )[:size]

    def order(self, cards: Sequence[str]) -> tuple[str, ...]:
        left = tuple(card for card in self._order if card in cards)
        return left if sorted(left) == sorted(cards) else Source.order(self, cards)


class Unit:
    """A unit played act by act, by the same players and with the same chance, so that something can come between."""

    def __init__(self, table: AuditedTable, unit: int, first: int) -> None:
        self.table, self.number = table, unit
        carry, deck = table.unit_start(unit)
        self.source = DisturbedSource(deck, table.plan.seed, unit, first)
        self.players: dict[int, Strategy] = dict(enumerate(table.ready.players(), 1))
        self.rounds: list[Driver] = []  # that are over
        self.acts = 0
        self.disturbed = False
        self.driver = self._start_round(carry)
        self.bets: Iterator[Input] | None = None

    def play(self, look: Callable[[Unit], None]) -> None:
        """To its end, with a look before every act."""
        while True:
            while not self.driver.done:
                look(self)
                self._act()
            self.rounds.append(self.driver)
            assert self.driver.next is not None
            if not self.table.goes_on(self.driver, self.players):
                return
            self.driver, self.bets = self._start_round(self.driver.next), None

    def nets(self) -> tuple[int, ...]:
        return self.table.nets(self.driver)

    def disturb(self, incident: Input) -> None:
        refused = self.driver.submit(incident, stepwise=True)
        assert not refused, refused
        self.disturbed = True

    def _start_round(self, carry: Carry) -> Driver:
        study = self.table.plan.study
        return Driver(study.game, study.rules, study.house, carry, stepwise=True)

    def _act(self) -> None:
        self.acts += 1
        assert self.acts < MOST_ACTS, f"unit {self.number} does not end"
        if self.driver.done:
            return  # an incident may end the round by itself
        if self.driver.wait is None:
            self.driver.run(1)
            return
        given = self._next_input()
        refused = self.driver.submit(given, stepwise=True)
        # Once something has gone wrong, a bet may not be taken any more; its player goes without.
        if refused and (not self.disturbed or isinstance(given, Close)):
            raise AssertionError(f"unit {self.number}: {given} was refused: {'; '.join(map(str, refused))}")

    def _next_input(self) -> Input:
        wait = self.driver.wait
        if (drawn := self.source.answers(wait)) is not None:
            return drawn
        match wait:
            case FillWanted():
                return Fill(wait.cents, by=SUPERVISOR)
            case OrderWanted():  # the first of the choices, about everybody it may name
                ordered = wait.choices[0]
                return Order(ordered, wait.positions if ordered == wait.naming else (), by=SUPERVISOR)
            case Ask():
                return self._answer(wait)
            case Window(what="wagers"):
                if self.bets is None:
                    self.bets = self._wagers()
                return next(self.bets)
        return Close()

    def _wagers(self) -> Iterator[Input]:
        for seat, player in self.players.items():
            yield from player.wagers(view(self.driver, seat, len(self.driver.log)), self.driver.house)
        self.bets = None
        yield Close()

    def _answer(self, ask: Ask) -> Input:
        """As the player decides; where his hand is none that his tables know, what the dealer assumes."""
        try:
            choice = self.players[ask.seat].choose(view(self.driver, ask.seat, len(self.driver.log)), ask)
        except (LookupError, ValueError, AssertionError):
            if not self.disturbed:
                raise
            choice = ask.default
        return Answer(ask.seat, choice, ask.position)
