"""Converts a log in plain words, one line for each act, to the lines of an observed log. docs/observed.md lists the
words."""

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


class Phrase(NamedTuple):
    """One way to say something: a pattern, an example, and the function that builds the body of the line."""

    pattern: str
    example: str
    build: Callable[[_Words, tuple[str, ...]], Body]


class _Words:
    """The words of one game. Its methods raise ValueError with what is wrong."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines = (*LINES, *(_game_phrase(kind, kind.plain) for kind in game.more_inputs if kind.plain is not None))
        self.next_round = NEXT_ROUND | {_tag(kind) for kind in game.more_inputs if kind.by_player}
        self.repeats = {_tag(kind) for kind in game.more_inputs if kind.plain is not None and kind.plain.repeats}

    def spot(self, word: str) -> str:
        """Check the name of a betting area."""
        spot = word.strip().lower()
        if spot in self.game.wagers.payments:
            return spot
        raise ValueError(f"{spot!r} is not a betting area of {self.game.name}; they are {', '.join(self.game.spots)}")

    def shows(self, name: str) -> str:
        """Return the name if a wheel of this game can show it; raise ValueError otherwise. The stop is found later by
        the table, because a house elects its wheel.
        """
        if name in stops_of(self.game, self.game.rules({}), self.game.house.usual()):
            return name
        raise ValueError(f"no wheel of {self.game.name} shows {name!r}; name what it shows, or the stop by its number")

    def stakes(self, text: str) -> dict[str, int]:
        """Parse stakes such as "$10 on ante and $5 on pair plus"."""
        stakes: dict[str, int] = {}
        for part in re.split(r"\s+and\s+(?=\$)", text.strip()):
            match = re.fullmatch(rf"{AMOUNT} (?:on )?(.+)", part)
            if match is None:
                raise ValueError(f"{part!r} is not a wager; write it as $10 on {self.game.spots[0]}")
            spot = self.spot(match[2])
            if spot in stakes:
                raise ValueError(f"{spot} is named twice; write the amount that lies there once")
            stakes[spot] = cents(match[1])
        return stakes


def stops_of(game: Game, rules: Rules, house: House) -> tuple[str, ...]:
    """Return what the stops of a table's wheel show, in order; empty if there is no wheel."""
    drawing = None if game.printed is None else game.printed(rules, house).drawing
    return () if drawing is None or drawing.wheel is None else drawing.wheel.stops


def cents(text: str) -> int:
    return int(Money.parse(text))


def _cards(text: str) -> list[str]:
    return list(parse_cards(text))


def _with_position(body: Body, position: str) -> Body:
    return {**body, "position": int(position)} if position else body


def _tag(kind: type[Input]) -> str:
    return str(kind.__struct_config__.tag)


def _game_phrase(kind: type[Input], plain: Plain) -> Phrase:
    """Return the phrase of a game's own input, as the game declares it."""
    fields = tuple(re.compile(plain.pattern).groupindex)

    def build(words: _Words, args: tuple[str, ...]) -> Body:
        return {"input": _tag(kind), **{field: _parse_value(text) for field, text in zip(fields, args, strict=True)}}

    return Phrase(plain.pattern, plain.example, build)


def _parse_value(text: str) -> int | str:
    if text.startswith("$"):
        return cents(text)
    return int(text) if text.isdecimal() else text.strip().lower()


def _seat_input(kind: str) -> Callable[[_Words, tuple[str, ...]], Body]:
    return lambda words, args: {"input": kind, "seat": int(args[0])}


def _event(kind: str, **more: Any) -> Callable[[_Words, tuple[str, ...]], Body]:
    return lambda words, args: {"input": kind, **more}


def _place(word: str) -> str:
    """Return the place that a phrase names."""
    word = word.lower()
    if word in ("dealer", "the dealer"):
        return DEALER
    return COMMUNITY if "seat" not in word else hand(int(word.rpartition(" ")[2]))


def _money(act: str, amount: int, spot: int, seat: int, position: int) -> Callable[[_Words, tuple[str, ...]], Body]:
    """Build an act that moves chips. The numbers are the groups of amount, area, seat and position in the pattern."""

    def build(words: _Words, args: tuple[str, ...]) -> Body:
        body = {"act": act, "seat": int(args[seat]), "spot": words.spot(args[spot]), "cents": cents(args[amount])}
        return _with_position(body, args[position])

    return build


def _cards_seen(words: _Words, args: tuple[str, ...]) -> Body:
    return {"act": SEEN, "place": _place(args[0]), "cards": _cards(args[1])}


def _answer(choice: str | None = None) -> Callable[[_Words, tuple[str, ...]], Body]:
    def build(words: _Words, args: tuple[str, ...]) -> Body:
        position = args[-1]
        return _with_position(
            {"input": "answer", "seat": int(args[0]), "choice": choice or args[1].strip().lower()}, position
        )

    return build


def _void_hand(words: _Words, args: tuple[str, ...]) -> Body:
    return {"act": "void hand", "seat": int(args[0])}


LINES = (
    Phrase(rf"{SEAT} bets (\$.+?){AT}", "seat 3 bets $10 on ante and $5 on pair plus",
         lambda words, args: _with_position(
             {"input": "wager", "seat": int(args[0]), "stakes": words.stakes(args[1])}, args[2])),
    Phrase(rf"{SEAT} takes back (?:the )?(.+?){AT}", "seat 3 takes back pair plus",
         lambda words, args: _with_position(
             {"input": "take back", "seat": int(args[0]), "spot": words.spot(args[1])}, args[2])),
    Phrase(rf"{SEAT} sits(?: down)?(?: with {AMOUNT})?", "seat 3 sits with $500",
         lambda words, args: {"input": "sit", "seat": int(args[0])} | ({"chips": cents(args[1])} if args[1] else {})),
    Phrase(rf"{SEAT} adds {AMOUNT}", "seat 3 adds $200",
         lambda words, args: {"input": "add chips", "seat": int(args[0]), "chips": cents(args[1])}),
    Phrase(rf"{SEAT} leaves", "seat 3 leaves", _seat_input("leave")),
    Phrase(r"no more bets|wagers close|dice out", "no more bets", _event("close")),
    Phrase(rf"{SEAT} folds{AT}", "seat 3 folds", _answer("fold")),
    Phrase(rf"{SEAT} checks{AT}", "seat 3 checks", _answer("check")),
    Phrase(rf"{SEAT} plays{AT}", "seat 3 plays", _answer("play")),
    Phrase(rf"{SEAT} plays (\d)x{AT}", "seat 3 plays 4x",
         lambda words, args: _with_position(
             {"input": "answer", "seat": int(args[0]), "choice": f"play {args[1]}x"}, args[2])),
    Phrase(rf"{SEAT} lets it ride{AT}", "seat 3 lets it ride", _answer("let it ride")),
    Phrase(rf"{SEAT} withdraws{AT}", "seat 3 withdraws", _answer("withdraw")),
    Phrase(rf"{SEAT} decides (.+?){AT}", "seat 3 decides double", _answer()),
    Phrase(rf"(seat \d{{1,3}}|(?:the )?dealer|(?:the )?board) (?:gets|has|shows) {CARDS}", "seat 3 gets Ah Kd 7c",
           _cards_seen),
    Phrase(rf"dealer deals {CARDS} to (seat \d{{1,3}}|(?:the )?dealer|(?:the )?board)", "dealer deals Ah to seat 3",
         lambda words, args: {"act": SEEN, "place": _place(args[1]), "cards": _cards(args[0])}),
    Phrase(rf"dealer pays {SEAT} {AMOUNT} on (.+?){AT}", "dealer pays seat 3 $50 on pair plus",
         _money("pay", 1, 2, 0, 3)),
    Phrase(rf"dealer collects {AMOUNT} on (.+?) from {SEAT}{AT}", "dealer collects $10 on ante from seat 3",
         _money("collect", 0, 1, 2, 3)),
    Phrase(rf"dealer returns {AMOUNT} on (.+?) to {SEAT}{AT}", "dealer returns $10 on ante to seat 3",
         _money("return", 0, 1, 2, 3)),
    Phrase(r"dealer burns(?: a card)?", "dealer burns a card", lambda words, args: {"act": "burn"}),
    Phrase(r"dealer counts the stub(?:: (\d{1,2}))?", "dealer counts the stub: 37",
         lambda words, args: {"act": "count"} | ({"counted": int(args[0])} if args[0] else {})),
    Phrase(r"dealer (?:says|announces) [\"“](.+)[\"”]", 'dealer says "No more bets"',
         lambda words, args: {"act": "call", "words": args[0]}),
    Phrase(r"(?:the )?round is void|no roll", "round is void", lambda words, args: {"act": "void"}),
    Phrase(rf"(?:the )?hand of {SEAT} is void", "hand of seat 3 is void", _void_hand),
    Phrase(r"(?:the )?(?:dice|shooter) (?:show|shows|throws|throw) ([1-6](?:[ ,-]+[1-6])+)", "dice show 3 4",
         lambda words, args: {"input": "throw", "dice": [int(face) for face in re.findall("[1-6]", args[0])]}),
    Phrase(rf"{SEAT} passes the dice", "seat 3 passes the dice", _seat_input("pass dice")),
    Phrase(r"(?:the )?dealer cuts (\d{1,2})(?: cards)?", "dealer cuts 20",
         lambda words, args: {"input": "cut", "count": int(args[0])}),
    Phrase(r"(?:the )?supervisor orders (.+)", "supervisor orders recut",
         lambda words, args: {"input": "order", "what": args[0].strip().lower(), "by": "supervisor"}),
    Phrase(rf"fill of {AMOUNT}", "fill of $5,000",
         lambda words, args: {"input": "fill", "cents": cents(args[0]), "by": "supervisor"}),
    Phrase(r"a card lies face up in the deck", "a card lies face up in the deck", _event("face up card")),
    Phrase(r"a card is drawn in error", "a card is drawn in error", _event("drawn in error")),
    Phrase(r"(seat \d{1,3}|dealer|board) gets a card too many", "seat 3 gets a card too many",
         lambda words, args: {"input": "extra card", "place": _place(args[0])}),
    Phrase(r"(seat \d{1,3}|dealer|board) gets a card too few", "seat 3 gets a card too few",
         lambda words, args: {"input": "short card", "place": _place(args[0])}),
    Phrase(r"a card of (?:the )?(seat \d{1,3}|dealer|board) is exposed", "a card of the dealer is exposed",
         lambda words, args: {"input": "card exposed", "place": _place(args[0])}),
    Phrase(r"(?:the )?(shuffler|automated shoe) jams", "shuffler jams",
         lambda words, args: {"input": "device jam", "device": args[0].lower()}),
    Phrase(r"(?:the )?(?:wheel|ball) rests at stop (\d{1,3})", "ball rests at stop 9",
         lambda words, args: {"input": "spin", "stop": int(args[0])}),
    Phrase(r"(?:the )?(?:wheel|ball) rests in (\S+)", "ball rests in 17",
         lambda words, args: {"input": "spin", "shows": words.shows(args[0])}),
    Phrase(r"dice (off the table|among the chips|not together|short of the wall)", "dice off the table",
         lambda words, args: {"input": "dice astray", "how": args[0].lower()}),
)  # fmt: skip
HEADER = {
    "game": "game three-card-poker", "day": "day 1997-03-17", "house": "house house.toml", "table": "table Table 1",
    "noted": f"noted {', '.join(GROUPS[:3])}", "button": "button at seat 3", "point": "point 6",
    "shooter": "shooter seat 3", "standing": "standing seat 3 $10 on pass",
}  # fmt: skip
NEXT_ROUND = frozenset(("wager", "take back", "close", "throw", "sit", "leave", "call on", "pass dice", "add chips"))


def convert(text: str) -> list[bytes]:
    """Convert plain words to the lines of an observed log: one line for each line of the text, so that line numbers
    agree.

    Raises:
        LogError: a line cannot be read; the message names it and what would be right.
    """
    reader = _Reader()
    for number, raw in enumerate(text.splitlines(), 1):
        line = " ".join(raw.partition("#")[0].split())
        try:
            reader.read(line)
        except (ValueError, OverflowError) as error:
            raise LogError(f"line {number}: {error}") from None
    return [msgspec.json.encode(body) if body else b"" for body in reader.bodies()]


class _Reader:
    """Reads the lines one after another."""

    def __init__(self) -> None:
        self._header: Body = {}
        self._bodies: list[Body] = []  # one for each line; empty if the line adds nothing
        self._words: _Words | None = None
        self._begins = True  # the next act opens a round
        self._thrown = False
        self._repeats = False  # the last throw or spin does not count

    @property
    def _has_acts(self) -> bool:
        return any(body and body is not self._header for body in self._bodies)

    def bodies(self) -> list[Body]:
        if self._words is None:
            raise LogError(f"no line names the game; begin with a line such as: {HEADER['game']}")
        return self._bodies

    def read(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word = word.lower()
        if not line:
            self._bodies.append({})
        elif word in HEADER and rest and not self._has_acts and not _is_act(line):
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
        for phrase in words.lines:
            if (match := re.fullmatch(phrase.pattern, line, re.IGNORECASE)) is not None:
                args = tuple(group or "" for group in match.groups())
                self._add(phrase.build(words, args), words)
                return
        raise ValueError(f"{line[:60]!r} is not understood; say it as one of these: {_nearest(line, words.lines)}")

    def _add(self, body: Body, words: _Words) -> None:
        """Add a line. It opens a round if needed.

        Where a roll or a spin is a round, a wager after it opens the next round, unless the roll did not count.
        """
        input_kind = body.get("input")
        begins = self._begins or (self._thrown and not self._repeats and input_kind in words.next_round)
        self._bodies.append({"line": ROUND, **body} if begins else body)
        if input_kind is None and body.get("act") in ("pay", "collect"):  # so the throw or spin counted after all
            self._repeats = False
        elif input_kind in ("throw", "spin"):
            self._repeats = self._repeats and not self._thrown
        else:
            self._repeats = self._repeats or input_kind in words.repeats
        self._thrown = input_kind in ("throw", "spin") or (self._thrown and not begins)
        self._begins = False


def _is_act(line: str) -> bool:
    return any(re.fullmatch(phrase.pattern, line, re.IGNORECASE) for phrase in LINES)


def _groups(rest: str) -> list[str] | str:
    if rest.lower() == "all":
        return "all"
    groups = [word.strip().lower() for word in rest.split(",")]
    if unknown := [group for group in groups if group not in GROUPS]:
        raise ValueError(f"{', '.join(unknown)} cannot be noted as a whole; choose of {', '.join(GROUPS)}")
    return groups


def _nearest(line: str, lines: Iterable[Phrase]) -> str:
    """Return examples of the phrases that share most words with a line."""
    words = set(line.lower().split())
    phrases = sorted(lines, key=lambda phrase: -len(words & set(phrase.example.lower().split())))
    return "; ".join(phrase.example for phrase in phrases[:3])


def list_phrases() -> Mapping[str, str]:
    """Return an example of every phrase and the line that it becomes, for the page that lists them."""
    games = [_Words(load(name)) for name in REGISTERED]
    lines = {line.example: line for words in games for line in words.lines}
    return {example: msgspec.json.encode(_example_body(line, games)).decode() for example, line in lines.items()}


def _example_body(line: Phrase, games: Iterable[_Words]) -> Body:
    """Build the body of an example with the first game that knows what it names."""
    match = re.fullmatch(line.pattern, line.example, re.IGNORECASE)
    assert match is not None, line.example
    args = tuple(group or "" for group in match.groups())
    for words in games:
        with suppress(ValueError):
            return line.build(words, args)
    raise AssertionError(f"no game understands {line.example!r}")
