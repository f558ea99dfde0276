"""Readings: where a text is silent, misprinted or ambiguous, the possible choices, our default and the reason for
it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from pitboss.law.game_files import read_game_file


class Reading(msgspec.Struct, frozen=True):
    """One doubt about a paragraph, with the choices that would settle it."""

    id: str
    paragraph: str
    doubt: str
    choices: dict[str, str]
    default: str
    reason: str

    @property
    def stands_in(self) -> bool:
        """True if the reading replaces a text that is not held, rather than settling a doubt about one that is."""
        return "not held" in self.doubt


class PriceInWords(msgspec.Struct, frozen=True):
    """The house edge that a reading is worth, in words, as calculated when the documents were made."""

    text: str
    changes: dict[str, tuple[str, ...]] = {}  # choice -> the wagers whose edge it changes, and how


class PriceList(msgspec.Struct, frozen=True):
    """The prices of a game's readings, and the tables at which they were counted."""

    tables: tuple[str, ...]  # the tables at which they were counted
    readings: dict[str, PriceInWords]


@cache
def readings_of(package: str) -> dict[str, Reading]:
    """Read a game's readings, by id. Raises ValueError if a default is not one of two or more choices."""
    raw = read_game_file(package, "readings.toml")
    readings = {key: msgspec.convert({"id": key, **body}, Reading) for key, body in raw.items()}
    for reading in readings.values():
        if reading.default not in reading.choices or len(reading.choices) < 2:
            where = f"readings.toml of {package}, {reading.id}"
            raise ValueError(f"{where}: its default must be one of two or more choices")
    return readings


@cache
def price_list() -> dict[str, PriceList]:
    """Read the price list of each game. `make renew` writes it, because counting takes minutes; a test fails if it is
    stale."""
    file = files("pitboss.law").joinpath("prices.json")
    return msgspec.json.decode(file.read_bytes(), type=dict[str, PriceList])


def price_of(game: str, reading: str) -> PriceInWords:
    """Return what one reading of a game is worth; "not counted" if the list does not have it."""
    game_prices = price_list().get(game)
    return (game_prices.readings if game_prices else {}).get(reading, PriceInWords("not counted"))


def choose_readings(package: str, requested: dict[str, str]) -> dict[str, str]:
    """Return every reading of a game with its choice. Raises ValueError, naming the right ones, for an unknown id or
    choice."""
    readings = readings_of(package)
    for key, choice in requested.items():
        if key not in readings:
            raise ValueError(f"there is no reading {key!r}; the readings are {', '.join(readings)}")
        if choice not in readings[key].choices:
            raise ValueError(f"reading {key!r} has no choice {choice!r}; choose {' or '.join(readings[key].choices)}")
    return {key: requested.get(key, reading.default) for key, reading in readings.items()}
