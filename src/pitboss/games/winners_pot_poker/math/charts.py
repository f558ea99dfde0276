"""Pictures of the cost of a fold for a jacks plus wager. Nothing else of the game is counted or drawn."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.counting.strategy_pictures import PictureModel, Span, Spans, Step, describe_edge
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.math.exact import COMPLETED, jacks_plus
from pitboss.games.winners_pot_poker.math.exact import MODEL as EXACT
from pitboss.law.rules import Rules


class WinnersPotPokerPictures(PictureModel[WinnersPotHouse]):
    """The cost of each way to fold for a jacks plus wager."""

    def pictures(self, rules: Rules, house: WinnersPotHouse, bet: int) -> Iterator[Spans]:
        yield Spans(
            title="What folding costs a jacks plus wager",
            unit="House edge, in percent of the jacks plus wager. There is no picture of the pot: what it is worth "
            "depends on the other players.",
            axis="house edge (percent of the wager)",
            choices=("",),
            spans=tuple(
                Span(row.variant, "", row.house_edge, row.house_edge, 0) for row in EXACT.wagers(rules, house, bet)
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


MODEL = WinnersPotPokerPictures()
