"""A round played out at a table, so that a paper can show who does what, in which order and by which paragraph."""

from __future__ import annotations

import msgspec

from pitboss.compliance.paper import Subject
from pitboss.engine.carry import Carry
from pitboss.engine.chance import seeded
from pitboss.engine.driver import Driver
from pitboss.engine.runner import play_round
from pitboss.record.account import ToldAct, account_of
from pitboss.table.money import OUTSIDE, chips_before
from pitboss.table.steps import CollectWager, PayWager

SEEDS = 40  # among which a round is looked for in which somebody wins and somebody loses
SEATS = 3
CHIPS = 60  # maximum wagers that each player brings


def example(subject: Subject) -> tuple[int, tuple[ToldAct, ...]]:
    """The first round of a table with three players, and the seed that deals it. In it some wager is paid and some
    wager is collected, if any of the first seeds gives such a round."""
    rounds = ((seed, _played(subject, seed)) for seed in range(1, SEEDS + 1))
    tried = []
    for seed, driver in rounds:
        if driver is None:
            continue
        tried.append((seed, driver))
        kinds = {type(item) for item in driver.log}
        if {CollectWager, PayWager} <= kinds:
            break
    if not tried:
        return 0, ()
    seed, driver = tried[-1]
    return seed, account_of(driver).acts


def _played(subject: Subject, seed: int) -> Driver | None:
    """None where the strategies have no round to play at such a table."""
    game, house = subject.game, subject.house
    players = list(game.strategies.values())
    seats = {seat: players[(seat - 1) % len(players)] for seat in range(1, min(SEATS, house.seats) + 1)}
    try:
        return play_round(game, subject.rules, house, _carry(subject, tuple(seats)), seeded(seed), seats)
    except RuntimeError:
        return None


def _carry(subject: Subject, seats: tuple[int, ...]) -> Carry:
    game, carry = subject.game, subject.game.opening(subject.house)
    chips = CHIPS * subject.house.maximum
    accounts = {**carry.accounts, **{chips_before(seat): chips for seat in seats}}
    accounts[OUTSIDE] -= chips * len(seats)
    shooter = game.furniture.shooter
    marks = {**carry.marks, **({} if shooter is None else {shooter.word: seats[0]})}
    players = {seat: f"Player {seat}" for seat in seats}
    return msgspec.structs.replace(carry, players=players, accounts=accounts, marks=marks)
