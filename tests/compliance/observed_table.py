"""docs/observed-checks.md: what the check of a record finds of everything that can be wrong with one.

`make pages` writes it. It tries every mutation of every golden round, which takes minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeAlias

from compliance.mutated import Kind
from compliance.observed_left_out import LEFT_OUT, NOT_ALWAYS
from compliance.observed_mutations import FORMS, GAMES, KINDS, Mutant, accusations, mutants
from compliance.observed_reasons import REASONS, reason_for
from pitboss.compliance.errors import LogError
from pitboss.compliance.observed_log.record_check import check_lines
from pitboss.games import load

OBSERVED = """## In an observed log

An [observed log](observed.md) has neither the order of the deck nor, mostly, everything else. A faithful log from which
something is left out must not accuse anybody. That is tried with every golden round and each of these left out:

{left_out}

No violation and no warning comes of it, only notes. The mistakes above are tried as well, in logs in which all that can
be seen was noted, of rounds in which nothing irregular happens. They are found, except that these are not always:

{not_always}

What follows from an incident is a note in an observed log, because nobody can say at which act it happened."""
FOUND, REFUSED = "found", "refused"  # something is wrong; or the record cannot be read, which is said
Tally: TypeAlias = dict[str, Counter[str]]  # kind -> what came of its mutations
MOVED = {
    "money": "What moves money",
    "card": "What moves a card, the dice or a wheel",
    "order": "What moves an order",
    "words": "What is called",
    "law": "What a record says of itself",
}
INTRODUCTION = """# What the check of a record finds

`pitboss check --record` judges what a table did from a record of it ([observed.md](observed.md)). This page says what
it finds, tried out: every kind of mistake below is made in the golden rounds of all games, and in an evening of
five rounds of each, wherever it can be made; where that is in hundreds of places, in one of so many as the column
*one in* says (`make campaign` tries all). Each falsified record is written twice: as our own record, with hashes made
to fit so that the chain says nothing, and without any hashes. A mistake is found when the check reports a violation
(a warning, if no text of the game is held: [beyond.md](beyond.md)), or when the record can no longer be read as one
and the check says so. The rounds themselves, unchanged, give no finding at all. A chain that is broken while
everything else is as it was is one finding, and it hides no other.

A number stands for that many mistakes, all of them found in both forms. Where some were not, the number of those found
stands before the number tried, and why the rest cannot be found is said below.

`make test` tries a fixed sample of it, `make soak` all of it."""


def outcome(mutant: Mutant, form: str) -> str:
    """Return what the check makes of a falsified record in one form: found, refused, or the reason why it cannot be
    found."""
    try:
        if accusations(check_lines(FORMS[form](mutant.lines)), mutant.game):
            return FOUND
    except LogError:
        return REFUSED
    return reason_for(mutant)


def worst(mutant: Mutant) -> str:
    """Return the outcome in the form in which it is harder to find."""
    outcomes = {outcome(mutant, form) for form in FORMS}
    return next((item for item in sorted(outcomes) if item not in (FOUND, REFUSED)), min(outcomes))


def count_outcomes(tried: Iterable[Mutant]) -> Counter[str]:
    return Counter(map(worst, tried))


def tally(game: str, *, everywhere: bool = False) -> Tally:
    return {kind.name: count_outcomes(mutants(kind, game, everywhere=everywhere)) for kind in KINDS}


# --- the page


def page() -> str:
    with ProcessPoolExecutor() as pool:
        tallies = dict(zip(GAMES, pool.map(tally, GAMES), strict=True))
    parts = [INTRODUCTION, _totals(tallies)]
    parts += [f"## {told}\n\n{_table(moves, tallies)}" for moves, told in MOVED.items() if _of(moves)]
    parts += ["## What cannot be found, and why", *_reasons(tallies), _observed_page()]
    return "\n\n".join(parts) + "\n"


def _of(moves: str) -> list[Kind]:
    return [kind for kind in KINDS if kind.moves == moves]


def _totals(tallies: dict[str, Tally]) -> str:
    tried = sum(counts.total() for item in tallies.values() for counts in item.values())
    found = sum(count_found(counts) for item in tallies.values() for counts in item.values())
    return f"{tried:,} mistakes of {len(KINDS)} kinds: {found:,} are found, and {tried - found:,} cannot be."


def count_found(counts: Counter[str]) -> int:
    return counts[FOUND] + counts[REFUSED]


def _table(moves: str, tallies: dict[str, Tally]) -> str:
    heads = ["mistake", "one in", *(load(game).title for game in GAMES)]
    rows = [heads, ["---", *("---:" for _ in heads[1:])]]
    rows += [[kind.name, str(kind.every), *(cell(tallies[game][kind.name]) for game in GAMES)] for kind in _of(moves)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def cell(counts: Counter[str]) -> str:
    tried, found = counts.total(), count_found(counts)
    if not tried:
        return ""
    return f"{tried:,}" if found == tried else f"{found:,} of {tried:,}"


def _observed_page() -> str:
    left_out = "\n".join(f"- {what}" for what in LEFT_OUT)
    not_always = "\n".join(f"- {kind}: {why}" for kind, why in NOT_ALWAYS.items())
    return OBSERVED.format(left_out=left_out, not_always=not_always)


def _reasons(tallies: dict[str, Tally]) -> Iterator[str]:
    for name, reason in REASONS.items():
        held = [
            f"- {kind.name}: {', '.join(in_game(game, counts[name]) for game, counts in given)}"
            for kind in KINDS
            if (given := [(game, counts) for game in GAMES if (counts := tallies[game][kind.name])[name]])
        ]
        if held:
            yield "\n".join([f"{reason.told}\n", *held])


def in_game(game: str, count: int) -> str:
    return f"{load(game).title} {count:,}"
