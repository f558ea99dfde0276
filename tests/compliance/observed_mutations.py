"""Every kind of mutation of a record, tried on the golden rounds of all games.

Each is written in two ways: with hashes that fit, so that only the content is at fault, and without any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple
from zlib import crc32

from compliance import mutated_cards, mutated_law, mutated_money, mutated_order
from compliance.mutated import Kind, Lines, close_anew, read_back, to_record_lines, without_hashes
from kit.golden import record_of
from kit.parts import ROUNDS
from pitboss.compliance.finding import Finding
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Sit
from pitboss.engine.record import Chain
from pitboss.engine.runner import act_for, submit_or_raise
from pitboss.games import REGISTERED, load

KINDS: tuple[Kind, ...] = (
    *mutated_money.kind.all,
    *mutated_cards.kind.all,
    *mutated_order.kind.all,
    *mutated_law.kind.all,
)
FORMS: dict[str, Callable[[Lines], list[bytes]]] = {"with hashes": to_record_lines, "without": without_hashes}
CHIPS = 10_000_000
EVENING = "an evening of five rounds"


class Mutant(NamedTuple):
    kind: Kind
    game: str
    golden: str
    at: int  # the line at fault, counted from 0
    changed: Lines

    @property
    def lines(self) -> Lines:
        return close_anew(self.changed) if self.kind.anew else self.changed

    def __str__(self) -> str:
        return f"{self.kind.name}: {self.game}, {self.golden}, line {self.at + 1}"


@cache
def golden_rounds(game: str) -> dict[str, Lines]:
    """Return the golden rounds of a game by name, and an evening of rounds in a row with a count of the stub."""
    found = {scenario.__name__: read_back(record_of(scenario())) for scenario in ROUNDS[game]}
    return {**found, EVENING: read_back(_evening(game))}


def _evening(name: str) -> bytes:
    game, source, chain = load(name), seeded_source(7), Chain()
    house = game.house.usual()
    players = dict(zip((1, 3), game.strategies.values(), strict=False))
    carry = game.opening(house)
    written: list[bytes] = []
    for _ in range(5):
        driver = Driver(game, game.rules({}), house, carry)
        for seat in players.keys() - carry.players.keys():
            submit_or_raise(driver, Sit(seat, f"Player {seat}", CHIPS))
        while not driver.done:
            act_for(driver, source, players)
        written += chain.append(driver, "golden", "00" * 32)
        assert driver.next is not None
        carry = driver.next
    return b"\n".join(written)


def accusations(findings: Iterable[Finding], game: str) -> list[Finding]:
    """Return the violations, and for a game without a held text the warnings too."""
    wrong = ("violation", "warning") if load(game).is_beyond else ("violation",)
    return [item for item in findings if item.severity in wrong]


def mutants(kind: Kind, game: str, *, everywhere: bool = False) -> Iterator[Mutant]:
    """Yield the mutants of a kind: those of the page, or all of them."""
    for golden, lines in golden_rounds(game).items():
        every = 1 if everywhere else kind.every
        first = crc32(golden.encode()) % every
        for at, changed in islice(kind.mutate(lines), first, None, every):
            assert changed != lines, (kind.name, golden, at)
            yield Mutant(kind, game, golden, at, changed)


def sample(kind: Kind, game: str, most: int, among: Callable[[Lines], bool] | None = None) -> list[Mutant]:
    """Return a few mutants of a kind in a game, always the same ones, from different golden rounds of the given
    sort."""
    places = [
        (crc32(f"{kind.name} {game} {golden}".encode()), golden)
        for golden, lines in golden_rounds(game).items()
        if (among is None or among(lines)) and next(kind.mutate(lines), None)
    ]
    found = []
    for chosen, golden in sorted(places)[:most]:
        changed = list(kind.mutate(golden_rounds(game)[golden]))
        at, lines = changed[chosen % len(changed)]
        found.append(Mutant(kind, game, golden, at, lines))
    return found


GAMES = tuple(REGISTERED)
