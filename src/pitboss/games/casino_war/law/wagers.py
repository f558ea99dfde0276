"""Wagers, their limits and their times, and players who come and go: part 5 of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from pitboss.common import open_layout, shoe
from pitboss.common.open_layout import BETTING_OVER
from pitboss.common.steps import NobodyPlays
from pitboss.engine.game import Offer
from pitboss.engine.inputs import Close, Conduct, Input, Leave, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.seating import bar_sitting, chips_refusal, empty_seat_refusal, is_seated
from pitboss.engine.wager_declarations import WagerDeclaration, Wagers
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.games.casino_war.law.facts import AT_WAR, IN_ROUND, WAR_BETS
from pitboss.games.casino_war.law.house import INITIAL, SPOTS, TIE, WAR, WAR_TIE, CasinoWarHouse, offers_tie
from pitboss.law.force import in_force, rule
from pitboss.table.money import chips_before, dollars
from pitboss.table.steps import TAKEN_BACK, LeaveSeat, PlaceWager, ReturnWager, Rise
from pitboss.table.table import Table

ORDER = {spot: number for number, spot in enumerate(SPOTS)}
WAGERS: Wagers[CasinoWarHouse] = Wagers(
    WagerDeclaration(name=INITIAL, cite="beyond:casino-war.5(c)"),
    WagerDeclaration(name=TIE, cite="beyond:casino-war.5(a)"),
    WagerDeclaration(name=WAR, cite="beyond:casino-war.7(b)", reported_as=INITIAL),
    WagerDeclaration(name=WAR_TIE, cite="beyond:casino-war.5(a)"),
)


@rule("beyond:casino-war.1(a)", False)
def takes_part(t: Table, position: int) -> bool:
    return bool(t.wager(position, INITIAL))


def positions_in_round(t: Table) -> list[int]:
    """Return the positions with an initial wager, clockwise."""
    return [position for position in sorted(t.owners) if takes_part(t, position)]


def take_wagers(r: Round[CasinoWarHouse]) -> Procedure:
    """Take wagers and give them back until the dealer goes on."""
    window = Window("beyond:casino-war.5(a)", "wagers", partial(judge, r))
    while not isinstance(given := (yield window), Close):
        if isinstance(given, Wager):
            yield from put_down(r, given)
        else:
            yield from take_back(r, given)


def put_down(r: Round[CasinoWarHouse], given: Wager) -> Procedure:
    """Place the wagers of one input, the initial wager first because the others depend on it."""
    t, position = r.table, given.position or given.seat
    for spot in sorted(given.stakes, key=ORDER.__getitem__):
        cite = "beyond:casino-war.5(c)" if spot == INITIAL else "beyond:casino-war.5(a)"
        if is_seated(t, given.seat) and t.ledger[chips_before(given.seat)] >= given.stakes[spot]:
            yield PlaceWager(cite, given.seat, position, spot, given.stakes[spot])


def take_back(r: Round[CasinoWarHouse], given: TakeBack) -> Procedure:
    position = given.position or given.seat
    cents = r.table.wager(position, given.spot)
    yield ReturnWager("beyond:casino-war.5(a)", given.seat, position, given.spot, cents, TAKEN_BACK)


# --- what is taken while betting is open


def judge(r: Round[CasinoWarHouse], given: Input) -> Iterable[Refusal]:
    match given:
        case Wager():
            return judge_wager(r, given)
        case TakeBack():
            return judge_taking(r, given)
        case Close():
            return refuse_empty_round(r)
        case _:
            return (Refusal("beyond:casino-war.5(a)", "Bets are open.", "Bet, or let the dealer deal."),)


def refuse_empty_round(r: Round[CasinoWarHouse]) -> Iterator[Refusal]:
    if not positions_in_round(r.table):
        yield Refusal("beyond:casino-war.5(c)", "Nobody has an initial bet down.", "Wait until somebody does.")


def judge_wager(r: Round[CasinoWarHouse], given: Wager) -> Iterator[Refusal]:
    t, position = r.table, given.position or given.seat
    if not given.stakes or not given.stakes.keys() <= {INITIAL, TIE}:
        unknown = ", ".join(spot for spot in given.stakes if spot not in (INITIAL, TIE)) or "nothing"
        problem, remedy = f"There is no bet on {unknown}.", "Bet on initial, and on tie if you like."
        yield Refusal("beyond:casino-war.5(a)", problem, remedy)
    elif TIE in given.stakes and not offers_tie(r.house):
        yield Refusal("beyond:casino-war.5(h)", "This table has no tie bet.", "Bet on initial.")
    elif refusal := refuse_position(r, given.seat, position):
        yield refusal
    else:
        if TIE in given.stakes and not t.wager(position, INITIAL) and INITIAL not in given.stakes:
            yield Refusal("beyond:casino-war.5(d)", "There is no initial bet.", "Bet on initial with it, or before.")
        yield from judge_amounts(r, given, position)


def refuse_position(r: Round[CasinoWarHouse], seat: int, position: int) -> Refusal | None:
    """Refuse a wager at a position that is not the player's. Return None if it may be made there.

    A player has his own position and, where the house allows two, a free one next to it.
    """
    t = r.table
    if position == seat and t.owners.get(position, seat) == seat:
        return None
    near = abs(position - seat) == 1 and 1 <= position <= r.house.seats
    free = position not in t.players and t.owners.get(position, seat) == seat
    other_positions = [other for other, owner in t.owners.items() if owner == seat and other not in (seat, position)]
    if (
        allows_two_positions(r.house)
        and near
        and free
        and not any(t.wager(other, INITIAL) for other in other_positions)
    ):
        return None
    remedy = "Bet at your own seat" + (" or at a free one next to it." if allows_two_positions(r.house) else ".")
    return Refusal("beyond:casino-war.2(f)", f"Position {position} is not yours.", remedy)


def allows_two_positions(house: CasinoWarHouse) -> bool:
    return house.two_positions and in_force("beyond:casino-war.2(f)")


def limits(r: Round[CasinoWarHouse], spot: str) -> tuple[int, int]:
    house = r.house
    return (house.minimum, house.maximum) if spot == INITIAL else (house.tie_minimum, house.tie_maximum)


def judge_amounts(r: Round[CasinoWarHouse], given: Wager, position: int) -> Iterator[Refusal]:
    t, chip = r.table, r.house.smallest_chip
    for spot, cents in given.stakes.items():
        (least, most), total = limits(r, spot), t.wager(position, spot) + cents
        if cents <= 0 or cents % chip:
            problem = f"{dollars(cents)} cannot be made in chips."
            yield Refusal("house:smallest-chip", problem, f"Bet a multiple of {dollars(chip)}.")
        elif not least <= total <= most:
            problem = f"{dollars(total)} on {spot} is {'below the minimum' if total < least else 'over the maximum'}."
            yield Refusal("beyond:casino-war.5(e)", problem, f"Bet {dollars(least)} to {dollars(most)}.")
    if sum(given.stakes.values()) > (held := t.ledger[chips_before(given.seat)]):
        yield chips_refusal(held)


def judge_taking(r: Round[CasinoWarHouse], given: TakeBack) -> Iterator[Refusal]:
    t, position = r.table, given.position or given.seat
    if t.owners.get(position) != given.seat or not t.wager(position, given.spot):
        yield Refusal("house:wagers", f"You have no bet on {given.spot}.", "Name one of your bets.")
    elif given.spot == INITIAL and t.wager(position, TIE):
        yield Refusal("beyond:casino-war.5(d)", "Your tie bet rests on it.", "Take the tie bet back first.")


# --- a tie wager on the war


def is_at_war(t: Table, position: int) -> bool:
    """Return whether a position is at war now. It is not once its war is decided, though another may follow
    for others.
    """
    return AT_WAR(t, position) and takes_part(t, position)


def judge_war_bet(r: Round[CasinoWarHouse], given: Input) -> Iterator[Refusal]:
    t = r.table
    if isinstance(given, Close):
        return
    if not isinstance(given, Wager) or given.stakes.keys() != {WAR_TIE}:
        problem, remedy = "Only players at war may bet now.", f"Bet on {WAR_TIE}, or let the dealer deal."
        yield Refusal("beyond:casino-war.5(f)", problem, remedy)
        return
    position = given.position or given.seat
    if t.owners.get(position) != given.seat or not is_at_war(t, position):
        problem = f"Position {position} is not at war, or is not yours."
        yield Refusal("beyond:casino-war.5(d)", problem, "A tie bet on the war goes with a war bet.")
    else:
        yield from judge_amounts(r, given, position)


# --- what is refused at any moment


def bar_acting(r: Round[CasinoWarHouse], given: Wager | TakeBack) -> Iterator[Refusal]:
    t = r.table
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat, "beyond:casino-war.2(e)")
    elif BETTING_OVER(t) and not (WAR_BETS(t) and isinstance(given, Wager)):
        problem = "The dealer has called “No more bets”."
        yield Refusal("beyond:casino-war.5(f)", problem, "Bet and take bets back before that.")


@rule("beyond:casino-war.1(i)", ())
def positions_until_the_end(t: Table) -> tuple[int, ...]:
    """Return the positions in the round. It is over when all of them have been settled."""
    return IN_ROUND.get(t) or tuple(positions_in_round(t) * BETTING_OVER(t))


def bar_leaving(r: Round[CasinoWarHouse], given: Leave) -> Iterator[Refusal]:
    t = r.table
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat)
    elif any(t.owners[position] == given.seat for position in positions_until_the_end(t)):
        yield Refusal("beyond:casino-war.2(e)", "You are in this round.", "Stay in your seat until it is over.")


def bar_conduct(r: Round[CasinoWarHouse], given: Conduct) -> Iterator[Refusal]:
    if given.what in ("cash wager", "verbal wager", "match play coupon"):
        problem = f"This table does not take a {given.what}."
        yield Refusal("beyond:casino-war.5(b)", problem, "Put gaming chips on the layout.")
    else:
        yield Refusal("house:wagers", "Players do not touch the cards here.", "Leave them to the dealer.")


# --- who goes


def leave(r: Round[CasinoWarHouse], given: Leave) -> Procedure:
    """Return what a player has on the layout and let him go with his chips."""
    t, seat = r.table, given.seat
    yield Rise("house:seats", seat, t.players[seat])
    for position, spot, cents in t.wagers():
        if t.owners[position] == seat:
            yield ReturnWager("beyond:casino-war.5(a)", seat, position, spot, cents, "the player leaves")
    yield LeaveSeat("house:seats", seat, t.players[seat], t.ledger[chips_before(seat)])
    if not t.players and shoe.in_play(t) and not BETTING_OVER(t):
        yield NobodyPlays("beyond:casino-war.4(g)")  # the next round begins at a table without players


def offers(r: Round[CasinoWarHouse], seat: int) -> Iterable[Offer]:
    """Return what a player may bet now at his own position."""
    t = r.table
    if WAR_BETS(t):
        spots = (WAR_TIE,) if is_at_war(t, seat) and t.owners.get(seat) == seat else ()
    else:
        spots = (INITIAL, *((TIE,) if offers_tie(r.house) and t.wager(seat, INITIAL) else ()))
    offered = open_layout.make_offers((spot, limits(r, spot), int(r.house.smallest_chip), "") for spot in spots)
    offers_made = [offer._replace(later=1) if offer.name == INITIAL else offer for offer in offered]  # a war does
    return open_layout.adjust_offers(t, seat, offers_made)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    Wager: bar_acting,
    TakeBack: bar_acting,
    Sit: bar_sitting,
    Leave: bar_leaving,
    Conduct: bar_conduct,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure]] = {Sit: open_layout.sit, Leave: leave}
