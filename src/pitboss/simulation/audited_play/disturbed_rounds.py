"""Play units with incidents at given rates, and compare what they cost the house with the same units undisturbed.

The seed and the number i of a unit determine whether, when and how a kind of incident strikes in it. It is drawn from
words of the unit from FIRST_WORD on; cards and throws use words from 0 on and never get that far. Each kind of the game
has its own WORDS words, so that it strikes in the same units whichever other kinds are requested. The first words of a
kind decide whether it strikes, then one decides the moment and one the details, and the rest shuffle cards again.
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
from pitboss.simulation.tallies import IncidentTally
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
    """Parse rates such as "face_up=1e-4,device-jam=1/500" and return the probability per round of each kind. Names may
    be abbreviated while they are unique. Raises ImpossibleError if the text is wrong."""
    kinds, rates = kinds_of(game), dict[str, Fraction]()
    for entry in filter(None, (part.strip() for part in given.split(","))):
        name, equals, rate = (part.strip() for part in entry.partition("="))
        wanted = name.replace("_", " ").replace("-", " ").lower()
        matches = [wanted] if wanted in kinds else [kind for kind in kinds if kind.startswith(wanted)]
        if not wanted or not matches:
            raise ImpossibleError(
                f"{name!r} cannot happen at {game.name}; choose from {', '.join(map(_option_name, kinds))}"
            )
        if len(matches) > 1:
            raise ImpossibleError(f"{name!r} may be {' or '.join(map(_option_name, matches))}; write more of it")
        (kind,) = matches
        if kind in rates:
            raise ImpossibleError(f"{_option_name(kind)} is given twice; give it once")
        try:
            rates[kind] = Fraction(rate)
        except (ValueError, ZeroDivisionError):
            problem = f"{rate!r} is not a rate" if equals else "it has no rate"
            raise ImpossibleError(f"{name}: {problem}; write it like {_option_name(kind)}=1e-4") from None
        if not 0 < rates[kind] <= 1:
            raise ImpossibleError(f"{name}={rate} makes no sense; a rate is above 0 and at most 1, for each round")
    if not rates:
        raise ImpossibleError(f"no incident is named; choose from {', '.join(map(_option_name, kinds))}")
    return {kind: rates[kind] for kind in kinds if kind in rates}


def _option_name(kind: str) -> str:
    """Return the name of a kind as users type it."""
    return kind.replace(" ", "_")


def first_word(game: Game, kind: str) -> int:
    """Return the number of the first random word of a kind of incident."""
    return FIRST_WORD + WORDS * list(kinds_of(game)).index(kind)


def strikes(seed: int, unit: int, first: int, rate: Fraction) -> bool:
    """Return True with exactly the probability `rate`. A random number is drawn 32 bits at a time until it is certain
    whether it is below the rate.
    """
    for word_number in count(first):
        rate *= HALF
        drawn = plain_word(seed, unit, word_number, 0)
        if drawn != (whole := floor(rate)):
            return drawn < whole
        rate -= whole
    raise AssertionError


def play_incidents(
    table: AuditedTable, unit: int, wanted: Mapping[str, Fraction]
) -> Iterator[tuple[str, IncidentTally]]:
    """Yield each kind of incident that strikes in a unit with what became of it. If several strike, each is played
    alone."""
    game, seed = table.plan.study.game, table.plan.seed
    for kind, rate in wanted.items():
        if strikes(seed, unit, first := first_word(game, kind), rate):
            yield kind, compare_with_incident(table, unit, kinds_of(game)[kind], first)


def compare_with_incident(table: AuditedTable, unit: int, kind: type[Input], first: int) -> IncidentTally:
    """Play a unit undisturbed to find the moments at which an incident of this kind is possible, then again with the
    incident at a random one of them."""
    seed = table.plan.seed
    last: dict[tuple[int, int], int | None] = {}  # moments; one at which the dealer waits stands for that before it

    def look(unit: Unit) -> None:
        """Note whether the incident is possible at this moment."""
        last[len(unit.rounds), len(unit.driver.log)] = unit.acts if acceptable_inputs(unit.driver, kind) else None

    undisturbed = Unit(table, unit, first)
    undisturbed.play(look)
    moments = [acts for acts in last.values() if acts is not None]
    if not moments:
        return IncidentTally(1, impossible=1)
    moment = moments[bounded_numbers(seed, unit, first + MOMENT, (len(moments),))[0]]
    struck_at: list[tuple[int, int]] = []

    def strike(unit: Unit) -> None:
        """Submit the incident when its moment has come."""
        if unit.acts == moment and not struck_at:
            ways = acceptable_inputs(unit.driver, kind, TRIED)
            struck_at.append((len(unit.rounds), len(unit.driver.log)))
            unit.disturb(ways[bounded_numbers(seed, unit.number, first + FIELDS, (len(ways),))[0]])

    disturbed = Unit(table, unit, first)
    disturbed.play(strike)
    ((round_, log_index),) = struck_at
    cost = sum(disturbed.nets()) - sum(undisturbed.nets())
    return _classify(disturbed.rounds[round_:], log_index, cost)


def _classify(rounds: list[Driver], first: int, cost: int) -> IncidentTally:
    """Classify an incident by the strongest consequence among the acts of these rounds, from act number `first` of the
    first round on."""
    acts = [item for number, driver in enumerate(rounds) for item in driver.log[0 if number else first :]]
    result = IncidentTally(1, cost=cost, cost2=cost**2)
    if any(driver.table.void for driver in rounds):
        result.void_round = 1
    elif any(isinstance(act, VoidHand) for act in acts):
        result.void_hand = 1
    elif any(isinstance(act, PlayOn) for act in acts):
        result.played_on = 1
    else:
        result.otherwise = 1
    return result


class DisturbedSource(UnitSource):
    """A source of chance for a disturbed unit: the unit's cards in their order while they are complete; a deck with a
    wrong card is shuffled anew."""

    def __init__(self, deck: Sequence[str], seed: int, unit: int, first: int) -> None:
        super().__init__(deck, unit_throws(seed, unit), (seed, unit))
        words = count(first + CARDS)
        self._draw = lambda size: b"".join(
            plain_word(seed, unit, next(words), 0).to_bytes(4) for _ in range(-(-size // 4))
        )[:size]

    def order(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the unit's order of the cards, or a new shuffle if they are not all there."""
        remaining = tuple(card for card in self._order if card in cards)
        return remaining if sorted(remaining) == sorted(cards) else Source.order(self, cards)


class Unit:
    """A unit that is played act by act, with the same players and the same chance, so that an incident can come in
    between."""

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
        """Play the unit to its end, and call `look` before every act."""
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
        """Return what each seat netted."""
        return self.table.nets(self.driver)

    def disturb(self, incident: Input) -> None:
        """Submit an incident, which must be possible now."""
        refused = self.driver.submit(incident, stepwise=True)
        assert not refused, refused
        self.disturbed = True

    def _start_round(self, carry: Carry) -> Driver:
        """Return the driver of a round that starts from this carry."""
        study = self.table.plan.study
        return Driver(study.game, study.rules, study.house, carry, stepwise=True)

    def _act(self) -> None:
        """Let the engine make one act, or answer what it waits for."""
        self.acts += 1
        assert self.acts < MOST_ACTS, f"unit {self.number} does not end"
        if self.driver.done:
            return  # an incident may end the round by itself
        if self.driver.wait is None:
            self.driver.run(1)
            return
        answer = self._next_input()
        refused = self.driver.submit(answer, stepwise=True)
        # Once something has gone wrong, a bet may not be taken any more; its player goes without.
        if refused and (not self.disturbed or isinstance(answer, Close)):
            raise AssertionError(f"unit {self.number}: {answer} was refused: {'; '.join(map(str, refused))}")

    def _next_input(self) -> Input:
        """Return the input that the engine waits for."""
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
        """Yield the wagers of all players, then the input that closes betting."""
        for seat, player in self.players.items():
            yield from player.wagers(view(self.driver, seat, len(self.driver.log)), self.driver.house)
        self.bets = None
        yield Close()

    def _answer(self, ask: Ask) -> Input:
        """Return the player's answer. If a disturbed hand is not in his tables, return the dealer's default."""
        try:
            choice = self.players[ask.seat].choose(view(self.driver, ask.seat, len(self.driver.log)), ask)
        except (LookupError, ValueError, AssertionError):
            if not self.disturbed:
                raise
            choice = ask.default
        return Answer(ask.seat, choice, ask.position)
