"""Evenings at which a server is killed again and again, while programs and two browsers play at it.

An evening is known by its seed: which kills come in which order, at which point each strikes, and what everybody does.
What the threads of a machine do in between is not, so a failure that is seen again is not seen at the same row.

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

KILLS, EVENINGS = 20, 10  # of one evening in a soak, and how many of those
FEW = 4  # in a test run
AT_RANDOM, AT_START, BACKING_UP = "at any moment", "at any moment of a start", "during a backup"
STARTING = ("during recovery", "mid-register")  # points that are passed at a start, and seldom later
PLANS = (*crash_points.POINTS, AT_RANDOM, AT_START, BACKING_UP)
MOST, MOST_TIMES = 25, {"mid-settlement": 6, "mid-anchor": 2}  # how often a point is passed before it kills, at most
STARTS_IN = 0.25  # seconds, about, until tables are taken
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")


@dataclass
class Tally:
    """What came of it."""

    kills: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    by_browsers: int = 0
    resent: int = 0  # actions whose acknowledgment was cut off, sent again under their ids
    back: int = 0  # times a browser has found the new server by itself and shows what is there
    rounds: int = 0  # exported, and each played again from its rows to the same acts

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
    """Every plan before any comes again; an evening begins with another one."""
    chance, found = Random(seed), list[str]()
    while len(found) < kills:
        found += chance.sample(PLANS, len(PLANS))
    return found[:kills]


class Evening:
    """One database, one address, and people who come back to it."""

    def __init__(self, folder: Path, browser: Browser, seed: int) -> None:
        self.db, self.chance, self.tally = folder / "pitboss.db", Random(seed), Tally()
        self.port, self.number = 0, 0
        self.stable = Stable(folder)
        self.start()
        url = self.stable.told["url"].rstrip("/")
        self.port = int(url.rpartition(":")[2])
        self.people = [Regular(url, table, seed) for table in TABLES]
        games = list(TABLES)
        self.windows = [Window(browser, url, name, games[(seed + at) % len(games)]) for at, name in enumerate("XY")]
        self.stable.kill()
        self.stable.ends()

    def start(self, plan: str = "") -> bool:
        """Whether it is up, and not paused."""
        self.stable.start("--db", str(self.db), "--port", str(self.port), plan=plan)
        if not self.stable.tells():
            return False
        assert "paused" not in self.stable.told, self.stable.told
        return self.stable.is_up()

    def everybody_is_back(self) -> None:
        """At their tables, with what they had; and each browser shows what is there."""
        for person in self.people:
            person.comes_back()
        for window in self.windows:
            window.is_back()
            self.tally.back += 1

    def everybody_acts(self) -> None:
        """Waits until something is taken from each of them, programs and pages."""
        everybody: list[Regular | Window] = [*self.people, *self.windows]
        left = [(each, each.count()) for each in everybody]
        for each, _ in left:
            each.go_on()

        def all_have() -> bool:
            left[:] = [(each, before) for each, before in left if each.count() == before]
            return not left

        self.windows[0].wait(all_have, lambda: "do nothing: " + "; ".join(str(each) for each, _ in left))

    def kill(self, plan: str) -> None:
        """One server, from its start to its end."""
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
                self.everybody_is_back()
                self.play_until_it_dies(plan, times)
            assert self.stable.ends() == -9, self.stable.errors()
        except AssertionError as wrong:
            raise AssertionError(f"kill {self.number}, {plan}:{times}: {wrong}") from wrong
        self.tally.kills[plan] += 1
        self.nothing_is_lost()

    def play_until_it_dies(self, plan: str, times: int) -> None:
        self.everybody_acts()
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
            sound(copy)
        self.stable.kill()

    def nothing_is_lost(self) -> None:
        """What was acknowledged has its row, its number and its place, once; and all money is there."""
        for person in self.people:
            person.leaves()
        told = [each.acknowledged() for each in self.people]
        shown = [each.acknowledged() for each in self.windows]
        hold(self.db, [*told, *shown], [person.refused for person in self.people])
        self.tally.acknowledged = sum(map(len, [*told, *shown]))
        self.tally.by_browsers = sum(map(len, shown))
        self.tally.resent = sum(person.resent for person in self.people)

    def end(self) -> None:
        """One more start; play goes on at every table, and all that was played is told the same."""
        assert self.start(), self.stable.errors()
        self.everybody_is_back()
        self.everybody_acts()
        complaints = [each for window in self.windows for each in window.complaints]
        assert not complaints, complaints
        assert self.stable.stop() == 0, self.stable.errors()
        self.nothing_is_lost()
        sound(self.db)
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


def sound(db: Path) -> None:
    wrong = [check for check in audit(db).checks if not check.ok]
    assert not wrong, wrong


def evening(folder: Path, browser: Browser, seed: int, kills: int = KILLS) -> Tally:
    with ExitStack() as stack:
        it = Evening(folder, browser, seed)
        stack.callback(it.close)
        for plan in plans(seed, kills):
            it.kill(plan)
        it.end()
    return it.tally


def launched(play: Playwright) -> Browser:
    return play.chromium.launch(executable_path=programs.find("chromium"), args=list(FLAGS))


def main(kills: int) -> None:
    all_, began = Tally(), time.monotonic()
    with sync_playwright() as play:
        browser = launched(play)
        for seed in range(1, kills // KILLS + 1):
            with tempfile.TemporaryDirectory() as folder:
                all_.add(evening(Path(folder), browser, seed))
            print(f"evening {seed}: {all_}, {time.monotonic() - began:.0f} s", flush=True)
    print(*(f"{many:4} {plan}" for plan, many in sorted(all_.kills.items())), sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
