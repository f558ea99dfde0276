"""Errors that nobody at the table has noticed, of which nobody there is told."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec
import pytest

from kit.parts import scene_of
from pitboss.common.stub import COUNT
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import CardMissing, CardTooMany, FaceUpCard, Incident, MissedBurn
from pitboss.engine.inputs import Answer, CardOrder, Close, Input, Order, Wager
from pitboss.engine.view import View, view
from pitboss.engine.waits import Ask, CardOrderWanted
from pitboss.games import REGISTERED, load
from pitboss.record.account import Account, account_of
from pitboss.table.card_steps import CollectCards, Deal, DealUp, ExamineHand
from pitboss.table.cards import FULL_DECK
from pitboss.table.steps import Step, sentence_for_house, sentence_for_players

GAMES = [name for name in REGISTERED if load(name).house().decks and not load(name).rests]  # type: ignore[call-arg]
every_game = pytest.mark.parametrize("game", GAMES)
BETS = {
    "let-it-ride": {"bet 1": 500, "bet 2": 500, "bet 3": 500},
    "three-card-poker": {"ante": 500},
    "ultimate-texas-holdem": {"ante": 500, "blind": 500},
    "winners-pot-poker": {"ante": 500},
}
WRONG = {"51 cards": CardMissing(), "53 cards": CardTooMany("Ah")}
every_wrong_deck = pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)


class World:
    """A table with two players, and everything that anybody there has seen."""

    def __init__(self, game: str, wrong: Incident | None, *orders: Order) -> None:
        scene: Any = scene_of(game)({1: "", 4: ""}, shuffler="shuffler", seats=(1, 4))
        self.game, self.wrong, self.orders = game, wrong, orders
        self.driver: Driver = scene.driver
        self.seen: list[View] = []
        self.accounts: list[Account] = []

    def play(self, until: Callable[[Driver], bool] = lambda driver: False) -> World:
        while not self.driver.done and not until(self.driver):
            self.look()
            self.give(self.next_inputs())
        if self.driver.done:
            self.look()
            self.accounts.append(account_of(self.driver))
        return self

    def play_another_round(self) -> World:
        assert self.driver.next is not None
        self.driver = Driver(self.driver.game, self.driver.rules, self.driver.house, self.driver.next)
        self.wrong = None
        return self.play()

    def look(self) -> None:
        self.seen += [view(self.driver, seat) for seat in (0, 1, 4)]

    def next_inputs(self) -> tuple[Input, ...]:
        wait = self.driver.wait
        if isinstance(wait, CardOrderWanted):
            return (CardOrder(tuple(sorted(wait.cards, key=FULL_DECK.index))),)
        if isinstance(wait, Ask):
            return (Answer(wait.seat, wait.choices[0], wait.position),)
        return (*(Wager(seat, BETS[self.game]) for seat in (1, 4)), *self.orders, Close())

    def give(self, given: tuple[Input, ...]) -> None:
        for each in given:
            if isinstance(each, Close) and self.wrong is not None:
                self.deal_with(each)
            else:
                assert not self.driver.submit(each)

    def deal_with(self, close: Close) -> None:
        """Deal a round in which an unnoticed error happens when two cards are out."""
        assert self.wrong is not None
        self.driver.submit(close, stepwise=True)
        while sum(isinstance(item, Deal) for item in self.driver.log) < 2:
            self.driver.run(1)
        assert not self.driver.submit(self.wrong)


def as_seen(account: Account) -> Account:
    return account.seen_by("")


@every_game
@every_wrong_deck
def test_a_wrong_deck_looks_like_a_whole_one_until_it_is_counted(game: str, wrong: Incident) -> None:
    whole, other = World(game, None).play(), World(game, wrong).play()
    for _ in range(2):
        assert other.seen == whole.seen
        assert list(map(as_seen, other.accounts)) == list(map(as_seen, whole.accounts))
        whole.play_another_round()
        other.play_another_round()
    assert other.driver.table.count() == 51 + 2 * isinstance(wrong, CardTooMany)


@every_game
@every_wrong_deck
def test_a_count_finds_it_and_then_everybody_knows(game: str, wrong: Incident) -> None:
    other = World(game, wrong, Order(COUNT)).play()
    heard = [act.told for act in other.seen[-1].acts]
    number = 51 + 2 * isinstance(wrong, CardTooMany)
    assert any(f"makes {number} in the deck" in words for words in heard)
    assert not any("Incident" in act.told for each in other.seen for act in each.acts)
    assert other.driver.table.void


@every_game
@every_wrong_deck
def test_the_house_knows_from_the_record_and_from_the_account(game: str, wrong: Incident) -> None:
    other = World(game, wrong).play()
    (account,) = other.accounts
    kept = [act.told for act in account.unnoticed]
    assert any(words.startswith("Incident: ") for words in kept)
    assert any("The deck is not whole" in words for words in kept)
    assert as_seen(account).unnoticed == ()
    later = other.play_another_round().accounts[-1]
    assert f"the {51 + 2 * isinstance(wrong, CardTooMany)} cards" in later.unnoticed[0].told
    assert "Incident" not in msgspec.json.encode(as_seen(account).acts).decode()


@every_game
def test_a_card_face_up_that_nobody_comes_to_is_not_told(game: str) -> None:
    whole, other = World(game, None).play(), World(game, FaceUpCard(depth=30)).play()
    if game == "winners-pot-poker":  # there the dealer finds it as he puts the stub away (33.12(b))
        found = [act.told for act in other.seen[-1].acts if "face up in the stub" in act.told]
        assert len(found) == 1
        assert not any("Incident" in act.told for each in other.seen for act in each.acts)
    else:
        assert other.seen == whole.seen
        assert list(map(as_seen, other.accounts)) == list(map(as_seen, whole.accounts))


@pytest.mark.parametrize("game", ["ultimate-texas-holdem", "winners-pot-poker"])
def test_a_burn_is_not_known_to_be_missed_before_it_is(game: str) -> None:
    whole, other = World(game, None), World(game, MissedBurn())  # type: ignore[arg-type]
    for world in (whole, other):
        world.play(lambda driver: isinstance(driver.wait, Ask))
        world.look()
    assert other.seen == whole.seen


def test_people_are_told_of_seats_and_the_house_of_positions() -> None:
    """Check that players are told the seat at a betting position; the record keeps its original words."""
    for step, people, house in (
        (Deal("x", "shoe", "hand 4", "2c"), "A card, face down, to seat 4.", "One card face down to position 4."),
        (DealUp("x", "shoe", "dealer", "2c"), "2♣, face up, to the dealer.", "2♣ face up to the dealer."),
        (
            ExamineHand("x", 3, "pair", "pair of fives", False),
            "Seat 3 has a pair of fives: no payout.",
            "Position 3: pair of fives. No payout.",
        ),
        (
            ExamineHand("x", 3, "two pair", "two pair, kings and fives", True),
            "Seat 3 has two pair, kings and fives: it pays.",
            "Position 3: two pair, kings and fives. It pays.",
        ),
        (
            CollectCards("x", "hand 2"),
            "The dealer collects the cards of seat 2 into the discard rack.",
            "The dealer collects the cards of position 2 into the discard rack.",
        ),
    ):
        assert (sentence_for_players(step), sentence_for_house(step)) == (people, house)


@every_game
def test_no_act_tells_people_the_words_of_another(game: str) -> None:
    """Check that a kind of act with its own words for the house does not inherit other words for players."""
    import_module(f"{REGISTERED[game]}.law.steps")
    kinds: list[type[Step]] = [Step]
    for kind in kinds:
        kinds += kind.__subclasses__()
        says = next(at for at, each in enumerate(kind.__mro__) if "tell" in vars(each))
        notices = next(at for at, each in enumerate(kind.__mro__) if "tell_players" in vars(each))
        assert notices <= says or kind.tell_players is Step.tell_players, kind
