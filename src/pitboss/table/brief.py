"""The rules of one table in a few sentences of our own, each with its citation."""

from __future__ import annotations

from typing import NamedTuple


class Sentence(NamedTuple):
    """A sentence and what it rests on."""

    text: str
    cite: str  # paragraphs, readings and house rules, with ", " between them


class Chapter(NamedTuple):
    """The sentences about one subject."""

    title: str
    said: tuple[Sentence, ...]
