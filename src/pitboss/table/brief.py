"""The rules of one table in a few sentences, in our own words, each with what it rests on."""

from __future__ import annotations

from typing import NamedTuple


class Said(NamedTuple):
    text: str
    cite: str  # paragraphs, readings and house rules, with ", " between them


class Chapter(NamedTuple):
    title: str
    said: tuple[Said, ...]
