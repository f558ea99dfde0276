"""Counts what a corpus shows of the grid while its rounds are replayed. No game is known here.

Nothing is taken from the label of a round: what counts is the setting it opens with and what happens in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product
from typing import Any

from corpus.frozen import (
    ACT,
    INPUT,
    JUDGED,
    WAITS,
    KeptRound,
    Player,
    Tables,
    cites_in,
    input_of,
    replay_lines,
    watched_by,
)
from corpus.grid import (
    ABOVE,
    BELOW,
    DAY,
    FULL,
    INCIDENT,
    KIND,
    LEAST,
    LIMIT,
    MADE,
    MOST,
    NOT_MADE,
    ONE,
    READING,
    RULING,
    SOME,
    WAGER,
    Cell,
    cells,
    days,
    election_cell,
    incident_kinds,
    method_of,
    options,
    table_cell,
    tag,
    text_of,
    unlawful_cells,
)
from corpus.kinds import act_kinds
from kit.conformance import common_incidents, own_incidents
from pitboss.counting.exact_model import RecordingRules, record_readings
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game, Offer
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.waits import Window
from pitboss.law.coverage import coverage
from pitboss.law.readings import readings_of
from pitboss.law.register import register
from pitboss.table.steps import PlaceWager, Step, WagerStep

TRIED = 10  # one round in this many is tried for what is never seen to happen
RULES = {
    INCIDENT: "refused at every moment of every round in which it was tried",
    WAGER: "every other wager is refused to a player who has not made it",
}
AS_ACT, AS_WAIT, AS_REFUSAL, OTHERWISE = WAYS = ("act", "wait", "refusal", "otherwise")


class ChangedError(Exception):
    """The corpus does not replay, so it says nothing about the game as it is."""


class Seam:
    """A watcher of the law that notes which paragraphs are asked for and changes nothing."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def in_force(self, paragraph: str) -> bool:
        self.asked.add(paragraph)
        return True

    def number(self, paragraph: str, key: str, number: int) -> int:
        self.asked.add(paragraph)
        return number

    def act(self, step: Any, table: object) -> Any:
        return step

    def rules_made(self, sections: dict[str, str]) -> None:
        pass


@dataclass
class Survey:
    """The cells of its game's grid that a corpus covers."""

    game: Game
    counts: Counter[Cell] = field(default_factory=Counter)  # rounds in which a cell is seen
    sources: Counter[str] = field(default_factory=Counter)  # rounds, by what they were played for
    chosen: Counter[Cell] = field(default_factory=Counter)  # rounds under a reading, whether it is asked for or not
    # How a paragraph is seen: cited by an act, by a wait, by a refusal, or asked for while something else was done.
    ways: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    offered: set[str] = field(default_factory=set)  # areas that some offer names, or on which a wager was taken
    # What was never seen to happen was tried: how often, and what was not refused.
    tried: Counter[Cell] = field(default_factory=Counter)
    taken: set[Cell] = field(default_factory=set)

    @cached_property
    def impossible(self) -> dict[Cell, str]:
        """The cells that stay empty, and the rule by which they do."""
        rules = unlawful_cells(self.game)
        for kind, why in act_kinds(self.game).items():
            if why:
                rules[KIND, kind.__name__] = why
        for cell in cells(self.game):
            if cell[0] == LIMIT and cell[1] not in self.offered:
                rules[cell] = "no chips are put there in a window: they follow from another wager"
            elif _is_for_checks_only(self.game, cell) or (
                not self.counts[cell] and cell[-1] in _compared_numbers(self.game.package)
            ):
                rules[cell] = "only the check of what a house declares asks for it"
            elif cell == (WAGER, *self.game.spots, NOT_MADE):
                rules[cell] = "there is no other wager"
            elif cell[0] in RULES and self.tried[cell] and cell not in self.taken:
                rules[cell] = RULES[cell[0]]
        return rules

    def empty(self) -> list[Cell]:
        """List the cells that should be seen and are not."""
        return [cell for cell in cells(self.game) if not self.counts[cell] and cell not in self.impossible]


@cache
def _declared_paragraphs(package: str) -> set[str]:
    """Return the paragraphs about equipment and print, which no round depends on."""
    rows = {row.paragraph: row.code for row in coverage(package)}
    return {paragraph for paragraph, code in rows.items() if code and all("/checks.py:" in place for place in code)}


@cache
def _compared_numbers(package: str) -> set[str]:
    """Return the numbers that a check compares with what a house declares. A round may need them as well."""
    rows = [row for row in coverage(package) if row.kind == "value"]
    return {row.paragraph for row in rows if any("/checks.py:" in place for place in row.code)}


def _is_for_checks_only(game: Game, cell: Cell) -> bool:
    about = readings_of(game.package)[cell[1]].paragraph if cell[0] == READING else cell[-1]
    return cell[0] in (READING, RULING) and about in _declared_paragraphs(game.package)


def survey(game: Game, rounds: list[KeptRound]) -> Survey:
    """Replay the rounds of a corpus and count its cells."""
    result, tables, seam = Survey(game), Tables(game, record_readings), Seam()
    with watched_by(seam):
        for kept in rounds:
            _RoundSurvey(result, seam, tables, kept).whole()
    with watched_by(None):
        _try_unseen(result, [kept for kept in rounds[::TRIED] if not kept.decoded_opening.breaches])
    return result


class _RoundSurvey:
    """A survey of one round from its opening to its end."""

    def __init__(self, found: Survey, seam: Seam, tables: Tables, kept: KeptRound) -> None:
        self.found, self.seam, self.kept = found, seam, kept
        self.opened = kept.decoded_opening
        self.player, _ = tables.open(self.opened)
        self.driver: Driver = self.player.driver
        assert isinstance(self.driver.rules, RecordingRules)
        self.rules = self.driver.rules
        self.cells: set[Cell] = set()

    def whole(self) -> None:
        rules = self.rules
        rules.asked.clear()
        self.seam.asked.clear()
        self.driver.house.breaches(rules)
        cited: dict[str, set[str]] = {}
        for line, replayed in replay_lines(self.player, self._before_each()):
            if line != replayed:
                raise ChangedError(f"{self.opened.where} comes out otherwise")
            if line.startswith((ACT, WAITS, JUDGED)):
                way = AS_ACT if line.startswith(ACT) else AS_WAIT if line.startswith(WAITS) else AS_REFUSAL
                for cite in cites_in(line):
                    cited.setdefault(cite, set()).add(way)
        for paragraph in self.seam.asked:
            cited.setdefault(paragraph, {OTHERWISE})
        self._rulings(cited)
        self.cells |= {(READING, reading, rules.readings[reading]) for reading in rules.asked}
        self.found.chosen.update((READING, reading, choice) for reading, choice in rules.readings.items())
        self._setting()
        self._log()
        self.found.counts.update(self.cells)
        self.found.sources[self.opened.where.partition(":")[0]] += 1

    def _before_each(self) -> Iterator[bytes]:
        """Yield each line just before it is played, and compare wagers with what is offered then."""
        for line in self.kept.log:
            if line.startswith((INPUT, JUDGED)) and b'"wager"' in line:
                given = input_of(self.driver.game, line)
                if isinstance(given, Wager) and not given.amid and given.seat in self.driver.table.players:
                    self._limits(given, taken=line.startswith(INPUT))
            yield line

    def _limits(self, given: Wager, *, taken: bool) -> None:
        if taken:
            self.found.offered |= given.stakes.keys()
        for offer in self._offers(given.seat):
            self.found.offered.update(offer.spots)
            if set(offer.spots) == given.stakes.keys() and given.position in (0, given.seat):
                cents = set(given.stakes.values())
                ways = (
                    (LEAST, taken and cents == {offer.least}),
                    (MOST, taken and cents == {offer.most}),
                    (BELOW, not taken and max(cents) < offer.least),
                    (ABOVE, not taken and min(cents) > offer.most),
                )
                self.cells |= {(LIMIT, spot, way) for way, met in ways if met for spot in offer.spots}

    def _offers(self, seat: int) -> list[Offer]:
        """Return the offers to a seat. What is asked of the law only to make an offer does not count as asked by the
        round."""
        driver, (asked, seen) = self.driver, (self.rules.asked.copy(), self.seam.asked.copy())
        offers = list(driver.game.offers(driver.round, seat))
        self.rules.asked.intersection_update(asked)
        self.seam.asked.intersection_update(seen)
        return offers

    def _rulings(self, cited: dict[str, set[str]]) -> None:
        for cite, ways in cited.items():
            text = self.driver.rules.edition_of(cite)
            if text is not None and (text, cite) in register(self.driver.game.package):
                self.cells.add((RULING, text, cite))
                self.found.ways.setdefault((text, cite), set()).update(ways)

    def _setting(self) -> None:
        rules, house, game = self.driver.rules, self.driver.house, self.driver.game
        if not self.kept.log or self.opened.breaches:
            return  # nobody played, or at a table that may not be
        text = text_of(game, rules)
        if (rules.as_of, rules.assumed) in days(game):
            self.cells.add((DAY, rules.as_of, rules.assumed))
        self.cells |= {election_cell(text, name, getattr(house, name)) for name in options(game)}
        playing = {item.seat for item in self.driver.log if isinstance(item, PlaceWager)}
        playing |= {int(name.rpartition("@")[2]) for name in self.driver.carry.accounts if "@" in name}
        if playing:
            seats = [ONE] if len(playing) == 1 else [SOME] if len(playing) < house.seats else []
            seats += [FULL] if len(playing) == house.seats else []
            self.cells |= {table_cell(text, method_of(house), house.decks, seats_played) for seats_played in seats}

    def _log(self) -> None:
        game, log = self.driver.game, self.driver.log
        kinds = {type(item) for item in log}
        self.cells |= {(KIND, kind.__name__) for kind in kinds if issubclass(kind, Step)}
        happened = {tag(kind) for kind in kinds if issubclass(kind, Input) and kind in incident_kinds(game)}
        text, method = text_of(game, self.driver.rules), method_of(self.driver.house)
        if not self.opened.breaches:
            self.cells |= {(INCIDENT, text, method, kind) for kind in happened}
        wagers: dict[int, set[str]] = {}
        for item in log:
            if isinstance(item, WagerStep):
                wagers.setdefault(item.position, set()).add(item.spot)
        for spots in wagers.values():
            self.cells |= {(WAGER, spot, MADE if spot in spots else NOT_MADE) for spot in game.spots}


# --- what was never seen to happen


def _try_unseen(result: Survey, rounds: list[KeptRound]) -> None:
    """Try unseen incidents at every moment of these rounds, and unseen wagers at every window, and note whether they
    are refused everywhere."""
    game = result.game
    unseen = [cell for cell in cells(game) if cell[0] in RULES and not result.counts[cell]]
    tables = Tables(game)
    for kept in rounds if unseen else ():
        player, _ = tables.open(kept.decoded_opening)
        text_and_method = (text_of(game, player.driver.rules), method_of(player.driver.house))
        incidents = {cell[-1]: cell for cell in unseen if cell[0] == INCIDENT and cell[1:-1] == text_and_method}
        wagers = [cell for cell in unseen if cell[0] == WAGER and cell[2] == NOT_MADE]
        for _ in replay_lines(player, kept.log):
            if not player.driver.done:
                _try_incidents(result, player, incidents)
                _try_wagers(result, player, wagers)


def _try_incidents(result: Survey, player: Player, unseen: dict[str, Cell]) -> None:
    driver = player.driver
    positions = sorted(driver.table.players) if unseen else ()
    for incident in (*common_incidents(positions, (0, 1)), *own_incidents(driver.game, positions)) if unseen else ():
        if (cell := unseen.get(tag(type(incident)))) is not None:
            result.tried[cell] += 1
            if not driver.refusals(incident):
                result.taken.add(cell)


def _try_wagers(result: Survey, player: Player, unseen: list[Cell]) -> None:
    """Try each other wager by a player who has nothing on the layout."""
    driver = player.driver
    if unseen and isinstance(driver.wait, Window) and driver.wait.what == "wagers":
        t, least = driver.table, int(driver.house.minimum)
        idle = [seat for seat in t.players if not any(position == seat for position, _, _ in t.wagers())]
        for cell, spot, seat in product(unseen, driver.game.spots, idle[:1]):
            if spot != cell[1]:
                result.tried[cell] += 1
                if not driver.refusals(Wager(seat, {spot: least})):
                    result.taken.add(cell)
