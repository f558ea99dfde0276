"""pitboss compare: two tables of a game side by side, and what each change between them does."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import chosen_readings, print_json, the_game
from pitboss.cli.shared.table_options import add_terms, answered, pairs
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
    add_terms(parser)
    parser.epilog = (
        f"A table is {LAW} (the default table under the newest text), a house file (house.toml, or house.toml#NAME for "
        "a table in it), preset:NAME, as-of:DATE, assume:earlier or assume:later, reading:ID=CHOICE, set:KEY=VALUE or "
        "bet:DOLLARS, or several of these joined with +. The options apply to both tables."
    )


def run(args: argparse.Namespace) -> int:
    if args.presets:
        return _list(args)
    return answered(args, lambda: _comparison(args))


def _list(args: argparse.Namespace) -> int:
    from pitboss.analysis.pay_table_design.presets import presets

    if args.json:
        print_json({"presets": [msgspec.to_builtins(each) for each in presets().values()]})
    elif not args.quiet:
        for each in presets().values():
            print(f"{each.name}  {each.game}: {each}")
            print("  " + ", ".join(f"{key} {value}" for key, value in each.settings.items()))
    return 0


class Wanted(msgspec.Struct):
    """One of the two tables as it was asked for."""

    label: str
    file: Path | None = None
    table: str | None = None
    terms: dict[str, Any] = {}  # as `setting` takes them
    settings: dict[str, object] = {}
    readings: dict[str, str] = {}
    presets: list[str] = []

    def games(self) -> set[str]:
        """The games that it can be about; none where it does not say."""
        from pitboss.analysis.pay_table_design.presets import preset
        from pitboss.public.house_file import Day, read_house

        found = {preset(name).game for name in self.presets}
        if self.file is not None:
            day = Day(self.terms.get("as_of"), self.terms.get("assume", ""))
            tables = read_house(self.file, day).tables
            found |= {table.game for table in tables if self.table in (None, table.name)}
        return found


def wanted(text: str) -> Wanted:
    """Reads one side of the command line."""
    from pitboss.analysis.pay_table_design.presets import preset

    found = Wanted(text)
    for part in [text] if Path(text).is_file() else text.split("+"):
        kind, colon, rest = part.strip().partition(":")
        if part.strip() == LAW:
            continue
        if not colon or kind not in KINDS:
            _file(found, part.strip())
        elif kind == "preset":
            chosen = preset(rest)
            found.presets.append(rest)
            _once(text, found.settings, dict(chosen.settings))
        elif kind == "set":
            _once(text, found.settings, pairs("set:", [rest]))
        elif kind == "reading":
            _once(text, found.readings, pairs("reading:", [rest]))
        else:
            if kind == "assume" and rest not in ("earlier", "later"):
                raise UserError(f"{part.strip()!r}: write assume:earlier or assume:later")
            _once(text, found.terms, {kind.replace("-", "_"): rest})
    return found


def _once(text: str, into: dict[str, Any], more: dict[str, Any]) -> None:
    if twice := into.keys() & more.keys():
        raise UserError(f"{text!r} says {sorted(twice)[0]} twice; say it once")
    into |= more


def _file(found: Wanted, part: str) -> None:
    name, hash_sign, table = part.partition("#")
    if not name.endswith(".toml") and not Path(name).exists():
        kinds = ", ".join(f"{kind}:..." for kind in KINDS)
        raise UserError(f"{part!r} is not a table to compare; write {LAW}, a house file or {kinds}")
    if found.file is not None:
        raise UserError(f"{found.label!r} names two house files; a table is in one")
    found.file, found.table = Path(name), table if hash_sign else None


def _comparison(args: argparse.Namespace) -> Comparison:
    from pitboss.analysis.comparison.table_comparison import compare
    from pitboss.analysis.pay_table_design.presets import preset

    named = args.tables[0] if len(args.tables) == 3 else None
    if len(args.tables) not in (2, 3) or (args.tables[0] in REGISTERED and named is None):
        raise UserError(
            "name the two tables to compare, as in: pitboss compare three-card-poker law preset:pennsylvania-a"
        )
    sides = [wanted(text) for text in args.tables[-2:]]
    game = the_game(named).name if named is not None else _game(sides)
    for name in sides[0].presets + sides[1].presets:
        if preset(name).game != game:
            raise UserError(f"preset:{name} is a pay table of {preset(name).game}, not of {game}")
    notes = tuple(f"{name}: {preset(name)}" for name in dict.fromkeys(sides[0].presets + sides[1].presets))
    first, second = (_study(args, game, side) for side in sides)
    return compare(first, second, (_label(sides[0], game), _label(sides[1], game)), notes)


def _label(side: Wanted, game: str) -> str:
    """Of a game of which no text is held, the table that nobody has changed is a default and no law."""
    if not load(game).is_beyond:
        return side.label
    return "+".join("default" if part.strip() == LAW else part for part in side.label.split("+"))


def _game(sides: list[Wanted]) -> str:
    games = [found for side in sides if (found := side.games())]
    common = set.intersection(*games) if games else set()
    if len(common) != 1:
        which = f"these tables are of {' and '.join(sorted(set.union(*games)))}" if games else "nothing says which game"
        raise UserError(f"{which}; name the game first, as in: pitboss compare three-card-poker A B")
    return common.pop()


def _study(args: argparse.Namespace, game: str, side: Wanted) -> Study:
    from pitboss.analysis import setting
    from pitboss.public.house_file import Day, load_house

    terms = {"as_of": args.as_of, "assume": args.assume, "bet": args.bet, **side.terms}
    file, table = (side.file, side.table) if side.file is not None else (args.house, args.table)
    if table is not None and file is None:
        raise UserError(f"--table {table}: name the house file too, with --house")
    house = None if file is None else load_house(file, game, table, Day(terms["as_of"], terms["assume"]))
    settings = {**pairs("--set", args.set), **side.settings}
    readings = {**chosen_readings(args), **side.readings}
    return setting(game, house=house, settings=settings, readings=readings, **terms)
