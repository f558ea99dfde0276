"""A strategy from a small file: for each decision a list of rules, of which the first that fits decides.

    game = "three-card-poker"

    [[play]]
    when = { class = ">= pair" }
    choose = "play"

    [[play]]
    when = { high = ">= Q", middle = ">= 6" }
    choose = "play"

    [[play]]
    choose = "fold"

A rule fits if all of its conditions hold; one without `when` fits always. A condition names a feature and a value, a
list of values, or a value after one of < <= > >=. Situations that no rule fits are an error, not a guess.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.counting.model import ImpossibleError
from pitboss.counting.simulated import Array, Chooser, Feature, Situations
from pitboss.engine.game import Game
from pitboss.simulation.plan import NamedWay
from pitboss.table.cards import RANKS, SUITS

ORDERS: dict[str, Callable[[Array, int], Array]] = {
    "<=": np.less_equal,
    ">=": np.greater_equal,
    "<": np.less,
    ">": np.greater,
}
HEAD = ("game", "name")


def read_way(path: Path, game: Game) -> NamedWay:
    """The strategy in a file, with a digest of it."""
    raw = path.read_bytes()
    try:
        said = tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise ImpossibleError(f"{path}: this is no TOML file: {wrong}") from None
    if said.get("game") != game.name:
        raise ImpossibleError(f'{path}: this file is about {said.get("game")!r}; it should say game = "{game.name}"')
    rules = {decision: given for decision, given in said.items() if decision not in HEAD}
    for decision, given in rules.items():
        if not (isinstance(given, list) and all(isinstance(rule, dict) for rule in given)):
            raise ImpossibleError(f"{path}: {decision} should be a list of rules, each under [[{decision}]]")
        for number, rule in enumerate(given, 1):
            if strange := rule.keys() - {"when", "choose"}:
                raise ImpossibleError(
                    f"{path}: rule {number} of {decision} has {sorted(strange)[0]!r}; a rule has `when` and `choose`"
                )
    return NamedWay(str(said.get("name", path.stem)), chooser(path, rules), hashlib.sha256(raw).hexdigest())


def chooser(path: Path, rules: Mapping[str, list[dict[str, Any]]]) -> Chooser:
    def choose(asked: Situations) -> Array:
        if asked.decision not in rules:
            raise ImpossibleError(
                f"{path}: nothing is said about {asked.decision!r}; give it rules under [[{asked.decision}]]"
            )
        found = np.full(len(asked), len(asked.choices), np.uint8)
        for number, rule in enumerate(rules[asked.decision], 1):
            try:
                fits = fitting(rule.get("when", {}), asked)
                choice = asked.choices.index(rule.get("choose", ""))
            except ImpossibleError as wrong:
                raise ImpossibleError(f"{path}: rule {number} of {asked.decision}: {wrong}") from None
            except ValueError:
                raise ImpossibleError(
                    f"{path}: rule {number} of {asked.decision} chooses {rule.get('choose')!r}; choose one of "
                    f"{', '.join(asked.choices)}"
                ) from None
            found[fits & (found == len(asked.choices))] = choice
        if len(left := np.flatnonzero(found == len(asked.choices))):
            more = f" and {len(left) - 1:,} other situations" if len(left) > 1 else ""
            raise ImpossibleError(
                f"{path}: no rule of {asked.decision} fits {told(asked, int(left[0]))}{more}; end with a rule "
                "that has no `when`"
            )
        return found

    return choose


def fitting(when: Any, asked: Situations) -> Array:
    if not isinstance(when, dict):
        raise ImpossibleError('`when` should be a table of conditions, as in { class = ">= pair" }')
    found = np.ones(len(asked), bool)
    for name, condition in when.items():
        if name not in asked.features:
            raise ImpossibleError(f"there is no feature {name!r}; there are {', '.join(asked.features)}")
        feature = asked.features[name]
        if isinstance(condition, list):
            found &= np.isin(feature.values, [value(name, feature, each) for each in condition])
            continue
        text = condition.strip() if isinstance(condition, str) else ""
        order = next((sign for sign in ORDERS if text.startswith(sign)), "")
        number = value(name, feature, text.removeprefix(order) if text else condition)
        found &= ORDERS[order](feature.values, number) if order else feature.values == number
    return found


def value(name: str, feature: Feature, given: object) -> int:
    if isinstance(given, bool):
        return int(given)
    text = str(given).strip()
    if text in feature.names:
        return feature.names[text]
    try:
        return int(text)
    except ValueError:
        known = f"; use a number or one of {', '.join(feature.names)}" if feature.names else "; use a number"
        raise ImpossibleError(f"{name} has no value {text!r}{known}") from None


def told(asked: Situations, at: int) -> str:
    """A situation in cards."""
    own, board = (
        " ".join(RANKS[card >> 2] + SUITS[card & 3] for card in cards[at].tolist())
        for cards in (asked.cards, asked.board)
    )
    return f"{own} with {board} on the board" if board else own
