"""How much one account, or one address, may ask for. Over it nothing is done but to say so."""

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

MOST_BUCKETS = 10_000  # of one kind; then whoever asked longest ago is forgotten
FREE_GUESSES = 5  # wrong codes of one name from one address that cost no wait
FREE_AT_ADDRESS = 30  # of any names
LONGEST_WAIT = 3600.0  # seconds, for one name from one address
LONGEST_AT_ADDRESS = 60.0
FORGOTTEN = 24 * 3600.0  # seconds after the last wrong one
ROWS = 50  # of a round, beyond which it costs as much as another one
HOST_BITS = 64  # of an IPv6 address: whoever has one has all that begin alike

F = TypeVar("F", bound=Callable[..., Any])


class Rate(NamedTuple):
    """So many at once, and so many a second from then on."""

    burst: float
    per_second: float


class Limits(msgspec.Struct, frozen=True):
    changes: Rate = Rate(60, 10)  # requests that change something, of an account or an address
    replays: Rate = Rate(200, 20)  # rounds played again to be told, and what takes as long
    accounts: Rate = Rate(10, 0.1)  # names taken from one address
    sockets: int = 20  # open at the same time, of an account or an address
    sockets_at_table: int = 500
    requests: Rate = Rate(2_000, 200)  # of any kind, from one address; a page has some fifty files
    connections: int = 256  # open at the same time, from one address
    pause: float = 0.5  # seconds for which an answer over a limit is held back: who asks on and on waits, nobody else


LIMITS = Limits()
UNLIMITED = Limits(Rate(1e9, 1e9), Rate(1e9, 1e9), Rate(1e9, 1e9), 10**9, 10**9, Rate(1e9, 1e9), 10**9, 0.0)


def replays(rounds: int) -> Callable[[F], F]:
    """To answer this takes as long as to play so many usual rounds again."""

    def mark(endpoint: F) -> F:
        endpoint.replays = rounds  # type: ignore[attr-defined]
        return endpoint

    return mark


def makes_account(endpoint: F) -> F:
    endpoint.makes_account = True  # type: ignore[attr-defined]
    return endpoint


class Buckets:
    """A bucket of tokens for each. One that is full again is as good as none and is dropped."""

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self._rate, self._now = rate, now
        self._taking = Lock()  # some requests are answered on threads
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens and since when, used last at the end

    def __len__(self) -> int:
        return len(self._held)

    def take(self, who: str, tokens: float = 1) -> float:
        """0 if they were there and are taken; otherwise the seconds until they are."""
        burst, per_second = self._rate
        with self._taking:
            now = self._now()
            held, since = self._held.pop(who, (burst, now))
            held = min(burst, held + (now - since) * per_second)
            missing = min(tokens, burst) - held
            self._held[who] = (held if missing > 0 else held - tokens, now)
            self._drop(now)
        return max(0.0, missing / per_second)

    def _drop(self, now: float) -> None:
        burst, per_second = self._rate
        while self._held:
            held, since = next(iter(self._held.values()))
            if len(self._held) <= MOST_BUCKETS and held + (now - since) * per_second < burst:
                return
            self._held.popitem(last=False)


class Trying:
    """One try of a code; it counts as wrong until it turns out right."""

    def __init__(self, wait: int, guesses: Guesses, keys: tuple[str, ...]) -> None:
        self.wait, self._guesses, self._keys = wait, guesses, keys

    def right(self) -> None:
        self._guesses.forget(self._keys)


class Guesses:
    """Wrong codes: each makes the next wait twice as long, for that name from that address, and for that address. What
    somebody does elsewhere makes nobody else wait; and a browser in which the owner was signed in before is counted by
    itself, whatever is tried from beside it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()  # how often, and when last; oldest first

    def trying(self, name: str, address: str | None, *, browser: str = "") -> Trying:
        """`browser` is one in which the owner was signed in before."""
        where = key(None, address)
        keys = (f"{name} in {browser}",) if browser else (f"{name} from {where}", where)
        waits = [self._wait(keys[0], FREE_GUESSES, LONGEST_WAIT)]
        waits += [self._wait(each, FREE_AT_ADDRESS, LONGEST_AT_ADDRESS) for each in keys[1:]]
        if (wait := max(waits)) > 0:
            return Trying(ceil(wait), self, keys)
        now = self._now()
        for each in keys:  # before the code is looked at: of many at the same time each counts
            many, _ = self._wrong.pop(each, (0, now))
            self._wrong[each] = (many + 1, now)
        while len(self._wrong) > MOST_BUCKETS:
            self._wrong.popitem(last=False)
        return Trying(0, self, keys)

    def _wait(self, each: str, free: int, longest: float) -> float:
        many, last = self._wrong.get(each, (0, 0.0))
        since = self._now() - last
        if many < free or since >= FORGOTTEN:
            if since >= FORGOTTEN:
                self._wrong.pop(each, None)
            return 0.0
        return float(min(longest, 2.0 ** min(many - free, 20))) - since

    def forget(self, keys: tuple[str, ...]) -> None:
        """The code was right; what was tried of other names from there still counts."""
        self._wrong.pop(keys[0], None)
        for each in keys[1:]:
            many, last = self._wrong.get(each, (1, 0.0))
            self._wrong[each] = (many - 1, last)


class Limiter:
    """Keeps count for one server."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.changes = Buckets(limits.changes, now)
        self.replays = Buckets(limits.replays, now)
        self.accounts = Buckets(limits.accounts, now)
        self.requests = Buckets(limits.requests, now)
        self.guesses = Guesses(now)
        self.sockets: Counter[str] = Counter()

    def wait(self, endpoint: object, safe: bool, account: int | None, address: str | None) -> int:
        """Whole seconds until this may be asked; 0 is now, and it is counted."""
        who = key(account, address)
        seconds = 0.0
        if getattr(endpoint, "makes_account", False):
            seconds = self.accounts.take(key(None, address))
        if not safe and not seconds:
            seconds = self.changes.take(who)
        if (rounds := getattr(endpoint, "replays", 0)) and not seconds:
            seconds = self.replays.take(who, rounds)
        return ceil(seconds)

    def charge(self, rounds: int, account: int | None, address: str | None) -> int:
        """Whole seconds until what costs so many rounds more may be asked; 0 is now, and it is counted. However long a
        round is, whoever has waited may read it: it costs never more than what is left after what its route takes."""
        most = self.limits.replays.burst * 9 // 10
        return ceil(self.replays.take(key(account, address), min(rounds, most))) if rounds else 0

    @contextmanager
    def socket(self, account: int | None, address: str | None, table: int) -> Iterator[bool]:
        """Whether one more socket may be opened; it is counted for as long as it is."""
        who, where = key(account, address), f"table {table}"
        if self.sockets[who] >= self.limits.sockets or self.sockets[where] >= self.limits.sockets_at_table:
            yield False
            return
        self.sockets.update((who, where))
        try:
            yield True
        finally:
            self.sockets.subtract((who, where))
            for each in (who, where):
                if not self.sockets[each]:
                    del self.sockets[each]


def plain(address: str) -> str:
    """An address of IPv4 as such: who listens on "::" is told of it in the form of IPv6."""
    if not address.startswith("::ffff:"):
        return address
    try:
        return str(IPv6Address(address).ipv4_mapped or address)
    except ValueError:
        return address


def key(account: int | None, address: str | None) -> str:
    if account is not None:
        return f"account {account}"
    try:
        found = ip_address(plain(address or ""))
    except ValueError:
        return f"address {address}"
    if isinstance(found, IPv6Address):
        return f"network {int(found) >> HOST_BITS:x}"
    return f"address {found}"
