"""Shoes of punto banco by the thousand, and every round that a composition can deal, counted.

A round's *result* is a number: what the winning hand is (its kind), and whether either hand begins with a pair. What
becomes of each wager by a result is a table, and so is what it nets; which cards are drawn is one too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U1, U2
from pitboss.numeric.shoes import RAN_OUT, draw_card, fill_shoe

VALUES = 10
ALONE = VALUES  # in place of the player's third card where that hand has stayed
RANKS, SUITS = 13, 4
KINDS = 6  # of results; each comes with or without a pair in either hand
RESULTS = KINDS * 4
NO_END = 0xFFFF
MAIN, PAIR, OTHER = range(3)  # kinds of wagers: a pair is made beside a main one


@group("u1[:] u1[:] u1[:,:] u1[:,:] u1[:] u1[:]")
class Drawing(NamedTuple):
    natural: U1  # by count
    player: U1  # draws, by count
    banker: U1  # draws, by count and the player's third card
    kinds: U1  # by which hands drew (player 2, banker 1), and both counts
    values: U1  # by rank
    burned: U1  # after a first card, by rank


@group("u2[:,:] i8[:,:] u1[:]")
class Bets(NamedTuple):
    """By wager."""

    ends: U2  # the column of a seat that counts it, by result
    nets: I8  # in grains that are the same for all, by result
    kinds: U1


@group("i8 i8 i8 i8 i8")
class Terms(NamedTuple):
    """Of the table, and of who plays."""

    behind: int  # cards behind the cutting card
    that_only: int  # whether a round before whose first card it comes is the last
    continuous: int  # whether a unit is one round from all cards
    first_burned: int  # whether the first card is burned then
    follow: int  # whether a bet is made only where the cards that are left favor it


@part
def hand_count(dealt: U1, rules: Drawing, cards: Any) -> Any:
    """What a hand of so many cards counts."""
    count = 0
    for at in range(cards):
        count += rules.values[dealt[at]]
    return count % VALUES


@part
def result_kind(rules: Drawing, player_drew: Any, banker_drew: Any, player: Any, banker: Any) -> Any:
    return rules.kinds[2 * player_drew + banker_drew, player * VALUES + banker]


# --- one shoe


@part
def next_rank(key: Any, unit: Any, shoe: U1, at: Any, unseen: I8) -> Any:
    """The rank of the next card, which everybody sees."""
    rank = draw_card(key, unit, shoe, at) // SUITS
    unseen[rank] -= 1
    return rank


@part
def play_round(key: Any, unit: Any, shoe: U1, at: Any, rules: Drawing, unseen: I8, dealt: U1) -> Any:
    """Cards from number `at` on. The result, and in the upper bits how many cards were dealt."""
    first = at
    for turn in range(4):  # by turns: dealt[0:3] is the player's hand, dealt[3:6] the banker's
        dealt[3 * (turn & 1) + turn // 2] = next_rank(key, unit, shoe, at, unseen)
        at += 1
    player = hand_count(dealt, rules, 2)
    banker = hand_count(dealt[3:], rules, 2)
    pairs = 2 * (dealt[0] == dealt[1]) + (dealt[3] == dealt[4])
    player_drew = banker_drew = 0
    if not rules.natural[player] and not rules.natural[banker]:
        third = ALONE
        if rules.player[player]:
            dealt[2] = next_rank(key, unit, shoe, at, unseen)
            at += 1
            third = rules.values[dealt[2]]
            player, player_drew = hand_count(dealt, rules, 3), 1
        if rules.banker[banker, third]:
            dealt[5] = next_rank(key, unit, shoe, at, unseen)
            at += 1
            banker, banker_drew = hand_count(dealt[3:], rules, 3), 1
    return (at - first) * RESULTS + 4 * result_kind(rules, player_drew, banker_drew, player, banker) + pairs


@part
def begin_shoe(key: Any, unit: Any, shoe: U1, rules: Drawing, terms: Terms, unseen: I8) -> Any:
    """A shoe made ready: how many cards have left it."""
    fill_shoe(shoe)
    for rank in range(RANKS):
        unseen[rank] = shoe.shape[0] // RANKS
    if terms.continuous:
        for at in range(terms.first_burned):
            draw_card(key, unit, shoe, at)
        return terms.first_burned
    burned = rules.burned[next_rank(key, unit, shoe, 0, unseen)]
    for at in range(1, 1 + burned):
        draw_card(key, unit, shoe, at)  # face down
    return np.int64(1 + burned)


@part
def is_over(met: Any, terms: Terms) -> Any:
    """After a round: `met` says since when the cutting card is out. 0: it is not; 1: since this round has begun; 2:
    since before its first card; 3: since an earlier round."""
    return terms.continuous or met == 3 or (met == 2 and terms.that_only)


@kernel("u8 u8", Drawing, Bets, Terms, "u2[:,:] u1[:] u1[:] i8[:] i8[:] i8[:] u1[:,:]")
def play_shoes(
    key: int,
    first: int,
    rules: Drawing,
    bets: Bets,
    terms: Terms,
    codes: U2,
    shoe: U1,
    dealt: U1,
    unseen: I8,
    ways: I8,
    worth: I8,
    trace: U1,
) -> int:
    """As many shoes as `codes` has columns; the codes of a seat are counts of ends, and all seats do the same. `trace`
    gets, by round and wager, 1 + the end, as far as it has room. The number of rounds is returned, or that a shoe ran
    out."""
    for row in range(codes.shape[0]):
        for at in range(codes.shape[1]):
            codes[row, at] = 0
    rounds = 0
    for which in range(codes.shape[1]):
        unit = np.uint64(first) + np.uint64(which)
        at = begin_shoe(key, unit, shoe, rules, terms, unseen)
        met, number, over = 0, 0, False
        while not over:
            met = 3 if met else 0
            if met == 0 and shoe.shape[0] - at <= terms.behind:
                met = 2
            chosen = choose_wagers(rules, bets, unseen, ways, worth) if terms.follow else np.int64(-1)
            found = play_round(key, unit, shoe, at, rules, unseen, dealt)
            at += found // RESULTS
            if at > shoe.shape[0]:
                return RAN_OUT
            if met == 0 and shoe.shape[0] - at < terms.behind:
                met = 1
            settle(bets, chosen, found % RESULTS, codes, which, trace, number)
            number += 1
            over = is_over(met, terms)
        rounds += number
    return rounds


@part
def settle(bets: Bets, chosen: Any, result: Any, codes: U2, which: Any, trace: U1, number: Any) -> None:
    wagers = bets.ends.shape[0]
    for wager in range(wagers):
        if (chosen >> wager) & 1:
            end = np.int64(bets.ends[wager, result])
            codes[end, which] += 1
            if number < trace.shape[0]:
                trace[number, wager] = 1 + end


# --- what the cards that are left are worth


@part
def count_thirds(left: I8, rules: Drawing, player: Any, banker: Any, many: Any, times: Any, ways: I8) -> None:
    """After four cards of a round: add in how many ways, times so many, the next two lead to each kind of result."""
    if rules.natural[player] or rules.natural[banker] or not (rules.player[player] or rules.banker[banker, ALONE]):
        ways[result_kind(rules, 0, 0, player, banker)] += times * many * (many - 1)
    elif not rules.player[player]:
        for third in range(VALUES):
            kind = result_kind(rules, 0, 1, player, (banker + third) % VALUES)
            ways[kind] += times * left[third] * (many - 1)
    else:
        turned = ways[KINDS + VALUES :]  # what is left by the count that it brings the banker's hand to
        for count in range(VALUES):
            turned[count] = left[(count + VALUES - banker) % VALUES]
        for third in range(VALUES):
            final = (player + third) % VALUES
            here = times * left[third]
            if not rules.banker[banker, third]:
                ways[result_kind(rules, 1, 0, final, banker)] += here * (many - 1)
                continue
            for count in range(VALUES):
                ways[rules.kinds[3, final * VALUES + count]] += here * turned[count]
            ways[result_kind(rules, 1, 1, final, (banker + third) % VALUES)] -= here  # not the same card twice


@part
def count_ways(unseen: I8, rules: Drawing, ways: I8) -> Any:
    """In how many ways six cards of these ranks lead to each kind of result; `ways` has room for the values twice
    after the kinds. How many ways there are is returned."""
    left = ways[KINDS : KINDS + VALUES]
    for at in range(KINDS + VALUES):
        ways[at] = 0
    for rank in range(RANKS):
        left[rules.values[rank]] += unseen[rank]
    many = np.int64(0)
    for value in range(VALUES):
        many += left[value]
    for p1 in range(VALUES):
        for p2 in range(p1, VALUES):
            players = ways_to_draw_two(left, p1, p2)
            if players <= 0:
                continue
            left[p1] -= 1
            left[p2] -= 1
            for b1 in range(VALUES):
                for b2 in range(b1, VALUES):
                    bankers = ways_to_draw_two(left, b1, b2)
                    if bankers > 0:
                        left[b1] -= 1
                        left[b2] -= 1
                        player, banker = (p1 + p2) % VALUES, (b1 + b2) % VALUES
                        count_thirds(left, rules, player, banker, many - 4, players * bankers, ways)
                        left[b1] += 1
                        left[b2] += 1
            left[p1] += 1
            left[p2] += 1
    return many * (many - 1) * (many - 2) * (many - 3) * (many - 4) * (many - 5)


@part
def ways_to_draw_two(left: I8, one: Any, other: Any) -> Any:
    return left[one] * (left[one] - 1) if one == other else 2 * left[one] * left[other]


@part
def pair_wager_worth(unseen: I8, win: Any, loss: Any) -> Any:
    """What a pair wager nets in all ways to draw six cards."""
    many = pairs = np.int64(0)
    for rank in range(RANKS):
        many += unseen[rank]
        pairs += unseen[rank] * (unseen[rank] - 1)
    others = (many - 2) * (many - 3) * (many - 4) * (many - 5)
    return (pairs * win + (many * (many - 1) - pairs) * loss) * others


@part
def choose_wagers(rules: Drawing, bets: Bets, unseen: I8, ways: I8, worth: I8) -> Any:
    """Which wagers gain by what is left, a bit to each. Pairs in favor are made beside what is made anyway, or beside
    the main wager that costs least if they gain more than that."""
    count_ways(unseen, rules, ways)
    wagers = bets.ends.shape[0]
    chosen = pairs = np.int64(0)
    gain, least, beside, main = np.int64(0), np.int64(0), -1, False
    for wager in range(wagers):
        if bets.kinds[wager] == PAIR:
            win, loss = bets.nets[wager, RESULTS - 1], bets.nets[wager, 0]  # with both pairs, and with none
            worth[wager] = pair_wager_worth(unseen, win, loss)
            if worth[wager] > 0:
                pairs |= np.int64(1) << wager
                gain += worth[wager]
            continue
        worth[wager] = 0
        for kind in range(KINDS):
            worth[wager] += ways[kind] * bets.nets[wager, 4 * kind]
        if worth[wager] > 0:
            chosen |= np.int64(1) << wager
        if bets.kinds[wager] == MAIN:
            main |= worth[wager] > 0
            if beside < 0 or worth[wager] > least:
                beside, least = wager, worth[wager]
    if pairs and main:
        chosen |= pairs
    elif pairs and beside >= 0 and gain + least > 0:
        chosen |= pairs | (np.int64(1) << beside)
    return chosen


# --- what it is worth to follow a shoe

PARTS = 10**9  # of a wager, in which gains are told


@part
def ways_to_draw_six(unseen: I8) -> Any:
    """To draw six cards."""
    many, ways = np.int64(0), np.int64(1)
    for rank in range(RANKS):
        many += unseen[rank]
    for at in range(6):
        ways *= many - at
    return ways


@part
def gain_in_parts(gain: Any, whole: Any) -> Any:
    """A gain as a share of the whole, in parts, digit by digit: nothing becomes too large on the way."""
    share, left = gain // whole, gain % whole
    for _ in range(9):
        left *= 10
        share = share * 10 + left // whole
        left %= whole
    return share


@kernel("u8 u8", Drawing, Bets, "i8 i8[:] i8[:] i8[:,:,:] u1[:] u1[:] i8[:] i8[:] i8[:]")
def follow_shoes(
    key: int,
    first: int,
    rules: Drawing,
    bets: Bets,
    that_only: int,
    depths: I8,
    stakes: I8,
    found: I8,
    shoe: U1,
    dealt: U1,
    unseen: I8,
    ways: I8,
    met: I8,
) -> int:
    """As many shoes as `found` has lines, with the cutting card at each of several depths, the deepest first: rounds,
    then for each wager how often it gains by what is left, and how much, in parts of it. `stakes` are in grains, and
    have room for as many numbers again. Says if a shoe ran out."""
    wagers, worth = bets.ends.shape[0], stakes[bets.ends.shape[0] :]
    terms = Terms(0, that_only, 0, 0, 1)
    for which in range(found.shape[0]):
        unit = np.uint64(first) + np.uint64(which)
        at = begin_shoe(key, unit, shoe, rules, terms, unseen)
        for depth in range(depths.shape[0]):
            met[depth] = 0
        while met[0] < 4:
            choose_wagers(rules, bets, unseen, ways, worth)
            for depth in range(depths.shape[0]):
                if met[depth] in (1, 2):
                    met[depth] = 3
                elif met[depth] == 0 and shoe.shape[0] - at <= depths[depth]:
                    met[depth] = 2
                if met[depth] < 4:
                    found[which, depth, 0] += 1
                    for wager in range(wagers):
                        if worth[wager] > 0:
                            found[which, depth, 1 + 2 * wager] += 1
                            whole = ways_to_draw_six(unseen) * stakes[wager]
                            found[which, depth, 2 + 2 * wager] += gain_in_parts(worth[wager], whole)
            at += play_round(key, unit, shoe, at, rules, unseen, dealt) // RESULTS
            if at > shoe.shape[0]:
                return RAN_OUT
            for depth in range(depths.shape[0]):
                if met[depth] == 3 or (met[depth] == 2 and that_only):
                    met[depth] = 4  # over
                elif met[depth] == 0 and shoe.shape[0] - at < depths[depth]:
                    met[depth] = 1
    return 0


@kernel("i8[:]", Drawing, "i8[:]")
def count_kinds(unseen: I8, rules: Drawing, ways: I8) -> int:
    """What `choose_wagers` counts, for itself."""
    total: int = count_ways(unseen, rules, ways)
    return total


def scratch() -> tuple[U1, I8, I8]:
    """What a shoe needs beside its cards: the two hands, unseen cards by rank, and ways with values."""
    return np.zeros(6, np.uint8), np.zeros(RANKS, np.int64), np.zeros(KINDS + 2 * VALUES, np.int64)


KERNELS = (play_shoes, follow_shoes, count_kinds)
