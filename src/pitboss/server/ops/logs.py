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
MOST_ALIKE, WINDOW = 10, 60.0  # records with the same words from a library, in so many seconds


class Formatter(logging.Formatter):
    def __init__(self, as_json: bool = False, messages: bool = False) -> None:
        super().__init__()
        self._as_json, self._messages = as_json, messages  # of exceptions

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        fault = [*self._fault(record)]
        about = {name: value for name, value in getattr(record, "fields", {}).items() if value is not None}
        if not self._as_json:
            named = "".join(f" {name}={value}" for name, value in about.items())
            said = "".join(sign if sign.isprintable() else "?" for sign in f"{record.getMessage()}{named}")
            return "\n".join([f"{at} {record.levelname} {said}", *fault])
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "from": record.name}
        line["message"] = record.getMessage()
        if request := REQUEST.get():
            line["request"] = request
        line |= about
        if fault:
            line["fault"] = fault
        return json.dumps(line, default=str)  # ASCII, whatever somebody has sent

    def _fault(self, record: logging.LogRecord) -> Iterator[str]:
        """What was thrown, and where; the exceptions it came from first."""
        wrong = record.exc_info[1] if record.exc_info else None
        chain: list[BaseException] = []
        while wrong is not None and wrong not in chain:
            chain.append(wrong)
            wrong = wrong.__cause__ or (None if wrong.__suppress_context__ else wrong.__context__)
        for each in reversed(chain):
            for frame in traceback.extract_tb(each.__traceback__):
                yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
            yield f"{type(each).__name__}: {each}" if self._messages else type(each).__name__


class Seldom(logging.Filter):
    """Lets a library say the same thing a few times a minute: nobody fills the log by sending nonsense."""

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
        said = self._said[words] = self._said.get(words, 0) + 1
        if said == MOST_ALIKE:
            record.msg = f"{record.msg} (and so on: not said again for a minute)"
        return said <= MOST_ALIKE


class PrivateFile(WatchedFileHandler):
    """A file for its owner alone. It is opened anew when somebody has moved it away."""

    def _open(self) -> IO[Any]:  # type: ignore[override]
        return open(self.baseFilename, "a", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600))


@contextmanager
def written(file: Path | None, as_json: bool, messages: bool) -> Iterator[None]:
    """All loggers write here, on standard error or into a file: what is wrong, and as JSON also what is done."""
    handler = logging.StreamHandler() if file is None else PrivateFile(file)
    handler.setFormatter(Formatter(as_json, messages))
    handler.addFilter(Seldom())
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
