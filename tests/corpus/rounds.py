"""The seeded rounds of the corpus: a thousand of each game, played to fill the cells of its grid. No game is known
here.

Players act from views, offers and asks, some of them strangely, and incidents happen at tables that are made for them.
All chance comes from the name of the game and a number, so the same rounds come out everywhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from itertools import count, islice, product
from random import Random
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from corpus.grid import (
    FULL,
    METHOD,
    ONE,
    SEATS,
    SOME,
    as_elections,
    days,
    decks,
    default_house,
    find_lawful_setting,
    incident_kinds,
    methods,
    options,
    tag,
)
from corpus.kinds import act_kinds
from corpus.scenes import SeenRound, Witness, watch_reading_scenes
from kit.conformance import (
    MOST_MOMENTS,
    STAKES,
    Round,
    Setting,
    incidents,
    kinds_of,
    made_up,
    required_fields,
    texts_of,
)
from pitboss.counting.exact_model import record_readings
from pitboss.engine.carry import Carry
from pitboss.engine.game import Game
from pitboss.engine.inputs import (
    CLOCK,
    AddChips,
    Answer,
    CardOrder,
    Close,
    Cut,
    Input,
    Leave,
    Order,
    Sit,
    Spin,
    TakeBack,
    Throw,
    Wager,
)
from pitboss.engine.view import view
from pitboss.engine.waits import Ask, Wait, Window
from pitboss.law.readings import readings_of
from pitboss.law.rules import Rules
from pitboss.table.money import Money, chips_before
from pitboss.table.steps import Step, quantity

SEEDED = 1_000  # rounds of each game
HAPPENS = 0.15  # chance at each moment that the incident happens that a table is made for
UNREST = 0.03  # chance of a strange input at each moment of an unruly table
TRIES = 12  # most rounds in which to wait for an incident
OF_EACH_INCIDENT = 2
SEARCHED = 40  # most rounds in which to wait for a reading
MOST_SEARCHED = 2_000  # most rounds in which to wait for kinds of acts
OF_EACH_CHOICE = 4
AT_THE_LIMITS, AT_ONE_TABLE = 120, 6  # most rounds, and rounds of one table
NOTHING_NEW = 24  # stop after this many rounds without a new limit
RECUT = Order("recut")  # the one order that a supervisor gives unasked
MOST_JUDGED = 5  # inputs used of one moment of a scene, which may try a hundred
STUCK = 3  # give a round up after this many refusals to close a window


class Plan(NamedTuple):
    """The purpose of a table, its players and its number of rounds."""

    where: str
    setting: Setting
    seats: str
    rounds: int
    unrest: float = 0
    walkout: bool = False  # in the last round but one everybody leaves, so that the last begins at an idle table
    incident: type[Input] | None = None
    limits: set[tuple[str, int]] | None = None  # the limits of wagers that players have tried
    echo: SeenRound | None = None  # a round whose inputs are repeated here
    same_cards: bool = True  # whether its cards and throws are repeated too


class Guest(Round):
    """A seeded round whose players come as planned, accept offers, and now and then do something that is not
    offered."""

    def __init__(self, plan: Plan, number: int, seed: str, carry: Carry | None) -> None:
        chance = Random(seed)
        super().__init__(plan.setting, chance.getrandbits(32), carry)
        self.plan = plan
        self.chance = chance
        house = plan.setting.house
        players = {ONE: 1, SOME: min(chance.choice((2, 2, 3)), house.seats), FULL: house.seats}[plan.seats]
        seats = self.driver.carry.players or chance.sample(range(1, house.seats + 1), players)
        strategies = list(plan.setting.game.strategies.values())
        self.strategies = {seat: chance.choice(strategies) for seat in sorted(seats)}
        self.script: Iterator[Input] | None = None  # what is still to come in the window that is open
        self.walkout = plan.walkout and number == plan.rounds - 2
        self.happened = plan.incident is None
        self.stuck = 0
        self.echo = deque(inputs_of(plan.echo, plan.same_cards)) if plan.echo is not None else deque()

    def moves(self) -> bool:
        """Give one input or do one act. Return False if the round cannot be continued."""
        driver, draw = self.driver, self.chance.random()
        if not self.happened and draw < HAPPENS:
            fitting = [incident for incident in incidents(driver) if type(incident) is self.plan.incident]
            self.happened = bool(fitting) and not driver.submit(self.chance.choice(fitting), stepwise=True)
        elif self.echo and len(driver.log) >= self.echo[0][0] and (self.echo[0][1].amid or driver.wait is not None):
            driver.submit(self.echo.popleft()[1], stepwise=True)
        elif draw < self.plan.unrest:
            kind = self.chance.choice(kinds_of(driver.game))
            strange = (made_up(kind, driver, self.chance), self.chance.choice(incidents(driver)), RECUT)
            driver.submit(self.chance.choices(strange, (5, 5, 1))[0], stepwise=True)
        elif driver.wait is None:
            driver.run(1)
        else:
            given = self.next_input(driver.wait)
            if driver.submit(given, stepwise=True) and isinstance(given, Close):
                self.stuck += 1
        return self.stuck < STUCK

    def next_input(self, wait: Wait) -> Input:
        """Return the next input for a wait."""
        if isinstance(wait, Window):
            if self.script is None:
                self.script = self.window_inputs(wait)
            if (given := next(self.script, None)) is not None:
                return given
            self.script = None
            return Close()
        if isinstance(wait, Ask) and self.chance.random() < 0.05:  # nobody says a word, and the clock runs out
            return Answer(wait.seat, wait.default, wait.position, by=CLOCK)
        return super().next_input(wait)

    def window_inputs(self, window: Window) -> Iterator[Input]:
        """Yield the inputs of a window: people sit down in the first one, and where wagers are taken they come, go and
        wager."""
        t, chance = self.driver.table, self.chance
        if not t.players:
            for seat in self.strategies:
                yield Sit(seat, f"Player {seat}", self.chips())
        elif window.what == "wagers" and self.walkout:
            self.walkout = False
            yield from [Leave(seat) for seat in t.players]
        elif window.what == "wagers":
            free = [seat for seat in range(1, t.positions + 1) if seat not in t.players]
            if free and self.plan.seats == SOME and chance.random() < 0.03:
                seat = chance.choice(free)
                yield Sit(seat, f"Player {seat}", self.chips())
            if self.driver.carry.round == 2:  # one chip, which changes nothing of what follows
                yield AddChips(min(t.players), int(self.driver.house.smallest_chip))
            for seat in [*t.players]:
                if seat not in t.players:
                    continue  # gone meanwhile
                if self.plan.limits is not None:
                    yield from self.wagers_at_limits(seat, self.plan.limits)
                elif self.stuck or self.plan.seats == FULL or chance.random() < 0.6:
                    yield from self.usual_wagers(seat)
                else:
                    yield from self.offered_wagers(seat)
                    yield from self.other_inputs(seat)
            if t.players and self.plan.seats != FULL and chance.random() < 0.03:
                yield Leave(chance.choice([*t.players]))

    def chips(self) -> int:
        """Return the chips to bring: mostly enough for any number of rounds, sometimes hardly for one."""
        house = self.driver.house
        if self.plan.limits is not None:
            return STAKES * house.maximum
        enough = self.plan.seats == FULL or self.chance.random() < 0.8
        return house.minimum * (STAKES if enough else self.chance.randint(2, 12))

    def usual_wagers(self, seat: int) -> Iterator[Input]:
        """Yield the wagers of the player's strategy."""
        driver = self.driver
        strategy = self.strategies.get(seat, self.stranger)
        if self.stuck:  # what lies there holds up the table
            for position, spot, _ in [*driver.table.wagers()]:
                if driver.table.owners.get(position, position) == seat:
                    yield TakeBack(seat, spot, position)
        if seat in driver.table.players:  # who takes back a wager may be gone by then
            yield from strategy.wagers(view(driver, seat, len(driver.log)), driver.house)

    def offered_wagers(self, seat: int) -> Iterator[Input]:
        """Yield any wager, offered or not. Then yield offers of any size, now and then only a part of one, at another
        position, or taken back."""
        driver, chance = self.driver, self.chance
        yield Wager(seat, {chance.choice(driver.game.spots): int(driver.house.minimum)})
        for _ in range(chance.randint(1, 4)):
            offers = list(driver.game.offers(driver.round, seat))
            if not offers:
                break
            offer = chance.choice(offers)
            few = range(offer.least, min(offer.most, 4 * offer.least) + 1, offer.step)
            stakes = dict.fromkeys(offer.spots, chance.choice(few))
            if len(offer.spots) > 1 and chance.random() < 0.15:
                stakes = dict([chance.choice([*stakes.items()])])
            yield Wager(seat, stakes)
            if chance.random() < 0.1:
                yield Wager(seat, stakes, position=seat + chance.choice((-1, 1)))
            if chance.random() < 0.1:
                yield TakeBack(seat, chance.choice(offer.spots))

    def other_inputs(self, seat: int) -> Iterator[Input]:
        """Yield, now and then, an input about a wager on the layout: it is taken back, or anything else that a player
        of this game can do about it."""
        t, chance = self.driver.table, self.chance
        mine = [spot for position, spot, _ in t.wagers() if position == seat]
        if mine and chance.random() < 0.1:
            yield TakeBack(seat, chance.choice(mine))
        for kind in self.driver.game.more_inputs:
            if kind.by_player and chance.random() < 0.15:
                spots = mine or self.driver.game.spots
                said: dict[str, Any] = {
                    name: seat if hint is int else chance.choice(spots) for name, hint in required_fields(kind).items()
                }
                yield kind(**said)

    def wagers_at_limits(self, seat: int, limits_tried: set[tuple[str, int]]) -> Iterator[Input]:
        """Yield, for each offer, one step less and one step more than allowed, and then the least or the most."""
        driver, tried = self.driver, set()
        while True:
            offers = driver.game.offers(driver.round, seat)
            if (offer := next((candidate for candidate in offers if candidate.name not in tried), None)) is None:
                return
            tried.add(offer.name)
            end = (offer.name, 0) in limits_tried  # the least first, and the most the next time
            limits_tried.add((offer.name, int(end)))
            for cents in (max(offer.least - offer.step, 1), offer.most + offer.step, (offer.least, offer.most)[end]):
                if cents * len(offer.spots) <= driver.table.ledger[chips_before(seat)]:
                    yield Wager(seat, dict.fromkeys(offer.spots, cents))


def inputs_of(seen: SeenRound, same_cards: bool) -> Iterator[tuple[int, Input]]:
    """Yield the inputs that were taken or only judged, each with the length of the log at that moment."""
    for length, item in enumerate([*seen.driver.log, None]):
        yield from ((length, given) for given in seen.judged.get(length, [])[:MOST_JUDGED])
        if isinstance(item, Input) and (same_cards or not isinstance(item, CardOrder | Cut | Throw | Spin)):
            yield length, item


def play_plan(plan: Plan, seed: str) -> list[SeenRound]:
    """Return the rounds of a table up to the first that cannot be played to its end. A table made for an incident has
    only the rounds in which it happens."""
    rounds: list[SeenRound] = []
    carry = plan.echo.driver.carry if plan.echo is not None else None
    for number in range(plan.rounds):
        with Witness().watch() as witness:
            guest = Guest(plan, number, f"{seed}, {number}", carry)
            for _ in range(MOST_MOMENTS):
                if guest.driver.done or not guest.moves():
                    break
        if not guest.driver.done:
            break
        if guest.happened:
            rounds += [seen for seen in witness.rounds(f"seeded: {plan.where}") if seen.driver is guest.driver]
        carry = guest.driver.next
    return rounds


# --- settings


def draw_setting(game: Game, rules: Rules, chance: Random, **fixed: Any) -> Setting | None:
    """Return a table with these elections and others at random, as far as the law allows them, or None."""
    plain = default_house(game)
    for _ in range(50):
        chosen = {name: chance.choice(choices) for name, choices in options(game).items()} | fixed
        chosen["seats"] = chance.choice((plain.seats, chance.randint(1, plain.seats)))
        house = msgspec.structs.replace(plain, **chosen)
        if not house.breaches(rules):
            return Setting(game, rules, vary_numbers(house, rules, chance))
    return None


def vary_numbers(house: Any, rules: Rules, chance: Random) -> Any:
    """Return the house with some of its numbers and amounts changed, each as far as the law allows it."""
    hints = get_type_hints(type(house))
    for name in house.__struct_fields__:
        kinds = get_args(hints[name]) or (hints[name],)
        now = getattr(house, name)
        counts = type(now) in (int, Money) or (now is None and {int, Money} & set(kinds))
        if name in ("seats", "inventory") or chance.random() < 0.7 or not counts:
            continue
        amounts = (1, now // 2, now * 2) if now else (house.smallest_chip, house.minimum, house.inventory // 2)
        cents = chance.choice(amounts)
        other = msgspec.structs.replace(house, **{name: Money(cents) if Money in kinds else int(cents)})
        if not other.breaches(rules):
            house = other
    return house


def random_readings(game: Game, chance: Random) -> dict[str, str]:
    return {reading.id: chance.choice([*reading.choices]) for reading in readings_of(game.package).values()}


# --- plans


def plans(game: Game) -> Iterator[Plan]:
    """Yield tables for every cell that can be targeted. The rest of the thousand rounds is played by
    `unruly_rounds`."""
    texts = texts_of(game)
    for text, method, backs, seats in product(texts, methods(game), decks(game), SEATS):
        if (setting := find_lawful_setting(game, text, as_elections(game, method, backs))) is not None:
            where = ", ".join(filter(None, (text, method, quantity(len(backs), "deck") if backs else "", seats)))
            yield Plan(where, setting, seats, rounds=3)
    for day, assume in days(game):
        setting = Setting(game, game.rules({}, day, assume), default_house(game))
        yield Plan(f"{day}, {assume}", setting, SOME, rounds=2)
    for text in texts:
        for name, choices in options(game).items():
            for choice in choices:
                if (setting := find_lawful_setting(game, text, {name: choice})) is not None:
                    yield Plan(f"{text}, {name} {choice}", setting, SOME, rounds=3, walkout=True)


def rounds_at_limits(game: Game) -> Iterator[SeenRound]:
    """Yield rounds with every offered wager at its least and its most, and just beyond."""
    texts, limits_tried, idle = texts_of(game), set[tuple[str, int]](), 0
    for number in range(AT_THE_LIMITS // AT_ONE_TABLE):
        seed = f"{game.name}: limits {number}"
        chance = Random(seed)
        readings = random_readings(game, chance) if number % 2 else {}  # some areas are there by a reading
        setting = draw_setting(game, game.rules(readings, texts[number % len(texts)]), chance)
        if setting is not None:
            count_before = len(limits_tried)
            yield from play_plan(Plan(f"limits {number}", setting, ONE, AT_ONE_TABLE, limits=limits_tried), seed)
            idle = 0 if len(limits_tried) > count_before else idle + AT_ONE_TABLE
        if idle >= NOTHING_NEW:
            return


def rounds_of_readings(game: Game) -> Iterator[SeenRound]:
    """Yield rounds for every choice of every reading that ask for it: its scene again, with the other readings at
    random and every other time with other cards. If the scene does not ask for it, search other rounds."""
    texts = texts_of(game)
    scenes: dict[str, list[SeenRound]] = {}
    for seen in watch_reading_scenes(game.name):
        if seen.driver.log:
            scenes.setdefault(seen.where, []).append(seen)
    for reading in readings_of(game.package).values():
        for choice in reading.choices:
            where = f"{reading.id}={choice}"
            asking, other, own = list[SeenRound](), list[SeenRound](), scenes.get(f"scene: {where}", [])
            for trial in range(SEARCHED):
                seed = f"{game.name}: {where}, {trial}"
                chance = Random(seed)
                echo = own[trial % len(own)] if own and trial < SEARCHED // 2 else None
                day = echo.driver.rules.as_of if echo else texts[trial % len(texts)]
                rules = record_readings(game.rules({**random_readings(game, chance), reading.id: choice}, day))
                setting = draw_setting(game, rules, chance) if echo is None else Setting(game, rules, echo.driver.house)
                if setting is not None:
                    rules.asked.clear()
                    unrest = 0 if echo else chance.choice((UNREST, 4 * UNREST))
                    seats, same = chance.choice((ONE, SOME)), trial % 2 > 0
                    rounds = play_plan(Plan(where, setting, seats, 1, unrest, echo=echo, same_cards=same), seed)
                    (asking if reading.id in rules.asked else other).extend(rounds)
                if len(asking) >= OF_EACH_CHOICE:
                    break
            yield from [*asking, *other][:OF_EACH_CHOICE]


def rounds_of_incidents(game: Game) -> Iterator[SeenRound]:
    """Yield rounds with every kind of incident, under every text and with every method of dealing, where it can
    happen."""
    for text, method, kind in product(texts_of(game), methods(game), incident_kinds(game)):
        where = ", ".join(filter(None, (text, method, tag(kind))))
        rounds: list[SeenRound] = []
        for number in range(TRIES):
            seed = f"{game.name}: {where}, {number}"
            if len(rounds) == OF_EACH_INCIDENT:
                break
            fixed = {METHOD: method} if method else {}
            if (setting := draw_setting(game, game.rules({}, text), Random(seed), **fixed)) is not None:
                rounds += play_plan(Plan(where, setting, ONE if number % 2 else SOME, 1, incident=kind), seed)
        yield from rounds


def unruly_rounds(game: Game, name: str = "unruly") -> Iterator[SeenRound]:
    """Yield rounds without end at tables of random houses, where any input may come at any moment."""
    texts = texts_of(game)
    for number in count():
        seed = f"{game.name}: {name} {number}"
        chance = Random(seed)
        rules = game.rules(random_readings(game, chance), texts[number % len(texts)])
        setting = draw_setting(game, rules, chance)
        if setting is not None:
            seats = chance.choice((ONE, ONE, SOME, SOME, SOME))
            unrest = chance.choice((0, UNREST, UNREST, 2 * UNREST))
            yield from play_plan(Plan(f"{name} {number}", setting, seats, 6, unrest), seed)


def rounds_of_missing_kinds(game: Game, lacking: set[type[Step]]) -> Iterator[SeenRound]:
    """Yield the first rounds found that do an act of a missing kind."""
    for seen in islice(unruly_rounds(game, "rare"), MOST_SEARCHED):
        if not lacking:
            return
        if lacking & acts_done_in(seen):
            yield seen


def acts_done_in(seen: SeenRound) -> set[type[Step]]:
    return {type(item) for item in seen.driver.log if isinstance(item, Step)}


def seeded_rounds(game: Game, rounds: int = SEEDED, done: Collection[type[Step]] = ()) -> Iterator[SeenRound]:
    """Yield the seeded rounds of a game. `done` are kinds of acts that other rounds of the corpus show, which need not
    be searched."""
    lacking = {kind for kind, why in act_kinds(game).items() if not why} - set(done)
    for seen in islice(_all_rounds(game, lacking), rounds):
        lacking -= acts_done_in(seen)
        yield seen


def _all_rounds(game: Game, lacking: set[type[Step]]) -> Iterator[SeenRound]:
    for plan in plans(game):
        yield from play_plan(plan, f"{game.name}: {plan.where}")
    yield from rounds_at_limits(game)
    yield from rounds_of_readings(game)
    yield from rounds_of_incidents(game)
    yield from rounds_of_missing_kinds(game, lacking)
    yield from unruly_rounds(game)
