"""pitboss verify: check that a record or a server's database is complete and unchanged, and that it replays."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from pitboss.cli.main import FINDINGS, UNJUDGED, UserError
from pitboss.cli.shared.options import print_json
from pitboss.cli.shared.record_file import open_record
from pitboss.record.verify import Findings, verify, verify_players_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, or with --db a server's database")
    parser.add_argument("--db", action="store_true", help="FILE is a server's database")
    parser.add_argument(
        "--heads", type=Path, metavar="FILE", help="the database's checkpoint file (default: the .heads file beside it)"
    )
    parser.add_argument(
        "--head",
        metavar="COUNT:HASH",
        help="the number of lines and the hash of the last one, as you kept them elsewhere",
    )
    parser.add_argument(
        "--whole", type=Path, metavar="FILE", help="beside a record for players: the house's record of the same rounds"
    )
    parser.epilog = (
        "Verify runs four checks. chain: every line has the hash of the line before it. rules: the record names "
        "this version's rules and the house follows them; other rules are reported but are not a failure. "
        "replay: the inputs lead to the same acts, byte for byte, whichever version wrote them. "
        "head: nothing is missing up to the head you kept elsewhere; without one, verify cannot notice lines cut "
        "off at the end or a record rewritten from the start. "
        "A record for players has a check of its own, sealed: with --whole, that the house's record is the one that "
        "was sealed and tells the same acts. "
        "With --db it starts from the chains: every round of every table, accounts, roles and settings against the "
        "register, all money in one closing sum, what the staff did, and all chains against the checkpoint file. "
        "Exits with 0 if all checks pass, with 1 and the first line or act that differs if one fails, and with 2 if "
        "FILE is neither a record nor a database. A round that another version wrote, and that this one plays "
        "otherwise, fails no check as long as its chain holds: it could not be judged here (?), and if nothing else "
        "is wrong the exit code is 3. The version that wrote it can judge it."
    )


def run(args: argparse.Namespace) -> int:
    if args.db:
        return _verify_database(args)
    if args.heads is not None:
        raise UserError("--heads is for a database, see --db; a record is compared with the head you kept, see --head")
    head = None
    if args.head is not None:
        match = re.fullmatch(r"([1-9]\d{0,17}):([0-9a-f]{64})", args.head)
        if match is None:
            raise UserError(f"--head {args.head[:100]!r} should be COUNT:HASH, as in 55:<64 hexadecimal digits>")
        head = (int(match[1]), match[2])
    with ExitStack() as files:
        file = files.enter_context(open_record(args.file))
        if args.whole is None:
            verdict = verify(file, head)
        else:
            verdict = verify_players_record(file, head, files.enter_context(open_record(args.whole)))
    return _print_findings(args, verdict, 7, lambda act: msgspec.json.encode(act).decode())


def _verify_database(args: argparse.Namespace) -> int:
    from pitboss.store.audit.database_audit import audit
    from pitboss.store.errors import StoreError

    if args.whole is not None:
        raise UserError("--whole is for a record for players; a database holds the rounds of both")
    if args.head is not None:
        raise UserError("--head is for a record; a database is compared with its checkpoint file, see --heads")
    for path in (args.file, args.heads):
        if path is not None:
            _check_is_file(path)
    try:
        findings = audit(args.file, args.heads)
    except StoreError as error:
        raise UserError(error) from None
    if not findings.opened:
        raise UserError(findings.checks[0].told)
    return _print_findings(
        args, findings, 9, lambda act: "nothing" if act is None else f"{act['cite']:<13} {act['told']}"
    )


def _check_is_file(path: Path) -> None:
    if not path.exists():
        raise UserError(f"{path} does not exist")
    if not path.is_file():
        raise UserError(f"{path} is {'a folder; name a file' if path.is_dir() else 'not a file'}")


def _print_findings(
    args: argparse.Namespace, findings: Findings, width: int, describe_act: Callable[[dict[str, Any] | None], str]
) -> int:
    if args.json:
        print_json(msgspec.to_builtins(findings.as_json()))
    elif not args.quiet:
        if findings.another:
            print(f"{'version':<{width}}       {findings.another}")
        for check in findings.checks:
            line = f"line {check.line}"
            line = "" if not isinstance(check.line, int) or check.told.startswith(f"{line} ") else f"{line}: "
            mark = "?" if not check.judged else "-" if check.ok is None else "ok" if check.ok else "FAIL"
            print(f"{check.name:<{width}} {mark:<4}  {line}{check.told}")
        differs = findings.first_difference
        if differs is not None and differs.recorded is not None:
            print(f"first difference, {differs.where}:")
            for word, act in (("recorded", differs.recorded), ("replayed", differs.replayed)):
                print(f"  {word}  {describe_act(act)}")
    return FINDINGS if not findings.ok else 0 if findings.judged else UNJUDGED
