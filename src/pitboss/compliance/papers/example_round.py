"""A round played out at a table, so that a paper can show who does what, in which order and by which paragraph."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pitboss.compliance.papers.paper import Subject
from pitboss.engine.carry import Carry
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.runner import play_round
from pitboss.record.account import ToldAct, account_of
from pitboss.table.money import OUTSIDE, chips_before
from pitboss.table.steps import CollectWager, PayWager

SEEDS = 40  # among which a round is looked for in which somebody wins and somebody loses
SEATS = 3
ROLLS = 6  # that are shown where wagers stand from one to the next
CHIPS = 60  # maximum wagers that each player brings


class Example(NamedTuple):
    seed: int
    rounds: int
    acts: tuple[ToldAct, ...]


def example(subject: Subject) -> Example | None:
    """The first round of a table with three players, or the first rolls. Some wager is paid in it and some wager is
    collected, if any of the first seeds brings that about. None where the strategies cannot play at such a table."""
    found: list[Driver] = []
    seed = 0
    for seed in range(1, SEEDS + 1):
        found = played(subject, seed)
        done = [item for driver in found for item in driver.log]
        if all(any(isinstance(item, kind) for item in done) for kind in (CollectWager, PayWager)):
            break
    acts = tuple(act for driver in found for act in account_of(driver).acts)
    return Example(seed, len(found), acts) if acts else None


def played(subject: Subject, seed: int) -> list[Driver]:
    game, house = subject.game, subject.house
    players = list(game.strategies.values())
    seats = {seat: players[(seat - 1) % len(players)] for seat in range(1, min(SEATS, house.seats) + 1)}
    source, rounds = seeded_source(seed), []
    carry: Carry | None = _carry(subject, tuple(seats))
    for _ in range(ROLLS if game.standing_wagers else 1):
        assert carry is not None, "the round before is over"
        try:
            driver = play_round(game, subject.rules, house, carry, source, seats)
        except RuntimeError:  # a strategy wants what this table does not offer
            return []
        rounds.append(driver)
        carry = driver.next
    return rounds


def _carry(subject: Subject, seats: tuple[int, ...]) -> Carry:
    game, carry = subject.game, subject.game.opening(subject.house)
    chips = CHIPS * subject.house.maximum
    accounts = {**carry.accounts, **{chips_before(seat): chips for seat in seats}}
    accounts[OUTSIDE] -= chips * len(seats)
    shooter = game.furniture.shooter
    marks = {**carry.marks, **({} if shooter is None else {shooter.word: seats[0]})}
    players = {seat: f"Player {seat}" for seat in seats}
    return msgspec.structs.replace(carry, players=players, accounts=accounts, marks=marks)
