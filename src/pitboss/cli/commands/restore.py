"""pitboss restore: put a copy of a server's database back in its place."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from msgspec import to_builtins

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import data_folder, print_json
from pitboss.store.copies.changes_since_copy import ChangesSinceCopy
from pitboss.store.errors import StoreError
from pitboss.store.staff_act_prefixes import printable_text
from pitboss.table.steps import quantity


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("copy", type=Path, metavar="COPY", help="a copy made by 'pitboss backup'")
    parser.add_argument(
        "--db", type=Path, metavar="PATH", help="the database to replace (default: pitboss.db in your data folder)"
    )
    parser.add_argument(
        "--as-copied",
        action="store_true",
        help="also restore people whom the house has put out since the copy, with their old codes",
    )
    parser.epilog = (
        "Stop the server first. Restore checks the copy, keeps the database that was there as PATH.replaced-1, and "
        "notes in the checkpoint file when it was done, from which copy and up to which line; verify reports that. "
        "What was played after the copy was made is only in the database that was replaced; restore lists what that "
        "is. All sessions end, so everybody signs in with the recovery code. Bans, dismissals, deletions and new codes "
        "since the copy are applied again, unless you say --as-copied."
    )


def run(args: argparse.Namespace) -> int:
    try:
        from pitboss.store.copies.restore import restore
    except ModuleNotFoundError:
        raise UserError("restore needs POSIX file locks: Linux, macOS, or Windows with WSL") from None
    path = args.db or data_folder() / "pitboss.db"
    try:
        restored = restore(args.copy, path, as_copied=args.as_copied)
    except StoreError as error:
        raise UserError(error) from None
    if args.json:
        lines = {chain: number for chain, (number, _) in restored.heads.items()}
        replaced = None if restored.replaced is None else str(restored.replaced)
        since = None if restored.since is None else to_builtins(restored.since._asdict())
        report = {"db": str(path), "copy": str(args.copy), "lines": lines, "replaced": replaced}
        print_json({**report, "since": since, "why_not": restored.why_not})
    elif not args.quiet:
        print(f"{path} is now {args.copy}")
        if restored.replaced is not None:
            print(f"the database that was there is kept as {restored.replaced}")
        print("all sessions have ended: everybody signs in again, with the recovery code")
        if restored.since is None:
            print(f"what came after the copy is not known: {restored.why_not}")
        else:
            print(*_describe_since(restored.since), sep="\n")
    return 0


def _describe_since(since: ChangesSinceCopy) -> Iterator[str]:
    """List what came after the copy, in words."""
    if not since.lines:
        yield "nothing came after the copy"
        return
    yield from since.people
    yield "came after the copy, and is only in the database that was there:"
    for chain, number in since.lines.items():
        where = f"table {chain}" if chain.isdigit() else f"the chain of {chain}"
        yield f"  {quantity(number, 'line')} of {where}"
    for kind, names in (("account", since.accounts), ("table", since.tables)):
        yield from (f"  {kind} {name}" for name in names)
    for act in since.staff:
        time_text = datetime.fromtimestamp(act.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
        yield f"  {time_text}, {printable_text(act.name)}: {printable_text(act.what)}"
