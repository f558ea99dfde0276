"""Secrets of a shoe: until it is out of play, nothing that leaves the house reveals an unseen card or the cutting
card's place."""

from __future__ import annotations

from random import Random

import pytest

from kit.shoe_toy import GAME as SHOE_TOY
from kit.shoes import ShoeRounds, Twin, cutting_card_is_out, table_of
from pitboss.engine.chance import seeded_source
from pitboss.games import REGISTERED, load
from pitboss.record.players_record import make_players_record
from pitboss.record.record_lines import as_file
from pitboss.record.replay import read
from pitboss.record.round_playback import UnreadableError
from pitboss.record.verify import verify, verify_players_record

GAMES = {name: load(name) for name in REGISTERED if load(name).rests} | {SHOE_TOY.name: SHOE_TOY}
WHOLE_SHOE = 200  # rounds; none lasts so long

every_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(autouse=True)
def _toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTERED, SHOE_TOY.name, "kit.shoe_toy")


def deal_twins(name: str, rounds: int, seed: int) -> tuple[ShoeRounds, ShoeRounds]:
    """Deal the same rounds from two shoes that differ in their secrets."""
    table = table_of(GAMES[name])
    one = ShoeRounds(table, seeded_source(seed), rounds)
    drawn = one.other(Random(seed))
    other = ShoeRounds(table, Twin(drawn), len(one.drivers))
    assert len(other.drivers) == len(one.drivers)
    assert (drawn.behind == one.chance().behind) == cutting_card_is_out(one.drivers)
    assert drawn.order.cards != one.chance().order.cards
    return one, other


@every_game
@pytest.mark.parametrize(("rounds", "seed"), [(1, 3), (20, 5), (WHOLE_SHOE, 4)])
def test_nobody_learns_what_is_still_in_the_shoe(name: str, rounds: int, seed: int) -> None:
    one, other = deal_twins(name, rounds, seed)
    assert len(one.drivers) >= min(rounds, 10), "the shoe is over too soon to show anything"
    assert one.told == other.told
    assert one.for_players() == other.for_players()
    assert one.record != other.record, "the house's own record has what the others lack"


@every_game
def test_hashes_and_digests_are_salted(name: str) -> None:
    """Check that with the same cards and another salt, nothing covered by a hash can be found by trying."""
    one, _ = deal_twins(name, 1, 5)
    drawn = one.chance()
    drawn.order = type(drawn.order)(drawn.order.cards, seeded_source(99).salt())
    other = ShoeRounds(one.table, Twin(drawn), 1)
    assert one.for_players() == other.for_players()
    assert make_players_record(one.record) != make_players_record(other.record)
    left, right = one.drivers[0].next, other.drivers[0].next
    assert left is not None
    assert right is not None
    assert left.digest != right.digest


@every_game
def test_a_record_for_players_verifies_by_itself_and_against_the_houses(name: str) -> None:
    one, other = deal_twins(name, 3, 6)
    players = make_players_record(one.record)
    assert b"seeded" not in players
    assert verify(players, None).ok
    assert verify_players_record(as_file(players), None, as_file(one.record)).ok
    found = verify_players_record(as_file(players), None, as_file(other.record))
    assert [check.name for check in found.checks if check.ok is False] == ["sealed"]
    early = b"".join(make_players_record(one.record).splitlines(keepends=True)[:-1])
    assert verify_players_record(as_file(early), None, as_file(one.record)).ok, "the house's record may have gone on"
    assert not verify(players.replace(b"The dealer", b"The Dealer", 1), None).ok
    with pytest.raises(UnreadableError, match="record for players"):
        read(players)
    with pytest.raises(UnreadableError, match="not a record for players"):
        verify_players_record(as_file(one.record), None, as_file(one.record))
