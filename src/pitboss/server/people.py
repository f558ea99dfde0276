"""Who somebody is: a name, a signed session, and a code that brings the name back.

A session says which account it is for and nothing else; what the account may do is looked up each time. The code is
shown once and kept only as a salted hash.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from itsdangerous import BadSignature, URLSafeTimedSerializer

COOKIE = "pitboss_session"
SESSION_SECONDS = 30 * 24 * 3600
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._'-]{0,22}[A-Za-z0-9]|[A-Za-z0-9]")
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # nothing that is easily misread


class Sessions:
    def __init__(self, secret: str) -> None:
        self._signer = URLSafeTimedSerializer(secret, salt="session")

    def make(self, account: int) -> str:
        return self._signer.dumps(account)

    def read(self, cookie: str | None) -> int | None:
        if not cookie:
            return None
        try:
            account = self._signer.loads(cookie, max_age=SESSION_SECONDS)
        except BadSignature:
            return None
        return account if isinstance(account, int) else None


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
