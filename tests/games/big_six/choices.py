"""A scene for every choice of every reading of Big Six, and what comes of it. test_choices.py plays them."""

from __future__ import annotations

from collections.abc import Callable

from games.big_six.scene import BigSix
from pitboss.engine.incidents.spin_incidents import ShortSpin
from pitboss.engine.inputs import Spin
from pitboss.games.big_six.law.irregular import SpinCounterclockwise
from pitboss.games.big_six.law.steps import CallSymbol, VoidSpin


def wheel_count(choice: str) -> int:
    """The one section in which the two wheels differ."""
    return BigSix(1, readings={"wheel-count": choice}).bet(1, "$5").spin(29).winnings(1)


def picture_odds(choice: str) -> int:
    return BigSix(1, readings={"picture-odds": choice}).bet(1, "flag").spin("flag").winnings(1)


def picture_each(choice: str) -> int:
    return BigSix(1, readings={"picture-each": choice}).bet(1, "joker").spin("flag").winnings(1)


def direction(choice: str) -> set[str]:
    return BigSix(1, readings={"direction": choice}).bet(1, "$1").bars_against(SpinCounterclockwise())


def turns_counted(choice: str) -> list[int]:
    """Count the void spins after three turns, and after four."""
    scenes = [BigSix(1, readings={"turns-counted": choice}).bet(1, "$1").give(ShortSpin(turns)) for turns in (3, 4)]
    return [len(scene.close_betting().step(Spin(2)).run().acts(VoidSpin)) for scene in scenes]


def void_wagers(choice: str) -> dict[str, int]:
    return BigSix(1, readings={"void-wagers": choice}).bet(1, "$1").give(ShortSpin(2)).spin("$1").wagers_of(1)


def announce(choice: str) -> tuple[list[str], int]:
    scene = BigSix(1, readings={"announce": choice}).bet(1, "$2").spin("$2")
    return [step.words for step in scene.acts(CallSymbol)], scene.winnings(1)


WANTED: dict[str, tuple[Callable[[str], object], dict[str, object]]] = {
    "wheel-count": (wheel_count, {"23-8": 5_000, "24-7": -1_000}),
    "picture-odds": (picture_odds, {"45": 45_000, "40": 40_000}),
    "picture-each": (picture_each, {"own-only": -1_000, "both": 45_000}),
    "direction": (direction, {"either": set(), "clockwise": {"reading:direction"}}),
    "turns-counted": (turns_counted, {"from-release": [0, 0], "until-braked": [1, 0]}),
    "void-wagers": (void_wagers, {"stay": {"$1": 1_000}, "returned": {}}),
    "announce": (announce, {"yes": (["two"], 2_000), "no": ([], 2_000)}),
}
