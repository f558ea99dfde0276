"""A wager that is only declared: what follows from that by itself, and that nothing takes it for another wager."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.three_card_poker.scene import Scene
from games.three_card_poker.six_card_bonus import SIX, SIX_CARD_BONUS
from kit.every_wager import declare_also
from pitboss.analysis import setting
from pitboss.counting.exact_model import ImpossibleError
from pitboss.engine.inputs import Wager
from pitboss.engine.view import view
from pitboss.engine.wager_declarations import (
    UnknownWagerError,
    WagerDeclaration,
    Wagers,
    find_bad_limits,
)
from pitboss.games.three_card_poker import GAME
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.wagers import WAGERS
from pitboss.simulation.plan import plan
from pitboss.table.money import Money


@pytest.fixture
def six_card_bonus() -> Iterator[None]:
    """A wager that Three Card Poker declares, with nothing else done for it."""
    with declare_also(GAME, SIX_CARD_BONUS):
        yield


@pytest.mark.usefixtures("six_card_bonus")
def test_a_declared_wager_is_offered_taken_and_shown() -> None:
    scene = Scene({1: ""}).open_betting()
    offers = {offer.name: offer for offer in GAME.offers(scene.driver.round, 1)}
    assert (offers[SIX].spots, offers[SIX].least, offers[SIX].most) == ((SIX,), 100, 2_500)
    scene.give(Wager(1, {"ante": 500, SIX: 200}))
    assert view(scene.driver, 1).wagers == {1: {"ante": 500, SIX: 200}}
    assert SIX not in {offer.name for offer in GAME.offers(scene.driver.round, 1)}
    (refusal,) = scene.driver.refusals(Wager(1, {SIX: 2_400}))
    assert refusal.wrong == "The most here is $25. You bet $26."


@pytest.mark.usefixtures("six_card_bonus")
def test_a_declared_wager_is_in_print() -> None:
    rules, house = GAME.rules({}), ThreeCardPokerHouse()
    assert GAME.printed is not None
    assert GAME.guide is not None
    printed, guide = GAME.printed(rules, house), GAME.guide(rules, house)
    assert printed.areas == ("ante", "play", "pair plus", SIX)
    assert ("Six card bonus pays", "Royal flush", "1,000 to 1") in [
        (pays.title, *pays.lines[0]) for pays in printed.pays
    ]
    assert "$1 to $25 six card bonus" in [limit.text for limit in printed.limits]
    assert guide.offered[-1].name == "Six card bonus"
    assert guide.offered[-1].wins.text == "Wins with three of a kind or better."


@pytest.mark.usefixtures("six_card_bonus")
def test_the_house_must_be_able_to_pay_it() -> None:
    rules, house = GAME.rules({}), ThreeCardPokerHouse()
    before = Wagers(*(wager for wager in WAGERS if wager.name != SIX))
    more = sum(wager.most_paid(rules, house) for wager in WAGERS.list_paid_by_table(rules, house))
    assert more == 1000 * 2_500 + sum(
        wager.most_paid(rules, house) for wager in before.list_paid_by_table(rules, house)
    )
    assert house.most_won(rules) > more


@pytest.mark.usefixtures("six_card_bonus")
def test_a_wager_that_is_not_counted_is_never_taken_for_another() -> None:
    rules, house = GAME.rules({}), ThreeCardPokerHouse()
    assert GAME.wagers.report_name(SIX) == SIX
    scene = Scene({1: ""}).open_betting()
    with pytest.raises(ImpossibleError, match="six card bonus is not counted exactly"):
        GAME.exact_model().offered_row(rules, house, view(scene.driver, 1), (SIX,), 500)
    with pytest.raises(ImpossibleError, match="six card bonus is not simulated"):
        plan(setting(GAME.name), bets={"ante": 500, SIX: 500}).ready  # noqa: B018 (preparing is what is refused)
    assert GAME.wagers.list_forfeited(rules) == ("ante", "pair plus", SIX)


def test_a_name_that_no_game_declares_is_an_error() -> None:
    with pytest.raises(UnknownWagerError, match=f"no wager called '{SIX}'"):
        GAME.wagers.report_name(SIX)
    with pytest.raises(UnknownWagerError, match="no one wager is made on ante and pair plus"):
        GAME.wagers.report_name_of(("ante", "pair plus"))
    assert GAME.wagers.report_name("ante bonus") == GAME.wagers.report_name_of(("ante", "play")) == "ante and play"
    twice = WagerDeclaration[ThreeCardPokerHouse](name="ante", cite="20.7(c)")
    with pytest.raises(ValueError, match="twice"):
        Wagers(twice, twice)


def test_all_that_is_wrong_with_limits_is_said_at_once() -> None:
    house = ThreeCardPokerHouse(pair_plus_minimum=Money(150), pair_plus_maximum=Money(100))
    assert [finding.key for finding in find_bad_limits(WAGERS["pair plus"], house)] == [
        "pair-plus-maximum",
        "pair-plus-minimum",
    ]
