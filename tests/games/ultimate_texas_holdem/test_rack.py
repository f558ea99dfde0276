"""The rack rebuilt into hands, for random rounds of every method. Impossible racks are refused."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.ultimate_texas_holdem.golden import ROUNDS
from games.ultimate_texas_holdem.scene import Scene
from games.ultimate_texas_holdem.test_properties import random_round
from pitboss.cli.main import main
from pitboss.engine.incidents.incident_kinds import CardExposed, ExtraCard, FaceUpCard, ShortCard
from pitboss.engine.inputs import Answer, Close, Input
from pitboss.engine.record import Chain
from pitboss.games.ultimate_texas_holdem.law import rack as racks
from pitboss.games.ultimate_texas_holdem.law.rack import collections_of, dispute, rebuild
from pitboss.games.ultimate_texas_holdem.law.steps import TakeStubBack
from pitboss.table.card_steps import Deal, DealUp
from pitboss.table.cards import FULL_DECK


@pytest.mark.parametrize("seed", range(40))
def test_every_hand_is_rebuilt_folded_ones_too(seed: int) -> None:
    scene, seats, _ = random_round(seed)
    lying, order = scene.t.places["discard rack"], collections_of(scene.driver)
    rebuilt = rebuild(lying, order)
    assert {seat: rebuilt[f"hand {seat}"] for seat in seats} == {seat: held.cards for seat, held in seats.items()}
    assert set(rebuilt) == {"stub", "dealer", "community", *(f"hand {seat}" for seat in seats)}
    assert all(hand.agrees for hand in dispute(scene.driver))
    assert [hand.seat for hand in dispute(scene.driver)] == [0, *sorted(seats)]  # the dealer's first
    mixed = list(lying)
    Random(seed).shuffle(mixed)
    needed = 7 + 2 * len(seats)
    for wrong in (mixed, lying[1:], [*lying[1:], lying[1]], list(reversed(lying)), lying[: needed - 1]):
        with pytest.raises(ValueError, match="rack"):
            rebuild(wrong, order)
    for odd in (lying[:-1], [*lying, lying[0]], lying[:needed]):  # the hands lie on top
        assert {**rebuild(odd, order), "stub": ()} == {**rebuilt, "stub": ()}
    with pytest.raises(ValueError, match="rack"):
        rebuild(lying, [*order, *order, *order])


@pytest.mark.parametrize(
    ("place", "seats"), [("dealer", [2, 5]), ("hand 2", [5]), ("hand 5", [2])], ids=["dealer", "without trips", "trips"]
)
@pytest.mark.parametrize("wrong", [ExtraCard, ShortCard])
def test_a_rack_with_a_hand_of_a_wrong_number_is_not_accused(
    wrong: type[ExtraCard | ShortCard], place: str, seats: list[int]
) -> None:
    scene = Scene({2: "Ac 3d", 5: "7c 7h"}, "Kh Ks", "2h 7d 9h Js 5c").deal(trips={5: 500}).answer("c")
    scene.give(wrong(place), CardExposed("dealer", 0))
    assert scene.t.void == ""
    found = list(dispute(scene.driver))
    assert [hand.seat for hand in found] == seats
    assert all(hand.agrees for hand in found)


def test_nor_one_with_a_hand_that_was_void_before_the_flop_or_mended() -> None:
    void = Scene({2: "", 5: "7c 7h"}).place_wagers().step(Close()).run_until(Deal, 6).step(ExtraCard("hand 2")).run()
    assert void.answer("4").driver.done  # the void hand lies below the burned cards
    assert [hand.seat for hand in dispute(void.driver)] == [0, 5]
    other = Scene({2: "", 5: "7c 7h"}, readings={"stub-moment": "after-the-decisions"}).deal().answer("c c c")
    other.give(ShortCard("hand 2")).step(Answer(5, "check")).run_until(DealUp, 5).step(ExtraCard("hand 2")).run()
    other.answer("f f")  # his second card is another than the one he was dealt, and nobody turned it up
    assert [hand.seat for hand in dispute(other.driver)] == [0, 5]


def test_nor_one_with_a_card_face_up_in_a_folded_hand() -> None:
    scene = Scene({2: "", 5: "7c 7h"}, readings={"stub-moment": "after-the-decisions"}).deal().answer("c c c c")
    scene.give(FaceUpCard(0), ExtraCard("hand 2")).answer("f f")  # it was dealt to him as it lay
    assert [hand.seat for hand in dispute(scene.driver)] == [0, 5]


LATE = {"stub-moment": "after-the-decisions", "dealer-over": "void", "trips-when-the-dealer-is-misdealt": "settled"}


@pytest.mark.parametrize(
    ("readings", "wrong", "more"),
    [
        (LATE, ExtraCard("dealer"), ()),
        (LATE, ShortCard("dealer"), ()),
        ({}, ExtraCard("dealer"), (CardExposed("dealer", 0),)),
        ({}, ShortCard("dealer"), (CardExposed("dealer", 0),)),
    ],
)
def test_a_stub_that_was_taken_back_is_counted_once(
    readings: dict[str, str], wrong: Input, more: tuple[Input, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Check that a hand folded before the stub went to the rack lies below it, wherever the stub was in between."""
    scene = Scene({2: "Ac 3d", 5: "7c 7h"}, "Kh Ks", "2h 7d 9h Js 5c", readings=readings).deal(trips={5: 500})
    scene.answer("c").step(Answer(5, "check")).run_until(DealUp, 2).step(wrong).run().answer("c c f")
    scene.give(*more).answer("f" * (scene.driver.question is not None))
    assert (len(scene.steps(TakeStubBack)), scene.t.void) == (1, "")
    assert [place for place, _ in collections_of(scene.driver)].count("stub") == 1
    assert [hand.position for hand in dispute(scene.driver) if not hand.agrees] == []
    assert main(["dispute", str(record_file(scene, tmp_path))]) == 0
    told = capsys.readouterr()
    assert (told.err, "seat 5" in told.out) == ("", True)


def test_a_rack_that_cannot_be_read_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene({2: "Tc Td"}, "Kh Ks", "2s 5s Qd 9h Jh").deal().answer("4")
    file = record_file(scene, tmp_path)
    monkeypatch.setattr(
        racks, "collections_of", lambda driver: [*collections_of(driver), racks.PickedUp("stub", (False,) * 40)]
    )
    assert main(["dispute", str(file)]) == 2
    told = capsys.readouterr()
    assert told.err == ""
    assert "the hands cannot be rebuilt from the rack of the record: the cards of " in told.out
    assert main(["dispute", "--json", str(file)]) == 2
    assert json.loads(capsys.readouterr().out)[0]["unread"].startswith("the cards of ")


def record_file(scene: Scene, folder: Path) -> Path:
    file = folder / "round.jsonl"
    file.write_bytes(b"\n".join(Chain().append(scene.driver, "test", "00" * 32)) + b"\n")
    return file


def test_a_dispute_is_settled_and_one_that_is_right_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene({2: "Tc Td", 5: "3c 8d", 6: "6c 5d"}, "Kh Ks", "2s 5s Qd 9h Jh").deal(trips={5: 500})
    scene.answer("4 c c c c f f")
    file = tmp_path / "round.jsonl"
    file.write_bytes(b"\n".join(Chain().append(scene.driver, "test", "00" * 32)) + b"\n")
    assert main(["dispute", str(file)]) == 0
    out = capsys.readouterr().out
    assert "the dealer: K♥ K♠ Q♦ 9♥ J♥ in the rack make pair of kings, as settled [32.10(i)]" in out
    assert "seat 2, position 2: 10♣ 10♦ Q♦ 9♥ J♥ in the rack make pair of tens, as settled [32.10(i)]" in out
    assert "seat 5, position 5: 8♦ 5♠ Q♦ 9♥ J♥ in the rack make queen high" in out  # folded, under his trips
    assert "seat 6, position 6: 5♦ 5♠ Q♦ 9♥ J♥ in the rack make pair of fives" in out  # folded face down
    monkeypatch.setattr(racks, "best_hand", lambda own, board, way: own + board[:3])
    assert main(["dispute", str(file)]) == 1
    assert "was settled" in capsys.readouterr().out


@pytest.mark.parametrize("scenario", ROUNDS)
def test_every_golden_round_can_be_disputed(scenario: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    driver = scenario().driver
    file = tmp_path / "round.jsonl"
    file.write_bytes(b"\n".join(Chain().append(driver, "test", "00" * 32)) + b"\n")
    whole = not driver.next or sorted(driver.next.decks[0].cards) == sorted(FULL_DECK) or driver.table.void
    assert main(["dispute", str(file)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert ("odd: " in told.out) is not bool(whole)
