"""The result of one round for the house: three parts that add up, worked out by hand where that is possible."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from games.casino_war.scene import WarScene
from games.craps.scene import FREE, Craps
from games.let_it_ride.scene import Scene as LetItRide
from games.minibaccarat.scene import Coup
from games.three_card_poker.scene import Scene as ThreeCard
from games.ultimate_texas_holdem.scene import Scene as Ultimate
from games.winners_pot_poker.scene import Pot
from kit.scene import seated_carry
from pitboss.analysis import ask, edge
from pitboss.common.punto_banco.irregular import ShoeUnsound
from pitboss.engine.chance import seeded_source
from pitboss.engine.driver import Driver
from pitboss.engine.houses.house import House
from pitboss.engine.incidents.incident_kinds import CardExposed, DiceAstray, FaceUpCard
from pitboss.engine.inputs import AddChips, Close, Input, Leave, Sit, TakeBack, Wager
from pitboss.engine.runner import play_round
from pitboss.engine.view import Seen
from pitboss.engine.waits import Ask
from pitboss.games import REGISTERED, load
from pitboss.games.winners_pot_poker.law.paytables import table_of_the_law
from pitboss.record.round_result import Part, Result, result_of
from pitboss.table.card_steps import Deal
from pitboss.table.money import bank_of
from pitboss.table.paytable import worth


def parts(result: Result) -> dict[str, Part]:
    assert len({part.wager for part in result.parts}) == len(result.parts)
    return {part.wager: part for part in result.parts}


def parts_of_round(driver: Driver) -> dict[str, Part]:
    assert driver.done
    return parts(result_of(driver))


def as_tuple(*values: object) -> tuple[object, ...]:
    """Return the values as a tuple, so that fractions can be compared with whole numbers."""
    return values


# --- everything adds up


class Whim:
    """Wagers as one strategy does, and answers by chance."""

    def __init__(self, game: str, seat: int, pick: Random) -> None:
        strategies = list(load(game).strategies.values())
        self.wagers, self._pick = strategies[seat % len(strategies)].wagers, pick

    def choose(self, view: Seen, asked: Ask) -> str:
        return self._pick.choice(asked.choices)


@pytest.mark.parametrize("game", REGISTERED)
def test_theory_play_and_luck_add_up_to_what_the_bank_won(game: str) -> None:
    played, pick = load(game), Random(17)
    house, rules, source = played.house.usual(), played.rules({}), seeded_source(17)
    carry = seated_carry(1, 2, 3, chips=4_000_00, backs=house.decks)
    if not house.decks:
        carry = msgspec.structs.replace(carry, marks={"shooter": 1})
    seats = {seat: Whim(game, seat, pick) for seat in (1, 2, 3)}
    for _ in range(40):
        driver = play_round(played, rules, house, carry, source, seats)
        result = result_of(driver)
        assert driver.next is not None
        assert result.win == bank_of(driver.next.accounts) - bank_of(carry.accounts)
        for part in result.parts:
            if part.theory is not None:
                assert part.luck is not None
                assert part.theory + part.play + part.luck == part.win
        assert sum((part.play for part in result.parts), Fraction()) >= 0  # nobody does better than best
        carry = driver.next


# --- what is expected is what the rows of `edge` say


@pytest.mark.parametrize(
    ("scene", "game", "row", "wager", "unit"),
    [
        (lambda: ThreeCard({1: ""}).deal().all_play(), "three-card-poker", "ante and play", "ante and play", 500),
        (lambda: LetItRide({1: ""}).deal().all_ride(), "let-it-ride", "base", "base", 500),
        (lambda: Ultimate({1: ""}).deal(600).answer("4"), "ultimate-texas-holdem", "ante, blind and play", "", 600),
        (lambda: Pot({1: "", 3: ""}).play(jacks={1: 500}), "winners-pot-poker", "jacks plus", "jacks plus", 500),
    ],
)
def test_theory_equals_the_edge(scene: Any, game: str, row: str, wager: str, unit: int) -> None:
    found = parts_of_round(scene().driver)[wager or row]
    (exact, *_) = [each.row for each in edge(game, bet=unit // 100).wagers if each.row.wager == row]
    assert found.theory == exact.house_edge * unit
    assert found.variances == (exact.variance * unit**2,)


def test_wagers_of_one_hand_go_together_exactly() -> None:
    """Ante, play and pair plus of one hand have one common variance, which is not the sum of two."""
    result = result_of(ThreeCard({1: ""}).deal(seat_1=(500, 500)).all_play().driver)
    exact = edge("three-card-poker")["ante, play and pair plus"]
    assert result.variances == (exact.variance * 500**2,)
    assert sum(sum(part.variances) for part in result.parts) != result.variances[0]


def test_let_it_ride_bonuses_are_expected_beside_the_base() -> None:
    scene = LetItRide({1: ""}, bonus=True, three_card_bonus="D")
    driver = scene.deal(bonus={1: 100}, three_card_bonus={1: 1_000}).all_ride().driver
    found, exact = parts_of_round(driver), edge("let-it-ride", settings={"three-card-bonus": "D"})
    assert found["bonus"].theory == exact["bonus"].house_edge * 100
    assert found["three card bonus"].theory == exact["three card bonus", "D"].house_edge * 1_000
    assert found["three card bonus"].variances == (exact["three card bonus", "D"].variance * 1_000**2,)
    assert len(result_of(driver).variances) == 1


def test_trips_are_expected_beside_any_ante() -> None:
    parts = parts_of_round(Ultimate({1: ""}).deal(600, trips={1: 500}).answer("4").driver)
    assert parts["trips"].theory == edge("ultimate-texas-holdem", bet=6)["trips", "A"].house_edge * 500


# --- Three Card Poker, by hand


def test_folding_the_weakest_playable_hand_gives_a_little_away() -> None:
    """Playing Q-6-4 loses 9151/9212 of an ante on average, and folding it a whole ante."""
    folded = parts_of_round(ThreeCard({1: "Qh 6c 4d"}).deal().answer("f").driver)["ante and play"]
    theory = Fraction(686_689, 20_358_520) * 500
    play = (1 - Fraction(9_151, 9_212)) * 500
    assert (folded.handle, folded.win, folded.theory, folded.play) == (500, 500, theory, play)
    assert folded.luck == 500 - theory - play
    played = parts_of_round(ThreeCard({1: "Qh 6c 4d"}, "2h 3h 5d").deal().answer("p").driver)["ante and play"]
    assert as_tuple(played.handle, played.win, played.play) == (1_000, -500, 0)


def test_folding_a_pair_gives_pair_plus_away_as_well() -> None:
    """A pair would have been paid 1 to 1 and is forfeited: 200 cents for a wager of 100."""
    parts = parts_of_round(ThreeCard({1: "5h 5d 2c"}).deal(seat_1=(500, 100)).answer("f").driver)
    assert parts["pair plus"].play == 200
    assert parts["pair plus"].win == 100
    value = next(choice.value for choice in ask("three-card-poker", "5h 5d 2c").answer.choices if choice.name == "play")
    assert parts["ante and play"].play == (value + 1) * 500


def test_folding_for_want_of_chips_counts_as_given_away() -> None:
    scene = ThreeCard({1: "Ah Ad Ac"}, chips=500).deal()
    found = parts_of_round(scene.answer("f").driver)["ante and play"]
    value = next(choice.value for choice in ask("three-card-poker", "Ah Ad Ac").answer.choices if choice.name == "play")
    assert found.play == (value + 1) * 500


def test_a_push_is_decided() -> None:
    found = parts_of_round(ThreeCard({1: "Ah Kd 9c"}, "Ad Kh 9s").deal().all_play().driver)["ante and play"]
    assert (found.handle, found.win) == (1_000, 0)
    assert found.theory is not None
    assert found.luck == -found.theory


# --- Let It Ride, by hand


def test_withdrawing_from_a_straight_draw_gives_its_value_away() -> None:
    """9-10-J-Q: of 48 cards 8 pay 5 to 1 and 9 pay 1 to 1, and 31 lose: 18/48 of a bet."""
    scene = LetItRide({1: "9s Tc Jd"}, "2h Qh 8d").deal()
    best = ask("let-it-ride", "9s Tc Jd").answer.best
    found = parts_of_round(scene.answer("r" if best == ("let it ride",) else "w").answer("w").driver)["base"]
    assert found.play == Fraction(18, 48) * 500
    assert found.theory == Fraction(37_963, 1_082_900) * 500
    assert found.handle == 500 * (1 + (best == ("let it ride",)))


def test_withdrawing_bet_1_costs_what_plain_enumeration_says() -> None:
    """Counting by kinds of cards gives the same as counting every card by itself."""
    values = {choice.name: choice.value for choice in ask("let-it-ride", "2s 7c Kd").answer.choices}
    scene = LetItRide({1: "2s 7c Kd"}, "3h 4h 5d").deal().answer("r")
    after = {each.name: each.value for each in ask("let-it-ride", "2s 7c Kd", board="4h").answer.choices}
    found = parts_of_round(scene.answer("w").driver)["base"]
    assert values["withdraw"] > values["let it ride"]
    assert after["withdraw"] > after["let it ride"]
    assert found.play == (values["withdraw"] - values["let it ride"]) * 500


# --- Ultimate Texas Hold 'Em, by hand


def test_folding_a_royal_flush_on_the_board_gives_its_value_away() -> None:
    """Everybody ties: a play wager comes back with ante and blind, and a fold loses both."""
    board = "Th Jh Qh Kh Ah"
    scene = Ultimate({1: "2c 3d"}, "4c 5d", board).deal().answer("c")
    found = parts_of_round(scene.answer("c").answer("f").driver)["ante, blind and play"]
    earlier = Fraction()
    for seen, taken in (("", "check"), ("Th Jh Qh", "check")):
        values = {
            choice.name: choice.value
            for choice in ask("ultimate-texas-holdem", "2c 3d", board=seen, bet=5).answer.choices
        }
        earlier += max(values.values()) - values[taken]
    assert found.play == 2 * 500 + earlier * 500
    assert found.win == 1_000


def test_antes_that_are_paid_alike_are_worth_alike() -> None:
    """If halves are dropped, an ante of $12 is worth two of $6, and one of $7 is paid a smaller share."""
    dropped = {"odd-chip": "down"}
    worth = {
        ante: parts_of_round(Ultimate({1: "As Ks"}, readings=dropped).deal(ante).answer("4").driver)[
            "ante, blind and play"
        ]
        for ante in (600, 700, 1_200)
    }
    in_antes = {ante: part.theory / ante for ante, part in worth.items() if part.theory is not None}
    assert in_antes[600] == in_antes[1_200] < in_antes[700]
    exact = edge("ultimate-texas-holdem", bet=7, readings=dropped)["ante, blind and play"]
    assert (worth[700].theory, worth[700].variances) == (exact.house_edge * 700, (exact.variance * 700**2,))


def test_a_play_wager_of_all_chips_has_no_value() -> None:
    scene = Ultimate({1: "As Ks"}, chips=1_700, readings={"short-stack": "all-in"}).deal()
    assert "play all in" in scene.driver.question.choices  # type: ignore[union-attr]
    scene.words = {**scene.words, "a": "play all in"}  # type: ignore[misc]
    result = result_of(scene.answer("a").driver)
    assert as_tuple(result.unvalued, parts(result)["ante, blind and play"].play) == (1, 0)


# --- Winner's Pot Poker, by hand

FOUR_OF_A_KIND = int(worth(table_of_the_law().lines["four-of-a-kind"]))  # to 1


@pytest.mark.parametrize("reading", ["cards-held", "loses"])
def test_folding_four_jacks_gives_their_value_away(reading: str) -> None:
    """No fifth card makes four of a kind better or worse. Folded, they are paid for as they are held, or lost: then the
    fold has cost what they would have been paid, and the wager."""
    rules = {"folded-jacks-plus": reading}
    scene = Pot({1: "Js Jh Jd Jc", 3: ""}, folds={1: "double"}, readings=rules)
    found = parts_of_round(scene.play(jacks={1: 100}).driver)["jacks plus"]
    assert found.play == (0 if reading == "cards-held" else FOUR_OF_A_KIND * 100 + 100)
    assert found.win == (-FOUR_OF_A_KIND * 100 if reading == "cards-held" else 100)


def test_the_pot_has_no_theory() -> None:
    parts = parts_of_round(Pot({1: "", 3: ""}).play().driver)
    pot = parts["ante, bets and pot"]
    assert as_tuple(pot.theory, pot.luck, pot.play, pot.variances) == (None, None, 0, ())
    assert pot.handle == 2 * (500 + 500 + 1_000)


# --- craps, by the roll


def test_the_theory_of_a_roll_with_a_point_is_exact() -> None:
    """On 6 a pass bet wins by 5 rolls and loses by 6 of 36."""
    roll = Craps(point=6, standing={1: {"pass": 500}}).roll_totals(6).drivers[0]
    found = parts_of_round(roll)["pass"]
    assert as_tuple(found.handle, found.win, found.play) == (500, -500, 0)
    assert found.theory == Fraction(6 - 5, 36) * 500
    assert found.variances == (Fraction(11, 36) * 500**2 - Fraction(500, 36) ** 2,)
    undecided = parts_of_round(Craps(point=6, standing={1: {"pass": 500}}).roll_totals(5).drivers[0])["pass"]
    assert (undecided.handle, undecided.win, undecided.theory) == (0, 0, found.theory)


def test_a_barred_twelve_adds_theory_but_no_handle() -> None:
    """Don't pass loses on 8 rolls and wins on 3. The void twelve is one of the 36 rolls and was to be expected."""
    found = parts_of_round(Craps(1).bet(1, "don't pass").roll(6, 6).drivers[0])["don't pass"]
    assert (found.handle, found.win, found.theory) == (0, 0, Fraction(8 - 3, 36) * 500)


def test_place_bets_are_off_on_a_come_out_roll() -> None:
    found = parts_of_round(Craps(1, standing={1: {"place 6": 600}}).bet(1, "pass").roll_totals(7).drivers[0])[
        "place to win"
    ]
    assert as_tuple(found.handle, found.theory, found.variances) == (0, 0, (0,))


LAYOUT = {
    1: {"pass": 500, "pass odds": 1_000, "come 4": 500, "place 6": 600, "hard 8": 100, "field": 500},
    2: {"don't pass": 1_000, "don't come 9": 500, "place 5 to lose": 800, "horn": 400, "come": 500},
}


def test_the_mean_over_all_36_rolls_is_the_theory_and_so_is_the_variance() -> None:
    """The engine throws every roll. Seats that depend on the same dice are not independent."""
    wins = []
    for dice in product(range(1, 7), repeat=2):
        result = result_of(Craps(1, 2, point=8, standing=LAYOUT).roll(*dice).drivers[0])
        wins.append(result.win)
    theory = sum((part.theory for part in result.parts if part.theory is not None), Fraction())
    assert Fraction(sum(wins), 36) == theory
    assert (Fraction(sum(win**2 for win in wins), 36) - theory**2,) == result.variances


@pytest.mark.parametrize("vigorish", ["when-made", "on-a-win"])
def test_a_fee_is_expected_when_it_is_taken(vigorish: str) -> None:
    scene = Craps(1, point=8, buy_and_lay=True, readings={"vigorish": vigorish}).bet(1, "buy 4", 2_000)
    found = parts_of_round(scene.roll_totals(5).drivers[0])["buy"]
    lost, won, fee = Fraction(6, 36) * 2_000, Fraction(3, 36) * 4_000, 100
    on_a_win = Fraction(3, 36) * fee if vigorish == "on-a-win" else fee
    assert found.theory == lost - won + on_a_win
    assert found.win == (0 if vigorish == "on-a-win" else fee)


def test_a_fee_returned_without_a_roll_is_not_luck() -> None:
    scene = Craps(1, point=8, buy_and_lay=True, readings={"vigorish": "when-made"}).bet(1, "buy 4", 2_000)
    scene.roll_totals(5).give(TakeBack(1, "buy 4")).bet(1, "field").roll_totals(5)
    found = parts_of_round(scene.drivers[1])["buy"]
    assert as_tuple(found.win, found.theory, found.luck) == (-100, -100, 0)


# --- what is left out


def test_a_void_round_has_no_results() -> None:
    scene = ThreeCard({1: "", 4: ""}).deal_until(Deal, 1, seat_1=(500, 300)).give_amid(FaceUpCard(1), FaceUpCard(3))
    result = result_of(scene.driver)
    assert (result.void, result.parts, result.variances, result.win) == (True, (), (), 0)
    one = result_of(ThreeCard({1: "", 4: ""}).deal_until(Deal, 1).give_amid(FaceUpCard(1)).all_play().driver)
    assert (one.void, one.parts[0].handle) == (False, 2_000)


def test_void_hands_have_no_results_except_their_trips() -> None:
    """32.13(a): all hands are void, and trips are settled."""
    scene = Ultimate({1: "", 5: ""}).deal(trips={5: 500}).give(CardExposed("dealer", 1))
    parts = parts_of_round(scene.driver)
    assert list(parts) == ["trips"]
    assert parts["trips"].theory == edge("ultimate-texas-holdem", bet=5)["trips", "A"].house_edge * 500


def test_a_bonus_chip_that_a_void_round_keeps_is_won() -> None:
    scene = LetItRide({1: "", 4: ""}, bonus=True, readings={"void-bonuses": "kept"}).deal_until(Deal, 1, bonus={1: 100})
    result = result_of(scene.give_amid(FaceUpCard(1), FaceUpCard(3)).driver)
    assert (result.void, result.win) == (True, 100)
    kept = parts(result)["bonus"]
    assert as_tuple(kept.theory, kept.play, kept.luck, kept.variances) == (100, 0, 0, ())
    assert result.variances == ()


def test_the_lost_ante_of_a_folded_hand_in_a_void_round_is_not_luck() -> None:
    """A player who folded has lost, and one who played gets everything back: only one of two results is possible."""
    scene = ThreeCard({1: "", 4: ""}, readings={"forfeits-when-void": "kept"}).deal(seat_1=(500, 200)).answer("f")
    result = result_of(scene.give(CardExposed("dealer", 1)).driver)
    assert (result.void, result.win, result.variances) == (True, 700, ())
    for part in parts(result).values():
        assert as_tuple(part.theory, part.luck, part.play, part.variances) == (part.win, 0, 0, ())
    folded = Ultimate({1: "", 5: ""}, readings={"folded-then-void": "kept"}).deal(trips={1: 500}).answer("c c c c f")
    found = parts_of_round(folded.give(CardExposed("dealer", 1)).driver)
    assert as_tuple(found["ante, blind and play"].win, found["ante, blind and play"].luck) == (1_000, 0)
    assert found["trips"].theory == edge("ultimate-texas-holdem", bet=5)["trips", "A"].house_edge * 500


def test_a_fault_of_a_model_is_not_blamed_on_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> object:
        raise KeyError("no such hand")

    monkeypatch.setattr("pitboss.games.three_card_poker.math.hold.MODEL.worths", breaks)
    driver = ThreeCard({1: ""}).deal().all_play().driver
    with pytest.raises(AssertionError, match=r"round 1 of three-card-poker replays, but .*'no such hand'"):
        result_of(driver)


def test_a_wager_taken_back_has_no_result() -> None:
    scene = ThreeCard({1: ""}).open_betting().bet(1, 500, 100).give(TakeBack(1, "pair plus"))
    parts = parts_of_round(scene.give(Close()).all_play().driver)
    assert list(parts) == ["ante and play"]


def test_a_void_roll_has_no_expected_result() -> None:
    scene = Craps(1, point=6, standing={1: {"pass": 500}}).give(DiceAstray("off the table")).roll(1, 1)
    result = result_of(scene.drivers[0])
    assert (result.void, result.parts, result.variances) == (True, (), ())


def test_results_leave_the_houses_own_seats_out() -> None:
    driver = ThreeCard({1: "", 4: ""}).deal(seat_4=(700,)).all_play().driver
    result = result_of(driver, left_out="Player 4".__eq__)
    assert parts(result)["ante and play"].handle == 1_000
    assert (len(result.variances), result.companions) == (1, 1)


def test_losses_of_players_to_house_companions_belong_to_the_house() -> None:
    """The pot passes from one to the other; together they lose what the house keeps of it."""
    driver = Pot({1: "As Ah Ad Ac 2c", 3: ""}).play().driver
    whole = parts_of_round(driver)["ante, bets and pot"].win
    first, third = (
        parts(result_of(driver, left_out=name.__eq__))["ante, bets and pot"].win for name in ("Player 3", "Player 1")
    )
    assert first + third == whole
    assert driver.next is not None
    assert first == driver.carry.accounts["rack 1"] - driver.next.accounts["rack 1"]
    assert first * third < 0


def test_chips_brought_and_taken_away_are_counted() -> None:
    scene = Craps(1, chips=2_000, readings=FREE)
    scene.give(Sit(2, "Bea", 30_000), AddChips(1, 20_000)).bet(1, "field").roll_totals(7).give(Leave(2))
    first = result_of(scene.drivers[0])
    assert ([tuple(each) for each in first.chips], first.win) == (
        [("Bea", 30_000, None), ("Player 1", 20_000, None)],
        500,
    )
    second = result_of(scene.bet(1, "field").roll_totals(7).drivers[1])
    assert [tuple(each) for each in second.chips] == [("Bea", -30_000, None)]


# --- in every game


class Bets:
    """Puts the same amount on each of these areas once, and answers by chance."""

    def __init__(self, seat: int, spots: tuple[str, ...], pick: Random) -> None:
        self._seat, self._spots, self._pick, self._made = seat, spots, pick, False

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        if not self._made:
            self._made = True
            yield Wager(self._seat, dict.fromkeys(self._spots, 1_000))

    def choose(self, view: Seen, asked: Ask) -> str:
        return self._pick.choice(asked.choices)


# By game: areas to wager $10 each on, and the rows of `edge` that say what the house has of them in one round.
LAID: dict[str, tuple[tuple[str, ...], tuple[str | tuple[str, str], ...]]] = {
    "let-it-ride": (("bet 1", "bet 2", "bet 3"), ("base",)),
    "craps": (("pass", "field", "any seven", "craps twelve"), ("field", "any seven", "craps twelve")),
    "three-card-poker": (("ante", "pair plus"), ("ante and play", "pair plus")),
    "ultimate-texas-holdem": (("ante", "blind", "trips"), ("ante, blind and play", ("trips", "A"))),
    "winners-pot-poker": (("ante", "jacks plus"), ("jacks plus",)),
    "roulette": (("straight 17", "dozen 2", "red"), ("straight", "dozen", "red")),
    "big-six": (("$1", "$10", "joker"), ("$1", "$10", "joker")),
    "sic-bo": (("small", "total 9", "any three of a kind"), ("small", "total 9 or 12", "any three of a kind")),
    "minibaccarat": (("banker", "tie"), ("banker", "tie")),
    "baccarat": (("player", "tie"), ("player", "tie")),
    "casino-war": (("initial", "tie"), ("initial", "tie")),
}


@pytest.mark.parametrize("game", REGISTERED)
def test_theory_is_the_exact_edge_whatever_the_result(game: str) -> None:
    """In four rounds with different cards, dice or spins the house wins and loses, and should expect the same each
    time."""
    spots, rows = LAID[game]
    played, exact = load(game), edge(game, bet=10)
    expected = {exact[row].wager: exact[row].house_edge * 1_000 * 2 for row in rows}
    house, rules = played.house.usual(), played.rules({})
    carry = seated_carry(1, 3, chips=4_000_00, backs=house.decks)
    if not house.decks:
        carry = msgspec.structs.replace(carry, marks={"shooter": 1})
    wins = set()
    for seed in (1, 2, 3, 4):
        pick = Random(seed)
        seats = {seat: Bets(seat, spots, pick) for seat in (1, 3)}
        result = result_of(play_round(played, rules, house, carry, seeded_source(seed), seats))
        found = parts(result)
        assert {wager: found[wager].theory for wager in expected} == expected
        assert all(found[wager].luck == found[wager].win - expected[wager] - found[wager].play for wager in expected)
        wins.add(sum(found[wager].win for wager in expected))
    assert len(wins) > 1


def test_the_theory_of_a_tie_wager_on_a_war_counts_from_when_it_is_made() -> None:
    """It is made when the first cards are known, and from then on counts by itself."""
    scene = WarScene("Kh Kd 2c 5s 7d", tie_wager_on_war="offered").bet(1, 10, 5).deal().answer("w")
    parts = parts_of_round(scene.tie_on_war(1, 5).deal().driver)
    exact = edge("casino-war", bet=10, settings={"tie-wager-on-war": "offered"})
    for wager, cents in (("initial", 1_000), ("tie", 500), ("tie on war", 500)):
        assert parts[wager].theory == exact[wager].house_edge * cents


def test_a_war_with_all_chips_has_no_value() -> None:
    """One reading lets a player go to war with fewer chips than his initial wager. That wager is not counted."""
    scene = WarScene("Kh Kd 2c 5s", chips=1_700, readings={"short-stack": "all-in"}).bet(1, 10).deal()
    result = result_of(scene.answer("w").deal().driver)
    assert as_tuple(result.unvalued, parts(result)["initial"].play) == (1, 0)
    must = WarScene("Kh Kd 2c 5s", chips=1_700).bet(1, 10).deal().answer("s")
    assert as_tuple(result_of(must.driver).unvalued) == (0,)


# --- marked vigorish


def test_marked_vigorish_is_expected_with_the_win_and_not_again() -> None:
    """A win of $100 on the banker's hand owes $5. The edge has it already, so that what is paid later is no theory,
    whether the one who owes it goes in a round of others or in one that is void."""
    bankers = "9c Qd 7s 8h"  # a natural against 6
    for end, theory in (
        (Close(), edge("minibaccarat", bet=10)["banker"].house_edge * 1_000),
        (ShoeUnsound("foreign card"), 0),
    ):
        scene = Coup(f"{bankers} {bankers}", 1, 2, vigorish_taken="end-of-shoe").bet(1, "banker", 100).deal()
        scene.bet(2, "banker").give(Leave(1), end)
        won, paid = (parts_of_round(driver)["banker"] for driver in scene.drivers[:2])
        assert (won.win, won.theory) == (-10_000, edge("minibaccarat", bet=100)["banker"].house_edge * 10_000)
        assert (paid.theory, paid.win) == (theory, 500 - 1_000 * bool(theory))
        assert paid.luck == paid.win - theory


def test_a_fee_of_one_who_takes_the_seat_is_expected_once() -> None:
    """Two people make the same wager at one seat before one roll; the first takes his down and leaves."""
    scene = Craps(
        1, 3, point=8, shooter=3, buy_and_lay=True, readings={"vigorish": "when-made"}, standing={3: {"pass": 500}}
    )
    scene.bet(1, "buy 4", 2_000).give(TakeBack(1, "buy 4"), Leave(1), Sit(1, "Bea", 50_000)).bet(1, "buy 4", 2_000)
    found = parts_of_round(scene.roll_totals(5).drivers[0])["buy"]
    assert found.theory == Fraction(6, 36) * 2_000 - Fraction(3, 36) * 4_000 + 100
