"""pitboss compare: show two tables of a game side by side, and what each difference is worth."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import load_game, parse_readings, print_json
from pitboss.cli.shared.table_options import add_table_and_bet_options, parse_pairs, print_answer
from pitboss.games import REGISTERED, load

if TYPE_CHECKING:
    from pitboss.analysis import Study
    from pitboss.analysis.comparison.table_comparison import Comparison

LAW = "law"
KINDS = ("preset", "as-of", "assume", "reading", "set", "bet")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "tables",
        nargs="*",
        metavar="TABLE",
        help="the game (see 'pitboss games'), then the two tables to compare; you can leave out the game if a house "
        "file or a preset implies it",
    )
    parser.add_argument("--presets", action="store_true", help="list the named pay tables of other places")
    add_table_and_bet_options(parser)
    parser.epilog = (
        f"A table is {LAW} (the default table under the newest text), a house file (house.toml, or house.toml#NAME for "
        "a table in it), preset:NAME, as-of:DATE, assume:earlier or assume:later, reading:ID=CHOICE, set:KEY=VALUE or "
        "bet:DOLLARS, or several of these joined with +. The options apply to both tables."
    )


def run(args: argparse.Namespace) -> int:
    if args.presets:
        return _list(args)
    return print_answer(args, lambda: _comparison(args))


def _list(args: argparse.Namespace) -> int:
    from pitboss.analysis.pay_table_design.presets import presets

    if args.json:
        print_json({"presets": [msgspec.to_builtins(pay_table) for pay_table in presets().values()]})
    elif not args.quiet:
        for pay_table in presets().values():
            print(f"{pay_table.name}  {pay_table.game}: {pay_table}")
            print("  " + ", ".join(f"{key} {value}" for key, value in pay_table.settings.items()))
    return 0


class TableDescription(msgspec.Struct):
    """One of the two tables, as the command line describes it."""

    label: str
    file: Path | None = None
    table: str | None = None
    terms: dict[str, Any] = {}  # as `setting` takes them
    settings: dict[str, object] = {}
    readings: dict[str, str] = {}
    presets: list[str] = []

    def games(self) -> set[str]:
        """Return the names of the games that the description can be about; empty if nothing in it implies a game."""
        from pitboss.analysis.pay_table_design.presets import preset
        from pitboss.public.house_file import Day, read_house

        games = {preset(name).game for name in self.presets}
        if self.file is not None:
            day = Day(self.terms.get("as_of"), self.terms.get("assume", ""))
            tables = read_house(self.file, day).tables
            games |= {table.game for table in tables if self.table in (None, table.name)}
        return games


def parse_table(text: str) -> TableDescription:
    """Parse the description of one table, such as `house.toml#3+set:payout-limit=50000`."""
    from pitboss.analysis.pay_table_design.presets import preset

    description = TableDescription(text)
    for part in [text] if Path(text).is_file() else text.split("+"):
        kind, colon, rest = part.strip().partition(":")
        if part.strip() == LAW:
            continue
        if not colon or kind not in KINDS:
            _add_house_file(description, part.strip())
        elif kind == "preset":
            pay_table = preset(rest)
            description.presets.append(rest)
            _merge_once(text, description.settings, dict(pay_table.settings))
        elif kind == "set":
            _merge_once(text, description.settings, parse_pairs("set:", [rest]))
        elif kind == "reading":
            _merge_once(text, description.readings, parse_pairs("reading:", [rest]))
        else:
            if kind == "assume" and rest not in ("earlier", "later"):
                raise UserError(f"{part.strip()!r}: write assume:earlier or assume:later")
            _merge_once(text, description.terms, {kind.replace("-", "_"): rest})
    return description


def _merge_once(text: str, settings: dict[str, Any], new_settings: dict[str, Any]) -> None:
    """Merge settings into a dictionary. Raises UserError if the description `text` says one of them twice."""
    if repeated := settings.keys() & new_settings.keys():
        raise UserError(f"{text!r} says {sorted(repeated)[0]} twice; say it once")
    settings |= new_settings


def _add_house_file(description: TableDescription, part: str) -> None:
    """Note the house file, and the table in it, that a part of the description names."""
    name, hash_sign, table = part.partition("#")
    if not name.endswith(".toml") and not Path(name).exists():
        kinds = ", ".join(f"{kind}:..." for kind in KINDS)
        raise UserError(f"{part!r} is not a table to compare; write {LAW}, a house file or {kinds}")
    if description.file is not None:
        raise UserError(f"{description.label!r} names two house files; a table is in one")
    description.file, description.table = Path(name), table if hash_sign else None


def _comparison(args: argparse.Namespace) -> Comparison:
    """Compare the two tables of the command line."""
    from pitboss.analysis.comparison.table_comparison import compare
    from pitboss.analysis.pay_table_design.presets import preset

    game_name = args.tables[0] if len(args.tables) == 3 else None
    if len(args.tables) not in (2, 3) or (args.tables[0] in REGISTERED and game_name is None):
        raise UserError(
            "name the two tables to compare, as in: pitboss compare three-card-poker law preset:pennsylvania-a"
        )
    sides = [parse_table(text) for text in args.tables[-2:]]
    game = load_game(game_name).name if game_name is not None else _common_game(sides)
    for name in sides[0].presets + sides[1].presets:
        if preset(name).game != game:
            raise UserError(f"preset:{name} is a pay table of {preset(name).game}, not of {game}")
    notes = tuple(f"{name}: {preset(name)}" for name in dict.fromkeys(sides[0].presets + sides[1].presets))
    first, second = (_study(args, game, side) for side in sides)
    return compare(first, second, (_label(sides[0], game), _label(sides[1], game)), notes)


def _label(side: TableDescription, game: str) -> str:
    """Return the name of a table for its column. For a game without a held text the unchanged table is "default", not
    "law"."""
    if not load(game).is_beyond:
        return side.label
    return "+".join("default" if part.strip() == LAW else part for part in side.label.split("+"))


def _common_game(sides: list[TableDescription]) -> str:
    """Return the one game that both tables can be about, or raise UserError."""
    games = [names for side in sides if (names := side.games())]
    common = set.intersection(*games) if games else set()
    if len(common) != 1:
        which = f"these tables are of {' and '.join(sorted(set.union(*games)))}" if games else "nothing says which game"
        raise UserError(f"{which}; name the game first, as in: pitboss compare three-card-poker A B")
    return common.pop()


def _study(args: argparse.Namespace, game: str, side: TableDescription) -> Study:
    """Build the study of one table, from its description and the options for both."""
    from pitboss.analysis import setting
    from pitboss.public.house_file import Day, load_house

    terms = {"as_of": args.as_of, "assume": args.assume, "bet": args.bet, **side.terms}
    file, table = (side.file, side.table) if side.file is not None else (args.house, args.table)
    if table is not None and file is None:
        raise UserError(f"--table {table}: name the house file too, with --house")
    house = None if file is None else load_house(file, game, table, Day(terms["as_of"], terms["assume"]))
    settings = {**parse_pairs("--set", args.set), **side.settings}
    readings = {**parse_readings(args), **side.readings}
    return setting(game, house=house, settings=settings, readings=readings, **terms)
