"""Golden rolls of craps: short games in which every wager, every state and every disturbance is seen once."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from games.craps.scene import Craps
from pitboss.engine.carry import opening
from pitboss.engine.incidents.incident_kinds import DiceAstray, DieCocked
from pitboss.engine.inputs import SUPERVISOR, Closing, Credit, Fill, Leave, Sit, TakeBack, Wager
from pitboss.games.craps.law.wagers import PassDice
from pitboss.table.money import INVENTORY, OUTSIDE


def the_table_opens_and_a_point_is_made() -> Craps:
    scene = Craps(carry=opening(10_000_000, ()))
    scene.give(Sit(2, "First Fay", 50_000), Sit(5, "Second Sam", 50_000))
    scene.bet(2, "pass", 1000).bet(5, "don't pass", 1000).roll_totals(6)
    return scene.bet(2, "pass odds", 2000).bet(5, "don't pass odds", 1200).roll_totals(9, 6)


def seven_out_and_the_dice_pass() -> Craps:
    scene = Craps(1, 3, 7, shooter=3).bet(3, "pass").bet(7, "don't pass").bet(1, "pass").roll_totals(8)
    scene.bet(3, "pass odds", 1500).bet(1, "come").bet(7, "don't come")
    return scene.roll_totals(7)


def an_old_come_bet_wins_while_a_new_one_moves_there() -> Craps:
    scene = Craps(1, 2, point=8, standing={1: {"pass": 500}}).bet(1, "come").bet(2, "don't come").roll_totals(5)
    scene.bet(1, "come 5 odds", 1000).bet(2, "don't come 5 odds", 1500)
    return scene.bet(1, "come", 1500).bet(2, "don't come", 1000).roll_totals(5)


def a_come_out_seven_with_everything_standing() -> Craps:
    standing = {
        1: {"come 6": 500, "come 6 odds": 1000, "place 8": 1200, "hard 4": 500},
        2: {"don't come 9": 500, "don't come 9 odds": 600, "place 10 to lose": 1100},
    }
    scene = Craps(1, 2, standing=standing).bet(1, "pass").bet(2, "don't pass")
    return scene.bet(1, "c and e").bet(2, "horn", 400).roll_totals(7)


def twelve_on_the_come_out_and_after() -> Craps:
    scene = (
        Craps(1, 2)
        .bet(1, "pass")
        .bet(2, "don't pass")
        .roll_totals(12)
        .bet(1, "pass")
        .bet(2, "don't pass")
        .roll_totals(4)
    )
    return scene.bet(1, "come").bet(2, "don't come").roll_totals(12)


def place_bets_called_on_and_off() -> Craps:
    scene = Craps(1, 2, point=5, standing={1: {"pass": 500}}).bet(1, "place 6", 1200).bet(2, "place 6", 1200)
    scene.bet(2, "place 4 to lose", 1100).roll_totals(6, 5)
    return scene.bet(1, "pass").call(2, "place 6").roll_totals(6, 4).give(TakeBack(1, "place 6"))


def the_four_hardways() -> Craps:
    scene = Craps(1, point=9, standing={1: {"pass": 500}})
    for number in (4, 6, 8, 10):
        scene.bet(1, f"hard {number}", 200)
    return scene.roll(2, 2).roll(4, 2).roll(4, 4).roll(6, 4).roll(1, 6)


def every_one_roll_wager() -> Craps:
    wagers = (
        "field",
        "any seven",
        "any craps",
        "craps two",
        "craps three",
        "craps twelve",
        "eleven",
        "c and e",
        "horn",
    )
    scene = Craps(1, point=9, standing={1: {"pass": 500}})
    for total in (2, 3, 11, 12, 7):
        scene.give(Wager(1, {spot: 800 if spot == "field" else 400 for spot in wagers})).roll_totals(total)
    return scene


def a_cocked_die_is_read_and_another_makes_it_no_roll() -> Craps:
    scene = Craps(1, 2).bet(1, "pass").bet(2, "any craps", 100).give(DieCocked(1, 2)).roll(3, 4)
    scene.give(DiceAstray("off the table")).roll(5, 5)
    return scene.give(DieCocked(2)).roll(3, 3)


def a_player_leaves_and_his_pass_bet_stands() -> Craps:
    standing = {1: {"pass": 1000, "pass odds": 2000, "place 6": 1200}}
    scene = Craps(1, 2, point=4, shooter=1, standing=standing).give(Leave(1))
    return scene.bet(2, "field").roll_totals(9, 4)


def buy_and_lay_with_vigorish() -> Craps:
    readings = {"vigorish": "when-made"}
    scene = Craps(1, 2, point=9, standing={1: {"pass": 500}}, buy_and_lay=True, readings=readings)
    scene.bet(1, "buy 4", 2000).bet(2, "lay 10", 4000).bet(2, "lay 5", 6000).take_down(2, "lay 5")
    return scene.roll_totals(4, 7)


def the_shooter_passes_the_dice() -> Craps:
    return Craps(1, 2).give(PassDice(1)).bet(2, "don't pass").roll_totals(3)


def a_closing_table_plays_out_its_come_bets() -> Craps:
    standing = {1: {"come 5": 500, "come 5 odds": 600, "place 8": 600}, 2: {"come 9": 500}}
    return (
        Craps(1, 2, standing=standing)
        .give(Closing(), Closing(closes=False), Closing())
        .roll_totals(4)
        .give(Leave(2))
        .roll_totals(5)
    )


# --- a table that cannot pay


def a_payment_waits_for_a_fill() -> Craps:
    start = Craps(1).start
    accounts = {**start.accounts, INVENTORY: 300}
    accounts[OUTSIDE] = -sum(cents for account, cents in accounts.items() if account != OUTSIDE)
    scene = Craps(1, carry=msgspec.structs.replace(start, accounts=accounts)).give(Credit(200, by=SUPERVISOR))
    return scene.bet(1, "pass").roll_totals(7).give(Fill(400, by=SUPERVISOR))


ROUNDS: tuple[Callable[[], Craps], ...] = (
    the_table_opens_and_a_point_is_made,
    seven_out_and_the_dice_pass,
    an_old_come_bet_wins_while_a_new_one_moves_there,
    a_come_out_seven_with_everything_standing,
    twelve_on_the_come_out_and_after,
    place_bets_called_on_and_off,
    the_four_hardways,
    every_one_roll_wager,
    a_cocked_die_is_read_and_another_makes_it_no_roll,
    a_player_leaves_and_his_pass_bet_stands,
    buy_and_lay_with_vigorish,
    the_shooter_passes_the_dice,
    a_closing_table_plays_out_its_come_bets,
    a_payment_waits_for_a_fill,
)
