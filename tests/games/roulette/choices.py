"""A scene for every choice of every reading of roulette, and what comes of it. test_choices.py plays them."""

from __future__ import annotations

from collections.abc import Callable

from games.roulette.scene import Roulette
from pitboss.compliance.house_file.judgment import check
from pitboss.engine.incidents.spin_incidents import ShortSpin, SpinAstray
from pitboss.games.roulette.law.steps import CallNoSpin, Pay


def zero_rule(choice: str) -> int:
    return Roulette(1, readings={"zero-rule": choice}).bet(1, "red").spin(0).winnings(1)


def imprisonment(choice: str) -> list[int]:
    """Spin a zero, then another, then a red number."""
    scene = Roulette(1, 2, readings={"imprisonment": choice}).bet(1, "red").spin(0)
    return [scene.bet(2, "dozen 1").spin("00").winnings(1), scene.bet(2, "dozen 1").spin(3).winnings(1)]


def single_zero_half(choice: str) -> int:
    return Roulette(1, wheel="single-zero", readings={"single-zero-half": choice}).bet(1, "red").spin(0).winnings(1)


def zero_on_single_layout(choice: str) -> int:
    scene = Roulette(1, used_as_single_zero=True, readings={"zero-on-single-layout": choice})
    return scene.bet(1, "straight 0", 500).spin("00").winnings(1)


def wagers_after_no_spin(choice: str) -> dict[str, int]:
    scene = Roulette(1, readings={"wagers-after-no-spin": choice}).bet(1, "red").give(ShortSpin(2)).ball()
    return scene.wagers_of(1)


def rested_before_removal(choice: str) -> int:
    scene = Roulette(1, readings={"rested-before-removal": choice}).bet(1, "red").ball().close_betting()
    return scene.give(SpinAstray("object in the wheel")).rest(3).winnings(1)


def winning_stake(choice: str) -> dict[str, int]:
    return Roulette(1, readings={"winning-stake": choice}).bet(1, "red").spin(3).wagers_of(1)


def odd_half(choice: str) -> int:
    return Roulette(1, readings={"odd-half": choice}).bet(1, "red", 1_500).spin(0).winnings(1)


def order_of_winners(choice: str) -> list[tuple[int, str]]:
    scene = Roulette(1, 2, readings={"order-of-winners": choice}).color(1)
    scene.bet(1, "straight 3", 500).bet(1, "red").bet(2, "odd").spin(3)
    return [(step.seat, step.spot) for step in scene.acts(Pay)]


def ball_size(choice: str) -> int:
    """Count the findings about a ball of eight sixteenths."""
    file = f'[[table]]\ngame = "roulette"\nreadings = {{ ball-size = "{choice}" }}\nequipment.ball-sixteenths = 8\n'
    return sum(each.paragraph == "beyond:roulette.2(d)" for each in check(file, "house.toml"))


def four_rounds(choice: str) -> int:
    scene = Roulette(1, readings={"four-rounds": choice}).bet(1, "red").give(ShortSpin(4)).ball()
    return len(scene.acts(CallNoSpin))


WANTED: dict[str, tuple[Callable[[str], object], dict[str, object]]] = {
    "zero-rule": (zero_rule, {"half": -500, "all": -1_000}),
    "imprisonment": (
        imprisonment,
        {"none": [-500, -500], "second-zero-loses": [-1_000, -1_000], "second-zero-stays": [0, 0]},
    ),
    "single-zero-half": (single_zero_half, {"all": -1_000, "half": -500}),
    "zero-on-single-layout": (zero_on_single_layout, {"no-spin": 0, "counts-as-0": 17_500}),
    "wagers-after-no-spin": (wagers_after_no_spin, {"stay": {"red": 1_000}, "returned": {}}),
    "rested-before-removal": (rested_before_removal, {"no-spin": 0, "counts": 1_000}),
    "winning-stake": (winning_stake, {"returned": {}, "stays": {"red": 1_000}}),
    "odd-half": (odd_half, {"house-gives-way": -700, "player-gives-way": -800, "exact-cents": -750}),
    "order-of-winners": (
        order_of_winners,
        {
            "outside-first": [(1, "red"), (2, "odd"), (1, "straight 3")],
            "seat-by-seat": [(1, "straight 3"), (1, "red"), (2, "odd")],
        },
    ),
    "ball-size": (ball_size, {"wider": 0, "narrower": 1}),
    "four-rounds": (four_rounds, {"from-release": 0, "from-first-round": 1}),
}
