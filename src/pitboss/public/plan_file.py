"""Read a plan: a file with questions to simulate. Lists of values multiply out to one question for each combination."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.compliance.house_file.toml_lines import key_lines
from pitboss.games import load
from pitboss.law.editions import Assume
from pitboss.table.money import Money

if TYPE_CHECKING:
    from pitboss.analysis.study import Study
    from pitboss.simulation.plan import NamedWay
    from pitboss.simulation.results.question_list import Question

QUESTION = "question"
TABLES = ("bet", "set", "reading")  # keys with further names, as in set.payout-limit
KEYS = (
    "name", "game", "rounds", "seats", "strategy", *TABLES, "house", "table", "as-of", "assume", "seed", "session",
    "bankroll",
)  # fmt: skip
ALWAYS = ("strategy", "rounds", "seed")  # keys that have their own column in every row
ROUNDS = 10_000_000
MOST = 100_000  # questions

NUMBER = re.compile(r"[0-9]{1,20}(\.[0-9]{1,20})?(e\+?[0-9]{1,2})?", re.IGNORECASE)  # short enough to be read quickly

Dotted = tuple[str, ...]


class PlanFileError(ValueError):
    """Raised for a mistake in a plan; the message names the line."""


class WrittenQuestion(NamedTuple):
    """A question as it was written, with one value for each key."""

    where: str
    values: Mapping[Dotted, Any]

    def get(self, *key: str) -> Any:
        return self.values.get(key)

    def values_under(self, name: str) -> dict[str, Any]:
        """Return the values whose key begins with this name, by the rest of the key."""
        return {".".join(key[1:]): value for key, value in self.values.items() if key[0] == name and len(key) > 1}


def read_plan(path: Path, rounds: int | None = None) -> list[Question]:
    """Read every question of a plan and check it. `rounds` replaces the number of rounds in the file."""
    return [parse_question(question, path.parent, rounds) for question in read_questions(path)]


def read_questions(path: Path) -> list[WrittenQuestion]:
    """Read the questions of a plan, multiplied out but not yet checked."""
    try:
        text = path.read_bytes().decode()
        plan = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlanFileError(f"{path}: this is not a TOML file: {error}") from None
    lines = key_lines(text)

    def line_of(*key: str | int) -> str:
        known = next(lines[key[:size]] for size in range(len(key), -1, -1) if key[:size] in lines or not size)
        return f"{path}, line {known}"

    lines.setdefault((), 1)
    given = plan.pop(QUESTION, None)
    if not (isinstance(given, list) and given and all(isinstance(table, dict) for table in given)):
        raise PlanFileError(f"{path}: a plan has questions, each under [[{QUESTION}]]")
    common = dict(_flatten_plan(plan, lambda key: line_of(*key)))
    questions: list[WrittenQuestion] = []
    for number, table in enumerate(given):
        own = dict(_flatten_plan(table, lambda key, number=number: line_of(QUESTION, number, *key)))
        names = {key[0] for key in own if len(key) == 1}
        values = {key: value for key, value in common.items() if key[0] not in names} | own
        where = f"{line_of(QUESTION, number)}, question {number + 1}"
        if (count := prod(len(options) for options in values.values())) + len(questions) > MOST:
            raise PlanFileError(f"{where}: this multiplies out to {count:,} questions; {MOST:,} are the most")
        questions += _multiply_out(where, values)
    return questions


def _flatten_plan(plan: Mapping[str, Any], line_of: Any) -> Iterator[tuple[Dotted, list[Any]]]:
    """Yield every key of a plan with the values that it may have."""
    for name, value in plan.items():
        if name not in KEYS:
            raise PlanFileError(f"{line_of((name,))}: there is no {name!r} in a plan; there are {', '.join(KEYS)}")
        if name in TABLES and isinstance(value, dict):
            for key, inner in _flatten_table(value):
                yield (name, *key), _values(inner, line_of((name, *key)), ".".join((name, *key)))
        elif name in TABLES[1:]:
            raise PlanFileError(f'{line_of((name,))}: {name} needs names, as in {name} = {{ "payout-limit" = 50000 }}')
        else:
            yield (name,), _values(value, line_of((name,)), name)


def _flatten_table(table: Mapping[str, Any]) -> Iterator[tuple[Dotted, Any]]:
    """Yield the keys of nested tables, each as a path, with their values."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from (((name, *key), inner) for key, inner in _flatten_table(value))
        else:
            yield (name,), value


def _values(value: Any, where: str, name: str) -> list[Any]:
    if isinstance(value, dict):
        raise PlanFileError(f"{where}: {name} should be a value or a list of values")
    if value == []:
        raise PlanFileError(f"{where}: {name} is an empty list, so there would be nothing to ask; name a value")
    return value if isinstance(value, list) else [value]


def _multiply_out(where: str, values: Mapping[Dotted, list[Any]]) -> Iterator[WrittenQuestion]:
    """Yield one question for each combination of values."""
    several = [key for key, options in values.items() if len(options) > 1]
    for combination in product(*values.values()):
        chosen = dict(zip(values, combination, strict=True))
        description = ", ".join(f"{'.'.join(key)} = {chosen[key]}" for key in several)
        yield WrittenQuestion(f"{where} ({description})" if description else where, chosen)


def parse_question(written: WrittenQuestion, folder: Path, rounds: int | None) -> Question:
    """Check everything that a person can get wrong in a question, and return what to simulate."""
    try:
        return _parse_question(written, folder, rounds)
    except (ValueError, OSError) as error:
        message = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
        raise PlanFileError(f"{written.where}: {message}") from None


def _parse_question(written: WrittenQuestion, folder: Path, rounds: int | None) -> Question:
    from pitboss.simulation.plan import SESSION, plan
    from pitboss.simulation.results.question_list import Question

    study = _study(written, folder)
    bankroll = written.get("bankroll")
    units = rounds or _parse_whole_number(written.get("rounds"), "rounds", ROUNDS)
    planned = plan(
        study,
        bets=_bets(written, study),
        seats=_parse_whole_number(written.get("seats"), "seats", 1),
        ways=_ways(written, study, folder),
        seed=written.get("seed") if written.get("seed") is not None else 1947,
        session=_parse_whole_number(written.get("session"), "session", SESSION),
        bankroll=None if bankroll is None else int(Money.parse(bankroll)),
    )
    columns = {".".join(key): str(value) for key, value in written.values.items() if key[0] not in ALWAYS}
    return Question(written.where, {"name": "", **columns} if "name" in columns else columns, planned, units)


def _study(question: WrittenQuestion, folder: Path) -> Study:
    from pitboss.analysis.study import setting
    from pitboss.public.house_file import Day, load_house

    if not isinstance(game := question.get("game"), str):
        raise ValueError('name the game, as in game = "three-card-poker"')
    load(game)
    as_of, assume = question.get("as-of"), _parse_assume(question.get("assume"))
    day, house = None if as_of is None else str(as_of), None
    if question.get("house") is not None:
        house = load_house(folder / question.get("house"), game, question.get("table"), Day(day, assume))
    elif question.get("table") is not None:
        raise ValueError('table: name the house file too, as in house = "house.toml"')
    return setting(
        game,
        as_of=day,
        assume=assume,
        house=house,
        settings=question.values_under("set"),
        readings=question.values_under("reading"),
    )


def _parse_assume(given: Any) -> Assume:
    """Return the text to assume. Raises ValueError unless it is "earlier", "later" or left out."""
    match given:
        case None:
            return ""
        case "earlier" | "later":
            return "earlier" if given == "earlier" else "later"
    raise ValueError(f'assume = {given!r} makes no sense; write "earlier" or "later"')


def _bets(question: WrittenQuestion, study: Study) -> dict[str, int] | None:
    """Return the bets in cents by betting area, without bets of zero; None if the plan names none."""
    from pitboss.simulation.plan import usual_bets

    if (amount := question.get("bet")) is not None:
        return usual_bets(study, Money.parse(amount))
    bets = {spot: int(Money.parse(amount)) for spot, amount in question.values_under("bet").items()}
    return {spot: cents for spot, cents in bets.items() if cents} if bets else None


def _ways(question: WrittenQuestion, study: Study, folder: Path) -> list[NamedWay]:
    from pitboss.simulation.plan import named_way
    from pitboss.simulation.rules_file import read_way

    if (given := question.get("strategy")) is None:
        return []
    names = [name.strip() for name in str(given).split(",")]
    if not all(names):
        raise ValueError(f"strategy {given!r} has a place without a name; write it like optimal,mine.toml")
    model = study.game.sim_model()
    return [read_way(folder / name, study) if name.endswith(".toml") else named_way(model, name) for name in names]


def _parse_whole_number(given: Any, name: str, usual: int) -> int:
    """Read a number as people write it: 1000000, 1_000_000, 1e6 or "1e12"; `usual` if it is left out."""
    from pitboss.simulation.plan import MOST_UNITS

    if given is None:
        return usual
    text = str(given).replace("_", "")
    number = Fraction(text) if NUMBER.fullmatch(text) else Fraction()
    if number.denominator != 1 or not 1 <= number <= MOST_UNITS:
        raise ValueError(f"{name} = {given} makes no sense; give a whole number from 1 up, as in 1000000 or 1e6")
    return int(number)
