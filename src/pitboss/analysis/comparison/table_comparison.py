"""Compares two tables of a game: what every wager costs at each, and what each single change between them does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.comparison.differences import Difference, differences, with_settable_lines
from pitboss.analysis.exact_reports import PrintableReport
from pitboss.analysis.study import Study
from pitboss.counting.exact_model import Column, ImpossibleError, Row, Section
from pitboss.table.money import dollars

HOLD = "hold: what the house wins of all that is wagered, on average, which is also called the element of risk"
MOST_ROWS = 10  # with more rows than this, a terminal shows only those that differ
Pair = tuple[Row | None, Row | None]


class Figures(NamedTuple):
    """The figures of a wager that are compared, or their differences. Only the deviation is not a fraction."""

    house_edge: Fraction
    hold: Fraction
    hit_frequency: Fraction
    deviation: float

    def minus(self, other: Figures) -> Figures:
        """Return the differences between these figures and others: these minus the others."""
        return Figures(
            self.house_edge - other.house_edge,
            self.hold - other.hold,
            self.hit_frequency - other.hit_frequency,
            self.deviation - other.deviation,
        )

    def __bool__(self) -> bool:
        return any(self[:3]) or abs(self.deviation) > 1e-9  # rounding of square roots is not a difference

    def json(self) -> dict[str, Any]:
        return {
            "house_edge": fraction(self.house_edge),
            "house_edge_decimal": float(self.house_edge),
            "hold": fraction(self.hold),
            "hold_decimal": float(self.hold),
            "hit_frequency": fraction(self.hit_frequency),
            "standard_deviation": self.deviation,
        }


def figures(row: Row) -> Figures:
    """Return the figures of a row."""
    return Figures(row.house_edge, row.element_of_risk, row.hit_frequency, sqrt(row.variance))


class Side(msgspec.Struct, frozen=True):
    """One of the two compared tables, as the report describes it."""

    label: str  # as the table was asked for
    texts: str
    rules: str
    bet: int
    bet_matters: bool

    def describe(self) -> str:
        """Describe the table in one line."""
        bet = f", bets of {dollars(self.bet)}" if self.bet_matters else ""
        return f"{self.label}; {self.texts}{bet}"

    def json(self) -> dict[str, Any]:
        return {"label": self.label, "texts": self.texts, "rules": self.rules, "bet": dollars(self.bet)}


class ComparedWager(msgspec.Struct, frozen=True):
    """A wager at both tables. A row is None where a table does not have it."""

    wager: str
    variant: str
    unit: str
    a: Row | None
    b: Row | None
    twin: bool = False  # whether another row differs from it in the unit alone

    @property
    def kind(self) -> str:
        """The variant, with the unit if another row differs in the unit alone."""
        return ", ".join(filter(None, (self.variant, f"of {self.unit}" if self.twin else "")))

    @property
    def name(self) -> str:
        """The wager with its variant."""
        return " ".join(filter(None, (self.wager, self.kind)))

    @property
    def difference(self) -> Figures | None:
        """The figures at the second table minus those at the first; None if one of them does not have the wager."""
        return figures(self.b).minus(figures(self.a)) if self.a and self.b else None


class Effect(msgspec.Struct, frozen=True):
    """The effect of a single change on each wager, or the reason why it cannot be made alone."""

    what: str
    was: str
    now: str
    wagers: tuple[Figures | None, ...]  # in the order of the comparison; None where the wager does not exist
    why_not: str = ""

    @property
    def description(self) -> str:
        """The change in words."""
        return f"{self.what}: {self.was} -> {self.now}"


class Comparison(PrintableReport, frozen=True, kw_only=True):
    """Two tables of one game, wager by wager and change by change."""

    game: str
    a: Side
    b: Side
    wagers: tuple[ComparedWager, ...]
    effects: tuple[Effect, ...]
    notes: tuple[str, ...] = ()

    def __getitem__(self, wager: str) -> ComparedWager:
        """Return a wager by its name, or by its name and variant."""
        for compared in self.wagers:
            if wager in (compared.wager, compared.name):
                return compared
        raise KeyError(f"there is no wager {wager!r}; the wagers are {[compared.name for compared in self.wagers]}")

    def together(self, index: int) -> Figures | None:
        """Return what all changes do to a wager beyond the sum of what each does alone; None if that is unknown."""
        rest = self.wagers[index].difference
        for effect in self.effects:
            alone = effect.wagers[index] if effect.wagers else None
            if rest is None or alone is None:
                return None
            rest = rest.minus(alone)
        return rest

    def title(self) -> str:
        return f"{self.game}\nA: {self.a.describe()}\nB: {self.b.describe()}"

    def sections(self) -> Iterator[Section]:
        pairs = ("house edge", "deviation", "hold", "ahead")
        heads = [Column("wager"), Column("variant")]
        for name in pairs:
            kind = "text" if name == "deviation" else "percent"
            heads += [Column(f"{name} A", kind), Column(f"{name} B", kind)]  # type: ignore[arg-type]
            if name == "house edge":
                heads.append(Column("difference", "percent"))
        shown = self.wagers
        if len(shown) > MOST_ROWS and (
            changed := tuple(compared for compared in shown if compared.difference or not (compared.a and compared.b))
        ):
            shown = changed
        units = [
            f"{compared.name}: of {compared.unit}"
            for compared in shown
            if compared.unit != "the wager" and not compared.twin
        ]
        hidden = len(self.wagers) - len(shown)
        hidden_note = [f"{hidden} other rows are the same at both tables"] if hidden else []
        rows = tuple(map(_comparison_row, shown))
        notes = (*dict.fromkeys(units), *list_not_offered(shown), *hidden_note, HOLD, *self.notes)
        yield Section("", tuple(heads), rows, notes)
        if not self.effects:
            yield Section("A and B do not differ in anything that Pitboss counts", (), ())
            return
        yield self._effects()

    def _effects(self) -> Section:
        rows: list[tuple[Any, ...]] = []
        idle = []
        for effect in self.effects:
            effect_rows: list[tuple[Any, ...]] = [
                (effect.description, compared.name, *_effect_cells(effect_on_wager))
                if effect_on_wager is not None
                else (effect.description, f"{compared.name}: there is none then", "", "", "", "")
                for compared, effect_on_wager in zip(self.wagers, effect.wagers, strict=False)
                if effect_on_wager or (effect_on_wager is None and compared.a)
            ]
            if effect.why_not:
                effect_rows = [(f"{effect.description} cannot be made alone: {effect.why_not}", "", "", "", "", "")]
            rows += effect_rows
            idle += [] if effect_rows else [effect.description]
        if len(self.effects) > 1:
            rows += [
                ("together, beyond the sum of these", compared.name, *_effect_cells(rest))
                for index, compared in enumerate(self.wagers)
                if (rest := self.together(index))
            ]
        notes = (f"changes no number here: {'; '.join(idle)}",) if idle else ()
        heads = (
            Column("change"),
            Column("wager"),
            Column("house edge", "percent"),
            Column("deviation"),
            Column("hold", "percent"),
            Column("ahead", "percent"),
        )
        return Section("What each change does to A, made alone", heads, tuple(rows), notes)

    def json(self) -> dict[str, Any]:
        rests = [self.together(index) for index in range(len(self.wagers))]
        return {
            "game": self.game,
            "a": self.a.json(),
            "b": self.b.json(),
            "warnings": list(self.warnings),
            "wagers": [
                {
                    "wager": compared.wager,
                    "variant": compared.variant,
                    "unit": compared.unit,
                    "kind": "exact",
                    "a": _side_json(compared.a),
                    "b": _side_json(compared.b),
                    "difference": compared.difference.json() if compared.difference is not None else None,
                    "together": rest.json() if rest is not None else None,
                }
                for compared, rest in zip(self.wagers, rests, strict=True)
            ],
            "changes": [
                {
                    "change": effect.what,
                    "was": effect.was,
                    "is": effect.now,
                    "wagers": [
                        {"wager": compared.wager, "variant": compared.variant, **effect_on_wager.json()}
                        for compared, effect_on_wager in zip(self.wagers, effect.wagers, strict=False)
                        if effect_on_wager is not None
                    ],
                    "why_not": effect.why_not or None,
                }
                for effect in self.effects
            ],
            "notes": [HOLD, *self.notes],
        }


def _side_json(row: Row | None) -> dict[str, Any] | None:
    return None if row is None else {**figures(row).json(), "variance": fraction(row.variance), "offered": row.offered}


def list_not_offered(wagers: Iterable[ComparedWager]) -> Iterator[str]:
    """Yield one sentence each for the compared wagers that table A, table B or neither of them offers."""
    names_by_sides: dict[str, list[str]] = {}
    for compared in wagers:
        sides = "".join(side for side, row in (("A", compared.a), ("B", compared.b)) if row and not row.offered)
        names_by_sides.setdefault(sides, []).append(compared.name)
    for sides, sentence in {"A": "A does not offer", "B": "B does not offer", "AB": "neither table offers"}.items():
        if names := names_by_sides.get(sides):
            yield f"{sentence}: {'; '.join(names)}"


def _comparison_row(compared: ComparedWager) -> tuple[Any, ...]:
    a, b = (figures(row) if row else None for row in (compared.a, compared.b))
    cells: list[Any] = [compared.wager, compared.kind]
    for name in ("house_edge", "deviation", "hold", "hit_frequency"):
        for side in (a, b):
            value = "" if side is None else getattr(side, name)
            cells.append(f"{value:.4f}".rjust(len("deviation A")) if isinstance(value, float) else value)
        if name == "house_edge":
            cells.append(compared.difference.house_edge if compared.difference is not None else "")
    return tuple(cells)


def _effect_cells(effect: Figures) -> tuple[Any, ...]:
    deviation = round(effect.deviation, 4) + 0.0  # no minus sign before a zero
    return effect.house_edge, f"{deviation:.4f}".rjust(len("deviation")), effect.hold, effect.hit_frequency


# --- making a comparison


def compare(a: Study, b: Study, labels: tuple[str, str] = ("A", "B"), notes: tuple[str, ...] = ()) -> Comparison:
    """Compare two tables of one game, each made with `setting`."""
    if a.game.name != b.game.name:
        raise ImpossibleError(f"{a.game.name} and {b.game.name} are two games; compare two tables of one game")
    first, second = with_settable_lines(a), with_settable_lines(b)
    mine = rows_of(first)
    pairs = pair_rows(mine, rows_of(second))
    wagers = _compare_rows(pairs)
    effects = tuple(_effect(first, change, pairs) for change in differences(first, second))
    warnings = tuple(f"{side}: {warning}" for side, study in (("A", a), ("B", b)) for warning in study.warnings)
    sides = [_side(study, label) for study, label in zip((a, b), labels, strict=True)]
    return Comparison(
        bet_matters=any(side.bet_matters for side in sides),
        warnings=warnings,
        game=a.game.name,
        a=sides[0],
        b=sides[1],
        wagers=wagers,
        effects=effects,
        notes=notes,
    )


def _side(study: Study, label: str) -> Side:
    matters = study.model.bet_matters(study.house)
    return Side(label, study.rules.texts, study.rules.digest, int(study.bet), matters)


def rows_of(study: Study) -> list[Row]:
    """Return the rows of every wager. For a lettered table, return only the rows of the letter that the house elects,
    if it elects one."""
    houses = study.model.houses(study.rules, study.house)
    elected = [label for label, house in houses if house == study.house]
    others = {label for label, _ in houses}.difference(elected) if elected else set()
    rows = (*study.model.wagers(study.rules, study.house, study.bet), *study.side_wager_rows())
    return [row for row in rows if row.variant not in others]


def pair_rows(mine: list[Row], theirs: list[Row]) -> list[Pair]:
    """Pair the rows about the same wager. Tables that elect different letters have one row each, and these belong
    together. A table that elects none has a row for every letter, and only the other table's letter is paired."""
    by_key = {(row.wager, row.variant, row.unit): row for row in theirs}
    same = [(row, by_key.get((row.wager, row.variant, row.unit))) for row in mine]
    paired_wagers = {(row.wager, row.unit) for row, other in same if other}
    taken = {id(other) for _, other in same if other}
    unpaired = [row for row in theirs if id(row) not in taken]
    pairs: list[Pair] = []
    for row, other in same:
        candidates = [candidate for candidate in unpaired if (candidate.wager, candidate.unit) == (row.wager, row.unit)]
        unmatched = [
            candidate
            for candidate, partner in same
            if partner is None and (candidate.wager, candidate.unit) == (row.wager, row.unit)
        ]
        if other is None and len(candidates) == len(unmatched) == 1:
            other = candidates[0]
            unpaired = [candidate for candidate in unpaired if candidate is not other]
        if other is None and (row.wager, row.unit) in paired_wagers:
            continue  # a letter that the other table does not elect
        pairs.append((row, other))
    return [*pairs, *((None, row) for row in unpaired if (row.wager, row.unit) not in paired_wagers)]


def _compare_rows(pairs: list[Pair]) -> tuple[ComparedWager, ...]:
    """Return a compared wager for each pair of rows, with its variant; mark those that share wager and variant with
    another pair, so that only the unit tells them apart.
    """
    rows = [(a or b, a.variant if a else "", b.variant if b else "") for a, b in pairs]
    counts = Counter((row.wager, row.variant) for row, _, _ in rows if row)
    compared = []
    for (row, first_variant, second_variant), (a, b) in zip(rows, pairs, strict=True):
        assert row is not None
        variant = f"{first_variant} -> {second_variant}" if a and b and first_variant != second_variant else row.variant
        compared.append(ComparedWager(row.wager, variant, row.unit, a, b, counts[row.wager, row.variant] > 1))
    return tuple(compared)


def _effect(first: Study, change: Difference, pairs: list[Pair]) -> Effect:
    """Return what one change does to each wager, or why it cannot be made alone."""
    change_in_words = (change.what, change.was, change.now)
    try:
        changed_rows = rows_of(change.made(first))
    except (ImpossibleError, ValueError) as error:
        return Effect(*change_in_words, (), str(error))
    first_rows = [row for row, _ in pairs if row]
    changed_row_by_id = {id(row): changed_row for row, changed_row in pair_rows(first_rows, changed_rows) if row}
    return Effect(
        *change_in_words,
        tuple(
            figures(changed_row).minus(figures(row))
            if row and (changed_row := changed_row_by_id.get(id(row)))
            else None
            for row, _ in pairs
        ),
    )
