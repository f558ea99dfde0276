"""pitboss dispute: the hands of odd racks, racks that were found at the table, and what cannot be settled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.let_it_ride.golden import a_community_card_is_seen_and_the_supervisor_voids
from games.let_it_ride.scene import Scene as LetItRide
from games.three_card_poker.scene import Scene as ThreeCard
from games.ultimate_texas_holdem.scene import Scene as Ultimate
from games.winners_pot_poker.golden import ROUNDS as POTS
from kit.records import forge_chain, join_lines, lines_of_rounds
from pitboss.cli.main import main
from pitboss.common.rack import rack_oddities
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import CardMissing, CardTooMany
from pitboss.engine.inputs import Close
from pitboss.engine.record import Chain
from pitboss.record.observed_rack import differences, parse
from pitboss.table.cards import DOWN, FULL_DECK, UP, Lying


def write_record(folder: Path, *drivers: Driver) -> str:
    """Write a record of these rounds."""
    chain, lines = Chain(), []
    for driver in drivers:
        lines += chain.append(driver, "test", "00" * 32)
    file = folder / "round.jsonl"
    file.write_bytes(join_lines(lines))
    return str(file)


def as_text(rack: list[Lying]) -> str:
    return "\n".join(lying.card if lying.up else f"({lying.card})" for lying in rack) + "\n"


def write_rack(folder: Path, rack: list[Lying]) -> str:
    """Write the rack as somebody found it."""
    file = folder / "rack.txt"
    file.write_text(as_text(rack), encoding="utf-8")
    return str(file)


def swap_cards(rack: list[Lying], one: str, other: str) -> list[Lying]:
    """Exchange two cards; each lies as the other lay."""
    change = {one: other, other: one}
    return [Lying(change.get(lying.card, lying.card), lying.up) for lying in rack]


# --- decks that are not whole


@pytest.mark.parametrize(
    ("incident", "told"),
    [
        (CardMissing(), "odd: the rack holds 51 cards, not 52"),
        (CardTooMany("2c"), "odd: the rack holds 53 cards, not 52"),
    ],
)
def test_an_odd_deck_hides_no_hand_and_no_other_round(
    incident: Any, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd_one = LetItRide({2: "Tc Td 4h"}).open_betting().bet(2).give(incident, Close()).all_ride()
    whole = LetItRide({5: "9c 9d 4h"}).deal().all_ride()
    assert main(["dispute", write_record(tmp_path, odd_one.driver, whole.driver)]) == 0
    out = capsys.readouterr().out
    assert told in out
    assert "seat 2, position 2: 10♣ 10♦ 4♥" in out
    assert "seat 5, position 5: 9♣ 9♦ 4♥" in out
    assert out.count("odd: the rack") == 1


def test_odd_racks_are_described() -> None:
    deck = [DOWN[card] for card in FULL_DECK]
    assert rack_oddities(deck) == []
    assert rack_oddities(deck[1:]) == ["the rack holds 51 cards, not 52", "2♣ is missing"]
    assert rack_oddities([*deck, deck[0]]) == ["the rack holds 53 cards, not 52", "2♣ is there more than once"]
    assert rack_oddities([*deck[1:], deck[1]]) == ["3♣ is there more than once", "2♣ is missing"]
    assert rack_oddities(deck[6:])[1] == "2♣, 3♣, 4♣, 5♣ and 2 more are missing"


@pytest.mark.parametrize("scenario", POTS)
def test_every_golden_round_of_winners_pot_can_be_disputed(
    scenario: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    driver = scenario().driver
    assert main(["dispute", write_record(tmp_path, driver)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "seat 0" not in told.out
    whole = sorted(driver.next.decks[0].cards) == sorted(FULL_DECK) or driver.table.void
    assert ("odd: " in told.out) is not bool(whole)


def test_a_round_that_does_not_replay_is_not_a_wrong_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The round is reported and the others are read; the exit code is the one for unreadable rounds."""
    lines = lines_of_rounds(2)
    number = next(number for number, line in enumerate(lines) if b'"act":"burn"' in line)
    lines[number] = lines[number].replace(b'"act":"burn"', b'"act":"keep"')
    file = tmp_path / "round.jsonl"
    file.write_bytes(join_lines(forge_chain(lines)))
    assert main(["dispute", str(file)]) == 2
    told = capsys.readouterr()
    assert f"line {number + 1}: replay gives" in told.err
    assert "Round 1" not in told.out
    assert "Round 2" in told.out


# --- a rack that was found


def test_an_honest_rack_agrees(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    driver = Ultimate({2: "Tc Td", 5: "3c 8d"}, "Kh Ks", "2s 5s Qd 9h Jh").deal().answer("4 c c f").driver
    rack = list(driver.table.places["discard rack"])
    file = write_record(tmp_path, driver)
    assert main(["dispute", file, "--rack", write_rack(tmp_path, rack)]) == 0
    assert main(["dispute", file]) == 0
    one, other = capsys.readouterr().out.split("Round 1")[1:]
    assert one.strip() == other.strip()
    # The two cards of a hand lie the other way round: it is the same hand.
    at = next(index for index, lying in enumerate(rack) if lying.card in ("Tc", "Td"))
    rack[at], rack[at + 1] = rack[at + 1], rack[at]
    assert main(["dispute", file, "--rack", write_rack(tmp_path, rack)]) == 0
    out = capsys.readouterr().out
    assert f"card {at + 1} from the top is" in out
    assert "but" not in out


def test_another_hand_is_found_and_what_it_would_have_paid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The player was paid for tens, but the rack has a nine in place of a ten, so he had nothing."""
    driver = LetItRide({2: "Tc Td 4h", 5: "3c 8d Jh"}, "2s 5s Qd").deal().all_ride().driver
    rack = swap_cards(list(driver.table.places["discard rack"]), "Td", "9d")
    file = write_record(tmp_path, driver)
    assert main(["dispute", file, "--rack", write_rack(tmp_path, rack)]) == 1
    out = capsys.readouterr().out
    assert "seat 2, position 2: 10♣ 9♦ 4♥ Q♦ 5♠ in the rack make queen high, but 10♣ 10♦ 4♥ Q♦ 5♠ was settled" in out
    assert "seat 5, position 5: 3♣ 8♦ J♥ Q♦ 5♠ in the rack make queen high, as settled" in out
    assert "face up; the record has 10♦ face up" in out
    assert "with these cards seat 2 would have $30 less" in out  # three bets of $5, won at 1 to 1
    assert main(["dispute", file, "--rack", write_rack(tmp_path, rack), "--seat", "5"]) == 0  # his hand is as settled
    assert "seat 2 would" not in capsys.readouterr().out
    assert main(["dispute", file, "--rack", write_rack(tmp_path, rack), "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert told["money"] == {"2": -3000}
    assert (told["unlike"], len(told["differs"])) == ("", 2)


def test_another_hand_of_the_same_worth_changes_no_money(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    driver = LetItRide({2: "3c 8d Jh"}, "2s 5s Qd").deal().all_ride().driver
    rack = swap_cards(list(driver.table.places["discard rack"]), "3c", "4d")
    assert main(["dispute", write_record(tmp_path, driver), "--rack", write_rack(tmp_path, rack)]) == 1
    assert "with these cards everybody would have been paid the same" in capsys.readouterr().out


def test_the_dealers_hand_decides_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The dealer did not qualify with queen high or better, but the rack has a pair."""
    driver = ThreeCard({2: "Tc 8d 4h"}, "Js 5s 2d").deal().answer("p").driver
    rack = swap_cards(list(driver.table.places["discard rack"]), "Js", "5c")
    assert main(["dispute", write_record(tmp_path, driver), "--rack", write_rack(tmp_path, rack)]) == 1
    out = capsys.readouterr().out
    assert "the dealer: 5♣ 5♠ 2♦ in the rack make pair of fives, but J♠ 5♠ 2♦ was settled [20.10(d)]" in out
    assert "with these cards seat 2 would have $15 less" in out  # ante won, now ante and play lost
    assert main(["dispute", str(tmp_path / "round.jsonl"), "--rack", str(tmp_path / "rack.txt"), "--seat", "2"]) == 1
    out = capsys.readouterr().out  # his own hand is as settled, but not his money
    assert "10♣ 8♦ 4♥ in the rack make ten high, as settled" in out
    assert "with these cards seat 2 would have $15 less" in out


def test_a_rack_that_the_round_cannot_have_left_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    driver = LetItRide({2: "Tc Td 4h"}).deal().all_ride().driver
    rack = list(driver.table.places["discard rack"])
    file = write_record(tmp_path, driver)
    turned = [Lying(rack[0].card, False), *rack[1:]]
    assert main(["dispute", file, "--rack", write_rack(tmp_path, turned)]) == 1
    out = capsys.readouterr().out
    assert "no round like this one can have left such a rack: the top 5 cards of the rack must be face up" in out
    assert "card 1 from the top is" in out
    assert (
        main(["dispute", file, "--rack", write_rack(tmp_path, rack[:5])]) == 1
    )  # a card too few to know where hands end
    assert (
        main(["dispute", file, "--rack", write_rack(tmp_path, rack[:6])]) == 0
    )  # the rest of the stub is nobody's hand
    assert "odd: " not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("driver", "first_of_the_stub"),
    [
        (ThreeCard({2: "Ah Kd Td", 5: "8c 8d 8h", 6: "2c 9h Jh"}, "Js 5s 2d").deal().answer("p p p").driver, 13),
        (LetItRide({2: "Tc Td 4h"}).deal().all_ride().driver, 6),
        (Ultimate({2: "Tc Td"}, "Kh Ks", "2s 5s Qd 9h Jh").deal().answer("4").driver, 10),
    ],
)
def test_a_stub_left_out_is_not_a_faulty_deck(
    driver: Driver, first_of_the_stub: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, rack = write_record(tmp_path, driver), list(driver.table.places["discard rack"])
    for few in (first_of_the_stub, len(rack) - 1, len(rack)):
        assert main(["dispute", file, "--rack", write_rack(tmp_path, rack[:few])]) == 0
        assert "odd: " not in capsys.readouterr().out
    assert (
        main(["dispute", file, "--rack", write_rack(tmp_path, [*rack[:20], *rack[21:]])]) == 0
    )  # down to the bottom card
    assert "odd: the rack holds 51 cards, not 52" in capsys.readouterr().out
    assert main(["dispute", file, "--rack", write_rack(tmp_path, [*rack[:20], rack[0]])]) == 0
    assert capsys.readouterr().out.count("odd: ") == 1  # that there are two of a card is odd in any rack


def test_the_rack_of_a_void_round_is_compared_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    driver = a_community_card_is_seen_and_the_supervisor_voids().driver
    rack = list(driver.table.places["discard rack"])
    file = write_record(tmp_path, driver)
    for honest in (rack, rack[:10]):
        assert main(["dispute", file, "--rack", write_rack(tmp_path, honest)]) == 0
        assert "from the top" not in capsys.readouterr().out
    assert (
        main(["dispute", file, "--rack", write_rack(tmp_path, [Lying(rack[0].card, not rack[0].up), *rack[1:]])]) == 1
    )
    out = capsys.readouterr().out
    assert "so there is no hand to settle" in out
    assert "card 1 from the top is" in out
    assert "money" not in out
    twice = [*rack[:-1], rack[0]]
    assert main(["dispute", file, "--rack", write_rack(tmp_path, twice), "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert len(told["differs"]) == 1
    assert len(told["odd"]) == 2  # one card twice, another not at all
    assert main(["dispute", file]) == 0


@pytest.mark.parametrize(
    ("driver", "made"),
    [
        (ThreeCard({2: "Ah Kd Td"}, "Js 5s 2d").deal().answer("p").driver, "A♥ K♦ 10♦ in the rack make ace high"),
        (ThreeCard({2: "6h 6d 6c"}, "Js 5s 2d").deal().answer("p").driver, "make three sixes"),
        (LetItRide({2: "Ac 3d 4h"}, "2s Ks Qd").deal().all_ride().driver, "make ace high"),
        (LetItRide({2: "9c 9d 4h"}, "2s Ks Qd").deal().all_ride().driver, "make pair of nines"),
        (Ultimate({2: "Tc Ad"}, "Kh Ks", "2s 5s Qd 9h Jh").deal().answer("4").driver, "make ace high"),
        (Ultimate({2: "Tc Ad"}, "Kh Ks", "2s 5s Qd 9h Jh").deal().answer("4").driver, "make pair of kings"),
    ],
)
def test_hands_are_named_as_the_dealer_names_them(
    driver: Driver, made: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dispute", write_record(tmp_path, driver)]) == 0
    out = capsys.readouterr().out
    assert f"{made}, as settled" in out
    assert "make nothing" not in out


def test_money_is_not_computed_for_another_deck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    driver = LetItRide({2: "Tc Td 4h"}).deal().all_ride().driver
    rack = [UP["Tc"] if lying.card == "Td" else lying for lying in driver.table.places["discard rack"]]
    assert main(["dispute", write_record(tmp_path, driver), "--rack", write_rack(tmp_path, rack)]) == 1
    out = capsys.readouterr().out
    assert "odd: 10♣ is there more than once" in out
    assert "whether the money would change cannot be said" in out


def test_a_rack_is_of_one_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drivers = [LetItRide({seat: ""}).deal().all_ride().driver for seat in (2, 3)]
    file, rack = write_record(tmp_path, *drivers), write_rack(tmp_path, list(drivers[1].table.places["discard rack"]))
    assert main(["dispute", file, "--rack", rack]) == 2
    assert "name it with --round" in capsys.readouterr().err
    assert main(["dispute", file, "--rack", rack, "--round", "2"]) == 0


# --- the text


def test_racks_are_written_as_people_write_cards() -> None:
    text = "As 10h # the top\n(2c, 7♦)\n\n(\nkD\n)\tQs"
    assert parse(text) == [UP["As"], UP["Th"], DOWN["2c"], DOWN["7d"], DOWN["Kd"], UP["Qs"]]
    assert parse(as_text([UP["As"], DOWN["As"]])) == [UP["As"], DOWN["As"]]  # that is odd, but it can be written


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "there is no card in it"),
        ("# As", "there is no card in it"),
        ("As\n1h", "line 2: '1h' is not a card"),
        ("As\nKx", "line 2: 'Kx' is not a card"),
        ("A" * 99, "line 1: 'AAAAAAAAAAAAAAAAAAAA' is not a card"),
        ("As\n(Kd", "line 2: the parenthesis is not closed"),
        ("As)", "line 1: a parenthesis closes that was not opened"),
        ("((As))", "line 1: a parenthesis opens inside another one"),
    ],
)
def test_a_text_that_is_no_rack_is_refused(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rack.txt"
    file.write_text(text, encoding="utf-8")
    record = write_record(tmp_path, LetItRide({2: ""}).deal().all_ride().driver)
    assert main(["dispute", record, "--rack", str(file)]) == 2
    err = capsys.readouterr().err
    assert f"{file}: {told}" in err
    assert len(err.splitlines()) == 1


def test_many_differences_are_counted() -> None:
    deck = [DOWN[card] for card in FULL_DECK]
    turned = [UP[card] for card in FULL_DECK]
    assert len(differences(deck, turned[:8])) == 8
    assert differences(deck, turned[:9])[-1] == "and 1 more card differs"
    assert differences(deck, turned[:10])[-1] == "and 2 more cards differ"
    assert differences(deck, [*deck, deck[0]]) == ["1 more card lies under them than the record has"]
    assert differences(deck, [*deck, *deck[:2]]) == ["2 more cards lie under them than the record has"]
    assert differences(deck, deck[:5]) == []
