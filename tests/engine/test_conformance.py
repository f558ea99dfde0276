"""Every registered game keeps to what every game must keep to, and so does the toy, from a deck and from a shoe."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from kit import conformance
from kit.conformance import Round, Setting, as_it_comes, random_setting
from kit.series import series
from kit.shoe_toy import GAME as SHOE_TOY
from pitboss.engine import round as engine
from pitboss.engine.game import Game
from pitboss.engine.inputs import Order
from pitboss.engine.waits import Ask, Procedure, Refusal
from pitboss.games import REGISTERED, load
from pitboss.record.explain import SeatStory, explain
from pitboss.record.replay import RoundRecord
from pitboss.table.card_steps import Deal, StubToRack, TurnDealer
from pitboss.table.cards import DOWN, pretty
from pitboss.table.facts import VOID
from pitboss.table.money import INVENTORY, area
from pitboss.table.steps import (
    Announce,
    CollectWager,
    Manner,
    PayWager,
    ReturnWager,
    Step,
    VoidHand,
    WagerStep,
)
from pitboss.table.table import DEALER, DISCARD_RACK, SHOE, Table, hand
from toy import GAME as TOY
from toy.law.irregular import void_round
from toy.law.wagers import BET

HELD = tuple(REGISTERED)
TOYS = {TOY.name: TOY, SHOE_TOY.name: SHOE_TOY}
GAMES = {**REGISTERED, TOY.name: TOY.package, SHOE_TOY.name: "kit.shoe_toy"}
INCIDENTS_TRIED = 8  # of all that can happen in a round; a soak tries every one
ACTIONS = 100_000  # done in disorder, over all registered games
BLOCKS = 20  # into which the share of each text is divided; a test run does the first, a soak the others and more
ROUNDS_AT_A_TABLE = 3


@pytest.fixture(autouse=True)
def _toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records name their game, and a replay loads it by that name."""
    for name in TOYS:
        monkeypatch.setitem(REGISTERED, name, GAMES[name])


def game_called(name: str) -> Game:
    return TOYS.get(name) or load(name)


every_text = pytest.mark.parametrize(
    ("name", "as_of"), [(name, day) for name in GAMES for day in conformance.texts_of(game_called(name))]
)


def setting_for(name: str, as_of: str, seed: int) -> Setting:
    """The house as it comes, and with other seeds houses that elect and read otherwise."""
    game = game_called(name)
    return random_setting(game, as_of, Random(seed)) if seed else as_it_comes(game, as_of)


@contextmanager
def name_failure(what: str) -> Iterator[None]:
    """Say what was being played when a check failed."""
    try:
        yield
    except Exception as wrong:
        wrong.add_note(what)
        raise


@every_text
@pytest.mark.parametrize("seed", series(2, 30, 200))
def test_rounds_end_and_their_record_verifies(name: str, as_of: str, seed: int) -> None:
    setting = setting_for(name, as_of, seed)
    with name_failure(f"{setting.house}"):
        conformance.check_rounds(setting, seed * 10, rounds=6)


@every_text
def test_a_table_pays_only_what_it_has(name: str, as_of: str) -> None:
    setting = setting_for(name, as_of, 0)
    assert conformance.check_poor_table(setting, 1, rounds=20), "nothing was ever won"


@every_text
@pytest.mark.parametrize("seed", series(1, 15, 100))
def test_same_inputs_same_events(name: str, as_of: str, seed: int) -> None:
    setting = setting_for(name, as_of, seed)
    with name_failure(f"{setting.house}"):
        conformance.check_determinism(setting, seed)


@every_text
@pytest.mark.parametrize("seed", series(1, 15, 100))
def test_wrong_answers_are_refused_and_change_nothing(name: str, as_of: str, seed: int) -> None:
    setting = setting_for(name, as_of, seed)
    with name_failure(f"{setting.house}"):
        conformance.check_that_wrong_answers_do_nothing(setting, seed)


@every_text
@pytest.mark.parametrize("seed", series(2, 15, 100))
def test_what_is_offered_is_taken(name: str, as_of: str, seed: int) -> None:
    setting = setting_for(name, as_of, seed)
    with name_failure(f"{setting.house}"):
        assert conformance.check_offers(setting, seed)


@every_text
@pytest.mark.parametrize("seed", series(1, 5, 16))
def test_incidents_at_any_moment(name: str, as_of: str, seed: int, request: pytest.FixtureRequest) -> None:
    """Try every incident at any moment: chips and cards are accounted for, and a void round costs nobody anything."""
    setting = setting_for(name, as_of, seed)
    possible = conformance.what_can_happen(setting, seed)
    assert possible or not conformance.incidents_of(setting.game), "nothing ever goes wrong at this table"
    if request.node.get_closest_marker("soak") is None and len(possible) > INCIDENTS_TRIED:
        possible = Random(seed).sample(possible, INCIDENTS_TRIED)
    for moment, incident in possible:
        with name_failure(f"{incident} at moment {moment} of seed {seed}: {setting.house}"):
            conformance.check_incident(setting, seed, moment, incident)


@every_text
@pytest.mark.parametrize("seed", series(1, 5, 16))
def test_a_supervisor_orders_at_any_moment(name: str, as_of: str, seed: int) -> None:
    """Give every order anywhere: it is carried out or refused, and the round ends as it must."""
    setting = setting_for(name, as_of, seed)
    taken = conformance.what_can_be_ordered(setting, seed)
    assert {order.what for _, order in taken} <= set(setting.game.orders)
    if not seed:  # another house may leave nothing to order: one with a shuffler, read to count no stub
        assert taken or not setting.game.orders, "nothing can ever be ordered at the usual table"
    for moment, order in Random(seed).sample(taken, min(len(taken), INCIDENTS_TRIED)):
        with name_failure(f"{order} at moment {moment} of seed {seed}: {setting.house}"):
            conformance.check_incident(setting, seed, moment, order)


def share(name: str) -> int:
    """Return how many actions one block of one text of a game must come to, so that all together are enough."""
    if name == TOY.name:
        return ACTIONS // 100
    return math.ceil(ACTIONS / len(HELD) / len(conformance.texts_of(game_called(name))) / BLOCKS)


@every_text
@pytest.mark.parametrize("block", series(1, 40, 250))
def test_disorder(name: str, as_of: str, block: int) -> None:
    """Let people and things do anything at any moment, also while the dealer acts, and look at the table after each
    action.

    An action is an input that was taken or an act that was done. Tables are played at for some rounds.
    """
    done = rounds = finished = 0
    seeds = count(block * 100_000)
    while done < share(name):
        seed, carry = next(seeds), None
        setting = setting_for(name, as_of, seed)
        for _ in range(ROUNDS_AT_A_TABLE):
            with name_failure(f"seed {seed}: {setting.house}"):
                actions, carry = conformance.check_disorder(setting, seed, carry)
            done, rounds, finished = done + actions, rounds + 1, finished + (carry is not None)
            if carry is None:
                break
    assert finished > rounds / 3


def test_the_shares_come_to_a_hundred_thousand() -> None:
    blocks = [(name, day) for name in HELD for day in conformance.texts_of(load(name)) for _ in range(BLOCKS)]
    assert sum(share(name) for name, _ in blocks) >= ACTIONS


@every_text
def test_some_incident_voids_a_round(name: str, as_of: str) -> None:
    """Ensure that the checks on void rounds have something to look at. A game that says nothing voids a round is held
    to it."""
    setting = as_it_comes(game_called(name), as_of)
    possible = conformance.what_can_happen(setting, 0)
    Random(0).shuffle(possible)
    voids = any(conformance.check_incident(setting, 0, *what).driver.table.void for what in possible)
    assert voids == (setting.game.void is not None)


# --- the suite itself notices: the toy game, spoiled in one place


def spoil_step(after: type, more: Callable[[Table], Step | Ask]) -> Game:
    """Have the dealer do something more after each step of this kind."""

    def play(r: engine.Round[Any]) -> Procedure:
        t = r.table
        procedure, value = TOY.play(r), None
        while True:
            try:
                item = procedure.send(value)
            except StopIteration:
                return
            value = yield item
            if isinstance(item, after):
                yield more(t)

    return replace(TOY, play=play)


class MakeChips(Step, frozen=True, tag="make chips"):
    def do(self, t: Table) -> None:
        t.ledger.accounts[INVENTORY] += 100

    def tell(self) -> str:
        return "Chips come from nowhere."


class SwapCard(Step, frozen=True, tag="swap card"):
    def do(self, t: Table) -> None:
        pile = t.places[SHOE]
        pile[-1] = DOWN["Ah" if pile[-1].card != "Ah" else "As"]

    def tell(self) -> str:
        return "The bottom card is another one."


numbers = count()


def without_settlement(r: engine.Round[Any]) -> Procedure:
    procedure, value = TOY.play(r), None
    while True:
        try:
            item = procedure.send(value)
        except StopIteration:
            return
        value = None
        if not isinstance(item, CollectWager | PayWager | ReturnWager):
            value = yield item


class KeepWager(Step, frozen=True, tag="keep wager"):
    position: int

    def do(self, t: Table) -> None:
        t.ledger.move(area(self.position, BET), INVENTORY, t.wager(self.position, BET))

    def tell(self) -> str:
        return "The house keeps what is void."


def void_hand(t: Table) -> VoidHand:
    position = min(t.live_positions())
    return VoidHand("99.6", t.owners[position], position, (BET,), "for no good reason")


def void_hand_and_keep(r: engine.Round[Any]) -> Procedure:
    """Void a hand whose wager is neither asked for, paid nor collected, and yet is gone."""
    t = r.table
    procedure, value = TOY.play(r), None
    while True:
        try:
            item = procedure.send(value)
        except StopIteration:
            return
        value = None
        if not (isinstance(item, WagerStep) and VOID(t, item.position)):
            value = yield item
        if isinstance(item, TurnDealer):
            yield void_hand(t)
            yield KeepWager("99.6", min(t.live_positions()))


def void_for_the_house(r: engine.Round[Any]) -> Procedure:
    t = r.table
    for position, seat in t.owners.items():
        yield CollectWager("99.6", seat, position, "bet", t.wager(position, "bet"), (), "void")
    yield from void_round(r)


def void_and_ask(r: engine.Round[Any]) -> Procedure:
    t = r.table
    seat = next(iter(t.players))
    yield Ask("99.6", seat, seat, "bet", ("play", "surrender"), "play")
    yield from void_round(r)


def void_and_deal(r: engine.Round[Any]) -> Procedure:
    t = r.table
    yield Deal("99.6", DISCARD_RACK, DEALER, t.places[DISCARD_RACK][0].card)
    yield from void_round(r)


def bar_that_touches(r: engine.Round[Any], given: Order) -> Iterator[Refusal]:
    t = r.table
    t.facts["touched"] = t.facts.get("touched", ()), given
    yield Refusal("99.6", "No.", "Yes.")


def endless(r: engine.Round[Any]) -> Procedure:
    while True:
        yield Announce("99.3(b)", "…")


def dealers_card(t: Table) -> str:
    return pretty(t.places[DEALER][0].card) if t.cards(DEALER) else ""


ROUNDS, ANSWERS, SAME = (
    lambda setting: conformance.check_rounds(setting, 0, 1),
    lambda setting: conformance.check_that_wrong_answers_do_nothing(setting, 0),
    lambda setting: conformance.check_determinism(setting, 0),
)


def every_incident(setting: Setting) -> None:
    for moment, incident in conformance.what_can_happen(setting, 0):
        conformance.check_incident(setting, 0, moment, incident)


@pytest.mark.parametrize(
    ("check", "game", "words"),
    [
        (ROUNDS, replace(TOY, play=endless), "does not end"),
        (ROUNDS, spoil_step(Deal, lambda t: Manner("99.3(b)", f"It is {dealers_card(t)}.")), "is told of"),
        (ROUNDS, spoil_step(Deal, lambda t: Manner("99.3(z)", "It is dealt.")), "leads nowhere"),
        (ROUNDS, spoil_step(Deal, lambda t: Manner("reading:no-such", "It is dealt.")), "leads nowhere"),
        (ROUNDS, spoil_step(Deal, lambda t: Manner("reading:odd-chip=bank", "It is dealt.")), "leads nowhere"),
        (ROUNDS, spoil_step(Deal, lambda t: MakeChips("99.3(b)")), "chips were made"),
        (ROUNDS, spoil_step(Announce, lambda t: SwapCard("99.3(b)")), "cards were made"),
        (ROUNDS, replace(TOY, play=without_settlement), "left standing"),
        (ANSWERS, replace(TOY, bars={**TOY.bars, Order: bar_that_touches}), "changed something"),
        (SAME, spoil_step(Deal, lambda t: Manner("99.3(b)", f"Card {next(numbers)} is dealt.")), "same events"),
        (every_incident, replace(TOY, void=void_for_the_house), "chips changed hands"),
        (every_incident, replace(TOY, void=void_and_ask), "asked after the void"),
        (every_incident, replace(TOY, void=void_and_deal), "dealt after the void"),
        (ROUNDS, spoil_step(StubToRack, void_hand), "a void hand is asked"),
        (ROUNDS, spoil_step(TurnDealer, void_hand), "is void, and yet"),
        (ROUNDS, replace(TOY, play=void_hand_and_keep), "came back to position"),
    ],
)
def test_a_spoiled_game_fails(check: Callable[[Setting], None], game: Game, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check(as_it_comes(game, "2000-01-01"))


def test_a_view_that_shows_a_card_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ensure that a view of any game that forgets to hide a card is caught."""
    monkeypatch.setattr(Table, "cards", lambda t, place: [card._replace(up=True) for card in t.places.get(place, [])])
    with pytest.raises(AssertionError, match="is shown"):
        Round(as_it_comes(TOY, "2000-01-01"), 0).play_watched()


def test_a_story_that_does_not_come_to_the_change_of_chips_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def off(record: RoundRecord) -> list[SeatStory]:
        return [msgspec.structs.replace(story, after=story.after + 1) for story in explain(record)]

    monkeypatch.setattr(conformance, "explain", off)
    with pytest.raises(AssertionError, match="Player"):
        conformance.check_rounds(as_it_comes(TOY, "2000-01-01"), 0, 1)


def test_the_toy_is_played_in_every_way() -> None:
    """Assert that the toy's rounds win, lose, level out and are surrendered, or the checks above would see too
    little."""
    cites = set()
    for seed in range(60):
        played = Round(as_it_comes(TOY, "2000-01-01"), seed).play_watched()
        cites |= {step.cite for step in played.driver.log if isinstance(step, Step)}
        assert not any(played.driver.table.cards(hand(seat)) for seat in range(1, 6))
    assert {"99.4(b)", "99.5(b)", "99.5(c)", "99.5(d)"} <= cites
