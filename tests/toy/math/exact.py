"""High Card exactly: what the wager costs, which cards to play, what the dealer's card seen too early is worth."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

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
    row,
)
from pitboss.counting.floors import Floor, rates
from pitboss.engine.situation import pending_question, situation_at
from pitboss.engine.view import View
from pitboss.law.rules import Rules
from pitboss.table.cards import FULL_DECK
from pitboss.table.paytable import worth
from toy.law.house import HighCardHouse, base_table
from toy.law.play import PLAY, SURRENDER, half
from toy.law.settle import rank
from toy.law.wagers import BET

UNIT = "the wager"


def surrender_value(rules: Rules, house: HighCardHouse, bet: int) -> Fraction:
    """Return what surrendering nets: the loss of the half that the house keeps, in whole chips."""
    return Fraction(half(bet, house.smallest_chip, rules.reads("odd-chip")), bet) - 1


def net_against(mine: str, dealers: str) -> Fraction:
    higher = base_table().rate("higher card")
    assert higher is not None
    return worth(higher) if rank(mine) > rank(dealers) else Fraction(-(rank(mine) < rank(dealers)))


def play_value(mine: str, unseen: tuple[str, ...]) -> Fraction:
    return sum((net_against(mine, dealers) for dealers in unseen), Fraction()) / len(unseen)


def other_cards(mine: str) -> tuple[str, ...]:
    return tuple(card for card in FULL_DECK if card != mine)


@cache_by_readings
def bet(rules: Rules, house: HighCardHouse, cents: int) -> Row:
    """Price the wager over every pair of cards; the player plays where that is worth more than surrendering."""
    lost, found = surrender_value(rules, house, cents), []
    for mine in FULL_DECK:
        if play_value(mine, other_cards(mine)) > lost:
            found += [Outcome(1, net_against(mine, dealers), name="plays") for dealers in other_cards(mine)]
        else:
            found.append(Outcome(len(FULL_DECK) - 1, lost, name="surrenders"))
    return row("bet", UNIT, found, asked=rules, by_net=True)


class HighCard(ExactModel[HighCardHouse]):
    """The mathematics of one wager and one decision."""

    def bet_matters(self, house: HighCardHouse) -> bool:
        return True  # half of it may not come out even in chips

    def pricing_cases(self) -> list[tuple[str, HighCardHouse, int]]:
        return [("", HighCardHouse(), 500)]

    def floors(self, rules: Rules, house: HighCardHouse) -> list[Floor]:
        table = base_table()  # what 99.5(e) sets, and no more
        return [Floor(BET, "", table.cite, {"": rates(table)}, "sets what it pays")]

    def wagers(self, rules: Rules, house: HighCardHouse, cents: int) -> Iterator[Row]:
        yield bet(rules, house, cents)

    def strategy(self, rules: Rules, house: HighCardHouse, cents: int) -> Iterator[Section]:
        values = {card[0]: play_value(card, other_cards(card)) for card in FULL_DECK[:13]}
        lost = surrender_value(rules, house, cents)
        rows = tuple((name, value, "play" if value > lost else "surrender") for name, value in values.items())
        yield Section("Which cards to play", (Column("card"), Column("playing nets", "number"), Column("so")), rows)
        always = -sum(values.values(), Fraction()) / len(values)
        yield costs_of_simple_strategies(bet(rules, house, cents).house_edge, [("play every card", always)])

    def ask(self, rules: Rules, house: HighCardHouse, cents: int, situation: Situation) -> Answer:
        if len(situation.cards) != 1 or situation.board or len(situation.dealer) > 1:
            raise ImpossibleError("a player of High Card decides with one card; give one of --cards")
        (mine,) = situation.cards
        value = play_value(mine, situation.dealer or situation.unseen)
        choices = (Choice(PLAY, value, cents), Choice(SURRENDER, surrender_value(rules, house, cents), cents))
        return Answer(f"holding {mine}", UNIT, choices)

    def advise(self, rules: Rules, house: HighCardHouse, view: View) -> Advice:
        """Advise a player at a table, by nothing but his view."""
        asked = pending_question(view)
        seen = situation_at(view, asked.position)
        stake = seen.stakes[BET]
        values = {choice.name: choice.value for choice in self.ask(rules, house, stake, seen).choices}
        doing = {PLAY: f"Playing {seen.cards[0]}", SURRENDER: f"Surrendering {seen.cards[0]}"}
        worths = tuple(Worth(name, values[name], doing[name]) for name in asked.choices)
        return Advice(unit=UNIT, stake=stake, worths=worths, ways=len(seen.dealer or seen.unseen))

    def offered_row(self, rules: Rules, house: HighCardHouse, view: View, spots: tuple[str, ...], stake: int) -> Row:
        return bet(rules, house, stake)

    def exposure(self, rules: Rules, house: HighCardHouse, cents: int) -> Iterator[Exposure]:
        lost, without = surrender_value(rules, house, cents), bet(rules, house, cents).house_edge
        pairs = [(mine, dealers) for mine in FULL_DECK for dealers in other_cards(mine)]
        edge = -sum((max(net_against(*pair), lost) for pair in pairs), Fraction()) / len(pairs)
        yield Exposure("the dealer's card", edge, without, UNIT, "", "nothing")


MODEL = HighCard()
