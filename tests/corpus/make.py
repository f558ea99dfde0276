"""Writes the frozen corpus: make corpus, or make corpus GAME=craps. A game whose corpus is fresh is not played.

A game whose acts changed while `behaviour` did not is refused. No game is known here: a new one gets its file when it
is registered.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from corpus import changelog, stale
from corpus.frozen import (
    FOLDER,
    MOST_BYTES,
    DamagedError,
    KeptRound,
    content_of,
    describe_differences,
    differences,
    keep,
    pack,
    path_of,
    read,
    unpack,
    watched_by,
)
from corpus.rounds import SEEDED, acts_done_in, seeded_rounds
from corpus.scenes import FailedError, SeenRound, watch_golden_rounds, watch_law_tests, watch_reading_scenes
from kit import fresh
from pitboss.engine.game import Game
from pitboss.games import REGISTERED, load
from pitboss.table.steps import Step


class RefusedError(Exception):
    """The reason why the corpus of a game is not written."""


def rounds_of(game: Game, count: int = SEEDED, done: Callable[[int], None] = lambda number: None) -> list[KeptRound]:
    """Return all rounds of a game's corpus in order. A round that was played twice to the letter is kept once."""
    kept: list[KeptRound] = []
    known: set[tuple[bytes, ...]] = set()
    for seen in _play_all(game, count):
        round_kept = keep(len(kept) + 1, seen.where, seen.driver, seen.judged)
        body = (round_kept.opening[round_kept.opening.index(b'"as_of"') :], *round_kept.log)
        if body not in known or seen.where.startswith(("golden", "seeded")):
            known.add(body)
            kept.append(round_kept)
            done(len(kept))
    return kept


def _play_all(game: Game, count: int) -> Iterator[SeenRound]:
    done: set[type[Step]] = set()
    with watched_by(None):
        for seen in chain(watch_golden_rounds(game.name), watch_reading_scenes(game.name), watch_law_tests(game.name)):
            done |= acts_done_in(seen)
            yield seen
        yield from seeded_rounds(game, count, done)


def check(game: Game, folder: Path, log: str) -> str:
    """Describe the state of a game's corpus. Raise `RefusedError` if it may not be written."""
    if faults := changelog.faults(game, log):
        raise RefusedError(f"{game.name}: CHANGELOG.md lacks something\n  " + "\n  ".join(faults))
    file, now = path_of(game.name, folder), game.editions.behaviour
    if not file.exists() and now > 1:
        raise RefusedError(
            f"{game.name}: there was a corpus before behaviour {now}; take it from the last commit again"
        )
    if not file.exists():
        return "new"
    try:
        header, rounds = read(file)
    except DamagedError as damaged:
        raise RefusedError(f"{game.name}: {damaged}; take it from the last commit again") from None
    if header.behaviour > now:
        raise RefusedError(f"{game.name}: behaviour {now} after {header.behaviour}; it is never lowered")
    with watched_by(None):
        changed = list(differences(game, rounds))
    if header.behaviour == now and changed:
        raise RefusedError(describe_differences(game, now, changed, len(rounds)))
    if header.behaviour == now:
        return "acts are as they were"
    return f"behaviour {header.behaviour} is now {now}; {len(changed)} of {len(rounds)} rounds differ"


def make(game: Game, folder: Path, log: str, count: int = SEEDED, tell: Callable[[str], None] = print) -> None:
    """Write the corpus of one game unless it is up to date. Raise `RefusedError` if it may not be written."""
    state = check(game, folder, log)
    try:
        rounds = rounds_of(game, count, lambda number: _progress(game, number))
    except FailedError as failed:
        raise RefusedError(f"{game.name}: {failed}; correct that first") from failed
    content, file = content_of(game, rounds), path_of(game.name, folder)
    if file.exists() and unpack(file) == content:
        tell(f"{game.name}: {state}; nothing to write")
        return
    folder.mkdir(parents=True, exist_ok=True)
    file.write_bytes(pack(content))
    tell(f"{game.name}: {state}; {len(rounds):,} rounds written in {file.stat().st_size:,} bytes")


def _progress(game: Game, number: int) -> None:
    if number % 100 == 0 and sys.stderr.isatty():
        print(f"{game.name}: {number:,} rounds played ...", end="\r", file=sys.stderr, flush=True)


def main(names: Sequence[str]) -> int:
    """Write the corpora of these games, or of those whose corpus is stale."""
    if unknown := set(names) - set(REGISTERED):
        print(f"no game is called {', '.join(sorted(unknown))}; there are {', '.join(REGISTERED)}")
        return 2
    changed = {name for name in names or REGISTERED if not fresh.is_noted(f"corpus of {name}", files_of(name))}
    wanted = dict.fromkeys(names, "asked for") or stale.reasons(changed)
    refused, log = 0, changelog.CHANGELOG.read_text(encoding="utf-8")
    for name, reason in wanted.items():
        print(f"{name}: {reason}")
        try:
            make(load(name), FOLDER, log)
        except RefusedError as error:
            refused += 1
            changed.discard(name)
            print(f"{error}\nNothing is written for {name}.")
    for name in changed:
        fresh.note(f"corpus of {name}", files_of(name))
    if not wanted:
        print(f"corpus: fresh; {len(changed)} of {len(REGISTERED)} games had changed files")
    if too_large := [file.name for file in FOLDER.iterdir() if file.stat().st_size > MOST_BYTES]:
        print(f"{', '.join(too_large)}: more than {MOST_BYTES:,} bytes")
    return int(bool(refused or too_large))


def files_of(name: str) -> list[Path]:
    """List what a corpus is made from, and the corpus itself."""
    code = (path for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("test_"))
    return [*fresh.files_of_rounds(name), *code, path_of(name)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
