"""The rack of Three Card Poker rebuilt into hands, for random rounds of every method. Impossible racks are refused."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from games.three_card_poker.golden import ROUNDS
from games.three_card_poker.scene import METHODS, Scene
from pitboss.cli.main import main
from pitboss.engine.chance import seeded_source
from pitboss.engine.incidents.incident_kinds import FaceUpCard
from pitboss.engine.inputs import Close
from pitboss.engine.record import Chain
from pitboss.games.three_card_poker.law import rack
from pitboss.games.three_card_poker.law.rack import rebuild
from pitboss.table.cards import FULL_DECK
from pitboss.table.table import DEALER, hand


def random_round(seed: int, house: dict[str, Any], face_up: bool) -> tuple[Scene, dict[int, Any], set[str], str]:
    """Play a round; return it, every hand as it lay on the layout, the dealer's hand, and the answers in order."""
    chance = random.Random(seed)
    seats = sorted(chance.sample(range(1, 8), chance.randint(1, 7)))
    scene = Scene(dict.fromkeys(seats, ""), order=seeded_source(seed).order(FULL_DECK), **house).open_betting()
    for seat in seats:
        scene.bet(seat)
    if face_up:
        scene.give(FaceUpCard(2))
    scene.give(Close())
    hands = {seat: scene.t.faces(hand(seat)) for seat in seats}
    dealer = set(scene.t.faces(DEALER))
    answers = "".join(chance.choice("ppf") for _ in seats)
    return scene.answer(answers), hands, dealer, answers


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("face_up", [False, True])
def test_every_hand_is_rebuilt_also_a_forfeited_one(method: str, face_up: bool) -> None:
    for seed in range(25):
        scene, hands, dealer, answers = random_round(seed, METHODS[method], face_up)
        pile = scene.t.places["discard rack"]
        from_the_right = list(zip(hands, answers, strict=True))[::-1]
        played = [seat for seat, answer in from_the_right if answer == "p"]
        forfeited = [seat for seat, answer in from_the_right if answer == "f"]
        rebuilt = rebuild(pile, played, forfeited)
        assert rebuilt.hands == hands
        assert set(rebuilt.dealer) == dealer

        mixed = list(pile)
        random.Random(seed).shuffle(mixed)
        needed = 3 * (1 + len(hands))
        for wrong in (mixed, pile[1:], [*pile[1:], pile[1]], list(reversed(pile)), pile[: needed - 1]):
            with pytest.raises(ValueError, match="rack"):
                rebuild(wrong, played, forfeited)
        for odd in (pile[:-1], [*pile, pile[0]], pile[:needed]):  # the hands lie on top
            assert rebuild(odd, played, forfeited) == rebuilt
        if played:
            with pytest.raises(ValueError, match="rack"):
                rebuild(pile, played[1:], forfeited or [9])  # one more was there
        if played and forfeited:
            with pytest.raises(ValueError, match="rack"):
                rebuild(pile, forfeited + played)  # nobody showed a forfeited hand


@pytest.mark.parametrize("answers", ["pp", "pf"])
def test_the_top_card_of_the_stub_may_lie_face_up(answers: str, tmp_path: Path) -> None:
    """Check that it goes undetected, because it is the first card that is not dealt."""
    scene = Scene({1: "", 4: ""}).place_wagers().give(FaceUpCard(9)).give(Close())
    hands = {seat: scene.t.faces(hand(seat)) for seat in (1, 4)}
    scene.answer(answers)
    assert scene.t.void == ""
    played, forfeited = ([4, 1], []) if answers == "pp" else ([1], [4])
    assert rebuild(scene.t.places["discard rack"], played, forfeited).hands == hands
    assert main(["dispute", record(scene, tmp_path)]) == 0


@pytest.mark.parametrize(("played", "forfeited"), [([], []), ([1, 1], []), ([1], [1])])
def test_bad_questions_are_refused(played: list[int], forfeited: list[int]) -> None:
    pile = Scene({1: ""}).deal().all_play().t.places["discard rack"]
    with pytest.raises(ValueError, match="not positions"):
        rebuild(pile, played, forfeited)


def record(scene: Scene, folder: Path) -> str:
    file = folder / "round.jsonl"
    file.write_bytes(b"\n".join(Chain().append(scene.driver, "test", "00" * 32)) + b"\n")
    return str(file)


@pytest.mark.parametrize("order", ["counterclockwise", "clockwise"])
def test_dispute_settles_a_question(order: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = {2: "Tc Td 4h", 3: "9c 5d 2h", 5: "3c 8d Jh", 6: "4c 5c 6c"}
    readings = {"collecting-order": order, "losers-collected": order}
    scene = Scene(hands, "Qs 5s 2d", readings=readings).deal(seat_6=(0, 500)).answer("pff")
    file = record(scene, tmp_path)
    assert main(["dispute", file]) == 0
    out = capsys.readouterr().out
    assert "seat 2, position 2: 10♣ 10♦ 4♥ in the rack make pair of tens, as settled [20.10(d)]" in out
    assert "the dealer: Q♠ 5♠ 2♦ in the rack make queen high, as settled [20.10(d)]" in out
    assert "seat 3, position 3: 9♣ 5♦ 2♥ in the rack make nine high, as settled" in out  # as it was forfeited
    assert "seat 6, position 6: 4♣ 5♣ 6♣ in the rack make six-high straight flush, as settled" in out
    assert main(["dispute", file, "--seat", "5", "--json"]) == 0
    assert "3c" in capsys.readouterr().out


def test_a_dispute_that_is_right_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = record(Scene({2: "Ah Kd 9c"}).deal().all_play(), tmp_path)
    monkeypatch.setattr(rack, "rebuild", lambda *_: rack.Rebuilt({2: ("Ah", "Kd", "2c")}, ("3c", "4c", "5c")))
    assert main(["dispute", file]) == 1
    assert "but A♥ K♦ 9♣ was settled" in capsys.readouterr().out


@pytest.mark.parametrize("scenario", ROUNDS)
def test_every_golden_round_can_be_disputed(scenario: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene = scenario()
    driver = scene.driver
    whole = sorted(driver.next.decks[0].cards) == sorted(FULL_DECK) or driver.table.void
    assert main(["dispute", record(scene, tmp_path)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert ("odd: " in told.out) is not bool(whole)
    assert driver.table.void or "the dealer: " in told.out
