"""The declaration of a wager: what a game says once of each betting area.

Offers, refusals, the limits of a house, papers, reports and advice follow from a declaration. The order of settlement
does not: it stays in the game's `settle`, where one reads it beside the law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from pitboss.engine.houses.house import Finding, House
from pitboss.engine.waits import Refusal
from pitboss.law.rules import Rules
from pitboss.table.brief import Sentence
from pitboss.table.money import Money
from pitboss.table.paytable import PayTable, best_payment

H = TypeVar("H", bound=House)
# The cards that alone decide a wager: the player's own, or those with the shared ones, or with the dealer's.
Cards: TypeAlias = Literal["the hand", "the hand and the board", "the hand and the dealer's"]


class UnknownWagerError(ValueError):
    """Raised for the name of a betting area or of a payment that a game does not declare."""


class Needs(NamedTuple):
    """The wagers beside which alone another may be made: equal ones, on each of these areas."""

    areas: tuple[str, ...]
    refusal: Refusal  # of a wager without them


def offer_always(rules: Rules, house: House) -> None:
    """Return None for a wager that every table may offer: there is no reason against it."""
    return


def forfeit_never(rules: Rules) -> bool:
    """Return False for a wager that a player never loses by folding."""
    return False


def forfeit_always(rules: Rules) -> bool:
    """Return True for a wager that a player always loses by folding."""
    return True


@dataclass(frozen=True, kw_only=True)
class WagerDeclaration(Generic[H]):
    """A betting area and the wager that is made there."""

    name: str  # the betting area, as inputs, records and views name it
    cite: str  # the paragraph under which the wager is made
    reported_as: str = ""  # the wager with which reports and exact rows count it, if not by its own name
    simulated_as: str = ""  # the line of a simulation that has it, if that has another name than the wager or its area
    bonuses: tuple[str, ...] = ()  # payments that are computed from it and have names, but no area, of their own
    # Why a table does not offer it: no text of the day has it, or the house does not elect it. None if it is offered.
    not_offered: Callable[[Rules, H], Refusal | None] = offer_always
    too_early: Refusal | None = None  # of a wager before the deal that is made only when the dealer asks
    limits: Callable[[H], tuple[Money, Money]] | None = None  # None where its size follows from other wagers
    keys: str = ""  # how the house keys of its limits begin, if not with its name
    wrong_amount: Callable[[int], Refusal] | None = None  # the words of a law that fixes the amount
    needs: Needs | None = None
    together: str = ""  # the name under which it is offered with others, the same amount on each
    later: int = 0  # the largest wager that may have to follow it, as a multiple of it
    forfeited: Callable[[Rules], bool] = forfeit_never  # whether a player who folds loses it with the hand

    @property
    def report_name(self) -> str:
        """The wager with which reports and exact rows count this one."""
        return self.reported_as or self.name

    @property
    def key(self) -> str:
        """The beginning of the house keys of its limits."""
        return self.keys or self.name.replace(" ", "-")


@dataclass(frozen=True, kw_only=True)
class PayTableWager(WagerDeclaration[H]):
    """A wager that some cards alone decide, whatever the dealer or other players hold, and that pays by a table."""

    cards: Cards
    pays: Callable[[Rules, H], PayTable]
    wins: Callable[[Rules, H], Sentence]  # when it wins, for players

    def most_paid(self, rules: Rules, house: H) -> int:
        """Return the most that it wins at its maximum, before any payout limit."""
        return best_payment(self.pays(rules, house), house.in_chips(limits_of(self, house)[1]))


class Wagers(Generic[H]):
    """The wagers of a game, in the order of its betting areas."""

    def __init__(self, *declared: WagerDeclaration[H]) -> None:
        self._by_area = {wager.name: wager for wager in declared}
        if len(self._by_area) < len(declared):
            raise ValueError("a game declares a betting area twice")

    def __iter__(self) -> Iterator[WagerDeclaration[H]]:
        return iter(self._by_area.values())

    def __contains__(self, area: str) -> bool:
        return area in self._by_area

    def __getitem__(self, area: str) -> WagerDeclaration[H]:
        """Return the declaration of a betting area. Raises UnknownWagerError if there is none."""
        if area not in self._by_area:
            raise UnknownWagerError(f"there is no wager called {area!r}; the wagers are {', '.join(self.areas)}")
        return self._by_area[area]

    @cached_property
    def areas(self) -> tuple[str, ...]:
        """The betting areas."""
        return tuple(self._by_area)

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The betting areas, each with its number in the game's order."""
        return {area: number for number, area in enumerate(self.areas)}

    @cached_property
    def payments(self) -> tuple[str, ...]:
        """All names under which something is paid: the betting areas and the bonuses."""
        return (*self.areas, *(bonus for wager in self for bonus in wager.bonuses))

    def list_offered(self, rules: Rules, house: H) -> tuple[WagerDeclaration[H], ...]:
        """Return the wagers that this table offers at some time of a round."""
        return tuple(wager for wager in self if wager.not_offered(rules, house) is None)

    def list_before_the_deal(self, rules: Rules, house: H) -> tuple[WagerDeclaration[H], ...]:
        """Return the wagers that players make at this table before cards are dealt."""
        return tuple(wager for wager in self.list_offered(rules, house) if wager.limits and wager.too_early is None)

    def list_paid_by_table(self, rules: Rules, house: H) -> tuple[PayTableWager[H], ...]:
        """Return the wagers of this table that some cards alone decide."""
        return tuple(wager for wager in self.list_offered(rules, house) if isinstance(wager, PayTableWager))

    def list_forfeited(self, rules: Rules) -> tuple[str, ...]:
        """Return the areas whose wagers a player loses by folding."""
        return tuple(wager.name for wager in self if wager.forfeited(rules))

    @cached_property
    def _report_names(self) -> Mapping[str, str]:
        return {payment: wager.report_name for wager in self for payment in (wager.name, *wager.bonuses)}

    def report_name(self, payment: str) -> str:
        """Return the wager with which reports and exact rows count an area or a bonus. Raises UnknownWagerError."""
        return self._report_names.get(payment) or self[payment].report_name

    def report_name_of(self, areas: Iterable[str]) -> str:
        """Return the wager with which all of these areas are counted. Raises UnknownWagerError if there is none."""
        names = dict.fromkeys(self[area].report_name for area in areas)
        if len(names) != 1:
            raise UnknownWagerError(f"no one wager is made on {' and '.join(areas) or 'nothing'}")
        return next(iter(names))


def limits_of(wager: WagerDeclaration[H], house: H) -> tuple[Money, Money]:
    """Return the least and the most that may be wagered, for a wager that has limits of its own."""
    assert wager.limits is not None, wager.name
    return wager.limits(house)


def find_bad_limits(wager: WagerDeclaration[H], house: H) -> Iterator[Finding]:
    """Yield what is wrong with the limits that a house elects for a wager."""
    least, most = limits_of(wager, house)
    if not 1 <= least <= most:
        problem = f"the limits of the {wager.name} wager do not work"
        remedy = "set the minimum to one cent or more, and the maximum to the minimum or more"
        yield Finding(f"{wager.key}-maximum", "house:limits", problem, remedy)
    if least % max(house.smallest_chip, 1):
        problem = f"the {wager.name} minimum is not a multiple of the smallest chip"
        yield Finding(f"{wager.key}-minimum", "house:limits", problem, "set it to a multiple")
