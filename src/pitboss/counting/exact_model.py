"""The contract of a game's exact model: what it is asked and what it answers with. Every number is exact.

A model is the module `exact.py` of a game. It is named in the registration and imported when it is asked for. It counts
how often each outcome occurs, lets the game's own pay tables and readings say what an outcome pays, and adds up
fractions; no result is written in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from pitboss.counting.floors import Floor
from pitboss.law.rules import Rules
from pitboss.table.cards import FULL_DECK

Cards: TypeAlias = tuple[str, ...]
T = TypeVar("T")
_encode = msgspec.json.Encoder(order="deterministic", enc_hook=int).encode


class ImpossibleError(ValueError):
    """The question makes no sense at this game: told to whoever asked, with what would."""


class Listening(Rules, frozen=True):
    """Rules that remember which readings were asked for: what a number rests on is found out, not typed."""

    asked: set[str]

    def reads(self, reading: str) -> str:
        self.asked.add(reading)
        return super().reads(reading)


def listening(rules: Rules) -> Listening:
    return Listening(**{name: getattr(rules, name) for name in Rules.__struct_fields__}, asked=set())


def remembered(compute: Callable[..., T]) -> Callable[..., T]:
    """Computed once for each way in which the readings that it asked for can be read; other readings do not matter.

    The first argument is the rules, whose readings are handed on to whoever listens outside.
    """
    known: dict[bytes, list[tuple[dict[str, str], T]]] = {}

    @wraps(compute)
    def recall(rules: Rules, *rest: object) -> T:
        found = known.setdefault(_encode([rules.sections, rest]), [])
        same = [each for each in found if all(rules.readings[reading] == choice for reading, choice in each[0].items())]
        if not same:
            asked = listening(rules)
            result = compute(asked, *rest)
            same.append(({reading: rules.readings[reading] for reading in sorted(asked.asked)}, result))
            found += same
        answers, result = same[0]
        for reading in answers:
            rules.reads(reading)
        return result

    return recall


class Outcome(NamedTuple):
    """Something that can become of a wager: how often, what it nets the player and what he had wagered, in units."""

    weight: int | Fraction
    net: Fraction
    staked: Fraction = Fraction(1)
    name: str = ""
    pays: str = ""  # what is printed for it on the layout, where a single line says it


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a wager's distribution."""

    outcome: str
    ways: int | None  # how many of all deals; none where outcomes are not counted but have a probability
    probability: Fraction
    pays: str
    net: Fraction

    @property
    def returned(self) -> Fraction:
        """What it contributes: over all results these add up to minus the edge."""
        return self.probability * self.net


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What a wager costs under optimal play, per unit wagered; positive is the house's."""

    wager: str
    variant: str = ""
    unit: str
    house_edge: Fraction
    variance: Fraction
    average_wager: Fraction  # in units
    hit_frequency: Fraction  # how often the player is ahead at the end
    push_frequency: Fraction  # how often he gets back what he wagered, no more and no less
    results: tuple[Result, ...]  # the best for the player first
    rests_on: tuple[str, ...] = ()  # the readings that have a say
    notes: tuple[str, ...] = ()
    offered: bool = True  # whether this table offers it; a row may be about what the table would have otherwise
    most: int | None = None  # cents that may be bet on it, where that is not the table's maximum

    @property
    def element_of_risk(self) -> Fraction:
        """The edge by all that is wagered in the end."""
        return self.house_edge / self.average_wager

    @property
    def ways(self) -> int | None:
        """How many deals there are; none where outcomes are not counted."""
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
    """Adds up the outcomes. What the row rests on are the readings that the rules were asked for, if they listened.

    Each outcome is a result of its own, or `by_net` those that net the same are one: where a player decides, it is the
    net result that people ask for.
    """
    outcomes = list(outcomes)
    total = Fraction(sum(each.weight for each in outcomes))
    mean = sum((each.weight * each.net for each in outcomes), Fraction()) / total
    square = sum((each.weight * each.net**2 for each in outcomes), Fraction()) / total
    return Row(
        wager=wager,
        variant=variant,
        unit=unit,
        house_edge=-mean,
        variance=square - mean**2,
        average_wager=sum((each.weight * each.staked for each in outcomes), Fraction()) / total,
        hit_frequency=sum((Fraction(each.weight) for each in outcomes if each.net > 0), Fraction()) / total,
        push_frequency=sum((Fraction(each.weight) for each in outcomes if each.net == 0), Fraction()) / total,
        results=tuple(_results(outcomes, total, by_net)),
        rests_on=tuple(sorted(asked.asked)) if isinstance(asked, Listening) else (),
        notes=notes,
        most=most,
    )


def _results(outcomes: list[Outcome], total: Fraction, by_net: bool) -> Iterator[Result]:
    alike: dict[Hashable, list[Outcome]] = {}
    for each in outcomes:
        if each.weight:
            alike.setdefault(each.net if by_net else (each.net, each.name, each.pays), []).append(each)
    counted = all(isinstance(each.weight, int) for each in outcomes)
    for same in sorted(alike.values(), key=lambda same: (-same[0].net, same[0].name)):
        often = sum((each.weight for each in same), Fraction())
        yield Result(
            outcome=_together(same),
            ways=int(often) if counted else None,
            probability=often / total,
            pays="" if by_net else same[0].pays,
            net=same[0].net,
        )


MOST_NAMES = 3


def _together(same: list[Outcome]) -> str:
    """The most frequent first; where many outcomes come to the same, not all of them are named."""
    often: dict[str, Fraction] = {}
    for each in same:
        often[each.name] = often.get(each.name, Fraction()) + each.weight
    names = sorted(often, key=lambda name: (-often[name], name))
    if len(names) > MOST_NAMES + 1:
        names[MOST_NAMES:] = [f"{len(names) - MOST_NAMES} other ways"]
    return "; ".join(names)


# --- what is shown of a strategy: plain tables

Kind = Literal["text", "count", "number", "percent"]
Cell: TypeAlias = str | int | Fraction  # nothing is an empty text, in any column


class Column(NamedTuple):
    name: str
    kind: Kind = "text"


class Section(msgspec.Struct, frozen=True):
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]  # of cells
    notes: tuple[str, ...] = ()
    first: int = 0  # how many rows a terminal shows, where all would be too many

    def __post_init__(self) -> None:
        """A fraction that comes back from a file is text; its column says that it is a number."""
        kinds = [column.kind in ("number", "percent") for column in self.columns]
        rows = tuple(
            tuple(
                Fraction(cell) if number and cell and isinstance(cell, str) else cell
                for number, cell in zip(kinds, cells, strict=True)
            )
            for cells in self.rows
        )
        msgspec.structs.force_setattr(self, "rows", rows)


def against_optimal(best: Fraction, simple: Iterable[tuple[str, Fraction]]) -> Section:
    """What simple ways to play cost beside the best one."""
    return Section(
        "Simple strategies, and what they cost",
        (Column("strategy"), Column("house edge", "percent"), Column("costs", "percent")),
        (("optimal", best, Fraction()), *((name, edge, edge - best) for name, edge in simple)),
    )


# --- one situation


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may know and have wagered when he decides. Stakes are cents by betting area."""

    cards: Cards = ()
    board: Cards = ()
    dealer: Cards = ()  # cards of the dealer that were seen
    seen: Cards = ()  # other cards that are known to be out
    stakes: dict[str, int] = {}
    point: int = 0
    packs: int = 1  # how many times 52 cards there are

    @property
    def unseen(self) -> Cards:
        """The cards that may still come, each as often as it may."""
        known = Counter((*self.cards, *self.board, *self.dealer, *self.seen))
        return tuple(card for card in FULL_DECK for _ in range(self.packs - known[card]))

    def leaves(self, needed: int) -> None:
        """There must be cards left to deal."""
        if len(self.unseen) < needed:
            raise ImpossibleError(
                f"{len(self.unseen)} cards are left, but {needed} more have to be dealt; name fewer seen cards"
            )


class Choice(NamedTuple):
    name: str
    value: Fraction  # what it nets in the end, on average, in units
    stake: int  # a unit in cents
    about: str = ""  # which of several wagers is decided about; choices about different ones are no alternatives


class Answer(msgspec.Struct, frozen=True):
    asked: str  # the situation in words
    unit: str
    choices: tuple[Choice, ...]
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> tuple[str, ...]:
        """The choice that is worth most, or all that are worth the same, among those about the same wager."""
        return tuple(choice.name for choice in self.choices if self.mark(choice))

    def mark(self, choice: Choice) -> str:
        """How a choice stands beside its alternatives; where there is none there is nothing to tell."""
        values = [other.value for other in self.choices if other.about == choice.about]
        if len(values) < 2 or choice.value < max(values):
            return ""
        return "level" if values.count(choice.value) > 1 else "best"


class Exposure(msgspec.Struct, frozen=True):
    """What it is worth to have seen a card too early."""

    seen: str
    house_edge: Fraction
    without: Fraction  # the edge of one who has seen nothing
    unit: str
    cite: str  # the paragraph that answers a noticed exposure; none where the text has none
    answer: str


# --- what a player at the table is told


class Worth(NamedTuple):
    """One answer to a question, as the question has it."""

    choice: str
    value: Fraction  # what it nets in the end, on average, in units
    doing: str  # to choose it, in words that begin a sentence about it


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What each answer to a question is worth, counted from what the seat that is asked can see."""

    unit: str
    stake: int  # a unit in cents
    worths: tuple[Worth, ...]
    ways: int = 0  # in which the unseen cards can come, all alike; a value is told by them where it comes out even
    whole: bool = True  # whether all that depends on the answer is counted; if not, no answer is called the best
    notes: tuple[str, ...] = ()


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What the wagers of a player who has nothing to decide net on average, in cents."""

    out: int  # all of them, in cents
    each: str  # what comes next: a roll
    ways: int  # in which it can come, all alike
    next: Fraction  # by that alone
    in_the_end: Fraction | None  # until every one of them is decided; none where that cannot be told


class Askable(Protocol):
    """What questions can be about. Nothing is counted for it, so a game may have it in a module that imports little."""

    @property
    def LINES(self) -> Mapping[str, Collection[str]]:  # noqa: N802 (a constant of the module)
        """The lines of each table of odds that a house may set, by the table's key under `pay`."""

    @property
    def UNCOUNTED(self) -> Mapping[str, str]:  # noqa: N802 (a constant of the module)
        """The wagers that no row is about, and for each a sentence on what is not counted and why."""

    def what_if(self, house: Any) -> Any:
        """The house as one whose every table of odds may be set, also where the law leaves it no choice."""

    def usual_bet(self, house: Any) -> int:
        """What is bet where nobody says how much, in cents."""

    def limits(self, house: Any) -> tuple[int, int]:
        """The least and the most that may be bet, in cents."""

    def bet_matters(self, house: Any) -> bool:
        """Whether anything but amounts in dollars depends on how much is bet."""

    def houses(self, rules: Rules, house: Any) -> Sequence[tuple[str, Any]]:
        """The houses that the rows are about, with a label each: one, or one to every lettered table not elected."""

    def floors(self, rules: Rules, house: Any) -> Sequence[Floor]:
        """What the law says of what each wager pays."""

    def priced_at(self) -> Sequence[tuple[str, Any, int]]:
        """Tables, with a label and a bet each, at which every wager and every reading that can cost anything does."""


class ExactModel(Askable, Protocol):
    def wagers(self, rules: Rules, house: Any, bet: int) -> Iterable[Row]:
        """Every wager of the game for one who bets so many cents."""

    def strategy(self, rules: Rules, house: Any, bet: int) -> Iterable[Section]: ...

    def ask(self, rules: Rules, house: Any, bet: int, situation: Situation) -> Answer: ...

    def exposure(self, rules: Rules, house: Any, bet: int) -> Iterable[Exposure]: ...

    def advise(self, rules: Rules, house: Any, view: Any) -> Advice:
        """Every answer to the question that this view's seat is asked. The view is all that may be looked at."""

    def offered(self, rules: Rules, house: Any, view: Any, spots: tuple[str, ...], stake: int) -> Row:
        """A wager that may be made now, so many cents on each of these areas."""

    def standing(self, rules: Rules, house: Any, view: Any) -> Standing | None:
        """The wagers of this view's seat, where they stand by themselves from one round to the next."""


class Edge(NamedTuple):
    """What a wager costs and no more; see `Row`."""

    wager: str
    unit: str
    house_edge: Fraction
    variant: str = ""


@runtime_checkable
class EdgesAlone(Protocol):
    """A model that has edges sooner than whole rows. For most they take the same time, so it is apart."""

    def edges(self, rules: Rules, house: Any, bet: int) -> Iterable[Edge]:
        """As `wagers`, in the same order."""


@runtime_checkable
class LimitsApart(Protocol):
    """A model of a game whose wagers have limits of their own, all of which it counts with one bet."""

    def limits_apart(self, house: Any) -> Mapping[str, tuple[int, int]]:
        """The least and the most in cents, by the words of the sign with the table's limits."""


class Composed(Protocol):
    """A model of a game dealt from a shoe that lasts. Most games shuffle for every round, so it is apart."""

    def priced(self, rules: Rules, house: Any, bet: int, removed: Cards) -> Iterable[Row]:
        """As `wagers`, from a shoe without these cards. No card is named more often than the shoe has it."""


@runtime_checkable
class AmongPlayers(Protocol):
    """A model of a game in which players also wager against each other. Most games have none, so it is apart."""

    def together(self, rules: Rules, house: Any, bet: int, players: int) -> Iterable[Row]:
        """What such wagers cost a player, with so many at the table, under ways to play that the rows name."""
