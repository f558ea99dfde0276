"""A hand that its player has folded stays his to see until the round is over, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest

from games.three_card_poker.scene import Scene as ThreeCard
from games.ultimate_texas_holdem.scene import Scene as Ultimate
from games.winners_pot_poker.scene import Pot
from kit.scene import CardScene
from pitboss.engine.inputs import Answer
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.table.cards import parse_cards
from pitboss.table.facts import FOLDED

HANDS = {1: "2h 7d 9c", 3: "As Ah Ad", 5: "Ks Kh Kd"}
PAIRS = {1: "2h 7d", 3: "As Ah", 5: "Ks Kh"}
POTS = {1: "2h 7d 9c 3s", 3: "As Ah 5d 4c 6h", 5: "Ks Kh 8d Jc Qd"}

# How the round begins, what everybody else answers in turn, and what position 1 folded.
SCENES: dict[str, tuple[Callable[[], CardScene], str, str]] = {
    "three card": (lambda: ThreeCard(HANDS).deal(), "p", "2h 7d 9c"),
    "three card, pair plus out": (lambda: ThreeCard(HANDS).deal(seat_1=(500, 500)), "p", "2h 7d 9c"),
    "ultimate": (lambda: Ultimate(PAIRS).deal(), "cc1", "2h 7d"),
    "ultimate, under trips": (lambda: Ultimate(PAIRS).deal(trips={1: 500}), "cc1", "2h 7d"),
    "winner's pot, at the bet": (lambda: Pot(POTS, folds={1: "bet"}).deal(), "bd", "2h 7d 9c"),
    "winner's pot, at the double": (lambda: Pot(POTS, folds={1: "double"}).deal(), "bd", "2h 7d 9c 3s"),
}


def moments(scene: CardScene, answers: str, folds_at: str) -> Iterator[None]:
    """Act by act to the end. Position 1 answers like the others until it folds."""
    given = dict.fromkeys((1, 3, 5), 0)
    while not scene.driver.done:
        asked = scene.driver.question
        if asked is None:
            scene.driver.run(1)
        else:
            word = scene.words[answers[given[asked.position]]]
            given[asked.position] += 1
            if asked.position == 1 and asked.subject.endswith(folds_at) and word not in ("check",):
                word = "fold"
            assert not scene.driver.submit(Answer(asked.seat, word, asked.position), stepwise=True)
        yield


@pytest.mark.parametrize("which", SCENES)
def test_to_the_end_of_the_round_and_to_nobody_else(which: str) -> None:
    begin, answers, cards = SCENES[which]
    folds_at = which.partition("at the ")[2]
    scene, folded, seen = begin(), parse_cards(cards), 0
    in_rack = False
    for _ in moments(scene, answers, folds_at):
        t = scene.t
        if not FOLDED(t, 1) or scene.driver.done:
            continue
        seen += 1
        assert view(scene.driver, 1).hands[1] == folded
        assert view(scene.driver, 1).out[1] == "folded"
        in_rack = in_rack or not t.has_hand(1)
        up = {lying.card for pile in t.places.values() for lying in pile if lying.up}
        for seat in (SPECTATOR, 3, 5):
            other = view(scene.driver, seat)
            if not up & set(folded):
                assert set(other.hands.get(1, ())) <= {HIDDEN}
                told = msgspec.json.encode(msgspec.structs.replace(other, acts=())).decode()
                assert not [card for card in folded if f'"{card}"' in told]
    assert seen > 5
    assert in_rack


def test_a_hand_that_was_not_folded_is_gone_when_it_is_collected() -> None:
    scene = ThreeCard(HANDS).deal().all_play()
    assert scene.driver.done
    assert view(scene.driver, 1).hands == {}
