"""Exact fractions as decimal text."""

from __future__ import annotations

from fractions import Fraction

DIGITS = 4  # after the decimal point


def decimal(value: Fraction, digits: int = DIGITS) -> str:
    """Format a fraction with this many digits after the point, rounded half to even without going through a float."""
    scaled = round(value * 10**digits)
    sign, scaled = ("-", -scaled) if scaled < 0 else ("", scaled)
    whole, rest = divmod(scaled, 10**digits)
    return f"{sign}{whole:,}.{rest:0{digits}d}" if digits else f"{sign}{whole:,}"


def percent(value: Fraction, digits: int = DIGITS) -> str:
    """Format a fraction as a percentage."""
    return decimal(value * 100, digits) + "%"
