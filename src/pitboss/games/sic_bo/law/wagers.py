"""Wagers, their limits and their times, and players who come and go: parts 4(c), 5 and 8(f) of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import ClassVar

from pitboss.common import open_layout
from pitboss.engine.game import Offer
from pitboss.engine.houses.house import once
from pitboss.engine.inputs import Close, Conduct, Input, Leave, Plain, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.seating import bar_sitting, empty_seat_refusal, is_seated
from pitboss.engine.wager_declarations import WagerDeclaration, Wagers
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.games.sic_bo.law.facts import BETS_OPEN, SHAKES, WAGERED
from pitboss.games.sic_bo.law.house import SicBoHouse, has_cover, payable_unit
from pitboss.games.sic_bo.law.layout import ORDER, areas_at, layout
from pitboss.games.sic_bo.law.opening import is_closed
from pitboss.games.sic_bo.law.steps import PushBack
from pitboss.law.rules import Rules
from pitboss.table.money import dollars
from pitboss.table.table import Table

# Reports count the numbers of a wager as one wager.
WAGERS: Wagers[SicBoHouse] = Wagers(
    *(WagerDeclaration(name=area.spot, cite=area.cite, reported_as=area.kind) for area in layout(True).values())
)


class TouchShaker(Input, frozen=True, tag="touch shaker"):
    """Reaches for the shaker."""

    by_player: ClassVar[bool] = True
    plain: ClassVar = Plain(r"seat (?P<seat>\d{1,3}) touches the shaker", "seat 3 touches the shaker")

    seat: int


def take_wagers(r: Round[SicBoHouse]) -> Procedure:
    """Take wagers and give them back until the dealer goes on."""
    window = Window("beyond:sic-bo.4(a)", "wagers", partial(judge, r))
    while not isinstance(given := (yield window), Close):
        if isinstance(given, Wager):
            yield from open_layout.put_down(r, given, "beyond:sic-bo.5(a)")
        else:
            yield from open_layout.take_back(r, given, "beyond:sic-bo.4(a)")


def push_back(r: Round[SicBoHouse]) -> Procedure:
    """Push back chips that came after the call."""
    for seat in open_layout.late_seats(r.table):
        if is_seated(r.table, seat):
            yield PushBack("beyond:sic-bo.9(i)", seat)


# --- what is taken while betting is open


def judge(r: Round[SicBoHouse], given: Input) -> Iterable[Refusal]:
    match given:
        case Wager():
            return judge_wager(r, given)
        case TakeBack():
            return open_layout.judge_taking(r, given)
        case Close():
            return open_layout.somebody_wagers(r, "beyond:sic-bo.6(a)")
        case _:
            return (Refusal("beyond:sic-bo.4(a)", "Bets are open.", "Bet, or let the dealer go on."),)


def judge_wager(r: Round[SicBoHouse], given: Wager) -> Iterator[Refusal]:
    known = areas_at(r.rules)
    misplaced = list(open_layout.judge_place(r, given, known.__contains__, "beyond:sic-bo.5(d)"))
    yield from misplaced
    if misplaced or not all(spot in known for spot in given.stakes):
        return
    yield from open_layout.judge_amounts(r, given, lambda spot: r.house.limits(known[spot]), "beyond:sic-bo.5(g)")
    yield from judge_payable(r, given)


def judge_payable(r: Round[SicBoHouse], given: Wager) -> Iterator[Refusal]:
    """Refuse a wager whose win chips could not pay exactly."""
    for spot, cents in given.stakes.items():
        unit = payable_unit(r.rules, r.house, areas_at(r.rules)[spot])
        if cents % unit and not cents % r.house.smallest_chip:
            problem = f"What {dollars(cents)} on {spot} may win cannot be paid in chips."
            yield Refusal("beyond:sic-bo.8(f)", problem, f"Bet a multiple of {dollars(unit)}.")


# --- what is refused at any moment


def bar_acting(r: Round[SicBoHouse], given: Wager | TakeBack) -> Iterator[Refusal]:
    t = r.table
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat)
    elif is_closed(t) or not BETS_OPEN(t):
        yield Refusal("house:wagers", "Bets are not open.", "Wait until dice, shaker and lights are ready.")
    elif open_layout.BETTING_OVER(t) and SHAKES.get(t) and not has_cover(r.rules, r.house):
        yield from open_layout.bar_acting(r, given, "beyond:sic-bo.5(f)")
        problem = "The dice can be seen in the shaker."
        yield Refusal("beyond:sic-bo.4(c)", problem, "Bet and take bets back before they are shaken.")
    else:
        yield from open_layout.bar_acting(r, given, "beyond:sic-bo.5(f)")


def bar_leaving(r: Round[SicBoHouse], given: Leave) -> Iterator[Refusal]:
    t = r.table
    if is_seated(t, given.seat) and open_layout.BETTING_OVER(t) and _takes_part(t, given.seat):
        yield Refusal("beyond:sic-bo.5(f)", "The dealer has called “No more bets”.", "Stay until you are settled.")
    else:
        yield from open_layout.bar_leaving(r, given, "beyond:sic-bo.5(f)")


def _takes_part(t: Table, seat: int) -> bool:
    return any(lying.seat == seat for lying in WAGERED.get(t) or ())


def bar_conduct(r: Round[SicBoHouse], given: Conduct) -> Iterator[Refusal]:
    yield from open_layout.bar_conduct(r, given, "beyond:sic-bo.5(b)", "beyond:sic-bo.5(b)")


def bar_touching(r: Round[SicBoHouse], given: TouchShaker) -> Iterator[Refusal]:
    yield Refusal("beyond:sic-bo.2(h)", "The shaker is in the dealer's charge.", "Leave it to the dealer.")


# --- who goes


def leave(r: Round[SicBoHouse], given: Leave) -> Procedure:
    yield from open_layout.leave(r, given, ORDER, "beyond:sic-bo.4(a)")


def do_nothing(r: Round[SicBoHouse], given: TouchShaker) -> Procedure:
    yield from ()


def offers(r: Round[SicBoHouse], seat: int) -> Iterable[Offer]:
    """Return every area where a player may put chips now."""
    return () if is_closed(r.table) else open_layout.adjust_offers(r.table, seat, _plain_offers(r.house, r.rules))


@once
def _plain_offers(house: SicBoHouse, rules: Rules) -> list[Offer]:
    """Return the offers on an empty layout. They are the same for everybody."""
    areas = areas_at(rules).items()
    return open_layout.make_offers(
        (spot, house.limits(area), payable_unit(rules, house, area), area.kind) for spot, area in areas
    )


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    Wager: bar_acting,
    TakeBack: bar_acting,
    Sit: bar_sitting,
    Leave: bar_leaving,
    Conduct: bar_conduct,
    TouchShaker: bar_touching,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {
    Sit: open_layout.sit,
    Leave: leave,
    TouchShaker: do_nothing,
}
