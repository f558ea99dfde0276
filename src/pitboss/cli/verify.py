"""pitboss verify: is a record what it says it is?"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import msgspec

from pitboss.cli.main import UserError
from pitboss.cli.options import print_json
from pitboss.record.replay import UnreadableError
from pitboss.record.verify import verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, or with --db a server's database")
    parser.add_argument("--db", action="store_true", help="FILE is a server's database")
    parser.add_argument("--heads", type=Path, metavar="FILE", help="its checkpoint file (beside it, named .heads)")
    parser.add_argument(
        "--head", metavar="COUNT:HASH", help="the number of lines and the hash of the last, as kept elsewhere"
    )
    parser.epilog = (
        "chain: every line carries the hash of the one before. rules: the rules' digest is the one this version has, "
        "and the house breaks none of them. "
        "replay: the inputs give the same acts, byte for byte. head: nothing is missing up to a head kept elsewhere; "
        "without one, lines cut off at the end and a record written anew from its start cannot be seen."
    )


def run(args: argparse.Namespace) -> int:
    if args.db:
        return _database(args)
    head = None
    if args.head is not None:
        match = re.fullmatch(r"([1-9]\d*):([0-9a-f]{64})", args.head)
        if match is None:
            raise UserError(f"--head {args.head!r} is not COUNT:HASH, as in 55:<64 hexadecimal digits>")
        head = (int(match[1]), match[2])
    try:
        checks = verify(args.file.read_bytes(), head)
    except UnreadableError as wrong:
        raise UserError(f"{args.file}: {wrong}") from None
    if args.json:
        print_json([msgspec.to_builtins(check) for check in checks])
    elif not args.quiet:
        for check in checks:
            where = "" if check.line is None else f"line {check.line}: "
            print(f"{check.name:<7} {'ok  ' if check.ok else 'FAIL'}  {where}{check.told}")
    return 0 if all(check.ok for check in checks) else 1


def _database(args: argparse.Namespace) -> int:
    from pitboss.store.audit import audit

    if not args.file.exists():
        raise UserError(f"{args.file} is not there")
    checks = audit(args.file, args.heads)
    if args.json:
        print_json([msgspec.to_builtins(check) for check in checks])
    elif not args.quiet:
        for check in checks:
            print(f"{check.name:<9} {'ok  ' if check.ok else 'FAIL'}  {check.told}")
    return 0 if all(check.ok for check in checks) else 1
