"""Two accounts of one round, act by act: what is new, what is no longer done, what is done at another moment or another
way, and what is only cited elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec

from pitboss.table.steps import Step, sentence_for_house

What = Literal["new", "gone", "moved", "otherwise", "cited"]
IN_WORDS: dict[What, str] = {
    "new": "new",
    "gone": "no longer done",
    "moved": "done at another moment",
    "otherwise": "done another way",
    "cited": "the same act under another paragraph",
}
Key = tuple[object, ...]


class Act(msgspec.Struct, frozen=True):
    act: str  # which kind of act
    paragraph: str
    told: str
    after: str  # the act before it; empty for the first of a round


class Departure(msgspec.Struct, frozen=True, rename={"now": "is"}):
    """One kind of difference, as it was first met, and how often it was."""

    what: What
    round: int  # the first round that has it
    was: Act | None
    now: Act | None
    times: int = 1
    rounds: int = 1

    @property
    def kind(self) -> Key:
        """Departures of one kind are told once."""
        acts = [(each.act, each.paragraph) if each else None for each in (self.was, self.now)]
        return (self.what, *acts)


class _Told(NamedTuple):
    key: Key
    step: Step
    act: Act


def departures(rounds: Iterable[tuple[Sequence[Step], Sequence[Step]]]) -> list[Departure]:
    """What differs between two accounts of the same rounds, each kind once, in the order in which it was met."""
    found: dict[Key, Departure] = {}
    for number, (was, now) in enumerate(rounds, 1):
        here: Counter[Key] = Counter()
        for each in _of_a_round(number, was, now):
            here[each.kind] += 1
            found.setdefault(each.kind, msgspec.structs.replace(each, times=0, rounds=0))
        for kind, times in here.items():
            known = found[kind]
            found[kind] = msgspec.structs.replace(known, times=known.times + times, rounds=known.rounds + 1)
    # An act that moves may happen to be where it was; that it moves says under which paragraph as well.
    return [each for kind, each in found.items() if each.what != "cited" or ("moved", *kind[1:]) not in found]


def _of_a_round(number: int, was: Sequence[Step], now: Sequence[Step]) -> Iterator[Departure]:
    before, after = ({each.key: each for each in _keyed(steps)} for steps in (was, now))
    stayed = _in_the_same_order([key for key in before if key in after], list(after))
    for key in _merged(list(before), list(after), stayed):
        first, second = before.get(key), after.get(key)
        if first is None or second is None:
            what: What = "new" if first is None else "gone"
            yield Departure(what, number, first and first.act, second and second.act)
        elif first.act.told != second.act.told:
            yield Departure("otherwise", number, first.act, second.act)
        elif key not in stayed:
            yield Departure("moved", number, first.act, second.act)
        elif first.step.cite != second.step.cite:
            yield Departure("cited", number, first.act, second.act)


def _keyed(steps: Sequence[Step]) -> Iterator[_Told]:
    """Each act with what it is, whom and what it is about, and which of several alike: the same under both laws,
    whatever the paragraph."""
    often: Counter[Key] = Counter()
    previous = ""
    for step in steps:
        kind = str(type(step).__struct_config__.tag)
        about = (kind, *(getattr(step, name, None) for name in ("seat", "position", "spot", "place", "words")))
        often[about] += 1
        said = sentence_for_house(step)
        yield _Told((*about, often[about]), step, Act(kind, step.cite, said, previous))
        previous = said


def _in_the_same_order(common: Sequence[Key], after: Sequence[Key]) -> set[Key]:
    """Of the acts in both, those that are taken to have stayed where they are: of all choices that leave them in one
    order, the one that moves the fewest kinds of acts, and of these the fewest acts. So a table at which losers are
    collected earlier is told to collect earlier, and not to turn every hand later."""
    at = {key: index for index, key in enumerate(after)}
    many = Counter(key[0] for key in common)
    best: list[tuple[Fraction, int, int]] = []  # the best row of acts that ends here: kinds, acts, the act before
    for index, key in enumerate(common):
        kinds, acts, before = Fraction(0), 0, -1
        for other in range(index):
            if at[common[other]] < at[key] and best[other][:2] > (kinds, acts):
                kinds, acts, before = *best[other][:2], other
        best.append((kinds + Fraction(1, many[key[0]]), acts + 1, before))
    here = max(range(len(best)), key=lambda index: best[index][:2], default=-1)
    stayed = set()
    while here >= 0:
        stayed.add(common[here])
        here = best[here][2]
    return stayed


def _merged(before: Sequence[Key], after: Sequence[Key], stayed: set[Key]) -> Iterator[Key]:
    """Every act once: between two that stayed, first what was done there and then what is."""
    known = set(before)
    rest = iter(after)
    for key in before:
        if key in stayed:
            yield from (other for other in _until(rest, key) if other not in known)
        yield key
    yield from (other for other in rest if other not in known)


def _until(rest: Iterator[Key], key: Key) -> Iterator[Key]:
    for other in rest:
        if other == key:
            return
        yield other
