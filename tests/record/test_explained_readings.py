"""The explanation of a wager names every reading that decided it: in the verdict, the collection or the payment."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.three_card_poker.scene import Scene
from kit.parts import ROUNDS, Scenario
from pitboss.engine.driver import Driver
from pitboss.engine.record import Chain
from pitboss.law.force import is_reading, split_citation
from pitboss.record.explain import WagerStory, explain
from pitboss.record.replay import read
from pitboss.table.steps import CollectWager, JudgeHand, JudgeWager, PayWager

Wager = tuple[int, str]  # a position and an area


def stories_of(driver: Driver) -> dict[Wager, list[WagerStory]]:
    (record,) = read(b"\n".join(Chain().append(driver, "test", "00" * 32)))[1]
    stories: dict[Wager, list[WagerStory]] = {}
    for seat_story in explain(record):
        for story in seat_story.wagers:
            stories.setdefault((story.position, story.spot), []).append(story)
    return stories


def deciding_readings(driver: Driver) -> Iterator[tuple[Wager, str]]:
    """Yield every reading that an act cites which judges, collects or pays a wager."""
    for act in driver.log:
        if isinstance(act, JudgeWager | CollectWager | PayWager):
            spots: tuple[str, ...] = (act.spot,)
            sources = [*split_citation(act.cite), *split_citation(getattr(act, "by", ""))]
        elif isinstance(act, JudgeHand):
            spots, sources = act.decides, split_citation(act.cite)
        else:
            continue
        for spot in spots:
            for reading in filter(is_reading, sources):
                yield (act.position, spot), reading


@pytest.mark.parametrize(
    ("game", "scenario"), [(game, scenario) for game, scenarios in ROUNDS.items() for scenario in scenarios]
)
def test_a_reading_that_decides_a_wager_is_in_its_story(game: str, scenario: Scenario) -> None:
    for driver in scenario().rounds:
        stories = stories_of(driver)
        for wager, reading in deciding_readings(driver):
            cited = [story.cite for story in stories[wager]]
            assert any(reading in split_citation(cite) for cite in cited), (wager, reading, cited)


def three_card_citations(player: str, dealer: str, **readings: str) -> dict[str, str]:
    """Return the citation of each wager of one player who plays on at Three Card Poker."""
    given = {key.replace("_", "-"): choice for key, choice in readings.items()}
    scene = Scene({1: player}, dealer, readings=given).deal(seat_1=(500, 500)).all_play()
    return {spot: story.cite for (_, spot), (story,) in stories_of(scene.driver).items()}


@pytest.mark.parametrize("choice", ["ante-always", "ante-and-play", "ante-unless-beaten"])
def test_an_ante_bonus_names_the_reading_that_sets_its_amount(choice: str) -> None:
    cited = three_card_citations("4c 5d 6h", "Kc 9d 4h", ante_bonus=choice)
    assert cited["ante bonus"] == "20.11(a)3, reading:ante-bonus"


def test_the_reading_by_which_ace_two_three_wins_or_loses_pair_plus_is_named() -> None:
    assert three_card_citations("Ac 2d 3h", "Jc 9d 4h")["pair plus"] == "20.11(a)2, reading:ace-two-three"
    lost = three_card_citations("Ac 2d 3h", "Jc 9d 4h", ace_two_three="none")
    assert lost["pair plus"] == "20.10(c), reading:ace-two-three"


def test_a_reading_that_decides_the_comparison_is_named_for_ante_and_play() -> None:
    cited = three_card_citations("Kc Kd 9s", "Ac 2d 3h")
    assert {cited["ante"], cited["play"]} == {"20.10(c), reading:ace-two-three"}
    cited = three_card_citations("Qc Kd 9s", "Jc Td 4h")  # here every choice comes to the same
    assert not is_reading(cited["ante"])
