"""Rules: the law of one game on one day, with the readings chosen. A digest names them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

import msgspec

from pitboss.law import force

_encode = msgspec.json.Encoder(order="deterministic").encode


class Rules(msgspec.Struct, frozen=True):
    game: str
    sections: dict[str, str]  # section -> the held text (by its date) whose words are carried out
    readings: dict[str, str]
    digest: str

    def reads(self, reading: str) -> str:
        return self.readings[reading]

    def edition_of(self, paragraph: str) -> str | None:
        """The held text a citation is looked up in; None for what is no paragraph (a reading, a house practice)."""
        return self.sections.get(section_of(paragraph))


def section_of(paragraph: str) -> str:
    return paragraph.partition("(")[0]


def make(game: str, package: str, sections: dict[str, str], readings: dict[str, str]) -> Rules:
    """The digest covers the texts carried out, the readings, and the game's own files: procedures and tables."""
    body = _encode([game, sections, readings, source_digest(package)])
    if force.watcher is not None:
        force.watcher.rules_made(sections)
    return Rules(game, sections, readings, hashlib.sha256(body).hexdigest())


@cache
def source_digest(package: str) -> str:
    """Over every file of the game's folder that can change what happens at the table; gists cannot."""
    digest = hashlib.sha256()
    for entry in sorted(files(package).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith((".py", ".toml")) and entry.name != "law.toml":
            digest.update(entry.name.encode() + b"\0" + entry.read_bytes() + b"\0")
    return digest.hexdigest()
