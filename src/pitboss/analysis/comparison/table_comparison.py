"""Two tables of a game side by side: what every wager costs at each, and what each single change between them does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.comparison.differences import Difference, differences, supposing
from pitboss.analysis.exact_reports import Told
from pitboss.analysis.study import Study
from pitboss.counting.exact_model import Column, ImpossibleError, Row, Section
from pitboss.table.money import dollars

HOLD = "hold: what the house wins of all that is wagered, on average, which is also called the element of risk"
MANY = 10  # rows of which a terminal shows only those that differ
Pair = tuple[Row | None, Row | None]


class Figures(NamedTuple):
    """What is compared of a wager, or by how much it differs. Only the deviation is no fraction."""

    house_edge: Fraction
    hold: Fraction
    hit_frequency: Fraction
    deviation: float

    def less(self, other: Figures) -> Figures:
        return Figures(
            self.house_edge - other.house_edge,
            self.hold - other.hold,
            self.hit_frequency - other.hit_frequency,
            self.deviation - other.deviation,
        )

    def __bool__(self) -> bool:
        return any(self[:3]) or abs(self.deviation) > 1e-9  # what is left of sums of roots is no difference

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
    return Figures(row.house_edge, row.element_of_risk, row.hit_frequency, sqrt(row.variance))


class Side(msgspec.Struct, frozen=True):
    """One of the two tables."""

    label: str  # as it was asked for
    texts: str
    rules: str
    bet: int
    bet_matters: bool

    def told(self) -> str:
        bet = f", bets of {dollars(self.bet)}" if self.bet_matters else ""
        return f"{self.label}; {self.texts}{bet}"

    def json(self) -> dict[str, Any]:
        return {"label": self.label, "texts": self.texts, "rules": self.rules, "bet": dollars(self.bet)}


class Compared(msgspec.Struct, frozen=True):
    """A wager at both tables; none where a table does not have it."""

    wager: str
    variant: str
    unit: str
    a: Row | None
    b: Row | None
    twin: bool = False  # whether another row differs from it by the unit alone

    @property
    def kind(self) -> str:
        return ", ".join(filter(None, (self.variant, f"of {self.unit}" if self.twin else "")))

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.wager, self.kind)))

    @property
    def difference(self) -> Figures | None:
        return figures(self.b).less(figures(self.a)) if self.a and self.b else None


class Effect(msgspec.Struct, frozen=True):
    """What one change does to each wager if nothing else changes; or why it cannot be made alone."""

    what: str
    was: str
    now: str
    wagers: tuple[Figures | None, ...]  # in the order of the comparison; none where the wager is not there
    why_not: str = ""

    @property
    def told(self) -> str:
        return f"{self.what}: {self.was} -> {self.now}"


class Comparison(Told, frozen=True, kw_only=True):
    game: str
    a: Side
    b: Side
    wagers: tuple[Compared, ...]
    effects: tuple[Effect, ...]
    notes: tuple[str, ...] = ()

    def __getitem__(self, wager: str) -> Compared:
        """By the name of the wager, or of the wager and its variant."""
        for each in self.wagers:
            if wager in (each.wager, each.name):
                return each
        raise KeyError(f"there is no wager {wager!r}; the wagers are {[each.name for each in self.wagers]}")

    def together(self, at: int) -> Figures | None:
        """What all changes do to a wager beyond what each does alone; none where that cannot be told."""
        whole = self.wagers[at].difference
        for effect in self.effects:
            alone = effect.wagers[at] if effect.wagers else None
            if whole is None or alone is None:
                return None
            whole = whole.less(alone)
        return whole

    def title(self) -> str:
        return f"{self.game}\nA: {self.a.told()}\nB: {self.b.told()}"

    def sections(self) -> Iterator[Section]:
        pairs = ("house edge", "deviation", "hold", "ahead")
        heads = [Column("wager"), Column("variant")]
        for name in pairs:
            kind = "text" if name == "deviation" else "percent"
            heads += [Column(f"{name} A", kind), Column(f"{name} B", kind)]  # type: ignore[arg-type]
            if name == "house edge":
                heads.append(Column("difference", "percent"))
        shown = self.wagers
        if len(shown) > MANY and (
            changed := tuple(each for each in shown if each.difference or not (each.a and each.b))
        ):
            shown = changed
        units = [f"{each.name}: of {each.unit}" for each in shown if each.unit != "the wager" and not each.twin]
        left = len(self.wagers) - len(shown)
        others = [f"{left} other rows are the same at both tables"] if left else []
        rows = tuple(map(_row, shown))
        notes = (*dict.fromkeys(units), *not_offered(shown), *others, HOLD, *self.notes)
        yield Section("", tuple(heads), rows, notes)
        if not self.effects:
            yield Section("A and B do not differ in anything that Pitboss counts", (), ())
            return
        yield self._effects()

    def _effects(self) -> Section:
        rows: list[tuple[Any, ...]] = []
        idle = []
        for effect in self.effects:
            told: list[tuple[Any, ...]] = [
                (effect.told, each.name, *_cells(does))
                if does is not None
                else (effect.told, f"{each.name}: there is none then", "", "", "", "")
                for each, does in zip(self.wagers, effect.wagers, strict=False)
                if does or (does is None and each.a)
            ]
            if effect.why_not:
                told = [(f"{effect.told} cannot be made alone: {effect.why_not}", "", "", "", "", "")]
            rows += told
            idle += [] if told else [effect.told]
        if len(self.effects) > 1:
            rows += [
                ("together, beyond the sum of these", each.name, *_cells(rest))
                for at, each in enumerate(self.wagers)
                if (rest := self.together(at))
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
        rests = [self.together(at) for at in range(len(self.wagers))]
        return {
            "game": self.game,
            "a": self.a.json(),
            "b": self.b.json(),
            "warnings": list(self.warnings),
            "wagers": [
                {
                    "wager": each.wager,
                    "variant": each.variant,
                    "unit": each.unit,
                    "kind": "exact",
                    "a": _side_json(each.a),
                    "b": _side_json(each.b),
                    "difference": each.difference.json() if each.difference is not None else None,
                    "together": rest.json() if rest is not None else None,
                }
                for each, rest in zip(self.wagers, rests, strict=True)
            ],
            "changes": [
                {
                    "change": effect.what,
                    "was": effect.was,
                    "is": effect.now,
                    "wagers": [
                        {"wager": each.wager, "variant": each.variant, **does.json()}
                        for each, does in zip(self.wagers, effect.wagers, strict=False)
                        if does is not None
                    ],
                    "why_not": effect.why_not or None,
                }
                for effect in self.effects
            ],
            "notes": [HOLD, *self.notes],
        }


def _side_json(row: Row | None) -> dict[str, Any] | None:
    return None if row is None else {**figures(row).json(), "variance": fraction(row.variance), "offered": row.offered}


def not_offered(wagers: Iterable[Compared]) -> Iterator[str]:
    """Which tables do not offer what is counted for them."""
    found: dict[str, list[str]] = {}
    for each in wagers:
        without = "".join(side for side, row in (("A", each.a), ("B", each.b)) if row and not row.offered)
        found.setdefault(without, []).append(each.name)
    for without, said in {"A": "A does not offer", "B": "B does not offer", "AB": "neither table offers"}.items():
        if names := found.get(without):
            yield f"{said}: {'; '.join(names)}"


def _row(each: Compared) -> tuple[Any, ...]:
    a, b = (figures(row) if row else None for row in (each.a, each.b))
    cells: list[Any] = [each.wager, each.kind]
    for name in ("house_edge", "deviation", "hold", "hit_frequency"):
        for one in (a, b):
            value = "" if one is None else getattr(one, name)
            cells.append(f"{value:.4f}".rjust(len("deviation A")) if isinstance(value, float) else value)
        if name == "house_edge":
            cells.append(each.difference.house_edge if each.difference is not None else "")
    return tuple(cells)


def _cells(does: Figures) -> tuple[Any, ...]:
    deviation = round(does.deviation, 4) + 0.0  # no minus sign before a zero
    return does.house_edge, f"{deviation:.4f}".rjust(len("deviation")), does.hold, does.hit_frequency


# --- asking


def compare(a: Study, b: Study, labels: tuple[str, str] = ("A", "B"), notes: tuple[str, ...] = ()) -> Comparison:
    """Two tables of one game, made with `setting`."""
    if a.game.name != b.game.name:
        raise ImpossibleError(f"{a.game.name} and {b.game.name} are two games; compare two tables of one game")
    first, second = supposing(a), supposing(b)
    mine = rows_of(first)
    pairs = paired(mine, rows_of(second))
    wagers = _compared(pairs)
    effects = tuple(_effect(first, change, pairs) for change in differences(first, second))
    warnings = tuple(f"{side}: {told}" for side, study in (("A", a), ("B", b)) for told in study.warnings)
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
    """Of every wager; of a lettered table only the letter that the house elects, if it elects one."""
    houses = study.model.houses(study.rules, study.house)
    elected = [label for label, house in houses if house == study.house]
    others = {label for label, _ in houses}.difference(elected) if elected else set()
    return [row for row in study.model.wagers(study.rules, study.house, study.bet) if row.variant not in others]


def paired(mine: list[Row], theirs: list[Row]) -> list[Pair]:
    """The rows about the same wager. Tables that elect different letters have one row each, and these belong together;
    a table that elects none has a row to every letter, of which the other table's is meant."""
    by_key = {(row.wager, row.variant, row.unit): row for row in theirs}
    same = [(row, by_key.get((row.wager, row.variant, row.unit))) for row in mine]
    met = {(row.wager, row.unit) for row, other in same if other}
    taken = {id(other) for _, other in same if other}
    left = [row for row in theirs if id(row) not in taken]
    found: list[Pair] = []
    for row, other in same:
        beside = [each for each in left if (each.wager, each.unit) == (row.wager, row.unit)]
        rest = [each for each, met_by in same if met_by is None and (each.wager, each.unit) == (row.wager, row.unit)]
        if other is None and len(beside) == len(rest) == 1:
            other = beside[0]
            left = [each for each in left if each is not other]
        if other is None and (row.wager, row.unit) in met:
            continue  # another letter than the one that the other table elects
        found.append((row, other))
    return [*found, *((None, row) for row in left if (row.wager, row.unit) not in met)]


def _compared(pairs: list[Pair]) -> tuple[Compared, ...]:
    rows = [(a or b, a.variant if a else "", b.variant if b else "") for a, b in pairs]
    often = Counter((row.wager, row.variant) for row, _, _ in rows if row)
    found = []
    for (row, was, now), (a, b) in zip(rows, pairs, strict=True):
        assert row is not None
        variant = f"{was} -> {now}" if a and b and was != now else row.variant
        found.append(Compared(row.wager, variant, row.unit, a, b, often[row.wager, row.variant] > 1))
    return tuple(found)


def _effect(first: Study, change: Difference, pairs: list[Pair]) -> Effect:
    told = (change.what, change.was, change.now)
    try:
        then = rows_of(change.made(first))
    except (ImpossibleError, ValueError) as wrong:
        return Effect(*told, (), str(wrong))
    mine = [row for row, _ in pairs if row]
    others = {id(row): other for row, other in paired(mine, then) if row}
    return Effect(
        *told,
        tuple(
            figures(other).less(figures(row)) if row and (other := others.get(id(row))) else None for row, _ in pairs
        ),
    )
