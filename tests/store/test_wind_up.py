"""Winding up a round from its carry and its entries: who gets what, and that no chip is created or lost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.engine.carry import Carry, Deck
from pitboss.engine.inputs import COMPANION
from pitboss.store.rounds.wind_up import ChipMove, chips_standing, names_in_round, wind_up
from pitboss.table.facts import AWAY
from pitboss.table.money import CAGE, INVENTORY, OUTSIDE, chips_before

ANN, BOB, CY = 1, 2, 3
ACCOUNTS = {"Ann": ANN, "Bob": BOB, "Cy": CY}
DECKS = (Deck("red", ("As", "Kd")),)


def carry(players: dict[int, str], chips: dict[str, int], **marks: int) -> Carry:
    """Return a table with 100,000 cents in its inventory. What players have came from outside."""
    named = {mark.replace("_", " "): value for mark, value in marks.items()}
    return Carry(7, players, {INVENTORY: 100_000, OUTSIDE: -100_000 - sum(chips.values()), **chips}, DECKS, named)


def sits(seat: int, player: str, by: str = "") -> str:
    given: dict[str, Any] = {"input": "sit", "seat": seat, "player": player, "chips": 1}
    return json.dumps({"line": "input", "given": {**given, **({"by": by} if by else {})}})


def test_wagers_go_back_and_the_table_is_as_the_round_found_it() -> None:
    before = carry({3: "Ann"}, {chips_before(3): 5_000}, button=2)
    after, owed = wind_up(before, [], [], ACCOUNTS)
    assert after == Carry(8, before.players, dict(sorted(before.accounts.items())), before.decks, before.marks)
    assert not owed


def test_fills_and_credits_of_the_round_are_kept() -> None:
    before = carry({3: "Ann"}, {chips_before(3): 5_000})
    rows = [
        json.dumps({"line": "input", "given": {"input": way, "cents": cents, "by": "supervisor"}})
        for way, cents in (("fill", 900), ("credit", 300))
    ]
    after, _ = wind_up(before, rows, [], ACCOUNTS)
    assert (after.accounts[INVENTORY], after.accounts[CAGE]) == (100_600, -600)
    again, _ = wind_up(after, rows[1:], [], ACCOUNTS)
    assert (again.accounts[INVENTORY], again.accounts[CAGE]) == (100_300, -300)
    assert again.accounts[OUTSIDE] == before.accounts[OUTSIDE]


def test_the_cage_pays_what_the_table_cannot() -> None:
    """The chips that a round had collected went to the cage, and now they are due to the players again."""
    before = carry({3: "Ann"}, {chips_before(3): 5_000})
    held = before.accounts[INVENTORY]
    row = json.dumps({"line": "input", "given": {"input": "credit", "cents": held + 700, "by": "supervisor"}})
    after, _ = wind_up(before, [row], [], ACCOUNTS)
    assert after.accounts.get(INVENTORY, 0) == 0
    assert after.accounts[CAGE] == held
    assert sum(after.accounts.values()) == sum(before.accounts.values())


def test_wagers_standing_before_the_round_stay() -> None:
    before = carry({3: "Ann"}, {chips_before(3): 5_000, "pass @3": 700, "pass odds @3": 1_400})
    after, owed = wind_up(before, [], [], ACCOUNTS)
    assert chips_standing(after, 3) == 2_100
    assert after.accounts["pass odds @3"] == 1_400
    assert not owed


def test_a_player_who_came_in_the_round_keeps_his_seat_and_chips() -> None:
    before = carry({3: "Ann"}, {chips_before(3): 5_000})
    after, owed = wind_up(before, [sits(5, "Bob")], [ChipMove(BOB, -4_000)], ACCOUNTS)
    assert after.players == {3: "Ann", 5: "Bob"}
    assert (after.accounts[chips_before(3)], after.accounts[chips_before(5)]) == (5_000, 4_000)
    assert not owed


def test_wagers_of_a_player_who_left_return_to_his_account() -> None:
    before = carry({3: "Ann", 4: "Bob"}, {chips_before(3): 5_000, chips_before(4): 300})
    after, owed = wind_up(before, [], [ChipMove(ANN, 4_500)], ACCOUNTS)
    assert (after.players, owed) == ({4: "Bob"}, {ANN: 500})
    assert chips_before(3) not in after.accounts


def test_the_house_bears_the_winnings_of_a_player_who_left() -> None:
    before = carry({3: "Ann"}, {chips_before(3): 5_000})
    after, owed = wind_up(before, [], [ChipMove(ANN, 5_250)], ACCOUNTS)
    assert (after.accounts[INVENTORY], owed) == (99_750, {})


def test_the_seat_of_a_player_who_left_keeps_his_standing_wagers() -> None:
    before = carry({3: "Ann"}, {chips_before(3): 5_000, "pass @3": 700})
    after, owed = wind_up(before, [], [ChipMove(ANN, 4_000)], ACCOUNTS)
    assert (after.players, after.marks) == ({3: "Ann"}, {AWAY.word(3): 1})
    assert (after.accounts[chips_before(3)], after.accounts["pass @3"]) == (1_000, 700)
    assert not owed


def test_a_player_gone_before_the_round_stays_gone() -> None:
    before = carry(
        {3: "Ann", 4: "Eve (house)"}, {"pass @3": 700, "pass @4": 500, chips_before(4): 100}, away_3=1, away_4=1
    )
    after, owed = wind_up(before, [], [], ACCOUNTS)
    assert after == Carry(8, before.players, dict(sorted(before.accounts.items())), before.decks, before.marks)
    assert not owed


def test_seats_may_change_hands_several_times_in_a_round() -> None:
    """Ann gets up and Bob takes her seat. Cy comes, leaves and comes back at another seat. A companion gives up its
    seat."""
    before = carry({3: "Ann", 6: "Eve (house)"}, {chips_before(3): 5_000, chips_before(6): 900})
    lines = [sits(3, "Bob"), sits(5, "Cy"), sits(6, "Cy"), sits(2, "Gus (house)", by=COMPANION)]
    moved = [ChipMove(ANN, 5_000), ChipMove(BOB, -700), ChipMove(CY, -800), ChipMove(CY, 750), ChipMove(CY, -600)]
    assert names_in_round(before, lines) == {"Ann", "Eve (house)", "Bob", "Cy"}
    after, owed = wind_up(before, lines, moved, ACCOUNTS)
    assert after.players == {3: "Bob", 6: "Cy"}
    assert (after.accounts[chips_before(3)], after.accounts[chips_before(6)]) == (700, 650)
    assert owed == {}
    assert sum(after.accounts.values()) == sum(before.accounts.values())


def test_clearing_the_table_returns_all_chips() -> None:
    chips = {chips_before(3): 5_000, "pass @3": 700, chips_before(4): 300, "come 6 @5": 500, chips_before(6): 10}
    before = carry({3: "Ann", 4: "Eve (house)", 5: "Bob", 6: "Cy"}, chips, away_5=1, point=6)
    after, owed = wind_up(before, [], [ChipMove(CY, 10)], ACCOUNTS, clear=True)
    assert owed == {ANN: 5_700, BOB: 500}
    assert (after.players, after.accounts) == ({}, {INVENTORY: 100_000, OUTSIDE: -100_000})
    assert after.marks == {"point": 6}


def test_wagers_taken_down_by_a_leaver_do_not_stand_again() -> None:
    """At craps a player who leaves takes down what may come down. He has those chips already."""
    before = carry(
        {3: "Ann", 5: "Bob"},
        {chips_before(5): 21_000, "place 6 @5": 6_000, chips_before(3): 100},
        **{"on place 6 @5": 1},
    )
    after, owed = wind_up(before, [], [ChipMove(BOB, 27_000)], ACCOUNTS)
    assert (after.players, after.marks, owed) == ({3: "Ann"}, {}, {})
    assert chips_standing(after, 5) == 0
    assert after.accounts[INVENTORY] == before.accounts[INVENTORY]


@pytest.mark.parametrize("order", [(BOB, CY), (CY, BOB)])
def test_a_successor_in_a_seat_has_his_own_chips_only(order: tuple[int, int]) -> None:
    accounts = {"Bob": order[0], "Cy": order[1]}
    before = carry({5: "Bob"}, {chips_before(5): 21_000, "place 6 @5": 6_000})
    for taken in (27_000, 20_000):  # with what stood, or without and with wagers of the round still out
        moved = [ChipMove(accounts["Bob"], taken), ChipMove(accounts["Cy"], -30_000)]
        after, owed = wind_up(before, [sits(5, "Cy")], moved, accounts)
        assert (after.players, after.marks) == ({5: "Cy"}, {})
        assert (after.accounts[chips_before(5)], chips_standing(after, 5)) == (30_000, 0)
        assert owed == ({accounts["Bob"]: 27_000 - taken} if taken < 27_000 else {})


def test_a_player_who_changed_seats_has_all_chips_at_the_new_one() -> None:
    before = carry({5: "Bob"}, {chips_before(5): 21_000, "place 6 @5": 6_000})
    after, owed = wind_up(before, [sits(6, "Bob")], [ChipMove(BOB, 27_000), ChipMove(BOB, -27_000)], ACCOUNTS)
    assert (after.players, after.accounts[chips_before(6)], owed) == ({6: "Bob"}, 27_000, {})
    assert chips_standing(after, 5) == 0


def test_a_companion_whose_seat_is_taken_takes_its_wagers_along() -> None:
    before = carry({5: "Eve (house)"}, {chips_before(5): 21_000, "place 6 @5": 6_000})
    after, owed = wind_up(before, [sits(5, "Cy")], [ChipMove(CY, -500)], ACCOUNTS)
    assert (after.players, owed) == ({5: "Cy"}, {})
    assert (after.accounts[chips_before(5)], chips_standing(after, 5)) == (500, 0)


amounts = st.integers(0, 10_000)
SEATS = (1, 2, 3, 4)


@settings(max_examples=500, deadline=None)
@given(
    racks=st.lists(amounts, min_size=3, max_size=3),
    stood=st.lists(amounts, min_size=3, max_size=3),
    moves=st.lists(
        st.tuples(st.sampled_from((ANN, BOB, CY)), st.integers(1, 12_000), st.sampled_from(SEATS)), max_size=8
    ),
    clear=st.booleans(),
)
def test_no_chip_is_created_or_lost(
    racks: list[int], stood: list[int], moves: list[tuple[int, int, int]], clear: bool
) -> None:
    """People come and go, from whatever seat to whatever seat: everybody has what he had on the table and brought, less
    what he took away. Only what somebody took away beyond that is the house's loss."""
    names = dict(zip(ACCOUNTS.values(), ACCOUNTS, strict=True))
    chips = {chips_before(seat): cents for seat, cents in enumerate(racks, 1) if cents}
    chips |= {f"pass @{seat}": cents for seat, cents in enumerate(stood, 1) if cents}
    before = carry(dict(enumerate(names.values(), 1)), chips, point=6, button=0)
    at = {ANN: 1, BOB: 2, CY: 3}
    moved, lines = [], []
    for account, cents, seat in moves:  # people who are there go, people who are not come where there is room
        if at.pop(account, 0):
            moved.append(ChipMove(account, cents))
        elif seat not in at.values():
            at[account] = seat
            moved.append(ChipMove(account, -cents))
            lines.append(sits(seat, names[account]))
    after, owed = wind_up(before, lines, moved, ACCOUNTS, clear=clear)
    assert sum(after.accounts.values()) == sum(before.accounts.values())
    assert all(cents > 0 for place, cents in after.accounts.items() if place not in (INVENTORY, OUTSIDE))
    sitting = {name: seat for seat, name in after.players.items() if AWAY.word(seat) not in after.marks}
    assert sitting == ({} if clear else {names[account]: seat for account, seat in at.items()})
    assert {mark: after.marks.get(mark) for mark in before.marks} == before.marks
    lost = 0
    for started, (account, name) in enumerate(names.items()):
        due = racks[started] + stood[started] - sum(each.cents for each in moved if each.account == account)
        lost -= min(due, 0)
        seats = [seat for seat, who in after.players.items() if who == name]
        has = sum(after.accounts.get(chips_before(seat), 0) + chips_standing(after, seat) for seat in seats)
        assert has + owed.get(account, 0) == max(due, 0)
    assert before.accounts[INVENTORY] - after.accounts[INVENTORY] == lost


@pytest.mark.parametrize("seat", [1, 3])
def test_a_position_is_not_taken_for_another(seat: int) -> None:
    """Position 13 is not position 3."""
    before = carry({1: "Ann", 3: "Bob", 13: "Cy"}, {"pass @13": 900})
    assert chips_standing(before, seat) == 0
    assert chips_standing(before, 13) == 900


# --- what a seat owes the house


def test_a_player_who_stays_still_owes_his_debt() -> None:
    before = carry({3: "Ann", 4: "Bob"}, {chips_before(3): 5_000, chips_before(4): 900}, vigorish_owed_3=125)
    after, owed = wind_up(before, [], [], ACCOUNTS)
    assert after.marks == {"vigorish owed 3": 125}
    assert after.accounts[chips_before(3)] == 5_000
    assert not owed


def test_a_debt_paid_by_a_leaver_stays_paid() -> None:
    """He took his chips less what he owed. The round is void, but nobody leaves owing, and nobody inherits the debt."""
    before = carry({3: "Ann"}, {chips_before(3): 5_000}, vigorish_owed_3=125)
    after, owed = wind_up(before, [], [ChipMove(ANN, 4_875)], ACCOUNTS)
    assert after.marks == {}
    assert after.accounts[INVENTORY] == 100_125
    assert not owed
    assert sum(after.accounts.values()) == sum(before.accounts.values())


def test_a_debt_moves_with_the_player_to_another_seat() -> None:
    before = carry({3: "Ann"}, {chips_before(3): 5_000}, vigorish_owed_3=125)
    moved = [ChipMove(ANN, 4_875), ChipMove(ANN, -2_000)]
    after, _ = wind_up(before, [sits(5, "Ann")], moved, ACCOUNTS)
    assert after.players == {5: "Ann"}
    assert after.marks == {"vigorish owed 5": 125}
    assert after.accounts[chips_before(5)] == 2_125


@pytest.mark.parametrize(("chips", "paid"), [(125, 125), (124, 124), (126, 125)])
def test_a_table_that_is_cleared_is_paid_what_is_owed(chips: int, paid: int) -> None:
    before = carry({3: "Ann"}, {chips_before(3): chips}, vigorish_owed_3=125)
    after, owed = wind_up(before, [], [], ACCOUNTS, clear=True)
    assert after.marks == {}
    assert after.accounts[INVENTORY] == 100_000 + paid
    assert owed == ({ANN: chips - paid} if chips > paid else {})
