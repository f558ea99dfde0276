"""The reports of exact analysis: typed, printable, and the same in JSON and in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.analysis.cache import encode_fraction, fraction
from pitboss.analysis.frames import as_csv, as_frame
from pitboss.analysis.old_names import old_name
from pitboss.analysis.text_tables import as_html, decimal, lines, paragraph, percent
from pitboss.counting.confidence import CONFIDENCE
from pitboss.counting.exact_model import Answer, Column, Exposure, Result, Row, Section
from pitboss.counting.shoe_following import FollowedWager
from pitboss.counting.strategy_pictures import Picture, Step
from pitboss.games import load
from pitboss.table.money import dollars

if TYPE_CHECKING:
    from pandas import DataFrame


class PrintableReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report that prints as tables, in a terminal and in a notebook."""

    bet_matters: bool  # whether the numbers hold for one bet only
    warnings: tuple[str, ...]

    def title(self) -> str:
        """Return the title: the game, its law and the table."""
        raise NotImplementedError

    def sections(self) -> Iterator[Section]:
        """Yield the tables of the report."""
        raise NotImplementedError

    def json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        raise NotImplementedError

    def to_text(self) -> str:
        """Return the report as text without its warnings."""
        parts = ["\n".join(lines(section)) for section in self.sections()]
        return "\n\n".join([self.title(), *parts])

    told = old_name("told", "to_text")

    def __str__(self) -> str:
        return "\n".join([*(f"warning: {warning}" for warning in self.warnings), self.to_text()])

    def _repr_html_(self) -> str:
        heads = [*self.title().splitlines(), *(f"warning: {warning}" for warning in self.warnings)]
        return "".join([*map(paragraph, heads), *map(as_html, self.sections())])


class Head(PrintableReport, frozen=True, kw_only=True):
    """A report about one game, one law and one table."""

    game: str
    edition: str  # the newest held text that applies
    texts: str  # all texts that apply, in words
    rules: str  # digest
    bet: int  # cents
    removed: tuple[str, ...] = ()  # cards that are known to be out of the shoe

    def head(self) -> dict[str, Any]:
        """Return the keys that the JSON of every such report begins with."""
        return {
            "game": self.game,
            "edition": self.edition,
            "rules": self.rules,
            "bet": dollars(self.bet),
            **({"removed": list(self.removed)} if self.removed else {}),
            "warnings": list(self.warnings),
        }

    def title(self) -> str:
        without = f"\nfrom a shoe without {', '.join(self.removed)}" if self.removed else ""
        return f"{self.game}, {self.texts}" + (f", {self.describe_bet()}" if self.bet_matters else "") + without

    def describe_bet(self) -> str:
        """Describe the bets that the report is about."""
        return f"bets of {dollars(self.bet)}"


class PricedRow(msgspec.Struct, frozen=True):
    """A row, with its edge under each choice of every reading that it rests on; None where it does not exist under that
    choice."""

    row: Row
    readings: dict[str, dict[str, Fraction | None]]

    def json(self) -> dict[str, Any]:
        row = self.row
        exact = {name: getattr(row, name) for name in ("variance", "element_of_risk", "average_wager", "hit_frequency")}
        return {
            "wager": row.wager,
            "variant": row.variant,
            "unit": row.unit,
            "offered": row.offered,
            "kind": "exact",
            "house_edge": fraction(row.house_edge),
            "house_edge_decimal": float(row.house_edge),
            "variance": float(row.variance),
            "standard_deviation": sqrt(row.variance),
            "element_of_risk": float(row.element_of_risk),
            "average_wager": float(row.average_wager),
            "hit_frequency": float(row.hit_frequency),
            "exact": {name: fraction(value) for name, value in exact.items()},
            "readings": {
                name: {choice: None if edge is None else fraction(edge) for choice, edge in edges.items()}
                for name, edges in self.readings.items()
            },
            "notes": list(row.notes),
        }


def first_offered(wager: str | tuple[str, str], rows: Iterable[Row]) -> Row | None:
    """Return the first row of this wager that the table offers, or else its first row; None if no row is about it.

    A wager is named alone or together with its variant.
    """
    matching = [row for row in rows if wager in (row.wager, (row.wager, row.variant))]
    return next((row for row in matching if row.offered), matching[0] if matching else None)


class EdgeReport(Head, frozen=True, kw_only=True):
    """Every wager of a table under optimal play."""

    wagers: tuple[PricedRow, ...]
    uncounted: dict[str, str]  # wagers without a row, and why

    def __getitem__(self, wager: str | tuple[str, str]) -> Row:
        """Return the row of a wager, or of a wager and its variant: the first that is offered, or else the first."""
        if (row := first_offered(wager, (priced.row for priced in self.wagers))) is None:
            raise KeyError(
                f"there is no row {wager!r}; the rows are {sorted({priced.row.wager for priced in self.wagers})}"
            )
        return row

    def json(self) -> dict[str, Any]:
        return {
            **self.head(),
            "wagers": [priced.json() for priced in self.wagers],
            "uncounted": list(self.uncounted),
            "why_uncounted": self.uncounted,
        }

    def outcomes(self) -> OutcomesReport:
        """Return every wager as its distribution."""
        head = {name: getattr(self, name) for name in Head.__struct_fields__}
        return OutcomesReport(**head, wagers=self.wagers)

    def records(self) -> list[dict[str, Any]]:
        """List one record for each wager, for a file or a data frame. Exact values are Fractions."""
        return [
            {
                "wager": row.wager,
                "variant": row.variant,
                "unit": row.unit,
                "house_edge": row.house_edge,
                "element_of_risk": row.element_of_risk,
                "average_wager": row.average_wager,
                "variance": row.variance,
                "standard_deviation": sqrt(row.variance),
                "hit_frequency": row.hit_frequency,
                "push_frequency": row.push_frequency,
                "offered": row.offered,
            }
            for row in (priced.row for priced in self.wagers)
        ]

    def csv(self) -> str:
        """Return the records as CSV, with every fraction as p/q."""
        return as_csv(self.records())

    def frame(self) -> DataFrame:
        """Return the records as a pandas data frame whose fractions stay exact."""
        return as_frame(self.records())

    def sections(self) -> Iterator[Section]:
        yield Section(
            "",
            (
                Column("wager"),
                Column("variant"),
                Column("offered"),
                Column("house edge", "percent"),
                Column("of"),
                Column("wagered", "number"),
                Column("edge of that", "percent"),
                Column("deviation"),
                Column("ahead", "percent"),
                Column("exactly"),
            ),
            tuple(
                (
                    row.wager,
                    row.variant,
                    "" if row.offered else "no",
                    row.house_edge,
                    row.unit,
                    "" if row.average_wager == 1 else row.average_wager,
                    "" if row.average_wager == 1 else row.element_of_risk,
                    f"{sqrt(row.variance):.4f}".rjust(9),
                    row.hit_frequency,
                    fraction(row.house_edge),
                )
                for row in (priced.row for priced in self.wagers)
            ),
            (
                *dict.fromkeys(f"{priced.row.wager}: {note}" for priced in self.wagers for note in priced.row.notes),
                *(f"{name}: not counted; {why}" for name, why in self.uncounted.items()),
            ),
        )
        if readings := tuple(self._rows_of_readings()):
            words = (Column("reading"), Column("choice"), Column("wager"), Column("offered"))
            yield Section("Readings that change an edge", (*words, Column("house edge then", "percent")), readings)

    def _rows_of_readings(self) -> Iterator[tuple[Any, ...]]:
        """Yield a row for each choice of a reading that changes an edge."""
        for priced in self.wagers:
            name = " ".join(filter(None, (priced.row.wager, priced.row.variant)))
            for reading, edges in priced.readings.items():
                for choice, edge in edges.items():
                    if edge is not None and edge != priced.row.house_edge:
                        yield reading, choice, name, "" if priced.row.offered else "no", edge


class OutcomesReport(Head, frozen=True, kw_only=True):
    """Every wager as its distribution: each outcome, how often it happens, and what it contributes to the edge."""

    wagers: tuple[PricedRow, ...]

    def json(self) -> dict[str, Any]:
        return {
            **self.head(),
            "wagers": [
                {**priced.json(), "ways": priced.row.ways, "outcomes": list(map(result_json, priced.row.results))}
                for priced in self.wagers
            ],
        }

    def sections(self) -> Iterator[Section]:
        for row in (priced.row for priced in self.wagers):
            ways_text = "" if row.ways is None else f"{row.ways:,} ways"
            yield Section(
                ", ".join(filter(None, (row.wager, row.variant, "" if row.offered else "not offered", ways_text))),
                (
                    Column("outcome"),
                    Column("ways", "count"),
                    Column("probability", "percent"),
                    Column("pays"),
                    Column("net", "number"),
                    Column("return", "percent"),
                ),
                (
                    *(
                        (
                            result.outcome,
                            "" if result.ways is None else result.ways,
                            result.probability,
                            result.pays,
                            result.net,
                            result.contribution,
                        )
                        for result in row.results
                    ),
                    ("in all", row.ways or "", Fraction(1), "", "", -row.house_edge),
                ),
                (f"net and return in units of {row.unit}; the house edge is {percent(row.house_edge)}", *row.notes),
            )

    def records(self) -> list[dict[str, Any]]:
        """List one record for each outcome, for a file or a data frame. Exact values are Fractions."""
        return [
            {
                "wager": priced.row.wager,
                "variant": priced.row.variant,
                "unit": priced.row.unit,
                "outcome": result.outcome,
                "ways": result.ways,
                "probability": result.probability,
                "pays": result.pays,
                "net": result.net,
                "return": result.contribution,
                "offered": priced.row.offered,
            }
            for priced in self.wagers
            for result in priced.row.results
        ]

    def csv(self) -> str:
        """Return the records as CSV, with every fraction as p/q."""
        return as_csv(self.records())

    def frame(self) -> DataFrame:
        """Return the records as a pandas data frame whose fractions stay exact: a column of them adds up to a
        fraction."""
        return as_frame(self.records())


def result_json(result: Result) -> dict[str, Any]:
    return {
        "outcome": result.outcome,
        "ways": result.ways,
        "probability": fraction(result.probability),
        "pays": result.pays or None,
        "net": fraction(result.net),
        "return": fraction(result.contribution),
    }


class StrategyReport(Head, frozen=True, kw_only=True):
    """The optimal strategy of a table, as tables to read."""

    tables: tuple[Section, ...]

    def json(self) -> dict[str, Any]:
        return {**self.head(), "tables": [section_json(section) for section in self.tables]}

    def sections(self) -> Iterator[Section]:
        yield from self.tables


def section_json(section: Section) -> dict[str, Any]:
    names = [column.name for column in section.columns]
    rows = [
        {name: fraction(cell) if isinstance(cell, Fraction) else cell for name, cell in zip(names, cells, strict=True)}
        for cells in section.rows
    ]
    return {"title": section.title, "rows": rows, "notes": list(section.notes)}


class PictureReport(Head, frozen=True, kw_only=True):
    """The strategy of a table as pictures and as the words of a card."""

    called: str  # the game's name, as people write it
    elected: tuple[str, ...]  # elections that differ from the defaults
    pictures: tuple[Picture, ...]
    card: tuple[Step, ...]

    def json(self) -> dict[str, Any]:
        pictures = [msgspec.to_builtins(picture, enc_hook=encode_fraction) for picture in self.pictures]
        card = [{"when": step.when, "say": list(step.say)} for step in self.card]
        return {**self.head(), "elected": list(self.elected), "pictures": pictures, "card": card}

    def sections(self) -> Iterator[Section]:
        for step in self.card:
            yield Section(step.when, (Column(""),), tuple((sentence,) for sentence in step.say))


class AnswerReport(Head, frozen=True, kw_only=True):
    """The exact value of each choice in one situation."""

    answer: Answer

    def describe_bet(self) -> str:
        """Describe the largest stake in the situation, which may be more than the bet asked about."""
        return f"bets of {dollars(max(choice.stake for choice in self.answer.choices))}"

    def json(self) -> dict[str, Any]:
        answer = self.answer
        return {
            **self.head(),
            "asked": answer.asked,
            "unit": answer.unit,
            "choices": [
                {"choice": choice.name, "value": fraction(choice.value), "value_decimal": float(choice.value)}
                for choice in answer.choices
            ],
            "best": list(answer.best),
            "notes": list(answer.notes),
        }

    def sections(self) -> Iterator[Section]:
        abouts = [choice.about for choice in self.answer.choices]
        yield Section(
            self.answer.asked,
            (
                Column("choice"),
                Column("value", "number"),
                Column("exactly"),
                Column("in dollars"),
                Column(""),
            ),
            tuple(
                (
                    choice.name,
                    choice.value,
                    fraction(choice.value),
                    in_dollars(choice.value * choice.stake),
                    self.answer.mark(choice),
                )
                for choice in sorted(
                    self.answer.choices, key=lambda choice: (abouts.index(choice.about), -choice.value)
                )
            ),
            (f"in units of {self.answer.unit}", *self.answer.notes),
        )


def in_dollars(cents: Fraction) -> str:
    """Format cents as dollars to the hundredth of a cent: an average, not an amount that is paid."""
    return ("-$" if cents < 0 else "$") + decimal(abs(cents) / 100)


class NeighborsReport(Head, frozen=True, kw_only=True):
    """An estimate of what it is worth to see other players' hands, with its 99% confidence interval."""

    neighbors: int
    deals: int
    seed: int
    unit: str
    without: Fraction  # the house edge, exact
    gain: Fraction  # average over the deals
    half: float  # half the width of the interval

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the confidence interval of the gain."""
        return float(self.gain) - self.half, float(self.gain) + self.half

    def json(self) -> dict[str, Any]:
        low, high = self.interval
        return {
            **self.head(),
            "neighbors": self.neighbors,
            "deals": self.deals,
            "seed": self.seed,
            "unit": self.unit,
            "kind": "estimate",
            "confidence": 0.99,
            "worth": float(self.gain),
            "worth_interval": [low, high],
            "without": fraction(self.without),
            "house_edge": float(self.without - self.gain),
            "house_edge_interval": [float(self.without) - high, float(self.without) - low],
        }

    def sections(self) -> Iterator[Section]:
        low, high = self.interval
        without = float(self.without)
        heads = (Column(""), Column("estimate", "count"), Column("99% interval", "count"))
        rows = (
            ("worth", f"{float(self.gain):.4%}", f"{low:.4%} to {high:.4%}"),
            ("house edge", f"{without - float(self.gain):.4%}", f"{without - high:.4%} to {without - low:.4%}"),
        )
        hands = "a neighbor's hand is" if self.neighbors == 1 else f"{self.neighbors} neighbors' hands are"
        notes = (
            f"a share of {self.unit}; without them the house edge is {percent(self.without)}, exactly",
            f"estimated from {self.deals:,} deals of seed {self.seed}; each was counted exactly",
        )
        yield Section(f"What {hands} worth to a player who sees them and makes the most of it", heads, rows, notes)


def gains(mean: float, half: float) -> list[float]:
    """Return the interval of a gain. A player who bets only in his favor expects no loss, so the interval does not go
    below zero."""
    return [max(mean - half, 0.0), mean + half]


class FollowReport(Head, frozen=True, kw_only=True):
    """Estimates of what it is worth to follow the cards of a shoe, with their 99% confidence intervals."""

    shoes: int
    seed: int
    followed: tuple[FollowedWager, ...]

    def json(self) -> dict[str, Any]:
        return {
            **self.head(),
            "kind": "estimate",
            "confidence": CONFIDENCE / 100,
            "shoes": self.shoes,
            "seed": self.seed,
            "wagers": [self._json(followed) for followed in self.followed],
        }

    def _json(self, followed: FollowedWager) -> dict[str, Any]:
        """Return one wager as plain values. There is no estimate if no bet was ever in the player's favor: then it is
        only known to be rare."""
        body: dict[str, Any] = {"wager": followed.wager, "cards_behind": followed.behind, "rounds": followed.rounds}
        body |= {"bets": followed.bets, "per_shoe": None, "per_bet": None}
        if followed.per_bet is not None:
            body["per_shoe"] = {"wagers": followed.per_shoe[0], "interval": gains(*followed.per_shoe)}
            body["per_bet"] = {"edge": followed.per_bet[0], "interval": gains(*followed.per_bet)}
        return body

    def sections(self) -> Iterator[Section]:
        heads = ("cards behind", "rounds a shoe", "bets a shoe", "your edge on them", "a shoe is worth", "99% interval")
        rows = []
        for followed in self.followed:
            low, high = gains(*followed.per_shoe)
            rows.append(
                (
                    followed.wager,
                    str(followed.behind),
                    f"{followed.rounds / self.shoes:.1f}",
                    f"{followed.bets / self.shoes:.3f}",
                    *(
                        ("", "", "")
                        if followed.per_bet is None
                        else (f"{followed.per_bet[0]:.3%}", f"{followed.per_shoe[0]:.5f}", f"{low:.5f} to {high:.5f}")
                    ),
                )
            )
        has_estimate = [followed.per_bet is not None for followed in self.followed]
        if all(has_estimate):
            never = ""
        elif any(has_estimate):
            never = "; blank where none of them was ever in your favor"
        else:
            never = "; none of them was ever in your favor"
        notes = (
            "a shoe's worth is in wagers, all of the same amount; nothing is bet in other rounds",
            "every card that is turned up is seen; before each round what is left is counted, each wager by itself",
            f"estimated from {self.shoes:,} shoes of seed {self.seed}{never}",
        )
        title = "What it is worth to follow a shoe, and to bet only when what is left is in your favor"
        yield Section(title, (Column("wager"), *(Column(head, "count") for head in heads)), tuple(rows), notes)


class ExposureReport(Head, frozen=True, kw_only=True):
    """The value of cards that are seen too early."""

    exposures: tuple[Exposure, ...]

    def json(self) -> dict[str, Any]:
        return {
            **self.head(),
            "exposures": [
                {
                    "seen": exposure.seen,
                    "unit": exposure.unit,
                    "house_edge": fraction(exposure.house_edge),
                    "house_edge_decimal": float(exposure.house_edge),
                    "without": fraction(exposure.without),
                    "worth": fraction(exposure.without - exposure.house_edge),
                    "worth_decimal": float(exposure.without - exposure.house_edge),
                    "paragraph": exposure.cite or None,
                    "answer": exposure.answer,
                }
                for exposure in self.exposures
            ],
        }

    def sections(self) -> Iterator[Section]:
        if not self.exposures:
            nothing = f"Nothing is exposed: at {self.game} no face-down card can be seen early to any use"
            follow = f"what it is worth to follow the cards of a shoe: pitboss exposure {self.game} --shoes 100"
            yield Section(nothing, (), (), (follow,) if load(self.game).following else ())
            return
        first = self.exposures[0]
        yield Section(
            "What an exposed card is worth to a player who makes the most of it",
            (
                Column("seen"),
                Column("player's edge", "percent"),
                Column("worth", "percent"),
                Column("paragraph"),
                Column("what it says"),
            ),
            tuple(
                (
                    exposure.seen,
                    -exposure.house_edge,
                    exposure.without - exposure.house_edge,
                    exposure.cite or "no paragraph",
                    exposure.answer,
                )
                for exposure in self.exposures
            ),
            (f"of {first.unit}; without it the house has {percent(first.without)}",),
        )
