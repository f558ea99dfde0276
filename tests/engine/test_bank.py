"""The bank: fills, credits, and payments that wait. Each number is tried on both its sides."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import pitboss
from games.craps.scene import Craps
from games.let_it_ride.scene import Scene as LetItRide
from kit.scene import CHIPS, seated_carry
from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House, once
from pitboss.engine.inputs import SUPERVISOR, Close, Credit, Fill, Input, Leave, Order, Sit, Throw, Wager
from pitboss.engine.view import view
from pitboss.engine.waits import FillWanted
from pitboss.games import REGISTERED, load
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.law.rules import Rules
from pitboss.record.account import account_of
from pitboss.table.card_steps import CollectCards
from pitboss.table.money import CAGE, INVENTORY, Ledger, Money, ShortBankError
from pitboss.table.steps import BringFill, PaymentWaits, PayWager, SendCredit

PASS = Wager(1, {"pass": 500})
NATURAL = Throw((3, 4))


def craps(inventory: int, **house: Any) -> Driver:
    """A table with so much in its inventory, where seat 1 has just won even money on $5."""
    carry = Craps(1).start
    accounts = {**carry.accounts, INVENTORY: inventory}
    accounts["outside"] = -inventory - CHIPS
    driver = Driver(
        load("craps"), load("craps").rules({}), CrapsHouse(**house), msgspec.structs.replace(carry, accounts=accounts)
    )
    give(driver, PASS, Close(), NATURAL)
    return driver


def give(driver: Driver, *given: Input) -> None:
    for each in given:
        assert not driver.submit(each), each


def did(driver: Driver, *kinds: type) -> list[type]:
    return [type(item) for item in driver.log if isinstance(item, kinds)]


# --- a payment


def test_what_is_there_is_paid_at_once() -> None:
    driver = craps(500)
    assert driver.done
    assert driver.table.ledger[INVENTORY] == 0
    assert not did(driver, PaymentWaits)


def test_one_cent_short_waits_for_a_fill() -> None:
    driver = craps(499)
    assert not driver.done
    assert isinstance(driver.wait, FillWanted)
    assert (driver.wait.cite, driver.wait.cents) == ("house:fill", 100)  # in whole chips
    assert driver.table.ledger[INVENTORY] == 499
    assert driver.table.wager(1, "pass") == 500  # nothing is half done
    assert view(driver, 1).waiting == "supervisor"
    give(driver, Fill(100))
    assert driver.done
    assert did(driver, PaymentWaits, BringFill, PayWager) == [PaymentWaits, BringFill, PayWager]
    assert driver.table.ledger.accounts[INVENTORY] == 99
    assert driver.table.ledger.accounts[CAGE] == -100
    assert driver.table.ledger["rack 1"] == CHIPS + 500


def test_a_fill_that_does_not_reach_leaves_the_payment_waiting() -> None:
    driver = craps(0)
    for short in (500, 400, 300, 200, 100):
        assert isinstance(driver.wait, FillWanted)
        assert driver.wait.cents == short
        give(driver, Fill(100))
    assert driver.done
    assert driver.table.ledger[INVENTORY] == 0


@pytest.mark.parametrize(
    "given", [Order("play on"), Order(""), Close(), NATURAL, Leave(1), Sit(2, "Bob", 500), PASS], ids=str
)
def test_while_a_payment_waits_nothing_else_is_taken(given: Input) -> None:
    driver = craps(0)
    before = dict(driver.table.ledger.accounts)
    (refused,) = driver.submit(given)
    assert refused.cite == "house:fill"
    assert "fill of $5 or more" in refused.right
    assert driver.table.ledger.accounts == before


def test_a_fee_that_goes_back_waits_too_and_nothing_has_moved() -> None:
    """Undo a fee with two moves of chips, of which the one out of the inventory comes first."""
    driver = Craps(1, buy_and_lay=True, readings={"vigorish": "when-made", "shooter-wagers": "need-not"}).driver
    give(driver, Wager(1, {"buy 4": 2_000}))
    give(driver, Credit(driver.table.ledger[INVENTORY]))
    give(driver, pitboss.inputs.TakeBack(1, "buy 4"))
    assert isinstance(driver.wait, FillWanted)
    assert driver.table.wager(1, "buy 4") == 2_000
    assert driver.submit(Leave(1))[0].cite == "house:fill"
    give(driver, Fill(100))
    assert driver.table.ledger["rack 1"] == CHIPS


def test_a_card_table_goes_on_where_it_waited() -> None:
    """Settle three bets at even money: two are paid, the third waits for a fill, and then the cards are collected."""
    scene = LetItRide({3: "Th Td 2c"}, "3c 7h Kd", carry=seated_carry(3, inventory=1_000)).deal().all_ride()
    assert isinstance(scene.driver.wait, FillWanted)
    assert len(scene.steps(PayWager)) == 2
    assert not scene.steps(CollectCards)
    scene.give(Fill(500))
    assert scene.driver.done
    assert scene.winnings(3) == 1_500
    assert scene.driver.table.ledger[INVENTORY] == 0


# --- fills and credits at any time


def test_fills_and_credits_are_whole_chips_and_a_credit_is_there() -> None:
    driver = Craps(1).driver
    held = driver.table.ledger[INVENTORY]
    for wrong in (Fill(0), Fill(-100), Fill(50), Fill(150), Fill(10**11), Credit(0), Credit(50), Credit(held + 100)):
        (refused, *_) = driver.submit(wrong)
        assert refused.cite == ("house:fill" if isinstance(wrong, Fill) else "house:credit")
    give(driver, Fill(100), Credit(held + 100))
    assert driver.table.ledger[INVENTORY] == 0
    assert driver.submit(Credit(100))
    assert did(driver, BringFill, SendCredit) == [BringFill, SendCredit]


@pytest.mark.parametrize("name", REGISTERED)
def test_a_fill_between_any_two_acts_changes_nothing_but_the_inventory(name: str) -> None:
    table, other = (pitboss.open_table(name, seed=5, stepwise=stepwise) for stepwise in (False, True))
    wins = []
    for each in (table, other):
        each.sit(1, "Ann", 1_000_000)
        each.sit(2, "Bob", 1_000_000)
        filled = _play(each, fill=each is other)
        assert each.result is not None
        wins.append((each.result.net, {story.seat: story.net for story in each.result.seats}))
    assert filled
    assert wins[0] == wins[1]
    assert pitboss.verify(other.record).ok
    assert other.view().acts != table.view().acts


def _play(table: pitboss.Table, *, fill: bool) -> int:
    """Play to the end of the round, with a fill before every act if wanted, and return the number of fills."""
    strategies = load(table.game).strategies
    advised = next(iter(strategies.values()))
    fills = 0
    while not table.over:
        if fill and table.asks.waiting == "dealer":
            table.give(Fill(100))
            fills += 1
            table.step()
            continue
        asks = table.asks
        if asks.waiting == "wagers":
            for seat in (1, 2):
                for wager in advised.wagers(table.view(seat), table.house):
                    table.give(wager)
            table.give(Close())
        elif asks.question is not None:
            seat = asks.question.seat
            table.give(pitboss.Answer(seat, advised.choose(table.view(seat), asks.question)))
        else:
            table.give(Close())
    return fills


def test_a_fill_wins_nobody_anything() -> None:
    driver = craps(499)
    give(driver, Fill(100))
    told = account_of(driver)
    assert told.net == 500  # what players have won of the house
    assert {act.act: act.to_players for act in told.acts if act.act in ("bring fill", "pay wager")} == {
        "bring fill": 0,
        "pay wager": 500,
    }


def test_the_ledger_lets_only_the_outside_and_the_cage_stand_below_nothing() -> None:
    ledger = Ledger({INVENTORY: 100})
    with pytest.raises(ShortBankError):
        ledger.move(INVENTORY, "rack 1", 101)
    with pytest.raises(ValueError):
        ledger.move(INVENTORY, "rack 1", -1)
    ledger.move(INVENTORY, "rack 1", 100)
    assert ledger.accounts == {"rack 1": 100}


def test_a_program_is_told_what_to_bring() -> None:
    table = pitboss.open_table("craps", house={"inventory": 0}, seed=3)
    table.sit(1, "Ann", 100_000)
    while not table.asks.fill:
        if table.over:
            table.next_round()
        if held := table._driver.table.ledger[INVENTORY]:
            table.give(Credit(held))
        if not table.view(1).wagers:
            table.give(PASS)
        table.give(Close())
    assert table.asks.waiting == "supervisor"
    assert table.asks.ruling is not None
    assert table.asks.ruling.choices == ()
    table.give(Fill(table.asks.fill))
    assert table.over
    assert pitboss.verify(table.record).ok


# --- one maximum wager

MOST: list[tuple[Any, dict[str, str], int]] = [
    # Let It Ride: three bets at 1,000 to 1; a payout limit; bonus wagers beside it
    (LetItRideHouse(), {}, 3 * 50_000 * 1_000),
    (LetItRideHouse(payout_limit=Money(5_000_000)), {}, 5_000_000),
    (LetItRideHouse(payout_limit=Money(5_000_000)), {"limit-counts": "with-stakes"}, 5_000_000 - 150_000),
    (LetItRideHouse(payout_limit=Money(5_000_000), bonus=True), {}, 5_000_000 + 2_500_000),
    (LetItRideHouse(maximum=Money(550), smallest_chip=Money(100)), {}, 3 * 500 * 1_000),
    # Three Card Poker: ante and play 1 to 1, ante bonus 5 to 1, pair plus 40 to 1
    (ThreeCardPokerHouse(), {}, 2 * 50_000 + 5 * 50_000 + 40 * 50_000),
    (ThreeCardPokerHouse(), {"ante-bonus": "ante-and-play"}, 2 * 50_000 + 10 * 50_000 + 40 * 50_000),
    # Ultimate: five antes, blind 500 to 1, trips 50 to 1, and 32.11(e)
    (UltimateHouse(maximum=Money(1_000)), {}, 5 * 1_000 + 500 * 1_000 + 50 * 10_000),
    (UltimateHouse(), {}, 5_000_000),
    # Winner's Pot: jacks plus, and what the house puts into the pot
    (WinnersPotHouse(dealer_stake=Money(2_000)), {}, 400 * 10_000 + 2_000),
    (WinnersPotHouse(jacks_plus_maximum=Money(20_000)), {}, 5_000_000),
    # craps: 3-4-5 times odds win six times the bet; 30 to 1 on a proposition
    (CrapsHouse(), {}, 600_000),
    (CrapsHouse(proposition_maximum=Money(20_100)), {}, 603_000),
    (CrapsHouse(odds=(0, 0, 0), maximum=Money(500), proposition_maximum=Money(100)), {}, 3_000),
    (CrapsHouse(pay={"pass": "1,000,000 to 1"}), {}, 100_000 * 1_000_000),
]


@pytest.mark.parametrize(("house", "readings", "cents"), MOST, ids=str)
def test_the_most_that_one_maximum_wager_wins(house: Any, readings: dict[str, str], cents: int) -> None:
    rules = load(house.game).rules(readings)
    assert house.most_won(rules) == cents


@pytest.mark.parametrize("name", REGISTERED)
def test_a_table_that_cannot_pay_one_says_so_when_betting_opens(name: str) -> None:
    game = load(name)
    house, rules = game.house.usual(), game.rules({})
    most = house.most_won(rules)
    for inventory, says in ((most, False), (most - 1, True), (0, True)):
        poor = msgspec.structs.replace(house, inventory=Money(inventory))
        assert poor.breaches(rules) == []  # wagers stay lawful
        assert [each.key for each in poor.unsound(rules)] == ["inventory"] * says
        table = pitboss.open_table(name, house=poor, seed=1)
        table.sit(1, "Ann", 1_000_000)
        table.sit(2, "Bob", 1_000_000)
        while table.asks.waiting == "opening":
            table.give(Close())
        acts = [act for act in table.acts if act.cite == "house:fill"]
        assert len(acts) == says
        assert table.asks.offers[1]


@pytest.mark.parametrize("name", REGISTERED)
def test_what_one_maximum_wager_wins_is_worked_out_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Assert that the result is remembered for a table and its rules; another maximum, or another reading, is asked
    anew."""
    game = load(name)
    house, rules = game.house.usual(), game.rules({})
    asked = []

    def most_won(self: House, rules: Rules) -> int:
        asked.append((self.maximum, rules.digest))
        return len(asked)

    monkeypatch.setattr(game.house, "most_won", most_won)
    monkeypatch.setattr(House, "bank_needed", once(lambda self, rules: self.most_won(rules)))  # which knows none yet
    same = msgspec.structs.replace(house)
    assert [each.bank_needed(rules) for each in (house, house, same)] == [1, 1, 1]
    larger = msgspec.structs.replace(house, maximum=Money(house.maximum + 500))
    other = msgspec.structs.replace(rules, digest="other")
    assert [larger.bank_needed(rules), house.bank_needed(other), house.bank_needed(rules)] == [2, 3, 1]
    assert house == same
    monkeypatch.setattr("pitboss.engine.houses.house.MOST_KNOWN", 3)
    third = msgspec.structs.replace(rules, digest="third")
    assert [house.bank_needed(third), house.bank_needed(third), house.bank_needed(rules)] == [4, 4, 5]  # begun anew


def test_no_default_table_is_short() -> None:
    for name in REGISTERED:
        game = load(name)
        assert list(game.house.usual().unsound(game.rules({}))) == []


def test_no_credit_is_taken_while_a_payment_waits() -> None:
    driver = craps(400)
    assert driver.wait is not None
    [refused] = driver.submit(Credit(100, by=SUPERVISOR))
    assert (refused.cite, refused.wrong) == ("house:credit", "A payment is waiting for a fill.")
    assert not driver.submit(Fill(100, by=SUPERVISOR))
    assert driver.done
