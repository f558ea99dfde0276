"""Every incident, at steps of each golden round of Winner's Pot Poker: ruled, played on or impossible."""

from __future__ import annotations

from collections import Counter

import pytest

from golden_wp import WINNERS_POT, Rounds
from pitboss.engine.incidents import (
    CardExposed,
    CardMissing,
    CardTooMany,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    ShortCard,
)
from pitboss.engine.inputs import Input
from pitboss.games.winners_pot_poker.irregular import ForgottenButton, MissedBurn
from pitboss.games.winners_pot_poker.steps import DealerOut, DealThirdDown, KillHand, OweBurn, SupposeButton
from pitboss.table.steps import VoidHand
from sweep import IMPOSSIBLE, PLAYED_ON, RULED, RULINGS, Golden, check, play_with

STRIDE = 11  # of the steps; a soak looks at every one
ALL_RULINGS = (*RULINGS, KillHand, DealThirdDown, VoidHand, OweBurn, SupposeButton, DealerOut)


def incidents(hand: str) -> list[Input]:
    return [
        FaceUpCard(0),
        FaceUpCard(20),
        DrawnInError(),
        DrawnInError(exposed=True),
        *(kind(place) for kind in (ExtraCard, ShortCard) for place in (hand, "dealer")),
        CardMissing(),
        CardTooMany("Ah"),
        DeviceJam("shuffler"),
        DeviceJam("automated shoe"),
        *(CardExposed(place, index) for place in (hand, "dealer") for index in (0, 1)),
        MissedBurn(),
        ForgottenButton(),
    ]


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.soak) for first in range(1, STRIDE))])
def test_every_incident_has_one_of_three_results(first: int) -> None:
    found: Counter[str] = Counter()
    for number, scenario in enumerate(WINNERS_POT):
        if scenario.__annotations__["return"] == Rounds.__name__:
            continue  # several rounds; the sweep plays one
        golden = Golden(scenario)
        for after in range((first + number) % STRIDE, golden.steps + 1, STRIDE):
            for which, incident in enumerate(incidents(golden.hand)):
                result, driver = play_with(golden, after, incident, after + which, ALL_RULINGS)
                assert result in (RULED, PLAYED_ON, IMPOSSIBLE), result
                found[result] += 1
                if driver is not None:
                    check(golden, driver)
    assert min(found[RULED], found[PLAYED_ON], found[IMPOSSIBLE]) > 300, found
