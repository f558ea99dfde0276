"""Let It Ride: decks and devices (18.2), opening (18.4, 18.5), the three ways of dealing (18.7 to 18.9)."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from games.let_it_ride.claims import both, law, law_1996, scene_under
from games.let_it_ride.scene import NEWEST, OLDEST, Scene
from kit.scene import BANK, ROUNDS_UNCOUNTED, before_cut, cite_of, seated_carry
from pitboss.common.steps import BeginDealing
from pitboss.common.stub import COUNT
from pitboss.engine.carry import Deck, opening
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import (
    CardMissing,
    CardTooMany,
    DeviceJam,
    ExtraCard,
    FaceUpCard,
    ShortCard,
)
from pitboss.engine.inputs import CardOrder, Close, Cut, Input, Order, Sit, Wager
from pitboss.engine.waits import CardOrderWanted, CutWanted
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.facts import FIVE
from pitboss.games.let_it_ride.law.house import LetItRideHouse
from pitboss.games.let_it_ride.law.steps import ChipsToInventory
from pitboss.games.let_it_ride.law.wagers import BASE
from pitboss.table.card_steps import (
    CallForCut,
    CountStub,
    Deal,
    DeliverStack,
    DeviceCount,
    LoadDeck,
    ReceiveDeck,
    RemoveDeck,
    RemoveStub,
    SpreadCards,
    StubToRack,
    TakePreShuffled,
    TurnSpread,
    Wash,
)
from pitboss.table.cards import FULL_DECK
from pitboss.table.facts import PRE_SHUFFLED, READY, SHUFFLING
from pitboss.table.money import INVENTORY
from pitboss.table.steps import Manner, Step

SHUFFLER: dict[str, Any] = {"shuffler": "shuffler"}
BY_HAND: dict[str, Any] = {"dealing": "hand", **SHUFFLER}
AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", **SHUFFLER}
TWO_DECKS: dict[str, Any] = {"backs": ("red", "blue"), **SHUFFLER}


def breaches(**elected: Any) -> list[str]:
    return [finding.cite for finding in LetItRideHouse(**elected).breaches(GAME.rules({}))]


def next_round(scene: Scene, **house: Any) -> Scene:
    """Return a scene of the next round at the same table, with the same players and new cards in natural order."""
    assert scene.driver.next is not None, scene.driver.wait
    elected = {**msgspec.structs.asdict(scene.house), **house}
    return Scene(scene.hands, carry=scene.driver.next, as_of=scene.driver.rules.as_of, **elected)


def play_out(scene: Scene) -> Scene:
    return scene.deal().all_ride()


# --- 18.2(b) two decks


@law("18.2(b)")
def test_a_second_deck_only_with_a_shuffler() -> None:
    assert breaches(backs=("red", "blue")) == ["18.2(b)"]
    assert breaches(**TWO_DECKS) == []
    scene = Scene({1: ""}, **TWO_DECKS).deal()
    assert scene.t.backs == ["blue", "red"]  # the one that was in the shuffler is in play
    assert len(scene.t.cards("shuffler")) == 52


@law("18.2(b)2")
def test_two_decks_have_backs_of_two_colours() -> None:
    assert breaches(backs=("red", "red"), **SHUFFLER) == ["18.2(b)2"]
    assert breaches(backs=("red", "green"), **SHUFFLER) == []
    driver = new_driver(backs=("red", "green"), **SHUFFLER)
    submit_all(driver, Sit(3, "First", 50_000), Close(), Close())
    assert [step.back for step in driver.log if isinstance(step, ReceiveDeck)] == ["red", "green"]


@law("18.2(b)3")
def test_one_deck_is_shuffled_while_the_other_is_played() -> None:
    scene = Scene({1: ""}, **TWO_DECKS).open_betting()
    assert SHUFFLING(scene.t)
    assert len(scene.t.cards("shuffler")) == len(scene.t.cards("shoe")) == 52


@law("18.2(b)4")
def test_decks_take_turns_round_by_round() -> None:
    scene = Scene({1: ""}, **TWO_DECKS)
    colours = []
    for _ in range(4):
        play_out(scene)
        colours.append(scene.t.backs[0])
        scene = next_round(scene)
    assert colours == ["blue", "red", "blue", "red"]


def colours_played(removed: int, rounds: int = 6, **house: Any) -> list[str]:
    """Return which deck each round is dealt from if a count finds a card gone in one of them. Player 1 stays
    throughout."""
    elected: dict[str, Any] = {**TWO_DECKS, "stub_count_every": 1, **house}
    carry = opening(10_000_000, ("red", "blue"))
    scene = Scene({1: ""}, carry=carry, **elected).give(Sit(1, "First", 50_000_000))
    found = []
    for number in range(1, rounds + 1):
        while not isinstance(scene.driver.wait, CardOrderWanted):
            scene.give(Close())  # new cards are inspected
        if isinstance(scene.shuffle().driver.wait, CutWanted):  # cards that came shuffled
            scene.give(Cut(20))
        scene.bet(1).step(Close()).run_until(Deal, 2)
        found.append(scene.t.backs[0])
        if number == removed:
            scene.step(CardMissing())
        scene.run().all_ride()
        assert bool(scene.steps(RemoveDeck)) == (number == removed)
        scene = next_round(scene)
    return found


@pytest.mark.parametrize("removed", range(1, 5))
@pytest.mark.parametrize("pre_shuffled", [False, True])
@law("18.2(b)4")
def test_decks_take_turns_also_when_one_was_removed_and_a_new_one_came(pre_shuffled: bool, removed: int) -> None:
    found = colours_played(removed, pre_shuffled=pre_shuffled)
    assert found == (["red", "blue"] if pre_shuffled else ["blue", "red"]) * 3


@pytest.mark.parametrize("spread", ["face-up", "face-down"])
@both("18.5(e)")
def test_at_an_idle_table_both_decks_are_seen_before_either_is_dealt(as_of: str, spread: Any) -> None:
    house = LetItRideHouse(idle_spread=spread, **TWO_DECKS)
    driver = Driver(GAME, GAME.rules({}, as_of), house, seated_carry(backs=("red", "blue")))
    spreads = ("spread", "second spread")
    assert [len(driver.table.places[place]) for place in spreads] == [52, 52]
    assert driver.table.cards("shuffler") == driver.table.cards("discard rack") == []
    submit_all(driver, Sit(2, "Late", 50_000))
    if spread == "face-down":
        submit_all(driver, Close())
    assert all(lying.up for place in spreads for lying in driver.table.places[place])
    submit_all(driver, Close())
    assert [len(driver.table.places[place]) for place in ("discard rack", "shuffler")] == [52, 52]
    seconds = [
        item for item in driver.log if isinstance(item, SpreadCards | TurnSpread | Wash) and item.on == spreads[1]
    ]
    assert {item.cite for item in seconds} == {"reading:idle-decks"}
    submit_all(driver, CardOrder(FULL_DECK))
    assert driver.table.backs == ["blue", "red"]


def test_the_deck_that_is_left_is_seen_at_an_idle_table_though_a_new_one_is_opened() -> None:
    carry = seated_carry(backs=("red", "blue"))
    left = msgspec.structs.replace(carry, decks=(Deck("red", ()), carry.decks[1]))
    driver = Driver(GAME, GAME.rules({}), LetItRideHouse(**TWO_DECKS), left)
    assert len(driver.table.places["second spread"]) == 52  # blue is dealt next
    submit_all(driver, Sit(2, "Late", 50_000), Close())
    assert len(driver.table.places["shuffler"]) == len(driver.table.places["spread"]) == 52  # and the new red one
    submit_all(driver, Close(), CardOrder(FULL_DECK))
    assert driver.table.backs == ["blue", "red"]


@law("18.2(b)5")
def test_only_one_deck_is_in_the_discard_rack() -> None:
    scene = play_out(Scene({1: ""}, **TWO_DECKS))
    assert len(scene.t.cards("discard rack")) == 52
    second = next_round(scene).open_betting()
    assert second.t.cards("discard rack") == []  # emptied before a card of the other deck can get there
    assert len(second.t.cards("shuffler")) == 52


# --- 18.4 opening of the table


def new_driver(**house: Any) -> Driver:
    elected = LetItRideHouse(**house)
    return Driver(GAME, GAME.rules({}), elected, opening(BANK, elected.backs))


def submit_all(driver: Driver, *given: Input) -> None:
    for one in given:
        assert driver.submit(one) == []


@law("18.4(a)")
def test_cards_are_received_and_inspected() -> None:
    driver = new_driver()
    assert driver.table.faces("spread") == FULL_DECK
    ready = new_driver(pre_shuffled=True)  # the other way of 18.4(a): neither spread nor washed
    assert ready.table.faces("discard rack") == FULL_DECK
    assert "spread" not in ready.table.places
    assert PRE_SHUFFLED(ready.table, "discard rack")


@law("18.4(b)")
def test_cards_are_spread_face_up_for_the_first_player() -> None:
    for house in ({}, TWO_DECKS):
        driver = new_driver(**house)
        assert driver.table.places["spread"] == [(card, True) for card in FULL_DECK]  # by suit, in sequence
        assert cite_of(driver.submit(Close())) == {"18.4(c)"}  # nobody has come
    submit_all(driver, Sit(3, "First", 50_000), Close())
    assert driver.table.places["spread"] == [(card, True) for card in FULL_DECK]  # the second deck too


@law("18.4(c)")
def test_after_inspection_the_cards_are_washed_and_shuffled() -> None:
    driver = new_driver()
    assert cite_of(driver.submit(CardOrder(FULL_DECK))) == {"18.4(c)"}
    submit_all(driver, Sit(3, "First", 50_000), Close())
    assert "spread" not in driver.table.places
    assert not any(lying.up for lying in driver.table.places["discard rack"])
    submit_all(driver, CardOrder(FULL_DECK), Cut(20))


@law("18.4(d)")
def test_two_decks_are_opened_each_by_itself() -> None:
    driver = new_driver(**TWO_DECKS)
    places, face_up = driver.table.places, [(card, True) for card in FULL_DECK]
    assert [places[place] for place in ("spread", "discard rack", "shuffler")] == [face_up, [], []]
    assert cite_of(driver.submit(Close())) == {"18.4(c)"}
    submit_all(driver, Sit(3, "First", 50_000), Close())
    assert (places["spread"], places["shuffler"]) == (face_up, [])  # the second, after the first
    assert places["discard rack"] == [(card, False) for card in FULL_DECK]
    assert cite_of(driver.submit(CardOrder(FULL_DECK))) == {"18.4(c)"}  # it has not been seen yet
    submit_all(driver, Close())
    assert "spread" not in places
    assert places["shuffler"] == [(card, False) for card in FULL_DECK]
    received = [(step.back, step.place) for step in driver.log if isinstance(step, ReceiveDeck)]
    assert received == [("red", "discard rack"), ("blue", "shuffler")]  # each with the color of its own backs
    assert [(step.place, step.on) for step in driver.log if isinstance(step, Wash)] == [
        ("discard rack", "spread"),
        ("shuffler", "spread"),
    ]


# --- 18.5


@both("18.5(b)1")
def test_shuffled_by_a_device_the_cards_are_not_cut(as_of: str) -> None:
    scene = scene_under(as_of)({1: ""}, **SHUFFLER).shuffle()
    assert READY(scene.t)
    assert scene.t.faces("shoe") == scene.order
    assert scene.refusal_of(Cut(20)) == {"18.6(d)"}  # wagers are what is awaited


@law("18.5(a)")
def test_pre_shuffled_cards_are_cut_but_not_shuffled() -> None:
    driver = new_driver(pre_shuffled=True)
    submit_all(driver, Sit(1, "First", 50_000), CardOrder(FULL_DECK))
    assert cite_of(driver.submit(Wager(1, {"bet 1": 500}))) == {"18.5(c)1ii"}
    acts = [(type(item), item.cite) for item in driver.log if isinstance(item, Step)]
    assert acts[-2:] == [(TakePreShuffled, "18.5(a)"), (CallForCut, "18.5(b)2")]
    assert driver.table.faces("deck") == FULL_DECK
    short = new_driver(pre_shuffled=True)
    submit_all(short, Sit(1, "First", 50_000))
    assert cite_of(short.submit(CardOrder(FULL_DECK[:-1]))) == {"18.2(a)"}
    with_1996 = LetItRideHouse(pre_shuffled=True).breaches(GAME.rules({}, OLDEST))
    assert [finding.cite for finding in with_1996] == ["18.5(a)"]
    # Of two new decks either may begin; a new one in place of a removed one lets the other have its turn first.
    assert colours_played(1, rounds=3, pre_shuffled=True) == ["red", "blue", "red"]


@pytest.mark.parametrize("spread", ["face-up", "face-down"])
@both("18.5(e)")
def test_at_an_idle_table_the_cards_lie_spread(as_of: str, spread: Any) -> None:
    house = LetItRideHouse(idle_spread=spread)
    driver = Driver(GAME, GAME.rules({}, as_of), house, seated_carry())
    assert len(driver.table.places["spread"]) == 52
    assert all(lying.up == (spread == "face-up") for lying in driver.table.places["spread"])
    assert cite_of(driver.submit(Close())) == {"18.5(e)"}
    submit_all(driver, Sit(2, "Late", 50_000), Close())
    if spread == "face-down":
        assert all(lying.up for lying in driver.table.places["spread"])  # turned up once somebody came
        submit_all(driver, Close())
    assert not any(lying.up for lying in driver.table.places["discard rack"])
    submit_all(driver, CardOrder(FULL_DECK))


# --- 18.7 manual shoe


@law_1996("18.7(b)")
def test_1996_no_more_bets_and_the_deal_follows_at_once() -> None:
    scene = Scene({1: ""}, as_of=OLDEST).deal()
    assert scene.t.said == ["No more bets"]
    # Nothing comes between the call, the hands by which the dealer deals, and the deal.
    at = scene.cites().index("18.7(b)")
    assert scene.cites()[at : at + 3] == ["18.7(b)", "18.7(b)", "18.7(c)"]
    refused = Scene({1: ""}, as_of=OLDEST, bonus=True).open_betting().bet(1).refusal_of(Wager(1, {"bonus": 100}))
    assert refused == {"house:editions"}


@law_1996("18.7(c)4")
def test_1996_second_community_card_on_top_of_the_first() -> None:
    scene = Scene({1: "", 4: ""}, as_of=OLDEST)
    scene.deal()
    assert scene.t.places["community"][1:] == [(scene.order[5], False), (scene.order[2], False)]


@law_1996("18.7(c)6")
def test_1996_third_community_card_on_top_of_both() -> None:
    scene = Scene({1: "", 4: ""}, as_of=OLDEST).deal()
    assert scene.t.places["community"] == [(scene.order[at], False) for at in (8, 5, 2)]


def is_counted(scene: Scene) -> bool:
    return bool(scene.steps(CountStub))


@both("18.7(e)")
def test_the_stub_is_counted_at_least_every_five_rounds(as_of: str) -> None:
    assert [is_counted(scene_under(as_of)({1: ""}, marks={"rounds since count": n}).deal()) for n in (0, 3, 4)] == [
        False,
        False,
        True,
    ]
    scene = scene_under(as_of)({1: ""}, marks={"rounds since count": 3})
    done = []
    for _ in range(7):
        done.append(is_counted(play_out(scene)))
        scene = next_round(scene)
    assert done == [False, True, False, False, False, False, True]
    assert [is_counted(scene_under(as_of)({1: ""}, stub_count_every=1).deal())] == [True]
    found = {every: breaches(stub_count_every=every) for every in (0, 1, 5, 6)}
    assert found == {0: ["18.7(e)"], 1: [], 5: [], 6: ["18.7(e)"]}
    # A shuffler that counts excuses the dealer; less often than never is a slip all the same.
    excused = partial(LetItRideHouse, shuffler="counting-shuffler")
    spared = {
        n: [each.cite for each in excused(stub_count_every=n).breaches(GAME.rules({}, as_of))] for n in (-1, 0, 6)
    }
    assert spared == {-1: ["18.7(e)"], 0: [], 6: []}
    # Five rounds are the most: a supervisor may have it counted earlier, once, while there is a stub.
    early = scene_under(as_of)({1: ""})
    assert early.refusal_of(Order(COUNT)) == {"18.7(e)"}  # nothing is stacked yet
    early.place_wagers().give(Order(COUNT))
    assert early.refusal_of(Order(COUNT)) == {"18.7(e)"}  # it is ordered
    assert is_counted(early.give(Close()))
    assert early.refusal_of(Order(COUNT)) == {"18.7(e)"}  # the stub is put away


@both("18.7(e)")
def test_a_count_that_is_due_is_made_though_the_hands_are_void(as_of: str) -> None:
    def void(*wrong: Input, **house: Any) -> Scene:
        scene = scene_under(as_of)({1: "", 4: ""}, **house).place_wagers().step(Close()).run_until(Deal)
        scene.step(*wrong, FaceUpCard(0), FaceUpCard(1)).run()
        assert scene.t.void == "18.12(a)"
        return scene

    whole = void(stub_count_every=1)
    assert [(step.counted, step.deck) for step in whole.steps(CountStub)] == [(52, 52)]
    assert whole.steps(RemoveDeck) == []
    passed = [{"rounds since count": rounds} for rounds in (0, 3, 4)]
    due = [
        is_counted(void(marks=marks, stub_count_every=6)) for marks in passed
    ]  # five is the most, whatever is elected
    assert due == [False, False, True]
    for wrong, cards in ((CardMissing(), 51), (CardTooMany("Ah"), 53)):
        scene = void(wrong, stub_count_every=1)
        assert [step.deck for step in scene.steps(CountStub)] == [cards]
        assert [step.cite for step in scene.steps(RemoveDeck)] == ["18.7(e)2"]
    early = (
        scene_under(as_of)({1: ""}, stub_count_every=1, **AUTOMATED).place_wagers().give(DeviceJam("automated shoe"))
    )
    assert (early.t.void, early.steps(CountStub)) == ("18.12(e)", [])  # before a card was dealt
    missed = scene_amid_deal(scene_under(as_of)({1: "", 4: ""}, stub_count_every=1), CardMissing())
    assert len(missed.steps(CountStub)) == 1  # a count that voids the round is not made again


@both("18.7(e)1")
def test_fifty_two_cards_and_the_stub_goes_to_the_rack(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: ""}, stub_count_every=1).deal()
    assert scene.steps(CountStub)[0].counted == 52 - 9
    assert scene.t.faces("discard rack") == scene.order[9:]
    assert "stub" not in scene.t.places
    assert not any(lying.up for lying in scene.t.places["discard rack"])


def scene_amid_deal(scene: Scene, incident: Input, dealt: int = 3) -> Scene:
    """Return a scene in which the incident comes after this many cards have been dealt."""
    scene.open_betting()
    for seat in sorted(scene.hands):
        scene.bet(seat)
    driver = scene.driver
    assert driver.submit(Close(), stepwise=True) == []
    while len(scene.steps(Deal)) < dealt:
        driver.run(1)
    assert driver.submit(incident) == []
    driver.run()
    return scene


@both("18.7(e)2")
def test_a_wrong_count_voids_and_a_deck_that_is_not_whole_leaves(as_of: str) -> None:
    for incident in (ExtraCard("hand 4"), ShortCard("hand 1")):  # misdealt, but 52 cards
        scene = scene_amid_deal(scene_under(as_of)({1: "", 4: ""}, stub_count_every=1), incident)
        assert scene.t.void == "18.7(e)2"
        assert scene.winnings(1) == scene.winnings(4) == 0
        assert scene.driver.next is not None
        assert sorted(scene.driver.next.decks[0].cards) == sorted(FULL_DECK)  # stays, to be reshuffled
    for wrong in (CardMissing(), CardTooMany("Ah")):  # 51 and 53
        scene = scene_amid_deal(scene_under(as_of)({1: "", 4: ""}, stub_count_every=1), wrong)
        assert scene.t.void == "18.7(e)2"
        assert scene.winnings(1) == scene.winnings(4) == 0
        assert scene.driver.next is not None
        assert scene.driver.next.decks[0].cards == ()
        assert [step.cite for step in scene.steps(RemoveDeck)] == ["18.7(e)2"]
        again = next_round(scene)  # a new deck is opened
        assert again.t.faces("spread") == FULL_DECK


@both("18.7(f)")
def test_a_counting_shuffler_spares_the_count_and_removes_a_wrong_deck(as_of: str) -> None:
    house = {"shuffler": "counting-shuffler", "stub_count_every": 1}
    scene = scene_under(as_of)({1: ""}, **house).deal()
    assert not is_counted(scene)
    assert scene.steps(DeviceCount)[0].cards == 52
    short = scene_amid_deal(scene_under(as_of)({1: ""}, **house), CardMissing(), 1).all_ride()  # nobody notices
    assert short.driver.next is not None
    assert len(short.driver.next.decks[0].cards) == 51
    after = next_round(short)
    after.give(CardOrder(after.t.faces("shuffler")))
    assert after.steps(DeviceCount)[0].cards == 51
    assert after.steps(RemoveDeck)[0].cite == "18.7(f)"
    assert after.t.faces("spread") == FULL_DECK  # a new one is opened before anything is dealt
    long = scene_amid_deal(scene_under(as_of)({1: ""}, **house), CardTooMany("Ah"), 1).all_ride()
    more = next_round(long)
    more.give(CardOrder(more.t.faces("shuffler")))
    assert more.steps(DeviceCount)[0].cards == 53
    assert more.steps(RemoveDeck)[0].cite == "18.7(f)"
    assert more.t.faces("spread") == FULL_DECK
    more.give(Close(), CardOrder(FULL_DECK))  # seen, washed and shuffled
    assert more.t.faces("shoe") == FULL_DECK
    assert more.t.cards("discard rack") == []
    assert [step.cards for step in more.steps(DeviceCount)] == [53, 52]
    again = next_round(long)
    again.give(CardOrder(again.t.faces("shuffler")), Close())
    assert again.refusal_of(CardOrder(FULL_DECK[:-1])) == {"18.2(a)"}
    if as_of == NEWEST:  # a new deck that comes shuffled is cut
        ready = next_round(long, pre_shuffled=True)
        ready.give(CardOrder(ready.t.faces("shuffler")), CardOrder(FULL_DECK), Cut(20))
        assert len(ready.steps(TakePreShuffled)) == 1
    carry = seated_carry(1, backs=("red", "blue"))
    one_short = (carry.decks[0], msgspec.structs.replace(carry.decks[1], cards=FULL_DECK[1:]))
    two = scene_under(as_of)(
        {1: ""}, carry=msgspec.structs.replace(carry, decks=one_short), backs=("red", "blue"), **house
    )
    two.give(CardOrder(FULL_DECK[1:]))  # what the shuffler holds
    assert [step.cards for step in two.steps(DeviceCount)] == [51]
    assert two.t.backs[0] == "blue"
    assert two.give(Close(), CardOrder(FULL_DECK)).t.backs == ["blue", "red"]  # the new one is blue again
    assert len(two.t.cards("removed")) == 51
    plain = scene_under(as_of)({1: ""}, shuffler="shuffler", stub_count_every=1).deal()
    assert plain.steps(DeviceCount) == []  # one that does not count spares nothing
    assert is_counted(plain)


@pytest.mark.parametrize("method", [{}, {"dealing": "hand"}, {"dealing": "automated-shoe"}], ids=str)
@both("18.7(f)")
def test_a_counting_shuffler_spares_every_count_and_a_wrong_deck_is_never_dealt(
    as_of: str, method: dict[str, Any]
) -> None:
    house: dict[str, Any] = {"shuffler": "counting-shuffler", "stub_count_every": 5, **method}
    scene = scene_under(as_of)({1: ""}, **house)
    for _ in range(6):  # one more than any count could wait for
        scene = next_round(play_out(scene))
        assert not is_counted(scene)
    assert ROUNDS_UNCOUNTED.of(scene.t) == 6
    for deck in (FULL_DECK[:-1], (*FULL_DECK, "Ah")):
        carry = msgspec.structs.replace(seated_carry(1), decks=(Deck("red", deck),))
        wrong = scene_under(as_of)({1: ""}, carry=carry, **house).give(CardOrder(deck))
        assert wrong.steps(LoadDeck) == []
        assert len(wrong.t.cards("removed")) == len(deck)  # the whole of it
        wrong.give(Close(), CardOrder(wrong.order)).bet(1).give(Close()).all_ride()
        assert [step.cards for step in wrong.steps(DeviceCount)] == [len(deck), 52]
        assert wrong.t.count() == 52
        assert not wrong.t.is_void


# --- 18.8 from the hand


@both("18.8(a)")
def test_the_licensee_may_have_the_cards_dealt_from_the_hand(as_of: str) -> None:
    scene = scene_under(as_of)({1: ""}, **BY_HAND).open_betting()
    assert len(scene.t.cards("dealer's hand")) == 52
    assert "shoe" not in scene.t.places


@both("18.8(b)1")
def test_from_the_hand_only_with_a_shuffler(as_of: str) -> None:
    rules = GAME.rules({}, as_of)
    assert [found.cite for found in LetItRideHouse(dealing="hand").breaches(rules)] == ["18.8(b)1"]
    assert LetItRideHouse(dealing="hand", shuffler="shuffler").breaches(rules) == []


@both("18.8(b)2")
def test_the_stacked_deck_goes_into_one_hand(as_of: str) -> None:
    scene = scene_under(as_of)({1: ""}, **BY_HAND).open_betting()
    assert scene.t.faces("dealer's hand") == scene.order
    assert "deck" not in scene.t.places
    assert [step.cite for step in scene.steps(Manner)] == ["18.8(b)2i", "18.8(b)2ii"]


@both("18.8(b)3")
def test_from_the_hand_no_more_bets_comes_first(as_of: str) -> None:
    scene = scene_under(as_of)({1: ""}, bonus=as_of == NEWEST, **BY_HAND).open_betting().bet(1)
    if as_of == NEWEST:
        scene.give(Wager(1, {"bonus": 100}))
    scene.give(Close())
    assert scene.t.said == ["No more bets"]
    assert scene.cites().index("18.8(b)3") < scene.cites().index("18.8(c)1")
    assert scene.t.ledger[INVENTORY] == BANK + (100 if as_of == NEWEST else 0)
    assert [step.cents for step in scene.steps(ChipsToInventory)] == ([100] if as_of == NEWEST else [])


@both("18.8(c)")
def test_from_the_hand_cards_go_clockwise(as_of: str) -> None:
    """Deal cards one by one from the top of the dealer's hand, and none to a player without three wagers."""
    scene = scene_under(as_of)({2: "", 5: "", 6: ""}, seats=(2, 3, 5, 6), **BY_HAND).open_betting().bet(2).bet(5).bet(6)
    scene.give(Wager(3, {"bet 1": 500, "bet 2": 500})).give(Close())
    dealt = [(step.place, step.card) for step in scene.steps(Deal)]
    assert dealt == list(zip(["hand 2", "hand 5", "hand 6", "community"] * 3, scene.order[:12], strict=True))
    assert {step.source for step in scene.steps(Deal)} == {"dealer's hand"}
    assert not any(lying.up for place, _ in dealt for lying in scene.t.places[place])
    assert scene.t.cards("hand 3") == []
    (begun,) = scene.steps(BeginDealing)
    assert (begun.cite, begun.players) == ("18.8(c)", (2, 5, 6))


def places_dealt_by(scene: Scene, cite: str) -> list[tuple[str, str]]:
    """Return the places where the cards dealt under that paragraph still lie."""
    dealt = [(step.place, step.card) for step in scene.steps(Deal) if step.cite == cite]
    return [(place, card) for place, card in dealt if card in scene.t.faces(place)]


@pytest.mark.parametrize("place", ["hand 1", "hand 4"])
@both("18.8(c)1")
def test_from_the_hand_first_card(as_of: str, place: str) -> None:
    scene = scene_under(as_of)({1: "", 4: "", 5: ""}, **BY_HAND).deal()
    assert scene.t.places[place][0] == (scene.order[0 if place == "hand 1" else 1], False)
    assert scene.t.places["hand 5"][0] == (scene.order[2], False)


@both("18.8(c)2")
def test_from_the_hand_first_community_card(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: ""}, **BY_HAND).deal()
    assert places_dealt_by(scene, "18.8(c)2") == [("community", scene.order[2])]
    assert (scene.order[2], False) in scene.t.places["community"]


@both("18.8(c)3")
def test_from_the_hand_second_card(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: "", 5: ""}, **BY_HAND).deal()
    second = [scene.t.places[f"hand {seat}"][1] for seat in (1, 4, 5)]
    assert second == [(card, False) for card in scene.order[4:7]]


@both("18.8(c)4")
def test_from_the_hand_second_community_card(as_of: str) -> None:
    for seats in ((1,), (1, 4), (1, 4, 5), (2, 3, 4, 7)):
        scene = scene_under(as_of)(dict.fromkeys(seats, ""), **BY_HAND).deal_until(Deal, 2 * len(seats) + 2)
        first, second = (scene.order[n * len(seats) + n - 1] for n in (1, 2))
        lie = [(first, False), (second, False)]  # to the right of the first, or on top of it
        assert scene.t.places["community"] == (lie if as_of == NEWEST else lie[::-1])
        scene.run()
        assert ("community", second) in places_dealt_by(scene, "18.8(c)4")
        assert scene.t.places["community"][1] == (second, False)
        assert len(scene.t.places["community"]) == 3


@both("18.8(c)5")
def test_from_the_hand_third_card(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: "", 5: ""}, **BY_HAND).deal()
    third = [scene.t.places[f"hand {seat}"][2] for seat in (1, 4, 5)]
    assert third == [(card, False) for card in scene.order[8:11]]


@both("18.8(c)6")
def test_from_the_hand_third_community_card(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: ""}, **BY_HAND).deal()
    last = -1 if as_of == NEWEST else 0  # at the right, or on top
    assert scene.t.places["community"][last] == (scene.order[8], False)


@both("18.8(d)")
def test_from_the_hand_the_stub_goes_to_the_rack(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: ""}, **BY_HAND).place_wagers().step(Close()).run_until(Deal, 9)
    assert scene.t.faces("dealer's hand") == scene.order[9:]  # not before the last card is dealt
    assert scene.t.cards("discard rack") == []
    scene.run()
    assert scene.t.faces("discard rack") == scene.order[9:]
    assert not any(lying.up for lying in scene.t.places["discard rack"])  # unexposed
    assert "dealer's hand" not in scene.t.places
    assert [(step.cite, step.count) for step in scene.steps(StubToRack)] == [("18.8(d)", 43)]
    counted_first = scene_under(as_of)(
        {1: "", 4: ""}, stub_count_every=1, **BY_HAND
    ).deal()  # except where it is counted
    assert [step.cite for step in counted_first.steps(RemoveStub)] == ["18.8(d)"]
    assert [step.cite for step in counted_first.steps(StubToRack)] == ["18.7(e)1"]


def a_wrong_count_voids(as_of: str, house: dict[str, Any]) -> None:
    """Check that only the count finds 51 or 53 cards, or a card astray, and voids the round."""
    for wrong in (CardMissing(), CardTooMany("Ah"), ExtraCard("hand 1")):
        scene = scene_under(as_of)({1: "", 4: ""}, stub_count_every=1, **house).place_wagers().step(Close())
        scene.run_until(DeliverStack if house == AUTOMATED else Deal).give_amid(wrong)
        assert (scene.t.void, scene.winnings(1), scene.winnings(4)) == ("18.7(e)2", 0, 0), wrong
        assert len(scene.steps(RemoveDeck)) == (not isinstance(wrong, ExtraCard))


@both("18.8(e)")
def test_from_the_hand_the_stub_is_counted_too(as_of: str) -> None:
    due = scene_under(as_of)({1: ""}, marks={"rounds since count": 4}, **BY_HAND).deal()
    (count,) = due.steps(CountStub)
    assert (count.cite, count.counted, count.deck) == ("18.8(e)", 46, 52)
    assert (ROUNDS_UNCOUNTED.of(due.t), due.t.void) == (0, "")
    a_wrong_count_voids(as_of, BY_HAND)
    not_due = scene_under(as_of)({1: ""}, marks={"rounds since count": 3}, **BY_HAND).deal()
    assert not is_counted(not_due)


# --- 18.9 automated shoe


@both("18.9(a)")
def test_the_licensee_may_use_an_automated_shoe(as_of: str) -> None:
    scene = scene_under(as_of)({1: ""}, **AUTOMATED).open_betting()
    assert len(scene.t.cards("automated shoe")) == 52
    assert LetItRideHouse(**AUTOMATED).breaches(GAME.rules({}, as_of)) == []


@both("18.9(b)1")
def test_the_cards_go_into_the_automated_shoe(as_of: str) -> None:
    scene = scene_under(as_of)({1: ""}, **AUTOMATED).open_betting()
    assert scene.t.faces("automated shoe") == scene.order
    assert "deck" not in scene.t.places


@both("18.9(b)2")
def test_no_stack_before_no_more_bets(as_of: str) -> None:
    scene = scene_under(as_of)({1: ""}, bonus=as_of == NEWEST, **AUTOMATED).open_betting().bet(1)
    if as_of == NEWEST:
        scene.give(Wager(1, {"bonus": 100}))
    scene.give(Close())
    assert scene.t.said == ["No more bets"]
    assert scene.cites().index("18.9(b)2") < scene.cites().index("18.9(c)")
    assert scene.t.ledger[INVENTORY] == BANK + (100 if as_of == NEWEST else 0)
    assert [step.cents for step in scene.steps(ChipsToInventory)] == ([100] if as_of == NEWEST else [])


@both("18.9(c)")
def test_stacks_of_three_clockwise_and_the_last_to_the_community(as_of: str) -> None:
    scene = scene_under(as_of)({2: "", 5: ""}, seats=(2, 4, 5), **AUTOMATED).deal()
    order = scene.order
    assert [step.place for step in scene.steps(DeliverStack)] == ["hand 2", "hand 5", "community"]
    assert scene.t.faces("hand 2") == order[:3]
    assert scene.t.faces("hand 5") == order[3:6]
    assert scene.t.cards("hand 4") == []  # three wagers, or no stack
    assert not any(lying.up for place in ("hand 2", "hand 5", "community") for lying in scene.t.places[place])
    assert {step.cite for step in scene.steps(DeliverStack)} == {"18.9(c)"}
    told = "A stack of 3 cards face down to the community cards"
    spread = ", spread with its top card at the dealer's right" if as_of == NEWEST else ""
    assert scene.steps(DeliverStack)[-1].tell() == f"{told}{spread}."
    # Top, middle, bottom of the stack: a stack from the top in 1996, spread from the left in 2007.
    top, middle, bottom = order[6:9]
    assert scene.t.faces("community") == ((bottom, middle, top) if as_of == NEWEST else (top, middle, bottom))
    piled = scene_under(as_of)({2: ""}, order=order, readings={"stack-order": "piled"}, **AUTOMATED).deal()
    assert piled.t.faces("hand 2") == order[2::-1]


@both("18.9(d)")
def test_the_stub_leaves_the_automated_shoe(as_of: str) -> None:
    scene = scene_under(as_of)({1: ""}, **AUTOMATED).deal()
    assert scene.t.places["discard rack"] == [(card, False) for card in scene.order[6:]]
    assert "automated shoe" not in scene.t.places
    assert scene.steps(StubToRack)[0].cite == "18.9(d)"


@both("18.9(e)")
def test_with_an_automated_shoe_the_stub_is_counted_too(as_of: str) -> None:
    due = scene_under(as_of)({1: ""}, marks={"rounds since count": 4}, **AUTOMATED).deal()
    (count,) = due.steps(CountStub)
    assert (count.cite, count.counted, count.deck) == ("18.9(e)", 46, 52)
    assert (ROUNDS_UNCOUNTED.of(due.t), due.t.void) == (0, "")
    a_wrong_count_voids(as_of, AUTOMATED)
    assert not is_counted(scene_under(as_of)({1: ""}, marks={"rounds since count": 3}, **AUTOMATED).deal())


# --- one deck order, every method, both texts: the card-to-place map written out


@pytest.mark.parametrize(
    ("as_of", "house", "one", "two", "burned", "first", "second"),
    [
        (NEWEST, {}, (0, 3, 6), (1, 4, 7), 2, 5, 8),
        (OLDEST, {}, (0, 3, 6), (1, 4, 7), 8, 5, 2),
        (NEWEST, BY_HAND, (0, 3, 6), (1, 4, 7), 2, 5, 8),
        (OLDEST, BY_HAND, (0, 3, 6), (1, 4, 7), 8, 5, 2),
        (NEWEST, AUTOMATED, (0, 1, 2), (3, 4, 5), 8, 7, 6),
        (OLDEST, AUTOMATED, (0, 1, 2), (3, 4, 5), 6, 7, 8),
    ],
)
def test_card_to_place_map(
    as_of: str, house: dict[str, Any], one: tuple[int, ...], two: tuple[int, ...], burned: int, first: int, second: int
) -> None:
    scene = Scene({1: "", 2: ""}, order=FULL_DECK, as_of=as_of, **house).deal()
    assert scene.t.faces("hand 1") == tuple(FULL_DECK[i] for i in one)
    assert scene.t.faces("hand 2") == tuple(FULL_DECK[i] for i in two)
    scene.answer("r", "r")
    assert scene.t.faces("discard rack")[0] == FULL_DECK[burned]
    assert scene.t.places["community"][0] == (FULL_DECK[first], True)
    scene.answer("r", "r")
    assert FIVE.of(scene.t, 1)[3:] == (FULL_DECK[second], FULL_DECK[first])


def test_wagers_stay_three_by_any_method() -> None:
    assert BASE == ("bet 1", "bet 2", "bet 3")
    assert before_cut(FULL_DECK)[20:] + before_cut(FULL_DECK)[:20] == FULL_DECK
