"""Cards that stay in play from round to round: carried, accounted for, and out of play when a round is wound up."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import msgspec
import pytest
from msgspec import UNSET

from kit.shoe_toy import BEHIND
from kit.shoe_toy import GAME as SHOE_TOY
from pitboss.engine.carry import LEAST_SALT, Carry, Shoe, pack
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.possible_incidents import possible_later, possible_now
from pitboss.engine.inputs import CardOrder, Close, Cut
from pitboss.engine.record import Chain
from pitboss.engine.runner import act_for, play_round
from pitboss.engine.view import RACK, TO_DEAL, cutting_card_seen, view
from pitboss.engine.waits import CuttingCardWanted, ShoeOrderWanted
from pitboss.games import REGISTERED, load
from pitboss.record.verify import verify
from pitboss.store.rounds.round_rows import carry_text, read_carry
from pitboss.store.rounds.wind_up import wind_up
from pitboss.table.card_steps import BurnCard
from pitboss.table.cards import FULL_DECK, UP, parse_cards
from pitboss.table.money import OUTSIDE, chips_before
from pitboss.table.shoe_steps import CuttingCardOut, EmptyShoe, ShuffleShoe
from pitboss.table.steps import Step
from pitboss.table.table import DISCARD_RACK, SHOE

HOUSE = SHOE_TOY.house.usual()
RULES = SHOE_TOY.rules({})
PLAYERS = {1: SHOE_TOY.strategies["bold"], 2: SHOE_TOY.strategies["careful"]}
WHOLE = Counter(FULL_DECK * 2)


@pytest.fixture(autouse=True)
def _register(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTERED, SHOE_TOY.name, "kit.shoe_toy")


def at_a_table() -> Carry:
    """Return a table at which two players sit and the cards have yet to come."""
    carry = SHOE_TOY.opening(HOUSE)
    chips = dict.fromkeys(map(chips_before, PLAYERS), 100_000)
    accounts = {**carry.accounts, **chips, OUTSIDE: carry.accounts[OUTSIDE] - sum(chips.values())}
    players = {seat: f"Player {seat}" for seat in PLAYERS}
    return msgspec.structs.replace(carry, players=players, accounts=accounts)


def rounds(count: int, carry: Carry | None = None, seed: int = 1) -> list[Driver]:
    """Play rounds one after the other, each from what the one before left, as it is written down and read."""
    carry, source, played = carry or at_a_table(), seeded_source(seed), []
    for _ in range(count):
        played.append(play_round(SHOE_TOY, RULES, HOUSE, read_carry(carry_text(carry)), source, PLAYERS))
        assert played[-1].next is not None
        carry = played[-1].next
    return played


def shoe_of(carry: Carry | None) -> Shoe:
    assert carry is not None
    assert carry.shoe is not UNSET
    return carry.shoe


def did(driver: Driver, kind: type[Step]) -> bool:
    return any(isinstance(item, kind) for item in driver.log)


def test_a_shoe_goes_on_in_the_next_round_until_the_cutting_card_is_out() -> None:
    played = rounds(30)
    first, second = played[:2]
    assert did(first, ShuffleShoe)
    assert did(first, BurnCard)
    assert not did(second, ShuffleShoe)
    assert second.carry.shoe == first.next.shoe  # type: ignore[union-attr]
    left = shoe_of(first.next).cards[SHOE]
    dealt = [lying.card for lying in second.table.places[DISCARD_RACK]][:3]
    assert sorted(dealt) == sorted(left[:3])
    last = next(driver for driver in played if did(driver, EmptyShoe))
    assert did(last, CuttingCardOut)
    assert last.next is not None
    assert last.next.shoe is UNSET
    behind = shoe_of(last.carry).cutting_card
    assert behind is not None
    assert BEHIND[0] <= behind <= BEHIND[1]
    assert did(played[played.index(last) + 1], ShuffleShoe)


def test_every_card_is_accounted_for_though_there_are_two_of_each() -> None:
    for driver in rounds(30):
        assert driver.next is not None
        rack, shoe = driver.next.decks[0].cards, driver.next.shoe
        assert Counter(rack + (() if shoe is UNSET else shoe.cards[SHOE])) == WHOLE
        seen = view(driver, 1).piles
        assert seen[TO_DEAL] + seen[RACK] == len(FULL_DECK) * 2


def test_everybody_sees_that_the_cutting_card_came_out_and_nobody_where_it_lies() -> None:
    assert cutting_card_seen(Driver(SHOE_TOY, RULES, HOUSE, at_a_table())) == ""  # nothing is in the shoe yet
    source, carry, seen = seeded_source(1), at_a_table(), set[tuple[str, bool]]()
    for _ in range(30):
        driver = Driver(SHOE_TOY, RULES, HOUSE, carry, stepwise=True)
        while not driver.done:
            seen.add((cutting_card_seen(driver), driver.table.cutting_card is None and bool(driver.table.cards(SHOE))))
            if driver.wait is None:
                driver.run(1)
            else:
                act_for(driver, source, PLAYERS)
        assert driver.next is not None
        carry = driver.next
    assert seen == {("", False), ("in", False), ("out", True)}


def test_a_card_that_lies_face_up_in_the_shoe_does_so_in_the_next_round() -> None:
    driver = rounds(1)[0]
    assert "face_up" not in carry_text(driver.carry) + carry_text(driver.next)  # type: ignore[arg-type]
    pile = driver.table.places[SHOE]
    pile[5] = UP[pile[5].card]
    carry = read_carry(carry_text(pack(driver.table, driver.carry, SHOE_TOY.rests)))
    assert shoe_of(carry).face_up == {SHOE: (5,)}
    again = Driver(SHOE_TOY, RULES, HOUSE, carry)
    assert again.table.places[SHOE] == pile
    assert carry.digest != driver.next.digest  # type: ignore[union-attr]


def test_a_record_of_many_shoes_verifies() -> None:
    chain, lines, source, carry = Chain(), [], seeded_source(7), at_a_table()
    for _ in range(30):
        driver = play_round(SHOE_TOY, RULES, HOUSE, carry, source, PLAYERS)
        lines += chain.append(driver, source.label, source.salt())
        assert driver.next is not None
        carry = driver.next
    found = verify(b"\n".join(lines) + b"\n", (chain.count, chain.head))
    assert found.ok, found.checks


def test_winding_up_takes_the_shoe_out_of_play() -> None:
    driver = rounds(3)[-1]
    after, _ = wind_up(driver.carry, [], [], {})
    assert after.shoe is UNSET
    assert after.decks[0].cards == ()
    again = Driver(SHOE_TOY, RULES, HOUSE, after)
    assert isinstance(again.wait, ShoeOrderWanted)
    assert Counter(again.wait.cards) == WHOLE


def test_the_order_of_a_shoe_needs_a_salt() -> None:
    driver = Driver(SHOE_TOY, RULES, HOUSE, at_a_table())
    wait = driver.wait
    assert isinstance(wait, ShoeOrderWanted)
    refused = driver.submit(CardOrder(wait.cards, "short"))
    assert [each.right for each in refused] == [f"Enter a random salt of {LEAST_SALT} letters or more with it."]
    assert driver.submit(CardOrder(wait.cards, "s" * LEAST_SALT)) == []


def test_the_cutting_card_goes_where_the_law_lets_it() -> None:
    driver = Driver(SHOE_TOY, RULES, HOUSE, at_a_table())
    assert driver.submit(CardOrder(FULL_DECK * 2, "s" * LEAST_SALT)) == []
    assert driver.submit(Cut(10)) == []
    assert isinstance(driver.wait, CuttingCardWanted)
    fewest, most = BEHIND
    assert driver.submit(Cut(fewest - 1))
    assert driver.submit(Cut(most + 1))
    assert driver.submit(Close())
    assert driver.submit(Cut(most)) == []
    assert driver.table.cutting_card == most


def test_what_a_table_without_a_shoe_carries_is_written_as_it_always_was() -> None:
    """Compare carries and digests with those of earlier releases, to the letter."""
    game = load("let-it-ride")
    assert carry_text(game.opening(game.house.usual())) == (
        '{"round":1,"players":{},"accounts":{"inventory":200000000,"outside":-200000000},'
        '"decks":[{"back":"red","cards":[]}],"marks":{}}'
    )


def test_an_error_of_the_engine_names_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = rounds(2)[-1]
    for broken in (replace(SHOE_TOY, rests=()), SHOE_TOY):
        monkeypatch.setattr(driver, "game", broken)
        monkeypatch.setattr(driver, "_cards", 7)
        with pytest.raises(AssertionError) as wrong:
            driver._finish()
        assert not [card for card in FULL_DECK if card in str(wrong.value)]


def test_several_decks_have_a_card_several_times() -> None:
    assert parse_cards("As As Kd", 2) == ("As", "As", "Kd")
    with pytest.raises(ValueError, match="As appears more than 2 times; 2 decks have each card 2 times"):
        parse_cards("As As As", 2)
    with pytest.raises(ValueError, match="As appears more than once; a deck has each card once"):
        parse_cards("As As")


@pytest.mark.parametrize(("name", "decks"), [("minibaccarat", 8), ("casino-war", 6), ("let-it-ride", 1)])
def test_a_card_may_lie_face_up_wherever_there_is_one(name: str, decks: int) -> None:
    """Assert that any depth in the shoe is offered: nobody at the table sees how many cards are left."""
    game = load(name)
    house = game.house.usual()
    driver = Driver(game, game.rules({}), house, game.opening(house))
    found = {each.kind: each for each in (*possible_now(driver), *possible_later(driver))}
    assert [field.most for field in found["face up card"].fields] == [52 * decks - 1]
    if "card too many" in found:
        assert found["card too many"].means.startswith("A duplicate of a card is among those still to be dealt")
    assert "card too many" in found or name == "minibaccarat"
    assert house.packs == decks
