"""Evenings at which a server is killed again and again, while programs and two browsers play at it.

The seed of an evening decides the order of the kills, the point at which each strikes, and what everybody does. It does
not decide the timing of threads, so a failure that is reproduced may occur at another row.

    PYTHONPATH=tests python -m kit.kills 200
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Playwright, sync_playwright

from kit import programs
from kit.exported import told_as_played
from kit.players import Regular, Window
from kit.rows_kept import hold
from kit.serving import TABLES
from kit.stable import Stable
from pitboss.cli.main import main as pitboss
from pitboss.store.audit.database_audit import audit
from pitboss.store.copies.snapshots import backup
from pitboss.store.database import crash_points

KILLS, EVENINGS = 20, 10  # kills of one evening in a soak, and the number of evenings
FEW = 4  # kills in a test run
AT_RANDOM, AT_START, BACKING_UP = "at any moment", "at any moment of a start", "during a backup"
STARTING = ("during recovery", "mid-register")  # points that are passed mainly at a start
PLANS = (*crash_points.POINTS, AT_RANDOM, AT_START, BACKING_UP)
MOST, MOST_TIMES = 25, {"mid-settlement": 6, "mid-anchor": 2}  # most times that a point is passed before it kills
STARTS_IN = 0.25  # approximate seconds until tables are taken
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")


@dataclass
class Tally:
    """The results of evenings."""

    kills: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    by_browsers: int = 0
    resent: int = 0  # actions whose acknowledgment was cut off, sent again under their ids
    back: int = 0  # times a browser found the new server by itself and showed its table
    rounds: int = 0  # exported rounds that replay to the same acts

    def add(self, other: Tally) -> None:
        self.kills += other.kills
        self.acknowledged += other.acknowledged
        self.by_browsers += other.by_browsers
        self.resent += other.resent
        self.back += other.back
        self.rounds += other.rounds

    def __str__(self) -> str:
        return (
            f"{self.kills.total()} kills, {self.acknowledged:,} actions acknowledged ({self.by_browsers:,} of them to "
            f"browsers), none lost, none counted twice; {self.resent} sent again; browsers came back {self.back} "
            f"times; {self.rounds:,} exported rounds are as they were played"
        )


def plans(seed: int, kills: int) -> list[str]:
    """Return the plans of an evening, in random order. No plan is repeated before all have occurred."""
    chance, chosen = Random(seed), list[str]()
    while len(chosen) < kills:
        chosen += chance.sample(PLANS, len(PLANS))
    return chosen[:kills]


class Evening:
    """One database at one address, and the people who come back to it after each kill."""

    def __init__(self, folder: Path, browser: Browser, seed: int) -> None:
        self.db, self.chance, self.tally = folder / "pitboss.db", Random(seed), Tally()
        self.port, self.number = 0, 0
        self.stable = Stable(folder)
        self.start()
        url = self.stable.told["url"].rstrip("/")
        self.port = int(url.rpartition(":")[2])
        self.people = [Regular(url, table, seed) for table in TABLES]
        games = list(TABLES)
        self.windows = [
            Window(browser, url, name, games[(seed + number) % len(games)]) for number, name in enumerate("XY")
        ]
        self.stable.kill()
        self.stable.ends()

    def start(self, plan: str = "") -> bool:
        """Start the server, and return whether it is up."""
        self.stable.start("--db", str(self.db), "--port", str(self.port), plan=plan)
        if not self.stable.tells():
            return False
        assert "paused" not in self.stable.told, self.stable.told
        return self.stable.is_up()

    def bring_everybody_back(self) -> None:
        """Have everybody come back to their tables with what they had, and each browser show its table."""
        for person in self.people:
            person.comes_back()
        for window in self.windows:
            window.is_back()
            self.tally.back += 1

    def have_everybody_act(self) -> None:
        """Wait until an action of each program and each browser has been accepted."""
        everybody: list[Regular | Window] = [*self.people, *self.windows]
        waiting = [(player, player.count()) for player in everybody]
        for player, _ in waiting:
            player.go_on()

        def all_have() -> bool:
            waiting[:] = [(player, before) for player, before in waiting if player.count() == before]
            return not waiting

        self.windows[0].wait(all_have, lambda: "do nothing: " + "; ".join(str(player) for player, _ in waiting))

    def kill(self, plan: str) -> None:
        """Start a server, have everybody play, kill it by this plan, and check that nothing is lost."""
        self.number += 1
        times = self.chance.randint(1, MOST_TIMES.get(plan, MOST))
        try:
            if plan in STARTING:
                times = self.chance.randint(1, len(TABLES))
                assert not self.start(f"{plan}:{times}"), f"{plan}:{times} was never reached"
            elif plan == AT_START:
                self.stable.start("--db", str(self.db), "--port", str(self.port))
                time.sleep(self.chance.uniform(0, STARTS_IN))
                self.stable.kill()
            else:
                assert self.start(), self.stable.errors()
                self.bring_everybody_back()
                self.play_until_it_dies(plan, times)
            assert self.stable.ends() == -9, self.stable.errors()
        except AssertionError as wrong:
            raise AssertionError(f"kill {self.number}, {plan}:{times}: {wrong}") from wrong
        self.tally.kills[plan] += 1
        self.check_nothing_is_lost()

    def play_until_it_dies(self, plan: str, times: int) -> None:
        self.have_everybody_act()
        if plan in crash_points.POINTS:
            self.stable.arm(f"{plan}:{times}")
            self.windows[0].wait(lambda: not self.stable.runs(), lambda: "it was never reached")
            return
        self.windows[0].pause(self.chance.uniform(0.05, 0.6))
        if plan == BACKING_UP:
            copying = threading.Timer(self.chance.uniform(0, 0.05), self.stable.kill)
            copying.start()
            copy = self.db.with_name(f"copy-{self.number}.db")
            backup(self.db, copy)
            copying.join()
            assert_sound(copy)
        self.stable.kill()

    def check_nothing_is_lost(self) -> None:
        """Check that every acknowledged action has its row exactly once, and that all money is accounted for."""
        for person in self.people:
            person.leaves()
        by_programs = [person.acknowledged_rows() for person in self.people]
        by_browsers = [window.acknowledged_rows() for window in self.windows]
        hold(self.db, [*by_programs, *by_browsers], [person.refused for person in self.people])
        self.tally.acknowledged = sum(map(len, [*by_programs, *by_browsers]))
        self.tally.by_browsers = sum(map(len, by_browsers))
        self.tally.resent = sum(person.resent for person in self.people)

    def end(self) -> None:
        """Start once more, and check that play continues at every table and that all rounds replay to the same acts."""
        assert self.start(), self.stable.errors()
        self.bring_everybody_back()
        self.have_everybody_act()
        complaints = [complaint for window in self.windows for complaint in window.complaints]
        assert not complaints, complaints
        assert self.stable.stop() == 0, self.stable.errors()
        self.check_nothing_is_lost()
        assert_sound(self.db)
        assert pitboss(["verify", "--db", str(self.db), "--quiet"]) == 0
        out = self.db.with_name("records")
        assert pitboss(["export", "--db", str(self.db), str(out), "--format", "jsonl", "--quiet"]) == 0
        self.tally.rounds = told_as_played(self.db, out)

    def close(self) -> None:
        self.stable.close()
        for person in self.people:
            person.go_on()
        for window in self.windows:
            window.go_home()


def assert_sound(db: Path) -> None:
    """Assert that the audit finds nothing wrong."""
    failed = [check for check in audit(db).checks if not check.ok]
    assert not failed, failed


def evening(folder: Path, browser: Browser, seed: int, kills: int = KILLS) -> Tally:
    """Play an evening with this many kills."""
    with ExitStack() as stack:
        evening_ = Evening(folder, browser, seed)
        stack.callback(evening_.close)
        for plan in plans(seed, kills):
            evening_.kill(plan)
        evening_.end()
    return evening_.tally


def launch(play: Playwright) -> Browser:
    return play.chromium.launch(executable_path=programs.find("chromium"), args=list(FLAGS))


def main(kills: int) -> None:
    total, began = Tally(), time.monotonic()
    with sync_playwright() as play:
        browser = launch(play)
        for seed in range(1, kills // KILLS + 1):
            with tempfile.TemporaryDirectory() as folder:
                total.add(evening(Path(folder), browser, seed))
            print(f"evening {seed}: {total}, {time.monotonic() - began:.0f} s", flush=True)
    print(*(f"{count:4} {plan}" for plan, count in sorted(total.kills.items())), sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
