"""The static files, each served under two addresses.

Pages refer to `/static/DIGEST/table.js`, with a digest of all static files. Files under that address never change, so a
browser caches them for good; a new version has another digest. Modules import each other by relative names and so stay
under the same digest. Without a digest, or with an old one, a file is cached too, but revalidated by its ETag.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
DIGITS = 15  # only digits, so that nothing in it looks like a card or like the hash of one
IMMUTABLE, REVALIDATED = "public, max-age=31536000, immutable", "no-cache"


def _digest() -> str:
    sha = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*.*")):
        content = path.read_bytes()
        sha.update(f"{path.relative_to(FOLDER).as_posix()}\0{len(content)}\0".encode() + content)
    return f"{int.from_bytes(sha.digest()) % 10**DIGITS:0{DIGITS}}"


DIGEST = _digest()
ADDRESS = f"/static/{DIGEST}"


class Files(StaticFiles):
    """Serves the static files, with or without a digest in the address."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, _, rest = path.partition("/")
        has_digest = re.fullmatch(rf"[0-9]{{{DIGITS}}}", first) is not None
        response = await super().get_response(rest if has_digest else path, scope)
        if response.status_code < 400:
            response.headers["cache-control"] = IMMUTABLE if first == DIGEST else REVALIDATED
        return response
