"""Ultimate Texas Hold 'Em, counted plainly: every board, every hole, every dealer hand, from any deck.

Board by board all holes are ranked, and each hole that is asked for meets every dealer hand that shares no card with
it. On a deck of 52 this takes minutes; the fast kernel must give the same whole numbers. On a deck of a dozen cards
it takes no time, and so does a single situation (`ask`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.games.ultimate_texas_holdem.kernel import Pay
from pitboss.numeric.compiled import kernel, part
from pitboss.numeric.hands import CLASS, SLOTS, tables

U1 = NDArray[np.uint8]
U2 = NDArray[np.uint16]
U8 = NDArray[np.uint64]
I4 = NDArray[np.int32]
I8 = NDArray[np.int64]

RIVER, FLOP = 0, 1


@part
def seven(total: np.uint64, masks: int, x: int, y: int, card: U8, rows: U2, worth: U2, suited: U2) -> Any:
    """The worth of a board and two cards. `masks` has the board's ranks in each suit, 16 bits a suit."""
    total = total + card[x] + card[y]
    if total & np.uint64(0x8888000000000):
        suit = 0
        while not total >> np.uint64(39 + 4 * suit) & np.uint64(1):
            suit += 1
        mask = (masks >> 16 * suit) & 8191
        if x & 3 == suit:
            mask |= 1 << (x >> 2)
        if y & 3 == suit:
            mask |= 1 << (y >> 2)
        return suited[mask]
    key = np.uint32(total)
    return worth[(key ^ rows[key >> np.uint32(19)]) & np.uint32(SLOTS - 1)]


@part
def meet(mine: int, theirs: int, often: int, cells: I8) -> None:
    """One dealer hand: cells[outcome, qualifies]."""
    cells[2 * ((mine >= theirs) + (mine > theirs)) + (theirs >> CLASS > 0)] += often


@part
def settle(pay: I8, bet: int, made: int, cells: I8) -> int:
    total = 0
    for outcome in range(3):
        for qualifies in range(2):
            total += cells[2 * outcome + qualifies] * pay[bet, outcome, made, qualifies]
    return total


@kernel("u1[:] u1[:] i8[:,:] i8 i8[:,:,:,:] i8[:] u8[:] u2[:] u2[:] u2[:] i8 i8[:,:,:] i8[:,:,:] i4[:,:] i8[:]")
def play_boards(
    deck: U1, known: U1, holes: I8, seen: int, pay: I8, fold: I8, card: U8, rows: U2, worth: U2, suited: U2, begin: int,
    flops: I8, ends: I8, values: I4, room: I8,
) -> int:  # fmt: skip
    """Every board that begins with the `known` cards and goes on from `deck`.

    `holes` are positions in the deck; `seen` is a dealer card not in it, or -1. `flops[hole, flop]` becomes the sum
    over all boards from that flop of the river played best and of the flop raised; `ends[hole, class]` counts the
    boards' ends, [outcome, qualifies], for one who always stays. Flops are numbered by positions in the deck, or
    there is only one.
    """
    cards, fixed = deck.shape[0], known.shape[0]
    free = 5 - fixed
    at, on_board, cells = room[:6], room[6 : 6 + cards], room[60:66]
    for i in range(free):
        at[i] = i
    boards = 0
    while True:
        total, masks = np.uint64(begin), 0
        for i in range(cards):
            on_board[i] = 0
        for i in range(5):
            each = known[i] if i < fixed else deck[at[i - fixed]]
            total += card[each]
            masks |= 1 << (16 * (each & 3) + (each >> 2))
            if i >= fixed:
                on_board[at[i - fixed]] = 1
        for i in range(cards):
            for j in range(i):
                value: Any = -1  # no such hand
                if not on_board[i] and not on_board[j]:
                    value = seven(total, masks, deck[i], deck[j], card, rows, worth, suited)
                values[i, j] = values[j, i] = value
            values[i, i] = -1
            if seen >= 0:  # the dealer's hand with this card
                values[i, i] = -1 if on_board[i] else seven(total, masks, deck[i], seen, card, rows, worth, suited)
        for line in range(holes.shape[0]):
            p, q = holes[line, 0], holes[line, 1]
            mine = values[p, q]
            if mine < 0:
                continue
            for i in range(6):
                cells[i] = 0
            if seen >= 0:
                for i in range(cards):
                    if i != p and i != q and values[i, i] >= 0:
                        meet(mine, values[i, i], 1, cells)
            else:
                lost = tied = low = low_lost = low_tied = 0
                for i in range(cards):  # everybody, who shares a card or not
                    for j in range(i):
                        theirs = values[i, j]
                        lost += theirs > mine
                        tied += theirs == mine
                        low += (theirs >= 0) & (theirs < 4096)
                        low_lost += (theirs > mine) & (theirs < 4096)
                        low_tied += (theirs == mine) & (theirs < 4096)
                all_hands = (cards - free) * (cards - free - 1) // 2
                cells[0], cells[1] = low_lost, lost - low_lost
                cells[2], cells[3] = low_tied, tied - low_tied
                cells[4] = low - low_lost - low_tied
                cells[5] = all_hands - lost - tied - cells[4]
                for i in range(cards):  # less those who would need one of these two cards
                    if i != p and values[p, i] >= 0:
                        meet(mine, values[p, i], -1, cells)
                    if i != q and i != p and values[q, i] >= 0:
                        meet(mine, values[q, i], -1, cells)
            made = mine >> CLASS
            hands = 0
            for i in range(6):
                hands += cells[i]
                ends[line, made, i] += cells[i]
            river = max(settle(pay, RIVER, made, cells), fold[made] * hands)
            raised = settle(pay, FLOP, made, cells)
            if fixed:
                flops[line, 0, 0] += river
                flops[line, 0, 1] += raised
            else:
                for k in range(2, 5):
                    for j in range(1, k):
                        for i in range(j):
                            x, y, z = at[i], at[j], at[k]
                            flop = x + y * (y - 1) // 2 + z * (z - 1) * (z - 2) // 6
                            flops[line, flop, 0] += river
                            flops[line, flop, 1] += raised
        boards += 1
        i = free - 1
        while i >= 0 and at[i] == cards - free + i:
            i -= 1
        if i < 0:
            break
        at[i] += 1
        for j in range(i + 1, free):
            at[j] = at[j - 1] + 1
    return boards


KERNELS = (play_boards,)


@dataclass(frozen=True)
class Plain:
    """Numerators over `deals` for each hole asked for."""

    deals: int
    checked: list[int]
    played: dict[int, list[int]]
    flops: I8  # [hole, flop, (checked, raised)]
    ends: list[list[list[list[int]]]]  # [hole][class][outcome][qualifies], over boards and dealer hands


def _run(
    pay: Pay, deck: Sequence[int], known: Sequence[int], holes: Sequence[tuple[int, int]], seen: int
) -> tuple[I8, I8]:
    made = tables(7)
    where = {card: place for place, card in enumerate(deck)}
    places = np.array([(where[p], where[q]) for p, q in holes], np.int64)
    flop = np.full((3, 10, 2), -pay.most() - 1, np.int64) if pay.flop is None else pay.flop
    flops = np.zeros((len(holes), 1 if known else comb(len(deck), 3), 2), np.int64)
    ends = np.zeros((len(holes), 10, 6), np.int64)
    play_boards(
        np.array(deck, np.uint8), np.array(known, np.uint8), places, seen, np.stack([pay.river, flop]), pay.fold,
        made.card, made.rows, made.worth, made.suited, made.begin, flops, ends,
        np.zeros((len(deck), len(deck)), np.int32), np.zeros(66, np.int64),
    )  # fmt: skip
    return flops, ends


def _ends(ends: I8) -> list[list[list[list[int]]]]:
    made: list[list[list[list[int]]]] = ends.reshape(len(ends), 10, 3, 2).tolist()
    return made


def paid(ends: list[list[list[int]]], payment: I8) -> int:
    """What ends, [class][outcome][qualifies], bring."""
    return sum(
        ends[made][outcome][qualifies] * int(payment[outcome, made, qualifies])
        for made in range(10)
        for outcome in range(3)
        for qualifies in range(2)
    )


def solve(pay: Pay, deck: Sequence[int], holes: Sequence[tuple[int, int]]) -> Plain:
    """The game played best from a deck of nine cards or more, for each of these holes."""
    flops, ends = _run(pay, deck, (), holes, -1)
    n = len(deck)
    counted = _ends(ends)
    return Plain(
        comb(n - 2, 3) * comb(n - 5, 2) * comb(n - 7, 2),
        [int(each) for each in flops.max(axis=2).sum(axis=1)],
        {times: [10 * paid(line, payment) for line in counted] for times, payment in pay.before.items()},
        flops,
        counted,
    )


@dataclass(frozen=True)
class Answer:
    """What each choice is worth, as numerators over `deals`. Choices: "check", "raise", "play", "fold"."""

    deals: int
    choices: dict[str, int]
    ends: list[list[list[int]]]  # [class][outcome][qualifies] for one who stays


def ask(
    pay: Pay, hole: tuple[int, int], board: Sequence[int], seen: int = -1, deck: Sequence[int] = range(52)
) -> Answer:
    """A situation on the flop (three cards), after the turn (four: nothing to choose) or on the river (five)."""
    known = [*hole, *board, *([] if seen < 0 else [seen])]
    rest = [card for card in deck if card not in known]
    # The hole is in the deck, so that the boards that would need its cards are seen and left out.
    flops, ends = _run(pay, [*rest, *hole], tuple(board), [hole], seen)
    (counted,) = _ends(ends)
    deals = sum(number for line in counted for cell in line for number in cell)
    checked, raised = (int(number) for number in flops[0, 0])
    choices = {"check": checked}
    if len(board) == 3 and pay.flop is not None:
        choices["raise"] = raised
    if len(board) == 5:
        made = next(made for made in range(10) if any(map(any, counted[made])))
        choices = {"play": paid(counted, pay.river), "fold": int(pay.fold[made]) * deals}
    return Answer(deals, choices, counted)
