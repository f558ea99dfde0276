"""A PAR sheet: everything about the wagers of one table that a laboratory files, typed, as JSON and as CSV.

Every number is one that `edge` gives, or is made of those here: the volatility index, the ranges of many rounds and the
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
from pitboss.analysis.exact_reports import EdgeReport, Head, PictureReport, Priced, first_offered, result_json
from pitboss.analysis.frames import as_csv
from pitboss.analysis.par_sheets.bet_sizes import BetSizes, Watch, bet_sizes
from pitboss.analysis.par_sheets.par_confirmation import Simulation, agreeing
from pitboss.analysis.par_sheets.result_ranges import Ranges, ranges, skewness, top_award
from pitboss.analysis.reading_prices.prices import Change, Price
from pitboss.analysis.study import Study
from pitboss.counting.exact_model import Row, Section
from pitboss.engine.houses.elections_in_words import Elected, list_elections
from pitboss.law.editions import AsOf, day_text
from pitboss.law.readings import Reading, readings_of
from pitboss.table.brief import Chapter
from pitboss.table.money import dollars
from pitboss.table.printed import Inscription, Pays

VOLATILITY = ("1.645", "1.96")  # z of 90 and 95 percent
EXACT = ("house_edge", "element_of_risk", "average_wager", "hit_frequency", "push_frequency", "variance")


class InForce(msgspec.Struct, frozen=True):
    """A reading as this table has it, and what every other choice would do to the edges of this sheet."""

    reading: Reading
    choice: str
    price: Price


class WagerSheet(msgspec.Struct, frozen=True):
    priced: Priced
    ranges: tuple[Ranges, ...]

    @property
    def row(self) -> Row:
        return self.priced.row

    @property
    def name(self) -> str:
        return ", ".join(filter(None, (self.row.wager, self.row.variant)))

    @property
    def volatility(self) -> dict[str, float]:
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
            # How often is a number here, as in the report of edges; its fraction is beside it.
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
            "ranges": [ranges_json(each) for each in self.ranges],
            "readings": self.priced.json()["readings"],
            "notes": list(row.notes),
        }

    def outcomes(self) -> list[dict[str, Any]]:
        """One record to each outcome, and one with the totals."""
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
        row = self.row
        found = {
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
        for each in self.ranges:
            for span in each.spans:
                found[f"low_{span.percent}_of_{each.rounds}"] = span.low
                found[f"high_{span.percent}_of_{each.rounds}"] = span.high
            found[f"method_of_{each.rounds}"] = each.method
        return found


def ranges_json(each: Ranges) -> dict[str, Any]:
    """Net in units over all the rounds, and the return of each: that, by the number of rounds."""
    spans = {
        str(span.percent): {
            "low": span.low,
            "high": span.high,
            "exact": None if span.exact is None else [fraction(end) for end in span.exact],
            "return_low": span.low / each.rounds,
            "return_high": span.high / each.rounds,
            "slack": span.slack,
        }
        for span in each.spans
    }
    how = {"rounds": each.rounds, "method": each.method, "error": each.error}
    return {**how, "normal_approximation_is_poor": each.poor or None, "percent": spans}


class ParReport(Head, frozen=True, kw_only=True):
    called: str  # the game's name, as people write it
    subchapter: str
    table: str
    version: str
    day: str  # on which the sheet was made
    asked: tuple[str, ...]  # the arguments of a command that asks for this table
    table_digest: str  # over all that the house elects
    limits: tuple[Inscription, ...]
    elections: tuple[Elected, ...]
    usual: dict[str, str]  # what a table has that nobody configured, by the election's name
    pays: tuple[Pays, ...]
    brief: tuple[Chapter, ...]
    wagers: tuple[WagerSheet, ...]
    uncounted: dict[str, str]  # wagers that no row is about, and why
    bets: BetSizes
    readings: tuple[InForce, ...]
    pictures: PictureReport | None
    simulation: Simulation | None = None  # that confirms it, where there is one

    def __getitem__(self, wager: str | tuple[str, str]) -> WagerSheet:
        """Return the sheet of a wager, or of a wager and its variant: the first that the table offers, or else the
        first."""
        row = first_offered(wager, (each.row for each in self.wagers))
        for each in self.wagers:
            if each.row is row:
                return each
        raise KeyError(
            f"there is no wager {wager!r}; the wagers are {sorted({each.row.wager for each in self.wagers})}"
        )

    @property
    def edge(self) -> EdgeReport:
        """The report that the sheet is made of."""
        head = {name: getattr(self, name) for name in Head.__struct_fields__}
        return EdgeReport(**head, wagers=tuple(each.priced for each in self.wagers), uncounted=self.uncounted)

    def command(self, *words: str) -> str:
        """A command that asks for the same table, as it is typed."""
        return shlex.join(("pitboss", words[0], self.game, *self.asked, *words[1:]))

    def simulated_by(self) -> str:
        """The command that repeats the simulation."""
        assert self.simulation is not None
        at = self.asked.index("--bet") if "--bet" in self.asked else len(self.asked)  # it names its bets itself
        return self.simulation.command((*self.asked[:at], *self.asked[at + 2 :]))

    def json(self) -> dict[str, Any]:
        found = self.content()
        return {**found, "digest": _digest(found), "made": self.day, "version": self.version}

    def content(self) -> dict[str, Any]:
        """All of it but the day and the version: the same for the same law, table and bet."""
        return {
            **self.head(),
            "texts": self.texts,
            "table": {
                "name": self.table,
                "digest": self.table_digest,
                "elections": msgspec.to_builtins(self.elections),
            },
            "limits": msgspec.to_builtins(self.limits),
            "wagers": [each.json() for each in self.wagers],
            "uncounted": list(self.uncounted),
            "why_uncounted": self.uncounted,
            "bet_sizes": {
                "cents": list(self.bets.sizes),
                "wagers": [
                    {
                        "wager": each.wager,
                        "variant": each.variant,
                        "unit": each.unit,
                        "house_edge": [None if edge is None else fraction(edge) for edge in each.edges],
                        "notes": list(each.notes),
                    }
                    for each in self.bets.bent
                ],
                "same": list(self.bets.same),
                "odd_chips": list(self.bets.odd),
            },
            "readings": {each.reading.id: each.choice for each in self.readings},
            "command": self.command("par", "--json"),
            **({} if self.simulation is None else {"simulation": self.simulation.json(self.simulated_by())}),
        }

    @property
    def digest(self) -> str:
        """Over everything but the day and the version: two sheets with the same digest say the same."""
        return _digest(self.content())

    def csv_files(self) -> dict[str, str]:
        """File name -> text: one file to each wager, and all of them in summary.csv. Fractions are p/q."""
        named = dict(zip(self._file_names(), self.wagers, strict=True))
        summary = as_csv([{"file": name, **each.summary()} for name, each in named.items()])
        found = {"summary.csv": summary, **{name: as_csv(each.outcomes()) for name, each in named.items()}}
        if self.simulation is not None:
            found["simulation.csv"] = as_csv(self.simulation.records(self.simulated_by()))
        return found

    def _file_names(self) -> Iterator[str]:
        """By wager and variant, and by the unit where several rows differ in that alone: wagers made and resolved."""
        often = Counter((each.row.wager, each.row.variant) for each in self.wagers)
        for row in (each.row for each in self.wagers):
            unit = row.unit.removeprefix("the wager ") if often[row.wager, row.variant] > 1 else ""
            yield re.sub(r"[^a-z0-9]+", "-", f"{row.wager} {row.variant} {unit}".lower()).strip("-") + ".csv"

    def html(self) -> str:
        """The page."""
        from pitboss.analysis.par_sheets.par_page import page

        return page(self)

    def sections(self) -> Iterator[Section]:
        yield from self.edge.sections()
        yield from self.edge.outcomes().sections()


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


# --- how one is made


def command_words(
    *,
    as_of: AsOf = None,
    assume: str | None = None,
    settings: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    bet: object = None,
) -> Iterator[str]:
    """The options of a command that asks for a table."""
    for option, given in (("--as-of", day_text(as_of)), ("--assume", assume)):
        if given:
            yield from (option, given)
    for option, pairs in (("--set", settings), ("--reading", readings)):
        for key, value in (pairs or {}).items():
            yield from (option, f"{key}={value}")
    if bet is not None:
        yield from ("--bet", str(bet))


def par_sheet(
    about: Study,
    *,
    asked: tuple[str, ...] = (),
    simulation: Simulation | None = None,
    cache: bool = True,
    watch: Watch = lambda _: None,
) -> ParReport:
    """`asked` are the arguments by which a command would ask for this table; `watch` hears what is being done. A
    simulation must be of this very table."""
    watch("counting every wager")
    edge = about.edge(cache=cache)
    table_digest = hashlib.sha256(msgspec.json.encode(about.house, order="deterministic", enc_hook=int)).hexdigest()
    if simulation is not None:
        bet = about.bet if edge.bet_matters else None
        counted = [each.row for each in edge.wagers]
        agreeing(simulation, game=edge.game, rules=edge.rules, house=table_digest, bet=bet, counted=counted)
    wagers = []
    for each in edge.wagers:
        watch(f"ranges of {each.row.wager} {each.row.variant}")
        wagers.append(WagerSheet(each, tuple(ranges(each.row))))
    bets = bet_sizes(about, cache=cache, watch=watch)
    watch("the strategy")
    game, rules, house = about.game, about.rules, about.house
    printed = game.printed(rules, house) if game.printed is not None else None
    set_lines = tuple(pay_lines(house))
    usual = {each.name: each.value for each in list_elections(rules, game.house.usual())}
    return ParReport(
        **{name: getattr(edge, name) for name in Head.__struct_fields__},
        called=game.title,
        subchapter=game.subchapter,
        table=house.name,
        version=__version__,
        day=datetime.now(UTC).date().isoformat(),
        asked=asked,
        table_digest=table_digest,
        limits=printed.limits if printed else (),
        elections=(*list_elections(rules, house), *set_lines),
        usual=usual,
        # A house that is only supposed pays what no layout has.
        pays=printed.pays if printed and (type(house) is game.house or not set_lines) else (),
        brief=game.brief(rules, house) if game.brief is not None else (),
        wagers=tuple(wagers),
        uncounted=edge.uncounted,
        bets=bets,
        readings=tuple(in_force(about, edge)),
        pictures=about.pictures(cache=cache) if game.pictures else None,
        simulation=simulation,
    )


def pay_lines(house: Any) -> Iterator[Elected]:
    """Lines of pay tables that the house sets itself."""
    pay = getattr(house, "pay", None)
    tables = msgspec.to_builtins(pay, enc_hook=int) if pay is not None else {}
    for table, lines in tables.items():
        if isinstance(lines, str):  # the game has one table, and this is a line of it
            yield Elected(table, "What it pays.", lines, "")
        else:
            for line, odds in lines.items():
                told = odds if isinstance(odds, str) else dollars(odds)
                yield Elected(f"{table}.{line}", "What it pays.", told, "")


def in_force(about: Study, edge: EdgeReport) -> Iterator[InForce]:
    """Every reading of the game with its choice here. Those with a price come first."""
    rests_on = {reading for each in edge.wagers for reading in each.readings}
    found = []
    for reading in readings_of(about.game.package).values():
        changes = tuple(_changes(edge, reading.id))
        price = Price(reading.id in rests_on, changes, "", ("this one",), tuple(edge.uncounted))
        found.append(InForce(reading, about.rules.reads(reading.id), price))
    yield from sorted(found, key=lambda each: (not each.price.changes, not each.price.asked))


def _changes(edge: EdgeReport, reading: str) -> Iterator[Change]:
    for each in edge.wagers:
        name = " ".join(filter(None, (each.row.wager, each.row.variant)))
        for choice, then in each.readings.get(reading, {}).items():
            if then != each.row.house_edge:
                yield Change(choice, name, each.row.house_edge, then)
