"""A log in plain words, one line an act, made into the lines of an observed log. docs/observed.md lists the words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from pitboss.compliance.errors import LogError
from pitboss.compliance.observed_log.vocabulary import CLOSE, FORMAT, GROUPS, OBSERVED, ROUND, SEEN
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Plain
from pitboss.games import REGISTERED, load
from pitboss.law.rules import Rules
from pitboss.table.cards import parse_cards
from pitboss.table.money import Money
from pitboss.table.table import COMMUNITY, DEALER, hand

Body = dict[str, Any]
AMOUNT = r"(\$[\d,]+(?:\.\d\d)?)"
SEAT = r"seat (\d{1,3})"
AT = r"(?: at position (\d{1,3}))?"
CARDS = r"((?:(?:10|[2-9tjqka])[cdhs][ ,]*)+)"


class Line(NamedTuple):
    """One way to say something."""

    pattern: str
    example: str
    made: Callable[[_Words, tuple[str, ...]], Body]


class _Words:
    """Reads words of one game; a `ValueError` says what is wrong with them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines = (*LINES, *(_own(kind, kind.plain) for kind in game.more_inputs if kind.plain is not None))
        self.next_round = NEXT_ROUND | {_tag(kind) for kind in game.more_inputs if kind.by_player}
        self.repeats = {_tag(kind) for kind in game.more_inputs if kind.plain is not None and kind.plain.repeats}

    def spot(self, word: str) -> str:
        spot = word.strip().lower()
        if spot in self.game.spots or spot == "ante bonus":
            return spot
        raise ValueError(f"{spot!r} is not a betting area of {self.game.name}; they are {', '.join(self.game.spots)}")

    def shows(self, name: str) -> str:
        """What a wheel shows. At which stop it does so is for the table of the log to say: a house elects its wheel."""
        if name in stops_of(self.game, self.game.rules({}), self.game.house.usual()):
            return name
        raise ValueError(f"no wheel of {self.game.name} shows {name!r}; name what it shows, or the stop by its number")

    def stakes(self, text: str) -> dict[str, int]:
        """ "$10 on ante and $5 on pair plus" """
        found: dict[str, int] = {}
        for part in re.split(r"\s+and\s+(?=\$)", text.strip()):
            match = re.fullmatch(rf"{AMOUNT} (?:on )?(.+)", part)
            if match is None:
                raise ValueError(f"{part!r} is not a wager; write it as $10 on {self.game.spots[0]}")
            spot = self.spot(match[2])
            if spot in found:
                raise ValueError(f"{spot} is named twice; write the amount that lies there once")
            found[spot] = cents(match[1])
        return found


def stops_of(game: Game, rules: Rules, house: House) -> tuple[str, ...]:
    """What the stops of a table's wheel show, in order; none where there is no wheel."""
    drawing = None if game.printed is None else game.printed(rules, house).drawing
    return () if drawing is None or drawing.wheel is None else drawing.wheel.stops


def cents(text: str) -> int:
    return int(Money.parse(text))


def _cards(text: str) -> list[str]:
    return list(parse_cards(text))


def _at(body: Body, position: str) -> Body:
    return {**body, "position": int(position)} if position else body


def _tag(kind: type[Input]) -> str:
    return str(kind.__struct_config__.tag)


def _own(kind: type[Input], plain: Plain) -> Line:
    """What a game's own input is called in plain words, as it declares itself."""
    fields = tuple(re.compile(plain.pattern).groupindex)

    def made(words: _Words, said: tuple[str, ...]) -> Body:
        return {"input": _tag(kind), **{field: _value(text) for field, text in zip(fields, said, strict=True)}}

    return Line(plain.pattern, plain.example, made)


def _value(text: str) -> int | str:
    if text.startswith("$"):
        return cents(text)
    return int(text) if text.isdecimal() else text.strip().lower()


def _seat(kind: str) -> Callable[[_Words, tuple[str, ...]], Body]:
    return lambda words, said: {"input": kind, "seat": int(said[0])}


def _happens(kind: str, **more: Any) -> Callable[[_Words, tuple[str, ...]], Body]:
    return lambda words, said: {"input": kind, **more}


def _place(word: str) -> str:
    word = word.lower()
    if word in ("dealer", "the dealer"):
        return DEALER
    return COMMUNITY if "seat" not in word else hand(int(word.rpartition(" ")[2]))


def _money(act: str, amount: int, spot: int, seat: int, position: int) -> Callable[[_Words, tuple[str, ...]], Body]:
    """An act that moves chips; where in the line its amount, area, seat and position stand."""

    def made(words: _Words, said: tuple[str, ...]) -> Body:
        body = {"act": act, "seat": int(said[seat]), "spot": words.spot(said[spot]), "cents": cents(said[amount])}
        return _at(body, said[position])

    return made


def _seen(words: _Words, said: tuple[str, ...]) -> Body:
    return {"act": SEEN, "place": _place(said[0]), "cards": _cards(said[1])}


def _answer(choice: str | None = None) -> Callable[[_Words, tuple[str, ...]], Body]:
    def made(words: _Words, said: tuple[str, ...]) -> Body:
        position = said[-1]
        return _at({"input": "answer", "seat": int(said[0]), "choice": choice or said[1].strip().lower()}, position)

    return made


def _void_hand(words: _Words, said: tuple[str, ...]) -> Body:
    return {"act": "void hand", "seat": int(said[0])}


LINES = (
    Line(rf"{SEAT} bets (\$.+?){AT}", "seat 3 bets $10 on ante and $5 on pair plus",
         lambda words, said: _at({"input": "wager", "seat": int(said[0]), "stakes": words.stakes(said[1])}, said[2])),
    Line(rf"{SEAT} takes back (?:the )?(.+?){AT}", "seat 3 takes back pair plus",
         lambda words, said: _at({"input": "take back", "seat": int(said[0]), "spot": words.spot(said[1])}, said[2])),
    Line(rf"{SEAT} sits(?: down)?(?: with {AMOUNT})?", "seat 3 sits with $500",
         lambda words, said: {"input": "sit", "seat": int(said[0])} | ({"chips": cents(said[1])} if said[1] else {})),
    Line(rf"{SEAT} adds {AMOUNT}", "seat 3 adds $200",
         lambda words, said: {"input": "add chips", "seat": int(said[0]), "chips": cents(said[1])}),
    Line(rf"{SEAT} leaves", "seat 3 leaves", _seat("leave")),
    Line(r"no more bets|wagers close|dice out", "no more bets", _happens("close")),
    Line(rf"{SEAT} folds{AT}", "seat 3 folds", _answer("fold")),
    Line(rf"{SEAT} checks{AT}", "seat 3 checks", _answer("check")),
    Line(rf"{SEAT} plays{AT}", "seat 3 plays", _answer("play")),
    Line(rf"{SEAT} plays (\d)x{AT}", "seat 3 plays 4x",
         lambda words, said: _at({"input": "answer", "seat": int(said[0]), "choice": f"play {said[1]}x"}, said[2])),
    Line(rf"{SEAT} lets it ride{AT}", "seat 3 lets it ride", _answer("let it ride")),
    Line(rf"{SEAT} withdraws{AT}", "seat 3 withdraws", _answer("withdraw")),
    Line(rf"{SEAT} decides (.+?){AT}", "seat 3 decides double", _answer()),
    Line(rf"(seat \d{{1,3}}|(?:the )?dealer|(?:the )?board) (?:gets|has|shows) {CARDS}", "seat 3 gets Ah Kd 7c", _seen),
    Line(rf"dealer deals {CARDS} to (seat \d{{1,3}}|(?:the )?dealer|(?:the )?board)", "dealer deals Ah to seat 3",
         lambda words, said: {"act": SEEN, "place": _place(said[1]), "cards": _cards(said[0])}),
    Line(rf"dealer pays {SEAT} {AMOUNT} on (.+?){AT}", "dealer pays seat 3 $50 on pair plus",
         _money("pay", 1, 2, 0, 3)),
    Line(rf"dealer collects {AMOUNT} on (.+?) from {SEAT}{AT}", "dealer collects $10 on ante from seat 3",
         _money("collect", 0, 1, 2, 3)),
    Line(rf"dealer returns {AMOUNT} on (.+?) to {SEAT}{AT}", "dealer returns $10 on ante to seat 3",
         _money("return", 0, 1, 2, 3)),
    Line(r"dealer burns(?: a card)?", "dealer burns a card", lambda words, said: {"act": "burn"}),
    Line(r"dealer counts the stub(?:: (\d{1,2}))?", "dealer counts the stub: 37",
         lambda words, said: {"act": "count"} | ({"counted": int(said[0])} if said[0] else {})),
    Line(r"dealer (?:says|announces) [\"“](.+)[\"”]", 'dealer says "No more bets"',
         lambda words, said: {"act": "call", "words": said[0]}),
    Line(r"(?:the )?round is void|no roll", "round is void", lambda words, said: {"act": "void"}),
    Line(rf"(?:the )?hand of {SEAT} is void", "hand of seat 3 is void", _void_hand),
    Line(r"(?:the )?(?:dice|shooter) (?:show|shows|throws|throw) ([1-6](?:[ ,-]+[1-6])+)", "dice show 3 4",
         lambda words, said: {"input": "throw", "dice": [int(face) for face in re.findall("[1-6]", said[0])]}),
    Line(rf"{SEAT} passes the dice", "seat 3 passes the dice", _seat("pass dice")),
    Line(r"(?:the )?dealer cuts (\d{1,2})(?: cards)?", "dealer cuts 20",
         lambda words, said: {"input": "cut", "count": int(said[0])}),
    Line(r"(?:the )?supervisor orders (.+)", "supervisor orders recut",
         lambda words, said: {"input": "order", "what": said[0].strip().lower(), "by": "supervisor"}),
    Line(rf"fill of {AMOUNT}", "fill of $5,000",
         lambda words, said: {"input": "fill", "cents": cents(said[0]), "by": "supervisor"}),
    Line(r"a card lies face up in the deck", "a card lies face up in the deck", _happens("face up card")),
    Line(r"a card is drawn in error", "a card is drawn in error", _happens("drawn in error")),
    Line(r"(seat \d{1,3}|dealer|board) gets a card too many", "seat 3 gets a card too many",
         lambda words, said: {"input": "extra card", "place": _place(said[0])}),
    Line(r"(seat \d{1,3}|dealer|board) gets a card too few", "seat 3 gets a card too few",
         lambda words, said: {"input": "short card", "place": _place(said[0])}),
    Line(r"a card of (?:the )?(seat \d{1,3}|dealer|board) is exposed", "a card of the dealer is exposed",
         lambda words, said: {"input": "card exposed", "place": _place(said[0])}),
    Line(r"(?:the )?(shuffler|automated shoe) jams", "shuffler jams",
         lambda words, said: {"input": "device jam", "device": said[0].lower()}),
    Line(r"(?:the )?(?:wheel|ball) rests at stop (\d{1,3})", "ball rests at stop 9",
         lambda words, said: {"input": "spin", "stop": int(said[0])}),
    Line(r"(?:the )?(?:wheel|ball) rests in (\S+)", "ball rests in 17",
         lambda words, said: {"input": "spin", "shows": words.shows(said[0])}),
    Line(r"dice (off the table|among the chips|not together|short of the wall)", "dice off the table",
         lambda words, said: {"input": "dice astray", "how": said[0].lower()}),
)  # fmt: skip
HEADER = {
    "game": "game three-card-poker", "day": "day 1997-03-17", "house": "house house.toml", "table": "table Table 1",
    "noted": f"noted {', '.join(GROUPS[:3])}", "button": "button at seat 3", "point": "point 6",
    "shooter": "shooter seat 3", "standing": "standing seat 3 $10 on pass",
}  # fmt: skip
NEXT_ROUND = frozenset(("wager", "take back", "close", "throw", "sit", "leave", "call on", "pass dice", "add chips"))


def convert(text: str) -> list[bytes]:
    """The lines of an observed log: as many as the text has, so that both are counted alike.

    Raises:
        LogError: a line cannot be read; the message names it and what would be right.
    """
    reader = _Reader()
    for number, raw in enumerate(text.splitlines(), 1):
        line = " ".join(raw.partition("#")[0].split())
        try:
            reader.read(line)
        except (ValueError, OverflowError) as wrong:
            raise LogError(f"line {number}: {wrong}") from None
    return [msgspec.json.encode(body) if body else b"" for body in reader.bodies()]


class _Reader:
    def __init__(self) -> None:
        self._header: Body = {}
        self._bodies: list[Body] = []  # one for each line; of those that say nothing more, an empty one
        self._words: _Words | None = None
        self._begins = True  # the next act opens a round
        self._thrown = False
        self._repeats = False  # what was thrown or spun does not count

    @property
    def _started(self) -> bool:
        return any(each and each is not self._header for each in self._bodies)

    def bodies(self) -> list[Body]:
        if self._words is None:
            raise LogError(f"no line names the game; begin with a line such as: {HEADER['game']}")
        return self._bodies

    def read(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word = word.lower()
        if not line:
            self._bodies.append({})
        elif word in HEADER and rest and not self._started and not _is_act(line):
            self._bodies.append({} if self._header else self._header)
            self._header |= {"line": OBSERVED, "format": FORMAT}
            self._name(word, rest)
        elif re.fullmatch(r"(?:round|roll)(?: \d+)?:?", line.lower()):
            self._bodies.append({"line": ROUND})
            self._begins = self._thrown = self._repeats = False
        elif line.lower() == "end":
            self._bodies.append({"line": CLOSE})
            self._begins = True
        elif self._words is None:
            raise ValueError(f"the game is not named yet; begin with a line such as: {HEADER['game']}")
        else:
            self._act(self._words, line)

    def _name(self, word: str, rest: str) -> None:
        header = self._header
        match word:
            case "game":
                game = "-".join(rest.lower().split())
                self._words = _Words(load(game))
                header["game"] = game
            case "day":
                header["as_of"] = rest
            case "house" | "table":
                header[word] = rest
            case "noted":
                header["noted"] = _groups(rest)
            case "standing":
                header.setdefault("standing", []).append(self._standing(rest))
            case _:
                number = re.search(r"\d{1,3}", rest)
                if number is None:
                    raise ValueError(f"{rest!r} names no number; write it as: {HEADER[word]}")
                header.setdefault("marks", {})[word] = int(number[0])

    def _standing(self, rest: str) -> Body:
        match = re.fullmatch(rf"{SEAT} {AMOUNT} on (.+)", rest.lower())
        if match is None or self._words is None:
            raise ValueError(f"{rest!r} is not a standing wager; after the game, write: {HEADER['standing']}")
        return {"seat": int(match[1]), "spot": self._words.spot(match[3]), "cents": cents(match[2])}

    def _act(self, words: _Words, line: str) -> None:
        for way in words.lines:
            if (match := re.fullmatch(way.pattern, line, re.IGNORECASE)) is not None:
                said = tuple(group or "" for group in match.groups())
                self._add(way.made(words, said), words)
                return
        raise ValueError(f"{line[:60]!r} is not understood; say it as one of these: {_nearest(line, words.lines)}")

    def _add(self, body: Body, words: _Words) -> None:
        """Where a roll or a spin is a round, whoever wagers after it wagers on the next, unless it did not count."""
        given = body.get("input")
        begins = self._begins or (self._thrown and not self._repeats and given in words.next_round)
        self._bodies.append({"line": ROUND, **body} if begins else body)
        if given is None and body.get("act") in ("pay", "collect"):  # it counted after all
            self._repeats = False
        elif given in ("throw", "spin"):
            self._repeats = self._repeats and not self._thrown
        else:
            self._repeats = self._repeats or given in words.repeats
        self._thrown = given in ("throw", "spin") or (self._thrown and not begins)
        self._begins = False


def _is_act(line: str) -> bool:
    return any(re.fullmatch(way.pattern, line, re.IGNORECASE) for way in LINES)


def _groups(rest: str) -> list[str] | str:
    if rest.lower() == "all":
        return "all"
    groups = [word.strip().lower() for word in rest.split(",")]
    if unknown := [group for group in groups if group not in GROUPS]:
        raise ValueError(f"{', '.join(unknown)} cannot be noted as a whole; choose of {', '.join(GROUPS)}")
    return groups


def _nearest(line: str, lines: Iterable[Line]) -> str:
    """The ways to speak that share most words with a line."""
    words = set(line.lower().split())
    ways = sorted(lines, key=lambda way: -len(words & set(way.example.lower().split())))
    return "; ".join(way.example for way in ways[:3])


def vocabulary() -> Mapping[str, str]:
    """Every way to say something, by an example, and what it becomes; for the page that lists them."""
    games = [_Words(load(name)) for name in REGISTERED]
    lines = {line.example: line for words in games for line in words.lines}
    return {example: msgspec.json.encode(_understood(line, games)).decode() for example, line in lines.items()}


def _understood(line: Line, games: Iterable[_Words]) -> Body:
    """As the first game reads it that has what the example names."""
    match = re.fullmatch(line.pattern, line.example, re.IGNORECASE)
    assert match is not None, line.example
    said = tuple(group or "" for group in match.groups())
    for words in games:
        with suppress(ValueError):
            return line.made(words, said)
    raise AssertionError(f"no game understands {line.example!r}")
