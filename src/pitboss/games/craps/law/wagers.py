"""The wagers of craps: when and how much (1.2(a)), what may be taken down again, and players who come and go.

The making and removal of wagers beyond 1.2(a) is section 1.3, which is not held: labeled defaults, each a reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import ClassVar

from pitboss.engine.bank import say_if_short
from pitboss.engine.game import Offer
from pitboss.engine.houses.house import once
from pitboss.engine.inputs import Close, Conduct, Input, Leave, Sit, TakeBack, Wager
from pitboss.engine.round import Round
from pitboss.engine.seating import bar_sitting, chips_refusal, empty_seat_refusal, is_seated
from pitboss.engine.wager_declarations import WagerDeclaration, Wagers
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.games.craps.law.dice import next_shooter, offer_dice, point_of
from pitboss.games.craps.law.facts import CLOSING, COME_OUT_MADE, DICE_OUT, ON_BUTTON, POINT, SHOOTER, STOOD, VIGORISH
from pitboss.games.craps.law.house import CrapsHouse, fee, limits, most_odds, takes_fee, unit, units
from pitboss.games.craps.law.layout import (
    COME,
    DONT_COME,
    DONT_PASS,
    GROUPS,
    LAYOUT,
    PASS,
    SPOTS,
    Area,
    in_order,
    odds_of,
    off_on_come_out,
)
from pitboss.games.craps.law.steps import (
    CallOn,
    PutDown,
    PutDownWithFee,
    ReturnWithFee,
    TakeButton,
)
from pitboss.law.force import cites, in_force
from pitboss.law.rules import Rules
from pitboss.table.facts import AWAY
from pitboss.table.money import chips_before, dollars
from pitboss.table.steps import TAKEN_DOWN, Announce, LeaveSeat, ReturnWager, Rise, SendAfter, StepAway, TakeSeat
from pitboss.table.table import Table

CLOSES = "reading:closing-table"
DECIDED_BY_DICE = ("line", "come", "come point", "one roll")  # wagers that end by a roll, and not by being taken down


def report_name(area: Area) -> str:
    """Return the wager with which reports count an area: the numbers of a wager are one wager there."""
    match area.kind:
        case "odds":
            return odds_of(report_name(LAYOUT[area.flat]))
        case "come point":
            return area.lines[0]
        case "place":
            return "place to win"
        case "line" | "come" | "one roll":
            return area.spot
    return area.kind


WAGERS: Wagers[CrapsHouse] = Wagers(
    *(WagerDeclaration(name=area.spot, cite=area.cite, reported_as=report_name(area)) for area in LAYOUT.values())
)
AT_TIMES = ("line", "come", "come point", "odds", "buy", "lay")  # wagers that may not be made at any time, or not here
NO_AMOUNT = "No amount within the limits can be paid exactly."


class Call(Input, frozen=True, tag="call on"):
    """A player calls a wager of his on for the come out roll."""

    by_player: ClassVar[bool] = True

    seat: int
    spot: str


class PassDice(Input, frozen=True, tag="pass dice"):
    """The shooter gives up the dice."""

    by_player: ClassVar[bool] = True

    seat: int


def take_wagers(r: Round[CrapsHouse]) -> Procedure:
    """Take wagers and give them back from one roll to the next, until the dice go out."""
    t = r.table
    shooter = SHOOTER.get(t)
    if shooter is not None and not is_seated(t, shooter):  # he left in a roll that the house has wound up
        yield from offer_dice(r, shooter)
        if CLOSING(t):
            yield from give_back_without_shooter(r)
    yield from return_unpayable(r)
    yield from say_if_short(r)
    window = Window("1.2(a)", "wagers", partial(judge, r))
    while not isinstance(given := (yield window), Close):
        match given:
            case Wager():
                yield from put_down(r, given)
            case TakeBack():
                yield from take_down(r, given.seat, given.spot, TAKEN_DOWN)
            case Call():
                yield CallOn(LAYOUT[given.spot].cite, given.seat, given.seat, given.spot)
            case PassDice():
                yield from offer_dice(r, given.seat)


def return_unpayable(r: Round[CrapsHouse]) -> Procedure:
    """Return wagers that cannot be paid exactly any more because the house changed its odds or chips between rolls."""
    t = r.table
    unit_of, point = units(r.house, r.rules), point_of(t)
    if not any(cents % unit_of[spot, point] for _, spot, cents in t.wagers()):
        return
    for seat, spot, _ in in_order(t):
        if (cents := t.wager(seat, spot)) % unit_of[spot, point]:
            why = "the table cannot pay it exactly any more"
            yield from give_back(r, seat, spot, cents, "reading:payout-odds", why)


def put_down(r: Round[CrapsHouse], given: Wager, by: str = "") -> Procedure:
    """Place the wagers of one input. `by` is the reading that allows it at this moment, if one has to be cited."""
    t = r.table
    for spot, cents in given.stakes.items():
        area = LAYOUT[spot]
        due = fee(r.rules, r.house, area, cents) if takes_fee(area, r.rules, "when-made") else 0
        if not is_seated(t, given.seat) or t.ledger[chips_before(given.seat)] < cents + due:
            return  # he left between two of them, or put his chips elsewhere meanwhile
        cite = cites(area.cite, by or _reading_on_time(t, area))
        if due:
            yield PutDownWithFee(cite, given.seat, given.seat, spot, cents, due)
        else:
            yield PutDown(cite, given.seat, given.seat, spot, cents)


def _reading_on_time(t: Table, area: Area) -> str:
    """Return the reading without which it would be too late or too early for the wager; empty if there is none."""
    match area.kind:
        case "line" if POINT(t):
            return "reading:raising-pass"
        case "come" if not POINT(t):
            return "reading:come-on-come-out"
    return ""


def take_down(r: Round[CrapsHouse], seat: int, spot: str, why: str) -> Procedure:
    """Take down as much of a wager as may come down."""
    cents = removable_cents(r, seat, LAYOUT[spot])
    yield from give_back(r, seat, spot, cents, removal_citation(LAYOUT[spot], point_of(r.table)), why)


def give_back(r: Round[CrapsHouse], seat: int, spot: str, cents: int, cite: str, why: str) -> Procedure:
    """Return chips of a wager with the vigorish taken for them.

    If nothing is left, its button goes, and so do the odds behind it, which may not stand alone.
    """
    t = r.table
    if paid := VIGORISH.at(spot, seat).get(t):
        due = paid if cents == t.wager(seat, spot) else min(paid, fee(r.rules, r.house, LAYOUT[spot], cents))
        yield ReturnWithFee(cite, seat, seat, spot, cents, why, due)
    else:
        yield ReturnWager(cite, seat, seat, spot, cents, why)
    if not t.wager(seat, spot):
        if ON_BUTTON.at(spot, seat)(t):
            yield TakeButton(LAYOUT[spot].cite, seat, seat, spot)
        if odds := t.wager(seat, odds_of(spot)):
            yield from give_back(r, seat, odds_of(spot), odds, cite, f"{why} with {spot}")


# --- what may come down


def removal_reading(area: Area, point: int) -> str:
    """Return the reading that decides whether a wager may be taken down."""
    if area.spot == PASS and point:
        return "contract-wagers"
    if area.spot == DONT_PASS and point:
        return "taking-down-donts"
    if area.kind == "come point":
        return "taking-down-donts" if area.spot.startswith(DONT_COME) else "contract-wagers"
    return "taking-down"


def removal_citation(area: Area, point: int) -> str:
    """Return the citation of the reading that decides whether a wager may be taken down."""
    return f"reading:{removal_reading(area, point)}"


def removable_cents(r: Round[CrapsHouse], seat: int, area: Area) -> int:
    """Return how much of a wager may be taken down: all of it, or only what no dice have been thrown for yet.

    A come out roll decides a wager on the line or gives it a point, so without a point no dice have been thrown for it.
    """
    t = r.table
    cents = t.wager(seat, area.spot)
    if r.rules.reads(removal_reading(area, point_of(t))) == "may-come-down" or (area.kind == "line" and not POINT(t)):
        return cents
    thrown_for = STOOD.get(t, (area.spot, seat))
    return 0 if thrown_for is None else max(cents - thrown_for, 0)


# --- what is refused at any moment, whatever is being waited for


def bar_acting(r: Round[CrapsHouse], given: Wager | TakeBack | Call | PassDice) -> Iterable[Refusal]:
    t = r.table
    if not is_seated(t, given.seat):
        return [empty_seat_refusal(given.seat)]
    if isinstance(given, Wager) and CLOSING(t):
        stands = any(t.wager(given.seat, spot) for spot in SPOTS)
        remedy = "Wait until your bets are decided, or take them down." if stands else "Come back when it opens again."
        return [Refusal(CLOSES, "The table is closing.", remedy)]
    if not DICE_OUT(t):
        return []
    if isinstance(given, Wager) and r.rules.reads("late-wagers") == "confirmed" and not t.dice:
        return judge_wager(r, given)
    return [Refusal("reading:late-wagers", "The dice are out.", "Bet and take bets down before the roll.")]


def bar_leaving(r: Round[CrapsHouse], given: Leave) -> Iterator[Refusal]:
    t = r.table
    if not is_seated(t, given.seat):
        yield empty_seat_refusal(given.seat)
    elif DICE_OUT(t):
        yield Refusal("reading:leaving", "The dice are out.", "Leave after the bets are settled.")
    elif (held := areas_that_must_stand(r, given.seat)) and (
        r.rules.reads("leaving") == "stays" or _leaves_no_shooter(r, given.seat)
    ):
        yield Refusal("reading:leaving", f"Your {held[0]} bet cannot come down.", "Stay until it is decided.")


def _leaves_no_shooter(r: Round[CrapsHouse], seat: int) -> bool:
    """Return whether nobody else could ever throw without this seat: nobody else is here and no seat is free."""
    t = r.table
    return len(t.players) == r.house.seats and not any(is_seated(t, other) for other in t.players if other != seat)


def areas_that_must_stand(r: Round[CrapsHouse], seat: int) -> list[str]:
    """Return the areas where a player has wagers that may not come down. Odds come down with their bet."""
    wagers = ((spot, cents) for spot in SPOTS if (cents := r.table.wager(seat, spot)))
    fixed = [spot for spot, cents in wagers if removable_cents(r, seat, LAYOUT[spot]) < cents]
    return [spot for spot in fixed if not (flat := LAYOUT[spot].flat) or flat in fixed]


def is_undecided(r: Round[CrapsHouse]) -> bool:
    """Return whether a closing table has a wager that the dice must decide. Players take down the others."""
    t = r.table
    return any(
        LAYOUT[spot].kind in DECIDED_BY_DICE or spot in areas_that_must_stand(r, seat) for seat, spot, _ in t.wagers()
    )


def bar_conduct(r: Round[CrapsHouse], given: Conduct) -> Iterator[Refusal]:
    yield Refusal("house:wagers", f"This table does not take a {given.what}.", "Put gaming chips on the layout.")


# --- what interrupts, once nothing bars it


def sit(r: Round[CrapsHouse], given: Sit) -> Procedure:
    yield TakeSeat("house:seats", given.seat, given.player, given.chips)
    if not SHOOTER(r.table):
        yield from offer_dice(r, 0)


def leave(r: Round[CrapsHouse], given: Leave) -> Procedure:
    """Let a player go. Wagers that may come down do; the others stand, and what they win is kept for him."""
    t = r.table
    seat, player = given.seat, t.players[given.seat]
    yield Rise("reading:leaving", seat, player)
    for spot in SPOTS:
        if t.wager(seat, spot) and removable_cents(r, seat, LAYOUT[spot]):
            yield from take_down(r, seat, spot, "the player leaves")
    if any(t.wager(seat, spot) for spot in SPOTS):
        yield StepAway("reading:leaving", seat, player, t.ledger[chips_before(seat)])
    else:
        yield LeaveSeat("house:seats", seat, player, t.ledger[chips_before(seat)])
    if SHOOTER.get(t) == seat:
        yield from offer_dice(r, seat)
    if CLOSING(t):
        yield from give_back_without_shooter(r)


def give_back_without_shooter(r: Round[CrapsHouse]) -> Procedure:
    """Return all wagers of a closing table if nobody is left to throw, because nobody can join it."""
    if not SHOOTER(r.table):
        yield from give_all_back(r, "the table closes and nobody is left to throw")


def give_all_back(r: Round[CrapsHouse], why: str) -> Procedure:
    t = r.table
    for seat, spot, _ in in_order(t):
        if cents := t.wager(seat, spot):  # odds have gone back with their bet
            yield from give_back(r, seat, spot, cents, CLOSES, why)
    yield from send_after(r)


def send_after(r: Round[CrapsHouse]) -> Procedure:
    """Free the seats of players who left while wagers had to stand, once those are decided, and keep what is due."""
    t = r.table
    for seat in sorted(t.players):
        if AWAY.at(seat)(t) and not any(t.wager(seat, spot) for spot in SPOTS):
            yield SendAfter("reading:leaving", seat, t.players[seat], t.ledger[chips_before(seat)])


def take_late_wager(r: Round[CrapsHouse], given: Wager) -> Procedure | None:
    """Take a wager while the dice are in the air, where the reading lets the dealer confirm it aloud."""
    return _confirm(r, given) if DICE_OUT(r.table) else None


def _confirm(r: Round[CrapsHouse], given: Wager) -> Procedure:
    yield Announce("reading:late-wagers", f"Bet for seat {given.seat}")
    yield from put_down(r, given, "reading:late-wagers")


# --- what is taken while the window is open


def judge(r: Round[CrapsHouse], given: Input) -> Iterable[Refusal]:
    """Return every reason to refuse this input now."""
    match given:
        case Wager():
            return judge_wager(r, given)
        case Close():
            return _judge_close(r)
        case TakeBack():
            return _judge_taking(r, given)
        case Call():
            return _judge_call(r, given)
        case PassDice():
            return _judge_passing(r, given)
        case _:
            return (Refusal("1.2(a)", "Bets are open.", "Bet, or let the shooter roll."),)


def _judge_passing(r: Round[CrapsHouse], given: PassDice) -> Iterator[Refusal]:
    if SHOOTER.get(r.table) != given.seat:
        problem = f"Seat {given.seat} is not the shooter."
        yield Refusal("reading:next-shooter", problem, "Only the shooter passes the dice.")
    elif next_shooter(r, given.seat) == given.seat:
        remedy = "Roll the dice, or leave the table."
        yield Refusal("reading:next-shooter", "Nobody else is here to shoot.", remedy)


def _judge_close(r: Round[CrapsHouse]) -> Iterator[Refusal]:
    t = r.table
    shooter = SHOOTER.get(t)
    if shooter is None:
        yield Refusal("reading:next-shooter", "Nobody is here to shoot.", "Wait for a player to sit down.")
    elif CLOSING(t) and not t.wagers():
        yield Refusal(CLOSES, "The table is closed and no bet is left to roll for.", "Leave, or open the table.")
    elif (
        r.rules.reads("shooter-wagers") == "must"
        and not CLOSING(t)  # where nobody can put a wager on the line any more
        and not POINT(t)
        and not t.wager(shooter, PASS)
        and not t.wager(shooter, DONT_PASS)
    ):
        remedy = f"Seat {shooter} bets on pass or don't pass, or passes the dice."
        yield Refusal("reading:shooter-wagers", "The shooter has no line bet.", remedy)


def _judge_taking(r: Round[CrapsHouse], given: TakeBack) -> Iterator[Refusal]:
    t = r.table
    seat, spot = given.seat, given.spot
    if spot not in LAYOUT or given.position not in (0, seat) or not t.wager(seat, spot):
        yield Refusal("house:wagers", f"You have no bet on {spot}.", "Name one of your bets.")
    elif not (cents := removable_cents(r, seat, LAYOUT[spot])):
        until = "the point is decided" if LAYOUT[spot].kind == "line" else "it is decided"
        cite = removal_citation(LAYOUT[spot], point_of(t))
        yield Refusal(cite, f"A {spot} bet stays until {until}.", "Wait for that roll.")
    elif (odds := t.wager(seat, odds_of(spot))) and (left := t.wager(seat, spot) - cents):
        behind = LAYOUT[odds_of(spot)]
        if odds > most_odds(r.rules, r.house, behind, behind.number or POINT.of(t), left):
            problem = f"{dollars(odds)} in odds would be behind only {dollars(left)} on {spot}."
            yield Refusal(behind.cite, problem, "Take the odds down first.")


def _judge_call(r: Round[CrapsHouse], given: Call) -> Iterator[Refusal]:
    t = r.table
    if given.spot not in LAYOUT or not t.wager(given.seat, given.spot):
        yield Refusal("house:wagers", f"You have no bet on {given.spot}.", "Name one of your bets.")
        return
    area = LAYOUT[given.spot]
    if POINT(t) or not off_on_come_out(area, r.rules):
        yield Refusal(
            "1.2(a)5", f"Your {given.spot} bet is already working.", "Turn on a bet that is off on the come out roll."
        )
    elif ON_BUTTON.at(given.spot, given.seat)(t):
        yield Refusal("1.2(a)5", f"Your {given.spot} bet is already on.", "Once is enough.")


def judge_wager(r: Round[CrapsHouse], given: Wager) -> Iterator[Refusal]:
    """Return the reasons to refuse a wager, judged by how the layout would look with the chips on it."""
    if not given.stakes or not given.stakes.keys() <= LAYOUT.keys():
        unknown = ", ".join(spot for spot in given.stakes if spot not in LAYOUT) or "nothing"
        yield Refusal("1.2(a)", f"There is no bet on {unknown}.", f"The bets are {', '.join(SPOTS)}.")
        return
    if given.position not in (0, given.seat):
        yield Refusal("house:wagers", f"That spot belongs to seat {given.position}.", "Bet at your own seat.")
        return
    chips = r.table.ledger[chips_before(given.seat)]
    cost = 0
    for spot, cents in given.stakes.items():
        area = LAYOUT[spot]
        cost += cents
        refused = _judge_one(r, given, area)
        yield from refused
        if not refused and takes_fee(area, r.rules, "when-made"):
            cost += fee(r.rules, r.house, area, cents)
    if cost > chips:
        yield chips_refusal(chips)


def _judge_one(r: Round[CrapsHouse], given: Wager, area: Area) -> list[Refusal]:
    t = r.table
    cents, seat = given.stakes[area.spot], given.seat
    if cents <= 0 or cents % r.house.smallest_chip:
        chip = dollars(r.house.smallest_chip)
        problem = f"{dollars(cents)} cannot be made in chips."
        return [Refusal("house:smallest-chip", problem, f"Bet a multiple of {chip}.")]
    closed = list(_judge_time(r, seat, area)) if area.kind in AT_TIMES else []
    if any(in_force(refusal.cite) for refusal in closed):
        return closed  # how much would be right cannot be said of a wager that may not be made
    total = t.wager(seat, area.spot) + cents
    if area.kind == "odds":
        flat = given.stakes.get(area.flat, 0) + t.wager(seat, area.flat)
        return [*closed, *_judge_odds(r, area, flat, total)]
    return [*closed, *_judge_amount(r, area, total, *limits(r.house, area))]


def _judge_time(r: Round[CrapsHouse], seat: int, area: Area) -> Iterator[Refusal]:
    """Yield a refusal if a wager may not be made now. Some are made only before the come out roll, some
    only after it.
    """
    t = r.table
    point = POINT.get(t)
    match area.kind:
        case "line" if point:
            if area.spot == DONT_PASS or not t.wager(seat, PASS):
                yield Refusal(area.cite, f"The point is {point}.", f"Bet on {area.spot} before the come out roll.")
            elif r.rules.reads("raising-pass") == "refused":
                yield Refusal(
                    "reading:raising-pass",
                    f"The point is {point}.",
                    "Your pass bet stays as it was on the come out roll.",
                )
        case "come" if not point:
            if not COME_OUT_MADE(t) or r.rules.reads("come-on-come-out") == "with-a-point":
                cite = cites(area.cite, "reading:come-on-come-out" if COME_OUT_MADE(t) else "")
                yield Refusal(cite, "A come out roll is next.", f"Bet on {area.spot} once there is a point.")
        case "come point":
            bet = COME if area.spot.startswith(COME) else DONT_COME
            yield Refusal(
                area.cite, f"You cannot bet on {area.spot} directly.", f"Bet on {bet}, and the bet moves there."
            )
        case "odds":
            if not t.wager(seat, area.flat) or (not area.number and not point):
                yield Refusal(
                    area.cite, f"You have no {area.flat} bet with a point.", "Odds go behind a bet that has a point."
                )
        case "buy" | "lay" if not r.house.buy_and_lay:
            yield Refusal(area.cite, "This table does not offer buy and lay bets.", "Place the number instead.")


def _judge_odds(r: Round[CrapsHouse], area: Area, flat: int, total: int) -> Iterator[Refusal]:
    t = r.table
    most = most_odds(r.rules, r.house, area, area.number or POINT.of(t), flat)
    if not most:
        yield Refusal(
            area.cite, f"This table gives no odds on {area.number or POINT.of(t)}.", "Leave the bet without odds."
        )
    else:
        yield from _judge_amount(r, area, total, 1, most)


def _judge_amount(r: Round[CrapsHouse], area: Area, total: int, least: int, most: int) -> Iterable[Refusal]:
    each = unit(r.rules, r.house, area, point_of(r.table))
    if least <= total <= most and not total % each:
        return ()  # the usual case, and quick
    return _refuse_amount(area, total, least, most, each)


def _refuse_amount(area: Area, total: int, least: int, most: int, step: int) -> Iterator[Refusal]:
    if not least <= total <= most:
        cite = area.cite if area.kind == "odds" else "house:limits"
        first, last = -(-max(least, 1) // step) * step, most // step * step
        problem = f"{dollars(total)} on {area.spot} is {'below the minimum' if total < least else 'over the maximum'}."
        remedy = f"Bet {dollars(first)} to {dollars(last)}." if first <= last else NO_AMOUNT
        yield Refusal(cite, problem, remedy)
    else:
        around = (total // step * step, -(-total // step) * step)
        payable = [amount for amount in around if least <= amount <= most and amount]
        nearest = " or ".join(dict.fromkeys(map(dollars, payable)))
        remedy = f"Bet {nearest}." if nearest else NO_AMOUNT
        yield Refusal("reading:payout-odds", f"{dollars(total)} on {area.spot} cannot be paid exactly.", remedy)


def offers(r: Round[CrapsHouse], seat: int) -> Iterator[Offer]:
    """Yield every area where a player may put chips now, with amounts that can all be paid."""
    t = r.table
    plain = _plain_offers(r.house, r.rules)
    for area in () if CLOSING(t) else LAYOUT.values():
        # The quick answers first: this is asked for every seat after every act.
        if area.kind == "come point" or (area.flat and not t.wager(seat, area.flat)):
            continue
        if area.kind in AT_TIMES and any(_judge_time(r, seat, area)):
            continue
        out = t.wager(seat, area.spot)
        if area.kind == "odds":
            most = most_odds(r.rules, r.house, area, area.number or POINT.of(t), t.wager(seat, area.flat))
            offer = _offer(area, unit(r.rules, r.house, area, point_of(t)), 1, most, out)
        elif out:
            offer = _offer(area, unit(r.rules, r.house, area, 0), *limits(r.house, area), out)
        else:
            offer = plain[area.spot]
        if offer is not None:
            yield offer


@once
def _plain_offers(house: CrapsHouse, rules: Rules) -> dict[str, Offer | None]:
    """Return the offer of each area but odds where nothing lies yet. It is the same for everybody."""
    areas = [area for area in LAYOUT.values() if area.kind != "odds"]
    return {area.spot: _offer(area, unit(rules, house, area, 0), *limits(house, area), 0) for area in areas}


def _offer(area: Area, step: int, least: int, most: int, lying: int) -> Offer | None:
    """Return an offer of amounts that can all be paid together with what lies there; None if there is none."""
    least, most = max(-(-least // step) * step - lying, step), most // step * step - lying
    if least > most:
        return None
    return Offer(area.spot, (area.spot,), least, most, step, GROUPS.get(area.kind, area.kind))


def pass_dice_of_silent_shooter(r: Round[CrapsHouse]) -> PassDice | None:
    """Pass the dice of a shooter who holds up the table without a wager on the line, if anybody can take them."""
    shooter = SHOOTER.get(r.table)
    if shooter is None or CLOSING(r.table) or not list(_judge_close(r)) or next_shooter(r, shooter) == shooter:
        return None
    return PassDice(shooter)


BARS: dict[type[Input], Callable[..., Iterable[Refusal]]] = {
    Wager: bar_acting,
    TakeBack: bar_acting,
    Call: bar_acting,
    PassDice: bar_acting,
    Sit: bar_sitting,
    Leave: bar_leaving,
    Conduct: bar_conduct,
}
INTERRUPTIONS: dict[type[Input], Callable[..., Procedure | None]] = {Wager: take_late_wager, Sit: sit, Leave: leave}
