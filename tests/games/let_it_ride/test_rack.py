"""The rack rebuilt into hands, for random rounds of both texts and every method. Impossible racks are refused."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from games.let_it_ride.golden import ROUNDS
from games.let_it_ride.scene import NEWEST, OLDEST, Scene
from pitboss.cli.main import main
from pitboss.engine.chance import seeded_source
from pitboss.engine.incidents.incident_kinds import FaceUpCard
from pitboss.engine.inputs import Close
from pitboss.engine.record import Chain
from pitboss.games.let_it_ride.law.facts import FIVE
from pitboss.games.let_it_ride.law.rack import dispute, rebuild
from pitboss.table.cards import FULL_DECK, Lying
from pitboss.table.facts import HAND_WINS
from pitboss.table.table import hand

METHODS: list[dict[str, Any]] = [
    {},
    {"dealing": "hand", "shuffler": "shuffler"},
    {"dealing": "automated-shoe", "shuffler": "shuffler"},
]


def random_round(seed: int, as_of: str, house: dict[str, Any], face_up: bool = False) -> tuple[Scene, dict[int, Any]]:
    """Play a round; return it and every hand as it lay on the layout."""
    chance = random.Random(seed)
    seats = sorted(chance.sample(range(1, 8), chance.randint(1, 7)))
    scene = Scene(
        dict.fromkeys(seats, ""), order=seeded_source(seed).order(FULL_DECK), as_of=as_of, **house
    ).open_betting()
    for seat in seats:
        scene.bet(seat)
    if face_up:
        scene.give(FaceUpCard(2))
    scene.give(Close())
    hands = {seat: scene.t.faces(hand(seat)) for seat in seats}
    while scene.driver.question is not None:
        scene.answer(chance.choice("rw"))
    return scene, hands


def collecting_order(scene: Scene, as_of: str) -> list[int]:
    """Return the positions from the dealer's right; in 1996 all losers before any winner."""
    order = sorted(scene.hands, reverse=True)
    if as_of == NEWEST:
        return order
    winners = [seat for seat in order if HAND_WINS(scene.t, seat)]
    return [seat for seat in order if seat not in winners] + winners


@pytest.mark.parametrize("house", METHODS)
@pytest.mark.parametrize("as_of", [NEWEST, OLDEST])
@pytest.mark.parametrize("face_up", [False, True])
def test_every_hand_is_rebuilt(as_of: str, house: dict[str, Any], face_up: bool) -> None:
    for seed in range(25):
        scene, hands = random_round(seed, as_of, house, face_up)
        rack, order = scene.t.places["discard rack"], collecting_order(scene, as_of)
        rebuilt = rebuild(rack, order)
        assert rebuilt.hands == hands
        assert (rebuilt.second, rebuilt.first) == FIVE.of(scene.t, min(hands))[3:]

        mixed = list(rack)
        random.Random(seed).shuffle(mixed)
        for wrong in (mixed, rack[1:], [*rack[1:], rack[1]], list(reversed(rack)), rack[: 2 + 3 * len(hands)]):
            with pytest.raises(ValueError, match="rack"):
                rebuild(wrong, order)
        for odd in (rack[:-1], [*rack, rack[0]], rack[: 3 + 3 * len(hands)]):  # the hands lie on top
            assert rebuild(odd, order) == rebuilt
        if len(hands) > 1:
            with pytest.raises(ValueError, match="rack"):
                rebuild(rack, order[1:])  # one player more was there


@pytest.mark.parametrize("seats", [[], [1, 1], [8]])
def test_bad_questions_are_refused(seats: list[int]) -> None:
    scene, _ = random_round(1, NEWEST, {})
    with pytest.raises(ValueError, match="not positions"):
        rebuild(scene.t.places["discard rack"], seats)


def test_collected_clockwise() -> None:
    scene = Scene({2: "", 5: ""}, readings={"collecting-order": "clockwise"}).deal()
    hands = {seat: scene.t.faces(hand(seat)) for seat in (2, 5)}
    rack = scene.all_ride().t.places["discard rack"]
    assert rebuild(rack, [2, 5]).hands == hands
    assert rebuild(rack, [5, 2]).hands != hands
    assert all(one.agrees for one in dispute(scene.driver))


@pytest.mark.parametrize("as_of", [NEWEST, OLDEST])
def test_dispute_settles_a_question(as_of: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene = Scene({2: "Tc Td 4h", 5: "3c 8d Jh"}, "2s 5s Qd", as_of=as_of).deal().all_ride()
    file = tmp_path / "round.jsonl"
    file.write_bytes(b"\n".join(Chain().append(scene.driver, "test", "00" * 32)) + b"\n")
    assert main(["dispute", str(file)]) == 0
    out = capsys.readouterr().out
    assert "seat 2, position 2: 10♣ 10♦ 4♥ Q♦ 5♠ in the rack make pair of tens, as settled" in out
    assert main(["dispute", str(file), "--seat", "5", "--json"]) == 0
    assert "3c" in capsys.readouterr().out


def test_a_dispute_that_is_right_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene({2: ""}).deal().all_ride()
    file = tmp_path / "round.jsonl"
    lines = Chain().append(scene.driver, "test", "00" * 32)
    file.write_bytes(b"\n".join(lines[:-3]) + b"\n")
    assert main(["dispute", str(file)]) == 2  # not over yet
    assert "not over" in capsys.readouterr().err
    file.write_bytes(b"\n".join(lines) + b"\n")
    monkeypatch.setattr("pitboss.games.let_it_ride.law.rack.five_card_class", lambda cards: "nothing")
    from pitboss.games.let_it_ride.law import rack

    wrong = rack.Rebuilt({2: ("Ah", "Kd", "2c")}, "3c", "4c", "5c")
    monkeypatch.setattr(rack, "rebuild", lambda *args, **kwargs: wrong)
    assert main(["dispute", str(file)]) == 1
    assert "was settled" in capsys.readouterr().out


@pytest.mark.parametrize("scenario", ROUNDS)
def test_every_golden_round_can_be_disputed(scenario: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check all of them, also rounds with a card face up in the stub. A deck of 51 or 53 is reported, and its hands are
    read."""
    driver = scenario().driver
    file = tmp_path / "round.jsonl"
    file.write_bytes(b"\n".join(Chain().append(driver, "test", "00" * 32)) + b"\n")
    whole = not driver.next or sorted(driver.next.decks[0].cards) == sorted(FULL_DECK) or driver.table.void
    assert main(["dispute", str(file)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert ("odd: " in told.out) is not bool(whole)
    assert driver.table.void or "as settled" in told.out
    assert main(["dispute", str(file), "--seat", "9"]) == (0 if driver.table.void else 2)


def test_the_rack_keeps_the_way_cards_lay() -> None:
    scene, _ = random_round(3, NEWEST, {})
    rack = scene.t.places["discard rack"]
    shown = 2 + 3 * len(scene.hands)
    assert all(isinstance(lying, Lying) for lying in rack)
    assert [lying.up for lying in rack] == [True] * shown + [False] * (52 - shown)
