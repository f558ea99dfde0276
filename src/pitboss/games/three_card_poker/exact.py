"""Three Card Poker counted out: all 407,170,400 deals of a hand to a player and one to the dealer.

The dealer's hands are put in the order of their strength. For every strength it is counted how many hands below it
hold no card at all that was asked for, one certain card, or two; from that follows for each of the player's 1,755
hands (but for the names of suits) how many of the dealer's 18,424 lie below, level and above. What is stronger, with
which hand the dealer plays and what is paid is asked of the game's own ranking, tables and readings.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm
from typing import NamedTuple, TypeAlias

import msgspec

from pitboss.common.ranking import NOTHING
from pitboss.counting.card_kinds import OF_A_RANK, RANK_VALUES, Kind, kind_of, kinds, patterns, ways
from pitboss.counting.exact_model import (
    Advice,
    Answer,
    Cards,
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
from pitboss.counting.floors import Floor, rates
from pitboss.engine.houses.house import Finding
from pitboss.engine.situation import ODD, question, seen_at
from pitboss.engine.view import View
from pitboss.games.three_card_poker.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.paytables import against_the_dealer, ante_bonus, pair_plus
from pitboss.games.three_card_poker.play import FOLD, MAKE_IT
from pitboss.games.three_card_poker.ranking import FROM_THE_LOWEST, dealer_plays, hand_class, strength
from pitboss.games.three_card_poker.strategy import STRATEGIES
from pitboss.games.three_card_poker.wagers import ANTE, PAIR_PLUS
from pitboss.law.rules import Rules
from pitboss.table.cards import RANK_OF, RANKS, SUITS
from pitboss.table.money import Odds
from pitboss.table.paytable import PayTable, worth

UNIT = "the ante"
DEALERS = comb(49, 3)  # hands of the dealer beside one of the player's
SEEN = comb(48, 2)  # the same where one card of his is known
LINES = {table.name: tuple(table.lines) for table in (against_the_dealer(), pair_plus(), ante_bonus())}
UNCOUNTED: dict[str, str] = {}


# --- what is paid, also where it is supposed otherwise


class Supposed(msgspec.Struct, frozen=True, omit_defaults=True, rename="kebab"):
    against_the_dealer: dict[str, str] = {}
    pair_plus: dict[str, str] = {}
    ante_bonus: dict[str, str] = {}


class SupposedHouse(ThreeCardPokerHouse, frozen=True, kw_only=True, rename="kebab"):
    """A house that would pay otherwise: the law leaves it no choice, but one may ask what it would cost."""

    pay: Supposed = Supposed()

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        for law, lines in zip((against_the_dealer(), pair_plus(), ante_bonus()), self.lines(), strict=True):
            for line, odds in lines.items():
                if worth(Odds.parse(odds)) != worth(law.lines[line]):
                    less = "less" if worth(Odds.parse(odds)) < worth(law.lines[line]) else "more"
                    wrong = f"{line} pays {odds}, {less} than {law.lines[line]}"
                    yield Finding(f"pay.{law.name}.{line}", law.cite, wrong, "pay what the law's table says")

    def lines(self) -> tuple[dict[str, str], ...]:
        return self.pay.against_the_dealer, self.pay.pair_plus, self.pay.ante_bonus


def what_if(house: ThreeCardPokerHouse) -> SupposedHouse:
    return SupposedHouse(**{name: getattr(house, name) for name in ThreeCardPokerHouse.__struct_fields__})


class Tables(NamedTuple):
    against: PayTable
    pair_plus: PayTable
    bonus: PayTable


def tables(house: ThreeCardPokerHouse) -> Tables:
    law = (against_the_dealer(), pair_plus(), ante_bonus())
    changed = house.lines() if isinstance(house, SupposedHouse) else ({}, {}, {})
    return Tables(
        *(
            table.better({line: Odds.parse(odds) for line, odds in lines.items()})
            for table, lines in zip(law, changed, strict=True)
        )
    )


# --- the dealer's hands in order

Held: TypeAlias = tuple[int, ...] | tuple[int, int, bool]  # no card, one by its rank, or two by ranks and one suit
Against: TypeAlias = tuple[int, int, int, int]  # dealer does not play; below, level, above where he does


class Order:
    """How many of the dealer's hands are below each strength, of those that hold up to two certain cards."""

    def __init__(self, rules: Rules) -> None:
        self.strength = {kind: strength(kind.cards(), rules) for kind in kinds(3)}
        self.strengths = sorted(set(self.strength.values()))
        self.made = {kind: hand_class(kind.cards(), rules) for kind in kinds(3)}
        self.plays = {kind: dealer_plays(kind.cards(), rules) for kind in kinds(3)}
        self.at = {kind: bisect_left(self.strengths, self.strength[kind]) for kind in kinds(3)}
        by_strength: dict[int, list[Kind]] = {}
        for kind, at in self.at.items():
            by_strength.setdefault(at, []).append(kind)
        keys = dict(_held())
        running = dict.fromkeys(keys, 0)
        self.idle = dict.fromkeys(keys, 0)  # hands with which the dealer does not play
        self.below: dict[Held, list[int]] = {key: [] for key in keys}
        for at in range(len(self.strengths)):
            for key, number in running.items():
                self.below[key].append(number)
            for kind in by_strength[at]:
                count = running if self.plays[kind] else self.idle
                for key in _keys_of(kind):
                    count[key] += ways(kind, keys[key])
        for key, number in running.items():
            self.below[key].append(number)
        # Every hand of the player but for the names of suits: how many it stands for, what it is, and what it meets.
        self.hands = [
            (mine, hands, self.made[kind_of(mine)], self.against(mine)) for mine, hands in patterns(3).items()
        ]

    def against(self, mine: Cards, seen: Cards = ()) -> Against:
        """The dealer's hands beside mine, of which I may have seen a card: all that hold what was seen, less those that
        hold a card of mine, more those that hold two and were taken off twice, and so on."""
        at, idle, below, upto, every = self.at[kind_of(mine)], 0, 0, 0, 0
        for sign, held in _sharing(mine, seen):
            if len(held) == 3:
                whole = kind_of(held)
                every += sign
                if not self.plays[whole]:
                    idle += sign
                elif self.at[whole] <= at:
                    upto += sign
                    below += sign * (self.at[whole] < at)
                continue
            key = _key(held)
            some = self.below[key]
            idle += sign * self.idle[key]
            below += sign * some[at]
            upto += sign * some[at + 1]
            every += sign * (self.idle[key] + some[-1])
        return idle, below, upto - below, every - idle - upto


def _sharing(mine: Cards, seen: Cards) -> Iterator[tuple[int, Cards]]:
    """What the dealer may hold of mine besides what was seen of his, and whether such hands are added or taken off."""
    for size in range(3 - len(seen) + 1):
        for some in combinations(mine, size):
            yield (-1 if size % 2 else 1), seen + some


def _held() -> Iterator[tuple[Held, Cards]]:
    """No card, every one and every two, as far as they differ, with cards that stand for them."""
    yield (), ()
    for rank in RANK_VALUES:
        yield (rank,), (_card(rank, 0),)
    for low, high in combinations(RANK_VALUES, 2):
        yield (low, high, True), (_card(low, 0), _card(high, 0))
        yield (low, high, False), (_card(low, 0), _card(high, 1))
    for rank in RANK_VALUES:
        yield (rank, rank, False), (_card(rank, 0), _card(rank, 1))


def _card(rank: int, suit: int) -> str:
    return RANKS[rank - 2] + SUITS[suit]


@cache
def _key(held: Cards) -> Held:
    ranks = tuple(sorted(RANK_OF[card[0]] for card in held))
    return (ranks[0], ranks[1], held[0][1] == held[1][1]) if len(held) == 2 else ranks


def _keys_of(kind: Kind) -> set[Held]:
    found: set[Held] = {(), *((rank,) for rank in kind.ranks)}
    for low, high in combinations(kind.ranks, 2):
        found |= {(low, high, False)} if low == high else {(low, high, True), (low, high, False)}
    return found


@remembered
def order(rules: Rules) -> Order:
    return Order(rules)


# --- what a hand nets

RESULTS = ("the dealer does not play", "above", "level", "below")  # the player's hand, in the order of Against
ENDS = ("the dealer does not play", "wins", "ties", "loses")


class Nets:
    """What ante and play net together by how the hands compare, what the ante bonus adds by the hand itself and with
    which of those results, and what a pair plus wager nets; in whole parts of a unit."""

    def __init__(
        self,
        played: Sequence[Fraction],
        bonus: dict[str, Fraction],
        with_bonus: Sequence[bool],
        pair_plus: dict[str, Fraction],
    ) -> None:
        self.parts = lcm(*(net.denominator for net in (*played, *bonus.values(), *pair_plus.values())))
        whole = {made: int(net * self.parts) for made, net in bonus.items()}
        self.played = {
            made: tuple(int(net * self.parts) + more * paid for net, paid in zip(played, with_bonus, strict=True))
            for made, more in whole.items()
        }
        self.pair_plus = {made: int(net * self.parts) for made, net in pair_plus.items()}

    def gain(self, against: Against, made: str, beside: int = 0) -> int:
        """What playing nets beside folding, which loses the ante and a pair plus wager of so many antes; in parts over
        all hands of the dealer."""
        by_itself = beside * self.pair_plus[made] + (1 + beside) * self.parts
        nets = self.played[made]
        return sum(often * net for often, net in zip(against, nets, strict=True)) + sum(against) * by_itself


@remembered
def nets(rules: Rules, house: ThreeCardPokerHouse) -> Nets:
    paid = tables(house)
    ante, play = worth(paid.against.lines["ante"]), worth(paid.against.lines["play"])
    level_loses = rules.reads("equal-hands") == "loses"
    level = Fraction(-2) if level_loses else Fraction()
    read = rules.reads("ante-bonus")
    antes = 2 if read == "ante-and-play" else 1
    bonus = {made: antes * worth(rate) if (rate := paid.bonus.rate(made)) else Fraction() for made in FROM_THE_LOWEST}
    always = read != "ante-unless-beaten"
    with_bonus = (True, True, always or not level_loses, always)
    return Nets((ante, ante + play, level, Fraction(-2)), bonus, with_bonus, pair_plus_nets(house))


def pair_plus_nets(house: ThreeCardPokerHouse) -> dict[str, Fraction]:
    table = tables(house).pair_plus
    return {made: worth(rate) if (rate := table.rate(made)) else Fraction(-1) for made in FROM_THE_LOWEST}


Plays: TypeAlias = Callable[[Cards, int], bool]  # the hand, and what playing it nets beside folding


def best(mine: Cards, gain: int) -> bool:
    return gain > 0


def outcomes(rules: Rules, house: ThreeCardPokerHouse, plays: Plays, beside: int = 0) -> list[Outcome]:
    """Of an ante, with a pair plus wager of so many antes beside it, which a player who does not play forfeits too."""
    paid, folded = nets(rules, house), 0
    played: Counter[tuple[str, int]] = Counter()
    for mine, hands, made, against in order(rules).hands:
        if plays(mine, paid.gain(against, made, beside)):
            for result, number in enumerate(against):
                played[made, result] += hands * number
        else:
            folded += hands * DEALERS
    found = [Outcome(folded, Fraction(-1 - beside), Fraction(1 + beside), "folds")]
    for (made, result), often in played.items():
        net = paid.played[made][result] + beside * paid.pair_plus[made]
        plain = paid.played[NOTHING][result] == paid.played[made][result]
        name = f"{ENDS[result]}{'' if plain and not beside else f', {made}'}"
        found.append(Outcome(often, Fraction(net, paid.parts), Fraction(2 + beside), name))
    return found


# --- every wager


def usual_bet(house: ThreeCardPokerHouse) -> int:
    return house.minimum


def bet_matters(house: ThreeCardPokerHouse) -> bool:
    return False


def houses(rules: Rules, house: ThreeCardPokerHouse) -> list[tuple[str, ThreeCardPokerHouse]]:
    return [("", house)]


def limits(house: ThreeCardPokerHouse) -> tuple[int, int]:
    return house.minimum, house.maximum


def floors(rules: Rules, house: ThreeCardPokerHouse) -> list[Floor]:
    wagers = (
        ("ante", against_the_dealer()),
        ("play", against_the_dealer()),
        ("ante bonus", ante_bonus()),
        ("pair plus", pair_plus()),
    )
    fixed = "sets what it pays, and leaves a licensee nothing to elect"
    return [
        *(
            Floor(wager, table.name, table.cite, {"": dict(reversed(rates(table).items()))}, fixed)
            for wager, table in wagers
        ),
        Floor("ante and play", "", "20.11(a)1", {"": {}}, fixed),
        Floor("ante, play and pair plus", "", "20.11(a)", {"": {}}, fixed),
    ]


def priced_at() -> list[tuple[str, ThreeCardPokerHouse, int]]:
    return [("", ThreeCardPokerHouse(), 500)]


def wagers(rules: Rules, house: ThreeCardPokerHouse, bet: int) -> Iterator[Row]:
    yield ante_and_play(rules, house)
    yield pair_plus_alone(rules, house)
    yield both(rules, house)


@remembered
def ante_and_play(rules: Rules, house: ThreeCardPokerHouse) -> Row:
    return row("ante and play", UNIT, outcomes(rules, house, best), asked=rules, by_net=True)


@remembered
def pair_plus_alone(rules: Rules, house: ThreeCardPokerHouse) -> Row:
    found: Counter[str] = Counter()
    for kind, hands in kinds(3).items():
        found[hand_class(kind.cards(), rules)] += hands
    nets, table = pair_plus_nets(house), tables(house).pair_plus
    paid = [Outcome(often, nets[made], name=made, pays=str(table.rate(made) or "")) for made, often in found.items()]
    return row("pair plus", "the wager", paid, asked=rules)


@remembered
def both(rules: Rules, house: ThreeCardPokerHouse) -> Row:
    found = outcomes(rules, house, best, beside=1)
    note = "a player who does not play forfeits both (20.10(b))"
    unit = "the ante, pair plus being as high"
    return row("ante, play and pair plus", unit, found, asked=rules, notes=(note,), by_net=True)


# --- how to play


def gains_of(rules: Rules, house: ThreeCardPokerHouse) -> dict[Cards, Fraction]:
    """What playing each hand gains over folding it, in antes."""
    paid = nets(rules, house)
    return {
        mine: Fraction(paid.gain(against, made), DEALERS * paid.parts) for mine, _, made, against in order(rules).hands
    }


def strategy(rules: Rules, house: ThreeCardPokerHouse, bet: int) -> Iterator[Section]:
    yield threshold(rules, gains_of(rules, house))
    optimal = row("", UNIT, outcomes(rules, house, best)).house_edge
    ways_to_play: dict[str, Callable[[Sequence[str]], bool]] = {
        "queen-six-four or better, as the literature has it": STRATEGIES["book"].plays,
        "play whatever the dealer would play": lambda mine: dealer_plays(mine, rules),
        "play everything": lambda mine: True,
        "play pairs or better only": lambda mine: hand_class(mine, rules) != "nothing",
    }
    yield against_optimal(
        optimal,
        [
            (name, row("", UNIT, outcomes(rules, house, _by_rule(plays))).house_edge)
            for name, plays in ways_to_play.items()
        ],
    )


def _by_rule(plays: Callable[[Sequence[str]], bool]) -> Plays:
    return lambda mine, gained: plays(mine)


def threshold(rules: Rules, gains: dict[Cards, Fraction]) -> Section:
    """Where playing begins: the hands around it, and whether everything above is played."""
    at = {mine: order(rules).at[kind_of(mine)] for mine in gains}
    ordered = sorted(gains, key=lambda mine: (at[mine], gains[mine]))
    played = [mine for mine in ordered if gains[mine] > 0]
    folded = [mine for mine in ordered if gains[mine] < 0]
    level = [mine for mine in ordered if gains[mine] == 0]
    lowest, highest = (at[mine] for mine in (played[0], folded[-1] if folded else played[0]))
    around = [mine for mine in ordered if lowest - 2 <= at[mine] <= max(lowest, highest) + 1]
    notes = []
    if not folded:
        title = "Play every hand"
    elif lowest > highest:
        title = f"Play {told(played[0])} or better; fold everything below"
    else:
        title = f"No hand above {told(folded[-1])} is folded and none below {told(played[0])} played"
        notes.append("between them the suits decide")
    notes.append(
        f"exactly level: {', '.join(' '.join(mine) for mine in level)}" if level else "no hand is exactly level"
    )
    rows = tuple(
        (told(mine), " ".join(mine), patterns(3)[mine], gains[mine], "play" if gains[mine] > 0 else "fold")
        for mine in reversed(around)
    )
    heads = (
        Column("hand"),
        Column("such as"),
        Column("hands", "count"),
        Column("playing gains", "number"),
        Column("so"),
    )
    return Section(title, heads, rows, ("gains are compared with folding, in antes", *notes))


def told(mine: Cards) -> str:
    ranks = sorted((RANK_OF[card[0]] for card in mine), reverse=True)
    name = "-".join("10" if rank == 10 else RANKS[rank - 2] for rank in ranks)
    return f"{name} suited" if kind_of(mine).suited else name


# --- one situation, hand by hand


def ask(rules: Rules, house: ThreeCardPokerHouse, bet: int, situation: Situation) -> Answer:
    mine = situation.cards
    if len(mine) != 3 or situation.board or len(situation.dealer) > 3:
        raise ImpossibleError(
            "in Three Card Poker you decide with your three cards and no others; give three --cards, and with --dealer "
            "up to three of the dealer's that were seen"
        )
    if strange := situation.stakes.keys() - {ANTE, PAIR_PLUS}:
        raise ImpossibleError(
            f"there is no wager called {sorted(strange)[0]!r} before the decision; use ante or pair plus"
        )
    ante = situation.stakes.get(ANTE, bet)
    if not ante:
        raise ImpossibleError("without an ante you have no decision (20.10(b)); your pair plus wager is settled")
    situation.leaves(3 - len(situation.dealer))
    paid, beside = nets(rules, house), Fraction(situation.stakes.get(PAIR_PLUS, 0), ante)
    ours, found = strength(mine, rules), Counter[int]()
    for rest in combinations(situation.unseen, 3 - len(situation.dealer)):
        dealers = (*situation.dealer, *rest)
        found[_compared(ours, dealers, rules)] += 1
    against = (found[0], found[1], found[2], found[3])
    made = hand_class(mine, rules)
    by_itself = beside * Fraction(paid.pair_plus[made], paid.parts)
    value = Fraction(paid.gain(against, made), sum(against) * paid.parts) - 1 + by_itself
    asked = f"the play wager, holding {' '.join(mine)}"
    if situation.dealer:
        asked += f", the dealer having {' '.join(situation.dealer)}"
    if situation.seen:
        asked += f", {' '.join(situation.seen)} being out"
    return Answer(asked, UNIT, (Choice(MAKE_IT, value, ante), Choice(FOLD, -1 - beside, ante)))


def _compared(ours: tuple[int, ...], dealers: Cards, rules: Rules) -> int:
    if not dealer_plays(dealers, rules):
        return 0
    theirs = strength(dealers, rules)
    return 1 if ours > theirs else 2 if ours == theirs else 3


# --- a player at the table


def advise(rules: Rules, house: ThreeCardPokerHouse, view: View) -> Advice:
    """Of the ante and the play wager, and of a pair plus wager that would be paid. One without a pair is lost either
    way."""
    asked = question(view)
    seen = seen_at(view, asked.position)
    if len(seen.cards) != 3 or seen.board:
        raise ImpossibleError(ODD)
    stakes = {ANTE: seen.stakes[ANTE]}
    notes: tuple[str, ...] = ()
    if PAIR_PLUS in seen.stakes and hand_class(seen.cards, rules) == NOTHING:
        notes = ("Your pair plus is lost either way and is not counted.",)
    elif PAIR_PLUS in seen.stakes:
        stakes[PAIR_PLUS] = seen.stakes[PAIR_PLUS]
        notes = ("Your pair plus is counted in: it is paid if you play and lost if you fold.",)
    answer = ask(rules, house, stakes[ANTE], msgspec.structs.replace(seen, stakes=stakes))
    values = {choice.name: choice.value for choice in answer.choices}
    doing = {MAKE_IT: f"Playing {told(seen.cards)}", FOLD: f"Folding {told(seen.cards)}"}
    return Advice(
        unit=UNIT,
        stake=stakes[ANTE],
        worths=tuple(Worth(name, values[name], doing[name]) for name in asked.choices),
        ways=comb(len(seen.unseen), 3 - len(seen.dealer)),
        notes=notes,
    )


def offered(rules: Rules, house: ThreeCardPokerHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
    return ante_and_play(rules, house) if spots == (ANTE,) else pair_plus_alone(rules, house)


def standing(rules: Rules, house: ThreeCardPokerHouse, view: View) -> None:
    return None


# --- cards seen too early

MORE_HANDS = "no paragraph that is held speaks of it; --neighbors estimates what more hands are worth"


def exposure(rules: Rules, house: ThreeCardPokerHouse, bet: int) -> Iterator[Exposure]:
    without = row("", UNIT, outcomes(rules, house, best)).house_edge
    dealers, paid, total = order(rules), nets(rules, house), 0
    for mine, hands, made, _ in dealers.hands:
        for card, often in _seen_beside(mine):
            total += hands * often * max(paid.gain(dealers.against(mine, (card,)), made), 0)
    # What is gained over folding every hand, which loses the ante.
    edge = 1 - Fraction(total, comb(52, 3) * 49 * SEEN * paid.parts)
    yield Exposure("one of the dealer's cards", edge, without, UNIT, "20.12(d)", "all hands are void")
    from pitboss.games.three_card_poker import glimpses  # which needs numpy

    by_result = {made: tuple(net + paid.parts for net in nets) for made, nets in paid.played.items()}
    found = glimpses.gained(dealers, by_result)
    edge = 1 - Fraction(found.two, glimpses.HANDS * glimpses.TWO_SEEN * paid.parts)
    yield Exposure("two of the dealer's cards", edge, without, UNIT, "20.12(d)", "all hands are void")
    edge = 1 - Fraction(found.neighbor, glimpses.HANDS * glimpses.NEIGHBOR_SEEN * paid.parts)
    yield Exposure("a neighbor's three cards", edge, without, UNIT, "", MORE_HANDS)


def _seen_beside(mine: Cards) -> Iterator[tuple[str, int]]:
    """The cards that another hand may hold, as far as they differ, and for how many each stands."""
    suits = dict.fromkeys(card[1] for card in mine)
    other = next(suit for suit in SUITS if suit not in suits)
    for rank in RANKS:
        for suit in suits:
            if rank + suit not in mine:
                yield rank + suit, 1
        yield rank + other, OF_A_RANK - len(suits)
