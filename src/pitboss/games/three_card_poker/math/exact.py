"""Exact figures for Three Card Poker, over all 407,170,400 deals of a hand to a player and one to the dealer.

The dealer's hands are sorted by strength. For every strength the module counts the weaker hands that hold no particular
card, one particular card, or two. Inclusion and exclusion over the player's own cards then gives, for each of his 1,755
hands (suits renamed), how many of the dealer's 18,424 hands are below, level and above. The game's own ranking, pay
tables and readings decide what is stronger, when the dealer plays and what is paid.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm
from typing import ClassVar, NamedTuple, TypeAlias

import msgspec

from pitboss.common.ranking import NOTHING
from pitboss.counting.card_kinds import CARDS_PER_RANK, RANK_VALUES, Kind, kind_of, kinds, patterns, ways
from pitboss.counting.exact_model import (
    Advice,
    Answer,
    Cards,
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
from pitboss.counting.floors import Floor, rates
from pitboss.engine.houses.election_table import Election
from pitboss.engine.houses.house import Finding
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.paytables import against_the_dealer, ante_bonus, pair_plus
from pitboss.games.three_card_poker.law.play import FOLD, MAKE_IT
from pitboss.games.three_card_poker.law.ranking import FROM_THE_LOWEST, dealer_plays, hand_class, strength
from pitboss.games.three_card_poker.law.wagers import ANTE, ANTE_AND_PLAY, PAIR_PLUS, WAGERS
from pitboss.games.three_card_poker.math.strategy import STRATEGIES
from pitboss.law.rules import Rules
from pitboss.table.cards import RANK_OF, RANKS, SUITS
from pitboss.table.money import Odds
from pitboss.table.paytable import PayTable, worth

UNIT = "the ante"
DEALERS = comb(49, 3)  # the dealer's possible hands, given the player's hand
SEEN = comb(48, 2)  # the same, given one of the dealer's cards as well


# --- payouts, including supposed ones


class SupposedOdds(msgspec.Struct, frozen=True, omit_defaults=True, rename="kebab"):
    """Odds that a house is supposed to pay, by line; a line that is left out pays what the law says."""

    against_the_dealer: dict[str, str] = {}
    pair_plus: dict[str, str] = {}
    ante_bonus: dict[str, str] = {}


class SupposedHouse(ThreeCardPokerHouse, frozen=True, kw_only=True, rename="kebab"):
    """A house that would pay other odds. The law leaves it no choice, but one may ask what they would cost."""

    elections: ClassVar[tuple[Election, ...]] = (
        Election("pay", "Odds other than the law's."),
        Election("pay.*", cites=("20.11(a)1", "20.11(a)2", "20.11(a)3")),
    )

    pay: SupposedOdds = SupposedOdds()

    def findings(self, rules: Rules) -> Iterable[Finding]:
        yield from super().findings(rules)
        for law, lines in zip((against_the_dealer(), pair_plus(), ante_bonus()), self.lines(), strict=True):
            for line, odds in lines.items():
                if worth(Odds.parse(odds)) != worth(law.lines[line]):
                    less = "less" if worth(Odds.parse(odds)) < worth(law.lines[line]) else "more"
                    problem = f"{line} pays {odds}, {less} than {law.lines[line]}"
                    yield Finding(f"pay.{law.name}.{line}", law.cite, problem, "pay what the law's table says")

    def lines(self) -> tuple[dict[str, str], ...]:
        return self.pay.against_the_dealer, self.pay.pair_plus, self.pay.ante_bonus


class Tables(NamedTuple):
    """The pay tables of a house: of ante and play against the dealer, of pair plus, and of the ante bonus."""

    against: PayTable
    pair_plus: PayTable
    bonus: PayTable


def tables(house: ThreeCardPokerHouse) -> Tables:
    law = (against_the_dealer(), pair_plus(), ante_bonus())
    changed_lines = house.lines() if isinstance(house, SupposedHouse) else ({}, {}, {})
    return Tables(
        *(
            table.better({line: Odds.parse(odds) for line, odds in lines.items()})
            for table, lines in zip(law, changed_lines, strict=True)
        )
    )


# --- the dealer's hands in order

CardsKey: TypeAlias = tuple[int, ...] | tuple[int, int, bool]  # no card; one by rank; two by ranks and whether suited
# How many of the dealer's hands do not play; and of those that play, how many are below, level and above.
DealerCounts: TypeAlias = tuple[int, int, int, int]


class DealerRanking:
    """The dealer's hands by strength. For each strength it counts the weaker hands that hold no particular card, a
    particular one, or two."""

    def __init__(self, rules: Rules) -> None:
        self.strength = {kind: strength(kind.cards(), rules) for kind in kinds(3)}
        self.strengths = sorted(set(self.strength.values()))
        self.hand_class = {kind: hand_class(kind.cards(), rules) for kind in kinds(3)}
        self.plays = {kind: dealer_plays(kind.cards(), rules) for kind in kinds(3)}
        self.strength_index = {kind: bisect_left(self.strengths, self.strength[kind]) for kind in kinds(3)}
        by_strength: dict[int, list[Kind]] = {}
        for kind, index in self.strength_index.items():
            by_strength.setdefault(index, []).append(kind)
        keys = dict(_sample_cards())
        running = dict.fromkeys(keys, 0)
        self.not_playing = dict.fromkeys(keys, 0)  # hands with which the dealer does not play
        self.below: dict[CardsKey, list[int]] = {key: [] for key in keys}
        for index in range(len(self.strengths)):
            for key, number in running.items():
                self.below[key].append(number)
            for kind in by_strength[index]:
                count = running if self.plays[kind] else self.not_playing
                for key in _keys_of(kind):
                    count[key] += ways(kind, keys[key])
        for key, number in running.items():
            self.below[key].append(number)
        # Every hand of the player, suits renamed: how many hands it stands for, its class, and the dealer's counts.
        self.hands = [
            (cards, hands, self.hand_class[kind_of(cards)], self.against(cards)) for cards, hands in patterns(3).items()
        ]

    def against(self, own: Cards, seen: Cards = ()) -> DealerCounts:
        """Compare all hands the dealer can have with the player's `own`, given those of the dealer's that were `seen`.

        Counted by inclusion and exclusion: all hands with the seen cards, less those that hold one of the player's
        cards, plus those that hold two of them and were subtracted twice, and so on.
        """
        index, idle, below, not_above, total = self.strength_index[kind_of(own)], 0, 0, 0, 0
        for sign, held in _inclusion_exclusion(own, seen):
            if len(held) == 3:
                kind = kind_of(held)
                total += sign
                if not self.plays[kind]:
                    idle += sign
                elif self.strength_index[kind] <= index:
                    not_above += sign
                    below += sign * (self.strength_index[kind] < index)
                continue
            key = _key(held)
            counts = self.below[key]
            idle += sign * self.not_playing[key]
            below += sign * counts[index]
            not_above += sign * counts[index + 1]
            total += sign * (self.not_playing[key] + counts[-1])
        return idle, below, not_above - below, total - idle - not_above


def _inclusion_exclusion(own: Cards, seen: Cards) -> Iterator[tuple[int, Cards]]:
    """Yield the terms of inclusion and exclusion: 1 or -1, to add or subtract, and the cards that the counted hands
    must hold, which are those seen and some of `own`."""
    for size in range(3 - len(seen) + 1):
        for own_cards in combinations(own, size):
            yield (-1 if size % 2 else 1), seen + own_cards


def _sample_cards() -> Iterator[tuple[CardsKey, Cards]]:
    """Yield the key of no card, of every card and of every two cards, with sample cards for each."""
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
def _key(held: Cards) -> CardsKey:
    ranks = tuple(sorted(RANK_OF[card[0]] for card in held))
    return (ranks[0], ranks[1], held[0][1] == held[1][1]) if len(held) == 2 else ranks


def _keys_of(kind: Kind) -> set[CardsKey]:
    keys: set[CardsKey] = {(), *((rank,) for rank in kind.ranks)}
    for low, high in combinations(kind.ranks, 2):
        keys |= {(low, high, False)} if low == high else {(low, high, True), (low, high, False)}
    return keys


@cache_by_readings
def dealer_ranking(rules: Rules) -> DealerRanking:
    return DealerRanking(rules)


# --- net results

RESULTS = ("the dealer does not play", "above", "level", "below")  # of the player's hand, in the order of DealerCounts
ENDS = ("the dealer does not play", "wins", "ties", "loses")


class Nets:
    """The net results of a player who plays, as integers: multiples of 1 / `parts` of a unit.

    `played[class][result]` is what ante, play and ante bonus net together; `pair_plus[class]` is what pair plus nets.
    """

    def __init__(
        self,
        played: Sequence[Fraction],
        bonus: dict[str, Fraction],
        with_bonus: Sequence[bool],
        pair_plus: dict[str, Fraction],
    ) -> None:
        self.parts = lcm(*(net.denominator for net in (*played, *bonus.values(), *pair_plus.values())))
        whole = {class_name: int(net * self.parts) for class_name, net in bonus.items()}
        self.played = {
            class_name: tuple(
                int(net * self.parts) + more * has_bonus for net, has_bonus in zip(played, with_bonus, strict=True)
            )
            for class_name, more in whole.items()
        }
        self.pair_plus = {class_name: int(net * self.parts) for class_name, net in pair_plus.items()}

    def gain(self, against: DealerCounts, class_name: str, pair_plus_antes: int = 0) -> int:
        """Return what playing nets more than folding, in parts, summed over all hands of the dealer.

        Folding loses the ante and the pair plus wager, which is `pair_plus_antes` times the ante.
        """
        apart = pair_plus_antes * self.pair_plus[class_name] + (1 + pair_plus_antes) * self.parts
        nets = self.played[class_name]
        return sum(count * net for count, net in zip(against, nets, strict=True)) + sum(against) * apart


@cache_by_readings
def nets(rules: Rules, house: ThreeCardPokerHouse) -> Nets:
    odds = tables(house)
    ante, play = worth(odds.against.lines["ante"]), worth(odds.against.lines["play"])
    level_loses = rules.reads("equal-hands") == "loses"
    level_net = Fraction(-2) if level_loses else Fraction()
    reading = rules.reads("ante-bonus")
    antes = 2 if reading == "ante-and-play" else 1
    bonus = {
        class_name: antes * worth(rate) if (rate := odds.bonus.rate(class_name)) else Fraction()
        for class_name in FROM_THE_LOWEST
    }
    always = reading != "ante-unless-beaten"
    with_bonus = (True, True, always or not level_loses, always)
    return Nets((ante, ante + play, level_net, Fraction(-2)), bonus, with_bonus, pair_plus_nets(house))


def pair_plus_nets(house: ThreeCardPokerHouse) -> dict[str, Fraction]:
    table = tables(house).pair_plus
    return {
        class_name: worth(rate) if (rate := table.rate(class_name)) else Fraction(-1) for class_name in FROM_THE_LOWEST
    }


Plays: TypeAlias = Callable[[Cards, int], bool]  # whether to play: the hand, and what playing nets more than folding


def play_if_it_gains(cards: Cards, gain: int) -> bool:
    return gain > 0


def outcomes(rules: Rules, house: ThreeCardPokerHouse, plays: Plays, pair_plus_antes: int = 0) -> list[Outcome]:
    """Count the outcomes of an ante with a pair plus wager of `pair_plus_antes` antes. A fold forfeits both."""
    net_results, folded = nets(rules, house), 0
    played: Counter[tuple[str, int]] = Counter()
    for cards, hands, class_name, against in dealer_ranking(rules).hands:
        if plays(cards, net_results.gain(against, class_name, pair_plus_antes)):
            for result, number in enumerate(against):
                played[class_name, result] += hands * number
        else:
            folded += hands * DEALERS
    results = [Outcome(folded, Fraction(-1 - pair_plus_antes), Fraction(1 + pair_plus_antes), "folds")]
    for (class_name, result), deals in played.items():
        net = net_results.played[class_name][result] + pair_plus_antes * net_results.pair_plus[class_name]
        same_net = net_results.played[NOTHING][result] == net_results.played[class_name][result]
        name = f"{ENDS[result]}{'' if same_net and not pair_plus_antes else f', {class_name}'}"
        results.append(Outcome(deals, Fraction(net, net_results.parts), Fraction(2 + pair_plus_antes), name))
    return results


# --- every wager


@cache_by_readings
def ante_and_play(rules: Rules, house: ThreeCardPokerHouse) -> Row:
    return row(ANTE_AND_PLAY, UNIT, outcomes(rules, house, play_if_it_gains), asked=rules, by_net=True)


@cache_by_readings
def pair_plus_alone(rules: Rules, house: ThreeCardPokerHouse) -> Row:
    counts: Counter[str] = Counter()
    for kind, hands in kinds(3).items():
        counts[hand_class(kind.cards(), rules)] += hands
    nets, table = pair_plus_nets(house), tables(house).pair_plus
    outcomes_ = [
        Outcome(count, nets[class_name], name=class_name, pays=str(table.rate(class_name) or ""))
        for class_name, count in counts.items()
    ]
    return row(PAIR_PLUS, "the wager", outcomes_, asked=rules)


ROWS = {ANTE_AND_PLAY: ante_and_play, PAIR_PLUS: pair_plus_alone}


@cache_by_readings
def ante_play_and_pair_plus(rules: Rules, house: ThreeCardPokerHouse) -> Row:
    results = outcomes(rules, house, play_if_it_gains, pair_plus_antes=1)
    note = "a player who does not play forfeits both (20.10(b))"
    unit = "the ante, pair plus being as high"
    return row("ante, play and pair plus", unit, results, asked=rules, notes=(note,), by_net=True)


# --- how to play


def gains_by_hand(rules: Rules, house: ThreeCardPokerHouse) -> dict[Cards, Fraction]:
    """Return what playing each hand gains over folding it, in antes."""
    net_results = nets(rules, house)
    return {
        cards: Fraction(net_results.gain(against, class_name), DEALERS * net_results.parts)
        for cards, _, class_name, against in dealer_ranking(rules).hands
    }


def _by_rule(plays: Callable[[Sequence[str]], bool]) -> Plays:
    return lambda cards, gain: plays(cards)


def threshold(rules: Rules, gains: dict[Cards, Fraction]) -> Section:
    """Describe where playing begins: the hands around it, and whether every hand above it is played."""
    index = {cards: dealer_ranking(rules).strength_index[kind_of(cards)] for cards in gains}
    ordered = sorted(gains, key=lambda cards: (index[cards], gains[cards]))
    played = [cards for cards in ordered if gains[cards] > 0]
    folded = [cards for cards in ordered if gains[cards] < 0]
    break_even = [cards for cards in ordered if gains[cards] == 0]
    lowest, highest = (index[cards] for cards in (played[0], folded[-1] if folded else played[0]))
    nearby = [cards for cards in ordered if lowest - 2 <= index[cards] <= max(lowest, highest) + 1]
    notes = []
    if not folded:
        title = "Play every hand"
    elif lowest > highest:
        title = f"Play {rank_pattern(played[0])} or better; fold everything below"
    else:
        title = f"No hand above {rank_pattern(folded[-1])} is folded and none below {rank_pattern(played[0])} played"
        notes.append("between them the suits decide")
    notes.append(
        f"exactly level: {', '.join(' '.join(cards) for cards in break_even)}"
        if break_even
        else "no hand is exactly level"
    )
    rows = tuple(
        (rank_pattern(cards), " ".join(cards), patterns(3)[cards], gains[cards], "play" if gains[cards] > 0 else "fold")
        for cards in reversed(nearby)
    )
    heads = (
        Column("hand"),
        Column("such as"),
        Column("hands", "count"),
        Column("playing gains", "number"),
        Column("so"),
    )
    return Section(title, heads, rows, ("gains are compared with folding, in antes", *notes))


def rank_pattern(cards: Cards) -> str:
    """Format the ranks of a hand from the highest down, as in "K-10-4" or "9-8-7 suited"."""
    ranks = sorted((RANK_OF[card[0]] for card in cards), reverse=True)
    name = "-".join("10" if rank == 10 else RANKS[rank - 2] for rank in ranks)
    return f"{name} suited" if kind_of(cards).suited else name


# --- one situation, counted hand by hand


def _result_index(own_strength: tuple[int, ...], dealer_cards: Cards, rules: Rules) -> int:
    """Return the index in RESULTS of the player's strength against the dealer's cards."""
    if not dealer_plays(dealer_cards, rules):
        return 0
    dealer_strength = strength(dealer_cards, rules)
    return 1 if own_strength > dealer_strength else 2 if own_strength == dealer_strength else 3


# --- cards seen too early

MORE_HANDS = "no paragraph that is held speaks of it; --neighbors estimates what more hands are worth"


def _other_cards(own: Cards) -> Iterator[tuple[str, int]]:
    """Yield the cards that another hand may hold, one for each set of equivalent cards, with the size of the set."""
    suits = dict.fromkeys(card[1] for card in own)
    other = next(suit for suit in SUITS if suit not in suits)
    for rank in RANKS:
        for suit in suits:
            if rank + suit not in own:
                yield rank + suit, 1
        yield rank + other, CARDS_PER_RANK - len(suits)


class ThreeCardPoker(ExactModel[ThreeCardPokerHouse]):
    """The mathematics of ante and play, of pair plus, and of both together."""

    LINES: ClassVar = {table.name: tuple(table.lines) for table in (against_the_dealer(), pair_plus(), ante_bonus())}

    def what_if(self, house: ThreeCardPokerHouse) -> SupposedHouse:
        return SupposedHouse(**{name: getattr(house, name) for name in ThreeCardPokerHouse.__struct_fields__})

    def pricing_cases(self) -> list[tuple[str, ThreeCardPokerHouse, int]]:
        return [("", ThreeCardPokerHouse(), 500)]

    def floors(self, rules: Rules, house: ThreeCardPokerHouse) -> list[Floor]:
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

    def wagers(self, rules: Rules, house: ThreeCardPokerHouse, bet: int) -> Iterator[Row]:
        for count in ROWS.values():
            yield count(rules, house)
        yield ante_play_and_pair_plus(rules, house)

    def strategy(self, rules: Rules, house: ThreeCardPokerHouse, bet: int) -> Iterator[Section]:
        yield threshold(rules, gains_by_hand(rules, house))
        optimal = row("", UNIT, outcomes(rules, house, play_if_it_gains)).house_edge
        ways_to_play: dict[str, Callable[[Sequence[str]], bool]] = {
            "queen-six-four or better, as the literature has it": STRATEGIES["book"].plays,
            "play whatever the dealer would play": lambda cards: dealer_plays(cards, rules),
            "play everything": lambda cards: True,
            "play pairs or better only": lambda cards: hand_class(cards, rules) != "nothing",
        }
        yield costs_of_simple_strategies(
            optimal,
            [
                (name, row("", UNIT, outcomes(rules, house, _by_rule(plays))).house_edge)
                for name, plays in ways_to_play.items()
            ],
        )

    def ask(self, rules: Rules, house: ThreeCardPokerHouse, bet: int, situation: Situation) -> Answer:
        cards = situation.cards
        if len(cards) != 3 or situation.board or len(situation.dealer) > 3:
            raise ImpossibleError(
                "in Three Card Poker you decide with three cards; give exactly three with --cards, and add up to three "
                "of the dealer's cards that you saw with --dealer"
            )
        if strange := situation.stakes.keys() - {ANTE, PAIR_PLUS}:
            raise ImpossibleError(
                f"there is no wager called {sorted(strange)[0]!r} before the decision; use ante or pair plus"
            )
        ante = situation.stakes.get(ANTE, bet)
        if not ante:
            raise ImpossibleError("without an ante you have no decision (20.10(b)); your pair plus wager is settled")
        situation.require_unseen(3 - len(situation.dealer))
        net_results, pair_plus_antes = nets(rules, house), Fraction(situation.stakes.get(PAIR_PLUS, 0), ante)
        own_strength, counts = strength(cards, rules), Counter[int]()
        for hidden in combinations(situation.unseen, 3 - len(situation.dealer)):
            dealer_cards = (*situation.dealer, *hidden)
            counts[_result_index(own_strength, dealer_cards, rules)] += 1
        against = (counts[0], counts[1], counts[2], counts[3])
        class_name = hand_class(cards, rules)
        pair_plus_net = pair_plus_antes * Fraction(net_results.pair_plus[class_name], net_results.parts)
        value = Fraction(net_results.gain(against, class_name), sum(against) * net_results.parts) - 1 + pair_plus_net
        subject = f"the play wager, holding {' '.join(cards)}"
        if situation.dealer:
            subject += f", the dealer having {' '.join(situation.dealer)}"
        if situation.seen:
            subject += f", {' '.join(situation.seen)} being out"
        return Answer(subject, UNIT, (Choice(MAKE_IT, value, ante), Choice(FOLD, -1 - pair_plus_antes, ante)))

    def advise(self, rules: Rules, house: ThreeCardPokerHouse, view: View) -> Advice:
        """Advise on ante and play, and on a pair plus wager that would be paid. One without a pair loses either way."""
        decision = pending_question(view)
        seen = situation_at(view, decision.position)
        if len(seen.cards) != 3 or seen.board:
            raise ImpossibleError(ODD)
        stakes = {ANTE: seen.stakes[ANTE]}
        notes: tuple[str, ...] = ()
        if PAIR_PLUS in seen.stakes and hand_class(seen.cards, rules) == NOTHING:
            notes = ("Your pair plus is lost either way and is not counted.",)
        elif PAIR_PLUS in seen.stakes:
            stakes[PAIR_PLUS] = seen.stakes[PAIR_PLUS]
            notes = ("Your pair plus is counted in: it is paid if you play and lost if you fold.",)
        answer = self.ask(rules, house, stakes[ANTE], msgspec.structs.replace(seen, stakes=stakes))
        values = {choice.name: choice.value for choice in answer.choices}
        doing = {MAKE_IT: f"Playing {rank_pattern(seen.cards)}", FOLD: f"Folding {rank_pattern(seen.cards)}"}
        return Advice(
            unit=UNIT,
            stake=stakes[ANTE],
            worths=tuple(Worth(name, values[name], doing[name]) for name in decision.choices),
            ways=comb(len(seen.unseen), 3 - len(seen.dealer)),
            notes=notes,
        )

    def offered_row(
        self, rules: Rules, house: ThreeCardPokerHouse, view: View, spots: tuple[str, ...], stake: int
    ) -> Row:
        return find_row(ROWS, WAGERS.report_name_of(spots))(rules, house)

    def exposure(self, rules: Rules, house: ThreeCardPokerHouse, bet: int) -> Iterator[Exposure]:
        without = row("", UNIT, outcomes(rules, house, play_if_it_gains)).house_edge
        ranking, net_results, total = dealer_ranking(rules), nets(rules, house), 0
        for cards, hands, class_name, _ in ranking.hands:
            for card, weight in _other_cards(cards):
                total += hands * weight * max(net_results.gain(ranking.against(cards, (card,)), class_name), 0)
        # What is gained over folding every hand, which loses the ante.
        edge = 1 - Fraction(total, comb(52, 3) * 49 * SEEN * net_results.parts)
        yield Exposure("one of the dealer's cards", edge, without, UNIT, "20.12(d)", "all hands are void")
        from pitboss.games.three_card_poker.math import exposed_cards  # which needs numpy

        by_result = {
            class_name: tuple(net + net_results.parts for net in nets)
            for class_name, nets in net_results.played.items()
        }
        gains = exposed_cards.total_gains(ranking, by_result)
        edge = 1 - Fraction(gains.two, exposed_cards.HANDS * exposed_cards.TWO_SEEN * net_results.parts)
        yield Exposure("two of the dealer's cards", edge, without, UNIT, "20.12(d)", "all hands are void")
        edge = 1 - Fraction(gains.neighbor, exposed_cards.HANDS * exposed_cards.NEIGHBOR_SEEN * net_results.parts)
        yield Exposure("a neighbor's three cards", edge, without, UNIT, "", MORE_HANDS)


MODEL = ThreeCardPoker()
