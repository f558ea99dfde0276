"""One hand at a time, written as people write it, without any extra.

Every card has a number: a power of five for its rank, whose sum over a hand tells one set of ranks from every other;
then a counter for each suit; then a counter of cards. One sum of small numbers is all that a hand costs.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from pitboss.numeric import rank_worths

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SIZES = (3, 5, 7)

_RANK_BITS = 32  # 4 * 5**12 + 3 * 5**11 is less
_SUIT = 4  # bits of a counter
_FULL = 0x8888 << _RANK_BITS  # set where a suit has enough cards for a flush
_CARDS = _RANK_BITS + 4 * _SUIT
_RANKS_ONLY = (1 << _RANK_BITS) - 1

_NUMBERS = {
    name + suit: 5**rank + (1 << _RANK_BITS + _SUIT * at) + (1 << _CARDS)
    for rank, name in enumerate(RANKS)
    for at, suit in enumerate(SUITS)
}
_number = _NUMBERS.__getitem__
_tables: dict[int, tuple[int, int, dict[int, int]]] = {}  # by number of cards: length of its text, suits' start, worths


def rank(text: str) -> int:
    """The rank of one hand of 3, 5 or 7 cards."""
    try:
        total = sum(map(_number, set(text.split())))
        length, begin, worths = _tables[total >> _CARDS]
    except KeyError:
        return _rank_unusual(text)
    if len(text) != length:
        return _rank_unusual(text)
    if total + begin & _FULL:
        return _flush_worth(text)
    return worths[total & _RANKS_ONLY]


def _rank_unusual(text: str) -> int:
    """A hand of a size not met before, one with more between its cards than one space each, or no hand at all."""
    names = text.split()
    for name in names:
        if name not in _NUMBERS:
            raise ValueError(f"{name!r} is not a card: a card is one of {RANKS} and then one of {SUITS}, such as Ah")
    if len(names) not in SIZES:
        raise ValueError(f"a hand has 3, 5 or 7 cards, not {len(names)}")
    if twice := [name for name, times in Counter(names).items() if times > 1]:
        raise ValueError(f"{twice[0]} is in the hand twice; a deck holds it once")
    size = len(names)
    if size not in _tables:
        _tables[size] = (3 * size - 1, (5 if size == 3 else 3) * 0x1111 << _RANK_BITS, _worths_by_ranks(size))
    return rank(" ".join(names))


def _worths_by_ranks(size: int) -> dict[int, int]:
    """The worth of every set of ranks that so many cards can have."""
    found = {}
    for ranks in combinations_with_replacement(range(13), size):
        held = [0] * (size + 1)  # the ranks that are there at least once, twice, ...
        key = times = 0
        for at, each in enumerate(ranks):
            key += 5**each
            times = times + 1 if at and each == ranks[at - 1] else 0
            held[times] |= 1 << each
        if size == 3:
            found[key] = rank_worths.by_ranks3(*held[:3])
        elif not held[4]:
            found[key] = rank_worths.by_ranks(*held[:4])
    return found


def _flush_worth(text: str) -> int:
    names = text.split()
    suit, _ = Counter(name[1] for name in names).most_common(1)[0]
    mask = sum(1 << RANKS.index(name[0]) for name in names if name[1] == suit)
    return rank_worths.by_suit3(mask) if len(names) == 3 else rank_worths.by_suit(mask)
