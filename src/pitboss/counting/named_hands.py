"""The hands that a line of a described pay table can name, such as "straight flush" or "pair of tens or better".

A name is words and numbers, read against the number of cards that decide: two, three or five. Three cards rank as the
evaluator ranks them: straight flush, three of a kind, straight, flush, pair, high card; ace-two-three is a straight.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pitboss.numeric.rank_worths import CLASS, FIVE_CARD_CLASSES, THREE_CARD_CLASSES
from pitboss.numeric.single_hand import rank
from pitboss.table.cards import RANK_NAMES, RANK_OF
from pitboss.table.side_wager import SideLine, SideWager

Cards = tuple[str, ...]
Test = Callable[[Cards], bool]

CLASSES = {3: THREE_CARD_CLASSES, 5: FIVE_CARD_CLASSES}  # by the number of cards, the lowest first
NUMBERS = {2: "two", 3: "three", 5: "five", 7: "seven"}
BEST = 5  # of more cards, the best five count
OR_BETTER = " or better"
SUITED = "suited "
BLACKJACK = 21
WORTH = {**{letter: min(value, 10) for letter, value in RANK_OF.items()}, "A": 11}  # as blackjack counts a card
RED = "dh"

_SINGULAR = {name: letter for letter, name in RANK_NAMES.items()}
_PLURAL = {f"{name}{'es' if name == 'six' else 's'}": letter for name, letter in _SINGULAR.items()}
_ONE, _MANY = f"({'|'.join(_SINGULAR)})", f"({'|'.join(_PLURAL)})"


class Form(NamedTuple):
    """A form of words: its pattern, the numbers of cards that it fits, an example, and the test that it stands for."""

    pattern: str
    sizes: tuple[int, ...]
    example: str
    test: Callable[..., Test]  # called with the groups of the pattern


def class_index(cards: Cards) -> int:
    """Return the class of three or five cards, as an index into `CLASSES`."""
    return rank(" ".join(cards)) >> CLASS


def groups(cards: Cards) -> list[tuple[int, str]]:
    """Return how often each rank occurs, with its letter: the most frequent first, then the highest."""
    letters = [card[0] for card in cards]
    return sorted(((letters.count(each), each) for each in set(letters)), key=lambda g: (-g[0], -RANK_OF[g[1]]))


def is_suited(cards: Cards) -> bool:
    """Return whether all cards are of one suit."""
    return len({card[1] for card in cards}) == 1


def total(cards: Cards) -> int:
    """Return the total of two cards as blackjack counts them. Two aces are 12."""
    points = sum(WORTH[card[0]] for card in cards)
    return points - 10 if points > BLACKJACK else points


def _suits(test: Callable[[list[bool]], bool]) -> Callable[[], Test]:
    return lambda: lambda cards: test([card[1] in RED for card in cards])


def _of_a_kind(count: int) -> Callable[[str], Test]:
    """Return the test for exactly `count` cards of a named rank, and no pair among the other cards."""
    return lambda name: (
        lambda cards: groups(cards)[0] == (count, _PLURAL[name]) and len(groups(cards)) == (len(cards) - count + 1)
    )


def _pair_or_better(name: str) -> Test:
    least = RANK_OF[_PLURAL[name]]

    def test(cards: Cards) -> bool:
        count, letter = groups(cards)[0]
        if len(cards) == 2:
            return count == 2 and RANK_OF[letter] >= least
        found, pair = class_index(cards), CLASSES[len(cards)].index("pair")
        return found > pair or (found == pair and RANK_OF[letter] >= least)

    return test


def _high(name: str) -> Test:
    letter = _SINGULAR[name]
    return lambda cards: class_index(cards) == 0 and groups(cards)[0][1] == letter


def _high_or_better(name: str) -> Test:
    least = RANK_OF[_SINGULAR[name]]
    return lambda cards: class_index(cards) > 0 or RANK_OF[groups(cards)[0][1]] >= least


def _two_ranks(first: str, second: str) -> Test:
    wanted = {_SINGULAR[first], _SINGULAR[second]}
    return lambda cards: {card[0] for card in cards} == wanted


def _total(points: str, more: str | None) -> Test:
    least = int(points)
    return lambda cards: total(cards) >= least if more else total(cards) == least


def _mini_royal() -> Test:
    return lambda cards: is_suited(cards) and {card[0] for card in cards} == set("AKQ")


def _pair_of_colors(same: bool) -> Callable[[], Test]:
    return lambda: lambda cards: cards[0][0] == cards[1][0] and ((cards[0][1] in RED) == (cards[1][1] in RED)) == same


FORMS = (
    Form("pair", (2,), "pair", lambda: lambda cards: cards[0][0] == cards[1][0]),
    Form(f"pair of {_MANY}", (2, 3, 5), "pair of aces", _of_a_kind(2)),
    Form(f"pair of {_MANY}{OR_BETTER}", (2, 3, 5), "pair of tens or better", _pair_or_better),
    Form("colored pair", (2,), "colored pair", _pair_of_colors(True)),
    Form("mixed pair", (2,), "mixed pair", _pair_of_colors(False)),
    Form(f"{_ONE}-{_ONE}", (2,), "ace-king", _two_ranks),
    Form("suited", (2,), "suited", lambda: is_suited),
    Form("blackjack", (2,), "blackjack", lambda: lambda cards: total(cards) == BLACKJACK),
    Form(r"total of (\d\d?)( or more)?", (2,), "total of 20 or more", _total),
    Form("mini royal", (3,), "mini royal", _mini_royal),
    Form(f"three {_MANY}", (3, 5), "three aces", _of_a_kind(3)),
    Form(f"four {_MANY}", (5,), "four aces", _of_a_kind(4)),
    Form(f"{_ONE} high", (3, 5), "ace high", _high),
    Form(f"{_ONE} high{OR_BETTER}", (3, 5), "queen high or better", _high_or_better),
    Form("all red", (2, 3), "all red", _suits(all)),
    Form("all black", (2, 3), "all black", _suits(lambda red: not any(red))),
    Form("one color", (2, 3), "one color", _suits(lambda red: len(set(red)) == 1)),
)


def plain(words: str) -> str:
    """Return a name in small letters, with single spaces, and with spaces for the hyphens of "three-of-a-kind"."""
    words = " ".join(words.lower().split())
    return re.sub(r"-of-a-(?=kind\b)", " of a ", words)


@lru_cache(1000)
def hand_test(name: str, size: int) -> Test:
    """Return the test whether a hand of `size` cards is the one named.

    A class is that class alone; "straight flush" includes the royal flush. Raises ValueError for a name that no hand
    of this size has: what is wrong and, after a semicolon, what would be right.
    """
    words = plain(name)
    if size == 2 and (inner := _without_suited(words)):
        test = hand_test(inner, size)
        return lambda cards: is_suited(cards) and test(cards)
    if (test_of_class := _class_test(words, size)) is not None:
        return test_of_class
    elsewhere: list[int] = []
    for form in FORMS:
        if match := re.fullmatch(form.pattern, words):
            if size in form.sizes:
                return form.test(*match.groups())
            elsewhere += form.sizes
    elsewhere += [other for other in CLASSES if other != size and _class_test(words, other) is not None]
    if elsewhere:
        sizes = " or ".join(NUMBERS[other] for other in sorted(set(elsewhere)))
        raise ValueError(
            f"{name!r} is a hand of {sizes} cards, and {NUMBERS[size]} decide here; {_suggest(words, size)}"
        )
    raise ValueError(f"{name!r} is not a hand that a pay table can name; {_suggest(words, size)}")


def _without_suited(words: str) -> str:
    """Return the name without "suited" before or after it; empty if the name does not have that word, or has no
    other.
    """
    if words.startswith(SUITED):
        return words.removeprefix(SUITED)
    return words.removesuffix(" suited") if words.endswith(" suited") else ""


def _class_test(words: str, size: int) -> Test | None:
    """Return the test for a class of the evaluator, alone or with all above it; None if the words name no class."""
    classes = CLASSES.get(size, ())
    least = words.removesuffix(OR_BETTER)
    if least not in classes:
        return None
    index = classes.index(least)
    highest = len(classes) - 1 if words != least or least == "straight flush" else index
    return lambda cards: index <= class_index(cards) <= highest


def names(size: int) -> list[str]:
    """Return the names for hands of this size, with one example of each form of words."""
    return [*reversed(CLASSES.get(size, ())), *(form.example for form in FORMS if size in form.sizes)]


def _suggest(words: str, size: int) -> str:
    close = difflib.get_close_matches(words, names(size), 1)
    return f"did you mean {close[0]!r}?" if close else f"names are such as {', '.join(names(size))}"


def line_of(wager: SideWager, cards: Cards) -> SideLine | None:
    """Return the line that pays a hand, given all cards that decide; None if the wager loses."""
    counted = best_five(cards)
    return next((line for line, test in line_tests(wager.pay, len(counted)) if test(counted)), None)


@lru_cache(1000)
def best_five(cards: Cards) -> Cards:
    """Return the best five of more than five cards; fewer cards all count."""
    if len(cards) <= BEST:
        return cards
    return max(combinations(cards, BEST), key=lambda five: rank(" ".join(five)))


@lru_cache(1000)
def line_tests(pay: tuple[SideLine, ...], size: int) -> tuple[tuple[SideLine, Test], ...]:
    """Return the lines of a pay table with their tests of hands of `size` cards. Raises ValueError for a name that is
    no such hand."""
    return tuple((line, hand_test(line.hand, size)) for line in pay)
