"""Rate limits of accounts and addresses. A request over a limit is only refused."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock
from typing import Any, NamedTuple, TypeVar

import msgspec

MOST_BUCKETS = 10_000  # of one kind; beyond that the least recently used one is dropped
FREE_GUESSES = 5  # wrong codes for one name from one address without a wait
FREE_AT_ADDRESS = 30  # wrong codes for any names from one address without a wait
LONGEST_WAIT = 3600.0  # seconds, for one name from one address
LONGEST_AT_ADDRESS = 60.0  # seconds, for one address
FORGOTTEN = 24 * 3600.0  # seconds after the last wrong code
ROWS = 50  # rows of a round that cost as much as one usual round
HOST_BITS = 64  # low bits of an IPv6 address that are ignored, because one client owns them all

F = TypeVar("F", bound=Callable[..., Any])


class Rate(NamedTuple):
    """The rate of a token bucket: its size, and the tokens added per second."""

    burst: float
    per_second: float


class Limits(msgspec.Struct, frozen=True):
    """All limits of a server."""

    changes: Rate = Rate(60, 10)  # requests that change something, of an account or an address
    replays: Rate = Rate(200, 20)  # rounds that are replayed for a request, and work that takes as long
    accounts: Rate = Rate(10, 0.1)  # accounts created from one address
    sockets: int = 20  # open at the same time, of an account or an address
    sockets_at_table: int = 500
    requests: Rate = Rate(2_000, 200)  # of any kind, from one address; a page has some fifty files
    connections: int = 256  # open at the same time, from one address
    pause: float = 0.5  # seconds by which a refusal is delayed, which slows down a client that keeps asking


LIMITS = Limits()
UNLIMITED = Limits(Rate(1e9, 1e9), Rate(1e9, 1e9), Rate(1e9, 1e9), 10**9, 10**9, Rate(1e9, 1e9), 10**9, 0.0)


def replays(rounds: int) -> Callable[[F], F]:
    """Mark an endpoint as costing as much as replaying this many usual rounds."""

    def mark(endpoint: F) -> F:
        endpoint.replays = rounds  # type: ignore[attr-defined]
        return endpoint

    return mark


def creates_account(endpoint: F) -> F:
    """Mark an endpoint as creating an account, which has a limit of its own."""
    endpoint.makes_account = True  # type: ignore[attr-defined]
    return endpoint


class Buckets:
    """Token buckets by key. A bucket that is full again is dropped."""

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self._rate, self._now = rate, now
        self._taking = Lock()  # some requests are answered on threads
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens and their time; newest at the end

    def __len__(self) -> int:
        return len(self._held)

    def take(self, key: str, tokens: float = 1) -> float:
        """Take tokens from a bucket and return 0, or return the seconds until it has enough."""
        burst, per_second = self._rate
        with self._taking:
            now = self._now()
            tokens_held, since = self._held.pop(key, (burst, now))
            tokens_held = min(burst, tokens_held + (now - since) * per_second)
            missing = min(tokens, burst) - tokens_held
            self._held[key] = (tokens_held if missing > 0 else tokens_held - tokens, now)
            self._drop(now)
        return max(0.0, missing / per_second)

    def _drop(self, now: float) -> None:
        burst, per_second = self._rate
        while self._held:
            tokens_held, since = next(iter(self._held.values()))
            if len(self._held) <= MOST_BUCKETS and tokens_held + (now - since) * per_second < burst:
                return
            self._held.popitem(last=False)


class CodeAttempt:
    """One attempt to sign in with a code. It counts as wrong until `succeed` is called."""

    def __init__(self, wait: int, guesses: CodeGuesses, keys: tuple[str, ...]) -> None:
        self.wait, self._guesses, self._keys = wait, guesses, keys

    def succeed(self) -> None:
        """Note that the code was right."""
        self._guesses.forget(self._keys)


class CodeGuesses:
    """Counts wrong codes. Each doubles the wait for that name from that address, and for that address.

    Attempts from other addresses cause no wait. A browser in which the owner was signed in before is counted
    separately, so that attempts from the same address do not lock the owner out."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()  # key -> count and last time; oldest first

    def attempt(self, name: str, address: str | None, *, browser: str = "") -> CodeAttempt:
        """Begin an attempt; its `wait` is not 0 if it comes too early. `browser` identifies a browser in which the
        owner was signed in before."""
        where = limit_key(None, address)
        keys = (f"{name} in {browser}",) if browser else (f"{name} from {where}", where)
        waits = [self._wait(keys[0], FREE_GUESSES, LONGEST_WAIT)]
        waits += [self._wait(key, FREE_AT_ADDRESS, LONGEST_AT_ADDRESS) for key in keys[1:]]
        if (wait := max(waits)) > 0:
            return CodeAttempt(ceil(wait), self, keys)
        now = self._now()
        for key in keys:  # before the code is checked, so that simultaneous attempts all count
            count, _ = self._wrong.pop(key, (0, now))
            self._wrong[key] = (count + 1, now)
        while len(self._wrong) > MOST_BUCKETS:
            self._wrong.popitem(last=False)
        return CodeAttempt(0, self, keys)

    def _wait(self, key: str, free: int, longest: float) -> float:
        count, last = self._wrong.get(key, (0, 0.0))
        since = self._now() - last
        if count < free or since >= FORGOTTEN:
            if since >= FORGOTTEN:
                self._wrong.pop(key, None)
            return 0.0
        return float(min(longest, 2.0 ** min(count - free, 20))) - since

    def forget(self, keys: tuple[str, ...]) -> None:
        """Forget the wrong codes of an attempt that succeeded. Those for other names from its address still count."""
        self._wrong.pop(keys[0], None)
        for key in keys[1:]:
            count, last = self._wrong.get(key, (1, 0.0))
            self._wrong[key] = (count - 1, last)


class Limiter:
    """Applies the limits of one server."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.changes = Buckets(limits.changes, now)
        self.replays = Buckets(limits.replays, now)
        self.accounts = Buckets(limits.accounts, now)
        self.requests = Buckets(limits.requests, now)
        self.guesses = CodeGuesses(now)
        self.sockets: Counter[str] = Counter()

    def wait(self, endpoint: object, safe: bool, account: int | None, address: str | None) -> int:
        """Return the whole seconds until this request is allowed; 0 means that it is allowed now and was counted."""
        caller = limit_key(account, address)
        seconds = 0.0
        if getattr(endpoint, "makes_account", False):
            seconds = self.accounts.take(limit_key(None, address))
        if not safe and not seconds:
            seconds = self.changes.take(caller)
        if (rounds := getattr(endpoint, "replays", 0)) and not seconds:
            seconds = self.replays.take(caller, rounds)
        return ceil(seconds)

    def charge(self, rounds: int, account: int | None, address: str | None) -> int:
        """Charge for more rounds, and return the whole seconds until that is allowed; 0 means that it was charged.

        The charge is capped a little below the whole bucket, so that even the longest round can be read after
        waiting."""
        most = self.limits.replays.burst * 9 // 10
        return ceil(self.replays.take(limit_key(account, address), min(rounds, most))) if rounds else 0

    @contextmanager
    def socket(self, account: int | None, address: str | None, table: int) -> Iterator[bool]:
        """Count a socket while the context is open, and yield True; yield False if there are too many already."""
        caller, table_key = limit_key(account, address), f"table {table}"
        if self.sockets[caller] >= self.limits.sockets or self.sockets[table_key] >= self.limits.sockets_at_table:
            yield False
            return
        self.sockets.update((caller, table_key))
        try:
            yield True
        finally:
            self.sockets.subtract((caller, table_key))
            for key in (caller, table_key):
                if not self.sockets[key]:
                    del self.sockets[key]


def without_ipv6_form(address: str) -> str:
    """Return an IPv4 address that is mapped to IPv6 in its usual form. A socket that listens on "::" sees such
    addresses mapped."""
    if not address.startswith("::ffff:"):
        return address
    try:
        return str(IPv6Address(address).ipv4_mapped or address)
    except ValueError:
        return address


def limit_key(account: int | None, address: str | None) -> str:
    """Return the key under which limits are counted: by account, else by IPv6 network or IPv4 address."""
    if account is not None:
        return f"account {account}"
    try:
        parsed = ip_address(without_ipv6_form(address or ""))
    except ValueError:
        return f"address {address}"
    if isinstance(parsed, IPv6Address):
        return f"network {int(parsed) >> HOST_BITS:x}"
    return f"address {parsed}"
