"""The simulation of Winner's Pot Poker. Its unit is a round; `kernel.rounds` says how one is played.

A seat has a column for its part in the pot and, if it has made the wager, one for jacks plus. The players together lose
to the house what the commission and the dealer's hand take out of the pot; the report has a line for each of these. All
other chips in the pot go from one player to another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.counting.card_kinds import Kind
from pitboss.counting.exact_model import ImpossibleError, cache_by_readings
from pitboss.counting.simulation_model import (
    DECK,
    Array,
    Chooser,
    Column,
    Line,
    Ready,
    Role,
    SimModel,
    Situations,
    Way,
    ask_way,
)
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input, Wager
from pitboss.engine.view import HIDDEN, Seen
from pitboss.engine.waits import Ask
from pitboss.games.winners_pot_poker.law.facts import BUTTON
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.play import FOLD
from pitboss.games.winners_pot_poker.law.ranking import jacks_plus_class
from pitboss.games.winners_pot_poker.law.rotation import clockwise
from pitboss.games.winners_pot_poker.law.steps import THE_DEALER, cards_at
from pitboss.games.winners_pot_poker.law.wagers import ALL_STREETS, ANTE, BET, DOUBLE, JACKS_PLUS
from pitboss.games.winners_pot_poker.math import exact, round_ends, two_players
from pitboss.games.winners_pot_poker.math.kernel import ranks_of, rounds
from pitboss.games.winners_pot_poker.math.kernel.pots import FOUR, STAYS, THREE
from pitboss.games.winners_pot_poker.math.round_ends import CLASSES
from pitboss.games.winners_pot_poker.math.situations import (
    BETTER,
    HELD,
    JACK_HIGH,
    PAIRS,
    SHOWS,
    AtLeast,
    BySeat,
    ahead_of_what_shows,
    every_situation,
    held_sets,
    pairs_only,
    short_name_of_step,
    step_in_words,
)
from pitboss.law.rules import Rules
from pitboss.numeric import hands
from pitboss.numeric.choices import set_number
from pitboss.numeric.draws import scratch
from pitboss.table.cards import RANKS

COMMISSION, TO_THE_DEALER = "commission", "pots to the dealer"
WORTHS = 10 << 12  # more than any hand is worth

TIGHT, LOOSE = AtLeast(PAIRS), AtLeast(JACK_HIGH)


# --- tables


class Choices:
    """The choices of a way to play: one bit for each shown card, by the number of others still in and the own cards."""

    def __init__(self, choose: Chooser, seats: int) -> None:
        words: dict[str, list[Array]] = {wager: [] for wager in HELD}
        for asked in every_situation(seats):
            answers = ask_way(choose, asked).astype(np.uint32).reshape(-1, SHOWS[asked.decision])
            bits = answers << np.arange(SHOWS[asked.decision], dtype=np.uint32)
            words[asked.decision].append(bits.sum(axis=1, dtype=np.uint32))
        self.bets, self.doubles = np.array(words[BET]), np.array(words[DOUBLE])

    def by_kind(self) -> dict[Kind, bool] | None:
        """Return whether each kind of three and of four cards stays; None if more than the kind matters."""
        found: dict[Kind, bool] = {}
        for wager, words in ((BET, self.bets), (DOUBLE, self.doubles)):
            if not ((words == words[0]) & ((words == 0) | (words == (1 << SHOWS[wager]) - 1))).all():
                return None
            for kind, stays in zip(kinds_of(HELD[wager]), (words[0] > 0).tolist(), strict=True):
                if found.setdefault(kind, stays) != stays:
                    return None
        return found


@cache
def kinds_of(many: int) -> list[Kind]:
    cards = held_sets(many).cards.tolist()
    return [
        Kind(tuple(sorted((card >> 2) + 2 for card in each)), len({card & 3 for card in each}) == 1) for each in cards
    ]


@cache_by_readings
def places_by_worth(rules: Rules) -> tuple[Array, Array]:
    """Return, by the worth of five cards, their place in the game's ranking and their class for jacks plus."""
    made = two_players.hands(rules)
    found = [
        (place, Kind(tuple(rank + 2 for rank in ranks), suited).cards())
        for suited, places in ((False, made.plain), (True, made.suited))
        for ranks, place in zip(ranks_of(made), places.tolist(), strict=True)
        if place >= 0
    ]
    worths, _ = hands.ranks(np.array([[DECK.index(card) for card in cards] for _, cards in found], np.uint8))
    order, classes = np.zeros(WORTHS, np.uint16), np.zeros(WORTHS, np.uint8)
    order[worths] = [place for place, _ in found]
    classes[worths] = [CLASSES.index(jacks_plus_class(cards)) for _, cards in found]
    return order, classes


@cache
def classes_of(many: int) -> Array:
    """Return the classes of hands that were folded with so many cards."""
    return np.array([CLASSES.index(exact.class_of(kind)) for kind in kinds_of(many)], np.uint8)


def encode_tables(rules: Rules, choices: Sequence[Choices], codes: Array) -> rounds.Tables:
    """Encode a table at which the seats choose in these ways. Seats with the same choices share them.

    `codes` are those of `Pots`.
    """
    different = list(dict.fromkeys(choices))
    order, classes = places_by_worth(rules)
    return rounds.Tables(
        threes=held_sets(3).of,
        fours=held_sets(4).of,
        bets=np.stack([each.bets for each in different]),
        doubles=np.stack([each.doubles for each in different]),
        ways=np.array([different.index(each) for each in choices], np.uint8),
        made_of_three=classes_of(3),
        made_of_four=classes_of(4),
        made_of_five=classes,
        order=order,
        codes=codes,
        button=0 if rules.reads("first-button") == "dealer" else 1,
        five=hands.ranking_tables(5),
    )


def cut_by_limit(
    rules: Rules, house: WinnersPotHouse, jacks_plus: int, pots: round_ends.Pots, seats: int
) -> tuple[tuple[int, ...], ...]:
    """Return what the payout limit takes by column and code. It takes nothing of the pot."""
    judged = (
        [round_ends.cut_by_limit(rules, house, jacks_plus, judgment) for judgment in round_ends.judgments()]
        if jacks_plus
        else []
    )
    return (*((0,) * len(pots.names) for _ in range(seats)), *(tuple(judged) for _ in range(seats if judged else 0)))


def holders_of_cards(seats: int) -> tuple[int, ...]:
    """Return the holder of each hand of a unit."""
    return (*range(1, seats + 1), THE_DEALER)


def stack_deck(
    rules: Rules, made: rounds.Tables, pots: round_ends.Pots, unit: int, cards: Sequence[str]
) -> tuple[dict[str, int], list[str]]:
    """Return the marks that place the button, and a deck that deals this unit's cards. Hands that fold are dealt no
    more.
    """
    seats = len(made.ways)
    codes = np.empty((seats, 1), np.uint16)
    numbers = np.array([[DECK.index(card)] for card in cards], np.uint8)
    rounds.play_dealt(numbers, unit, made, codes, rounds.table_room(seats))
    did = {**{seat: pots.did[codes[seat - 1, 0]] for seat in range(1, seats + 1)}, THE_DEALER: STAYS}
    button = (unit + made.button) % (seats + 1)
    order = clockwise(rules, button, range(1, seats + 1))
    hands_of = {holder: cards[rounds.SIZE * at :][: rounds.SIZE] for at, holder in enumerate(holders_of_cards(seats))}
    burned = [card for card in DECK if card not in cards]
    found = [hands_of[holder][turn] for turn in range(3) for holder in order]
    found += burned[:1] if rules.reads("first-street") == "burned" else []
    found += [hands_of[holder][3] for holder in order if did[holder] != THREE]
    found += burned[1:2]
    found += [hands_of[holder][4] for holder in order if did[holder] == STAYS]
    return {BUTTON.word: (button or seats + 1) - 1}, [*found, *(card for card in DECK if card not in found)]


@dataclass(frozen=True)
class Player:
    """Plays a seat at the table as the kernel plays it, from what the seat may see."""

    bets: Mapping[str, int]
    choices: Choices

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        yield Wager(view.seat, dict(self.bets))

    def choose(self, view: Seen, ask: Ask) -> str:
        own = tuple(DECK.index(card) for card in view.hands[ask.position])
        hands_open = [open_ranks(cards) for position, cards in view.hands.items() if position != ask.position]
        others = [cards for cards in hands_open if cards]  # a folded hand lies face down, or not at all
        words = self.choices.bets if len(own) == HELD[BET] else self.choices.doubles
        word = words[len(others), held_sets(len(own)).of[set_number(own)]]
        stays = int(word) >> max(map(encode_shown_ranks, [*others, open_ranks(view.dealer)])) & 1
        return ask.choices[0] if stays else FOLD


def open_ranks(cards: Sequence[str]) -> list[int]:
    """Return the ranks of the cards that lie open."""
    return [RANKS.index(card[0]) for card in cards if card != HIDDEN]


def encode_shown_ranks(ranks: Sequence[int]) -> int:
    return rounds.RANKS + ranks[0] if len(set(ranks)) < len(ranks) else max(ranks)


def choices_of(ways: Sequence[Chooser | None], seats: int) -> list[Choices]:
    """Return the choices by seat. A way that several seats play is asked once."""
    known: dict[int, Choices] = {}
    found = []
    for seat, way in enumerate(ways):
        own = way.at(seat) if isinstance(way, BySeat) else way
        if own is None:
            raise ImpossibleError("no way to play is the best one whatever the others do; name one of this game's")
        if id(own) not in known:
            known[id(own)] = Choices(own, seats)
        found.append(known[id(own)])
    return found


# --- columns, and how often each code comes where that is counted


def pot_columns(rules: Rules, pots: round_ends.Pots, choices: Sequence[Choices]) -> Iterator[Column]:
    """Yield the columns of the pot. Two players are also counted exactly if they decide by ranks alone."""
    known = {choice: weights_by_ranks(rules, choice) for choice in choices if len(choices) == 2}
    for seat, choice in enumerate(choices):
        mine, other = (known[choice], known[choices[1 - seat]]) if known else (None, None)
        counted = None
        if mine is not None and other is not None:
            counted = pot_weights(rules, pots, mine, other, seat)
        yield Column(seat + 1, pots.names, counted)


def weights_by_ranks(rules: Rules, choices: Choices) -> Array | None:
    """Return in how many of its twenty orders each hand stays, or is folded with three or with four cards.

    Return None if a decision depends on anything but ranks.
    """
    found: dict[tuple[int, ...], bool] = {}
    for kind, staying in (choices.by_kind() or {}).items():
        if found.setdefault(tuple(rank - 2 for rank in kind.ranks), not staying) == staying:
            return None
    return two_players.weights(two_players.hands(rules), found.__getitem__) if found else None


@cache_by_readings
def counted_ways(rules: Rules) -> list[Array]:
    return [two_players.weights(two_players.hands(rules), folds) for folds in two_players.WAYS.values()]


def pot_weights(rules: Rules, pots: round_ends.Pots, mine: Array, other: Array, seat: int) -> tuple[int, ...] | None:
    """Return the weights of the ends for one of two players, if the other plays one of the ways that are counted.

    The button goes from the dealer to the first seat, to the second and back, so the first seat is the first after it
    in two rounds of three.
    """
    same = [(other == each).all() for each in counted_ways(rules)]
    if not any(same):
        return None
    counts = two_players.count_against_ways(rules)[:, same.index(True)]
    own = two_players.weights_by_strength(two_players.hands(rules), mine)
    found = [0] * len(pots.names)
    for column, end in two_players.ENDS:
        often = int(own[end.mine].astype(object) @ counts[:, column].astype(object))
        if "me" not in end.highest:
            found[pots.number[round_ends.PotEnd(end.mine, end.highest == ("dealer",))]] += 3 * often
            continue
        sharers, with_dealer = 1 + ("other" in end.highest), "dealer" in end.highest
        staying, four = 1 + (end.other == STAYS), int(end.other == FOUR)
        for turn in range(sharers):
            times = 3 if sharers == 1 else 2 if turn == seat else 1
            found[pots.number[round_ends.PotEnd(STAYS, False, staying, four, sharers, with_dealer, turn)]] += (
                times * often
            )
    return tuple(found)


def jacks_plus_columns(
    rules: Rules, house: WinnersPotHouse, stake: int, choices: Sequence[Choices]
) -> Iterator[Column]:
    if not stake:
        return
    judgments = list(round_ends.judgments())
    names = tuple(map(round_ends.judgment_in_words, judgments))
    royals = {round_ends.jacks_plus_net(rules, house, stake, judgment) for judgment in judgments if judgment.royals}
    known: dict[int, tuple[int, ...] | None] = {}
    for seat, choice in enumerate(choices):
        if id(choice) not in known:
            stays = choice.by_kind()
            # How often royal flushes come together is not counted. It does not matter if they are paid as one is.
            counted = stays is not None and (len(choices) == 1 or len(royals) == 1)
            known[id(choice)] = jacks_plus_weights(judgments, stays) if stays is not None and counted else None
        yield Column(seat + 1, names, known[id(choice)])


def jacks_plus_weights(judgments: list[round_ends.BonusResult], stays: Mapping[Kind, bool]) -> tuple[int, ...]:
    counted = exact.count_judgments(lambda kind: not stays[kind])
    return tuple(0 if judgment.royals > 1 else counted[judgment.made, judgment.folded] for judgment in judgments)


# --- lines


def lines(
    rules: Rules, house: WinnersPotHouse, ante: int, jacks_plus: int, pots: round_ends.Pots, seats: int
) -> Iterator[Line]:
    put_in, no_pot = tuple(pots.staked), (0,) * len(pots.names)
    judged = list(round_ends.judgments()) if jacks_plus else []
    won = tuple(round_ends.jacks_plus_net(rules, house, jacks_plus, each) for each in judged)
    beside, no_bonus = (jacks_plus,) * len(judged), (0,) * len(judged)

    def line(
        wager: str,
        of: int,
        pot: Callable[[round_ends.Cents], int] | None = None,
        *,
        bonus: bool = False,
        unit: str = ANTE,
        role: Role = "wager",
    ) -> Line:
        """Return a line of the report: of the pot's results in `pot`, of jacks plus, or of both."""
        net = tuple(map(pot, pots.cents)) if pot else no_pot, won if bonus else no_bonus
        staked = put_in if pot else no_pot, beside if bonus else no_bonus
        columns = 2 if jacks_plus else 1
        by_column = [tuple(each[at] for at in range(columns) for _ in range(seats)) for each in (net, staked)]
        return Line(wager, f"the {unit}", of, by_column[0], by_column[1], role)

    yield line(COMMISSION, ante, lambda each: each.commission, role="part")
    yield line(TO_THE_DEALER, ante, lambda each: each.dealer, role="part")
    yield line(ALL_STREETS, ante, lambda each: each.net)
    if jacks_plus:
        yield line("jacks plus", jacks_plus, bonus=True, unit="jacks plus wager")
        yield line("all wagers", ante, lambda each: each.net, bonus=True, role="total")


class WinnersPotPokerSimulation(SimModel[WinnersPotHouse]):
    """Rounds of players who play for the pot, and of their jacks plus."""

    WAYS: ClassVar = {
        "tight": Way("bets on a pair or better, and then doubles", TIGHT),
        "loose": Way("bets on jack high or better, and then doubles", LOOSE),
        "mixed": Way("tight at every other seat from the first on, loose at the rest", BySeat((TIGHT, LOOSE))),
        "book": Way("stays with a pair that no open hand beats, or with one suit", ahead_of_what_shows),
        "cautious": Way("stays with a pair or better", pairs_only),
        "bold": Way("bets and doubles on everything", AtLeast(0)),
        **{
            short_name_of_step(least): Way(f"bets on {step_in_words(least)}, and then doubles", AtLeast(least))
            for least in range(JACK_HIGH, BETTER)
        },
    }

    def usual_bets(self, rules: Rules, house: WinnersPotHouse) -> dict[str, int]:
        return {ANTE: house.minimum}

    def decisions(self, rules: Rules, house: WinnersPotHouse) -> Iterator[Situations]:
        return every_situation(house.seats)

    def prepare(
        self, rules: Rules, house: WinnersPotHouse, bets: Mapping[str, int], seats: int, ways: Sequence[Chooser | None]
    ) -> Ready:
        ante, jacks_plus = bets[ANTE], bets.get(JACKS_PLUS, 0)
        choices = choices_of(ways, seats)
        pots = round_ends.Pots(rules, house, ante, seats)
        made = encode_tables(rules, choices, pots.codes)

        def play(seed: int, first: int, codes: Array) -> int:
            rounds.play_units(seed, first, made, codes, rounds.table_room(seats), *scratch(rounds.SIZE * (seats + 1)))
            return 0

        columns = [*pot_columns(rules, pots, choices), *jacks_plus_columns(rules, house, jacks_plus, choices)]
        return Ready(
            tuple(columns),
            tuple(lines(rules, house, ante, jacks_plus, pots, seats)),
            play,
            made,
            players=lambda: [Player(bets, choice) for choice in choices],
            card_places=tuple(
                (cards_at(holder), card) for holder in holders_of_cards(seats) for card in range(rounds.SIZE)
            ),
            stack_deck=lambda unit, cards: stack_deck(rules, made, pots, unit, cards),
            twin=lambda: rounds.twin(made),
            limit_cuts=cut_by_limit(rules, house, jacks_plus, pots, seats),
        )


MODEL = WinnersPotPokerSimulation()
