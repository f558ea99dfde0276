"""The jacks plus bonus wager of Winner's Pot Poker, exactly: its cost, its hold, and a picture of folding.

Jacks plus depends only on the player's own cards: five if he stays, three or four if he folds. A further card never
makes a hand worse, so every fold costs something. How much is computed for a few rules of folding, which the rows name.

The value of the pot depends on the other players. It is computed only for two players, if somebody asks for that
(`two_players`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import ClassVar

import msgspec

from pitboss.common.ranking import NOTHING
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
    find_row,
    row,
)
from pitboss.counting.floors import Floor, rates
from pitboss.counting.hold_model import Block, HoldModel, Moments, Worths, worths_of
from pitboss.counting.strategy_pictures import PictureModel, Span, Spans, Step, describe_edge
from pitboss.engine.situation import ODD, pending_question, situation_at
from pitboss.engine.view import View
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse, payout_limit
from pitboss.games.winners_pot_poker.law.paytables import jacks_plus_table, law_values, table_of_the_law
from pitboss.games.winners_pot_poker.law.play import FOLD
from pitboss.games.winners_pot_poker.law.ranking import JACK, jacks_plus_class
from pitboss.games.winners_pot_poker.law.settle import counted_stake
from pitboss.games.winners_pot_poker.law.wagers import INTO_THE_POT, JACKS_PLUS, WAGERS
from pitboss.law.rules import Rules
from pitboss.table.money import Money
from pitboss.table.paytable import worth

UNIT = "the jacks plus wager"
STAY = "stay to the fifth card"
POT = "What the pot is worth depends on the other players, so the adviser has no exact value for it."
DEALS = comb(52, 3) * 49 * 48

Folds = Callable[[Kind], bool]  # with three cards, and again with four


@cache
def class_of(held: Kind) -> str:
    return jacks_plus_class(held.cards())


def has_no_pair(held: Kind) -> bool:
    return class_of(held) == NOTHING


def is_low(held: Kind) -> bool:
    """Return whether a hand has neither a pair nor a card that could pair and be paid."""
    return has_no_pair(held) and held.ranks[-1] < JACK


COMPLETED = "completed hand"
FOLDING: dict[str, Folds] = {
    COMPLETED: lambda held: False,
    "folds three low cards without a pair": lambda held: len(held.ranks) == 3 and is_low(held),
    "folds four cards without a pair": lambda held: len(held.ranks) == 4 and has_no_pair(held),
    "folds three low cards, and four cards, without a pair": lambda held: (
        is_low(held) if len(held.ranks) == 3 else has_no_pair(held)
    ),
    "folds three cards without a pair": lambda held: len(held.ranks) == 3 and has_no_pair(held),
    "folds every hand at three cards": lambda held: True,
}


def net(rules: Rules, house: WinnersPotHouse, bet: int, made: str) -> Fraction:
    """Return what one wager alone nets by the table of the house and the limit of 33.11(c), in units."""
    rate = jacks_plus_table(house).rate(made)
    if rate is None:
        return Fraction(-1)
    if (worth(rate) + 1) * bet <= Money.parse(law_values()["payout-limit"]["at-least"]):
        return worth(rate)  # no reading can make the limit lower than that
    return min(worth(rate), Fraction(max(payout_limit(house) - counted_stake(rules, bet), 0), bet))


def count_judgments(folds: Folds) -> Counter[tuple[str, bool]]:
    """Count, over all deals, the judgments of a wager by class and by whether the hand was folded."""
    found: Counter[tuple[str, bool]] = Counter()
    for three, hands in kinds(3).items():
        if folds(three):
            found[class_of(three), True] += hands * 49 * 48
            continue
        for four, ways in one_card_more(three):
            if folds(four):
                found[class_of(four), True] += hands * ways * 48
                continue
            for made, rest in classes_by_last_card(four):
                found[made, False] += hands * ways * rest
    return found


@cache
def classes_by_last_card(four: Kind) -> tuple[tuple[str, int], ...]:
    """Return the classes that the fifth card makes of four, and how many of the 48 cards make each."""
    found: Counter[str] = Counter()
    for five, ways in one_card_more(four):
        found[class_of(five)] += ways
    return tuple(found.items())


@cache
def count_judgments_by(folding: str) -> Counter[tuple[str, bool]]:
    return count_judgments(FOLDING[folding])


@cache_by_readings
def jacks_plus(rules: Rules, house: WinnersPotHouse, bet: int, folding: str) -> Row:
    table = jacks_plus_table(house)
    paid = [
        Outcome(
            often,
            net(rules, house, bet, judged),
            name=f"folds, {made}" if folded else made,
            pays=str(table.rate(judged) or ""),
        )
        for (made, folded), often in count_judgments_by(folding).items()
        for judged in (judged_as(rules, made, folded),)
    ]
    return row("jacks plus", UNIT, paid, variant=folding, asked=rules)


def judged_as(rules: Rules, made: str, folded: bool) -> str:
    """Return the class of hand under which a jacks plus wager is paid."""
    return NOTHING if folded and rules.reads("folded-jacks-plus") != "cards-held" else made


class WinnersPotPoker(ExactModel[WinnersPotHouse], HoldModel[WinnersPotHouse], PictureModel[WinnersPotHouse]):
    """The mathematics of jacks plus and, if asked for, of the pot of two players."""

    LINES: ClassVar = {"": tuple(table_of_the_law().lines)}
    UNCOUNTED: ClassVar = {
        INTO_THE_POT: (
            "what you win depends on how the others play. `pitboss edge winners-pot-poker --players 2` counts two "
            "players and the dealer, if both go by the ranks of their own cards alone. More players, and players who "
            "look at face-up cards, are more deals than can be counted; `pitboss simulate winners-pot-poker` simulates "
            "them"
        )
    }

    def usual_bet(self, house: WinnersPotHouse) -> int:
        return house.jacks_plus_minimum

    def limits(self, house: WinnersPotHouse) -> tuple[int, int]:
        return house.jacks_plus_minimum, house.jacks_plus_maximum

    def bet_matters(self, house: WinnersPotHouse) -> bool:
        return True  # because of the payout limit

    def pricing_cases(self) -> list[tuple[str, WinnersPotHouse, int]]:
        return [("", WinnersPotHouse.usual(), 500), ("$500 on jacks plus", WinnersPotHouse.usual(), 50_000)]

    def floors(self, rules: Rules, house: WinnersPotHouse) -> list[Floor]:
        law = table_of_the_law()
        return [Floor("jacks plus", "", law.cite, {"": rates(law)}, variant=COMPLETED)]

    def wagers(self, rules: Rules, house: WinnersPotHouse, bet: int) -> Iterator[Row]:
        for name in FOLDING:
            yield jacks_plus(rules, house, bet, name)

    def rows_among_players(self, rules: Rules, house: WinnersPotHouse, bet: int, players: int) -> Iterator[Row]:
        """Yield the rows of the pot of two players. The ante is the bet, or the least that the table takes."""
        if players != 2:
            raise ImpossibleError(f"the pot is counted for 2 players and the dealer, not for {players}; ask for 2")
        from pitboss.games.winners_pot_poker.math.two_players import pot_rows  # needs what only this needs

        yield from pot_rows(rules, house, max(bet, house.minimum))

    def strategy(self, rules: Rules, house: WinnersPotHouse, bet: int) -> Iterator[Section]:
        rows = list(self.wagers(rules, house, bet))
        yield Section(
            "What folding costs a jacks plus wager",
            (Column("way to fold"), Column("house edge", "percent"), Column("costs", "percent")),
            tuple((row.variant, row.house_edge, row.house_edge - rows[0].house_edge) for row in rows),
            (
                "low: below the jack",
                "whether to fold depends on the pot, and so on the other players; that is not calculated here",
            ),
        )

    def ask(self, rules: Rules, house: WinnersPotHouse, bet: int, situation: Situation) -> Answer:
        cards = situation.cards
        if not 3 <= len(cards) <= 4 or situation.board:
            raise ImpossibleError(
                "in Winner's Pot Poker you decide with three cards, and again with four; give three or four --cards"
            )
        if strange := situation.stakes.keys() - {JACKS_PLUS}:
            raise ImpossibleError(f"only {JACKS_PLUS} is calculated here, not {sorted(strange)[0]!r}")
        stake = situation.stakes.get(JACKS_PLUS, bet)
        if not stake:
            raise ImpossibleError("without a jacks plus wager there is nothing to calculate here")
        situation.require_unseen(5 - len(cards))
        found: Counter[str] = Counter()
        for rest in combinations(situation.unseen, 5 - len(cards)):
            found[jacks_plus_class((*cards, *rest))] += 1
        stay = sum(often * net(rules, house, stake, made) for made, often in found.items()) / Fraction(
            sum(found.values())
        )
        fold = net(rules, house, stake, judged_as(rules, jacks_plus_class(cards), True))
        asked = f"jacks plus, holding {' '.join(cards)}"
        asked += f", {' '.join(situation.seen)} being out" if situation.seen else ""
        notes = ("of the jacks plus wager alone; the pot is not calculated here",)
        return Answer(asked, UNIT, (Choice(STAY, stay, stake), Choice(FOLD, fold, stake)), notes)

    def advise(self, rules: Rules, house: WinnersPotHouse, view: View) -> Advice:
        """Advise on jacks plus alone, and therefore never say which answer is the best."""
        asked = pending_question(view)
        seen = situation_at(view, asked.position)
        if not 3 <= len(seen.cards) <= 4 or seen.board:
            raise ImpossibleError(ODD)
        if JACKS_PLUS not in seen.stakes:
            raise ImpossibleError(POT)
        # The dealer's open cards are out of the deck like any other.
        stake, out = seen.stakes[JACKS_PLUS], (*seen.seen, *seen.dealer)
        stakes = {JACKS_PLUS: stake}
        answer = self.ask(rules, house, stake, msgspec.structs.replace(seen, dealer=(), seen=out, stakes=stakes))
        values = {choice.name: choice.value for choice in answer.choices}
        return Advice(
            unit=UNIT,
            stake=stake,
            worths=tuple(
                Worth(FOLD, values[FOLD], "Folding") if name == FOLD else Worth(name, values[STAY], "Staying in")
                for name in asked.choices
            ),
            ways=comb(len(seen.unseen), 5 - len(seen.cards)),
            whole=False,
            notes=("This is your jacks plus wager alone, if you stay to the fifth card or fold now.", POT),
        )

    def offered_row(self, rules: Rules, house: WinnersPotHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
        wager = WAGERS.report_name_of(spots)
        if wager == INTO_THE_POT:
            raise ImpossibleError(POT)
        return find_row({JACKS_PLUS: jacks_plus}, wager)(rules, house, stake, COMPLETED)

    def exposure(self, rules: Rules, house: WinnersPotHouse, bet: int) -> Iterator[Exposure]:
        raise ImpossibleError(
            "only jacks plus is calculated for Winner's Pot Poker, and the dealer's cards do not affect it"
        )

    # --- the hold

    def blocks(self, rules: Rules, house: WinnersPotHouse, view: View) -> Iterator[Block]:
        for stakes in view.wagers.values():
            if stake := stakes.get(JACKS_PLUS, 0):
                row = jacks_plus(rules, house, stake, COMPLETED)
                moments = Moments(row.house_edge * stake, row.variance * stake**2)
                yield Block({JACKS_PLUS: moments}, moments.variance)

    def worths(self, rules: Rules, house: WinnersPotHouse, view: View) -> Worths:
        """Return what each answer nets on jacks plus. Whether a fold is right for the pot is not known."""
        if JACKS_PLUS not in situation_at(view, pending_question(view).position).stakes:
            return {}
        return worths_of(self.advise(rules, house, view), JACKS_PLUS)

    # --- pictures

    def pictures(self, rules: Rules, house: WinnersPotHouse, bet: int) -> Iterator[Spans]:
        yield Spans(
            title="What folding costs a jacks plus wager",
            unit="House edge, in percent of the jacks plus wager. There is no picture of the pot: what it is worth "
            "depends on the other players.",
            axis="house edge (percent of the wager)",
            choices=("",),
            spans=tuple(
                Span(row.variant, "", row.house_edge, row.house_edge, 0) for row in self.wagers(rules, house, bet)
            ),
            percent=True,
        )

    def card(self, rules: Rules, house: WinnersPotHouse, bet: int) -> Iterator[Step]:
        by_cards = rules.reads("folded-jacks-plus") == "cards-held"
        folded = "is judged by the cards you hold then" if by_cards else "is lost"
        edge = jacks_plus(rules, house, bet, COMPLETED).house_edge
        yield Step(
            "The pot",
            ("Whether to stay in or to fold depends on the pot, and so on the other players. There is no exact rule.",),
        )
        yield Step(
            "Jacks plus",
            (
                f"If you always stay to the fifth card, {describe_edge(edge, 'it')} on average.",
                f"If you fold, it {folded}. The picture shows what that costs.",
            ),
        )


MODEL = WinnersPotPoker()
