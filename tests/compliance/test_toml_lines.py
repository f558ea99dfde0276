"""Every key has its line, however a TOML file is written."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kit.toml_text import NAMES, VALUES, to_toml
from pitboss.compliance.house_file.toml_lines import Key, key_lines

HARD = '''\
# [[table]] in a comment, and a = 1
"top" = """
[[table]]
name = "not a key"
minimum = 3
"""
[[table]] # one
name = "A # B" # c
pay.base.flush = "9 to 1"
"pay".base."full house" = '12 to 1'
backs = [
  "red", # ] not the end
  "blue",
]
printed = { layout = { odds = { base = { flush = "8 to 1" } } }, sign = { says = [
  "x = 1",
  """[y]""" ] } }
text = \'\'\'
seats = 9
\'\'\'
[ table . "read.ings" ]
a = "\\"quoted = "
"é" = 1
[table.deck]
[[table.deck.card]]
back = 1
[[table.deck.card]]
back = 2

[[table]]
list = [ { a = 1 }, { b = 2,
c = 3 } ]
[[table.deck.card]]
back = 3
[gaming-day]
starts = 06:00:00
'''

WANTED: dict[Key, int] = {
    ("top",): 2,
    ("table",): 7,
    ("table", 0): 7,
    ("table", 0, "name"): 8,
    ("table", 0, "pay"): 9,
    ("table", 0, "pay", "base"): 9,
    ("table", 0, "pay", "base", "flush"): 9,
    ("table", 0, "pay", "base", "full house"): 10,
    ("table", 0, "backs"): 11,
    ("table", 0, "backs", 0): 12,
    ("table", 0, "backs", 1): 13,
    ("table", 0, "printed", "layout", "odds", "base", "flush"): 15,
    ("table", 0, "printed", "sign", "says"): 15,
    ("table", 0, "printed", "sign", "says", 0): 16,
    ("table", 0, "printed", "sign", "says", 1): 17,
    ("table", 0, "text"): 18,
    ("table", 0, "read.ings"): 21,
    ("table", 0, "read.ings", "a"): 22,
    ("table", 0, "read.ings", "é"): 23,
    ("table", 0, "deck"): 24,
    ("table", 0, "deck", "card", 0): 25,
    ("table", 0, "deck", "card", 0, "back"): 26,
    ("table", 0, "deck", "card", 1, "back"): 28,
    ("table", 1): 30,
    ("table", 1, "list", 0, "a"): 31,
    ("table", 1, "list", 1, "b"): 31,
    ("table", 1, "list", 1, "c"): 32,
    ("table", 1, "deck", "card", 0, "back"): 34,
    ("gaming-day", "starts"): 36,
}


# An inline table over two lines is TOML 1.1; the reader of Python 3.11 refuses it, but lines are told all the same.
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_way_to_write_a_key(end: str) -> None:
    lines = key_lines(HARD.replace("\n", end))
    assert {key: lines.get(key) for key in WANTED} == WANTED
    assert not any("seats" in key or "minimum" in key for key in lines)


def test_signs_that_only_look_like_line_ends() -> None:
    """Python's splitlines breaks lines at these characters; an editor does not."""
    assert key_lines("# a\u2028b\n# \x85\nkey = 'x\u2029y'\nlast = 1") == {("key",): 3, ("last",): 4}


def _keys(value: Any, at: Key = ()) -> set[Key]:
    if isinstance(value, dict):
        return {at}.union(*(_keys(part, (*at, name)) for name, part in value.items()))
    if isinstance(value, list):
        return {at}.union(*(_keys(part, (*at, number)) for number, part in enumerate(value)))
    return {at}


@settings(deadline=None, suppress_health_check=list(HealthCheck))  # other work slows the machine down
@given(st.dictionaries(NAMES, VALUES, max_size=4))
def test_every_key_that_the_reader_finds_has_a_line(value: dict[str, Any]) -> None:
    text = "\n".join(f"{to_toml(name)} = {to_toml(part)}" for name, part in value.items())
    read = tomllib.loads(text)
    lines = key_lines(text)
    assert set(lines) == _keys(read) - {()}
    assert [lines[(name,)] for name in read] == list(range(1, len(read) + 1))
