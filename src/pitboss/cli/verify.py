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
        "and the house breaks none of them; rules of another version are told and decide nothing. "
        "replay: the inputs give the same acts, byte for byte, whichever version wrote them. "
        "head: nothing is missing up to a head kept elsewhere; "
        "without one, lines cut off at the end and a record written anew from its start cannot be seen. "
        "Exit 0: all is well. Exit 1: something is not, and the first line or act that differs is shown."
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
        verdict = verify(args.file.read_bytes(), head)
    except UnreadableError as wrong:
        raise UserError(f"{args.file}: {wrong}") from None
    if args.json:
        print_json(msgspec.to_builtins(verdict.as_json()))
    elif not args.quiet:
        if verdict.another:
            print(f"version       {verdict.another}")
        for check in verdict.checks:
            where = "" if check.line is None else f"line {check.line}: "
            print(f"{check.name:<7} {'ok  ' if check.ok else 'FAIL'}  {where}{check.told}")
        differs = verdict.first_difference
        if differs is not None and differs.recorded is not None:
            print(f"first difference, round {differs.round}, line {differs.line}:")
            for word, act in (("recorded", differs.recorded), ("replayed", differs.replayed)):
                print(f"  {word}  {msgspec.json.encode(act).decode()}")
    return 0 if verdict.ok else 1


def _database(args: argparse.Namespace) -> int:
    from pitboss.store.audit import audit

    if not args.file.is_file():
        raise UserError(f"{args.file} is no file")
    found = audit(args.file, args.heads)
    if args.json:
        print_json(msgspec.to_builtins(found.as_json()))
    elif not args.quiet:
        if found.another:
            print(f"version         {found.another}")
        for check in found.checks:
            print(f"{check.name:<9} {'ok  ' if check.ok else 'FAIL'}  {check.told}")
        differs = found.first_difference
        if differs is not None and differs.recorded is not None:
            print(f"first difference, table {differs.table}, round {differs.round}, row {differs.row}:")
            for word, act in (("recorded", differs.recorded), ("replayed", differs.replayed)):
                print(f"  {word}  " + ("nothing" if act is None else f"{act['cite']:<13} {act['told']}"))
    return 0 if found.ok else 1
