"""A strategy is given the table as it is at that moment: the fields of the whole view, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from kit.conformance import Round, as_it_comes, texts_of
from pitboss.engine.view import SPECTATOR, LiveView, View, view
from pitboss.games import REGISTERED, load


@pytest.mark.parametrize("name", REGISTERED)
def test_the_same_as_the_whole_view_at_every_moment(name: str) -> None:
    game = load(name)
    setting = as_it_comes(game, texts_of(game)[-1])
    carry = None
    for seed in range(4):
        played = Round(setting, seed, carry)
        for _ in played.moments():
            for seat in (SPECTATOR, *played.driver.table.players):
                live = LiveView(played.driver, seat, 0)
                assert [*map(list, live.wagers.values())] == [*map(list, view(played.driver, seat).wagers.values())]
                assert {
                    field: _plain(getattr(live, field)) for field in View.__struct_fields__
                } == msgspec.structs.asdict(view(played.driver, seat))
        carry = played.driver.next


def _plain(value: object) -> object:
    return {key: _plain(each) for key, each in value.items()} if isinstance(value, Mapping) else value


def test_it_goes_on_with_the_table_and_cannot_be_written_to() -> None:
    game = load("craps")
    played = Round(as_it_comes(game, texts_of(game)[-1]), 1)
    seat = next(iter(played.strategies))
    live = LiveView(played.driver, seat)
    assert live.waiting == "dealer"
    assert len(live.chips) == 0
    for _ in played.moments():
        if seat in live.wagers:
            break
    assert live.wagers[seat] == live.wagers.get(seat) == view(played.driver, seat).wagers[seat]
    assert live.wagers.get(seat + 100) is None
    assert live.wagers.get(seat + 100, {}) == {}
    assert live.acts, "those since it was made"
    assert seat + 100 not in live.chips
    for fields in (live.chips, live.wagers, live.hands, live.marks):
        assert not hasattr(fields, "__setitem__")
