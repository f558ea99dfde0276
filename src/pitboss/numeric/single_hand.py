"""Rank one hand at a time, given as text such as "Ah Kd Qs", in plain Python without numpy.

Every card has a number: in the low bits a power of five for its rank, so that the sum over a hand identifies its ranks;
above them a counter for each suit; above those a counter of cards. Ranking a hand takes one sum and one lookup.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from pitboss.numeric import rank_worths

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SIZES = (3, 5, 7)

_RANK_BITS = 32  # 4 * 5**12 + 3 * 5**11 is less
_SUIT = 4  # bits of a suit's counter
_FULL = 0x8888 << _RANK_BITS  # set where a suit has enough cards for a flush
_CARDS = _RANK_BITS + 4 * _SUIT
_RANKS_ONLY = (1 << _RANK_BITS) - 1

_NUMBERS = {
    name + suit: 5**rank + (1 << _RANK_BITS + _SUIT * index) + (1 << _CARDS)
    for rank, name in enumerate(RANKS)
    for index, suit in enumerate(SUITS)
}
_number = _NUMBERS.__getitem__
# By number of cards: the length of the text, what to add so that a flush sets a bit of _FULL, worths by sum of ranks.
_tables: dict[int, tuple[int, int, dict[int, int]]] = {}


def rank(text: str) -> int:
    """Return the rank of a hand of 3, 5 or 7 cards. Raises ValueError if the text is not such a hand."""
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
    """Rank a hand of a size not ranked before or with extra spaces. Raises ValueError if the text is not a hand."""
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
    """Return the worth by ranks alone of every hand of `size` cards, by the sum of its powers of five."""
    worths = {}
    for ranks in combinations_with_replacement(range(13), size):
        masks = [0] * (size + 1)  # masks[n]: bits of the ranks that the hand has at least n + 1 times
        key = repeats = 0
        for index, rank_ in enumerate(ranks):
            key += 5**rank_
            repeats = repeats + 1 if index and rank_ == ranks[index - 1] else 0
            masks[repeats] |= 1 << rank_
        if size == 3:
            worths[key] = rank_worths.by_ranks3(*masks[:3])
        elif not masks[4]:
            worths[key] = rank_worths.by_ranks(*masks[:4])
    return worths


def _flush_worth(text: str) -> int:
    """Return the worth of a hand that has enough cards of one suit for a flush."""
    names = text.split()
    suit, _ = Counter(name[1] for name in names).most_common(1)[0]
    mask = sum(1 << RANKS.index(name[0]) for name in names if name[1] == suit)
    return rank_worths.by_suit3(mask) if len(names) == 3 else rank_worths.by_suit(mask)
