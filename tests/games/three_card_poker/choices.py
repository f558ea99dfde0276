"""A scene for every choice of every reading of Three Card Poker, and its outcome. `test_choices.py` plays them."""

from __future__ import annotations

from collections.abc import Callable

from games.three_card_poker.scene import AUTOMATED, Scene, win_against
from pitboss.engine.carry import opening
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import (
    CardExposed,
    CardMissing,
    CardTooMany,
    DeviceJam,
    DrawnInError,
    ExtraCard,
    FaceUpCard,
)
from pitboss.engine.inputs import Answer, Close, Conduct, Cut, Order, TakeBack, Wager
from pitboss.engine.waits import OrderWanted
from pitboss.games.three_card_poker import GAME
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.steps import CollectForfeit, Forfeit
from pitboss.table.card_steps import CollectCards, Deal, DeliverStack
from pitboss.table.facts import STUB_COUNTED
from pitboss.table.steps import CollectWager

Wanted = dict[str, tuple[Callable[[str], object], dict[str, object]]]


def ranking(choice: str) -> int:
    """Compare threes with a king to twos with an ace."""
    return win_against("3c 3d Kh", "2c 2d Ah", readings={"ranking": choice})


def ace_two_three(choice: str) -> int:
    """Play A-2-3 against a jack high: ante 5, bonus or none, pair plus 5 at 6 to 1 or lost."""
    return win_against("Ac 2d 3h", "Jc 9d 4h", pair_plus=500, readings={"ace-two-three": choice})


def decks(choice: str) -> list[str]:
    """Return the findings about two decks and a shuffler."""
    rules = GAME.rules({"decks": choice})
    house = ThreeCardPokerHouse(backs=("red", "blue"), shuffler="shuffler")
    return [finding.cite for finding in house.breaches(rules)]


def new_cards(choice: str) -> tuple[list[str], bool]:
    """Return the findings about pre-shuffled cards, and whether new cards are spread and shown."""
    house = ThreeCardPokerHouse(pre_shuffled=True)
    driver = Driver(GAME, GAME.rules({"new-cards": choice}), house, opening(0))
    return [finding.cite for finding in house.breaches(driver.rules)], bool(driver.table.cards("spread"))


def shuffle_and_cut(choice: str) -> set[str]:
    scene = Scene({1: ""}, readings={"shuffle-and-cut": choice}).open_betting()
    return {refusal.cite for refusal in scene.driver.refusals(Order("recut"))}


def wagers(choice: str) -> set[str]:
    scene = Scene({1: ""}, readings={"wagers": choice}).open_betting().bet(1)
    return {refusal.cite for refusal in scene.driver.refusals(TakeBack(1, "ante"))}


def positions(choice: str) -> set[str]:
    scene = Scene({3: ""}, readings={"positions": choice}).open_betting().bet(3)
    return {refusal.cite for refusal in scene.driver.refusals(Wager(3, {"ante": 500}, position=4))}


def equal_hands(choice: str) -> int:
    return win_against("Kc 9d 4h", "Kd 9h 4s", readings={"equal-hands": choice})


def ante_bonus(choice: str) -> tuple[int, int]:
    """Pay a straight flush at 5 to 1 that loses to a higher one, and one that wins."""
    readings = {"ante-bonus": choice}
    return win_against("2c 3c 4c", "As Ks Qs", readings=readings), win_against(
        "2c 3c 4c", "As Kd Qs", readings=readings
    )


def silent_seat(choice: str) -> str:
    asked = Scene({1: ""}, readings={"silent-seat": choice}).deal().driver.question
    assert asked is not None
    return asked.default


def short_stack(choice: str) -> object:
    """Bet an ante of five with nine dollars: too little for the play wager."""
    scene = Scene({1: ""}, chips=900, readings={"short-stack": choice}).open_betting()
    if refused := scene.driver.refusals(Wager(1, {"ante": 500})):
        return {refusal.cite for refusal in refused}
    asked = scene.bet(1).give(Close()).driver.question
    assert asked is not None
    return asked.choices


def losers_collected(choice: str) -> tuple[list[int], list[int]]:
    hands = {2: "2c 4d 6h", 3: "3c 5d 7h", 5: "2d 4h 6s", 6: "3d 5h 7s"}
    scene = Scene(hands, "Kc Kd 9s", readings={"losers-collected": choice}).deal().answer("fpfp")
    forfeits = [step.position for step in scene.steps(CollectForfeit)]
    losers = [step.position for step in scene.steps(CollectWager) if step.spot == "play"]
    return forfeits, losers


def collecting_order(choice: str) -> list[str]:
    scene = Scene({2: "", 5: ""}, readings={"collecting-order": choice}).deal().all_play()
    return [step.place for step in scene.steps(CollectCards)]


def forfeits_when_void(choice: str) -> tuple[int, int]:
    """Void the round while forfeited wagers are on the layout, and when they are in the inventory."""
    early = Scene({1: "", 4: ""}, readings={"forfeits-when-void": choice}).deal(seat_1=(500, 300)).answer("f")
    late = Scene({1: "", 4: ""}, readings={"forfeits-when-void": choice}).deal(seat_1=(500, 300)).answer("f")
    assert late.driver.submit(Answer(4, "play"), stepwise=True) == []
    late.run_until(CollectForfeit, 2)
    for scene in (early, late):
        assert scene.steps(Forfeit)
        scene.give_amid(CardExposed("dealer", 1))
        assert scene.t.void == "20.12(d)"
    return early.winnings(1), late.winnings(1)


def stub_counter(choice: str) -> bool:
    """Count the stub after four rounds of the table, none of them with this deck."""
    scene = Scene({1: ""}, marks={"rounds since count": 4}, readings={"stub-counter": choice})
    return STUB_COUNTED.get(scene.deal().t) is not None


def misdealt_and_not_whole(choice: str) -> int:
    scene = Scene({1: "", 4: ""}, stub_count_every=1, readings={"misdealt-and-not-whole": choice})
    scene.deal_until(Deal, 3).give_amid(ExtraCard("hand 1"), CardMissing())
    assert scene.driver.next is not None
    return len(scene.driver.next.decks[0].cards)


def fifty_two_but_not_a_deck(choice: str) -> str:
    scene = Scene({1: ""}, readings={"fifty-two-but-not-a-deck": choice}).deal_until(Deal, 3)
    return str(scene.give_amid(CardMissing(), CardTooMany("Ah")).t.void)


def stack_order(choice: str) -> int:
    scene = Scene({1: ""}, readings={"stack-order": choice}, **AUTOMATED).deal()
    return scene.order.index(scene.t.faces("hand 1")[0])


def face_up_in_a_stack(choice: str) -> str:
    scene = Scene({1: "", 4: ""}, readings={"face-up-in-a-stack": choice}, **AUTOMATED)
    return str(scene.deal_until(DeliverStack, 1).give_amid(FaceUpCard(1)).t.void)


def end_of_dealing(choice: str) -> str:
    scene = Scene({1: ""}, readings={"end-of-dealing": choice})
    return str(scene.deal_until(Deal, 1).give_amid(FaceUpCard(30), FaceUpCard(31)).t.void)


def drawn_and_exposed(choice: str) -> object:
    scene = (
        Scene({1: ""}, readings={"drawn-and-exposed": choice}).deal_until(Deal, 1).give_amid(DrawnInError(exposed=True))
    )
    return "asked" if isinstance(scene.driver.wait, OrderWanted) else scene.t.void


def exposed_player_card(choice: str) -> bool:
    scene = Scene({1: ""}, readings={"exposed-player-card": choice}).deal().give(CardExposed("hand 1"))
    return isinstance(scene.driver.wait, OrderWanted)


def jam_after_the_last_stack(choice: str) -> str:
    scene = Scene({1: ""}, readings={"jam-after-the-last-stack": choice}, **AUTOMATED).deal()
    return str(scene.give(DeviceJam("automated shoe")).t.void)


def most_cards_cut(choice: str) -> int:
    scene = Scene({1: ""}, readings={"most-cards-cut": choice}).shuffle()
    return max(count for count in range(10, 53) if not scene.driver.refusals(Cut(count)))


def match_play(choice: str) -> bool:
    scene = Scene({1: ""}, readings={"match-play": choice}).open_betting()
    return bool(scene.driver.submit(Conduct(1, "match play coupon")))


WANTED: Wanted = {
    "ranking": (ranking, {"order-of-the-class": 1000, "highest-card": -1000}),
    "ace-two-three": (ace_two_three, {"run": 500 + 500 + 3000, "none": 500 - 500}),
    "decks": (decks, {"one-or-two": [], "one": ["reading:decks"]}),
    "new-cards": (new_cards, {"shown": (["reading:new-cards"], True), "pre-shuffled-too": ([], False)}),
    "shuffle-and-cut": (shuffle_and_cut, {"with-recut": set(), "without-recut": {"reading:shuffle-and-cut"}}),
    "wagers": (wagers, {"until-the-call": set(), "stay-down": {"reading:wagers"}}),
    "positions": (positions, {"one": {"reading:positions"}, "two-adjacent": set()}),
    "equal-hands": (equal_hands, {"push": 0, "loses": -1000}),
    "ante-bonus": (
        ante_bonus,
        {
            "ante-always": (-1000 + 2500, 1000 + 2500),
            "ante-unless-beaten": (-1000, 1000 + 2500),
            "ante-and-play": (-1000 + 5000, 1000 + 5000),
        },
    ),
    "silent-seat": (silent_seat, {"forfeits": "fold", "plays": "play"}),
    "short-stack": (short_stack, {"forfeits": ("fold",), "ante-refused": {"reading:short-stack"}}),
    "losers-collected": (
        losers_collected,
        {"counterclockwise": ([5, 2], [6, 3]), "clockwise": ([2, 5], [3, 6])},
    ),
    "collecting-order": (
        collecting_order,
        {"counterclockwise": ["hand 5", "hand 2", "dealer"], "clockwise": ["hand 2", "hand 5", "dealer"]},
    ),
    "forfeits-when-void": (forfeits_when_void, {"returned": (0, 0), "kept": (-800, -800)}),
    "stub-counter": (stub_counter, {"table": True, "deck": False}),
    "misdealt-and-not-whole": (misdealt_and_not_whole, {"removed": 0, "reshuffled": 51}),
    "fifty-two-but-not-a-deck": (
        fifty_two_but_not_a_deck,
        {"not-noticed": "", "void": "reading:fifty-two-but-not-a-deck"},
    ),
    "stack-order": (stack_order, {"packet": 0, "piled": 2}),
    "face-up-in-a-stack": (face_up_in_a_stack, {"next-card": "", "void": "reading:face-up-in-a-stack"}),
    "end-of-dealing": (end_of_dealing, {"last-dealt-card": "", "stub-too": "reading:end-of-dealing"}),
    "drawn-and-exposed": (
        drawn_and_exposed,
        {"supervisor": "asked", "discard": "", "void": "reading:drawn-and-exposed"},
    ),
    "exposed-player-card": (exposed_player_card, {"play-on": False, "supervisor": True}),
    "jam-after-the-last-stack": (jam_after_the_last_stack, {"play-on": "", "void": "reading:jam-after-the-last-stack"}),
    "most-cards-cut": (most_cards_cut, {"ten-left": 42, "one-left": 51}),
    "match-play": (match_play, {"refused": True, "chips-only": False}),
}
