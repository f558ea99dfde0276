"""Readings: where a text is silent, misprinted or ambiguous, the alternatives, the choice and the reason."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec


class Reading(msgspec.Struct, frozen=True):
    id: str
    paragraph: str
    doubt: str
    choices: dict[str, str]
    default: str
    reason: str

    @property
    def stands_in(self) -> bool:
        """Whether it is a default in place of a text that is not held, and not a doubt about one that is."""
        return "not held" in self.doubt


class PriceInWords(msgspec.Struct, frozen=True):
    """What a reading is worth in house edge, in words, as it was counted out when the documents were made."""

    text: str
    changes: dict[str, tuple[str, ...]] = {}  # choice -> the wagers whose edge it changes, and how


class PriceList(msgspec.Struct, frozen=True):
    tables: tuple[str, ...]  # at which they were counted
    readings: dict[str, PriceInWords]


@cache
def readings_of(package: str) -> dict[str, Reading]:
    raw = tomllib.loads(files(package).joinpath("readings.toml").read_text(encoding="utf-8"))
    found = {key: msgspec.convert({"id": key, **body}, Reading) for key, body in raw.items()}
    for reading in found.values():
        if reading.default not in reading.choices or len(reading.choices) < 2:
            where = f"readings.toml of {package}, {reading.id}"
            raise ValueError(f"{where}: its default must be one of two or more choices")
    return found


@cache
def price_list() -> dict[str, PriceList]:
    """By game. Counting takes minutes; `make renew` writes the result and a test finds it stale."""
    held = files("pitboss.law").joinpath("prices.json")
    return msgspec.json.decode(held.read_bytes(), type=dict[str, PriceList])


def price_of(game: str, reading: str) -> PriceInWords:
    counted = price_list().get(game)
    return (counted.readings if counted else {}).get(reading, PriceInWords("not counted"))


def choose_readings(package: str, wanted: dict[str, str]) -> dict[str, str]:
    """Every reading of a game with its choice; an unknown id or choice is an error that names the right ones."""
    readings = readings_of(package)
    for key, choice in wanted.items():
        if key not in readings:
            raise ValueError(f"there is no reading {key!r}; the readings are {', '.join(readings)}")
        if choice not in readings[key].choices:
            raise ValueError(f"reading {key!r} has no choice {choice!r}; choose {' or '.join(readings[key].choices)}")
    return {key: wanted.get(key, reading.default) for key, reading in readings.items()}
