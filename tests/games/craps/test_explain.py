"""The account that `explain` gives of rolls: every wager on the layout, what became of it and why, and sums that come
out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.craps.golden import ROUNDS
from games.craps.scene import Craps
from pitboss.engine.record import Chain
from pitboss.record.explain import SeatStory, WagerStory, explain
from pitboss.record.replay import begin, read, replay_to_end
from pitboss.table.money import chips_before


def stories_of(scene: Craps) -> list[list[SeatStory]]:
    chain = Chain()
    lines = [line for driver in scene.drivers for line in chain.append(driver, "test", "00" * 32)]
    return [explain(record) for record in read(b"\n".join(lines))[1]]


def wager(stories: list[SeatStory], seat: int, spot: str) -> WagerStory:
    (found,) = [story for one in stories if one.seat == seat for story in one.wagers if story.spot == spot]
    return found


@pytest.mark.parametrize("scenario", ROUNDS)
def test_the_sums_are_the_changes_of_chips(scenario: Callable[[], Craps]) -> None:
    scene, chain = scenario(), Chain()
    lines = [line for driver in scene.drivers for line in chain.append(driver, "test", "00" * 32)]
    for record in read(b"\n".join(lines))[1]:
        before, after = begin(record), replay_to_end(record)
        out = {(position, spot) for table in (before.table, after.table) for position, spot, _ in table.wagers()}
        stories = explain(record)
        assert out <= {(one.seat, each.spot) for one in stories for each in one.wagers}
        for one in stories:
            assert one.before + one.brought + one.net == one.after
            if one.seat in after.table.players:
                here = sum(cents for position, _, cents in after.table.wagers() if position == one.seat)
                assert one.after == after.table.ledger[chips_before(one.seat)] + here
            assert all(each.cite for each in one.wagers)


def test_each_wager_has_its_outcome_and_its_paragraph() -> None:
    standing = {1: {"come 6": 500, "come 6 odds": 1000, "place 8": 1200, "hard 4": 500}, 2: {"don't come 9": 500}}
    scene = Craps(1, 2, standing=standing).bet(1, "pass").bet(2, "don't pass").roll(3, 4)
    (stories,) = stories_of(scene)
    assert wager(stories, 1, "pass").tell() == (
        "pass $5, 7 (3-4) on the come out roll, wins, 1 to 1 × $5 = $5, "
        "[1.2(a)1i, reading:line-winners, reading:payout-odds]: +$5"
    )
    assert wager(stories, 1, "come 6").tell() == "come 6 $5, 7 (3-4) came before 6, loses, [1.2(a)3iii(2)]: -$5"
    assert wager(stories, 1, "come 6 odds").outcome.startswith("returned, off on a come out roll")
    assert wager(stories, 1, "place 8").outcome == "off and stands, inactive on a come out roll unless called on"
    assert wager(stories, 1, "place 8").cite == "1.2(a)5"
    assert wager(stories, 1, "hard 4").outcome == "loses"
    assert wager(stories, 2, "don't come 9").net == 500
    assert wager(stories, 2, "don't pass").net == -500


def test_a_wager_that_moves_is_told_on_both_areas() -> None:
    scene = Craps(1, point=8, standing={1: {"pass": 500}}).bet(1, "come").roll(2, 3).bet(1, "come", 1500).roll(1, 4)
    first, second = stories_of(scene)
    assert wager(first, 1, "come").outcome == "moves to come 5, 5 (2-3) is its come point"
    assert wager(first, 1, "come 5").outcome == "stands, moved from come"
    old, new = [each for each in second[0].wagers if each.spot == "come 5"]
    assert (old.outcome, old.net) == ("wins", 500)
    assert (new.outcome, new.net, new.staked) == ("stands, moved from come", 0, 1500)


def test_void_wagers_and_rolls() -> None:
    (stories,) = stories_of(Craps(1).bet(1, "don't pass").roll(6, 6))
    assert wager(stories, 1, "don't pass").outcome == "returned, void by 12 (6-6) on the come out roll"
    assert wager(stories, 1, "don't pass").cite == "1.2(a)2iv, reading:void-wagers"
