"""Exact figures for Let It Ride: the cost of each wager, which hands ride, and the value of an exposed card.

Of three or four cards only the ranks matter, and whether all are of one suit, because otherwise no flush is possible.
So 741 kinds of three cards and 2,535 of four stand for all of them, each with the number of times it occurs. The game's
own ranking and pay tables decide the class and payout of a hand. `ask` enumerates single cards instead, so that other
cards may be known to be out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from math import comb, lcm
from typing import ClassVar, NamedTuple, TypeAlias, TypeVar

import msgspec

from pitboss.common.ranking import ACE, NOTHING, TEN
from pitboss.counting.card_kinds import Kind, kinds, one_card_more
from pitboss.counting.exact_model import (
    Advice,
    Answer,
    Choice,
    Column,
    ExactModel,
    Exposure,
    ImpossibleError,
    Outcome,
    Row,
    Section,
    Situation,
    Worth,
    cache_by_readings,
    costs_of_simple_strategies,
    find_row,
    row,
)
from pitboss.counting.floors import EdgeUnderBestPlay, Floor, rates
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.let_it_ride.law.house import BASE_BETS, LetItRideHouse, three_card_rate
from pitboss.games.let_it_ride.law.paytables import LETTERS, base_table, bonus_table, the_laws_tables, three_card_table
from pitboss.games.let_it_ride.law.play import LET_IT_RIDE, WITHDRAW
from pitboss.games.let_it_ride.law.ranking import (
    LOW_PAIR,
    MINI_ROYAL,
    PAYING_PAIR,
    STRAIGHT_FLUSH,
    five_card_class,
    three_card_class,
)
from pitboss.games.let_it_ride.law.wagers import (
    BASE,
    BET_1,
    BET_2,
    BET_3,
    BONUS,
    BONUS_CHIP,
    THREE_BETS,
    THREE_CARD,
    WAGERS,
)
from pitboss.games.let_it_ride.math.strategy import STRATEGIES
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules
from pitboss.table.cards import RANK_OF, RANKS
from pitboss.table.money import Money, Odds, dollars
from pitboss.table.paytable import worth

T = TypeVar("T")
UNIT = "one of the three equal bets"


Counts: TypeAlias = tuple[tuple[str, int], ...]  # class of hand, and how many cards make it


@cache
def five_card_class_of(kind: Kind) -> str:
    return five_card_class(kind.cards())


@cache
def class_counts(four: Kind) -> Counts:
    """Return the classes that a fifth card makes of four cards, and how many of the 48 cards make each."""
    counts: Counter[str] = Counter()
    for kind, ways in one_card_more(four):
        counts[five_card_class_of(kind)] += ways
    return tuple(counts.items())


# --- payouts


class NetResults:
    """The net results of each class of hand with one, two or three bets in action, as multiples of 1 / `parts` of a
    unit."""

    def __init__(self, exact: dict[str, list[Fraction]]) -> None:
        self.parts = lcm(*(net.denominator for nets in exact.values() for net in nets))  # in a unit
        self.net = {class_name: tuple(int(net * self.parts) for net in nets) for class_name, nets in exact.items()}

    def value(self, counts: Counts, bets: int) -> int:
        """Sum the net results, in parts, over all cards counted."""
        return sum(ways * self.net[class_name][bets - 1] for class_name, ways in counts)


def pay(rules: Rules, house: LetItRideHouse, bet: int) -> NetResults:
    """Return the net results under the house's table and payout limit, which are those of `settle.pay_base`."""
    table = base_table(house)
    exact: dict[str, list[Fraction]] = {}
    for class_name in (*table.lines, LOW_PAIR, NOTHING):
        rate = table.rate(class_name)
        for bets in range(1, BASE_BETS + 1):
            if rate is None:
                net = Fraction(-bets)
            else:
                net = bets * worth(rate)
                if house.payout_limit is not None:
                    own_stakes = bets if rules.reads("limit-counts") == "with-stakes" else 0
                    net = min(net, max(Fraction(house.payout_limit, bet) - own_stakes, Fraction()))
            exact.setdefault(class_name, []).append(net)
    return NetResults(exact)


# --- the two decisions

Rides: TypeAlias = Callable[[str, Kind, int], bool]  # whether to ride: bet, cards held, bets in action without it


class Optimal:
    """Optimal play: ride where that is worth more. A level decision withdraws the bet unless `level_rides` is set."""

    def __init__(self, pay: NetResults) -> None:
        self.pay = pay
        self.value_of_bet_2 = cache(self._value_of_bet_2)
        self.value_of_bet_1 = cache(self._value_of_bet_1)

    def __call__(self, bet: str, held: Kind, bets: int, *, level_rides: bool = False) -> bool:
        withdraw, ride = self.value_of_bet_1(held) if bet == BET_1 else self.value_of_bet_2(held, bets)
        return ride > withdraw or (level_rides and ride == withdraw)

    def _value_of_bet_2(self, four: Kind, bets: int) -> tuple[int, int]:
        """Return the values of withdrawing and riding bet 2, in parts over 48 cards, with `bets` in action without
        it."""
        counts = class_counts(four)
        return self.pay.value(counts, bets), self.pay.value(counts, bets + 1)

    def _value_of_bet_1(self, three: Kind) -> tuple[int, int]:
        """Return the values of withdrawing and riding bet 1, in parts over 49 x 48 cards."""
        withdraw = ride = 0
        for four, ways in one_card_more(three):
            withdraw += ways * max(self.value_of_bet_2(four, 1))
            ride += ways * max(self.value_of_bet_2(four, 2))
        return withdraw, ride


DEALS = comb(52, 3) * 49 * 48
BETS = ("", "one bet", "two bets", "three bets")


def count_outcomes(rides: Rides) -> Counter[tuple[int, str]]:
    """Count all deals by the number of bets in action and the class of hand."""
    counts: Counter[tuple[int, str]] = Counter()
    for three, hands in kinds(3).items():
        bets = 1 + rides(BET_1, three, 1)
        for four, ways in one_card_more(three):
            in_action = bets + rides(BET_2, four, bets)
            for class_name, rivers in class_counts(four):
                counts[in_action, class_name] += hands * ways * rivers
    return counts


def outcomes(pay: NetResults, counts: Counter[tuple[int, str]]) -> list[Outcome]:
    return [
        Outcome(
            deals, Fraction(pay.net[class_name][bets - 1], pay.parts), Fraction(bets), f"{BETS[bets]}, {class_name}"
        )
        for (bets, class_name), deals in counts.items()
    ]


def edge_of_strategy(pay: NetResults, rides: Rides) -> Fraction:
    return row("", UNIT, outcomes(pay, count_outcomes(rides))).house_edge


# --- every wager


def edge_by_pays(pays: Mapping[str, int]) -> Fraction:
    """Return the house edge of the base bets under optimal play where no payout limit is reached.

    `pays` is what a bet wins by class. Without a limit, what one bet nets does not depend on how many ride, so each bet
    rides where its own expectation is positive.
    """
    first_counts, second_counts, _ = class_counts_of_all_deals()
    total = 0
    for counts, hands in first_counts.items():
        net = _net(counts, pays)
        total += hands * (net + max(net, 0))
    for counts, deals in second_counts.items():
        total += deals * max(_net(counts, pays), 0)
    return Fraction(-total, DEALS)


def row_by_pays(pays: Mapping[str, int]) -> Row:
    """Return the same as `edge_by_pays`, as a row."""
    outcome_counts: Counter[tuple[int, str]] = Counter()
    for (three, four), deals in class_counts_of_all_deals().both.items():
        bets = 1 + (_net(three, pays) > 0) + (_net(four, pays) > 0)
        for class_name, ways in four:
            outcome_counts[bets, class_name] += deals * ways
    payoffs = NetResults(
        {
            class_name: [Fraction(bets * pays.get(class_name, -1)) for bets in (1, 2, 3)]
            for _, class_name in outcome_counts
        }
    )
    return row("base", UNIT, outcomes(payoffs, outcome_counts), by_net=True)


def _net(counts: Counts, pays: Mapping[str, int]) -> int:
    return sum(ways * pays.get(class_name, -1) for class_name, ways in counts)


class ClassCounts(NamedTuple):
    """The numbers of deals for each kind of holding: of three cards, of four, and of both together. Holdings that make
    the same classes equally often are one kind.
    """

    first: Counter[Counts]
    second: Counter[Counts]
    both: Counter[tuple[Counts, Counts]]


@cache
def class_counts_of_all_deals() -> ClassCounts:
    totals = ClassCounts(Counter(), Counter(), Counter())
    for three, hands in kinds(3).items():
        three_counts: Counter[str] = Counter()
        for four, ways in one_card_more(three):
            for class_name, rivers in class_counts(four):
                three_counts[class_name] += ways * rivers
        first = tuple(sorted(three_counts.items()))
        totals.first[first] += hands
        for four, ways in one_card_more(three):
            second = tuple(sorted(class_counts(four)))
            totals.second[second] += hands * ways
            totals.both[first, second] += hands * ways
    return totals


@cache_by_readings
def base(rules: Rules, house: LetItRideHouse, bet: int) -> Row:
    payoffs = pay(rules, house, bet)
    best = Optimal(payoffs)
    plain, riding = count_outcomes(best), count_outcomes(partial(best, level_rides=True))
    notes = []
    if house.payout_limit is not None and limit_is_reached(house, bet):
        notes.append("the payout limit cuts what the best hands are paid")
    if riding != plain:
        least, most = (row("", UNIT, outcomes(payoffs, counts)).average_wager for counts in (plain, riding))
        notes.append(
            f"{float(least):.4f} bets in action on average, {float(most):.4f} if you ride where it makes no difference"
        )
    return row("base", UNIT, outcomes(payoffs, plain), asked=rules, notes=tuple(notes), by_net=True)


def limit_is_reached(house: LetItRideHouse, bet: int) -> bool:
    best = max(worth(rate) for rate in base_table(house).lines.values())
    return house.payout_limit is not None and BASE_BETS * best * bet > house.payout_limit


def _rate_in_words(rate: Odds | Money | None) -> str:
    return "" if rate is None else str(rate) if isinstance(rate, Odds) else dollars(rate)


@cache_by_readings
def bonus(rules: Rules, house: LetItRideHouse) -> Row:
    counts: Counter[str] = Counter()
    for kind, hands in kinds(5).items():
        counts[five_card_class_of(kind)] += hands
    table = bonus_table(house)
    outcomes_ = [
        Outcome(
            count, bonus_net(rules, house, class_name), name=class_name, pays=_rate_in_words(table.rate(class_name))
        )
        for class_name, count in counts.items()
    ]
    return row("bonus", "the one-dollar chip", outcomes_, asked=rules)


def bonus_net(rules: Rules, house: LetItRideHouse, class_name: str) -> Fraction:
    """Return what the bonus chip nets. It is collected before the deal; a reading says whether winners get it back."""
    rate = bonus_table(house).rate(class_name)
    returned_chip = 1 if rules.reads("bonus-chip") == "returned" else 0
    return Fraction(-1) if rate is None else worth(rate) / BONUS_CHIP - 1 + returned_chip


@cache_by_readings
def three_card(rules: Rules, house: LetItRideHouse) -> Row:
    counts = three_card_classes(rules.reads("ace-two-three"))
    table = three_card_table(house)
    outcomes_ = [
        Outcome(
            count,
            three_card_net(rules, house, class_name),
            name=class_name,
            pays=_rate_in_words(three_card_rate(rules, table, class_name)),
        )
        for class_name, count in counts.items()
    ]
    return row("three card bonus", "the wager", outcomes_, variant=house.three_card_bonus or "", asked=rules)


@cache
def three_card_classes(ace_two_three: str) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for kind, hands in kinds(3).items():
        counts[three_card_class(kind.cards(), ace_two_three)] += hands
    return dict(counts)


def three_card_net(rules: Rules, house: LetItRideHouse, class_name: str) -> Fraction:
    rate = three_card_rate(rules, three_card_table(house), class_name)
    return Fraction(-1) if rate is None else worth(rate)


# --- holdings in words


def holding_in_words(held: Kind) -> tuple[str, str]:
    """Describe a holding broadly, then in more detail: enough to tell riding from withdrawing under any pay table."""
    rank_counts = sorted(Counter(held.ranks).values(), reverse=True)
    if rank_counts[0] >= 3:
        return ("three-of-a-kind" if rank_counts[0] == 3 else "four-of-a-kind"), ""
    if rank_counts[:2] == [2, 2]:
        return "two pair", ""
    if rank_counts[0] == 2:
        paired = next(rank for rank in held.ranks if held.ranks.count(rank) == 2)
        return (PAYING_PAIR if paired >= TEN else LOW_PAIR), ""
    if len(held.ranks) == 4:
        ends = len({run for run in _runs() if len(run - set(held.ranks)) == 1})
        straight = ("no straight", "a straight open at one place", "a straight open at both ends")[ends]
        return ("four to a flush", straight) if held.suited else ("no pair and not suited", straight)
    if held.suited and held.ranks[0] >= TEN:
        return "three to a royal flush", ""
    low = sorted(1 if rank == ACE else rank for rank in held.ranks)  # with the ace low
    gaps = min(held.ranks[-1] - held.ranks[0], low[-1] - low[0]) - 2
    run = ("a run", "a run with one gap", "a run with two gaps")[gaps] if gaps <= 2 else "no run"
    return ("suited" if held.suited else "no pair and not suited"), run


@cache
def _runs() -> tuple[frozenset[int], ...]:
    """Return the ranks of every straight, the ace-low one included."""
    return (frozenset((ACE, 2, 3, 4, 5)), *(frozenset(range(low, low + 5)) for low in range(2, TEN + 1)))


def high_cards(held: Kind) -> int:
    return sum(rank >= TEN for rank in held.ranks)


def ranks_in_words(ranks: Sequence[int]) -> str:
    return "-".join("10" if rank == TEN else RANKS[rank - 2] for rank in ranks)


class Decision(NamedTuple):
    """One of the two decisions, with the values of withdrawing and riding for every holding."""

    bet: str
    cards: str
    when: str  # the case, if there are several
    values: dict[Kind, tuple[Fraction, Fraction]]

    @property
    def title(self) -> str:
        return f"{self.bet.capitalize()} rides on these {self.cards} cards{self.when}; withdraw it otherwise"


def decisions(best: Optimal) -> Iterator[Decision]:
    """Yield bet 1 and bet 2. If a payout limit is reached, bet 2 may depend on whether bet 1 is in action."""
    parts = best.pay.parts
    yield Decision(
        BET_1, "three", "", {held: _in_units(best.value_of_bet_1(held), 49 * 48 * parts) for held in kinds(3)}
    )
    alike = all(best(BET_2, held, 1) is best(BET_2, held, 2) for held in kinds(4))
    for bets, condition in (
        (1, "") if alike else (1, ", bet 1 withdrawn"),
        *(() if alike else ((2, ", bet 1 riding"),)),
    ):
        yield Decision(
            BET_2,
            "four",
            condition,
            {held: _in_units(best.value_of_bet_2(held, bets), 48 * parts) for held in kinds(4)},
        )


def _in_units(values: tuple[int, int], whole: int) -> tuple[Fraction, Fraction]:
    return Fraction(values[0], whole), Fraction(values[1], whole)


def _by_rule(rides: Callable[[str, Sequence[str]], bool]) -> Rides:
    decide = cache(lambda bet, held: rides(bet, held.cards()))
    return lambda bet, held, bets: decide(bet, held)


RIDES, LEVEL, DOWN = "rides", "all the same", "withdraw"


def riding_rows(decision: Decision) -> list[tuple[str, str, Fraction, Fraction, int]]:
    """Return the groups of holdings that ride or are level, grouped as broadly as possible.

    A row is the group's name, the choice, the least and the most that riding gains, and the number of hands.
    """
    values = decision.values
    choices = {
        kind: RIDES if ride > withdraw else LEVEL if ride == withdraw else DOWN
        for kind, (withdraw, ride) in values.items()
    }
    rows = []
    for name, group in _described_groups(choices):
        if (choice := choices[group[0]]) != DOWN:
            gains = [values[kind][1] - values[kind][0] for kind in group]
            number = sum(kinds(len(group[0].ranks))[kind] for kind in group)
            rows.append((name, choice, min(gains), max(gains), number))
    return sorted(rows, key=lambda group: (-group[3], group[0]))


def _riding_section(decision: Decision) -> Section:
    heads = (
        Column("what is held"),
        Column("bet"),
        Column("riding gains at least", "number"),
        Column("at most", "number"),
        Column("hands", "count"),
    )
    notes = ("gains are compared with withdrawing, in bets",)
    return Section(decision.title, heads, tuple(riding_rows(decision)), notes)


def _described_groups(choices: dict[Kind, str]) -> Iterator[tuple[str, list[Kind]]]:
    """Yield groups of holdings with one choice and a description that no other holding fits.

    The description is as broad as possible: the holding, else the detail with the number of high cards, else the ranks.
    """
    for broad, group in _group_by(choices, lambda kind: holding_in_words(kind)[0]).items():
        if len({choices[kind] for kind in group}) == 1:
            yield broad, group
            continue
        for detail, subset in _group_by(group, lambda kind: holding_in_words(kind)[1]).items():
            if len({choices[kind] for kind in subset}) == 1:
                yield f"{broad}, {detail}", subset
            else:
                yield from _by_high_cards(f"{broad}, {detail}", subset, choices)


def _by_high_cards(name: str, held: list[Kind], choices: dict[Kind, str]) -> Iterator[tuple[str, list[Kind]]]:
    """Yield the holdings by their number of high cards. Groups with one choice are merged; others are listed by
    rank."""
    by_high = _group_by(held, high_cards)
    most, uniform = (
        max(by_high),
        {high: len({choices[kind] for kind in subset}) == 1 for high, subset in by_high.items()},
    )
    high = min(by_high)
    while high <= most:
        subset = by_high.get(high, [])
        if subset and not uniform[high]:
            for choice in dict.fromkeys(choices[kind] for kind in subset):
                group = [kind for kind in subset if choices[kind] == choice]
                yield f"{name}: {', '.join(ranks_in_words(kind.ranks) for kind in group)}", group
            high += 1
            continue
        last = high
        while last < most and uniform.get(last + 1) and subset and choices[by_high[last + 1][0]] == choices[subset[0]]:
            last += 1
        merged = [kind for high_count in range(high, last + 1) for kind in by_high.get(high_count, [])]
        if merged:
            number_in_words = (
                str(high or "none") if last == high else f"{high} or more" if last == most else f"{high} to {last}"
            )
            yield f"{name}, {number_in_words} of them ten or higher", merged
        high = last + 1


def _group_by(held: Iterable[Kind], by: Callable[[Kind], T]) -> dict[T, list[Kind]]:
    groups: dict[T, list[Kind]] = {}
    for kind in held:
        groups.setdefault(by(kind), []).append(kind)
    return groups


# --- one situation, counted card by card


def values_by_last_card(
    payoffs: NetResults, four: tuple[str, ...], unseen: Iterable[str], bets: int
) -> tuple[int, int]:
    """Return the values of withdrawing and riding bet 2, in parts, summed over the unseen cards."""
    counts_by_class: Counter[str] = Counter(five_card_class((*four, card)) for card in unseen)
    counts = tuple(counts_by_class.items())
    return payoffs.value(counts, bets), payoffs.value(counts, bets + 1)


class LetItRide(ExactModel[LetItRideHouse]):
    """The mathematics of the three equal bets, of the bonus wager and of the three card bonus."""

    LINES: ClassVar = {
        "base": tuple(the_laws_tables()["base"].lines),
        "bonus": tuple(the_laws_tables()["bonus"].lines),
        "three-card-bonus": tuple(the_laws_tables()["D"].lines),
    }

    def bet_matters(self, house: LetItRideHouse) -> bool:
        return house.payout_limit is not None

    def houses(self, rules: Rules, house: LetItRideHouse) -> list[tuple[str, LetItRideHouse]]:
        if not rules.provision("three card bonus") or house.three_card_bonus is not None:
            return [("", house)]
        return [(letter, msgspec.structs.replace(house, three_card_bonus=letter)) for letter in LETTERS]

    def pricing_cases(self) -> list[tuple[str, LetItRideHouse, int]]:
        limited = LetItRideHouse(payout_limit=Money(5_000_000))
        return [("", LetItRideHouse(), 500), ("$500 a bet with a payout limit of $50,000", limited, 50_000)]

    def floors(self, rules: Rules, house: LetItRideHouse) -> list[Floor]:
        law = the_laws_tables()
        base = EdgeUnderBestPlay(edge_by_pays, row_by_pays)
        floors_ = [Floor("base", "base", law["base"].cite, {"": rates(law["base"])}, decided=base)]
        if rules.provision("bonus wager"):
            stake_net = Fraction(0 if rules.reads("bonus-chip") == "returned" else -1)
            table = law["bonus"]
            floors_.append(Floor(table.name, table.name, table.cite, {"": rates(table)}, beyond=stake_net))
        if rules.provision("three card bonus"):
            # A table without a line for a mini-royal may get one, which may not pay less than the hand below it.
            rates_by_letter = {letter: rates(law[letter]) for letter in LETTERS}
            floors_.append(
                Floor(
                    "three card bonus",
                    "three-card-bonus",
                    law["A"].cite,
                    {letter: {MINI_ROYAL: lines[STRAIGHT_FLUSH], **lines} for letter, lines in rates_by_letter.items()},
                    election="three-card-bonus",
                    added={
                        letter: (MINI_ROYAL,) for letter, lines in rates_by_letter.items() if MINI_ROYAL not in lines
                    },
                )
            )
        return floors_

    def wagers(self, rules: Rules, house: LetItRideHouse, bet: int) -> Iterator[Row]:
        yield base(rules, house, bet)
        if rules.provision("bonus wager"):
            yield msgspec.structs.replace(bonus(rules, house), offered=house.bonus)
        if rules.provision("three card bonus"):
            for _, variant in self.houses(rules, house):
                yield msgspec.structs.replace(three_card(rules, variant), offered=house.three_card_bonus is not None)

    def strategy(self, rules: Rules, house: LetItRideHouse, bet: int) -> Iterator[Section]:
        payoffs = pay(rules, house, bet)
        best = Optimal(payoffs)
        for decision in decisions(best):
            yield _riding_section(decision)
        ways: dict[str, Callable[[str, Sequence[str]], bool]] = {
            "as the literature has it": STRATEGIES["book"].rides,
            "ride on hands that pay already, and only then": STRATEGIES["cautious"].rides,
            "always ride": STRATEGIES["bold"].rides,
            "always withdraw": lambda which, cards: False,
        }
        yield costs_of_simple_strategies(
            edge_of_strategy(payoffs, best),
            [(name, edge_of_strategy(payoffs, _by_rule(rides))) for name, rides in ways.items()],
        )

    def ask(self, rules: Rules, house: LetItRideHouse, bet: int, situation: Situation) -> Answer:
        cards, board = situation.cards, situation.board
        if len(cards) != 3 or len(board) > 1 or situation.dealer:
            raise ImpossibleError(
                "in Let It Ride you decide on bet 1 with your three cards, and on bet 2 with one community card as "
                "well; give three --cards, and one --board card for bet 2"
            )
        if unknown := situation.stakes.keys() - set(BASE):
            raise ImpossibleError(
                f"there is no base wager called {sorted(unknown)[0]!r}; the base wagers are {', '.join(BASE)}"
            )
        stakes = {spot: situation.stakes.get(spot, bet) for spot in BASE}
        deciding = BET_2 if board else BET_1
        distinct_stakes = {stakes[BET_3]} | ({stakes[deciding]} | ({stakes[BET_1], stakes[BET_2]} - {0}))
        if len(distinct_stakes) != 1 or 0 in distinct_stakes or (not board and 0 in stakes.values()):
            raise ImpossibleError(
                "the three wagers must be equal (18.6(d)); only bet 1 can be missing, once you have withdrawn it"
            )
        situation.require_unseen(2 - len(board))
        payoffs = pay(rules, house, stakes[BET_3])
        riding = 1 + (stakes[BET_1] > 0) if board else 1
        unseen = situation.unseen
        if board:
            totals = values_by_last_card(payoffs, (*cards, *board), unseen, riding)
            whole = len(unseen) * payoffs.parts
        else:
            totals = (0, 0)
            for card in unseen:
                rest = tuple(other for other in unseen if other != card)
                withdrawn, rides = (max(values_by_last_card(payoffs, (*cards, card), rest, bets)) for bets in (1, 2))
                totals = totals[0] + withdrawn, totals[1] + rides
            whole = len(unseen) * (len(unseen) - 1) * payoffs.parts
        withdraw, ride = (Fraction(total, whole) for total in totals)
        subject = f"{deciding}, holding {' '.join(cards)}" + (f" with {board[0]} on the board" if board else "")
        subject += f", {' '.join(situation.seen)} being out" if situation.seen else ""
        return Answer(
            subject, UNIT, (Choice(LET_IT_RIDE, ride, stakes[BET_3]), Choice(WITHDRAW, withdraw, stakes[BET_3]))
        )

    def advise(self, rules: Rules, house: LetItRideHouse, view: View) -> Advice:
        """Advise on the bet in question, compared with withdrawing it. The other bets are worth the same either way."""
        decision = pending_question(view)
        seen = situation_at(view, decision.position)
        if len(seen.cards) != 3 or len(seen.board) != (decision.subject == BET_2) or seen.dealer:
            raise ImpossibleError(ODD)
        stakes = {spot: seen.stakes.get(spot, 0) for spot in BASE}
        answer = self.ask(rules, house, stakes[BET_3], msgspec.structs.replace(seen, stakes=stakes))
        values = {choice.name: choice.value for choice in answer.choices}
        held = ranks_in_words(sorted((RANK_OF[card[0]] for card in (*seen.cards, *seen.board)), reverse=True))
        doing = {
            LET_IT_RIDE: f"Letting {decision.subject} ride on {held}",
            WITHDRAW: f"Withdrawing {decision.subject} on {held}",
        }
        note = "Your other bets are worth the same either way and are not counted."
        if house.payout_limit is not None and limit_is_reached(house, stakes[BET_3]):
            note = "This is what the bet adds to the others, which share the payout limit with it."
        return Advice(
            unit="the bet",
            stake=stakes[BET_3],
            worths=tuple(Worth(name, values[name] - values[WITHDRAW], doing[name]) for name in decision.choices),
            ways=comb(len(seen.unseen), 2 - len(seen.board)),
            notes=(note,),
        )

    def offered_row(self, rules: Rules, house: LetItRideHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
        wager = WAGERS.report_name_of(spots)
        if wager == THREE_BETS:
            return base(rules, house, stake)
        return find_row({BONUS: bonus, THREE_CARD: three_card}, wager)(rules, house)

    def exposure(self, rules: Rules, house: LetItRideHouse, bet: int) -> Iterator[Exposure]:
        payoffs = pay(rules, house, bet)
        without = edge_of_strategy(payoffs, Optimal(payoffs))
        first = second = both = 0
        for three, hands in kinds(3).items():
            for four, ways in one_card_more(three):
                counts = class_counts(four)
                # The first card tells nothing more by the second decision: both are taken with the same four cards.
                first += hands * ways * max(payoffs.value(counts, bets) for bets in (1, 2, 3))
                # With the second known, everything is known by the second decision.
                second += (
                    hands
                    * ways
                    * max(
                        sum(count * max(payoffs.net[class_name][bets - 1 : bets + 1]) for class_name, count in counts)
                        for bets in (1, 2)
                    )
                )
                both += hands * ways * sum(count * max(payoffs.net[class_name]) for class_name, count in counts)
        reading = readings_of("pitboss.games.let_it_ride")["exposed-community-card"]
        answer = reading.choices[rules.reads(reading.id)]
        for seen, total in (
            ("the first community card", first),
            ("the second community card", second),
            ("both community cards", both),
        ):
            edge = -Fraction(total, DEALS * payoffs.parts)
            yield Exposure(seen, edge, without, UNIT, "", f"reading exposed-community-card: {answer}")


MODEL = LetItRide()
