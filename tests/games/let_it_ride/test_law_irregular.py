"""Let It Ride 18.12: irregularities, each detected where its paragraph looks, and the boundary of each."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.let_it_ride.claims import both, scene_under
from games.let_it_ride.scene import NEWEST, Scene
from kit.devices import assert_devices_are_noticed
from kit.scene import BANK
from pitboss.common.facts import DEVICES, RESHUFFLED
from pitboss.common.steps import Reshuffle
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    Incident,
    RemoveDevice,
    ShortCard,
)
from pitboss.engine.inputs import CardOrder, Close, Order, Wager
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.facts import BONUS_POSITIONS
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.steps import ChipsToInventory
from pitboss.games.let_it_ride.law.wagers import ExtraBonusChip
from pitboss.table.card_steps import Deal, DeliverStack, DiscardFaceUp, RemoveDeck
from pitboss.table.cards import FULL_DECK
from pitboss.table.facts import FACE_UP_MET
from pitboss.table.money import INVENTORY
from pitboss.table.steps import PlayOn, VoidRound

AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "shuffler"}


def deal_until(scene: Scene, cards: int, kind: type = Deal, **more: dict[int, int]) -> Driver:
    """Return a scene in mid-deal, with this many cards or stacks out."""
    scene.open_betting()
    for seat in sorted(scene.hands):
        scene.bet(seat)
    for spot, wagers in more.items():
        for seat, amount in wagers.items():
            scene.give(Wager(seat, {spot.replace("_", " "): amount}))
    assert scene.driver.submit(Close(), stepwise=True) == []
    while len(scene.steps(kind)) < cards:
        scene.driver.run(1)
    return scene.driver


def give_amid(scene: Scene, cards: int, *incidents: Incident, kind: type = Deal, **more: dict[int, int]) -> Scene:
    driver = deal_until(scene, cards, kind, **more)
    for incident in incidents:
        assert driver.submit(incident, stepwise=True) == []
    driver.run()
    return scene


@pytest.mark.parametrize("house", [{}, {"dealing": "hand", "shuffler": "shuffler"}, AUTOMATED])
@both("18.12(a)")
def test_one_face_up_card_is_set_aside_two_void_the_hands(as_of: str, house: dict[str, Any]) -> None:
    kind = DeliverStack if house == AUTOMATED else Deal
    one = give_amid(scene_under(as_of)({1: "", 4: ""}, **house), 1, FaceUpCard(1), kind=kind)
    assert one.t.void == ""
    (discarded,) = one.steps(DiscardFaceUp)
    assert (discarded.card, True) in one.t.places["discard rack"]
    assert discarded.card not in one.t.faces("hand 1") + one.t.faces("hand 4") + one.t.faces("community")
    assert [len(one.t.faces(place)) for place in ("hand 1", "hand 4", "community")] == [3, 3, 3]
    one.all_ride()  # and the round is played

    two = give_amid(scene_under(as_of)({1: "", 4: ""}, **house), 1, FaceUpCard(1), FaceUpCard(3), kind=kind)
    assert two.t.void == "18.12(a)"
    assert two.winnings(1) == two.winnings(4) == 0
    assert two.driver.next is not None
    assert sorted(two.driver.next.decks[0].cards) == sorted(FULL_DECK)  # all to be reshuffled

    deep = give_amid(scene_under(as_of)({1: "", 4: ""}, **house), 1, FaceUpCard(30), FaceUpCard(31), kind=kind)
    assert deep.t.void == ""  # never met while the cards were dealt
    assert [step.cite for step in deep.steps(PlayOn)] == ["reading:end-of-dealing"]
    single = give_amid(scene_under(as_of)({1: "", 4: ""}, **house), 1, FaceUpCard(30), kind=kind)
    assert [step.cite for step in single.steps(PlayOn)] == ["18.12(a)"]  # one alone voids nothing, wherever it lies
    literal = scene_under(as_of)({1: "", 4: ""}, readings={"end-of-dealing": "stub-too"}, **house)
    assert give_amid(literal, 1, FaceUpCard(30), FaceUpCard(31), kind=kind).t.void == "reading:end-of-dealing"
    assert deep.refusal_of(FaceUpCard(0)) == {"house:incident"}  # nothing is left to be dealt


@both("18.12(b)")
def test_an_unexposed_card_drawn_in_error_is_the_next_card(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: ""})
    driver = deal_until(scene, 1)
    assert driver.submit(DrawnInError(), stepwise=True) == []
    assert scene.t.places["drawn in error"] == [(scene.order[1], False)]
    driver.run()
    assert scene.t.faces("hand 4")[0] == scene.order[1]  # as though nothing had happened
    assert scene.t.live_positions() == [1, 4]
    assert "drawn in error" not in scene.t.places
    plain = scene_under(as_of)({1: "", 4: ""}).deal()
    assert scene.t.places == plain.t.places
    # Drawn after the last card it belongs to the stub.
    late = scene_under(as_of)({1: "", 4: ""})
    driver = deal_until(late, 9)
    assert driver.submit(DrawnInError(), stepwise=True) == []
    driver.run()
    assert late.t.faces("discard rack") == late.order[9:]


@both("18.12(c)")
def test_a_wrong_number_of_cards_voids_all_hands(as_of: str) -> None:
    for incident in (ExtraCard("hand 1"), ShortCard("hand 4"), ExtraCard("community"), ShortCard("community")):
        scene = give_amid(scene_under(as_of)({1: "", 4: ""}), 6, incident)
        assert scene.t.void == "18.12(c)", incident
        assert scene.winnings(1) == scene.winnings(4) == 0
        assert scene.driver.done
        assert scene.driver.next is not None
        assert sorted(scene.driver.next.decks[0].cards) == sorted(FULL_DECK)
    # Too many and too few at the same place make three again.
    mended = give_amid(scene_under(as_of)({1: "", 4: ""}), 6, ExtraCard("hand 1"), ShortCard("hand 1"))
    assert mended.t.void == ""
    over = scene_under(as_of)({1: ""}).deal()
    assert over.refusal_of(ExtraCard("hand 1")) == {"house:incident"}  # the deal is over


@both("18.12(d)")
def test_a_shuffler_that_fails_has_its_cards_reshuffled(as_of: str) -> None:
    scene = scene_under(as_of)({1: ""}, shuffler="shuffler")
    assert len(scene.t.cards("shuffler")) == 52
    scene.give(DeviceJam("shuffler"))
    assert RESHUFFLED(scene.t)
    scene.deal()  # the shuffle is awaited again and the round goes on
    scene.give(DeviceJam("shuffler"))  # idle now
    assert [step.cite for step in scene.steps(PlayOn)] == ["18.12(d)"]
    by_hand = scene_under(as_of)({1: ""})
    assert by_hand.refusal_of(DeviceJam("shuffler")) == {"house:incident"}
    two = scene_under(as_of)({1: "", 4: ""}, shuffler="shuffler", backs=("red", "blue"))
    assert RESHUFFLED(two.give(DeviceJam("shuffler")).t)  # while it shuffles the deck that is to be dealt
    two = scene_under(as_of)({1: "", 4: ""}, shuffler="shuffler", backs=("red", "blue")).deal()
    assert RESHUFFLED(two.give(DeviceJam("shuffler")).t)  # and the other one, during the round
    assert [step.cite for step in two.steps(Reshuffle)] == ["18.12(d)"]
    assert (two.steps(PlayOn), two.t.void) == ([], "")
    two.all_ride()
    assert two.driver.next is not None
    assert [sorted(deck.cards) for deck in two.driver.next.decks] == [sorted(FULL_DECK)] * 2


def test_with_two_decks_a_failing_shuffler_touches_no_round() -> None:
    scene = Scene({1: ""}, shuffler="shuffler", backs=("red", "blue")).deal()
    scene.give(DeviceJam("shuffler"))  # it is shuffling the other deck
    assert RESHUFFLED(scene.t)
    assert scene.t.void == ""
    scene.all_ride()
    assert scene.driver.done


@both("18.12(e)")
def test_an_automated_shoe_that_fails_voids_the_round(as_of: str) -> None:
    bonuses: dict[str, Any] = {"bonus": True, "three_card_bonus": "A"} if as_of == NEWEST else {}
    out: dict[str, Any] = {"bonus": {1: 100, 5: 100, 7: 100}, "three_card_bonus": {4: 300, 7: 300}} if bonuses else {}
    for stacks in range(5):
        scene = scene_under(as_of)({1: "", 4: "", 5: "", 7: ""}, **bonuses, **AUTOMATED)
        give_amid(scene, stacks, DeviceJam("automated shoe"), kind=DeliverStack, **out)
        assert scene.t.void == "18.12(e)", stacks
        # Each gets back all he had out, the one-dollar chips that were in the table inventory by then too.
        assert scene.winnings(1, 4, 5, 7) == [0] * 4
        assert scene.t.ledger[INVENTORY] == BANK
        if stacks == 0:  # no wagering device shows a wager that went back
            assert scene.t.lit == set()
        assert len(scene.steps(ChipsToInventory)) == bool(bonuses and stacks)
        assert scene.driver.next is not None
        assert sorted(scene.driver.next.decks[0].cards) == sorted(FULL_DECK)
        assert scene.steps(RemoveDeck) == []
        assert scene.driver.next.decks[0].cards  # out of the device, together with those that were dealt
        assert scene.t.cards("automated shoe") == []
    # Before “No more bets”, with the cards in the device; the wagers go back, the one-dollar chip and all.
    early = scene_under(as_of)({1: "", 4: ""}, **bonuses, **AUTOMATED).open_betting().bet(1).bet(4)
    if bonuses:
        early.give(Wager(1, {"bonus": 100})).give(Wager(4, {"three card bonus": 300}))
    assert early.t.lit == ({1} if bonuses else set())
    early.give(DeviceJam("automated shoe"))
    assert (early.t.void, early.winnings(1), early.winnings(4)) == ("18.12(e)", 0, 0)
    assert early.t.lit == set()  # no wagering device shows a wager that went back
    # Before the cards are in it nothing is dealt with it, and nothing is void.
    idle = scene_under(as_of)({1: ""}, **AUTOMATED).give(DeviceJam("automated shoe"))
    assert (idle.t.void, [step.cite for step in idle.steps(PlayOn)]) == ("", ["18.12(e)"])
    last = give_amid(scene_under(as_of)({1: "", 4: ""}, **AUTOMATED), 3, DeviceJam("automated shoe"), kind=DeliverStack)
    assert last.t.void == ""  # every stack is out: a reading
    assert [step.cite for step in last.steps(PlayOn)] == ["reading:jam-after-the-last-stack"]
    literal = scene_under(as_of)({1: "", 4: ""}, readings={"jam-after-the-last-stack": "void"}, **AUTOMATED)
    late = give_amid(literal, 3, DeviceJam("automated shoe"), kind=DeliverStack)
    assert late.t.void == "reading:jam-after-the-last-stack"  # no paragraph voids what has been dealt
    manual = scene_under(as_of)({1: ""}).deal()
    assert manual.refusal_of(DeviceJam("automated shoe")) == {"house:incident"}


@both("18.12(f)")
def test_a_device_is_removed_before_another_method_is_used(as_of: str) -> None:
    first = scene_under(as_of)({1: ""}, **AUTOMATED).deal().all_ride()
    assert first.driver.next is not None
    assert first.driver.next.marks["automated shoe"] == 1
    by_hand = {**msgspec.structs.asdict(first.house), "dealing": "hand"}
    second = Scene(first.hands, carry=first.driver.next, as_of=as_of, **by_hand)
    assert second.refusal_of(CardOrder(FULL_DECK)) == {"18.12(f)"}
    assert second.refusal_of(RemoveDevice("shuffler")) == {"house:devices"}  # that one is in use
    second.give(RemoveDevice("automated shoe"))
    assert not DEVICES["automated shoe"](second.t)
    second.give(CardOrder(FULL_DECK))
    same = Scene(first.hands, carry=first.driver.next, as_of=as_of, **msgspec.structs.asdict(first.house))
    same.give(CardOrder(FULL_DECK))  # the same method needs nothing
    assert_devices_are_noticed(LetItRideHouse(), GAME.rules({}, as_of), "18.12(f)")
    shuffled = scene_under(as_of)({1: ""}, shuffler="shuffler").deal().all_ride()
    without = {**msgspec.structs.asdict(shuffled.house), "shuffler": None}
    third = Scene(shuffled.hands, carry=shuffled.driver.next, as_of=as_of, **without)
    assert third.refusal_of(CardOrder(FULL_DECK)) == {"18.12(f)"}
    third.give(RemoveDevice("shuffler"), CardOrder(FULL_DECK))


# --- what a void leaves behind


def test_a_void_gives_back_every_wager_once() -> None:
    house: dict[str, Any] = {"bonus": True, "three_card_bonus": "A"}
    scene = give_amid(Scene({1: "", 4: ""}, **house), 5, ExtraCard("hand 1"), bonus={1: 100}, three_card_bonus={4: 300})
    assert scene.t.void == "18.12(c)"
    assert scene.winnings(1) == scene.winnings(4) == 0
    assert scene.t.ledger[INVENTORY] == BANK
    kept = Scene({1: "", 4: ""}, readings={"void-bonuses": "kept"}, bonus=True)
    assert give_amid(kept, 5, ExtraCard("hand 1"), bonus={1: 100}).winnings(1) == -100


def test_a_wager_withdrawn_before_the_void_comes_back_once() -> None:
    scene = Scene({1: "", 4: ""}).deal().answer("w", "r")
    scene.give(CardExposed("community", 1)).give(Order("void the hands"))
    assert scene.t.void == "reading:exposed-community-card"
    assert scene.winnings(1) == scene.winnings(4) == 0


# --- what no paragraph answers


def test_an_exposed_community_card_is_the_supervisors() -> None:
    scene = Scene({1: "", 4: ""}).deal().give(CardExposed("community", 0))
    assert scene.refusal_of(Close()) == {"reading:exposed-community-card"}
    scene.give(Order("play on")).all_ride()
    assert scene.t.void == ""
    assert Scene({1: ""}).open_betting().refusal_of(CardExposed("community", 0)) == {"house:incident"}


def test_an_exposed_player_card_is_played_on() -> None:
    scene = Scene({1: "", 4: ""}).deal().give(CardExposed("hand 4", 2)).all_ride()
    assert [step.cite for step in scene.steps(PlayOn)] == ["reading:exposed-player-card"]
    asked = Scene({1: ""}, readings={"exposed-player-card": "supervisor"}).deal().give(CardExposed("hand 1", 0))
    assert asked.give(Order("void the hands")).t.void == "reading:exposed-player-card"


@pytest.mark.parametrize(
    ("reading", "order", "void"),
    [
        ("supervisor", "discard it", False),
        ("supervisor", "void the hands", True),
        ("discard", None, False),
        ("void", None, True),
    ],
)
def test_a_card_drawn_in_error_and_exposed(reading: str, order: str | None, void: bool) -> None:
    scene = Scene({1: "", 4: ""}, readings={"drawn-and-exposed": reading})
    driver = deal_until(scene, 1)
    assert driver.submit(DrawnInError(exposed=True)) == []
    if order is not None:
        assert driver.submit(Order(order)) == []
    driver.run()
    assert bool(scene.t.void) == void
    if not void:
        assert (scene.order[1], True) in scene.t.places["discard rack"]
        assert FACE_UP_MET.of(scene.t) == 1


def test_a_bonus_chip_too_many_is_the_supervisors() -> None:
    scene = Scene({1: "", 4: ""}, bonus=True).open_betting().bet(1).bet(4)
    scene.give(Wager(1, {"bonus": 100})).give(ExtraBonusChip(1)).give(Close())
    assert scene.t.live_positions() == []
    scene.give(Order("bonus wagers at", (1,)))
    assert scene.winnings(1) == -1600  # the chip too many is back
    assert BONUS_POSITIONS.of(scene.t) == (1,)
    assert scene.refusal_of(ExtraBonusChip(1)) == {"18.6(c)"}


def test_void_is_never_the_answer_to_what_cannot_happen() -> None:
    rules = GAME.rules({}, NEWEST)
    assert LetItRideHouse().breaches(rules) == []
    scene = Scene({1: ""}).deal()
    for incident in (FaceUpCard(), DrawnInError(), ExtraCard("hand 1"), ShortCard("hand 1"), DeviceJam("shuffler")):
        assert scene.refusal_of(incident) == {"house:incident"}
    assert scene.steps(VoidRound) == []
