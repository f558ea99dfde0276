"""A discard rack with two cards of one face: they are two cards, told apart by their places."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kit.shoes import table_of
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.runner import play_round
from pitboss.games import REGISTERED, load
from pitboss.record.observed_rack import differences, is_whole, money
from pitboss.table.card_steps import DealUp
from pitboss.table.cards import Lying
from pitboss.table.money import chips_before
from pitboss.table.table import DISCARD_RACK, hand

GAMES = [name for name in REGISTERED if load(name).rests and load(name).dispute is not None]
ROUNDS = 60


def rounds(name: str, count: int) -> Iterator[Driver]:
    table, source = table_of(load(name)), seeded_source(1)
    carry = table.opening()
    for _ in range(count):
        driver = play_round(table.game, table.rules, table.house, carry, source, table.players)
        assert driver.next is not None
        carry = driver.next
        yield driver


def money_changes(driver: Driver, rack: list[Lying]) -> dict[int, int] | None:
    assert driver.game.dispute is not None
    return money(driver, driver.game.dispute, rack)


@pytest.mark.parametrize("name", GAMES)
def test_an_unchanged_rack_changes_no_money(name: str) -> None:
    for driver in rounds(name, 6):
        rack = driver.table.places[DISCARD_RACK]
        assert money_changes(driver, [*rack]) == {}
        assert differences(rack, rack) == []


def round_with_equal_cards() -> tuple[Driver, list[int]]:
    """Return a round in which both players were dealt the same face, and the places of the two cards in the rack."""
    for driver in rounds("casino-war", ROUNDS):
        dealt = [lying.card for lying in driver.table.places[DISCARD_RACK][:3]]
        held = [step.card for step in driver.log if isinstance(step, DealUp) and step.place in (hand(1), hand(2))]
        if len(held) == 2 and held[0] == held[1] and dealt.count(held[0]) == 2:
            return driver, [at for at, card in enumerate(dealt) if card == held[0]]
    raise AssertionError("no such round")


def test_replacing_one_of_two_equal_cards_changes_one_players_money() -> None:
    driver, places = round_with_equal_cards()
    rack = driver.table.places[DISCARD_RACK]
    dealer = next(lying.card for at, lying in enumerate(rack[:3]) if at not in places)
    assert rack[places[0]].card == rack[places[1]].card != dealer
    lost = driver.table.ledger[chips_before(1)] < driver.carry.accounts[chips_before(1)]
    better, worse = ("Ah", "2c")
    changed: list[int] = []
    for at in places:
        found = [*rack]
        found[at] = Lying(better if lost else worse, rack[at].up)
        told = money_changes(driver, found)
        assert told is not None
        assert len(told) == 1
        assert all((cents > 0) == lost for cents in told.values())
        assert len(differences(rack, found)) == 1
        changed += told
    assert sorted(changed) == [1, 2], "each place is of one player"


def test_a_rack_is_written_to_its_bottom_only_if_it_has_as_many_cards() -> None:
    """With several decks a card like the bottom one may lie anywhere."""
    rack = [Lying(card, True) for card in ("As", "Kd", "7c", "As")]
    assert is_whole(rack, rack)
    assert not is_whole(rack, rack[:1])
    assert not is_whole(rack, rack[:3])
    single = [Lying(card, True) for card in ("2c", "Kd", "As")]
    assert is_whole(single, [single[0], single[2]])
