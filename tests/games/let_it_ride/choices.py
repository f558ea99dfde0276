"""A scene for every choice of every reading of Let It Ride, and the difference it makes."""

from __future__ import annotations

from collections.abc import Callable

from games.let_it_ride.scene import AUTOMATED, OLDEST, Scene
from kit.scene import seated_carry
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    CardTooMany,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
)
from pitboss.engine.inputs import Close, Conduct, Cut, Wager
from pitboss.engine.waits import OrderWanted
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.facts import BONUS_POSITIONS
from pitboss.games.let_it_ride.law.house import LetItRideHouse, limit_floor
from pitboss.games.let_it_ride.law.rack import dispute
from pitboss.games.let_it_ride.law.wagers import DeviceFault
from pitboss.table.card_steps import CollectCards, Deal, DeliverStack
from pitboss.table.facts import STUB_COUNTED
from pitboss.table.money import Money
from pitboss.table.steps import CollectWager


def own_cards(choice: str) -> bool:
    scene = Scene({1: ""}, readings={"own-cards": choice}).deal()
    return bool(scene.driver.submit(Conduct(1, "touch cards")))


def ace_two_three(choice: str) -> int:
    scene = Scene({1: "Ac 2d 3h"}, "9s Jd Qc", three_card_bonus="A", readings={"ace-two-three": choice})
    return scene.deal(three_card_bonus={1: 100}).all_ride().winnings(1)


def mini_royal(choice: str) -> int:
    scene = Scene({1: "Ah Kh Qh"}, "9s 2d 3c", three_card_bonus="A", readings={"mini-royal-without-a-line": choice})
    return scene.deal(three_card_bonus={1: 100}).all_ride().winnings(1)


def bonus_chip(choice: str) -> int:
    scene = Scene({1: "7c 7d 7h"}, "9s 2d 3c", bonus=True, readings={"bonus-chip": choice})
    return scene.deal(bonus={1: 100}).all_ride().winnings(1)


def bonus_count(choice: str) -> object:
    """Count a chip at position 1 without a light, a light at 4 without a chip, and a chip with a light at 7."""
    scene = (
        Scene({1: "", 4: "", 7: ""}, bonus=True, readings={"bonus-count": choice}).open_betting().bet(1).bet(4).bet(7)
    )
    scene.give(Wager(1, {"bonus": 100})).give(Wager(7, {"bonus": 100}))
    scene.give(DeviceFault(1, False)).give(Close())
    return "asked" if isinstance(scene.driver.wait, OrderWanted) else BONUS_POSITIONS.of(scene.t)


def most_cards_cut(choice: str) -> int:
    scene = Scene({1: ""}, readings={"most-cards-cut": choice}).shuffle()
    return max(count for count in range(10, 53) if not scene.driver.refusals(Cut(count)))


def two_positions(choice: str) -> set[str]:
    scene = Scene({3: ""}, two_positions=True, readings={"two-positions": choice}).open_betting().bet(3, 500)
    return scene.bars_against(Wager(3, dict.fromkeys(("bet 1", "bet 2", "bet 3"), 600), position=4))


def limit_counts(choice: str) -> int:
    scene = Scene({1: "Ah Kh Qh"}, "2c Jh Th", payout_limit=Money(5_000_000), readings={"limit-counts": choice})
    return scene.deal(50_000).all_ride().winnings(1)


def match_play(choice: str) -> bool:
    scene = Scene({1: ""}, readings={"match-play": choice}).open_betting()
    return bool(scene.driver.submit(Conduct(1, "match play coupon")))


def silent_seat(choice: str) -> str:
    asked = Scene({1: ""}, readings={"silent-seat": choice}).deal().driver.question
    assert asked is not None
    return asked.default


def collecting_order(choice: str) -> list[str]:
    scene = Scene({2: "", 5: ""}, readings={"collecting-order": choice}).deal().all_ride()
    return [step.place for step in scene.steps(CollectCards)]


def losers_collected(choice: str) -> list[int]:
    """Settle under the text of 1996; the third player wins."""
    hands = {2: "2c 7d 9h", 5: "3c 8d Jh", 6: "Kc Kd 6h"}
    scene = Scene(hands, "2s 5s Qd", as_of=OLDEST, readings={"losers-collected": choice}).deal().all_ride()
    assert all(each.agrees for each in dispute(scene.driver))
    return [step.position for step in scene.steps(CollectWager) if step.spot == "bet 3"]


def face_up_in_a_stack(choice: str) -> str:
    scene = Scene({1: "", 4: ""}, readings={"face-up-in-a-stack": choice}, **AUTOMATED)
    return str(scene.deal_until(DeliverStack).give_amid(FaceUpCard(1)).t.void)


def stub_counter(choice: str) -> bool:
    """Count the stub after four rounds of the table, none of them with this deck."""
    scene = Scene({1: ""}, marks={"rounds since count": 4}, readings={"stub-counter": choice})
    return STUB_COUNTED.get(scene.deal().t) is not None


def stack_order(choice: str) -> int:
    scene = Scene({1: ""}, readings={"stack-order": choice}, **AUTOMATED).deal()
    return scene.order.index(scene.t.faces("hand 1")[0])


def misdealt_and_not_whole(choice: str) -> int:
    scene = Scene({1: ""}, stub_count_every=1, readings={"misdealt-and-not-whole": choice})
    scene.deal_until(Deal).give_amid(ExtraCard("hand 1"), CardMissing())
    assert scene.driver.next is not None
    return len(scene.driver.next.decks[0].cards)


def fifty_two_but_not_a_deck(choice: str) -> str:
    scene = Scene({1: ""}, readings={"fifty-two-but-not-a-deck": choice})
    return str(scene.deal_until(Deal).give_amid(CardMissing(), CardTooMany("Ah")).t.void)


def end_of_dealing(choice: str) -> str:
    scene = Scene({1: ""}, readings={"end-of-dealing": choice})
    return str(scene.deal_until(Deal).give_amid(FaceUpCard(30), FaceUpCard(31)).t.void)


def drawn_and_exposed(choice: str) -> object:
    scene = (
        Scene({1: ""}, readings={"drawn-and-exposed": choice}).deal_until(Deal).give_amid(DrawnInError(exposed=True))
    )
    return "asked" if isinstance(scene.driver.wait, OrderWanted) else scene.t.void


def expose_card(place: str, reading: str) -> Callable[[str], object]:
    def scene_of(choice: str) -> object:
        scene = Scene({1: ""}, readings={reading: choice}).deal().give(CardExposed(place))
        return isinstance(scene.driver.wait, OrderWanted)

    return scene_of


def jam_after_the_last_stack(choice: str) -> str:
    scene = Scene({1: ""}, readings={"jam-after-the-last-stack": choice}, **AUTOMATED).deal()
    return str(scene.give(DeviceJam("automated shoe")).t.void)


def void_bonuses(choice: str) -> int:
    scene = Scene({1: ""}, bonus=True, readings={"void-bonuses": choice}).open_betting().bet(1)
    scene.give(Wager(1, {"bonus": 100}))
    assert scene.driver.submit(Close(), stepwise=True) == []
    while not scene.steps(Deal):
        scene.driver.run(1)
    scene.give(ExtraCard("hand 1"))
    return scene.winnings(1)


def lay_down(choice: str) -> bool:
    scene = Scene({1: "", 4: ""}, readings={"laying-down": choice}).deal().answer("r", "r", "r")
    return bool(scene.driver.submit(Conduct(1, "touch cards")))


def incomplete_wagers(choice: str) -> set[str]:
    scene = Scene({1: "", 4: ""}, readings={"incomplete-wagers": choice}).open_betting().bet(1)
    scene.give(Wager(4, {"bet 1": 500}))
    return scene.bars_against(Close())


def most_a_patron_wins(choice: str) -> int:
    house = LetItRideHouse(two_positions=True, minimum=Money(2500))
    return limit_floor(house, GAME.rules({"most-a-patron-wins": choice}))


def idle_decks(choice: str) -> list[int]:
    backs = ("red", "blue")
    scene = Scene(
        {1: ""}, carry=seated_carry(backs=backs), backs=backs, shuffler="shuffler", readings={"idle-decks": choice}
    )
    return [len(scene.t.cards(place)) for place in ("spread", "second spread", "discard rack")]


WANTED: dict[str, tuple[Callable[[str], object], dict[str, object]]] = {
    "own-cards": (own_cards, {"third-person": False, "literal": True}),
    "ace-two-three": (ace_two_three, {"run": -1500 + 600, "none": -1500 - 100}),
    "mini-royal-without-a-line": (
        mini_royal,
        {"straight-flush": -1500 + 4000, "straight": -1500 + 600, "loses": -1500 - 100},
    ),
    "bonus-chip": (bonus_chip, {"kept": 4500 + 400, "returned": 4500 + 500}),
    "bonus-count": (bonus_count, {"supervisor": "asked", "device": (7,), "chips": (1, 7)}),
    "most-cards-cut": (most_cards_cut, {"ten-left": 42, "one-left": 51}),
    "two-positions": (two_positions, {"apart": set(), "equal": {"18.6(e)"}}),
    "limit-counts": (limit_counts, {"winnings": 5_000_000, "with-stakes": 5_000_000 - 3 * 50_000}),
    "match-play": (match_play, {"refused": True, "chips-only": False}),
    "silent-seat": (silent_seat, {"rides": "let it ride", "withdraws": "withdraw"}),
    "collecting-order": (
        collecting_order,
        {"counterclockwise": ["hand 5", "hand 2", "community"], "clockwise": ["hand 2", "hand 5", "community"]},
    ),
    "losers-collected": (losers_collected, {"counterclockwise": [5, 2], "clockwise": [2, 5]}),
    "face-up-in-a-stack": (face_up_in_a_stack, {"next-card": "", "void": "reading:face-up-in-a-stack"}),
    "stub-counter": (stub_counter, {"table": True, "deck": False}),
    "misdealt-and-not-whole": (misdealt_and_not_whole, {"removed": 0, "reshuffled": 51}),
    "fifty-two-but-not-a-deck": (
        fifty_two_but_not_a_deck,
        {"not-noticed": "", "void": "reading:fifty-two-but-not-a-deck"},
    ),
    "stack-order": (stack_order, {"packet": 0, "piled": 2}),
    "end-of-dealing": (end_of_dealing, {"last-dealt-card": "", "stub-too": "reading:end-of-dealing"}),
    "drawn-and-exposed": (
        drawn_and_exposed,
        {"supervisor": "asked", "discard": "", "void": "reading:drawn-and-exposed"},
    ),
    "exposed-community-card": (
        expose_card("community", "exposed-community-card"),
        {"supervisor": True, "play-on": False},
    ),
    "exposed-player-card": (expose_card("hand 1", "exposed-player-card"), {"play-on": False, "supervisor": True}),
    "jam-after-the-last-stack": (jam_after_the_last_stack, {"play-on": "", "void": "reading:jam-after-the-last-stack"}),
    "void-bonuses": (void_bonuses, {"returned": 0, "kept": -100}),
    "laying-down": (lay_down, {"after-the-last": False, "each-in-turn": True}),
    "incomplete-wagers": (incomplete_wagers, {"chips-back": set(), "wait": {"18.6(d)"}}),
    "idle-decks": (idle_decks, {"both": [52, 52, 0], "next": [52, 0, 52]}),
    "most-a-patron-wins": (most_a_patron_wins, {"one-hand": 7_500_000, "both-positions": 7_500_000 + 3 * 500_000}),
}
