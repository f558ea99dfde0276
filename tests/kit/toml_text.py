"""Values written as TOML, for tests that make house files."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

NAMES = st.one_of(st.from_regex(r"[A-Za-z0-9_-]{1,8}", fullmatch=True), st.text(max_size=6))
VALUES = st.recursive(
    st.one_of(st.integers(), st.booleans(), st.floats(), st.text(max_size=12)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=8,
)


def to_toml(value: Any) -> str:
    """Write a value on one line."""
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case str():
            return f'"{"".join(map(_escape_sign, value))}"'
        case list():
            return f"[{', '.join(map(to_toml, value))}]"
        case _:
            return "{" + ", ".join(f"{to_toml(name)} = {to_toml(part)}" for name, part in value.items()) + "}"


def _escape_sign(sign: str) -> str:
    return f"\\U{ord(sign):08x}" if sign in '"\\' or ord(sign) < 32 or ord(sign) == 127 else sign
