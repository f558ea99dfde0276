"""pitboss admin: give a person a new recovery code, on the machine that the server runs on."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import data_folder, parse_reason, print_json
from pitboss.store.database.read_only import open_read_only
from pitboss.store.database.schema import SchemaError, older_version, version_of
from pitboss.store.errors import StoreError, UnopenedError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=["recover"], help="recover: give somebody a new recovery code")
    parser.add_argument("name", metavar="NAME", help="the name of the account")
    parser.add_argument(
        "--db", type=Path, metavar="PATH", help="the database (default: pitboss.db in your data folder)"
    )
    parser.add_argument(
        "--why", default="", metavar="TEXT", help="the reason, which is recorded; the command needs one"
    )
    parser.epilog = (
        "The new code is printed once. The old one stops working, and everybody who is signed in under the name is "
        "signed out. The server may run meanwhile. Anyone who can write to the database file can do this."
    )


def run(args: argparse.Namespace) -> int:
    path = args.db or data_folder() / "pitboss.db"
    if not args.why.strip():
        raise UserError("the reason is missing; say with --why TEXT why you do this, it is recorded")
    why = parse_reason(args.why)
    try:
        code, name, role = _recover(path, args.name, why)
    except StoreError as error:
        raise UserError(error) from None
    if args.json:
        print_json({"name": name, "role": role, "code": code})
    elif args.quiet:
        print(code)  # even with --quiet: it is shown nowhere else
    else:
        print(f"The new code of {name} ({role}) is {code}")
        print("It is shown this once. Sign in with it in the lobby.")
    return 0


def _recover(path: Path, name: str, why: str) -> tuple[str, str, str]:
    """Set a new recovery code in the database. Returns the code and the name and role of the account."""
    _check_version(path)
    try:
        from pitboss.store.keeper import open_for_command
    except ModuleNotFoundError:
        raise UserError("this needs POSIX file locks: Linux, macOS, or Windows with WSL") from None
    try:
        from pitboss.server.access import sessions
    except ModuleNotFoundError as missing:
        raise UserError(f"this needs {missing.name}; install it with: pip install 'pitboss[server]'") from None
    from pitboss.store.row_types import StaffAct

    with open_for_command(path) as store:
        account_and_key = store.accounts.find(name)
        if account_and_key is None or account_and_key[0].state == "gone":
            raise UserError(f"nobody has the name {name!r} in {path}; give the name as it is in the lobby")
        person, code = account_and_key[0], sessions.new_code()
        if person.state == "banned":
            raise UserError(f"{person.name} is banned; an administrator can let {person.name} back in first")
        act_text = f"Got a new recovery code for {person.name} on the machine itself, as its user {_user()}"
        act = StaffAct(person.id, act_text, why, at=int(time.time()), cite="house:people")
        store.accounts.set_code(person.id, sessions.hash_code(code), act).result()
        return code, person.name, person.role


def _user() -> str:
    """Return the name of the operating system's user, for the record: nobody signs in to an account here."""
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # as in a container, where users may have no names
        return str(os.getuid())


def _check_version(path: Path) -> None:
    """Raise UnopenedError unless the file is a database of this version.

    Only a server may migrate an older one, because nobody else may use the database meanwhile.
    """
    try:
        with open_read_only(path) as db:
            if not version_of(db):
                raise UnopenedError(f"{path} is not a Pitboss database")
            if older_version(db):
                raise UnopenedError(f"{path} is of an older version; start 'pitboss serve' with it once")
    except SchemaError as error:
        raise UnopenedError(f"{path} cannot be used: {error}") from None
