"""Measure audited rolls of craps a second, compared with crapssim in the same run, and how soon a long table is back
after a stop.

Both play one player with pass and odds. A roll of ours is judged, logged, encoded and hashed. Crapssim keeps no log, so
ours is also measured without a record: judged and logged, then dropped. The bound is the plainest possible audit by
itself, as in bench/rounds.py.

    make bench
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable

import msgspec

from pitboss.engine.carry import Carry
from pitboss.engine.chance import live_source, seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Close, Sit, Wager
from pitboss.engine.record import Chain
from pitboss.engine.runner import play_round, submit_or_raise
from pitboss.games.craps import GAME
from pitboss.games.craps.law.house import CrapsHouse
from pitboss.record.replay import read, replay_to_end

CHIPS = 10**12
ROLLS, REPEATS = 1_000, 12
LONG_TABLE, PLAYERS = 10_000, 16


def table(seats: int) -> Carry:
    """Return a table after its first roll, with this many players seated."""
    driver = Driver(GAME, GAME.rules({}), CrapsHouse(), GAME.opening(CrapsHouse()))
    for seat in range(1, seats + 1):
        submit_or_raise(driver, Sit(seat, f"Player {seat}", CHIPS))
    submit_or_raise(driver, Wager(1, {"pass": 500}))
    submit_or_raise(driver, Close())
    dice = seeded_source(1).answers(driver.wait)
    assert dice is not None
    submit_or_raise(driver, dice)
    assert driver.next is not None
    return driver.next


def pass_and_odds(*, recorded: bool) -> Callable[[int], None]:
    """Return a function that plays ten dollars on pass with double odds, amounts that can be paid at any point."""
    rules, house, source = GAME.rules({}), CrapsHouse(odds=(3, 3, 3)), live_source()

    def play(rolls: int) -> None:
        carry, chain = table(1), Chain()
        for _ in range(rolls):
            driver = Driver(GAME, rules, house, carry)
            out = carry.accounts
            if "point" not in carry.marks:
                submit_or_raise(driver, Wager(1, {"pass": 1000}))
            elif out.get("pass @1") == 1000 and "pass odds @1" not in out:
                submit_or_raise(driver, Wager(1, {"pass odds": 2000}))
            submit_or_raise(driver, Close())
            dice = source.answers(driver.wait)
            assert dice is not None
            submit_or_raise(driver, dice)
            if recorded:
                chain.append(driver, source.label, source.salt())
            assert driver.next is not None
            carry = driver.next

    return play


def plain_audit() -> Callable[[int], None]:
    """Return the bound: a function that encodes and hashes the lines of one roll with the standard library."""
    carry = table(1)
    accounts = {**carry.accounts, "pass @1": 1000, "pass odds @1": 2000}
    accounts["outside"] -= 3000 - carry.accounts.get("pass @1", 0)
    carry = msgspec.structs.replace(carry, accounts=accounts, marks={**carry.marks, "point": 6})
    driver = Driver(GAME, GAME.rules({}), CrapsHouse(), carry)
    submit_or_raise(driver, Close())
    dice = seeded_source(4).answers(driver.wait)
    assert dice is not None
    submit_or_raise(driver, dice)
    bodies = [json.loads(line) for line in Chain().append(driver, "live", "00" * 32)]

    def play(rolls: int) -> None:
        for _ in range(rolls):
            head = ""
            for body in bodies:
                body["prev"] = head
                head = hashlib.sha256(json.dumps(body).encode()).hexdigest()

    return play


def crapssim() -> Callable[[int], None]:
    from crapssim import Table
    from crapssim.strategy import BetPassLine, PassLineOddsMultiplier

    def play(rolls: int) -> None:
        game = Table()
        game.add_player(bankroll=10**9, strategy=BetPassLine(10) + PassLineOddsMultiplier(2))
        game.run(max_rolls=rolls, verbose=False)

    return play


def rates(plays: list[Callable[[int], None]]) -> list[float]:
    """Return the best rate of many short runs of each, in turn, because disturbances can only slow a run down."""
    best = [0.0] * len(plays)
    for _ in range(REPEATS):
        for number, play in enumerate(plays):
            start = time.process_time()
            play(ROLLS)
            best[number] = max(best[number], ROLLS / (time.process_time() - start))
    return best


def long_table() -> None:
    """Play ten thousand rolls with sixteen players and wagers for the next one. Print how long recovery takes from the
    last carry and the inputs of the open roll, and how long a full replay takes."""
    rules, house, source = GAME.rules({}), CrapsHouse(), seeded_source(16)
    ways = list(GAME.strategies.values())
    players = {seat: ways[seat % len(ways)] for seat in range(1, PLAYERS + 1)}
    carry, chain, lines = table(PLAYERS), Chain(), []
    start = time.perf_counter()
    for _ in range(LONG_TABLE):
        driver = play_round(GAME, rules, house, carry, source, players)
        lines += chain.append(driver, source.label, source.salt())
        assert driver.next is not None
        carry = driver.next
    played = time.perf_counter() - start
    stored = msgspec.json.encode(carry, enc_hook=int)
    open_roll = [Wager(seat, {"field": 500}) for seat in players]

    start = time.perf_counter()
    back = Driver(GAME, rules, house, msgspec.json.decode(stored, type=Carry))
    for given in open_roll:
        submit_or_raise(back, given)
    recovery = time.perf_counter() - start
    assert back.carry.digest == carry.digest
    assert back.table.wager(PLAYERS, "field") == 500

    raw = b"\n".join(lines)
    start = time.perf_counter()
    _, records = read(raw)
    last = [replay_to_end(record).next for record in records][-1]
    replay = time.perf_counter() - start
    assert last == carry
    print(
        f"{LONG_TABLE:,} rolls with {PLAYERS} players, {len(lines):,} lines: {LONG_TABLE / played:,.0f} rolls a second"
    )
    source_text = f"the last carry ({len(stored):,} bytes) and {len(open_roll)} inputs"
    print(f"  back at the table from {source_text}: {recovery * 1000:.2f} ms")
    print(f"  an audit that plays all of it again: {replay:.1f} s, {replay / recovery:,.0f} times as long")


def main() -> None:
    print(
        f"rolls of craps for each second of processor, pass and odds, one player, best of {REPEATS} short runs in turn"
    )
    plays = [pass_and_odds(recorded=True), pass_and_odds(recorded=False), plain_audit(), crapssim()]
    ours, unrecorded, bound, theirs = rates(plays)
    print(f"  audited: {ours:,.0f}, {ours / bound:.2f} of the plain audit alone ({bound:,.0f})")
    print(f"  no record kept: {unrecorded:,.0f}")
    print(f"  crapssim: {theirs:,.0f}; audited / crapssim {ours / theirs:.2f}, no record kept / crapssim", end=" ")
    print(f"{unrecorded / theirs:.2f}")
    long_table()


if __name__ == "__main__":
    main()
