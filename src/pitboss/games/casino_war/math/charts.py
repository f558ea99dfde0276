"""Pictures and a card of the worth of a tie at Casino War, rank by rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pitboss.counting.strategy_pictures import Picture, Span, Spans, Step, describe_edge
from pitboss.games.casino_war.law.house import TIE, CasinoWarHouse, offers_tie
from pitboss.games.casino_war.law.play import GO_TO_WAR, SURRENDER
from pitboss.games.casino_war.math.exact import full_shoe, initial, net_of_surrender, tie, war_worth
from pitboss.law.rules import Rules
from pitboss.table.cards import RANK_NAMES, RANKS

LEVEL = "all the same"


def pictures(rules: Rules, house: CasinoWarHouse, bet: int) -> Iterator[Picture]:
    left, given_up = full_shoe(house), net_of_surrender(rules, house, bet)
    spans = []
    for rank in reversed(RANKS):
        gain = war_worth(rules, house, left - Counter({rank: 2})) - given_up
        what = GO_TO_WAR if gain > 0 else SURRENDER if gain < 0 else LEVEL
        spans.append(Span(f"a tie of {RANK_NAMES[rank]}s", what, gain, gain, left[rank] * (left[rank] - 1)))
    yield Spans(
        title="What to do after a tie",
        unit="What a war gains over surrender, in initial wagers, with a whole shoe",
        axis="a war gains (initial wagers)",
        choices=(GO_TO_WAR, LEVEL, SURRENDER),
        spans=tuple(spans),
    )


def card(rules: Rules, house: CasinoWarHouse, bet: int) -> Iterator[Step]:
    (picture,) = pictures(rules, house, bet)
    assert isinstance(picture, Spans)
    done = {span.what for span in picture.spans}
    advice = {
        frozenset({GO_TO_WAR}): "Go to war with every tie.",
        frozenset({SURRENDER}): "Surrender every tie.",
        frozenset({LEVEL}): "Surrender or go to war: both cost the same.",
    }
    ranks = [span.name for span in picture.spans if span.what == GO_TO_WAR]
    mixed = f"Go to war with {', '.join(ranks)}, and surrender others."
    yield Step("When you tie", (advice.get(frozenset(done), mixed),))
    costs = [f"Played this way, {describe_edge(initial(rules, house, bet).house_edge, 'your initial bet')} on average."]
    if offers_tie(house):
        costs.append(f"Of a tie bet {describe_edge(tie(rules, house, TIE).house_edge, 'it')} on average.")
    yield Step("What it costs", tuple(costs))
