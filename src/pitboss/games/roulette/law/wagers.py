"""Wagers, their limits and their times, and players who come and go: parts 5 and 6(a) to (c) of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from pitboss.common import open_layout
from pitboss.engine.game import Offer
from pitboss.engine.houses.house import once
from pitboss.engine.inputs import Close, Conduct, Input, Leave, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.seating import bar_sitting, is_seated
from pitboss.engine.wager_declarations import WagerDeclaration, Wagers
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.games.roulette.law.chips import chip_value, color_of, judge_chips, least_value
from pitboss.games.roulette.law.facts import BROKEN, COVERED, FIXED, MARKER
from pitboss.games.roulette.law.house import RouletteHouse
from pitboss.games.roulette.law.layout import ORDER, PRISON, is_inside, layout
from pitboss.games.roulette.law.steps import BuyBackColor
from pitboss.law.rules import Rules
from pitboss.table.money import chips_before, dollars
from pitboss.table.steps import LeaveSeat, ReturnWager, Rise
from pitboss.table.table import Table

MOST_VALUES = 256  # of chips, at one table

# Reports count the numbers of a wager as one wager, and a wager in prison as what it was.
WAGERS: Wagers[RouletteHouse] = Wagers(
    *(
        WagerDeclaration(name=area.spot, cite=area.cite, reported_as=area.kind)
        for area in (layout(2) | layout(1)).values()
    ),
    *(WagerDeclaration(name=spot, cite="reading:imprisonment", reported_as=kind) for spot, kind in PRISON.items()),
)


def take_wagers(r: Round[RouletteHouse], window: Window) -> Procedure:
    """Take wagers and give them back until the dealer goes on."""
    while not isinstance(given := (yield window), Close):
        if isinstance(given, Wager):
            yield from open_layout.put_down(r, given, "beyond:roulette.5(a)")
        else:
            yield from open_layout.take_back(r, given, "beyond:roulette.6(a)")


def return_unknown(r: Round[RouletteHouse]) -> Procedure:
    """Return wagers on areas that the layout has no more because the house changed its wheel between two rounds."""
    for seat, spot, cents in open_layout.in_order(r.table, ORDER):
        if spot not in r.house.areas and spot not in PRISON:
            yield ReturnWager("beyond:roulette.5(e)", seat, seat, spot, cents, "the layout does not have it any more")


def before_the_spin(r: Round[RouletteHouse]) -> Procedure:
    judged = partial(judge, r, lambda: refuse_empty_layout(r))
    yield from take_wagers(r, Window("beyond:roulette.6(a)", "wagers", judged))


def while_the_ball_runs(r: Round[RouletteHouse]) -> Procedure:
    judged = partial(judge, r, lambda: ())
    yield from take_wagers(r, Window("beyond:roulette.6(c)", "wagers", judged, soon_over=True))


def refuse_empty_layout(r: Round[RouletteHouse]) -> Iterator[Refusal]:
    yield from open_layout.somebody_wagers(r, "beyond:roulette.6(a)")


# --- what is taken while betting is open


def judge(r: Round[RouletteHouse], judge_close: Callable[[], Iterable[Refusal]], given: Input) -> Iterable[Refusal]:
    match given:
        case Wager():
            return judge_wager(r, given)
        case TakeBack():
            return judge_taking(r, given)
        case Close():
            return judge_close()
        case _:
            return (Refusal("beyond:roulette.6(a)", "Bets are open.", "Bet, or let the dealer spin."),)


def judge_wager(r: Round[RouletteHouse], given: Wager) -> Iterator[Refusal]:
    house = r.house
    misplaced = list(open_layout.judge_place(r, given, house.areas.__contains__, "beyond:roulette.5(e)"))
    yield from misplaced
    if misplaced or not all(spot in house.areas for spot in given.stakes):
        return
    limits = {spot: house.limits(house.areas[spot]) for spot in given.stakes}
    amounts = list(open_layout.judge_amounts(r, given, limits.__getitem__, "beyond:roulette.5(g)"))
    yield from amounts
    if not any(refusal.cite == "house:smallest-chip" for refusal in amounts):
        yield from judge_chips(r, given)
        yield from judge_numbers(r, given)


def judge_numbers(r: Round[RouletteHouse], given: Wager) -> Iterator[Refusal]:
    """Yield a refusal if the player would have more on a single number than the house allows."""
    if (most := r.house.number_maximum) is None:
        return
    stakes = stakes_by_number(r, given.seat, given.stakes)
    if over := [number for number, cents in stakes.items() if cents > most]:
        problem = f"You would have {dollars(stakes[over[0]])} on {over[0]}."
        yield Refusal("beyond:roulette.5(g)", problem, f"Have {dollars(most)} or less on one number.")


def stakes_by_number(r: Round[RouletteHouse], seat: int, more: Mapping[str, int]) -> dict[str, int]:
    """Return what a player has on each number over all inside wagers that cover it, with `more` that he puts down."""
    areas, stakes = r.house.areas, dict[str, int]()
    for spot, cents in (*open_layout.wagers_of(r.table, seat, ORDER), *more.items()):
        if spot in areas and is_inside(areas[spot].kind):
            for number in areas[spot].numbers:
                stakes[number] = stakes.get(number, 0) + cents
    return stakes


def judge_taking(r: Round[RouletteHouse], given: TakeBack) -> Iterator[Refusal]:
    if given.spot in PRISON and r.table.wager(given.seat, given.spot):
        yield Refusal("reading:imprisonment", f"Your {given.spot} is held.", "Wait for the next spin.")
    else:
        yield from open_layout.judge_taking(r, given)


# --- what is refused at any moment


def bar_acting(r: Round[RouletteHouse], given: Wager | TakeBack) -> Iterator[Refusal]:
    t = r.table
    if (COVERED(t) or BROKEN(t)) and is_seated(t, given.seat):
        yield Refusal("beyond:roulette.3(e)", "The table is closed.", "Wait until it is open.")
    elif MARKER(t) and is_seated(t, given.seat):
        problem = "The marker is on the layout."
        yield Refusal("beyond:roulette.5(i)", problem, "Wait until the dealer has lifted it.")
    else:
        yield from open_layout.bar_acting(r, given, "beyond:roulette.5(h)")


def bar_leaving(r: Round[RouletteHouse], given: Leave) -> Iterator[Refusal]:
    t = r.table
    if is_seated(t, given.seat) and any(t.wager(given.seat, spot) for spot in PRISON):
        yield Refusal("reading:imprisonment", "A wager of yours is held.", "Stay until it is decided.")
    elif is_seated(t, given.seat) and open_layout.BETTING_OVER(t) and _takes_part(t, given.seat):
        yield Refusal("beyond:roulette.5(h)", "The dealer has called “No more bets”.", "Stay until you are settled.")
    else:
        yield from open_layout.bar_leaving(r, given, "beyond:roulette.5(h)")


def _takes_part(t: Table, seat: int) -> bool:
    return any(lying.seat == seat for lying in FIXED.get(t) or ())


def bar_conduct(r: Round[RouletteHouse], given: Conduct) -> Iterator[Refusal]:
    yield from open_layout.bar_conduct(r, given, "beyond:roulette.5(b)", "beyond:roulette.5(c)")


# --- who goes


def leave(r: Round[RouletteHouse], given: Leave) -> Procedure:
    """Return the wagers of a player, buy back his color chips and let him go with value chips."""
    t, seat = r.table, given.seat
    yield Rise("house:seats", seat, t.players[seat])
    for spot, cents in open_layout.wagers_of(t, seat, ORDER):
        yield ReturnWager("beyond:roulette.6(a)", seat, seat, spot, cents, "the player leaves")
    if chip_value(t, seat):
        yield BuyBackColor("beyond:roulette.4(d)", seat, color_of(seat))
    yield LeaveSeat("house:seats", seat, t.players[seat], t.ledger[chips_before(seat)])


def offers(r: Round[RouletteHouse], seat: int) -> Iterable[Offer]:
    """Return every area where a player may put chips now."""
    t, house, value = r.table, r.house, chip_value(r.table, seat)
    if COVERED(t) or BROKEN(t) or not (value or house.value_chips):
        return ()
    plain = _plain_offers(house, r.rules)(value or int(house.smallest_chip), least_value(r, seat))
    adjusted = open_layout.adjust_offers(t, seat, plain)
    return adjusted if house.number_maximum is None else _room_on_numbers(r, seat, adjusted)


@once
def _plain_offers(house: RouletteHouse, rules: Rules) -> Callable[[int, int], Sequence[Offer]]:
    """Return a cached function for the offers on an empty layout, which depend only on the value of a
    player's chips.
    """
    return lru_cache(MOST_VALUES)(partial(_on_empty_layout, house))


def _on_empty_layout(house: RouletteHouse, value: int, least_inside: int) -> Sequence[Offer]:
    """Return the offers on an empty layout, outside areas first; inside ones only if a chip value is left for the
    player.
    """
    areas = sorted(house.areas.values(), key=lambda area: is_inside(area.kind))
    steps = [(area, least_inside if is_inside(area.kind) else value) for area in areas]
    return open_layout.make_offers((area.spot, house.limits(area), step, area.kind) for area, step in steps if step)


def _room_on_numbers(r: Round[RouletteHouse], seat: int, offers: Iterable[Offer]) -> Iterator[Offer]:
    """Yield the offers as far as the house's limit on a single number leaves room."""
    on, limit, areas = stakes_by_number(r, seat, {}), r.house.number_maximum, r.house.areas
    assert limit is not None
    for offer in offers:
        if not is_inside(areas[offer.name].kind):
            yield offer
            continue
        out, room = (
            r.table.wager(seat, offer.name),
            limit - max(on.get(number, 0) for number in areas[offer.name].numbers),
        )
        most = min(offer.most, (out + room) // offer.step * offer.step - out)
        if offer.least <= most:
            yield offer._replace(most=most)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    Wager: bar_acting,
    TakeBack: bar_acting,
    Sit: bar_sitting,
    Leave: bar_leaving,
    Conduct: bar_conduct,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {Sit: open_layout.sit, Leave: leave}
