"""The sweep: every golden round of every game, every step of it, every kind of incident, and what becomes of it.

Ruled: a paragraph, a reading, or a supervisor whom the lack of both calls, answers it. Played on: nothing reaches it
any more, and the record says so. Made good: what was done next mended it, and the round goes on to the letter as it
would have gone; or it undid what had gone wrong in that round before, and neither needs an answer. Left in the shoe:
the round is over before anybody comes to it, and the cards stay in play; so rounds are played on from them until it
is answered. Impossible: it cannot happen at this table now, so it is refused. No game is known here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random

import msgspec
from msgspec import UNSET

from kit.conformance import (
    MOST_MOMENTS,
    STAKES,
    Round,
    Setting,
    Watch,
    acceptable_inputs,
    as_it_comes,
    common_incidents,
    own_incidents,
    random_setting,
    texts_of,
)
from kit.parts import ROUNDS, Scenario
from pitboss.engine.carry import Carry, unpack
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import INCIDENTS
from pitboss.engine.inputs import Answer, Close, Fill, Input, Order, Sit
from pitboss.engine.record import Chain
from pitboss.engine.runner import play_round
from pitboss.engine.waits import Ask, FillWanted, OrderWanted, Window
from pitboss.games import load
from pitboss.record.verify import verify
from pitboss.table.card_steps import BurnCard, Deal, DealUp, DeliverStack, TurnDealer, TurnHand
from pitboss.table.cards import FULL_DECK
from pitboss.table.money import OUTSIDE, chips_before
from pitboss.table.shoe_steps import EmptyShoe, ShuffleShoe
from pitboss.table.steps import CollectWager, PayWager, PlayOn, Step, VoidRound
from pitboss.table.table import MISSING, REMOVED, Table

RULED, PLAYED_ON, MADE_GOOD, LEFT, IMPOSSIBLE = RESULTS = (
    "ruled",
    "played on",
    "made good",
    "left in the shoe",
    "impossible",
)
DEPTHS = (0, 30)  # of a card that lies face up among the undealt ones
UNDISTURBED = 300  # rounds of a game in which nothing goes wrong, to know what is done then
MOST_ROUNDS = 300  # from a shoe, and the first from the next
NOT_AFTER_A_VOID = (Deal, DealUp, DeliverStack, BurnCard, TurnHand, TurnDealer, Answer, PayWager, CollectWager)

Moment = tuple[int, int]  # a round of a scene, and how much of its log is done


class Golden:
    """A golden round, or several of one scene, as they were played: where each began and what was put in, and when."""

    def __init__(self, scenario: Scenario) -> None:
        self.rounds: list[Driver] = scenario().rounds

    def moments(self) -> Iterator[tuple[Moment, Driver]]:
        """Yield the moment after every step. If the table then waits for somebody, it is already waiting."""
        for number, golden in enumerate(self.rounds):
            driver = again(golden)
            for at in range(len(golden.log)):
                if at == 0 or isinstance(golden.log[at - 1], Step):
                    follow(driver, golden.log, at)
                    wait_for(driver, golden.log[at])
                    yield (number, at), driver

    def incidents(self, number: int) -> list[Input]:
        """Return incidents to one hand, the first that was dealt to in that round, or to the cards of everybody. The
        game's own incidents that are in the round already are left out: a second would only undo the first."""
        golden = self.rounds[number]
        first, there = (min(golden.table.owners, default=1),), {type(item) for item in golden.log}
        own = [incident for incident in own_incidents(golden.game, first) if type(incident) not in there]
        return [*common_incidents(first, DEPTHS), *own]


def again(golden: Driver) -> Driver:
    return Driver(golden.game, golden.rules, golden.house, golden.carry, stepwise=True)


def wait_for(driver: Driver, item: Step | Input) -> None:
    """An input that came at a wait finds the table waiting."""
    if isinstance(item, Input) and not item.amid:
        driver.run(1)


def follow(driver: Driver, log: list[Step | Input], at: int, look: Callable[[], None] = lambda: None) -> None:
    """The log again, up to there. An input brings the first act that it leads to with it."""
    while len(driver.log) < at:
        item = log[len(driver.log)]
        wait_for(driver, item)
        if isinstance(item, Step):
            driver.run(1)
        else:
            assert driver.submit(item, stepwise=True) == []
        look()
    assert len(driver.log) == at


def possible(golden: Golden) -> tuple[list[tuple[Moment, Input]], int]:
    """Return each moment and incident that can happen, and how many cannot: those are refused and change nothing."""
    found: list[tuple[Moment, Input]] = []
    impossible = 0
    for moment, driver in golden.moments():
        tried = golden.incidents(moment[0])
        can_happen = acceptable_inputs(driver, tried)
        impossible += len(tried) - len(can_happen)
        found += [(moment, incident) for incident in can_happen]
    return found, impossible


def play_with(golden: Golden, moment: Moment, incident: Input, which: int) -> str:
    """The round again, with one incident in it; supervisors are answered by the `which`th choice. What became of it."""
    number, at = moment
    log = golden.rounds[number].log
    driver = again(golden.rounds[number])
    watch = Watch(driver)
    follow(driver, log, at, lambda: watch.look(secrets=False))
    wait_for(driver, log[at])
    before = wrong_in(driver, driver.table)
    assert driver.submit(incident, stepwise=True) == []
    after = wrong_in(driver, driver.table)
    caused = Counter({what: after[what] for what in after - before})
    finish(driver, watch, [item for item in log[at:] if isinstance(item, Input)], which)
    check(driver)
    was, now = lawful_steps(log[at:]), lawful_steps(driver.log[at + 1 :])
    usual = usual_steps(driver.game.name)
    if has_unusual_step(now, usual):
        return RULED
    if any(isinstance(step, PlayOn) for step in now):
        return PLAYED_ON
    # What went wrong in the golden round before had its answer still to come, and now neither is wrong any more.
    undone = any(isinstance(step, PlayOn) or kind_and_cite(step) not in usual for step in was)
    undone |= wrong_after(driver) < wrong_after(golden.rounds[number])
    # Only what a game itself has made an incident of can be mended in passing; a card that lies wrong stays so.
    mended = now == was and type(incident) in driver.game.more_inputs
    left = bool(caused) and caused <= wrong_after(driver)
    # A card that lay face up in a shoe lies as all others do once the shoe is out of play or all cards are shuffled.
    turned = caused and not left and now == was and any(isinstance(step, EmptyShoe | ShuffleShoe) for step in now)
    if undone or mended or turned:
        return MADE_GOOD
    if left and comes_out(driver, caused):
        return LEFT
    return f"unanswered: {incident} at {moment}"


def has_unusual_step(steps: Iterable[Step], usual: set[tuple[type[Step], str]]) -> bool:
    """Tell whether a step is among these that does not occur when nothing goes wrong."""
    return any(not isinstance(step, PlayOn) and kind_and_cite(step) not in usual for step in steps)


def lawful_steps(log: Iterable[Step | Input]) -> list[Step]:
    """Return the steps that the law or a reading asks for."""
    return [item for item in log if isinstance(item, Step) and not item.cite.startswith("house:")]


def finish(driver: Driver, watch: Watch, left: list[Input], which: int) -> None:
    """Go on as the golden round did where its inputs still fit, and sensibly where they do not."""
    source = seeded_source(1)
    for _ in range(MOST_MOMENTS):
        watch.look(secrets=driver.wait is not None)
        if driver.done:
            watch.over()
            return
        wait = driver.wait
        if wait is None:
            driver.run(1)
            continue
        if isinstance(wait, FillWanted):
            given: Input = Fill(wait.cents)
        elif isinstance(wait, OrderWanted):
            ordered = wait.choices[which % len(wait.choices)]
            given = Order(ordered, wait.positions if ordered == wait.naming else ())
        elif (fit := next((one for one in left if not driver.refusals(one)), None)) is not None:
            left.remove(fit)
            given = fit
        elif (drawn := source.answers(wait)) is not None:
            given = drawn
        elif isinstance(wait, Ask):
            given = Answer(wait.seat, wait.default, wait.position)
        elif isinstance(wait, Window) and not driver.table.players:
            given = Sit(1, "Anyone", 100_000)
        else:
            given = Close()
        if driver.submit(given, stepwise=True):
            return  # nobody is left to play: the round stays open, which is no fault
    raise AssertionError("the round does not end")


def check(driver: Driver) -> None:
    """Check that nothing is dealt, asked, turned or paid once the round is void, and that the record replays."""
    void = next((at for at, item in enumerate(driver.log) if isinstance(item, VoidRound)), len(driver.log))
    late = [item for item in driver.log[void + 1 :] if isinstance(item, NOT_AFTER_A_VOID)]
    assert not late, late
    raw = b"\n".join(Chain().append(driver, "sweep", "00" * 32))
    failed = [found for found in verify(raw, None).checks if found.ok is False]
    assert not failed, failed


# --- what is left in a shoe


Wrong = Counter[tuple[str, str]]


def wrong_in(driver: Driver, t: Table) -> Wrong:
    """Count the faults of cards that stay in play: which lie face up among them, are gone, or are there too often."""
    rests = driver.game.rests
    if not rests:
        return Counter()
    up = [("face up", lying.card) for place in rests for lying in t.cards(place) if lying.up]
    there = Counter(card for place in t.places if place not in (REMOVED, MISSING) for card in t.faces(place))
    whole = Counter(FULL_DECK * t.packs)
    gone = [("gone", card) for card in (whole - there).elements()]
    return Counter([*up, *gone, *(("too many", card) for card in (there - whole).elements())])


def wrong_after(driver: Driver) -> Wrong:
    """Count the faults that are left in the shoe that the next round goes on with."""
    if driver.next is None:
        return Counter()
    return wrong_in(driver, unpack(driver.next, driver.house.seats, driver.house.packs))


def comes_out(driver: Driver, caused: Wrong) -> bool:
    """Tell whether the round that puts it right does so by an act that answers it, or by a shuffle of all cards."""
    assert driver.next is not None
    setting, usual = Setting(driver.game, driver.rules, driver.house), usual_steps(driver.game.name)
    for played in rounds_on(setting, driver.next):
        if not caused <= wrong_after(played):
            steps = lawful_steps(played.log)
            return has_unusual_step(steps, usual) or any(isinstance(step, EmptyShoe | ShuffleShoe) for step in steps)
    return False


def rounds_on(setting: Setting, carry: Carry) -> Iterator[Driver]:
    """Yield rounds in which nothing goes wrong, one after the other, until a new shoe is begun."""
    game, source = setting.game, seeded_source(1)
    way = next(iter(game.strategies.values()))
    for _ in range(MOST_ROUNDS):
        carry = _with_chips(setting, carry)
        driver = play_round(game, setting.rules, setting.house, carry, source, dict.fromkeys(carry.players, way))
        yield driver
        assert driver.next is not None
        if carry.shoe is UNSET:
            return
        carry = driver.next
    raise AssertionError("the shoe does not end")


def _with_chips(setting: Setting, carry: Carry) -> Carry:
    """Return a carry with a player at the table, and with enough chips before everybody."""
    players = carry.players or {1: "Anyone"}
    brought = dict.fromkeys(map(chips_before, players), STAKES * int(setting.house.minimum))
    accounts = {**carry.accounts, **brought}
    accounts[OUTSIDE] += sum(carry.accounts.get(name, 0) for name in brought) - sum(brought.values())
    return msgspec.structs.replace(carry, players=players, accounts=accounts)


# --- what is done when nothing goes wrong


def kind_and_cite(step: Step) -> tuple[type[Step], str]:
    return type(step), step.cite


@cache
def usual_steps(game: str) -> set[tuple[type[Step], str]]:
    """Return every act, with its citation, that is seen in rounds without an incident: any other act answers one. The
    rounds are the golden ones and some of houses that elect and read at random."""
    found: set[tuple[type[Step], str]] = set()
    wrong = {*INCIDENTS, *(kind for kind in load(game).more_inputs if not kind.by_player)}
    for scenario in ROUNDS[game]:
        for driver in Golden(scenario).rounds:
            if _whole(driver) and not any(type(item) in wrong for item in driver.log):
                found |= {kind_and_cite(item) for item in driver.log if isinstance(item, Step)}
    for day in texts_of(load(game)):
        for seed in range(UNDISTURBED // len(texts_of(load(game)))):
            driver = _some_round(game, day, seed)
            found |= {kind_and_cite(item) for item in driver.log if isinstance(item, Step)}
            if load(game).rests and not seed:
                setting = as_it_comes(load(game), day)
                assert driver.next is not None
                for later in rounds_on(setting, driver.next):
                    found |= {kind_and_cite(item) for item in later.log if isinstance(item, Step)}
    return found


def _whole(driver: Driver) -> bool:
    """Tell whether every card is there; those that stay in play count with what has been dealt from them."""
    carry, whole = driver.carry, Counter(FULL_DECK * driver.house.packs)
    rest = () if carry.shoe is UNSET else tuple(card for cards in carry.shoe.cards.values() for card in cards)
    return all(Counter((*deck.cards, *rest)) == whole for deck in carry.decks if deck.cards)


def _some_round(game: str, day: str, seed: int) -> Driver:
    setting: Setting = random_setting(load(game), day, Random(seed)) if seed else as_it_comes(load(game), day)
    played = Round(setting, seed)
    for _ in played.moments():
        pass
    return played.driver


# --- the page


def of_round(scenario: Scenario, most: int | None = None) -> tuple[Counter[str], int]:
    """Count the incidents by result at every step, and those that can happen. With `most`, a sample is tried."""
    golden = Golden(scenario)
    cases, impossible = possible(golden)
    tried = list(enumerate(cases))
    if most is not None and len(tried) > most:
        tried = Random(scenario.__name__).sample(tried, most)
    found = Counter(play_with(golden, moment, incident, which) for which, (moment, incident) in tried)
    found[IMPOSSIBLE] = impossible
    return found, len(cases)


def row(scenario: Scenario, found: Counter[str]) -> str:
    return " | ".join((f"| {heading(scenario)}", *(str(found[result]) for result in RESULTS))) + " |"


def heading(scenario: Scenario) -> str:
    return scenario.__name__.replace("_", " ")


def _count_results(which: tuple[str, int]) -> Counter[str]:
    game, number = which
    found, _ = of_round(ROUNDS[game][number])
    assert found.keys() <= set(RESULTS), (ROUNDS[game][number].__name__, set(found))
    return found


def count_golden_rounds() -> dict[tuple[str, int], Counter[str]]:
    """Count the results by game and golden round."""
    every = [(game, number) for game, scenarios in ROUNDS.items() for number in range(len(scenarios))]
    with ProcessPoolExecutor() as pool:
        return dict(zip(every, pool.map(_count_results, every, chunksize=1), strict=True))


def page() -> str:
    rows = count_golden_rounds()
    lines = [
        "# The sweep of irregularities",
        "",
        "The sweep replays every golden round of every game with one incident after every step. It tries every",
        "kind of incident: cards of one hand, of the dealer and of the board; devices; dice; and the game's own",
        "kinds. Each time, one of these must happen:",
        "",
        "- *ruled*: a paragraph answers it, or a reading, or the supervisor who decides where no paragraph does.",
        "- *played on*: the paragraph does not reach it. The incident is recorded, and an act says so.",
        "- *made good*: the next act repairs it, and the round goes on exactly as it would have (a wagering",
        "  device shows a wager too early, and then there is one; a card is face up in a shoe, and all its cards",
        "  are shuffled). Or it undoes what had gone wrong before (a card too many where one was missing).",
        "- *left in the shoe*: the round is over before anybody comes to it, and it is still in the shoe from which",
        "  the next round is dealt. The sweep looks at that shoe, and then plays on, with nothing else wrong,",
        "  until a paragraph answers it (a card found face up, cards that are not whole when they are shuffled),",
        "  or until a card that lay face up is shuffled with all others before it was due.",
        "- *impossible*: it cannot happen then. It is refused, and nothing changes.",
        "",
        "A void is never the catch-all. In each case every chip and card is accounted for after every act, void",
        "wagers are returned, a void hand is never dealt to, asked or paid, no view shows a hidden card, and the",
        "record replays. `make pages` tries all of them for this page. `make test` tries a sample of each round.",
        "",
        *_total("Total", list(rows.values())),
    ]
    for game, scenarios in ROUNDS.items():
        mine = [rows[game, number] for number in range(len(scenarios))]
        lines += ["", f"## {load(game).title}", "", *_total("Here", mine), ""]
        lines += [" | ".join(("| golden round", *RESULTS)) + " |", "|---" * (1 + len(RESULTS)) + "|"]
        lines += [row(scenario, found) for scenario, found in zip(scenarios, mine, strict=True)]
    return "\n".join(lines) + "\n"


def _total(word: str, rows: list[Counter[str]]) -> list[str]:
    total = sum(rows, Counter())
    return [f"{word}: {', '.join(f'{total[result]:,} {result}' for result in RESULTS)}."]
