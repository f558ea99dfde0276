"""The effects of an amendment on a table: the changed rules that affect it, what its dealer does differently, and the
change of its edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pitboss.compliance.amendments import edge_changes as edge_table
from pitboss.compliance.amendments.act_comparison import IN_WORDS, Departure, find_departures
from pitboss.compliance.amendments.edge_changes import NOT_ASKED, EdgeChanges
from pitboss.compliance.amendments.house_file_changes import ListedTable, required_notices
from pitboss.compliance.amendments.law_changes import GameChanges, RuleChange, Span, compare_law_or_explain
from pitboss.compliance.amendments.paired_rounds import PLAYERS, ROUNDS, Pair, play_same_rounds
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import Finding, House, Notice
from pitboss.games import load
from pitboss.law.rules import Rules
from pitboss.table.money import Money, dollars
from pitboss.table.steps import Step


class LeftOutElection(msgspec.Struct, frozen=True):
    """An election that the law of a day does not allow. The table is played with the default instead."""

    day: str
    key: str
    paragraph: str
    why: str

    def __str__(self) -> str:
        return f"On {self.day} {self.key} is left as by default: {self.why} [{self.paragraph}]"


class Play(msgspec.Struct, frozen=True):
    """The comparison of the same rounds played under both laws."""

    rounds: int
    acts: tuple[int, int]  # number of acts under each law
    won_cents: tuple[int, int]  # win of all players together, under each law
    departures: tuple[Departure, ...]


class TableImpact(msgspec.Struct, frozen=True):
    """One table under the laws of two days."""

    table: str
    law: GameChanges
    texts: tuple[str, str] = ("", "")
    touching: tuple[RuleChange, ...] = ()
    others: tuple[RuleChange, ...] = ()  # changed without effect on this table as it is set
    left_out: tuple[LeftOutElection, ...] = ()
    notices: tuple[Notice, ...] = ()  # required for what can no longer be offered
    play: Play | None = None
    edges: EdgeChanges = NOT_ASKED

    @property
    def why_not(self) -> str:
        return self.law.why_not

    def to_lines(self) -> Iterator[str]:
        first, second = self.law.span[:2]
        yield f"{self.table} ({self.law.game})"
        if self.why_not:
            yield f"  {self.why_not}"
            return
        yield from (f"  {day}: {text}" for day, text in zip((first, second), self.texts, strict=True))
        if not self.law.changes:
            yield from (f"  {line}" for line in self.law.to_lines() if line not in self.law.notes)
            return
        if self.touching:
            yield "  What changed and touches this table"
            for change in self.touching:
                yield from (f"    {line}" for line in _change_lines(change, self.law.span))
        if self.others:
            yield "  What changed without effect at this table: " + "; ".join(
                f"{change.name} [{change.paragraph}]" for change in self.others
            )
        if self.law.undated:
            yield f"  {self.law.undated}"
        yield from (f"  {election}" for election in self.left_out)
        yield from (f"  Notice [{notice.cite}]: {notice.told}" for notice in self.notices)
        if self.play is not None:
            yield from (f"  {line}" for line in _play_lines(self.play, self.law.span))
        else:
            yield "  As it is set, the table cannot be played under both laws."
        yield from (f"  {line}" for line in edge_table.to_lines(self.edges))

    def json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            **self.law.json(),
            "texts": list(self.texts),
            "touching": [change.json() for change in self.touching],
            "left_out": [msgspec.to_builtins(election) for election in self.left_out],
            "notices": [{"paragraph": notice.cite, "told": notice.told} for notice in self.notices],
            "play": None if self.play is None else msgspec.to_builtins(self.play),
            **edge_table.as_json(self.edges),
        }


def _change_lines(change: RuleChange, span: Span) -> Iterator[str]:
    yield f"{change.paragraph}  {change.name}"
    yield f"  {span.first}: {change.was}"
    yield f"  {span.second}: {change.now}"


def _play_lines(play: Play, span: Span) -> Iterator[str]:
    yield (
        f"Act by act: {play.rounds} rounds with the same cards, {play.acts[0]} acts on {span.first} and "
        f"{play.acts[1]} on {span.second}"
    )
    for departure in play.departures:
        yield from (f"  {line}" for line in _departure_lines(departure, span))
    first, second = (f"{'lose' if cents < 0 else 'win'} {dollars(Money(abs(cents)))}" for cents in play.won_cents)
    if first == second:
        yield f"All players together {first} in these rounds under either law."
    else:
        yield f"All players together {first} in these rounds on {span.first}, and {second} on {span.second}."


def _departure_lines(departure: Departure, span: Span) -> Iterator[str]:
    days = [(day, act) for day, act in zip(span, (departure.was, departure.now), strict=False) if act is not None]
    cites = " -> ".join(dict.fromkeys(act.paragraph for _, act in days))
    times = "once" if departure.times == 1 else f"{departure.times} times"
    rounds = f"in round {departure.round}" if departure.rounds == 1 else f"in {departure.rounds} rounds"
    yield f"{cites}  {IN_WORDS[departure.what]}, {times} {rounds}"
    if departure.what == "otherwise":
        yield from (f"  {day}: {act.told}" for day, act in days)
        return
    yield f"  {days[0][1].told}"
    if departure.what == "moved":
        yield from (f"  {day}: after “{act.after}”" for day, act in days)


# --- asking


def assess_table(listed: ListedTable, span: Span, *, count: bool = True) -> TableImpact:
    """Find what an amendment does to a table. `count` tells whether to count house edges."""
    house = listed.house
    game = load(house.game)
    law = compare_law_or_explain(game, span)
    if law.why_not:
        return TableImpact(house.name, law)
    rules = tuple(game.rules(house.readings, day, span.assume) for day in span[:2])
    laws = (rules[0], rules[1])
    texts = (laws[0].texts, laws[1].texts)
    if not law.changes:
        return TableImpact(house.name, law, texts)
    lawful_houses = [make_lawful(house, law_of_day) for law_of_day in laws]
    left_out = tuple(
        LeftOutElection(day, breach.key, breach.cite, breach.wrong)
        for day, (_, breaches) in zip(span, lawful_houses, strict=False)
        for breach in breaches
    )  # fmt: skip
    tables = tuple(table for table, _ in lawful_houses if table is not None)
    if len(tables) < 2:
        return TableImpact(house.name, law, texts, law.changes, (), left_out)
    houses = (tables[0], tables[1])
    touching = tuple(change for change in law.changes if _affects_table(game, change, laws, houses))
    return TableImpact(
        house.name,
        law,
        texts,
        touching,
        tuple(change for change in law.changes if change not in touching),
        left_out,
        tuple(required_notices(laws[0], listed._replace(house=houses[0]), listed._replace(house=houses[1]))),
        _compare_play(play_same_rounds(game, laws, houses)),
        edge_table.count_edge_changes(game, laws, houses) if count else NOT_ASKED,
    )


def make_lawful(house: House, rules: Rules) -> tuple[House | None, list[Finding]]:
    """Replace every election that the law does not allow by its default. Returns the house and the breaches found.

    The house is None if the defaults do not help.
    """
    default = type(house).usual()
    all_breaches: list[Finding] = []
    while True:
        try:
            breaches = house.breaches(rules)
        except ValueError:  # the elections contradict each other and cannot be judged
            return None, all_breaches
        if not breaches:
            return house, all_breaches
        names = {field.encode_name: field.name for field in msgspec.structs.fields(house)}
        not_allowed = dict.fromkeys(names[breach.key.partition(".")[0]] for breach in breaches)
        corrected = msgspec.structs.replace(house, **{name: getattr(default, name) for name in not_allowed})
        all_breaches += breaches
        if corrected == house:
            return None, all_breaches
        house = corrected


def _affects_table(game: Game, change: RuleChange, laws: tuple[Rules, Rules], houses: tuple[House, House]) -> bool:
    """Return whether a change affects the table.

    It does if it is about something printed on the layout, or if anything at the table would differ, under either law,
    with this one rule as in the other law.
    """
    sides = list(zip(laws, houses, strict=True))
    change_text = f"{change.paragraph} {change.was} {change.now}"
    if any(cite in change_text for side in sides for cite in _printed_cites(game, *side)):
        return True
    was, now = (rules.provisions[change.name] for rules in laws)
    return any(
        _makes_difference(game, *side, {**side[0].provisions, change.name: other})
        for side, other in zip(sides, (now, was), strict=True)
    )


def _makes_difference(game: Game, rules: Rules, house: House, provisions: dict[str, Any]) -> bool:
    """Return whether these provisions would change the breaches of the table or the acts at it."""
    other = msgspec.structs.replace(rules, provisions=provisions)
    if house.breaches(other) != house.breaches(rules):
        return True
    try:
        return any(
            _steps(other_driver) != _steps(driver)
            for other_driver, driver in play_same_rounds(game, (other, rules), (house, house))
        )
    except (AssertionError, RuntimeError):  # under this mixture of two laws the round cannot be finished
        return True


def _printed_cites(game: Game, rules: Rules, house: House) -> set[str]:
    """Return the paragraphs that the printed layout cites."""
    if game.printed is None:
        return set()
    layout = game.printed(rules, house)
    return {pays.cite for pays in layout.pays} | {text.cite for text in (*layout.says, *layout.limits)}


def _steps(driver: Driver) -> list[Step]:
    return [item for item in driver.log if isinstance(item, Step)]


def _compare_play(rounds: Iterable[Pair]) -> Play:
    """Compare the rounds under both laws: acts, wins and departures."""
    pairs = list(rounds)
    steps_of_rounds = [(_steps(first), _steps(second)) for first, second in pairs]
    seats = range(1, PLAYERS + 1)
    won = [sum(pair.cents_won(seat)[side] for pair in pairs for seat in seats) for side in (0, 1)]
    acts = [sum(len(steps[side]) for steps in steps_of_rounds) for side in (0, 1)]
    return Play(ROUNDS, (acts[0], acts[1]), (won[0], won[1]), tuple(find_departures(steps_of_rounds)))
