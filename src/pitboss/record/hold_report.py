"""Handle, win and hold of many rounds beside what theory says, added up by table, game, wager, gaming day and shift.

Rounds are independent of each other, or, where wagers stand from roll to roll, what each roll brings is uncorrelated
with the rolls before it: their variances add up. Hands of one round share cards, and nobody has counted how that makes
them go together. Their variances are never added; the square of the sum of their deviations is taken instead, because
no correlation gives more. A deviation that has such a round in it is an upper bound and told so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.frames import as_csv, as_frame
from pitboss.analysis.text_tables import as_html, lines, paragraph, percent
from pitboss.counting.exact_model import Column, Section
from pitboss.games import REGISTERED, load
from pitboss.record.drop import Chips, new_chips
from pitboss.record.gaming_day import GamingDay
from pitboss.record.round_result import Part, Result
from pitboss.table.money import dollars
from pitboss.table.steps import many

if TYPE_CHECKING:
    from pandas import DataFrame

By: TypeAlias = Literal["table", "game", "wager", "day", "shift"]
BYS: tuple[By, ...] = get_args(By)
ALL = "all"
Z = Fraction(49, 25)  # deviations to each side within which 95 percent of a normal curve lie
OUTSIDE = 20  # of so many results one lies outside
Flag: TypeAlias = Literal["", "above", "below"]


# How a row is told, after what the house won.
WHERE = {"table": " at {}", "game": " at {}", "wager": " on {}", "day": " on {}", "shift": " in the shift {}"}


class HoldRow(msgspec.Struct, frozen=True, kw_only=True):
    """What some rounds came to; in cents. Theory, play and luck are about the wagers that are counted, and they add up
    to what those won."""

    by: str
    name: str
    rounds: int
    handle: int
    win: int
    drop: int | None  # None of a wager: chips are not brought for one
    counted_rounds: int
    counted_handle: int
    counted_win: int
    theory: Fraction
    play: Fraction
    variance: Fraction  # of the rounds of which it is known
    at_most: float  # what the variance of the others is at most
    uncounted: tuple[str, ...] = ()  # wagers without a theory
    stands: bool = False  # whether wagers that stand from roll to roll are among those that are counted

    @property
    def luck(self) -> Fraction:
        """What is left when theory and play are taken off."""
        return self.counted_win - self.theory - self.play

    @property
    def expected(self) -> Fraction:
        """What the house was to expect of the wagers as they were made and the decisions as they were taken."""
        return self.theory + self.play

    @property
    def of_handle(self) -> Fraction | None:
        """Win over handle."""
        return Fraction(self.win, self.handle) if self.handle else None

    @property
    def in_theory(self) -> Fraction | None:
        """The part of the handle that theory gives the house, of the wagers that are counted. None where wagers stand:
        their theory is about every roll, their handle about the rolls that decided them."""
        return self.theory / self.counted_handle if self.counted_handle and not self.stands else None

    @property
    def of_drop(self) -> Fraction | None:
        """Win over drop: what casinos call hold. Chips that a player takes away and brings again are in it once."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def deviation(self) -> float:
        """Of the result under best play, in cents: the square root of an exact variance, or of a bound."""
        return sqrt(self.variance + Fraction(self.at_most))

    @property
    def is_bound(self) -> bool:
        """Whether the deviation is at most that much, because hands of one round share cards."""
        return self.at_most > 0

    @property
    def deviations(self) -> float | None:
        """The luck in deviations."""
        return float(self.luck) / self.deviation if self.deviation else None

    @property
    def range(self) -> tuple[float, float]:
        """Where 95 of 100 results of best play lie, by the normal curve; at least so many where the deviation is a
        bound. Nobody has counted how many lie there where players gave something away."""
        middle, reach = float(self.expected), float(Z) * self.deviation
        return middle - reach, middle + reach

    @property
    def flag(self) -> Flag:
        """Whether luck is more than 1.96 deviations out. Exact where the variance is; a bound is a rounded number."""
        if self.luck**2 <= Z**2 * (self.variance + Fraction(self.at_most)):
            return ""
        return "above" if self.luck > 0 else "below"

    def told(self) -> str:
        """In a few sentences, for a manager."""
        verb = "lost" if self.win < 0 else "won"
        share = "" if self.of_handle is None else f", {percent(abs(self.of_handle), 2)} of all that was wagered"
        if self.stands and share:
            share = share.replace("wagered", "wagered and decided")
        where = WHERE.get(self.by, "").format(self.name)
        said = [f"The house {verb} {dollars(abs(self.win))}{where} in {many(self.rounds, 'round')}{share}."]
        if self.uncounted:
            beside = self.win - self.counted_win
            moved = f"{dollars(abs(beside))} {'lost' if beside < 0 else 'won'}"
            said.append(f"There is no theory yet to compare {moved} on {', '.join(self.uncounted)} with.")
        if not self.counted_rounds:
            return " ".join(said)
        worth = f"The wagers were worth {_cents(self.theory)} to the house under best play"
        worth += f", and players gave away {_cents(self.play)} by how they played." if self.play else "."
        more = "more" if self.luck >= 0 else "less"
        result = "the result" if not self.uncounted else f"the result of {dollars(self.counted_win)}"
        side = "outside" if self.flag else "within"
        said += [worth, f"Luck made it {_cents(abs(self.luck))} {more}: {result} is {side} {self._usual()}."]
        if self.flag:
            said.append(f"Look at these rounds, but {self._rare()}.")
        return " ".join(said)

    def _usual(self) -> str:
        """The range, and no more of a promise than it keeps."""
        low, high = (_cents(Fraction(end)) for end in self.range)
        if self.play:
            return f"{low} to {high}, which is 1.96 deviations of best play to each side, and not all played best"
        return f"{low} to {high}, where {'at least ' * self.is_bound}95 of 100 such results lie"

    def _rare(self) -> str:
        if self.play:
            return "it is not known how often honest results lie outside when players do not play best"
        return f"{'fewer than ' if self.is_bound else 'about '}one in {OUTSIDE} honest results lies outside"

    def record(self) -> dict[str, Any]:
        """For a file or a data frame: cents, and what is exact is a Fraction. What there is no theory for is None."""
        low, high = self.range
        against = {
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
            **(against if self.counted_rounds else dict.fromkeys(against)),
            "flag": self.flag,
            "no_theory": ", ".join(self.uncounted),
            "told": self.told(),
        }


def _cents(amount: Fraction) -> str:
    return dollars(round(amount))


class Sums:
    """Adds up rounds for one row."""

    def __init__(self) -> None:
        self.rounds = self.handle = self.win = self.drop = 0
        self.counted_rounds = self.counted_handle = self.counted_win = 0
        self.theory = self.play = self.variance = Fraction()
        self.at_most = 0.0
        self.stands = False
        self.uncounted: dict[str, None] = {}

    def add(self, parts: Sequence[Part], variances: tuple[Fraction, ...], *, stands: bool) -> None:
        counted = any(part.theory is not None for part in parts)
        self.rounds += bool(parts)
        self.counted_rounds += counted
        self.stands |= counted and stands
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
    """What rounds brought the house, and what of it was theory, play and luck."""

    rows: tuple[HoldRow, ...]
    void: int = 0  # rounds that are void and left out
    unjudged: int = 0  # rounds that another version wrote and this one would play otherwise: left out
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()  # rows that were altered or are missing, rounds that do not replay as written

    @property
    def all(self) -> HoldRow:
        """Everything together."""
        return self.rows[0]

    @property
    def flagged(self) -> tuple[HoldRow, ...]:
        """The rows whose luck is more than 1.96 deviations out. Of 20 honest ones about one is."""
        return tuple(row for row in self.rows if row.flag)

    def by(self, what: By) -> tuple[HoldRow, ...]:
        """The rows of one way of adding up: by table, game, wager, day or shift."""
        return tuple(row for row in self.rows if row.by == what)

    def only(self, what: By) -> HoldReport:
        """The same with one way of adding up, beside the whole."""
        return msgspec.structs.replace(self, rows=tuple(row for row in self.rows if row.by in (ALL, what)))

    def sections(self) -> Iterator[Section]:
        for what in (ALL, *BYS):
            rows = [row for row in self.rows if row.by == what]
            if rows:
                yield _section(what, rows)

    def told(self) -> str:
        warned = "\n".join(f"WARNING: {each}" for each in self.warnings)
        if not self.all.rounds:
            said = ["no finished round has a decided wager in it", *(f"  ({note})" for note in self.notes)]
            return "\n".join([*([warned] if warned else []), *said])
        parts = ["\n".join(lines(section)) for section in self.sections()]
        flagged = [f"* {row.by} {row.name}: {row.told()}" for row in self.flagged if row.by != ALL]
        notes = "\n".join(f"({note})" for note in self.notes)
        return "\n\n".join(part for part in (warned, self.all.told(), *parts, "\n".join(flagged), notes) if part)

    def __str__(self) -> str:
        return self.told()

    def _repr_html_(self) -> str:
        heads = [*(f"WARNING: {each}" for each in self.warnings), self.all.told(), *self.notes]
        return "".join([*map(paragraph, heads), *map(as_html, self.sections())])

    def records(self) -> list[dict[str, Any]]:
        """One record to each row, for a file or a data frame; in cents, and what is exact is a Fraction."""
        return [row.record() for row in self.rows]

    def csv(self) -> str:
        """As a spreadsheet."""
        return as_csv(self.records())

    def frame(self) -> DataFrame:
        """As a pandas data frame, whose fractions stay exact."""
        return as_frame(self.records())

    def json(self) -> dict[str, Any]:
        """The same as plain values; fractions as p/q."""
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


def _section(what: str, rows: list[HoldRow]) -> Section:
    columns = (Column(""), *(Column(name, "count") for name in HEADS), Column("flag"))
    return Section(TITLES.get(what, f"By {what}"), columns, tuple(map(_cells, rows)))


def _cells(row: HoldRow) -> tuple[str, ...]:
    name = "" if row.by == ALL else row.name
    shares = ["" if share is None else percent(share, 2) for share in (row.of_drop, row.of_handle)]
    against = [""] * 6
    if row.counted_rounds:
        deviation = ("≤ " if row.is_bound else "") + _cents(Fraction(row.deviation))
        far = "" if row.deviations is None else f"{row.deviations:+.2f}"
        share = "" if row.in_theory is None else percent(row.in_theory, 2)
        against = [share, *map(_cents, (row.theory, row.play, row.luck)), deviation, far]
    drop = "" if row.drop is None else dollars(row.drop)
    without = dollars(row.win - row.counted_win) if row.uncounted else ""
    return (name, f"{row.rounds:,}", drop, dollars(row.handle), dollars(row.win), *shares, without, *against, row.flag)


# --- adding up


class Ledger:
    """All rows of a report while rounds come in, one after the other."""

    def __init__(self, day: GamingDay) -> None:
        self._day = day
        self._sums: dict[tuple[str, str], Sums] = {(ALL, ""): Sums()}
        self._timed = self._untimed = self._void = self._kept = self._unvalued = 0
        self._moved: list[tuple[Result, Chips]] = []
        self._stands = self._companions = False

    def add(self, result: Result) -> None:
        self._void += result.void and not result.parts
        self._kept += result.void and bool(result.parts)
        self._unvalued += result.unvalued
        self._companions |= result.companions > 0
        stands = load(result.game).standing_wagers
        self._stands |= stands and bool(result.parts)
        self._moved += ((result, chips) for chips in result.chips)
        self._timed += result.at is not None
        self._untimed += result.at is None
        for by, name in self._keys(result, result.at):
            self._at(by, name).add(result.parts, result.variances, stands=stands)
        for part in result.parts:
            wager = f"{title_of(result.game)}, {part.wager}"
            self._at("wager", wager).add((part,), part.variances, stands=stands)

    def _add_drop(self) -> None:
        """Chips go to the day and shift in which they came. Tables are read one after the other, so what moved at all
        of them is put in order first."""
        moved = sorted(self._moved, key=lambda each: each[1].at or 0)
        days = ("" if chips.at is None else self._day.day_of(chips.at) for _, chips in moved)
        netted = new_chips((day, chips.player, chips.cents) for day, (_, chips) in zip(days, moved, strict=True))
        for place, cents in netted:
            result, chips = moved[place]
            for by, name in self._keys(result, chips.at):
                self._at(by, name).drop += cents

    def _at(self, by: str, name: str) -> Sums:
        return self._sums.setdefault((by, name), Sums())

    def _keys(self, result: Result, at: int | None) -> Iterator[tuple[str, str]]:
        yield ALL, ""
        yield "table", result.table
        yield "game", title_of(result.game)
        if at is None:
            return
        day, shift = self._day.day_of(at), self._day.shift_of(at)
        yield "day", day
        if shift:
            yield "shift", f"{day} {shift}"

    def report(self, notes: Iterable[str] = (), warnings: Iterable[str] = ()) -> HoldReport:
        """Whatever nobody has wagered at and brought chips to is left out; days and shifts stand in their order."""
        self._add_drop()
        begins = {name: number for number, name in enumerate(self._day.in_order())}

        def place(key: tuple[str, str]) -> tuple[object, ...]:
            by, name = key
            day, _, shift = name.partition(" ")
            return ((ALL, *BYS).index(by), *((day, begins.get(shift, 0)) if by in ("day", "shift") else ()))

        used = {key: sums for key, sums in self._sums.items() if sums.rounds or sums.drop or key[0] == ALL}
        rows = tuple(used[key].row(*key) for key in sorted(used, key=place))
        told = (*notes, *self._notes(rows))
        return HoldReport(rows=rows, void=self._void, notes=told, warnings=tuple(warnings))

    def _notes(self, rows: tuple[HoldRow, ...]) -> Iterator[str]:
        if self._void:
            yield f"{many(self._void, 'round')} void and left out"
        if self._kept:
            yield f"{many(self._kept, 'round')} void, but wagers were kept or settled in them and are counted"
        if self._companions:
            yield "seats that the house plays for company are left out; 'pitboss hold --companions' counts them"
        if uncounted := rows[0].uncounted:
            yield f"no theory yet: {', '.join(uncounted)}"
        if self._unvalued:
            yield f"{many(self._unvalued, 'decision')} without an exact value; what they cost is in the luck"
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
        yield from self._about_flags(rows)

    def _about_flags(self, rows: tuple[HoldRow, ...]) -> Iterator[str]:
        yield (
            "flag: luck is more than 1.96 deviations out. The deviation is that of best play, and the normal curve is "
            "a rough guide after few rounds or where a rare hand pays much"
        )
        if any(row.play for row in rows):
            yield (
                "play: where players gave something away, results spread differently than under best play, mostly "
                "wider, and nobody has counted how often an honest one is flagged"
            )
        if judged := [row for row in rows if row.deviations is not None]:
            flags = sum(row.flag != "" for row in judged)
            yield (
                f"{flags} of all {many(len(judged), 'row')} flagged; by luck alone about {len(judged) / OUTSIDE:.1f} "
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
    """Everything that these rounds came to. Give `notes` and `warnings` that are known once all rounds have been read
    lazily."""
    ledger = Ledger(day or GamingDay())
    for result in results:
        ledger.add(result)
    return ledger.report(notes, warnings)
