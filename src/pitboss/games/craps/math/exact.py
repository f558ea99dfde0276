"""Exact odds of craps: the cost of every wager, made or resolved, with odds and without.

A wager is a Markov chain of rolls. Its state is the area where it lies and the table's point. The layout's own
functions judge each of the 36 rolls, so readings and elections count as they do at the table. The chain is solved in
fractions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import product
from typing import ClassVar, NamedTuple, TypeAlias, TypeVar

from pitboss.counting.exact_model import (
    Answer,
    Choice,
    Column,
    ExactModel,
    ImpossibleError,
    Outcome,
    Row,
    Section,
    Situation,
    Standing,
    cache_by_readings,
    row,
)
from pitboss.counting.floors import Floor
from pitboss.counting.hold_model import Block, HoldModel, blocks_of_one_event
from pitboss.engine.view import View
from pitboss.games.craps.law.facts import ON_BUTTON, POINT, VIGORISH
from pitboss.games.craps.law.house import CrapsHouse, customary_lines, fee, most_odds, pay_table, rate, takes_fee, unit
from pitboss.games.craps.law.layout import COME, DONT_COME, DONT_PASS, LAYOUT, PASS, Area, odds_of
from pitboss.games.craps.law.roll import NUMBERS, SEVEN, Fate, Roll, pair
from pitboss.games.craps.law.wagers import WAGERS, removal_citation
from pitboss.law.rules import Rules
from pitboss.table.money import Money, Odds
from pitboss.table.paytable import winnings, worth

POINTS = (0, *NUMBERS)
DICE: tuple[tuple[int, int], ...] = tuple(product(range(1, 7), range(1, 7)))


# --- the chain


class End(NamedTuple):
    """The end of a wager: the outcome, the area and point where it lay, and the line by which it won."""

    what: str
    spot: str
    point: int
    line: str = ""
    odds: str = ""  # what became of the odds behind it


K = TypeVar("K", bound=Hashable)
Ends: TypeAlias = dict[End, Fraction]
At: TypeAlias = tuple[str, int]  # the area and the point


def next_point(point: int, total: int) -> int:
    if not point:
        return total if total in NUMBERS else 0
    return 0 if total in (point, SEVEN) else point


def judge_roll(rules: Rules, at: At, first: int, second: int) -> Fate:
    """Return what a roll does to a wager. If a reading lets a void wager stay, it is treated as one that stands."""
    area = LAYOUT[at[0]]
    fate = area.judge(Roll(first, second, at[1]), rules, False)
    if fate.what == "back" and area.kind in ("line", "come") and rules.reads("void-wagers") == "stay":
        return fate._replace(what="stands")
    return fate


Solved: TypeAlias = dict[int, Ends]  # by the point


@cache_by_readings
def ends_at(rules: Rules, spot: str, with_odds: bool, down: tuple[At, ...]) -> Solved:
    """Return, by point, the probability of each end of a wager in an area.

    A wager that moves has the ends of the area it moves to. It ends at once in a state of `down`, where it is taken
    down.
    """
    moves: dict[int, dict[int, Fraction]] = {}
    ended: dict[int, Ends] = {}
    for point in POINTS:
        moves[point], ended[point] = {}, {}
        if (spot, point) in down:
            ended[point][End("taken down", spot, point)] = Fraction(1)
            continue
        for fate, odds, then, ways in _fates(rules, spot, point, with_odds):
            if fate.what in ("stands", "off"):
                _add_shares(moves[point], {then: Fraction(ways, 36)})
            elif fate.what == "moves":
                _add_shares(ended[point], ends_at(rules, fate.line, with_odds, down)[then], Fraction(ways, 36))
            else:
                end = End(fate.what, spot, point, fate.line if fate.what == "wins" else "", odds)
                _add_shares(ended[point], {end: Fraction(ways, 36)})
    return solve(moves, ended)


def _fates(rules: Rules, spot: str, point: int, with_odds: bool) -> Iterator[tuple[Fate, str, int, int]]:
    """Yield what the 36 rolls do to a wager and to the odds behind it, the point after the roll, and the number of
    rolls.
    """
    behind = odds_of(spot) if with_odds and odds_of(spot) in LAYOUT and (point or LAYOUT[spot].number) else ""
    found: dict[tuple[str, str, str, int], tuple[Fate, int]] = {}
    for dice in DICE:
        fate = judge_roll(rules, (spot, point), *dice)
        odds: str = judge_roll(rules, (behind, point), *dice).what if behind else ""
        key = fate.what, fate.line, odds, next_point(point, sum(dice))
        found[key] = fate, found[key][1] + 1 if key in found else 1
    for (_, _, odds, then), (fate, ways) in found.items():
        yield fate, odds, then, ways


def solve(moves: dict[int, dict[int, Fraction]], ended: dict[int, dict[K, Fraction]]) -> dict[int, dict[K, Fraction]]:
    """Solve the linear equations of a chain by elimination, and return by state the probability of each end.

    `moves` has the probabilities of each next state, `ended` those of ending at once.
    """
    left = list(moves)
    moves = {state: dict(to) for state, to in moves.items()}
    ended = {state: dict(ends) for state, ends in ended.items()}
    for state in left:
        stay = moves[state].pop(state, Fraction())
        if stay:
            scale = 1 / (1 - stay)
            moves[state] = {to: often * scale for to, often in moves[state].items()}
            ended[state] = {end: often * scale for end, often in ended[state].items()}
        for other in left:
            if other != state and (share := moves[other].pop(state, None)):
                _add_shares(moves[other], moves[state], share)
                _add_shares(ended[other], ended[state], share)
    return ended


def _add_shares(into: dict[K, Fraction], what: dict[K, Fraction], share: Fraction = Fraction(1)) -> None:
    for key, often in what.items():
        into[key] = into.get(key, Fraction()) + often * share


# --- what an end is worth

START = {number: Fraction(6 - abs(SEVEN - number), 24) for number in NUMBERS}  # how often each is the point


def vigorish(rules: Rules, house: CrapsHouse, end: End) -> Fraction:
    """Return the vigorish of an end in units of the wager; 0 if none is due."""
    area = LAYOUT[end.spot]
    if not (takes_fee(area, rules, "when-made") or takes_fee(area, rules, "on-a-win")):
        return Fraction()  # and the unit may be one of which no part can be taken
    stake = unit(rules, house, area, end.point)
    return Fraction(fee(rules, house, area, stake), stake)


def stake_with_fee(rules: Rules, house: CrapsHouse, end: End) -> Fraction:
    """Return what a player puts out for a wager of one unit."""
    return 1 + (vigorish(rules, house, end) if takes_fee(LAYOUT[end.spot], rules, "when-made") else Fraction())


def net(rules: Rules, house: CrapsHouse, end: End) -> Fraction:
    """Return what the wager nets in units of itself, less vigorish."""
    area, cost = LAYOUT[end.spot], vigorish(rules, house, end)
    paid_before = takes_fee(area, rules, "when-made")
    if end.what == "wins":
        cost = cost if paid_before or takes_fee(area, rules, "on-a-win") else Fraction()
        return worth(rate(rules, house, end.line)) - cost
    if end.what == "loses":
        return Fraction(-1) - (cost if paid_before else 0)
    return Fraction()


NAMES = {"wins": "wins", "loses": "loses", "back": "comes back", "taken down": "is taken down"}


def outcomes_by_end(rules: Rules, house: CrapsHouse, ends: Ends) -> dict[End, Outcome]:
    """Return the outcome of each end. The winning line is named where the wager can win by several."""
    several = len({end.line for end in ends if end.line}) > 1
    return {
        end: Outcome(
            often,
            net(rules, house, end),
            stake_with_fee(rules, house, end),
            f"wins, {end.line}" if end.line and several else NAMES[end.what],
            str(rate(rules, house, end.line)) if end.line else "",
        )
        for end, often in ends.items()
    }


def value(rules: Rules, house: CrapsHouse, ends: Ends) -> Fraction:
    return sum((often * net(rules, house, end) for end, often in ends.items()), Fraction())


def states_to_take_down(rules: Rules, house: CrapsHouse, spot: str) -> tuple[At, ...]:
    """Return the states in which a line or come bet is taken down, where readings allow it: those in which it loses by
    then.
    """
    kind = LAYOUT[spot].kind
    if kind not in ("line", "come"):
        return ()
    numbered = product([spot], NUMBERS) if kind == "line" else product([f"{spot} {n}" for n in NUMBERS], POINTS)
    return tuple(
        at
        for at in numbered
        if rules.reads(removal_citation(LAYOUT[at[0]], at[1]).partition(":")[2]) == "may-come-down"
        and value(rules, house, ends_at(rules, at[0], False, ())[at[1]]) < 0
    )


def ends_of(rules: Rules, house: CrapsHouse, spot: str, *, point: int = 0, with_odds: bool = False) -> Ends:
    """Return the ends of a wager from the moment it is made.

    A line bet is made before the come out roll, odds behind it with its point, and any other wager while there is a
    point. Odds on a come bet are taken when it has moved, and by then a point may have been made.
    """
    solved, area = ends_at(rules, spot, with_odds, states_to_take_down(rules, house, spot)), LAYOUT[spot]
    if area.kind == "line" or point:
        return solved[point]
    found: Ends = {}
    for before, often in START.items():
        _add_shares(found, solved[next_point(before, area.number) if area.kind == "odds" else before], often)
    return found


# --- every wager

NUMBERED = {number: pair(number) for number in (4, 5, 6)}


@cache_by_readings
def plain_rows(rules: Rules, house: CrapsHouse, wager: str, spot: str, variant: str = "", point: int = 0) -> list[Row]:
    """Return the row of a wager. If it may come back undecided there are two: one per wager made, one per wager
    resolved.
    """
    ends = ends_of(rules, house, spot, point=point)
    paid = outcomes_by_end(rules, house, ends)
    resolved = [outcome for end, outcome in paid.items() if end.what in ("wins", "loses")]
    if len(resolved) == len(paid):
        return [row(wager, "the wager", paid.values(), variant=variant, asked=rules)]
    made = row(wager, "the wager made", paid.values(), variant=variant, asked=rules)
    return [made, row(wager, "the wager resolved", resolved, variant=variant, asked=rules)]


@cache_by_readings
def line_with_odds(rules: Rules, house: CrapsHouse, flat: str) -> Row:
    """Return the row of a line or come bet and all the odds that the house takes behind it, as one wager."""
    paid = []
    for end, often in ends_of(rules, house, flat, with_odds=True).items():
        number = LAYOUT[end.spot].number or end.point
        won, behind, name = net(rules, house, end), Fraction(), NAMES[end.what]
        if end.odds:
            behind = Fraction(most_odds(rules, house, LAYOUT[odds_of(end.spot)], number, EVEN), EVEN)
            line = f"odds {'against' if flat in (DONT_PASS, DONT_COME) else 'on'} {pair(number)}"
            odds = {"wins": worth(rate(rules, house, line)), "loses": Fraction(-1)}.get(end.odds, Fraction())
            won += behind * odds
            name += f" with odds on {pair(number)}" if end.odds in ("wins", "loses") else ", odds back"
        paid.append(Outcome(often, won, 1 + behind, name))
    variant = f"with {'-'.join(map(str, house.odds))} times odds"
    notes = () if LAYOUT[flat].kind == "line" else (f"{variant}: made on the first roll with a point",)
    return row(flat, f"the {flat} bet alone", paid, variant=variant, asked=rules, notes=notes, by_net=True)


EVEN = 6_000  # cents to which every multiple of odds comes out even


# --- a layout


def _is_available(house: CrapsHouse, area: Area, point: int) -> bool:
    match area.kind:
        case "line":
            return not point
        case "come":
            return bool(point)
        case "odds" | "come point":
            return False
        case "buy" | "lay":
            return house.buy_and_lay
    return True


def won_by_roll(
    rules: Rules, house: CrapsHouse, view: View, dice: tuple[int, int], seat: int, spot: str, cents: int
) -> int:
    """Return the cents that a roll moves from the house to the player on one wager.

    A fee that was taken when the wager was made is not counted, because it has moved before.
    """
    area, on = LAYOUT[spot], ON_BUTTON.at(spot, seat).word in view.marks
    fate = area.judge(Roll(*dice, view.marks.get(POINT.word, 0)), rules, on)
    if fate.what == "loses":
        return -cents
    if fate.what != "wins":
        return 0
    taken_now = VIGORISH.at(spot, seat).word not in view.marks and takes_fee(area, rules, "on-a-win")
    return winnings(rate(rules, house, fate.line), cents) - (fee(rules, house, area, cents) if taken_now else 0)


# --- the model


class Craps(ExactModel[CrapsHouse], HoldModel[CrapsHouse]):
    """The cost of each wager, and the win that the house expects on a layout."""

    LINES: ClassVar = {"": customary_lines()}

    def floors(self, rules: Rules, house: CrapsHouse) -> list[Floor]:
        """Return the customary odds of each wager, because no text on the least odds is held."""
        lines_by_wager: dict[str, dict[str, Odds | Money]] = {}
        names = {"place": "place to win", "place to lose": "place to lose", "hardway": "hardway"}
        paid = pay_table(rules, CrapsHouse())
        for area in LAYOUT.values():
            if area.kind in ("line", "come", "one roll") or area.kind in names:
                lines = {line: rate for line in area.lines if (rate := paid.rate(line)) is not None}
                lines_by_wager.setdefault(names.get(area.kind, area.spot), {}).update(lines)
        fixed = "has the customary odds: 1.4 is not held, so no text here says which odds are allowed"
        return [Floor(wager, "", "reading:payout-odds", {"": lines}, fixed) for wager, lines in lines_by_wager.items()]

    def pricing_cases(self) -> list[tuple[str, CrapsHouse, int]]:
        return [("", CrapsHouse(buy_and_lay=True), 500)]

    def wagers(self, rules: Rules, house: CrapsHouse, bet: int) -> Iterator[Row]:
        for spot in (PASS, DONT_PASS, COME, DONT_COME):
            yield from plain_rows(rules, house, spot, spot)
            if any(house.odds):
                yield line_with_odds(rules, house, spot)
        for number, variant in NUMBERED.items():
            yield from plain_rows(rules, house, "place to win", f"place {number}", variant)
        for number, variant in NUMBERED.items():
            yield from plain_rows(rules, house, "place to lose", f"place {number} to lose", variant)
        for number in (4, 6):
            yield from plain_rows(rules, house, "hardway", f"hard {number}", NUMBERED[number])
        for area in LAYOUT.values():
            if area.kind == "one roll":
                yield from plain_rows(rules, house, area.spot, area.spot)
        if any(house.odds):
            for flat in (PASS, DONT_PASS, COME, DONT_COME):
                for number, variant in NUMBERED.items():
                    if house.times(number) and LAYOUT[flat].kind == "line":
                        yield from plain_rows(rules, house, odds_of(flat), odds_of(flat), variant, number)
                    elif house.times(number):
                        yield from plain_rows(rules, house, odds_of(flat), odds_of(f"{flat} {number}"), variant)
        if house.buy_and_lay:
            for name in ("buy", "lay"):
                for number, variant in NUMBERED.items():
                    yield from plain_rows(rules, house, name, f"{name} {number}", variant)

    def strategy(self, rules: Rules, house: CrapsHouse, bet: int) -> Iterator[Section]:
        """Yield the wagers in the order of their cost. The choice of wagers is the only decision at craps."""
        rows = sorted(self.wagers(rules, house, bet), key=lambda row: (row.element_of_risk, row.wager, row.variant))
        yield Section(
            "What every wager costs, the cheapest first",
            (
                Column("wager"),
                Column("on"),
                Column("by"),
                Column("of all wagered", "percent"),
                Column("of the unit", "percent"),
                Column("all wagered", "number"),
            ),
            tuple(
                (row.wager, row.variant, row.unit, row.element_of_risk, row.house_edge, row.average_wager)
                for row in rows
            ),
            (
                "odds behind a bet cost nothing; they only make the bet in front of them a smaller part of all you "
                "wager",
            ),
        )

    def ask(self, rules: Rules, house: CrapsHouse, bet: int, situation: Situation) -> Answer:
        """Return what wagers are worth between two rolls: the named ones as they lie, or else all that may be made."""
        if situation.cards or situation.board or situation.dealer or situation.seen:
            raise ImpossibleError("craps has no cards; give --point, and --wager for each wager on the layout")
        if situation.point not in POINTS:
            raise ImpossibleError(
                f"{situation.point} is not a point; a point is {', '.join(map(str, NUMBERS))}, or 0 for none"
            )
        if strange := [spot for spot in situation.stakes if spot not in LAYOUT]:
            raise ImpossibleError(
                f"there is no betting area called {strange[0]!r}; the betting areas are {', '.join(LAYOUT)}"
            )
        point, choices = situation.point, []
        for spot, cents in situation.stakes.items():
            if not cents:
                raise ImpossibleError(f"there is nothing on {spot}; wager one cent or more")
            if LAYOUT[spot].kind in ("buy", "lay") and not house.buy_and_lay:
                raise ImpossibleError(f"{spot} is not offered at this table; ask with --set buy-and-lay=true")
            if LAYOUT[spot].kind == "come" and not point:
                raise ImpossibleError(
                    f"there is no wager on {spot} before a come out roll; give --point, or name its number"
                )
        for area in LAYOUT.values():
            if area.spot not in situation.stakes if situation.stakes else not _is_available(house, area, point):
                continue
            if area.kind == "odds" and not area.number and not point:
                raise ImpossibleError(f"{area.spot} can only go behind a bet with a point; give --point")
            down = states_to_take_down(rules, house, area.spot)
            left = ends_at(rules, area.spot, False, () if (area.spot, point) in down else down)
            about = area.spot if situation.stakes else ""
            worth_it = value(rules, house, left[point])
            choices.append(Choice(area.spot, worth_it, situation.stakes.get(area.spot, bet), about))
            if (
                area.spot in situation.stakes
                and rules.reads(removal_citation(area, point).partition(":")[2]) == "may-come-down"
            ):
                choices.append(Choice(f"{area.spot} taken down", Fraction(), 0, about))
        when = f"the point is {point}" if point else "a come out roll is next"
        return Answer(when, "each wager", tuple(choices))

    def offered_row(self, rules: Rules, house: CrapsHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
        """Return the row of a wager that is made now, with the current point."""
        (spot,) = spots
        ends = ends_at(rules, spot, False, states_to_take_down(rules, house, spot))[view.marks.get(POINT.word, 0)]
        return row(spot, "the wager", outcomes_by_end(rules, house, ends).values(), asked=rules)

    def standing(self, rules: Rules, house: CrapsHouse, view: View) -> Standing | None:
        """Return what the standing wagers are worth: each of the 36 rolls as the layout judges and pays it."""
        point, stakes = view.marks.get(POINT.word, 0), view.wagers.get(view.seat, {})
        if not stakes:
            return None
        on = {spot for spot in stakes if ON_BUTTON.at(spot, view.seat).word in view.marks}
        total = sum(
            won_by_roll(rules, house, view, dice, view.seat, spot, cents)
            for dice, (spot, cents) in product(DICE, stakes.items())
        )
        in_the_end = None
        if not on:  # a button is off again sooner or later, and nobody knows whether it will be called on once more
            lying = self.ask(rules, house, 1, Situation(stakes=stakes, point=point)).choices
            in_the_end = sum((choice.value * choice.stake for choice in lying), Fraction())
        return Standing(
            out=sum(stakes.values()),
            each="roll",
            ways=len(DICE),
            next=Fraction(total, len(DICE)),
            in_the_end=in_the_end,
        )

    def blocks(self, rules: Rules, house: CrapsHouse, view: View) -> Iterator[Block]:
        nets = (
            (WAGERS.report_name(spot), [won_by_roll(rules, house, view, dice, seat, spot, cents) for dice in DICE])
            for seat, stakes in view.wagers.items()
            for spot, cents in stakes.items()
        )
        yield from blocks_of_one_event(nets, [1] * len(DICE))


MODEL = Craps()
