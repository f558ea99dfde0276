"""Who somebody is: a name, a signed session, and a code that brings the name back.

A session says which account it is for, and how often that account's sessions had been ended when it began; what the
account may do is looked up each time. To end them is to count one more. The code is shown once and kept only as a
salted hash.
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
DEVICE = "pitboss_device"  # says that somebody was signed in with this browser before
SAFE_PREFIX = "__Host-"  # browsers take a cookie so named from this very host by TLS only, and from no neighbor
SESSION_SECONDS = 30 * 24 * 3600
DEVICE_SECONDS = 400 * 24 * 3600
RENEW_SECONDS = 24 * 3600  # a session that is used after this long begins anew
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._'-]{0,22}[A-Za-z0-9]|[A-Za-z0-9]")
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # nothing that is easily misread


# Whoever has one of these in the name could be taken for the house.
STAFF_WORDS = frozenset(
    map(
        skeleton,
        (
            "admin", "administrator", "auditor", "boxman", "cage", "cashier", "croupier", "dealer", "floorman", "house",
            "moderator", "operator", "pitboss", "root", "server", "staff", "stickman", "supervisor", "system",
        ),
    )
)  # fmt: skip


def wrong_name(name: str) -> str:
    """Why nobody can be called this; empty if somebody can."""
    if not NAME.fullmatch(name):
        return "A name has 1 to 24 letters, digits, spaces or . _ ' -, and starts and ends with a letter or digit."
    if re.search(r"[ ._'-]{2}", name.replace(". ", " ")):
        return "A name has one space or sign between two words, not several. Leave out the others."
    if not STAFF_WORDS.isdisjoint(_words(name)):
        return "This name could be taken for the house's own. Choose one without such a word."
    return ""


def _words(name: str) -> Iterator[str]:
    """All that may be read as a word in a name: "Pit Boss 2", "Dealer7" and "AdminBob" have one of the house's."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])|[0-9]+", " ", name)
    for words in (skeleton(name).split(), skeleton(apart).split()):
        read = (*words, *map("".join, pairwise(words)), "".join(words))
        yield from read
        yield from (word.removesuffix("s") for word in read)


class Session(NamedTuple):
    account: int
    signed_out: int
    old: bool  # to be renewed


def by_tls(connection: HTTPConnection) -> bool:
    """Return whether a request or a socket came by TLS, as far as this server or a proxy that it trusts can tell."""
    return connection.url.scheme in ("https", "wss")


class Sessions:
    """Makes and reads the cookies that say who somebody is.

    Behind TLS their names begin with `__Host-`, and they are signed apart from plain ones. A plain session that was
    made before that was so still counts there until it is renewed or too old; none is made there any more.
    """

    def __init__(self, secret: str) -> None:
        self._signers = {
            tls: URLSafeTimedSerializer(secret, salt=SAFE_PREFIX * tls + "session") for tls in (False, True)
        }
        self._devices = URLSafeSerializer(secret, salt="device")

    def make(self, account: int, signed_out: int = 0, *, tls: bool = False) -> str:
        return self._signers[tls].dumps([account, signed_out])

    def of(self, connection: HTTPConnection) -> Session | None:
        """Return the session that a request or a socket brings, if it brings one."""
        cookies = connection.cookies
        if not by_tls(connection):
            return self.read(cookies.get(COOKIE))
        if (cookie := cookies.get(SAFE_PREFIX + COOKIE)) is not None:
            return self.read(cookie, tls=True)
        earlier = self.read(cookies.get(COOKIE))
        return None if earlier is None else earlier._replace(old=True)

    def read(self, cookie: str | None, *, tls: bool = False) -> Session | None:
        """Return what a cookie says. A clock that was set back makes a session younger than it is, and ends none."""
        if not cookie:
            return None
        try:
            held, made = self._signers[tls].loads(cookie, return_timestamp=True)
        except BadSignature:
            return None
        age = time.time() - made.timestamp()
        match held:
            case [int(account), int(signed_out)]:
                pass
            case int(account):  # as sessions were made before they could be ended
                signed_out = 0
            case _:
                return None
        return None if age > SESSION_SECONDS else Session(account, signed_out, abs(age) > RENEW_SECONDS)

    def give(self, request: Request, response: Response, account: int, signed_out: int) -> None:
        """Set a session for the browser, and a sign that this account was there before."""
        tls = by_tls(request)
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
        """Have the browser forget its session, also one from before names began with `__Host-`."""
        response.delete_cookie(COOKIE, samesite="strict", httponly=True)
        if by_tls(request):
            response.delete_cookie(SAFE_PREFIX + COOKIE, secure=True, samesite="strict", httponly=True)

    def knows(self, request: Request, account: int) -> str:
        """Which browser it is, if somebody was signed in as this with it before. Each is one by itself: who had the
        account on a machine that others use as well is not locked out by what is tried there."""
        try:
            held = self._devices.loads(self._device(request))
        except BadSignature:
            return ""
        match held:
            case [known, str(browser)] if known == account:
                return browser
        return ""

    @staticmethod
    def _device(request: Request) -> str:
        plain = request.cookies.get(DEVICE, "")
        return request.cookies.get(SAFE_PREFIX + DEVICE, plain) if by_tls(request) else plain


def new_code() -> str:
    """Four groups of five: a hundred bits."""
    drawn = [secrets.choice(_ALPHABET) for _ in range(20)]
    return "-".join("".join(drawn[at : at + 5]) for at in range(0, 20, 5))


def keep(code: str) -> str:
    salt = secrets.token_hex(16)
    return f"{salt}:{_hash(salt, code)}"


def fits(code: str, kept: str) -> bool:
    salt, _, held = kept.partition(":")
    return hmac.compare_digest(_hash(salt, code.strip().upper()), held)


def _hash(salt: str, code: str) -> str:
    return hashlib.scrypt(code.encode(), salt=bytes.fromhex(salt), n=2**12, r=8, p=1).hex()
