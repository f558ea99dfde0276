"""The contract of a game's simulation: what it makes ready to be played by the million.

A model is the module `simulated.py` of a game. It is named in the registration and imported when it is asked for. It
turns a way to play into tables, and hands over one function that plays units by them: what becomes of each is a *code*.
What a code is worth on each wager is asked of the game's own tables and readings, in cents, so kernels count and Python
pays. A unit starts from nothing: a round at cards; at craps from a come-out until every wager is decided; where cards
stay in play from one round to the next, a whole shoe (`counting/shoe_simulation.py` has what such games share).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, runtime_checkable

from pitboss.counting.exact_model import ImpossibleError
from pitboss.law.rules import Rules
from pitboss.table.cards import RANKS, SUITS

if TYPE_CHECKING:  # the contract itself needs no numpy
    from numpy.typing import NDArray

    from pitboss.numeric.gpu.twin import Twin

Array: TypeAlias = "NDArray[Any]"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)  # every card by the number that kernels know it by


def whole_cents(amount: Fraction) -> int:
    """What a code is worth."""
    if amount.denominator != 1:
        raise ImpossibleError(f"this bet is paid in parts of a cent ({amount}); choose one that is paid in whole cents")
    return int(amount)


@dataclass(frozen=True)
class Column:
    """Something that gets a code in every unit: a seat, or at craps one wager of a seat."""

    seat: int
    outcomes: tuple[str, ...]  # by code
    # How often each code comes in truth, as shares of their sum, where that is counted for the same way to play: by
    # these, what each line costs is exact. None where it is not.
    weights: tuple[int | Fraction, ...] | None = None
    # Where a unit is a shoe, a column is about one thing that can become of a wager; its code is how often that did.
    counts: str = ""


# A wager of its own, a part of what another line tells of, or the sum of all wagers. The wagers alone add up to what a
# seat puts down and nets.
Role: TypeAlias = Literal["wager", "part", "total"]


@dataclass(frozen=True)
class Line:
    """A wager, or wagers that belong together, as the result tells of them. Cents by column, then by code."""

    wager: str  # as `edge` calls it, where that has such a row; a line that adds up others comes last
    unit: str  # what the estimate is a share of, in words
    of: int  # the same in cents, for one seat
    net: tuple[tuple[int, ...], ...]
    staked: tuple[tuple[int, ...], ...]
    role: Role = "wager"
    # Where a unit is a shoe: how much was wagered of what the estimate is a share of, in cents like the others. Rounds
    # and bets differ from shoe to shoe, so the estimate is what is lost of this.
    made: tuple[tuple[int, ...], ...] = ()
    exact: Fraction | None = None  # there, what a round from a whole shoe costs, where it is counted for the same way


@dataclass(frozen=True)
class Ready:
    """Everything is a table by now."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    # `play(seed, first, codes)` plays the units from `first` on, as many as `codes` has columns of its own, and writes
    # the code of each: codes[column, unit]. It says how many throws that took, or how many rounds shoes had; cards are
    # not counted.
    play: Callable[[int, int, Array], int]
    # What `play` goes by: arrays and numbers, in tuples of tuples as they may come. Every choice that is made is in
    # them; what depends on a kernel's source alone may be left out.
    tables: Sequence[Any]
    # The same way to play for the audited engine: an `engine.game.Strategy` for each seat, made anew for each unit
    # (where wagers outlive a round, one that says when it is over). Whoever comes after them the table needs, and his
    # money is no concern.
    players: Callable[[], Sequence[Any]]
    # Where each card of a unit goes: a place on the table and which card there. None at a table without cards.
    dealt: tuple[tuple[str, int], ...] = ()
    # `stacked(unit, cards)`, where the cards of a unit do not leave the deck in the same order in every unit: the marks
    # that the table has before it, and the whole deck as it is dealt.
    stacked: Callable[[int, Sequence[str]], tuple[Mapping[str, int], Sequence[str]]] | None = None
    # Where a unit is a shoe: of how many decks (its cards are `numeric.shoes.unit_shoe`), and `each(seed, unit)`, what
    # every seat nets in each of its rounds, in cents; the engine must agree to the cent, round by round.
    packs: int = 0
    each: Callable[[int, int], Sequence[Sequence[int]]] | None = None
    # What a graphics card plays by, made when it is wanted. None where a game has no twin.
    twin: Callable[[], Twin] | None = None
    # What a payout limit takes from what is due, in cents by column and code. Empty where there is no limit.
    cut: tuple[tuple[int, ...], ...] = ()
    costly: int = 1  # how many times as long as usual a unit takes, about: fewer of them are played in one go

    @property
    def unit(self) -> str:
        return "shoe" if self.packs else "round"

    @property
    def digest(self) -> str:
        """Of all that is played and paid: the same for two ways only if they choose the same everywhere."""
        columns = [(each.seat, each.outcomes, each.weights and [*map(str, each.weights)]) for each in self.columns]
        lines = [
            (each.wager, each.role, each.of, each.net, each.staked, *([each.made] if each.made else []))
            for each in self.lines
        ]
        told = hashlib.sha256(repr((columns, lines)).encode())
        for part in _parts(self.tables):
            told.update(part)
        return told.hexdigest()


def _parts(tables: Sequence[Any]) -> Iterator[bytes]:
    """Their content, with the shape of each array, whatever the order of bytes is on this machine."""
    for table in tables:
        if isinstance(table, tuple):
            yield b"("
            yield from _parts(table)
            yield b")"
        elif isinstance(table, int):
            yield f"{table};".encode()
        else:
            little = table.astype(table.dtype.newbyteorder("<"), copy=False)
            yield f"{little.dtype.str}{little.shape}".encode()
            yield little.tobytes()


# --- ways to play


@dataclass(frozen=True)
class Feature:
    """What a rule of a strategy can ask about a situation: a number in each, some of them with names."""

    about: str  # in a sentence's words, for help
    values: Array
    names: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Situations:
    """Every situation in which a decision can come, or a part of them at a time: line k of the arrays is one."""

    decision: str
    choices: tuple[str, ...]  # as the dealer's question has them
    cards: Array  # the player's own, a line each; a card is 4 x rank (0: deuce) + suit
    board: Array  # community cards that are up, a line each
    features: Mapping[str, Feature]

    def __len__(self) -> int:
        return len(self.cards)


# Which choice is made in each situation: its number among the choices.
Chooser: TypeAlias = Callable[[Situations], Array]


def chosen(way: Chooser, asked: Situations) -> Array:
    """What a way to play answers, looked at: one choice for each situation."""
    import numpy as np

    found = np.asarray(way(asked))
    if found.shape != (len(asked),):
        raise ImpossibleError(
            f"a strategy must answer {asked.decision!r} with one number for each of {len(asked):,} situations, and "
            f"answered with an array of shape {found.shape}"
        )
    if found.dtype.kind not in "bui" or (
        len(found) and not 0 <= int(found.min()) <= int(found.max()) < len(asked.choices)
    ):
        numbers = ", ".join(f"{number} ({name})" for number, name in enumerate(asked.choices))
        raise ImpossibleError(f"a strategy must answer {asked.decision!r} with whole numbers: {numbers}")
    return found.astype(np.uint8)


def sharing(asked: Situations) -> Array:
    """The way of players who show each other their cards. A situation of one seat does not tell what they do, so nobody
    asks it: a game that knows this way counts every deal for the cards that are left."""
    raise ImpossibleError(
        f"what players do who share their cards depends on all of them, so nobody can be asked about {asked.decision!r}"
    )


def do_share(ways: Sequence[Chooser | None]) -> bool:
    """Whether the seats of a table share what they see: all of them or none."""
    if sharing not in ways:
        return False
    if any(way is not sharing for way in ways):
        raise ImpossibleError("players share what they see at all seats of a table or at none; give all the same way")
    return len(ways) > 1  # nobody shares with himself: then it is optimal play


def unable_to_share() -> Sequence[Any]:
    """The players of the audited engine who share what they see: there are none, for each of them has a view of his
    own, in which other hands are hidden."""
    raise ImpossibleError("the engine's players see their own cards alone, so none can share; leave out --audited")


@dataclass(frozen=True)
class Way:
    """A way to play that a game knows. Without a chooser it is the game's own optimal play."""

    about: str
    choose: Chooser | None = None


@runtime_checkable
class Prepares(Protocol):
    """A model of a game at which a player does something before he bets. Most need not, so it is apart."""

    def before(self, house: Any, bets: Mapping[str, int], seat: int, seats: int) -> Iterator[Any]:
        """The inputs that this seat gives first, of so many that bet the same."""


class SimModel(Protocol):
    @property
    def WAYS(self) -> Mapping[str, Way]:  # noqa: N802 (a constant of the module)
        """The ways to play by name, the first of them where nobody names one."""

    def usual(self, rules: Rules, house: Any) -> Mapping[str, int]:
        """What is bet where nobody says how much: cents by betting area."""

    def opening(self, bets: Mapping[str, int]) -> Mapping[str, int]:
        """Those of the bets that are made before the first card or throw; the engine is asked whether it takes them."""

    def decisions(self, rules: Rules, house: Any) -> Iterator[Situations]:
        """What a way to play has to answer, as far as situations differ; a game without a decision yields none."""

    def ready(
        self, rules: Rules, house: Any, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
    ) -> Ready:
        """A table at which every seat bets the same, and the first plays `ways[0]` and so on; a way of None is optimal.
        What the table forbids is an ImpossibleError, with its paragraph."""
