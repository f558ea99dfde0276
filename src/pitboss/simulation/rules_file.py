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
from typing import Any, TypeAlias

from pitboss.numeric import compiler as _compiled  # noqa: F401 (first, for it says what to install)

import numpy as np  # isort: skip

from pitboss.analysis.study import Study
from pitboss.counting.exact_model import ImpossibleError
from pitboss.counting.simulation_model import Array, Chooser, Feature, Situations
from pitboss.simulation.plan import NamedWay
from pitboss.table.cards import RANKS, SUITS

ORDERS: dict[str, Callable[[Array, int], Array]] = {
    "<=": np.less_equal,
    ">=": np.greater_equal,
    "<": np.less,
    ">": np.greater,
}
HEAD = ("game", "name")


# What values each feature has, from the least to the most, over all situations of a decision.
Ranges: TypeAlias = Mapping[str, Mapping[str, tuple[int, int]]]


def read_way(path: Path, study: Study) -> NamedWay:
    """Read a strategy file. Raises ImpossibleError if it is not about this game or breaks the format."""
    game = study.game
    raw = path.read_bytes()
    try:
        content = tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ImpossibleError(f"{path}: this is no TOML file: {error}") from None
    if content.get("game") != game.name:
        raise ImpossibleError(f'{path}: this file is about {content.get("game")!r}; it should say game = "{game.name}"')
    name = content.get("name", path.stem)
    if not (isinstance(name, str) and name):
        raise ImpossibleError(f'{path}: name should be a text, as in name = "mine"')
    ranges = feature_ranges(study)
    if not ranges:
        raise ImpossibleError(
            f"{path}: nothing is decided at {game.name} but what to bet, so there are no rules for it"
        )
    rules = {decision: entries for decision, entries in content.items() if decision not in HEAD}
    for decision, entries in rules.items():
        if decision not in ranges:
            raise ImpossibleError(f"{path}: nobody asks about {decision!r}; there can be rules for {', '.join(ranges)}")
        if not (isinstance(entries, list) and all(isinstance(rule, dict) for rule in entries)):
            raise ImpossibleError(f"{path}: {decision} should be a list of rules, each under [[{decision}]]")
        for number, rule in enumerate(entries, 1):
            if unknown := rule.keys() - {"when", "choose"}:
                raise ImpossibleError(
                    f"{path}: rule {number} of {decision} has {sorted(unknown)[0]!r}; a rule has `when` and `choose`"
                )
    return NamedWay(name, make_chooser(path, rules, ranges), hashlib.sha256(raw).hexdigest(), path.name)


def feature_ranges(study: Study) -> Ranges:
    """Return the least and the greatest value of each feature over all situations, by decision and feature."""
    ranges: dict[str, dict[str, tuple[int, int]]] = {}
    for situations in study.game.sim_model().decisions(study.rules, study.house):
        features = ranges.setdefault(situations.decision, {})
        for name, feature in situations.features.items():
            known = (
                *features.get(name, ()),
                *feature.names.values(),
                int(feature.values.min()),
                int(feature.values.max()),
            )
            features[name] = min(known), max(known)
    return ranges


def make_chooser(path: Path, rules: Mapping[str, list[dict[str, Any]]], ranges: Ranges) -> Chooser:
    """Return a function that applies the rules of a file. It raises ImpossibleError for a situation that no rule
    fits."""

    def choose(situations: Situations) -> Array:
        """Return the choice of the first rule that fits, for each situation."""
        if situations.decision not in rules:
            raise ImpossibleError(
                f"{path}: nothing is said about {situations.decision!r}; give it rules under [[{situations.decision}]]"
            )
        choices = np.full(len(situations), len(situations.choices), np.uint8)
        for number, rule in enumerate(rules[situations.decision], 1):
            try:
                fits = matching(rule.get("when", {}), situations, ranges[situations.decision])
                choice = situations.choices.index(rule.get("choose", ""))
            except ImpossibleError as error:
                raise ImpossibleError(f"{path}: rule {number} of {situations.decision}: {error}") from None
            except ValueError:
                raise ImpossibleError(
                    f"{path}: rule {number} of {situations.decision} chooses {rule.get('choose')!r}; choose one of "
                    f"{', '.join(situations.choices)}"
                ) from None
            choices[fits & (choices == len(situations.choices))] = choice
        if len(left := np.flatnonzero(choices == len(situations.choices))):
            more = f" and {len(left) - 1:,} other situations" if len(left) > 1 else ""
            raise ImpossibleError(
                f"{path}: no rule of {situations.decision} fits {describe_situation(situations, int(left[0]))}{more}; "
                "end with a rule that has no `when`"
            )
        return choices

    return choose


def matching(when: Any, situations: Situations, ranges: Mapping[str, tuple[int, int]]) -> Array:
    """Return which situations fulfill all conditions of a rule, as an array of booleans."""
    if not isinstance(when, dict):
        raise ImpossibleError('`when` should be a table of conditions, as in { class = ">= pair" }')
    matches = np.ones(len(situations), bool)
    for name, condition in when.items():
        if name not in situations.features:
            raise ImpossibleError(f"there is no feature {name!r}; there are {', '.join(situations.features)}")
        feature = situations.features[name]
        if isinstance(condition, list):
            matches &= np.isin(feature.values, [parse_value(name, feature, entry, ranges[name]) for entry in condition])
            continue
        text = condition.strip() if isinstance(condition, str) else ""
        order = next((sign for sign in ORDERS if text.startswith(sign)), "")
        number = parse_value(name, feature, text.removeprefix(order) if text else condition, ranges[name])
        matches &= ORDERS[order](feature.values, number) if order else feature.values == number
    return matches


def parse_value(name: str, feature: Feature, given: object, within: tuple[int, int]) -> int:
    """Return the value of a feature that a rule gives as a number or by name. Raises ImpossibleError if it cannot
    occur."""
    text = str(int(given) if isinstance(given, bool) else given).strip()
    if text in feature.names:
        return feature.names[text]
    known = f" or one of {', '.join(feature.names)}" if feature.names else ""
    try:
        number = int(text)
    except ValueError:
        raise ImpossibleError(f"{name} has no value {text!r}; use a number{known}") from None
    if not within[0] <= number <= within[1]:
        raise ImpossibleError(f"{name} is never {number}; use a number from {within[0]} to {within[1]}{known}")
    return number


def describe_situation(situations: Situations, index: int) -> str:
    """Describe situation number `index` by its cards."""
    own, board = (
        " ".join(RANKS[card >> 2] + SUITS[card & 3] for card in cards[index].tolist())
        for cards in (situations.cards, situations.board)
    )
    return f"{own} with {board} on the board" if board else own
