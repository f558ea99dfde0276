"""pitboss serve: run tables that people play at over the network."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.main import UserError
from pitboss.cli.shared.options import data_folder, parse_reason, print_json, print_lines

if TYPE_CHECKING:
    import socket

    from fastapi import FastAPI

    from pitboss.server.access.middleware import Access
    from pitboss.store.chains.anchor_comparison import Doubt

PORT = 4700
LEAST_TOKEN = 16  # characters
PRIVATE = 0o077  # the umask: files that the server creates are for its user only


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
        metavar="WHY",
        help="start although the database differs from its anchors, and record why",
    )
    parser.add_argument("--check", action="store_true", help="say what the server would do, and do not start it")
    parser.add_argument(
        "--allowed-hosts", metavar="NAMES", help="answer only to these names, separated by commas (default: any name)"
    )
    parser.add_argument(
        "--trusted-proxies", metavar="ADDRESSES",
        help="trust the X-Forwarded headers of these addresses or networks (default: none)",
    )  # fmt: skip
    parser.add_argument(
        "--metrics-token-file", type=Path, metavar="FILE", help="let a scraper with the token in FILE read /metrics"
    )
    parser.add_argument("--log-json", action="store_true", help="log each request and action as a line of JSON")
    parser.add_argument(
        "--log-file", type=Path, metavar="FILE", help="write the log to FILE, for you alone (default: standard error)"
    )
    parser.epilog = (
        "Practice money only. The server reads the tables of a house file when it creates the database; after that, "
        "an administrator sets them. It reads the gaming day of the file at every start. Stop it with Control-C or "
        "SIGTERM: open rounds go on at the next start. If the database is not what the checkpoint file says (lines are "
        "missing or changed, or the file is), the server starts paused and says what is missing; an administrator "
        "decides on the page House whether to go on, or you do with --go-on. --check exits with 1 if "
        "something stands in the way."
    )


def run(args: argparse.Namespace) -> int:
    try:
        from pitboss.store.database import locks as _locks  # noqa: F401 (first: without POSIX locks no installation would help)
    except ModuleNotFoundError:
        raise UserError("the server needs POSIX file locks: Linux, macOS, or Windows with WSL") from None
    try:
        from pitboss.server import uvicorn_server as listening
        from pitboss.server.app import build
        from pitboss.server.ops import logs, open_files
    except ModuleNotFoundError as missing:
        raise UserError(f"the server needs {missing.name}; install it with: pip install 'pitboss[server]'") from None
    from pitboss.store.chains.anchor_export import Anchoring
    from pitboss.store.database.file_modes import make_private
    from pitboss.store.errors import StoreError

    if args.go_on is not None and not args.go_on.strip():
        raise UserError("the reason to go on is empty; say after --go-on why you do, it is recorded")
    go_on = parse_reason(args.go_on or "")
    open_files.raise_descriptor_limit()
    access, path = parse_access(args), args.db or data_folder() / "pitboss.db"
    if args.check:
        return _check(args, path, access)
    houses = day = None
    if args.house is not None:
        from pitboss.public.house_file import read_gaming_day, read_house

        houses, problems = read_house(args.house)
        if problems:
            raise UserError(f"{args.house} cannot be used:\n" + "\n".join(f"  {problem}" for problem in problems))
        day = read_gaming_day(args.house)
    if args.house is not None and path.exists():
        print(f"{path} already has its tables, so only the gaming day of {args.house} is read", file=sys.stderr)
    with _private_files(), logs.configure_logging(args.log_file, args.log_json, args.debug):
        try:
            port = listening.listen(args.host, args.port)
        except (OSError, OverflowError) as error:
            raise UserError(f"cannot listen on {args.host} port {args.port}: {error}; try another --port") from None
        try:
            make_private(path)
            anchoring = Anchoring(args.anchor_file, args.anchor_command, go_on)
            _serve(args, build(path, houses, day=day, anchoring=anchoring, access=access), port)
        except StoreError as error:
            raise UserError(error) from None
        finally:
            port.close()
    return 0


@contextmanager
def _private_files() -> Iterator[None]:
    """Create every file inside the block for its owner only (umask 077)."""
    before = os.umask(PRIVATE)
    try:
        yield
    finally:
        os.umask(before)


def _check(args: argparse.Namespace, path: Path, access: Access) -> int:
    """Print what the server would do, and return 1 if something prevents it from starting."""
    from pitboss.server.dry_run import check

    results = check(args.host, args.port, path, args.house, args.anchor_file, access)
    all_ok = all(result.ok for result in results)
    if args.json:
        print_json(
            {"ok": all_ok, "found": [{"what": result.what, "said": result.said, "ok": result.ok} for result in results]}
        )
    elif not args.quiet:
        width = max(len(result.what) for result in results)
        print_lines(f"{result.what:{width}}  {'ok  ' if result.ok else 'FAIL'}  {result.said}" for result in results)
        print("nothing stands in the way" if all_ok else "something stands in the way")
    return 0 if all_ok else 1


def parse_access(args: argparse.Namespace) -> Access:
    """Return the access settings of the command line: allowed hosts, metrics token and trusted proxies."""
    from pitboss.server.access.connection_limits import parse_networks
    from pitboss.server.access.middleware import Access, host_name

    proxies = _split_words(args.trusted_proxies)
    for word in proxies:
        try:
            parse_networks([word])
        except ValueError:
            message = f"--trusted-proxies: {word} is no address and no network; write 10.0.0.7 or 10.0.0.0/24"
            raise UserError(message) from None
    token = ""
    if args.metrics_token_file is not None:
        token = args.metrics_token_file.read_text(encoding="utf-8", errors="replace").strip()
        if len(token) < LEAST_TOKEN or not token.isascii() or not token.isprintable() or " " in token:
            raise UserError(
                f"{args.metrics_token_file} holds no token; write one line of {LEAST_TOKEN} or more letters and digits"
            )
    return Access(frozenset(map(host_name, _split_words(args.allowed_hosts))), token, proxies)


def _split_words(option: str | None) -> tuple[str, ...]:
    """Split a comma-separated option into its words."""
    return tuple(word for part in (option or "").split(",") if (word := part.strip()))


def _announce(args: argparse.Namespace, app: FastAPI, port: socket.socket) -> None:
    """Print the address and database of the server, and the administrator token or the pause if there is one."""
    host, number = port.getsockname()[:2]
    url = f"http://{f'[{host}]' if ':' in host else host}:{number}/"
    casino, token = app.state.casino, app.state.token.token
    store, doubt = casino.store, None if args.go_on else casino.doubt
    if args.json:
        report = {"url": url, "db": str(store.path), "token": token}
        if store.copied is not None:
            report["copy"] = str(store.copied)
        if doubt is not None:
            report["paused"] = doubt.summary
        print(json.dumps(report), flush=True)
        return
    if args.quiet:
        return
    if store.copied is not None:
        print(f"The database was upgraded. A copy of the old one is in {store.copied}", flush=True)
    print(f"Pitboss is at {url} with its tables in {store.path}", flush=True)
    if token:
        print(
            f"There is no administrator yet. To become one, enter this token in the lobby (it works once): {token}",
            flush=True,
        )
    if doubt is not None:
        _announce_pause(doubt)


def _announce_pause(doubt: Doubt) -> None:
    """Print to standard error that the server is paused, and how the database differs from its checkpoint file."""
    print("The server is paused: the database is not what was anchored.", file=sys.stderr)
    for difference in doubt.found:
        print(f"  {difference.told}", file=sys.stderr)
    print(
        "Stop it and put a better copy back ('pitboss restore'), or go on with what is there: an administrator decides "
        "on the page House, or start it again with --go-on WHY.",
        file=sys.stderr,
        flush=True,
    )


def _serve(args: argparse.Namespace, app: FastAPI, port: socket.socket) -> None:
    """Serve until a signal stops the process. Raises StoreError if tables cannot be opened, as on a full disk."""
    from pitboss.server import uvicorn_server as listening
    from pitboss.server.ops import gc_tuning

    config = listening.uvicorn_config(app)
    server = listening.Server(config)
    for ending in (signal.SIGTERM, signal.SIGINT):
        # Needed while tables are opened, and when uvicorn, at its end, raises the signal again.
        signal.signal(ending, server.handle_exit)
    _announce(args, app, port)

    async def serve() -> None:
        async with app.router.lifespan_context(app):
            gc_tuning.freeze_startup_objects()
            looking = asyncio.create_task(gc_tuning.collect_periodically())
            await server.serve([port])
            looking.cancel()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serve())
