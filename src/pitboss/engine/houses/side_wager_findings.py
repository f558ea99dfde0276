"""Judges the side wagers that a house describes: yields each fault with its key and what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pitboss.counting.named_hands import BEST, NUMBERS, hand_test
from pitboss.counting.side_wager_counts import line_counts
from pitboss.engine.houses.house import Finding
from pitboss.table.money import TO, Odds
from pitboss.table.side_wager import CITE, PUSH, SideTerms, SideWager

MOST = 8  # side wagers at one table; there is no room on a layout for more
LONGEST = 30  # characters in the name of one
KEY = "side-wager"


# What a description cannot say, by words that people use for it.
CANNOT_SAY = (
    (r"\bdealer", "the dealer's hand", "name cards of the player's own hand, or of it and the board"),
    (
        r"\b(players|other|another|neighbor|any hand|all hands|everybody|table)",
        "the hands of several players",
        "name cards of the player's own hand, or of it and the board",
    ),
    (
        r"\b(fold|check|raise|withdraw|ride|decide|play)",
        "what a player decided before",
        "name cards alone; when-folded says what a fold does to the wager",
    ),
    (
        r"\b(rounds?|streak|in a row|consecutive|previous|twice|shoe)\b",
        "what happens over several rounds",
        "name the cards of one hand",
    ),
    (r"\b(progressive|jackpot|meter|pool|share)\b", "a prize that grows or is shared", "write fixed odds"),
)


def side_wager_findings(wagers: Iterable[SideWager], terms: SideTerms, chip: int) -> Iterator[Finding]:
    """Yield what is wrong with the side wagers of a table whose smallest chip is `chip`."""
    names = set(terms.taken())
    for index, wager in enumerate(wagers):
        key = f"{KEY}.{index}"
        if index == MOST:
            yield Finding(key, CITE, f"the table has more than {MOST} side wagers", "leave this one out")
        yield from _name_findings(f"{key}.name", wager.name, names)
        names.add(wager.name)
        yield from _limit_findings(key, wager, chip)
        size = terms.cards.get(wager.cards)
        if size is None:
            yield Finding(f"{key}.cards", CITE, *_cards_fault(wager.cards, terms))
        else:
            yield from _fold_findings(key, wager, terms)
        pay_findings = list(_pay_findings(f"{key}.pay", wager, size, chip))
        yield from pay_findings
        if size is not None and wager.pay and not pay_findings:
            yield from _table_findings(f"{key}.pay", wager, size)


def _name_findings(key: str, name: str, taken: set[str]) -> Iterator[Finding]:
    if not re.fullmatch(r"[a-z0-9]([a-z0-9' -]*[a-z0-9])?", name) or "  " in name or len(name) > LONGEST:
        wrong = f"{name!r} cannot be the name of a wager"
        right = f'use 1 to {LONGEST} small letters, digits, spaces, hyphens and apostrophes, as in "lucky suits"'
        yield Finding(key, CITE, wrong, right)
    elif name in taken:
        yield Finding(key, CITE, f"this table has another wager called {name!r}", "give each wager its own name")


def _limit_findings(key: str, wager: SideWager, chip: int) -> Iterator[Finding]:
    if wager.minimum < 1 or wager.minimum % max(chip, 1):
        wrong = "the minimum is not a multiple of the smallest chip"
        yield Finding(f"{key}.minimum", CITE, wrong, "set it to a multiple of the smallest chip, and not to 0")
    if wager.maximum < wager.minimum:
        yield Finding(f"{key}.maximum", CITE, "the maximum is below the minimum", "set it to the minimum or more")


def _cards_fault(words: str, terms: SideTerms) -> tuple[str, str]:
    """Return what is wrong with words for cards, and what would be right."""
    choices = f"choose {' or '.join(map(repr, terms.cards))}"
    if words in terms.unknown:
        return terms.unknown[words], choices
    refused = _what_cannot_be_said(words)
    return (f"a description cannot depend on {refused[0]}" if refused else f"{words!r} are no cards here"), choices


def _what_cannot_be_said(words: str) -> tuple[str, str] | None:
    """Return what these words ask for that no description can say, and what would be right; None for other words."""
    return next(((what, right) for pattern, what, right in CANNOT_SAY if re.search(pattern, words.lower())), None)


def _fold_findings(key: str, wager: SideWager, terms: SideTerms) -> Iterator[Finding]:
    choices = terms.folded.get(wager.cards, ())
    words = " or ".join(f'"{choice}"' for choice in choices)
    if not choices and wager.when_folded is not None:
        yield Finding(f"{key}.when-folded", CITE, "nobody folds a hand in this game", "leave it out")
    elif choices and wager.when_folded is None:
        wrong = "it is not said what becomes of the wager if the hand is folded"
        yield Finding(f"{key}.when-folded", CITE, wrong, f"set when-folded to {words}")
    elif choices and wager.when_folded not in choices:
        wrong = f"a folded hand never gets all cards of {wager.cards!r}, so the wager cannot be settled"
        yield Finding(f"{key}.when-folded", CITE, wrong, f"set it to {words}, or let fewer cards decide")


def _pay_findings(key: str, wager: SideWager, size: int | None, chip: int) -> Iterator[Finding]:
    """Yield the faults of single lines."""
    if not wager.pay:
        yield Finding(
            key, CITE, "the wager pays for no hand", 'write lines such as { hand = "flush", pays = "4 to 1" }'
        )
    for index, line in enumerate(wager.pay):
        if size is not None and (fault := _hand_fault(line.hand, min(size, BEST))):
            yield Finding(f"{key}.{index}.hand", CITE, *fault)
        if fault := _odds_fault(line.pays):
            yield Finding(f"{key}.{index}.pays", CITE, *fault)
        elif chip * line.rate.win % line.rate.stake:
            wrong = f"{line.pays} cannot be paid exactly on every wager in chips of this table"
            yield Finding(f"{key}.{index}.pays", CITE, wrong, "use odds that pay whole cents")


def _hand_fault(name: str, size: int) -> tuple[str, str] | None:
    try:
        hand_test(name, size)
    except ValueError as error:
        if refused := _what_cannot_be_said(name):
            return f"{name!r}: a description cannot depend on {refused[0]}", refused[1]
        wrong, _, right = str(error).partition("; ")
        return wrong, right
    return None


def _odds_fault(pays: str) -> tuple[str, str] | None:
    right = f'write odds as in "40 to 1", or "{PUSH}" to give the stake back'
    if pays.strip().lower() == PUSH:
        return None
    if match := re.fullmatch(r"\s*(\d+)\s+for\s+1\s*", pays):
        return f"{pays!r} counts the stake as won", f'write "{max(int(match[1]) - 1, 0)} to 1", which pays the same'
    if refused := _what_cannot_be_said(pays):
        return f"{pays!r}: a description cannot say {refused[0]}", refused[1]
    if "$" in pays or pays.strip().isdecimal():
        return f"{pays!r} is an amount, and a line pays odds", right
    try:
        odds = Odds.parse(pays, TO)
    except ValueError as error:
        return str(error).partition("; ")[0], right
    return None if odds.win else (f"{pays!r} wins nothing", right)


def _table_findings(key: str, wager: SideWager, size: int) -> Iterator[Finding]:
    """Yield what is wrong with a table whose lines can all be read: a line for no hand, or no hand that loses."""
    *counts, lost = line_counts(wager.pay, size)
    for index, (line, count) in enumerate(zip(wager.pay, counts, strict=True)):
        if not count:
            wrong = f"no hand is left for {line.hand!r}: the lines above take them all, or one deck has none"
            yield Finding(f"{key}.{index}.hand", CITE, wrong, "put it above those lines, or leave it out")
    if not lost:
        yield Finding(key, CITE, "every hand is paid or comes back, so that nobody can lose", "leave a line out")


def cards_in_words(size: int) -> str:
    """Return how many cards decide, in words."""
    return f"{NUMBERS[size]} cards" if size <= BEST else f"the best five of {NUMBERS[size]} cards"
