"""What an amendment does to a table: which changed rules touch it, what its dealer does differently, and its edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pitboss.compliance.amendments import edge_changes as edge_table
from pitboss.compliance.amendments.act_comparison import IN_WORDS, Departure, departures
from pitboss.compliance.amendments.edge_changes import NOT_ASKED, Counted
from pitboss.compliance.amendments.house_file_changes import Listed, notices
from pitboss.compliance.amendments.law_changes import Amended, Changed, Span, amended_or_why_not
from pitboss.compliance.amendments.paired_rounds import PLAYERS, ROUNDS, Pair, same_rounds
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import Finding, House, Notice
from pitboss.games import load
from pitboss.law.rules import Rules
from pitboss.table.money import Money, dollars
from pitboss.table.steps import Step


class LeftOut(msgspec.Struct, frozen=True):
    """An election that the law of a day does not allow, so that the table is played without it."""

    day: str
    key: str
    paragraph: str
    why: str

    def __str__(self) -> str:
        return f"On {self.day} {self.key} is left as by default: {self.why} [{self.paragraph}]"


class Play(msgspec.Struct, frozen=True):
    """The same rounds under both laws."""

    rounds: int
    acts: tuple[int, int]  # how many in all, under each
    won_cents: tuple[int, int]  # what all players win together under each
    departures: tuple[Departure, ...]


class HouseAmended(msgspec.Struct, frozen=True):
    """One table under the laws of two days."""

    table: str
    law: Amended
    texts: tuple[str, str] = ("", "")
    touching: tuple[Changed, ...] = ()
    others: tuple[Changed, ...] = ()  # changed as well, with no effect at this table as it is set
    left_out: tuple[LeftOut, ...] = ()
    notices: tuple[Notice, ...] = ()  # that go with what can no longer be offered
    play: Play | None = None
    edges: Counted = NOT_ASKED

    @property
    def why_not(self) -> str:
        return self.law.why_not

    def told(self) -> Iterator[str]:
        first, second = self.law.span[:2]
        yield f"{self.table} ({self.law.game})"
        if self.why_not:
            yield f"  {self.why_not}"
            return
        yield from (f"  {day}: {text}" for day, text in zip((first, second), self.texts, strict=True))
        if not self.law.changes:
            yield from (f"  {line}" for line in self.law.told() if line not in self.law.notes)
            return
        if self.touching:
            yield "  What changed and touches this table"
            for change in self.touching:
                yield from (f"    {line}" for line in _change_told(change, self.law.span))
        if self.others:
            yield "  What changed without effect at this table: " + "; ".join(
                f"{change.name} [{change.paragraph}]" for change in self.others
            )
        if self.law.undated:
            yield f"  {self.law.undated}"
        yield from (f"  {each}" for each in self.left_out)
        yield from (f"  Notice [{each.cite}]: {each.told}" for each in self.notices)
        if self.play is not None:
            yield from (f"  {line}" for line in _play_told(self.play, self.law.span))
        else:
            yield "  As it is set, the table cannot be played under both laws."
        yield from (f"  {line}" for line in edge_table.told(self.edges))

    def json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            **self.law.json(),
            "texts": list(self.texts),
            "touching": [change.json() for change in self.touching],
            "left_out": [msgspec.to_builtins(each) for each in self.left_out],
            "notices": [{"paragraph": each.cite, "told": each.told} for each in self.notices],
            "play": None if self.play is None else msgspec.to_builtins(self.play),
            **edge_table.as_json(self.edges),
        }


def _change_told(change: Changed, span: Span) -> Iterator[str]:
    yield f"{change.paragraph}  {change.name}"
    yield f"  {span.first}: {change.was}"
    yield f"  {span.second}: {change.now}"


def _play_told(play: Play, span: Span) -> Iterator[str]:
    yield (
        f"Act by act: {play.rounds} rounds with the same cards, {play.acts[0]} acts on {span.first} and "
        f"{play.acts[1]} on {span.second}"
    )
    for each in play.departures:
        yield from (f"  {line}" for line in _departure_told(each, span))
    first, second = (f"{'lose' if cents < 0 else 'win'} {dollars(Money(abs(cents)))}" for cents in play.won_cents)
    if first == second:
        yield f"All players together {first} in these rounds under either law."
    else:
        yield f"All players together {first} in these rounds on {span.first}, and {second} on {span.second}."


def _departure_told(each: Departure, span: Span) -> Iterator[str]:
    days = [(day, act) for day, act in zip(span, (each.was, each.now), strict=False) if act is not None]
    cites = " -> ".join(dict.fromkeys(act.paragraph for _, act in days))
    times = "once" if each.times == 1 else f"{each.times} times"
    rounds = f"in round {each.round}" if each.rounds == 1 else f"in {each.rounds} rounds"
    yield f"{cites}  {IN_WORDS[each.what]}, {times} {rounds}"
    if each.what == "otherwise":
        yield from (f"  {day}: {act.told}" for day, act in days)
        return
    yield f"  {days[0][1].told}"
    if each.what == "moved":
        yield from (f"  {day}: after “{act.after}”" for day, act in days)


# --- asking


def house_amended(listed: Listed, span: Span, *, count: bool = True) -> HouseAmended:
    """`count` for the edges."""
    house = listed.house
    game = load(house.game)
    law = amended_or_why_not(game, span)
    if law.why_not:
        return HouseAmended(house.name, law)
    rules = tuple(game.rules(house.readings, day, span.assume) for day in span[:2])
    laws = (rules[0], rules[1])
    texts = (laws[0].texts, laws[1].texts)
    if not law.changes:
        return HouseAmended(house.name, law, texts)
    made = [lawful(house, each) for each in laws]
    left_out = tuple(
        LeftOut(day, each.key, each.cite, each.wrong) for day, (_, found) in zip(span, made, strict=False)
        for each in found
    )  # fmt: skip
    tables = tuple(table for table, _ in made if table is not None)
    if len(tables) < 2:
        return HouseAmended(house.name, law, texts, law.changes, (), left_out)
    houses = (tables[0], tables[1])
    touching = tuple(change for change in law.changes if _touches(game, change, laws, houses))
    return HouseAmended(
        house.name,
        law,
        texts,
        touching,
        tuple(change for change in law.changes if change not in touching),
        left_out,
        tuple(notices(laws[0], listed._replace(house=houses[0]), listed._replace(house=houses[1]))),
        _play(same_rounds(game, laws, houses)),
        edge_table.counted(game, laws, houses) if count else NOT_ASKED,
    )


def lawful(house: House, rules: Rules) -> tuple[House | None, list[Finding]]:
    """The table with every election that the law does not allow left as by default, and what stood against each; no
    table where that does not help."""
    usual = type(house).usual()
    found: list[Finding] = []
    while True:
        try:
            breaches = house.breaches(rules)
        except ValueError:  # the elections go so ill together that they cannot even be judged
            return None, found
        if not breaches:
            return house, found
        names = {field.encode_name: field.name for field in msgspec.structs.fields(house)}
        wrong = dict.fromkeys(names[breach.key.partition(".")[0]] for breach in breaches)
        without = msgspec.structs.replace(house, **{name: getattr(usual, name) for name in wrong})
        found += breaches
        if without == house:
            return None, found
        house = without


def _touches(game: Game, change: Changed, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> bool:
    """Whether what changed is about something that is printed on the table's layout; or whether anything at the table
    would be different, by either law, if this one thing were as in the other."""
    sides = list(zip(laws, houses, strict=True))
    about = f"{change.paragraph} {change.was} {change.now}"
    if any(cite in about for side in sides for cite in _printed(game, *side)):
        return True
    was, now = (rules.provisions[change.name] for rules in laws)
    return any(
        _matters(game, *side, {**side[0].provisions, change.name: other})
        for side, other in zip(sides, (now, was), strict=True)
    )


def _matters(game: Game, rules: Rules, house: House, provisions: dict[str, Any]) -> bool:
    """Whether these provisions would change what stands against the table or what is done at it."""
    other = msgspec.structs.replace(rules, provisions=provisions)
    if house.breaches(other) != house.breaches(rules):
        return True
    try:
        return any(_steps(a) != _steps(b) for a, b in same_rounds(game, (other, rules), (house, house)))
    except (AssertionError, RuntimeError):  # a law that never was may not bring a round of this table to its end
        return True


def _printed(game: Game, rules: Rules, house: House) -> set[str]:
    if game.printed is None:
        return set()
    layout = game.printed(rules, house)
    return {each.cite for each in layout.pays} | {each.cite for each in (*layout.says, *layout.limits)}


def _steps(driver: Driver) -> list[Step]:
    return [item for item in driver.log if isinstance(item, Step)]


def _play(rounds: Iterable[Pair]) -> Play:
    pairs = list(rounds)
    told = [(_steps(first), _steps(second)) for first, second in pairs]
    seats = range(1, PLAYERS + 1)
    won = [sum(pair.won(seat)[side] for pair in pairs for seat in seats) for side in (0, 1)]
    acts = [sum(len(steps[side]) for steps in told) for side in (0, 1)]
    return Play(ROUNDS, (acts[0], acts[1]), (won[0], won[1]), tuple(departures(told)))
