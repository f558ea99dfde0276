"""Plays a round at a table, so that a paper can show who does what, in which order and by which paragraph."""

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

SEEDS = 40  # that are tried for a round in which somebody wins and somebody loses
SEATS = 3
ROLLS = 6  # that are shown if wagers stand from one roll to the next
CHIPS = 60  # maximum wagers that each player brings


class Example(NamedTuple):
    """A round, or the first rolls, with the seed that produces it."""

    seed: int
    rounds: int
    acts: tuple[ToldAct, ...]


def find_example(subject: Subject) -> Example | None:
    """Play a round with three players, or the first rolls.

    If any of the seeds allows it, a wager is paid in it and a wager is collected. None if the strategies cannot play at
    this table.
    """
    drivers: list[Driver] = []
    seed = 0
    for seed in range(1, SEEDS + 1):
        drivers = play_from_seed(subject, seed)
        items = [item for driver in drivers for item in driver.log]
        if all(any(isinstance(item, kind) for item in items) for kind in (CollectWager, PayWager)):
            break
    acts = tuple(act for driver in drivers for act in account_of(driver).acts)
    return Example(seed, len(drivers), acts) if acts else None


def play_from_seed(subject: Subject, seed: int) -> list[Driver]:
    """Play a round, or the first rolls, from a seed. Empty if a strategy cannot play at this table."""
    game, house = subject.game, subject.house
    players = list(game.strategies.values())
    seats = {seat: players[(seat - 1) % len(players)] for seat in range(1, min(SEATS, house.seats) + 1)}
    source, rounds = seeded_source(seed), []
    carry: Carry | None = _carry(subject, tuple(seats))
    for _ in range(ROLLS if game.standing_wagers else 1):
        assert carry is not None, "the round before is over"
        try:
            driver = play_round(game, subject.rules, house, carry, source, seats)
        except RuntimeError:  # a strategy makes a wager that this table does not offer
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
