"""Handle, win and hold of many rounds compared with theory, added up by table, game, wager, gaming day and shift.

Rounds are independent of each other. Where wagers stand from roll to roll, the result of each roll is uncorrelated with
earlier rolls. So the variances of rounds add up. Hands of one round share cards, and their correlation is not known.
Their variances are never added; the square of the sum of their deviations is used instead, because no correlation gives
more. A deviation that includes such a round is an upper bound and is marked as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.frames import as_csv, as_frame
from pitboss.analysis.old_names import old_name
from pitboss.analysis.text_tables import as_html, lines, paragraph, percent
from pitboss.counting.exact_model import Column, Section
from pitboss.games import REGISTERED, load
from pitboss.record.drop import Chips, new_chips
from pitboss.record.gaming_day import GamingDay
from pitboss.record.round_result import Part, Result
from pitboss.table.money import dollars
from pitboss.table.steps import quantity

if TYPE_CHECKING:
    from pandas import DataFrame

By: TypeAlias = Literal["table", "game", "wager", "day", "shift"]
BYS: tuple[By, ...] = get_args(By)
ALL = "all"
Z = Fraction(49, 25)  # 95 percent of a normal curve lie within this many deviations to each side
OUTSIDE = 20  # one in this many honest results lies outside
Flag: TypeAlias = Literal["", "above", "below"]


# How a row is named in a sentence, after the amount that the house won.
WHERE = {"table": " at {}", "game": " at {}", "wager": " on {}", "day": " on {}", "shift": " in the shift {}"}


class HoldRow(msgspec.Struct, frozen=True, kw_only=True):
    """The totals of some rounds, in cents. Theory, play and luck cover the counted wagers, and add up to what those
    won."""

    by: str
    name: str
    rounds: int
    handle: int
    win: int
    drop: int | None  # None for a wager: chips are not brought for one wager
    counted_rounds: int
    counted_handle: int
    counted_win: int
    theory: Fraction
    play: Fraction
    variance: Fraction  # of the rounds whose variance is known
    at_most: float  # upper bound on the variance of the remaining rounds
    uncounted: tuple[str, ...] = ()  # wagers without a theory
    stands: bool = False  # whether the counted wagers include ones that stand from roll to roll

    @property
    def luck(self) -> Fraction:
        """The rest of the counted win after theory and play are subtracted."""
        return self.counted_win - self.theory - self.play

    @property
    def expected(self) -> Fraction:
        """The win that the house should expect from the wagers as they were made and the decisions as they were
        taken."""
        return self.theory + self.play

    @property
    def of_handle(self) -> Fraction | None:
        """Win divided by handle."""
        return Fraction(self.win, self.handle) if self.handle else None

    @property
    def in_theory(self) -> Fraction | None:
        """The part of the counted handle that theory gives the house. None for wagers that stand from roll to roll:
        their theory covers every roll, their handle only the rolls that settled them."""
        return self.theory / self.counted_handle if self.counted_handle and not self.stands else None

    @property
    def of_drop(self) -> Fraction | None:
        """Win divided by drop, which casinos call hold. Chips that a player takes away and brings again count once."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def deviation(self) -> float:
        """The standard deviation of the result under best play, in cents: from the exact variance, or an upper
        bound."""
        return sqrt(self.variance + Fraction(self.at_most))

    @property
    def is_bound(self) -> bool:
        """True if the deviation is only an upper bound, because hands of one round share cards."""
        return self.at_most > 0

    @property
    def deviations(self) -> float | None:
        """The luck in standard deviations. None if the deviation is zero."""
        return float(self.luck) / self.deviation if self.deviation else None

    @property
    def range(self) -> tuple[float, float]:
        """The range of 95 of 100 results under best play, by the normal curve. It holds more of them where the
        deviation is a bound. The coverage is unknown where players did not play best."""
        middle, reach = float(self.expected), float(Z) * self.deviation
        return middle - reach, middle + reach

    @property
    def flag(self) -> Flag:
        """The side on which luck is more than 1.96 deviations out: "above", "below", or empty if it is not. Exact where
        the variance is; a bound is a rounded number."""
        if self.luck**2 <= Z**2 * (self.variance + Fraction(self.at_most)):
            return ""
        return "above" if self.luck > 0 else "below"

    def describe(self) -> str:
        """Describe the row in a few sentences, for a manager."""
        verb = "lost" if self.win < 0 else "won"
        share = "" if self.of_handle is None else f", {percent(abs(self.of_handle), 2)} of all that was wagered"
        if self.stands and share:
            share = share.replace("wagered", "wagered and decided")
        where = WHERE.get(self.by, "").format(self.name)
        sentences = [f"The house {verb} {dollars(abs(self.win))}{where} in {quantity(self.rounds, 'round')}{share}."]
        if self.uncounted:
            uncounted_win = self.win - self.counted_win
            amount = f"{dollars(abs(uncounted_win))} {'lost' if uncounted_win < 0 else 'won'}"
            sentences.append(f"There is no theory yet to compare {amount} on {', '.join(self.uncounted)} with.")
        if not self.counted_rounds:
            return " ".join(sentences)
        value = f"The wagers were worth {_cents(self.theory)} to the house under best play"
        value += f", and players gave away {_cents(self.play)} by how they played." if self.play else "."
        direction = "more" if self.luck >= 0 else "less"
        result = "the result" if not self.uncounted else f"the result of {dollars(self.counted_win)}"
        side = "outside" if self.flag else "within"
        sentences += [
            value,
            f"Luck made it {_cents(abs(self.luck))} {direction}: {result} is {side} {self._usual_range()}.",
        ]
        if self.flag:
            sentences.append(f"Look at these rounds, but {self._rarity()}.")
        return " ".join(sentences)

    told = old_name("told", "describe")

    def _usual_range(self) -> str:
        """Format the usual range, in words that claim no more coverage than it has."""
        low, high = (_cents(Fraction(end)) for end in self.range)
        if self.play:
            return f"{low} to {high}, which is 1.96 deviations of best play to each side, and not all played best"
        return f"{low} to {high}, where {'at least ' * self.is_bound}95 of 100 such results lie"

    def _rarity(self) -> str:
        """Say how often honest results lie outside the usual range."""
        if self.play:
            return "it is not known how often honest results lie outside when players do not play best"
        return f"{'fewer than ' if self.is_bound else 'about '}one in {OUTSIDE} honest results lies outside"

    def record(self) -> dict[str, Any]:
        """Return the row for a file or a data frame. Amounts are cents, exact values are Fractions, and what has no
        theory is None."""
        low, high = self.range
        comparison = {
            "theory": self.theory,
            "play": self.play,
            "luck": self.luck,
            "deviation": self.deviation,
            "deviation_is": "at most" if self.is_bound else "exact",
            "low": low,
            "high": high,
        }
        return {
            "by": self.by,
            "name": self.name,
            "rounds": self.rounds,
            "drop": self.drop,
            "handle": self.handle,
            "win": self.win,
            "win_of_drop": self.of_drop,
            "win_of_handle": self.of_handle,
            "theory_of_handle": self.in_theory,
            "counted_rounds": self.counted_rounds,
            "counted_handle": self.counted_handle,
            "counted_win": self.counted_win,
            **(comparison if self.counted_rounds else dict.fromkeys(comparison)),
            "flag": self.flag,
            "no_theory": ", ".join(self.uncounted),
            "told": self.describe(),
        }


def _cents(amount: Fraction) -> str:
    return dollars(round(amount))


class Sums:
    """The running totals of one row."""

    def __init__(self) -> None:
        self.rounds = self.handle = self.win = self.drop = 0
        self.counted_rounds = self.counted_handle = self.counted_win = 0
        self.theory = self.play = self.variance = Fraction()
        self.at_most = 0.0
        self.stands = False
        self.uncounted: dict[str, None] = {}

    def add(self, parts: Sequence[Part], variances: tuple[Fraction, ...], *, stands: bool) -> None:
        has_theory = any(part.theory is not None for part in parts)
        self.rounds += bool(parts)
        self.counted_rounds += has_theory
        self.stands |= has_theory and stands
        for part in parts:
            self.handle += part.handle
            self.win += part.win
            if part.theory is None:
                self.uncounted[part.wager] = None
                continue
            self.counted_handle += part.handle
            self.counted_win += part.win
            self.theory += part.theory
            self.play += part.play
        if len(variances) == 1:
            self.variance += variances[0]
        elif variances:
            self.at_most += sum(map(sqrt, variances)) ** 2

    def row(self, by: str, name: str) -> HoldRow:
        return HoldRow(
            by=by,
            name=name,
            rounds=self.rounds,
            handle=self.handle,
            win=self.win,
            drop=None if by == "wager" else self.drop,
            counted_rounds=self.counted_rounds,
            counted_handle=self.counted_handle,
            counted_win=self.counted_win,
            theory=self.theory,
            play=self.play,
            variance=self.variance,
            at_most=self.at_most,
            uncounted=tuple(self.uncounted),
            stands=self.stands,
        )


class HoldReport(msgspec.Struct, frozen=True, kw_only=True):
    """The totals of rounds, and how much of the win was theory, play and luck."""

    rows: tuple[HoldRow, ...]
    void: int = 0  # void rounds, which are left out
    unjudged: int = 0  # rounds left out because another version wrote them and this one plays them differently
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()  # altered or missing rows, and rounds that do not replay as written

    @property
    def all(self) -> HoldRow:
        """The row that covers everything."""
        return self.rows[0]

    @property
    def flagged(self) -> tuple[HoldRow, ...]:
        """The rows whose luck is more than 1.96 deviations out. About one in 20 honest rows is."""
        return tuple(row for row in self.rows if row.flag)

    def by(self, what: By) -> tuple[HoldRow, ...]:
        """Return the rows of one kind of total: by table, game, wager, day or shift."""
        return tuple(row for row in self.rows if row.by == what)

    def only(self, what: By) -> HoldReport:
        """Return the report with one kind of total, and the row that covers everything."""
        return msgspec.structs.replace(self, rows=tuple(row for row in self.rows if row.by in (ALL, what)))

    def sections(self) -> Iterator[Section]:
        for kind in (ALL, *BYS):
            rows = [row for row in self.rows if row.by == kind]
            if rows:
                yield _section(kind, rows)

    def to_text(self) -> str:
        """Return the whole report as text: warnings, totals, tables, flagged rows and notes."""
        warning_lines = "\n".join(f"WARNING: {warning}" for warning in self.warnings)
        if not self.all.rounds:
            sentences = ["no finished round has a decided wager in it", *(f"  ({note})" for note in self.notes)]
            return "\n".join([*([warning_lines] if warning_lines else []), *sentences])
        parts = ["\n".join(lines(section)) for section in self.sections()]
        flagged = [f"* {row.by} {row.name}: {row.describe()}" for row in self.flagged if row.by != ALL]
        notes = "\n".join(f"({note})" for note in self.notes)
        return "\n\n".join(
            part for part in (warning_lines, self.all.describe(), *parts, "\n".join(flagged), notes) if part
        )

    told = old_name("told", "to_text")

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        paragraphs = [*(f"WARNING: {warning}" for warning in self.warnings), self.all.describe(), *self.notes]
        return "".join([*map(paragraph, paragraphs), *map(as_html, self.sections())])

    def records(self) -> list[dict[str, Any]]:
        """List one record for each row, for a file or a data frame. Amounts are cents, and exact values are
        Fractions."""
        return [row.record() for row in self.rows]

    def csv(self) -> str:
        """Return the rows as CSV, for a spreadsheet."""
        return as_csv(self.records())

    def frame(self) -> DataFrame:
        """Return the rows as a pandas data frame whose fractions stay exact."""
        return as_frame(self.records())

    def json(self) -> dict[str, Any]:
        """Return the report as plain values, with fractions as p/q."""
        rows = [
            {key: fraction(value) if isinstance(value, Fraction) else value for key, value in record.items()}
            for record in self.records()
        ]
        counts = {"void_rounds": self.void, "unjudged_rounds": self.unjudged}
        return {"rows": rows, **counts, "notes": list(self.notes), "warnings": list(self.warnings)}


HEADS = (
    *("rounds", "drop", "handle", "win", "of drop", "of handle", "no theory"),
    *("in theory", "theory", "play", "luck", "deviation", "in deviations"),
)
TITLES = {ALL: "All together", "table": "By table", "game": "By game", "wager": "By wager", "day": "By gaming day"}


def _section(kind: str, rows: list[HoldRow]) -> Section:
    columns = (Column(""), *(Column(name, "count") for name in HEADS), Column("flag"))
    return Section(TITLES.get(kind, f"By {kind}"), columns, tuple(map(_cells, rows)))


def _cells(row: HoldRow) -> tuple[str, ...]:
    name = "" if row.by == ALL else row.name
    shares = ["" if share is None else percent(share, 2) for share in (row.of_drop, row.of_handle)]
    comparison = [""] * 6
    if row.counted_rounds:
        deviation = ("≤ " if row.is_bound else "") + _cents(Fraction(row.deviation))
        in_deviations = "" if row.deviations is None else f"{row.deviations:+.2f}"
        share = "" if row.in_theory is None else percent(row.in_theory, 2)
        comparison = [share, *map(_cents, (row.theory, row.play, row.luck)), deviation, in_deviations]
    drop = "" if row.drop is None else dollars(row.drop)
    uncounted_win = dollars(row.win - row.counted_win) if row.uncounted else ""
    return (
        name,
        f"{row.rounds:,}",
        drop,
        dollars(row.handle),
        dollars(row.win),
        *shares,
        uncounted_win,
        *comparison,
        row.flag,
    )


# --- adding up rounds


class Ledger:
    """All rows of a report, added up while rounds come in one after the other."""

    def __init__(self, day: GamingDay) -> None:
        self._day = day
        self._sums: dict[tuple[str, str], Sums] = {(ALL, ""): Sums()}
        self._timed = self._untimed = self._void = self._void_but_counted = self._unvalued = 0
        self._chip_movements: list[tuple[Result, Chips]] = []
        self._stands = self._companions = False

    def add(self, result: Result) -> None:
        self._void += result.void and not result.parts
        self._void_but_counted += result.void and bool(result.parts)
        self._unvalued += result.unvalued
        self._companions |= result.companions > 0
        stands = load(result.game).standing_wagers
        self._stands |= stands and bool(result.parts)
        self._chip_movements += ((result, chips) for chips in result.chips)
        self._timed += result.at is not None
        self._untimed += result.at is None
        for by, name in self._rows_of(result, result.at):
            self._sums_of(by, name).add(result.parts, result.variances, stands=stands)
        for part in result.parts:
            wager = f"{title_of(result.game)}, {part.wager}"
            self._sums_of("wager", wager).add((part,), part.variances, stands=stands)

    def _add_drop(self) -> None:
        """Add new chips to the day and shift in which they came. Tables are read one after the other, so the movements
        at all tables are sorted by time first."""
        movements = sorted(self._chip_movements, key=lambda movement: movement[1].at or 0)
        days = ("" if chips.at is None else self._day.day_of(chips.at) for _, chips in movements)
        drops = new_chips((day, chips.player, chips.cents) for day, (_, chips) in zip(days, movements, strict=True))
        for index, cents in drops:
            result, chips = movements[index]
            for by, name in self._rows_of(result, chips.at):
                self._sums_of(by, name).drop += cents

    def _sums_of(self, by: str, name: str) -> Sums:
        return self._sums.setdefault((by, name), Sums())

    def _rows_of(self, result: Result, moment: int | None) -> Iterator[tuple[str, str]]:
        yield ALL, ""
        yield "table", result.table
        yield "game", title_of(result.game)
        if moment is None:
            return
        day, shift = self._day.day_of(moment), self._day.shift_of(moment)
        yield "day", day
        if shift:
            yield "shift", f"{day} {shift}"

    def report(self, notes: Iterable[str] = (), warnings: Iterable[str] = ()) -> HoldReport:
        """Return the report. Rows without a wager and without chips are left out, and days and shifts are in order of
        time."""
        self._add_drop()
        order_of_shifts = {name: number for number, name in enumerate(self._day.in_order())}

        def sort_key(key: tuple[str, str]) -> tuple[object, ...]:
            by, name = key
            day, _, shift = name.partition(" ")
            return ((ALL, *BYS).index(by), *((day, order_of_shifts.get(shift, 0)) if by in ("day", "shift") else ()))

        nonempty = {key: sums for key, sums in self._sums.items() if sums.rounds or sums.drop or key[0] == ALL}
        rows = tuple(nonempty[key].row(*key) for key in sorted(nonempty, key=sort_key))
        all_notes = (*notes, *self._notes(rows))
        return HoldReport(rows=rows, void=self._void, notes=all_notes, warnings=tuple(warnings))

    def _notes(self, rows: tuple[HoldRow, ...]) -> Iterator[str]:
        if self._void:
            yield f"{quantity(self._void, 'round')} void and left out"
        if self._void_but_counted:
            voids = quantity(self._void_but_counted, "round")
            yield f"{voids} void, but wagers were kept or settled in them and are counted"
        if self._companions:
            yield "seats that the house plays for company are left out; 'pitboss hold --companions' counts them"
        if without_theory := rows[0].uncounted:
            yield f"no theory yet: {', '.join(without_theory)}"
        if self._unvalued:
            yield f"{quantity(self._unvalued, 'decision')} without an exact value; what they cost is in the luck"
        if self._stands:
            yield (
                "where wagers may stand for longer than a round, theory is what each roll, spin or round of cards was "
                "to bring and handle what they decided, so theory is no part of that handle; 'pitboss edge' tells a "
                "wager's edge"
            )
        if self._timed:
            yield self._day.describe()
        if self._untimed:
            yield "no times are stored in a record, so there is no gaming day and no shift"
        elif self._timed and not self._day.shifts:
            yield "no shifts are set; set them under [gaming-day.shifts] in a house file and give it with --house"
        if not rows[0].rounds:
            return
        yield (
            "drop: chips that players brought to the tables; what a player took away and brought again "
            f"{'on the same gaming day' if self._timed else 'in this record'} is counted once"
        )
        if any(row.is_bound for row in rows):
            yield (
                "≤: wagers of one round share cards, dice or a spin, so their deviations are added and not their "
                "variances; this is the most that the deviation can be, and fewer than one in "
                f"{OUTSIDE} honest results is flagged"
            )
        yield from self._notes_on_flags(rows)

    def _notes_on_flags(self, rows: tuple[HoldRow, ...]) -> Iterator[str]:
        yield (
            "flag: luck is more than 1.96 deviations out. The deviation is that of best play, and the normal curve is "
            "a rough guide after few rounds or where a rare hand pays much"
        )
        if any(row.play for row in rows):
            yield (
                "play: where players gave something away, results spread differently than under best play, mostly "
                "wider, and nobody has counted how often an honest one is flagged"
            )
        if comparable := [row for row in rows if row.deviations is not None]:
            flagged = sum(row.flag != "" for row in comparable)
            yield (
                f"{flagged} of all {quantity(len(comparable), 'row')} flagged; by luck alone about "
                f"{len(comparable) / OUTSIDE:.1f} "
                "would be if everybody plays best, and fewer where ≤ stands. Rows share rounds, so flags come in groups"
            )


def title_of(game: str) -> str:
    return load(game).title if game in REGISTERED else game


def hold(
    results: Iterable[Result],
    day: GamingDay | None = None,
    notes: Iterable[str] = (),
    warnings: Iterable[str] = (),
) -> HoldReport:
    """Add up rounds to a report. `notes` and `warnings` may be iterators: they are read after all the results."""
    ledger = Ledger(day or GamingDay())
    for result in results:
        ledger.add(result)
    return ledger.report(notes, warnings)
