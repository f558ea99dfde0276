"""The `pitboss` command line: parses the arguments, runs one command and turns errors into exit codes.

Every command takes --json, --quiet and --debug. Exit code 0: success. 1: findings. 2: wrong usage or unreadable input.
3: could not be judged by this version.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from pitboss import __version__
from pitboss.public.errors import HouseFileError

# command -> (module, one line of help)
COMMANDS = {
    "play": ("play", "play at a table in this terminal"),
    "serve": ("serve", "run tables that people play at in a browser"),
    "admin": ("admin", "give somebody a new recovery code, on the machine of the server"),
    "export": ("export", "export a server's database as CSV or JSONL"),
    "backup": ("backup", "copy a server's database, even while it runs"),
    "restore": ("restore", "put a copy of a server's database back in its place"),
    "replay": ("replay", "replay a record, act by act"),
    "verify": ("verify", "check a record or a server's database"),
    "explain": ("explain", "show why each wager in a record won or lost"),
    "dispute": ("dispute", "rebuild a disputed hand from the recorded discard rack"),
    "edge": ("edge", "show the exact house edge of each wager that Pitboss can price"),
    "par": ("par", "write a PAR sheet: every wager's outcomes, edge, volatility and ranges on one page"),
    "strategy": ("strategy", "show the best way to play, and what simple strategies cost"),
    "ask": ("ask", "show the exact value of each choice in one situation"),
    "exposure": ("exposure", "show what an exposed card is worth, and which paragraph covers it"),
    "compare": ("compare", "show two tables side by side, and what each change between them does"),
    "design": ("design", "find pay tables that the law allows and that have the house edge you want"),
    "simulate": ("simulate", "play millions of rounds from one seed, and compare them with the exact edge"),
    "casino": ("casino", "play years of a casino: what its tables win, and how often payout limits bind"),
    "warm": ("warm", "compile the code for exact analysis ahead of time (once)"),
    "hold": ("hold", "show what tables won beside what theory says, and whether luck explains it"),
    "shift": ("shift", "report what happened at a server's tables in a shift, on a page that prints"),
    "law": ("law", "show a paragraph, its code and its tests; --coverage lists all"),
    "readings": ("readings", "list the doubts in the texts and how Pitboss reads each one"),
    "diff": ("diff", "show what changed in the law between two days, or between two house files"),
    "games": ("games", "list the games and the texts held"),
    "check": ("check", "find which paragraphs a house file or a record breaks, and what would put it right"),
    "observe": ("observe", "make an observed log of what somebody wrote down in plain words"),
    "house": ("check", "the same as check"),
    "placard": ("placard", "write each table's sign, layout inscriptions and gaming guide as pages to print"),
    "submission": ("submission", "write the document that a licensee files for a game, or about what changed"),
    "init-house": ("init_house", "write a commented example of a house file"),
    "completions": ("completions", "print a script that lets your shell complete commands, options and games"),
}


FINDINGS, WRONG_USE, UNJUDGED = 1, 2, 3  # exit codes; 0 is success


class UserError(Exception):
    """Raised for wrong usage or unreadable input: printed as one line, exit code 2."""

    code = WRONG_USE


class FoundError(UserError):
    """The input can be read, but something is wrong with it: printed as one line, exit code 1."""

    code = FINDINGS


class UnjudgedError(UserError):
    """The input was written by another version and cannot be judged here: printed as one line, exit code 3."""

    code = UNJUDGED


def add_common_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quiet", action="store_true", help="print no output; check the exit code")
    parser.add_argument("--debug", action="store_true", help="show a traceback when something goes wrong")


def build_parser(command: str | None) -> argparse.ArgumentParser:
    """Build the argument parser. Only the module of `command` is imported, so that the program starts quickly."""
    parser = argparse.ArgumentParser(
        prog="pitboss",
        description="New Jersey's Rules of the Games (N.J.A.C. 19:47) as software. It deals by the text it holds and "
        "settles every wager to the cent. Every act cites its source: a paragraph, a labeled reading, or a rule of the "
        "house.",
        epilog="Exit codes: 0 success, 1 findings, 2 wrong usage or unreadable input, 3 could not be judged here "
        "(another version of Pitboss wrote it, and this one would play it otherwise). Try 'pitboss COMMAND --help'.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and the digest of each game's rules")
    common = argparse.ArgumentParser(add_help=False)
    add_common_options(common)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, (module, summary) in COMMANDS.items():
        sub = subparsers.add_parser(name, parents=[common], help=summary, description=summary[0].upper() + summary[1:])
        if name == command:
            import_module(f"pitboss.cli.commands.{module}").add_arguments(sub)
    return parser


def join_negative_values(argv: list[str]) -> list[str]:
    """Return the arguments with `--target -5%` written as `--target=-5%`.

    Otherwise argparse takes a value that begins with a minus sign for an option, unless it is a plain number.
    """
    words: list[str] = []
    for index, word in enumerate(argv):
        if word == "--":
            return words + argv[index:]
        if re.match(r"-[$.]?\d", word) and words and re.fullmatch(r"--[a-z][a-z-]*", words[-1]):
            words[-1] += f"={word}"
        else:
            words.append(word)
    return words


def main(argv: list[str]) -> int:
    """Run the command that `argv` names and return its exit code."""
    command = next((word for word in argv if word in COMMANDS), None)
    parser = build_parser(command)
    args = parser.parse_args(join_negative_values(argv))
    if args.version:
        return _print_version()
    if args.command is None:
        parser.print_help()
        return 2
    try:
        code: int = import_module(f"pitboss.cli.commands.{COMMANDS[args.command][0]}").run(args)
        return code
    except BrokenPipeError:
        raise
    except (UserError, HouseFileError, OSError) as error:
        if args.debug:
            raise
        message = describe_file_error(error) if isinstance(error, OSError) else error
        print(f"pitboss {args.command}: {message}", file=sys.stderr)
        return error.code if isinstance(error, UserError) else WRONG_USE
    except Exception as fault:
        if args.debug:
            raise
        print(f"pitboss {args.command}: internal error, {type(fault).__name__}: {fault}", file=sys.stderr)
        print("run it again with --debug to see the traceback", file=sys.stderr)
        return 2


def describe_file_error(error: OSError) -> str:
    """Explain in words why a file cannot be used."""
    name = error.filename if isinstance(error.filename, str) else ""
    if not name:
        return f"it cannot be read or written: {(error.strerror or str(error)).lower()}"
    if error.errno == errno.ENOENT and not (folder := Path(name).parent).exists():
        return f"cannot open {name}: the folder {folder} does not exist"
    messages = {
        errno.ENOENT: f"{name} does not exist",
        errno.EISDIR: f"{name} is a folder; name a file",
        errno.ENOTDIR: f"cannot open {name}: part of its path is a file, not a folder",
        errno.EACCES: f"you are not allowed to use {name}",
        errno.EROFS: f"{name} cannot be written, because it is on read-only media",
        errno.ENOSPC: f"{name} cannot be written, because the disk is full",
        errno.ENAMETOOLONG: f"{name[:40]}... is too long for the name of a file",
    }
    return messages.get(error.errno or 0, f"{name} cannot be used: {(error.strerror or str(error)).lower()}")


def _print_version() -> int:
    from pitboss.games import REGISTERED, load

    print(f"pitboss {__version__}")
    for name in REGISTERED:
        game = load(name)
        print(f"{name} {game.editions.newest} rules {game.rules({}).digest}")
    return 0


def entry() -> NoReturn:
    """Run the command line of this process and exit: the console script `pitboss`."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy would start threads for algebra that no command needs
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the parent process
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # replace a suit sign that cannot be printed, and go on
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output has closed the pipe, as `head` does: no error, and no traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
