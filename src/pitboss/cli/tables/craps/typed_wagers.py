"""Reads what a player types at a craps table. Pure: words in, inputs out.

Whether the table accepts a wager is not judged here: the table itself says so, with its paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from operator import itemgetter
from typing import Literal, TypeAlias

from pitboss.engine.inputs import AddChips, Input, TakeBack, Wager
from pitboss.games.craps.law.layout import COME, DONT_COME, DONT_PASS, LAYOUT, PASS, odds_of
from pitboss.games.craps.law.roll import NUMBERS
from pitboss.games.craps.law.wagers import Call, PassDice
from pitboss.table.money import Money, dollars

Command = Literal["roll", "undo", "help", "all", "why", "leave", "all down", "same again"]


@dataclass(frozen=True)
class Unclear:
    """A line without a clear meaning, and what to tell the player."""

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
BETS = (COME, DONT_COME)  # their odds lie on the number that the bet moved to
PASS_DICE = ("pass dice", "pass the dice", "give up the dice", "give up dice")


def _phrases() -> Iterator[tuple[str, str]]:
    """Yield every phrase that names a betting area, with the area."""
    for spot in LAYOUT:
        if LAYOUT[spot].kind != "odds":
            yield spot, spot
    for phrase in ("pass line", "passline", "line"):
        yield phrase, PASS
    for phrase in ("dp", "don't pass line", "don't pass bar"):
        yield phrase, DONT_PASS
    yield "dc", DONT_COME
    for number in NUMBERS:
        yield f"dc {number}", f"{DONT_COME} {number}"
        for phrase in (f"lose {number}", f"place to lose {number}", f"place {number} lose"):
            yield phrase, f"place {number} to lose"
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
# Suggestions, complete or to be followed by an amount. Nobody bets on a come bet's number: the bet moves there.
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
LIKE = 0.7  # least similarity of a suggestion to what was typed
LONG = 40  # characters that are quoted

# Other spellings. The words for 2, 3, 7, 11 and 12 are not here, because they name wagers.
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


def parse_line(text: str, seat: int, on_layout: Mapping[str, int], point: int) -> Said:
    """Parse a line. `on_layout` has the cents of the seat by area, and `point` is the come-out point or 0."""
    words = _words(text)
    if (command := COMMANDS.get(" ".join(words))) is not None:
        return command
    inputs: list[Input] = []
    for part in _BETWEEN.split(text):
        if not part.strip():
            continue
        parsed = _parse_part(part, seat, on_layout, point)
        if isinstance(parsed, Unclear):
            return parsed
        last = inputs[-1] if inputs else None
        if isinstance(parsed, Wager) and isinstance(last, Wager):
            # One input, so that all of them are accepted or none.
            inputs[-1] = Wager(seat, _add_stakes(last.stakes, parsed.stakes))
        else:
            inputs.append(parsed)
    return tuple(inputs) if inputs else _explain_unknown(text)


def _words(text: str) -> list[str]:
    text = text.lower()
    for pattern, right in _SPELLINGS:
        text = pattern.sub(right, text)
    return [_NUMBER_WORDS.get(word, word) for word in text.split()]


def _add_stakes(stakes: Mapping[str, int], new_stakes: Mapping[str, int]) -> dict[str, int]:
    return {spot: stakes.get(spot, 0) + new_stakes.get(spot, 0) for spot in (*stakes, *new_stakes)}


def _parse_part(text: str, seat: int, on_layout: Mapping[str, int], point: int) -> Input | Unclear:
    words = _words(text)
    if " ".join(words) in COMMANDS:
        return Unclear(f"“{_shorten(text)}” has to be on a line by itself.")
    if " ".join(words) in PASS_DICE:
        return PassDice(seat)
    if (chips := _parse_chips(words, seat)) is not None:
        return chips
    if words[:1] == ["press"]:
        return _parse_press(words[1:], seat, on_layout, text)
    if (name_words := _take_down_words(words)) is not None:
        spot = _find_on_layout("down", name_words, on_layout, point, text)
        return spot if isinstance(spot, Unclear) else TakeBack(seat, spot)
    if "off" in words:
        return _explain_off(words)
    if (name_words := _call_on_words(words)) is not None:
        spot = _find_on_layout("on", name_words, on_layout, point, text)
        return spot if isinstance(spot, Unclear) else Call(seat, spot)
    return _parse_on_numbers(words, seat) or _parse_wager(text, words, seat, on_layout, point)


def _parse_chips(words: Sequence[str], seat: int) -> AddChips | Unclear | None:
    """Parse words that ask for more chips; None if they are about something else."""
    words = _without_idle(words)
    match words:
        case ["add", amount, "chips"] | ["add" | "buy", "chips", amount] | ["chips" | "add", amount]:
            cents = _parse_amount(amount)
            return Unclear(_amount_message(amount)) if cents is None else AddChips(seat, cents)
        case ["chips"] | ["add"] | ["add" | "buy", "chips"]:
            return Unclear("How much in chips? For example, “chips 100”.")
    return None


def _take_down_words(words: Sequence[str]) -> list[str] | None:
    """Return the words that name the wager to be taken down; None if none is."""
    match words:
        case ["take", "down" | "back" | "off", *named] | ["down" | "remove", *named]:
            return list(named)
        case ["take", *named, "down" | "back" | "off"]:
            return list(named)
    return None


def _call_on_words(words: Sequence[str]) -> list[str] | None:
    """Return the words that name the wager to be called on; None if none is."""
    match words:
        case ["call" | "turn", "on", *named] | ["call" | "turn", *named, "on"] | ["on", *named]:
            return list(named)
        case [*named, "on"]:
            return list(named)
    return None


def _explain_off(words: Sequence[str]) -> Unclear:
    """Explain that a bet cannot be called off, and how to take it down."""
    name_words = [word for word in _without_idle(words) if word not in ("off", "call", "turn", "odds")]
    down = " ".join(("down", *(("odds",) if "odds" in words else ()), *name_words))
    return Unclear(f"You cannot call a bet off here; “{down if down in ALONE else 'down place 6'}” takes it down.")


def _find_on_layout(
    verb: str, name_words: list[str], on_layout: Mapping[str, int], point: int, text: str
) -> str | Unclear:
    """Return the area of a wager on the layout that is named without an amount."""
    name_words = _without_idle(name_words)
    if "odds" in name_words:
        with_odds = [LAYOUT[spot].flat for spot in on_layout if LAYOUT[spot].kind == "odds"]
        return _find_odds_on_layout(verb, [word for word in name_words if word != "odds"], with_odds, point, text)
    if (spot := PHRASES.get(" ".join(name_words))) is not None:
        return spot
    if all(map(_AMOUNT.fullmatch, name_words)):
        return Unclear(f"Which bet? For example, “{verb} place 6”.")
    return _explain_whole_bet(verb, name_words) or _explain_unknown(text)


def _find_odds_on_layout(
    verb: str, name_words: list[str], with_odds: Sequence[str], point: int, text: str
) -> str | Unclear:
    name = " ".join(name_words)
    if name in _NUMBERS and verb == "down" and with_odds:
        suggestions = " or ".join(f"“down odds {flat}”" for flat in with_odds)
        return Unclear(f"{name} could be a number or an amount; type {suggestions}. You always take down all of it.")
    if (
        name not in _NUMBERS
        and name not in PHRASES
        and (unclear := _explain_whole_bet(f"{verb} odds", name_words)) is not None
    ):
        return unclear
    return _find_odds(name_words, with_odds, point, text, f"{verb} odds {{}}")


def _explain_whole_bet(verb: str, name_words: Sequence[str]) -> Unclear | None:
    """Explain that the amount must be left out, if the words name an amount where the whole bet is meant."""
    alone = " ".join((verb, *name_words[:-1]))
    if not name_words or not _AMOUNT.fullmatch(name_words[-1]) or alone not in ALONE:
        return None
    return Unclear(f"Leave out the amount, as in “{alone}”: it always means the whole bet.")


def _without_idle(words: Sequence[str]) -> list[str]:
    return [word for word in words if word not in _IDLE]


# --- wagers


def _parse_wager(
    text: str, words: Sequence[str], seat: int, on_layout: Mapping[str, int], point: int
) -> Wager | Unclear:
    words = [word for word in _without_idle(words) if word != "on"]
    if (words and words[0] in _VERBS) or words[:2] in (["take", "odds"], ["lay", "odds"]):
        words = words[1:]
    odds = "odds" in words
    words = [word for word in words if word != "odds"]
    if not odds and (unclear := _ask_which(words)) is not None:
        return unclear
    for name_words, amount in _split_amount(words):
        if odds:
            flats = [spot for spot in on_layout if odds_of(spot) in LAYOUT and (LAYOUT[spot].number or point)]
            spot = _find_odds(name_words, flats, point, text, f"odds {{}} {dollars(amount)[1:]}")
        elif " ".join(name_words) in PHRASES:
            spot = PHRASES[" ".join(name_words)]
        else:
            continue
        return spot if isinstance(spot, Unclear) else Wager(seat, {spot: amount})
    return _explain_no_wager(text, words, odds)


def _parse_on_numbers(words: Sequence[str], seat: int) -> Wager | Unclear | None:
    """Parse an amount on numbers as people say it: 12 on 6; 6 and 8 12 each; 12 each on 6 and 8.

    A number without the name of a wager is a place bet. None if the words are something else.
    """
    words = [word for word in _without_idle(words) if word not in _VERBS]
    plain = [word for word in words if word not in ("on", "each")]
    for name_words, amount in _split_amount(plain):
        spots = _joined_areas(name_words)
        if spots and "each" in words:
            return Wager(seat, dict.fromkeys(spots, amount))
        if spots and words[1:2] == ["on"] and plain[1:] == name_words and set(name_words) <= {"and", *_NUMBERS}:
            if len(spots) == 1:
                return Wager(seat, {spots[0]: amount})
            return Unclear(f"{dollars(amount)} on each of them? Then type “{' '.join(name_words)} {plain[0]} each”.")
    return None


def _joined_areas(name_words: Sequence[str]) -> list[str]:
    """Return the areas of names that are joined by "and".

    A number without a name takes the name before it, or is a place bet. Empty if one of them names no area, or an area
    comes twice.
    """
    spots, kind = [], "place"
    for name in " ".join(name_words).split(" and "):
        spot = PHRASES.get(f"{kind} {name}" if name in _NUMBERS else name)
        if spot is None or spot in spots:
            return []
        spots.append(spot)
        if name not in _NUMBERS and name.split()[-1] in _NUMBERS:
            kind = name.rpartition(" ")[0]
    return spots


def _parse_press(words: Sequence[str], seat: int, on_layout: Mapping[str, int], text: str) -> Wager | Unclear:
    """Parse words that raise wagers on numbers: to double, or by an amount."""
    words = [word for word in _without_idle(words) if word not in ("up", "it", "on", "by")]
    last = " ".join(words).split(" and ")[-1]
    raise_cents = None if last in _NUMBERS or last in PHRASES or " " not in last else _parse_amount(words[-1])
    stakes: dict[str, int] = {}
    for name in " ".join(words[:-1] if raise_cents is not None else words).split(" and "):
        candidates = [spot for spot in on_layout if LAYOUT[spot].kind in _PRESSED]
        if name in _NUMBERS:
            candidates = [spot for spot in candidates if LAYOUT[spot].number == int(name)]
        elif name in PHRASES:
            candidates = [spot for spot in on_layout if spot == PHRASES[name]]
        elif name:
            return _explain_unknown(text)
        if not candidates:
            return Unclear(f"You have no bet{f' on {PHRASES.get(name, name)}' if name else ''} to press.")
        if len(candidates) > 1:
            suggestions = ", ".join(f"“press {spot}”" for spot in candidates)
            return Unclear(f"This could mean more than one bet: {suggestions}.")
        stakes[candidates[0]] = on_layout[candidates[0]] if raise_cents is None else raise_cents
    return Wager(seat, stakes)


def _ask_which(words: Sequence[str]) -> Unclear | None:
    """Ask which wager is meant, if the words name one and are also another one with an amount."""
    spot, other = (PHRASES.get(" ".join(name_words)) for name_words in (words, words[:-1]))
    if spot is None or other is None or _parse_amount(words[-1]) is None or LAYOUT[spot].kind == "come point":
        return None
    return Unclear(f"This could be “{other} {words[-1]}”, or {spot} for an amount, as in “{spot} 5”.")


def _split_amount(words: Sequence[str]) -> Iterator[tuple[list[str], Money]]:
    """Yield a name and an amount, as the words may be divided: the amount last, or first."""
    for name_words, amount in ((list(words[:-1]), words[-1:]), (list(words[1:]), words[:1])):
        if amount and (cents := _parse_amount(amount[0])) is not None:
            yield name_words, cents


def _parse_amount(word: str) -> Money | None:
    try:
        return Money.parse(word.removesuffix("$")) if _AMOUNT.fullmatch(word) else None
    except ValueError:
        return None


def _explain_no_wager(text: str, words: Sequence[str], odds: bool) -> Unclear:
    """Explain why a line cannot be read as a wager: a bad amount, no amount, no area, or unknown words."""
    bad_amounts = [word for word in words if _AMOUNT.fullmatch(word) and _parse_amount(word) is None]
    if bad_amounts:
        return Unclear(_amount_message(bad_amounts[0]))
    if odds and not words:
        return Unclear("How much? For example, “odds 20”.")
    phrase = " ".join(words)
    if odds and phrase in PHRASES:
        return _explain_no_odds(PHRASES[phrase]) or Unclear(f"How much? For example, “odds {phrase} 20”.")
    if phrase in PHRASES:
        return Unclear(f"How much on {PHRASES[phrase]}? For example, “{phrase} 10”.")
    if len(words) == 1 and (cents := _parse_amount(words[0])) is not None:
        return Unclear(f"{dollars(cents)} on what? For example, “pass {words[0]}”.")
    return _explain_unknown(text)


def _amount_message(word: str) -> str:
    return f"“{_shorten(word)}” is not an amount; type dollars (5) or dollars and cents (2.50)."


# --- odds


def _explain_no_odds(spot: str) -> Unclear | None:
    """Explain that a wager has no odds; None if it has."""
    if _takes_odds(spot):
        return None
    return Unclear(f"You cannot take odds on {spot}, only on pass, don't pass, come and don't come.")


def _find_odds(name_words: Sequence[str], flats: Sequence[str], point: int, text: str, wording: str) -> str | Unclear:
    """Return the area of the odds that the words mean: behind the wager that they name or, if they name none, behind
    the only one that takes odds. If several fit, ask which.

    `wording` is the pattern by which one of several can be named. If no wager takes odds, the table will say why they
    are refused.
    """
    name = " ".join(name_words)
    number = int(name) if name in _NUMBERS else 0
    spot = PHRASES.get(name, "")
    if odds_of(spot) in LAYOUT:
        return odds_of(spot)
    if number:
        candidates = [flat for flat in flats if (LAYOUT[flat].number or point) == number]
        example = f"{COME} {number}"
    elif spot in BETS:
        candidates = [flat for flat in flats if flat.startswith(f"{spot} ")]
        example = f"{spot} {NUMBERS[0]}"
    elif not name:
        candidates, example = list(flats), PASS
    else:
        return (_explain_no_odds(spot) if spot else None) or _explain_unknown(text)
    if len(candidates) > 1:
        suggestions = ", ".join(f"“{wording.format(flat)}”" for flat in candidates)
        return Unclear(f"This could mean more than one bet: {suggestions}.")
    return odds_of(candidates[0] if candidates else example)


# --- what means nothing


def _explain_unknown(text: str) -> Unclear:
    """Explain that a line has no meaning here, and suggest the most similar words that have one, with the amount as it
    was typed.
    """
    words = _without_idle(_words(text))
    words = words[1:] if words[:1] and words[0] in _VERBS else words
    readings = [(words, "")]
    for name_words, amount in ((words[:-1], words[-1:]), (words[1:], words[:1])):
        if name_words and _parse_amount(amount[0]):  # zero and negative amounts are not suggested
            readings.append(([word for word in name_words if word != "on"], amount[0]))
    for name_words, _ in readings:
        if numbers := _other_numbers(name_words):
            return Unclear(f"There is no “{' '.join(name_words)}”; the number can be {numbers}.")
    suggestions = [
        suggestion for name_words, amount in readings for suggestion in _similar_phrases(" ".join(name_words), amount)
    ]
    message = f"“{_shorten(text)}” is not a command here"
    if suggestions:
        return Unclear(f"{message}; did you mean {max(suggestions, key=itemgetter(0))[1]}?")
    return Unclear(f"{message}; type a bet and an amount, such as “pass 10”, or “help”.")


def _shorten(text: str) -> str:
    text = text.strip()
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def _other_numbers(name_words: Sequence[str]) -> str:
    """Return, as "4, 5 or 6", the numbers that would make these words name a wager, if the number among them makes
    none.
    """
    for index, word in enumerate(name_words):
        if word.isdecimal() and " ".join(name_words) not in VOCABULARY:
            numbers = [
                number
                for number in map(str, range(2, 13))
                if " ".join((*name_words[:index], number, *name_words[index + 1 :])) in VOCABULARY
            ]
            if numbers:
                return " or ".join(filter(None, (", ".join(numbers[:-1]), numbers[-1])))
    return ""


def _similar_phrases(typed: str, amount: str) -> Iterator[tuple[float, str]]:
    """Yield similar phrases with their similarity.

    A suggestion keeps the number that was typed, and never changes a wager against the shooter to one with him.
    """
    if amount:
        phrases_and_wordings = (WITH_AMOUNT, f"“{{}} {amount}”"), (ORDERS, "“{}”")
    else:
        phrases_and_wordings = (WITH_AMOUNT, "“{}” with an amount"), (ALONE, "“{}”")
    for names, wording in phrases_and_wordings:
        candidates = [
            name
            for name in names
            if _digits(name) == _digits(typed) and _is_against_shooter(name) >= _is_against_shooter(typed)
        ]
        for phrase in get_close_matches(typed, candidates, 1, LIKE):
            if f"{phrase} {amount}" not in WITH_AMOUNT:  # otherwise the number would belong to the name
                yield SequenceMatcher(None, phrase, typed).ratio(), wording.format(phrase)


def _digits(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


def _is_against_shooter(text: str) -> bool:
    return not _AGAINST.isdisjoint(text.split())
