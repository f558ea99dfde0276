"""What may be wagered, when and how much (1.2(a)), what may be taken down again, and who comes and goes.

The making and removal of wagers beyond 1.2(a) is section 1.3, which is not held: labelled defaults, each a reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar

from pitboss.engine.game import Offer
from pitboss.engine.inputs import Close, Conduct, Input, Leave, Sit, TakeBack, Wager
from pitboss.engine.waits import Procedure, Refusal, Window
from pitboss.games.craps.dice import is_there, next_shooter, offer_dice
from pitboss.games.craps.house import CrapsHouse, costs, fee, limits, rate, unit
from pitboss.games.craps.layout import (
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
from pitboss.games.craps.roll import pair
from pitboss.games.craps.steps import (
    COME_OUT_MADE,
    POINT,
    SHOOTER,
    CallOn,
    PutDown,
    PutDownWithFee,
    ReturnWithFee,
    TakeButton,
    on_button,
    stood,
    vigorish,
)
from pitboss.law.force import in_force
from pitboss.law.rules import Rules
from pitboss.table.money import dollars, rack
from pitboss.table.steps import Announce, LeaveSeat, ReturnWager, Rise, StepAway, TakeSeat
from pitboss.table.table import Table

NO_AMOUNT = "no amount within the limits can be paid exactly"


class Call(Input, frozen=True, tag="call on"):
    """A player calls a wager of his on for the come out roll."""

    by_player: ClassVar[bool] = True

    seat: int
    spot: str


class PassDice(Input, frozen=True, tag="pass dice"):
    """The shooter gives up the dice."""

    by_player: ClassVar[bool] = True

    seat: int


def take_wagers(t: Table, rules: Rules, house: CrapsHouse) -> Procedure:
    """From one roll to the next, until the dice go out."""
    if SHOOTER in t.marks and not is_there(t, t.marks[SHOOTER]):  # he left in a roll that the house has wound up
        yield from offer_dice(t, rules, t.marks[SHOOTER])
    yield from return_unpayable(t, rules, house)
    window = Window("1.2(a)", "wagers", partial(judge, t, rules, house))
    while not isinstance(given := (yield window), Close):
        match given:
            case Wager():
                yield from put_down(t, rules, house, given)
            case TakeBack():
                yield from take_down(t, rules, house, given.seat, given.spot, "taken down")
            case Call():
                yield CallOn(LAYOUT[given.spot].cite, given.seat, given.seat, given.spot)
            case PassDice():
                yield from offer_dice(t, rules, given.seat)


def return_unpayable(t: Table, rules: Rules, house: CrapsHouse) -> Procedure:
    """Where a house has changed its odds or its chips between two rolls, what could not be paid exactly goes back."""
    point = t.marks.get(POINT, 0)
    if all(cents % unit(rules, house, LAYOUT[spot], point) == 0 for _, spot, cents in t.wagers()):
        return
    for seat, spot, _ in in_order(t):
        if (cents := t.wager(seat, spot)) % unit(rules, house, LAYOUT[spot], point):
            why = "the table cannot pay it exactly any more"
            yield from give_back(t, rules, house, seat, spot, cents, "reading:payout-odds", why)


def put_down(t: Table, rules: Rules, house: CrapsHouse, given: Wager) -> Procedure:
    for spot, cents in given.stakes.items():
        area = LAYOUT[spot]
        due = fee(rules, house, area, cents) if costs(area, rules, "when-made") else 0
        if not is_there(t, given.seat) or t.ledger[rack(given.seat)] < cents + due:
            return  # he left between two of them, or put his chips elsewhere meanwhile
        if due:
            yield PutDownWithFee(area.cite, given.seat, given.seat, spot, cents, due)
        else:
            yield PutDown(area.cite, given.seat, given.seat, spot, cents)


def take_down(t: Table, rules: Rules, house: CrapsHouse, seat: int, spot: str, why: str) -> Procedure:
    """As much of a wager as may come down."""
    cents = removable(t, rules, seat, LAYOUT[spot])
    yield from give_back(t, rules, house, seat, spot, cents, removal(LAYOUT[spot], t.marks.get(POINT, 0)), why)


def give_back(
    t: Table, rules: Rules, house: CrapsHouse, seat: int, spot: str, cents: int, cite: str, why: str
) -> Procedure:
    """Chips go back with what was taken for them; and if nothing is left, its button goes and the odds behind it, which
    may not stand alone."""
    if paid := t.marks.get(vigorish(spot, seat), 0):
        due = paid if cents == t.wager(seat, spot) else min(paid, fee(rules, house, LAYOUT[spot], cents))
        yield ReturnWithFee(cite, seat, seat, spot, cents, why, due)
    else:
        yield ReturnWager(cite, seat, seat, spot, cents, why)
    if not t.wager(seat, spot):
        if on_button(spot, seat) in t.marks:
            yield TakeButton(LAYOUT[spot].cite, seat, seat, spot)
        if odds := t.wager(seat, odds_of(spot)):
            yield from give_back(t, rules, house, seat, odds_of(spot), odds, cite, f"{why} with {spot}")


# --- what may come down


def removal(area: Area, point: int) -> str:
    """The reading by which a wager may or may not be taken down."""
    if area.spot == PASS and point:
        return "reading:contract-wagers"
    if area.spot == DONT_PASS and point:
        return "reading:taking-down-donts"
    if area.kind == "come point":
        return "reading:taking-down-donts" if area.spot.startswith(DONT_COME) else "reading:contract-wagers"
    return "reading:taking-down"


def removable(t: Table, rules: Rules, seat: int, area: Area) -> int:
    """How much of a wager may be taken down: all of it, or only what no dice have been thrown for yet."""
    lies = t.wager(seat, area.spot)
    if rules.reads(removal(area, t.marks.get(POINT, 0)).removeprefix("reading:")) == "may-come-down":
        return lies
    before = t.facts.get(stood(area.spot, seat), lies)
    assert isinstance(before, int)
    return lies - before


# --- what is refused at any moment, whatever is being waited for


def bar_acting(
    t: Table, rules: Rules, house: CrapsHouse, given: Wager | TakeBack | Call | PassDice
) -> Iterator[Refusal]:
    if not is_there(t, given.seat):
        yield stranger(given.seat)
    elif t.facts.get("dice out"):
        if isinstance(given, Wager) and rules.reads("late-wagers") == "confirmed" and not t.dice:
            yield from judge_wager(t, rules, house, given)
        else:
            yield Refusal("reading:late-wagers", "the dice are out", "wagers are made and taken down before they are")


def stranger(seat: int) -> Refusal:
    return Refusal("house:seats", f"nobody sits at seat {seat}", "take a seat first")


def bar_sitting(t: Table, rules: Rules, house: CrapsHouse, given: Sit) -> Iterator[Refusal]:
    if not 1 <= given.seat <= house.seats:
        yield Refusal("house:seats", f"there is no seat {given.seat}", f"seats are 1 to {house.seats}")
    elif given.seat in t.players:
        yield Refusal("house:seats", f"seat {given.seat} is taken", "choose an empty one")
    if given.chips < 0 or given.chips % house.smallest_chip:
        yield Refusal("house:chips", f"{dollars(given.chips)} are no chips", "bring a multiple of the smallest chip")
    if not given.player:
        yield Refusal("house:seats", "a player needs a name", "give one")


def bar_leaving(t: Table, rules: Rules, house: CrapsHouse, given: Leave) -> Iterator[Refusal]:
    if not is_there(t, given.seat):
        yield stranger(given.seat)
    elif t.facts.get("dice out"):
        yield Refusal("reading:leaving", "the dice are out", "leave when they have been settled")
    elif (held := must_stand(t, rules, given.seat)) and (
        rules.reads("leaving") == "stays" or _deserted_without(t, house, given.seat)
    ):
        yield Refusal("reading:leaving", f"your {held[0]} must stand", "stay until it is decided")


def _deserted_without(t: Table, house: CrapsHouse, seat: int) -> bool:
    """Whether nobody else could ever throw: nobody is there and no seat is free for anybody to come."""
    return len(t.players) == house.seats and not any(is_there(t, other) for other in t.players if other != seat)


def must_stand(t: Table, rules: Rules, seat: int) -> list[str]:
    """The areas where a player has wagers that may not come down."""
    return [spot for spot in SPOTS if removable(t, rules, seat, LAYOUT[spot]) < t.wager(seat, spot)]


def bar_conduct(t: Table, rules: Rules, house: CrapsHouse, given: Conduct) -> Iterator[Refusal]:
    yield Refusal("house:wagers", f"{given.what} is nothing that this table takes", "place gaming chips on the layout")


# --- what interrupts, once nothing bars it


def sit(t: Table, rules: Rules, house: CrapsHouse, given: Sit) -> Procedure:
    yield TakeSeat("house:seats", given.seat, given.player, given.chips)
    if SHOOTER not in t.marks:
        yield from offer_dice(t, rules, 0)


def leave(t: Table, rules: Rules, house: CrapsHouse, given: Leave) -> Procedure:
    """What may be taken down is; what may not, stands, and what it wins is kept for the player."""
    seat, player = given.seat, t.players[given.seat]
    yield Rise("reading:leaving", seat, player)
    for spot in SPOTS:
        if t.wager(seat, spot) and removable(t, rules, seat, LAYOUT[spot]):
            yield from take_down(t, rules, house, seat, spot, "the player leaves")
    if any(t.wager(seat, spot) for spot in SPOTS):
        yield StepAway("reading:leaving", seat, player, t.ledger[rack(seat)])
    else:
        yield LeaveSeat("house:seats", seat, player, t.ledger[rack(seat)])
    if t.marks.get(SHOOTER) == seat:
        yield from offer_dice(t, rules, seat)


def late(t: Table, rules: Rules, house: CrapsHouse, given: Wager) -> Procedure | None:
    """While the dice are in the air, where the reading lets the dealer confirm a wager aloud."""
    return _confirm(t, rules, house, given) if t.facts.get("dice out") else None


def _confirm(t: Table, rules: Rules, house: CrapsHouse, given: Wager) -> Procedure:
    yield Announce("reading:late-wagers", f"Bet for seat {given.seat}")
    yield from put_down(t, rules, house, given)


# --- what is taken while the window is open


def judge(t: Table, rules: Rules, house: CrapsHouse, given: Input) -> Iterator[Refusal]:
    """Every reason why this input is not taken now."""
    match given:
        case Close():
            yield from _judge_close(t, rules)
        case Wager():
            yield from judge_wager(t, rules, house, given)
        case TakeBack():
            yield from _judge_taking(t, rules, house, given)
        case Call():
            yield from _judge_call(t, rules, given)
        case PassDice():
            if t.marks.get(SHOOTER) != given.seat:
                yield Refusal("reading:next-shooter", f"seat {given.seat} has no dice", "the shooter alone passes them")
            elif next_shooter(t, rules, given.seat) == given.seat:
                yield Refusal("reading:next-shooter", "nobody else is there to throw", "throw, or leave the table")
        case _:
            yield Refusal("1.2(a)", "wagers are being taken", "place a wager, or let the dice go out")


def _judge_close(t: Table, rules: Rules) -> Iterator[Refusal]:
    shooter = t.marks.get(SHOOTER)
    if shooter is None:
        yield Refusal("reading:next-shooter", "nobody is there to throw the dice", "somebody sits down first")
    elif (
        rules.reads("shooter-wagers") == "must"
        and not t.marks.get(POINT)
        and not t.wager(shooter, PASS)
        and not t.wager(shooter, DONT_PASS)
    ):
        right = f"seat {shooter} wagers on pass or don't pass, or passes the dice"
        yield Refusal("reading:shooter-wagers", "the shooter has no wager on the line", right)


def _judge_taking(t: Table, rules: Rules, house: CrapsHouse, given: TakeBack) -> Iterator[Refusal]:
    seat, spot = given.seat, given.spot
    if spot not in LAYOUT or given.position not in (0, seat) or not t.wager(seat, spot):
        yield Refusal("house:wagers", f"you have no wager on {spot}", "name one of yours")
    elif not (cents := removable(t, rules, seat, LAYOUT[spot])):
        yield Refusal(
            removal(LAYOUT[spot], t.marks.get(POINT, 0)), f"{spot} may not be taken down", "it stands until decided"
        )
    elif (odds := t.wager(seat, odds_of(spot))) and (left := t.wager(seat, spot) - cents):
        behind = LAYOUT[odds_of(spot)]
        if odds > most_odds(rules, house, behind, behind.number or t.marks[POINT], left):
            wrong = f"{dollars(odds)} would stand behind {dollars(left)} on {spot}"
            yield Refusal(behind.cite, wrong, "take the odds down first")


def _judge_call(t: Table, rules: Rules, given: Call) -> Iterator[Refusal]:
    if given.spot not in LAYOUT or not t.wager(given.seat, given.spot):
        yield Refusal("house:wagers", f"you have no wager on {given.spot}", "name one of yours")
        return
    area = LAYOUT[given.spot]
    if t.marks.get(POINT) or not off_on_come_out(area, rules):
        yield Refusal("1.2(a)5", f"{given.spot} is at work already", "call on what is off on the come out roll")
    elif on_button(given.spot, given.seat) in t.marks:
        yield Refusal("1.2(a)5", f"{given.spot} has its “on” button", "once is enough")


def judge_wager(t: Table, rules: Rules, house: CrapsHouse, given: Wager) -> Iterator[Refusal]:
    """Judged by how the layout would look with the chips on it."""
    if not given.stakes or not given.stakes.keys() <= LAYOUT.keys():
        unknown = ", ".join(spot for spot in given.stakes if spot not in LAYOUT) or "nothing"
        yield Refusal("1.2(a)", f"{unknown} is no betting area", f"there are {', '.join(SPOTS)}")
        return
    if given.position not in (0, given.seat):
        yield Refusal("house:wagers", f"position {given.position} is not yours", "wager at your own place")
        return
    areas = [LAYOUT[spot] for spot in given.stakes]
    chips = t.ledger[rack(given.seat)]
    cost = 0
    for area in areas:
        cents = given.stakes[area.spot]
        cost += cents
        refused = False
        for refusal in _judge_one(t, rules, house, given, area):
            refused = True
            yield refusal
        if not refused and costs(area, rules, "when-made"):
            cost += fee(rules, house, area, cents)
    if cost > chips:
        yield Refusal("house:chips", f"{dollars(cost)} is more than you have", f"you have {dollars(chips)}")


def _judge_one(t: Table, rules: Rules, house: CrapsHouse, given: Wager, area: Area) -> Iterator[Refusal]:
    cents, seat = given.stakes[area.spot], given.seat
    if cents <= 0 or cents % house.smallest_chip:
        chip = dollars(house.smallest_chip)
        yield Refusal("house:smallest-chip", f"{dollars(cents)} in chips is no wager", f"a multiple of {chip} is")
        return
    closed = list(_judge_time(t, rules, house, seat, area))
    yield from closed
    if any(in_force(refusal.cite) for refusal in closed):
        return  # how much would be right cannot be said of a wager that may not be made
    total = t.wager(seat, area.spot) + cents
    if area.kind == "odds":
        flat = given.stakes.get(area.flat, 0) + t.wager(seat, area.flat)
        yield from _judge_odds(t, rules, house, area, flat, total)
    else:
        yield from _judge_amount(t, rules, house, area, total, *limits(house, area))


def _judge_time(t: Table, rules: Rules, house: CrapsHouse, seat: int, area: Area) -> Iterator[Refusal]:
    """Some wagers may be made before the come out roll only, some after it, most at any time."""
    point = t.marks.get(POINT)
    match area.kind:
        case "line" if point:
            if area.spot == DONT_PASS or not t.wager(seat, PASS):
                yield Refusal(area.cite, f"the point is {point}", f"{area.spot} is wagered before the come out roll")
            elif rules.reads("raising-pass") == "refused":
                yield Refusal(
                    "reading:raising-pass", f"the point is {point}", "pass stays as it was on the come out roll"
                )
        case "come" if not point:
            later = rules.reads("come-on-come-out") == "later-come-outs" and t.marks.get(COME_OUT_MADE)
            if not later:
                yield Refusal(area.cite, "a come out roll is next", f"{area.spot} is wagered once there is a point")
        case "come point":
            bet = COME if area.spot.startswith(COME) else DONT_COME
            yield Refusal(area.cite, f"nothing is wagered on {area.spot} itself", f"wager on {bet}; it moves there")
        case "odds":
            if not t.wager(seat, area.flat) or (not area.number and not point):
                yield Refusal(area.cite, f"you have no {area.flat} with a point", "odds stand behind such a wager")
        case "buy" | "lay" if not house.buy_and_lay:
            yield Refusal(area.cite, "this table does not offer buy and lay wagers", "place the number instead")


def most_odds(rules: Rules, house: CrapsHouse, area: Area, number: int, flat: int) -> int:
    """The most that may stand behind a wager on a number: so many times it, or as much as wins so many times it."""
    most = flat * house.times(number)
    if area.flat.startswith("don't") and rules.reads("supplemental-odds") == "by-the-win":
        paid = rate(rules, house, f"odds against {pair(number)}")
        return most * paid.stake // paid.win
    return most


def _judge_odds(t: Table, rules: Rules, house: CrapsHouse, area: Area, flat: int, total: int) -> Iterator[Refusal]:
    most = most_odds(rules, house, area, area.number or t.marks[POINT], flat)
    if not most:
        yield Refusal(area.cite, f"this table offers no odds on {area.number or t.marks[POINT]}", "let the bet stand")
    else:
        yield from _judge_amount(t, rules, house, area, total, 1, most)


def _judge_amount(
    t: Table, rules: Rules, house: CrapsHouse, area: Area, total: int, least: int, most: int
) -> Iterator[Refusal]:
    each = unit(rules, house, area, t.marks.get(POINT, 0))
    payable = [
        amount for amount in (total // each * each, -(-total // each) * each) if least <= amount <= most and amount
    ]
    if not least <= total <= most:
        cite = area.cite if area.kind == "odds" else "house:limits"
        first, last = -(-max(least, 1) // each) * each, most // each * each
        right = f"{dollars(first)} to {dollars(last)}" if first <= last else NO_AMOUNT
        yield Refusal(cite, f"{dollars(total)} on {area.spot} is outside the limits", right)
    elif total % each:
        nearest = " or ".join(dict.fromkeys(map(dollars, payable)))
        right = f"{nearest} can be" if nearest else NO_AMOUNT
        yield Refusal("reading:payout-odds", f"{dollars(total)} on {area.spot} cannot be paid exactly", right)


def offers(t: Table, rules: Rules, house: CrapsHouse, seat: int) -> Iterator[Offer]:
    """Every area on which a player may put chips now, with amounts that can all be paid."""
    for area in LAYOUT.values():
        if list(_judge_time(t, rules, house, seat, area)):
            continue
        each, out = unit(rules, house, area, t.marks.get(POINT, 0)), t.wager(seat, area.spot)
        if area.kind == "odds":
            least, most = 1, most_odds(rules, house, area, area.number or t.marks[POINT], t.wager(seat, area.flat))
        else:
            least, most = limits(house, area)
        least, most = max(-(-least // each) * each - out, each), most // each * each - out
        if least <= most:
            yield Offer(area.spot, (area.spot,), least, most, each, GROUPS.get(area.kind, area.kind))


def pass_on(t: Table, rules: Rules, house: CrapsHouse) -> PassDice | None:
    """A shooter who is silent without a wager on the line holds up the table: the dice go on, if to anybody."""
    shooter = t.marks.get(SHOOTER)
    if shooter is None or not list(_judge_close(t, rules)) or next_shooter(t, rules, shooter) == shooter:
        return None
    return PassDice(shooter)


BARS: dict[type[Input], Callable[..., Iterator[Refusal]]] = {
    Wager: bar_acting,
    TakeBack: bar_acting,
    Call: bar_acting,
    PassDice: bar_acting,
    Sit: bar_sitting,
    Leave: bar_leaving,
    Conduct: bar_conduct,
}
ASIDES: dict[type[Input], Callable[..., Procedure | None]] = {Wager: late, Sit: sit, Leave: leave}
