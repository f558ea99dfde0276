"""What a player says at a craps table, in short words, and what he asks for by it. Pure: words in, inputs out.

Whether the table takes a wager is not judged here; that is the table's to say, with its paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from operator import itemgetter
from typing import Literal, TypeAlias

from pitboss.engine.inputs import AddChips, Input, TakeBack, Wager
from pitboss.games.craps.layout import COME, DONT_COME, DONT_PASS, LAYOUT, PASS, odds_of
from pitboss.games.craps.roll import NUMBERS
from pitboss.games.craps.wagers import Call, PassDice
from pitboss.table.money import Money, dollars

Command = Literal["roll", "undo", "help", "all", "why", "leave", "all down", "same again"]


@dataclass(frozen=True)
class Unclear:
    """What was said means nothing, or more than one thing."""

    told: str


Said: TypeAlias = tuple[Input, ...] | Command | Unclear

COMMANDS: dict[str, Command] = {
    "": "roll",
    "roll": "roll",
    "throw": "roll",
    "shoot": "roll",
    "undo": "undo",
    "u": "undo",
    "help": "help",
    "?": "help",
    "all": "all",
    "why": "why",
    "y": "why",
    "q": "leave",
    "quit": "leave",
    "leave": "leave",
    "exit": "leave",
    "all down": "all down",
    "down all": "all down",
    "take all down": "all down",
    "take everything down": "all down",
    "take it all down": "all down",
    "same again": "same again",
    "same": "same again",
    "again": "same again",
    "repeat": "same again",
}
BETS = (COME, DONT_COME)  # whose odds stand on the number they moved to
PASS_DICE = ("pass dice", "pass the dice", "give up the dice", "give up dice")


def _phrases() -> Iterator[tuple[str, str]]:
    """Every way to name a betting area."""
    for spot in LAYOUT:
        if LAYOUT[spot].kind != "odds":
            yield spot, spot
    for other in ("pass line", "passline", "line"):
        yield other, PASS
    for other in ("dp", "don't pass line", "don't pass bar"):
        yield other, DONT_PASS
    yield "dc", DONT_COME
    for number in NUMBERS:
        yield f"dc {number}", f"{DONT_COME} {number}"
        for other in (f"lose {number}", f"place to lose {number}", f"place {number} lose"):
            yield other, f"place {number} to lose"
    yield from {
        "seven": "any seven",
        "any 7": "any seven",
        "craps": "any craps",
        "two": "craps two",
        "craps 2": "craps two",
        "aces": "craps two",
        "three": "craps three",
        "craps 3": "craps three",
        "ace deuce": "craps three",
        "twelve": "craps twelve",
        "craps 12": "craps twelve",
        "boxcars": "craps twelve",
        "yo": "eleven",
        "yo eleven": "eleven",
        "ce": "c and e",
        "horn bet": "horn",
        "field bet": "field",
    }.items()


def _takes_odds(spot: str) -> bool:
    return spot in BETS or odds_of(spot) in LAYOUT


PHRASES = dict(_phrases())
BACKED = ("odds", *(f"odds {phrase}" for phrase, spot in PHRASES.items() if _takes_odds(spot)))
# What is suggested: as it is, or with an amount. Nothing is wagered on a come bet's number itself; it moves there.
ORDERS = (*(word for word in COMMANDS if len(word) > 1), *PASS_DICE)
ALONE = (
    *ORDERS,
    *(f"{verb} {phrase}" for verb in ("take down", "down", "on") for phrase in (*PHRASES, *BACKED)),
)
WITH_AMOUNT = (
    *(phrase for phrase, spot in PHRASES.items() if LAYOUT[spot].kind != "come point"),
    *BACKED,
    *(f"odds {number}" for number in NUMBERS),
)
VOCABULARY = (*ALONE, *WITH_AMOUNT)
LIKE = 0.7  # how like a suggestion is to what was said, at least
LONG = 40  # signs of what is quoted

# Written in more than one way; what the words for 2, 3, 7, 11 and 12 name is a wager and no number.
_SPELLINGS = (
    (re.compile(r"[’‘`´]"), "'"),
    (re.compile(r"\b(?:dont|do not)\b"), "don't"),
    (re.compile(r"\s*&\s*"), " and "),
    (re.compile(r"\bhard ?ways?\b"), "hard"),
    (re.compile(r"\$\s+(?=\d)"), "$"),
)
_NUMBERS = frozenset(map(str, NUMBERS))
_NUMBER_WORDS = {"four": "4", "five": "5", "six": "6", "eight": "8", "nine": "9", "ten": "10"}
_IDLE = frozenset(("the", "a", "an", "my", "for", "behind", "in", "please", "dollar", "dollars", "bucks"))
_PRESSED = ("place", "place to lose", "buy", "lay", "hardway")  # kinds of wagers on a number
_VERBS = frozenset(("bet", "wager", "put"))
_BETWEEN = re.compile(r"[;,](?!(?<=\d,)\d{3}(?!\d))")  # but not the comma in 1,000
_AGAINST = frozenset(("don't", "dp", "dc", "lose", "lay"))  # words of wagers that win on a seven
_AMOUNT = re.compile(r"-?\$?\d[\d.,]*\$?", re.ASCII)


def read(text: str, seat: int, held: Mapping[str, int], point: int) -> Said:
    """What a line asks for. `held` is what lies out for the seat by area, and `point` the come out point or 0."""
    words = _words(text)
    if (command := COMMANDS.get(" ".join(words))) is not None:
        return command
    inputs: list[Input] = []
    for part in _BETWEEN.split(text):
        if not part.strip():
            continue
        said = _part(part, seat, held, point)
        if isinstance(said, Unclear):
            return said
        last = inputs[-1] if inputs else None
        if isinstance(said, Wager) and isinstance(last, Wager):
            inputs[-1] = Wager(seat, _together(last.stakes, said.stakes))  # all of them are taken or none
        else:
            inputs.append(said)
    return tuple(inputs) if inputs else _nothing(text)


def _words(text: str) -> list[str]:
    text = text.lower()
    for pattern, right in _SPELLINGS:
        text = pattern.sub(right, text)
    return [_NUMBER_WORDS.get(word, word) for word in text.split()]


def _together(some: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    return {spot: some.get(spot, 0) + more.get(spot, 0) for spot in (*some, *more)}


def _part(text: str, seat: int, held: Mapping[str, int], point: int) -> Input | Unclear:
    words = _words(text)
    if " ".join(words) in COMMANDS:
        return Unclear(f"“{_short(text)}” has to be on a line by itself.")
    if " ".join(words) in PASS_DICE:
        return PassDice(seat)
    if (more := _chips(words, seat)) is not None:
        return more
    if words[:1] == ["press"]:
        return _press(words[1:], seat, held, text)
    if (named := _taken_down(words)) is not None:
        spot = _lying("down", named, held, point, text)
        return spot if isinstance(spot, Unclear) else TakeBack(seat, spot)
    if "off" in words:
        return _called_off(words)
    if (named := _called_on(words)) is not None:
        spot = _lying("on", named, held, point, text)
        return spot if isinstance(spot, Unclear) else Call(seat, spot)
    return _on_numbers(words, seat) or _wager(text, words, seat, held, point)


def _chips(words: Sequence[str], seat: int) -> AddChips | Unclear | None:
    """More chips before him; None if the words are about something else."""
    words = _without_idle(words)
    match words:
        case ["add", amount, "chips"] | ["add" | "buy", "chips", amount] | ["chips" | "add", amount]:
            cents = _money(amount)
            return Unclear(_no_amount(amount)) if cents is None else AddChips(seat, cents)
        case ["chips"] | ["add"] | ["add" | "buy", "chips"]:
            return Unclear("How much in chips? For example, “chips 100”.")
    return None


def _taken_down(words: Sequence[str]) -> list[str] | None:
    """The wager that is to come down; None if none is."""
    match words:
        case ["take", "down" | "back" | "off", *named] | ["down" | "remove", *named]:
            return list(named)
        case ["take", *named, "down" | "back" | "off"]:
            return list(named)
    return None


def _called_on(words: Sequence[str]) -> list[str] | None:
    match words:
        case ["call" | "turn", "on", *named] | ["call" | "turn", *named, "on"] | ["on", *named]:
            return list(named)
        case [*named, "on"]:
            return list(named)
    return None


def _called_off(words: Sequence[str]) -> Unclear:
    named = [word for word in _without_idle(words) if word not in ("off", "call", "turn", "odds")]
    down = " ".join(("down", *(("odds",) if "odds" in words else ()), *named))
    return Unclear(f"You cannot call a bet off here; “{down if down in ALONE else 'down place 6'}” takes it down.")


def _lying(verb: str, named: list[str], held: Mapping[str, int], point: int, text: str) -> str | Unclear:
    """The area of a wager that is named without an amount."""
    named = _without_idle(named)
    if "odds" in named:
        lying = [LAYOUT[spot].flat for spot in held if LAYOUT[spot].kind == "odds"]
        return _lying_odds(verb, [word for word in named if word != "odds"], lying, point, text)
    if (spot := PHRASES.get(" ".join(named))) is not None:
        return spot
    if all(map(_AMOUNT.fullmatch, named)):
        return Unclear(f"Which bet? For example, “{verb} place 6”.")
    return _whole(verb, named) or _nothing(text)


def _lying_odds(verb: str, named: list[str], lying: Sequence[str], point: int, text: str) -> str | Unclear:
    name = " ".join(named)
    if name in _NUMBERS and verb == "down" and lying:
        ways = " or ".join(f"“down odds {flat}”" for flat in lying)
        return Unclear(f"{name} could be a number or an amount; type {ways}. You always take down all of it.")
    if name not in _NUMBERS and name not in PHRASES and (unclear := _whole(f"{verb} odds", named)) is not None:
        return unclear
    return _odds(named, lying, point, text, f"{verb} odds {{}}")


def _whole(verb: str, named: Sequence[str]) -> Unclear | None:
    """What to say if an amount was named of a wager that is meant as a whole."""
    alone = " ".join((verb, *named[:-1]))
    if not named or not _AMOUNT.fullmatch(named[-1]) or alone not in ALONE:
        return None
    return Unclear(f"Leave out the amount, as in “{alone}”: it always means the whole bet.")


def _without_idle(words: Sequence[str]) -> list[str]:
    return [word for word in words if word not in _IDLE]


# --- wagers


def _wager(text: str, words: Sequence[str], seat: int, held: Mapping[str, int], point: int) -> Wager | Unclear:
    words = [word for word in _without_idle(words) if word != "on"]
    if (words and words[0] in _VERBS) or words[:2] in (["take", "odds"], ["lay", "odds"]):
        words = words[1:]
    odds = "odds" in words
    words = [word for word in words if word != "odds"]
    if not odds and (unclear := _either(words)) is not None:
        return unclear
    for named, amount in _divided(words):
        if odds:
            flats = [spot for spot in held if odds_of(spot) in LAYOUT and (LAYOUT[spot].number or point)]
            spot = _odds(named, flats, point, text, f"odds {{}} {dollars(amount)[1:]}")
        elif " ".join(named) in PHRASES:
            spot = PHRASES[" ".join(named)]
        else:
            continue
        return spot if isinstance(spot, Unclear) else Wager(seat, {spot: amount})
    return _why_not(text, words, odds)


def _on_numbers(words: Sequence[str], seat: int) -> Wager | Unclear | None:
    """An amount on numbers as people call them: 12 on 6; 6 and 8 12 each; 12 each on 6 and 8. A bare number is placed.
    None if it is said otherwise."""
    words = [word for word in _without_idle(words) if word not in _VERBS]
    plain = [word for word in words if word not in ("on", "each")]
    for named, amount in _divided(plain):
        spots = _named_together(named)
        if spots and "each" in words:
            return Wager(seat, dict.fromkeys(spots, amount))
        if spots and words[1:2] == ["on"] and plain[1:] == named and set(named) <= {"and", *_NUMBERS}:
            if len(spots) == 1:
                return Wager(seat, {spots[0]: amount})
            return Unclear(f"{dollars(amount)} on each of them? Then type “{' '.join(named)} {plain[0]} each”.")
    return None


def _named_together(named: Sequence[str]) -> list[str]:
    """The areas of names with “and” between them; a number without a name has the one before it, or is placed. Nothing
    if one of them is no name, or is named twice."""
    found, kind = [], "place"
    for name in " ".join(named).split(" and "):
        spot = PHRASES.get(f"{kind} {name}" if name in _NUMBERS else name)
        if spot is None or spot in found:
            return []
        found.append(spot)
        if name not in _NUMBERS and name.split()[-1] in _NUMBERS:
            kind = name.rpartition(" ")[0]
    return found


def _press(words: Sequence[str], seat: int, held: Mapping[str, int], text: str) -> Wager | Unclear:
    """Wagers on numbers are raised: doubled, or by so much."""
    words = [word for word in _without_idle(words) if word not in ("up", "it", "on", "by")]
    last = " ".join(words).split(" and ")[-1]
    more = None if last in _NUMBERS or last in PHRASES or " " not in last else _money(words[-1])
    stakes: dict[str, int] = {}
    for name in " ".join(words[:-1] if more is not None else words).split(" and "):
        meant = [spot for spot in held if LAYOUT[spot].kind in _PRESSED]
        if name in _NUMBERS:
            meant = [spot for spot in meant if LAYOUT[spot].number == int(name)]
        elif name in PHRASES:
            meant = [spot for spot in held if spot == PHRASES[name]]
        elif name:
            return _nothing(text)
        if not meant:
            return Unclear(f"You have no bet{f' on {PHRASES.get(name, name)}' if name else ''} to press.")
        if len(meant) > 1:
            ways = ", ".join(f"“press {spot}”" for spot in meant)
            return Unclear(f"This could mean more than one bet: {ways}.")
        stakes[meant[0]] = held[meant[0]] if more is None else more
    return Wager(seat, stakes)


def _either(words: Sequence[str]) -> Unclear | None:
    """What to say if the words name one wager and are also the name of another with an amount."""
    spot, other = (PHRASES.get(" ".join(named)) for named in (words, words[:-1]))
    if spot is None or other is None or _money(words[-1]) is None or LAYOUT[spot].kind == "come point":
        return None
    return Unclear(f"This could be “{other} {words[-1]}”, or {spot} for an amount, as in “{spot} 5”.")


def _divided(words: Sequence[str]) -> Iterator[tuple[list[str], Money]]:
    """A wager's name and its amount, which stands behind it or, as people also say it, before."""
    for named, amount in ((list(words[:-1]), words[-1:]), (list(words[1:]), words[:1])):
        if amount and (cents := _money(amount[0])) is not None:
            yield named, cents


def _money(word: str) -> Money | None:
    try:
        return Money.parse(word.removesuffix("$")) if _AMOUNT.fullmatch(word) else None
    except ValueError:
        return None


def _why_not(text: str, words: Sequence[str], odds: bool) -> Unclear:
    wrong = [word for word in words if _AMOUNT.fullmatch(word) and _money(word) is None]
    if wrong:
        return Unclear(_no_amount(wrong[0]))
    if odds and not words:
        return Unclear("How much? For example, “odds 20”.")
    named = " ".join(words)
    if odds and named in PHRASES:
        return _no_odds(PHRASES[named]) or Unclear(f"How much? For example, “odds {named} 20”.")
    if named in PHRASES:
        return Unclear(f"How much on {PHRASES[named]}? For example, “{named} 10”.")
    if len(words) == 1 and (cents := _money(words[0])) is not None:
        return Unclear(f"{dollars(cents)} on what? For example, “pass {words[0]}”.")
    return _nothing(text)


def _no_amount(word: str) -> str:
    return f"“{_short(word)}” is not an amount; type dollars (5) or dollars and cents (2.50)."


# --- odds


def _no_odds(spot: str) -> Unclear | None:
    """What to say of a wager that odds never stand behind."""
    if _takes_odds(spot):
        return None
    return Unclear(f"You cannot take odds on {spot}, only on pass, don't pass, come and don't come.")


def _odds(named: Sequence[str], flats: Sequence[str], point: int, text: str, way: str) -> str | Unclear:
    """The odds behind the wager that is named, or behind the only one there is; `way` is how to name one of several.
    Where there is none, the table will say what odds stand behind."""
    name = " ".join(named)
    number = int(name) if name in _NUMBERS else 0
    spot = PHRASES.get(name, "")
    if odds_of(spot) in LAYOUT:
        return odds_of(spot)
    if number:
        meant = [flat for flat in flats if (LAYOUT[flat].number or point) == number]
        usual = f"{COME} {number}"
    elif spot in BETS:
        meant = [flat for flat in flats if flat.startswith(f"{spot} ")]
        usual = f"{spot} {NUMBERS[0]}"
    elif not name:
        meant, usual = list(flats), PASS
    else:
        return (_no_odds(spot) if spot else None) or _nothing(text)
    if len(meant) > 1:
        ways = ", ".join(f"“{way.format(flat)}”" for flat in meant)
        return Unclear(f"This could mean more than one bet: {ways}.")
    return odds_of(meant[0] if meant else usual)


# --- what means nothing


def _nothing(text: str) -> Unclear:
    """With the nearest words that do mean something, and the amount as it was said."""
    words = _without_idle(_words(text))
    words = words[1:] if words[:1] and words[0] in _VERBS else words
    ways = [(words, "")]
    for named, amount in ((words[:-1], words[-1:]), (words[1:], words[:1])):
        if named and _money(amount[0]):  # nothing and less than nothing is no amount to suggest
            ways.append(([word for word in named if word != "on"], amount[0]))
    for named, _ in ways:
        if numbers := _other_numbers(named):
            return Unclear(f"There is no “{' '.join(named)}”; the number can be {numbers}.")
    near = [each for named, amount in ways for each in _nearest(" ".join(named), amount)]
    wrong = f"“{_short(text)}” is not a command here"
    if near:
        return Unclear(f"{wrong}; did you mean {max(near, key=itemgetter(0))[1]}?")
    return Unclear(f"{wrong}; type a bet and an amount, such as “pass 10”, or “help”.")


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def _other_numbers(named: Sequence[str]) -> str:
    """The numbers with which it would be a name, if it is none with the one that was said."""
    for at, word in enumerate(named):
        if word.isdecimal() and " ".join(named) not in VOCABULARY:
            able = [n for n in map(str, range(2, 13)) if " ".join((*named[:at], n, *named[at + 1 :])) in VOCABULARY]
            if able:
                return " or ".join(filter(None, (", ".join(able[:-1]), able[-1])))
    return ""


def _nearest(said: str, amount: str) -> Iterator[tuple[float, str]]:
    """How like it is, and what it is. Neither a number nor the side on which a wager is may become another."""
    if amount:
        ways = (WITH_AMOUNT, f"“{{}} {amount}”"), (ORDERS, "“{}”")
    else:
        ways = (WITH_AMOUNT, "“{}” with an amount"), (ALONE, "“{}”")
    for names, how in ways:
        alike = [name for name in names if _digits(name) == _digits(said) and _against(name) >= _against(said)]
        for near in get_close_matches(said, alike, 1, LIKE):
            if f"{near} {amount}" not in WITH_AMOUNT:  # which would be another name, without an amount
                yield SequenceMatcher(None, near, said).ratio(), how.format(near)


def _digits(said: str) -> list[str]:
    return sorted(re.findall(r"\d+", said))


def _against(said: str) -> bool:
    return not _AGAINST.isdisjoint(said.split())
