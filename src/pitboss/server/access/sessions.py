"""Names, signed session cookies, and recovery codes.

A session names its account and how often that account's sessions had been ended when it was made, so ending them means
counting one more. Permissions are looked up each time. A recovery code is shown once and stored only as a salted hash.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from fastapi import Request, Response
from fastapi.requests import HTTPConnection
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from pitboss.store.account_names import skeleton

COOKIE = "pitboss_session"
DEVICE = "pitboss_device"  # a cookie that marks a browser in which an account was signed in before
SAFE_PREFIX = "__Host-"  # browsers accept a cookie with this prefix only by TLS and only from this very host
SESSION_SECONDS = 30 * 24 * 3600
DEVICE_SECONDS = 400 * 24 * 3600
RENEW_SECONDS = 24 * 3600  # age at which a session that is used is renewed
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._'-]{0,22}[A-Za-z0-9]|[A-Za-z0-9]")
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without characters that are easily misread


# A player with one of these words in the name could be taken for the house.
STAFF_WORDS = frozenset(
    map(
        skeleton,
        (
            "admin", "administrator", "auditor", "boxman", "cage", "cashier", "croupier", "dealer", "floorman", "house",
            "moderator", "operator", "pitboss", "root", "server", "staff", "stickman", "supervisor", "system",
        ),
    )
)  # fmt: skip


def name_fault(name: str) -> str:
    """Return why a name is not allowed, or an empty text if it is."""
    if not NAME.fullmatch(name):
        return "A name has 1 to 24 letters, digits, spaces or . _ ' -, and starts and ends with a letter or digit."
    if re.search(r"[ ._'-]{2}", name.replace(". ", " ")):
        return "Use only one space or symbol between words."
    if not STAFF_WORDS.isdisjoint(_words(name)):
        return "This name could be taken for the house's own. Choose one without such a word."
    return ""


def _words(name: str) -> Iterator[str]:
    """Yield everything in a name that may be read as a word, so that "Pit Boss 2", "Dealer7" and "AdminBob" are found
    to contain a word of the house."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])|[0-9]+", " ", name)
    for words in (skeleton(name).split(), skeleton(apart).split()):
        read = (*words, *map("".join, pairwise(words)), "".join(words))
        yield from read
        yield from (word.removesuffix("s") for word in read)


class Session(NamedTuple):
    """The contents of a session cookie."""

    account: int
    signed_out: int  # how often the account's sessions had been ended when it was made
    old: bool  # whether it should be renewed


def came_by_tls(connection: HTTPConnection) -> bool:
    """Return whether a request or socket came by TLS, as far as this server or a trusted proxy can tell."""
    return connection.url.scheme in ("https", "wss")


class Sessions:
    """Makes and reads session cookies.

    Behind TLS their names begin with `__Host-`, and they are signed with another salt than plain ones. Plain sessions
    from older versions are still accepted there until they are renewed or expire.
    """

    def __init__(self, secret: str) -> None:
        self._signers = {
            tls: URLSafeTimedSerializer(secret, salt=SAFE_PREFIX * tls + "session") for tls in (False, True)
        }
        self._devices = URLSafeSerializer(secret, salt="device")

    def make(self, account: int, signed_out: int = 0, *, tls: bool = False) -> str:
        """Make the value of a session cookie."""
        return self._signers[tls].dumps([account, signed_out])

    def read_from(self, connection: HTTPConnection) -> Session | None:
        """Return the session that a request or socket carries, or None."""
        cookies = connection.cookies
        if not came_by_tls(connection):
            return self.read(cookies.get(COOKIE))
        if (cookie := cookies.get(SAFE_PREFIX + COOKIE)) is not None:
            return self.read(cookie, tls=True)
        earlier = self.read(cookies.get(COOKIE))
        return None if earlier is None else earlier._replace(old=True)

    def read(self, cookie: str | None, *, tls: bool = False) -> Session | None:
        """Read a session cookie; return None if it is missing, forged or expired. Setting the clock back ends no
        session."""
        if not cookie:
            return None
        try:
            contents, made_at = self._signers[tls].loads(cookie, return_timestamp=True)
        except BadSignature:
            return None
        age = time.time() - made_at.timestamp()
        match contents:
            case [int(account), int(signed_out)]:
                pass
            case int(account):  # from a version in which sessions could not be ended
                signed_out = 0
            case _:
                return None
        return None if age > SESSION_SECONDS else Session(account, signed_out, abs(age) > RENEW_SECONDS)

    def give(self, request: Request, response: Response, account: int, signed_out: int) -> None:
        """Set the session cookie, and the cookie that marks the browser as known to this account."""
        tls = came_by_tls(request)
        for name, value, seconds in (
            (COOKIE, self.make(account, signed_out, tls=tls), SESSION_SECONDS),
            (DEVICE, self._devices.dumps([account, secrets.token_hex(8)]), DEVICE_SECONDS),
        ):
            response.set_cookie(
                SAFE_PREFIX * tls + name,
                value,
                max_age=seconds,
                httponly=True,
                samesite="strict",
                secure=tls,
            )

    @staticmethod
    def take_back(request: Request, response: Response) -> None:
        """Delete the session cookie, also one of an older version without the `__Host-` prefix."""
        response.delete_cookie(COOKIE, samesite="strict", httponly=True)
        if came_by_tls(request):
            response.delete_cookie(SAFE_PREFIX + COOKIE, secure=True, samesite="strict", httponly=True)

    def known_browser(self, request: Request, account: int) -> str:
        """Return the id of a browser in which this account was signed in before, or an empty text.

        Each browser has its own id, so that wrong codes tried in one do not lock the owner out in another."""
        try:
            contents = self._devices.loads(self._device(request))
        except BadSignature:
            return ""
        match contents:
            case [known, str(browser)] if known == account:
                return browser
        return ""

    @staticmethod
    def _device(request: Request) -> str:
        plain = request.cookies.get(DEVICE, "")
        return request.cookies.get(SAFE_PREFIX + DEVICE, plain) if came_by_tls(request) else plain


def new_code() -> str:
    """Make a random recovery code of four groups of five characters, which has 100 bits."""
    characters = [secrets.choice(_ALPHABET) for _ in range(20)]
    return "-".join("".join(characters[start : start + 5]) for start in range(0, 20, 5))


def hash_code(code: str) -> str:
    """Hash a recovery code with a new salt, for the store."""
    salt = secrets.token_hex(16)
    return f"{salt}:{_hash(salt, code)}"


def code_matches(code: str, stored: str) -> bool:
    """Return whether a recovery code has the stored hash."""
    salt, _, digest = stored.partition(":")
    return hmac.compare_digest(_hash(salt, code.strip().upper()), digest)


def _hash(salt: str, code: str) -> str:
    return hashlib.scrypt(code.encode(), salt=bytes.fromhex(salt), n=2**12, r=8, p=1).hex()
