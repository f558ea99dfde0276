"""A scene for every choice of every reading of craps, and what comes of it. test_choices.py plays them."""

from __future__ import annotations

from collections.abc import Callable

from games.craps.scene import FREE, Craps
from pitboss.engine.incidents.incident_kinds import DiceAstray, DieCocked
from pitboss.engine.inputs import Close, Closing, Leave, TakeBack, Throw, Wager
from pitboss.games.craps.law.wagers import PassDice
from pitboss.table.steps import CollectWager, PayWager


def free(reading: str, choice: str) -> dict[str, str]:
    """Return readings by which nobody needs a bet on the line, unless that is the question."""
    return {**FREE, reading: choice}


def hardways_lost(choice: str) -> int:
    return Craps(1, readings=free("hardways-lost", choice)).bet(1, "hard 6").roll(4, 2).winnings(1)


def hardways_on_come_out(choice: str) -> int:
    return Craps(1, readings=free("hardways-on-come-out", choice)).bet(1, "hard 6").roll(4, 2).winnings(1)


def place_to_lose_on_come_out(choice: str) -> int:
    scene = Craps(1, readings=free("place-to-lose-on-come-out", choice))
    return scene.bet(1, "place 6 to lose").roll(3, 4).winnings(1)


def lay_on_come_out(choice: str) -> int:
    scene = Craps(1, readings=free("lay-on-come-out", choice), buy_and_lay=True)
    return scene.bet(1, "lay 6", 600).roll(3, 4).winnings(1)


def call_lasts(choice: str) -> int:
    """Call a wager on once, before an 11, which leaves the next roll a come out roll as well."""
    scene = Craps(1, readings=free("call-lasts", choice)).bet(1, "place 6", 600).call(1, "place 6")
    return scene.roll(5, 6).roll(3, 4).winnings(1)


def come_on_come_out(choice: str) -> bool:
    return bool(Craps(1, readings=free("come-on-come-out", choice)).driver.refusals(Wager(1, {"come": 500})))


def void_wagers(choice: str) -> dict[str, int]:
    return Craps(1, readings={"void-wagers": choice}).bet(1, "don't pass").roll(6, 6).wagers_of(1)


def payout_odds(choice: str) -> int:
    return Craps(1, readings=free("payout-odds", choice)).bet(1, "field").roll(6, 6).winnings(1)


def supplemental_odds(choice: str) -> int:
    """Return the most that may be laid behind five dollars of don't pass on a 4, at three times odds."""
    scene = Craps(1, readings={"supplemental-odds": choice}, point=4, standing={1: {"don't pass": 500}})
    amounts = range(100, 10_000, 100)
    return max(cents for cents in amounts if not scene.driver.refusals(Wager(1, {"don't pass odds": cents})))


def odds_on_come_out(choice: str) -> int:
    standing = {1: {"come 6": 500, "come 6 odds": 1000}}
    return Craps(1, readings=free("odds-on-come-out", choice), standing=standing).roll(3, 4).winnings(1)


def vigorish(choice: str) -> tuple[int, int]:
    """Return what is gone when twenty dollars lie on the 4, bought, and what is won when it wins."""
    scene = Craps(1, readings=free("vigorish", choice), buy_and_lay=True, point=6).bet(1, "buy 4", 2000)
    return scene.winnings(1), scene.roll(3, 1).winnings(1)


def winners_stay(choice: str) -> dict[str, int]:
    return Craps(1, readings=free("winners-stay", choice), point=5).bet(1, "place 6", 600).roll(3, 3).wagers_of(1)


def line_winners(choice: str) -> dict[str, int]:
    return Craps(1, readings={"line-winners": choice}).bet(1, "pass").roll(3, 4).wagers_of(1)


def take_wager_down(reading: str, spot: str) -> Callable[[str], bool]:
    def is_allowed(choice: str) -> bool:
        scene = Craps(1, readings={reading: choice}, point=6, standing={1: {spot: 600}})
        return not scene.driver.refusals(TakeBack(1, spot))

    return is_allowed


def raising_pass(choice: str) -> bool:
    scene = Craps(1, readings={"raising-pass": choice}, point=6, standing={1: {"pass": 500}})
    return not scene.driver.refusals(Wager(1, {"pass": 500}))


def late_wagers(choice: str) -> bool:
    scene = Craps(1, readings=free("late-wagers", choice)).give(Close())
    taken = not scene.driver.submit(Wager(1, {"field": 500}))
    scene.give(Throw((1, 2)))
    assert scene.winnings(1) == (500 if taken else 0)
    return taken


def settling_order(choice: str) -> list[tuple[int, type]]:
    standing = {1: {"pass": 500}, 2: {"don't pass": 500, "place 8": 600}}
    scene = Craps(1, 2, readings={"settling-order": choice}, point=6, standing=standing).roll(3, 3)
    return [(step.seat, type(step)) for step in scene.steps() if isinstance(step, CollectWager | PayWager)]


def shooter_wagers(choice: str) -> bool:
    return bool(Craps(1, readings={"shooter-wagers": choice}).driver.refusals(Close()))


def next_shooter(choice: str) -> int | None:
    return Craps(1, 4, 9, shooter=4, readings={"next-shooter": choice}).give(PassDice(4)).shooter


def the_throw(choice: str) -> int:
    scene = Craps(1, readings={"the-throw": choice}).bet(1, "pass").give(DiceAstray("short of the wall"))
    return scene.roll(3, 4).winnings(1)


def cocked_die(choice: str) -> int:
    """Roll a 3 and a die that leans with its 3, so that its 4 is opposite."""
    scene = Craps(1, readings={"cocked-die": choice}).bet(1, "pass").give(DieCocked(2))
    return scene.roll(3, 3).winnings(1)


def leaving(choice: str) -> bool:
    scene = Craps(1, 2, readings={"leaving": choice}, point=6, standing={1: {"pass": 500}})
    return bool(scene.driver.refusals(Leave(1)))


def closing_table(choice: str) -> dict[str, int]:
    scene = Craps(1, 2, readings={"closing-table": choice}, standing={1: {"come 6": 500}})
    return scene.give(Closing()).wagers_of(1)


WANTED: dict[str, tuple[Callable[[str], object], dict[str, object]]] = {
    "hardways-lost": (hardways_lost, {"lost": -500, "returned": 0}),
    "hardways-on-come-out": (hardways_on_come_out, {"working": -500, "off": 0}),
    "place-to-lose-on-come-out": (place_to_lose_on_come_out, {"off": 0, "works": 400}),
    "lay-on-come-out": (lay_on_come_out, {"works": 500, "off": 0}),
    "call-lasts": (call_lasts, {"that-roll": 0, "until-a-point": -600}),
    "come-on-come-out": (come_on_come_out, {"with-a-point": True, "later-come-outs": False}),
    "void-wagers": (void_wagers, {"released": {}, "stay": {"don't pass": 500}}),
    "payout-odds": (payout_odds, {"customary": 1000, "field-twelve-triple": 1500}),
    "supplemental-odds": (supplemental_odds, {"by-the-win": 3000, "by-the-stake": 1400}),
    "odds-on-come-out": (odds_on_come_out, {"off": -500, "work": -1500}),
    "vigorish": (vigorish, {"none": (0, 4000), "on-a-win": (0, 3900), "when-made": (-100, 3900)}),
    "winners-stay": (winners_stay, {"stay-up": {"place 6": 600}, "come-down": {}}),
    "line-winners": (line_winners, {"come-down": {}, "stay-up": {"pass": 500}}),
    "contract-wagers": (take_wager_down("contract-wagers", "come 6"), {"stand": False, "may-come-down": True}),
    "raising-pass": (raising_pass, {"refused": False, "allowed": True}),
    "taking-down-donts": (take_wager_down("taking-down-donts", "don't pass"), {"may-come-down": True, "stand": False}),
    "taking-down": (take_wager_down("taking-down", "place 8"), {"may-come-down": True, "stand": False}),
    "late-wagers": (late_wagers, {"refused": False, "confirmed": True}),
    "settling-order": (
        settling_order,
        {
            "losers-first": [(2, CollectWager), (1, PayWager)],
            "player-by-player": [(1, PayWager), (2, CollectWager)],
        },
    ),
    "shooter-wagers": (shooter_wagers, {"must": True, "need-not": False}),
    "next-shooter": (next_shooter, {"clockwise": 9, "counterclockwise": 1}),
    "the-throw": (the_throw, {"every-fault": 0, "off-the-table": 500}),
    "cocked-die": (cocked_die, {"opposite-face": 500, "no-roll": 0}),
    "leaving": (leaving, {"stands": False, "stays": True}),
    "closing-table": (closing_table, {"played-out": {"come 6": 500}, "returned": {}}),
}
