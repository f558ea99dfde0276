"""The parts of a live table, each by itself: no socket, no thread, no database and no clock but the test's."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.games.craps.house import CrapsHouse
from pitboss.server.live.service import Service
from pitboss.server.live.table_settings import setting_of
from pitboss.server.live.terms import Terms
from pitboss.table.money import Money

# --- terms


def test_a_setting_waits_for_the_next_round_and_for_wagers_made_by_other_readings() -> None:
    terms = Terms(setting_of(CrapsHouse()))
    other = Terms(setting_of(CrapsHouse(maximum=Money(60_000), readings={"hardways-on-come-out": "off"})))
    terms.change(other.setting, other.rules, other.house)
    assert (terms.house.maximum, terms.chosen) == (CrapsHouse().maximum, other.setting)
    opening = terms.game.opening(terms.house)
    terms.begin_round(msgspec.structs.replace(opening, accounts={**opening.accounts, "3@pass": 500}))
    assert terms.next is not None
    terms.begin_round(opening)
    assert terms.chosen is terms.setting is other.setting
    assert (terms.house, terms.rules.digest) == (other.house, other.rules.digest)


def test_after_a_stop_the_setting_waits_as_before() -> None:
    old, terms = Terms(setting_of(CrapsHouse())), Terms(setting_of(CrapsHouse(maximum=Money(60_000))))
    chosen = terms.house
    terms.resume(old.rules, old.house)
    assert (terms.house, terms.next is not None) == (old.house, True)
    terms.begin_round(terms.game.opening(terms.house))
    assert terms.house == chosen
    assert terms.chosen is terms.setting


# --- service


def test_a_fault_stops_a_table_until_it_is_put_back_and_a_fence_for_good() -> None:
    service = Service("open")
    assert (service.stopped, service.may_be_wound_up) == ("", False)
    service.stop("an internal error stopped it")
    assert (service.stopped, service.may_be_wound_up) == ("an internal error stopped it", True)
    service.put_back()
    assert (service.stopped, service.may_be_wound_up) == ("", False)
    service.fence("the table is gone")
    assert (service.stopped, service.may_be_wound_up) == ("the table is gone", False)


@pytest.mark.parametrize("how", ["paused", "held", "faulty"])
def test_a_round_that_does_not_go_on_may_be_wound_up(how: str) -> None:
    service = Service("paused" if how == "paused" else "open")
    if how == "held":
        service.hold("another version began it", {7: 500})
        assert service.owed == {7: 500}
    if how == "faulty":
        service.fail()
    assert service.may_be_wound_up
    service.release()
    service.succeed()
    service.set_state("open")
    assert not service.may_be_wound_up
    assert service.owed == {}
