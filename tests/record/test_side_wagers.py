"""Rounds with side wagers that the house describes: recorded, replayed, explained, and compared with theory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from pitboss.counting.side_wager_counts import side_wager_row
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Sit, Wager
from pitboss.engine.runner import act_for, submit_or_raise
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games import load
from pitboss.record.explain import StoryBuilder
from pitboss.record.round_playback import LoggedEntry, replay_entries
from pitboss.record.round_result import result_of
from pitboss.table.money import Money
from pitboss.table.side_wager import SideLine, SideWager, WhenFolded

GAMES = ("let-it-ride", "three-card-poker", "ultimate-texas-holdem", "winners-pot-poker")
ROUNDS = 6


def describe(game: str, when_folded: WhenFolded) -> SideWager:
    terms = load(game).house.side_terms
    cards, size = next(iter(terms.cards.items()))
    line = SideLine(hand="pair or better" if size > 2 else "pair", pays="3 to 1")
    return SideWager(
        name="lucky",
        cards=cards,
        minimum=Money(100),
        maximum=Money(1_000),
        when_folded=when_folded if terms.folded else None,
        pay=(line,),
    )


class Bettor:
    """A player by a game's first strategy who also bets on the described wager."""

    def __init__(self, strategy: Any) -> None:
        self.strategy = strategy

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        yield from self.strategy.wagers(view, house)
        yield Wager(view.seat, {"lucky": 300})

    def choose(self, view: Seen, ask: Ask) -> str:
        choice: str = self.strategy.choose(view, ask)
        return choice


def rounds(game: str, wager: SideWager) -> Iterator[Driver]:
    """Yield finished rounds of three players."""
    loaded, source = load(game), seeded_source(4)
    house, rules = loaded.house.usual(side_wager=(wager,)), loaded.rules({})
    players = dict.fromkeys((1, 2, 3), Bettor(next(iter(loaded.strategies.values()))))
    driver = Driver(loaded, rules, house, loaded.opening(house))
    for seat in players:
        submit_or_raise(driver, Sit(seat, f"Player {seat}", 10_000_000))
    for _ in range(ROUNDS):
        while not driver.done:
            act_for(driver, source, players)
        yield driver
        assert driver.next is not None
        driver = Driver(loaded, rules, house, driver.next)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("when_folded", ["settled", "lost"])
def test_a_round_is_valued_by_the_exact_row(game: str, when_folded: WhenFolded) -> None:
    wager = describe(game, when_folded)
    row = side_wager_row(wager, load(game).house.side_terms.cards[wager.cards])
    won = 0
    for driver in rounds(game, wager):
        (part,) = (part for part in result_of(driver).parts if part.wager == "lucky")
        assert part.handle == 900
        assert part.play == 0
        assert part.theory == (None if wager.when_folded == "lost" else 3 * 300 * row.house_edge)
        assert part.variances == (() if wager.when_folded == "lost" else (Fraction(300**2) * row.variance,) * 3)
        won += part.win
    assert won % 300 == 0


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_of_the_round_is_told(game: str) -> None:
    for driver in rounds(game, describe(game, "settled")):
        replayed = Driver(driver.game, driver.rules, driver.house, driver.carry, stepwise=True)
        builder = StoryBuilder(replayed)
        for item in replay_entries(replayed, (LoggedEntry(item, number) for number, item in enumerate(driver.log, 1))):
            builder.add(replayed, item)
        assert replayed.log == driver.log
        told = [story for seat in builder.stories() for story in seat.wagers if story.spot == "lucky"]
        assert [story.outcome in ("wins", "loses") for story in told] == [True] * 3
        assert {story.cite for story in told} == {"house:side-wager"}
