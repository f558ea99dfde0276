"""A scene for every choice of every reading of Winner's Pot Poker, and what comes of it. test_choices.py plays them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from games.winners_pot_poker.scene import Pot
from kit.scene import before_cut, seated_carry
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
from pitboss.engine.inputs import CardOrder, Close, Conduct, Cut, TakeBack, Wager
from pitboss.engine.waits import OrderWanted
from pitboss.games.winners_pot_poker import GAME
from pitboss.games.winners_pot_poker.law.facts import BUTTON
from pitboss.games.winners_pot_poker.law.house import WinnersPotHouse
from pitboss.games.winners_pot_poker.law.irregular import ForgottenButton
from pitboss.games.winners_pot_poker.law.steps import TakeFromPot
from pitboss.table.card_steps import BurnCard, CollectCards, Deal, DealUp, Shuffle, TurnHand
from pitboss.table.facts import DEAD, STUB_COUNTED, VOID
from pitboss.table.money import Money
from pitboss.table.steps import JudgeWager, PayWager, Step

AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "shuffler"}
ACES, KINGS, QUEENS, NOTHING = "Ac Ad 9h 7s 3c", "Kc Kd 8h 6s 4c", "Qc Qd Th 5s 2c", "Jc 9d 7h 4s 2d"
TIE = {1: "Ac Kd 9h 7s 3c", 3: "Ad Kc 9d 7c 3d"}


def asked_or_void(scene: Pot) -> str:
    return "asked" if isinstance(scene.driver.wait, OrderWanted) else scene.t.void


def first_street(choice: str) -> int:
    return len(Pot(readings={"first-street": choice}).deal().answer("b", "b", "b").steps(BurnCard))


def first_fold(choice: str) -> int:
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING, folds={1: "bet"}, readings={"first-fold": choice}, commission_percent=0)
    return scene.play().winnings(3)


def ranking(choice: str) -> int:
    """Play twos with an ace beside them against threes with a king."""
    scene = Pot({1: "2c 2d Ah 8s 7d", 3: "3c 3d Kh 8h 7c"}, "Qc Jd 9h 6c 4d", readings={"ranking": choice})
    return scene.play().winnings(3)


def dealing_methods(choice: str) -> list[str]:
    return [found.key for found in WinnersPotHouse.usual(**AUTOMATED).breaches(GAME.rules({"dealing-methods": choice}))]


def preparing_the_deck(choice: str) -> int:
    """Count the shuffles of new cards that came pre-shuffled."""
    carry = seated_carry(1, 3)
    decks = tuple(type(deck)(deck.back, ()) for deck in carry.decks)
    scene = Pot(
        {1: "", 3: ""},
        carry=msgspec.structs.replace(carry, decks=decks),
        readings={"preparing-the-deck": choice},
        pre_shuffled=True,
    )
    return len(scene.deal().steps(Shuffle))


def most_cards_cut(choice: str) -> int:
    scene = Pot(readings={"most-cards-cut": choice})
    scene.give(CardOrder(before_cut(scene.order)))
    return max(count for count in range(10, 53) if not scene.driver.refusals(Cut(count)))


def make_wagers(choice: str) -> bool:
    scene = Pot(readings={"making-wagers": choice}).open_betting().give(Wager(1, {"ante": 500}))
    return bool(scene.driver.refusals(TakeBack(1, "ante")))


def match_play(choice: str) -> bool:
    return bool(Pot(readings={"match-play": choice}).open_betting().driver.submit(Conduct(1, "match play coupon")))


def short_stack(choice: str) -> bool:
    scene = Pot(readings={"short-stack": choice}, chips=1900).open_betting()
    return bool(scene.driver.refusals(Wager(1, {"ante": 500})))


def silent_seat(choice: str) -> str:
    asked = Pot(readings={"silent-seat": choice}).deal().driver.question
    assert asked is not None
    return asked.default


def first_button(choice: str) -> list[str]:
    return [step.place for step in Pot(readings={"first-button": choice}).deal().steps(Deal)[:4]]


def moving_the_button(choice: str) -> int:
    """Return the position of the button when player 2 sits at the table and has no ante out."""
    scene = Pot({1: "", 3: ""}, seats=(1, 2, 3), marks={"button": 1}, readings={"moving-the-button": choice})
    return BUTTON.of(scene.deal().t)


def forgotten_button(choice: str) -> int:
    scene = Pot(marks={"button": 1}, readings={"forgotten-button": choice}).open_betting().give(ForgottenButton())
    for seat in (1, 3, 5):
        scene.give(Wager(seat, {"ante": 500}))
    scene.give(Close()).go_on()
    after = Pot(carry=scene.driver.next, readings={"forgotten-button": choice}).deal()
    return BUTTON.of(after.t)


def dealer_in_rotation(choice: str) -> list[str]:
    scene = Pot(button=3, readings={"dealer-in-rotation": choice}).deal()
    return [step.place for step in scene.steps(Deal)[:4]]


def all_folded(choice: str) -> tuple[int, int]:
    scene = Pot({1: "", 3: ""}, folds={1: "bet", 3: "bet"}, readings={"all-folded": choice}).play()
    return len(scene.steps(DealUp)), scene.house_won()


def dealers_cards_up(scene: Pot) -> Pot:
    return scene.deal_until(Deal, 6).give_amid(CardExposed("dealer", 0), CardExposed("dealer", 1))


def pot_without_a_hand(choice: str) -> int:
    scene = Pot({1: "", 3: ""}, folds={1: "bet", 3: "bet"}, readings={"pot-without-a-hand": choice})
    return dealers_cards_up(scene).go_on().winnings(1)


def folded_jacks_plus(choice: str) -> int:
    scene = Pot({1: ACES, 3: KINGS}, NOTHING, folds={1: "bet"}, readings={"folded-jacks-plus": choice})
    return scene.play(jacks={1: 100}).winnings(1)


def folded_cards(choice: str) -> list[tuple[type[Step], int]]:
    scene = Pot(folds={1: "bet", 5: "double"}, readings={"folded-cards": choice}).play(jacks={1: 100, 5: 100})
    seen = [step for step in scene.steps(Step) if type(step) in (TurnHand, JudgeWager) and step.position != 3]
    return [(type(step), step.position) for step in seen]


def dead_jacks_plus(choice: str) -> int:
    scene = Pot({1: "2c 3d", 3: ""}, readings={"dead-jacks-plus": choice}).deal_until(Deal, 6, jacks={1: 100})
    return scene.give_amid(CardExposed("hand 1", 0), CardExposed("hand 1", 1)).go_on().winnings(1)


def dealer_dead(choice: str) -> str:
    return dealers_cards_up(Pot({1: "", 3: ""}, readings={"dealer-dead": choice})).t.void


def dealing_process(choice: str) -> bool:
    """Hand 1 has its third card, hand 3 not yet."""
    scene = Pot({1: "", 3: ""}, readings={"dealing-process": choice}).deal_until(DealUp, 1)
    scene.give_amid(CardExposed("hand 1", 0), CardExposed("hand 1", 1))
    return DEAD(scene.t, 1)


def exposed_dealer_card(choice: str) -> str:
    return asked_or_void(Pot(readings={"exposed-dealer-card": choice}).deal().give(CardExposed("dealer", 0)))


def face_up_burn(choice: str) -> int:
    scene = Pot(readings={"face-up-burn": choice}).deal().give(FaceUpCard(0)).answer("b", "b", "b")
    return len(scene.steps(BurnCard))


def drawn_and_exposed(choice: str) -> str:
    return asked_or_void(Pot(readings={"drawn-and-exposed": choice}).deal().give(DrawnInError(exposed=True)))


def short_hand(choice: str) -> str:
    scene = Pot(readings={"short-hand": choice}).deal_until(DealUp, 1).give_amid(ShortCard("hand 1"))
    return scene.t.void or ("hand 1 void" if VOID(scene.t, 1) else "")


def dealer_over(choice: str) -> str:
    scene = Pot(readings={"dealer-over": choice}).deal_until(DealUp, 1).give_amid(ExtraCard("dealer"))
    return scene.t.void or ("dealer out" if VOID(scene.t, 0) else "")


def last_burn_missed(choice: str) -> str:
    scene = Pot(readings={"last-burn-missed": choice}).deal().answer("b", "b", "b").give(MissedBurn())
    return asked_or_void(scene.answer("d", "d", "d"))


NINE = dict.fromkeys(range(1, 10), "")


def deck_exhausted(choice: str) -> tuple[str, int]:
    scene = Pot(NINE, readings={"deck-exhausted": choice}).deal().give(FaceUpCard(0)).go_on()
    return scene.t.void, len(scene.steps(BurnCard))


def stub_count(choice: str) -> bool:
    scene = Pot(marks={"rounds since count": 4}, readings={"stub-count": choice}).play()
    return STUB_COUNTED.get(scene.t) is not None


def stub_counter(choice: str) -> bool:
    scene = Pot(marks={"rounds since count": 4}, readings={"stub-counter": choice}).play()
    return STUB_COUNTED.get(scene.t) is not None


def misdealt_and_not_whole(choice: str) -> int:
    scene = Pot(stub_count_every=1, readings={"misdealt-and-not-whole": choice}).deal_until(DealUp, 1)
    scene.give_amid(ShortCard("hand 1"), CardMissing())
    assert scene.t.void == "33.12(f), reading:short-hand"
    assert scene.driver.next is not None
    return len(scene.driver.next.decks[0].cards)


def fifty_two_but_not_a_deck(choice: str) -> str:
    scene = Pot(readings={"fifty-two-but-not-a-deck": choice}).deal()
    return scene.give(CardMissing(), CardTooMany("Ah")).go_on().t.void


def jam_after_the_last_card(choice: str) -> str:
    scene = Pot({1: "", 3: ""}, readings={"jam-after-the-last-card": choice}, **AUTOMATED).deal_until(DealUp, 9)
    return scene.give_amid(DeviceJam("automated shoe")).t.void


def taken_from_pot(scene: Pot) -> list[tuple[str, int]]:
    return [(step.what, step.cents) for step in scene.steps(TakeFromPot)]


def commission_figures(choice: str) -> list[tuple[str, int]]:
    readings = {"commission-figures": choice}
    return taken_from_pot(Pot({1: QUEENS, 3: KINGS}, NOTHING, readings=readings, commission_fixed=Money(500)).play())


def commission_base(choice: str) -> list[tuple[str, int]]:
    return taken_from_pot(Pot({1: QUEENS, 3: KINGS}, NOTHING, readings={"commission-base": choice}).play())


def commission_rounding(choice: str) -> list[tuple[str, int]]:
    scene = Pot({1: QUEENS, 3: KINGS}, NOTHING, folds={1: "bet"}, readings={"commission-rounding": choice})
    return taken_from_pot(scene.play())


def tied_commission(choice: str) -> list[tuple[str, int]]:
    scene = Pot(TIE, NOTHING.replace("9d", "9c"), readings={"tied-commission": choice}, commission_fixed=Money(150))
    return taken_from_pot(scene.play())


def odd_cents(choice: str) -> tuple[int, int]:
    """A pot of $40 less $1.25 is $38.75: a cent is left when two share it."""
    scene = Pot(
        TIE, NOTHING.replace("9d", "9c"), button=1, readings={"odd-cents": choice}, commission_fixed=Money(125)
    ).play()
    return scene.winnings(1), scene.winnings(3)


ROYALS = {1: "Th Jh Qh Kh Ah", 3: "Tc Jc Qc Kc Ac"}


def royals(choice: str) -> list[int]:
    scene = Pot(ROYALS, "2d 3d 4s 6s 8d", readings={"royals": choice}).play(jacks={1: 100, 3: 300})
    return [step.cents for step in scene.steps(PayWager) if step.spot == "jacks plus"]


def limit_counts(choice: str) -> list[int]:
    house: dict[str, Any] = {"jacks_plus_maximum": Money(50_000)}
    scene = Pot({1: ROYALS[1]}, "2d 3d 4s 6s 8d", readings={"limit-counts": choice}, **house).play(jacks={1: 20_000})
    return [step.cents for step in scene.steps(PayWager) if step.spot == "jacks plus"]


def collecting_order(choice: str) -> list[str]:
    return [step.place for step in Pot(readings={"collecting-order": choice}).play().steps(CollectCards)]


WANTED: dict[str, tuple[Callable[[str], object], dict[str, object]]] = {
    "first-street": (first_street, {"burned": 1, "unburned": 0}),
    "first-fold": (first_fold, {"pot": 500, "inventory": 0}),
    "ranking": (ranking, {"groups-first": 2000 - 400, "highest-card": -2000}),
    "dealing-methods": (dealing_methods, {"single-cards": [], "no-automated-shoe": ["dealing"]}),
    "preparing-the-deck": (preparing_the_deck, {"as-ultimate": 1, "as-let-it-ride": 0}),
    "most-cards-cut": (most_cards_cut, {"ten-left": 42, "one-left": 51}),
    "making-wagers": (make_wagers, {"until-the-call": False, "as-placed": True}),
    "match-play": (match_play, {"refused": True, "chips-only": False}),
    "short-stack": (short_stack, {"not-offered": False, "whole-round": True}),
    "silent-seat": (silent_seat, {"folds": "fold", "stays": "bet"}),
    "first-button": (
        first_button,
        {"dealer": ["hand 1", "hand 3", "hand 5", "dealer"], "leftmost": ["hand 3", "hand 5", "dealer", "hand 1"]},
    ),
    "moving-the-button": (moving_the_button, {"dealt-in": 3, "seated": 2}),
    "forgotten-button": (forgotten_button, {"supposed": 5, "real": 3}),
    "dealer-in-rotation": (
        dealer_in_rotation,
        {"in-rotation": ["hand 5", "dealer", "hand 1", "hand 3"], "last": ["hand 5", "hand 1", "hand 3", "dealer"]},
    ),
    "all-folded": (all_folded, {"deal-on": (5, 1000), "at-once": (3, 1000)}),
    "pot-without-a-hand": (pot_without_a_hand, {"returned": 0, "inventory": -500}),
    "folded-jacks-plus": (folded_jacks_plus, {"cards-held": -500 + 100, "loses": -500 - 100}),
    "folded-cards": (
        folded_cards,
        {
            "each-in-turn": [(TurnHand, 5), (JudgeWager, 5), (TurnHand, 1), (JudgeWager, 1)],
            "all-first": [(TurnHand, 5), (TurnHand, 1), (JudgeWager, 5), (JudgeWager, 1)],
        },
    ),
    "dead-jacks-plus": (dead_jacks_plus, {"returned": 0, "lost": -100}),
    "dealer-dead": (dealer_dead, {"dealer-out": "", "misdeal": "reading:dealer-dead"}),
    "dealing-process": (dealing_process, {"third-card": False, "whole-deal": True}),
    "exposed-dealer-card": (exposed_dealer_card, {"supervisor": "asked", "play-on": ""}),
    "face-up-burn": (face_up_burn, {"burn-another": 1, "serves": 0}),
    "drawn-and-exposed": (
        drawn_and_exposed,
        {"supervisor": "asked", "discard": "", "void": "reading:drawn-and-exposed"},
    ),
    "short-hand": (short_hand, {"misdeal": "33.12(f), reading:short-hand", "void-hand": "hand 1 void"}),
    "dealer-over": (dealer_over, {"misdeal": "reading:dealer-over", "dealer-out": "dealer out"}),
    "last-burn-missed": (last_burn_missed, {"play-on": "", "supervisor": "asked"}),
    "deck-exhausted": (deck_exhausted, {"void": ("reading:deck-exhausted", 2), "burns-give-way": ("", 1)}),
    "stub-count": (stub_count, {"as-sister-games": True, "never": False}),
    "stub-counter": (stub_counter, {"table": True, "deck": False}),
    "misdealt-and-not-whole": (misdealt_and_not_whole, {"removed": 0, "reshuffled": 51}),
    "fifty-two-but-not-a-deck": (
        fifty_two_but_not_a_deck,
        {"not-noticed": "", "void": "reading:fifty-two-but-not-a-deck"},
    ),
    "jam-after-the-last-card": (
        jam_after_the_last_card,
        {"play-on": "", "void": "reading:jam-after-the-last-card"},
    ),
    "commission-figures": (
        commission_figures,
        {"ten-percent": [("commission", 400)], "fixed-alone": [("commission", 500)]},
    ),
    "commission-base": (
        commission_base,
        {"whole-pot": [("commission", 400)], "others-money": [("commission", 200)]},
    ),
    "commission-rounding": (
        commission_rounding,
        {"cent": [("commission", 250)], "chip": [("commission", 200)]},
    ),
    "tied-commission": (tied_commission, {"once": [("commission", 150)], "each": [("commission", 300)]}),
    "odd-cents": (odd_cents, {"button": (-63, -62), "inventory": (-63, -63)}),
    "royals": (royals, {"when-exceeded": [120_000, 40_000], "always": [3_750_000, 1_250_000]}),
    "limit-counts": (limit_counts, {"winnings": [5_000_000], "with-stakes": [4_980_000]}),
    "collecting-order": (
        collecting_order,
        {
            "counterclockwise": ["hand 5", "hand 3", "hand 1", "dealer"],
            "clockwise": ["hand 1", "hand 3", "hand 5", "dealer"],
        },
    ),
}
