"""A game's exact model: the methods it must have, the defaults of the others, and the types they return.

A model is the object `MODEL` of a game's module `exact.py`. The registration names the module, and it is imported when
first needed. It counts how often each outcome occurs, takes what an outcome pays from the game's pay tables and
readings, and adds up fractions; no result is typed in. Every number is exact.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from pitboss.counting.floors import Floor
from pitboss.law.rules import Rules
from pitboss.table.cards import FULL_DECK

Cards: TypeAlias = tuple[str, ...]
T = TypeVar("T")
_encode = msgspec.json.Encoder(order="deterministic", enc_hook=int).encode


class ImpossibleError(ValueError):
    """A question that makes no sense for this game. The message says so and suggests what would."""


class RecordingRules(Rules, frozen=True):
    """Rules that record which readings are looked up, so that nobody has to list the readings behind a number."""

    asked: set[str]  # the readings looked up so far

    def reads(self, reading: str) -> str:
        """Return the choice for a reading, and record that it was looked up."""
        self.asked.add(reading)
        return super().reads(reading)


def record_readings(rules: Rules) -> RecordingRules:
    """Return the same rules, with recording and nothing recorded yet."""
    return RecordingRules(**{name: getattr(rules, name) for name in Rules.__struct_fields__}, asked=set())


def cache_by_readings(compute: Callable[..., T]) -> Callable[..., T]:
    """Cache a function of the rules and other arguments, separately for each choice of the readings it looks up.

    Readings that the function does not look up make no difference. The first argument must be the rules; the readings
    behind a cached result are looked up there again, so that `RecordingRules` record them on a cache hit too.
    """
    # By the text of the law and the other arguments: results with the readings that each rests on.
    cache: dict[bytes, list[tuple[dict[str, str], T]]] = {}

    @wraps(compute)
    def recall(rules: Rules, *rest: object) -> T:
        entries = cache.setdefault(_encode([rules.sections, rest]), [])
        hits = [
            entry for entry in entries if all(rules.readings[reading] == choice for reading, choice in entry[0].items())
        ]
        if not hits:
            recorder = record_readings(rules)
            result = compute(recorder, *rest)
            hits.append(({reading: rules.readings[reading] for reading in sorted(recorder.asked)}, result))
            entries += hits
        readings, result = hits[0]
        for reading in readings:
            rules.reads(reading)
        return result

    return recall


class Outcome(NamedTuple):
    """A possible result of a wager: its weight, the player's net, and the total he wagered, in units."""

    weight: int | Fraction
    net: Fraction
    staked: Fraction = Fraction(1)
    name: str = ""
    pays: str = ""  # the odds printed on the layout, if a single line gives them


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a wager's distribution."""

    outcome: str
    ways: int | None  # number of deals; None if outcomes are not counted but have a probability
    probability: Fraction
    pays: str
    net: Fraction

    @property
    def contribution(self) -> Fraction:
        """The result's share of the average net. Over all results these sum to minus the house edge."""
        return self.probability * self.net


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of a wager under optimal play, per unit wagered. A positive edge is the house's."""

    wager: str
    variant: str = ""
    unit: str
    house_edge: Fraction
    variance: Fraction
    average_wager: Fraction  # in units
    hit_frequency: Fraction  # probability that the player nets more than zero
    push_frequency: Fraction  # probability that he nets exactly zero
    results: tuple[Result, ...]  # the best for the player first
    rests_on: tuple[str, ...] = ()  # the readings that affect it
    notes: tuple[str, ...] = ()
    offered: bool = True  # False if this table does not offer the wager and the row says what it would cost
    most: int | None = None  # the wager's maximum in cents, if it differs from the table's

    @property
    def element_of_risk(self) -> Fraction:
        """The house edge per unit of the average total wager."""
        return self.house_edge / self.average_wager

    @property
    def ways(self) -> int | None:
        """The total number of deals, or None if outcomes are not counted."""
        ways = [result.ways for result in self.results]
        return None if None in ways else sum(filter(None, ways))


def row(
    wager: str,
    unit: str,
    outcomes: Iterable[Outcome],
    *,
    variant: str = "",
    asked: Rules | None = None,
    notes: tuple[str, ...] = (),
    by_net: bool = False,
    most: int | None = None,
) -> Row:
    """Return the row of a wager, computed from its outcomes.

    If `asked` are `RecordingRules`, the row rests on the readings that they recorded. Outcomes with the same name, pay
    and net are one result; with `by_net` all outcomes of the same net are, which suits wagers with player decisions.
    """
    outcomes = list(outcomes)
    total = Fraction(sum(outcome.weight for outcome in outcomes))
    mean = sum((outcome.weight * outcome.net for outcome in outcomes), Fraction()) / total
    square = sum((outcome.weight * outcome.net**2 for outcome in outcomes), Fraction()) / total
    return Row(
        wager=wager,
        variant=variant,
        unit=unit,
        house_edge=-mean,
        variance=square - mean**2,
        average_wager=sum((outcome.weight * outcome.staked for outcome in outcomes), Fraction()) / total,
        hit_frequency=sum((Fraction(outcome.weight) for outcome in outcomes if outcome.net > 0), Fraction()) / total,
        push_frequency=sum((Fraction(outcome.weight) for outcome in outcomes if outcome.net == 0), Fraction()) / total,
        results=tuple(_results(outcomes, total, by_net)),
        rests_on=tuple(sorted(asked.asked)) if isinstance(asked, RecordingRules) else (),
        notes=notes,
        most=most,
    )


def find_row(rows: Mapping[str, T], wager: str) -> T:
    """Return the function, or other value, in `rows` that stands for this wager. Raises ImpossibleError if there is
    none, so that a wager is never counted by the row of another.
    """
    if wager not in rows:
        raise ImpossibleError(f"{wager} is not counted exactly; what is counted is {', '.join(rows)}")
    return rows[wager]


def _results(outcomes: list[Outcome], total: Fraction, by_net: bool) -> Iterator[Result]:
    groups: dict[Hashable, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.weight:
            key = outcome.net if by_net else (outcome.net, outcome.name, outcome.pays)
            groups.setdefault(key, []).append(outcome)
    counted = all(isinstance(outcome.weight, int) for outcome in outcomes)
    for group in sorted(groups.values(), key=lambda group: (-group[0].net, group[0].name)):
        weight = sum((outcome.weight for outcome in group), Fraction())
        yield Result(
            outcome=_join_names(group),
            ways=int(weight) if counted else None,
            probability=weight / total,
            pays="" if by_net else group[0].pays,
            net=group[0].net,
        )


MOST_NAMES = 3


def _join_names(outcomes: list[Outcome]) -> str:
    """Join the names of outcomes, the most frequent first. If there are many, only MOST_NAMES are listed."""
    weights: dict[str, Fraction] = {}
    for outcome in outcomes:
        weights[outcome.name] = weights.get(outcome.name, Fraction()) + outcome.weight
    names = sorted(weights, key=lambda name: (-weights[name], name))
    if len(names) > MOST_NAMES + 1:
        names[MOST_NAMES:] = [f"{len(names) - MOST_NAMES} other ways"]
    return "; ".join(names)


# --- a strategy as plain tables

Kind = Literal["text", "count", "number", "percent"]
Cell: TypeAlias = str | int | Fraction  # an empty cell is "" in a column of any kind


class Column(NamedTuple):
    """A column's heading and the kind of its cells."""

    name: str
    kind: Kind = "text"


class Section(msgspec.Struct, frozen=True):
    """A titled table of a report."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]  # of cells
    notes: tuple[str, ...] = ()
    first: int = 0  # how many rows a terminal shows, if all would be too many

    def __post_init__(self) -> None:
        """Turn the texts in columns of numbers back into fractions. (A file holds fractions as text.)"""
        numeric = [column.kind in ("number", "percent") for column in self.columns]
        rows = tuple(
            tuple(
                Fraction(cell) if is_number and cell and isinstance(cell, str) else cell
                for is_number, cell in zip(numeric, cells, strict=True)
            )
            for cells in self.rows
        )
        msgspec.structs.force_setattr(self, "rows", rows)


def costs_of_simple_strategies(best: Fraction, simple: Iterable[tuple[str, Fraction]]) -> Section:
    """Return a table of the house edge of simple strategies and what each costs more than the best one."""
    return Section(
        "Simple strategies, and what they cost",
        (Column("strategy"), Column("house edge", "percent"), Column("costs", "percent")),
        (("optimal", best, Fraction()), *((name, edge, edge - best) for name, edge in simple)),
    )


# --- one situation


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that a player knows, and his stakes, when he decides. Stakes are cents by betting area."""

    cards: Cards = ()
    board: Cards = ()
    dealer: Cards = ()  # dealer cards that he has seen
    seen: Cards = ()  # other cards that are known to be out
    stakes: dict[str, int] = {}
    point: int = 0
    packs: int = 1  # number of 52-card decks

    @property
    def unseen(self) -> Cards:
        """The cards that may still come, each as many times as it may."""
        known_cards = Counter((*self.cards, *self.board, *self.dealer, *self.seen))
        return tuple(card for card in FULL_DECK for _ in range(self.packs - known_cards[card]))

    def require_unseen(self, needed: int) -> None:
        """Raise ImpossibleError if fewer than `needed` cards remain."""
        if len(self.unseen) < needed:
            raise ImpossibleError(
                f"{len(self.unseen)} cards are left, but {needed} more have to be dealt; name fewer seen cards"
            )


class Choice(NamedTuple):
    """One choice of a decision, and its average net."""

    name: str
    value: Fraction  # average net at the end, in units
    stake: int  # a unit in cents
    about: str = ""  # the wager it is about, if there are several; only choices about the same wager are alternatives


class Answer(msgspec.Struct, frozen=True):
    """The value of every choice in one situation."""

    asked: str  # the situation in words
    unit: str
    choices: tuple[Choice, ...]
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> tuple[str, ...]:
        """The choice with the highest value for each wager, or all of them if several tie."""
        return tuple(choice.name for choice in self.choices if self.mark(choice))

    def mark(self, choice: Choice) -> str:
        """Return "best" for the only best choice, "level" for one of several, and "" for others and for a choice
        without alternatives."""
        values = [other.value for other in self.choices if other.about == choice.about]
        if len(values) < 2 or choice.value < max(values):
            return ""
        return "level" if values.count(choice.value) > 1 else "best"


class Exposure(msgspec.Struct, frozen=True):
    """The value of having seen a card too early."""

    seen: str
    house_edge: Fraction
    without: Fraction  # the house edge for a player who has seen no card
    unit: str
    cite: str  # the paragraph that says what happens if the exposure is noticed; empty if no paragraph does
    answer: str


# --- advice for a player at the table


class Worth(NamedTuple):
    """The average net of one answer to a question of the dealer."""

    choice: str  # in the words of the question
    value: Fraction  # average net at the end, in units
    doing: str  # the choice as the beginning of a sentence


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """The worth of each answer to a question, computed from what the seat that is asked can see."""

    unit: str
    stake: int  # a unit in cents
    worths: tuple[Worth, ...]
    ways: int = 0  # equally likely ways for the unseen cards to come; values that divide evenly are shown over them
    whole: bool = True  # False if something that depends on the answer is not counted: then no answer is called best
    notes: tuple[str, ...] = ()


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The average net, in cents, of the wagers of a player who has nothing to decide."""

    out: int  # all of his wagers, in cents
    each: str  # the next event, such as a roll
    ways: int  # number of its equally likely results
    next: Fraction  # average net of the next event alone
    in_the_end: Fraction | None  # average net until every wager is decided; None if it cannot be computed


class HasLimits(Protocol):
    """The elections of a house that the defaults of a model use."""

    @property
    def minimum(self) -> int:
        """The least that may be bet, in cents."""

    @property
    def maximum(self) -> int:
        """The most that may be bet, in cents."""


H = TypeVar("H", bound=HasLimits)  # the game's own type of house


class Askable(ABC, Generic[H]):
    """The part of a model that needs no counting, so that a game may keep it in a module with few imports."""

    # The lines of each table of odds that a house may set, by the table's house key under `pay`.
    LINES: ClassVar[Mapping[str, Collection[str]]] = {}
    # The wagers without a row. The value is a sentence that says what is not counted and why.
    UNCOUNTED: ClassVar[Mapping[str, str]] = {}

    def what_if(self, house: H) -> H:
        """Return the house with all of its tables of odds adjustable, even those that the law fixes."""
        return house

    def usual_bet(self, house: H) -> int:
        """Return the default bet in cents."""
        return house.minimum

    def limits(self, house: H) -> tuple[int, int]:
        """Return the minimum and the maximum bet in cents."""
        return house.minimum, house.maximum

    def limits_by_wager(self, house: H) -> Mapping[str, tuple[int, int]]:
        """Return the limits of the wagers that are counted with one bet, by the words on the table's sign."""
        return {"": self.limits(house)}

    def bet_matters(self, house: H) -> bool:
        """Return whether edges, and not only amounts in dollars, depend on the size of the bet."""
        return False

    def houses(self, rules: Rules, house: H) -> Sequence[tuple[str, H]]:
        """Return the houses that get rows, each with a label: this one, or one for each lettered table that it could
        elect but has not."""
        return [("", house)]

    @abstractmethod
    def pricing_cases(self) -> Sequence[tuple[str, H, int]]:
        """Return houses, each with a label and a bet, that together offer every wager and make every reading that can
        change a price do so."""


class Edge(NamedTuple):
    """The house edge of a wager without the rest of its `Row`."""

    wager: str
    unit: str
    house_edge: Fraction
    variant: str = ""


class ExactModel(Askable[H]):
    """A game's mathematics as an object: what its wagers cost, how it is best played, what a situation is worth."""

    @abstractmethod
    def floors(self, rules: Rules, house: H) -> Sequence[Floor]:
        """Return the odds that the law requires, wager by wager."""

    @abstractmethod
    def wagers(self, rules: Rules, house: H, bet: int) -> Iterable[Row]:
        """Return the rows of all wagers of the game, for a bet of this many cents."""

    def edges(self, rules: Rules, house: H, bet: int) -> Iterable[Row | Edge]:
        """Return the rows of `wagers`, or their edges alone, in the same order, if those are computed faster."""
        return self.wagers(rules, house, bet)

    @abstractmethod
    def strategy(self, rules: Rules, house: H, bet: int) -> Iterable[Section]:
        """Return the optimal strategy as tables."""

    @abstractmethod
    def ask(self, rules: Rules, house: H, bet: int, situation: Situation) -> Answer:
        """Return the value of every choice in a situation. Raises ImpossibleError if the game has no such situation."""

    def exposure(self, rules: Rules, house: H, bet: int) -> Iterable[Exposure]:
        """Return the value of seeing each card that could be exposed too early; nothing at a game without such
        cards.
        """
        return ()

    def advise(self, rules: Rules, house: H, view: Any) -> Advice:
        """Return the worth of every answer to the question that the view's seat is asked, from the view alone."""
        raise ImpossibleError("No wager depends on what you answer.")

    @abstractmethod
    def offered_row(self, rules: Rules, house: H, view: Any, spots: tuple[str, ...], stake: int) -> Row:
        """Return the row of a wager that may be made now, with `stake` cents on each of these betting areas."""

    def standing(self, rules: Rules, house: H, view: Any) -> Standing | None:
        """Return the average net of the wagers of the view's seat, at games where wagers outlive a round."""
        return None


class ShoeModel(ExactModel[H]):
    """The exact model of a game that is dealt from a shoe that lasts for several rounds."""

    @abstractmethod
    def rows_without(self, rules: Rules, house: H, bet: int, removed: Cards) -> Iterable[Row]:
        """Return the rows of `wagers` for a shoe without the cards `removed`, all of which a full shoe holds."""

    def wagers(self, rules: Rules, house: H, bet: int) -> Iterable[Row]:
        """Return the rows for a whole shoe."""
        return self.rows_without(rules, house, bet, ())


@runtime_checkable
class AmongPlayers(Protocol):
    """An optional part of a model: wagers that players make against each other."""

    def rows_among_players(self, rules: Rules, house: Any, bet: int, players: int) -> Iterable[Row]:
        """Return what such wagers cost a player at a table of `players`, under the strategies that the rows name."""
