"""A game's simulation: how it prepares millions of units to be played by kernels.

A model is the object `MODEL` of a game's module `simulated.py`. The registration names the module, and it is imported
when first needed. It turns a strategy (a *way* to play) into tables, and supplies one function that plays units by them
and writes a *code* for the result of each. What a code nets on each wager comes from the game's pay tables and
readings, in cents: kernels count, Python pays. Units are independent. A unit is a round of cards; at craps, from a
come-out roll until every wager is decided; where cards stay in play from one round to the next, a whole shoe (see
`counting/shoe_simulation.py`).
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias

from pitboss.counting.exact_model import H, ImpossibleError
from pitboss.law.rules import Rules
from pitboss.table.cards import RANKS, SUITS

if TYPE_CHECKING:  # at run time the contract needs no numpy
    from numpy.typing import NDArray

    from pitboss.numeric.gpu.twin import Twin

Array: TypeAlias = "NDArray[Any]"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)  # cards by the numbers that kernels use


def whole_cents(amount: Fraction) -> int:
    """Return an amount as whole cents. Raises ImpossibleError if it has a fraction of a cent."""
    if amount.denominator != 1:
        raise ImpossibleError(f"this bet is paid in parts of a cent ({amount}); choose one that is paid in whole cents")
    return int(amount)


@dataclass(frozen=True)
class Column:
    """A column of codes, one for each unit: a seat, or at craps one wager of a seat."""

    seat: int
    outcomes: tuple[str, ...]  # the names of the codes: outcomes[code]
    # weights[code] is proportional to the exact probability of the code under this strategy; with them the cost of
    # each line is exact. None if it is not counted.
    weights: tuple[int | Fraction, ...] | None = None
    # If a unit is a shoe: the name of one result of a wager. The code is then the number of times it occurred.
    counts: str = ""


# A separate wager, a part of another line, or the sum of all wagers. The lines of role "wager" sum to what a seat
# stakes and nets.
Role: TypeAlias = Literal["wager", "part", "total"]


@dataclass(frozen=True)
class Line:
    """A line of the result: a wager, or wagers that belong together. `net` and `staked` are cents by [column][code]."""

    wager: str  # the name in the exact model's rows, if it has one; the line of all wagers comes last
    unit: str  # what the estimate is a share of, in words
    unit_cents: int  # that unit for one seat
    net: tuple[tuple[int, ...], ...]
    staked: tuple[tuple[int, ...], ...]
    role: Role = "wager"
    # If a unit is a shoe: cents wagered by column and code, counted in the unit of the estimate. The number of rounds
    # and bets differs from shoe to shoe, so the estimate is the loss divided by this.
    wagered: tuple[tuple[int, ...], ...] = ()
    exact: Fraction | None = None  # if a unit is a shoe: the exact edge of a round from a full shoe, if it is counted


@dataclass(frozen=True)
class Ready:
    """A table with one strategy per seat, prepared for simulation: all choices and payments are tables."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    # `play(seed, first, codes)` plays `codes.shape[1]` units from number `first` on and writes codes[column, unit]. It
    # returns the number of dice throws or of rounds of shoes, and 0 at other games.
    play: Callable[[int, int, Array], int]
    # The arrays and numbers that `play` depends on, in nested tuples. They contain every choice that players make;
    # what depends on a kernel's source alone may be left out.
    tables: Sequence[Any]
    # Make the same players for the audited engine: an `engine.game.Strategy` per seat for one unit (where wagers
    # outlive a round, one with `goes_on`). Any further players are there because the table needs them; their money
    # does not count.
    players: Callable[[], Sequence[Any]]
    # Where each card of a unit goes: the place on the table and the index there. Empty at a table without cards.
    card_places: tuple[tuple[str, int], ...] = ()
    # `stack_deck(unit, cards)` returns the table's marks before a unit and the whole deck in dealing order. Needed if
    # the cards of a unit leave the deck in an order that depends on the unit.
    stack_deck: Callable[[int, Sequence[str]], tuple[Mapping[str, int], Sequence[str]]] | None = None
    # If a unit is a shoe: its number of decks (`numeric.shoes.unit_shoe` gives its cards), and a function of the seed
    # and the unit that returns [round][seat] net cents, which must equal the engine's.
    packs: int = 0
    round_nets: Callable[[int, int], Sequence[Sequence[int]]] | None = None
    # Make the twin that plays on a graphics card. None if the game has none.
    twin: Callable[[], Twin] | None = None
    # Cents that a payout limit takes off: limit_cuts[column][code]. Empty if there is no limit.
    limit_cuts: tuple[tuple[int, ...], ...] = ()
    relative_time: int = 1  # about how many times as long as usual a unit takes; chunks are smaller accordingly

    @property
    def unit(self) -> str:
        """The word for a unit: "shoe" or "round"."""
        return "shoe" if self.packs else "round"

    @property
    def digest(self) -> str:
        """A digest of everything played and paid. Two strategies share it only if they always choose the same."""
        columns = [
            (column.seat, column.outcomes, column.weights and [*map(str, column.weights)]) for column in self.columns
        ]
        lines = [
            (line.wager, line.role, line.unit_cents, line.net, line.staked, *([line.wagered] if line.wagered else []))
            for line in self.lines
        ]
        hasher = hashlib.sha256(repr((columns, lines)).encode())
        for chunk in _encode_tables(self.tables):
            hasher.update(chunk)
        return hasher.hexdigest()


def _encode_tables(tables: Sequence[Any]) -> Iterator[bytes]:
    """Yield the shape and content of nested tables as bytes that are the same on every machine."""
    for table in tables:
        if isinstance(table, tuple):
            yield b"("
            yield from _encode_tables(table)
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
    """A property of situations that a rule of a strategy file can test: values[situation], some with names."""

    about: str  # a description for help texts
    values: Array
    names: Mapping[str, int] = field(default_factory=dict)  # the value of each name


@dataclass(frozen=True)
class Situations:
    """The situations in which a decision can come, or a batch of them. Row k of each array is situation k."""

    decision: str
    choices: tuple[str, ...]  # in the words of the dealer's question
    cards: Array  # cards[situation, i]: the player's own; a card is 4 x rank (0: deuce) + suit
    board: Array  # board[situation, i]: the face-up community cards
    features: Mapping[str, Feature]

    def __len__(self) -> int:
        return len(self.cards)


# Return the index of the choice made in each situation: result[situation].
Chooser: TypeAlias = Callable[[Situations], Array]


def ask_way(way: Chooser, situations: Situations) -> Array:
    """Return the choices that a way makes, one per situation. Raises ImpossibleError if they are not choice indices."""
    import numpy as np

    choices = np.asarray(way(situations))
    if choices.shape != (len(situations),):
        raise ImpossibleError(
            f"a strategy must answer {situations.decision!r} with one number for each of {len(situations):,} "
            f"situations, and answered with an array of shape {choices.shape}"
        )
    if choices.dtype.kind not in "bui" or (
        len(choices) and not 0 <= int(choices.min()) <= int(choices.max()) < len(situations.choices)
    ):
        numbers = ", ".join(f"{number} ({name})" for number, name in enumerate(situations.choices))
        raise ImpossibleError(f"a strategy must answer {situations.decision!r} with whole numbers: {numbers}")
    return choices.astype(np.uint8)


def share_cards(situations: Situations) -> Array:
    """Name the way in which players show each other their cards. It is never called to choose: that raises
    ImpossibleError.

    Such choices depend on the hands of all seats, so none follows from the situation of a single seat. A game that
    offers this way recognizes the function and counts every deal over the remaining cards.
    """
    raise ImpossibleError(
        f"what players do who share their cards depends on all of them, so nobody can be asked about "
        f"{situations.decision!r}"
    )


def players_share(ways: Sequence[Chooser | None]) -> bool:
    """Return whether the players of a table share their cards. Raises ImpossibleError if only some of them do."""
    if share_cards not in ways:
        return False
    if any(way is not share_cards for way in ways):
        raise ImpossibleError("players share what they see at all seats of a table or at none; give all the same way")
    return len(ways) > 1  # a single player has nobody to share with: he plays optimally


def refuse_sharing() -> Sequence[Any]:
    """Raise ImpossibleError where the audited engine asks for players. Their views hide the other hands, so none of
    them can play as players do who share their cards.
    """
    raise ImpossibleError("the engine's players see their own cards alone, so none can share; leave out --audited")


@dataclass(frozen=True)
class Way:
    """A strategy that a game knows by name. Without a chooser it is the game's own optimal play."""

    about: str
    choose: Chooser | None = None


class SimModel(ABC, Generic[H]):
    """The part of a game's mathematics that a simulation needs. Without decisions, every wager stays until it is
    decided."""

    # The strategies by name; the first is the default.
    WAYS: ClassVar[Mapping[str, Way]] = {"optimal": Way("leaves every wager where it is until it is decided")}

    @abstractmethod
    def usual_bets(self, rules: Rules, house: H) -> Mapping[str, int]:
        """Return the default bets: cents by betting area."""

    def inputs_before_bets(self, house: H, bets: Mapping[str, int], seat: int, seats: int) -> Iterable[Any]:
        """Return the inputs that a seat gives before its bets, at a table where `seats` seats bet the same."""
        return ()

    def opening_bets(self, bets: Mapping[str, int]) -> Mapping[str, int]:
        """Return the bets that are made before the first card or throw, which the engine must accept."""
        return bets

    def decisions(self, rules: Rules, house: H) -> Iterable[Situations]:
        """Return all situations that a strategy must decide, decision by decision. A game without decisions has
        none."""
        return ()

    @abstractmethod
    def prepare(
        self, rules: Rules, house: H, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
    ) -> Ready:
        """Prepare a table at which every seat makes these bets and seat n plays `ways[n - 1]` (None: optimal play).

        Raises ImpossibleError, with the paragraph, if the table forbids the bets.
        """
