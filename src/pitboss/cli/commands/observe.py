"""pitboss observe: turn a log written in plain words into an observed log."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pitboss.cli.main import UserError
from pitboss.compliance.errors import LogError
from pitboss.compliance.observed_log.plain_words import convert, list_phrases

STDIN = Path("-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE",
        help="the log in plain words, one line an act (- reads standard input)"
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write there instead of standard output")
    parser.add_argument("--words", action="store_true", help="list every way to say something, and what it becomes")


def run(args: argparse.Namespace) -> int:
    if args.words:
        for phrase, meaning in list_phrases().items():
            print(f"{phrase}\n    {meaning}")
        return 0
    if args.file is None:
        raise UserError("name a log in plain words, or use --words")
    text = sys.stdin.buffer.read() if args.file == STDIN else args.file.read_bytes()
    name = "standard input" if args.file == STDIN else str(args.file)
    try:
        lines = convert(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = text[: error.start].count(b"\n") + 1
        raise UserError(f"{name}, line {line}, is not UTF-8 text; save the file as UTF-8") from None
    except LogError as error:
        raise UserError(f"{name}: {error}") from None
    output = b"".join(line + b"\n" for line in lines).decode()
    if args.output is not None:
        args.output.write_text(output, encoding="utf-8")
    elif not args.quiet:
        print(output, end="")
    return 0
