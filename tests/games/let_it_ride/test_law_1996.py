"""Let It Ride, text of 1996-05-20: what it settles and limits differently from the later text."""

from __future__ import annotations

from games.let_it_ride.claims import law_1996
from games.let_it_ride.scene import OLDEST, Scene
from kit.scene import BANK
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Wager
from pitboss.engine.view import view
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.facts import FIVE
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.table.card_steps import CollectCards, TurnHand
from pitboss.table.money import INVENTORY, Money
from pitboss.table.steps import CollectWager, LimitPayout, PayWager

# Two winners at 2 and 6, two losers at 3 and 5; the community makes nobody's hand by itself.
HANDS = {2: "Tc Td 4h", 3: "2c 7d 9h", 5: "3c 8d Jh", 6: "Kc Kd 6h"}
BOARD = "2s 5s Qd"


def play_round() -> Scene:
    return Scene(HANDS, BOARD, as_of=OLDEST).deal().all_ride()


def run_until(driver: Driver, kind: type, count: int) -> None:
    """Let the dealer act until this many acts of the kind are done."""
    while sum(isinstance(step, kind) for step in driver.log) < count:
        driver.run(1)


def before_settling() -> Driver:
    scene = Scene(HANDS, BOARD, as_of=OLDEST).deal().answer("r", "r", "r", "r", "r", "r", "r")
    assert scene.driver.submit(Answer(6, "let it ride"), stepwise=True) == []
    return scene.driver


@law_1996("18.10(g)")
def test_all_hands_are_turned_from_the_right_before_anything_is_settled() -> None:
    driver = before_settling()
    run_until(driver, TurnHand, 4)
    t = driver.table
    assert all(lying.up for position in HANDS for lying in t.places[f"hand {position}"])
    assert t.wager(3, "bet 1") == t.wager(6, "bet 1") == 500  # nothing is collected or paid yet
    assert [step.position for step in driver.log if isinstance(step, TurnHand)] == [6, 5, 3, 2]
    assert view(driver, 2).hands[6] == ("Kc", "Kd", "6h")


@law_1996("18.10(g)1")
def test_three_cards_and_two_community_cards_form_each_hand() -> None:
    assert FIVE.of(play_round().t, 3) == ("2c", "7d", "9h", "Qd", "5s")


@law_1996("18.10(h)")
def test_all_losers_money_and_cards_before_any_winner() -> None:
    scene = play_round()
    money = [step for step in scene.steps() if isinstance(step, CollectWager | PayWager)]
    assert [type(step) for step in money] == [CollectWager] * 6 + [PayWager] * 6
    assert [step.position for step in money[:6]] == [5] * 3 + [3] * 3
    assert scene.winnings(3) == scene.winnings(5) == -1500
    assert [(step.cite, step.place) for step in scene.steps(CollectCards)][:2] == [
        ("18.10(h)", "hand 5"),
        ("18.10(h)", "hand 3"),
    ]
    nines = Scene({1: "9c 9d 2h"}, "3c 5h Kd", as_of=OLDEST).deal().all_ride()
    tens = Scene({1: "Tc Td 2h"}, "3c 5h Kd", as_of=OLDEST).deal().all_ride()
    assert (nines.winnings(1), tens.winnings(1)) == (-1500, 1500)
    # A loser's cards are in the rack before a winner is paid.
    driver = before_settling()
    run_until(driver, PayWager, 1)
    assert driver.table.live_positions() == [2, 6]


@law_1996("18.10(i)")
def test_winners_are_paid_and_their_hands_stay_up_until_then() -> None:
    scene = play_round()
    assert scene.winnings(2) == scene.winnings(6) == 1500
    assert scene.t.ledger[INVENTORY] == BANK
    driver = before_settling()
    run_until(driver, PayWager, 6)
    assert all(lying.up for position in (2, 6) for lying in driver.table.places[f"hand {position}"])


@law_1996("18.10(i)1")
def test_winners_are_paid_counterclockwise_from_the_right() -> None:
    assert [step.position for step in play_round().steps(PayWager)] == [6, 6, 6, 2, 2, 2]


@law_1996("18.10(i)2")
def test_then_winning_hands_and_community_cards_are_collected() -> None:
    scene = play_round()
    last = [step.place for step in scene.steps(CollectCards) if step.cite == "18.10(i)2"]
    assert last == ["hand 6", "hand 2", "community"]
    assert scene.t.live_positions() == []
    assert len(scene.t.places["discard rack"]) == 52


@law_1996("18.10(j)")
def test_cards_are_picked_up_so_that_hands_can_be_rebuilt() -> None:
    rack = play_round().t.faces("discard rack")
    assert rack[:2] == ("Qd", "5s")
    assert rack[2:14] == ("Tc", "Td", "4h", "Kc", "Kd", "6h", "2c", "7d", "9h", "3c", "8d", "Jh")
    assert rack[14] == "2s"  # burned


@law_1996("18.11(c)")
def test_payout_limit_of_fifty_thousand_or_more_whatever_the_minimum() -> None:
    rules = GAME.rules({}, OLDEST)

    def citations_of(limit: int, minimum: int) -> list[str]:
        house = LetItRideHouse(payout_limit=Money(limit), minimum=Money(minimum), smallest_chip=Money(1))
        return [finding.cite for finding in house.breaches(rules)]

    assert citations_of(4_999_999, 500) == ["18.11(c)"]
    assert citations_of(5_000_000, 500) == []
    assert citations_of(5_000_000, 2500) == []  # the later text would ask for $75,000
    high, low = LetItRideHouse(payout_limit=Money(6_000_000)), LetItRideHouse(payout_limit=Money(5_999_999))
    none = LetItRideHouse()
    for before, after, told in ((high, low, 1), (none, high, 1), (low, high, 0), (high, high, 0), (high, none, 0)):
        assert [notice.cite for notice in before.notices(rules, after)] == ["18.11(c)"] * told
    royal = Scene({1: "Ah Kh Qh"}, "2c Jh Th", payout_limit=Money(5_000_000), as_of=OLDEST).deal(1700).all_ride()
    assert [step.cents for step in royal.steps(PayWager)] == [1_700_000, 1_700_000, 1_600_000]
    assert royal.winnings(1) == 5_000_000
    assert [(step.due, step.limit) for step in royal.steps(LimitPayout)] == [(5_100_000, 5_000_000)]


def test_no_bonus_wager_in_1996() -> None:
    scene = Scene({1: ""}, as_of=OLDEST, bonus=True, three_card_bonus="A").open_betting().bet(1)
    for spot in ("bonus", "three card bonus"):
        assert scene.refusal_of(Wager(1, {spot: 100})) == {"house:editions"}
    found = [f.cite for f in LetItRideHouse(bonus=True, three_card_bonus="A").breaches(GAME.rules({}, OLDEST))]
    assert found == ["house:editions", "house:editions"]
