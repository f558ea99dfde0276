"""Make records as lines: rounds that are played and written, and a forger's chain."""

from __future__ import annotations

import hashlib

from kit.scene import seated_carry
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.record import START, Chain
from pitboss.engine.runner import play_round
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.record.explain import SeatStory, explain
from pitboss.record.replay import read


def lines_of_rounds(rounds: int = 2, seed: int = 5) -> list[bytes]:
    """Play rounds of Let It Ride, and return the lines of their record."""
    source, chain, lines = seeded_source(seed), Chain(), []
    carry = seated_carry(2, 6)
    house = LetItRideHouse(bonus=True, three_card_bonus="E")
    seats = {2: GAME.strategies["book"], 6: GAME.strategies["bold"]}
    for _ in range(rounds):
        driver = play_round(GAME, GAME.rules({}), house, carry, source, seats)
        lines += chain.append(driver, source.label, source.salt())
        assert driver.next is not None
        carry = driver.next
    assert (chain.count, chain.head) == (len(lines), hashlib.sha256(lines[-1]).hexdigest())
    return lines


def stories_of(driver: Driver) -> list[SeatStory]:
    """Return what `explain` says of a finished round, from its record."""
    _, [record] = read(b"\n".join(Chain().append(driver, "seeded", "00" * 32)))
    return explain(record)


def join_lines(lines: list[bytes]) -> bytes:
    """Join lines to the bytes of a record."""
    return b"\n".join(lines) + b"\n"


def forge_chain(lines: list[bytes]) -> list[bytes]:
    """Make the hashes of all lines fit again, as a forger of the whole file would."""
    head, forged = START, []
    for line in lines:
        forged.append(b'{"prev":"%b",%b' % (head.encode(), line.split(b",", 1)[1]))
        head = hashlib.sha256(forged[-1]).hexdigest()
    return forged
