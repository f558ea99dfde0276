"""The kernels of punto banco: play whole shoes, and count all rounds that a composition of the shoe can deal.

The *result* of a round is `4 * kind + 2 * (player pair) + (banker pair)`, where the *kind* says which hand won and how.
Tables give the end and the net of each wager by result, and the rules for drawing third cards.

Suits do not matter, and ranks only for pairs and burned cards. So `count_ways` goes through the values of four cards
and, if need be, of the third cards, and multiplies the numbers of cards: at most 55 pairs of values for each hand.

Example: two nines and four kings are left. All 15 places of the nines among six cards are equally likely, with 48
orders of the cards each. The player wins if he has both nines, or one and the banker none: in 1 + 4 places. The banker
wins in as many. They tie if each has a nine, in 4 places, or if both nines come as third cards. So of 720 ways 240 each
go to the player, the banker and a tie.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U1, U2
from pitboss.numeric.shoes import RAN_OUT, draw_card, fill_shoe

VALUES = 10
ALONE = VALUES  # stands for the player's third card if the player's hand has stayed
RANKS, SUITS = 13, 4
KINDS = 6  # kinds of results; each comes with or without a pair in either hand
RESULTS = KINDS * 4
NO_END = 0xFFFF
MAIN, PAIR, OTHER = range(3)  # kinds of wagers: a pair wager needs a main wager beside it


@group("u1[:] u1[:] u1[:,:] u1[:,:] u1[:] u1[:]")
class Drawing(NamedTuple):
    """The rules for drawing cards. A count is 0 to 9."""

    natural: U1  # [count of two cards]: 1 if it is a natural
    player: U1  # [player's count]: 1 if the player's hand draws
    banker: U1  # [banker's count, value of the player's third card or ALONE]: 1 if the banker's hand draws
    kinds: U1  # [2 if the player drew + 1 if the banker drew, player's count * VALUES + banker's count]: kind of result
    values: U1  # [rank]: value of a card
    burned: U1  # [rank of the first card of a shoe]: number of cards burned after it


@group("u2[:,:] i8[:,:] u1[:]")
class Bets(NamedTuple):
    """The wagers of a seat."""

    ends: U2  # [wager, result]: the seat's column that counts this end
    nets: I8  # [wager, result]: net, in a unit of money that is the same for all wagers
    kinds: U1  # [wager]: MAIN, PAIR or OTHER


@group("i8 i8 i8 i8 i8")
class Terms(NamedTuple):
    """The settings of the table and the players. All but `behind` are 0 or 1."""

    behind: int  # cards behind the cutting card
    that_only: int  # if the cutting card comes out before the first card of a round, that round is the last of the shoe
    continuous: int  # a unit is one round from a full shoe
    first_burned: int  # with `continuous`: the first card is burned
    follow: int  # players follow the shoe, and make only wagers that the remaining cards favor


@part
def hand_count(dealt: U1, rules: Drawing, cards: Any) -> Any:
    """Return the count of a hand, whose ranks are dealt[0] to dealt[cards - 1]."""
    count = 0
    for index in range(cards):
        count += rules.values[dealt[index]]
    return count % VALUES


@part
def result_kind(rules: Drawing, player_drew: Any, banker_drew: Any, player: Any, banker: Any) -> Any:
    """Return the kind of a result, given which hands drew (0 or 1) and their final counts."""
    return rules.kinds[2 * player_drew + banker_drew, player * VALUES + banker]


# --- one shoe


@part
def next_rank(key: Any, unit: Any, shoe: U1, index: Any, unseen: I8) -> Any:
    """Draw card `index` of the shoe face up: return its rank and take it off unseen[rank]."""
    rank = draw_card(key, unit, shoe, index) // SUITS
    unseen[rank] -= 1
    return rank


@part
def play_round(key: Any, unit: Any, shoe: U1, index: Any, rules: Drawing, unseen: I8, dealt: U1) -> Any:
    """Deal a round from card `index` on, and return `cards dealt * RESULTS + result`.

    Scratch: dealt[0:3] are the ranks of the player's hand, dealt[3:6] those of the banker's.
    """
    first = index
    for turn in range(4):  # the hands get cards alternately
        dealt[3 * (turn & 1) + turn // 2] = next_rank(key, unit, shoe, index, unseen)
        index += 1
    player = hand_count(dealt, rules, 2)
    banker = hand_count(dealt[3:], rules, 2)
    pairs = 2 * (dealt[0] == dealt[1]) + (dealt[3] == dealt[4])
    player_drew = banker_drew = 0
    if not rules.natural[player] and not rules.natural[banker]:
        third = ALONE
        if rules.player[player]:
            dealt[2] = next_rank(key, unit, shoe, index, unseen)
            index += 1
            third = rules.values[dealt[2]]
            player, player_drew = hand_count(dealt, rules, 3), 1
        if rules.banker[banker, third]:
            dealt[5] = next_rank(key, unit, shoe, index, unseen)
            index += 1
            banker, banker_drew = hand_count(dealt[3:], rules, 3), 1
    return (index - first) * RESULTS + 4 * result_kind(rules, player_drew, banker_drew, player, banker) + pairs


@part
def begin_shoe(key: Any, unit: Any, shoe: U1, rules: Drawing, terms: Terms, unseen: I8) -> Any:
    """Fill a shoe, burn cards, set unseen[rank], and return the number of cards that have left the shoe."""
    fill_shoe(shoe)
    for rank in range(RANKS):
        unseen[rank] = shoe.shape[0] // RANKS
    if terms.continuous:
        for index in range(terms.first_burned):
            draw_card(key, unit, shoe, index)
        return terms.first_burned
    burned = rules.burned[next_rank(key, unit, shoe, 0, unseen)]
    for index in range(1, 1 + burned):
        draw_card(key, unit, shoe, index)  # face down
    return np.int64(1 + burned)


@part
def is_over(met: Any, terms: Terms) -> Any:
    """Return whether the shoe is over after a round.

    `met` says when the cutting card came out: 0: not yet; 1: during this round; 2: before the first card of this round;
    3: in or before an earlier round.
    """
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
    """Play the shoes from number `first` on and fill codes[end, shoe] for one seat: how often each end occurred.

    All seats do the same. trace[round, wager] gets 1 + the end, for as many rounds as it has rows. Return the total
    number of rounds, or RAN_OUT if a shoe ran out of cards during a round. Scratch: shoe[card], dealt[6],
    unseen[rank], and for following a shoe ways[...] as in `count_ways` and worth[wager].
    """
    for end in range(codes.shape[0]):
        for index in range(codes.shape[1]):
            codes[end, index] = 0
    rounds = 0
    for index in range(codes.shape[1]):
        unit = np.uint64(first) + np.uint64(index)
        card_index = begin_shoe(key, unit, shoe, rules, terms, unseen)
        met, number, shoe_is_over = 0, 0, False
        while not shoe_is_over:
            met = 3 if met else 0
            if met == 0 and shoe.shape[0] - card_index <= terms.behind:
                met = 2
            chosen = choose_wagers(rules, bets, unseen, ways, worth) if terms.follow else np.int64(-1)
            outcome = play_round(key, unit, shoe, card_index, rules, unseen, dealt)
            card_index += outcome // RESULTS
            if card_index > shoe.shape[0]:
                return RAN_OUT
            if met == 0 and shoe.shape[0] - card_index < terms.behind:
                met = 1
            settle(bets, chosen, outcome % RESULTS, codes, index, trace, number)
            number += 1
            shoe_is_over = is_over(met, terms)
        rounds += number
    return rounds


@part
def settle(bets: Bets, chosen: Any, result: Any, codes: U2, index: Any, trace: U1, number: Any) -> None:
    """Count the ends of the wagers whose bits are set in `chosen` in codes[end, index] and trace[number, wager]."""
    wagers = bets.ends.shape[0]
    for wager in range(wagers):
        if (chosen >> wager) & 1:
            end = np.int64(bets.ends[wager, result])
            codes[end, index] += 1
            if number < trace.shape[0]:
                trace[number, wager] = 1 + end


# --- the expected net of wagers, given the remaining cards


@part
def count_thirds(left: I8, rules: Drawing, player: Any, banker: Any, card_count: Any, times: Any, ways: I8) -> None:
    """Count the ways in which two more cards lead to each kind of result, and add `times` as many to ways[kind].

    Four cards of the round are dealt, with the counts `player` and `banker`. left[value] are the cards left, which are
    `card_count` in all.
    """
    if rules.natural[player] or rules.natural[banker] or not (rules.player[player] or rules.banker[banker, ALONE]):
        ways[result_kind(rules, 0, 0, player, banker)] += times * card_count * (card_count - 1)
    elif not rules.player[player]:
        for third in range(VALUES):
            kind = result_kind(rules, 0, 1, player, (banker + third) % VALUES)
            ways[kind] += times * left[third] * (card_count - 1)
    else:
        turned = ways[KINDS + VALUES :]  # scratch: cards left by the count to which they bring the banker's hand
        for count in range(VALUES):
            turned[count] = left[(count + VALUES - banker) % VALUES]
        for third in range(VALUES):
            final = (player + third) % VALUES
            here = times * left[third]
            if not rules.banker[banker, third]:
                ways[result_kind(rules, 1, 0, final, banker)] += here * (card_count - 1)
                continue
            for count in range(VALUES):
                ways[rules.kinds[3, final * VALUES + count]] += here * turned[count]
            ways[result_kind(rules, 1, 1, final, (banker + third) % VALUES)] -= here  # the same card cannot come twice


@part
def count_ways(unseen: I8, rules: Drawing, ways: I8) -> Any:
    """Count the ways to draw six cards from unseen[rank] by kind of result, and return their total number.

    ways[0:KINDS] gets the count by kind. The rest of `ways` is scratch: left[value] and turned[count].
    """
    left = ways[KINDS : KINDS + VALUES]
    for index in range(KINDS + VALUES):
        ways[index] = 0
    for rank in range(RANKS):
        left[rules.values[rank]] += unseen[rank]
    card_count = np.int64(0)
    for value in range(VALUES):
        card_count += left[value]
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
                        count_thirds(left, rules, player, banker, card_count - 4, players * bankers, ways)
                        left[b1] += 1
                        left[b2] += 1
            left[p1] += 1
            left[p2] += 1
    return card_count * (card_count - 1) * (card_count - 2) * (card_count - 3) * (card_count - 4) * (card_count - 5)


@part
def ways_to_draw_two(left: I8, one: Any, other: Any) -> Any:
    """Return the number of ordered ways to draw two cards of these values, in either order, from left[value]."""
    return left[one] * (left[one] - 1) if one == other else 2 * left[one] * left[other]


@part
def pair_wager_worth(unseen: I8, win: Any, loss: Any) -> Any:
    """Return the sum of what a pair wager nets over all ways to draw six cards."""
    card_count = pairs = np.int64(0)
    for rank in range(RANKS):
        card_count += unseen[rank]
        pairs += unseen[rank] * (unseen[rank] - 1)
    others = (card_count - 2) * (card_count - 3) * (card_count - 4) * (card_count - 5)
    return (pairs * win + (card_count * (card_count - 1) - pairs) * loss) * others


@part
def choose_wagers(rules: Drawing, bets: Bets, unseen: I8, ways: I8, worth: I8) -> Any:
    """Return the wagers to make, as bits: those with a positive expected net, given unseen[rank].

    Pair wagers need a main wager: they are added if a main wager gains too, or together with the main wager that costs
    least if they gain more than it costs. worth[wager] gets the sum of nets over all ways to draw six cards.
    """
    count_ways(unseen, rules, ways)
    wagers = bets.ends.shape[0]
    chosen = pairs = np.int64(0)
    gain, least, beside, main = np.int64(0), np.int64(0), -1, False  # `beside`: the main wager that costs least
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


# --- the value of following a shoe

PARTS = 10**9  # gains are expressed in this fraction of a wager


@part
def ways_to_draw_six(unseen: I8) -> Any:
    """Return the number of ordered ways to draw six cards from unseen[rank]."""
    card_count, ways = np.int64(0), np.int64(1)
    for rank in range(RANKS):
        card_count += unseen[rank]
    for drawn in range(6):
        ways *= card_count - drawn
    return ways


@part
def gain_in_parts(gain: Any, whole: Any) -> Any:
    """Return `gain / whole` in units of 1/PARTS. Works digit by digit, so that no product overflows."""
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
    sums: I8,
    shoe: U1,
    dealt: U1,
    unseen: I8,
    ways: I8,
    met: I8,
) -> int:
    """Follow the shoes from number `first` on, once for each depth of the cutting card, the deepest first.

    sums[shoe, depth, 0] gets the number of rounds; sums[shoe, depth, 1 + 2 * wager] the rounds in which the remaining
    cards favor the wager; sums[shoe, depth, 2 + 2 * wager] its total expected gain in 1/PARTS of the wager. Return 0,
    or RAN_OUT if a shoe ran out of cards during a round.

    depths[depth] are cards behind the cutting card. stakes[wager] are in the unit of `bets.nets`; the second half of
    `stakes` is scratch (worth[wager]). Other scratch is as in `play_shoes`, with met[depth] (4: over).
    """
    wagers, worth = bets.ends.shape[0], stakes[bets.ends.shape[0] :]
    terms = Terms(0, that_only, 0, 0, 1)
    for index in range(sums.shape[0]):
        unit = np.uint64(first) + np.uint64(index)
        card_index = begin_shoe(key, unit, shoe, rules, terms, unseen)
        for depth in range(depths.shape[0]):
            met[depth] = 0
        while met[0] < 4:
            choose_wagers(rules, bets, unseen, ways, worth)
            for depth in range(depths.shape[0]):
                if met[depth] in (1, 2):
                    met[depth] = 3
                elif met[depth] == 0 and shoe.shape[0] - card_index <= depths[depth]:
                    met[depth] = 2
                if met[depth] < 4:
                    sums[index, depth, 0] += 1
                    for wager in range(wagers):
                        if worth[wager] > 0:
                            sums[index, depth, 1 + 2 * wager] += 1
                            whole = ways_to_draw_six(unseen) * stakes[wager]
                            sums[index, depth, 2 + 2 * wager] += gain_in_parts(worth[wager], whole)
            card_index += play_round(key, unit, shoe, card_index, rules, unseen, dealt) // RESULTS
            if card_index > shoe.shape[0]:
                return RAN_OUT
            for depth in range(depths.shape[0]):
                if met[depth] == 3 or (met[depth] == 2 and that_only):
                    met[depth] = 4  # over
                elif met[depth] == 0 and shoe.shape[0] - card_index < depths[depth]:
                    met[depth] = 1
    return 0


@kernel("i8[:]", Drawing, "i8[:]")
def count_kinds(unseen: I8, rules: Drawing, ways: I8) -> int:
    """Count ways[kind] for unseen[rank], as `count_ways` does."""
    total: int = count_ways(unseen, rules, ways)
    return total


def scratch() -> tuple[U1, I8, I8]:
    """Return the scratch arrays of a shoe: dealt[6], unseen[rank], and `ways` as `count_ways` uses it."""
    return np.zeros(6, np.uint8), np.zeros(RANKS, np.int64), np.zeros(KINDS + 2 * VALUES, np.int64)


KERNELS = (play_shoes, follow_shoes, count_kinds)
