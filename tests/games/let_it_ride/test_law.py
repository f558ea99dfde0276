"""Let It Ride, texts of 1996 and 2007: one test per paragraph, in the order of the text, each with its own scene."""

from __future__ import annotations

from functools import partial
from itertools import combinations, product
from typing import Any

import pytest

from games.let_it_ride.claims import both, law, scene_under
from games.let_it_ride.scene import NEWEST, Scene, shoe
from kit.scene import BANK, CHIPS, CUT, before_cut, cite_of, seated_carry
from pitboss.common.incomplete_wagers import SEND_BACK
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import CardExposed
from pitboss.engine.inputs import Answer, CardOrder, Close, Conduct, Cut, Leave, Order, TakeBack, Wager
from pitboss.engine.view import HIDDEN, view
from pitboss.games.let_it_ride import GAME
from pitboss.games.let_it_ride.law.facts import BONUS_POSITIONS, FIVE, RIDES, SETTLED, STACKED
from pitboss.games.let_it_ride.law.house import BetterPay, LetItRideHouse, limit_floor
from pitboss.games.let_it_ride.law.ranking import five_card_class, three_card_class
from pitboss.games.let_it_ride.law.steps import AllSettled, ChipsToInventory, FormHand, LayDown, ReturnChips
from pitboss.games.let_it_ride.law.wagers import BASE, DeviceFault, ExtraBonusChip
from pitboss.table.card_steps import Deal, Examine, Shuffle, StubToRack, TurnHand
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.facts import CUT as WAS_CUT
from pitboss.table.facts import HAND_CLASS
from pitboss.table.money import INVENTORY, Money
from pitboss.table.steps import CollectWager, JudgeWager, LeaveSeat, LimitPayout, PayWager, ReturnWager, Rise


def class_of_five(cards: str) -> str:
    GAME.rules({})  # the ranking speaks for the text in play
    return five_card_class(parse_cards(cards))


def class_of_three(cards: str, ace_two_three: str = "run") -> str:
    GAME.rules({})
    return three_card_class(parse_cards(cards), ace_two_three)


KINDS = "23456789TJQKA"  # from the lowest


def pairs_of_ranks() -> list[tuple[str, str]]:
    """Return each rank with each other rank."""
    return [(one, other) for one, other in product(KINDS, KINDS) if one != other]


LOSERS = {1: "2c 7d 9h", 4: "3c 8d Jh", 7: "4c 6d Qh"}
LOSING_BOARD = "2s 5s Kd"  # burned, first, second: nobody above makes a pair


# --- 18.1 to 18.3


@law("18.1")
def test_hand_is_three_own_cards_and_two_community_cards() -> None:
    scene = Scene({3: "Ah Kh Qh"}, "2c Jh Th").deal().all_ride()
    # The burned card is no community card of anybody's hand.
    assert FIVE.of(scene.t, 3) == ("Ah", "Kh", "Qh", "Th", "Jh")
    assert scene.winnings(3) == 3 * 500 * 1000


@law("18.2(a)")
@pytest.mark.parametrize(
    "cards",
    [
        FULL_DECK[:-1],  # 51
        (*FULL_DECK, "Ah"),  # 53
        (*FULL_DECK[:-1], FULL_DECK[0]),  # 52, one of them twice
    ],
)
def test_one_whole_deck_and_nothing_else(cards: tuple[str, ...]) -> None:
    for house in ({}, {"shuffler": "shuffler"}, {"shuffler": "shuffler", "backs": ("red", "blue")}):
        scene = Scene(**house)
        assert scene.refusal_of(CardOrder(cards)) == {"18.2(a)"}
        scene.give(CardOrder(FULL_DECK))


@law("18.3(a)")
def test_ace_is_high_and_also_low_before_2_3_4_5() -> None:
    assert class_of_five("Ah 2c 3d 4s 5h") == "straight"
    assert class_of_five("Ah 2h 3h 4h 5h") == "straight flush"
    assert class_of_five("Ah Kc Qd Js Th") == "straight"
    assert class_of_five("Ah 2c 3d 4s 6h") == "nothing"


@law("18.3(b)1")
def test_royal_flush() -> None:
    assert class_of_five("Th Jh Qh Kh Ah") == "royal flush"
    assert class_of_five("9h Th Jh Qh Kh") == "straight flush"
    assert class_of_five("Th Jh Qh Kh Ad") == "straight"
    for suit in "cdhs":
        assert class_of_five(f"A{suit} Q{suit} T{suit} K{suit} J{suit}") == "royal flush"


@law("18.3(b)2")
def test_straight_flush() -> None:
    assert class_of_five("9h Th Jh Qh Kh") == "straight flush"
    assert class_of_five("2c 3c 4c 5c 6c") == "straight flush"
    assert class_of_five("2c 3c 4c 5c 7c") == "flush"
    for lowest, suit in product(range(8), "cdhs"):
        assert class_of_five(" ".join(rank + suit for rank in KINDS[lowest : lowest + 5])) == "straight flush"


@law("18.3(b)3")
def test_four_of_a_kind() -> None:
    assert class_of_five("2c 2d 2h 2s Ah") == "four-of-a-kind"
    assert class_of_five("2c 2d 2h As Ah") == "full house"
    for four, beside in pairs_of_ranks():
        assert class_of_five(f"{four}c {four}d {beside}h {four}s {four}h") == "four-of-a-kind"


@law("18.3(b)4")
def test_full_house() -> None:
    assert class_of_five("3c 3d 3h 2s 2h") == "full house"
    assert class_of_five("3c 3d 3h 2s 4h") == "three-of-a-kind"
    for many, few in pairs_of_ranks():
        assert class_of_five(f"{many}c {few}d {many}d {few}s {many}s") == "full house"


@law("18.3(b)5")
def test_flush() -> None:
    assert class_of_five("2s 4s 6s 8s Ts") == "flush"
    assert class_of_five("2s 4s 6s 8s Th") == "nothing"
    for gap, suit in product(range(8), "cdhs"):  # four in sequence and the next but one
        ranks = KINDS[gap : gap + 4] + KINDS[gap + 5]
        assert class_of_five(" ".join(rank + suit for rank in ranks)) == "flush"
        assert (
            class_of_five(" ".join(rank + suit for rank in ranks[1:]) + f" {ranks[0]}{'d' if suit == 'c' else 'c'}")
            == "nothing"
        )


@law("18.3(b)6")
def test_straight() -> None:
    assert class_of_five("5s 6d 7h 8c 9s") == "straight"
    assert class_of_five("Ts Jd Qh Kc As") == "straight"
    assert class_of_five("Qs Kd Ah 2c 3s") == "nothing"
    assert class_of_five("Ks Ad 2h 3c 4s") == "nothing"
    for ranks in ("A2345", *(KINDS[lowest : lowest + 5] for lowest in range(9))):
        assert class_of_five(" ".join(map("".join, zip(ranks, "chdsc", strict=True)))) == "straight"
    for ranks in ("JQKA2", "QKA23", "KA234"):
        assert class_of_five(" ".join(map("".join, zip(ranks, "chdsc", strict=True)))) == "nothing"


@law("18.3(b)7")
def test_three_of_a_kind() -> None:
    assert class_of_five("5s 5d 5h 8c 9s") == "three-of-a-kind"
    assert class_of_five("5s 5d 8h 8c 9s") == "two pair"
    for three_of, beside in pairs_of_ranks():
        last = next(rank for rank in KINDS if rank not in (three_of, beside))
        assert class_of_five(f"{three_of}c {beside}d {three_of}d {last}s {three_of}s") == "three-of-a-kind"


@law("18.3(b)8")
def test_two_pairs() -> None:
    assert class_of_five("2s 2d 3h 3c 9s") == "two pair"
    assert class_of_five("2s 2d 3h 4c 9s") == "pair below tens"
    for one, other in pairs_of_ranks():
        last = next(rank for rank in KINDS if rank not in (one, other))
        assert class_of_five(f"{one}c {other}d {last}d {other}s {one}s") == "two pair"


@law("18.3(b)9")
def test_one_pair() -> None:
    assert class_of_five("Ts Td 3h 4c 9s") == "pair of tens or better"
    assert class_of_five("9s 9d 3h 4c Ts") == "pair below tens"
    assert class_of_five("9s 8d 3h 4c Ts") == "nothing"
    for paired, beside in pairs_of_ranks():
        low, high = [rank for rank in KINDS if rank not in (paired, beside)][:2]
        made = "pair of tens or better" if paired in "TJQKA" else "pair below tens"
        assert class_of_five(f"{low}h {paired}c {beside}d {paired}s {high}s") == made


@law("18.3(c)1")
def test_mini_royal() -> None:
    assert class_of_three("Ah Kh Qh") == "mini-royal"
    assert class_of_three("Kh Qh Jh") == "straight flush"
    assert class_of_three("Ah Kh Qd") == "straight"
    assert {class_of_three(f"Q{suit} A{suit} K{suit}") for suit in "cdhs"} == {"mini-royal"}


@law("18.3(c)2")
def test_three_card_straight_flush() -> None:
    assert class_of_three("Kh Qh Jh") == "straight flush"
    assert class_of_three("Ah 2h 3h") == "straight flush"
    assert class_of_three("Ah 2h 3h", "none") == "flush"
    assert class_of_three("Kh Ah 2h") == "flush"
    for lowest, suit in product(range(10), "cdhs"):
        assert class_of_three(" ".join(rank + suit for rank in KINDS[lowest : lowest + 3])) == "straight flush"


@law("18.3(c)3")
def test_three_card_flush_is_not_consecutive() -> None:
    assert class_of_three("2c 4c 5c") == "flush"
    assert class_of_three("2c 3c 4c") == "straight flush"
    assert class_of_three("2c 4c 5d") == "nothing"
    for ranks, suit in product(combinations(KINDS, 3), "cdhs"):
        in_sequence = "".join(ranks) in f"A{KINDS}" or ranks == ("2", "3", "A")
        made = class_of_three(" ".join(rank + suit for rank in ranks))
        assert (made == "flush") == (not in_sequence), (ranks, made)


@law("18.3(c)4")
def test_three_card_straight_never_king_ace_two() -> None:
    assert class_of_three("2c 3d 4h") == "straight"
    assert class_of_three("Qc Kd Ah") == "straight"
    assert class_of_three("Ac 2d 3h") == "straight"
    assert class_of_three("Ac 2d 3h", "none") == "nothing"
    assert class_of_three("Kc Ad 2h") == "nothing"
    for ranks, suits in product(combinations(KINDS, 3), ("cch", "shd")):
        in_sequence = "".join(ranks) in f"A{KINDS}" or ranks == ("2", "3", "A")
        made = class_of_three(" ".join(map("".join, zip(ranks, suits, strict=True))))
        assert made == ("straight" if in_sequence else "nothing"), ranks


@law("18.3(c)5")
def test_three_card_three_of_a_kind() -> None:
    assert class_of_three("7c 7d 7h") == "three-of-a-kind"
    assert class_of_three("7c 7d 8h") == "pair"
    for rank, suits in product(KINDS, ("cdh", "hsd", "sch", "dcs")):
        assert class_of_three(" ".join(rank + suit for suit in suits)) == "three-of-a-kind"


@law("18.3(c)6")
def test_three_card_pair_of_any_rank() -> None:
    assert class_of_three("2c 2d 8h") == "pair"
    assert class_of_three("2c 3d 8h") == "nothing"
    for paired, beside in pairs_of_ranks():
        assert (
            class_of_three(f"{paired}c {beside}d {paired}d")
            == class_of_three(f"{beside}s {paired}h {paired}s")
            == "pair"
        )


# --- 18.5 shuffle and cut


@both("18.5(a)")
def test_cards_are_shuffled_before_every_round(as_of: str) -> None:
    scene = scene_under(as_of)(LOSERS, LOSING_BOARD)
    scene.shuffle()
    assert [step.by for step in scene.steps(Shuffle)] == ["hand"]
    assert tuple(lying.card for lying in scene.t.places["deck"]) == before_cut(scene.order)
    assert not any(lying.up for lying in scene.t.places["deck"])
    scene.give(Cut(CUT))
    for seat in (1, 4, 7):
        scene.bet(seat)
    scene.give(Close()).all_ride()
    assert any(lying.up for lying in scene.t.places["discard rack"])  # what was collected lies face up
    assert scene.driver.next is not None
    again = Driver(GAME, scene.driver.rules, scene.house, scene.driver.next)
    assert cite_of(again.submit(Wager(1, {"bet 1": 500}))) == {"18.5(a)"}  # shuffle first
    assert again.submit(CardOrder(FULL_DECK)) == []
    assert again.table.places["deck"] == [(card, False) for card in FULL_DECK]


@pytest.mark.parametrize(
    "house", [{"shuffler": "shuffler"}, {"shuffler": "shuffler", "backs": ("red", "blue")}], ids=["one", "two"]
)
@both("18.5(a)")
def test_a_device_shuffles_before_every_round_too(as_of: str, house: dict[str, Any]) -> None:
    """Shuffle one deck or two, even after a void round: 52 cards face down, in the order that chance gave."""
    scene = scene_under(as_of)({1: ""}, **house)
    for order in (FULL_DECK, tuple(reversed(FULL_DECK)), (*FULL_DECK[26:], *FULL_DECK[:26])):
        for early in (Wager(1, {"bet 1": 500}), Close(), Cut(CUT)):
            assert scene.refusal_of(early) == {"18.5(a)"}  # shuffle first
        scene.give(CardOrder(order))
        assert [(step.by, step.order) for step in scene.steps(Shuffle)] == [("device", order)]
        assert scene.t.places["shoe"] == [(card, False) for card in order]
        assert scene.t.cards("deck") == scene.t.cards("discard rack") == []
        scene.bet(1).give(Close())
        if order[0] != FULL_DECK[0]:
            scene.give(CardExposed("community", 0), Order("void the hands"))
            assert scene.t.is_void
        scene.all_ride()
        assert scene.driver.next is not None
        scene = scene_under(as_of)({1: ""}, carry=scene.driver.next, **house)


@both("18.5(b)2")
def test_shuffled_by_hand_the_cards_are_cut(as_of: str) -> None:
    scene = scene_under(as_of)().shuffle()
    assert scene.refusal_of(Wager(1, {"bet 1": 500})) == {"18.5(c)1ii"}  # the cut is awaited
    scene.give(Cut(10))
    assert scene.t.faces("shoe") == before_cut(scene.order)[10:] + before_cut(scene.order)[:10]


@both("18.5(c)1i")
def test_cover_card_is_laid_before_the_deck(as_of: str) -> None:
    driver = Driver(GAME, GAME.rules({}, as_of), LetItRideHouse(), seated_carry(1))
    driver.submit(CardOrder(FULL_DECK))
    assert driver.table.cover_card == "discard rack"
    driver.submit(Cut(12), stepwise=True)
    assert driver.table.cover_card == "table"
    assert len(driver.table.places["deck"]) == 52  # nothing lifted yet


@both("18.5(c)1ii")
def test_at_least_ten_cards_are_lifted(as_of: str) -> None:
    for too_few in (0, 1, 9):
        assert scene_under(as_of)().shuffle().refusal_of(Cut(too_few)) == {"18.5(c)1ii"}
    for enough in (10, 11, 42):
        driver = Driver(GAME, GAME.rules({}, as_of), LetItRideHouse(), seated_carry(1))
        driver.submit(CardOrder(FULL_DECK))
        driver.submit(Cut(enough), stepwise=True)
        driver.run(1)
        assert driver.table.faces("cut stack") == FULL_DECK[:enough]
        assert driver.table.faces("deck") == FULL_DECK[enough:]
    assert scene_under(as_of)().shuffle().refusal_of(Cut(43)) == {"18.5(c)1ii"}  # ten left: a reading
    literal = {"most-cards-cut": "one-left"}
    scene_under(as_of)(readings=literal).shuffle().give(Cut(51))
    assert scene_under(as_of)(readings=literal).shuffle().refusal_of(Cut(52)) == {"18.5(c)1ii"}


@both("18.5(c)1iii")
def test_the_rest_goes_on_top_of_the_cut_cards(as_of: str) -> None:
    scene = scene_under(as_of)(order=FULL_DECK)
    scene.give(CardOrder(FULL_DECK)).give(Cut(15))
    assert scene.t.faces("shoe") == FULL_DECK[15:] + FULL_DECK[:15]


@both("18.5(c)1iv")
def test_cover_card_ends_in_the_discard_rack(as_of: str) -> None:
    scene = scene_under(as_of)().open_betting()
    assert scene.t.cover_card == "discard rack"
    assert WAS_CUT(scene.t)


@both("18.5(d)")
def test_supervisor_may_order_a_recut_before_the_deal(as_of: str) -> None:
    scene = scene_under(as_of)()
    assert scene.refusal_of(Order("recut")) == {"18.5(d)"}  # nothing is cut yet
    scene.open_betting().bet(1).give(Order("recut"))
    assert "deck" in scene.t.places
    assert "shoe" not in scene.t.places
    assert scene.refusal_of(Cut(9)) == {"18.5(c)1ii"}
    scene.give(Cut(30))
    assert scene.t.faces("shoe") == scene.order[30:] + scene.order[:30]
    scene.give(Close())
    assert scene.refusal_of(Order("recut")) == {"18.5(d)"}  # cards are dealt


@pytest.mark.parametrize("dealing", ["manual-shoe", "automated-shoe"])
@both("18.5(d)")
def test_a_recut_is_ordered_from_the_cut_to_the_deal_and_the_deck_goes_back(as_of: str, dealing: Any) -> None:
    place = "shoe" if dealing == "manual-shoe" else "automated shoe"
    scene = scene_under(as_of)({1: "", 4: ""}, dealing=dealing).shuffle()
    assert scene.refusal_of(Order("recut")) == {"18.5(d)"}  # it is being cut for the first time
    scene.give(Cut(20), Order("recut"), Cut(10))  # and once more, while wagers are taken
    order = scene.order[10:] + scene.order[:10]
    assert scene.t.faces(place) == order
    scene.bet(1).bet(4).step(Close()).step(Order("recut")).run().give(Cut(42))  # the last moment
    order = order[42:] + order[:42]
    hands = scene.t.faces("hand 1") if place != "shoe" else scene.t.faces("hand 1")[:1]
    assert hands == order[: len(hands)]
    assert not scene.t.cards("deck")
    late = scene_under(as_of)({1: "", 4: ""}).deal_until(Deal, 1)
    assert late.refusal_of(Order("recut")) == {"18.5(d)"}  # one card is out
    by_device = scene_under(as_of)({1: ""}, shuffler="shuffler").open_betting()
    assert by_device.refusal_of(Order("recut")) == {"18.5(d)"}  # nothing was cut
    assert by_device.bet(1).give(Close()).refusal_of(Order("recut")) == {"18.5(d)"}


# --- 18.6 wagers


@both("18.6(a)")
def test_chips_only_no_cash_no_word_no_coupon(as_of: str) -> None:
    scene = scene_under(as_of)().open_betting()
    for what in ("cash wager", "verbal wager", "match play coupon"):
        assert scene.refusal_of(Conduct(1, what)) == {"18.6(a)"}
    poor = scene_under(as_of)({1: ""}, chips=400).open_betting()
    assert poor.refusal_of(Wager(1, {"bet 1": 500})) == {"18.6(a)"}
    scene_under(as_of)({1: ""}, chips=500).open_betting().give(Wager(1, {"bet 1": 500}))


@both("18.6(b)")
def test_only_the_seated_wager_and_they_stay_seated(as_of: str) -> None:
    scene = scene_under(as_of)().open_betting()
    assert scene.refusal_of(Wager(2, {"bet 1": 500})) == {"18.6(b)"}
    assert scene.refusal_of(Leave(2)) == {"18.6(b)"}  # nobody is there
    scene.bet(1).bet(4).give(Leave(7)).give(Close())
    assert 7 not in scene.t.players
    assert scene.refusal_of(Leave(1)) == {"18.6(b)"}
    alone = scene_under(as_of)({1: ""}, seats=(1, 2)).deal()
    assert alone.refusal_of(Leave(1)) == {"18.6(b)"}
    assert alone.bars_against(Leave(2)) == set()  # he has wagered nothing
    rising = scene_under(as_of)({3: "", 4: ""}).open_betting().step(Leave(4))  # he is on his feet
    for late in (Wager(4, {"bet 1": 500}), Leave(4)):
        assert rising.refusal_of(late) == {"18.6(b)"}
    assert rising.bars_against(Leave(3)) == set()
    assert "18.6(b)" not in rising.bars_against(Wager(3, {"bet 1": 500}))
    scene.all_ride()
    assert scene.driver.done  # and then he may
    after = Driver(GAME, scene.driver.rules, scene.house, scene.driver.next)  # type: ignore[arg-type]
    after.submit(CardOrder(FULL_DECK))
    assert after.submit(Leave(1)) == []


@both("18.6(c)")
def test_nothing_is_made_raised_or_taken_back_after_no_more_bets(as_of: str) -> None:
    scene = scene_under(as_of)(bonus=True, three_card_bonus="A").open_betting().bet(1).bet(4)
    scene.give(Wager(4, {"bet 1": 500})).give(TakeBack(4, "bet 1"))
    assert [scene.t.wager(4, spot) for spot in BASE] == [0, 500, 500]
    scene.give(Wager(4, {"bet 1": 500}))  # in time
    assert scene.bars_against(ExtraBonusChip(4)) == set()
    scene.give(Close())
    assert scene.refusal_of(ExtraBonusChip(4)) == {"18.6(c)"}
    assert scene.t.said == ["No more bets"]
    for late in (
        Wager(7, {"bet 1": 500}),
        Wager(1, {"bet 1": 500}),
        Wager(1, {"bonus": 100}),
        Wager(1, {"three card bonus": 100}),
        TakeBack(1, "bet 3"),
        TakeBack(1, "bet 1"),
    ):
        assert scene.refusal_of(late) == {"18.6(c)"}
    going = scene_under(as_of)({3: "", 4: "", 5: ""}).open_betting().bet(3).bet(4).bet(5).give(Leave(4))
    assert [(step.seat, step.player) for step in going.steps(Rise)] == [(4, "Player 4")]
    assert [(step.seat, step.position, step.spot) for step in going.steps(ReturnWager)] == [
        (4, 4, spot) for spot in BASE
    ]
    assert [(step.seat, step.chips) for step in going.steps(LeaveSeat)] == [(4, CHIPS)]
    assert [going.t.wager(seat, "bet 1") for seat in (3, 4, 5)] == [500, 0, 500]
    called = scene_under(as_of)({3: "", 4: ""}, seats=(3, 4, 7)).place_wagers().step(Close())
    assert called.refusal_of(Leave(3)) == called.refusal_of(Leave(4)) == {"18.6(c)"}
    assert called.bars_against(Leave(7)) == set()  # he has nothing out
    rising = (
        scene_under(as_of)({3: "", 4: ""}).open_betting().step(Leave(4))
    )  # who gets up wagers no more, the others do
    assert rising.refusal_of(Wager(4, {"bet 1": 500})) == {"18.6(b)"}
    assert "18.6(b)" not in rising.bars_against(Wager(3, {"bet 1": 500}))


@both("18.6(d)")
def test_three_equal_wagers_or_no_cards(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 2: "", 3: "", 4: ""}).open_betting()
    assert scene.refusal_of(Wager(1, {})) == scene.refusal_of(Wager(1, {"elsewhere": 500})) == {"18.6(d)"}
    assert scene.refusal_of(Wager(1, {"bet 1": 500, "elsewhere": 500})) == {"18.6(d)"}
    scene.bet(1, 500)
    scene.give(Wager(2, {"bet 1": 500})).give(Wager(2, {"bet 2": 500}))  # two only
    scene.give(Wager(3, {"bet 1": 500})).give(Wager(3, {"bet 2": 500})).give(Wager(3, {"bet 3": 600}))  # unequal
    scene.bet(4, 700)
    assert scene.t.wager(4, "bet 3") == 700
    scene.give(Close())
    assert scene.t.live_positions() == [1, 4]
    assert scene.winnings(2) == scene.winnings(3) == 0
    assert scene.t.wager(2, "bet 1") == scene.t.wager(3, "bet 3") == 0
    waiting = scene_under(as_of)({1: "", 4: ""}, readings={"incomplete-wagers": "wait"}).open_betting().bet(1)
    assert waiting.give(Wager(4, {"bet 1": 500})).refusal_of(Close()) == {"18.6(d)"}
    assert waiting.refusal_of(Order("something else")) == {"18.6(d)"}
    assert waiting.give(Order(SEND_BACK)).bars_against(Close()) == set()
    assert waiting.refusal_of(Order(SEND_BACK)) == {"reading:incomplete-wagers"}


@both("18.6(e)")
def test_two_positions_if_permitted_and_adjacent(as_of: str) -> None:
    one_each = scene_under(as_of)({3: ""}).open_betting()
    assert one_each.refusal_of(Wager(3, {"bet 1": 500}, position=4)) == {"18.6(e)"}
    scene = scene_under(as_of)({3: "", 7: ""}, two_positions=True).open_betting()
    assert scene.refusal_of(Wager(3, {"bet 1": 500}, position=5)) == {"18.6(e)"}  # not adjacent
    assert scene.refusal_of(Wager(7, {"bet 1": 500}, position=1)) == {"18.6(e)"}  # no way round the table
    assert scene.refusal_of(Wager(7, {"bet 1": 500}, position=8)) == {"18.6(e)"}
    scene.bet(3, 500).bet(3, 900, position=4).bet(7)
    assert scene.refusal_of(Wager(3, {"bet 1": 500}, position=2)) == {"18.6(e)"}  # a third
    scene.give(Close())
    assert scene.t.live_positions() == [3, 4, 7]
    assert scene.t.owners[4] == 3
    hands = view(scene.driver, 3).hands
    assert HIDDEN not in hands[3] + hands[4]  # both are his to see
    assert set(hands[7]) == {HIDDEN}
    occupied = scene_under(as_of)({3: "", 4: ""}, two_positions=True).open_betting()
    assert occupied.refusal_of(Wager(3, {"bet 1": 500}, position=4)) == {"18.6(e)"}


# --- 18.6A and 18.6B bonus wagers


def notices_needed(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return the paragraphs that require a notice before the house changes its elections."""
    return [notice.cite for notice in LetItRideHouse(**before).notices(GAME.rules({}), LetItRideHouse(**after))]


@law("18.6A(a)")
def test_bonus_wager_only_where_offered() -> None:
    assert Scene().open_betting().bet(1).refusal_of(Wager(1, {"bonus": 100})) == {"18.6A(a)"}
    Scene(bonus=True).open_betting().bet(1).give(Wager(1, {"bonus": 100}))
    # Notice before it is withdrawn, and only then.
    assert notices_needed({"bonus": True}, {"bonus": False}) == ["18.6A(a)"]
    for before, after in ((False, False), (False, True), (True, True)):
        assert notices_needed({"bonus": before}, {"bonus": after}) == []
    # It is a wager on three-of-a-kind or better: that wins, anything less loses.
    for cards, board, wins in (
        ("5c 5d 5h", "2c 9h Kd", True),
        ("4c 5d 6h", "2c 7h 8d", True),
        ("5c 5d 9s", "2c 9h Kd", False),
        ("Ac Ad 6s", "2c 9h Kd", False),
    ):
        scene = Scene({2: cards, 5: ""}, board, bonus=True).deal(bonus={2: 100}).all_ride()
        (judged,) = scene.steps(JudgeWager)
        assert (judged.position, judged.wins, set(judged.decided_by)) == (2, wins, set(FIVE.of(scene.t, 2)))
        assert any(paid.spot == "bonus" for paid in scene.steps(PayWager)) == wins
    for rank in KINDS:  # of any rank
        one, two, *rest = [card for card in ("3h", "5s", "7d", "9h", "Js", "Kd") if card[0] != rank][:5]
        hands = {2: f"{rank}c {rank}d {rank}s", 5: f"{rank}h {one} {two}"}
        each = Scene(hands, " ".join(rest), bonus=True).deal(bonus={2: 100, 5: 100}).all_ride()
        assert [(step.position, step.wins) for step in each.steps(JudgeWager)] == [(5, False), (2, True)]
        assert [paid.position for paid in each.steps(PayWager) if paid.spot == "bonus"] == [2]


@law("18.6A(b)")
def test_bonus_wager_is_one_dollar_beside_three_wagers() -> None:
    scene = Scene(bonus=True, smallest_chip=Money(1)).open_betting()
    scene.give(Wager(1, {"bet 1": 500})).give(Wager(1, {"bet 2": 500}))
    assert scene.refusal_of(Wager(1, {"bonus": 100})) == {"18.6A(b)"}  # the third is missing
    scene.give(Wager(1, {"bet 3": 500}))
    for amount in (99, 101, 200):
        assert scene.refusal_of(Wager(1, {"bonus": amount})) == {"18.6A(b)"}
    scene.give(Wager(1, {"bonus": 100}))
    assert scene.t.lit == {1}  # the device shows it
    for seat in (4, 7):  # each player has the option, and each needs three wagers of his own
        assert scene.refusal_of(Wager(seat, {"bonus": 100})) == {"18.6A(b)"}
        scene.bet(seat).give(Wager(seat, {"bonus": 100}))
        assert scene.t.wager(seat, "bonus") == 100
    assert scene.t.lit == {1, 4, 7}
    assert scene.refusal_of(Wager(1, {"bonus": 100})) == {"18.6A(b)"}  # a second chip
    assert scene.t.wager(1, "bonus") == 100
    at_once = Scene(bonus=True, three_card_bonus="A").open_betting()
    assert at_once.refusal_of(Wager(1, {"bonus": 100})) == {"18.6A(b)"}  # none of the three is out
    at_once.give(Wager(1, {**dict.fromkeys(BASE, 500), "bonus": 100, "three card bonus": 100}))
    cents = Scene({1: ""}, bonus=True, smallest_chip=Money(1), minimum=Money(1)).open_betting().bet(1, 1)
    cents.give(Wager(1, {"bonus": 100}))  # three wagers of a cent are three wagers
    # His own wagers and no neighbour's, at either of his positions.
    two = Scene({3: "", 5: ""}, bonus=True, two_positions=True).open_betting().bet(3)
    assert two.refusal_of(Wager(3, {"bonus": 100}, position=4)) == {"18.6A(b)"}
    assert two.refusal_of(Wager(5, {"bonus": 100}, position=4)) == {"18.6A(b)"}
    assert two.refusal_of(Wager(3, {"bonus": 100}, position=5)) == {"18.6A(b)", "18.6(e)"}
    two.bet(3, 500, position=4).give(Wager(3, {"bonus": 100}, position=4))
    assert two.t.lit == {4}
    assert (two.t.wager(3, "bonus"), two.t.wager(4, "bonus")) == (0, 100)
    assert two.refusal_of(Wager(5, {"bonus": 100})) == {"18.6A(b)"}
    assert two.give(TakeBack(3, "bonus", position=4)).t.lit == set()
    single = Scene({3: ""}, bonus=True).open_betting().bet(3)
    for position in (2, 4):
        assert single.refusal_of(Wager(3, {"bonus": 100}, position=position)) == {"18.6A(b)", "18.6(e)"}
    equal = Scene({3: ""}, bonus=True, two_positions=True, readings={"two-positions": "equal"}).open_betting().bet(3)
    assert equal.bars_against(Wager(3, {"bet 1": 100})) == set()  # it is his own position that he raises
    more = {**dict.fromkeys(BASE, 600), "bonus": 100}
    assert equal.refusal_of(Wager(3, more, position=4)) == {"18.6(e)"}
    rules = GAME.rules({})
    no_dollar = LetItRideHouse(bonus=True, smallest_chip=Money(500))
    assert [finding.cite for finding in no_dollar.breaches(rules)] == ["18.6A(b)"]
    assert LetItRideHouse(smallest_chip=Money(500)).breaches(rules) == []


def decided_by(scene: Scene, but: str) -> list[tuple[str, int, bool]]:
    """Return what was paid or collected on every wager but one, in order."""
    acts = [act for act in scene.steps() if isinstance(act, PayWager | CollectWager) and act.spot != but]
    return [(act.spot, act.cents, isinstance(act, PayWager)) for act in acts]


@law("18.6A(d)")
def test_bonus_wager_bears_on_nothing_else() -> None:
    # What is won and lost on the other wagers is the same beside a bonus that wins, one that loses, and none.
    for cards, board, bonus in (
        ("5c 5d 5h", "2c 9h Kd", 500),
        ("Tc Td 2h", "3c 9h Kd", 0),
        ("2c 2d 7h", "3c 9h Kd", 0),
    ):
        beside, alone = (Scene({2: cards}, board, bonus=True, three_card_bonus="A") for _ in range(2))
        beside.deal(three_card_bonus={2: 400}, bonus={2: 100}).answer("w", "r")
        alone.deal(three_card_bonus={2: 400}).answer("w", "r")
        assert decided_by(beside, "bonus") == decided_by(alone, "bonus") != []
        assert beside.winnings(2) - alone.winnings(2) == bonus - 100
    # After a failed count the chips go back and the other wagers play on.
    several = {1: "5c 5d 5h", 3: "Tc Td 2h", 4: "2c 2d 7h", 6: "Ac 7d 8h"}
    beside, alone = (Scene(several, "3c 9h Kd", bonus=True) for _ in range(2))
    beside.deal(bonus=dict.fromkeys(several, 100)).all_ride()
    alone.deal().all_ride()
    assert [beside.winnings(seat) - alone.winnings(seat) for seat in several] == [400, -100, -100, -100]
    assert decided_by(beside, "bonus") == decided_by(alone, "bonus") != []
    failed = Scene({2: "5c 5d 5h", 5: ""}, "2c 9h Kd", bonus=True).open_betting().bet(2).bet(5)
    failed.give(Wager(2, {"bonus": 100})).give(DeviceFault(5, True)).give(Close())
    failed.give(Order("return bonus chips")).all_ride()
    assert failed.winnings(2) == 3 * 1500
    (back,) = failed.steps(ReturnChips)
    assert (back.position, back.spot, back.cents) == (2, "bonus", 100)


@law("18.6B(a)")
def test_three_card_bonus_only_where_offered() -> None:
    refused = Scene().open_betting().bet(1).refusal_of(Wager(1, {"three card bonus": 500}))
    assert refused == {"18.6B(a)"}
    Scene(three_card_bonus="C").open_betting().bet(1).give(Wager(1, {"three card bonus": 500}))
    assert notices_needed({"three_card_bonus": "C"}, {"three_card_bonus": None}) == ["18.6B(a)"]
    for before, after in ((None, None), (None, "C"), ("C", "A")):
        assert notices_needed({"three_card_bonus": before}, {"three_card_bonus": after}) == []
    # It is a wager on a pair or better among the three cards dealt, whatever lies in the middle.
    for cards, wins in (("2c 2d 7h", True), ("2c 5c 9c", True), ("Ac Kd Js", False), ("3s 7d 9h", False)):
        scene = Scene({2: cards, 5: ""}, "3c 9s Kh", three_card_bonus="A").deal(three_card_bonus={2: 400}).all_ride()
        (judged,) = scene.steps(JudgeWager)
        assert (judged.position, judged.wins, judged.decided_by) == (2, wins, tuple(parse_cards(cards)))
        assert any(paid.spot == "three card bonus" for paid in scene.steps(PayWager)) == wins
    # Each player has the option, and each wins or loses by his own three cards.
    hands = {1: "2c 2d 7h", 3: "Ac Kd Js", 4: "5c 7c Tc", 6: "3s 7d 9h"}
    several = Scene(hands, "3c 9s Kh", three_card_bonus="A").deal(three_card_bonus={1: 400, 3: 500, 4: 600, 6: 700})
    verdicts = {step.position: step.wins for step in several.all_ride().steps(JudgeWager)}
    assert verdicts == {1: True, 3: False, 4: True, 6: False}
    lost = [(step.position, step.cents) for step in several.steps(CollectWager) if step.spot == "three card bonus"]
    assert sorted(lost) == [(3, 500), (6, 700)]


@law("18.6B(b)")
def test_three_card_bonus_only_beside_three_wagers() -> None:
    scene = Scene(three_card_bonus="A").open_betting()
    scene.give(Wager(1, {"bet 1": 500})).give(Wager(1, {"bet 2": 500}))
    assert scene.refusal_of(Wager(1, {"three card bonus": 500})) == {"18.6B(b)"}
    scene.give(Wager(1, {"bet 3": 500})).give(Wager(1, {"three card bonus": 500}))
    assert scene.t.wager(1, "three card bonus") == 500
    for seat in (4, 7):  # by his own three wagers and no other's
        assert scene.refusal_of(Wager(seat, {"three card bonus": 300})) == {"18.6B(b)"}
        scene.bet(seat).give(Wager(seat, {"three card bonus": 300}))
        assert scene.t.wager(seat, "three card bonus") == 300


@law("18.6B(d)")
def test_three_card_bonus_bears_on_nothing_else() -> None:
    for cards, board in (("2c 2d 7h", "3c 9h Kd"), ("Tc 2d 7h", "3c Th Kd"), ("Tc Td 7h", "3c 9h Kd")):
        beside, alone = (Scene({2: cards}, board, bonus=True, three_card_bonus="A") for _ in range(2))
        beside.deal(bonus={2: 100}, three_card_bonus={2: 400}).answer("w", "r")
        alone.deal(bonus={2: 100}).answer("w", "r")
        assert decided_by(beside, "three card bonus") == decided_by(alone, "three card bonus") != []
    several = {1: "2c 2d 7h", 3: "Tc Td 4h", 4: "5c 5d 5h", 6: "Ac 7d 8h"}
    beside, alone = (Scene(several, "3c 9h Kd", three_card_bonus="A") for _ in range(2))
    beside.deal(three_card_bonus=dict.fromkeys(several, 400)).all_ride()
    alone.deal().all_ride()
    assert decided_by(beside, "three card bonus") == decided_by(alone, "three card bonus") != []
    # A pair of twos in three cards wins one to one; five cards below a pair of tens lose.
    scene = Scene({2: "2c 2d 7h"}, "3c 9h Kd", three_card_bonus="A").deal(three_card_bonus={2: 400})
    scene.answer("r", "w")
    assert scene.winnings(2) == 400 - 500 - 500
    # Three cards below a pair lose; five cards that make tens win.
    other = Scene({2: "Tc 2d 7h"}, "3c Th Kd", three_card_bonus="A").deal(three_card_bonus={2: 400}).all_ride()
    assert other.winnings(2) == -400 + 3 * 500


# --- 18.7 dealing from a manual shoe


@both("18.7(a)")
def test_the_stacked_deck_goes_into_the_shoe(as_of: str) -> None:
    scene = scene_under(as_of)().open_betting()
    assert scene.t.faces("shoe") == scene.order
    assert "deck" not in scene.t.places


@law("18.7(b)")
def test_no_more_bets_then_bonus_chips_are_counted_into_the_inventory() -> None:
    scene = Scene(bonus=True).open_betting().bet(1).bet(4).bet(7)
    scene.give(Wager(1, {"bonus": 100})).give(Wager(7, {"bonus": 100})).give(Close())
    assert scene.t.said == ["No more bets"]
    assert scene.cites().index("18.7(b)") < scene.cites().index("18.7(c)1")
    assert scene.t.ledger[INVENTORY] == BANK + 200
    assert [step.cents for step in scene.steps(ChipsToInventory)] == [200]
    assert BONUS_POSITIONS.of(scene.t) == (1, 7)

    # The devices show one more than there are chips: no card until a supervisor says where a bonus wager stands.
    wrong = Scene(bonus=True).open_betting().bet(1).bet(4).bet(7)
    wrong.give(Wager(1, {"bonus": 100})).give(Wager(7, {"bonus": 100})).give(DeviceFault(4, True)).give(Close())
    assert wrong.t.live_positions() == []
    assert wrong.refusal_of(Answer(1, "let it ride")) == {"reading:bonus-count"}
    assert wrong.refusal_of(Order("bonus wagers at", (4,))) == {"reading:bonus-count"}  # no chip lay there
    wrong.give(Order("bonus wagers at", (7,)))
    assert wrong.t.live_positions() == [1, 4, 7]
    assert wrong.winnings(1) == -1500  # his chip is back
    assert wrong.winnings(7) == -1600
    assert BONUS_POSITIONS.of(wrong.t) == (7,)
    assert wrong.t.ledger[INVENTORY] == BANK + 100


@both("18.7(c)")
def test_cards_go_clockwise_from_the_dealers_left(as_of: str) -> None:
    scene = scene_under(as_of)({2: "", 5: "", 6: ""}, seats=(2, 3, 5, 6)).deal()
    places = [step.place for step in scene.steps(Deal)]
    assert places == ["hand 2", "hand 5", "hand 6", "community"] * 3  # seat 3 placed no wagers


@both("18.7(c)1")
def test_first_card_to_each_player(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: "", 7: ""}, seats=(1, 2, 4, 7)).deal()
    dealt = [(step.place, step.card) for step in scene.steps(Deal) if step.cite == "18.7(c)1"]
    assert dealt == [("hand 1", scene.order[0]), ("hand 4", scene.order[1]), ("hand 7", scene.order[2])]
    for turn, seat in enumerate((1, 4, 7)):
        assert scene.t.places[f"hand {seat}"][0] == (scene.order[turn], False)


@both("18.7(c)2")
def test_first_community_card_face_down(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: ""}).deal()
    first = 0 if as_of == NEWEST else -1  # at the left, or lowest
    assert scene.t.places["community"][first] == (scene.order[2], False)


@both("18.7(c)3")
def test_second_card_to_each_player(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: "", 7: ""}).deal()
    for turn, seat in enumerate((1, 4, 7), start=4):
        assert scene.t.places[f"hand {seat}"][1] == (scene.order[turn], False)


@law("18.7(c)4")
def test_second_community_card_to_the_right_of_the_first() -> None:
    scene = Scene({1: "", 4: ""}).deal()
    assert scene.t.places["community"][1] == (scene.order[5], False)


@both("18.7(c)5")
def test_third_card_to_each_player(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: "", 7: ""}).deal()
    for turn, seat in enumerate((1, 4, 7), start=8):
        assert scene.t.places[f"hand {seat}"][2] == (scene.order[turn], False)
        assert len(scene.t.places[f"hand {seat}"]) == 3


@law("18.7(c)6")
def test_third_community_card_to_the_right_of_both() -> None:
    scene = Scene({1: "", 4: ""}).deal()
    assert scene.t.faces("community") == (scene.order[2], scene.order[5], scene.order[8])
    assert not any(lying.up for lying in scene.t.places["community"])


@both("18.7(d)")
def test_stub_to_the_discard_rack_unexposed(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: ""}).deal()
    assert "shoe" not in scene.t.places
    assert scene.t.faces("discard rack") == scene.order[9:]
    assert not any(lying.up for lying in scene.t.places["discard rack"])


# --- 18.10 completion of the round


@both("18.10(a)")
def test_each_player_examines_his_own_cards(as_of: str) -> None:
    scene = (
        scene_under(as_of)({1: "Ah Kd 2c", 4: ""}, seats=(1, 2, 4)).place_wagers().step(Close()).run_until(StubToRack)
    )
    assert view(scene.driver, 1).hands[1] == (HIDDEN,) * 3  # not before the dealing is complete
    scene.run()
    assert view(scene.driver, 1).hands[1] == ("Ah", "Kd", "2c")
    assert view(scene.driver, 4).hands[1] == (HIDDEN,) * 3
    assert view(scene.driver, 0).hands[4] == (HIDDEN,) * 3
    assert [(step.cite, step.seat, step.position) for step in scene.steps(Examine)] == [
        ("18.10(a)", 1, 1),
        ("18.10(a)", 4, 4),
    ]  # everybody who has cards, and nobody is asked before
    assert scene.t.examined == {1, 4}
    assert scene.cites().index("18.10(b)") > max(i for i, cite in enumerate(scene.cites()) if cite == "18.10(a)")


@both("18.10(a)1")
def test_nobody_touches_the_cards_of_another(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: ""}).deal()
    assert scene.refusal_of(Conduct(1, "touch cards", position=4)) == {"18.10(a)1"}
    scene.give(Conduct(4, "touch cards"))  # his own
    literal = scene_under(as_of)({1: "", 4: ""}, readings={"own-cards": "literal"}).deal()
    assert literal.refusal_of(Conduct(4, "touch cards")) == {"18.10(a)1"}


@both("18.10(a)2")
def test_cards_stay_in_the_dealers_sight(as_of: str) -> None:
    scene = scene_under(as_of)({1: ""}, seats=(1, 4)).place_wagers()
    assert scene.bars_against(Conduct(1, "hide cards")) == set()  # there are none yet
    scene.give(Close())
    assert scene.refusal_of(Conduct(1, "hide cards")) == {"18.10(a)2"}
    assert scene.bars_against(Conduct(4, "hide cards")) == set()  # he has none


@both("18.10(a)3")
def test_after_bet_2_the_cards_lie_down_and_are_not_touched(as_of: str) -> None:
    seats = (1, 4, 5, 7)
    scene = scene_under(as_of)(dict.fromkeys(seats, "")).deal().answer("rrrr", "wrw")
    for seat in seats:
        scene.give(Conduct(seat, "touch cards"))  # seat 7 has still to decide
    scene.step(Answer(7, "withdraw")).run_until(LayDown, 4)
    assert [(step.seat, step.position) for step in scene.steps(LayDown)] == [(seat, seat) for seat in seats]
    for seat in seats:  # whether he withdrew the bet or not
        assert [lying.up for lying in scene.t.places[f"hand {seat}"]] == [False] * 3
        assert scene.refusal_of(Conduct(seat, "touch cards")) == {"18.10(a)3"}
    in_turn = (
        scene_under(as_of)(dict.fromkeys(seats, ""), readings={"laying-down": "each-in-turn"})
        .deal()
        .answer("rrrr", "rw")
    )
    for seat in seats:
        assert in_turn.bars_against(Conduct(seat, "touch cards")) == ({"18.10(a)3"} if seat < 5 else set())


@both("18.10(b)")
def test_bet_1_is_asked_clockwise_from_the_left(as_of: str) -> None:
    scene = scene_under(as_of)({2: "", 3: "", 6: ""}).deal()
    asked = []
    while scene.driver.question is not None and scene.driver.question.subject == "bet 1":
        asked.append(scene.driver.question.seat)
        others = [seat for seat in (2, 3, 6) if seat != asked[-1]]
        for other in others:
            assert scene.refusal_of(Answer(other, "let it ride")) == {"18.10(b)"}
        assert scene.refusal_of(Answer(asked[-1], "double")) == {"18.10(b)"}
        scene.answer("r")
    assert asked == [2, 3, 6]


@both("18.10(b)1")
def test_bet_1_that_rides_stays_to_the_end(as_of: str) -> None:
    scene = scene_under(as_of)({2: ""}).deal().answer("r")
    assert scene.t.wager(2, "bet 1") == 500
    assert RIDES(scene.t, (2, "bet 1"))
    scene.answer("w")
    assert {step.spot for step in scene.steps(CollectWager) + scene.steps(PayWager)} == {"bet 1", "bet 3"}
    several = scene_under(as_of)({2: "", 3: "", 6: "", 7: ""}).deal().answer("rwrr")
    assert [RIDES(several.t, (seat, "bet 1")) for seat in (2, 3, 6, 7)] == [True, False, True, True]
    assert [several.t.wager(seat, "bet 1") for seat in (2, 3, 6, 7)] == [500, 0, 500, 500]
    several.answer("wwww")
    settled = {(step.seat, step.spot) for step in several.steps(CollectWager) + several.steps(PayWager)}
    assert {seat for seat, spot in settled if spot == "bet 1"} == {2, 6, 7}


@both("18.10(b)2")
def test_bet_1_withdrawn_goes_back_at_once(as_of: str) -> None:
    scene = scene_under(as_of)({2: ""}).deal()
    chips = scene.chips(2)
    scene.answer("w")
    assert scene.chips(2) == chips + 500
    assert scene.t.wager(2, "bet 1") == 0
    assert scene.t.wager(2, "bet 2") == scene.t.wager(2, "bet 3") == 500
    several = scene_under(as_of)({2: "", 3: "", 6: "", 7: ""}).deal()
    before = {seat: several.chips(seat) for seat in (2, 3, 6, 7)}
    several.answer("wrww")
    assert [several.chips(seat) - before[seat] for seat in (2, 3, 6, 7)] == [500, 0, 500, 500]
    assert [several.t.wager(seat, "bet 1") for seat in (2, 3, 6, 7)] == [0, 500, 0, 0]


@both("18.10(c)")
def test_the_community_card_at_the_left_is_burned_face_down(as_of: str) -> None:
    scene = scene_under(as_of)({1: "", 4: ""}, "8s Jh 3d").deal().answer("r")
    assert scene.t.faces("community") == ("8s", "Jh", "3d")  # not before the last decision
    scene.answer("r")
    assert scene.t.places["discard rack"][0] == ("8s", False)
    assert "8s" not in scene.t.faces("community")


@both("18.10(d)")
def test_the_next_at_the_left_is_turned_and_laid_on_the_other(as_of: str) -> None:
    scene = scene_under(as_of)({1: ""}, "8s Jh 3d").deal().answer("r")
    assert scene.t.places["community"] == [("Jh", True), ("3d", False)]
    assert STACKED(scene.t)
    assert view(scene.driver, 1).community == ("Jh", HIDDEN)


@both("18.10(e)")
def test_bet_2_is_asked_of_all_whatever_they_did_with_bet_1(as_of: str) -> None:
    scene = scene_under(as_of)({2: "", 3: "", 6: ""}).deal().answer("r", "w", "r")
    asked = []
    while scene.driver.question is not None:
        assert scene.driver.question.subject == "bet 2"
        asked.append(scene.driver.question.seat)
        scene.answer("w")
    assert asked == [2, 3, 6]


@both("18.10(e)1")
def test_bet_2_that_rides_stays_to_the_end(as_of: str) -> None:
    scene = scene_under(as_of)({2: ""}).deal().answer("w", "r")
    assert RIDES(scene.t, (2, "bet 2"))
    assert {step.spot for step in scene.steps(CollectWager) + scene.steps(PayWager)} == {"bet 2", "bet 3"}
    several = scene_under(as_of)({2: "", 3: "", 6: "", 7: ""}).deal().answer("wwww", "rwrr")
    assert [RIDES(several.t, (seat, "bet 2")) for seat in (2, 3, 6, 7)] == [True, False, True, True]
    settled = {(step.seat, step.spot) for step in several.steps(CollectWager) + several.steps(PayWager)}
    assert {seat for seat, spot in settled if spot == "bet 2"} == {2, 6, 7}


@both("18.10(e)2")
def test_bet_2_withdrawn_goes_back_at_once(as_of: str) -> None:
    scene = scene_under(as_of)({2: "", 5: ""}).deal().answer("r", "r")
    chips = scene.chips(2)
    scene.answer("w")
    assert scene.chips(2) == chips + 500
    assert scene.t.wager(2, "bet 2") == 0
    assert scene.t.wager(2, "bet 1") == 500
    several = scene_under(as_of)({2: "", 3: "", 6: "", 7: ""}).deal().answer("rrrr")
    before = {seat: several.chips(seat) for seat in (2, 3, 6)}
    several.answer("wrw")
    assert [several.chips(seat) - before[seat] for seat in (2, 3, 6)] == [500, 0, 500]
    assert [several.t.wager(seat, "bet 2") for seat in (2, 3, 6, 7)] == [0, 500, 0, 500]


@both("18.10(f)")
def test_the_first_card_moves_right_and_the_second_is_turned(as_of: str) -> None:
    scene = scene_under(as_of)({1: "2c 7d 9h"}, "8s Jh 3d").deal().answer("r")
    driver = scene.driver
    driver.submit(Answer(1, "let it ride"), stepwise=True)
    driver.run(2)  # cards laid down, first community card moved
    assert driver.table.places["community"] == [("3d", False), ("Jh", True)]
    assert STACKED.get(driver.table) is False
    driver.run(1)
    assert driver.table.places["community"] == [("3d", True), ("Jh", True)]


@law("18.10(g)")
def test_hands_are_settled_counterclockwise_from_the_right() -> None:
    scene = Scene({2: "", 3: "", 6: ""}).deal().all_ride()
    assert [step.position for step in scene.steps(TurnHand)] == [6, 3, 2]
    order = [step.position for step in scene.steps(PayWager) + scene.steps(CollectWager)]
    assert set(order) == {2, 3, 6}
    # One player's wagers are all settled before the next one's cards are turned.
    acts = [item for item in scene.steps() if isinstance(item, TurnHand | CollectWager | PayWager)]
    assert [item.position for item in acts] == sorted((item.position for item in acts), reverse=True)


@law("18.10(g)1")
def test_three_cards_are_turned_and_form_the_hand() -> None:
    scene = Scene({1: "2c 7d 9h"}, "8s Jh 3d").deal()
    assert not any(lying.up for lying in scene.t.places["hand 1"])
    driver = scene.driver
    driver.submit(Answer(1, "let it ride"))
    driver.submit(Answer(1, "let it ride"), stepwise=True)
    driver.run(4)  # laid down, moved, turned, and the hand
    assert driver.table.places["hand 1"] == [("2c", True), ("7d", True), ("9h", True)]
    assert view(driver, 4).hands[1] == ("2c", "7d", "9h")
    driver.run(1)
    assert FIVE.of(driver.table, 1) == ("2c", "7d", "9h", "3d", "Jh")
    hands = {1: "2c 7d 9h", 3: "Tc Td 2h", 5: "Ac 5d 6h", 7: "8c 8d 4h"}
    several = Scene(hands, "8s Jh 3d").deal().answer("rrrr", "rrr")
    several.step(Answer(7, "let it ride")).run_until(FormHand, 4)
    for seat, cards in hands.items():
        assert several.t.places[f"hand {seat}"] == [(card, True) for card in parse_cards(cards)]
        assert set(FIVE.of(several.t, seat)) == {*parse_cards(cards), "3d", "Jh"}


@both("18.10(g)2")
def test_below_a_pair_of_tens_loses(as_of: str) -> None:
    nines = scene_under(as_of)({1: "9c 9d 2h"}, "3c 5h Kd").deal().all_ride()
    assert HAND_CLASS.of(nines.t, 1) == "pair below tens"
    assert nines.winnings(1) == -1500
    tens = scene_under(as_of)({1: "Tc Td 2h"}, "3c 5h Kd").deal().all_ride()
    assert HAND_CLASS.of(tens.t, 1) == "pair of tens or better"
    assert tens.winnings(1) == 1500
    for rank in KINDS:
        beside = [card for card in ("3h", "5s", "7d", "9h", "Js", "Kd") if card[0] != rank]
        one, two, burned, first, second = beside[:5]
        pair = {1: f"{rank}c {rank}d {one}", 5: f"{rank}h {rank}s {two}"}
        each = scene_under(as_of)(pair, f"{burned} {first} {second}").deal().all_ride()
        assert each.winnings(1, 5) == [1500 if rank in "TJQKA" else -1500] * 2


@law("18.10(g)3")
def test_losing_wagers_are_collected_before_winning_ones_are_paid() -> None:
    scene = Scene({1: "Tc 4d 2h"}, "3c Th Kd", three_card_bonus="A").deal(three_card_bonus={1: 300}).all_ride()
    money = [step for step in scene.steps() if isinstance(step, CollectWager | PayWager)]
    assert [type(step) for step in money] == [CollectWager, PayWager, PayWager, PayWager]
    assert money[0].spot == "three card bonus"
    assert scene.winnings(1) == -300 + 1500
    assert scene.t.ledger[INVENTORY] == BANK + 300 - 1500
    lost = Scene(LOSERS, LOSING_BOARD, three_card_bonus="A").deal(three_card_bonus={1: 100, 4: 200, 7: 300}).all_ride()
    assert lost.winnings(1, 4, 7) == [-1600, -1700, -1800]
    assert lost.t.ledger[INVENTORY] == BANK + 5100
    seats = {1: "Tc Td 2h", 4: "Kc 9s 4h", 7: "8c 8s 6h"}  # each wins and loses by his own cards
    mixed = Scene(seats, "3c 5h Kd", three_card_bonus="A").deal(three_card_bonus={1: 100, 4: 200, 7: 300}).all_ride()
    assert mixed.winnings(1, 4, 7) == [1500 + 100, 1500 - 200, -1500 + 300]
    assert mixed.t.ledger[INVENTORY] == BANK - 1700
    assert [(type(step), step.position) for step in mixed.steps() if isinstance(step, CollectWager | PayWager)] == [
        *[(CollectWager, 7)] * 3,
        (PayWager, 7),
        (CollectWager, 4),
        *[(PayWager, 4)] * 3,
        *[(PayWager, 1)] * 4,
    ]


@law("18.10(g)4")
def test_hands_stay_face_up_until_all_is_settled() -> None:
    scene = Scene({1: "", 4: "", 7: ""}).deal().all_ride()
    kinds = [step.__struct_config__.tag for step in scene.steps()]
    assert kinds.index("all settled") < kinds.index("collect cards")
    assert SETTLED(scene.t)
    last_money = max(i for i, kind in enumerate(kinds) if kind in ("pay wager", "collect wager"))
    assert last_money < kinds.index("all settled")
    (settled,) = scene.steps(AllSettled)
    assert settled.positions == (1, 4, 7)  # clockwise, as they lie


@law("18.10(h)")
def test_cards_are_picked_up_in_order() -> None:
    scene = Scene(LOSERS, LOSING_BOARD).deal().all_ride()
    rack = scene.t.faces("discard rack")
    # What was put in last lies on top: community cards, then hands from the last one settled to the first.
    assert rack[:2] == ("Kd", "5s")
    assert rack[2:11] == ("2c", "7d", "9h", "3c", "8d", "Jh", "4c", "6d", "Qh")
    assert rack[11] == "2s"  # the burned card, and under it the stub
    assert len(rack) == 52


# --- 18.11 payout odds and limit


@both("18.11(a)")
def test_odds_are_stated_with_to_or_win_never_with_for(as_of: str) -> None:
    rules = GAME.rules({}, as_of)

    def citations_at(odds: str) -> list[str]:
        house = LetItRideHouse(pay=BetterPay(base={"flush": odds}))
        return [finding.cite for finding in house.breaches(rules)]

    for wrong in ("9 for 1", "8 for 1", "9 gives 1", "7 for 1"):
        assert citations_at(wrong) == ["18.11(a)"], wrong
    assert citations_at("9 to 1") == citations_at("9 win 1") == citations_at("8 win 1") == []
    assert citations_at("7 win 1") == citations_at("7 to 1") == ["18.11(b)"]  # the word is right and the amount too low
    assert citations_at("nine") == citations_at("9 win 0") == ["18.11(b)"]  # no odds at all, whatever the word
    flush = Scene(
        {1: "7c 9c 3c"}, "2h Jc Kc", as_of=as_of, pay=BetterPay(base={"flush": "9 win 1"})
    )  # the player is paid what the layout says
    flush.deal().all_ride()
    assert flush.winnings(1) == 3 * 500 * 9
    assert {step.rate for step in flush.steps(PayWager)} == {"9 to 1"}


BASE_PAY = {
    "Ah Kh Qh": ("2c Jh Th", 1000),
    "9h Kh Qh": ("2c Jh Th", 200),
    "7c 7d 7h": ("2c 7s Th", 50),
    "7c 7d 3h": ("2c 7s 3d", 11),
    "7c 9c 3c": ("2h Jc Kc", 8),
    "7c 8d 9h": ("2h Tc Jc", 5),
    "7c 7d 9h": ("2h 7s Jc", 3),
    "7c 7d 9h ": ("2h 9s Jc", 2),
    "Tc Td 9h": ("2h 4s Jc", 1),
}
# A pair of tens, three kings, three fives, two pair.
SEVERAL, SEVERAL_BOARD = {1: "Tc Td 2h", 4: "Kc Ks 4h", 5: "5c 5d 6h", 7: "Kh 5s 7d"}, "3c 5h Kd"


@both("18.11(b)")
def test_base_wagers_pay_no_less_than_the_table(as_of: str) -> None:
    for cards, (board, odds) in BASE_PAY.items():
        scene = scene_under(as_of)({1: cards}, board).deal(600).all_ride()
        assert scene.winnings(1) == 3 * 600 * odds, cards
    several = scene_under(as_of)(SEVERAL, SEVERAL_BOARD).open_betting().bet(1, 500).bet(4, 700).bet(5, 900).bet(7, 1000)
    assert several.give(Close()).all_ride().winnings(1, 4, 5, 7) == [3 * 500, 9 * 700, 9 * 900, 6 * 1000]
    better = LetItRideHouse(pay=BetterPay(base={"flush": "9 to 1"}))
    assert better.breaches(GAME.rules({}, as_of)) == []
    flush, (board, _) = next(item for item in BASE_PAY.items() if item[1][1] == 8)
    assert scene_under(as_of)({1: flush}, board, pay=better.pay).deal(600).all_ride().winnings(1) == 3 * 600 * 9
    worse = LetItRideHouse(pay=BetterPay(base={"flush": "15 to 2"}))
    assert [finding.cite for finding in worse.breaches(GAME.rules({}, as_of))] == ["18.11(b)"]


@law("18.11(c)")
def test_payout_limit_is_elected_within_the_law_and_caps_base_wagers_only() -> None:
    rules = GAME.rules({})

    def citations_of(limit: int, minimum: int) -> list[str]:
        house = LetItRideHouse(payout_limit=Money(limit), minimum=Money(minimum), smallest_chip=Money(1))
        return [finding.cite for finding in house.breaches(rules)]

    assert citations_of(5_000_000, 500) == []
    assert citations_of(4_999_999, 500) == ["18.11(c)"]
    assert citations_of(5_000_000, 1666) == []  # three times 1,000 times $16.66 is $49,980
    assert citations_of(5_000_000, 1667) == ["18.11(c)"]
    better, worse = (BetterPay(base={"royal flush": odds}) for odds in ("2000 to 1", "999 to 1"))
    at_ten = partial(LetItRideHouse, minimum=Money(1000))
    for limit, found in ((6_000_000, []), (5_999_999, ["18.11(c)"])):  # three times 2,000 times $10
        house = at_ten(payout_limit=Money(limit), pay=better)
        assert [finding.cite for finding in house.breaches(rules)] == found
    for limit, found in ((5_000_000, ["18.11(b)"]), (4_999_999, ["18.11(b)", "18.11(c)"])):  # odds that cannot stand
        house = at_ten(payout_limit=Money(limit), pay=worse)
        assert [finding.cite for finding in house.breaches(rules)] == found
    assert limit_floor(LetItRideHouse(minimum=Money(2500)), rules) == 7_500_000
    assert limit_floor(LetItRideHouse(minimum=Money(2500), two_positions=True), rules) == 7_500_000
    on_both = GAME.rules({"most-a-patron-wins": "both-positions"})
    assert limit_floor(LetItRideHouse(minimum=Money(2500)), on_both) == 7_500_000
    assert limit_floor(LetItRideHouse(minimum=Money(2500), two_positions=True), on_both) == 9_000_000  # one royal

    # Notice before it goes down, and only then; a limit where there was none goes down.
    above, below = {"payout_limit": Money(6_000_000)}, {"payout_limit": Money(5_999_999)}
    assert notices_needed(above, below) == notices_needed({}, above) == ["18.11(c)"]
    assert (
        notices_needed(below, above)
        == notices_needed(above, above)
        == notices_needed(above, {})
        == notices_needed({}, {})
        == []
    )

    royal = {1: "Ah Kh Qh"}
    even = Scene(royal, "2c Jh Th", payout_limit=Money(5_100_000)).deal(1700).all_ride()
    assert even.winnings(1) == 5_100_000  # exactly the limit
    assert even.steps(LimitPayout) == []
    # What is paid would be less if the stakes counted: the reading is named where it decides, and only there.
    whole, rests = "18.11(b)", "reading:limit-counts"
    assert [step.by for step in even.steps(PayWager)] == [whole, whole, rests]
    over = Scene(royal, "2c Jh Th", payout_limit=Money(5_100_000), three_card_bonus="D", bonus=True)
    over.deal(1800, bonus={1: 100}, three_card_bonus={1: 100}).all_ride()
    assert [(step.due, step.limit) for step in over.steps(LimitPayout)] == [(5_400_000, 5_100_000)]
    paid = [("bet 1", 1_800_000), ("bet 2", 1_800_000), ("bet 3", 1_500_000)]  # the last one is cut
    paid += [("bonus", 2_500_000), ("three card bonus", 5_000)]
    assert [(step.spot, step.cents) for step in over.steps(PayWager)] == paid
    assert over.winnings(1) == 5_100_000 + 2_500_000 - 100 + 5_000
    stakes = {"limit-counts": "with-stakes"}
    counted = Scene(royal, "2c Jh Th", payout_limit=Money(5_100_000), readings=stakes)
    assert counted.deal(1700).all_ride().winnings(1) == 5_100_000 - 3 * 1700
    assert [step.due for step in counted.steps(LimitPayout)] == [5_100_000 + 3 * 1700]
    assert [step.by for step in counted.steps(PayWager)] == [whole, whole, rests]
    just = Scene(royal, "2c Jh Th", payout_limit=Money(5_100_000 + 3 * 1700), readings=stakes)
    assert just.deal(1700).all_ride().winnings(1) == 5_100_000  # exactly the limit, stakes and all
    assert (just.steps(LimitPayout), [step.by for step in just.steps(PayWager)]) == ([], [whole] * 3)
    high: dict[str, Any] = {"maximum": Money(2_000_000), "chips": 10_000_000, "inventory": Money(10_000_000)}
    nothing_left = Scene(royal, "2c Jh Th", payout_limit=Money(5_100_000), readings=stakes, **high)
    assert nothing_left.deal(2_000_000).all_ride().winnings(1) == 0  # his own stakes are more than the limit


BONUS_PAY = {
    "Ah Kh Qh": ("2c Jh Th", 25_000),
    "9h Kh Qh": ("2c Jh Th", 2_500),
    "7c 7d 7h": ("2c 7s Th", 400),
    "7c 7d 3h": ("2c 7s 3d", 200),
    "7c 9c 3c": ("2h Jc Kc", 50),
    "7c 8d 9h": ("2h Tc Jc", 25),
    "7c 7d 9h": ("2h 7s Jc", 5),
}


@law("18.11(d)")
def test_bonus_wager_pays_its_amounts() -> None:
    for cards, (board, amount) in BONUS_PAY.items():
        scene = Scene({1: cards}, board, bonus=True).deal(bonus={1: 100}).all_ride()
        assert [step.cents for step in scene.steps(PayWager) if step.spot == "bonus"] == [amount * 100], cards
    several = Scene(SEVERAL, SEVERAL_BOARD, bonus=True).deal(bonus=dict.fromkeys(SEVERAL, 100)).all_ride()
    assert several.winnings(1, 4, 5, 7) == [1500 - 100, 4500 + 400, 4500 + 400, 3000 - 100]
    two_pair = Scene({1: "7c 7d 9h"}, "2h 9s Jc", bonus=True).deal(bonus={1: 100}).all_ride()
    assert two_pair.winnings(1) == 3 * 500 * 2 - 100  # the chip is lost
    returned = Scene({1: "7c 8d 9h"}, "2h Tc Jc", bonus=True, readings={"bonus-chip": "returned"})
    assert returned.deal(bonus={1: 100}).all_ride().winnings(1) == 3 * 500 * 5 + 2500
    better = Scene({1: "7c 9c 3c"}, "2h Jc Kc", bonus=True, pay=BetterPay(bonus={"flush": Money(5_001)}))
    better.deal(bonus={1: 100}).all_ride()
    assert [step.cents for step in better.steps(PayWager) if step.spot == "bonus"] == [5_001]
    house = LetItRideHouse(pay=BetterPay(bonus={"flush": Money(4_999)}))
    assert [finding.cite for finding in house.breaches(GAME.rules({}))] == ["18.11(d)"]


THREE_CARD_PAY = {
    "A": {"Kh Qh Jh": 40, "7c 7d 7h": 30, "7c 8d 9h": 6, "2c 7c 9c": 4, "7c 7d 9h": 1},
    "B": {"Kh Qh Jh": 40, "7c 7d 7h": 30, "7c 8d 9h": 5, "2c 7c 9c": 4, "7c 7d 9h": 1},
    "C": {"Kh Qh Jh": 40, "7c 7d 7h": 30, "7c 8d 9h": 6, "2c 7c 9c": 3, "7c 7d 9h": 1},
    "D": {"Ah Kh Qh": 50, "Kh Qh Jh": 40, "7c 7d 7h": 30, "7c 8d 9h": 6, "2c 7c 9c": 4, "7c 7d 9h": 1},
    "E": {"Ah Kh Qh": 50, "Kh Qh Jh": 40, "7c 7d 7h": 30, "7c 8d 9h": 5, "2c 7c 9c": 4, "7c 7d 9h": 1},
    "F": {"Ah Kh Qh": 50, "Kh Qh Jh": 40, "7c 7d 7h": 30, "7c 8d 9h": 6, "2c 7c 9c": 3, "7c 7d 9h": 1},
}


@law("18.11(e)")
def test_three_card_bonus_pays_the_table_selected() -> None:
    def payments_for(letter: str, cards: str, **readings: str) -> list[int]:
        scene = Scene({1: cards}, "2h 4s 3d", three_card_bonus=letter, readings=readings)
        scene.deal(three_card_bonus={1: 100}).all_ride()
        return [step.cents // 100 for step in scene.steps(PayWager) if step.spot == "three card bonus"]

    for letter, hands in THREE_CARD_PAY.items():
        for cards, odds in hands.items():
            assert payments_for(letter, cards) == [odds], (letter, cards)
        assert payments_for(letter, "2c 7d 9h") == []
    seats = {1: "7c 7d 9h", 4: "Kh Qh Jh", 5: "2c 8c 6c", 7: "Ac 9d 4h"}  # none has a pair of tens
    several = Scene(seats, "2h 4s 3d", three_card_bonus="A").deal(three_card_bonus={1: 100, 4: 200, 5: 300, 7: 400})
    assert several.all_ride().winnings(1, 4, 5, 7) == [-1500 + won for won in (100, 8000, 1200, -400)]
    # A mini-royal in a table without its line: three readings.
    doubt = "mini-royal-without-a-line"
    assert payments_for("A", "Ah Kh Qh") == [40]
    assert payments_for("A", "Ah Kh Qh", **{doubt: "straight"}) == [6]
    assert payments_for("A", "Ah Kh Qh", **{doubt: "loses"}) == []
    # Between the letters is lawful as long as no line is below the one selected.
    between = LetItRideHouse(three_card_bonus="B", pay=BetterPay(three_card_bonus={"flush": "5 to 1"}))
    assert between.breaches(GAME.rules({})) == []
    below = LetItRideHouse(three_card_bonus="B", pay=BetterPay(three_card_bonus={"flush": "7 to 2"}))
    assert [finding.cite for finding in below.breaches(GAME.rules({}))] == ["18.11(e)"]

    def house_with(letter: Any, pay: BetterPay) -> LetItRideHouse:
        return LetItRideHouse(three_card_bonus=letter, pay=pay)

    # Nor may a mini-royal without a line be paid less than it is read to be paid.
    for letter, (paid_for_it, cites) in product("AB", (("40 to 1", []), ("39 to 1", [("18.11(e)", doubt)]))):
        house = house_with(letter, BetterPay(three_card_bonus={"mini-royal": paid_for_it}))
        assert [(finding.cite, finding.reading) for finding in house.breaches(GAME.rules({}))] == cites
    # Too little for the table selected may do for others, and they are named; base odds have one table only.
    for letter, lines, fits in (
        ("D", {"straight": "5 to 1"}, ["straight: B or E"]),
        ("D", {"straight": "5 to 1", "flush": "3 to 1"}, ["straight: ", "flush: "]),
        ("A", {"flush": "3 to 1"}, ["flush: C"]),
    ):
        found = house_with(letter, BetterPay(three_card_bonus=lines)).breaches(GAME.rules({}))
        told = [f"{each.key.rpartition('.')[2]}: {each.right.partition(', or select table ')[2]}" for each in found]
        assert told == fits
    less = LetItRideHouse(three_card_bonus="A", pay=BetterPay(base={"flush": "7 to 1"})).breaches(GAME.rules({}))
    assert [each.right for each in less] == ["pay no less than the law's table"]
    loses = GAME.rules({doubt: "loses"})
    own_line = LetItRideHouse(three_card_bonus="A", pay=BetterPay(three_card_bonus={"mini-royal": "50 to 1"}))
    assert own_line.breaches(loses) == []
    for pay in (BetterPay(three_card_bonus={"royal": "50 to 1"}), BetterPay(base={"mini-royal": "50 to 1"})):
        assert [f.cite for f in LetItRideHouse(three_card_bonus="A", pay=pay).breaches(loses)] != []
    better = Scene(
        {1: "2c 5c 9c"}, "2h 4s 3d", three_card_bonus="B", pay=BetterPay(three_card_bonus={"flush": "5 to 1"})
    )
    better.deal(three_card_bonus={1: 100}).all_ride()
    assert [step.cents for step in better.steps(PayWager) if step.spot == "three card bonus"] == [500]


def test_one_shoe_one_map() -> None:
    """The map of a manual shoe, from each card to its place, written out."""
    order = shoe({1: "", 2: ""})
    scene = Scene({1: "", 2: ""}, order=order).deal()
    assert scene.t.faces("hand 1") == (order[0], order[3], order[6])
    assert scene.t.faces("hand 2") == (order[1], order[4], order[7])
    assert scene.t.faces("community") == (order[2], order[5], order[8])
    assert BASE == ("bet 1", "bet 2", "bet 3")
