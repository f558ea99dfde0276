"""Plain American English: turns of phrase that crept in more than once, and what to write instead.

Every text that a person reads is searched: strings of the folders below, pages, templates, scripts, TOML files.
Comments and docstrings are not, except where docs/api.md shows them.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kit.parts import ROOT

SOURCE = ROOT / "src" / "pitboss"
FOLDERS = (
    "analysis",
    "cli",
    "compliance",
    "counting",
    "law",
    "numeric",
    "public",
    "record",
    "server",
    "simulation",
    "store",
)
TABLE = ("common", "engine", "games", "table")  # what acts, refusals and findings say
MODULES = ("evaluate.py", "inputs.py")

# A pattern of words, and what to write instead.
INSTEAD = {
    r"ha(?:ve|s) not (?:that|any|the|enough|got)": "do not have",
    r"(?:is|are|was|were|be) told(?! to| apart)": "Pitboss says, shows or reports; or 'you see'",
    r"tells? (?:more|why|how|what|whether|which)": "shows, says or explains",
    r"who plays": "if you play, or: a player who",
    r"(?:is|are) not made to": "an active verb: you do not have to",
    r"asked (?:were|was)|which they keep": "we wanted, the limit was; they meet it",
    r"whoever|whomever": "the player who, anyone who, or 'you'",
    r"(?<!there )is no (?:act|action|amount|answer|card|database|date|file|game|house|input|line|odds|option|"
    r"paragraph|point|ranking|record|round|run|setting|straight|table|wager)": "is not a",
    r"no [a-z]+ is called": "there is no",
    r"left unsaid|is left open": "the text does not say",
    r"(?:a )?fault of ours": "an internal error",
    r"(?:is|are) there already|left as (?:it is|they are)": "already exists; was not changed",
    r"may be given again": "repeatable",
    r"(?:any|no)thing of yours": "your wagers, your cards",
    r"anew": "again, or 'from the start'",
    r"mend(?:s|ed)?": "correct, fix",
    r"all the same(?=[.,;])": "anyway, still",
    r", for (?:he|it|nobody|there|they) ": "because",
    r"otherwise than": "differently than",
    r"reckon(?:s|ed)?": "figure, count",
    r"(?:is|are) met by nobody|is nobody's gain": "an active verb: nobody finds",
    r"hereby|herein|hereof|lest|thereof|upon|whilst": "a word people say",
    # British spelling
    r"behaviour|colours?|coloured|favour\w*|honou?red|labour|neighbour\w*": "-or: behavior, color, neighbor",
    r"centred?|metres?|theatre": "-er: center",
    r"cancell(?:ed|ing)|label(?:led|ling)|model(?:led|ling)|travell(?:ed|ing)": "one l: canceled, labeled",
    r"licence[ds]?|defence|offence|practise[ds]?": "license, defense, practice",
    r"(?:capital|organ|real|recogn|random|summar|normal|optim)is(?:e[ds]?|ing|ation)": "-ize: recognize",
    r"towards|cheques?|grey|judgement|programmes?": "toward, check, gray, judgment, program",
}
# What crept into acts, refusals and findings, and into the golden pages that show them.
THINGS = "amount|answer|area|card|chips|cut|game|odds|percentage|point|positions|throw|wager"
AT_THE_TABLE = {
    r"(?:have|has) not (?:an?|ante|so|two|three)\b": "do not have",
    rf"(?<!there )(?:is|are) no (?!longer\b)[\w' ]*?(?:{THINGS})\b": "is not a, or: there is no",
    r"no [\w ]{3,30} is called": "there is no ... called",
    r"(?:is|are) (?:asked nothing|wagered (?:before|once))": "who does what",
    r"(?:waits?|waiting) to be": "must be",
    r"or (?:is|are) (?:it|the hands) \w+\?": "the choices: play on, or void the hands?",
    r"(?:lies?|lay) (?:already|there already|open)": "is already, or: is face up",
    r"once at most|them no more|any more\.": "at most once, again, no longer",
    r"besides|beside (?:an?|the|\$|…|them|it)\b|sees to": "also, with, takes care of",
    r"before (?:its|their) time": "too early",
    r"of his own|his own (?:cards|hand|seat)|He (?:takes|places|removes|sets)": "your, or: the dealer's",
    r"may not be (?:made|taken)": "cannot",
}
# Words that stand in records, where they must stay as they are: records of earlier versions come out to the letter.
IN_RECORDS = (
    "a card was seen before its time",
    "there is no ante beside it",
    "cards were shuffled anew after the shuffler failed",
)


@cache
def any_of(wrongs: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(rf"\b(?:{wrong})" for wrong in wrongs), re.I)


def faults(said: str, *lists: dict[str, str]) -> Iterator[str]:
    for kept in IN_RECORDS:
        said = said.replace(kept, "")
    found = [patterns for patterns in lists if any_of(tuple(patterns)).search(said)]  # hardly ever one
    for wrong, right in (each for patterns in found for each in patterns.items()):
        for match in re.finditer(rf"\b(?:{wrong})", said, re.I):
            yield f"“{match[0].strip()}” in “{said.strip()[:160]}”; write {right}"


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts in a module: strings of more than one word, with a gap where a value is put in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values):
                silent |= {id(value) for value in values}
                text = "".join(str(each.value) if isinstance(each, ast.Constant) else "…" for each in values)
            case ast.Constant(str(text)) if id(node) not in silent:
                pass
            case _:
                continue
        if " " in text.strip():
            yield node.lineno, text


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """A page without its code: paragraph by paragraph, so that a phrase may run over the end of a line."""
    text = re.sub(
        r"^```.*?^```|^    .*?$", lambda m: "\n" * m[0].count("\n"), path.read_text("utf-8"), flags=re.M | re.S
    )
    text = re.sub(r"`[^`]*`", lambda m: "…" + "\n" * m[0].count("\n"), text)
    number = 1
    for part in re.split(r"(\n\n+)", text):
        yield number, " ".join(part.split())
        number += part.count("\n")


def template_texts(path: Path) -> Iterator[tuple[int, str]]:
    """A template without its tags and directives, line by line."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        matches = re.findall(r"(?:aria-label|data-ask)=\"([^\"]*)\"", line)
        yield number, " … ".join([re.sub(r"\{[%#{].*?[%#}]\}|<[^>]*>", " ", line), *matches])


def script_strings(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a script."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for said in re.findall(r"\"([^\"]* [^\"]*)\"|`([^`]* [^`]*)`", line.partition(" // ")[0]):
            yield number, "".join(said)


def values(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every text in a TOML file, and its comments."""

    def texts(of: Any) -> Iterator[str]:
        match of:
            case str():
                yield of
            case dict():
                for each in of.values():
                    yield from texts(each)
            case list():
                for each in of:
                    yield from texts(each)

    text = path.read_text(encoding="utf-8")
    for said in (*texts(tomllib.loads(text)), *re.findall(r"^# (.*)$", text, re.M)):
        yield text[: text.find(said.replace('"', '\\"'))].count("\n") + 1, said


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """A golden page."""
    return enumerate(path.read_text(encoding="utf-8").splitlines(), 1)


ACTS = {
    **{path: strings for folder in TABLE for path in (SOURCE / folder).rglob("*.py")},
    **dict.fromkeys((ROOT / "tests" / "games").glob("*/pages/*.txt"), lines),
}
FILES = {
    **ACTS,
    **{path: strings for folder in FOLDERS for path in (SOURCE / folder).rglob("*.py")},
    **{SOURCE / module: strings for module in MODULES},
    **dict.fromkeys(SOURCE.rglob("*.html"), template_texts),
    **dict.fromkeys(SOURCE.rglob("*.js"), script_strings),
    **{path: values for path in SOURCE.rglob("*.toml") if path.name != "paytables.toml"},
    **dict.fromkeys((ROOT / "docs").rglob("*.md"), prose),
    ROOT / "README.md": prose,
}


def faults_in_file(path: Path) -> Iterator[str]:
    lists = (INSTEAD, AT_THE_TABLE) if path in ACTS else (INSTEAD,)
    for number, said in FILES[path](path):
        for fault in faults(said, *lists):
            yield f"{path.relative_to(ROOT)}:{number}: {fault}"


def test_every_page_is_in_plain_american_english() -> None:
    wrong = [fault for path in sorted(FILES) for fault in faults_in_file(path)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "said",
    [
        "You have not that many chips",
        "a mistake in it is told with its line",
        "who plays alone is not made to wait",
        "Asked were 2 s, which they keep",
        "'Zd' is no card",
        "pass is no betting area",
        "no game is called 'whist'",
        "play on, or are the hands void?",
        "the colour of the backs",
    ],
)
def test_forbidden_wordings_are_detected(said: str) -> None:
    assert list(faults(said, INSTEAD, AT_THE_TABLE))


@pytest.mark.parametrize(
    "said", ["there is no card left to deal", "No more bets", "the round is no longer open", "there is no table 7"]
)
def test_permitted_wordings_pass(said: str) -> None:
    assert not list(faults(said, INSTEAD, AT_THE_TABLE))
