"""A scene for every choice of every reading of Ultimate Texas Hold 'Em, and its outcome. `test_choices.py` plays
them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.ultimate_texas_holdem.scene import AUTOMATED, Scene
from pitboss.engine.carry import opening
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    CardTooMany,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
    MissedBurn,
    ShortCard,
)
from pitboss.engine.inputs import Answer, CardOrder, Close, Conduct, Cut, Sit, Wager
from pitboss.engine.waits import OrderWanted
from pitboss.games.ultimate_texas_holdem import GAME
from pitboss.games.ultimate_texas_holdem.law.house import UltimateHouse, payout_limit
from pitboss.table.card_steps import BurnCard, CollectCards, Deal, DealUp, DeliverStack, Shuffle, TurnHand
from pitboss.table.cards import FULL_DECK
from pitboss.table.facts import STUB_COUNTED
from pitboss.table.money import Money
from pitboss.table.steps import PayWager

BOARD = "2h 7d 9h Js 5c"


def two(reading: str, choice: str, **house: Any) -> Scene:
    """Return a scene with two players and a dealer with kings. The sevens in position 5 are three of a kind with the
    board."""
    return Scene({2: "Ac 3d", 5: "7c 7h"}, "Kh Ks", BOARD, readings={reading: choice}, **house)


def hand_of_seven(choice: str) -> int:
    """Put five cards in sequence on the board: everybody's straight, or nobody's."""
    scene = Scene({1: "2c 3d"}, "4h 5h", "9c Th Jd Qs Kc", readings={"hand-of-seven": choice})
    return int(scene.deal().answer("4").winnings(1))


def odd_chip(choice: str) -> int:
    scene = Scene({1: "Ad 8d"}, "Kc Ks", "3d 5d 9d Jh 2s", readings={"odd-chip": choice}).deal(500).answer("4")
    (paid,) = (step.cents for step in scene.steps(PayWager) if step.spot == "blind")
    return int(paid)


def limit_counts(choice: str) -> int:
    scene = Scene({1: "As Ks"}, "Ah Ac", "Qs Js Ts 4d 8h", readings={"limit-counts": choice})
    return int(scene.deal(10_000).answer("4").winnings(1))


def most_a_patron_wins(choice: str) -> int:
    house = UltimateHouse(minimum=Money(10_000), trips_minimum=Money(10_000))
    return payout_limit(house, GAME.rules({"most-a-patron-wins": choice}))


def match_play(choice: str) -> bool:
    return bool(two("match-play", choice).open_betting().driver.refusals(Conduct(2, "match play coupon")))


def silent_seat(choice: str) -> str:
    asked = two("silent-seat", choice).deal().answer("4 c c").driver.question
    assert asked is not None
    return asked.default


def short_stack(choice: str) -> tuple[str, ...]:
    asked = two("short-stack", choice, chips=1200).deal().answer("c c c c").driver.question
    assert asked is not None
    return asked.choices


def incomplete_wagers(choice: str) -> bool:
    scene = two("incomplete-wagers", choice).open_betting().bet(2).give(Wager(5, {"ante": 500}))
    return bool(scene.driver.refusals(Close()))


def most_cards_cut(choice: str) -> int:
    scene = two("most-cards-cut", choice).shuffle()
    return max(count for count in range(10, 53) if not scene.driver.refusals(Cut(count)))


def pre_shuffled(choice: str) -> int:
    scene = two("pre-shuffled", choice, carry=opening(10_000_000), pre_shuffled=True)
    return len(scene.give(Sit(2, "First", 50_000), CardOrder(FULL_DECK)).steps(Shuffle))


def stack_order(choice: str) -> tuple[str, ...]:
    return tuple(two("stack-order", choice, **AUTOMATED).deal().t.faces("hand 2"))


def stub_counter(choice: str) -> bool:
    """Count the stub after four rounds of the table, none of them with this deck."""
    scene = two("stub-counter", choice, marks={"rounds since count": 4}).deal().answer("4 4")
    return STUB_COUNTED.get(scene.t) is not None


def stub_moment(choice: str) -> bool:
    """Return whether the stub is away when the last decisions are asked for."""
    return two("stub-moment", choice).deal().answer("c c c c").t.undealt_place() is None


def folded_trips(choice: str) -> list[int]:
    scene = two("folded-trips", choice).deal(trips={5: 500}).answer("4 c c f")
    return [step.position for step in scene.steps(TurnHand)]


def collecting_order(choice: str) -> list[str]:
    return [step.place for step in two("collecting-order", choice).deal().answer("4 4").steps(CollectCards)][2:]


def face_up_after_the_hole_cards(choice: str) -> str:
    scene = two("face-up-after-the-hole-cards", choice).deal().give(FaceUpCard(1))
    return str(scene.answer("4 4").t.void)


def face_up_before_and_after(choice: str) -> int:
    scene = two("face-up-before-and-after", choice).place_wagers(trips={5: 500}).step(Close()).run_until(Deal, 5)
    scene.step(FaceUpCard(0)).run().answer("c c")
    return int(scene.give(FaceUpCard(2)).answer("c c").winnings(5))


def face_up_in_a_stack(choice: str) -> str:
    scene = two("face-up-in-a-stack", choice, **AUTOMATED).place_wagers().step(Close()).run_until(DeliverStack, 1)
    return str(scene.step(FaceUpCard(1)).run().t.void)


def missed_burn(choice: str) -> str:
    scene = two("missed-burn", choice).deal().give(MissedBurn()).answer("c c")
    return type(scene.driver.wait).__name__


def face_up_burn(choice: str) -> int:
    scene = two("face-up-burn", choice).deal().give(FaceUpCard(0)).answer("c c")
    return scene.order.index(scene.t.faces("community")[0])


def end_of_dealing(choice: str) -> str:
    return str(two("end-of-dealing", choice).deal().give(FaceUpCard(30), FaceUpCard(31)).answer("4 4").t.void)


def drawn_and_exposed(choice: str) -> object:
    scene = two("drawn-and-exposed", choice).deal().give(DrawnInError(exposed=True))
    return "asked" if isinstance(scene.driver.wait, OrderWanted) else scene.t.void


def exposed_in_the_deal(choice: str) -> int:
    scene = two("exposed-in-the-deal", choice).place_wagers(trips={5: 500}).step(Close()).run_until(Deal, 3)
    return int(scene.step(CardExposed("dealer")).run().winnings(5))


def folded_then_void(choice: str) -> int:
    scene = two("folded-then-void", choice).deal().answer("c c c c f")
    return int(scene.give(CardExposed("dealer")).winnings(2))


def misdeal_found_by_the_count(choice: str) -> str:
    scene = two("misdeal-found-by-the-count", choice, stub_count_every=1).deal().answer("4")
    return str(scene.give(ExtraCard("hand 2")).answer("4").t.void)


def fifty_two_but_not_a_deck(choice: str) -> str:
    scene = two("fifty-two-but-not-a-deck", choice).deal()
    return str(scene.give(CardMissing(), CardTooMany("Ah")).answer("4 4").t.void)


def misdealt_and_not_whole(choice: str) -> int:
    scene = two("misdealt-and-not-whole", choice, stub_count_every=1).deal().answer("4")
    scene.give(ExtraCard("hand 2"), CardMissing()).answer("4")
    assert scene.driver.next is not None
    return len(scene.driver.next.decks[0].cards)


def dealer_short(choice: str) -> str:
    scene = two("dealer-short", choice).deal().answer("c").step(Answer(5, "check")).run_until(BurnCard)
    return str(scene.step(ShortCard("dealer")).run().t.void)


def dealer_over(choice: str) -> str:
    scene = two("dealer-over", choice).place_wagers().step(Close()).run_until(Deal, 6)
    return str(scene.step(ExtraCard("dealer")).run().t.void)


def surplus_before_the_burn(choice: str) -> list[int]:
    """Return which cards of the deck end up as the burn and as the first card of the flop."""
    scene = two("surplus-before-the-burn", choice).deal().answer("c").give(ExtraCard("dealer")).answer("c")
    burned = scene.t.cards("discard rack")[0].card
    return [scene.order.index(card) for card in (burned, scene.t.faces("community")[0])]


def void_and_misdealt(choice: str) -> int:
    scene = two("void-and-misdealt", choice).deal(trips={5: 500}).answer("c")
    return int(scene.give(ExtraCard("dealer"), CardExposed("dealer")).winnings(5))


def trips_of_a_misdealt_hand(choice: str) -> int:
    """Deal three sevens to a hand that gets a third card."""
    scene = two("trips-of-a-misdealt-hand", choice).deal(trips={5: 500}).answer("c")
    return int(scene.give(ExtraCard("hand 5"), CardExposed("dealer")).winnings(5))


def trips_when_the_dealer_is_misdealt(choice: str) -> int:
    scene = two("trips-when-the-dealer-is-misdealt", choice).deal(trips={5: 500}).answer("c c")
    return int(scene.give(ShortCard("dealer")).answer("c c f f").winnings(5))


def miscounted_board(choice: str) -> object:
    scene = two("miscounted-board", choice).deal().answer("c").step(Answer(5, "check")).run_until(DealUp, 2)
    return type(scene.step(ExtraCard("community")).run().driver.wait).__name__


def exposed_player_card(choice: str) -> bool:
    scene = two("exposed-player-card", choice).deal().give(CardExposed("hand 2"))
    return isinstance(scene.driver.wait, OrderWanted)


def jam_after_the_last_stack(choice: str) -> str:
    scene = two("jam-after-the-last-stack", choice, **AUTOMATED).place_wagers().step(Close()).run_until(DeliverStack, 3)
    return str(scene.step(DeviceJam("automated shoe")).run().t.void)


WANTED: dict[str, tuple[Callable[[str], object], dict[str, object]]] = {
    "hand-of-seven": (hand_of_seven, {"any-five": 0, "two-and-three": -500 - 2000}),
    "odd-chip": (odd_chip, {"exact": 750, "up": 800, "down": 700}),
    "limit-counts": (limit_counts, {"winnings": 5_000_000, "with-stakes": 5_000_000 - 10_000 * 6}),
    "most-a-patron-wins": (most_a_patron_wins, {"with-play": 5_550_000, "initial-wagers": 5_510_000}),
    "match-play": (match_play, {"refused": True, "chips-only": False}),
    "silent-seat": (silent_seat, {"folds": "fold", "plays": "play 1x"}),
    "short-stack": (short_stack, {"no-all-in": ("fold",), "all-in": ("fold", "play all in")}),
    "incomplete-wagers": (incomplete_wagers, {"chips-back": False, "wait": True}),
    "most-cards-cut": (most_cards_cut, {"ten-left": 42, "one-left": 51}),
    "pre-shuffled": (pre_shuffled, {"shuffled": 1, "as-they-came": 0}),
    "stack-order": (stack_order, {"packet": ("Ac", "3d"), "piled": ("3d", "Ac")}),
    "stub-counter": (stub_counter, {"table": True, "deck": False}),
    "stub-moment": (stub_moment, {"before-the-decisions": True, "after-the-decisions": False}),
    "folded-trips": (folded_trips, {"at-the-end": [2, 5], "in-turn": [5, 2]}),
    "collecting-order": (
        collecting_order,
        {"dealer-first": ["dealer", "community"], "community-first": ["community", "dealer"]},
    ),
    "face-up-after-the-hole-cards": (
        face_up_after_the_hole_cards,
        {"play-on": "", "hands-void": "reading:face-up-after-the-hole-cards"},
    ),
    "face-up-before-and-after": (face_up_before_and_after, {"trips-settled": 1500, "trips-back": 0}),
    "face-up-in-a-stack": (face_up_in_a_stack, {"next-card": "", "void": "reading:face-up-in-a-stack"}),
    "missed-burn": (missed_burn, {"supervisor": "OrderWanted", "play-on": "Ask"}),
    "face-up-burn": (face_up_burn, {"burn-another": 8, "it-is-the-burn": 7}),
    "end-of-dealing": (end_of_dealing, {"last-community-card": "", "stub-too": "reading:end-of-dealing"}),
    "drawn-and-exposed": (
        drawn_and_exposed,
        {"supervisor": "asked", "discard": "", "void": "reading:drawn-and-exposed"},
    ),
    "exposed-in-the-deal": (exposed_in_the_deal, {"finish-the-deal": 1500, "trips-back": 0}),
    "folded-then-void": (folded_then_void, {"returned": 0, "kept": -1000}),
    "misdeal-found-by-the-count": (
        misdeal_found_by_the_count,
        {"all-void": "reading:misdeal-found-by-the-count", "that-hand": ""},
    ),
    "fifty-two-but-not-a-deck": (
        fifty_two_but_not_a_deck,
        {"not-noticed": "", "void": "reading:fifty-two-but-not-a-deck"},
    ),
    "misdealt-and-not-whole": (misdealt_and_not_whole, {"removed": 0, "reshuffled": 51}),
    "dealer-short": (dealer_short, {"the-burn": "", "void": "reading:dealer-short"}),
    "dealer-over": (dealer_over, {"surplus-next": "", "void": "reading:dealer-over"}),
    "surplus-before-the-burn": (surplus_before_the_burn, {"the-burn": [6, 7], "next-card": [7, 6]}),
    "trips-of-a-misdealt-hand": (trips_of_a_misdealt_hand, {"returned": 0, "settled": 1500}),
    "void-and-misdealt": (void_and_misdealt, {"trips-settled": 1500, "trips-back": 0}),
    "trips-when-the-dealer-is-misdealt": (trips_when_the_dealer_is_misdealt, {"returned": 0, "settled": 1500}),
    "miscounted-board": (miscounted_board, {"supervisor": "OrderWanted", "set-right": "Ask"}),
    "exposed-player-card": (exposed_player_card, {"play-on": False, "supervisor": True}),
    "jam-after-the-last-stack": (jam_after_the_last_stack, {"play-on": "", "void": "reading:jam-after-the-last-stack"}),
}
