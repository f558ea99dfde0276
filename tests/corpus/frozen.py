"""The frozen corpus: rounds of every game as they were played, so that nothing that happens at a table changes unseen.

A file for each game, compressed: a line about the whole, then the rounds. A round is how it opens (law, readings,
house, carry) and its log: every act with its words, every input that was taken, every input that was judged with what
refuses it, every question the table waits with, and the digest of the carry it ends in. Inputs come from the file
alone, so that no strategy and no generator of chance has a say once it is written. No game is known here.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from pitboss.engine.carry import Carry
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House, from_cents
from pitboss.engine.inputs import Input
from pitboss.engine.record import encode_item
from pitboss.engine.waits import Refusal, Wait
from pitboss.law import force
from pitboss.law.editions import Assume
from pitboss.law.force import split_citation
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules
from pitboss.table.steps import Step, sentence_for_house

FOLDER = Path(__file__).parent / "data"
MOST_BYTES = 500_000  # of one game's file
# Text that repeats itself at long distances: the largest window, and contexts of whole bytes.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}]
ACT, INPUT, JUDGED, WAITS, OVER, OPENS = b"[", b'{"input":', b'{"refused":', b'{"waits":', b'{"next":', b'{"round":'
# Of a wait: a function, the deck, which the acts before it tell, and what chips do not reach for, which is no choice.
NOT_KEPT = ("check", "cards", "short", "soon_over")

_encode = msgspec.json.Encoder(enc_hook=int).encode  # Money goes down as plain cents


class DamagedError(Exception):
    """The file is not as it was written."""


class Header(msgspec.Struct, frozen=True):
    game: str
    behaviour: int
    rounds: int
    acts: int
    sha256: str  # over all that follows


class Opening(msgspec.Struct, frozen=True):
    """How a round opens. Readings that are read as they come are left out, as a house leaves out what it does not
    elect: who changes what comes by itself changes what happens at tables."""

    round: int
    where: str  # the golden round, the scene or the cell of the grid it was played for
    as_of: str
    assumed: Assume
    readings: dict[str, str]
    breaches: tuple[str, ...]  # paragraphs that stand against the house
    house: msgspec.Raw
    carry: msgspec.Raw


class Kept(NamedTuple):
    """A round of the corpus, line by line as it is written."""

    opening: bytes
    log: list[bytes]

    @property
    def opened(self) -> Opening:
        return msgspec.json.decode(self.opening, type=Opening)


@contextmanager
def watched_by(watcher: force.Watcher | None) -> Iterator[None]:
    """Without one, the seam at which tests look on and switch paragraphs off costs nothing."""
    before = force.watch(watcher)
    try:
        yield
    finally:
        force.watch(before)


# --- files


def path_of(game: str, folder: Path = FOLDER) -> Path:
    return folder / f"{game}.xz"


def content_of(game: Game, rounds: list[Kept]) -> bytes:
    body = b"".join(line + b"\n" for kept in rounds for line in (kept.opening, *kept.log))
    acts = sum(line.startswith(ACT) for kept in rounds for line in kept.log)
    header = Header(game.name, game.editions.behaviour, len(rounds), acts, sha256(body).hexdigest())
    return _encode(header) + b"\n" + body


def packed(content: bytes) -> bytes:
    return lzma.compress(content, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=FILTERS)


def unpacked(file: Path) -> bytes:
    return lzma.decompress(file.read_bytes())


def read(file: Path) -> tuple[Header, list[Kept]]:
    """What the file holds; an error if anybody has touched it."""
    try:
        first, _, body = unpacked(file).partition(b"\n")
        header = msgspec.json.decode(first, type=Header)
    except (lzma.LZMAError, msgspec.DecodeError) as wrong:
        raise DamagedError(f"{file} cannot be read: {wrong}") from None
    if sha256(body).hexdigest() != header.sha256:
        raise DamagedError(f"{file} is not as it was written; only 'make corpus' writes it")
    rounds: list[Kept] = []
    for line in body.splitlines():
        if line.startswith(OPENS):
            rounds.append(Kept(line, []))
        else:
            rounds[-1].log.append(line)
    return header, rounds


# --- a round, line by line


class Tables:
    """Settings met before are not made again: rules cost more than a round."""

    def __init__(self, game: Game, made: Callable[[Rules], Rules] = lambda rules: rules) -> None:
        self.game = game
        self.made = made  # what becomes of the rules before they are played by
        self._known: dict[tuple[object, ...], tuple[Rules, House, tuple[str, ...]]] = {}

    def open(self, opened: Opening) -> tuple[Player, tuple[str, ...]]:
        """A table as a round opens it, and what stands against its house."""
        key = (opened.as_of, opened.assumed, *sorted(opened.readings.items()), bytes(opened.house))
        if key not in self._known:
            rules = self.made(self.game.rules(opened.readings, opened.as_of, opened.assumed))
            house = from_cents(self.game.house, opened.house)
            self._known[key] = rules, house, tuple(finding.cite for finding in house.breaches(rules))
        rules, house, breaches = self._known[key]
        carry = msgspec.json.decode(opened.carry, type=Carry)
        return Player(Driver(self.game, rules, house, carry, stepwise=True)), breaches


class Player:
    """Plays a round on, one line at a time. Each method says what happened in its place."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.told = 0  # items of the log that have been told
        self.waited = b""  # how the table waited last

    def act(self) -> bytes:
        if len(self.driver.log) == self.told:
            self.driver.run(1)
        return self._next() or self._rest()

    def wait(self) -> bytes:
        """At the wait that comes next, which must be all that comes next."""
        if len(self.driver.log) == self.told:
            self.driver.run(1)
        if (happened := self._next()) is not None:
            return happened
        self.waited = self._rest()
        return self.waited

    def give(self, given: Input) -> bytes:
        if (astray := self._not_there(given)) is not None:
            return astray
        if refused := self.driver.submit(given, stepwise=True):
            return _judged(given, refused)
        return self._next() or b""

    def judge(self, given: Input) -> bytes:
        return self._not_there(given) or _judged(given, self.driver.refusals(given))

    def _not_there(self, given: Input) -> bytes | None:
        """What happens instead, if the table is not at the moment at which the input came."""
        if len(self.driver.log) > self.told:
            return self._next()
        if given.amid:
            return None
        before, now = self.waited, self.wait()
        return None if now == before else now

    def _next(self) -> bytes | None:
        if len(self.driver.log) == self.told:
            return None
        self.told += 1
        return _line(self.driver.log[self.told - 1])

    def _rest(self) -> bytes:
        if self.driver.next is not None:
            return _encode({"next": self.driver.next.digest})
        assert self.driver.wait is not None
        return _waiting(self.driver.wait)


def _line(item: Step | Input) -> bytes:
    """An act with its words, or an input that was taken."""
    encoded = encode_item(item)
    return b"[" + encoded + b"," + _encode(sentence_for_house(item)) + b"]" if isinstance(item, Step) else encoded


def _judged(given: Input, refused: Iterable[Refusal]) -> bytes:
    """The citations are kept, not the refusal's words: those may be put better."""
    return _encode({"refused": [refusal.cite for refusal in refused], "given": given})


def _waiting(wait: Wait) -> bytes:
    fields = {name: getattr(wait, name) for name in wait.__struct_fields__ if name not in NOT_KEPT}
    return _encode({"waits": type(wait).__name__, **fields})


def given_in(game: Game, line: bytes) -> Input:
    """The input of a line, taken or judged."""
    if line.startswith(JUDGED):
        line = bytes(msgspec.json.decode(line, type=dict[str, msgspec.Raw])["given"])
    return game.read_input.decode(line)


# --- writing


def keep(number: int, where: str, driver: Driver, judged: Mapping[int, Sequence[Input]]) -> Kept:
    """A round that was played, as the corpus has it: played again from what came in. `judged` is what was only judged,
    by how much of the log was done then."""
    defaults = {reading.id: reading.default for reading in readings_of(driver.game.package).values()}
    readings = {key: choice for key, choice in driver.rules.readings.items() if choice != defaults[key]}
    house, carry = msgspec.Raw(_encode(driver.house)), msgspec.Raw(_encode(driver.carry))
    breaches = tuple(finding.cite for finding in driver.house.breaches(driver.rules))
    opening = Opening(number, where, driver.rules.as_of, driver.rules.assumed, readings, breaches, house, carry)
    player, _ = Tables(driver.game).open(opening)
    log: list[bytes] = []
    for at in range(len(driver.log) + 1):
        for given in judged.get(at, ()):
            log += (*_wait_before(player, given), player.judge(given))
        if at < len(driver.log):
            item = driver.log[at]
            log += [player.act()] if isinstance(item, Step) else [*_wait_before(player, item), player.give(item)]
    if driver.done or (driver.wait is not None and log):
        log.append(player.wait())
    happened = [line for line in log if line.startswith((ACT, INPUT))]
    assert happened == list(map(_line, driver.log)), f"{where} does not come out as it was played"
    return Kept(_encode(opening), log)


def _wait_before(player: Player, given: Input) -> list[bytes]:
    """How the table waits for the input, where it waits otherwise than for the last one."""
    before = player.waited
    return [] if given.amid or player.wait() == before else [player.waited]


# --- playing again


class Difference(NamedTuple):
    """The first line of a round that comes out otherwise."""

    round: int
    where: str
    act: int  # acts up to there
    was: bytes
    now: bytes
    cites: frozenset[str]  # of the lines that differ
    texts: frozenset[str]  # that these belong to


def differences(game: Game, rounds: Iterable[Kept]) -> Iterator[Difference]:
    """Every round again; of each that differs, where it first does."""
    tables = Tables(game)
    for kept in rounds:
        if (found := _difference(tables, kept)) is not None:
            yield found


def _difference(tables: Tables, kept: Kept) -> Difference | None:
    opened, rules = kept.opened, None

    def differs(acts: int, was: bytes, now: bytes) -> Difference:
        cites = frozenset(cite for line in (was, now) for cite in cites_in(line))
        texts = {text for cite in cites if rules and (text := rules.edition_of(cite))}
        if rules and not texts:  # readings stand in for what no text says
            texts |= set(rules.sections.values())
        return Difference(opened.round, opened.where, acts, was, now, cites, frozenset(texts))

    try:
        player, breaches = tables.open(opened)
    except Exception as wrong:
        return differs(0, kept.opening, _broken(wrong))
    rules = player.driver.rules
    if breaches != opened.breaches:
        return differs(0, kept.opening, _encode(msgspec.structs.replace(opened, breaches=breaches)))
    acts = 0
    for line, now in again(player, kept.log):
        acts += line.startswith(ACT)
        if line != now:
            return differs(acts, line, now)
    return None


def again(player: Player, log: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Each line of a round and what happens now in its place, up to where they part."""
    for line in log:
        try:
            now = _played(player, line)
        except Exception as wrong:  # whatever a change makes of the engine, it is told as a change
            now = _broken(wrong)
        yield line, now
        if line != now:
            return


def _played(player: Player, line: bytes) -> bytes:
    if line.startswith(ACT):
        return player.act()
    if line.startswith(INPUT):
        return player.give(given_in(player.driver.game, line))
    if line.startswith(JUDGED):
        return player.judge(given_in(player.driver.game, line))
    return player.wait()


def _broken(wrong: Exception) -> bytes:
    return _encode({"broken": f"{type(wrong).__name__}: {wrong}"})


def trouble(game: Game, folder: Path = FOLDER, one_in: int = 1) -> str:
    """Why the corpus of a game does not say what the game does; empty if it does. Of seeded rounds one in so many is
    looked at, and every other one."""
    file, behaviour = path_of(game.name, folder), game.editions.behaviour
    if not file.exists():
        return f"{game.name} has no corpus: run 'make corpus'"
    try:
        header, rounds = read(file)
    except DamagedError as damaged:
        return str(damaged)
    if header.behaviour != behaviour:
        was = f"the corpus of {game.name} is of behaviour {header.behaviour}"
        return f"{was}, and it is {behaviour} now: run 'make corpus'"
    with watched_by(None):
        looked_at = [
            kept for at, kept in enumerate(rounds) if at % one_in == 0 or not kept.opened.where.startswith("seeded")
        ]
        found = list(differences(game, looked_at))
    return told_of(game, behaviour, found, len(looked_at)) if found else ""


# --- telling


def cites_in(line: bytes) -> list[str]:
    """What an act, a wait or a refusal rests on."""
    body = msgspec.json.decode(line)
    if line.startswith(ACT):
        said = (body[0].get(key) for key in ("cite", "by"))  # some acts name by number who did it
        return [each for cite in said if isinstance(cite, str) and cite for each in split_citation(cite)]
    if line.startswith((JUDGED, OPENS)):
        return [
            each for cite in body["refused" if line.startswith(JUDGED) else "breaches"] for each in split_citation(cite)
        ]
    return split_citation(body["cite"]) if line.startswith(WAITS) else []


def shown(line: bytes) -> str:
    """A line as a person reads it."""
    body = msgspec.json.decode(line)
    if line.startswith(ACT):
        return f"{body[0]['cite']} {body[1]}"
    if line.startswith(JUDGED):
        given = _encode(body["given"]).decode()
        return f"{given} is refused by {', '.join(body['refused'])}" if body["refused"] else f"{given} may be given"
    if line.startswith(INPUT):
        return f"{line.decode()} is taken"
    if line.startswith(WAITS):
        return f"{body['cite']} the table waits: {line.decode()}"
    if line.startswith(OVER):
        return f"the round is over and leaves the table as {body['next'][:16]}"
    if line.startswith(OPENS):
        return f"the table opens, and against its house stand: {', '.join(body['breaches']) or 'nothing'}"
    return f"it breaks off, {body['broken']}"


def told_of(game: Game, behaviour: int, found: list[Difference], rounds: int) -> str:
    """What differs, and what is to be done about it if it is meant."""
    first = found[0]
    was, now = shown(first.was), shown(first.now)
    if was == now:  # the same words for something else
        was, now = first.was.decode(), first.now.decode()
    what = f"act {first.act} differs" if first.was.startswith(ACT) else f"what follows act {first.act} differs"
    cites = sorted({cite for each in found for cite in each.cites if not cite.startswith("house:")})
    texts = sorted({text for each in found for text in each.texts})
    touched = f"{', '.join(texts) or '...'} | {', '.join(cites) or '...'}"
    return (
        f"{game.name}, behaviour {behaviour}: round {first.round} ({first.where}), {what}\n"
        f"  was: {was}\n"
        f"  is:  {now}\n"
        f"({len(found)} of {rounds} rounds differ.)\n"
        f"If this is meant: raise `behaviour` in src/{game.package.replace('.', '/')}/editions.py, add a row to "
        "CHANGELOG.md, under Behaviour, that names the texts and the paragraphs touched, and run 'make corpus'. "
        f"By these rounds it would begin:\n  | {game.name} | {behaviour + 1} | {touched} | "
    )
