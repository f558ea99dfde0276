"""The frozen corpus: rounds of every game as they were played, so that nothing that happens at a table changes
unnoticed.

There is one compressed file for each game: a header line, then the rounds. A round is how it opens (law, readings,
house, carry) and its log: every act with its words, every input that was taken, every input that was only judged with
the citations that refuse it, every question that the table waits with, and the digest of the final carry. Inputs come
from the file alone, so that neither a strategy nor a generator of chance matters once it is written. No game is known
here.
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
MOST_BYTES = 500_000  # largest size of one game's file
# The text repeats itself at long distances, so use the largest window and contexts of whole bytes.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}]
ACT, INPUT, JUDGED, WAITS, OVER, OPENS = b"[", b'{"input":', b'{"refused":', b'{"waits":', b'{"next":', b'{"round":'
# Fields of a wait: a function, the deck (earlier acts have it), and choices that the player cannot afford.
NOT_KEPT = ("check", "cards", "short", "soon_over")

_encode = msgspec.json.Encoder(enc_hook=int).encode  # Money goes down as plain cents


class DamagedError(Exception):
    """An error: the file is not as it was written."""


class Header(msgspec.Struct, frozen=True):
    """The first line of a corpus file."""

    game: str
    behaviour: int
    rounds: int
    acts: int
    sha256: str  # digest of all that follows


class Opening(msgspec.Struct, frozen=True):
    """The opening of a round. Readings with their default are left out, as a house leaves out what it does not elect:
    changing a default changes what happens at tables."""

    round: int
    where: str  # the golden round, the scene or the cell of the grid it was played for
    as_of: str
    assumed: Assume
    readings: dict[str, str]
    breaches: tuple[str, ...]  # paragraphs that the house breaches
    house: msgspec.Raw
    carry: msgspec.Raw


class KeptRound(NamedTuple):
    """A round of the corpus, line by line as it is written."""

    opening: bytes
    log: list[bytes]

    @property
    def decoded_opening(self) -> Opening:
        """The decoded opening."""
        return msgspec.json.decode(self.opening, type=Opening)


@contextmanager
def watched_by(watcher: force.Watcher | None) -> Iterator[None]:
    """Run with this watcher of the law, or without any, which makes the hooks of the tests cost nothing."""
    previous = force.watch(watcher)
    try:
        yield
    finally:
        force.watch(previous)


# --- files


def path_of(game: str, folder: Path = FOLDER) -> Path:
    """Return the corpus file of a game."""
    return folder / f"{game}.xz"


def content_of(game: Game, rounds: list[KeptRound]) -> bytes:
    """Return the uncompressed content of a corpus file."""
    body = b"".join(line + b"\n" for kept in rounds for line in (kept.opening, *kept.log))
    acts = sum(line.startswith(ACT) for kept in rounds for line in kept.log)
    header = Header(game.name, game.editions.behaviour, len(rounds), acts, sha256(body).hexdigest())
    return _encode(header) + b"\n" + body


def pack(content: bytes) -> bytes:
    """Compress the content of a corpus file."""
    return lzma.compress(content, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=FILTERS)


def unpack(file: Path) -> bytes:
    """Read and decompress a corpus file."""
    return lzma.decompress(file.read_bytes())


def read(file: Path) -> tuple[Header, list[KeptRound]]:
    """Read a corpus file. Raise `DamagedError` if somebody has changed it."""
    try:
        first, _, body = unpack(file).partition(b"\n")
        header = msgspec.json.decode(first, type=Header)
    except (lzma.LZMAError, msgspec.DecodeError) as error:
        raise DamagedError(f"{file} cannot be read: {error}") from None
    if sha256(body).hexdigest() != header.sha256:
        raise DamagedError(f"{file} is not as it was written; only 'make corpus' writes it")
    rounds: list[KeptRound] = []
    for line in body.splitlines():
        if line.startswith(OPENS):
            rounds.append(KeptRound(line, []))
        else:
            rounds[-1].log.append(line)
    return header, rounds


# --- a round, line by line


class Tables:
    """A cache of tables and their settings: making rules costs more than playing a round."""

    def __init__(self, game: Game, made: Callable[[Rules], Rules] = lambda rules: rules) -> None:
        self.game = game
        self.made = made  # changes the rules before they are used
        self._known: dict[tuple[object, ...], tuple[Rules, House, tuple[str, ...]]] = {}

    def open(self, opened: Opening) -> tuple[Player, tuple[str, ...]]:
        """Return a player of the round, and the paragraphs that its house breaches."""
        key = (opened.as_of, opened.assumed, *sorted(opened.readings.items()), bytes(opened.house))
        if key not in self._known:
            rules = self.made(self.game.rules(opened.readings, opened.as_of, opened.assumed))
            house = from_cents(self.game.house, opened.house)
            self._known[key] = rules, house, tuple(finding.cite for finding in house.breaches(rules))
        rules, house, breaches = self._known[key]
        carry = msgspec.json.decode(opened.carry, type=Carry)
        return Player(Driver(self.game, rules, house, carry, stepwise=True)), breaches


class Player:
    """A player of a kept round, one line at a time. Each method returns the line of what happened."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.told = 0  # number of log items that were returned
        self.waited = b""  # the line of the last wait

    def act(self) -> bytes:
        """Perform the next act."""
        if len(self.driver.log) == self.told:
            self.driver.run(1)
        return self._next() or self._rest()

    def wait(self) -> bytes:
        """Return the wait that comes next, or whatever comes instead."""
        if len(self.driver.log) == self.told:
            self.driver.run(1)
        if (happened := self._next()) is not None:
            return happened
        self.waited = self._rest()
        return self.waited

    def give(self, given: Input) -> bytes:
        """Give the table an input."""
        if (other_line := self._not_there(given)) is not None:
            return other_line
        if refusals := self.driver.submit(given, stepwise=True):
            return _judged_line(given, refusals)
        return self._next() or b""

    def judge(self, given: Input) -> bytes:
        """Ask the table what refuses an input."""
        return self._not_there(given) or _judged_line(given, self.driver.refusals(given))

    def _not_there(self, given: Input) -> bytes | None:
        """Return what happens instead if the table is not at the moment at which the input came; else None."""
        if len(self.driver.log) > self.told:
            return self._next()
        if given.amid:
            return None
        before, now = self.waited, self.wait()
        return None if now == before else now

    def _next(self) -> bytes | None:
        """Return the line of the next item of the log, or None."""
        if len(self.driver.log) == self.told:
            return None
        self.told += 1
        return _log_line(self.driver.log[self.told - 1])

    def _rest(self) -> bytes:
        """Return the line of the wait or of the end of the round."""
        if self.driver.next is not None:
            return _encode({"next": self.driver.next.digest})
        assert self.driver.wait is not None
        return _waiting_line(self.driver.wait)


def _log_line(item: Step | Input) -> bytes:
    """Return the line of an act with its words, or of an input that was taken."""
    encoded = encode_item(item)
    return b"[" + encoded + b"," + _encode(sentence_for_house(item)) + b"]" if isinstance(item, Step) else encoded


def _judged_line(given: Input, refused: Iterable[Refusal]) -> bytes:
    """Return the line of an input that was judged. It has the citations and not the words of refusals, which may be
    improved."""
    return _encode({"refused": [refusal.cite for refusal in refused], "given": given})


def _waiting_line(wait: Wait) -> bytes:
    fields = {name: getattr(wait, name) for name in wait.__struct_fields__ if name not in NOT_KEPT}
    return _encode({"waits": type(wait).__name__, **fields})


def input_of(game: Game, line: bytes) -> Input:
    """Return the input of a line, taken or judged."""
    if line.startswith(JUDGED):
        line = bytes(msgspec.json.decode(line, type=dict[str, msgspec.Raw])["given"])
    return game.read_input.decode(line)


# --- writing


def keep(number: int, where: str, driver: Driver, judged: Mapping[int, Sequence[Input]]) -> KeptRound:
    """Replay a round from its inputs and return it as the corpus keeps it. `judged` has the inputs that were only
    judged, by the length of the log at that moment."""
    defaults = {reading.id: reading.default for reading in readings_of(driver.game.package).values()}
    readings = {key: choice for key, choice in driver.rules.readings.items() if choice != defaults[key]}
    house, carry = msgspec.Raw(_encode(driver.house)), msgspec.Raw(_encode(driver.carry))
    breaches = tuple(finding.cite for finding in driver.house.breaches(driver.rules))
    opening = Opening(number, where, driver.rules.as_of, driver.rules.assumed, readings, breaches, house, carry)
    player, _ = Tables(driver.game).open(opening)
    log: list[bytes] = []
    for length in range(len(driver.log) + 1):
        for given in judged.get(length, ()):
            log += (*_wait_before(player, given), player.judge(given))
        if length < len(driver.log):
            item = driver.log[length]
            log += [player.act()] if isinstance(item, Step) else [*_wait_before(player, item), player.give(item)]
    if driver.done or (driver.wait is not None and log):
        log.append(player.wait())
    happened = [line for line in log if line.startswith((ACT, INPUT))]
    assert happened == list(map(_log_line, driver.log)), f"{where} does not come out as it was played"
    return KeptRound(_encode(opening), log)


def _wait_before(player: Player, given: Input) -> list[bytes]:
    """Return the line of the wait before an input, if it differs from the last one."""
    before = player.waited
    return [] if given.amid or player.wait() == before else [player.waited]


# --- playing again


class Difference(NamedTuple):
    """The first line of a round that comes out differently."""

    round: int
    where: str
    act: int  # number of acts up to there
    was: bytes
    now: bytes
    cites: frozenset[str]  # citations of the lines that differ
    texts: frozenset[str]  # the texts that these belong to


def differences(game: Game, rounds: Iterable[KeptRound]) -> Iterator[Difference]:
    """Replay every round, and yield the first difference of each that has one."""
    tables = Tables(game)
    for kept in rounds:
        if (difference := _difference(tables, kept)) is not None:
            yield difference


def _difference(tables: Tables, kept: KeptRound) -> Difference | None:
    opened, rules = kept.decoded_opening, None

    def difference_at(acts: int, was: bytes, now: bytes) -> Difference:
        cites = frozenset(cite for line in (was, now) for cite in cites_in(line))
        texts = {text for cite in cites if rules and (text := rules.edition_of(cite))}
        if rules and not texts:  # readings stand in where no text speaks
            texts |= set(rules.sections.values())
        return Difference(opened.round, opened.where, acts, was, now, cites, frozenset(texts))

    try:
        player, breaches = tables.open(opened)
    except Exception as error:
        return difference_at(0, kept.opening, _broken_line(error))
    rules = player.driver.rules
    if breaches != opened.breaches:
        return difference_at(0, kept.opening, _encode(msgspec.structs.replace(opened, breaches=breaches)))
    acts = 0
    for line, now in replay_lines(player, kept.log):
        acts += line.startswith(ACT)
        if line != now:
            return difference_at(acts, line, now)
    return None


def replay_lines(player: Player, log: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield each line of a round with what happens now in its place, up to the first difference."""
    for line in log:
        try:
            now = _play_line(player, line)
        except Exception as error:  # whatever error a change causes is reported as a change
            now = _broken_line(error)
        yield line, now
        if line != now:
            return


def _play_line(player: Player, line: bytes) -> bytes:
    if line.startswith(ACT):
        return player.act()
    if line.startswith(INPUT):
        return player.give(input_of(player.driver.game, line))
    if line.startswith(JUDGED):
        return player.judge(input_of(player.driver.game, line))
    return player.wait()


def _broken_line(error: Exception) -> bytes:
    return _encode({"broken": f"{type(error).__name__}: {error}"})


def trouble(game: Game, folder: Path = FOLDER, one_in: int = 1) -> str:
    """Return why the corpus of a game does not say what the game does; empty if it does. Of seeded rounds one in so
    many is looked at, and every other one."""
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
            kept
            for at, kept in enumerate(rounds)
            if at % one_in == 0 or not kept.decoded_opening.where.startswith("seeded")
        ]
        found = list(differences(game, looked_at))
    return describe_differences(game, behaviour, found, len(looked_at)) if found else ""


# --- telling


def cites_in(line: bytes) -> list[str]:
    """Return what an act, a wait or a refusal rests on."""
    body = msgspec.json.decode(line)
    if line.startswith(ACT):
        said = (body[0].get(key) for key in ("cite", "by"))  # some acts name by number who did it
        return [each for cite in said if isinstance(cite, str) and cite for each in split_citation(cite)]
    if line.startswith((JUDGED, OPENS)):
        return [
            each for cite in body["refused" if line.startswith(JUDGED) else "breaches"] for each in split_citation(cite)
        ]
    return split_citation(body["cite"]) if line.startswith(WAITS) else []


def describe_line(line: bytes) -> str:
    """Format a line for a person to read."""
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


def describe_differences(game: Game, behaviour: int, differences: list[Difference], rounds: int) -> str:
    """Describe the first difference, and what to do if the change is intended."""
    first = differences[0]
    was, now = describe_line(first.was), describe_line(first.now)
    if was == now:  # the same words for different things
        was, now = first.was.decode(), first.now.decode()
    place = f"act {first.act} differs" if first.was.startswith(ACT) else f"what follows act {first.act} differs"
    cites = sorted({cite for difference in differences for cite in difference.cites if not cite.startswith("house:")})
    texts = sorted({text for difference in differences for text in difference.texts})
    touched = f"{', '.join(texts) or '...'} | {', '.join(cites) or '...'}"
    return (
        f"{game.name}, behaviour {behaviour}: round {first.round} ({first.where}), {place}\n"
        f"  was: {was}\n"
        f"  is:  {now}\n"
        f"({len(differences)} of {rounds} rounds differ.)\n"
        f"If this is meant: raise `behaviour` in src/{game.package.replace('.', '/')}/law/editions.py, add a row to "
        "CHANGELOG.md, under Behaviour, that names the texts and the paragraphs touched, and run 'make corpus'. "
        f"By these rounds it would begin:\n  | {game.name} | {behaviour + 1} | {touched} | "
    )
