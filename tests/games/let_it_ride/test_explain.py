"""`explain` says what happened to a wager, with correct sums, whoever came, left or changed the bet."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.let_it_ride.scene import Scene
from kit.records import stories_of
from kit.scene import seated_carry
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Close, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.waits import Ask, OrderWanted, Window
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.wagers import BASE, DeviceFault, ExtraBonusChip
from pitboss.table.money import Money, Odds
from pitboss.table.steps import LimitPayout

LIMIT = Money(5_000_000)
SUM = re.compile(r"(\S+ to \S+) × (\S+) = (\S+?)(?:, cut to (\S+) by the payout limit)?")


changes_of_mind = st.lists(
    st.one_of(
        st.builds(lambda spot: TakeBack(6, spot), st.sampled_from(GAME.spots)),
        st.builds(
            lambda spot, dollars: Wager(6, {spot: 100 * dollars}), st.sampled_from(GAME.spots), st.integers(1, 50)
        ),
        st.just(Wager(6, {**dict.fromkeys(BASE, 700), "bonus": 100})),
        st.just(ExtraBonusChip(6)),
    ),
    max_size=12,
)


@settings(max_examples=150, deadline=None)
@given(
    changes=changes_of_mind,
    limit=st.sampled_from([None, LIMIT]),
    bet=st.integers(5, 50),
    choices=st.lists(st.sampled_from("rw"), min_size=2, max_size=2),
)
def test_every_sum_is_right(
    changes: list[TakeBack | Wager | ExtraBonusChip], limit: Money | None, bet: int, choices: list[str]
) -> None:
    """A royal flush after any number of wagers made, raised and taken back."""
    scene = Scene({6: "As Ks Qs"}, "2d Js Ts", payout_limit=limit, bonus=True, three_card_bonus="D").open_betting()
    for change in changes:
        scene.driver.submit(change)
    for spot in BASE:
        scene.driver.submit(TakeBack(6, spot))
    scene.bet(6, 100 * bet).give(Close())
    if isinstance(scene.driver.wait, OrderWanted):
        scene.give(Order("bonus wagers at", (6,)))
    lies_out = {spot: scene.t.wager(6, spot) for spot in GAME.spots}
    scene.answer(*choices)
    [story] = stories_of(scene.driver)
    limited = bool(scene.steps(LimitPayout))
    for wager in story.wagers:
        assert wager.staked == lies_out[wager.spot] or wager.spot == "bonus" or wager.outcome.startswith("returned")
        if wager.spot != "bonus" and wager.outcome == "wins":
            told = SUM.fullmatch(wager.arithmetic)
            assert told is not None, wager.arithmetic
            rate, stake, full, left = told.groups()
            assert Money.parse(stake) == wager.staked
            assert Money.parse(full) == Odds.parse(rate).pays(wager.staked)
            assert Money.parse(left or full) == wager.net
            assert limited or left is None
    assert limited == any("payout limit" in wager.tell() for wager in story.wagers)
    assert story.net == scene.winnings(6)


def test_a_wager_made_again_counts_once() -> None:
    scene = Scene({4: "Jh 7s 2d"}, "9c Jd 5s").open_betting().bet(4)
    for spot in BASE:
        scene.give(TakeBack(4, spot))
    scene.bet(4).give(Close()).answer("r", "r")
    [story] = stories_of(scene.driver)
    assert [(wager.staked, wager.outcome, wager.arithmetic) for wager in story.wagers] == [
        (500, "wins", "1 to 1 × $5 = $5")
    ] * 3


def test_what_was_withdrawn_keeps_its_amount() -> None:
    [story] = stories_of(Scene({4: ""}).deal(1000).answer("w", "r").driver)
    assert (story.wagers[0].staked, story.wagers[0].net) == (1000, 0)
    assert story.wagers[0].tell().startswith("bet 1 $10, returned, withdrawn")


def interrupted_round(after: int, comes_back: bool) -> Driver:
    """Play a round in which seat 3 leaves after `after` items of the log; bonus chips are miscounted on the way."""
    house = LetItRideHouse(bonus=True, two_positions=True)
    driver = Driver(GAME, GAME.rules({}), house, seated_carry(3, 5), stepwise=True)
    source, left = seeded_source(4), False
    bets = {**dict.fromkeys(BASE, 500), "bonus": 100}
    while not driver.done:
        if not left and len(driver.log) >= after:
            left = True
            driver.submit(Leave(3), stepwise=True)
            if comes_back:
                driver.submit(Sit(3, "Nell", 10_000), stepwise=True)
        match driver.wait:
            case None:
                driver.run(1)
            case Window():
                if not driver.table.owners:
                    for more in (Wager(3, bets), Wager(3, bets, 4), Wager(5, bets), DeviceFault(3, False)):
                        driver.submit(more)
                driver.submit(Close(), stepwise=True)
            case Ask() as ask:
                driver.submit(Answer(ask.seat, ask.choices[after % 2], ask.position), stepwise=True)
            case OrderWanted() as order:
                driver.submit(Order(order.choices[after % 2], order.positions[:1] * (1 - after % 2)), stepwise=True)
            case chance:
                drawn = source.answers(chance)
                assert drawn is not None
                assert not driver.submit(drawn, stepwise=True)
    return driver


@pytest.mark.parametrize("comes_back", [False, True])
def test_whoever_leaves_whenever_is_explained(comes_back: bool) -> None:
    length = len(interrupted_round(10_000, comes_back).log)
    for after in range(length):
        for story in stories_of(interrupted_round(after, comes_back)):
            assert story.before + story.brought + story.net == story.after, after
