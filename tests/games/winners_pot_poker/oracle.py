"""A second opinion on Winner's Pot Poker: who gets what, reckoned from the deck and the decisions alone.

It shares no code with the game. It deals the deck itself, compares hands by a string of letters, and divides the pot in
fractions before it rounds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

HIGH_TO_LOW = "AKQJT98765432"
DEALER = 0


@dataclass(frozen=True)
class Table:
    """The settings before the first card: the house's numbers and how the doubts are read."""

    bet_times: int = 1
    double_times: int = 2
    percent: Fraction | None = None
    fixed: int | None = None
    chip: int = 100
    stake: int = 0
    jacks_minimum: int = 100
    readings: dict[str, str] = field(default_factory=dict)

    def reads(self, reading: str, choice: str) -> bool:
        return self.readings.get(reading) == choice


@dataclass(frozen=True)
class Round:
    order: tuple[str, ...]
    button: int
    antes: dict[int, int]
    jacks: dict[int, int]
    folds: dict[int, str]  # position -> "bet" or "double"


def hands_of(table: Table, played: Round) -> dict[int, list[str]]:
    """The cards everybody ends with, folders with three or four."""
    around = sorted(played.antes)
    for _ in range(sum(position <= played.button < max(around) for position in around)):
        around.append(around.pop(0))
    cut = around.index(max(around)) + 1
    around = [*around, DEALER] if table.reads("dealer-in-rotation", "last") else [*around[:cut], DEALER, *around[cut:]]
    deck = list(played.order)
    hands: dict[int, list[str]] = {place: [] for place in around}
    for number in range(1, 6):
        if number > 3:
            deck.pop(0)
        for place in around:
            if number < 4 or (number == 4 and played.folds.get(place) != "bet") or place not in played.folds:
                hands[place].append(deck.pop(0))
    return hands


def letters(hand: list[str]) -> str:
    """A word by which hands are compared: the class, then the ranks, most frequent and highest first."""
    counts = Counter(card[0] for card in hand)
    ranks = sorted(counts, key=lambda rank: (-counts[rank], HIGH_TO_LOW.index(rank)))
    shape = "".join(str(counts[rank]) for rank in ranks)
    run = "".join(ranks) in "AKQJT98765432" and shape == "11111"
    wheel = "".join(ranks) == "A5432"
    flush = len({card[1] for card in hand}) == 1
    if (run or wheel) and flush:
        grade = "9" if ranks[0] == "A" and run else "8"
    else:
        grade = {"41": "7", "32": "6", "311": "3", "221": "2", "2111": "1"}.get(shape, "0")
        grade = "5" if flush else "4" if run or wheel else grade
    word = "5432a" if wheel else "".join(ranks)
    return grade + "".join("a" if rank == "a" else chr(ord("n") - HIGH_TO_LOW.index(rank)) for rank in word)


PAYS = {"9": 400, "8": 80, "7": 50, "6": 30, "5": 15, "4": 10, "3": 7, "2": 3}


def jacks_times(hand: list[str]) -> int:
    """Return to how many to one jacks plus is paid; 0: it loses. Fewer than five cards make nothing but equal ranks."""
    counts = Counter(card[0] for card in hand)
    if len(hand) == 5 and (grade := letters(hand)[0]) in PAYS:
        return PAYS[grade]
    most = sorted(counts.values(), reverse=True)
    if most[0] == 4:
        return 50
    if most[0] == 3:
        return 7
    if most[:2] == [2, 2]:
        return 3
    return 1 if any(counts[rank] == 2 for rank in "JQKA") else 0


def settle(table: Table, played: Round) -> dict[int, int]:
    """Seat -> what it has won or lost, in cents; 0 is the house."""
    hands = hands_of(table, played)
    net = Counter[int]()
    put = {}
    for seat, ante in played.antes.items():
        times = 1
        if played.folds.get(seat) != "bet":
            times += table.bet_times
        if seat not in played.folds:
            times += table.double_times
        put[seat] = ante * times
        net[seat] -= put[seat]
    for seat, won in jacks_plus(table, played, hands).items():
        net[seat] += won
    pot = Fraction(sum(put.values()) + table.stake)
    in_play = {place: letters(hand) for place, hand in hands.items() if place not in played.folds}
    best = [place for place in hands if in_play.get(place) == max(in_play.values())]
    players = sorted((place for place in best if place != DEALER), key=lambda place: (place <= played.button, place))
    if players:
        for seat, won in divide(table, pot, {place: put[place] for place in players}, DEALER in best).items():
            net[seat] += won
    net[DEALER] = -sum(net[seat] for seat in played.antes)
    return {seat: net[seat] for seat in (DEALER, *sorted(played.antes))}


def jacks_plus(table: Table, played: Round, hands: dict[int, list[str]]) -> dict[int, int]:
    most = max(5_000_000, 400 * table.jacks_minimum)
    won = {}
    times = {seat: jacks_times(hands[seat]) for seat in played.jacks}
    if table.reads("folded-jacks-plus", "loses"):
        times.update(dict.fromkeys(set(played.jacks) & set(played.folds), 0))
    royal = [seat for seat in played.jacks if times[seat] == 400]
    counted = {seat: stake if table.reads("limit-counts", "with-stakes") else 0 for seat, stake in played.jacks.items()}
    together = sum(400 * played.jacks[seat] + counted[seat] for seat in royal)
    for seat, stake in played.jacks.items():
        if not times[seat]:
            won[seat] = -stake
        elif seat in royal and len(royal) > 1 and (together > most or table.reads("royals", "always")):
            share = Fraction(most * stake, sum(played.jacks[other] for other in royal))
            won[seat] = max(floor(share) - counted[seat], 0)
        else:
            won[seat] = max(min(times[seat] * stake + counted[seat], most) - counted[seat], 0)
    return won


def divide(table: Table, pot: Fraction, own: dict[int, int], with_dealer: bool) -> dict[int, int]:
    """Return what each winner is handed, the first after the button first."""
    sharers = len(own) + with_dealer
    house_keeps_cents = table.reads("odd-cents", "inventory")
    dealer = floor(pot / sharers) if with_dealer else 0
    portion = int(pot) - dealer
    if house_keeps_cents and with_dealer:
        portion = floor(pot / sharers) * len(own)

    def fee(part: int, mine: int) -> int:
        if table.percent is None and table.reads("commission-figures", "fixed-alone"):
            return 0 if table.fixed is None else min(table.fixed, part)
        base = part - min(mine, part) if table.reads("commission-base", "others-money") else part
        rate = Fraction(10, 100) if table.percent is None else table.percent / 100
        unit = table.chip if table.reads("commission-rounding", "chip") else 1
        due = unit * floor(base * rate / unit)
        return due if table.fixed is None else min(due, table.fixed)

    def shares(cents: int) -> list[int]:
        each = [cents // len(own)] * len(own)
        left = 0 if house_keeps_cents else cents - sum(each)
        return [part + 1 if turn < left else part for turn, part in enumerate(each)]

    if table.reads("tied-commission", "each"):
        handed = [part - fee(part, mine) for part, mine in zip(shares(portion), own.values(), strict=True)]
    else:
        handed = shares(portion - fee(portion, sum(own.values())))
    return dict(zip(own, handed, strict=True))
