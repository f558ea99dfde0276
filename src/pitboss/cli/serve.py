"""pitboss serve: tables that people play at over the network."""

from __future__ import annotations

import argparse
import json
import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.options import data_folder

if TYPE_CHECKING:
    from pitboss.server.casino import Casino
    from pitboss.store.anchors import Doubt

PORT = 4700


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db", type=Path, metavar="PATH", help="the database (default: pitboss.db in your data folder)"
    )
    parser.add_argument(
        "--house", type=Path, metavar="FILE", help="open the tables of this house file (default: one of each game)"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help="the address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument(
        "--port", type=int, default=PORT, metavar="PORT", help=f"the port to listen on (default: {PORT})"
    )
    parser.add_argument(
        "--anchor-file",
        type=Path,
        metavar="FILE",
        help="keep a second copy of the checkpoint file here, best on another disk; it is compared at every start",
    )
    parser.add_argument(
        "--anchor-command",
        default="",
        metavar="COMMAND",
        help="give new lines of the checkpoint file to this shell command, on its standard input",
    )
    parser.add_argument(
        "--go-on",
        default="",
        metavar="WHY",
        help="go on although the database is not what was anchored, and record why",
    )
    parser.epilog = (
        "Practice money only. The server reads the tables of a house file when it creates the database; after that, "
        "an administrator sets them. It reads the gaming day of the file at every start. Stop it with Control-C or "
        "SIGTERM: open rounds go on at the next start. If the database is not what the checkpoint file says (lines are "
        "missing or changed, or the file is), the server starts paused and says what is missing; an administrator "
        "decides on the page House whether to go on, or you do with --go-on."
    )


def run(args: argparse.Namespace) -> int:
    try:
        from pitboss.store import locks as _locks  # noqa: F401 (first, for where it is missing nothing can be installed)
    except ModuleNotFoundError:
        raise UserError("the server needs POSIX file locks: Linux, macOS, or Windows with WSL") from None
    try:
        import uvicorn

        from pitboss.server.app import build
        from pitboss.server.socket import MOST_BYTES
    except ModuleNotFoundError as missing:
        raise UserError(f"the server needs {missing.name}; install it with: pip install 'pitboss[server]'") from None
    from pitboss.store.elsewhere import Anchoring
    from pitboss.store.errors import StoreError

    houses = day = None
    if args.house is not None:
        from pitboss.public.house_file import read_gaming_day, read_house

        houses, problems = read_house(args.house)
        if problems:
            raise UserError(f"{args.house} cannot be used:\n" + "\n".join(f"  {problem}" for problem in problems))
        day = read_gaming_day(args.house)
    path = args.db or data_folder() / "pitboss.db"
    if args.house is not None and path.exists():
        print(f"{path} already has its tables, so only the gaming day of {args.house} is read", file=sys.stderr)
    listening = _listen(args.host, args.port)
    try:
        app = build(path, houses, day=day, anchoring=Anchoring(args.anchor_file, args.anchor_command, args.go_on))
    except StoreError as wrong:
        listening.close()
        raise UserError(wrong) from None
    host, port = listening.getsockname()[:2]
    at = f"[{host}]" if ":" in host else host
    _tell(args, path, f"http://{at}:{port}/", app.state.token.token, app.state.casino)
    config = uvicorn.Config(
        app,
        log_level="warning",
        lifespan="on",
        server_header=False,
        ws_max_size=MOST_BYTES,
        timeout_graceful_shutdown=3,
    )
    for ending in (signal.SIGTERM, signal.SIGINT):
        # Uvicorn stops cleanly and then raises the signal once more, when it has done its work.
        signal.signal(ending, lambda *_: None)
    uvicorn.Server(config).run(sockets=[listening])
    return 0


def _tell(args: argparse.Namespace, path: Path, url: str, token: str, casino: Casino) -> None:
    """Where the server is, and what whoever starts it has to know."""
    copied = casino.store.copied
    doubt = None if args.go_on else casino.doubt
    if args.json:
        told = {"url": url, "db": str(path), "token": token}
        if copied is not None:
            told["copy"] = str(copied)
        if doubt is not None:
            told["paused"] = doubt.told
        print(json.dumps(told), flush=True)
        return
    if args.quiet:
        return
    if copied is not None:
        print(f"The database was upgraded. A copy of the old one is in {copied}", flush=True)
    print(f"Pitboss is at {url} with its tables in {path}", flush=True)
    if token:
        print(
            f"There is no administrator yet. To become one, enter this token in the lobby (it works once): {token}",
            flush=True,
        )
    if doubt is not None:
        _tell_doubt(doubt)


def _tell_doubt(doubt: Doubt) -> None:
    print("The server is paused: the database is not what was anchored.", file=sys.stderr)
    for each in doubt.found:
        print(f"  {each.told}", file=sys.stderr)
    print(
        "Stop it and put a better copy back ('pitboss restore'), or go on with what is there: an administrator decides "
        "on the page House, or start it again with --go-on WHY.",
        file=sys.stderr,
        flush=True,
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only of a socket that names its protocol does asyncio know that small answers must not wait for each other.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as wrong:
        listening.close()
        raise UserError(f"cannot listen on {host} port {port}: {wrong}; try another --port") from None
    return listening
