"""The log: a line for each record, as text or as JSON, and never a card.

The `fields` of a record name the table, account and row that it is about. The id of the request is added from the
context. An exception is logged with its type and stack only: its message may repeat cards, so it is left out unless the
operator asks for it.
"""

from __future__ import annotations

import json
import logging
import os
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import IO, Any

REQUEST: ContextVar[str] = ContextVar("request", default="")  # the id of the request or the socket
OURS = "pitboss"
MOST_ALIKE, WINDOW = 10, 60.0  # records with the same words that a library may log, per this many seconds


class Formatter(logging.Formatter):
    """Formats records as text or JSON. `messages` includes the messages of exceptions."""

    def __init__(self, as_json: bool = False, messages: bool = False) -> None:
        super().__init__()
        self._as_json, self._messages = as_json, messages

    def format(self, record: logging.LogRecord) -> str:
        time_text = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        fault = [*self._fault(record)]
        about = {name: value for name, value in getattr(record, "fields", {}).items() if value is not None}
        if not self._as_json:
            suffix = "".join(f" {name}={value}" for name, value in about.items())
            message = "".join(
                character if character.isprintable() else "?" for character in f"{record.getMessage()}{suffix}"
            )
            return "\n".join([f"{time_text} {record.levelname} {message}", *fault])
        line: dict[str, Any] = {"at": time_text, "level": record.levelname.lower(), "from": record.name}
        line["message"] = record.getMessage()
        if request := REQUEST.get():
            line["request"] = request
        line |= about
        if fault:
            line["fault"] = fault
        return json.dumps(line, default=str)  # always ASCII, whatever a client has sent

    def _fault(self, record: logging.LogRecord) -> Iterator[str]:
        """Yield the stack and type of an exception, after those of the exceptions that caused it."""
        error = record.exc_info[1] if record.exc_info else None
        chain: list[BaseException] = []
        while error is not None and error not in chain:
            chain.append(error)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        for exception in reversed(chain):
            for frame in traceback.extract_tb(exception.__traceback__):
                yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
            yield f"{type(exception).__name__}: {exception}" if self._messages else type(exception).__name__


class RepeatFilter(logging.Filter):
    """Drops repeated records of libraries beyond a few per minute, so that nobody can fill the log with malformed
    requests."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._began = -WINDOW
        self._said: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.partition(".")[0] == OURS:
            return True
        if self._now() - self._began >= WINDOW:
            self._began, self._said = self._now(), {}
        words = str(record.msg)[:80]
        count = self._said[words] = self._said.get(words, 0) + 1
        if count == MOST_ALIKE:
            record.msg = f"{record.msg} (and so on: not said again for a minute)"
        return count <= MOST_ALIKE


class PrivateFile(WatchedFileHandler):
    """A log file that only its owner can read. It is reopened after it was moved away."""

    def _open(self) -> IO[Any]:  # type: ignore[override]
        return open(self.baseFilename, "a", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600))


@contextmanager
def configure_logging(file: Path | None, as_json: bool, messages: bool) -> Iterator[None]:
    """Send all loggers to standard error or to a file while the context is open: warnings and errors, and in JSON also
    every request and action."""
    handler = logging.StreamHandler() if file is None else PrivateFile(file)
    handler.setFormatter(Formatter(as_json, messages))
    handler.addFilter(RepeatFilter())
    root, ours = logging.getLogger(), logging.getLogger(OURS)
    before = root.handlers, root.level, ours.level
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    ours.setLevel(logging.INFO if as_json else logging.WARNING)
    try:
        yield
    finally:
        root.handlers = before[0]
        root.setLevel(before[1])
        ours.setLevel(before[2])
        handler.close()
