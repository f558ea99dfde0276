"""Rules that every game must keep. No game is known here: a check is given one and plays it.

Rounds are played from views and asks alone, seeded, an input or an act at a time, and a `Watch` looks at the table
after each. A failure names its seed; `Round(..., seed)` plays it again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, product
from operator import attrgetter
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from pitboss.engine import bank
from pitboss.engine.carry import Carry
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.engine.incidents.incident_kinds import (
    INCIDENTS,
    CardExposed,
    CardMissing,
    CardTooMany,
    DeviceJam,
    DiceAstray,
    DieCocked,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    RemoveDevice,
    ShortCard,
)
from pitboss.engine.inputs import (
    COMMON,
    AddChips,
    Answer,
    CardOrder,
    Close,
    Credit,
    Cut,
    Fill,
    Input,
    Order,
    Sit,
    Spin,
    Throw,
    Wager,
)
from pitboss.engine.record import Chain, encode_item
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.engine.waits import (
    Ask,
    CardOrderWanted,
    CuttingCardWanted,
    CutWanted,
    FillWanted,
    OrderWanted,
    Refusal,
    ShoeOrderWanted,
    SpinWanted,
    ThrowWanted,
    Wait,
    Window,
    sentence,
)
from pitboss.law.editions import NotHeldError
from pitboss.law.force import split_citation
from pitboss.law.readings import readings_of
from pitboss.law.register import leads_to_paragraph
from pitboss.law.rules import Rules
from pitboss.record.account import account_of, pack, unpack
from pitboss.record.explain import explain
from pitboss.record.replay import RoundRecord, read, replay_to_end
from pitboss.record.round_playback import replay_log
from pitboss.record.verify import verify
from pitboss.store.rounds.wind_up import debtor_of
from pitboss.table.card_steps import AddCard, ReceiveDeck
from pitboss.table.cards import FULL_DECK, card_name, pretty
from pitboss.table.facts import FOLDED_CARDS, VOID
from pitboss.table.money import CAGE, INVENTORY, OUTSIDE, Money, area, chips_before
from pitboss.table.steps import (
    CollectWager,
    PaymentWaits,
    PayWager,
    PlaceWager,
    ReturnWager,
    SayShort,
    Step,
    StepAway,
    VoidHand,
    WagerStep,
    sentence_for_house,
    sentence_for_players,
)
from pitboss.table.table import COMMUNITY, DEALER, FACES, Table, hand

MOST_MOMENTS = 5_000  # a round that is not over by then never ends
DISORDER = 0.2  # how often something comes in that nobody waits for
STAKES = 1_000  # minimum wagers that a player brings: nobody runs dry
CARD, IS_UP = attrgetter("card"), attrgetter("up")  # of a card that lies somewhere


# --- what is played


@dataclass(frozen=True)
class Setting:
    """One game under one held text, at a table with one set of elections."""

    game: Game
    rules: Rules
    house: House

    @property
    def table(self) -> Carry:
        return self.game.opening(self.house)


def texts_of(game: Game) -> list[str]:
    """The days of the held texts on which a whole round can be played by what is held."""
    days = []
    for text in game.editions.texts:
        try:
            game.editions.law_on(text.date)
        except NotHeldError:
            continue
        days.append(text.date)
    return days


def as_it_comes(game: Game, as_of: str) -> Setting:
    """The default house, against which nothing may stand."""
    setting = Setting(game, game.rules({}, as_of), game.house.usual())
    assert setting.house.breaches(setting.rules) == []
    return setting


def random_setting(game: Game, as_of: str, chance: Random) -> Setting:
    """Draw readings, and yes-or-no or one-of-these elections, at random as far as the law lets a house have them."""
    plain = as_it_comes(game, as_of)
    readings = {reading.id: chance.choice(list(reading.choices)) for reading in readings_of(game.package).values()}
    rules = game.rules(readings, as_of)
    hints = get_type_hints(game.house)
    options = {name: choices for name in game.house.__struct_fields__ if (choices := choices_of(hints[name]))}
    for _ in range(50):
        drawn = {name: chance.choice(choices) for name, choices in options.items()}
        house = msgspec.structs.replace(plain.house, **drawn)
        if not house.breaches(rules):
            return Setting(game, rules, house)
    return plain


def choices_of(kind: Any) -> tuple[Any, ...]:
    if kind is bool:
        return (False, True)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        parts = [(None,) if part is NoneType else choices_of(part) for part in get_args(kind)]
        return tuple(choice for part in parts for choice in part) if all(parts) else ()
    return ()


# --- how it is played


class Round:
    """One seeded round. `advance` gives one input or has one act done; the same seed does the same again."""

    def __init__(self, setting: Setting, seed: int, carry: Carry | None = None) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self.source = seeded_source(seed)
        carry = carry or setting.table
        self.driver = Driver(setting.game, setting.rules, setting.house, carry, stepwise=True)
        strategies = list(setting.game.strategies.values())
        everywhere = range(1, setting.house.seats + 1)
        seats = carry.players or self.chance.sample(everywhere, self.chance.randint(1, min(4, len(everywhere))))
        self.strategies = {seat: self.chance.choice(strategies) for seat in sorted(seats)}
        self.stranger = strategies[0]  # plays for whoever comes unplanned
        self.bring = STAKES * setting.house.minimum
        self.coming: list[Input] | None = None  # what is still to come in the window that is open

    def advance(self) -> None:
        if self.driver.wait is None:
            self.driver.run(1)
        else:
            self.must(self.next_input(self.driver.wait))

    def goes_on(self) -> bool:
        """Advance a table where people come and go: an input of somebody who has left is refused. Tell whether play
        goes on."""
        if self.driver.wait is None:
            self.driver.run(1)
            return True
        given = self.next_input(self.driver.wait)
        return not self.driver.submit(given, stepwise=True) or not isinstance(given, Close)

    def must(self, given: Input) -> None:
        refused = self.driver.submit(given, stepwise=True)
        assert not refused, f"seed {self.seed}: {given} was refused: {'; '.join(map(str, refused))}"

    def next_input(self, wait: Wait) -> Input:
        if (drawn := self.source.answers(wait)) is not None:
            return drawn
        match wait:
            case Window():
                if self.coming is None:
                    self.coming = self.inputs_for(wait)
                given = self.coming.pop(0)
                self.coming = self.coming or None
                return given
            case Ask():
                seen = view(self.driver, wait.seat, len(self.driver.log))
                strategy = self.strategies.get(wait.seat, self.stranger)
                advised = strategy.choose(seen, wait)
                assert advised in wait.choices, f"a strategy answers {advised!r} to {wait}"
                return Answer(wait.seat, self.chance.choice((advised, *wait.choices)), wait.position)
            case FillWanted():
                return Fill(wait.cents * self.chance.randint(1, 3))
            case OrderWanted():
                what = self.chance.choice(wait.choices)
                named = tuple(position for position in wait.positions if self.chance.random() < 0.5)
                return Order(what, named if what == wait.naming else ())
        raise AssertionError(f"nobody here can answer {wait}")

    def inputs_for(self, window: Window) -> list[Input]:
        """Return the inputs for a window: people sit down in the first, wager where wagers are taken, and the dealer
        closes."""
        players = self.driver.table.players
        if not players:
            return [Sit(seat, f"Player {seat}", self.bring) for seat in self.strategies]
        if window.what != "wagers":
            return [Close()]
        wagers = [
            wager
            for seat, strategy in self.strategies.items()
            if seat in players
            for wager in strategy.wagers(view(self.driver, seat, len(self.driver.log)), self.driver.house)
        ]
        return [*wagers, Close()]

    def moments(self) -> Iterator[int]:
        """Number every moment of the round, from before the first act to after the last."""
        for moment in range(MOST_MOMENTS):
            yield moment
            if self.driver.done:
                return
            self.advance()
        raise AssertionError(f"seed {self.seed}: the round does not end; it waits for {self.driver.wait}")

    def up_to(self, moment: int) -> Round:
        for now in self.moments():
            if now == moment:
                break
        return self

    def play_watched(self) -> Round:
        """Play to the end of the round, and look at the table after every act."""
        watch = Watch(self.driver)
        for _ in self.moments():
            watch.look()
        watch.over()
        return self


def record_of(played: Round) -> bytes:
    return b"\n".join(Chain().append(played.driver, played.source.label, played.source.salt()))


# --- what must hold at every moment


class Watch:
    """Looks at the table after every input and every act."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.seen = len(driver.log)  # how much of the log has been looked at
        self.chips = driver.table.ledger.total()
        self.cards = cards_at(driver.table)
        self.up = face_up(driver.table)
        # Seat -> cards that its player has looked at. What was folded before anybody watches, is believed.
        self.own: dict[int, set[str]] = {}
        for position, seat in driver.table.owners.items():
            self.own.setdefault(seat, set()).update(FOLDED_CARDS.get(driver.table, position) or ())
        self.out_when_void: int | None = None  # cards before the players when the round became void
        # Hands void though the round goes on: position -> which wagers go back, and what lay there then.
        self.void_hands: dict[int, tuple[tuple[str, ...], int]] = {}
        self.returned: Counter[int] = (
            Counter()
        )  # position whose hand is void -> cents of its void wagers that came back

    def look(self, secrets: bool = True) -> None:
        new = self.driver.log[self.seen :]
        self.accounts(new)
        if secrets:
            self.secrets()
        self.citations(new)
        self.void(new)
        self.hands_void(new)
        self.seen = len(self.driver.log)
        self.up = face_up(self.driver.table)

    def accounts(self, new: list[Step | Input]) -> None:
        """Check that no chip and no card is made or lost, and that nobody has less than nothing."""
        t = self.driver.table
        assert t.ledger.total() == self.chips, f"chips were made or lost by {new}"
        below = {name: held for name, held in t.ledger.accounts.items() if held < 0}
        assert below.keys() <= {OUTSIDE, CAGE}, below
        for item in new:
            if isinstance(item, ReceiveDeck):
                self.cards.update(item.cards)
            elif isinstance(item, AddCard):
                self.cards[item.card] += 1
        # As plain dictionaries, which are compared ten times as fast.
        assert dict(cards_at(t)) == dict(self.cards), f"cards were made or lost by {new}"

    def secrets(self) -> None:
        """A card is shown, or named in words, only if it lies face up or was the viewer's own and he has looked."""
        t = self.driver.table
        up = face_up(t)
        for seat in (SPECTATOR, *t.players):
            own = self.own.setdefault(seat, set())
            for position, owner in t.owners.items():
                if owner == seat and position in t.examined:
                    own.update(t.faces(hand(position)))
                if owner == seat:
                    own.update(FOLDED_CARDS.get(t, position) or ())
            seen = view(self.driver, seat, self.seen)
            assert all(count >= 0 for count in seen.piles.values()), f"no pile has fewer than no cards: {seen.piles}"
            shown = {card for cards in (*seen.hands.values(), seen.community, seen.dealer) for card in cards} - {HIDDEN}
            assert shown <= up | own, f"seat {seat} is shown {shown - up - own}"
            # An act may put away what lay open until then, and names it in doing so.
            words = " ".join((*(act.told for act in seen.acts), *seen.said, *_question(seen.asked)))
            hidden = named_in(words) - up - self.up - own
            assert not hidden, f"seat {seat} is told of {hidden}: {words}"

    def citations(self, new: list[Step | Input]) -> None:
        for item in new:
            if isinstance(item, Step):
                check_citation(self.driver, item.cite)
            if isinstance(item, PayWager):
                check_citation(self.driver, item.by)
        if (wait := self.driver.wait) is not None:
            check_citation(self.driver, wait.cite)

    def void(self, new: list[Step | Input]) -> None:
        """Check that nothing is dealt, asked or paid once the round is void."""
        t = self.driver.table
        if not t.void:
            return
        out = sum(len(t.cards(place)) for place in (*map(hand, range(1, t.positions + 1)), COMMUNITY, DEALER))
        if self.out_when_void is not None:
            assert out <= self.out_when_void, f"dealt after the void: {new}"
            assert not any(isinstance(item, PayWager) for item in new), f"paid after the void: {new}"
        assert not isinstance(self.driver.wait, Ask), f"asked after the void: {self.driver.wait}"
        self.out_when_void = out

    def hands_void(self, new: list[Step | Input]) -> None:
        """A hand that is void while the round goes on is asked nothing more, and the wagers that are void with it are
        neither paid nor collected."""
        t = self.driver.table
        for item in new:
            if isinstance(item, VoidHand) and item.position not in self.void_hands:
                assert VOID(t, item.position), f"{item} leaves no mark"
                assert item is new[-1], "a void hand must be looked at before anything else is done"
                lay = sum(t.wager(item.position, spot) for spot in item.spots)
                self.void_hands[item.position] = item.spots, lay
            elif isinstance(item, WagerStep) and item.spot in self.void_hands.get(item.position, ((), 0))[0]:
                wrong = isinstance(item, PayWager | CollectWager | PlaceWager)
                assert not wrong, f"the hand at position {item.position} is void, and yet: {item}"
                if isinstance(item, ReturnWager):
                    self.returned[item.position] += item.cents
        asked = self.driver.question
        assert asked is None or asked.position not in self.void_hands, f"a void hand is asked: {asked}"

    def over(self) -> None:
        """The round has ended: no wager is left on the layout unless the game lets it stand, a void round has changed
        nobody's chips, and of a void hand what lay there has come back whole, and no more than was staked."""
        driver = self.driver
        assert driver.done
        assert driver.next is not None
        known = {INVENTORY, OUTSIDE, CAGE, *map(chips_before, driver.table.players)}
        if driver.game.standing_wagers:
            known |= {area(position, spot) for position in driver.table.players for spot in driver.game.spots}
        left = driver.next.accounts.keys() - known
        assert not left, f"wagers are left standing: {left}"
        for position, (spots, lay) in self.void_hands.items():
            put = (item for item in driver.log if isinstance(item, PlaceWager) and item.position == position)
            back, staked = self.returned[position], sum(item.cents for item in put)
            told = f"{back} of {spots} came back to position {position}, where {lay} lay and {staked} was staked"
            assert lay <= back <= staked, f"the hand is void, yet {told}"
        if driver.table.void:
            self.nobody_wins()

    def nobody_wins(self) -> None:
        """A void round costs nobody anything, unless a reading was chosen by which the house keeps some wagers. What
        somebody owed before may fall due in it, when the shoe leaves the table."""
        driver = self.driver
        before = {seat: chips_of(seat, driver.carry.accounts) for seat in driver.table.players}
        for item in driver.log:
            if isinstance(item, Sit):  # in a seat that was left or not: he has then what he brings
                before[item.seat] = item.chips
            elif isinstance(item, AddChips):
                before[item.seat] += item.chips
            elif isinstance(item, StepAway):  # with his chips, while wagers of his stand
                before[item.seat] -= item.chips
        for mark, cents in driver.carry.marks.items():
            if (seat := debtor_of(mark)) in before:
                before[seat] -= cents - driver.table.marks.get(mark, 0)
        now = driver.table.ledger.accounts
        changes = {seat: chips_of(seat, now) - before[seat] for seat in driver.table.players}
        defaults = {reading.id: reading.default for reading in readings_of(driver.game.package).values()}
        costs = any(changes.values()) if driver.rules.readings == defaults else max(changes.values(), default=0) > 0
        assert not costs, f"void by {driver.table.void}, yet chips changed hands: {changes}"


def chips_of(seat: int, accounts: dict[str, int]) -> int:
    """Return the cents that a seat has in the rack and, in standing wagers, on the layout before it."""
    return accounts.get(chips_before(seat), 0) + sum(
        cents for name, cents in accounts.items() if name.endswith(f"@{seat}")
    )


def cards_at(t: Table) -> Counter[str]:
    """Count all cards on the table. Python interprets no loop here, because this runs after every act, with eight
    decks."""
    return Counter(map(CARD, chain.from_iterable(t.places.values())))


def face_up(t: Table) -> set[str]:
    return {lying.card for lying in filter(IS_UP, chain.from_iterable(t.places.values()))}


def _question(asked: Ask | None) -> tuple[str, ...]:
    return () if asked is None else (asked.subject, *asked.choices)


WORDS = {words: card for card in FULL_DECK for words in (pretty(card), card_name(card))}
ANY_CARD = re.compile("|".join(WORDS))


def named_in(words: str) -> set[str]:
    return {WORDS[found] for found in ANY_CARD.findall(words)}


# --- citations


def check_citation(driver: Driver, cite: str) -> None:
    for each in split_citation(cite):
        edition = driver.rules.edition_of(each)
        assert cites_something(driver.game.package, edition, each), f"{each!r} leads nowhere"


@cache
def cites_something(package: str, edition: str | None, cite: str) -> bool:
    """A paragraph of the text in play, a practice of the house, or a reading and perhaps the choice made in it."""
    if cite.startswith("house:"):
        return cite != "house:"
    if cite.startswith("reading:"):
        reading, _, choice = cite.removeprefix("reading:").partition("=")
        answer = readings_of(package).get(reading)
        return answer is not None and (not choice or choice in answer.choices)
    return edition is not None and leads_to_paragraph(package, edition, cite)


# --- what a wait must refuse


def check_poor_table(setting: Setting, seed: int, rounds: int) -> int:
    """A table that opens with nothing: it says so each time betting opens, what it cannot pay waits for a fill, and its
    inventory is never below nothing (`Watch` looks). How many fills it took."""
    poor = replace(setting, house=msgspec.structs.replace(setting.house, inventory=Money(0)))
    fills = 0
    for number in range(rounds):
        played = Round(poor, seed + number).play_watched()
        log = played.driver.log
        said = [item for item in log if isinstance(item, SayShort)]
        least = poor.house.most_won(poor.rules)
        assert all(item.most == least for item in said)
        assert said, "it does not say what it cannot pay"
        fills += sum(isinstance(item, Fill) for item in log)
        assert sum(isinstance(item, PaymentWaits) for item in log) <= sum(isinstance(item, Fill) for item in log)
        assert replay_to_end(read(record_of(played))[1][0]).next == played.driver.next
    return fills


def snapshot(driver: Driver) -> tuple[object, ...]:
    """Return everything that an input could change, in words: equal only if nothing has moved."""
    t = driver.table
    table = [t.ledger.accounts if part == "ledger" else getattr(t, part) for part in t.__slots__]
    return repr(table), len(driver.log), id(driver.wait), driver.done, len(driver._procedures)


ANSWERED_BY: dict[type[Wait], type[Input]] = {
    Ask: Answer,
    CardOrderWanted: CardOrder,
    ShoeOrderWanted: CardOrder,
    CutWanted: Cut,
    CuttingCardWanted: Cut,
    ThrowWanted: Throw,
    SpinWanted: Spin,
    OrderWanted: Order,
    FillWanted: Fill,
}


def check_refusals(played: Round) -> None:
    """Check that an input that answers nothing is refused and changes nothing. A window judges for itself."""
    driver = played.driver
    wait = driver.wait
    if wait is None or isinstance(wait, Window):
        return
    wrong = wrong_answers(wait, driver.house.seats)
    kinds = [kind for kind in kinds_of(driver.game) if kind is not ANSWERED_BY[type(wait)]]
    others = [made_up(kind, driver, played.chance) for kind in kinds]
    # What interrupts the dealer may do so while he waits; anything else must not be taken.
    interrupting = driver.game.interruptions.keys() | bank.INTERRUPTIONS.keys()
    refuse(driver, *wrong, *(given for given in others if type(given) not in interrupting or driver.refusals(given)))


Given = TypeVar("Given", bound=Input)


def acceptable_inputs(driver: Driver, inputs: Iterable[Given]) -> list[Given]:
    """Return the inputs that could be taken now. Check that the others are refused, with reasons."""
    judged = [(given, driver.refusals(given)) for given in inputs]
    refuse(driver, *(given for given, refused in judged if refused))
    return [given for given, refused in judged if not refused]


def refuse(driver: Driver, *inputs: Input) -> None:
    before = snapshot(driver)
    for given in inputs:
        refused = driver.submit(given)
        assert refused, f"{given} was taken while the table waits for {driver.wait}"
        for refusal in refused:
            check_refusal(driver, given, refusal)
    assert snapshot(driver) == before, f"one of {inputs} was refused and yet changed something"


def check_refusal(driver: Driver, given: Input, refusal: Refusal) -> None:
    check_citation(driver, refusal.cite)
    for words in (refusal.wrong, refusal.right):
        assert words == sentence(words), f"a refusal is said in whole sentences, not {words!r}"
    if named := named_in(str(refusal)):
        hidden = named - face_up(driver.table) - named_in(repr_of_cards(given))
        assert not hidden, f"a refusal tells of {hidden}: {refusal}"


def repr_of_cards(given: Input) -> str:
    """The cards an input itself names are no secret to whoever gave it."""
    text = encode_item(given).decode()
    return " ".join(pretty(card) for card in FULL_DECK if card in text)


def wrong_answers(wait: Wait, seats: int) -> list[Input]:
    match wait:
        case Ask():
            right, everywhere = wait.choices[0], range(-1, seats + 2)
            not_offered = {"", "no such choice", right.upper(), right + " "} - set(wait.choices)
            return [
                *(Answer(seat, right) for seat in everywhere if seat != wait.seat),
                *(Answer(seat, right, wait.position) for seat in everywhere if seat != wait.seat),
                *(Answer(wait.seat, right, spot) for spot in everywhere if spot not in (0, wait.position)),
                *(Answer(wait.seat, choice, wait.position) for choice in sorted(not_offered)),
            ]
        case CardOrderWanted(cards=cards):
            unsalted = [CardOrder(cards)] if isinstance(wait, ShoeOrderWanted) else []
            others = [(), cards[1:], (*cards, cards[0]), (*cards[1:], "??")]
            return [*map(CardOrder, others), *unsalted]
        case CutWanted():
            return [Cut(wait.fewest - 1), Cut(wait.most + 1), Cut(-1)]
        case ThrowWanted(dice=dice):
            return [Throw(()), Throw((1,) * (dice + 1)), Throw((0,) * dice), Throw((1,) * (dice - 1) + (7,))]
        case SpinWanted(stops=stops):
            return [Spin(-1), Spin(stops), Throw((1, 2))]
        case FillWanted():
            return [Fill(0), Fill(-1), Credit(wait.cents), Order(""), Order("fill"), Answer(1, "fill")]
        case OrderWanted():
            return [Order("no such order"), Order(""), Order(wait.choices[0], (seats + 1,))]
    return []


def kinds_of(game: Game) -> tuple[type[Input], ...]:
    return (*COMMON, *INCIDENTS, RemoveDevice, *game.more_inputs)


def made_up(kind: type[Input], driver: Driver, chance: Random) -> Input:
    """An input of this kind, drawn blindly: what it says may or may not make sense."""
    drawn: dict[str, Any] = {name: _made_up(hint, driver, chance) for name, hint in required_fields(kind).items()}
    return kind(**drawn)


@cache
def required_fields(kind: type[Input]) -> dict[str, Any]:
    """Return the fields that an input of this kind must have, and the type of each."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(kind) if field.required}


def _made_up(kind: Any, driver: Driver, chance: Random) -> object:
    if choices := choices_of(kind):
        return chance.choice(choices)
    if kind is int:
        return chance.choice((-1, 0, 1, *driver.table.players, driver.house.seats + 1))
    if kind is str:
        return chance.choice(("", "hand 1", COMMUNITY, DEALER, *driver.game.spots))
    if kind == dict[str, int]:
        return {chance.choice(driver.game.spots): int(driver.house.minimum)}
    if kind == tuple[str, ...]:
        return FULL_DECK
    if kind == tuple[int, ...]:
        return (chance.randint(1, FACES), chance.randint(1, FACES))
    raise AssertionError(f"say here how to make up a {kind}")


# --- what a page offers


def check_offers(setting: Setting, seed: int) -> int:
    """Check that each offer to a seat is taken, at the least, at the most and a step apart. Return the number of
    offers."""
    tried = 0
    played = Round(setting, seed)
    for _ in played.moments():
        driver = played.driver
        if not isinstance(driver.wait, Window) or driver.wait.what != "wagers":
            continue
        for seat in driver.table.players:
            for offer in setting.game.offers(driver.round, seat):
                for cents in {offer.least, min(offer.least + offer.step, offer.most), offer.most}:
                    if cents * len(offer.spots) <= driver.table.ledger[chips_before(seat)]:
                        wager = Wager(seat, dict.fromkeys(offer.spots, cents))
                        assert not driver.refusals(wager), f"{offer} and yet {driver.refusals(wager)}"
                        tried += 1
    return tried


# --- what can go wrong at a table


def incidents(driver: Driver) -> list[Input]:
    """Return the incidents that could happen at any table, and those that only this game knows."""
    positions = sorted(driver.table.players)
    return [*common_incidents(positions, (0, 1)), *own_incidents(driver.game, positions)]


def common_incidents(positions: Iterable[int], depths: Iterable[int]) -> list[Input]:
    """Return the incidents of all games, to the hands at these positions and to undealt cards at these depths."""
    places = (*map(hand, positions), COMMUNITY, DEALER)
    return [
        *map(FaceUpCard, depths),
        DrawnInError(False),
        DrawnInError(True),
        *(ExtraCard(place) for place in places),
        *(ShortCard(place) for place in places),
        CardMissing(),
        CardTooMany(FULL_DECK[0]),
        DeviceJam("shuffler"),
        DeviceJam("automated shoe"),
        *(CardExposed(place, index) for place in places for index in (0, 1)),
        DieCocked(1, 1),
        DieCocked(2, 2),
        *(DiceAstray(how) for how in ("off the table", "among the chips", "not together", "short of the wall")),
    ]


def own_incidents(game: Game, positions: Iterable[int]) -> list[Input]:
    """Return the inputs that a game adds and no player gives: each about every position, in every way."""
    places = tuple(positions)
    found = []
    for kind in game.more_inputs:
        if not kind.by_player:
            options = [places if hint is int else choices_of(hint) for hint in required_fields(kind).values()]
            found += [kind(*drawn) for drawn in product(*options)]
    return found


def incidents_of(game: Game) -> set[type[Input]]:
    """The kinds of incident that a game answers at all; a text may speak of none."""
    own = {kind for kind in game.more_inputs if not kind.by_player}
    return game.interruptions.keys() & {*INCIDENTS, *own}


def what_can_happen(setting: Setting, seed: int) -> list[tuple[int, Input]]:
    """Return each moment of the round with every incident that the game takes there. Check that others are refused."""
    found = []
    played = Round(setting, seed)
    own = {kind for kind in setting.game.more_inputs if not kind.by_player}
    tried = {type(incident) for incident in (*incidents(played.driver), *own_incidents(setting.game, (1,)))}
    assert tried == {*INCIDENTS, *own}, "a kind is never tried"
    for moment in played.moments():
        if played.driver.done:
            break
        found += [(moment, incident) for incident in acceptable_inputs(played.driver, incidents(played.driver))]
    return found


def what_can_be_ordered(setting: Setting, seed: int) -> list[tuple[int, Order]]:
    """Return every moment of the round with each order that a supervisor may give there unasked."""
    played = Round(setting, seed)
    return [
        (moment, order)
        for moment in played.moments()
        for order in acceptable_inputs(played.driver, map(Order, setting.game.orders))
    ]


def check_incident(setting: Setting, seed: int, moment: int, incident: Input) -> Round:
    """The round with this incident in it, played on to its end and watched, then played again from its record."""
    played = Round(setting, seed).up_to(moment)
    watch = Watch(played.driver)
    played.must(incident)
    watch.look()
    for _ in played.moments():
        watch.look()
    watch.over()
    check_replay(played)
    return played


def check_disorder(setting: Setting, seed: int, carry: Carry | None = None) -> Disorder:
    """A round in which people and things do anything at any moment."""
    played = Round(setting, seed, carry)
    watch, chance, actions = Watch(played.driver), Random(-seed), 0
    for _ in range(MOST_MOMENTS):
        watch.look()
        if played.driver.done:
            watch.over()
            check_replay(played)
            return Disorder(actions, played.driver.next)
        if chance.random() < DISORDER:
            kind = chance.choice(kinds_of(setting.game))
            given = chance.choice([made_up(kind, played.driver, chance), chance.choice(incidents(played.driver))])
            if played.driver.submit(given, stepwise=True):
                refuse(played.driver, given)
                continue
        elif not played.goes_on():
            return Disorder(actions, None)
        actions += 1
    raise AssertionError(f"seed {seed}: the round does not end; it waits for {played.driver.wait}")


class Disorder(NamedTuple):
    actions: int  # acts that were done and inputs that were taken
    next: Carry | None  # None: the round could not be played to its end


# --- whole rounds


def check_replay(played: Round) -> None:
    _, (record,) = read(record_of(played))
    other = replay_to_end(record)
    assert list(map(encode_item, other.log)) == list(map(encode_item, played.driver.log))
    assert other.next == played.driver.next
    check_stories(record)
    check_account(played.driver)


def check_account(driver: Driver) -> None:
    """The account that is kept of a round tells all of it, and to each viewer no card that he has not seen."""
    account = account_of(driver)
    assert unpack(pack(account)) == account
    steps = [item for item in driver.log if isinstance(item, Step)]
    people = [(step.cite, sentence_for_players(step)) for step in steps if not step.unnoticed]
    assert [(act.cite, act.told) for act in account.acts] == people
    house = [(step.cite, sentence_for_house(step)) for step in steps if step.unnoticed or step.keeps_back]
    assert [(act.cite, act.told) for act in account.unnoticed] == house
    paid = driver.carry.accounts.get(INVENTORY, 0) - driver.table.ledger[INVENTORY]
    assert account.net == paid == sum(act.to_players for act in account.acts)
    assert account.seen_by("nobody").own == {}
    seen = last_seen(driver)
    for player, hands in account.own.items():
        assert account.seen_by(player).own == {player: hands}
        for position, cards in hands.items():
            assert cards in seen[player, position], "an account shows cards that their player never saw so"


def last_seen(driver: Driver) -> dict[tuple[str, int], set[tuple[str, ...]]]:
    """Return the hands that each player has seen before himself, by the views of the round played again. Views are
    looked at whenever a hand has changed, or somebody has looked at one."""
    found: dict[tuple[str, int], set[tuple[str, ...]]] = {}
    before: object = None
    for now, _ in replay_log(driver):
        t = now.table
        hands = (set(t.examined), {position: t.faces(hand(position)) for position in t.owners})
        if hands == before:
            continue
        before = hands
        for seat, player in t.players.items():
            for position, cards in view(now, seat, len(now.log)).hands.items():
                if t.owners[position] == seat:
                    found.setdefault((player, position), set()).add(cards)
    return found


def check_stories(record: RoundRecord) -> None:
    """Check that the stories of all wagers add up to the change of each player's chips, whatever happened."""
    for story in explain(record):
        told = [wager.tell() for wager in story.wagers]
        assert story.before + story.brought + story.net == story.after, f"{story.player}: {told} {story.notes}"


def check_rounds(setting: Setting, seed: int, rounds: int) -> None:
    """Play rounds at one table, one after the other. Check that each ends and that the record of them all verifies."""
    chain, lines, carry = Chain(), [], setting.table
    for number in range(rounds):
        played = Round(setting, seed + number, carry).play_watched()
        assert not played.driver.table.void, "nothing went wrong, and yet the round is void"
        lines += chain.append(played.driver, played.source.label, played.source.salt())
        assert played.driver.next is not None
        carry = played.driver.next
    failed = [check for check in verify(b"\n".join(lines), (chain.count, chain.head)).checks if not check.ok]
    assert not failed, failed
    for record in read(b"\n".join(lines))[1]:
        check_stories(record)


def check_determinism(setting: Setting, seed: int) -> None:
    """The same inputs give the same events, by single acts or in one go."""
    once, twice = Round(setting, seed).play_watched().driver, Round(setting, seed).play_watched().driver
    assert once.log == twice.log, "the same inputs do not give the same events"
    assert once.next == twice.next
    in_one_go = Driver(setting.game, setting.rules, setting.house, setting.table)
    for item in once.log:
        if isinstance(item, Input):
            assert in_one_go.submit(item) == []
    assert in_one_go.log == once.log
    assert in_one_go.next == once.next


def check_that_wrong_answers_do_nothing(setting: Setting, seed: int) -> None:
    """Check that wrong answers are refused at every wait, and that the round goes on as if nobody had tried."""
    undisturbed = Round(setting, seed)
    tried = Round(setting, seed)
    for _ in undisturbed.moments():
        pass
    for _ in tried.moments():
        before = tried.chance.getstate()
        check_refusals(tried)
        tried.chance.setstate(before)
    assert tried.driver.log == undisturbed.driver.log
