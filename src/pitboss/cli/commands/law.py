"""pitboss law: print a paragraph with its gist, status, code and tests, or the coverage of all."""

from __future__ import annotations

import argparse
from collections import Counter

import msgspec

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import print_json
from pitboss.engine.game import Game
from pitboss.games import REGISTERED, load
from pitboss.law.coverage import STATUSES, Row, coverage
from pitboss.law.readings import readings_of
from pitboss.law.register import Paragraph, register
from pitboss.law.unheld_games import IN_WORDS, PREFIX, game_of_citation, is_assumed, is_beyond


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paragraph", nargs="?", help="a paragraph such as '18.10(c)', in quotes because of the parentheses"
    )
    parser.add_argument("--edition", metavar="DATE", help="show only the text of this date")
    parser.add_argument("--coverage", action="store_true", help="list every paragraph and its status")
    parser.add_argument(
        "--beyond", action="store_true", help="with --coverage: only the games of which no text is held"
    )
    parser.add_argument(
        "--assumed", action="store_true", help="for games of which no text is held, list what no source says"
    )


def run(args: argparse.Namespace) -> int:
    games = [load(name) for name in REGISTERED]
    if args.beyond and not args.coverage:
        raise UserError("--beyond goes with --coverage; a single paragraph is named, as in 'beyond:GAME.6(b)'")
    if args.assumed:
        return _print_assumptions(args, [game for game in games if game.is_beyond])
    dates = sorted({text.date for game in games for text in game.editions.texts})
    if args.edition not in (None, *dates):
        raise UserError(f"--edition {args.edition}: no such text is held; choose {' or '.join(dates)}")
    if args.coverage:
        return _print_coverage(args, [game for game in games if game.is_beyond == args.beyond])
    if args.paragraph is None:
        raise UserError("name a paragraph, as in 'pitboss law \"18.10(c)\"', or use --coverage")
    id_wanted = args.paragraph.strip().removeprefix("19:47-")
    matches = [
        (game, paragraph)
        for game in games
        for (edition, id_), paragraph in register(game.package).items()
        if id_ == id_wanted and args.edition in (None, edition)
    ]
    if not matches:
        raise UserError(_explain_unknown(id_wanted, games, args.edition))
    if args.json:
        print_json([_as_json(game, paragraph) for game, paragraph in matches])
    elif not args.quiet:
        print("\n\n".join(_describe(game, paragraph) for game, paragraph in matches))
    return 0


def _row(game: Game, paragraph: Paragraph) -> Row:
    return next(
        row for row in coverage(game.package) if (row.edition, row.paragraph) == (paragraph.edition, paragraph.id)
    )


def _as_json(game: Game, paragraph: Paragraph) -> object:
    body = {"game": game.name, **msgspec.to_builtins(paragraph), **msgspec.to_builtins(_row(game, paragraph))}
    return {key: value for key, value in body.items() if value != "" and key != "id"}


def _describe(game: Game, paragraph: Paragraph) -> str:
    row = _row(game, paragraph)
    lines = [
        _heading(game, paragraph),
        f"  kind     {paragraph.kind}, {row.status}",
        f"  gist     {paragraph.gist}",
    ]
    if paragraph.source:
        lines.append(f"  source   {paragraph.source}" + (", assumed here" if is_assumed(paragraph.source) else ""))
    if paragraph.to:
        lines.append(f"  see      {paragraph.to}")
    if paragraph.besides:
        lines.append(f"  also     {paragraph.besides}")
    if paragraph.reason:
        lines.append(f"  why not  {paragraph.reason} ({paragraph.who})")
    lines += [f"  {'code' if i == 0 else '    '}     {where}" for i, where in enumerate(row.code)]
    lines += [f"  {'proof' if i == 0 else '     '}    {test}" for i, test in enumerate(row.tests)]
    return "\n".join(lines)


def _heading(game: Game, paragraph: Paragraph) -> str:
    if game.is_beyond:
        return f"{paragraph.id}  {game.title}, {IN_WORDS}"
    return f"19:47-{paragraph.id}  {game.title}, text of {paragraph.edition}"


def _print_assumptions(args: argparse.Namespace, games: list[Game]) -> int:
    """Print the paragraphs that Pitboss assumes because no source states them. If there is a reading for one, it is
    named.
    """
    assumptions = [
        (
            game,
            paragraph,
            [reading.id for reading in readings_of(game.package).values() if reading.paragraph == paragraph.id],
        )
        for game in games
        for paragraph in register(game.package).values()
        if is_assumed(paragraph.source)
    ]
    if args.json:
        print_json(
            [
                {
                    "game": game.name,
                    "paragraph": paragraph.id,
                    "source": paragraph.source,
                    "readings": readings,
                    "gist": paragraph.gist,
                }
                for game, paragraph, readings in assumptions
            ]
        )
    elif not args.quiet:
        for _, paragraph, readings in assumptions:
            doubt = f" (reading: {', '.join(readings)})" if readings else ""
            print(f"{paragraph.id:<24}{paragraph.source:<14}{paragraph.gist}{doubt}")
    return 0


def _explain_unknown(id_wanted: str, games: list[Game], edition: str | None) -> str:
    """Explain that no text has this paragraph, and suggest near ones."""
    ids = list(dict.fromkeys(id_ for game in games for text, id_ in register(game.package) if edition in (None, text)))
    if f"{PREFIX}{id_wanted}" in ids:
        return f"no held text has a paragraph {id_wanted!r}; did you mean '{PREFIX}{id_wanted}'?"
    negation = "the facts beyond the held texts have no" if is_beyond(id_wanted) else "no held text has a"
    message = f"{negation if edition is None else f'no text of {edition} has a'} paragraph {id_wanted!r}"
    near = [
        id_ for id_ in ids if id_.startswith(id_wanted.partition("(")[0] + "(") or id_ == id_wanted.partition("(")[0]
    ]
    if near:
        return f"{message}; that section has {', '.join(near)}"
    if unheld := [game for game in games if id_wanted.partition("(")[0] in game.editions.never_held]:
        return f"{message}; that section is not held; 'pitboss readings {unheld[0].name}' shows what is played instead"
    similar = [id_ for id_ in ids if is_beyond(id_) == is_beyond(id_wanted)] or ids
    of_game = [id_ for id_ in similar if is_beyond(id_) and game_of_citation(id_) == game_of_citation(id_wanted)]
    sections = dict.fromkeys(id_.partition("(")[0] for id_ in of_game or similar)
    return f"{message}; sections {'' if is_beyond(similar[0]) else 'held '}are {', '.join(sections)}"


def _print_coverage(args: argparse.Namespace, games: list[Game]) -> int:
    rows = [row for game in games for row in coverage(game.package) if args.edition in (None, row.edition)]
    if args.json:
        print_json([msgspec.to_builtins(row) for row in rows])
    elif not args.quiet:
        print(coverage_table(games, args.edition))
    return 0


def count_statuses(rows: list[Row]) -> str:
    """Count the rows of each status, in words."""
    number = Counter(row.status for row in rows)
    return ", ".join(f"{number[status]} {status}" for status in STATUSES)


def coverage_table(games: list[Game], edition: str | None = None) -> str:
    """Return the table of all paragraphs: kind, status, number of tests and code, after a summary of each text."""
    lines, body = [], []
    longest = max((len(id_) for game in games for _, id_ in register(game.package)), default=0)
    width = max(14, longest + 2)
    for game in games:
        rows = coverage(game.package)
        for date in dict.fromkeys(row.edition for row in rows):
            if edition in (None, date):
                rows_of_text = [row for row in rows if row.edition == date]
                lines.append(f"{game.name} {date}: {count_statuses(rows_of_text)} of {len(rows_of_text)}")
                for row in rows_of_text:
                    code = ", ".join(row.code) or "-"
                    body.append(
                        f"{date:<10}  {row.paragraph:<{width}}{row.kind:<10}{row.status:<10}{len(row.tests):>2}  {code}"
                    )
    return "\n".join([*lines, "", f"text        {'paragraph':<{width}}kind      status    tests  code", *body])
