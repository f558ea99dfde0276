"""Compares two logs of one round act by act: acts that are new, gone, moved, done differently, or only cited
differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec

from pitboss.table.steps import Step, sentence_for_house

DepartureKind = Literal["new", "gone", "moved", "otherwise", "cited"]
IN_WORDS: dict[DepartureKind, str] = {
    "new": "new",
    "gone": "no longer done",
    "moved": "done at another moment",
    "otherwise": "done another way",
    "cited": "the same act under another paragraph",
}
Key = tuple[object, ...]


class Act(msgspec.Struct, frozen=True):
    act: str  # the kind of act
    paragraph: str
    told: str
    after: str  # the act before it, in words; empty for the first of a round


class Departure(msgspec.Struct, frozen=True, rename={"now": "is"}):
    """One kind of difference: where it first occurred, and how often."""

    what: DepartureKind
    round: int  # the first round that has it
    was: Act | None
    now: Act | None
    times: int = 1
    rounds: int = 1

    @property
    def kind(self) -> Key:
        """The key of the kind. Departures of one kind are reported once."""
        acts = [(act.act, act.paragraph) if act else None for act in (self.was, self.now)]
        return (self.what, *acts)


class _KeyedAct(NamedTuple):
    key: Key
    step: Step
    act: Act


def find_departures(rounds: Iterable[tuple[Sequence[Step], Sequence[Step]]]) -> list[Departure]:
    """Return the differences between two logs of the same rounds: each kind once, in the order of first occurrence."""
    by_kind: dict[Key, Departure] = {}
    for number, (was, now) in enumerate(rounds, 1):
        in_round: Counter[Key] = Counter()
        for departure in _round_departures(number, was, now):
            in_round[departure.kind] += 1
            by_kind.setdefault(departure.kind, msgspec.structs.replace(departure, times=0, rounds=0))
        for kind, times in in_round.items():
            so_far = by_kind[kind]
            by_kind[kind] = msgspec.structs.replace(so_far, times=so_far.times + times, rounds=so_far.rounds + 1)
    # An act that moves may keep its place in a few rounds. "moved" names both paragraphs, so "cited" adds nothing.
    return [
        departure
        for kind, departure in by_kind.items()
        if departure.what != "cited" or ("moved", *kind[1:]) not in by_kind
    ]


def _round_departures(number: int, was: Sequence[Step], now: Sequence[Step]) -> Iterator[Departure]:
    """Yield the departures of one round."""
    before, after = ({keyed_act.key: keyed_act for keyed_act in _key_acts(steps)} for steps in (was, now))
    unmoved = _unmoved_acts([key for key in before if key in after], list(after))
    for key in _merge(list(before), list(after), unmoved):
        first, second = before.get(key), after.get(key)
        if first is None or second is None:
            kind: DepartureKind = "new" if first is None else "gone"
            yield Departure(kind, number, first and first.act, second and second.act)
        elif first.act.told != second.act.told:
            yield Departure("otherwise", number, first.act, second.act)
        elif key not in unmoved:
            yield Departure("moved", number, first.act, second.act)
        elif first.step.cite != second.step.cite:
            yield Departure("cited", number, first.act, second.act)


def _key_acts(steps: Sequence[Step]) -> Iterator[_KeyedAct]:
    """Yield each act with a key: its kind, whom and what it is about, and its number among equal ones.

    The key does not contain the paragraph, so that it is the same under both laws.
    """
    occurrences: Counter[Key] = Counter()
    previous = ""
    for step in steps:
        kind = str(type(step).__struct_config__.tag)
        subject = (kind, *(getattr(step, name, None) for name in ("seat", "position", "spot", "place", "words")))
        occurrences[subject] += 1
        sentence = sentence_for_house(step)
        yield _KeyedAct((*subject, occurrences[subject]), step, Act(kind, step.cite, sentence, previous))
        previous = sentence


def _unmoved_acts(common: Sequence[Key], after: Sequence[Key]) -> set[Key]:
    """Return the common acts that count as unmoved.

    Among all sets of acts that have the same order in both logs, this is the one that moves the fewest kinds of acts,
    and of these the fewest acts. So a table that collects losers earlier is reported to collect earlier, and not to
    turn over every hand later.
    """
    position_after = {key: index for index, key in enumerate(after)}
    count_of_kind = Counter(key[0] for key in common)
    # best[i] is about the best sequence that ends at common[i]: its kinds, its acts, and the index before.
    best: list[tuple[Fraction, int, int]] = []
    for index, key in enumerate(common):
        kinds, acts, before = Fraction(0), 0, -1
        for other in range(index):
            if position_after[common[other]] < position_after[key] and best[other][:2] > (kinds, acts):
                kinds, acts, before = *best[other][:2], other
        best.append((kinds + Fraction(1, count_of_kind[key[0]]), acts + 1, before))
    index_of_best = max(range(len(best)), key=lambda index: best[index][:2], default=-1)
    unmoved = set()
    while index_of_best >= 0:
        unmoved.add(common[index_of_best])
        index_of_best = best[index_of_best][2]
    return unmoved


def _merge(before: Sequence[Key], after: Sequence[Key], unmoved: set[Key]) -> Iterator[Key]:
    """Yield every act of both logs once. Between two unmoved acts, the acts of the first log come before those of the
    second."""
    known_before = set(before)
    remaining = iter(after)
    for key in before:
        if key in unmoved:
            yield from (other for other in _keys_before(remaining, key) if other not in known_before)
        yield key
    yield from (other for other in remaining if other not in known_before)


def _keys_before(remaining: Iterator[Key], key: Key) -> Iterator[Key]:
    """Yield the keys before `key`, and consume `key` itself."""
    for other in remaining:
        if other == key:
            return
        yield other
