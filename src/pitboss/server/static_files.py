"""The files that are the same for all, under two addresses each.

Pages name them under a digest of all of them, `/static/DIGEST/table.js`. What is there never changes, so a browser
keeps it and never asks again; a new version has another digest. Modules import each other by relative names and so stay
under the same digest. Without a digest, or under one of another version, a file is kept too, and asked for by its ETag.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
DIGITS = 15  # and no letters: nothing in it looks like a card, or like the hash of one
FOR_GOOD, ASKED_FOR = "public, max-age=31536000, immutable", "no-cache"


def _digest() -> str:
    found = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*.*")):
        content = path.read_bytes()
        found.update(f"{path.relative_to(FOLDER).as_posix()}\0{len(content)}\0".encode() + content)
    return f"{int.from_bytes(found.digest()) % 10**DIGITS:0{DIGITS}}"


DIGEST = _digest()
ADDRESS = f"/static/{DIGEST}"


class Files(StaticFiles):
    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, _, rest = path.partition("/")
        under = re.fullmatch(rf"[0-9]{{{DIGITS}}}", first) is not None
        response = await super().get_response(rest if under else path, scope)
        if response.status_code < 400:
            response.headers["cache-control"] = FOR_GOOD if first == DIGEST else ASKED_FOR
        return response
