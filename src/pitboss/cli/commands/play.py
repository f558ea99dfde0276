"""pitboss play: take a seat at a table in this terminal, or without a terminal let the house play a demonstration."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import IO, Any

from msgspec import UNSET

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import (
    add_date_options,
    add_reading_option,
    data_folder,
    load_game,
    load_rules,
    print_json,
    print_lines,
)
from pitboss.cli.tables import find_sitting
from pitboss.cli.terminal.canvas import Look, can_show, to_ascii
from pitboss.cli.terminal.table_session import DemonstratedRound, Sitting
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine import chance
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Close
from pitboss.engine.record import Chain
from pitboss.games import REGISTERED
from pitboss.record.explain import SeatStory, explain, signed_dollars
from pitboss.record.replay import read
from pitboss.table.money import dollars

PLAYERS = 3  # unless the table is smaller or the person says otherwise


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=" or ".join(REGISTERED))
    parser.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help=f"number of players, including you (default: {PLAYERS}, or as many as fit)",
    )
    parser.add_argument("--bonus", action="store_true", help="let-it-ride: offer the bonus wager")
    parser.add_argument(
        "--three-card-bonus",
        type=str.upper,
        choices=list("ABCDEF"),
        metavar="LETTER",
        help="let-it-ride: offer the three card bonus wager, with pay table A to F",
    )
    parser.add_argument("--house", type=Path, metavar="FILE", help="play at a table from this house file")
    parser.add_argument("--table", metavar="NAME", help="which table of the house file (default: the first)")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="deal the same cards or dice for the same N (never for money)"
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="where to write the record (default: your data folder)"
    )
    parser.add_argument("--quick", action="store_true", help="do not pause between the dealer's acts")
    parser.add_argument("--no-color", action="store_true", help="do not use color (NO_COLOR does the same)")
    parser.add_argument("--no-colour", dest="no_color", action="store_true", help=argparse.SUPPRESS)  # its first name
    add_reading_option(parser)
    add_date_options(parser)
    parser.epilog = (
        "When its input or output is piped or redirected, or with --json or --quiet, play runs a demonstration: the "
        "house plays every seat, for one round or, at craps, until the line is decided."
    )


def run(args: argparse.Namespace) -> int:
    game = load_game(args.game)
    house = _house(args, game)
    if (kind := find_sitting(house)) is None:
        raise UserError(f"{game.name} has no table in the terminal, because it has no cards; use 'pitboss serve'")
    rules = load_rules(game, house, args)
    if breaches := house.breaches(rules):
        reasons = "".join(f"\n  {breach.key}: {breach.wrong}; {breach.right} [{breach.cite}]" for breach in breaches)
        raise UserError(f"this table cannot be played by the {rules.texts}:{reasons}")
    players, company = _player_count(args, game, house)
    source = chance.live_source() if args.seed is None else chance.seeded_source(args.seed)
    is_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    with RecordFile(args.record or _default_record(game), source) as record:
        setting = TableTerms(game, rules, house, source, players, record.append, company)
        if args.json or args.quiet or not is_terminal:
            _demonstrate(kind(setting), record, args)
        else:
            _sit_down(kind, setting, record, args)
    return 0


def _house(args: argparse.Namespace, game: Game) -> House:
    """Return the house of the table: from the house file, or the usual one with the options for bonus wagers."""
    given: dict[str, Any] = {"bonus": args.bonus, "three_card_bonus": args.three_card_bonus}
    elected = {name: value for name, value in given.items() if value}
    if args.house is None:
        if args.table is not None:
            raise UserError(f"--table {args.table}: name the house file too, with --house")
        if unknown := elected.keys() - set(game.house.__struct_fields__):
            options = " and ".join(f"--{name.replace('_', '-')}" for name in sorted(unknown))
            raise UserError(f"{options}: {game.name} has no such wager")
        return game.house.usual(**elected)
    if elected:
        raise UserError(
            "--bonus and --three-card-bonus do not go with --house: the house file says what the table offers"
        )
    from pitboss.public.house_file import Day, load_house

    return load_house(args.house, game.name, args.table, Day(args.as_of, args.assume))


def _player_count(args: argparse.Namespace, game: Game, house: House) -> tuple[int, str]:
    """Return the number of players and, if the game needs or advises more than were asked for, the reason."""
    players = min(PLAYERS, house.seats) if args.seats is None else args.seats
    if not 1 <= players <= house.seats:
        raise UserError(f"--seats {players}: this table has {house.seats} betting positions; choose 1 to {house.seats}")
    company = game.company(house) if game.company else None
    if company is None or players >= company.least:
        return players, ""
    seated = min(company.least, house.seats)
    return seated, f"{company.why}, so {seated} play instead of {players}." if seated > players else f"{company.why}."


def _default_record(game: Game) -> Path:
    """Return the path of a new record in the data folder."""
    folder = data_folder() / "records"
    folder.mkdir(exist_ok=True)
    stem = f"pitboss-{game.name}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (folder / f"{stem}{suffix}.pitboss.jsonl" for suffix in ("", *(f"-{number}" for number in range(2, 100))))
    return next(path for path in names if not path.exists())


class RecordFile:
    """The record file of a session. A file without a round is deleted.

    Only finished rounds are written, and where cards stay in play only finished shoes: the file would reveal what is
    still to be dealt. The last round may be unfinished, because a player who leaves pays what he owes even if nobody
    stays to play on.
    """

    def __init__(self, path: Path, source: chance.Source) -> None:
        self.path = path
        self.rounds = 0
        self._source = source
        self._chain = Chain()
        self._kept_back = b""  # rounds of the shoe in play, to be written when it ends

    def __enter__(self) -> RecordFile:
        try:
            self._file: IO[bytes] = self.path.open("xb")
        except FileExistsError:
            raise UserError(f"{self.path} already exists and was not changed; name another file") from None
        return self

    def __exit__(self, *fault: object) -> None:
        self._write()  # the session is over, so its shoe need not be kept secret any more
        self._file.close()
        if not self.rounds:
            self.path.unlink()

    def append(self, driver: Driver) -> list[SeatStory]:
        """Record a finished round and return what became of every seat's wagers."""
        raw = b"".join(line + b"\n" for line in self._chain.append(driver, self._source.label, self._source.salt()))
        self._kept_back += raw
        if driver.next is None or driver.next.shoe is UNSET:
            self._write()
        self.rounds += 1
        _, [written] = read(raw)
        return explain(written)

    def _write(self) -> None:
        self._file.write(self._kept_back)
        self._file.flush()
        self._kept_back = b""

    def farewell(self, unit: str) -> list[str]:
        """Return the lines that tell the player where his record is."""
        if not self.rounds:
            return [f"You played no {unit}, so there is no record."]
        return [
            f"The record is in {self.path}",
            f"  pitboss replay {self.path}",
            f"  pitboss explain {self.path}",
        ]


def _sit_down(kind: type[Sitting], setting: TableTerms, record: RecordFile, args: argparse.Namespace) -> None:
    """Let the person play at the table in this terminal until he leaves."""
    try:
        from pitboss.cli.terminal.posix_terminal import RawTerminal
    except ModuleNotFoundError:
        raise UserError(
            "a table in the terminal needs POSIX: Linux, macOS, or Windows with WSL; "
            "with --json the house plays a round by itself anywhere"
        ) from None
    dumb = os.environ.get("TERM", "dumb") in ("", "dumb")
    colour = not (args.no_color or dumb or os.environ.get("NO_COLOR"))
    with RawTerminal(dumb) as terminal:
        sitting = kind(setting, terminal, Look(colour, _must_be_ascii()), quick=args.quick)
        sitting.play()
    tally = sitting.tally
    if parting := sitting.parting_message():
        print(parting)
    unit = f"{sitting.unit.capitalize()}s"
    print(f"{unit} {tally.rounds}, wagered {dollars(tally.wagered)}, result {signed_dollars(tally.result)}.")
    print_lines(record.farewell(sitting.unit))


def _demonstrate(sitting: Sitting, record: RecordFile, args: argparse.Namespace) -> None:
    """Let the house play every seat, and print what happened."""
    setting = sitting.setting
    rounds_shown = sitting.demonstrate()
    if not rounds_shown:
        why = sitting.round.driver.refusals(Close())[0]
        raise UserError(f"no {sitting.unit} could be played, because no bets let this table go on. {why}")
    if args.json:
        rounds: list[dict[str, object]] = [
            {
                "acts": [{"cite": act.cite, "told": act.told} for act in round_.acts],
                "seats": [
                    {"seat": story.seat, "player": story.player, "chips": story.after, "change": story.net}
                    for story in round_.stories
                ],
            }
            for round_ in rounds_shown
        ]
        # Where wagers stand from one round to the next, a demonstration has several rounds.
        print_json(
            {
                "game": setting.game.name,
                "chance": setting.source.label,
                **({f"{sitting.unit}s": rounds} if setting.game.standing_wagers else rounds[0]),
                "record": str(record.path),
            }
        )
    elif not args.quiet:
        count = f"one {sitting.unit}" if len(rounds_shown) == 1 else f"{len(rounds_shown)} {sitting.unit}s"
        lines = [setting.company] if setting.company else []
        lines += [
            f"{sitting.title}: {count}, the house at every seat, chance {setting.source.label}",
            f"by the {setting.rules.texts}",
        ]
        for round_ in rounds_shown:
            lines += [f"{act.cite:<13} {act.told}" for act in round_.acts] + [""]
        lines += _result_lines(rounds_shown)
        print_lines(map(to_ascii, lines) if _must_be_ascii() else lines)
        print_lines(record.farewell(sitting.unit))


def _result_lines(rounds_shown: list[DemonstratedRound]) -> list[str]:
    """Return a line for each seat: its result and the chips that it has left."""
    lines = []
    for story in rounds_shown[-1].stories:
        change = sum(other.net for round_ in rounds_shown for other in round_.stories if other.seat == story.seat)
        lines.append(
            f"seat {story.seat}, {story.player} (house): {signed_dollars(change)}, {dollars(story.after)} left"
        )
    return lines


def _must_be_ascii() -> bool:
    """Return whether only ASCII may be printed. Python writes UTF-8 even in the C locale, where the terminal may not
    show it."""
    return os.environ.get("LC_ALL") in ("C", "POSIX") or not can_show(sys.stdout.encoding)
