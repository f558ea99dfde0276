"""What an analysis answers with: typed, exact, printable, and the same in JSON and in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.analysis.cache import exactly, fraction
from pitboss.analysis.frames import as_csv, as_frame
from pitboss.analysis.text_tables import as_html, decimal, lines, paragraph, percent
from pitboss.counting.confidence import CONFIDENCE
from pitboss.counting.exact_model import Answer, Column, Exposure, Result, Row, Section
from pitboss.counting.shoe_following import Followed
from pitboss.counting.strategy_pictures import Picture, Step
from pitboss.games import load
from pitboss.table.money import dollars

if TYPE_CHECKING:
    from pandas import DataFrame


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A report that prints as tables, in a terminal and in a notebook."""

    bet_matters: bool  # whether the numbers hold for one bet only
    warnings: tuple[str, ...]

    def title(self) -> str:
        raise NotImplementedError

    def sections(self) -> Iterator[Section]:
        raise NotImplementedError

    def json(self) -> dict[str, Any]:
        raise NotImplementedError

    def told(self) -> str:
        """Without the warnings, where those are told elsewhere."""
        parts = ["\n".join(lines(section)) for section in self.sections()]
        return "\n\n".join([self.title(), *parts])

    def __str__(self) -> str:
        return "\n".join([*(f"warning: {warning}" for warning in self.warnings), self.told()])

    def _repr_html_(self) -> str:
        heads = [*self.title().splitlines(), *(f"warning: {warning}" for warning in self.warnings)]
        return "".join([*map(paragraph, heads), *map(as_html, self.sections())])


class Head(Told, frozen=True, kw_only=True):
    """Of which game, by which law and at which table."""

    game: str
    edition: str  # the newest held text carried out
    texts: str  # all of them, in words
    rules: str  # digest
    bet: int  # cents
    removed: tuple[str, ...] = ()  # cards of a shoe that are known to be out

    def head(self) -> dict[str, Any]:
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
        return f"{self.game}, {self.texts}" + (f", {self.bet_told()}" if self.bet_matters else "") + without

    def bet_told(self) -> str:
        return f"bets of {dollars(self.bet)}"


class Priced(msgspec.Struct, frozen=True):
    """A row, and its edge under each choice of every reading that it rests on; none where it does not exist then."""

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
    """Return the first row of a wager, or of a wager and its variant, that the table offers; if it offers none of them,
    the first, and None if there is no such row."""
    found = [row for row in rows if wager in (row.wager, (row.wager, row.variant))]
    return next((row for row in found if row.offered), found[0] if found else None)


class EdgeReport(Head, frozen=True, kw_only=True):
    wagers: tuple[Priced, ...]
    uncounted: dict[str, str]  # wagers that no row is about, and why

    def __getitem__(self, wager: str | tuple[str, str]) -> Row:
        """Return the row of a wager, or of a wager and its variant: the first that is offered, or else the first."""
        if (found := first_offered(wager, (each.row for each in self.wagers))) is None:
            raise KeyError(
                f"there is no row {wager!r}; the rows are {sorted({each.row.wager for each in self.wagers})}"
            )
        return found

    def json(self) -> dict[str, Any]:
        return {
            **self.head(),
            "wagers": [each.json() for each in self.wagers],
            "uncounted": list(self.uncounted),
            "why_uncounted": self.uncounted,
        }

    def outcomes(self) -> OutcomesReport:
        """Every wager as its distribution."""
        head = {name: getattr(self, name) for name in Head.__struct_fields__}
        return OutcomesReport(**head, wagers=self.wagers)

    def records(self) -> list[dict[str, Any]]:
        """One record to each wager, for a file or a data frame; what is exact is a Fraction."""
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
            for row in (each.row for each in self.wagers)
        ]

    def csv(self) -> str:
        """As a spreadsheet reads it, with every fraction as p/q."""
        return as_csv(self.records())

    def frame(self) -> DataFrame:
        """As a pandas data frame, whose fractions stay exact."""
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
                for row in (each.row for each in self.wagers)
            ),
            (
                *dict.fromkeys(f"{each.row.wager}: {note}" for each in self.wagers for note in each.row.notes),
                *(f"{name}: not counted; {why}" for name, why in self.uncounted.items()),
            ),
        )
        if told := tuple(self._told()):
            words = (Column("reading"), Column("choice"), Column("wager"), Column("offered"))
            yield Section("Readings that change an edge", (*words, Column("house edge then", "percent")), told)

    def _told(self) -> Iterator[tuple[Any, ...]]:
        for each in self.wagers:
            name = " ".join(filter(None, (each.row.wager, each.row.variant)))
            for reading, edges in each.readings.items():
                for choice, edge in edges.items():
                    if edge is not None and edge != each.row.house_edge:
                        yield reading, choice, name, "" if each.row.offered else "no", edge


class OutcomesReport(Head, frozen=True, kw_only=True):
    """Every wager as its distribution: what can become of it, how often, and what that contributes to the edge."""

    wagers: tuple[Priced, ...]

    def json(self) -> dict[str, Any]:
        return {
            **self.head(),
            "wagers": [
                {**each.json(), "ways": each.row.ways, "outcomes": list(map(result_json, each.row.results))}
                for each in self.wagers
            ],
        }

    def sections(self) -> Iterator[Section]:
        for row in (each.row for each in self.wagers):
            counted = "" if row.ways is None else f"{row.ways:,} ways"
            yield Section(
                ", ".join(filter(None, (row.wager, row.variant, "" if row.offered else "not offered", counted))),
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
        """One record to each outcome, for a file or a data frame; what is exact is a Fraction."""
        return [
            {
                "wager": each.row.wager,
                "variant": each.row.variant,
                "unit": each.row.unit,
                "outcome": result.outcome,
                "ways": result.ways,
                "probability": result.probability,
                "pays": result.pays,
                "net": result.net,
                "return": result.contribution,
                "offered": each.row.offered,
            }
            for each in self.wagers
            for result in each.row.results
        ]

    def csv(self) -> str:
        """As a spreadsheet reads it, with every fraction as p/q."""
        return as_csv(self.records())

    def frame(self) -> DataFrame:
        """As a pandas data frame, whose fractions stay exact: a column of them adds up to a fraction."""
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
    called: str  # the game's name, as people write it
    elected: tuple[str, ...]  # what is not as at a table by default
    pictures: tuple[Picture, ...]
    card: tuple[Step, ...]

    def json(self) -> dict[str, Any]:
        pictures = [msgspec.to_builtins(each, enc_hook=exactly) for each in self.pictures]
        card = [{"when": step.when, "say": list(step.say)} for step in self.card]
        return {**self.head(), "elected": list(self.elected), "pictures": pictures, "card": card}

    def sections(self) -> Iterator[Section]:
        for step in self.card:
            yield Section(step.when, (Column(""),), tuple((each,) for each in step.say))


class AnswerReport(Head, frozen=True, kw_only=True):
    answer: Answer

    def bet_told(self) -> str:
        """What lies there may be more than the bet asked about."""
        return f"bets of {dollars(max(choice.stake for choice in self.answer.choices))}"

    def json(self) -> dict[str, Any]:
        answer = self.answer
        return {
            **self.head(),
            "asked": answer.asked,
            "unit": answer.unit,
            "choices": [
                {"choice": each.name, "value": fraction(each.value), "value_decimal": float(each.value)}
                for each in answer.choices
            ],
            "best": list(answer.best),
            "notes": list(answer.notes),
        }

    def sections(self) -> Iterator[Section]:
        abouts = [each.about for each in self.answer.choices]
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
                    each.name,
                    each.value,
                    fraction(each.value),
                    in_dollars(each.value * each.stake),
                    self.answer.mark(each),
                )
                for each in sorted(self.answer.choices, key=lambda each: (abouts.index(each.about), -each.value))
            ),
            (f"in units of {self.answer.unit}", *self.answer.notes),
        )


def in_dollars(cents: Fraction) -> str:
    """To the hundredth of a cent: an average, not an amount that is paid."""
    return ("-$" if cents < 0 else "$") + decimal(abs(cents) / 100)


class NeighborsReport(Head, frozen=True, kw_only=True):
    """What it is worth to see other players' hands: an estimate, with the interval that holds it 99 times in 100."""

    neighbors: int
    deals: int
    seed: int
    unit: str
    without: Fraction  # the house edge, exact
    gain: Fraction  # of the deals that were looked at
    half: float  # of the interval

    @property
    def interval(self) -> tuple[float, float]:
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
    """The interval of a gain. Who bets only what is in his favor expects no loss, so it does not reach below zero."""
    return [max(mean - half, 0.0), mean + half]


class FollowReport(Head, frozen=True, kw_only=True):
    """What it is worth to follow the cards of a shoe: estimates, with the intervals that hold them 99 times in 100."""

    shoes: int
    seed: int
    followed: tuple[Followed, ...]

    def json(self) -> dict[str, Any]:
        return {
            **self.head(),
            "kind": "estimate",
            "confidence": CONFIDENCE / 100,
            "shoes": self.shoes,
            "seed": self.seed,
            "wagers": [self._json(each) for each in self.followed],
        }

    def _json(self, each: Followed) -> dict[str, Any]:
        """Where nothing was in favor there is no estimate: that it is rare is all that is known."""
        found: dict[str, Any] = {"wager": each.wager, "cards_behind": each.behind, "rounds": each.rounds}
        found |= {"bets": each.bets, "per_shoe": None, "per_bet": None}
        if each.per_bet is not None:
            found["per_shoe"] = {"wagers": each.per_shoe[0], "interval": gains(*each.per_shoe)}
            found["per_bet"] = {"edge": each.per_bet[0], "interval": gains(*each.per_bet)}
        return found

    def sections(self) -> Iterator[Section]:
        heads = ("cards behind", "rounds a shoe", "bets a shoe", "your edge on them", "a shoe is worth", "99% interval")
        rows = []
        for each in self.followed:
            low, high = gains(*each.per_shoe)
            rows.append(
                (
                    each.wager,
                    str(each.behind),
                    f"{each.rounds / self.shoes:.1f}",
                    f"{each.bets / self.shoes:.3f}",
                    *(
                        ("", "", "")
                        if each.per_bet is None
                        else (f"{each.per_bet[0]:.3%}", f"{each.per_shoe[0]:.5f}", f"{low:.5f} to {high:.5f}")
                    ),
                )
            )
        found = [each.per_bet is not None for each in self.followed]
        if all(found):
            never = ""
        elif any(found):
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
    exposures: tuple[Exposure, ...]

    def json(self) -> dict[str, Any]:
        return {
            **self.head(),
            "exposures": [
                {
                    "seen": each.seen,
                    "unit": each.unit,
                    "house_edge": fraction(each.house_edge),
                    "house_edge_decimal": float(each.house_edge),
                    "without": fraction(each.without),
                    "worth": fraction(each.without - each.house_edge),
                    "worth_decimal": float(each.without - each.house_edge),
                    "paragraph": each.cite or None,
                    "answer": each.answer,
                }
                for each in self.exposures
            ],
        }

    def sections(self) -> Iterator[Section]:
        if not self.exposures:
            none = f"Nothing is exposed: at {self.game} no face-down card can be seen early to any use"
            follow = f"what it is worth to follow the cards of a shoe: pitboss exposure {self.game} --shoes 100"
            yield Section(none, (), (), (follow,) if load(self.game).following else ())
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
                (each.seen, -each.house_edge, each.without - each.house_edge, each.cite or "no paragraph", each.answer)
                for each in self.exposures
            ),
            (f"of {first.unit}; without it the house has {percent(first.without)}",),
        )
