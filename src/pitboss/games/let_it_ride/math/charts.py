"""Pictures of the hands that ride at Let It Ride, and the strategy card in words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.counting.card_kinds import kinds
from pitboss.counting.strategy_pictures import PictureModel, Span, Spans, Step, describe_edge
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.math.exact import (
    DOWN,
    LEVEL,
    RIDES,
    Decision,
    Optimal,
    base,
    decisions,
    pay,
    riding_rows,
)
from pitboss.law.rules import Rules

REST = "everything else"


def _rest(decision: Decision) -> Iterator[Span]:
    """Yield one span for all hands that are withdrawn, if there are any."""
    gains = {held: ride - withdraw for held, (withdraw, ride) in decision.values.items() if ride < withdraw}
    if gains:
        hands = sum(kinds(len(held.ranks))[held] for held in gains)
        yield Span(REST, DOWN, min(gains.values()), max(gains.values()), hands)


class LetItRidePictures(PictureModel[LetItRideHouse]):
    """The gain of letting a bet ride, by the cards held."""

    def pictures(self, rules: Rules, house: LetItRideHouse, bet: int) -> Iterator[Spans]:
        for decision in decisions(Optimal(pay(rules, house, bet))):
            yield Spans(
                title=decision.title,
                unit="What riding gains over withdrawing, in bets, from the worst to the best hand of each sort",
                axis="riding gains (bets)",
                choices=(RIDES, LEVEL, DOWN),
                spans=(*(Span(*group) for group in riding_rows(decision)), *_rest(decision)),
                wide=True,
            )

    def card(self, rules: Rules, house: LetItRideHouse, bet: int) -> Iterator[Step]:
        for decision in decisions(Optimal(pay(rules, house, bet))):
            rows = riding_rows(decision)
            held = f"{decision.bet.capitalize()}, {decision.cards} cards{decision.when}"
            for choice, heading in ((RIDES, "let it ride with"), (LEVEL, "no difference with")):
                if names := tuple(name for name, group_choice, *_ in rows if group_choice == choice):
                    yield Step(f"{held}: {heading}", names)
            if not rows:
                yield Step(held, ("Always take it back.",))
        costs: Fraction = base(rules, house, bet).house_edge
        yield Step("With everything else", ("Take the bet back.",))
        yield Step("What it costs", (f"Played this way, {describe_edge(costs, 'one bet')} on average.",))


MODEL = LetItRidePictures()
