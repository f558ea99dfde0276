"""An independent oracle for Ultimate Texas Hold 'Em: hands weighed by sets of ranks, wagers as sums.

Nothing here comes from the game's code. Cards are bits, a hand is the best of what seven cards contain (no choosing of
five), and what a seat wins is one sum. It is written from the text to check the game, which must never call it.
"""

from __future__ import annotations

from dataclasses import dataclass

RANKS = "23456789TJQKA"
NAMES = (
    "nothing", "pair", "two pair", "three-of-a-kind", "straight",
    "flush", "full house", "four-of-a-kind", "straight flush", "royal flush",
)  # fmt: skip
BLIND = {"straight": 2, "flush": 3, "full house": 6, "four-of-a-kind": 20, "straight flush": 100, "royal flush": 1000}
TRIPS = {  # three-of-a-kind, straight, flush, full house, four-of-a-kind, straight flush, royal flush
    "A": (3, 4, 7, 9, 30, 40, 50),
    "B": (3, 5, 6, 8, 30, 40, 50),
    "C": (3, 4, 7, 8, 30, 40, 50),
    "D": (3, 5, 6, 7, 20, 40, 50),
}
LEAST_LIMIT = 5_000_000


def top_of_run(bits: int) -> int:
    """Return the top rank (2 to 14) of the best five consecutive bits. Bit 1 is the low ace."""
    bits |= (bits >> 13) & 2
    five = bits & (bits << 1) & (bits << 2) & (bits << 3) & (bits << 4)
    return five.bit_length() - 1 if five else 0


def highest_ranks(bits: int, count: int) -> tuple[int, ...]:
    """Return the highest `count` ranks of a set."""
    found: list[int] = []
    while bits and len(found) < count:
        found.append(bits.bit_length() - 1)
        bits ^= 1 << found[-1]
    return tuple(found)


def weigh(cards: tuple[str, ...]) -> tuple[int, ...]:
    """Return the worth of the best five of these cards: the class, then what decides within it."""
    suits = {suit: sum(1 << (RANKS.index(card[0]) + 2) for card in cards if card[1] == suit) for suit in "cdhs"}
    times = [0] * 15
    for card in cards:
        times[RANKS.index(card[0]) + 2] += 1
    having = [sum(1 << rank for rank in range(2, 15) if times[rank] >= count) for count in range(5)]
    every = having[1]
    flush = max(
        (bits for bits in suits.values() if bits.bit_count() >= 5), key=lambda bits: highest_ranks(bits, 5), default=0
    )
    straight_flush = max(map(top_of_run, suits.values()))
    if straight_flush:
        return (9,) if straight_flush == 14 else (8, straight_flush)
    if having[4]:
        four = highest_ranks(having[4], 1)
        return (7, *four, *highest_ranks(every ^ (1 << four[0]), 1))
    if having[3]:
        three = highest_ranks(having[3], 1)
        pair = highest_ranks(having[2] ^ (1 << three[0]), 1)
        if pair:
            return (6, *three, *pair)
    if flush:
        return (5, *highest_ranks(flush, 5))
    if straight := top_of_run(every):
        return (4, straight)
    if having[3]:
        return (3, *three, *highest_ranks(every ^ (1 << three[0]), 2))
    pairs = highest_ranks(having[2], 2)
    if len(pairs) == 2:
        return (2, *pairs, *highest_ranks(every ^ (1 << pairs[0]) ^ (1 << pairs[1]), 1))
    if pairs:
        return (1, *pairs, *highest_ranks(every ^ (1 << pairs[0]), 3))
    return (0, *highest_ranks(every, 5))


def name(cards: tuple[str, ...]) -> str:
    return NAMES[weigh(cards)[0]]


@dataclass(frozen=True)
class Seat:
    ante: int
    trips: int
    plays: int  # antes on the play area; 0: folded
    cards: tuple[str, ...]


def settle(
    seats: dict[int, Seat],
    dealer: tuple[str, ...],
    board: tuple[str, ...],
    letter: str,
    minimum: int,
    trips_minimum: int,
) -> dict[int, int]:
    """Return what each seat wins or loses, in cents."""
    limit = max(LEAST_LIMIT, 505 * minimum + 50 * trips_minimum)
    dealers = weigh(dealer + board)
    return {number: _net(seat, dealers, board, letter, limit) for number, seat in seats.items()}


def _net(seat: Seat, dealers: tuple[int, ...], board: tuple[str, ...], letter: str, limit: int) -> int:
    mine = weigh(seat.cards + board)
    won = lost = 0
    if mine[0] >= 3:
        won += seat.trips * TRIPS[letter][mine[0] - 3]
    else:
        lost += seat.trips
    if not seat.plays:
        lost += 2 * seat.ante
    elif mine < dealers:
        lost += seat.ante * (1 + seat.plays) + (seat.ante if dealers[0] else 0)
    elif mine > dealers:
        won += seat.ante * seat.plays + (seat.ante if dealers[0] else 0)
        won += seat.ante * BLIND.get(NAMES[mine[0]], 0) // 2
    return min(won, limit) - lost
