"""Makes a PAR sheet, the data about one table's wagers that a laboratory files, as typed values, JSON and CSV.

Every number comes from `edge` or is computed from it here: the volatility index, the ranges of many rounds, and the
edge at other bets. `par_page.py` makes the page that people read.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.analysis.cache import fraction
from pitboss.analysis.exact_reports import EdgeReport, Head, PictureReport, PricedRow, first_offered, result_json
from pitboss.analysis.frames import as_csv
from pitboss.analysis.par_sheets.bet_sizes import BetSizes, ProgressListener, bet_sizes
from pitboss.analysis.par_sheets.par_confirmation import Simulation, require_agreement
from pitboss.analysis.par_sheets.result_ranges import Ranges, ranges, skewness, top_award
from pitboss.analysis.reading_prices.prices import Change, Price
from pitboss.analysis.study import Study
from pitboss.counting.exact_model import Row, Section
from pitboss.engine.houses.elections_in_words import ElectionLine, list_elections
from pitboss.law.editions import AsOf, day_text
from pitboss.law.readings import Reading, readings_of
from pitboss.table.brief import Chapter
from pitboss.table.money import dollars
from pitboss.table.printed import Inscription, Pays

VOLATILITY = ("1.645", "1.96")  # z for 90 and 95 percent
EXACT = ("house_edge", "element_of_risk", "average_wager", "hit_frequency", "push_frequency", "variance")


class ReadingInForce(msgspec.Struct, frozen=True):
    """A reading as this table has it, with what every other choice would do to the edges of this sheet."""

    reading: Reading
    choice: str
    price: Price


class WagerSheet(msgspec.Struct, frozen=True):
    """The figures of one wager."""

    priced: PricedRow
    ranges: tuple[Ranges, ...]

    @property
    def row(self) -> Row:
        return self.priced.row

    @property
    def name(self) -> str:
        return ", ".join(filter(None, (self.row.wager, self.row.variant)))

    @property
    def volatility(self) -> dict[str, float]:
        """The volatility index by z."""
        return {z: float(z) * sqrt(self.row.variance) for z in VOLATILITY}

    def json(self) -> dict[str, Any]:
        row = self.row
        top = top_award(row)
        return {
            "wager": row.wager,
            "variant": row.variant,
            "unit": row.unit,
            "offered": row.offered,
            "kind": "exact",
            "ways": row.ways,
            "outcomes": [result_json(result) for result in row.results],
            **{name: fraction(getattr(row, name)) for name in EXACT},
            # Frequencies are floats here, as in the report of edges; "exact" has the fractions.
            "hit_frequency": float(row.hit_frequency),
            "push_frequency": float(row.push_frequency),
            "exact": {name: fraction(getattr(row, name)) for name in ("hit_frequency", "push_frequency")},
            "standard_deviation": sqrt(row.variance),
            "volatility_index": self.volatility,
            "skewness": skewness(row),
            "top_award": {
                "outcome": row.results[0].outcome,
                "net": fraction(row.results[0].net),
                "probability": fraction(top),
                "one_in": float(1 / top),
            },
            "decimal": {name: float(getattr(row, name)) for name in EXACT},
            "ranges": [ranges_json(span_set) for span_set in self.ranges],
            "readings": self.priced.json()["readings"],
            "notes": list(row.notes),
        }

    def outcomes(self) -> list[dict[str, Any]]:
        """List one record for each outcome, and one with the totals."""
        row = self.row
        records = [
            {
                "outcome": result.outcome,
                "ways": result.ways,
                "probability": result.probability,
                "pays": result.pays,
                "net": result.net,
                "return": result.contribution,
                "unit": row.unit,
            }
            for result in row.results
        ]
        total = {"outcome": "in all", "ways": row.ways, "probability": Fraction(1), "pays": "", "net": ""}
        return [*records, {**total, "return": -row.house_edge, "unit": row.unit}]

    def summary(self) -> dict[str, Any]:
        """Return the figures of the wager as one record."""
        row = self.row
        record = {
            "wager": row.wager,
            "variant": row.variant,
            "unit": row.unit,
            "offered": row.offered,
            "ways": row.ways,
            **{name: getattr(row, name) for name in EXACT},
            "standard_deviation": sqrt(row.variance),
            **{f"volatility_index_{z}": value for z, value in self.volatility.items()},
            "skewness": skewness(row),
            "top_award": row.results[0].outcome,
            "top_award_net": row.results[0].net,
            "top_award_probability": top_award(row),
        }
        for span_set in self.ranges:
            for span in span_set.spans:
                record[f"low_{span.percent}_of_{span_set.rounds}"] = span.low
                record[f"high_{span.percent}_of_{span_set.rounds}"] = span.high
            record[f"method_of_{span_set.rounds}"] = span_set.method
        return record


def ranges_json(ranges: Ranges) -> dict[str, Any]:
    """Return the ranges for one number of rounds as plain values: the net in units over all rounds, and per round."""
    spans = {
        str(span.percent): {
            "low": span.low,
            "high": span.high,
            "exact": None if span.exact is None else [fraction(end) for end in span.exact],
            "return_low": span.low / ranges.rounds,
            "return_high": span.high / ranges.rounds,
            "slack": span.slack,
        }
        for span in ranges.spans
    }
    header = {"rounds": ranges.rounds, "method": ranges.method, "error": ranges.error}
    return {**header, "normal_approximation_is_poor": ranges.poor or None, "percent": spans}


class ParReport(Head, frozen=True, kw_only=True):
    """The PAR sheet of a table."""

    called: str  # the game's name, as people write it
    subchapter: str
    table: str
    version: str
    day: str  # the day on which the sheet was made
    asked: tuple[str, ...]  # the arguments of a command that asks for this table
    table_digest: str  # digest of everything that the house elects
    limits: tuple[Inscription, ...]
    elections: tuple[ElectionLine, ...]
    usual: dict[str, str]  # the default of each election, by its name
    pays: tuple[Pays, ...]
    brief: tuple[Chapter, ...]
    wagers: tuple[WagerSheet, ...]
    uncounted: dict[str, str]  # wagers without a row, and why
    bets: BetSizes
    readings: tuple[ReadingInForce, ...]
    pictures: PictureReport | None
    simulation: Simulation | None = None  # the simulation that confirms it, if any

    def __getitem__(self, wager: str | tuple[str, str]) -> WagerSheet:
        """Return the sheet of a wager, or of a wager and its variant: the first that the table offers, or else the
        first."""
        row = first_offered(wager, (sheet.row for sheet in self.wagers))
        for sheet in self.wagers:
            if sheet.row is row:
                return sheet
        raise KeyError(
            f"there is no wager {wager!r}; the wagers are {sorted({sheet.row.wager for sheet in self.wagers})}"
        )

    @property
    def edge(self) -> EdgeReport:
        """The edge report that the sheet is made of."""
        head = {name: getattr(self, name) for name in Head.__struct_fields__}
        return EdgeReport(**head, wagers=tuple(sheet.priced for sheet in self.wagers), uncounted=self.uncounted)

    def command(self, *words: str) -> str:
        """Return a command about the same table, as it is typed."""
        return shlex.join(("pitboss", words[0], self.game, *self.asked, *words[1:]))

    def simulation_command(self) -> str:
        """Return the command that repeats the simulation."""
        assert self.simulation is not None
        index = (
            self.asked.index("--bet") if "--bet" in self.asked else len(self.asked)
        )  # the simulation names its bets itself
        return self.simulation.command((*self.asked[:index], *self.asked[index + 2 :]))

    def json(self) -> dict[str, Any]:
        content = self.content()
        return {**content, "digest": _digest(content), "made": self.day, "version": self.version}

    def content(self) -> dict[str, Any]:
        """Return the sheet as plain values without day and version: the same for the same law, table and bet."""
        return {
            **self.head(),
            "texts": self.texts,
            "table": {
                "name": self.table,
                "digest": self.table_digest,
                "elections": msgspec.to_builtins(self.elections),
            },
            "limits": msgspec.to_builtins(self.limits),
            "wagers": [wager.json() for wager in self.wagers],
            "uncounted": list(self.uncounted),
            "why_uncounted": self.uncounted,
            "bet_sizes": {
                "cents": list(self.bets.sizes),
                "wagers": [
                    {
                        "wager": wager.wager,
                        "variant": wager.variant,
                        "unit": wager.unit,
                        "house_edge": [None if edge is None else fraction(edge) for edge in wager.edges],
                        "notes": list(wager.notes),
                    }
                    for wager in self.bets.bent
                ],
                "same": list(self.bets.same),
                "odd_chips": list(self.bets.odd),
            },
            "readings": {reading.reading.id: reading.choice for reading in self.readings},
            "command": self.command("par", "--json"),
            **({} if self.simulation is None else {"simulation": self.simulation.json(self.simulation_command())}),
        }

    @property
    def digest(self) -> str:
        """The digest of everything but the day and the version. Two sheets with the same digest say the same."""
        return _digest(self.content())

    def csv_files(self) -> dict[str, str]:
        """Map file names to texts: one file for each wager, and all of them in summary.csv. Fractions are p/q."""
        sheets_by_file = dict(zip(self._file_names(), self.wagers, strict=True))
        summary = as_csv([{"file": name, **sheet.summary()} for name, sheet in sheets_by_file.items()])
        texts = {"summary.csv": summary, **{name: as_csv(sheet.outcomes()) for name, sheet in sheets_by_file.items()}}
        if self.simulation is not None:
            texts["simulation.csv"] = as_csv(self.simulation.records(self.simulation_command()))
        return texts

    def _file_names(self) -> Iterator[str]:
        """Yield a file name for each wager: wager and variant, and the unit if several rows differ only in that."""
        counts = Counter((sheet.row.wager, sheet.row.variant) for sheet in self.wagers)
        for row in (sheet.row for sheet in self.wagers):
            unit = row.unit.removeprefix("the wager ") if counts[row.wager, row.variant] > 1 else ""
            yield re.sub(r"[^a-z0-9]+", "-", f"{row.wager} {row.variant} {unit}".lower()).strip("-") + ".csv"

    def html(self) -> str:
        """Return the sheet as an HTML page."""
        from pitboss.analysis.par_sheets.par_page import page

        return page(self)

    def sections(self) -> Iterator[Section]:
        yield from self.edge.sections()
        yield from self.edge.outcomes().sections()


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


# --- making a sheet


def command_words(
    *,
    as_of: AsOf = None,
    assume: str | None = None,
    settings: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    bet: object = None,
) -> Iterator[str]:
    """Yield the options of a command that ask for this table."""
    for option, given in (("--as-of", day_text(as_of)), ("--assume", assume)):
        if given:
            yield from (option, given)
    for option, pairs in (("--set", settings), ("--reading", readings)):
        for key, value in (pairs or {}).items():
            yield from (option, f"{key}={value}")
    if bet is not None:
        yield from ("--bet", str(bet))


def par_sheet(
    study: Study,
    *,
    asked: tuple[str, ...] = (),
    simulation: Simulation | None = None,
    cache: bool = True,
    watch: ProgressListener = lambda _: None,
) -> ParReport:
    """Make the PAR sheet of a table. `asked` are the arguments with which a command would ask for the table. `watch` is
    called with a description of each step. A simulation must be of this very table."""
    watch("counting every wager")
    edge = study.edge(cache=cache)
    table_digest = hashlib.sha256(msgspec.json.encode(study.house, order="deterministic", enc_hook=int)).hexdigest()
    if simulation is not None:
        bet = study.bet if edge.bet_matters else None
        rows = [priced.row for priced in edge.wagers]
        require_agreement(simulation, game=edge.game, rules=edge.rules, house=table_digest, bet=bet, counted=rows)
    wagers = []
    for priced in edge.wagers:
        watch(f"ranges of {priced.row.wager} {priced.row.variant}")
        wagers.append(WagerSheet(priced, tuple(ranges(priced.row))))
    bets = bet_sizes(study, cache=cache, listener=watch)
    watch("the strategy")
    game, rules, house = study.game, study.rules, study.house
    printed = game.printed_at(rules, house)
    set_lines = tuple(elected_pay_lines(house))
    usual = {priced.name: priced.value for priced in list_elections(rules, game.house.usual())}
    return ParReport(
        **{name: getattr(edge, name) for name in Head.__struct_fields__},
        called=game.title,
        subchapter=game.subchapter,
        table=house.name,
        version=__version__,
        day=datetime.now(UTC).date().isoformat(),
        asked=asked,
        table_digest=table_digest,
        limits=printed.limits,
        elections=(*list_elections(rules, house), *set_lines),
        usual=usual,
        # A hypothetical house has pay tables that no layout shows.
        pays=printed.pays if type(house) is game.house or not set_lines else (),
        brief=game.brief_at(rules, house),
        wagers=tuple(wagers),
        uncounted=edge.uncounted,
        bets=bets,
        readings=tuple(readings_in_force(study, edge)),
        pictures=study.pictures(cache=cache) if game.pictures else None,
        simulation=simulation,
    )


def elected_pay_lines(house: Any) -> Iterator[ElectionLine]:
    """Yield the lines of pay tables that the house sets itself."""
    pay = getattr(house, "pay", None)
    tables = msgspec.to_builtins(pay, enc_hook=int) if pay is not None else {}
    for table, lines in tables.items():
        if isinstance(lines, str):  # the game has one table, and this is a line of it
            yield ElectionLine(table, "What it pays.", lines, "")
        else:
            for line, odds in lines.items():
                text = odds if isinstance(odds, str) else dollars(odds)
                yield ElectionLine(f"{table}.{line}", "What it pays.", text, "")


def readings_in_force(study: Study, edge: EdgeReport) -> Iterator[ReadingInForce]:
    """Yield every reading of the game with its choice here. Those with a price come first."""
    rests_on = {reading for priced in edge.wagers for reading in priced.readings}
    readings = []
    for reading in readings_of(study.game.package).values():
        changes = tuple(_changes(edge, reading.id))
        price = Price(reading.id in rests_on, changes, "", ("this one",), tuple(edge.uncounted))
        readings.append(ReadingInForce(reading, study.rules.reads(reading.id), price))
    yield from sorted(readings, key=lambda priced: (not priced.price.changes, not priced.price.asked))


def _changes(edge: EdgeReport, reading: str) -> Iterator[Change]:
    """Yield the changes that other choices of a reading would make."""
    for priced in edge.wagers:
        name = " ".join(filter(None, (priced.row.wager, priced.row.variant)))
        for choice, other_edge in priced.readings.get(reading, {}).items():
            if other_edge != priced.row.house_edge:
                yield Change(choice, name, priced.row.house_edge, other_edge)
