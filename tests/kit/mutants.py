"""Paragraphs carried out wrongly: one thing at a time, to see whether a law test notices.

An act is frozen data, so what it does can be changed where it is done, without touching the code: a count off by one,
an order reversed, a condition turned, a wrong seat, a wrong place. A number of the law is changed where it is read.
What bars and meanings decide in code is changed by `wrong_code.py`. Words and citations are left alone.
`survivors.toml` beside this file says why each change that nobody notices is none of the law's.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

import msgspec

from pitboss.law.force import split_citation
from pitboss.table.card_steps import (
    BurnCard,
    Deal,
    DealUp,
    DeliverStack,
    Shuffle,
    StubToRack,
    TurnDealer,
    TurnHand,
    Wash,
)
from pitboss.table.cards import DOWN, UP
from pitboss.table.steps import Step
from pitboss.table.table import Table

SEATS = ("seat", "position", "whose", "to_seat")
PLACES = ("place", "source", "on", "to", "spot")
WORDS = {"cite", "words", "why", "hand_class", "rate", "by", "player"}
WORDS |= {"what", "until", "last", "counter", "device", "how"}
ELSEWHERE = ("discard rack", "stub")
LAYING = (Shuffle, Wash, Deal, DealUp, DeliverStack, BurnCard, StubToRack, TurnHand, TurnDealer)  # cards, some way up


LEFT_OUT = "left out for all but the first"
TURNED_OVER = "cards the other way up"


@dataclass(frozen=True)
class Mutant:
    paragraph: str
    act: str  # its kind
    field: str  # empty if it is the act as a whole that is wrong
    how: str

    def is_of(self, step: Any) -> bool:
        return self.paragraph in split_citation(step.cite) and type(step).__name__ == self.act

    def apply(self, step: Any, first: bool) -> Any:
        """The act as it is done wrongly; `first` says whether it is the first one of its kind in the round."""
        if self.how == LEFT_OUT:
            return step if first else _of_another_kind(_idle, step)
        if self.how == TURNED_OVER:
            return _of_another_kind(_turning, step)
        return msgspec.structs.replace(step, **{self.field: _other(getattr(step, self.field), self.how)})

    def __str__(self) -> str:
        return f"{self.act}.{self.field}: {self.how}" if self.field else f"{self.act}: {self.how}"


def mutants_of(paragraph: str, acts: Iterable[Any], repeated: Collection[str]) -> Iterator[Mutant]:
    """Yield every way in which an act that cites the paragraph was seen and can be done wrongly.

    `repeated` are the kinds, each with its citation, of which a round saw more than one.
    """
    known = set()
    for act in acts:
        if paragraph in split_citation(act.cite):
            for how in _as_a_whole(act, kind_of(act) in repeated):
                mutant = Mutant(paragraph, type(act).__name__, "", how)
                if mutant not in known:
                    known.add(mutant)
                    yield mutant
            for field in msgspec.structs.fields(act):
                how = _how(field.name, getattr(act, field.name))
                mutant = Mutant(paragraph, type(act).__name__, field.name, how)
                if how and mutant not in known:
                    known.add(mutant)
                    yield mutant


def kind_of(act: Any) -> str:
    return f"{type(act).__name__} {act.cite}"


def _as_a_whole(act: Any, repeated: bool) -> Iterator[str]:
    """Yield what can be wrong with an act besides its fields: it is done once, not for each, or turns cards over."""
    if repeated and type(act).do.__code__.co_names:  # what is only told does nothing that could be left out
        yield LEFT_OUT
    if isinstance(act, LAYING):
        yield TURNED_OVER


@cache
def _idle(kind: type[Step]) -> type[Step]:
    """Return this kind of act, but with no effect."""
    return _made_from(kind, lambda self, t: None)


@cache
def _turning(kind: type[Step]) -> type[Step]:
    """Return this kind of act, but with the cards that it lays or turns lying the other way up."""

    def do(self: Step, t: Table) -> None:
        before = {place: list(cards) for place, cards in t.places.items()}
        kind.do(self, t)
        for place, cards in t.places.items():
            for at, lying in enumerate(cards):
                if lying not in before.get(place, ()):
                    cards[at] = (DOWN if lying.up else UP)[lying.card]

    return _made_from(kind, do)


def _made_from(kind: Any, do: Callable[[Any, Table], None]) -> type[Step]:
    made: type[Step] = type(kind)(kind.__name__, (kind,), {"do": do}, frozen=True)
    return made


def _of_another_kind(changed: Callable[[type[Step]], type[Step]], step: Step) -> Step:
    return changed(type(step))(**{name: getattr(step, name) for name in step.__struct_fields__})


def _how(name: str, value: object) -> str:
    if name in WORDS:
        return ""
    if isinstance(value, bool):
        return "a condition turned"
    if isinstance(value, int):
        return "a wrong seat" if name in SEATS else "a count off by one"
    if isinstance(value, tuple):
        return "an order reversed" if len(set(value)) > 1 else ""
    return "a wrong place" if name in PLACES and isinstance(value, str) else ""


def _other(value: Any, how: str) -> Any:
    match how:
        case "a condition turned":
            return not value
        case "a wrong seat" | "a count off by one":
            return value + 1
        case "an order reversed":
            return value[::-1]
    return next(place for place in ELSEWHERE if place != value)


# --- numbers of the law

Shifted: TypeAlias = dict[tuple[str, str], int]  # paragraph and key -> how much more the law says than it does


def wrong_numbers(paragraph: str, numbers: dict[tuple[str, str], int]) -> Iterator[tuple[str, Shifted]]:
    """Yield each number one less, and each two neighbors in a pay table exchanged. One more is what --teeth has."""
    own = [key for key in numbers if key[0] == paragraph]
    for key in own:
        yield f"a number one less: {key[1]}", {key: -1}
    for key, other in pairwise(sorted(key for key in own if ": " in key[1])):
        if more := numbers[other] - numbers[key]:
            yield f"two numbers exchanged: {key[1]}, {other[1]}", {key: more, other: -more}


# --- what was found


class TriedMutant(NamedTuple):
    where: str  # the paragraph and its text; for code, the function by itself says it
    what: str  # was done wrongly
    noticed: bool
    test: str

    @property
    def name(self) -> str:
        """The name under which it is listed: an act or a number for all its paragraphs together."""
        return f"{self.where}: {self.what}" if ".py:" in self.where else self.what


LISTED = Path(__file__).parent / "survivors.toml"
ABOUT = """# Paragraphs carried out wrongly

A law test must fail when its paragraph is switched off. A test of the paragraph must also fail when it is carried out
wrongly. `make mutants` runs each law test again with one thing changed in what the paragraphs it claims do:

- in an act that cites the paragraph: a count off by one, an order reversed, a condition turned, a wrong seat, a wrong
  place; the act left out for all but the first of several in a round; cards laid the other way up;
- in a number that the paragraph sets: one less, or exchanged with the next line of its pay table;
- in a function that carries out a bar, a value or a meaning, or counts the stub, and in what such a function asks: each
  comparison, condition, count, order, seat and place (`tests/kit/wrong_code.py`). What only a reading or the house
  decides is left alone.

Every act in a law test is also asked whether it tells the truth about the table (`tests/kit/truth.py`). `make test`
tries a fixed sample, `make soak` everything.
"""
KINDS = (
    "a condition turned",
    "one condition for both",
    "a limit off by one",
    "more will do",
    "less will do",
    "a count off",
    "the other end",
    "a number one less",
    "two numbers exchanged",
    "neighbors exchanged",
    "an order reversed",
    "a wrong place",
    "a wrong seat",
    LEFT_OUT,
    TURNED_OVER,
)


ONE_IN = 4  # of all changes, in a sample


def in_sample(where: str, what: str) -> bool:
    """Tell whether a change is in the sample, which is always the same. A listed survivor is not: it would be tried on
    every test of its paragraph, which is for the whole run."""
    tried = TriedMutant(where, what, False, "")
    return crc32(f"{where}: {what}".encode()) % ONE_IN == 0 and tried.name not in listed_survivors()


@cache
def listed_survivors() -> frozenset[str]:
    return frozenset(name for names in reasons().values() for name in names)


def survivors(tried: Iterable[TriedMutant]) -> dict[str, list[TriedMutant]]:
    """Return the changes that no test of their paragraph noticed, by name."""
    noticed = {each[:2] for each in tried if each.noticed}
    found: dict[str, list[TriedMutant]] = {}
    for each in sorted(tried):
        if each[:2] not in noticed:
            found.setdefault(each.name, []).append(each)
    return found


def reasons() -> dict[str, list[str]]:
    """Read the listed changes that nobody notices, by the reason why each is no fault of the tests."""
    return {group["why"]: group["changes"] for group in tomllib.loads(LISTED.read_text(encoding="utf-8"))["reason"]}


def complaints(tried: list[TriedMutant], *, whole: bool) -> list[str]:
    """List survivors that are not listed, and after a whole run those that are listed and survive no more."""
    found = survivors(tried)
    new = [
        f"nobody notices {each.where}: {each.what} ({each.test})"
        for name in found.keys() - listed_survivors()
        for each in found[name]
    ]
    gone = listed_survivors() - found.keys() if whole else ()
    return sorted(new) + [f"{name} is noticed by now: strike it from {LISTED.name}" for name in sorted(gone)]


def page(tried: list[TriedMutant]) -> str:
    whole, found = {each[:2] for each in tried}, survivors(tried)
    left = sum(len({row[:2] for row in rows}) for rows in found.values())
    kinds = Counter(next(kind for kind in KINDS if kind in what) for _, what in whole)
    lines = [
        ABOUT,
        f"{len(whole):,} changes:",
        "",
        *(f"- {count:,} × {kind}" for kind, count in sorted(kinds.items())),
        "",
        f"{len(whole) - left:,} are noticed. {left:,} change nothing that a paragraph rules, for these reasons.",
    ]
    for why, names in reasons().items():
        lines += ["", *wrap(f"{why[0].upper()}{why[1:]}:", 120), ""]
        for name in names:
            where = sorted({each.where for each in found.get(name, ()) if each.name == each.what})
            lines.append(f"- `{name}`" + (f" ({', '.join(where)})" if where else ""))
    return "\n".join(lines) + "\n"
