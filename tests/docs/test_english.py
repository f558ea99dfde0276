"""Plain American English: turns of phrase that crept in before and must not come back.

What is read are the words that people get to see: strings in the code that hold more than one word, and golden pages.
To cover more, add folders to `CODE` or files to `PAGES`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss
from kit.parts import ROOT

SOURCE = Path(pitboss.__file__).parent
CODE = ("table", "engine", "common", "games")
PAGES = sorted((ROOT / "tests" / "games").glob("*/pages/*.txt"))

THINGS = "amount|answer|area|card|chips|cut|game|odds|percentage|point|positions|throw|wager"
BAD = {
    r"\b(have|has) not (a|an|any|the|that|ante|so|two|three)\b": "say 'does not have'",
    rf"(?<!there )\b(is|are) no (?!longer\b)[\w' ]*?({THINGS})\b": "say 'is not a ...' or 'there is no ...'",
    r"\bno [\w ]{3,30} is called\b": "say 'there is no ... called'",
    r"\b(is|are) (told|asked nothing|wagered (before|once))\b": "say who does what",
    r"\b(waits?|waiting) to be\b": "say 'must be'",
    r"\bor (is|are) (it|the hands) \w+\?": "name the choices: 'play on, or void the hands?'",
    r"\b(lies?|lay) (already|there already|open)\b": "say 'is already ...' or 'is face up'",
    r"\b(once at most|them no more|any more\.)": "say 'at most once', 'again', 'no longer'",
    r"\b(besides|beside (an?|the|\$|\{|them|it)|[Ww]hoever|[Ww]ho plays|[Aa]sked were|which they keep|sees to)\b": (
        "say it the plain way"
    ),
    r"\bbefore (its|their) time\b": "say 'too early'",
    r"\b(of his own|his own (cards|hand|seat)|He (takes|places|removes|sets))\b": "say 'your' or 'the dealer's'",
    r"\bmay not be (made|taken)\b": "say 'cannot'",
    r"\b[Tt]owards\b|\b\w*([Cc]olour|[Cc]entre|[Ff]avour|[Bb]ehaviour|[Nn]eighbour|[Hh]onour|[Ll]abelled|[Ll]icence)": (
        "American spelling"
    ),
}
# Words that stand in records, where they must stay as they are: records of earlier versions come out to the letter.
IN_RECORDS = ("a card was seen before its time", "there is no ante beside it")


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Every string that holds a space, with its line. Docstrings are for those who read code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    unread = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in parts | unread:
            continue
        if isinstance(node, ast.JoinedStr):
            words = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
            yield node.lineno, words
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


def faults(words: str) -> list[str]:
    for kept in IN_RECORDS:
        words = words.replace(kept, "")
    return [f"“{found[0]}”: {better}" for bad, better in BAD.items() if (found := re.search(bad, words))]


@pytest.mark.parametrize("folder", CODE)
def test_strings_are_plain_english(folder: str) -> None:
    wrong = [
        f"{path.relative_to(SOURCE)}:{line} {fault}"
        for path in sorted((SOURCE / folder).rglob("*.py"))
        for line, words in strings(path)
        for fault in faults(words)
    ]
    assert not wrong, "\n".join(wrong)


def test_pages_are_plain_english() -> None:
    wrong = [
        f"{page.relative_to(ROOT)}:{number} {fault}"
        for page in PAGES
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        for fault in faults(line)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "words",
    [
        "you have not that many chips",
        "'five' is no amount",
        "'Zd' is no card",
        "pass is no betting area",
        "no game is called 'whist'",
        "a mistake in it is told with its line",
        "play on, or are the hands void?",
        "use two colours",
    ],
)
def test_what_went_is_noticed(words: str) -> None:
    assert faults(words)


@pytest.mark.parametrize("words", ["there is no card left to deal", "No more bets", "the round is no longer open"])
def test_what_is_fine_passes(words: str) -> None:
    assert not faults(words)
