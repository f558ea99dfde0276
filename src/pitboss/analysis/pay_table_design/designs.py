"""Designs pay tables for a wager that the law allows and that have a wanted house edge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Any

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.comparison.elections import find_line, require_line
from pitboss.analysis.exact_reports import PrintableReport
from pitboss.analysis.pay_table_design.cost_curves import SolvedWager, Straight
from pitboss.analysis.pay_table_design.pay_table_search import Band, FoundTable, Pays, Search, SearchResult
from pitboss.analysis.study import Study, setting
from pitboss.analysis.text_tables import percent
from pitboss.counting.exact_model import Column, ImpossibleError, Row, Section
from pitboss.counting.floors import Floor
from pitboss.law.editions import AsOf, Assume
from pitboss.table.money import MOST_DOLLARS, MOST_ODDS, Money, Odds, dollars

MOST_TABLES = 1_000
HOW_RANKED = (
    "ranked by the lowest sum: 1 for each line that is not as printed, 1 more for each whole time that it "
    "has doubled or halved, 2 more if it is not a round number, and up to 1 for the distance from the target"
)


class DesignedTable(msgspec.Struct, frozen=True):
    """A pay table that the law allows, with what it costs."""

    pays: dict[str, int]  # N to 1, or dollars
    like: str  # the letter of the printed table that it looks like
    letters: tuple[str, ...]  # the printed tables that it is no lower than in any line
    rank: Fraction
    settings: dict[str, str]  # the settings that make it, named as with --set
    row: Row

    @property
    def payouts(self) -> str:
        """The payouts, line by line."""
        return "-".join(map(str, self.pays.values()))

    def json(self) -> dict[str, Any]:
        return {
            "pays": dict(self.pays),
            "like": self.like or None,
            "letters": [letter for letter in self.letters if letter],
            "rank": fraction(self.rank),
            "house_edge": fraction(self.row.house_edge),
            "house_edge_decimal": float(self.row.house_edge),
            "variance": fraction(self.row.variance),
            "standard_deviation": sqrt(self.row.variance),
            "hit_frequency": fraction(self.row.hit_frequency),
            "settings": dict(self.settings),
        }


class Designs(PrintableReport, frozen=True, kw_only=True):
    """The pay tables that were found, best ranked first, or what rules them all out."""

    game: str
    texts: str
    rules: str
    wager: str
    paragraph: str
    lines: tuple[str, ...]  # the best hand first
    in_dollars: bool
    target: Fraction
    within: Fraction
    tables: tuple[DesignedTable, ...]
    tried: int
    complete: bool  # whether no other lawful table in the band ranks before the last of these
    free: bool = True  # whether the law leaves the house any choice
    reason: str = ""  # why no table was found
    notes: tuple[str, ...] = ()

    def title(self) -> str:
        target = f"a house edge of {percent(self.target)}, give or take {percent(self.within)}"
        return f"{self.game}, {self.texts}: {self.wager} with {target}"

    def sections(self) -> Iterator[Section]:
        if not self.tables:
            yield Section(f"No pay table: {self.reason}", (), (), self.notes)
            return
        lettered = any(self.tables[0].letters)
        heads = (
            Column("pays"),
            Column("house edge", "percent"),
            Column("deviation"),
            Column("ahead", "percent"),
            Column("like"),
            Column("allowed by"),
            Column("exactly"),
        )
        rows = tuple(
            (
                table.payouts,
                table.row.house_edge,
                f"{sqrt(table.row.variance):.4f}".rjust(len("deviation")),
                table.row.hit_frequency,
                table.like,
                " ".join(table.letters) if lettered else "",
                fraction(table.row.house_edge),
            )
            for table in self.tables
        )
        kind = "dollars" if self.in_dollars else "so many to 1"
        yield Section("", heads, rows, (f"pays, in {kind}: {', '.join(self.lines)}", *self.notes))

    def json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules": self.rules,
            "wager": self.wager,
            "paragraph": self.paragraph,
            "lines": list(self.lines),
            "unit": "dollars" if self.in_dollars else "to 1",
            "target": fraction(self.target),
            "within": fraction(self.within),
            "tables": [table.json() for table in self.tables],
            "tried": self.tried,
            "complete": self.complete,
            "reason": self.reason or None,
            "notes": list(self.notes),
        }


def design(
    game: str,
    wager: str,
    target: str | Fraction,
    *,
    within: str | Fraction = "0.1%",
    keep: Mapping[str, object] | None = None,
    deviation: str | Fraction | None = None,
    letter: str | None = None,
    most: int = 20,
    as_of: AsOf = None,
    assume: Assume = "",
    readings: Mapping[str, str] | None = None,
) -> Designs:
    """Find pay tables of whole odds that the law allows for a wager and whose house edge is near a target.

        target     the house edge, as in "3.5%" or Fraction(35, 1000), and `within` how far from it a table may be
        keep       lines that must pay so much, as in {"flush": "7 to 1"}
        deviation  the highest standard deviation, in units of the wager
        letter     a printed table below which no line may go (any of them)
        most       the highest number of tables

    Raise `ImpossibleError` for arguments that make no sense. If no table is allowed or meets the target, the answer
    says what rules them out.
    """
    study = setting(game, as_of=as_of, assume=assume, readings=readings)
    floor = _with_letter(find_floor(study, wager), letter)
    band = Band(*_parse_target(target, within), None if deviation is None else _parse_deviation(deviation) ** 2)
    if not 1 <= most <= MOST_TABLES:
        raise ImpossibleError(f"{most} tables cannot be shown; ask for 1 to {MOST_TABLES:,}")
    head: dict[str, Any] = {
        "bet_matters": False,
        "warnings": (),
        "game": game,
        "texts": study.rules.texts,
        "rules": study.rules.digest,
        "wager": floor.wager,
        "paragraph": floor.cite,
        "lines": floor.lines,
        "in_dollars": any(isinstance(rate, Money) for table in floor.tables.values() for rate in table.values()),
        "target": band.target,
        "within": band.within,
    }
    if floor.fixed:
        return Designs(**head, tables=(), tried=0, complete=True, free=False, reason=f"{floor.cite} {floor.fixed}")
    return _DesignTask(study, floor, band, most).designs(head, keep or {})


# --- the arguments


def find_floor(study: Study, wager: str) -> Floor:
    """Return the floor of a wager: the least that its lines may pay. Raise `ImpossibleError` if there is no such
    wager."""
    floors = {floor.wager: floor for floor in study.model.floors(study.rules, study.house)}
    if (name := find_line(wager, floors)) is None:
        raise ImpossibleError(f"{study.game.name} has no wager {wager!r} here; the wagers are {'; '.join(floors)}")
    return floors[name]


def _with_letter(floor: Floor, letter: str | None) -> Floor:
    """Return the floor with the printed table of this letter as its only one."""
    if letter is None or floor.fixed:
        return floor
    if letter not in floor.tables:
        which = ", ".join(floor.tables) if floor.election else "the text has one table for it"
        raise ImpossibleError(f"{floor.wager} has no table {letter!r} in {floor.cite}; {which}")
    return replace(floor, tables={letter: floor.tables[letter]})


def _parse_percentage(name: str, given: str | Fraction) -> Fraction:
    if isinstance(given, Fraction):
        return given
    match = re.fullmatch(r"\s*(-?\d{1,6}(?:\.\d{1,12})?)\s*%\s*", given, re.ASCII)
    if match is None:
        raise ImpossibleError(f"{name} {given!r} is not a percentage; write it with a percent sign, as in 3.5%")
    return Fraction(match[1]) / 100


def _parse_target(target: str | Fraction, within: str | Fraction) -> tuple[Fraction, Fraction]:
    """Return the target and the distance from it that is allowed. Raise `ImpossibleError` if they make no sense."""
    edge, distance = _parse_percentage("target", target), _parse_percentage("within", within)
    if not -1 < edge < 1:
        raise ImpossibleError(f"target {percent(edge, 2)} makes no sense; a house edge is between -100% and 100%")
    if not 0 <= distance < 1:
        raise ImpossibleError(f"within {percent(distance, 2)} makes no sense; write 0% or more, and less than 100%")
    return edge, distance


def _parse_deviation(given: str | Fraction) -> Fraction:
    if isinstance(given, str):
        if re.fullmatch(r"\s*\d{1,6}(\.\d{1,12})?\s*", given, re.ASCII) is None:
            raise ImpossibleError(f"deviation {given!r} is not a number; write units of the wager, as in 3.2")
        given = Fraction(given)
    if given <= 0:
        raise ImpossibleError("the deviation must be above 0")
    return given


# --- searching


class _DesignTask:
    """One search for pay tables, and the sentences about its result."""

    def __init__(self, study: Study, floor: Floor, band: Band, most: int) -> None:
        self.study, self.floor, self.band, self.most = study, floor, band, most
        self.printed = {letter: tuple(map(_whole_number, table.values())) for letter, table in floor.tables.items()}
        self.money = any(isinstance(rate, Money) for table in floor.tables.values() for rate in table.values())
        self.curve: Straight | SolvedWager
        if floor.decided is not None:
            self.curve = SolvedWager(floor.decided, floor.lines)
        else:
            self.curve = Straight(self._printed_row(), floor)

    def _printed_row(self) -> Row:
        """Return the row of the wager with the printed table."""
        study = self.study
        rows = study.model.wagers(study.rules, study.house, study.bet)
        return next(row for row in rows if row.wager == self.floor.wager and self.floor.variant in ("", row.variant))

    def designs(self, head: dict[str, Any], keep: Mapping[str, object]) -> Designs:
        """Search, and return the answer."""
        kept = self.parse_kept(keep)
        result = self.search(kept, self.band)
        notes = [HOW_RANKED, self.how_many(result)] if result.found else []
        if result.found and isinstance(self.curve, SolvedWager):
            notes.append("the best way to play is worked out separately for each table")
        if result.found and self.study.model.bet_matters(self.study.house):
            notes.append("as printed: a payout limit, or payments that chips do not make, give some bets another edge")
        if self.floor.variant:
            notes.append(f"counted for: {self.floor.variant}")
        if self.band.target < 0:
            notes.append("at this target the player has the edge")
        return Designs(
            **head,
            tables=tuple(map(self.design_table, result.found)),
            tried=result.tried,
            complete=result.whole,
            reason="" if result.found else self.why_none(kept, result),
            notes=tuple(notes),
        )

    def search(self, kept: Mapping[int, int], band: Band) -> SearchResult:
        printed = {letter: pays for letter, pays in self.printed.items() if self.allows(letter, kept)}
        cap = MOST_DOLLARS - 1 if self.money else MOST_ODDS
        return Search(printed, kept, self.curve, band, most=self.most, cap=cap).run()

    def how_many(self, result: SearchResult) -> str:
        """Return a sentence that says how complete the list of tables is."""
        if not result.whole:
            return f"the search stopped after {self.curve.most_edges:,} looks; others may rank before some of these"
        if len(result.found) == self.most:
            return "no table that is allowed ranks before these; there may be more that rank after them"
        return "no other table that is allowed is that close to the target"

    def design_table(self, found_table: FoundTable) -> DesignedTable:
        """Return a found table with its cost and its settings."""
        pays = dict(zip(self.floor.lines, found_table.pays, strict=True))
        letters = tuple(
            letter for letter, floor in self.printed.items() if all(map(int.__ge__, found_table.pays, floor))
        )
        row = self.curve.row(found_table.pays)
        return DesignedTable(pays, found_table.like, letters, found_table.rank, self.settings(pays, letters), row)

    def settings(self, pays: dict[str, int], letters: tuple[str, ...]) -> dict[str, str]:
        """Return the settings that make a table, with the letter that leaves the fewest lines to set. Lines that the
        house would have anyway are left out."""
        candidates = []
        for letter in letters:
            settings = {self.floor.election: letter} if self.floor.election else {}
            for line, pay in pays.items():
                if _whole_number(self.floor.tables[letter][line]) != pay or line in self.floor.added.get(letter, ()):
                    key = f"{self.floor.table}.{line}" if self.floor.table else line
                    settings[key] = str(pay) if self.money else f"{pay} to 1"
            candidates.append(settings)
        return min(candidates, key=len)

    # --- the lines to keep

    def parse_kept(self, keep: Mapping[str, object]) -> dict[int, int]:
        """Return the lines that must pay a certain amount, by index. Raise `ImpossibleError` if the law does not allow
        them."""
        kept: dict[int, int] = {}
        for name, given in keep.items():
            line = require_line(name, self.floor.lines, self.floor.wager)
            index = self.floor.lines.index(line)
            if index in kept:
                raise ImpossibleError(f"keep {line} is given twice; give it once")
            kept[index] = self._pay(line, given)
            least = min(pays[index] for pays in self.printed.values())
            if kept[index] < least:
                option_text = f"keep {line}={self.format_pay(kept[index])}"
                raise ImpossibleError(
                    f"{option_text}: the text asks for {self.format_pay(least)} or more [{self.floor.cite}]"
                )
        places = sorted(kept)
        for high, low in pairwise(places):
            if kept[high] < kept[low]:
                higher, lower = self.floor.lines[high], self.floor.lines[low]
                raise ImpossibleError(
                    f"keep {higher}={self.format_pay(kept[high])} and {lower}={self.format_pay(kept[low])}: "
                    f"{higher} would pay less than {lower}, and pays never fall as hands rise"
                )
        if not any(self.allows(letter, kept) for letter in self.printed):
            raise ImpossibleError(
                f"what you keep is not allowed together: each of the tables {', '.join(self.printed)} pays more for "
                f"one of these lines [{self.floor.cite}]"
            )
        return kept

    def _pay(self, line: str, given: object) -> int:
        text = str(given).strip()
        try:
            if self.money:
                rate: Odds | Money = Money.parse(given if isinstance(given, int) else text)
            elif re.fullmatch(r"\d{1,3}(,\d{3})+|\d+", text, re.ASCII):
                rate = Odds.parse(f"{text} to 1")
            else:
                rate = Odds.parse(text, self.study.house.odds_words)
        except ValueError as error:
            raise ImpossibleError(f"keep {line}: {error}") from None
        if (isinstance(rate, Money) and rate % 100) or (isinstance(rate, Odds) and rate.win % rate.stake):
            whole = "whole dollars" if self.money else "whole odds, N to 1"
            raise ImpossibleError(f"keep {line}={text}: tables are made of {whole}")
        return _whole_number(rate)

    def format_pay(self, pay: int) -> str:
        return dollars(pay * 100) if self.money else f"{pay:,} to 1"

    def allows(self, letter: str, kept: Mapping[int, int]) -> bool:
        """Return whether each line that the user keeps pays at least what the printed table of this letter requires."""
        return all(pay >= self.printed[letter][place] for place, pay in kept.items())

    # --- why no table was found

    def why_none(self, kept: Mapping[int, int], result: SearchResult) -> str:
        """Explain why no table was found."""
        band = self.band
        letter, most = self.highest(kept)
        which = f"table {letter} of {self.floor.cite}" if letter else f"the table of {self.floor.cite}"
        if band.low > most:
            sentence = f"even the least that the text allows, {which}, leaves the house {percent(most)}"
            if kept:
                sentence = f"with what you keep, the house has {percent(most)} at most"
            sentence += ", and paying more for a line only lowers that"
            without = self.highest({})[1]
            return sentence + (
                f"; without what you keep, the text allows up to {percent(without)}" if without > most else ""
            )
        if (lowest := self.lowest(kept)) is not None and band.high < lowest:
            return f"the lines that you keep hold down all others, and leave the house {percent(lowest)} at least"
        if (calmest := self.calmest(kept)) is not None and calmest > (band.most_variance or calmest):
            every_table = "every table that the text and your other conditions allow"
            return f"{every_table} has a deviation of {sqrt(calmest):.4f} or more"
        if not result.whole:
            sentence = f"none was found in {self.curve.most_edges:,} looks, and the search is not complete"
        else:
            sentence = f"no table of whole odds comes within {percent(band.within)} of the target"
        if band.most_variance is None:
            return f"{sentence}; allow more with --within"
        tables_without_limit = self.search(kept, band._replace(most_variance=None)).found
        if not tables_without_limit:
            return f"{sentence}; allow more with --within"
        least = min(self.curve.variance(table.pays) for table in tables_without_limit)
        if result.whole:
            sentence = "every table that meets the target has a higher deviation than that"
        return (
            f"{sentence}; of those that rank first without a limit on the deviation, the lowest has {sqrt(least):.4f}"
        )

    def corner(self, letter: str, kept: Mapping[int, int]) -> Pays:
        """Return the lowest lawful pay table under a letter: its printed payouts and those that the user keeps, raised
        where a better hand would otherwise pay less than a worse one.
        """
        pays: list[int] = []
        for place in reversed(range(len(self.floor.lines))):
            pay = kept.get(place, self.printed[letter][place])
            pays.insert(0, max(pay, pays[0]) if pays else pay)
        return tuple(pays)

    def highest(self, kept: Mapping[int, int]) -> tuple[str, Fraction]:
        """Return the highest house edge that is allowed, and its letter."""
        edges = {
            letter: self.curve.edge(self.corner(letter, kept)) for letter in self.printed if self.allows(letter, kept)
        }
        letter = max(edges, key=lambda candidate: edges[candidate])
        return letter, edges[letter]

    def lowest(self, kept: Mapping[int, int]) -> Fraction | None:
        """Return the lowest possible house edge, or None if nothing bounds it. If the top line is kept, no other line
        can pay more."""
        if 0 not in kept:
            return None
        pays: list[int] = []
        for place in range(len(self.floor.lines)):
            pays.append(kept.get(place, pays[-1] if pays else 0))
        return self.curve.edge(pays)

    def calmest(self, kept: Mapping[int, int]) -> Fraction | None:
        """Return the lowest variance of a lawful table in the band, or None unless paying more always raises the
        variance."""
        if not self.curve.rising or self.band.low < -1:
            return None
        return min(
            self.curve.variance(self.corner(letter, kept)) for letter in self.printed if self.allows(letter, kept)
        )


def _whole_number(rate: Odds | Money) -> int:
    return int(rate) // 100 if isinstance(rate, Money) else rate.win // rate.stake
