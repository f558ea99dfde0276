"""What can go wrong with writing, in words for whoever asked for it."""

from __future__ import annotations


class StoreError(Exception):
    """Something cannot be written, in words for whoever asked for it."""


class UnopenedError(StoreError):
    """This is no database, or none that can be read here."""


class InUseError(StoreError):
    """Another server is running on the database."""


class FencedError(StoreError):
    """Another process has taken the table since."""


class AgainError(StoreError):
    """This action was counted already: the number of its row, what was given, as JSON, and in which round."""

    def __init__(self, number: int, given: bytes, round_: int) -> None:
        super().__init__("counted already")
        self.number, self.given, self.round = number, given, round_
