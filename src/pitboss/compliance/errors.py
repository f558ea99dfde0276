"""Exceptions for files that cannot be read at all. This module imports nothing, so that importing it costs nothing."""


class HouseFileError(ValueError):
    """A house file that cannot be used; the text says why."""


class LogError(ValueError):
    """A log that cannot be judged at all; the text says why."""
