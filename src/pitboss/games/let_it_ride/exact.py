"""Let It Ride counted out: what its wagers cost, which hands ride, what a card seen too early is worth.

Of three or four cards only the ranks matter, and whether all are of one suit: no other suit can make a flush any more.
So 741 kinds of three cards and 2,535 of four stand for all of them, each with the number of times it occurs. What a
hand is and what it pays is asked of the game's own ranking and pay tables. `ask` goes through the cards one by one
instead, which also serves when other cards are known to be out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from math import comb, lcm
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from pitboss.common.ranking import ACE, NOTHING, TEN
from pitboss.counting.card_kinds import Kind, following, kinds
from pitboss.counting.exact_model import (
    Advice,
    Answer,
    Choice,
    Column,
    Exposure,
    ImpossibleError,
    Outcome,
    Row,
    Section,
    Situation,
    Worth,
    against_optimal,
    remembered,
    row,
)
from pitboss.counting.floors import Decided, Floor, rates
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.let_it_ride.house import (
    BASE_BETS,
    LETTERS,
    LetItRideHouse,
    base_table,
    bonus_table,
    the_laws_tables,
    three_card_rate,
    three_card_table,
)
from pitboss.games.let_it_ride.play import LET_IT_RIDE, WITHDRAW
from pitboss.games.let_it_ride.ranking import (
    LOW_PAIR,
    MINI_ROYAL,
    PAYING_PAIR,
    STRAIGHT_FLUSH,
    five_card_class,
    three_card_class,
)
from pitboss.games.let_it_ride.strategy import STRATEGIES
from pitboss.games.let_it_ride.wagers import BASE, BET_1, BET_2, BET_3, BONUS, BONUS_CHIP
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules
from pitboss.table.cards import RANK_OF, RANKS
from pitboss.table.money import Money, Odds, dollars
from pitboss.table.paytable import worth

T = TypeVar("T")
UNIT = "one of the three equal bets"
LINES = {
    "base": tuple(the_laws_tables()["base"].lines),
    "bonus": tuple(the_laws_tables()["bonus"].lines),
    "three-card-bonus": tuple(the_laws_tables()["D"].lines),
}
UNCOUNTED: dict[str, str] = {}


Counts: TypeAlias = tuple[tuple[str, int], ...]  # how many cards make each class of hand


@cache
def five(kind: Kind) -> str:
    return five_card_class(kind.cards())


@cache
def last_card(four: Kind) -> Counts:
    """What the fifth card makes of four: the classes, and how many of the 48 cards make each."""
    found: Counter[str] = Counter()
    for kind, ways in following(four):
        found[five(kind)] += ways
    return tuple(found.items())


# --- what is paid


class Pay:
    """What a hand of a class nets with one, two or three bets in action, in whole parts of a unit."""

    def __init__(self, exact: dict[str, list[Fraction]]) -> None:
        self.parts = lcm(*(net.denominator for nets in exact.values() for net in nets))  # to a unit
        self.net = {made: tuple(int(net * self.parts) for net in nets) for made, nets in exact.items()}

    def value(self, counts: Counts, bets: int) -> int:
        return sum(ways * self.net[made][bets - 1] for made, ways in counts)


def pay(rules: Rules, house: LetItRideHouse, bet: int) -> Pay:
    """By the table of the house and its payout limit, as `settle.pay_base` pays."""
    table = base_table(house)
    exact: dict[str, list[Fraction]] = {}
    for made in (*table.lines, LOW_PAIR, NOTHING):
        rate = table.rate(made)
        for bets in range(1, BASE_BETS + 1):
            if rate is None:
                net = Fraction(-bets)
            else:
                net = bets * worth(rate)
                if house.payout_limit is not None:
                    own = bets if rules.reads("limit-counts") == "with-stakes" else 0
                    net = min(net, max(Fraction(house.payout_limit, bet) - own, Fraction()))
            exact.setdefault(made, []).append(net)
    return Pay(exact)


# --- the two decisions

Rides: TypeAlias = Callable[[str, Kind, int], bool]  # which bet, what is held, how many bets are in action without it


class Optimal:
    """Rides where that is worth more; where it is worth the same the bet is withdrawn, unless told to ride."""

    def __init__(self, paid: Pay) -> None:
        self.paid = paid
        self.second = cache(self._second)
        self.first = cache(self._first)

    def __call__(self, bet: str, held: Kind, bets: int, *, level_rides: bool = False) -> bool:
        withdraw, ride = self.first(held) if bet == BET_1 else self.second(held, bets)
        return ride > withdraw or (level_rides and ride == withdraw)

    def _second(self, four: Kind, bets: int) -> tuple[int, int]:
        """Withdraw or ride bet 2 with so many bets in action without it; in parts of a unit over 48 cards."""
        counts = last_card(four)
        return self.paid.value(counts, bets), self.paid.value(counts, bets + 1)

    def _first(self, three: Kind) -> tuple[int, int]:
        """Withdraw or ride bet 1; in parts of a unit over 49 x 48 cards."""
        withdraw = ride = 0
        for four, ways in following(three):
            withdraw += ways * max(self.second(four, 1))
            ride += ways * max(self.second(four, 2))
        return withdraw, ride


DEALS = comb(52, 3) * 49 * 48
BETS = ("", "one bet", "two bets", "three bets")


def played(rides: Rides) -> Counter[tuple[int, str]]:
    """How often so many bets are in action on a hand of each class, in all deals."""
    found: Counter[tuple[int, str]] = Counter()
    for three, hands in kinds(3).items():
        bets = 1 + rides(BET_1, three, 1)
        for four, ways in following(three):
            in_action = bets + rides(BET_2, four, bets)
            for made, rivers in last_card(four):
                found[in_action, made] += hands * ways * rivers
    return found


def outcomes(paid: Pay, found: Counter[tuple[int, str]]) -> list[Outcome]:
    return [
        Outcome(often, Fraction(paid.net[made][bets - 1], paid.parts), Fraction(bets), f"{BETS[bets]}, {made}")
        for (bets, made), often in found.items()
    ]


def edge_of(paid: Pay, rides: Rides) -> Fraction:
    return row("", UNIT, outcomes(paid, played(rides))).house_edge


# --- every wager


def what_if(house: LetItRideHouse) -> LetItRideHouse:
    return house


def usual_bet(house: LetItRideHouse) -> int:
    return house.minimum


def bet_matters(house: LetItRideHouse) -> bool:
    return house.payout_limit is not None


def houses(rules: Rules, house: LetItRideHouse) -> list[tuple[str, LetItRideHouse]]:
    if not rules.has("three card bonus") or house.three_card_bonus is not None:
        return [("", house)]
    return [(letter, msgspec.structs.replace(house, three_card_bonus=letter)) for letter in LETTERS]


def limits(house: LetItRideHouse) -> tuple[int, int]:
    return house.minimum, house.maximum


def floors(rules: Rules, house: LetItRideHouse) -> list[Floor]:
    law = the_laws_tables()
    base = Decided(edge_by_pays, row_by_pays)
    found = [Floor("base", "base", law["base"].cite, {"": rates(law["base"])}, decided=base)]
    if rules.has("bonus wager"):
        kept = Fraction(0 if rules.reads("bonus-chip") == "returned" else -1)
        found.append(Floor("bonus", "bonus", law["bonus"].cite, {"": rates(law["bonus"])}, beyond=kept))
    if rules.has("three card bonus"):
        # A table without a line for a mini-royal may get one, which may not pay less than the hand below it.
        lettered = {letter: rates(law[letter]) for letter in LETTERS}
        found.append(
            Floor(
                "three card bonus",
                "three-card-bonus",
                law["A"].cite,
                {letter: {MINI_ROYAL: lines[STRAIGHT_FLUSH], **lines} for letter, lines in lettered.items()},
                election="three-card-bonus",
                added={letter: (MINI_ROYAL,) for letter, lines in lettered.items() if MINI_ROYAL not in lines},
            )
        )
    return found


def edge_by_pays(pays: Mapping[str, int]) -> Fraction:
    """Of the base bets under best play where no payout limit is reached. What a bet nets does not depend then on how
    many ride, so each rides where it nets more than nothing by itself."""
    first, second, _ = becoming()
    total = 0
    for counts, hands in first.items():
        net = _net(counts, pays)
        total += hands * (net + max(net, 0))
    for counts, deals in second.items():
        total += deals * max(_net(counts, pays), 0)
    return Fraction(-total, DEALS)


def row_by_pays(pays: Mapping[str, int]) -> Row:
    """The same as a row."""
    found: Counter[tuple[int, str]] = Counter()
    for (three, four), deals in becoming().both.items():
        bets = 1 + (_net(three, pays) > 0) + (_net(four, pays) > 0)
        for made, ways in four:
            found[bets, made] += deals * ways
    paid = Pay({made: [Fraction(bets * pays.get(made, -1)) for bets in (1, 2, 3)] for _, made in found})
    return row("base", UNIT, outcomes(paid, found), by_net=True)


def _net(counts: Counts, pays: Mapping[str, int]) -> int:
    return sum(ways * pays.get(made, -1) for made, ways in counts)


class Becoming(NamedTuple):
    """What can become of three cards and of four, with the number of deals; holdings that become the same are one."""

    first: Counter[Counts]
    second: Counter[Counts]
    both: Counter[tuple[Counts, Counts]]


@cache
def becoming() -> Becoming:
    found = Becoming(Counter(), Counter(), Counter())
    for three, hands in kinds(3).items():
        made_of_three: Counter[str] = Counter()
        for four, ways in following(three):
            for made, rivers in last_card(four):
                made_of_three[made] += ways * rivers
        first = tuple(sorted(made_of_three.items()))
        found.first[first] += hands
        for four, ways in following(three):
            second = tuple(sorted(last_card(four)))
            found.second[second] += hands * ways
            found.both[first, second] += hands * ways
    return found


def priced_at() -> list[tuple[str, LetItRideHouse, int]]:
    limited = LetItRideHouse(payout_limit=Money(5_000_000))
    return [("", LetItRideHouse(), 500), ("$500 a bet with a payout limit of $50,000", limited, 50_000)]


def wagers(rules: Rules, house: LetItRideHouse, bet: int) -> Iterator[Row]:
    yield base(rules, house, bet)
    if rules.has("bonus wager"):
        yield msgspec.structs.replace(bonus(rules, house), offered=house.bonus)
    if rules.has("three card bonus"):
        for _, each in houses(rules, house):
            yield msgspec.structs.replace(three_card(rules, each), offered=house.three_card_bonus is not None)


@remembered
def base(rules: Rules, house: LetItRideHouse, bet: int) -> Row:
    paid = pay(rules, house, bet)
    best = Optimal(paid)
    plain, riding = played(best), played(partial(best, level_rides=True))
    notes = []
    if house.payout_limit is not None and binds(house, bet):
        notes.append("the payout limit cuts what the best hands are paid")
    if riding != plain:
        least, most = (row("", UNIT, outcomes(paid, found)).average_wager for found in (plain, riding))
        notes.append(
            f"{float(least):.4f} bets in action on average, {float(most):.4f} if you ride where it makes no difference"
        )
    return row("base", UNIT, outcomes(paid, plain), asked=rules, notes=tuple(notes), by_net=True)


def binds(house: LetItRideHouse, bet: int) -> bool:
    best = max(worth(rate) for rate in base_table(house).lines.values())
    return house.payout_limit is not None and BASE_BETS * best * bet > house.payout_limit


def _printed(rate: Odds | Money | None) -> str:
    return "" if rate is None else str(rate) if isinstance(rate, Odds) else dollars(rate)


@remembered
def bonus(rules: Rules, house: LetItRideHouse) -> Row:
    found: Counter[str] = Counter()
    for kind, hands in kinds(5).items():
        found[five(kind)] += hands
    table = bonus_table(house)
    paid = [
        Outcome(often, bonus_net(rules, house, made), name=made, pays=_printed(table.rate(made)))
        for made, often in found.items()
    ]
    return row("bonus", "the one-dollar chip", paid, asked=rules)


def bonus_net(rules: Rules, house: LetItRideHouse, made: str) -> Fraction:
    """The chip is gone before the deal; whether a winner gets it back besides is a reading."""
    rate = bonus_table(house).rate(made)
    back = 1 if rules.reads("bonus-chip") == "returned" else 0
    return Fraction(-1) if rate is None else worth(rate) / BONUS_CHIP - 1 + back


@remembered
def three_card(rules: Rules, house: LetItRideHouse) -> Row:
    counted = three_card_classes(rules.reads("ace-two-three"))
    table = three_card_table(house)
    paid = [
        Outcome(
            often,
            three_card_net(rules, house, made),
            name=made,
            pays=_printed(three_card_rate(rules, table, made)),
        )
        for made, often in counted.items()
    ]
    return row("three card bonus", "the wager", paid, variant=house.three_card_bonus or "", asked=rules)


@cache
def three_card_classes(ace_two_three: str) -> dict[str, int]:
    found: Counter[str] = Counter()
    for kind, hands in kinds(3).items():
        found[three_card_class(kind.cards(), ace_two_three)] += hands
    return dict(found)


def three_card_net(rules: Rules, house: LetItRideHouse, made: str) -> Fraction:
    rate = three_card_rate(rules, three_card_table(house), made)
    return Fraction(-1) if rate is None else worth(rate)


# --- what is held, in words


def describe(held: Kind) -> tuple[str, str]:
    """The sort of holding, roughly and closer: enough to tell what rides from what does not, whatever is paid."""
    often = sorted(Counter(held.ranks).values(), reverse=True)
    if often[0] >= 3:
        return ("three-of-a-kind" if often[0] == 3 else "four-of-a-kind"), ""
    if often[:2] == [2, 2]:
        return "two pair", ""
    if often[0] == 2:
        paired = next(rank for rank in held.ranks if held.ranks.count(rank) == 2)
        return (PAYING_PAIR if paired >= TEN else LOW_PAIR), ""
    if len(held.ranks) == 4:
        ends = len({run for run in _runs() if len(run - set(held.ranks)) == 1})
        straight = ("no straight", "a straight open at one place", "a straight open at both ends")[ends]
        return ("four to a flush", straight) if held.suited else ("no pair and not suited", straight)
    if held.suited and held.ranks[0] >= TEN:
        return "three to a royal flush", ""
    low = sorted(1 if rank == ACE else rank for rank in held.ranks)  # the ace also below the two
    gaps = min(held.ranks[-1] - held.ranks[0], low[-1] - low[0]) - 2
    run = ("a run", "a run with one gap", "a run with two gaps")[gaps] if gaps <= 2 else "no run"
    return ("suited" if held.suited else "no pair and not suited"), run


@cache
def _runs() -> tuple[frozenset[int], ...]:
    """The ranks of every straight; the ace also below the two."""
    return (frozenset((ACE, 2, 3, 4, 5)), *(frozenset(range(low, low + 5)) for low in range(2, TEN + 1)))


def high_cards(held: Kind) -> int:
    return sum(rank >= TEN for rank in held.ranks)


def named(ranks: Sequence[int]) -> str:
    return "-".join("10" if rank == TEN else RANKS[rank - 2] for rank in ranks)


class Decision(NamedTuple):
    """One of the two decisions: what withdrawing and riding are worth with everything that can be held."""

    bet: str
    cards: str
    when: str  # in which case, where there are several
    values: dict[Kind, tuple[Fraction, Fraction]]

    @property
    def title(self) -> str:
        return f"{self.bet.capitalize()} rides on these {self.cards} cards{self.when}; withdraw it otherwise"


def decisions(best: Optimal) -> Iterator[Decision]:
    """Bet 1 and bet 2. Where a payout limit is reached, it may matter to bet 2 whether bet 1 is out."""
    parts = best.paid.parts
    yield Decision(BET_1, "three", "", {held: _in_units(best.first(held), 49 * 48 * parts) for held in kinds(3)})
    alike = all(best(BET_2, held, 1) is best(BET_2, held, 2) for held in kinds(4))
    for bets, when in ((1, "") if alike else (1, ", bet 1 withdrawn"), *(() if alike else ((2, ", bet 1 riding"),))):
        yield Decision(BET_2, "four", when, {held: _in_units(best.second(held, bets), 48 * parts) for held in kinds(4)})


def strategy(rules: Rules, house: LetItRideHouse, bet: int) -> Iterator[Section]:
    paid = pay(rules, house, bet)
    best = Optimal(paid)
    for decided in decisions(best):
        yield _riding(decided)
    ways: dict[str, Callable[[str, Sequence[str]], bool]] = {
        "as the literature has it": STRATEGIES["book"].rides,
        "ride on hands that pay already, and only then": STRATEGIES["cautious"].rides,
        "always ride": STRATEGIES["bold"].rides,
        "always withdraw": lambda which, cards: False,
    }
    yield against_optimal(edge_of(paid, best), [(name, edge_of(paid, _by_rule(rides))) for name, rides in ways.items()])


def _in_units(values: tuple[int, int], whole: int) -> tuple[Fraction, Fraction]:
    return Fraction(values[0], whole), Fraction(values[1], whole)


def _by_rule(rides: Callable[[str, Sequence[str]], bool]) -> Rides:
    asked = cache(lambda bet, held: rides(bet, held.cards()))
    return lambda bet, held, bets: asked(bet, held)


RIDES, LEVEL, DOWN = "rides", "all the same", "withdraw"


def riding_rows(decided: Decision) -> list[tuple[str, str, Fraction, Fraction, int]]:
    """Sorts of holdings that ride, or for which it is all the same, as roughly as they can be told; with the least and
    the most that riding gains, and their number."""
    values = decided.values
    ways = {
        held: RIDES if ride > withdraw else LEVEL if ride == withdraw else DOWN
        for held, (withdraw, ride) in values.items()
    }
    rows = []
    for name, held in _told(ways):
        if (what := ways[held[0]]) != DOWN:
            gains = [values[each][1] - values[each][0] for each in held]
            number = sum(kinds(len(held[0].ranks))[each] for each in held)
            rows.append((name, what, min(gains), max(gains), number))
    return sorted(rows, key=lambda each: (-each[3], each[0]))


def _riding(decided: Decision) -> Section:
    heads = (
        Column("what is held"),
        Column("bet"),
        Column("riding gains at least", "number"),
        Column("at most", "number"),
        Column("hands", "count"),
    )
    notes = ("gains are compared with withdrawing, in bets",)
    return Section(decided.title, heads, tuple(riding_rows(decided)), notes)


def _told(ways: dict[Kind, str]) -> Iterator[tuple[str, list[Kind]]]:
    """Holdings that go the same way, with words that tell them from all others: by their sort; if that is too rough, by
    what they make with how many high cards; and if that is too rough as well, by their ranks."""
    for sort, held in _grouped(ways, lambda each: describe(each)[0]).items():
        if len({ways[each] for each in held}) == 1:
            yield sort, held
            continue
        for closer, some in _grouped(held, lambda each: describe(each)[1]).items():
            if len({ways[each] for each in some}) == 1:
                yield f"{sort}, {closer}", some
            else:
                yield from _by_high_cards(f"{sort}, {closer}", some, ways)


def _by_high_cards(name: str, held: list[Kind], ways: dict[Kind, str]) -> Iterator[tuple[str, list[Kind]]]:
    by_high = _grouped(held, high_cards)
    most, clear = max(by_high), {high: len({ways[each] for each in some}) == 1 for high, some in by_high.items()}
    high = min(by_high)
    while high <= most:
        some = by_high.get(high, [])
        if some and not clear[high]:
            for what in dict.fromkeys(ways[each] for each in some):
                which = [each for each in some if ways[each] == what]
                yield f"{name}: {', '.join(named(each.ranks) for each in which)}", which
            high += 1
            continue
        upto = high
        while upto < most and clear.get(upto + 1) and some and ways[by_high[upto + 1][0]] == ways[some[0]]:
            upto += 1
        together = [each for number in range(high, upto + 1) for each in by_high.get(number, [])]
        if together:
            how = str(high or "none") if upto == high else f"{high} or more" if upto == most else f"{high} to {upto}"
            yield f"{name}, {how} of them ten or higher", together
        high = upto + 1


def _grouped(held: Iterable[Kind], by: Callable[[Kind], T]) -> dict[T, list[Kind]]:
    found: dict[T, list[Kind]] = {}
    for each in held:
        found.setdefault(by(each), []).append(each)
    return found


# --- one situation, card by card


def ask(rules: Rules, house: LetItRideHouse, bet: int, situation: Situation) -> Answer:
    cards, board = situation.cards, situation.board
    if len(cards) != 3 or len(board) > 1 or situation.dealer:
        raise ImpossibleError(
            "in Let It Ride you decide on bet 1 with your three cards, and on bet 2 with one community card as well; "
            "give three --cards, and one --board card for bet 2"
        )
    if strange := situation.stakes.keys() - set(BASE):
        raise ImpossibleError(
            f"there is no base wager called {sorted(strange)[0]!r}; the base wagers are {', '.join(BASE)}"
        )
    stakes = {spot: situation.stakes.get(spot, bet) for spot in BASE}
    deciding = BET_2 if board else BET_1
    wrong = {stakes[BET_3]} | ({stakes[deciding]} | ({stakes[BET_1], stakes[BET_2]} - {0}))
    if len(wrong) != 1 or 0 in wrong or (not board and 0 in stakes.values()):
        raise ImpossibleError(
            "the three wagers must be equal (18.6(d)); only bet 1 can be missing, once you have withdrawn it"
        )
    situation.leaves(2 - len(board))
    paid = pay(rules, house, stakes[BET_3])
    riding = 1 + (stakes[BET_1] > 0) if board else 1
    unseen = situation.unseen
    if board:
        totals = by_cards(paid, (*cards, *board), unseen, riding)
        whole = len(unseen) * paid.parts
    else:
        totals = (0, 0)
        for card in unseen:
            rest = tuple(other for other in unseen if other != card)
            withdrawn, rides = (max(by_cards(paid, (*cards, card), rest, bets)) for bets in (1, 2))
            totals = totals[0] + withdrawn, totals[1] + rides
        whole = len(unseen) * (len(unseen) - 1) * paid.parts
    withdraw, ride = (Fraction(total, whole) for total in totals)
    asked = f"{deciding}, holding {' '.join(cards)}" + (f" with {board[0]} on the board" if board else "")
    asked += f", {' '.join(situation.seen)} being out" if situation.seen else ""
    return Answer(asked, UNIT, (Choice(LET_IT_RIDE, ride, stakes[BET_3]), Choice(WITHDRAW, withdraw, stakes[BET_3])))


def by_cards(paid: Pay, four: tuple[str, ...], unseen: Iterable[str], bets: int) -> tuple[int, int]:
    """Withdraw or ride bet 2, one last card after the other."""
    found: Counter[str] = Counter(five_card_class((*four, card)) for card in unseen)
    counts = tuple(found.items())
    return paid.value(counts, bets), paid.value(counts, bets + 1)


# --- a player at the table


def advise(rules: Rules, house: LetItRideHouse, view: View) -> Advice:
    """Of the bet that is asked about, from its being withdrawn: the others are then worth the same either way."""
    asked = pending_question(view)
    seen = situation_at(view, asked.position)
    if len(seen.cards) != 3 or len(seen.board) != (asked.subject == BET_2) or seen.dealer:
        raise ImpossibleError(ODD)
    stakes = {spot: seen.stakes.get(spot, 0) for spot in BASE}
    answer = ask(rules, house, stakes[BET_3], msgspec.structs.replace(seen, stakes=stakes))
    values = {choice.name: choice.value for choice in answer.choices}
    held = named(sorted((RANK_OF[card[0]] for card in (*seen.cards, *seen.board)), reverse=True))
    doing = {
        LET_IT_RIDE: f"Letting {asked.subject} ride on {held}",
        WITHDRAW: f"Withdrawing {asked.subject} on {held}",
    }
    note = "Your other bets are worth the same either way and are not counted."
    if house.payout_limit is not None and binds(house, stakes[BET_3]):
        note = "This is what the bet adds to the others, which share the payout limit with it."
    return Advice(
        unit="the bet",
        stake=stakes[BET_3],
        worths=tuple(Worth(name, values[name] - values[WITHDRAW], doing[name]) for name in asked.choices),
        ways=comb(len(seen.unseen), 2 - len(seen.board)),
        notes=(note,),
    )


def offered(rules: Rules, house: LetItRideHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
    if spots == BASE:
        return base(rules, house, stake)
    return bonus(rules, house) if spots == (BONUS,) else three_card(rules, house)


def standing(rules: Rules, house: LetItRideHouse, view: View) -> None:
    return None


# --- a community card seen too early


def exposure(rules: Rules, house: LetItRideHouse, bet: int) -> Iterator[Exposure]:
    paid = pay(rules, house, bet)
    without = edge_of(paid, Optimal(paid))
    first = second = both = 0
    for three, hands in kinds(3).items():
        for four, ways in following(three):
            counts = last_card(four)
            # The first card tells nothing more by the second decision: both are taken with the same four cards.
            first += hands * ways * max(paid.value(counts, bets) for bets in (1, 2, 3))
            # With the second known, everything is known by the second decision.
            second += (
                hands
                * ways
                * max(sum(rest * max(paid.net[made][bets - 1 : bets + 1]) for made, rest in counts) for bets in (1, 2))
            )
            both += hands * ways * sum(rest * max(paid.net[made]) for made, rest in counts)
    reading = readings_of(__package__)["exposed-community-card"]
    answer = reading.choices[rules.reads(reading.id)]
    for seen, total in (
        ("the first community card", first),
        ("the second community card", second),
        ("both community cards", both),
    ):
        edge = -Fraction(total, DEALS * paid.parts)
        yield Exposure(seen, edge, without, UNIT, "", f"reading exposed-community-card: {answer}")
