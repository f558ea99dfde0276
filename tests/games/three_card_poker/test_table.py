"""Three Card Poker at the table: wagers, decisions, seats, hidden cards, houses, dates and accounts."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from games.three_card_poker.golden import ROUNDS
from games.three_card_poker.scene import AUTOMATED, Scene
from kit.scene import cite_of
from pitboss.engine.carry import opening
from pitboss.engine.driver import Driver
from pitboss.engine.incidents.incident_kinds import CardExposed, DeviceJam, DrawnInError
from pitboss.engine.inputs import Answer, CardOrder, Close, Conduct, Cut, Leave, Order, Sit, TakeBack, Wager
from pitboss.engine.record import Chain
from pitboss.engine.view import HIDDEN, SPECTATOR, view
from pitboss.games.three_card_poker import GAME
from pitboss.games.three_card_poker.law.house import ThreeCardPokerHouse
from pitboss.games.three_card_poker.law.steps import Forfeit, RevealDealer, WarnOfShortStack
from pitboss.games.three_card_poker.math.strategy import STRATEGIES, by_the_book
from pitboss.law.editions import NotHeldError
from pitboss.law.register import register
from pitboss.public.house_file import read_house
from pitboss.record.explain import explain
from pitboss.record.replay import read
from pitboss.table.card_steps import CollectCards, Deal
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.money import INVENTORY, Money, chips_before
from pitboss.table.steps import CollectWager, VoidRound

NEWEST = "1997-03-17"


# --- wagers


@pytest.mark.parametrize(
    ("spot", "least", "most"), [("ante", 500, 50_000), ("pair plus", 100, 20_000)], ids=["ante", "pair plus"]
)
def test_each_wager_has_limits_of_its_own(spot: str, least: int, most: int) -> None:
    house: dict[str, Any] = {"pair_plus_maximum": Money(20_000)}
    for cents in (least, most):
        assert Scene({1: ""}, **house).open_betting().give(Wager(1, {spot: cents})).t.wager(1, spot) == cents
    for cents in (least - 100, most + 100):
        expected = {"house:limits"} if cents else {"house:limits", "house:smallest-chip"}
        assert Scene({1: ""}, **house).open_betting().refusal_of(Wager(1, {spot: cents})) == expected
    raised = Scene({1: ""}, **house).open_betting().give(Wager(1, {spot: least})).give(Wager(1, {spot: most - least}))
    assert raised.refusal_of(Wager(1, {spot: 100})) == {"house:limits"}


@pytest.mark.parametrize(
    ("stakes", "cite"),
    [
        ({"ante": 550}, "house:smallest-chip"),
        ({"ante": -500}, "house:smallest-chip"),
        ({"ante": 500, "pair plus": 0}, "house:smallest-chip"),
        ({"play": 500}, "20.10(b)"),
        ({"ante": 500, "play": 500}, "20.10(b)"),
        ({"ante bonus": 500}, "reading:wagers"),
        ({"blind": 500}, "reading:wagers"),
        ({}, "reading:wagers"),
    ],
)
def test_what_is_no_wager_is_refused_whole(stakes: dict[str, int], cite: str) -> None:
    scene = Scene({1: ""}).open_betting()
    assert cite in scene.refusal_of(Wager(1, stakes))
    assert scene.t.wagers() == []


def test_more_chips_than_one_has_are_no_wager() -> None:
    assert Scene({1: ""}, chips=900).open_betting().refusal_of(Wager(1, {"ante": 500, "pair plus": 500}))
    Scene({1: ""}, chips=1000).open_betting().give(Wager(1, {"ante": 500, "pair plus": 500}))


@pytest.mark.parametrize("what", ["cash wager", "verbal wager", "match play coupon"])
def test_chips_only(what: Any) -> None:
    assert Scene({1: ""}).open_betting().refusal_of(Conduct(1, what)) == {"reading:wagers"}


def test_nothing_changes_after_no_more_bets() -> None:
    scene = Scene({1: "", 4: ""}, seats=(1, 4, 6)).deal(seat_1=(500, 300))
    late = (Wager(1, {"ante": 500}), Wager(6, {"ante": 500}), TakeBack(1, "pair plus"), TakeBack(1, "ante"))
    for given in late:
        assert scene.refusal_of(given) == {"reading:wagers"}
    assert scene.refusal_of(Leave(1)) == {"reading:wagers"}  # he has wagered and is dealt in
    scene.give(Leave(6))  # who has not may go
    scene.answer("f")
    assert scene.refusal_of(Leave(1)) == {"reading:wagers"}  # his forfeit is not settled yet


def test_the_dealer_does_not_go_on_without_a_wager() -> None:
    scene = Scene({1: ""}).open_betting()
    assert scene.refusal_of(Close()) == {"reading:wagers"}
    scene.bet(1).give(TakeBack(1, "ante"))
    assert scene.refusal_of(Close()) == {"reading:wagers"}
    assert scene.refusal_of(TakeBack(1, "ante")) == {"house:wagers"}  # there is none
    scene.bet(1, 0, 100).give(Close())  # pair plus alone is enough
    assert scene.driver.done


def test_one_position_each_unless_it_is_read_otherwise() -> None:
    def refusals_at(seat: int, position: int) -> set[str]:
        return scene.bars_against(Wager(seat, {"ante": 500}, position))

    scene = Scene({3: ""}, seats=(3, 6)).open_betting()
    assert refusals_at(3, 4) == {"reading:positions"}
    scene = Scene({3: ""}, seats=(3, 6), readings={"positions": "two-adjacent"}).open_betting().bet(3)
    assert refusals_at(3, 4) == refusals_at(3, 2) == set()
    assert refusals_at(3, 5) == refusals_at(3, 6) == {"reading:positions"}  # not next to it; another's
    scene.give(Wager(3, {"pair plus": 500}, position=4))
    assert refusals_at(3, 2) == {"reading:positions"}  # two are the most
    assert refusals_at(3, 4) == set()
    assert scene.refusal_of(Sit(4, "Nell", 5000)) == {"reading:positions"}
    edge = Scene({1: ""}, seats=(1, 7), readings={"positions": "two-adjacent"}).open_betting()
    assert edge.bars_against(Wager(1, {"ante": 500}, 7)) == {"reading:positions"}
    assert edge.bars_against(Wager(7, {"ante": 500}, 8)) == {"reading:positions"}


def test_two_positions_are_decided_and_settled_apart() -> None:
    readings = {"positions": "two-adjacent"}
    scene = Scene({3: "Ac Ad 9h", 4: "7c 5d 2h"}, "Qh Td 5s", seats=(3,), chips=2000, readings=readings).open_betting()
    scene.bet(3).give(Wager(3, {"ante": 1000}, position=4)).give(Close())
    assert view(scene.driver, 3).hands == {3: ("Ac", "Ad", "9h"), 4: ("7c", "5d", "2h")}
    scene.answer("p")
    assert scene.driver.question is not None
    assert scene.driver.question.choices == ("fold",)  # nothing is left for the second play wager
    scene.answer("f")
    assert scene.winnings(3) == 1000 - 1000


# --- decisions


@pytest.mark.parametrize(("chips", "choices"), [(1000, ("play", "fold")), (900, ("fold",)), (500, ("fold",))])
def test_a_play_wager_that_cannot_be_paid_is_not_offered(chips: int, choices: tuple[str, ...]) -> None:
    scene = Scene({1: ""}, chips=chips).deal()
    asked = scene.driver.question
    assert asked is not None
    assert asked.choices == choices
    assert asked.default == "fold"
    if len(choices) == 1:
        assert scene.refusal_of(Answer(1, "play")) == {"20.10(b)"}
        silent = Scene({1: ""}, chips=chips, readings={"silent-seat": "plays"}).deal().driver.question
        assert silent is not None
        assert silent.default == "fold"


@pytest.mark.parametrize(("chips", "warned"), [(1000, 0), (900, 1), (500, 1)])
def test_who_cannot_pay_for_it_is_told_in_time(chips: int, warned: int) -> None:
    scene = Scene({1: ""}, chips=chips).open_betting().bet(1)
    assert len(scene.steps(WarnOfShortStack)) == warned
    if not warned:  # a pair plus wager may leave too little as well
        assert len(scene.bet(1, 0, 100).steps(WarnOfShortStack)) == 1
    scene.give(TakeBack(1, "ante"))
    assert scene.t.wager(1, "ante") == 0


def test_nobody_is_warned_of_a_pair_plus_wager_alone() -> None:
    assert Scene({1: ""}, chips=300).open_betting().bet(1, 0, 300).steps(WarnOfShortStack) == []


@pytest.mark.parametrize(
    ("pair_plus", "chips", "taken"), [(0, 1000, True), (0, 900, False), (300, 1300, True), (300, 1200, False)]
)
def test_where_it_is_read_so_no_ante_leaves_too_little_for_it(pair_plus: int, chips: int, taken: bool) -> None:
    stakes = {"ante": 500} | ({"pair plus": pair_plus} if pair_plus else {})
    scene = Scene({1: ""}, chips=chips, readings={"short-stack": "ante-refused"}).open_betting()
    assert scene.bars_against(Wager(1, stakes)) == (set() if taken else {"reading:short-stack"})
    alone = Scene({1: ""}, chips=300, readings={"short-stack": "ante-refused"}).open_betting()
    alone.bet(1, 0, 300)  # pair plus alone needs no more


def test_pair_plus_alone_is_never_asked_and_stays_in_play() -> None:
    scene = Scene({1: "Ac 9d 4h", 4: "2c 2d 7h", 7: "9c 8d 2h"}, "Qh Td 5s").deal(seat_4=(0, 500))
    asked = []
    while scene.driver.question is not None:
        asked.append(scene.driver.question.seat)
        scene.answer("f")
    assert asked == [1, 7]
    assert [step.position for step in scene.steps(Forfeit)] == [1, 7]
    assert scene.winnings(4) == 500
    assert [step.place for step in scene.steps(CollectCards)] == ["hand 7", "hand 1", "hand 4", "dealer"]


def test_everyone_may_forfeit_and_the_dealer_still_reveals() -> None:
    scene = Scene({1: "", 4: ""}, "Ah Kd 9c").deal().answer("ff")
    assert [step.cards for step in scene.steps(RevealDealer)] == [("Ah", "Kd", "9c")]
    assert scene.winnings(1, 4) == [-500, -500]
    assert scene.t.ledger[INVENTORY] == scene.driver.carry.accounts[INVENTORY] + 1000


def test_a_forfeited_hand_is_shown_to_nobody() -> None:
    scene = Scene({1: "Ac Ad 9h", 4: "7c 5d 2h"}, "Qh Td 5s").deal().answer("fp")
    words = " ".join(act.told for act in view(scene.driver, 4).acts)
    assert "Q♥" in words
    assert not any(card in words for card in ("A♣", "A♦", "9♥"))


def test_the_dealers_cards_are_hidden_until_the_reveal() -> None:
    scene = Scene({1: "", 4: ""}, "Qh Td 5s").deal()
    for seat in (SPECTATOR, 1, 4):
        assert view(scene.driver, seat).dealer == (HIDDEN,) * 3
    scene.answer("p")
    assert scene.driver.submit(Answer(4, "play"), stepwise=True) == []
    assert view(scene.driver, SPECTATOR).dealer == (HIDDEN,) * 3
    scene.run_until(RevealDealer)
    assert view(scene.driver, SPECTATOR).dealer == ("Qh", "Td", "5s")


# --- voids


@pytest.mark.parametrize("answers", ["", "f", "p", "ff", "fp", "pf"])
def test_a_void_gives_back_every_wager_once(answers: str) -> None:
    hands = {1: "", 4: "", 7: ""}
    scene = Scene(hands).deal(seat_1=(500, 300), seat_4=(700, 100), seat_7=(500, 0)).answer(answers)
    scene.give(CardExposed("dealer", 0))
    assert scene.t.void == "20.12(d)"
    assert [scene.winnings(seat) for seat in hands] == [0, 0, 0]
    assert scene.t.ledger[INVENTORY] == scene.driver.carry.accounts[INVENTORY]


def test_the_round_after_a_void_is_played_with_the_same_cards() -> None:
    scene = Scene({1: ""}).deal().give(CardExposed("dealer", 2))
    assert scene.driver.next is not None
    again = Scene({1: "Ac Ad 9h"}, "Qh Td 5s", carry=scene.driver.next).deal().all_play()
    assert again.winnings(1) == 1000


def test_nothing_voids_the_round_once_the_dealer_has_revealed() -> None:
    readings = {"jam-after-the-last-stack": "void", "exposed-player-card": "supervisor"}
    scene = Scene({1: "", 4: ""}, readings=readings, **AUTOMATED).deal().answer("p")
    assert scene.driver.submit(Answer(4, "play"), stepwise=True) == []
    scene.run_until(RevealDealer)
    assert scene.driver.submit(CardExposed("hand 1", 0), stepwise=True) == []
    assert scene.driver.submit(DeviceJam("automated shoe"), stepwise=True) == []
    scene.driver.run()
    assert scene.driver.done
    assert scene.steps(VoidRound) == []


def test_a_supervisor_rules_on_what_no_paragraph_answers() -> None:
    readings = {"exposed-player-card": "supervisor"}
    played = Scene({1: ""}, readings=readings).deal().give(CardExposed("hand 1", 0)).give(Order("play on")).all_play()
    assert played.t.void == ""
    void = Scene({1: ""}, readings=readings).deal().give(CardExposed("hand 1", 0)).give(Order("void the hands"))
    assert (void.t.void, void.winnings(1)) == ("reading:exposed-player-card", 0)
    drawn = Scene({1: ""}).deal_until(Deal, 2).give_amid(DrawnInError(exposed=True))
    assert drawn.refusal_of(Close()) == {"reading:drawn-and-exposed"}
    assert drawn.give(Order("void the hands")).winnings(1) == 0


def test_what_is_kept_is_collected_once() -> None:
    readings = {"forfeits-when-void": "kept"}
    scene = Scene({1: "", 4: ""}, readings=readings).deal(seat_1=(500, 300)).answer("f").give(CardExposed("dealer"))
    kept = [(step.cite, step.spot, step.cents) for step in scene.steps(CollectWager)]
    assert kept == [("reading:forfeits-when-void", "ante", 500), ("reading:forfeits-when-void", "pair plus", 300)]
    assert (scene.winnings(1), scene.winnings(4)) == (-800, 0)


# --- the cards


def test_one_whole_deck_and_nothing_else() -> None:
    for cards in (FULL_DECK[:-1], (*FULL_DECK, "Ah"), (*FULL_DECK[:-1], FULL_DECK[0])):
        assert Scene().refusal_of(CardOrder(cards)) == {"reading:decks"}


def test_a_cut_of_ten_at_least() -> None:
    assert Scene().shuffle().refusal_of(Cut(9)) == {"reading:shuffle-and-cut"}
    assert Scene().shuffle().refusal_of(Cut(43)) == {"reading:shuffle-and-cut"}
    for count in (10, 42):
        assert len(Scene().shuffle().give(Cut(count)).t.cards("shoe")) == 52


def test_pre_shuffled_cards_are_only_cut_where_they_are_allowed() -> None:
    house, rules = ThreeCardPokerHouse(pre_shuffled=True), GAME.rules({"new-cards": "pre-shuffled-too"})
    driver = Driver(GAME, rules, house, opening(0))
    assert driver.submit(Sit(1, "First", 5000)) == []
    assert driver.submit(CardOrder(FULL_DECK)) == []
    assert cite_of(driver.submit(Wager(1, {"ante": 500}))) == {"reading:shuffle-and-cut"}  # the cut comes first
    assert driver.submit(Cut(20)) == []


# --- houses and days


@pytest.mark.parametrize(
    ("line", "key", "cite"),
    [
        ("seats = 8", "seats", "house:seats"),
        ("seats = 0", "seats", "house:seats"),
        ("pair-plus-minimum = 600", "pair-plus-maximum", "house:limits"),
        ("pair-plus-minimum = 0", "pair-plus-maximum", "house:limits"),
        ('pair-plus-minimum = "1.50"', "pair-plus-minimum", "house:limits"),
        ("pre-shuffled = true", "pre-shuffled", "reading:new-cards"),
        ('backs = ["red", "blue"]', "backs", "reading:decks"),
        ('backs = ["red", "red"]\nshuffler = "shuffler"', "backs", "reading:decks"),
        ('dealing = "hand"', "dealing", "20.8(b)1"),
        ("stub-count-every = 6", "stub-count-every", "20.7(e)"),
        ("payout-limit = 50000", "payout-limit", "house:payout-limit"),  # the text knows none
        ('[table.pay.pair-plus]\nflush = "3 to 1"', "pay.pair-plus.flush", "20.11(a)2"),  # what is paid is the law's
        ("two-positions = true", "two-positions", "reading:positions"),
    ],
)
def test_a_house_that_elects_what_it_may_not_is_told(tmp_path: Path, line: str, key: str, cite: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f'[[table]]\nname = "T"\ngame = "three-card-poker"\n{line}\n', encoding="utf-8")
    assert [(problem.key, problem.cite) for problem in read_house(file)[1]] == [(f"table.1.{key}", cite)]


@pytest.mark.parametrize("seats", [1, 6, 7])
def test_houses_without_findings(seats: int) -> None:
    assert ThreeCardPokerHouse(seats=seats).breaches(GAME.rules({})) == []


def test_editions() -> None:
    with pytest.raises(NotHeldError, match="adopted on 1997-03-17"):
        GAME.rules({}, "1997-03-16")
    assert GAME.rules({}, NEWEST).texts == GAME.rules({}).texts
    assert "as last held" in GAME.rules({}, "2010-01-01").texts
    law = GAME.editions.law_on(None)
    assert law.defaults == GAME.editions.never_held == (*(f"20.{number}" for number in range(1, 7)), "20.7(a)")
    assert "20.1 to 20.7(a) not held" in GAME.rules({}).texts
    assert law.sections == {f"20.{number}": NEWEST for number in range(7, 13)}
    assert {edition for edition, _ in register(GAME.package)} == {NEWEST}


def test_sections_never_held_are_never_cited() -> None:
    sources = Path(str(files(GAME.package))).glob("*.py")
    paths = [path for path in sources if path.stem != "editions"]  # that one names what is not held
    source = "".join(path.read_text(encoding="utf-8") for path in paths)
    assert not re.findall(r"""["']20\.(?:[1-6]\b|7\(a\))""", source)


# --- strategies


@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("Qc 6d 4h", True),
        ("Qc 6d 3h", False),
        ("Qc 5d 4h", False),
        ("Qc 7d 2h", True),
        ("Kc 3d 2h", True),
        ("Jc Td 8h", False),
        ("2c 2d 3h", True),
        ("2c 3c 5c", True),
        ("Ac 2d 3h", True),
        ("2c 3d 4h", True),
    ],
)
def test_the_book_plays_queen_six_four_or_better(cards: str, plays: bool) -> None:
    assert by_the_book(parse_cards(cards)) == plays


@pytest.mark.parametrize(
    ("name", "stakes"),
    [
        ("book", {"ante": 500, "pair plus": 100}),
        ("cautious", {"ante": 500}),
        ("bold", {"ante": 500, "pair plus": 100}),
        ("pair plus", {"pair plus": 100}),
    ],
)
def test_what_each_strategy_wagers(name: str, stakes: dict[str, int]) -> None:
    scene = Scene({1: ""}).open_betting()
    (wager,) = STRATEGIES[name].wagers(view(scene.driver, 1), scene.house)
    assert wager == Wager(1, stakes)
    poor = Scene({1: ""}, chips=0).open_betting()
    assert list(STRATEGIES[name].wagers(view(poor.driver, 1), poor.house)) == []


# --- accounts


@pytest.mark.parametrize("scenario", ROUNDS)
def test_explain_adds_up_to_the_cent(scenario: Any) -> None:
    driver = scenario().driver
    _, (record,) = read(b"\n".join(Chain().append(driver, "test", "00" * 32)))
    for story in explain(record):
        assert story.before + story.brought + story.net == story.after
        assert all(wager.cite and not wager.outcome.startswith("stands") for wager in story.wagers)
        if story.seat in driver.table.players:
            assert story.after == driver.table.ledger[chips_before(story.seat)]
